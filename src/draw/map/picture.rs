//! A drawing in millimetres, kept in pieces so that any part of it can be written alone.

use super::pen::num;
use crate::hex::{Point, Rect};
use std::fmt::Write;

/// A drawing: layers of pieces, each with the rectangle it stays in.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    defs: String,
    layers: Vec<Layer>,
}

#[derive(Debug, Clone, Default)]
struct Layer {
    attributes: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone)]
struct Piece {
    area: Rect,
    svg: String,
}

/// Everything.
pub const EVERYWHERE: Rect = Rect { min: Point::new(-1e9, -1e9), max: Point::new(1e9, 1e9) };

/// Whether two rectangles touch.
pub fn touch(a: Rect, b: Rect) -> bool {
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}

/// The rectangle around points, with room for strokes.
pub fn around(points: &[Point], room: f64) -> Rect {
    let mut area = Rect { min: Point::new(1e9, 1e9), max: Point::new(-1e9, -1e9) };
    for p in points {
        area.min = Point::new(area.min.x.min(p.x), area.min.y.min(p.y));
        area.max = Point::new(area.max.x.max(p.x), area.max.y.max(p.y));
    }
    grown(area, room)
}

/// A rectangle grown on each side.
pub fn grown(area: Rect, by: f64) -> Rect {
    Rect {
        min: Point::new(area.min.x - by, area.min.y - by),
        max: Point::new(area.max.x + by, area.max.y + by),
    }
}

/// A rectangle by its corner and size.
pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
    Rect { min: Point::new(x, y), max: Point::new(x + width, y + height) }
}

impl Picture {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Self {
        Picture { width, height, ..Picture::default() }
    }

    /// Starts a layer above all others; attributes go to its group.
    pub fn layer(&mut self, attributes: impl Into<String>) {
        self.layers.push(Layer { attributes: attributes.into(), pieces: Vec::new() });
    }

    /// Adds a definition (clip path, gradient).
    pub fn define(&mut self, svg: &str) {
        self.defs.push_str(svg);
    }

    /// Adds a piece to the top layer.
    pub fn put(&mut self, area: Rect, svg: impl Into<String>) {
        if self.layers.is_empty() {
            self.layer("");
        }
        if let Some(layer) = self.layers.last_mut() {
            layer.pieces.push(Piece { area, svg: svg.into() });
        }
    }

    /// Adds a whole drawing as one layer, moved (and perhaps turned) by a transform into an area.
    /// Its definitions must have names of their own.
    pub fn place(&mut self, other: &Picture, transform: &str, area: Rect) {
        self.defs.push_str(&other.defs);
        let mut svg = String::new();
        other.write_layers(&mut svg, EVERYWHERE);
        self.layer(format!("transform=\"{transform}\""));
        self.put(area, svg);
    }

    /// Clips the top layer by a clip path.
    pub fn clip_last(&mut self, clip: &str) {
        if let Some(layer) = self.layers.last_mut() {
            let inner = std::mem::take(&mut layer.attributes);
            for piece in &mut layer.pieces {
                piece.svg = format!("<g {inner}>{}</g>", piece.svg);
            }
            layer.attributes = format!("clip-path=\"url(#{clip})\"");
        }
    }

    /// How many pieces it has.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.pieces.len()).sum()
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole drawing as an SVG document.
    pub fn svg(&self) -> String {
        self.svg_of(EVERYWHERE)
    }

    /// The drawing as an SVG document of its whole size, with only the pieces that touch a rectangle.
    pub fn svg_of(&self, view: Rect) -> String {
        let size: usize = self.layers.iter().flat_map(|l| &l.pieces).map(|p| p.svg.len() + 1).sum();
        let mut out = String::with_capacity(size + self.defs.len() + 1024);
        let (w, h) = (num(self.width), num(self.height));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\">"
        );
        if !self.defs.is_empty() {
            let _ = writeln!(out, "<defs>{}</defs>", self.defs);
        }
        self.write_layers(&mut out, view);
        out.push_str("</svg>\n");
        out
    }

    fn write_layers(&self, out: &mut String, view: Rect) {
        for layer in &self.layers {
            let mut seen = layer.pieces.iter().filter(|piece| touch(piece.area, view)).peekable();
            if seen.peek().is_none() {
                continue;
            }
            let space = if layer.attributes.is_empty() { "" } else { " " };
            let _ = writeln!(out, "<g{space}{}>", layer.attributes);
            for piece in seen {
                out.push_str(&piece.svg);
                out.push('\n');
            }
            out.push_str("</g>\n");
        }
    }
}
