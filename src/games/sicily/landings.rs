//! 18. Amphibious landings.

use super::Sicily;
use super::look::{accuse, holds, name, turn};
use super::state::Scenario;
use super::units::{ALLIED, LANDED, Type};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::world::{At, Off, Unit};
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_18 = [
        /// Only the Allies come from the sea: invasions on turn 1, in the variable campaign also a second one; end-runs from
        /// turn 3, and none in The U.S. Landing.
        ///
        /// Breaks it: on turn 4 a regiment lands from the open sea. Put right: it comes in at a depot.
        WHO = "SIC-18.0", "Who lands, and when", "18.0", Sequence;
        /// Landings go to beaches: level 1 coastal hexes without a city, and not closed to the unit.
        ///
        /// Breaks it: a regiment lands in the city of Palermo. Put right: it lands on the beach beside it.
        BEACH = "SIC-18.11", "Landings go to beaches", "18.11", Transition;
        /// Without an enemy in it the beach is entered at its normal cost, and a unit that is not disrupted goes on tactically.
        ///
        /// Breaks it: a unit that landed this turn goes sixteen road hexes. Put right: its way on shore is a tactical move with what
        /// the beach has left.
        UNOPPOSED = "SIC-18.12", "Unopposed landings", "18.12", Transition;
        /// All units bound for a beach with an enemy in it go to one sea hex next to it.
        ///
        /// Breaks it: a regiment waits in 3725 and the rangers in 3624, both for 3724. Put right: both wait in 3725.
        ONE_SEA_HEX = "SIC-18.13a", "Opposed landings wait in one sea hex", "18.13", Transition;
        /// A unit at sea attacks its beach and nothing else.
        ///
        /// Breaks it: a regiment in 3725, bound for 3724, attacks 3825. Put right: it attacks 3724.
        ONLY_ITS_BEACH = "SIC-18.13b", "Units at sea attack only their beach", "18.13", Resolution;
        /// What is still at sea when the Combat Phase ends is eliminated.
        ///
        /// Breaks it: a repulsed regiment stays in 3725 when the Axis begins to move. Put right: it is eliminated.
        ADVANCE_OR_DIE = "SIC-18.13c", "Advance or die", "18.13", State;
        /// A die for each landing unit; seven and more, modified, disrupts. The modifiers are a reconstruction.
        DISRUPTION = "SIC-18.14", "Disruption of landings", "18.14", Resolution,
            unobservable "the printed chart of modifiers is lost: any die can disrupt or spare a unit, so the marker that the players set counts";
        /// A disrupted unit makes no ordinary move for the rest of the turn.
        ///
        /// Breaks it: a disrupted regiment walks inland in the Special Stage. Put right: it waits for the next turn.
        DISRUPTED_STAYS = "SIC-18.15a", "Disrupted units cannot move", "18.15", Transition;
        /// Disrupted counters are turned to the south.
        DISPLAY = "SIC-18.16", "How disruption is shown", "18.16", State, unobservable "a reminder only";
        /// Units with a printed landing hex land there in the first wave.
        ///
        /// Breaks it: a regiment of 3724 is still at sea when the first Allied Movement Phase is over.
        /// Put right: it lands in 3724, or waits next to it when the enemy holds it.
        FIRST_WAVE = "SIC-18.21", "The first wave must land", "18.21", Sequence;
        /// The second wave lands in a hex of its own box, in the Special Stage of turn 1.
        ///
        /// Breaks it: a unit of the Dime box lands in 4027. Put right: it lands in 3623 or 3724.
        SECOND_WAVE = "SIC-18.22", "The second wave keeps to its box", "18.22", Transition;
    ];
}

/// A unit lands, or waits at sea before a beach.
pub(super) fn land(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    at: Place,
    against: Option<Place>,
    said: &mut Judgement,
) {
    super::sequence::judge_segment(play, unit, "lands", said);
    judge_time(play, unit, said);
    let sea = play.setting.land.places.is_sea(&play.setting.space, at);
    let beach = against.or((!sea).then_some(at));
    if let Some(beach) = beach {
        judge_beach(play, unit, beach, said);
        if sea {
            judge_sea_hex(play, unit, at, beach, said);
            play.state.known.at_sea.push((beach, at));
        } else if holds(play, 1 - ALLIED, at) {
            let message = format!(
                "{} lands in {}, where an enemy stands; it must wait in a sea hex next to it",
                play.unit(unit).words(),
                name(play, at)
            );
            accuse(play, said, ONE_SEA_HEX, &[unit], Some(at), message);
        }
    }
    come(play, unit, at);
}

/// A unit stands where it came ashore, or waits.
pub(super) fn come(play: &mut Play<'_, Sicily>, unit: Unit, at: Place) {
    play.put(unit, At::Map(at));
    play.set(unit, LANDED, true);
    play.state.known.arrived.push(unit);
    play.state.known.from_the_sea.push(unit);
    play.state.known.came_in.push(unit);
}

fn judge_time(play: &Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    let second_invasion = super::look::scenario(play) == Scenario::VariableCampaign;
    if known.side != ALLIED || turn(play) > 1 && !second_invasion {
        let message = format!("{} lands on turn {}", known.words(), turn(play));
        accuse(play, said, WHO, &[unit], None, message);
    }
}

