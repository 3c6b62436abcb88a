//! Looks through a finished drawing: refuses what a drawing must not hold, and notes its texts and pictures.

use super::DrawError;
use super::art::{pixels, unbase64};
use super::fonts::has_glyph;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use std::path::PathBuf;

/// The largest drawing, in bytes, before pictures are put in.
pub const MOST_SVG_BYTES: usize = 4 * 1024 * 1024;
/// How deep elements may nest: renderers recurse.
const MOST_DEPTH: usize = 64;
/// How a template refers to art before it is put in.
pub(crate) const ART_PREFIX: &str = "hexwright-art:";

/// What a drawing holds.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Contents {
    /// Texts: what they say, their size, and the size wished for if they had to shrink.
    pub texts: Vec<(String, f64, Option<f64>)>,
    /// Characters that no bundled font has.
    pub missing: Vec<char>,
    /// Art used: file, and the width and height it is drawn at.
    pub art: Vec<(PathBuf, f64, f64)>,
}

/// Inspects a drawing; `origin` is the template or file named in errors.
pub(crate) fn inspect(svg: &str, origin: &str) -> Result<Contents, DrawError> {
    let mut reader = quick_xml::Reader::from_str(svg);
    let fault = |line: Option<usize>, message: String| DrawError::Svg {
        origin: origin.to_owned(),
        line,
        message,
    };
    if svg.len() > MOST_SVG_BYTES {
        let limit = MOST_SVG_BYTES / (1024 * 1024);
        return Err(fault(None, format!("the drawing is larger than {limit} MiB")));
    }
    let mut inspector = Inspector::default();
    loop {
        let event = reader.read_event();
        let at = match &event {
            Ok(_) => reader.buffer_position(),
            Err(_) => reader.error_position(),
        };
        let line = || Some(1 + svg.bytes().take(at as usize).filter(|byte| *byte == b'\n').count());
        match event {
            Ok(Event::Eof) => break,
            Ok(event) => inspector.see(&event).map_err(|message| fault(line(), message))?,
            Err(error) => return Err(fault(line(), format!("is not well-formed SVG: {error}"))),
        }
    }
    if inspector.depth > 0 || !inspector.root_seen {
        return Err(fault(None, "is not well-formed SVG: it ends before the drawing does".into()));
    }
    Ok(inspector.contents)
}

#[derive(Default)]
struct Inspector {
    contents: Contents,
    depth: usize,
    root_seen: bool,
    in_style: bool,
    /// The text element that is open.
    text: Option<OpenText>,
}

/// A text element that is being read.
struct OpenText {
    /// How deep its contents are.
    depth: usize,
    said: String,
    size: Option<f64>,
    wish: Option<f64>,
}

impl Inspector {
    fn see(&mut self, event: &Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(element) => {
                self.depth += 1;
                if self.depth > MOST_DEPTH {
                    return Err(format!("elements are nested more than {MOST_DEPTH} deep"));
                }
                self.open(element, self.depth)
            }
            Event::Empty(element) => {
                self.open(element, self.depth + 1)?;
                self.close();
                Ok(())
            }
            Event::End(_) => {
                self.depth -= 1;
                self.close();
                Ok(())
            }
            Event::Text(text) => self.say(text),
            Event::CData(text) => self.say(text),
            Event::GeneralRef(reference) => {
                let character = reference.resolve_char_ref().map_err(|error| error.to_string())?;
                let name: &str = reference;
                match character {
                    Some(character) => self.say(&character.to_string()),
                    None => match resolve_xml_entity(name) {
                        Some(character) => self.say(character),
                        None => Err(format!(
                            "the entity `&{name};` is not defined; write the character itself"
                        )),
                    },
                }
            }
            Event::DocType(_) => {
                Err("a document type is not allowed; remove the <!DOCTYPE> line".into())
            }
            Event::PI(instruction) if !instruction.starts_with("xml ") => {
                Err("processing instructions are not allowed".into())
            }
            _ => Ok(()),
        }
    }

    fn open(&mut self, element: &BytesStart<'_>, depth: usize) -> Result<(), String> {
        let name = element.local_name().as_ref().to_owned();
        if !self.root_seen {
            self.root_seen = true;
            if name != "svg" {
                return Err(format!("the outermost element is <{name}>, not <svg>"));
            }
        }
        let refused = [
            "script",
            "foreignobject",
            "iframe",
            "object",
            "embed",
            "audio",
            "video",
            "animate",
            "animatetransform",
            "animatemotion",
            "set",
            "handler",
            "listener",
        ];
        if refused.contains(&name.to_ascii_lowercase().as_str()) {
            return Err(format!("<{name}> is not allowed in a drawing"));
        }
        self.in_style = name == "style";
        let (mut size, mut wish, mut art) = (None, None, None);
        let (mut width, mut height) = (0.0, 0.0);
        let mut rim = false;
        for attribute in element.attributes() {
            let attribute =
                attribute.map_err(|error| format!("is not well-formed SVG: {error}"))?;
            let key = attribute.key.local_name().as_ref().to_owned();
            let value = attribute
                .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                .map_err(|error| format!("attribute `{key}`: {error}"))?;
            let number = || value.trim().parse::<f64>().ok();
            match key.as_str() {
                "font-size" => size = number(),
                "data-wish" => wish = number(),
                "class" => rim = value.split_whitespace().any(|class| class == "halo"),
                "width" => width = number().unwrap_or(0.0),
                "height" => height = number().unwrap_or(0.0),
                "href" | "src" => art = reference(&value)?.or(art),
                _ if key.starts_with("on") => {
                    return Err(format!("the attribute `{key}` would run a script"));
                }
                _ => no_outside_reference(&value)?,
            }
        }
        if let Some(file) = art {
            self.contents.art.push((file, width, height));
        }
        // The rim below a text says the same as the text above it.
        if name == "text" && !rim {
            self.text = Some(OpenText { depth, said: String::new(), size, wish });
        }
        Ok(())
    }

    fn close(&mut self) {
        self.in_style = false;
        let depth = self.depth;
        if let Some(text) = self.text.take_if(|text| depth < text.depth)
            && let Some(size) = text.size
        {
            self.contents.texts.push((text.said, size, text.wish));
        }
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        if self.in_style {
            return no_outside_reference(text);
        }
        // Titles and other metadata are not printed.
        let Some(open) = &mut self.text else { return Ok(()) };
        open.said.push_str(text);
        for character in text.chars().filter(|c| !has_glyph(*c)) {
            if !self.contents.missing.contains(&character) {
                self.contents.missing.push(character);
            }
        }
        Ok(())
    }
}

