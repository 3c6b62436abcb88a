//! The board as the referee reads it: terrain, levels, crests, roads, buildings, seasons.

use super::number::{Q, whole};
use super::terrain::Terrain;
use crate::hex::{Grid, GridSpec, Hex, Hexside, distance};
use crate::rules::Problem;
use crate::rules::case::{Node, Patch};
use std::collections::{HashMap, HashSet};

/// A hex of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HexFacts {
    pub(super) terrain: Terrain,
    pub(super) level: i32,
}

/// The board.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    pub(super) grid: Grid,
    default: HexFacts,
    hexes: HashMap<Hex, HexFacts>,
    crests: HashSet<Hexside>,
    roads: HashSet<Hexside>,
    pub(super) buildings: Vec<HashSet<Hex>>,
    /// Month of the scenario, for the seasons.
    pub(super) month: Option<u32>,
    /// The scenario's rules put grain in season whatever the month.
    pub(super) grain_by_rule: bool,
    /// S16: every change of level costs one more.
    pub(super) muddy_slopes: bool,
}

/// The grid of a board: hexrows A to GG, even ones half a hex lower with hexes 0 to 10.
pub(super) fn board_grid() -> Result<Grid, Problem> {
    Grid::new(GridSpec::asl_board("")).map_err(|error| Problem::new(error.to_string()))
}

impl Ground {
    pub(super) fn read(map: Option<&Node>, grid: &Grid) -> Result<Ground, Problem> {
        let open = HexFacts { terrain: Terrain::OpenGround, level: 0 };
        let mut ground = Ground {
            grid: grid.clone(),
            default: open,
            hexes: HashMap::new(),
            crests: HashSet::new(),
            roads: HashSet::new(),
            buildings: Vec::new(),
            month: None,
            grain_by_rule: false,
            muddy_slopes: false,
        };
        let Some(map) = map else { return Ok(ground) };
        let patch = Patch::read(map, Some(grid))?;
        ground.default = facts(&patch.default, map)?;
        for (hex, words) in &patch.hexes {
            ground.hexes.insert(*hex, facts(words, map)?);
        }
        for (side, words) in &patch.sides {
            for word in words {
                match word.as_str() {
                    "crest" => drop(ground.crests.insert(*side)),
                    "road" => drop(ground.roads.insert(*side)),
                    other => {
                        return Err(Problem::at(
                            map,
                            format!("`{other}` is no hexside of a board"),
                        ));
                    }
                }
            }
        }
        for (key, value) in &patch.rest {
            if key == "buildings" {
                for (_, hexes) in value.pairs() {
                    let hexes =
                        hexes.items().iter().map(|id| patch.hex(id.text().unwrap_or_default(), id));
                    ground.buildings.push(hexes.collect::<Result<_, _>>()?);
                }
            }
        }
        Ok(ground)
    }

    pub(super) fn at(&self, hex: Hex) -> HexFacts {
        self.hexes.get(&hex).copied().unwrap_or(self.default)
    }

    pub(super) fn terrain(&self, hex: Hex) -> Terrain {
        self.at(hex).terrain
    }

    pub(super) fn level(&self, hex: Hex) -> i32 {
        self.at(hex).level
    }

    pub(super) fn name(&self, hex: Hex) -> String {
        self.grid.id(hex).map(|id| id.to_string()).unwrap_or_default()
    }

    pub(super) fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.grid.neighbours(hex).map(|(_, hex)| hex)
    }

    pub(super) fn range(&self, a: Hex, b: Hex) -> i32 {
        i32::try_from(distance(a, b)).unwrap_or(i32::MAX)
    }

    pub(super) fn is_road(&self, a: Hex, b: Hex) -> bool {
        Hexside::between(a, b).is_some_and(|side| self.roads.contains(&side))
    }

    pub(super) fn is_crest(&self, a: Hex, b: Hex) -> bool {
        Hexside::between(a, b).is_some_and(|side| self.crests.contains(&side))
    }

    pub(super) fn has_crests(&self) -> bool {
        !self.crests.is_empty()
    }

    /// Grain stands from June to September; without a date it is taken to stand.
    pub(super) fn grain_in_season(&self) -> bool {
        self.grain_by_rule || self.month.is_none_or(|month| (6..=9).contains(&month))
    }

    /// Orchards are in leaf from April to October.
    pub(super) fn orchard_in_season(&self) -> bool {
        self.month.is_none_or(|month| (4..=10).contains(&month))
    }

    /// MF to step from hex to hex, before smoke: terrain, doubled uphill over a crest, slopes of S16.
    pub(super) fn step_cost(&self, from: Hex, to: Hex) -> Q {
        let mut cost = self.terrain(to).cost(self.is_road(from, to), self.grain_in_season());
        if self.level(to) > self.level(from) {
            cost *= 2;
        }
        if self.muddy_slopes && self.level(to) != self.level(from) {
            cost += whole((self.level(to) - self.level(from)).abs());
        }
        cost
    }

    /// The hexes of the building that a hex belongs to.
    pub(super) fn building_of(&self, hex: Hex) -> Option<&HashSet<Hex>> {
        self.buildings.iter().find(|building| building.contains(&hex))
    }
}

fn facts(words: &[String], map: &Node) -> Result<HexFacts, Problem> {
    let mut facts = HexFacts { terrain: Terrain::OpenGround, level: 0 };
    for word in words {
        if let Some(level) = word.strip_prefix("level-") {
            facts.level =
                level.parse().map_err(|_| Problem::at(map, format!("`{word}` is no level")))?;
            continue;
        }
        let known = [
            Terrain::OpenGround,
            Terrain::Road,
            Terrain::StoneBuilding,
            Terrain::WoodenBuilding,
            Terrain::Woods,
            Terrain::WoodsRoad,
            Terrain::Orchard,
            Terrain::OrchardRoad,
            Terrain::Grain,
        ];
        let found = known.into_iter().find(|terrain| terrain.word() == word);
        facts.terrain = found.ok_or_else(|| {
            let mut problem = Problem::at(map, format!("`{word}` is no terrain of a board"));
            problem.help = crate::diagnostic::nearest(word, known.iter().map(|t| t.word()));
            problem
        })?;
    }
    Ok(facts)
}
