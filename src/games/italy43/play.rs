//! A game in progress: the position, what this phase and turn have seen, and what is still due.

use super::case;
use super::combat::Combat;
use super::entry::{Entry, Underway};
use super::ground::Place;
use super::movement::Progress;
use super::pending::{Pending, Want};
use super::position::{Position, Who};
use super::words::{Nation, ReplacementType, Side};
use crate::hex::Hex;
use crate::model::Game;
use crate::referee::case::{Node, Situation};
use crate::referee::{Finding, Judgement, Problem, RuleId};
use std::collections::{HashMap, HashSet};

/// What happened in this phase.
#[derive(Debug, Clone, Default)]
pub(super) struct PhaseFacts {
    /// Where each unit's move has got to, for every mode it may be using.
    pub(super) progress: HashMap<Who, Vec<Progress>>,
    /// The units of the last move.
    pub(super) last_moved: Vec<Who>,
    /// Hexes entered, at least.
    pub(super) hexes_moved: HashMap<Who, u32>,
    /// The mode that a player named for the move being made.
    pub(super) declared_mode: Option<String>,
    /// Recon units that ignored a loss in this phase.
    pub(super) waived: HashSet<Who>,
    /// Three-step units on their third step, for which a remnant must stand.
    pub(super) needs_remnant: HashSet<Who>,
    /// Units that trucks were given to in this phase.
    pub(super) trucked: Vec<Who>,
    pub(super) attacked: HashSet<Who>,
    pub(super) was_attacked: HashSet<Who>,
    pub(super) disengaged: HashMap<Who, super::options::Attempt>,
    /// A unit with an Auto DS marker has advanced.
    pub(super) auto_ds_advanced: bool,
    pub(super) rallied: HashSet<Who>,
    /// Attrition rolls, and whether a step must be lost.
    pub(super) attrition: HashMap<Who, bool>,
    pub(super) attrition_rolled: HashSet<Who>,
    /// Units that were marked out of supply or isolated in this phase.
    pub(super) newly_marked: HashSet<Who>,
    /// Wrong supply marks that were already told.
    pub(super) told: HashSet<Who>,
    /// Supply points were spent in this phase.
    pub(super) flipped: Vec<Who>,
    /// Artillery that supply points readied in this phase.
    pub(super) readied: HashSet<Who>,
    pub(super) free_nebelwerfer: bool,
    pub(super) free_howitzer: bool,
    pub(super) weather_die: Option<u32>,
    pub(super) weather_wrapped: bool,
    pub(super) points_set: bool,
    /// Play went back to a phase that was over: deeds in it are suspect.
    pub(super) late: bool,
}

/// What happened in this turn.
#[derive(Debug, Clone, Default)]
pub(super) struct TurnFacts {
    pub(super) moved: HashSet<Who>,
    pub(super) assets_used: HashSet<String>,
    pub(super) built: bool,
    pub(super) replaced: HashSet<Who>,
    pub(super) replacements_used: Vec<(Nation, ReplacementType)>,
    pub(super) crossed: HashSet<Who>,
}

/// A game in progress.
#[derive(Clone)]
pub(super) struct Play<'a> {
    pub(super) position: Position<'a>,
    pub(super) now: Judgement,
    pub(super) phase: PhaseFacts,
    pub(super) turn: TurnFacts,
    pub(super) pending: Vec<Pending>,
    pub(super) combats: Vec<Combat>,
    /// The combat that results, losses and advances belong to.
    pub(super) current: Option<usize>,
    pub(super) defender_steps_lost: u32,
    /// Points for critical units before anything happened (24.1.2).
    pub(super) critical_at_start: i32,
    pub(super) returned_fired: HashSet<Who>,
    pub(super) withdrawn: HashMap<Who, Option<i32>>,
    /// Units removed from the Eliminated Box or the Remnant Display.
    pub(super) removed_from_box: HashSet<Who>,
    /// Whether legal deeds are sketched too.
    pub(super) sketches: bool,
}

/// Plays a log from a situation.
pub(super) fn play(
    game: &Game,
    situation: &Situation,
    log: &[Node],
) -> Result<Vec<Judgement>, Problem> {
    let position = case::read(game, situation)?;
    let mut play = Play::new(position);
    if let Some(underway) = situation.state.get("combat").filter(|node| !case::is_none(node)) {
        let underway: Underway = underway.read()?;
        play.resume_combat(underway)?;
    }
    let mut judgements = Vec::with_capacity(log.len());
    for node in log {
        let entry = Entry::read(node)?;
        play.perform(entry).map_err(|mut problem| {
            problem.at.get_or_insert(node.at);
            problem
        })?;
        judgements.push(std::mem::take(&mut play.now));
    }
    Ok(judgements)
}

