//! 26. Evacuation, and Maximum Interdiction.

use super::Sicily;
use super::look::{accuse, in_zone, name};
use super::state::Account;
use super::units::{ALLIED, Nation, Type};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::{At, Off, Unit};
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_26 = [
        /// Allied units leave from depot hexes of their army, Axis units from 5902, 5903, 6001 and 6102. They never come back.
        ///
        /// Breaks it: a German regiment is evacuated from 5803. Put right: it goes to 5903 first.
        WHERE = "SIC-26.11", "Where units are evacuated", "26.11", Transition;
        /// Six Allied units leave a depot hex in a phase, and as many Italian and German ones as each hex has printed. The
        /// printed numbers are reconstructed.
        ///
        /// Breaks it: seven US units leave one depot hex in a phase. Put right: six do.
        CAPACITY = "SIC-26.12", "Capacity of evacuation", "26.12", Budget;
        /// A unit that came this turn must have a quarter of its allowance left, and none leaves from an enemy zone.
        ///
        /// Breaks it: a regiment spends its whole allowance to reach Messina and is evacuated. Put right: it waits a turn.
        TIME = "SIC-26.13", "Time to embark", "26.13", Transition;
        /// Maximum Interdiction is declared in Bookkeeping of a turn without rain, after ten Axis units were evacuated on
        /// earlier turns; then each evacuee rolls.
        ///
        /// Breaks it: it is declared after nine. Put right: after ten.
        INTERDICTION = "SIC-26.21", "Maximum Interdiction", "26.21", Resolution;
        /// On a turn of Maximum Interdiction a die strikes at the mainland artillery.
        GUNS = "SIC-26.22", "The strike at the mainland guns", "26.22", Resolution,
            unobservable "the printed table is lost: no die has a certain outcome";
    ];
}

/// So many Allied units leave a depot hex in a phase.
const ALLIED_CAPACITY: i32 = 6;
/// So many Axis units were evacuated before Maximum Interdiction.
const BEFORE_INTERDICTION: i32 = 10;
/// A unit keeps this part of its allowance to embark.
const KEPT: u32 = 4;

/// How many were evacuated, when that is too few for Maximum Interdiction; nothing when it may be declared.
pub(super) fn too_few(play: &Play<'_, Sicily>) -> Option<i32> {
    let before = play.ledgers.of(Account::EvacuatedBefore);
    let known = play.exact || play.state.from_the_start;
    (before < BEFORE_INTERDICTION && known).then_some(before)
}

/// A unit leaves the island.
pub(super) fn evacuate(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    at: Option<Place>,
    said: &mut Judgement,
) {
    let known = play.unit(unit);
    let (side, nation) = (known.side, known.nation);
    if let Some(at) = at.or(play.position.place(unit)) {
        judge_where(play, unit, at, said);
        judge_time(play, unit, at, said);
        judge_capacity(play, unit, at, said);
        if let Some(nation) = nation {
            play.ledgers.add(Account::Evacuees(at, nation), Scope::Phase, 1);
        }
    }
    if side != ALLIED {
        play.state.known.evacuated_now += 1;
    }
    play.state.known.evacuated.push(unit);
    play.put(unit, At::Off(Off::Away));
}

fn judge_where(play: &Play<'_, Sicily>, unit: Unit, at: Place, said: &mut Judgement) {
    let known = play.unit(unit);
    let depot = |other| {
        let other = play.unit(other);
        other.kind == Type::Depot && (known.nation.is_none() || other.nation == known.nation)
    };
    let right = if known.side == ALLIED {
        play.position.stack(at).any(depot)
    } else {
        play.setting.land.places.evacuates(at).is_some()
    };
    if !right {
        let message = format!(
            "{} is evacuated from {}, which is no place for it",
            known.words(),
            name(play, at)
        );
        accuse(play, said, WHERE, &[unit], Some(at), message);
    }
}

fn judge_time(play: &Play<'_, Sicily>, unit: Unit, at: Place, said: &mut Judgement) {
    let known = play.unit(unit);
    let why = if in_zone(play, known.side, at) {
        "out of an enemy zone of control".to_owned()
    } else if let Some(spent) = spent(play, unit, at) {
        let one = play.setting.space.scale.one();
        let has = super::movement::allowance(play, unit, true);
        if (has - has / KEPT) * one >= spent {
            return;
        }
        format!("after {} of {has} points", play.setting.space.scale.points(spent))
    } else {
        return;
    };
    let message = format!("{} is evacuated from {} {why}", known.words(), name(play, at));
    accuse(play, said, TIME, &[unit], Some(at), message);
}

/// The least that a unit spent to come here in this phase; none when it stood here, or came in some other way.
fn spent(play: &Play<'_, Sicily>, unit: Unit, at: Place) -> Option<u32> {
    let from = play.at_phase_start.place(unit).filter(|from| *from != at)?;
    super::movement::cheapest(play, unit, from, at)
}

fn judge_capacity(play: &Play<'_, Sicily>, unit: Unit, at: Place, said: &mut Judgement) {
    let known = play.unit(unit);
    let Some(nation) = known.nation else { return };
    let before = play.ledgers.of(Account::Evacuees(at, nation));
    let printed = play.setting.land.places.evacuates(at);
    let most = match nation {
        Nation::Us | Nation::Uk => ALLIED_CAPACITY,
        Nation::Italian => printed.map_or(i32::MAX, |[italian, _]| italian as i32),
        Nation::German => printed.map_or(i32::MAX, |[_, german]| german as i32),
    };
    if before < most {
        return;
    }
    if matches!(nation, Nation::Us | Nation::Uk) {
        let message =
            format!("{} is the unit after {most} that leave {}", known.words(), name(play, at));
        accuse(play, said, CAPACITY, &[unit], Some(at), message);
    } else {
        said.leave_unchecked(CAPACITY, "the printed capacities of Axis hexes are lost");
    }
}

/// A turn is over: its evacuees count from the next one on.
pub(super) fn ends_turn(play: &mut Play<'_, Sicily>) {
    let now = std::mem::take(&mut play.state.known.evacuated_now);
    play.ledgers.add(Account::EvacuatedBefore, Scope::Game, now);
}
