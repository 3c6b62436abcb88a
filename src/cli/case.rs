//! `hexwright case`: plays rule cases and tells what differs.

use super::check::{FormatArgs, counted, open_sound};
use super::limits::read_text;
use super::{Console, Exit, Failure, Outcome};
use crate::games;
use crate::input::{ProjectFolder, Refused};
use crate::model::{Game, Project};
use crate::referee::case::{Case, CaseReport, read_cases, run_case};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Play rule cases: small situations with what the referee must say of them
///
/// A case file is a YAML list of cases; docs/cases.md describes the format. The game is told by
/// the rule ids of the cases (I43-5.1 is a rule of italy43), or by --game.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 all pass, 1 some fail, 2 a case could not be read.\n\
                        Example: hexwright case tests/cases/bridgehead")]
pub struct Args {
    /// Case files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    /// The game, when the rule ids do not tell
    #[arg(long)]
    game: Option<String>,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// Play only cases whose id begins so
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// Show how every rule fared, not only those that failed
    #[arg(long)]
    by_rule: bool,
    #[command(flatten)]
    format: FormatArgs,
}

/// A file's cases, and how they came out.
struct Played {
    file: PathBuf,
    game: String,
    reports: Vec<CaseReport>,
}

/// Plays the cases.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let loaded = open_sound(&args.project, console)?;
    let files = case_files(&args.files)?;
    let played: Vec<Played> = files
        .par_iter()
        .map(|file| play_file(args, &loaded.project, file))
        .collect::<Result<_, _>>()?;
    if args.format.json() {
        print_json(console, &played);
    } else {
        print_text(args, console, &played);
    }
    let reports = || played.iter().flat_map(|file| &file.reports);
    if reports().any(|report| report.failures.iter().any(|failure| failure.broken)) {
        return Ok(Exit::Cannot);
    }
    Ok(if reports().all(CaseReport::passes) { Exit::Fine } else { Exit::Findings })
}

/// The files named, and the YAML files below the folders named, in order.
pub(super) fn case_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if path.is_dir() {
            files.extend(case_files_below(&ProjectFolder::new(path), Path::new(""))?);
        } else if path.is_file() {
            files.push(path.clone());
        } else {
            return Err(Failure::new(format_args!("there is no {}", path.display())));
        }
    }
    if files.is_empty() {
        return Err(Failure::new("no case files found").help("case files end in .yaml"));
    }
    Ok(files)
}

/// The YAML files below a folder of a project, in order. A folder may come from a stranger: links that lead out of
/// the project are refused, and pipes, which would keep the run waiting for ever.
pub(super) fn case_files_below(
    project: &ProjectFolder,
    folder: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let below = walkdir::WalkDir::new(project.path().join(folder)).sort_by_file_name();
    for file in below.into_iter().filter_map(Result::ok).map(walkdir::DirEntry::into_path) {
        let inside = file.strip_prefix(project.path()).unwrap_or(&file);
        if !file.extension().is_some_and(|end| end == "yaml" || end == "yml") {
            continue;
        }
        match project.locate(inside) {
            Ok(located) if located.is_file() => files.push(file),
            Ok(located) if located.is_dir() => {}
            Ok(_) => {
                let refused = Refused::NotAFile("a pipe or a device");
                return Err(Failure::new(format_args!("{} {refused}", file.display())));
            }
            // A link to nothing, by which editors lock files.
            Err(refused) if refused.is_missing() => {}
            Err(refused) => {
                return Err(Failure::new(format_args!("{} {refused}", file.display())));
            }
        }
    }
    Ok(files)
}

/// Reads a case file; mistakes are told with their place.
pub(super) fn read_file(file: &Path) -> Result<Vec<Case>, Failure> {
    let text = read_text(file)?;
    read_cases(&text).map_err(|problem| {
        let (line, column) = problem.at.unwrap_or((1, 1));
        let failure =
            Failure::new(format_args!("{}:{line}:{column}: {}", file.display(), problem.message));
        match problem.help {
            Some(help) => failure.help(help),
            None => failure,
        }
    })
}

