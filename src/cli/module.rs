//! `hexwright build --target vassal`.

use super::sheets::{Site, with_progress};
use super::{Console, Failure};
use crate::model::Game;
use crate::module::vassal::{ModuleError, ModuleRequest, build_module};
use crate::output::{Ledger, Written};
use std::path::PathBuf;

/// Makes the VASSAL module of a game and returns the files written.
pub fn make(game: &Game, site: Site<'_>, console: &Console) -> Result<Vec<PathBuf>, Failure> {
    let request =
        ModuleRequest { project_root: Some(site.root.to_owned()), cache: site.cache.to_owned() };
    let built = with_progress(console, |progress| build_module(game, &request, progress))?;
    for look in &built.looks {
        console.note(look);
    }
    let mut ledger = Ledger::open(site.folder, site.cache, "vassal", site.force);
    let inputs = blake3::hash(&built.bytes);
    let written = ledger.write(&built.name, &inputs, &built.bytes);
    let written = written.map_err(ModuleError::from)?;
    for file in ledger.close().map_err(ModuleError::from)? {
        console.note(format_args!("removed {}", file.display()));
    }
    console.detail(format_args!(
        "{} pieces, {} set-ups; {} pictures made, {} from the cache; {} bytes",
        built.manifest.slots.len(),
        built.manifest.setups.len(),
        built.pictures.made,
        built.pictures.reused,
        built.bytes.len(),
    ));
    Ok(match written {
        Written::Unchanged => Vec::new(),
        Written::New | Written::Replaced => vec![site.folder.join(&built.name)],
    })
}

impl From<ModuleError> for Failure {
    fn from(error: ModuleError) -> Self {
        match error {
            ModuleError::Print(error) => error.into(),
            ModuleError::Archive(error) => error.into(),
            other => Failure::new(other),
        }
    }
}
