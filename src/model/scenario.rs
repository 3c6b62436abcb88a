//! Scenarios: who starts where, who comes when, how long it lasts.

use super::registry::named_by_id;
use super::{
    Area, Counter, Id, Map, MapBox, Nationality, OptionalRule, PointsKind, Provenance, Side,
};
use crate::hex::{Hex, Location};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// First and last turn, both included; an open end has no last turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnSpan {
    /// The first turn.
    pub first: i32,
    /// The last turn.
    pub last: Option<i32>,
}

impl TurnSpan {
    /// Whether the turn lies in the span.
    pub fn contains(self, turn: i32) -> bool {
        turn >= self.first && self.last.is_none_or(|last| turn <= last)
    }
}

/// A map of the scenario, by id, as it lies on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The map or board.
    pub map: Id<Map>,
    /// Whether it is turned by 180°.
    pub flipped: bool,
    /// Column and row in the layout of several boards, from the top left.
    pub at: (i32, i32),
}

/// Where units are put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placement {
    /// Exactly here.
    At(Id<Map>, Location),
    /// Any of these.
    AnyOf(Id<Map>, Vec<Location>),
    /// Within so many hexes of a hex.
    Within(Id<Map>, u32, Hex),
    /// Any hex of an area.
    Area(Id<Map>, Id<Area>),
    /// Entering from an entry box.
    Entry(Id<Map>, Id<MapBox>),
    /// Anywhere the owner likes, within what the scenario's text says.
    Free(String),
}

/// So many counters of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitCount {
    /// The type.
    pub counter: Id<Counter>,
    /// How many.
    pub count: u32,
}

/// Counters put on the map: at start, or as reinforcements on a turn.
#[derive(Debug, Clone)]
pub struct SetUp {
    /// What.
    pub units: SmallVec<[UnitCount; 2]>,
    /// Where.
    pub placement: Placement,
    /// The turn of arrival; `None` at start.
    pub turn: Option<i32>,
    /// On its reduced side.
    pub reduced: bool,
    /// Hidden from the other side.
    pub hidden: bool,
    /// States at start (`disrupted`, `fired`).
    pub states: Vec<String>,
    /// A remark for the set-up card.
    pub note: String,
    /// The force it belongs to, by its place in [`Scenario::forces`].
    pub force: Option<usize>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// Units that belong together in a scenario: one order of battle, with what holds for all of them.
#[derive(Debug, Clone)]
pub struct Force {
    /// The id used in set-ups.
    pub id: String,
    /// The name as printed.
    pub name: String,
    /// Whose it is.
    pub side: Option<Id<Side>>,
    /// Its nationality.
    pub nationality: Option<Id<Nationality>>,
    /// Numbers of the game's own (an experience level, a sniper number), by name.
    pub values: BTreeMap<String, i32>,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// What a side is given when the scenario seems too hard for it.
#[derive(Debug, Clone)]
pub struct Balance {
    /// Whom it helps.
    pub side: Id<Side>,
    /// What it changes.
    pub text: String,
}

/// Units that leave.
#[derive(Debug, Clone)]
pub struct Withdrawal {
    /// Which.
    pub units: Vec<UnitCount>,
    /// On which turn.
    pub turn: i32,
    /// The turn on which they return; those that leave for good have none.
    pub returns: Option<i32>,
    /// A remark.
    pub note: String,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// Points a side starts with.
#[derive(Debug, Clone)]
pub struct PointsAtStart {
    /// Which points.
    pub kind: Id<PointsKind>,
    /// Whose; both sides' when none.
    pub side: Option<Id<Side>>,
    /// How many.
    pub value: i32,
    /// Where this comes from.
    pub provenance: Provenance,
}

/// A scenario.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The id: the name of its file.
    pub id: String,
    /// The title.
    pub title: String,
    /// What happened.
    pub summary: String,
    /// When it happened: `1943-07-10`.
    pub date: String,
    /// Where it happened.
    pub place: String,
    /// The maps it is played on.
    pub maps: Vec<Spot>,
    /// The hexes in play, where they are not all of a map.
    pub playable: Vec<(Id<Map>, Vec<Hex>)>,
    /// Orders of battle.
    pub forces: Vec<Force>,
    /// Help for one side or the other.
    pub balance: Vec<Balance>,
    /// First and last turn.
    pub turns: TurnSpan,
    /// The side that acts first, when it differs from the game's order.
    pub first_side: Option<Id<Side>>,
    /// The phase it starts with, by id.
    pub first_phase: Option<String>,
    /// Set-up and reinforcements.
    pub set_ups: Vec<SetUp>,
    /// Withdrawals.
    pub withdrawals: Vec<Withdrawal>,
    /// Counters not in play at start but available (replacements, markers).
    pub reserve: Vec<UnitCount>,
    /// Points at start.
    pub points: Vec<PointsAtStart>,
    /// Optional rules in force.
    pub options: Vec<Id<OptionalRule>>,
    /// Rules of this scenario, one a paragraph.
    pub special_rules: Vec<String>,
    /// How it is won, one a paragraph.
    pub victory: Vec<String>,
}

named_by_id!(Scenario);
