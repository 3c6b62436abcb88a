//! Supply.

use super::super::typed::{At, Points, Text, Words};
use super::super::words::{count, list, lower, movement_points, points};
use super::super::{Game, Id, MovementPoints, Side, UnitType};
use super::{Lookup, State, phases};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `[supply]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplySourceTable {
    /// Hexes and boxes by side.
    pub sources: BTreeMap<At<Text>, Words>,
    /// Longest overland leg in movement points.
    pub range: At<Points>,
    /// The movement class in which it is measured.
    pub class: At<Text>,
    /// Whether the trace may then follow a road of any length.
    #[serde(default)]
    pub road: bool,
    /// Unit types that extend supply, with their radius in hexes.
    #[serde(default)]
    pub relays: BTreeMap<At<Text>, u32>,
    /// Phases of a side in which its units' supply is judged; it holds until the next one.
    #[serde(default)]
    pub moments: Words,
    /// The state of units out of supply.
    #[serde(default)]
    pub state: Option<At<Text>>,
    /// What else being out of supply does, in words.
    #[serde(default)]
    pub effects: Vec<String>,
}

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

pub(super) fn read(
    lookup: &mut impl Lookup,
    source: &SupplySourceTable,
    game: &Game,
) -> Option<SupplyRules> {
    let mut sources = Vec::new();
    for (side, list) in &source.sources {
        let side = lookup.find(&game.sides, "side", side);
        let locations = lookup.locations(list, game);
        sources.extend(side.map(|side| SupplySource { side, locations }));
    }
    let mut relays = Vec::new();
    for (kind, radius) in &source.relays {
        relays.extend(lookup.find(&game.unit_types, "unit type", kind).map(|kind| (kind, *radius)));
    }
    let moments = lookup.phases(&source.moments, game);
    let state =
        source.state.as_ref().and_then(|state| lookup.find(&game.rules.states, "state", state));
    let range = lookup.points(&source.range);
    let class = lookup.find(&game.movement_classes, "movement class", &source.class);
    Some(SupplyRules {
        sources,
        range: range?,
        class: game.movement_classes[class?].id.clone(),
        road: source.road,
        relays,
        moments,
        state,
        effects: source.effects.clone(),
    })
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.supply else { return Vec::new() };
    let class =
        game.movement_classes.get(&rules.class).map_or(rules.class.as_str(), |class| &class.name);
    let range = movement_points(&points(rules.range));
    let when = if rules.moments.is_empty() {
        "A unit is in supply".to_owned()
    } else {
        format!(
            "In each {} each unit of the acting side on the map is in supply",
            phases(game, &rules.moments, "and")
        )
    };
    let paths: Vec<String> = game.paths.iter().map(|path| lower(&path.name)).collect();
    let road = if rules.road && !paths.is_empty() {
        format!(
            ", or to a {} and from there along such paths, over any distance, to one",
            list(&paths, "or")
        )
    } else {
        String::new()
    };
    let mut sentences = vec![format!(
        "{when} if a line of hexes that a {} unit could move along for at most {range} leads from it to a source of its side{road}.",
        lower(class)
    )];
    for (kind, radius) in &rules.relays {
        let name = lower(&game.unit_types[*kind].name);
        sentences.push(format!(
            "A unit is in supply as well if a line of at most {}, over any terrain and any hexside, leads to a friendly {name} unit that has such a line of its own.",
            count(*radius, "hex", "hexes")
        ));
    }
    let friends = game.rules.zones.as_ref().is_some_and(|zones| zones.friends_cancel);
    if game.rules.zones.is_some() {
        sentences.push(format!(
            "No line may enter a hex with an enemy unit, nor an enemy zone{}.",
            if friends { " that no friendly unit cancels" } else { "" }
        ));
    }
    let mut by_side: Vec<_> = rules.sources.iter().collect();
    by_side.sort_by_key(|source| source.side);
    let sources: Vec<String> = by_side
        .into_iter()
        .map(|source| {
            format!("{} {}", game.sides[source.side].name, list(&source.locations, "and"))
        })
        .collect();
    if !sources.is_empty() {
        sentences.push(format!("Sources: {}.", sources.join("; ")));
    }
    if let Some(state) = rules.state {
        sentences.push(format!(
            "A unit that is not in supply is {} until it is judged again.",
            game.rules.states[state].name
        ));
    }
    sentences.extend(rules.effects.iter().cloned());
    sentences
}
