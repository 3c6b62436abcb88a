//! Morale: checks, pins, wounds, casualty reduction, ELR, leader loss (3.2.3, 5.1).

use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum, units};
use super::table::{LeaderLoss, Phase, Table};
use super::units::{Class, Size};
use crate::rules::Problem;
use crate::rules::case::Node;
use serde_json::json;

/// What a squad becomes when it is reduced, what a unit becomes when its quality fails: nation, from, to.
const REDUCED: [(&str, &str, &str); 12] = [
    ("german", "5-4-8", "2-3-8"),
    ("german", "4-6-7", "2-4-7"),
    ("german", "4-4-7", "2-3-7"),
    ("american", "7-4-7", "3-3-7"),
    ("american", "6-6-6", "3-4-6"),
    ("american", "5-4-6", "2-3-6"),
    ("american", "5-3-6", "2-2-6"),
    ("russian", "4-2-6", "2-2-6"),
    ("russian", "4-4-7", "2-3-7"),
    ("russian", "5-2-7", "2-2-7"),
    ("italian", "3-4-7", "1-3-7"),
    ("italian", "3-4-6", "1-3-6"),
];

const REPLACED: [(&str, &str, &str); 9] = [
    ("german", "5-4-8", "4-6-7"),
    ("german", "4-6-7", "4-4-7"),
    ("german", "2-4-7", "2-3-7"),
    ("american", "7-4-7", "6-6-6"),
    ("american", "6-6-6", "5-4-6"),
    ("american", "5-4-6", "5-3-6"),
    ("american", "3-3-7", "3-4-6"),
    ("italian", "3-4-7", "3-4-6"),
    ("italian", "1-3-7", "1-3-6"),
];

/// Leaders from best to worst.
const LEADERS: [(i32, i32); 7] = [(10, -2), (9, -2), (9, -1), (8, -1), (8, 0), (7, 0), (6, 1)];

fn take_values(table: &mut Table, unit: usize, values: &str) {
    let parts: Vec<i32> = values.split('-').filter_map(|part| part.parse().ok()).collect();
    if let [firepower, range, morale] = parts[..] {
        let unit = &mut table.units[unit];
        (unit.firepower, unit.range, unit.morale) = (firepower, range, morale);
    }
}

/// Squad to half-squad; half-squad and crew gone; a leader rolls for his wound.
pub(super) fn casualty_reduction(table: &mut Table, unit: usize) {
    match table.units[unit].size {
        Size::Squad => {
            let (nation, values) = (table.units[unit].nation.clone(), table.units[unit].values());
            let known = REDUCED
                .iter()
                .find(|(of, from, _)| *of == nation && *from == values)
                .map(|(_, _, to)| *to);
            let half = {
                let squad = &table.units[unit];
                format!("{}-{}-{}", squad.firepower / 2, (squad.range - 1).max(1), squad.morale)
            };
            take_values(table, unit, known.unwrap_or(&half));
            table.units[unit].size = Size::HalfSquad;
        }
        Size::HalfSquad | Size::Crew => table.eliminate(unit),
        Size::Leader => {}
    }
}

/// A unit that fails by more than its ELR is exchanged for the next lower quality (5.1).
fn replace(table: &mut Table, unit: usize) -> bool {
    if table.units[unit].size == Size::Crew {
        return false;
    }
    if table.units[unit].is_leader() {
        let leader = &mut table.units[unit];
        let at = LEADERS.iter().position(|known| *known == (leader.morale, leader.leadership));
        let Some((morale, leadership)) = at.and_then(|at| LEADERS.get(at + 1)) else {
            return false;
        };
        (leader.morale, leader.leadership) = (*morale, *leadership);
        leader.set("replaced");
        return true;
    }
    let (nation, values) = (table.units[unit].nation.clone(), table.units[unit].values());
    let Some((_, _, lower)) =
        REPLACED.iter().find(|(of, from, _)| *of == nation && *from == values)
    else {
        return false;
    };
    take_values(table, unit, lower);
    let replaced = &mut table.units[unit];
    replaced.class = match replaced.class {
        Class::Elite => Class::FirstLine,
        _ => Class::SecondLine,
    };
    replaced.set("replaced");
    true
}

fn break_unit(table: &mut Table, unit: usize) {
    let broken = &mut table.units[unit];
    broken.set("broken");
    broken.set("desperation-morale");
    broken.clear("pinned");
    broken.assaults = false;
    if broken.is_leader()
        && let Some(hex) = broken.hex()
    {
        let (morale, leadership) = (broken.morale, broken.current_leadership());
        table.losses_seen.push(LeaderLoss { hex, morale, leadership, broke: true });
    }
}

