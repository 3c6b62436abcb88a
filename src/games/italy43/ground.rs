//! The ground of a case or of the map: terrain, hexsides, roads, entry areas.

use super::words::{Road, Section, Side};
use crate::hex::{Grid, Hex, Hexside, distance};
use crate::referee::Problem;
use crate::referee::case::{Node, Patch};
use hashbrown::{HashMap, HashSet};

/// What a hex is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Terrain {
    Clear,
    Hill,
    City,
    MajorCity,
    Marsh,
    Sea,
    FullMountain,
}

impl Terrain {
    /// In the order of their numbers.
    pub(super) const ALL: [Terrain; 7] = [
        Terrain::Clear,
        Terrain::Hill,
        Terrain::City,
        Terrain::MajorCity,
        Terrain::Marsh,
        Terrain::Sea,
        Terrain::FullMountain,
    ];

    fn read(word: &str) -> Option<Terrain> {
        Some(match word {
            "clear" => Terrain::Clear,
            "hill" => Terrain::Hill,
            "city" => Terrain::City,
            "major-city" => Terrain::MajorCity,
            "marsh" => Terrain::Marsh,
            "sea" => Terrain::Sea,
            "full-mountain" => Terrain::FullMountain,
            _ => return None,
        })
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Terrain::Clear => "clear",
            Terrain::Hill => "hill",
            Terrain::City => "city",
            Terrain::MajorCity => "major-city",
            Terrain::Marsh => "marsh",
            Terrain::Sea => "sea",
            Terrain::FullMountain => "full-mountain",
        }
    }

    pub(super) fn city(self) -> bool {
        matches!(self, Terrain::City | Terrain::MajorCity)
    }

    /// I43 2.2.2: a full mountain hex is a hill with six mountain sides.
    pub(super) fn hill(self) -> bool {
        matches!(self, Terrain::Hill | Terrain::FullMountain)
    }
}

/// Where a hex lies to the Gustav Line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gustav {
    Ahead,
    On,
    Behind,
}

/// Everything the rules ask of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HexFacts {
    pub(super) terrain: Terrain,
    pub(super) town: bool,
    pub(super) section: Option<Section>,
    pub(super) gustav: Option<Gustav>,
}

impl HexFacts {
    pub(super) fn read(words: &[String], base: Terrain) -> Result<HexFacts, String> {
        let mut facts = HexFacts { terrain: base, town: false, section: None, gustav: None };
        for word in words {
            match word.as_str() {
                "town" => facts.town = true,
                "gustav-ahead" => facts.gustav = Some(Gustav::Ahead),
                "gustav-on" => facts.gustav = Some(Gustav::On),
                "gustav-behind" => facts.gustav = Some(Gustav::Behind),
                "zone-n4" => {}
                word => match (Terrain::read(word), Section::read(word)) {
                    (Some(terrain), _) => facts.terrain = terrain,
                    (None, Some(section)) => facts.section = Some(section),
                    (None, None) => return Err(format!("`{word}` is no terrain of this game")),
                },
            }
        }
        Ok(facts)
    }
}

/// Everything the rules ask of a hexside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SideFacts {
    pub(super) minor_river: bool,
    pub(super) major_river: bool,
    pub(super) mountain: bool,
    pub(super) pass: bool,
    pub(super) all_sea: bool,
    /// A bridge without a road.
    pub(super) bridge: bool,
    pub(super) road: Option<Road>,
}

impl SideFacts {
    pub(super) fn river(self) -> bool {
        self.minor_river || self.major_river
    }

    /// I43 5.2.1: a road over a river is a bridge.
    pub(super) fn unbridged(self) -> bool {
        self.river() && self.road.is_none() && !self.bridge
    }

    /// A mountain side that neither a road nor a pass crosses.
    pub(super) fn bare_mountain(self) -> bool {
        self.mountain && self.road.is_none() && !self.pass
    }
}

