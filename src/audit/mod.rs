//! Auditing a log: replayed, interpreted, heard by the referee, summed up.

mod coverage;
mod house_rules;

pub use coverage::{Coverage, UncheckedCount};
pub use house_rules::{Allowance, HouseRules};

use crate::interpret::{Codebook, Gaps, Mapping, interpret, moment_name};
use crate::model::Game;
use crate::referee::court::{self, Account};
use crate::referee::{Finding, Judgement, Referee, Ruling, Severity};
use crate::replay::{Guide, Replay};
use crate::vassal::{Limits, SavedGame, Unreadable};
use serde::Serialize;

/// A finding, and where in the log it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// The step of the log.
    pub step: usize,
    /// The turn, when the log tells.
    pub turn: Option<i32>,
    /// When, in words.
    pub moment: String,
    /// The side that acts, by name.
    pub side: Option<String>,
    /// What was judged, in words.
    pub subject: String,
    /// The title of the rule.
    pub title: String,
    /// The paragraph of the rulebook.
    pub section: String,
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
    /// The reason why the players allow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<String>,
}

/// Everything the referee said of one step, for `--explain`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The step.
    pub step: usize,
    /// When, in words.
    pub moment: String,
    /// What was judged, in words.
    pub subject: String,
    /// What the referee says.
    pub judgement: Judgement,
}

/// The audit of one log.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Audit {
    /// The log, as the user named it.
    pub log: String,
    /// The game, by id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The scenario, by title, when the log tells.
    pub scenario: Option<String>,
    /// How many steps the log has.
    pub steps: usize,
    /// How many deeds were read in them.
    pub deeds: usize,
    /// The findings, in the order of the log.
    pub findings: Vec<Entry>,
    /// What was checked and what was not.
    pub coverage: Coverage,
    /// What became of each deed.
    pub account: Account,
    /// What could not be read.
    pub gaps: Gaps,
    /// What else the reader should know: another version, a log cut off.
    pub notices: Vec<String>,
    /// What the referee said of everything, when asked for.
    #[serde(skip)]
    pub explanations: Vec<Explanation>,
}

impl Audit {
    /// Findings of this severity that the players do not allow.
    pub fn count(&self, severity: Severity) -> usize {
        let counts = |entry: &&Entry| entry.allowed.is_none() && entry.finding.severity == severity;
        self.findings.iter().filter(counts).count()
    }
}

/// What is asked of an audit.
#[derive(Debug, Clone, Default)]
pub struct Request<'r> {
    /// The scenario, when the log does not tell.
    pub scenario: Option<&'r str>,
    /// First step to report.
    pub from: Option<usize>,
    /// Last step to report.
    pub to: Option<usize>,
    /// What the players allow.
    pub house_rules: HouseRules,
    /// Whether to keep what the referee said of everything.
    pub explain: bool,
}

/// Everything that stays the same from log to log.
#[derive(Clone, Copy)]
pub struct Court<'c> {
    /// The game.
    pub game: &'c Game,
    /// Its referee.
    pub referee: &'c dyn Referee,
    /// How the module's words are to be read.
    pub mapping: &'c Mapping,
    /// What the module tells about its logs.
    pub guide: &'c Guide,
    /// What files from strangers may cost.
    pub limits: &'c Limits,
}

