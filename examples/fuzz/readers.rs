//! The readers of VASSAL's formats by themselves: whatever can be read is written back unchanged.

use hexwright::replay::{GameSummary, Guide, Replay, Tableau};
use hexwright::vassal::board::Board;
use hexwright::vassal::build::{Catalogue, DefinedPiece, Element};
use hexwright::vassal::command::{Leaf, Tree};
use hexwright::vassal::lint::lint;
use hexwright::vassal::nested::{join_chain, split_chain};
use hexwright::vassal::obfuscation::{Veil, lift};
use hexwright::vassal::piece::{Definition, TraitBook};
use hexwright::vassal::sequence::{join, split};
use hexwright::vassal::{Limits, ModuleFile, Opened, SavedGame, open, open_bytes};
use std::path::Path;
use std::time::Duration;

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Archive,
    Commands,
    Build,
    Piece,
    Sequence,
    Veil,
    Board,
}

/// What the readers are told of a module.
pub fn guide() -> Guide {
    match open(Path::new("mini.vmod"), &Limits::default()) {
        Ok(Opened::Module(mut module)) => Guide::of(&mut module),
        _ => Guide::default(),
    }
}

/// Whether the damaged thing could still be read; a complaint when it could and was not kept.
pub fn read(reader: Reader, bytes: &[u8], guide: &Guide) -> Result<bool, String> {
    let limits = Limits { time: Duration::from_millis(1500), ..Limits::default() };
    let text = || String::from_utf8_lossy(bytes).into_owned();
    match reader {
        Reader::Archive => match open_bytes(bytes.to_vec(), &limits) {
            Ok(Opened::Saved(saved)) => play(&saved, guide, &limits),
            Ok(Opened::Module(mut module)) => {
                Catalogue::of(&mut module);
                lint(Path::new("thrown.vmod"), &mut module, &limits);
                Ok(true)
            }
            Ok(Opened::Metadata(_)) => Ok(true),
            Err(_) => Ok(false),
        },
        Reader::Commands => {
            let saved = SavedGame {
                entries: Vec::new(),
                veil: Veil::Plain,
                text: text(),
                savedata: None,
                moduledata: None,
            };
            play(&saved, guide, &limits)
        }
        Reader::Build => {
            let Ok(build) = Element::parse("buildFile.xml", &text(), &limits) else {
                return Ok(false);
            };
            let again = Element::parse("again", &build.to_xml(), &limits);
            if again.is_err() {
                return Err(
                    "a build file that was read and written cannot be read again".to_owned()
                );
            }
            let mut module = ModuleFile {
                archive: None,
                build_name: String::new(),
                build_text: text(),
                build,
                metadata: None,
                extension: None,
            };
            Catalogue::of(&mut module);
            let files = hexwright::vassal::folder::unfold(&module.build_text, &module.build);
            let read = |name: &str| {
                files.iter().find(|(file, _)| file == name).map(|(_, text)| text.clone())
            };
            if files.len() < 50
                && hexwright::vassal::folder::fold(&read, 1000)
                    .is_ok_and(|folded| folded != module.build_text)
            {
                return Err("a build file taken apart comes back changed".to_owned());
            }
            Ok(true)
        }
        Reader::Piece => {
            let text = text();
            let (kind, state) = text.split_once('\u{1b}').unwrap_or((&text, ""));
            let definition = Definition::decode(kind, &mut TraitBook::default());
            if definition.encode() != kind {
                return Err("a piece is written differently".to_owned());
            }
            let states = definition.split_state(state);
            definition.name(&states);
            definition.properties(&states);
            if let Some(piece) = DefinedPiece::decode(&text, &mut TraitBook::default()) {
                piece.encode();
            }
            Ok(true)
        }
        Reader::Sequence => {
            let text = text();
            for delimiter in [';', '\t', ',', '/', '|'] {
                let mut tokens = split(delimiter, &text);
                let list: Vec<_> = tokens.by_ref().collect();
                if tokens.faithful() != (join(delimiter, list) == text) {
                    return Err("a faithful split is not joined back".to_owned());
                }
                let chain = split_chain(delimiter, &text, usize::MAX);
                if chain.faithful && join_chain(delimiter, &chain.links) != text {
                    return Err("a faithful chain is not joined back".to_owned());
                }
            }
            Leaf::decode(&text);
            Ok(true)
        }
        Reader::Board => Ok(Board::from_bytes(bytes.to_vec(), &limits).is_ok()),
        Reader::Veil => Ok(lift("x", bytes.to_vec()).is_ok()),
    }
}

fn play(saved: &SavedGame, guide: &Guide, limits: &Limits) -> Result<bool, String> {
    let Ok(tree) = Tree::decode(&saved.text, limits) else { return Ok(false) };
    if tree.encode() != saved.text {
        return Err("commands are written differently".to_owned());
    }
    let Ok(mut replay) = Replay::start(&tree, Some(guide), limits) else { return Ok(false) };
    let Ok(steps) = replay.finish() else { return Ok(false) };
    for step in &steps {
        for event in &step.events {
            event.readable();
        }
    }
    if GameSummary::of(saved, &tree, &replay, &steps, limits).is_err() {
        return Ok(false);
    }
    Tableau::of(&mut replay);
    Ok(true)
}
