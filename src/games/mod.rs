//! The referees of the reference games, one folder each, in rulebook order.

mod italy43;

use crate::model::{Game, Project};
use crate::rules::Referee;

/// The codes that begin the rule ids of the reference games: `I43-6.2` is a rule of `italy43`.
const CODES: [(&str, &str); 6] = [
    ("BH", "bridgehead"),
    ("I43", "italy43"),
    ("RTE", "return-to-europe"),
    ("SIC", "sicily"),
    ("SK2", "asl-sk2"),
    ("SU", "soft-underbelly"),
];

/// The referee of a game; none when nobody wrote its rules down.
pub fn referee(game: &Game) -> Option<Box<dyn Referee + '_>> {
    match game.id.as_str() {
        "italy43" => Some(Box::new(italy43::Italy43::new(game))),
        _ => None,
    }
}

/// The id of the game that a rule id belongs to.
pub fn game_of_rule<'a>(project: &'a Project, rule: &str) -> Option<&'a str> {
    let (code, _) = rule.split_once('-')?;
    let (_, id) = CODES.iter().find(|(known, _)| *known == code)?;
    project.games.get(id).map(|game| game.id.as_str())
}
