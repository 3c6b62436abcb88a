//! States that a unit can be in: a chip with letters for each, in a place of its own along the counter's edge.
//!
//! Chips lie side by side outside of the counter, so that any of them can show at once and none covers the
//! counter's values, its name, or another chip.

use super::{Keys, Worn, plain, with};
use crate::draw::colour::Rgb;
use crate::draw::map::Style;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::draw::map::picture::{EVERYWHERE, Picture};
use crate::hex::Point;
use crate::model::{Game, State};
use crate::module::names::file_word;
use crate::vassal::traits::fields::{Decimal, Names};
use crate::vassal::traits::layer::{Layer, Level};
use crate::vassal::traits::submenu::SubMenu;

/// More states than this make a menu of their own.
const MOST_STATES: usize = 4;
/// Chips along a whole side of the counter.
const ALONG: i32 = 4;
/// Pixels by which chips lie on the counter, so that they are seen to belong to it.
const GRIP: i32 = 3;
/// Chips are drawn at twice their size, for players who zoom in.
const SHARPNESS: u32 = 2;

/// The layers that show the states of a unit.
pub(super) fn states(game: &Game) -> Vec<Worn> {
    let pixels = i32::try_from(game.module.counter_pixels).unwrap_or(76);
    let mut worn: Vec<Worn> = Vec::new();
    for (nth, state) in game.rules.states.iter().enumerate() {
        let (x, y) = place(i32::try_from(nth).unwrap_or(0), pixels);
        let layer = Layer {
            activate_command: state.name.clone(),
            activate_modifiers: 128,
            activate_key: Keys::state(nth, &state.id),
            up_modifiers: 128,
            down_modifiers: 128,
            x,
            y,
            images: Names(vec![image(state)]),
            names: Names(vec![format!("+ ({})", state.name)]),
            name: state.id.clone(),
            version: 1,
            always_active: false,
            scale: Decimal(1.0 / f64::from(SHARPNESS)),
            ..Layer::default()
        };
        worn.push(with(layer, Level { level: 1, active: false }.encode()));
    }
    if worn.len() > MOST_STATES {
        let commands = game.rules.states.iter().map(|state| state.name.clone()).collect();
        let menu = SubMenu {
            name: "Mark".to_owned(),
            commands: Names(commands),
            description: String::new(),
        };
        worn.insert(0, plain(menu));
    }
    worn
}

/// How wide and high a chip is on a counter of so many pixels.
fn chip(pixels: i32) -> i32 {
    ((pixels - 2 * GRIP) / ALONG).max(8)
}

/// The middle of the nth chip, from the middle of the counter: down the left edge, along the lower one, up the
/// lower half of the right one (the upper half is for the mark of moved units), along the upper one; then round again,
/// further out.
fn place(nth: i32, pixels: i32) -> (i32, i32) {
    let (half, chip) = (pixels / 2, chip(pixels));
    let around = 3 * ALONG + ALONG / 2;
    let (round, nth) = (nth / around, nth % around);
    let out = half - GRIP + chip / 2 + round * (chip + 1);
    let along = |step: i32| ((2 * step + 1 - ALONG) * chip).div_euclid(2);
    let (side, step) = (nth / ALONG, nth % ALONG);
    match (side, step) {
        (0, step) => (-out, along(step)),
        (1, step) => (along(step), out),
        (2, 0 | 1) => (out, along(ALONG - 1 - step)),
        // The first two of the upper edge are numbered as if they ended the right one.
        (2, step) => (along(step - 2), -out),
        (_, step) => (along(step + 2), -out),
    }
}

/// The name of a state's chip among the pictures.
fn image(state: &State) -> String {
    format!("state-{}.png", file_word(&state.id))
}

