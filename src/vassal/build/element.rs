//! The build file as a tree of elements, with the exact place of each in the text.

use crate::vassal::error::{Result, Unreadable};
use crate::vassal::limits::Limits;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::fmt::Write;
use std::ops::Range;

/// A component: its class, its settings, its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// The tag: for components the Java class.
    pub tag: String,
    /// The settings, in the order written.
    pub attributes: Vec<(String, String)>,
    /// The parts, in the order written.
    pub children: Vec<Element>,
    /// The text, joined and trimmed at both ends, as VASSAL reads it.
    pub text: String,
    /// Where in the source text the element stands, from `<` to the closing `>`.
    pub span: Range<usize>,
}

impl Element {
    /// An element without settings and parts.
    pub fn new(tag: impl Into<String>) -> Self {
        Element { tag: tag.into(), ..Element::default() }
    }

    /// Parses a document. Entities other than XML's own five are refused, so nothing can expand.
    pub fn parse(place: &str, xml: &str, limits: &Limits) -> Result<Self> {
        let text = xml.strip_prefix('\u{feff}').unwrap_or(xml);
        let offset = xml.len() - text.len();
        let mut reader = Reader::from_str(text);
        let mut open: Vec<Element> = Vec::new();
        let mut count = 0u64;
        let mut settings = 0u64;
        let mut root = None;
        loop {
            let before = offset + position(&reader);
            let fail = |reason: &dyn std::fmt::Display| {
                let (line, column) = line_and_column(xml, before);
                Unreadable::new(format_args!("{place}:{line}:{column}"), reason)
            };
            let event = reader.read_event().map_err(|error| fail(&error))?;
            match event {
                Event::Start(ref start) | Event::Empty(ref start) => {
                    if root.is_some() && open.is_empty() {
                        return Err(fail(&"a second component begins after the end of the first")
                            .help("everything in a build file stands within one component"));
                    }
                    count += 1;
                    Limits::check(
                        place,
                        "components",
                        count,
                        limits.components as u64,
                        "--max-components",
                    )?;
                    Limits::check(
                        place,
                        "levels of nesting",
                        open.len() as u64,
                        limits.nesting as u64,
                        "--max-nesting",
                    )?;
                    if count.is_multiple_of(4096) {
                        limits.check_time(place)?;
                    }
                    let mut element = start_element(start).map_err(|reason| fail(&reason))?;
                    settings += element.attributes.len() as u64;
                    let most = 4 * limits.components as u64;
                    Limits::check(place, "settings", settings, most, "--max-components")?;
                    element.span = before..offset + position(&reader);
                    if matches!(event, Event::Start(_)) {
                        open.push(element);
                    } else {
                        close(&mut open, &mut root, element);
                    }
                }
                Event::End(_) => {
                    // The reader has checked that the end matches a start.
                    if let Some(mut element) = open.pop() {
                        element.span.end = offset + position(&reader);
                        let trimmed = trim(&element.text);
                        if trimmed.len() != element.text.len() {
                            element.text = trimmed.to_owned();
                        }
                        close(&mut open, &mut root, element);
                    }
                }
                Event::Text(text) => {
                    if let Some(element) = open.last_mut() {
                        let text = text.xml10_content();
                        // White space between components is most of the text nodes and never matters.
                        if !(element.text.is_empty() && trim(&text).is_empty()) {
                            element.text.push_str(&text);
                        }
                    }
                }
                Event::CData(data) => {
                    if let Some(element) = open.last_mut() {
                        element.text.push_str(&data.xml10_content());
                    }
                }
                Event::GeneralRef(reference) => {
                    let name = reference.xml10_content().into_owned();
                    let Some(replacement) = entity(&name) else {
                        return Err(fail(&format_args!("the entity &{name}; is not one of XML's own"))
                            .help("files that define entities can be made to swell without end and are not read"));
                    };
                    if let Some(element) = open.last_mut() {
                        element.text.push(replacement);
                    }
                }
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
        match (root, open.pop()) {
            (_, Some(unclosed)) => {
                Err(Unreadable::new(place, format_args!("the file ends inside <{}>", unclosed.tag))
                    .help("the file was cut short; ask for it again"))
            }
            (Some(root), None) => Ok(root),
            (None, None) => Err(Unreadable::new(place, "there is no XML element in it")),
        }
    }

    /// A setting, or nothing when it was not written.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A setting as a number; the default when it is absent or no number.
    pub fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> T {
        self.get(name).and_then(|value| value.trim().parse().ok()).unwrap_or(default)
    }

    /// A setting as a truth value; the default when it is absent.
    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.get(name).map_or(default, |value| value == "true")
    }

    /// Sets a setting, replacing an earlier value.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.attributes.iter_mut().find(|(key, _)| key == name) {
            Some(slot) => slot.1 = value,
            None => self.attributes.push((name.to_owned(), value)),
        }
    }

    /// The same element with these parts after those it has.
    #[must_use]
    pub fn holding(mut self, parts: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(parts);
        self
    }

    /// The same element with this text.
    #[must_use]
    pub fn saying(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// The class without its package: `PieceSlot`.
    pub fn class(&self) -> &str {
        self.tag.rsplit('.').next().unwrap_or(&self.tag)
    }

    /// The name a person gave the component, whichever setting holds it.
    pub fn label(&self) -> Option<&str> {
        ["name", "mapName", "entryName", "title", "text", "description"]
            .iter()
            .find_map(|key| self.get(key))
            .filter(|label| !label.is_empty())
    }

    /// The first part with this tag or class.
    pub fn child(&self, tag: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.tag == tag || child.class() == tag)
    }

    /// This element and all below, parents before their parts.
    pub fn walk(&self) -> Walk<'_> {
        Walk { pending: vec![self] }
    }

    /// All elements of a class, wherever they are.
    pub fn all<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a Element> {
        self.walk().filter(move |element| element.class() == class)
    }

    /// Writes the element as a document, as VASSAL writes its own: parts on
    /// lines of their own, nothing added inside an element with text.
    pub fn to_xml(&self) -> String {
        let mut xml =
            String::from("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
        self.write_to(&mut xml, 0);
        xml
    }

    fn write_to(&self, xml: &mut String, depth: usize) {
        let indent = depth * 4;
        let _ = write!(xml, "{:indent$}<{}", "", self.tag);
        for (name, value) in &self.attributes {
            let _ = write!(xml, " {name}=\"");
            escape(value, true, xml);
            xml.push('"');
        }
        if self.children.is_empty() && self.text.is_empty() {
            xml.push_str("/>\n");
            return;
        }
        xml.push('>');
        escape(&self.text, false, xml);
        if !self.children.is_empty() {
            xml.push('\n');
            for child in &self.children {
                child.write_to(xml, depth + 1);
            }
            let _ = write!(xml, "{:indent$}", "");
        }
        let _ = writeln!(xml, "</{}>", self.tag);
    }
}

