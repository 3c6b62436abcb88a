//! The rules of section 5.

use crate::referee::rules;

rules! {
    pub(crate) static MOVEMENT = [
        /// A move costs no more movement points than the unit's allowance, by some route and mode.
        ///
        /// Breaks it: an infantry regiment of allowance 3 that starts in an enemy zone goes three hexes by regular movement.
        ALLOWANCE = "I43-5.1a", "Movement allowance", "5.1", Transition;
        /// A move never enters a hex with an enemy combat unit. Vacant forts and markers do not bar it.
        ENEMY_HEX = "I43-5.1b", "No enemy-occupied hex", "5.1", Transition;
        /// A stack moves at the pace of its slowest unit and may drop units, which then stop.
        ///
        /// Each unit is judged by itself, since units may always be taken as moving one by one.
        STACK_PACE = "I43-5.1c", "Stacks and drop-offs", "5.1", Transition;
        /// The move of a unit or stack is finished before the next one begins.
        ///
        /// Players drag counters to and fro, so an interrupted move is suspect, not proven.
        INTERRUPTED = "I43-5.1d", "Finish one before the next", "5.1", Sequence;
        /// Each unit moves once in its own Movement Phase.
        MOVES_ONCE = "I43-5.1e", "Once a phase", "5.1, 3.0", Sequence;
        /// The road rate replaces the cost of hex and hexside for a step along a road that joins both hexes.
        ///
        /// Breaks it: paying road rates between hexes that both have roads, but not the same one.
        ROAD_RATE = "I43-5.2.1", "Road rate", "5.2.1", Transition;
        /// Mechanised units pay 1 along a road into a hex within two of any enemy, else 1/2 or 1/3.
        ROAD_NEAR_ENEMY = "I43-5.2.2", "Roads near the enemy", "5.2.2, 13.3.3", Transition;
        /// Roads run on through cities.
        ROADS_IN_CITIES = "I43-5.2.3", "Cities do not cut roads", "5.2.3", Transition;
        /// Extended movement adds three points, two for units on foot, and enters no enemy zone at all.
        ///
        /// Breaks it: a regiment of allowance 3 goes six clear hexes.
        EXTENDED = "I43-5.3a", "Extended movement", "5.3", Transition;
        /// A unit that starts in an enemy zone may extend only if its first hex is outside every zone.
        EXTENDED_START = "I43-5.3b", "Extending out of a zone", "5.3", Transition;
        /// Extended movement does not come next to an enemy in Full Retreat either.
        EXTENDED_NEAR_FULL_RETREAT = "I43-5.3c", "Extending past Full Retreat", "13.3.3", Transition;
        /// Tactical movement is one or two hexes regardless of points; zones, bonds and prohibited sides still bind.
        ///
        /// Breaks it: a Disrupted unit moves three hexes.
        TACTICAL = "I43-5.4a", "Tactical movement", "5.4", Transition;
        /// Tactical movement may go from zone to zone and stops there; never through a zone and on.
        TACTICAL_ZONES = "I43-5.4b", "Tactical movement and zones", "5.4, 6.2", Transition;
        /// An unbridged minor river costs one point more, two for mechanised units.
        MINOR_RIVER = "I43-5.5a", "Minor rivers", "5.5", Transition;
        /// An unbridged major river is crossed only tactically, from the starting hex, as the first hex.
        ///
        /// Breaks it: a unit walks up to the river and crosses it in the same move.
        MAJOR_RIVER = "I43-5.5b", "Major rivers", "5.5, 25.3", Transition;
        /// Infantry types cross a mountain side without road or pass only tactically, as the first hex.
        INFANTRY_MOUNTAIN = "I43-5.6a", "Infantry over mountains", "5.6", Transition;
        /// Vehicle units cross mountain sides only at roads and passes.
        VEHICLE_MOUNTAIN = "I43-5.6b", "Vehicles over mountains", "5.6", Transition;
        /// Mountain units cross on either hex of a tactical move, or on both.
        MOUNTAIN_UNITS = "I43-5.6c", "Mountain units over mountains", "19.3, 5.6", Transition;
        /// Trucks carry two units of a side in a turn.
        TWO_TRUCKS = "I43-5.7a", "Two trucked units", "5.7", Budget;
        /// A trucked unit is on foot, in Good Order and in supply when its Movement Phase begins.
        TRUCK_ELIGIBLE = "I43-5.7b", "Who may be trucked", "5.7", Transition;
        /// A trucked unit has allowance 5 and moves as if mechanised.
        TRUCK_MOVE = "I43-5.7c", "Moving by truck", "5.7", Transition;
        /// A trucked unit does not attack in that turn.
        TRUCK_ATTACK = "I43-5.7d", "No attack after trucking", "5.7", Transition;
        /// The sections of the Eighth Army zone turn Allied on turns 8, 11 and 15.
        SECTIONS = "I43-5.8.1a", "Sections of the zone", "5.8.1", State;
        /// German units in a section that is lost are moved to the next one in the Initial Phase, and Disrupted.
        ///
        /// Breaks it: a battalion is still in E1 when the German Movement Phase of turn 8 begins.
        RELOCATION = "I43-5.8.1b", "Forced relocation", "5.8.1", Transition;
        /// Allied units do not enter the Eighth Army zone of their own will, nor attack into it.
        ALLIES_AND_ZONE = "I43-5.8.2a", "Allies keep out of the zone", "5.8.2", Transition;
        /// An Allied unit that retreats into a German section is eliminated; in an Allied one it must leave at once.
        ALLIED_RETREAT_ZONE = "I43-5.8.2b", "Allied retreat into the zone", "5.8.2", Transition;
        /// Allied supply runs through Allied sections, never through German ones.
        ZONE_SUPPLY = "I43-5.8.2c", "Allied supply through the zone", "5.8.2, 16.2.2", State;
        /// German units use sections that are still theirs; lost ones are closed to them.
        GERMANS_AND_ZONE = "I43-5.8.3", "Germans in the zone", "5.8.3", Transition;
        /// In rain vehicle units do not move, attack, advance or retreat over an unbridged river.
        RAIN = "I43-5.9", "Rain and vehicles", "5.9, 23.4", Transition;
        /// A unit that enters marsh other than by road stops there.
        ///
        /// Breaks it: a brigade leaves the road, wades through a marsh hex and goes on.
        MARSH_STOP = "I43-5.10", "Marsh stops", "5.9", Transition;
        /// Frozen units and garrisons stay until they are released.
        FROZEN = "I43-5.11", "Frozen and garrison units", "S2.3, S3.3", Transition;
        /// Which mode a player had in mind.
        DECLARED_MODE = "I43-5.12", "Declared mode", "5.3, 5.4", Transition,
            unobservable "the mode is in the player's head; a move is legal when any mode explains it";
    ];
}
