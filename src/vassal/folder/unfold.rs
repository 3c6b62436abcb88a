//! From one build file to many files.

use super::{AS_WRITTEN, END, OWN, PART, piece_text};
use crate::vassal::build::Element;
use std::collections::{HashMap, HashSet};

/// The files of a build file: their names inside the folder, and their text.
pub fn unfold(text: &str, build: &Element) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut own = text[..build.span.start].to_owned();
    own.push_str(&component(text, build, "", &mut files));
    own.push_str(&text[build.span.end..]);
    files.push((OWN.to_owned(), own));
    files
}

/// The text of a component, with its larger parts put into files below `folder`.
fn component(
    text: &str,
    element: &Element,
    folder: &str,
    files: &mut Vec<(String, String)>,
) -> String {
    let slice = &text[element.span.clone()];
    let Some(open_end) = open_tag_end(slice) else { return slice.to_owned() };
    let mut out = pretty_tag(&slice[..open_end]);
    let mut at = element.span.start + open_end;
    let mut taken = Names::default();
    for child in &element.children {
        out.push_str(&text[at..child.span.start]);
        at = child.span.end;
        if !deserves_a_file(child) {
            out.push_str(&text[child.span.clone()]);
            continue;
        }
        let name = unique(child, &mut taken);
        let has_parts = child.children.iter().any(deserves_a_file);
        let (file, inner) = if has_parts {
            (format!("{folder}{name}/{OWN}"), format!("{folder}{name}/"))
        } else {
            (format!("{folder}{name}.xml"), String::new())
        };
        out.push_str(PART);
        out.push_str(&if has_parts { format!("{name}/{OWN}") } else { format!("{name}.xml") });
        out.push_str(END);
        // A text file ends with a line end; folding takes it away again.
        let body = component(text, child, &inner, files) + "\n";
        files.push((file, body));
    }
    let rest = &text[at..element.span.end];
    // The text of a piece stands alone between its tags.
    let spread = rest.rfind("</").filter(|_| element.children.is_empty()).and_then(|close| {
        let lines = piece_text::spread(&rest[..close])?;
        Some(format!("\n{lines}{}", &rest[close..]))
    });
    out.push_str(spread.as_deref().unwrap_or(rest));
    out
}

/// Pieces, prototypes and whatever has components in it; small components stay with their parent.
fn deserves_a_file(element: &Element) -> bool {
    matches!(element.class(), "PieceSlot" | "CardSlot" | "PrototypeDefinition")
        || element.children.iter().any(|child| child.tag.contains('.'))
}

/// The names given in one folder, and for each the number to try next: a thousand pieces of one name
/// would otherwise be tried a thousand times each.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    next: HashMap<String, usize>,
}

fn unique(element: &Element, names: &mut Names) -> String {
    let mut name = element.class().to_owned();
    let slug = slug(element.label().unwrap_or_default());
    if !slug.is_empty() {
        name = format!("{name}-{slug}");
    }
    // Some file systems do not tell upper from lower case.
    let number = names.next.entry(name.to_lowercase()).or_insert(1);
    loop {
        let candidate = if *number == 1 { name.clone() } else { format!("{name}-{number}") };
        *number += 1;
        if names.taken.insert(candidate.to_lowercase()) {
            return candidate;
        }
    }
}

fn slug(label: &str) -> String {
    let mut slug = String::new();
    for c in label.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
        if slug.len() >= 40 {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// Where the opening tag ends: after its `>`, which may not stand in a value.
pub(super) fn open_tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The settings one to a line, if joining them with single spaces gives the tag back.
fn pretty_tag(tag: &str) -> String {
    let close = if tag.ends_with("/>") { "/>" } else { ">" };
    let inner = &tag[..tag.len() - close.len()];
    let parts = settings(inner);
    if parts.len() >= 3 && parts.join(" ") == inner {
        return spread(&parts, close);
    }
    // A tag that happens to look like one of ours must not be joined when folding.
    if is_spread(tag) { format!("{AS_WRITTEN}{tag}") } else { tag.to_owned() }
}

fn spread(parts: &[&str], close: &str) -> String {
    format!("{}\n{close}", parts.join("\n  "))
}

/// Whether a tag has its settings one to a line, as we write them.
pub(super) fn is_spread(tag: &str) -> bool {
    let close = if tag.ends_with("/>") { "/>" } else { ">" };
    let parts = settings(&tag[..tag.len() - close.len()]);
    parts.len() >= 3 && spread(&parts, close) == tag
}

/// Tag name and settings, split at white space outside of values.
pub(super) fn settings(inner: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut quote = None;
    let mut start = None;
    for (at, byte) in inner.bytes().enumerate() {
        match (quote, byte) {
            (None, b' ' | b'\n' | b'\r' | b'\t') => {
                if let Some(start) = start.take() {
                    parts.push(&inner[start..at]);
                }
                continue;
            }
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        start.get_or_insert(at);
    }
    parts.extend(start.map(|start| &inner[start..]));
    parts
}
