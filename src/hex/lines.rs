//! The grid as straight lines of hexes.
//!
//! The lines are the columns of a flat map from left to right, or the rows of a
//! pointy one from top to bottom. Along a line, hexes are counted by their *step*:
//! the other printed number. Seen so, the two orientations differ only in which
//! axial coordinate is the line.

use super::{Grid, Hex, Orientation, Span, Stagger};

impl Grid {
    /// Column and row as line and step, or the other way round: it is the same swap.
    pub(super) fn across_along(&self, a: i32, b: i32) -> (i32, i32) {
        match self.orientation() {
            Orientation::Flat => (a, b),
            Orientation::Pointy => (b, a),
        }
    }

    pub(super) fn axial(&self, place: i32, along: i32) -> Hex {
        let (x, y) = self.across_along(place, along);
        Hex::new(x, y)
    }

    /// The printed line and step number of a hex on the map.
    pub(super) fn line_step(&self, hex: Hex) -> Option<(i32, i32)> {
        let (place, along) = self.across_along(hex.x, hex.y);
        if !(0..self.lines.count).contains(&place) {
            return None;
        }
        let line = self.line_number(place);
        let halves = along.checked_mul(2)?.checked_add(place + self.start - self.shift(line))?;
        let step = if self.steps_reversed() { -(halves / 2) } else { halves / 2 };
        self.span(line).contains(step).then_some((line, step))
    }

    pub(super) fn lines_reversed(&self) -> bool {
        match self.orientation() {
            Orientation::Flat => self.spec.corner.from_right(),
            Orientation::Pointy => self.spec.corner.from_bottom(),
        }
    }

    pub(super) fn steps_reversed(&self) -> bool {
        match self.orientation() {
            Orientation::Flat => self.spec.corner.from_bottom(),
            Orientation::Pointy => self.spec.corner.from_right(),
        }
    }

    /// How many straight lines the map has.
    pub(super) fn line_count(&self) -> i32 {
        self.lines.count
    }

    /// The printed number of the line at a place from the left or top.
    pub(super) fn line_number(&self, place: i32) -> i32 {
        if self.lines_reversed() { self.lines.last() - place } else { self.lines.first + place }
    }

    pub(super) fn line_place(&self, line: i32) -> i32 {
        if self.lines_reversed() { self.lines.last() - line } else { line - self.lines.first }
    }

    pub(super) fn span(&self, line: i32) -> Span {
        self.spans[usize::from(line % 2 != 0)]
    }

    /// 1 for lines printed half a hex further on.
    pub(super) fn shift(&self, line: i32) -> i32 {
        i32::from((line % 2 != 0) == (self.spec.stagger == Stagger::OddDown))
    }

    /// How far along its line a hex lies on the page, in half hexes.
    pub(super) fn along(&self, line: i32, step: i32) -> i32 {
        let halves = if self.steps_reversed() { -2 * step } else { 2 * step };
        halves + self.shift(line)
    }

    /// Where a line begins and ends on the page, in half hexes.
    pub(super) fn extent(&self, line: i32) -> [i32; 2] {
        let span = self.span(line);
        let (a, b) = (self.along(line, span.first), self.along(line, span.last()));
        [a.min(b), a.max(b)]
    }

    /// The extents of the lines: all even ones are alike, and all odd ones.
    pub(super) fn extents(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        (0..self.lines.count.min(2)).map(|place| self.extent(self.line_number(place)))
    }

    /// Where the hexes that stick out furthest lie, in half hexes.
    pub(super) fn extremes(&self) -> [i32; 2] {
        self.extents().fold([i32::MAX, i32::MIN], |[low, high], [a, b]| [low.min(a), high.max(b)])
    }

    /// How far the map reaches to both ends of its lines, in half hexes from the
    /// centre of the first hex, when the hexes that stick out are cut or not.
    pub(super) fn reach(&self, cut_low: bool, cut_high: bool) -> [i32; 2] {
        let [lowest, highest] = self.extremes();
        let reach = self.extents().fold([i32::MAX, i32::MIN], |[low, high], [a, b]| {
            let a = if cut_low && a == lowest { a } else { a - 1 };
            let b = if cut_high && b == highest { b } else { b + 1 };
            [low.min(a), high.max(b)]
        });
        reach.map(|halves| halves - self.start)
    }

    /// How many hexes the lines before a place have.
    pub(super) fn before(&self, place: i32) -> usize {
        let [first, second] = self.counts();
        let place = usize::try_from(place).unwrap_or(0);
        place.div_ceil(2) * first + place / 2 * second
    }

    /// The hexes in the first line and every second one after it, and in the others.
    pub(super) fn counts(&self) -> [usize; 2] {
        [0, 1].map(|place| usize::try_from(self.span(self.line_number(place)).count).unwrap_or(0))
    }

    /// The hex at an index on the map.
    pub(super) fn nth(&self, index: usize) -> Hex {
        let [first, second] = self.counts();
        let (pairs, rest) = (index / (first + second), index % (first + second));
        let (place, rest) =
            if rest < first { (pairs * 2, rest) } else { (pairs * 2 + 1, rest - first) };
        // Both are below the map's size, which fits.
        let (place, rest) = (i32::try_from(place).unwrap_or(0), i32::try_from(rest).unwrap_or(0));
        let begin = self.extent(self.line_number(place))[0];
        self.axial(place, (begin - self.start - place) / 2 + rest)
    }
}
