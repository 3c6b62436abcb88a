//! 20. Weather.

use super::Sicily;
use super::look::turn;
use super::places::row;
use super::state::Weather;
use crate::referee::frame::Play;
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_20 = [
        /// Two dice on the Weather Track give the weather of the turn, once a turn. The track is a reconstruction.
        ROLL = "SIC-20.0", "The weather roll", "20.0", Resolution,
            unobservable "the printed Weather Track is lost: what its reconstruction says binds nobody, so the weather that the players mark counts";
        /// Mistral bars air supply; rain also drops, Maximum Interdiction and rivers, and halves Air Points.
        EFFECTS = "SIC-20.1", "What the weather does", "20.1", State,
            not_of_play "a summary: each effect is judged under its own rule";
        /// With historical weather nobody rolls: light Mistral on turn 1, heavy for its first drops, rain on turn 10, else good.
        ///
        /// Breaks it: with the option on, turn 9 is played in rain. Put right: it is good.
        HISTORICAL = "SIC-20.14", "Historical weather", "20.14", State;
        /// On rain turns nobody crosses a river without a bridge.
        ///
        /// Breaks it: infantry wades from 3110 to 3210 in rain. Put right: it takes the road.
        RAIN_CLOSES = "SIC-20.13a", "Rain closes rivers", "20.13", Transition;
    ];
}

/// Two dice are rolled for the weather: with the track's reconstruction as good as no other.
pub(super) fn roll(play: &mut Play<'_, Sicily>, dice: i32, said: &mut Judgement) {
    super::sequence::begins_turn(play, said);
    let table = play.setting.game.charts.get("weather");
    let found = table.and_then(|chart| row(chart, dice)).and_then(|cells| cells.first());
    if let Some(weather) = found.and_then(|word| named(word)) {
        set(play, weather, said);
    }
}

/// The weather of the turn is what the players say.
pub(super) fn set(play: &mut Play<'_, Sicily>, weather: Weather, said: &mut Judgement) {
    let now = turn(play);
    if weather == Weather::Rain && !play.state.known.rain.contains(&now) {
        play.state.known.rain.push(now);
    }
    if play.state.historical {
        let fixed = match now {
            1 => Weather::MistralLight,
            10 => Weather::Rain,
            _ => Weather::Good,
        };
        if weather != fixed && !(now == 1 && weather == Weather::MistralHeavy) {
            let message = format!("turn {now} is played in {weather:?}, and history has {fixed:?}");
            super::look::accuse(play, said, HISTORICAL, &[], None, message);
        }
    }
    play.state.weather = weather;
}

/// The weather that a word names, in a table or on a track.
pub(super) fn named(word: &str) -> Option<Weather> {
    match word.to_ascii_lowercase().replace(' ', "-").as_str() {
        "good" => Some(Weather::Good),
        "light-mistral" | "mistral-light" => Some(Weather::MistralLight),
        "heavy-mistral" | "mistral-heavy" => Some(Weather::MistralHeavy),
        "rain" => Some(Weather::Rain),
        _ => None,
    }
}
