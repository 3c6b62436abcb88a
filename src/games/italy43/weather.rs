//! 23.0 The Weather Phase.

use super::entry::{RollWeather, SetPoints};
use super::play::Play;
use super::position::Position;
use super::sequence::WEATHER_STEPS;
use super::words::{Phase, Side, Weather};
use crate::referee::rules;

rules! {
    pub(crate) static WEATHER = [
        /// A die of 1 leaves the marker, 2–4 moves it one space to the right, 5–6 two; A follows F. Not on the first turn.
        ROLL = "I43-23.1", "Weather roll", "23.1", Resolution;
        /// Both air markers and ships on A and B, US air on C, British air on D, nothing on E and F.
        AVAILABILITY = "I43-23.2", "Air and naval support", "23.2", State;
        /// The space gives supply points to both sides; nobody holds more than 19.
        POINTS = "I43-23.3.1", "Supply points", "23.3.1", Budget;
        /// Naples gives the Allies one more from turn 14, two more from turn 24.
        PORT = "I43-23.3.2", "Port of Naples", "23.3.2, S2.3", Budget;
        /// On a die of 2–4 one nebelwerfer and the heavy howitzers are readied, in supply and in Good Order.
        FREE_FLIPS = "I43-23.3.3", "Free readying", "23.3.3, 19.1, 19.4", Budget;
        /// When the marker passes from F to A all division artillery on the map is readied, no other.
        DIVISION_BONUS = "I43-23.3.4", "Division artillery bonus", "23.3.4", Resolution;
        /// A and B are clear, C and D cloudy, E rain, F rain and mud.
        GROUND = "I43-23.4", "Weather on the ground", "23.4", State;
    ];
}

impl Position<'_> {
    /// Supply points that a Weather Phase gives, Germans first.
    pub(super) fn supply_gain(&self, space: Weather, turn: Option<i32>) -> Option<[i32; 2]> {
        let [german, allied] = self.tables.supply_points(space)?;
        let port = match turn {
            Some(24..) => 2,
            Some(14..) => 1,
            _ => 0,
        };
        Some([german, allied + port])
    }
}

impl Play<'_> {
    pub(super) fn weather(&mut self, entry: &RollWeather) {
        let when = self.position.when.clone();
        if when.phase.is_some_and(|phase| phase != Phase::Weather) {
            let message = "weather is rolled in the Weather Phase".to_owned();
            self.violation_or(WEATHER_STEPS, &[ROLL], &[], message);
        }
        let first = match when.scenario.as_deref() {
            Some("S1" | "S3") => when.turn == Some(1),
            Some("S2") => when.turn == Some(13),
            _ => false,
        };
        if first {
            let message =
                "the scenario starts after the Weather Phase of its first turn".to_owned();
            self.violation(ROLL, &[], message);
        }
        if self.phase.points_set || self.phase.free_nebelwerfer || self.phase.free_howitzer {
            let message = "the weather is rolled before supply points and readying".to_owned();
            self.violation(WEATHER_STEPS, &[], message);
        }
        if self.phase.weather_die.is_some() {
            let message = "the weather was rolled already".to_owned();
            self.violation(ROLL, &[], message);
        }
        self.phase.weather_die = entry.roll.or(self.phase.weather_die);
        let steps = entry.roll.and_then(|die| self.position.tables.weather_steps(die));
        if let (Some(from), Some(steps)) = (when.weather, steps) {
            let reached = from.index() + steps;
            let right = Weather::ALL[reached % 6];
            self.phase.weather_wrapped = reached >= 6;
            if let Some(to) = entry.to
                && to != right
            {
                let message = format!(
                    "a die of {} moves the marker from {} to {}, not to {}",
                    entry.roll.unwrap_or_default(),
                    from.word(),
                    right.word(),
                    to.word()
                );
                self.violation(ROLL, &[], message);
                self.phase.weather_wrapped = to < from;
            }
        } else if let (Some(from), Some(to)) = (when.weather, entry.to) {
            self.phase.weather_wrapped = to < from;
        }
        self.position.when.weather = entry.to.or(when.weather);
        self.turn.assets_used.clear();
    }

    pub(super) fn set_supply_points(&mut self, entry: &SetPoints) {
        let when = self.position.when.clone();
        let wrong_time = when.phase.is_some_and(|phase| phase != Phase::Weather);
        if wrong_time || self.phase.points_set {
            let message = "supply points are added once, in the Weather Phase".to_owned();
            self.violation_or(POINTS, &[WEATHER_STEPS], &[], message);
        }
        self.phase.points_set = true;
        let gain = when.weather.and_then(|space| self.position.supply_gain(space, when.turn));
        let plain = when.weather.and_then(|space| self.position.supply_gain(space, None));
        let most = self.position.tables.most_supply_points();
        for (side, now) in [(Side::German, entry.german), (Side::Allied, entry.allied)] {
            let Some(now) = now else { continue };
            let slot = side as usize;
            if let (Some(before), Some(gain), Some(plain)) =
                (self.position.facts.supply_points[slot], gain, plain)
            {
                let right = (before + gain[slot]).min(most);
                if now != right {
                    let without_port = (before + plain[slot]).min(most);
                    let (rule, also) =
                        if now == without_port { (PORT, POINTS) } else { (POINTS, PORT) };
                    let message =
                        format!("the {side} side now has {right} supply points, not {now}");
                    self.violation_or(rule, &[also], &[], message);
                }
            } else if now > most {
                let message = format!("no side holds more than {most} supply points");
                self.violation(POINTS, &[], message);
            }
            self.position.facts.supply_points[slot] = Some(now);
        }
    }
}
