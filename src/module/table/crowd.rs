//! Many counters in one space of a track: several small stacks, none of which reaches over a neighbouring space.

use super::board::Frame;

/// More stacks side by side than this are no longer told apart.
const MOST: i32 = 6;

/// Pixels by which tables draw each counter of a stack to the right of and above the one below it.
pub(in crate::module) fn fold(pixels: i32) -> i32 {
    (pixels / 13).max(2)
}

/// A way to lay counters out: stacks across and down, and so many counters in each.
#[derive(Debug, Clone, Copy)]
struct Ranks {
    across: i32,
    down: i32,
    deep: i32,
}

/// The pixels of so many counters in a frame, in the order in which they come: the whole of the first stack, then the
/// next. A single counter lies in the middle; so do all if nothing better is to be had.
pub(in crate::module) fn berths(
    frame: Frame,
    counter: i32,
    fold: i32,
    count: usize,
) -> Vec<(i32, i32)> {
    let (wide, high) = (frame.right - frame.left, frame.bottom - frame.top);
    let many = i32::try_from(count).unwrap_or(i32::MAX);
    let middle = vec![frame.centre(); count];
    if many < 2 {
        return middle;
    }
    let ways = (1..=MOST).flat_map(|across| (1..=MOST).map(move |down| (across, down)));
    let ways = ways.map(|(across, down)| Ranks {
        across,
        down,
        deep: (many + across * down - 1) / (across * down),
    });
    // How much of each stack is seen beside the next, at best all of it; then as few counters in one stack, and as few
    // stacks, as need be.
    let best = ways
        .filter_map(|ranks| {
            let size = counter + (ranks.deep - 1) * fold;
            let (x, y) = (step(wide, size, ranks.across)?, step(high, size, ranks.down)?);
            let seen = |step: i32| i64::from(step.min(size)) * 1000 / i64::from(size);
            let worth = (seen(x) * seen(y), -ranks.deep, -(ranks.across * ranks.down));
            Some((worth, ranks, (x, y), size))
        })
        .max_by_key(|(worth, ..)| *worth);
    let Some((_, ranks, (x, y), size)) = best else { return middle };
    let (across, down) = (ranks.across, ranks.down);
    let used = |steps: i32, step: i32| (steps - 1) * step + size;
    let (left, top) =
        (frame.left + (wide - used(across, x)) / 2, frame.top + (high - used(down, y)) / 2);
    (0..many)
        .map(|nth| {
            let stack = nth / ranks.deep;
            // The lowest counter of a stack is at its lower left.
            let (column, row) = (stack % across, stack / across);
            (left + column * x + counter / 2, top + row * y + size - counter / 2)
        })
        .collect()
}

/// From one stack to the next, if they all fit; a stack by itself counts as whole.
fn step(room: i32, size: i32, stacks: i32) -> Option<i32> {
    let spare = room - size;
    match stacks {
        _ if spare < 0 => None,
        1 => Some(size),
        _ => Some((spare / (stacks - 1)).min(size + 2)).filter(|step| *step > 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn no_counter_reaches_over_a_neighbour_where_there_is_room_for_one(
            wide in 60..400_i32, high in 60..400_i32, counter in 30..60_i32, count in 0..40_usize
        ) {
            let frame = Frame { left: 10, top: 20, right: 10 + wide, bottom: 20 + high };
            let fold = fold(counter);
            let berths = berths(frame, counter, fold, count);
            prop_assert_eq!(berths.len(), count);
            let fits = wide.min(high) >= counter + fold * ((count as i32 + 35) / 36 - 1).max(0);
            let mut stacks: BTreeMap<(i32, i32), i32> = BTreeMap::new();
            for (x, y) in berths {
                let height = stacks.entry((x, y)).or_default();
                let lift = *height * fold;
                *height += 1;
                if fits && count > 1 && stacks.len() > 1 {
                    prop_assert!(x - counter / 2 >= frame.left && y + counter / 2 <= frame.bottom + 1);
                    prop_assert!(x + lift + counter / 2 <= frame.right + 1 && y - lift - counter / 2 >= frame.top - 1);
                }
            }
        }
    }

    #[test]
    fn a_few_lie_side_by_side_and_one_in_the_middle() {
        let frame = Frame { left: 0, top: 0, right: 200, bottom: 90 };
        assert_eq!(berths(frame, 76, 5, 1), [(100, 45)]);
        assert_eq!(berths(frame, 76, 5, 2), [(61, 45), (139, 45)]);
        // A space too small for its counter keeps it in the middle.
        let tiny = Frame { left: 0, top: 0, right: 50, bottom: 50 };
        assert_eq!(berths(tiny, 76, 5, 3), [(25, 25); 3]);
    }
}
