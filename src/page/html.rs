//! The page around the data: markup, style and scripts, and a policy that allows nothing else.

use super::document::Document;
use super::strings::Strings;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;
use minijinja::{AutoEscape, Environment, Value, context};
use serde::Serialize;

const PAGE: &str = include_str!("../../templates/page/page.html");
const STYLE: &str = include_str!("../../templates/page/page.css");

/// The scripts, in the order in which they build on one another: one module when joined.
const SCRIPTS: [&str; 10] = [
    include_str!("../../templates/page/document.js"),
    include_str!("../../templates/page/position.js"),
    include_str!("../../templates/page/table.js"),
    include_str!("../../templates/page/camera.js"),
    include_str!("../../templates/page/sketch.js"),
    include_str!("../../templates/page/overlays.js"),
    include_str!("../../templates/page/findings.js"),
    include_str!("../../templates/page/units.js"),
    include_str!("../../templates/page/statistics.js"),
    include_str!("../../templates/page/main.js"),
];

/// Writes the page.
pub(super) fn write(document: &Document, strings: &Strings) -> String {
    let script = SCRIPTS.concat();
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(STYLE)
    );
    let mut pages = Environment::new();
    pages.set_auto_escape_callback(|_| AutoEscape::Html);
    let whole = context! {
        say => strings.table(),
        title => &document.title,
        log => &document.log,
        scenario => &document.scenario,
        module => &document.module,
        policy => policy,
        style => Value::from_safe_string(STYLE.to_owned()),
        script => Value::from_safe_string(script),
        data => Value::from_safe_string(data(document)),
        words => Value::from_safe_string(data(&strings.table())),
    };
    // The template is part of the program, and tests render it.
    pages.render_str(PAGE, whole).unwrap_or_default()
}

/// JSON that cannot end the element it stands in.
fn data(document: &impl Serialize) -> String {
    let json = serde_json::to_string(document).unwrap_or_default();
    // The bytes with which characters begin that scripts or markup could take for an end.
    let suspect = |byte: &u8| matches!(byte, b'<' | 0xE2);
    let mut safe = String::with_capacity(json.len() + json.len() / 64);
    let mut rest = json.as_str();
    while let Some(at) = rest.as_bytes().iter().position(suspect) {
        let (before, from) = rest.split_at(at);
        safe.push_str(before);
        let mut after = from.chars();
        match after.next() {
            Some('<') => safe.push_str("\\u003c"),
            Some('\u{2028}') => safe.push_str("\\u2028"),
            Some('\u{2029}') => safe.push_str("\\u2029"),
            other => safe.extend(other),
        }
        rest = after.as_str();
    }
    safe.push_str(rest);
    safe
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Hash::hash(text.as_bytes())))
}

/// Everything that a page is made of, for tests.
#[cfg(test)]
pub(super) fn assets() -> String {
    [PAGE, STYLE].into_iter().chain(SCRIPTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_a_log_can_end_the_data() {
        let chat = "</script><script>alert(1)</script><!-- “„€” \u{2028}\u{2029}\u{202a}<";
        let hostile = serde_json::json!({ "chat": chat });
        let written = data(&hostile);
        assert!(!written.contains(['<', '\u{2028}', '\u{2029}']), "{written}");
        assert!(written.contains("“„€”"), "{written}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), hostile);
    }

    #[test]
    fn scripts_never_write_markup() {
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            assert!(!SCRIPTS.concat().contains(word), "{word}");
        }
    }

    #[test]
    fn a_title_from_a_stranger_stays_text() {
        let document = Document { title: "<img src=x>".to_owned(), ..Document::default() };
        let page = write(&document, &Strings::default());
        assert!(page.contains("&lt;img src=x&gt;") && !page.contains("<img src=x>"));
        assert!(
            page.contains("default-src 'none'") || page.contains("default-src &#x27;none&#x27;")
        );
    }
}
