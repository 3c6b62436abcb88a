//! Boxes on paper, exact in micrometres: 5/8 in is 15 875 of them, so that
//! nothing drifts over a sheet of counters.

pub use crate::draw::studio::{Um, um};

/// Millimetres of a distance, for pictures.
pub fn to_mm(distance: Um) -> f64 {
    distance as f64 / 1000.0
}

/// PostScript points of a distance, for PDF.
pub fn to_pt(distance: Um) -> f64 {
    distance as f64 * 72.0 / 25_400.0
}

/// An upright box on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageBox {
    /// Left edge.
    pub x: Um,
    /// Upper edge.
    pub y: Um,
    /// Width.
    pub width: Um,
    /// Height.
    pub height: Um,
}

impl PageBox {
    /// A box by its corner and size.
    pub fn new(x: Um, y: Um, width: Um, height: Um) -> Self {
        PageBox { x, y, width, height }
    }

    /// Right edge.
    pub fn right(&self) -> Um {
        self.x + self.width
    }

    /// Lower edge.
    pub fn bottom(&self) -> Um {
        self.y + self.height
    }

    /// The box moved.
    #[must_use]
    pub fn shifted(&self, (dx, dy): (Um, Um)) -> Self {
        PageBox { x: self.x + dx, y: self.y + dy, ..*self }
    }

    /// The box grown on each side.
    #[must_use]
    pub fn grown(&self, by: Edges) -> Self {
        PageBox {
            x: self.x - by.left,
            y: self.y - by.top,
            width: self.width + by.left + by.right,
            height: self.height + by.top + by.bottom,
        }
    }

    /// Whether the other box lies wholly inside.
    pub fn holds(&self, other: &PageBox) -> bool {
        other.x >= self.x
            && other.y >= self.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }
}

/// A distance for each side of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Edges {
    pub left: Um,
    pub top: Um,
    pub right: Um,
    pub bottom: Um,
}

impl Edges {
    /// The same distance on all sides.
    pub fn all(distance: Um) -> Self {
        Edges { left: distance, top: distance, right: distance, bottom: distance }
    }
}

/// A straight line on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Segment {
    /// One end.
    pub from: (Um, Um),
    /// The other end.
    pub to: (Um, Um),
}

impl Segment {
    /// A line by its ends.
    pub fn new(from: (Um, Um), to: (Um, Um)) -> Self {
        Segment { from, to }
    }

    /// The line moved.
    #[must_use]
    pub fn shifted(&self, (dx, dy): (Um, Um)) -> Self {
        Segment { from: (self.from.0 + dx, self.from.1 + dy), to: (self.to.0 + dx, self.to.1 + dy) }
    }
}

/// How a sheet is turned over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Like a page of a book: left becomes right.
    Sideways,
    /// Like a page of a notepad: up becomes down.
    Over,
}

impl Turn {
    /// The box on the other side of the paper that lies exactly behind this one.
    pub fn behind(self, front: &PageBox, page: (Um, Um)) -> PageBox {
        match self {
            Turn::Sideways => PageBox { x: page.0 - front.right(), ..*front },
            Turn::Over => PageBox { y: page.1 - front.bottom(), ..*front },
        }
    }

    /// The line on the other side of the paper that lies exactly behind this one.
    pub fn line_behind(self, line: &Segment, page: (Um, Um)) -> Segment {
        let point = |(x, y): (Um, Um)| match self {
            Turn::Sideways => (page.0 - x, y),
            Turn::Over => (x, page.1 - y),
        };
        Segment { from: point(line.from), to: point(line.to) }
    }

    /// Distances of a box's sides as they appear behind it.
    pub fn edges_behind(self, edges: Edges) -> Edges {
        match self {
            Turn::Sideways => Edges { left: edges.right, right: edges.left, ..edges },
            Turn::Over => Edges { top: edges.bottom, bottom: edges.top, ..edges },
        }
    }
}
