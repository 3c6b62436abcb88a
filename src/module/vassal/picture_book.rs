//! The pictures of a game's module one by one, for those who want some of them and no module.

use super::error::ModuleError;
use super::kit::Kit;
use super::pictures::{STORE, STORE_FILE, Source};
use super::pieces::ARC_IMAGE;
use super::workshop::{arc_raster, bare, face_dpi, small_pictures};
use crate::draw::map::Picture;
use crate::draw::studio::{FACE_BLEED, FaceOrder, FaceTally, Faces, Raster, draw_all};
use crate::model::Game;
use crate::output;
use crate::vassal::Limits;
use crate::vassal::archive::{Archive, pack_stored};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// What a picture shows.
#[derive(Debug, Clone, Copy)]
enum Shown {
    /// A counter by number, and whether its back.
    Face(usize, bool),
    Board(usize),
    Tray(usize),
    /// A badge or a chip.
    Small(usize),
    Arc,
}

/// Pictures by their names in the module, each made when somebody asks for it, or taken from where builds keep them.
#[derive(Debug)]
pub struct PictureBook<'g> {
    kit: Kit<'g>,
    bare: Game,
    root: Option<PathBuf>,
    cache: Option<PathBuf>,
    small: Vec<(String, Picture, Raster)>,
    names: HashMap<String, Shown>,
    faces: OnceLock<Vec<Faces>>,
    kept: Mutex<Option<Archive>>,
    made: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl<'g> PictureBook<'g> {
    /// The pictures of a game; `cache` is where builds of this project keep theirs.
    pub fn new(
        game: &'g Game,
        root: Option<&Path>,
        cache: Option<PathBuf>,
    ) -> Result<Self, ModuleError> {
        let kit = Kit::new(game, root)?;
        let mut names = HashMap::new();
        for (number, images) in kit.faces.iter().enumerate() {
            for (image, back) in [(&images.front, false), (&images.back, true)] {
                names.extend(image.iter().map(|image| (image.clone(), Shown::Face(number, back))));
            }
        }
        let boards = kit.boards.iter().enumerate();
        names.extend(boards.map(|(number, board)| (board.image.clone(), Shown::Board(number))));
        let trays = kit.trays().enumerate();
        names.extend(trays.map(|(number, tray)| (tray.image.clone(), Shown::Tray(number))));
        let small = small_pictures(&kit);
        let listed = small.iter().enumerate();
        names.extend(listed.map(|(number, (image, ..))| (image.clone(), Shown::Small(number))));
        if kit.arc.is_some() {
            names.insert(ARC_IMAGE.to_owned(), Shown::Arc);
        }
        let kept = cache.as_ref().and_then(|cache| {
            let bytes = output::recall(&cache.join(STORE_FILE), STORE)?;
            Archive::from_bytes(bytes, &Limits::default()).ok()
        });
        let (bare, root) = (bare(game), root.map(Path::to_owned));
        let (kept, made) = (Mutex::new(kept), Mutex::default());
        let faces = OnceLock::new();
        Ok(PictureBook { kit, bare, root, cache, small, names, faces, kept, made })
    }

    /// A picture; none when the module has none of this name, or it cannot be drawn.
    pub fn picture(&self, name: &str) -> Option<Vec<u8>> {
        let arc;
        let source = match *self.names.get(name)? {
            Shown::Face(number, back) => {
                let face = self.faces().get(number)?;
                let (_, drawn) = if back { face.back.as_ref()? } else { face.front.as_ref()? };
                Source::Face(drawn, face_dpi(&self.kit).ok()?)
            }
            Shown::Board(number) => {
                let board = self.kit.boards.get(number)?;
                Source::Board(board, &self.bare, board.fingerprint(&self.bare).ok()?)
            }
            Shown::Tray(number) => {
                let tray = self.kit.trays().nth(number)?;
                Source::Drawing(&tray.picture, tray.raster)
            }
            Shown::Small(number) => {
                let (_, picture, raster) = self.small.get(number)?;
                Source::Drawing(picture, *raster)
            }
            Shown::Arc => {
                let found = self.kit.arc?;
                arc = found.picture();
                Source::Overlay(&arc, arc_raster(&found))
            }
        };
        let key = source.key();
        let kept = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let archive = kept.as_mut().filter(|archive| archive.contains(&key));
            archive.and_then(|archive| archive.read(&key, &Limits::default()).ok())
        };
        if kept.is_some() {
            return kept;
        }
        let made = source.make(name).ok()?;
        let mut all = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(key, made.clone());
        Some(made)
    }

    /// All faces as drawings; they become pixels one by one.
    fn faces(&self) -> &[Faces] {
        self.faces.get_or_init(|| {
            let passing = tempfile::tempdir().ok();
            let cache = self.cache.as_deref().or(passing.as_ref().map(tempfile::TempDir::path));
            let order = cache.map(|cache| FaceOrder {
                project_root: self.root.as_deref(),
                cache,
                bleed: FACE_BLEED,
            });
            let mut tally = FaceTally::default();
            let drawn = order.map(|order| draw_all(self.kit.game, order, &|_| {}, &mut tally));
            drawn.and_then(Result::ok).unwrap_or_default()
        })
    }
}

impl Drop for PictureBook<'_> {
    /// What was made is kept for the next page or build; where that fails, the next one makes it again.
    fn drop(&mut self) {
        let made = std::mem::take(self.made.get_mut().unwrap_or_else(PoisonError::into_inner));
        let Some(cache) = self.cache.as_ref().filter(|_| !made.is_empty()) else { return };
        let mut all = made;
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(archive) = kept {
            for name in archive.names().to_vec() {
                if let Ok(bytes) = archive.read(&name, &Limits::default()) {
                    all.entry(name).or_insert(bytes);
                }
            }
        }
        let entries = all.iter().map(|(key, bytes)| (key.as_str(), bytes.as_slice()));
        let _ =
            pack_stored(entries).map(|bytes| output::keep(&cache.join(STORE_FILE), STORE, &bytes));
    }
}
