//! Bridgehead: whole games of its scenarios, and of a variant in which attacks are a duty.

use super::Args;
use super::season::{Guilt, Kind, Played, Season};
use hexwright::bots::Manner;
use hexwright::bots::pack::{Crime, bot_game, rules_against};
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;
use hexwright::referee::pack::Pack;
use std::collections::BTreeMap;

pub fn run(game: &Game, args: &Args) -> Result<bool, String> {
    let fine = season("Bridgehead", game, args)?;
    if args.mess || args.only.is_some() {
        return Ok(fine);
    }
    // Bridgehead's attacks are voluntary: the duty to attack is measured on a variant of it.
    let mut variant = game.clone();
    if let Some(combat) = &mut variant.rules.combat {
        combat.mandatory = true;
    }
    let (games, crimes) = (args.games.div_ceil(10), args.crimes.div_ceil(4));
    let fewer = Args { games, crimes, ..args.clone() };
    Ok(season("Bridgehead, if attacks had to be made", &variant, &fewer)? && fine)
}

fn season(title: &'static str, game: &Game, args: &Args) -> Result<bool, String> {
    let pack = Pack::new(game).ok_or("Bridgehead has no rules to judge by")?;
    let play = |number: u64, scenario: &str, crime: Option<usize>| {
        let sets_up = number % 4 < 2;
        let seed = args.seed.wrapping_add(number);
        let declares = !args.silent;
        let manner = Manner { seed, declares, crime, sets_up, ..Manner::default() };
        let played = bot_game(&pack, scenario, manner)?;
        let crime = played.crime.zip(crime).map(|(done, nth)| Guilt {
            unobservable: done.unobservable,
            ..Guilt::new(done.step, &rules_against(&pack, Crime::ALL[nth]))
        });
        let setting_up = if sets_up { SettingUp::InTheLog } else { SettingUp::Before };
        Some(Played { deeds: played.deeds, setting_up, tally: BTreeMap::new(), crime })
    };
    let kind = |crime: &Crime| Kind { name: format!("{crime:?}"), words: crime.words() };
    let season = Season {
        title,
        id: "bridgehead",
        scenarios: &["breakout", "crossing"],
        crimes: Crime::ALL.iter().map(kind).collect(),
        play: &play,
    };
    season.run(game, &pack, args)
}
