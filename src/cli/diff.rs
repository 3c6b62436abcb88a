//! `hexwright diff`: what changed between two VASSAL files.

use super::check::counted;
use super::inspect::open_any;
use super::limits::{LimitArgs, open_guide};
use super::{Console, Exit, Failure, Outcome};
use crate::diagnostic::on_one_line;
use crate::replay::{Discretion, GameDifference, Guide, Misfit, Replay, Tableau};
use crate::vassal::build::{ComponentChange, ModuleDifference};
use crate::vassal::{self, Limits, ModuleFile, Opened, SavedGame};
use serde_json::json;
use similar::{ChangeTag, TextDiff};
use std::path::{Path, PathBuf};

/// Tell what changed between two modules, two saves, or a module and a log made with another version
///
/// Logs are compared as they stand at their end.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 the same, 1 they differ, 2 cannot.\n\n\
    Examples:\n  hexwright diff game-1.0.vmod game-1.1.vmod\n  \
    hexwright diff monday.vsav tuesday.vlog --module game.vmod\n  \
    hexwright diff game-1.1.vmod old.vlog      would the log still load?")]
pub struct Args {
    /// The older file
    old: PathBuf,
    /// The newer file
    new: PathBuf,
    /// The module of two saves: gives hex names and turns
    #[arg(long, value_name = "VMOD")]
    module: Option<PathBuf>,
    /// Take out the names of the players
    #[arg(long, alias = "anonymize")]
    anonymise: bool,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON document
    Json,
}

/// Compares two files.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let limits = args.limits.limits();
    let (old, own) = open_any(&args.old, &args.limits, console)?;
    let (new, other) = open_any(&args.new, &args.limits, console)?;
    let own = own.or(other);
    let json = args.format == Format::Json;
    let same = match (old, new) {
        (Opened::Module(old), Opened::Module(new)) => {
            let difference = ModuleDifference::between(&old, &new);
            if json {
                console.say(format_args!("{:#}", json!(difference)))
            } else {
                print_modules(&difference, console)
            }
            difference.is_empty()
        }
        (Opened::Saved(old), Opened::Saved(new)) => {
            let guide = own
                .map_or_else(|| open_guide(args.module.as_deref(), &limits), |own| Ok(Some(own)))?;
            let mut discretion = Discretion::default().anonymising(args.anonymise);
            let before = tableau(&args.old, &old, guide.as_ref(), &limits, &mut discretion)?;
            let after = tableau(&args.new, &new, guide.as_ref(), &limits, &mut discretion)?;
            let mut difference = GameDifference::between(&before, &after);
            discretion.difference(&mut difference);
            if json {
                console.say(format_args!("{:#}", json!(difference)))
            } else {
                print_games(&difference, console)
            }
            difference.is_empty()
        }
        (Opened::Module(mut module), Opened::Saved(saved)) => {
            fits(args, &mut module, (&args.new, &saved), &limits, console)?
        }
        (Opened::Saved(saved), Opened::Module(mut module)) => {
            fits(args, &mut module, (&args.old, &saved), &limits, console)?
        }
        _ => {
            return Err(Failure::new("these two files cannot be compared")
                .help("compare two modules, two saves or logs, or a module and a save"));
        }
    };
    Ok(if same { Exit::Fine } else { Exit::Findings })
}

fn tableau(
    path: &Path,
    saved: &SavedGame,
    guide: Option<&Guide>,
    limits: &Limits,
    discretion: &mut Discretion,
) -> Result<Tableau, Failure> {
    let mut read = || {
        let tree = saved.commands(limits)?;
        let mut replay = Replay::start(&tree, guide, limits)?;
        let steps = replay.finish()?;
        discretion.learn(&path.display().to_string(), &replay.position().table, &steps);
        Ok(Tableau::of(&mut replay))
    };
    read().map_err(|error: vassal::Unreadable| error.within(path.display()).into())
}

/// Tells whether a save fits a module.
fn fits(
    args: &Args,
    module: &mut ModuleFile,
    (path, saved): (&Path, &SavedGame),
    limits: &Limits,
    console: &Console,
) -> Result<bool, Failure> {
    let tree = saved.commands(limits)?;
    let mut replay = Replay::start(&tree, None, limits)?;
    let steps = replay.finish()?;
    let mut discretion = Discretion::default().anonymising(args.anonymise);
    discretion.learn(&path.display().to_string(), &replay.position().table, &steps);
    let mut misfit = Misfit::between(saved, &replay, module);
    discretion.misfit(&mut misfit);
    if args.format == Format::Json {
        console.say(format_args!("{:#}", json!(misfit)))
    } else {
        print_misfit(&misfit, console)
    }
    Ok(misfit.is_empty())
}

