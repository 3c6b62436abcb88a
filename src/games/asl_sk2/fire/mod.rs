//! Fire attacks of small arms, machine guns, flamethrowers and IFE guns (3.2 to 3.5, 4.1, 4.2, 6.8).

mod allowed;
mod blind;
mod firepower;
mod first_fire;
mod leadership;
mod outcome;
mod record;

pub(super) use allowed::sees;
pub(super) use blind::{blind, fired_blind, off_map, readings};
pub(super) use first_fire::{left_hex, often_enough};
pub(super) use outcome::claimed_hindrance;

use super::modifiers::{cover, foreign_leader, hindrances, hint, movement, rule_in};
use super::number::{Q, half, value, whole};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum};
use super::table::{Attack, Fate, Made, Phase, Piece, Table};
use super::tables;
use super::units::{Arm, Class, Method, Possessor, Shot, Size, States};
use crate::hex::Hex;
use crate::referee::Problem;
use crate::referee::case::Node;
use allowed::{combines, linked, unspent};
use blind::dropped_out;
use firepower::{Term, terms};
use first_fire::{mandatory_group, may_shoot_mover};
use leadership::{attack_modifiers, leadership};
use outcome::{can_cower, resolve};
use record::record;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What kind of fire this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Prep,
    First,
    Subsequent,
    Protective,
    Final,
    Advancing,
}

/// Who fires.
#[derive(Debug, Clone, Default)]
pub(super) struct Firers {
    pub(super) men: Vec<usize>,
    pub(super) weapons: Vec<usize>,
    pub(super) leaders: Vec<usize>,
}

/// `fire`: by what is fired.
pub(super) fn judge(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let firers = firers(table, entry)?;
    let method: Option<Method> = entry.get("method").map(Node::read).transpose()?;
    let ordnance =
        firers.weapons.iter().copied().find(|weapon| table.weapons[*weapon].arm.is_ordnance());
    match (method, ordnance) {
        (Some(Method::InfantryEquivalent | Method::Inherent | Method::Flamethrower), _)
        | (_, None) => small_arms(table, entry, &firers, method, ruling),
        (_, Some(weapon)) => super::ordnance::judge(table, entry, &firers, weapon, method, ruling),
    }
}

