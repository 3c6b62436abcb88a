//! Reading the situation of a case.

use super::ground::{Ground, Place};
use super::position::{Arrival, Facts, Fort, Position, When};
use super::tables::Tables;
use super::unit::Unit;
use super::words::{Nation, Phase, Section, Side};
use crate::hex::Hex;
use crate::model::Game;
use crate::referee::Problem;
use crate::referee::case::{Node, Patch, Situation};
use std::collections::HashMap;
use std::sync::Arc;

/// The position that a case describes.
pub(super) fn read<'a>(game: &'a Game, situation: &Situation) -> Result<Position<'a>, Problem> {
    let empty = Node::default();
    let map = situation.map.as_ref().unwrap_or(&empty);
    let own = game.maps.iter().next().map(|map| &map.grid);
    let patch = Patch::read(map, own)?;
    if let Some(geometry) = &situation.geometry {
        patch.assert_geometry(geometry)?;
    }
    let tables = Tables::of(game);
    let ground = Ground::of_patch(&patch)?;
    let mut units = Vec::new();
    for (id, node) in situation.units.pairs() {
        if !is_none(node) {
            units.push(Unit::read(id, node, &tables, &ground)?);
        }
    }
    let when = read_when(&situation.when)?;
    let facts = read_facts(&situation.state, &ground)?;
    Ok(Position { tables, when, ground: Arc::new(ground), units, facts })
}

/// `none` takes away what the case had.
pub(super) fn is_none(node: &Node) -> bool {
    node.text() == Some("none")
}

fn read_when(node: &Node) -> Result<When, Problem> {
    let mut when = When::default();
    for (key, value) in node.pairs() {
        match key.as_str() {
            _ if is_none(value) => {}
            "scenario" => when.scenario = Some(value.read()?),
            "turn" => when.turn = Some(value.read()?),
            "side" => when.side = Some(value.read()?),
            "phase" => {
                let word = value.text().unwrap_or_default();
                let word = word.strip_suffix(".end").unwrap_or(word);
                let phase = Phase::read(word)
                    .ok_or_else(|| Problem::at(value, format!("`{word}` is no phase")))?;
                when.phase = Some(phase);
            }
            "weather" => when.weather = Some(value.read()?),
            "options" => when.options = value.read::<Vec<String>>()?.into_iter().collect(),
            other => return Err(Problem::at(value, format!("`{other}` is no part of `when`"))),
        }
    }
    Ok(when)
}

/// Hexes named by a node, a list or one.
fn hexes(ground: &Ground, node: &Node) -> Result<Vec<Hex>, Problem> {
    node.items().iter().map(|item| hex(ground, item.text().unwrap_or_default(), item)).collect()
}

fn hex(ground: &Ground, word: &str, node: &Node) -> Result<Hex, Problem> {
    match ground.place(word) {
        Some(Place::Hex(hex)) => Ok(hex),
        _ => Err(Problem::at(node, format!("there is no hex `{word}`"))),
    }
}

