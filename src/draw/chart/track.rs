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

/// Height of the number of a turn, and of a line of what arrives.
const HEAD: f64 = 9.6;
const LINE: f64 = 3.0;

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
        let arrivals = arrivals(game, scenario);
        let rows = heights(flow, turns, &arrivals);
        flow.keep_whole(10.0 + rows.iter().sum::<f64>());
        flow.heading_before(&scenario.title, rows.first().copied().unwrap_or_default());
        track(game, flow, turns, &arrivals);
    }
}

/// The width of the space of a turn.
fn width(flow: &Flow) -> f64 {
    flow.width / f64::from(COLUMNS)
}

/// The turns of a track, open ends cut.
fn turns_of(turns: TurnSpan) -> Vec<i32> {
    let last = turns.last.map(|last| last.min(turns.first.saturating_add(MOST_TURNS)));
    last.map(|last| (turns.first..=last).collect()).unwrap_or_default()
}

/// How high each row of spaces is: as high as what arrives in it needs.
fn heights(flow: &Flow, turns: TurnSpan, arrivals: &BTreeMap<i32, Vec<Arrival>>) -> Vec<f64> {
    let row = |turns: &[i32]| {
        let lines = turns.iter().filter_map(|turn| arrivals.get(turn));
        let lines = lines.map(|arrivals| lines_of(flow, arrivals).len()).max().unwrap_or(0);
        (width(flow) * 0.86).max(HEAD + lines as f64 * LINE + 1.0)
    };
    turns_of(turns).chunks(COLUMNS as usize).map(row).collect()
}

fn track(game: &Game, flow: &mut Flow, turns: TurnSpan, arrivals: &BTreeMap<i32, Vec<Arrival>>) {
    let heights = heights(flow, turns, arrivals);
    let all = turns_of(turns);
    for (row, height) in all.chunks(COLUMNS as usize).zip(heights) {
        flow.need(height);
        for (column, turn) in row.iter().enumerate() {
            let at = Point::new(flow.at().x + column as f64 * width(flow), flow.at().y);
            let mut svg = number(game, flow, *turn, at, height);
            if let Some(arrivals) = arrivals.get(turn) {
                svg.push_str(&list(flow, arrivals, at, height));
            }
            flow.put(svg);
        }
        flow.skip(height);
    }
    flow.skip(4.0);
}

/// The frame, the number and the name of a turn.
fn number(game: &Game, flow: &Flow, turn: i32, at: Point, height: f64) -> String {
    let width = width(flow);
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

/// What arrives line by line, long names broken; the first line of each has the colour of its side.
fn lines_of<'a>(flow: &Flow, arrivals: &'a [Arrival]) -> Vec<(String, Option<&'a str>)> {
    let face = Face::regular(&flow.style.fonts.body);
    let broken = |(words, colour): &'a Arrival| {
        let lines = face.wrap(words, 2.3, width(flow) - 7.0).into_iter().enumerate();
        lines.map(|(nth, line)| (line, (nth == 0).then_some(colour.as_str()))).collect::<Vec<_>>()
    };
    arrivals.iter().flat_map(broken).collect()
}

/// What arrives, from the foot of the space upwards.
fn list(flow: &Flow, arrivals: &[Arrival], at: Point, height: f64) -> String {
    let face = Face::regular(&flow.style.fonts.body);
    let lines = lines_of(flow, arrivals);
    let mut svg = String::new();
    for (i, (words, colour)) in lines.iter().enumerate() {
        let y = at.y + height - 2.0 - (lines.len() - 1 - i) as f64 * LINE;
        if let Some(colour) = colour {
            svg.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"1.6\" height=\"2\" fill=\"{colour}\"/>",
                num(at.x + 2.0),
                num(y - 1.8)
            ));
        }
        let start = Point::new(at.x + 4.6, y);
        svg.push_str(&text(start, words, face, 2.3, &flow.style.paper.ink, Anchor::Start));
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
