//! Freezes every ruling of the referees, and tells which of them a change altered.
//!
//! `cargo xtask rulings --freeze FILE` plays all cases, audits the committed logs and a fixed set of
//! games that bots play, and writes one JSON line a ruling. The bots' logs are kept beside the file, so
//! that a bot that later plays otherwise does not look like a referee that judges otherwise.
//! `cargo xtask rulings --against FILE` judges the same again and lists what differs.

#[path = "../bot/chain.rs"]
#[allow(dead_code, reason = "it is shared with the bot, which asks more of it")]
mod chain;
mod compare;
mod logs;

use clap::Parser;
use hexwright::games;
use hexwright::referee::Judgement;
use hexwright::referee::case::read_cases;
use hexwright::source::{Loaded, load};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Every ruling of all cases, committed logs and fixed games of the bots: frozen, or compared
#[derive(Debug, Parser)]
struct Args {
    /// Write all rulings into this file, and the bots' logs into the folder FILE.logs
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    freeze: Option<PathBuf>,
    /// Compare with the rulings in this file; the logs are taken from FILE.logs
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// List every difference, not only some of each kind
    #[arg(long)]
    all: bool,
    /// Judge this game only
    #[arg(long, value_name = "ID")]
    game: Option<String>,
}

/// The games with a referee, and the folder of their cases.
const GAMES: [(&str, &str); 4] = [
    ("bridgehead", "bridgehead"),
    ("italy43", "italy43"),
    ("asl-sk2", "asl_sk2"),
    ("sicily", "sicily"),
];

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = load(root);
    let file = args.freeze.as_ref().or(args.against.as_ref());
    let folder = file.map(|file| file.with_extension("logs"));
    let mut lines = Vec::new();
    for (game, cases) in GAMES {
        if args.game.as_deref().is_some_and(|only| only != game) {
            continue;
        }
        lines.extend(rulings_of_cases(&loaded, game, &root.join("tests/cases").join(cases))?);
        let logs = match (&folder, &args.against) {
            (Some(folder), Some(_)) => logs::kept(game, folder)?,
            _ => logs::play(&loaded, game, folder.as_deref())?,
        };
        lines.extend(logs::rulings(&loaded, game, root, logs)?);
    }
    println!("{} rulings", lines.len());
    if let Some(file) = &args.freeze {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    match &args.against {
        Some(file) => compare::against(file, &lines, args.game.as_deref(), args.all),
        None => Ok(true),
    }
}

fn rulings_of_cases(loaded: &Loaded, game: &str, folder: &Path) -> Result<Vec<Value>, String> {
    let game = loaded.game(game).ok_or_else(|| format!("there is no {game}"))?;
    let referee = games::referee(game).ok_or_else(|| format!("{} has no referee", game.id))?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    let read = |file: &PathBuf| -> Result<Vec<Value>, String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let cases = read_cases(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut lines = Vec::new();
        for case in &cases {
            for (number, variant) in (1..).zip(&case.variants) {
                let of = format!("case {} {} {number}", game.id, case.id);
                match referee.play(&variant.situation, &variant.log) {
                    Ok(judgements) => lines.extend(
                        (1..)
                            .zip(&judgements)
                            .map(|(entry, judgement)| ruling(&of, entry, "", judgement)),
                    ),
                    Err(problem) => lines.push(json!({ "of": of, "problem": problem.message })),
                }
            }
        }
        Ok(lines)
    };
    let all: Result<Vec<_>, String> = files.par_iter().map(read).collect();
    Ok(all?.concat())
}

/// A ruling as it is kept: what was decided, without the words.
fn ruling(of: &str, step: usize, subject: &str, judgement: &Judgement) -> Value {
    let findings: Vec<Value> = judgement
        .findings
        .iter()
        .map(|finding| {
            json!({
                "rule": finding.rule, "severity": finding.severity, "alternatives": finding.alternatives,
                "units": finding.units, "hexes": finding.hexes, "reading": finding.reading,
                "provenance": finding.provenance,
            })
        })
        .collect();
    json!({
        "of": of, "step": step, "subject": subject, "findings": findings,
        "unchecked": judgement.unchecked, "values": judgement.values, "events": judgement.events,
    })
}
