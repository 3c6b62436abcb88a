//! Fire attacks of small arms, machine guns, flamethrowers and IFE guns (3.2 to 3.5, 4.1, 4.2, 6.8).

use super::modifiers::{cover, foreign_leader, hindrances, movement, rule_of};
use super::number::{Q, half, value, whole};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum};
use super::table::{Attack, Made, Phase, Piece, Table};
use super::tables;
use super::units::{Arm, Class, Method, Possessor, Shot, Size};
use crate::hex::Hex;
use crate::rules::Problem;
use crate::rules::case::Node;
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

/// One component of an attack.
#[derive(Debug, Clone)]
struct Term {
    firepower: i32,
    multiplier: Q,
    assault: bool,
    weapon: Option<usize>,
}

impl Term {
    fn total(&self) -> Q {
        let total = whole(self.firepower) * self.multiplier;
        // Assault fire adds one after everything else, and the squad's total is rounded up.
        if self.assault { (total + whole(1)).ceil() } else { total }
    }

    fn value(&self) -> Value {
        let mut parts = vec![json!(self.firepower), value(self.multiplier)];
        if self.assault {
            parts.push(json!("assault-fire"));
        }
        Value::Array(parts)
    }
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
    let attacker =
        side == table.side || table.side == "allied" && side != "german" && side != "italian";
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
            ruling.breach_of(
                &["SK2-3.2-BY-DEFEND-GO", "SK2-3.2.3-BROKEN-LIMIT"],
                format!("{} is broken", unit.id),
            );
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
    let target_hex = table.hex(at)?;
    let Some(mode) = mode(table, entry, firers, ruling) else { return Ok(()) };
    if !able(table, firers, ruling) {
        return Ok(());
    }
    let side = firing_side(table, firers).unwrap_or_default();
    let from = hexes(table, firers);
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
    let targets = targets(table, entry, target_hex, &side, mode)?;
    if !combines(table, firers, method, ruling)
        || !linked(table, firers, &from, ruling)
        || !sees(table, &from, target_hex, ruling)
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
    let mut modifiers =
        attack_modifiers(table, firers, &from, target_hex, &targets, mode, method, leadership);
    modifiers.retain(|(name, by)| *by != 0 || name == "leader");
    let firepower = match entry.get("firepower") {
        Some(told) => super::table::fraction(told)?,
        None => terms.iter().map(Term::total).sum(),
    };
    resolve(
        table, entry, firers, &terms, firepower, modifiers, &targets, mode, method, leadership,
        ruling,
    );
    record(table, firers, &from, target_hex, &targets, mode, entry);
    Ok(())
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

/// Ordnance, IFE and flamethrowers attack alone; squads use one weapon beside their own firepower (3.2.2, 4.0).
fn combines(table: &Table, firers: &Firers, method: Option<Method>, ruling: &mut Ruling) -> bool {
    let parts = firers.men.len() + firers.weapons.len();
    let flame = firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower);
    if parts > 1 && (flame || method == Some(Method::Flamethrower)) {
        ruling.breach_of(&["SK2-4.2-FT-USE", "SK2-3.2.2-FG-ORD"], "a flamethrower attacks alone");
        return false;
    }
    if parts > 1 && method == Some(Method::InfantryEquivalent) {
        ruling.breach_of(
            &["SK2-3.2.2-FG-ORD", "SK2-6.8-IFE-RESTR"],
            "a Gun that fires as infantry joins no fire group",
        );
        return false;
    }
    if flame
        && let Some(unit) = firers.weapons.iter().find_map(|weapon| table.owner(*weapon))
        && table.units[unit].has("pinned")
    {
        ruling.breach_of(
            &["SK2-4.2-FT-USE", "SK2-3.2.3-PIN-EFFECT"],
            "a pinned unit fires no flamethrower",
        );
        return false;
    }
    true
}

/// One connected chain of hexes; a hex with only a leader is no link (3.2.2).
fn linked(table: &Table, firers: &Firers, from: &[Hex], ruling: &mut Ruling) -> bool {
    if connected(table, from) {
        return true;
    }
    let mut with_leaders = from.to_vec();
    with_leaders.extend(firers.leaders.iter().filter_map(|leader| table.units[*leader].hex()));
    for (index, a) in from.iter().enumerate() {
        for b in &from[index + 1..] {
            ruling.range(table, *a, *b);
        }
    }
    let rules: &[&'static str] = if connected(table, &with_leaders) {
        &["SK2-3.2.2-FG-LDR-LINK", "SK2-3.2.2-FG-ADJ"]
    } else {
        &["SK2-3.2.2-FG-ADJ"]
    };
    ruling.breach_of(
        rules,
        "the hexes of a fire group form one chain of neighbours with firing units",
    );
    false
}

fn connected(table: &Table, hexes: &[Hex]) -> bool {
    let mut reached: Vec<Hex> = hexes.first().copied().into_iter().collect();
    let mut at = 0;
    while let Some(&hex) = reached.get(at) {
        at += 1;
        for next in hexes {
            if !reached.contains(next) && table.ground.range(hex, *next) <= 1 {
                reached.push(*next);
            }
        }
    }
    hexes.iter().all(|hex| reached.contains(hex))
}

