//! `hexwright export`: every step of a log as rows for a spreadsheet or a program.

use super::check::counted;
use super::inspect::play;
use super::limits::{LimitArgs, open_guide};
use super::out::ForceArgs;
use super::{Console, Exit, Failure, Outcome};
use crate::output::check_inputs;
use crate::replay::{Discretion, Event, Step, Whereabouts};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Write every step of a log as rows: for a spreadsheet, pandas or another program
///
/// One row for everything that happened in a step. Player passwords are never written.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  hexwright export game.vlog --module game.vmod --format csv --out steps.csv\n  \
    hexwright export *.vlog --format json --anonymise"
)]
pub struct Args {
    /// The logs, in the order they were played
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The module the logs were made with: gives hex names and turns
    #[arg(long, value_name = "VMOD")]
    module: Option<PathBuf>,
    /// How to write
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
    /// Take out the names of the players, also where files are named
    #[arg(long, alias = "anonymize")]
    anonymise: bool,
    /// The file to write; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One JSON document
    Json,
    /// A table
    Csv,
}

const COLUMNS: [&str; 29] = [
    "file",
    "step",
    "row",
    "who",
    "undone_by",
    "undoes",
    "event",
    "piece_id",
    "piece",
    "from_map",
    "from_board",
    "from_zone",
    "from_location",
    "from_x",
    "from_y",
    "to_map",
    "to_board",
    "to_zone",
    "to_location",
    "to_x",
    "to_y",
    "stack_position",
    "stack_size",
    "name",
    "old",
    "new",
    "text",
    "dice",
    "total",
];

/// Exports logs.
pub fn run(args: &Args, console: &Console) -> Outcome {
    if let Some(out) = &args.out {
        check_inputs(out, args.files.iter().chain(&args.module).map(PathBuf::as_path))?;
    }
    let limits = args.limits.limits();
    let guide = open_guide(args.module.as_deref(), &limits)?;
    let mut games = Vec::new();
    let mut discretion = Discretion::default().anonymising(args.anonymise);
    for path in &args.files {
        let (summary, steps) = play(path, guide.as_ref(), &limits, &mut discretion)?;
        let file =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        games.push((file, summary, steps));
    }
    for (file, summary, steps) in &mut games {
        discretion.hush(file);
        discretion.summary(summary);
        discretion.steps(steps);
    }
    let text = match args.format {
        Format::Json => {
            let games = games.iter().map(
                |(file, summary, steps)| json!({ "file": file, "game": summary, "steps": steps }),
            );
            format!("{:#}\n", json!({ "games": games.collect::<Vec<Value>>() }))
        }
        Format::Csv => {
            let mut table = csv::Writer::from_writer(Vec::new());
            table.write_record(COLUMNS).map_err(Failure::new)?;
            for (file, _, steps) in &games {
                for step in steps {
                    rows(file, step, &mut table).map_err(Failure::new)?;
                }
            }
            String::from_utf8_lossy(&table.into_inner().map_err(Failure::new)?).into_owned()
        }
    };
    match &args.out {
        Some(path) => {
            args.force.write(path, text.as_bytes())?;
            let steps: usize = games.iter().map(|(_, _, steps)| steps.len()).sum();
            console.note(format_args!("{}: {}", path.display(), counted(steps, "step")));
        }
        None => console.data(&text),
    }
    Ok(Exit::Fine)
}

fn rows(file: &str, step: &Step, table: &mut csv::Writer<Vec<u8>>) -> csv::Result<()> {
    for (index, event) in step.events.iter().enumerate() {
        let mut row = Row::default();
        row.set("file", file);
        row.number("step", step.number);
        row.number("row", index + 1);
        row.set("who", step.who.as_deref().unwrap_or_default());
        row.maybe("undone_by", step.undone_by);
        row.maybe("undoes", step.undoes);
        row.set("event", event.kind());
        row.event(event);
        table.write_record(&row.0)?;
    }
    Ok(())
}

