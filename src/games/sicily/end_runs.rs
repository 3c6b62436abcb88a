//! 18.3 End-runs along the coast.

use super::Sicily;
use super::look::{accuse, holds, in_zone, is_full_regiment, name, nearest, steps, turn};
use super::state::{Account, Scenario};
use super::units::{ALLIED, ISOLATED, Nation, OUT_OF_SUPPLY};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::Unit;
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_18_END_RUNS = [
        /// On turn 3 a secret number and a die give each army its end-runs for the game.
        ALLOWANCES = "SIC-18.31", "End-run allowances", "18.31", Resolution,
            unobservable "the secret numbers are the players' own, and the printed table is lost: what they announce counts";
        /// An end-run starts in supply, on a beach or in a city, out of every enemy zone.
        ///
        /// Breaks it: a regiment next to a German regiment makes an end-run. Put right: one that nobody watches does.
        STARTS = "SIC-18.32a", "Where end-runs start", "18.32", Transition;
        /// It goes at most eight hexes over water, the beach included, and lands within three hexes of another friend.
        ///
        /// Breaks it: a regiment lands four hexes from the nearest friend. Put right: it lands a hex nearer.
        REACH = "SIC-18.32b", "How far end-runs go", "18.32", Transition;
        /// Regiments use the regiment allowance of their army, battalions and cadres the battalion allowance.
        ///
        /// Breaks it: a second US regiment makes an end-run with an allowance of one. Put right: a battalion does.
        SPENT = "SIC-18.33", "End-run allowances are spent", "18.33", Budget;
        /// One unit each, one for each army a turn, and only infantry on foot.
        ///
        /// Breaks it: a tank battalion makes an end-run. Put right: the rangers do.
        LIMITS = "SIC-18.34", "Limits of end-runs", "18.34", Budget;
    ];
}

/// An end-run goes at most so many hexes.
const FARTHEST: u32 = 8;
/// A friend is so near to where it lands.
const NEAR: u32 = 3;
/// There are none before this turn.
const FIRST_TURN: i32 = 3;

/// A unit goes by sea from one beach to another; where to is not always told.
pub(super) fn run(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    to: Option<Place>,
    against: Option<Place>,
    said: &mut Judgement,
) {
    super::sequence::judge_segment(play, unit, "makes an end-run", said);
    judge_who(play, unit, said);
    judge_allowance(play, unit, said);
    if let Some(from) = play.position.place(unit) {
        judge_start(play, unit, from, said);
        if let Some(beach) = against.or(to) {
            super::landings::judge_beach(play, unit, beach, said);
            judge_reach(play, unit, from, beach, said);
        }
    }
    let nation = play.unit(unit).nation.unwrap_or(Nation::Us);
    let regiment = is_full_regiment(play, unit);
    play.ledgers.add(Account::EndRuns(nation), Scope::Turn, 1);
    play.ledgers.add(Account::EndRunsInAll(nation, regiment), Scope::Game, 1);
    if let Some(to) = to {
        super::landings::come(play, unit, to);
    }
}

fn judge_who(play: &Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    let early = turn(play) < FIRST_TURN || super::look::scenario(play) == Scenario::UsLanding;
    if known.side != ALLIED || early {
        let message = format!("{} makes an end-run on turn {}", known.words(), turn(play));
        accuse(play, said, super::landings::WHO, &[unit], None, message);
    }
    let second = known.nation.is_some_and(|own| play.ledgers.of(Account::EndRuns(own)) > 0);
    let what = if !known.is_foot_infantry() {
        "and it is no infantry on foot"
    } else if second {
        "and it is not the first of its army on this turn"
    } else {
        return;
    };
    let message = format!("{} makes an end-run, {what}", known.words());
    accuse(play, said, LIMITS, &[unit], None, message);
}

fn judge_allowance(play: &Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    let Some(nation) = known.nation else { return };
    let regiment = is_full_regiment(play, unit);
    let Some(most) = play.ledgers.get(Account::EndRunsAllowed(nation, regiment)) else {
        if !play.exact {
            said.leave_unchecked(SPENT, "the end-runs of this army were not announced");
        }
        return;
    };
    if play.ledgers.of(Account::EndRunsInAll(nation, regiment)) >= most {
        let size = if regiment { "regiments" } else { "battalions" };
        let message = format!(
            "{} makes an end-run, and the {most} for {size} of its army are spent",
            known.words()
        );
        accuse(play, said, SPENT, &[unit], None, message);
    }
}

fn judge_start(play: &Play<'_, Sicily>, unit: Unit, from: Place, said: &mut Judgement) {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let what = if play.is(unit, OUT_OF_SUPPLY | ISOLATED) {
        "and it is not in supply"
    } else if !(places.is_beach(space, from) || places.is_city(space, from)) {
        "which is neither a beach nor a city"
    } else if in_zone(play, ALLIED, from) {
        "which is in an enemy zone of control"
    } else {
        return;
    };
    let message =
        format!("{} starts an end-run in {}, {what}", play.unit(unit).words(), name(play, from));
    accuse(play, said, STARTS, &[unit], Some(from), message);
}

fn judge_reach(
    play: &Play<'_, Sicily>,
    unit: Unit,
    from: Place,
    beach: Place,
    said: &mut Judgement,
) {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let open = |place| {
        places.has_water(space, place)
            && (places.is_sea(space, place) || !holds(play, 1 - ALLIED, place))
    };
    let sea = steps(play, from, FARTHEST + 1, open, |place| place == beach);
    let friend = nearest(play, beach, |other| other != unit && play.unit(other).side == ALLIED);
    let what = match (sea, friend) {
        // Whether the beach counts among the eight is a matter of reading.
        (Some(far), _) if far == FARTHEST + 1 => {
            let why = "the eight hexes may or may not include the beach";
            return said.leave_unchecked(REACH, why);
        }
        (None, _) => format!("more than {FARTHEST} hexes by sea"),
        (_, None) => "with no friend near".to_owned(),
        (_, Some(far)) if far > NEAR => format!("{far} hexes from the nearest friend"),
        _ => return,
    };
    let message = format!(
        "{} makes an end-run from {} to {}, {what}",
        play.unit(unit).words(),
        name(play, from),
        name(play, beach)
    );
    accuse(play, said, REACH, &[unit], Some(beach), message);
}
