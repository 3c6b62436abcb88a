// The table: boards, and pieces in their stacks.

class Table {
  constructor(position) {
    this.position = position;
    this.map = -1;
    this.root = byId("pieces");
    this.elements = game.pieces.map(() => null);
    /** By piece: the spot it is drawn at. */
    this.drawn = new Int32Array(game.pieces.length).fill(-1);
    this.stacks = game.spots.map(() => []);
    this.fanned = -1;
    this.chosen = -1;
    this.accused = new Set();
  }

  /** Shows another map. */
  showMap(map) {
    if (map === this.map) return false;
    this.map = map;
    const sheet = game.maps[map];
    const boards = sheet.boards.map((board) => {
      const at = { left: `${board.x}px`, top: `${board.y}px`, width: `${board.width}px`, height: `${board.height}px` };
      if (board.turned) at.transform = "rotate(180deg)";
      return board.picture === null
        ? make("div", { class: "board plain", style: at })
        : make("img", { class: "board", alt: "", draggable: "false", src: game.pictures[board.picture], style: at });
    });
    if (!boards.length) {
      boards.push(make("div", { class: "board plain", style: { width: `${sheet.width}px`, height: `${sheet.height}px` } }));
    }
    byId("boards").replaceChildren(...boards);
    for (const id of ["under", "over"]) {
      byId(id).setAttribute("viewBox", `0 0 ${sheet.width} ${sheet.height}`);
      byId(id).setAttribute("width", sheet.width);
      byId(id).setAttribute("height", sheet.height);
    }
    this.fanned = -1;
    this.update(game.pieces.keys());
    return true;
  }

  /** Draws pieces that are different now, and the stacks that they left and joined. */
  update(pieces) {
    const stirred = new Set();
    for (const piece of pieces) {
      const entry = this.position.now(piece);
      const here = entry && entry[SPOT] >= 0 && spotMap(entry[SPOT]) === this.map;
      const spot = here ? entry[SPOT] : -1;
      const old = this.drawn[piece];
      if (old !== spot) {
        if (old >= 0) {
          this.stacks[old].splice(this.stacks[old].indexOf(piece), 1);
          stirred.add(old);
        }
        if (spot >= 0) this.stacks[spot].push(piece);
        this.drawn[piece] = spot;
      }
      if (spot >= 0) {
        stirred.add(spot);
        this.dress(piece, entry);
      } else if (this.elements[piece]) {
        this.elements[piece].hidden = true;
        this.elements[piece].dataset.place = "";
      }
    }
    if (stirred.has(this.fanned)) this.fanned = -1;
    for (const spot of stirred) this.arrange(spot);
  }

  /** The element of a piece with its present face. */
  dress(piece, entry) {
    let element = this.elements[piece];
    if (!element) {
      element = make("div", { class: "piece", data: { piece, unit: game.pieces[piece].id } });
      this.elements[piece] = element;
      this.root.append(element);
    }
    if (element.hidden) element.hidden = false;
    element.dataset.place = spotName(entry[SPOT]);
    if (element.dataset.face === String(entry[FACE])) return;
    element.dataset.face = entry[FACE];
    const face = game.faces[entry[FACE]];
    element.style.width = `${face.width}px`;
    element.style.height = `${face.height}px`;
    element.style.margin = `${-face.height / 2}px 0 0 ${-face.width / 2}px`;
    const [midX, midY] = [face.width / 2, face.height / 2];
    const coats = face.layers.map(([picture, x, y, width, height, turn]) => {
      const style = { left: `${midX + x - width / 2}px`, top: `${midY + y - height / 2}px`, width: `${width}px`, height: `${height}px` };
      if (turn) style.transform = `rotate(${turn}deg)`;
      return make("img", { src: game.pictures[picture], alt: "", draggable: "false", style });
    });
    if (face.word) coats.push(make("span", { class: "piece-word" }, face.word));
    for (const [text, x, y, size, ink, ground] of face.labels ?? []) {
      const style = { left: `${midX + x}px`, top: `${midY + y}px`, "font-size": `${size}px` };
      if (ink) style.color = ink;
      if (ground) style["background-color"] = ground;
      coats.push(make("span", { class: "piece-label", style }, text));
    }
    element.replaceChildren(...coats);
  }

  /** Lays out a stack: folded, or fanned out so that every piece is seen whole. */
  arrange(spot) {
    const stack = this.stacks[spot];
    if (!stack.length) return;
    stack.sort((a, b) => this.position.now(a)[HEIGHT] - this.position.now(b)[HEIGHT] || a - b);
    const [x, y] = spotPoint(spot);
    const fanned = spot === this.fanned && stack.length > 1;
    const size = Math.max(...stack.map((piece) => game.faces[this.position.now(piece)[FACE]].width));
    const folded = Math.min(size * 0.1, (size * 0.55) / stack.length);
    const columns = Math.min(stack.length, Math.max(2, Math.ceil(Math.sqrt(stack.length * 1.6))));
    const rows = Math.ceil(stack.length / columns);
    stack.forEach((piece, nth) => {
      const element = this.elements[piece];
      let [dx, dy] = [nth * folded, -nth * folded];
      if (fanned) {
        const row = Math.floor(nth / columns);
        const inRow = Math.min(columns, stack.length - row * columns);
        dx = ((nth % columns) - (inRow - 1) / 2) * size * 1.08;
        dy = (row - (rows - 1) / 2) * size * 1.08;
      }
      element.style.transform = `translate(${Math.round(x + dx)}px, ${Math.round(y + dy)}px)`;
      element.style.zIndex = (fanned ? 5000 : 0) + nth + 1;
      element.classList.toggle("fanned", fanned);
    });
    if (fanned) {
      const [width, height] = [columns * size * 1.08, rows * size * 1.08];
      this.fan = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    }
  }

  /** Fans out a stack, or with -1 folds it up. */
  fanOut(spot) {
    if (spot === this.fanned) return;
    const old = this.fanned;
    this.fanned = spot;
    if (old >= 0) this.arrange(old);
    if (spot >= 0) this.arrange(spot);
  }

  /** Whether a point of the map lies in the stack that is fanned out. */
  inFan([x, y]) {
    const [left, top, right, bottom] = this.fan;
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  choose(piece) {
    this.elements[this.chosen]?.classList.remove("chosen");
    this.chosen = piece;
    this.elements[piece]?.classList.add("chosen");
  }

  /** Rings the pieces that a finding is about. */
  accuse(pieces, severity) {
    for (const piece of this.accused) this.elements[piece]?.classList.remove("accused", "violation", "suspect", "note");
    this.accused = new Set(pieces);
    for (const piece of pieces) this.elements[piece]?.classList.add("accused", severity);
  }

  /** No gliding while jumping. */
  still(on) {
    this.root.classList.toggle("still", on);
  }
}
