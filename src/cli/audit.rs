//! `hexwright audit`: the referee reads logs.

use super::lectern::{Lectern, ReadingArgs};
use super::limits::read_text;
use super::out::ForceArgs;
use super::page::{PageArgs, keep, room_for};
use super::{Console, Exit, Failure, Outcome};
use crate::audit::{
    Allowance, Audit, AuditError, Conclusion, HouseRules, NamedStep, Request, Source, short,
};
use crate::diagnostic::visible;
use crate::output::check_inputs;
use crate::page::{Options, Shelf, audited_page};
use crate::referee::Referee;
use crate::{games, report};
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;

/// Check logs against the rules: illegal stacking, movement, combat and sequence, each with its rule
///
/// A log shows where a piece started and stopped, not why. A deed is a violation only if no reading
/// of the rules and of the log makes it legal; what a log does not show is counted as unchecked.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 clean, 1 violations, 2 cannot, 3 no violation, but little or nothing could be \
    judged.\n\nExamples:\n  \
    hexwright audit game.vlog --game bridgehead\n  \
    hexwright audit game.vlog --module bridgehead-1.0.vmod\n  \
    hexwright audit --chain letters/ --game bridgehead\n  \
    hexwright audit --chain letters/ --game bridgehead --explain turn-2.vlog:14\n  \
    hexwright audit *.vlog --module game.vmod --mapping game.toml --jsonl\n  \
    hexwright audit game.vlog --module game.vmod --format html --out game.html\n  \
    hexwright audit game.vlog --module game.vmod --explain 42"
)]
pub struct Args {
    /// The logs
    #[arg(required = true)]
    logs: Vec<PathBuf>,
    /// The logs are one game, as players send it to and fro: points, attacks and duties go on from one to the next.
    /// A folder stands for the logs and saves in it; their order is found from what they hold
    #[arg(long)]
    chain: bool,
    /// Positions of other tables: the set-up ends with them, so that it is judged
    #[arg(long)]
    set_up_ends: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    /// The scenario, by id, when the logs do not tell
    #[arg(long)]
    scenario: Option<String>,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// One JSON line a log, as soon as it is done
    #[arg(long, conflicts_with = "format")]
    jsonl: bool,
    /// Show how everything in this step was judged, with the arithmetic; in a chain FILE:STEP
    #[arg(long, value_name = "STEP")]
    explain: Option<NamedStep>,
    /// Report from this step on; in a chain FILE:STEP, in the order of the game
    #[arg(long, value_name = "STEP")]
    from: Option<NamedStep>,
    /// Report up to this step; in a chain FILE:STEP
    #[arg(long, value_name = "STEP")]
    to: Option<NamedStep>,
    /// What the players allow: a TOML file of [[allow]] tables with rule, reason, steps, units
    #[arg(long, value_name = "FILE")]
    house_rules: Option<PathBuf>,
    /// Allow breaches of a rule; may be given several times
    #[arg(long, value_name = "RULE")]
    allow: Vec<String>,
    /// The file to write; standard output if not given, for pages the log's name with .html
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    page: PageArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people, by turn and phase
    Text,
    /// One JSON document
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML
    Junit,
    /// A page for the browser with the whole game to replay, one for each log
    Html,
}

/// Audits the logs.
pub fn run(args: &Args, console: &Console) -> Outcome {
    if let Some(out) = &args.out {
        let read = args.logs.iter().chain(&args.reading.module).chain(&args.reading.mapping);
        let read = read.chain(&args.house_rules).chain(&args.page.strings);
        check_inputs(out, read.map(PathBuf::as_path))?;
    }
    let lectern = Lectern::open(&args.reading, console)?;
    let game = lectern.game()?;
    let referee = games::referee(game).ok_or_else(|| {
        Failure::new(format_args!("{} has no rules that a referee could judge by", game.id))
            .help("describe them in games/<id>/rules.toml: see docs/rules.md")
    })?;
    if let Some(scenario) = &args.scenario
        && game.scenarios.find(scenario).is_none()
    {
        let failure = Failure::new(format_args!("{} has no scenario `{scenario}`", game.id));
        return Err(match crate::diagnostic::nearest(scenario, game.scenarios.names()) {
            Some(near) => failure.help(near),
            None => failure,
        });
    }
    let request = Request {
        scenario: args.scenario.as_deref(),
        from: args.explain.clone().or_else(|| args.from.clone()),
        to: args.explain.clone().or_else(|| args.to.clone()),
        house_rules: house_rules(args)?,
        explain: args.explain.is_some(),
        anonymise: args.page.anonymise,
    };
    let logs = if args.chain { chain_files(&args.logs)? } else { args.logs.clone() };
    named_steps(args, &logs)?;
    let trial =
        Trial { args, lectern: &lectern, referee: referee.as_ref(), request: &request, console };
    let (audits, unread) = match args.format {
        Format::Html if !args.jsonl => trial.pages(&logs, console)?,
        _ => trial.reports(&logs, console),
    };
    if args.format != Format::Html && !args.jsonl {
        let text = write(args, &audits, referee.as_ref())?;
        match &args.out {
            Some(path) => {
                args.force.write(path, text.as_bytes())?;
                console.note(format_args!("{}: {} logs", path.display(), audits.len()));
            }
            None => console.data(&text),
        }
    }
    let conclusions: Vec<Conclusion> = audits.iter().map(Audit::conclusion).collect();
    Ok(match unread {
        0 if conclusions.contains(&Conclusion::Guilty) => Exit::Findings,
        0 if conclusions.contains(&Conclusion::Little) => Exit::Little,
        0 => Exit::Fine,
        _ => Exit::Cannot,
    })
}

