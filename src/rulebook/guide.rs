//! The unit guide: how to read a counter, and one example of each type.

use crate::draw::{ArtOptions, Artist, FaceSide, svg_options};
use crate::model::words::{list, lower};
use crate::model::{Counter, CounterKind, Game};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Guide {
    /// What the numbers at the bottom are, in order.
    pub reading: String,
    pub examples: Vec<Example>,
}

/// A type of unit with a counter of it.
#[derive(Debug, Serialize)]
pub(super) struct Example {
    /// The type's name.
    name: String,
    /// How it moves.
    class: String,
    /// The values of both sides: `5-4-4`, `3-2-4`.
    values: String,
    reduced: String,
    /// Pictures as data addresses; none when the counter cannot be drawn without its project.
    front: Option<String>,
    back: Option<String>,
}

/// The columns of a counter that rules ask for.
fn columns(game: &Game) -> Vec<String> {
    let mut columns = Vec::new();
    if let Some(combat) = &game.rules.combat {
        columns.push(combat.attack.clone());
        if combat.defence != combat.attack {
            columns.push(combat.defence.clone());
        }
    }
    columns.extend(game.rules.movement.as_ref().map(|movement| movement.allowance.clone()));
    columns
}

pub(super) fn guide(game: &Game) -> Option<Guide> {
    let columns = columns(game);
    let artist = Artist::new(game, ArtOptions::default()).ok();
    let mut examples = Vec::new();
    for (id, kind) in game.unit_types.entries() {
        let of_type =
            |counter: &&Counter| counter.kind == CounterKind::Unit && counter.unit_type == Some(id);
        let Some(counter) = game.counters.iter().find(of_type) else { continue };
        let picture = |side| artist.as_ref().and_then(|artist| picture(artist, counter, side));
        let values = |face: &crate::model::Face| -> String {
            let values: Vec<&str> =
                columns.iter().filter_map(|column| face.value(column)).collect();
            values.join("-")
        };
        examples.push(Example {
            name: kind.name.clone(),
            class: kind
                .class
                .map_or_else(String::new, |class| lower(&game.movement_classes[class].name)),
            values: values(&counter.front),
            reduced: if counter.steps >= 2 { values(&counter.back_face) } else { String::new() },
            front: picture(FaceSide::Front),
            back: if counter.steps >= 2 { picture(FaceSide::Back) } else { None },
        });
    }
    let reading: Vec<String> = columns
        .iter()
        .map(|column| {
            let what = match game.rules.movement.as_ref() {
                Some(movement) if movement.allowance == *column => "allowance",
                _ => "strength",
            };
            format!("{} {what}", lower(&column.replace('_', " ")))
        })
        .collect();
    (!examples.is_empty()).then(|| Guide { reading: list(&reading, "and"), examples })
}

/// A drawn side as a data address, its letters as outlines: the page needs no font for it.
fn picture(artist: &Artist<'_>, counter: &Counter, side: FaceSide) -> Option<String> {
    let drawn = artist.draw(counter, side).ok()??;
    let tree = usvg::Tree::from_str(&drawn.svg, &svg_options()).ok()?;
    let outlined = tree.to_string(&usvg::WriteOptions {
        coordinates_precision: 3,
        transforms_precision: 4,
        indent: usvg::Indent::None,
        ..usvg::WriteOptions::default()
    });
    let mut address = String::from("data:image/svg+xml,");
    for letter in outlined.chars() {
        match letter {
            '"' => address.push('\''),
            '\'' | '%' | '#' | '<' | '>' | '&' | '{' | '}' | '`' | '\\' => {
                address.push_str(&format!("%{:02X}", letter as u32));
            }
            '\n' | '\r' | '\t' => address.push(' '),
            letter if letter.is_ascii() => address.push(letter),
            letter => {
                let mut bytes = [0; 4];
                for byte in letter.encode_utf8(&mut bytes).bytes() {
                    address.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    Some(address)
}
