//! 11. Cadres and strength chits.

use super::super::Sicily;
use super::super::units::{CADRE, CHIT, UNTRIED};
use crate::referee::frame::Play;
use crate::referee::world::Unit;
use crate::referee::{Judgement, rules};

rules! {
    pub(in crate::games::sicily) static SECTION_11 = [
        /// A regiment or brigade at its last step is a cadre: no class, no morale, no chit, no zone, one step.
        CADRES = "SIC-10.0", "Cadre state", "10.0", State,
            not_of_play "it says what a cadre is: its zone is judged under 5.22, its chit under 8.6, its steps under 9.81";
        /// A regiment or brigade that fights for the first time draws a chit from the pool of its morale.
        ///
        /// Breaks it: a regiment of morale 2 draws from pool 3. Put right: from pool 2.
        DRAW = "SIC-8.33", "Draw on first combat", "8.33", Sequence;
        /// A unit's strength is the number by its class letter on the side of its chit that shows.
        ///
        /// Breaks it: an attack of one regiment is counted as 14, and no chit of its pool shows so much.
        /// Put right: what its chit shows.
        STRENGTH = "SIC-8.34", "Strength from the chit", "8.34", Resolution,
            not_of_play "it gives strengths: a sum that no chit can make is judged under 9.0";
        /// A chit lies with its strong side up, is turned with the first step lost, and goes with the second.
        SIDES = "SIC-8.35", "Chit sides", "8.35", State,
            unobservable "a log shows that a chit lies there, and neither for which unit nor which side is up";
        /// A unit keeps the chit that it drew until it is a cadre or dead.
        ///
        /// Breaks it: a unit with a chit draws another. Put right: it fights with the one it has.
        FOR_LIFE = "SIC-8.31", "One chit for life", "8.31", Budget;
        /// Battalions, artillery and cadres never have chits.
        ///
        /// Breaks it: a chit is drawn for a tank battalion. Put right: it fights with what is printed.
        WITHOUT = "SIC-8.6", "Units without chits", "8.6", State;
        /// Once an attack is declared nobody is withdrawn from it.
        NO_WITHDRAWAL = "SIC-8.41", "No withdrawal after the draw", "8.41", Sequence,
            unobservable "an attack that is said anew may put right a slip of the tongue";
        /// Chits are secret until their combat.
        SECRECY = "SIC-8.42", "Secrecy", "8.4", Sequence, unobservable "nobody logs who looked at what";
        /// Chits do not count for stacking.
        FREE = "SIC-8.51", "Chits and stacking", "8.51", State, not_of_play "it only allows";
        /// With this option a regiment or brigade draws a new chit for each combat.
        FRESH = "SIC-25.43", "Optional: fresh chit every combat", "25.43", Sequence,
            not_of_play "it lifts 8.31, under which a second chit is judged";
    ];
}

/// A chit drawn for a unit.
#[derive(Debug, Clone, Copy)]
pub(in crate::games::sicily) struct Draw {
    pub(super) unit: Unit,
    /// The morale of the pool, when it is told.
    pub(super) pool: Option<u8>,
}

pub(super) fn draw(play: &mut Play<'_, Sicily>, draw: Draw, said: &mut Judgement) {
    let facts = play.unit(draw.unit);
    let words = facts.words();
    let accuse = |rule, message| play.violation(rule, message, &[draw.unit]);
    if !facts.has_cadre() || play.is(draw.unit, CADRE) {
        said.report(accuse(WITHOUT, format!("{words} draws a strength chit, and has none")));
    } else if play.is(draw.unit, CHIT) && !play.state.fluctuating {
        said.report(accuse(FOR_LIFE, format!("{words} draws a second strength chit")));
    }
    if let (Some(pool), Some(morale)) = (draw.pool, facts.morale)
        && pool != morale
    {
        let message = format!("{words} has morale {morale} and draws from pool {pool}");
        said.report(accuse(DRAW, message));
    }
    play.set(draw.unit, UNTRIED, false);
    play.set(draw.unit, CHIT, true);
}
