//! The placeholders that a template can use for one side of a counter.

use super::FaceSide;
use super::artist::LEGIBLE_MM;
use crate::model::{Counter, CounterKind, Game, Length, Shape};
use minijinja::value::{Object, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Placeholders that every counter has, whatever its columns are called.
pub(crate) const STANDARD: [&str; 28] = [
    "id",
    "name",
    "kind",
    "count",
    "side",
    "side_name",
    "nationality",
    "nationality_name",
    "formation",
    "formation_name",
    "band",
    "type",
    "type_name",
    "symbol",
    "echelon",
    "steps",
    "back",
    "reduced",
    "paper",
    "ink",
    "accent",
    "art",
    "w",
    "h",
    "bleed",
    "unit",
    "rounded",
    "least",
];
/// Of these, the ones that the columns cannot change.
const FIXED: [&str; 10] =
    ["id", "back", "reduced", "art", "w", "h", "bleed", "unit", "rounded", "least"];

/// Millimetres to a template's unit: the short side of a counter is always 100.
pub(crate) fn unit(width: Length, height: Length) -> f64 {
    (width.to_mm().min(height.to_mm()) / 100.0).max(1e-3)
}

/// The values behind the placeholders.
#[derive(Debug)]
pub(crate) struct Placeholders {
    values: BTreeMap<String, Value>,
    /// Names that exist but are empty here.
    columns: Arc<BTreeSet<String>>,
    /// Names that were asked for and do not exist.
    unknown: Mutex<Vec<String>>,
}

impl Placeholders {
    /// The placeholders of one side of a counter.
    pub(crate) fn of(
        game: &Game,
        counter: &Counter,
        face_side: FaceSide,
        bleed: Length,
        columns: Arc<BTreeSet<String>>,
    ) -> Self {
        let size = &game.counter_sizes[counter.size];
        let unit = unit(size.width, size.height);
        let back = face_side == FaceSide::Back;
        let (face, art) = if back {
            (&counter.back_face, &counter.back_art)
        } else {
            (&counter.front, &counter.art)
        };
        let (paper, ink, accent) = game.colours(counter);
        let side = counter.side.map(|id| &game.sides[id]);
        let nation = counter.nationality.map(|id| &game.nationalities[id]);
        let formation = counter.formation.map(|id| &game.formations[id]);
        let unit_type = counter.unit_type.map(|id| &game.unit_types[id]);
        let kind = match counter.kind {
            CounterKind::Unit => "unit",
            CounterKind::Weapon => "weapon",
            CounterKind::Marker => "marker",
            CounterKind::Chit => "chit",
        };
        let mut values = BTreeMap::new();
        let mut put = |name: &str, value: Value| values.insert(name.to_owned(), value);
        let text = |text: Option<&str>| Value::from(text.unwrap_or(""));
        put("id", text(Some(&counter.id)));
        put("name", text(Some(&counter.name)));
        put("kind", text(Some(kind)));
        put("count", Value::from(counter.count));
        put("side", text(side.map(|s| s.id.as_str())));
        put("side_name", text(side.map(|s| s.name.as_str())));
        put("nationality", text(nation.map(|n| n.id.as_str())));
        put("nationality_name", text(nation.map(|n| n.name.as_str())));
        put("formation", text(formation.map(|f| f.id.as_str())));
        put("formation_name", text(formation.map(|f| f.name.as_str())));
        put("band", text(formation.and_then(|f| f.colour.as_deref())));
        put("type", text(unit_type.map(|t| t.id.as_str())));
        put("type_name", text(unit_type.map(|t| t.name.as_str())));
        put("symbol", text(unit_type.map(|t| t.symbol.as_str())));
        put("steps", Value::from(counter.steps));
        put("paper", text(Some(paper)));
        put("ink", text(Some(ink)));
        put("accent", text(accent));
        for (column, value) in face.values().filter(|(column, _)| !FIXED.contains(column)) {
            put(column, Value::from(value));
        }
        let mark = counter.echelon.map(|e| e.mark());
        let mark = mark.or(face.value("echelon")).unwrap_or("");
        put("echelon", Value::from(mark));
        put("back", Value::from(back));
        put("reduced", Value::from(back && counter.steps > 1));
        put(
            "art",
            Value::from(art.as_ref().map(|a| a.file.display().to_string()).unwrap_or_default()),
        );
        put("w", Value::from(size.width.to_mm() / unit));
        put("h", Value::from(size.height.to_mm() / unit));
        put("bleed", Value::from(bleed.to_mm() / unit));
        put("unit", Value::from(unit));
        put("least", Value::from(LEGIBLE_MM / unit));
        put("rounded", Value::from(size.shape == Shape::Rounded));
        Placeholders { values, columns, unknown: Mutex::default() }
    }

    /// The last name that was asked for and does not exist.
    pub(crate) fn last_unknown(&self) -> Option<String> {
        let unknown = self.unknown.lock().unwrap_or_else(PoisonError::into_inner);
        unknown.iter().rev().find(|name| !super::functions::NAMES.contains(&name.as_str())).cloned()
    }

    /// All names that exist.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().chain(self.columns.iter()).map(String::as_str)
    }

    /// The text of a placeholder.
    pub(crate) fn text(&self, name: &str) -> String {
        self.values.get(name).map(Value::to_string).unwrap_or_default()
    }

    /// The number behind a placeholder, 0 if it is none.
    pub(crate) fn number(&self, name: &str) -> f64 {
        self.values.get(name).and_then(|value| f64::try_from(value.clone()).ok()).unwrap_or(0.0)
    }

    /// All values in order of name, for fingerprints.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, String)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.to_string()))
    }
}

impl Object for Placeholders {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        if let Some(value) = self.values.get(name) {
            return Some(value.clone());
        }
        if self.columns.contains(name) || STANDARD.contains(&name) {
            return Some(Value::from(""));
        }
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).push(name.to_owned());
        None
    }
}
