//! The pictures of a table, and a store of those that earlier builds made.

use super::board::BoardPlan;
use crate::draw::DrawnFace;
use crate::draw::map::Picture;
use crate::draw::studio::{Dpi, Raster, encode, overlay_png, raster_png, render_face};
use crate::model::Game;
use crate::module::error::ModuleError;
use crate::output::Store;
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use std::collections::BTreeMap;
use std::path::Path;

/// The store of pictures, as a kind of what is kept between builds.
const STORE: &str = "pictures 3";
/// Its name among the caches of a project.
const STORE_FILE: &str = "module-pictures";

/// The pictures and packed set-ups that earlier builds of this project made.
pub(in crate::module) fn store(cache: &Path) -> Store {
    Store::open(&cache.join(STORE_FILE), STORE)
}

/// What a picture is made from.
#[derive(Debug)]
pub enum Source<'a> {
    /// A face of a counter.
    Face(&'a DrawnFace, Dpi),
    /// A board, painted from this game only when it is not at hand, and the fingerprint of that.
    Board(&'a BoardPlan, &'a Game, blake3::Hash),
    /// A drawing, cut to the pixel.
    Drawing(&'a Picture, Raster),
    /// A drawing that lets through what lies behind it.
    Overlay(&'a Picture, Raster),
}

impl Source<'_> {
    /// Equal for equal pictures made by the same program.
    pub(in crate::module) fn key(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        match self {
            Source::Face(face, dpi) => {
                hasher.update(&dpi.dots().to_le_bytes());
                for length in [face.width, face.height, face.bleed] {
                    hasher.update(&length.to_mm().to_le_bytes());
                }
                hasher.update(face.svg.as_bytes());
            }
            Source::Board(board, _, key) => {
                hash_raster(&mut hasher, &board.raster);
                hasher.update(key.as_bytes());
            }
            Source::Drawing(picture, raster) | Source::Overlay(picture, raster) => {
                hasher.update(&[u8::from(matches!(self, Source::Overlay(..)))]);
                hash_raster(&mut hasher, raster);
                hasher.update(picture.svg().as_bytes());
            }
        }
        hasher.finalize()
    }

    pub(in crate::module) fn make(&self, name: &str) -> Result<Vec<u8>, ModuleError> {
        Ok(match self {
            Source::Face(face, dpi) => {
                let read = crate::draw::studio::Picture::read(face, name)?;
                let mut face = render_face(&read, false, *dpi)?;
                edge(&mut face);
                encode(&face, *dpi)?
            }
            Source::Board(board, game, _) => raster_png(&board.paint(game)?, name, &board.raster)?,
            Source::Drawing(picture, raster) => raster_png(picture, name, raster)?,
            Source::Overlay(picture, raster) => overlay_png(picture, name, raster)?,
        })
    }
}

/// How much of its colour the edge of a counter keeps.
const EDGE: f32 = 0.42;

/// Darkens the rim of a face, so that counters of one colour do not melt into each other in a stack. Where a face is
/// clear, nothing is drawn.
fn edge(face: &mut Pixmap) {
    let (width, height) = (face.width(), face.height());
    let rim = (width.min(height) / 60).max(1);
    let inside = |at: u32, length: u32| at >= rim && at + rim < length;
    for (nth, pixel) in face.pixels_mut().iter_mut().enumerate() {
        let nth = u32::try_from(nth).unwrap_or(0);
        if inside(nth % width, width) && inside(nth / width, height) {
            continue;
        }
        // Colours are multiplied by their opacity already, so darker ones stay within it.
        let dark = |part: u8| (f32::from(part) * EDGE).round() as u8;
        let (red, green, blue) = (dark(pixel.red()), dark(pixel.green()), dark(pixel.blue()));
        if let Some(darker) = PremultipliedColorU8::from_rgba(red, green, blue, pixel.alpha()) {
            *pixel = darker;
        }
    }
}

fn hash_raster(hasher: &mut blake3::Hasher, raster: &Raster) {
    hasher.update(&raster.size.0.to_le_bytes());
    hasher.update(&raster.size.1.to_le_bytes());
    for number in [raster.scale.0, raster.scale.1, raster.shift.0, raster.shift.1] {
        hasher.update(&number.to_le_bytes());
    }
}

/// How many pictures were made and how many were at hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PictureTally {
    /// Made in this build.
    pub made: usize,
    /// Taken from an earlier one.
    pub reused: usize,
}

/// Makes pictures by name, on all cores; those that the store has are taken from it.
pub fn make_all(
    wanted: &[(String, Source<'_>)],
    store: &Store,
    step: &(dyn Fn() + Sync),
) -> Result<(BTreeMap<String, Vec<u8>>, PictureTally), ModuleError> {
    let made: Vec<Result<(Vec<u8>, bool), ModuleError>> = wanted
        .par_iter()
        .map(|(name, source)| {
            let key = source.key();
            let found = store.get(&key).map(|kept| kept.to_vec());
            let reused = found.is_some();
            let bytes = match found {
                Some(bytes) => bytes,
                None => store.put(&key, source.make(name)?).to_vec(),
            };
            step();
            Ok((bytes, reused))
        })
        .collect();
    let (mut pictures, mut tally) = (BTreeMap::new(), PictureTally::default());
    for ((name, _), made) in wanted.iter().zip(made) {
        let (bytes, reused) = made?;
        tally.reused += usize::from(reused);
        tally.made += usize::from(!reused);
        pictures.insert(name.clone(), bytes);
    }
    Ok((pictures, tally))
}
