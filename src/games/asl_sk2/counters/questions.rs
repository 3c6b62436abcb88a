//! Plain questions, and results that the players carry out without a roll.

use super::super::ruling::{Ruling, pieces, units};
use super::super::stacking;
use super::super::table::{Piece, Table};
use super::super::units::{Arm, Class, Whereabouts};
use crate::referee::Problem;
use crate::referee::case::Node;
use serde_json::json;

/// `check`.
pub(in crate::games::asl_sk2) fn judge_check(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    match entry.word("what") {
        Some("los") => {
            let (Some(from), Some(to)) = (entry.get("from"), entry.get("to")) else {
                // Beyond the playable area the board still stands, where the scenario says so (S11).
                let stands = table.scenario.as_deref() == Some("S11");
                let right = if stands { "blocked" } else { "clear" };
                ruling.value("los", right);
                compare_los(entry, right, "SK2-S11-SSR", ruling);
                return Ok(());
            };
            let (from, to) = (table.hex(from)?, table.hex(to)?);
            ruling.range(table, from, to);
            let sight = table.sight(from, to);
            let right = if sight.is_clear() { "clear" } else { "blocked" };
            ruling.value("los", right);
            let rule = sight.blocked.as_ref().map_or("SK2-3.2.1-LOS-REQ", |block| block.rule);
            compare_los(entry, right, rule, ruling);
            ruling.value("hindrance", sight.hindrance());
        }
        Some("stacking") => {
            let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
            let sides: std::collections::BTreeSet<String> =
                table.units_in(at).map(|(_, unit)| unit.side.clone()).collect();
            for side in sides {
                stacking::check(table, at, &side, ruling);
            }
        }
        Some("unit-state") => {
            for unit in units(table, entry)? {
                let id = table.units[unit].id.clone();
                ruling.reason(&id, state_rule(table, unit));
            }
        }
        Some("position") => super::super::scenarios::position(table, entry, ruling)?,
        Some("availability") => {
            let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which weapon?"))?;
            let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
            let from = match table.weapons[weapon].arm {
                Arm::Bazooka43 => Some((1942, 11)),
                Arm::Bazooka44 => Some((1944, 1)),
                Arm::Bazooka45 => Some((1945, 1)),
                Arm::Panzerschreck => Some((1943, 9)),
                _ => None,
            };
            if let (Some(from), Some(date)) = (from, table.date)
                && date < from
            {
                ruling.breach(
                    "SK2-4.4.1-DATES",
                    format!(
                        "{} is not there before {}-{:02}",
                        table.weapons[weapon].id, from.0, from.1
                    ),
                );
            }
        }
        Some("to-hit-number") => super::super::ordnance::check_number(table, entry, ruling)?,
        Some("movement") => {
            let group = units(table, entry)?;
            let path: Vec<_> = entry
                .get("path")
                .map(Node::items)
                .unwrap_or_default()
                .iter()
                .map(|node| table.hex(node))
                .collect::<Result<_, _>>()?;
            if let (Some(first), false) = (path.first(), group.is_empty()) {
                let mut scratch = table.clone();
                for unit in &group {
                    scratch.units[*unit].at = Whereabouts::Hex(*first);
                    scratch.units[*unit].clear("moved");
                }
                super::super::movement::walk(
                    &mut scratch,
                    entry,
                    &group,
                    &path,
                    ruling,
                    super::super::number::whole(0),
                )?;
            }
        }
        Some("close-combat-odds") => super::super::close_combat::check_odds(table, ruling),
        other => {
            return Err(Problem::at(entry, format!("`{}` cannot be checked", other.unwrap_or(""))));
        }
    }
    Ok(())
}

/// `claim: {los: …}`: what the players took a thread for.
fn compare_los(entry: &Node, right: &str, rule: &'static str, ruling: &mut Ruling) {
    let told = ["claim", "applied"]
        .iter()
        .find_map(|key| entry.get(key).and_then(|said| said.word("los")));
    if told.is_some_and(|told| told != right) {
        ruling.breach_of(&[rule, "SK2-3.2.1-LOS-REQ"], format!("the line of sight is {right}"));
    }
}

fn state_rule(table: &Table, unit: usize) -> &'static str {
    match &table.attack {
        Some(attack) if attack.targets.contains(&unit) && attack.result.ends_with("KIA") => {
            "SK2-3.2.3-KIA"
        }
        Some(attack) if attack.targets.contains(&unit) && attack.result.starts_with("K/") => {
            "SK2-3.2.3-K"
        }
        Some(attack) if attack.targets.contains(&unit) => "SK2-3.2.3-MC",
        _ if table.units[unit].has("pinned-since-last-turn") => "SK2-3.8-PIN-REMOVE",
        _ if table.units[unit].class == Class::Conscript => "SK2-5.4-INEXP",
        _ => "SK2-1.2.3-BROKEN-SIDE",
    }
}

