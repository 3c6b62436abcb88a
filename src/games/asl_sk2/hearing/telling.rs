//! What is said of an act: names instead of ids, the arithmetic line by line, a sketch for the map.

use super::super::ruling::Ruling as Said;
use super::super::table::{Piece, Table};
use super::Log;
use super::act::Act;
use crate::hex::Hex;
use crate::model::Provenance;
use crate::referee::{
    Evidence, Finding, Judgement, Line, LineKind, Mark, MarkKind, Route, RouteKind, Sketch,
    Waypoint,
};
use serde_json::{Map, Value};

impl Log<'_> {
    /// Adds units, places, arithmetic and a sketch to what is found.
    pub(super) fn tell(&self, act: &Act<'_>, said: &mut Said, table: &Table) {
        let units = act.units.iter().map(|unit| self.table.units[*unit].id.clone());
        let weapons = act.weapons.iter().map(|weapon| self.table.weapons[*weapon].id.clone());
        let pieces: Vec<String> = units.chain(weapons).collect();
        let hexes: Vec<String> = act.hexes.iter().map(|hex| table.ground.name(*hex)).collect();
        let lines = evidence(&said.judgement);
        let sketch = self.sketch(act, &said.judgement);
        // Nobody needs the state of all pieces in a report on a log.
        for name in ["after", "counters", "range"] {
            said.judgement.values.remove(name);
        }
        for finding in &mut said.judgement.findings {
            let message = self.in_words(&finding.message);
            let named = message.split_once(": ").filter(|(name, _)| act.subject.starts_with(name));
            let message = named.map_or(message.as_str(), |(_, rest)| rest);
            finding.message = format!("{}: {message}", act.subject);
            finding.units.extend(pieces.iter().cloned());
            finding.hexes.extend(hexes.iter().cloned());
            let stacking = finding.rule.contains("STACK");
            let of = |line: &&Evidence| stacking || !STACKING.contains(&line.what.as_str());
            finding.evidence.extend(lines.iter().filter(of).cloned());
            // Boards were read from pictures.
            finding.provenance = finding.provenance.max(Provenance::Reconstructed);
            finding.sketch = finding.sketch.take().or(sketch.clone().map(Box::new));
            general_first(finding);
        }
        said.judgement.working = lines;
        if self.sketches {
            said.judgement.sketch = sketch.map(Box::new);
        }
    }

    /// Ids of pieces replaced by their names.
    fn in_words(&self, message: &str) -> String {
        let units = (0..self.table.units.len()).map(Piece::Unit);
        let weapons = (0..self.table.weapons.len()).map(Piece::Weapon);
        let mut known: Vec<(&str, Piece)> = units
            .chain(weapons)
            .map(|piece| (super::laying::id_of(&self.table, piece), piece))
            .filter(|(id, _)| message.contains(id))
            .collect();
        // `squad#2` before `squad`.
        known.sort_by_key(|(id, _)| std::cmp::Reverse(id.len()));
        known
            .iter()
            .fold(message.to_owned(), |text, (id, piece)| text.replace(id, &self.name(*piece)))
    }

    fn sketch(&self, act: &Act<'_>, judgement: &Judgement) -> Option<Sketch> {
        let mut sketch = Sketch::default();
        let name = |hex: Hex| self.hex_name(hex);
        let kind = match act.entries.first()?.verb() {
            "move" | "enter" => Some(RouteKind::Move),
            "rout" => Some(RouteKind::Retreat),
            "advance" => Some(RouteKind::Advance),
            "fire" | "effect-roll" => None,
            _ => return None,
        };
        let wrong = !judgement.is_legal();
        if let Some(kind) = kind {
            let costs = judgement.values.get("movement").and_then(|m| m["costs"].as_array());
            let costs: Vec<String> = costs.into_iter().flatten().map(text).collect();
            let from = costs.len().saturating_sub(act.hexes.len().saturating_sub(1));
            let mut steps: Vec<Waypoint> =
                act.hexes.iter().map(|hex| Waypoint::at(name(*hex))).collect();
            for (step, cost) in steps.iter_mut().skip(1).zip(costs.iter().skip(from)) {
                step.cost.clone_from(cost);
            }
            if let Some(last) = steps.last_mut() {
                last.breaks = wrong;
                if let Some(movement) = judgement.values.get("movement") {
                    last.total = text(&movement["cost"]);
                }
            }
            let unit = act.units.first().map(|unit| self.table.units[*unit].id.clone());
            let allowance = judgement.values.get("movement").map(|m| text(&m["allowance"]));
            sketch.routes.push(Route {
                kind,
                unit,
                allowance: allowance.unwrap_or_default(),
                steps,
            });
            return Some(sketch);
        }
        let target = act.hexes.first().copied()?;
        let own = act.units.iter().filter_map(|unit| self.table.units[*unit].hex());
        let theirs = act.weapons.iter().filter_map(|weapon| self.table.weapon_hex(*weapon));
        let mut from: Vec<Hex> = Vec::new();
        for hex in own.chain(theirs).filter(|hex| *hex != target) {
            if !from.contains(&hex) {
                from.push(hex);
            }
        }
        for hex in from {
            let sight = self.table.sight(hex, target);
            let blocked = sight.blocked.filter(|_| !sight.disputed).map(|block| name(block.at));
            let kind = if blocked.is_some() { LineKind::Sight } else { LineKind::Attack };
            let side = act.units.first().map(|unit| self.table.units[*unit].side.clone());
            let label = String::new();
            sketch.lines.push(Line {
                kind,
                side,
                from: name(hex),
                to: name(target),
                blocked,
                label,
            });
        }
        self.table.forget_doubts();
        sketch.marks.push(Mark::new(MarkKind::Target, name(target), ""));
        Some(sketch)
    }
}

