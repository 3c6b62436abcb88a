//! 2.0 What counters and map say.

use crate::referee::rules;

rules! {
    pub(crate) static VALUES = [
        /// A hexside is mountain when its whole land part is; a full mountain hex is a hill with six mountain sides.
        MOUNTAIN_SIDES = "I43-2.2.2", "Mountain is a hexside", "2.2.2", State;
        /// A hex has one terrain, the one that covers more of it; a city in hills is a city for all purposes.
        ONE_TERRAIN = "I43-2.2.3", "One terrain a hex", "2.2.3", State,
            not_of_play "it says how to read the map; every hex of the sources has one terrain";
        /// A river through the middle of a city hex has no effect.
        CITY_RIVER = "I43-2.2.4", "Rivers through cities", "2.2.4", State,
            not_of_play "it says how to read the map; rivers lie on hexsides only in the sources";
        /// A counter with a defence strength is a combat unit, everything else a marker.
        UNITS_AND_MARKERS = "I43-2.3.1", "Units and markers", "2.3.1", State;
        /// Strengths, allowance and quality are those of the side showing.
        ///
        /// Breaks it: a reduced regiment attacks with its full strength.
        SIDE_SHOWING = "I43-2.3.2", "Values of the side showing", "2.3.2, 2.3.5", State;
        /// Mechanised or not, infantry type, vehicle: by the list of unit types.
        CLASSES = "I43-2.3.3", "Unit classes", "2.3.3", State;
        /// A unit has one to three steps and never more than its counter.
        STEPS = "I43-2.3.5", "Steps", "2.3.5, 10.3", State;
    ];
}
