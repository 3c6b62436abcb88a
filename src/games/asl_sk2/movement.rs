//! The movement phase: allowance, cost, double time, assault movement, portage, smoke grenades (3.3, 4.0).

mod allowance;
mod entry;
mod overspent;

pub(super) use allowance::{Allowance, allowance, bears, capacity, factors, load, movement_value};
pub(super) use entry::{judge_enter, judge_grenade, judge_put_back};

use super::number::{Q, value, whole, words};
use super::ruling::{Ruling, of, units};
use super::stacking;
use super::table::{Phase, Piece, Smoke, Table};
use super::units::{Size, Whereabouts};
use crate::hex::{Hex, Hexside};
use crate::referee::Problem;
use crate::referee::case::Node;
use allowance::{carried, group_allowance, lead};
use overspent::overspent;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// MF to enter a hex, smoke included.
pub(super) fn step_cost(table: &Table, from: Hex, to: Hex) -> Q {
    table.ground.step_cost(from, to) + whole(i32::from(table.smoke.contains_key(&to)))
}

/// Whether a unit may act in the movement phase at all; says why not.
pub(super) fn may_move(table: &Table, unit: usize, ruling: &mut Ruling) -> bool {
    let mover = &table.units[unit];
    let id = &mover.id;
    if table.phase != Phase::Movement {
        ruling.breach("SK2-3-PHASES", format!("{id} moves in the {} phase", table.phase.word()));
    } else if mover.side != table.side {
        ruling.breach(
            "SK2-3-SIDES",
            format!("{id} is of the DEFENDER and does not move in this phase"),
        );
    } else if mover.has("melee") {
        ruling
            .breach_of(&["SK2-3.8-MELEE", "SK2-3.3-MOVE-ELIG"], format!("{id} is locked in melee"));
    } else if mover.is_broken() {
        ruling.breach_of(
            &["SK2-3.2.3-BROKEN-LIMIT", "SK2-3.3-MOVE-ELIG"],
            format!("{id} is broken: it only routs and rallies"),
        );
    } else if mover.has("pinned") {
        ruling.breach_of(&["SK2-3.2.3-PIN-EFFECT", "SK2-3.3-MOVE-ELIG"], format!("{id} is pinned"));
    } else if mover.has("prep-fired") && mover.is_leader() {
        ruling.breach_of(
            &["SK2-3.2.2-LDR-ONE", "SK2-3.3-MOVE-ELIG", "SK2-3.2.5-PREP-MARK"],
            format!("{id} directed fire in the prep fire phase and counts as having fired"),
        );
    } else if ["prep-fired", "prep-fired-weapon", "intensive-fired"]
        .iter()
        .any(|mark| mover.has(mark))
    {
        ruling.breach_of(
            &["SK2-3.3-MOVE-ELIG", "SK2-3.2.5-PREP-MARK"],
            format!("{id} fired in the prep fire phase"),
        );
    } else if let Some(rule) = mover.move_ended {
        ruling.breach(rule, format!("the movement of {id} has ended for this phase"));
    } else if table.finished.contains(&unit) {
        ruling.breach_of(
            &["SK2-3.3-MOVE-ONCE", "SK2-3.3-STACKMOVE"],
            format!("{id} had finished; others have moved since"),
        );
    } else {
        return true;
    }
    false
}

/// `move`.
pub(super) fn judge_move(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let group = units(table, entry)?;
    let Some(&first) = group.first() else { return Err(Problem::at(entry, "who moves?")) };
    let path = path(table, entry, first)?;
    if !group.iter().all(|unit| may_move(table, *unit, ruling)) {
        return Ok(());
    }
    let starts = group.iter().all(|unit| table.units[*unit].hex() == path.first().copied());
    if !starts {
        ruling.breach("SK2-3.3-ADJ-STEP", "the path does not begin where the units stand");
        return Ok(());
    }
    if !table.residual_due.is_empty()
        && group.iter().any(|unit| table.residual_due.iter().any(|(due, _)| due == unit))
    {
        ruling.breach(
            "SK2-3.3.1-RES-ATTACK",
            "the residual firepower of its hex must attack it first",
        );
        return Ok(());
    }
    begin(table, &group);
    walk(table, entry, &group, &path, ruling, whole(0))
}

/// What a unit may spend as it moves now: with its leader, at double time, with its load.
fn so_far(table: &Table, unit: usize) -> Allowance {
    let group = if table.movers.contains(&unit) { table.movers.clone() } else { vec![unit] };
    let running = table.units[unit].has("exhausted") && !table.units[unit].was_exhausted;
    let carried: Vec<usize> = table
        .weapons_of(unit)
        .filter(|(_, weapon)| !weapon.arm.is_gun())
        .map(|(at, _)| at)
        .collect();
    group_allowance(table, &group, running, &carried)
}

