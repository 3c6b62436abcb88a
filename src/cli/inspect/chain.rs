//! `hexwright inspect --chain`: the logs of one game, followed from one to the next.

use super::super::limits::{open_guide, open_saved};
use super::super::{Console, Exit, Failure, Outcome};
use super::{Args, Format};
use crate::cli::check::counted;
use crate::diagnostic::on_one_line;
use crate::replay::{Break, Discretion, Event, GameChain, Guide, Junction, Replay, Snapshot};
use crate::vassal::{self, Opened};
use serde_json::{Value, json};
use std::path::Path;

/// What one file adds to the chain.
struct Link {
    file: String,
    steps: usize,
    undone: usize,
    moves: usize,
    /// Moves that say their piece was elsewhere than the log had left it.
    mismatches: usize,
    counters: usize,
    turn: String,
    /// What differs from the end of the file before, in words.
    breaks: Vec<Told>,
}

/// A break, told with the names of places.
struct Told {
    kind: &'static str,
    id: String,
    name: String,
    from: Option<String>,
    to: Option<String>,
}

/// Follows the counters through the files in the order given.
pub(super) fn run(args: &Args, console: &Console) -> Outcome {
    let limits = args.limits.limits();
    let guide = open_guide(args.module.as_deref(), &limits)?;
    let mut chain = GameChain::default();
    let mut links = Vec::new();
    let mut discretion = Discretion::default().anonymising(args.anonymise);
    for path in &args.files {
        links.push(follow(path, guide.as_ref(), args, &mut chain, &mut discretion, console)?);
    }
    links.iter_mut().for_each(|link| link.hush(&discretion));
    match args.format {
        Format::Json => console.say(format_args!("{:#}", to_json(&links, &chain))),
        Format::Text => print(args, &links, &chain, console),
    }
    let strangers = chain.junctions.iter().any(|junction| junction.shared == 0);
    Ok(if strangers { Exit::Findings } else { Exit::Fine })
}

fn follow(
    path: &Path,
    guide: Option<&Guide>,
    args: &Args,
    chain: &mut GameChain,
    discretion: &mut Discretion,
    console: &Console,
) -> Result<Link, Failure> {
    let limits = &args.limits.limits();
    let within = |error: vassal::Unreadable| Failure::from(error.within(path.display()));
    let (saved, own) = match super::open_any(path, &args.limits, console)? {
        (Opened::Saved(saved), own) => (*saved, own),
        _ => (open_saved(path, limits)?, None),
    };
    let guide = own.as_ref().or(guide);
    let tree = saved.commands(limits).map_err(within)?;
    let mut replay = Replay::start(&tree, guide, limits).map_err(within)?;
    let start = Snapshot::of(replay.position());
    let joined = chain.junctions.len();
    // The breaks are told with the boards of the start, so the end is added when it is known.
    let mut start_replay = Replay::start(&tree, guide, limits).map_err(within)?;
    let steps = replay.finish().map_err(within)?;
    discretion.learn(&path.display().to_string(), &replay.position().table, &steps);
    chain.add(&start, Snapshot::of(replay.position()));
    let breaks = chain.junctions[joined..].iter().flat_map(|junction| &junction.breaks);
    let breaks = breaks.map(|found| tell(found, &start, chain, &mut start_replay)).collect();
    let count = |wanted: fn(&Event) -> bool| {
        steps.iter().flat_map(|step| &step.events).filter(|event| wanted(event)).count()
    };
    let turn = replay.turns().into_iter().next();
    Ok(Link {
        file: path.display().to_string(),
        steps: steps.len(),
        undone: steps.iter().filter(|step| step.undone_by.is_some()).count(),
        moves: count(|event| matches!(event, Event::Move { .. })),
        mismatches: count(|event| matches!(event, Event::Mismatch { .. })),
        counters: replay.position().counters().len(),
        turn: turn.map(|(_, turn, state)| turn.unwrap_or(state)).unwrap_or_default(),
        breaks,
    })
}

fn tell(found: &Break, start: &Snapshot, chain: &GameChain, replay: &mut Replay<'_, '_>) -> Told {
    let id = found.id();
    let name = start.name(id).unwrap_or_else(|| chain.name(id)).to_owned();
    let mut told = Told { kind: "", id: id.to_owned(), name, from: None, to: None };
    let here = |replay: &mut Replay<'_, '_>| replay.locate(id).map(|at| at.readable());
    match found {
        Break::Elsewhere(_, from, to) => {
            told.kind = "moved";
            told.from = Some(replay.describe(from).readable());
            told.to = Some(replay.describe(to).readable());
        }
        Break::Changed(_) => {
            told.kind = "changed";
            told.to = here(replay);
        }
        Break::New(_) => {
            told.kind = "new";
            told.to = here(replay);
        }
        Break::Gone(_) => told.kind = "gone",
    }
    told
}

