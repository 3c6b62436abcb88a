//! Duties and claims: what players came to owe, by when, and what they did of it.
//!
//! A deed makes a duty (take a loss, retreat two hexes, pay a point), another one meets it. Players do both in any
//! order: what is done before anything asked for it is a *claim*, and waits for its duty. A duty is due softly,
//! when the rules say, and firmly, when something has come to depend on it: met between the two, it is late, which is
//! worth a note; not met by then, it is a violation.

use super::RuleId;
use super::clock::When;

/// Something owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duty<D> {
    /// The rule that asks for it.
    pub rule: RuleId,
    /// What.
    pub what: D,
    /// The step of the log, or the entry of the case, that made it.
    pub step: usize,
    /// At the end of this stage it is due.
    pub due: When,
    /// At the end of this stage nothing can be made good any more.
    pub latest: When,
}

/// Something done that nobody had asked for yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim<D> {
    /// What.
    pub what: D,
    /// The step of the log, or the entry of the case.
    pub step: usize,
}

/// How a duty was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met<D> {
    /// The duty.
    pub duty: Duty<D>,
    /// Whether it was due before.
    pub late: bool,
}

/// All that is owed, and all that was done unasked.
#[derive(Debug, Clone)]
pub struct Duties<D> {
    owed: Vec<Duty<D>>,
    claims: Vec<Claim<D>>,
}

impl<D> Default for Duties<D> {
    fn default() -> Self {
        Duties { owed: Vec::new(), claims: Vec::new() }
    }
}

impl<D: Copy + PartialEq> Duties<D> {
    /// Something is owed from now on; the claim that meets it already, when there is one.
    pub fn owe(&mut self, duty: Duty<D>) -> Option<Claim<D>> {
        let found = self.claims.iter().position(|claim| claim.what == duty.what);
        match found {
            Some(claim) => Some(self.claims.remove(claim)),
            None => {
                self.owed.push(duty);
                None
            }
        }
    }

    /// Something was done: the first duty that it meets, or none, and then it waits for one as a claim.
    pub fn done(
        &mut self,
        now: Option<When>,
        step: usize,
        what: D,
        meets: impl Fn(&D) -> bool,
    ) -> Option<Met<D>> {
        let Some(found) = self.owed.iter().position(|duty| meets(&duty.what)) else {
            self.claims.push(Claim { what, step });
            return None;
        };
        let duty = self.owed.remove(found);
        Some(Met { duty, late: now.is_some_and(|now| now > duty.due) })
    }

    /// What is owed.
    pub fn owed(&self) -> impl Iterator<Item = &Duty<D>> {
        self.owed.iter()
    }

    /// Whether something is owed.
    pub fn owes(&self, what: impl Fn(&D) -> bool) -> bool {
        self.owed.iter().any(|duty| what(&duty.what))
    }

    /// What is owed no longer, whoever thought so.
    pub fn forgive(&mut self, what: impl Fn(&D) -> bool) {
        self.owed.retain(|duty| !what(&duty.what));
    }

    /// A stage ends: the first duty that can no longer be made good, taken off the list.
    pub fn unmet(&mut self, ends: When) -> Option<Duty<D>> {
        let found = self.owed.iter().position(|duty| duty.latest <= ends)?;
        Some(self.owed.remove(found))
    }

    /// Claims that no duty asked for, taken off the list.
    pub fn unasked(&mut self) -> impl Iterator<Item = Claim<D>> + '_ {
        self.claims.drain(..)
    }
}
