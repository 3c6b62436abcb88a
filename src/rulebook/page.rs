//! All that the page shows, ready for its template.

use super::charts::{self, Table};
use super::guide::{self, Guide};
use super::scenarios::{self, Card};
use crate::model::words::{count, list, lower};
use crate::model::{Actor, CounterKind, Game, Phase, Scenario, Topic};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Page {
    title: String,
    subtitle: String,
    version: String,
    credits: String,
    summary: String,
    scale: Vec<String>,
    components: String,
    /// The two colours of the sides, for the page's own bands.
    sides: Vec<SideMark>,
    sections: Vec<Section>,
    other_charts: Vec<Table>,
    options: Vec<(String, String)>,
    scenarios: Vec<Card>,
}

#[derive(Debug, Serialize)]
struct SideMark {
    name: String,
    colour: String,
    text: String,
}

/// A numbered heading with what the data and the designer say below it.
#[derive(Debug, Serialize)]
struct Section {
    number: String,
    title: String,
    /// Whether it is a paragraph of the section before (`4.2` after `4.0`).
    inner: bool,
    paragraphs: Vec<String>,
    sequence: Vec<Step>,
    guide: Option<Guide>,
    table: Option<Table>,
    shifts: Vec<(String, String)>,
    /// States with their effects.
    states: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct Step {
    depth: usize,
    name: String,
    actor: String,
    summary: String,
}

pub(super) fn page(game: &Game) -> Page {
    let combat_chart = game.rules.combat.as_ref().map(|combat| combat.chart.as_str());
    Page {
        title: game.title.clone(),
        subtitle: game.subtitle.clone(),
        version: game.version.clone(),
        credits: game.credits.join(" · "),
        summary: game.summary.clone(),
        scale: game.scale.clone(),
        components: components(game),
        sides: game
            .sides
            .iter()
            .map(|side| SideMark {
                name: side.name.clone(),
                colour: side.colour.clone(),
                text: side.text.clone(),
            })
            .collect(),
        sections: sections(game),
        other_charts: game
            .charts
            .iter()
            .filter(|chart| Some(chart.id.as_str()) != combat_chart)
            .map(|chart| charts::chart(game, chart))
            .collect(),
        options: game
            .options
            .iter()
            .map(|option| (option.name.clone(), option.summary.clone()))
            .collect(),
        scenarios: shortest_first(game),
    }
}

/// Scenario cards in the order in which players take them up.
fn shortest_first(game: &Game) -> Vec<Card> {
    let mut scenarios: Vec<&Scenario> = game.scenarios.iter().collect();
    scenarios.sort_by_key(|scenario| {
        let turns = scenario.turns;
        turns.last.map_or(i64::MAX, |last| i64::from(last) - i64::from(turns.first))
    });
    scenarios.into_iter().map(|scenario| scenarios::card(game, scenario)).collect()
}

fn sections(game: &Game) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut claimed = Vec::new();
    for note in &game.rules.notes {
        let mut section = match note.about {
            Some(topic) if !claimed.contains(&topic) => {
                claimed.push(topic);
                section(game, topic, &note.title)
            }
            _ => Section::empty(&note.title),
        };
        section.number.clone_from(&note.id);
        section.inner = !note.id.ends_with(".0") && note.id.contains('.');
        section.paragraphs.splice(0..0, note.lead.iter().cloned());
        section.paragraphs.extend(note.text.iter().cloned());
        sections.push(section);
    }
    let rest = Topic::ALL.iter().filter(|(topic, _)| !claimed.contains(topic));
    let rest: Vec<Section> = rest
        .map(|(topic, title)| section(game, *topic, title))
        .filter(|section| !section.is_empty())
        .collect();
    sections.extend(rest);
    sections
}

fn section(game: &Game, topic: Topic, title: &str) -> Section {
    let mut section = Section::empty(title);
    let sentences = topic.sentences(game);
    match topic {
        Topic::States => section.states = topic.items(game),
        _ if !sentences.is_empty() => section.paragraphs.push(sentences.join(" ")),
        _ => {}
    }
    match topic {
        Topic::Units => section.guide = guide::guide(game),
        Topic::Sequence => steps(game, &game.sequence, None, 0, &mut section.sequence),
        Topic::Movement => section.table = charts::terrain(game),
        Topic::Shifts => section.shifts = topic.items(game),
        Topic::Results => {
            let chart =
                game.rules.combat.as_ref().and_then(|combat| game.charts.get(&combat.chart));
            section.table = chart.map(|chart| charts::chart(game, chart));
        }
        _ => {}
    }
    section
}

impl Section {
    fn empty(title: &str) -> Self {
        Section {
            number: String::new(),
            title: title.to_owned(),
            inner: false,
            paragraphs: Vec::new(),
            sequence: Vec::new(),
            guide: None,
            table: None,
            shifts: Vec::new(),
            states: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.paragraphs.is_empty()
            && self.sequence.is_empty()
            && self.guide.is_none()
            && self.table.is_none()
            && self.shifts.is_empty()
            && self.states.is_empty()
    }
}

/// Phases as an indented list; who acts is said where it changes.
fn steps(
    game: &Game,
    phases: &[Phase],
    around: Option<Actor>,
    depth: usize,
    steps_out: &mut Vec<Step>,
) {
    for phase in phases {
        let mut actor = match phase.actor {
            own if Some(own) == around => String::new(),
            Actor::Side(id) => game.sides[id].name.clone(),
            Actor::Both => "both sides".to_owned(),
            Actor::Nobody => String::new(),
            Actor::Each => {
                let names: Vec<&str> = game.sides.iter().map(|side| side.name.as_str()).collect();
                names.join(", then ")
            }
            Actor::First => "first side".to_owned(),
            Actor::Second => "second side".to_owned(),
        };
        if phase.repeat > 1 {
            actor.push_str(&format!(" × {}", phase.repeat));
        }
        if let Some(turns) = phase.turns {
            let last = turns.last.map_or_else(|| "on".to_owned(), |last| last.to_string());
            actor.push_str(&format!(" turns {}–{last}", turns.first));
        }
        steps_out.push(Step {
            depth,
            name: phase.name.clone(),
            actor: actor.trim().to_owned(),
            summary: phase.summary.clone(),
        });
        steps(game, &phase.phases, Some(phase.actor), depth + 1, steps_out);
    }
}

fn components(game: &Game) -> String {
    let mut parts = Vec::new();
    let hexes: Vec<String> = game
        .maps
        .iter()
        .map(|map| {
            let spec = map.grid.spec();
            format!("{} × {} hexes", spec.columns, spec.rows)
        })
        .collect();
    match hexes.as_slice() {
        [] => {}
        [one] => parts.push(format!("one map of {one}")),
        more => parts.push(format!("{} maps", more.len())),
    }
    let total = |wanted: &dyn Fn(CounterKind) -> bool| -> u32 {
        game.counters
            .iter()
            .filter(|counter| wanted(counter.kind))
            .map(|counter| counter.count)
            .sum()
    };
    let marker = |kind| matches!(kind, CounterKind::Marker | CounterKind::Chit);
    let (units, markers) = (total(&|kind| !marker(kind)), total(&marker));
    if units > 0 {
        parts.push(count(units, "unit", "units"));
    }
    if markers > 0 {
        parts.push(count(markers, "marker", "markers"));
    }
    parts.extend(game.dice.iter().map(crate::model::Die::in_words));
    lower(&list(&parts, "and"))
}
