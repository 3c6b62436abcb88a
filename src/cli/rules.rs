//! `hexwright rules` and `hexwright rule`: what the referee of a game checks, and how.

use super::check::{counted, open};
use super::{Console, Exit, Failure, Outcome};
use crate::games;
use crate::model::Game;
use crate::rules::{Checked, Referee, Rule};
use serde_json::json;
use std::path::PathBuf;

/// List the rules of a game: id, title, kind, and how each is checked
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// The game
    game: String,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// Explain one rule: what it forbids, why, and an example that breaks it
#[derive(Debug, clap::Args)]
pub struct ExplainArgs {
    /// The rule, such as BH-4.0
    rule: String,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
}

fn referee(game: &Game) -> Result<Box<dyn Referee + '_>, Failure> {
    games::referee(game).ok_or_else(|| {
        Failure::new(format_args!("{} has no rules that a referee could judge by", game.id))
            .help("describe them in games/<id>/rules.toml: see docs/rules.md")
    })
}

/// Lists the rules of a game.
pub fn list(args: &ListArgs, console: &Console) -> Outcome {
    let loaded = open(&args.project)?;
    let game = loaded.game(&args.game).ok_or_else(|| {
        Failure::new(format_args!("the project has no game `{}`", args.game))
            .help("`hexwright games` lists them")
    })?;
    let referee = referee(game)?;
    let rules = referee.rules();
    if args.json {
        let list: Vec<_> = rules.iter().map(|rule| as_json(rule)).collect();
        console.say(format_args!("{:#}", json!({ "game": game.id, "rules": list })));
        return Ok(Exit::Fine);
    }
    let widest = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in &rules {
        console.say(format_args!(
            "{:<widest$}  {:<10}  {:<12}  {}{}",
            rule.id,
            rule.kind.word(),
            how(rule),
            rule.title,
            reason(rule).map(|reason| format!(" ({reason})")).unwrap_or_default(),
        ));
    }
    let checked = rules.iter().filter(|rule| rule.is_checked()).count();
    console.say(format_args!(
        "{}: {checked} checked, {} unobservable, {} not rules of play",
        counted(rules.len(), "rule"),
        rules.iter().filter(|rule| matches!(rule.checked, Checked::Unobservable(_))).count(),
        rules.iter().filter(|rule| matches!(rule.checked, Checked::NotOfPlay(_))).count(),
    ));
    Ok(Exit::Fine)
}

/// Explains one rule.
pub fn explain(args: &ExplainArgs, console: &Console) -> Outcome {
    let loaded = open(&args.project)?;
    let mut known = Vec::new();
    for game in &loaded.project.games {
        let Some(referee) = games::referee(game) else { continue };
        for rule in referee.rules() {
            if !rule.id.eq_ignore_ascii_case(&args.rule) {
                known.push(rule.id.to_string());
                continue;
            }
            console
                .say(format_args!("{}  {}\n{}, {}", rule.id, rule.title, game.title, rule.section));
            console.say(format_args!("kind: {}; {}", rule.kind.word(), how(rule)));
            if let Some(reason) = reason(rule) {
                console.say(format_args!("because {reason}"));
            }
            console.say(format_args!("\n{}", rule.text()));
            return Ok(Exit::Fine);
        }
    }
    let near = crate::diagnostic::nearest(&args.rule, known.iter().map(String::as_str));
    let failure = Failure::new(format_args!("no game of this project has a rule `{}`", args.rule));
    Err(match near {
        Some(near) => failure.help(near),
        None => failure.help("`hexwright rules GAME` lists them"),
    })
}

fn how(rule: &Rule) -> &'static str {
    match rule.checked {
        Checked::Yes => "checked",
        Checked::Unobservable(_) => "unobservable",
        Checked::NotOfPlay(_) => "not of play",
    }
}

fn reason(rule: &Rule) -> Option<&str> {
    match &rule.checked {
        Checked::Yes => None,
        Checked::Unobservable(reason) | Checked::NotOfPlay(reason) => Some(reason),
    }
}

fn as_json(rule: &Rule) -> serde_json::Value {
    json!({
        "id": rule.id,
        "title": rule.title,
        "section": rule.section,
        "kind": rule.kind.word(),
        "checked": how(rule),
        "reason": reason(rule),
        "text": rule.text(),
    })
}
