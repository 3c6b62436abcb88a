//! Where outputs lie: resolved once, against the one folder that the user named, links included.

use super::{OutputError, write_whole};
use std::path::{Component, Path, PathBuf};

/// The folders of one game's build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grounds {
    /// Where its outputs go.
    pub folder: PathBuf,
    /// Where ledgers and drawings are kept for the next build.
    pub cache: PathBuf,
}

impl Grounds {
    /// The folders of a game in a project. `output` is what the project says, below its root; `out` and `cache`
    /// are what the user said, and may lie anywhere.
    pub fn of(
        (root, output): (&Path, &Path),
        (out, cache): (Option<&Path>, Option<&Path>),
        game: &str,
    ) -> Result<Self, OutputError> {
        let game = Path::new(game);
        let out = match out {
            Some(named) => named.to_owned(),
            None => folder_below(root, output)?,
        };
        let cache = match cache {
            Some(named) => named.to_owned(),
            None => folder_below(&out, Path::new(".cache"))?,
        };
        Ok(Grounds { folder: folder_below(&out, game)?, cache: folder_below(&cache, game)? })
    }
}

/// A file of that name below a folder: the name is plain, and no folder on the way is a link.
pub fn below(folder: &Path, name: &Path) -> Result<PathBuf, OutputError> {
    let path = folder_below(folder, name.parent().unwrap_or(Path::new("")))?;
    let plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    match name.file_name() {
        Some(last) if plain => Ok(path.join(last)),
        _ => Err(outside(name)),
    }
}

/// A folder below a folder, there or to be made; like [`below`], and no link itself.
fn folder_below(folder: &Path, name: &Path) -> Result<PathBuf, OutputError> {
    let mut path = folder.to_owned();
    for part in name.components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => continue,
            _ => return Err(outside(name)),
        }
        // What is not there yet will be made, as a folder.
        if path.symlink_metadata().is_ok_and(|there| !there.is_dir()) {
            return Err(OutputError::NoFolder(path));
        }
    }
    Ok(path)
}

fn outside(name: &Path) -> OutputError {
    OutputError::Outside(name.display().to_string())
}

/// Writes a file that Hexwright keeps in a project, whole or not at all.
pub fn write_below(folder: &Path, name: &Path, bytes: &[u8]) -> Result<PathBuf, OutputError> {
    let path = below(folder, name)?;
    write_whole(&path, bytes)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_its_folder() {
        let folder = Path::new("/somewhere");
        for name in ["../a", "/a", "a/../../b", "", ".", "..", "a/..", "./a"] {
            let refused = below(folder, Path::new(name));
            assert!(matches!(refused, Err(OutputError::Outside(_))), "{name}: {refused:?}");
        }
        assert_eq!(below(folder, Path::new("a/b")).unwrap(), folder.join("a/b"));
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_but_the_one_the_user_named() {
        let root = tempfile::tempdir().unwrap();
        let (project, away) = (root.path().join("project"), root.path().join("away"));
        std::fs::create_dir(&project).unwrap();
        std::fs::create_dir(&away).unwrap();
        std::os::unix::fs::symlink(&away, project.join("build")).unwrap();
        let of = |out| Grounds::of((&project, Path::new("build")), (out, None), "game");
        assert!(matches!(of(None), Err(OutputError::NoFolder(_))));
        let named = project.join("build");
        assert_eq!(of(Some(&named)).unwrap().folder, named.join("game"));
    }
}