/// Elements in document order.
#[derive(Debug)]
pub struct Walk<'a> {
    pending: Vec<&'a Element>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = &'a Element;

    fn next(&mut self) -> Option<&'a Element> {
        let element = self.pending.pop()?;
        self.pending.extend(element.children.iter().rev());
        Some(element)
    }
}

/// Line and column, counted from one, of a byte in a text.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |found| found + 1);
    (line, at.saturating_sub(start) + 1)
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

/// Java's `trim`: everything up to and including the space character.
fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c <= ' ')
}

fn close(open: &mut [Element], root: &mut Option<Element>, element: Element) {
    match open.last_mut() {
        Some(parent) => parent.children.push(element),
        None => *root = Some(element),
    }
}

fn start_element(start: &BytesStart<'_>) -> std::result::Result<Element, String> {
    let mut element = Element::new(start.name().as_ref());
    if !is_name(&element.tag) {
        return Err(format!("`{}` cannot be the name of an element", element.tag));
    }
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let name = attribute.key.as_ref().to_owned();
        if !is_name(&name) {
            return Err(format!("`{name}` cannot be the name of a setting"));
        }
        let value = attribute
            .normalized_value(quick_xml::XmlVersion::Explicit1_0)
            .map_err(|error| format!("in setting {name}: {error}"))?
            .into_owned();
        element.attributes.push((name, value));
    }
    Ok(element)
}

/// Whether XML allows a name; the reader takes whatever stands up to the next space.
fn is_name(name: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':') || !c.is_ascii();
    let follows = |c: char| starts(c) || c.is_ascii_digit() || matches!(c, '-' | '.');
    name.starts_with(starts) && name.chars().all(follows)
}

fn entity(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

fn escape(text: &str, in_attribute: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\n' if in_attribute => out.push_str("&#10;"),
            '\t' if in_attribute => out.push_str("&#9;"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(xml: &str) -> Result<Element> {
        Element::parse("buildFile.xml", xml, &Limits::default())
    }

    #[test]
    fn text_is_trimmed_and_inner_tabs_are_kept() {
        let root =
            parse("<a>\n  <b x='1 &lt; 2'> +/null/x\ty;\\\tz &amp; \n</b>\n</a>").expect("parses");
        assert_eq!(root.text, "");
        assert_eq!(root.children[0].text, "+/null/x\ty;\\\tz &");
        assert_eq!(root.children[0].get("x"), Some("1 < 2"));
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let mut root = Element::new("a.B");
        root.set("quote", "\"<&>\"\n\té");
        root.children.push(Element { text: "x\ty & <z>".into(), ..Element::new("C") });
        let again = parse(&root.to_xml()).expect("parses");
        assert_eq!(
            (again.attributes.clone(), again.children[0].text.clone()),
            (root.attributes.clone(), root.children[0].text.clone())
        );
    }

    #[test]
    fn a_name_that_xml_does_not_allow_is_refused_where_it_stands() {
        for (xml, name) in [("<a>\n<\t/></a>", "``"), ("<a>\n<b 1='x'/></a>", "`1`")] {
            let error = parse(xml).expect_err("refused").to_string();
            assert!(error.contains("buildFile.xml:2:1") && error.contains(name), "{error}");
        }
    }

    #[test]
    fn a_second_component_beside_the_first_is_refused() {
        let error = parse("<a><b/></a>\n<c/>").expect_err("refused").to_string();
        assert!(error.contains("buildFile.xml:2:1"), "{error}");
        assert!(parse("<!-- made --><a/>\n<!-- by hand -->").is_ok());
    }

    #[test]
    fn a_document_that_defines_entities_is_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>";
        assert!(parse(bomb).is_err_and(|error| error.to_string().contains("&y;")));
    }

    #[test]
    fn nesting_beyond_the_limit_is_refused() {
        let deep = "<a>".repeat(200_000);
        assert!(parse(&deep).is_err_and(|error| error.advice().is_some()));
    }

    #[test]
    fn damage_is_named_with_line_and_column() {
        let error = parse("<a>\n<b></c></a>").expect_err("mismatched");
        assert!(error.place().starts_with("buildFile.xml:2:"), "{error}");
        assert!(parse("<a><b></b>").is_err());
        assert!(parse("").is_err());
    }
}
