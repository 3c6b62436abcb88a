//! Support from a distance: artillery, ships, aircraft.

use super::super::Sicily;
use super::super::units::{ALLIED, Nation};
use super::state::Fire;
use super::strength::{Supply, supply};
use super::{AIR_SUPPORT, CONTACT, GUNFIRE, MAINLAND, Order, SUPPORT, SUPPORT_LIMIT, SUPPORTS_OWN};
use crate::referee::Judgement;
use crate::referee::frame::Play;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::{Position, Unit};

/// Artillery reaches so far.
const RANGE: u32 = 3;

/// Whether an enemy stands next to a unit.
pub(super) fn in_contact(play: &Play<'_, Sicily>, position: &Position, unit: Unit) -> bool {
    let side = play.unit(unit).side;
    position.place(unit).is_some_and(|here| {
        let around = play.setting.space.lattice.around(here).iter();
        around.filter(|place| **place != OFF).any(|place| position.has_enemy(side, *place))
    })
}

/// Judges the artillery of both sides.
pub(super) fn judge(play: &Play<'_, Sicily>, order: &Order, said: &mut Judgement) {
    for &gun in order.support.iter().chain(&order.defence_support) {
        gun_may_fire(play, order, gun, said);
    }
    let theirs = order.defence_support.len() + order.mainland;
    let most = [(order.support.as_slice(), order.support.len(), 2, "attack")];
    let most = most.into_iter().chain([(order.defence_support.as_slice(), theirs, 1, "defence")]);
    for (guns, count, most, what) in most {
        if count > most {
            let message = format!("{count} artillery units support the {what}, and {most} may");
            said.report(play.violation(SUPPORT_LIMIT, message, guns));
        }
    }
    let land = &play.setting.land;
    if order.mainland > 0 && !order.against.iter().any(|hex| (59..=61).contains(&land.column(*hex)))
    {
        let message = "mainland artillery supports a defence outside of columns 59 to 61";
        said.report(play.violation(MAINLAND, message.to_owned(), &order.with));
    }
}

fn gun_may_fire(play: &Play<'_, Sicily>, order: &Order, gun: Unit, said: &mut Judgement) {
    let words = play.unit(gun).words();
    let lattice = &play.setting.space.lattice;
    let name = |place: Place| lattice.name(place);
    if !play.unit(gun).kind.is_artillery() {
        let message = format!("{words} supports a combat and is no artillery");
        said.report(play.violation(SUPPORT, message, &[gun]));
        return;
    }
    if in_contact(play, &play.at_phase_start, gun) {
        let message =
            format!("{words} supports a combat and stood next to an enemy when the phase began");
        said.report(play.violation(CONTACT, message, &[gun]).or(SUPPORT));
    } else {
        let here = play.position.place(gun);
        let reach = |place: &Place| here.and_then(|here| lattice.distance(here, *place));
        let nearest = order.against.iter().filter_map(reach).min();
        if nearest.is_none_or(|far| far > RANGE) {
            let far = nearest.map_or("far".to_owned(), |far| format!("{far} hexes"));
            let message = format!("{words} supports from {far} away; it reaches {RANGE}");
            let hexes = here.into_iter().chain(order.against.iter().copied()).map(name);
            said.report(play.violation(SUPPORT, message, &[gun]).hexes(hexes));
        }
    }
    let marked = super::super::units::OUT_OF_SUPPLY | super::super::units::ISOLATED;
    if play.is(gun, marked) && supply(play, gun) != Supply::In {
        let message = format!("{words} supports a combat and is not in supply");
        said.report(play.violation(SUPPORT, message, &[gun]));
    }
    if play.state.fights.supported.contains(&gun) {
        let message = format!("{words} supports a second combat in one phase");
        said.report(play.violation(SUPPORT_LIMIT, message, &[gun]));
    }
    if play.unit(gun).side != ALLIED {
        return;
    }
    let own = play.unit(gun).nation;
    let defenders = || order.against.iter().flat_map(|place| play.position.stack(*place));
    let helped: Vec<Option<Nation>> = if order.side(play) == ALLIED {
        order.with.iter().map(|unit| play.unit(*unit).nation).collect()
    } else {
        defenders().map(|unit| play.unit(unit).nation).collect()
    };
    let alien = |nation: &Option<Nation>| nation.is_some() && *nation != own;
    if own.is_some() && !helped.is_empty() && helped.iter().all(alien) {
        let message = format!("{words} supports units of the other Allied army");
        said.report(play.violation(SUPPORTS_OWN, message, &[gun]));
    }
}

/// A salvo of ships.
#[derive(Debug, Clone, Copy)]
pub(in crate::games::sicily) struct Gunfire {
    pub(super) nation: Option<Nation>,
    pub(super) against: Option<Place>,
    /// The die, when one was rolled.
    pub(super) roll: Option<u32>,
}