/// Everybody needs a line of sight (3.2.1).
pub(super) fn sees(table: &Table, from: &[Hex], target: Hex, ruling: &mut Ruling) -> bool {
    let mut blocked = None;
    let mut clear = 0;
    for hex in from {
        match table.sight(*hex, target).blocked {
            Some(block) => blocked = Some((*hex, block)),
            None => clear += 1,
        }
    }
    let Some((hex, block)) = blocked else { return true };
    let message = format!(
        "no line of sight from {} to {}: {} ({})",
        table.ground.name(hex),
        table.ground.name(target),
        block.why,
        table.ground.name(block.at)
    );
    let mut rules = Vec::new();
    if clear > 0 {
        rules.push("SK2-3.2.2-FG-LOS");
    }
    rules.extend([block.rule, "SK2-3.2.1-LOS-REQ"]);
    ruling.value("los", "blocked");
    ruling.breach_of(&rules, message);
    false
}

/// Marks, rate of fire and use of weapons so far allow this shot.
fn unspent(
    table: &Table,
    firers: &Firers,
    mode: Mode,
    target: Hex,
    entry: &Node,
    ruling: &mut Ruling,
) -> bool {
    for unit in &firers.men {
        let unit = &table.units[*unit];
        let id = &unit.id;
        let adjacent = unit.hex().is_some_and(|hex| table.ground.range(hex, target) == 1);
        let breach: Option<(&[&'static str], &str)> = match mode {
            Mode::Prep if unit.has("prep-fired") && unit.cowered => {
                Some((&["SK2-3.2.2-COWER-MARK", "SK2-3.2-ONCE"], "cowered and is marked"))
            }
            Mode::Prep if unit.used_inherent => Some((&["SK2-3.2-ONCE"], "has fired already")),
            Mode::Advancing if unit.has("prep-fired") => {
                Some((&["SK2-3.2-ONCE", "SK2-3.5-ELIG"], "fired in the prep fire phase"))
            }
            Mode::Advancing if unit.has("manhandled") => {
                Some((&["SK2-6.5-MH-AFTER", "SK2-3.5-ELIG"], "pushed a Gun this turn"))
            }
            Mode::Advancing if unit.used_inherent => Some((&["SK2-3.5-ONCE"], "has fired already")),
            Mode::First if unit.has("final-fired") => {
                Some((&["SK2-3.3.1-SFF-MARK", "SK2-3.3.1-DFF-MARK"], "is marked Final Fire"))
            }
            Mode::First if unit.has("first-fired") => {
                Some((&["SK2-3.3.1-DFF-MARK", "SK2-3.3.1-SFF-ELIG"], "is marked First Fire"))
            }
            Mode::Subsequent if unit.has("final-fired") => {
                Some((&["SK2-3.3.1-SFF-MARK"], "is marked Final Fire"))
            }
            Mode::Final if unit.has("final-fired") => {
                Some((&["SK2-3.4-FINAL-FINAL"], "is marked Final Fire"))
            }
            Mode::Final if unit.has("first-fired") && !adjacent => Some((
                &["SK2-3.4-FINAL-FIRST"],
                "is marked First Fire and may only shoot at the next hex",
            )),
            _ => None,
        };
        if let Some((rules, why)) = breach {
            ruling.breach_of(rules, format!("{id} {why}"));
            return false;
        }
        let crew_or_half = matches!(unit.size, Size::HalfSquad | Size::Crew);
        let own_weapons = firers
            .weapons
            .iter()
            .filter(|weapon| table.owner(**weapon) == table.find(id).and_then(unit_of))
            .count();
        let used_before =
            unit.used_weapons.iter().filter(|weapon| !firers.weapons.contains(weapon)).count();
        if crew_or_half && own_weapons + used_before > 0 {
            ruling.breach(
                "SK2-4.0-USE-HS",
                format!("{id} used a weapon and so has no firepower of its own"),
            );
            return false;
        }
        if !crew_or_half && own_weapons + used_before > 1 {
            two_weapons(table, entry, firers, target, mode, ruling);
            return false;
        }
    }
    for weapon in &firers.weapons {
        if !weapon_unspent(table, *weapon, firers, mode, target, entry, ruling) {
            return false;
        }
    }
    true
}

fn unit_of(piece: Piece) -> Option<usize> {
    match piece {
        Piece::Unit(unit) => Some(unit),
        Piece::Weapon(_) => None,
    }
}

/// A squad that fires two weapons gives up its own firepower: the right sum is told.
fn two_weapons(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    target: Hex,
    mode: Mode,
    ruling: &mut Ruling,
) {
    let alone = Firers { men: Vec::new(), ..firers.clone() };
    let from = hexes(table, firers);
    if let Ok(Some(terms)) = terms(table, entry, &alone, target, mode, &[], ruling) {
        let mut modifiers = attack_modifiers(table, firers, &from, target, &[], mode, None, None);
        modifiers.retain(|(_, by)| *by != 0);
        let firepower: Q = terms.iter().map(Term::total).sum();
        let column = tables::column(firepower).unwrap_or(0);
        if let Some((coloured, white)) = dice(entry) {
            let last = coloured + white + sum(&modifiers);
            ruling.value(
                "fire",
                json!({
                    "terms": terms.iter().map(Term::value).collect::<Vec<_>>(),
                    "firepower": value(firepower),
                    "column": column,
                    "drm": modifiers_value(&modifiers),
                    "dice": [coloured, white],
                    "final": last,
                    "result": tables::fire(column, last),
                }),
            );
        }
    }
    ruling.breach("SK2-4.0-USE-SQ", "a squad that fires two weapons gives up its own firepower");
}

/// Whether a weapon may still shoot.
fn weapon_unspent(
    table: &Table,
    weapon: usize,
    firers: &Firers,
    mode: Mode,
    target: Hex,
    entry: &Node,
    ruling: &mut Ruling,
) -> bool {
    let gun = &table.weapons[weapon];
    let id = gun.id.clone();
    let owner = table.owner(weapon);
    let breach = |ruling: &mut Ruling, rules: &[&'static str], why: &str| {
        ruling.breach_of(rules, format!("{id} {why}"));
        false
    };
    if mode == Mode::Advancing {
        if gun.has("manhandled") || owner.is_some_and(|unit| table.units[unit].has("manhandled")) {
            return breach(ruling, &["SK2-6.5-MH-AFTER", "SK2-3.5-ELIG"], "was pushed this turn");
        }
        if gun.has("prep-fired") {
            return breach(
                ruling,
                &["SK2-3.2-ONCE", "SK2-3.5-ELIG"],
                "fired in the prep fire phase",
            );
        }
        if gun.shot.is_some() && gun.has("advancing-fired") {
            return breach(
                ruling,
                &["SK2-3.5-ONCE", "SK2-1.2.4.1-ROF"],
                "has fired in this phase; there is no rate of fire in it",
            );
        }
        let heavy =
            matches!(gun.arm, Arm::Mmg | Arm::Hmg) || gun.arm.is_gun() || gun.arm.is_mortar();
        let moved = gun.has("moved")
            || owner.is_some_and(|unit| table.units[unit].has("moved") && gun.arm.is_gun());
        if heavy && moved {
            return breach(ruling, &["SK2-3.5-ELIG"], "moved in the movement phase");
        }
    }
    if gun.has("intensive-fired") {
        return breach(
            ruling,
            &["SK2-3.2.4-INTENSIVE"],
            "used Intensive Fire and is done for this turn",
        );
    }
    if let Some(owner) = owner {
        let unit = &table.units[owner];
        let used: BTreeSet<usize> = unit
            .used_weapons
            .iter()
            .copied()
            .chain(firers.weapons.iter().copied().filter(|w| table.owner(*w) == Some(owner)))
            .collect();
        let most = match unit.size {
            Size::Squad => 2,
            _ => 1,
        };
        if used.len() > most {
            let rule = match unit.size {
                Size::Squad => "SK2-4.0-USE-SQ",
                Size::Leader => "SK2-4.0-USE-SMC",
                _ => "SK2-4.0-USE-HS",
            };
            return breach(ruling, &[rule], "is one weapon too many for its unit");
        }
        if matches!(unit.size, Size::HalfSquad | Size::Crew)
            && unit.used_inherent
            && !firers.men.contains(&owner)
        {
            return breach(
                ruling,
                &["SK2-4.0-USE-HS"],
                "cannot be fired: its unit used its own firepower",
            );
        }
    }
    let adjacent = table.weapon_hex(weapon).is_some_and(|hex| table.ground.range(hex, target) == 1);
    match mode {
        Mode::Final if gun.has("final-fired") => {
            return breach(ruling, &["SK2-3.4-FINAL-FINAL"], "is marked Final Fire");
        }
        Mode::Final if gun.has("first-fired") && !adjacent => {
            return breach(
                ruling,
                &["SK2-3.4-FINAL-FIRST"],
                "is marked First Fire and may only shoot at the next hex",
            );
        }
        Mode::First if gun.has("final-fired") => {
            return breach(ruling, &["SK2-3.3.1-SFF-MARK"], "is marked Final Fire");
        }
        Mode::First if gun.has("first-fired") && gun.shot.is_none_or(|shot| !shot.kept) => {
            return breach(
                ruling,
                &["SK2-3.3.1-DFF-MARK", "SK2-1.2.4.1-ROF"],
                "is marked First Fire",
            );
        }
        Mode::Subsequent | Mode::Protective => return true,
        _ => {}
    }
    if entry.word("after") == Some("rof-lost") {
        return true;
    }
    match gun.shot {
        Some(shot) if !shot.kept => {
            let rules: Vec<&'static str> = if table.phase == Phase::AdvancingFire
                || gun.has("prep-fired") && mode == Mode::Advancing
            {
                vec!["SK2-3.2-ONCE"]
            } else {
                vec![shot.denied_by, "SK2-1.2.4.1-ROF", "SK2-3.2-ONCE"]
            };
            breach(
                ruling,
                &rules,
                &format!("lost its rate of fire (coloured die {})", shot.coloured),
            )
        }
        None if gun.has("prep-fired") && mode == Mode::Prep => {
            breach(ruling, &["SK2-3.2-ONCE", "SK2-1.2.4.1-ROF"], "has fired already")
        }
        _ => true,
    }
}

/// Fire in the enemy's movement phase: at the mover, within range, not too often (3.3.1).
fn may_shoot_mover(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    targets: &[usize],
    hex: Hex,
    mode: Mode,
    ruling: &mut Ruling,
) -> Result<bool, Problem> {
    if !matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective) {
        return Ok(true);
    }
    let mover: Vec<usize> = match entry.get("mover") {
        Some(mover) => mover
            .items()
            .iter()
            .map(|node| table.unit(node.text().unwrap_or_default(), node))
            .collect::<Result<_, _>>()?,
        None => table.movers.clone(),
    };
    let told = entry.get("mover").is_some() || !table.movers.is_empty();
    if told && targets.iter().any(|target| !mover.contains(target)) {
        ruling.breach_of(
            &["SK2-3.3.1-DFF-TRIGGER", "SK2-3.3.1-DFF-ONLY"],
            "only units that have just spent MF there may be shot at",
        );
        return Ok(false);
    }
    if table.residual_due.iter().any(|(unit, due)| targets.contains(unit) && *due == hex) {
        ruling.breach(
            "SK2-3.3.1-RES-ATTACK",
            "the residual firepower in the hex attacks before anybody fires",
        );
        return Ok(false);
    }
    let parts: Vec<String> = firers
        .men
        .iter()
        .map(|unit| table.units[*unit].id.clone())
        .chain(firers.weapons.iter().map(|weapon| table.weapons[*weapon].id.clone()))
        .collect();
    for target in targets {
        let spent = match entry.get("mf-spent-here") {
            Some(spent) => Some(super::table::fraction(spent)?),
            None => table.here.get(&(*target, hex)).copied(),
        };
        let Some(spent) = spent else { continue };
        for part in &parts {
            let shots = table.shots_at.get(&(part.clone(), *target, hex)).copied().unwrap_or(0);
            if shots + 1 > spent.floor().to_integer().max(1) {
                ruling.breach_of(
                    &["SK2-3.3.1-MF-SHOTS", "SK2-3.3.1-REFIRE"],
                    format!(
                        "{part} has shot {shots} times there; {} MF were spent",
                        super::number::words(spent)
                    ),
                );
                return Ok(false);
            }
        }
    }
    match mode {
        Mode::Subsequent => {
            for unit in &firers.men {
                let unit = &table.units[*unit];
                let Some(own) = unit.hex() else { continue };
                let range = table.ground.range(own, hex);
                for (_, enemy) in table.enemies(&unit.side) {
                    let Some(at) = enemy.hex() else { continue };
                    ruling.range(table, own, at);
                    if table.ground.range(own, at) < range && table.sight(own, at).is_clear() {
                        ruling.breach(
                            "SK2-3.3.1-SFF-ELIG",
                            format!("{} is nearer to {} than the target", enemy.id, unit.id),
                        );
                        return Ok(false);
                    }
                }
                if range > unit.range {
                    ruling.breach(
                        "SK2-3.3.1-SFF-ELIG",
                        format!(
                            "range {range} is beyond the normal range {} of {}",
                            unit.range, unit.id
                        ),
                    );
                    return Ok(false);
                }
            }
        }
        Mode::Protective => {
            for unit in &firers.men {
                let shooter = &table.units[*unit];
                let Some(own) = shooter.hex() else { continue };
                if shooter.has("final-fired") && table.ground.range(own, hex) != 1 {
                    ruling.breach(
                        "SK2-3.3.1-FPF-ELIG",
                        "final protective fire is at the next hex only",
                    );
                    return Ok(false);
                }
                let missing = table.weapons_of(*unit).find(|(at, weapon)| {
                    weapon.arm.is_machine_gun()
                        && weapon.is_working()
                        && !firers.weapons.contains(at)
                });
                if let Some((_, weapon)) = missing {
                    ruling.breach(
                        "SK2-3.3.1-FPF-ALL",
                        format!("{} can fire and must join", weapon.id),
                    );
                    return Ok(false);
                }
            }
        }
        _ => {}
    }
    Ok(true)
}

