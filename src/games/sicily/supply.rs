//! 11 and 21. Supply: judged in each Supply Phase, for both sides.

use super::Sicily;
use super::look::{holds, troops};
use super::state::Account;
use super::units::{ALLIED, ISOLATED, Nation, OUT_OF_SUPPLY, PACK, Type};
use crate::referee::frame::Play;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::Unit;
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_11 = [
        /// Both sides are judged in each Supply Phase, and stay as judged for that player-turn.
        WHEN = "SIC-11.0", "When supply is judged", "11.0", State,
            not_of_play "it says when a unit's supply counts: who moves or fights with more is judged there";
        /// Markers show who is out of supply or isolated.
        MARKERS = "SIC-11.32", "Supply markers", "11.32", State,
            not_of_play "a reminder: the state that the map gives rules, marker or not";
        /// Tanks, mechanized infantry and reconnaissance out of supply have half their allowance.
        SLOW = "SIC-11.33b", "Movement out of supply", "11.33", Transition,
            not_of_play "it gives an allowance: a move that needs more is judged under 5.42";
        /// Out of supply a unit attacks with half its strength, at least 1.
        ///
        /// Breaks it: a regiment of 6 out of supply is counted with 6. Put right: with 3.
        OUT_FIGHTS = "SIC-11.33a", "Combat out of supply", "11.33", Resolution;
        /// An isolated unit attacks with 1 and defends with half its strength, at least 1.
        ///
        /// Breaks it: an isolated regiment of 6 attacks with 3. Put right: with 1.
        ISOLATED_FIGHTS = "SIC-11.42a", "Combat when isolated", "11.42", Resolution;
        /// Isolated tanks, mechanized infantry and reconnaissance have six points, all others half their allowance.
        SLOWER = "SIC-11.42b", "Movement when isolated", "11.42", Transition,
            not_of_play "it gives an allowance: a move that needs more is judged under 5.42";
    ];
}

rules! {
    pub(super) static SECTION_21 = [
        /// Messina, Enna and Palermo supply the Axis, the latter two until their first capture.
        AXIS_SOURCES = "SIC-21.11a", "Axis sources", "21.11", State,
            not_of_play "it says what supplies: who moves or fights with more supply than he has is judged there";
        /// Depots of their own army supply the Allies.
        DEPOTS = "SIC-21.11b", "Allied sources", "21.11", State,
            not_of_play "it says what supplies: who moves or fights with more supply than he has is judged there";
        /// One hex off the road at level 4 and more, two at levels 2 and 3, three at level 1.
        REACH = "SIC-21.12a", "Supply distance", "21.12", State,
            not_of_play "it says what supplies: who moves or fights with more supply than he has is judged there";
        /// No supply through enemies, nor through enemy zones without a friendly unit.
        BLOCKED = "SIC-21.12b", "Blocked supply", "21.12", State,
            not_of_play "it says what supplies: who moves or fights with more supply than he has is judged there";
        /// A friendly unit in a hex keeps it open for supply.
        KEEPS_OPEN = "SIC-6.52", "Friends keep supply open", "6.52", State,
            not_of_play "it says what supplies: who moves or fights with more supply than he has is judged there";
        /// Too far from a road or source, or on a road that leads to none: out of supply.
        OUT = "SIC-21.13", "Out of supply", "21.13", State,
            not_of_play "it defines a state: who disregards it is judged under 5.42 and 9";
        /// With no way to a road or source, or no source left: isolated.
        CUT_OFF = "SIC-21.14", "Isolated", "21.14", State,
            not_of_play "it defines a state: who disregards it is judged under 5.42 and 9";
        /// Mountain units and units with pack transport reach one hex further.
        FURTHER = "SIC-21.15", "Mountain and pack reach", "21.15", State,
            not_of_play "it says what supplies: who moves or fights with more supply than he has is judged there";
        /// Units are in supply on the turn on which they come in.
        ENTRY = "SIC-21.17", "Supply on entry", "21.17", State, not_of_play "it only allows";
    ];
}

/// How well a unit is supplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Supply {
    In,
    Out,
    Isolated,
}