/// A unit spends MF where it stands: for a grenade, a weapon, a charge, or to leave the map.
pub(super) fn spend(
    table: &mut Table,
    unit: usize,
    cost: Q,
    rule: &'static str,
    ruling: &mut Ruling,
) {
    let made = so_far(table, unit);
    begin(table, &[unit]);
    let mut costs = table.spent.get(&unit).cloned().unwrap_or_default();
    costs.push(cost);
    ruling.value("movement", movement_value(&made, &costs));
    if costs.iter().sum::<Q>() > made.total() {
        ruling.breach_of(
            &["SK2-3.3-MF-COST", rule],
            format!("{} has not enough MF left for that", table.units[unit].id),
        );
    }
    table.spent.insert(unit, costs);
    table.off_road.insert(unit);
    let Some(hex) = table.units[unit].hex() else { return };
    *table.here.entry((unit, hex)).or_insert(whole(0)) += cost;
    let lies = table.residual.get(&hex).is_some_and(|left| *left > 0);
    if lies && !table.residual_taken.contains_key(&(unit, hex)) {
        table.residual_due.push((unit, hex));
    }
}

/// A new mover: everybody who moved before has finished.
fn begin(table: &mut Table, group: &[usize]) {
    // Attacks on other movement factors were other attacks (3.2.2).
    table.made.clear();
    let continues = group.iter().all(|unit| table.movers.contains(unit));
    if !continues {
        let before = std::mem::take(&mut table.movers);
        table.finished.extend(before);
        table.movers = group.to_vec();
    }
}

/// The hexes of a move: as told, or the cheapest way when only its ends are.
fn path(table: &Table, entry: &Node, first: usize) -> Result<Vec<Hex>, Problem> {
    if let Some(path) = entry.get("path") {
        return path.items().iter().map(|node| table.hex(node)).collect();
    }
    let to = entry
        .get("to")
        .or_else(|| entry.get("at"))
        .ok_or_else(|| Problem::at(entry, "where to?"))?;
    let goal = table.hex(to)?;
    let from = match entry.get("from") {
        Some(from) => table.hex(from)?,
        None => {
            table.units[first].hex().ok_or_else(|| Problem::at(entry, "it is not on the map"))?
        }
    };
    Ok(cheapest(table, &table.units[first].side, from, goal).unwrap_or_else(|| vec![from, goal]))
}

/// The cheapest way that enters no hex with an enemy.
pub(super) fn cheapest(table: &Table, side: &str, from: Hex, goal: Hex) -> Option<Vec<Hex>> {
    let mut best: HashMap<Hex, (Q, Hex)> = HashMap::from([(from, (whole(0), from))]);
    let mut open = BinaryHeap::from([Reverse((whole(0), from.x, from.y))]);
    while let Some(Reverse((cost, x, y))) = open.pop() {
        let here = Hex::new(x, y);
        if here == goal {
            let mut path = vec![goal];
            while let Some(&at) = path.last()
                && at != from
            {
                path.push(best.get(&at)?.1);
            }
            path.reverse();
            return Some(path);
        }
        if best.get(&here).is_some_and(|(known, _)| *known < cost) {
            continue;
        }
        for next in table.ground.neighbours(here) {
            if table.enemies_in(next, side).next().is_some() {
                continue;
            }
            let total = cost + step_cost(table, here, next);
            if best.get(&next).is_none_or(|(known, _)| total < *known) {
                best.insert(next, (total, here));
                open.push(Reverse((total, next.x, next.y)));
            }
        }
    }
    None
}