/// Units in one hex that shoot at the same target combine (3.2.2).
fn mandatory_group(
    table: &Table,
    firers: &Firers,
    from: &[Hex],
    at: Hex,
    mode: Mode,
    method: Option<Method>,
    ruling: &mut Ruling,
) -> bool {
    let alone = matches!(method, Some(Method::InfantryEquivalent | Method::Flamethrower))
        || matches!(mode, Mode::Subsequent | Mode::Protective);
    let flame = firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower);
    // A further shot by rate of fire stands alone.
    let again = firers.men.is_empty()
        && firers.weapons.iter().all(|weapon| table.weapons[*weapon].shot.is_some());
    if alone || flame || again {
        return true;
    }
    let clash = table.made.iter().find(|made| made.at == at && from.contains(&made.from));
    if let Some(clash) = clash {
        ruling.breach_of(
            &["SK2-3.2.2-FG-MANDATORY", "SK2-4.1-MG-FG"],
            format!(
                "{} fired from the same hex at the same target: they had to fire together",
                clash.by.join(", ")
            ),
        );
        return false;
    }
    true
}

/// The firepower of each component.
fn terms(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    target: Hex,
    mode: Mode,
    targets: &[usize],
    ruling: &mut Ruling,
) -> Result<Option<Vec<Term>>, Problem> {
    let manning = entry.get("fired-by").map_or(0, |list| list.items().len());
    let directed = !firers.leaders.is_empty();
    let hidden =
        !targets.is_empty() && targets.iter().all(|target| table.units[*target].has("hidden"));
    let from = entry.get("from").map(|from| table.hex(from)).transpose()?;
    let mut terms = Vec::new();
    for unit in &firers.men {
        let shooter = &table.units[*unit];
        let Some(hex) = from.or(shooter.hex()) else { continue };
        let range = table.ground.range(hex, target);
        let Some(mut multiplier) = distance(range, shooter.range, true) else {
            ruling.breach(
                "SK2-3.2.2-LONG",
                format!(
                    "range {range} is more than twice the range {} of {}",
                    shooter.range, shooter.id
                ),
            );
            return Ok(None);
        };
        multiplier *= area(
            table,
            *unit,
            mode,
            shooter.has("first-fired") || shooter.has("final-fired"),
            hidden,
        );
        let assault =
            mode == Mode::Advancing && range <= shooter.range && has_assault_fire(table, *unit);
        terms.push(Term { firepower: shooter.firepower, multiplier, assault, weapon: None });
    }
    for weapon in &firers.weapons {
        let gun = &table.weapons[*weapon];
        let Some(hex) = from.or(table.weapon_hex(*weapon)) else { continue };
        let range = table.ground.range(hex, target);
        let ife = gun.ife.filter(|_| gun.arm.is_gun());
        let (firepower, normal) = match ife {
            Some(ife) => (ife, 16),
            None => (gun.firepower, gun.range),
        };
        let flame = gun.arm == Arm::Flamethrower;
        let Some(mut multiplier) = distance(range, normal, !flame) else {
            ruling.breach(
                "SK2-3.2.2-LONG",
                format!("range {range} is more than twice the range {normal} of {}", gun.id),
            );
            return Ok(None);
        };
        if gun.arm.is_machine_gun() && range > 16 {
            if !directed {
                ruling.breach(
                    "SK2-4.1-MG-16",
                    format!("{} reaches beyond 16 hexes only when a leader directs it", gun.id),
                );
                return Ok(None);
            }
            multiplier *= half();
        }
        if let Some(owner) = table.owner(*weapon) {
            let marked = gun.has("first-fired") || gun.has("final-fired");
            let mut factor = area(table, owner, mode, marked, hidden);
            if flame && mode == Mode::Advancing {
                factor *= 2;
            }
            multiplier *= factor;
            // One leader alone fires a machine gun at half its firepower, two together at all of it.
            if table.units[owner].is_leader() && gun.arm.is_machine_gun() && manning < 2 {
                multiplier *= half();
            }
        }
        terms.push(Term { firepower, multiplier, assault: false, weapon: Some(*weapon) });
    }
    Ok(Some(terms))
}

