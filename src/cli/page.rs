//! Pages for the browser: what `audit --format html` and `replay` share.

use super::lectern::Lectern;
use super::limits::open_saved;
use super::out::ForceArgs;
use super::{Console, Failure};
use crate::audit::Audit;
use crate::output::check_inputs;
use crate::page::{Options, Reading, Record, Strings, page};
use crate::referee::Referee;
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
                let text = std::fs::read_to_string(file)
                    .map_err(|error| Failure::new(format_args!("{}: {error}", file.display())))?;
                Strings::parse(&text).map_err(|error| {
                    Failure::new(format_args!("{}: {error}", file.display()))
                        .help("docs/page.md tells how to translate the page")
                })?
            }
        };
        Ok(Options { anonymise: self.anonymise, reveal: self.reveal, strings })
    }
}

/// Writes a page for each log that was audited.
pub fn write_pages(
    logs: &[&Path],
    module: Option<&Path>,
    lectern: &Lectern,
    (referee, audits): (Option<&dyn Referee>, &[Audit]),
    (args, out, force): (&PageArgs, Option<&Path>, ForceArgs),
    console: &Console,
) -> Result<(), Failure> {
    let options = args.options()?;
    let into_folder = out.is_some_and(Path::is_dir);
    if logs.len() > 1 && out.is_some() && !into_folder {
        return Err(Failure::new("several logs do not fit into one page")
            .help("name a folder that exists with --out, or leave it away"));
    }
    let mut module = lectern.pictures(module, console)?;
    for log in logs {
        let audit = audits.iter().find(|audit| audit.log == log.display().to_string());
        let saved = open_saved(log, &lectern.limits)?;
        let reading = Reading { game: lectern.game()?, mapping: &lectern.mapping, referee, audit };
        let record = Record {
            name: &log.display().to_string(),
            saved: &saved,
            module: Some(&mut module),
            guide: Some(&lectern.guide),
            reading: Some(reading),
            limits: &lectern.limits,
        };
        let text = page(record, &options).map_err(|error| error.within(log.display()))?;
        keep(&text, log, (out, force), console)?;
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
