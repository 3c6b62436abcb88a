//! Terrain effects, combat results and every other table.

use crate::model::words::{points, signed, typeset};
use crate::model::{
    Chart, ChartKind, ChartRow, Cost, Costs, Game, HexsideType, Id, PathType, Provenance,
    ShiftRule, TerrainType,
};
use serde::Serialize;
use std::collections::BTreeSet;

/// A table as it is printed.
#[derive(Debug, Serialize)]
pub(super) struct Table {
    pub title: String,
    /// What kind of table: decides its looks.
    pub kind: &'static str,
    /// Whether it takes the width of the page.
    pub wide: bool,
    pub headings: Vec<Vec<String>>,
    pub rows: Vec<TableRow>,
    /// Codes and what they mean.
    pub key: Vec<(String, String)>,
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct TableRow {
    pub label: String,
    /// A swatch of the terrain's colour.
    pub colour: Option<String>,
    /// Whether a rule is drawn above it.
    pub new_group: bool,
    pub cells: Vec<String>,
}

/// The terrain effects chart; `None` when the game has no terrain with effects.
pub(super) fn terrain(game: &Game) -> Option<Table> {
    let shifts: &[ShiftRule] = game.rules.combat.as_ref().map_or(&[], |combat| &combat.shifts);
    let effects: BTreeSet<&str> = (game.terrain.iter().map(|row| &row.effects))
        .chain(game.hexsides.iter().map(|row| &row.effects))
        .chain(game.paths.iter().map(|row| &row.effects))
        .flat_map(|effects| effects.keys().map(String::as_str))
        // What the rule pack says of combat is the truth; a column of words beside it would only repeat it.
        .filter(|effect| shifts.is_empty() || !effect.eq_ignore_ascii_case("combat"))
        .collect();
    let stacking = game.rules.stacking.as_ref().filter(|stacking| !stacking.terrain.is_empty());
    let mut heading = vec!["Terrain".to_owned()];
    heading.extend(game.movement_classes.iter().map(|class| class.name.clone()));
    if !shifts.is_empty() {
        heading.push("Combat".to_owned());
    }
    if stacking.is_some() {
        heading.push("Stacking".to_owned());
    }
    heading.extend(effects.iter().map(|effect| crate::model::words::upper(effect)));
    if heading.len() == 1 {
        return None;
    }
    let row = |line: Line<'_>, new_group: bool| {
        let mut cells: Vec<String> = line
            .costs
            .by_class(&game.movement_classes)
            .map(|(_, cost)| cost.map_or_else(|| "·".to_owned(), |cost| cost_cell(cost.value)))
            .collect();
        if !shifts.is_empty() {
            cells.push(line.shift(shifts));
        }
        if let Some(stacking) = stacking {
            let limit = stacking.terrain.iter().find(|(id, _)| Some(*id) == line.terrain);
            cells.push(limit.map_or_else(|| "·".to_owned(), |(_, limit)| points(*limit)));
        }
        cells.extend(effects.iter().map(|effect| {
            line.effects.get(*effect).map_or_else(|| "·".to_owned(), |text| typeset(text))
        }));
        TableRow { label: line.name.to_owned(), colour: line.colour.cloned(), new_group, cells }
    };
    let mut rows = Vec::new();
    for (id, kind) in game.terrain.entries() {
        rows.push(row(Line::terrain(id, kind), false));
    }
    for (nth, (id, kind)) in game.hexsides.entries().enumerate() {
        rows.push(row(Line::hexside(id, kind), nth == 0));
    }
    for (nth, kind) in game.paths.iter().enumerate() {
        rows.push(row(Line::path(kind), nth == 0));
    }
    // What has neither cost nor effect is there for the drawing only.
    rows.retain(|row| row.cells.iter().any(|cell| cell != "·"));
    let headings = vec![heading];
    Some(Table {
        title: "Terrain effects".to_owned(),
        wide: is_wide(&headings, &rows),
        kind: "terrain",
        headings,
        key: terrain_key(&rows, game.movement_classes.len()),
        rows,
        notes: Vec::new(),
    })
}

/// What the signs of the costs mean, for those that occur.
fn terrain_key(rows: &[TableRow], classes: usize) -> Vec<(String, String)> {
    let mut costs = BTreeSet::new();
    for cell in rows.iter().flat_map(|row| row.cells.iter().take(classes)) {
        costs.insert(if cell.starts_with('+') { "+" } else { cell.as_str() });
    }
    [
        ("×", "prohibited"),
        ("other", "as the other terrain in the hex"),
        ("all", "all its points"),
        ("+", "added to the cost of the hex"),
    ]
    .iter()
    .filter(|(sign, _)| costs.contains(sign))
    .map(|(sign, meaning)| ((*sign).to_owned(), (*meaning).to_owned()))
    .collect()
}

/// What the three kinds of chart rows have in common.
struct Line<'a> {
    name: &'a str,
    colour: Option<&'a String>,
    costs: &'a Costs,
    effects: &'a std::collections::BTreeMap<String, String>,
    terrain: Option<Id<TerrainType>>,
    hexside: Option<Id<HexsideType>>,
}

