//! Places that the rules name or describe: from the game's own map, wherever a patch puts their hexes.

use crate::model::{Chart, Game};
use crate::referee::Problem;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::{Space, bit};

/// What kind of place a depot lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Harbour {
    Beach,
    PortMinor,
    PortMajor,
}

/// Terrain bits that the rules ask for.
#[derive(Debug, Clone, Copy, Default)]
struct Bits {
    sea: u64,
    coastal: u64,
    swamp: u64,
    city: u64,
    port_minor: u64,
    port_major: u64,
    airfield: u64,
}

/// A set of hexes with a name.
#[derive(Debug, Clone)]
struct Named {
    id: String,
    hexes: Vec<Place>,
}

/// The places.
#[derive(Debug, Clone)]
pub(super) struct Places {
    bits: Bits,
    /// Levels, 1 to 6; 0 where there is none.
    levels: Vec<u8>,
    /// Whether a road runs in a hex.
    roads: Vec<bool>,
    areas: Vec<Named>,
    /// Boxes, with the hexes that they touch, as [`Space::entries`] has them.
    boxes: Vec<Named>,
    /// Towns and cities by name.
    towns: Vec<(String, Place)>,
    /// How many airfields there are in each hex that has one.
    airfields: Vec<(Place, u32)>,
    /// How many Italian and German units a hex evacuates in a phase.
    evacuation: Vec<(Place, [u32; 2])>,
    /// Tactical points of places.
    points: Vec<(Place, u32)>,
}

impl Places {
    pub(super) fn new(game: &Game, space: &Space<'_>) -> Result<Self, Problem> {
        let terrain = |id: &str| game.terrain.find(id).map_or(0, |id| bit(id.index()));
        let own = game.maps.iter().next();
        let own = own.ok_or_else(|| Problem::new("the sources of Sicily have no map"))?;
        // Numbered hexes keep their roles on any patch.
        let there = |hex| {
            let name = own.location_name(crate::hex::Location::from(hex));
            space.lattice.parse(&name)
        };
        let named = |id: &str, hexes: &[crate::hex::Hex]| Named {
            id: id.to_owned(),
            hexes: hexes.iter().filter_map(|hex| there(*hex)).collect(),
        };
        let numbers = own.grid.hexes().zip(&own.hexes);
        let number = |data: &crate::model::HexData, key: &str| {
            data.values.get(key).and_then(|n| u32::try_from(*n).ok())
        };
        let airfield = terrain("airfield");
        let (mut airfields, mut evacuation) = (Vec::new(), Vec::new());
        for (hex, data) in numbers {
            let Some(place) = there(hex) else { continue };
            if data.features.iter().any(|kind| bit(kind.index()) & airfield != 0) {
                airfields.push((place, number(data, "airfields").unwrap_or(1)));
            }
            if let (Some(italian), Some(german)) = (number(data, "italian"), number(data, "german"))
            {
                evacuation.push((place, [italian, german]));
            }
        }
        let levels =
            ["level-1", "level-2", "level-3", "level-4", "level-5", "level-6"].map(terrain);
        let level = |place: Place| {
            let bits = space.terrain[place as usize];
            (1u8..).zip(levels).find(|(_, level)| bits & level != 0).map_or(0, |(level, _)| level)
        };
        let road_patch: Vec<Place> = space.lattice.maps().next().map_or(Vec::new(), |(_, map)| {
            let road = map.areas.get("road").map(|area| area.hexes.as_slice()).unwrap_or_default();
            road.iter()
                .filter_map(|hex| space.lattice.parse(&map.location_name((*hex).into())))
                .collect()
        });
        let has_road =
            |place: Place| space.paths[place as usize] != 0 || road_patch.contains(&place);
        Ok(Places {
            bits: Bits {
                sea: terrain("sea"),
                coastal: terrain("coastal") | terrain("beach"),
                swamp: terrain("swamp"),
                city: terrain("city"),
                port_minor: terrain("port-minor"),
                port_major: terrain("port-major"),
                airfield,
            },
            levels: space.lattice.places().map(level).collect(),
            roads: space.lattice.places().map(has_road).collect(),
            areas: own.areas.iter().map(|area| named(&area.id, &area.hexes)).collect(),
            boxes: own.boxes.iter().map(|found| named(&found.id, &found.touches)).collect(),
            towns: own
                .places
                .iter()
                .filter_map(|town| Some((town.name.clone(), there(town.hex)?)))
                .collect(),
            airfields,
            evacuation,
            points: own
                .victory
                .iter()
                .filter_map(|found| Some((there(found.hex)?, u32::try_from(found.points).ok()?)))
                .collect(),
        })
    }

