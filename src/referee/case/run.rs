//! Playing cases and telling what differs.

use super::super::{Judgement, Problem, Referee};
use super::expect::differences;
use super::file::{Case, Variant};
use serde::Serialize;

/// A variant that did not come out as expected.
#[derive(Debug, Clone, Serialize)]
pub struct Failure {
    /// Which variant, from one.
    pub variant: usize,
    /// Line and column in the file.
    pub at: (usize, usize),
    /// What differs; or why it could not be played.
    pub differences: Vec<String>,
    /// Whether it could not be played at all.
    pub broken: bool,
    /// What the referee said, entry by entry.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub judgements: Vec<Judgement>,
}

/// How a case came out.
#[derive(Debug, Clone, Serialize)]
pub struct CaseReport {
    /// The case.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The rules it exercises.
    pub rules: Vec<String>,
    /// How many variants it has.
    pub variants: usize,
    /// Those that failed.
    pub failures: Vec<Failure>,
}

impl CaseReport {
    /// Whether every variant came out as expected.
    pub fn passes(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Plays all variants of a case.
pub fn run_case(referee: &dyn Referee, case: &Case) -> CaseReport {
    let failures = case.variants.iter().enumerate().filter_map(|(index, variant)| {
        let mut failure = run_variant(referee, variant)?;
        failure.variant = index + 1;
        Some(failure)
    });
    CaseReport {
        id: case.id.clone(),
        title: case.title.clone(),
        rules: case.rules.clone(),
        variants: case.variants.len(),
        failures: failures.collect(),
    }
}

fn run_variant(referee: &dyn Referee, variant: &Variant) -> Option<Failure> {
    match referee.play(&variant.situation, &variant.log) {
        Ok(judgements) => {
            let differences = differences(referee, &variant.expect, &judgements);
            (!differences.is_empty()).then(|| Failure {
                variant: 0,
                at: variant.at,
                differences,
                broken: false,
                judgements,
            })
        }
        Err(Problem { message, at, help }) => Some(Failure {
            variant: 0,
            at: at.unwrap_or(variant.at),
            differences: std::iter::once(message).chain(help).collect(),
            broken: true,
            judgements: Vec::new(),
        }),
    }
}
