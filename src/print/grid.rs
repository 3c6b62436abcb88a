//! Rows and columns of equal counters, and the marks around them.

use super::geometry::{Edges, PageBox, Segment, Um};
use super::impose::{Piece, SheetPage, Slot};
use super::{Blocks, SheetOptions};
use crate::draw::FaceSide;
use crate::model::Shape;

/// Length of a crop mark.
const MARK: Um = 3_000;
/// Least gap between a counter and its crop marks.
const MARK_GAP: Um = 1_000;

/// From a counter to the far end of its crop marks.
pub(super) fn mark_room(options: &SheetOptions) -> Um {
    if options.crop_marks { mark_gap(options) + MARK } else { options.bleed }
}

fn mark_gap(options: &SheetOptions) -> Um {
    MARK_GAP.max(options.bleed + 500)
}

/// Counters along one direction: sizes, gutters, wider gaps between blocks.
#[derive(Clone, Copy)]
pub(super) struct Run {
    counter: Um,
    gutter: Um,
    block: Option<(u32, Um)>,
}

impl Run {
    fn start(&self, index: u32) -> Um {
        let blocks_before =
            self.block.map_or(0, |(of, gap)| Um::from(index / of) * (gap - self.gutter));
        Um::from(index) * (self.counter + self.gutter) + blocks_before
    }

    pub(super) fn length(&self, counters: u32) -> Um {
        if counters == 0 { 0 } else { self.start(counters - 1) + self.counter }
    }

    fn gap_after(&self, index: u32) -> Um {
        self.start(index + 1) - self.start(index) - self.counter
    }

    pub(super) fn fitting(&self, room: Um) -> u32 {
        let mut counters = 0;
        while self.length(counters + 1) <= room {
            counters += 1;
        }
        counters
    }
}

pub(super) fn runs(size: (Um, Um), gutter: (Um, Um), blocks: Option<Blocks>) -> (Run, Run) {
    (
        Run {
            counter: size.0,
            gutter: gutter.0,
            block: blocks.map(|b| (b.columns, b.gap.max(gutter.0))),
        },
        Run {
            counter: size.1,
            gutter: gutter.1,
            block: blocks.map(|b| (b.rows, b.gap.max(gutter.1))),
        },
    )
}

/// Counters of one size in rows and columns.
pub(super) struct Grid {
    pub(super) across: Run,
    pub(super) down: Run,
    pub(super) columns: u32,
    pub(super) origin: (Um, Um),
}

impl Grid {
    /// The slot of the `index`th of `total` counters.
    pub(super) fn slot(
        &self,
        index: u32,
        total: u32,
        piece: usize,
        rounded: bool,
        bleed: Um,
    ) -> Slot {
        let (column, row) = (index % self.columns, index / self.columns);
        let toward = |neighbour: bool, gap: Um| if neighbour { bleed.min(gap / 2) } else { bleed };
        let bleed = Edges {
            left: toward(column > 0, self.across.gap_after(column.saturating_sub(1))),
            right: toward(
                column + 1 < self.columns && index + 1 < total,
                self.across.gap_after(column),
            ),
            top: toward(row > 0, self.down.gap_after(row.saturating_sub(1))),
            bottom: toward(index + self.columns < total, self.down.gap_after(row)),
        };
        let (x, y) =
            (self.origin.0 + self.across.start(column), self.origin.1 + self.down.start(row));
        let trim = PageBox::new(x, y, self.across.counter, self.down.counter);
        Slot { piece, side: FaceSide::Front, trim, bleed, upside_down: false, rounded }
    }

    /// Crop marks and cut lines around the first `total` counters.
    pub(super) fn marks(&self, total: u32, options: &SheetOptions, page: &mut SheetPage) {
        let (columns, rows) = (self.columns.min(total), total.div_ceil(self.columns));
        let (left, top) = self.origin;
        let (right, bottom) = (left + self.across.length(columns), top + self.down.length(rows));
        let edges = |run: Run, counters: u32, origin: Um| {
            let mut edges: Vec<Um> = (0..counters)
                .flat_map(|i| [origin + run.start(i), origin + run.start(i) + run.counter])
                .collect();
            edges.dedup();
            edges
        };
        let (near, far) = (mark_gap(options), mark_gap(options) + MARK);
        for x in edges(self.across, columns, left) {
            if options.crop_marks {
                page.crop_marks.push(Segment::new((x, top - far), (x, top - near)));
                page.crop_marks.push(Segment::new((x, bottom + near), (x, bottom + far)));
            }
            if options.cut_lines {
                page.cut_lines.push(Segment::new((x, top), (x, bottom)));
            }
        }
        for y in edges(self.down, rows, top) {
            if options.crop_marks {
                page.crop_marks.push(Segment::new((left - far, y), (left - near, y)));
                page.crop_marks.push(Segment::new((right + near, y), (right + far, y)));
            }
            if options.cut_lines {
                page.cut_lines.push(Segment::new((left, y), (right, y)));
            }
        }
    }
}

/// Counters of one size and shape: the position of each copy's type.
pub(super) struct Group {
    pub(super) size: (Um, Um),
    pub(super) rounded: bool,
    pub(super) copies: Vec<usize>,
}

/// Sorts copies by size, sizes in the order in which they first occur.
pub(super) fn groups(pieces: &[Piece]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let rounded = piece.shape == Shape::Rounded;
        let copies = std::iter::repeat_n(index, piece.count as usize);
        match groups.iter_mut().find(|g| g.size == piece.size && g.rounded == rounded) {
            Some(group) => group.copies.extend(copies),
            None => groups.push(Group { size: piece.size, rounded, copies: copies.collect() }),
        }
    }
    groups.retain(|group| !group.copies.is_empty());
    groups
}
