//! The keys that a module gives out by itself, in one place so that none is given out twice.

use super::{Counter, CounterKind, Game, Offered};

/// Turns the piece over, or takes a step.
pub const FLIP: &str = "Ctrl+F";
/// Gives a step back.
pub const FLIP_BACK: &str = "Ctrl+Shift+F";
/// To the box of eliminated units.
pub const ELIMINATE: &str = "Ctrl+E";
/// Out of the game.
pub const DELETE: &str = "Ctrl+D";
/// Another one.
pub const COPY: &str = "Ctrl+C";
/// Shows the trail.
pub const TRAIL: &str = "Ctrl+T";
/// Marks as moved or not.
pub const MOVED: &str = "Ctrl+M";
/// Hides from the other side.
pub const HIDE: &str = "Ctrl+I";
/// Conceals under a marker.
pub const CONCEAL: &str = "Ctrl+K";
/// Turns right.
pub const TURN_RIGHT: &str = "Ctrl+]";
/// Turns left.
pub const TURN_LEFT: &str = "Ctrl+[";
/// Shows the arc that the unit covers.
pub const ARC: &str = "Ctrl+G";

/// Keys of the toolbar, with what they do. They work whatever is selected.
pub const TOOLBAR: [(&str, &str); 13] = [
    ("Ctrl+Shift+A", "Charts"),
    ("Ctrl+Shift+B", "Boxes"),
    ("Ctrl+Shift+I", "Inventory"),
    ("Ctrl+Shift+J", "Hide all pieces"),
    ("Ctrl+Shift+L", "Line of sight"),
    ("Ctrl+Shift+M", "Clear moved"),
    ("Ctrl+Shift+N", "Notes"),
    ("Ctrl+Shift+O", "Overview"),
    ("Ctrl+Shift+P", "Pieces"),
    ("Ctrl+Shift+S", "Set-up"),
    ("Ctrl+Shift+T", "Turn"),
    ("Alt+N", "the next phase"),
    ("Alt+P", "the phase before"),
];

/// The key that puts the nth state on a unit or takes it off: Ctrl+1 to Ctrl+9, then none.
pub fn state(nth: usize) -> Option<String> {
    (nth < 9).then(|| format!("Ctrl+{}", nth + 1))
}

/// The key that rolls the nth kind of dice.
pub fn dice(nth: usize) -> Option<String> {
    let letter = b"QWRYUZXG".get(nth)?;
    Some(format!("Ctrl+Shift+{}", char::from(*letter)))
}

/// The keys of this game's units and of its toolbar, without those of declarations: each with what it does.
pub fn taken(game: &Game) -> Vec<(String, String)> {
    let settings = &game.module;
    let any = |test: fn(&Counter) -> bool| game.counters.iter().any(test);
    let pieces = [
        (true, FLIP, "Flip"),
        (any(|counter| counter.remnant.is_some()), FLIP_BACK, "Regain a step"),
        (true, ELIMINATE, "Eliminate"),
        (true, DELETE, "Delete"),
        (any(|counter| counter.kind == CounterKind::Weapon), COPY, "Copy"),
        (true, TRAIL, "Movement trail"),
        (true, MOVED, "Moved"),
        (settings.hidden_units, HIDE, "Hide"),
        (settings.concealed_by.is_some(), CONCEAL, "Conceal"),
        (!settings.facing.is_empty(), TURN_RIGHT, "Turn right"),
        (!settings.facing.is_empty(), TURN_LEFT, "Turn left"),
        (settings.arc_hexes > 0, ARC, "Covered arc"),
    ];
    let own = |key: &str, what: &str| (key.to_owned(), what.to_owned());
    let mut keys: Vec<(String, String)> =
        pieces.iter().filter(|(has, ..)| *has).map(|(_, key, what)| own(key, what)).collect();
    let states = game.rules.states.iter().enumerate();
    keys.extend(states.filter_map(|(nth, one)| Some((state(nth)?, one.name.clone()))));
    keys.extend(TOOLBAR.iter().map(|(key, what)| own(key, what)));
    let dice_keys = game.dice.iter().enumerate();
    keys.extend(dice_keys.filter_map(|(nth, die)| Some((dice(nth)?, format!("Roll {}", die.id)))));
    let replacements = settings.replacements.iter();
    keys.extend(replacements.filter_map(|one| Some((one.key.clone()?, one.menu.clone()))));
    keys
}

/// The keys of declarations so far that some unit of these types, or the toolbar, also has.
pub fn declared<'a>(
    game: &'a Game,
    offered: Offered,
    types: &[super::Id<super::UnitType>],
) -> Vec<(&'a str, &'a str)> {
    let meets = |one: &&super::Declaration| {
        let everywhere = offered == Offered::Module || one.offered == Offered::Module;
        let all = types.is_empty() || one.types.is_empty();
        everywhere || all || one.types.iter().any(|id| types.contains(id))
    };
    let declarations = game.declarations.iter().filter(meets);
    declarations.filter_map(|one| Some((one.key.as_deref()?, one.menu.as_str()))).collect()
}
