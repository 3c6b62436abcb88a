//! The situation of a case: when it is, and what is known.

use super::boundary::Frontier;
use super::state::{Scenario, Weather};
use super::{Sicily, known};
use crate::deeds::Moment;
use crate::referee::Problem;
use crate::referee::case::Part;
use crate::referee::frame::Play;

/// When a case begins; none before the first turn and after the last.
pub(super) fn moment(when: &mut Part<'_>) -> Result<Option<Moment>, Problem> {
    let special = when.word("stage") == Some("special");
    let Some(node) = when.node("phase") else { return Ok(None) };
    // Segments of a phase are not stages of the sequence of play.
    let word = node.text().unwrap_or_default();
    let word = word.split_once('.').map_or(word, |(phase, _)| phase);
    if matches!(word, "set-up" | "game-end") {
        when.whose("side")?;
        when.read::<i32>("turn")?;
        return Ok(None);
    }
    let phase = if special { format!("special-{word}") } else { word.to_owned() };
    when.moment_of(node, &phase, 1).map(Some)
}

/// What else a case says of its situation.
pub(super) fn situation(
    play: &mut Play<'_, Sicily>,
    when: &mut Part<'_>,
    state: &mut Part<'_>,
) -> Result<(), Problem> {
    play.state.scenario = when.read::<Scenario>("scenario")?.unwrap_or_default();
    play.state.weather = when.read::<Weather>("weather")?.unwrap_or_default();
    let options: Vec<String> = when.read("options")?.unwrap_or_default();
    play.state.historical = options.iter().any(|option| option == "historical-weather");
    play.state.airlanding = options.iter().any(|option| option == "airlanding");
    play.state.told_turn = when.read("turn")?;
    play.state.fluctuating = options.iter().any(|option| option == "fluctuating-strength");
    super::combat::situation(play, state)?;
    play.state.halt_line = state.is("halt-line")?;
    if let Some(mut boundary) = state.part("boundary", "a boundary") {
        play.state.boundary = Some(Frontier::Column(boundary.need("column")?));
        boundary.finish()?;
    }
    known::read(play, state)
}
