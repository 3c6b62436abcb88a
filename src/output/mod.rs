//! The one door through which files are written and removed.
//!
//! One promise holds for all of them: a file is written whole or not at all, inside the folder that the user
//! named, and never over something that Hexwright did not write or that was changed since, unless asked.
//!
//! - [`Ledger`]: the outputs of a build, by name below one folder.
//! - [`write_file`]: the one file that a user named with `--out`.
//! - [`make_folder`]: a folder that the user named, where several such files go.
//! - [`Stage`]: a whole folder of files, there completely or not at all.
//! - [`keep`], [`recall`]: what a run keeps for the next one, believed only where this machine wrote it.
//! - [`Store`]: many such pieces in one file, each by the hash of what it was made from.
//! - [`Turn`]: nobody else builds into the same folder meanwhile, and what an interrupted build left is swept.

mod cell;
mod error;
mod file;
mod journal;
mod ledger;
mod place;
mod seal;
mod stage;
mod stamp;
mod store;
mod turn;
mod whole;

pub use cell::cell;
pub use error::OutputError;
pub use file::{check_inputs, write_file};
pub use ledger::{Ledger, Written};
pub use place::{Grounds, below, write_below};
pub use seal::{keep, recall};
pub use stage::Stage;
pub use store::{Kept, Store};
pub use turn::Turn;
pub use whole::{make_folder, write_whole};
