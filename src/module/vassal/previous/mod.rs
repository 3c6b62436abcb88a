//! A module built before, and perhaps worked on by hand since.
//!
//! Every module holds the record of what was built. Against it, the work done
//! later in VASSAL's editor can be told from the build and carried over to the
//! next one; where both changed the same thing, nothing is written until a
//! person has chosen.

mod element;
mod files;
mod piece;
mod record;
mod saves;

pub use record::{BUILT, FILES, record};
pub use saves::{SaveBreak, breaks, version_advice};

use crate::module::error::ModuleError;
use crate::vassal::archive::pack;
use crate::vassal::build::ModuleDifference;
use crate::vassal::file::{ModuleFile, Opened, open_bytes};
use crate::vassal::limits::Limits;
use std::collections::BTreeMap;
use std::fmt;

/// Whose word counts where the sources and the hand changed the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Prefer {
    /// Nobody's: nothing is written.
    #[default]
    Neither,
    /// The sources'; what was done by hand there is lost, and told.
    Sources,
    /// The hand's.
    Hand,
}

/// Something that was done by hand since the last build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandWork {
    /// The component or file.
    pub place: String,
    /// What was done: "setting `x`: `1` → `2`".
    pub what: String,
}

impl fmt::Display for HandWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// What became of the work done by hand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandReport {
    /// Carried over.
    pub carried: Vec<HandWork>,
    /// Changed by hand and in the sources, differently.
    pub conflicts: Vec<HandWork>,
    /// Settings that VASSAL's editor wrote out with their defaults.
    pub filled_in: usize,
}

/// The new module with the work done by hand, and what became of it.
#[derive(Debug)]
pub struct Carried {
    /// The archive.
    pub bytes: Vec<u8>,
    /// What was carried over and what was not.
    pub report: HandReport,
}

/// Where a merge stands: what was found so far, and who wins.
#[derive(Debug)]
pub(super) struct Merge {
    prefer: Prefer,
    report: HandReport,
}

impl Merge {
    fn carried(&mut self, place: &str, what: impl Into<String>) {
        self.report.carried.push(HandWork { place: place.to_owned(), what: what.into() });
    }

    /// Notes a conflict; says whether the hand wins it.
    fn conflict(&mut self, place: &str, what: impl Into<String>) -> bool {
        self.report.conflicts.push(HandWork { place: place.to_owned(), what: what.into() });
        self.prefer == Prefer::Hand
    }
}

/// Carries the work done by hand in `edited` over to a newly built module.
pub fn carry_over(
    new: &[u8],
    edited: &mut ModuleFile,
    prefer: Prefer,
    limits: &Limits,
) -> Result<Carried, ModuleError> {
    let Opened::Module(mut new) = open_bytes(new.to_vec(), limits)? else {
        return Err(ModuleError::Previous("what was built is not a module".to_owned()));
    };
    let Some((built, digests)) = record::read(edited, limits)? else {
        return Err(ModuleError::Previous(
            "it does not hold the record of a build, so nobody can tell what was done by hand"
                .to_owned(),
        ));
    };
    let mut merge = Merge { prefer, report: HandReport::default() };
    let build = element::merge(&built, &edited.build, &new.build, "module", &mut merge);
    let mut entries = files::merge(&digests, edited, &mut new, limits, &mut merge)?;
    entries.insert("buildFile.xml".to_owned(), build.to_xml().into_bytes());
    let bytes = pack(entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))?;
    Ok(Carried { bytes, report: merge.report })
}

/// Whether the sources give another module than the one the previous build wrote, hand work aside.
pub fn differs(
    new: &[u8],
    previous: &mut ModuleFile,
    limits: &Limits,
) -> Result<bool, ModuleError> {
    let Opened::Module(mut new) = open_bytes(new.to_vec(), limits)? else { return Ok(true) };
    let (now, before) = (record::read(&mut new, limits)?, record::read(previous, limits)?);
    // Without a record the module as it is has to do.
    Ok(match (now, before) {
        (Some(now), Some(before)) => now.0.to_xml() != before.0.to_xml() || now.1 != before.1,
        _ => !ModuleDifference::between(previous, &new).is_empty(),
    })
}

/// Entries of an archive by name.
pub(super) type Entries = BTreeMap<String, Vec<u8>>;
