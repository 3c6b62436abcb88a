//! One act: judged in every reading, told with its evidence, and the table set to what the log shows.

use super::super::ruling::Ruling as Said;
use super::super::table::{Attack, Line, Phase, Table, View};
use super::Log;
use super::entry::Entry;
use super::possession::{Reading, give};
use crate::referee::case::Node;
use crate::referee::{Judgement, Problem, Ruling};
use std::collections::BTreeSet;

/// What came of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Lawful in some reading.
    Legal,
    /// Lawful, but what follows from it hangs on a line of sight that hex facts leave open.
    Vague,
    /// Against the rules in every reading.
    Breach,
    /// Not understood.
    Unread,
}

/// An act about to be judged.
pub(super) struct Act<'w> {
    pub(super) step: usize,
    pub(super) subject: String,
    /// The same act in different words, where the log leaves some open.
    pub(super) entries: Vec<Entry>,
    /// Weapons whose possessors matter.
    pub(super) weapons: &'w [usize],
    pub(super) units: Vec<usize>,
    pub(super) hexes: Vec<crate::hex::Hex>,
}

/// One reading of an act and what is said of it.
struct Trial {
    table: Table,
    said: Said,
    /// Not every way to take the lines of sight was tried.
    open: bool,
}

/// Lines of sight that are taken each way: two to this power are the ways to take them all.
const MOST_LINES: usize = 5;

/// Rules that hang on what a unit sees of all its enemies.
const ON_SIGHT: [&str; 8] = [
    "SK2-3.6-DEST",
    "SK2-3.6-STOP",
    "SK2-3.6-TOWARD",
    "SK2-3.6-MAY",
    "SK2-3.6-MUST",
    "SK2-3.6-INTERDICT",
    "SK2-3.3.1-SFF-ELIG",
    "SK2-6.4-HIP-LOSE-LOS",
];

/// Rules that hang on who served which weapon before.
const ON_GUNNERS: [&str; 10] = [
    "SK2-3.2.2-LDR-SW",
    "SK2-3.2.2-FG-MANDATORY",
    "SK2-3.2-ONCE",
    "SK2-3.3-MOVE-ELIG",
    "SK2-3.4-FINAL-FIRST",
    "SK2-3.4-FINAL-FINAL",
    "SK2-3.5-ELIG",
    "SK2-4.0-MOVE-ONCE",
    "SK2-4.0-USE-SQ",
    "SK2-4.0-USE-HS",
];

/// Those of them that a unit breaks by firing itself once more, whatever it served.
const FIRED_TWICE: [&str; 3] = ["SK2-3.2-ONCE", "SK2-3.4-FINAL-FIRST", "SK2-3.4-FINAL-FINAL"];

