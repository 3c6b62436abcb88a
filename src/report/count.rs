//! The words that all reports share: how much was judged, who, where, how sure.

use crate::audit::{Audit, ChainFile, Conclusion, Entry, Link, short};
use crate::model::Provenance;
use crate::referee::{Finding, Severity};

/// How much of a log was judged, in one line: `158 of 179 deeds judged, 1 unchecked, 20 set aside`.
pub fn headline(audit: &Audit) -> String {
    let account = &audit.account;
    let mut words = format!("{} of {} deeds judged", account.judged, account.deeds);
    for (count, what) in [(account.unchecked(), "unchecked"), (account.aside(), "set aside")] {
        if count > 0 {
            words.push_str(&format!(", {count} {what}"));
        }
    }
    match audit.conclusion() {
        Conclusion::Little if account.judged == 0 => {
            words.push_str(": NOTHING WAS JUDGED. This log is neither clean nor guilty");
        }
        Conclusion::Little => {
            words.push_str(": TOO LITTLE WAS JUDGED. This log is neither clean nor guilty");
        }
        Conclusion::Clean | Conclusion::Guilty => {}
    }
    words
}

/// How sure the referee is of a finding.
pub fn sure_words(finding: &Finding) -> &'static str {
    match (finding.severity, finding.provenance) {
        (Severity::Note, _) => "",
        (_, Provenance::Reconstructed) => "rests on reconstructed data",
        (_, Provenance::Example) => "rests on data from worked examples",
        (Severity::Violation, _) => "certain",
        (Severity::Suspect, _) => "likely",
    }
}

/// Where a finding is: `step 4`, in a chain `letters-2.vlog, step 4`.
pub fn at_words(entry: &Entry) -> String {
    place_words(entry.log.as_deref(), entry.step)
}

/// The same for any step.
pub(super) fn place_words(log: Option<&str>, step: usize) -> String {
    match log {
        Some(log) => format!("{}, step {step}", short(log)),
        None => format!("step {step}"),
    }
}

/// Who did it: `Alice (Lorn)`; and whose units it is about, when they are another's.
pub fn who_words(entry: &Entry) -> String {
    match (&entry.player, &entry.owner) {
        (Some(player), Some(owner)) => format!("{player}, with units of {owner}"),
        (Some(player), None) => player.clone(),
        (None, Some(owner)) => owner.clone(),
        (None, None) => String::new(),
    }
}

/// A file of a chain, and how it continues the game.
pub fn file_words(file: &ChainFile) -> String {
    let own = short(&file.log);
    let steps = match file.steps {
        0 => "a position".to_owned(),
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    };
    let how = match &file.link {
        Link::First => "the game begins here".to_owned(),
        Link::Follows { file: other } if file.branch => {
            format!("a branch of {}", short(other))
        }
        Link::Follows { file: other } => format!("continues {}", short(other)),
        Link::Midway { file: other, step } => {
            format!("branches off {} after step {step}", short(other))
        }
        Link::Gap { file: other, .. } => format!("after a gap behind {}", short(other)),
        Link::Save { file: other } => format!("a position of {}", short(other)),
        Link::Copy { file: other } => format!("the same as {}", short(other)),
    };
    format!("{own}: {steps}, {how}")
}
