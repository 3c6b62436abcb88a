//! What `hexwright inspect` tells people.

use crate::cli::Console;
use crate::cli::check::counted;
use crate::cli::limits::date;
use crate::diagnostic::on_one_line;
use crate::replay::GameSummary;
use crate::vassal::build::Catalogue;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

pub(super) fn print_pieces(pieces: &Value, console: &Console) {
    for piece in pieces.as_array().into_iter().flatten() {
        let text = |value: &Value| on_one_line(value.as_str().unwrap_or_default());
        let at = &piece["at"];
        let place = match (at["map"].as_str(), at["location"].as_str()) {
            (None, _) => "off map".to_owned(),
            (Some(map), Some(location)) => on_one_line(&format!("{location} ({map})")),
            (Some(map), None) => on_one_line(&format!("{map} {},{}", at["x"], at["y"])),
        };
        let values = piece["values"].as_object().into_iter().flatten();
        let values: Vec<String> =
            values.map(|(name, value)| format!("{}={}", on_one_line(name), text(value))).collect();
        console.say(format_args!(
            "{}  {}  {place}  {}",
            text(&piece["id"]),
            text(&piece["name"]),
            values.join(" ")
        ));
    }
}

pub(super) fn row(console: &Console, label: &str, text: impl Display) {
    console.say(format_args!("  {label:<11}{text}"));
}

fn counts(map: &BTreeMap<String, usize>) -> String {
    let mut pairs: Vec<_> = map.iter().collect();
    pairs.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.to_owned()));
    let shown: Vec<String> = pairs
        .iter()
        .take(24)
        .map(|(name, count)| format!("{} {count}", on_one_line(name)))
        .collect();
    let more = pairs.len().saturating_sub(24);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

pub(super) fn print_game(file: &str, game: &GameSummary, guided: bool, console: &Console) {
    let module = match (game.module.is_empty(), game.module_version.is_empty()) {
        (true, _) => "a module it does not name".to_owned(),
        (false, true) => on_one_line(&game.module),
        (false, false) => on_one_line(&format!("{} {}", game.module, game.module_version)),
    };
    let version = if game.vassal_version.is_empty() {
        String::new()
    } else {
        format!(", VASSAL {}", on_one_line(&game.vassal_version))
    };
    let saved = game.saved.map(|time| format!(", saved {}", date(time))).unwrap_or_default();
    console.say(format_args!("{file}: a {} of {module}{version}{saved}", game.kind));
    if !game.comment.is_empty() {
        row(console, "comment", on_one_line(&game.comment));
    }
    let players: Vec<String> = game
        .players
        .iter()
        .map(|player| on_one_line(&format!("{} ({})", player.name, player.side)))
        .collect();
    if !players.is_empty() {
        row(console, "players", players.join(", "));
    }
    for (map, boards) in &game.boards {
        row(console, "boards", on_one_line(&format!("{map}: {}", boards.join(", "))));
    }
    row(console, "counters", format_args!("{}: {}", game.counters, counts(&game.counters_by_map)));
    let live = &game.commands.live_at_end;
    row(
        console,
        "gathered",
        format_args!(
            "{} stacks, {} decks",
            live.get("stack").unwrap_or(&0),
            live.get("deck").unwrap_or(&0)
        ),
    );
    for (tracker, turn) in &game.turns {
        row(console, "turn", on_one_line(&format!("{tracker}: {turn}")));
    }
    if game.kind == "log" {
        let by: Vec<String> = game
            .steps_by_player
            .iter()
            .map(|(name, count)| format!("{} {count}", on_one_line(name)))
            .collect();
        row(
            console,
            "steps",
            format_args!("{}, {} of them undone; {}", game.steps, game.undone, by.join(", ")),
        );
        let events: Vec<String> =
            game.events.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        row(console, "events", events.join(", "));
    }
    for (button, dice) in &game.dice {
        let faces: Vec<String> =
            dice.faces.iter().take(20).map(|(face, times)| format!("{face}×{times}")).collect();
        row(
            console,
            "dice",
            format_args!(
                "{}: {} rolls, mean {}, {}",
                on_one_line(button),
                dice.rolls,
                dice.mean,
                faces.join(" ")
            ),
        );
    }
    row(console, "commands", counts(&game.commands.setup_kinds));
    if game.kind == "log" {
        row(console, "logged", counts(&game.commands.logged_kinds));
    }
    unknown(&game.commands.unknown_commands, "commands", console);
    unknown(&game.commands.unknown_traits, "traits", console);
    if !guided && game.kind == "log" {
        console.note("Hex names and turns need the module: --module FILE.vmod");
    }
}

