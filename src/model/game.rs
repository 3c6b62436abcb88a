//! A game: who fights, with what, in which order, over which ground.

use super::registry::named_by_id;
use super::{
    Chart, Counter, CounterSize, Declaration, HexsideType, Id, Map, ModuleSettings, PathType,
    Phase, Registry, Rules, Scenario, SightRules, TerrainType, TurnSpan,
};

/// A project: the games of one `hexwright.toml`.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The project's name.
    pub name: String,
    /// Its games, in the order listed.
    pub games: Registry<Game>,
}

/// A game with everything it consists of.
#[derive(Debug, Clone)]
pub struct Game {
    /// The id: the name of its files and folders.
    pub id: String,
    /// What its rule ids begin with: `BH` for `BH-5.0`.
    pub code: String,
    /// The title on the box.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// Version of the sources, part of module names.
    pub version: String,
    /// Who made it.
    pub credits: Vec<String>,
    /// A paragraph for the back of the box.
    pub summary: String,
    /// What a hex and a turn stand for, as printed ("one hex: 500 m").
    pub scale: Vec<String>,
    /// The sides, in the order in which they act.
    pub sides: Registry<Side>,
    /// Nationalities within sides.
    pub nationalities: Registry<Nationality>,
    /// Formations: divisions, corps, commands.
    pub formations: Registry<Formation>,
    /// Movement classes: the columns of the terrain effects chart.
    pub movement_classes: Registry<MovementClass>,
    /// Unit types.
    pub unit_types: Registry<UnitType>,
    /// Counter sizes used.
    pub counter_sizes: Registry<CounterSize>,
    /// Dice the game is played with.
    pub dice: Registry<Die>,
    /// Kinds of points that are tracked.
    pub points: Registry<PointsKind>,
    /// The turn, as nested phases.
    pub sequence: Vec<Phase>,
    /// The first and last turn that the turn track shows.
    pub turns: TurnSpan,
    /// Labels of the turns, if they have any ("Sep 9–10").
    pub turn_labels: Vec<String>,
    /// Terrain types.
    pub terrain: Registry<TerrainType>,
    /// Hexside types.
    pub hexsides: Registry<HexsideType>,
    /// Path types.
    pub paths: Registry<PathType>,
    /// Tables: combat results, weather, anything with dice.
    pub charts: Registry<Chart>,
    /// Lines of sight, where the game has them.
    pub sight: Option<SightRules>,
    /// Optional rules that a scenario or the players may switch on.
    pub options: Registry<OptionalRule>,
    /// What players say in a fixed form.
    pub declarations: Registry<Declaration>,
    /// How its module is made.
    pub module: ModuleSettings,
    /// The declarative rule pack.
    pub rules: Rules,
    /// Maps and geomorphic boards.
    pub maps: Registry<Map>,
    /// Counters, in the order of their sheets.
    pub counters: Registry<Counter>,
    /// Scenarios.
    pub scenarios: Registry<Scenario>,
}

/// One of the players' sides.
#[derive(Debug, Clone)]
pub struct Side {
    /// The id used in sources and logs.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// Counter colour, `#rrggbb`.
    pub colour: String,
    /// Text colour on that colour.
    pub text: String,
    /// A second colour for bands and symbols.
    pub accent: Option<String>,
}

/// A nationality within a side.
#[derive(Debug, Clone)]
pub struct Nationality {
    /// The id used in counter rows.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// Its side.
    pub side: Id<Side>,
    /// Counter colour that overrides the side's.
    pub colour: Option<String>,
    /// Text colour on that colour.
    pub text: Option<String>,
    /// A second colour.
    pub accent: Option<String>,
}

/// A formation that units belong to.
#[derive(Debug, Clone)]
pub struct Formation {
    /// The id used in counter rows.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// Its side.
    pub side: Option<Id<Side>>,
    /// The formation it belongs to, by id.
    pub parent: Option<String>,
    /// The colour of its band or stripe.
    pub colour: Option<String>,
}

/// A column of the terrain effects chart: foot, motorized, mountain.
#[derive(Debug, Clone)]
pub struct MovementClass {
    /// The id used in cost tables.
    pub id: String,
    /// The name in charts.
    pub name: String,
}

/// A type of unit.
#[derive(Debug, Clone)]
pub struct UnitType {
    /// The id used in counter rows.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// The unit symbol: a name of the symbol library.
    pub symbol: String,
    /// How it moves.
    pub class: Option<Id<MovementClass>>,
    /// Flags that rules ask for (`mech`, `vehicle`, `silhouette`).
    pub flags: Vec<String>,
    /// What a unit is that shows its back (`broken`, `fired`), or nothing.
    pub back: String,
}

/// Dice rolled together.
#[derive(Debug, Clone)]
pub struct Die {
    /// The id used in charts (`2d6`).
    pub id: String,
    /// The name on its button.
    pub name: String,
    /// How many dice.
    pub count: u32,
    /// Faces of each.
    pub faces: u32,
    /// Whether the dice are told apart by colour, the first being the coloured one.
    pub coloured: bool,
}

impl Die {
    /// As players say it: `one six-sided die`, `two ten-sided dice`.
    pub fn in_words(&self) -> String {
        let kind =
            if self.faces == 6 { "six-sided".to_owned() } else { format!("{}-sided", self.faces) };
        match self.count {
            1 => format!("one {kind} die"),
            2 => format!("two {kind} dice"),
            more => format!("{more} {kind} dice"),
        }
    }
}

/// Points that a side keeps count of.
#[derive(Debug, Clone)]
pub struct PointsKind {
    /// The id used in scenarios.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// The most that can be held.
    pub most: Option<i32>,
}

/// A rule that players may switch on.
#[derive(Debug, Clone)]
pub struct OptionalRule {
    /// The id used in scenarios and cases.
    pub id: String,
    /// The name in texts.
    pub name: String,
    /// What it changes.
    pub summary: String,
}

named_by_id!(
    Game,
    Side,
    Nationality,
    Formation,
    MovementClass,
    UnitType,
    Die,
    PointsKind,
    OptionalRule
);

impl Game {
    /// The colours of a counter (paper, text, accent): its nationality's, else its side's.
    pub fn colours(&self, counter: &Counter) -> (&str, &str, Option<&str>) {
        let side = counter.side.map(|id| &self.sides[id]);
        let nation = counter.nationality.map(|id| &self.nationalities[id]);
        let paper = nation.and_then(|n| n.colour.as_deref()).or(side.map(|s| s.colour.as_str()));
        let text = nation.and_then(|n| n.text.as_deref()).or(side.map(|s| s.text.as_str()));
        let accent =
            nation.and_then(|n| n.accent.as_deref()).or(side.and_then(|s| s.accent.as_deref()));
        (paper.unwrap_or("#f4f1e6"), text.unwrap_or("#1a1a1a"), accent)
    }

    /// All phases that have no phases inside them, in playing order.
    pub fn leaf_phases(&self) -> Vec<&Phase> {
        fn walk<'a>(phases: &'a [Phase], leaves: &mut Vec<&'a Phase>) {
            for phase in phases {
                if phase.phases.is_empty() {
                    leaves.push(phase);
                } else {
                    walk(&phase.phases, leaves);
                }
            }
        }
        let mut leaves = Vec::new();
        walk(&self.sequence, &mut leaves);
        leaves
    }
}
