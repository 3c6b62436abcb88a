//! The patch of map that a case is played on: terrain in the words of the game.

use super::super::Problem;
use super::node::Node;
use crate::hex::{Grid, GridSpec, Hex, Hexside, Numbering, Stagger};
use crate::model::{
    Area, BoxKind, Game, HexData, Length, Map, MapBox, OnSide, Path, Provenance, Registry,
    TerrainRole,
};
use std::collections::{BTreeMap, HashMap};

/// Columns and rows of a patch in letters, unless the case names hexes beyond.
const LETTER_COLUMNS: i32 = 26;
const LETTER_ROWS: i32 = 14;

/// A patch of map, its words not yet looked up.
#[derive(Debug, Clone)]
pub struct Patch {
    /// Which hexes there are, and how they are called.
    pub grid: Grid,
    /// Terrain, then features, of hexes that are not listed.
    pub default: Vec<String>,
    /// Terrain, then features, of the hexes listed.
    pub hexes: HashMap<Hex, Vec<String>>,
    /// Hexside features.
    pub sides: HashMap<Hexside, Vec<String>>,
    /// Roads, rails, tracks: kind and hexes.
    pub paths: Vec<(String, Vec<Hex>)>,
    /// Off-map areas and boxes, by name.
    pub areas: Vec<(String, Node)>,
    /// Everything else that the case says of its map, for the game to read.
    pub rest: Vec<(String, Node)>,
}

impl Patch {
    /// Reads the `map` of a case; `own` is the game's grid, for cases in the game's numbering.
    pub fn read(node: &Node, own: Option<&Grid>) -> Result<Patch, Problem> {
        let grid = match node.word("grid") {
            None | Some("letters") => letters(node)?,
            Some("game") => own.cloned().ok_or_else(|| {
                Problem::at(node, "the game has no map, so the case needs `grid: letters`")
            })?,
            Some(other) => {
                return Err(Problem::at(node, format!("`{other}` is no kind of grid"))
                    .help("write `grid: letters` or `grid: game`"));
            }
        };
        let mut patch = Patch {
            grid,
            default: vec!["clear".to_owned()],
            hexes: HashMap::new(),
            sides: HashMap::new(),
            paths: Vec::new(),
            areas: Vec::new(),
            rest: Vec::new(),
        };
        for (key, value) in node.pairs() {
            match key.as_str() {
                "grid" => {}
                "default" => patch.default = value.read()?,
                "hexes" => {
                    for (id, words) in value.pairs() {
                        let hex = patch.hex(id, words)?;
                        patch.hexes.insert(hex, words.read()?);
                    }
                }
                "sides" => {
                    for (pair, words) in value.pairs() {
                        let side = patch.side(pair, words)?;
                        patch.sides.insert(side, words.read()?);
                    }
                }
                "paths" => {
                    for path in value.items() {
                        let kind = path
                            .word("kind")
                            .ok_or_else(|| Problem::at(path, "a path needs its kind"))?;
                        let along = path.get("along").map(Node::items).unwrap_or_default();
                        let hexes =
                            along.iter().map(|id| patch.hex(id.text().unwrap_or_default(), id));
                        let hexes: Vec<Hex> = hexes.collect::<Result<_, _>>()?;
                        if let Some(gap) = hexes
                            .windows(2)
                            .find(|pair| Hexside::between(pair[0], pair[1]).is_none())
                        {
                            let name = |hex| {
                                patch.grid.id(hex).map(|id| id.to_string()).unwrap_or_default()
                            };
                            return Err(Problem::at(
                                path,
                                format!("{} and {} are not adjacent", name(gap[0]), name(gap[1])),
                            ));
                        }
                        patch.paths.push((kind.to_owned(), hexes));
                    }
                }
                "areas" => patch.areas = value.pairs().to_vec(),
                _ => patch.rest.push((key.clone(), value.clone())),
            }
        }
        Ok(patch)
    }

    /// The hex that a node names.
    pub fn hex(&self, id: &str, node: &Node) -> Result<Hex, Problem> {
        self.grid.parse(id).map_err(|error| Problem::at(node, error.to_string()))
    }

    /// The side between two hexes, written `D4/D5`.
    fn side(&self, pair: &str, node: &Node) -> Result<Hexside, Problem> {
        let wrong = || {
            Problem::at(node, format!("`{pair}` is no hexside"))
                .help("write two adjacent hexes: D4/D5")
        };
        let (a, b) = pair.split_once('/').ok_or_else(wrong)?;
        Hexside::between(self.hex(a, node)?, self.hex(b, node)?).ok_or_else(wrong)
    }

    /// Asserts the distances that a case says its map has.
    pub fn assert_geometry(&self, geometry: &Node) -> Result<(), Problem> {
        for fact in geometry.items() {
            let ends = fact.get("between").map(Node::items).unwrap_or_default();
            let [a, b] = ends else {
                return Err(Problem::at(fact, "`between` names two hexes"));
            };
            let hex = |node: &Node| self.hex(node.text().unwrap_or_default(), node);
            let wanted: u32 =
                fact.get("distance").ok_or_else(|| Problem::at(fact, "how far?"))?.read()?;
            let found = crate::hex::distance(hex(a)?, hex(b)?);
            if i64::from(found) != i64::from(wanted) {
                return Err(Problem::at(fact, format!("the distance is {found}, not {wanted}")));
            }
        }
        Ok(())
    }

    /// Terrain, then features, of a hex.
    pub fn words(&self, hex: Hex) -> &[String] {
        self.hexes.get(&hex).unwrap_or(&self.default)
    }