/// An entry area.
#[derive(Debug, Clone)]
pub(super) struct EntryArea {
    pub(super) name: String,
    pub(super) owner: Option<Side>,
    pub(super) touches: Vec<Hex>,
    pub(super) roads: HashMap<Hex, Road>,
    /// Off-map hexes that stand for the area as far end of a hexside bond.
    pub(super) frontage: Vec<(String, Hex)>,
    pub(super) next_to: Vec<String>,
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Off {
    NotArrived,
    EliminatedBox,
    RemnantDisplay,
    Withdrawn,
    Removed,
    /// It left its hex, and the log does not tell where to.
    Elsewhere,
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Hex(Hex),
    Area(usize),
    Off(Off),
}

impl Place {
    pub(super) fn hex(self) -> Option<Hex> {
        match self {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    pub(super) fn on_map(self) -> bool {
        !matches!(self, Place::Off(_))
    }
}

/// The ground.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    grid: Grid,
    default: HexFacts,
    hexes: HashMap<Hex, HexFacts>,
    sides: HashMap<Hexside, SideFacts>,
    road_hexes: HashSet<Hex>,
    pub(super) areas: Vec<EntryArea>,
}

impl Ground {
    /// Clear land everywhere.
    pub(super) fn bare(grid: Grid) -> Ground {
        Ground {
            grid,
            default: HexFacts { terrain: Terrain::Clear, town: false, section: None, gustav: None },
            hexes: HashMap::new(),
            sides: HashMap::new(),
            road_hexes: HashSet::new(),
            areas: Vec::new(),
        }
    }

    pub(super) fn set_hex(&mut self, hex: Hex, facts: HexFacts) {
        self.hexes.insert(hex, facts);
    }

    /// The patch of a case.
    pub(super) fn of_patch(patch: &Patch) -> Result<Ground, Problem> {
        let default = HexFacts::read(&patch.default, Terrain::Clear).map_err(Problem::new)?;
        let mut ground = Ground { default, ..Ground::bare(patch.grid.clone()) };
        for (hex, words) in &patch.hexes {
            let facts = HexFacts::read(words, default.terrain).map_err(Problem::new)?;
            ground.hexes.insert(*hex, facts);
        }
        for (side, words) in &patch.sides {
            for word in words {
                ground.add_side(*side, word).map_err(Problem::new)?;
            }
        }
        for (kind, along) in &patch.paths {
            let road = match kind.as_str() {
                "road-minor" => Road::Minor,
                "road-major" => Road::Major,
                other => return Err(Problem::new(format!("`{other}` is no road of this game"))),
            };
            ground.add_road(road, along);
        }
        for (name, node) in &patch.areas {
            let area = ground.read_area(name, node)?;
            ground.areas.push(area);
        }
        Ok(ground)
    }

    pub(super) fn add_side(&mut self, side: Hexside, word: &str) -> Result<(), String> {
        let facts = self.sides.entry(side).or_default();
        match word {
            "river-minor" | "canal" => facts.minor_river = true,
            "river-major" => facts.major_river = true,
            "mountain" => facts.mountain = true,
            "pass" => facts.pass = true,
            "all-sea" => facts.all_sea = true,
            "bridge" => facts.bridge = true,
            "army-boundary" | "gustav-line" | "bernhard-line" => {}
            other => return Err(format!("`{other}` is no hexside of this game")),
        }
        Ok(())
    }

    pub(super) fn add_road(&mut self, road: Road, along: &[Hex]) {
        for pair in along.windows(2) {
            if let Some(side) = Hexside::between(pair[0], pair[1]) {
                let facts = self.sides.entry(side).or_default();
                facts.road = facts.road.max(Some(road));
            }
        }
        self.road_hexes.extend(along);
    }

    fn read_area(&self, name: &str, node: &Node) -> Result<EntryArea, Problem> {
        let owner = match node.word("owner") {
            None | Some("none") => None,
            Some("german") => Some(Side::German),
            Some("allied") => Some(Side::Allied),
            Some(other) => return Err(Problem::at(node, format!("`{other}` is no side"))),
        };
        let list = |key: &str| node.get(key).map(Node::items).unwrap_or_default();
        let mut area = EntryArea {
            name: name.to_owned(),
            owner,
            touches: Vec::new(),
            roads: HashMap::new(),
            frontage: Vec::new(),
            next_to: list("next-to").iter().filter_map(|n| n.text().map(str::to_owned)).collect(),
        };
        for id in list("touches") {
            area.touches.push(self.read_hex(id.text().unwrap_or_default(), id)?);
        }
        for (id, kind) in node.get("roads").map(Node::pairs).unwrap_or_default() {
            let road = if kind.text() == Some("road-major") { Road::Major } else { Road::Minor };
            area.roads.insert(self.read_hex(id, kind)?, road);
        }
        for id in list("frontage") {
            let text = id.text().unwrap_or_default();
            area.frontage.push((text.to_owned(), self.read_frontage(text, id)?));
        }
        Ok(area)
    }

    fn read_hex(&self, id: &str, node: &Node) -> Result<Hex, Problem> {
        self.grid.parse(id).map_err(|error| Problem::at(node, error.to_string()))
    }

