//! What lies beside the map: seats, turn, dice, declarations, charts, markers, the log, the hand.

use super::room::{GAME, HAND, LOG, OWN, TURN, Widgets, deck, put, seat};
use super::{Assets, number};
use crate::model::{Answer, Counter, Declaration, Game, Id, LinePart, Scenario};
use crate::module::table::charts::ChartPage;
use crate::module::table::stock::stock;
use crate::module::table::{Setting, Surface, Tabletop};
use serde_json::{Value, json};

/// The holder of all decks.
pub const DECKS: &str = "hw-decks";
/// Charts side by side.
const CHARTS_ACROSS: usize = 3;
/// More charts than these lie below the boards.
const CHARTS_BESIDE: usize = 6;
/// More counters of the stock than these do so too.
const STOCK_BESIDE: usize = 32;
/// How much larger a chart is while the pointer rests on it.
const ENLARGED: u32 = 6;
/// Buttons side by side.
const ACROSS: usize = 2;

/// The room beside the map, from top to bottom. Lengths are thousandths of the surface's height before it grew.
pub(super) struct Controls<'t, 'g> {
    top: &'t Tabletop<'g>,
    scenario: &'t Scenario,
    corner: (f64, f64),
    /// Where the boards and trays end.
    below: f64,
    width: f64,
    unit: f64,
    charts: usize,
    stock: usize,
}

/// Where each part begins.
struct Rows {
    seats: f64,
    turn: f64,
    dice: f64,
    declarations: f64,
    log: f64,
    charts: f64,
    stock: f64,
    hand: f64,
    decks: f64,
    end: f64,
}

impl<'t, 'g> Controls<'t, 'g> {
    pub(super) fn new(
        top: &'t Tabletop<'g>,
        scenario: &'t Scenario,
        surface: &Surface,
        charts: usize,
    ) -> Self {
        let (left, above, wide, high) = surface.controls;
        Controls {
            top,
            scenario,
            corner: (f64::from(left), f64::from(above)),
            below: f64::from(above + high) + f64::from(above),
            width: f64::from(wide),
            // The room is as wide as so many thousandths of the surface it was laid out for.
            unit: f64::from(wide) / 460.0,
            charts,
            stock: stock(top.game, scenario).len(),
        }
    }

