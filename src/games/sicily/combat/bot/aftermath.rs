//! What the bot does about a result: losses, retreats, advances.

use super::super::super::bot::{Player, commits, gone, offer, shows};
use super::super::super::look::distance;
use super::super::super::stacking;
use super::super::super::units::{CADRE, RETREATED, Type};
use super::super::super::verb::Verb as Any;
use super::super::advance::Advance;
use super::super::losses::{Becomes, Loss, is_alive};
use super::super::retreat::{Retreat, TOGETHER, ZONES};
use super::super::retreat_path::{Way, nearest_enemy};
use super::super::strength::Span;
use super::super::table::Outcome;
use super::super::{NO_STANDING, Order, RESULT, Verb};
use super::{is_depot, says};
use crate::referee::ground::Place;
use crate::referee::world::Unit;

/// Of a hundred victors so many advance.
const KEEN: usize = 50;

/// What the log shows of a deed of a Combat Phase.
pub(in crate::games::sicily) fn shown(bot: &mut Player<'_>, verb: &Verb) {
    match verb {
        Verb::Lose(loss) => match loss.becomes {
            Some(Becomes::Eliminated) => gone(bot, loss.unit),
            _ => {
                let left = bot.play.position.steps(loss.unit).saturating_sub(1);
                bot.turn_over(loss.unit, left);
            }
        },
        Verb::Retreat(retreat) => {
            if let Some(to) = retreat.path.last() {
                for unit in &retreat.units {
                    bot.drag(*unit, crate::referee::world::At::Map(*to));
                }
            }
            bot.count("retreats");
        }
        Verb::Advance(advance) => {
            if let Some(to) = advance.path.last() {
                bot.drag(advance.unit, crate::referee::world::At::Map(*to));
            }
            bot.count("advances");
        }
        Verb::Drown(unit) => {
            gone(bot, *unit);
            bot.count("drowned");
        }
        _ => {}
    }
}

/// A unit loses a step: the chit of a regiment is turned first, which no log shows.
pub(in crate::games::sicily) fn step_lost(bot: &mut Player<'_>, unit: Unit) {
    let cadre = bot.play.is(unit, CADRE);
    let whole = bot.play.unit(unit).has_cadre() && !cadre;
    if whole && !bot.play.state.turned.contains(&unit) {
        bot.play.state.turned.push(unit);
        bot.count("chits turned");
        return;
    }
    shows(bot, &Any::Fight(Verb::Lose(loss(bot, unit))));
    bot.count("steps lost");
}

fn loss(bot: &Player<'_>, unit: Unit) -> Loss {
    let (cadre, steps) = (bot.play.is(unit, CADRE), bot.play.position.steps(unit));
    let becomes = if cadre || steps <= 1 {
        Some(Becomes::Eliminated)
    } else {
        bot.play.unit(unit).has_cadre().then_some(Becomes::Cadre)
    };
    Loss { unit, steps: Span::exactly(1), becomes }
}

/// The side that lost loses steps and goes; the other follows.
pub(super) fn carry_out(bot: &mut Player<'_>, side: u8, order: &Order, outcome: Outcome) {
    let over = Any::Fight(Verb::Over);
    if bot.is_wanted(&[RESULT]) && bot.is_the_crime(&over) {
        return bot.guilty();
    }
    let loser = if outcome.attacker { side } else { 1 - side };
    let fought =
        bot.play.state.fights.current().map(|c| c.participants.clone()).unwrap_or_default();
    let of = |bot: &Player<'_>, unit: &Unit| bot.play.unit(*unit).side == loser;
    let losers: Vec<Unit> = fought.iter().filter(|unit| of(bot, unit)).copied().collect();
    let hexes: Vec<Place> = if outcome.attacker {
        super::super::reckoning::hexes(&bot.play, &order.with)
    } else {
        order.against.clone()
    };
    passengers(bot, loser, &hexes);
    let mut far = if bot.dice.chance(70) {
        outcome.hexes
    } else {
        bot.dice.below(outcome.hexes as usize + 1) as u32
    };
    while far > 0 && hexes.iter().any(|from| path(bot, loser, *from, far).is_none()) {
        far -= 1;
    }
    if outcome.may_break_through() && far == outcome.hexes && bot.dice.chance(KEEN) {
        let hex = super::name(&bot.play, hexes[0]);
        says(bot, "breakthrough", &[("hex", &hex)]);
        bot.perform(&Any::Fight(Verb::Breakthrough));
        if far > 1 && bot.is_wanted(&[NO_STANDING]) && bot.takes_the_chance() {
            far -= 1;
            lose(bot, &losers, &hexes, outcome.steps + 1, outcome.attacker);
            retreat(bot, loser, &hexes, far);
            return bot.guilty();
        }
    }
    lose(bot, &losers, &hexes, outcome.steps + outcome.hexes - far, outcome.attacker);
    if far > 0 {
        retreat(bot, loser, &hexes, far);
    }
    advance(bot, 1 - loser, order, &hexes);
}

