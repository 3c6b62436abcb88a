//! The declarative rule pack.

use super::Scope;
use super::map_places::box_location;
use crate::diagnostic::nearest;
use crate::model::{
    AdvanceRules, Change, Chart, CombatRules, DemolitionRules, Game, Harm, Id, MovementRules,
    Outcome, RetreatRules, RuleNote, ShiftRule, Stacking, StackingCount, State, SupplyRules,
    SupplySource, UnitType, ZocEntry, ZocRules,
};
use crate::source::format::{
    ChangeWord, CombatSource, DemolitionSource, MovementSource, RetreatSource, RulesFile,
    StackingSource, SupplySourceTable, VictoryTable, Words, ZocSource,
};
use crate::source::words;
use std::collections::BTreeMap;

pub(super) fn rules(scope: &mut Scope<'_>, file: &RulesFile, game: &mut Game) {
    states(scope, file, game);
    if let Some(source) = &file.stacking {
        game.rules.stacking = stacking(scope, source, game);
    }
    if let Some(source) = &file.zone_of_control {
        game.rules.zones = zones(scope, source, game);
    }
    if let Some(source) = &file.movement {
        game.rules.movement = Some(movement(scope, source));
    }
    if let Some(source) = &file.combat {
        game.rules.combat = combat(scope, source, game);
    }
    if let Some(source) = &file.retreat {
        game.rules.retreat = Some(retreat(scope, source, game));
    }
    if let Some(source) = &file.advance {
        let without = scope.find_all(&game.unit_types, "unit type", &source.without);
        game.rules.advance = Some(AdvanceRules { without, zones_stop: source.zones_stop });
    }
    if let Some(source) = &file.supply {
        game.rules.supply = supply(scope, source, game);
    }
    if let Some(source) = &file.demolition {
        game.rules.demolition = demolition(scope, source, game);
    }
    if let Some(source) = &file.victory {
        victory(scope, source, game);
    }
    for source in &file.rules {
        let place = scope.place(source.id.span());
        let same = game.rules.notes.iter().position(|note| note.id == source.id.value);
        if let Some(holder) = same {
            let first = scope.definitions.place("rule", holder);
            scope.duplicate("rule", &source.id.value, place, first);
            continue;
        }
        scope.definitions.note("rule", game.rules.notes.len(), place);
        game.rules.notes.push(RuleNote {
            id: source.id.value.to_string(),
            title: source.title.clone(),
            about: source.about,
            lead: source.lead.clone(),
            text: source.text.clone(),
        });
    }
}

fn states(scope: &mut Scope<'_>, file: &RulesFile, game: &mut Game) {
    let change = |word| match word {
        ChangeWord::Same => Change::Same,
        ChangeWord::Half => Change::Half,
        ChangeWord::None => Change::None,
    };
    for source in &file.states {
        let ends = source.ends.as_ref().map(|ends| Words(smallvec::smallvec![ends.clone()]));
        let state = State {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            marker: source
                .marker
                .as_ref()
                .and_then(|marker| scope.find(&game.counters, "counter", marker)),
            attack: change(source.attack),
            defence: change(source.defence),
            movement: change(source.movement),
            no_zone: source.no_zone,
            shuns_zones: source.shuns_zones,
            ends: ends.and_then(|ends| phases(scope, &ends, game).pop()),
        };
        scope.define(&mut game.rules.states, "state", source.id.span(), state);
    }
}

/// The phases of a list, by id; unknown ones are reported.
fn phases(scope: &mut Scope<'_>, list: &Words, game: &Game) -> Vec<String> {
    let leaves = game.leaf_phases();
    let mut found = Vec::new();
    for word in scope.words(list) {
        if leaves.iter().any(|leaf| leaf.id == word.text) {
            found.push(word.text.to_owned());
        } else {
            let help = nearest(word.text, leaves.iter().map(|leaf| leaf.id.as_str()));
            scope.unknown("phase", word.text, word.span, help);
        }
    }
    found
}

fn stacking(scope: &mut Scope<'_>, source: &StackingSource, game: &Game) -> Option<Stacking> {
    let limit = scope.points(&source.limit);
    let mut terrain = Vec::new();
    for (name, limit) in &source.terrain {
        let (id, limit) = (scope.find(&game.terrain, "terrain", name), scope.points(limit));
        terrain.extend(id.zip(limit));
    }
    let moments = phases(scope, &source.moments, game);
    Some(Stacking {
        limit: limit?,
        count: match source.count.as_deref() {
            None | Some("units") => StackingCount::Units,
            Some(column) => StackingCount::Column(column.to_owned()),
        },
        terrain,
        free: scope.find_all(&game.unit_types, "unit type", &source.free),
        moments,
    })
}

