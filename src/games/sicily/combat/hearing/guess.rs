//! Attacks that nobody declared: who may have attacked whom, by what was done after the dice.

use super::super::super::Sicily;
use super::super::super::units::Type;
use super::super::Order;
use super::super::strength::is_regiment;
use super::aftermath::Table;
use super::gather::Told;
use crate::referee::frame::Play;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::Unit;

/// The attack that explains what was done; none when several do, or none.
pub(super) fn order(
    play: &Play<'_, Sicily>,
    table: &Table<'_>,
    fight: &Told,
    all: &[Told],
) -> Option<Order> {
    fight.rolled?;
    let side = play.clock.side_that_may(&play.sequence, "attack")?;
    let changes = table.changes(fight);
    let places = |own: bool| {
        let mut places: Vec<Place> = changes
            .iter()
            .filter(|change| (play.unit(change.unit).side == side) == own)
            .filter_map(|change| change.from.place())
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let (mut theirs, ours) = (places(false), places(true));
    if theirs.is_empty() {
        let declared = |place: &Place| all.iter().any(|other| other.targets.contains(place));
        let enemies = ours.first().map(|first| around(play, *first)).unwrap_or_default();
        let near_all = |place: &Place| ours.iter().all(|own| around(play, *own).contains(place));
        theirs = enemies
            .into_iter()
            .filter(|place| play.position.has_enemy(side, *place))
            .filter(|place| near_all(place) && !declared(place))
            .collect();
        if theirs.len() != 1 {
            return None;
        }
    }
    let busy = |unit: &Unit| all.iter().any(|other| other.units.contains(unit));
    let touched = |unit: &Unit| changes.iter().any(|change| change.unit == *unit);
    let near = |here: Place| theirs.iter().all(|target| around(play, here).contains(target));
    let mut with: Vec<Unit> = Vec::new();
    let mut candidates: Vec<Unit> = (0..play.setting.roster.len())
        .map(|number| number as Unit)
        .filter(|unit| {
            let facts = play.unit(*unit);
            facts.side == side && facts.kind != Type::Depot && !busy(unit)
        })
        .filter(|unit| table.place(*unit).is_some_and(near))
        .collect();
    // Who did something took part before others did.
    candidates.sort_by_key(|unit| !touched(unit));
    for unit in candidates {
        let here = table.place(unit);
        let taken = |other: &Unit| table.place(*other) == here && is_regiment(play, *other);
        let alien = |other: &Unit| {
            use super::super::super::units::Nation::{Uk, Us};
            let pair = (play.unit(*other).nation, play.unit(unit).nation);
            matches!(pair, (Some(Us), Some(Uk)) | (Some(Uk), Some(Us)))
        };
        if is_regiment(play, unit) && with.iter().any(taken) || with.iter().any(alien) {
            continue;
        }
        with.push(unit);
    }
    // Nobody told the column, nor who supported: the dice say nothing.
    let order =
        Order { with, against: theirs, told: fight.result, guessed: true, ..Order::default() };
    (!order.with.is_empty()).then_some(order)
}

fn around(play: &Play<'_, Sicily>, place: Place) -> Vec<Place> {
    let around = play.setting.space.lattice.around(place).iter();
    around.filter(|next| **next != OFF).copied().collect()
}
