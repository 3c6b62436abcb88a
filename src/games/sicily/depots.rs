//! 21.2 Depots, and supply by air and sea.

use super::Sicily;
use super::look::{accuse, in_zone, name, nearest, turn};
use super::places::Harbour;
use super::state::{Account, Weather};
use super::units::{ALLIED, Nation, Type};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::{At, Unit};
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_21_DEPOTS = [
        /// Depots land on beaches with a road that are no port, swamp or city, and in an enemy zone only where a friend stands.
        ///
        /// Breaks it: a depot lands in a swamp. Put right: it lands on a beach with a road.
        LANDING = "SIC-21.21", "Where depots land", "21.21", Transition;
        /// No hex holds two depots, and depots are free in stacking.
        ///
        /// Breaks it: both US depots are moved to Palermo. Put right: one stays where it was.
        ONE_A_HEX = "SIC-21.22a", "One depot in a hex", "21.22", State;
        /// Depots are moved in no other way than by landing, transfer and return.
        ///
        /// Breaks it: a depot goes two hexes down the road. Put right: it stays.
        INERT = "SIC-21.22c", "Depots stay where they are", "21.22", Transition;
        /// In the Depot Segment a depot goes to a port in Allied hands without demolitions, in its own army's area.
        ///
        /// Breaks it: a depot goes to Palermo the turn after its capture. Put right: it waits until the port is clear.
        TRANSFER = "SIC-21.23", "Transfer of depots", "21.23", Transition;
        /// A lost depot may come back from the second turn after its loss, one for each army a turn, where a friend stands, with no
        /// enemy within three hexes.
        ///
        /// Breaks it: a depot lost on turn 6 comes back on turn 7. Put right: it comes back on turn 8.
        RETURN = "SIC-21.24", "Return of depots", "21.24", Transition;
        /// In his Supply Phase each player may try to supply one unit by air, the Allied player one US unit by sea too; the
        /// Axis only Luftwaffe units, the Allies only US units, none by both means.
        ///
        /// Breaks it: the Allies supply a British brigade by air. Put right: they supply a US regiment.
        LIFT = "SIC-21.31", "Air and sea supply", "21.31", Budget;
        /// Air supply succeeds on 1 to 5, in an enemy zone on 1 to 3; an Axis 6 ends the Axis one for the game.
        ///
        /// Breaks it: the Axis tries air supply after a 6. Put right: it does without.
        LIFT_ROLL = "SIC-21.32", "The air supply roll", "21.32", Resolution;
        /// Sea supply goes to a coastal hex at most twenty sea hexes from a US depot.
        ///
        /// Breaks it: a regiment inland is supplied by sea. Put right: one on the coast is.
        BY_SEA = "SIC-21.33", "Reach of sea supply", "21.33", Transition;
        /// Air supply flies in good weather only.
        ///
        /// Breaks it: air supply in a light Mistral. Put right: it waits for good weather.
        GOOD_WEATHER = "SIC-21.34", "Air supply needs good weather", "21.34", Sequence;
    ];
}

/// No enemy is so near to where a depot comes back.
const CLEAR: u32 = 3;
/// A lost depot comes back after so many turns.
const LOST_FOR: i32 = 2;
/// Sea supply goes so far.
const SEA_SUPPLY: u32 = 20;

