//! Text on maps and charts: measured with the bundled fonts, written with a halo.

use super::pen::{escape, num};
use crate::hex::Point;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

/// How text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Face<'a> {
    /// The family; a name that ends in ` Condensed` means that cut of it.
    pub family: &'a str,
    pub bold: bool,
    pub italic: bool,
}

impl<'a> Face<'a> {
    /// The upright regular cut.
    pub fn regular(family: &'a str) -> Self {
        Face { family, bold: false, italic: false }
    }

    /// The bold cut.
    pub fn bold(family: &'a str) -> Self {
        Face { family, bold: true, italic: false }
    }

    fn base(self) -> (&'a str, bool) {
        match self.family.strip_suffix(" Condensed") {
            Some(family) => (family, true),
            None => (self.family, false),
        }
    }

    /// The presentation attributes that select it.
    pub fn attributes(self) -> String {
        let (family, condensed) = self.base();
        let mut out = format!("font-family=\"{}\"", escape(family));
        for (on, text) in [
            (condensed, " font-stretch=\"condensed\""),
            (self.bold, " font-weight=\"bold\""),
            (self.italic, " font-style=\"italic\""),
        ] {
            if on {
                out.push_str(text);
            }
        }
        out
    }

    /// The width of a text set in this face at a size.
    pub fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|c| self.advance(c)).sum::<f64>() * size
    }

    /// How far a character moves on, in ems. Kerning is ignored: it only ever makes text narrower.
    fn advance(self, c: char) -> f64 {
        type Key = (String, bool, bool);
        static KNOWN: OnceLock<Mutex<HashMap<Key, HashMap<char, f64>>>> = OnceLock::new();
        const USUAL: f64 = 0.6;
        let key = (self.family.to_owned(), self.bold, self.italic);
        let Ok(mut known) = KNOWN.get_or_init(Mutex::default).lock() else { return USUAL };
        let face = known.entry(key).or_default();
        *face.entry(c).or_insert_with(|| self.measure(c).unwrap_or(USUAL))
    }

    fn measure(self, c: char) -> Option<f64> {
        let (family, condensed) = self.base();
        let fonts = crate::draw::fonts();
        let id = fonts.query(&fontdb::Query {
            families: &[fontdb::Family::Name(family), fontdb::Family::SansSerif],
            weight: if self.bold { fontdb::Weight::BOLD } else { fontdb::Weight::NORMAL },
            stretch: if condensed { fontdb::Stretch::Condensed } else { fontdb::Stretch::Normal },
            style: if self.italic { fontdb::Style::Oblique } else { fontdb::Style::Normal },
        })?;
        fonts.with_face_data(id, |data, index| {
            let face = rustybuzz::ttf_parser::Face::parse(data, index).ok()?;
            let glyph = face.glyph_index(c)?;
            Some(f64::from(face.glyph_hor_advance(glyph)?) / f64::from(face.units_per_em()))
        })?
    }

    /// Breaks text into lines no wider than a width, at spaces, but not between a word and a short
    /// number after it (“Adv 2+”) as long as both fit a line.
    pub fn wrap(self, text: &str, size: f64, width: f64) -> Vec<String> {
        // A column made as wide as its words must hold them, whatever adding up has rounded.
        let width = width + 1e-6;
        let mut words: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let number = word.len() <= 2 && word.starts_with(|c: char| c.is_ascii_digit());
            match words.last_mut() {
                Some(last) if number && self.width(&format!("{last} {word}"), size) <= width => {
                    last.push(' ');
                    last.push_str(word);
                }
                _ => words.push(word.to_owned()),
            }
        }
        let mut lines: Vec<String> = Vec::new();
        for word in words {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), size) <= width => {
                    line.push(' ');
                    line.push_str(&word);
                }
                _ => lines.push(word),
            }
        }
        lines
    }
}

/// Where text is held by its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A line of text with its baseline at a point.
pub fn text(
    at: Point,
    content: &str,
    face: Face,
    size: f64,
    colour: &str,
    anchor: Anchor,
) -> String {
    painted(at, content, face, size, &format!("fill=\"{colour}\""), anchor)
}

fn painted(at: Point, content: &str, face: Face, size: f64, paint: &str, anchor: Anchor) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" {} font-size=\"{}\" {paint} text-anchor=\"{}\">{}</text>",
        num(at.x),
        num(at.y),
        face.attributes(),
        num(size),
        anchor.word(),
        escape(content)
    )
}

/// A rim round letters, so that they stay readable on whatever they cross.
#[derive(Debug, Clone, Copy)]
pub struct Halo<'a> {
    pub colour: &'a str,
    pub width: f64,
    pub opacity: f64,
}

impl<'a> Halo<'a> {
    /// A rim that hides what is under it.
    pub fn new(colour: &'a str, width: f64) -> Self {
        Halo { colour, width, opacity: 1.0 }
    }

    /// A text above its rim, as two texts: `element` writes it with the attributes it is given.
    ///
    /// One text with `paint-order` would be shorter, but PDF paints such text letter by letter, and
    /// the rim of each letter eats into the one before it.
    pub fn below(self, colour: &str, element: impl Fn(&str) -> String) -> String {
        let opacity = if self.opacity < 1.0 {
            format!(" stroke-opacity=\"{}\"", num(self.opacity))
        } else {
            String::new()
        };
        let rim = format!(
            "class=\"halo\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{opacity} stroke-linejoin=\"round\"",
            self.colour,
            num(self.width)
        );
        element(&rim) + &element(&format!("fill=\"{colour}\""))
    }
}

/// A line of text with a rim, its baseline at a point.
pub fn text_with_halo(
    at: Point,
    content: &str,
    face: Face,
    size: f64,
    colour: &str,
    anchor: Anchor,
    halo: Halo,
) -> String {
    halo.below(colour, |paint| painted(at, content, face, size, paint, anchor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_is_wider_than_regular_and_condensed_narrower() {
        let width = |family, bold| Face { family, bold, italic: false }.width("Cassino", 1.0);
        assert!(width("DejaVu Sans", true) > width("DejaVu Sans", false));
        assert!(width("DejaVu Sans Condensed", false) < width("DejaVu Sans", false));
        assert!((3.0..5.0).contains(&width("DejaVu Serif", false)));
    }

    #[test]
    fn a_halo_is_a_text_of_its_own_under_the_whole_name() {
        let halo = Halo::new("#ffffff", 0.5);
        let face = Face::regular("DejaVu Sans");
        let svg =
            text_with_halo(Point::new(1.0, 2.0), "A", face, 3.0, "#111111", Anchor::Middle, halo);
        let texts: Vec<&str> = svg.split("</text>").filter(|text| !text.is_empty()).collect();
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("stroke=\"#ffffff\"") && texts[0].contains("fill=\"none\""));
        assert!(!texts[1].contains("stroke") && texts[1].contains("fill=\"#111111\""));
    }

    #[test]
    fn long_titles_are_broken_at_spaces() {
        let face = Face::bold("DejaVu Serif");
        let lines = face.wrap("The Battle for the Bridges", 10.0, 100.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), "The Battle for the Bridges");
    }
}
