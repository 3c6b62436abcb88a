//! Everything known of one hex, as lines of text.

use super::step_cost;
use crate::hex::{Hex, Hexside};
use crate::model::{Game, Map, MovementPoints, Provenance};

/// Everything known of a hex: `(what, words)` lines.
pub fn hex_facts(game: &Game, map: &Map, hex: Hex) -> Vec<(String, String)> {
    let mut facts: Vec<(String, String)> = Vec::new();
    let Some(data) = map.hex(hex) else { return facts };
    let mut fact = |what: &str, words: String| {
        if !words.is_empty() {
            facts.push((what.to_owned(), words));
        }
    };
    let list = |words: Vec<String>| words.join(", ");
    let places: Vec<String> =
        map.places.iter().filter(|p| p.hex == hex).map(|p| p.name.clone()).collect();
    fact("place", list(places));
    fact("terrain", game.terrain[data.terrain].name.clone());
    fact("features", list(data.features.iter().map(|f| game.terrain[*f].name.clone()).collect()));
    if data.level != 0 {
        fact("level", data.level.to_string());
    }
    fact(
        "values",
        list(data.values.iter().map(|(name, value)| format!("{name} {value}")).collect()),
    );
    let victory = map.victory.iter().filter(|v| v.hex == hex).map(|v| match v.side {
        Some(side) => format!("{} points for {}", v.points, game.sides[side].name),
        None => format!("{} points", v.points),
    });
    fact("victory", list(victory.collect()));
    fact(
        "areas",
        list(map.areas.iter().filter(|a| a.hexes.contains(&hex)).map(|a| a.name.clone()).collect()),
    );
    fact(
        "entered from",
        list(
            map.boxes.iter().filter(|b| b.touches.contains(&hex)).map(|b| b.name.clone()).collect(),
        ),
    );
    let on = map.paths.iter().filter(|p| p.along.iter().any(|l| l.hex() == Some(hex)));
    let mut paths: Vec<String> = on
        .map(|p| {
            let kind = &game.paths[p.kind].name;
            if p.name.is_empty() { kind.clone() } else { format!("{} ({kind})", p.name) }
        })
        .collect();
    paths.sort();
    paths.dedup();
    fact("paths", list(paths));
    if data.provenance != Provenance::Printed {
        fact("provenance", data.provenance.word().to_owned());
    }
    if let Some(half) = map.grid.half(hex) {
        let missing = [
            (half.left, "left"),
            (half.right, "right"),
            (half.top, "upper"),
            (half.bottom, "lower"),
        ];
        let words: Vec<&str> =
            missing.iter().filter(|(cut, _)| *cut).map(|(_, word)| *word).collect();
        fact("half hex", format!("the {} half is beyond the edge", words.join(" and ")));
    }
    for direction in map.grid.directions() {
        let Some(side) = map.grid.hexside(hex, direction) else { continue };
        let beyond = map.grid.neighbour(hex, direction);
        let to = beyond
            .and_then(|h| map.grid.id(h))
            .map_or("edge of the map".to_owned(), |id| id.to_string());
        let mut words = vec![to];
        words.extend(map.hexsides.get(&side).into_iter().flatten().map(|k| {
            let name = line_name(map, side, *k);
            let kind = &game.hexsides[*k].name;
            if name.is_empty() { kind.clone() } else { format!("{name} ({kind})") }
        }));
        words.extend(
            map.crossings.get(&side).into_iter().flatten().map(|k| game.paths[*k].name.clone()),
        );
        if let Some(beyond) = beyond {
            let costs: Vec<String> = game
                .movement_classes
                .entries()
                .map(|(class, c)| {
                    let cost = step_cost(game, map, class, beyond, hex, MovementPoints::ONE);
                    let points = match cost {
                        Ok(cost) if cost.takes_all => "all".to_owned(),
                        Ok(cost) => cost.total.to_string(),
                        Err(_) => "no".to_owned(),
                    };
                    format!("{} {points}", c.name)
                })
                .collect();
            words.push(format!("entering from there: {}", costs.join(", ")));
        }
        fact(direction.name(), words.join("; "));
    }
    facts
}

fn line_name(
    map: &Map,
    side: Hexside,
    kind: crate::model::Id<crate::model::HexsideType>,
) -> String {
    map.lines
        .iter()
        .find(|line| line.kind == kind && !line.name.is_empty() && line.sides.contains(&side))
        .map(|line| line.name.clone())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::sample::game;
    use super::*;

    #[test]
    fn a_hex_tells_its_town_its_river_and_its_costs() {
        let loaded = game(
            "[[place]]\nname = \"Orley\"\nhex = \"0302\"\nfeatures = \"town\"\nvictory = 2\n[[hexside]]\ntype = \"river\"\nname = \"Arne\"\nsides = \"0302/0301\"\n",
        );
        let game = loaded.game("g").unwrap();
        let map = game.maps.iter().next().unwrap();
        let facts = hex_facts(game, map, map.grid.parse("0302").unwrap());
        let find =
            |what: &str| facts.iter().find(|(w, _)| w == what).map(|(_, words)| words.as_str());
        assert_eq!(find("place"), Some("Orley"));
        assert_eq!(find("victory"), Some("2 points"));
        assert_eq!(
            find("N"),
            Some("0301; Arne (River); entering from there: Foot 2, Mechanized 3")
        );
    }
}