/// The chips, and how many pixels wide and high they are drawn.
pub(in crate::module::vassal) fn chips(
    game: &Game,
    style: &Style,
) -> (Vec<(String, Picture)>, u32) {
    let names: Vec<&str> = game.rules.states.iter().map(|state| state.name.as_str()).collect();
    let letters = letters(&names);
    let drawn = game.rules.states.iter().zip(letters).enumerate().map(|(nth, (state, letters))| {
        let marker = state.marker.map(|id| &game.counters[id]);
        let tone = marker.and_then(|counter| counter.front.value("tone"));
        let own = tone.and_then(Rgb::parse);
        let colour = own.or_else(|| Rgb::parse(COLOURS[nth % COLOURS.len()]));
        (image(state), draw(&letters, colour.unwrap_or(Rgb::of_bytes([0x37, 0x47, 0x4f])), style))
    });
    let pixels = i32::try_from(game.module.counter_pixels).unwrap_or(76);
    (drawn.collect(), u32::try_from(chip(pixels)).unwrap_or(18) * SHARPNESS)
}

/// For markers without a colour of their own.
const COLOURS: [&str; 6] = ["#9c1f2b", "#1d4e89", "#2f6b2f", "#6b3a8c", "#8a5a00", "#37474f"];

fn draw(letters: &str, colour: Rgb, style: &Style) -> Picture {
    const SIZE: f64 = 6.0;
    let mut picture = Picture::new(SIZE, SIZE);
    let face = Face::bold(&style.fonts.body);
    let mut size = 4.2;
    while face.width(letters, size) > SIZE - 1.1 && size > 1.5 {
        size *= 0.95;
    }
    // Letters and frame in the same ink: a pale chip has a dark frame, and stands out from a pale map.
    let ink = colour.readable_ink().hex();
    picture.put(
        EVERYWHERE,
        format!(
            "<rect width=\"{0}\" height=\"{0}\" fill=\"{ink}\"/><rect x=\".35\" y=\".35\" width=\"{1}\" height=\"{1}\" fill=\"{2}\"/>{3}",
            num(SIZE),
            num(SIZE - 0.7),
            colour.hex(),
            text(
                Point::new(SIZE / 2.0, SIZE / 2.0 + size * 0.36),
                letters,
                face,
                size,
                &ink,
                Anchor::Middle
            )
        ),
    );
    picture
}

/// The letters of each name: initials, or whole if short. Names with the same ones get the letter in which they differ.
fn letters(names: &[&str]) -> Vec<String> {
    let initials = |name: &str| -> String {
        let words: Vec<&str> =
            name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            [only] if only.chars().count() <= 3 => only.to_uppercase(),
            words => words
                .iter()
                .take(3)
                .filter_map(|w| w.chars().next())
                .flat_map(char::to_uppercase)
                .collect(),
        }
    };
    let all: Vec<String> = names.iter().map(|name| initials(name)).collect();
    let mut told: Vec<String> = Vec::new();
    for (nth, own) in all.iter().enumerate() {
        let rival = (0..names.len()).find(|other| *other != nth && all[*other] == *own);
        let mut one = rival.map_or_else(|| own.clone(), |rival| apart(names[nth], names[rival]));
        if told.contains(&one) {
            one = (nth + 1).to_string();
        }
        told.push(one);
    }
    told
}

/// The first letter of a name, and the one in which it differs from another.
fn apart(name: &str, other: &str) -> String {
    let differs =
        name.chars().zip(other.chars()).skip(1).find(|(a, b)| a != b && a.is_alphanumeric());
    name.chars()
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(differs.map(|(a, _)| a))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_never_overlap_and_leave_the_counter_to_be_read() {
        for pixels in [40, 60, 76, 95, 120] {
            let size = chip(pixels);
            let places: Vec<(i32, i32)> = (0..28).map(|nth| place(nth, pixels)).collect();
            for (nth, (x, y)) in places.iter().enumerate() {
                for (u, v) in &places[..nth] {
                    assert!((x - u).abs() >= size || (y - v).abs() >= size, "{pixels}: {nth}");
                }
                let inner = pixels / 2 - GRIP - 1;
                assert!(
                    x.abs() - size / 2 >= inner || y.abs() - size / 2 >= inner,
                    "{pixels}: {nth}"
                );
            }
        }
    }

    #[test]
    fn letters_tell_states_apart() {
        let names = ["Disrupted", "Out of Supply", "First Fire", "Final Fire", "DM", "Pin"];
        assert_eq!(letters(&names), ["D", "OOS", "Fr", "Fn", "DM", "PIN"]);
        assert_eq!(letters(&["Used", "Used"]), ["U", "2"]);
    }
}
