//! Counters to print in tests: drawn by hand, so that printing is tested by itself.

use hexwright::draw::DrawnFace;
use hexwright::model::{Length, Shape};
use hexwright::print::geometry::um;
use hexwright::print::{Picture, Pictures, Piece};
use std::sync::Arc;

/// A counter with a unit box, a number and its name on a coloured ground.
pub fn face(name: &str, colour: &str, size: (f64, f64), bleed: f64) -> DrawnFace {
    let ((w, h), b) = (size, bleed);
    let (vw, vh) = (w + 2.0 * b, h + 2.0 * b);
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{vw}mm" height="{vh}mm" viewBox="{mb} {mb} {vw} {vh}">
<rect x="{mb}" y="{mb}" width="{vw}" height="{vh}" fill="{colour}"/>
<rect x="{x}" y="{y}" width="{bw}" height="{bh}" fill="#fdfaf0" stroke="#111" stroke-width="0.3"/>
<path d="M{x} {y}l{bw} {bh}M{x} {y2}l{bw} -{bh}" stroke="#111" stroke-width="0.3"/>
<text x="{cx}" y="{ty}" text-anchor="middle" font-family="DejaVu Sans" font-stretch="condensed" font-size="{fs}" font-weight="bold" fill="#111">4-5-6</text>
<text x="{cx}" y="{ny}" text-anchor="middle" font-family="DejaVu Sans" font-size="{ns}" fill="#111">{name}</text></svg>"##,
        mb = -b,
        x = w * 0.25,
        y = h * 0.22,
        bw = w * 0.5,
        bh = h * 0.33,
        y2 = h * 0.55,
        cx = w / 2.0,
        ty = h * 0.88,
        ny = h * 0.17,
        fs = h * 0.28,
        ns = h * 0.13,
    );
    DrawnFace {
        svg,
        width: Length::mm(w),
        height: Length::mm(h),
        bleed: Length::mm(b),
        warnings: vec![],
    }
}

/// A type of counter: how it is cut, and its two pictures.
pub fn counter(
    name: &str,
    size: (f64, f64),
    count: u32,
    bleed: f64,
    shape: Shape,
) -> (Piece, Pictures) {
    let front = face(name, "#b9c79a", size, bleed);
    let back = face(&format!("{name}r"), "#e4dcb4", size, bleed);
    let piece = Piece { size: (um(front.width), um(front.height)), shape, count, has_back: true };
    let read =
        |face: &DrawnFace| Some(Arc::new(Picture::read(face, name).expect("a readable face")));
    (piece, Pictures { front: read(&front), back: read(&back) })
}

/// Types of half an inch, 5/8 in and 20 × 30 mm.
pub fn mixed(bleed: f64) -> (Vec<Piece>, Vec<Pictures>) {
    let mut set = vec![];
    for i in 0..60 {
        set.push(counter(&format!("Q{i}"), (15.875, 15.875), 1 + i % 3, bleed, Shape::Square));
    }
    for i in 0..40 {
        set.push(counter(&format!("H{i}"), (12.7, 12.7), 2, bleed, Shape::Rounded));
    }
    set.push(counter("Card", (20.0, 30.0), 5, bleed, Shape::Square));
    set.into_iter().unzip()
}
