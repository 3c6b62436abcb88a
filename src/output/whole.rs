//! A file written whole or not at all.

use std::io::{self, Write};
use std::path::Path;

/// How names of unfinished files start: six letters or digits follow.
const UNFINISHED: &str = ".hexwright-";

/// Whether a name is one that unfinished files and folders have, and nothing else.
pub(super) fn is_unfinished(name: &str) -> bool {
    name.strip_prefix(UNFINISHED).is_some_and(|rest| {
        rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// A name for something unfinished that nothing else has.
pub(super) fn unfinished_name() -> io::Result<String> {
    let mut bytes = [0; 3];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let [a, b, c] = bytes;
    Ok(format!("{UNFINISHED}{a:02x}{b:02x}{c:02x}"))
}

/// An error with the file it is about.
pub(super) fn about(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a file through a temporary one beside it, so that readers see the old or
/// the new content and never half of it. Missing folders are made.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let told = about(path);
    std::fs::create_dir_all(folder).map_err(&told)?;
    let mut file =
        tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder).map_err(&told)?;
    file.write_all(bytes).map_err(&told)?;
    readable_by_all(file.as_file()).map_err(&told)?;
    file.persist(path).map_err(|error| told(error.error))?;
    Ok(())
}

/// Makes the folder that the user named for several files, with those above it.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder).map_err(about(folder))
}

/// Temporary files are private; what a build writes is for everyone who may see its folder.
#[cfg(unix)]
fn readable_by_all(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/file.txt");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn only_names_of_unfinished_files_are_taken_for_them() {
        assert!(is_unfinished(".hexwright-a1B2c3"));
        assert!(is_unfinished(&unfinished_name().unwrap()));
        for name in [".hexwright", ".hexwright-", ".hexwright-notes.txt", "hexwright-a1b2c3"] {
            assert!(!is_unfinished(name), "{name}");
        }
    }
}
