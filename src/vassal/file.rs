//! Opening whatever VASSAL writes: modules, extensions, saves, logs, and the
//! bare files that people keep beside them.

use super::archive::{Archive, looks_like_zip};
use super::build::Element;
use super::command::{Command, Tree};
use super::error::{Result, Unreadable};
use super::limits::Limits;
use super::metadata::Metadata;
use super::obfuscation::{Veil, lift};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a file turned out to be.
#[derive(Debug)]
pub enum Opened {
    /// A module or an extension, or its build file alone.
    Module(Box<ModuleFile>),
    /// A save or a log.
    Saved(Box<SavedGame>),
    /// A metadata file alone.
    Metadata(Metadata),
}

/// A module or extension.
#[derive(Debug)]
pub struct ModuleFile {
    /// The archive; none for a build file alone.
    pub archive: Option<Archive>,
    /// The build file's name in the archive.
    pub build_name: String,
    /// The build file as written.
    pub build_text: String,
    /// The components.
    pub build: Element,
    /// `moduledata`, if there.
    pub metadata: Option<Metadata>,
    /// `extensiondata`, if there.
    pub extension: Option<Metadata>,
}

impl ModuleFile {
    /// Whether it extends a module rather than being one.
    pub fn is_extension(&self) -> bool {
        self.extension.is_some() || self.build.class() == "ModuleExtension"
    }
}

/// A save or a log.
#[derive(Debug, Clone)]
pub struct SavedGame {
    /// The entries of its archive; empty for a bare file.
    pub entries: Vec<String>,
    /// How the text was veiled.
    pub veil: Veil,
    /// The text of all commands.
    pub text: String,
    /// What the save says about itself.
    pub savedata: Option<Metadata>,
    /// What the module said about itself when the save was made.
    pub moduledata: Option<Metadata>,
}

const SAVED_GAME: &str = "savedGame";
const BUILD_FILES: [&str; 2] = ["buildFile.xml", "buildFile"];

impl SavedGame {
    /// The commands.
    pub fn commands(&self, limits: &Limits) -> Result<Tree<'_>> {
        Tree::decode(&self.text, &limits.restarted())
    }

    /// Whether there is a log after the save.
    pub fn is_log(tree: &Tree<'_>) -> bool {
        tree.top()
            .iter()
            .any(|top| top.leaves().any(|leaf| matches!(leaf.command, Command::Log(_))))
    }

    /// Packs a save or log as VASSAL does.
    pub fn pack(&self) -> Result<Vec<u8>> {
        let payload = super::obfuscation::veil(self.veil, self.text.as_bytes());
        let moduledata = self.moduledata.as_ref().map(Metadata::encode);
        let savedata = self.savedata.as_ref().map(Metadata::encode);
        let mut entries = vec![(SAVED_GAME, payload.as_slice())];
        entries.extend(moduledata.as_ref().map(|xml| ("moduledata", xml.as_bytes())));
        entries.extend(savedata.as_ref().map(|xml| ("savedata", xml.as_bytes())));
        super::archive::pack(entries)
    }
}

/// Opens a file, whatever it is.
pub fn open(path: &Path, limits: &Limits) -> Result<Opened> {
    let limits = &limits.restarted();
    let within = |error: Unreadable| error.within(path.display());
    let mut start = Vec::new();
    let file = File::open(path).map_err(|error| within(Unreadable::new("", error)))?;
    let size = file.metadata().map(|data| data.len()).unwrap_or(0);
    file.take(4).read_to_end(&mut start).map_err(|error| within(Unreadable::new("", error)))?;
    if looks_like_zip(&start) {
        return Archive::open(path, limits)
            .and_then(|archive| open_archive(archive, limits))
            .map_err(within);
    }
    Limits::check("", "bytes", size, limits.entry_bytes, "--max-entry-bytes").map_err(within)?;
    // What tells no length may still have no end.
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(limits.entry_bytes.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|error| within(Unreadable::new("", error)))?;
    let size = bytes.len() as u64;
    Limits::check("", "bytes", size, limits.entry_bytes, "--max-entry-bytes").map_err(within)?;
    open_bare(bytes, limits).map_err(within)
}

/// Opens a file that is in memory.
pub fn open_bytes(bytes: Vec<u8>, limits: &Limits) -> Result<Opened> {
    let limits = &limits.restarted();
    if looks_like_zip(&bytes) {
        return open_archive(Archive::from_bytes(bytes, limits)?, limits);
    }
    open_bare(bytes, limits)
}

fn open_archive(mut archive: Archive, limits: &Limits) -> Result<Opened> {
    let metadata = |archive: &mut Archive, name: &str| -> Result<Option<Metadata>> {
        if !archive.contains(name) {
            return Ok(None);
        }
        let xml = archive.read_text(name, limits)?;
        Metadata::decode(name, &xml, limits).map(Some)
    };
    let moduledata = metadata(&mut archive, "moduledata")?;
    if archive.contains(SAVED_GAME) {
        let savedata = metadata(&mut archive, "savedata")?;
        let (veil, bytes) = lift(SAVED_GAME, archive.read(SAVED_GAME, limits)?)?;
        let text = limits.text(SAVED_GAME, bytes)?;
        let entries = archive.names().to_vec();
        return Ok(Opened::Saved(Box::new(SavedGame {
            entries,
            veil,
            text,
            savedata,
            moduledata,
        })));
    }
    let Some(build_name) = BUILD_FILES.into_iter().find(|name| archive.contains(name)) else {
        return Err(Unreadable::new(
            "",
            "neither a saved game nor a build file is in this archive",
        )
        .help("VASSAL's files hold an entry savedGame, buildFile.xml or buildFile"));
    };
    let extension = metadata(&mut archive, "extensiondata")?;
    let build_text = archive.read_text(build_name, limits)?;
    let build = Element::parse(build_name, &build_text, limits)?;
    let build_name = build_name.to_owned();
    let archive = Some(archive);
    Ok(Opened::Module(Box::new(ModuleFile {
        archive,
        build_name,
        build_text,
        build,
        metadata: moduledata,
        extension,
    })))
}

fn open_bare(bytes: Vec<u8>, limits: &Limits) -> Result<Opened> {
    let (veil, bytes) = lift("", bytes)?;
    let is_save =
        veil != Veil::Plain || bytes.starts_with(b"begin_save") || bytes.starts_with(b"\x1b");
    let text = limits.text("", bytes)?;
    if is_save {
        let saved = SavedGame { entries: Vec::new(), veil, text, savedata: None, moduledata: None };
        return Ok(Opened::Saved(Box::new(saved)));
    }
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return Err(Unreadable::new("", "this is not a file that VASSAL writes")
            .help("expected a module, extension, save, log or build file"));
    }
    let build = Element::parse("", &text, limits)?;
    if build.tag == "data" {
        return Metadata::decode("", &text, limits).map(Opened::Metadata);
    }
    let build_name = BUILD_FILES[0].to_owned();
    Ok(Opened::Module(Box::new(ModuleFile {
        archive: None,
        build_name,
        build_text: text,
        build,
        metadata: None,
        extension: None,
    })))
}
