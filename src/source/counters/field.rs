//! Where rows and fields stand in the text of a CSV file.

use std::ops::Range;

/// Bytes of blank lines and comment lines at the start of a text.
pub(super) fn data_start(text: &str) -> usize {
    // Before most rows there is nothing to skip.
    if text.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric()) {
        return 0;
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !(content.is_empty() || content.starts_with('#')) {
            break;
        }
        start += line.len();
    }
    start
}

/// A field without the white space around it, of which most have none, and without the apostrophe by which text is
/// marked that a spreadsheet would run as a formula.
pub(super) fn trimmed(text: &str) -> &str {
    let text = match text.as_bytes() {
        [only] if only.is_ascii_graphic() => text,
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    };
    let formula = |text: &&str| text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    text.strip_prefix('\'').filter(formula).unwrap_or(text)
}

pub(super) fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = at.min(text.len());
    let end = text[at..].find(['\r', '\n']).map_or(text.len(), |end| at + end);
    at..end
}

/// The stretch of the n-th field of a record that starts at an offset. Quotes are respected.
pub(super) fn field_span(
    text: &str,
    record_start: usize,
    nth: usize,
    delimiter: u8,
) -> Range<usize> {
    let bytes = text.as_bytes();
    let mut field = 0;
    let mut start = record_start;
    let mut quoted = false;
    let mut at = record_start;
    while at <= bytes.len() {
        let end = at == bytes.len() || (!quoted && matches!(bytes[at], b'\n' | b'\r'));
        if end || (!quoted && bytes[at] == delimiter) {
            if field == nth {
                let raw = &text[start..at];
                let lead = raw.len() - raw.trim_start().len();
                return start + lead..start + lead + raw.trim().len();
            }
            if end {
                break;
            }
            field += 1;
            start = at + 1;
        } else if bytes[at] == b'"' {
            quoted = !quoted;
        }
        at += 1;
    }
    // The row is too short: the place is its end.
    at.min(bytes.len())..at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_the_text_even_behind_quotes() {
        let text = "id,name,attack\na,\"Guards, 1st\", 5\nb,x\n";
        assert_eq!(&text[field_span(text, 15, 1, b',')], "\"Guards, 1st\"");
        assert_eq!(&text[field_span(text, 15, 2, b',')], "5");
        let short = text.find("b,x").unwrap();
        assert_eq!(field_span(text, short, 2, b','), text.len() - 1..text.len() - 1);
    }

    #[test]
    fn comments_and_blank_lines_before_the_header_are_skipped() {
        assert_eq!(data_start("# sheet 1\n\n  \nid,name\n"), 14);
    }
}
