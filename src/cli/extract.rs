//! `hexwright extract`: a module as a folder that can live in version control.

use super::limits::{LimitArgs, open_module};
use super::{Console, Exit, Failure, Outcome};
use crate::output::{OutputError, Stage};
use crate::vassal::ModuleFile;
use crate::vassal::folder::{fold, unfold};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Take a module or extension apart into a folder that can live in version control
///
/// One file for each piece and component; `hexwright pack` puts the same module together again.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  hexwright extract game.vmod game/\n  hexwright pack game/ game.vmod"
)]
pub struct Args {
    /// The module or extension
    file: PathBuf,
    /// The folder to write; it must not exist or be empty
    folder: PathBuf,
    /// Replace what an earlier extract wrote there
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What `pack` needs to know beside the files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The version of this layout.
    pub layout: u32,
    /// The build file's name in the archive.
    pub build_file: String,
    /// All entries of the archive, in order.
    pub entries: Vec<String>,
}

pub(super) const MANIFEST: &str = "hexwright-module.json";
pub(super) const LAYOUT: u32 = 1;
pub(super) const BUILD: &str = "build";
pub(super) const ARCHIVE: &str = "archive";

/// Takes a module apart.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let limits = args.limits.limits();
    let mut module = open_module(&args.file, &limits)?;
    let (stage, replaced) = room(&args.folder, args.replace)?;
    let files = unfold(&module.build_text, &module.build);
    let entries = module.archive.iter().flat_map(|archive| archive.names());
    shallow(files.iter().map(|(name, _)| name).chain(entries))?;
    check(&module, &files, limits.nesting)?;
    for (name, text) in &files {
        stage.write(Path::new(BUILD).join(name), text.as_bytes())?;
    }
    let mut entries = vec![module.build_name.clone()];
    if let Some(archive) = &mut module.archive {
        entries = archive.names().to_vec();
        for name in entries.iter().filter(|name| **name != module.build_name) {
            let path = Path::new(ARCHIVE).join(name.replace('\\', "/"));
            if name.ends_with(['/', '\\']) {
                stage.folder(&path)?;
                continue;
            }
            let bytes = archive
                .read(name, &limits.restarted())
                .map_err(|error| error.within(args.file.display()))?;
            stage.write(&path, &bytes)?;
        }
    }
    let manifest = Manifest { layout: LAYOUT, build_file: module.build_name.clone(), entries };
    let json = serde_json::to_string_pretty(&manifest).map_err(Failure::new)? + "\n";
    stage.write(MANIFEST, json.as_bytes())?;
    stage.finish(replaced)?;
    let others = manifest.entries.len() - 1;
    console.note(format_args!(
        "{}: {} components and pieces in {BUILD}/, {others} other files in {ARCHIVE}/",
        args.folder.display(),
        files.len()
    ));
    Ok(Exit::Fine)
}

/// How deep folders may lie inside each other, and how long a path may be: deeper trees are hard to remove again.
const MOST_FOLDERS: usize = 64;
const LONGEST_PATH: usize = 1000;

/// No file may lie too deep.
fn shallow<'n>(names: impl Iterator<Item = &'n String>) -> Result<(), Failure> {
    for name in names {
        let folders = name.matches(['/', '\\']).count();
        if folders > MOST_FOLDERS || name.len() > LONGEST_PATH {
            let begin: String = name.chars().take(60).collect();
            return Err(Failure::new(format_args!(
                "`{begin}…` would lie {folders} folders deep, at a path of {} letters; \
                 the most is {MOST_FOLDERS} folders and {LONGEST_PATH} letters",
                name.len()
            ))
            .help("no module that was made by hand is like this; nothing was written"));
        }
    }
    Ok(())
}

/// Writing is only begun when what is written leads back to the same build file.
fn check(module: &ModuleFile, files: &[(String, String)], deepest: usize) -> Result<(), Failure> {
    let by_name: BTreeMap<&str, &str> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folded = fold(&|name| by_name.get(name).map(|text| (*text).to_owned()), deepest)?;
    if folded != module.build_text {
        return Err(Failure::new("this build file cannot be taken apart without changing it")
            .help("please report this with the module's name"));
    }
    Ok(())
}

/// Where the files go, and what of an earlier extract they take the place of.
fn room(folder: &Path, replace: bool) -> Result<(Stage, &'static [&'static str]), Failure> {
    let extracted = folder.join(MANIFEST).is_file();
    if replace && extracted {
        return Ok((Stage::over(folder)?, &[BUILD, ARCHIVE, MANIFEST]));
    }
    match Stage::new(folder) {
        Err(error @ OutputError::Occupied(_)) if extracted => Err(Failure::new(error).help(
            "--replace writes it anew; what you changed in build/ and archive/ is then lost",
        )),
        stage => Ok((stage?, &[])),
    }
}
