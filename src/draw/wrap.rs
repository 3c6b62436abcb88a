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
    match nested(drawing, units_w, units_h) {
        Some(document) if bleed > 0.0 => svg.push_str(&bled(&document, units_w, units_h, units_b)),
        Some(document) => svg.push_str(&document),
        None => svg.push_str(drawing),
    }
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

/// A nested document with a bleed: what it draws beyond its own edge, and below that the drawing
/// once more, a little larger, of which only what lies outside the trim box is seen.
fn bled(document: &str, w: f64, h: f64, bleed: f64) -> String {
    let (outer_w, outer_h) = (num(w + 2.0 * bleed), num(h + 2.0 * bleed));
    format!(
        concat!(
            r#"<clipPath id="hexwright-bleed"><path clip-rule="evenodd" d="M{b} {b}h{ow}v{oh}h-{ow}ZM0 0v{h}h{w}v-{h}Z"/></clipPath>"#,
            r##"<g clip-path="url(#hexwright-bleed)"><use href="#hexwright-face" transform="translate({b} {b}) scale({x:.5} {y:.5})"/></g>"##,
            r#"<g id="hexwright-face">{document}</g>"#
        ),
        b = num(-bleed),
        ow = outer_w,
        oh = outer_h,
        w = num(w),
        h = num(h),
        x = (w + 2.0 * bleed) / w,
        y = (h + 2.0 * bleed) / h,
        document = document.replacen("<svg ", "<svg overflow=\"visible\" ", 1),
    )
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
            "overflow" => {}
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

    #[test]
    fn a_document_that_ends_at_the_trim_box_still_bleeds() {
        let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><rect width=\"10\" height=\"10\" fill=\"#c00\"/><rect x=\"2\" y=\"2\" width=\"6\" height=\"6\" fill=\"#00c\"/></svg>";
        let sheet = Sheet {
            w: 20.0,
            h: 20.0,
            bleed: 2.0,
            unit: 0.2,
            rounded: false,
            paper: "#ffffff".to_owned(),
            art: String::new(),
        };
        let tree =
            usvg::Tree::from_str(&wrap(drawing, &sheet), &crate::draw::svg_options()).unwrap();
        let mut map = resvg::tiny_skia::Pixmap::new(240, 240).unwrap();
        let scale = 240.0 / tree.size().width();
        let scale = resvg::tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, scale, &mut map.as_mut());
        let colour = |x, y| {
            let pixel = map.pixel(x, y).unwrap();
            (pixel.red(), pixel.green(), pixel.blue())
        };
        // Ten pixels to the millimetre: the bleed, the red rim, the blue middle as if there were no bleed.
        for (x, y) in [(3, 3), (120, 5), (235, 120), (18, 120), (22, 120), (57, 120)] {
            assert_eq!(colour(x, y), (204, 0, 0), "at {x}, {y}");
        }
        assert_eq!((colour(62, 120), colour(120, 120)), ((0, 0, 204), (0, 0, 204)));
    }
}
