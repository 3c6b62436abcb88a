//! The declarative rule pack, one file a kind of rule: how it is typed, what it is, and what it says.
//!
//! A new kind is a file here and its lines in this one; how the referee checks it is `referee/pack`'s.

mod advance;
mod combat;
mod demolition;
mod lookup;
mod movement;
mod results;
mod retreat;
mod shifts;
mod stacking;
mod states;
mod supply;
mod victory;
mod zones;

pub use advance::AdvanceRules;
pub use combat::CombatRules;
pub use demolition::DemolitionRules;
pub use lookup::Lookup;
pub use movement::MovementRules;
pub use results::{Harm, Outcome};
pub use retreat::RetreatRules;
pub use shifts::ShiftRule;
pub use stacking::{Stacking, StackingCount};
pub use states::{Change, State};
pub use supply::{SupplyRules, SupplySource};
pub use victory::VictoryRules;
pub use zones::{ZocEntry, ZocRules};

use super::typed::{At, Text};
use super::words::{list, names};
use super::{Game, Id, Registry, UnitType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the topics in the order of a rulebook: the word that sources use, and the heading of one that no
/// paragraph claims.
macro_rules! topics {
    ($($topic:ident $word:literal $title:literal),* $(,)?) => {
        /// A part of the rule pack that a paragraph of the rulebook can be about.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Topic { $( #[serde(rename = $word)] $topic ),* }

        impl Topic {
            /// All topics in the order of a rulebook, with the headings of those that no paragraph claims.
            pub const ALL: &'static [(Topic, &'static str)] = &[ $( (Topic::$topic, $title) ),* ];

            /// The word that sources use.
            pub fn word(self) -> &'static str {
                match self { $( Topic::$topic => $word ),* }
            }
        }
    };
}

topics! {
    Units "units" "Units",
    SetUp "set-up" "Set-up",
    Sequence "sequence" "Sequence of play",
    Stacking "stacking" "Stacking",
    ZoneOfControl "zone-of-control" "Zones of control",
    Movement "movement" "Movement",
    Reinforcements "reinforcements" "Reinforcements",
    Withdrawals "withdrawals" "Withdrawals",
    Attacks "attacks" "Attacks",
    Combat "combat" "Combat",
    Shifts "shifts" "Column shifts",
    Results "results" "Combat results",
    Retreat "retreat" "Retreat",
    Advance "advance" "Advance after combat",
    Supply "supply" "Supply",
    States "states" "States",
    Demolition "demolition" "Demolition",
    Points "points" "Points",
    Victory "victory" "Victory",
}

impl Topic {
    /// What the data say about it, as sentences of one paragraph; none when they say nothing.
    pub fn sentences(self, game: &Game) -> Vec<String> {
        match self {
            Topic::Stacking => stacking::says(game),
            Topic::ZoneOfControl => zones::says(game),
            Topic::Movement => movement::says(game),
            Topic::Combat => combat::says(game),
            Topic::Shifts => shifts::says(game),
            Topic::Retreat => retreat::says(game),
            Topic::Advance => advance::says(game),
            Topic::Supply => supply::says(game),
            Topic::Victory => victory::says(game),
            _ => Vec::new(),
        }
    }

    /// What the data say in a list: a code, shift or state, and what it does.
    pub fn items(self, game: &Game) -> Vec<(String, String)> {
        match self {
            Topic::Shifts => shifts::lines(game),
            Topic::Results => results::lines(game),
            Topic::States => states::named(game),
            _ => Vec::new(),
        }
    }

    /// What it says in full, line by line.
    pub fn spelt_out(self, game: &Game) -> Vec<String> {
        let sentences = self.sentences(game);
        let mut lines = Vec::new();
        lines.extend((!sentences.is_empty()).then(|| sentences.join(" ")));
        let joint = if self == Topic::States { ": " } else { "  " };
        lines.extend(
            self.items(game).into_iter().map(|(what, says)| format!("{what}{joint}{says}")),
        );
        // The page has options in a section of their own.
        if self == Topic::Demolition {
            lines.extend(demolition::lines(game));
        }
        lines
    }

