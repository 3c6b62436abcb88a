//! Moves.

use super::super::deeds::Deed;
use super::super::movement::{self, Order};
use super::super::units::{ALLIED, LANDED, Nation, Type};
use super::super::verb::Verb;
use super::super::{boundary, look, stacking, supply};
use super::{Player, commits, shows, units};
use crate::referee::ground::Place;
use crate::referee::sequence::Stage;
use crate::referee::world::{At, Unit};

/// Of a hundred units so many move.
const RESTLESS: usize = 60;

pub(super) fn move_all(bot: &mut Player<'_>, stage: &Stage, side: u8) {
    let mut own = units(bot, side, |bot, unit| {
        bot.play.position.place(unit).is_some() && bot.play.unit(unit).kind != Type::Depot
    });
    let thrusts = side != ALLIED && stage.id().starts_with("special");
    // Who must go somewhere goes first, as long as there is room.
    own.sort_by_key(|unit| {
        let facts = bot.play.unit(*unit);
        !(thrusts && boundary::thrusts(facts, &facts.id.0))
    });
    for &unit in &own {
        if bot.wanted().is_some() && break_a_rule(bot, unit) {
            continue;
        }
        if thrusts && counterthrust(bot, unit) || !bot.dice.chance(RESTLESS) {
            continue;
        }
        if let Some(to) = somewhere(bot, unit) {
            goes(bot, unit, to);
        }
    }
    overstack(bot, &own);
    misplaces(bot, side);
    thins_out(bot, &own);
    captures(bot, side);
}

/// Where a unit can go and stay.
fn somewhere(bot: &mut Player<'_>, unit: Unit) -> Option<Place> {
    let mut places = movement::reach(&mut bot.play, unit, None);
    places.retain(|place| stacking::fits(&bot.play, unit, *place));
    // Half of them go for the enemy.
    let near = |place: &Place| bot.play.position.in_enemy_zone(bot.play.unit(unit).side, *place);
    let close: Vec<Place> = places.iter().copied().filter(near).collect();
    let bold = bot.dice.chance(50) && !close.is_empty();
    bot.dice.pick(if bold { &close } else { &places })
}

/// Breaks the rule that is wanted, when this unit can.
fn break_a_rule(bot: &mut Player<'_>, unit: Unit) -> bool {
    let Some(rules) = bot.wanted().map(|crime| crime.rules.clone()) else { return false };
    let mut places = movement::reach(&mut bot.play, unit, Some(&rules));
    places.retain(|place| stacking::fits(&bot.play, unit, *place));
    bot.dice.pick(&places).is_some_and(|to| commits(bot, &[order(unit, to)]))
}

/// The three units of Hermann Göring go for those that landed.
fn counterthrust(bot: &mut Player<'_>, unit: Unit) -> bool {
    let facts = bot.play.unit(unit);
    if !boundary::thrusts(facts, &facts.id.0) {
        return false;
    }
    let mut places = movement::reach(&mut bot.play, unit, None);
    places.retain(|place| stacking::fits(&bot.play, unit, *place));
    let play = &bot.play;
    let landed = |other| {
        play.unit(other).nation == Some(Nation::Us)
            && (play.is(other, LANDED) || !play.unit(other).is_airborne())
    };
    let next = |place: Place| look::nearest(play, place, landed).is_some_and(|far| far <= 1);
    if play.position.place(unit).is_some_and(next) {
        return true;
    }
    places.retain(|place| next(*place));
    let to = bot.dice.pick(&places);
    if let Some(to) = to {
        goes(bot, unit, to);
    }
    to.is_some()
}

/// Moves one unit too many into a hex, or one of the wrong army, when all others have moved.
fn overstack(bot: &mut Player<'_>, own: &[Unit]) {
    let rules = [stacking::LIMIT, super::super::special::NEVER_TOGETHER];
    let asked = |rule| bot.wanted().is_some_and(|crime| crime.rules.contains(rule));
    if !rules.iter().any(asked) {
        return;
    }
    let (full, mixed) = (asked(&rules[0]), asked(&rules[1]));
    for &unit in own {
        if bot.play.position.at(unit) != bot.play.at_phase_start.at(unit) {
            continue;
        }
        let mut places = movement::reach(&mut bot.play, unit, None);
        places.retain(|place| {
            !stacking::fits(&bot.play, unit, *place)
                && (full && stacking::is_full(&bot.play, *place)
                    || mixed && !stacking::is_full(&bot.play, *place))
        });
        let Some(to) = bot.dice.pick(&places) else { continue };
        if bot.takes_the_chance() {
            goes(bot, unit, to);
            return bot.guilty();
        }
    }
}

/// Somebody moves a piece of the other side.
fn misplaces(bot: &mut Player<'_>, side: u8) {
    if bot.wanted().is_none() {
        return;
    }
    let lattice = &bot.play.setting.space.lattice;
    let theirs = units(bot, 1 - side, |bot, unit| bot.play.position.place(unit).is_some());
    let shift = |unit: &Unit| {
        let here = bot.play.position.place(*unit)?;
        let open = |to: &&Place| **to != crate::referee::ground::OFF;
        let to = lattice.around(here).iter().find(open)?;
        Some(Verb::Deed(Deed::Shift(*unit, At::Map(*to))))
    };
    let shifts: Vec<Verb> = theirs.iter().take(4).filter_map(shift).collect();
    commits(bot, &shifts);
}

/// Where too many came to rest in a retreat some go, and whoever cannot dies.
fn thins_out(bot: &mut Player<'_>, own: &[Unit]) {
    for &unit in own {
        let Some(here) = bot.play.position.place(unit) else { continue };
        if stacking::has_room(&bot.play, here) {
            continue;
        }
        let stood = bot.play.position.at(unit) == bot.play.at_phase_start.at(unit);
        match somewhere(bot, unit).filter(|_| stood) {
            Some(to) => goes(bot, unit, to),
            None => {
                shows(bot, &Verb::Deed(Deed::Lost(unit)));
                bot.count("units too many");
            }
        }
    }
}

/// The Allies take ports, airfields and cities.
fn captures(bot: &mut Player<'_>, side: u8) {
    if side != ALLIED {
        return;
    }
    let taken: Vec<Place> = look::troops(&bot.play)
        .filter(|(unit, _)| bot.play.unit(*unit).side == ALLIED)
        .map(|(_, place)| place)
        .collect();
    for at in taken {
        let (space, places) = (&bot.play.setting.space, &bot.play.setting.land.places);
        let port = places.is_port(space, at);
        let worth = port || places.is_city(space, at) || places.is_airfield(space, at);
        if worth && bot.play.state.known.capture(at).is_none() {
            shows(bot, &Verb::Deed(Deed::Capture(at, None, port.then_some(1))));
        }
    }
}

fn order(unit: Unit, to: Place) -> Verb {
    Verb::Move(Order { unit, path: Vec::new(), to, mode: None })
}

fn goes(bot: &mut Player<'_>, unit: Unit, to: Place) {
    shows(bot, &order(unit, to));
    if supply::of(&bot.play, unit) != supply::Supply::In {
        bot.count("moves without supply");
    }
}
