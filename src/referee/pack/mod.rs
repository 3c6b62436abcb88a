//! The referee of declarative rule packs: any game whose rules stand in `rules.toml`.
//!
//! One judging core for cases and logs: `movement`, `combat`, `supply` and `board` answer
//! questions about a position; the `court` hears deeds, keeps the position, and asks them.

mod board;
mod book;
pub mod bot;
mod bridges;
mod case;
mod combat;
mod court;
mod customs;
mod field;
mod movement;
mod roster;
mod sketches;
mod supply;

use super::case::{Node, Situation};
use super::{Hearing, Judgement, Problem, Referee, Rule};
use crate::model::{Game, Rules};
use board::Board;
use book::Book;
use bridges::Broken;
use combat::Table;
use court::Court;
use field::Field;
use roster::Roster;

/// The referee of one game.
#[derive(Debug)]
pub struct Pack<'g> {
    game: &'g Game,
    book: Book,
    field: Field<'g>,
    broken: Vec<Broken<'g>>,
    roster: Roster,
    table: Option<Table<'g>>,
}

impl<'g> Pack<'g> {
    /// The referee of a game; none when its sources have no rules to judge by.
    pub fn new(game: &'g Game) -> Option<Self> {
        if is_empty(&game.rules) {
            return None;
        }
        let field = Field::new(game, game.maps.entries().map(|(id, map)| (Some(id), map)));
        let scale = field.scale;
        let enrol = |counter: &_, id| roster::of_counter(game, scale, counter, id);
        let roster = Roster::of_game(game, enrol);
        let broken = bridges::broken(game, &field);
        let (book, table) = (Book::new(game), Table::new(game));
        Some(Pack { game, book, field, broken, roster, table })
    }

    fn board(&self) -> Board<'_> {
        Board {
            game: self.game,
            book: &self.book,
            field: &self.field,
            broken: &self.broken,
            roster: &self.roster,
        }
    }
}

fn is_empty(rules: &Rules) -> bool {
    rules.stacking.is_none()
        && rules.zones.is_none()
        && rules.movement.is_none()
        && rules.combat.is_none()
        && rules.supply.is_none()
}

impl Referee for Pack<'_> {
    fn rules(&self) -> Vec<&Rule> {
        self.book.rules.iter().collect()
    }

    fn play(&self, situation: &Situation, log: &[Node]) -> Result<Vec<Judgement>, Problem> {
        case::play(self, situation, log)
    }

    fn customs(&self) -> Option<&dyn super::court::Customs> {
        Some(self)
    }

    fn hearing(&self, scenario: Option<&str>) -> Option<Box<dyn Hearing + '_>> {
        let scenario = scenario.and_then(|id| self.game.scenarios.get(id));
        Some(Box::new(Court::of_log(self.board(), self.table.as_ref(), scenario)))
    }
}