impl<'a> Play<'a> {
    pub(super) fn new(position: Position<'a>) -> Self {
        let mut play = Play {
            position,
            now: Judgement::default(),
            phase: PhaseFacts::default(),
            turn: TurnFacts::default(),
            pending: Vec::new(),
            combats: Vec::new(),
            current: None,
            defender_steps_lost: 0,
            critical_at_start: 0,
            returned_fired: HashSet::new(),
            withdrawn: HashMap::new(),
            removed_from_box: HashSet::new(),
            sketches: false,
        };
        play.critical_at_start = play.position.critical_points();
        play.release_frozen();
        play
    }

    /// Does what an entry says, and judges it.
    pub(super) fn perform(&mut self, entry: Entry) -> Result<(), Problem> {
        if self.phase.late
            && !matches!(entry, Entry::Phase(_) | Entry::Check(_) | Entry::Observe(_))
        {
            self.suspect_late();
        }
        match entry {
            Entry::Move(entry) => self.move_units(&entry)?,
            Entry::Truck(entry) => self.place_trucks(&entry)?,
            Entry::Attack(entry) => self.attack(&entry)?,
            Entry::AutoDs(entry) => self.auto_ds(&entry)?,
            Entry::Breakthrough(entry) => self.breakthrough(&entry)?,
            Entry::Result(entry) => self.result(&entry),
            Entry::Roll(entry) => self.roll(&entry),
            Entry::MajorAssault(entry) => self.major_assault(&entry),
            Entry::Apply(entry) => self.apply_die(&entry),
            Entry::Support(entry) => self.commit_support(&entry)?,
            Entry::Lose(entry) => self.lose(&entry)?,
            Entry::Eliminate(entry) => self.eliminate(&entry)?,
            Entry::Swap(entry) => self.swap(&entry)?,
            Entry::Defence(entry) => self.determined_defence(&entry)?,
            Entry::Retreat(entry) => self.retreat(&entry)?,
            Entry::Stay(entry) => self.stay(&entry)?,
            Entry::Advance(entry) => self.advance(&entry)?,
            Entry::Join(entry) => self.join(&entry)?,
            Entry::EndCombat => self.end_combat(),
            Entry::Disengage(entry) => self.disengage(&entry)?,
            Entry::Mark(entry) => self.mark(&entry)?,
            Entry::Unmark(entry) => self.unmark(&entry)?,
            Entry::Place(entry) => self.place(&entry)?,
            Entry::Remove(entry) => self.remove(&entry)?,
            Entry::Withdraw(entry) => self.withdraw(&entry)?,
            Entry::Replace(entry) => self.replace(&entry)?,
            Entry::Return(entry) => self.return_unit(&entry)?,
            Entry::Build(entry) => self.build(&entry)?,
            Entry::Relocate(entry) => self.relocate(&entry)?,
            Entry::Flip(entry) => self.flip(&entry)?,
            Entry::Rally(entry) => self.rally(&entry)?,
            Entry::Attrition(entry) => self.attrition(&entry)?,
            Entry::Weather(entry) => self.weather(&entry),
            Entry::SupplyPoints(entry) => self.set_supply_points(&entry),
            Entry::Observe(entry) => self.observe(&entry)?,
            Entry::Phase(entry) => self.pass(&entry)?,
            Entry::Check(entry) => self.check(&entry)?,
        }
        self.running_values();
        Ok(())
    }

    /// Values that hold of the whole log so far.
    fn running_values(&mut self) {
        self.now.value("defender-steps-lost", self.defender_steps_lost);
        if let Some(side) = self.position.when.side {
            if let Some(points) = self.position.facts.supply_points[side as usize] {
                self.now.value("supply-points-left", points);
            }
            self.now.value("replacements-left", self.replacements_left(side));
        }
    }

    // Reporting

    pub(super) fn report(&mut self, finding: Finding) {
        self.now.report(finding);
    }

    /// A violation by some units.
    pub(super) fn violation(&mut self, rule: RuleId, units: &[Who], message: String) {
        let finding = self.finding(rule, &[], units, message);
        self.now.report(finding);
    }