/// Checks a reference; returns the art file if it is one that the artist puts in.
fn reference(value: &str) -> Result<Option<PathBuf>, String> {
    let value = value.trim();
    if value.is_empty() || value.starts_with('#') {
        return Ok(None);
    }
    if let Some(file) = value.strip_prefix(ART_PREFIX) {
        return Ok(Some(PathBuf::from(file)));
    }
    let embedded = ["data:image/png;base64,", "data:image/jpeg;base64,", "data:image/jpg;base64,"]
        .iter()
        .find_map(|prefix| value.strip_prefix(prefix));
    match embedded {
        Some(data) => {
            let bytes = unbase64(data).ok_or("an embedded picture is not valid base64")?;
            pixels(&bytes).map_err(|message| format!("an embedded picture {message}"))?;
            Ok(None)
        }
        None => {
            let shown: String = value.chars().take(60).collect();
            Err(format!(
                "refers to `{shown}` outside the drawing; use the column `art` or draw_art() for pictures"
            ))
        }
    }
}

/// Refuses `url(…)` that leads out of the drawing, and style imports.
fn no_outside_reference(value: &str) -> Result<(), String> {
    // CSS escapes could spell `url` in ways a search does not see.
    let lower = value.to_ascii_lowercase();
    if lower.contains("@import") || (lower.contains('\\') && lower.contains('(')) {
        return Err("styles may not import or escape; write them out".into());
    }
    for (at, _) in lower.match_indices("url(") {
        let target = lower[at + 4..].trim_start().trim_start_matches(['"', '\'']);
        if !target.starts_with('#') {
            return Err("refers to something outside the drawing with url(…)".into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(svg: &str) -> (Option<usize>, String) {
        match inspect(svg, "test.svg") {
            Err(DrawError::Svg { line, message, .. }) => (line, message),
            other => panic!("{svg} gave {other:?}"),
        }
    }

    #[test]
    fn scripts_and_outside_references_are_refused() {
        for inside in [
            "<script>alert(1)</script>",
            "<rect onclick='x()'/>",
            "<image href='http://example.com/a.png'/>",
            "<image xlink:href='file:///etc/passwd' xmlns:xlink='http://www.w3.org/1999/xlink'/>",
            "<use href='other.svg#a'/>",
            "<image href='data:image/svg+xml;base64,AAAA'/>",
            "<rect fill='url(http://example.com/#a)'/>",
            "<rect style='fill: URL( \"other.svg#a\" )'/>",
            "<style>@import 'a.css';</style>",
            "<style>rect { fill: url(a.svg#b) }</style>",
            "<foreignObject/>",
            "<text>&nbsp;</text>",
        ] {
            refused(&format!("<svg xmlns='http://www.w3.org/2000/svg'>{inside}</svg>"));
        }
        assert!(refused("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>").1.contains("DOCTYPE"));
    }

    #[test]
    fn inner_references_and_plain_styles_are_fine() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg'><style>rect { fill: url(#a) }</style>\
                   <use href='#b'/><rect fill='url( \"#a\")'/></svg>";
        assert_eq!(inspect(svg, "x"), Ok(Contents::default()));
    }

    #[test]
    fn malformed_drawings_name_the_line() {
        assert_eq!(refused("<svg>\n<g>\n</svg>").0, Some(3));
        assert!(refused("<svg>\n<g>").1.contains("ends before"));
        assert!(refused("").1.contains("ends before"));
        assert!(refused(&format!("<svg>{}", "<g>".repeat(100))).1.contains("deep"));
    }

    #[test]
    fn shrunk_texts_art_and_missing_glyphs_are_noted() {
        let svg = "<svg><text font-size='3' data-wish='9'>師 A</text><image href='hexwright-art:a/b.png' width='40' height='20'/></svg>";
        let contents = inspect(svg, "x").unwrap();
        assert_eq!(contents.texts, [("師 A".to_owned(), 3.0, Some(9.0))]);
        assert_eq!(contents.missing, ['師']);
        assert_eq!(contents.art, [(PathBuf::from("a/b.png"), 40.0, 20.0)]);
        let svg = "<svg><title>師</title><text font-size='3'>a<tspan>b</tspan>c</text></svg>";
        let contents = inspect(svg, "x").unwrap();
        assert_eq!(contents.texts, [("abc".to_owned(), 3.0, None)]);
        assert_eq!(contents.missing, []);
    }

    #[test]
    fn texts_are_noted_as_they_are_printed() {
        let svg = "<svg><text font-size='3'>&lt;&quot;A&quot; &amp; &#66;&apos;&gt;</text></svg>";
        assert_eq!(inspect(svg, "x").unwrap().texts[0].0, "<\"A\" & B'>");
    }
}
