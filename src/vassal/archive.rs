//! The zip files that modules, extensions, saves and logs are.
//!
//! Nothing here trusts what an archive says about itself: names that would
//! leave a folder, repeated names, and sizes that are not what was declared
//! are refused with the entry's name.

use super::error::{Result, Unreadable};
use super::limits::Limits;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;
use zip::ZipArchive;

/// Something to read an archive from.
trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// An open archive.
pub struct Archive {
    zip: ZipArchive<Box<dyn Source>>,
    index: BTreeMap<String, usize>,
    order: Vec<String>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("entries", &self.order.len()).finish_non_exhaustive()
    }
}

/// Whether these first bytes are those of a zip file.
pub fn looks_like_zip(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06")
}

impl Archive {
    /// Opens an archive on disk; entries are read only when asked for.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self> {
        let file = File::open(path).map_err(|error| Unreadable::new("", error))?;
        Self::index(Box::new(BufReader::new(file)), limits)
    }

    /// Opens an archive in memory.
    pub fn from_bytes(bytes: Vec<u8>, limits: &Limits) -> Result<Self> {
        Self::index(Box::new(Cursor::new(bytes)), limits)
    }

    fn index(mut source: Box<dyn Source>, limits: &Limits) -> Result<Self> {
        let size = source.seek(SeekFrom::End(0)).map_err(|error| Unreadable::new("", error))?;
        let zip = ZipArchive::new(source).map_err(|error| {
            Unreadable::new("", format_args!("not a complete zip archive ({error})"))
                .help("the file was cut short or damaged; ask for it again")
        })?;
        Limits::check(
            "",
            "entries in the archive",
            zip.len() as u64,
            limits.entries as u64,
            "--max-entries",
        )?;
        let mut index = BTreeMap::new();
        let mut order = Vec::with_capacity(zip.len());
        let (mut declared, mut packed) = (0u64, 0u64);
        for position in 0..zip.len() {
            let entry = zip.by_index_data(position).map_err(|error| Unreadable::new("", error))?;
            let name = entry.name().map_err(|error| Unreadable::new("", error))?.into_owned();
            check_name(&name)?;
            declared = declared.saturating_add(entry.size());
            packed = packed.saturating_add(entry.compressed_size());
            if index.insert(name.clone(), position).is_some() {
                return Err(Unreadable::new(&name, "the archive holds this entry twice"));
            }
            order.push(name);
        }
        if packed > size {
            return Err(Unreadable::new("", "entries of the archive lie over each other").help(
                "such an archive unpacks to far more than it holds; do not trust this file",
            ));
        }
        if zip.has_duplicate_names() {
            return Err(Unreadable::new("", "the archive holds two entries of the same name")
                .help("which one counts depends on who reads it; pack the archive anew"));
        }
        Limits::check(
            "",
            "bytes declared in the archive",
            declared,
            limits.total_bytes,
            "--max-total-bytes",
        )?;
        Ok(Archive { zip, index, order })
    }

    /// The names of all entries, in the archive's order.
    pub fn names(&self) -> &[String] {
        &self.order
    }

    /// Whether there is an entry of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    /// How large an entry says it is.
    pub fn declared_size(&self, name: &str) -> Option<u64> {
        self.zip.by_index_data(*self.index.get(name)?).ok().map(|entry| entry.size())
    }

    /// The check sum that the archive states for an entry: equal for equal contents.
    pub fn checksum(&self, name: &str) -> Option<u32> {
        self.zip.by_index_data(*self.index.get(name)?).ok().map(|entry| entry.crc32())
    }

    /// Reads an entry whole.
    pub fn read(&mut self, name: &str, limits: &Limits) -> Result<Vec<u8>> {
        let Some(&position) = self.index.get(name) else {
            return Err(Unreadable::new(name, "no such entry in the archive"));
        };
        limits.check_time(name)?;
        let entry = self.zip.by_index(position).map_err(|error| Unreadable::new(name, error))?;
        Limits::check(name, "bytes", entry.size(), limits.entry_bytes, "--max-entry-bytes")?;
        // What an entry declares is a hint, not a fact: reading stops at the limit whatever it said.
        let mut bytes = Vec::with_capacity(usize::try_from(entry.size().min(1 << 20)).unwrap_or(0));
        entry
            .take(limits.entry_bytes + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Unreadable::new(name, format_args!("cannot be unpacked ({error})")))?;
        Limits::check(
            name,
            "bytes or more",
            bytes.len() as u64,
            limits.entry_bytes,
            "--max-entry-bytes",
        )?;
        Ok(bytes)
    }

    /// Reads the first bytes of an entry, at most `length`: enough to tell a picture's size.
    pub fn read_start(&mut self, name: &str, length: u64) -> Option<Vec<u8>> {
        let entry = self.zip.by_index(*self.index.get(name)?).ok()?;
        let mut bytes = Vec::new();
        // A damaged end does not matter for the start.
        let _ = entry.take(length).read_to_end(&mut bytes);
        Some(bytes)
    }

    /// Reads an entry as text.
    pub fn read_text(&mut self, name: &str, limits: &Limits) -> Result<String> {
        let bytes = self.read(name, limits)?;
        limits.text(name, bytes)
    }
}

