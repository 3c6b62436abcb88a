//! Attacks of one phase that nobody declared, taken together: no unit attacks twice, and no hex is attacked twice.

use super::super::Play;
use super::super::combat::{Attack, Guess, Table, explanations};
use super::engagement::Engagement;
use crate::model::Topic;
use crate::referee::Judgement;
use crate::referee::ground::Place;
use crate::referee::world::{Position, Unit};

/// An attack that some choice of attackers explains.
#[derive(Debug, Clone)]
pub(super) struct Guessed {
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
pub(super) const WHO: &str =
    "the attack was not declared, so who took part is not known for certain";

impl Play<'_> {
    pub(super) fn guess_later(&mut self, engagement: &Engagement, roll: u32) {
        self.state.guesses.push(Guessed {
            step: engagement.step,
            side: engagement.side(),
            roll,
            units: engagement.units.clone(),
            target: engagement.target,
            before: engagement.before.clone(),
            after: self.position.clone(),
        });
    }

    /// Whether attackers can be shared out among all attacks of the phase, and who that would be.
    pub(super) fn judge_together(&mut self) {
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
