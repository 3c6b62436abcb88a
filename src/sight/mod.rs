//! Line of sight by thread: clear, blocked or *disputed*.
//!
//! Facts of hexes cannot decide a thread that grazes the corner of a building. So every obstacle has
//! two outlines: a **core** that is surely part of it, and a **hull** beyond which it surely does not
//! reach. A thread that meets a core is blocked, one that misses every hull is clear, any other is
//! disputed, and nobody is accused over it. Where the true depiction is known, as in a board file with
//! a terrain grid, [`raster`] answers without dispute.
//!
//! Both outlines grow from a skeleton that hex facts do give: the centre dot, and a spoke to every side
//! that the depiction reaches across.
//!
//! ```
//! use hexwright::sight::{Cell, Field, Sight, SightRules, Spot};
//!
//! let rules = SightRules::parse(r#"
//!     [[kind]]
//!     id = "house"
//!     terrain = ["house"]
//!     effect = "obstacle"
//!     height = 1.0
//!     core = 0.8
//!     hull = 1.4
//! "#)?;
//! let house = rules.kind("house").ok_or("no such kind")?;
//! // A row of five hexes, a house that covers a quarter of the middle one.
//! let field = Field::new(rules, (0..5).map(|n| {
//!     let spot = Spot { x: 0, y: 2 * n };
//!     let cell = Cell { kind: (n == 2).then_some(house), cover: 25, ..Cell::default() };
//!     (spot, format!("A{n}"), cell)
//! }))?;
//! let spot = |name| field.find(name).ok_or("no such hex");
//! assert!(matches!(field.look(spot("A0")?, spot("A4")?, &[]), Some(Sight::Blocked(_))));
//! assert!(matches!(field.look(spot("A0")?, spot("A1")?, &[]), Some(Sight::Clear(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod field;
mod from_map;
mod look;
pub mod raster;
mod thread;
pub mod truth;

pub use field::{Cell, Field, FieldError};
pub use from_map::{Placed, field_of};
pub use look::{Block, Dispute, Hindrance, Reason, Screen, Sight};
pub use thread::Spot;

pub use crate::model::{
    BetweenLevels, Effect, Kind, KindId, Month, SameRange, SightRules, SightRulesError,
};
