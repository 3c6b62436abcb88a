//! The counter manifest: every counter with its pictures, values and uses, to proof-read.

use super::PrintError;
use super::portfolio::Portfolio;
use crate::draw::FaceSide;
use crate::model::{Counter, CounterKind, Game, Id, Scenario, Side};
use crate::output::{Store, cell};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;

/// All that a manifest says, without the pictures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Manifest {
    title: String,
    subtitle: String,
    version: String,
    total: u32,
    types: usize,
    unused: usize,
    sizes: Vec<SizeTotal>,
    groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct SizeTotal {
    name: String,
    measure: String,
    count: u32,
}

/// Counters of one side, in the order of the sources.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Group {
    name: String,
    colour: Option<String>,
    total: u32,
    counters: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    #[serde(skip)]
    index: usize,
    id: String,
    name: String,
    kind: &'static str,
    side: String,
    nationality: String,
    formation: String,
    unit_type: String,
    echelon: &'static str,
    what: String,
    count: u32,
    steps: u32,
    size: String,
    width: f64,
    height: f64,
    row: String,
    values: Vec<Value>,
    used: Vec<String>,
    flag: Option<String>,
    front_picture: Option<String>,
    back_picture: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Value {
    column: String,
    front: String,
    back: String,
}

impl Manifest {
    /// The manifest of a game.
    pub fn of(game: &Game) -> Self {
        let rows: Vec<Row> = game
            .counters
            .entries()
            .enumerate()
            .map(|(index, (id, counter))| row(game, index, id, counter))
            .collect();
        let mut sizes: Vec<SizeTotal> = Vec::new();
        for row in &rows {
            match sizes.iter_mut().find(|size| size.name == row.size) {
                Some(size) => size.count += row.count,
                None => sizes.push(SizeTotal {
                    name: row.size.clone(),
                    measure: format!("{} × {} mm", row.width, row.height),
                    count: row.count,
                }),
            }
        }
        let unused = rows.iter().filter(|row| row.flag.is_some()).count();
        let (total, types) = (rows.iter().map(|row| row.count).sum(), rows.len());
        let sides =
            game.sides.entries().map(|(id, side)| (Some(id), side.name.clone(), Some(side)));
        let groups =
            sides.chain([(None, "No side".to_owned(), None)]).filter_map(|(id, name, side)| {
                let of_side = |row: &&Row| counter_side(game, row.index) == id;
                let counters: Vec<Row> = rows.iter().filter(of_side).cloned().collect();
                let total = counters.iter().map(|row| row.count).sum();
                let colour =
                    side.map(|side: &Side| side.colour.clone()).filter(|colour| is_colour(colour));
                (!counters.is_empty()).then_some(Group { name, colour, total, counters })
            });
        Manifest {
            title: game.title.clone(),
            subtitle: game.subtitle.clone(),
            version: game.version.clone(),
            total,
            types,
            unused,
            sizes,
            groups: groups.collect(),
        }
    }

    /// A page that needs nothing but itself: pictures inside, no scripts, no fonts to fetch.
    pub fn html(&self, portfolio: &dyn Portfolio, store: &Store) -> Result<String, PrintError> {
        let mut page = self.clone();
        let rows: Vec<&mut Row> =
            page.groups.iter_mut().flat_map(|group| &mut group.counters).collect();
        rows.into_par_iter().try_for_each(|row| -> Result<(), PrintError> {
            row.front_picture = outline(portfolio, (row.index, FaceSide::Front), store)?;
            row.back_picture = outline(portfolio, (row.index, FaceSide::Back), store)?;
            Ok(())
        })?;
        let mut environment = minijinja::Environment::new();
        let failed = |error: minijinja::Error| PrintError::Composing(format!("manifest: {error}"));
        environment
            .add_template("manifest.html", include_str!("../../templates/manifest.html"))
            .map_err(failed)?;
        let values = minijinja::Value::from(minijinja::value::Serde(&page));
        environment
            .get_template("manifest.html")
            .and_then(|template| template.render(values))
            .map_err(failed)
    }

