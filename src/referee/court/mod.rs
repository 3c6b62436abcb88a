//! The court: hears people as they really play, whatever the game.
//!
//! A log is heard as its tracker tells it. Only when somebody would be accused, or the tracker goes back, are
//! other readings tried: when each deed was done (`align`), which declarations and dice count (`drafts`), what
//! was put right, came late or was agreed (`repair`). The reading with the least guilt is told, with what it
//! takes for granted as notes. Nothing vanishes: every deed is judged, unchecked or set aside.
//!
//! The court knows no game: a [`Customs`] tells it where deeds belong.

mod account;
mod align;
mod counters;
mod customs;
mod dice;
mod drafts;
mod group;
mod reading;
mod repair;
mod talk;
mod watch;

pub use account::{Account, Fate};
pub use customs::{Customs, Fit, Matter};
pub use watch::Watch;

use super::sequence::Sequence;
use super::{Finding, Judgement, Referee, Ruling, Severity};
use crate::deeds::{Act, Asides, Deed};
use counters::{Copies, settle_copies};
use reading::{Reading, Slip};
use talk::Words;

/// What the court says of a log.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// All rulings, in the order of the log.
    pub rulings: Vec<Ruling>,
    /// What became of each deed; none for the table at the beginning.
    pub fates: Vec<Option<Fate>>,
}

/// How much guilt a reading leaves: violations, then suspects, then slips.
type Guilt = (usize, usize, usize);

/// A log before the court.
pub(super) struct Session<'a> {
    referee: &'a dyn Referee,
    customs: &'a dyn Customs,
    scenario: Option<&'a str>,
    sequence: Sequence,
    deeds: Vec<Deed>,
    asides: &'a Asides,
}

/// A reading, heard.
struct Heard {
    reading: Reading,
    rulings: Vec<Ruling>,
    guilt: Guilt,
}

/// So many readings of one log are tried at most.
const MOST_READINGS: usize = 600;

/// Hears a log; none when logs of this game cannot be audited. `work_out` asks for legal deeds too, `watch` looks on
/// while the log is heard as the tracker tells it.
pub fn hear(
    referee: &dyn Referee,
    scenario: Option<&str>,
    deeds: &[Deed],
    asides: &Asides,
    work_out: bool,
    mut watch: Option<&mut Watch<'_>>,
) -> Option<Verdict> {
    let Some(customs) = referee.customs() else {
        let rulings = hear_plainly(referee, scenario, deeds.iter(), work_out, watch.take())?;
        let fates = account::of_steps(deeds, &rulings);
        return Some(Verdict { rulings, fates });
    };
    let told = deeds.first().and_then(|deed| match &deed.act {
        Act::SetUp { scenario, .. } => scenario.as_deref(),
        _ => None,
    });
    let scenario = scenario.or(told);
    let mut session = Session {
        referee,
        customs,
        scenario,
        sequence: customs.sequence(scenario),
        deeds: deeds.to_vec(),
        asides,
    };
    let copies = settle_copies(customs, &mut session.deeds);
    session.judge(copies, work_out, watch)
}

fn hear_plainly<'d>(
    referee: &dyn Referee,
    scenario: Option<&str>,
    deeds: impl Iterator<Item = &'d Deed>,
    work_out: bool,
    mut watch: Option<&mut Watch<'_>>,
) -> Option<Vec<Ruling>> {
    let mut hearing = referee.hearing(scenario)?;
    if work_out {
        hearing.work_out();
    }
    let mut rulings = Vec::new();
    for deed in deeds {
        if let Some(watch) = &mut watch {
            watch(Some(deed), hearing.as_ref());
        }
        hearing.hear(deed, &mut rulings);
    }
    if let Some(watch) = watch {
        watch(None, hearing.as_ref());
    }
    hearing.close(&mut rulings);
    Some(rulings)
}

