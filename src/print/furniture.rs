//! What stands on a page beside the counters: title, ruler, marks. One SVG a
//! page in millimetres, so that PDF and PNG show the same.

use super::geometry::{Segment, Um, to_mm};
use super::impose::{FOOTER, HEADER};
use super::{PageRole, PrintError, SheetOptions, SheetPage};
use std::fmt::Write;

/// Grey of marks and notes: dark enough for any printer, lighter than the art.
const INK: &str = "#333";
/// Half a hairline more than the thinnest line a laser printer holds.
const HAIRLINE: f64 = 0.12;

/// What the page titles say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Title of the game.
    pub title: String,
    /// What is on the pages ("Counters").
    pub what: String,
    /// How many sheets of paper there are.
    pub sheets: usize,
}

/// The marks that lie under or beside the counters, and those that lie over them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Furniture {
    /// Drawn before the counters.
    pub below: String,
    /// Drawn after the counters: cut lines, if any.
    pub above: Option<String>,
}

/// Draws the furniture of a page.
pub fn furnish(
    page: &SheetPage,
    heading: &Heading,
    options: &SheetOptions,
) -> Result<Furniture, PrintError> {
    let mut svg = open(page.size);
    header(&mut svg, page, heading, options);
    footer(&mut svg, page, options)?;
    lines(&mut svg, &page.crop_marks, HAIRLINE, "#000", None);
    if let Some(fold) = page.fold {
        lines(&mut svg, &[fold], 0.2, INK, Some("2 1.5"));
        let (x, y) = (to_mm(fold.from.0), (to_mm(fold.from.1) + to_mm(fold.to.1)) / 2.0);
        let _ = write!(
            svg,
            r#"<text transform="translate({} {y}) rotate(-90)" text-anchor="middle" font-size="2.2" fill="{INK}">fold backwards here, then glue</text>"#,
            x - 1.0
        );
    }
    for &(x, y) in &page.registration {
        registration(&mut svg, to_mm(x), to_mm(y));
    }
    svg.push_str("</svg>");
    let above = options.cut_lines.then(|| {
        let mut svg = open(page.size);
        // White under black shows on any colour.
        let rounded: Vec<_> = page.slots.iter().filter(|slot| slot.rounded).collect();
        lines(&mut svg, &page.cut_lines, 0.25, "#fff", None);
        lines(&mut svg, &page.cut_lines, 0.1, "#000", None);
        for slot in rounded {
            let trim = &slot.trim;
            let _ = write!(
                svg,
                r##"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="none" stroke="#000" stroke-width="0.1"/>"##,
                to_mm(trim.x),
                to_mm(trim.y),
                to_mm(trim.width),
                to_mm(trim.height),
                to_mm(trim.width.min(trim.height)) / 10.0,
            );
        }
        svg.push_str("</svg>");
        svg
    });
    Ok(Furniture { below: svg, above })
}

/// Opens an SVG document of a page's size in millimetres.
pub(super) fn open((width, height): (Um, Um)) -> String {
    let (w, h) = (to_mm(width), to_mm(height));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}" font-family="DejaVu Sans">"#
    )
}

