//! `hexwright build --target vassal`.

use super::check::counted;
use super::limits::open_module;
use super::sheets::with_progress;
use super::site::Site;
use super::{Console, Failure};
use crate::diagnostic::{Diagnostic, on_one_line, to_text};
use crate::model::Game;
use crate::module::vassal::previous::{self, HandReport, Prefer};
use crate::module::vassal::{ModuleError, ModuleRequest, build_module, module_name};
use crate::output::{Ledger, Written};
use crate::vassal::file::{ModuleFile, Opened, open_bytes};
use crate::vassal::limits::Limits;
use std::path::{Path, PathBuf};

/// Makes the VASSAL module of a game and returns the files written.
pub fn make(
    game: &Game,
    previous: &PreviousArgs,
    site: Site<'_>,
    console: &Console,
) -> Result<Vec<PathBuf>, Failure> {
    let sources = match &previous.previous {
        None => site.made_from(),
        Some(_) => None,
    };
    let mut ledger = Ledger::open(site.folder, site.cache, "vassal", site.force);
    if let Some(key) = &sources
        && ledger.is_current(&module_name(game), key)
    {
        ledger.close().map_err(ModuleError::from)?;
        console.detail("the module is up to date");
        return Ok(Vec::new());
    }
    let request = ModuleRequest {
        project_root: Some(site.root.to_owned()),
        ground: Some(site.ground),
        cache: site.cache.to_owned(),
    };
    let mut built = with_progress(console, |progress| build_module(game, &request, progress))?;
    super::looks::tell(&built.looks, console);
    if let Some(path) = &previous.previous {
        built.bytes = previous.carry_over(path, &built.bytes, &game.version, console)?;
    }
    // A look that is questionable is told by every build.
    let inputs = sources.filter(|_| built.looks.is_empty());
    let inputs = inputs.unwrap_or_else(|| blake3::hash(&built.bytes));
    let written = ledger.write(&built.name, &inputs, &built.bytes);
    let written = written.map_err(ModuleError::from)?;
    for file in ledger.close().map_err(ModuleError::from)? {
        console.note(format_args!("removed {}", file.display()));
    }
    console.detail(format_args!(
        "{}, {}; {} made, {} from the cache; {} bytes",
        counted(built.manifest.slots.len(), "piece"),
        counted(built.manifest.setups.len(), "set-up"),
        counted(built.pictures.made, "picture"),
        built.pictures.reused,
        built.bytes.len(),
    ));
    Ok(match written {
        Written::Unchanged => Vec::new(),
        Written::New | Written::Replaced => vec![site.folder.join(&built.name)],
    })
}

/// A module built before, and what to do with the hand's work in it.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "A module built before")]
pub struct PreviousArgs {
    /// The module as it is now: what was done in it by hand since its build is listed and carried over; also warns of changes that saved games would feel
    #[arg(long, value_name = "VMOD")]
    pub previous: Option<PathBuf>,
    /// Whose word counts where the sources and the hand changed the same thing
    #[arg(long, value_enum, default_value = "neither", requires = "previous")]
    prefer: Whose,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Whose {
    /// Nothing is written until you have chosen
    #[default]
    Neither,
    /// The sources'
    Sources,
    /// The hand's
    Hand,
}

impl PreviousArgs {
    /// The new module with the work done by hand in the previous one.
    fn carry_over(
        &self,
        path: &Path,
        new: &[u8],
        version: &str,
        console: &Console,
    ) -> Result<Vec<u8>, Failure> {
        let limits = Limits::default();
        let mut edited = open_module(path, &limits)?;
        let prefer = match self.prefer {
            Whose::Neither => Prefer::Neither,
            Whose::Sources => Prefer::Sources,
            Whose::Hand => Prefer::Hand,
        };
        let differs = previous::differs(new, &mut edited, &limits)?;
        let bytes = match previous::carry_over(new, &mut edited, prefer, &limits) {
            Ok(carried) => {
                self.tell(path, &carried.report, console)?;
                carried.bytes
            }
            Err(ModuleError::Previous(reason)) if self.prefer == Whose::Sources => {
                console
                    .note(format_args!("{}: {reason}; none of it is carried over", path.display()));
                new.to_vec()
            }
            Err(error @ ModuleError::Previous(_)) => {
                return Err(Failure::from(error).help(
                    "`--prefer sources` builds without it; `hexwright diff` shows what is different",
                ));
            }
            Err(error) => return Err(error.into()),
        };
        self.warn_of_breaks(path, &edited, &bytes, version, differs, console)?;
        Ok(bytes)
    }

    fn tell(&self, path: &Path, report: &HandReport, console: &Console) -> Result<(), Failure> {
        let path = path.display();
        if report.carried.is_empty() && report.conflicts.is_empty() {
            console.note(format_args!("{path}: nothing was changed by hand since its build"));
        }
        if !report.carried.is_empty() {
            console.note(format_args!("{path}: changed by hand and carried over:"));
        }
        for work in &report.carried {
            console.note(format_args!("  {}", on_one_line(&work.to_string())));
        }
        if report.filled_in > 0 {
            console.detail(format_args!(
                "  {} settings that VASSAL's editor wrote out",
                report.filled_in
            ));
        }
        if report.conflicts.is_empty() {
            return Ok(());
        }
        console.note(format_args!("{path}: changed by hand and in the sources:"));
        for work in &report.conflicts {
            console.note(format_args!("  {}", on_one_line(&work.to_string())));
        }
        match self.prefer {
            Whose::Neither => Err(Failure::new(format_args!(
                "{} changed by hand and in the sources; nothing is written",
                counted(report.conflicts.len(), "thing")
            ))
            .help(
                "bring the sources in line, or choose with `--prefer sources` or `--prefer hand`",
            )),
            Whose::Sources => {
                console.note("the sources' word counts");
                Ok(())
            }
            Whose::Hand => {
                console.note("the hand's word counts");
                Ok(())
            }
        }
    }

    fn warn_of_breaks(
        &self,
        path: &Path,
        edited: &ModuleFile,
        bytes: &[u8],
        version: &str,
        differs: bool,
        console: &Console,
    ) -> Result<(), Failure> {
        let Opened::Module(new) = open_bytes(bytes.to_vec(), &Limits::default())? else {
            return Ok(());
        };
        let breaks = previous::breaks(edited, &new.build);
        let warn = |code: &'static str, message: String, help: &str| {
            let warning = Diagnostic::doubt(code, path, on_one_line(&message)).help(help);
            console.show(&to_text(&warning));
            console.note("");
        };
        // Refreshing is done for all pieces at once: one line says it.
        let (grave, light): (Vec<_>, Vec<_>) = breaks.iter().partition(|found| found.is_grave());
        for found in &grave {
            let help = "games saved with the previous release would feel it";
            warn(found.code(), found.message(), help);
        }
        if let Some(first) = light.first() {
            let more = match light.len() {
                1 => String::new(),
                count => format!(", and {} more pieces", count - 1),
            };
            let help = "in games saved before, \"Refresh Counters\" brings pieces up to date";
            warn(first.code(), format!("{}{more}", first.message()), help);
        }
        let before = edited.build.get("version").unwrap_or_default();
        if let Some(advice) = previous::version_advice(before, version, &breaks, differs) {
            warn("version", advice, "players see the version when a save and a module differ");
        }
        Ok(())
    }
}

impl From<ModuleError> for Failure {
    fn from(error: ModuleError) -> Self {
        match error {
            ModuleError::Studio(error) => error.into(),
            ModuleError::Archive(error) => error.into(),
            ModuleError::Output(error) => error.into(),
            other => Failure::new(other),
        }
    }
}