impl<'a> Session<'a> {
    fn words(&self) -> Words<'a> {
        Words(&self.asides.talk)
    }

    fn judge(
        &self,
        copies: Copies,
        work_out: bool,
        watch: Option<&mut Watch<'_>>,
    ) -> Option<Verdict> {
        let mut plain = Reading::plain(&self.deeds);
        plain.without(&copies.aside, "a counter that the game does not have");
        drafts::settle_drafts(self.customs, &self.deeds, &mut plain);
        let best = self.best(plain, watch)?;
        let mut rulings =
            if work_out { self.hear(&best.reading, true, None)? } else { best.rulings };
        self.excuse_told_dice(&mut rulings);
        self.leave_untimed(&best.reading, &mut rulings);
        let fates = account::of_reading(&self.deeds, &best.reading, &rulings);
        let mut findings = copies.findings;
        findings.extend(dice::about_dice(self, &best.reading));
        let slips = copies.slips.into_iter().chain(best.reading.slips);
        findings.extend(group::slips(self, slips.collect()));
        rulings.extend(findings.into_iter().map(|(step, finding)| self.ruling(step, finding)));
        rulings.sort_by_key(|ruling| ruling.step);
        group::group(&mut rulings, self.asides);
        Some(Verdict { rulings, fates })
    }

    fn ruling(&self, step: usize, finding: Finding) -> Ruling {
        let before = self.deeds.iter().take_while(|deed| deed.step <= step);
        let moment = before.filter_map(|deed| match &deed.act {
            Act::Turn(moment) | Act::SetUp { moment: Some(moment), .. } => Some(moment.clone()),
            _ => None,
        });
        let moment = moment.last();
        let subject = finding.message.clone();
        let mut judgement = Judgement::default();
        judgement.report(finding);
        Ruling { step, moment, subject, judgement }
    }

    fn hear(
        &self,
        reading: &Reading,
        work_out: bool,
        watch: Option<&mut Watch<'_>>,
    ) -> Option<Vec<Ruling>> {
        let deeds = reading.items.iter().map(|item| Reading::deed(item, &self.deeds));
        hear_plainly(self.referee, self.scenario, deeds, work_out, watch)
    }

    fn try_reading(&self, reading: Reading) -> Option<Heard> {
        self.try_watched(reading, None)
    }

    fn try_watched(&self, reading: Reading, watch: Option<&mut Watch<'_>>) -> Option<Heard> {
        let rulings = self.hear(&reading, false, watch)?;
        let count = |severity| {
            let findings = rulings.iter().flat_map(|ruling| &ruling.judgement.findings);
            findings.filter(|finding| finding.severity == severity).count()
        };
        let suspicious = |slip: &&Slip| slip.kind == align::SKIPPED || slip.kind == align::AMID;
        let skipped = reading.slips.iter().filter(suspicious).count();
        let slips = reading.slips.len() + reading.rerolls.len();
        let guilt = (count(Severity::Violation), count(Severity::Suspect) + skipped, slips);
        Some(Heard { reading, rulings, guilt })
    }

    /// The reading with the least guilt. A tidy log is heard once.
    fn best(&self, plain: Reading, watch: Option<&mut Watch<'_>>) -> Option<Heard> {
        let back = align::goes_back(&self.sequence, &self.deeds);
        let best = self.try_watched(plain, watch)?;
        if best.guilt.0 + best.guilt.1 == 0 && !back {
            return Some(best);
        }
        let mut first_counts = best.reading.clone();
        let repeated = drafts::repeated_rolls(self.customs, &self.deeds, &first_counts);
        first_counts.without(&repeated, repair::SURPLUS);
        let mut readings = Vec::new();
        let set_up = self.customs.set_up_ends(self.scenario, &self.deeds);
        for reading in [&best.reading, &first_counts] {
            for set_up in [None, set_up].iter().take(1 + usize::from(set_up.is_some())) {
                let (customs, sequence) = (self.customs, &self.sequence);
                if let Some(aligned) =
                    align::align(customs, sequence, &self.deeds, reading, *set_up)
                    && (aligned.differs || back || set_up.is_some())
                {
                    let mut reading = aligned.told(self.asides);
                    let (customs, deeds) = (self.customs, &self.deeds);
                    drafts::settle_drafts(customs, deeds, &mut reading);
                    readings.push(reading);
                }
            }
        }
        if !repeated.is_empty() {
            readings.push(first_counts);
        }
        // A tracker that was taken back is never followed to the letter.
        let mut bases = Vec::new();
        if !back || readings.is_empty() {
            bases.push(best);
        }
        for reading in readings {
            bases.push(self.try_reading(reading)?);
        }
        bases.sort_by_key(|heard| heard.guilt);
        // A late retreat may look like the next phase: another reading may be easier to put right.
        let mut found: Option<Heard> = None;
        for base in bases {
            if found.as_ref().is_some_and(|found| found.guilt.0 + found.guilt.1 == 0) {
                break;
            }
            let heard = self.repaired(base)?;
            if found.as_ref().is_none_or(|found| heard.guilt < found.guilt) {
                found = Some(heard);
            }
        }
        found
    }

    /// Tries corrections for each finding, as long as one makes the guilt less.
    fn repaired(&self, mut best: Heard) -> Option<Heard> {
        let mut tried = 0;
        let mut hopeless: Vec<(usize, String)> = Vec::new();
        'again: while best.guilt.0 + best.guilt.1 > 0 {
            let accused: Vec<(usize, Finding)> = best
                .rulings
                .iter()
                .flat_map(|ruling| {
                    ruling.judgement.findings.iter().map(|f| (ruling.step, f.clone()))
                })
                .filter(|(_, finding)| finding.accuses())
                .collect();
            for (step, finding) in accused {
                let key = (step, finding.message.clone());
                if hopeless.contains(&key) {
                    continue;
                }
                for reading in repair::candidates(self, &best.reading, step, &finding) {
                    tried += 1;
                    if tried > MOST_READINGS {
                        return Some(best);
                    }
                    let heard = self.try_reading(reading)?;
                    if (heard.guilt.0, heard.guilt.1) < (best.guilt.0, best.guilt.1) {
                        best = heard;
                        continue 'again;
                    }
                }
                hopeless.push(key);
            }
            break;
        }
        Some(best)
    }

    /// In a log whose tracker was never touched nobody tells when something was done: what depends on it is
    /// unchecked. Where the best reading still leaves many accusations, it is the reading that is wrong. A log of
    /// one phase has no clicks either, and is heard as what it is.
    fn leave_untimed(&self, reading: &Reading, rulings: &mut [Ruling]) {
        /// More accusations than players who keep no tracker are likely to earn in one log.
        const BELIEVED: usize = 3;
        let clicked = self.deeds.iter().any(|deed| matches!(deed.act, Act::Turn(_)));
        let of_time = |finding: &Finding| self.customs.is_of_time(finding.rule);
        let findings = || rulings.iter().flat_map(|ruling| &ruling.judgement.findings);
        let accused = findings().filter(|finding| finding.accuses()).count();
        let timeless = findings().filter(|finding| finding.accuses() && !of_time(finding)).count();
        let late = reading.slips.iter().any(|slip| slip.kind == align::LATE);
        if clicked || !late && accused <= BELIEVED {
            return;
        }
        for ruling in rulings {
            let judgement = &mut ruling.judgement;
            let doubted =
                |finding: &Finding| finding.accuses() && (of_time(finding) || timeless > BELIEVED);
            let (doubted, told): (Vec<Finding>, Vec<Finding>) =
                std::mem::take(&mut judgement.findings).into_iter().partition(doubted);
            judgement.findings = told;
            for finding in doubted {
                let reason = if of_time(&finding) {
                    "the tracker was never touched, and nobody tells when this was done"
                } else {
                    "the tracker was never touched, and no order of phases explains the log"
                };
                judgement.leave_unchecked(finding.rule, reason);
            }
        }
    }

    /// Losses without dice are a slip when a player told the number that he rolled elsewhere.
    fn excuse_told_dice(&self, rulings: &mut [Ruling]) {
        let (rule, _) = self.customs.rule(Matter::Dice);
        for ruling in rulings {
            let told = self.words().told_die(ruling.step.saturating_sub(1), ruling.step + 4);
            let Some(talk) = told else { continue };
            for finding in &mut ruling.judgement.findings {
                if finding.reading.as_deref() == Some(WITHOUT_DICE) {
                    finding.severity = Severity::Note;
                    finding.reading = None;
                    finding.message = format!(
                        "the roll was told in chat, not thrown here (“{}”)",
                        talk.text.trim()
                    );
                    finding.rule = rule;
                }
            }
        }
    }
}

/// The reading under which a result without dice stands: a referee marks such a finding with it, so that the
/// court can see whether the dice were told in words.
pub const WITHOUT_DICE: &str = "the log shows every roll";

/// Slips of the session, for other files.
impl Session<'_> {
    fn has_word(&self, from: usize, to: usize) -> Option<String> {
        self.words().excuse(from, to).map(|talk| talk.text.trim().to_owned())
    }

    /// Whether somebody said of each of these steps that the click was late.
    fn is_excused_click(&self, slip: &Slip) -> bool {
        let said = |step: &usize| self.words().excuse(step.saturating_sub(2), step + 6).is_some();
        slip.steps.iter().all(said)
    }

    fn is_excused_skip(&self, slip: &Slip) -> bool {
        let at = slip.steps.first().copied().unwrap_or(0);
        self.words().pass(at.saturating_sub(8), at + 2).is_some()
    }
}
