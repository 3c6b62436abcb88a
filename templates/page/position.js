// Where every piece is at a step, from the tales of the pieces.

const [STEP, SPOT, HEIGHT, FACE, CONDITION] = [0, 1, 2, 3, 4];

class Position {
  constructor(pieces, last) {
    this.tales = pieces.map((piece) => piece.tale);
    /** By step: the pieces that change in it. */
    this.changes = Array.from({ length: last + 1 }, () => []);
    this.tales.forEach((tale, piece) => {
      for (const entry of tale) this.changes[entry[STEP]]?.push(piece);
    });
    /** By piece: the row of its tale that holds now. */
    this.rows = new Int32Array(pieces.length).fill(-1);
    this.step = -1;
  }

  /** What holds of a piece now; nothing before it comes to the table. */
  now(piece) {
    return this.tales[piece][this.rows[piece]];
  }

  /** What held of a piece at a step. */
  then(piece, step) {
    return this.tales[piece][lastBefore(this.tales[piece], step)];
  }

  /** The spot where a piece lies now, by number; -1 when it is not to be seen. */
  spot(piece) {
    return this.now(piece)?.[SPOT] ?? -1;
  }

  /** Goes to a step; the pieces that are different there. */
  go(step) {
    const different = new Set();
    const near = Math.abs(step - this.step) <= 24 && this.step >= 0;
    if (near && step > this.step) {
      for (let at = this.step + 1; at <= step; at++) {
        for (const piece of this.changes[at]) {
          this.rows[piece]++;
          different.add(piece);
        }
      }
    } else if (near) {
      for (let at = this.step; at > step; at--) {
        for (const piece of this.changes[at]) {
          this.rows[piece]--;
          different.add(piece);
        }
      }
    } else {
      this.tales.forEach((tale, piece) => {
        const row = lastBefore(tale, step);
        if (row !== this.rows[piece]) {
          this.rows[piece] = row;
          different.add(piece);
        }
      });
    }
    this.step = step;
    return different;
  }
}

const spotMap = (spot) => game.spots[spot][0];
const spotPoint = (spot) => [game.spots[spot][1], game.spots[spot][2]];
const spotName = (spot) => game.spots[spot][3];
