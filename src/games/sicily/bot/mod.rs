//! A bot: what it does in each stage, and the crimes that it commits.
//!
//! It makes up things that could be done, most of them wrong. What nobody would accuse is done; a wrong one is the crime
//! when it breaks the rules that are asked for.

mod books;
mod coming;
mod crimes;
mod marching;
mod show;

use super::verb::Verb;
use super::{Sicily, combat};
use crate::bots::{Bot, Crime, Plays};
use crate::referee::ground::Place;
use crate::referee::sequence::Stage;
use crate::referee::world::Unit;
pub(super) use show::{gone, pays, says, shows};

/// The bot at the table.
pub(super) type Player<'a> = Bot<'a, Sicily>;

impl Plays for Sicily {
    type Memory = ();

    fn crimes(&self) -> Vec<Crime> {
        crimes::CRIMES.to_vec()
    }

    fn act(&self, bot: &mut Player<'_>, stage: &Stage) {
        act(bot, stage);
    }
}

/// What is done in a stage.
fn act(bot: &mut Player<'_>, stage: &Stage) {
    if stage.allows("roll-weather") {
        books::weather(bot);
    }
    let Some(side) = stage.side().and_then(|side| u8::try_from(side.index()).ok()) else { return };
    if stage.allows("declare") {
        books::bookkeeping(bot, side);
    }
    if stage.allows("judge-supply") {
        books::supply(bot, side);
    }
    if stage.allows("move") {
        coming::arrive(bot, stage, side);
        marching::move_all(bot, stage, side);
    }
    if stage.allows("attack") {
        combat::bot::fight(bot, side);
    }
}

/// Does one of these things: the crime that is wanted, when one of them is it; else one that nobody would accuse.
pub(super) fn offer(bot: &mut Player<'_>, mut verbs: Vec<Verb>) -> Option<Verb> {
    bot.dice.shuffle(&mut verbs);
    if commits(bot, &verbs) {
        return None;
    }
    let legal = verbs.into_iter().find(|verb| bot.allows(verb))?;
    shows(bot, &legal);
    Some(legal)
}

/// Commits the crime that is wanted, when one of these things is it.
pub(super) fn commits(bot: &mut Player<'_>, verbs: &[Verb]) -> bool {
    if bot.wanted().is_none() {
        return false;
    }
    let crime = verbs.iter().find(|verb| bot.is_the_crime(verb));
    if let Some(crime) = crime {
        shows(bot, crime);
        bot.guilty();
    }
    crime.is_some()
}

/// The units of a side for which something holds, in another order each time.
pub(super) fn units(
    bot: &mut Player<'_>,
    side: u8,
    counts: impl Fn(&Player<'_>, Unit) -> bool,
) -> Vec<Unit> {
    let own = bot.play.setting.roster.those(|unit| unit.side == side);
    let mut own: Vec<Unit> = own.filter(|unit| counts(bot, *unit)).collect();
    bot.dice.shuffle(&mut own);
    own
}

/// Some hexes for which something holds.
pub(super) fn some_places(
    bot: &mut Player<'_>,
    count: usize,
    holds: impl Fn(&Player<'_>, Place) -> bool,
) -> Vec<Place> {
    let all = bot.play.setting.space.lattice.places();
    let mut places: Vec<Place> = all.filter(|place| holds(bot, *place)).collect();
    bot.dice.shuffle(&mut places);
    places.truncate(count);
    places
}
