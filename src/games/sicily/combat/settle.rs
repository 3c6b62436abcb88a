//! What a result asked for, against what was done about it.

use super::super::Sicily;
use super::super::units::{RETREATED, Type};
use super::losses::is_alive;
use super::retreat::{ZONES, tell_staying};
use super::state::{Combat, Fights};
use super::{LOOKUP, NO_STANDING, RESULT};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::world::Unit;
use crate::referee::{Finding, Judgement};

/// A stage begins.
pub(in crate::games::sicily) fn opens(play: &mut Play<'_, Sicily>) {
    play.state.fights = Fights::default();
    for number in 0..play.setting.roster.len() {
        if play.is(number as Unit, RETREATED) {
            play.set(number as Unit, RETREATED, false);
        }
    }
}

/// A Combat Phase ends.
pub(in crate::games::sicily) fn closes(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    settle(play, said);
    if let Some(side) = play.clock.acting(&play.sequence) {
        super::duty::judge(play, side, said);
    }
}

/// Nothing more will be done about the combat that was fought last. A case may leave out what is done about results, and
/// is judged when it ends.
pub(super) fn settle(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    if let Some(combat) = play.state.fights.current()
        && !combat.settled
        && !play.exact
    {
        if let Some(finding) = too_little(play, combat) {
            said.report(finding);
        }
        for (from, staying) in stayed(play, combat) {
            tell_staying(play, from, &staying, said);
        }
    }
    if !play.exact
        && let Some(combat) = play.state.fights.current_mut()
    {
        combat.settled = true;
    }
}

/// Dice were rolled for a combat of which nothing else is known.
pub(super) fn untold(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    settle(play, said);
    play.state.fights.untold = true;
    play.state.fights.combats.push(Combat { settled: true, ..Combat::default() });
    said.leave_unchecked(
        LOOKUP,
        "nobody said who attacked whom, and nothing that was done shows it",
    );
}

/// A case ends: what its combats still asked for, told where something was last done about it.
pub(in crate::games::sicily) fn outstanding(play: &Play<'_, Sicily>) -> Vec<(usize, Finding)> {
    // Losses alone may be all that it tells.
    let begun = |combat: &&Combat| combat.went.high > 0;
    let combats = play.state.fights.combats.iter().filter(|combat| !combat.settled);
    let found = combats.filter(begun).filter_map(|combat| {
        let finding = too_little(play, combat)?;
        let step = if finding.rule == ZONES { combat.zones_at } else { combat.last };
        Some((step, finding))
    });
    found.collect()
}

/// The losers of a combat that are still in play.
fn losers<'c>(
    play: &'c Play<'_, Sicily>,
    combat: &'c Combat,
    side: u8,
) -> impl Iterator<Item = Unit> + 'c {
    let all = combat.participants.iter().chain(&combat.bystanders).copied();
    all.filter(move |unit| play.unit(*unit).side == side && is_alive(play, *unit))
}

/// The side that lost, by number.
fn loser(combat: &Combat) -> Option<u8> {
    let attacker = combat.attacker?;
    Some(if combat.outcome?.attacker { attacker } else { 1 - attacker })
}

/// Steps that may have been lost without a trace in the log: turned chits.
fn hidden(play: &Play<'_, Sicily>, combat: &Combat, side: u8) -> u32 {
    if play.exact {
        return 0;
    }
    let whole =
        |unit: &Unit| play.unit(*unit).has_cadre() && !play.is(*unit, super::super::units::CADRE);
    losers(play, combat, side).filter(whole).count() as u32
}

/// Whether the loser lost or went less than the result asks for.
fn too_little(play: &Play<'_, Sicily>, combat: &Combat) -> Option<Finding> {
    let (outcome, side) = (combat.outcome?, loser(combat)?);
    if !combat.sure || losers(play, combat, side).next().is_none() {
        return None;
    }
    let lost = combat.lost.high + hidden(play, combat, side);
    let total = lost + combat.went.high;
    // A case may leave out the steps that are lost at once.
    let at_once = if play.exact && combat.lost.high == 0 { 0 } else { outcome.steps };
    let due = at_once + outcome.hexes + combat.zones;
    let units: Vec<Unit> = losers(play, combat, side).collect();
    let evidence = |finding: Finding| {
        finding
            .because("steps lost at once", outcome.steps)
            .because("hexes and further steps", outcome.hexes)
            .because("steps for enemy zones on the way", combat.zones)
            .because("steps lost", combat.lost)
            .because("hexes retreated", combat.went)
    };
    if total < due {
        let zones = combat.zones > 0 && total + combat.zones >= due;
        let rule = if zones { ZONES } else { RESULT };
        let message = if zones {
            format!(
                "{}: a retreat through enemy zones, and no step lost for it",
                words(play, &units)
            )
        } else {
            format!(
                "{}: steps lost {}, hexes retreated {}; the result is {outcome}",
                words(play, &units),
                combat.lost,
                combat.went
            )
        };
        return Some(evidence(play.violation(rule, message, &units)));
    }
    let stands = combat.broke_through && combat.went.high < outcome.hexes;
    let surrounded = |place: &Place| {
        let around = play.setting.space.lattice.around(*place).iter();
        let land = around.filter(|next| **next != crate::referee::ground::OFF);
        land.into_iter().all(|next| play.position.in_enemy_zone(side, *next))
    };
    if stands && !combat.targets.iter().any(surrounded) {
        let message = format!(
            "{}: {} hexes retreated after a breakthrough with {outcome}",
            words(play, &units),
            combat.went
        );
        return Some(evidence(play.violation(NO_STANDING, message, &units)));
    }
    None
}

/// Whether the loser lost or went more than the result asks for, as soon as it did.
pub(super) fn too_much(play: &Play<'_, Sicily>, said: &mut Judgement) {
    let Some(combat) = play.state.fights.current().filter(|combat| combat.sure) else { return };
    let (Some(outcome), Some(side)) = (combat.outcome, loser(combat)) else { return };
    let total = combat.lost.low + combat.went.low;
    let due = outcome.steps + outcome.hexes + combat.zones;
    // In a log steps may be lost before the zones are known that ask for them.
    if total <= due || combat.settled {
        return;
    }
    let units: Vec<Unit> = losers(play, combat, side).collect();
    let message = format!(
        "{}: steps lost {}, hexes retreated {}; the result is {outcome}",
        words(play, &units),
        combat.lost,
        combat.went
    );
    said.report(play.violation(RESULT, message, &units));
}

fn words(play: &Play<'_, Sicily>, units: &[Unit]) -> String {
    play.units(units.iter().copied())
}

/// Hexes of the loser from which some have gone and some have not.
fn stayed(play: &Play<'_, Sicily>, combat: &Combat) -> Vec<(Place, Vec<Unit>)> {
    let Some(side) = loser(combat) else { return Vec::new() };
    let mut left: Vec<Place> =
        combat.paths.iter().filter_map(|path| path.first().copied()).collect();
    left.sort_unstable();
    left.dedup();
    let staying = |place: Place| {
        let here = losers(play, combat, side).filter(move |unit| {
            play.position.place(*unit) == Some(place)
                && play.unit(*unit).kind != Type::Depot
                && !play.is(*unit, RETREATED)
        });
        (place, here.collect::<Vec<Unit>>())
    };
    left.into_iter().map(staying).filter(|(_, units)| !units.is_empty()).collect()
}