/// Point-blank, normal, long range; none beyond.
fn distance(range: i32, normal: i32, doubles: bool) -> Option<Q> {
    match range {
        1 if doubles => Some(whole(2)),
        range if range <= normal => Some(whole(1)),
        range if range <= 2 * normal => Some(half()),
        _ => None,
    }
}

/// Halvings that do not depend on range: pinned, advancing fire, marks, hidden targets.
fn area(table: &Table, unit: usize, mode: Mode, marked: bool, hidden: bool) -> Q {
    let mut factor = whole(1);
    if table.units[unit].has("pinned") {
        factor *= half();
    }
    if mode == Mode::Advancing {
        factor *= half();
    }
    if matches!(mode, Mode::Subsequent | Mode::Protective) || mode == Mode::Final && marked {
        factor *= half();
    }
    if hidden {
        factor *= half();
    }
    factor
}

fn has_assault_fire(table: &Table, unit: usize) -> bool {
    let unit = &table.units[unit];
    let by_rule = table.scenario.as_deref() == Some("S16")
        && unit.nation == "german"
        && unit.values() == "4-4-7";
    unit.size == Size::Squad && (unit.assault_fire || by_rule)
}

/// The leadership of the attack: none when nobody directs it. The outer option is none after a breach.
fn leadership(
    table: &Table,
    firers: &Firers,
    from: &[Hex],
    mode: Mode,
    ruling: &mut Ruling,
) -> Option<Option<i32>> {
    for leader in &firers.leaders {
        let unit = &table.units[*leader];
        if unit.has("pinned") {
            ruling.breach_of(
                &["SK2-1.2.1-LDR-ELIG", "SK2-3.2.3-PIN-EFFECT"],
                format!("{} is pinned and lends no leadership", unit.id),
            );
            return None;
        }
        if unit.manned_weapon {
            ruling.breach_of(
                &["SK2-3.2.2-LDR-SW", "SK2-4.0-USE-SMC"],
                format!("{} fired a weapon and lends no leadership", unit.id),
            );
            return None;
        }
        let now: Vec<String> = parts(table, firers);
        let again = firers.men.is_empty() && now.iter().all(|part| unit.directed.contains(part));
        let defending =
            matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective | Mode::Final);
        let subset = now.iter().all(|part| unit.directed.contains(part));
        if !unit.directed.is_empty() && !(again || defending && subset) {
            let rules: &[&'static str] = if defending {
                &["SK2-3.4-LDR-REUSE", "SK2-3.2.2-LDR-ONE"]
            } else {
                &["SK2-3.2.2-LDR-ONE", "SK2-1.2.1-LDR-ONE-ACTION"]
            };
            ruling.breach_of(rules, format!("{} has directed other fire this turn", unit.id));
            return None;
        }
        if from.len() == 1 && unit.hex() != from.first().copied() {
            ruling.breach_of(
                &["SK2-3.2.2-LDR-HEX", "SK2-1.2.1-LDR-ELIG"],
                format!("{} is not with those he directs", unit.id),
            );
            return None;
        }
    }
    // In several hexes a leader must direct in each, and the worst of them counts.
    let led =
        |hex: &Hex| firers.leaders.iter().any(|leader| table.units[*leader].hex() == Some(*hex));
    if firers.leaders.is_empty() || !from.iter().all(led) {
        return Some(None);
    }
    let men: Vec<usize> = firers
        .men
        .iter()
        .copied()
        .chain(firers.weapons.iter().filter_map(|weapon| table.owner(*weapon)))
        .collect();
    let best_in = |hex: &Hex| {
        let here = firers.leaders.iter().filter(|leader| table.units[**leader].hex() == Some(*hex));
        here.map(|leader| {
            table.units[*leader].current_leadership() + foreign_leader(table, *leader, &men)
        })
        .min()
    };
    Some(from.iter().filter_map(best_in).max())
}

