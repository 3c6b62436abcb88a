//! 16. The sequence of play, and what is special about the first turn.

use crate::referee::rules;

rules! {
    pub(super) static SECTION_16 = [
        /// On turn 1 every movement allowance is halved in each movement phase, fractions dropped.
        ///
        /// Breaks it: on turn 1 infantry with 8 points goes five level hexes. Put right: it goes four.
        FIRST_TURN_HALVES = "SIC-16.22a", "Halved movement on turn 1", "16.22", Transition;
        /// The Allies have no strategic movement on turn 1.
        ///
        /// Breaks it: a US tank battalion goes fourteen road hexes on turn 1. Put right: it goes twelve.
        NO_STRATEGIC = "SIC-16.22b", "No Allied strategic movement on turn 1", "16.22", Transition;
    ];
}
