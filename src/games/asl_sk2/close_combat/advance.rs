//! The advance phase (3.7).

use super::super::movement::{allowance, load, movement_value, step_cost};
use super::super::number::words;
use super::super::ruling::{Ruling, units};
use super::super::table::{Phase, Table};
use super::super::units::Whereabouts;
use crate::hex::Hex;
use crate::referee::Problem;
use crate::referee::case::Node;

/// `advance`.
pub(in crate::games::asl_sk2) fn judge_advance(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let group = units(table, entry)?;
    let path: Vec<Hex> = entry
        .get("path")
        .ok_or_else(|| Problem::at(entry, "along which path?"))?
        .items()
        .iter()
        .map(|node| table.hex(node))
        .collect::<Result<_, _>>()?;
    if let (Some(a), Some(b)) = (path.first(), path.last()) {
        ruling.range(table, *a, *b);
    }
    for unit in &group {
        if !may_advance(table, *unit, ruling) {
            return Ok(());
        }
    }
    let [from, to] = path[..] else {
        ruling.breach("SK2-3.7-ELIG", "an advance is one hex");
        return Ok(());
    };
    if table.ground.range(from, to) != 1 {
        ruling.breach("SK2-3.7-ELIG", "an advance is one hex");
        return Ok(());
    }
    let mut carried = Vec::new();
    match entry.get("carries") {
        Some(list) => {
            for node in list.items() {
                carried.push(table.weapon_named(node.text().unwrap_or_default(), node)?);
            }
        }
        None => {
            for unit in &group {
                carried.extend(
                    table
                        .weapons_of(*unit)
                        .filter(|(_, weapon)| !weapon.arm.is_gun())
                        .map(|(at, _)| at),
                );
            }
        }
    }
    if let Some(gun) = carried.iter().find(|weapon| table.weapons[**weapon].arm.is_gun()) {
        ruling.breach_of(
            &["SK2-3.7-SW", "SK2-3.7-ELIG"],
            format!("{} is a Gun and never advances", table.weapons[*gun].id),
        );
        return Ok(());
    }
    let Some(&unit) = group.iter().find(|unit| !table.units[**unit].is_leader()).or(group.first())
    else {
        return Err(Problem::at(entry, "who advances?"));
    };
    let leader =
        group.iter().copied().find(|other| *other != unit && table.units[*other].is_leader());
    let cost = step_cost(table, from, to);
    let placed = entry.word("exhausted-counter");
    for one in group.clone() {
        let tired = table.units[one].has("exhausted");
        let alone = table.units[one].is_leader();
        let portage = if alone && one != unit { 0 } else { load(table, &group, one, &carried) };
        let made = allowance(table, one, leader.filter(|_| !alone), tired, false, portage);
        if one == unit || !alone {
            ruling.value("movement", movement_value(&made, &[cost]));
        }
        let unit = one;
        // A hex that takes all of its MF exhausts the unit; one that is exhausted may not try.
        if cost < made.total() {
            continue;
        }
        if tired {
            ruling.breach(
                "SK2-3.7-CX",
                format!("{} is exhausted and may not spend all its MF", table.units[unit].id),
            );
            return Ok(());
        }
        if placed == Some("not-placed") {
            ruling.breach(
                "SK2-3.7-CX",
                format!(
                    "the hex takes {} of {} MF: {} becomes exhausted",
                    words(cost),
                    words(made.total()),
                    table.units[unit].id
                ),
            );
            return Ok(());
        }
        table.units[unit].set("exhausted");
    }
    for unit in &group {
        table.lose_acquisition(*unit);
        table.units[*unit].came_from = Some(from);
        table.units[*unit].at = Whereabouts::Hex(to);
        table.advanced.insert(*unit);
    }
    Ok(())
}

fn may_advance(table: &Table, unit: usize, ruling: &mut Ruling) -> bool {
    let unit_index = unit;
    let unit = &table.units[unit];
    let id = &unit.id;
    if table.phase != Phase::Advance {
        ruling.breach("SK2-3-PHASES", format!("{id} advances in the {} phase", table.phase.word()));
    } else if unit.side != table.side {
        ruling.breach("SK2-3-SIDES", format!("{id} is of the DEFENDER and does not advance"));
    } else if unit.is_broken() {
        ruling.breach_of(
            &["SK2-3.2.3-BROKEN-LIMIT", "SK2-3.7-ELIG"],
            format!("{id} is broken: it only routs and rallies"),
        );
    } else if unit.has("melee") {
        ruling.breach_of(&["SK2-3.8-MELEE", "SK2-3.7-ELIG"], format!("{id} is locked in melee"));
    } else if unit.has("pinned") {
        ruling.breach_of(&["SK2-3.7-ELIG", "SK2-3.2.3-PIN-EFFECT"], format!("{id} is pinned"));
    } else if unit.has("manhandled") {
        ruling.breach_of(
            &["SK2-6.5-MH-AFTER", "SK2-3.7-ELIG"],
            format!("{id} pushed a Gun this turn"),
        );
    } else if table.advanced.contains(&unit_index) {
        ruling.breach("SK2-3.7-ELIG", format!("{id} has advanced already"));
    } else {
        return true;
    }
    false
}