fn parts(table: &Table, firers: &Firers) -> Vec<String> {
    let men = firers.men.iter().map(|unit| table.units[*unit].id.clone());
    men.chain(firers.weapons.iter().map(|weapon| table.weapons[*weapon].id.clone())).collect()
}

#[expect(clippy::too_many_arguments, reason = "everything that bears on an attack")]
fn attack_modifiers(
    table: &Table,
    firers: &Firers,
    from: &[Hex],
    target: Hex,
    targets: &[usize],
    mode: Mode,
    method: Option<Method>,
    leadership: Option<i32>,
) -> Modifiers {
    let flame = method == Some(Method::Flamethrower)
        || firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower);
    let mut found = Modifiers::new();
    if let Some(leadership) = leadership.filter(|_| !flame) {
        found.push(("leader".to_owned(), leadership));
    }
    let first = targets.first().copied();
    if !flame {
        if table.scenario.as_deref() == Some("S16") && fortified(table, target) {
            found.push(("fortified-building".to_owned(), 4));
        } else {
            found.extend(cover(table, first, target, from, false, true));
        }
    }
    // One attack, several lines of sight: the worst hindrance counts for all.
    let worst =
        from.iter().map(|hex| table.sight(*hex, target)).max_by_key(super::sight::Sight::hindrance);
    let hindered = worst.as_ref().is_some_and(|sight| sight.hindrance() > 0);
    if let Some(sight) = &worst {
        found.extend(hindrances(table, sight));
    }
    let tired =
        firers.men.iter().chain(&firers.leaders).any(|unit| table.units[*unit].has("exhausted"))
            || firers
                .weapons
                .iter()
                .filter_map(|weapon| table.owner(*weapon))
                .any(|unit| table.units[unit].has("exhausted"));
    if tired {
        found.push(("exhausted".to_owned(), 1));
    }
    if let Some(target_unit) = first {
        let high = found.iter().any(|(name, _)| name == "height-advantage");
        let first_fire = matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective);
        found.extend(movement(table, target_unit, target, first_fire, hindered, high));
        let flames = table
            .weapons_of(target_unit)
            .filter(|(_, weapon)| weapon.arm == Arm::Flamethrower)
            .count();
        if flames > 0 {
            found.push(("flamethrower-carried".to_owned(), -i32::try_from(flames).unwrap_or(0)));
        }
    }
    found
}