/// Units of a side that stand in a hex, depots aside.
fn stack(bot: &Player<'_>, side: u8, place: Place) -> Vec<Unit> {
    let own = |unit: &Unit| bot.play.unit(*unit).side == side && !is_depot(bot, *unit);
    bot.play.position.stack(place).filter(own).collect()
}

/// Who retreated into an attacked hex dies with any result against it.
fn passengers(bot: &mut Player<'_>, side: u8, hexes: &[Place]) {
    for place in hexes {
        let all = stack(bot, side, *place).into_iter();
        let died: Vec<Unit> = all.filter(|unit| bot.play.is(*unit, RETREATED)).collect();
        for unit in died {
            let steps = Span::exactly(u32::from(bot.play.position.steps(unit)));
            let becomes = Some(Becomes::Eliminated);
            shows(bot, &Any::Fight(Verb::Lose(Loss { unit, steps, becomes })));
            bot.count("passengers lost");
        }
    }
}

/// So many steps are lost: by those who fought, an attacker's tanks first, then by those beside them.
fn lose(bot: &mut Player<'_>, fought: &[Unit], hexes: &[Place], steps: u32, attacker: bool) {
    let side = fought.first().map_or(0, |unit| bot.play.unit(*unit).side);
    for _ in 0..steps {
        let mut able: Vec<Unit> =
            fought.iter().copied().filter(|unit| is_alive(&bot.play, *unit)).collect();
        if able.is_empty() {
            able = hexes.iter().flat_map(|place| stack(bot, side, *place)).collect();
        }
        let tank = |unit: &Unit| bot.play.unit(*unit).kind == Type::Tank;
        if attacker && able.iter().any(tank) {
            able.retain(tank);
        }
        let beside = hexes.iter().flat_map(|place| stack(bot, side, *place));
        let wrong = beside.filter(|unit| !able.contains(unit));
        let wrong =
            wrong.filter(|unit| bot.play.position.steps(*unit) <= 1 || bot.play.is(*unit, CADRE));
        let wrong: Vec<Any> = wrong.map(|unit| Any::Fight(Verb::Lose(loss(bot, unit)))).collect();
        if commits(bot, &wrong) {
            continue;
        }
        let Some(unit) = bot.dice.pick(&able) else { break };
        step_lost(bot, unit);
    }
    // A depot stays behind alone, and is destroyed.
    for place in hexes {
        if stack(bot, side, *place).is_empty() {
            lose_depots(bot, side, *place);
        }
    }
}

fn lose_depots(bot: &mut Player<'_>, side: u8, place: Place) {
    let here = |unit: &Unit| bot.play.unit(*unit).side == side && is_depot(bot, *unit);
    let depots: Vec<Unit> = bot.play.position.stack(place).filter(here).collect();
    for unit in depots {
        shows(bot, &Any::Deed(super::super::super::deeds::Deed::Lost(unit)));
        bot.count("depots lost");
    }
}

