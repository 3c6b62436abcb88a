//! A replay and its audit as one page that any browser opens: no network, no other file.
//!
//! ```text
//! log + module ──► tale (where every piece is, step by step)
//!              ├─► boards, pictures (what it looks like)
//! audit        ├─► findings, overlays, statistics
//!              └─► document (one JSON value) ──► html (the page around it)
//! ```
//!
//! Everything that comes from a log is data in the page, never markup: the scripts under
//! `templates/page/` show it as text only.

mod boards;
mod document;
mod faces;
mod findings;
mod html;
mod overlays;
mod pictures;
mod sight;
mod statistics;
mod steps;
mod strings;
mod tale;

pub use strings::{Strings, StringsError};

use crate::audit::Audit;
use crate::interpret::{Codebook, Interpretation, Mapping, interpret};
use crate::model::Game;
use crate::referee::Referee;
use crate::replay::{Anonymiser, GameSummary, Guide, Replay};
use crate::vassal::{Limits, ModuleFile, SavedGame, Unreadable};
use document::Document;

/// How a log is read as a game: what an audit rests on.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The game.
    pub game: &'a Game,
    /// How the module's words are to be read.
    pub mapping: &'a Mapping,
    /// Who judges; none for games without rules.
    pub referee: Option<&'a dyn Referee>,
    /// What the referee said.
    pub audit: Option<&'a Audit>,
}

/// What a page is made from.
pub struct Record<'a> {
    /// The log, as the user named it.
    pub name: &'a str,
    /// The log itself.
    pub saved: &'a SavedGame,
    /// The module, for its pictures.
    pub module: Option<&'a mut ModuleFile>,
    /// What the module tells about its logs.
    pub guide: Option<&'a Guide>,
    /// How the log is read as a game.
    pub reading: Option<Reading<'a>>,
    /// What files from strangers may cost.
    pub limits: &'a Limits,
}

/// What the reader of a page may see.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Take out the names of the players.
    pub anonymise: bool,
    /// Show also what players hid from one another.
    pub reveal: bool,
    /// The words of the page.
    pub strings: Strings,
}

/// Makes the page.
pub fn page(record: Record<'_>, options: &Options) -> Result<String, Unreadable> {
    let document = compose(record, options)?;
    Ok(html::write(&document, &options.strings))
}

/// Everything that the page shows, as data.
fn compose(record: Record<'_>, options: &Options) -> Result<Document, Unreadable> {
    let Record { name, saved, module, guide, reading, limits } = record;
    let tree = saved.commands(limits)?;
    let mut codebook = match reading {
        Some(reading) => {
            Codebook::new(reading.mapping, reading.game, guide.unwrap_or(&Guide::default())).ok()
        }
        None => None,
    };
    let read: Option<Interpretation> = match &mut codebook {
        Some(codebook) => Some(interpret(&mut Replay::start(&tree, guide, limits)?, codebook)?),
        None => None,
    };
    let mut replay = Replay::start(&tree, guide, limits)?;
    let layouts = boards::Layouts::of(&replay.position().table, guide);
    let began = replay.turns();
    let teller = tale::Teller::new(options.reveal);
    let (told, mut steps) = teller.follow(&mut replay, codebook.as_mut())?;
    let mut summary = GameSummary::of(saved, &tree, &replay, &steps, limits)?;
    let mut anonymiser = Anonymiser::default();
    if options.anonymise {
        anonymiser.learn(&summary, &steps);
        anonymiser.apply(&mut summary, &mut steps);
    }

    let mut document = Document::new(name, &summary, reading);
    let mut pictures = pictures::Pictures::new(module, limits);
    document.maps = boards::maps(&layouts, &told, codebook.as_mut(), &mut pictures);
    document.faces = faces::draw(told.looks.list(), &mut pictures);
    document.pieces = tale::pieces(&told, reading, codebook.as_ref());
    document.spots = told.spots();
    document.conditions = told.conditions.list().to_vec();
    let script = steps::Script { steps: &steps, secret: &told.secret_steps, read: read.as_ref() };
    steps::write(&mut document, &script, &began, reading);
    if let Some(reading) = reading {
        findings::write(&mut document, reading);
        if let Some(read) = &read {
            overlays::write(&mut document, reading, read);
            statistics::of_deeds(&mut document, reading, read);
        }
    }
    statistics::of_dice(&mut document, &steps);
    document.pictures = pictures.finish();
    Ok(document)
}
