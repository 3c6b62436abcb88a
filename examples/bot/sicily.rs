//! Sicily: turns of its scenarios.

use super::Args;
use super::season::{Guilt, Kind, Played, Season};
use hexwright::bots::{Crime, Manner};
use hexwright::games::sicily;
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;

pub fn run(game: &Game, args: &Args) -> Result<bool, String> {
    let referee = hexwright::games::referee(game).ok_or("there is no referee")?;
    let crimes = sicily::crimes();
    let play = |number: u64, scenario: &str, crime: Option<usize>| {
        let seed = args.seed.wrapping_add(number);
        let manner = Manner { seed, turns: args.turns, crime, ..Manner::default() };
        let played = sicily::bot_game(game, scenario, manner)?;
        let rules = crime.map(|crime| crimes[crime].rules.clone()).unwrap_or_default();
        let crime = played.crime.map(|done| Guilt::new(done.step, &rules));
        let setting_up = SettingUp::Before;
        Some(Played { deeds: played.deeds, setting_up, tally: played.tally, crime })
    };
    let kind = |crime: &Crime| Kind { name: crime.name.to_owned(), words: crime.words };
    let season = Season {
        title: "Sicily",
        id: "sicily",
        scenarios: &["campaign", "us-landing", "variable-campaign"],
        crimes: crimes.iter().map(kind).collect(),
        play: &play,
    };
    season.run(game, &*referee, args)
}
