//! The terrain effects chart.

use super::flow::Flow;
use super::table::{Cell, Table};
use crate::draw::map::{Sample, sample_of};
use crate::model::words::signed;
use crate::model::{Cost, Costs, Game, Provenance, ShiftRule, Sourced};
use std::collections::{BTreeMap, BTreeSet};

/// Draws the chart: hexes, then hexsides, then paths, each with a sample of its drawing.
pub fn draw(game: &Game, flow: &mut Flow) {
    let mut reconstructed = false;
    let all_effects = game
        .terrain
        .iter()
        .map(|t| &t.effects)
        .chain(game.hexsides.iter().map(|t| &t.effects))
        .chain(game.paths.iter().map(|t| &t.effects));
    let shifts: &[ShiftRule] = game.rules.combat.as_ref().map_or(&[], |combat| &combat.shifts);
    let stacking = game.rules.stacking.as_ref().filter(|stacking| !stacking.terrain.is_empty());
    // What the rules say of combat is the truth; words in a column of their own would only repeat it.
    let columns: BTreeSet<&str> = all_effects
        .flat_map(|effects| effects.keys().map(String::as_str))
        .filter(|column| shifts.is_empty() || !column.eq_ignore_ascii_case("combat"))
        .collect();
    let mut headings = vec!["Terrain".to_owned()];
    headings.extend(game.movement_classes.iter().map(|class| class.name.clone()));
    headings.extend((!shifts.is_empty()).then(|| "Combat".to_owned()));
    headings.extend(stacking.map(|_| "Stacking".to_owned()));
    headings.extend(columns.iter().map(|column| title(column)));
    let mut row = |sample: Sample,
                   name: &str,
                   costs: &Costs,
                   effects: &BTreeMap<String, String>,
                   whole: Provenance| {
        let mark = |text: String, provenance: Provenance| {
            if provenance == Provenance::Reconstructed {
                reconstructed = true;
                text + "†"
            } else {
                text
            }
        };
        let mut mark = mark;
        let mut cells = vec![Cell {
            words: mark(name.to_owned(), whole),
            sample: Some(match sample {
                Sample::Terrain(id) => sample_of(game, id),
                other => other,
            }),
            bold: true,
            fill: None,
        }];
        for (_, cost) in costs.by_class(&game.movement_classes) {
            cells.push(Cell::new(match cost {
                Some(Sourced { value, provenance }) => mark(cost_words(value), provenance),
                None => "–".to_owned(),
            }));
        }
        let (terrain, hexside) = match sample {
            Sample::Terrain(id) => (Some(id), None),
            Sample::Hexside(id) => (None, Some(id)),
            _ => (None, None),
        };
        if !shifts.is_empty() {
            cells.push(Cell::new(match ShiftRule::of_ground(shifts, terrain, hexside) {
                0 => "–".to_owned(),
                columns => signed(columns),
            }));
        }
        if let Some(stacking) = stacking {
            let limit = stacking.terrain.iter().find(|(id, _)| Some(*id) == terrain);
            cells.push(Cell::new(
                limit.map_or_else(|| "–".to_owned(), |(_, limit)| fraction(&limit.to_string())),
            ));
        }
        for column in &columns {
            cells.push(Cell::new(effects.get(*column).cloned().unwrap_or_else(|| "–".to_owned())));
        }
        cells
    };
    let hexes = game.terrain.entries();
    let hexes: Vec<Vec<Cell>> = hexes
        .filter(|(_, t)| matters(&t.costs, &t.effects))
        .map(|(id, t)| row(Sample::Terrain(id), &t.name, &t.costs, &t.effects, t.provenance))
        .collect();
    let sides = game.hexsides.entries();
    let sides: Vec<Vec<Cell>> = sides
        .filter(|(_, t)| matters(&t.costs, &t.effects))
        .map(|(id, t)| row(Sample::Hexside(id), &t.name, &t.costs, &t.effects, t.provenance))
        .collect();
    let paths = game.paths.entries();
    let paths: Vec<Vec<Cell>> = paths
        .filter(|(_, t)| matters(&t.costs, &t.effects))
        .map(|(id, t)| row(Sample::Path(id), &t.name, &t.costs, &t.effects, t.provenance))
        .collect();
    let sections =
        [("In the hex", hexes), ("Crossing the hexside", sides), ("Along the path", paths)];
    for (words, rows) in sections.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        let table = Table::new(vec![headings.clone()], rows, 1);
        flow.keep_whole(10.0 + table.height(flow));
        flow.heading_before(words, table.opening(flow));
        table.draw(game, flow);
    }
    flow.leave_heading();
    let muted = flow.style.paper.muted.clone();
    if !shifts.is_empty() {
        let words = "Combat: columns on the combat results table, to the right (+) or to the left (−); of a hexside, when every attacker next to the defender attacks across it.";
        flow.paragraph(words, 2.6, 0.0, &muted);
    }
    flow.paragraph("Costs are movement points. “+” is added to the cost of the hex; “other” means the cost of the other terrain in the hex; “no” means that units of that class may not enter or cross.", 2.6, 0.0, &muted);
    if reconstructed {
        flow.paragraph(
            "† reconstructed: consistent with the rules as published, but not the published value.",
            2.6,
            0.0,
            &muted,
        );
    }
}

/// Whether a type has any effect: boundaries and other lines of no effect stand in the legend only.
fn matters(costs: &Costs, effects: &BTreeMap<String, String>) -> bool {
    !costs.is_empty() || !effects.is_empty()
}

fn cost_words(cost: Cost) -> String {
    match cost {
        Cost::OtherTerrain => "other".to_owned(),
        Cost::Prohibited => "no".to_owned(),
        Cost::Add(points) if points.is_zero() => "–".to_owned(),
        Cost::Points(points) => fraction(&points.to_string()),
        Cost::Add(points) => format!("+{}", fraction(&points.to_string())),
        Cost::All => "all".to_owned(),
    }
}

/// Fractions as printed: `1 1/2` becomes `1½`.
fn fraction(text: &str) -> String {
    for (plain, printed) in [
        ("1/2", "½"),
        ("1/3", "⅓"),
        ("2/3", "⅔"),
        ("1/4", "¼"),
        ("3/4", "¾"),
        ("1/5", "⅕"),
        ("1/6", "⅙"),
        ("1/8", "⅛"),
    ] {
        if let Some(whole) = text.strip_suffix(plain)
            && !whole.ends_with(|c: char| c.is_ascii_digit())
        {
            return format!("{}{printed}", whole.trim_end());
        }
    }
    text.to_owned()
}

/// `combat_shift` becomes `Combat shift`.
pub fn title(id: &str) -> String {
    let words = id.replace(['_', '-'], " ");
    let mut letters = words.chars();
    letters
        .next()
        .map(|c| c.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_printed_as_on_charts() {
        for (plain, printed) in
            [("1 1/2", "1½"), ("1/3", "⅓"), ("11/2", "11/2"), ("2", "2"), ("2 3/4", "2¾")]
        {
            assert_eq!(fraction(plain), printed);
        }
    }
}
