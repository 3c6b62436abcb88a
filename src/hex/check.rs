//! Finding everything that is wrong with the description of a grid.

use super::numbering::HexId;
use super::spec::{MAX_LINES, MAX_NUMBER};
use super::{GridProblem, GridSpec, Labels, Orientation, Span};
use std::fmt::Write;

/// Longest prefix a board may have.
const MAX_PREFIX: usize = 8;
/// Widest padding a number may have.
const MAX_WIDTH: u8 = 6;

impl GridSpec {
    /// Every problem of the description; empty when a grid can be built from it.
    pub fn problems(&self) -> Vec<GridProblem> {
        let mut problems = self.size_problems();
        // Ids can only be checked once the numbers they are made of make sense.
        if problems.is_empty() {
            problems.extend(self.numbering_problems());
            problems.extend(self.prefix_problems());
            if problems.is_empty() && !self.longest_id_fits() {
                problems.push(GridProblem::IdTooLong);
            }
            problems.extend(self.halves_problems());
        }
        if !self.layout.is_usable() {
            problems.push(GridProblem::Layout);
        }
        problems
    }

    fn size_problems(&self) -> Vec<GridProblem> {
        let [in_odd, in_even, line, step] = match self.orientation {
            Orientation::Flat => ["rows in odd columns", "rows in even columns", "column", "row"],
            Orientation::Pointy => ["columns in odd rows", "columns in even rows", "row", "column"],
        };
        let overrides = [(in_odd, self.odd_lines), (in_even, self.even_lines)];
        let counts = [("columns", self.columns), ("rows", self.rows)]
            .into_iter()
            .chain(overrides.iter().filter_map(|&(what, span)| Some((what, span?.count))));
        let counts = counts.filter_map(|(what, count)| match count {
            ..1 => Some(GridProblem::Empty { what, count }),
            1..=MAX_LINES => None,
            _ => Some(GridProblem::TooLarge { what, count }),
        });
        let mut problems: Vec<_> = counts.collect();
        let spans = self.spans();
        for (what, span) in [(line, self.lines()), (step, spans[0]), (step, spans[1])] {
            let wrong =
                [span.first, span.last()].into_iter().find(|n| !(0..=MAX_NUMBER).contains(n));
            // A wrong count has been named already; its last number means nothing.
            if let Some(number) = wrong.filter(|_| (1..=MAX_LINES).contains(&span.count)) {
                let problem = GridProblem::NumberOutOfRange { what, number };
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        problems
    }

    /// The lowest and highest column, and the lowest and highest row.
    fn number_ranges(&self) -> [Span; 2] {
        let lines = self.lines();
        let used = self.spans();
        // A map of one line has only one kind of line.
        let parity = usize::from(lines.first % 2 != 0);
        let [a, b] = if lines.count == 1 { [used[parity]; 2] } else { used };
        let first = a.first.min(b.first);
        let steps = Span { first, count: a.last().max(b.last()) - first + 1 };
        match self.orientation {
            Orientation::Flat => [lines, steps],
            Orientation::Pointy => [steps, lines],
        }
    }

    fn numbering_problems(&self) -> Vec<GridProblem> {
        let mut problems = Vec::new();
        let numbering = &self.numbering;
        let [columns, rows] = self.number_ranges();
        let digits_only = !matches!(numbering.columns, Labels::Letters(_))
            && !matches!(numbering.rows, Labels::Letters(_));
        for (what, labels, span) in
            [("column", numbering.columns, columns), ("row", numbering.rows, rows)]
        {
            match labels {
                Labels::Letters(_) if span.first < 1 => {
                    problems.push(GridProblem::NoLetter { what, number: span.first });
                }
                Labels::Letters(_) => {}
                Labels::Number { width } if !(1..=MAX_WIDTH).contains(&width) => {
                    problems.push(GridProblem::Width { what, width });
                }
                Labels::Number { width } => {
                    let number = span.last();
                    let fits = number < 10_i32.pow(u32::from(width));
                    if digits_only && numbering.separator.is_none() && !fits {
                        problems.push(GridProblem::TooManyDigits { what, number, width });
                    }
                }
            }
        }
        let letters_only = matches!(numbering.columns, Labels::Letters(_))
            && matches!(numbering.rows, Labels::Letters(_));
        match numbering.separator {
            None if letters_only => problems.push(GridProblem::LettersTwice),
            Some(c) if !c.is_ascii_punctuation() => problems.push(GridProblem::Separator(c)),
            _ => {}
        }
        problems
    }

    fn prefix_problems(&self) -> Vec<GridProblem> {
        let Some(prefix) = self.prefix.clone() else {
            return Vec::new();
        };
        let visible = prefix.bytes().all(|b| b.is_ascii_graphic());
        if prefix.is_empty() || prefix.len() > MAX_PREFIX || !visible {
            return vec![GridProblem::Prefix(prefix)];
        }
        // The prefix touches only the first part of the id. Every first part is
        // tried with every length the second can have.
        let [columns, rows] = self.number_ranges();
        let (first, second) = self.numbering.ordered(columns, rows);
        for number in first.first..=first.last() {
            for other in [second.first, second.last()] {
                let (column, row) = self.numbering.ordered(number, other);
                let mut text = prefix.clone();
                let written = self.numbering.write(column, row, &mut text);
                let Some((c, r)) = self.numbering.read(&text).filter(|_| written.is_ok()) else {
                    continue;
                };
                if columns.contains(c) && rows.contains(r) {
                    let label = text.get(prefix.len()..).unwrap_or_default().to_owned();
                    return vec![GridProblem::PrefixAmbiguous { prefix, label }];
                }
            }
        }
        Vec::new()
    }

    fn longest_id_fits(&self) -> bool {
        let [columns, rows] = self.number_ranges();
        let mut id = HexId::empty();
        // Higher numbers never have shorter labels, so the highest make the longest id.
        id.write_str(self.prefix.as_deref().unwrap_or_default())
            .and_then(|()| self.numbering.write(columns.last(), rows.last(), &mut id))
            .is_ok()
    }

    fn halves_problems(&self) -> Vec<GridProblem> {
        let halves = self.halves;
        let lines = self.lines();
        let narrow = lines.count == 1;
        // Steps are cut from both ends only where a hex is lowest and highest at once.
        let short = narrow && self.spans()[usize::from(lines.first % 2 != 0)].count == 1;
        let (across, along) = match self.orientation {
            Orientation::Flat => (narrow, short),
            Orientation::Pointy => (short, narrow),
        };
        let mut problems = Vec::new();
        if halves.left && halves.right && across {
            problems.push(GridProblem::NothingLeft { edges: "left and right" });
        }
        if halves.top && halves.bottom && along {
            problems.push(GridProblem::NothingLeft { edges: "top and bottom" });
        }
        problems
    }
}
