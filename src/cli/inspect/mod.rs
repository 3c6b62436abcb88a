//! `hexwright inspect`: what is in a VASSAL file.

mod chain;
mod text;

use super::lectern::Lectern;
use super::limits::{LimitArgs, open_guide, open_saved};
use super::{Console, Exit, Failure, Outcome};
use crate::diagnostic::on_one_line;
use crate::replay::{Discretion, Event, GameSummary, Guide, Replay, Snapshot, Step};
use crate::retell;
use crate::vassal::build::Catalogue;
use crate::vassal::{self, Limits, Metadata, Opened, SavedGame};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use text::{print_game, print_module, print_pieces, row};

/// Tell what is in a VASSAL module, extension, save or log
///
/// Player passwords, which saves carry readably, are never shown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  hexwright inspect game.vlog --module game.vmod\n  \
    hexwright inspect game.vlog --module game.vmod --steps\n  \
    hexwright inspect first.vlog second.vlog      do they continue each other?\n  \
    hexwright inspect --chain turn-*.vlog         a whole game, and what is missing between its logs\n  \
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
    /// Follow the counters of one game through its logs, in the order given; --pieces lists what changed between them
    #[arg(long, conflicts_with_all = ["steps", "chat", "dice"])]
    chain: bool,
    /// Take out the names of the players, also where files are named
    #[arg(long, alias = "anonymize")]
    anonymise: bool,
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
    if args.chain {
        return chain::run(args, console);
    }
    let limits = args.limits.limits();
    let guide = open_guide(args.module.as_deref(), &limits)?;
    let mut documents = Vec::new();
    let mut last_end = None;
    let mut discretion = Discretion::default().anonymising(args.anonymise);
    if args.files.len() > 1 {
        // What one file gives away of another has to be known before the first is told.
        for path in &args.files {
            // Modules and files that cannot be read teach nothing, and are told of below.
            let _ = play(path, guide.as_ref(), &limits, &mut discretion);
        }
    }
    for path in &args.files {
        let (opened, own) = open_any(path, &args.limits, console)?;
        let guide = own.as_ref().or(guide.as_ref());
        let document = match opened {
            Opened::Module(mut module) => {
                let catalogue = Catalogue::of(&mut module);
                args.module_report(path, &catalogue, console)
            }
            Opened::Metadata(metadata) => metadata_report(path, &metadata, args.format, console),
            Opened::Saved(saved) => {
                let told = (&mut discretion, &mut last_end);
                args.game_report(path, &saved, guide, &limits, told, console)?
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

/// Opens any file of VASSAL's, or a game of another table as a log, with what reads it.
pub(super) fn open_any(
    path: &Path,
    limits: &LimitArgs,
    console: &Console,
) -> Result<(Opened, Option<Guide>), Failure> {
    if retell::kind(path).is_none() {
        return Ok((vassal::open(path, &limits.limits())?, None));
    }
    let (lectern, saved) = Lectern::of_table(path, Path::new("."), limits, console)?;
    Ok((Opened::Saved(Box::new(saved)), Some(lectern.guide)))
}

/// Plays a save or log to its end, for other commands' use; learns what of it is not to be told.
pub(super) fn play(
    path: &Path,
    guide: Option<&Guide>,
    limits: &Limits,
    discretion: &mut Discretion,
) -> Result<(GameSummary, Vec<Step>), Failure> {
    let saved = open_saved(path, limits)?;
    let mut read = || {
        let tree = saved.commands(limits)?;
        let mut replay = Replay::start(&tree, guide, limits)?;
        let steps = replay.finish()?;
        discretion.learn(&path.display().to_string(), &replay.position().table, &steps);
        Ok((GameSummary::of(&saved, &tree, &replay, &steps, limits)?, steps))
    };
    read().map_err(|error: vassal::Unreadable| error.within(path.display()).into())
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
        (discretion, last_end): (&mut Discretion, &mut Option<(String, Snapshot)>),
        console: &Console,
    ) -> Result<Value, Failure> {
        let within = |error: vassal::Unreadable| Failure::from(error.within(path.display()));
        let tree = saved.commands(limits).map_err(within)?;
        let mut replay = Replay::start(&tree, guide, limits).map_err(within)?;
        // Whether files continue each other is only asked of several.
        let start = (self.files.len() > 1).then(|| Snapshot::of(replay.position()));
        let mut steps = replay.finish().map_err(within)?;
        let mut summary = GameSummary::of(saved, &tree, &replay, &steps, limits).map_err(within)?;
        let file = path.display().to_string();
        discretion.learn(&file, &replay.position().table, &steps);
        discretion.summary(&mut summary);
        discretion.steps(&mut steps);
        let file = discretion.text(&file).into_owned();
        let mut continues = None;
        let mut counters = 0;
        if let Some(start) = start {
            counters = start.len();
            continues = last_end.as_ref().map(|(before, end)| (before.clone(), end.breaks(&start)));
            *last_end = Some((file.clone(), Snapshot::of(replay.position())));
        }
        if self.format == Format::Json {
            let mut document = json!({ "file": file, "game": summary });
            if let Some((before, breaks)) = continues {
                let connects = breaks.is_empty();
                document["continues"] =
                    json!({ "file": before, "connects": connects, "differing": breaks.len() });
            }
            self.game_lists(&mut document, &mut replay, &steps, discretion);
            return Ok(document);
        }
        if !self.lists() {
            print_game(&file, &summary, guide.is_some(), console);
        }
        if let Some((before, breaks)) = continues {
            let verdict = match breaks.len() {
                0 => "continues it exactly".to_owned(),
                count => format!("{count} of {counters} counters differ from its end"),
            };
            row(console, "after", format_args!("{before}: {verdict}"));
        }
        let mut document = Value::Null;
        self.game_lists(&mut document, &mut replay, &steps, discretion);
        if self.pieces {
            print_pieces(&document["pieces"], console);
        }
        for step in &steps {
            self.print_step(step, console);
        }
        Ok(Value::Null)
    }

    fn game_lists(
        &self,
        document: &mut Value,
        replay: &mut Replay<'_, '_>,
        steps: &[Step],
        discretion: &Discretion,
    ) {
        if self.pieces {
            let ids: Vec<_> =
                replay.position().counters().iter().map(|piece| piece.id.clone()).collect();
            let list: Vec<Value> = ids.iter().filter_map(|id| piece_json(replay, id)).collect();
            document["pieces"] = Value::Array(list);
            discretion.pieces(&mut document["pieces"]);
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
            console.say(format_args!("{:>5} {}{mark}", step.number, on_one_line(who)));
        }
        for event in &step.events {
            let listed = match event {
                Event::Chat { .. } => self.chat || self.steps,
                Event::Roll(_) => self.dice || self.steps,
                _ => self.steps,
            };
            if listed {
                let line = on_one_line(&event.readable());
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
                let place = on_one_line(&slot.path.join(" / "));
                let name = on_one_line(&slot.name);
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
    let values: serde_json::Map<String, Value> =
        piece.properties().into_iter().map(|(name, value)| (name, Value::String(value))).collect();
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

fn metadata_report(path: &Path, metadata: &Metadata, format: Format, console: &Console) -> Value {
    if format == Format::Json {
        return json!({ "file": path.display().to_string(), "metadata": metadata });
    }
    let text =
        format!("{} {}, VASSAL {}", metadata.name, metadata.version, metadata.vassal_version);
    console.say(format_args!("{}: data about a module: {}", path.display(), on_one_line(&text)));
    Value::Null
}
