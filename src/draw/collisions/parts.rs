//! The parts of a drawn face, as a proof-reader sees them: texts, symbols, silhouettes, shapes.
//!
//! What the functions of templates draw is marked with `data-part`; the rest is told by what it is.

use crate::draw::{DrawnFace, svg_options};
use resvg::tiny_skia::{Paint, Pixmap, Transform};
use std::cell::OnceCell;
use std::fmt;

/// Dots per inch at which ink is compared: an eighth of a millimetre a dot.
const DPI: f32 = 200.0;
/// SVG's own pixels to the inch.
const SVG_DPI: f32 = 96.0;
/// What usvg keeps of the marks: it drops attributes that it does not know, but not ids.
const MARK: &str = "part:";

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Text,
    Symbol,
    Echelon,
    Silhouette,
    Art,
    /// A rectangle, circle, line or path of the template itself.
    Shape,
}

impl Kind {
    fn of_mark(mark: &str) -> Option<Kind> {
        Some(match mark {
            "text" => Kind::Text,
            "symbol" => Kind::Symbol,
            "echelon" => Kind::Echelon,
            "silhouette" => Kind::Silhouette,
            "art" => Kind::Art,
            _ => return None,
        })
    }
}

/// A box in SVG pixels: left, top, right, bottom.
pub(super) type Area = [f32; 4];

/// Whether two boxes share more than a hair's breadth in both directions.
pub(super) fn meet(a: Area, b: Area) -> bool {
    const HAIR: f32 = 0.1 * SVG_DPI / 25.4;
    a[2].min(b[2]) - a[0].max(b[0]) > HAIR && a[3].min(b[3]) - a[1].max(b[1]) > HAIR
}

/// One part of a face.
pub(super) struct Part<'t> {
    pub(super) kind: Kind,
    /// Its ink's box.
    pub(super) area: Area,
    /// What a text says, which symbol or silhouette it is.
    pub(super) what: String,
    node: &'t usvg::Node,
    /// From the node's own units to those of the drawing.
    outer: Transform,
    page: (u32, u32),
    ink: OnceCell<Vec<bool>>,
}

impl Part<'_> {
    /// Its ink, dot by dot over the whole face; drawn when first asked for.
    pub(super) fn ink(&self) -> &[bool] {
        self.ink.get_or_init(|| {
            let (w, h) = self.page;
            let Some(mut map) = Pixmap::new(w, h) else { return vec![false; (w * h) as usize] };
            let here = Transform::from_scale(DPI / SVG_DPI, DPI / SVG_DPI).pre_concat(self.outer);
            match (self.node, self.node.abs_layer_bounding_box()) {
                (node, Some(layer)) => {
                    // resvg moves the node's box to the corner; here it is to stay where it is.
                    let here = here.pre_translate(layer.x(), layer.y());
                    resvg::render_node(node, here, &mut map.as_mut());
                }
                // A level or upright line has no box that resvg would draw by itself.
                (usvg::Node::Path(path), None) => {
                    if let Some(stroke) = path.stroke() {
                        let stroke = stroke.to_tiny_skia();
                        map.stroke_path(path.data(), &Paint::default(), &stroke, here, None);
                    }
                }
                _ => {}
            }
            map.pixels().iter().map(|pixel| pixel.alpha() > 127).collect()
        })
    }

    /// Dots that both print, and dots of this part that the other does not print.
    pub(super) fn against(&self, other: &Part<'_>) -> (usize, usize) {
        let pairs = self.ink().iter().zip(other.ink());
        pairs.fold((0, 0), |(shared, alone), (mine, theirs)| match (mine, theirs) {
            (true, true) => (shared + 1, alone),
            (true, false) => (shared, alone + 1),
            _ => (shared, alone),
        })
    }
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Text => write!(f, "the text `{}`", self.what),
            Kind::Symbol => write!(f, "the unit symbol `{}`", self.what),
            Kind::Echelon => f.write_str("the echelon mark"),
            Kind::Silhouette => write!(f, "the silhouette `{}`", self.what),
            Kind::Art => f.write_str("the art"),
            Kind::Shape if self.what.is_empty() => f.write_str("a shape"),
            Kind::Shape => write!(f, "the box of `{}`", self.what),
        }
    }
}

