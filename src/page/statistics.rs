//! The game in numbers: dice, losses, ground, pace.

use super::document::{DiceSheet, Document};
use crate::deeds::{Act, Deed, Spot, UnitId};
use crate::model::Game;
use crate::replay::Step;
use std::collections::{BTreeMap, HashMap};

/// Dice with more faces are lots, not dice.
const MOST_FACES: i64 = 100;

/// How the dice fell, by who rolled and by button; steps come with their number on the page.
pub(super) fn of_dice<'s>(document: &mut Document, steps: impl Iterator<Item = (usize, &'s Step)>) {
    let mut rolls: BTreeMap<(Option<usize>, String, String), Vec<i64>> = BTreeMap::new();
    let mut counts: BTreeMap<(Option<usize>, String, String), usize> = BTreeMap::new();
    let mut faces: BTreeMap<String, i64> = BTreeMap::new();
    for (number, step) in steps.filter(|(_, step)| step.stands()) {
        let side = document.steps.get(number).and_then(|sheet| sheet.side);
        for roll in step.rolls() {
            let named = side.and_then(|side| document.sides.get(side)).map(|side| &side.name);
            let who = named.or(roll.who.as_ref()).or(step.who.as_ref()).cloned();
            let key = (side, who.unwrap_or_default(), roll.button.clone());
            let fair = roll.dice.iter().filter(|face| (1..=MOST_FACES).contains(*face));
            *counts.entry(key.clone()).or_default() += 1;
            let most = faces.entry(roll.button.clone()).or_default();
            for &face in fair {
                *most = face.max(*most);
                rolls.entry(key.clone()).or_default().push(face);
            }
        }
    }
    for (key, dice) in rolls {
        let most = faces_of(faces.get(&key.2).copied().unwrap_or(6));
        let mut tally = vec![0usize; most];
        for face in &dice {
            tally[(*face - 1) as usize] += 1;
        }
        let sum: i64 = dice.iter().sum();
        let (chi_square, freedom) = chi_square(&tally);
        document.statistics.dice.push(DiceSheet {
            rolls: counts.get(&key).copied().unwrap_or(0),
            side: key.0,
            who: key.1,
            dice: key.2,
            mean: sum as f64 / dice.len().max(1) as f64,
            chance: upper_tail(chi_square, freedom),
            faces: tally,
            chi_square,
            freedom,
        });
    }
}

/// How many faces dice have whose highest roll was this: the next size that is made.
fn faces_of(highest: i64) -> usize {
    let made = [4, 6, 8, 10, 12, 20, 100].into_iter().find(|size| *size >= highest);
    // A die of four is rarer than one of six that never rolled higher.
    made.map_or(100, |size| if size == 4 { 6 } else { size }) as usize
}

/// The sum of squared differences from an even spread, each over what was to be expected.
fn chi_square(tally: &[usize]) -> (f64, usize) {
    let total: usize = tally.iter().sum();
    let expected = total as f64 / tally.len().max(1) as f64;
    if expected <= 0.0 {
        return (0.0, 0);
    }
    let square = |count: &usize| (*count as f64 - expected).powi(2) / expected;
    (tally.iter().map(square).sum(), tally.len().saturating_sub(1))
}

/// How often fair dice fall at least as unevenly: the upper tail of the chi-square distribution.
fn upper_tail(chi_square: f64, freedom: usize) -> f64 {
    let (a, x) = (freedom as f64 / 2.0, chi_square / 2.0);
    if a <= 0.0 || x <= 0.0 {
        return 1.0;
    }
    // The incomplete gamma function: as a series where that converges, else as a continued fraction.
    let scale = (-x + a * x.ln() - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..500 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - sum * scale).clamp(0.0, 1.0);
    }
    let tiny = 1e-300;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / b);
    let mut fraction = d;
    for n in 1..500 {
        let n = f64::from(n);
        let by = -n * (n - a);
        b += 2.0;
        d = 1.0 / (by * d + b).abs().max(tiny).copysign(by * d + b);
        c = (b + by / c).abs().max(tiny).copysign(b + by / c);
        fraction *= d * c;
    }
    (fraction * scale).clamp(0.0, 1.0)
}

/// The logarithm of the gamma function, of halves only, exactly by its recurrence.
fn ln_gamma(a: f64) -> f64 {
    let whole = (a - a.floor()).abs() < 0.25;
    let (mut at, mut sum) =
        if whole { (1.0, 0.0) } else { (0.5, std::f64::consts::PI.sqrt().ln()) };
    while at < a - 0.25 {
        sum += f64::ln(at);
        at += 1.0;
    }
    sum
}

