//! The gallery: everything that a table shows, as pictures by name.

use super::Tabletop;
use super::charts::{ChartPage, at_dpi};
use super::pictures::{PictureTally, Source, make_all};
use crate::draw::Look;
use crate::draw::studio::{Dpi, FACE_BLEED, FaceOrder, FaceTally, Progress, StudioError, draw_all};
use crate::model::{Game, Registry};
use crate::module::error::ModuleError;
use crate::output::Store;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Pixels to the inch of charts.
pub const CHART_DPI: f64 = 110.0;

/// Where a module is made.
#[derive(Debug, Clone)]
pub struct ModuleRequest {
    /// The project's folder: where its own templates and art are.
    pub project_root: Option<PathBuf>,
    /// Hash of the sources that boards are painted from, where that is known: the model has far more to hash.
    pub ground: Option<blake3::Hash>,
    /// Where drawn faces and pictures are kept between builds.
    pub cache: PathBuf,
}

/// Pictures by name.
pub type Pictures = BTreeMap<String, Vec<u8>>;

/// The pictures of boards, trays, charts and faces, and `more` that only one table has.
pub fn gallery(
    top: &Tabletop<'_>,
    charts: &[ChartPage],
    more: Vec<(String, Source<'_>)>,
    (request, store): (&ModuleRequest, &Store),
    progress: &(dyn Fn(Progress) + Sync),
    looks: &mut Vec<Look>,
) -> Result<(Pictures, PictureTally), ModuleError> {
    let dpi = face_dpi(top)?;
    // With the bleed of counter sheets, so that all targets share the cache of faces.
    let order = FaceOrder {
        project_root: request.project_root.as_deref(),
        cache: &request.cache,
        bleed: FACE_BLEED,
    };
    let mut tally = FaceTally::default();
    let drawn = draw_all(top.game, order, progress, &mut tally)?;
    looks.append(&mut tally.looks);
    let mut wanted = more;
    for (face, images) in drawn.iter().zip(&top.faces) {
        for (drawn, image) in [(&face.front, &images.front), (&face.back, &images.back)] {
            if let (Some((_, drawn)), Some(image)) = (drawn, image) {
                wanted.push((image.clone(), Source::Face(drawn, dpi)));
            }
        }
    }
    let bare = bare(top.game);
    for board in &top.boards {
        let key = board.fingerprint(&bare, request.ground.as_ref())?;
        wanted.push((board.image.clone(), Source::Board(board, &bare, key)));
    }
    for tray in top.trays() {
        wanted.push((tray.image.clone(), Source::Drawing(&tray.picture, tray.raster)));
    }
    for page in charts {
        let raster = at_dpi(&page.picture, CHART_DPI);
        wanted.push((page.image.clone(), Source::Drawing(&page.picture, raster)));
    }
    progress(Progress::Stage("pictures", wanted.len() as u64));
    make_all(&wanted, store, &|| progress(Progress::Step))
}

/// The resolution of faces, so that counters have the width in pixels that the game asks for.
pub(in crate::module) fn face_dpi(top: &Tabletop<'_>) -> Result<Dpi, StudioError> {
    Dpi::new(((top.scale * 25.4).round() as u32).clamp(36, 2400))
}

/// What a board is painted from: a changed counter leaves it as it was.
pub(in crate::module) fn bare(game: &Game) -> Game {
    Game { counters: Registry::default(), scenarios: Registry::default(), ..game.clone() }
}