    /// One line a counter; every column of the sources, `back_…` where the back differs.
    pub fn csv(&self) -> Result<Vec<u8>, PrintError> {
        let rows = || self.groups.iter().flat_map(|group| &group.counters);
        let mut columns: Vec<String> = Vec::new();
        for value in rows().flat_map(|row| &row.values) {
            let back = (value.back != value.front).then(|| format!("back_{}", value.column));
            for column in [Some(value.column.clone()), back].into_iter().flatten() {
                if !columns.contains(&column) {
                    columns.push(column);
                }
            }
        }
        let failed = |error: csv::Error| PrintError::Composing(format!("manifest: {error}"));
        let mut csv = csv::Writer::from_writer(Vec::new());
        let fixed = [
            "id",
            "name",
            "kind",
            "side",
            "nationality",
            "formation",
            "type",
            "echelon",
            "steps",
            "count",
            "size",
            "width_mm",
            "height_mm",
            "used",
            "source",
        ];
        let names = fixed.iter().copied().chain(columns.iter().map(String::as_str));
        csv.write_record(names.map(|name| cell(name).into_owned())).map_err(failed)?;
        for row in rows() {
            let (steps, count) = (row.steps.to_string(), row.count.to_string());
            let (width, height) = (row.width.to_string(), row.height.to_string());
            let used = row.used.iter().chain(&row.flag).cloned().collect::<Vec<_>>().join("; ");
            let fields = [
                &row.id,
                &row.name,
                row.kind,
                &row.side,
                &row.nationality,
                &row.formation,
                &row.unit_type,
                row.echelon,
                &steps,
                &count,
                &row.size,
                &width,
                &height,
                &used,
                &row.row,
            ];
            let values = columns.iter().map(|column| value_in(row, column));
            let cells = fields.into_iter().chain(values).map(|text| cell(text).into_owned());
            csv.write_record(cells).map_err(failed)?;
        }
        csv.into_inner().map_err(|error| PrintError::Composing(format!("manifest: {error}")))
    }
}

fn value_in<'a>(row: &'a Row, column: &str) -> &'a str {
    let named = |name: &str| row.values.iter().find(|value| value.column == name);
    match (named(column), column.strip_prefix("back_").and_then(named)) {
        (Some(value), _) => &value.front,
        (None, Some(value)) if value.back != value.front => &value.back,
        _ => "",
    }
}

fn counter_side(game: &Game, index: usize) -> Option<Id<Side>> {
    game.counters.iter().nth(index)?.side
}

/// Only what is surely a colour goes into a style.
fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|hex| matches!(hex.len(), 3 | 6) && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn row(game: &Game, index: usize, id: Id<Counter>, counter: &Counter) -> Row {
    let size = &game.counter_sizes[counter.size];
    let kind = match counter.kind {
        CounterKind::Unit => "unit",
        CounterKind::Weapon => "weapon",
        CounterKind::Marker => "marker",
        CounterKind::Chit => "chit",
    };
    let name_of = |name: Option<&str>| name.unwrap_or_default().to_owned();
    let unit_type = name_of(counter.unit_type.map(|id| game.unit_types[id].name.as_str()));
    let nationality = name_of(counter.nationality.map(|id| game.nationalities[id].name.as_str()));
    let formation = name_of(counter.formation.map(|id| game.formations[id].name.as_str()));
    let echelon = counter.echelon.map(|echelon| echelon.word()).unwrap_or_default();
    let what = [kind, &unit_type, echelon, &formation, &nationality]
        .into_iter()
        .filter(|part| !part.is_empty());
    let used: Vec<String> =
        game.scenarios.iter().filter_map(|scenario| used_in(game, scenario, id)).collect();
    // Markers and chits are drawn from the box when needed; a fighting unit is set up somewhere.
    let fights = matches!(counter.kind, CounterKind::Unit | CounterKind::Weapon);
    let flag = (fights && used.is_empty() && !counter.reserve && !game.scenarios.is_empty())
        .then(|| "in no scenario".to_owned());
    let kept = (used.is_empty() && counter.reserve).then(|| "kept in reserve".to_owned());
    Row {
        index,
        id: counter.id.to_string(),
        name: counter.name.to_string(),
        kind,
        side: name_of(counter.side.map(|id| game.sides[id].name.as_str())),
        what: what.collect::<Vec<_>>().join(" · "),
        nationality,
        formation,
        unit_type,
        echelon,
        count: counter.count,
        steps: counter.steps,
        size: size.id.clone(),
        width: size.width.to_mm(),
        height: size.height.to_mm(),
        row: format!("{}:{}", counter.row.0.display(), counter.row.1),
        values: values(counter),
        used: used.into_iter().chain(kept).collect(),
        flag,
        front_picture: None,
        back_picture: None,
    }
}

