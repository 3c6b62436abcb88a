//! Tables that measure their own columns.

use super::flow::Flow;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::draw::map::{Sample, swatch};
use crate::hex::Point;
use crate::model::Game;

/// What a cell holds.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    pub words: String,
    pub sample: Option<Sample>,
    pub fill: Option<String>,
    pub bold: bool,
}

impl Cell {
    /// Plain words.
    pub fn new(words: impl Into<String>) -> Self {
        Cell { words: words.into(), ..Cell::default() }
    }

    /// Bold words.
    pub fn bold(words: impl Into<String>) -> Self {
        Cell { words: words.into(), bold: true, ..Cell::default() }
    }
}

/// A table: headings and rows of the same length. The first `left` columns are set flush left.
#[derive(Debug, Clone)]
pub struct Table {
    pub headings: Vec<Vec<String>>,
    pub rows: Vec<Vec<Cell>>,
    pub left: usize,
    /// Whether it takes the whole width even if its columns do not need it.
    pub wide: bool,
    /// How much larger than usual its letters are.
    pub scale: f64,
}

const PAD: f64 = 1.7;
const SAMPLE: f64 = 9.4;

impl Table {
    /// A table of the usual size.
    pub fn new(headings: Vec<Vec<String>>, rows: Vec<Vec<Cell>>, left: usize) -> Self {
        Table { headings, rows, left, wide: true, scale: 1.0 }
    }

