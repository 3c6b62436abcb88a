//! Morale: checks, pins, wounds, casualty reduction, ELR, leader loss (3.2.3, 5.1).

mod fate;
mod losses;

pub(super) use fate::{break_unit, casualty_reduction};
pub(super) use losses::{
    judge_given, judge_leader_creation, judge_weapon_destruction, judge_wound,
};

use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum, units};
use super::table::{LeaderLoss, Phase, Table};
use super::units::{Class, Size};
use crate::referee::Problem;
use crate::referee::case::Node;
use fate::{pin, replace};
use serde_json::json;

/// The number that a result adds to a morale check; none when it calls for none.
fn check_number(result: &str) -> Option<i32> {
    match result {
        "NMC" => Some(0),
        other => other.strip_suffix("MC").or_else(|| other.strip_prefix("K/"))?.parse().ok(),
    }
}

/// `morale-check`.
pub(super) fn judge_check(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who checks?"));
    };
    let attack = table.attack.clone().unwrap_or_default();
    let kind = entry.word("kind");
    let mut modifiers = Modifiers::new();
    let own_hex = table.units[unit].hex();
    match kind {
        Some("leader-loss") => {
            let Some(loss) = table
                .losses_seen
                .iter()
                .rev()
                .find(|loss| Some(loss.hex) == own_hex && !loss.broke)
                .cloned()
            else {
                ruling.breach("SK2-3.2.3-LLMC", "no leader was lost with it");
                return Ok(());
            };
            if table.morale_of(unit) >= loss.morale {
                ruling.breach(
                    "SK2-3.2.3-LLMC",
                    "its morale is not lower than the leader's: it does not check",
                );
                return Ok(());
            }
            if loss.leadership < 0 {
                modifiers.push(("leader-lost".to_owned(), -loss.leadership));
            }
        }
        Some("white-phosphorus") => {
            if let Some(hex) = own_hex {
                // Cover is taken off the roll; bursts in the trees, and critical hits, add to it (6.2).
                let shot = table.smoke_shot.filter(|shot| shot.at == hex);
                let mortar = shot.is_some_and(|shot| shot.by_mortar);
                let critical = shot.is_some_and(|shot| shot.critical);
                for (name, by) in
                    super::modifiers::cover(table, Some(unit), hex, &[], mortar, false)
                {
                    modifiers.push((name, if critical && by > 0 { by } else { -by }));
                }
            }
            helped(table, &attack, unit, &mut modifiers);
        }
        Some("final-protective-fire") => {
            if !attack.desperate.contains(&unit) {
                ruling.breach("SK2-3.3.1-FPF-NMC", "it used no final protective fire");
                return Ok(());
            }
            // A leader helps those he directs, never himself.
            if let Some(leadership) = attack.leadership.filter(|_| !table.units[unit].is_leader()) {
                modifiers.push(("leader".to_owned(), leadership));
            }
        }
        other => {
            let number = match other {
                Some(word) => check_number(word).unwrap_or(0),
                None => check_number(attack.result_of(unit)).unwrap_or(0),
            };
            if number > 0 {
                modifiers.push(("check-number".to_owned(), number));
            }
            if other.is_none()
                && table.attack.is_some()
                && !attack.targets.is_empty()
                && !attack.targets.contains(&unit)
            {
                not_attacked(table, unit, ruling);
                return Ok(());
            }
            if other.is_none()
                && attack.wounded.contains(&unit)
                && attack.result_of(unit).starts_with("K/")
            {
                ruling.suspect(
                    "SK2-3.2.3-K",
                    "a leader whom the K has wounded takes no morale check",
                    "the check is for the other targets",
                );
            }
            if other.is_none() && leader_waits(table, &attack, unit, "morale-check") {
                ruling.breach(
                    "SK2-3.2.3-MC-LDR-FIRST",
                    "the best leader in the hex checks before everybody else",
                );
                return Ok(());
            }
            helped(table, &attack, unit, &mut modifiers);
        }
    }
    let (coloured, white) = match dice(entry) {
        Some(dice) => dice,
        None => match attack.dice[..] {
            [coloured, white] => (coloured, white),
            _ => return Err(Problem::at(entry, "the dice are missing")),
        },
    };
    let broken = table.units[unit].is_broken();
    let morale = table.morale_of(unit);
    modifiers.retain(|(_, by)| *by != 0);
    let original = coloured + white;
    let last = original + sum(&modifiers);
    let by = last - morale;
    let result = match by {
        ..0 => "pass",
        0 if broken => "pass",
        0 => "pin",
        _ => "fail",
    };
    let mut shown = json!({
        "morale": morale, "drm": modifiers_value(&modifiers), "dice": [coloured, white], "final": last, "result": result, "by": by,
    });
    if broken {
        shown["broken"] = json!(true);
    }
    ruling.value("morale-check", shown);
    let loss_rule =
        if kind == Some("leader-loss") { "SK2-3.2.3-LLMC" } else { "SK2-3.2.3-MC-LDR-FIRST" };
    let rule_of = move |name: &str| match name {
        "leader" => loss_rule,
        "leader-lost" => "SK2-3.2.3-LLMC",
        _ => "SK2-3.2.3-MC",
    };
    compare_claim(ruling, entry, &modifiers, &rule_of, "SK2-3.2.3-MC");
    let id = table.units[unit].id.clone();
    ruling.reason(&id, outcome_rule(broken, original, result));
    let said_replaced = entry
        .get("applied")
        .and_then(|applied| applied.get(&id)?.get("state"))
        .is_some_and(|state| state.items().iter().any(|word| word.text() == Some("replaced")));
    if said_replaced {
        ruling.reason(&id, "SK2-5.1-ELR");
        ruling.also(&id, "SK2-5.1-ELR-EXEMPT");
    }
    if kind == Some("final-protective-fire") {
        ruling.also(&id, "SK2-3.3.1-FPF-NMC");
    }
    if kind == Some("leader-loss") {
        ruling.also(&id, "SK2-3.2.3-LLMC");
    }
    if kind == Some("white-phosphorus") {
        ruling.also(&id, "SK2-6.2-WP");
    }
    ruling.also(&id, "SK2-5.1-ELR");
    apply_check(table, unit, original, result, by);
    if result == "pass"
        && table.units[unit].is_leader()
        && !broken
        && let Some(attack) = &mut table.attack
    {
        attack.steady.push(unit);
    }
    if let Some(attack) = &mut table.attack {
        attack.checked.push(unit);
    }
    everybody_checked(table, entry, ruling)
}

