//! Games as VASSAL modules: archives that VASSAL 3.7 opens and plays at once.

pub mod board;
mod buildfile;
pub mod component;
pub mod components;
mod crowd;
pub mod cups;
pub mod declare;
mod error;
pub mod gpid;
mod kit;
pub mod log;
mod manifest;
mod maps;
pub mod names;
mod palette;
mod picture_book;
mod pictures;
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

pub use error::ModuleError;
pub use kit::{Kit, SetUpKit};
pub use manifest::{
    DiceEntry, ENTRY, LevelEntry, Manifest, NamedId, PieceEntry, SetupEntry, SlotEntry, StepEntry,
    TurnEntry,
};
pub use picture_book::PictureBook;
pub use pictures::PictureTally;
pub use workshop::{BuiltModule, ModuleRequest, build_module, module_name};
