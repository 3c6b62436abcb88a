//! The pictures of a build's faces, read when something needs them and not before: after one change most of what is
//! made from a face is at hand already.

use super::PrintError;
use crate::draw::FaceSide;
use crate::draw::studio::{Album, Faces, Picture};
use crate::model::Game;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// Front and back of a counter as pictures.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    /// The front; `None` prints blank.
    pub front: Option<Arc<Picture>>,
    /// The back; `None` prints blank.
    pub back: Option<Arc<Picture>>,
}

impl Pictures {
    /// The picture of one side.
    pub fn side(&self, side: FaceSide) -> Option<&Arc<Picture>> {
        match side {
            FaceSide::Front => self.front.as_ref(),
            FaceSide::Back => self.back.as_ref(),
        }
    }
}

/// Where pages and manifests take faces from.
pub trait Portfolio: Sync {
    /// What a face looks like; `None` for a blank one.
    fn hash(&self, piece: usize, side: FaceSide) -> Option<blake3::Hash>;
    /// The face as a picture.
    fn picture(&self, piece: usize, side: FaceSide) -> Result<Option<Arc<Picture>>, PrintError>;
}

impl Portfolio for &[Pictures] {
    fn hash(&self, piece: usize, side: FaceSide) -> Option<blake3::Hash> {
        Some(self.get(piece)?.side(side)?.hash)
    }

    fn picture(&self, piece: usize, side: FaceSide) -> Result<Option<Arc<Picture>>, PrintError> {
        Ok(self.get(piece).and_then(|both| both.side(side)).cloned())
    }
}

type Slot = OnceLock<Arc<Picture>>;

/// Faces as drawn, with those pictures of them that somebody asked for.
pub(super) struct Reading<'a> {
    game: &'a Game,
    faces: &'a [Faces],
    album: &'a Album,
    read: Vec<[Slot; 2]>,
}

impl<'a> Reading<'a> {
    /// Nothing read yet; what the album has need not be.
    pub(super) fn new(game: &'a Game, faces: &'a [Faces], album: &'a Album) -> Self {
        Reading { game, faces, album, read: faces.iter().map(|_| Default::default()).collect() }
    }

    /// Reads every face, on all cores.
    pub(super) fn read_all(&self) -> Result<(), PrintError> {
        (0..self.faces.len()).into_par_iter().try_for_each(|piece| {
            let mut sides = [FaceSide::Front, FaceSide::Back].into_iter();
            sides.try_for_each(|side| self.picture(piece, side).map(drop))
        })
    }

    /// All pictures that are at hand after the build: read before or in it, and still of a face.
    pub(super) fn at_hand(self) -> Vec<Arc<Picture>> {
        let kept =
            |hash: &blake3::Hash, slot: Slot| slot.into_inner().or_else(|| self.album.get(hash));
        let both = self.faces.iter().zip(self.read);
        both.flat_map(|(faces, [front, back])| {
            let side = |face: &Option<(blake3::Hash, _)>, slot| kept(&face.as_ref()?.0, slot);
            [side(&faces.front, front), side(&faces.back, back)]
        })
        .flatten()
        .collect()
    }
}

impl Portfolio for Reading<'_> {
    fn hash(&self, piece: usize, side: FaceSide) -> Option<blake3::Hash> {
        self.faces.get(piece)?.side(side).map(|(hash, _)| *hash)
    }

    fn picture(&self, piece: usize, side: FaceSide) -> Result<Option<Arc<Picture>>, PrintError> {
        let (Some(faces), Some(slots)) = (self.faces.get(piece), self.read.get(piece)) else {
            return Ok(None);
        };
        let Some((hash, face)) = faces.side(side) else { return Ok(None) };
        let slot = &slots[usize::from(side == FaceSide::Back)];
        if let Some(picture) = slot.get() {
            return Ok(Some(Arc::clone(picture)));
        }
        let picture = match self.album.get(hash) {
            Some(picture) => picture,
            None => {
                let name = self.game.counters.iter().nth(piece).map_or("", |counter| &counter.id);
                Arc::new(Picture::read(face, name)?)
            }
        };
        // Two that read the same face at once read the same.
        Ok(Some(Arc::clone(slot.get_or_init(|| picture))))
    }
}
