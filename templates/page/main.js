// The page at work: steps, keys, panels, links.

const position = new Position(game.pieces, lastStep);
const table = new Table(position);
const camera = new Camera(byId("view"), byId("world"));
const sketcher = new Sketcher();
const overlays = new Overlays(position, table);
const units = new Units(position, choosePiece);
const log = new LogList((step) => (findings.choose(-1), go(step)));
const findings = new Findings(showFinding);
const timer = { playing: false, handle: 0 };

// Maps

const mapOrder = [...game.maps.keys()].sort((a, b) => game.maps[a].order - game.maps[b].order);

function showMap(map) {
  if (!table.showMap(map)) return;
  camera.frame(game.maps[map].width, game.maps[map].height);
  for (const tab of byId("map-tabs").querySelectorAll("button")) tab.setAttribute("aria-pressed", String(tab.dataset.map === String(map)));
  const choice = byId("map-choice");
  if (choice) choice.value = String(map);
  if (position.step >= 0) sketcher.showMoves(position, position.step, map);
  overlays.show();
}

/** So many maps have a button each; more are chosen from a list, which leaves room for the map itself. */
const MOST_TABS = 4;

function offerMaps() {
  if (mapOrder.length < 2) return;
  byId("map-tabs").hidden = false;
  if (mapOrder.length > MOST_TABS) {
    const choice = make("select", { id: "map-choice", "aria-label": say("maps") }, ...mapOrder.map((map) => make("option", { value: map }, game.maps[map].name)));
    choice.addEventListener("change", () => showMap(Number(choice.value)));
    byId("map-tabs").classList.add("chosen-from-list");
    byId("map-tabs").append(choice);
    return;
  }
  for (const map of mapOrder) {
    const tab = make("button", { type: "button", data: { map }, "aria-pressed": "false" }, game.maps[map].name);
    tab.addEventListener("click", () => showMap(map));
    byId("map-tabs").append(tab);
  }
}

// Steps

/** Goes to a step and shows everything as it is there. */
function go(wanted, { follow = true } = {}) {
  const step = Math.min(lastStep, Math.max(0, wanted));
  if (step === position.step) return;
  table.still(Math.abs(step - position.step) > 3 || stillness.matches);
  const different = position.go(step);
  if (follow) followAction(step);
  table.update(different);
  sketcher.showMoves(position, step, table.map);
  if (overlays.on.size) overlays.show();
  if (different.size && table.chosen >= 0 && table.elements[table.chosen]) table.choose(table.chosen);
  showMoment(step);
  const open = panelShown();
  log.show(step, open === "log");
  units.show(open === "units");
  later(step);
}

/** Turns to the map on which something happens, and brings it into view. */
function followAction(step) {
  const points = [];
  let map = -1;
  for (const piece of position.changes[step].slice(0, 12)) {
    for (const entry of [position.then(piece, step), step > 0 ? position.then(piece, step - 1) : null]) {
      if (!entry || entry[SPOT] < 0) continue;
      if (map < 0) map = spotMap(entry[SPOT]);
      if (spotMap(entry[SPOT]) === map) points.push(spotPoint(entry[SPOT]));
    }
  }
  if (map < 0 || step === 0) return;
  if (map !== table.map) showMap(map);
  else camera.show(points);
}

let shownMoment = -2;

function showMoment(step) {
  const sheet = game.steps[step];
  byId("slider").value = step;
  const at = momentAt(step);
  const [turn, phase] = momentWords(game.moments[at]);
  if (at !== shownMoment) {
    shownMoment = at;
    byId("plate-turn").textContent = turn;
    byId("plate-phase").textContent = phase;
    const side = game.moments[at]?.side;
    byId("plate-flag").style.backgroundColor = side === null || side === undefined ? "transparent" : sideColour(side);
    byId("jump").value = String(at);
  }
  byId("step-count").replaceChildren(say("step"), " ", make("b", {}, String(step)), ` / ${lastStep}`);
  byId("now-words").replaceChildren(...stepLines(sheet, step));
}

/** What need not happen at once: the link, and what a screen reader says. */
let waiting = 0;
function later(step) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const [turn, phase] = momentWords(game.moments[momentAt(step)]);
    const spoken = [...byId("now-words").childNodes].map((node) => node.textContent).join("; ");
    byId("slider").setAttribute("aria-valuetext", [say("step_of", { n: step, all: lastStep }), turn, phase].filter(Boolean).join(", "));
    if (timer.playing) return;
    byId("live").textContent = `${say("step")} ${step}. ${spoken}`;
    history.replaceState(null, "", findings.chosen >= 0 ? `#finding=${findings.chosen + 1}` : `#step=${step}`);
  }, 350);
}

