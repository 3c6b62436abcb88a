//! The rout phase: who must, where to, interdiction (3.6).

mod interdiction;
mod ways;

pub(super) use interdiction::judge_interdiction;
pub(super) use ways::{reach, way};

use super::movement::{Allowance, movement_value, step_cost};
use super::number::{Q, whole, words};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum, units};
use super::stacking;
use super::table::{Phase, Table};
use super::units::{Size, Whereabouts};
use crate::hex::{Hex, Hexside};
use crate::referee::Problem;
use crate::referee::case::Node;
use interdiction::interdicted;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use ways::{check_destination, factors, full};

/// Enemies that a unit in a hex can see.
fn known(table: &Table, side: &str, from: Hex) -> Vec<(usize, Hex)> {
    let seen = |(index, unit): (usize, &super::units::Unit)| {
        let hex = unit.hex()?;
        table.sight(from, hex).is_clear().then_some((index, hex))
    };
    table.enemies(side).filter_map(seen).collect()
}

/// Whether a broken unit must leave its hex: next to an unbroken enemy it sees, or in the open under fire.
pub(super) fn must_rout(table: &Table, unit: usize) -> bool {
    let router = &table.units[unit];
    let Some(hex) = router.hex() else { return false };
    if !router.is_broken() || router.has("melee") {
        return false;
    }
    let beside = |(enemy, at): &(usize, Hex)| {
        table.ground.range(hex, *at) <= 1 && !table.units[*enemy].is_broken()
    };
    known(table, &router.side, hex).iter().any(beside)
        || interdicted(table, unit, hex, router.came_from)
}

/// The first rule that a step of a rout breaks.
fn step_breach(
    table: &Table,
    unit: usize,
    from: Hex,
    to: Hex,
    seen: &BTreeSet<usize>,
) -> Option<(&'static str, String)> {
    let side = &table.units[unit].side;
    if table.units_in(to).any(|(_, other)| other.side != *side && !other.has("hidden")) {
        return Some(("SK2-3.6-ENEMY-HEX", format!("{} holds an enemy", table.ground.name(to))));
    }
    for (enemy, other) in table.enemies(side) {
        let Some(at) = other.hex() else { continue };
        let (now, then) = (table.ground.range(from, at), table.ground.range(to, at));
        if now == 1 && then == 1 {
            return Some((
                "SK2-3.6-ADJ",
                format!(
                    "{} and {} are both next to {}",
                    table.ground.name(from),
                    table.ground.name(to),
                    other.id
                ),
            ));
        }
        let sees = seen.contains(&enemy) || table.sight(from, at).is_clear();
        if sees && then < now {
            return Some((
                "SK2-3.6-TOWARD",
                format!("the range to {} falls from {now} to {then}", other.id),
            ));
        }
    }
    None
}

