//! The declarative rule pack: stacking, zones of control, combat, supply, victory as data.

use super::registry::named_by_id;
use super::{
    Counter, HexsideType, Id, MovementPoints, OptionalRule, PathType, Registry, Side, TerrainType,
    UnitType,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a stack is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StackingCount {
    /// One per unit.
    Units,
    /// The sum of a counter column (stacking points).
    Column(String),
}

/// How many units may stand in a hex.
#[derive(Debug, Clone)]
pub struct Stacking {
    /// The limit.
    pub limit: MovementPoints,
    /// What is counted.
    pub count: StackingCount,
    /// Limits in particular terrain.
    pub terrain: Vec<(Id<TerrainType>, MovementPoints)>,
    /// Unit types that stack free.
    pub free: Vec<Id<UnitType>>,
    /// When the limit is checked, as phase ids; empty for always.
    pub moments: Vec<String>,
}

/// What happens to a unit that enters an enemy zone of control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZocEntry {
    /// It must stop.
    Stop,
    /// It pays so many points more.
    Cost(MovementPoints),
    /// Nothing.
    Free,
}

/// Zones of control.
#[derive(Debug, Clone)]
pub struct ZocRules {
    /// Unit types that have none.
    pub without: Vec<Id<UnitType>>,
    /// Hexsides they do not reach across.
    pub blocked_by: Vec<Id<HexsideType>>,
    /// Paths along which they reach across such hexsides all the same: bridges.
    pub carried_by: Vec<Id<PathType>>,
    /// Effect on entry.
    pub entering: ZocEntry,
    /// Extra cost to leave; `None` when leaving is free.
    pub leaving: Option<MovementPoints>,
    /// Whether a unit may move directly from one enemy zone to another.
    pub zone_to_zone: bool,
    /// Whether a friendly unit in the hex cancels them for supply and retreat.
    pub friends_cancel: bool,
}

/// Movement in general.
#[derive(Debug, Clone)]
pub struct MovementRules {
    /// The counter column with the allowance.
    pub allowance: String,
    /// Whether a unit may always move one hex.
    pub minimum_one_hex: bool,
    /// Points that a unit may move further when it follows a road all the way.
    pub road_bonus: Option<MovementPoints>,
}

/// A shift of the odds column.
#[derive(Debug, Clone)]
pub struct ShiftRule {
    /// The id used in findings.
    pub id: String,
    /// When it applies, in words.
    pub when: String,
    /// Columns to the right (attacker's favour) or, negative, to the left.
    pub columns: i32,
    /// The terrain of the defender's hex it depends on.
    pub terrain: Vec<Id<TerrainType>>,
    /// The terrain of the defender's hex in which it does not apply.
    pub unless_terrain: Vec<Id<TerrainType>>,
    /// The hexsides every adjacent attacker must attack across.
    pub hexsides: Vec<Id<HexsideType>>,
    /// Groups of unit types: of each group the attacker must have one taking part.
    pub attacker_has: Vec<Vec<Id<UnitType>>>,
    /// The same for the defender.
    pub defender_has: Vec<Vec<Id<UnitType>>>,
}

/// What a code of the combat results chart does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The code.
    pub code: String,
    /// What the attacker suffers.
    pub attacker: Harm,
    /// What the defender suffers.
    pub defender: Harm,
}

/// What a combat result does to one side of the fight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Harm {
    /// Steps lost.
    pub loses: u32,
    /// Hexes of retreat, after the losses.
    pub retreats: u32,
    /// Whether every unit is eliminated.
    pub eliminated: bool,
}

impl Harm {
    /// In words, after "attacker" or "defender"; `None` when nothing happens.
    pub fn words(self) -> Option<String> {
        let count = |number: u32, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            more => format!("{more} {many}"),
        };
        let loses =
            (self.loses > 0).then(|| format!("loses {}", count(self.loses, "step", "steps")));
        let retreats = (self.retreats > 0)
            .then(|| format!("retreats {}", count(self.retreats, "hex", "hexes")));
        match (self.eliminated, loses, retreats) {
            (true, ..) => Some("eliminated".to_owned()),
            (false, Some(loses), Some(retreats)) => Some(format!("{loses}, then {retreats}")),
            (false, loses, retreats) => loses.or(retreats),
        }
    }
}

