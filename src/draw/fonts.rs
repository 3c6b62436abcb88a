//! The bundled fonts: the same glyphs on every machine, system fonts never consulted.

use std::sync::{Arc, OnceLock};

/// The bundled fonts, loaded once.
pub fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    Arc::clone(FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        for data in [
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::sans::oblique(),
            dejavu::sans::bold_oblique(),
            dejavu::sans_condensed::regular(),
            dejavu::sans_condensed::bold(),
            dejavu::sans_condensed::oblique(),
            dejavu::sans_condensed::bold_oblique(),
            dejavu::sans_mono::regular(),
            dejavu::sans_mono::bold(),
            dejavu::serif::regular(),
            dejavu::serif::bold(),
        ] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(data)));
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        fonts.set_serif_family("DejaVu Serif");
        fonts.set_cursive_family("DejaVu Sans");
        fonts.set_fantasy_family("DejaVu Sans");
        Arc::new(fonts)
    }))
}

/// Options for reading drawn faces with usvg: bundled fonts only, embedded pictures only.
pub fn svg_options() -> usvg::Options<'static> {
    usvg::Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: fonts(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: usvg::ImageHrefResolver::default_data_resolver(),
            // A drawing may not read files, whatever it says.
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}

/// Families that a drawing's texts ask for and nothing bundled can stand for. A list that ends in a
/// generic family, such as `sans-serif`, says itself what may stand for it.
pub(crate) fn missing_families(tree: &usvg::Tree) -> Vec<String> {
    let mut missing = Vec::new();
    families(tree.root(), &mut missing);
    missing
}

