//! Saves of Tabletop Simulator: one for each scenario, and the pictures they show.
//!
//! The form was taken from documentation and from files that people published; none of it was opened in the program.

pub mod check;
mod note;
mod object;
mod save;

pub use note::{BoardNote, Label};
pub use save::on_tile;

use super::error::ModuleError;
use super::names::{file_title, file_word};
use super::table::gallery::Pictures;
use super::{BuiltTable, Drawn, TableOrder, TableWriter};
use crate::bitmap::{self, Bitmap};
use crate::model::{BoxKind, Game};
use rayon::prelude::*;

/// The longest side of a picture that the program shows well.
pub const MOST_SIDE: u32 = 4096;

/// A save of Tabletop Simulator.
#[derive(Debug)]
pub struct Save;

impl TableWriter for Save {
    fn word(&self) -> &'static str {
        "tts"
    }

    fn about(&self) -> &'static str {
        "tts/: a save for Tabletop Simulator per scenario, and the pictures it shows"
    }

    fn losses(&self, game: &Game) -> Vec<&'static str> {
        let settings = &game.module;
        let has = [
            (
                true,
                "nothing of it was opened in the program: form and places are those of its documentation",
            ),
            (true, "pictures are addresses: upload them, or others see white tiles"),
            (!game.declarations.is_empty(), "no declarations: players say them"),
            (true, "phases are a page of the notebook; the turn order knows players only"),
            (!game.rules.states.is_empty(), "states are loose counters, laid on the unit"),
            (settings.line_of_sight, "no thread for lines of sight"),
            (settings.hidden_units, "units that begin hidden lie open"),
            (
                game.maps.iter().flat_map(|map| &map.boxes).any(|one| one.kind == BoxKind::Cup),
                "cups are bags, and whoever likes can search them",
            ),
        ];
        has.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect()
    }

    fn write(&self, order: &TableOrder<'_>) -> Result<BuiltTable, ModuleError> {
        let mut built = BuiltTable::default();
        let game = order.game;
        let Drawn { top, charts, pictures } = order.draw(game, &mut built)?;
        let (squares, smaller) = squares(pictures)?;
        built.notes.extend(smaller.iter().map(|name| {
            format!("{name} is drawn smaller: the program shows no more than {MOST_SIDE} pixels")
        }));
        if order.images_at.starts_with("file:") {
            built.notes.push(
                "pictures are files of this machine: open each save, choose Upload, Cloud Manager, Upload All, and \
                 save; or give the address they will have with --images-at"
                    .to_owned(),
            );
        }
        let mut names = std::collections::BTreeSet::new();
        for (scenario, setting) in top.scenes() {
            let page = save::Page {
                top: &top,
                scenario,
                setting,
                charts: &charts,
                pictures: &squares,
                images_at: order.images_at.trim_end_matches('/'),
                losses: self.losses(game),
            };
            let title = file_title(&format!("{} - {}", game.title, scenario.title));
            let fresh = names.insert(title.to_lowercase());
            let name = if fresh { title } else { format!("{title} {}", file_word(&scenario.id)) };
            let mut text = serde_json::to_vec_pretty(&page.save()).unwrap_or_default();
            text.push(b'\n');
            built.files.push((format!("tts/{name}.json"), text));
        }
        let shown = |(name, bytes): (String, Vec<u8>)| (format!("tts/images/{name}"), bytes);
        built.files.extend(squares.into_iter().map(shown));
        Ok(built)
    }

    fn check(&self, name: &str, bytes: &[u8]) -> Option<Vec<String>> {
        check::looks_like(name, bytes).then(|| check::check(bytes))
    }
}

/// A picture made square: its name, and whether it became smaller.
type Square = (String, Vec<u8>, bool);

/// Every picture as a square: the program stretches others as it likes. Names of those that became smaller come with them.
fn squares(pictures: Pictures) -> Result<(Pictures, Vec<String>), ModuleError> {
    let made: Vec<Result<Square, ModuleError>> = pictures
        .into_par_iter()
        .map(|(name, bytes)| {
            let wrong = |reason| ModuleError::Verbatim { what: format!("picture {name}"), reason };
            let (width, height) = bitmap::size_of(&bytes).map_err(wrong)?;
            let large = width.max(height) > MOST_SIDE;
            if width == height && !large {
                return Ok((name, bytes, false));
            }
            let picture = bitmap::decode(&bytes, 1 << 30).map_err(wrong)?;
            let square = square(&picture.no_wider_than(MOST_SIDE));
            let bytes = square.to_png().map_err(wrong)?;
            Ok((name, bytes, large))
        })
        .collect();
    let (mut squares, mut smaller) = (Pictures::new(), Vec::new());
    for one in made {
        let (name, bytes, large) = one?;
        if large {
            smaller.push(name.clone());
        }
        squares.insert(name, bytes);
    }
    Ok((squares, smaller))
}

/// A picture in the middle of a dark square.
fn square(picture: &Bitmap) -> Bitmap {
    let side = picture.width.max(picture.height);
    let (left, top) = ((side - picture.width) / 2, (side - picture.height) / 2);
    let mut rgba = [59, 59, 59, 255].repeat(side as usize * side as usize);
    let row = picture.width as usize * 4;
    for (nth, line) in picture.rgba.chunks_exact(row.max(1)).enumerate() {
        let start = ((top as usize + nth) * side as usize + left as usize) * 4;
        rgba[start..start + row].copy_from_slice(line);
    }
    Bitmap { width: side, height: side, rgba }
}
