//! The turn tracker: the game's sequence as levels of VASSAL's.

use super::component::Component;
use super::components::turn::{CounterLevel, ListLevel, Tracker};
use crate::model::{Actor, Game, Id, Side};
use crate::module::table::sequence::{BETWEEN, Level, Sequence, Standing};
use crate::vassal::build::Element;
use crate::vassal::sequence::Joiner;
use crate::vassal::traits::fields::{KeyStroke, Names};

/// VASSAL's own id of the first turn tracker.
pub const TRACKER: &str = "TurnTracker0";

impl Sequence {
    /// How deep levels nest below the turn.
    fn depth(levels: &[Level]) -> usize {
        levels.iter().map(|level| 1 + Self::depth(&level.levels)).max().unwrap_or(0)
    }

    /// Pixels for the longest step in bold letters of VASSAL's size. VASSAL's own measure is that of plain letters.
    fn width(&self) -> i32 {
        let letters = |standing: &Standing| "Turn 99".len() + standing.shown.chars().count();
        let longest = self.standings.iter().map(letters).max().unwrap_or(7);
        9 * i32::try_from(longest).unwrap_or(40).min(60) + 16
    }

    /// The component.
    pub fn element(&self, game: &Game) -> Element {
        let format: String =
            (1..=Self::depth(&self.levels) + 1).map(|level| format!("$level{level}$")).collect();
        let tracker = Tracker {
            name: "Turn".to_owned(),
            format,
            report: "Turn: $oldTurn$ -> $newTurn$".to_owned(),
            next_key: super::play::NEXT,
            previous_key: KeyStroke::Key { code: 80, modifiers: 520 },
            length_style: "Fixed".to_owned(),
            length: self.width(),
            ..Tracker::default()
        };
        let turns = CounterLevel {
            name: "Turn".to_owned(),
            property: "Turn".to_owned(),
            format: "Turn $value$".to_owned(),
            start: game.turns.first,
            ..CounterLevel::default()
        };
        let mut count = 0;
        let parts: Vec<Element> =
            self.levels.iter().map(|level| level.element(&mut count)).collect();
        let keys = super::play::turn_keys(game, self);
        tracker.element().holding([turns.element().holding(parts)]).holding(keys)
    }

    /// The tracker's state at a turn and a step of it.
    ///
    /// `first` is the side that acts first where each side plays a phase in turn.
    pub fn state(&self, turn: i32, step: usize, first: Option<Id<Side>>) -> String {
        let at = self.standings.get(step).map_or([].as_slice(), |standing| &standing.at);
        let mut fields = Joiner::new(';');
        fields.push_value(turn).push_value(at.first().map_or(0, |(level, _)| *level));
        fields.push_value(false).push_value(-1);
        for (nth, level) in self.levels.iter().enumerate() {
            fields.push(&level.state(at, nth, first));
        }
        let mut state = Joiner::new('|');
        state.push_value(0).push(&fields.finish());
        state.finish()
    }
}

impl Level {
    fn element(&self, count: &mut usize) -> Element {
        *count += 1;
        let name = if *count == 1 { "Phase".to_owned() } else { format!("Phase {count}") };
        let list = ListLevel {
            property: name.replace(' ', ""),
            name,
            format: format!("{BETWEEN}$value$"),
            list: Names(self.items.iter().map(|item| item.name.clone()).collect()),
            ..ListLevel::default()
        };
        let parts: Vec<Element> = self.levels.iter().map(|level| level.element(count)).collect();
        list.element().holding(parts)
    }

    /// The state of this level, the `nth` of its siblings, when the tracker stands `at`.
    fn state(&self, at: &[(usize, usize)], nth: usize, first_side: Option<Id<Side>>) -> String {
        let here = at.first().filter(|(level, _)| *level == nth);
        let inner = if here.is_some() { &at[1..] } else { &[] };
        let first = self
            .items
            .iter()
            .position(|item| first_side.is_some_and(|side| item.actor == Actor::Side(side)))
            .filter(|_| self.sides_alternate())
            .unwrap_or(0);
        let mut fields = Joiner::new(';');
        fields.push_value(here.map_or(first, |(_, item)| *item));
        fields.push_value(inner.first().map_or(0, |(level, _)| *level));
        fields.push_value(first);
        let active: Vec<&str> = self.items.iter().map(|_| "true").collect();
        fields.push(&crate::vassal::sequence::join(',', active));
        for (nth, level) in self.levels.iter().enumerate() {
            fields.push(&level.state(inner, nth, first_side));
        }
        fields.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Phase;
    use crate::vassal::build::TurnTracker;

    fn bridgehead() -> Game {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        loaded.game("bridgehead").cloned().expect("the tutorial game")
    }

    #[test]
    fn every_step_of_the_turn_has_a_state_that_shows_it() {
        let game = bridgehead();
        let sequence = Sequence::of(&game);
        let element = Element::new("x").holding([sequence.element(&game)]);
        let tracker = TurnTracker::all(&element).remove(0);
        for step in 0..sequence.standings.len() {
            let state = sequence.state(3, step, None);
            assert_eq!(tracker.describe(&state), sequence.shown(3, step), "{state}");
        }
        let shown: Vec<String> = (0..9).map(|step| sequence.shown(1, step)).collect();
        assert_eq!(shown[1], "Turn 1, Lorn, Movement Phase");
        assert_eq!(shown[4], "Turn 1, Kess, Supply Phase");
        assert_eq!(shown[8], "Turn 1, End of turn");
    }

    #[test]
    fn steps_are_those_of_the_unrolled_turn() {
        let game = bridgehead();
        let sides: Vec<_> = game.sides.entries().map(|(id, _)| id).collect();
        let unrolled = Phase::unroll(&game.sequence, 1, &sides);
        let standings = Sequence::of(&game).standings;
        assert_eq!(unrolled.len(), standings.len());
        for (step, standing) in unrolled.iter().zip(&standings) {
            assert_eq!((&step.path, step.actor), (&standing.path, standing.actor));
        }
    }

    #[test]
    fn another_side_may_act_first() {
        let game = bridgehead();
        let sequence = Sequence::of(&game);
        let kess = game.sides.find("kess");
        let step = sequence.first_step(None, kess, 1);
        assert_eq!(sequence.shown(1, step), "Turn 1, Kess, Supply Phase");
        // The list of sides starts at its second value.
        assert!(
            sequence.state(1, step, kess).contains(r"1\;0\;1\;true,true"),
            "{}",
            sequence.state(1, step, kess)
        );
    }
}
