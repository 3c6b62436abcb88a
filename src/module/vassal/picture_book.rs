//! The pictures of a game's module one by one, for those who want some of them and no module.

use super::kit::Kit;
use super::pieces::ARC_IMAGE;
use super::workshop::{arc_raster, small_pictures};
use crate::draw::map::Picture;
use crate::draw::studio::{FACE_BLEED, FaceOrder, FaceTally, Faces, Raster, draw_all};
use crate::model::Game;
use crate::module::error::ModuleError;
use crate::module::table::gallery::{bare, face_dpi};
use crate::module::table::pictures::{Source, store};
use crate::output::Store;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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
    ground: Option<blake3::Hash>,
    root: Option<PathBuf>,
    cache: Option<PathBuf>,
    small: Vec<(String, Picture, Raster)>,
    names: HashMap<String, Shown>,
    faces: OnceLock<Vec<Faces>>,
    kept: Option<Store>,
}

impl<'g> PictureBook<'g> {
    /// The pictures of a game; `cache` is where builds of this project keep theirs, `ground` the hash of the sources
    /// that boards are painted from.
    pub fn new(
        game: &'g Game,
        root: Option<&Path>,
        cache: Option<PathBuf>,
        ground: Option<blake3::Hash>,
    ) -> Result<Self, ModuleError> {
        let kit = Kit::new(game, root)?;
        let mut names = HashMap::new();
        for (number, images) in kit.top.faces.iter().enumerate() {
            for (image, back) in [(&images.front, false), (&images.back, true)] {
                names.extend(image.iter().map(|image| (image.clone(), Shown::Face(number, back))));
            }
        }
        let boards = kit.top.boards.iter().enumerate();
        names.extend(boards.map(|(number, board)| (board.image.clone(), Shown::Board(number))));
        let trays = kit.top.trays().enumerate();
        names.extend(trays.map(|(number, tray)| (tray.image.clone(), Shown::Tray(number))));
        let small = small_pictures(&kit);
        let listed = small.iter().enumerate();
        names.extend(listed.map(|(number, (image, ..))| (image.clone(), Shown::Small(number))));
        if kit.arc.is_some() {
            names.insert(ARC_IMAGE.to_owned(), Shown::Arc);
        }
        let kept = cache.as_deref().map(store);
        let (bare, root, faces) = (bare(game), root.map(Path::to_owned), OnceLock::new());
        Ok(PictureBook { kit, bare, ground, root, cache, small, names, faces, kept })
    }

    /// A picture; none when the module has none of this name, or it cannot be drawn.
    pub fn picture(&self, name: &str) -> Option<Vec<u8>> {
        let arc;
        let source = match *self.names.get(name)? {
            Shown::Face(number, back) => {
                let face = self.faces().get(number)?;
                let (_, drawn) = if back { face.back.as_ref()? } else { face.front.as_ref()? };
                Source::Face(drawn, face_dpi(&self.kit.top).ok()?)
            }
            Shown::Board(number) => {
                let board = self.kit.top.boards.get(number)?;
                let key = board.fingerprint(&self.bare, self.ground.as_ref()).ok()?;
                Source::Board(board, &self.bare, key)
            }
            Shown::Tray(number) => {
                let tray = self.kit.top.trays().nth(number)?;
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
        match &self.kept {
            Some(kept) => {
                kept.of(&source.key(), || source.make(name)).ok().map(|made| made.to_vec())
            }
            None => source.make(name).ok(),
        }
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
            let drawn = order.map(|order| draw_all(self.kit.top.game, order, &|_| {}, &mut tally));
            drawn.and_then(Result::ok).unwrap_or_default()
        })
    }
}

impl Drop for PictureBook<'_> {
    /// What was made is kept for the next page or build; where that fails, the next one makes it again.
    fn drop(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.close();
        }
    }
}
