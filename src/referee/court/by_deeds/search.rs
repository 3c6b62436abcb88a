//! The search for the way that breaks the fewest rules: one over *(deed, stage)*, cheapest first.

use super::super::super::sequence::Stage;
use super::super::super::{Finding, Ruling, Severity};
use super::super::Session;
use super::super::customs::{Fit, Trial};
use super::super::reading::{touches, unit_of};
use super::way::{self, is_same};
use super::{Bounds, Wanted};
use crate::deeds::{Act, Deed, UnitId};
use crate::model::{Id, Side};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::rc::Rc;

/// What an accusation costs.
const VIOLATION: u32 = 1 << 16;
const SUSPECT: u32 = 3 << 14;
/// A deed in a stage that has no place for it is less likely than two other breaches.
const MISFIT: u32 = VIOLATION + 1;
/// A finding that is to be avoided costs so much more.
const AVOIDED: u32 = 2 * VIOLATION;
/// A side that passes its whole turn, where that is thought possible, hardly less than a breach; and where it is not.
const PASSED: u32 = VIOLATION - (1 << 8);
const NOBODY_PASSES: u32 = 1 << 26;
/// Play that passes on before the tracker does.
const LATE: u32 = 2;

/// So many ends of stages are tried at most.
const MOST_TRIED: usize = 30_000;
/// So many deeds in a row that no stage has a place for are taken into one.
const MOST_MISFITS: usize = 2;
/// A guilty way that explains so many deeds less than another is given up.
const BEHIND: usize = 60;
/// A stage that begins.
pub(super) struct Node<'t> {
    /// The first deed that it may have, by place among the deeds.
    pub(super) at: usize,
    /// Its number.
    pub(super) stage: usize,
    /// Whether nothing was done yet in this turn of its side.
    idle: bool,
    cost: u32,
    /// The stage before it.
    pub(super) before: Option<usize>,
    /// What the stage before it was found guilty of.
    pub(super) accusations: Vec<(usize, Finding)>,
    pub(super) passed: Option<(usize, Id<Side>)>,
    /// The referee at its beginning, once the way came here.
    referee: Option<Rc<dyn Trial<'t> + 't>>,
    /// Whether the log ends here.
    pub(super) ends: bool,
}

/// How a stage ends.
struct End {
    /// Its node.
    number: usize,
    /// The deed before which it ends.
    at: usize,
    /// The stage that begins.
    next: usize,
    /// Deeds in it that have no place there.
    misfits: usize,
    /// Whether nothing was done yet in this turn of its side.
    idle: bool,
}

/// The order in which nodes are looked at: by cost, the furthest first, then by stage and number.
type Rank = (u32, Reverse<usize>, usize, usize);

pub(super) struct Search<'s, 't> {
    pub(super) session: &'s Session<'t>,
    pub(super) deeds: Vec<&'s Deed>,
    /// Whether a deed is the die of what was declared before it: play does not pass on between the two.
    tied: Vec<bool>,
    stages: Vec<(i32, usize)>,
    wanted: Wanted<'s>,
    pub(super) nodes: Vec<Node<'t>>,
    queue: BinaryHeap<Reverse<Rank>>,
    tried: usize,
}

impl<'s, 't> Search<'s, 't> {
    pub(super) fn over(
        session: &'s Session<'t>,
        tied: Vec<bool>,
        deeds: Vec<&'s Deed>,
        stages: Vec<(i32, usize)>,
        wanted: Wanted<'s>,
    ) -> Self {
        let (nodes, queue) = (Vec::new(), BinaryHeap::new());
        Search { session, deeds, tied, stages, wanted, nodes, queue, tried: 0 }
    }

    /// Whether there were too many ends of stages to try them all.
    pub(super) fn gave_up(&self) -> bool {
        self.tried >= MOST_TRIED
    }

    fn stage(&self, number: usize) -> Option<&Stage> {
        let at = *self.stages.get(number)?;
        self.session.sequence.turn(at.0).get(at.1)
    }

