//! What `hexwright map` answers, as JSON.

use super::map::name;
use crate::hex::Hex;
use crate::model::{Game, Id, Map, MovementClass};
use crate::survey::{CheapestRoute, MapStats, Sight};
use serde_json::{Value, json};

/// Everything known of a hex.
pub(super) fn hex(map: &Map, id: &str, facts: &[(String, String)]) -> Value {
    let facts: Vec<Value> =
        facts.iter().map(|(what, words)| json!({ "what": what, "words": words })).collect();
    json!({ "map": map.id, "hex": id, "facts": facts })
}

/// The numbers of a map, and what looks like a mistake.
pub(super) fn stats(map: &Map, stats: &MapStats) -> Value {
    let counts = |list: &[(String, usize)]| -> Vec<Value> {
        list.iter().map(|(name, count)| json!({ "name": name, "count": count })).collect()
    };
    let hexes =
        |hexes: &[Hex]| -> Vec<String> { hexes.iter().map(|hex| name(map, *hex)).collect() };
    let regions: Vec<Value> = stats
        .regions
        .iter()
        .map(|(class, regions)| {
            let cut_off: Vec<_> =
                regions.iter().skip(1).map(|region| hexes(&region.hexes)).collect();
            let largest = regions.first().map_or(0, |region| region.hexes.len());
            json!({ "class": class, "largest": largest, "cut_off": cut_off })
        })
        .collect();
    let at = |what: &str, hex: Hex| json!({ "name": what, "hex": name(map, hex) });
    json!({
        "map": map.id,
        "hexes": map.grid.len(),
        "terrain": counts(&stats.terrain),
        "hexsides": counts(&stats.hexsides),
        "paths": counts(&stats.paths),
        "levels": stats.levels,
        "regions": regions,
        "unreachable": hexes(&stats.enclosed),
        "ends_nowhere": stats.stranded.iter().map(|road| at(&road.name, road.end)).collect::<Vec<_>>(),
        "impassable": stats.drowned.iter().map(|(path, hex)| at(path, *hex)).collect::<Vec<_>>(),
    })
}

/// A cheapest path; points are written as people write them, `4 1/2`.
pub(super) fn path(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    route: &CheapestRoute,
) -> Value {
    let steps: Vec<Value> = route
        .steps
        .iter()
        .map(|step| {
            let items = step.cost.items.iter();
            let items: Vec<Value> = items
                .map(|item| json!({ "what": item.what, "points": item.points.to_string() }))
                .collect();
            json!({
                "hex": name(map, step.hex),
                "points": step.cost.total.to_string(),
                "spent": step.spent.to_string(),
                "takes_all": step.cost.takes_all,
                "items": items,
            })
        })
        .collect();
    json!({
        "map": map.id,
        "class": game.movement_classes[class].id,
        "start": name(map, route.start),
        "points": route.total().to_string(),
        "steps": steps,
    })
}

/// A line of sight by the heights of terrain.
pub(super) fn sight(map: &Map, (from, to): (&str, &str), sight: &Sight) -> Value {
    let between: Vec<Value> = sight
        .between
        .iter()
        .map(|step| {
            json!({
                "hex": name(map, step.hex),
                "top": step.top,
                "line": step.line,
                "obstacle": step.obstacle,
                "blocks": step.blocks,
            })
        })
        .collect();
    json!({
        "from": from,
        "to": to,
        "answer": if sight.is_clear() { "clear" } else { "blocked" },
        "levels": sight.ends,
        "between": between,
    })
}