/// Why a depot may not land in a hex.
fn unfit(play: &Play<'_, Sicily>, at: Place) -> Option<&'static str> {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    if places.is_port(space, at) {
        Some("which is a port")
    } else if places.is_swamp(space, at) {
        Some("which is a swamp")
    } else if places.is_city(space, at) || !places.is_beach(space, at) {
        Some("which is no beach")
    } else if !places.has_road(at) {
        Some("which has no road")
    } else if in_zone(play, ALLIED, at) && !super::known::is_held(play, at) {
        Some("which is in an enemy zone of control, with no friend in it")
    } else {
        None
    }
}

/// A depot lands in a hex.
pub(super) fn judge_place(play: &Play<'_, Sicily>, depot: Unit, at: Place, said: &mut Judgement) {
    if let Some(why) = unfit(play, at) {
        let message = format!("{} lands in {}, {why}", play.unit(depot).words(), name(play, at));
        accuse(play, said, LANDING, &[depot], Some(at), message);
    }
    judge_alone(play, depot, at, said);
}

fn judge_alone(play: &Play<'_, Sicily>, depot: Unit, at: Place, said: &mut Judgement) {
    let another = |other: &Unit| *other != depot && play.unit(*other).kind == Type::Depot;
    if play.position.stack(at).any(|other| another(&other)) {
        let message =
            format!("{} joins another depot in {}", play.unit(depot).words(), name(play, at));
        accuse(play, said, ONE_A_HEX, &[depot], Some(at), message);
    }
}

/// A depot comes back after its loss.
pub(super) fn comes_back(
    play: &mut Play<'_, Sicily>,
    depot: Unit,
    at: Place,
    said: &mut Judgement,
) {
    let known = play.unit(depot);
    let lost = play.state.known.lost_depots.iter().find(|(who, _)| *who == depot);
    let lost = lost.map(|(_, turn)| *turn);
    let nation = known.nation.unwrap_or(Nation::Us);
    let early = lost.is_some_and(|lost| turn(play) < lost.saturating_add(LOST_FOR));
    let enemy = nearest(play, at, |unit| play.unit(unit).side != ALLIED);
    let why = if early {
        "too early after its loss".to_owned()
    } else if play.ledgers.of(Account::Returns(nation)) > 0 {
        "as the second of its army on this turn".to_owned()
    } else if let Some(why) = unfit(play, at) {
        why.to_owned()
    } else if !super::known::is_held(play, at) {
        "where no friend stands".to_owned()
    } else if enemy.is_some_and(|far| far <= CLEAR) {
        format!("and an enemy is within {CLEAR} hexes")
    } else if super::boundary::is_abroad(play, nation, at) {
        "which is beyond the army boundary".to_owned()
    } else {
        String::new()
    };
    if !why.is_empty() {
        let message = format!("{} comes back in {}, {why}", known.words(), name(play, at));
        accuse(play, said, RETURN, &[depot], Some(at), message);
    }
    play.ledgers.add(Account::Returns(nation), Scope::Turn, 1);
    play.put(depot, At::Map(at));
}

/// A depot is moved from one place of the map to another.
pub(super) fn transfer(play: &mut Play<'_, Sicily>, depot: Unit, to: Place, said: &mut Judgement) {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let known = play.unit(depot);
    super::sequence::judge_segment(play, depot, "is moved", said);
    let nation = known.nation.unwrap_or(Nation::Us);
    let capture = play.state.known.capture(to);
    // A demolition die makes a port of a hex.
    let port = places.is_port(space, to) || capture.is_some_and(|known| known.port.is_some());
    let (rule, why) = if !port {
        (INERT, "which is no port".to_owned())
    } else if play.position.has_enemy(ALLIED, to) || capture.is_some_and(|known| known.retaken) {
        (TRANSFER, "which is not in Allied hands".to_owned())
    } else if let Some(open) = super::ports::opens_on(play, to).filter(|open| *open > turn(play)) {
        (TRANSFER, format!("which its demolitions close until turn {open}"))
    } else if super::boundary::is_abroad(play, nation, to) {
        (TRANSFER, "which is beyond the army boundary".to_owned())
    } else {
        judge_alone(play, depot, to, said);
        play.put(depot, At::Map(to));
        return;
    };
    let message = format!("{} is moved to {}, {why}", known.words(), name(play, to));
    let closed = why.starts_with("which its demolitions");
    let other = if closed { super::ports::DEMOLITION } else { rule };
    super::look::accuse_or(play, said, (rule, other), &[depot], Some(to), message);
    play.put(depot, At::Map(to));
}

/// A player tries to supply a unit by air; the die, when it is told.
pub(super) fn by_air(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    die: Option<i32>,
    said: &mut Judgement,
) {
    super::sequence::is_too_early(play, &[unit], "air supply", said);
    let known = play.unit(unit);
    let axis = known.side != ALLIED;
    if play.state.weather != Weather::Good {
        let message = format!("{} is supplied by air in bad weather", known.words());
        accuse(play, said, GOOD_WEATHER, &[unit], None, message);
    }
    if axis && play.state.known.axis_airlift_over {
        let message = format!("{} is supplied by air after an Axis 6 ended that", known.words());
        accuse(play, said, LIFT_ROLL, &[unit], None, message);
    }
    judge_lift(play, unit, false, said);
    if axis && die == Some(6) {
        play.state.known.axis_airlift_over = true;
    }
    let succeeds = die.is_none_or(|die| {
        let zone = play.position.place(unit).is_some_and(|at| in_zone(play, known.side, at));
        die <= if zone { 3 } else { 5 }
    });
    lifted(play, unit, succeeds);
}

/// The Allied player supplies a US unit by sea.
pub(super) fn by_sea(play: &mut Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    super::sequence::is_too_early(play, &[unit], "sea supply", said);
    judge_lift(play, unit, true, said);
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let depot_there = |place: Place| {
        let mut stack = play.position.stack(place);
        stack
            .any(|it| play.unit(it).kind == Type::Depot && play.unit(it).nation == Some(Nation::Us))
    };
    if let Some(from) = play.position.place(unit) {
        let water = |place: Place| {
            places.has_water(space, place) && !play.position.has_enemy(ALLIED, place)
        };
        let reached = places.is_coastal(space, from)
            && (depot_there(from)
                || super::look::steps(play, from, SEA_SUPPLY, water, depot_there).is_some());
        if !reached {
            let message = format!(
                "{} is supplied by sea in {}, which no US depot reaches over {SEA_SUPPLY} sea hexes",
                play.unit(unit).words(),
                name(play, from)
            );
            accuse(play, said, BY_SEA, &[unit], Some(from), message);
        }
    }
    lifted(play, unit, true);
}

fn judge_lift(play: &mut Play<'_, Sicily>, unit: Unit, sea: bool, said: &mut Judgement) {
    let known = play.unit(unit);
    let means = if sea { "sea" } else { "air" };
    let wrong = match known.side {
        ALLIED => known.nation == Some(Nation::Uk),
        _ => sea || !known.luftwaffe,
    };
    let tries = play.ledgers.add(Account::Lifts(known.side, sea), Scope::PlayerTurn, 1);
    let why = if wrong {
        "and may not be"
    } else if tries > 1 {
        "as the second unit in this phase"
    } else if play.state.known.lifted.contains(&unit) {
        "after the other means of this turn"
    } else {
        return;
    };
    let message = format!("{} is supplied by {means}, {why}", known.words());
    accuse(play, said, LIFT, &[unit], None, message);
}

/// A unit's supply is one grade better.
fn lifted(play: &mut Play<'_, Sicily>, unit: Unit, succeeds: bool) {
    use super::units::{ISOLATED, OUT_OF_SUPPLY};
    play.state.known.lifted.push(unit);
    if succeeds {
        let isolated = play.is(unit, ISOLATED);
        play.set(unit, ISOLATED | OUT_OF_SUPPLY, false);
        play.set(unit, OUT_OF_SUPPLY, isolated);
    }
}

/// What the depots of a nation bring in a turn; none when a case tells nothing of them.
pub(super) fn income(play: &Play<'_, Sicily>, nation: Nation) -> Option<i32> {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let told = play.state.known.harbours.iter().filter(|(own, _)| *own == nation);
    let told: Vec<Harbour> = told.map(|(_, kind)| *kind).collect();
    let own =
        |known: &super::units::Facts| known.kind == Type::Depot && known.nation == Some(nation);
    let own = play.setting.roster.iter().filter(|(_, known)| own(known));
    let own: Vec<Unit> = own.map(|(depot, _)| depot).collect();
    if play.exact && told.is_empty() && own.is_empty() {
        return None;
    }
    let here = own.into_iter().filter_map(|depot| play.position.place(depot));
    let kinds: Vec<Harbour> =
        if told.is_empty() { here.map(|at| places.harbour(space, at)).collect() } else { told };
    Some(kinds.into_iter().map(worth).sum())
}

fn worth(harbour: Harbour) -> i32 {
    match harbour {
        Harbour::Beach => 1,
        Harbour::PortMinor => 2,
        Harbour::PortMajor => 3,
    }
}

/// A depot is eliminated: when, and what its army loses.
pub(super) fn is_lost(play: &mut Play<'_, Sicily>, depot: Unit) {
    let now = turn(play);
    let Some(nation) = play.unit(depot).nation else { return };
    let other_gone = play.setting.roster.iter().any(|(other, known)| {
        other != depot
            && known.kind == Type::Depot
            && known.nation == Some(nation)
            && play.state.known.lost_depots.iter().any(|(lost, _)| *lost == other)
            && play.position.place(other).is_none()
    }) || play.state.known.without_depots.contains(&nation);
    super::support::depot_lost(play, nation, other_gone);
    play.state.known.lost_depots.retain(|(who, _)| *who != depot);
    play.state.known.lost_depots.push((depot, now));
}
