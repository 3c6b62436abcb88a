//! Pages for the browser: what `audit --format html` and `replay` share.

use super::limits::read_text;
use super::out::ForceArgs;
use super::{Console, Failure};
use crate::output::check_inputs;
use crate::page::{Options, Strings};
use std::path::{Path, PathBuf};

/// Flags of pages.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct PageArgs {
    /// In a page: take out the names of the players
    #[arg(long, alias = "anonymize")]
    pub anonymise: bool,
    /// In a page: show also what players hid from one another
    #[arg(long)]
    pub reveal: bool,
    /// In a page: its words in another language (JSON; `hexwright replay --print-strings` writes the English ones)
    #[arg(long, value_name = "FILE")]
    pub strings: Option<PathBuf>,
}

impl PageArgs {
    /// The options that these flags mean.
    pub fn options(&self) -> Result<Options, Failure> {
        let strings = match &self.strings {
            None => Strings::default(),
            Some(file) => {
                let text = read_text(file)?;
                Strings::parse(&text).map_err(|error| {
                    Failure::new(format_args!("{}: {error}", file.display()))
                        .help("docs/page.md tells how to translate the page")
                })?
            }
        };
        Ok(Options { anonymise: self.anonymise, reveal: self.reveal, strings })
    }
}

/// Several pages do not fit into one file.
pub fn room_for(pages: usize, out: Option<&Path>) -> Result<(), Failure> {
    if pages > 1 && out.is_some_and(|out| !out.is_dir()) {
        return Err(Failure::new("several logs do not fit into one page")
            .help("name a folder that exists with --out, or leave it away"));
    }
    Ok(())
}

/// Writes a page where the user wants it, else under the log's name in this folder.
pub fn keep(
    text: &str,
    log: &Path,
    (out, force): (Option<&Path>, ForceArgs),
    console: &Console,
) -> Result<(), Failure> {
    let stem = log.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let own = format!("{stem}.html");
    let path = match out {
        Some(folder) if folder.is_dir() => folder.join(own),
        Some(file) => file.to_owned(),
        None => PathBuf::from(own),
    };
    check_inputs(&path, [log])?;
    force.write(&path, text.as_bytes())?;
    console.say(format_args!("{}: {} KB, open it in a browser", path.display(), text.len() / 1024));
    Ok(())
}
