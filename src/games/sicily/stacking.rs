//! 7. Stacking.

use super::Sicily;
use super::special::NEVER_TOGETHER;
use super::units::{Nation, Type};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::world::Unit;
use crate::referee::{Judgement, Mark, MarkKind, Sketch, rules};

rules! {
    pub(super) static SECTION_7 = [
        /// When a Movement Phase ends, no hex holds more than three units of the side that moved. Chits, markers and a
        /// depot do not count.
        ///
        /// Breaks it: two regiments, a tank battalion and a battalion end their phase in one hex.
        /// Put right: one of them stops in the hex before.
        LIMIT = "SIC-7.11a", "Three units in a hex", "7.11", State;
        /// What is too many when a Movement Phase ends is eliminated, by its owner's choice.
        ///
        /// Breaks it: four units stand in a hex, and one of them is taken off only when the Combat Phase is over.
        /// Put right: it goes at once.
        EXCESS = "SIC-7.11b", "Excess is destroyed", "7.11", Transition;
        /// A regiment at cadre is battalion-size, and still one unit of the three.
        CADRE_SIZE = "SIC-7.13", "A cadre is battalion-size", "7.13", State,
            not_of_play "it says what a cadre is: who disregards it is judged under 7.11 and 7.21";
        /// Stacking and unstacking cost nothing, and friends are passed freely.
        FREE = "SIC-7.12", "Stacking costs nothing", "7.12", Transition, not_of_play "it only allows";
    ];
}

/// So many units may stand in a hex.
const MOST: usize = 3;

/// Judges the stacks of a side when its Movement Phase ends.
pub(super) fn judge(play: &Play<'_, Sicily>, side: u8, said: &mut Judgement) {
    for place in play.setting.space.lattice.places() {
        if play.position.has(side, place) {
            judge_hex(play, side, place, said);
        }
    }
}

/// Somebody asks how a hex is filled: one in which too many stood when their movement ended must have been thinned.
pub(super) fn check(play: &Play<'_, Sicily>, at: Option<Place>, said: &mut Judgement) {
    let known = &play.state.known;
    for (place, count) in &known.overfull {
        let left = count.saturating_sub(known.removed);
        if at.is_none_or(|at| at == *place) && left > MOST as u32 {
            let name = play.setting.space.lattice.name(*place);
            let message = format!("{left} units are left in {name}, and {MOST} may stand there");
            said.report(play.violation(EXCESS, message, &[]).hexes([name]));
        }
    }
    if let Some(at) = at {
        for side in [super::units::ALLIED, 1 - super::units::ALLIED] {
            judge_hex(play, side, at, said);
        }
    }
}

fn judge_hex(play: &Play<'_, Sicily>, side: u8, place: Place, said: &mut Judgement) {
    let here = || {
        let stack = play.position.stack(place);
        stack.filter(|unit| play.unit(*unit).side == side && play.unit(*unit).kind != Type::Depot)
    };
    let name = || play.setting.space.lattice.name(place);
    let count = here().count();
    if count > MOST {
        let units: Vec<Unit> = here().collect();
        let message = format!(
            "{count} units stand in {} when their Movement Phase ends, and {MOST} may: {}",
            name(),
            play.units(units.iter().copied())
        );
        let marks = vec![Mark::new(MarkKind::Full, name(), format!("{count} of {MOST}"))];
        let finding = play.violation(LIMIT, message, &units).hexes([name()]);
        said.report(finding.sketch(Sketch { marks, ..Sketch::default() }));
    }
    let depot = |unit: &Unit| {
        let other = play.unit(*unit);
        other.side == side && other.kind == Type::Depot
    };
    let depots: Vec<Unit> = play.position.stack(place).filter(depot).collect();
    if depots.len() > 1 {
        let message = format!("{} lie in {}", play.units(depots.iter().copied()), name());
        let finding = play.violation(super::depots::ONE_A_HEX, message, &depots);
        said.report(finding.hexes([name()]));
    }
    let of = |nation| here().filter(move |unit| play.unit(*unit).nation == Some(nation));
    if of(Nation::Us).next().is_some() && of(Nation::Uk).next().is_some() {
        let units: Vec<Unit> = of(Nation::Us).chain(of(Nation::Uk)).collect();
        let message = format!("{} stand together in {}", play.units(units.iter().copied()), name());
        said.report(play.violation(NEVER_TOGETHER, message, &units).hexes([name()]));
    }
}

/// Whether as many units as may stand in a hex.
pub(super) fn is_full(play: &Play<'_, Sicily>, place: Place) -> bool {
    let counts = |unit: &Unit| play.unit(*unit).kind != Type::Depot;
    play.position.stack(place).filter(counts).count() >= MOST
}

/// Whether a unit is not one too many where it stands.
pub(super) fn has_room(play: &Play<'_, Sicily>, place: Place) -> bool {
    let counts = |unit: &Unit| play.unit(*unit).kind != Type::Depot;
    play.position.stack(place).filter(counts).count() <= MOST
}

/// Whether one more unit may end its phase in a hex.
pub(super) fn fits(play: &Play<'_, Sicily>, unit: Unit, place: Place) -> bool {
    let own = play.unit(unit);
    !is_full(play, place)
        && play.position.stack(place).filter(|other| *other != unit).all(|other| {
            let other = play.unit(other);
            let nations = [own.nation, other.nation];
            other.side == own.side
                && !(nations.contains(&Some(Nation::Us)) && nations.contains(&Some(Nation::Uk)))
        })
}
