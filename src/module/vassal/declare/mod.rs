//! Declarations: what players say in a fixed form, and how the module says it for them.
//!
//! A declaration ends in one line of chat, readable for people and, by the pattern in the
//! manifest, for the referee. Units that declare together are first gathered in a property of
//! the module; pointing at a piece in the target hex, or typing the hex, then says the line.

mod buttons;
mod form;
mod traits;

pub(super) use buttons::{badges, buttons, properties};
pub use form::{DeclarationForm, Said, say};
pub(super) use traits::{type_traits, unit_traits};

use crate::model::{Declaration, Game, LinePart, Offered};
use crate::vassal::traits::fields::KeyStroke;

/// The property of the module that holds the scenario of a set-up.
pub const SCENARIO: &str = "Scenario";

/// The forms of all declarations of a game.
pub(super) fn forms(game: &Game) -> Vec<DeclarationForm> {
    game.declarations.iter().map(|declaration| DeclarationForm::of(game, declaration)).collect()
}

/// The properties of the module that declarations use; all are empty at the start.
pub(super) fn property_names(game: &Game) -> Vec<String> {
    game.declarations.iter().flat_map(|one| Names::of(one).all(one)).collect()
}

/// Names that belong to one declaration: properties and internal commands.
struct Names {
    stem: String,
}

impl Names {
    fn of(declaration: &Declaration) -> Self {
        Names {
            stem: format!("say_{}", declaration.id.replace(|c: char| !c.is_alphanumeric(), "_")),
        }
    }

    /// The property with the units gathered so far.
    fn units(&self) -> String {
        format!("{}_units", self.stem)
    }

    /// The property with the targets gathered so far.
    fn targets(&self) -> String {
        format!("{}_targets", self.stem)
    }

    /// The property with the place typed.
    fn place(&self) -> String {
        format!("{}_place", self.stem)
    }

    /// The property with the answer to a question.
    fn answer(&self, declaration: &Declaration, nth: usize) -> String {
        let id = declaration.questions.get(nth).map_or("", |question| question.id.as_str());
        format!("{}_answer_{id}", self.stem)
    }

    /// Whether `join` is shown on units.
    fn joined(&self) -> String {
        format!("{}_joined", self.stem)
    }

    /// An internal command.
    fn key(&self, what: &str) -> KeyStroke {
        KeyStroke::named(format!("{}_{what}", self.stem))
    }

    fn all(&self, declaration: &Declaration) -> Vec<String> {
        let mut all = Vec::new();
        if gathers(declaration) {
            all.push(self.units());
        }
        if declaration.has_targets() {
            all.push(self.targets());
        }
        if declaration.has_place() {
            all.push(self.place());
        }
        all.extend((0..declaration.questions.len()).map(|nth| self.answer(declaration, nth)));
        all
    }
}

/// Whether units are gathered before the line is said: several of them, or one that points at others or a place.
fn gathers(declaration: &Declaration) -> bool {
    declaration.offered == Offered::Unit
        && (declaration.gathers() || declaration.has_place() || declaration.has_targets())
        && declaration.line.iter().any(|part| matches!(part, LinePart::Unit | LinePart::Units))
}
