//! Phases, steps and turns that end, and what they take off the map.

use super::super::ruling::Ruling;
use super::super::stacking;
use super::super::table::{Phase, Piece, Table};
use super::super::units::Whereabouts;
use super::beside_enemy;
use crate::referee::Problem;
use crate::referee::case::Node;

/// `end-phase`, `end-step`.
pub(in crate::games::asl_sk2) fn judge_end(
    table: &mut Table,
    entry: &Node,
    step: bool,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    match table.phase {
        Phase::Rout => super::super::rout::judge_end(table, entry, ruling),
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
            table.clear_marks(&["first-fired", "final-fired", "intensive-fired"], false);
        }
        Phase::AdvancingFire => {
            for unit in &table.units {
                ruling.reason(&unit.id, "SK2-3.2.5-PREP-MARK");
            }
            for weapon in &table.weapons {
                ruling.reason(&weapon.id, "SK2-3.2.5-PREP-MARK");
            }
            table.clear_marks(&["prep-fired", "intensive-fired"], true);
        }
        Phase::Advance => advance_end(table, ruling),
        Phase::CloseCombat => {
            super::super::close_combat::lock(table);
            for unit in &mut table.units {
                unit.clear("pinned");
                unit.clear("pinned-since-last-turn");
                let id = unit.id.clone();
                ruling.reason(&id, "SK2-3.8-PIN-REMOVE");
                ruling.also(&id, "SK2-3.8-MELEE");
            }
        }
        _ => {}
    }
    Ok(())
}

/// Who was to come and has not is lost; too many in a hex must not stay there (3.3).
fn advance_end(table: &mut Table, ruling: &mut Ruling) {
    let any_time = matches!(table.scenario.as_deref(), Some("S13" | "S14"));
    for unit in 0..table.units.len() {
        if table.units[unit].at == Whereabouts::OffMap
            && table.units[unit].side == table.side
            && !any_time
        {
            table.eliminate(unit);
            let id = table.units[unit].id.clone();
            ruling.reason(&id, "SK2-3.3-ENTRY");
        }
    }
    let hexes: std::collections::HashSet<crate::hex::Hex> =
        table.advanced.iter().filter_map(|unit| table.units[*unit].hex()).collect();
    let side = table.side.clone();
    hexes.into_iter().for_each(|hex| stacking::check(table, hex, &side, ruling));
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
pub(in crate::games::asl_sk2) fn judge_turn(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let last = match table.scenario.as_deref() {
        Some("S9" | "S10" | "S13" | "S14" | "S16") => Some(6),
        Some("S11" | "S12" | "S15") => Some(7),
        _ => None,
    };
    let number = |key: &str| -> Result<Option<i32>, Problem> {
        let Some(node) = entry.get(key) else { return Ok(None) };
        // The box after the last turn is the end of the game.
        match node.text() {
            Some("END" | "end" | "game-end") => Ok(last.map(|last| last + 1)),
            _ => node.read().map(Some),
        }
    };
    let (from, to, done) = (number("from")?, number("to")?, number("player-turns-done")?);
    let from = from.unwrap_or(table.turn);
    let ends = entry.word("to").is_some_and(|to| to.parse::<i32>().is_err());
    if let (Some(last), false) = (last, ends)
        && from >= last
    {
        ruling.breach("SK2-3.9-TURN", format!("the game ends after turn {last}"));
        return Ok(());
    }
    if done.is_some_and(|done| done < 2) {
        ruling.breach("SK2-3.9-TURN", "the turn counter moves on after both player turns");
    } else if to.is_some_and(|to| to != from + 1) {
        ruling.breach("SK2-3.9-TURN", format!("after turn {from} comes turn {}", from + 1));
    }
    table.turn = to.unwrap_or(from + 1);
    Ok(())
}
