//! Trying every way in which a log can be read: the first that is legal is taken to have been meant.

use super::super::combat::{STEP_ORDER, column_name};
use super::super::disruption::AUTOMATIC_RETREAT;
use super::super::entry::{self, Entry, Named};
use super::super::ground::{Off, Place};
use super::super::play::Play;
use super::super::position::Who;
use super::super::words::{Phase, Side};
use super::Log;
use crate::hex::Hex;
use crate::referee::{Judgement, Ruling, Severity};
use std::sync::Arc;

/// Something done, and where the log has it.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) step: usize,
    pub(super) subject: String,
    pub(super) deed: Deed,
}

/// A deed in the words of the game; some are made out only when it is their turn.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "a plan has a dozen of them")]
pub(super) enum Deed {
    Verb(Entry),
    /// A unit leaves its hex for this place because it must.
    Retreat(Who, Place),
    /// A unit is taken off.
    Gone(Who),
    /// A move, judged with all other units in these places.
    Among(Arc<Vec<Place>>, Box<Entry>),
    /// A move that takes an earlier one of this phase back and starts anew from there.
    Afresh(Who, Place, Box<Entry>),
    /// The result is what the table of the sources gives.
    ReadTable,
    /// The result was found in a table that is not known.
    ResultUntold,
    /// A Battle marker lies in the hex, with the number that is due.
    BattleMarker(Hex),
    /// A reinforcement is placed, in the phase for it whatever the phase is now.
    Arrive(Who, String),
}

/// What a log never tells, and what it may be taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    AsTold,
    /// Cities and VP hexes of which nobody knows whose they are.
    ControlledBy(Side),
    /// The optional pontoons are in use.
    Pontoons,
}

const READINGS: [Reading; 4] = [
    Reading::AsTold,
    Reading::ControlledBy(Side::German),
    Reading::ControlledBy(Side::Allied),
    Reading::Pontoons,
];

/// What came of a plan.
pub(super) struct Outcome<'a> {
    pub(super) play: Play<'a>,
    pub(super) judgements: Vec<Judgement>,
}

impl Outcome<'_> {
    /// Violations weigh more than what is only suspect.
    pub(super) fn weight(&self) -> (usize, usize) {
        let count = |severity: Severity| {
            let findings = self.judgements.iter().flat_map(|judgement| &judgement.findings);
            findings.filter(|finding| finding.severity == severity).count()
        };
        (count(Severity::Violation), count(Severity::Suspect))
    }

    pub(super) fn clean(&self) -> bool {
        self.weight() == (0, 0)
    }
}

impl<'a> Log<'a> {
    /// Plays a plan on a copy of the game.
    fn attempt(&self, plan: &[Item], reading: Reading) -> Outcome<'a> {
        let mut play = self.play.clone();
        let assumed = assume(&mut play, reading);
        let mut judgements = Vec::with_capacity(plan.len());
        for item in plan {
            play.now = Judgement::default();
            let done = play.enact(&item.deed);
            let mut judgement = std::mem::take(&mut play.now);
            if let Err(problem) = done {
                judgement.leave_unchecked(
                    super::super::sequence::TURN,
                    format!("it cannot be made out: {problem}"),
                );
            }
            judgements.push(judgement);
        }
        for hex in assumed {
            // What was only assumed is not known afterwards either.
            let side = play.position.facts.control.get(&hex).copied();
            if side.is_some_and(|side| !play.position.holds(hex, side)) {
                play.position.facts.control.remove(&hex);
            }
        }
        if reading == Reading::Pontoons {
            play.position.when.options.remove("pontoons");
        }
        Outcome { play, judgements }
    }

    /// The first plan that some reading makes legal; if none is, the one with the fewest faults.
    pub(super) fn best(&self, plans: &[Vec<Item>]) -> Option<(usize, Outcome<'a>)> {
        let mut best: Option<(usize, Outcome<'a>)> = None;
        for reading in READINGS {
            for (index, plan) in plans.iter().enumerate() {
                let outcome = self.attempt(plan, reading);
                if outcome.clean() {
                    return Some((index, outcome));
                }
                if best.as_ref().is_none_or(|(_, old)| outcome.weight() < old.weight()) {
                    best = Some((index, outcome));
                }
            }
        }
        best
    }

    /// Takes an outcome over, and says what there is to say of it.
    pub(super) fn settle(
        &mut self,
        plan: &[Item],
        outcome: Outcome<'a>,
        rulings: &mut Vec<Ruling>,
    ) {
        self.play = outcome.play;
        for (item, mut judgement) in plan.iter().zip(outcome.judgements) {
            self.soften(&mut judgement);
            if judgement.findings.is_empty() && item.subject.is_empty() {
                continue;
            }
            let subject = if item.subject.is_empty() {
                "the end of the combat".to_owned()
            } else {
                item.subject.clone()
            };
            self.rule(rulings, item.step, subject, judgement);
        }
    }

    /// Judges plans and takes the best one over.
    pub(super) fn judge(&mut self, plans: &[Vec<Item>], rulings: &mut Vec<Ruling>) {
        if let Some((index, outcome)) = self.best(plans) {
            self.settle(&plans[index], outcome, rulings);
        }
    }

    /// One deed that can be read in one way only.
    pub(super) fn judge_one(
        &mut self,
        step: usize,
        subject: String,
        entry: Entry,
        rulings: &mut Vec<Ruling>,
    ) {
        self.judge(&[vec![Item { step, subject, deed: Deed::Verb(entry) }]], rulings);
    }

    /// Nobody is accused whom a separate marker or a remnant may excuse; what rests on a reconstructed card is suspect at most.
    pub(super) fn soften(&self, judgement: &mut Judgement) {
        let (excused, found): (Vec<_>, Vec<_>) =
            std::mem::take(&mut judgement.findings).into_iter().partition(|finding| {
                let who = finding.units.iter().filter_map(|unit| self.play.position.who(unit));
                let places: Vec<Place> = who.map(|who| self.table.pieces[who].at).collect();
                let swapped = places.contains(&Place::Off(Off::RemnantDisplay));
                let named = finding.hexes.iter().filter_map(|hex| self.ground.place(hex));
                let mut hexes = places.iter().copied().chain(named).filter_map(|place| place.hex());
                swapped || hexes.any(|hex| self.table.loosely_marked(hex))
            });
        judgement.findings = found;
        for finding in excused {
            let reason = "a separate marker or a remnant counter is in use, and which unit it stands for is not told";
            judgement.leave_unchecked(finding.rule, reason);
        }
        use super::super::{areas, replacements as repl, withdrawals as w};
        let by_card = [areas::PLACEMENT, areas::NAPLES, w::REMOVAL, w::WITHDRAWAL];
        let by_track = [repl::USE_OR_LOSE, w::FORFEIT];
        for finding in &mut judgement.findings {
            let doubtful = finding.units.iter().any(|unit| self.doubtful.contains(unit));
            let card = by_card.contains(&finding.rule) && doubtful;
            let track = by_track.contains(&finding.rule) && finding.message.contains("left");
            if (card || track) && finding.severity == Severity::Violation {
                finding.severity = Severity::Suspect;
                finding.reading = Some(
                    "the card and the turn record of these sources are reconstructed".to_owned(),
                );
                finding.provenance = crate::model::Provenance::Reconstructed;
            }
        }
    }
}

