//! 6.0 Zones of control.

use super::bonds::Bonds;
use super::position::{Position, Who};
use super::words::Side;
use crate::hex::{Hex, distance};
use crate::referee::rules;
use hashbrown::HashSet;
use std::sync::OnceLock;

rules! {
    pub(crate) static ZONES = [
        /// Every combat unit not in Full Retreat controls the six hexes around it, occupied or not, across
        /// everything but all-sea hexsides.
        ZONE = "I43-6.1a", "Extent of a zone of control", "6.1", State;
        /// The zone of a vehicle unit crosses a mountain hexside only at a road or pass.
        ///
        /// A stack controls what any of its members controls.
        VEHICLE_ZONE = "I43-6.1b", "Vehicle zones and mountains", "6.1", State;
        /// A moving unit stops in the first hex of an enemy zone that it enters; friends there do not help.
        ///
        /// Breaks it: a brigade marches past an enemy regiment through two hexes next to it.
        STOP_IN_ZONE = "I43-6.2a", "Stop in an enemy zone", "6.2", Transition;
        /// Leaving a hex in an enemy zone costs two points more, except in Full Retreat and in tactical movement.
        ///
        /// Breaks it: a unit of allowance 3 leaves a zone and enters two clear hexes by regular movement.
        LEAVING_ZONE = "I43-6.2b", "Two points to leave", "6.2, 13.3.2", Transition;
        /// A unit that begins its move in an enemy zone may step straight into another one, and stops there.
        ZONE_TO_ZONE = "I43-6.2c", "From zone to zone", "6.2", Transition;
        /// Zones reach neither into nor out of entry areas; a unit may come on straight into one and stop.
        AREA_ZONES = "I43-6.3", "Entry areas and zones", "21.3", State;
    ];
}

impl Position<'_> {
    /// The hexes that a unit controls.
    pub(super) fn zone(&self, who: Who) -> Vec<Hex> {
        let unit = &self.units[who];
        let Some(hex) = unit.hex().filter(|_| !unit.full_retreat()) else { return Vec::new() };
        let reaches = |near: &Hex| {
            let stopped = unit.class.vehicle && self.ground.side(hex, *near).bare_mountain();
            !self.ground.sea_between(hex, *near) && !stopped
        };
        self.ground.neighbours(hex).filter(reaches).collect()
    }

    /// Whether a hex is in the zone of some unit of that side.
    pub(super) fn in_zone_of(&self, hex: Hex, side: Side) -> bool {
        let near = |unit: &super::unit::Unit| unit.hex().is_some_and(|at| distance(at, hex) == 1);
        (0..self.units.len())
            .filter(|who| self.units[*who].side == side && near(&self.units[*who]))
            .any(|who| self.zone(who).contains(&hex))
    }

    /// Single enemy units that control both hexes (14.4.1).
    pub(super) fn controls_both(&self, a: Hex, b: Hex, side: Side) -> Option<Who> {
        (0..self.units.len()).filter(|who| self.units[*who].side == side).find(|who| {
            let zone = self.zone(*who);
            zone.contains(&a) && zone.contains(&b)
        })
    }
}

/// What a side faces: everything that depends on where its enemies stand, worked out once.
#[derive(Debug, Clone)]
pub(super) struct Front {
    /// Hexes with enemy combat units.
    pub(super) enemies: HashSet<Hex>,
    /// Hexes in an enemy zone of control.
    pub(super) zones: HashSet<Hex>,
    /// Hexes next to an enemy in Full Retreat.
    pub(super) near_full_retreat: HashSet<Hex>,
    /// The enemy's bonds.
    pub(super) bonds: Bonds,
    /// Hexes within two of an enemy, once somebody has asked.
    near: OnceLock<HashSet<Hex>>,
}

impl Front {
    /// What `side` faces.
    pub(super) fn of(position: &Position<'_>, side: Side) -> Front {
        let mut front = Front {
            enemies: HashSet::new(),
            zones: HashSet::new(),
            near_full_retreat: HashSet::new(),
            bonds: Bonds::of(position, side.enemy()),
            near: OnceLock::new(),
        };
        for (who, unit) in position.units.iter().enumerate() {
            let Some(hex) = unit.hex().filter(|_| unit.side != side) else { continue };
            front.enemies.insert(hex);
            front.zones.extend(position.zone(who));
            if unit.full_retreat() {
                front.near_full_retreat.extend(position.ground.neighbours(hex));
            }
        }
        front
    }

    /// I43 5.2.2: an enemy, in whatever order, within two hexes.
    pub(super) fn enemy_within_two(&self, hex: Hex) -> bool {
        let near = self
            .near
            .get_or_init(|| self.enemies.iter().flat_map(|enemy| enemy.range(2)).collect());
        near.contains(&hex)
    }
}
