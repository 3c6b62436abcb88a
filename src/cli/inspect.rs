//! `hexwright inspect`: what is in a VASSAL file.

use super::limits::{LimitArgs, date, open_guide, open_saved, printable};
use super::{Console, Exit, Failure, Outcome};
use crate::replay::{Event, GameSummary, Guide, Replay, Snapshot, Step};
use crate::vassal::build::Catalogue;
use crate::vassal::{self, Limits, Metadata, Opened, SavedGame};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Tell what is in a VASSAL module, extension, save or log
///
/// Player passwords, which saves carry readably, are never shown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  hexwright inspect game.vlog --module game.vmod\n  \
    hexwright inspect game.vlog --module game.vmod --steps\n  \
    hexwright inspect first.vlog second.vlog      do they continue each other?\n  \
    hexwright inspect game.vmod --format json")]
pub struct Args {
    /// The files; several logs are checked for continuing each other
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The module the logs were made with: gives hex names and turns
    #[arg(long, value_name = "VMOD")]
    module: Option<PathBuf>,
    /// List every piece with its place and values
    #[arg(long)]
    pieces: bool,
    /// List every step of a log
    #[arg(long)]
    steps: bool,
    /// List the chat
    #[arg(long)]
    chat: bool,
    /// List every roll of the dice
    #[arg(long)]
    dice: bool,
    /// How to report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON document
    Json,
}

/// Inspects files.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let limits = args.limits.limits();
    let guide = open_guide(args.module.as_deref(), &limits)?;
    let mut documents = Vec::new();
    let mut last_end = None;
    for path in &args.files {
        let document = match vassal::open(path, &limits)? {
            Opened::Module(mut module) => {
                let catalogue = Catalogue::of(&mut module, &limits);
                args.module_report(path, &catalogue, console)
            }
            Opened::Metadata(metadata) => metadata_report(path, &metadata, args.format, console),
            Opened::Saved(saved) => {
                args.game_report(path, &saved, guide.as_ref(), &limits, &mut last_end, console)?
            }
        };
        documents.push(document);
    }
    if args.format == Format::Json {
        let whole =
            if documents.len() == 1 { documents.remove(0) } else { Value::Array(documents) };
        console.say(format_args!("{whole:#}"));
    }
    Ok(Exit::Fine)
}

/// Opens a save or log only to see that it can be played, for other commands' use.
pub(super) fn play(
    path: &Path,
    guide: Option<&Guide>,
    limits: &Limits,
) -> Result<(GameSummary, Vec<Step>), Failure> {
    let saved = open_saved(path, limits)?;
    GameSummary::of(&saved, guide, limits).map_err(|error| error.within(path.display()).into())
}

impl Args {
    fn lists(&self) -> bool {
        self.pieces || self.steps || self.chat || self.dice
    }

    fn game_report(
        &self,
        path: &Path,
        saved: &SavedGame,
        guide: Option<&Guide>,
        limits: &Limits,
        last_end: &mut Option<(PathBuf, Snapshot)>,
        console: &Console,
    ) -> Result<Value, Failure> {
        let within = |error: vassal::Unreadable| Failure::from(error.within(path.display()));
        let (summary, steps) = GameSummary::of(saved, guide, limits).map_err(within)?;
        let tree = saved.commands(limits).map_err(within)?;
        let mut replay = Replay::start(&tree, guide, limits).map_err(within)?;
        let start = Snapshot::of(replay.position());
        replay.finish().map_err(within)?;
        let continues = last_end.as_ref().map(|(before, end)| (before.clone(), end.breaks(&start)));
        *last_end = Some((path.to_owned(), Snapshot::of(replay.position())));
        if self.format == Format::Json {
            let mut document = json!({ "file": path.display().to_string(), "game": summary });
            if let Some((before, breaks)) = continues {
                let connects = breaks.is_empty();
                document["continues"] = json!({ "file": before.display().to_string(), "connects": connects, "differing": breaks.len() });
            }
            self.game_lists(&mut document, &mut replay, &steps);
            return Ok(document);
        }
        if !self.lists() {
            print_game(path, &summary, guide.is_some(), console);
        }
        if let Some((before, breaks)) = continues {
            let verdict = match breaks.len() {
                0 => "continues it exactly".to_owned(),
                count => format!("{count} of {} counters differ from its end", start.len()),
            };
            row(console, "after", format_args!("{}: {verdict}", before.display()));
        }
        let mut document = Value::Null;
        self.game_lists(&mut document, &mut replay, &steps);
        if self.pieces {
            print_pieces(&document["pieces"], console);
        }
        for step in &steps {
            self.print_step(step, console);
        }
        Ok(Value::Null)
    }