function goByMoment(by) {
  const at = momentAt(position.step);
  const begins = game.moments[at]?.step ?? 0;
  if (by < 0 && position.step > begins) go(begins);
  else go(game.moments[at + by]?.step ?? (by < 0 ? 0 : lastStep));
}

function goByTurn(by) {
  const at = momentAt(position.step);
  const turn = game.moments[at]?.turn;
  const other = by > 0
    ? game.moments.find((moment, nth) => nth > at && moment.turn !== turn)
    : game.moments.find((moment) => moment.turn === game.moments.findLast((known, nth) => nth < at && known.turn !== turn)?.turn);
  go(other?.step ?? (by < 0 ? 0 : lastStep));
}

// Playing

function play(on = !timer.playing) {
  timer.playing = on;
  clearTimeout(timer.handle);
  document.body.classList.toggle("playing", on);
  const label = say(on ? "pause" : "play");
  byId("play").setAttribute("aria-label", label);
  byId("play").title = `${label} (Space)`;
  if (!on) return later(position.step);
  if (position.step >= lastStep) go(0);
  const tick = () => {
    if (position.step >= lastStep) return play(false);
    go(position.step + 1);
    timer.handle = setTimeout(tick, 900 / Number(byId("speed").value));
  };
  timer.handle = setTimeout(tick, 300);
}

// Findings, units

function showFinding(finding) {
  sketcher.clear();
  table.accuse([], "note");
  if (!finding) {
    table.fanOut(-1);
    return;
  }
  play(false);
  const first = finding.hexes.map((name) => places.get(name)).find(Boolean);
  const piece = finding.pieces.map((number) => position.then(number, finding.step)).find((entry) => entry && entry[SPOT] >= 0);
  go(finding.step, { follow: false });
  showMap(first?.map ?? (piece ? spotMap(piece[SPOT]) : table.map));
  table.accuse(finding.pieces, finding.severity);
  // In a stack the accused would lie under others.
  const stacked = finding.pieces.map((number) => table.drawn[number]).find((spot) => spot >= 0 && table.stacks[spot].length > 1);
  table.fanOut(stacked ?? -1);
  const seen = sketcher.show(finding, position, table.map);
  sketcher.moves.replaceChildren();
  camera.show(seen, Math.min(1, 46 / measure(table.map)));
  byId("live").textContent = `${say(finding.severity)}: ${finding.message}`;
}

function choosePiece(piece) {
  table.choose(piece);
  units.chosen = piece;
  openPanel("units");
  units.show(true);
  const spot = position.spot(piece);
  if (spot >= 0) {
    showMap(spotMap(spot));
    camera.show([spotPoint(spot)]);
  }
  overlays.show();
}

function pressMap(event) {
  if (camera.dragged) return;
  const element = event.target.closest?.(".piece");
  if (element) {
    const piece = Number(element.dataset.piece);
    const spot = table.drawn[piece];
    if (table.stacks[spot]?.length > 1 && table.fanned !== spot) table.fanOut(spot);
    if (event.pointerType !== "touch" || table.stacks[spot]?.length === 1 || table.fannedBefore === spot) choosePiece(piece);
    table.fannedBefore = table.fanned;
    return;
  }
  table.fanOut(-1);
  const [x, y] = camera.point(event);
  let [best, distance] = [null, measure(table.map)];
  for (const [name, px, py] of game.maps[table.map].places) {
    const far = Math.hypot(px - x, py - y);
    if (far < distance) [best, distance] = [name, far];
  }
  overlays.hex = best;
  overlays.show();
}

// Panels

const PANELS = ["findings", "log", "units"];
const panelShown = () => PANELS.find((panel) => !byId(panel).hidden);

function openPanel(wanted, focus = false) {
  for (const panel of PANELS) {
    const tab = byId(`tab-${panel}`);
    const open = panel === wanted;
    byId(panel).hidden = !open;
    tab.setAttribute("aria-selected", String(open));
    tab.tabIndex = open ? 0 : -1;
    if (open && focus) tab.focus();
  }
  log.show(position.step, wanted === "log");
  units.show(wanted === "units");
}

