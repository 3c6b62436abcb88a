//! Reading source files: only inside the project, only text, only of sane size.

use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile};
use crate::input::{self, ProjectFolder, Refused};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use walkdir::WalkDir;

/// Largest source file that is read, in bytes.
pub const LARGEST_SOURCE: u64 = 64 << 20;

/// The files below a project root.
#[derive(Debug)]
pub(super) struct Files {
    root: ProjectFolder,
    /// Hashes of all that was read so far.
    seen: Mutex<BTreeMap<PathBuf, blake3::Hash>>,
}

impl Files {
    pub(super) fn new(root: &Path) -> Self {
        Files { root: ProjectFolder::new(root), seen: Mutex::default() }
    }

    /// Hash of all files that were read, by name; and of those that say nothing of counters or who stands where.
    pub(super) fn fingerprints(self) -> (blake3::Hash, blake3::Hash) {
        let (mut all, mut ground) = (blake3::Hasher::new(), blake3::Hasher::new());
        for (path, hash) in self.seen.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let moves = path.starts_with("counters") || path.starts_with("scenarios");
            let path = path.as_os_str().as_encoded_bytes();
            for hasher in
                [Some(&mut all), Some(&mut ground).filter(|_| !moves)].into_iter().flatten()
            {
                let length = (path.len() as u64).to_le_bytes();
                hasher.update(&length).update(path).update(hash.as_bytes());
            }
        }
        (all.finalize(), ground.finalize())
    }

    /// Whether the file is there and may be read.
    pub(super) fn exists(&self, path: &Path) -> bool {
        self.root.has(path)
    }

    /// Why a file that is there may not be read: a link out of the project, a pipe, a folder.
    pub(super) fn refused(&self, path: &Path) -> Option<Refused> {
        match self.root.locate(path) {
            Ok(real) if real.is_file() => None,
            Ok(real) => input::open_regular(&real).err(),
            Err(refused) if refused.is_missing() && !self.root.mentions(path) => None,
            Err(refused) => Some(refused),
        }
    }

    /// Files with that extension (`csv`, also `CSV`) below a folder, as people sort them: `S9` before `S10`.
    pub(super) fn list(&self, folder: &Path, extension: &str) -> Vec<PathBuf> {
        match self.root.locate(folder) {
            // What lies behind a link is not the project's; reading it says so.
            Err(Refused::LeadsOut) => return vec![folder.to_owned()],
            Err(_) => return Vec::new(),
            Ok(_) => {}
        }
        let root = self.root.path();
        WalkDir::new(root.join(folder))
            .max_depth(4)
            .sort_by(|a, b| by_number(a.file_name(), b.file_name()))
            .into_iter()
            .flatten()
            // Links and pipes too: what cannot be read is reported, not passed over.
            .filter(|entry| !entry.file_type().is_dir())
            .map(walkdir::DirEntry::into_path)
            .filter(|path| {
                path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
            })
            .filter_map(|path| path.strip_prefix(root).map(Path::to_owned).ok())
            .collect()
    }

    /// Reads a text file; a mistake is reported and gives `None`.
    pub(super) fn read(
        &self,
        path: &Path,
        diagnostics: &mut Diagnostics,
    ) -> Option<Arc<SourceFile>> {
        decode(path, self.bytes(path, diagnostics)?, diagnostics)
    }

    /// Reads any file; a mistake is reported and gives `None`.
    pub(super) fn bytes(&self, path: &Path, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
        match self.root.read(path, LARGEST_SOURCE) {
            Ok(bytes) => {
                let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.insert(path.to_owned(), blake3::hash(&bytes));
                drop(seen);
                Some(bytes)
            }
            Err(Refused::TooLarge(most)) => {
                let message =
                    format!("the file is larger than {most} bytes, the most that is read");
                diagnostics.push(Diagnostic::about("file-too-large", path, message));
                None
            }
            Err(refused) => {
                let message = format!("{} {refused}", path.display());
                diagnostics.push(Diagnostic::about("unreadable-file", path, message));
                None
            }
        }
    }
}

