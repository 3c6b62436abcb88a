//! `hexwright audit`: the referee reads logs.

use super::lectern::{Lectern, ReadingArgs};
use super::limits::open_saved;
use super::out::ForceArgs;
use super::page::{PageArgs, write_pages};
use super::{Console, Exit, Failure, Outcome};
use crate::audit::{Allowance, Audit, AuditError, Court, HouseRules, Request};
use crate::output::check_inputs;
use crate::referee::{Referee, Severity};
use crate::{games, report};
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Check logs against the rules: illegal stacking, movement, combat and sequence, each with its rule
///
/// A log shows where a piece started and stopped, not why. A deed is a violation only if no reading
/// of the rules and of the log makes it legal; what a log does not show is counted as unchecked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 clean, 1 violations, 2 cannot.\n\nExamples:\n  \
    hexwright audit game.vlog --game bridgehead\n  \
    hexwright audit game.vlog --module bridgehead-1.0.vmod\n  \
    hexwright audit *.vlog --module game.vmod --mapping game.toml --jsonl\n  \
    hexwright audit game.vlog --module game.vmod --format html --out game.html\n  \
    hexwright audit game.vlog --module game.vmod --explain 42")]
pub struct Args {
    /// The logs
    #[arg(required = true)]
    logs: Vec<PathBuf>,
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
    /// Show how everything in this step was judged, with the arithmetic
    #[arg(long, value_name = "STEP")]
    explain: Option<usize>,
    /// Report from this step on
    #[arg(long, value_name = "STEP")]
    from: Option<usize>,
    /// Report up to this step
    #[arg(long, value_name = "STEP")]
    to: Option<usize>,
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
        check_inputs(out, read.chain(&args.house_rules).map(PathBuf::as_path))?;
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
        from: args.explain.or(args.from),
        to: args.explain.or(args.to),
        house_rules: house_rules(args)?,
        explain: args.explain.is_some(),
    };
    let progress = console.progress("auditing", args.logs.len() as u64);
    let done: Vec<Result<Audit, Failure>> = args
        .logs
        .par_iter()
        .map(|log| {
            let done = one(log, &lectern, referee.as_ref(), &request);
            if args.jsonl {
                let line = match &done {
                    Ok(audit) => report::json(audit),
                    Err(failure) => json!({ "log": log, "error": failure.to_string() }),
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
    if args.format == Format::Html {
        let read = args
            .logs
            .iter()
            .filter(|log| audits.iter().any(|audit| audit.log == log.display().to_string()));
        let read: Vec<&Path> = read.map(PathBuf::as_path).collect();
        write_pages(
            &read,
            args.reading.module.as_deref(),
            &lectern,
            (Some(referee.as_ref()), &audits),
            (&args.page, args.out.as_deref(), args.force),
            console,
        )?;
    } else if !args.jsonl {
        let text = write(args, &audits, referee.as_ref())?;
        match &args.out {
            Some(path) => {
                args.force.write(path, text.as_bytes())?;
                console.note(format_args!("{}: {} logs", path.display(), audits.len()));
            }
            None => console.write(text),
        }
    }
    let broken = audits.iter().any(|audit| audit.count(Severity::Violation) > 0);
    Ok(match (unread, broken) {
        (0, false) => Exit::Fine,
        (0, true) => Exit::Findings,
        _ => Exit::Cannot,
    })
}

fn one(
    log: &Path,
    lectern: &Lectern,
    referee: &dyn Referee,
    request: &Request<'_>,
) -> Result<Audit, Failure> {
    let saved = open_saved(log, &lectern.limits)?;
    let name = log.display().to_string();
    let court = Court {
        game: lectern.game()?,
        referee,
        mapping: &lectern.mapping,
        guide: &lectern.guide,
        limits: &lectern.limits,
    };
    court.audit(&name, &saved, request).map_err(|error| match error {
        AuditError::Unreadable(error) => error.within(log.display()).into(),
        AuditError::Mapping(_) => {
            Failure::new(error).help("docs/referee.md describes mapping files")
        }
    })
}

fn house_rules(args: &Args) -> Result<HouseRules, Failure> {
    let mut rules = match &args.house_rules {
        None => HouseRules::default(),
        Some(file) => {
            let text = std::fs::read_to_string(file)
                .map_err(|error| Failure::new(format_args!("{}: {error}", file.display())))?;
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
                all.join("\n")
            }
        }
        Format::Text => {
            let mut text: Vec<String> = audits.iter().map(report::text).collect();
            if audits.len() > 1 {
                text.push(report::summary_table(audits));
            }
            text.join("\n")
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
