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
mod by_deeds;
mod counters;
mod customs;
mod dice;
mod drafts;
mod group;
mod reading;
mod repair;
mod talk;
mod untouched;
mod watch;

pub use account::{Account, Fate};
pub use customs::{Customs, Fit, Matter, Trial};
pub use watch::Watch;

use super::sequence::Sequence;
use super::{Finding, Judgement, Referee, Ruling, Severity};
use crate::deeds::{Act, Asides, Deed};
use counters::{Copies, settle_copies};
use reading::{Reading, Slip};
use talk::Words;
use untouched::Doubt;

/// What the court says of a log.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// All rulings, in the order of the log.
    pub rulings: Vec<Ruling>,
    /// What became of each deed; none for the table at the beginning.
    pub fates: Vec<Option<Fate>>,
    /// The deeds as they were understood: in their order, with play passing on where the court takes it to have.
    pub told: Vec<Deed>,
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

impl Heard {
    /// Whether nobody is accused.
    fn is_clean(&self) -> bool {
        self.guilt.0 + self.guilt.1 == 0
    }
}

/// So many readings of one log are tried at most.
const MOST_READINGS: usize = 600;

/// Logs of more deeds than this are heard anew fewer times: their trials take as long as those of shorter ones.
const LONG_LOG: usize = 600;

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
        return Some(Verdict { rulings, fates, told: deeds.to_vec() });
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
        let (mut best, doubt) = self.best(plain, watch)?;
        if work_out {
            best.rulings = self.hear(&best.reading, true, None)?;
        }
        let mut open = Vec::new();
        if self.is_untouched() {
            open = self.of_open_phase(&best);
            self.tell_doubt(doubt, &mut best);
        }
        let mut rulings = best.rulings;
        self.excuse_told_dice(&mut rulings);
        let mut fates = account::of_reading(&self.deeds, &best.reading, &rulings);
        for (number, why) in open {
            if fates[number] == Some(Fate::Judged) {
                fates[number] = Some(Fate::Unchecked(why.to_owned()));
            }
        }
        let told = best.reading.items.iter().map(|item| Reading::deed(item, &self.deeds));
        let told = told.cloned().collect();
        let mut findings = copies.findings;
        findings.extend(dice::about_dice(self, &best.reading));
        let slips = copies.slips.into_iter().chain(best.reading.slips);
        findings.extend(group::slips(self, slips.collect()));
        rulings.extend(findings.into_iter().map(|(step, finding)| self.ruling(step, finding)));
        rulings.sort_by_key(|ruling| ruling.step);
        group::group(&mut rulings, self.asides);
        Some(Verdict { rulings, fates, told })
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
    fn best(
        &self,
        plain: Reading,
        watch: Option<&mut Watch<'_>>,
    ) -> Option<(Heard, Option<Doubt>)> {
        let back = align::goes_back(&self.sequence, &self.deeds);
        let best = self.try_watched(plain, watch)?;
        let untouched = self.is_untouched();
        if untouched && (!best.is_clean() || self.is_played() && self.sets_up()) {
            return self.best_by_deeds(best);
        }
        if best.is_clean() && !back {
            return Some((best, None));
        }
        let plain = best.reading.clone();
        let best = self.best_by_tracker(best, back)?;
        if best.is_clean() {
            return Some((best, None));
        }
        // Looking for other stages takes time with every deed: long logs are told as their tracker has them.
        if self.deeds.len() > LONG_LOG {
            return Some((best, None));
        }
        let Some(other) = self.realigned(&plain, &best.reading) else { return Some((best, None)) };
        let other = self.repaired(self.try_reading(other)?)?;
        // Other stages may excuse everybody; they accuse nobody of anything else.
        Some((if other.is_clean() { other } else { best }, None))
    }

    /// The same for a log whose tracker tells, late or early, when deeds were done.
    fn best_by_tracker(&self, best: Heard, back: bool) -> Option<Heard> {
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
            if found.as_ref().is_some_and(Heard::is_clean) {
                break;
            }
            let heard = self.repaired(base)?;
            if found.as_ref().is_none_or(|found| heard.guilt < found.guilt) {
                found = Some(heard);
            }
        }
        found
    }

    /// The log with its deeds in the stages in which the referee finds the least wrong with them; what the best
    /// reading so far set aside stays aside.
    fn realigned(&self, plain: &Reading, best: &Reading) -> Option<Reading> {
        let dropped: Vec<(usize, &'static str)> = best
            .aside
            .iter()
            .filter(|(number, _)| !matches!(self.deeds[**number].act, Act::Turn(_)))
            .map(|(number, why)| (*number, *why))
            .collect();
        let mut reading = plain.clone();
        for (number, why) in dropped {
            reading.without(&[number], why);
        }
        let set_up = self.customs.set_up_ends(self.scenario, &self.deeds);
        let aligned = align::align_by_deeds(self, &reading, set_up)?;
        let mut reading = aligned.told(self.asides);
        reading.rerolls.clone_from(&best.rerolls);
        let repaired = best.slips.iter().filter(|slip| !align::is_of_tracker(slip.kind));
        reading.slips.extend(repaired.cloned());
        Some(reading)
    }

    /// Tries corrections for each finding, as long as one makes the guilt less.
    fn repaired(&self, mut best: Heard) -> Option<Heard> {
        let mut tried = 0;
        let long = self.deeds.len().max(LONG_LOG);
        let all = MOST_READINGS * LONG_LOG / long * LONG_LOG / long;
        let mut hopeless: Vec<(usize, String)> = Vec::new();
        'again: while !best.is_clean() {
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
                let most = all + 1 - tried;
                for reading in repair::candidates(self, &best.reading, step, &finding, most) {
                    tried += 1;
                    if tried > all {
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
