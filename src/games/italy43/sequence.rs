//! 3.0 The sequence of play.

use super::entry::Pass;
use super::pending::Want;
use super::play::{PhaseFacts, Play, TurnFacts};
use super::position::When;
use super::words::{Phase, Side};
use super::{defence, disruption, movement, scenarios, stacking};
use crate::referee::{Problem, RuleId, rules};

rules! {
    pub(crate) static SEQUENCE = [
        /// A game turn is the Weather Phase, the German player turn, the Allied player turn and the Victory Check;
        /// a player turn is Initial, Movement, Combat, Recovery and Supply Phase, in that order.
        ///
        /// Breaks it: back to the Movement Phase after the Combat Phase of the same player turn.
        TURN = "I43-3.1", "The turn", "3.0", Sequence;
        /// In the Weather Phase the die is rolled first; then support markers, supply points and free readying.
        WEATHER_STEPS = "I43-3.2", "Weather Phase", "3.0 A", Sequence;
        /// The Initial Phase is for readying artillery, replacements, reinforcements, withdrawals and one fort.
        ///
        /// Breaks it: a unit moves in it.
        INITIAL_MENU = "I43-3.3", "Initial Phase", "3.0 B1", Sequence;
        /// In the Movement Phase only the phasing side moves; the other side may only be driven back.
        MOVEMENT_MENU = "I43-3.4", "Movement Phase", "3.0 B2", Sequence;
        /// In the Combat Phase there are attacks and disengagements, and last of all the advances after automatic DS.
        COMBAT_MENU = "I43-3.5", "Combat Phase", "3.0 B3", Sequence;
        /// In the Recovery Phase the phasing side recovers, then its Replacement, Truck and half-effectiveness markers go.
        RECOVERY_MENU = "I43-3.6", "Recovery Phase", "3.0 B4", Sequence;
        /// The Supply Phase goes: status of all units, attrition, then supply points.
        ///
        /// Breaks it: artillery is readied before supply is judged.
        SUPPLY_ORDER = "I43-3.7", "Supply Phase", "3.0 B5", Sequence;
        /// The German player turn comes before the Allied one.
        GERMANS_FIRST = "I43-3.8", "Germans first", "3.0", Sequence;
        /// Artillery may be readied in the Initial and again in the Supply Phase of a turn, having fired in between.
        TWICE_A_TURN = "I43-3.9", "Readied twice a turn", "3.0, 17.5", Budget;
    ];
}

/// The rule that a move breaks by being made now.
pub(super) fn menu_of_movement(when: &When, side: Side) -> Option<RuleId> {
    match when.phase? {
        Phase::Movement if when.side.is_none_or(|phasing| phasing == side) => None,
        phase => Some(menu(phase)),
    }
}

/// The rule that says what a phase is for.
pub(super) fn menu(phase: Phase) -> RuleId {
    match phase {
        Phase::Weather => WEATHER_STEPS,
        Phase::Initial => INITIAL_MENU,
        Phase::Movement => MOVEMENT_MENU,
        Phase::Combat => COMBAT_MENU,
        Phase::Recovery => RECOVERY_MENU,
        Phase::Supply => SUPPLY_ORDER,
        Phase::VictoryCheck => TURN,
    }
}

/// The place of a phase in its turn.
fn place_in_turn(side: Option<Side>, phase: Phase) -> i32 {
    let inside = phase as i32;
    match (phase, side) {
        (Phase::Weather, _) => 0,
        (Phase::VictoryCheck, _) => 11,
        (_, Some(Side::Allied)) => 5 + inside,
        _ => inside,
    }
}

