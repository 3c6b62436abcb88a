//! Stacks that were dragged piece by piece.
//!
//! Players who move a squad along its whole way, then its leader, then its machine gun, have moved a stack. What goes
//! the same way right after each other is therefore read as having gone together.

use super::super::table::Piece;
use super::shown::{Event, Place};

/// Pieces and the hexes they went through, with the steps of the log.
struct Run {
    pieces: Vec<Piece>,
    hops: Vec<(usize, Place, Place)>,
}

impl Run {
    fn start(&self) -> Option<Place> {
        self.hops.first().map(|(_, from, _)| *from)
    }

    fn end(&self) -> Option<Place> {
        self.hops.last().map(|(_, _, to)| *to)
    }

    /// Whether this went the way of another, or was put down at its end.
    fn follows(&self, other: &Run) -> bool {
        let same = self.start() == other.start() && self.end() == other.end();
        let ways =
            self.hops.iter().map(|(_, _, to)| *to).eq(other.hops.iter().map(|(_, _, to)| *to));
        same && (ways || self.hops.len() == 1)
    }
}

/// The events with stacks put together.
pub(super) fn together(events: Vec<(usize, Event)>) -> Vec<(usize, Event)> {
    let mut done = Vec::with_capacity(events.len());
    let mut runs: Vec<Run> = Vec::new();
    let mut hop: Option<Run> = None;
    for (step, event) in events {
        let Event::Went { piece, from, to } = event else {
            close_hop(&mut runs, hop.take());
            emit(&mut done, std::mem::take(&mut runs));
            done.push((step, event));
            continue;
        };
        match &mut hop {
            Some(now)
                if now.hops.first().is_some_and(|(_, a, b)| (*a, *b) == (from, to))
                    && !now.pieces.contains(&piece) =>
            {
                now.pieces.push(piece);
            }
            _ => {
                close_hop(&mut runs, hop.take());
                hop = Some(Run { pieces: vec![piece], hops: vec![(step, from, to)] });
            }
        }
    }
    close_hop(&mut runs, hop);
    emit(&mut done, runs);
    done
}

/// A hop continues the run of the same pieces, or begins one.
fn close_hop(runs: &mut Vec<Run>, hop: Option<Run>) {
    let Some(hop) = hop else { return };
    let same = |run: &Run| {
        run.pieces.len() == hop.pieces.len()
            && hop.pieces.iter().all(|piece| run.pieces.contains(piece))
    };
    match runs.last_mut() {
        Some(run) if run.end() == hop.start() && same(run) => run.hops.extend(hop.hops),
        _ => runs.push(hop),
    }
}

fn emit(done: &mut Vec<(usize, Event)>, runs: Vec<Run>) {
    let mut merged: Vec<Run> = Vec::new();
    for run in runs {
        let alone = |last: &Run| run.pieces.iter().all(|piece| !last.pieces.contains(piece));
        match merged.last_mut() {
            Some(last) if run.follows(last) && alone(last) => last.pieces.extend(run.pieces),
            _ => merged.push(run),
        }
    }
    for run in merged {
        for (step, from, to) in run.hops {
            done.extend(
                run.pieces.iter().map(|piece| (step, Event::Went { piece: *piece, from, to })),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Hex;

    fn went(step: usize, unit: usize, from: i32, to: i32) -> (usize, Event) {
        let at = |x: i32| Place::Hex(Hex::new(x, 0));
        (step, Event::Went { piece: Piece::Unit(unit), from: at(from), to: at(to) })
    }

    fn shape(events: &[(usize, Event)]) -> Vec<(usize, usize)> {
        let one = |(step, event): &(usize, Event)| match event {
            Event::Went { piece: Piece::Unit(unit), .. } => (*step, *unit),
            _ => (*step, usize::MAX),
        };
        events.iter().map(one).collect()
    }

    #[test]
    fn a_leader_dragged_after_his_squad_went_with_it() {
        let events = vec![went(1, 0, 0, 1), went(2, 0, 1, 2), went(3, 1, 0, 1), went(4, 1, 1, 2)];
        assert_eq!(shape(&together(events)), [(1, 0), (1, 1), (2, 0), (2, 1)]);
        let events = vec![went(1, 0, 0, 1), went(2, 0, 1, 2), went(3, 1, 0, 2)];
        assert_eq!(shape(&together(events)), [(1, 0), (1, 1), (2, 0), (2, 1)]);
    }

    #[test]
    fn who_goes_elsewhere_goes_alone() {
        let events = vec![went(1, 0, 0, 1), went(2, 1, 0, 3), went(3, 0, 1, 2)];
        assert_eq!(shape(&together(events)), [(1, 0), (2, 1), (3, 0)]);
    }

    #[test]
    fn a_roll_between_them_parts_two_ways() {
        let roll = (2, Event::Rolled(vec![3, 4]));
        let events = vec![went(1, 0, 0, 1), roll, went(3, 1, 0, 1)];
        assert_eq!(shape(&together(events)), [(1, 0), (2, usize::MAX), (3, 1)]);
    }
}
