//! The position: when it is, where everything stands, what the case tells beside.

use super::ground::{Ground, Off, Place};
use super::tables::Tables;
use super::unit::Unit;
use super::words::{Nation, Phase, ReplacementType, Section, Side, Weather};
use crate::hex::{Hex, distance};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// When.
#[derive(Debug, Clone, Default)]
pub(super) struct When {
    pub(super) scenario: Option<String>,
    pub(super) turn: Option<i32>,
    pub(super) side: Option<Side>,
    pub(super) phase: Option<Phase>,
    pub(super) weather: Option<Weather>,
    pub(super) options: HashSet<String>,
}

impl When {
    pub(super) fn option(&self, name: &str) -> bool {
        self.options.contains(name)
    }

    pub(super) fn rain(&self) -> bool {
        self.weather.is_some_and(Weather::rain)
    }

    pub(super) fn scenario(&self, id: &str) -> bool {
        self.scenario.as_deref() == Some(id)
    }

    /// In words: `German Movement Phase`.
    pub(super) fn describe(&self) -> String {
        let phase = self.phase.map_or("game", Phase::word);
        match self.side {
            Some(side) => format!("{side} {phase} Phase"),
            None => format!("{phase} Phase"),
        }
    }
}

/// A fortification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fort {
    /// Completed level: 0, 1 or 2.
    pub(super) level: u8,
    /// The level under construction, if any.
    pub(super) building: Option<u8>,
}

/// When and where a reinforcement arrives.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub(super) turn: Option<i32>,
    pub(super) at: Vec<String>,
}

/// Facts of a case that no counter on the map shows.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// Lines are traced on the map; otherwise the markers tell.
    pub(super) trace: bool,
    pub(super) sources: [Vec<Hex>; 2],
    pub(super) supplied_hexes: Option<HashSet<Hex>>,
    pub(super) control: HashMap<Hex, Side>,
    pub(super) section_owner: BTreeMap<Section, Side>,
    pub(super) forts: HashMap<Hex, Fort>,
    pub(super) forts_started: Option<u32>,
    pub(super) markers_in_use: [Option<u32>; 2],
    pub(super) battle_markers: HashMap<Hex, u8>,
    pub(super) supply_points: [Option<i32>; 2],
    pub(super) replacements: HashMap<Nation, Vec<ReplacementType>>,
    pub(super) schedule: HashMap<String, Arrival>,
    pub(super) removals_due: Vec<String>,
    pub(super) withdrawals_due: Vec<String>,
    pub(super) formia: Option<Hex>,
    pub(super) naples: Vec<Hex>,
    pub(super) volturno_crossed: Option<i32>,
    pub(super) garrison_forced_out: bool,
    pub(super) isolated_since: HashMap<String, i32>,
    pub(super) isolated_now: Option<Vec<String>>,
    pub(super) overstacked_by_retreat: HashSet<Hex>,
    pub(super) losses_due: HashMap<String, u32>,
    pub(super) no_retreat: bool,
    pub(super) vp: Option<i32>,
    pub(super) vp_hexes: HashMap<Hex, i32>,
    pub(super) cut_off: HashSet<Hex>,
}

/// The position.
#[derive(Debug, Clone)]
pub(super) struct Position<'a> {
    pub(super) tables: Tables<'a>,
    pub(super) when: When,
    /// Shared by all positions of a game: the ground does not change.
    pub(super) ground: Arc<Ground>,
    pub(super) units: Vec<Unit>,
    pub(super) facts: Facts,
}

/// A unit, by its place in the position.
pub(super) type Who = usize;

impl Position<'_> {
    pub(super) fn who(&self, id: &str) -> Option<Who> {
        self.units.iter().position(|unit| unit.id == id)
    }

    /// Units that stand in a hex.
    pub(super) fn in_hex(&self, hex: Hex) -> impl Iterator<Item = Who> + '_ {
        let here = move |who: &Who| self.units[*who].at == Place::Hex(hex);
        (0..self.units.len()).filter(here)
    }

    pub(super) fn side_in_hex(&self, hex: Hex, side: Side) -> impl Iterator<Item = Who> + '_ {
        self.in_hex(hex).filter(move |who| self.units[*who].side == side)
    }

    pub(super) fn holds(&self, hex: Hex, side: Side) -> bool {
        self.side_in_hex(hex, side).next().is_some()
    }

    /// Whether a unit of that side stands next to a hex.
    pub(super) fn adjacent_to(&self, hex: Hex, side: Side) -> bool {
        self.units.iter().any(|unit| {
            unit.side == side && unit.hex().is_some_and(|other| distance(hex, other) == 1)
        })
    }

    /// I43 5.8.1: who owns a section now.
    pub(super) fn section_owner(&self, section: Section) -> Side {
        if let Some(owner) = self.facts.section_owner.get(&section) {
            return *owner;
        }
        match self.when.turn {
            Some(turn) if turn >= section.lost_on() => Side::Allied,
            _ => Side::German,
        }
    }

    /// Whose an entry area is (21.2.1, 5.8.1).
    pub(super) fn area_owner(&self, area: usize) -> Option<Side> {
        let area = &self.ground.areas[area];
        area.owner.or_else(|| {
            let code = area.name.strip_prefix("entry-").unwrap_or(&area.name);
            match code.as_bytes().first() {
                Some(b'N') => Some(Side::German),
                Some(b'S') => Some(Side::Allied),
                Some(b'E') => {
                    Section::read(&code.to_lowercase()).map(|section| self.section_owner(section))
                }
                _ => None,
            }
        })
    }

    /// I43 18.2.2, S1.3: the completed level of the fort in a hex.
    pub(super) fn fort_level(&self, hex: Hex) -> u8 {
        if self.when.scenario("S1") {
            return 0;
        }
        self.facts.forts.get(&hex).map_or(0, |fort| fort.level)
    }

    /// I43 16.3.4: the last to occupy or pass through controls a city or VP hex.
    pub(super) fn controller(&self, hex: Hex) -> Option<Side> {
        for side in Side::BOTH {
            if self.holds(hex, side) {
                return Some(side);
            }
        }
        self.facts.control.get(&hex).copied()
    }

    /// Whether control of a hex is recorded.
    pub(super) fn has_control(&self, hex: Hex) -> bool {
        self.ground.terrain(hex).city()
            || self.facts.vp_hexes.contains_key(&hex)
            || self.facts.control.contains_key(&hex)
    }

    /// Names of units, for messages.
    pub(super) fn names(&self, units: &[Who]) -> String {
        let names: Vec<&str> = units.iter().map(|who| self.units[*who].id.as_str()).collect();
        names.join(", ")
    }

    /// Takes a unit off the map into the Eliminated Box.
    pub(super) fn box_up(&mut self, who: Who) {
        self.units[who].at = Place::Off(Off::EliminatedBox);
        self.units[who].steps = 0;
    }
}
