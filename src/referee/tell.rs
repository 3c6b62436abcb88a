//! What rules say of a deed: the sink that they speak into.
//!
//! A rule is a few lines that read like its sentence. It asks the sink whether it is in force
//! ([`Tell::holds`]) and says what it does: it bars the deed, costs points, or counts in a sum. Rules can be left
//! out, and that is how a culprit is named ([`blame`]), and how a bot learns to commit exactly one crime. Words are
//! made only when somebody listens: on the legal way none are.

use super::ground::Fine;

/// A rule among those that one judgement asks, by its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(u8);

impl Clause {
    /// So many rules can be told apart in one judgement.
    pub const MOST: u8 = 128;

    /// Its number.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The rule of this number; the last one stands for all beyond it.
    pub const fn nth(number: usize) -> Clause {
        let last = Clause::MOST - 1;
        Clause(if number < last as usize { number as u8 } else { last })
    }
}

/// Gives the rules that one judgement asks their clauses, in the order in which they are blamed: a module with a
/// constant for each, called as its rule, and with the list of the rules.
///
/// ```ignore
/// clauses! { mod clause = [ENEMY_HEX, STOP_IN_ZONE, ALLOWANCE]; }
/// tell.bars(clause::ENEMY_HEX, || …);
/// ```
macro_rules! clauses {
    (mod $module:ident = [ $( $rule:ident ),* $(,)? ];) => {
        mod $module {
            $crate::referee::tell::clauses!(@count 0usize; $( $rule )*);
            /// The rules, by the numbers of their clauses.
            pub(super) static RULES: &[$crate::referee::RuleId] = &[ $( super::$rule ),* ];
            /// Each rule by itself, to be left out.
            pub(super) static EACH: &[$crate::referee::tell::Clauses] =
                &[ $( $crate::referee::tell::Clauses::of(&[$rule]) ),* ];
        }
    };
    (@count $number:expr; $rule:ident $( $rest:ident )*) => {
        pub(super) const $rule: $crate::referee::tell::Clause =
            $crate::referee::tell::Clause::nth($number);
        $crate::referee::tell::clauses!(@count $number + 1usize; $( $rest )*);
    };
    (@count $number:expr;) => {};
}
pub(crate) use clauses;

/// A set of clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clauses(u128);

impl Clauses {
    /// None of them.
    pub const NONE: Clauses = Clauses(0);

    /// These.
    pub const fn of(clauses: &[Clause]) -> Clauses {
        let (mut bits, mut next) = (0, 0);
        while next < clauses.len() {
            bits |= 1 << clauses[next].0;
            next += 1;
        }
        Clauses(bits)
    }

    /// Whether one is among them.
    pub const fn has(self, clause: Clause) -> bool {
        self.0 & (1 << clause.0) != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// One after the other, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Clause> {
        (0..Clause::MOST).map(Clause).filter(move |clause| self.has(*clause))
    }

    /// The one with the lowest number.
    pub fn first(self) -> Option<Clause> {
        (!self.is_empty()).then(|| Clause(self.0.trailing_zeros() as u8))
    }

    /// All of both.
    #[must_use]
    pub const fn and(self, others: Clauses) -> Clauses {
        Clauses(self.0 | others.0)
    }

    /// Those that are not among the others.
    #[must_use]
    pub const fn but(self, others: Clauses) -> Clauses {
        Clauses(self.0 & !others.0)
    }
}

impl From<Clause> for Clauses {
    fn from(clause: Clause) -> Clauses {
        Clauses::of(&[clause])
    }
}

/// What a rule said, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The rule; none when it is the terrain effects chart that speaks.
    pub clause: Option<Clause>,
    /// Whether it bars the deed.
    pub bars: bool,
    /// What it says: `Woods 3`, `Defender in a town`.
    pub words: String,
    /// What it counts, if it has a column of its own in the arithmetic: `-1`.
    pub value: String,
}

