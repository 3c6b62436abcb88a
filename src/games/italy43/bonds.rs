//! 7.0 ZOC bonds.

use super::position::{Position, Who};
use super::words::Side;
use crate::hex::{Hex, distance};
use crate::referee::rules;

rules! {
    pub(crate) static BONDS = [
        /// Units in Good Order and without a white outline bond: no silhouetted tanks, no artillery, nobody
        /// Disrupted or in Full Retreat. Supply does not matter, nor does nationality.
        BONDERS = "I43-7.1a", "Who may bond", "7.1, 13.2.1, 17.2", State;
        /// Two such hexes two apart bond: in a straight line across the hex between them, otherwise along the
        /// hexside that their two common neighbours share.
        BOND_GEOMETRY = "I43-7.1b", "Hex bonds and hexside bonds", "7.1", State;
        /// No unit enters an enemy hex bond or crosses an enemy hexside bond when moving, in any mode.
        ///
        /// Breaks it: a regiment walks through the empty hex between two enemy regiments in line.
        BOND_MOVE = "I43-7.2a", "Bonds bar movement", "7.2, 5.4, 21.3", Transition;
        /// A unit that retreats into or across an enemy bond is eliminated.
        BOND_RETREAT = "I43-7.2b", "Bonds and retreat", "7.2, 12.2", Transition;
        /// An advance enters or crosses an enemy bond only on the step into the vacated hex.
        ///
        /// Breaks it: a unit advances out of the vacated hex across a hexside bond.
        BOND_ADVANCE = "I43-7.2c", "Bonds and advance", "7.2, 14.4.2", Transition;
        /// Lines of supply and of communication never enter or cross an enemy bond.
        BOND_SUPPLY = "I43-7.2d", "Bonds and supply", "7.2, 16.3.2", State;
        /// A hexside bond is broken while enemy units stand on both sides of the hexside, not on one only.
        BREAK_HEXSIDE = "I43-7.3a", "Breaking a hexside bond", "7.3", State;
        /// A hex bond is broken while an enemy unit stands in the hex between.
        BREAK_HEX = "I43-7.3b", "Breaking a hex bond", "7.3", State;
        /// Bonds break and form at once: later moves of the same phase may use it.
        BREAK_AT_ONCE = "I43-7.3c", "Bonds break at once", "7.3", Transition;
        /// Bonds of both sides that cross each other both stand until one is broken.
        CROSSING_BONDS = "I43-7.4", "Intersecting bonds", "7.4", State;
        /// A friendly entry area may be the far end of a hexside bond, never of a hex bond.
        ///
        /// Enemy areas and the neutral edge serve for neither.
        AREA_BOND = "I43-7.5", "Bonds with entry areas", "7.5, 21.3", State;
        /// No bond crosses two mountain hexsides without road or pass. A hexside bond may be pushed into either
        /// hex beside it, but not into one with an enemy.
        MOUNTAIN_BOND = "I43-7.6.1a", "Bonds over mountains", "7.6.1", State;
        /// Where only vehicle units hold one end, every mountain hexside on the way needs a road; a pass is not enough.
        VEHICLE_BOND = "I43-7.6.1b", "Vehicle bonds over mountains", "7.6.1", State;
        /// No bond crosses an all-sea hexside, and none is anchored on the coast.
        COAST_BOND = "I43-7.6.2", "Bonds and the coast", "7.6.2", State;
        /// No bond crosses two major river hexsides; bridges do not matter.
        RIVER_BOND = "I43-7.6.3", "Bonds over major rivers", "7.6.3", State;
    ];
}

/// How a bond lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Across {
    /// The one hex between.
    Hex(Hex),
    /// The hexside between the two common neighbours.
    Hexside(Hex, Hex),
}

/// A bond between two ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bond {
    pub(super) across: Across,
    pub(super) ends: [String; 2],
}

impl Bond {
    pub(super) fn kind(&self) -> &'static str {
        match self.across {
            Across::Hex(_) => "hex",
            Across::Hexside(..) => "hexside",
        }
    }
}

/// All bonds of a side.
#[derive(Debug, Clone, Default)]
pub(super) struct Bonds(pub(super) Vec<Bond>);

/// An end: a hex with bonding units, or an off-map hex of a friendly entry area.
struct End {
    hex: Hex,
    name: String,
    vehicles_only: bool,
    area: bool,
}

