//! Looking at the table: who is near, who holds what.

use super::Sicily;
use super::state::Scenario;
use super::units::{CADRE, Type};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::world::Unit;
use crate::referee::{Judgement, RuleId};

/// Says that units broke a rule, in a hex when there is one.
pub(super) fn accuse(
    play: &Play<'_, Sicily>,
    said: &mut Judgement,
    rule: RuleId,
    units: &[Unit],
    at: Option<Place>,
    message: String,
) {
    let finding = play.violation(rule, message, units);
    said.report(finding.hexes(at.map(|at| name(play, at))));
}

/// The same, where either of two rules may be cited.
pub(super) fn accuse_or(
    play: &Play<'_, Sicily>,
    said: &mut Judgement,
    (rule, other): (RuleId, RuleId),
    units: &[Unit],
    at: Option<Place>,
    message: String,
) {
    let finding = play.violation(rule, message, units).or(other);
    said.report(finding.hexes(at.map(|at| name(play, at))));
}

pub(super) fn name(play: &Play<'_, Sicily>, place: Place) -> String {
    play.setting.space.lattice.name(place)
}

pub(super) fn distance(play: &Play<'_, Sicily>, a: Place, b: Place) -> u32 {
    play.setting.space.lattice.distance(a, b).unwrap_or(u32::MAX)
}

/// Units on the map that are no depots, with where they stand.
pub(super) fn troops<'p>(
    play: &'p Play<'_, Sicily>,
) -> impl Iterator<Item = (Unit, Place)> + use<'p> {
    play.setting.roster.iter().filter_map(|(unit, known)| {
        Some((unit, play.position.place(unit)?)).filter(|_| known.kind != Type::Depot)
    })
}

/// How far the nearest of some units is; none when there is none.
pub(super) fn nearest(
    play: &Play<'_, Sicily>,
    place: Place,
    counts: impl Fn(Unit) -> bool,
) -> Option<u32> {
    let those = troops(play).filter(|(unit, _)| counts(*unit));
    those.map(|(_, there)| distance(play, place, there)).min()
}

/// Whether a side has a combat unit in a hex: depots are none.
pub(super) fn holds(play: &Play<'_, Sicily>, side: u8, place: Place) -> bool {
    play.position.stack(place).any(|unit| {
        let known = play.unit(unit);
        known.side == side && known.kind != Type::Depot
    })
}

/// Whether an enemy zone covers a hex, whoever of this side stands in it.
pub(super) fn in_zone(play: &Play<'_, Sicily>, side: u8, place: Place) -> bool {
    play.position.in_enemy_zone(side, place)
}

/// A regiment or brigade that is no cadre.
pub(super) fn is_full_regiment(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    play.unit(unit).is_regiment() && !play.is(unit, CADRE)
}

/// The turn; after the last one when nobody has told.
pub(super) fn turn(play: &Play<'_, Sicily>) -> i32 {
    play.clock.turn().or(play.state.told_turn).unwrap_or(i32::MAX)
}

/// What is played: a case says it, a log has it from its scenario.
pub(super) fn scenario(play: &Play<'_, Sicily>) -> Scenario {
    match play.scenario.map(|scenario| scenario.id.as_str()) {
        Some("us-landing") => Scenario::UsLanding,
        Some("variable-campaign") => Scenario::VariableCampaign,
        Some(_) => Scenario::Campaign,
        None => play.state.scenario,
    }
}

/// Places within reach of one another, by steps over hexes that are open; the number of steps, if there is a way of
/// at most so many.
pub(super) fn steps(
    play: &Play<'_, Sicily>,
    from: Place,
    most: u32,
    open: impl Fn(Place) -> bool,
    ends: impl Fn(Place) -> bool,
) -> Option<u32> {
    let lattice = &play.setting.space.lattice;
    let (mut ring, mut seen) = (vec![from], vec![false; lattice.len()]);
    seen[from as usize] = true;
    for far in 1..=most {
        let mut next = Vec::new();
        for here in ring {
            for &to in lattice.around(here) {
                if to == crate::referee::ground::OFF
                    || std::mem::replace(&mut seen[to as usize], true)
                {
                    continue;
                }
                if ends(to) {
                    return Some(far);
                }
                if open(to) {
                    next.push(to);
                }
            }
        }
        ring = next;
    }
    None
}
