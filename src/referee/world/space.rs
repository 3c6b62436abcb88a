//! The space of a game: the hexes and boxes of its maps, everything looked up once.

use super::super::ground::{Fine, Ground, Lattice, OFF, Place, Scale, entry_cost};
use super::super::zones::Reach;
use crate::hex::Location;
use crate::model::{BoxKind, Cost, Game, Id, Map, MovementClass, MovementPoints};
use std::sync::Arc;

/// Where a piece is that stands in no hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Off {
    /// In an entry box, by its number in [`Space::entries`].
    Entry(u16),
    /// In the box of eliminated units of a side; of no side when the box is common.
    Eliminated(Option<u8>),
    /// Anywhere else.
    Away,
}

/// Where a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// In a hex.
    Map(Place),
    /// Anywhere else.
    Off(Off),
}

impl At {
    /// The hex; none when it is in none.
    pub fn place(self) -> Option<Place> {
        match self {
            At::Map(place) => Some(place),
            At::Off(_) => None,
        }
    }
}

/// A box from which units enter.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Its name in texts.
    pub name: String,
    /// The map on which it is printed.
    pub map: Option<Id<Map>>,
    /// The hexes it touches, with what entering costs each class; none when closed to it.
    pub touches: Vec<(Place, Vec<Option<Fine>>)>,
}

/// The maps.
#[derive(Debug, Clone)]
pub struct Space<'m> {
    /// All hexes, numbered.
    pub lattice: Lattice<'m>,
    /// The fraction of a movement point in which everything is counted.
    pub scale: Scale,
    /// What steps cost, by movement class.
    pub grounds: Vec<Ground>,
    /// How far zones of control reach; nowhere until the game's rules say.
    pub reach: Arc<Reach>,
    /// Directions in which paths leave each hex, as bits.
    pub paths: Vec<u8>,
    /// Terrain and features of each hex, as bits by the number of the type.
    pub terrain: Vec<u64>,
    /// Hexside types of each side of each hex, as bits.
    pub sides: Vec<[u64; 6]>,
    /// The boxes from which units enter.
    pub entries: Vec<Entry>,
    /// What each box location is, map by map.
    boxes: Vec<(Option<Id<Map>>, Vec<Off>)>,
}

