//! Sides, nationalities, formations, unit types, sizes, dice, points, options.

use super::Scope;
use crate::model::{
    CounterSize, Die, Formation, Game, Length, MovementClass, Nationality, OptionalRule,
    PointsKind, Side, UnitType,
};
use crate::source::format::{At, GameFile, Text};

pub(super) fn basics(scope: &mut Scope<'_>, main: &GameFile, game: &mut Game) {
    if main.turns[0] > main.turns[1] {
        let place = scope.place(0..0);
        let message = format!(
            "turns run from {} to {}: the last comes before the first",
            main.turns[0], main.turns[1]
        );
        scope.push(crate::diagnostic::Diagnostic::error("wrong-value", place, message));
    }
    if let Some(code) = &main.code {
        let fine = !code.value.is_empty()
            && code.value.len() <= 12
            && code.value.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
        if fine {
            game.code = code.value.to_string();
        } else {
            let message = format!(
                "`{}` cannot begin rule ids; write up to 12 capitals and digits",
                code.value
            );
            scope.error("wrong-value", code.span(), message);
        }
    }
    sides(scope, main, game);
    formations(scope, main, game);
    for source in &main.movement_classes {
        let class = MovementClass { id: source.id.value.to_string(), name: source.name.clone() };
        scope.define(&mut game.movement_classes, "movement class", source.id.span(), class);
    }
    for source in &main.unit_types {
        let class = source
            .class
            .as_ref()
            .and_then(|class| scope.find(&game.movement_classes, "movement class", class));
        let unit_type = UnitType {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            symbol: source.symbol.as_ref().unwrap_or(&source.id).value.to_string(),
            class,
            flags: source.flags.clone(),
            back: source.back.clone(),
        };
        scope.define(&mut game.unit_types, "unit type", source.id.span(), unit_type);
    }
    counter_sizes(scope, main, game);
    for source in &main.dice {
        let count = source.count.unwrap_or(1);
        if count == 0 || count > 100 || source.faces < 2 || source.faces > 1000 {
            scope.error(
                "wrong-value",
                source.id.span(),
                "dice need 1 to 100 dice of 2 to 1000 faces",
            );
        }
        let die = Die {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            count,
            faces: source.faces,
            coloured: source.coloured,
        };
        scope.define(&mut game.dice, "dice", source.id.span(), die);
    }
    for source in &main.points {
        let kind = PointsKind {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            most: source.most,
        };
        scope.define(&mut game.points, "kind of points", source.id.span(), kind);
    }
    for source in &main.options {
        let option = OptionalRule {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            summary: source.summary.clone(),
        };
        scope.define(&mut game.options, "optional rule", source.id.span(), option);
    }
}

/// The code of a game that names none: the initials of its id, or the id when it is one word.
pub(super) fn default_code(id: &str) -> String {
    let words: Vec<&str> = id.split(['-', '_']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [one] => one.to_ascii_uppercase(),
        more => more
            .iter()
            .filter_map(|word| word.chars().next())
            .collect::<String>()
            .to_ascii_uppercase(),
    }
}

/// Words that mean something else where a side is expected.
const RESERVED_SIDES: [&str; 5] = ["both", "nobody", "each", "first", "second"];

fn sides(scope: &mut Scope<'_>, main: &GameFile, game: &mut Game) {
    for source in &main.sides {
        if RESERVED_SIDES.contains(&source.id.value.as_str()) {
            let message =
                format!("`{}` has a meaning of its own and cannot be a side", source.id.value);
            scope.error("reserved-name", source.id.span(), message);
        }
        let colour = scope.colour(&source.colour).unwrap_or_else(|| "#cccccc".to_owned());
        let side = Side {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            text: scope
                .maybe_colour(&source.text)
                .unwrap_or_else(|| readable_on(&colour).to_owned()),
            accent: scope.maybe_colour(&source.accent),
            colour,
        };
        scope.define(&mut game.sides, "side", source.id.span(), side);
    }
    for source in &main.nationalities {
        let Some(side) = scope.find(&game.sides, "side", &source.side) else {
            scope.diagnostics.lose("nationality", Some(&source.id.value));
            continue;
        };
        let colour = scope.maybe_colour(&source.colour);
        let text = scope
            .maybe_colour(&source.text)
            .or(colour.as_deref().map(|c| readable_on(c).to_owned()));
        let nationality = Nationality {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            side,
            colour,
            text,
            accent: scope.maybe_colour(&source.accent),
        };
        scope.define(&mut game.nationalities, "nationality", source.id.span(), nationality);
    }
}

/// Black or white, whichever reads better on a colour (by its perceived lightness).
fn readable_on(colour: &str) -> &'static str {
    let channel = |at: usize| {
        colour
            .get(at..at + 2)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .unwrap_or(255)
    };
    let lightness = 299 * channel(1) + 587 * channel(3) + 114 * channel(5);
    if lightness > 128_000 { "#1a1a1a" } else { "#ffffff" }
}

fn formations(scope: &mut Scope<'_>, main: &GameFile, game: &mut Game) {
    for source in &main.formations {
        let formation = Formation {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            side: source.side.as_ref().and_then(|side| scope.find(&game.sides, "side", side)),
            parent: source.parent.as_ref().map(|parent| parent.value.to_string()),
            colour: scope.maybe_colour(&source.colour),
        };
        scope.define(&mut game.formations, "formation", source.id.span(), formation);
    }
    for parent in main.formations.iter().filter_map(|source| source.parent.as_ref()) {
        scope.find(&game.formations, "formation", parent);
    }
}

fn counter_sizes(scope: &mut Scope<'_>, main: &GameFile, game: &mut Game) {
    for source in &main.counter_sizes {
        let width = length(scope, &source.width);
        let height = source.height.as_ref().map_or(width, |height| length(scope, height));
        let (Some(width), Some(height)) = (width, height) else {
            scope.diagnostics.lose("counter size", Some(&source.id.value));
            continue;
        };
        let size =
            CounterSize { id: source.id.value.to_string(), width, height, shape: source.shape };
        scope.define(&mut game.counter_sizes, "counter size", source.id.span(), size);
    }
    if game.counter_sizes.is_empty() {
        let half_inch = Length::mm(12.7);
        // An empty registry has no name to collide with.
        let _ = game.counter_sizes.insert(CounterSize {
            id: "half-inch".to_owned(),
            width: half_inch,
            height: half_inch,
            shape: crate::model::Shape::Square,
        });
    }
}

/// Reads a printed length.
pub(super) fn length(scope: &mut Scope<'_>, text: &At<Text>) -> Option<Length> {
    match text.value.parse::<Length>() {
        Ok(length) if length > Length::mm(0.0) => Some(length),
        Ok(_) => {
            scope.error("wrong-value", text.span(), "a length must be more than zero");
            None
        }
        Err(message) => {
            scope.error("wrong-value", text.span(), message);
            None
        }
    }
}
