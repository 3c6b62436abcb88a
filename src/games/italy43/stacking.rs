//! 4.0 Stacking.

use super::position::{Position, Who};
use super::words::Side;
use crate::hex::Hex;
use crate::referee::{Evidence, rules};

rules! {
    pub(crate) static STACKING = [
        /// No more than six stacking points of a side may be in a hex when the limit is tested.
        ///
        /// Units of value 0 are free in any number, markers never count.
        /// Breaks it: two regiments of 3 and a battalion of 1 in one hex at the end of the Movement Phase.
        SIX_POINTS = "I43-4.1", "Six stacking points", "4.1, 4.2", State;
        /// One silhouetted tank unit stacks for free in each hex; every further one counts 1.
        ///
        /// Breaks it: 3 + 3 and two tank battalions, which make 7.
        FREE_TANK = "I43-4.3", "One free silhouetted tank", "4.3", State;
        /// The limit binds the phasing side at the end of its Movement and Combat Phases, and the hexes of an
        /// automatic DS or breakthrough attack at that moment. In between it may be exceeded.
        ///
        /// Breaks it: the Combat Phase begins with 7 points in a hex of the phasing side.
        WHEN_TESTED = "I43-4.4", "When the limit binds", "4.4", State;
        /// What is too much at such a moment is eliminated; moving it elsewhere later is no cure.
        ///
        /// Breaks it: the excess battalion walks out of the hex in the Combat Phase.
        CURE = "I43-4.4b", "Correction by elimination", "4.4, 12.1.4", Transition;
        /// Artillery of every kind, nebelwerfers and the heavy howitzers included, has no stacking value.
        ARTILLERY_FREE = "I43-4.5", "Artillery stacks for free", "17.2, 19.4", State;
        /// Entry areas have no stacking limit.
        AREAS_UNLIMITED = "I43-4.6", "Entry areas are unlimited", "21.3", State;
    ];
}

/// The most that may be in a hex.
pub(super) const LIMIT: i32 = 6;

impl Position<'_> {
    /// What each unit of a stack counts: artillery nothing, the first silhouetted tank nothing, others 1.
    pub(super) fn stacking_values(&self, units: &[Who]) -> Vec<i32> {
        let mut free_tank = true;
        let value = |who: &Who| {
            let unit = &self.units[*who];
            if unit.artillery() {
                return 0;
            }
            if unit.class.silhouette {
                let first = std::mem::replace(&mut free_tank, false);
                return i32::from(!first);
            }
            unit.stacking.unwrap_or(1)
        };
        units.iter().map(value).collect()
    }

    /// Stacking points of a side in a hex, and how they add up.
    pub(super) fn stacking_points(&self, hex: Hex, side: Side) -> (i32, Vec<Evidence>) {
        let units: Vec<Who> = self.side_in_hex(hex, side).collect();
        let values = self.stacking_values(&units);
        let lines = units
            .iter()
            .zip(&values)
            .map(|(who, value)| Evidence::new(self.units[*who].id.clone(), value));
        (values.iter().sum(), lines.collect())
    }

    /// Hexes of a side with more than six points.
    pub(super) fn overstacked(&self, side: Side) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for unit in self.units.iter().filter(|unit| unit.side == side) {
            if let Some(hex) = unit.hex()
                && !hexes.contains(&hex)
                && self.stacking_points(hex, side).0 > LIMIT
            {
                hexes.push(hex);
            }
        }
        hexes
    }
}