impl Bonds {
    /// The bonds that a side has now.
    pub(super) fn of(position: &Position<'_>, side: Side) -> Bonds {
        let ends = ends(position, side);
        let mut bonds = Vec::new();
        for (i, p) in ends.iter().enumerate() {
            for q in &ends[i + 1..] {
                if let Some(across) = bond(position, side, p, q) {
                    bonds.push(Bond { across, ends: [p.name.clone(), q.name.clone()] });
                }
            }
        }
        Bonds(bonds)
    }

    /// The hex bond on a hex.
    pub(super) fn on_hex(&self, hex: Hex) -> Option<&Bond> {
        self.0.iter().find(|bond| bond.across == Across::Hex(hex))
    }

    /// The hexside bond between two hexes.
    pub(super) fn on_side(&self, a: Hex, b: Hex) -> Option<&Bond> {
        self.0.iter().find(|bond| {
            matches!(bond.across, Across::Hexside(m, n) if (m, n) == (a, b) || (m, n) == (b, a))
        })
    }

    /// The bond that stands in the way of a step.
    pub(super) fn bars(&self, from: Option<Hex>, to: Hex) -> Option<&Bond> {
        self.on_hex(to).or_else(|| from.and_then(|from| self.on_side(from, to)))
    }
}

fn ends(position: &Position<'_>, side: Side) -> Vec<End> {
    let bonder = |who: &Who| {
        let unit = &position.units[*who];
        unit.side == side && unit.class.bonds && unit.good_order()
    };
    let mut ends: Vec<End> = Vec::new();
    for who in (0..position.units.len()).filter(bonder) {
        let unit = &position.units[who];
        let Some(hex) = unit.hex() else { continue };
        match ends.iter_mut().find(|end| end.hex == hex) {
            Some(end) => end.vehicles_only &= unit.class.vehicle,
            None => ends.push(End {
                hex,
                name: position.ground.hex_name(hex),
                vehicles_only: unit.class.vehicle,
                area: false,
            }),
        }
    }
    for (index, area) in position.ground.areas.iter().enumerate() {
        if position.area_owner(index) == Some(side) {
            ends.extend(area.frontage.iter().map(|(name, hex)| End {
                hex: *hex,
                name: name.clone(),
                vehicles_only: false,
                area: true,
            }));
        }
    }
    ends
}

fn bond(position: &Position<'_>, side: Side, p: &End, q: &End) -> Option<Across> {
    if distance(p.hex, q.hex) != 2 || (p.area && q.area) {
        return None;
    }
    let between: Vec<Hex> =
        p.hex.all_neighbors().into_iter().filter(|hex| distance(*hex, q.hex) == 1).collect();
    let enemy = |hex: Hex| position.holds(hex, side.enemy());
    let across = match between[..] {
        // 7.1: the hex between is vacant; 7.5: no hex bond with an area.
        [middle] => {
            let vacant = !enemy(middle) && !position.holds(middle, side);
            (vacant && !p.area && !q.area).then_some(Across::Hex(middle))?
        }
        [m, n] => {
            let on_map = position.ground.contains(m) && position.ground.contains(n);
            let broken = enemy(m) && enemy(n);
            (on_map && !broken).then_some(Across::Hexside(m, n))?
        }
        _ => return None,
    };
    let carried = between.iter().any(|m| !enemy(*m) && carries(position, p, *m, q));
    carried.then_some(across)
}

/// Whether the bond can run from one end through `middle` to the other (7.6).
fn carries(position: &Position<'_>, p: &End, middle: Hex, q: &End) -> bool {
    let ground = &position.ground;
    if !ground.contains(middle) {
        return false;
    }
    let sides = [ground.side(p.hex, middle), ground.side(middle, q.hex)];
    let sea = ground.terrain(middle) == super::ground::Terrain::Sea;
    let all = |of: &dyn Fn(&super::ground::SideFacts) -> bool| sides.iter().all(of);
    let vehicles = p.vehicles_only || q.vehicles_only;
    let roadless = sides.iter().any(|side| side.mountain && side.road.is_none());
    let barred = sea
        || sides.iter().any(|side| side.all_sea)
        || all(&|side| side.bare_mountain())
        || all(&|side| side.major_river)
        || (vehicles && roadless);
    !barred
}
