//! Puts what a template drew onto its counter: paper, bleed, corners, millimetres.

use super::svg::{escape, num};
use quick_xml::events::{BytesStart, Event};

/// The counter that a drawing is put onto.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    /// Trim box and bleed, in millimetres.
    pub w: f64,
    pub h: f64,
    pub bleed: f64,
    /// Millimetres to a template unit.
    pub unit: f64,
    pub rounded: bool,
    pub paper: String,
    /// Art below the drawing, as an element.
    pub art: String,
}

/// Radius of rounded corners, in template units.
const CORNER: f64 = 9.0;

/// The complete document for a drawing, which is either a fragment in template units or a whole SVG
/// document of its own, as drawing programs save them.
pub(crate) fn wrap(drawing: &str, sheet: &Sheet) -> String {
    let Sheet { w, h, bleed, unit, .. } = *sheet;
    let (units_w, units_h, units_b) = (w / unit, h / unit, bleed / unit);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{vw}mm" height="{vh}mm" viewBox="{b} {b} {vw} {vh}" font-family="DejaVu Sans">"#,
        vw = num(w + 2.0 * bleed),
        vh = num(h + 2.0 * bleed),
        b = num(-bleed),
    );
    let clipped = sheet.rounded && bleed == 0.0;
    if clipped {
        // Without bleed nobody cuts the corners off, so the drawing has to.
        svg.push_str(&format!(
            r#"<clipPath id="hexwright-trim"><rect width="{}" height="{}" rx="{CORNER}"/></clipPath>"#,
            num(units_w),
            num(units_h)
        ));
    }
    let clip = if clipped { r#" clip-path="url(#hexwright-trim)""# } else { "" };
    svg.push_str(&format!(r#"<g transform="scale({unit:.6})"{clip}>"#));
    svg.push_str(&format!(
        r#"<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="{3}"/>"#,
        num(-units_b),
        num(units_w + 2.0 * units_b),
        num(units_h + 2.0 * units_b),
        escape(&sheet.paper)
    ));
    svg.push_str(&sheet.art);
    svg.push('\n');
    svg.push_str(&nested(drawing, units_w, units_h).unwrap_or_else(|| drawing.to_owned()));
    svg.push_str("</g></svg>\n");
    svg
}

/// Whether a drawing is a whole document rather than a fragment.
pub(crate) fn is_document(drawing: &str) -> bool {
    root(drawing).is_some()
}

/// The root element of a whole document, and where its tag ends.
fn root(drawing: &str) -> Option<(BytesStart<'static>, usize, usize)> {
    let mut reader = quick_xml::Reader::from_str(drawing);
    loop {
        let start = reader.buffer_position() as usize;
        match reader.read_event() {
            Ok(Event::Decl(_) | Event::Comment(_)) => {}
            Ok(Event::Text(text)) if text.trim().is_empty() => {}
            Ok(Event::Start(tag)) if tag.local_name().as_ref() == "svg" => {
                return Some((tag.into_owned(), start, reader.buffer_position() as usize));
            }
            _ => return None,
        }
    }
}

/// A whole document made to lie inside another one, filling the counter.
fn nested(drawing: &str, w: f64, h: f64) -> Option<String> {
    let (tag, _, end) = root(drawing)?;
    let mut attributes = String::new();
    let (mut view_box, mut own_w, mut own_h) = (false, None, None);
    for attribute in tag.attributes().flatten() {
        let key = attribute.key.as_ref();
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?;
        let number =
            || value.trim_end_matches(|c: char| c.is_alphabetic() || c == '%').parse::<f64>().ok();
        match key {
            "width" => own_w = number(),
            "height" => own_h = number(),
            "x" | "y" => {}
            _ => {
                view_box |= key == "viewBox";
                attributes.push_str(&format!(r#" {key}="{}""#, escape(&value)));
            }
        }
    }
    if !view_box && let (Some(own_w), Some(own_h)) = (own_w, own_h) {
        attributes.push_str(&format!(r#" viewBox="0 0 {} {}""#, num(own_w), num(own_h)));
    }
    let rest = &drawing[end..];
    Some(format!(r#"<svg x="0" y="0" width="{}" height="{}"{attributes}>{rest}"#, num(w), num(h)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_from_a_drawing_program_fills_the_counter() {
        let drawing = "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"20mm\"><rect/></svg>";
        assert_eq!(
            nested(drawing, 100.0, 100.0).unwrap(),
            "<svg x=\"0\" y=\"0\" width=\"100\" height=\"100\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\"><rect/></svg>"
        );
        assert!(!is_document("<rect/>"));
    }
}
