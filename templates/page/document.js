// The data of the page, its words, and the few functions that build elements.
// Text from the log only ever becomes text: elements are made here and nowhere else.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const words = read("words");
const game = read("data");

/** A phrase in the language of the page; `{name}` stands for a value. */
function say(key, values = {}) {
  const phrase = words[key] ?? key;
  return phrase.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

const SVG = "http://www.w3.org/2000/svg";

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listen] of Object.entries(value)) element.addEventListener(event, listen);
    } else if (name === "style") {
      for (const [key, setting] of Object.entries(value)) element.style.setProperty(key, setting);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  for (const child of children.flat()) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
  return element;
}

/** An element with attributes and children; strings become text. */
const make = (tag, attributes, ...children) => dress(document.createElement(tag), attributes, children);

/** The same for drawings. */
const draw = (tag, attributes, ...children) => dress(document.createElementNS(SVG, tag), attributes, children);

const byId = (id) => document.getElementById(id);

const sideColour = (side) => game.sides[side]?.colour ?? "#6b7280";
const sideText = (side) => game.sides[side]?.text ?? "#ffffff";
const sideNumber = (id) => game.sides.findIndex((side) => side.id === id);

/** The last row of a sorted list whose first item is not beyond `step`; -1 when there is none. */
function lastBefore(rows, step, first = (row) => row[0]) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (first(rows[middle]) <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const lastStep = game.steps.length - 1;
const momentAt = (step) => Math.max(0, lastBefore(game.moments, step, (moment) => moment.step));

/** When, in words: turn, then side and phase. */
function momentWords(moment) {
  if (!moment) return ["", ""];
  const turn = moment.turn === null || moment.turn === undefined
    ? moment.label || say("before_first_turn")
    : [say("turn_n", { n: moment.turn }), moment.label].filter(Boolean).join(" · ");
  const side = moment.side === null || moment.side === undefined ? "" : game.sides[moment.side]?.name;
  return [turn, [side, moment.phase].filter(Boolean).join(": ")];
}

const stillness = matchMedia("(prefers-reduced-motion: reduce)");
