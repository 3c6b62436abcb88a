//! Drawing every face of a game once: from the cache, or by the artist.

use super::cache::{Cached, FaceCache};
use super::{Progress, StudioError, Um, picture};
use crate::draw::{ArtOptions, Artist, DrawError, DrawnFace, FaceSide, Look};
use crate::model::{Counter, Game, Length};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::Path;

/// A counter's drawn faces and the hashes of their looks.
#[derive(Debug, Default)]
pub(crate) struct Faces {
    pub(crate) front: Option<(blake3::Hash, DrawnFace)>,
    pub(crate) back: Option<(blake3::Hash, DrawnFace)>,
}

impl Faces {
    /// One side; `None` if it is blank.
    pub(crate) fn side(&self, side: FaceSide) -> Option<&(blake3::Hash, DrawnFace)> {
        match side {
            FaceSide::Front => self.front.as_ref(),
            FaceSide::Back => self.back.as_ref(),
        }
    }
}

/// What faces are drawn from, besides the game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FaceOrder<'a> {
    /// The project's folder: where its own templates and art are.
    pub(crate) project_root: Option<&'a Path>,
    /// Where drawn faces are kept.
    pub(crate) cache: &'a Path,
    /// How far art runs beyond the cut.
    pub(crate) bleed: Um,
}

/// How many faces were drawn, and what is wrong with their looks.
#[derive(Debug, Default)]
pub(crate) struct FaceTally {
    pub(crate) drawn: usize,
    pub(crate) reused: usize,
    pub(crate) looks: Vec<Look>,
}

/// A face with its key in the cache, and whether it had to be drawn.
struct Drawn {
    key: blake3::Hash,
    face: Option<(blake3::Hash, DrawnFace)>,
    drawn: bool,
}

/// Draws every face that the cache does not have, on all cores.
pub(crate) fn draw_all(
    game: &Game,
    order: FaceOrder<'_>,
    progress: &(dyn Fn(Progress) + Sync),
    tally: &mut FaceTally,
) -> Result<Vec<Faces>, StudioError> {
    let bleed = order.bleed;
    let art = ArtOptions {
        project_root: order.project_root.map(Path::to_owned),
        bleed: Length::mm(bleed as f64 / 1000.0),
    };
    let artist = Artist::new(game, art)
        .map_err(|error| StudioError::Undrawable(vec![(game.id.clone(), error)]))?;
    let mut cache = FaceCache::open(&order.cache.join("faces"));
    let counters: Vec<&Counter> = game.counters.iter().collect();
    progress(Progress::Stage("drawing", counters.len() as u64));
    let face = |counter: &Counter, side: FaceSide| -> Result<Drawn, (String, DrawError)> {
        let key = face_key(&artist, counter, side, bleed);
        let (face, drawn) = match cache.get(&key) {
            Some(Cached::Blank) => (None, false),
            Some(Cached::Drawn(face)) => (Some(face), false),
            None => {
                let face =
                    artist.draw(counter, side).map_err(|error| (counter.id.to_string(), error))?;
                (face, true)
            }
        };
        Ok(Drawn { key, face: face.map(|face| (picture::hash(&face), face)), drawn })
    };
    let results: Vec<Result<[Drawn; 2], (String, DrawError)>> = counters
        .par_iter()
        .map(|counter| {
            let both = (face(counter, FaceSide::Front), face(counter, FaceSide::Back));
            progress(Progress::Step);
            Ok([both.0?, both.1?])
        })
        .collect();
    let (mut faces, mut undrawable, mut used) = (Vec::new(), Vec::new(), HashSet::new());
    for result in results {
        match result {
            Ok([front, back]) => {
                for Drawn { key, face, drawn } in [&front, &back] {
                    used.insert(*key);
                    if *drawn {
                        cache.put(key, face.as_ref().map(|(_, face)| face));
                    }
                    tally.drawn += usize::from(*drawn && face.is_some());
                    tally.reused += usize::from(!*drawn && face.is_some());
                    tally
                        .looks
                        .extend(face.iter().flat_map(|(_, face)| face.warnings.iter().cloned()));
                }
                faces.push(Faces { front: front.face, back: back.face });
            }
            Err(trouble) => undrawable.push(trouble),
        }
    }
    cache.close(&used).map_err(StudioError::Cache)?;
    if !undrawable.is_empty() {
        return Err(StudioError::Undrawable(undrawable));
    }
    Ok(faces)
}

/// What a face is drawn from: the artist's word for it, the bleed, and this program.
fn face_key(artist: &Artist, counter: &Counter, side: FaceSide, bleed: Um) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.update(&bleed.to_le_bytes());
    hasher.update(artist.fingerprint(counter, side).as_bytes());
    hasher.finalize()
}
