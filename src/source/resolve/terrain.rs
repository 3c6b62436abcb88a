//! Terrain, hexside and path types with their cost tables.

use super::Scope;
use crate::model::{
    Cost, Costs, Game, HexsideType, MovementClass, PathType, Provenance, Registry, Sourced,
    TerrainRole, TerrainType,
};
use crate::source::format::{At, CostValue, GameFile, Text};
use std::collections::BTreeMap;

pub(super) fn terrain(scope: &mut Scope<'_>, main: &GameFile, game: &mut Game) {
    for source in &main.terrain {
        let terrain = TerrainType {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            role: source.role.unwrap_or(TerrainRole::Base),
            draw: source.draw.clone().unwrap_or_else(|| source.id.value.to_string()),
            colour: scope.maybe_colour(&source.colour),
            level: source.level,
            costs: costs(scope, &source.cost, source.provenance, &game.movement_classes),
            effects: source.effects.clone(),
            provenance: source.provenance,
        };
        scope.define(&mut game.terrain, "terrain", source.id.span(), terrain);
    }
    for source in &main.hexsides {
        let hexside = HexsideType {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            draw: source.draw.clone().unwrap_or_else(|| source.id.value.to_string()),
            colour: scope.maybe_colour(&source.colour),
            costs: costs(scope, &source.cost, source.provenance, &game.movement_classes),
            effects: source.effects.clone(),
            provenance: source.provenance,
        };
        scope.define(&mut game.hexsides, "hexside type", source.id.span(), hexside);
    }
    for source in &main.paths {
        let path = PathType {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            draw: source.draw.clone().unwrap_or_else(|| source.id.value.to_string()),
            colour: scope.maybe_colour(&source.colour),
            costs: costs(scope, &source.cost, source.provenance, &game.movement_classes),
            replaces_terrain: source.replaces_terrain.unwrap_or(true),
            crosses_prohibited: source.crosses_prohibited,
            effects: source.effects.clone(),
            provenance: source.provenance,
        };
        scope.define(&mut game.paths, "path type", source.id.span(), path);
    }
}

fn costs(
    scope: &mut Scope<'_>,
    cells: &BTreeMap<At<Text>, At<CostValue>>,
    row: Provenance,
    classes: &Registry<MovementClass>,
) -> Costs {
    let mut costs = vec![None; classes.len()];
    for (class, cell) in cells {
        let Some(class) = scope.find(classes, "movement class", class) else { continue };
        match cost(&cell.value.value) {
            Some(value) => {
                let provenance = cell.value.provenance.unwrap_or(row);
                costs[class.index()] = Some(Sourced { value, provenance });
            }
            None => {
                let place = scope.place(cell.span());
                scope.push(
                    crate::diagnostic::Diagnostic::error(
                        "wrong-value",
                        place,
                        format!("`{}` is not a movement cost", cell.value.value),
                    )
                    .help("write 2, \"1/2\", \"+1\", \"all\", \"other\" or \"prohibited\""),
                );
            }
        }
    }
    Costs(costs)
}

fn cost(text: &str) -> Option<Cost> {
    match text {
        "all" => Some(Cost::All),
        "other" => Some(Cost::OtherTerrain),
        "prohibited" | "no" => Some(Cost::Prohibited),
        _ => match text.strip_prefix('+') {
            Some(more) => more.parse().ok().map(Cost::Add),
            None => text
                .parse()
                .ok()
                .filter(|points| *points >= crate::model::MovementPoints::ZERO)
                .map(Cost::Points),
        },
    }
}