/// How many salvos a nation has a turn; none when that hangs on what is not known.
fn salvos(play: &Play<'_, Sicily>, nation: Nation) -> Option<i32> {
    use super::super::places::Harbour;
    use super::super::state::Scenario;
    let turn = play.clock.turn()?;
    let variable = super::super::look::scenario(play) == Scenario::VariableCampaign;
    match nation {
        Nation::Uk => Some(1),
        // In the variable campaign the five turns are chosen.
        Nation::Us if !variable => {
            // A depot in a major port gives one more.
            let (space, places) = (&play.setting.space, &play.setting.land.places);
            let told = play.state.known.harbours.contains(&(Nation::Us, Harbour::PortMajor));
            let mut depots = play.setting.roster.iter().filter(|(_, known)| {
                known.kind == super::super::units::Type::Depot && known.nation == Some(Nation::Us)
            });
            let major = |at| places.harbour(space, at) == Harbour::PortMajor;
            let more =
                told || depots.any(|(depot, _)| play.position.place(depot).is_some_and(major));
            Some(if turn <= 5 { 3 } else { 0 } + i32::from(more))
        }
        _ => None,
    }
}

/// Whether a hex lies out of reach of ships, as far as that is known.
fn is_inland(play: &Play<'_, Sicily>, at: Place) -> bool {
    let told = play.state.known.water.iter().find(|(place, _)| *place == at);
    if let Some((_, water)) = told {
        return super::super::look::distance(play, at, *water) > 2;
    }
    let heights = &play.setting.land.heights;
    heights.has_water() && !heights.is_near_water(&play.setting.space, at)
}

pub(super) fn gunfire(play: &mut Play<'_, Sicily>, salvo: Gunfire, said: &mut Judgement) {
    use super::super::state::{Account, Scenario};
    use crate::referee::ledger::Scope;
    let accuse = |play: &Play<'_, Sicily>, message: String| {
        let hexes = salvo.against.map(|place| play.setting.space.lattice.name(place));
        play.violation(GUNFIRE, message, &[]).hexes(hexes)
    };
    let name = |play: &Play<'_, Sicily>, place| play.setting.space.lattice.name(place);
    let here =
        |fire: &Fire| fire.ships.is_some() && (fire.at.is_none() || fire.at == salvo.against);
    if play.state.fights.fire.iter().any(here) {
        said.report(accuse(play, "ships fire twice into one combat".to_owned()));
    }
    if let Some(at) = salvo.against
        && is_inland(play, at)
    {
        let message = format!("ships fire at {}, more than two hexes from water", name(play, at));
        said.report(accuse(play, message));
    }
    let mut hits = true;
    if salvo.nation == Some(Nation::Uk)
        && play.clock.turn().is_some_and(|turn| turn > 1)
        && super::super::look::scenario(play) != Scenario::VariableCampaign
    {
        hits = salvo.roll == Some(1);
        // A failed try is legal as a try: what makes it a claim is a column taken for it.
        if let Some(roll) = salvo.roll.filter(|roll| *roll != 1 && play.exact) {
            let message = format!("British ships fire with a die of {roll}; they need a 1");
            said.report(accuse(play, message));
        }
    }
    if let Some(nation) = salvo.nation {
        let count = play.ledgers.add(Account::Salvos(nation), Scope::Turn, 1);
        if salvos(play, nation).is_some_and(|most| count > most) {
            let message = format!("{count} salvos in one turn are more than there are");
            said.report(accuse(play, message));
        }
        let allies = |unit: Unit| play.unit(unit).side == ALLIED;
        let helped = salvo.against.map(|at| play.position.stack(at).filter(|u| allies(*u)));
        let mut helped = helped.into_iter().flatten().peekable();
        let alien = |unit: Unit| play.unit(unit).nation.is_some_and(|own| own != nation);
        if helped.peek().is_some() && helped.all(alien) {
            let message = "ships support the units of the other Allied army".to_owned();
            said.report(accuse(play, message));
        }
    }
    play.state.fights.fire.push(Fire {
        at: salvo.against,
        ships: salvo.nation.or(Some(Nation::Us)),
        hits,
    });
}

/// Air Points go into a combat; the die decides what they give.
pub(super) fn air(
    play: &mut Play<'_, Sicily>,
    points: u32,
    at: Option<Place>,
    said: &mut Judgement,
) {
    let before = play.state.fights.fire.iter();
    let again = before.filter(|fire| fire.ships.is_none() && fire.at == at && at.is_some()).count();
    if points as usize + again > 1 {
        let message = format!("{} Air Points go into one combat", points as usize + again);
        said.report(play.violation(AIR_SUPPORT, message, &[]));
    }
    said.leave_unchecked(AIR_SUPPORT, "the die that decides it is not told with the point");
    play.state.fights.fire.push(Fire { at, ships: None, hits: false });
}
