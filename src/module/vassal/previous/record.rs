//! What was built, kept inside the module: VASSAL's editor leaves files alone that it does not know.

use super::Entries;
use crate::vassal::build::Element;
use crate::vassal::error::{Result, Unreadable};
use crate::vassal::file::ModuleFile;
use crate::vassal::limits::Limits;
use std::collections::BTreeMap;

/// The entry with the build file as it was built.
pub const BUILT: &str = "hexwright-built.xml";
/// The entry with the digests of all files as they were built.
pub const FILES: &str = "hexwright-files.json";

/// The digest of a file: enough to see that it was changed.
pub(super) type Digests = BTreeMap<String, String>;

/// Adds the record of what is being built.
pub fn record(entries: &mut Entries) {
    if let Some(build) = entries.get("buildFile.xml").cloned() {
        entries.insert(BUILT.to_owned(), build);
    }
    let digests: Digests = entries
        .iter()
        .filter(|(name, _)| is_content(name))
        .map(|(name, bytes)| (name.clone(), digest(bytes)))
        .collect();
    // A map of texts always has a JSON form.
    let json = serde_json::to_string_pretty(&digests).unwrap_or_default();
    entries.insert(FILES.to_owned(), json.into_bytes());
}

/// Reads the record of a module; nothing if it has none.
pub(super) fn read(module: &mut ModuleFile, limits: &Limits) -> Result<Option<(Element, Digests)>> {
    let Some(archive) = module.archive.as_mut() else { return Ok(None) };
    if !archive.contains(BUILT) || !archive.contains(FILES) {
        return Ok(None);
    }
    let build = Element::parse(BUILT, &archive.read_text(BUILT, limits)?, limits)?;
    let files = archive.read_text(FILES, limits)?;
    let digests = serde_json::from_str(&files).map_err(|error| Unreadable::new(FILES, error))?;
    Ok(Some((build, digests)))
}

/// Whether an entry is something people work on, rather than about the module as a whole.
pub(super) fn is_content(name: &str) -> bool {
    !matches!(name, "buildFile.xml" | "buildFile" | "moduledata" | BUILT | FILES)
        && name != crate::module::vassal::ENTRY
        && !name.ends_with('/')
}

pub(super) fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}
