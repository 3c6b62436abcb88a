//! The sequence of play: nested phases with who acts.

use super::flow::Flow;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::hex::Point;
use crate::model::{Actor, Game, Phase};

/// Draws the turn from top to bottom.
pub fn draw(game: &Game, flow: &mut Flow) {
    for (i, phase) in game.sequence.iter().enumerate() {
        step(game, flow, phase, &format!("{}", i + 1), 0);
    }
    let muted = flow.style.paper.muted.clone();
    if let Some(last) = game.turns.last {
        flow.skip(3.0);
        flow.paragraph(
            &format!("The game lasts from turn {} to turn {last}.", game.turns.first),
            2.9,
            0.0,
            &muted,
        );
    }
}

fn step(game: &Game, flow: &mut Flow, phase: &Phase, number: &str, depth: usize) {
    let indent = depth as f64 * 9.0;
    let family = flow.style.fonts.body.clone();
    let (ink, muted, panel, rule) = (
        flow.style.paper.ink.clone(),
        flow.style.paper.muted.clone(),
        flow.style.paper.panel.clone(),
        flow.style.paper.rule.clone(),
    );
    let face = Face::regular(&family);
    let lines = face.wrap(&phase.summary, 3.0, flow.width - indent - 22.0);
    let height = 7.6 + lines.len() as f64 * 4.2 + if lines.is_empty() { 0.0 } else { 1.2 };
    flow.need(height + 2.0);
    let at = flow.at();
    let (band, words, who) = actor(game, phase.actor, &ink, &panel);
    flow.put(format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{panel}\" stroke=\"{rule}\" stroke-width=\".2\"/><rect x=\"{}\" y=\"{}\" width=\"13\" height=\"{}\" fill=\"{band}\"/>",
        num(at.x + indent),
        num(at.y),
        num(flow.width - indent),
        num(height),
        num(at.x + indent),
        num(at.y),
        num(height)
    ));
    let bold = Face::bold(&family);
    flow.put(text(
        Point::new(at.x + indent + 6.5, at.y + 5.3),
        number,
        bold,
        3.6,
        &words,
        Anchor::Middle,
    ));
    flow.put(text(
        Point::new(at.x + indent + 16.0, at.y + 5.3),
        &phase.name,
        bold,
        3.7,
        &ink,
        Anchor::Start,
    ));
    let mut aside = who;
    if phase.repeat > 1 {
        aside = format!("{aside} · {} times", phase.repeat);
    }
    if let Some(turns) = phase.turns {
        let span = match turns.last {
            None => format!("from turn {}", turns.first),
            Some(last) if last == turns.first => format!("turn {last}"),
            Some(last) => format!("turns {} to {last}", turns.first),
        };
        aside = format!("{aside} · {span}");
    }
    flow.put(text(
        Point::new(at.x + flow.width - 2.0, at.y + 5.2),
        &aside,
        face,
        2.8,
        &muted,
        Anchor::End,
    ));
    for (i, line) in lines.iter().enumerate() {
        let p = Point::new(at.x + indent + 16.0, at.y + 10.0 + i as f64 * 4.2);
        flow.put(text(p, line, face, 3.0, &ink, Anchor::Start));
    }
    flow.skip(height + 1.6);
    for (i, inner) in phase.phases.iter().enumerate() {
        step(game, flow, inner, &format!("{number}.{}", i + 1), depth + 1);
    }
    if depth == 0 {
        flow.skip(2.4);
    }
}

/// Colour, text colour and words of who acts.
fn actor(game: &Game, actor: Actor, ink: &str, panel: &str) -> (String, String, String) {
    let plain = |words: &str| (ink.to_owned(), panel.to_owned(), words.to_owned());
    match actor {
        Actor::Side(side) => {
            let side = &game.sides[side];
            (side.colour.clone(), side.text.clone(), side.name.clone())
        }
        Actor::Both => plain("both sides"),
        Actor::Nobody => plain(""),
        Actor::Each => plain("each side in turn"),
        Actor::First => plain("the side with the initiative"),
        Actor::Second => plain("the other side"),
    }
}
