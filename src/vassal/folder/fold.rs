//! From many files back to one build file.

use super::unfold::{is_spread, open_tag_end, settings};
use super::{AS_WRITTEN, END, OWN, PART, PIECE, piece_text};
use crate::vassal::archive::check_name;
use crate::vassal::error::{Result, Unreadable};
use std::cell::Cell;

/// Bytes of the build file that parts may make together: files that name each other twice double at every step.
const MOST_BYTES: usize = 96 << 20;
/// What every part counts at least, so that empty ones cannot be named for ever.
const LEAST_PART: usize = 256;

/// Puts the build file together again. `read` gives the text of a file in the folder.
pub fn fold(read: &dyn Fn(&str) -> Option<String>, deepest: usize) -> Result<String> {
    file(&Folding { read, left: Cell::new(MOST_BYTES) }, OWN, "", deepest)
}

/// The files, and how many bytes they may still make.
struct Folding<'r> {
    read: &'r dyn Fn(&str) -> Option<String>,
    left: Cell<usize>,
}

fn file(folding: &Folding<'_>, name: &str, folder: &str, deepest: usize) -> Result<String> {
    if deepest == 0 {
        return Err(Unreadable::new(name, "files lead to each other without end")
            .help("a <?part …?> names a file that leads back to it"));
    }
    let text = (folding.read)(name).ok_or_else(|| {
        Unreadable::new(name, "this file is missing").help("a <?part …?> of another file names it")
    })?;
    let left = folding.left.get().checked_sub(text.len().max(LEAST_PART)).ok_or_else(|| {
        let limit = MOST_BYTES >> 20;
        Unreadable::new(name, format_args!("the parts make more than {limit} MB together"))
            .help("a <?part …?> that is named again and again doubles what it holds")
    })?;
    folding.left.set(left);
    let text = if name == OWN { text.as_str() } else { text.strip_suffix('\n').unwrap_or(&text) };
    let text =
        plain(text).ok_or_else(|| Unreadable::new(name, "no component begins in this file"))?;
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(PART) {
        out.push_str(&rest[..start]);
        let after = &rest[start + PART.len()..];
        let end = after.find(END).ok_or_else(|| Unreadable::new(name, "a <?part has no end ?>"))?;
        let part = &after[..end];
        check_name(part).map_err(|error| error.within(name))?;
        let path = format!("{folder}{part}");
        let below = part
            .strip_suffix(OWN)
            .map_or_else(|| folder.to_owned(), |own| format!("{folder}{own}"));
        out.push_str(&file(folding, &path, &below, deepest - 1)?);
        rest = &after[end + END.len()..];
    }
    out.push_str(rest);
    Ok(out)
}

/// A file's text with the opening tag on one line again and a piece joined again.
fn plain(text: &str) -> Option<String> {
    // The first file begins with what stands before the first component.
    let start = component_start(text)?;
    let open_end = start + open_tag_end(&text[start..])?;
    let tag = &text[start..open_end];
    let before = &text[..start];
    let mut out = before.strip_suffix(AS_WRITTEN).unwrap_or(before).to_owned();
    if out.len() == before.len() && is_spread(tag) {
        let close = if tag.ends_with("/>") { "/>" } else { ">" };
        out.push_str(&settings(&tag[..tag.len() - close.len()]).join(" "));
        out.push_str(close);
    } else {
        out.push_str(tag);
    }
    let body = &text[open_end..];
    let piece = body.strip_prefix('\n').filter(|body| body.starts_with(PIECE)).and_then(|body| {
        let close = body.rfind("</")?;
        Some(piece_text::gather(&body[..close])? + &body[close..])
    });
    out.push_str(piece.as_deref().unwrap_or(body));
    Some(out)
}

fn component_start(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let start = at + text[at..].find('<')?;
        let rest = &text[start..];
        let skip = if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<!") {
            ">"
        } else {
            return Some(start);
        };
        at = start + rest.find(skip)? + skip.len();
    }
}
