//! Ids of piece slots that stay the same from build to build.
//!
//! VASSAL's Refresh Counters finds the slot of a piece in an old save by this
//! number. It is made from the source's id alone, so that adding, removing or
//! reordering counters leaves all others as they are.

use std::collections::HashMap;

/// Smaller numbers are left to slots made by hand in VASSAL's editor.
const FIRST: u32 = 1_000_000;
/// VASSAL's numbers are Java's `int`; half of its range is room enough.
const RANGE: u32 = 1_000_000_000;

/// Gives out ids.
#[derive(Debug, Default)]
pub struct Gpids {
    taken: HashMap<u32, String>,
}

impl Gpids {
    /// The id of a slot: `counter:l-71`.
    pub fn of(&mut self, slot: &str) -> String {
        // Two names on one number are less likely than one in a thousand for five hundred counters.
        let id = (0u32..)
            .map(|salt| number(slot, salt))
            .find(|id| self.taken.get(id).is_none_or(|holder| holder == slot))
            .unwrap_or(FIRST);
        self.taken.insert(id, slot.to_owned());
        id.to_string()
    }

    /// A number above all ids given out.
    pub fn next(&self) -> i32 {
        let highest = self.taken.keys().max().copied().unwrap_or(0);
        i32::try_from(highest).unwrap_or(i32::MAX - 1) + 1
    }
}

fn number(slot: &str, salt: u32) -> u32 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(slot.as_bytes());
    hasher.update(&salt.to_le_bytes());
    let mut first = [0; 4];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..4]);
    FIRST + u32::from_le_bytes(first) % RANGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_depends_on_its_own_name_alone() {
        let mut one = Gpids::default();
        let mut two = Gpids::default();
        for name in ["a", "b", "c"] {
            one.of(name);
        }
        assert_eq!(two.of("c"), one.of("c"));
        assert_eq!(one.of("a"), one.of("a"));
        assert!(one.next() > one.of("b").parse().unwrap());
        // Written down: a change here breaks the saves of every module released.
        assert_eq!(two.of("counter:l-71"), "959725360");
    }
}