/// Walks a path, hex by hex, and judges the whole of the movement so far.
pub(super) fn walk(
    table: &mut Table,
    entry: &Node,
    group: &[usize],
    path: &[Hex],
    ruling: &mut Ruling,
    extra_spent: Q,
) -> Result<(), Problem> {
    let side = table.units[group[0]].side.clone();
    if entry.word("exhausted-counter") == Some("removed") {
        shake_off(table, group, ruling);
    }
    let carried = carried(table, entry, group, ruling)?;
    let double = match entry.word("exhausted-counter") {
        Some("placed") => true,
        _ => group.iter().any(|unit| {
            table.spent.contains_key(unit)
                && table.units[*unit].has("exhausted")
                && !table.units[*unit].was_exhausted
        }),
    };
    // When it is not allowed, the move is judged on without it, so that its numbers are told.
    let allowed_double = double && double_time_allowed(table, group, ruling) && ruling.is_legal();
    let mut costs: Vec<Q> = table.spent.get(&lead(table, group)).cloned().unwrap_or_default();
    let mut all_road = group.iter().all(|unit| !table.off_road.contains(unit));
    for step in path.windows(2) {
        if Hexside::between(step[0], step[1]).is_none() {
            ruling.breach(
                "SK2-3.3-ADJ-STEP",
                format!(
                    "{} and {} are not adjacent",
                    table.ground.name(step[0]),
                    table.ground.name(step[1])
                ),
            );
            return Ok(());
        }
        ruling.range(table, step[0], step[1]);
        costs.push(step_cost(table, step[0], step[1]));
        all_road &= table.ground.is_road(step[0], step[1]);
    }
    if let (Some(a), Some(b)) = (path.first(), path.last()) {
        ruling.range(table, *a, *b);
    }
    let mut made = group_allowance(table, group, allowed_double, &carried);
    left_behind(table, group, ruling);
    made.spent += extra_spent;
    made.road = i32::from(all_road && path.len() > 1);
    ruling.value("movement", movement_value(&made, &costs));
    let cost: Q = costs.iter().sum();
    if cost > made.total() && ruling.is_legal() {
        overspent(table, group, path, &made, cost, entry, extra_spent, ruling);
    }
    outruns(table, group, allowed_double, made.road, cost, ruling);
    for hex in path.iter().skip(1) {
        if let Some((_, enemy)) = table.enemies_in(*hex, &side).next() {
            ruling.breach(
                "SK2-3.3-NO-ENEMY",
                format!("{} holds {}", table.ground.name(*hex), enemy.id),
            );
            return Ok(());
        }
    }
    if entry.word("mode") == Some("assault") {
        let steps = costs.len();
        if steps != 1 || cost >= made.total() {
            ruling.breach(
                "SK2-3.3-ASSAULT",
                format!(
                    "assault movement is one hex for less than all MF: {steps} hexes, {}",
                    of(cost, made.total())
                ),
            );
        }
    }
    step_through(table, group, path, &carried, ruling);
    let leader = group.iter().copied().find(|unit| table.units[*unit].is_leader());
    if let Some(leader) = leader
        && cost > made.total() - made.leader
    {
        let troops = group.iter().filter(|unit| !table.units[**unit].is_leader());
        table.led.extend(troops.map(|unit| (*unit, leader)));
    }
    for unit in group {
        table.lose_acquisition(*unit);
        table.spent.insert(*unit, costs.clone());
        if !all_road {
            table.off_road.insert(*unit);
        }
        if double {
            table.units[*unit].set("exhausted");
        }
        table.units[*unit].set("moved");
        let legal_assault =
            entry.word("mode") == Some("assault") && path.len() == 2 && cost < made.total();
        table.units[*unit].assaults = legal_assault;
        let id = table.units[*unit].id.clone();
        ruling.fact(&id, "ffnam", !legal_assault);
    }
    Ok(())
}

/// A stack goes no farther than its leader can (3.3).
fn outruns(table: &Table, group: &[usize], double: bool, road: i32, cost: Q, ruling: &mut Ruling) {
    let leader = group.iter().copied().find(|unit| table.units[*unit].is_leader());
    let Some(leader) = leader.filter(|_| group.len() > 1 && ruling.is_legal()) else { return };
    let mut own = allowance(table, leader, None, false, double, 0);
    own.road = road;
    if cost > own.total() {
        ruling.breach_of(
            &["SK2-3.3-LDR-BONUS", "SK2-3.2.3-WOUNDED", "SK2-3.3-MF-COST"],
            format!(
                "{} has {} MF, and the stack goes with him",
                table.units[leader].id,
                words(own.total())
            ),
        );
    }
}

/// A target that goes out of the Gun's sight leaves its acquisition in the hex where it was seen last (6.10).
fn lose_from_sight(table: &mut Table, group: &[usize], from: Hex, to: Hex) {
    let moved = |target: &str| match table.find(target) {
        Some(Piece::Unit(unit)) => group.contains(&unit),
        _ => false,
    };
    let unseen: Vec<usize> = (0..table.weapons.len())
        .filter(|gun| {
            let acquired = table.weapons[*gun].acquired.as_ref();
            acquired.is_some_and(|acquired| moved(&acquired.target))
                && table.weapon_hex(*gun).is_some_and(|hex| !table.sight(hex, to).is_clear())
        })
        .collect();
    let last = table.ground.name(from);
    for gun in unseen {
        if let Some(acquired) = &mut table.weapons[gun].acquired {
            acquired.target.clone_from(&last);
        }
    }
}

