//! What is known beyond who stands where.

use super::boundary::Frontier;
use super::combat::Fights;
use super::known::Known;
use super::units::Nation;
use crate::referee::ground::Place;
use crate::referee::world::Unit;
use serde::Deserialize;

/// The weather of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Weather {
    #[default]
    Good,
    MistralLight,
    MistralHeavy,
    Rain,
}

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Scenario {
    #[default]
    Campaign,
    UsLanding,
    VariableCampaign,
}

/// What is known beyond who stands where.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) scenario: Scenario,
    pub(super) weather: Weather,
    /// Whether the US halt line is in force.
    pub(super) halt_line: bool,
    /// The army boundary.
    pub(super) boundary: Option<Frontier>,
    /// Whether the weather is history's.
    pub(super) historical: bool,
    /// Whether 1st Parachute Division may be landed by air.
    pub(super) airlanding: bool,
    /// The turn that a case names for a phase that its turn does not have.
    pub(super) told_turn: Option<i32>,
    /// Whether the log began with the set-up, so that nothing of the game is missing.
    pub(super) from_the_start: bool,
    /// What earlier turns and this phase have brought.
    pub(super) known: Known,
    /// Whether strength chits are drawn anew for every combat.
    pub(super) fluctuating: bool,
    /// Divisions and their regiments, where a case tells them.
    pub(super) divisions: Vec<(String, Vec<String>)>,
    /// Regiments whose chits are turned, as far as that is known.
    pub(super) turned: Vec<Unit>,
    /// Divisions that are known to have lost a regiment.
    pub(super) broken: Vec<String>,
    /// The combats of this phase.
    pub(super) fights: Fights,
}

/// What may be owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Account {
    /// Support points; none known when nobody has told.
    Support(Nation),
    /// Ordinary moves of this phase.
    Moves,
    /// End-runs of this turn.
    EndRuns(Nation),
    /// End-runs of the game: of regiments, or of battalions.
    EndRunsInAll(Nation, bool),
    /// End-runs that the dice gave.
    EndRunsAllowed(Nation, bool),
    /// Units dropped this turn.
    Drops,
    /// Units that may drop this turn.
    DropsAllowed,
    /// Units of a nation evacuated from a hex in this phase.
    Evacuees(Place, Nation),
    /// Axis units evacuated on earlier turns.
    EvacuatedBefore,
    /// Replacement points spent this turn.
    Replacements(Nation, bool),
    /// Air and sea supply tried in this phase, by side and means.
    Lifts(u8, bool),
    /// British brigades with pack transport.
    Packs,
    /// Depots that came back this turn.
    Returns(Nation),
    /// Variable units of this turn.
    Variables,
    /// Port battalions of this turn.
    Ports,
    /// Declarations of this turn.
    Declarations,
    /// First-wave units plotted: of the game, and of a hex.
    Plotted(Option<Place>),
    /// What the special coastal dice said.
    Coastals,
    /// Points that the Axis took this turn.
    AxisIncome,
    /// Airfields that the Allies hold.
    Airfields,
    /// Salvos of a nation's ships.
    Salvos(Nation),
}
