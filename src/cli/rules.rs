//! `hexwright rules`: what the referee of a game checks, and how.

use super::case::{case_files, case_files_below, read_file};
use super::check::{FormatArgs, counted, open};
use super::{Console, Exit, Failure, Outcome};
use crate::games;
use crate::input::ProjectFolder;
use crate::model::Game;
use crate::referee::case::{Case, Verdict, run_case};
use crate::referee::{Checked, Finding, Referee, Rule, RuleId};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// List the rules of a game: id, kind, how each is checked, cases passing, verdicts, title
///
/// Verdicts: `both` when cases keep the rule and break it; `value` when it defines a value that cases ask for;
/// `kept only` and `broken only` when one side is missing. A rule that findings never cite first is followed by those
/// that it is checked through.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    game: String,
    /// The project with the game's sources
    #[arg(long, default_value = ".")]
    project: PathBuf,
    /// The folder with the game's cases; tests/cases/<game> of the project if not given
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn referee(game: &Game) -> Result<Box<dyn Referee + '_>, Failure> {
    games::referee(game).ok_or_else(|| {
        Failure::new(format_args!("{} has no rules that a referee could judge by", game.id))
            .help("describe them in games/<id>/rules.toml: see docs/rules.md")
    })
}

/// Lists the rules of a game.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let loaded = open(&args.project)?;
    let game = loaded.game(&args.game).ok_or_else(|| {
        Failure::new(format_args!("the project has no game `{}`", args.game))
            .help("`hexwright games` lists them")
    })?;
    let referee = referee(game)?;
    let rules = referee.rules();
    let tallies = tallies(args, &loaded.root, game, referee.as_ref())?;
    let none = Tally::default();
    let tally = |rule: &Rule| tallies.get(rule.id.as_str()).unwrap_or(&none);
    if args.format.json() {
        let list: Vec<_> = rules.iter().map(|rule| as_json(rule, tally(rule))).collect();
        console.say(format_args!("{:#}", json!({ "game": game.id, "rules": list })));
        return Ok(Exit::Fine);
    }
    let widest = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in &rules {
        console.say(format_args!(
            "{:<widest$}  {:<10}  {:<12}  {:>7}  {:<10}  {}{}{}",
            rule.id,
            rule.kind.word(),
            how(rule),
            tally(rule).cases(),
            tally(rule).verdicts(),
            rule.title,
            reason(rule).map(|reason| format!(" ({reason})")).unwrap_or_default(),
            through(rule, tally(rule)),
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

const BOTH: &str = "both";
const VALUE: &str = "value";
const KEPT: &str = "kept only";
const BROKEN: &str = "broken only";
const NEITHER: &str = "–";

/// So many rules are named through which another is checked.
const THROUGH: usize = 3;

/// What the cases show of a rule.
#[derive(Debug, Clone, Default)]
struct Tally {
    passing: usize,
    all: usize,
    /// Some variant keeps the rule.
    kept: bool,
    /// Some variant is found to break it.
    broken: bool,
    /// Some variant asks for a value.
    valued: bool,
    /// Some finding cites it first.
    first: bool,
    /// The rules that findings cite first where it is broken, and how often.
    through: BTreeMap<RuleId, usize>,
}

impl Tally {
    fn cases(&self) -> String {
        if self.all == 0 { "–".to_owned() } else { format!("{}/{}", self.passing, self.all) }
    }

    /// The rules through which it is checked when no finding cites it first; the most frequent first.
    fn through(&self) -> Vec<RuleId> {
        let mut rules: Vec<(&RuleId, &usize)> = self.through.iter().collect();
        rules.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let most = if self.first { 0 } else { THROUGH };
        rules.into_iter().map(|(rule, _)| *rule).take(most).collect()
    }

    /// Whether the rule was seen kept and broken. One that only defines a value cannot be broken by itself: its
    /// cases ask for the value.
    fn verdicts(&self) -> &'static str {
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
    args: &Args,
    root: &Path,
    game: &Game,
    referee: &dyn Referee,
) -> Result<Tallies, Failure> {
    let mut tallies = Tallies::new();
    for case in &cases_of(game, root, args.cases.as_deref())? {
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
    Ok(tallies)
}

/// The cases of a game: those of a folder, or of tests/cases/<game> of its project when it has them.
pub(super) fn cases_of(
    game: &Game,
    root: &Path,
    folder: Option<&Path>,
) -> Result<Vec<Case>, Failure> {
    let files = match folder {
        Some(folder) => case_files(&[folder.to_owned()])?,
        None => {
            let folder = Path::new("tests/cases").join(game.id.replace('-', "_"));
            let project = ProjectFolder::new(root);
            match project.locate(&folder) {
                Err(refused) if refused.is_missing() => return Ok(Vec::new()),
                Err(refused) => {
                    let folder = root.join(folder);
                    return Err(Failure::new(format_args!("{} {refused}", folder.display())));
                }
                Ok(_) => case_files_below(&project, &folder)?,
            }
        }
    };
    let mut cases = Vec::new();
    for file in files {
        cases.append(&mut read_file(&file)?);
    }
    Ok(cases)
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
        let findings = || judgements.iter().flat_map(|judgement| &judgement.findings);
        let cited: Vec<RuleId> = findings().flat_map(Finding::cited).collect();
        for finding in findings().filter(|finding| finding.accuses()) {
            // A rule that never comes first is checked through those that do.
            tallies.entry(finding.rule.to_string()).or_default().first = true;
            let others = finding.alternatives.iter().map(|rule| rule.as_str());
            let exercised = case.rules.iter().map(String::as_str);
            for other in others.chain(exercised.filter(|rule| finding.rule != **rule)) {
                let through = &mut tallies.entry(other.to_owned()).or_default().through;
                *through.entry(finding.rule).or_default() += 1;
            }
        }
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

/// Which rules it is checked through, in words.
fn through(rule: &Rule, tally: &Tally) -> String {
    let rules: Vec<&str> = tally.through().into_iter().map(RuleId::as_str).collect();
    match rules.is_empty() || !rule.is_checked() {
        true => String::new(),
        false => format!(" (through {})", rules.join(", ")),
    }
}

pub(super) fn how(rule: &Rule) -> &'static str {
    match rule.checked {
        Checked::Yes => "checked",
        Checked::Unobservable(_) => "unobservable",
        Checked::NotOfPlay(_) => "not of play",
    }
}

pub(super) fn reason(rule: &Rule) -> Option<&str> {
    match &rule.checked {
        Checked::Yes => None,
        Checked::Unobservable(reason) | Checked::NotOfPlay(reason) => Some(reason),
    }
}

fn as_json(rule: &Rule, tally: &Tally) -> serde_json::Value {
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
        "through": tally.through(),
        "text": rule.text(),
    })
}