impl Outcome {
    /// What happens, in words.
    pub fn words(&self) -> String {
        match (self.attacker.words(), self.defender.words()) {
            (Some(attacker), Some(defender)) if attacker == defender => {
                format!("each side {attacker}")
            }
            (Some(attacker), Some(defender)) => format!("attacker {attacker}; defender {defender}"),
            (Some(attacker), None) => format!("attacker {attacker}"),
            (None, Some(defender)) => format!("defender {defender}"),
            (None, None) => "no effect".to_owned(),
        }
    }
}

/// Combat by odds.
#[derive(Debug, Clone)]
pub struct CombatRules {
    /// The combat results chart, by id.
    pub chart: String,
    /// The counter column with the attack strength.
    pub attack: String,
    /// The counter column with the defence strength.
    pub defence: String,
    /// Whether every enemy in one's zones of control must be attacked.
    pub mandatory: bool,
    /// Whether units attack only across hexsides and into hexes that their movement class may cross and enter.
    pub needs_passage: bool,
    /// Column shifts.
    pub shifts: Vec<ShiftRule>,
    /// Unit types that may attack from a distance, with their range in hexes.
    pub ranged: Vec<(Id<UnitType>, u32)>,
    /// Whether an attack from a distance needs an attacker next to the defender as well.
    pub ranged_only_supports: bool,
    /// The most columns that shifts may add up to in either direction.
    pub most_shifts: Option<u32>,
    /// What the result codes mean, in words: the chart's, else those of `outcomes`.
    pub results: BTreeMap<String, String>,
    /// What the result codes do, in the order of the sources.
    pub outcomes: Vec<Outcome>,
}

/// Retreats after combat.
#[derive(Debug, Clone, Default)]
pub struct RetreatRules {
    /// Whether each hex must lie farther from the hex the retreat began in than the one before.
    pub farther: bool,
    /// Whether hexes in enemy zones of control are closed.
    pub zones_close: bool,
    /// Steps lost by a unit that cannot retreat all the way; `None` when it is eliminated.
    pub blocked_loses: Option<u32>,
    /// The state of a unit after its retreat.
    pub state: Option<Id<State>>,
    /// Terrain in which the defender may lose steps instead.
    pub stand_terrain: Vec<Id<TerrainType>>,
    /// Steps that standing costs.
    pub stand_loses: u32,
}

/// Advance after combat.
#[derive(Debug, Clone, Default)]
pub struct AdvanceRules {
    /// Unit types that may not.
    pub without: Vec<Id<UnitType>>,
    /// Whether enemy zones of control hinder it.
    pub zones_stop: bool,
}

/// How a state changes a strength or the allowance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Change {
    /// Not at all.
    #[default]
    Same,
    /// Halved, fractions rounded up.
    Half,
    /// Nothing is left: the unit may not do it.
    None,
}

/// A state of a unit that a marker shows.
#[derive(Debug, Clone)]
pub struct State {
    /// The id used in rules and scenarios.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// The marker that shows it.
    pub marker: Option<Id<Counter>>,
    /// Its effect on the attack strength.
    pub attack: Change,
    /// Its effect on the defence strength.
    pub defence: Change,
    /// Its effect on the movement allowance.
    pub movement: Change,
    /// Whether the unit has no zone of control.
    pub no_zone: bool,
    /// Whether the unit may not enter enemy zones of control.
    pub shuns_zones: bool,
    /// The phase of its owner in which it ends, by id.
    pub ends: Option<String>,
}

named_by_id!(State);

/// Where a side's supply comes from.
#[derive(Debug, Clone)]
pub struct SupplySource {
    /// Whose.
    pub side: Id<Side>,
    /// Hexes and boxes, as printed.
    pub locations: Vec<String>,
}

/// Supply.
#[derive(Debug, Clone)]
pub struct SupplyRules {
    /// Sources by side.
    pub sources: Vec<SupplySource>,
    /// Longest overland leg in movement points of this class, before a road is reached.
    pub range: MovementPoints,
    /// The movement class in which it is measured.
    pub class: String,
    /// Whether the trace may then follow a road of any length.
    pub road: bool,
    /// Unit types that extend supply to units around them, with their radius.
    pub relays: Vec<(Id<UnitType>, u32)>,
    /// Phases of a side in which its units' supply is judged, by id; empty when it is judged at need.
    pub moments: Vec<String>,
    /// The state of units out of supply.
    pub state: Option<Id<State>>,
    /// What else being out of supply does, in words.
    pub effects: Vec<String>,
}