/// Every stack goes as far, and pays for the zones on its way.
fn retreat(bot: &mut Player<'_>, side: u8, hexes: &[Place], far: u32) {
    for &from in hexes {
        let units = stack(bot, side, from);
        if units.is_empty() {
            continue;
        }
        let Some(path) = path(bot, side, from, far) else { continue };
        let zones = Way { play: &bot.play, units: &units, side }.zones(&path);
        let Some(&to) = path.last() else { continue };
        let way = |units: &[Unit], to| Retreat {
            units: units.to_vec(),
            path: vec![from, to],
            whole: false,
            loser_of: None,
        };
        if bot.wanted().is_some() {
            let lattice = &bot.play.setting.space.lattice;
            let near = lattice.places().filter(|other| distance(&bot.play, from, *other) <= far);
            let mut wrong: Vec<Any> = near
                .filter(|other| *other != from)
                .map(|to| Any::Fight(Verb::Retreat(way(&units, to))))
                .collect();
            bot.dice.shuffle(&mut wrong);
            if commits(bot, &wrong) {
                lose_depots(bot, side, from);
                continue;
            }
        }
        if units.len() > 1 && bot.is_wanted(&[TOGETHER]) && bot.takes_the_chance() {
            shows(bot, &Any::Fight(Verb::Retreat(way(&units[1..], to))));
            bot.guilty();
            continue;
        }
        shows(bot, &Any::Fight(Verb::Retreat(way(&units, to))));
        if zones > 0 {
            bot.count("zones crossed");
            if bot.is_wanted(&[ZONES]) && bot.is_the_crime(&Any::Fight(Verb::Over)) {
                bot.guilty();
            } else {
                lose(bot, &units, &[to], zones, false);
            }
        }
        lose_depots(bot, side, from);
    }
}

/// A way of so many hexes, each as far from the enemy as can be; none when there is none.
fn path(bot: &mut Player<'_>, side: u8, from: Place, far: u32) -> Option<Vec<Place>> {
    let units = stack(bot, side, from);
    let mut path = vec![from];
    for _ in 0..far {
        let here = *path.last()?;
        let way = Way { play: &bot.play, units: &units, side };
        let next = way.steps(here, &path);
        let rank = |place: &Place| {
            (nearest_enemy(&bot.play, side, *place), !bot.play.position.in_enemy_zone(side, *place))
        };
        let best = next.iter().map(rank).max()?;
        let good: Vec<Place> = next.into_iter().filter(|place| rank(place) == best).collect();
        path.push(bot.dice.pick(&good)?);
    }
    // The armies of the Allies never come to rest together.
    let end = *path.last()?;
    let mut all: Vec<Unit> = bot.play.position.stack(end).collect();
    all.extend(&units);
    (!super::is_mixed(bot, &all)).then_some(path)
}

/// Victors go where the enemy was.
fn advance(bot: &mut Player<'_>, side: u8, order: &Order, left: &[Place]) {
    let left: Vec<Place> =
        left.iter().copied().filter(|at| bot.play.position.stack(*at).next().is_none()).collect();
    let fought =
        bot.play.state.fights.current().map(|c| c.participants.clone()).unwrap_or_default();
    let from: Vec<Place> = super::super::reckoning::hexes(&bot.play, &order.with);
    let mut own: Vec<Unit> =
        fought.into_iter().filter(|unit| bot.play.unit(*unit).side == side).collect();
    for place in from.iter().filter(|place| bot.play.setting.land.heights.is_sea(**place)) {
        own.extend(stack(bot, side, *place).into_iter().filter(|unit| !order.with.contains(unit)));
    }
    for unit in own {
        let Some(here) = bot.play.position.place(unit) else { continue };
        let sea = bot.play.setting.land.heights.is_sea(here);
        let advance =
            |to| Any::Fight(Verb::Advance(Advance { unit, path: vec![to], whole: false }));
        if bot.wanted().is_some() {
            let lattice = &bot.play.setting.space.lattice;
            let near =
                lattice.places().filter(|to| *to != here && distance(&bot.play, here, *to) <= 3);
            let mut wrong: Vec<Any> = near.map(advance).collect();
            bot.dice.shuffle(&mut wrong);
            if commits(bot, &wrong) {
                continue;
            }
        }
        if !left.is_empty() && (sea || bot.dice.chance(KEEN)) {
            let free =
                left.iter().copied().filter(|to| sea || stacking::fits(&bot.play, unit, *to));
            let verbs: Vec<Any> = free.map(advance).collect();
            offer(bot, verbs);
        }
    }
}

/// Who is still at sea when the fighting is over is lost.
pub(super) fn drown(bot: &mut Player<'_>) {
    let all: Vec<(Unit, Place)> = super::super::super::look::troops(&bot.play).collect();
    let sea = |(_, at): &(Unit, Place)| bot.play.setting.land.heights.is_sea(*at);
    let lost: Vec<Unit> = all.into_iter().filter(sea).map(|(unit, _)| unit).collect();
    for unit in lost {
        if bot.is_wanted(&[super::super::super::landings::ADVANCE_OR_DIE]) && bot.takes_the_chance()
        {
            bot.guilty();
            return;
        }
        shows(bot, &Any::Fight(Verb::Drown(unit)));
    }
}
