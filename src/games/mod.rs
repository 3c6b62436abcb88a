//! The referees of games: those of the reference games, one folder each, and rule packs for all others.

pub mod asl_sk2;
mod crimes;
pub mod italy43;
pub mod sicily;

use crate::model::{Game, Project};
use crate::referee::Referee;
use crate::referee::pack::Pack;

/// The referee of a game; none when nobody wrote its rules down.
///
/// A game whose rulebook needs code of its own is asked for first, by its id.
pub fn referee(game: &Game) -> Option<Box<dyn Referee + '_>> {
    match game.id.as_str() {
        "asl-sk2" => Some(Box::new(asl_sk2::AslSk2::of(game))),
        "sicily" => {
            let referee = sicily::referee(game).ok()?;
            Some(Box::new(referee))
        }
        "italy43" => Some(Box::new(italy43::Italy43::new(game))),
        _ => Pack::new(game).map(|pack| Box::new(pack) as Box<dyn Referee + '_>),
    }
}

/// The id of the game that a rule id belongs to.
pub fn game_of_rule<'a>(project: &'a Project, rule: &str) -> Option<&'a str> {
    let (code, _) = rule.split_once('-')?;
    project.games.iter().find(|game| game.code == code).map(|game| game.id.as_str())
}
