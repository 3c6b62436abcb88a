//! Pieces: a counter of the sources as a chain of traits.

mod cup;
mod facing;
mod keys;
mod label;
mod motion;
mod prototypes;
mod replacement;
mod states;
mod steps;

pub(super) use facing::{ARC_IMAGE, Arc};
pub use keys::Keys;
pub(super) use keys::stroke;
pub(super) use label::{LABEL, VIEWER_FONT, VIEWER_ZOOM};
pub use prototypes::prototypes;
pub(super) use states::chips;

use super::declare;
use super::gpid::Gpids;
use crate::model::{Counter, CounterKind, Game, PieceGroup};
use crate::module::error::ModuleError;
use crate::module::names::unwritable;
use crate::module::table::{FaceImages, levels};
use crate::vassal::build::DefinedPiece;
use crate::vassal::piece::{BasicPiece, BasicState, Definition};
use crate::vassal::traits::Trait;
use crate::vassal::traits::calculated::Calculated;
use crate::vassal::traits::dynamic_property::DynamicProperty;
use crate::vassal::traits::marker::Marker;
use crate::vassal::traits::prototype::UsePrototype;
use std::collections::BTreeSet;

/// The name of the property that holds a piece's own id: `l-71`, `squad#2`.
pub const UNIT: &str = "Unit";
/// The name of the property that holds the id of its counter type.
pub const UNIT_ID: &str = "UnitId";
/// The name of the property that tells copies of one type apart.
pub const COPY: &str = "Copy";
/// The name of the layer that shows a unit's steps.
pub const STEP: &str = "Step";

/// A trait with its state at the start.
pub type Worn = (Trait, String);

/// Wears a trait that has no state.
pub(super) fn plain(one: impl Into<Trait>) -> Worn {
    (one.into(), String::new())
}

/// Wears a trait in a state.
pub(super) fn with(one: impl Into<Trait>, state: impl Into<String>) -> Worn {
    (one.into(), state.into())
}

/// A piece of these traits, outermost first.
pub(super) fn piece(worn: Vec<Worn>, heart: BasicPiece, gpid: &str) -> DefinedPiece {
    let (traits, mut states): (Vec<Trait>, Vec<String>) = worn.into_iter().unzip();
    states.push(BasicState { gpid: gpid.to_owned(), ..BasicState::default() }.encode());
    DefinedPiece { definition: Definition::new(traits, heart), states }
}

/// The names of prototypes.
pub(super) fn side_prototype(id: &str) -> String {
    format!("Side {id}")
}

/// The names of prototypes.
pub(super) fn type_prototype(id: &str) -> String {
    format!("Type {id}")
}

/// The names of prototypes.
pub(super) fn kind_prototype(kind: CounterKind) -> &'static str {
    match kind {
        CounterKind::Unit => "Unit",
        CounterKind::Weapon => "Weapon",
        CounterKind::Marker => "Marker",
        CounterKind::Chit => "Chit",
    }
}

/// Columns whose back differs from their front: their present value depends on the step.
pub(super) fn changing_columns(counter: &Counter) -> BTreeSet<&str> {
    let names = counter.front.values().chain(counter.back_face.values()).map(|(name, _)| name);
    names.filter(|name| counter.front.value(name) != counter.back_face.value(name)).collect()
}

/// The constant properties of a counter, in order: what it is, then its values as printed.
pub fn properties(game: &Game, counter: &Counter) -> Vec<(String, String)> {
    let mut list: Vec<(String, String)> = vec![(UNIT_ID.to_owned(), counter.id.to_string())];
    let mut add = |name: &str, value: &str| {
        if !list.iter().any(|(known, _)| known == name) {
            list.push((name.to_owned(), value.to_owned()));
        }
    };
    add("Kind", kind_prototype(counter.kind));
    add("Side", counter.side.map_or("", |id| &game.sides[id].id));
    add("Nationality", counter.nationality.map_or("", |id| &game.nationalities[id].id));
    add("Formation", counter.formation.map_or("", |id| &game.formations[id].id));
    add("Type", counter.unit_type.map_or("", |id| &game.unit_types[id].id));
    add("Echelon", counter.echelon.map_or("", crate::model::Echelon::word));
    add("Steps", &counter.steps.to_string());
    for (column, value) in counter.front.values() {
        add(column, value);
    }
    add(LABEL, &label::label(&counter.name, game.module.counter_pixels));
    for column in changing_columns(counter) {
        add(&format!("back_{column}"), counter.back_face.value(column).unwrap_or_default());
    }
    list
}