fn fortified(table: &Table, hex: Hex) -> bool {
    table.ground.terrain(hex).is_building()
        && table.units_in(hex).any(|(_, unit)| unit.has("fortified"))
}

#[expect(clippy::too_many_arguments, reason = "everything that bears on an attack")]
fn resolve(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    terms: &[Term],
    firepower: Q,
    modifiers: Modifiers,
    targets: &[usize],
    mode: Mode,
    method: Option<Method>,
    leadership: Option<i32>,
    ruling: &mut Ruling,
) {
    let Some((coloured, white)) = dice(entry) else { return };
    let cowers = can_cower(table, firers, method, leadership);
    let columns = if cowers && coloured == white { cower_columns(table, firers) } else { 0 };
    let full = tables::column(firepower);
    let column = full.and_then(|column| tables::lower(column, columns));
    let last = coloured + white + sum(&modifiers);
    let result = column.map_or("none", |column| tables::fire(column, last));
    let mut fire = json!({
        "terms": terms.iter().map(Term::value).collect::<Vec<_>>(),
        "firepower": value(firepower),
        "column": column.unwrap_or(0),
        "drm": modifiers_value(&modifiers),
        "dice": [coloured, white],
        "final": last,
        "result": result,
    });
    if columns > 0 {
        fire["cowering"] = json!(columns);
    }
    ruling.value("fire", fire);
    compare_claim(ruling, entry, &modifiers, &rule_of, "SK2-3.2.3-IFT-DRM");
    claimed_hindrance(entry, &modifiers, ruling);
    applied_result(entry, column, columns, result, ruling);
    weapons_after(table, entry, firers, mode, coloured, coloured + white, columns, method, ruling);
    let outside: i32 = modifiers
        .iter()
        .filter(|(name, by)| {
            *by > 0
                && (matches!(
                    name.as_str(),
                    "orchard" | "grain" | "exhausted" | "leader" | "out-of-smoke"
                ) || name.starts_with("smoke"))
        })
        .map(|(_, by)| by)
        .sum();
    let lasting: Q = terms
        .iter()
        .filter(|term| {
            term.weapon.is_none_or(|weapon| {
                let gun = &table.weapons[weapon];
                gun.is_working() && gun.shot.is_none_or(|shot| !shot.kept)
            })
        })
        .map(Term::total)
        .sum();
    let left_column =
        tables::column(lasting.min(firepower)).and_then(|column| tables::lower(column, columns));
    table.attack = Some(Attack {
        targets: targets.to_vec(),
        result: result.to_owned(),
        column: column.unwrap_or(0),
        dice: vec![coloured, white],
        desperate: if mode == Mode::Protective { firers.men.clone() } else { Vec::new() },
        leadership,
        residual_column: left_column.unwrap_or(0),
        residual_less: outside,
        leaves_residual: matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective),
        dangerous: dangerous(
            column_of(full),
            sum(&modifiers),
            cowers,
            cower_columns(table, firers),
        ),
        ..Attack::default()
    });
}

