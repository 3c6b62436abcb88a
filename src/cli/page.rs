//! Pages for the browser: what `audit --format html` and `replay` share.

use super::limits::read_text;
use super::out::ForceArgs;
use super::{Console, Failure};
use crate::audit::short;
use crate::output::{check_inputs, make_folder};
use crate::page::{Options, Strings};
use std::path::{Path, PathBuf};

/// Flags of pages.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct PageArgs {
    /// Take out the names of the players, also where files are named
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

/// Whether pages go into the folder of this name: it is one, is written as one, or more than one page goes there.
fn is_folder(out: &Path, pages: usize) -> bool {
    out.is_dir() || pages > 1 || out.to_string_lossy().ends_with(std::path::is_separator)
}

/// Several pages do not fit into one file, but into a folder, which is made.
pub fn room_for(pages: usize, out: Option<&Path>) -> Result<(), Failure> {
    let Some(folder) = out.filter(|out| is_folder(out, pages)) else { return Ok(()) };
    make_folder(folder).map_err(|_| {
        Failure::new(format_args!(
            "{} is a file, and no folder can be made there",
            folder.display()
        ))
        .help("name a folder with --out, or leave it away: pages then lie beside each other here")
    })
}

/// Writes a page where the user wants it, else in this folder under the log's name as it is told.
pub fn keep(
    text: &str,
    (log, told): (&Path, &str),
    (out, force): (Option<&Path>, ForceArgs),
    console: &Console,
) -> Result<(), Failure> {
    let stem = Path::new(short(told)).file_stem().unwrap_or_default().to_string_lossy();
    let own = format!("{stem}.html");
    room_for(1, out)?;
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