fn zones(scope: &mut Scope<'_>, source: &ZocSource, game: &Game) -> Option<ZocRules> {
    let entering = match source.entering.value.0.as_str() {
        "stop" => Some(ZocEntry::Stop),
        "free" => Some(ZocEntry::Free),
        _ => scope.points(&source.entering).map(ZocEntry::Cost),
    };
    Some(ZocRules {
        without: scope.find_all(&game.unit_types, "unit type", &source.without),
        blocked_by: scope.find_all(&game.hexsides, "hexside type", &source.blocked_by),
        carried_by: scope.find_all(&game.paths, "path type", &source.carried_by),
        leaving: source.leaving.as_ref().and_then(|points| scope.points(points)),
        zone_to_zone: source.zone_to_zone,
        friends_cancel: source.friends_cancel,
        entering: entering?,
    })
}

fn movement(scope: &mut Scope<'_>, source: &MovementSource) -> MovementRules {
    MovementRules {
        allowance: source.allowance.clone().unwrap_or_else(|| "movement".to_owned()),
        minimum_one_hex: source.minimum_one_hex,
        road_bonus: source.road_bonus.as_ref().and_then(|points| scope.points(points)),
    }
}

fn combat(scope: &mut Scope<'_>, source: &CombatSource, game: &Game) -> Option<CombatRules> {
    let chart = scope.find(&game.charts, "chart", &source.chart);
    let mut ranged = Vec::new();
    for (kind, range) in &source.ranged {
        ranged.extend(scope.find(&game.unit_types, "unit type", kind).map(|kind| (kind, *range)));
    }
    let shifts = source
        .shifts
        .iter()
        .map(|shift| ShiftRule {
            id: shift.id.value.to_string(),
            when: shift.when.clone(),
            columns: shift.columns,
            terrain: scope.find_all(&game.terrain, "terrain", &shift.terrain),
            unless_terrain: scope.find_all(&game.terrain, "terrain", &shift.unless_terrain),
            hexsides: scope.find_all(&game.hexsides, "hexside type", &shift.hexsides),
            attacker_has: groups(scope, &shift.attacker_has, game),
            defender_has: groups(scope, &shift.defender_has, game),
        })
        .collect();
    let chart = &game.charts[chart?];
    let outcomes = outcomes(scope, source, chart);
    let mut results: BTreeMap<String, String> =
        outcomes.iter().map(|outcome| (outcome.code.clone(), outcome.words())).collect();
    results.extend(chart.results.clone());
    Some(CombatRules {
        chart: chart.id.clone(),
        attack: source.attack.clone().unwrap_or_else(|| "attack".to_owned()),
        defence: source.defence.clone().unwrap_or_else(|| "defence".to_owned()),
        mandatory: source.mandatory,
        needs_passage: source.needs_passage,
        shifts,
        ranged,
        most_shifts: source.most_shifts,
        ranged_only_supports: source.ranged_only_supports,
        results,
        outcomes,
    })
}

/// Groups of unit types: `armour infantry|mechanized`.
fn groups(scope: &mut Scope<'_>, list: &Words, game: &Game) -> Vec<Vec<Id<UnitType>>> {
    let mut groups = Vec::new();
    for word in scope.words(list) {
        let mut start = word.span.start;
        let mut group = Vec::new();
        for name in word.text.split('|') {
            let span = start..(start + name.len()).min(word.span.end);
            start += name.len() + 1;
            group.extend(scope.find_word(&game.unit_types, "unit type", name, span));
        }
        groups.push(group);
    }
    groups
}

