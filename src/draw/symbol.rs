//! Unit symbols after APP-6: a frame, what is in it, what hangs below it, and the size above it.
//!
//! A symbol is named by its parts, joined with `+`: `infantry+mountain+motorized`. Each part is a
//! file of `templates/symbols/`, drawn in a frame 30 wide and 20 high; `names.toml` there gives
//! whole names to combinations. Capitals are lettering, drawn as outlines.

use super::fonts::outline;
use super::svg::num;
use crate::diagnostic::nearest;
use crate::templates::TEMPLATES;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Parts that hang below the frame, so that it must leave room for them.
const BELOW: [&str; 6] = ["motorized", "halftrack", "tracked", "bicycle", "staff", "wheels"];
/// Parts that fill the lower middle of the frame, so that lettering goes elsewhere.
const LOW: [&str; 8] =
    ["mountain", "airborne", "glider", "ski", "marine", "coastal", "fortress", "supply"];
/// Parts in the middle of the frame, and the room they clear where the lines of infantry would cross them.
const CLEARINGS: [(&str, [f64; 4]); 4] = [
    ("engineer", [6.0, 4.2, 18.0, 11.8]),
    ("machine-gun", [10.2, 2.0, 9.6, 16.2]),
    ("mortar", [10.2, 2.0, 9.6, 16.6]),
    ("heavy-weapons", [10.2, 2.0, 9.6, 16.2]),
];
/// Parts that leave the middle free, so that lettering may stand there.
const OPEN: [&str; 3] = ["garrison", "armour-top", "fortress"];

/// The library: the program's parts and names, with a project's own over them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Symbols {
    own: BTreeMap<String, String>,
}

/// Where and in what colours to draw a symbol.
#[derive(Debug, Clone)]
pub(crate) struct SymbolBox {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
    pub stroke: f64,
    pub ink: String,
    pub field: String,
    pub frame: bool,
    pub echelon: Option<String>,
    pub reduced: bool,
}

fn names() -> &'static BTreeMap<String, String> {
    static NAMES: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let text = TEMPLATES
            .get_file("symbols/names.toml")
            .and_then(|file| file.contents_utf8())
            .unwrap_or("");
        toml::from_str(text).unwrap_or_default()
    })
}

/// The drawing of one part of the library.
fn bundled(part: &str) -> Option<&'static str> {
    TEMPLATES.get_file(format!("symbols/{part}.svg")).and_then(|file| file.contents_utf8())
}

/// All names that the library knows, in order.
pub fn symbol_names() -> Vec<String> {
    let parts = TEMPLATES
        .get_dir("symbols")
        .into_iter()
        .flat_map(include_dir::Dir::files)
        .filter_map(|file| file.path().file_name()?.to_str()?.strip_suffix(".svg"));
    let mut all: Vec<String> = parts.map(str::to_owned).chain(names().keys().cloned()).collect();
    all.sort();
    all
}

fn is_lettering(part: &str) -> bool {
    (1..=4).contains(&part.chars().count())
        && part.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-')
}

impl Symbols {
    /// The library with a project's own parts over it.
    pub(crate) fn new(own: BTreeMap<String, String>) -> Self {
        Symbols { own }
    }

    /// A project's own parts, for fingerprints.
    pub(crate) fn own(&self) -> &BTreeMap<String, String> {
        &self.own
    }

    /// The parts a name is made of; the error names the part that does not exist and the nearest that does.
    pub(crate) fn parts(&self, name: &str) -> Result<Vec<String>, String> {
        let mut parts = Vec::new();
        for part in name.split(['+', ' ']).filter(|part| !part.is_empty()) {
            if self.own.contains_key(part) {
                parts.push(part.to_owned());
            } else if let Some(whole) = names().get(part) {
                parts.extend(whole.split('+').map(str::to_owned));
            } else if bundled(part).is_some() || is_lettering(part) {
                parts.push(part.to_owned());
            } else {
                let names = symbol_names();
                let own = self.own.keys().map(String::as_str);
                let help = nearest(part, names.iter().map(String::as_str).chain(own));
                return Err(format!(
                    "there is no unit symbol `{part}`; {}",
                    help.unwrap_or_default()
                ));
            }
        }
        parts.dedup();
        Ok(parts)
    }

