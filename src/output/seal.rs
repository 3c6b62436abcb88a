//! What is kept for the next run, sealed with a key that never leaves this machine.
//!
//! A project comes with everything in its folders, caches included, and a cache says what an output looks like.
//! So whatever a run keeps carries a hash that only this user on this machine can make; anything else is as good
//! as missing. Without a place for the key nothing is believed, and builds are merely slower.

use super::write_whole;
use crate::input::{self, open_regular};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The largest file that is taken back, in bytes.
const LARGEST: u64 = 2 << 30;
/// What a file that nobody vouches for yet may cost in memory; larger ones are read twice.
const HELD: u64 = 64 << 20;

/// A hash of a text that only this machine can make; `kind` keeps one use from passing for another.
pub(super) fn seal(kind: &str, body: &[u8]) -> String {
    let mut hasher = hasher(kind);
    hasher.update(body);
    hasher.finalize().to_hex().to_string()
}

fn hasher(kind: &str) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new_keyed(key());
    hasher.update(&(kind.len() as u64).to_le_bytes());
    hasher.update(kind.as_bytes());
    hasher
}

fn head(kind: &str, seal: &str) -> String {
    format!("hexwright {kind} {seal}\n")
}

/// Keeps bytes in a file for later runs on this machine.
pub fn keep(path: &Path, kind: &str, body: &[u8]) -> io::Result<()> {
    let mut bytes = head(kind, &seal(kind, body)).into_bytes();
    bytes.extend_from_slice(body);
    write_whole(path, &bytes)
}

/// What [`keep`] put there on this machine; nothing if anybody else wrote or changed it.
pub fn recall(path: &Path, kind: &str) -> Option<Vec<u8>> {
    let file = open_regular(path).ok()?;
    let length = file.metadata().ok()?.len();
    if length > LARGEST {
        return None;
    }
    let mut file = BufReader::new(file);
    let mut first = Vec::new();
    file.by_ref().take(200).read_until(b'\n', &mut first).ok()?;
    let mut hasher = hasher(kind);
    let held = length <= HELD;
    let mut body = Vec::new();
    if held {
        body.reserve_exact(usize::try_from(length).ok()?);
        file.by_ref().take(HELD).read_to_end(&mut body).ok()?;
        hasher.update(&body);
    } else {
        // Hashed before it is held: a stranger's file costs no memory.
        io::copy(&mut file, &mut hasher).ok()?;
    }
    let sealed = head(kind, hasher.finalize().to_hex().as_str());
    if first != sealed.as_bytes() {
        return None;
    }
    if !held {
        file.seek(SeekFrom::Start(first.len() as u64)).ok()?;
        body.reserve_exact(usize::try_from(length).ok()?);
        file.read_to_end(&mut body).ok()?;
    }
    Some(body)
}

/// Where Hexwright keeps what belongs to this user on this machine, if there is such a place.
pub(super) fn state_folder() -> Option<PathBuf> {
    let named = |variable: &str| {
        std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
    };
    let base = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        named("XDG_STATE_HOME").or_else(|| Some(named("HOME")?.join(".local/state")))
    };
    Some(base?.join("hexwright"))
}

fn key() -> &'static [u8; 32] {
    static KEY: OnceLock<[u8; 32]> = OnceLock::new();
    KEY.get_or_init(|| {
        let kept = state_folder().and_then(|folder| machine_key(&folder.join("key")).ok());
        kept.or_else(|| fresh().ok()).unwrap_or_else(|| {
            // Even without a source of chance no two runs may believe each other.
            let now = std::time::SystemTime::now();
            *blake3::hash(format!("{now:?} {}", std::process::id()).as_bytes()).as_bytes()
        })
    })
}

fn fresh() -> io::Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    Ok(key)
}

/// The key in a file, made if there is none. Two runs that make one at the same time agree on the first.
fn machine_key(path: &Path) -> io::Result<[u8; 32]> {
    for _ in 0..3 {
        if let Ok(key) = read_key(path) {
            return Ok(key);
        }
        let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
        std::fs::create_dir_all(folder)?;
        // Temporary files are readable by their owner alone, as a key should be.
        let mut file = tempfile::Builder::new().prefix(".hexwright-").tempfile_in(folder)?;
        file.write_all(&fresh()?)?;
        match file.persist_noclobber(path) {
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                // Somebody was faster; or the file is damaged, and then no use to anybody.
                if read_key(path).is_err() {
                    std::fs::remove_file(path)?;
                }
            }
            persisted => drop(persisted.map_err(|error| error.error)?),
        }
    }
    read_key(path)
}

fn read_key(path: &Path) -> io::Result<[u8; 32]> {
    let mut file: File = open_regular(path).map_err(|refused| match refused {
        input::Refused::Unreadable(error) => error,
        other => io::Error::other(other),
    })?;
    let mut key = [0; 32];
    file.read_exact(&mut key)?;
    if file.read(&mut [0])? == 0 { Ok(key) } else { Err(io::ErrorKind::InvalidData.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_comes_back_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        assert_eq!(recall(&path, "faces"), None);
        keep(&path, "faces", b"one\ntwo").unwrap();
        assert_eq!(recall(&path, "faces").as_deref(), Some(&b"one\ntwo"[..]));
        assert_eq!(recall(&path, "pictures"), None);
        let good = std::fs::read(&path).unwrap();
        let mut longer = good.clone();
        longer.push(b'!');
        // A hash that anybody can make vouches for nothing.
        let anybody = format!("hexwright faces {}\none", blake3::hash(b"one").to_hex());
        for bad in [&good[..good.len() - 1], &longer, anybody.as_bytes(), b""] {
            std::fs::write(&path, bad).unwrap();
            assert_eq!(recall(&path, "faces"), None);
        }
    }

    #[test]
    fn a_key_is_made_once_and_a_damaged_one_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/key");
        let key = machine_key(&path).unwrap();
        assert_eq!(machine_key(&path).unwrap(), key);
        std::fs::write(&path, "short").unwrap();
        assert_ne!(machine_key(&path).unwrap(), key);
    }
}