function showView(statistics) {
  byId("game").hidden = statistics;
  byId("statistics").hidden = !statistics;
  byId("show-game").setAttribute("aria-pressed", String(!statistics));
  byId("show-statistics").setAttribute("aria-pressed", String(statistics));
  if (statistics) {
    play(false);
    showStatistics();
  }
}

// The line of time

function drawTimeline() {
  byId("slider").max = lastStep;
  const part = (step) => `${(100 * step) / Math.max(1, lastStep)}%`;
  const marks = byId("marks");
  game.moments.forEach((moment, nth) => {
    const end = game.moments[nth + 1]?.step ?? lastStep;
    const side = moment.side;
    marks.append(draw("rect", { class: "phase", x: part(moment.step), width: part(end - moment.step), y: 20, height: 5, style: { fill: side === null || side === undefined ? "var(--line)" : sideColour(side) } }));
  });
  let turn;
  game.moments.forEach((moment) => {
    const label = moment.turn ?? moment.label;
    if (label === turn || label === "") return;
    turn = label;
    marks.append(draw("rect", { class: "turn", x: part(moment.step), width: 1, y: 2, height: 23 }));
    byId("turns").append(make("span", { style: { left: part(moment.step) } }, moment.turn === null || moment.turn === undefined ? label : say("turn_n", { n: moment.turn })));
  });
  // Labels that would run into the one before are left out.
  let end = -1;
  for (const label of byId("turns").children) {
    const left = label.offsetLeft;
    label.hidden = left < end;
    if (!label.hidden) end = left + label.offsetWidth + 6;
  }
  for (const finding of game.findings) {
    const shape = { violation: "M0-7 7 6H-7Z", suspect: "M0-7 7 0 0 7-7 0Z", note: "M0-5a5 5 0 1 0 .01 0Z" }[finding.severity];
    marks.append(draw("svg", { x: part(finding.step), y: 10, overflow: "visible" }, draw("path", { class: `flag ${finding.severity}`, d: shape, transform: "scale(.8)" })));
  }
  const jump = byId("jump");
  let group = null;
  let name = null;
  game.moments.forEach((moment, nth) => {
    const [turnWords, phase] = momentWords(moment);
    if (turnWords !== name) {
      name = turnWords;
      group = make("optgroup", { label: turnWords });
      jump.append(group);
    }
    group.append(make("option", { value: nth }, phase || turnWords));
  });
}

// Keys

const KEYS = {
  ArrowRight: () => go(position.step + 1),
  ArrowLeft: () => go(position.step - 1),
  ArrowDown: () => goByMoment(1),
  ArrowUp: () => goByMoment(-1),
  PageDown: () => goByTurn(1),
  PageUp: () => goByTurn(-1),
  Home: () => go(0),
  End: () => go(lastStep),
};
const SINGLE_KEYS = {
  " ": () => play(),
  n: () => (openPanel("findings"), findings.next(1, position.step)),
  p: () => (openPanel("findings"), findings.next(-1, position.step)),
  "+": () => camera.zoom(1.25),
  "=": () => camera.zoom(1.25),
  "-": () => camera.zoom(0.8),
  0: () => camera.frame(...camera.size),
  "?": () => byId("help").showModal(),
};
const PAN = { ArrowRight: [-80, 0], ArrowLeft: [80, 0], ArrowDown: [0, -80], ArrowUp: [0, 80] };

/** Whether the last to choose a place on the page was a pointer, not the keys. */
let byPointer = false;

function pressKey(event) {
  if (event.key === "Tab") byPointer = false;
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open || byId("game").hidden) return;
  const { target } = event;
  if (target.closest?.("select, textarea, input:not([type=range]):not([type=checkbox]), [role=tablist]")) return;
  // Whoever came to a button by keys presses it with the space bar; after a click of the mouse the bar plays.
  if (event.key === " ") {
    const button = target.closest?.("button, summary, a, input[type=checkbox]");
    if (button && !byPointer) return;
    button?.blur();
  }
  if (event.shiftKey && PAN[event.key]) {
    camera.pan(...PAN[event.key]);
  } else if (!event.shiftKey && KEYS[event.key]) {
    play(false);
    if (findings.chosen >= 0) findings.choose(-1);
    KEYS[event.key]();
  } else if (byId("single-keys").checked && SINGLE_KEYS[event.key.toLowerCase()]) {
    SINGLE_KEYS[event.key.toLowerCase()]();
  } else {
    return;
  }
  event.preventDefault();
}

function turnTab(event) {
  const at = PANELS.indexOf(panelShown());
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: PANELS.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  openPanel(PANELS[(to + PANELS.length) % PANELS.length], true);
}