/// Compares names with the numbers in them as numbers; what is equal then, letter by letter.
fn by_number(a: &OsStr, b: &OsStr) -> Ordering {
    // Letters, and the number after them.
    let key = |name: &OsStr| {
        let mut parts: Vec<(String, u64)> = Vec::new();
        let mut after_letter = true;
        for c in name.to_string_lossy().chars() {
            let digit = c.to_digit(10).map(u64::from);
            if parts.is_empty() || (digit.is_none() && !after_letter) {
                parts.push((String::new(), 0));
            }
            after_letter = digit.is_none();
            let Some((letters, number)) = parts.last_mut() else { continue };
            match digit {
                Some(digit) => *number = number.saturating_mul(10).saturating_add(digit),
                None => letters.push(c),
            }
        }
        parts
    };
    key(a).cmp(&key(b)).then_with(|| a.cmp(b))
}

fn decode(path: &Path, bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> Option<Arc<SourceFile>> {
    let wide = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    match String::from_utf8(bytes) {
        Ok(text) => {
            let text = match text.strip_prefix('\u{FEFF}') {
                Some(rest) => rest.to_owned(),
                None => text,
            };
            Some(Arc::new(SourceFile { path: path.to_owned(), text, sheet: None }))
        }
        Err(error) if wide => {
            drop(error);
            diagnostics.push(
                Diagnostic::about("unreadable-encoding", path, "the file is UTF-16, not UTF-8")
                    .help("save it as UTF-8 (with or without a byte order mark)"),
            );
            None
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let byte = bytes.get(at).copied().unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let file = Arc::new(SourceFile { path: path.to_owned(), text, sheet: None });
            // The first undecodable byte became one replacement character of three bytes.
            let place = Place::new(&file, at..at + '\u{FFFD}'.len_utf8());
            diagnostics.push(
                Diagnostic::error(
                    "unreadable-encoding",
                    place,
                    format!("byte {byte:#04x} is not UTF-8"),
                )
                .help("the file looks like Windows-1252 or Latin-1; save it as UTF-8"),
            );
            None
        }
    }
}

/// The nearest folder with a `hexwright.toml`, from `start` upwards.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(start).ok()?;
    start.ancestors().find(|folder| folder.join("hexwright.toml").is_file()).map(Path::to_owned)
}

/// Whether an id can name files and folders on every system: never a path, never hidden, never a device.
pub fn is_file_name(id: &str) -> bool {
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let stem = id.split('.').next().unwrap_or_default().to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    !id.is_empty()
        && id.len() <= 100
        && id.chars().all(plain)
        && !id.starts_with('.')
        && !id.ends_with('.')
        && !DEVICES.contains(&stem.as_str())
        && !port.is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a path given in a source stays below the project root.
pub fn is_inside_project(path: &Path) -> bool {
    input::is_inside(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_dropped_and_latin_1_is_reported_where_it_stands() {
        let mut diagnostics = Diagnostics::default();
        let file = decode(Path::new("a.csv"), b"\xEF\xBB\xBFid\n".to_vec(), &mut diagnostics);
        assert_eq!(file.unwrap().text, "id\n");
        assert!(
            decode(Path::new("b.csv"), b"id\nM\xFCller\n".to_vec(), &mut diagnostics).is_none()
        );
        let found = diagnostics.sorted();
        assert_eq!(found[0].place.as_ref().map(Place::line_column), Some((2, 2)));
    }

    #[test]
    fn files_are_sorted_by_the_numbers_in_their_names() {
        let mut names = ["S10.toml", "S9.toml", "a.toml", "S9b.toml", "2.toml", "10.toml"];
        names.sort_by(|a, b| by_number(a.as_ref(), b.as_ref()));
        assert_eq!(names, ["2.toml", "10.toml", "S9.toml", "S9b.toml", "S10.toml", "a.toml"]);
    }

    #[test]
    fn ids_are_names_and_never_paths() {
        for id in ["bridgehead", "asl-sk2", "Kraków_1.2", "44"] {
            assert!(is_file_name(id), "{id}");
        }
        let long = "a".repeat(101);
        for id in [
            "", ".", "..", "/abs", "../x", "a/b", "a\\b", ".cache", "c:", "nul", "COM1.x", "a.",
            "a b", &long,
        ] {
            assert!(!is_file_name(id), "{id}");
        }
    }

    #[test]
    fn paths_that_leave_the_project_are_told_apart() {
        assert!(is_inside_project(Path::new("art/tank.png")));
        assert!(!is_inside_project(Path::new("../tank.png")));
        assert!(!is_inside_project(Path::new("/etc/passwd")));
    }
}
