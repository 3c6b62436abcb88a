//! Two pages to measure how far a printer sets the back of a sheet off its front.
//!
//! The front has crosses, the back has scales behind them. A pin through a cross comes out
//! on the scale at the very numbers to give as back offset.

use super::furniture::{RulerScale, escape, open, ruler};
use super::geometry::{Um, to_mm};
use super::pdf::{About, document, draw_svg, finish};
use super::{Orientation, Paper, PrintError};
use krilla::page::PageSettings;
use std::fmt::Write;

/// Room for five scales and the instructions between them.
const SMALLEST: (Um, Um) = (140_000, 190_000);
/// From the edges of the paper to the outer scales.
const INSET: f64 = 32.0;

/// The calibration pages as PDF.
pub fn calibration_pdf(paper: &Paper, orientation: Orientation) -> Result<Vec<u8>, PrintError> {
    let page = paper.laid(orientation);
    let about = About {
        title: "Duplex calibration".into(),
        subject: format!("Measures how far a printer sets the back of {paper} off its front"),
        authors: Vec::new(),
    };
    let mut pdf = document(&about);
    for svg in calibration_pages(paper, orientation)? {
        let settings = PageSettings::from_wh(
            super::geometry::to_pt(page.0) as f32,
            super::geometry::to_pt(page.1) as f32,
        );
        let settings =
            settings.ok_or_else(|| PrintError::Composing("PDF: a page of no size".into()))?;
        let mut sheet = pdf.start_page_with(settings);
        let mut surface = sheet.surface();
        draw_svg(&mut surface, &svg, page)?;
        surface.finish();
        sheet.finish();
    }
    finish(pdf, None)
}

/// Front and back as SVG.
pub fn calibration_pages(
    paper: &Paper,
    orientation: Orientation,
) -> Result<[String; 2], PrintError> {
    let page = paper.laid(orientation);
    if page.0 < SMALLEST.0 || page.1 < SMALLEST.1 {
        return Err(PrintError::Options(format!(
            "{paper} is too small to calibrate with: {} × {} mm is the least",
            to_mm(SMALLEST.0),
            to_mm(SMALLEST.1)
        )));
    }
    Ok([front(paper, page), back(paper, page)])
}

/// The centre and the four corners: their own mirror images, however the paper is turned.
fn targets((width, height): (Um, Um)) -> [(f64, f64); 5] {
    let (w, h) = (to_mm(width), to_mm(height));
    // The ruler and the title need the very ends.
    let y = INSET + 14.0;
    [(w / 2.0, h / 2.0), (INSET, y), (w - INSET, y), (INSET, h - y), (w - INSET, h - y)]
}

fn front(paper: &Paper, page: (Um, Um)) -> String {
    let mut svg = open(page);
    title(&mut svg, page, &format!("Duplex calibration · {paper} · front"));
    for (x, y) in targets(page) {
        let _ = write!(
            svg,
            r##"<path d="M{} {y}h12M{x} {}v12" stroke="#000" stroke-width="0.15"/><circle cx="{x}" cy="{y}" r="3" fill="none" stroke="#000" stroke-width="0.2"/>"##,
            x - 6.0,
            y - 6.0,
        );
    }
    let middle = to_mm(page.1) / 2.0;
    paragraph(
        &mut svg,
        page,
        middle - 38.0,
        &[
            "1  Print both pages on one sheet: duplex, 100 % (“actual size”), the paper you will use.",
            "2  Measure the ruler below. If it is not 10 cm long, the printer scales: mend that first.",
            "3  Push a pin straight through the centre of each cross, then turn the sheet over.",
        ],
    );
    paragraph(
        &mut svg,
        page,
        middle + 26.0,
        &[
            "4  On the back, read where each hole lies on its scale: right and down are positive.",
            "5  Take the middle value of the five holes for each direction, in millimetres, and build with",
            "        hexwright build GAME --target sheets --back-offset RIGHT,DOWN",
            "    for example --back-offset 0.8,-0.5 when the holes lie 0.8 mm right of and 0.5 mm above the centres.",
        ],
    );
    footer(&mut svg, page);
    svg.push_str("</svg>");
    svg
}

