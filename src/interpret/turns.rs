//! When: the module's turn tracker read as turn, phase and side of the game.

use super::mapping::TurnMapping;
use crate::deeds::Moment;
use crate::model::{Actor, Game, Id, Phase, Side};
use crate::vassal::build::TurnTracker;
use std::collections::{BTreeMap, HashMap};

/// Reads the states of one turn tracker.
#[derive(Debug)]
pub(super) struct Turns<'g> {
    game: &'g Game,
    sides: Vec<Id<Side>>,
    tracker: Option<TurnTracker>,
    words: BTreeMap<String, String>,
    known: HashMap<String, Option<Moment>>,
}

impl<'g> Turns<'g> {
    pub(super) fn new(
        mapping: Option<&TurnMapping>,
        trackers: &[TurnTracker],
        game: &'g Game,
    ) -> Self {
        let named = mapping.map(|mapping| mapping.tracker.as_str()).unwrap_or_default();
        let tracker = trackers.iter().find(|tracker| tracker.name == named).or(match trackers {
            [only] if named.is_empty() => Some(only),
            _ => None,
        });
        Turns {
            game,
            sides: game.sides.entries().map(|(id, _)| id).collect(),
            tracker: tracker.cloned(),
            words: mapping.map(|mapping| mapping.words.clone()).unwrap_or_default(),
            known: HashMap::new(),
        }
    }

    /// The id of the tracker, as commands name it.
    pub(super) fn tracker_id(&self) -> Option<&str> {
        self.tracker.as_ref().map(|tracker| tracker.id.as_str())
    }

    /// Whether an event names this tracker.
    pub(super) fn is(&self, name: &str) -> bool {
        self.tracker.as_ref().is_some_and(|tracker| tracker.name == name || tracker.id == name)
    }

    /// Which side begins each turn in this scenario.
    pub(super) fn first_side(&mut self, first: Id<Side>) {
        self.sides.sort_by_key(|side| *side != first);
        self.known.clear();
    }

    /// The moment that a state means.
    pub(super) fn read(&mut self, state: &str) -> Option<Moment> {
        if let Some(known) = self.known.get(state) {
            return known.clone();
        }
        let moment = self.look_up(state);
        self.known.insert(state.to_owned(), moment.clone());
        moment
    }

    fn look_up(&self, state: &str) -> Option<Moment> {
        let values = self.tracker.as_ref()?.values(state);
        let turn = values.iter().find_map(|value| self.turn(value))?;
        let wanted: Vec<String> = values
            .iter()
            .filter(|value| self.turn(value).is_none())
            .map(|value| self.words.get(value).unwrap_or(value).to_lowercase())
            .collect();
        let steps = Phase::unroll(&self.game.sequence, turn, &self.sides);
        let mut fitting = steps.iter().filter(|step| {
            let labels = self.labels(&step.path, step.actor);
            wanted.iter().all(|value| fits(value, &labels))
        });
        let step = fitting.next()?;
        let side = match step.actor {
            Actor::Side(side) => Some(side),
            _ => None,
        };
        Some(Moment { turn, phase: step.path.clone(), side })
    }

    /// `3`, `Turn 3`, or the label of the third turn.
    fn turn(&self, value: &str) -> Option<i32> {
        let first = self.game.turns.first;
        let label = self.game.turn_labels.iter().position(|label| label == value);
        let by_label = label.and_then(|at| i32::try_from(at).ok()).map(|at| first + at);
        by_label.or_else(|| value.trim().rsplit(' ').next()?.parse().ok())
    }

    /// Everything a step of the turn may be called.
    fn labels(&self, path: &[String], actor: Actor) -> Vec<String> {
        let mut labels = Vec::new();
        let mut phases = self.game.sequence.as_slice();
        for id in path {
            let Some(phase) = phases.iter().find(|phase| phase.id == *id) else { break };
            labels.push(phase.id.to_lowercase());
            labels.push(phase.name.to_lowercase());
            phases = &phase.phases;
        }
        if let Actor::Side(side) = actor {
            let side = &self.game.sides[side];
            labels.push(side.id.to_lowercase());
            labels.push(side.name.to_lowercase());
        }
        labels.retain(|label| !label.is_empty());
        labels
    }
}

/// Whether a text is made of labels only: `lorn: movement phase`, `lorn movement`.
fn fits(text: &str, labels: &[String]) -> bool {
    let text = text.trim_matches([' ', ':', ',', '-', '–', '/', '.', '(', ')', '’', '\'']);
    text.is_empty()
        || labels.iter().any(|label| {
            let rest = text.strip_prefix(label.as_str());
            rest.is_some_and(|rest| {
                (rest.is_empty() || !rest.starts_with(|c: char| c.is_alphanumeric()))
                    && fits(rest, labels)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_text_fits_when_it_is_made_of_labels() {
        let labels = ["lorn", "movement", "movement phase", "player-turn"].map(str::to_owned);
        for text in ["lorn", "lorn: movement phase", "movement phase (lorn)", "lorn – movement"] {
            assert!(fits(text, &labels), "{text}");
        }
        for text in ["kess", "movements", "lorn combat"] {
            assert!(!fits(text, &labels), "{text}");
        }
    }
}
