//! A rule: what it forbids, why, and how the referee checks it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// How a rule is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Holds of a position at a named moment.
    State,
    /// A move, retreat, advance or placement.
    Transition,
    /// Dice and modifiers, the result, and what was done about it.
    Resolution,
    /// What may happen in this phase.
    Sequence,
    /// Points, capacities, once-per limits.
    Budget,
}

impl Kind {
    /// The word shown to users.
    pub fn word(self) -> &'static str {
        match self {
            Kind::State => "state",
            Kind::Transition => "transition",
            Kind::Resolution => "resolution",
            Kind::Sequence => "sequence",
            Kind::Budget => "budget",
        }
    }
}

/// Whether a log can show that a rule was broken.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// The referee checks it.
    Yes,
    /// No log can show it, for this reason.
    Unobservable(Cow<'static, str>),
    /// It defines words or gives advice; nothing can break it.
    NotOfPlay(Cow<'static, str>),
}

/// The id that a rule is cited by: `I43-6.2b`. It copies, and equal ids are equal text.
///
/// Rules written in code have theirs from `rules!`, rules in data from [`RuleId::named`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// The id of a rule that is declared in code.
    pub const fn declared(id: &'static str) -> Self {
        RuleId(id)
    }

    /// The id of a rule that came as data: each text is kept once for the run of the program.
    pub fn named(id: &str) -> Self {
        static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.get(id) {
            return RuleId(known);
        }
        let kept: &'static str = Box::leak(id.into());
        names.insert(kept);
        RuleId(kept)
    }

    /// As it is printed.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl std::ops::Deref for RuleId {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.0)
    }
}

impl std::fmt::Debug for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl serde::Serialize for RuleId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> Self {
        RuleId(id)
    }
}

impl PartialEq<str> for RuleId {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for RuleId {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl AsRef<str> for RuleId {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl PartialEq<RuleId> for String {
    fn eq(&self, other: &RuleId) -> bool {
        self == other.0
    }
}

/// A rule of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The id it is cited by.
    pub id: RuleId,
    /// A short title.
    pub title: Cow<'static, str>,
    /// The paragraph of the rulebook: `6.2`.
    pub section: Cow<'static, str>,
    /// How it is checked.
    pub kind: Kind,
    /// Whether it is.
    pub checked: Checked,
    /// What it forbids and why, with an example that breaks it; lines of text.
    pub doc: Cow<'static, [Cow<'static, str>]>,
}

impl Rule {
    /// Whether the referee checks it.
    pub fn is_checked(&self) -> bool {
        self.checked == Checked::Yes
    }

    /// The documentation as text, without the leading space that doc comments have.
    pub fn text(&self) -> String {
        let lines: Vec<&str> =
            self.doc.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        lines.join("\n")
    }
}

/// Declares the rules of one section, in rulebook order, beside the code that checks them:
/// the doc comment of a rule is what `hexwright rule ID` prints.
///
/// ```ignore
/// rules! {
///     pub(super) static SECTION_6 = [
///         /// A unit pays two points more to leave an enemy zone of control.
///         ///
///         /// Breaks it: a 3-point regiment leaves a zone and enters two clear hexes.
///         LEAVING = "I43-6.2b", "Leaving an enemy zone", "6.2", Transition;
///         /// Players should agree on …
///         AGREE = "I43-6.9", "Agreement", "6.9", Sequence, unobservable "it is not on the map";
///         WORDS = "I43-6.1", "Terms", "6.1", State, not_of_play "defines words";
///     ];
/// }
/// ```
///
/// Each name becomes a constant [`RuleId`], so that findings cite rules without typing ids twice.
macro_rules! rules {
    ($vis:vis static $list:ident = [
        $( $(#[doc = $doc:literal])* $name:ident = $id:literal, $title:literal, $section:literal, $kind:ident
           $(, $how:ident $reason:literal)? ; )*
    ];) => {
        // A rule that only defines something is cited through the rules that use it.
        $( $(#[doc = $doc])* #[allow(dead_code)] $vis const $name: $crate::referee::RuleId = $crate::referee::RuleId::declared($id); )*
        #[doc = "The rules of this section, in rulebook order."]
        $vis static $list: &[$crate::referee::Rule] = &[ $( $crate::referee::Rule {
            id: $crate::referee::RuleId::declared($id),
            title: ::std::borrow::Cow::Borrowed($title),
            section: ::std::borrow::Cow::Borrowed($section),
            kind: $crate::referee::Kind::$kind,
            checked: $crate::referee::rules!(@checked $($how $reason)?),
            doc: ::std::borrow::Cow::Borrowed(&[$( ::std::borrow::Cow::Borrowed($doc) ),*]),
        } ),* ];
    };
    (@checked) => { $crate::referee::Checked::Yes };
    (@checked unobservable $reason:literal) => {
        $crate::referee::Checked::Unobservable(::std::borrow::Cow::Borrowed($reason))
    };
    (@checked not_of_play $reason:literal) => {
        $crate::referee::Checked::NotOfPlay(::std::borrow::Cow::Borrowed($reason))
    };
}
pub(crate) use rules;

#[cfg(test)]
mod tests {
    rules! {
        static EXAMPLE = [
            /// Two units at most.
            ///
            /// Breaks it: a third.
            LIMIT = "X-1", "Stacking", "1", State;
            SECRET = "X-2", "Secrecy", "2", Sequence, unobservable "nobody writes it down";
        ];
    }

    #[test]
    fn a_declared_rule_carries_its_documentation() {
        assert_eq!(LIMIT, "X-1");
        assert_eq!(EXAMPLE[0].text(), "Two units at most.\n\nBreaks it: a third.");
        assert!(EXAMPLE[0].is_checked());
        assert_eq!(SECRET, EXAMPLE[1].id);
        assert!(!EXAMPLE[1].is_checked());
    }
}
