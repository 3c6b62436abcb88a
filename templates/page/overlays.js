// What can be laid over the map at any step: zones, bonds, supply, stacking, reach, sight.

/** Places or pieces that come and go by toggling: a step's list says what changes sides. */
class Toggling {
  constructor(rows) {
    this.rows = rows;
    this.row = -1;
    this.now = new Set();
  }

  go(step) {
    const row = lastBefore(this.rows, step);
    const toggle = (at) => {
      for (const item of this.rows[at][1]) {
        if (!this.now.delete(item)) this.now.add(item);
      }
    };
    for (; this.row < row; ) toggle(++this.row);
    for (; this.row > row; ) toggle(this.row--);
    return this.now;
  }
}

class Overlays {
  constructor(position, table) {
    this.position = position;
    this.table = table;
    this.on = new Set();
    this.hex = null;
    this.under = draw("g", {});
    this.over = draw("g", {});
    byId("under").append(this.under);
    byId("over").append(this.over);
    const data = game.overlays;
    this.zones = (data.zones ?? []).map((rows) => new Toggling(rows));
    this.supply = data.supply ? new Toggling(data.supply) : null;
    this.reach = new Map(data.reach ?? []);
    this.sighted = game.maps.findIndex((sheet) => sheet.sight);
    this.board = Math.max(0, game.maps.findIndex((sheet, map) => map === data.map));
    this.offer();
  }

  /** The check boxes for what this game has. */
  offer() {
    const data = game.overlays;
    const kinds = [];
    this.zones.forEach((zone, side) => zone.rows.length && kinds.push([`zone-${side}`, say("zones", { side: game.sides[side].name }), sideColour(side)]));
    if (data.bonds?.length) kinds.push(["bonds", say("bonds")]);
    if (this.supply) kinds.push(["supply", say("supply")]);
    if (data.stacking) kinds.push(["stacking", say("stacking")]);
    if (this.reach.size) kinds.push(["reach", say("reach")]);
    if (this.sighted >= 0) kinds.push(["sight", say("sight")]);
    for (const [id, label, colour] of kinds) {
      const box = make("input", { type: "checkbox", id: `overlay-${id}` });
      box.addEventListener("change", () => {
        if (box.checked) this.on.add(id);
        else this.on.delete(id);
        this.show();
      });
      const swatch = colour ? make("span", { class: "swatch", style: { "background-color": colour } }) : null;
      byId("overlay-list").append(make("label", {}, box, swatch, label));
    }
    byId("overlay-menu").hidden = !kinds.length;
  }

  place(number) {
    const [, x, y] = game.maps[this.board].places[number];
    return [x, y];
  }

  /** Draws what is switched on, as it is at the present step. */
  show() {
    this.under.replaceChildren();
    this.over.replaceChildren();
    byId("overlay-words").textContent = "";
    this.cutOff();
    if (this.table.map !== this.board && this.table.map !== this.sighted) return;
    const { step } = this.position;
    const map = this.table.map;
    const unit = measure(map);
    this.zones.forEach((zone, side) => {
      if (!this.on.has(`zone-${side}`) || map !== this.board) return;
      const area = [...zone.go(step)].map((place) => hexPath(map, this.place(place), 0.97)).join("");
      this.under.append(draw("path", { class: `zone zone-${side % 2 ? "even" : "odd"}`, d: area, style: { "--ink": sideColour(side) } }));
    });
    if (this.on.has("bonds")) this.bonds(step, unit);
    if (this.on.has("stacking")) this.stacking(step, unit);
    if (this.on.has("reach")) this.reached(step, unit);
    if (this.on.has("sight")) this.sight(unit);
  }

  bonds(step, unit) {
    const row = game.overlays.bonds[lastBefore(game.overlays.bonds, step)];
    for (const [side, from, to] of row?.[1] ?? []) {
      const ends = [places.get(from)?.at, places.get(to)?.at];
      if (!ends[0] || !ends[1]) continue;
      this.over.append(
        draw("path", { class: "line bond casing", d: pathOf(ends), "stroke-width": unit * 0.2 }),
        draw("path", { class: "line bond", d: pathOf(ends), "stroke-width": unit * 0.11, style: { "--ink": sideColour(side) } }));
    }
  }

  stacking(step, unit) {
    const totals = new Map();
    const rows = game.overlays.stacking;
    for (let at = 0; at <= lastBefore(rows, step); at++) {
      for (const [place, side, words, over] of rows[at][1]) totals.set(`${place} ${side}`, [place, words, over]);
    }
    for (const [place, words, over] of totals.values()) {
      if (!words) continue;
      const [x, y] = this.place(place);
      this.over.append(tag(words, [x, y + unit * 0.76], unit * 0.24, over ? "violation" : "fine"));
    }
  }

  reached(step, unit) {
    const piece = this.table.chosen;
    const rows = this.reach.get(piece);
    if (!rows) {
      byId("overlay-words").textContent = piece >= 0 ? say("reach_not_now", { unit: game.pieces[piece].id }) : say("none_selected");
      return;
    }
    const [, allowance, hexes] = rows[lastBefore(rows, step)] ?? [0, "", []];
    const name = game.conditions[this.position.now(piece)?.[CONDITION]]?.name ?? game.pieces[piece].id;
    byId("overlay-words").textContent = say(!hexes.length ? "reach_not_now" : allowance ? "reach_words" : "reach_words_plain", { unit: name, points: inPoints(allowance) });
    for (const [cost, reached] of hexes) {
      for (const at of reached.map((place) => this.place(place))) {
        this.under.append(draw("path", { class: "reach", d: hexPath(this.board, at, 0.95) }));
        this.over.append(draw("text", { class: "cost", x: at[0], y: at[1] + unit * 0.16, "font-size": unit * 0.42, "text-anchor": "middle" }, inPoints(cost)));
      }
    }
  }

  /** Two bits for each other hex: blocked, disputed, seen. */
  sight(unit) {
    const map = this.sighted;
    const list = game.maps[map].places;
    const from = list.findIndex(([name]) => name === this.hex);
    if (from < 0) {
      byId("overlay-words").textContent = say("sight_none");
      return;
    }
    byId("overlay-words").textContent = say("sight_words", { hex: this.hex });
    this.bits ??= Uint8Array.from(atob(game.maps[map].sight), (character) => character.charCodeAt(0));
    const count = game.maps[map].sight_places;
    const seen = ["", "", "", ""];
    for (let to = 0; to < count; to++) {
      if (to === from || from >= count) continue;
      const bit = (from * count + to) * 2;
      const sees = (this.bits[bit >> 3] >> (bit & 7)) & 3;
      seen[sees] += hexPath(map, [list[to][1], list[to][2]], 0.96);
    }
    ["blocked", "disputed", "seen"].forEach((kind, sees) => this.under.append(draw("path", { class: `sight ${kind}`, d: seen[sees] })));
    this.over.append(draw("path", { class: "place fine", d: hexPath(map, [list[from][1], list[from][2]], 0.94), "stroke-width": unit * 0.1 }));
  }

  /** Marks the pieces that are out of supply. */
  cutOff() {
    const cut = this.supply && this.on.has("supply") ? this.supply.go(this.position.step) : new Set();
    this.table.elements.forEach((element, piece) => element?.classList.toggle("cut-off", cut.has(piece)));
  }
}
