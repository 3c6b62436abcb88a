//! The referee of declarative rule packs: any game whose rules stand in `rules.toml`.
//!
//! The charter is the rulebook that such rules make. `movement`, `combat`, `supply` and `board` answer questions about
//! a position; `court` asks them as deeds are judged.

pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod case;
pub(crate) mod charter;
pub(crate) mod combat;
pub(crate) mod court;
pub(crate) mod land;
pub(crate) mod movement;
pub(crate) mod roster;
mod sketches;
pub(crate) mod supply;

use super::case::{Node, Situation};
use super::court::Customs;
use super::frame::{self, Umpire};
use super::{Hearing, Judgement, Problem, Referee, Rule};
use crate::model::Game;
use charter::Charter;

/// The referee of one game.
pub struct Pack<'g>(pub(crate) Umpire<'g, Charter>);

/// A game of a pack, as it is played.
pub(crate) type Play<'a> = frame::Play<'a, Charter>;

impl<'g> Pack<'g> {
    /// The referee of a game; none when its sources have no rules to judge by.
    pub fn new(game: &'g Game) -> Option<Self> {
        let umpire = Umpire::new(Charter::new(game)?, game);
        // Only a case's patch of map can lack anything.
        umpire.ok().map(Pack)
    }
}

impl Referee for Pack<'_> {
    fn rules(&self) -> Vec<&Rule> {
        self.0.rules()
    }

    fn play(&self, situation: &Situation, log: &[Node]) -> Result<Vec<Judgement>, Problem> {
        self.0.play(situation, log)
    }

    fn hearing(&self, scenario: Option<&str>) -> Option<Box<dyn Hearing + '_>> {
        self.0.hearing(scenario)
    }

    fn customs(&self) -> Option<&dyn Customs> {
        self.0.customs()
    }
}
