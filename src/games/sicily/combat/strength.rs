//! How strong units are: chits, cadres, supply.

use super::super::Sicily;
pub(super) use super::super::supply::{Supply, of as supply};
use super::super::units::{CADRE, Nation, RETREATED, Type};
use super::clause;
use crate::model::{CounterKind, Game};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::tell::Tell;
use crate::referee::world::Unit;

/// A strength that need not be known to the point: chits are hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Span {
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Span {
    pub(super) const fn exactly(strength: u32) -> Span {
        Span { low: strength, high: strength }
    }

    fn map(self, change: impl Fn(u32) -> u32) -> Span {
        Span { low: change(self.low), high: change(self.high) }
    }

    pub(super) fn has(self, strength: u32) -> bool {
        (self.low..=self.high).contains(&strength)
    }
}

impl std::ops::Add for Span {
    type Output = Span;

    fn add(self, other: Span) -> Span {
        Span { low: self.low + other.low, high: self.high + other.high }
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.low, self.high) {
            (low, high) if low == high => write!(f, "{low}"),
            (low, high) => write!(f, "{low} to {high}"),
        }
    }
}

/// The strength chits: by morale and class the least and the most that one can show.
#[derive(Debug, Clone, Default)]
pub(in crate::games::sicily) struct Pools([[Option<Span>; 3]; 3]);

impl Pools {
    pub(in crate::games::sicily) fn new(game: &Game) -> Pools {
        let mut pools = Pools::default();
        for chit in game.counters.iter().filter(|counter| counter.kind == CounterKind::Chit) {
            let number = |text: Option<&str>| text.and_then(|text| text.parse::<u32>().ok());
            let Some(morale @ 1..=3) = number(chit.value("morale")) else { continue };
            for (letter, column) in ["a", "b", "c"].into_iter().enumerate() {
                let Some(front) = number(chit.value(column)) else { continue };
                // A back of nothing is never shown: its unit is a cadre at once.
                let back = number(chit.back_face.value(column)).filter(|back| *back > 0);
                let low = back.unwrap_or(front).min(front);
                let pool = &mut pools.0[morale as usize - 1][letter];
                let known = pool.unwrap_or(Span { low, high: front });
                *pool = Some(Span { low: known.low.min(low), high: known.high.max(front) });
            }
        }
        pools
    }

    fn span(&self, morale: u8, letter: usize) -> Option<Span> {
        *self.0.get(usize::from(morale).checked_sub(1)?)?.get(letter)?
    }
}
/// Whether a nation has no support points left.
pub(super) fn is_exhausted(play: &Play<'_, Sicily>, nation: Nation) -> bool {
    super::points(play, nation).is_some_and(|points| points <= 0)
}

/// Whether a unit counts as a regiment or brigade now: cadres are battalions.
pub(super) fn is_regiment(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    play.unit(unit).size >= super::super::units::Size::Regiment && !play.is(unit, CADRE)
}

/// What a unit's counter and chit say; none when nobody can know.
fn printed(play: &Play<'_, Sicily>, unit: Unit) -> Option<Span> {
    let facts = play.unit(unit);
    let cadre = play.is(unit, CADRE);
    if facts.kind == Type::Depot {
        return Some(Span::exactly(1));
    }
    if facts.has_cadre() && !cadre && facts.strength.is_none() {
        return play.setting.land.pools.span(facts.morale?, facts.letter?);
    }
    let worn = cadre || play.position.steps(unit) < facts.steps;
    let shown = if worn { facts.reduced.or(facts.strength) } else { facts.strength };
    shown.map(Span::exactly)
}

/// What a unit attacks with.
pub(super) fn attack(play: &Play<'_, Sicily>, unit: Unit, tell: &Tell<'_>) -> Option<Span> {
    let strength = printed(play, unit)?;
    Some(match supply(play, unit) {
        Supply::Out if tell.holds(clause::OUT_HALVES) => strength.map(|s| (s / 2).max(1)),
        Supply::Isolated if tell.holds(clause::ISOLATED_FIGHTS) => Span::exactly(1),
        _ => strength,
    })
}

/// What a unit defends with, doubled or not.
fn defends(play: &Play<'_, Sicily>, unit: Unit, doubled: bool, tell: &Tell<'_>) -> Option<Span> {
    let strength = printed(play, unit)?.map(|s| if doubled { 2 * s } else { s });
    let isolated = supply(play, unit) == Supply::Isolated && tell.holds(clause::ISOLATED_FIGHTS);
    Some(if isolated { strength.map(|s| (s / 2).max(1)) } else { strength })
}

/// Who in a hex is able to defend it: no passengers of a retreat, and depots only when nobody else is there.
pub(super) fn garrison(play: &Play<'_, Sicily>, side: u8, place: Place) -> Vec<Unit> {
    let theirs = |unit: &Unit| play.unit(*unit).side == side;
    let depot = |unit: &Unit| play.unit(*unit).kind == Type::Depot;
    let here: Vec<Unit> = play.position.stack(place).filter(theirs).collect();
    let alone = here.iter().all(depot);
    let stands = |unit: &Unit| alone || !depot(unit);
    here.into_iter().filter(stands).filter(|unit| !play.is(*unit, RETREATED)).collect()
}

/// What a hex defends with: every battalion, and one regiment of its owner's choice. One strength for each choice.
pub(super) fn defence(
    play: &Play<'_, Sicily>,
    side: u8,
    place: Place,
    doubled: bool,
    tell: &Tell<'_>,
) -> Option<Vec<Span>> {
    let (mut always, mut regiments) = (Span::default(), Vec::new());
    for unit in garrison(play, side, place) {
        let strength = defends(play, unit, doubled, tell)?;
        if is_regiment(play, unit) && tell.holds(clause::ONE_DEFENDS) {
            regiments.push(strength);
        } else {
            always = always + strength;
        }
    }
    if regiments.is_empty() {
        return Some(vec![always]);
    }
    regiments.sort_by_key(|strength| (std::cmp::Reverse(strength.high), strength.low));
    Some(regiments.into_iter().map(|regiment| always + regiment).collect())
}
