//! `hexwright check`: everything that is wrong with the sources, in one run.

use super::{Console, Exit, Failure, Outcome};
use crate::diagnostic::{Diagnostics, shown_to_text, to_json};
use crate::source::{self, Loaded};
use std::path::{Path, PathBuf};

/// Check the sources of a project, a VASSAL module, or a file of another table: every mistake in one run, with its place
///
/// Errors in sources keep the game from being built; errors in a module are what VASSAL will
/// complain about or lose. Warnings are probably not meant.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 no errors, 1 warnings with --deny-warnings, 2 errors.\n\
    For a module: 0 no errors, 1 errors (with --deny-warnings, anything), 2 cannot be read.\n\n\
    Examples:\n  hexwright check\n  hexwright check game.vmod              a module, by Hexwright or anyone\n  hexwright check game.vtt               a room of virtualtabletop; also .ztb, .pcio, saves of TTS\n  hexwright check path/to/project --format json\n  \
    hexwright check --deny-warnings     for continuous integration")]
pub struct Args {
    /// The project: a folder with a hexwright.toml, or one below it; or a VASSAL module or extension
    #[arg(default_value = ".")]
    project: PathBuf,
    /// Treat warnings as findings: exit code 1
    #[arg(long)]
    deny_warnings: bool,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Show every mistake, also what follows from others, not only the first ten of each kind
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    limits: super::limits::LimitArgs,
}

/// How diagnostics are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Excerpts for people
    Text,
    /// One JSON document for editors and CI
    Json,
}

/// The flag of commands that report in words or as JSON.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct FormatArgs {
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, hide = true)]
    json: bool,
}

impl FormatArgs {
    /// Whether one JSON document is asked for.
    pub(super) fn json(self) -> bool {
        self.json || self.format == Format::Json
    }
}

/// Checks a project.
pub fn run(args: &Args, console: &Console) -> Outcome {
    if args.project.is_file() && args.project.extension().is_none_or(|end| end != "toml") {
        let json = args.format == Format::Json;
        if let Some(outcome) = super::table::check(&args.project, json, console) {
            return outcome;
        }
        let lint = super::lint::Lint {
            module: &args.project,
            deny_warnings: args.deny_warnings,
            json: args.format == Format::Json,
            all: args.all,
            limits: args.limits.limits(),
        };
        return super::lint::run(&lint, console);
    }
    let mut loaded = open(&args.project)?;
    // Counters of a game with errors may lack half their values: there is nothing to look at yet.
    if loaded.diagnostics.errors() == 0 {
        super::looks::add(&mut loaded);
    }
    console.detail(format_args!("project {} in {}", loaded.project.name, loaded.root.display()));
    match args.format {
        Format::Text => report(&loaded, args.all, console),
        Format::Json => console.say(json(&loaded.diagnostics)),
    }
    Ok(verdict(&loaded.diagnostics, args.deny_warnings))
}

/// The project around a path, loaded with all its mistakes.
pub(super) fn open(path: &Path) -> Result<Loaded, Failure> {
    let root = source::find_root(path).ok_or_else(|| {
        Failure::new(format_args!("no hexwright.toml in {} or above it", path.display()))
            .help("start a project with `hexwright new NAME`, or name the folder of one")
    })?;
    Ok(source::load(&root))
}

/// Like [`open`], but mistakes end the command.
pub(super) fn open_sound(path: &Path, console: &Console) -> Result<Loaded, Failure> {
    let loaded = open(path)?;
    sound(&loaded, console)?;
    Ok(loaded)
}

/// Reports the mistakes of a project and fails, if it has errors.
pub(super) fn sound(loaded: &Loaded, console: &Console) -> Result<(), Failure> {
    match loaded.diagnostics.errors() {
        0 => Ok(()),
        errors => {
            tell(&loaded.diagnostics, false, console);
            Err(Failure::new(format_args!("the sources have {}", counted(errors, "error")))
                .help("mend them first; `hexwright check` shows them alone"))
        }
    }
}

/// Shows mistakes to people: causes first, repeats and what follows folded unless all are asked for.
pub(super) fn tell(diagnostics: &Diagnostics, all: bool, console: &Console) {
    let digest = diagnostics.digest(all);
    for shown in &digest.shown {
        console.show(&shown_to_text(shown));
        console.note("");
    }
    let left_out = digest.left_out();
    if !left_out.is_empty() {
        console.note(left_out.join("\n"));
        console.note("`hexwright check --all` shows them\n");
    }
}

fn report(loaded: &Loaded, all: bool, console: &Console) {
    let diagnostics = &loaded.diagnostics;
    tell(diagnostics, all, console);
    for game in &loaded.project.games {
        let printed: u32 = game.counters.iter().map(|counter| counter.count).sum();
        console.say(format_args!(
            "{}: {} ({printed} printed), {}, {}",
            game.id,
            counted(game.counters.len(), "counter"),
            counted(game.maps.len(), "map"),
            counted(game.scenarios.len(), "scenario"),
        ));
    }
    let (errors, warnings) = (diagnostics.errors(), diagnostics.warnings());
    let following = match diagnostics.following() {
        0 => String::new(),
        1 => " (1 only follows from others)".to_owned(),
        more => format!(" ({more} only follow from others)"),
    };
    console.say(match (errors, warnings) {
        (0, 0) => "no mistakes found".to_owned(),
        _ => format!("{}, {}{following}", counted(errors, "error"), counted(warnings, "warning")),
    });
}

fn verdict(diagnostics: &Diagnostics, deny_warnings: bool) -> Exit {
    match (diagnostics.errors(), diagnostics.warnings()) {
        (0, 0) => Exit::Fine,
        (0, _) if deny_warnings => Exit::Findings,
        (0, _) => Exit::Fine,
        _ => Exit::Cannot,
    }
}

fn json(diagnostics: &Diagnostics) -> String {
    let list: Vec<_> = diagnostics.sorted().into_iter().map(to_json).collect();
    let document = serde_json::json!({
        "errors": diagnostics.errors(),
        "warnings": diagnostics.warnings(),
        "diagnostics": list,
    });
    format!("{document:#}")
}

/// `1 counter`, `2 counters`, `3 boxes`, `4 entries`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    match noun {
        _ if number == 1 => format!("1 {noun}"),
        _ if noun.ends_with(['x', 's']) => format!("{number} {noun}es"),
        _ => match noun.strip_suffix('y') {
            Some(stem) => format!("{number} {stem}ies"),
            None => format!("{number} {noun}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_not_many() {
        let all = [(1, "map"), (0, "map"), (2, "hex"), (1, "entry"), (3, "entry"), (2, "die face")];
        let told = all.map(|(number, noun)| counted(number, noun));
        assert_eq!(told, ["1 map", "0 maps", "2 hexes", "1 entry", "3 entries", "2 die faces"]);
    }
}
