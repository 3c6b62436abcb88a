// The findings panel: filters, and a card for each finding.

const SEVERITIES = ["violation", "suspect", "note"];

/** The sign of a severity: told apart by shape as well as by colour. */
function sign(severity) {
  const shapes = { violation: "M8 1.5 15 14H1Z", suspect: "M8 1 15 8 8 15 1 8Z", note: "M8 2a6 6 0 1 0 .01 0Z", clean: "M6.3 13.2 1.6 8.5 3.4 6.7 6.3 9.6 12.8 3.1 14.6 4.9Z" };
  return draw("svg", { class: `sign ${severity}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, draw("path", { d: shapes[severity] }));
}

/** A die as it fell. */
function die(face, most = 6) {
  const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
  const box = draw("rect", { x: 1, y: 1, width: 22, height: 22, rx: 4 });
  const inside = most <= 6 && pips[face]
    ? pips[face].map((at) => draw("circle", { cx: 6 + (at % 3) * 6, cy: 6 + Math.floor(at / 3) * 6, r: 2.1 }))
    : [draw("text", { x: 12, y: 16.5, "text-anchor": "middle", "font-size": 12 }, String(face))];
  return draw("svg", { class: "die", viewBox: "0 0 24 24", role: "img", "aria-label": String(face) }, box, ...inside);
}

class Findings {
  constructor(go) {
    this.go = go;
    this.chosen = -1;
    this.filter = { severity: new Set(SEVERITIES), rule: "", side: "", turn: "" };
    this.list = byId("finding-list");
    this.items = game.findings.map((finding, number) => this.item(finding, number));
    this.list.append(...this.items);
    this.offerFilters();
    this.sum();
    this.apply();
  }

  /** What the head of the page says. */
  sum() {
    const verdict = byId("verdict");
    byId("finding-count").textContent = game.findings.length || "";
    if (!game.coverage) {
      verdict.textContent = say("no_referee");
      return;
    }
    for (const severity of SEVERITIES) {
      const count = game.findings.filter((finding) => finding.severity === severity && !finding.allowed).length;
      if (count || severity === "violation") {
        verdict.append(make("span", { class: "verdict-part" }, sign(count ? severity : "clean"), `${count} ${count === 1 ? say(severity).toLowerCase() : say(`${severity}s`)}`));
      }
    }
    if (game.headline) byId("notices").append(make("p", { class: `notice headline${game.account.judged ? "" : " nothing"}` }, game.headline));
    if (game.files?.length) byId("notices").append(make("ol", { class: "chain" }, ...game.files.map((file) => make("li", {}, file))));
    byId("notices").append(...game.notices.map((notice) => make("p", { class: "notice" }, notice)));
    this.unchecked();
  }

  /** What was not judged, and why, beside what was found. */
  unchecked() {
    const reasons = (counts) => Object.entries(counts ?? {}).sort((a, b) => b[1] - a[1]);
    const deeds = (counts, title) => {
      const rows = reasons(counts);
      if (!rows.length) return "";
      return make("section", {}, make("h3", {}, title), make("ul", { class: "reasons" }, ...rows.map(([why, count]) => make("li", {}, make("b", {}, `${count} ×`), ` ${why}`))));
    };
    const rules = (game.coverage.unchecked ?? []).slice().sort((a, b) => b.count - a.count);
    const parts = [
      deeds(game.account?.unchecked, say("unchecked_deeds")),
      rules.length ? make("section", {}, make("h3", {}, say("unchecked_rules")), make("ul", { class: "reasons" }, ...rules.map((one) => make("li", {}, make("b", {}, `${one.count} × ${one.rule}`), ` ${one.reason}`)))) : "",
      deeds(game.account?.aside, say("aside_deeds")),
    ].filter(Boolean);
    if (!parts.length) return;
    byId("unchecked").hidden = false;
    byId("unchecked").append(make("h2", {}, say("unchecked")), ...parts);
  }

  offerFilters() {
    const form = byId("filters");
    if (!game.findings.length) {
      form.hidden = true;
      byId("finding-buttons").hidden = true;
      return;
    }
    const severities = SEVERITIES.map((severity) => {
      const count = game.findings.filter((finding) => finding.severity === severity).length;
      const box = make("input", { type: "checkbox", checked: true, value: severity, id: `filter-${severity}` });
      box.addEventListener("change", () => {
        if (box.checked) this.filter.severity.add(severity);
        else this.filter.severity.delete(severity);
        this.apply();
      });
      return make("label", { class: `chip ${severity}` }, box, sign(severity), say(severity), make("span", { class: "count" }, String(count)));
    });
    const unique = (list) => [...new Set(list)];
    const choice = (key, label, options) => {
      const select = make("select", { id: `filter-${key}` }, make("option", { value: "" }, `${label}: ${say("all").toLowerCase()}`),
        ...options.map(([value, words]) => make("option", { value }, words)));
      select.addEventListener("change", () => {
        this.filter[key] = select.value;
        this.apply();
      });
      return options.length > 1 ? make("label", {}, make("span", { class: "heard" }, label), select) : null;
    };
    form.append(make("fieldset", {}, make("legend", { class: "heard" }, say("severity")), ...severities), make("div", { class: "choices" },
      choice("rule", say("rule"), unique(game.findings.map((finding) => finding.rule)).map((rule) => [rule, `${game.rules[rule].id} ${game.rules[rule].title}`])),
      choice("side", say("side"), unique(game.findings.map((finding) => finding.side)).filter((side) => side !== null).map((side) => [side, game.sides[side].name])),
      choice("turn", say("turn"), unique(game.findings.map((finding) => finding.turn)).filter((turn) => turn !== null).map((turn) => [turn, say("turn_n", { n: turn })]))));
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  fits(finding) {
    const { severity, rule, side, turn } = this.filter;
    const is = (wanted, value) => wanted === "" || wanted === String(value);
    return severity.has(finding.severity) && is(rule, finding.rule) && is(side, finding.side) && is(turn, finding.turn);
  }

  apply() {
    const shown = game.findings.filter((finding, number) => {
      const fits = this.fits(finding);
      this.items[number].hidden = !fits;
      return fits;
    });
    const none = byId("finding-none");
    none.hidden = shown.length > 0;
    none.textContent = game.findings.length ? say("no_finding_fits") : say(game.coverage ? "no_findings" : "no_referee");
  }

  /** The findings that the filters let through, by number. */
  shown() {
    return [...game.findings.keys()].filter((number) => this.fits(game.findings[number]));
  }

  item(finding, number) {
    const rule = game.rules[finding.rule];
    const button = make("button", { type: "button", class: "finding-head", "aria-expanded": "false", "aria-controls": `finding-${number}` },
      sign(finding.severity),
      make("span", { class: "finding-title" }, make("span", { class: "heard" }, `${say(finding.severity)}: `), make("b", {}, rule.id), ` ${rule.title}`),
      make("span", { class: "finding-when" }, [finding.player, finding.moment, finding.at].filter(Boolean).join(" · ")),
      finding.sure ? make("span", { class: `sure ${finding.severity}` }, finding.sure) : null,
      make("span", { class: "finding-message" }, finding.message));
    button.addEventListener("click", () => this.choose(this.chosen === number ? -1 : number));
    return make("li", { class: `finding ${finding.severity}${finding.allowed ? " allowed" : ""}` }, button, make("div", { class: "finding-body", id: `finding-${number}`, hidden: true }));
  }

  /** What stands under a finding that is open. */
  body(finding) {
    const rule = game.rules[finding.rule];
    const parts = [];
    if (finding.allowed) parts.push(make("p", { class: "notice" }, say("allowed", { reason: finding.allowed })));
    if (finding.evidence.length) {
      parts.push(make("h3", {}, say("evidence")), make("table", { class: "evidence-lines" }, make("tbody", {},
        ...finding.evidence.map(([what, value]) => make("tr", {}, make("td", {}, what), make("td", {}, value))))));
    }
    const rolls = game.steps[finding.step]?.rolls ?? [];
    if (rolls.length) parts.push(make("p", { class: "dice" }, ...rolls.flatMap(([, faces]) => faces.map((face) => die(face, Math.max(...faces))))));
    if (finding.reading) parts.push(make("p", {}, make("b", {}, `${say("reading")}: `), finding.reading));
    if (finding.remedy) parts.push(make("p", { class: "remedy" }, make("b", {}, `${say("legal_instead")}: `), finding.remedy));
    if (finding.alternatives.length) parts.push(make("p", { class: "faint" }, say("alternatives", { rules: finding.alternatives.join(", ") })));
    const paragraphs = rule.text.split(/\n\s*\n/).filter(Boolean).map((text) => make("p", {}, text));
    parts.push(make("details", { class: "rule-text", open: true }, make("summary", {}, say("rule_text")),
      make("p", { class: "rule-name" }, make("b", {}, `${rule.id} ${rule.title}`), rule.section ? ` · ${say("section", { section: rule.section })}` : ""), ...paragraphs));
    const copy = make("button", { type: "button" }, say("copy"));
    copy.addEventListener("click", () => copyText(finding.text, copy));
    parts.push(make("p", { class: "finding-tools" }, copy, make("a", { href: `#finding=${game.findings.indexOf(finding) + 1}` }, say("link"))));
    return parts;
  }

  /** On paper every finding is open; on the screen again only the one that was. */
  spread(open) {
    this.items.forEach((item, number) => {
      const body = item.querySelector(".finding-body");
      const wanted = open || number === this.chosen;
      body.hidden = !wanted;
      body.replaceChildren(...(wanted ? this.body(game.findings[number]) : []));
      item.hidden = !open && !this.fits(game.findings[number]);
    });
  }

  /** Opens a finding and goes to its step; -1 closes all. */
  choose(number) {
    const close = (at, open) => {
      const item = this.items[at];
      if (!item) return;
      const body = item.querySelector(".finding-body");
      body.hidden = !open;
      body.replaceChildren(...(open ? this.body(game.findings[at]) : []));
      item.classList.toggle("open", open);
      item.querySelector("button").setAttribute("aria-expanded", String(open));
    };
    close(this.chosen, false);
    this.chosen = number;
    close(number, true);
    this.go(number >= 0 ? game.findings[number] : null);
    if (number >= 0) this.items[number].scrollIntoView({ block: "nearest" });
  }

  /** The next finding after the one that is open, or after a step. */
  next(by, step) {
    const shown = this.shown();
    if (!shown.length) return;
    const at = shown.indexOf(this.chosen);
    let next;
    if (at >= 0) next = shown[at + by];
    else if (by > 0) next = shown.find((number) => game.findings[number].step >= step);
    else next = shown.findLast((number) => game.findings[number].step < step);
    if (next !== undefined) this.choose(next);
  }
}

/** Puts text on the clipboard; where that is not allowed, through a hidden field. */
async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { class: "heard", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const label = button.textContent;
  button.textContent = say("copied");
  setTimeout(() => (button.textContent = label), 1500);
}
