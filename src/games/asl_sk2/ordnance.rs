//! Guns, mortars and light anti-tank weapons: To Hit, effect, ammunition, acquisition (3.2.4, 4.4, 6).

mod chart;
mod effect;
mod facing;
mod to_hit;

pub(super) use effect::{direct_hit, judge_effect};
pub(super) use facing::{covered_arc, judge_turn};

use super::arc;
use super::fire::{
    Firers, Mode, able, blind, claimed_hindrance, fired_blind, left_hex, mode, off_map,
    often_enough, sees, targets,
};
use super::modifiers::{cover, foreign_leader, hindrances, hint, movement, rule_in, rule_of};
use super::number::{value, whole};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum};
use super::table::{Attack, Fate, Phase, Piece, Table};
use super::tables;
use super::units::{Acquired, Arm, LastShot, Method, Possessor, Shot, Size};
use crate::hex::Hex;
use crate::referee::Problem;
use crate::referee::case::Node;
use chart::{firer_modifiers, number, rate, same_target, target_modifiers, unqualified};
use effect::armour_piercing;
use serde_json::{Value, json};
use to_hit::{after_shot, to_hit};

/// `fire` by ordnance: the To Hit roll.
pub(super) fn judge(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    weapon: usize,
    method: Option<Method>,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = entry.get("at").ok_or_else(|| Problem::at(entry, "fire at what?"))?;
    if off_map(table, entry, at, ruling)? {
        return Ok(());
    }
    let at = table.hex(at)?;
    let gun = table.weapons[weapon].clone();
    let id = gun.id.clone();
    let Some(mode) = mode(table, entry, firers, ruling) else { return Ok(()) };
    if !able(table, firers, ruling) {
        return Ok(());
    }
    if firers.men.len() + firers.weapons.len() > 1 {
        ruling.breach("SK2-3.2.2-FG-ORD", "ordnance attacks alone");
        return Ok(());
    }
    let Some(hex) =
        entry.get("from").map(|from| table.hex(from)).transpose()?.or(table.weapon_hex(weapon))
    else {
        return Err(Problem::at(entry, format!("{id} is not on the map")));
    };
    ruling.range(table, hex, at);
    let range = table.ground.range(hex, at);
    let ammo = entry.word("ammo").unwrap_or("he").to_owned();
    let method = method.unwrap_or(match gun.arm {
        arm if arm.is_latw() => Method::AntiTankWeapon,
        arm if arm.is_mortar() => Method::AreaTarget,
        _ if matches!(ammo.as_str(), "smoke" | "wp") => Method::AreaTarget,
        _ => Method::InfantryTarget,
    });
    let side = table
        .owner(weapon)
        .map_or_else(|| table.side.clone(), |unit| table.units[unit].side.clone());
    let targets = targets(table, entry, at, &side, mode)?;
    let manning = entry.get("fired-by").map_or(1, |list| list.items().len());
    let serving = super::ruling::pieces(table, entry, &["fired-by"])?;
    if super::ruling::pieces(table, entry, &["led-by"])?
        .iter()
        .any(|leader| serving.contains(leader))
    {
        ruling.breach_of(
            &["SK2-4.4.1-BAZ-CREW", "SK2-3.2.2-LDR-SW"],
            "who fires a weapon does not direct it",
        );
        return Ok(());
    }
    if !manned(table, weapon, mode, manning, ruling)
        || !target_type(&gun, method, &ammo, ruling)
        || !ammunition(table, weapon, &ammo, mode, &side, ruling)
        || !suitable(table, &gun, &ammo, at, &targets, ruling)
        || !in_range(&gun, range, ruling)
        || !shot_left(table, entry, weapon, mode, range, ruling)
    {
        return Ok(());
    }
    let Some(turn) = covered_arc(table, entry, weapon, hex, at, ruling)? else { return Ok(()) };
    if blind(table, entry, &[hex], at) {
        fired_blind(table, firers, mode);
        ruling.value("los", "blocked");
        return Ok(());
    }
    if !sees(table, &[hex], at, ruling) {
        return Ok(());
    }
    let moving = matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective);
    if moving && !often_enough(table, entry, std::slice::from_ref(&id), &targets, at, ruling)? {
        return Ok(());
    }
    if mode == Mode::First
        && !table.movers.is_empty()
        && targets.iter().any(|target| !table.movers.contains(target))
    {
        ruling.breach_of(
            &["SK2-3.3.1-DFF-TRIGGER", "SK2-3.3.1-DFF-ONLY"],
            "only units that have just spent MF there may be shot at",
        );
        return Ok(());
    }
    if matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective)
        && left_hex(table, &targets, at, ruling)
    {
        return Ok(());
    }
    if gun.has("hidden") && entry.word("stays-hidden") == Some("true") {
        ruling.breach("SK2-6.4-HIP-LOSE-ACT", format!("{id} fires and is hidden no longer"));
        return Ok(());
    }
    hint(table, &[hex], at, &targets, ruling);
    if gun.acquired.is_some() {
        ruling.hint("acquired", "SK2-6.10-ACQ-TRACK");
    }
    let shooting = Shooting { weapon, hex, at, range, method, ammo, mode, turn, targets };
    let rolled = to_hit(table, entry, firers, &shooting, ruling)?;
    after_shot(table, entry, &shooting, rolled, ruling);
    Ok(())
}

