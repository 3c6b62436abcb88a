//! 27.4 Replacements, and 24.32 pack transport.

use super::Sicily;
use super::look::{accuse, in_zone, turn};
use super::state::Account;
use super::supply::Supply;
use super::units::{ALLIED, CADRE, Nation, PACK, Size, Type};
use crate::referee::frame::Play;
use crate::referee::ledger::Scope;
use crate::referee::world::{At, Unit};
use crate::referee::{Judgement, rules};
use serde::Deserialize;

rules! {
    pub(super) static SECTION_27_REPLACEMENTS = [
        /// One point a nation and turn, in its owner's Supply Phase, for one support point; Canadians and British apart.
        ///
        /// Breaks it: two US regiments are restored on one turn. Put right: one is.
        ONE = "SIC-27.41", "Replacement points", "27.41", Budget;
        /// An armour point restores a tank or reconnaissance battalion or a mechanized regiment, an infantry point a regiment
        /// on foot; no Italians, no cadres, nothing eliminated, in an enemy zone, out of supply, or supplied by air or sea.
        ///
        /// Breaks it: a regiment next to a German regiment is restored. Put right: one behind the line is.
        WHAT = "SIC-27.43", "What a point restores", "27.43", Transition;
        /// An Allied infantry regiment that is restored loses a point of morale; those of morale 1 are not restored.
        ///
        /// Breaks it: an infantry brigade of morale 1 is restored. Put right: one of morale 2 is.
        MORALE = "SIC-27.44", "The price in morale", "27.44", State;
    ];
}

rules! {
    pub(super) static SECTION_24_PACK = [
        /// In the Allied Supply Phase units of the US 3rd Division after turn 5, and up to three British infantry brigades
        /// after turn 7 for a point each, get pack transport, when they are in supply.
        ///
        /// Breaks it: a regiment of the 3rd Division gets it on turn 5. Put right: on turn 6.
        PACKS = "SIC-24.32", "Pack transport", "24.32", Budget;
    ];
}

/// Pack transport: for the US after this turn, for the British after that one, and for so many of these.
const PACK_AFTER: (i32, i32) = (5, 7);
const BRITISH_PACKS: i32 = 3;
/// The US division that gets it.
const PACK_DIVISION: &str = "3";

/// A kind of replacement point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Point {
    Infantry,
    Armour,
}

/// A unit is restored with a point.
pub(super) fn replace(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    point: Option<Point>,
    said: &mut Judgement,
) {
    let known = play.unit(unit);
    if super::sequence::is_too_early(play, &[unit], "a replacement", said) {
        return;
    }
    let Some(nation) = known.nation else { return };
    let spent = play.ledgers.add(Account::Replacements(nation, known.canadian), Scope::Turn, 1);
    if spent > 1 {
        let message = format!("{} is restored with the second point of its nation", known.words());
        accuse(play, said, ONE, &[unit], None, message);
    }
    if let Some(why) = unfit(play, unit, point) {
        let message = format!("{} is restored, {why}", known.words());
        accuse(play, said, WHAT, &[unit], None, message);
    } else if known.side == ALLIED
        && known.is_regiment()
        && known.morale == Some(1)
        && !known.kind.is_mechanized()
    {
        let message = format!("{} is restored, and its morale is 1", known.words());
        accuse(play, said, MORALE, &[unit], None, message);
    }
    super::support::bill(play, (nation, 1), Some(unit), super::support::COSTS);
}

/// Why a point does not restore a unit.
fn unfit(play: &Play<'_, Sicily>, unit: Unit, point: Option<Point>) -> Option<&'static str> {
    let known = play.unit(unit);
    let place = play.position.place(unit);
    let regiment = known.size >= Size::Regiment;
    let armour = match known.kind {
        Type::Tank | Type::Recon => true,
        Type::Mechanized => regiment,
        _ => false,
    };
    let infantry = regiment && !known.kind.is_mechanized() && !known.kind.is_artillery();
    let fits = match point {
        Some(Point::Armour) => armour,
        Some(Point::Infantry) => infantry,
        None => armour || infantry,
    };
    let watched = place.is_some_and(|place| in_zone(play, known.side, place));
    if known.nation == Some(Nation::Italian) {
        Some("and Italians are not")
    } else if play.is(unit, CADRE) || known.lost > 1 {
        Some("and it is a cadre")
    } else if matches!(play.position.at(unit), At::Off(crate::referee::world::Off::Eliminated(_))) {
        Some("and it is eliminated")
    } else if !fits {
        Some("and such a point does not restore it")
    } else if watched {
        Some("and it is in an enemy zone of control")
    } else if super::supply::of(play, unit) != Supply::In {
        Some("and it is not in supply")
    } else if play.state.known.lifted.contains(&unit) {
        Some("and it was supplied by air or sea on this turn")
    } else {
        None
    }
}

/// A unit gets pack transport.
pub(super) fn pack(play: &mut Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    if super::sequence::is_too_early(play, &[unit], "pack transport", said) {
        return;
    }
    let (us, uk) = PACK_AFTER;
    let third = known.formation.as_deref() == Some(PACK_DIVISION)
        || known.formation.is_none() && known.id.0.ends_with("/3");
    let brigade = known.is_regiment() && known.kind == Type::Infantry && !known.canadian;
    let british = known.nation == Some(Nation::Uk);
    let given = play.ledgers.of(Account::Packs);
    let why = if known.side != ALLIED || !british && !third {
        "and is not of the US 3rd Division"
    } else if british && !brigade {
        "and is no British infantry brigade"
    } else if turn(play) <= if british { uk } else { us } {
        "too early"
    } else if british && given >= BRITISH_PACKS {
        "after three other British brigades"
    } else if super::supply::of(play, unit) != Supply::In {
        "and is not in supply"
    } else {
        ""
    };
    if !why.is_empty() {
        let message =
            format!("{} gets pack transport on turn {}, {why}", known.words(), turn(play));
        accuse(play, said, PACKS, &[unit], None, message);
    }
    if british {
        play.ledgers.add(Account::Packs, Scope::Game, 1);
        super::support::bill(play, (Nation::Uk, 1), Some(unit), super::support::COSTS);
    }
    play.set(unit, PACK, true);
}
