// The log panel and the units panel.

/** How many steps around the present one the log lists. */
const AROUND = 40;

class LogList {
  constructor(go) {
    this.go = go;
    this.list = byId("log-list");
    this.items = new Map();
    const flags = new Map();
    game.findings.forEach((finding) => {
      const known = flags.get(finding.step);
      if (!known || SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(known)) flags.set(finding.step, finding.severity);
    });
    this.flags = flags;
  }

  /** Lists the steps around the present one; only when that leaves the list it is made anew. */
  show(step, visible) {
    if (!visible) return;
    if (!this.items.has(step) || !this.items.has(Math.min(lastStep, step + 1))) {
      const [from, to] = [Math.max(0, step - AROUND), Math.min(lastStep, step + AROUND)];
      this.items = new Map();
      let moment = -1;
      const rows = [];
      for (let at = from; at <= to; at++) {
        if (momentAt(at) !== moment) {
          moment = momentAt(at);
          rows.push(make("li", { class: "log-moment" }, momentWords(game.moments[moment]).filter(Boolean).join(" — ")));
        }
        const item = this.item(at);
        this.items.set(at, item);
        rows.push(item);
      }
      this.list.replaceChildren(...rows);
      this.current = null;
    }
    this.current?.removeAttribute("aria-current");
    this.current = this.items.get(step);
    this.current?.setAttribute("aria-current", "step");
    this.current?.scrollIntoView({ block: "nearest" });
  }

  item(step) {
    const sheet = game.steps[step];
    const lines = stepLines(sheet, step, true);
    const flag = this.flags.get(step);
    const button = make("button", { type: "button" }, make("span", { class: "log-step" }, String(step)),
      make("span", { class: "log-words" }, ...lines), flag ? sign(flag) : null);
    button.addEventListener("click", () => this.go(step));
    const undone = sheet.undone_by || sheet.undoes;
    return make("li", { class: undone ? "undone" : "", style: { "--ink": sheet.side === undefined ? "transparent" : sideColour(sheet.side) } }, button);
  }
}

/** What happened in a step: deeds, dice, chat. In the log the heading above has told the phase. */
function stepLines(sheet, step, inLog = false) {
  const lines = (sheet.deeds ?? []).map((deed) => make("span", { class: "deed" }, deed));
  for (const [dice, faces] of sheet.rolls ?? []) {
    lines.push(make("span", { class: "dice" }, ...faces.map((face) => die(face, Math.max(...faces))), make("span", { class: "faint" }, dice)));
  }
  for (const [who, text] of sheet.chat ?? []) lines.push(make("span", { class: "chat" }, make("b", {}, who), ` ${text}`));
  if (sheet.undone_by) lines.push(make("span", { class: "faint" }, say("taken_back", { n: sheet.undone_by })));
  if (sheet.undoes) lines.push(make("span", { class: "faint" }, say("takes_back", { n: sheet.undoes })));
  if (step === 0) lines.push(make("span", { class: "deed" }, say("set_up")));
  const moment = game.moments[momentAt(step)];
  if (!lines.length && moment?.step === step) {
    lines.push(inLog ? make("span", { class: "faint" }, say("phase_begins")) : make("span", { class: "deed" }, momentWords(moment).filter(Boolean).join(" — ")));
  }
  return lines.length ? lines : [make("span", { class: "faint" }, "–")];
}

class Units {
  constructor(position, choose) {
    this.position = position;
    this.choose = choose;
    this.chosen = -1;
    this.stale = true;
    byId("unit-search").addEventListener("input", () => this.showList());
  }

  condition(piece) {
    const entry = this.position.now(piece);
    return entry ? game.conditions[entry[CONDITION]] : undefined;
  }

  show(visible) {
    if (!visible) {
      this.stale = true;
      return;
    }
    this.stale = false;
    this.showCard();
    this.showList();
  }

