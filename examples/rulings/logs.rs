//! Logs whose rulings are kept: those of the repository, and games of the bots.

use super::chain::Chain;
use super::ruling;
use hexwright::audit::Request;
use hexwright::bots::{Manner, pack};
use hexwright::deeds::Deed;
use hexwright::games::{asl_sk2, italy43, sicily};
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;
use hexwright::referee::pack::Pack;
use hexwright::source::Loaded;
use rayon::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Games with a crime begin to be counted here, as in `cargo xtask bot`.
const FIRST_CRIME: u64 = 1_000_000;

/// Legal games of each game, and how many seeds are tried for an opportunity to a crime.
const LEGAL: u64 = 8;
const TRIES: u64 = 6;

/// A log by its name.
pub struct Log {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A game that a bot played.
struct BotGame {
    name: String,
    scenario: String,
    deeds: Vec<Deed>,
    setting_up: SettingUp,
}

/// The logs that were kept when the rulings were frozen.
pub fn kept(game: &str, folder: &Path) -> Result<Vec<Log>, String> {
    let folder = folder.join(game);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
            Ok(Log { name, bytes })
        })
        .collect()
}

/// Plays the fixed games anew, and keeps their logs in the folder.
pub fn play(loaded: &Loaded, id: &str, folder: Option<&Path>) -> Result<Vec<Log>, String> {
    let game = loaded.game(id).ok_or_else(|| format!("there is no {id}"))?;
    let referee = hexwright::games::referee(game).ok_or("there is no referee")?;
    let chain = Chain::new(game, &*referee, None)?;
    let mut logs = played(game)
        .into_par_iter()
        .map(|played| {
            let bytes = chain.log(&played.scenario, &played.deeds, played.setting_up)?;
            Ok(Log { name: played.name, bytes })
        })
        .collect::<Result<Vec<Log>, String>>()?;
    logs.sort_by(|one, other| one.name.cmp(&other.name));
    if let Some(folder) = folder {
        let folder = folder.join(id);
        let told = |error: std::io::Error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(&folder).map_err(told)?;
        for log in &logs {
            std::fs::write(folder.join(format!("{}.vlog", log.name)), &log.bytes).map_err(told)?;
        }
    }
    Ok(logs)
}

/// Everything that the referee says of the logs, those of the repository first.
pub fn rulings(
    loaded: &Loaded,
    id: &str,
    root: &Path,
    mut logs: Vec<Log>,
) -> Result<Vec<Value>, String> {
    let game = loaded.game(id).ok_or_else(|| format!("there is no {id}"))?;
    let referee = hexwright::games::referee(game).ok_or("there is no referee")?;
    let chain = Chain::new(game, &*referee, None)?;
    for name in ["bridgehead-legal", "bridgehead-planted", "italy43-example"] {
        if name.starts_with(id) {
            let file = root.join("tests/logs").join(format!("{name}.vlog"));
            let bytes = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            logs.push(Log { name: format!("committed-{name}"), bytes });
        }
    }
    let request = Request { explain: true, ..Request::default() };
    let judged: Result<Vec<_>, String> = logs
        .into_par_iter()
        .map(|log| {
            let of = format!("log {id} {}", log.name);
            let audit = chain.audit(log.bytes, &log.name, &request)?;
            let said = audit.explanations.iter();
            Ok(said
                .map(|said| ruling(&of, said.step, &said.subject, &said.judgement))
                .collect::<Vec<_>>())
        })
        .collect();
    Ok(judged?.concat())
}

fn played(game: &Game) -> Vec<BotGame> {
    match game.id.as_str() {
        "bridgehead" => bridgehead(game),
        "italy43" => {
            let referee = italy43::Italy43::new(game);
            let scenario = |seed: u64| ["S1", "S3", "S2"][seed as usize % 3];
            both(italy43::bot::Crime::ALL, |seed, crime| {
                let manner = italy43::bot::Manner { seed, turns: 1, crime };
                let played = referee.bot_game(scenario(seed), manner)?;
                (crime.is_none() || played.crime.is_some())
                    .then(|| (scenario(seed).to_owned(), played.deeds, SettingUp::Before))
            })
        }
        "asl-sk2" => {
            let scenario = |seed: u64| format!("S{}", 9 + seed % 8);
            both(asl_sk2::bot::Crime::ALL, |seed, crime| {
                let manner = asl_sk2::bot::Manner { seed, turns: 2, crime };
                let played = asl_sk2::bot::play(game, &scenario(seed), manner)?;
                (crime.is_none() || played.crime.is_some())
                    .then(|| (scenario(seed), played.deeds, SettingUp::Before))
            })
        }
        "sicily" => {
            let crimes: Vec<usize> = (0..sicily::crimes().len()).collect();
            let scenario = |seed: u64| ["campaign", "us-landing"][seed as usize % 2];
            both(&crimes, |seed, crime| {
                let manner = Manner { seed, turns: 2, crime, ..Manner::default() };
                let played = sicily::bot_game(game, scenario(seed), manner)?;
                (crime.is_none() || played.crime.is_some())
                    .then(|| (scenario(seed).to_owned(), played.deeds, SettingUp::Before))
            })
        }
        _ => Vec::new(),
    }
}

/// Legal games with and without declarations, with the set-up in the log and before it, and a game for each crime.
fn bridgehead(game: &Game) -> Vec<BotGame> {
    let Some(referee) = Pack::new(game) else { return Vec::new() };
    let one = |seed: u64, crime: Option<pack::Crime>, declares: bool| {
        let scenario = game.scenarios.iter().nth(seed as usize % game.scenarios.len().max(1))?;
        let number = crime.map(|crime| crime as usize);
        let sets_up = seed % 4 < 2;
        let manner = Manner { seed, declares, crime: number, sets_up, ..Manner::default() };
        let played = pack::bot_game(&referee, &scenario.id, manner)?;
        let setting_up = if sets_up { SettingUp::InTheLog } else { SettingUp::Before };
        (crime.is_none() || played.crime.is_some())
            .then(|| (scenario.id.clone(), played.deeds, setting_up))
    };
    let mut games = both(pack::Crime::ALL, |seed, crime| one(seed, crime, true));
    games.extend(
        (0..LEGAL).filter_map(|seed| named(format!("silent-{seed}"), one(seed, None, false))),
    );
    games
}

/// Legal games and the first game of each crime in which there was an opportunity.
fn both<Crime: Copy + Sync + std::fmt::Debug>(
    crimes: &[Crime],
    play: impl Fn(u64, Option<Crime>) -> Option<(String, Vec<Deed>, SettingUp)> + Sync,
) -> Vec<BotGame> {
    let legal = (0..LEGAL).into_par_iter();
    let legal = legal.filter_map(|seed| named(format!("legal-{seed}"), play(seed, None)));
    let mut games: Vec<BotGame> = legal.collect();
    games.extend(
        crimes
            .par_iter()
            .filter_map(|crime| {
                let mut seeds = FIRST_CRIME..FIRST_CRIME + TRIES;
                seeds.find_map(|seed| named(format!("{crime:?}-{seed}"), play(seed, Some(*crime))))
            })
            .collect::<Vec<_>>(),
    );
    games
}

fn named(name: String, played: Option<(String, Vec<Deed>, SettingUp)>) -> Option<BotGame> {
    let (scenario, deeds, setting_up) = played?;
    Some(BotGame { name, scenario, deeds, setting_up })
}