/// A To Hit roll that may be made.
struct Shooting {
    weapon: usize,
    hex: Hex,
    at: Hex,
    range: i32,
    method: Method,
    ammo: String,
    mode: Mode,
    /// Spines turned for the shot.
    turn: i32,
    targets: Vec<usize>,
}

/// What the roll gave; none without dice.
#[derive(Clone, Copy)]
struct Rolled {
    coloured: i32,
    original: i32,
    hit: bool,
    critical: bool,
    fired: bool,
    outside: i32,
}

/// Who may serve it (3.2.4, 4.4.1, 4.5).
fn manned(table: &Table, weapon: usize, mode: Mode, manning: usize, ruling: &mut Ruling) -> bool {
    let gun = &table.weapons[weapon];
    if mode == Mode::Advancing {
        let pushed = gun.has("manhandled")
            || table.owner(weapon).is_some_and(|unit| table.units[unit].has("manhandled"));
        if pushed {
            ruling.breach_of(
                &["SK2-6.5-MH-AFTER", "SK2-3.5-ELIG"],
                format!("{} was pushed this turn", gun.id),
            );
            return false;
        }
        let moved = gun.has("moved")
            || table.owner(weapon).is_some_and(|unit| table.units[unit].has("moved"));
        if moved && !gun.arm.is_latw() {
            ruling.breach("SK2-3.5-ELIG", format!("{} moved in the movement phase", gun.id));
            return false;
        }
    }
    let Some(owner) = table.owner(weapon) else { return true };
    let unit = &table.units[owner];
    if unit.is_leader() && gun.arm.is_latw() && manning < 2 {
        ruling.breach("SK2-4.4.1-BAZ-CREW", format!("a leader alone does not fire {}", gun.id));
        return false;
    }
    if unit.is_leader() && gun.arm.is_gun() {
        ruling.breach(
            "SK2-3.2.4-PHASES",
            format!("{} needs an unbroken squad, half-squad or crew", gun.id),
        );
        return false;
    }
    true
}

/// Infantry or area target (3.2.4).
fn target_type(
    gun: &super::units::Weapon,
    method: Method,
    ammo: &str,
    ruling: &mut Ruling,
) -> bool {
    let smoke = matches!(ammo, "smoke" | "wp");
    match method {
        Method::InfantryTarget if gun.arm.is_mortar() => {
            let mut rules = vec!["SK2-3.2.4-ITT", "SK2-6.9-MTR"];
            if ammo == "wp" {
                rules.push("SK2-6.2-WP");
            }
            ruling.breach_of(&rules, format!("{} fires at areas only", gun.id));
        }
        Method::InfantryTarget if gun.arm.is_latw() => {
            ruling.breach("SK2-3.2.4-ITT", format!("{} has its own To Hit table", gun.id))
        }
        Method::InfantryTarget if smoke => {
            let own = if ammo == "wp" { "SK2-6.2-WP" } else { "SK2-1.2.5-SMOKE-ORD" };
            ruling.breach_of(&["SK2-3.2.4-ATT", "SK2-3.2.4-ITT", own], "smoke is fired at areas")
        }
        Method::AreaTarget if matches!(ammo, "ap" | "heat") => ruling
            .breach_of(&["SK2-3.2.4-ATT", "SK2-6.2-AP"], format!("{ammo} is not fired at areas")),
        Method::AreaTarget if gun.arm.is_latw() => {
            ruling.breach("SK2-3.2.4-ATT", format!("{} is not fired at areas", gun.id))
        }
        Method::AntiTankWeapon if !gun.arm.is_latw() => {
            ruling.breach("SK2-4.4-LATW-TH", format!("{} is no light anti-tank weapon", gun.id))
        }
        _ => return true,
    }
    false
}

