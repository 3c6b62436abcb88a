//! What a rule needs to be read: names looked up, and mistakes told where they were typed.

use crate::model::typed::{At, Points, Text, Words};
use crate::model::{Game, Id, MovementPoints, Named, Registry};
use std::ops::Range;

/// Looks up what a rule refers to; what is not there is reported, with the nearest that is.
pub trait Lookup {
    /// A name.
    fn find<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        name: &At<Text>,
    ) -> Option<Id<T>>;

    /// Every name of a list.
    fn find_all<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        names: &Words,
    ) -> Vec<Id<T>>;

    /// Groups of names: `armour infantry|mechanized`.
    fn find_groups<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        names: &Words,
    ) -> Vec<Vec<Id<T>>>;

    /// The phases of a list, by id.
    fn phases(&mut self, names: &Words, game: &Game) -> Vec<String>;

    /// Hexes and boxes of a list, as printed on the first map that has them.
    fn locations(&mut self, names: &Words, game: &Game) -> Vec<String>;

    /// A number of points.
    fn points(&mut self, points: &At<Points>) -> Option<MovementPoints>;

    /// Adds a thing to its registry; a second one of the same name is reported.
    fn define<T: Named>(
        &mut self,
        registry: &mut Registry<T>,
        what: &'static str,
        id: &At<Text>,
        item: T,
    );

    /// Whether the next of a numbered kind has a name that none of these has; a second one is reported.
    fn is_new(&mut self, what: &'static str, id: &At<Text>, known: &[&str]) -> bool;

    /// Reports a name that is none of these.
    fn unknown(&mut self, what: &'static str, name: &At<Text>, known: &[&str]);

    /// Reports a mistake.
    fn error(&mut self, code: &'static str, span: Range<usize>, message: String);
}