fn lines(svg: &mut String, lines: &[Segment], width: f64, colour: &str, dash: Option<&str>) {
    if lines.is_empty() {
        return;
    }
    let mut path = String::new();
    for line in lines {
        let _ = write!(
            path,
            "M{} {}L{} {}",
            to_mm(line.from.0),
            to_mm(line.from.1),
            to_mm(line.to.0),
            to_mm(line.to.1)
        );
    }
    let dash = dash.map(|dash| format!(r#" stroke-dasharray="{dash}""#)).unwrap_or_default();
    let _ = write!(
        svg,
        r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>"#
    );
}

/// A cross in a circle: held against the light, front and back must coincide.
pub(super) fn registration(svg: &mut String, x: f64, y: f64) {
    let _ = write!(
        svg,
        r##"<path d="M{} {y}H{}M{x} {}V{}" stroke="#000" stroke-width="{HAIRLINE}"/><circle cx="{x}" cy="{y}" r="1.2" fill="none" stroke="#000" stroke-width="{HAIRLINE}"/>"##,
        x - 2.0,
        x + 2.0,
        y - 2.0,
        y + 2.0,
    );
}

fn header(svg: &mut String, page: &SheetPage, heading: &Heading, options: &SheetOptions) {
    let fits = options.die_cut.is_none_or(|die| die.top >= options.margins.top.min(4_000) + HEADER);
    if !fits {
        return;
    }
    let baseline = to_mm(options.margins.top) + 3.6;
    let (left, right) = (to_mm(options.margins.left), to_mm(page.size.0 - options.margins.right));
    let role = match page.role {
        PageRole::Front => "front",
        PageRole::Back => "back",
        PageRole::Folded => "fronts left, backs right",
    };
    let counters = page
        .slots
        .iter()
        .filter(|slot| page.role != PageRole::Folded || slot.side == crate::draw::FaceSide::Front)
        .count();
    let plural = if counters == 1 { "" } else { "s" };
    let about = format!(
        "{} · sheet {} of {} · {role} · {counters} counter{plural}",
        heading.what, page.sheet, heading.sheets
    );
    // A long title is set smaller rather than over the note.
    let room = (right - left) - about.chars().count() as f64 * 1.6 - 4.0;
    let wanted = heading.title.chars().count() as f64 * 0.68;
    let size = (room / wanted.max(1.0)).clamp(1.8, 3.6);
    let _ = write!(
        svg,
        r#"<text x="{left}" y="{baseline}" font-weight="bold" font-size="{size:.2}" fill="{INK}">{}</text><text x="{right}" y="{baseline}" text-anchor="end" font-size="2.5" fill="{INK}">{}</text>"#,
        escape(&heading.title),
        escape(&about),
    );
    let rule = baseline + 1.6;
    let _ = write!(svg, r#"<path d="M{left} {rule}H{right}" stroke="{INK}" stroke-width="0.15"/>"#);
}

/// The ruler at the lower left, instructions beside it.
fn footer(svg: &mut String, page: &SheetPage, options: &SheetOptions) -> Result<(), PrintError> {
    let margins = &options.margins;
    let room = page.size.0 - margins.left - margins.right;
    let Some(scale) = RulerScale::fitting(room) else {
        return Err(PrintError::Options(format!(
            "{} with these margins leaves {} mm for the ruler, which needs 52",
            options.paper,
            to_mm(room.max(0)),
        )));
    };
    let lowest = page.slots.iter().map(|slot| slot.trim.bottom()).max().unwrap_or(0);
    let top = page.size.1 - margins.bottom - FOOTER;
    if options.die_cut.is_some() && lowest > top + 2_000 {
        // A bought sheet may use the whole page; the counters come first.
        return Ok(());
    }
    let (x, y) = (to_mm(margins.left), to_mm(top) + 7.0);
    ruler(svg, x, y, scale);
    let note_x = x + scale.length() + 5.0;
    let right = to_mm(page.size.0 - margins.right);
    let mut notes = vec!["Print at 100 % (“actual size”)."];
    if right - note_x > 62.0 {
        notes = vec![
            "Print at 100 % (“actual size”), never “fit to page”.",
            "Then this ruler measures 10 cm above, 4 in below.",
        ];
        match page.role {
            PageRole::Folded => notes.push("One-sided. Fold, glue, press, cut."),
            PageRole::Back => notes.push("Printed on the back of the page before."),
            PageRole::Front => {}
        }
    }
    if right - note_x < 40.0 {
        // Narrow paper: above the ruler.
        let _ = write!(
            svg,
            r#"<text x="{x}" y="{}" font-size="2.2" fill="{INK}">{}</text>"#,
            y - 5.4,
            escape(notes[0])
        );
        return Ok(());
    }
    for (line, note) in notes.iter().enumerate() {
        let weight = if line == 0 { "bold" } else { "normal" };
        let _ = write!(
            svg,
            r#"<text x="{note_x}" y="{}" font-size="2.1" font-weight="{weight}" fill="{INK}">{}</text>"#,
            y - 2.2 + 3.1 * line as f64,
            escape(note),
        );
    }
    Ok(())
}

/// How long a ruler there is room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RulerScale {
    /// 10 cm and 4 in.
    Full,
    /// 5 cm and 2 in, on very small paper.
    Half,
}

impl RulerScale {
    fn fitting(room: Um) -> Option<Self> {
        match room {
            103_000.. => Some(RulerScale::Full),
            52_000.. => Some(RulerScale::Half),
            _ => None,
        }
    }

    fn centimetres(self) -> u32 {
        match self {
            RulerScale::Full => 10,
            RulerScale::Half => 5,
        }
    }

    fn inches(self) -> u32 {
        match self {
            RulerScale::Full => 4,
            RulerScale::Half => 2,
        }
    }

    fn length(self) -> f64 {
        f64::from(self.inches()) * 25.4
    }
}

/// Centimetres above the line, inches below it.
pub(super) fn ruler(svg: &mut String, x: f64, y: f64, scale: RulerScale) {
    let mut path = format!("M{x} {y}H{}", x + scale.length());
    for mm in 0..=scale.centimetres() * 10 {
        let tick = if mm % 10 == 0 {
            2.4
        } else if mm % 5 == 0 {
            1.7
        } else {
            1.0
        };
        let _ = write!(path, "M{} {y}v{}", x + f64::from(mm), -tick);
    }
    for sixteenth in 0..=scale.inches() * 16 {
        let tick = match sixteenth {
            s if s % 16 == 0 => 2.4,
            s if s % 8 == 0 => 1.9,
            s if s % 4 == 0 => 1.4,
            _ => 0.8,
        };
        let _ = write!(path, "M{} {y}v{tick}", x + f64::from(sixteenth) * 25.4 / 16.0);
    }
    let _ =
        write!(svg, r##"<path d="{path}" fill="none" stroke="#000" stroke-width="{HAIRLINE}"/>"##);
    for cm in 0..=scale.centimetres() {
        let label = if cm == scale.centimetres() { format!("{cm} cm") } else { cm.to_string() };
        label_tick(svg, x + f64::from(cm) * 10.0, y - 2.9, &label);
    }
    for inch in 0..=scale.inches() {
        let label = if inch == scale.inches() { format!("{inch} in") } else { inch.to_string() };
        label_tick(svg, x + f64::from(inch) * 25.4, y + 4.4, &label);
    }
}

fn label_tick(svg: &mut String, x: f64, y: f64, label: &str) {
    let _ = write!(
        svg,
        r#"<text x="{x}" y="{y}" text-anchor="middle" font-size="1.9" fill="{INK}">{label}</text>"#
    );
}

/// Text as XML character data.
pub(super) fn escape(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| match c {
            '&' => "&amp;".chars().collect::<Vec<_>>(),
            '<' => "&lt;".chars().collect(),
            '>' => "&gt;".chars().collect(),
            '"' => "&quot;".chars().collect(),
            c => vec![c],
        })
        .collect()
}
