//! Games played at other tables, retold as logs of VASSAL's: everything that reads, judges and shows logs takes them.
//!
//! A state or a trace of virtualtabletop, or a save of Tabletop Simulator, becomes a [`Story`]: what lay where, and step
//! by step who moved, turned, rolled or said what. [`tell`] then writes the story as the module of the game would have
//! logged it. Only games that Hexwright built for these tables can be read: their pieces carry the ids of the sources.

mod position;
mod room;
mod state;
mod story;
mod tell;
mod trace;
mod tts;

pub use position::{Left, position};
pub use story::{Act, Lying, Step, Story, Where};
pub use tell::{Told, tell};

use crate::input::read_named;
use crate::vassal::archive::{Archive, looks_like_zip};
use crate::vassal::{Limits, Unreadable};
use aho_corasick::AhoCorasick;
use std::path::Path;

/// What kind of file of another table it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A room of virtualtabletop as a file: zipped, or its state alone.
    State,
    /// What virtualtabletop traced of a game.
    Trace,
    /// A save of Tabletop Simulator.
    Save,
}

/// The largest file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// Whether a file is of another table, by its name: the content is looked at when it is read.
pub fn kind(path: &Path) -> Option<Kind> {
    let ending = path.extension()?.to_string_lossy().to_lowercase();
    match ending.as_str() {
        "vtt" => Some(Kind::State),
        "trace" => Some(Kind::Trace),
        "json" => {
            // What tells may stand anywhere in it.
            let text = read_named(path, MOST_BYTES).ok()?;
            let words = ["\"SaveName\"", "\"_meta\""];
            let found = AhoCorasick::new(words).ok()?.find(&text)?.pattern().as_usize();
            let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
            Some(match (found, first) {
                (0, _) => Kind::Save,
                (_, Some(b'[')) => Kind::Trace,
                _ => Kind::State,
            })
        }
        _ => None,
    }
}

/// Reads a file of another table.
pub fn read(path: &Path, limits: &Limits) -> Result<Story, Unreadable> {
    let limits = &limits.restarted();
    let within = |error: Unreadable| error.within(path.display());
    let most = MOST_BYTES.min(limits.entry_bytes);
    let bytes = read_named(path, most).map_err(|refused| {
        within(Unreadable::new("", format_args!("cannot be read ({refused})")))
    })?;
    read_bytes(kind(path).unwrap_or(Kind::State), bytes, limits).map_err(within)
}

/// Reads a file of another table that is in memory.
pub fn read_bytes(kind: Kind, bytes: Vec<u8>, limits: &Limits) -> Result<Story, Unreadable> {
    let story = match kind {
        Kind::Trace => trace::read(&text(bytes, limits)?, limits)?,
        Kind::Save => tts::read(&text(bytes, limits)?, limits)?,
        Kind::State if looks_like_zip(&bytes) => {
            let mut archive = Archive::from_bytes(bytes, limits)?;
            let rooms: Vec<String> = archive
                .names()
                .iter()
                .filter(|name| name.ends_with(".json") && !name.contains('/'))
                .cloned()
                .collect();
            let Some(first) = rooms.first() else {
                return Err(Unreadable::new("", "there is no room in this file").help(
                    "a room of virtualtabletop holds its variants as 0.json, 1.json and so on",
                ));
            };
            let mut story = state::read(&archive.read_text(first, limits)?)?;
            if rooms.len() > 1 {
                story
                    .notes
                    .push(format!("of {} variants in the file, {first} is read", rooms.len()));
            }
            story
        }
        Kind::State => state::read(&text(bytes, limits)?)?,
    };
    Limits::check("", "steps", story.steps.len() as u64, limits.commands as u64, "--max-commands")?;
    Ok(story)
}

fn text(bytes: Vec<u8>, limits: &Limits) -> Result<String, Unreadable> {
    limits.text("", bytes)
}

/// A mistake in a file that should be JSON.
fn broken(error: &serde_json::Error) -> Unreadable {
    Unreadable::new("", format_args!("not what the table writes ({error})"))
        .help("the file was cut short or damaged; save or download it again")
}

/// A file without the marks that Hexwright leaves in its rooms.
fn not_ours() -> Unreadable {
    Unreadable::new("", "nothing in it tells which game this is").help(
        "only tables that `hexwright build --target vtt` or `--target tts` made can be read back",
    )
}