fn print_lines(old: &[String], new: &[String], console: &Console) {
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    for change in TextDiff::from_slices(&old, &new).iter_all_changes() {
        let sign = match change.tag() {
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
            ChangeTag::Equal => continue,
        };
        console.say(format_args!("      {sign} {}", on_one_line(change.value())));
    }
}

fn print_list(what: &str, names: &[String], console: &Console) {
    for name in names {
        console.say(format_args!("{what} {}", on_one_line(name)));
    }
}

fn print_modules(difference: &ModuleDifference, console: &Console) {
    print_list("- ", &difference.removed, console);
    print_list("+ ", &difference.added, console);
    for change in &difference.changed {
        print_component(change, console);
    }
    print_list("-  file", &difference.files_removed, console);
    print_list("+  file", &difference.files_added, console);
    print_list("~  file", &difference.files_changed, console);
    let files = difference.files_added.len()
        + difference.files_removed.len()
        + difference.files_changed.len();
    console.note(format_args!(
        "{} added, {} removed, {} changed; files that differ: {files}",
        counted(difference.added.len(), "component"),
        difference.removed.len(),
        difference.changed.len()
    ));
}

fn print_component(change: &ComponentChange, console: &Console) {
    console.say(format_args!("~  {}", on_one_line(&change.path)));
    if let Some(from) = &change.moved_from {
        console.say(format_args!("      was {}", on_one_line(from)));
    }
    for setting in &change.settings {
        let show = |value: &Option<String>| {
            value.as_ref().map_or("(not set)".to_owned(), |text| format!("{:?}", on_one_line(text)))
        };
        console.say(format_args!(
            "      {}: {} → {}",
            setting.name,
            show(&setting.old),
            show(&setting.new)
        ));
    }
    if let Some((old, new)) = &change.text {
        print_lines(old, new, console);
    }
}

fn print_games(difference: &GameDifference, console: &Console) {
    for (piece, at) in &difference.vanished {
        console.say(format_args!(
            "-  {} from {}",
            on_one_line(&piece.name),
            on_one_line(&at.readable())
        ));
    }
    for (piece, at) in &difference.appeared {
        console.say(format_args!(
            "+  {} in {}",
            on_one_line(&piece.name),
            on_one_line(&at.readable())
        ));
    }
    for moved in &difference.moved {
        let (from, to) = (moved.from.readable(), moved.to.readable());
        console.say(format_args!(
            "→  {}: {} → {}",
            on_one_line(&moved.piece.name),
            on_one_line(&from),
            on_one_line(&to)
        ));
    }
    for altered in &difference.altered {
        let values: Vec<String> = altered
            .values
            .iter()
            .map(|value| format!("{} {:?} → {:?}", value.name, value.old, value.new))
            .collect();
        let name = altered.was_called.as_ref().unwrap_or(&altered.piece.name);
        console.say(format_args!("~  {}: {}", on_one_line(name), on_one_line(&values.join(", "))));
    }
    for value in &difference.table {
        console.say(format_args!(
            "~  {}",
            on_one_line(&format!("{}: {:?} → {:?}", value.name, value.old, value.new))
        ));
    }
    for (what, lists) in [("players", &difference.players), ("notes", &difference.notes)] {
        if let Some((old, new)) = lists {
            console.say(format_args!("~  {what}"));
            print_lines(old, new, console);
        }
    }
    console.note(format_args!(
        "{} moved, {} changed, {} appeared, {} vanished",
        counted(difference.moved.len(), "counter"),
        difference.altered.len(),
        difference.appeared.len(),
        difference.vanished.len()
    ));
}

fn print_misfit(misfit: &Misfit, console: &Console) {
    for (what, pair) in [("name", &misfit.name), ("version", &misfit.version)] {
        if let Some((told, own)) = pair {
            console.say(format_args!(
                "~  {what}: the save says {:?}, the module {:?}",
                on_one_line(told),
                on_one_line(own)
            ));
        }
    }
    for map in &misfit.missing_maps {
        console.say(format_args!("-  map {} is not in the module", on_one_line(map)));
    }
    for board in &misfit.missing_boards {
        console.say(format_args!("-  board {} is not in the module", on_one_line(board)));
    }
    for (name, count) in &misfit.missing_slots {
        console
            .say(format_args!("-  {count} × {}: the module has no such slot", on_one_line(name)));
    }
    for (name, (lost, gained)) in &misfit.other_traits {
        let list = |sign: char, ids: &[String]| {
            ids.iter().map(|id| format!(" {sign}{id}")).collect::<String>()
        };
        console.say(format_args!(
            "~  {}: traits{}{}",
            on_one_line(name),
            on_one_line(&list('-', lost)),
            on_one_line(&list('+', gained))
        ));
    }
    let verdict = if misfit.is_empty() {
        "the save fits the module"
    } else {
        "the save does not fit the module exactly"
    };
    console.note(format_args!("{} compared: {verdict}", counted(misfit.counters, "counter")));
}