/// Values of both sides under their common column.
fn values(counter: &Counter) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    let blank_back = counter.back == crate::model::Back::Blank;
    for (column, front) in counter.front.values() {
        let back =
            if blank_back { front } else { counter.back_face.value(column).unwrap_or_default() };
        values.push(Value {
            column: column.to_owned(),
            front: front.to_owned(),
            back: back.to_owned(),
        });
    }
    if !blank_back {
        for (column, back) in counter.back_face.values() {
            if counter.front.value(column).is_none() {
                values.push(Value {
                    column: column.to_owned(),
                    front: String::new(),
                    back: back.to_owned(),
                });
            }
        }
    }
    values
}

/// How a scenario uses a counter: at start, by turn, in reserve.
fn used_in(game: &Game, scenario: &Scenario, id: Id<Counter>) -> Option<String> {
    let count = |units: &[crate::model::UnitCount]| -> u32 {
        units.iter().filter(|unit| unit.counter == id).map(|unit| unit.count).sum()
    };
    let turn_name = |turn: i32| {
        let label =
            usize::try_from(turn - game.turns.first).ok().and_then(|at| game.turn_labels.get(at));
        label.map_or_else(|| format!("turn {turn}"), |label| format!("turn {turn} ({label})"))
    };
    let mut parts = Vec::new();
    let at_start: u32 =
        scenario.set_ups.iter().filter(|s| s.turn.is_none()).map(|s| count(&s.units)).sum();
    if at_start > 0 {
        parts.push(format!("{at_start} at start"));
    }
    let mut arrivals: Vec<(i32, u32)> = Vec::new();
    for (turn, units) in scenario.set_ups.iter().filter_map(|s| Some((s.turn?, &s.units))) {
        match arrivals.iter_mut().find(|(known, _)| *known == turn) {
            Some((_, arriving)) => *arriving += count(units),
            None => arrivals.push((turn, count(units))),
        }
    }
    arrivals.sort_unstable();
    for (turn, arriving) in arrivals.into_iter().filter(|(_, arriving)| *arriving > 0) {
        parts.push(format!("{arriving} on {}", turn_name(turn)));
    }
    for withdrawal in &scenario.withdrawals {
        let leaving = count(&withdrawal.units);
        if leaving > 0 {
            parts.push(format!("{leaving} withdrawn on {}", turn_name(withdrawal.turn)));
        }
    }
    let reserve = count(&scenario.reserve);
    if reserve > 0 {
        parts.push(format!("{reserve} in reserve"));
    }
    (!parts.is_empty()).then(|| format!("{}: {}", scenario.title, parts.join(", ")))
}

/// A face as a picture inside a page, from the store if it has it.
fn outline(
    portfolio: &dyn Portfolio,
    (piece, side): (usize, FaceSide),
    store: &Store,
) -> Result<Option<String>, PrintError> {
    let Some(hash) = portfolio.hash(piece, side) else { return Ok(None) };
    let mut key = blake3::Hasher::new();
    key.update(concat!("outline ", env!("CARGO_PKG_VERSION")).as_bytes());
    key.update(hash.as_bytes());
    let uri = store.of(&key.finalize(), || -> Result<_, PrintError> {
        let picture = portfolio.picture(piece, side)?;
        let uri = picture.map(|picture| data_uri(&picture.outlined_svg(false)));
        Ok(uri.unwrap_or_default().into_bytes())
    })?;
    Ok(Some(String::from_utf8_lossy(&uri).into_owned()))
}

/// An SVG as an address that any browser shows.
fn data_uri(svg: &str) -> String {
    let mut uri = String::with_capacity(svg.len() * 3 / 2);
    uri.push_str("data:image/svg+xml,");
    for byte in svg.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => uri.push(byte as char),
            b' ' | b'-' | b'.' | b'_' | b'/' | b':' | b';' | b'=' | b',' | b'(' | b')' => {
                uri.push(byte as char);
            }
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
