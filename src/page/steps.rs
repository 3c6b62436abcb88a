//! What was done and said in each step, and when.

use super::Reading;
use super::document::{Document, MomentSheet, StepSheet};
use crate::deeds::{Act, Deed, Moment};
use crate::interpret::deed_words;
use crate::model::{Game, Id, Side};
use crate::replay::{Event, Step};
use std::collections::{HashMap, HashSet};

/// A log of the game: its steps, the number of its beginning on the page, and what is said there.
pub(super) struct Chapter<'a> {
    pub(super) steps: &'a [Step],
    pub(super) base: usize,
    pub(super) heading: Option<String>,
}

/// Logs in words.
pub(super) struct Script<'a> {
    pub(super) chapters: &'a [Chapter<'a>],
    /// Steps in which a piece was touched that others may not know.
    pub(super) secret: &'a HashSet<usize>,
    pub(super) deeds: &'a [Deed],
}

/// The turn of each tracker when the log begins: name, text, state.
type Trackers = [(String, Option<String>, String)];

/// Writes steps and moments.
pub(super) fn write(
    document: &mut Document,
    script: &Script<'_>,
    began: &Trackers,
    reading: Option<Reading<'_>>,
) {
    document.moments = match reading {
        Some(reading) => moments_of_deeds(reading.game, script.deeds),
        None => Vec::new(),
    };
    if document.moments.is_empty() {
        document.moments = moments_of_trackers(script.chapters, began);
    }
    let mut deeds: HashMap<usize, Vec<&Deed>> = HashMap::new();
    for deed in script.deeds {
        deeds.entry(deed.step).or_default().push(deed);
    }
    let sides: HashMap<String, usize> = seats(document, reading);
    let mut moment = 0;
    let numbered = script.chapters.iter().flat_map(|chapter| {
        let steps = chapter.steps.iter().map(move |step| (chapter, Some(step)));
        std::iter::once((chapter, None)).chain(steps)
    });
    for (chapter, step) in numbered {
        let number = document.steps.len();
        while document.moments.get(moment + 1).is_some_and(|next| next.step <= number) {
            moment += 1;
        }
        let Some(step) = step else {
            let deeds = chapter.heading.iter().cloned().collect();
            document.steps.push(StepSheet { moment, deeds, ..StepSheet::default() });
            continue;
        };
        let own = deeds.get(&number).map(Vec::as_slice).unwrap_or_default();
        let mut sheet = StepSheet {
            who: step.who.clone(),
            moment,
            undone_by: step.undone_by.map(|by| by + chapter.base),
            undoes: step.undoes.map(|what| what + chapter.base),
            ..StepSheet::default()
        };
        if !script.secret.contains(&number) {
            sheet.deeds = match reading {
                Some(reading) => own.iter().filter_map(|deed| words(reading.game, deed)).collect(),
                None => Vec::new(),
            };
        }
        tell(&mut sheet, step, script.secret.contains(&number));
        sheet.side = own
            .iter()
            .find_map(|deed| deed.by.map(|side| side.index()))
            .or_else(|| sheet.who.as_ref().and_then(|who| sides.get(who).copied()))
            .or_else(|| rolled_by(document, step))
            .or_else(|| document.moments.get(moment)?.side);
        document.steps.push(sheet);
    }
}

/// A deed in words; a change of turn is told by the moments.
fn words(game: &Game, deed: &Deed) -> Option<String> {
    match deed.act {
        Act::Turn(_) | Act::Roll { .. } => None,
        _ => deed_words(game, deed),
    }
}

/// Chat, dice, and what happened where the game has no words for it.
fn tell(sheet: &mut StepSheet, step: &Step, secret: bool) {
    let mut reports = Vec::new();
    let mut happened = Vec::new();
    let mut settings = Vec::new();
    let turned = step.events.iter().any(|event| matches!(event, Event::Turn { .. }));
    for event in &step.events {
        match event {
            Event::Chat { speaker: Some(speaker), text } => {
                sheet.chat.push((speaker.clone(), plain(text)));
            }
            Event::Chat { speaker: None, text } => reports.push(plain(text)),
            Event::Roll(roll) => sheet.rolls.push((roll.button.clone(), roll.dice.clone())),
            Event::Move { .. }
            | Event::Create { .. }
            | Event::Remove { .. }
            | Event::Change { .. }
            | Event::Reorder { .. }
                if !secret =>
            {
                happened.push(event.readable());
            }
            Event::Property { change, .. } if !change.new.is_empty() => {
                let name = change.name.trim_start_matches("say_").replace('_', " ");
                settings.push(format!("{name}: {}", change.new));
            }
            _ => {}
        }
    }
    // A change of turn is told by the moment that begins, a roll by its dice.
    if !sheet.deeds.is_empty() || turned || !sheet.rolls.is_empty() {
        return;
    }
    // The module's own reports are what the players saw.
    let told = [reports, happened, settings].into_iter().find(|lines| !lines.is_empty());
    sheet.deeds = told.filter(|_| sheet.chat.is_empty()).unwrap_or_default();
}

