//! The declarative rule pack: how its rules look up what they refer to.

use super::Scope;
use super::map_places::box_location;
use crate::diagnostic::nearest;
use crate::model::typed::{At, Points, Text, Words};
use crate::model::{Game, Id, Lookup, MovementPoints, Named, Registry};
use crate::source::words;
use std::ops::Range;

impl Lookup for Scope<'_> {
    fn find<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        name: &At<Text>,
    ) -> Option<Id<T>> {
        Scope::find(self, registry, what, name)
    }

    fn find_all<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        names: &Words,
    ) -> Vec<Id<T>> {
        Scope::find_all(self, registry, what, names)
    }

    fn find_groups<T: Named>(
        &mut self,
        registry: &Registry<T>,
        what: &'static str,
        names: &Words,
    ) -> Vec<Vec<Id<T>>> {
        let mut groups = Vec::new();
        for word in self.words(names) {
            let mut start = word.span.start;
            let mut group = Vec::new();
            for name in word.text.split('|') {
                let span = start..(start + name.len()).min(word.span.end);
                start += name.len() + 1;
                group.extend(self.find_word(registry, what, name, span));
            }
            groups.push(group);
        }
        groups
    }

    fn phases(&mut self, names: &Words, game: &Game) -> Vec<String> {
        let leaves = game.leaf_phases();
        let mut found = Vec::new();
        for word in self.words(names) {
            if leaves.iter().any(|leaf| leaf.id == word.text) {
                found.push(word.text.to_owned());
            } else {
                let help = nearest(word.text, leaves.iter().map(|leaf| leaf.id.as_str()));
                Scope::unknown(self, "phase", word.text, word.span, help);
            }
        }
        found
    }

    fn locations(&mut self, names: &Words, game: &Game) -> Vec<String> {
        let mut found = Vec::new();
        for word in self.words(names) {
            found.extend(locations_of(self, &word, game));
        }
        found
    }

    fn points(&mut self, points: &At<Points>) -> Option<MovementPoints> {
        Scope::points(self, points)
    }

    fn define<T: Named>(
        &mut self,
        registry: &mut Registry<T>,
        what: &'static str,
        id: &At<Text>,
        item: T,
    ) {
        Scope::define(self, registry, what, id.span(), item);
    }

    fn is_new(&mut self, what: &'static str, id: &At<Text>, known: &[&str]) -> bool {
        let place = self.place(id.span());
        if let Some(holder) = known.iter().position(|known| *known == id.value.as_str()) {
            let first = self.definitions.place(what, holder);
            self.duplicate(what, &id.value, place, first);
            return false;
        }
        self.definitions.note(what, known.len(), place);
        true
    }

    fn unknown(&mut self, what: &'static str, name: &At<Text>, known: &[&str]) {
        let help = nearest(&name.value, known.iter().copied());
        Scope::unknown(self, what, &name.value, name.span(), help);
    }

    fn error(&mut self, code: &'static str, span: Range<usize>, message: String) {
        Scope::error(self, code, span, message);
    }
}

/// The printed names of the hexes or the box that a word means, on the first map that has them.
fn locations_of(scope: &mut Scope<'_>, word: &words::Word<'_>, game: &Game) -> Vec<String> {
    let mut error = None;
    for map in &game.maps {
        if box_location(map, word.text).is_some() {
            return vec![word.text.to_owned()];
        }
        match words::hexes(&map.grid, word.text) {
            Ok(hexes) => {
                return hexes
                    .into_iter()
                    .filter_map(|hex| Some(map.grid.id(hex)?.to_string()))
                    .collect();
            }
            Err(found) => error = error.or(Some(found)),
        }
    }
    if let Some(error) = error {
        scope.bad_word(word, error);
    }
    Vec::new()
}
