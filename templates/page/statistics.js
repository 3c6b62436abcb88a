// The game in numbers.

/** Bars in groups: one group for each label, one bar for each series. */
function bars(labels, series, { line, title }) {
  const [width, height, left, bottom] = [Math.max(320, labels.length * Math.max(34, series.length * 20 + 14) + 40), 170, 30, 24];
  const most = Math.max(1, line ?? 0, ...series.flatMap((one) => one.values));
  const step = niceStep(most);
  const top = Math.ceil(most / step) * step;
  const y = (value) => 10 + (height - bottom - 10) * (1 - value / top);
  const room = (width - left - 8) / labels.length;
  const each = Math.min(26, (room - 8) / series.length);
  const parts = [];
  for (let value = 0; value <= top; value += step) {
    parts.push(draw("path", { class: "grid", d: `M${left} ${y(value)}H${width - 4}` }), draw("text", { class: "axis", x: left - 6, y: y(value) + 4, "text-anchor": "end" }, String(Math.round(value * 10) / 10)));
  }
  labels.forEach((label, nth) => {
    const middle = left + room * (nth + 0.5);
    series.forEach((one, at) => {
      const value = one.values[nth] ?? 0;
      const x = middle + (at - series.length / 2) * each + 1;
      parts.push(draw("rect", { class: "bar", x, y: y(value), width: each - 2, height: Math.max(0, y(0) - y(value)), rx: 2, style: { fill: one.colour } }));
    });
    parts.push(draw("text", { class: "axis", x: middle, y: height - 7, "text-anchor": "middle" }, label));
  });
  if (line !== undefined) parts.push(draw("path", { class: "expected", d: `M${left} ${y(line)}H${width - 4}` }));
  return draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, style: { "max-width": `${width * 1.15}px` } }, ...parts);
}

/** Lines over turns. */
function lines(labels, series, { title }) {
  const [width, height, left, bottom] = [Math.max(320, labels.length * 44 + 40), 170, 34, 24];
  const most = Math.max(1, ...series.flatMap((one) => one.values));
  const step = niceStep(most);
  const top = Math.ceil(most / step) * step;
  const x = (nth) => left + 14 + (labels.length > 1 ? (nth * (width - left - 34)) / (labels.length - 1) : 0);
  const y = (value) => 10 + (height - bottom - 10) * (1 - value / top);
  const parts = [];
  for (let value = 0; value <= top; value += step) {
    parts.push(draw("path", { class: "grid", d: `M${left} ${y(value)}H${width - 4}` }), draw("text", { class: "axis", x: left - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)));
  }
  labels.forEach((label, nth) => parts.push(draw("text", { class: "axis", x: x(nth), y: height - 7, "text-anchor": "middle" }, label)));
  for (const one of series) {
    parts.push(draw("path", { class: "curve", d: pathOf(one.values.map((value, nth) => [x(nth), y(value)])), style: { stroke: one.colour } }));
    one.values.forEach((value, nth) => parts.push(draw("circle", { cx: x(nth), cy: y(value), r: 4, class: "dot", style: { fill: one.colour } })));
  }
  return draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, style: { "max-width": `${width * 1.15}px` } }, ...parts);
}

function niceStep(most) {
  const power = 10 ** Math.floor(Math.log10(most / 4 || 1));
  return Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((step) => most / step <= 5));
}

const legend = (series) => make("p", { class: "legend" }, ...series.map((one) => make("span", {}, make("span", { class: "swatch", style: { "background-color": one.colour } }), one.name)));

/** The numbers behind a chart, for those who would rather read. */
function numbers(labels, head, series) {
  return make("details", {}, make("summary", {}, say("data")), make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": say("data") }, make("table", { class: "numbers" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, head), ...series.map((one) => make("th", { scope: "col" }, one.name)))),
    make("tbody", {}, ...labels.map((label, nth) => make("tr", {}, make("th", { scope: "row" }, label), ...series.map((one) => make("td", {}, String(one.values[nth] ?? 0)))))))));
}