/// Text as it is meant: VASSAL writes chat with the entities of HTML.
fn plain(text: &str) -> String {
    let mut text = text.trim().trim_start_matches("* ").to_owned();
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " ")]
    {
        text = text.replace(entity, character);
    }
    text.replace("&amp;", "&")
}

/// The sides of the players, by their names.
fn seats(document: &Document, reading: Option<Reading<'_>>) -> HashMap<String, usize> {
    let side = |name: &str| {
        let mapped = reading.and_then(|reading| reading.mapping.sides.get(name));
        let name = mapped.map_or(name, String::as_str);
        document.sides.iter().position(|side| {
            side.id.eq_ignore_ascii_case(name) || side.name.eq_ignore_ascii_case(name)
        })
    };
    let seat = |[name, played]: &[String; 2]| Some((name.clone(), side(played)?));
    document.players.iter().filter_map(seat).collect()
}

/// Modules built by Hexwright write the roller's side at the end of the report: `* Roll 1d6: 4 [Lorn]`.
fn rolled_by(document: &Document, step: &Step) -> Option<usize> {
    step.rolls().next()?;
    step.lines().find_map(|line| {
        let (_, named) = line.trim().strip_suffix(']')?.rsplit_once('[')?;
        document.sides.iter().position(|side| side.name == named)
    })
}

fn moments_of_deeds(game: &Game, deeds: &[Deed]) -> Vec<MomentSheet> {
    let mut moments: Vec<MomentSheet> = Vec::new();
    for deed in deeds {
        let moment = match &deed.act {
            Act::SetUp { moment: Some(moment), .. } | Act::Turn(moment) => moment,
            _ => continue,
        };
        if moments.is_empty() && deed.step > 0 {
            moments.push(MomentSheet::default());
        }
        // Several clicks on the tracker in one step pass over phases that nobody played.
        moments.retain(|known| known.step != deed.step || deed.step == 0);
        moments.push(sheet(game, moment, deed.step));
    }
    moments
}

fn sheet(game: &Game, moment: &Moment, step: usize) -> MomentSheet {
    let nth = usize::try_from(moment.turn.saturating_sub(game.turns.first)).ok();
    let label = nth.and_then(|nth| game.turn_labels.get(nth)).cloned().unwrap_or_default();
    let mut phases = game.sequence.as_slice();
    let mut leaf = String::new();
    for id in &moment.phase {
        let Some(phase) = phases.iter().find(|phase| phase.id == *id) else { break };
        leaf.clone_from(&phase.name);
        phases = &phase.phases;
    }
    let side = moment.side.map(|side: Id<Side>| side.index());
    MomentSheet { step, turn: Some(moment.turn), label, phase: leaf, side }
}

/// Without a game, a moment is whatever the module's first turn tracker shows.
fn moments_of_trackers(chapters: &[Chapter<'_>], began: &Trackers) -> Vec<MomentSheet> {
    let shown = |step: usize, turn: &Option<String>, state: &str| MomentSheet {
        step,
        label: turn.clone().unwrap_or_else(|| state.to_owned()),
        ..MomentSheet::default()
    };
    let tracker = began.first().map(|(name, ..)| name.clone());
    let mut moments = match began.first() {
        Some((_, turn, state)) => vec![shown(0, turn, state)],
        None => vec![MomentSheet::default()],
    };
    let steps = chapters
        .iter()
        .flat_map(|chapter| chapter.steps.iter().map(move |step| (chapter.base, step)));
    for (base, step) in steps {
        for event in &step.events {
            if let Event::Turn { tracker: name, turn, state } = event
                && tracker.as_ref().is_none_or(|tracker| tracker == name)
            {
                moments.push(shown(base + step.number, turn, state));
            }
        }
    }
    moments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_become_the_characters_they_stand_for_once() {
        assert_eq!(plain("* a &lt;b&gt; &amp;lt;"), "a <b> &lt;");
    }
}