fn read_facts(node: &Node, ground: &Ground) -> Result<Facts, Problem> {
    let mut facts = Facts::default();
    for (key, value) in node.pairs() {
        if is_none(value) && key != "retreat-path" {
            continue;
        }
        match key.as_str() {
            "supply" => facts.trace = value.text() == Some("trace"),
            "supply-sources" => {
                for (side, list) in by_side(value)? {
                    facts.sources[side as usize] = hexes(ground, list)?;
                }
            }
            "supplied-hexes" => {
                facts.supplied_hexes = Some(hexes(ground, value)?.into_iter().collect());
            }
            "control" => {
                for (side, list) in by_side(value)? {
                    facts.control.extend(hexes(ground, list)?.into_iter().map(|hex| (hex, side)));
                }
            }
            "zone-owner" => {
                for (word, owner) in value.pairs() {
                    let section = Section::read(word)
                        .ok_or_else(|| Problem::at(owner, format!("`{word}` is no section")))?;
                    facts.section_owner.insert(section, owner.read()?);
                }
            }
            "forts" => {
                for (word, fort) in value.pairs().iter().filter(|(_, fort)| !is_none(fort)) {
                    facts.forts.insert(hex(ground, word, fort)?, read_fort(fort)?);
                }
            }
            "forts-started" => facts.forts_started = levels(value)?.get("level-1").copied(),
            "markers-in-use" => {
                let used = levels(value)?;
                facts.markers_in_use = [used.get("level-1").copied(), used.get("level-2").copied()];
            }
            "battle-markers" => {
                for (word, count) in value.pairs().iter().filter(|(_, count)| !is_none(count)) {
                    facts.battle_markers.insert(hex(ground, word, count)?, count.read()?);
                }
            }
            "supply-points" => {
                for (side, points) in by_side(value)? {
                    facts.supply_points[side as usize] = Some(points.read()?);
                }
            }
            "replacements" => {
                for (nation, list) in value.pairs() {
                    let nation: Nation = Node {
                        tree: crate::referee::case::Tree::Text(nation.clone()),
                        at: list.at,
                    }
                    .read()?;
                    let list = if is_none(list) { Vec::new() } else { list.read()? };
                    facts.replacements.insert(nation, list);
                }
            }
            "schedule" => {
                for (unit, arrival) in value.pairs() {
                    let at = arrival.get("at").map(Node::read).transpose()?.unwrap_or_default();
                    let turn = arrival.get("turn").map(Node::read).transpose()?;
                    facts.schedule.insert(unit.clone(), Arrival { turn, at });
                }
            }
            "removals-due" => facts.removals_due = value.read()?,
            "withdrawals-due" => facts.withdrawals_due = value.read()?,
            "roles" => {
                if let Some(formia) = value.get("formia").filter(|node| !is_none(node)) {
                    facts.formia = hexes(ground, formia)?.first().copied();
                }
                if let Some(naples) = value.get("naples").filter(|node| !is_none(node)) {
                    facts.naples = hexes(ground, naples)?;
                }
            }
            "volturno-crossed" => facts.volturno_crossed = Some(value.read()?),
            "naples-garrison-forced-out" => facts.garrison_forced_out = true,
            "isolated-since" => facts.isolated_since = value.read()?,
            "isolated-now" => facts.isolated_now = Some(value.read()?),
            "overstacked-by-retreat" => {
                facts.overstacked_by_retreat = hexes(ground, value)?.into_iter().collect();
            }
            "losses-due" => facts.losses_due = value.read()?,
            "retreat-path" => facts.no_retreat = is_none(value),
            "vp" => facts.vp = Some(value.read()?),
            "vp-hexes" => {
                for (word, points) in value.pairs() {
                    facts.vp_hexes.insert(hex(ground, word, points)?, points.read()?);
                }
            }
            "cut-off" => facts.cut_off = hexes(ground, value)?.into_iter().collect(),
            // Read when play begins.
            "combat" => {}
            other => return Err(Problem::at(value, format!("`{other}` is no part of `state`"))),
        }
    }
    Ok(facts)
}

fn by_side(node: &Node) -> Result<Vec<(Side, &Node)>, Problem> {
    let read = |(word, value): &'_ (String, Node)| match word.as_str() {
        "german" => Ok(Side::German),
        "allied" => Ok(Side::Allied),
        other => Err(Problem::at(value, format!("`{other}` is no side"))),
    };
    let mut sides = Vec::new();
    for pair in node.pairs() {
        if !is_none(&pair.1) {
            sides.push((read(pair)?, &pair.1));
        }
    }
    Ok(sides)
}

fn levels(node: &Node) -> Result<HashMap<String, u32>, Problem> {
    node.read()
}

fn read_fort(node: &Node) -> Result<Fort, Problem> {
    let mut fort = Fort { level: 0, building: None };
    for word in node.items() {
        match word.text().unwrap_or_default() {
            "level-1" => fort.level = 1,
            "level-2" => fort.level = 2,
            "level-1-under-construction" => fort.building = Some(1),
            "level-2-under-construction" => {
                fort.building = Some(2);
                fort.level = fort.level.max(1);
            }
            other => return Err(Problem::at(word, format!("`{other}` is no fort"))),
        }
    }
    Ok(fort)
}