/// Paths across hexsides that a side may break: bridges.
#[derive(Debug, Clone)]
pub struct DemolitionRules {
    /// Who may.
    pub side: Id<Side>,
    /// The option that allows it, when it is one.
    pub option: Option<Id<OptionalRule>>,
    /// The phases of that side in which it may, by id.
    pub phases: Vec<String>,
    /// The paths that are broken.
    pub cuts: Vec<Id<PathType>>,
    /// The hexsides across which they lead.
    pub across: Vec<Id<HexsideType>>,
    /// The lowest roll that breaks one.
    pub succeeds: u32,
    /// How often in a game it may be tried.
    pub times: u32,
    /// The marker that shows it.
    pub marker: Id<Counter>,
}

/// Victory.
#[derive(Debug, Clone, Default)]
pub struct VictoryRules {
    /// Points for each eliminated enemy unit type.
    pub eliminated: Vec<(Id<UnitType>, i32)>,
    /// How it is won, one a paragraph.
    pub text: Vec<String>,
}

/// A part of the rule pack that a paragraph of the rulebook can be about.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Topic {
    Units,
    SetUp,
    Sequence,
    Stacking,
    ZoneOfControl,
    Movement,
    Reinforcements,
    Withdrawals,
    Attacks,
    Combat,
    Shifts,
    Results,
    Retreat,
    Advance,
    States,
    Supply,
    Demolition,
    Points,
    Victory,
}

impl Topic {
    /// All topics in the order of a rulebook, with the headings of those that no paragraph claims.
    pub const ALL: [(Topic, &'static str); 19] = [
        (Topic::Units, "Units"),
        (Topic::SetUp, "Set-up"),
        (Topic::Sequence, "Sequence of play"),
        (Topic::Stacking, "Stacking"),
        (Topic::ZoneOfControl, "Zones of control"),
        (Topic::Movement, "Movement"),
        (Topic::Reinforcements, "Reinforcements"),
        (Topic::Withdrawals, "Withdrawals"),
        (Topic::Attacks, "Attacks"),
        (Topic::Combat, "Combat"),
        (Topic::Shifts, "Column shifts"),
        (Topic::Results, "Combat results"),
        (Topic::Retreat, "Retreat"),
        (Topic::Advance, "Advance after combat"),
        (Topic::Supply, "Supply"),
        (Topic::States, "States"),
        (Topic::Demolition, "Demolition"),
        (Topic::Points, "Points"),
        (Topic::Victory, "Victory"),
    ];

    /// The word that sources use.
    pub fn word(self) -> &'static str {
        match self {
            Topic::Units => "units",
            Topic::SetUp => "set-up",
            Topic::Sequence => "sequence",
            Topic::Stacking => "stacking",
            Topic::ZoneOfControl => "zone-of-control",
            Topic::Movement => "movement",
            Topic::Reinforcements => "reinforcements",
            Topic::Withdrawals => "withdrawals",
            Topic::Attacks => "attacks",
            Topic::Combat => "combat",
            Topic::Shifts => "shifts",
            Topic::Results => "results",
            Topic::Retreat => "retreat",
            Topic::Advance => "advance",
            Topic::States => "states",
            Topic::Supply => "supply",
            Topic::Demolition => "demolition",
            Topic::Points => "points",
            Topic::Victory => "victory",
        }
    }
}

/// A rule in words, with its number.
#[derive(Debug, Clone)]
pub struct RuleNote {
    /// The number it is cited by.
    pub id: String,
    /// Heading.
    pub title: String,
    /// The part of the rule pack that it states.
    pub about: Option<Topic>,
    /// Paragraphs before what the data say.
    pub lead: Vec<String>,
    /// Paragraphs.
    pub text: Vec<String>,
}

/// A game's rule pack.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Stacking.
    pub stacking: Option<Stacking>,
    /// Zones of control.
    pub zones: Option<ZocRules>,
    /// Movement.
    pub movement: Option<MovementRules>,
    /// Combat.
    pub combat: Option<CombatRules>,
    /// Retreats.
    pub retreat: Option<RetreatRules>,
    /// Advance after combat.
    pub advance: Option<AdvanceRules>,
    /// States that markers show.
    pub states: Registry<State>,
    /// Supply.
    pub supply: Option<SupplyRules>,
    /// Bridges that may be blown.
    pub demolition: Option<DemolitionRules>,
    /// Victory.
    pub victory: VictoryRules,
    /// Rules in words, in the order of the rulebook.
    pub notes: Vec<RuleNote>,
}