/// `rout`.
pub(super) fn judge(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let group = units(table, entry)?;
    // An unbroken leader may go along with a broken unit.
    let broken = group.iter().find(|unit| table.units[**unit].is_broken());
    let Some(&unit) = broken.or(group.first()) else {
        return Err(Problem::at(entry, "who routs?"));
    };
    let path: Vec<Hex> = entry
        .get("path")
        .ok_or_else(|| Problem::at(entry, "along which path?"))?
        .items()
        .iter()
        .map(|node| table.hex(node))
        .collect::<Result<_, _>>()?;
    let router = &table.units[unit];
    let id = router.id.clone();
    let side = router.side.clone();
    for (_, enemy) in table.enemies(&side) {
        let Some(at) = enemy.hex() else { continue };
        for hex in &path {
            ruling.range(table, at, *hex);
        }
    }
    if table.phase != Phase::Rout {
        ruling.breach("SK2-3-PHASES", format!("{id} routs in the {} phase", table.phase.word()));
        return Ok(());
    }
    if router.has("melee") {
        ruling.breach("SK2-3.8-MELEE", format!("{id} is locked in melee"));
        return Ok(());
    }
    if !router.is_broken() {
        ruling.breach_of(&["SK2-3.6-MAY", "SK2-3.6-LDR-WITH"], format!("{id} is not broken"));
        return Ok(());
    }
    if !router.has("desperation-morale") && !must_rout(table, unit) {
        ruling.breach("SK2-3.6-MAY", format!("{id} is not under DM and need not leave"));
        return Ok(());
    }
    if side == table.side && table.routed.iter().any(|other| table.units[*other].side != side) {
        ruling.suspect(
            "SK2-3.6-ORDER",
            &format!("{id} of the ATTACKER routs after units of the DEFENDER"),
            "the ATTACKER routs first; here it makes no difference",
        );
    }
    if let Some(stray) =
        group.iter().find(|other| **other != unit && !goes_along(table, unit, **other))
    {
        ruling.breach(
            "SK2-3.6-LDR-WITH",
            format!("{} is no unbroken leader in the hex of {id}", table.units[*stray].id),
        );
        return Ok(());
    }
    if !dropped(table, entry, unit, ruling)? {
        return Ok(());
    }
    let crawl = entry.word("mode") == Some("low-crawl");
    if crawl && path.len() != 2 {
        ruling.breach("SK2-3.6-LOWCRAWL", "a unit crawls one hex");
        return Ok(());
    }
    if path.windows(2).any(|step| Hexside::between(step[0], step[1]).is_none()) {
        ruling.breach("SK2-3.3-ADJ-STEP", "the hexes of a rout are adjacent");
        return Ok(());
    }
    let costs: Vec<Q> = path.windows(2).map(|step| step_cost(table, step[0], step[1])).collect();
    let allowance = Allowance { base: factors(table, unit), ..Allowance::default() };
    ruling.value("movement", movement_value(&allowance, &costs));
    let cost: Q = costs.iter().sum();
    if cost > allowance.total() {
        ruling.breach(
            "SK2-3.6-MF",
            format!("{} MF are needed, a router has {}", words(cost), words(allowance.total())),
        );
        return Ok(());
    }
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for step in path.windows(2) {
        seen.extend(known(table, &side, step[0]).into_iter().map(|(enemy, _)| enemy));
        if let Some((rule, why)) = step_breach(table, unit, step[0], step[1], &seen) {
            ruling.breach(rule, format!("{id}: {why}"));
            return Ok(());
        }
    }
    for hex in path.iter().skip(1) {
        if full(table, unit, *hex) {
            ruling.breach_of(
                &["SK2-3.6-STACK", "SK2-3.3-STACK-MMC"],
                format!("{} is full: {id} must pass it by", table.ground.name(*hex)),
            );
            return Ok(());
        }
    }
    // Who crawls, or is stopped by interdiction, needs only be on his way.
    let stopped = entry.word("stopped").is_some();
    let on_the_way = path
        .first()
        .zip(path.last())
        .is_some_and(|(start, end)| stopped && reach(table, unit, *start).contains_key(end));
    if !on_the_way {
        check_destination(table, unit, &path, crawl || stopped, ruling);
    }
    if ruling.is_breached() {
        return Ok(());
    }
    if let Some(&end) = path.last() {
        for one in &group {
            table.units[*one].at = Whereabouts::Hex(end);
            table.units[*one].came_from =
                path.len().checked_sub(2).and_then(|at| path.get(at)).copied();
        }
        stacking::check(table, end, &side, ruling);
    }
    if !crawl {
        for step in path.windows(2) {
            if interdicted(table, unit, step[1], Some(step[0])) {
                table.interdictions.push((unit, step[1]));
            }
        }
    }
    table.rout_paths.insert(unit, path.clone());
    table.companions.extend(group.iter().filter(|one| **one != unit).map(|one| (*one, unit)));
    if entry.word("interdiction") == Some("skipped")
        && table.interdictions.iter().any(|(who, _)| *who == unit)
    {
        ruling.breach("SK2-3.6-INTERDICT", format!("{id} must check in every open hex under fire"));
    }
    table.routed.push(unit);
    Ok(())
}