    fn has(space: &Space<'_>, place: Place, bits: u64) -> bool {
        place != OFF && space.terrain[place as usize] & bits != 0
    }

    /// All-sea.
    pub(super) fn is_sea(&self, space: &Space<'_>, place: Place) -> bool {
        Self::has(space, place, self.bits.sea)
    }

    /// Land with some water.
    pub(super) fn is_coastal(&self, space: &Space<'_>, place: Place) -> bool {
        Self::has(space, place, self.bits.coastal)
    }

    /// All-sea or partly sea.
    pub(super) fn has_water(&self, space: &Space<'_>, place: Place) -> bool {
        Self::has(space, place, self.bits.sea | self.bits.coastal)
    }

    pub(super) fn is_city(&self, space: &Space<'_>, place: Place) -> bool {
        Self::has(space, place, self.bits.city)
    }

    pub(super) fn is_swamp(&self, space: &Space<'_>, place: Place) -> bool {
        Self::has(space, place, self.bits.swamp)
    }

    pub(super) fn is_port(&self, space: &Space<'_>, place: Place) -> bool {
        Self::has(space, place, self.bits.port_minor | self.bits.port_major)
    }

    /// A level 1 coastal hex without a city: where landings go.
    pub(super) fn is_beach(&self, space: &Space<'_>, place: Place) -> bool {
        self.is_coastal(space, place) && self.level(place) == 1 && !self.is_city(space, place)
    }

    pub(super) fn is_airfield(&self, space: &Space<'_>, place: Place) -> bool {
        Self::has(space, place, self.bits.airfield)
            || self.airfields.iter().any(|(at, _)| *at == place)
    }

    /// What a depot in a hex is good for.
    pub(super) fn harbour(&self, space: &Space<'_>, place: Place) -> Harbour {
        if Self::has(space, place, self.bits.port_major) {
            Harbour::PortMajor
        } else if Self::has(space, place, self.bits.port_minor) {
            Harbour::PortMinor
        } else {
            Harbour::Beach
        }
    }

    pub(super) fn level(&self, place: Place) -> u8 {
        self.levels.get(place as usize).copied().unwrap_or(0)
    }

    pub(super) fn has_road(&self, place: Place) -> bool {
        self.roads.get(place as usize).copied().unwrap_or(false)
    }

    /// The hexes of an area of the map.
    pub(super) fn area(&self, id: &str) -> &[Place] {
        self.areas.iter().find(|area| area.id == id).map_or(&[], |area| &area.hexes)
    }

    /// The hexes in which the units of a box may land.
    pub(super) fn beaches_of(&self, id: &str) -> Option<&[Place]> {
        self.boxes.iter().find(|found| found.id == id).map(|found| found.hexes.as_slice())
    }

    /// A town by its name, whatever its letters look like.
    pub(super) fn town(&self, name: &str) -> Option<Place> {
        let found = self.towns.iter().find(|(town, _)| town.eq_ignore_ascii_case(name));
        found.map(|(_, place)| *place)
    }

    /// How many airfields a hex has.
    pub(super) fn airfields_in(&self, place: Place) -> u32 {
        self.airfields.iter().find(|(at, _)| *at == place).map_or(1, |(_, count)| *count)
    }

    /// Every hex with airfields.
    pub(super) fn all_airfields(&self) -> impl Iterator<Item = (Place, u32)> + '_ {
        self.airfields.iter().copied()
    }

    /// How many Italian and how many German units a hex evacuates in a phase; none when it evacuates nobody.
    pub(super) fn evacuates(&self, place: Place) -> Option<[u32; 2]> {
        self.evacuation.iter().find(|(at, _)| *at == place).map(|(_, most)| *most)
    }

    /// Tactical points in all, and airfields in all.
    pub(super) fn worth(&self) -> u32 {
        let points: u32 = self.points.iter().map(|(_, points)| points).sum();
        points + self.airfields.iter().map(|(_, count)| count).sum::<u32>()
    }
}

/// The row of a table for a number: its label is `3`, `2–3`, `3 or less` or `21 or more`.
pub(super) fn row(chart: &Chart, number: i32) -> Option<&[String]> {
    let holds = |label: &str| {
        let read = |text: &str| text.trim().parse::<i32>().ok();
        if let Some(most) = label.strip_suffix("or less") {
            return read(most).is_some_and(|most| number <= most);
        }
        if let Some(least) = label.strip_suffix("or more") {
            return read(least).is_some_and(|least| number >= least);
        }
        match label.split_once('–') {
            Some((from, to)) => {
                read(from).zip(read(to)).is_some_and(|(from, to)| (from..=to).contains(&number))
            }
            None => read(label) == Some(number),
        }
    };
    chart.rows.iter().find(|row| holds(&row.label)).map(|row| row.cells.as_slice())
}