/// Evidence that bears on stacking only.
const STACKING: [&str; 3] = ["squad-equivalents", "leaders", "within limits"];

/// The rule that a player knows best comes first: too many MF is first of all a matter of their cost.
fn general_first(finding: &mut Finding) {
    const COST: &str = "SK2-3.3-MF-COST";
    if let Some(other) = finding.alternatives.iter_mut().find(|rule| *rule == COST) {
        std::mem::swap(other, &mut finding.rule);
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn list(value: &Value, by: &str) -> String {
    let items = value.as_array().into_iter().flatten();
    items.map(text).collect::<Vec<_>>().join(by)
}

/// What an act was made of, line by line.
fn evidence(judgement: &Judgement) -> Vec<Evidence> {
    let mut lines = Vec::new();
    let values = &judgement.values;
    if let Some(movement) = values.get("movement") {
        movement_lines(movement, &mut lines);
    }
    for name in
        ["fire", "to-hit", "morale-check", "pin-check", "rally", "close-combat", "manhandling"]
    {
        let Some(parts) = values.get(name).and_then(Value::as_object) else { continue };
        roll_lines(parts, &mut lines);
    }
    for name in ["stacking", "residual", "roll", "wound"] {
        for (part, value) in values.get(name).and_then(Value::as_object).into_iter().flatten() {
            lines.push(Evidence::new(
                part.replace('-', " ").replace("squad equi", "squad-equi"),
                text(value),
            ));
        }
    }
    lines
}

fn movement_lines(movement: &Value, lines: &mut Vec<Evidence>) {
    let words = [
        ("base", "MF of its own"),
        ("inexperienced", "inexperienced: MF less"),
        ("leader", "MF more with a leader"),
        ("double-time", "MF more by double time"),
        ("road", "MF more by road"),
        ("spent", "MF spent before"),
        ("portage", "PP carried"),
        ("capacity", "PP carried without loss"),
    ];
    let parts = movement["from"].as_object();
    let carries = parts.is_some_and(|parts| parts.contains_key("portage"));
    for (name, what) in words {
        if let Some(value) = parts.and_then(|parts| parts.get(name))
            && (name != "capacity" || carries)
        {
            lines.push(Evidence::new(what, text(value)));
        }
    }
    lines.push(Evidence::new("MF it has", text(&movement["allowance"])));
    lines.push(Evidence::new("MF of each hex", list(&movement["costs"], " + ")));
    lines.push(Evidence::new("MF in all", text(&movement["cost"])));
}

fn roll_lines(parts: &Map<String, Value>, lines: &mut Vec<Evidence>) {
    for term in parts.get("terms").and_then(Value::as_array).into_iter().flatten() {
        lines.push(Evidence::new("firepower", list(term, " × ")));
    }
    for name in ["firepower", "column", "number", "morale", "odds", "kill"] {
        if let Some(value) = parts.get(name) {
            let what = match name {
                "firepower" => "firepower in all",
                "number" => "To Hit number",
                "kill" => "kill number",
                other => other,
            };
            lines.push(Evidence::new(what, text(value)));
        }
    }
    if let Some(drm) = parts.get("drm").and_then(Value::as_object) {
        for (what, by) in drm {
            let by = by.as_i64().map_or_else(|| text(by), |by| format!("{by:+}"));
            lines.push(Evidence::new(format!("DRM: {}", what.replace('-', " ")), by));
        }
    }
    if let Some(dice) = parts.get("dice") {
        lines.push(Evidence::new("dice, the coloured one first", list(dice, ", ")));
    }
    for name in ["final", "result"] {
        if let Some(value) = parts.get(name) {
            let what = if name == "final" { "Final DR" } else { name };
            lines.push(Evidence::new(what, text(value)));
        }
    }
}