/// Steps of a chain are named with their file, and the file is one of the chain.
fn named_steps(args: &Args, logs: &[PathBuf]) -> Result<(), Failure> {
    let asked = [("explain", &args.explain), ("from", &args.from), ("to", &args.to)];
    for (flag, named) in asked {
        let Some(named) = named else { continue };
        let step = named.step;
        let mut fitting = logs.iter().filter(|log| named.is_in(&log.to_string_lossy()));
        let (one, more) = (fitting.next(), fitting.next());
        let example = logs.first().map(|log| short(&log.to_string_lossy()).to_owned());
        let example = example.unwrap_or_default();
        let failure = match (&named.file, one) {
            (None, Some(_)) if args.chain && more.is_some() => Failure::new(format_args!(
                "--{flag} {step}: each file of the chain has a step {step}"
            )),
            (Some(file), None) => Failure::new(format_args!("--{flag}: no file `{file}` here")),
            (Some(file), Some(_)) if args.chain && more.is_some() => {
                Failure::new(format_args!("--{flag}: more than one file is `{file}`"))
            }
            _ => continue,
        };
        return Err(failure.help(format_args!("name the file too: --{flag} {example}:{step}")));
    }
    Ok(())
}

/// The files of a chain; a folder stands for the logs and saves in it, `turn-2` before `turn-10`.
fn chain_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failure =
            |error: std::io::Error| Failure::new(format_args!("{}: {error}", path.display()));
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).map_err(failure)? {
            let file = entry.map_err(failure)?.path();
            let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            if file.is_file()
                && ending.is_some_and(|ending| ["vlog", "vsav", "vtt", "trace"].contains(&&*ending))
            {
                inside.push(file);
            }
        }
        inside.sort_by_cached_key(|file| natural(&file.to_string_lossy()));
        if inside.is_empty() {
            return Err(Failure::new(format_args!("{}: no logs in it", path.display()))
                .help("a chain is made of .vlog and .vsav files, or of .vtt and .trace files"));
        }
        files.extend(inside);
    }
    Ok(files)
}

/// A name with its numbers as numbers.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts: Vec<(String, u64)> = vec![(String::new(), 0)];
    let mut in_number = false;
    for c in name.chars() {
        if let Some(digit) = c.to_digit(10) {
            if let Some((_, number)) = parts.last_mut() {
                *number = number.saturating_mul(10).saturating_add(u64::from(digit));
            }
            in_number = true;
            continue;
        }
        if in_number {
            parts.push((String::new(), 0));
            in_number = false;
        }
        if let Some((word, _)) = parts.last_mut() {
            word.push(c);
        }
    }
    parts
}

/// What all logs of a call have in common.
struct Trial<'a> {
    args: &'a Args,
    lectern: &'a Lectern,
    referee: &'a dyn Referee,
    request: &'a Request<'a>,
    console: &'a Console,
}

/// What is wanted of a page.
type PageOrder<'p> = Option<(&'p Shelf<'p>, &'p Options)>;