fn unknown(map: &BTreeMap<String, usize>, what: &str, console: &Console) {
    if !map.is_empty() {
        row(console, "unknown", format_args!("{what}, kept as they are: {}", counts(map)));
    }
}

pub(super) fn print_module(path: &Path, module: &Catalogue, console: &Console) {
    let name = on_one_line(&format!("{} {}", module.name, module.version));
    console.say(format_args!(
        "{}: {} {name}, VASSAL {}",
        path.display(),
        module.kind,
        on_one_line(&module.vassal_version)
    ));
    if !module.description.is_empty() {
        row(console, "about", on_one_line(&module.description));
    }
    if module.entries > 0 {
        row(
            console,
            "archive",
            format_args!(
                "{}, {} of {} kB",
                counted(module.entries, "entry"),
                counted(module.images, "picture"),
                module.image_bytes / 1000
            ),
        );
    }
    if !module.sides.is_empty() {
        row(console, "sides", on_one_line(&module.sides.join(", ")));
    }
    for map in &module.maps {
        let boards: Vec<String> = map
            .boards
            .iter()
            .map(|board| {
                let size = board
                    .size
                    .map(|(width, height)| format!(" {width}×{height}"))
                    .unwrap_or_default();
                let grid = board.grid.map(|grid| format!(" {grid}")).unwrap_or_default();
                format!("{}{size}{grid}", board.name)
            })
            .collect();
        let decks = if map.decks.is_empty() {
            String::new()
        } else {
            format!("; decks {}", map.decks.join(", "))
        };
        row(
            console,
            "map",
            on_one_line(&format!(
                "{}: {}; {} stacks at start{decks}",
                map.name,
                boards.join(", "),
                map.at_start
            )),
        );
    }
    row(
        console,
        "pieces",
        format_args!("{} slots, {} prototypes", module.slot_count, module.prototypes),
    );
    for dice in &module.dice {
        row(console, "dice", on_one_line(&format!("{}: {}d{}", dice.name, dice.dice, dice.sides)));
    }
    if !module.turn_trackers.is_empty() {
        row(console, "turns", on_one_line(&module.turn_trackers.join(", ")));
    }
    for setup in &module.setups {
        row(
            console,
            "set-up",
            on_one_line(&format!(
                "{} {}",
                setup.name,
                setup.file.as_deref().unwrap_or("(new game)")
            )),
        );
    }
    row(console, "traits", counts(&module.traits));
    row(console, "components", counts(&short_classes(&module.components)));
    unknown(&module.custom_classes, "classes", console);
    unknown(&module.unknown_traits, "traits", console);
    for (what, names) in
        [("undefined", &module.undefined_prototypes), ("circular", &module.circular_prototypes)]
    {
        if !names.is_empty() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            row(console, what, on_one_line(&format!("prototypes {}", names.join(", "))));
        }
    }
    if !module.unreadable_slots.is_empty() {
        row(console, "unreadable", format_args!("{} slots", module.unreadable_slots.len()));
    }
}

fn short_classes(components: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    let mut short = BTreeMap::new();
    for (tag, count) in components {
        *short.entry(tag.rsplit('.').next().unwrap_or(tag).to_owned()).or_default() += count;
    }
    short
}
