//! `hexwright games`: what a project holds.

use super::check::{FormatArgs, counted, open};
use super::{Console, Exit, Outcome};
use crate::diagnostic::on_one_line;
use crate::model::Game;
use serde_json::json;
use std::path::PathBuf;

/// List the games of a project with their maps, counters and scenarios
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The project
    #[arg(default_value = ".")]
    project: PathBuf,
    #[command(flatten)]
    format: FormatArgs,
}

/// Lists the games.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let loaded = open(&args.project)?;
    if args.format.json() {
        let games: Vec<_> = loaded.project.games.iter().map(as_json).collect();
        console
            .say(format_args!("{:#}", json!({ "project": loaded.project.name, "games": games })));
        return Ok(Exit::Fine);
    }
    for game in &loaded.project.games {
        let title = on_one_line(&game.title);
        console.say(format_args!("{:<16} {title} {}", game.id, on_one_line(&game.version)));
        let sides: Vec<String> = game.sides.iter().map(|side| on_one_line(&side.name)).collect();
        let printed: u32 = game.counters.iter().map(|counter| counter.count).sum();
        console.say(format_args!("{:<16} {}", "", sides.join(" against ")));
        for map in &game.maps {
            let boxes = counted(map.boxes.len(), "box");
            console.say(format_args!(
                "{:<16} map {}: {}, {boxes}",
                "",
                map.id,
                counted(map.grid.len(), "hex")
            ));
        }
        console.say(format_args!(
            "{:<16} {} ({printed} printed)",
            "",
            counted(game.counters.len(), "counter type")
        ));
        for scenario in &game.scenarios {
            let last = scenario.turns.last.unwrap_or(scenario.turns.first);
            console.say(format_args!(
                "{:<16} scenario {}: {}, turns {}–{last}",
                "",
                scenario.id,
                on_one_line(&scenario.title),
                scenario.turns.first
            ));
        }
    }
    if !loaded.diagnostics.is_empty() {
        console.note(format_args!(
            "{} and {}: see `hexwright check`",
            counted(loaded.diagnostics.errors(), "error"),
            counted(loaded.diagnostics.warnings(), "warning")
        ));
    }
    Ok(Exit::Fine)
}

fn as_json(game: &Game) -> serde_json::Value {
    json!({
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "sides": game.sides.names().collect::<Vec<_>>(),
        "maps": game.maps.iter().map(|map| json!({ "id": map.id, "hexes": map.grid.len() })).collect::<Vec<_>>(),
        "counter_types": game.counters.len(),
        "counters_printed": game.counters.iter().map(|counter| counter.count).sum::<u32>(),
        "scenarios": game.scenarios.iter().map(|scenario| json!({
            "id": scenario.id,
            "title": scenario.title,
            "first_turn": scenario.turns.first,
            "last_turn": scenario.turns.last,
        })).collect::<Vec<_>>(),
    })
}
