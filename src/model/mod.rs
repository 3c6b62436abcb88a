//! The game as plain, fully resolved data: no I/O, no "maybe it is spelt wrong".
//!
//! Everything that refers to something else does so by [`Id`], a position in a
//! [`Registry`]; the sources' names were checked when the model was made.

mod chart;
mod counter;
mod declaration;
mod face;
mod game;
pub mod keys;
mod map;
mod module;
mod points;
mod provenance;
mod registry;
mod rules;
mod scenario;
mod sequence;
mod sight;
mod terrain;
pub mod typed;
pub mod words;

pub use chart::{Chart, ChartKind, ChartMark, ChartRow, Heading, Trust};
pub use counter::{Art, Back, Counter, CounterKind, CounterSize, Echelon, Length, Shape};
pub use declaration::{Answer, Declaration, LinePart, Offered, Question};
pub use face::{Cells, Face, ValueColumn};
pub use game::{
    Die, Formation, Game, MovementClass, Nationality, OptionalRule, PointsKind, Project, Side,
    UnitType,
};
pub use map::{
    Area, Backdrop, BoxKind, HexData, Map, MapBox, OnSide, Outline, Path, Place, SideLine, Victory,
};
pub use module::{
    ComponentPlace, Facing, ModuleSettings, OwnComponent, OwnTrait, PieceGroup, Replacement,
};
pub use points::{MovementPoints, ParsePointsError};
pub use provenance::{Provenance, Sourced};
pub use registry::{Id, Named, Registry};
pub use rules::{
    AdvanceRules, Change, CombatRules, DemolitionRules, Harm, Lookup, MovementRules, Outcome,
    RetreatRules, RuleNote, Rules, RulesFile, ShiftRule, Stacking, StackingCount, State,
    SupplyRules, SupplySource, Topic, VictoryRules, ZocEntry, ZocRules,
};
pub use scenario::{
    Balance, Force, Placement, PointsAtStart, Scenario, SetUp, Spot, TurnSpan, UnitCount,
    Withdrawal,
};
pub use sequence::{Actor, Phase, Step};
pub use sight::{
    BetweenLevels, Effect, GridCodes, Ground, Kind, KindId, Month, SameRange, SightRules,
    SightRulesError,
};
pub use terrain::{Cost, Costs, HexsideType, PathType, TerrainRole, TerrainType};
