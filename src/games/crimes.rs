//! Crimes with a label, as bots commit them: what was done, and which rules it breaks.

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
            /// Whether a list of cited rules names one that it breaks.
            pub fn cited_by(&self, rules: &[String]) -> bool {
                let names = |rule: &String| {
                    self.crime.rules().iter().any(|wanted| rule.starts_with(wanted))
                };
                rules.iter().any(names)
            }
        }
    };
}

pub(crate) use crimes;
