//! Diagnostics as text for people and as JSON for editors and CI.

use super::visible::{Painted, on_one_line, visible};
use super::{Diagnostic, Place, Severity, Shown};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::{Value, json};

/// The diagnostic as a block of text with an underlined excerpt, styled with ANSI colours
/// (the console strips them when it is not a terminal).
pub fn to_text(diagnostic: &Diagnostic) -> Painted {
    drawn(diagnostic, None)
}

/// Like [`to_text`], with the other places of the same mistake.
pub fn shown_to_text(shown: &Shown<'_>) -> Painted {
    drawn(shown.diagnostic, shown.elsewhere())
}

fn drawn(diagnostic: &Diagnostic, elsewhere: Option<String>) -> Painted {
    let (message, label) = (visible(&diagnostic.message), visible(&diagnostic.label));
    let help = diagnostic.help.as_deref().map(visible);
    let related = diagnostic.related.as_ref().map(|(place, words)| (place, visible(words)));
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(message.as_ref()).id(diagnostic.code);
    let mut group = match &diagnostic.place {
        Some(place) => {
            let title = match place.cell() {
                Some(cell) => title.element(annotate_snippets::Origin::path(on_one_line(&cell))),
                None => Group::with_title(title),
            };
            title.element(excerpt(place, &label, AnnotationKind::Primary))
        }
        None => {
            let path = diagnostic.path().to_string_lossy();
            let whole = match &diagnostic.component {
                Some(component) => format!("{path}: {component}"),
                None => path.into_owned(),
            };
            title.element(annotate_snippets::Origin::path(on_one_line(&whole)))
        }
    };
    if let Some((place, words)) = &related {
        group = group.element(excerpt(place, words, AnnotationKind::Context));
    }
    let mut report: Vec<Group<'_>> = Vec::new();
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(help.as_ref()));
    }
    if let Some(elsewhere) = &elsewhere {
        group = group.element(Level::NOTE.message(elsewhere.as_str()));
    }
    report.push(group);
    Painted::drawn(Renderer::styled().decor_style(DecorStyle::Ascii).render(&report))
}

/// The lines around a place, so that a large file is not copied for one excerpt.
fn excerpt<'a>(
    place: &'a Place,
    label: &'a str,
    kind: AnnotationKind,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = &place.file.text;
    let start = text[..place.span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[place.span.end..].find('\n').map_or(text.len(), |at| place.span.end + at);
    let before = visible(&text[start..place.span.start]);
    let marked = caret(&text[place.span.clone()], &text[place.span.end..end]);
    let after = &text[place.span.start + marked.len()..end];
    let after = visible(after.strip_suffix('\r').unwrap_or(after));
    let marked = visible(marked);
    let span = before.len()..before.len() + marked.len();
    let annotation = kind.span(span);
    let annotation = if label.is_empty() { annotation } else { annotation.label(label) };
    let snippet = Snippet::source(format!("{before}{marked}{after}"))
        .line_start(place.line_column().0)
        .annotation(annotation);
    match place.file.sheet {
        // A cell has a name of its own, which stands above.
        Some(_) => snippet,
        None => snippet.path(on_one_line(&place.file.path.to_string_lossy())),
    }
}

/// What gets the carets: an empty span still gets one, under what follows it.
fn caret<'a>(marked: &'a str, after: &'a str) -> &'a str {
    match after.chars().next() {
        Some(next) if marked.is_empty() => &after[..next.len_utf8()],
        _ => marked,
    }
}

/// The diagnostic as one JSON object: `severity`, `code`, `message`, `file`, 1-based
/// `line`, `column`, `end_line`, `end_column`, `label`, `help`, `related`, `sheet` and `cell` of a workbook,
/// and `follows` when it probably
/// only follows from another.
pub fn to_json(diagnostic: &Diagnostic) -> Value {
    let mut object = json!({
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "code": diagnostic.code,
        "message": diagnostic.message,
        "file": diagnostic.path().to_string_lossy(),
    });
    if let Some(place) = &diagnostic.place {
        add_place(&mut object, place);
    }
    if let Some(component) = &diagnostic.component {
        object["component"] = json!(component);
    }
    if !diagnostic.label.is_empty() {
        object["label"] = json!(diagnostic.label);
    }
    if let Some(help) = &diagnostic.help {
        object["help"] = json!(help);
    }
    if diagnostic.follows {
        object["follows"] = json!(true);
    }
    if let Some((place, words)) = &diagnostic.related {
        let mut related = json!({ "message": words, "file": place.file.path.to_string_lossy() });
        add_place(&mut related, place);
        object["related"] = related;
    }
    object
}

fn add_place(object: &mut Value, place: &Place) {
    let (line, column) = place.line_column();
    let (end_line, end_column) = place.file.line_column(place.span.end);
    object["line"] = json!(line);
    object["column"] = json!(column);
    object["end_line"] = json!(end_line);
    object["end_column"] = json!(end_column);
    if let (Some(sheet), Some(cell)) = (&place.file.sheet, place.file.cell(place.span.start)) {
        object["sheet"] = json!(sheet);
        object["cell"] = json!(cell);
    }
}