fn firers(table: &Table, entry: &Node) -> Result<Firers, Problem> {
    let mut firers = Firers::default();
    let manning: Vec<usize> = match entry.get("fired-by") {
        Some(list) => list
            .items()
            .iter()
            .map(|node| table.unit(node.text().unwrap_or_default(), node))
            .collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    for piece in super::ruling::pieces(table, entry, &["with", "led-by"])? {
        match piece {
            Piece::Weapon(weapon) => firers.weapons.push(weapon),
            Piece::Unit(unit) if table.units[unit].is_leader() => {
                let mans = manning.contains(&unit);
                if !mans && !firers.leaders.contains(&unit) {
                    firers.leaders.push(unit);
                }
            }
            Piece::Unit(unit) => firers.men.push(unit),
        }
    }
    if firers.men.is_empty() && firers.weapons.is_empty() && firers.leaders.is_empty() {
        return Err(Problem::at(entry, "who fires?"));
    }
    Ok(firers)
}

/// Side of the firers.
fn firing_side(table: &Table, firers: &Firers) -> Option<String> {
    let unit = firers.men.first().or(firers.leaders.first()).copied();
    let unit = unit.or_else(|| firers.weapons.iter().find_map(|weapon| table.owner(*weapon)));
    unit.map(|unit| table.units[unit].side.clone())
}

/// Whether the firers' side may fire now, and how; says why not.
pub(super) fn mode(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    ruling: &mut Ruling,
) -> Option<Mode> {
    let side = firing_side(table, firers).unwrap_or_else(|| table.side.clone());
    let axis = matches!(side.as_str(), "axis" | "german" | "italian");
    let attacker = side == table.side || table.side == "allied" && !axis;
    let told = entry.word("mode");
    let mode = match (table.phase, attacker) {
        (Phase::PrepFire, true) => Mode::Prep,
        (Phase::AdvancingFire, true) => Mode::Advancing,
        (Phase::DefensiveFire, false) => {
            if told == Some("final-protective") {
                ruling.breach_of(
                    &["SK2-3.4-FINAL-FINAL", "SK2-3.3.1-FPF-ELIG"],
                    "there is no final protective fire outside the movement phase",
                );
                return None;
            }
            Mode::Final
        }
        (Phase::Movement, false) => match told {
            Some("subsequent-first") => Mode::Subsequent,
            Some("final-protective") => Mode::Protective,
            Some(_) => Mode::First,
            None => {
                let marked = |mark: &str| {
                    firers.men.iter().any(|unit| table.units[*unit].has(mark))
                        || firers.weapons.iter().any(|weapon| table.weapons[*weapon].has(mark))
                };
                match (marked("final-fired"), marked("first-fired")) {
                    (true, _) => Mode::Protective,
                    (false, true) => Mode::Subsequent,
                    (false, false) => Mode::First,
                }
            }
        },
        (Phase::PrepFire | Phase::AdvancingFire | Phase::DefensiveFire | Phase::Movement, _) => {
            ruling.breach(
                "SK2-3-SIDES",
                format!(
                    "{side} does not fire in the {} phase of {}",
                    table.phase.word(),
                    table.side
                ),
            );
            return None;
        }
        _ => {
            ruling.breach(
                "SK2-3-PHASES",
                format!("nobody fires in the {} phase", table.phase.word()),
            );
            return None;
        }
    };
    Some(mode)
}

/// States that keep a unit from firing or directing (3.2).
pub(super) fn able(table: &Table, firers: &Firers, ruling: &mut Ruling) -> bool {
    for unit in firers.men.iter().chain(&firers.leaders) {
        let unit = &table.units[*unit];
        if unit.hex().is_none() {
            ruling.breach_of(
                &["SK2-3.3-OFF-LOS", "SK2-3.2-BY-DEFEND-GO"],
                format!("{} is not on the map", unit.id),
            );
            return false;
        }
        if unit.is_broken() {
            let mut rules = vec!["SK2-3.2-BY-DEFEND-GO", "SK2-3.2.3-BROKEN-LIMIT"];
            if unit.is_leader() {
                rules.push("SK2-1.2.1-LDR-ELIG");
            }
            ruling.breach_of(&rules, format!("{} is broken", unit.id));
            return false;
        }
        if unit.has("melee") {
            ruling.breach_of(
                &["SK2-3.2-BY-DEFEND-GO", "SK2-3.8-MELEE"],
                format!("{} is in melee", unit.id),
            );
            return false;
        }
    }
    for weapon in &firers.weapons {
        let gun = &table.weapons[*weapon];
        if !gun.is_working() {
            ruling.breach("SK2-1.2.4-MALF", format!("{} does not work", gun.id));
            return false;
        }
        match gun.possessor {
            Possessor::Unit(unit) if table.units[unit].is_broken() => {
                ruling.breach_of(
                    &["SK2-3.2-BY-DEFEND-GO", "SK2-1.2.4-POSSESS"],
                    format!("those who have {} are broken", gun.id),
                );
                return false;
            }
            Possessor::Unit(unit) if table.units[unit].has("melee") => {
                ruling.breach(
                    "SK2-3.2-BY-DEFEND-GO",
                    format!("those who have {} are in melee", gun.id),
                );
                return false;
            }
            Possessor::Nobody => {
                ruling.breach("SK2-1.2.4-POSSESS", format!("nobody has {}", gun.id));
                return false;
            }
            _ => {}
        }
    }
    true
}

/// The hexes that fire.
fn hexes(table: &Table, firers: &Firers) -> Vec<Hex> {
    let men = firers.men.iter().filter_map(|unit| table.units[*unit].hex());
    let weapons = firers.weapons.iter().filter_map(|weapon| table.weapon_hex(*weapon));
    let mut found: Vec<Hex> = Vec::new();
    for hex in men.chain(weapons) {
        if !found.contains(&hex) {
            found.push(hex);
        }
    }
    found
}

fn small_arms(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    method: Option<Method>,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = entry.get("at").ok_or_else(|| Problem::at(entry, "fire at what?"))?;
    let [at] = at.items() else {
        ruling.breach("SK2-3.2.2-NOSPLIT", "firepower is not split between targets");
        return Ok(());
    };
    if off_map(table, entry, at, ruling)? {
        return Ok(());
    }
    let target_hex = table.hex(at)?;
    let Some(mode) = mode(table, entry, firers, ruling) else { return Ok(()) };
    if !able(table, firers, ruling) {
        return Ok(());
    }
    let side = firing_side(table, firers).unwrap_or_default();
    let from = match entry.get("from") {
        Some(from) => vec![table.hex(from)?],
        None => hexes(table, firers),
    };
    for hex in &from {
        ruling.range(table, *hex, target_hex);
    }
    // A Gun that fires as infantry still points somewhere.
    if method == Some(Method::InfantryEquivalent)
        && let Some((weapon, hex)) =
            firers.weapons.iter().find_map(|weapon| Some((*weapon, table.weapon_hex(*weapon)?)))
        && super::ordnance::covered_arc(table, entry, weapon, hex, target_hex, ruling)?.is_none()
    {
        return Ok(());
    }
    if from.contains(&target_hex) {
        ruling.breach_of(
            &["SK2-3.2.2-PBF", "SK2-3.2.1-LOS-REQ", "SK2-3.8-MELEE"],
            "nobody fires into his own hex: they wait for close combat",
        );
        return Ok(());
    }
    let targets = targets(table, entry, target_hex, &side, mode)?;
    if !combines(table, firers, method, ruling) || !linked(table, firers, &from, ruling) {
        return Ok(());
    }
    if blind(table, entry, &from, target_hex) {
        if unspent(table, firers, mode, target_hex, entry, ruling) {
            fired_blind(table, firers, mode);
            ruling.value("los", "blocked");
        }
        return Ok(());
    }
    if !sees(table, &from, target_hex, ruling)
        || !unspent(table, firers, mode, target_hex, entry, ruling)
        || !may_shoot_mover(table, entry, firers, &targets, target_hex, mode, ruling)?
        || !mandatory_group(table, firers, &from, target_hex, mode, method, ruling)
    {
        return Ok(());
    }
    let Some(terms) = terms(table, entry, firers, target_hex, mode, &targets, ruling)? else {
        return Ok(());
    };
    let leadership = leadership(table, firers, &from, mode, ruling);
    let Some(leadership) = leadership else { return Ok(()) };
    hint(table, &from, target_hex, &targets, ruling);
    if firers.men.is_empty() && alone(table, entry, firers) {
        ruling.hint("column", "SK2-4.1-MG-SMC");
    }
    if method == Some(Method::InfantryEquivalent) {
        ruling.hint("column", "SK2-6.8-IFE");
    }
    if method == Some(Method::InfantryEquivalent)
        && matches!(mode, Mode::Subsequent | Mode::Protective | Mode::Final)
    {
        ruling.hint("column", "SK2-6.8-IFE-SFF");
    }
    halved(table, entry, firers, ruling);
    let readings = readings(&targets, |target| {
        let mut modifiers =
            attack_modifiers(table, firers, &from, target_hex, target, mode, method, leadership);
        modifiers.retain(|(name, by)| *by != 0 || name == "leader");
        modifiers
    });
    let firepower = match entry.get("firepower") {
        Some(told) => super::table::fraction(told)?,
        None => terms.iter().map(Term::total).sum(),
    };
    resolve(
        table, entry, firers, &terms, firepower, readings, &targets, mode, method, leadership,
        ruling,
    );
    record(table, firers, &from, target_hex, &targets, mode, entry);
    dropped_out(table, entry, mode)
}

/// The mark of having fired.
fn mark_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Prep => "prep-fired",
        Mode::First => "first-fired",
        Mode::Subsequent | Mode::Protective | Mode::Final => "final-fired",
        Mode::Advancing => "advancing-fired",
    }
}