/// Who moved on a leader's bonus ends with him: he does not go on alone (3.3).
fn left_behind(table: &Table, group: &[usize], ruling: &mut Ruling) {
    let stays = table.led.iter().find(|(unit, leader)| {
        group.contains(leader) && !group.contains(unit) && table.units[**unit].good_order()
    });
    if let Some((unit, _)) = stays.filter(|(unit, _)| !table.units[**unit].has("pinned")) {
        ruling.breach_of(
            &["SK2-3.3-LDR-BONUS", "SK2-3.3-STACKMOVE"],
            format!("{} used his bonus and ends its move with him", table.units[*unit].id),
        );
    }
}

/// The counter comes off at the start of the owner's next movement phase, not in the one that placed it (3.3).
fn shake_off(table: &mut Table, group: &[usize], ruling: &mut Ruling) {
    for unit in group {
        let unit = &mut table.units[*unit];
        if unit.has("exhausted") && !unit.was_exhausted {
            ruling
                .breach("SK2-3.3-CX-REMOVE", format!("{} has only just become exhausted", unit.id));
        } else {
            unit.clear("exhausted");
        }
    }
}

/// Moves the units and checks each hex on the way: stacking, residual firepower, hidden guns.
fn step_through(
    table: &mut Table,
    group: &[usize],
    path: &[Hex],
    carried: &[usize],
    ruling: &mut Ruling,
) {
    let side = table.units[group[0]].side.clone();
    for (index, step) in path.windows(2).enumerate() {
        let (from, to) = (step[0], step[1]);
        let last = index + 2 == path.len();
        let hidden = table.units_in(to).any(|(_, unit)| unit.side != side && unit.has("hidden"));
        let mut paid = step_cost(table, from, to);
        if table.ground.terrain(to) == super::terrain::Terrain::WoodsRoad
            && !table.ground.is_road(from, to)
        {
            paid = paid.max(whole(2));
        }
        for unit in group {
            let road = table.ground.is_road(from, to);
            let mover = &mut table.units[*unit];
            mover.came_from = Some(from);
            mover.by_road = road;
            mover.at = Whereabouts::Hex(to);
            *table.here.entry((*unit, to)).or_insert(whole(0)) += paid;
        }
        lose_from_sight(table, group, from, to);
        for weapon in carried {
            let owner = table.owner(*weapon).filter(|owner| group.contains(owner));
            let by = owner.map_or_else(|| group.to_vec(), |owner| vec![owner]);
            table.weapons[*weapon].moved_by = by;
            table.weapons[*weapon].set("moved");
        }
        if hidden && last {
            for unit in group {
                table.units[*unit].move_ended = Some("SK2-6.4-HIP-ENTER");
            }
        }
        stacking::check(table, to, &side, ruling);
        if table.residual.get(&to).is_some_and(|left| *left > 0) {
            if last {
                let fresh =
                    group.iter().filter(|unit| !table.residual_taken.contains_key(&(**unit, to)));
                table.residual_due.extend(fresh.map(|unit| (*unit, to)));
            } else if ruling.is_legal() {
                ruling.breach(
                    "SK2-3.3.1-RES-ATTACK",
                    format!("the residual firepower in {} did not attack", table.ground.name(to)),
                );
            }
        }
    }
}

fn double_time_allowed(table: &Table, group: &[usize], ruling: &mut Ruling) -> bool {
    for unit in group {
        let mover = &table.units[*unit];
        if mover.has("wounded") {
            ruling.breach_of(
                &["SK2-3.2.3-WOUNDED", "SK2-3.3-DT"],
                format!("{} is wounded and cannot double-time", mover.id),
            );
            return false;
        }
        if mover.was_exhausted {
            ruling.breach_of(
                &["SK2-3.3-DT", "SK2-3.3-CX-REMOVE"],
                format!("{} was exhausted when its movement phase began", mover.id),
            );
            return false;
        }
        if mover.has("pinned") {
            ruling.breach("SK2-3.3-DT", format!("{} is pinned and cannot double-time", mover.id));
            return false;
        }
    }
    true
}

/// The piece that a node names is in a hex.
pub(super) fn hex_of(table: &Table, piece: Piece) -> Option<Hex> {
    match piece {
        Piece::Unit(unit) => table.units[unit].hex(),
        Piece::Weapon(weapon) => table.weapon_hex(weapon),
    }
}
