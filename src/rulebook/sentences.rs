//! The rule pack spelt out: one function a topic, one sentence a datum.

use super::words::{count, list, lower, names, points, upper};
use crate::model::{Change, Game, Id, StackingCount, State, Topic, UnitType, ZocEntry};

/// What the data say about a topic, as sentences; none when they say nothing.
pub(super) fn about(game: &Game, topic: Topic) -> Vec<String> {
    match topic {
        Topic::Stacking => stacking(game),
        Topic::ZoneOfControl => zones(game),
        Topic::Movement => movement(game),
        Topic::Combat => combat(game),
        Topic::Shifts => shifts(game),
        Topic::Retreat => retreat(game),
        Topic::Advance => advance(game),
        Topic::Supply => supply(game),
        Topic::Victory => victory(game),
        Topic::Units
        | Topic::SetUp
        | Topic::Sequence
        | Topic::Reinforcements
        | Topic::Withdrawals
        | Topic::Attacks
        | Topic::Results
        | Topic::Demolition
        | Topic::Points
        | Topic::States => Vec::new(),
    }
}

fn types(game: &Game, ids: &[Id<UnitType>], and: &str) -> String {
    names(&game.unit_types, ids, |kind| &kind.name, and)
}

fn phases(game: &Game, ids: &[String], and: &str) -> String {
    let leaves = game.leaf_phases();
    let named: Vec<&str> = ids
        .iter()
        .map(|id| leaves.iter().find(|leaf| leaf.id == *id).map_or(id.as_str(), |leaf| &leaf.name))
        .collect();
    list(&named, and)
}

fn stacking(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.stacking else { return Vec::new() };
    let limit = points(rules.limit);
    let mut sentence = match &rules.count {
        StackingCount::Units => {
            format!("At most {limit} units of a side may be in one hex")
        }
        StackingCount::Column(column) => {
            format!(
                "The units of a side in one hex may add up to at most {limit} ({})",
                lower(column)
            )
        }
    };
    for (terrain, limit) in &rules.terrain {
        sentence.push_str(&format!(
            "; {} in {}",
            points(*limit),
            lower(&game.terrain[*terrain].name)
        ));
    }
    if !rules.moments.is_empty() {
        sentence.push_str(&format!(" at the end of each {}", phases(game, &rules.moments, "and")));
    }
    let mut sentences = vec![sentence + "."];
    if !rules.free.is_empty() {
        sentences.push(format!("{} units do not count.", upper(&types(game, &rules.free, "and"))));
    }
    sentences
}

