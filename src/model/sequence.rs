//! The turn: nested, repeatable phases with the side that acts.

use super::{Id, Side, TurnSpan};

/// Who acts in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Actor {
    /// One side.
    Side(Id<Side>),
    /// Both sides together.
    Both,
    /// Nobody chooses anything (turn marker, weather).
    Nobody,
    /// The phase is played once for each side, in their order.
    Each,
    /// The side that won the initiative.
    First,
    /// The side that did not.
    Second,
}

/// A phase of the turn, with the phases it consists of.
#[derive(Debug, Clone)]
pub struct Phase {
    /// The id used in rules and logs, unique within the turn.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// Who acts; inherited from the enclosing phase when the source says nothing.
    pub actor: Actor,
    /// How often it is played in a row.
    pub repeat: u32,
    /// The turns in which it is played.
    pub turns: Option<TurnSpan>,
    /// What may be done in it: verbs of the rules (`move`, `attack`, …).
    pub actions: Vec<String>,
    /// What happens in it, for the sequence-of-play chart.
    pub summary: String,
    /// The phases inside it.
    pub phases: Vec<Phase>,
}

/// One step of an unrolled turn: a leaf phase with the side that acts now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Ids of the phases from the outermost to the leaf.
    pub path: Vec<String>,
    /// Who acts, with [`Actor::Each`] resolved to a side.
    pub actor: Actor,
}

impl Phase {
    /// Unrolls phases into the steps of one turn: repeats repeated, "each side" played out.
    ///
    /// `sides` is the order in which the sides act.
    pub fn unroll(phases: &[Phase], turn: i32, sides: &[Id<Side>]) -> Vec<Step> {
        let mut steps = Vec::new();
        for phase in phases {
            phase.unroll_into(turn, sides, None, &mut Vec::new(), &mut steps);
        }
        steps
    }

    fn unroll_into(
        &self,
        turn: i32,
        sides: &[Id<Side>],
        acting: Option<Actor>,
        path: &mut Vec<String>,
        steps: &mut Vec<Step>,
    ) {
        if self.turns.is_some_and(|span| !span.contains(turn)) {
            return;
        }
        let actors: Vec<Actor> = match (self.actor, acting) {
            (Actor::Each, Some(side @ Actor::Side(_))) => vec![side],
            (Actor::Each, _) => sides.iter().copied().map(Actor::Side).collect(),
            (own, _) => vec![own],
        };
        path.push(self.id.clone());
        for _ in 0..self.repeat.max(1) {
            for &actor in &actors {
                if self.phases.is_empty() {
                    steps.push(Step { path: path.clone(), actor });
                }
                for phase in &self.phases {
                    phase.unroll_into(turn, sides, Some(actor), path, steps);
                }
            }
        }
        path.pop();
    }
}