    /// The patch as a map of the game: every word looked up among its terrain, hexsides and paths.
    ///
    /// Words that are no terrain of the game make an [`Area`] of that name, so that
    /// "in section E1" or "behind the line" can be asked of any map in the same way.
    pub fn to_map(&self, game: &Game) -> Result<Map, Problem> {
        let unknown = |what: &str, word: &str, names: &mut dyn Iterator<Item = &str>| {
            let mut problem = Problem::new(format!("the game has no {what} `{word}`"));
            problem.help = crate::diagnostic::nearest(word, names);
            problem
        };
        let ground = game.terrain.first().ok_or_else(|| Problem::new("the game has no terrain"))?;
        let mut areas: BTreeMap<String, Vec<Hex>> = BTreeMap::new();
        let mut hexes = Vec::with_capacity(self.grid.len());
        for hex in self.grid.hexes() {
            let mut data = HexData {
                terrain: ground,
                features: Vec::new(),
                level: 0,
                values: BTreeMap::new(),
                provenance: Provenance::Printed,
            };
            for (index, word) in self.words(hex).iter().enumerate() {
                match game.terrain.find(word) {
                    Some(id) if index == 0 => data.terrain = id,
                    Some(id) => data.features.push(id),
                    None if index == 0 => {
                        return Err(unknown("terrain", word, &mut game.terrain.names()));
                    }
                    None => areas.entry(word.clone()).or_default().push(hex),
                }
            }
            // `town` alone stands for a town in the default terrain.
            if game.terrain[data.terrain].role == TerrainRole::Feature {
                data.features.insert(0, data.terrain);
                let base = self.default.first().and_then(|word| game.terrain.find(word));
                data.terrain = base.unwrap_or(data.terrain);
            }
            hexes.push(data);
        }
        let mut hexsides: BTreeMap<Hexside, OnSide<_>> = BTreeMap::new();
        for (side, words) in &self.sides {
            for word in words {
                let kind = game
                    .hexsides
                    .find(word)
                    .ok_or_else(|| unknown("hexside", word, &mut game.hexsides.names()))?;
                hexsides.entry(*side).or_default().push(kind);
            }
        }
        let mut crossings: BTreeMap<Hexside, OnSide<_>> = BTreeMap::new();
        let mut paths = Vec::new();
        for (word, along) in &self.paths {
            let kind = game
                .paths
                .find(word)
                .ok_or_else(|| unknown("path", word, &mut game.paths.names()))?;
            for side in along.windows(2).filter_map(|pair| Hexside::between(pair[0], pair[1])) {
                crossings.entry(side).or_default().push(kind);
            }
            paths.push(Path {
                kind,
                name: String::new(),
                along: along.iter().map(|hex| (*hex).into()).collect(),
                provenance: Provenance::Printed,
            });
        }
        let (boxes, box_locations) = self.boxes(game)?;
        let mut named = Registry::default();
        for (id, hexes) in areas {
            // Keys of a map are unique.
            let _ = named.insert(Area { name: id.clone(), id, hexes, drawn: false });
        }
        Ok(Map {
            id: "patch".to_owned(),
            title: String::new(),
            grid: self.grid.clone(),
            hex_size: Length::mm(15.0),
            scale: String::new(),
            hexes,
            hexsides,
            crossings,
            paths,
            lines: Vec::new(),
            places: Vec::new(),
            victory: Vec::new(),
            areas: named,
            boxes,
            box_locations,
            outlines: Vec::new(),
            backdrop: None,
        })
    }

    /// Off-map areas as boxes from which units enter, and the names of all boxes.
    fn boxes(&self, game: &Game) -> Result<(Registry<MapBox>, Vec<String>), Problem> {
        let mut boxes = Registry::default();
        let mut box_locations = Vec::new();
        for (name, node) in &self.areas {
            let touches = node.get("touches").map(Node::items).unwrap_or_default();
            let touches = touches.iter().map(|id| self.hex(id.text().unwrap_or_default(), id));
            let next_to = node.get("next-to").map(Node::items).unwrap_or_default();
            let next_to = next_to.iter().filter_map(Node::text).map(str::to_owned);
            let owner = node.word("owner").and_then(|owner| game.sides.find(owner));
            box_locations.push(name.clone());
            let unique = boxes.insert(MapBox {
                id: name.clone(),
                name: name.clone(),
                kind: BoxKind::Entry,
                owner,
                spaces: Vec::new(),
                captions: Vec::new(),
                touches: touches.collect::<Result<_, _>>()?,
                next_to: next_to.collect(),
                frame: None,
                provenance: Provenance::Printed,
            });
            if unique.is_err() {
                return Err(Problem::at(node, format!("the area `{name}` is here twice")));
            }
        }
        // Boxes that the game prints keep their places on any patch in its own numbering.
        let own = game.maps.iter().next().filter(|map| map.grid == self.grid);
        for location in own.into_iter().flat_map(|map| &map.box_locations) {
            let printed = own.and_then(|map| map.boxes.get(location));
            let Some(printed) = printed.filter(|found| found.kind == BoxKind::Entry) else {
                continue;
            };
            if boxes.insert(printed.clone()).is_ok() {
                box_locations.push(location.clone());
            }
        }
        Ok((boxes, box_locations))
    }
}

/// Columns A–Z, even ones half a hex lower.
fn letters(node: &Node) -> Result<Grid, Problem> {
    let numbering = Numbering::ASL;
    let spec =
        GridSpec { numbering, ..GridSpec::flat(LETTER_COLUMNS, LETTER_ROWS, Stagger::EvenDown) };
    Grid::new(spec).map_err(|error| Problem::at(node, error.to_string()))
}
