//! How the bot fights: who attacks whom, with what support, in which column.

mod aftermath;
mod groups;

use super::super::bot::{Player, pays, says};
use super::super::look::{distance, name, turn};
use super::super::state::Account;
use super::super::units::{ALLIED, Nation, Type};
use super::super::verb::Verb as Any;
use super::reckoning::reckon;
use super::strength::{Supply, is_regiment, supply};
use super::support::{Gunfire, in_contact};
use super::table::Outcome;
use super::{BATTALIONS, MANDATORY, Order, UPWARD, Verb};
use crate::referee::ground::Place;
use crate::referee::tell::Tell;
use crate::referee::world::{At, Unit};
pub(in crate::games::sicily) use aftermath::{shown, step_lost};
use groups::Group;

/// Of a hundred guns, ships and aircraft that may support, so many do.
const SUPPORTED: usize = 40;

pub(in crate::games::sicily) fn fight(bot: &mut Player<'_>, side: u8) {
    for group in groups::of(bot, side) {
        if bot.is_wanted(&[MANDATORY, UPWARD]) && group.is_owed && bot.takes_the_chance() {
            bot.guilty();
            continue;
        }
        attack(bot, side, group);
    }
    aftermath::drown(bot);
}

/// Whether two of these units are of armies that do not fight together.
fn is_mixed(bot: &Player<'_>, units: &[Unit]) -> bool {
    let of = |nation| units.iter().any(|unit| bot.play.unit(*unit).nation == Some(nation));
    of(Nation::Us) && of(Nation::Uk)
}

fn attack(bot: &mut Player<'_>, side: u8, group: Group) {
    let mut order = Order { with: group.with, against: group.against, ..Order::default() };
    order.with.retain(|unit| bot.play.position.place(*unit).is_some());
    order.against.retain(|place| bot.play.position.has_enemy(side, *place));
    if order.with.is_empty() || order.against.is_empty() {
        return;
    }
    order.support = guns(bot, side, &order, 2);
    order.defence_support = guns(bot, 1 - side, &order, 1);
    let ships = ships(bot, side, &order);
    order.claimed.column = column(bot, &order);
    let guilty = spoil(bot, side, &mut order);
    for place in &order.against {
        bot.declare("attack", &order.with, &[At::Map(*place)], &[]);
    }
    for gun in order.support.iter().chain(&order.defence_support) {
        bot.declare("artillery", &[*gun], &[], &[]);
    }
    if let Some(ships) = ships {
        let nation = if ships.nation == Some(Nation::Uk) { "UK" } else { "US" };
        let hex = ships.against.map(|at| name(&bot.play, at)).unwrap_or_default();
        says(bot, "naval-support", &[("nation", nation), ("hex", &hex)]);
        bot.count("salvos");
    }
    if let Some(column) = order.claimed.column {
        says(bot, "column", &[("column", &column.to_string())]);
    }
    if guilty {
        bot.guilty();
    }
    order.roll = Some(bot.roll("2d6", 2).iter().sum());
    order.told = result(bot, &order);
    let Some(outcome) = order.told else {
        bot.perform(&Any::Fight(Verb::Attack(order)));
        return;
    };
    let lie = lies(bot, &order);
    let wrong = lie.is_some();
    order.told = lie.or(order.told);
    let told = order.told.unwrap_or(outcome).to_string();
    says(bot, "result", &[("result", &told)]);
    if wrong {
        bot.guilty();
    }
    bot.count("combats");
    bot.perform(&Any::Fight(Verb::Attack(order.clone())));
    pays(bot);
    aftermath::carry_out(bot, side, &order, order.told.unwrap_or(outcome));
}

/// Artillery that may support this combat.
fn guns(bot: &mut Player<'_>, side: u8, order: &Order, most: usize) -> Vec<Unit> {
    let play = &bot.play;
    let helped: Vec<Option<Nation>> = if order.side(play) == side {
        order.with.iter().map(|unit| play.unit(*unit).nation).collect()
    } else {
        let defends = order.against.iter().flat_map(|place| play.position.stack(*place));
        defends.map(|unit| play.unit(unit).nation).collect()
    };
    let may = |unit: &Unit| {
        let near = |here| order.against.iter().any(|place| distance(play, here, *place) <= 3);
        play.unit(*unit).side == side
            && play.unit(*unit).kind.is_artillery()
            && play.position.place(*unit).is_some_and(near)
            && play.at_phase_start.place(*unit).is_some()
            && !in_contact(play, &play.at_phase_start, *unit)
            && supply(play, *unit) == Supply::In
            && !play.state.fights.supported.contains(unit)
            && !play.state.fights.has_fought(*unit)
            && !order.with.contains(unit)
            && (side != ALLIED || helped.iter().all(|nation| *nation == play.unit(*unit).nation))
    };
    let mut guns: Vec<Unit> =
        play.setting.roster.iter().map(|(unit, _)| unit).filter(may).collect();
    bot.dice.shuffle(&mut guns);
    guns.retain(|_| bot.dice.chance(SUPPORTED));
    guns.truncate(most);
    guns
}