// Links

function follow() {
  const finding = /finding=(\d+)/.exec(location.hash);
  const wanted = /step=(\d+)/.exec(location.hash);
  if (finding && game.findings[Number(finding[1]) - 1]) {
    openPanel("findings");
    findings.choose(Number(finding[1]) - 1);
    camera.settle();
  } else if (wanted) {
    go(Number(wanted[1]));
  }
}

// On paper

let lookBefore = null;

/** Paper has no buttons: all findings open, the whole log, the statistics. */
function toPaper() {
  play(false);
  lookBefore = camera.look;
  camera.settle();
  // As much as A4 has room for: see the rules for print.
  camera.frame(...camera.size, [690, 415]);
  findings.spread(true);
  showStatistics();
  const rows = [];
  let moment = -1;
  for (let step = 0; step <= lastStep; step++) {
    if (momentAt(step) !== moment) {
      moment = momentAt(step);
      rows.push(make("li", { class: "log-moment" }, momentWords(game.moments[moment]).filter(Boolean).join(" — ")));
    }
    const lines = stepLines(game.steps[step], step, true);
    rows.push(make("li", {}, make("span", { class: "log-step" }, String(step)), make("span", { class: "log-words" }, ...lines)));
  }
  byId("paper-log").replaceChildren(make("h2", {}, say("log")), make("ol", { class: "log-list" }, ...rows));
}

function fromPaper() {
  findings.spread(false);
  if (lookBefore) camera.look = lookBefore;
  byId("paper-log").replaceChildren();
}

// Everything in its place

function listen(id, event, act) {
  byId(id).addEventListener(event, act);
}

const leaving = (act) => () => {
  play(false);
  if (findings.chosen >= 0) findings.choose(-1);
  act();
};
listen("to-start", "click", leaving(() => go(0)));
listen("to-end", "click", leaving(() => go(lastStep)));
listen("step-on", "click", leaving(() => go(position.step + 1)));
listen("step-back", "click", leaving(() => go(position.step - 1)));
listen("phase-on", "click", leaving(() => goByMoment(1)));
listen("phase-back", "click", leaving(() => goByMoment(-1)));
listen("play", "click", () => play());
listen("finding-on", "click", SINGLE_KEYS.n);
listen("finding-back", "click", SINGLE_KEYS.p);
listen("slider", "input", (event) => leaving(() => go(Number(event.target.value)))());
listen("jump", "change", (event) => leaving(() => go(game.moments[Number(event.target.value)].step))());
listen("zoom-in", "click", () => (camera.glide(), camera.zoom(1.3)));
listen("zoom-out", "click", () => (camera.glide(), camera.zoom(1 / 1.3)));
listen("fit", "click", () => (camera.glide(), camera.frame(...camera.size)));
listen("show-game", "click", () => showView(false));
listen("show-statistics", "click", () => showView(true));
listen("open-help", "click", () => byId("help").showModal());
listen("close-help", "click", () => byId("help").close());
listen("view", "click", pressMap);
listen("view", "pointermove", (event) => {
  if (event.pointerType === "touch" || event.buttons) return;
  if (table.fanned >= 0 && table.inFan(camera.point(event))) return;
  const piece = event.target.closest?.(".piece");
  const spot = piece ? table.drawn[Number(piece.dataset.piece)] : -1;
  table.fanOut(spot >= 0 && table.stacks[spot].length > 1 ? spot : -1);
});
listen("view", "pointerleave", (event) => event.pointerType !== "touch" && table.fanOut(-1));
listen("theme", "click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});
for (const panel of PANELS) listen(`tab-${panel}`, "click", () => openPanel(panel));
document.querySelector("[role=tablist]").addEventListener("keydown", turnTab);
document.addEventListener("keydown", pressKey);
document.addEventListener("pointerdown", () => (byPointer = true), true);
addEventListener("hashchange", follow);
addEventListener("beforeprint", toPaper);
addEventListener("afterprint", fromPaper);
document.addEventListener("click", (event) => {
  const menu = byId("overlay-menu");
  if (menu.open && !menu.contains(event.target) && !byId("view").contains(event.target)) menu.open = false;
});

offerMaps();
drawTimeline();
if (game.maps.length) showMap(mapOrder[0]);
go(0);
openPanel(game.findings.length || game.coverage ? "findings" : "log");
follow();
document.documentElement.dataset.ready = "true";