/// Special ammunition: dates, depletion, smoke first (6.2, 3.2.5).
fn ammunition(
    table: &Table,
    weapon: usize,
    ammo: &str,
    mode: Mode,
    side: &str,
    ruling: &mut Ruling,
) -> bool {
    let gun = &table.weapons[weapon];
    if gun.depleted.contains(ammo) {
        ruling.breach("SK2-6.2-DEPLETE", format!("{} has no more {ammo}", gun.id));
        return false;
    }
    let before = |year: i32, month: u32| table.date.is_some_and(|date| date < (year, month));
    if ammo == "he" && gun.calibre == "57L" && gun.nation == "american" && before(1944, 6) {
        ruling.breach_of(
            &["SK2-6.2-DATE", "SK2-6.0-SCORE"],
            format!("{} has no HE before June 1944", gun.id),
        );
        return false;
    }
    if ammo == "ap" && gun.calibre.ends_with('*') {
        ruling.breach("SK2-6.0-SCORE", format!("{} has no AP", gun.id));
        return false;
    }
    if matches!(ammo, "smoke" | "wp") {
        if table.scenario.as_deref() == Some("S16") {
            ruling.breach("SK2-S16-SSR", "no smoke may be placed in this scenario");
            return false;
        }
        if table.fired_other_than_smoke.contains(side) && mode != Mode::First {
            ruling.breach(
                "SK2-3.2.5-SMOKE-FIRST",
                format!("{side} has fired something else in this phase"),
            );
            return false;
        }
        let allowed =
            matches!(mode, Mode::Prep | Mode::Final) || ammo == "wp" && mode == Mode::First;
        if !allowed {
            ruling.breach_of(
                &["SK2-3.2.5-SMOKE-FIRST", "SK2-6.2-WP"],
                "smoke is fired at the start of the prep or defensive fire phase",
            );
            return false;
        }
    }
    let available = match gun.arm {
        Arm::Bazooka43 => !before(1942, 11),
        Arm::Bazooka44 => !before(1944, 1),
        Arm::Bazooka45 => !before(1945, 1),
        Arm::Panzerschreck => !before(1943, 9),
        _ => true,
    };
    if !available {
        ruling.breach("SK2-4.4.1-DATES", format!("{} did not exist yet", gun.id));
    }
    available
}

/// Whether a gun is among the targets, or lies in the hex.
fn gun_target(table: &Table, at: Hex, targets: &[usize]) -> Option<usize> {
    let by_crew = targets
        .iter()
        .find_map(|unit| table.weapons_of(*unit).find(|(_, w)| w.arm.is_gun()).map(|(at, _)| at));
    by_crew.or_else(|| {
        table
            .weapons
            .iter()
            .enumerate()
            .position(|(index, w)| w.arm.is_gun() && table.weapon_hex(index) == Some(at))
    })
}

/// Targets that this weapon and ammunition may be fired at (4.4, 6.2).
fn suitable(
    table: &Table,
    gun: &super::units::Weapon,
    ammo: &str,
    at: Hex,
    targets: &[usize],
    ruling: &mut Ruling,
) -> bool {
    let building = table.ground.terrain(at).is_building();
    let guns = gun_target(table, at, targets).is_some();
    if gun.arm.is_latw() && !building && !guns {
        ruling.breach(
            "SK2-4.4-LATW-TARGET",
            format!("{} is fired only at infantry in buildings and at Guns", gun.id),
        );
        return false;
    }
    if ammo == "heat" && !building && !guns {
        ruling.breach("SK2-6.2-HEAT", "HEAT is fired only into buildings and at Guns");
        return false;
    }
    true
}

fn in_range(gun: &super::units::Weapon, range: i32, ruling: &mut Ruling) -> bool {
    if let Some((least, most)) = gun.limits
        && !(least..=most).contains(&range)
    {
        ruling.breach_of(
            &["SK2-3.2.4-RANGE", "SK2-6.9-MTR"],
            format!("{} fires at ranges {least} to {most}, not {range}", gun.id),
        );
        return false;
    }
    if gun.arm.is_latw() && gun.range > 0 && range > gun.range {
        ruling.breach("SK2-3.2.4-RANGE", format!("{} reaches {} hexes", gun.id, gun.range));
        return false;
    }
    if range > 24 && gun.arm.is_mortar() && gun.limits.is_some() {
        ruling.suspect(
            "SK2-3.2.4-RANGE",
            "the chart ends at 24 hexes",
            "the mortar's own range goes farther, the chart does not",
        );
        return false;
    }
    if range > 24 && !gun.arm.is_latw() {
        ruling.breach("SK2-3.2.4-RANGE", "the chart ends at 24 hexes");
        return false;
    }
    true
}

