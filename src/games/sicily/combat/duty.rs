//! Who must attack, and whether they did.

use super::super::Sicily;
use super::super::units::{Nation, RETREATED, Size, Type};
use super::state::Combat;
use super::{BATTALIONS, MANDATORY, UPWARD};
use crate::referee::frame::Play;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::{Position, Unit};
use crate::referee::{Judgement, RuleId};

/// Judges what a side had to attack, by where everybody stood when the Combat Phase began.
pub(super) fn judge(play: &Play<'_, Sicily>, side: u8, said: &mut Judgement) {
    if play.state.fights.untold {
        for rule in [MANDATORY, BATTALIONS] {
            said.leave_unchecked(
                rule,
                "attacks were not declared, so that nobody knows who took part",
            );
        }
        return;
    }
    let start = &play.at_phase_start;
    for place in play.setting.space.lattice.places() {
        if start.has_enemy(side, place) {
            hex(play, start, side, place, said);
        }
    }
    for place in play.setting.space.lattice.places() {
        if start.has(side, place) {
            stack(play, start, side, place, said);
        }
    }
}

/// Why a unit must attack a hex next to it; none when it is excused.
pub(super) fn must(play: &Play<'_, Sicily>, here: Place, target: Place) -> Option<RuleId> {
    let heights = &play.setting.land.heights;
    let (own, theirs) = (heights.level(here), heights.level(target));
    // Landing units attack their beach and nothing else.
    if heights.is_sea(here) {
        return None;
    }
    if heights.is_town(here) || heights.is_city(here) {
        return (theirs > own).then_some(UPWARD);
    }
    (own < 4 || theirs >= own).then_some(MANDATORY)
}

/// The units of a side in a hex that can attack.
fn able<'p>(
    play: &'p Play<'_, Sicily>,
    start: &'p Position,
    side: u8,
    place: Place,
) -> impl Iterator<Item = Unit> + 'p {
    start.stack(place).filter(move |unit| {
        let facts = play.unit(*unit);
        facts.side == side && facts.kind != Type::Depot && start.states(*unit) & RETREATED == 0
    })
}

fn around(play: &Play<'_, Sicily>, place: Place) -> impl Iterator<Item = Place> {
    let around = *play.setting.space.lattice.around(place);
    around.into_iter().filter(|next| *next != OFF)
}

/// Whether an enemy hex was attacked, if somebody had to.
fn hex(play: &Play<'_, Sicily>, start: &Position, side: u8, target: Place, said: &mut Judgement) {
    if play.state.fights.was_attacked(target) || !play.position.has_enemy(side, target) {
        return;
    }
    let stayed = |unit: &Unit| play.position.place(*unit) == Some(target);
    if !start.stack(target).any(|unit| stayed(&unit)) {
        return;
    }
    for here in around(play, target).filter(|here| start.has(side, *here)) {
        let Some(rule) = must(play, here, target) else { continue };
        let units: Vec<Unit> = able(play, start, side, here).collect();
        if units.is_empty() {
            continue;
        }
        let name = |place| play.setting.space.lattice.name(place);
        let message = format!(
            "nobody attacks {}, next to {} in {}",
            name(target),
            play.units(units.iter().copied()),
            name(here)
        );
        let finding = play.violation(rule, message, &units).hexes([name(target), name(here)]);
        said.report(if rule == MANDATORY { finding } else { finding.or(MANDATORY) });
        return;
    }
}

/// Whether the units of a hex that had to attack did.
fn stack(play: &Play<'_, Sicily>, start: &Position, side: u8, here: Place, said: &mut Judgement) {
    let fights = &play.state.fights;
    let attacks = |unit: &Unit| {
        let own = |combat: &&Combat| combat.attacker == Some(side);
        fights.combats.iter().filter(own).any(|combat| combat.participants.contains(unit))
    };
    let units: Vec<Unit> = able(play, start, side, here).collect();
    let regiment = |unit: &Unit| {
        play.unit(*unit).size >= Size::Regiment
            && start.states(*unit) & super::super::units::CADRE == 0
    };
    let idle: Vec<Unit> = units.iter().filter(|unit| !attacks(unit)).copied().collect();
    let name = || play.setting.space.lattice.name(here);
    if units.iter().any(attacks) {
        let battalions: Vec<Unit> = idle.iter().filter(|unit| !regiment(unit)).copied().collect();
        if !battalions.is_empty() {
            let message = format!(
                "{} in {} does not attack, while others of its hex do",
                play.units(battalions.iter().copied()),
                name()
            );
            said.report(play.violation(BATTALIONS, message, &battalions).hexes([name()]));
        }
        return;
    }
    for target in around(play, here).filter(|target| start.has_enemy(side, *target)) {
        let Some(rule) = must(play, here, target) else { continue };
        let could_join = |combat: &&Combat| {
            let lattice = &play.setting.space.lattice;
            let near = |place: &Place| lattice.distance(here, *place) == Some(1);
            combat.attacker == Some(side)
                && combat.targets.contains(&target)
                && combat.targets.iter().all(near)
                && is_friendly(play, &combat.participants, &idle, side)
        };
        if fights.combats.iter().any(|combat| could_join(&combat)) {
            let message = format!(
                "{} in {} attacks nobody and could have joined an attack",
                play.units(idle.iter().copied()),
                name()
            );
            said.report(play.violation(rule, message, &idle).hexes([name()]));
            return;
        }
    }
}

/// Whether units may attack together.
fn is_friendly(play: &Play<'_, Sicily>, attackers: &[Unit], idle: &[Unit], side: u8) -> bool {
    let of = |nation| {
        move |unit: &Unit| play.unit(*unit).side == side && play.unit(*unit).nation == Some(nation)
    };
    let both = |a, b| attackers.iter().any(of(a)) && idle.iter().all(of(b));
    !both(Nation::Us, Nation::Uk) && !both(Nation::Uk, Nation::Us)
}
