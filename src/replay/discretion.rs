//! What of a game is kept from whoever reads about it: passwords always, names of players when asked.
//!
//! The referee reads everything; this is for what is told: steps, summaries, findings, names of files.

use super::veil::{Found, Word, Words};
use super::{Event, Step, Table};
use crate::vassal::secret::Secret;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::sync::OnceLock;

/// In place of a password.
const HIDDEN: &str = "…";
/// A shorter password is no secret within a text: what hides it would show it.
const SHORTEST: usize = 3;
/// A password of so many letters is found within words too.
const UNMISTAKABLE: usize = 5;
/// A name of so many letters is found anywhere in the name of a file, and in the plural.
const SURE_NAME: usize = 3;

/// Knows what is not to be told, and takes it out of texts.
#[derive(Default, Clone)]
pub struct Discretion {
    /// Names of players are taken out too.
    anonymise: bool,
    passwords: HashSet<Secret<'static>>,
    /// Names of players: a password that is one of them is told with it.
    public: BTreeSet<String>,
    /// The same of sides; they stay where names are taken out.
    sides: BTreeSet<String>,
    /// Names of players in small letters, and their numbers.
    names: BTreeMap<String, usize>,
    players: usize,
    files: BTreeSet<String>,
    ready: OnceLock<std::sync::Arc<(Words, Words)>>,
}

impl fmt::Debug for Discretion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Discretion(…)")
    }
}

impl Discretion {
    /// The same, with or without the names of players.
    #[must_use]
    pub fn anonymising(mut self, anonymise: bool) -> Self {
        self.anonymise = anonymise;
        self.ready = OnceLock::new();
        self
    }

    /// Learns from a game that was played to its end: the name of its file, the table, what was done.
    pub fn learn(&mut self, file: &str, table: &Table, steps: &[Step]) {
        self.ready = OnceLock::new();
        self.files.insert(file.to_owned());
        self.passwords.extend(table.secrets().cloned());
        self.sides.extend(table.seats.iter().map(|seat| seat.side.to_lowercase()));
        for seat in &table.seats {
            self.public.extend([seat.name.clone(), seat.side.clone()]);
            self.name(&seat.name);
        }
        for step in steps {
            step.who.iter().for_each(|who| self.name(who));
            for event in &step.events {
                match event {
                    Event::Chat { speaker: Some(speaker), .. } => self.name(speaker),
                    Event::Roll(roll) => roll.who.iter().for_each(|who| self.name(who)),
                    _ => {}
                }
            }
        }
    }

    fn name(&mut self, name: &str) {
        let name = name.trim().to_lowercase();
        if name.is_empty() || self.names.contains_key(&name) {
            return;
        }
        // Modules write `Side (Name)`, and `(Name)` for one without a side.
        let inner = name.strip_suffix(')').and_then(|name| name.split_once('('));
        let (side, person) = inner.unwrap_or(("", ""));
        let parts: Vec<String> = [side.trim(), person.trim()]
            .into_iter()
            .filter(|part| !part.is_empty() && !self.sides.contains(*part))
            .map(str::to_owned)
            .collect();
        let known = parts.iter().find_map(|part| self.names.get(part).copied());
        let number = known.unwrap_or_else(|| {
            self.players += 1;
            self.players
        });
        for name in parts.into_iter().chain([name]) {
            self.names.entry(name).or_insert(number);
        }
    }

    fn ready(&self) -> &(Words, Words) {
        self.ready.get_or_init(|| {
            std::sync::Arc::new((
                Words::new(self.hidden(), false),
                Words::new(self.nameless(), true),
            ))
        })
    }

    fn hidden(&self) -> Vec<Word> {
        let passwords = self.passwords.iter().map(Secret::for_encoding);
        let passwords = passwords
            .filter(|word| word.chars().count() >= SHORTEST && !self.public.contains(*word));
        passwords
            .map(|word| {
                let sure = word.chars().count() >= UNMISTAKABLE;
                let found = if sure { Found::Anywhere } else { Found::Alone };
                Word { word: word.to_owned(), instead: HIDDEN.to_owned(), found }
            })
            .collect()
    }

    fn nameless(&self) -> Vec<Word> {
        if !self.anonymise {
            return Vec::new();
        }
        let mut words = self.players(|_| Found::Alone);
        let within = Words::new(
            self.players(|sure| if sure { Found::Anywhere } else { Found::Alone }),
            true,
        );
        for file in &self.files {
            let short = short(file);
            let instead = within.taken_out(short).into_owned();
            // Where a file lies is told by nobody who leaves out names: folders have them too.
            for word in [file.as_str(), short] {
                words.push(Word {
                    word: word.to_owned(),
                    instead: instead.clone(),
                    found: Found::Alone,
                });
            }
        }
        words
    }

