//! The turn record track as a page of its own, with the reinforcements of each turn.
//!
//! Where scenarios differ in what comes when, each has its own track: nobody shall read another
//! scenario's reinforcements off his own.

use super::flow::Flow;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::hex::Point;
use crate::model::{Game, Scenario, TurnSpan};
use std::collections::BTreeMap;

/// No game is played for more turns than this; an open end must not fill the printer.
const MOST_TURNS: i32 = 400;

/// As many lines as leave the turn's number free.
const MOST_ARRIVALS: usize = 7;

const COLUMNS: i32 = 5;

/// What arrives, with the colour of its side.
type Arrival = (String, String);

/// Draws a space for every turn.
pub fn draw(game: &Game, flow: &mut Flow) {
    let mut each = game.scenarios.iter().map(|scenario| (scenario, arrivals(game, scenario)));
    let first = each.next().map(|(_, arrivals)| arrivals).unwrap_or_default();
    if each.all(|(_, arrivals)| arrivals == first) {
        return track(game, flow, game.turns, &first);
    }
    for scenario in &game.scenarios {
        let last = scenario.turns.last.or(game.turns.last);
        let turns = TurnSpan { first: scenario.turns.first, last };
        let rows = last.map_or(0, |last| (last - turns.first) / COLUMNS + 1);
        flow.keep_whole(10.0 + f64::from(rows.max(0)) * space(flow).1);
        flow.heading(&scenario.title);
        track(game, flow, turns, &arrivals(game, scenario));
    }
}

/// Width and height of the space of a turn.
fn space(flow: &Flow) -> (f64, f64) {
    let width = flow.width / f64::from(COLUMNS);
    (width, width * 0.86)
}

fn track(game: &Game, flow: &mut Flow, turns: TurnSpan, arrivals: &BTreeMap<i32, Vec<Arrival>>) {
    let Some(last) = turns.last else { return };
    let last = last.min(turns.first.saturating_add(MOST_TURNS));
    let (width, height) = space(flow);
    for turn in turns.first..=last {
        let column = (turn - turns.first) % COLUMNS;
        if column == 0 {
            if turn > turns.first {
                flow.skip(height);
            }
            flow.need(height);
        }
        let at = Point::new(flow.at().x + f64::from(column) * width, flow.at().y);
        let mut svg = number(game, flow, turn, at);
        if let Some(arrivals) = arrivals.get(&turn) {
            svg.push_str(&list(flow, arrivals, at));
        }
        flow.put(svg);
    }
    flow.skip(height + 4.0);
}

/// The frame, the number and the name of a turn.
fn number(game: &Game, flow: &Flow, turn: i32, at: Point) -> String {
    let (width, height) = space(flow);
    let (paper, family) = (&flow.style.paper, &flow.style.fonts.body);
    let mut svg = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\".3\"/>",
        num(at.x),
        num(at.y),
        num(width),
        num(height),
        paper.panel,
        paper.rule
    );
    svg.push_str(&text(
        Point::new(at.x + 2.0, at.y + 6.6),
        &turn.to_string(),
        Face::bold(family),
        6.2,
        &paper.accent,
        Anchor::Start,
    ));
    let place = usize::try_from(turn - game.turns.first).ok();
    if let Some(label) = place.and_then(|place| game.turn_labels.get(place)) {
        let face = Face::regular(family);
        let mut size = 3.0;
        while face.width(label, size) > width - 14.0 && size > 1.6 {
            size *= 0.95;
        }
        let end = Point::new(at.x + width - 2.0, at.y + 5.6);
        svg.push_str(&text(end, label, face, size, &paper.muted, Anchor::End));
    }
    svg
}

/// What arrives, from the foot of the space upwards.
fn list(flow: &Flow, arrivals: &[Arrival], at: Point) -> String {
    let (width, height) = space(flow);
    let mut lines = arrivals.to_vec();
    if lines.len() > MOST_ARRIVALS {
        let more = lines.len() + 1 - MOST_ARRIVALS;
        lines.truncate(MOST_ARRIVALS - 1);
        lines.push((format!("and {more} more"), "none".to_owned()));
    }
    let face = Face::regular(&flow.style.fonts.body);
    let mut svg = String::new();
    for (i, (words, colour)) in lines.iter().enumerate() {
        let y = at.y + height - 2.0 - (lines.len() - 1 - i) as f64 * 3.0;
        svg.push_str(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"1.6\" height=\"2\" fill=\"{colour}\"/>",
            num(at.x + 2.0),
            num(y - 1.8)
        ));
        let mut words = words.clone();
        while face.width(&words, 2.3) > width - 7.0 && words.chars().count() > 4 {
            words = words.chars().take(words.chars().count() - 2).collect::<String>() + "…";
        }
        let start = Point::new(at.x + 4.6, y);
        svg.push_str(&text(start, &words, face, 2.3, &flow.style.paper.ink, Anchor::Start));
    }
    svg
}

/// What arrives in a scenario, by turn.
fn arrivals(game: &Game, scenario: &Scenario) -> BTreeMap<i32, Vec<Arrival>> {
    let mut by_turn: BTreeMap<i32, Vec<Arrival>> = BTreeMap::new();
    for set_up in &scenario.set_ups {
        let Some(turn) = set_up.turn else { continue };
        let list = by_turn.entry(turn).or_default();
        for unit in &set_up.units {
            let counter = &game.counters[unit.counter];
            let name = match unit.count {
                1 => counter.name.to_string(),
                count => format!("{count} × {}", counter.name),
            };
            let entry = (name, game.colours(counter).0.to_owned());
            if !list.contains(&entry) {
                list.push(entry);
            }
        }
    }
    by_turn
}
