//! The one door through which a project's files are read: regular files inside its folder, of sane size.
//!
//! A project may come from a stranger. A link in it may point at a private key, a pipe never ends, `/dev/zero`
//! neither: so every path is resolved before it is opened, and what is opened is looked at before it is read.

use std::fmt;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Why a file of a project is not read. The sentence follows the file's name.
#[derive(Debug)]
pub enum Refused {
    /// The path is absolute, or has `..` in it.
    Outside,
    /// A link on the way leads out of the project.
    LeadsOut,
    /// It is no regular file: a folder, a pipe, a device.
    NotAFile(&'static str),
    /// It is larger than what is read of its kind, in bytes.
    TooLarge(u64),
    /// It is not UTF-8.
    NotText,
    /// It cannot be opened or read.
    Unreadable(io::Error),
}

impl Refused {
    /// Whether there is nothing of that name at all.
    pub fn is_missing(&self) -> bool {
        matches!(self, Refused::Unreadable(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Outside => {
                f.write_str("must lie inside the project; write its path from the project's folder")
            }
            Refused::LeadsOut => f.write_str(
                "must lie inside the project, and this link leads out of it; copy the file into the project",
            ),
            Refused::NotAFile(kind) => write!(f, "is {kind}, not a file"),
            Refused::TooLarge(most) if *most >= 1 << 20 => {
                write!(f, "is larger than {} MiB", most >> 20)
            }
            Refused::TooLarge(most) => write!(f, "is larger than {most} bytes"),
            Refused::NotText => f.write_str("is not UTF-8 text"),
            Refused::Unreadable(error) => write!(f, "cannot be read: {error}"),
        }
    }
}

impl std::error::Error for Refused {}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Refused::Unreadable(error)
    }
}

/// A project's folder, as the place its files are read from.
#[derive(Debug, Clone)]
pub struct ProjectFolder {
    named: PathBuf,
    /// Without links, so that a file can be compared with it; as it was named if it does not exist.
    real: PathBuf,
}

impl ProjectFolder {
    /// The folder of that name. A link is followed here: the user named it.
    pub fn new(root: &Path) -> Self {
        let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        ProjectFolder { named: root.to_owned(), real }
    }

    /// As the user named it.
    pub fn path(&self) -> &Path {
        &self.named
    }

    /// Where a file or folder of the project really lies.
    pub fn locate(&self, path: &Path) -> Result<PathBuf, Refused> {
        if !is_inside(path) {
            return Err(Refused::Outside);
        }
        let real = self.named.join(path).canonicalize()?;
        if real.starts_with(&self.real) { Ok(real) } else { Err(Refused::LeadsOut) }
    }

    /// Whether the project has this file and it may be read.
    pub fn has(&self, file: &Path) -> bool {
        self.locate(file).is_ok_and(|real| real.is_file())
    }

    /// Whether something of that name is there, readable or not.
    pub fn mentions(&self, file: &Path) -> bool {
        is_inside(file) && self.named.join(file).symlink_metadata().is_ok()
    }

    /// The bytes of a file, at most so many.
    pub fn read(&self, file: &Path, most: u64) -> Result<Vec<u8>, Refused> {
        read_file(&self.locate(file)?, most)
    }

    /// The text of a file, at most so many bytes.
    pub fn read_text(&self, file: &Path, most: u64) -> Result<String, Refused> {
        String::from_utf8(self.read(file, most)?).map_err(|_| Refused::NotText)
    }

    /// The names of what lies directly in a folder; none if there is no such folder.
    pub fn names(&self, folder: &Path) -> Result<Vec<String>, Refused> {
        let real = match self.locate(folder) {
            Err(refused) if refused.is_missing() => return Ok(Vec::new()),
            located => located?,
        };
        let mut names = Vec::new();
        for entry in std::fs::read_dir(real)? {
            names.extend(entry?.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }
}

/// Whether a path stays below the folder that it starts from, as far as its words tell.
pub fn is_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// Reads a file that the user named on the command line, at most so many bytes. Pipes are welcome: the user may
/// have made one.
pub fn read_named(file: &Path, most: u64) -> Result<Vec<u8>, Refused> {
    read_opened(File::open(file)?, most)
}

/// Reads a regular file that is no link, at most so many bytes.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, Refused> {
    read_opened(open_regular(path)?, most)
}

/// Opens a regular file; the path itself must not be a link.
pub fn open_regular(path: &Path) -> Result<File, Refused> {
    // Looked at first, because opening alone may already wait or rewind a tape.
    regular(&path.symlink_metadata()?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    no_surprises(&mut options);
    let file = options.open(path)?;
    // Looked at again: it may have been exchanged since.
    regular(&file.metadata()?)?;
    Ok(file)
}

/// What opening must neither follow nor wait for.
#[cfg(unix)]
pub(crate) fn no_surprises(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
}

#[cfg(not(unix))]
pub(crate) fn no_surprises(_: &mut OpenOptions) {}

fn regular(data: &Metadata) -> Result<(), Refused> {
    let kind = data.file_type();
    match () {
        () if kind.is_file() => Ok(()),
        () if kind.is_dir() => Err(Refused::NotAFile("a folder")),
        () if kind.is_symlink() => Err(Refused::NotAFile("a link")),
        () => Err(Refused::NotAFile("a pipe or a device")),
    }
}

/// The length that a file tells is a hint only: files under `/proc` tell none, and others grow.
fn read_opened(file: File, most: u64) -> Result<Vec<u8>, Refused> {
    if file.metadata()?.len() > most {
        return Err(Refused::TooLarge(most));
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(Refused::TooLarge(most)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_inside_are_read_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        std::fs::write(root.join("own"), "own").unwrap();
        let project = ProjectFolder::new(&root);
        assert_eq!(project.read(Path::new("own"), 3).unwrap(), b"own");
        assert!(matches!(project.read(Path::new("own"), 2), Err(Refused::TooLarge(2))));
        assert!(matches!(project.read(Path::new("../secret"), 9), Err(Refused::Outside)));
        assert!(matches!(project.read(&folder.path().join("secret"), 9), Err(Refused::Outside)));
        assert!(matches!(project.read(Path::new("."), 9), Err(Refused::NotAFile("a folder"))));
        assert!(project.read(Path::new("none"), 9).unwrap_err().is_missing());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_may_stay_inside_and_not_lead_out() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        std::fs::write(root.join("own"), "own").unwrap();
        symlink(root.join("own"), root.join("in")).unwrap();
        symlink(folder.path().join("secret"), root.join("out")).unwrap();
        symlink(folder.path(), root.join("up")).unwrap();
        symlink("/dev/zero", root.join("zero")).unwrap();
        // The user's own way to the project may be a link.
        symlink(&root, folder.path().join("shortcut")).unwrap();
        for named in [root.clone(), folder.path().join("shortcut")] {
            let project = ProjectFolder::new(&named);
            assert_eq!(project.read(Path::new("in"), 9).unwrap(), b"own");
            for out in ["out", "up/secret", "zero"] {
                let refused = project.read(Path::new(out), 9);
                assert!(matches!(refused, Err(Refused::LeadsOut)), "{out}: {refused:?}");
            }
        }
    }
}
