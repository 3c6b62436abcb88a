//! The rally phase: recovery, repair, transfer, rally (3.1, 4.0).

use super::modifiers::{foreign_leader, rule_in};
use super::number::whole;
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum, units};
use super::table::{OwnRally, Phase, Table};
use super::units::{Possessor, Size};
use crate::referee::Problem;
use crate::referee::case::Node;
use serde_json::json;

/// `rally` and `self-rally`.
pub(super) fn judge(
    table: &mut Table,
    entry: &Node,
    alone: bool,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who rallies?"));
    };
    let id = table.units[unit].id.clone();
    if table.phase != Phase::Rally {
        ruling.breach("SK2-3-PHASES", format!("{id} rallies in the {} phase", table.phase.word()));
        return Ok(());
    }
    if table.units[unit].rallied {
        ruling.breach("SK2-3.1f-RALLY-ONCE", format!("{id} has tried already in this player turn"));
        return Ok(());
    }
    if table.units[unit].has("melee") {
        ruling.breach_of(&["SK2-3.1f-RALLY-ELIG", "SK2-3.8-MELEE"], format!("{id} is in melee"));
        return Ok(());
    }
    if !table.units[unit].is_broken() {
        ruling.breach("SK2-3.1f-RALLY-ELIG", format!("{id} is not broken"));
        return Ok(());
    }
    let mut modifiers = Modifiers::new();
    if alone {
        if !may_self_rally(table, unit, ruling) {
            return Ok(());
        }
        modifiers.push(("self-rally".to_owned(), 1));
    } else {
        let leader = match entry.get("leader") {
            Some(node) => Some(table.unit(node.text().unwrap_or_default(), node)?),
            None => None,
        };
        let fits = |leader: &usize| {
            let other = &table.units[*leader];
            other.is_leader()
                && other.good_order()
                && other.hex() == table.units[unit].hex()
                && other.side == table.units[unit].side
                && *leader != unit
        };
        let Some(leader) = leader.filter(fits) else {
            ruling.breach(
                "SK2-3.1f-RALLY-ELIG",
                format!("no Good Order leader is stacked with {id}"),
            );
            return Ok(());
        };
        modifiers.push(("leader".to_owned(), table.units[leader].current_leadership()));
        let foreign = foreign_leader(table, leader, &[unit]);
        if foreign > 0 {
            modifiers.push(("other-nation".to_owned(), foreign));
        }
    }
    if table.units[unit].has("desperation-morale") {
        modifiers.push(("desperation-morale".to_owned(), 4));
    }
    if let Some(hex) = table.units[unit].hex() {
        let terrain = table.ground.terrain(hex);
        if terrain.is_building() {
            modifiers.push(("building".to_owned(), -1));
        } else if terrain.is_woods() {
            modifiers.push(("woods".to_owned(), -1));
        }
    }
    let Some((coloured, white)) = dice(entry) else {
        return Err(Problem::at(entry, "the dice are missing"));
    };
    let morale = table.morale_of(unit);
    let original = coloured + white;
    let last = original + sum(&modifiers);
    let result = match (original, last <= morale) {
        (12, _) => "casualty-reduction",
        (_, true) => "rally",
        (_, false) => "fail",
    };
    ruling.value("rally", json!({ "morale": morale, "drm": modifiers_value(&modifiers), "dice": [coloured, white], "final": last, "result": result }));
    let own = rule_in(table);
    let rule_of = |name: &str| match name {
        "self-rally" => "SK2-3.1e-SELF-DRM",
        "other-nation" => own(name),
        "leader" => "SK2-1.2.1-LDR-ELIG",
        _ => "SK2-3.1f-RALLY-DR",
    };
    compare_claim(ruling, entry, &modifiers, &rule_of, "SK2-3.1f-RALLY-DR");
    ruling.reason(&id, if original == 12 { "SK2-3.1f-RALLY-12" } else { "SK2-3.1f-RALLY-DR" });
    table.units[unit].rallied = true;
    if alone {
        table.own_rally = Some(OwnRally { unit, original, morale });
    }
    match result {
        "rally" => {
            table.units[unit].clear("broken");
            table.units[unit].clear("desperation-morale");
        }
        "casualty-reduction" => super::morale::casualty_reduction(table, unit),
        _ => {}
    }
    if alone && !boxed(table, unit) {
        table.self_rallied = true;
    }
    Ok(())
}

/// Leaders and crews have a boxed morale: they may rally themselves.
fn boxed(table: &Table, unit: usize) -> bool {
    matches!(table.units[unit].size, Size::Leader | Size::Crew)
}

