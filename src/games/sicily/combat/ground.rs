//! What combat asks of the map: heights, towns and water.

use crate::model::Game;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::{Space, bit};

/// Heights and what else of a hex counts in combat.
#[derive(Debug, Clone)]
pub(in crate::games::sicily) struct Heights {
    levels: Vec<u8>,
    cities: Vec<bool>,
    towns: Vec<bool>,
    swamps: Vec<bool>,
    seas: Vec<bool>,
    /// Sea, or land with some water.
    waters: Vec<bool>,
}

impl Heights {
    pub(in crate::games::sicily) fn new(game: &Game, space: &Space<'_>) -> Self {
        let kind = |id: &str| game.terrain.find(id).map_or(0, |id| bit(id.index()));
        let has = |id: &str| {
            let bits = kind(id);
            space.terrain.iter().map(|terrain| terrain & bits != 0).collect::<Vec<bool>>()
        };
        let levels: Vec<u64> = (1..=6).map(|level| kind(&format!("level-{level}"))).collect();
        let (cities, swamps, seas) = (has("city"), has("swamp"), has("sea"));
        // Cities, swamps and the sea count as level 1, whatever lies under them.
        let level = |(at, terrain): (usize, &u64)| {
            let high = levels.iter().rposition(|bits| terrain & bits != 0).map_or(1, |n| n + 1);
            if cities[at] || swamps[at] || seas[at] { 1 } else { high as u8 }
        };
        let levels = space.terrain.iter().enumerate().map(level).collect();
        let waters = seas.iter().zip(has("coastal")).map(|(sea, coast)| *sea || coast).collect();
        Heights { levels, cities, towns: has("town"), swamps, seas, waters }
    }

    pub(in crate::games::sicily) fn level(&self, place: Place) -> u8 {
        self.levels[place as usize]
    }

    pub(super) fn is_city(&self, place: Place) -> bool {
        self.cities[place as usize]
    }

    pub(super) fn is_town(&self, place: Place) -> bool {
        self.towns[place as usize]
    }

    pub(super) fn is_swamp(&self, place: Place) -> bool {
        self.swamps[place as usize]
    }

    pub(super) fn is_sea(&self, place: Place) -> bool {
        self.seas[place as usize]
    }

    /// Whether there is any water: a patch may leave it out.
    pub(super) fn has_water(&self) -> bool {
        self.waters.contains(&true)
    }

    /// Whether water lies in a hex or within two hexes of it.
    pub(super) fn is_near_water(&self, space: &Space<'_>, place: Place) -> bool {
        let wet = |place: &Place| *place != OFF && self.waters[*place as usize];
        let next = |place: Place| space.lattice.around(place).iter().filter(|p| **p != OFF);
        wet(&place) || next(place).any(|near| wet(near) || next(*near).any(wet))
    }
}
