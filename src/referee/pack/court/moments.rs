//! What must hold when a phase ends.

use super::super::Play;
use super::super::board::{bit_of, states_that};
use super::super::combat::idle;
use super::side_number;
use crate::model::Topic;
use crate::referee::ground::Place;
use crate::referee::world::Unit;
use crate::referee::{Evidence, Judgement, MarkKind, Route, RouteKind, Sketch, Waypoint};

impl Play<'_> {
    /// Checks what must hold when a stage ends.
    pub(crate) fn judge_stage(&mut self) {
        let sequence = self.sequence.clone();
        let Some((stage, turn)) = self.clock.stage(&sequence).zip(self.clock.turn()) else {
            return;
        };
        let step = self.step;
        if let Some(side) = stage.side().map(side_number) {
            self.judge_supply(stage.id(), side, step);
            if stage.allows("withdraw") {
                self.judge_withdrawals(turn, side, step);
            }
            if stage.allows("attack") {
                self.judge_mandatory(side, step);
            }
            self.judge_endings(stage.id(), side, step);
        }
        self.judge_stacking(stage.id(), step);
        self.judge_owed();
        self.judge_demolitions(true);
    }

    /// The step in which a unit was last moved in this phase, else that of the phase's end.
    fn step_of(&self, unit: Unit, end: usize) -> usize {
        let went = self.state.went.iter().find(|(known, _)| *known == unit);
        went.map_or(end, |(_, step)| *step)
    }

    fn judge_stacking(&mut self, stage: &str, step: usize) {
        let board = self.board();
        let Some(rules) = &board.game.rules.stacking else { return };
        if !rules.moments.is_empty() && !rules.moments.iter().any(|moment| moment == stage) {
            return;
        }
        // An overstack is told once, in the phase in which it came about.
        let mut seen: Vec<(u8, Place)> = Vec::new();
        for (unit, _) in self.state.went.clone() {
            let Some(place) = self.position.place(unit) else { continue };
            let side = board.roster[unit].side;
            if seen.contains(&(side, place)) {
                continue;
            }
            seen.push((side, place));
            let tally = board.tally(&self.position, side, place, None);
            if tally.fits() {
                continue;
            }
            let units: Vec<Unit> =
                self.position.stack(place).filter(|u| board.roster[*u].side == side).collect();
            let scale = board.space.scale;
            let message = format!(
                "{} stand in {}: {} at the end of {}, where {} may",
                board.units(units.iter().copied()),
                board.place(place),
                scale.points(tally.points),
                self.phase_words(),
                scale.points(tally.limit)
            );
            let lines = units.iter().map(|unit| {
                let weight = board.roster[*unit].weight;
                let value = if weight.free {
                    "does not count".to_owned()
                } else {
                    scale.points(weight.points).to_string()
                };
                Evidence::new(board.unit(*unit), value)
            });
            let finding = board
                .violation(Topic::Stacking, message, &units)
                .hexes([board.place(place)])
                .evidence(lines)
                .remedy("Move one of them elsewhere before the phase ends.")
                .sketch(board.pointed(
                    MarkKind::Full,
                    place,
                    format!("{} of {}", scale.points(tally.points), scale.points(tally.limit)),
                ));
            let last = units.iter().map(|unit| self.step_of(*unit, 0)).max().unwrap_or(0);
            self.accuse(if last == 0 { step } else { last }, finding);
        }
    }

    fn judge_supply(&mut self, stage: &str, side: u8, step: usize) {
        let board = self.board();
        let Some(rules) = &board.game.rules.supply else { return };
        let (Some(state), true) = (rules.state, rules.moments.iter().any(|m| m == stage)) else {
            return;
        };
        let bit = bit_of(state);
        let name = &board.game.rules.states[state].name;
        self.scratch.supply.draw(board, &self.at_phase_start, side);
        let count = board.roster.len() as Unit;
        let mut wrong: Vec<(Unit, Place)> = Vec::new();
        let mut judged = 0;
        for unit in (0..count).filter(|unit| board.roster[*unit].side == side) {
            let (Some(place), Some(now)) =
                (self.at_phase_start.place(unit), self.position.place(unit))
            else {
                continue;
            };
            judged += 1;
            let marked = self.position.states(unit) & bit != 0;
            if self.scratch.supply.reaches(place) == marked {
                wrong.push((unit, now));
            }
        }
        let lines: Vec<_> = wrong
            .iter()
            .map(|(_, place)| {
                (
                    self.scratch.supply.line(board, *place),
                    self.scratch.supply.way(&self.at_phase_start, *place),
                )
            })
            .collect();
        if !wrong.is_empty() {
            // Perhaps something was put right before supply was judged.
            self.scratch.supply.draw(board, &self.position, side);
        }
        for ((unit, place), (line, way)) in wrong.into_iter().zip(lines) {
            let marked = self.position.states(unit) & bit != 0;
            if self.scratch.supply.reaches(place) != marked || self.perhaps_marked(bit, place) {
                continue;
            }
            let message = if marked {
                format!(
                    "{} in {} is {name}, but has a line of supply",
                    board.unit(unit),
                    board.place(place)
                )
            } else {
                format!(
                    "{} in {} has no line of supply and is not {name}",
                    board.unit(unit),
                    board.place(place)
                )
            };
            let finding = board
                .violation(Topic::Supply, message, &[unit])
                .hexes([board.place(place)])
                .evidence([line])
                .sketch(self.drawn_supply(unit, side, place, &way));
            self.accuse(step, finding);
        }
        if judged > 0 {
            let subject = format!("supply of {}: {judged} units", board.side(side));
            self.say(step, subject, Judgement::default());
        }
    }

    /// A line of supply, or the enemy zones around a unit that has none.
    fn drawn_supply(&self, unit: Unit, side: u8, place: Place, way: &[Place]) -> Sketch {
        let board = self.board();
        let mut sketch = board.pointed(MarkKind::Offence, place, String::new());
        if way.is_empty() {
            sketch.zones = board.enemy_zones(&self.at_phase_start, side, &[place]);
        } else {
            let steps = way.iter().map(|place| Waypoint::at(board.place(*place))).collect();
            let unit = Some(board.roster[unit].id.to_string());
            let allowance = String::new();
            sketch.routes = vec![Route { kind: RouteKind::Supply, unit, allowance, steps }];
        }
        sketch
    }

    fn judge_withdrawals(&mut self, turn: i32, side: u8, step: usize) {
        let board = self.board();
        for unit in 0..board.roster.len() as Unit {
            let due = self.schedule.withdrawals[usize::from(unit)] == Some(turn);
            let here = self.position.place(unit);
            if let (true, true, Some(place)) = (due, board.roster[unit].side == side, here) {
                let message = format!(
                    "{} withdraws on turn {turn} and is still in {}",
                    board.unit(unit),
                    board.place(place)
                );
                let finding = board
                    .violation(Topic::Withdrawals, message, &[unit])
                    .hexes([board.place(place)])
                    .remedy("Take it off the map before the phase ends.");
                self.accuse(step, finding);
            }
        }
    }

    /// States that end in this phase are gone.
    fn judge_endings(&mut self, stage: &str, side: u8, step: usize) {
        let board = self.board();
        let ending = states_that(board.game, |state| state.ends.as_deref() == Some(stage));
        if ending == 0 {
            return;
        }
        for unit in 0..board.roster.len() as Unit {
            let left = self.position.states(unit) & ending;
            let here = self.position.place(unit);
            let (true, true, Some(place)) = (left != 0, board.roster[unit].side == side, here)
            else {
                continue;
            };
            let message = format!(
                "{} in {} is still {} after {}",
                board.unit(unit),
                board.place(place),
                board.state_names(left),
                self.phase_words()
            );
            let finding =
                board.violation(Topic::States, message, &[unit]).hexes([board.place(place)]);
            self.accuse(step, finding);
        }
    }

    /// Units that retreated and do not show it.
    fn judge_owed(&mut self) {
        let board = self.board();
        for (unit, bit, step) in std::mem::take(&mut self.state.owed) {
            if self.position.place(unit).is_none() || self.claims_marker(unit, bit) {
                continue;
            }
            let name = board.state_names(bit);
            let message = format!("{} retreated and is not marked {name}", board.unit(unit));
            let place = self.position.place(unit).map(|place| board.place(place));
            let finding = board
                .violation(Topic::Retreat, message, &[unit])
                .hexes(place)
                .or(board.rule(Topic::States))
                .remedy(format!("Mark it {name}."));
            self.accuse(step, finding);
            // From now on what the table shows counts.
            let states = self.position.states(unit) & !bit;
            self.position.set_states(board.space, unit, states);
        }
    }

    /// Every enemy in one's zones was attacked, where that is a must.
    fn judge_mandatory(&mut self, side: u8, step: usize) {
        let board = self.board();
        if !board.game.rules.combat.as_ref().is_some_and(|combat| combat.mandatory) {
            return;
        }
        let mut judgement = Judgement::default();
        if self.state.guessed {
            judgement.leave_unchecked(
                board.rule(Topic::Combat),
                "attacks were not declared, so it is not known which enemies were attacked",
            );
            self.say(step, "attacks that must be made", judgement);
            return;
        }
        for place in board.space.lattice.places() {
            if self.state.attacked.contains(&place) {
                continue;
            }
            let idle = idle(
                board,
                &self.at_phase_start,
                &self.position,
                side,
                place,
                &self.state.attackers,
            );
            if idle.is_empty() {
                continue;
            }
            let enemies: Vec<Unit> =
                self.position.stack(place).filter(|u| board.roster[*u].side != side).collect();
            let message = format!(
                "{} in {} is in a zone of control of {} and was not attacked",
                board.units(enemies.iter().copied()),
                board.place(place),
                board.side(side)
            );
            let finding = board.violation(Topic::Combat, message, &enemies);
            let finding = finding
                .hexes([board.place(place)])
                .or(board.rule(Topic::Attacks))
                .because("could have attacked it", board.units(idle.iter().copied()))
                .sketch(board.pointed(MarkKind::Target, place, String::new()));
            self.accuse(step, finding);
        }
    }
}
