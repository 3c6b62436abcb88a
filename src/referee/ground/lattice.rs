//! Hexes of one or several maps as numbers.

use crate::hex::{Hex, Hexside, Location};
use crate::model::{Id, Map};

/// The number of a hex among all hexes in play.
pub type Place = u32;

/// No place: off the map.
pub const OFF: Place = Place::MAX;

/// One map among those in play.
#[derive(Debug, Clone)]
struct Sheet<'m> {
    id: Option<Id<Map>>,
    map: &'m Map,
    /// The number of its first hex.
    first: Place,
}

/// All hexes in play, numbered, with their neighbours.
#[derive(Debug, Clone)]
pub struct Lattice<'m> {
    sheets: Vec<Sheet<'m>>,
    next: Vec<[Place; 6]>,
    hexes: Vec<Hex>,
}

impl<'m> Lattice<'m> {
    /// Numbers the hexes of maps; those of different maps are not adjacent.
    pub fn new(maps: impl IntoIterator<Item = (Option<Id<Map>>, &'m Map)>) -> Self {
        let mut lattice = Lattice { sheets: Vec::new(), next: Vec::new(), hexes: Vec::new() };
        for (id, map) in maps {
            let first = lattice.next.len() as Place;
            for hex in map.grid.hexes() {
                let around = map.grid.directions().map(|direction| {
                    let next = map.grid.neighbour(hex, direction);
                    let index = next.and_then(|next| map.grid.index(next));
                    index.map_or(OFF, |index| first + index as Place)
                });
                lattice.next.push(around);
                lattice.hexes.push(hex);
            }
            lattice.sheets.push(Sheet { id, map, first });
        }
        lattice
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// All places.
    pub fn places(&self) -> std::ops::Range<Place> {
        0..self.next.len() as Place
    }

    /// The neighbours of a place, clockwise; [`OFF`] beyond the map's edge.
    pub fn around(&self, place: Place) -> &[Place; 6] {
        &self.next[place as usize]
    }

    /// The direction, from 0 to 5, from a place to one next to it.
    pub fn direction(&self, from: Place, to: Place) -> Option<usize> {
        self.around(from).iter().position(|next| *next == to && to != OFF)
    }

    fn sheet(&self, place: Place) -> &Sheet<'m> {
        let after = self.sheets.partition_point(|sheet| sheet.first <= place);
        // A lattice has a map, and the first one begins with place 0.
        &self.sheets[after.saturating_sub(1)]
    }

    /// The map and the hex of a place.
    pub fn hex(&self, place: Place) -> (&'m Map, Hex) {
        (self.sheet(place).map, self.hexes[place as usize])
    }

    /// The id of the map of a place; none when the map is not one of the game's.
    pub fn map_id(&self, place: Place) -> Option<Id<Map>> {
        self.sheet(place).id
    }

    /// The side between two adjacent places.
    pub fn hexside(&self, from: Place, to: Place) -> Option<Hexside> {
        Hexside::between(self.hexes[from as usize], self.hexes[to as usize])
    }

    /// The place of a hex of a map.
    pub fn place(&self, map: Option<Id<Map>>, location: Location) -> Option<Place> {
        let hex = location.hex()?;
        let sheet = self.sheets.iter().find(|sheet| sheet.id == map)?;
        sheet.map.grid.index(hex).map(|index| sheet.first + index as Place)
    }

    /// The place that is printed so on the first map that has it.
    pub fn parse(&self, name: &str) -> Option<Place> {
        self.sheets.iter().find_map(|sheet| {
            let hex = sheet.map.grid.parse(name).ok()?;
            sheet.map.grid.index(hex).map(|index| sheet.first + index as Place)
        })
    }

    /// The maps, with their ids.
    pub fn maps(&self) -> impl Iterator<Item = (Option<Id<Map>>, &'m Map)> + '_ {
        self.sheets.iter().map(|sheet| (sheet.id, sheet.map))
    }

    /// The name of a place as printed.
    pub fn name(&self, place: Place) -> String {
        if place as usize >= self.hexes.len() {
            return "off the map".to_owned();
        }
        let (map, hex) = self.hex(place);
        map.location_name(hex.into())
    }

    /// How many hexes apart two places are; none on different maps.
    pub fn distance(&self, a: Place, b: Place) -> Option<u32> {
        let same = std::ptr::eq(self.sheet(a).map, self.sheet(b).map);
        let far = crate::hex::distance(self.hexes[a as usize], self.hexes[b as usize]);
        same.then_some(far)
    }
}