impl Supply {
    /// One grade worse.
    fn worse(self) -> Supply {
        if self == Supply::In { Supply::Out } else { Supply::Isolated }
    }

    /// The word of cases.
    fn word(self) -> &'static str {
        match self {
            Supply::In => "in-supply",
            Supply::Out => "out-of-supply",
            Supply::Isolated => "isolated",
        }
    }
}

/// How a unit was judged last, and what its army's support points make of it.
pub(super) fn of(play: &Play<'_, Sicily>, unit: Unit) -> Supply {
    let judged = match (play.is(unit, ISOLATED), play.is(unit, OUT_OF_SUPPLY)) {
        (true, _) => Supply::Isolated,
        (_, true) => Supply::Out,
        _ => Supply::In,
    };
    let nation = play.unit(unit).nation;
    let points = nation.and_then(|nation| play.ledgers.get(Account::Support(nation)));
    if points.is_some_and(|points| points <= 0) { judged.worse() } else { judged }
}

/// Sources, and the roads that lead to them.
struct Net {
    sources: Vec<Place>,
    /// Whether each place is a source, or on a road that leads to one.
    joined: Vec<bool>,
}

/// Whether no supply passes a hex.
fn is_blocked(play: &Play<'_, Sicily>, side: u8, place: Place) -> bool {
    play.position.has_enemy(side, place)
        || play.position.in_enemy_zone(side, place) && !holds(play, side, place)
}

/// The sources of a nation that still work.
fn sources(play: &Play<'_, Sicily>, side: u8, nation: Option<Nation>) -> Vec<Place> {
    let known = &play.state.known;
    if side != ALLIED {
        let places = &play.setting.land.places;
        let works = |name: &&str| {
            let capture = places.town(name).and_then(|at| known.capture(at));
            capture.is_none_or(|capture| *name == "Messina" && capture.retaken)
        };
        let all = ["Messina", "Enna", "Palermo"].into_iter();
        return all.filter(works).filter_map(|name| places.town(name)).collect();
    }
    let depots = play.setting.roster.iter().filter(|(_, known)| {
        known.kind == Type::Depot && (nation.is_none() || known.nation == nation)
    });
    depots.filter_map(|(depot, _)| play.position.place(depot)).collect()
}

impl Net {
    fn new(play: &Play<'_, Sicily>, side: u8, nation: Option<Nation>) -> Net {
        let (space, places) = (&play.setting.space, &play.setting.land.places);
        let sources = sources(play, side, nation);
        let mut joined = vec![false; space.lattice.len()];
        let mut open: Vec<Place> =
            sources.iter().copied().filter(|at| !is_blocked(play, side, *at)).collect();
        while let Some(here) = open.pop() {
            if std::mem::replace(&mut joined[here as usize], true) {
                continue;
            }
            for (direction, &next) in space.lattice.around(here).iter().enumerate() {
                if next == OFF || joined[next as usize] {
                    continue;
                }
                // A patch may say of a hex that a road runs in it, and not where to.
                let told = space.paths[here as usize] == 0 || space.paths[next as usize] == 0;
                let along = space.paths[here as usize] & (1 << direction) != 0
                    || told && places.has_road(here) && places.has_road(next);
                if along && !is_blocked(play, side, next) {
                    open.push(next);
                }
            }
        }
        Net { sources, joined }
    }
}

/// So many hexes off the road or the source, by the highest level on the way.
const REACHES: [(u8, u32); 3] = [(1, 3), (3, 2), (6, 1)];

