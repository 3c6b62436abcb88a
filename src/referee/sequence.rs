//! The sequence of play as a machine: where play is, what may be done, what lies between two moments.

use crate::deeds::Moment;
use crate::model::{Actor, Game, Id, Phase, Side};

/// One leaf phase of one turn, in playing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Ids of the phases from the outermost to the leaf.
    pub path: Vec<String>,
    /// Who acts.
    pub actor: Actor,
    /// What may be done: verbs of the rules.
    pub actions: Vec<String>,
    /// The name in texts.
    pub name: String,
}

impl Stage {
    /// The id of the leaf.
    pub fn id(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// The side that acts, when it is one.
    pub fn side(&self) -> Option<Id<Side>> {
        match self.actor {
            Actor::Side(side) => Some(side),
            _ => None,
        }
    }

    /// Whether something may be done.
    pub fn allows(&self, action: &str) -> bool {
        self.actions.iter().any(|known| known == action)
    }

    /// Whether this is what a moment names; a moment without phases is none.
    pub fn is(&self, moment: &Moment) -> bool {
        let leaf = moment.phase.last().is_some_and(|leaf| leaf == self.id());
        let side = match (moment.side, self.side()) {
            (Some(told), Some(own)) => told == own,
            _ => true,
        };
        leaf && side
    }
}

/// The stages of every turn.
#[derive(Debug, Clone, Default)]
pub struct Sequence {
    /// Stages by turn, from the first turn on.
    turns: Vec<Vec<Stage>>,
    first: i32,
}

impl Sequence {
    /// Unrolls the sequence of a game, the side that begins each turn first.
    pub fn new(game: &Game, first_side: Option<Id<Side>>) -> Self {
        let mut sides: Vec<Id<Side>> = game.sides.entries().map(|(id, _)| id).collect();
        if let Some(first) = first_side {
            sides.sort_by_key(|side| *side != first);
        }
        let first = game.turns.first;
        let last = game.turns.last.unwrap_or(first).clamp(first, first.saturating_add(MOST_TURNS));
        let turns = (first..=last).map(|turn| {
            let steps = Phase::unroll(&game.sequence, turn, &sides);
            steps.into_iter().map(|step| stage(game, step.path, step.actor)).collect()
        });
        Sequence { turns: turns.collect(), first }
    }

    /// The stages of a turn; those of the last turn for turns beyond it.
    pub fn turn(&self, turn: i32) -> &[Stage] {
        let at = usize::try_from(turn.saturating_sub(self.first)).unwrap_or(0);
        self.turns.get(at).or(self.turns.last()).map_or(&[], Vec::as_slice)
    }

    /// A stage by its turn and number.
    pub fn stage(&self, at: (i32, usize)) -> Option<&Stage> {
        self.turn(at.0).get(at.1)
    }

    /// The turn and the number of the stage that a moment names.
    pub fn find(&self, moment: &Moment) -> Option<(i32, usize)> {
        let stage = self.turn(moment.turn).iter().position(|stage| stage.is(moment))?;
        Some((moment.turn, stage))
    }

    /// The moment at which a stage begins.
    pub fn moment(&self, at: (i32, usize)) -> Option<Moment> {
        let stage = self.stage(at)?;
        Some(Moment { turn: at.0, phase: stage.path.clone(), side: stage.side() })
    }

    /// Turn and stage numbers after one moment and before another; nothing when play went back.
    pub fn between(&self, from: (i32, usize), to: (i32, usize)) -> Vec<(i32, usize)> {
        let mut passed = Vec::new();
        let (mut turn, mut stage) = (from.0, from.1 + 1);
        while (turn, stage) < to && passed.len() < MOST_PASSED {
            if stage >= self.turn(turn).len() {
                (turn, stage) = (turn.saturating_add(1), 0);
                continue;
            }
            passed.push((turn, stage));
            stage += 1;
        }
        passed
    }
}

/// A sequence is unrolled for at most so many turns, and a leap is followed for at most so many stages.
const MOST_TURNS: i32 = 999;
const MOST_PASSED: usize = 200;

fn stage(game: &Game, path: Vec<String>, actor: Actor) -> Stage {
    let mut phases = game.sequence.as_slice();
    let (mut actions, mut name) = (Vec::new(), String::new());
    for id in &path {
        let Some(phase) = phases.iter().find(|phase| phase.id == *id) else { break };
        // What a phase allows holds in the phases inside it.
        actions.extend(phase.actions.iter().cloned());
        name.clone_from(&phase.name);
        phases = &phase.phases;
    }
    Stage { path, actor, actions, name }
}
