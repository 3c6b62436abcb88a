//! Does not stack, or not move, or not snap to the grid.

use super::{Kind, Named};
use crate::vassal::sequence::Split;

/// Does not stack, or not move, or not snap to the grid. The letters are VASSAL's own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Immobilized {
    /// How it is selected: `n` never, `i` with shift, `c` ctrl, `t` alt; `g` ignores the grid; `Z`, `A`, `B` for band selection.
    pub selection: String,
    /// `V` never moves, `I` only when selected, `N` as others.
    pub movement: String,
    /// `R` does not stack, `L` stacks.
    pub stacking: String,
    /// The designer's note, and whatever follows.
    pub description: String,
}

impl Immobilized {
    /// Whether the piece keeps out of stacks.
    pub fn never_stacks(&self) -> bool {
        !self.stacking.starts_with('L')
    }

    /// Whether the piece may lie anywhere, not only where the grid snaps.
    pub fn ignores_grid(&self) -> bool {
        self.selection.contains('g')
    }
}

impl Kind for Immobilized {
    const ID: &'static str = "immob;";

    fn read(mut fields: Split<'_>) -> Self {
        let mut next = |default: &str| {
            fields.next().map_or_else(|| default.to_owned(), std::borrow::Cow::into_owned)
        };
        Immobilized {
            selection: next(""),
            movement: next(""),
            stacking: next("R"),
            description: next(""),
        }
    }

    fn write(&self) -> String {
        // VASSAL pastes these four together without escaping.
        format!(
            "{}{};{};{};{}",
            Self::ID,
            self.selection,
            self.movement,
            self.stacking,
            self.description
        )
    }
}

impl Named for Immobilized {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Immobilized>("immob;ng;N;R;");
    }

    #[test]
    fn without_a_letter_it_does_not_stack() {
        assert!(Immobilized::read(crate::vassal::sequence::split(';', "g;N")).never_stacks());
        assert!(!Immobilized::read(crate::vassal::sequence::split(';', "g;N;L")).never_stacks());
    }
}
