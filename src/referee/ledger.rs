//! Ledgers and duties: what may be done only so often, and what must still be done.

use std::collections::BTreeMap;

/// Counts what was done by key: attacks of a unit in a phase, points of a side in a turn.
#[derive(Debug, Clone)]
pub struct Ledger<Key> {
    counts: BTreeMap<Key, u32>,
}

impl<Key: Ord> Default for Ledger<Key> {
    fn default() -> Self {
        Ledger { counts: BTreeMap::new() }
    }
}

impl<Key: Ord> Ledger<Key> {
    /// Adds to an account; the sum so far.
    pub fn add(&mut self, key: Key, amount: u32) -> u32 {
        let sum = self.counts.entry(key).or_default();
        *sum = sum.saturating_add(amount);
        *sum
    }

    /// The sum of an account.
    pub fn of(&self, key: &Key) -> u32 {
        self.counts.get(key).copied().unwrap_or(0)
    }

    /// A new phase, turn or game: everything starts at nothing again.
    pub fn clear(&mut self) {
        self.counts.clear();
    }
}

/// What must be done before a deadline.
#[derive(Debug, Clone)]
pub struct Duties<Duty, Deadline> {
    open: Vec<(Duty, Deadline)>,
}

impl<Duty, Deadline> Default for Duties<Duty, Deadline> {
    fn default() -> Self {
        Duties { open: Vec::new() }
    }
}

impl<Duty, Deadline: PartialEq> Duties<Duty, Deadline> {
    /// Something must be done before a deadline.
    pub fn owe(&mut self, duty: Duty, deadline: Deadline) {
        self.open.push((duty, deadline));
    }

    /// A deed discharges the first duty that it fits; that duty.
    pub fn discharge(&mut self, fits: impl Fn(&Duty) -> bool) -> Option<Duty> {
        let at = self.open.iter().position(|(duty, _)| fits(duty))?;
        Some(self.open.remove(at).0)
    }

    /// What is still open when a deadline has come; it is owed no more.
    pub fn due(&mut self, deadline: &Deadline) -> Vec<Duty> {
        let (due, open) =
            std::mem::take(&mut self.open).into_iter().partition(|(_, when)| when == deadline);
        self.open = open;
        Vec::into_iter(due).map(|(duty, _)| duty).collect()
    }

    /// Whether nothing is owed.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_attack_in_a_phase_is_seen_and_forgotten_with_the_phase() {
        let mut attacks = Ledger::default();
        assert_eq!(attacks.add("l-71", 1), 1);
        assert_eq!(attacks.add("l-71", 1), 2);
        assert_eq!(attacks.of(&"l-72"), 0);
        attacks.clear();
        assert_eq!(attacks.of(&"l-71"), 0);
    }

    #[test]
    fn what_nobody_did_is_due_at_its_deadline_only() {
        let mut duties = Duties::default();
        duties.owe("withdraw l-123", "supply");
        duties.owe("rally k-31", "rally");
        assert_eq!(duties.discharge(|duty| duty.starts_with("rally")), Some("rally k-31"));
        assert!(duties.due(&"combat").is_empty());
        assert_eq!(duties.due(&"supply"), ["withdraw l-123"]);
        assert!(duties.is_empty());
    }
}