impl Play<'_> {
    /// Play passes on: what was left open is judged, then the next phase begins.
    pub(super) fn pass(&mut self, entry: &Pass) -> Result<(), Problem> {
        let word = entry.phase.as_deref().unwrap_or_default();
        let word = word.strip_suffix(".end").unwrap_or(word);
        let phase =
            Phase::read(word).ok_or_else(|| Problem::new(format!("`{word}` is no phase")))?;
        let side = match entry.side.as_deref() {
            None | Some("none") if matches!(phase, Phase::Weather | Phase::VictoryCheck) => None,
            None => self.position.when.side,
            Some("german") => Some(Side::German),
            Some("allied") => Some(Side::Allied),
            Some("none") => None,
            Some(other) => return Err(Problem::new(format!("`{other}` is no side"))),
        };
        self.close_phase();
        let before = self.position.when.clone();
        let mut turn = entry.turn.or(before.turn);
        let mut late = false;
        if let Some(now) = before.phase {
            let was = place_in_turn(before.side, now);
            let is = place_in_turn(side, phase);
            let later_turn =
                matches!((entry.turn, before.turn), (Some(new), Some(old)) if new > old);
            let earlier_turn =
                matches!((entry.turn, before.turn), (Some(new), Some(old)) if new < old);
            let wraps = entry.turn.is_none() && is <= 1 && was >= 8;
            if wraps {
                turn = before.turn.map(|turn| turn + 1);
            } else if earlier_turn || (!later_turn && is < was) {
                late = self.went_back(side, phase, &before);
            }
        }
        if turn != before.turn {
            self.turn = TurnFacts::default();
            self.position.facts.removals_due.clear();
            self.position.facts.withdrawals_due.clear();
        }
        self.position.when.turn = turn;
        self.position.when.side = side;
        self.position.when.phase = Some(phase);
        self.phase = PhaseFacts { late, ..PhaseFacts::default() };
        if !matches!(phase, Phase::Combat) {
            self.current = None;
        }
        self.open_phase();
        Ok(())
    }

    /// The new phase lies before the old one. Whether deeds in it are to be called late.
    fn went_back(&mut self, side: Option<Side>, phase: Phase, before: &When) -> bool {
        // Supply and recovery are bookkeeping that players catch up with.
        let bookkeeping = matches!(phase, Phase::Supply | Phase::Recovery);
        if before.side != side && side == Some(Side::German) {
            if bookkeeping {
                return true;
            }
            let message = format!(
                "the German {} Phase comes before the {} of the same turn",
                phase.word(),
                before.describe()
            );
            self.violation_or(GERMANS_FIRST, &[TURN], &[], message);
        } else {
            let message =
                format!("the {} Phase comes before the {}", phase.word(), before.describe());
            self.violation(TURN, &[], message);
        }
        false
    }

    pub(super) fn suspect_late(&mut self) {
        let when = self.position.when.describe();
        let message = format!("the {when} of this turn was over");
        self.suspect(
            TURN,
            &[GERMANS_FIRST],
            &[],
            message,
            "the log shows the phases as they were played",
        );
    }

    /// The moment when the phase closes.
    fn close_phase(&mut self) {
        let when = self.position.when.clone();
        if let Some(side) = when.side {
            match when.phase {
                Some(Phase::Initial) => {
                    self.close_removals();
                    self.close_relocations(side);
                }
                Some(Phase::Movement) => self.close_movement(side),
                Some(Phase::Combat) => {
                    self.close_combats();
                    self.close_stacking(side);
                }
                Some(Phase::Recovery) => self.take_markers_off(side),
                Some(Phase::Supply) => self.close_supply(side),
                _ => {}
            }
        }
        self.settle(false);
        for unit in &mut self.position.units {
            unit.retreated = false;
        }
    }

    fn close_movement(&mut self, side: Side) {
        self.close_combats();
        self.close_stacking(side);
        self.close_full_retreats(side);
        self.close_battle_markers();
        self.close_zone(side);
        if side == Side::German {
            self.close_formia();
        }
    }

    /// I43 4.4: the phasing side's hexes at the end of its Movement and Combat Phases.
    pub(super) fn close_stacking(&mut self, side: Side) {
        let combat = self.position.when.phase == Some(Phase::Combat);
        for hex in self.position.overstacked(side) {
            let retreated =
                self.position.side_in_hex(hex, side).any(|who| self.position.units[who].retreated);
            // I43 12.1.4: a retreat may end overstacked until the owner's next Movement Phase is over.
            if combat && (retreated || self.position.facts.overstacked_by_retreat.contains(&hex)) {
                continue;
            }
            let (points, lines) = self.position.stacking_points(hex, side);
            let name = self.position.ground.hex_name(hex);
            let units: Vec<_> = self.position.side_in_hex(hex, side).collect();
            let by_retreat = self.position.facts.overstacked_by_retreat.contains(&hex);
            let mut also = vec![stacking::SIX_POINTS, stacking::CURE];
            if by_retreat {
                also.push(super::retreat::OVERSTACKED_RETREAT);
            }
            if combat {
                also.push(super::advance::ADVANCE_STACKING);
            } else if units.iter().any(|who| self.position.units[*who].replacement) {
                also.push(super::replacements::RETURN_STACKING);
            }
            let message = format!("{points} stacking points in {name} at the end of the phase");
            let mut finding = self.finding(stacking::WHEN_TESTED, &also, &units, message);
            finding = finding.evidence(lines).remedy("units are eliminated down to six points");
            self.report(finding);
        }
        self.position.facts.overstacked_by_retreat.clear();
    }

    /// I43 13.3.2: lone units in Full Retreat do not end their Movement Phase next to an enemy.
    fn close_full_retreats(&mut self, side: Side) {
        for who in 0..self.position.units.len() {
            let unit = &self.position.units[who];
            let Some(hex) = unit.hex() else { continue };
            if unit.side != side || !unit.full_retreat() || !self.position.exposed(who) {
                continue;
            }
            // One that did not move is caught when the enemy's phase begins (13.3.2d).
            if self.phase.progress.contains_key(&who) {
                let name = self.position.ground.hex_name(hex);
                let message = format!(
                    "{} is in Full Retreat and ends next to an enemy in {name} without company",
                    self.id(who)
                );
                self.violation(disruption::FULL_RETREAT_ADJACENT, &[who], message);
            }
        }
    }

    /// I43 11.6: battle markers go when no enemy is next to the hex.
    fn close_battle_markers(&mut self) {
        let marked: Vec<_> = self.position.facts.battle_markers.keys().copied().collect();
        for hex in marked {
            let owner = self.position.in_hex(hex).next().map(|who| self.position.units[who].side);
            let owner = owner.or(self.position.facts.control.get(&hex).copied());
            let enemy = owner.unwrap_or(Side::German).enemy();
            if !self.position.adjacent_to(hex, enemy) {
                let name = self.position.ground.hex_name(hex);
                let message = format!("no enemy is next to {name}, so its Battle marker goes");
                let want = Want::NoBattleMarker(hex);
                self.owe(defence::BATTLE_MARKER_OFF, &[], None, want, message, false);
            }
        }
    }

    /// I43 5.8.2: Allied units leave the zone as soon as they can.
    fn close_zone(&mut self, side: Side) {
        if side != Side::Allied {
            return;
        }
        for who in 0..self.position.units.len() {
            let unit = &self.position.units[who];
            if unit.side != side || self.position.ground.section_of(unit.at).is_none() {
                continue;
            }
            let out = |hex| self.position.ground.hex(hex).section.is_none();
            if self.could_move(who, &out) {
                let message =
                    format!("{} stays in the Eighth Army zone though it could leave", self.id(who));
                self.suspect(
                    movement::ALLIED_RETREAT_ZONE,
                    &[],
                    &[who],
                    message,
                    "as quickly as possible means in the next Movement Phase",
                );
            }
        }
    }

    /// I43 S3.3.4: Formia is held.
    fn close_formia(&mut self) {
        let Some(formia) = self.position.facts.formia else { return };
        let taken = self.position.controller(formia) == Some(Side::Allied);
        if !taken && !self.position.holds(formia, Side::German) {
            let name = self.position.ground.hex_name(formia);
            let message = format!("no German unit is in Formia ({name}) at the end of the phase");
            self.violation(scenarios::FORMIA_HELD, &[], message);
        }
    }

    /// I43 3.0 B4: Replacement, Truck and half-effectiveness markers are removed.
    fn take_markers_off(&mut self, side: Side) {
        for unit in self.position.units.iter_mut().filter(|unit| unit.side == side) {
            unit.replacement = false;
            unit.truck = false;
            unit.half_effective = false;
        }
    }

    /// The moment when a phase begins.
    fn open_phase(&mut self) {
        let when = self.position.when.clone();
        let (Some(side), Some(phase)) = (when.side, when.phase) else { return };
        if matches!(phase, Phase::Movement | Phase::Combat) {
            self.eliminate_exposed(side.enemy());
        }
        if phase == Phase::Movement {
            self.release_frozen();
        }
    }

    /// I43 13.3.2: lone units in Full Retreat next to an enemy when his Movement or Combat Phase begins.
    fn eliminate_exposed(&mut self, side: Side) {
        for who in 0..self.position.units.len() {
            let unit = &self.position.units[who];
            if unit.side == side && unit.full_retreat() && self.position.exposed(who) {
                let message =
                    format!("{} is in Full Retreat next to an enemy and is eliminated", unit.id);
                let rule = disruption::FULL_RETREAT_ELIMINATED;
                self.owe(rule, &[], Some(who), Want::Gone, message, false);
            }
        }
    }
}