fn pin(table: &mut Table, unit: usize) {
    let unit = &mut table.units[unit];
    if !unit.pinned_before {
        unit.set("pinned");
        unit.pinned_before = true;
    }
}

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
            if table.units[unit].current_morale() >= loss.morale {
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
                let (name, by) = table.ground.terrain(hex).tem();
                if by != 0 {
                    modifiers.push((name.to_owned(), -by));
                }
            }
        }
        Some("final-protective-fire") => {
            if !attack.desperate.contains(&unit) {
                ruling.breach("SK2-3.3.1-FPF-NMC", "it used no final protective fire");
                return Ok(());
            }
            if let Some(leadership) = attack.leadership {
                modifiers.push(("leader".to_owned(), leadership));
            }
        }
        other => {
            let number = match other {
                Some(word) => check_number(word).unwrap_or(0),
                None => check_number(&attack.result).unwrap_or(0),
            };
            if number > 0 {
                modifiers.push(("check-number".to_owned(), number));
            }
            if other.is_none()
                && table.attack.is_some()
                && !attack.targets.is_empty()
                && !attack.targets.contains(&unit)
            {
                let rule = if table.phase == Phase::Movement {
                    "SK2-3.3.1-DFF-ONLY"
                } else {
                    "SK2-3.2-TARGET-ALL"
                };
                let mut rules = vec![rule, "SK2-3.2-TARGET-ALL"];
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
                return Ok(());
            }
            let helper = attack
                .steady
                .iter()
                .copied()
                .filter(|leader| *leader != unit)
                .min_by_key(|leader| table.units[*leader].current_leadership());
            if let Some(leader) = helper {
                modifiers.push(("leader".to_owned(), table.units[leader].current_leadership()));
            }
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
    let morale = table.units[unit].current_morale();
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
    if said_replaced && table.units[unit].size == Size::Crew {
        ruling.reason(&id, "SK2-5.1-ELR-EXEMPT");
    } else if said_replaced {
        ruling.reason(&id, "SK2-5.1-ELR");
    }
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
            Some(loss) if table.units[unit].current_morale() >= loss.morale => {
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
    } else if let Some(attack) = &table.attack {
        let helper = attack
            .steady
            .iter()
            .copied()
            .filter(|leader| *leader != unit)
            .min_by_key(|leader| table.units[*leader].current_leadership());
        if let Some(leader) = helper {
            modifiers.push(("leader".to_owned(), table.units[leader].current_leadership()));
        }
    }
    modifiers.retain(|(_, by)| *by != 0);
    let morale = table.units[unit].current_morale();
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
    if result == "pin" && !table.units[unit].is_broken() {
        pin(table, unit);
    } else if table.units[unit].is_leader()
        && let Some(attack) = &mut table.attack
    {
        attack.steady.push(unit);
    }
    Ok(())
}

/// `wound-roll`.
pub(super) fn judge_wound(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who is wounded?"));
    };
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    if !table.units[unit].is_leader() {
        ruling.breach("SK2-3.2.3-WOUND", "only leaders roll for wounds");
        return Ok(());
    }
    let again = i32::from(table.units[unit].has("wounded"));
    let dead = die + again >= 5;
    let mut shown = json!({ "die": die, "result": if dead { "eliminated" } else { "wounded" } });
    if again != 0 {
        shown["drm"] = json!(again);
    }
    ruling.value("wound", shown);
    let id = table.units[unit].id.clone();
    ruling.reason(&id, "SK2-3.2.3-WOUND");
    if dead {
        lose(table, unit);
    } else {
        table.units[unit].set("wounded");
        ruling.fact(&id, "mf", 3);
        ruling.fact(&id, "capacity", 0);
    }
    Ok(())
}

/// A unit is eliminated; those who saw a leader fall will check.
fn lose(table: &mut Table, unit: usize) {
    let lost = &table.units[unit];
    if lost.is_leader()
        && let Some(hex) = lost.hex()
    {
        let (morale, leadership) = (lost.morale, lost.current_leadership());
        table.losses_seen.push(LeaderLoss { hex, morale, leadership, broke: false });
    }
    table.eliminate(unit);
}

/// `break`, `pin`, `eliminate`.
pub(super) fn judge_given(
    table: &mut Table,
    entry: &Node,
    verb: &str,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    for unit in units(table, entry)? {
        let id = table.units[unit].id.clone();
        match verb {
            "break" => {
                if table.units[unit].is_broken() {
                    ruling.breach(
                        "SK2-3.2.3-MC-BROKEN",
                        format!("{id} is broken already: it suffers casualty reduction"),
                    );
                }
                break_unit(table, unit);
            }
            "pin" => {
                if table.units[unit].pinned_before || table.units[unit].has("pinned") {
                    ruling.breach(
                        "SK2-3.2.3-PIN-ONCE",
                        format!("{id} was pinned already in this player turn"),
                    );
                } else if table.units[unit].is_broken() {
                    ruling.breach_of(
                        &["SK2-3.2.3-PIN-EFFECT", "SK2-3.2.3-PIN-ONCE"],
                        format!("{id} is broken and cannot be pinned"),
                    );
                }
                pin(table, unit);
            }
            _ if entry.word("reason") == Some("failure-to-rout") => {
                super::rout::judge_failure(table, unit, ruling);
                table.eliminate(unit);
            }
            _ => lose(table, unit),
        }
    }
    if verb == "eliminate" {
        kills(table, entry, ruling)?;
    }
    Ok(())
}