/// How a unit is supplied by what lies on the map.
fn judged(play: &Play<'_, Sicily>, net: &Net, unit: Unit, from: Place) -> Supply {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let (side, own) = (play.unit(unit).side, play.unit(unit));
    let known = &play.state.known;
    if known.arrived.contains(&unit) || play.is(unit, super::units::LANDED) {
        return Supply::In;
    }
    if let Some((_, source)) = known.only_source.iter().find(|(who, _)| *who == unit) {
        return if net.sources.contains(source) { Supply::In } else { Supply::Out };
    }
    if net.sources.is_empty() || has_no_depots(play, unit) {
        return Supply::Isolated;
    }
    if net.joined[from as usize] {
        return Supply::In;
    }
    let more = u32::from(own.kind == Type::Mountain || play.is(unit, PACK));
    let land = |place: Place| places.level(place) > 0 && !is_blocked(play, side, place);
    for (level, hexes) in REACHES {
        if places.level(from) > level {
            continue;
        }
        let open = |place| land(place) && places.level(place) <= level;
        let end = |place: Place| net.joined[place as usize];
        if super::look::steps(play, from, hexes + more, open, end).is_some() {
            return Supply::In;
        }
    }
    let end =
        |place: Place| land(place) && (places.has_road(place) || net.sources.contains(&place));
    let most = u32::try_from(space.lattice.len()).unwrap_or(u32::MAX);
    let road = places.has_road(from) || known.on_road.contains(&unit);
    let found = road || super::look::steps(play, from, most, land, end).is_some();
    if found { Supply::Out } else { Supply::Isolated }
}

/// Whether every depot of a unit's army is told to be gone.
fn has_no_depots(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    let nation = play.unit(unit).nation;
    nation.is_some_and(|nation| play.state.known.without_depots.contains(&nation))
}

/// Whose depots a unit needs: the Axis has the same sources for all.
fn nation_of(play: &Play<'_, Sicily>, unit: Unit) -> (u8, Option<Nation>) {
    let known = play.unit(unit);
    (known.side, known.nation.filter(|_| known.side == ALLIED))
}

/// How units are supplied by what lies on the map now.
fn judge(play: &Play<'_, Sicily>, units: &[Unit]) -> Vec<(Unit, Supply)> {
    let mut nets: Vec<((u8, Option<Nation>), Net)> = Vec::new();
    let mut found = Vec::with_capacity(units.len());
    for unit in units.iter().copied() {
        let from = play.position.place(unit).or(known_source(play, unit));
        let whose = nation_of(play, unit);
        if !nets.iter().any(|(known, _)| *known == whose) {
            nets.push((whose, Net::new(play, whose.0, whose.1)));
        }
        let Some((_, net)) = nets.iter().find(|(known, _)| *known == whose) else { continue };
        match from {
            Some(from) => found.push((unit, judged(play, net, unit, from))),
            // Of its hex no more is told than that a road runs there.
            None if play.state.known.on_road.contains(&unit) => {
                let cut = net.sources.is_empty() || has_no_depots(play, unit);
                found.push((unit, if cut { Supply::Isolated } else { Supply::Out }));
            }
            None => {}
        }
    }
    found
}

fn known_source(play: &Play<'_, Sicily>, unit: Unit) -> Option<Place> {
    play.state.known.only_source.iter().find(|(who, _)| *who == unit).map(|(_, source)| *source)
}

/// A Supply Phase begins: everybody is judged.
pub(super) fn opens(play: &mut Play<'_, Sicily>) {
    let units: Vec<Unit> = troops(play).map(|(unit, _)| unit).collect();
    for (unit, supply) in judge(play, &units) {
        play.set(unit, OUT_OF_SUPPLY | ISOLATED, false);
        match supply {
            Supply::In => {}
            Supply::Out => play.set(unit, OUT_OF_SUPPLY, true),
            Supply::Isolated => play.set(unit, ISOLATED, true),
        }
    }
}

/// Somebody asks how units are supplied.
pub(super) fn tell(play: &Play<'_, Sicily>, units: &[Unit], said: &mut Judgement) {
    let mut told = serde_json::Map::new();
    for (unit, supply) in judge(play, units) {
        let nation = play.unit(unit).nation;
        let points = nation.and_then(|nation| play.ledgers.get(Account::Support(nation)));
        let supply = if points.is_some_and(|points| points <= 0) { supply.worse() } else { supply };
        told.insert(play.unit(unit).id.to_string(), supply.word().into());
    }
    said.value("supply", told);
}

/// Whether every Axis unit on the map is isolated, or none is left.
pub(super) fn is_axis_cut_off(play: &Play<'_, Sicily>) -> bool {
    let axis: Vec<Unit> =
        troops(play).map(|(unit, _)| unit).filter(|unit| play.unit(*unit).side != ALLIED).collect();
    judge(play, &axis).iter().all(|(_, supply)| *supply == Supply::Isolated)
}