    /// A violation that other rules would explain as well.
    pub(super) fn violation_or(
        &mut self,
        rule: RuleId,
        also: &[RuleId],
        units: &[Who],
        message: String,
    ) {
        let finding = self.finding(rule, also, units, message);
        self.now.report(finding);
    }

    pub(super) fn finding(
        &self,
        rule: RuleId,
        also: &[RuleId],
        units: &[Who],
        message: String,
    ) -> Finding {
        let mut finding = Finding::violation(rule, message)
            .units(units.iter().map(|who| self.position.units[*who].id.clone()));
        for unit in units {
            if let Place::Hex(hex) = self.position.units[*unit].at {
                let name = self.position.ground.hex_name(hex);
                if !finding.hexes.contains(&name) {
                    finding.hexes.push(name);
                }
            }
        }
        for other in also {
            finding = finding.or(*other);
        }
        finding
    }

    /// Illegal under one reading only.
    pub(super) fn suspect(
        &mut self,
        rule: RuleId,
        also: &[RuleId],
        units: &[Who],
        message: String,
        reading: &str,
    ) {
        let mut finding = self.finding(rule, also, units, message);
        finding.severity = crate::referee::Severity::Suspect;
        finding.reading = Some(reading.to_owned());
        self.now.report(finding);
    }

    // Names

    pub(super) fn who(&self, id: &str) -> Result<Who, Problem> {
        self.position.who(id).ok_or_else(|| {
            let problem = Problem::new(format!("there is no unit `{id}`"));
            let names = self.position.units.iter().map(|unit| unit.id.as_str());
            match crate::diagnostic::nearest(id, names) {
                Some(near) => problem.help(near),
                None => problem,
            }
        })
    }

    pub(super) fn one(&self, id: Option<&String>) -> Result<Who, Problem> {
        self.who(id.ok_or_else(|| Problem::new("which unit?"))?)
    }

    pub(super) fn all(&self, ids: &[impl AsRef<str>]) -> Result<Vec<Who>, Problem> {
        ids.iter().map(|id| self.who(id.as_ref())).collect()
    }

    pub(super) fn where_is(&self, word: &str) -> Result<Place, Problem> {
        self.position
            .ground
            .place(word)
            .ok_or_else(|| Problem::new(format!("there is no place `{word}`")))
    }

    pub(super) fn places(&self, words: &[String]) -> Result<Vec<Place>, Problem> {
        words.iter().map(|word| self.where_is(word)).collect()
    }

    /// A way as far as an entry tells it, and where it ends.
    pub(super) fn way(
        &self,
        path: &[String],
        to: Option<&str>,
    ) -> Result<(Vec<Place>, Place), Problem> {
        let path = self.places(path)?;
        match (path.last(), to) {
            (Some(last), _) => Ok((path.clone(), *last)),
            (None, Some(word)) => Ok((path, self.where_is(word)?)),
            (None, None) => Err(Problem::new("it needs a path, or where it ends")),
        }
    }

    pub(super) fn hex_at(&self, word: Option<&String>) -> Result<Hex, Problem> {
        let word = word.ok_or_else(|| Problem::new("where?"))?;
        match self.where_is(word)? {
            Place::Hex(hex) => Ok(hex),
            _ => Err(Problem::new(format!("`{word}` is no hex"))),
        }
    }

    pub(super) fn id(&self, who: Who) -> &str {
        &self.position.units[who].id
    }

    // Duties

    pub(super) fn owe(
        &mut self,
        rule: RuleId,
        also: &[RuleId],
        unit: Option<Who>,
        want: Want,
        message: String,
        combat: bool,
    ) {
        let known = self.pending.iter().any(|p| p.rule == rule && p.unit == unit && p.want == want);
        if !known {
            self.pending.push(Pending { rule, also: also.to_vec(), unit, want, message, combat });
        }
    }

    /// Tells every duty that was not done, and forgets them all.
    pub(super) fn settle(&mut self, only_combat: bool) {
        let (due, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.pending).into_iter().partition(|p| !only_combat || p.combat);
        self.pending = later;
        for duty in due {
            if !duty.satisfied(&self.position) {
                let units: Vec<Who> = duty.unit.into_iter().collect();
                self.violation_or(duty.rule, &duty.also, &units, duty.message);
            }
        }
    }

    /// Whether it is this side's turn, as far as the case tells.
    pub(super) fn phasing(&self, side: Side) -> bool {
        self.position.when.side.is_none_or(|phasing| phasing == side)
    }
}
