//! Logs whose tracker nobody touches: what the deeds alone tell of the phases, and how sure that is.

use super::super::{Finding, Ruling, Severity};
use super::by_deeds::{Found, Wanted, Way, is_same, search};
use super::customs::{Fit, Matter};
use super::drafts::repeated_rolls;
use super::reading::{Item, Reading, Slip, unit_of};
use super::repair::SURPLUS;
use super::{Heard, Session};
use crate::deeds::{Act, Moment};
use crate::model::{Id, Side};

/// Why an accusation may not stand.
pub(super) enum Doubt {
    /// There are too many orders of phases to try them all.
    TooMany,
    /// No order in which every side plays its turns is legal; with passes there are too many orders to try them all.
    TooManyPasses,
    /// Nothing is broken if these sides passed a whole turn, each before a step.
    Passed(Vec<(usize, Id<Side>)>),
}

/// Up to so many accusations are more likely to be right than that a side passed its whole turn without a word.
const MOST_BELIEVED: usize = 3;
/// A log with more accusations is no game of which one deed has to be explained.
const MOST_EXPLAINED: usize = 12;
/// So many other rules are looked for that would explain a deed as well.
const MOST_ALTERNATIVES: usize = 3;
/// So many ends of phases are shifted, to see whether they may have been elsewhere.
const MOST_SHIFTED: usize = 40;

/// Why a deed is not judged whose phase nobody tells.
const OPEN: &str =
    "the tracker was never touched, and this may have been done in either of two phases";