const figure = (title, words, ...parts) => make("section", { class: "figure" }, make("h2", {}, title), words ? make("p", { class: "faint" }, words) : "", ...parts);

function diceFigure(dice) {
  const labels = dice.faces.map((_, nth) => String(nth + 1));
  const series = [{ name: dice.dice, values: dice.faces, colour: dice.side === null ? "#4d6b8a" : sideColour(dice.side) }];
  const total = dice.faces.reduce((sum, count) => sum + count, 0);
  const title = [dice.who, dice.dice].filter(Boolean).join(", ");
  const chance = dice.chance < 0.01 ? say("fewer_than") : `${Math.round(dice.chance * 100)} %`;
  return make("section", { class: "figure" }, make("h3", {}, title),
    make("p", { class: "faint" }, say("dice_words", { rolls: dice.rolls, mean: dice.mean.toFixed(2) })),
    bars(labels, series, { line: total / dice.faces.length, title: `${say("dice")}: ${title}` }),
    make("p", { class: "legend" }, make("span", {}, make("span", { class: "dash" }), say("expected"))),
    make("p", {}, say("chi_square", { value: dice.chi_square.toFixed(2), freedom: dice.freedom }), " — ", say(total / dice.faces.length < 5 ? "too_few" : "chance", { percent: chance })),
    numbers(labels, say("dice"), series));
}

function coverageFigure(coverage) {
  const flawed = coverage.violations;
  const partly = coverage.partly;
  const parts = [[say("checked_clean"), coverage.clean, "clean"], [say("checked_violation"), flawed, "violation"], [say("checked_partly"), partly, "partly"]];
  const bar = make("div", { class: "share", "aria-hidden": "true" }, ...parts.filter(([, count]) => count).map(([, count, kind]) => make("span", { class: kind, style: { flex: String(count) } }, String(count))));
  const reasons = (coverage.unchecked ?? []).slice().sort((a, b) => b.count - a.count);
  return figure(say("coverage"), say("coverage_words", coverage), bar, make("p", { class: "legend" }, ...parts.map(([name, , kind]) => make("span", {}, make("span", { class: `swatch ${kind}` }), name))),
    reasons.length ? make("div", {}, make("p", {}, say("unchecked_words")), make("ul", { class: "reasons" }, ...reasons.map((one) => make("li", {}, make("b", {}, `${one.count} × ${one.rule}`), ` ${one.reason}`)))) : "");
}

/** Fills the statistics page, when it is first asked for. */
function showStatistics() {
  const page = byId("statistics");
  if (page.childElementCount) return;
  const { dice, turns, losses, ground, pace } = game.statistics;
  const of = (rows) => rows.map((values, side) => ({ name: game.sides[side].name, values, colour: sideColour(side) }));
  const figures = [];
  if (game.coverage) figures.push(coverageFigure(game.coverage));
  if (turns.length) {
    figures.push(figure(say("losses"), say("losses_words"), bars(turns, of(losses), { title: say("losses") }), legend(of(losses)), numbers(turns, say("turn"), of(losses))));
    figures.push(figure(say("ground"), say("ground_words"), lines(turns, of(ground), { title: say("ground") }), legend(of(ground)), numbers(turns, say("turn"), of(ground))));
    const steps = pace.map(([name, values], side) => ({ name, values, colour: sideColour(side) }));
    figures.push(figure(say("pace"), say("no_pace"), bars(turns, steps, { title: say("pace") }), legend(steps), numbers(turns, say("turn"), steps)));
  }
  const rolled = dice.map(diceFigure);
  figures.push(make("section", { class: "figure wide" }, make("h2", {}, say("dice")), rolled.length ? make("div", { class: "dice-figures" }, ...rolled) : make("p", { class: "faint" }, say("no_rolls"))));
  page.append(make("h2", { class: "heard" }, say("statistics")), ...figures);
}
