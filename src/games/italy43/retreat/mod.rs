//! 12.0 Retreats.

mod judge;
mod path;

use crate::referee::rules;

rules! {
    pub(crate) static RETREAT = [
        /// All surviving defenders leave, by as many hexes as the result says.
        ///
        /// Breaks it: one of two defenders stays, or a unit stops after one hex of two without a reason to.
        LENGTH = "I43-12.1.1", "Length of a retreat", "12.1.1, 10.1", Resolution;
        /// A retreat may stop early in a friendly city or fort or right after crossing a mountain side, outside enemy zones.
        EARLY_STOP = "I43-12.1.2", "Stopping early", "12.1.2", Transition;
        /// Where a way exists that the unit survives, it takes one.
        ///
        /// Breaks it: a unit is taken off though it could have retreated.
        SURVIVE = "I43-12.1.3a", "First: survive", "12.1.3", Transition;
        /// Among those, each hex leads away from the hex defended, if possible.
        AWAY = "I43-12.1.3b", "Second: away", "12.1.3", Transition;
        /// Among those, towards a supply source. There is no measure of it, so a breach is suspect at most.
        TOWARDS_SUPPLY = "I43-12.1.3c", "Third: towards supply", "12.1.3", Transition;
        /// Among those, to a hex that is in supply; suspect at most.
        INTO_SUPPLY = "I43-12.1.3d", "Fourth: into supply", "12.1.3", Transition;
        /// A retreat may end overstacked; the owner cures it by the end of his next Movement Phase.
        OVERSTACKED_RETREAT = "I43-12.1.4", "Overstacked retreat", "12.1.4, 4.4, 15.3", State;
        /// A stack may split up, and pass through friends.
        SPLITTING = "I43-12.1.5", "Splitting up", "12.1.5", Transition;
        /// Into an enemy unit: eliminated.
        INTO_ENEMY = "I43-12.2a", "Into an enemy unit", "12.2", Transition;
        /// Into or across an enemy bond: eliminated.
        INTO_BOND = "I43-12.2b", "Into an enemy bond", "12.2, 7.2", Transition;
        /// Into two vacant hexes in enemy zones in a row: eliminated. Friends who have not retreated cancel the zone in their hex.
        TWO_ZONES = "I43-12.2c", "Two zones in a row", "12.2", Transition;
        /// Into the same hex twice: eliminated.
        SAME_HEX = "I43-12.2d", "The same hex twice", "12.2", Transition;
        /// Stopping in an enemy zone: eliminated, but one hex more may be retreated to avoid that.
        STOP_IN_ZONE = "I43-12.2e", "Stopping in a zone", "12.2", Transition;
        /// Off the map: eliminated, unless into a friendly entry area, which ends the retreat.
        OFF_MAP = "I43-12.2f", "Off the map", "12.2, 21.3", Transition;
        /// Into what may not be entered or crossed in movement: eliminated. Infantry may cross mountains and rivers.
        PROHIBITED = "I43-12.2g", "Prohibited terrain", "12.2, 12.3", Transition;
        /// A vehicle over an unbridged major river, or a minor one in rain: eliminated.
        VEHICLE_RIVER = "I43-12.3.1", "Vehicles and rivers", "12.3.1, 25.3", Transition;
        /// A vehicle over a mountain side without road or pass: eliminated.
        VEHICLE_MOUNTAIN = "I43-12.3.2", "Vehicles and mountains", "12.3.2", Transition;
        /// Elimination does not shorten the advance.
        FULL_ADVANCE = "I43-12.4", "Full advance anyway", "12.4", Resolution;
        /// Units that retreated into a hex attacked later in the phase add nothing, take no losses, cannot lead, and die if
        /// driven out again. In breakthrough combat they defend as Disrupted and survive.
        RETREATED_BEFORE = "I43-12.5", "Units that have retreated", "12.5, 15.3", Resolution;
    ];
}
