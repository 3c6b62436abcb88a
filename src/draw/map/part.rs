//! Drawing parts: what the `draw` of a terrain, hexside or path type may name.

macro_rules! parts {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $part:ident = $word:literal $(| $alias:literal)*),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $part),*
        }

        impl $name {
            /// The part of that name (or another name for it).
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($word $(| $alias)* => Some($name::$part),)*
                    _ => None,
                }
            }

            /// Its name in styles.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$part => $word),*
                }
            }

            /// All names, for suggestions.
            pub fn names() -> impl Iterator<Item = &'static str> {
                [$($word),*].into_iter()
            }
        }
    };
}

parts! {
    /// How a hex is drawn.
    TerrainPart {
        /// Open ground.
        Clear = "clear" | "open" | "open-ground" | "plain" | "flat",
        /// Fields with rows.
        Grain = "grain" | "field" | "fields" | "farmland",
        /// Scattered bushes.
        Brush = "brush" | "scrub" | "bush" | "heath",
        /// Sand with stipple.
        Sand = "sand" | "desert" | "dunes",
        /// Broken ground.
        Rough = "rough" | "broken" | "rocky" | "lava",
        /// Wet ground with tufts.
        Marsh = "marsh" | "swamp" | "bog" | "wetland",
        /// Trees in rows.
        Orchard = "orchard" | "olive-grove" | "plantation",
        /// Vines in rows.
        Vineyard = "vineyard",
        /// Raised ground.
        Hill = "hill" | "hills" | "highland",
        /// High ground with peaks.
        Mountain = "mountain" | "mountains" | "alpine" | "peak",
        /// Trees with round crowns.
        Woods = "woods" | "wood" | "light-woods",
        /// Dense trees, conifers among them.
        Forest = "forest" | "jungle" | "dense-woods",
        /// A few houses.
        Village = "village" | "hamlet",
        /// Blocks of houses.
        Town = "town",
        /// A hex full of blocks.
        City = "city" | "urban" | "major-city",
        /// Salt water.
        Sea = "sea" | "ocean" | "all-sea" | "water",
        /// Fresh water.
        Lake = "lake",
        /// A landing place.
        Beach = "beach",
        /// Runways.
        Airfield = "airfield" | "airbase",
        /// An anchor.
        Port = "port" | "harbour" | "harbor",
        /// A bastion.
        Fort = "fort" | "fortress" | "fortification" | "bunker",
        /// Stores.
        Depot = "depot" | "supply" | "supply-source",
        /// A stone building of a geomorphic board.
        StoneBuilding = "stone-building" | "building-stone" | "building",
        /// A wooden building of a geomorphic board.
        WoodenBuilding = "wooden-building" | "building-wood",
        /// Not drawn at all.
        Nothing = "none",
    }
}

parts! {
    /// How a hexside is drawn.
    SidePart {
        /// An ordinary river.
        River = "river" | "minor-river",
        /// A wide river.
        MajorRiver = "major-river" | "wide-river",
        /// A brook.
        Stream = "stream" | "brook" | "wadi",
        /// A straight waterway.
        Canal = "canal",
        /// A ridge line.
        Crest = "crest" | "ridge" | "slope" | "escarpment",
        /// A steep drop.
        Cliff = "cliff",
        /// No way across.
        Blocked = "blocked" | "impassable" | "prohibited",
        /// A mountain barrier.
        MountainSide = "mountain-side" | "mountain" | "alpine" | "mountain-hexside",
        /// A border.
        Boundary = "boundary" | "border" | "frontier",
        /// A wall.
        Wall = "wall",
        /// A hedge.
        Hedge = "hedge" | "bocage",
        /// A bridge without a road.
        Bridge = "bridge",
        /// A shallow crossing.
        Ford = "ford",
        /// A boat.
        Ferry = "ferry",
        /// A way through.
        Pass = "pass" | "mountain-pass",
        /// All water: drawn with the sea.
        Water = "sea" | "all-sea" | "coast" | "lake" | "water",
        /// Not drawn at all.
        Nothing = "none",
    }
}

impl SidePart {
    /// Whether it is running water.
    pub fn is_river(self) -> bool {
        matches!(self, SidePart::River | SidePart::MajorRiver | SidePart::Stream | SidePart::Canal)
    }
}

parts! {
    /// How a path is drawn.
    PathPart {
        /// Boats.
        Ferry = "ferry" | "sea-lane",
        /// Running water through hexes.
        Stream = "stream" | "gully" | "river" | "wadi",
        /// A footpath.
        Trail = "trail" | "path",
        /// Unmade road.
        Track = "track" | "dirt" | "dirt-road" | "minor-road" | "secondary-road",
        /// An ordinary road.
        Road = "road" | "paved" | "paved-road",
        /// A main road.
        MajorRoad = "major-road" | "highway" | "primary-road" | "main-road",
        /// A railway.
        Railway = "railway" | "rail" | "railroad",
        /// Not drawn at all.
        Nothing = "none",
    }
}
