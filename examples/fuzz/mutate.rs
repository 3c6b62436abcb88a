//! Changes that know how a format is built: its parts are dropped, repeated, exchanged, nested, and its numbers and
//! names replaced by those that break programs.

use crate::dice::Dice;
use crate::format::Format;
use std::ops::Range;

/// Nothing grows beyond this, so that a run costs little; one in a hundred may become larger.
const USUAL: usize = 48 << 10;
const LARGE: usize = 3 << 20;

const NUMBERS: [&str; 22] = [
    "0",
    "-1",
    "1",
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "99999999999999999999",
    "1e308",
    "-1e308",
    "1e-320",
    "NaN",
    "inf",
    "0.1",
    "-0",
    "1/0",
    "65536",
    "100000",
    "1_000",
    "0x7f",
    "٣",
];

/// Changes a file of a format a few times. `other` is another file of it.
pub fn mutate(format: &Format, bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    let most = if dice.once_in(100) { LARGE } else { USUAL.max(bytes.len() * 2) };
    for _ in 0..=dice.size(5) {
        if dice.once_in(5) {
            damage(bytes, other, dice);
        } else {
            restructure(format, bytes, other, dice);
        }
        bytes.truncate(most);
    }
}

/// Damage that knows nothing of the format.
fn damage(bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    const TELLING: &[u8] = b"\x1b\t;\\/,'|\"<>&#\0\xff\xc0+-DM0987\n$:@~({}[]%";
    let at = dice.below(bytes.len() + 1);
    let length = dice.size(64).min(bytes.len() - at);
    match dice.below(9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
        1 if at < bytes.len() => bytes[at] = *dice.pick(TELLING),
        2 => bytes.insert(at, *dice.pick(TELLING)),
        3 => drop(bytes.drain(at..at + length)),
        4 => bytes.truncate(at),
        5 => {
            let from = dice.below(other.len() + 1);
            let to = (from + dice.size(200)).min(other.len());
            bytes.splice(at..at + length, other[from..to].iter().copied());
        }
        6 => {
            let chunk = bytes[at..at + length].to_vec();
            bytes.splice(at..at, chunk.repeat(dice.size(300)));
        }
        7 => {
            let byte = *dice.pick(TELLING);
            bytes.splice(at..at, std::iter::repeat_n(byte, dice.size(2000)));
        }
        _ => bytes[at..at + length].reverse(),
    }
}

fn restructure(format: &Format, bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    match dice.below(10) {
        0 | 1 => replace_number(bytes, dice),
        2 | 3 => insert_word(format, bytes, dice),
        4 => nest(format, bytes, dice),
        _ => move_parts(format, bytes, other, dice),
    }
}

fn replace_number(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let start = dice.below(bytes.len() + 1);
    let Some(from) = bytes[start..].iter().position(u8::is_ascii_digit).map(|at| start + at) else {
        return;
    };
    let to = from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = match dice.below(3) {
        0 => (dice.roll() as i64 >> dice.below(64)).to_string(),
        _ => (*dice.pick(&NUMBERS)).to_owned(),
    };
    bytes.splice(from..to, number.bytes());
}

fn insert_word(format: &Format, bytes: &mut Vec<u8>, dice: &mut Dice) {
    let word = dice.pick(format.words).as_bytes();
    let part = part_at(bytes, *dice.pick(format.ends), dice);
    let times = if dice.once_in(8) { dice.size(400) } else { 1 };
    let replaced = if dice.once_in(2) { part } else { part.start..part.start };
    bytes.splice(replaced, word.repeat(times));
}

/// Puts a part into itself, or into what can hold parts, once or very often.
fn nest(format: &Format, bytes: &mut Vec<u8>, dice: &mut Dice) {
    let Some((open, close)) = (!format.nests.is_empty()).then(|| *dice.pick(format.nests)) else {
        return;
    };
    let part = part_at(bytes, *dice.pick(format.ends), dice);
    let depth = 1 + if dice.once_in(3) { dice.size(3000) } else { dice.size(8) };
    let inner = bytes[part.clone()].to_vec();
    let nested = [open.as_bytes().repeat(depth), inner, close.as_bytes().repeat(depth)].concat();
    bytes.splice(part, nested);
}

fn move_parts(format: &Format, bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    let end = *dice.pick(format.ends);
    let here = part_at(bytes, end, dice);
    let text = bytes[here.clone()].to_vec();
    match dice.below(6) {
        0 => drop(bytes.drain(here)),
        1 => {
            let times = if dice.once_in(6) { dice.size(1000) } else { 1 };
            bytes.splice(here.start..here.start, text.repeat(times));
        }
        2 => {
            let there = part_at(bytes, end, dice);
            let moved = bytes[there].to_vec();
            bytes.splice(here, moved);
        }
        3 => {
            let theirs = other[part_at(other, end, dice)].to_vec();
            bytes.splice(here, theirs);
        }
        4 => {
            let there = part_at(bytes, end, dice);
            bytes.splice(there.start..there.start, text);
        }
        // What stood at the end of one part stands at its beginning.
        _ => {
            let middle = here.start + dice.below(text.len() + 1);
            bytes[here.start..here.end].rotate_left(middle - here.start);
        }
    }
}

/// A part, with what ends it.
fn part_at(bytes: &[u8], end: u8, dice: &mut Dice) -> Range<usize> {
    let at = dice.below(bytes.len() + 1);
    let from = bytes[..at].iter().rposition(|byte| *byte == end).map_or(0, |found| found + 1);
    let to = bytes[at..]
        .iter()
        .position(|byte| *byte == end)
        .map_or(bytes.len(), |found| at + found + 1);
    from..to
}
