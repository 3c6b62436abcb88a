//! Rims round letters in drawings that designers bring.
//!
//! A text with `paint-order="stroke"` is one element whose rim lies below its letters. PDF paints
//! such text letter by letter, so that each rim eats into the letter before it; two texts, the rim
//! of the whole word and then its letters, look the same everywhere.

use quick_xml::events::{BytesStart, Event};

/// The drawing with every rimmed text written as two: its rim, then its letters.
pub(crate) fn split_halos(svg: &str) -> String {
    if !svg.contains("paint-order") {
        return svg.to_owned();
    }
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut out = String::with_capacity(svg.len() + 256);
    let mut copied = 0;
    // Where a rimmed text began, its tag, and how many texts are open in it.
    let mut open: Option<(usize, usize, BytesStart<'static>)> = None;
    loop {
        let start = reader.buffer_position() as usize;
        let Ok(event) = reader.read_event() else { return svg.to_owned() };
        let end = reader.buffer_position() as usize;
        match event {
            Event::Eof => break,
            Event::Start(tag)
                if open.is_none() && tag.local_name().as_ref() == "text" && rimmed(&tag) =>
            {
                open = Some((start, end, tag.into_owned()));
            }
            Event::End(tag) if tag.local_name().as_ref() == "text" => {
                if let Some((began, inside, tag)) = open.take() {
                    out.push_str(&svg[copied..began]);
                    for (class, style) in [(" halo", "fill:none"), ("", "stroke:none")] {
                        out.push_str(&retagged(&tag, class, style));
                        out.push_str(&svg[inside..end]);
                    }
                    copied = end;
                }
            }
            _ => {}
        }
    }
    out.push_str(&svg[copied..]);
    out
}

/// Whether a text's stroke lies below its fill.
fn rimmed(tag: &BytesStart<'_>) -> bool {
    tag.attributes().flatten().any(|attribute| match attribute.key.local_name().as_ref() {
        "paint-order" => attribute.value.trim_start().starts_with("stroke"),
        "style" => attribute.value.split(';').any(|declaration| {
            declaration.split_once(':').is_some_and(|(key, value)| {
                key.trim() == "paint-order" && value.trim_start().starts_with("stroke")
            })
        }),
        _ => false,
    })
}

/// The tag again, with a class and a declaration more; a name is not given twice.
fn retagged(tag: &BytesStart<'_>, class: &str, declaration: &str) -> String {
    let (mut classes, mut style) = (String::new(), String::new());
    let mut out = format!("<{}", tag.name().as_ref());
    for attribute in tag.attributes().flatten() {
        let key = attribute.key.as_ref();
        match key {
            "class" => classes.push_str(&attribute.value),
            "style" => style = format!("{};", attribute.value.trim_end_matches(';')),
            "paint-order" => {}
            "id" if class.is_empty() => {}
            _ => out.push_str(&format!(" {key}=\"{}\"", attribute.value.replace('"', "&quot;"))),
        }
    }
    classes.push_str(class);
    if !classes.is_empty() {
        out.push_str(&format!(" class=\"{}\"", classes.trim_start()));
    }
    out.push_str(&format!(" style=\"{}{declaration}\">", style.replace('"', "&quot;")));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rimmed_text_becomes_a_rim_and_letters() {
        let svg = "<svg><text id='n' x='1' fill='red' stroke='white' paint-order='stroke'>Po<tspan>zz</tspan></text><rect/></svg>";
        let two = split_halos(svg);
        assert_eq!(two.matches("Po<tspan>zz</tspan></text>").count(), 2, "{two}");
        assert_eq!(two.matches("id=\"n\"").count(), 1, "{two}");
        assert!(two.contains("class=\"halo\" style=\"fill:none\""), "{two}");
        assert!(two.ends_with("<rect/></svg>") && !two.contains("paint-order"), "{two}");
        usvg::Tree::from_str(
            &two.replace("<svg>", "<svg xmlns='http://www.w3.org/2000/svg'>"),
            &crate::draw::svg_options(),
        )
        .unwrap();
    }

    #[test]
    fn a_rim_given_by_style_is_found_and_other_texts_stay_as_they_are() {
        let svg = "<svg><text style='fill:red;paint-order:stroke fill'>A</text></svg>";
        assert_eq!(split_halos(svg).matches(">A</text>").count(), 2);
        let plain = "<svg><text stroke='white'>A</text><path paint-order='stroke'/></svg>";
        assert_eq!(split_halos(plain), plain);
    }
}
