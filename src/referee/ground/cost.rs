//! What one step costs, item by item, as the terrain effects chart says.

use crate::hex::{Hex, Hexside};
use crate::model::{Cost, Game, Id, Map, MovementClass, MovementPoints, PathType};

/// One item of a cost: what, and how many points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostItem {
    /// The terrain, hexside or path, by its printed name.
    pub what: String,
    /// Its share.
    pub points: MovementPoints,
}

/// What a step costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepCost {
    /// The sum.
    pub total: MovementPoints,
    /// Its items.
    pub items: Vec<CostItem>,
    /// Whether it takes all of a unit's points.
    pub takes_all: bool,
    /// Whether it follows a path.
    pub on_path: bool,
}

/// What it costs a class to move to a neighbouring hex; `Err` says what forbids it.
///
/// A path along the step is followed when that is cheaper. Of the features in a hex, one with points of
/// its own takes the place of the base terrain; one with an addition adds. `all` stands for what "all of
/// the unit's points" counts as.
pub fn step_cost(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    from: Hex,
    to: Hex,
    all: MovementPoints,
) -> Result<StepCost, String> {
    step_cost_without(game, map, class, (from, to), all, &[])
}

/// What [`step_cost`] says when paths of these types are broken between the two hexes.
pub fn step_cost_without(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    (from, to): (Hex, Hex),
    all: MovementPoints,
    broken: &[Id<PathType>],
) -> Result<StepCost, String> {
    let Some(side) = Hexside::between(from, to) else {
        return Err("the hexes are not adjacent".to_owned());
    };
    let across = cross_country(game, map, class, side, to, all);
    let whole =
        map.crossings.get(&side).into_iter().flatten().filter(|kind| !broken.contains(kind));
    let on_paths = whole.filter_map(|kind| {
        let path = &game.paths[*kind];
        let points = match path.costs.of(class)?.value {
            Cost::Points(points) => points,
            _ => return None,
        };
        let mut cost = StepCost {
            total: points,
            items: vec![CostItem { what: path.name.clone(), points }],
            takes_all: false,
            on_path: true,
        };
        if !path.replaces_terrain {
            add_hexside(game, map, class, side, all, &mut cost).ok()?;
        }
        Some(cost)
    });
    let best = on_paths.min_by_key(|cost| cost.total);
    match (across, best) {
        (Ok(across), Some(path)) if across.total < path.total => Ok(across),
        (_, Some(path)) => Ok(path),
        (across, None) => across,
    }
}

fn cross_country(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    side: Hexside,
    to: Hex,
    all: MovementPoints,
) -> Result<StepCost, String> {
    let mut cost = entry_cost(game, map, class, to, all)?;
    add_hexside(game, map, class, side, all, &mut cost)?;
    Ok(cost)
}

/// What it costs a class to enter a hex, whatever hexside it comes across: from off the map, say.
pub fn entry_cost(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    to: Hex,
    all: MovementPoints,
) -> Result<StepCost, String> {
    let data = map.hex(to).ok_or("the hex is off the map")?;
    let mut cost = StepCost {
        total: MovementPoints::ZERO,
        items: Vec::new(),
        takes_all: false,
        on_path: false,
    };
    let base = &game.terrain[data.terrain];
    let own = data.features.iter().find_map(|feature| {
        let terrain = &game.terrain[*feature];
        match terrain.costs.of(class)?.value {
            value @ (Cost::Points(_) | Cost::All | Cost::Prohibited) => Some((terrain, value)),
            _ => None,
        }
    });
    let (terrain, value) = match own {
        Some((terrain, value)) => (terrain, value),
        None => match base.costs.of(class) {
            Some(value) => (base, value.value),
            None => return Err(format!("the chart has no cost for {}", base.name)),
        },
    };
    add(&mut cost, &terrain.name, value, all)?;
    for feature in &data.features {
        let terrain = &game.terrain[*feature];
        if let Some(Cost::Add(points)) = terrain.costs.of(class).map(|c| c.value) {
            add(&mut cost, &terrain.name, Cost::Add(points), all)?;
        }
    }
    Ok(cost)
}

fn add_hexside(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    side: Hexside,
    all: MovementPoints,
    cost: &mut StepCost,
) -> Result<(), String> {
    for kind in map.hexsides.get(&side).into_iter().flatten() {
        let hexside = &game.hexsides[*kind];
        if let Some(value) = hexside.costs.of(class) {
            add(cost, &hexside.name, value.value, all)?;
        }
    }
    Ok(())
}

fn add(cost: &mut StepCost, what: &str, value: Cost, all: MovementPoints) -> Result<(), String> {
    let points = match value {
        Cost::Points(points) | Cost::Add(points) => points,
        Cost::All => {
            cost.takes_all = true;
            all
        }
        Cost::OtherTerrain => MovementPoints::ZERO,
        Cost::Prohibited => return Err(format!("{what} is prohibited")),
    };
    cost.total = cost.total.checked_add(points).ok_or("the cost is too large")?;
    if !points.is_zero() {
        cost.items.push(CostItem { what: what.to_owned(), points });
    }
    Ok(())
}