/// Whether somebody may go along with a routing unit: an unbroken leader of its hex (3.6).
fn goes_along(table: &Table, unit: usize, other: usize) -> bool {
    let leader = &table.units[other];
    leader.is_leader()
        && leader.good_order()
        && leader.side == table.units[unit].side
        && leader.hex() == table.units[unit].hex()
}

/// Guns, and weapons beyond its capacity, stay behind (4.0).
fn dropped(
    table: &mut Table,
    entry: &Node,
    unit: usize,
    ruling: &mut Ruling,
) -> Result<bool, Problem> {
    let mut carried = Vec::new();
    let named = |key: &str, table: &Table| -> Result<Vec<usize>, Problem> {
        entry
            .get(key)
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .map(|node| table.weapon_named(node.text().unwrap_or_default(), node))
            .collect()
    };
    let left = named("dropped", table)?;
    match entry.get("carries") {
        Some(_) => carried.extend(named("carries", table)?),
        None => carried.extend(
            table.weapons_of(unit).map(|(at, _)| at).filter(|weapon| !left.contains(weapon)),
        ),
    }
    let load: i32 = carried.iter().map(|weapon| table.weapons[*weapon].portage).sum();
    let capacity = super::movement::capacity(table, unit, table.units[unit].has("exhausted"));
    let told = entry.get("carries").is_some();
    let guns = carried.iter().any(|weapon| table.weapons[*weapon].arm.is_gun());
    if told && (guns || load > capacity) {
        ruling.breach(
            "SK2-3.6-DROP",
            format!(
                "{load} PP are more than {capacity}, and Guns always stay: they are dropped first"
            ),
        );
        return Ok(false);
    }
    let hex = table.units[unit].hex();
    for weapon in left {
        table.weapons[weapon].possessor = super::units::Possessor::Nobody;
        table.weapons[weapon].lies_at = hex;
    }
    Ok(true)
}

/// `stay`: a unit declines to rout.
pub(super) fn judge_stay(table: &Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    for unit in units(table, entry)? {
        if must_rout(table, unit) {
            ruling.breach(
                "SK2-3.6-MUST",
                format!("{} must rout or be eliminated", table.units[unit].id),
            );
        }
    }
    Ok(())
}

/// `eliminate: failure-to-rout`.
pub(super) fn judge_failure(table: &Table, unit: usize, ruling: &mut Ruling) {
    let router = &table.units[unit];
    if let Some(hex) = router.hex() {
        for next in table.ground.neighbours(hex).collect::<Vec<_>>() {
            for (_, enemy) in table.enemies(&router.side) {
                if let Some(at) = enemy.hex() {
                    ruling.range(table, next, at);
                    ruling.range(table, hex, at);
                }
            }
        }
    }
    if !must_rout(table, unit) {
        ruling.breach("SK2-3.6-MUST", format!("{} need not rout: it is not eliminated", router.id));
    }
}

/// End of the phase: nobody broken stays next to an unbroken enemy, or in the open under fire.
pub(super) fn judge_end(table: &Table, entry: &Node, ruling: &mut Ruling) {
    let named: Vec<usize> = match entry.get("applied") {
        Some(applied) => applied
            .pairs()
            .iter()
            .filter_map(|(id, _)| match table.find(id) {
                Some(super::table::Piece::Unit(unit)) => Some(unit),
                _ => None,
            })
            .collect(),
        None => (0..table.units.len()).collect(),
    };
    for unit in named {
        let Some(hex) = table.units[unit].hex() else { continue };
        for (_, enemy) in table.enemies(&table.units[unit].side) {
            if let Some(at) = enemy.hex() {
                ruling.range(table, hex, at);
            }
        }
        if must_rout(table, unit) {
            ruling.breach(
                "SK2-3.6-MUST",
                format!("{} stays where it must not", table.units[unit].id),
            );
        }
    }
}