    fn size(&self) -> f64 {
        2.9 * self.scale
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).chain(self.headings.iter().map(Vec::len)).max().unwrap_or(0)
    }

    fn widths(&self, flow: &Flow) -> Vec<f64> {
        let regular = Face::regular(&flow.style.fonts.body);
        let bold = Face::bold(&flow.style.fonts.body);
        let longest = flow.width * 0.42;
        let mut widths: Vec<f64> = (0..self.columns())
            .map(|i| {
                let cells = self.rows.iter().filter_map(|row| row.get(i)).map(|cell| {
                    let face = if cell.bold { bold } else { regular };
                    let words = face.width(&cell.words, self.size());
                    if cell.sample.is_some() { SAMPLE * 1.16 + words } else { words }
                });
                let headings = self.headings.iter().filter_map(|row| row.get(i)).map(|heading| {
                    // A heading may break between words, but not within one.
                    let word = heading
                        .split_whitespace()
                        .map(|w| bold.width(w, self.size()))
                        .fold(0.0, f64::max);
                    word.max(bold.width(heading, self.size()).min(16.0))
                });
                cells.map(|w| w.min(longest)).chain(headings).fold(6.0, f64::max) + 2.0 * PAD
            })
            .collect();
        let whole: f64 = widths.iter().sum();
        // Narrow columns keep what they need, wide ones give way down to their longest word.
        let least: Vec<f64> = self
            .least_widths(flow)
            .into_iter()
            .zip(&widths)
            .map(|(least, width)| if *width <= 18.0 { *width } else { least.min(*width) })
            .collect();
        let narrowest: f64 = least.iter().sum();
        if whole > flow.width && narrowest < flow.width {
            let spare = (flow.width - narrowest) / (whole - narrowest);
            for (width, least) in widths.iter_mut().zip(&least) {
                *width = least + (*width - least) * spare;
            }
            return widths;
        }
        if whole > flow.width || self.wide {
            // Narrow columns keep what they need; wide ones give or take.
            let flexible: f64 = widths.iter().filter(|w| **w > 18.0).sum();
            let fixed = whole - flexible;
            let scale = (flow.width - fixed) / flexible;
            // Short words do not need a page: then all columns share it.
            if flexible > 0.0 && (0.3..2.5).contains(&scale) {
                widths.iter_mut().filter(|w| **w > 18.0).for_each(|w| *w *= scale);
            } else {
                widths.iter_mut().for_each(|w| *w *= flow.width / whole);
            }
        }
        widths
    }

    /// The widths at which the longest word of each column still fits.
    fn least_widths(&self, flow: &Flow) -> Vec<f64> {
        let regular = Face::regular(&flow.style.fonts.body);
        let bold = Face::bold(&flow.style.fonts.body);
        let longest = |face: Face, words: &str| {
            words.split_whitespace().map(|w| face.width(w, self.size())).fold(0.0, f64::max)
        };
        (0..self.columns())
            .map(|i| {
                let cells = self.rows.iter().filter_map(|row| row.get(i)).map(|cell| {
                    let words = longest(if cell.bold { bold } else { regular }, &cell.words);
                    words + if cell.sample.is_some() { SAMPLE * 1.16 + 1.5 } else { 0.0 }
                });
                let headings = self.headings.iter().filter_map(|row| row.get(i));
                cells.chain(headings.map(|h| longest(bold, h))).fold(4.0, f64::max) + 2.0 * PAD
            })
            .collect()
    }

    /// How high the whole table is.
    pub fn height(&self, flow: &Flow) -> f64 {
        let widths = self.widths(flow);
        let head = self.headings.iter().map(|row| self.row_height(flow, &widths, row, true));
        let rows = self.rows.iter().map(|row| self.cells_height(flow, &widths, row));
        head.chain(rows).sum()
    }

    /// How high its headings and its first row are: what must stand on one page.
    pub fn opening(&self, flow: &Flow) -> f64 {
        let widths = self.widths(flow);
        let head = self.headings.iter().map(|row| self.row_height(flow, &widths, row, true));
        let first = self.rows.first().map_or(0.0, |row| self.cells_height(flow, &widths, row));
        head.sum::<f64>() + first + 4.0
    }

    /// Draws the table, its headings again on every page it runs over.
    pub fn draw(&self, game: &Game, flow: &mut Flow) {
        let widths = self.widths(flow);
        flow.need(self.opening(flow));
        self.draw_headings(flow, &widths);
        for (i, row) in self.rows.iter().enumerate() {
            let height = self.cells_height(flow, &widths, row);
            if flow.room() < height {
                flow.need(height);
                self.draw_headings(flow, &widths);
            }
            self.draw_row(game, flow, &widths, row, height, i % 2 == 1);
        }
        let (at, whole) = (flow.at(), widths.iter().sum::<f64>());
        let rule = flow.style.paper.ink.clone();
        flow.put(format!(
            "<path d=\"M{} {}h{}\" stroke=\"{rule}\" stroke-width=\".35\"/>",
            num(at.x),
            num(at.y),
            num(whole)
        ));
        flow.skip(5.0);
    }

    fn row_height(&self, flow: &Flow, widths: &[f64], words: &[String], bold: bool) -> f64 {
        let face = Face { family: &flow.style.fonts.body, bold, italic: false };
        let lines = words
            .iter()
            .zip(widths)
            .map(|(w, width)| face.wrap(w, self.size(), width - 2.0 * PAD).len())
            .max();
        lines.unwrap_or(1).max(1) as f64 * self.size() * 1.3 + 2.4 * self.scale
    }

    fn cells_height(&self, flow: &Flow, widths: &[f64], row: &[Cell]) -> f64 {
        let heights = row.iter().zip(widths).map(|(cell, width)| {
            let face = Face { family: &flow.style.fonts.body, bold: cell.bold, italic: false };
            let room =
                width - 2.0 * PAD - if cell.sample.is_some() { SAMPLE * 1.16 + 1.5 } else { 0.0 };
            let lines = face.wrap(&cell.words, self.size(), room.max(4.0)).len().max(1);
            let words = lines as f64 * self.size() * 1.3 + 2.2 * self.scale;
            if cell.sample.is_some() { words.max(SAMPLE + 1.6) } else { words }
        });
        heights.fold(5.2, f64::max)
    }

    fn draw_headings(&self, flow: &mut Flow, widths: &[f64]) {
        let (ink, paper) = (flow.style.paper.ink.clone(), flow.style.paper.panel.clone());
        let family = flow.style.fonts.body.clone();
        let face = Face::bold(&family);
        for row in &self.headings {
            let height = self.row_height(flow, widths, row, true);
            let at = flow.at();
            flow.put(format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{ink}\"/>",
                num(at.x),
                num(at.y),
                num(widths.iter().sum()),
                num(height)
            ));
            let mut x = at.x;
            for (i, (words, width)) in row.iter().zip(widths).enumerate() {
                self.words(flow, words, face, x, *width, at.y, height, i < self.left, &paper);
                x += width;
            }
            flow.skip(height);
        }
    }

    fn draw_row(
        &self,
        game: &Game,
        flow: &mut Flow,
        widths: &[f64],
        row: &[Cell],
        height: f64,
        odd: bool,
    ) {
        let (ink, panel, rule) = (
            flow.style.paper.ink.clone(),
            flow.style.paper.panel.clone(),
            flow.style.paper.rule.clone(),
        );
        let family = flow.style.fonts.body.clone();
        let at = flow.at();
        if odd {
            flow.put(format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{panel}\"/>",
                num(at.x),
                num(at.y),
                num(widths.iter().sum()),
                num(height)
            ));
        }
        flow.put(format!(
            "<path d=\"M{} {}h{}\" stroke=\"{rule}\" stroke-width=\".15\"/>",
            num(at.x),
            num(at.y),
            num(widths.iter().sum())
        ));
        let mut x = at.x;
        for (i, (cell, width)) in row.iter().zip(widths).enumerate() {
            if let Some(fill) = &cell.fill {
                flow.put(format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" fill-opacity=\".55\"/>",
                    num(x),
                    num(at.y),
                    num(*width),
                    num(height)
                ));
            }
            let mut inset = 0.0;
            if let Some(sample) = cell.sample {
                flow.samples += 1;
                let name = format!("sample-{}", flow.samples);
                if let Some(drawn) = swatch(game, flow.style, sample, SAMPLE, &name) {
                    flow.place(&drawn, Point::new(x + PAD, at.y + (height - SAMPLE) / 2.0));
                }
                inset = SAMPLE * 1.16 + 1.5;
            }
            let face = Face { family: &family, bold: cell.bold, italic: false };
            self.words(
                flow,
                &cell.words,
                face,
                x + inset,
                width - inset,
                at.y,
                height,
                i < self.left,
                &ink,
            );
            x += width;
        }
        flow.skip(height);
    }

    #[expect(clippy::too_many_arguments, reason = "a cell has this many sides")]
    fn words(
        &self,
        flow: &mut Flow,
        words: &str,
        face: Face,
        x: f64,
        width: f64,
        y: f64,
        height: f64,
        left: bool,
        colour: &str,
    ) {
        let lines = face.wrap(words, self.size(), (width - 2.0 * PAD).max(4.0));
        let step = self.size() * 1.3;
        let top = y + height / 2.0 - (lines.len() as f64 - 1.0) * step / 2.0 + self.size() * 0.36;
        for (i, line) in lines.iter().enumerate() {
            let (px, anchor) =
                if left { (x + PAD, Anchor::Start) } else { (x + width / 2.0, Anchor::Middle) };
            flow.put(text(
                Point::new(px, top + i as f64 * step),
                line,
                face,
                self.size(),
                colour,
                anchor,
            ));
        }
    }
}