fn may_self_rally(table: &Table, unit: usize, ruling: &mut Ruling) -> bool {
    if boxed(table, unit) {
        return true;
    }
    let id = &table.units[unit].id;
    if table.units[unit].side != table.side {
        ruling.breach(
            "SK2-3.1e-SELF-ELIG",
            format!("{id} is of the DEFENDER and has no boxed morale"),
        );
        return false;
    }
    if table.self_rallied {
        ruling.breach("SK2-3.1e-SELF-ELIG", "one unit without boxed morale has tried already");
        return false;
    }
    true
}

/// A unit does one thing in a rally phase; who has just rallied comes too late for the steps before.
fn one_action(table: &mut Table, unit: usize, ruling: &mut Ruling) -> bool {
    if table.phase != Phase::Rally {
        return true;
    }
    if table.units[unit].rallied {
        ruling.breach_of(
            &["SK2-3.1-STEPS", "SK2-3.1-ONE-ACTION"],
            format!("{} rallied; weapons are seen to before anybody rallies", table.units[unit].id),
        );
        return false;
    }
    if table.units[unit].acted_in_rally {
        ruling.breach(
            "SK2-3.1-ONE-ACTION",
            format!("{} has done its one thing in this phase", table.units[unit].id),
        );
        return false;
    }
    table.units[unit].acted_in_rally = true;
    true
}

fn weapon(table: &Table, entry: &Node) -> Result<usize, Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which weapon?"))?;
    table.weapon_named(node.text().unwrap_or_default(), node)
}

/// `recover`: below 6, one worse when exhausted.
pub(super) fn judge_recover(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let weapon = weapon(table, entry)?;
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who recovers it?"));
    };
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    let rule =
        if table.phase == Phase::Movement { "SK2-3.3-RECOVER-MPH" } else { "SK2-3.1b-RECOVER" };
    if !matches!(table.phase, Phase::Rally | Phase::Movement) {
        ruling.breach_of(
            &["SK2-3-PHASES", rule],
            format!("weapons are not recovered in the {} phase", table.phase.word()),
        );
        return Ok(());
    }
    if !table.units[unit].good_order() {
        ruling.breach_of(
            &["SK2-3.2.3-BROKEN-LIMIT", rule],
            format!("{} is not in Good Order", table.units[unit].id),
        );
        return Ok(());
    }
    if table.weapons[weapon].possessor != Possessor::Nobody
        || table.weapon_hex(weapon) != table.units[unit].hex()
    {
        ruling.breach(
            rule,
            format!("{} does not lie unpossessed in its hex", table.weapons[weapon].id),
        );
        return Ok(());
    }
    if !one_action(table, unit, ruling) {
        return Ok(());
    }
    if table.phase == Phase::Movement && !super::movement::may_move(table, unit, ruling) {
        return Ok(());
    }
    let tired = i32::from(table.units[unit].has("exhausted"));
    let success = die + tired < 6;
    let mut roll = json!({ "die": die, "need": 5, "success": success });
    if tired != 0 {
        roll["drm"] = json!(tired);
    }
    ruling.value("roll", roll);
    let id = table.weapons[weapon].id.clone();
    ruling.reason(&id, rule);
    // The attempt is paid before the weapon weighs anything.
    if table.phase == Phase::Movement {
        super::movement::spend(table, unit, whole(1), "SK2-3.3-RECOVER-MPH", ruling);
    }
    if success {
        table.weapons[weapon].possessor = Possessor::Unit(unit);
        table.weapons[weapon].recovered = true;
    }
    Ok(())
}

