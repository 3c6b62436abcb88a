//! The referee's engine: rules, findings, and the mechanics that games share.
//!
//! A [`Referee`] judges a game. It gets a situation and deeds, one after another,
//! from a rule case ([`case`]) or from a replayed log, and answers each with a
//! [`Judgement`]: findings that cite a [`Rule`], what could not be checked and why,
//! and the values it computed on the way.
//!
//! Three-valued throughout: a deed is illegal only when no reading of what the
//! player may have meant makes it legal.

pub mod case;
pub mod court;
mod deed;
mod finding;
pub mod ground;
pub mod ledger;
pub mod odds;
mod overlay;
pub mod pack;
mod referee;
pub mod retreats;
pub mod routes;
mod rule;
pub mod sequence;
pub mod sight;
mod sketch;
pub mod stacking;
pub mod traces;
pub mod zones;

pub use deed::{
    Act, Asides, Declared, Deed, Hearing, Moment, Ruling, Spot, Standing, Talk, UndoneRoll, UnitId,
};
pub use finding::{Evidence, Finding, Judgement, Severity, Unchecked, Values};
pub use overlay::{Overlays, Reach, Reached, Stacked, Supplied};
pub use referee::{Problem, Referee};
pub use rule::{Checked, Kind, Rule};
pub use sketch::{Line, LineKind, Mark, MarkKind, Route, RouteKind, Shade, Sketch, Waypoint};

pub(crate) use rule::rules;
