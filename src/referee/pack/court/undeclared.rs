//! Attacks that nobody declared: each by itself, and those of one phase taken together, for no unit attacks twice, and no
//! hex is attacked twice.

use super::super::Play;
use super::super::combat::{Aftermath, Attack, Guess, Table, explanations};
use super::engagement::Engagement;
use crate::model::{Outcome, Topic};
use crate::referee::ground::Place;
use crate::referee::world::{Position, Unit};
use crate::referee::{Evidence, Judgement};

/// An attack that some choice of attackers explains.
#[derive(Debug, Clone)]
pub(crate) struct Guessed {
    step: usize,
    side: u8,
    roll: u32,
    units: Option<Vec<Unit>>,
    target: Option<Place>,
    before: Position,
    after: Position,
}

/// What came of looking for attackers for all attacks of a phase.
enum Shared {
    Out(Vec<Attack>),
    Nowhere,
    Unknown,
}

/// So many explanations of one attack are looked at, and so many attacks are explained, together with others.
const MOST_EACH: usize = 4096;
const MOST_LOOKS: usize = 300;

/// Why such an attack is not judged as a whole.
const WHO: &str = "the attack was not declared, so who took part is not known for certain";

/// A roll with every attack that explains it, one at least, or what is said instead.
type Explained<'a> = Result<(u32, Vec<(Attack, &'a Outcome)>), Box<Judgement>>;

/// So many explanations of an undeclared attack are looked at.
const MOST_EXPLANATIONS: usize = 64;

impl<'a> Play<'a> {
    /// An attack of which the log tells only the roll.
    pub(crate) fn judge_undeclared(&mut self, engagement: &Engagement, complete: bool) {
        let board = self.board();
        let mut judgement = Judgement::default();
        let subject = "an attack that was not declared";
        let (roll, found) = match self.explained(engagement, complete) {
            Ok(found) => found,
            Err(instead) => return self.say(engagement.step, subject, *instead),
        };
        let (first, outcome) = &found[0];
        self.guess_later(engagement, roll);
        judgement.leave_unchecked(board.rule(Topic::Attacks), WHO);
        let (units, target) = (board.units(first.units.iter().copied()), board.place(first.target));
        let words = format!("of {units} on {target}");
        judgement.working.push(Evidence::new("explained by an attack", words));
        // Only what all explanations share is certain.
        if found.len() < MOST_EXPLANATIONS {
            if found.iter().all(|(attack, _)| attack.target == first.target) {
                self.state.attacked.push(first.target);
            }
            let in_all = |unit: &&Unit| found.iter().all(|(attack, _)| attack.units.contains(unit));
            self.state.attackers.extend(first.units.iter().filter(in_all));
        }
        let (before, after) = (&engagement.before, &self.position);
        let aftermath = Aftermath { board, before, after, attack: first, complete: true };
        let retreated = aftermath.retreated(outcome);
        self.owe_states(&retreated, engagement);
        self.say(engagement.step, subject, judgement);
        self.judge_ended_states(engagement);
    }

