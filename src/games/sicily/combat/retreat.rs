//! 9. Retreat.

use super::super::Sicily;
use super::super::special::NEVER_TOGETHER;
use super::super::units::{Nation, RETREATED, Type};
use super::retreat_path::Way;
use super::strength::Span;
use super::{DEPOTS, ONE_AT_A_TIME, RESULT};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::world::{At, Unit};
use crate::referee::{Judgement, rules};

rules! {
    pub(in crate::games::sicily) static SECTION_9 = [
        /// The owner retreats a whole stack together, by one way.
        ///
        /// Breaks it: of a regiment and a battalion only the regiment retreats. Put right: both do.
        TOGETHER = "SIC-9.91a", "Retreat as a stack", "9.91", Transition;
        /// Each hex of a retreat is as far from any enemy as can be, then out of enemy zones, and none is entered twice. A
        /// breakthrough frees the attacker, who chooses the way, from that.
        ///
        /// Breaks it: a battalion retreats from 3110 to 3011, next to the attacker in 3010, with open hexes behind it.
        /// Put right: to 3210.
        PRIORITIES = "SIC-9.91b", "Retreat priorities", "9.91", Transition;
        /// For each hex in an enemy zone that a stack enters in its retreat it loses a step; friends there do not help.
        ///
        /// Breaks it: a regiment retreats into 3311, next to an enemy regiment in 3312, and loses nothing.
        /// Put right: it loses one step.
        ZONES = "SIC-9.92", "A step for each zone", "9.92", Resolution;
        /// A retreat may break the stacking limit, until the next Movement Phase of its side ends.
        OVER_STACKING = "SIC-9.93a", "Over-stacking by retreat", "9.93", Transition, not_of_play "it only allows";
        /// Units that retreated into a hex add nothing when it is attacked later in the phase, and die with any result
        /// against it.
        ///
        /// Breaks it: a regiment of 4 retreats onto a battalion of 2, which is attacked and counted as 6. Put right: 2.
        PASSENGERS = "SIC-9.93b", "Retreated units are passengers", "9.93", Resolution,
            not_of_play "it says who does not count: a defence counted too high is judged under 9.0";
        /// Tanks and mechanized infantry do not retreat or advance across rivers without bridges, and nobody goes into
        /// terrain that is closed to it: who must is eliminated.
        ///
        /// Breaks it: a panzergrenadier regiment retreats from 3110 to 3210 across a river. Put right: over the bridge.
        IMPASSABLE = "SIC-9.96a", "Rivers and closed terrain in retreats", "9.96", Transition;
        /// After a breakthrough the attacker chooses the way.
        CHOSEN = "SIC-9.97b", "Breakthrough path", "9.97", Transition,
            not_of_play "it lifts the priorities of 9.91, under which other retreats are judged";
    ];
}

/// A retreat of units that stand together.
#[derive(Debug, Clone, Default)]
pub(in crate::games::sicily) struct Retreat {
    pub(super) units: Vec<Unit>,
    /// Every hex, the one left first; when only the end is told, the first and the last.
    pub(super) path: Vec<Place>,
    /// Whether the hexes between are told.
    pub(super) whole: bool,
    /// Whose loser it is, when the case names combats.
    pub(super) loser_of: Option<String>,
}

pub(super) fn perform(play: &mut Play<'_, Sicily>, retreat: &Retreat, said: &mut Judgement) {
    let units: Vec<Unit> = retreat.units.clone();
    sequence(play, retreat, said);
    let depots: Vec<Unit> =
        units.iter().filter(|unit| play.unit(**unit).kind == Type::Depot).copied().collect();
    if !depots.is_empty() {
        let message = format!("{} retreats; depots are destroyed", play.units(depots.clone()));
        said.report(play.violation(DEPOTS, message, &depots));
    }
    let Some(side) = units.first().map(|unit| play.unit(*unit).side) else { return };
    let current = play.state.fights.current();
    if let Some(outcome) = current.filter(|combat| combat.sure).and_then(|combat| combat.outcome)
        && current.and_then(|combat| combat.is_lost_by(side)) == Some(false)
    {
        let message =
            format!("{} retreats, and the result is {outcome}", play.units(units.clone()));
        said.report(play.violation(RESULT, message, &units));
    }
    let free = current.is_some_and(super::state::Combat::breaks_through);
    let most = current.and_then(|combat| combat.outcome).map_or(4, |o| o.hexes.max(1)) as usize;
    let (ways, zones) = {
        let way = Way { play, units: &units, side };
        judge(&way, retreat, free, most, said)
    };
    stays_behind(play, retreat, side, said);
    let Some(&end) = retreat.path.last() else { return };
    mixes(play, &units, end, said);
    let hexes = |way: &Vec<Place>| way.len().saturating_sub(1) as u32;
    let went = Span {
        low: ways.iter().map(hexes).min().unwrap_or(0),
        high: ways.iter().map(hexes).max().unwrap_or(0),
    };
    let step = play.step;
    if let Some(combat) = play.state.fights.current_mut()
        && !combat.settled
    {
        // Several stacks of one combat all go equally far.
        combat.went = if combat.paths.is_empty() {
            went
        } else {
            Span { low: combat.went.low.min(went.low), high: combat.went.high.max(went.high) }
        };
        combat.paths.extend(ways);
        combat.zones += zones;
        combat.zones_at = if zones > 0 { step } else { combat.zones_at };
        combat.last = step;
    }
    for unit in &units {
        play.put(*unit, At::Map(end));
        play.set(*unit, RETREATED, true);
    }
    super::settle::too_much(play, said);
}