/// The sink that rules speak into.
#[derive(Debug)]
pub struct Tell<'t> {
    left_out: Clauses,
    barred: Clauses,
    counted: Clauses,
    cost: Fine,
    sum: i32,
    heard: Option<&'t mut Vec<Said>>,
}

impl<'t> Tell<'t> {
    /// Nobody listens to words; these rules are left out.
    pub fn without(left_out: Clauses) -> Tell<'t> {
        let none = Clauses::NONE;
        Tell { left_out, barred: none, counted: none, cost: 0, sum: 0, heard: None }
    }

    /// Nobody listens, and all rules are in force.
    pub fn silent() -> Tell<'t> {
        Tell::without(Clauses::NONE)
    }

    /// Somebody listens. What a rule forbids is heard also when it is left out; what it adds is not.
    pub fn listening(heard: &'t mut Vec<Said>, left_out: Clauses) -> Tell<'t> {
        Tell { heard: Some(heard), ..Tell::without(left_out) }
    }

    /// Whether a rule is in force.
    pub fn holds(&self, clause: Clause) -> bool {
        !self.left_out.has(clause)
    }

    /// A rule forbids the deed.
    pub fn bars(&mut self, clause: Clause, why: impl FnOnce() -> String) {
        self.barred = self.barred.and(clause.into());
        self.say(Some(clause), true, || (why(), String::new()));
    }

    /// The deed costs points.
    pub fn costs(&mut self, points: Fine, what: impl FnOnce() -> String) {
        self.cost = self.cost.saturating_add(points);
        self.notes(what);
    }

    /// A rule makes the deed cost more points.
    pub fn charges(&mut self, clause: Clause, points: Fine, what: impl FnOnce() -> String) {
        if self.holds(clause) {
            self.cost = self.cost.saturating_add(points);
            self.say(Some(clause), false, || (what(), String::new()));
        }
    }

    /// A rule adds to a sum, or takes away from it.
    pub fn counts(&mut self, clause: Clause, by: i32, what: impl FnOnce() -> String) {
        if self.holds(clause) {
            self.counted = self.counted.and(clause.into());
            self.sum = self.sum.saturating_add(by);
            self.say(Some(clause), false, || (what(), format!("{by:+}")));
        }
    }

    /// Something that the reader should know, though it costs nothing.
    pub fn notes(&mut self, what: impl FnOnce() -> String) {
        self.say(None, false, || (what(), String::new()));
    }

    /// A line of the arithmetic that is no rule's: what, and its value.
    pub fn line(&mut self, line: impl FnOnce() -> (String, String)) {
        self.say(None, false, line);
    }

    fn say(&mut self, clause: Option<Clause>, bars: bool, say: impl FnOnce() -> (String, String)) {
        if let Some(heard) = &mut self.heard {
            let (words, value) = say();
            if !words.is_empty() || bars {
                heard.push(Said { clause, bars, words, value });
            }
        }
    }

    /// The sum so far.
    pub fn sum(&self) -> i32 {
        self.sum
    }

    /// The rules that the sum counts.
    pub fn counted(&self) -> Clauses {
        self.counted
    }

    /// The points so far.
    pub fn cost(&self) -> Fine {
        self.cost
    }

    /// The rules that forbid it, those included that are left out.
    pub fn barred(&self) -> Clauses {
        self.barred
    }

    /// Whether only rules that are left out forbid it.
    pub fn lets_pass(&self) -> bool {
        self.barred.but(self.left_out).is_empty()
    }
}

/// Which of these rules, left out alone, explains what was said or done: the first of them.
pub fn blame<T>(
    rules: Clauses,
    mut reckon: impl FnMut(&mut Tell<'_>) -> T,
    explains: impl Fn(&T) -> bool,
) -> Option<Clause> {
    rules.iter().find(|rule| explains(&reckon(&mut Tell::without((*rule).into()))))
}
