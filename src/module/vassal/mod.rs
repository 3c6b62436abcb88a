//! Games as VASSAL modules: archives that VASSAL 3.7 opens and plays at once.

mod board;
mod buildfile;
pub mod component;
pub mod components;
pub mod cups;
pub mod declare;
pub mod gpid;
mod kit;
pub mod log;
mod manifest;
mod maps;
mod palette;
mod picture_book;
pub mod pieces;
pub mod play;
pub mod previous;
mod reading;
pub mod save;
pub mod setup;
mod splash;
mod toolbar;
mod tray;
pub mod turns;
mod workshop;

pub use super::error::ModuleError;
pub use super::table::gallery::ModuleRequest;
pub use super::table::pictures::PictureTally;
pub use kit::{Kit, SetUpKit};
pub use manifest::{
    DiceEntry, ENTRY, LevelEntry, Manifest, NamedId, PieceEntry, SetupEntry, SlotEntry, StepEntry,
    TurnEntry,
};
pub use picture_book::PictureBook;
pub use workshop::{BuiltModule, build_module, module_name};