    /// Whether the data say anything that a log could break.
    pub fn stated(self, game: &Game) -> bool {
        let rules = &game.rules;
        match self {
            Topic::Units | Topic::Victory => false,
            Topic::SetUp => !game.scenarios.is_empty(),
            Topic::Sequence => !game.sequence.is_empty(),
            Topic::Stacking => rules.stacking.is_some(),
            Topic::ZoneOfControl => rules.zones.is_some(),
            Topic::Movement => rules.movement.is_some(),
            Topic::Reinforcements => {
                game.scenarios.iter().any(|s| s.set_ups.iter().any(|set_up| set_up.turn.is_some()))
            }
            Topic::Withdrawals => game.scenarios.iter().any(|s| !s.withdrawals.is_empty()),
            Topic::Attacks | Topic::Combat | Topic::Results => rules.combat.is_some(),
            Topic::Shifts => rules.combat.as_ref().is_some_and(|combat| !combat.shifts.is_empty()),
            Topic::Retreat => rules.retreat.is_some(),
            Topic::Advance => rules.advance.is_some(),
            Topic::States => !rules.states.is_empty(),
            Topic::Supply => rules.supply.is_some(),
            Topic::Demolition => rules.demolition.is_some(),
            Topic::Points => game.points.iter().any(|kind| kind.most.is_some()),
        }
    }
}

/// `games/<id>/rules.toml`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright rules")]
pub struct RulesFile {
    /// Stacking.
    #[serde(default)]
    pub stacking: Option<stacking::StackingSource>,
    /// Zones of control.
    #[serde(default)]
    pub zone_of_control: Option<zones::ZocSource>,
    /// Movement.
    #[serde(default)]
    pub movement: Option<movement::MovementSource>,
    /// Combat.
    #[serde(default)]
    pub combat: Option<combat::CombatSource>,
    /// Retreats.
    #[serde(default)]
    pub retreat: Option<retreat::RetreatSource>,
    /// Advance after combat.
    #[serde(default)]
    pub advance: Option<advance::AdvanceSource>,
    /// States that markers show.
    #[serde(default, rename = "state")]
    pub states: Vec<states::StateSource>,
    /// Supply.
    #[serde(default)]
    pub supply: Option<supply::SupplySourceTable>,
    /// Bridges that may be blown.
    #[serde(default)]
    pub demolition: Option<demolition::DemolitionSource>,
    /// Victory.
    #[serde(default)]
    pub victory: Option<victory::VictoryTable>,
    /// Rules in words, in the order of the rulebook.
    #[serde(default, rename = "rule")]
    pub rules: Vec<RuleSource>,
}

/// `[[rule]]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleSource {
    /// The number it is cited by ("4.2").
    pub id: At<Text>,
    /// Heading.
    pub title: String,
    /// The part of the rule pack that this paragraph of the rulebook states; findings cite it.
    #[serde(default)]
    pub about: Option<Topic>,
    /// Paragraphs before what the data say.
    #[serde(default)]
    pub lead: Vec<String>,
    /// Paragraphs.
    #[serde(default)]
    pub text: Vec<String>,
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

impl Rules {
    /// Adds what a file of rules says to a game; what it refers to is looked up.
    pub fn read(lookup: &mut impl Lookup, file: &RulesFile, game: &mut Game) {
        states::read(lookup, &file.states, game);
        if let Some(source) = &file.stacking {
            game.rules.stacking = stacking::read(lookup, source, game);
        }
        if let Some(source) = &file.zone_of_control {
            game.rules.zones = zones::read(lookup, source, game);
        }
        if let Some(source) = &file.movement {
            game.rules.movement = Some(movement::read(lookup, source));
        }
        if let Some(source) = &file.combat {
            game.rules.combat = combat::read(lookup, source, game);
        }
        if let Some(source) = &file.retreat {
            game.rules.retreat = Some(retreat::read(lookup, source, game));
        }
        if let Some(source) = &file.advance {
            game.rules.advance = Some(advance::read(lookup, source, game));
        }
        if let Some(source) = &file.supply {
            game.rules.supply = supply::read(lookup, source, game);
        }
        if let Some(source) = &file.demolition {
            game.rules.demolition = demolition::read(lookup, source, game);
        }
        if let Some(source) = &file.victory {
            victory::read(lookup, source, game);
        }
        for source in &file.rules {
            let known: Vec<&str> = game.rules.notes.iter().map(|note| note.id.as_str()).collect();
            if lookup.is_new("rule", &source.id, &known) {
                game.rules.notes.push(RuleNote {
                    id: source.id.value.to_string(),
                    title: source.title.clone(),
                    about: source.about,
                    lead: source.lead.clone(),
                    text: source.text.clone(),
                });
            }
        }
    }
}

/// Types of units in the middle of a sentence.
fn types(game: &Game, ids: &[Id<UnitType>], and: &str) -> String {
    names(&game.unit_types, ids, |kind| &kind.name, and)
}

/// Phases in the middle of a sentence.
fn phases(game: &Game, ids: &[String], and: &str) -> String {
    let leaves = game.leaf_phases();
    let named: Vec<&str> = ids
        .iter()
        .map(|id| leaves.iter().find(|leaf| leaf.id == *id).map_or(id.as_str(), |leaf| &leaf.name))
        .collect();
    list(&named, and)
}
