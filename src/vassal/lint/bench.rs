//! A module laid out for checking.

use super::Linted;
use super::pictures::Pictures;
use crate::diagnostic::{Diagnostic, Severity};
use crate::vassal::archive::Archive;
use crate::vassal::build::{DefinedPiece, Element, PrototypeFault, Prototypes};
use crate::vassal::file::ModuleFile;
use crate::vassal::grid::Atlas;
use crate::vassal::limits::Limits;
use crate::vassal::piece::TraitBook;
use crate::vassal::traits::Meaning;
use std::path::Path;

/// A component and where it is.
pub(super) struct Part<'m> {
    pub(super) place: String,
    pub(super) element: &'m Element,
}

/// A piece or prototype as written and with its prototypes spelled out.
pub(super) struct Piece<'m> {
    pub(super) place: String,
    pub(super) element: &'m Element,
    pub(super) written: DefinedPiece,
    pub(super) spelled: DefinedPiece,
    pub(super) faults: Vec<PrototypeFault>,
}

impl Piece<'_> {
    /// Whether others are made of it, rather than it being one.
    pub(super) fn is_prototype(&self) -> bool {
        self.element.class() == "PrototypeDefinition"
    }
}

/// A module laid out for checking.
pub(super) struct Bench<'m> {
    path: &'m Path,
    pub(super) archive: Option<&'m mut Archive>,
    pub(super) limits: &'m Limits,
    pub(super) is_extension: bool,
    pub(super) parts: Vec<Part<'m>>,
    pub(super) pieces: Vec<Piece<'m>>,
    pub(super) prototypes: Prototypes,
    pub(super) pictures: Pictures,
    pub(super) atlas: Atlas,
    found: Linted,
}

impl<'m> Bench<'m> {
    pub(super) fn new(path: &'m Path, module: &'m mut ModuleFile, limits: &'m Limits) -> Self {
        let atlas = Atlas::of(module);
        let is_extension = module.is_extension();
        let ModuleFile { archive, build, .. } = module;
        let build: &'m Element = build;
        let mut parts = Vec::new();
        gather(build, "", &mut parts);
        let mut book = TraitBook::default();
        let prototypes = Prototypes::of(build, &mut book);
        let mut pieces = Vec::new();
        for part in &parts {
            if let Some(written) = DefinedPiece::decode(&part.element.text, &mut book) {
                let mut faults = Vec::new();
                let spelled = prototypes.spell_out(&written, &mut faults);
                let (place, element) = (part.place.clone(), part.element);
                pieces.push(Piece { place, element, written, spelled, faults });
            }
        }
        let pictures = Pictures::of(archive.as_ref(), &parts, &pieces);
        let found = Linted {
            looked_at: (
                pieces.iter().filter(|piece| !piece.is_prototype()).count(),
                prototypes.by_name.len(),
                pictures.in_archive.len(),
            ),
            ..Linted::default()
        };
        let archive = archive.as_mut();
        Bench {
            path,

            archive,
            limits,
            is_extension,
            parts,
            pieces,
            prototypes,
            pictures,
            atlas,
            found,
        }
    }

    /// Something VASSAL will complain about, or lose.
    pub(super) fn error(&mut self, code: &'static str, place: &str, message: String, help: &str) {
        self.push(Severity::Error, code, place, message, help);
    }

    /// Something that is probably not meant.
    pub(super) fn warning(&mut self, code: &'static str, place: &str, message: String, help: &str) {
        self.push(Severity::Warning, code, place, message, help);
    }

    fn push(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: &str,
        message: String,
        help: &str,
    ) {
        // Names come from strangers; control characters would steer the terminal.
        let plain = |text: &str| -> String {
            text.chars().map(|c| if c.is_control() { '·' } else { c }).collect()
        };
        let message = plain(&message);
        let mut found = Diagnostic::about(code, self.path, message);
        found.severity = severity;
        if !place.is_empty() {
            found = found.component(plain(place));
        }
        if !help.is_empty() {
            found = found.help(plain(help));
        }
        self.found.findings.push(found);
    }

    /// Says what is not checked, and why.
    pub(super) fn leave_out(&mut self, what: impl Into<String>) {
        self.found.unchecked.push(what.into());
    }

    pub(super) fn finish(self) -> Linted {
        self.found
    }
}

fn gather<'m>(element: &'m Element, around: &str, parts: &mut Vec<Part<'m>>) {
    let label: String = element.label().unwrap_or(element.class()).chars().take(60).collect();
    let place = match (parts.is_empty(), around) {
        // The module itself is where everything is.
        (true, _) => String::new(),
        (false, "") => label,
        (false, around) => format!("{around} / {label}"),
    };
    parts.push(Part { place: place.clone(), element });
    for child in &element.children {
        gather(child, &place, parts);
    }
}

/// The pieces that a piece's traits place: written whole inside the trait.
pub(super) fn placed(piece: &DefinedPiece, book: &mut TraitBook) -> Vec<DefinedPiece> {
    let mut placed = Vec::new();
    for (one, _) in piece.traits() {
        let spec = match &one.meaning {
            Meaning::PlaceMarker(place) => &place.spec,
            Meaning::Replace(replace) => &replace.spec,
            _ => continue,
        };
        placed.extend(DefinedPiece::decode(spec, book));
    }
    placed
}