/// Losses, ground and pace, turn by turn.
pub(super) fn of_deeds(document: &mut Document, game: &Game, deeds: &[Deed]) {
    let side_of = |unit: &UnitId| Some(game.counters.get(unit.counter())?.side?.index());
    let sides = game.sides.len();
    let mut turns: Vec<i32> = Vec::new();
    let mut losses: Vec<Vec<u32>> = Vec::new();
    let mut ground: Vec<Vec<usize>> = Vec::new();
    let mut held: HashMap<Spot, usize> = HashMap::new();
    let mut steps_left: HashMap<UnitId, u32> = HashMap::new();
    let mut turn_at: Vec<(usize, usize)> = Vec::new();
    let count = |held: &HashMap<Spot, usize>| {
        (0..sides).map(|side| held.values().filter(|owner| **owner == side).count()).collect()
    };
    let mut open = |turn: i32, step: usize, held: &HashMap<Spot, usize>| {
        if turns.last() == Some(&turn) {
            return;
        }
        if let Some(last) = ground.last_mut() {
            *last = count(held);
        }
        turns.push(turn);
        losses.push(vec![0; sides]);
        ground.push(Vec::new());
        turn_at.push((step, turns.len() - 1));
    };
    let mut lost: Vec<(usize, usize, u32)> = Vec::new();
    for deed in deeds {
        let mut hold = |unit: &UnitId, at: &Spot| {
            if let (Some(side), Some((_, location))) = (side_of(unit), at.location())
                && location.hex().is_some()
            {
                held.insert(at.clone(), side);
            }
        };
        match &deed.act {
            Act::SetUp { pieces, moment, .. } => {
                for standing in pieces {
                    hold(&standing.unit, &standing.at);
                    steps_left.insert(standing.unit.clone(), full(game, standing));
                }
                if let Some(moment) = moment {
                    open(moment.turn, deed.step, &held);
                }
            }
            Act::Turn(moment) => {
                open(moment.turn, deed.step, &held);
            }
            Act::Arrive(standing) => {
                hold(&standing.unit, &standing.at);
                steps_left.insert(standing.unit.clone(), full(game, standing));
            }
            Act::Move { unit, from, to } => {
                hold(unit, to);
                // A unit put into the box of the dead has lost what it had.
                if is_dead(game, to) && !is_dead(game, from) {
                    let had = steps_left.get(unit).copied().unwrap_or(1);
                    lost.extend(side_of(unit).map(|side| (deed.step, side, had)));
                }
            }
            Act::Leave { unit, from } if from.location().is_some() && !is_dead(game, from) => {
                let had = steps_left.get(unit).copied().unwrap_or(1);
                lost.extend(side_of(unit).map(|side| (deed.step, side, had)));
            }
            Act::Steps { unit, from, to } => {
                steps_left.insert(unit.clone(), *to);
                if to < from {
                    lost.extend(side_of(unit).map(|side| (deed.step, side, from - to)));
                }
            }
            _ => {}
        }
    }
    if let Some(last) = ground.last_mut() {
        *last = count(&held);
    }
    let turn_of = |step: usize| {
        turn_at.iter().rev().find(|(first, _)| *first <= step).map_or(0, |(_, turn)| *turn)
    };
    for (step, side, steps) in lost {
        if let Some(cell) = losses.get_mut(turn_of(step)).and_then(|row| row.get_mut(side)) {
            *cell += steps;
        }
    }
    let mut pace = vec![vec![0usize; turns.len()]; sides];
    for (step, sheet) in document.steps.iter().enumerate().skip(1) {
        let cell = sheet.side.and_then(|side| pace.get_mut(side)?.get_mut(turn_of(step)));
        if let Some(cell) = cell {
            *cell += 1;
        }
    }
    let columns = |rows: &[Vec<u32>]| -> Vec<Vec<u32>> {
        (0..sides).map(|side| rows.iter().map(|row| row[side]).collect()).collect()
    };
    let statistics = &mut document.statistics;
    statistics.losses = columns(&losses);
    statistics.ground =
        (0..sides).map(|side| ground.iter().map(|row| row[side]).collect()).collect();
    statistics.pace = game.sides.iter().map(|side| side.name.clone()).zip(pace).collect();
    statistics.turns = turns.iter().map(ToString::to_string).collect();
}

fn full(game: &crate::model::Game, standing: &crate::deeds::Standing) -> u32 {
    let printed = game.counters.get(standing.unit.counter()).map_or(1, |counter| counter.steps);
    standing.steps.unwrap_or(printed)
}

fn is_dead(game: &crate::model::Game, spot: &Spot) -> bool {
    let Some((map, location)) = spot.location() else { return false };
    let map = &game.maps[map];
    let name = map.location_name(location);
    let name = name.split_once(':').map_or(name.as_str(), |(name, _)| name);
    location.hex().is_none()
        && map.boxes.get(name).is_some_and(|one| one.kind == crate::model::BoxKind::Eliminated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_tails_are_those_of_the_printed_tables() {
        // Five degrees of freedom: 11.07 at one in twenty, 15.086 at one in a hundred.
        assert!((upper_tail(11.0705, 5) - 0.05).abs() < 1e-4);
        assert!((upper_tail(15.0863, 5) - 0.01).abs() < 1e-4);
        assert!((upper_tail(4.3515, 5) - 0.5).abs() < 1e-3);
        // Eleven: 19.675.
        assert!((upper_tail(19.6751, 11) - 0.05).abs() < 1e-4);
        assert_eq!(upper_tail(0.0, 5), 1.0);
    }

    #[test]
    fn even_dice_have_no_chi_square() {
        assert_eq!(chi_square(&[10, 10, 10, 10, 10, 10]), (0.0, 5));
        let (odd, _) = chi_square(&[20, 0, 10, 10, 10, 10]);
        assert!((odd - 20.0).abs() < 1e-9);
    }

    #[test]
    fn dice_have_a_size_that_is_made() {
        assert_eq!([4, 6, 7, 10, 11, 21].map(faces_of), [6, 6, 8, 10, 12, 100]);
    }
}