    /// What explains an attack that was not declared.
    fn explained(&self, engagement: &Engagement, complete: bool) -> Explained<'a> {
        let board = self.board();
        let open = |reason: &'static str| {
            let mut judgement = Judgement::default();
            judgement.leave_unchecked(board.rule(Topic::Combat), reason);
            Err(Box::new(judgement))
        };
        let (Some(table), Some(roll)) = (self.table(), engagement.roll) else {
            return open("the log tells neither who attacks whom nor the roll");
        };
        if !complete || engagement.touched.is_empty() {
            return open("nobody said who attacks whom, and nothing that followed tells it");
        }
        let (attackers, attacked) = (&self.state.attackers, &self.state.attacked);
        let guess = Guess {
            side: engagement.side,
            roll,
            units: engagement.units.as_deref(),
            target: engagement.target,
            fresh: &|unit| !attackers.contains(&unit),
            untouched: &|place| !attacked.contains(&place),
        };
        let (before, after) = (&engagement.before, &self.position);
        let (found, all_tried) =
            explanations(guess, board, table, before, after, MOST_EXPLANATIONS);
        if !found.is_empty() {
            return Ok((roll, found));
        }
        if self.state.continues {
            return open(
                "the log begins in the middle of the phase, and the attack was perhaps declared before it",
            );
        }
        if !all_tried {
            return open("too many units could have taken part to try every choice of them");
        }
        let units: Vec<Unit> = engagement.touched.iter().map(|(unit, _)| *unit).collect();
        let message = format!(
            "no attack by any units on any hex explains a roll of {roll} and what {} suffered or did",
            board.units(units.iter().copied())
        );
        let others = [Topic::Combat, Topic::Attacks, Topic::Retreat, Topic::Advance];
        let finding = board.violation(Topic::Results, message, &units);
        let finding = others.into_iter().fold(finding, |found, topic| found.or(board.rule(topic)));
        let remedy = "Declare attacks, so that the log tells who attacks whom.";
        let findings = vec![finding.remedy(remedy)];
        Err(Box::new(Judgement { findings, ..Judgement::default() }))
    }

    fn guess_later(&mut self, engagement: &Engagement, roll: u32) {
        self.state.guesses.push(Guessed {
            step: engagement.step,
            side: engagement.side,
            roll,
            units: engagement.units.clone(),
            target: engagement.target,
            before: engagement.before.clone(),
            after: self.position.clone(),
        });
    }

    /// Whether attackers can be shared out among all attacks of the phase, and who that would be.
    pub(crate) fn judge_together(&mut self) {
        let guesses = std::mem::take(&mut self.state.guesses);
        let (Some(last), Some(table)) = (guesses.last(), self.table()) else { return };
        let board = self.board();
        let mut looks = 0;
        let mut chosen = self.state.announced.clone();
        match self.share_out(&guesses, table, &mut chosen, &mut looks) {
            Shared::Out(attacks) => {
                for (guess, attack) in guesses.iter().zip(attacks) {
                    let mut judgement = Judgement::default();
                    judgement.leave_unchecked(board.rule(Topic::Attacks), WHO);
                    let ids = attack.units.iter().map(|unit| board.roster[*unit].id.to_string());
                    judgement.value("attackers", ids.collect::<Vec<_>>());
                    judgement.value("target", board.place(attack.target));
                    let subject = format!(
                        "explained by an attack of {} on {}",
                        board.units(attack.units.iter().copied()),
                        board.place(attack.target)
                    );
                    self.say(guess.step, subject, judgement);
                }
            }
            Shared::Nowhere if !self.state.continues => {
                let message = format!(
                    "each attack of {} can be explained alone, but not all of them together: somebody attacks twice, or a hex is attacked twice",
                    self.phase_words()
                );
                let finding = board.violation(Topic::Attacks, message, &[]);
                let finding = finding.or(board.rule(Topic::Results)).or(board.rule(Topic::Combat));
                let remedy = "Declare attacks, so that the log tells who attacks whom.";
                self.accuse(last.step, finding.remedy(remedy));
            }
            Shared::Nowhere | Shared::Unknown => {}
        }
    }

    fn share_out(
        &self,
        guesses: &[Guessed],
        table: &Table,
        chosen: &mut Vec<Attack>,
        looks: &mut usize,
    ) -> Shared {
        let Some((guess, others)) = guesses.split_first() else {
            return Shared::Out(chosen[self.state.announced.len()..].to_vec());
        };
        *looks += 1;
        if *looks > MOST_LOOKS {
            return Shared::Unknown;
        }
        let (found, all_tried) = {
            let fresh = |unit: Unit| chosen.iter().all(|attack| !attack.units.contains(&unit));
            let untouched = |place: Place| chosen.iter().all(|attack| attack.target != place);
            let look = Guess {
                side: guess.side,
                roll: guess.roll,
                units: guess.units.as_deref(),
                target: guess.target,
                fresh: &fresh,
                untouched: &untouched,
            };
            explanations(look, self.board(), table, &guess.before, &guess.after, MOST_EACH)
        };
        let mut unknown = !all_tried || found.len() >= MOST_EACH;
        for (attack, _) in found {
            chosen.push(attack);
            match self.share_out(others, table, chosen, looks) {
                Shared::Nowhere => {}
                Shared::Unknown => unknown = true,
                out @ Shared::Out(_) => return out,
            }
            chosen.pop();
        }
        if unknown { Shared::Unknown } else { Shared::Nowhere }
    }
}
