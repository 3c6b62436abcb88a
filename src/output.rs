//! Writing files whole or not at all.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file through a temporary one beside it, so that readers see the old or
/// the new content and never half of it. Missing folders are made.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let told =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    std::fs::create_dir_all(folder).map_err(told)?;
    let mut file =
        tempfile::Builder::new().prefix(".hexwright-").tempfile_in(folder).map_err(told)?;
    file.write_all(bytes).map_err(told)?;
    readable_by_all(file.as_file()).map_err(told)?;
    file.persist(path).map_err(|error| told(error.error))?;
    Ok(())
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
}
