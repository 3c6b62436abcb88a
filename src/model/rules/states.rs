//! States of units that markers show.

use super::super::registry::named_by_id;
use super::super::typed::{At, Text, Words};
use super::super::words::{list, upper};
use super::super::{Counter, Game, Id};
use super::{Lookup, phases};
use schemars::JsonSchema;
use serde::Deserialize;

/// How a state changes a strength or the allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeWord {
    /// Not at all.
    #[default]
    Same,
    /// Halved, fractions rounded up.
    Half,
    /// Nothing is left of it: the unit may not do it.
    None,
}

/// `[[state]]`: what a marker on a unit means.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateSource {
    /// The id used in rules and scenarios.
    pub id: At<Text>,
    /// The name in texts.
    pub name: String,
    /// The marker counter that shows it.
    #[serde(default)]
    pub marker: Option<At<Text>>,
    /// The unit's attack strength.
    #[serde(default)]
    pub attack: ChangeWord,
    /// The unit's defence strength.
    #[serde(default)]
    pub defence: ChangeWord,
    /// The unit's movement allowance.
    #[serde(default)]
    pub movement: ChangeWord,
    /// Whether the unit loses its zone of control.
    #[serde(default)]
    pub no_zone: bool,
    /// Whether the unit may not enter enemy zones of control.
    #[serde(default)]
    pub shuns_zones: bool,
    /// The phase of its owner in which it ends.
    #[serde(default)]
    pub ends: Option<At<Text>>,
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

pub(super) fn read(lookup: &mut impl Lookup, sources: &[StateSource], game: &mut Game) {
    let change = |word| match word {
        ChangeWord::Same => Change::Same,
        ChangeWord::Half => Change::Half,
        ChangeWord::None => Change::None,
    };
    for source in sources {
        let ends = source.ends.as_ref().map(|ends| Words(smallvec::smallvec![ends.clone()]));
        let state = State {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            marker: source
                .marker
                .as_ref()
                .and_then(|marker| lookup.find(&game.counters, "counter", marker)),
            attack: change(source.attack),
            defence: change(source.defence),
            movement: change(source.movement),
            no_zone: source.no_zone,
            shuns_zones: source.shuns_zones,
            ends: ends.and_then(|ends| lookup.phases(&ends, game).pop()),
        };
        lookup.define(&mut game.rules.states, "state", &source.id, state);
    }
}

/// The states that markers show, each with what it does.
pub(super) fn named(game: &Game) -> Vec<(String, String)> {
    let said = game.rules.states.iter().map(|kind| (kind.name.clone(), state(game, kind)));
    said.filter(|(_, words)| !words.is_empty()).collect()
}

fn state(game: &Game, state: &State) -> String {
    let mut effects = Vec::new();
    let halved: Vec<&str> = [
        (state.attack, "attack strength"),
        (state.defence, "defence strength"),
        (state.movement, "movement allowance"),
    ]
    .into_iter()
    .filter(|(change, _)| *change == Change::Half)
    .map(|(_, what)| what)
    .collect();
    if !halved.is_empty() {
        let verb = if halved.len() == 1 { "is" } else { "are" };
        effects.push(format!("its {} {verb} halved, fractions rounded up", list(&halved, "and")));
    }
    for (change, what) in
        [(state.attack, "attack"), (state.defence, "defend"), (state.movement, "move")]
    {
        if change == Change::None {
            effects.push(format!("it may not {what}"));
        }
    }
    if state.no_zone {
        effects.push("it has no zone of control".to_owned());
    }
    if state.shuns_zones {
        effects.push("it may not move into an enemy zone".to_owned());
    }
    let effects = (!effects.is_empty()).then(|| upper(&list(&effects, "and")) + ".");
    let ends = state.ends.as_ref().map(|phase| {
        format!("Ends in its owner’s next {}.", phases(game, std::slice::from_ref(phase), "and"))
    });
    effects.into_iter().chain(ends).collect::<Vec<_>>().join(" ")
}
