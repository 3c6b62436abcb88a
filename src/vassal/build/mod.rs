//! The module's build file: its components, read and written.

mod catalogue;
mod compare;
mod element;
mod prototypes;
mod turns;

pub use catalogue::{BoardEntry, Catalogue, DiceEntry, MapEntry, SetupEntry, Slot};
pub use compare::{ComponentChange, ModuleDifference, SettingChange, lines};
pub use element::{Element, Walk, line_and_column};
pub use prototypes::{DefinedPiece, PrototypeFault, Prototypes};
pub use turns::{TurnLevel, TurnTracker};