/// Refuses names that would leave the folder they are unpacked into.
pub fn check_name(name: &str) -> Result<()> {
    let rooted = name.starts_with(['/', '\\']) || name.as_bytes().get(1) == Some(&b':');
    let climbs = name.split(['/', '\\']).any(|part| part == "..");
    let odd = name.is_empty() || name.contains('\0');
    if rooted || climbs || odd {
        return Err(Unreadable::new(
            format_args!("entry {name:?}"),
            "this name would leave the archive's own folder",
        )
        .help("no VASSAL module needs such a name; do not trust this file"));
    }
    Ok(())
}

/// Writes an archive: same entries, same bytes, whatever the machine or the day.
///
/// Pictures are stored, because they are compressed already; the rest is deflated.
pub fn pack<'a>(entries: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    pack_by(entries, already_compressed)
}

/// As [`pack`], but nothing is deflated, whatever its name: for entries that are known to be compressed.
pub fn pack_stored<'a>(entries: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    pack_by(entries, |_| true)
}

/// How hard the rest is deflated: a build file comes out a few hundredths larger than at the usual effort, in half the
/// time.
const EFFORT: i64 = 4;

/// As [`pack`], where what is `stored` is not deflated.
pub fn pack_by<'a>(
    entries: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    stored: impl Fn(&str) -> bool,
) -> Result<Vec<u8>> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        check_name(name)?;
        let fail = |error: &dyn fmt::Display| {
            Unreadable::new(name, format_args!("cannot be packed ({error})"))
        };
        let method = if stored(name) {
            zip::CompressionMethod::Stored
        } else {
            zip::CompressionMethod::Deflated
        };
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(method)
            .compression_level((method == zip::CompressionMethod::Deflated).then_some(EFFORT))
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(0o644);
        if name.ends_with('/') {
            writer.add_directory(name, options).map_err(|error| fail(&error))?;
        } else {
            writer.start_file(name, options).map_err(|error| fail(&error))?;
            writer.write_all(bytes).map_err(|error| fail(&error))?;
        }
    }
    let cursor = writer.finish().map_err(|error| Unreadable::new("", error))?;
    Ok(cursor.into_inner())
}

fn already_compressed(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".png", ".jpg", ".jpeg", ".gif", ".vsav", ".vlog", ".mp3", ".ogg", ".pdf"]
        .iter()
        .any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_repeatable_and_reads_back() {
        let entries = [("buildFile.xml", b"<a/>".as_slice()), ("images/x.png", b"123".as_slice())];
        let bytes = pack(entries).expect("packs");
        assert_eq!(bytes, pack(entries).expect("packs"));
        let limits = Limits::default();
        let mut archive = Archive::from_bytes(bytes, &limits).expect("opens");
        assert_eq!(archive.names(), ["buildFile.xml", "images/x.png"]);
        assert_eq!(archive.read("images/x.png", &limits), Ok(b"123".to_vec()));
    }

    #[test]
    fn what_is_stored_is_not_deflated_whatever_its_name() {
        let zeros = vec![0u8; 10_000];
        let entries = [("0123abcd", zeros.as_slice())];
        assert!(pack(entries).expect("packs").len() < 1_000);
        let stored = pack_stored(entries).expect("packs");
        assert!(stored.len() > 10_000);
        let limits = Limits::default();
        let mut archive = Archive::from_bytes(stored, &limits).expect("opens");
        assert_eq!(archive.read("0123abcd", &limits), Ok(zeros));
    }

    #[test]
    fn names_that_climb_out_are_refused() {
        for name in ["../x", "/etc/passwd", "a/../../b", "..\\x", "C:\\x", "", "a\0"] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        for name in ["images/a..b.png", "x", "a/b"] {
            assert!(check_name(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn an_entry_larger_than_the_limit_is_refused_by_name() {
        let bytes = pack([("savedGame", vec![0u8; 10_000].as_slice())]).expect("packs");
        let limits = Limits { entry_bytes: 9_999, ..Limits::default() };
        let mut archive = Archive::from_bytes(bytes, &limits).expect("opens");
        let error = archive.read("savedGame", &limits).expect_err("too large");
        assert_eq!(error.place(), "savedGame");
        assert!(error.advice().is_some_and(|help| help.contains("--max-entry-bytes")));
    }

    #[test]
    fn a_truncated_archive_is_an_error_and_no_panic() {
        let bytes = pack([("savedGame", b"abcdefgh".as_slice())]).expect("packs");
        for length in 0..bytes.len() {
            let limits = Limits::default();
            if let Ok(mut archive) = Archive::from_bytes(bytes[..length].to_vec(), &limits) {
                let _ = archive.read("savedGame", &limits);
            }
        }
    }
}
