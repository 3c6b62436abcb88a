//! The board as the referee reads it: terrain, levels, crests, roads, buildings, seasons.

use super::boards::{Lookout, Seat};
use super::number::{Q, whole};
use super::terrain::Terrain;
use crate::hex::{Grid, GridSpec, Hex, Hexside, distance};
use crate::referee::Problem;
use crate::referee::case::{Node, Patch};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

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
    /// The letters by which a case calls them.
    building_letters: HashMap<String, usize>,
    /// Month of the scenario, for the seasons.
    pub(super) month: Option<u32>,
    /// The scenario's rules put grain in season whatever the month.
    pub(super) grain_by_rule: bool,
    /// S16: every change of level costs one more.
    pub(super) muddy_slopes: bool,
    /// The boards it is made of; none in cases, which tell their hexes one by one.
    pub(super) seats: Vec<Seat>,
    /// The hexes in play, where they are not all.
    pub(super) playable: Option<HashSet<Hex>>,
    /// Lines of sight over boards.
    pub(super) lookout: Option<Arc<Lookout>>,
}

/// The grid of a board: hexrows A to GG, even ones half a hex lower with hexes 0 to 10.
pub(super) fn board_grid() -> Result<Grid, Problem> {
    Grid::new(GridSpec::asl_board("")).map_err(|error| Problem::new(error.to_string()))
}

impl Ground {
    /// Open ground everywhere.
    pub(super) fn bare(grid: Grid) -> Ground {
        Ground {
            grid,
            default: HexFacts { terrain: Terrain::OpenGround, level: 0 },
            hexes: HashMap::new(),
            crests: HashSet::new(),
            roads: HashSet::new(),
            buildings: Vec::new(),
            building_letters: HashMap::new(),
            month: None,
            grain_by_rule: false,
            muddy_slopes: false,
            seats: Vec::new(),
            playable: None,
            lookout: None,
        }
    }

    pub(super) fn read(map: Option<&Node>, grid: &Grid) -> Result<Ground, Problem> {
        let mut ground = Ground::bare(grid.clone());
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
        for (kind, hexes) in &patch.paths {
            if !kind.contains("road") {
                return Err(Problem::at(map, format!("`{kind}` is no path of a board")));
            }
            let sides = hexes.windows(2).filter_map(|pair| Hexside::between(pair[0], pair[1]));
            ground.roads.extend(sides);
        }
        for (key, value) in &patch.rest {
            if key == "buildings" {
                for (letter, hexes) in value.pairs() {
                    ground.building_letters.insert(letter.clone(), ground.buildings.len());
                    let hexes =
                        hexes.items().iter().map(|id| patch.hex(id.text().unwrap_or_default(), id));
                    ground.buildings.push(hexes.collect::<Result<_, _>>()?);
                }
            } else {
                return Err(Problem::at(
                    value,
                    format!("`{key}` is no part of a map of this game"),
                ));
            }
        }
        Ok(ground)
    }

    pub(super) fn at(&self, hex: Hex) -> HexFacts {
        self.hexes.get(&hex).copied().unwrap_or(self.default)
    }

    pub(super) fn set(&mut self, hex: Hex, facts: HexFacts) {
        self.hexes.insert(hex, facts);
    }

    pub(super) fn add_crest(&mut self, side: Hexside) {
        self.crests.insert(side);
    }

    pub(super) fn add_road(&mut self, side: Hexside) {
        self.roads.insert(side);
    }

    pub(super) fn terrain(&self, hex: Hex) -> Terrain {
        self.at(hex).terrain
    }

    pub(super) fn level(&self, hex: Hex) -> i32 {
        self.at(hex).level
    }

    pub(super) fn name(&self, hex: Hex) -> String {
        let on_board = self.seats.iter().find_map(|seat| seat.name(hex));
        on_board.or_else(|| self.grid.id(hex).map(|id| id.to_string())).unwrap_or_default()
    }

    /// The hex that an id names, with or without the letter of its board.
    pub(super) fn find(&self, id: &str) -> Option<Hex> {
        let board = id.chars().next().filter(char::is_ascii_lowercase);
        if self.seats.is_empty() {
            return self.grid.parse(if board.is_some() { &id[1..] } else { id }).ok();
        }
        let fits = |seat: &&Seat| board.is_none_or(|letter| seat.board.starts_with(letter));
        self.seats.iter().filter(fits).find_map(|seat| seat.parse(id))
    }

    pub(super) fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        let near = self.grid.neighbours(hex).map(|(_, hex)| hex);
        near.filter(|hex| self.is_playable(*hex))
    }

    pub(super) fn is_playable(&self, hex: Hex) -> bool {
        self.playable.as_ref().is_none_or(|hexes| hexes.contains(&hex))
    }

    pub(super) fn range(&self, a: Hex, b: Hex) -> i32 {
        i32::try_from(distance(a, b)).unwrap_or(i32::MAX)
    }

    pub(super) fn is_road(&self, a: Hex, b: Hex) -> bool {
        Hexside::between(a, b).is_some_and(|side| self.roads.contains(&side))
    }

    /// Whether a road leaves a hex anywhere.
    pub(super) fn has_road(&self, hex: Hex) -> bool {
        self.grid.neighbours(hex).any(|(_, next)| self.is_road(hex, next))
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

    /// The building that a case calls by this letter.
    pub(super) fn building_called(&self, letter: &str) -> Option<&HashSet<Hex>> {
        self.buildings.get(*self.building_letters.get(letter)?)
    }

    /// The hexes of the building that a hex belongs to.
    pub(super) fn building_of(&self, hex: Hex) -> Option<&HashSet<Hex>> {
        self.buildings.iter().find(|building| building.contains(&hex))
    }
}

fn facts(words: &[String], map: &Node) -> Result<HexFacts, Problem> {
    let mut facts = HexFacts { terrain: Terrain::OpenGround, level: 0 };
    for word in words.iter().filter(|word| *word != "clear") {
        if let Some(level) = word.strip_prefix("level-") {
            facts.level =
                level.parse().map_err(|_| Problem::at(map, format!("`{word}` is no level")))?;
            continue;
        }
        facts.terrain = Terrain::read(word).ok_or_else(|| {
            let mut problem = Problem::at(map, format!("`{word}` is no terrain of a board"));
            problem.help = crate::diagnostic::nearest(word, Terrain::ALL.iter().map(|t| t.word()));
            problem
        })?;
    }
    Ok(facts)
}
