//! `hexwright interpret`: a log as a script of what was done.

use super::check::{FormatArgs, counted};
use super::lectern::{Lectern, ReadingArgs};
use super::limits::open_saved;
use super::{Console, Exit, Failure, Outcome};
use crate::deeds::Act;
use crate::diagnostic::on_one_line;
use crate::interpret::{Codebook, Interpretation, deed_words, interpret};
use crate::replay::Replay;
use serde_json::json;
use std::path::PathBuf;

/// Print what was done in a log as a readable script: moves, losses, declarations, dice, turns
///
/// This is what the referee judges. What could not be read is listed at the end.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hexwright interpret game.vlog --module game.vmod")]
pub struct Args {
    /// The log
    log: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Prints the script.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let lectern = Lectern::open(&args.reading, console)?;
    let game = lectern.game()?;
    let saved = open_saved(&args.log, &lectern.limits)?;
    let mut codebook = Codebook::new(&lectern.mapping, game, &lectern.guide)
        .map_err(|wrong| Failure::new(wrong.join("\n")))?;
    let tree = saved.commands(&lectern.limits)?;
    let mut replay = Replay::start(&tree, Some(&lectern.guide), &lectern.limits)?;
    let read = interpret(&mut replay, &mut codebook)?;
    if args.format.json() {
        let deeds: Vec<_> = read
            .deeds
            .iter()
            .filter_map(|deed| {
                let by = deed.by.map(|side| game.sides[side].id.as_str());
                Some(json!({ "step": deed.step, "by": by, "deed": deed_words(game, deed)? }))
            })
            .collect();
        let document = json!({
            "game": game.id, "scenario": read.scenario, "steps": read.steps,
            "deeds": deeds, "gaps": read.gaps,
        });
        console.say(format_args!("{document:#}"));
        return Ok(Exit::Fine);
    }
    for deed in &read.deeds {
        let Some(words) = deed_words(game, deed) else { continue };
        let words = on_one_line(&words);
        match &deed.act {
            Act::Turn(_) => console.say(format_args!("\n{:>6}  {words}", deed.step)),
            _ => console.say(format_args!("{:>6}  {words}", deed.step)),
        }
    }
    gaps(&read, console);
    Ok(Exit::Fine)
}

fn gaps(read: &Interpretation, console: &Console) {
    let gaps = &read.gaps;
    console.say(format_args!(
        "\n{} in {}; {} taken back or taking back; {} within a hex",
        counted(read.deeds.len(), "deed"),
        counted(read.steps, "step"),
        counted(gaps.undone, "step"),
        counted(gaps.nudges, "shift")
    ));
    for (what, list) in [
        ("pieces that are no counters of the game", &gaps.unknown_pieces),
        ("places that are on no map of the game", &gaps.unknown_places),
        ("turns that are none of the game's", &gaps.unknown_turns),
    ] {
        for (name, count) in list {
            console.say(format_args!("not read, {what}: {} ({count} times)", on_one_line(name)));
        }
    }
}
