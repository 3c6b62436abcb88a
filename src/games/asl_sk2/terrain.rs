//! Terrain of the boards: cost, cover, and what it does to a line of sight (1.1.1).

use super::number::{Q, half, whole};

/// What governs a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Terrain {
    OpenGround,
    Road,
    StoneBuilding,
    WoodenBuilding,
    Woods,
    WoodsRoad,
    Orchard,
    OrchardRoad,
    Grain,
}

impl Terrain {
    pub(super) const ALL: [Terrain; 9] = [
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

    /// Reads the word of cases and boards.
    pub(super) fn read(word: &str) -> Option<Terrain> {
        Self::ALL.into_iter().find(|terrain| terrain.word() == word)
    }

    /// The word of the cases.
    pub(super) fn word(self) -> &'static str {
        match self {
            Terrain::OpenGround => "open-ground",
            Terrain::Road => "road",
            Terrain::StoneBuilding => "stone-building",
            Terrain::WoodenBuilding => "wooden-building",
            Terrain::Woods => "woods",
            Terrain::WoodsRoad => "woods-road",
            Terrain::Orchard => "orchard",
            Terrain::OrchardRoad => "orchard-road",
            Terrain::Grain => "grain",
        }
    }

    pub(super) fn is_building(self) -> bool {
        matches!(self, Terrain::StoneBuilding | Terrain::WoodenBuilding)
    }

    pub(super) fn is_woods(self) -> bool {
        matches!(self, Terrain::Woods | Terrain::WoodsRoad)
    }

    pub(super) fn is_orchard(self) -> bool {
        matches!(self, Terrain::Orchard | Terrain::OrchardRoad)
    }

    /// Woods or building: where routers head, where rally is easier, where ambushes happen.
    pub(super) fn is_cover(self) -> bool {
        self.is_building() || self.is_woods()
    }

    /// MF to enter; `by_road` when a road hexside is crossed.
    pub(super) fn cost(self, by_road: bool, grain_in_season: bool) -> Q {
        match self {
            Terrain::StoneBuilding | Terrain::WoodenBuilding | Terrain::Woods => whole(2),
            Terrain::WoodsRoad if by_road => whole(1),
            Terrain::WoodsRoad => whole(2),
            Terrain::Grain if grain_in_season => whole(1) + half(),
            _ => whole(1),
        }
    }

    /// The terrain modifier of units in the hex, by name.
    pub(super) fn tem(self) -> (&'static str, i32) {
        match self {
            Terrain::StoneBuilding => ("stone-building", 3),
            Terrain::WoodenBuilding => ("wooden-building", 2),
            Terrain::Woods | Terrain::WoodsRoad => ("woods", 1),
            Terrain::Orchard | Terrain::OrchardRoad => ("orchard-terrain", 0),
            _ => ("open", 0),
        }
    }

    /// Whether infantry moving in it is in the open; `by_road` when it came by a road hexside.
    pub(super) fn is_open(self, by_road: bool, grain_in_season: bool) -> bool {
        match self {
            Terrain::OpenGround | Terrain::Road => true,
            Terrain::Grain => !grain_in_season,
            Terrain::WoodsRoad | Terrain::OrchardRoad => by_road,
            _ => false,
        }
    }
}
