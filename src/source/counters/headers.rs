//! The names of columns: spelt as they are meant, and near misses found.
//!
//! Every column that means nothing to Hexwright is a value, so a misspelt one would pass in
//! silence: a unit without a side, a back without a strength. A column that no template mentions
//! and that is one or two letters from one that is missing is therefore asked about.

use super::super::files::Files;
use super::COUNTER_COLUMNS;
use crate::diagnostic::Diagnostics;
use crate::templates;
use std::collections::HashSet;
use std::path::Path;
use std::sync::OnceLock;

/// A header as the sheet means it: `Side` is `side`, `Back_Attack` is `back_attack`.
pub(super) fn spelt(header: &str) -> String {
    let lower = header.to_lowercase();
    let (stem, typed) = match lower.strip_prefix("back_") {
        Some(stem) => (stem, header.get(5..).unwrap_or_default()),
        None => (&*lower, header),
    };
    let familiar = COUNTER_COLUMNS.contains(&stem) || COUNTER_COLUMNS.contains(&&*lower);
    // A template of the project may spell its own placeholders with capitals.
    if familiar || (bundled_words().contains(stem) && !bundled_words().contains(typed)) {
        lower
    } else {
        header.to_owned()
    }
}

/// The columns that look like a slip of the pen, with what was meant.
pub(super) fn misspelt(headers: &[String], files: &Files) -> Vec<(usize, String)> {
    let stem = |header: &str| header.strip_prefix("back_").unwrap_or(header).to_owned();
    let strange: Vec<usize> = (0..headers.len())
        .filter(|&nth| {
            let header = headers[nth].as_str();
            let of_a_front = header.starts_with("back_") && headers.contains(&stem(header));
            let known = COUNTER_COLUMNS.contains(&header)
                || bundled_words().contains(stem(header).as_str());
            (header.len() >= 4 && !known && !of_a_front)
                || one_letter_off(headers, header).is_some()
        })
        .collect();
    if strange.is_empty() {
        return Vec::new();
    }
    let own = own_words(files);
    let fronts = headers.iter().filter(|header| !header.starts_with("back_"));
    let meant: Vec<String> = COUNTER_COLUMNS
        .iter()
        .map(|&column| column.to_owned())
        .chain(fronts.map(|front| format!("back_{front}")))
        .chain(bundled_placeholders().iter().map(|&word| word.to_owned()))
        .filter(|candidate| candidate.len() >= 4 && !headers.contains(candidate))
        .collect();
    strange
        .into_iter()
        .filter(|&nth| !own.contains(&headers[nth]) && !own.contains(&stem(&headers[nth])))
        .filter_map(|nth| {
            if let Some(meant) = one_letter_off(headers, &headers[nth]) {
                return Some((nth, meant.to_owned()));
            }
            let header = headers[nth].to_lowercase();
            let allowed = if header.len() >= 8 { 2 } else { 1 };
            let near = |candidate: &String| strsim::damerau_levenshtein(&header, candidate);
            let best = meant.iter().min_by_key(|candidate| near(candidate))?;
            (near(best) <= allowed).then(|| (nth, best.clone()))
        })
        .collect()
}

/// `typ` for `type`, `step` for `steps`: a column of Hexwright's own without its last letter, or with one more.
fn one_letter_off(headers: &[String], header: &str) -> Option<&'static str> {
    let off = |column: &&&str| {
        (column.len() == header.len() + 1 && column.starts_with(header))
            || (header.len() == column.len() + 1 && header.starts_with(**column))
    };
    let known = COUNTER_COLUMNS.contains(&header) || header.len() < 3;
    let meant = COUNTER_COLUMNS.iter().find(off).copied().filter(|_| !known)?;
    (!headers.iter().any(|other| other == meant)).then_some(meant)
}

/// Words of a template, whatever they stand for there.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

fn bundled() -> impl Iterator<Item = &'static str> {
    templates::TEMPLATES
        .get_dir("counters")
        .into_iter()
        .flat_map(|folder| folder.files())
        .filter_map(|file| file.contents_utf8())
}

/// All words in the templates that come with Hexwright.
fn bundled_words() -> &'static HashSet<&'static str> {
    static WORDS: OnceLock<HashSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| bundled().flat_map(words).collect())
}

/// The words between the braces of those templates.
fn bundled_placeholders() -> &'static HashSet<&'static str> {
    static WORDS: OnceLock<HashSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let inside = |text: &'static str| {
            text.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()).flat_map(words)
        };
        bundled().flat_map(inside).collect()
    })
}

/// The words of the project's own templates.
fn own_words(files: &Files) -> HashSet<String> {
    // What cannot be read is reported where the template is used.
    let mut unheard = Diagnostics::default();
    files
        .list(Path::new("templates/counters"), "svg")
        .iter()
        .filter_map(|path| files.read(path, &mut unheard))
        .flat_map(|file| words(&file.text).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}