impl Trial<'_> {
    /// What is audited together: all files of a chain, else each by itself.
    fn groups<'l>(&self, logs: &'l [PathBuf]) -> Vec<&'l [PathBuf]> {
        if self.args.chain { vec![logs] } else { logs.chunks(1).collect() }
    }

    /// Audits all; the number of those that could not be read comes with them.
    fn reports(&self, logs: &[PathBuf], console: &Console) -> (Vec<Audit>, usize) {
        let groups = self.groups(logs);
        let progress = console.progress("auditing", groups.len() as u64);
        let done: Vec<Result<Audit, Failure>> = groups
            .par_iter()
            .map(|group| {
                let done = self.one(group, None).map(|(audit, _)| audit);
                if self.args.jsonl {
                    let line = match &done {
                        Ok(audit) => report::json(audit),
                        Err(failure) => json!({ "log": group[0], "error": failure.to_string() }),
                    };
                    console.say(line);
                }
                progress.inc(1);
                done
            })
            .collect();
        progress.finish_and_clear();
        let mut audits = Vec::new();
        let mut unread = 0;
        for result in done {
            match result {
                Ok(audit) => audits.push(audit),
                Err(failure) => {
                    unread += 1;
                    console.failure(&failure);
                }
            }
        }
        (audits, unread)
    }

    /// Audits all and writes a page of each: a few at a time, made on all cores, written in order, never all in memory.
    fn pages(&self, logs: &[PathBuf], console: &Console) -> Result<(Vec<Audit>, usize), Failure> {
        let args = self.args;
        let options = args.page.options()?;
        let groups = self.groups(logs);
        room_for(groups.len(), args.out.as_deref())?;
        let shelf = self.lectern.pictures(args.reading.module.as_deref(), console)?;
        let (mut audits, mut unread) = (Vec::new(), 0);
        for batch in groups.chunks(2 * rayon::current_num_threads().max(1)) {
            let made: Vec<_> =
                batch.par_iter().map(|group| self.one(group, Some((&shelf, &options)))).collect();
            for (group, made) in batch.iter().zip(made) {
                match made {
                    Ok((audit, page)) => {
                        let told = audit.files.first().map_or(&audit.log, |file| &file.log);
                        keep(&page, (&group[0], told), (args.out.as_deref(), args.force), console)?;
                        audits.push(audit);
                    }
                    Err(failure) => {
                        unread += 1;
                        console.failure(&failure);
                    }
                }
            }
        }
        Ok((audits, unread))
    }

    fn one(&self, files: &[PathBuf], page: PageOrder<'_>) -> Result<(Audit, String), Failure> {
        let lectern = self.lectern;
        let opened = files.iter().map(|file| {
            if self.args.set_up_ends {
                lectern.set_up(file, self.console)
            } else {
                lectern.saved(file, self.console)
            }
        });
        let opened = opened.collect::<Result<Vec<_>, _>>()?;
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let sources: Vec<Source<'_>> =
            names.iter().zip(&opened).map(|(name, saved)| Source { name, saved }).collect();
        let court = lectern.court(self.referee)?;
        let (chain, request) = (self.args.chain, self.request);
        let audited = match page {
            Some((shelf, options)) => {
                audited_page(&court, &sources, chain, request, Some(shelf), options)
            }
            None if chain => court
                .play_chain(&sources, &mut ())
                .map(|played| (court.judge(&played, request, None), String::new())),
            None => court
                .play(sources[0], &mut ())
                .map(|played| (court.judge(&played, request, None), String::new())),
        };
        let what = names.iter().map(|name| short(name)).collect::<Vec<_>>().join(", ");
        let what = if chain { what } else { names[0].clone() };
        audited.map_err(|error| unaudited(error, &what))
    }
}

/// Why a log could not be audited, in words.
pub(super) fn unaudited(error: AuditError, log: &str) -> Failure {
    match error {
        AuditError::Unreadable(error) => error.within(log).into(),
        AuditError::Mapping(_) => {
            Failure::new(error).help("docs/referee.md describes mapping files")
        }
    }
}

fn house_rules(args: &Args) -> Result<HouseRules, Failure> {
    let mut rules = match &args.house_rules {
        None => HouseRules::default(),
        Some(file) => {
            let text = read_text(file)?;
            HouseRules::parse(&text)
                .map_err(|error| Failure::new(format_args!("{}: {error}", file.display())))?
        }
    };
    rules.allow.extend(args.allow.iter().map(|rule| Allowance {
        rule: rule.clone(),
        reason: "allowed on the command line".to_owned(),
        steps: Vec::new(),
        units: Vec::new(),
    }));
    Ok(rules)
}

fn write(args: &Args, audits: &[Audit], referee: &dyn Referee) -> Result<String, Failure> {
    Ok(match args.format {
        Format::Text if args.explain.is_some() => {
            let all: Vec<String> = audits
                .iter()
                .flat_map(|audit| audit.explanations.iter().map(report::explanation_text))
                .collect();
            if all.is_empty() {
                "nothing was judged in this step\n".to_owned()
            } else {
                visible(&all.join("\n")).into_owned()
            }
        }
        Format::Text => {
            let mut text: Vec<String> = audits.iter().map(report::text).collect();
            if audits.len() > 1 {
                text.push(report::summary_table(audits));
            }
            visible(&text.join("\n")).into_owned()
        }
        Format::Json => {
            let list: Vec<_> = audits.iter().map(report::json).collect();
            let explained: Vec<_> = audits.iter().flat_map(|audit| &audit.explanations).collect();
            let mut document = json!({ "audits": list });
            if args.explain.is_some() {
                document["explanations"] = json!(explained);
            }
            format!("{document:#}\n")
        }
        Format::Sarif => format!("{:#}\n", report::sarif(audits, &referee.rules())),
        Format::Junit => report::junit(audits, &referee.rules())?,
        Format::Html => String::new(),
    })
}