    fn game(&self) -> &'g Game {
        self.top.game
    }

    /// From counter to counter of the stock.
    fn cell(&self) -> f64 {
        let pixels = |counter: &Counter| {
            let (width, height) = self.top.pixels(counter);
            width.max(height)
        };
        f64::from(self.game().counters.iter().map(pixels).max().unwrap_or(50)) * 1.12
    }

    /// How much is below the boards, and how much beside them.
    fn parted(count: usize, most: usize) -> (usize, usize) {
        if count > most { (count, 0) } else { (0, count) }
    }

    /// How many cells of a width there are from the left edge to where the controls begin.
    fn below_across(&self, cell: f64) -> usize {
        (((self.corner.0 - self.corner.1) / cell) as usize).max(1)
    }

    fn beside_across(&self, cell: f64) -> usize {
        ((self.width / cell) as usize).max(1)
    }

    /// The corner of a counter of the stock.
    fn stock_at(&self, nth: usize) -> (f64, f64) {
        let cell = self.cell();
        let (left, top, across) = if self.stock > STOCK_BESIDE {
            (self.corner.1, self.below, self.below_across(cell))
        } else {
            (self.corner.0, self.rows().stock, self.beside_across(cell))
        };
        (left + (nth % across) as f64 * cell, top + (nth / across) as f64 * cell)
    }

    fn rows(&self) -> Rows {
        let game = self.game();
        let unit = self.unit;
        let lines = |count: usize, across: usize| count.div_ceil(across) as f64;
        let seats = self.corner.1 + 44.0 * unit;
        let turn = seats + lines(game.sides.len(), ACROSS) * 42.0 * unit + 8.0 * unit;
        let dice = turn + 84.0 * unit;
        let declarations = dice + game.dice.len() as f64 * 52.0 * unit + 8.0 * unit;
        let log = declarations + lines(game.declarations.len(), ACROSS) * 38.0 * unit + 8.0 * unit;
        let charts = log + 150.0 * unit;
        let (_, beside) = Self::parted(self.charts, CHARTS_BESIDE);
        let stock = charts + lines(beside, CHARTS_ACROSS) * self.chart_height() + 8.0 * unit;
        let (_, beside) = Self::parted(self.stock, STOCK_BESIDE);
        let across = self.beside_across(self.cell());
        let hand = stock + lines(beside, across) * self.cell() + 8.0 * unit;
        let decks = hand + self.cell() * 1.4 + 8.0 * unit;
        Rows {
            seats,
            turn,
            dice,
            declarations,
            log,
            charts,
            stock,
            hand,
            decks,
            end: decks + self.cell() * 1.2,
        }
    }

    /// Charts are pages of A4, upright.
    fn chart_height(&self) -> f64 {
        self.chart_width() * 297.0 / 210.0 + 6.0 * self.unit
    }

    fn chart_width(&self) -> f64 {
        self.width / CHARTS_ACROSS as f64 - 6.0 * self.unit
    }

    /// Where the last part ends.
    pub(super) fn bottom(&self) -> i32 {
        let charts: Vec<f64> =
            (0..self.charts).map(|nth| self.chart(nth).1 + self.chart_height()).collect();
        let stock: Vec<f64> =
            (0..self.stock).map(|nth| self.stock_at(nth).1 + self.cell()).collect();
        charts.into_iter().chain(stock).fold(self.rows().end, f64::max).ceil() as i32
    }

    /// The corner of a chart.
    fn chart(&self, nth: usize) -> (f64, f64) {
        let (wide, high) = (self.chart_width() + 6.0 * self.unit, self.chart_height());
        let (left, top, across) = if self.charts > CHARTS_BESIDE {
            let (counters, _) = Self::parted(self.stock, STOCK_BESIDE);
            let rows = counters.div_ceil(self.below_across(self.cell())) as f64;
            let top = self.below + rows * self.cell();
            (self.corner.1, top, self.below_across(wide))
        } else {
            (self.corner.0, self.rows().charts, CHARTS_ACROSS)
        };
        (left + (nth % across) as f64 * wide, top + (nth / across) as f64 * high)
    }

    fn at(&self, x: f64, y: f64, width: f64, height: f64, rest: Value) -> Value {
        let round = |length: f64| number(length.round());
        let mut widget = json!({
            "x": round(self.corner.0 + x), "y": round(y), "width": round(width), "height": round(height),
        });
        if let Value::Object(rest) = rest {
            for (key, value) in rest {
                widget[key] = value;
            }
        }
        widget
    }

    fn css(&self, size: f64, more: &str) -> String {
        format!("font-size:{}px;{more}", (size * self.unit).round())
    }

    fn button(&self, row: f64, nth: usize, text: &str, routine: Value) -> Value {
        let wide = self.width / ACROSS as f64;
        let (x, y) = ((nth % ACROSS) as f64 * wide, (nth / ACROSS) as f64 * 38.0 * self.unit);
        let css = self.css(13.0, "border-radius:6px");
        self.at(
            x,
            row + y,
            wide - 6.0 * self.unit,
            34.0 * self.unit,
            json!({ "type": "button", "text": text, "css": css, "clickRoutine": routine }),
        )
    }

    /// Everything but decks and pieces.
    pub(super) fn furniture(
        &self,
        widgets: &mut Widgets,
        setting: &Setting,
        charts: &[ChartPage],
        assets: &mut Assets,
    ) {
        let (game, unit, rows) = (self.game(), self.unit, self.rows());
        let told = json!({
            "type": "label", "text": format!("{}: {}", game.title, self.scenario.title),
            "css": self.css(20.0, "font-weight:bold;text-align:left;color:#222"),
            "hexwright": { "game": game.id, "version": game.version, "scenario": self.scenario.id },
        });
        put(widgets, GAME, self.at(0.0, self.corner.1, self.width, 40.0 * unit, told));
        for (nth, side) in game.sides.iter().enumerate() {
            let wide = self.width / ACROSS as f64;
            let (x, y) = ((nth % ACROSS) as f64 * wide, (nth / ACROSS) as f64 * 42.0 * unit);
            let widget = json!({
                "type": "seat", "index": nth + 1, "color": side.colour, "colorEmpty": side.colour,
                "displayEmpty": format!("Sit as {}", side.name), "hand": HAND,
                "css": self.css(15.0, ""),
            });
            let widget = self.at(x, rows.seats + y, wide - 6.0 * unit, 36.0 * unit, widget);
            put(widgets, &seat(side), widget);
        }
        self.turn(widgets, setting, rows.turn);
        self.dice(widgets, rows.dice);
        for (nth, one) in game.declarations.iter().enumerate() {
            let id = format!("{OWN}say-{}", one.id);
            put(widgets, &id, self.button(rows.declarations, nth, &one.menu, said(game, one)));
        }
        let log = json!({
            "type": "label", "text": "", "editable": false,
            "css": self.css(12.0, "text-align:left;color:#222;background:#ffffffcc;border:1px solid #888;overflow-y:auto"),
        });
        put(widgets, LOG, self.at(0.0, rows.log, self.width, 142.0 * unit, log));
        for (nth, page) in charts.iter().enumerate() {
            let (x, y) = self.chart(nth);
            let wide = self.chart_width();
            let shape = page.picture.height / page.picture.width;
            let widget = json!({
                "image": assets.of(&page.image), "movable": false, "clickable": false, "layer": -4,
                "enlarge": ENLARGED,
            });
            let id = format!("{OWN}chart-{}", nth + 1);
            put(widgets, &id, self.at(x - self.corner.0, y, wide, wide * shape, widget));
        }
        let hand = json!({
            "type": "holder", "childrenPerOwner": true, "dropTarget": { "type": "card" }, "text": "Hand",
            "dropOffsetX": 4, "dropOffsetY": 4, "stackOffsetX": (self.cell() * 0.6).round(),
            "inheritChildZ": true,
        });
        put(widgets, HAND, self.at(0.0, rows.hand, self.width, self.cell() * 1.4, hand));
        let decks = json!({
            "type": "holder", "dropTarget": { "type": "card" }, "text": "Counter decks (leave them)",
            "classes": "transparent", "layer": -4,
        });
        put(widgets, DECKS, self.at(0.0, rows.decks, self.cell() * 2.0, self.cell() * 1.2, decks));
    }

    /// The turn, and buttons that pass on.
    fn turn(&self, widgets: &mut Widgets, setting: &Setting, y: f64) {
        let unit = self.unit;
        let (turn, step) = setting.moment;
        let sequence = &self.top.sequence;
        let steps: Vec<&str> =
            sequence.standings.iter().map(|standing| standing.shown.as_str()).collect();
        let label = json!({
            "type": "label", "text": sequence.shown(turn, step), "turn": turn, "step": step, "steps": steps,
            "css": self.css(16.0, "font-weight:bold;text-align:left;color:#222;background:#ffffffcc;border:1px solid #888"),
        });
        put(widgets, TURN, self.at(0.0, y, self.width, 34.0 * unit, label));
        let pass = |by: i32, past: Value, beyond: Value| {
            json!([
                format!("var turn = ${{PROPERTY turn OF {TURN}}}"),
                format!("var n = ${{PROPERTY step OF {TURN}}} + {by}"),
                { "func": "IF", "operand1": "${n}", "relation": past, "operand2": beyond, "thenRoutine": [
                    format!("var n = {}", if by > 0 { 0 } else { steps.len().saturating_sub(1) }),
                    format!("var turn = ${{turn}} + {by}"),
                ]},
                format!("var steps = ${{PROPERTY steps OF {TURN}}}"),
                "var shown = ${steps} getIndex ${n}",
                { "func": "SET", "collection": [TURN], "property": "step", "value": "${n}" },
                { "func": "SET", "collection": [TURN], "property": "turn", "value": "${turn}" },
                { "func": "SET", "collection": [TURN], "property": "text", "value": "Turn ${turn}${shown}" },
            ])
        };
        let row = y + 40.0 * unit;
        let back = self.button(row, 0, "Phase before", pass(-1, json!("<"), json!(0)));
        let next = self.button(row, 1, "Next phase", pass(1, json!(">="), json!(steps.len())));
        put(widgets, &format!("{TURN}-back"), back);
        put(widgets, &format!("{TURN}-next"), next);
    }

    fn dice(&self, widgets: &mut Widgets, row: f64) {
        let unit = self.unit;
        for (nth, die) in self.game().dice.iter().enumerate() {
            let y = row + nth as f64 * 52.0 * unit;
            let faces: Vec<u32> = (1..=die.faces).collect();
            let ids: Vec<String> = (1..=die.count).map(|one| die_id(&die.id, one)).collect();
            let routine = json!([{ "func": "CLICK", "collection": ids }]);
            let text = format!("Roll {}", die.name);
            let button = json!({
                "type": "button", "text": text, "css": self.css(13.0, "border-radius:6px"),
                "clickRoutine": routine,
            });
            let button = self.at(0.0, y, 150.0 * unit, 44.0 * unit, button);
            put(widgets, &format!("{OWN}roll-{}", die.id), button);
            for (one, id) in ids.iter().enumerate() {
                let mut widget = json!({ "type": "dice", "faces": faces });
                if die.coloured && one == 0 {
                    widget["color"] = json!("#a40000");
                    widget["pipColor"] = json!("#ffffff");
                }
                let x = (160.0 + 52.0 * one as f64) * unit;
                put(widgets, id, self.at(x, y, 44.0 * unit, 44.0 * unit, widget));
            }
        }
    }

    /// Counters that anybody may take one of: a click puts another beside it.
    pub(super) fn stock(
        &self,
        widgets: &mut Widgets,
        top: &Tabletop<'_>,
        stock: &[(Id<Counter>, &Counter)],
    ) {
        let cell = self.cell();
        for (nth, (_, counter)) in stock.iter().enumerate() {
            let (x, y) = self.stock_at(nth);
            let copy = json!({
                "movable": null, "clickRoutine": null, "grid": null, "onPileCreation": null, "parent": null,
            });
            let widget = json!({
                "type": "card", "deck": deck(top, counter), "cardType": counter.id.as_str(),
                "x": number(x.round()), "y": number(y.round()), "z": 1, "movable": false,
                // A pile would carry the counter off that all others are copies of.
                "onPileCreation": { "keep": true }, "grid": [],
                "clickRoutine": [
                    { "func": "SELECT", "property": "id", "value": stock_id(counter) },
                    { "func": "CLONE", "xOffset": -(cell * 0.5).round(), "yOffset": -(cell * 0.25).round(),
                      "properties": copy },
                ],
            });
            put(widgets, &stock_id(counter), widget);
        }
    }
}

