//! 24. Special rules of movement and nationality; the lines of the armies.

use crate::referee::rules;

rules! {
    pub(super) static SECTION_24 = [
        /// On turns 1 and 2 Axis units in columns up to 22 do not move, except 15th Panzergrenadier, Assietta and 19 CCNN.
        ///
        /// Breaks it: a coastal regiment walks from 2010 to 2110 on turn 2. Put right: it waits for turn 3.
        FREEZE = "SIC-24.11a", "Western Axis freeze", "24.11", Transition;
        /// Aosta enters no column from 23 on before turn 4.
        ///
        /// Breaks it: a regiment of Aosta goes from 2110 to 2310 on turn 3. Put right: it stops in 2210.
        AOSTA = "SIC-24.11b", "Aosta stays west", "24.11", Transition;
        /// The three units of Hermann Göring that start in 4121 end the second Axis Movement Phase of turn 1 next to US units that
        /// landed.
        ///
        /// Breaks it: they stay in 4121. Put right: they go for the beaches of Gela.
        COUNTERTHRUST = "SIC-24.12", "The counterthrust of Hermann Göring", "24.12", State;
        /// Until it is released no US unit moves north of the halt line; one that advanced over it is free.
        ///
        /// Breaks it: a US regiment goes from 3518 to 3516 with the line in force. Put right: it stops in 3517.
        HALT_LINE = "SIC-24.21", "US halt line", "24.21", Transition;
        /// US and UK units are never stacked.
        ///
        /// Breaks it: a US regiment and a British tank battalion end their moves in one hex.
        /// Put right: one of them stops in the hex before.
        NEVER_TOGETHER = "SIC-24.23a", "US and UK never share a hex", "24.23", State;
        /// No army enters the other's part of the island; the boundary's own hexes belong to the UK.
        ///
        /// Breaks it: with the boundary in column 45 a US regiment goes to 4526. Put right: it stops in 4426.
        BOUNDARY = "SIC-24.23d", "Each army stays on its side of the boundary", "24.23", Transition;
        /// Mountain units pay less in the mountains.
        MOUNTAIN = "SIC-24.31", "Mountain rates", "24.31", Transition,
            not_of_play "it gives costs: a move that needs more is judged under 5.42";
        /// Mountain units, units with pack transport and coastal units never move strategically.
        ///
        /// Breaks it: a coastal regiment with 4 points goes six road hexes. Put right: it goes four.
        NEVER_STRATEGIC = "SIC-24.33", "Units barred from strategic movement", "24.33", Transition;
        /// In tactical movement a road hex in which a friend stands costs one point more, once.
        ///
        /// Breaks it: infantry with 4 points goes four road hexes, and a battalion stands in one. Put right: it goes three.
        CROWDED_ROAD = "SIC-24.41", "Crowded roads", "24.41", Transition;
        /// Allied mechanized units in supply bridge a river for six points, except in rain and next to the enemy:
        /// neither bank may hold an Axis unit or lie in an Axis zone.
        ///
        /// Breaks it: a British tank battalion bridges into 3210, next to a German regiment. Put right: it
        /// bridges further off.
        BRIDGING = "SIC-24.42", "Allied bridging", "24.42", Transition;
        /// In tactical movement a mechanized unit pays one point more for each town it enters.
        ///
        /// Breaks it: a tank battalion with 12 points goes eleven road hexes through two towns. Put right: it goes ten.
        TOWN = "SIC-24.43", "Towns slow mechanized units", "24.43", Transition;
        /// In The U.S. Landing nobody leaves columns 23 to 44; 15th Panzergrenadier, Assietta and 19CCNN may come in from the west.
        ///
        /// Breaks it: a US regiment goes to 4520. Put right: it stops in 4420.
        AREA = "SIC-30.6", "The area of The U.S. Landing", "30.6", Transition;
    ];
}
