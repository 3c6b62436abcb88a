// Drawing on the map: evidence of findings, and what moved in a step.

/** Every place of every map, by name. */
const places = new Map();
game.maps.forEach((sheet, map) => {
  for (const [name, x, y] of sheet.places) {
    if (!places.has(name)) places.set(name, { name, map, at: [x, y] });
  }
});

/** The length by which things on a map are measured: the radius of a hex, or half a counter. */
function measure(map) {
  const corners = game.maps[map].hex;
  return corners.length ? Math.max(...corners.map(([x, y]) => Math.hypot(x, y))) : 40;
}

const pathOf = (points) => points.map(([x, y], nth) => `${nth ? "L" : "M"}${x} ${y}`).join("");

/** The outline of a hex, a little inside it. */
function hexPath(map, [x, y], inset = 1) {
  const corners = game.maps[map].hex;
  if (!corners.length) {
    const r = measure(map) * inset;
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  return `${pathOf(corners.map(([dx, dy]) => [x + dx * inset, y + dy * inset]))}Z`;
}

/** An arrow from point to point: its shaft ends short of both. */
function arrow(points, width, [behind, ahead], attributes) {
  const line = points.map((point) => [...point]);
  const trim = (end, next, by) => {
    const length = Math.hypot(next[0] - end[0], next[1] - end[1]) || 1;
    const part = Math.min(0.4, by / length);
    return [end[0] + (next[0] - end[0]) * part, end[1] + (next[1] - end[1]) * part];
  };
  const last = line.length - 1;
  [line[0], line[last]] = [trim(line[0], line[1], behind), trim(line[last], line[last - 1], ahead)];
  const [tip, before] = [line[last], line[last - 1]];
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const head = width * 3.2;
  const wing = (turn) => [tip[0] - head * Math.cos(angle + turn), tip[1] - head * Math.sin(angle + turn)];
  const neck = [tip[0] - head * 0.75 * Math.cos(angle), tip[1] - head * 0.75 * Math.sin(angle)];
  const shaft = pathOf([...line.slice(0, last), neck]);
  const point = `${pathOf([tip, wing(0.45), wing(-0.45)])}Z`;
  return draw("g", attributes,
    draw("path", { class: "casing", d: shaft, "stroke-width": width * 1.9 }),
    draw("path", { class: "casing", d: point, "stroke-width": width * 0.9 }),
    draw("path", { class: "shaft", d: shaft, "stroke-width": width }),
    draw("path", { class: "tip", d: point }));
}

/** Points as players write them: `1½`, not `1 1/2`. */
function inPoints(text) {
  const signs = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/6": "⅙", "5/6": "⅚" };
  return String(text).replace(/ ?\b(\d\/\d)\b/g, (all, fraction) => signs[fraction] ?? all);
}

/** `1 1/2` as a number. */
function asNumber(text) {
  return String(text).split(" ").reduce((sum, part) => {
    const [over, under] = part.split("/").map(Number);
    return sum + (under ? over / under : over || 0);
  }, 0);
}

/** A word on the map, readable on any ground. */
function tag(text, [x, y], size, kind = "") {
  const width = Math.max(1.5, String(text).length * 0.62 + 0.7) * size;
  return draw("g", { class: `tag ${kind}`, transform: `translate(${x} ${y})` },
    draw("rect", { x: -width / 2, y: -size * 0.72, width, height: size * 1.44, rx: size * 0.4 }),
    draw("text", { "font-size": size, "text-anchor": "middle", y: size * 0.35 }, text));
}

/** Draws findings and movements of the map that is shown. */
class Sketcher {
  constructor() {
    this.under = draw("g", {});
    this.moves = draw("g", { class: "moves" });
    this.over = draw("g", { class: "evidence" });
    byId("under").append(this.under);
    byId("over").append(this.moves, this.over);
  }

  /** Arrows for what moved in the step. */
  showMoves(position, step, map) {
    const arrows = [];
    const drawn = new Set();
    for (const piece of position.changes[step] ?? []) {
      const now = position.then(piece, step);
      const before = step > 0 ? position.then(piece, step - 1) : null;
      if (!before || !now || before[SPOT] < 0 || now[SPOT] < 0 || before[SPOT] === now[SPOT]) continue;
      if (spotMap(now[SPOT]) !== map || spotMap(before[SPOT]) !== map) continue;
      const key = `${before[SPOT]}-${now[SPOT]}`;
      if (drawn.has(key)) continue;
      drawn.add(key);
      const side = game.pieces[piece].side;
      const unit = measure(map);
      arrows.push(arrow([spotPoint(before[SPOT]), spotPoint(now[SPOT])], unit * 0.13, [unit * 0.35, unit * 0.35],
        { class: "move", style: { "--ink": sideColour(side) } }));
    }
    this.moves.replaceChildren(...arrows);
  }

  clear() {
    this.under.replaceChildren();
    this.over.replaceChildren();
  }

  /** The evidence of a finding. The places that it is about. */
  show(finding, position, map) {
    this.clear();
    const unit = measure(map);
    const on = (name) => {
      const place = places.get(name);
      return place && place.map === map ? place.at : null;
    };
    const seen = [];
    const note = (point) => (point && seen.push(point), point);
    const sketch = finding.sketch ?? {};
    for (const zone of sketch.zones ?? []) {
      const side = sideNumber(zone.side);
      for (const hex of zone.hexes.map(on).filter(Boolean)) {
        this.under.append(draw("path", { class: "zone", d: hexPath(map, hex, 0.96), style: { "--ink": sideColour(side) } }));
      }
    }
    const marked = new Set((sketch.marks ?? []).map((mark) => mark.at));
    for (const hex of finding.hexes.filter((name) => !marked.has(name)).map(on).filter(Boolean)) {
      note(hex);
      this.under.append(draw("path", { class: `place ${finding.severity}`, d: hexPath(map, hex, 0.94), "stroke-width": unit * 0.07 }));
    }
    for (const mark of sketch.marks ?? []) this.mark(mark, note(on(mark.at)), map, unit);
    // Ways of other units that stand in the same hex are no evidence against this one.
    const accused = new Set(finding.pieces.map((piece) => game.pieces[piece].id));
    const own = (sketch.routes ?? []).filter((route) => accused.has(route.unit));
    for (const route of own.length ? own : sketch.routes ?? []) this.route(route, route.steps.map((step) => note(on(step.at))), unit);
    for (const line of sketch.lines ?? []) this.line(line, note(on(line.from)), note(on(line.to)), on(line.blocked), map, unit);
    if (!sketch.routes?.length && !sketch.lines?.length) this.wayOfPhase(finding, position, map, unit, note);
    return seen;
  }

  /** Without a sketched route: from where the units stood when the phase began to where they stand. */
  wayOfPhase(finding, position, map, unit, note) {
    const began = game.moments[momentAt(Math.max(0, finding.step - 1))]?.step ?? 0;
    for (const piece of finding.pieces) {
      const [before, now] = [position.then(piece, began), position.then(piece, finding.step)];
      if (!before || !now || now[SPOT] < 0 || spotMap(now[SPOT]) !== map) continue;
      note(spotPoint(now[SPOT]));
      if (before[SPOT] < 0 || before[SPOT] === now[SPOT] || spotMap(before[SPOT]) !== map) continue;
      note(spotPoint(before[SPOT]));
      this.over.append(arrow([spotPoint(before[SPOT]), spotPoint(now[SPOT])], unit * 0.12, [unit * 0.3, unit * 0.7], { class: `route ${finding.severity}` }));
    }
  }

  route(route, points, unit) {
    const known = route.steps.map((step, nth) => ({ ...step, point: points[nth] })).filter((step) => step.point);
    if (known.length < 2) return;
    const broken = known.some((step) => step.breaks);
    this.over.append(arrow(known.map((step) => step.point), unit * 0.11, [unit * 0.2, unit * 0.6], { class: `route ${route.kind} ${broken ? "violation" : "fine"}` }));
    const end = known[known.length - 1];
    for (const step of known) {
      const words = step.total || step.cost;
      if (!words) continue;
      const of = route.allowance && asNumber(words) > asNumber(route.allowance) ? ` / ${route.allowance}` : "";
      this.over.append(tag(inPoints(words) + inPoints(of), [step.point[0], step.point[1] + unit * (step === end ? 0.86 : 0.5)], unit * 0.3, step.breaks ? "violation" : "fine"));
    }
  }

  line(line, from, to, blocked, map, unit) {
    if (!from || !to) return;
    const side = sideNumber(line.side);
    if (line.kind === "attack") {
      this.over.append(arrow([from, to], unit * 0.14, [unit * 0.35, unit * 0.5], { class: "attack", style: { "--ink": sideColour(side) } }));
    } else {
      this.over.append(draw("path", { class: `line ${line.kind}${blocked ? " blocked" : ""}`, d: pathOf([from, to]), "stroke-width": unit * 0.1, style: { "--ink": sideColour(side) } }));
    }
    if (blocked) this.over.append(draw("path", { class: "place violation", d: hexPath(map, blocked, 0.94), "stroke-width": unit * 0.09 }));
    if (line.label) this.over.append(tag(line.label, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], unit * 0.3));
  }

  mark(mark, point, map, unit) {
    if (!point) return;
    const kind = mark.kind === "limit" ? "fine" : mark.kind === "target" ? "suspect" : "violation";
    this.under.append(draw("path", { class: `place ${kind}`, d: hexPath(map, point, 0.94), "stroke-width": unit * 0.09 }));
    if (mark.label) this.over.append(tag(mark.label, [point[0], point[1] + unit * 0.78], unit * 0.27, kind));
  }
}
