//! What the bots of games have in common: how they play, what comes of it, and crimes with a
//! label: what was done, and which rules it breaks.

/// Declares the crimes of a game: name, words, and the rules that each breaks (ids, or how they begin).
macro_rules! crimes {
    ($( $name:ident $words:literal [ $($rule:literal),* $(,)? ] ),* $(,)?) => {
        /// Something that the rules forbid.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Crime { $( #[doc = $words] $name ),* }

        impl Crime {
            /// Every kind.
            pub const ALL: &'static [Crime] = &[ $( Crime::$name ),* ];

            /// In words.
            pub fn words(self) -> &'static str {
                match self { $( Crime::$name => $words ),* }
            }

            /// The rules that it breaks: ids, or how they begin.
            pub fn rules(self) -> &'static [&'static str] {
                match self { $( Crime::$name => &[ $($rule),* ] ),* }
            }
        }

        /// A crime, and where.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Committed {
            /// Which.
            pub crime: Crime,
            /// The step of the log.
            pub step: usize,
        }

        impl Committed {
            /// Whether a finding names a rule that it breaks.
            pub fn cited_by(&self, finding: &$crate::referee::Finding) -> bool {
                let breaks =
                    |rule: $crate::referee::RuleId| self.crime.rules().iter().any(|wanted| rule.starts_with(wanted));
                finding.cited().any(breaks)
            }
        }

        /// How the bot plays.
        #[derive(Debug, Clone, Copy)]
        pub struct Manner {
            /// Chance.
            pub seed: u64,
            /// How many turns.
            pub turns: i32,
            /// The crime to commit.
            pub crime: Option<Crime>,
        }

        /// A game as the bot played it.
        #[derive(Debug, Clone, Default)]
        pub struct Played {
            /// What was done, the table at the beginning first.
            pub deeds: Vec<$crate::deeds::Deed>,
            /// The crime, when one was asked for and there was an opportunity.
            pub crime: Option<Committed>,
            /// How often each kind of thing was done.
            pub tally: std::collections::BTreeMap<&'static str, usize>,
        }
    };
}

pub(crate) use crimes;