/// After `nKIA` so many die, and everybody else breaks.
fn kills(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let Some(attack) = table.attack.clone() else { return Ok(()) };
    let Some(count) = attack.result.strip_suffix("KIA").and_then(|n| n.parse::<usize>().ok())
    else {
        return Ok(());
    };
    if entry.word("reason").is_some() || attack.targets.is_empty() {
        return Ok(());
    }
    let dead = units(table, entry)?.len();
    let due = count.min(attack.targets.len());
    if dead > due {
        ruling.breach(
            "SK2-3.2.3-KIA",
            format!("{dead} were eliminated; {} eliminates {due}", attack.result),
        );
    }
    for target in &attack.targets {
        if table.units[*target].hex().is_none() {
            continue;
        }
        let id = table.units[*target].id.clone();
        ruling.reason(&id, "SK2-3.2.3-KIA");
        if table.units[*target].is_broken() {
            casualty_reduction(table, *target);
        } else {
            break_unit(table, *target);
        }
    }
    Ok(())
}

/// `weapon-destruction-roll`: the weapons of those who died (4.0).
pub(super) fn judge_weapon_destruction(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which weapon?"))?;
    let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    let column = table.attack.as_ref().map_or(0, |attack| attack.column);
    let result = super::tables::fire(column, die);
    let id = table.weapons[weapon].id.clone();
    ruling.reason(&id, "SK2-4.0-KIA-WPN");
    if result.ends_with("KIA") {
        table.weapons[weapon].set("destroyed");
    } else if result.starts_with("K/") {
        table.weapons[weapon].set("malfunctioned");
    }
    ruling.value("roll", json!({ "die": die, "result": result }));
    Ok(())
}

/// `leader-creation`: a leader rises from the ranks (5.3).
pub(super) fn judge_leader_creation(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "of which unit?"));
    };
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    let rolled = table.close_attacks.iter().rev().find(|attack| attack.with.contains(&unit));
    if rolled.and_then(|attack| attack.original).is_some_and(|original| original != 2) {
        ruling.breach("SK2-5.3-PROMO", "only an original 2 may make a leader");
        return Ok(());
    }
    let base = &table.units[unit];
    let mut modifiers = Modifiers::new();
    match base.nation.as_str() {
        "american" | "german" | "british" => modifiers.push((base.nation.clone(), -1)),
        "russian" | "italian" => modifiers.push((base.nation.clone(), 1)),
        _ => {}
    }
    if base.morale >= 8 {
        modifiers.push(("morale-8".to_owned(), -1));
    } else if base.morale <= 6 {
        modifiers.push(("morale-6".to_owned(), 1));
    }
    if base.is_broken() {
        modifiers.push(("broken".to_owned(), 1));
    }
    let odds = table.close_attacks.iter().rev().find(|attack| attack.with.contains(&unit));
    let without_odds = modifiers.clone();
    if let Some(attack) = odds {
        let below = super::tables::columns_below_even(
            super::tables::close_combat(attack.attack, attack.defence).0,
        );
        if below > 0 {
            modifiers.push(("odds-below-1-1".to_owned(), -below));
        }
    }
    let leader = |last: i32| match last {
        ..=1 => "8-1",
        2 | 3 => "8-0",
        4 | 5 => "7-0",
        6 => "6+1",
        _ => "none",
    };
    let last = die + sum(&modifiers);
    ruling.value("leader-creation", json!({ "die": die, "drm": modifiers_value(&modifiers), "final": last, "leader": leader(last) }));
    let told = entry.get("applied").and_then(|applied| applied.word("leader")).map(str::to_owned);
    let claimed = entry
        .get("claim")
        .and_then(|claim| claim.get("drm"))
        .and_then(|drm| drm.read::<i32>().ok());
    let wrong = told.as_deref().is_some_and(|told| told != leader(last))
        || claimed.is_some_and(|claimed| claimed != sum(&modifiers));
    if wrong {
        let by_example = die + sum(&without_odds);
        let as_example = told.as_deref().is_none_or(|told| told == leader(by_example))
            && claimed.is_none_or(|claimed| claimed == sum(&without_odds));
        if as_example {
            ruling.suspect(
                "SK2-5.3-PROMO",
                "the odds below 1-1 were left out",
                "the printed example leaves them out, the table counts them",
            );
        } else {
            ruling.breach("SK2-5.3-PROMO", format!("the roll gives {}", leader(last)));
        }
    }
    Ok(())
}
