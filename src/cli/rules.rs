//! `hexwright rules` and `hexwright rule`: what the referee of a game checks, and how.

use super::case::{case_files, read_file};
use super::check::{counted, open};
use super::{Console, Exit, Failure, Outcome};
use crate::games;
use crate::model::Game;
use crate::referee::case::{Case, Verdict, run_case};
use crate::referee::{Checked, Finding, Referee, Rule, RuleId};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// List the rules of a game: id, kind, how each is checked, cases passing, verdicts, title
///
/// Verdicts: `both` when cases keep the rule and break it; `value` when it defines a value that cases ask for;
/// `kept only` and `broken only` when one side is missing.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// The game
    game: String,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// The folder with the game's cases; tests/cases/<game> of the project if not given
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
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
    let tallies = tallies(args, &loaded.root, game, referee.as_ref())?;
    let tally = |rule: &Rule| tallies.get(rule.id.as_str()).copied().unwrap_or_default();
    if args.json {
        let list: Vec<_> = rules.iter().map(|rule| as_json(rule, tally(rule))).collect();
        console.say(format_args!("{:#}", json!({ "game": game.id, "rules": list })));
        return Ok(Exit::Fine);
    }
    let widest = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in &rules {
        console.say(format_args!(
            "{:<widest$}  {:<10}  {:<12}  {:>7}  {:<10}  {}{}",
            rule.id,
            rule.kind.word(),
            how(rule),
            tally(rule).cases(),
            tally(rule).verdicts(),
            rule.title,
            reason(rule).map(|reason| format!(" ({reason})")).unwrap_or_default(),
        ));
    }
    let checked = rules.iter().filter(|rule| rule.is_checked()).count();
    let shown = |words: &str| {
        let checked = rules.iter().filter(|rule| rule.is_checked());
        checked.filter(|rule| tally(rule).verdicts() == words).count()
    };
    console.say(format_args!(
        "{}: {checked} checked ({} kept and broken in cases, {} by a value, {} in part, {} without a case), \
         {} unobservable, {} not rules of play",
        counted(rules.len(), "rule"),
        shown(BOTH),
        shown(VALUE),
        shown(KEPT) + shown(BROKEN),
        shown(NEITHER),
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

const BOTH: &str = "both";
const VALUE: &str = "value";
const KEPT: &str = "kept only";
const BROKEN: &str = "broken only";
const NEITHER: &str = "–";

/// What the cases show of a rule.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    passing: usize,
    all: usize,
    /// Some variant keeps the rule.
    kept: bool,
    /// Some variant is found to break it.
    broken: bool,
    /// Some variant asks for a value.
    valued: bool,
}

impl Tally {
    fn cases(self) -> String {
        if self.all == 0 { "–".to_owned() } else { format!("{}/{}", self.passing, self.all) }
    }

    /// Whether the rule was seen kept and broken. One that only defines a value cannot be broken by itself: its
    /// cases ask for the value.
    fn verdicts(self) -> &'static str {
        match (self.kept, self.broken, self.valued) {
            (true, true, _) => BOTH,
            (_, false, true) => VALUE,
            (true, false, false) => KEPT,
            (false, true, _) => BROKEN,
            (false, false, false) => NEITHER,
        }
    }
}

type Tallies = BTreeMap<String, Tally>;

fn tallies(
    args: &ListArgs,
    root: &Path,
    game: &Game,
    referee: &dyn Referee,
) -> Result<Tallies, Failure> {
    let mut tallies = Tallies::new();
    let folder = match &args.cases {
        Some(folder) => folder.clone(),
        None => {
            let folder = root.join("tests/cases").join(game.id.replace('-', "_"));
            if !folder.is_dir() {
                return Ok(tallies);
            }
            folder
        }
    };
    for file in case_files(&[folder])? {
        for case in &read_file(&file)? {
            let passes = run_case(referee, case).passes();
            for rule in &case.rules {
                let tally = tallies.entry(rule.clone()).or_default();
                tally.passing += usize::from(passes);
                tally.all += 1;
            }
            if passes {
                count_verdicts(referee, case, &mut tallies);
            }
        }
    }
    Ok(tallies)
}

/// What the variants of a case say of the rules it exercises, and of those that they find broken.
fn count_verdicts(referee: &dyn Referee, case: &Case, tallies: &mut Tallies) {
    for variant in &case.variants {
        let expect = &variant.expect;
        let legal = expect.iter().all(|expected| expected.verdict == Verdict::Legal);
        let valued = expect.iter().any(|expected| !expected.values.pairs().is_empty());
        for rule in &case.rules {
            let tally = tallies.entry(rule.clone()).or_default();
            tally.kept |= legal;
            tally.valued |= valued;
        }
        let Ok(judgements) = referee.play(&variant.situation, &variant.log) else { continue };
        let findings = judgements.iter().flat_map(|judgement| &judgement.findings);
        let cited: Vec<RuleId> = findings.flat_map(Finding::cited).collect();
        for expected in expect {
            let (Verdict::Violation(rules) | Verdict::Suspect(rules)) = &expected.verdict else {
                continue;
            };
            // A list says what will do; only what was cited is counted.
            for rule in rules.iter().filter(|rule| cited.iter().any(|cited| **rule == *cited)) {
                tallies.entry(rule.clone()).or_default().broken = true;
            }
        }
    }
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

fn as_json(rule: &Rule, tally: Tally) -> serde_json::Value {
    json!({
        "id": rule.id,
        "title": rule.title,
        "section": rule.section,
        "kind": rule.kind.word(),
        "checked": how(rule),
        "reason": reason(rule),
        "cases": tally.all,
        "cases_passing": tally.passing,
        "verdicts": tally.verdicts(),
        "text": rule.text(),
    })
}
