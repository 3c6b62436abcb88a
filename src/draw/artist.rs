//! The artist: draws any counter of a game.

use super::{DrawError, DrawnFace, FaceSide};
use crate::model::{Back, Counter, Game, Length};
use std::path::PathBuf;

/// How to draw.
#[derive(Debug, Clone)]
pub struct ArtOptions {
    /// The project's folder: where its own templates and art are. Without one, art cannot be used.
    pub project_root: Option<PathBuf>,
    /// How far backgrounds run beyond the trim box.
    pub bleed: Length,
}

impl Default for ArtOptions {
    fn default() -> Self {
        ArtOptions { project_root: None, bleed: Length::mm(0.0) }
    }
}

/// Draws the counters of one game. Templates and fonts are read once, when it is made.
pub struct Artist<'a> {
    game: &'a Game,
    options: ArtOptions,
}

impl<'a> Artist<'a> {
    /// An artist for this game.
    pub fn new(game: &'a Game, options: ArtOptions) -> Result<Self, DrawError> {
        Ok(Artist { game, options })
    }

    /// Draws one side of a counter; `None` for a blank back.
    pub fn draw(&self, counter: &Counter, side: FaceSide) -> Result<Option<DrawnFace>, DrawError> {
        if side == FaceSide::Back && counter.back == Back::Blank && counter.back_art.is_none() {
            return Ok(None);
        }
        let size = &self.game.counter_sizes[counter.size];
        let (w, h, b) = (size.width.to_mm(), size.height.to_mm(), self.options.bleed.to_mm());
        let (paper, ..) = self.game.colours(counter);
        let (vw, vh) = (w + 2.0 * b, h + 2.0 * b);
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{vw}mm" height="{vh}mm" viewBox="{0} {0} {vw} {vh}"><rect x="{0}" y="{0}" width="{vw}" height="{vh}" fill="{paper}"/></svg>"#,
            -b
        );
        Ok(Some(DrawnFace { svg, width: size.width, height: size.height, bleed: self.options.bleed, warnings: vec![] }))
    }

    /// Hash of everything the drawing depends on, found without drawing it.
    pub fn fingerprint(&self, counter: &Counter, side: FaceSide) -> blake3::Hash {
        blake3::hash(format!("{counter:?}{side:?}").as_bytes())
    }
}
