//! Which pictures a module names, and which it has.

use super::bench::{Part, Piece, placed};
use crate::vassal::archive::Archive;
use crate::vassal::build::DefinedPiece;
use crate::vassal::piece::{Heart, TraitBook};
use crate::vassal::traits::Meaning;
use std::collections::{BTreeMap, BTreeSet};

/// The folder of pictures in an archive.
pub(super) const FOLDER: &str = "images/";

/// Endings of pictures that VASSAL shows.
const ENDINGS: [&str; 5] = [".png", ".gif", ".jpg", ".jpeg", ".svg"];

/// Pictures inside VASSAL itself, which a module may name as if they were its own.
const VASSALS_OWN: [&str; 34] = [
    "Edit16.gif",
    "Help16.gif",
    "Save16.gif",
    "SaveAs16.gif",
    "Splash.gif",
    "Splash.png",
    "StepForward16.gif",
    "Undo16.gif",
    "black.jpg",
    "camera.gif",
    "chart.gif",
    "chess_clock.png",
    "connect.gif",
    "counter.gif",
    "die.gif",
    "disconnect.gif",
    "getMessages.gif",
    "globe_selected.gif",
    "globe_unselected.gif",
    "inventory.gif",
    "keyCommand.gif",
    "lockedRoom.gif",
    "map.gif",
    "moved.gif",
    "notes.gif",
    "overview.gif",
    "recenter.gif",
    "status.gif",
    "thread.gif",
    "unmoved.gif",
    "zoom.png",
    "zoomIn.png",
    "zoomOut.png",
    "zoomIn.gif",
];

/// Where a picture is named, and whether on a piece.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    pub(super) place: String,
    pub(super) on_piece: bool,
    pub(super) times: usize,
}

/// Which pictures a module names, and which it has.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    /// Names in the archive, without the folder.
    pub(super) in_archive: BTreeSet<String>,
    /// Names of pictures that VASSAL draws itself from the module's layouts.
    drawn: BTreeSet<String>,
    /// Plain names in settings and traits that are certain to be pictures.
    pub(super) named: BTreeMap<String, Mention>,
}

impl Pictures {
    pub(super) fn of(archive: Option<&Archive>, parts: &[Part<'_>], pieces: &[Piece<'_>]) -> Self {
        let mut pictures = Pictures::default();
        if let Some(archive) = archive {
            let names = archive.names().iter().filter_map(|name| name.strip_prefix(FOLDER));
            pictures.in_archive =
                names.filter(|name| !name.ends_with('/')).map(str::to_owned).collect();
        }
        for part in parts {
            pictures.of_component(part);
        }
        let mut book = TraitBook::default();
        for piece in pieces {
            pictures.of_piece(&piece.written, &piece.place);
            for inner in placed(&piece.written, &mut book) {
                pictures.of_piece(&inner, &piece.place);
            }
        }
        pictures
    }

    fn of_component(&mut self, part: &Part<'_>) {
        let element = part.element;
        if element.class() == "GamePieceImage" {
            self.drawn.extend(element.get("name").map(str::to_owned));
        }
        // What the settings of other people's classes mean is theirs to know.
        if !element.tag.starts_with("VASSAL.") {
            return;
        }
        for (key, value) in &element.attributes {
            let key = key.to_lowercase();
            let shows = key.contains("icon")
                || key.contains("image")
                || (key == "filename" && matches!(element.class(), "Chart" | "AboutScreen"));
            if shows && has_ending(value) {
                self.mention(value, &part.place, false);
            }
        }
    }

    fn of_piece(&mut self, piece: &DefinedPiece, place: &str) {
        if let Heart::Piece(basic) = &piece.definition.heart {
            self.mention(&basic.image, place, true);
        }
        for (one, _) in piece.traits() {
            match &one.meaning {
                Meaning::Layer(layer) => {
                    for image in &layer.images.0 {
                        self.mention(image, place, true);
                    }
                }
                Meaning::Mask(mask) => {
                    self.mention(&mask.image, place, true);
                    // A piece shown to its owner with a picture of its own: the letter, then its name.
                    if let Some(own) = mask.style.strip_prefix('G') {
                        self.mention(own, place, true);
                    }
                }
                Meaning::Moved(moved) => self.mention(&moved.icon, place, true),
                _ => {}
            }
        }
    }

    fn mention(&mut self, name: &str, place: &str, on_piece: bool) {
        // A name that is worked out in play says nothing here.
        if name.trim().is_empty() || name.starts_with('/') || name.contains(['$', '{']) {
            return;
        }
        let mention = self.named.entry(name.to_owned()).or_insert_with(|| Mention {
            place: place.to_owned(),
            on_piece,
            times: 0,
        });
        mention.times += 1;
        mention.on_piece |= on_piece;
    }

    /// The entry that VASSAL would show for a name.
    pub(super) fn entry(&self, name: &str) -> Option<&str> {
        let found = self.in_archive.get(name);
        found.or_else(|| self.in_archive.get(&format!("{name}.gif"))).map(String::as_str)
    }

    /// Whether VASSAL finds something to show under this name.
    pub(super) fn is_there(&self, name: &str) -> bool {
        self.entry(name).is_some()
            || self.drawn.contains(name)
            || VASSALS_OWN.contains(&name)
            || VASSALS_OWN.iter().any(|own| own.strip_suffix(".gif") == Some(name))
            || self.is_there_in_other_letters(name)
    }

    /// Accents can be written in two ways and archives in several alphabets: VASSAL tries them,
    /// and where it is not sure that a picture is missing nothing is said.
    fn is_there_in_other_letters(&self, name: &str) -> bool {
        let Some(at) = name.find(|c: char| !c.is_ascii()) else { return false };
        // The letter before the accent may be the one that carries it.
        let start = &name[..at.saturating_sub(1).min(at)];
        self.in_archive.iter().any(|other| !other.is_ascii() && other.starts_with(start))
    }

    /// A name in the archive that differs only in capitals.
    pub(super) fn in_other_case(&self, name: &str) -> Option<&str> {
        let found = self.in_archive.iter().find(|other| other.eq_ignore_ascii_case(name));
        found.map(String::as_str)
    }
}

/// Whether a text ends like the name of a picture.
pub(super) fn has_ending(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ENDINGS.iter().any(|ending| text.ends_with(ending))
}