impl Session<'_> {
    /// Whether nobody touches the tracker.
    pub(super) fn is_untouched(&self) -> bool {
        !self.deeds.iter().any(|deed| matches!(deed.act, Act::Turn(_)))
    }

    /// Whether the log sets units up.
    pub(super) fn sets_up(&self) -> bool {
        self.customs.set_up_ends(self.scenario, &self.deeds).is_some()
    }

    /// Whether dice are thrown.
    pub(super) fn is_played(&self) -> bool {
        self.deeds.iter().any(|deed| matches!(deed.act, Act::Roll { .. }))
    }

    fn search(&self, reading: &Reading, wanted: Wanted<'_>) -> Found {
        let set_up = self.customs.set_up_ends(self.scenario, &self.deeds);
        search(self, reading, set_up, wanted)
    }

    /// The reading with the least guilt, the phases told by the deeds, and why it may not stand.
    pub(super) fn best_by_deeds(&self, plain: Heard) -> Option<(Heard, Option<Doubt>)> {
        /// Only the best readings are worth correcting.
        const MOST: usize = 2;
        let unread = plain.reading.clone();
        let mut readings = vec![plain.reading.clone()];
        let repeated = repeated_rolls(self.customs, &self.deeds, &plain.reading);
        if !repeated.is_empty() {
            let mut first_counts = plain.reading.clone();
            first_counts.without(&repeated, SURPLUS);
            readings.push(first_counts);
        }
        // A log in which units are set up and nothing is played may stop before all of them are.
        let set_up_only = !self.is_played() || !self.sets_up();
        let mut bases = if set_up_only { vec![plain] } else { Vec::new() };
        let mut doubt = None;
        for reading in readings {
            match self.search(&reading, Wanted::default()) {
                Found::Way(way) => bases.push(self.try_reading(way.reading)?),
                Found::TooMany => doubt = Some(Doubt::TooMany),
                Found::Impossible => {}
            }
        }
        bases.sort_by_key(|heard| heard.guilt);
        let mut best: Option<Heard> = None;
        for base in bases.into_iter().take(MOST) {
            if best.as_ref().is_some_and(|best| best.is_clean()) {
                break;
            }
            let heard = self.repaired(base)?;
            if best.as_ref().is_none_or(|best| heard.guilt < best.guilt) {
                best = Some(heard);
            }
        }
        let Some(best) = best else {
            return Some((self.try_reading(unread)?, Some(Doubt::TooMany)));
        };
        if best.is_clean() {
            return Some((best, None));
        }
        match self.search(&best.reading, Wanted { passes: true, ..Wanted::default() }) {
            // No order without a pass is legal; whether one with a pass is was not seen.
            Found::TooMany => Some((best, doubt.or(Some(Doubt::TooManyPasses)))),
            Found::Impossible => Some((best, doubt)),
            Found::Way(way) => {
                let Way { reading, accusations, passed, .. } = *way;
                if accusations.is_empty() && !passed.is_empty() {
                    return Some((best, Some(Doubt::Passed(passed))));
                }
                let heard = self.try_reading(reading)?;
                let better = passed.is_empty() && heard.guilt < best.guilt;
                Some((if better { heard } else { best }, doubt))
            }
        }
    }

    /// Says what the accusations of a log without clicks depend on, and which rules explain them as well.
    pub(super) fn tell_doubt(&self, doubt: Option<Doubt>, best: &mut Heard) {
        if best.is_clean() {
            return;
        }
        let (order, _) = self.customs.rule(Matter::Order);
        match doubt {
            Some(Doubt::TooMany) => leave_unchecked(
                &mut best.rulings,
                "the tracker was never touched, and there are too many orders of phases to try them all",
            ),
            Some(Doubt::TooManyPasses) => leave_unchecked(
                &mut best.rulings,
                "the tracker was never touched, and there are too many ways in which a side may have passed a whole \
                 turn to try them all",
            ),
            Some(Doubt::Passed(passed)) => {
                let sides = passed.iter().map(|(_, side)| self.customs.side(*side));
                let mut sides: Vec<String> = sides.collect();
                sides.dedup();
                let sides = sides.join(" and ");
                if best.guilt.0 + best.guilt.1 > MOST_BELIEVED {
                    let steps: Vec<usize> = passed.iter().map(|(step, _)| *step).collect();
                    leave_unchecked(
                        &mut best.rulings,
                        "the tracker was never touched, and a side may have passed its whole turn",
                    );
                    best.reading.slips.push(Slip {
                        words: format!(
                            "{sides} did nothing in a whole turn, or the other side had two, {}",
                            self.asides.steps(&steps, 12)
                        ),
                        steps,
                        about: Matter::Order,
                        kind: "perhaps passed",
                        units: Vec::new(),
                    });
                    return;
                }
                for finding in accused(&mut best.rulings) {
                    finding.severity = Severity::Suspect;
                    finding.reading = Some(format!("{sides} did not pass a whole turn"));
                    if finding.cited().all(|rule| rule != order) {
                        finding.alternatives.push(order);
                    }
                }
            }
            None => self.find_alternatives(best),
        }
    }

    /// Other ways through the log that cost no more break other rules: they would explain a deed as well.
    fn find_alternatives(&self, best: &mut Heard) {
        let told: Vec<Finding> =
            accused(&mut best.rulings).map(|finding| finding.clone()).collect();
        let count = told.len();
        if count > MOST_EXPLAINED {
            return;
        }
        for (nth, first) in told.iter().enumerate().take(MOST_BELIEVED) {
            let mut avoided = vec![first.clone()];
            for _ in 0..MOST_ALTERNATIVES {
                let wanted = Wanted { avoided: &avoided, ..Wanted::default() };
                let Found::Way(way) = self.search(&best.reading, wanted) else { break };
                let found = way.accusations.iter().map(|(_, finding)| finding);
                let still = |finding: &Finding| avoided.iter().any(|other| is_same(finding, other));
                let as_cheap = way.passed.is_empty() && way.accusations.len() <= count;
                if !as_cheap || found.clone().any(still) {
                    break;
                }
                let new = found.filter(|one| !told.iter().any(|known| is_same(one, known)));
                let new: Vec<Finding> = new.cloned().collect();
                if new.is_empty() {
                    break;
                }
                if let Some(finding) = accused(&mut best.rulings).nth(nth) {
                    for rule in new.iter().flat_map(Finding::cited) {
                        if finding.cited().all(|known| known != rule) {
                            finding.alternatives.push(rule);
                        }
                    }
                }
                avoided.extend(new);
            }
        }
    }

    /// Deeds at the ends of phases that may as well belong to the phase beside them, by number.
    pub(super) fn of_open_phase(&self, best: &Heard) -> Vec<(usize, &'static str)> {
        let mut open = Vec::new();
        let mut tried = 0;
        let items = &best.reading.items;
        let moment = |item: &Item| match item {
            Item::Told(deed) => match &deed.act {
                Act::Turn(moment) => Some(moment.clone()),
                _ => None,
            },
            Item::Deed(_) => None,
        };
        let mut at = 0;
        while at < items.len() {
            let run = items[at..].iter().take_while(|item| moment(item).is_some()).count();
            if run == 0 || at == 0 || at + run >= items.len() {
                at += run.max(1);
                continue;
            }
            let was = items[..at].iter().rev().find_map(|item| {
                match &Reading::deed(item, &self.deeds).act {
                    Act::Turn(moment) | Act::SetUp { moment: Some(moment), .. } => {
                        Some(moment.clone())
                    }
                    _ => None,
                }
            });
            let is = moment(&items[at + run - 1]);
            for (group, into, earlier) in [
                (self.same_unit(best, at + run), was, true),
                (self.same_unit_before(best, at), is, false),
            ] {
                if tried >= MOST_SHIFTED
                    || !into.is_some_and(|into| self.may_belong(best, &group, &into))
                {
                    continue;
                }
                tried += 1;
                let mut other = best.reading.clone();
                let moved: Vec<Item> = group.clone().map(|at| items[at].clone()).collect();
                other.items.drain(group.clone());
                let to = if earlier { at } else { at + run - group.len() };
                other.items.splice(to..to, moved);
                let as_good =
                    self.try_reading(other).is_some_and(|heard| heard.guilt <= best.guilt);
                if as_good {
                    open.extend(items[group].iter().filter_map(|item| match item {
                        Item::Deed(number) => Some((*number, OPEN)),
                        Item::Told(_) => None,
                    }));
                }
            }
            at += run;
        }
        open
    }

    /// The deeds of one unit that begin at an item, by place among the items.
    fn same_unit(&self, best: &Heard, at: usize) -> std::ops::Range<usize> {
        let unit = |at: usize| unit_of(&Reading::deed(&best.reading.items[at], &self.deeds).act);
        let more = (at + 1..best.reading.items.len())
            .take_while(|next| unit(at).is_some() && unit(*next) == unit(at));
        at..at + 1 + more.count()
    }

    /// The same for those that end before an item.
    fn same_unit_before(&self, best: &Heard, end: usize) -> std::ops::Range<usize> {
        let unit = |at: usize| unit_of(&Reading::deed(&best.reading.items[at], &self.deeds).act);
        let last = end - 1;
        let more = (1..last)
            .rev()
            .take_while(|before| unit(last).is_some() && unit(*before) == unit(last));
        last - more.count()..end
    }

    /// Whether such deeds have a place in a phase.
    fn may_belong(&self, best: &Heard, group: &std::ops::Range<usize>, phase: &Moment) -> bool {
        let Some(at) = self.sequence.find(phase) else { return false };
        let Some(stage) = self.sequence.turn(at.0).get(at.1) else { return false };
        best.reading.items[group.clone()].iter().all(|item| {
            let fit = self.customs.fit(Reading::deed(item, &self.deeds), stage);
            matches!(fit, Fit::Proper | Fit::Possible)
        })
    }
}

/// The findings that accuse.
fn accused(rulings: &mut [Ruling]) -> impl Iterator<Item = &mut Finding> {
    let findings = rulings.iter_mut().flat_map(|ruling| ruling.judgement.findings.iter_mut());
    findings.filter(|finding| finding.accuses())
}

/// Accuses nobody, for this reason.
fn leave_unchecked(rulings: &mut [Ruling], reason: &'static str) {
    for ruling in rulings {
        let judgement = &mut ruling.judgement;
        let (doubted, told): (Vec<Finding>, Vec<Finding>) =
            std::mem::take(&mut judgement.findings).into_iter().partition(Finding::accuses);
        judgement.findings = told;
        for finding in doubted {
            judgement.leave_unchecked(finding.rule, reason);
        }
    }
}