/// What the codes do, in the order in which the chart first shows them; a code on one side only is reported.
fn outcomes(scope: &mut Scope<'_>, source: &CombatSource, chart: &Chart) -> Vec<Outcome> {
    let mut codes: Vec<&str> = Vec::new();
    for cell in chart.rows.iter().flat_map(|row| &row.cells) {
        if !codes.contains(&cell.as_str()) {
            codes.push(cell);
        }
    }
    let mut outcomes = Vec::new();
    for (code, source) in &source.results {
        if !codes.contains(&code.value.as_str()) {
            let help = nearest(&code.value, codes.iter().copied());
            scope.unknown("result", &code.value, code.span(), help);
        }
        let harm = |loses, retreats, eliminated| Harm { loses, retreats, eliminated };
        outcomes.push(Outcome {
            code: code.value.to_string(),
            attacker: harm(
                source.attacker_loses,
                source.attacker_retreats,
                source.attacker_eliminated,
            ),
            defender: harm(
                source.defender_loses,
                source.defender_retreats,
                source.defender_eliminated,
            ),
        });
    }
    let missing: Vec<&str> = codes
        .iter()
        .copied()
        .filter(|code| !outcomes.iter().any(|outcome| outcome.code == *code))
        .collect();
    if !outcomes.is_empty() && !missing.is_empty() {
        let message = format!("nothing says what {} does", missing.join(", "));
        scope.error("missing-result", source.chart.span(), message);
    }
    outcomes.sort_by_key(|outcome| codes.iter().position(|code| *code == outcome.code));
    outcomes
}

fn retreat(scope: &mut Scope<'_>, source: &RetreatSource, game: &Game) -> RetreatRules {
    RetreatRules {
        farther: source.farther,
        zones_close: source.zones_close,
        blocked_loses: source.blocked_loses,
        state: source
            .state
            .as_ref()
            .and_then(|state| scope.find(&game.rules.states, "state", state)),
        stand_terrain: scope.find_all(&game.terrain, "terrain", &source.stand_terrain),
        stand_loses: source.stand_loses.unwrap_or(1),
    }
}

fn supply(scope: &mut Scope<'_>, source: &SupplySourceTable, game: &Game) -> Option<SupplyRules> {
    let mut sources = Vec::new();
    for (side, list) in &source.sources {
        let side = scope.find(&game.sides, "side", side);
        let mut locations = Vec::new();
        for word in scope.words(list) {
            locations.extend(locations_of(scope, &word, game));
        }
        sources.extend(side.map(|side| SupplySource { side, locations }));
    }
    let mut relays = Vec::new();
    for (kind, radius) in &source.relays {
        relays.extend(scope.find(&game.unit_types, "unit type", kind).map(|kind| (kind, *radius)));
    }
    let moments = phases(scope, &source.moments, game);
    let state =
        source.state.as_ref().and_then(|state| scope.find(&game.rules.states, "state", state));
    let range = scope.points(&source.range);
    let class = scope.find(&game.movement_classes, "movement class", &source.class);
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

fn demolition(
    scope: &mut Scope<'_>,
    source: &DemolitionSource,
    game: &Game,
) -> Option<DemolitionRules> {
    let side = scope.find(&game.sides, "side", &source.side);
    let option = source.option.as_ref().and_then(|id| scope.find(&game.options, "option", id));
    let phases = phases(scope, &source.phases, game);
    let cuts = scope.find_all(&game.paths, "path type", &source.cuts);
    let across = scope.find_all(&game.hexsides, "hexside type", &source.across);
    let marker = scope.find(&game.counters, "counter", &source.marker);
    Some(DemolitionRules {
        side: side?,
        option,
        phases,
        cuts,
        across,
        succeeds: source.succeeds_on,
        times: source.times,
        marker: marker?,
    })
}

/// The printed names of the hexes or the box that a word means, on the first map that has them.
fn locations_of(scope: &mut Scope<'_>, word: &words::Word<'_>, game: &Game) -> Vec<String> {
    let mut error = None;
    for map in &game.maps {
        if box_location(map, word.text).is_some() {
            return vec![word.text.to_owned()];
        }
        match words::hexes(&map.grid, word.text) {
            Ok(hexes) => {
                return hexes
                    .into_iter()
                    .filter_map(|hex| Some(map.grid.id(hex)?.to_string()))
                    .collect();
            }
            Err(found) => error = error.or(Some(found)),
        }
    }
    if let Some(error) = error {
        scope.bad_word(word, error);
    }
    Vec::new()
}

fn victory(scope: &mut Scope<'_>, source: &VictoryTable, game: &mut Game) {
    for (kind, points) in &source.eliminated {
        if let Some(kind) = scope.find(&game.unit_types, "unit type", kind) {
            game.rules.victory.eliminated.push((kind, *points));
        }
    }
    game.rules.victory.text.extend(source.text.clone());
}