/// The widget of one die of some dice.
pub fn die_id(dice: &str, nth: u32) -> String {
    format!("{OWN}die-{dice}-{nth}")
}

/// The widget that copies of a counter are made of.
pub(super) fn stock_id(counter: &Counter) -> String {
    format!("{OWN}stock-{}", counter.id)
}

/// What a declaration's button does: it asks, and adds a line to the log.
fn said(game: &Game, one: &Declaration) -> Value {
    let text = |label: &str, variable: &str| json!({ "type": "string", "label": label, "variable": variable });
    let choice = |label: &str, variable: &str, choices: &[String]| {
        let options: Vec<Value> =
            choices.iter().map(|choice| json!({ "value": choice, "text": choice })).collect();
        json!({ "type": "select", "label": label, "variable": variable, "options": options })
    };
    let sides: Vec<String> = game.sides.iter().map(|side| side.name.clone()).collect();
    let (mut fields, mut line) = (Vec::new(), String::new());
    for part in &one.line {
        match part {
            LinePart::Words(words) => line.push_str(words),
            LinePart::Unit => {
                fields.push(text("Unit", "unit"));
                line.push_str("${unit}");
            }
            LinePart::Units => {
                fields.push(text("Units, with commas between them", "units"));
                line.push_str("${units}");
            }
            LinePart::Targets => {
                fields.push(text("Targets, with commas between them", "targets"));
                line.push_str("${targets}");
            }
            LinePart::Place => {
                fields.push(text("Hex or box", "place"));
                line.push_str("${place}");
            }
            LinePart::Side => {
                fields.push(choice("Side", "side", &sides));
                line.push_str("${side}");
            }
            LinePart::Answer(nth) => {
                let Some(question) = one.questions.get(*nth) else { continue };
                let variable = format!("answer{nth}");
                fields.push(match (question.choices.as_slice(), question.answer) {
                    ([], Answer::Number) => json!({
                        "type": "number", "label": question.prompt, "variable": variable, "value": 0,
                    }),
                    ([], _) => text(&question.prompt, &variable),
                    (choices, _) => choice(&question.prompt, &variable, choices),
                });
                line.push_str(&format!("${{{variable}}}"));
            }
        }
    }
    let mut routine = Vec::new();
    if !fields.is_empty() {
        routine.push(json!({ "func": "INPUT", "header": one.menu, "fields": fields }));
    }
    routine.push(json!({
        "func": "LABEL", "label": LOG, "mode": "append", "value": format!("{line}\n"),
    }));
    Value::Array(routine)
}
