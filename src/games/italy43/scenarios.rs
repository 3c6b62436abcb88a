//! S1–S3 The scenarios: where they begin, and whom they hold in place.

use super::ground::Place;
use super::play::Play;
use super::position::{Position, Who};
use super::unit::Restriction;
use super::words::Side;
use crate::referee::{RuleId, rules};

rules! {
    pub(crate) static SCENARIOS = [
        /// Across the Volturno: turns 1 to 7 with the rules of the campaign, and no forts.
        VOLTURNO = "I43-S1.1", "Across the Volturno", "S1.1, S1.3", Sequence;
        /// The Bernhard Line: turns 13 to 32, weather B, supply points 3 and 1, 10 victory points; begins with the German turn.
        BERNHARD = "I43-S2.1", "The Bernhard Line", "S2.1, S2.3", State;
        /// In the Bernhard Line scenario the Naples garrison never moves.
        BERNHARD_GARRISON = "I43-S2.3.2", "Garrison in the Bernhard Line", "S2.3", Transition;
        /// The campaign: turns 1 to 32, weather E, supply points 0 and 1; begins with the German turn.
        CAMPAIGN = "I43-S3.1", "The campaign", "S3.1, S3.3", State;
        /// The two units of the 3rd Panzergrenadier Division do not move on turn 1.
        THIRD_DIVISION = "I43-S3.3.2", "3rd Panzergrenadiers on turn 1", "S3.3", Transition;
        /// Units of the 15th Panzergrenadier Division are frozen: each until an Allied unit comes within three hexes, all but
        /// the recon at Formia until one crosses the Volturno, that one until turn 14.
        FIFTEENTH_DIVISION = "I43-S3.3.3", "15th Panzergrenadiers frozen", "S3.3", Transition;
        /// A German unit is in Formia at the end of every German Movement Phase unless the Allies have taken it.
        FORMIA_HELD = "I43-S3.3.4a", "Formia is held", "S3.3, S2.3", State;
        /// The 267th Regiment arrives in Formia and does not leave it.
        FORMIA_REGIMENT = "I43-S3.3.4b", "The 267th stays in Formia", "S3.3", Transition;
        /// The 82nd Airborne stays in Naples until one of its units is driven out; the 504th is free from turn 11.
        NAPLES_GARRISON = "I43-S3.3.5", "Naples garrison", "S3.3", Transition;
    ];
}

/// Why a unit may not move now.
pub(super) fn frozen(position: &Position<'_>, who: Who) -> Option<(RuleId, String)> {
    let unit = &position.units[who];
    let turn = position.when.turn;
    let from = |first: i32| turn.is_some_and(|turn| turn >= first);
    let crossed =
        position.facts.volturno_crossed.is_some_and(|when| turn.is_none_or(|turn| turn >= when));
    let id = &unit.id;
    match unit.restriction? {
        Restriction::ThirdOnTurnOne => {
            (turn == Some(1)).then(|| (THIRD_DIVISION, format!("{id} may not move on turn 1")))
        }
        Restriction::FifteenthFrozen => (!unit.released && !crossed).then(|| {
            (
                FIFTEENTH_DIVISION,
                format!("{id} is frozen: no Allied unit has come within three hexes"),
            )
        }),
        Restriction::FormiaRecon => (!unit.released && !from(14))
            .then(|| (FIFTEENTH_DIVISION, format!("{id} is frozen until turn 14"))),
        Restriction::FormiaGarrison => {
            // Forced out of the city, it is free.
            let out = position.facts.formia.is_some_and(|formia| unit.at != Place::Hex(formia));
            (!out).then(|| {
                (FORMIA_REGIMENT, format!("{id} stays in Formia for the rest of the game"))
            })
        }
        Restriction::NaplesGarrison => {
            if position.when.scenario("S2") {
                return Some((BERNHARD_GARRISON, format!("{id} does not move in this scenario")));
            }
            let free = position.facts.garrison_forced_out || (id.contains("504") && from(11));
            (!free).then(|| (NAPLES_GARRISON, format!("{id} stays in Naples")))
        }
    }
}

impl Play<'_> {
    /// I43 S3.3.3: an Allied unit within three hexes releases a frozen unit for good.
    pub(super) fn release_frozen(&mut self) {
        let position = &self.position;
        let released: Vec<Who> = (0..position.units.len())
            .filter(|who| {
                let unit = &position.units[*who];
                let frozen = matches!(
                    unit.restriction,
                    Some(Restriction::FifteenthFrozen | Restriction::FormiaRecon)
                );
                frozen
                    && !unit.released
                    && unit.hex().is_some_and(|hex| {
                        position.units.iter().any(|other| {
                            other.side == Side::Allied
                                && other.hex().is_some_and(|at| position.ground.within(hex, at, 3))
                        })
                    })
            })
            .collect();
        for who in released {
            self.position.units[who].released = true;
        }
    }
}