impl Court<'_> {
    /// Audits one log.
    pub fn audit(
        &self,
        name: &str,
        saved: &SavedGame,
        request: &Request<'_>,
    ) -> Result<Audit, AuditError> {
        let game = self.game;
        let tree = saved.commands(self.limits)?;
        let mut codebook =
            Codebook::new(self.mapping, game, self.guide).map_err(AuditError::Mapping)?;
        let mut replay = Replay::start(&tree, Some(self.guide), self.limits)?;
        let read = interpret(&mut replay, &mut codebook)?;
        let scenario = request.scenario.or(read.scenario.as_deref());
        let mut audit = Audit {
            log: name.to_owned(),
            game: game.id.clone(),
            title: game.title.clone(),
            scenario: scenario.and_then(|id| game.scenarios.get(id)).map(|s| s.title.clone()),
            steps: read.steps,
            deeds: read.deeds.len(),
            gaps: read.gaps,
            ..Audit::default()
        };
        audit.notices = notices(saved, self.mapping, game, &audit);
        let heard = court::hear(self.referee, scenario, &read.deeds, &read.asides, request.explain);
        let Some(verdict) = heard else {
            audit.notices.push("the referee of this game judges cases, not logs".to_owned());
            return Ok(audit);
        };
        audit.account = verdict.account;
        let mut rulings = verdict.rulings;
        // Rulings come when they can be made; a reader wants them in the order of play.
        rulings.sort_by_key(|ruling| ruling.step);
        let rules = self.referee.rules();
        for ruling in rulings {
            if request.from.is_some_and(|from| ruling.step < from)
                || request.to.is_some_and(|to| ruling.step > to)
            {
                continue;
            }
            audit.coverage.count(&ruling.judgement);
            audit.take(ruling, game, &rules, request);
        }
        Ok(audit)
    }
}

impl Audit {
    fn take(
        &mut self,
        ruling: Ruling,
        game: &Game,
        rules: &[&crate::referee::Rule],
        request: &Request<'_>,
    ) {
        let moment = ruling.moment.as_ref().map(|moment| moment_name(game, moment));
        let moment = moment.unwrap_or_else(|| "before the first turn".to_owned());
        for finding in &ruling.judgement.findings {
            let rule = rules.iter().find(|rule| rule.id == finding.rule);
            let allowed = request.house_rules.reason(finding, ruling.step);
            self.findings.push(Entry {
                step: ruling.step,
                turn: ruling.moment.as_ref().map(|moment| moment.turn),
                moment: moment.clone(),
                side: ruling
                    .moment
                    .as_ref()
                    .and_then(|moment| Some(game.sides[moment.side?].name.clone())),
                subject: ruling.subject.clone(),
                title: rule.map(|rule| rule.title.to_string()).unwrap_or_default(),
                section: rule.map(|rule| rule.section.to_string()).unwrap_or_default(),
                finding: finding.clone(),
                allowed: allowed.map(str::to_owned),
            });
        }
        if request.explain {
            self.explanations.push(Explanation {
                step: ruling.step,
                moment,
                subject: ruling.subject,
                judgement: ruling.judgement,
            });
        }
    }
}

/// What a reader should know before the findings.
fn notices(saved: &SavedGame, mapping: &Mapping, game: &Game, audit: &Audit) -> Vec<String> {
    let mut notices = Vec::new();
    if let Some(data) = &saved.moduledata {
        if !mapping.module.is_empty() && !data.name.is_empty() && data.name != mapping.module {
            notices.push(format!(
                "the log is of the module “{}”, not of “{}”: pieces and places may not be read",
                data.name, mapping.module
            ));
        }
        if !mapping.version.is_empty()
            && !data.version.is_empty()
            && data.version != mapping.version
        {
            notices.push(format!(
                "the log was made with version {} of the module, this is {}",
                data.version, mapping.version
            ));
        }
    }
    if audit.steps == 0 {
        notices.push("there is no log in this file, only a position".to_owned());
    }
    if audit.scenario.is_none() && game.scenarios.len() > 1 {
        notices.push("the log does not tell its scenario; name it with --scenario".to_owned());
    }
    notices
}

/// Why a log could not be audited.
#[derive(Debug)]
pub enum AuditError {
    /// The file cannot be read.
    Unreadable(Unreadable),
    /// The mapping does not fit the game.
    Mapping(Vec<String>),
}

impl From<Unreadable> for AuditError {
    fn from(error: Unreadable) -> Self {
        AuditError::Unreadable(error)
    }
}

impl std::fmt::Display for AuditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AuditError::Unreadable(error) => error.fmt(f),
            AuditError::Mapping(wrong) => {
                write!(f, "the mapping does not fit the game: {}", wrong.join("; "))
            }
        }
    }
}

impl std::error::Error for AuditError {}