impl<'a> Line<'a> {
    fn terrain(id: Id<TerrainType>, kind: &'a TerrainType) -> Self {
        Line {
            name: &kind.name,
            colour: kind.colour.as_ref(),
            costs: &kind.costs,
            effects: &kind.effects,
            terrain: Some(id),
            hexside: None,
        }
    }

    fn hexside(id: Id<HexsideType>, kind: &'a HexsideType) -> Self {
        Line {
            name: &kind.name,
            colour: kind.colour.as_ref(),
            costs: &kind.costs,
            effects: &kind.effects,
            terrain: None,
            hexside: Some(id),
        }
    }

    fn path(kind: &'a PathType) -> Self {
        Line {
            name: &kind.name,
            colour: kind.colour.as_ref(),
            costs: &kind.costs,
            effects: &kind.effects,
            terrain: None,
            hexside: None,
        }
    }

    /// The shifts that hang on this terrain or hexside alone.
    fn shift(&self, shifts: &[ShiftRule]) -> String {
        let columns = ShiftRule::of_ground(shifts, self.terrain, self.hexside);
        if columns == 0 { "·".to_owned() } else { signed(columns) }
    }
}

fn cost_cell(cost: Cost) -> String {
    match cost {
        Cost::Points(cost) => points(cost),
        Cost::Add(cost) => format!("+{}", points(cost)),
        Cost::All => "all".to_owned(),
        Cost::OtherTerrain => "other".to_owned(),
        Cost::Prohibited => "×".to_owned(),
    }
}

/// A chart of the game; the combat chart with what the rule pack says its codes do.
pub(super) fn chart(game: &Game, chart: &Chart) -> Table {
    let combat = game.rules.combat.as_ref().filter(|combat| combat.chart == chart.id);
    let mut key: Vec<(String, String)> = match combat {
        Some(combat) if !combat.outcomes.is_empty() => combat
            .outcomes
            .iter()
            .map(|outcome| (outcome.code.clone(), combat.results.get(&outcome.code).cloned()))
            .map(|(code, text)| (code, text.unwrap_or_default()))
            .collect(),
        _ => chart.results.iter().map(|(code, text)| (code.clone(), text.clone())).collect(),
    };
    for (_, text) in &mut key {
        *text = text.trim_end_matches('.').to_owned();
    }
    let headings = chart.headings.iter().enumerate().map(|(nth, heading)| {
        let corner =
            if nth == 0 && heading.label.is_empty() { &chart.row_title } else { &heading.label };
        let mut row = vec![corner.clone()];
        row.extend(heading.columns.iter().cloned());
        row
    });
    let rows: Vec<TableRow> = chart.rows.iter().map(|row| chart_row(chart, row)).collect();
    let mut notes = chart.notes.clone();
    let marked = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.ends_with(RECONSTRUCTED));
    let mut title = chart.title.clone();
    if chart.provenance == Provenance::Reconstructed {
        title = format!("{title} {RECONSTRUCTED}");
    }
    if marked || chart.provenance == Provenance::Reconstructed {
        notes.push(format!("{RECONSTRUCTED} reconstructed: consistent with the rules as published, but not the published table."));
    }
    let headings: Vec<Vec<String>> = headings.collect();
    Table {
        wide: is_wide(&headings, &rows),
        title,
        kind: match chart.kind {
            ChartKind::CombatResults | ChartKind::FireResults => "results",
            ChartKind::Roll | ChartKind::Table => "plain",
        },
        headings,
        rows,
        key,
        notes,
    }
}

/// Marks what is not the published table.
const RECONSTRUCTED: char = '†';

fn chart_row(chart: &Chart, row: &ChartRow) -> TableRow {
    let columns = chart.headings.first().map_or(&[][..], |heading| &heading.columns);
    let doubtful = |nth: usize| {
        chart.marks.iter().any(|mark| {
            mark.provenance == Some(Provenance::Reconstructed)
                && mark.row == row.label
                && columns.get(nth) == Some(&mark.column)
        })
    };
    let cells = row.cells.iter().enumerate().map(|(nth, cell)| {
        let mut cell = unbroken(cell);
        if doubtful(nth) {
            cell.push(RECONSTRUCTED);
        }
        cell
    });
    TableRow { label: row.label.clone(), colour: None, new_group: false, cells: cells.collect() }
}

/// Numbers stay on one line: `6 / 2 / 12`.
fn unbroken(cell: &str) -> String {
    if cell.contains(char::is_alphabetic) { cell.to_owned() } else { cell.replace(' ', "\u{a0}") }
}

/// Whether a table needs the width of the page: about so many letters fit into half of it.
fn is_wide(headings: &[Vec<String>], rows: &[TableRow]) -> bool {
    const HALF_A_PAGE: usize = 64;
    let longest = |text: &str| text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    let labels = rows.iter().map(|row| longest(&row.label)).max().unwrap_or(0);
    let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let column = |nth: usize| {
        let cells = rows.iter().filter_map(|row| row.cells.get(nth)).map(|cell| longest(cell));
        let headings = headings.iter().filter_map(|row| row.get(nth + 1)).map(|h| longest(h));
        // Two letters stand for the space between columns.
        cells.chain(headings).max().unwrap_or(0) + 2
    };
    labels + (0..columns).map(column).sum::<usize>() > HALF_A_PAGE
}
