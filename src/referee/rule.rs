//! A rule: what it forbids, why, and how the referee checks it.

use std::borrow::Cow;

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

/// A rule of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The id it is cited by: `I43-6.2b`.
    pub id: Cow<'static, str>,
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
/// Each name becomes a `&str` constant with the id, so that findings cite rules without typing ids twice.
macro_rules! rules {
    ($vis:vis static $list:ident = [
        $( $(#[doc = $doc:literal])* $name:ident = $id:literal, $title:literal, $section:literal, $kind:ident
           $(, $how:ident $reason:literal)? ; )*
    ];) => {
        // A rule that only defines something is cited through the rules that use it.
        $( $(#[doc = $doc])* #[allow(dead_code)] $vis const $name: &str = $id; )*
        #[doc = "The rules of this section, in rulebook order."]
        $vis static $list: &[$crate::referee::Rule] = &[ $( $crate::referee::Rule {
            id: ::std::borrow::Cow::Borrowed($id),
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
