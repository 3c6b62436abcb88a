//! Italy ’43: turns of its scenarios on the real map.

use super::Args;
use super::season::{Guilt, Kind, Played, Season};
use hexwright::games::italy43::Italy43;
use hexwright::games::italy43::bot::{Crime, Manner};
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;

pub fn run(game: &Game, args: &Args) -> Result<bool, String> {
    let referee = Italy43::new(game);
    // Most legal games are one turn long, every fourth has two, every sixteenth all that are asked for.
    let turns = |number: u64, crime: bool| {
        let most = args.turns.max(1);
        if crime || number.is_multiple_of(16) {
            most
        } else if number.is_multiple_of(4) {
            most.min(2)
        } else {
            1
        }
    };
    let play = |number: u64, scenario: &str, crime: Option<usize>| {
        let crime = crime.map(|nth| Crime::ALL[nth]);
        let (seed, turns) = (args.seed.wrapping_add(number), turns(number, crime.is_some()));
        let played = referee.bot_game(scenario, Manner { seed, turns, crime })?;
        let crime = played.crime.map(|done| Guilt::new(done.step, done.crime.rules()));
        let setting_up = SettingUp::Before;
        Some(Played { deeds: played.deeds, setting_up, tally: played.tally, crime })
    };
    let kind = |crime: &Crime| Kind { name: format!("{crime:?}"), words: crime.words() };
    let season = Season {
        title: "Italy ’43",
        id: "italy43",
        scenarios: &["S1", "S3", "S2"],
        crimes: Crime::ALL.iter().map(kind).collect(),
        play: &play,
    };
    season.run(game, &referee, args)
}
