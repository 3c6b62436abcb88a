//! The setting: what stays while a case or a log is played.

use super::super::Problem;
use super::super::case::Patch;
use super::super::ground::Scale;
use super::super::world::{Roster, Space};
use super::Rulebook;
use crate::model::{Game, Map};

/// The game, its map, and its units.
pub struct Setting<'g, R: Rulebook> {
    /// The game.
    pub game: &'g Game,
    /// The map, in numbers.
    pub space: Space<'g>,
    /// What the rules ask of the map.
    pub land: R::Land,
    /// The units.
    pub roster: Roster<R::Facts>,
    /// States that a unit can be in, by id; the place in this list is the bit.
    pub states: Vec<String>,
}

impl<'g, R: Rulebook> Setting<'g, R> {
    /// The maps and counters of a game.
    pub(super) fn of_game(book: &R, game: &'g Game) -> Result<Self, Problem> {
        let maps = game.maps.entries().map(|(id, map)| (Some(id), map));
        let mut space = Space::new(game, maps, Self::scale(book, game));
        let land = book.land(game, &mut space, None)?;
        let roster = Roster::of_game(game, |counter, id| book.counter(game, counter, id));
        Ok(Setting { game, space, land, roster, states: states(book) })
    }

    /// A patch of map, without units.
    pub(super) fn of_patch(
        book: &R,
        game: &'g Game,
        map: &'g Map,
        patch: &Patch,
    ) -> Result<Self, Problem> {
        let mut space = Space::new(game, [(None, map)], Self::scale(book, game));
        let land = book.land(game, &mut space, Some(patch))?;
        Ok(Setting { game, space, land, roster: Roster::default(), states: states(book) })
    }

    fn scale(book: &R, game: &Game) -> Scale {
        Scale::of_game(game, book.fractions())
    }
}

fn states<R: Rulebook>(book: &R) -> Vec<String> {
    book.states().into_iter().map(str::to_owned).collect()
}
