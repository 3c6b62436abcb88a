//! What players do, and how cases say it.

use super::deeds::{self, Deed};
use super::movement::{Mode, Order};
use super::units::Type;
use super::{Sicily, combat};
use crate::referee::Problem;
use crate::referee::case::{Part, unknown};
use crate::referee::frame::Play;
use crate::referee::world::{At, Unit};
use serde::Deserialize;

/// What a player does.
#[derive(Debug, Clone)]
pub(super) enum Verb {
    /// A unit moves.
    Move(Order),
    /// A unit is put somewhere, and no rule looks how.
    Place(Unit, At),
    /// Something of a Combat Phase.
    Fight(combat::Verb),
    /// A phase, or a segment of one, is over.
    End(Ends),
    /// Something besides moving and fighting.
    Deed(Deed),
}

/// What is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ends {
    SetUp,
    Airborne,
    Movement,
    Combat,
}

/// Verbs of cases, for those who mistype them.
const WORDS: &[&str] = &[
    "move",
    "end",
    "attack",
    "lose",
    "retreat",
    "advance",
    "draw-chit",
    "naval-gunfire",
    "air-support",
    "roll",
];

/// The verb of an entry.
pub(super) fn read(play: &Play<'_, Sicily>, entry: &mut Part<'_>) -> Result<Verb, Problem> {
    let node = entry.node("do").ok_or_else(|| entry.missing("do"))?;
    match node.text().unwrap_or_default() {
        "move" => {
            let unit = entry.unit("unit")?.ok_or_else(|| entry.missing("unit"))?;
            let mode: Option<Mode> = entry.read("mode")?;
            let mut path = entry.places("path")?;
            let special = entry.word("stage") == Some("special");
            let to = match (entry.place("to")?, path.last()) {
                (Some(to), _) => to,
                (None, Some(last)) => *last,
                (None, None) if mode.is_some() || special => {
                    return Ok(Verb::Deed(Deed::Ordinary(unit, special, mode)));
                }
                (None, None) => return Err(entry.missing("to")),
            };
            if play.unit(unit).kind == Type::Depot {
                return Ok(Verb::Deed(Deed::Transfer(unit, to)));
            }
            if !path.is_empty() {
                if play.position.place(unit) != path.first().copied() {
                    let message = "a path begins with the hex the unit stands in";
                    return Err(Problem::at(entry.node, message));
                }
                path.remove(0);
            }
            Ok(Verb::Move(Order { unit, path, to, mode }))
        }
        "end" => Ok(Verb::End(entry.need("of")?)),
        word => match deeds::read(play, word, entry)? {
            Some(deed) => Ok(Verb::Deed(deed)),
            None => match combat::read(word, play, entry)? {
                Some(verb) => Ok(Verb::Fight(verb)),
                None => Err(unknown(node, "verb", WORDS.iter().chain(deeds::WORDS).copied())),
            },
        },
    }
}

/// A verb in words.
pub(super) fn words(play: &Play<'_, Sicily>, verb: &Verb) -> String {
    let unit = |unit: &Unit| play.unit(*unit).words();
    let place = |at: At| match at {
        At::Map(place) => play.setting.space.lattice.name(place),
        At::Off(_) => "off the map".to_owned(),
    };
    match verb {
        Verb::Move(order) => {
            let from = place(play.position.at(order.unit));
            format!("{} moves {from} to {}", unit(&order.unit), place(At::Map(order.to)))
        }
        Verb::Place(who, to) => format!("{} goes to {}", unit(who), place(*to)),
        Verb::Fight(verb) => combat::words(play, verb),
        Verb::End(_) => "the end of the phase".to_owned(),
        Verb::Deed(deed) => deeds::words(play, deed),
    }
}
