//! Odds, column and shifts of a combat, rule by rule.

use super::super::Sicily;
use super::super::units::{ALLIED, CADRE, Nation, Size, Type};
use super::strength::{Span, attack, defence, is_exhausted, is_regiment};
use super::table::Row;
use super::{Order, clause};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::tell::{Clause, Tell};
use crate::referee::world::Unit;

/// What a combat comes to. Where strengths are spans, so is the column.
#[derive(Debug, Clone)]
pub(super) struct Reckoning {
    pub(super) attack: Span,
    pub(super) defence: Span,
    pub(super) row: Row,
    /// The column before shifts, from zero: at the least and at the most.
    pub(super) base: (usize, usize),
    /// Causes that shift, in the words of cases.
    pub(super) shifts: Vec<(&'static str, i32)>,
    pub(super) column: (usize, usize),
}

/// The defence that the players counted, as far as it is one that the rules allow.
pub(super) fn choices(
    play: &Play<'_, Sicily>,
    order: &Order,
    tell: &Tell<'_>,
) -> Option<Vec<Span>> {
    let mut sums = vec![Span::default()];
    for &target in &order.against {
        let doubled = tell.holds(clause::RIVER) && is_doubled(play, order, target);
        let here = defence(play, 1 - order.side(play), target, doubled, tell)?;
        let more = |sum: &Span| here.iter().map(|own| *sum + *own).collect::<Vec<Span>>();
        sums = sums.iter().flat_map(more).collect();
    }
    Some(sums)
}

/// The attack's strength; none when a case does not tell.
pub(super) fn total(play: &Play<'_, Sicily>, order: &Order, tell: &Tell<'_>) -> Option<Span> {
    order.with.iter().try_fold(Span::default(), |sum, unit| Some(sum + attack(play, *unit, tell)?))
}

/// Works a combat out; none when strengths are not told.
pub(super) fn reckon(
    play: &Play<'_, Sicily>,
    order: &Order,
    tell: &mut Tell<'_>,
) -> Option<Reckoning> {
    let land = &play.setting.land;
    let choices = choices(play, order, tell)?;
    let attack = total(play, order, tell)?;
    let claimed = order.claimed.defence;
    let chosen = choices.iter().find(|own| claimed.is_some_and(|claimed| own.has(claimed)));
    let defence = match (chosen, play.exact) {
        (Some(chosen), _) => *chosen,
        (None, true) => *choices.first()?,
        (None, false) => Span {
            low: choices.iter().map(|own| own.low).min()?,
            high: choices.iter().map(|own| own.high).max()?,
        },
    };
    let row = order.against.iter().map(|place| Row::of(&land.heights, *place)).min()?;
    let row = if tell.holds(clause::ROW) { row } else { Row::T3 };
    tell.line(|| ("attack".to_owned(), attack.to_string()));
    tell.line(|| ("defence".to_owned(), defence.to_string()));
    let low = land.table.column(row, attack.low, defence.high.max(1));
    let high = land.table.column(row, attack.high, defence.low.max(1));
    let mut shifts = Vec::new();
    let mut shift = |cause: &'static str, clause: Clause, by: i32, tell: &mut Tell<'_>| {
        if by != 0 && tell.holds(clause) {
            tell.counts(clause, by, || cause.replace('-', " "));
            shifts.push((cause, by));
        }
    };
    shift("elevation", clause::ELEVATION, elevation(play, order), tell);
    shift("town", clause::TOWN, town(play, order), tell);
    let own = integrity_of_attack(play, order, tell);
    shift("integrity-attack", clause::INTEGRITY_ATTACK, own, tell);
    let theirs = -i32::from(integrity_of_defence(play, order, tell));
    shift("integrity-defence", clause::INTEGRITY_DEFENCE, theirs, tell);
    let arms = combined_arms(play, order, tell);
    shift("combined-arms", clause::COMBINED_ARMS, arms, tell);
    shift("artillery", clause::ARTILLERY, artillery(play, order, tell), tell);
    let (air, naval) = fire(play, order);
    shift("air", clause::AIR, air, tell);
    shift("naval", clause::NAVAL, naval, tell);
    let by = tell.sum();
    // Whether an Air Point gave its column, its die and a lost chart say.
    let open = if play.exact { 0 } else { airs(play, order) };
    let least = land.table.shifted(low, by + open.min(0));
    let column = (least, land.table.shifted(high, by + open.max(0)));
    Some(Reckoning { attack, defence, row, base: (low, high), shifts, column })
}

/// The hexes of units, each once.
pub(super) fn hexes(play: &Play<'_, Sicily>, units: &[Unit]) -> Vec<Place> {
    let mut hexes: Vec<Place> =
        units.iter().filter_map(|unit| play.position.place(*unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Whether a river runs between two hexes, bridged or not.
fn is_over_river(play: &Play<'_, Sicily>, from: Place, to: Place) -> bool {
    let (space, land) = (&play.setting.space, &play.setting.land);
    let direction = space.lattice.direction(from, to);
    direction.is_some_and(|direction| space.sides[from as usize][direction] & land.river != 0)
}

/// A defender is doubled when every attacker strikes across a river; an Axis defender also when they come from the sea.
fn is_doubled(play: &Play<'_, Sicily>, order: &Order, target: Place) -> bool {
    let axis = order.side(play) == ALLIED;
    let from = hexes(play, &order.with);
    let hard = |place: &Place| {
        is_over_river(play, *place, target) || axis && play.setting.land.heights.is_sea(*place)
    };
    !from.is_empty() && from.iter().all(hard)
}

fn elevation(play: &Play<'_, Sicily>, order: &Order) -> i32 {
    let heights = &play.setting.land.heights;
    let top = |places: &[Place]| places.iter().map(|place| heights.level(*place)).max();
    match (top(&hexes(play, &order.with)), top(&order.against)) {
        (Some(own), Some(theirs)) => i32::from(own) - i32::from(theirs),
        _ => 0,
    }
}

fn town(play: &Play<'_, Sicily>, order: &Order) -> i32 {
    let heights = &play.setting.land.heights;
    let town = |place: &Place| heights.is_town(*place) && !heights.is_city(*place);
    -i32::from(order.against.iter().any(town))
}

/// Whether a unit is a full regiment of this division.
fn is_regiment_of(play: &Play<'_, Sicily>, unit: Unit, division: &str) -> bool {
    let facts = play.unit(unit);
    facts.has_cadre()
        && facts.size >= Size::Regiment
        && !play.is(unit, CADRE)
        && facts.formation.as_deref() == Some(division)
}

/// Whether a division has lost what its bonus rests on.
fn has_none(
    play: &Play<'_, Sicily>,
    division: &str,
    nation: Option<Nation>,
    tell: &Tell<'_>,
) -> bool {
    let lost = play.state.broken.iter().any(|broken| broken == division)
        || play.setting.roster.iter().any(|(unit, facts)| {
            use crate::referee::world::{At, Off};
            facts.has_cadre()
                && facts.formation.as_deref() == Some(division)
                && matches!(play.position.at(unit), At::Off(Off::Eliminated(_)))
        });
    if lost && tell.holds(clause::INTEGRITY_LOST) {
        return true;
    }
    if division.eq_ignore_ascii_case("1FJ") && tell.holds(clause::PARACHUTES) {
        let first = |facts: &super::super::units::Facts| {
            facts.is_of(division) && facts.regiment.as_deref() == Some("1")
        };
        let waits = play.state.known.not_entered.iter().any(|id| id == "1/1FJ");
        let received = !waits
            && play
                .setting
                .roster
                .iter()
                .any(|(unit, facts)| first(facts) && play.position.place(unit).is_some());
        if !received {
            return true;
        }
    }
    let poor = nation.is_some_and(|nation| is_exhausted(play, nation));
    poor && tell.holds(clause::NO_POINTS)
}

/// All regiments of a division stand next to the defender, and one of them attacks: a column for each such division.
fn integrity_of_attack(play: &Play<'_, Sicily>, order: &Order, tell: &Tell<'_>) -> i32 {
    let mut divisions: Vec<&str> = Vec::new();
    let lattice = &play.setting.space.lattice;
    let next = |unit: Unit| {
        let here = play.position.place(unit);
        here.is_some_and(|here| {
            order.against.iter().any(|target| lattice.distance(here, *target) == Some(1))
        })
    };
    for &unit in &order.with {
        let facts = play.unit(unit);
        let Some(division) = facts.formation.as_deref() else { continue };
        if divisions.contains(&division)
            || !is_regiment_of(play, unit, division)
            || has_none(play, division, facts.nation, tell)
        {
            continue;
        }
        let ready = |number: &str| {
            play.setting.roster.iter().any(|(other, known)| {
                known.regiment.as_deref() == Some(number)
                    && is_regiment_of(play, other, division)
                    && next(other)
            })
        };
        let told = play.state.divisions.iter().find(|(known, _)| known == division);
        let whole = match told {
            Some((_, regiments)) => {
                let ready = |number: &&String| ready(number);
                // With a lost regiment the bonus is only waived by the rule that says so.
                regiments.iter().filter(ready).count() == regiments.len()
                    || !tell.holds(clause::INTEGRITY_LOST)
                        && regiments.iter().filter(ready).count() + 1 == regiments.len()
            }
            None => {
                let own = play.setting.roster.iter().filter(|(_, known)| {
                    known.has_cadre() && known.formation.as_deref() == Some(division)
                });
                let own: Vec<Unit> = own.map(|(number, _)| number).collect();
                own.len() > 1
                    && own.iter().all(|own| is_regiment_of(play, *own, division) && next(*own))
            }
        };
        if whole {
            divisions.push(division);
        }
    }
    i32::try_from(divisions.len().min(2)).unwrap_or(2)
}

/// An attacked regiment stands with or next to another of its division.
fn integrity_of_defence(play: &Play<'_, Sicily>, order: &Order, tell: &Tell<'_>) -> bool {
    let lattice = &play.setting.space.lattice;
    order.against.iter().any(|target| {
        play.position.stack(*target).any(|unit| {
            let facts = play.unit(unit);
            let Some(division) = facts.formation.as_deref() else { return false };
            is_regiment_of(play, unit, division)
                && !has_none(play, division, facts.nation, tell)
                && play.setting.roster.iter().any(|(other, known)| {
                    other != unit
                        && known.side == facts.side
                        && is_regiment_of(play, other, division)
                        && play.position.place(other).is_some_and(|there| {
                            lattice.distance(*target, there).is_some_and(|far| far <= 1)
                        })
                })
        })
    })
}

/// Whether units that stand together combine their arms: tanks and others, or a class in brackets.
fn combines(play: &Play<'_, Sicily>, units: &[Unit]) -> bool {
    let is_tank = |unit: &Unit| play.unit(*unit).kind == Type::Tank;
    let bracketed = |unit: &Unit| play.unit(*unit).bracketed && !play.is(*unit, CADRE);
    units.iter().any(is_tank) && units.iter().any(|unit| !is_tank(unit))
        || units.iter().any(bracketed)
}

/// Whether a defending stack can stand up to combined arms: tanks or anti-tank guns, and others.
fn stands_up(play: &Play<'_, Sicily>, place: Place, side: u8) -> bool {
    let here = super::strength::garrison(play, side, place);
    let guns = |unit: &Unit| matches!(play.unit(*unit).kind, Type::Tank | Type::AntiTank);
    let bracketed = |unit: &Unit| play.unit(*unit).bracketed && !play.is(*unit, CADRE);
    let pair = |(number, unit): (usize, &Unit)| {
        let others = here.iter().enumerate().filter(|(other, _)| *other != number);
        guns(unit) && others.map(|(_, other)| other).any(|u| play.unit(*u).kind != Type::Tank)
    };
    here.iter().enumerate().any(pair) || here.iter().any(bracketed)
}

fn combined_arms(play: &Play<'_, Sicily>, order: &Order, tell: &Tell<'_>) -> i32 {
    let side = order.side(play);
    if tell.holds(clause::NEGATED)
        && order.against.iter().any(|place| stands_up(play, *place, 1 - side))
    {
        return 0;
    }
    let from = hexes(play, &order.with);
    let of = |place: &Place| {
        let here = |unit: &&Unit| play.position.place(**unit) == Some(*place);
        combines(play, &order.with.iter().filter(here).copied().collect::<Vec<Unit>>())
    };
    let stacks = from.iter().filter(|place| of(place)).count();
    let wholly = from
        .iter()
        .all(|from| order.against.iter().all(|target| is_over_river(play, *from, *target)));
    let most = if wholly && tell.holds(clause::OVER_RIVERS) { 1 } else { stacks };
    i32::try_from(stacks.min(most)).unwrap_or(0)
}

/// Artillery of both sides, without the guns of nations that have no support points left.
fn artillery(play: &Play<'_, Sicily>, order: &Order, tell: &Tell<'_>) -> i32 {
    let fires = |unit: &&Unit| {
        let poor = play.unit(**unit).nation.is_some_and(|nation| is_exhausted(play, nation));
        !(poor && tell.holds(clause::NO_POINTS))
    };
    let own = order.support.iter().filter(fires).count().min(2);
    let theirs = order.defence_support.iter().filter(fires).count() + order.mainland.min(1);
    own as i32 - theirs.min(1) as i32
}

/// What an Air Point would shift, if it does.
fn airs(play: &Play<'_, Sicily>, order: &Order) -> i32 {
    let here = |fire: &&super::state::Fire| {
        fire.ships.is_none() && fire.at.is_none_or(|at| order.against.contains(&at))
    };
    match play.state.fights.fire.iter().find(here) {
        Some(_) if order.side(play) == ALLIED => 1,
        Some(_) => -1,
        None => 0,
    }
}

/// What aircraft and ships shift, in that order.
fn fire(play: &Play<'_, Sicily>, order: &Order) -> (i32, i32) {
    let favour = if order.side(play) == ALLIED { 1 } else { -1 };
    let here = |ships: bool| {
        let mut fire = play.state.fights.fire.iter();
        fire.any(|fire| {
            fire.hits
                && fire.ships.is_some() == ships
                && fire.at.is_none_or(|at| order.against.contains(&at))
        })
    };
    (favour * i32::from(here(false)), favour * i32::from(here(true)))
}

/// Whether one regiment fights for each hex, as far as sizes are known.
pub(super) fn regiments_in(play: &Play<'_, Sicily>, units: &[Unit], place: Place) -> Vec<Unit> {
    let here = |unit: &&Unit| play.position.place(**unit) == Some(place);
    units.iter().filter(here).filter(|unit| is_regiment(play, **unit)).copied().collect()
}
