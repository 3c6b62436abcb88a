//! Which steps are asked for: by number, and in a chain by the file that has them.

use super::played::{PlayedGame, short};
use super::{ChainFile, Link, Request};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A step as people name it: `12`, or in a chain `letters-2.vlog:12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedStep {
    /// The file, as it was named or without its folder or ending; none for a single log.
    pub file: Option<String>,
    /// The step in it.
    pub step: usize,
}

impl From<usize> for NamedStep {
    fn from(step: usize) -> Self {
        NamedStep { file: None, step }
    }
}

impl FromStr for NamedStep {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        let (file, number) = match words.rsplit_once(':') {
            Some((file, number)) => (Some(file.to_owned()), number),
            None => (None, words),
        };
        let step = number.trim().parse().map_err(|_| {
            format!("`{number}` is no number of a step: write 12, or in a chain FILE:12")
        })?;
        Ok(NamedStep { file: file.filter(|file| !file.is_empty()), step })
    }
}

impl NamedStep {
    /// Whether a file is the one that is meant; of a single log there is only one.
    pub fn is_in(&self, file: &str) -> bool {
        let Some(wanted) = &self.file else { return true };
        let name = short(file);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        [file, name, stem].contains(&wanted.as_str())
    }
}

impl PlayedGame<'_> {
    /// The steps asked for, counted through all files; none when a file named has no steps of its own.
    pub(super) fn range(&self, request: &Request<'_>) -> Option<RangeInclusive<usize>> {
        let from = match &request.from {
            Some(from) => {
                let (base, steps) = self.part(from)?;
                base + from.step.min(steps.saturating_add(1))
            }
            None => 0,
        };
        let to = match &request.to {
            Some(to) => {
                let (base, steps) = self.part(to)?;
                base + to.step.min(steps)
            }
            None => usize::MAX,
        };
        Some(from..=to)
    }

    /// The number of the beginning of a file, and how many steps it has.
    fn part(&self, named: &NamedStep) -> Option<(usize, usize)> {
        if self.files.is_empty() {
            let log = self.logs.first().filter(|log| named.is_in(&log.name))?;
            return Some((log.base, log.recording.steps.len()));
        }
        let mut files = self.files.iter();
        let mut file = files.find(|file| named.is_in(&file.log))?;
        // What a copy shows is told of the file that it is a copy of.
        if let Link::Copy { file: of } = &file.link {
            file = self.files.iter().find(|other| other.log == *of && !is_spare(other))?;
        }
        (!is_spare(file)).then_some((file.base, file.steps))
    }
}

fn is_spare(file: &ChainFile) -> bool {
    matches!(file.link, Link::Copy { .. } | Link::Save { .. })
}