/// Somebody checks or suffers whom the attack did not touch.
pub(super) fn not_attacked(table: &Table, unit: usize, ruling: &mut Ruling) {
    let mut rules = vec!["SK2-3.2-TARGET-ALL"];
    if table.phase == Phase::Movement {
        rules.insert(0, "SK2-3.3.1-DFF-ONLY");
    }
    let (ground, at) = (&table.ground, table.units[unit].hex());
    let between = |made: &super::table::Made| {
        at.is_some_and(|at| {
            at != made.at
                && ground.range(made.from, at) + ground.range(at, made.at)
                    == ground.range(made.from, made.at)
        })
    };
    if table.made.iter().any(between) {
        rules.push("SK2-3.2.1-LOS-UNITS");
    }
    ruling.breach_of(&rules, format!("{} was not attacked", table.units[unit].id));
}

/// A steady leader among the targets helps everybody else in his hex.
fn helped(table: &Table, attack: &super::table::Attack, unit: usize, modifiers: &mut Modifiers) {
    let helper = attack
        .steady
        .iter()
        .copied()
        .filter(|leader| *leader != unit && table.units[*leader].hex() == table.units[unit].hex())
        .min_by_key(|leader| table.units[*leader].current_leadership());
    if let Some(leader) = helper {
        modifiers.push(("leader".to_owned(), table.units[leader].current_leadership()));
    }
}

/// Whether a better leader of the same hex rolls only later in the log of a case.
fn leader_waits(table: &Table, attack: &super::table::Attack, unit: usize, verb: &str) -> bool {
    let rank = |leader: &super::units::Unit| (leader.morale, -leader.leadership);
    let own = &table.units[unit];
    let rolls = table
        .to_come()
        .iter()
        .take_while(|entry| entry.word("do") != Some("fire"))
        .filter(|entry| entry.word("do") == Some(verb) && entry.get("kind").is_none());
    rolls.filter_map(|entry| units(table, entry).ok()?.first().copied()).any(|later| {
        let leader = &table.units[later];
        leader.is_leader()
            && leader.hex() == own.hex()
            && leader.side == own.side
            && attack.targets.contains(&later)
            && !attack.checked.contains(&later)
            && (!own.is_leader() || rank(leader) > rank(own))
    })
}

fn outcome_rule(broken: bool, original: i32, result: &str) -> &'static str {
    match (broken, original, result) {
        (_, 12, _) => "SK2-3.2.3-MC-12",
        (true, _, _) => "SK2-3.2.3-MC-BROKEN",
        (_, _, "pin") => "SK2-3.2.3-PIN-EXACT",
        _ => "SK2-3.2.3-MC",
    }
}

