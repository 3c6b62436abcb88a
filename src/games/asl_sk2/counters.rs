//! Counters and marks that the players place.

mod ends;
mod questions;

pub(super) use ends::{judge_end, judge_turn};
pub(super) use questions::{judge_apply, judge_check};

use super::ruling::{Ruling, units};
use super::table::{Piece, Smoke, Table};
use super::units::{Acquired, FIRE_MARKS};
use crate::referee::Problem;
use crate::referee::case::Node;

/// `place-counter`.
pub(super) fn judge_place(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = entry.get("at").map(|at| table.hex(at)).transpose()?;
    match entry.word("counter") {
        Some("residual") => super::defensive::judge_residual_counter(table, entry, ruling),
        Some("melee") => {
            let Some(at) = at else { return Err(Problem::at(entry, "where?")) };
            super::close_combat::judge_melee(table, at, true, ruling);
            Ok(())
        }
        Some("desperation-morale") => desperation(table, entry, true, ruling),
        Some("none") => match at {
            Some(at) => nothing_placed(table, at, ruling),
            None => desperation(table, entry, false, ruling),
        },
        Some("acquired") => {
            let level: i32 =
                entry.get("level").ok_or_else(|| Problem::at(entry, "how much?"))?.read()?;
            let place = at.map(|at| table.ground.name(at)).unwrap_or_default();
            acquisition(table, &place, at, level, entry, ruling);
            Ok(())
        }
        Some(kind @ ("smoke-full" | "smoke-dispersed")) => {
            let Some(at) = at else { return Err(Problem::at(entry, "where?")) };
            let hindrance: Option<i32> = entry.get("hindrance").map(Node::read).transpose()?;
            let shot = table.smoke_shot.filter(|shot| shot.at == at);
            if let Some(shot) = shot
                && !shot.hit
            {
                ruling.breach_of(
                    &["SK2-1.2.5-SMOKE-ORD", "SK2-3.2.4-TH-RESULT"],
                    "the shot missed: it places nothing",
                );
                return Ok(());
            }
            if let Some(shot) = shot
                && (shot.counter != kind || hindrance.is_some_and(|told| told != shot.hindrance))
            {
                let rules: &[&'static str] = if shot.phosphorus {
                    &["SK2-1.2.5-SMOKE-ORD", "SK2-6.2-WP"]
                } else {
                    &["SK2-1.2.5-SMOKE-ORD"]
                };
                let right = format!("the shot places {} with {:+}", shot.counter, shot.hindrance);
                ruling.breach_of(rules, right);
                return Ok(());
            }
            let kind = kind.trim_start_matches("smoke-").to_owned();
            let usual = if kind == "full" { 3 } else { 2 };
            let hindrance = hindrance.or(shot.map(|shot| shot.hindrance)).unwrap_or(usual);
            let defender = table.phase == super::table::Phase::DefensiveFire
                || table.phase == super::table::Phase::Movement;
            let other = table.units.iter().find(|unit| unit.side != table.side);
            let placed_by = if defender { other.map(|unit| unit.side.clone()) } else { None };
            let placed_by = Some(placed_by.unwrap_or_else(|| table.side.clone()));
            table.smoke.insert(at, Smoke { kind, hindrance, placed_by });
            Ok(())
        }
        Some(mark) => {
            let node = entry.get("counter").unwrap_or(entry);
            super::words::check(mark, &PLACED, node, "a counter that players place")?;
            for unit in units(table, entry)? {
                table.units[unit].set(mark);
            }
            Ok(())
        }
        None => Err(Problem::at(entry, "which counter?")),
    }
}

/// Counters that only note what was done.
const PLACED: [&str; 9] = [
    "prep-fired",
    "first-fired",
    "final-fired",
    "intensive-fired",
    "pinned",
    "exhausted",
    "wounded",
    "close-combat",
    "malfunctioned",
];

/// The players place nothing in a hex: nothing may be due there.
fn nothing_placed(
    table: &mut Table,
    at: crate::hex::Hex,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    if table.phase == super::table::Phase::CloseCombat {
        super::close_combat::judge_melee(table, at, false, ruling);
    } else if table.smoke_shot.is_some_and(|shot| shot.at == at && shot.hit) {
        ruling.breach("SK2-1.2.5-SMOKE-ORD", "the smoke shot hit: its counter is placed");
    } else {
        super::defensive::no_residual(table, at, ruling);
    }
    Ok(())
}

/// DM goes on a broken unit that was shot at dangerously, or that has an enemy beside it (3.2.3).
fn desperation(
    table: &mut Table,
    entry: &Node,
    placed: bool,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    for unit in units(table, entry)? {
        let shot_at = table
            .attack
            .as_ref()
            .is_some_and(|attack| attack.endangers(unit) && attack.targets.contains(&unit));
        let due = table.units[unit].is_broken()
            && !table.units[unit].has("desperation-morale")
            && (shot_at || super::rout::must_rout(table, unit) || beside_enemy(table, unit));
        if placed && !due && !table.units[unit].has("desperation-morale") {
            ruling.breach("SK2-3.2.3-DM", format!("{} gets no DM", table.units[unit].id));
        }
        if !placed && due {
            ruling.breach("SK2-3.2.3-DM", format!("{} must get DM", table.units[unit].id));
        }
        if placed && due {
            table.units[unit].set("desperation-morale");
        }
    }
    Ok(())
}