impl<'m> Space<'m> {
    /// Reads maps; points are counted in fractions of this scale.
    pub fn new(
        game: &Game,
        maps: impl IntoIterator<Item = (Option<Id<Map>>, &'m Map)>,
        scale: Scale,
    ) -> Self {
        let lattice = Lattice::new(maps);
        let classes: Vec<Id<MovementClass>> =
            game.movement_classes.entries().map(|(id, _)| id).collect();
        let grounds =
            classes.iter().map(|class| Ground::new(game, &lattice, *class, scale)).collect();
        let crossing = |from: Place, to: Place| {
            let (map, _) = lattice.hex(from);
            let side = lattice.hexside(from, to)?;
            Some((map.hexsides.get(&side), map.crossings.get(&side)))
        };
        let (mut paths, mut sides) = (Vec::new(), Vec::new());
        let mut terrain = Vec::new();
        for place in lattice.places() {
            let (mut out, mut bits) = (0u8, [0u64; 6]);
            for (direction, &next) in lattice.around(place).iter().enumerate() {
                if next == OFF {
                    continue;
                }
                let Some((kinds, along)) = crossing(place, next) else { continue };
                bits[direction] =
                    kinds.into_iter().flatten().fold(0, |bits, kind| bits | bit(kind.index()));
                if along.is_some_and(|along| !along.is_empty()) {
                    out |= 1 << direction;
                }
            }
            paths.push(out);
            sides.push(bits);
            let (map, hex) = lattice.hex(place);
            let kinds = map.hex(hex).map_or(0, |data| {
                data.features
                    .iter()
                    .fold(bit(data.terrain.index()), |bits, kind| bits | bit(kind.index()))
            });
            terrain.push(kinds);
        }
        let mut space = Space {
            lattice,
            scale,
            grounds,
            reach: Arc::default(),
            paths,
            terrain,
            sides,
            entries: Vec::new(),
            boxes: Vec::new(),
        };
        space.read_boxes(game, &classes);
        space
    }

    fn read_boxes(&mut self, game: &Game, classes: &[Id<MovementClass>]) {
        let maps: Vec<(Option<Id<Map>>, &Map)> = self.lattice.maps().collect();
        for (id, map) in maps {
            let mut offs = Vec::with_capacity(map.box_locations.len());
            for (number, location) in map.box_locations.iter().enumerate() {
                let name = location.split_once(':').map_or(location.as_str(), |(name, _)| name);
                let Some(found) = map.boxes.get(name) else {
                    offs.push(Off::Away);
                    continue;
                };
                offs.push(match found.kind {
                    BoxKind::Entry => {
                        let touches = found.touches.iter().filter_map(|hex| {
                            let place = self.lattice.place(id, Location::Hex(*hex))?;
                            let costs = classes
                                .iter()
                                .map(|class| self.scale_cost(game, map, *class, number, *hex));
                            Some((place, costs.collect()))
                        });
                        let entry = Entry {
                            id: found.id.clone(),
                            name: found.name.clone(),
                            map: id,
                            touches: touches.collect(),
                        };
                        self.entries.push(entry);
                        Off::Entry((self.entries.len() - 1) as u16)
                    }
                    BoxKind::Eliminated => {
                        Off::Eliminated(found.owner.map(|side| side.index() as u8))
                    }
                    _ => Off::Away,
                });
            }
            self.boxes.push((id, offs));
        }
    }

    /// What entering a hex from a box costs: the path that runs between them, else the terrain.
    fn scale_cost(
        &self,
        game: &Game,
        map: &Map,
        class: Id<MovementClass>,
        number: usize,
        hex: crate::hex::Hex,
    ) -> Option<Fine> {
        let joins = |pair: &[Location]| {
            let boxed = |at: Location| at.as_box().is_some_and(|id| id.index() == number);
            let there = |at: Location| at.hex() == Some(hex);
            matches!(pair, [a, b] if boxed(*a) && there(*b) || boxed(*b) && there(*a))
        };
        let roads = map.paths.iter().filter(|path| path.along.windows(2).any(joins));
        let by_road = roads.filter_map(|path| match game.paths[path.kind].costs.of(class)?.value {
            Cost::Points(points) => Some(points),
            _ => None,
        });
        let overland = || {
            let cost = entry_cost(game, map, class, hex, MovementPoints::ZERO).ok()?;
            Some(cost.total)
        };
        by_road.min().or_else(overland).map(|points| self.scale.fine(points))
    }

    /// Where a location of a map is.
    pub fn locate(&self, map: Option<Id<Map>>, location: Location) -> At {
        if let Some(place) = self.lattice.place(map, location) {
            return At::Map(place);
        }
        let boxes = self.boxes.iter().find(|(id, _)| *id == map);
        let off = location.as_box().and_then(|id| boxes?.1.get(id.index()).copied());
        At::Off(off.unwrap_or(Off::Away))
    }

    /// The number of an entry box.
    pub fn entry(&self, map: Option<Id<Map>>, id: &str) -> Option<u16> {
        let found = self.entries.iter().position(|entry| entry.map == map && entry.id == id)?;
        u16::try_from(found).ok()
    }

    /// A location by its printed name: a hex, or a box of any map.
    pub fn parse(&self, name: &str) -> Option<At> {
        if let Some(place) = self.lattice.parse(name) {
            return Some(At::Map(place));
        }
        self.lattice.maps().zip(&self.boxes).find_map(|((_, map), (_, offs))| {
            let at = map.box_locations.iter().position(|location| location == name)?;
            offs.get(at).map(|off| At::Off(*off))
        })
    }

    /// Whether a hex has one of these terrain types.
    pub fn is_any<T>(&self, place: Place, kinds: &[Id<T>]) -> bool {
        let bits = self.terrain[place as usize];
        kinds.iter().any(|kind| bits & bit(kind.index()) != 0)
    }
}

/// The bit of a type; a game with more than 64 types of one kind loses the rest, and none has so many.
pub fn bit(index: usize) -> u64 {
    1u64.checked_shl(index as u32).unwrap_or(0)
}