fn column_of(column: Option<i32>) -> i32 {
    column.unwrap_or(0)
}

/// Whether some roll of this attack gives a morale check or worse (3.2.3).
fn dangerous(column: i32, modifiers: i32, cowers: bool, by: i32) -> bool {
    (1..=6).any(|a| {
        (1..=6).any(|b| {
            let column =
                if cowers && a == b { tables::lower(column, by).unwrap_or(0) } else { column };
            !matches!(tables::fire(column, a + b + modifiers), "none" | "PTC")
        })
    })
}

/// Cowering is for undirected attacks of squads, half-squads and crews (3.2.2).
fn can_cower(
    table: &Table,
    firers: &Firers,
    method: Option<Method>,
    leadership: Option<i32>,
) -> bool {
    if leadership.is_some()
        || !firers.leaders.is_empty()
            && firers.men.len() + firers.weapons.len() > 0
            && leadership.is_some()
    {
        return false;
    }
    if method == Some(Method::InfantryEquivalent) {
        return false;
    }
    let mut shooters: Vec<usize> = firers.men.clone();
    shooters.extend(firers.weapons.iter().filter_map(|weapon| table.owner(*weapon)));
    let troops: Vec<usize> =
        shooters.into_iter().filter(|unit| !table.units[*unit].is_leader()).collect();
    let exempt = |unit: &usize| {
        let unit = &table.units[*unit];
        match table.scenario.as_deref() {
            Some("S9") => unit.nation == "british" && unit.class == Class::FirstLine,
            Some("S13") => {
                unit.nation == "british" && unit.size == Size::Crew
                    || unit.nation == "australian" && unit.class == Class::FirstLine
            }
            _ => false,
        }
    };
    !troops.is_empty() && !troops.iter().all(exempt)
}

fn cower_columns(table: &Table, firers: &Firers) -> i32 {
    let owners = firers.weapons.iter().filter_map(|weapon| table.owner(*weapon));
    let green = firers.men.iter().copied().chain(owners).any(|unit| table.is_inexperienced(unit));
    if green { 2 } else { 1 }
}

/// `claim: {hindrance: n}`.
pub(super) fn claimed_hindrance(entry: &Node, modifiers: &Modifiers, ruling: &mut Ruling) {
    let Some(claimed) = entry
        .get("claim")
        .and_then(|claim| claim.get("hindrance"))
        .and_then(|n| n.read::<i32>().ok())
    else {
        return;
    };
    let is_smoke =
        |name: &str| name.starts_with("smoke") && name != "smoke-shot" || name == "out-of-smoke";
    let hinder = |name: &str| is_smoke(name) || matches!(name, "orchard" | "grain");
    let right: i32 = modifiers.iter().filter(|(name, _)| hinder(name)).map(|(_, by)| by).sum();
    if claimed != right {
        let smoke = modifiers.iter().any(|(name, _)| is_smoke(name));
        let rules: &[&'static str] = if smoke {
            &["SK2-1.2.5-SMOKE-HIND", "SK2-3.2.1-LOS-HIND"]
        } else {
            &["SK2-3.2.1-LOS-HIND"]
        };
        ruling.breach_of(rules, format!("hindrance was counted as {claimed:+}, it is {right:+}"));
    }
}

/// `applied: {column, result, cowered}`.
fn applied_result(
    entry: &Node,
    column: Option<i32>,
    cowering: i32,
    result: &str,
    ruling: &mut Ruling,
) {
    let Some(applied) = entry.get("applied") else { return };
    if let Some(told) = applied.get("column").and_then(|node| node.read::<i32>().ok())
        && Some(told) != column
    {
        let rules: &[&'static str] = if cowering > 0 {
            &["SK2-3.2.2-COWER", "SK2-3.2.3-IFT-COL"]
        } else {
            &["SK2-3.2.3-IFT-COL", "SK2-3.2.2-COWER-NA", "SK2-3.2.2-FRACTION"]
        };
        ruling.breach_of(
            rules,
            format!("the {told} column was used; the right one is {}", column.unwrap_or(0)),
        );
    }
    if let Some(told) = applied.word("result")
        && told != result
    {
        ruling.breach_of(
            &["SK2-3.2.3-IFT-RESULT", "SK2-3.2.3-IFT-COL", "SK2-3.2.3-IFT-DRM"],
            format!("the result is {result}, not {told}"),
        );
    }
    if applied.word("cowered") == Some("true") && cowering == 0 {
        ruling.breach_of(&["SK2-3.2.2-COWER-NA", "SK2-3.2.2-COWER"], "this attack does not cower");
    }
}

