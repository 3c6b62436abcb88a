//! Trays: boards of labelled boxes beside the map, for units that set up freely and for
//! the boxes of boards that are laid edge to edge.

use super::board::Frame;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::draw::map::picture::{EVERYWHERE, Picture};
use crate::draw::map::{MapError, Style};
use crate::draw::studio::Raster;
use crate::hex::Point;

/// A box of a tray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayBox {
    /// What is written above it.
    pub caption: String,
    /// Colours of the caption's strip and letters; the style's when none.
    pub colours: Option<(String, String)>,
    /// Its places. A single one without label is as wide as the box.
    pub places: Vec<TrayPlace>,
}

/// A place in a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayPlace {
    /// Its name in set-ups and logs.
    pub name: String,
    /// What is written in it.
    pub label: String,
    /// For so many counters side by side.
    pub counters: usize,
}

/// A tray laid out.
#[derive(Debug, Clone)]
pub struct Tray {
    /// The board's name.
    pub name: String,
    /// The name of its picture.
    pub image: String,
    /// The drawing.
    pub picture: Picture,
    /// How it becomes pixels.
    pub raster: Raster,
    /// Its places by name.
    pub places: Vec<(String, Frame)>,
    cell: f64,
}

const MARGIN: f64 = 6.0;
const GAP: f64 = 4.0;
const HEADER: f64 = 6.0;
/// Counters side by side in a box.
const ACROSS: usize = 9;

impl Tray {
    /// Lays out boxes, one below the other, for counters of so many millimetres.
    pub fn new(
        name: &str,
        title: &str,
        boxes: &[TrayBox],
        style: &Style,
        counter: f64,
        scale: f64,
    ) -> Result<Self, MapError> {
        let cell = counter + 3.0;
        let inner = cell * ACROSS as f64;
        let width = inner + 2.0 * MARGIN;
        let mut svg = String::new();
        let mut places = Vec::new();
        let pixels = |mm: f64| (mm * scale).round() as i32;
        let body = &style.fonts.body;
        let mut y = MARGIN + 8.0;
        svg.push_str(&text(
            Point::new(MARGIN, y - 2.0),
            title,
            Face::bold(&style.fonts.title),
            6.0,
            &style.paper.ink,
            Anchor::Start,
        ));
        y += GAP;
        for one in boxes {
            let (strip, letters) = match &one.colours {
                Some((strip, letters)) => (strip.as_str(), letters.as_str()),
                None => (style.paper.ink.as_str(), style.paper.panel.as_str()),
            };
            let face = Face::bold(body);
            let mut size = 3.4;
            while face.width(&one.caption, size) > inner - 3.0 && size > 1.8 {
                size *= 0.95;
            }
            svg.push_str(&rect(MARGIN, y, inner, HEADER, strip, &style.paper.ink));
            svg.push_str(&text(
                Point::new(MARGIN + 1.8, y + HEADER / 2.0 + size * 0.36),
                &one.caption,
                face,
                size,
                letters,
                Anchor::Start,
            ));
            y += HEADER;
            let mut x = MARGIN;
            let mut row = 0.0_f64;
            for place in &one.places {
                let whole = one.places.len() == 1 && place.label.is_empty();
                let across = if whole { ACROSS } else { place.counters.clamp(1, ACROSS) };
                let rows = place.counters.div_ceil(across).max(1);
                let (w, h) =
                    (across as f64 * cell, rows as f64 * cell + if whole { 0.0 } else { 3.0 });
                if x + w > MARGIN + inner + 0.01 {
                    x = MARGIN;
                    y += row;
                    row = 0.0;
                }
                svg.push_str(&rect(x, y, w, h, &style.paper.panel, &style.paper.rule));
                let label = Point::new(x + 1.2, y + 3.0);
                let muted = &style.paper.muted;
                svg.push_str(&text(
                    label,
                    &place.label,
                    Face::regular(body),
                    2.6,
                    muted,
                    Anchor::Start,
                ));
                let frame = Frame {
                    left: pixels(x),
                    top: pixels(y),
                    right: pixels(x + w),
                    bottom: pixels(y + h),
                };
                places.push((place.name.clone(), frame));
                x += w;
                row = row.max(h);
            }
            y += row + GAP;
        }
        let height = y - GAP + MARGIN;
        let mut picture = Picture::new(width, height);
        picture
            .put(EVERYWHERE, rect(0.0, 0.0, width, height, &style.paper.sheet, &style.paper.sheet));
        picture.put(EVERYWHERE, svg);
        let size = (pixels(width).max(1) as u32, pixels(height).max(1) as u32);
        let raster = Raster { size, scale: (scale, scale), shift: (0.0, 0.0) };
        let image = format!("tray-{}.png", crate::module::names::file_word(name));
        Ok(Tray { name: name.to_owned(), image, picture, raster, places, cell: cell * scale })
    }

    /// The pixel for the `nth` counter of a place.
    pub fn place(&self, name: &str, nth: usize) -> Option<(i32, i32)> {
        let frame = self.frame(name)?;
        let across = ((f64::from(frame.right - frame.left) / self.cell).floor() as usize).max(1);
        let at = |steps: usize, from: i32| from + ((steps as f64 + 0.5) * self.cell).round() as i32;
        let (column, row) = (nth % across, nth / across);
        // More counters than were planned for stay inside, one upon the other.
        let x = at(column, frame.left).min(frame.right - 1);
        let y = at(row, frame.top).min(frame.bottom - 1);
        Some((x, y))
    }

    /// The frame of a place.
    pub fn frame(&self, name: &str) -> Option<Frame> {
        self.places.iter().find(|(known, _)| known == name).map(|(_, frame)| *frame)
    }
}

fn rect(x: f64, y: f64, w: f64, h: f64, fill: &str, stroke: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\".25\"/>",
        num(x),
        num(y),
        num(w),
        num(h)
    )
}