  showCard() {
    const card = byId("unit-card");
    const piece = this.chosen;
    const entry = piece >= 0 ? this.position.now(piece) : null;
    if (!entry) {
      card.replaceChildren(make("p", { class: "faint empty" }, say("none_selected")));
      return;
    }
    const sheet = game.pieces[piece];
    const condition = game.conditions[entry[CONDITION]];
    const where = entry[SPOT] >= 0 ? spotName(entry[SPOT]) : say("not_on_map");
    const reduced = condition?.steps !== undefined && sheet.steps !== undefined && condition.steps < sheet.steps;
    const rows = [
      [say("place"), where],
      ...(sheet.side === null ? [] : [[say("side"), game.sides[sheet.side]?.name ?? ""]]),
      ...(sheet.facts ?? []),
      ...(condition?.values ?? []),
    ];
    if (condition?.steps !== undefined && sheet.steps) rows.push([say("steps"), say("steps_left", { left: condition.steps, all: sheet.steps })]);
    const face = make("div", { class: "unit-face" });
    face.append(this.portrait(entry[FACE]));
    card.replaceChildren(
      make("div", { class: "unit-head" }, face, make("div", {}, make("h2", {}, condition?.name || sheet.id),
        ...(condition?.states ?? []).map((state) => make("span", { class: "state" }, state)))),
      make("dl", {}, ...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
      sheet.values?.length ? this.values(sheet, reduced) : "");
  }

  values(sheet, reduced) {
    const twofold = sheet.values.some(([, , back]) => back);
    const head = twofold ? make("thead", {}, make("tr", {}, make("td", {}), make("th", { scope: "col" }, say("full_strength")), make("th", { scope: "col" }, say("reduced")))) : "";
    return make("table", { class: "values" }, head, make("tbody", {}, ...sheet.values.map(([name, full, back]) =>
      make("tr", {}, make("th", { scope: "row" }, name.replaceAll("_", " ")), make("td", { class: reduced ? "" : "present" }, full),
        twofold ? make("td", { class: reduced ? "present" : "" }, back || "–") : ""))));
  }

  /** A face, apart from the map. */
  portrait(number) {
    const face = game.faces[number];
    const scale = Math.min(1.2, 84 / Math.max(face.width, face.height));
    const box = make("div", { class: "portrait", style: { width: `${face.width * scale}px`, height: `${face.height * scale}px` } });
    for (const [picture, x, y, width, height, turn] of face.layers) {
      const style = { left: `${(face.width / 2 + x - width / 2) * scale}px`, top: `${(face.height / 2 + y - height / 2) * scale}px`, width: `${width * scale}px`, height: `${height * scale}px` };
      if (turn) style.transform = `rotate(${turn}deg)`;
      box.append(make("img", { src: game.pictures[picture], alt: "", style }));
    }
    if (face.word) box.append(make("span", { class: "piece-word" }, face.word));
    return box;
  }

  /** Units on the map by side, those that fit the search. */
  showList() {
    const wanted = byId("unit-search").value.trim().toLowerCase();
    const groups = new Map();
    for (const piece of game.pieces.keys()) {
      const spot = this.position.spot(piece);
      const sheet = game.pieces[piece];
      if (spot < 0 || sheet.kind === "marker") continue;
      const name = this.condition(piece)?.name || sheet.id;
      const where = spotName(spot);
      if (wanted && !name.toLowerCase().includes(wanted) && !where.toLowerCase().includes(wanted)) continue;
      const group = game.sides[sheet.side]?.name ?? "";
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push([name, where, piece]);
    }
    const nth = (side) => game.sides.findIndex((known) => known.name === side);
    const lists = [...groups].sort((a, b) => nth(a[0]) - nth(b[0])).map(([side, rows]) => {
      const number = nth(side);
      rows.sort((a, b) => a[0].localeCompare(b[0]));
      const items = rows.slice(0, 200).map(([name, where, piece]) => {
        const button = make("button", { type: "button", class: "unit-row", "aria-pressed": String(piece === this.chosen) }, make("span", {}, name), make("span", { class: "faint" }, where));
        button.addEventListener("click", () => this.choose(piece));
        return make("li", {}, button);
      });
      const more = rows.length > 200 ? make("li", { class: "faint" }, say("and_more", { n: rows.length - 200 })) : "";
      return make("section", {}, side ? make("h3", { class: "side-name" }, make("span", { class: "swatch", style: { "background-color": sideColour(number) } }), side) : "", make("ul", {}, ...items, more));
    });
    byId("unit-list").replaceChildren(...lists);
  }
}