pub(super) fn beside_enemy(table: &Table, unit: usize) -> bool {
    let Some(hex) = table.units[unit].hex() else { return false };
    table.enemies(&table.units[unit].side).any(|(_, enemy)| {
        enemy
            .hex()
            .is_some_and(|at| table.ground.range(at, hex) == 1 && table.sight(hex, at).is_clear())
    })
}

/// An acquisition counter is what the last shot at that place gave (6.10).
fn acquisition(
    table: &mut Table,
    place: &str,
    at: Option<crate::hex::Hex>,
    level: i32,
    entry: &Node,
    ruling: &mut Ruling,
) {
    let fits = |acquired: &Acquired, table: &Table| {
        acquired.target == place
            || match table.find(&acquired.target) {
                Some(Piece::Unit(unit)) => at.is_some() && table.units[unit].hex() == at,
                _ => false,
            }
    };
    let has = table
        .weapons
        .iter()
        .any(|weapon| weapon.acquired.as_ref().is_some_and(|a| fits(a, table) && a.level == level));
    if has {
        let small = table
            .weapons
            .iter()
            .filter(|weapon| weapon.acquired.as_ref().is_some_and(|a| fits(a, table)))
            .filter_map(|weapon| weapon.last.as_ref())
            .map(|last| last.method == super::units::Method::InfantryTarget)
            .next();
        if let (Some(size), Some(small)) = (entry.word("size"), small) {
            let right = if small { "1/2" } else { "5/8" };
            if size != right {
                ruling.breach(
                    "SK2-6.10-ACQ-GAIN",
                    format!("the counter of this target type is the {right} inch one"),
                );
            }
        }
        return;
    }
    let smoked =
        table.weapons.iter().any(|weapon| weapon.acquisition_lost == Some("SK2-6.10-ACQ-GAIN"));
    let told = table
        .weapons
        .iter()
        .find_map(|weapon| weapon.acquired.as_ref().filter(|a| fits(a, table)).map(|a| a.level));
    let message = match (smoked, told) {
        (true, _) => "smoke shots gain no acquisition".to_owned(),
        (false, Some(right)) => format!("the acquisition there is {right}"),
        (false, None) => "no shot at that place gives acquisition".to_owned(),
    };
    ruling.breach_of(&["SK2-6.10-ACQ-GAIN", "SK2-6.10-ACQ-TRACK", "SK2-6.10-ACQ-LOSE"], message);
}

/// `move-counter`.
pub(super) fn judge_move_counter(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    if entry.word("counter") != Some("acquired") {
        return Ok(());
    }
    let to = table.hex(entry.get("to").ok_or_else(|| Problem::at(entry, "where to?"))?)?;
    let level: i32 = entry.get("level").map(Node::read).transpose()?.unwrap_or(-1);
    let place = table.ground.name(to);
    acquisition(table, &place, Some(to), level, entry, ruling);
    Ok(())
}

/// `mark`: the players' marks agree with what was fired.
pub(super) fn judge_mark(table: &mut Table, entry: &Node) -> Result<(), Problem> {
    let counter = entry.word("counter").or_else(|| entry.word("as")).unwrap_or_default().to_owned();
    // What was really done outlasts a weaker mark: a unit that cowered has no subsequent fire left.
    let rank = |mark: &str| FIRE_MARKS.iter().position(|known| *known == mark);
    for piece in super::ruling::pieces(table, entry, &["units", "unit", "weapons", "weapon"])? {
        let states = match piece {
            Piece::Unit(unit) => &mut table.units[unit].states,
            Piece::Weapon(weapon) => &mut table.weapons[weapon].states,
        };
        if states.iter().filter_map(|state| rank(state)).max() <= rank(&counter) {
            Table::mark(states, &counter);
        }
    }
    Ok(())
}

/// `reveal`, `stay-hidden`.
pub(super) fn judge_hidden(
    table: &mut Table,
    entry: &Node,
    reveal: bool,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which Gun?"))?;
    let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
    let owner = table.owner(weapon);
    if reveal {
        table.weapons[weapon].states.remove("hidden");
        if let Some(owner) = owner {
            table.units[owner].clear("hidden");
        }
        return Ok(());
    }
    // In the open a hidden Gun shows itself to Good Order enemies within 16 hexes.
    let Some(hex) = table.weapon_hex(weapon) else { return Ok(()) };
    let open = table.ground.terrain(hex).is_open(true, table.ground.grain_in_season());
    let side = owner.map(|unit| table.units[unit].side.clone()).unwrap_or_default();
    let seen = table.enemies(&side).any(|(_, enemy)| {
        enemy.good_order()
            && enemy.hex().is_some_and(|at| {
                table.ground.range(at, hex) <= 16 && table.sight(at, hex).is_clear()
            })
    });
    if open && seen {
        ruling.breach("SK2-6.4-HIP-LOSE-LOS", "a Gun in the open is seen within 16 hexes");
    }
    if table.weapons[weapon].shot.is_some() || table.weapons[weapon].turned {
        ruling.breach("SK2-6.4-HIP-LOSE-ACT", "it has acted");
    }
    Ok(())
}