/// Takes for granted what a reading says; the hexes of which that is new.
fn assume(play: &mut Play<'_>, reading: Reading) -> Vec<Hex> {
    match reading {
        Reading::AsTold => Vec::new(),
        Reading::ControlledBy(side) => {
            let unknown = play.position.unknown_control();
            for hex in &unknown {
                play.position.facts.control.insert(*hex, side);
            }
            unknown
        }
        Reading::Pontoons => {
            play.position.when.options.insert("pontoons".to_owned());
            Vec::new()
        }
    }
}

impl super::super::position::Position<'_> {
    /// Cities and VP hexes that nobody holds and of which the log does not tell who passed last.
    pub(super) fn unknown_control(&self) -> Vec<Hex> {
        let unknown = |hex: &Hex| self.has_control(*hex) && self.controller(*hex).is_none();
        self.ground.all_hexes().filter(unknown).collect()
    }
}

impl Play<'_> {
    /// Does what was done.
    fn enact(&mut self, deed: &Deed) -> Result<(), crate::referee::Problem> {
        match deed {
            Deed::Verb(entry) => self.perform(entry.clone()),
            Deed::Retreat(who, to) => {
                let entry = self.read_retreat(*who, *to);
                self.perform(entry)
            }
            Deed::Gone(who) => {
                let entry = self.read_end(*who);
                self.perform(entry)
            }
            Deed::ReadTable => {
                self.read_table();
                Ok(())
            }
            Deed::ResultUntold => {
                self.now.leave_unchecked(
                    STEP_ORDER,
                    "nobody announced the result, and the combat results table of the sources is reconstructed",
                );
                Ok(())
            }
            Deed::BattleMarker(hex) => {
                let due = self.combats.iter().rev().find(|combat| combat.target == *hex);
                let number =
                    due.and_then(|combat| combat.defence.marker).filter(|number| *number > 0);
                let lies = self.position.facts.battle_markers.get(hex).copied();
                if number.is_none() && lies.is_some() {
                    return Ok(());
                }
                let marker =
                    Some(if number == Some(2) { "battle-2" } else { "battle-1" }.to_owned());
                let at = Some(self.position.ground.hex_name(*hex));
                self.perform(Entry::Place(entry::Place { marker, at, unit: None }))
            }
            Deed::Among(places, entry) => self.among(places, entry),
            Deed::Afresh(who, from, entry) => {
                self.position.units[*who].at = *from;
                self.phase.progress.remove(who);
                self.turn.moved.remove(who);
                self.perform(entry.as_ref().clone())
            }
            Deed::Arrive(who, at) => {
                let now = self.position.when.phase.replace(Phase::Initial);
                let entry = entry::Place {
                    unit: Some(self.id(*who).to_owned()),
                    at: Some(at.clone()),
                    marker: None,
                };
                let done = self.perform(Entry::Place(entry));
                self.position.when.phase = now;
                done
            }
        }
    }

    /// Takes the result from the table of the sources, reconstructed or not.
    fn read_table(&mut self) {
        let Some(index) = self.current else { return };
        let combat = &self.combats[index];
        let Some(column) = combat.column.filter(|_| combat.result.is_none()) else { return };
        let die = combat.applied.or(match combat.dice[..] {
            [die] => Some(die),
            _ => None,
        });
        let cell = die.and_then(|die| self.position.tables.crt(&column_name(column), die));
        if let Some(cell) = cell {
            let combat = &mut self.combats[index];
            combat.result = Some(cell.result);
            combat.advance = cell.advance;
            combat.background = Some(cell.background);
        }
    }

    /// A move while everybody else stands somewhere else.
    fn among(&mut self, places: &[Place], entry: &Entry) -> Result<(), crate::referee::Problem> {
        let Entry::Move(going) = entry else { return self.perform(entry.clone()) };
        let movers = self.all(&going.named())?;
        let before: Vec<Place> = self.position.units.iter().map(|unit| unit.at).collect();
        for (who, place) in places.iter().enumerate().filter(|(who, _)| !movers.contains(who)) {
            self.position.units[who].at = *place;
        }
        let done = self.perform(entry.clone());
        for (who, place) in before.into_iter().enumerate().filter(|(who, _)| !movers.contains(who))
        {
            self.position.units[who].at = place;
        }
        done
    }

    /// A unit was taken off: for a loss, or because it could not retreat.
    fn read_end(&self, who: Who) -> Entry {
        let unit = Some(self.id(who).to_owned());
        let steps = self.position.units[who].steps;
        if let Some(combat) = self.combat() {
            let defending = combat.defenders.contains(&who);
            let attacking = combat.attackers.contains(&who);
            let owed = if defending {
                combat.defender_owes()
                    + if combat.defence.lead == Some(who) { combat.defence.lead_owes } else { 0 }
            } else if attacking {
                combat.attacker_owes() + combat.defence.attacker_owes
            } else {
                0
            };
            if steps == 1 && owed > 0 {
                return Entry::Lose(entry::Lose { unit, ..entry::Lose::default() });
            }
            let driven_out = combat.result.is_some_and(|result| result.retreat().is_some());
            if defending && driven_out && !combat.held() && owed == 0 {
                return Entry::Retreat(entry::Retreat {
                    unit,
                    eliminated: true,
                    ..entry::Retreat::default()
                });
            }
        }
        Entry::Eliminate(entry::Units { unit, ..entry::Units::default() })
    }

    /// Any lawful way to where the unit ended; the least wrong one when there is none.
    fn read_retreat(&self, who: Who, to: Place) -> Entry {
        let unit = Some(self.id(who).to_owned());
        if !self.must_leave(who) {
            let to = Some(self.position.ground.name(to));
            return Entry::Move(entry::Move { unit, to, ..entry::Move::default() });
        }
        if to == Place::Off(Off::Elsewhere) {
            return Entry::Retreat(entry::Retreat { unit, ..entry::Retreat::default() });
        }
        let (lengths, tell) = self.retreat_lengths(who);
        let found = lengths.iter().find_map(|length| {
            let fewest = if self.phase.disengaged.contains_key(&who) { 1 } else { *length };
            self.position.way_of_retreat(who, to, *length, fewest).map(|way| (*length, way))
        });
        let (length, way) = found.unwrap_or_else(|| {
            let length = lengths.first().copied().unwrap_or(2);
            (length, self.position.least_wrong_retreat(who, to, length))
        });
        let path = way.iter().map(|place| self.position.ground.name(*place)).collect();
        Entry::Retreat(entry::Retreat {
            unit,
            path,
            hexes: tell.then_some(length),
            ..entry::Retreat::default()
        })
    }

    /// Whether anything asks the unit to leave its hex.
    fn must_leave(&self, who: Who) -> bool {
        let beaten = self.combat().is_some_and(|combat| combat.defenders.contains(&who));
        let exposed = self
            .pending
            .iter()
            .any(|duty| duty.unit == Some(who) && duty.rule == AUTOMATIC_RETREAT);
        beaten || exposed || self.phase.disengaged.contains_key(&who)
    }

    /// How far the unit may have been told to go, and whether nothing but its way tells.
    fn retreat_lengths(&self, who: Who) -> (Vec<u32>, bool) {
        if self.phase.disengaged.contains_key(&who) {
            return (vec![2, 1], true);
        }
        let combat = self.combat().filter(|combat| combat.defenders.contains(&who));
        match combat.map(|combat| combat.result) {
            Some(Some(result)) => {
                (result.retreat().into_iter().chain([2]).take(1).collect(), false)
            }
            Some(None) => (vec![2, 4], true),
            None => (vec![2], false),
        }
    }
}
