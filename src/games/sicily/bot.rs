//! A bot: what it does in each stage, and the crimes that it commits.

use super::movement::{self, Mode, Order};
use super::stacking;
use super::verb::Verb;
use super::{Sicily, first_turn, special};
use crate::bots::{Bot, Crime, Plays};
use crate::referee::RuleId;
use crate::referee::ground::Place;
use crate::referee::sequence::Stage;
use crate::referee::world::{At, Unit};

impl Plays for Sicily {
    type Memory = ();

    fn crimes(&self) -> Vec<Crime> {
        let crime = |name, words, rules: &[RuleId]| Crime { name, words, rules: rules.to_vec() };
        vec![
            crime(
                "TooFar",
                "a unit moves further than its allowance",
                &[movement::ALLOWANCE, first_turn::FIRST_TURN_HALVES],
            ),
            crime(
                "UnbridgedRiver",
                "a mechanized unit crosses a river without a bridge",
                &[movement::RIVER],
            ),
            crime(
                "ClosedTerrain",
                "a unit enters terrain that is closed to it",
                &[movement::CLOSED],
            ),
            crime("FrozenUnit", "an Axis unit in the west moves before turn 3", &[special::FREEZE]),
            crime(
                "NotStrategic",
                "a unit moves strategically that never may",
                &[special::NEVER_STRATEGIC],
            ),
            crime("FourInAHex", "four units end their phase in one hex", &[stacking::LIMIT]),
        ]
    }

    fn act(&self, bot: &mut Bot<'_, Self>, stage: &Stage) {
        act(bot, stage);
    }
}

fn act(bot: &mut Bot<'_, Sicily>, stage: &Stage) {
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
    let Some(rules) = bot.wanted().map(|crime| crime.rules.clone()) else { return false };
    let mut places = movement::reach(&mut bot.play, unit, Some(&rules));
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
