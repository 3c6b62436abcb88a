//! The turn record track as a page of its own, with the reinforcements of each turn.

use super::flow::Flow;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::hex::Point;
use crate::model::Game;

/// No game is played for more turns than this; an open end must not fill the printer.
const MOST_TURNS: i32 = 400;

/// As many lines as leave the turn's number free.
const MOST_ARRIVALS: usize = 7;

/// Draws a space for every turn.
pub fn draw(game: &Game, flow: &mut Flow) {
    let Some(last) = game.turns.last else { return };
    let first = game.turns.first;
    let last = last.min(first.saturating_add(MOST_TURNS));
    let columns = 5;
    let step = flow.width / f64::from(columns);
    let height = step * 0.86;
    let family = flow.style.fonts.body.clone();
    let (ink, muted, panel, rule, accent) = (
        flow.style.paper.ink.clone(),
        flow.style.paper.muted.clone(),
        flow.style.paper.panel.clone(),
        flow.style.paper.rule.clone(),
        flow.style.paper.accent.clone(),
    );
    for turn in first..=last {
        let place = turn - first;
        let column = place % columns;
        if column == 0 {
            if place > 0 {
                flow.skip(height);
            }
            flow.need(height);
        }
        let at = Point::new(flow.at().x + f64::from(column) * step, flow.at().y);
        let mut svg = format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{panel}\" stroke=\"{rule}\" stroke-width=\".3\"/>",
            num(at.x),
            num(at.y),
            num(step),
            num(height)
        );
        let number = Face::bold(&family);
        svg.push_str(&text(
            Point::new(at.x + 2.0, at.y + 6.6),
            &turn.to_string(),
            number,
            6.2,
            &accent,
            Anchor::Start,
        ));
        let label = usize::try_from(place).ok().and_then(|i| game.turn_labels.get(i));
        if let Some(label) = label {
            let face = Face::regular(&family);
            let mut size = 3.0;
            while face.width(label, size) > step - 14.0 && size > 1.6 {
                size *= 0.95;
            }
            svg.push_str(&text(
                Point::new(at.x + step - 2.0, at.y + 5.6),
                label,
                face,
                size,
                &muted,
                Anchor::End,
            ));
        }
        let mut arrivals = arrivals(game, turn);
        if arrivals.len() > MOST_ARRIVALS {
            let more = arrivals.len() + 1 - MOST_ARRIVALS;
            arrivals.truncate(MOST_ARRIVALS - 1);
            arrivals.push((format!("and {more} more"), "none".to_owned()));
        }
        let face = Face::regular(&family);
        for (i, (words, colour)) in arrivals.iter().enumerate() {
            let y = at.y + height - 2.0 - (arrivals.len() - 1 - i) as f64 * 3.0;
            svg.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"1.6\" height=\"2\" fill=\"{colour}\"/>",
                num(at.x + 2.0),
                num(y - 1.8)
            ));
            let mut words = words.clone();
            while face.width(&words, 2.3) > step - 7.0 && words.chars().count() > 4 {
                words = words.chars().take(words.chars().count() - 2).collect::<String>() + "…";
            }
            svg.push_str(&text(Point::new(at.x + 4.6, y), &words, face, 2.3, &ink, Anchor::Start));
        }
        flow.put(svg);
    }
    flow.skip(height + 4.0);
}

/// What arrives on a turn in any scenario, with the colour of its side.
fn arrivals(game: &Game, turn: i32) -> Vec<(String, String)> {
    let mut list = Vec::new();
    for scenario in &game.scenarios {
        for set_up in scenario.set_ups.iter().filter(|set_up| set_up.turn == Some(turn)) {
            for unit in &set_up.units {
                let counter = &game.counters[unit.counter];
                let entry = (counter.name.to_string(), game.colours(counter).0.to_owned());
                if !list.contains(&entry) {
                    list.push(entry);
                }
            }
        }
    }
    list
}
