//! Taking names out of what is handed on.

use super::{Event, GameSummary, Step};
use std::collections::BTreeMap;

/// Replaces the names of players by numbers, everywhere they are known to stand.
#[derive(Debug, Default)]
pub struct Anonymiser {
    names: BTreeMap<String, String>,
}

impl Anonymiser {
    /// Learns the names in a game, in order of appearance.
    pub fn learn(&mut self, summary: &GameSummary, steps: &[Step]) {
        for player in &summary.players {
            self.name(&player.name);
        }
        for step in steps {
            if let Some(who) = &step.who {
                self.name(who);
            }
            for event in &step.events {
                match event {
                    Event::Chat { speaker: Some(speaker), .. } => self.name(speaker),
                    Event::Roll(roll) => {
                        if let Some(who) = &roll.who {
                            self.name(who);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn name(&mut self, name: &str) {
        if !name.trim().is_empty() && !self.names.contains_key(name) {
            let number = self.names.len() + 1;
            self.names.insert(name.to_owned(), format!("Player {number}"));
        }
    }

    /// Takes the names out of a text. Longer names first, so that `Ann` does not spoil `Anna`.
    pub fn text(&self, text: &str) -> String {
        let mut names: Vec<_> = self.names.iter().collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        let mut before: Option<char> = None;
        while let Some(first) = rest.chars().next() {
            let starts_word = !before.is_some_and(char::is_alphanumeric);
            let found = names.iter().find(|(name, _)| {
                starts_word
                    && rest.starts_with(name.as_str())
                    && !rest[name.len()..].chars().next().is_some_and(char::is_alphanumeric)
            });
            match found {
                Some((name, alias)) => {
                    out.push_str(alias);
                    before = name.chars().last();
                    rest = &rest[name.len()..];
                }
                None => {
                    out.push(first);
                    before = Some(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        out
    }

    /// Takes the names out of a game.
    pub fn apply(&self, summary: &mut GameSummary, steps: &mut [Step]) {
        for player in &mut summary.players {
            player.name = self.text(&player.name);
        }
        summary.comment = self.text(&summary.comment);
        let by_player = std::mem::take(&mut summary.steps_by_player);
        summary.steps_by_player =
            by_player.into_iter().map(|(name, count)| (self.text(&name), count)).collect();
        self.apply_to_steps(steps);
    }

    /// Takes the names out of steps.
    pub fn apply_to_steps(&self, steps: &mut [Step]) {
        for step in steps {
            if let Some(who) = &mut step.who {
                *who = self.text(who);
            }
            for event in &mut step.events {
                self.event(event);
            }
        }
    }

    fn event(&self, event: &mut Event) {
        match event {
            Event::Chat { speaker, text } => {
                if let Some(speaker) = speaker {
                    *speaker = self.text(speaker);
                }
                *text = self.text(text);
            }
            Event::Roll(roll) => {
                if let Some(who) = &mut roll.who {
                    *who = self.text(who);
                }
            }
            Event::Property { change, .. } => {
                change.old = self.text(&change.old);
                change.new = self.text(&change.new);
            }
            Event::Change { values, .. } => {
                for value in values {
                    value.old = self.text(&value.old);
                    value.new = self.text(&value.new);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_as_whole_words() {
        let mut anonymiser = Anonymiser::default();
        anonymiser.name("Ann");
        anonymiser.name("Anna B.");
        assert_eq!(
            anonymiser.text("<Ann> - Anna B. asks Annette, not Ann."),
            "<Player 1> - Player 2 asks Annette, not Player 1."
        );
    }
}
