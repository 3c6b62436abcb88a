//! Zones of control.

use super::super::typed::{At, Points, Words};
use super::super::words::{movement_points, names, points, upper};
use super::super::{Game, HexsideType, Id, MovementPoints, PathType, UnitType};
use super::{Lookup, types};
use schemars::JsonSchema;
use serde::Deserialize;

/// `[zone_of_control]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZocSource {
    /// Unit types that have none.
    #[serde(default)]
    pub without: Words,
    /// Hexsides they do not reach across.
    #[serde(default)]
    pub blocked_by: Words,
    /// Paths along which they reach across such hexsides all the same: bridges.
    #[serde(default)]
    pub carried_by: Words,
    /// `"stop"`, `"free"` or extra points to enter one.
    pub entering: At<Points>,
    /// Extra points to leave one.
    #[serde(default)]
    pub leaving: Option<At<Points>>,
    /// Whether a unit may move directly from one to another.
    #[serde(default)]
    pub zone_to_zone: bool,
    /// Whether a friendly unit in the hex cancels them for supply and retreat.
    #[serde(default)]
    pub friends_cancel: bool,
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

pub(super) fn read(lookup: &mut impl Lookup, source: &ZocSource, game: &Game) -> Option<ZocRules> {
    let entering = match source.entering.value.0.as_str() {
        "stop" => Some(ZocEntry::Stop),
        "free" => Some(ZocEntry::Free),
        _ => lookup.points(&source.entering).map(ZocEntry::Cost),
    };
    Some(ZocRules {
        without: lookup.find_all(&game.unit_types, "unit type", &source.without),
        blocked_by: lookup.find_all(&game.hexsides, "hexside type", &source.blocked_by),
        carried_by: lookup.find_all(&game.paths, "path type", &source.carried_by),
        leaving: source.leaving.as_ref().and_then(|points| lookup.points(points)),
        zone_to_zone: source.zone_to_zone,
        friends_cancel: source.friends_cancel,
        entering: entering?,
    })
}

pub(super) fn says(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.zones else { return Vec::new() };
    let mut reach = "A unit’s zone of control is the six hexes around it".to_owned();
    if !rules.blocked_by.is_empty() {
        let sides = names(&game.hexsides, &rules.blocked_by, |kind| &kind.name, "or");
        reach.push_str(&format!(", but not across a {sides} hexside"));
        if !rules.carried_by.is_empty() {
            let paths = names(&game.paths, &rules.carried_by, |kind| &kind.name, "or");
            reach.push_str(&format!(" unless a {paths} crosses it"));
        }
    }
    let mut sentences = vec![reach + "."];
    if !rules.without.is_empty() {
        let without = upper(&types(game, &rules.without, "and"));
        sentences.push(format!("{without} units have none."));
    }
    match rules.entering {
        ZocEntry::Stop => sentences
            .push("A unit that enters an enemy zone must stop there for the phase.".to_owned()),
        ZocEntry::Cost(cost) => sentences
            .push(format!("Entering an enemy zone costs {} more.", movement_points(&points(cost)))),
        ZocEntry::Free => {}
    }
    if let Some(cost) = rules.leaving {
        sentences.push(format!(
            "Leaving one costs {} more{}.",
            movement_points(&points(cost)),
            if game.paths.is_empty() { "" } else { ", on a road as anywhere" }
        ));
    }
    if !rules.zone_to_zone {
        sentences.push("No unit may move directly from one enemy zone to another.".to_owned());
    }
    if rules.friends_cancel {
        sentences.push(
            "For retreats and supply a unit cancels the enemy zones in its own hex for its side."
                .to_owned(),
        );
    }
    sentences
}
