//! 6. Zones of control.

use crate::referee::rules;

rules! {
    pub(super) static SECTION_6 = [
        /// Regiments and brigades have a zone of control, except cadres and artillery; battalions and depots have none.
        EXERTS = "SIC-6.1", "Who has a zone of control", "6.1", State,
            not_of_play "it says what a zone is: who disregards one is judged under 5.22";
        /// A zone reaches into all six hexes around its unit, whatever lies there, in both player turns.
        EXTENT = "SIC-6.2", "Extent of zones", "6.2", State,
            not_of_play "it says what a zone is: who disregards one is judged under 5.22";
        /// Units that retreat in a breakthrough have no zone until the Combat Phase ends.
        BROKEN = "SIC-6.21", "Zones after a breakthrough", "6.21", State,
            not_of_play "it says what a zone is: who counts one that is lost is judged where he retreats or advances";
        /// Entering an enemy zone costs no points.
        FREE_TO_ENTER = "SIC-6.22", "No cost to enter a zone", "6.22", Transition,
            not_of_play "it only allows";
        /// Enemies that have no zone hinder nobody who passes them.
        NO_HINDRANCE = "SIC-6.33", "Enemies without a zone do not hinder", "6.33", Transition,
            not_of_play "it only allows";
        /// A friend in a hex does not lift an enemy zone for movement and retreat.
        FRIENDS = "SIC-6.34", "Friends do not lift a zone", "6.34", State,
            not_of_play "it says what a zone is: who disregards one is judged under 5.22a";
    ];
}