fn play_file(args: &Args, project: &Project, file: &Path) -> Result<Played, Failure> {
    let mut cases = read_file(file)?;
    if let Some(only) = &args.only {
        cases.retain(|case| case.id.starts_with(only.as_str()));
    }
    let game = find_game(args, project, file, &cases)?;
    let referee = games::referee(game).ok_or_else(|| {
        Failure::new(format_args!("{} has no rules that a referee could judge by", game.id))
    })?;
    let reports = cases.par_iter().map(|case| run_case(referee.as_ref(), case)).collect();
    Ok(Played { file: file.to_owned(), game: game.id.clone(), reports })
}

fn find_game<'a>(
    args: &Args,
    project: &'a Project,
    file: &Path,
    cases: &[Case],
) -> Result<&'a Game, Failure> {
    let told =
        cases.iter().flat_map(|case| &case.rules).find_map(|r| games::game_of_rule(project, r));
    let by_folder = || {
        let folder = file.parent()?.file_name()?.to_str()?.replace('_', "-");
        project.games.get(&folder).map(|game| game.id.as_str())
    };
    let only = || {
        (project.games.len() == 1).then(|| project.games.iter().next().map(|g| g.id.as_str()))?
    };
    let id = args.game.as_deref().or(told).or_else(by_folder).or_else(only).ok_or_else(|| {
        Failure::new(format_args!("{}: which game are these cases of?", file.display()))
            .help("name it with --game")
    })?;
    project.games.get(id).ok_or_else(|| {
        Failure::new(format_args!("the project has no game `{id}`"))
            .help("`hexwright games` lists them; --project names another project")
    })
}

fn print_text(args: &Args, console: &Console, played: &[Played]) {
    for file in played {
        for report in file.reports.iter().filter(|report| !report.passes()) {
            for failure in &report.failures {
                let (line, column) = failure.at;
                console.say(format_args!(
                    "{} {}, variant {}: {}\n  {}:{line}:{column}",
                    if failure.broken { "BROKEN" } else { "FAILED" },
                    report.id,
                    failure.variant,
                    report.title,
                    file.file.display()
                ));
                for difference in &failure.differences {
                    console.say(format_args!("    {difference}"));
                }
                if console.verbose() > 0 {
                    print_judgements(console, failure);
                }
            }
        }
    }
    let mut by_rule: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for report in played.iter().flat_map(|file| &file.reports) {
        for rule in &report.rules {
            let tally = by_rule.entry(rule).or_default();
            tally.0 += usize::from(report.passes());
            tally.1 += 1;
        }
    }
    for (rule, (passed, all)) in by_rule.iter().filter(|(_, (p, a))| args.by_rule || p < a) {
        console.say(format_args!("{rule:<28} {passed} of {all} pass"));
    }
    let cases: usize = played.iter().map(|file| file.reports.len()).sum();
    let reports = || played.iter().flat_map(|file| &file.reports);
    let variants: usize = reports().map(|report| report.variants).sum();
    let failed: usize = reports().map(|report| report.failures.len()).sum();
    console.say(format_args!(
        "{}, {}: {} passed, {failed} failed; {} exercised",
        counted(cases, "case"),
        counted(variants, "variant"),
        variants - failed,
        counted(by_rule.len(), "rule"),
    ));
}

fn print_judgements(console: &Console, failure: &crate::referee::case::Failure) {
    for (entry, judgement) in failure.judgements.iter().enumerate() {
        console.say(format_args!(
            "    entry {}: values {}",
            entry + 1,
            serde_json::Value::Object(judgement.values.clone())
        ));
        for finding in &judgement.findings {
            console.say(format_args!(
                "      {} {}: {}",
                finding.severity.word(),
                finding.rule,
                finding.message
            ));
            for line in &finding.evidence {
                console.say(format_args!("        {}: {}", line.what, line.value));
            }
        }
    }
}

fn print_json(console: &Console, played: &[Played]) {
    let files: Vec<_> = played
        .iter()
        .map(|file| json!({ "file": file.file, "game": file.game, "cases": file.reports }))
        .collect();
    console.say(format_args!("{:#}", json!({ "files": files })));
}
