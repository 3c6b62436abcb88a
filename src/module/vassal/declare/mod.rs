//! Declarations: what players say in a fixed form, and how the module says it for them.

use super::pieces::Worn;
use crate::model::{Game, Id, UnitType};
use serde::{Deserialize, Serialize};

/// A declaration as the manifest states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclarationForm {
    /// The id in the sources.
    pub id: String,
}

/// The forms of all declarations of a game.
pub(super) fn forms(_game: &Game) -> Vec<DeclarationForm> {
    Vec::new()
}

/// Traits of declarations that every unit wears.
pub(super) fn unit_traits(_game: &Game) -> Vec<Worn> {
    Vec::new()
}

/// Traits of declarations that units of a type wear.
pub(super) fn type_traits(_game: &Game, _unit_type: Id<UnitType>) -> Vec<Worn> {
    Vec::new()
}

/// The properties of the module that declarations use, with their values at the start.
pub(super) fn module_properties(_game: &Game) -> Vec<(String, String)> {
    Vec::new()
}

/// Their components.
pub(super) fn properties(_game: &Game) -> Vec<crate::vassal::build::Element> {
    Vec::new()
}

/// Buttons of declarations.
pub(super) fn buttons(_game: &Game) -> Vec<crate::vassal::build::Element> {
    Vec::new()
}