/// `repair`: at or below its number; a 6 ends the weapon.
pub(super) fn judge_repair(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let weapon = weapon(table, entry)?;
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    let unit = units(table, entry)?.first().copied().or(table.owner(weapon));
    let id = table.weapons[weapon].id.clone();
    if table.phase != Phase::Rally {
        ruling.breach_of(
            &["SK2-3-PHASES", "SK2-3.1c-REPAIR"],
            "weapons are repaired in the rally phase",
        );
        return Ok(());
    }
    if table.scenario.as_deref() == Some("S10")
        && table.weapons[weapon].nation == "italian"
        && table.turn < 2
    {
        ruling.breach("SK2-S10-SSR", format!("{id} may not be repaired before turn 2"));
        return Ok(());
    }
    if table.is_captured(weapon) {
        ruling.breach_of(
            &["SK2-3.1c-REPAIR-NAT", "SK2-5.5-CAPTURED"],
            format!("{id} is captured and cannot be repaired"),
        );
        return Ok(());
    }
    if !table.weapons[weapon].has("malfunctioned") || table.weapons[weapon].repair_tried {
        ruling.breach("SK2-3.1c-REPAIR", format!("{id} works, or its one attempt was made"));
        return Ok(());
    }
    if let Some(unit) = unit {
        if table.owner(weapon) != Some(unit) || !table.units[unit].good_order() {
            ruling.breach("SK2-3.1c-REPAIR", "only a Good Order possessor repairs a weapon");
            return Ok(());
        }
        if !one_action(table, unit, ruling) {
            return Ok(());
        }
    }
    let heavy = table.weapons[weapon].arm.is_gun() || table.weapons[weapon].arm.is_mortar();
    let number = if heavy { Some(1) } else { table.weapons[weapon].repair };
    table.weapons[weapon].repair_tried = true;
    let Some(number) = number else {
        ruling
            .judgement
            .leave_unchecked("SK2-3.1c-REPAIR", "the repair number of this weapon is not known");
        return Ok(());
    };
    let success = die <= number;
    ruling.value("roll", json!({ "die": die, "need": number, "success": success }));
    ruling.reason(&id, "SK2-3.1c-REPAIR");
    let weapon = &mut table.weapons[weapon];
    if die == 6 {
        weapon.set("eliminated");
        weapon.states.remove("malfunctioned");
    } else if success {
        weapon.states.remove("malfunctioned");
    }
    Ok(())
}

/// `transfer`: between Good Order units in one hex, in the rally phase, and support weapons in the advance phase.
pub(super) fn judge_transfer(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let weapon = weapon(table, entry)?;
    let party = |key: &str, table: &Table| -> Result<usize, Problem> {
        let node = entry.get(key).ok_or_else(|| Problem::at(entry, "between whom?"))?;
        table.unit(node.text().unwrap_or_default(), node)
    };
    let (from, to) = (party("from", table)?, party("to", table)?);
    let gun = &table.weapons[weapon];
    let in_advance =
        table.phase == Phase::Advance && table.units[from].side == table.side && !gun.arm.is_gun();
    let why = if table.phase != Phase::Rally && !in_advance {
        "weapons are transferred in the rally phase, support weapons also by the ATTACKER in the advance phase"
    } else if gun.recovered {
        "it was recovered in this phase"
    } else if !table.units[from].good_order() || !table.units[to].good_order() {
        "both units must be in Good Order"
    } else if table.units[from].hex() != table.units[to].hex() {
        "the units are not in one hex"
    } else if table.owner(weapon) != Some(from) {
        "the giver does not have it"
    } else {
        ""
    };
    if !why.is_empty() {
        ruling.breach("SK2-3.1d-TRANSFER", format!("{}: {why}", gun.id));
        return Ok(());
    }
    if table.phase == Phase::Rally
        && (!one_action(table, from, ruling) || !one_action(table, to, ruling))
    {
        return Ok(());
    }
    table.lose_acquisition(from);
    table.weapons[weapon].possessor = Possessor::Unit(to);
    Ok(())
}

/// `drop-weapon`, `destroy-weapon`.
pub(super) fn judge_drop(
    table: &mut Table,
    entry: &Node,
    destroy: bool,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let weapon = weapon(table, entry)?;
    let owner = units(table, entry)?.first().copied().or(table.owner(weapon));
    let Some(owner) = owner else { return Err(Problem::at(entry, "who has it?")) };
    let unit = &table.units[owner];
    if destroy {
        let own = unit.side == table.side;
        let fits =
            matches!((table.phase, own), (Phase::PrepFire, true) | (Phase::DefensiveFire, false));
        if !fits || !unit.good_order() {
            ruling.breach(
                "SK2-4.0-DESTROY",
                "a weapon is destroyed by its possessor in the own fire phase",
            );
            return Ok(());
        }
        let crew_or_half = matches!(unit.size, Size::HalfSquad | Size::Crew);
        if table.weapons[weapon].shot.is_some() || crew_or_half && unit.used_inherent {
            ruling.breach_of(
                &["SK2-4.0-DESTROY", "SK2-4.0-USE-HS"],
                "to destroy a weapon is to use it, and its use is spent",
            );
            return Ok(());
        }
        table.units[owner].used_weapons.push(weapon);
        table.weapons[weapon].set("destroyed");
        return Ok(());
    }
    let may = match table.phase {
        Phase::Rout => true,
        Phase::Movement | Phase::Advance => !unit.is_broken(),
        _ => false,
    };
    if !may {
        ruling.breach(
            "SK2-4.0-DROP",
            "an unbroken unit drops weapons in its movement or advance phase",
        );
        return Ok(());
    }
    let hex = unit.hex();
    let weapon = &mut table.weapons[weapon];
    weapon.possessor = Possessor::Nobody;
    weapon.lies_at = hex;
    Ok(())
}