    /// An off-map hex of row 0 lies as far above row 1 as row 2 lies below it.
    fn read_frontage(&self, id: &str, node: &Node) -> Result<Hex, Problem> {
        if let Some(column) =
            id.strip_suffix('0').filter(|c| !c.ends_with(|d: char| d.is_ascii_digit()))
        {
            let first = self.read_hex(&format!("{column}1"), node)?;
            let second = self.read_hex(&format!("{column}2"), node)?;
            return Ok(first + first - second);
        }
        self.read_hex(id, node)
    }

    /// The place that a word names.
    pub(super) fn place(&self, word: &str) -> Option<Place> {
        if let Some(index) = self.areas.iter().position(|area| area.name == word) {
            return Some(Place::Area(index));
        }
        Some(match word {
            "not-arrived" => Place::Off(Off::NotArrived),
            "eliminated-box" => Place::Off(Off::EliminatedBox),
            "remnant-display" => Place::Off(Off::RemnantDisplay),
            "withdrawn" => Place::Off(Off::Withdrawn),
            "removed" => Place::Off(Off::Removed),
            _ => Place::Hex(self.grid.parse(word).ok()?),
        })
    }

    /// What a place is called.
    pub(super) fn name(&self, place: Place) -> String {
        match place {
            Place::Hex(hex) => self.hex_name(hex),
            Place::Area(index) => self.areas[index].name.clone(),
            Place::Off(Off::NotArrived) => "off the map".to_owned(),
            Place::Off(Off::EliminatedBox) => "the Eliminated Box".to_owned(),
            Place::Off(Off::RemnantDisplay) => "the Remnant Display".to_owned(),
            Place::Off(Off::Withdrawn) => "the turn track".to_owned(),
            Place::Off(Off::Removed) => "the box of removed units".to_owned(),
            Place::Off(Off::Elsewhere) => "elsewhere".to_owned(),
        }
    }

    pub(super) fn hex_name(&self, hex: Hex) -> String {
        self.grid.id(hex).map(|id| id.to_string()).unwrap_or_default()
    }

    pub(super) fn contains(&self, hex: Hex) -> bool {
        self.grid.contains(hex)
    }

    pub(super) fn hex(&self, hex: Hex) -> HexFacts {
        self.hexes.get(&hex).copied().unwrap_or(self.default)
    }

    pub(super) fn terrain(&self, hex: Hex) -> Terrain {
        self.hex(hex).terrain
    }

    /// The side between two adjacent hexes. A full mountain hex makes its six sides mountain (2.2.2).
    pub(super) fn side(&self, a: Hex, b: Hex) -> SideFacts {
        let mut facts = Hexside::between(a, b)
            .and_then(|side| self.sides.get(&side).copied())
            .unwrap_or_default();
        let full = |hex: Hex| self.contains(hex) && self.terrain(hex) == Terrain::FullMountain;
        facts.mountain |= full(a) || full(b);
        facts
    }

    pub(super) fn is_road_hex(&self, hex: Hex) -> bool {
        self.road_hexes.contains(&hex)
    }

    /// Every hex of the map.
    pub(super) fn all_hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.grid.hexes()
    }

    /// Adjacent hexes of the map.
    pub(super) fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        hex.all_neighbors().into_iter().filter(|near| self.contains(*near))
    }

    /// Whether something land-bound cannot pass from one hex to the other at all.
    pub(super) fn sea_between(&self, a: Hex, b: Hex) -> bool {
        self.terrain(b) == Terrain::Sea || self.side(a, b).all_sea
    }

    /// I43 9.6: within so many hexes of the sea.
    pub(super) fn near_sea(&self, hex: Hex, hexes: u32) -> bool {
        self.grid.range(hex, hexes).into_iter().any(|near| self.terrain(near) == Terrain::Sea)
    }

    /// Hexes that lie in a section.
    pub(super) fn section_of(&self, place: Place) -> Option<Section> {
        place.hex().and_then(|hex| self.hex(hex).section)
    }

    /// Steps on land from one hex to the nearest of some places, by breadth; none when cut off.
    pub(super) fn land_distance(&self, from: Hex, goal: &dyn Fn(Hex) -> bool) -> Option<u32> {
        let mut seen: HashSet<Hex> = HashSet::from([from]);
        let mut ring = vec![from];
        for far in 0.. {
            if ring.iter().any(|hex| goal(*hex)) {
                return Some(far);
            }
            let mut next = Vec::new();
            for hex in &ring {
                for near in self.neighbours(*hex) {
                    if !self.sea_between(*hex, near) && seen.insert(near) {
                        next.push(near);
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            ring = next;
        }
        None
    }

    pub(super) fn within(&self, a: Hex, b: Hex, hexes: u32) -> bool {
        distance(a, b) <= hexes
    }
}