/// A critical hit on a Gun ends it and those who man it without another roll (6.1).
fn critical_on_gun(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<bool, Problem> {
    let struck = pieces(table, entry, &["against", "weapon", "weapons"])?;
    let gun = struck.iter().find_map(|piece| match piece {
        Piece::Weapon(gun) if table.weapons[*gun].arm.is_gun() => Some(*gun),
        _ => None,
    });
    let critical = |shooter: &super::super::units::Weapon| {
        shooter.last.as_ref().is_some_and(|last| last.hit && last.critical)
    };
    let Some(gun) = gun.filter(|_| table.weapons.iter().any(critical)) else { return Ok(false) };
    let (id, crew) = (table.weapons[gun].id.clone(), table.owner(gun));
    ruling.reason(&id, "SK2-6.1-CH-GUN");
    table.weapons[gun].set("eliminated");
    if let Some(crew) = crew {
        let id = table.units[crew].id.clone();
        ruling.reason(&id, "SK2-6.1-CH-GUN");
        table.eliminate(crew);
    }
    Ok(true)
}

/// `apply`: the players carry out a result without a roll.
pub(in crate::games::asl_sk2) fn judge_apply(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    if critical_on_gun(table, entry, ruling)? {
        return Ok(());
    }
    let attack = table.attack.clone().unwrap_or_default();
    let hit: Vec<usize> = pieces(table, entry, &["against", "unit", "units"])?
        .into_iter()
        .filter_map(|piece| if let Piece::Unit(unit) = piece { Some(unit) } else { None })
        .collect();
    ruling.value("applied-result", json!(attack.result));
    let stranger =
        hit.iter().find(|unit| !attack.targets.is_empty() && !attack.targets.contains(unit));
    if let Some(stranger) = stranger {
        super::super::morale::not_attacked(table, *stranger, ruling);
        return Ok(());
    }
    for unit in &hit {
        let id = table.units[*unit].id.clone();
        ruling.reason(&id, state_rule(table, *unit));
    }
    // What the players say became of each; nothing is said of those they leave out.
    let told = |unit: usize, words: &[&str]| {
        let facts = entry.get("applied").and_then(|applied| applied.get(&table.units[unit].id));
        facts.is_some_and(|facts| {
            let states = facts.get("state").map(Node::items).unwrap_or_default();
            words.iter().any(|word| {
                facts.word("type") == Some(word) || states.iter().any(|s| s.text() == Some(word))
            })
        })
    };
    let dead: Vec<usize> =
        hit.iter().copied().filter(|unit| told(*unit, &["eliminated"])).collect();
    let reduced: Vec<usize> = hit
        .iter()
        .copied()
        .filter(|unit| {
            let squad = table.units[*unit].size == super::super::units::Size::Squad;
            told(*unit, &["eliminated", "wounded"]) || squad && told(*unit, &["half-squad"])
        })
        .collect();
    if let Some(count) = attack.result.strip_suffix("KIA").and_then(|n| n.parse::<usize>().ok()) {
        let due = count.min(attack.targets.len());
        let all = attack.targets.iter().all(|target| hit.contains(target));
        if dead.len() > due || all && !dead.is_empty() && dead.len() != due {
            ruling.breach(
                "SK2-3.2.3-KIA",
                format!("{} eliminates {due}, not {}", attack.result, dead.len()),
            );
            return Ok(());
        }
        let chosen =
            if dead.is_empty() && all { hit.iter().copied().take(due).collect() } else { dead };
        for unit in hit {
            if chosen.contains(&unit) {
                table.eliminate(unit);
            } else if table.units[unit].is_broken() {
                super::super::morale::casualty_reduction(table, unit);
            } else {
                super::super::morale::break_unit(table, unit);
            }
        }
    } else if attack.result.starts_with("K/") {
        if reduced.len() > 1 {
            ruling.breach("SK2-3.2.3-K", "one target suffers casualty reduction, the others check");
            return Ok(());
        }
        if let Some(&victim) = reduced.first().or(hit.first()) {
            let wounded = told(victim, &["wounded"]);
            super::super::morale::casualty_reduction(table, victim);
            if wounded {
                table.units[victim].set("wounded");
            }
        }
    }
    Ok(())
}
