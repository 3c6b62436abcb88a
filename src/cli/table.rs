//! `hexwright build` for tables other than VASSAL's, and `hexwright check` of their files.

use super::check::counted;
use super::sheets::with_progress;
use super::site::Site;
use super::{Console, Exit, Failure, Outcome};
use crate::input::read_named;
use crate::model::Game;
use crate::module::error::ModuleError;
use crate::module::table::gallery::ModuleRequest;
use crate::module::{TableOrder, TableWriter, WRITERS};
use crate::output::{Ledger, Written};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The largest file that is checked.
const MOST: u64 = 1 << 30;

/// Options of tables.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Tabletop Simulator")]
pub struct TableArgs {
    /// The address below which the pictures will be found; without it they are files of this machine
    #[arg(long, value_name = "URL")]
    images_at: Option<String>,
}

/// Writes a game for a table and returns the files written.
pub fn make(
    writer: &dyn TableWriter,
    game: &Game,
    args: &TableArgs,
    site: Site<'_>,
    console: &Console,
) -> Result<Vec<PathBuf>, Failure> {
    let request = ModuleRequest {
        project_root: Some(site.root.to_owned()),
        ground: Some(site.ground),
        cache: site.cache.to_owned(),
    };
    let images_at = match &args.images_at {
        Some(address) => address.clone(),
        None => local(&site.folder.join(writer.word()).join("images")),
    };
    let built = with_progress(console, |progress| {
        writer.write(&TableOrder {
            game,
            request: &request,
            images_at: &images_at,
            position: None,
            progress,
        })
    })?;
    super::looks::tell(&built.looks, console);
    let mut ledger = Ledger::open(site.folder, site.cache, writer.word(), site.force);
    let mut files = Vec::new();
    for (name, bytes) in &built.files {
        // What its program would refuse is no use to anybody.
        if let Some(wrong) = writer.check(name, bytes).filter(|wrong| !wrong.is_empty()) {
            return Err(Failure::new(format_args!("{name}: {}", wrong.join("; ")))
                .help("this is a mistake of Hexwright; please report it"));
        }
        let written = ledger.write(name, &blake3::hash(bytes), bytes).map_err(ModuleError::from)?;
        if written != Written::Unchanged && !name.contains("/images/") {
            files.push(site.folder.join(name));
        }
    }
    for file in ledger.close().map_err(ModuleError::from)? {
        console.note(format_args!("removed {}", file.display()));
    }
    for note in &built.notes {
        console.note(note);
    }
    console.note(format_args!("{} ({}) cannot show or do:", game.title, writer.word()));
    for loss in writer.losses(game) {
        console.note(format_args!("  {loss}"));
    }
    Ok(files)
}

/// A folder of this machine as an address.
pub(super) fn local(folder: &Path) -> String {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let path = whole.to_string_lossy().replace('\\', "/");
    format!("file:///{}", path.trim_start_matches('/'))
}

/// Checks a file of a table; none when it is of none.
pub(super) fn check(path: &Path, json: bool, console: &Console) -> Option<Outcome> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let ours = [".vtt", ".ztb", ".pcio", ".json"].iter().any(|end| name.ends_with(end));
    if !ours {
        return None;
    }
    let bytes = match read_named(path, MOST) {
        Ok(bytes) => bytes,
        Err(refused) => {
            let failure = Failure::new(format_args!("{}: {refused:?}", path.display()));
            return Some(Err(failure));
        }
    };
    let found = WRITERS.iter().find_map(|writer| writer.check(&name, &bytes));
    let Some(wrong) = found else {
        return Some(Err(Failure::new(format_args!("{}: no file of a table", path.display()))));
    };
    if json {
        let document =
            json!({ "file": path.display().to_string(), "errors": wrong.len(), "mistakes": wrong });
        console.say(format_args!("{document:#}"));
    } else {
        wrong.iter().for_each(|what| console.say(crate::diagnostic::on_one_line(what)));
        console.say(match wrong.len() {
            0 => "no mistakes found".to_owned(),
            count => counted(count, "mistake"),
        });
    }
    Some(Ok(if wrong.is_empty() { Exit::Fine } else { Exit::Findings }))
}