impl Log<'_> {
    /// Judges an act; the table is as after it.
    pub(super) fn act(&mut self, act: Act<'_>, rulings: &mut Vec<Ruling>) -> Verdict {
        let mut best: Option<Trial> = None;
        let mut problem = None;
        let mut more = self.doubtful_interdictors(&act);
        more.extend(self.burdens(&act));
        let (readings, complete) = self.readings(act.weapons, &more, &act.units);
        'readings: for entry in &act.entries {
            let entry = entry.clone().node();
            for reading in &readings {
                match self.in_every_light(&entry, reading) {
                    Err(wrong) => problem = Some(wrong.message),
                    Ok(trial) => {
                        let better = best.as_ref().is_none_or(|known| {
                            faults(&trial.said.judgement) < faults(&known.said.judgement)
                        });
                        let legal = trial.said.is_legal();
                        if better {
                            best = Some(trial);
                        }
                        if legal {
                            break 'readings;
                        }
                    }
                }
            }
        }
        let Some(Trial { mut table, mut said, open }) = best else {
            let reason = problem.unwrap_or_else(|| "nothing can be said of this".to_owned());
            self.unchecked(rulings, act.step, &act.subject, "SK2-3-PHASES", &reason);
            return Verdict::Unread;
        };
        let doubtful = table.is_doubtful();
        let on_gunner = self.rests_on_gunner(&act, &said);
        if (open || !complete || on_gunner) && !said.is_legal() {
            // Too much is open: some way to take it may allow the act.
            let rule = said.judgement.findings.first().map(|finding| finding.rule);
            let rule = rule.unwrap_or_else(|| "SK2-3.2.1-LOS-REQ".into());
            let mut judgement = Judgement::default();
            judgement.leave_unchecked(
                rule,
                if open {
                    "too many lines of sight that hex facts leave open bear on it"
                } else if on_gunner {
                    "the log does not tell who served a weapon before"
                } else {
                    "too many units may have the weapons"
                },
            );
            table.close_eyes();
            self.table = table;
            self.rule(rulings, act.step, &act.subject, judgement);
            return Verdict::Vague;
        }
        let legal = said.is_legal();
        let result = |attack: &Attack| (attack.result.clone(), attack.fates.clone());
        let vague = legal
            && (doubtful && self.outcome_is_open(&act, &table, &result)
                || self.hangs_on_gunner(&act, &readings, &table, &result));
        if act.entries.first().is_some_and(|entry| entry.verb() == "fire") {
            let left = |attack: &Attack| {
                (attack.residual_column, attack.residual_less, attack.leaves_residual)
            };
            self.residual_is_open = doubtful && self.outcome_is_open(&act, &table, &left)
                || self.hangs_on_gunner(&act, &readings, &table, &left);
            if readings.len() > 1 {
                // Who fires himself has fired, whoever served the weapon; a leader may only direct.
                let units = &self.table.units;
                let open = |unit: &usize| !act.units.contains(unit) || units[*unit].is_leader();
                for weapon in act.weapons.iter().chain(&more) {
                    self.gunners.extend(self.carriers[*weapon].iter().copied().filter(open));
                }
            }
        }
        table.close_eyes();
        self.tell(&act, &mut said, &table);
        self.scene.reasons.extend(said.take_reasons());
        self.table = table;
        self.rule(rulings, act.step, &act.subject, said.judgement);
        match (legal, vague) {
            (true, false) => Verdict::Legal,
            (true, true) => Verdict::Vague,
            (false, _) => Verdict::Breach,
        }
    }

    /// Whether a unit has fired all it may in this phase, whatever weapons it served: its marker says so, or it used
    /// its own firepower in a phase that knows no second fire.
    fn is_done(&self, unit: usize) -> bool {
        let marked =
            self.shown.units.get(unit).is_some_and(|seen| seen.states.contains("final-fired"));
        marked
            || self.table.units[unit].used_inherent
                && matches!(self.table.phase, Phase::PrepFire | Phase::AdvancingFire)
    }

    /// Other weapons that those who act may have: what firers have besides bears on how they may fire, and what
    /// movers carry on what they may spend.
    fn burdens(&self, act: &Act<'_>) -> Vec<usize> {
        let mut men = act.units.clone();
        match act.entries.first().map(Entry::verb) {
            Some("fire") => {}
            Some("smoke-grenade") => men.extend(&self.table.movers),
            _ => return Vec::new(),
        }
        let may_have =
            |weapon: &usize| men.iter().any(|unit| self.carriers[*weapon].contains(unit));
        let others = (0..self.carriers.len()).filter(|weapon| !act.weapons.contains(weapon));
        others.filter(may_have).collect()
    }

    /// Judges an entry with every way to take the lines of sight that hex facts leave open; the best is kept.
    fn in_every_light(&self, entry: &Node, reading: &Reading) -> Result<Trial, Problem> {
        let judge = |view: View, shut: BTreeSet<Line>| -> Result<Trial, Problem> {
            let mut table = self.table.clone();
            give(&mut table, reading);
            table.view = view;
            table.shut = shut;
            let mut said = Said::default();
            super::super::judge(&mut table, entry, &mut said)?;
            Ok(Trial { table, said, open: false })
        };
        let mut best = judge(View::Open, BTreeSet::new())?;
        let mut lines: BTreeSet<Line> = best.table.doubts.borrow().clone();
        if best.said.is_legal() || lines.is_empty() {
            return Ok(best);
        }
        let mut tried: BTreeSet<(bool, BTreeSet<Line>)> = BTreeSet::new();
        // New lines may come into view when others are shut.
        loop {
            let all: Vec<Line> = lines.iter().copied().collect();
            if all.len() > MOST_LINES {
                best.open |= ON_SIGHT.iter().any(|rule| {
                    best.said.judgement.findings.iter().any(|finding| finding.rule == *rule)
                });
                return Ok(best);
            }
            let before = lines.len();
            for choice in 0..1_usize << all.len() {
                let picked = all.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
                let shut: BTreeSet<Line> = picked.map(|(_, line)| *line).collect();
                for view in [View::Open, View::Hindered] {
                    if !tried.insert((view == View::Open, shut.clone())) {
                        continue;
                    }
                    let trial = judge(view, shut.clone())?;
                    lines.extend(trial.table.doubts.borrow().iter().copied());
                    let legal = trial.said.is_legal();
                    if faults(&trial.said.judgement) < faults(&best.said.judgement) {
                        best = trial;
                    }
                    if legal {
                        return Ok(best);
                    }
                }
            }
            if lines.len() == before {
                return Ok(best);
            }
        }
    }

    /// Whether a breach rests on who served a weapon earlier, which the log left open.
    fn rests_on_gunner(&self, act: &Act<'_>, said: &Said) -> bool {
        let Some(finding) = said.judgement.findings.first() else { return false };
        let rule = finding.rule.as_ref();
        if FIRED_TWICE.contains(&rule) && act.units.iter().any(|unit| self.is_done(*unit)) {
            return false;
        }
        ON_GUNNERS.contains(&rule)
            && (act.units.iter().any(|unit| self.gunners.contains(unit))
                || act.weapons.iter().any(|weapon| {
                    self.carriers[*weapon].iter().any(|unit| self.gunners.contains(unit))
                }))
    }

    /// Whether an attack has another result when somebody else who may have them serves the weapons.
    fn hangs_on_gunner<T: PartialEq>(
        &self,
        act: &Act<'_>,
        readings: &[Reading],
        taken: &Table,
        what: &dyn Fn(&Attack) -> T,
    ) -> bool {
        let result = |table: &Table| table.attack.as_ref().map(what);
        let right = result(taken);
        let fires = |entry: &&Entry| entry.verb() == "fire";
        let Some(entry) = act.entries.first().filter(fires) else { return false };
        let entry = entry.clone().node();
        readings.len() > 1
            && readings.iter().any(|reading| {
                let mut table = self.table.clone();
                give(&mut table, reading);
                let mut said = Said::default();
                let judged = super::super::judge(&mut table, &entry, &mut said);
                judged.is_ok() && said.is_legal() && result(&table) != right
            })
    }

    /// Whether an attack has another result when open lines of sight are taken another way.
    fn outcome_is_open<T: PartialEq>(
        &self,
        act: &Act<'_>,
        taken: &Table,
        what: &dyn Fn(&Attack) -> T,
    ) -> bool {
        let result = |table: &Table| table.attack.as_ref().map(what);
        let right = result(taken);
        let Some(entry) = act.entries.first() else { return false };
        let entry = entry.clone().node();
        [View::Open, View::Hindered].into_iter().any(|view| {
            let mut table = taken_from(&self.table, taken);
            table.view = view;
            let mut said = Said::default();
            let judged = super::super::judge(&mut table, &entry, &mut said);
            judged.is_ok() && said.is_legal() && result(&table) != right
        })
    }
}

/// The table before an act with the possessors that the reading gave.
fn taken_from(before: &Table, taken: &Table) -> Table {
    let mut table = before.clone();
    for (weapon, other) in table.weapons.iter_mut().zip(&taken.weapons) {
        weapon.possessor = other.possessor;
    }
    table
}

/// How much is wrong; what only one reading of the rules forbids counts least.
fn faults(judgement: &Judgement) -> usize {
    use crate::referee::Severity::{Note, Suspect, Violation};
    let weight = |severity| match severity {
        Violation => 4,
        Suspect => 1,
        Note => 0,
    };
    judgement.findings.iter().map(|finding| weight(finding.severity)).sum()
}