    fn game_lists(&self, document: &mut Value, replay: &mut Replay<'_, '_>, steps: &[Step]) {
        if self.pieces {
            let ids: Vec<_> =
                replay.position().counters().iter().map(|piece| piece.id.clone()).collect();
            let list: Vec<Value> = ids.iter().filter_map(|id| piece_json(replay, id)).collect();
            document["pieces"] = Value::Array(list);
        }
        if self.steps {
            document["steps"] = json!(steps);
        }
        if self.chat {
            let lines = steps.iter().flat_map(|step| {
                step.events.iter().filter_map(|event| match event {
                    Event::Chat { speaker, text } => {
                        Some(json!({ "step": step.number, "speaker": speaker, "text": text }))
                    }
                    _ => None,
                })
            });
            document["chat"] = Value::Array(lines.collect());
        }
        if self.dice {
            let rolls = steps.iter().flat_map(|step| {
                step.rolls().map(|roll| json!({ "step": step.number, "roll": roll }))
            });
            document["rolls"] = Value::Array(rolls.collect());
        }
    }

    fn print_step(&self, step: &Step, console: &Console) {
        let mark = match (step.undone_by, step.undoes) {
            (Some(by), _) => format!(" [undone by {by}]"),
            (_, Some(undone)) => format!(" [undoes {undone}]"),
            _ => String::new(),
        };
        let who = step.who.as_deref().unwrap_or("");
        if self.steps {
            console.say(format_args!("{:>5} {}{mark}", step.number, printable(who)));
        }
        for event in &step.events {
            let listed = match event {
                Event::Chat { .. } => self.chat || self.steps,
                Event::Roll(_) => self.dice || self.steps,
                _ => self.steps,
            };
            if listed {
                let line = printable(&event.readable());
                let number = if self.steps { String::new() } else { format!("{:>5}", step.number) };
                console.say(format_args!("{number:5}   {line}"));
            }
        }
    }

    fn module_report(&self, path: &Path, catalogue: &Catalogue, console: &Console) -> Value {
        if self.format == Format::Json {
            let mut document = json!({ "file": path.display().to_string(), "module": catalogue });
            if self.pieces {
                document["pieces"] = json!(catalogue.slots);
            }
            return document;
        }
        if self.pieces {
            for slot in &catalogue.slots {
                let place = printable(&slot.path.join(" / "));
                let name = printable(&slot.name);
                console.say(format_args!(
                    "{:>6}  {name}  ({} traits)  {place}",
                    slot.gpid, slot.traits
                ));
            }
            return Value::Null;
        }
        print_module(path, catalogue, console);
        Value::Null
    }
}

fn piece_json(replay: &mut Replay<'_, '_>, id: &str) -> Option<Value> {
    let at = replay.locate(id)?;
    let position = replay.position();
    let piece = position.piece(id)?;
    let secret = |value: &String| position.table.seats.iter().any(|seat| seat.password.is(value));
    let values: serde_json::Map<String, Value> = piece
        .properties()
        .into_iter()
        .filter(|(_, value)| !secret(value))
        .map(|(name, value)| (name, Value::String(value)))
        .collect();
    let (stack_position, stack_size) = position.height(piece);
    Some(json!({
        "id": id,
        "name": piece.name(),
        "gpid": piece.basic().gpid,
        "at": at,
        "deck": position.deck_of(piece).map(|deck| deck.name()),
        "stack_position": stack_position,
        "stack_size": stack_size,
        "values": values,
    }))
}

