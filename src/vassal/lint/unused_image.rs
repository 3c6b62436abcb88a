//! `unused-image`: a picture that nothing in the module names.
//!
//! It only makes the download larger. A picture counts as named when its name
//! stands anywhere at all: in a setting, a piece, a help page, a saved set-up,
//! or a class of the module's own. Names that are put together in play cannot
//! be seen: where a page does so, where the module has classes of its own, and
//! in an extension, whose module may, the number is told and nothing more.

use super::Check;
use super::bench::Bench;
use super::pictures::{FOLDER, has_ending};
use crate::vassal::file::{Opened, open_bytes};
use aho_corasick::{AhoCorasick, MatchKind};

pub(super) const CHECK: Check =
    Check { codes: &["unused-image"], looks_for: "pictures that nothing names", run };

/// The most text that is searched; a module with more of it is left alone.
const MOST_BYTES: usize = 1 << 30;

fn run(bench: &mut Bench<'_>) {
    if bench.archive.is_none() || bench.pictures.in_archive.is_empty() {
        return;
    }
    let mut texts = own_texts(bench);
    let Some(more) = other_texts(bench) else {
        bench.leave_out("unused pictures: a file of the module cannot be read");
        return;
    };
    texts.extend(more);
    if texts.iter().any(|text| makes_names(text)) {
        bench.leave_out("unused pictures: the module puts names of pictures together in play");
        return;
    }
    let names: Vec<String> = bench.pictures.in_archive.iter().cloned().collect();
    let used = search(&names, &texts);
    let unused: Vec<&String> = names
        .iter()
        .zip(used)
        .filter_map(|(name, used)| (!used && has_ending(name)).then_some(name))
        .collect();
    let others_may = if bench.is_extension {
        Some("the module it extends")
    } else {
        has_own_classes(bench).then_some("the module's own classes")
    };
    if let Some(others) = others_may {
        if !unused.is_empty() {
            let count = unused.len();
            bench.leave_out(format!(
                "unused pictures: {count} are named nowhere, but {others} may show them"
            ));
        }
        return;
    }
    for name in unused {
        let size = bench
            .archive
            .as_ref()
            .and_then(|archive| archive.declared_size(&format!("{FOLDER}{name}")))
            .unwrap_or(0);
        let message = format!("nothing names the picture `{name}` ({} kB)", size.div_ceil(1024));
        let help = "take it out, unless an extension shows it";
        bench.warning("unused-image", "", message, help);
    }
}

fn has_own_classes(bench: &Bench<'_>) -> bool {
    let is_foreign = |tag: &str| tag.contains('.') && !tag.starts_with("VASSAL.");
    let in_archive = |archive: &&mut crate::vassal::archive::Archive| {
        archive.names().iter().any(|name| name.ends_with(".class"))
    };
    bench.parts.iter().any(|part| is_foreign(&part.element.tag))
        || bench.archive.as_ref().is_some_and(in_archive)
}

/// Every setting and text of the build file. Names are written with a backslash before some signs.
fn own_texts(bench: &Bench<'_>) -> Vec<Vec<u8>> {
    let mut whole = String::new();
    for part in &bench.parts {
        for (_, value) in &part.element.attributes {
            whole.push_str(value);
            whole.push('\n');
        }
        whole.push_str(&part.element.text);
        whole.push('\n');
    }
    whole.retain(|c| c != '\\');
    vec![whole.into_bytes()]
}

/// The other files of the archive: pages, classes, set-ups; nothing if one cannot be read.
fn other_texts(bench: &mut Bench<'_>) -> Option<Vec<Vec<u8>>> {
    let limits = bench.limits;
    let archive = bench.archive.as_mut()?;
    let names: Vec<String> = archive
        .names()
        .iter()
        .filter(|name| !name.starts_with(FOLDER) || name.to_lowercase().ends_with(".svg"))
        .filter(|name| !name.ends_with('/') && !name.starts_with("sounds/"))
        .cloned()
        .collect();
    let mut texts = Vec::new();
    let mut total = 0;
    for name in names {
        let bytes = archive.read(&name, &limits.restarted()).ok()?;
        total += bytes.len();
        if total > MOST_BYTES {
            return None;
        }
        let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
        match ending.as_str() {
            "vsav" | "vlog" | "sav" | "log" => match open_bytes(bytes, limits) {
                Ok(Opened::Saved(saved)) => {
                    texts.push(saved.text.replace('\\', "").into_bytes());
                }
                _ => continue,
            },
            // A vector picture can show another one.
            "svg" if !contains(&bytes, b"<image") => {}
            _ => texts.push(bytes),
        }
    }
    Some(texts)
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// Whether a page shows a picture whose name is worked out: `<img src="$x$.png">`.
fn makes_names(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let shown = text.split("<img").skip(1).chain(text.split("<IMG").skip(1));
    shown.into_iter().any(|after| {
        let tag = after.split('>').next().unwrap_or_default();
        let source = tag.split("src").nth(1).unwrap_or_default();
        source.contains(['$', '{', '+'])
    })
}

/// Which names stand in the texts, each as a word of its own.
fn search(names: &[String], texts: &[Vec<u8>]) -> Vec<bool> {
    let mut used = vec![false; names.len()];
    let mut patterns: Vec<(usize, String)> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let plain = name.replace('\\', "");
        // VASSAL finds `tank` as `tank.gif`; pages and addresses write a blank as %20.
        if let Some(stem) = plain.strip_suffix(".gif") {
            patterns.push((index, stem.to_owned()));
        }
        if plain.contains(' ') {
            patterns.push((index, plain.replace(' ', "%20")));
        }
        patterns.push((index, plain));
    }
    patterns.retain(|(_, pattern)| !pattern.is_empty());
    let built = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .ascii_case_insensitive(true)
        .build(patterns.iter().map(|(_, pattern)| pattern));
    // Too many names to search for: nothing is called unused.
    let Ok(searcher) = built else { return vec![true; names.len()] };
    for text in texts {
        for found in searcher.find_overlapping_iter(text) {
            let index = patterns[found.pattern().as_usize()].0;
            used[index] |= is_word(text, found.start(), found.end());
        }
    }
    used
}

fn is_word(text: &[u8], start: usize, end: usize) -> bool {
    let inside = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    !inside(start.checked_sub(1).and_then(|at| text.get(at))) && !inside(text.get(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_only_as_a_word_of_its_own() {
        let names = ["1.png", "tank.gif", "big map.jpg"].map(str::to_owned);
        let texts = [b"11.png;tank;big%20map.jpg".to_vec()];
        assert_eq!(search(&names, &texts), [false, true, true]);
    }

    #[test]
    fn a_page_with_pictures_named_in_play_is_recognised() {
        assert!(makes_names(b"<html><img src=\"$Unit$.png\"></html>"));
        assert!(!makes_names(b"<img src=\"a.png\"> costs $5 + 3"));
    }
}