struct Row([String; COLUMNS.len()]);

impl Default for Row {
    fn default() -> Self {
        Row(std::array::from_fn(|_| String::new()))
    }
}

impl Row {
    fn put(&mut self, column: &str, value: String) {
        if let Some(at) = COLUMNS.iter().position(|name| *name == column) {
            self.0[at] = value;
        }
    }

    /// Text of strangers: a spreadsheet would run what starts like a formula.
    fn set(&mut self, column: &str, text: &str) {
        self.put(column, crate::output::cell(text).into_owned());
    }

    fn number(&mut self, column: &str, number: impl ToString) {
        self.put(column, number.to_string());
    }

    fn maybe(&mut self, column: &str, number: Option<impl ToString>) {
        if let Some(number) = number {
            self.number(column, number);
        }
    }

    fn place(&mut self, side: &str, at: &Whereabouts) {
        let texts = [
            ("map", &at.map),
            ("board", &at.board),
            ("zone", &at.zone),
            ("location", &at.location),
        ];
        for (column, text) in texts {
            self.set(&format!("{side}_{column}"), text.as_deref().unwrap_or_default());
        }
        self.number(&format!("{side}_x"), at.x);
        self.number(&format!("{side}_y"), at.y);
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Move { piece, from, to, stack_position, stack_size } => {
                self.set("piece_id", &piece.id);
                self.set("piece", &piece.name);
                self.place("from", from);
                self.place("to", to);
                self.number("stack_position", stack_position);
                self.number("stack_size", stack_size);
            }
            Event::Mismatch { piece, at, told, cause } => {
                self.set("name", cause.readable());
                self.set("piece_id", &piece.id);
                self.set("piece", &piece.name);
                self.place("from", told);
                self.place("to", at);
            }
            Event::Change { piece, at, values, .. } => {
                self.set("piece_id", &piece.id);
                self.set("piece", &piece.name);
                self.place("to", at);
                let join = |pick: fn(&crate::replay::ValueChange) -> &String| {
                    values.iter().map(|value| pick(value).as_str()).collect::<Vec<_>>().join("|")
                };
                self.set("name", &join(|value| &value.name));
                self.set("old", &join(|value| &value.old));
                self.set("new", &join(|value| &value.new));
            }
            Event::Create { piece, at } => {
                self.set("piece_id", &piece.id);
                self.set("piece", &piece.name);
                self.place("to", at);
            }
            Event::Remove { piece, at } => {
                self.set("piece_id", &piece.id);
                self.set("piece", &piece.name);
                self.place("from", at);
            }
            Event::Reorder { deck, cards } => {
                self.set("piece_id", &deck.id);
                self.set("piece", &deck.name);
                self.number("total", cards);
            }
            Event::Chat { speaker, text } => {
                self.set("name", speaker.as_deref().unwrap_or_default());
                self.set("text", text);
            }
            Event::Roll(roll) => {
                self.set("name", &roll.button);
                let dice: Vec<String> = roll.dice.iter().map(ToString::to_string).collect();
                self.put("dice", dice.join(" "));
                self.maybe("total", roll.total);
            }
            Event::Turn { tracker, turn, state } => {
                self.set("name", tracker);
                self.set("new", turn.as_ref().unwrap_or(state));
            }
            Event::Property { container, change } => {
                self.set("text", container);
                self.set("name", &change.name);
                self.set("old", &change.old);
                self.set("new", &change.new);
            }
            Event::Boards { map, boards } => {
                self.set("to_map", map);
                self.set("new", &boards.join("|"));
            }
            Event::LineOfSight { from, to } => {
                self.number("from_x", from.0);
                self.number("from_y", from.1);
                self.number("to_x", to.0);
                self.number("to_y", to.1);
            }
            Event::Missing { id } => self.set("piece_id", id),
            Event::Unknown { kind } => self.set("name", kind),
        }
    }
}