fn counts(junction: &Junction) -> [(&'static str, usize); 4] {
    let count = |wanted: fn(&Break) -> bool| junction.breaks.iter().filter(|b| wanted(b)).count();
    [
        ("moved", count(|found| matches!(found, Break::Elsewhere(..)))),
        ("changed", count(|found| matches!(found, Break::Changed(_)))),
        ("new", count(|found| matches!(found, Break::New(_)))),
        ("gone", count(|found| matches!(found, Break::Gone(_)))),
    ]
}

fn print(args: &Args, links: &[Link], chain: &GameChain, console: &Console) {
    for (index, link) in links.iter().enumerate() {
        if let Some(junction) = index.checked_sub(1).and_then(|at| chain.junctions.get(at)) {
            let verdict = match (junction.breaks.len(), junction.shared) {
                (0, _) => format!("all {} counters as the file before left them", junction.agree),
                (_, 0) => "no counter in common: another game".to_owned(),
                (_, shared) => {
                    let told = counts(junction).into_iter().filter(|(_, count)| *count > 0);
                    let told: Vec<_> =
                        told.map(|(kind, count)| format!("{count} {kind}")).collect();
                    format!("{} of {shared} counters agree; {}", junction.agree, told.join(", "))
                }
            };
            console.say(format_args!("  | {verdict}"));
            if args.pieces {
                for told in &link.breaks {
                    console.say(format_args!("  |   {}", on_one_line(&told.readable())));
                }
            }
        }
        let astray = match link.mismatches {
            0 => String::new(),
            count => format!(", {count} of them from elsewhere than the log had the piece"),
        };
        let turn = match link.turn.as_str() {
            "" => String::new(),
            turn => format!("; ends in {}", on_one_line(turn)),
        };
        console.say(format_args!(
            "{}: {} ({} undone), {}{astray}, {}{turn}",
            link.file,
            counted(link.steps, "step"),
            link.undone,
            counted(link.moves, "move"),
            counted(link.counters, "counter")
        ));
    }
    let followed = chain.followed();
    console.say(format_args!(
        "followed {} counters: {} through all {} files without a gap, {} while they were in play, {} with gaps between files",
        followed.counters, followed.throughout, links.len(), followed.unbroken, followed.with_gaps
    ));
}

impl Link {
    /// Takes out what may not be told.
    fn hush(&mut self, discretion: &Discretion) {
        discretion.hush(&mut self.file);
        discretion.hush(&mut self.turn);
        for told in &mut self.breaks {
            discretion.hush_value(&mut told.id);
            discretion.hush(&mut told.name);
            told.from.iter_mut().chain(&mut told.to).for_each(|at| discretion.hush(at));
        }
    }
}

impl Told {
    fn readable(&self) -> String {
        let Told { kind, id, name, .. } = self;
        let place = match (&self.from, &self.to) {
            (Some(from), Some(to)) => format!(" {from} → {to}"),
            (None, Some(to)) => format!(" in {to}"),
            _ => String::new(),
        };
        format!("{kind}: {name} [{id}]{place}")
    }
}

fn to_json(links: &[Link], chain: &GameChain) -> Value {
    let file = |(index, link): (usize, &Link)| {
        let mut document = json!({
            "file": link.file,
            "steps": link.steps,
            "undone": link.undone,
            "moves": link.moves,
            "mismatches": link.mismatches,
            "counters": link.counters,
            "turn": link.turn,
        });
        if let Some(junction) = index.checked_sub(1).and_then(|at| chain.junctions.get(at)) {
            let mut joint = json!({ "connects": junction.breaks.is_empty(), "shared": junction.shared, "agree": junction.agree });
            for (kind, count) in counts(junction) {
                joint[kind] = json!(count);
            }
            let tell = |told: &Told| json!({ "difference": told.kind, "id": told.id, "name": told.name, "from": told.from, "to": told.to });
            joint["differences"] = Value::Array(link.breaks.iter().map(tell).collect());
            document["after_the_one_before"] = joint;
        }
        document
    };
    let files: Vec<Value> = links.iter().enumerate().map(file).collect();
    json!({ "files": files, "followed": chain.followed() })
}
