//! A bot: what it does in each stage, and the crimes that it commits.

use super::movement::{self, Mode, Order};
use super::stacking;
use super::verb::Verb;
use super::{Sicily, first_turn, special};
use crate::referee::frame::{Bot, Crime};
use crate::referee::ground::Place;
use crate::referee::sequence::Stage;
use crate::referee::world::{At, Unit};

/// What the bot does wrong when it is asked to.
pub(super) static CRIMES: &[Crime] = &[
    Crime {
        name: "TooFar",
        words: "a unit moves further than its allowance",
        rules: &[movement::ALLOWANCE, first_turn::FIRST_TURN_HALVES],
    },
    Crime {
        name: "UnbridgedRiver",
        words: "a mechanized unit crosses a river without a bridge",
        rules: &[movement::RIVER],
    },
    Crime {
        name: "ClosedTerrain",
        words: "a unit enters terrain that is closed to it",
        rules: &[movement::CLOSED],
    },
    Crime {
        name: "FrozenUnit",
        words: "an Axis unit in the west moves before turn 3",
        rules: &[special::FREEZE],
    },
    Crime {
        name: "NotStrategic",
        words: "a unit moves strategically that never may",
        rules: &[special::NEVER_STRATEGIC],
    },
    Crime {
        name: "FourInAHex",
        words: "four units end their phase in one hex",
        rules: &[stacking::LIMIT],
    },
];

pub(super) fn act(bot: &mut Bot<'_, Sicily>, stage: &Stage) {
    let Some(side) = stage.side().and_then(|side| u8::try_from(side.index()).ok()) else { return };
    if stage.allows("move") {
        move_all(bot, side);
    }
}

/// Of a hundred units so many move.
const RESTLESS: usize = 60;

fn move_all(bot: &mut Bot<'_, Sicily>, side: u8) {
    let on_map = |unit: &Unit| bot.play.position.place(*unit).is_some();
    let mut units: Vec<Unit> =
        bot.play.setting.roster.those(|unit| unit.side == side).filter(on_map).collect();
    bot.dice.shuffle(&mut units);
    for &unit in &units {
        if bot.wanted().is_some() && break_a_rule(bot, unit) {
            continue;
        }
        if !bot.dice.chance(RESTLESS) {
            continue;
        }
        let mut places = movement::reach(&mut bot.play, unit, None);
        places.retain(|place| stacking::fits(&bot.play, unit, *place));
        if let Some(to) = bot.dice.pick(&places) {
            go(bot, unit, to);
            bot.count("moves");
        }
    }
    overstack(bot, &units);
}

/// Breaks the rule that is wanted, when this unit can.
fn break_a_rule(bot: &mut Bot<'_, Sicily>, unit: Unit) -> bool {
    let Some(crime) = bot.wanted() else { return false };
    let mut places = movement::reach(&mut bot.play, unit, Some(crime.rules));
    places.retain(|place| stacking::fits(&bot.play, unit, *place));
    let Some(to) = bot.dice.pick(&places) else { return false };
    let chance = bot.is_the_crime(&order(unit, to));
    if chance {
        go(bot, unit, to);
        bot.guilty();
    }
    chance
}

/// Moves one unit too many into a hex, when all others have moved.
fn overstack(bot: &mut Bot<'_, Sicily>, units: &[Unit]) {
    let wanted = bot.wanted().is_some_and(|crime| crime.rules.contains(&stacking::LIMIT));
    for &unit in units.iter().filter(|_| wanted) {
        if bot.play.position.at(unit) != bot.play.at_phase_start.at(unit) {
            continue;
        }
        let mut places = movement::reach(&mut bot.play, unit, None);
        places.retain(|place| stacking::is_full(&bot.play, *place));
        let Some(to) = bot.dice.pick(&places) else { continue };
        if bot.takes_the_chance() {
            go(bot, unit, to);
            return bot.guilty();
        }
    }
}

fn order(unit: Unit, to: Place) -> Verb {
    Verb::Move(Order { unit, path: Vec::new(), to, mode: None::<Mode> })
}

fn go(bot: &mut Bot<'_, Sicily>, unit: Unit, to: Place) {
    bot.drag(unit, At::Map(to));
    bot.perform(&order(unit, to));
}