/// Ships fire at the first hex, as long as there are any.
fn ships(bot: &mut Player<'_>, side: u8, order: &Order) -> Option<Gunfire> {
    let nation = bot.play.unit(*order.with.first()?).nation?;
    let against = order.against.first().copied();
    let (most, turns) = if nation == Nation::Us { (3, 5) } else { (1, 1) };
    let near = bot.play.setting.land.heights.is_near_water(&bot.play.setting.space, against?);
    let left = bot.play.ledgers.of(Account::Salvos(nation)) < most;
    if side != ALLIED || turn(&bot.play) > turns || !near || !left || !bot.dice.chance(SUPPORTED) {
        return None;
    }
    let salvo = Gunfire { nation: Some(nation), against, roll: None };
    bot.perform(&Any::Fight(Verb::Gunfire(salvo)));
    Some(salvo)
}

/// A column that the strengths may come to: chits are hidden.
fn column(bot: &mut Player<'_>, order: &Order) -> Option<u32> {
    let found = reckon(&bot.play, order, &mut Tell::silent())?;
    let (low, high) = found.column;
    Some((low + bot.dice.below(high - low + 1)) as u32 + 1)
}

fn result(bot: &Player<'_>, order: &Order) -> Option<Outcome> {
    let column = order.claimed.column? as usize;
    Some(bot.play.setting.land.table.cell(order.roll?, column - 1)?.outcome)
}

/// Makes another attack of it, when that is the crime that is wanted.
fn spoil(bot: &mut Player<'_>, side: u8, order: &mut Order) -> bool {
    if bot.wanted().is_none() {
        return false;
    }
    if bot.is_wanted(&[BATTALIONS]) {
        let play = &bot.play;
        let beside = |unit: &Unit| {
            let here = play.position.place(*unit);
            let other = |other: &&Unit| *other != unit && play.position.place(**other) == here;
            !is_regiment(play, *unit) && order.with.iter().any(|unit| other(&unit))
        };
        let idle = order.with.iter().copied().find(beside);
        let idle = idle.filter(|_| bot.takes_the_chance());
        order.with.retain(|unit| Some(*unit) != idle);
        if idle.is_some() {
            order.claimed.column = column(bot, order);
        }
        return idle.is_some();
    }
    for spoiled in others(bot, side, order) {
        if bot.is_the_crime(&Any::Fight(Verb::Attack(spoiled.clone()))) {
            *order = spoiled;
            return true;
        }
    }
    false
}

/// Attacks much like this one, and mostly wrong.
fn others(bot: &mut Player<'_>, side: u8, order: &Order) -> Vec<Order> {
    let play = &bot.play;
    let own = |near: u32| -> Vec<Unit> {
        let here = |place: Place| order.against.iter().any(|t| distance(play, place, *t) <= near);
        let own = super::super::look::troops(play).filter(|(unit, place)| {
            play.unit(*unit).side == side && here(*place) && !order.with.contains(unit)
        });
        own.map(|(unit, _)| unit).collect()
    };
    let mut found = Vec::new();
    for unit in own(2) {
        let mut more = order.clone();
        more.with.push(unit);
        found.push(more);
    }
    for gun in own(6).into_iter().filter(|unit| play.unit(*unit).kind.is_artillery()) {
        let mut more = order.clone();
        more.support.push(gun);
        found.push(more);
    }
    let around = order.against.iter().flat_map(|place| play.setting.space.lattice.around(*place));
    for place in around.filter(|place| **place != crate::referee::ground::OFF) {
        if play.position.has_enemy(side, *place) && !order.against.contains(place) {
            let mut more = order.clone();
            more.against.push(*place);
            found.push(more);
        }
    }
    for order in &mut found {
        let known = reckon(&bot.play, order, &mut Tell::silent());
        order.claimed.column = known.map(|known| known.column.0 as u32 + 1);
    }
    if let Some(known) = reckon(&bot.play, order, &mut Tell::silent()) {
        for by in [-2, -1, 1, 2] {
            let edge = if by < 0 { known.column.0 } else { known.column.1 };
            let column = u32::try_from(edge as i32 + 1 + by).unwrap_or(0);
            if (1..=13).contains(&column) {
                let mut more = order.clone();
                more.claimed.column = Some(column);
                found.push(more);
            }
        }
    }
    bot.dice.shuffle(&mut found);
    found
}

/// Another result than the table's, when that is the crime that is wanted.
fn lies(bot: &mut Player<'_>, order: &Order) -> Option<Outcome> {
    bot.wanted()?;
    let told = ["A1", "A1(1)", "D1", "D1(1)", "D2(1)", "D2(2)"];
    told.into_iter().filter_map(Outcome::parse).find(|told| {
        let mut other = order.clone();
        other.told = Some(*told);
        Some(*told) != order.told && bot.is_the_crime(&Any::Fight(Verb::Attack(other)))
    })
}

/// A depot, or a unit that takes part in nothing.
fn is_depot(bot: &Player<'_>, unit: Unit) -> bool {
    bot.play.unit(unit).kind == Type::Depot
}
