//! What every lookup needs: the file it happens in and where mistakes go.

use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile, nearest};
use crate::model::{Id, MovementPoints, Named, Registry};
use crate::source::format::{At, Points, Text, Words};
use crate::source::words::{self, Word, WordError};
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Where things were defined, for "first defined here": by kind and position in its registry.
#[derive(Default)]
pub(in crate::source) struct Definitions {
    places: HashMap<&'static str, Vec<Place>>,
}

impl Definitions {
    /// Notes where the thing at a position stands. A registry begun anew (each map has its own
    /// boxes) begins its places anew.
    pub(in crate::source) fn note(&mut self, what: &'static str, position: usize, place: Place) {
        let places = self.places.entry(what).or_default();
        places.truncate(position);
        places.push(place);
    }

    /// Where the thing at a position stands.
    pub(in crate::source) fn place(&self, what: &'static str, position: usize) -> Option<Place> {
        self.places.get(what)?.get(position).cloned()
    }

    /// Adds the definitions of kinds that are not here yet.
    pub(in crate::source) fn extend(&mut self, others: Definitions) {
        self.places.extend(others.places);
    }
}

/// A file being resolved.
pub(in crate::source) struct Scope<'a> {
    pub file: &'a Arc<SourceFile>,
    pub diagnostics: &'a mut Diagnostics,
    pub definitions: &'a mut Definitions,
}

impl<'a> Scope<'a> {
    pub(in crate::source) fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.file, span)
    }

    pub(in crate::source) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(in crate::source) fn error(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
    ) {
        self.diagnostics.push(Diagnostic::error(code, Place::new(self.file, span), message));
    }

    /// Adds a thing to its registry; a second one of the same name is reported with the first's place.
    pub(in crate::source) fn define<T: Named>(
        &mut self,
        registry: &mut Registry<T>,
        what: &'static str,
        span: Range<usize>,
        item: T,
    ) -> Option<Id<T>> {
        if item.key().is_empty() {
            self.error("empty-id", span, format!("a {what} needs an id"));
            return None;
        }
        let place = self.place(span);
        match registry.insert(item) {
            Ok(id) => {
                self.definitions.note(what, id.index(), place);
                Some(id)
            }
            Err(holder) => {
                let first = self.definitions.place(what, holder.index());
                self.duplicate(what, registry[holder].key(), place, first);
                None
            }
        }
    }

    /// Reports a second definition.
    pub(in crate::source) fn duplicate(
        &mut self,
        what: &'static str,
        name: &str,
        place: Place,
        first: Option<Place>,
    ) {
        let mut diagnostic =
            Diagnostic::error("duplicate-id", place, format!("{what} `{name}` is defined twice"))
                .help("give one of them another id");
        if let Some(first) = first {
            diagnostic = diagnostic.related(first, "first defined here");
        }
        self.push(diagnostic);
    }

    /// Looks up a name; an unknown one is reported with the nearest valid name.
    pub(in crate::source) fn find<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        name: &At<Text>,
    ) -> Option<Id<T>> {
        self.find_word(registry, what, &name.value, name.span())
    }

    /// Looks up a name that stands at a span.
    pub(in crate::source) fn find_word<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        name: &str,
        span: Range<usize>,
    ) -> Option<Id<T>> {
        let found = registry.find(name);
        if found.is_none() {
            self.unknown(what, name, span, nearest(name, registry.names()));
        }
        found
    }

    /// Reports an unknown name.
    pub(in crate::source) fn unknown(
        &mut self,
        what: &'static str,
        name: &str,
        span: Range<usize>,
        help: Option<String>,
    ) {
        let place = self.place(span);
        self.push(
            Diagnostic::error(unknown_code(what), place, format!("there is no {what} `{name}`"))
                .lacks(what, name)
                .maybe_help(help),
        );
    }

    /// Looks up every word of a list.
    pub(in crate::source) fn find_all<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        names: &Words,
    ) -> Vec<Id<T>> {
        self.words(names)
            .filter_map(|word| self.find_word(registry, what, word.text, word.span))
            .collect()
    }

    /// The words of a list, split at white space and commas.
    pub(in crate::source) fn words<'w>(
        &self,
        list: &'w Words,
    ) -> impl DoubleEndedIterator<Item = Word<'w>> + use<'a, 'w>
    where
        'a: 'w,
    {
        words::split(self.file, list, true)
    }

    /// Reports a word of a hex list that means nothing.
    pub(in crate::source) fn bad_word(&mut self, word: &Word<'_>, error: WordError) {
        let place = self.place(word.span.clone());
        let mut diagnostic =
            Diagnostic::error(error.code, place, error.message).maybe_help(error.help);
        if error.code == "unknown-hex" {
            diagnostic = diagnostic.lacks("hex", word.text);
        }
        self.push(diagnostic);
    }

    /// Reads a number of points.
    pub(in crate::source) fn points(&mut self, points: &At<Points>) -> Option<MovementPoints> {
        match points.value.0.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.error("wrong-value", points.span(), format!("{error}"));
                None
            }
        }
    }

    /// Checks a colour: `#rgb` or `#rrggbb`, returned as `#rrggbb`.
    pub(in crate::source) fn colour(&mut self, colour: &At<Text>) -> Option<String> {
        let digits = colour.value.strip_prefix('#').unwrap_or_default();
        let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        match (hex, digits.len()) {
            (true, 6) => Some(colour.value.to_lowercase()),
            (true, 3) => {
                let long: String = digits.chars().flat_map(|c| [c, c]).collect();
                Some(format!("#{}", long.to_lowercase()))
            }
            _ => {
                let place = self.place(colour.span());
                self.push(
                    Diagnostic::error(
                        "wrong-value",
                        place,
                        format!("`{}` is not a colour", colour.value),
                    )
                    .help("write #rrggbb, for example #3a5f8a"),
                );
                None
            }
        }
    }

    /// Checks an optional colour.
    pub(in crate::source) fn maybe_colour(&mut self, colour: &Option<At<Text>>) -> Option<String> {
        colour.as_ref().and_then(|colour| self.colour(colour))
    }
}

/// The stable code for an unknown name of a kind.
fn unknown_code(what: &str) -> &'static str {
    match what {
        "terrain" => "unknown-terrain",
        "hexside type" => "unknown-hexside-type",
        "path type" => "unknown-path-type",
        "side" => "unknown-side",
        "nationality" => "unknown-nationality",
        "formation" => "unknown-formation",
        "unit type" => "unknown-unit-type",
        "counter" => "unknown-unit",
        "counter size" => "unknown-counter-size",
        "template" => "unknown-template",
        "map" => "unknown-map",
        "area" => "unknown-area",
        "box" => "unknown-box",
        "phase" => "unknown-phase",
        "chart" => "unknown-chart",
        "dice" => "unknown-dice",
        "movement class" => "unknown-movement-class",
        "kind of points" => "unknown-points",
        "optional rule" => "unknown-option",
        _ => "unknown-name",
    }
}