fn back(paper: &Paper, page: (Um, Um)) -> String {
    // Turned sideways the titles meet: over the long edge if that stands upright.
    let (same, other) =
        if page.0 <= page.1 { ("long-edge", "short-edge") } else { ("short-edge", "long-edge") };
    let mut svg = open(page);
    title(&mut svg, page, &format!("Duplex calibration · {paper} · back"));
    for (x, y) in targets(page) {
        scale(&mut svg, x, y);
    }
    let middle = to_mm(page.1) / 2.0;
    paragraph(
        &mut svg,
        page,
        middle + 26.0,
        &[
            "Each hole shows where the front’s cross is. Read it on the scale: right +, left −, down +, up −.",
            "All five within 0.3 mm: use their middle value. Further apart: the paper was fed askew or the",
            "printer scales; print again from the main tray.",
            "",
            &format!(
                "Is this page’s title behind the front’s title? Then build with --backs {same}."
            ),
            &format!("Is it behind the front’s ruler? Then build with --backs {other}."),
        ],
    );
    footer(&mut svg, page);
    svg.push_str("</svg>");
    svg
}

/// Graph paper, 6 mm each way in half millimetres, numbered outside.
fn scale(svg: &mut String, x: f64, y: f64) {
    let (mut half, mut whole, mut second) = (String::new(), String::new(), String::new());
    for step in -12..=12_i32 {
        let at = f64::from(step) / 2.0;
        let path = match step {
            step if step % 4 == 0 => &mut second,
            step if step % 2 == 0 => &mut whole,
            _ => &mut half,
        };
        let _ = write!(path, "M{} {}v12M{} {}h12", x + at, y - 6.0, x - 6.0, y + at);
    }
    for (path, colour, width) in
        [(half, "#b5bcc2", 0.06), (whole, "#7d878f", 0.08), (second, "#333", 0.1)]
    {
        let _ = write!(
            svg,
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>"#
        );
    }
    let _ = write!(
        svg,
        r##"<path d="M{} {y}h15M{x} {}v15" fill="none" stroke="#000" stroke-width="0.22"/>"##,
        x - 7.0,
        y - 7.0,
    );
    for mm in [-6, -4, -2, 0, 2, 4, 6] {
        let label = match mm {
            0 => "0".to_owned(),
            1.. => format!("+{mm}"),
            _ => format!("−{}", -mm),
        };
        let at = f64::from(mm);
        let _ = write!(
            svg,
            r##"<text x="{}" y="{}" text-anchor="middle" font-size="1.3" fill="#333">{label}</text><text x="{}" y="{}" text-anchor="end" font-size="1.3" fill="#333">{label}</text>"##,
            x + at,
            y - 7.4,
            x - 7.4,
            y + at + 0.45,
        );
    }
    let _ = write!(
        svg,
        r##"<text x="{}" y="{}" font-size="2" font-weight="bold" fill="#333">right</text><text x="{x}" y="{}" text-anchor="middle" font-size="2" font-weight="bold" fill="#333">down</text>"##,
        x + 8.6,
        y + 0.7,
        y + 10.6,
    );
}

fn title(svg: &mut String, page: (Um, Um), text: &str) {
    let right = to_mm(page.0) - 12.0;
    let _ = write!(
        svg,
        r##"<text x="12" y="15.5" font-size="4.2" font-weight="bold" fill="#333">{}</text><path d="M12 18H{right}" stroke="#333" stroke-width="0.2"/>"##,
        escape(text)
    );
}

fn paragraph(svg: &mut String, page: (Um, Um), y: f64, lines: &[&str]) {
    // Set to the width: small paper gets small print rather than none.
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1) as f64;
    let size = ((to_mm(page.0) - 40.0) / longest / 0.56).min(3.2);
    for (index, line) in lines.iter().enumerate() {
        let _ = write!(
            svg,
            r##"<text x="20" y="{}" font-size="{size:.2}" fill="#222" xml:space="preserve">{}</text>"##,
            y + index as f64 * size * 1.7,
            escape(line),
        );
    }
}

fn footer(svg: &mut String, page: (Um, Um)) {
    let y = to_mm(page.1) - 16.0;
    ruler(svg, 12.0, y, RulerScale::Full);
    let _ = write!(
        svg,
        r##"<text x="120" y="{}" font-size="2.6" font-weight="bold" fill="#333">Print at 100 %</text>"##,
        y + 1.0
    );
}