/// Rate of fire, breakdown and marks after the shot.
#[expect(clippy::too_many_arguments, reason = "everything that bears on a weapon")]
fn weapons_after(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    mode: Mode,
    coloured: i32,
    original: i32,
    cowering: i32,
    method: Option<Method>,
    ruling: &mut Ruling,
) {
    let _ = entry;
    for weapon in &firers.weapons {
        let penalty = penalty(table, *weapon, mode);
        let pinned = table.owner(*weapon).is_some_and(|unit| table.units[unit].has("pinned"));
        let captured = table.is_captured(*weapon);
        let gun = &mut table.weapons[*weapon];
        let mut rate = gun.rof.unwrap_or(0);
        let mut denied = "SK2-1.2.4.1-ROF";
        if captured {
            rate -= 1;
        }
        if method == Some(Method::InfantryEquivalent) {
            rate -= 1;
            denied = "SK2-3.2.4-ROF-LOWER";
            gun.acquired = None;
            gun.acquisition_lost = Some("SK2-6.10-ACQ-LOSE");
        }
        let lost = cowering > 0
            || pinned
            || mode == Mode::Advancing
            || matches!(mode, Mode::Subsequent | Mode::Protective);
        if cowering > 0 {
            denied = "SK2-3.2.2-COWER-MARK";
        }
        gun.shot = Some(Shot { coloured, kept: !lost && coloured <= rate, denied_by: denied });
        let id = gun.id.clone();
        if gun.arm == Arm::Flamethrower {
            let number = gun.removal.unwrap_or(10) - penalty;
            ruling.reason(&id, "SK2-4.2-FT-X");
            if original >= number {
                gun.set("destroyed");
            }
        } else {
            let number = 12 - penalty;
            ruling.fact(&id, "breakdown", number);
            ruling.reason(&id, "SK2-4.1-MG-BREAK");
            if original >= number {
                gun.set(if penalty > 0 && original == 12 && gun.arm.is_gun() {
                    "destroyed"
                } else {
                    "malfunctioned"
                });
            }
        }
    }
}

/// What lowers the breakdown or removal number (4.0).
pub(super) fn penalty(table: &Table, weapon: usize, mode: Mode) -> i32 {
    let gun = &table.weapons[weapon];
    let mut by = 0;
    if table.is_captured(weapon) {
        by += 2;
    }
    if let Some(owner) = table.owner(weapon) {
        if table.is_inexperienced(owner) {
            by += 1;
        }
        if gun.arm == Arm::Flamethrower && table.units[owner].class != Class::Elite {
            by += 2;
        }
    }
    let marked = gun.has("first-fired") || gun.has("final-fired");
    let sustained =
        matches!(mode, Mode::Subsequent | Mode::Protective) || mode == Mode::Final && marked;
    if sustained && (gun.arm.is_machine_gun() || gun.ife.is_some()) {
        by += 2;
    }
    by
}

/// What the shot leaves behind: marks, directed leaders, shots counted.
fn record(
    table: &mut Table,
    firers: &Firers,
    from: &[Hex],
    at: Hex,
    targets: &[usize],
    mode: Mode,
    entry: &Node,
) {
    let names = parts(table, firers);
    let cowered = dice(entry).is_some_and(|(a, b)| a == b)
        && can_cower(table, firers, entry.get("method").and_then(|m| m.read().ok()), None)
        && firers.leaders.is_empty();
    let mark = match mode {
        Mode::Prep => "prep-fired",
        Mode::First if cowered => "final-fired",
        Mode::First => "first-fired",
        Mode::Subsequent | Mode::Protective | Mode::Final => "final-fired",
        Mode::Advancing => "advancing-fired",
    };
    for unit in &firers.men {
        let shooter = &mut table.units[*unit];
        Table::mark(&mut shooter.states, mark);
        shooter.used_inherent = true;
        shooter.cowered = cowered;
    }
    let manning: Vec<String> = entry
        .get("fired-by")
        .map(Node::items)
        .unwrap_or_default()
        .iter()
        .filter_map(|node| node.text().map(str::to_owned))
        .collect();
    for name in manning {
        if let Some(Piece::Unit(unit)) = table.find(&name) {
            table.units[unit].manned_weapon = true;
        }
    }
    for weapon in &firers.weapons {
        let kept = table.weapons[*weapon].shot.is_some_and(|shot| shot.kept);
        if !kept {
            Table::mark(&mut table.weapons[*weapon].states, mark);
        }
        if mode == Mode::Advancing {
            table.weapons[*weapon].set("advancing-fired");
        }
        if let Some(owner) = table.owner(*weapon) {
            let user = &mut table.units[owner];
            if !user.used_weapons.contains(weapon) {
                user.used_weapons.push(*weapon);
            }
            user.manned_weapon |= user.is_leader();
            if mode == Mode::Prep {
                user.set("prep-fired-weapon");
            }
        }
    }
    // Subsequent first fire leaves the unit and all its weapons marked.
    if matches!(mode, Mode::Subsequent | Mode::Protective) {
        for unit in &firers.men {
            for weapon in &mut table.weapons {
                if weapon.possessor == Possessor::Unit(*unit) {
                    Table::mark(&mut weapon.states, "final-fired");
                }
            }
        }
    }
    for leader in &firers.leaders {
        let leader = &mut table.units[*leader];
        leader.directed.extend(names.iter().cloned());
        Table::mark(&mut leader.states, mark);
    }
    for hex in from {
        table.made.push(Made { from: *hex, at, by: names.clone() });
    }
    for target in targets {
        for part in &names {
            *table.shots_at.entry((part.clone(), *target, at)).or_insert(0) += 1;
        }
    }
    if let Some(side) = firing_side(table, firers) {
        table.fired_other_than_smoke.insert(side);
    }
}