fn print_pieces(pieces: &Value, console: &Console) {
    for piece in pieces.as_array().into_iter().flatten() {
        let text = |value: &Value| printable(value.as_str().unwrap_or_default());
        let at = &piece["at"];
        let place = match (at["map"].as_str(), at["location"].as_str()) {
            (None, _) => "off map".to_owned(),
            (Some(map), Some(location)) => printable(&format!("{location} ({map})")),
            (Some(map), None) => printable(&format!("{map} {},{}", at["x"], at["y"])),
        };
        let values = piece["values"].as_object().into_iter().flatten();
        let values: Vec<String> =
            values.map(|(name, value)| format!("{}={}", printable(name), text(value))).collect();
        console.say(format_args!(
            "{}  {}  {place}  {}",
            text(&piece["id"]),
            text(&piece["name"]),
            values.join(" ")
        ));
    }
}

fn row(console: &Console, label: &str, text: impl Display) {
    console.say(format_args!("  {label:<11}{text}"));
}

fn counts(map: &BTreeMap<String, usize>) -> String {
    let mut pairs: Vec<_> = map.iter().collect();
    pairs.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.to_owned()));
    let shown: Vec<String> =
        pairs.iter().take(24).map(|(name, count)| format!("{} {count}", printable(name))).collect();
    let more = pairs.len().saturating_sub(24);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

fn print_game(path: &Path, game: &GameSummary, guided: bool, console: &Console) {
    let module = match (game.module.is_empty(), game.module_version.is_empty()) {
        (true, _) => "a module it does not name".to_owned(),
        (false, true) => printable(&game.module),
        (false, false) => printable(&format!("{} {}", game.module, game.module_version)),
    };
    let version = if game.vassal_version.is_empty() {
        String::new()
    } else {
        format!(", VASSAL {}", printable(&game.vassal_version))
    };
    let saved = game.saved.map(|time| format!(", saved {}", date(time))).unwrap_or_default();
    console.say(format_args!("{}: a {} of {module}{version}{saved}", path.display(), game.kind));
    if !game.comment.is_empty() {
        row(console, "comment", printable(&game.comment));
    }
    let players: Vec<String> = game
        .players
        .iter()
        .map(|player| printable(&format!("{} ({})", player.name, player.side)))
        .collect();
    if !players.is_empty() {
        row(console, "players", players.join(", "));
    }
    for (map, boards) in &game.boards {
        row(console, "boards", printable(&format!("{map}: {}", boards.join(", "))));
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
        row(console, "turn", printable(&format!("{tracker}: {turn}")));
    }
    if game.kind == "log" {
        let by: Vec<String> = game
            .steps_by_player
            .iter()
            .map(|(name, count)| format!("{} {count}", printable(name)))
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
                printable(button),
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

fn print_module(path: &Path, module: &Catalogue, console: &Console) {
    let name = printable(&format!("{} {}", module.name, module.version));
    console.say(format_args!(
        "{}: {} {name}, VASSAL {}",
        path.display(),
        module.kind,
        printable(&module.vassal_version)
    ));
    if !module.description.is_empty() {
        row(console, "about", printable(&module.description));
    }
    if module.entries > 0 {
        row(
            console,
            "archive",
            format_args!(
                "{} entries, {} pictures of {} kB",
                module.entries,
                module.images,
                module.image_bytes / 1000
            ),
        );
    }
    if !module.sides.is_empty() {
        row(console, "sides", printable(&module.sides.join(", ")));
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
            printable(&format!(
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
        row(console, "dice", printable(&format!("{}: {}d{}", dice.name, dice.dice, dice.sides)));
    }
    if !module.turn_trackers.is_empty() {
        row(console, "turns", printable(&module.turn_trackers.join(", ")));
    }
    for setup in &module.setups {
        row(
            console,
            "set-up",
            printable(&format!("{} {}", setup.name, setup.file.as_deref().unwrap_or("(new game)"))),
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
            row(console, what, printable(&format!("prototypes {}", names.join(", "))));
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

fn metadata_report(path: &Path, metadata: &Metadata, format: Format, console: &Console) -> Value {
    if format == Format::Json {
        return json!({ "file": path.display().to_string(), "metadata": metadata });
    }
    let text =
        format!("{} {}, VASSAL {}", metadata.name, metadata.version, metadata.vassal_version);
    console.say(format_args!("{}: data about a module: {}", path.display(), printable(&text)));
    Value::Null
}
