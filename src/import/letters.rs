//! Letters of vector pictures whose font only their author had.

use std::collections::BTreeSet;

/// Families that every renderer has.
const GENERIC: [&str; 5] = ["sans-serif", "serif", "monospace", "cursive", "fantasy"];

/// The picture with a generic family at the end of every list of fonts that has none, and the families before it: what was
/// drawn on the author's machine is drawn elsewhere, too.
pub(super) fn with_generic_family(svg: &str, families: &mut BTreeSet<String>) -> String {
    let mut whole = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find("font-family") {
        let (before, found) = rest.split_at(at + "font-family".len());
        whole.push_str(before);
        let length = found.len() - value_of(found).len();
        let (sign, value) = found.split_at(length);
        whole.push_str(sign);
        let list = list_of(value);
        whole.push_str(list);
        let names: Vec<&str> =
            list.split(',').map(|name| name.trim().trim_matches(['\'', '"'])).collect();
        let is_set = !list.trim().is_empty() && list.trim() != "inherit" && length > 0;
        if is_set && !names.iter().any(|name| GENERIC.contains(name)) {
            whole.push_str(", sans-serif");
            families.extend(names.iter().map(|name| (*name).to_owned()));
        }
        rest = &value[list.len()..];
    }
    whole.push_str(rest);
    whole
}

/// What follows `:` or `="`; the same text where neither follows.
fn value_of(text: &str) -> &str {
    let bare = text.trim_start();
    if let Some(value) = bare.strip_prefix(':') {
        return value;
    }
    let quoted = bare.strip_prefix('=').map(str::trim_start);
    quoted.and_then(|text| text.strip_prefix(['"', '\''])).unwrap_or(text)
}

/// The list of families at the start of a text: up to whatever ends a declaration or an attribute.
fn list_of(text: &str) -> &str {
    let mut quote = None;
    let mut begins = true;
    for (at, c) in text.char_indices() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            (';' | '}' | '<' | '>' | '\n', _) => return &text[..at],
            (_, Some(_)) => {}
            ('"' | '\'', None) if begins => quote = Some(c),
            ('"' | '\'', None) => return &text[..at],
            _ => {}
        }
        begins = c == ',' || (begins && c.is_whitespace());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_without_a_generic_family_get_one() {
        for (given, expected) in [
            (
                "<text font-family=\"Nimbus Sans L\" x=\"3\">",
                "<text font-family=\"Nimbus Sans L, sans-serif\" x=\"3\">",
            ),
            (
                "style=\"font-family:Nimbus Sans L\" x=\"1\"",
                "style=\"font-family:Nimbus Sans L, sans-serif\" x=\"1\"",
            ),
            (
                "style=\"font-family: 'A B', C;fill:red\"",
                "style=\"font-family: 'A B', C, sans-serif;fill:red\"",
            ),
            ("style='font-family:\"A\"' y=\"2\"", "style='font-family:\"A\", sans-serif' y=\"2\""),
            ("text{font-family:A}", "text{font-family:A, sans-serif}"),
            ("font-family:A,serif;", "font-family:A,serif;"),
            ("font-family:inherit;", "font-family:inherit;"),
            ("the font-family of all", "the font-family of all"),
            ("font-family", "font-family"),
        ] {
            assert_eq!(with_generic_family(given, &mut BTreeSet::new()), expected);
        }
    }

    #[test]
    fn the_families_are_told_once() {
        let mut families = BTreeSet::new();
        with_generic_family("font-family:'A B', C; font-family:C", &mut families);
        assert_eq!(families.into_iter().collect::<Vec<_>>(), ["A B", "C"]);
    }
}