/// What becomes of a unit that has checked.
fn apply_check(table: &mut Table, unit: usize, original: i32, result: &str, by: i32) {
    let broken = table.units[unit].is_broken();
    match (result, broken) {
        ("pin", _) => pin(table, unit),
        ("fail", true) if original == 12 => table.eliminate(unit),
        ("fail", true) => casualty_reduction(table, unit),
        ("fail", false) => {
            break_unit(table, unit);
            if original == 12 {
                casualty_reduction(table, unit);
            }
            let side = &table.units[unit].side;
            let nation = &table.units[unit].nation;
            let elr = table.elr.get(side).or_else(|| table.elr.get(nation)).copied();
            if elr.is_some_and(|elr| by > elr) && table.units[unit].hex().is_some() {
                replace(table, unit);
            }
        }
        _ => {}
    }
}

/// `applied: {checked: [...]}`: whether everybody who must has rolled.
fn everybody_checked(table: &Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let Some(list) = entry.get("applied").and_then(|applied| applied.get("checked")) else {
        return Ok(());
    };
    let mut rolled = Vec::new();
    for node in list.items() {
        rolled.push(table.unit(node.text().unwrap_or_default(), node)?);
    }
    let Some(attack) = &table.attack else { return Ok(()) };
    let missing = attack
        .targets
        .iter()
        .find(|target| !rolled.contains(target) && !attack.checked.contains(target));
    if let Some(missing) = missing {
        let unit = &table.units[*missing];
        let rule = if unit.has("melee") { "SK2-3.8-MELEE-FIRE" } else { "SK2-3.2-TARGET-ALL" };
        ruling.breach_of(&[rule, "SK2-3.2-TARGET-ALL"], format!("{} must check as well", unit.id));
    }
    Ok(())
}

/// `pin-check`.
pub(super) fn judge_pin_check(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who checks?"));
    };
    let Some((coloured, white)) = dice(entry) else {
        return Err(Problem::at(entry, "the dice are missing"));
    };
    let mut modifiers = Modifiers::new();
    if entry.word("kind") == Some("leader-break") {
        let hex = table.units[unit].hex();
        match table.losses_seen.iter().rev().find(|loss| Some(loss.hex) == hex && loss.broke) {
            Some(_) if !table.units[unit].good_order() => {
                ruling.breach(
                    "SK2-3.2.3-LLTC",
                    "only Good Order units check for a leader that broke",
                );
                return Ok(());
            }
            Some(loss) if table.morale_of(unit) >= loss.morale => {
                ruling.breach(
                    "SK2-3.2.3-LLTC",
                    "its morale is not lower than the leader's: it does not check",
                );
                return Ok(());
            }
            Some(loss) if loss.leadership < 0 => {
                modifiers.push(("leader-broke".to_owned(), -loss.leadership))
            }
            Some(_) => {}
            None => {
                ruling.breach("SK2-3.2.3-LLTC", "no leader broke with it");
                return Ok(());
            }
        }
    } else {
        if table.units[unit].is_broken() {
            ruling.breach_of(
                &["SK2-3.2.3-PTC", "SK2-3.2.3-MC-BROKEN"],
                format!("{} is broken and takes no pin check", table.units[unit].id),
            );
            return Ok(());
        }
        let attack = table.attack.clone().unwrap_or_default();
        if !attack.targets.is_empty() && !attack.targets.contains(&unit) {
            not_attacked(table, unit, ruling);
            return Ok(());
        }
        if leader_waits(table, &attack, unit, "pin-check") {
            ruling.breach_of(
                &["SK2-3.2.3-PTC", "SK2-3.2.3-MC-LDR-FIRST"],
                "the best leader in the hex checks before everybody else",
            );
            return Ok(());
        }
        helped(table, &attack, unit, &mut modifiers);
    }
    modifiers.retain(|(_, by)| *by != 0);
    let morale = table.morale_of(unit);
    let last = coloured + white + sum(&modifiers);
    let result = if last <= morale { "pass" } else { "pin" };
    ruling.value("pin-check", json!({ "morale": morale, "drm": modifiers_value(&modifiers), "dice": [coloured, white], "final": last, "result": result }));
    compare_claim(
        ruling,
        entry,
        &modifiers,
        &|name| if name == "leader-broke" { "SK2-3.2.3-LLTC" } else { "SK2-3.2.3-PTC" },
        "SK2-3.2.3-PTC",
    );
    let id = table.units[unit].id.clone();
    ruling.reason(&id, "SK2-3.2.3-PTC");
    if entry.word("kind") == Some("leader-break") {
        ruling.also(&id, "SK2-3.2.3-LLTC");
    }
    if result == "pin" && !table.units[unit].is_broken() {
        pin(table, unit);
    } else if table.units[unit].is_leader()
        && let Some(attack) = &mut table.attack
    {
        attack.steady.push(unit);
    }
    if let Some(attack) = &mut table.attack {
        attack.checked.push(unit);
    }
    everybody_checked(table, entry, ruling)
}