    /// The cheapest way to the end of the log, by its last node.
    pub(super) fn run(
        &mut self,
        referee: Rc<dyn Trial<'t> + 't>,
        begins: usize,
        set_up: Option<usize>,
    ) -> Option<usize> {
        self.push(Node {
            at: 1,
            stage: begins,
            idle: false,
            cost: 0,
            before: None,
            accusations: Vec::new(),
            passed: None,
            referee: Some(referee),
            ends: false,
        });
        let mut known: HashSet<(usize, usize, bool)> = HashSet::new();
        let mut furthest = 0;
        while let Some(Reverse((cost, Reverse(at), _, number))) = self.queue.pop() {
            if self.nodes[number].ends {
                return Some(number);
            }
            if self.gave_up() {
                return None;
            }
            let node = &self.nodes[number];
            let sets_up = number == 0 && set_up.is_some();
            let new = sets_up || known.insert((at, node.stage, node.idle));
            if !new || cost > 0 && at + BEHIND < furthest {
                continue;
            }
            furthest = furthest.max(at);
            match set_up.filter(|_| sets_up) {
                Some(end) => self.end_set_up(end),
                None => self.play_on(number),
            }
        }
        None
    }

    fn push(&mut self, node: Node<'t>) {
        self.queue.push(Reverse((node.cost, Reverse(node.at), node.stage, self.nodes.len())));
        self.nodes.push(node);
    }

    /// The referee as a stage begins: as the stage before it began, with that stage’s deeds.
    fn referee(&mut self, number: usize) -> Option<Rc<dyn Trial<'t> + 't>> {
        if let Some(known) = &self.nodes[number].referee {
            return Some(known.clone());
        }
        let before = self.nodes[number].before?;
        let mut referee = self.nodes[before].referee.as_ref()?.fork();
        let (from, to) = (self.nodes[before].at, self.nodes[number].at);
        for deed in &self.deeds[from..to] {
            referee.hear(deed, &mut Vec::new());
        }
        let passing = self.passing(self.nodes[number].stage, to)?;
        referee.hear(&passing, &mut Vec::new());
        let referee: Rc<dyn Trial<'t> + 't> = referee.into();
        self.nodes[number].referee = Some(referee.clone());
        Some(referee)
    }

    /// Play passes on to a stage, before a deed.
    pub(super) fn passing(&self, stage: usize, before: usize) -> Option<Deed> {
        let moment = self.session.sequence.moment(*self.stages.get(stage)?)?;
        let deed = self.deeds.get(before).or(self.deeds.last())?;
        Some(Deed { step: deed.step, by: None, act: Act::Turn(moment) })
    }

    /// Set-up may end after each of its deeds; then the first stage begins.
    fn end_set_up(&mut self, end: usize) {
        let Some(start) = self.referee(0) else { return };
        let begins = self.nodes[0].stage;
        let mut referee = start.fork();
        for at in 1..=end.max(1).min(self.deeds.len()) {
            let end = End { number: 0, at, next: begins, misfits: 0, idle: true };
            self.end_stage(&end, &*referee, &[]);
            if let Some(deed) = self.deeds.get(at) {
                referee.hear(deed, &mut Vec::new());
            }
        }
    }