fn zones(game: &Game) -> Vec<String> {
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

/// `1 movement point`, `½ movement point`, `2 movement points`.
fn movement_points(number: &str) -> String {
    let one = number == "1" || number.chars().all(|c| !c.is_ascii_digit());
    format!("{number} movement point{}", if one { "" } else { "s" })
}

fn movement(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.movement else { return Vec::new() };
    let mut sentences = vec![
        "A unit may spend movement points up to its allowance. Each hex it enters costs what the terrain effects chart says for its movement class"
            .to_owned()
            + if game.hexsides.is_empty() { "." } else { ", and the hexside it crosses adds to that." },
    ];
    let replacing: Vec<String> = game
        .paths
        .iter()
        .filter(|path| path.replaces_terrain)
        .map(|path| lower(&path.name))
        .collect();
    if !replacing.is_empty() {
        sentences.push(format!(
            "From hex to hex along a {} it pays the cost of the {} instead of both, and may go where terrain or hexside would forbid it.",
            list(&replacing, "or"),
            list(&replacing, "or"),
        ));
    }
    if let Some(bonus) = rules.road_bonus {
        let bonus = movement_points(&points(bonus));
        sentences.push(format!("A unit that follows a road all the way may spend {bonus} more."));
    }
    if rules.minimum_one_hex {
        let zone = game.rules.zones.as_ref().is_some_and(|zones| !zones.zone_to_zone);
        sentences.push(format!(
            "As its whole move a unit may always move one hex, whatever the cost, unless it is prohibited{}.",
            if zone { " or leads from enemy zone to enemy zone" } else { "" }
        ));
    }
    sentences
}

fn combat(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.combat else { return Vec::new() };
    let mut sentences = Vec::new();
    if rules.mandatory {
        sentences
            .push("Every enemy unit in one of your zones of control must be attacked.".to_owned());
    }
    sentences.push(format!(
        "Divide the sum of the attackers’ {} strengths by the sum of the defenders’ {} strengths and round down to a column of the combat results; odds outside the chart use its nearest column.",
        lower(&rules.attack),
        lower(&rules.defence)
    ));
    let chart = game.charts.get(&rules.chart);
    if let Some(die) = chart.and_then(|chart| game.dice.get(chart.dice.as_deref()?)) {
        sentences.push(format!(
            "Shift the column, roll {} and apply the result.",
            super::page::dice(die)
        ));
    }
    for (kind, range) in &rules.ranged {
        let only = if rules.ranged_only_supports {
            ", but only together with a unit that is adjacent"
        } else {
            ""
        };
        sentences.push(format!(
            "{} may attack from up to {} away{only}.",
            game.unit_types[*kind].name,
            count(*range, "hex", "hexes")
        ));
    }
    if rules.needs_passage {
        let who = if rules.ranged.is_empty() { "Units" } else { "Other units" };
        sentences.push(format!(
            "{who} attack only across hexsides and into hexes that are not prohibited to them."
        ));
    }
    sentences
}

fn shifts(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.combat else { return Vec::new() };
    if rules.shifts.is_empty() {
        return Vec::new();
    }
    let most = rules.most_shifts.map_or_else(String::new, |most| {
        format!(", by at most {}", count(most, "column", "columns"))
    });
    vec![format!(
        "All that apply are added up and move the column to the right (+) or to the left (−){most}."
    )]
}

fn retreat(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.retreat else { return Vec::new() };
    let mut sentences = Vec::new();
    if rules.farther {
        sentences.push("Each hex of a retreat must lie farther from the hex where it began than the one before.".to_owned());
    }
    if rules.zones_close {
        let friends = game.rules.zones.as_ref().is_some_and(|zones| zones.friends_cancel);
        sentences.push(format!(
            "No hex of it may be in an enemy zone{}.",
            if friends { " that no friendly unit cancels" } else { "" }
        ));
    }
    sentences.push(match rules.blocked_loses {
        Some(steps) => format!(
            "A unit that cannot go all the way goes as far as it can and loses {}.",
            count(steps, "step", "steps")
        ),
        None => "A unit that cannot go all the way is eliminated.".to_owned(),
    });
    if let Some(state) = rules.state {
        sentences.push(format!(
            "A unit that has retreated, if only by one hex, becomes {}.",
            game.rules.states[state].name
        ));
    }
    if !rules.stand_terrain.is_empty() {
        let terrain: Vec<String> = rules
            .stand_terrain
            .iter()
            .map(|id| format!("a {}", lower(&game.terrain[*id].name)))
            .collect();
        sentences.push(format!(
            "In {} the defender may stand instead: the units there lose {} in all, and none of them retreats.",
            list(&terrain, "or"),
            count(rules.stand_loses, "step", "steps")
        ));
    }
    sentences
}

fn advance(game: &Game) -> Vec<String> {
    let Some(rules) = &game.rules.advance else { return Vec::new() };
    let mut sentences = Vec::new();
    if !rules.without.is_empty() {
        sentences
            .push(format!("{} units may not advance.", upper(&types(game, &rules.without, "and"))));
    }
    if !rules.zones_stop {
        sentences.push("Enemy zones do not hinder an advance.".to_owned());
    }
    sentences
}

/// The states that markers show, each with what it does.
pub(super) fn states(game: &Game) -> Vec<(String, String)> {
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

fn supply(game: &Game) -> Vec<String> {
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

fn victory(game: &Game) -> Vec<String> {
    let mut sentences = Vec::new();
    for map in &game.maps {
        let mut hexes: Vec<(i32, String)> = map
            .victory
            .iter()
            .filter_map(|victory| {
                let id = map.grid.id(victory.hex)?.to_string();
                let place = map.places.iter().find(|place| place.hex == victory.hex);
                let name = place.map_or(id.clone(), |place| format!("{} ({id})", place.name));
                // No line may break between a hex and what it is worth.
                let side = victory
                    .side
                    .map_or_else(String::new, |side| format!(" for {}", game.sides[side].name));
                Some((victory.points, format!("{name}\u{a0}{}{side}", victory.points)))
            })
            .collect();
        hexes.sort_by_key(|(points, _)| -points);
        let hexes: Vec<String> = hexes.into_iter().map(|(_, text)| text).collect();
        if !hexes.is_empty() {
            sentences.push(format!(
                "At the end a side scores for each of these hexes it controls: {}.",
                hexes.join(", ")
            ));
        }
    }
    let rules = &game.rules.victory;
    let mut values: Vec<i32> = rules.eliminated.iter().map(|(_, points)| *points).collect();
    values.sort_unstable();
    values.dedup();
    let groups: Vec<String> = values
        .iter()
        .rev()
        .map(|value| {
            let kinds: Vec<Id<UnitType>> = game
                .unit_types
                .entries()
                .map(|(id, _)| id)
                .filter(|id| rules.eliminated.contains(&(*id, *value)))
                .collect();
            format!("{value} for {}", types(game, &kinds, "or"))
        })
        .collect();
    if !groups.is_empty() {
        sentences.push(format!("Each eliminated enemy unit scores {}.", groups.join(", ")));
    }
    sentences.extend(rules.text.iter().cloned());
    sentences
}