    /// The names of players, found in some way when they are long enough to be sure of.
    fn players(&self, found: impl Fn(bool) -> Found) -> Vec<Word> {
        let mut words = Vec::new();
        for (name, number) in &self.names {
            let sure = name.chars().count() >= SURE_NAME;
            let found = match found(sure) {
                Found::Alone if sure => Found::Plural,
                other => other,
            };
            let alias = format!("Player {number}");
            if let Some(stem) = name.strip_suffix('y').filter(|_| sure) {
                let (word, instead) = (format!("{stem}ies"), format!("{alias}s"));
                words.push(Word { word, instead, found: Found::Alone });
            }
            words.push(Word { word: name.clone(), instead: alias, found });
        }
        words
    }

    /// A text as it may be told.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let (passwords, names) = self.ready();
        match passwords.taken_out(text) {
            Cow::Borrowed(text) => names.taken_out(text),
            Cow::Owned(text) => Cow::Owned(names.taken_out(&text).into_owned()),
        }
    }

    /// A value or an id as it may be told: one that is a password as a whole is hidden however short it is.
    pub fn value<'t>(&self, value: &'t str) -> Cow<'t, str> {
        if !value.is_empty() && self.passwords.contains(&Secret::new(value)) {
            return Cow::Borrowed(HIDDEN);
        }
        self.text(value)
    }

    /// Takes out of a text what may not be told.
    pub fn hush(&self, text: &mut String) {
        if let Cow::Owned(told) = self.text(text) {
            *text = told;
        }
    }

    /// The same for a value or an id.
    pub fn hush_value(&self, value: &mut String) {
        let told = self.value(value).into_owned();
        *value = told;
    }

    /// Takes out of all texts of a JSON value what may not be told. Keys stay: they are nobody's words.
    pub fn hush_json(&self, json: &mut Value) {
        match json {
            Value::String(text) => self.hush_value(text),
            Value::Array(list) => list.iter_mut().for_each(|value| self.hush_json(value)),
            Value::Object(map) => map.values_mut().for_each(|value| self.hush_json(value)),
            _ => {}
        }
    }

    /// Takes out of names what may not be told; what is the same then is put together.
    pub(super) fn hush_names<V>(
        &self,
        named: &mut BTreeMap<String, V>,
        mut together: impl FnMut(&mut V, V),
    ) {
        for (name, value) in std::mem::take(named) {
            match named.entry(self.text(&name).into_owned()) {
                Entry::Vacant(free) => drop(free.insert(value)),
                Entry::Occupied(mut known) => together(known.get_mut(), value),
            }
        }
    }

    /// The same for a count.
    pub fn hush_counts(&self, counts: &mut BTreeMap<String, usize>) {
        self.hush_names(counts, |count, more| *count += more);
    }
}

/// A file's name without its folder.
fn short(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discretion(names: &[&str], passwords: &[&'static str], file: &str) -> Discretion {
        let mut discretion = Discretion::default().anonymising(true);
        names.iter().for_each(|name| discretion.name(name));
        discretion.passwords.extend(passwords.iter().map(|word| Secret::new(*word)));
        discretion.files.insert(file.to_owned());
        discretion
    }

    #[test]
    fn names_are_taken_out_in_any_capitals_and_in_the_plural() {
        let discretion = discretion(&["Ann", "Anna B.", "(Harry)"], &[], "");
        assert_eq!(
            discretion
                .text("<Ann> - Anna B. asks Annette, not ANN. Two anns, ann's Harries, HARRYS"),
            "<Player 1> - Player 2 asks Annette, not Player 1. Two Player 1s, Player 1's Player 3s, Player 3S"
        );
    }

    #[test]
    fn a_name_behind_a_side_is_taken_out_alone_too_and_the_side_stays() {
        let mut discretion = Discretion::default().anonymising(true);
        discretion.sides.insert("kess".to_owned());
        discretion.name("Kess (Bob)");
        assert_eq!(discretion.text("<Kess (Bob)> - bob of Kess"), "<Player 1> - Player 1 of Kess");
    }

    #[test]
    fn names_within_the_name_of_a_file_are_taken_out_and_folders_with_them() {
        let discretion = discretion(&["Ann", "Bo"], &[], "/home/ann/annVsCarl_bo-2.vlog");
        let told = "Player 1VsCarl_Player 2-2.vlog";
        assert_eq!(discretion.text("/home/ann/annVsCarl_bo-2.vlog"), told);
        assert_eq!(
            discretion.text("after annVsCarl_bo-2.vlog: nothing"),
            format!("after {told}: nothing")
        );
    }

    #[test]
    fn passwords_are_hidden_within_texts() {
        let discretion = discretion(&[], &["alicepw", "xyz", "1"], "");
        assert_eq!(
            discretion.text("my password is alicepw, alicepwAllied"),
            "my password is …, …Allied"
        );
        assert_eq!(discretion.text("xyz and wxyz, 1"), "… and wxyz, 1");
        assert_eq!(discretion.value("1"), "…");
        assert_eq!(discretion.value("owner;alicepw;2"), "owner;…;2");
    }
}