/// The face as usvg reads it, with the marks of its parts kept.
pub(super) fn tree(face: &DrawnFace) -> Option<usvg::Tree> {
    let marked = face.svg.replace(" data-part=\"", &format!(" id=\"{MARK}"));
    let grounds = marked.replace(" class=\"ground\"", &format!(" id=\"{MARK}ground\""));
    let read = |svg: &str| usvg::Tree::from_str(svg, &svg_options()).ok();
    // A ground that has an id of its own cannot have a second one.
    read(&grounds).or_else(|| read(&marked))
}

/// The parts of a face in the order in which they are printed. Shapes of a drawing that is an SVG
/// document of its own are its designer's art: only the texts in it are parts.
pub(super) fn parts(tree: &usvg::Tree, document: bool) -> Vec<Part<'_>> {
    let dots = |length: f32| (length * DPI / SVG_DPI).ceil().max(1.0) as u32;
    let size = tree.size();
    let page = (dots(size.width()), dots(size.height()));
    let mut found = Vec::new();
    let mut finder = Finder { page, document, found: &mut found };
    let mut face = tree.root();
    // Groups for the view box and the scale come first, then the paper, which lies under everything.
    while let Some(usvg::Node::Group(inner)) = face.children().first() {
        face = inner;
    }
    for node in face.children().iter().skip(1) {
        finder.look(node, face.abs_transform());
    }
    found
}

struct Finder<'f, 't> {
    page: (u32, u32),
    document: bool,
    found: &'f mut Vec<Part<'t>>,
}

impl<'t> Finder<'_, 't> {
    fn look(&mut self, node: &'t usvg::Node, outer: Transform) {
        let mark = node.id().strip_prefix(MARK);
        if mark == Some("ground") {
            return;
        }
        let (word, name) = mark.unwrap_or_default().split_once(' ').unwrap_or_default();
        match (node, Kind::of_mark(word)) {
            (_, Some(Kind::Text)) => self.put(Kind::Text, said(node), node, outer),
            (_, Some(kind)) => self.put(kind, name.to_owned(), node, outer),
            (usvg::Node::Text(_), None) => self.put(Kind::Text, said(node), node, outer),
            (usvg::Node::Group(group), None) if self.document || holds_parts(group) => {
                for inner in group.children() {
                    self.look(inner, group.abs_transform());
                }
            }
            (usvg::Node::Image(_), None) => {}
            _ if self.document => {}
            _ => self.put(Kind::Shape, String::new(), node, outer),
        }
    }

    fn put(&mut self, kind: Kind, what: String, node: &'t usvg::Node, outer: Transform) {
        if let Some(area) = area(node) {
            let (page, ink) = (self.page, OnceCell::new());
            self.found.push(Part { kind, area, what, node, outer, page, ink });
        }
    }
}

/// Whether a group has texts or marked parts in it; otherwise it is one shape, such as an emblem.
fn holds_parts(group: &usvg::Group) -> bool {
    group.children().iter().any(|node| {
        node.id().starts_with(MARK)
            || match node {
                usvg::Node::Text(_) => true,
                usvg::Node::Group(inner) => holds_parts(inner),
                _ => false,
            }
    })
}

/// What a text says. A rim says the same as the letters above it and is not said twice.
fn said(node: &usvg::Node) -> String {
    match node {
        usvg::Node::Text(text) => text.chunks().iter().map(usvg::TextChunk::text).collect(),
        usvg::Node::Group(group) => {
            let mut words: Vec<String> = group.children().iter().map(said).collect();
            words.retain(|word| !word.trim().is_empty());
            words.dedup();
            words.concat()
        }
        _ => String::new(),
    }
}

/// The box of a node's ink: of letters their outlines, not their line.
fn area(node: &usvg::Node) -> Option<Area> {
    let of = |rect: usvg::Rect| [rect.left(), rect.top(), rect.right(), rect.bottom()];
    match node {
        // The outlines are measured in the text's own units.
        usvg::Node::Text(text) => {
            text.flattened().abs_bounding_box().transform(text.abs_transform()).map(of)
        }
        usvg::Node::Path(path) => Some(of(path.abs_stroke_bounding_box())),
        usvg::Node::Image(image) => Some(of(image.abs_bounding_box())),
        usvg::Node::Group(group) => group
            .children()
            .iter()
            .filter_map(area)
            .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]),
    }
}
