//! Bridges that are blown: who tries when, the roll, and the marker.
//!
//! A bridge that went in a phase is gone for everybody from the next phase on; within the phase the
//! order of moves and demolition does not matter, as with moves among themselves.

use super::super::Play;
use super::super::land::{Bridge, bridge};
use super::side_number;
use crate::model::{DemolitionRules, Topic};
use crate::referee::Judgement;
use crate::referee::ground::Place;
use crate::referee::world::{Position, Unit};

/// An attempt to blow a bridge.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attempt {
    step: usize,
    unit: Option<Unit>,
    /// Where the unit stood when it was said; it may move on.
    from: Option<Place>,
    target: Option<Place>,
    roll: Option<u32>,
    /// The hex that the marker was put into.
    marker: Option<Place>,
    /// Whether the bridge was held when it was said, or the marker put down.
    held: bool,
}

impl Play<'_> {
    /// A player says that a unit blows a bridge.
    pub(crate) fn tries_demolition(
        &mut self,
        step: usize,
        unit: Option<Unit>,
        target: Option<Place>,
    ) {
        let from = unit.and_then(|unit| self.position.place(unit));
        let attempt = Attempt { step, unit, from, target, ..Attempt::default() };
        let held = self.is_held(&attempt);
        self.state.attempts.push(Attempt { held, ..attempt });
    }

    /// A roll outside of combat: that of the last attempt, or of one that is still to be seen.
    pub(crate) fn rolled_for_demolition(&mut self, sum: u32) {
        let demolishing = self.demolishing();
        match self.state.attempts.last_mut() {
            Some(last) if last.roll.is_none() && last.marker.is_none() => last.roll = Some(sum),
            _ if demolishing => self.state.stray_roll = Some(sum),
            _ => {}
        }
    }

    /// A marker of a blown bridge was put down or taken away.
    pub(crate) fn marked_blown(&mut self, step: usize, place: Place, on: bool) {
        if !on {
            let board = self.board();
            let message =
                format!("the marker of a broken bridge in {} is taken away", board.place(place));
            let finding = board.violation(Topic::Demolition, message, &[]);
            self.accuse(step, finding.hexes([board.place(place)]));
            return;
        }
        let roll = self.state.stray_roll.take();
        let alone = Attempt { step, roll, marker: Some(place), ..Attempt::default() };
        let held = self.is_held(&alone);
        match self.state.attempts.last_mut().filter(|last| last.marker.is_none()) {
            Some(last) => last.marker = Some(place),
            None => self.state.attempts.push(Attempt { held, ..alone }),
        }
    }

    /// Whether one of the stages judged allows it.
    fn demolishing(&self) -> bool {
        let Some(rules) = &self.board().game.rules.demolition else { return false };
        self.in_stage(&rules.phases, side_number(rules.side))
    }

    /// Bridges whose markers lie on the table when the log begins.
    pub(crate) fn blown_before(&mut self, markers: &[Place]) {
        for place in markers {
            self.state.tried += 1;
            if let [only] = self.bridges_at(*place)[..] {
                self.blow(only);
            }
        }
    }

    fn bridges_at(&self, place: Place) -> Vec<Bridge> {
        let mut all = self.board().land.bridges.clone();
        all.retain(|(a, b)| *a == place || *b == place);
        all
    }

    /// The bridge that an attempt is about: as declared, else the only one where the marker lies.
    fn bridge_of(&self, attempt: &Attempt) -> Option<Bridge> {
        if let (Some(from), Some(target)) = (attempt.from, attempt.target) {
            let declared = bridge(from, target);
            // A unit dragged in a hurry may have stood elsewhere for a moment.
            let at_dawn = attempt.unit.and_then(|unit| self.at_phase_start.place(unit));
            let at_dawn = at_dawn.map(|place| bridge(place, target));
            let known = self.bridges_at(target);
            let said = [Some(declared), at_dawn].into_iter().flatten();
            return said.into_iter().find(|one| known.contains(one)).or(Some(declared));
        }
        let place = attempt.marker.or(attempt.target)?;
        match self.bridges_at(place)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Judges the attempts of the phase; `complete` when the phase is over.
    pub(crate) fn judge_demolitions(&mut self, complete: bool) {
        let board = self.board();
        let attempts = std::mem::take(&mut self.state.attempts);
        self.state.stray_roll = None;
        let Some(rules) = &board.game.rules.demolition else { return };
        for attempt in attempts {
            let mut judgement = Judgement::default();
            self.judge_attempt(rules, &attempt, complete, &mut judgement);
            let found = self.bridge_of(&attempt);
            let subject = match found {
                Some((a, b)) => format!(
                    "the bridge between {} and {} is to be blown",
                    board.place(a),
                    board.place(b)
                ),
                None => "a bridge is to be blown".to_owned(),
            };
            self.say(attempt.step, subject, judgement);
            self.state.tried += 1;
            if let (Some(found), Some(_)) = (found, attempt.marker) {
                self.blow(found);
            }
        }
    }

    fn judge_attempt(
        &self,
        rules: &DemolitionRules,
        attempt: &Attempt,
        complete: bool,
        judgement: &mut Judgement,
    ) {
        let board = self.board();
        let side = side_number(rules.side);
        let units: Vec<Unit> = attempt.unit.into_iter().collect();
        let places = attempt.target.into_iter().chain(attempt.marker);
        let hexes: Vec<String> = places.map(|place| board.place(place)).collect();
        let mut accuse = |message: String| {
            let finding = board.violation(Topic::Demolition, message, &units);
            judgement.report(finding.hexes(hexes.clone()));
        };
        if !self.demolishing() {
            accuse(format!("a bridge is blown in {}", self.phase_words()));
        }
        if self.state.tried >= rules.times {
            let times =
                if rules.times == 1 { "once".to_owned() } else { format!("{} times", rules.times) };
            accuse(format!("{} may try to blow a bridge {times} in a game", board.side(side)));
        }
        if attempt.unit.is_some_and(|unit| board.roster[unit].side != side) {
            accuse(format!("only {} may blow bridges", board.side(side)));
        }
        match self.bridge_of(attempt) {
            Some(found) if !board.land.bridges.contains(&found) => accuse(format!(
                "there is no bridge between {} and {}",
                board.place(found.0),
                board.place(found.1)
            )),
            Some(found) if board.ways.broken.contains(&found) => {
                accuse("this bridge is blown already".to_owned());
            }
            Some(found) => {
                let held = attempt.held
                    || [&self.at_phase_start, &self.position]
                        .into_iter()
                        .any(|table| holds(table, side, found));
                if !held {
                    accuse(format!(
                        "{} must stand at one end of the bridge between {} and {}, and nobody of its enemies at the other",
                        board.side(side),
                        board.place(found.0),
                        board.place(found.1)
                    ));
                }
            }
            None => {}
        }
        match (attempt.roll, attempt.marker.is_some()) {
            (Some(roll), true) if roll < rules.succeeds => accuse(format!(
                "the bridge is blown with a roll of {roll}; it needs {} or more",
                rules.succeeds
            )),
            (Some(roll), false) if roll >= rules.succeeds && complete => {
                accuse(format!("a roll of {roll} blows the bridge, and no marker shows it"));
            }
            _ => {}
        }
        if attempt.roll.is_none() {
            judgement.leave_unchecked(
                board.rule(Topic::Demolition),
                "the log shows no roll for the demolition",
            );
        }
        if self.bridge_of(attempt).is_none() {
            judgement.leave_unchecked(
                board.rule(Topic::Demolition),
                "the log does not tell which bridge is blown",
            );
        }
    }

    /// Whether the bridge of an attempt is held as the table stands.
    fn is_held(&self, attempt: &Attempt) -> bool {
        let rules = self.board().game.rules.demolition.as_ref();
        let (Some(rules), Some(found)) = (rules, self.bridge_of(attempt)) else { return false };
        holds(&self.position, side_number(rules.side), found)
    }

    /// The bridge is gone.
    fn blow(&mut self, gone: Bridge) {
        let board = self.board();
        self.state.ways = board.land.without(self.state.ways, &[gone]);
        let reach = &board.land.ways[self.state.ways].reach;
        for table in [&mut self.position, &mut self.at_phase_start, &mut self.state.start] {
            table.refit(board.space, reach);
        }
    }
}

/// Whether a side stands at one end of a bridge and no enemy at the other.
pub(crate) fn holds(table: &Position, side: u8, (a, b): Bridge) -> bool {
    [(a, b), (b, a)]
        .into_iter()
        .any(|(own, other)| table.has(side, own) && !table.has_enemy(side, other))
}