    /// A stage may take any number of deeds.
    fn play_on(&mut self, number: usize) {
        let Some(start) = self.referee(number) else { return };
        let (from, stage_number) = (self.nodes[number].at, self.nodes[number].stage);
        let Some(stage) = self.stage(stage_number).cloned() else { return };
        let mut referee = start.fork();
        let mut idle = self.nodes[number].idle;
        let mut rulings = Vec::new();
        let (mut misfits, mut last_misfit): (usize, Option<UnitId>) = (0, None);
        let mut was_proper = false;
        for at in from..self.deeds.len() {
            let deed = self.deeds[at];
            let bounds = self.bounds(at);
            if bounds.is_some_and(|bounds| stage_number > bounds.latest) {
                return;
            }
            let fit = self.session.customs.fit(deed, &stage);
            // Between two deeds that are what the stage is for it ends only where a side may pass.
            let forced = bounds.is_some_and(|bounds| stage_number < bounds.earliest);
            let within = was_proper && fit == Fit::Proper && !forced;
            if (self.wanted.passes || at == from || !within) && !self.tied[at] {
                let end = End { number, at, next: stage_number + 1, misfits, idle };
                self.end_stage(&end, &*referee, &rulings);
            }
            if bounds.is_some_and(|bounds| stage_number < bounds.earliest) {
                return;
            }
            was_proper = fit == Fit::Proper;
            if fit == Fit::Never {
                let unit = unit_of(&deed.act);
                misfits += usize::from(unit.is_none() || unit != last_misfit.as_ref());
                last_misfit = unit.cloned();
                if misfits > MOST_MISFITS {
                    return;
                }
            } else if fit != Fit::Anywhere {
                idle &= !(touches(&deed.act) || matches!(deed.act, Act::Declare(_)));
            }
            referee.hear(deed, &mut rulings);
        }
        referee.close(&mut rulings);
        let accusations = way::accusations(&rulings);
        let told = accusations.len();
        let cost =
            self.nodes[number].cost + self.price(&accusations) + MISFIT * misfits.min(told) as u32;
        self.push(Node {
            at: self.deeds.len(),
            stage: stage_number,
            idle,
            cost,
            before: Some(number),
            accusations,
            passed: None,
            referee: None,
            ends: true,
        });
    }

    /// A stage ends before a deed, and another begins.
    fn end_stage(&mut self, end: &End, referee: &dyn Trial<'t>, said: &[Ruling]) {
        let End { number, at, next, misfits, idle } = *end;
        let Some(passing) = self.passing(next, at) else { return };
        self.tried += 1;
        let mut rulings = Vec::new();
        referee.fork().hear(&passing, &mut rulings);
        let mut accusations = way::accusations(said);
        accusations.extend(way::accusations(&rulings));
        let stage = self.nodes[number].stage;
        let side = self.stage(stage).and_then(Stage::side);
        let changes = self.stage(next).and_then(Stage::side) != side;
        let passed = if changes && idle && next > stage { side } else { None };
        let passed = passed.filter(|_| self.is_weighty_run(stage)).map(|side| (passing.step, side));
        // Where somebody clicks, the clicks tell who passed.
        let possible = self.wanted.passes || self.wanted.stages.is_some();
        let skip = if possible { PASSED } else { NOBODY_PASSES };
        let late = self.bounds(at).is_some_and(|bounds| next > bounds.shown);
        // What is put right in the stage itself breaks nothing.
        let told = accusations.len();
        let cost = self.nodes[number].cost
            + self.price(&accusations)
            + if passed.is_some() { skip } else { 0 }
            + if late { LATE } else { 0 }
            + MISFIT * misfits.min(told) as u32;
        // The turn of a side in which the log begins may have been played before it.
        let idle = if changes { true } else { idle };
        let before = Some(number);
        self.push(Node {
            at,
            stage: next,
            idle,
            cost,
            before,
            accusations,
            passed,
            referee: None,
            ends: false,
        });
    }

    fn bounds(&self, at: usize) -> Option<Bounds> {
        self.wanted.bounds.get(at).copied().flatten()
    }

    /// Whether leaving out the stages of a side that end with this one is leaving out its turn.
    fn is_weighty_run(&self, last: usize) -> bool {
        let side = self.stage(last).and_then(Stage::side);
        let run = (0..=last).rev().map_while(|number| self.stage(number));
        let mut run = run.take_while(|stage| side.is_some() && stage.side() == side);
        run.any(|stage| self.session.customs.is_weighty(stage))
    }

    fn price(&self, accusations: &[(usize, Finding)]) -> u32 {
        let prices = accusations.iter().map(|(_, finding)| {
            let price = if finding.severity == Severity::Violation { VIOLATION } else { SUSPECT };
            let avoided = self.wanted.avoided.iter().any(|other| is_same(finding, other));
            price + if avoided { AVOIDED } else { 0 }
        });
        prices.sum()
    }
}