/// What may be landed on, and by whom.
pub(super) fn judge_beach(play: &Play<'_, Sicily>, unit: Unit, beach: Place, said: &mut Judgement) {
    let (space, land) = (&play.setting.space, &play.setting.land);
    let (places, known) = (&land.places, play.unit(unit));
    let closed =
        known.kind != Type::Depot && land.entering(beach, known.kind.class() as usize).is_none();
    let told = play.position.place(unit).is_none();
    if let (true, Some(rows)) = (told, own_beaches(play, unit))
        && !rows.contains(&beach)
    {
        let rule = if is_first_wave(play, unit) { FIRST_WAVE } else { SECOND_WAVE };
        let rows: Vec<String> = rows.iter().map(|at| name(play, *at)).collect();
        let message = format!(
            "{} lands in {}, and its place is {}",
            known.words(),
            name(play, beach),
            rows.join(" or ")
        );
        return accuse(play, said, rule, &[unit], Some(beach), message);
    }
    let what = if places.is_city(space, beach) {
        "a city hex is no beach"
    } else if closed {
        "its class may not enter that hex"
    } else if !places.is_beach(space, beach) {
        "that is no level 1 coastal hex"
    } else if known.kind == Type::Depot {
        return super::depots::judge_place(play, unit, beach, said);
    } else {
        return;
    };
    let message = format!("{} lands in {}, and {what}", known.words(), name(play, beach));
    accuse(play, said, BEACH, &[unit], Some(beach), message);
}

/// Whether units may land from the open sea on this turn.
pub(super) fn may_invade(play: &Play<'_, Sicily>) -> bool {
    turn(play) == 1 || super::look::scenario(play) == Scenario::VariableCampaign
}

/// Units at sea attack only the beach for which they wait.
pub(super) fn judge_attack(
    play: &Play<'_, Sicily>,
    attackers: &[Unit],
    targets: &[Place],
    said: &mut Judgement,
) {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    for unit in attackers.iter().copied() {
        let Some(at) = play.position.place(unit).filter(|at| places.is_sea(space, *at)) else {
            continue;
        };
        let waits = play.state.known.at_sea.iter().find(|(_, sea)| *sea == at);
        let beach = play.unit(unit).landing.or(waits.map(|(beach, _)| *beach));
        if let Some(beach) = beach.filter(|beach| targets.iter().any(|target| target != beach)) {
            let message = format!(
                "{} attacks from the sea, and not only {}, its beach",
                play.unit(unit).words(),
                name(play, beach)
            );
            accuse(play, said, ONLY_ITS_BEACH, &[unit], Some(beach), message);
        }
    }
}

pub(super) fn is_first_wave(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    let code = play.unit(unit).set_up.as_deref();
    code.and_then(|code| play.setting.space.lattice.parse(code)).is_some()
}

/// The beaches that belong to a unit: its printed hex, or those of the box it waits in; none when it may choose.
pub(super) fn own_beaches(play: &Play<'_, Sicily>, unit: Unit) -> Option<Vec<Place>> {
    if super::look::scenario(play) == Scenario::VariableCampaign {
        return None;
    }
    let code = play.unit(unit).set_up.as_deref();
    if let Some(own) = code.and_then(|code| play.setting.space.lattice.parse(code)) {
        return Some(vec![own]);
    }
    let At::Off(Off::Entry(number)) = play.position.at(unit) else { return None };
    let entry = play.setting.space.entries.get(usize::from(number))?;
    let rows = play.setting.land.places.beaches_of(&entry.id)?;
    (!rows.is_empty()).then(|| rows.to_vec())
}

fn judge_sea_hex(
    play: &Play<'_, Sicily>,
    unit: Unit,
    at: Place,
    beach: Place,
    said: &mut Judgement,
) {
    let far = super::look::distance(play, at, beach);
    let other = play.state.known.at_sea.iter().find(|(bound, sea)| *bound == beach && *sea != at);
    let what = if far != 1 {
        format!("which is {far} hexes away")
    } else if let Some((_, sea)) = other {
        format!("and others wait for it in {}", name(play, *sea))
    } else if !holds(play, 1 - ALLIED, beach) {
        "and no enemy stands there".to_owned()
    } else {
        return;
    };
    let message = format!(
        "{} waits in {} for {}, {what}",
        play.unit(unit).words(),
        name(play, at),
        name(play, beach)
    );
    accuse(play, said, ONE_SEA_HEX, &[unit], Some(at), message);
}

/// What is left at sea when a Combat Phase ends is gone.
pub(super) fn judge_end_of_combat(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let left: Vec<(Unit, Place)> = super::look::troops(play)
        .filter(|(unit, at)| play.unit(*unit).side == ALLIED && places.is_sea(space, *at))
        .collect();
    for (unit, at) in left {
        let message = format!(
            "{} is still at sea in {} when the Combat Phase ends",
            play.unit(unit).words(),
            name(play, at)
        );
        accuse(play, said, ADVANCE_OR_DIE, &[unit], Some(at), message);
    }
}

/// Everything with a printed landing hex is ashore when the first Allied movement is over.
pub(super) fn judge_first_wave(play: &Play<'_, Sicily>, said: &mut Judgement) {
    if turn(play) != 1 || super::look::scenario(play) == Scenario::VariableCampaign || play.exact {
        return;
    }
    let waits = play.setting.roster.iter().filter(|(unit, known)| {
        let waits = matches!(play.position.at(*unit), At::Off(Off::Entry(_)));
        known.side == ALLIED && !known.is_airborne() && waits && is_first_wave(play, *unit)
    });
    let (late, told): (Vec<Unit>, Vec<String>) = waits
        .map(|(unit, known)| {
            let own = known.set_up.as_deref().unwrap_or_default();
            (unit, format!("{} has not landed in {own}", known.words()))
        })
        .unzip();
    if !late.is_empty() {
        accuse(play, said, FIRST_WAVE, &late, None, told.join("; "));
    }
}
