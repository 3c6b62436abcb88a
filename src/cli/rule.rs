//! `hexwright rule`: what a rule says, an example that breaks it, and the same put right.

use super::check::{FormatArgs, open};
use super::rules::{cases_of, how, reason};
use super::{Console, Exit, Failure, Outcome};
use crate::games;
use crate::report::{Example, Played, example};
use serde_json::json;
use std::path::PathBuf;

/// Explain one rule: what it says, an example that breaks it, and the same put right
///
/// The example is the plainest one among the game's cases (tests/cases/<game> of the project), played when you ask.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rule, such as BH-4.0
    rule: String,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// The folder with the game's cases; tests/cases/<game> of the project if not given
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

/// Explains one rule.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let loaded = open(&args.project)?;
    let mut known = Vec::new();
    for game in &loaded.project.games {
        let Some(referee) = games::referee(game) else { continue };
        for rule in referee.rules() {
            if !rule.id.eq_ignore_ascii_case(&args.rule) {
                known.push(rule.id);
                continue;
            }
            let cases = cases_of(game, &loaded.root, args.cases.as_deref())?;
            let example = example(referee.as_ref(), &cases, rule.id);
            if args.format.json() {
                let value = json!({
                    "id": rule.id,
                    "title": rule.title,
                    "game": game.id,
                    "section": rule.section,
                    "kind": rule.kind.word(),
                    "checked": how(rule),
                    "reason": reason(rule),
                    "text": rule.text(),
                    "example": example,
                });
                console.say(format_args!("{value:#}"));
                return Ok(Exit::Fine);
            }
            console
                .say(format_args!("{}  {}\n{}, {}", rule.id, rule.title, game.title, rule.section));
            console.say(format_args!("kind: {}; {}", rule.kind.word(), how(rule)));
            if let Some(reason) = reason(rule) {
                console.say(format_args!("because {reason}"));
            }
            console.say(format_args!("\n{}", rule.text()));
            if let Some(example) = example {
                console.say(format_args!("\n{}", in_words(&example)));
            }
            return Ok(Exit::Fine);
        }
    }
    let near = crate::diagnostic::nearest(&args.rule, known.iter().map(|rule| rule.as_str()));
    let failure = Failure::new(format_args!("no game of this project has a rule `{}`", args.rule));
    Err(match near {
        Some(near) => failure.help(near),
        None => failure.help("`hexwright rules GAME` lists them"),
    })
}

fn in_words(example: &Example) -> String {
    let mut lines = vec![format!("Example ({}: {})", example.case, example.title)];
    lines.extend(example.table.iter().map(|line| format!("    {line}")));
    lines.push("  Breaks it:".to_owned());
    lines.extend(played(&example.broken));
    if let Some(kept) = &example.kept {
        lines.push("  Put right:".to_owned());
        lines.extend(played(kept));
    }
    lines.join("\n")
}

fn played(half: &Played) -> Vec<String> {
    let mut lines: Vec<String> =
        half.otherwise.iter().map(|line| format!("    with {line}")).collect();
    lines.extend(half.deeds.iter().map(|line| format!("    {line}")));
    let said = half.said.as_deref().unwrap_or("nothing to object");
    lines.push(format!("    → {said}"));
    lines.extend(half.evidence.iter().map(|line| format!("      {line}")));
    lines
}
