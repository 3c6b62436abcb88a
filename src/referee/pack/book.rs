//! The rules of a pack as a list: one for each paragraph of the rulebook, and one for each topic
//! that the data state but no paragraph claims.

use super::super::{Checked, Kind, Rule, RuleId};
use crate::model::{Game, RuleNote, Topic};
use std::borrow::Cow;
use std::collections::HashMap;

/// The rules of a pack, and which of them a topic's findings cite.
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) rules: Vec<Rule>,
    by_topic: HashMap<Topic, RuleId>,
}

impl Book {
    pub(crate) fn new(game: &Game) -> Book {
        let mut book = Book { rules: Vec::new(), by_topic: HashMap::new() };
        for note in &game.rules.notes {
            let topic = note.about.filter(|topic| !book.by_topic.contains_key(topic));
            let id = RuleId::named(&format!("{}-{}", game.code, note.id));
            if let Some(topic) = topic {
                book.by_topic.insert(topic, id);
            }
            book.rules.push(from_note(game, note, topic, id));
        }
        for &(topic, title) in Topic::ALL {
            if book.by_topic.contains_key(&topic) {
                continue;
            }
            let id = RuleId::named(&format!("{}-{}", game.code, topic.word()));
            if topic.stated(game) {
                let text = topic.spelt_out(game);
                book.rules.push(rule(game, id, title, topic.word(), Some(topic), text));
            }
            book.by_topic.insert(topic, id);
        }
        book
    }

    /// The id that findings about a topic cite.
    pub(crate) fn id(&self, topic: Topic) -> RuleId {
        self.by_topic.get(&topic).copied().unwrap_or(RuleId::declared(""))
    }
}

fn from_note(game: &Game, note: &RuleNote, topic: Option<Topic>, id: RuleId) -> Rule {
    let mut text = note.lead.clone();
    text.extend(topic.into_iter().flat_map(|topic| topic.spelt_out(game)));
    text.extend(note.text.iter().cloned());
    rule(game, id, &note.title, &note.id, topic, text)
}

fn rule(
    game: &Game,
    id: RuleId,
    title: &str,
    section: &str,
    topic: Option<Topic>,
    mut text: Vec<String>,
) -> Rule {
    let (kind, checked, how) = checked(game, topic);
    if !how.is_empty() {
        text.push(format!("Checked: {how}"));
    }
    let mut doc: Vec<Cow<'static, str>> = Vec::new();
    for paragraph in text {
        if !doc.is_empty() {
            doc.push(Cow::Borrowed(""));
        }
        doc.push(Cow::Owned(paragraph));
    }
    Rule {
        id,
        title: Cow::Owned(title.to_owned()),
        section: Cow::Owned(section.to_owned()),
        kind,
        checked,
        doc: Cow::Owned(doc),
    }
}

/// How a topic is checked, in words for `hexwright rule`.
fn checked(game: &Game, topic: Option<Topic>) -> (Kind, Checked, &'static str) {
    let not_of_play = |reason: &'static str| Checked::NotOfPlay(Cow::Borrowed(reason));
    let Some(topic) = topic else {
        let reason = "the sources do not say what part of the rules it states";
        return (Kind::State, not_of_play(reason), "");
    };
    if topic == Topic::Victory {
        return (Kind::Budget, not_of_play("it tells who won when play is over"), "");
    }
    let unit_losses = topic == Topic::Units && game.rules.combat.is_some();
    if !unit_losses && !topic.stated(game) {
        return (Kind::State, not_of_play("the rule pack has no data for it"), "");
    }
    let nothing_done = game.rules.combat.as_ref().is_none_or(|combat| combat.outcomes.is_empty());
    if topic == Topic::Results && nothing_done {
        let reason = Cow::Borrowed("[combat.results] does not say what the codes of the chart do");
        return (Kind::Resolution, Checked::Unobservable(reason), "");
    }
    let (kind, how) = match topic {
        Topic::Units => (
            Kind::Transition,
            "steps are lost by combat and never come back; who has none left goes into the box of its side.",
        ),
        Topic::SetUp => (
            Kind::State,
            "where every unit stands when the first phase ends, against the scenario's set-up.",
        ),
        Topic::Sequence => (
            Kind::Sequence,
            "every deed against what its phase allows and to whom. Phases that the log passes over count with the one before.",
        ),
        Topic::Stacking => (
            Kind::State,
            "every hex at the end of the named phases, and where retreats and advances end.",
        ),
        Topic::ZoneOfControl => (
            Kind::Transition,
            "whether any way from where a unit began its phase to where it ended keeps to the rule.",
        ),
        Topic::Movement => (
            Kind::Transition,
            "whether any way from where a unit began its phase to where it ended is within its allowance and open to it.",
        ),
        Topic::Reinforcements => (
            Kind::Transition,
            "turn and entry hex of every unit that comes onto the map, and its way from there.",
        ),
        Topic::Withdrawals => {
            (Kind::Sequence, "units due are gone when their phase ends; no other leaves.")
        }
        Topic::Attacks => (Kind::Budget, "who attacks whom, from where, and how often in a phase."),
        Topic::Combat => (
            Kind::Resolution,
            "strengths and column of every attack; without a declaration, whether any attackers and support explain what was done.",
        ),
        Topic::Shifts => (Kind::Resolution, "the shifts of every attack."),
        Topic::Results => {
            (Kind::Resolution, "the result of the roll against losses, retreats and eliminations.")
        }
        Topic::Retreat => (
            Kind::Transition,
            "length, direction and hexes of every retreat, losses of those who cannot, markers.",
        ),
        Topic::Advance => {
            (Kind::Transition, "who enters the defender's hex, and whether it is empty.")
        }
        Topic::States => (
            Kind::State,
            "markers appear and vanish when they may, and units do not do what their markers forbid.",
        ),
        Topic::Supply => (
            Kind::State,
            "the marker of every unit when the phase ends, against the lines that can be drawn.",
        ),
        Topic::Demolition => (
            Kind::Budget,
            "who breaks a bridge when and how often, from where, and the roll. The bridge is gone for moves, zones and supply from the next phase on.",
        ),
        Topic::Points => (
            Kind::Budget,
            "points that the module keeps, after every change: never below nothing, never above the most that can be held.",
        ),
        Topic::Victory => (Kind::Budget, ""),
    };
    (kind, Checked::Yes, how)
}