/// What pieces are made from.
#[derive(Debug, Clone, Copy)]
pub struct Wardrobe<'a> {
    /// The game.
    pub game: &'a Game,
    /// Pictures of each counter, in the game's order.
    pub faces: &'a [FaceImages],
    /// Where the dead of each side go, in the game's order.
    pub graves: &'a [Option<Grave>],
    /// What units that face somewhere cover.
    pub arc: Option<Arc>,
}

/// Where the dead of a side go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grave {
    /// The map window.
    pub map: String,
    /// Its board.
    pub board: String,
    /// The pixel of the board.
    pub at: (i32, i32),
}

impl Wardrobe<'_> {
    /// A counter as a piece slot defines it.
    pub fn dress(
        &self,
        counter: &Counter,
        gpid: &str,
        gpids: &mut Gpids,
    ) -> Result<DefinedPiece, ModuleError> {
        let game = self.game;
        let mut worn = Vec::new();
        for own in &game.module.traits {
            if own.on == PieceGroup::All
                || matches!(own.on, PieceGroup::Counter(id) if game.counters[id].id == counter.id)
            {
                worn.push((Trait::decode(&own.text), own.state.clone()));
            }
        }
        worn.extend(cup::drawn(self, counter));
        let mut use_prototype =
            |name: String| worn.push(plain(UsePrototype { name, parameters: None }));
        use_prototype(kind_prototype(counter.kind).to_owned());
        if let Some(side) = counter.side {
            use_prototype(side_prototype(&game.sides[side].id));
        }
        if let Some(unit_type) = counter.unit_type {
            use_prototype(type_prototype(&game.unit_types[unit_type].id));
        }
        worn.extend(replacement::replacements(game, counter, gpids));
        worn.extend(self.identity(counter)?);
        let levels = levels(game, self.faces, counter);
        worn.extend(steps::layer(counter, &levels));
        let image = match levels.as_slice() {
            [only] => only.image.clone(),
            _ => String::new(),
        };
        // VASSAL itself forgets to escape tabs of the basic piece: its saves would lose the piece.
        let in_line = counter.name.replace(['\t', '\n', '\r'], " ");
        let name = checked(&in_line, || format!("name of {}", counter.id))?;
        let heart = BasicPiece { image, name, ..BasicPiece::default() };
        Ok(piece(worn, heart, gpid))
    }

    /// Who the piece is, and its values.
    fn identity(&self, counter: &Counter) -> Result<Vec<Worn>, ModuleError> {
        let mut properties = properties(self.game, counter);
        let mut worn = Vec::new();
        if counter.count > 1 || replacement::is_target(self.game, counter) {
            // The first of several is called like its type, the others `type#2`, `type#3`.
            let expression = format!(
                r##"{{GetString("{COPY}").length() < 1 ? GetString("{UNIT_ID}") : GetString("{UNIT_ID}") + "#" + GetString("{COPY}")}}"##
            );
            worn.push(plain(Calculated {
                name: UNIT.to_owned(),
                expression,
                description: String::new(),
            }));
            worn.push(plain(DynamicProperty {
                name: COPY.to_owned(),
                constraints: "false,0,100,false".to_owned(),
                ..DynamicProperty::default()
            }));
        } else {
            properties.insert(0, (UNIT.to_owned(), counter.id.to_string()));
        }
        for (name, value) in &properties {
            checked(name, || format!("column {name}"))?;
            checked(value, || format!("{name} of {}", counter.id))?;
        }
        let (names, values): (Vec<String>, Vec<String>) = properties.into_iter().unzip();
        worn.push(with(Marker { names }, Marker::state(&values)));
        Ok(worn)
    }
}

/// A text that VASSAL can hold.
pub(super) fn checked(text: &str, what: impl Fn() -> String) -> Result<String, ModuleError> {
    match unwritable(text) {
        None => Ok(text.to_owned()),
        Some(reason) => {
            Err(ModuleError::Text { what: what(), text: text.chars().take(60).collect(), reason })
        }
    }
}

/// Whether declarations are offered to a kind of counter.
pub(super) fn declares(kind: CounterKind) -> bool {
    matches!(kind, CounterKind::Unit | CounterKind::Weapon)
}

/// The traits of all declarations that every unit wears.
fn declarations(game: &Game, kind: CounterKind) -> Vec<Worn> {
    if declares(kind) { declare::unit_traits(game) } else { Vec::new() }
}
