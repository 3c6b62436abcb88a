//! `hexwright pack`: a module from the folder that `extract` made.

use super::extract::{ARCHIVE, BUILD, LAYOUT, MANIFEST, Manifest};
use super::{Console, Exit, Failure, Outcome};
use crate::output::write_whole;
use crate::vassal::archive::pack;
use crate::vassal::build::Element;
use crate::vassal::folder::fold;
use crate::vassal::{Limits, Unreadable};
use std::path::{Path, PathBuf};

/// Put a module together from the folder that `hexwright extract` made
///
/// The same folder gives the same bytes on any machine. Files added to archive/ go in too.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder
    folder: PathBuf,
    /// The module to write
    file: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Puts a module together.
pub fn run(args: &Args, console: &Console) -> Outcome {
    if args.file.exists() && !args.force {
        return Err(Failure::new(format_args!("{} exists", args.file.display()))
            .help("--force replaces it"));
    }
    let manifest = manifest(&args.folder)?;
    let build = args.folder.join(BUILD);
    let read = |name: &str| std::fs::read_to_string(build.join(name)).ok();
    let limits = Limits::default();
    let text = fold(&read, limits.nesting).map_err(|error| error.within(build.display()))?;
    Element::parse(&manifest.build_file, &text, &limits)?;
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    for name in names(&args.folder, &manifest)? {
        let bytes = if name == manifest.build_file {
            text.clone().into_bytes()
        } else if name.ends_with(['/', '\\']) {
            Vec::new()
        } else {
            let path = args.folder.join(ARCHIVE).join(name.replace('\\', "/"));
            std::fs::read(&path).map_err(|error| {
                Failure::new(format_args!("{}: {error}", path.display()))
                    .help(format_args!("take {name:?} out of {MANIFEST} if it is no longer wanted"))
            })?
        };
        entries.push((name, bytes));
    }
    let bytes = pack(entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))
        .map_err(|error: Unreadable| error.within(args.file.display()))?;
    write_whole(&args.file, &bytes)?;
    console.note(format_args!(
        "{}: {} entries, {} kB",
        args.file.display(),
        entries.len(),
        bytes.len() / 1000
    ));
    Ok(Exit::Fine)
}

fn manifest(folder: &Path) -> Result<Manifest, Failure> {
    let path = folder.join(MANIFEST);
    let text = std::fs::read_to_string(&path).map_err(|error| {
        Failure::new(format_args!("{}: {error}", path.display()))
            .help("`hexwright extract` makes such a folder from a module")
    })?;
    let manifest: Manifest = serde_json::from_str(&text)
        .map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))?;
    if manifest.layout != LAYOUT {
        return Err(Failure::new(format_args!(
            "{}: layout {} is not known here",
            path.display(),
            manifest.layout
        ))
        .help("it was made by another version of hexwright"));
    }
    Ok(manifest)
}

/// The entries of the manifest, and after them whatever else lies in the archive's folder.
fn names(folder: &Path, manifest: &Manifest) -> Result<Vec<String>, Failure> {
    let mut names = manifest.entries.clone();
    let known: std::collections::HashSet<String> =
        names.iter().map(|name| name.replace('\\', "/")).collect();
    let root = folder.join(ARCHIVE);
    if root.is_dir() {
        for entry in walkdir::WalkDir::new(&root).sort_by_file_name() {
            let entry = entry.map_err(Failure::new)?;
            let Ok(inside) = entry.path().strip_prefix(&root) else { continue };
            let parts: Vec<_> =
                inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            let name = parts.join("/");
            if entry.file_type().is_file() && !known.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(names)
}
