//! Ledgers: how often, or how much, by whom and for how long it counts.
//!
//! Points of a turn, attacks of a unit in a phase, the capacity of a port: each is an account, a small copyable value
//! that the game chooses (`Attacks(unit)`, `Supply(nation)`), with a scope at whose end it is empty again.

/// For how long an account counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Until the phase ends.
    Phase,
    /// Until the player turn ends.
    PlayerTurn,
    /// Until the turn ends.
    Turn,
    /// For the whole game.
    Game,
}

/// All accounts.
#[derive(Debug, Clone)]
pub struct Ledgers<K> {
    entries: Vec<(K, Scope, i32)>,
}

impl<K> Default for Ledgers<K> {
    fn default() -> Self {
        Ledgers { entries: Vec::new() }
    }
}

impl<K: Copy + PartialEq> Ledgers<K> {
    /// Adds to an account, or takes away from it; what is in it now.
    pub fn add(&mut self, account: K, scope: Scope, by: i32) -> i32 {
        if let Some((.., amount)) = self.entries.iter_mut().find(|(known, ..)| *known == account) {
            *amount = amount.saturating_add(by);
            return *amount;
        }
        self.entries.push((account, scope, by));
        by
    }

    /// What is in an account; none when nothing ever was.
    pub fn get(&self, account: K) -> Option<i32> {
        let found = self.entries.iter().find(|(known, ..)| *known == account);
        found.map(|(.., amount)| *amount)
    }

    /// What is in an account.
    pub fn of(&self, account: K) -> i32 {
        self.get(account).unwrap_or(0)
    }

    /// All accounts that are in use.
    pub fn iter(&self) -> impl Iterator<Item = (K, i32)> + '_ {
        self.entries.iter().map(|(account, _, amount)| (*account, *amount))
    }

    /// A scope ends: what counted no longer than it is forgotten.
    pub fn end(&mut self, scope: Scope) {
        self.entries.retain(|(_, kept, _)| *kept > scope);
    }
}
