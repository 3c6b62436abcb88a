//! `hexwright interpret`: a log as a script of what was done.

use super::check::{FormatArgs, counted};
use super::lectern::{Lectern, ReadingArgs};
use super::{Console, Exit, Failure, Outcome};
use crate::deeds::{Act, Deed};
use crate::diagnostic::on_one_line;
use crate::interpret::{Codebook, Interpretation, Recording, deed_words, player_name, read};
use crate::replay::{Discretion, Replay};
use serde_json::json;
use std::collections::HashMap;
use std::path::PathBuf;

/// Print what was done in a log as a readable script: moves, losses, declarations, dice, turns
///
/// This is what the referee judges. What could not be read is listed at the end.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hexwright interpret game.vlog --module game.vmod")]
pub struct Args {
    /// The log
    log: PathBuf,
    /// Take out the names of the players
    #[arg(long, alias = "anonymize")]
    anonymise: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Prints the script.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let lectern = Lectern::open(&args.reading, console)?;
    let game = lectern.game()?;
    let saved = lectern.saved(&args.log, console)?;
    let mut codebook = Codebook::new(&lectern.mapping, game, &lectern.guide)
        .map_err(|wrong| Failure::new(wrong.join("\n")))?;
    let tree = saved.commands(&lectern.limits)?;
    let mut replay = Replay::start(&tree, Some(&lectern.guide), &lectern.limits)?;
    let recording = Recording::of(&mut replay, |_, _| {})?;
    let mut read = read(&recording, &mut codebook);
    let mut discretion = Discretion::default().anonymising(args.anonymise);
    discretion.learn(&args.log.display().to_string(), &replay.position().table, &recording.steps);
    read.gaps.hush(&discretion);
    let told = |text: &str| discretion.text(text).into_owned();
    let side = |deed: &Deed| deed.by.map(|side| game.sides[side].name.as_str());
    let named = recording.steps.iter().filter_map(|step| Some((step.number, step.who.as_deref()?)));
    let named = named.map(|(step, who)| (step, told(player_name(who))));
    let players: HashMap<usize, String> = named.filter(|(_, who)| !who.is_empty()).collect();
    let player = |deed: &Deed| players.get(&deed.step).map(String::as_str);
    if args.format.json() {
        let deeds: Vec<_> = read
            .deeds
            .iter()
            .filter_map(|deed| {
                let by = deed.by.map(|side| game.sides[side].id.as_str());
                let words = told(&deed_words(game, deed)?);
                Some(json!({ "step": deed.step, "by": by, "player": player(deed), "deed": words }))
            })
            .collect();
        let document = json!({
            "game": game.id, "scenario": read.scenario, "steps": read.steps,
            "deeds": deeds, "gaps": read.gaps,
        });
        console.say(format_args!("{document:#}"));
        return Ok(Exit::Fine);
    }
    let mut before = None;
    for deed in &read.deeds {
        let Some(words) = deed_words(game, deed) else { continue };
        let words = on_one_line(&told(&words));
        if let Act::Turn(_) = &deed.act {
            console.say("");
            before = None;
        }
        // Whoever goes on doing something is named once.
        let who = match (player(deed), side(deed)) {
            (Some(player), Some(side)) if !player.contains(side) => format!("{player} ({side})"),
            (Some(player), _) => player.to_owned(),
            (None, side) => side.unwrap_or_default().to_owned(),
        };
        let now = Some(who.clone()).filter(|who| !who.is_empty());
        if now.is_some() && now != before {
            console.say(format_args!("        {}:", on_one_line(&who)));
        }
        before = now.or(before);
        console.say(format_args!("{:>6}  {words}", deed.step));
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