/// Whether one leader mans the weapons by himself (4.1).
fn alone(table: &Table, entry: &Node, firers: &Firers) -> bool {
    let manning = entry.get("fired-by").map(|list| list.items().len());
    manning.unwrap_or(1) == 1
        && firers
            .weapons
            .iter()
            .any(|weapon| table.owner(*weapon).is_some_and(|unit| table.units[unit].is_leader()))
}

/// `claim: {halved-for: pinned}`: somebody who fires must be pinned.
fn halved(table: &Table, entry: &Node, firers: &Firers, ruling: &mut Ruling) {
    let claimed = entry.get("claim").and_then(|claim| claim.word("halved-for"));
    let owners = firers.weapons.iter().filter_map(|weapon| table.owner(*weapon));
    if claimed == Some("pinned")
        && !firers.men.iter().copied().chain(owners).any(|unit| table.units[unit].has("pinned"))
    {
        // A counter of the turn before should have come off.
        ruling.breach_of(
            &["SK2-2-AREAFIRE", "SK2-3.2.3-PIN-EFFECT", "SK2-3.8-PIN-REMOVE"],
            "nobody who fires is pinned",
        );
    }
}

/// Who is shot at: the movers in first fire, everybody in the hex otherwise.
pub(super) fn targets(
    table: &Table,
    entry: &Node,
    hex: Hex,
    side: &str,
    mode: Mode,
) -> Result<Vec<usize>, Problem> {
    if let Some(against) = entry.get("against") {
        let mut found = Vec::new();
        for node in against.items() {
            if let Piece::Unit(unit) = table.piece(node.text().unwrap_or_default(), node)? {
                found.push(unit);
            }
        }
        return Ok(found);
    }
    let first = matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective);
    if first && table.movers.iter().any(|unit| table.units[*unit].hex() == Some(hex)) {
        return Ok(table
            .movers
            .iter()
            .copied()
            .filter(|unit| table.units[*unit].hex() == Some(hex))
            .collect());
    }
    let melee = table.units_in(hex).any(|(_, unit)| unit.has("melee"));
    Ok(table
        .units_in(hex)
        .filter(|(_, unit)| melee || unit.side != side)
        .map(|(at, _)| at)
        .collect())
}

fn parts(table: &Table, firers: &Firers) -> Vec<String> {
    let men = firers.men.iter().map(|unit| table.units[*unit].id.clone());
    men.chain(firers.weapons.iter().map(|weapon| table.weapons[*weapon].id.clone())).collect()
}
