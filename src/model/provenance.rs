//! Where a datum comes from: what a finding that rests on it must admit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a datum can be trusted.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// Printed in the rules, on the map or on the counter.
    #[default]
    Printed,
    /// Follows from a worked example of the rules.
    Example,
    /// Reconstructed: plausible, consistent with the text, but not the published value.
    Reconstructed,
}

impl Provenance {
    /// The word used in sources and reports.
    pub fn word(self) -> &'static str {
        match self {
            Provenance::Printed => "printed",
            Provenance::Example => "example",
            Provenance::Reconstructed => "reconstructed",
        }
    }
}

/// A value with its provenance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// How far it can be trusted.
    pub provenance: Provenance,
}
