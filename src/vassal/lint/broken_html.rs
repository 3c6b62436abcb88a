//! `broken-html`, `html-without-html`: labels that show their own tags.
//!
//! A label that starts with `<html>` is drawn as a page: a tag that is not
//! closed swallows the rest, a quote that is not closed makes it vanish. A
//! label with tags that does not start so shows `<b>` to the players.

use super::bench::Bench;
use crate::vassal::traits::Meaning;
use std::collections::BTreeMap;

pub(super) fn run(bench: &mut Bench<'_>) {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for piece in &bench.pieces {
        for (one, state) in piece.written.traits() {
            if matches!(one.meaning, Meaning::Label(_)) {
                let text = state.trim();
                // A text that is worked out in play can be anything then.
                if text.contains('<') && !text.starts_with('{') {
                    texts.entry(text.to_owned()).or_insert_with(|| piece.place.clone());
                }
            }
        }
    }
    for (text, place) in texts {
        let lower = text.to_lowercase();
        let shown: String = text.chars().take(60).collect();
        if lower.starts_with("<html") {
            if let Some(reason) = fault(&text) {
                let message = format!("the label `{shown}` {reason}");
                bench.warning("broken-html", &place, message, "close what is open");
            }
        } else if ["<b>", "<br>", "<i>", "<font", "<img", "<u>", "<center>"]
            .iter()
            .any(|tag| lower.contains(tag))
        {
            let message = format!("the label `{shown}` has tags and does not start with <html>");
            bench.warning("html-without-html", &place, message, "begin it with <html>");
        }
    }
}

/// Tags that are never closed.
const ALONE: [&str; 6] = ["br", "img", "hr", "input", "meta", "link"];
/// Tags whose end may be left out.
const OPEN_ENDED: [&str; 8] = ["p", "li", "td", "tr", "th", "html", "body", "option"];

/// What is wrong with a page, in words that follow "the label …".
fn fault(text: &str) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let after = &rest[at + 1..];
        if after.starts_with("!--") {
            rest = after.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        // `a < b` is text.
        if !after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') {
            rest = after;
            continue;
        }
        let Some(end) = tag_end(after) else {
            return Some("has a tag or a quote that is not closed".to_owned());
        };
        let tag = &after[..end];
        rest = &after[end + 1..];
        let closing = tag.starts_with('/');
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_lowercase();
        if ALONE.contains(&name.as_str())
            || OPEN_ENDED.contains(&name.as_str())
            || tag.ends_with('/')
        {
            continue;
        }
        if !closing {
            open.push(name);
            continue;
        }
        match open.iter().rposition(|other| *other == name) {
            Some(at) => drop(open.remove(at)),
            None => return Some(format!("closes <{name}>, which is not open")),
        }
    }
    open.first().map(|name| format!("never closes <{name}>"))
}

/// Where a tag ends, quotes respected.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_is_told_and_what_browsers_forgive_is_not() {
        let sound = [
            "<html>a<br>b <b>c</b> <font color=\"red\">d</font>",
            "<html><table><tr><td>x<tr><td>y</table></html>",
            "<html>2 < 3 <!-- <b> -->",
            "<html><b><i>x</b></i>",
        ];
        for text in sound {
            assert_eq!(fault(text), None, "{text}");
        }
        assert_eq!(fault("<html><b>x"), Some("never closes <b>".to_owned()));
        assert_eq!(fault("<html>x</b>"), Some("closes <b>, which is not open".to_owned()));
        assert!(
            fault("<html><font color=\"red>x</font>").is_some_and(|told| told.contains("quote"))
        );
    }
}
