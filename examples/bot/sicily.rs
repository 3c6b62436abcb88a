//! Sicily: turns of its scenarios.

use super::Args;
use super::season::{Guilt, Kind, Played, Season};
use hexwright::games::sicily;
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;
use hexwright::referee::frame::Manner;

pub fn run(game: &Game, args: &Args) -> Result<bool, String> {
    let referee = hexwright::games::referee(game).ok_or("there is no referee")?;
    let play = |number: u64, scenario: &str, crime: Option<usize>| {
        let manner = Manner { seed: args.seed.wrapping_add(number), turns: args.turns, crime };
        let played = sicily::bot_game(game, scenario, manner)?;
        let rules = crime.map_or(&[][..], |crime| sicily::crimes()[crime].rules);
        let crime = played.crime.map(|step| Guilt::new(step, rules));
        let setting_up = SettingUp::Before;
        Some(Played { deeds: played.deeds, setting_up, tally: played.tally, crime })
    };
    let kind = |crime: &hexwright::referee::frame::Crime| Kind {
        name: crime.name.to_owned(),
        words: crime.words,
    };
    let season = Season {
        title: "Sicily",
        id: "sicily",
        scenarios: &["campaign", "us-landing", "variable-campaign"],
        crimes: sicily::crimes().iter().map(kind).collect(),
        play: &play,
    };
    season.run(game, &*referee, args)
}
