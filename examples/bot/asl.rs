//! ASL Starter Kit #2: turns of its eight scenarios on their boards.

use super::Args;
use super::season::{Guilt, Kind, Played, Season};
use hexwright::games::asl_sk2::bot::{self, Crime, Manner};
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;

pub fn run(game: &Game, args: &Args) -> Result<bool, String> {
    let referee = hexwright::games::referee(game).ok_or("there is no referee")?;
    let play = |number: u64, scenario: &str, crime: Option<usize>| {
        let seed = args.seed.wrapping_add(number);
        let crime = crime.map(|nth| Crime::ALL[nth]);
        let played = bot::play(game, scenario, Manner { seed, turns: args.turns, crime })?;
        let crime = played.crime.map(|done| Guilt::new(done.step, done.crime.rules()));
        let setting_up = SettingUp::Before;
        Some(Played { deeds: played.deeds, setting_up, tally: played.tally, crime })
    };
    let kind = |crime: &Crime| Kind { name: format!("{crime:?}"), words: crime.words() };
    let season = Season {
        title: "ASL Starter Kit #2",
        id: "asl-sk2",
        scenarios: &["S9", "S10", "S11", "S12", "S13", "S14", "S15", "S16"],
        crimes: Crime::ALL.iter().map(kind).collect(),
        play: &play,
    };
    season.run(game, &*referee, args)
}
