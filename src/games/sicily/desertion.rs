//! 27.3 Italian desertion.

use super::Sicily;
use super::look::{accuse, is_full_regiment, nearest};
use super::supply::Supply;
use super::units::{ALLIED, Nation};
use crate::referee::frame::Play;
use crate::referee::world::Unit;
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_27_DESERTION = [
        /// From the turn after M or MX the Axis rolls a die for each Italian unit, in each Bookkeeping.
        ///
        /// Breaks it: a die for desertion is rolled for a German regiment. Put right: only Italians desert.
        WHEN = "SIC-27.31", "When Italians desert", "27.31", Sequence;
        /// Six and more, modified, costs a step: −1 with a German unit, −1 morale 2, −1 battalion of strength 2; +1 next to an
        /// Allied unit that is not isolated, +1 out of supply, +2 isolated.
        ///
        /// Breaks it: an isolated regiment rolls 4 and loses nothing. Put right: it loses a step.
        ROLL = "SIC-27.32", "The desertion roll", "27.32", Resolution;
        /// What deserts counts as eliminated.
        SCORES = "SIC-27.34", "Desertion scores", "27.34", State,
            not_of_play "it is counted at the end of the game: a wrong count is judged under 28.2";
    ];
}

/// From this total on a unit loses a step.
const DESERTS: i32 = 6;

/// The die of a unit, with what is added to it.
fn modified(play: &Play<'_, Sicily>, unit: Unit, die: i32) -> i32 {
    let known = play.unit(unit);
    let place = play.position.place(unit);
    let german = |other| play.unit(other).nation == Some(Nation::German);
    let with_germans = place.is_some_and(|place| play.position.stack(place).any(german));
    let weak = !is_full_regiment(play, unit) && !known.is_regiment() && known.strength == Some(2);
    let threat = |other| {
        play.unit(other).side == ALLIED && super::supply::of(play, other) != Supply::Isolated
    };
    let beside = place.is_some_and(|place| nearest(play, place, threat) == Some(1));
    let supply = match super::supply::of(play, unit) {
        Supply::In => 0,
        Supply::Out => 1,
        Supply::Isolated => 2,
    };
    die - i32::from(with_germans) - i32::from(known.morale == Some(2)) - i32::from(weak)
        + i32::from(beside)
        + supply
}

/// A die for a unit; how many steps it lost then, when that is known.
pub(super) fn roll(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    die: i32,
    lost: Option<bool>,
    said: &mut Judgement,
) {
    let known = play.unit(unit);
    super::sequence::is_too_early(play, &[unit], "a desertion roll", said);
    if known.nation.is_some_and(|nation| nation != Nation::Italian) {
        let message = format!("a desertion die is rolled for {}", known.words());
        accuse(play, said, WHEN, &[unit], None, message);
        return;
    }
    let began = play.state.known.letters.as_deref().is_none_or(|all| all.contains('M'));
    if play.state.known.letters_told && !began {
        let message = format!("{} rolls for desertion, which has not begun", known.words());
        accuse(play, said, WHEN, &[unit], None, message);
    }
    if play.exact {
        let units = [unit];
        let about = (super::sequence::BOOKKEEPING, &units[..], "desertion is rolled for");
        super::sequence::judge_phase(play, ("desertion", 1 - ALLIED), about, said);
    }
    let total = modified(play, unit, die);
    let loses = total >= DESERTS;
    if play.works_out {
        said.value("modified", total);
        said.value("loses-step", loses);
    }
    if lost.is_none() && loses && !play.exact {
        said.leave_unchecked(ROLL, "the chit of a regiment is turned where a log does not show it");
    }
    if let Some(lost) = lost.filter(|lost| *lost != loses) {
        let message = format!(
            "{} rolls {die}, {total} in all, and {} a step",
            known.words(),
            if lost { "loses" } else { "loses not" }
        );
        accuse(play, said, ROLL, &[unit], play.position.place(unit), message);
    }
}
