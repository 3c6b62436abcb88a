//! Attacks: a declaration, if there is one, a roll, and what is done about it until the next.

use super::super::Play;
use super::super::combat::{Aftermath, Attack, Blame, Odds, Table, shift};
use crate::model::{Outcome, Topic};
use crate::referee::ground::Place;
use crate::referee::tell::Tell;
use crate::referee::world::{Position, Unit};
use crate::referee::{Evidence, Finding, Judgement, RouteKind, Sketch};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// An attack being resolved.
#[derive(Debug, Clone)]
pub(crate) struct Engagement {
    pub(crate) step: usize,
    pub(crate) side: u8,
    pub(crate) units: Option<Vec<Unit>>,
    pub(crate) target: Option<Place>,
    claims: BTreeMap<String, String>,
    pub(crate) roll: Option<u32>,
    /// The table when it began.
    pub(crate) before: Position,
    /// Units changed since, with the step.
    pub(crate) touched: Vec<(Unit, usize)>,
}

impl Play<'_> {
    pub(crate) fn declared(
        &mut self,
        step: usize,
        units: Option<Vec<Unit>>,
        target: Option<Place>,
        claims: BTreeMap<String, String>,
    ) {
        self.close_engagement(true);
        self.judge_loose();
        self.state.continues = false;
        let first = units.as_ref().and_then(|units| units.first());
        let of_units = first.map(|unit| self.board().roster[*unit].side);
        // Who attacks in the enemy’s phase does not attack for him.
        let side = self.attacking().filter(|side| of_units.is_none_or(|own| own == *side));
        if self.clock.now.is_some() && side.is_none() {
            let words = match &units {
                Some(units) => self.board().units(units.iter().copied()),
                None => "somebody".to_owned(),
            };
            let message = format!("{words} attacks in {}", self.phase_words());
            let finding =
                self.board().violation(Topic::Sequence, message, units.as_deref().unwrap_or(&[]));
            self.accuse(step, finding);
        }
        let side = side.or(of_units).or(self.clock.acting(&self.sequence)).unwrap_or(0);
        self.open(Engagement {
            step,
            side,
            units,
            target,
            claims,
            roll: None,
            before: self.position.clone(),
            touched: Vec::new(),
        });
    }

    fn open(&mut self, engagement: Engagement) {
        self.state.engagement = Some(engagement);
    }

    pub(crate) fn rolled(&mut self, step: usize, sum: u32) {
        if let Some(engagement) = &mut self.state.engagement
            && engagement.roll.is_none()
        {
            engagement.roll = Some(sum);
            return;
        }
        // A roll outside of combat serves a demolition, or something that the pack does not know.
        let Some(side) = self.attacking() else {
            self.rolled_for_demolition(sum);
            return;
        };
        self.close_engagement(true);
        self.judge_loose();
        self.state.guessed = true;
        self.open(Engagement {
            step,
            side,
            units: None,
            target: None,
            claims: BTreeMap::new(),
            roll: Some(sum),
            before: self.position.clone(),
            touched: Vec::new(),
        });
    }

    /// Judges the attack that is over.
    pub(crate) fn close_engagement(&mut self, complete: bool) {
        let Some(open) = &self.state.engagement else { return };
        let last = open.touched.last().map_or(open.step, |(_, step)| *step);
        self.settle_markers(last);
        let Some(engagement) = self.state.engagement.take() else { return };
        match (&engagement.units, engagement.target) {
            (Some(units), Some(target)) => {
                let attack = Attack { units: units.clone(), target, side: engagement.side };
                self.judge_attack(&engagement, &attack, complete);
            }
            _ => self.judge_undeclared(&engagement, complete),
        }
        self.state.start.copy_from(&self.position);
        self.state.touched.clear();
    }

    fn judge_attack(&mut self, engagement: &Engagement, attack: &Attack, complete: bool) {
        let board = self.board();
        let before = &engagement.before;
        let subject = format!(
            "{} {} {}",
            board.units(attack.units.iter().copied()),
            if attack.units.len() == 1 { "attacks" } else { "attack" },
            board.place(attack.target)
        );
        let mut judgement =
            Judgement { findings: attack.objections(board, before), ..Judgement::default() };
        self.judge_once(attack, &mut judgement);
        self.state.attackers.extend(attack.units.iter().copied());
        self.state.attacked.push(attack.target);
        self.state.announced.push(attack.clone());
        let Some(table) = self.table() else {
            judgement.leave_unchecked(
                board.rule(Topic::Combat),
                "the combat results chart has no odds columns that the referee reads",
            );
            self.say(engagement.step, subject, judgement);
            return;
        };
        let odds = attack.odds(board, before, table, &mut Tell::silent());
        if self.works_out || !engagement.claims.is_empty() {
            self.tell_odds(attack, before, table, &odds, &mut judgement);
        }
        self.judge_claims(engagement, attack, table, &odds, &mut judgement);
        let outcome = engagement.roll.and_then(|roll| table.outcome(odds.column, roll));
        let mut blamed = None;
        if let (Some(roll), Some(outcome)) = (engagement.roll, outcome) {
            if self.works_out {
                judgement.value("result", outcome.code.clone());
                judgement.working.push(Evidence::new(
                    format!("roll {roll} in column {}", table.heading(odds.column)),
                    format!("{}: {}", outcome.code, outcome.words()),
                ));
            }
            let after = &self.position;
            let aftermath = Aftermath { board, before, after, attack, complete };
            match aftermath.against(outcome) {
                None => self.owe_states(&aftermath.retreated(outcome), engagement),
                Some(blame) if !complete && self.may_go_on(engagement, attack, &blame.units) => {
                    judgement.leave_unchecked(
                        board.rule(Topic::Results),
                        "the log ends before the result is carried out",
                    );
                }
                Some(_) if self.perhaps_changed(attack, before) => judgement.leave_unchecked(
                    board.rule(Topic::Combat),
                    "a separate marker lies on several units, and nobody knows whom it marks",
                ),
                Some(blame) => {
                    blamed =
                        Some(self.culprit(engagement, attack, table, &odds, roll, outcome, blame));
                }
            }
        } else if engagement.roll.is_some() {
            judgement.leave_unchecked(board.rule(Topic::Results), "the roll is not on the chart");
        } else if complete {
            match self.changed_without_dice(attack, before) {
                Some(units) => {
                    let message = format!(
                        "{} changed as after an attack on {}, and no die was rolled for it",
                        board.units(units.iter().copied()),
                        board.place(attack.target)
                    );
                    let finding = board.violation(Topic::Results, message, &units);
                    let mut finding = finding.or(board.rule(Topic::Attacks));
                    finding.reading = Some(crate::referee::court::WITHOUT_DICE.to_owned());
                    judgement.report(finding.hexes([board.place(attack.target)]));
                }
                None => judgement.leave_unchecked(
                    board.rule(Topic::Results),
                    "the log shows no roll for this attack",
                ),
            }
        }
        let clean = judgement.is_legal() && blamed.is_none();
        self.say(engagement.step, subject, judgement);
        if let Some((step, finding)) = blamed {
            self.accuse(step, finding);
        }
        if clean && outcome.is_some() {
            self.judge_new_states(engagement, attack, outcome);
        }
    }

    /// Who of the fighters lost steps, or who of the defenders went away, though no die told them to.
    fn changed_without_dice(&self, attack: &Attack, before: &Position) -> Option<Vec<Unit>> {
        let now = &self.position;
        let defenders = attack.defenders(self.board(), before);
        let hurt = |unit: &Unit| {
            now.steps(*unit) < before.steps(*unit)
                || now.place(*unit).is_none()
                || now.place(*unit) != before.place(*unit)
        };
        let fighters = defenders.iter().chain(&attack.units);
        let changed: Vec<Unit> = fighters.copied().filter(|unit| hurt(unit)).collect();
        (!changed.is_empty()).then_some(changed)
    }

    /// No unit attacks twice and no hex is attacked twice in a phase; an attack that does both is one breach.
    fn judge_once(&self, attack: &Attack, judgement: &mut Judgement) {
        let board = self.board();
        let again = attack.units.iter().copied().filter(|unit| self.state.attackers.contains(unit));
        let again: Vec<Unit> = again.collect();
        let same_place = self.state.attacked.contains(&attack.target);
        if again.is_empty() && !same_place {
            return;
        }
        let place = board.place(attack.target);
        let verb = if again.len() == 1 { "attacks" } else { "attack" };
        let units = board.units(again.iter().copied());
        let message = match (again.is_empty(), same_place) {
            (true, _) => format!("{place} is attacked a second time in this phase"),
            (false, false) => format!("{units} {verb} a second time in this phase"),
            (false, true) => {
                format!("{units} {verb} a second time in this phase, and again against {place}")
            }
        };
        let who = if again.is_empty() { &attack.units } else { &again };
        let mut finding = board.violation(Topic::Attacks, message, who);
        if same_place {
            finding = finding.hexes([place]);
        }
        judgement.report(finding);
    }

    fn tell_odds(
        &self,
        attack: &Attack,
        before: &Position,
        table: &Table,
        odds: &Odds,
        judgement: &mut Judgement,
    ) {
        judgement.working = attack.lines(self.board(), before, table);
        judgement.sketch = Some(Box::new(self.board().assault(before, attack)));
        judgement.value("attack", odds.attack);
        judgement.value("defence", odds.defence);
        judgement.value("odds", table.heading(odds.basic));
        judgement.value("column", table.heading(odds.column));
        let rules = self.board().game.rules.combat.as_ref().map_or(&[][..], |c| &c.shifts);
        let shifts: Map<String, Value> = (0..)
            .zip(rules)
            .filter(|(number, _)| odds.shifts.has(shift(*number)))
            .map(|(_, rule)| (rule.id.clone(), Value::from(rule.columns)))
            .collect();
        judgement.value("shifts", shifts);
    }

    /// Odds, column and result as the declaration has them.
    fn judge_claims(
        &self,
        engagement: &Engagement,
        attack: &Attack,
        table: &Table,
        odds: &Odds,
        judgement: &mut Judgement,
    ) {
        let board = self.board();
        let units = engagement.units.as_deref().unwrap_or(&[]);
        let lines = judgement.working.clone();
        let mut differs = |topic: Topic, what: &str, said: &str, right: &str| {
            let message = format!("the {what} is declared as {said}; it is {right}");
            judgement.report(board.violation(topic, message, units).evidence(lines.clone()));
        };
        if let Some(said) = engagement.claims.get("odds")
            && table.column(said).is_some_and(|column| column != odds.basic)
        {
            differs(Topic::Combat, "odds column", said, table.heading(odds.basic));
        }
        if let Some(said) = engagement.claims.get("column")
            && let Some(column) = table.column(said)
            && column != odds.column
        {
            let forgotten = attack.forgotten(board, &engagement.before, table, odds, column);
            let by_shift = forgotten.as_ref().is_some_and(|forgotten| forgotten.shift);
            let topic =
                if column == odds.basic || by_shift { Topic::Shifts } else { Topic::Combat };
            let right = table.heading(odds.column);
            match forgotten {
                Some(forgotten) => {
                    differs(topic, "column", said, &format!("{right}, with {}", forgotten.words));
                }
                None => differs(topic, "column", said, right),
            }
        }
        if let (Some(said), Some(roll)) = (engagement.claims.get("result"), engagement.roll)
            && let Some(right) = table.outcome(odds.column, roll)
            && table.code(said).is_some_and(|code| code.code != right.code)
        {
            differs(Topic::Results, "result", said, &right.code);
        }
    }

    /// What to blame for what was done: the wrong column, if one explains it, else what does not fit.
    #[expect(clippy::too_many_arguments, reason = "all that is known of an attack")]
    fn culprit(
        &self,
        engagement: &Engagement,
        attack: &Attack,
        table: &Table,
        odds: &Odds,
        roll: u32,
        outcome: &Outcome,
        blame: Blame,
    ) -> (usize, Finding) {
        let board = self.board();
        let aftermath = Aftermath {
            board,
            before: &engagement.before,
            after: &self.position,
            attack,
            complete: true,
        };
        let lines = attack.lines(board, &engagement.before, table);
        let explains = |column: usize| {
            table
                .outcome(column, roll)
                .filter(|other| other.code != outcome.code)
                .filter(|other| aftermath.against(other).is_none())
        };
        let right = format!("{}: {}", outcome.code, outcome.words());
        let mut columns: Vec<usize> = (0..table.ladder.len()).collect();
        let forgotten = |column| attack.forgotten(board, &engagement.before, table, odds, column);
        columns.sort_by_cached_key(|column| {
            let near = *column == odds.basic || forgotten(*column).is_some();
            (!near, *column != odds.basic, column.abs_diff(odds.column))
        });
        let wrong = columns.into_iter().find_map(|column| Some((column, explains(column)?)));
        if let Some((column, applied)) = wrong {
            let forgotten = forgotten(column);
            let by_shift = forgotten.as_ref().is_some_and(|forgotten| forgotten.shift);
            let topic =
                if column == odds.basic || by_shift { Topic::Shifts } else { Topic::Combat };
            let as_if = forgotten.map(|forgotten| format!(", without {}", forgotten.words));
            let message = format!(
                "{} was applied, as for column {}{}; a roll of {roll} in column {} is {right}",
                applied.code,
                table.heading(column),
                as_if.unwrap_or_default(),
                table.heading(odds.column)
            );
            let mut finding = board
                .violation(topic, message, &attack.units)
                .hexes([board.place(attack.target)])
                .evidence(lines)
                .because(format!("roll {roll}"), &right)
                .sketch(board.assault(&engagement.before, attack));
            for other in [Topic::Combat, Topic::Shifts, Topic::Results] {
                if other != topic {
                    finding = finding.or(board.rule(other));
                }
            }
            return (engagement.step, finding);
        }
        let blamed = |unit: &Unit| blame.units.contains(unit);
        let went =
            self.state.went.iter().filter(|(unit, step)| blamed(unit) && *step >= engagement.step);
        let touched = engagement.touched.iter().filter(|(unit, _)| blamed(unit));
        let step = went.chain(touched).map(|(_, step)| *step).next().unwrap_or(engagement.step);
        let places = blame.units.iter().filter_map(|unit| self.position.place(*unit));
        let hexes: Vec<String> = places.map(|place| board.place(place)).collect();
        let mut finding = board
            .violation(blame.topic, blame.message.clone(), &blame.units)
            .hexes(hexes)
            .evidence(lines)
            .because(format!("roll {roll}"), &right)
            .remedy(format!("{right}."))
            .sketch(self.drawn_aftermath(engagement, attack, &blame));
        if blame.topic == Topic::Results
            && outcome.defender.retreats + outcome.attacker.retreats > 0
        {
            finding = finding.or(board.rule(Topic::Retreat));
        }
        if blame.topic == Topic::Stacking {
            finding = finding.or(board.rule(Topic::Advance));
        }
        (step, finding)
    }

    /// Whether a marker may change the strength of somebody in a fight.
    fn perhaps_changed(&self, attack: &Attack, before: &Position) -> bool {
        let attackers = attack.units.iter().filter_map(|unit| before.place(*unit));
        attackers.chain([attack.target]).any(|place| self.perhaps_marked(u32::MAX, place))
    }

    /// Who attacked whom, and where those went who are to blame.
    fn drawn_aftermath(&self, engagement: &Engagement, attack: &Attack, blame: &Blame) -> Sketch {
        let board = self.board();
        let mut sketch = board.assault(&engagement.before, attack);
        let kind = match blame.topic {
            Topic::Advance | Topic::Stacking => RouteKind::Advance,
            _ => RouteKind::Retreat,
        };
        for &unit in &blame.units {
            let (from, to) = (engagement.before.place(unit), self.position.place(unit));
            if let (Some(from), Some(to)) = (from, to)
                && from != to
            {
                sketch.routes.push(board.leap(kind, unit, from, to));
                let side = board.roster[unit].side;
                sketch.zones = board.enemy_zones(&engagement.before, side, &[from, to]);
            }
        }
        sketch
    }
}
