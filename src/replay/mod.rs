//! From a log to positions and steps: what was on the table at any moment, and
//! what each player did.
//!
//! [`Replay`] sets up the position of a save and plays the log that follows,
//! one [`Step`] for each press of VASSAL's "Step forward".

mod chain;
mod compare;
mod dice;
mod discretion;
mod fitness;
mod hushed;
mod log;
mod mismatch;
mod piece;
mod position;
mod stacking;
mod step;
mod summary;
mod survey;
mod table;
mod undo;
mod veil;

pub use chain::{Break, Followed, GameChain, Junction, Snapshot};
pub use compare::{Alteration, Displacement, GameDifference, Tableau};
pub use dice::{Roll, RollSource};
pub use discretion::Discretion;
pub use fitness::Misfit;
pub use log::Replay;
pub use mismatch::MismatchCause;
pub use piece::{Piece, PieceId, Place};
pub use position::{Effect, Position};
pub use step::{Event, PieceName, Step, ValueChange, Whereabouts};
pub use summary::{DiceStatistics, GameSummary, PlayerEntry, dice_statistics};
pub use survey::Guide;
pub use table::{Seat, Table};
