//! Rooms of virtualtabletop: one file, with a variant for each scenario.

pub mod check;
pub mod controls;
pub mod grid;
pub mod room;

pub use controls::DECKS;
pub use room::{GAME, HAND, LOG, OWN, TURN, lattices};

use grid::number;

use super::error::ModuleError;
use super::names::file_word;
use super::table::{Surface, Tabletop};
use super::{BuiltTable, Drawn, TableOrder, TableWriter};
use crate::bitmap;
use crate::model::{BoxKind, Game};
use crate::vassal::archive;
use std::collections::BTreeMap;

/// The version of the program's files that is written.
pub const VERSION: u32 = 22;
/// The widest and highest surface.
const MOST_SIDE: i32 = 10_000;
/// A picture of this many bytes or more fails the whole upload.
pub const MOST_PICTURE: usize = 10 << 20;
/// Of photographs of maps that are too large as they are.
const QUALITY: u8 = 92;

/// A room of virtualtabletop.
#[derive(Debug)]
pub struct Room;

impl TableWriter for Room {
    fn word(&self) -> &'static str {
        "vtt"
    }

    fn about(&self) -> &'static str {
        "GAME-VERSION.vtt: a room for virtualtabletop.io, with a variant per scenario"
    }

    fn losses(&self, game: &Game) -> Vec<&'static str> {
        let settings = &game.module;
        let has = [
            (true, "hexes are not named where the pointer is: their numbers are in the picture"),
            (
                true,
                "counters that a scenario neither sets up nor keeps in reserve are not in its room",
            ),
            (
                true,
                "counters of a stack lie on each other; a click on the stack's number spreads them",
            ),
            (
                !game.declarations.is_empty(),
                "declarations are typed into a form, with the units' names, not chosen on the units",
            ),
            (
                !game.rules.states.is_empty(),
                "states are loose counters, laid on the unit; nothing ties them to it",
            ),
            (settings.line_of_sight, "no thread for lines of sight"),
            (
                settings.hidden_units || settings.concealed_by.is_some(),
                "what is hidden is not secret: every browser is sent all of it",
            ),
            (!settings.facing.is_empty(), "units cannot be turned to face a side"),
            (
                game.maps.iter().flat_map(|map| &map.boxes).any(|one| one.kind == BoxKind::Cup),
                "cups can be looked into",
            ),
            (true, "dice roll in the browser of whoever rolls: they are no proof"),
            (true, "no trails of movement, and no marks of what has moved"),
        ];
        has.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect()
    }

    fn write(&self, order: &TableOrder<'_>) -> Result<BuiltTable, ModuleError> {
        let mut built = BuiltTable::default();
        let root = order.root();
        let smaller = smaller(order.game, root)?;
        if let Some(game) = &smaller {
            built.notes.push(format!(
                "drawn smaller, with counters {} pixels wide instead of {}: no surface may be wider or higher than \
                 {MOST_SIDE} pixels",
                game.module.counter_pixels, order.game.module.counter_pixels
            ));
        }
        let game = smaller.as_ref().unwrap_or(order.game);
        let Drawn { top, charts, pictures } = order.draw(game, &mut built)?;
        let mut assets = Assets::default();
        for (name, bytes) in pictures {
            let bytes = small_enough(&name, bytes, &mut built.notes)?;
            assets.add(name, bytes);
        }
        let mut entries: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for (nth, (scenario, setting)) in top.scenes().enumerate() {
            let room =
                room::room(&top, scenario, setting, &charts, &mut assets, &self.losses(top.game));
            let text = serde_json::to_vec(&room).unwrap_or_default();
            entries.insert(format!("{nth}.json"), text);
        }
        // Pictures that no variant shows would be uploaded for nothing.
        for (address, bytes) in assets.used() {
            entries.insert(format!("assets/{address}"), bytes.to_vec());
        }
        let (texts, pictures): (Vec<_>, Vec<_>) =
            entries.iter().partition(|(name, _)| name.ends_with(".json"));
        let sorted = texts.into_iter().chain(pictures);
        let bytes = archive::pack_by(
            sorted.map(|(name, bytes)| (name.as_str(), bytes.as_slice())),
            |name| name.starts_with("assets/"),
        )?;
        let name = format!("{}-{}.vtt", file_word(&top.game.id), file_word(&top.game.version));
        built.files.push((name, bytes));
        Ok(built)
    }

    fn check(&self, name: &str, bytes: &[u8]) -> Option<Vec<String>> {
        name.ends_with(".vtt").then(|| check::check(bytes))
    }
}

/// The game with smaller counters, if its surfaces would be too large.
fn smaller(game: &Game, root: Option<&std::path::Path>) -> Result<Option<Game>, ModuleError> {
    let top = Tabletop::new(game, root)?;
    let sides = top.settings.iter().map(|setting| {
        let (width, height) = Surface::of(&top, setting).size;
        width.max(height)
    });
    let longest = sides.max().unwrap_or(0);
    if longest <= MOST_SIDE {
        return Ok(None);
    }
    let mut game = game.clone();
    let pixels = f64::from(game.module.counter_pixels) * f64::from(MOST_SIDE) / f64::from(longest);
    game.module.counter_pixels = (pixels * 0.95).floor().max(8.0) as u32;
    Ok(Some(game))
}

fn small_enough(
    name: &str,
    bytes: Vec<u8>,
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, ModuleError> {
    if bytes.len() < MOST_PICTURE {
        return Ok(bytes);
    }
    let wrong = |reason: String| ModuleError::Verbatim { what: format!("picture {name}"), reason };
    let picture = bitmap::decode(&bytes, 1 << 30).map_err(wrong)?;
    let jpeg = picture.to_jpeg(QUALITY).map_err(wrong)?;
    if jpeg.len() >= MOST_PICTURE {
        return Err(wrong(format!(
            "{} bytes even as JPEG, and no more than {} are taken; make `counter_pixels` smaller",
            jpeg.len(),
            MOST_PICTURE - 1
        )));
    }
    notes.push(format!("{name} is a JPEG: as PNG it has {} bytes", bytes.len()));
    Ok(jpeg)
}

/// Pictures by the address that the program gives them.
#[derive(Debug, Default)]
struct Assets {
    pictures: BTreeMap<String, (String, Vec<u8>)>,
    used: std::collections::BTreeSet<String>,
}

impl Assets {
    fn add(&mut self, name: String, bytes: Vec<u8>) {
        self.pictures.insert(name, (address(&bytes), bytes));
    }

    /// The address of a picture that a room shows.
    fn of(&mut self, name: &str) -> String {
        match self.pictures.get(name) {
            Some((address, _)) => {
                self.used.insert(name.to_owned());
                format!("/assets/{address}")
            }
            None => String::new(),
        }
    }

    fn used(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.used.iter().filter_map(|name| {
            let (address, bytes) = self.pictures.get(name)?;
            Some((address.as_str(), bytes.as_slice()))
        })
    }
}

/// What the program calls a picture: its check sum as a signed number, and its length.
pub fn address(bytes: &[u8]) -> String {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    format!("{}_{}", sum.sum().cast_signed(), bytes.len())
}