    /// Draws a symbol into its box, frame and echelon mark included.
    pub(crate) fn draw(&self, name: &str, place: &SymbolBox) -> Result<String, String> {
        let parts = self.parts(name)?;
        let hangs = parts.iter().any(|part| BELOW.contains(&part.as_str()));
        let mark = place.echelon.as_deref().filter(|mark| !mark.is_empty());
        // In the frame's own units: 20 for the frame, 6.8 above for the echelon. Wheels may hang out of
        // the box by half their height, so that the frame is nearly as large as others.
        let below = if hangs { 2.2 } else { 0.0 };
        let above = if mark.is_some() { 6.8 } else { 0.0 };
        let scale = (place.w / 30.0).min(place.h / (20.0 + below + above));
        let left = place.x + (place.w - 30.0 * scale) / 2.0;
        let top = place.y + (place.h - (20.0 + below + above) * scale) / 2.0 + above * scale;
        let stroke = place.stroke / scale.max(1e-6);
        let mut svg = format!(
            r#"<g transform="translate({} {}) scale({})" fill="none" stroke="{ink}" stroke-width="{}" stroke-linejoin="miter">"#,
            num(left),
            num(top),
            format_args!("{scale:.5}"),
            num(stroke),
            ink = place.ink,
        );
        if place.frame {
            svg.push_str(&format!(
                r#"<rect width="30" height="20" fill="{}" stroke="none"/>"#,
                place.field
            ));
        }
        if place.reduced {
            svg.push_str(&format!(r#"<path d="M0 0H9L0 6Z" fill="{}" stroke="none"/>"#, place.ink));
        }
        self.inside(&parts, place, &mut svg);
        if place.frame {
            svg.push_str(r#"<rect width="30" height="20"/>"#);
        }
        if let Some(mark) = mark {
            svg.push_str(&echelon(mark, (15.0, -4.0), 4.4, 30.0, &place.ink));
        }
        svg.push_str("</g>");
        Ok(svg)
    }

    fn inside(&self, parts: &[String], place: &SymbolBox, svg: &mut String) {
        let drawn =
            |part: &&String| self.own.contains_key(part.as_str()) || bundled(part).is_some();
        let crossed = parts.iter().any(|part| part == "infantry");
        for part in parts.iter().filter(drawn) {
            let source = self.own.get(part.as_str()).map(String::as_str).or(bundled(part));
            let text = source.unwrap_or_default().trim();
            let clearing = CLEARINGS.iter().find(|(name, _)| name == part);
            if let (Some((_, [x, y, w, h])), true) = (clearing, crossed) {
                let field = &place.field;
                svg.push_str(&format!(
                    r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{field}" stroke="none"/>"#
                ));
            }
            svg.push_str(
                &text
                    .replace("\"ink\"", &format!("\"{}\"", place.ink))
                    .replace("\"field\"", &format!("\"{}\"", place.field)),
            );
        }
        let busy = |list: &[&str]| parts.iter().any(|part| list.contains(&part.as_str()));
        let alone = parts
            .iter()
            .filter(drawn)
            .all(|part| BELOW.contains(&part.as_str()) || OPEN.contains(&part.as_str()));
        let (centre, height) = match (alone, busy(&LOW)) {
            (true, _) => {
                (if busy(&OPEN) { 12.2 } else { 10.0 }, if busy(&OPEN) { 7.0 } else { 9.0 })
            }
            (false, false) => (16.7, 4.2),
            (false, true) => (3.7, 4.4),
        };
        for part in parts.iter().filter(|part| !drawn(part) && is_lettering(part)) {
            let d = outline(part, (15.0, centre), height);
            svg.push_str(&format!(r#"<path d="{d}" fill="{}" stroke="none"/>"#, place.ink));
        }
    }
}

/// Draws an echelon mark (`III`, `XX`, `●●`) centred on a point, as shapes.
pub(crate) fn echelon(mark: &str, centre: (f64, f64), height: f64, room: f64, ink: &str) -> String {
    let glyphs: Vec<char> = mark.chars().filter(|c| !c.is_whitespace()).collect();
    let pitch_of = |glyph: &char| match glyph {
        'I' | 'i' | '|' => 0.62,
        'X' | 'x' => 1.12,
        _ => 1.05,
    };
    let natural: f64 = glyphs.iter().map(|g| pitch_of(g) * height).sum();
    let squeeze = if natural > room { room / natural } else { 1.0 };
    let height = height * squeeze;
    let mut x = centre.0 - natural * squeeze / 2.0;
    let (top, bottom) = (centre.1 - height / 2.0, centre.1 + height / 2.0);
    let mut lines = String::new();
    let mut dots = String::new();
    for glyph in &glyphs {
        let pitch = pitch_of(glyph) * height;
        let middle = x + pitch / 2.0;
        let (half, y0, y1) = (height * 0.4, num(top), num(bottom));
        match glyph {
            'I' | 'i' | '|' => lines.push_str(&format!("M{0} {y0}V{y1}", num(middle))),
            'X' | 'x' => lines.push_str(&format!(
                "M{0} {y0}L{1} {y1}M{1} {y0}L{0} {y1}",
                num(middle - half),
                num(middle + half)
            )),
            _ => {
                let r = height * 0.36;
                let hollow = matches!(glyph, 'Ø' | 'ø');
                let fill = if hollow { "none" } else { ink };
                dots.push_str(&format!(
                    r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}"/>"#,
                    num(middle),
                    num(centre.1),
                    num(r)
                ));
                if hollow {
                    lines.push_str(&format!(
                        "M{} {}L{} {}",
                        num(middle - r),
                        num(centre.1 + r * 1.3),
                        num(middle + r),
                        num(centre.1 - r * 1.3)
                    ));
                }
            }
        }
        x += pitch;
    }
    let stroke = num(height * 0.25);
    let mut svg = format!(r#"<g fill="none" stroke="{ink}" stroke-width="{stroke}">"#);
    svg.push_str(&dots.replace("/>", r#" stroke-width="SW"/>"#).replace("SW", &num(height * 0.14)));
    if !lines.is_empty() {
        svg.push_str(&format!(r#"<path d="{lines}"/>"#));
    }
    svg.push_str("</g>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_combination_is_made_of_parts_that_exist() {
        let library = Symbols::default();
        assert!(names().len() > 50);
        for (name, whole) in names() {
            for part in whole.split('+') {
                assert!(bundled(part).is_some() || is_lettering(part), "{name}: {part}");
            }
            assert!(library.parts(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_misspelt_symbol_names_the_nearest() {
        let error = Symbols::default().parts("infantri+mountain").unwrap_err();
        assert!(error.contains("`infantri`") && error.contains("`infantry`"), "{error}");
    }

    #[test]
    fn a_part_given_twice_is_drawn_once() {
        assert_eq!(Symbols::default().parts("infantry+infantry").unwrap(), ["infantry"]);
    }
}