/// Rate of fire, intensive fire (1.2.4.1, 3.2.4).
fn shot_left(
    table: &Table,
    entry: &Node,
    weapon: usize,
    mode: Mode,
    range: i32,
    ruling: &mut Ruling,
) -> bool {
    let gun = &table.weapons[weapon];
    if gun.turned {
        ruling.breach(
            "SK2-3.2.4-CA-FREE",
            format!("{} was turned without a shot, which ends its phase", gun.id),
        );
        return false;
    }
    let intensive = entry.word("intensive") == Some("true");
    let done = gun.shot.is_some_and(|shot| !shot.kept)
        || ["prep-fired", "first-fired", "final-fired"].iter().any(|mark| gun.has(mark))
        || entry.word("after") == Some("rof-lost");
    if intensive {
        let why = if !gun.arm.is_gun() {
            "only Guns use Intensive Fire"
        } else if gun.intensive || gun.has("intensive-fired") {
            "it has been used already"
        } else if mode == Mode::Advancing {
            "not in the advancing fire phase"
        } else if !done {
            "the rate of fire is not lost yet"
        } else if mode == Mode::Final && gun.has("final-fired") && gun.shot.is_none() {
            ruling.breach("SK2-3.4-FINAL-FINAL", format!("{} is marked Final Fire", gun.id));
            return false;
        } else if mode == Mode::Final && gun.has("first-fired") && range != 1 {
            ruling.breach_of(
                &["SK2-3.4-FINAL-FIRST", "SK2-3.2.4-INTENSIVE"],
                format!("{} is marked First Fire and shoots at the next hex only", gun.id),
            );
            return false;
        } else {
            return true;
        };
        let rules: &[&'static str] = if gun.arm.is_gun() && gun.no_rate {
            &["SK2-3.2.4-INTENSIVE", "SK2-3.2.4-NOROF-CA"]
        } else if gun.arm.is_gun() {
            &["SK2-3.2.4-INTENSIVE"]
        } else {
            &["SK2-3.2.4-INTENSIVE", "SK2-4.5-LMTR"]
        };
        ruling.breach_of(rules, format!("{}: no Intensive Fire, {why}", gun.id));
        return false;
    }
    if gun.intensive || gun.has("intensive-fired") {
        ruling.breach("SK2-3.2.4-INTENSIVE", format!("{} is done for this player turn", gun.id));
        return false;
    }
    match gun.shot {
        Some(shot) if !shot.kept => {
            ruling.breach_of(
                &[shot.denied_by, "SK2-1.2.4.1-ROF", "SK2-3.2-ONCE"],
                format!("{} lost its rate of fire (coloured die {})", gun.id, shot.coloured),
            );
            false
        }
        None if done && entry.word("after").is_none() => {
            let rules: &[&'static str] = match mode {
                Mode::Final if gun.has("final-fired") => &["SK2-3.4-FINAL-FINAL"],
                Mode::Final => &["SK2-3.4-FINAL-FIRST"],
                Mode::First => &["SK2-3.3.1-GUN-IF", "SK2-3.3.1-DFF-MARK"],
                _ => &["SK2-3.2-ONCE", "SK2-1.2.4.1-ROF"],
            };
            ruling.breach_of(rules, format!("{} has fired already", gun.id));
            false
        }
        _ => true,
    }
}

/// `check: to-hit-number`.
pub(super) fn check_number(
    table: &Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which weapon?"))?;
    let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
    let method: Method =
        entry.get("method").map(Node::read).transpose()?.unwrap_or(Method::InfantryTarget);
    let range: i32 =
        entry.get("range").ok_or_else(|| Problem::at(entry, "at which range?"))?.read()?;
    let Some((number, critical)) = number(table, weapon, method, range) else {
        ruling.breach("SK2-3.2.4-RANGE", "the chart has no number for this range");
        return Ok(());
    };
    let mut shown = json!({ "number": number });
    if let Some(critical) = critical {
        shown["critical-number"] = json!(critical);
    }
    if let Some(last) = entry.get("final") {
        let last: i32 = last.read()?;
        shown["hit"] = json!(last <= number);
        shown["critical"] = json!(critical.is_some_and(|critical| last <= critical));
    }
    ruling.value("to-hit", shown);
    Ok(())
}
