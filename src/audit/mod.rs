//! Auditing a log: replayed, interpreted, heard by the referee, summed up.

mod chain;
mod coverage;
mod discreet;
mod house_rules;
mod judge;
mod names;
mod played;
mod range;

pub use chain::{ChainFile, Link};
pub use coverage::{Coverage, UncheckedCount};
pub use house_rules::{Allowance, HouseRules};
pub use played::{Onlooker, PlayedGame, PlayedLog, Source, short};
pub use range::NamedStep;

use crate::interpret::{Gaps, Mapping};
use crate::model::Game;
use crate::referee::court::Account;
use crate::referee::{Finding, Judgement, Referee, Severity};
use crate::replay::Guide;
use crate::vassal::{Limits, Unreadable};
use serde::Serialize;

/// A finding, and where in the log it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// In a chain, the file that the step is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The step of the log.
    pub step: usize,
    /// The step when those of all files are counted together, as the page does.
    #[serde(skip)]
    pub place: usize,
    /// The turn, when the log tells.
    pub turn: Option<i32>,
    /// When, in words.
    pub moment: String,
    /// The side that acts, by name.
    pub side: Option<String>,
    /// The player who made the step, or else whose units it is about.
    pub player: Option<String>,
    /// The player whose units it is about, when another made the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
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
    /// In a chain, the file that the step is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The step of the log.
    pub step: usize,
    /// The step when those of all files are counted together.
    #[serde(skip)]
    pub place: usize,
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
    /// The log, as the user named it; of a chain the first and the last.
    pub log: String,
    /// The files of a chain, in the order of the game; empty for a single log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ChainFile>,
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

/// What can be said of a log as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// Enough was judged, and no rule is broken.
    Clean,
    /// A rule is broken.
    Guilty,
    /// Little or nothing could be judged: neither clean nor guilty.
    Little,
}

impl Conclusion {
    /// The word in JSON and tables.
    pub fn word(self) -> &'static str {
        match self {
            Conclusion::Clean => "clean",
            Conclusion::Guilty => "guilty",
            Conclusion::Little => "little judged",
        }
    }
}

impl Audit {
    /// Whether the log is clean, guilty, or neither because too little of it was judged.
    pub fn conclusion(&self) -> Conclusion {
        if self.count(Severity::Violation) > 0 {
            return Conclusion::Guilty;
        }
        if self.account.is_little() { Conclusion::Little } else { Conclusion::Clean }
    }

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
    pub from: Option<NamedStep>,
    /// Last step to report.
    pub to: Option<NamedStep>,
    /// What the players allow.
    pub house_rules: HouseRules,
    /// Whether to keep what the referee said of everything.
    pub explain: bool,
    /// Whether to take out the names of the players, also where files are named.
    pub anonymise: bool,
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
