//! Changes outside of attacks: moves, arrivals, departures, markers.

use super::super::Play;
use super::super::board::bit_of;
use super::super::movement::{March, Start};
use crate::model::Topic;
use crate::referee::ground::Place;
use crate::referee::schedule::Ground;
use crate::referee::world::{At, Off, Unit};
use crate::referee::{Finding, Judgement};

impl Play<'_> {
    /// Judges what changed since the last time, unit by unit.
    pub(crate) fn judge_loose(&mut self) {
        if self.state.touched.is_empty() {
            return;
        }
        let touched = std::mem::take(&mut self.state.touched);
        for &(unit, step, count) in &touched {
            if self.leave_to_before(unit, step) {
                continue;
            }
            self.judge_place(unit, step, count);
            self.judge_steps(unit, step);
            self.judge_states(unit, step);
        }
        self.state.touched = touched;
        self.state.touched.clear();
        self.state.routes.clear();
        self.state.start.copy_from(&self.position);
    }

    fn judge_place(&mut self, unit: Unit, step: usize, count: u32) {
        let (from, to) = (self.state.start.at(unit), self.position.at(unit));
        if from == to {
            self.note_correction(unit, step, count);
            return;
        }
        match (from, to) {
            (At::Map(from), At::Map(to)) => self.judge_move(unit, step, from, to),
            (At::Off(off), At::Map(to)) => self.judge_arrival(unit, step, off, to),
            (At::Map(from), At::Off(off)) => self.judge_departure(unit, step, from, off),
            (At::Off(_), At::Off(_)) => {}
        }
    }

    /// A unit that went and came back in a phase in which it may not move.
    fn note_correction(&mut self, unit: Unit, step: usize, count: u32) {
        let side = self.board().roster[unit].side;
        let went = self.state.went.iter().any(|(known, _)| *known == unit);
        if went && count > 1 && !self.allows("move", side) {
            let mut judgement = Judgement::default();
            let message = format!(
                "{} was moved in {} and put back: corrected",
                self.board().unit(unit),
                self.phase_words()
            );
            judgement.report(Finding::note(self.board().rule(Topic::Sequence), message));
            let subject = format!("{} is put back", self.board().unit(unit));
            self.say(step, subject, judgement);
        }
    }

    fn judge_move(&mut self, unit: Unit, step: usize, from: Place, to: Place) {
        let board = self.board();
        let side = board.roster[unit].side;
        let subject =
            format!("{} moves {} to {}", board.unit(unit), board.place(from), board.place(to));
        let mut judgement = Judgement::default();
        if !self.allows("move", side) {
            let message = format!(
                "{} moves from {} to {} in {}",
                board.unit(unit),
                board.place(from),
                board.place(to),
                self.phase_words()
            );
            judgement.report(
                board
                    .violation(Topic::Sequence, message, &[unit])
                    .hexes([board.place(from), board.place(to)])
                    .remedy("Units move in the Movement Phase of their own side."),
            );
            self.say(step, subject, judgement);
            return;
        }
        if self.exact && self.state.moved.contains(&unit) {
            let message = format!("{} moves a second time in this phase", board.unit(unit));
            judgement.report(board.violation(Topic::Movement, message, &[unit]));
        }
        self.state.moved.push(unit);
        self.judge_march(unit, Start::Hex(from), to, &mut judgement);
        self.say(step, subject, judgement);
    }

    /// Whether a legal way leads there, with the enemy as he stood when the phase began, or as he stands now.
    fn judge_march(&mut self, unit: Unit, start: Start<'_>, to: Place, judgement: &mut Judgement) {
        let board = self.board();
        let Some(march) = March::new(board, &self.state.start, unit, start) else {
            judgement.leave_unchecked(
                board.rule(Topic::Movement),
                "the sources do not say how this unit moves",
            );
            return;
        };
        let route =
            self.state.routes.iter().find(|(known, _)| *known == unit).map(|(_, route)| route);
        if let Some(route) = route {
            let (findings, cost) = march.follow(route);
            judgement.findings.extend(findings);
            if let Some(cost) = cost {
                judgement.value("cost", board.space.scale.points(cost).to_string());
            }
            return;
        }
        if self.works_out {
            march.work_out(&mut self.scratch.search, to, judgement);
        }
        if let Some(finding) = march.judge(&mut self.scratch.search, to) {
            let now = March::new(board, &self.position, unit, start);
            let fine_now = now.is_some_and(|now| now.judge(&mut self.scratch.search, to).is_none());
            if !fine_now {
                let entered = matches!(start, Start::Entry(_));
                judgement.report(match entered {
                    true => finding.or(board.rule(Topic::Reinforcements)),
                    false => finding,
                });
            }
        }
    }

    fn judge_arrival(&mut self, unit: Unit, step: usize, off: Off, to: Place) {
        let board = self.board();
        let side = board.roster[unit].side;
        let subject = format!("{} enters the map at {}", board.unit(unit), board.place(to));
        let mut judgement = Judgement::default();
        if !self.allows("enter", side) {
            let message = format!(
                "{} comes to {} in {}",
                board.unit(unit),
                board.place(to),
                self.phase_words()
            );
            judgement.report(
                board
                    .violation(Topic::Sequence, message, &[unit])
                    .hexes([board.place(to)])
                    .or(board.rule(Topic::Reinforcements)),
            );
            self.say(step, subject, judgement);
            return;
        }
        let arrival = self.schedule.arrivals[usize::from(unit)].clone();
        if matches!(off, Off::Eliminated(_)) {
            let message = format!(
                "{} was eliminated and comes back to {}",
                board.unit(unit),
                board.place(to)
            );
            judgement.report(
                board
                    .violation(Topic::Reinforcements, message, &[unit])
                    .hexes([board.place(to)])
                    .or(board.rule(Topic::Units)),
            );
        } else if let Some(arrival) = arrival {
            let turn = self.clock.turn();
            if turn.is_some_and(|turn| turn < arrival.turn) {
                let message = format!(
                    "{} enters on turn {}; it comes on turn {}",
                    board.unit(unit),
                    turn.unwrap_or_default(),
                    arrival.turn
                );
                judgement.report(
                    board
                        .violation(Topic::Reinforcements, message, &[unit])
                        .hexes([board.place(to)])
                        .remedy(format!("It may enter from turn {} on.", arrival.turn)),
                );
            }
            match &arrival.ground {
                Ground::Entry(number) => {
                    if let Some(entry) = board.space.entries.get(usize::from(*number)) {
                        self.judge_march(unit, Start::Entry(entry), to, &mut judgement);
                    }
                }
                Ground::Hexes(places) if !places.contains(&to) => {
                    let message = format!(
                        "{} comes to {}, where the scenario does not place it",
                        board.unit(unit),
                        board.place(to)
                    );
                    let finding = board.violation(Topic::Reinforcements, message, &[unit]);
                    judgement.report(finding.hexes([board.place(to)]));
                }
                Ground::Hexes(_) => {}
                Ground::Unread => judgement.leave_unchecked(
                    board.rule(Topic::Reinforcements),
                    "the scenario says in words where the unit comes",
                ),
            }
        } else if self.scenario.is_some() {
            let message = format!(
                "{} comes to {}, but is no reinforcement of this scenario",
                board.unit(unit),
                board.place(to)
            );
            let finding = board.violation(Topic::Reinforcements, message, &[unit]);
            judgement.report(finding.hexes([board.place(to)]));
        } else {
            judgement.leave_unchecked(
                board.rule(Topic::Reinforcements),
                "the log does not tell the scenario",
            );
        }
        self.state.moved.push(unit);
        self.say(step, subject, judgement);
    }

    fn judge_departure(&mut self, unit: Unit, step: usize, from: Place, off: Off) {
        let board = self.board();
        let side = board.roster[unit].side;
        let subject = format!("{} leaves the map from {}", board.unit(unit), board.place(from));
        let mut judgement = Judgement::default();
        let due = self.schedule.withdrawals[usize::from(unit)];
        let turn = self.clock.turn();
        let in_time = due.is_some_and(|due| turn.is_none_or(|turn| turn == due));
        let here = [board.place(from)];
        if self.allows("withdraw", side) && in_time {
            if matches!(off, Off::Eliminated(_)) {
                let message = format!(
                    "{} withdraws and lies in the box of eliminated units; it does not count as eliminated",
                    board.unit(unit)
                );
                let rule = board.rule(Topic::Withdrawals);
                judgement.report(Finding::note(rule, message));
            }
        } else if self.allows("withdraw", side) && self.scenario.is_none() && !self.exact {
            judgement.leave_unchecked(
                board.rule(Topic::Withdrawals),
                "the log does not tell the scenario",
            );
        } else if self.allows("withdraw", side) {
            let message = match due {
                Some(due) => format!("{} is withdrawn; it goes on turn {due}", board.unit(unit)),
                None => format!("{} is taken off the map, but never withdraws", board.unit(unit)),
            };
            judgement.report(board.violation(Topic::Withdrawals, message, &[unit]).hexes(here));
        } else if self.allows("move", side) {
            let message = format!("{} leaves the map from {}", board.unit(unit), board.place(from));
            let finding = board.violation(Topic::Movement, message, &[unit]).hexes(here);
            judgement.report(finding.or(board.rule(Topic::Sequence)));
        } else {
            let message = format!(
                "{} is taken off the map in {}, and no attack explains it",
                board.unit(unit),
                self.phase_words()
            );
            let finding = board.violation(Topic::Sequence, message, &[unit]).hexes(here);
            judgement.report(finding.or(board.rule(Topic::Results)).or(board.rule(Topic::Units)));
        }
        self.say(step, subject, judgement);
    }

    fn judge_steps(&mut self, unit: Unit, step: usize) {
        let (was, is) = (self.state.start.steps(unit), self.position.steps(unit));
        // A unit that left is judged by its leaving.
        if was == is
            || self.position.place(unit).is_none()
            || self.state.start.place(unit).is_none()
        {
            return;
        }
        let board = self.board();
        let finding = if is > was {
            let message = format!("{} regains steps: {was} to {is}", board.unit(unit));
            board.violation(Topic::Units, message, &[unit])
        } else {
            let message = format!(
                "{} loses steps in {} without an attack: {was} to {is}",
                board.unit(unit),
                self.phase_words()
            );
            let finding = board.violation(Topic::Sequence, message, &[unit]);
            finding.or(board.rule(Topic::Results)).or(board.rule(Topic::Units))
        };
        let finding = finding.hexes(self.position.place(unit).map(|place| board.place(place)));
        self.accuse(step, finding);
    }

    fn judge_states(&mut self, unit: Unit, step: usize) {
        let (was, is) = (self.state.start.states(unit), self.position.states(unit));
        if was == is || self.position.place(unit).is_none() {
            return;
        }
        let board = self.board();
        let side = board.roster[unit].side;
        let supply = board.game.rules.supply.as_ref();
        for (id, state) in board.game.rules.states.entries() {
            let bit = bit_of(id);
            if (was ^ is) & bit == 0 {
                continue;
            }
            let on = is & bit != 0;
            let word = if on { "becomes" } else { "is no longer" };
            let subject = format!("{} {word} {}", board.unit(unit), state.name);
            if supply.is_some_and(|supply| supply.state == Some(id)) {
                let moments = supply.map_or(&[][..], |supply| &supply.moments);
                // What is judged at a moment is compared with the lines when the moment is over.
                if moments.is_empty() || self.in_stage(moments, side) {
                    self.say(step, subject, Judgement::default());
                    continue;
                }
                let message = format!("{subject} in {}", self.phase_words());
                let finding = board.violation(Topic::Supply, message, &[unit]);
                self.accuse(step, finding.or(board.rule(Topic::Sequence)));
                continue;
            }
            let ends: Vec<String> = state.ends.iter().cloned().collect();
            if !on && self.in_stage(&ends, side) {
                self.say(step, subject, Judgement::default());
                continue;
            }
            let mut finding = board.violation(
                Topic::States,
                format!("{subject} in {}", self.phase_words()),
                &[unit],
            );
            if !on {
                finding = finding.or(board.rule(Topic::Sequence));
                if let Some(phase) = &state.ends {
                    finding = finding.remedy(format!("It ends in the {phase} phase of its owner."));
                }
            } else {
                finding = finding.or(board.rule(Topic::Retreat));
            }
            self.accuse(step, finding);
        }
    }

    /// Whether one of the stages judged is one of these, of this side.
    pub(crate) fn in_stage(&self, ids: &[String], side: u8) -> bool {
        if self.clock.now.is_none() {
            return true;
        }
        self.clock.stages(&self.sequence).any(|(_, stage)| {
            ids.iter().any(|id| id == stage.id())
                && stage.side().is_none_or(|own| super::side_number(own) == side)
        })
    }
}
