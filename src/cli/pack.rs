//! `hexwright pack`: a module from the folder that `extract` made.

use super::extract::{ARCHIVE, BUILD, LAYOUT, MANIFEST, Manifest};
use super::out::ForceArgs;
use super::{Console, Exit, Failure, Outcome};
use crate::input::ProjectFolder;
use crate::vassal::archive::pack;
use crate::vassal::build::Element;
use crate::vassal::folder::fold;
use crate::vassal::{Limits, Unreadable};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// The largest file that goes into a module, in bytes.
const LARGEST: u64 = 256 << 20;

/// Put a module together from the folder that `hexwright extract` made
///
/// The same folder gives the same bytes on any machine. Files added to archive/ go in too.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder
    folder: PathBuf,
    /// The module to write
    file: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
}

/// Puts a module together.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let folder = ProjectFolder::new(&args.folder);
    let manifest = manifest(&folder)?;
    let build = args.folder.join(BUILD);
    let limits = Limits::default();
    // What is there and may not be read is another mistake than what is missing.
    let refused = RefCell::new(None);
    let read = |name: &str| {
        let file = Path::new(BUILD).join(name);
        folder.read_text(&file, LARGEST).map_err(|why| refused.replace(Some((file, why)))).ok()
    };
    let text = fold(&read, limits.nesting).map_err(|error| match refused.take() {
        Some((file, why)) if !why.is_missing() => {
            Failure::new(format_args!("{}: {why}", args.folder.join(file).display()))
        }
        _ => error.within(build.display()).into(),
    })?;
    Element::parse(&manifest.build_file, &text, &limits)?;
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    for name in names(&args.folder, &manifest)? {
        let bytes = if name == manifest.build_file {
            text.clone().into_bytes()
        } else if name.ends_with(['/', '\\']) {
            Vec::new()
        } else {
            let path = Path::new(ARCHIVE).join(name.replace('\\', "/"));
            folder.read(&path, LARGEST).map_err(|error| {
                Failure::new(format_args!("{}: {error}", args.folder.join(path).display()))
                    .help(format_args!("take {name:?} out of {MANIFEST} if it is no longer wanted"))
            })?
        };
        entries.push((name, bytes));
    }
    let bytes = pack(entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))
        .map_err(|error: Unreadable| error.within(args.file.display()))?;
    args.force.write(&args.file, &bytes)?;
    console.note(format_args!(
        "{}: {} entries, {} kB",
        args.file.display(),
        entries.len(),
        bytes.len() / 1000
    ));
    Ok(Exit::Fine)
}

fn manifest(folder: &ProjectFolder) -> Result<Manifest, Failure> {
    let path = folder.path().join(MANIFEST);
    let text = folder.read_text(Path::new(MANIFEST), LARGEST).map_err(|error| {
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
