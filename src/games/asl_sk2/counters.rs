//! Counters, marks, phases and plain questions.

use super::ruling::{Ruling, units};
use super::stacking;
use super::table::{Phase, Piece, Smoke, Table};
use super::units::{Acquired, Class, Whereabouts};
use crate::rules::Problem;
use crate::rules::case::Node;
use serde_json::json;

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
            super::close_combat::judge_melee(table, at, ruling);
            Ok(())
        }
        Some("desperation-morale") => desperation(table, entry, true, ruling),
        Some("none") => desperation(table, entry, false, ruling),
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
            if let Some((hex, right, by)) = table.smoke_shot
                && hex == at
                && (right != kind || hindrance.is_some_and(|told| told != by))
            {
                ruling
                    .breach("SK2-1.2.5-SMOKE-ORD", format!("the shot places {right} with {by:+}"));
                return Ok(());
            }
            let kind = kind.trim_start_matches("smoke-").to_owned();
            let hindrance = hindrance.unwrap_or(if kind == "full" { 3 } else { 2 });
            table.smoke.insert(at, Smoke { kind, hindrance, placed_by: Some(table.side.clone()) });
            Ok(())
        }
        Some("acquired-none") => Ok(()),
        Some(mark) => {
            for unit in units(table, entry)? {
                table.units[unit].set(mark);
            }
            Ok(())
        }
        None => Err(Problem::at(entry, "which counter?")),
    }
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
    for piece in super::ruling::pieces(table, entry, &["units", "unit", "weapons", "weapon"])? {
        match piece {
            Piece::Unit(unit) => Table::mark(&mut table.units[unit].states, &counter),
            Piece::Weapon(weapon) => Table::mark(&mut table.weapons[weapon].states, &counter),
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

/// `end-phase`, `end-step`.
pub(super) fn judge_end(
    table: &mut Table,
    entry: &Node,
    step: bool,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    match table.phase {
        Phase::Rout => super::rout::judge_end(table, entry, ruling),
        Phase::Rally => rally_end(table, entry, ruling),
        Phase::Movement if step => {
            // CX comes off at the start of the owner's movement phase.
            let side = table.side.clone();
            for unit in
                table.units.iter_mut().filter(|unit| unit.side == side && unit.was_exhausted)
            {
                unit.clear("exhausted");
                let id = unit.id.clone();
                ruling.reason(&id, "SK2-3.3-CX-REMOVE");
            }
        }
        Phase::Movement => {
            table.residual.clear();
            table.smoke.retain(|_, smoke| smoke.kind != "grenade");
            end_counters(table, entry, ruling);
        }
        Phase::PrepFire if step => {
            decay(table);
            end_counters(table, entry, ruling);
        }
        Phase::DefensiveFire => {
            for unit in &table.units {
                ruling.reason(&unit.id, "SK2-3.4-MARK-REMOVE");
            }
            for weapon in &table.weapons {
                ruling.reason(&weapon.id, "SK2-3.4-MARK-REMOVE");
            }
            let marks = ["first-fired", "final-fired", "intensive-fired"];
            table
                .units
                .iter_mut()
                .for_each(|unit| unit.states.retain(|state| !marks.contains(&state.as_str())));
            table
                .weapons
                .iter_mut()
                .for_each(|weapon| weapon.states.retain(|state| !marks.contains(&state.as_str())));
        }
        Phase::AdvancingFire => {
            for unit in &table.units {
                ruling.reason(&unit.id, "SK2-3.2.5-PREP-MARK");
            }
            table.units.iter_mut().for_each(|unit| unit.clear("prep-fired"));
            table
                .weapons
                .iter_mut()
                .for_each(|weapon| weapon.states.retain(|state| state != "prep-fired"));
        }
        Phase::CloseCombat => {
            for unit in &mut table.units {
                unit.clear("pinned");
                unit.clear("pinned-since-last-turn");
                let id = unit.id.clone();
                ruling.reason(&id, "SK2-3.8-PIN-REMOVE");
            }
        }
        _ => {}
    }
    Ok(())
}

/// Full smoke becomes dispersed, dispersed smoke goes, at the start of the placing side's prep fire phase (1.2.5).
fn decay(table: &mut Table) {
    let side = table.side.clone();
    table.smoke.retain(|_, smoke| {
        smoke.kind != "dispersed" || smoke.placed_by.as_ref().is_some_and(|by| *by != side)
    });
    for smoke in table.smoke.values_mut() {
        if smoke.kind == "full" && smoke.placed_by.as_ref().is_none_or(|by| *by == side) {
            smoke.kind = "dispersed".to_owned();
            smoke.hindrance -= 1;
        }
    }
}

/// `applied: {counters: …}`: what lies on the map agrees.
fn end_counters(table: &Table, entry: &Node, ruling: &mut Ruling) {
    let Some(counters) = entry.get("applied").and_then(|applied| applied.get("counters")) else {
        return;
    };
    for (id, told) in counters.pairs() {
        let Ok((hex, _)) = table.place(id, counters) else { continue };
        let smoke = table.smoke.get(&hex);
        let fits = match (told.text(), smoke) {
            (Some("none"), None) => !table.residual.contains_key(&hex),
            (Some("none"), Some(_)) => false,
            (_, smoke) => {
                let kind_fits = told
                    .word("smoke")
                    .is_none_or(|kind| smoke.is_some_and(|smoke| smoke.kind == kind));
                let by_fits = told
                    .get("hindrance")
                    .and_then(|by| by.read::<i32>().ok())
                    .is_none_or(|by| smoke.is_some_and(|smoke| smoke.hindrance == by));
                let residual_fits = told
                    .get("residual")
                    .and_then(|left| left.read::<i32>().ok())
                    .is_none_or(|left| table.residual.get(&hex) == Some(&left));
                kind_fits && by_fits && residual_fits
            }
        };
        if !fits {
            let residual = told.get("residual").is_some();
            let rules: &[&'static str] =
                if residual { &["SK2-3.3.1-RES-ONE"] } else { &["SK2-1.2.5-SMOKE-DECAY"] };
            ruling.breach_of(rules, format!("the counters in {id} are not what they should be"));
        }
    }
}

/// DM comes off at the end of the rally phase, unless an enemy is beside (3.1g).
fn rally_end(table: &mut Table, entry: &Node, ruling: &mut Ruling) {
    let named: Vec<usize> = match entry.get("applied") {
        Some(applied) => applied
            .pairs()
            .iter()
            .filter_map(|(id, _)| {
                if let Some(Piece::Unit(unit)) = table.find(id) { Some(unit) } else { None }
            })
            .collect(),
        None => return,
    };
    for unit in named {
        let id = table.units[unit].id.clone();
        ruling.reason(&id, "SK2-3.1g-DM-REMOVE");
        if !table.units[unit].is_broken() || beside_enemy(table, unit) {
            continue;
        }
        let in_cover =
            table.units[unit].hex().is_some_and(|hex| table.ground.terrain(hex).is_cover());
        let keeps = entry
            .get("applied")
            .and_then(|a| a.get(&id))
            .and_then(|facts| facts.get("state"))
            .is_some_and(|state| {
                state.items().iter().any(|word| word.text() == Some("desperation-morale"))
            });
        // Outside cover a unit may choose to keep it.
        if in_cover || !keeps {
            table.units[unit].clear("desperation-morale");
        }
    }
}

/// `advance-turn`.
pub(super) fn judge_turn(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let number =
        |key: &str| -> Result<Option<i32>, Problem> { entry.get(key).map(Node::read).transpose() };
    let (from, to, done) = (number("from")?, number("to")?, number("player-turns-done")?);
    let from = from.unwrap_or(table.turn);
    if done.is_some_and(|done| done < 2) {
        ruling.breach("SK2-3.9-TURN", "the turn counter moves on after both player turns");
    } else if to.is_some_and(|to| to != from + 1) {
        ruling.breach("SK2-3.9-TURN", format!("after turn {from} comes turn {}", from + 1));
    }
    table.turn = to.unwrap_or(from + 1);
    Ok(())
}

/// `check`.
pub(super) fn judge_check(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    match entry.word("what") {
        Some("los") => {
            let (Some(from), Some(to)) = (entry.get("from"), entry.get("to")) else {
                // Off the playable area the whole board still stands.
                ruling.value("los", "blocked");
                return Ok(());
            };
            let (from, to) = (table.hex(from)?, table.hex(to)?);
            ruling.range(table, from, to);
            let sight = table.sight(from, to);
            ruling.value("los", if sight.is_clear() { "clear" } else { "blocked" });
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
        Some("position") => super::scenarios::position(table, entry, ruling)?,
        Some("availability") => {
            let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which weapon?"))?;
            let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
            let from = match table.weapons[weapon].arm {
                super::units::Arm::Bazooka43 => Some((1942, 11)),
                super::units::Arm::Bazooka44 => Some((1944, 1)),
                super::units::Arm::Bazooka45 => Some((1945, 1)),
                super::units::Arm::Panzerschreck => Some((1943, 9)),
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
        Some("to-hit-number") => super::ordnance::check_number(table, entry, ruling)?,
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
                super::movement::walk(
                    &mut scratch,
                    entry,
                    &group,
                    &path,
                    ruling,
                    super::number::whole(0),
                )?;
            }
        }
        Some("close-combat-odds") => super::close_combat::check_odds(table, ruling),
        other => {
            return Err(Problem::at(entry, format!("`{}` cannot be checked", other.unwrap_or(""))));
        }
    }
    Ok(())
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

/// `apply`: the players carry out a result without a roll.
pub(super) fn judge_apply(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let attack = table.attack.clone().unwrap_or_default();
    for piece in super::ruling::pieces(table, entry, &["against", "unit", "units"])? {
        let Piece::Unit(unit) = piece else { continue };
        let id = table.units[unit].id.clone();
        let rule = state_rule(table, unit);
        ruling.reason(&id, rule);
        if attack.result.starts_with("K/") {
            super::morale::casualty_reduction(table, unit);
        }
    }
    ruling.value("applied-result", json!(attack.result));
    Ok(())
}
