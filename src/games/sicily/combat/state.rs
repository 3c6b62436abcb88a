//! What this phase has seen: who fought whom, and what came of it.

use super::super::units::Nation;
use super::strength::Span;
use super::table::Outcome;
use crate::referee::ground::Place;
use crate::referee::world::Unit;

/// The combats of a phase.
#[derive(Debug, Clone, Default)]
pub(in crate::games::sicily) struct Fights {
    /// The combats, in the order in which they were rolled for.
    pub(super) combats: Vec<Combat>,
    /// Artillery that has given its support.
    pub(super) supported: Vec<Unit>,
    /// Ships and aircraft that fired into a combat against a hex.
    pub(super) fire: Vec<Fire>,
    /// Dice told by name before anything else is known of their combat.
    pub(super) named: Vec<String>,
    /// Whether there were combats of which nobody knows who attacked whom.
    pub(super) untold: bool,
}

/// Support that is no unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fire {
    /// The hex attacked; none when the combat is named otherwise.
    pub(super) at: Option<Place>,
    /// Whose ships; none for aircraft.
    pub(super) ships: Option<Nation>,
    /// Whether it gave its column.
    pub(super) hits: bool,
}

/// A combat, and what came of it so far.
#[derive(Debug, Clone, Default)]
pub(in crate::games::sicily) struct Combat {
    /// The attacking side, by number; none when a case does not say.
    pub(super) attacker: Option<u8>,
    /// Those who took part; of nobody when it is not known who did.
    pub(super) participants: Vec<Unit>,
    /// Those who stood beside them.
    pub(super) bystanders: Vec<Unit>,
    /// The hexes attacked.
    pub(super) targets: Vec<Place>,
    /// The hexes from which they were attacked.
    pub(super) from: Vec<Place>,
    pub(super) outcome: Option<Outcome>,
    /// Whether the result is sure: told, or read from a firm cell.
    pub(super) sure: bool,
    /// Whether the players took it for a breakthrough.
    pub(super) broke_through: bool,
    /// The ways of the losers, each from the hex that it left.
    pub(super) paths: Vec<Vec<Place>>,
    /// Hexes that the loser retreated.
    pub(super) went: Span,
    /// Steps that the loser lost.
    pub(super) lost: Span,
    /// Steps that are due for enemy zones on the way.
    pub(super) zones: u32,
    /// Where the loser was last seen to do something about it.
    pub(super) last: usize,
    /// The step of the retreat that crossed enemy zones.
    pub(super) zones_at: usize,
    /// Nothing more is expected of it.
    pub(super) settled: bool,
}

impl Fights {
    /// The combat that is being carried out.
    pub(super) fn current(&self) -> Option<&Combat> {
        self.combats.last()
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut Combat> {
        self.combats.last_mut()
    }

    /// Whether a unit has attacked, or was attacked.
    pub(super) fn has_fought(&self, unit: Unit) -> bool {
        self.combats.iter().any(|combat| combat.participants.contains(&unit))
    }

    /// Whether a hex was attacked.
    pub(super) fn was_attacked(&self, place: Place) -> bool {
        self.combats.iter().any(|combat| combat.targets.contains(&place))
    }
}

impl Combat {
    /// Whether this side has lost it.
    pub(super) fn is_lost_by(&self, side: u8) -> Option<bool> {
        Some((self.attacker? == side) == self.outcome?.attacker)
    }

    /// Whether the defender was broken through.
    pub(super) fn breaks_through(&self) -> bool {
        self.broke_through || self.outcome.is_some_and(Outcome::may_break_through)
    }
}
