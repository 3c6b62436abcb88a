//! The declarative rule pack.

use super::Scope;
use super::map_places::box_location;
use crate::diagnostic::nearest;
use crate::model::{
    CombatRules, Game, MovementRules, RuleNote, ShiftRule, Stacking, StackingCount, SupplyRules,
    SupplySource, ZocEntry, ZocRules,
};
use crate::source::format::{
    CombatSource, MovementSource, RulesFile, StackingSource, SupplySourceTable, VictoryTable,
    ZocSource,
};
use crate::source::words;

pub(super) fn rules(scope: &mut Scope<'_>, file: &RulesFile, game: &mut Game) {
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
    if let Some(source) = &file.supply {
        game.rules.supply = supply(scope, source, game);
    }
    if let Some(source) = &file.victory {
        victory(scope, source, game);
    }
    for source in &file.rules {
        if game.rules.notes.iter().any(|note| note.id == source.id.value) {
            let place = scope.place(source.id.span());
            scope.duplicate("rule", &source.id.value, place);
            continue;
        }
        let place = scope.place(source.id.span());
        scope.definitions.insert(("rule", source.id.value.clone()), place);
        game.rules.notes.push(RuleNote {
            id: source.id.value.clone(),
            title: source.title.clone(),
            text: source.text.clone(),
        });
    }
}

fn stacking(scope: &mut Scope<'_>, source: &StackingSource, game: &Game) -> Option<Stacking> {
    let limit = scope.points(&source.limit);
    let mut terrain = Vec::new();
    for (name, limit) in &source.terrain {
        let (id, limit) = (scope.find(&game.terrain, "terrain", name), scope.points(limit));
        terrain.extend(id.zip(limit));
    }
    let leaves = game.leaf_phases();
    let mut moments = Vec::new();
    for word in scope.words(&source.moments) {
        if leaves.iter().any(|leaf| leaf.id == word.text) {
            moments.push(word.text.to_owned());
        } else {
            let help = nearest(word.text, leaves.iter().map(|leaf| leaf.id.as_str()));
            scope.unknown("phase", word.text, word.span, help);
        }
    }
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
            id: shift.id.value.clone(),
            when: shift.when.clone(),
            columns: shift.columns,
            terrain: scope.find_all(&game.terrain, "terrain", &shift.terrain),
            hexsides: scope.find_all(&game.hexsides, "hexside type", &shift.hexsides),
            attacker_has: scope.find_all(&game.unit_types, "unit type", &shift.attacker_has),
            defender_has: scope.find_all(&game.unit_types, "unit type", &shift.defender_has),
        })
        .collect();
    let chart = &game.charts[chart?];
    Some(CombatRules {
        chart: chart.id.clone(),
        attack: source.attack.clone().unwrap_or_else(|| "attack".to_owned()),
        defence: source.defence.clone().unwrap_or_else(|| "defence".to_owned()),
        mandatory: source.mandatory,
        shifts,
        ranged,
        most_shifts: source.most_shifts,
        results: chart.results.clone(),
    })
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
    let range = scope.points(&source.range);
    let class = scope.find(&game.movement_classes, "movement class", &source.class);
    Some(SupplyRules {
        sources,
        range: range?,
        class: game.movement_classes[class?].id.clone(),
        road: source.road,
        relays,
        effects: source.effects.clone(),
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