/// Judges the way; the ways that it may have been, and the zones that it entered at least.
fn judge(
    way: &Way<'_>,
    retreat: &Retreat,
    free: bool,
    most: usize,
    said: &mut Judgement,
) -> (Vec<Vec<Place>>, u32) {
    let play = way.play;
    let (Some(&from), Some(&to)) = (retreat.path.first(), retreat.path.last()) else {
        return (Vec::new(), 0);
    };
    let name = |place| play.setting.space.lattice.name(place);
    let units = || play.units(retreat.units.iter().copied());
    let accuse = |rule, words: String| {
        play.violation(rule, words, &retreat.units).hexes([name(from), name(to)])
    };
    if retreat.whole {
        let path = &retreat.path;
        if let Some(barred) = way.barred(path) {
            said.report(accuse(barred.rule, barred.words));
        } else if !free && !way.keeps_away(path) {
            let message = format!(
                "{} retreats from {} to {}, nearer to the enemy than it could",
                units(),
                name(from),
                name(to)
            );
            said.report(accuse(PRIORITIES, message));
        }
        return (vec![path.clone()], way.zones(path));
    }
    let mut ways = way.paths(from, to, most);
    if ways.is_empty() {
        let near = play.setting.space.lattice.distance(from, to) == Some(1);
        let barred = if near { way.barred(&[from, to]) } else { None };
        let message = format!("{} cannot retreat from {} to {}", units(), name(from), name(to));
        let (rule, words) = match barred {
            Some(barred) => (barred.rule, barred.words),
            None => (RESULT, message),
        };
        said.report(accuse(rule, words));
        return (vec![vec![from, to]], 0);
    }
    if !free {
        let good: Vec<Vec<Place>> =
            ways.iter().filter(|path| way.keeps_away(path)).cloned().collect();
        if good.is_empty() {
            let message = format!(
                "{} retreats from {} to {}, and every way there is nearer to the enemy than it must be",
                units(),
                name(from),
                name(to)
            );
            said.report(accuse(PRIORITIES, message));
        } else {
            ways = good;
        }
    }
    let zones = ways.iter().map(|path| way.zones(path)).min().unwrap_or(0);
    (ways, zones)
}

/// Combats are carried out one after the other.
fn sequence(play: &Play<'_, Sicily>, retreat: &Retreat, said: &mut Judgement) {
    let Some(name) = &retreat.loser_of else { return };
    let named = &play.state.fights.named;
    if let Some(later) = named.last().filter(|last| *last != name)
        && named.contains(name)
    {
        let message = format!("the loser of {name} retreats after the dice of {later} were rolled");
        said.report(play.violation(ONE_AT_A_TIME, message, &retreat.units));
    }
}

/// A case tells all who retreat at once.
fn stays_behind(play: &Play<'_, Sicily>, retreat: &Retreat, side: u8, said: &mut Judgement) {
    let Some(&from) = retreat.path.first().filter(|_| play.exact) else { return };
    let stays = |unit: &Unit| {
        let facts = play.unit(*unit);
        facts.side == side && facts.kind != Type::Depot && !retreat.units.contains(unit)
    };
    let staying: Vec<Unit> = play.position.stack(from).filter(stays).collect();
    let leaves = |unit: &Unit| play.position.place(*unit) == Some(from);
    if !staying.is_empty() && retreat.units.iter().any(leaves) {
        tell_staying(play, from, &staying, said);
    }
}

/// Says that units stay where others of their stack have left.
pub(super) fn tell_staying(
    play: &Play<'_, Sicily>,
    from: Place,
    staying: &[Unit],
    said: &mut Judgement,
) {
    let name = play.setting.space.lattice.name(from);
    let message = format!(
        "{} stays in {name}, while others of the stack retreat",
        play.units(staying.iter().copied())
    );
    said.report(play.violation(TOGETHER, message, staying).hexes([name]));
}

/// US and UK units never come to rest in one hex.
pub(super) fn mixes(play: &Play<'_, Sicily>, units: &[Unit], end: Place, said: &mut Judgement) {
    let other = |nation| match nation {
        Some(Nation::Us) => Some(Nation::Uk),
        Some(Nation::Uk) => Some(Nation::Us),
        _ => None,
    };
    for &unit in units {
        let Some(alien) = other(play.unit(unit).nation) else { continue };
        let there = play.position.stack(end).find(|u| play.unit(*u).nation == Some(alien));
        if let Some(there) = there {
            let name = play.setting.space.lattice.name(end);
            let message = format!("{} come to rest in {name} together", play.units([unit, there]));
            let finding = play.violation(NEVER_TOGETHER, message, &[unit, there]);
            said.report(finding.hexes([name]));
            return;
        }
    }
}