fn families(group: &usvg::Group, missing: &mut Vec<String>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => families(inner, missing),
            usvg::Node::Text(text) => {
                let spans = text.chunks().iter().flat_map(|chunk| chunk.spans());
                for list in spans.map(|span| span.font().families()) {
                    let there = list.iter().any(|family| match family {
                        usvg::FontFamily::Named(name) => has_family(name),
                        _ => true,
                    });
                    let first = list.iter().find_map(|family| match family {
                        usvg::FontFamily::Named(name) => Some(name),
                        _ => None,
                    });
                    match first {
                        Some(name) if !there && !missing.contains(name) => {
                            missing.push(name.clone());
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a family of this name is bundled, or the name is a generic one.
pub(crate) fn has_family(name: &str) -> bool {
    let generic = ["sans-serif", "serif", "monospace", "cursive", "fantasy"];
    generic.contains(&name) || family_names().iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// The bundled families, in order.
pub(crate) fn family_names() -> Vec<String> {
    let mut names: Vec<String> = fonts()
        .faces()
        .flat_map(|face| face.families.iter().map(|(name, _)| name.clone()))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// What to do about a family that is not there.
pub(crate) fn other_families() -> String {
    format!("bundled are {}; or turn the text into paths", family_names().join(", "))
}

/// Version of everything bundled that changes pictures without changing sources.
pub(crate) const FONTS_VERSION: &str = "dejavu-2.37";

/// Height of a capital letter or digit, in ems; the same in all cuts used on counters.
pub(crate) const CAP_HEIGHT: f64 = 0.729;

/// A cut of the bundled sans that counters are set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Bold rather than regular.
    pub bold: bool,
    /// Condensed rather than normal width.
    pub condensed: bool,
}

impl Cut {
    fn index(self) -> usize {
        usize::from(self.bold) + 2 * usize::from(self.condensed)
    }

    /// The presentation attributes that select this cut.
    pub(crate) fn attributes(self) -> &'static str {
        match (self.bold, self.condensed) {
            (false, false) => "",
            (true, false) => r#" font-weight="bold""#,
            (false, true) => r#" font-stretch="condensed""#,
            (true, true) => r#" font-weight="bold" font-stretch="condensed""#,
        }
    }
}

fn shaper(cut: Cut) -> Option<&'static rustybuzz::Face<'static>> {
    static FACES: OnceLock<[Option<rustybuzz::Face<'static>>; 4]> = OnceLock::new();
    FACES.get_or_init(|| {
        [
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::sans_condensed::regular(),
            dejavu::sans_condensed::bold(),
        ]
        .map(|data| rustybuzz::Face::from_slice(data, 0))
    })[cut.index()]
    .as_ref()
}

/// The width of a line of text in ems.
pub(crate) fn width(text: &str, cut: Cut) -> f64 {
    let Some(face) = shaper(cut) else { return text.chars().count() as f64 };
    let mut buffer = rustybuzz::UnicodeBuffer::new();
    buffer.push_str(text);
    let glyphs = rustybuzz::shape(face, &[], buffer);
    let units: i32 = glyphs.glyph_positions().iter().map(|glyph| glyph.x_advance).sum();
    f64::from(units) / f64::from(face.units_per_em())
}

/// Whether a bundled font has a glyph for the character.
pub(crate) fn has_glyph(character: char) -> bool {
    // The regular sans covers everything that any other bundled cut covers.
    let cut = Cut { bold: false, condensed: false };
    character.is_whitespace()
        || shaper(cut).is_none_or(|face| face.glyph_index(character).is_some())
}

/// The outline of short text as SVG path data, centred on a point; `height` is that of capitals.
/// Unit symbols hold shapes, not text, so that their weight does not depend on a font being there.
pub(crate) fn outline(text: &str, centre: (f64, f64), height: f64) -> String {
    let cut = Cut { bold: true, condensed: true };
    let Some(face) = shaper(cut) else { return String::new() };
    let scale = height / CAP_HEIGHT / f64::from(face.units_per_em());
    let left = centre.0 - width(text, cut) * height / CAP_HEIGHT / 2.0;
    let mut pen = Pen { d: String::new(), x: left, y: centre.1 + height / 2.0, scale };
    for character in text.chars() {
        if let Some(glyph) = face.glyph_index(character) {
            face.outline_glyph(glyph, &mut pen);
            pen.x += f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
        }
    }
    pen.d
}

struct Pen {
    d: String,
    x: f64,
    y: f64,
    scale: f64,
}

impl Pen {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        use super::svg::num;
        self.d.push(command);
        for (index, (x, y)) in points.iter().enumerate() {
            if index > 0 {
                self.d.push(' ');
            }
            let (x, y) = (self.x + f64::from(*x) * self.scale, self.y - f64::from(*y) * self.scale);
            self.d.push_str(&format!("{} {}", num(x), num(y)));
        }
    }
}

impl rustybuzz::ttf_parser::OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }
    fn close(&mut self) {
        self.d.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polish_and_cyrillic_names_have_glyphs_and_chinese_ones_do_not() {
        assert!("Żółć Дивизия Ελλάς".chars().all(has_glyph));
        assert!(!has_glyph('師'));
    }

    #[test]
    fn condensed_text_is_narrower_and_every_cut_resolves_to_a_bundled_font() {
        let normal = width("Kesselring", Cut { bold: true, condensed: false });
        let condensed = width("Kesselring", Cut { bold: true, condensed: true });
        assert!(condensed < normal * 0.95, "{condensed} {normal}");
        let fonts = fonts();
        let query = |stretch, weight| {
            let id = fonts.query(&fontdb::Query {
                families: &[fontdb::Family::Name("DejaVu Sans")],
                weight,
                stretch,
                style: fontdb::Style::Normal,
            });
            id.and_then(|id| fonts.face(id)).map(|face| face.post_script_name.clone())
        };
        assert_eq!(
            query(fontdb::Stretch::Condensed, fontdb::Weight::BOLD).as_deref(),
            Some("DejaVuSansCondensed-Bold")
        );
        assert_eq!(
            query(fontdb::Stretch::Normal, fontdb::Weight::BOLD).as_deref(),
            Some("DejaVuSans-Bold")
        );
    }
}
