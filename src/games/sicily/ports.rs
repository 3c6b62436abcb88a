//! 22.4 and 23. Ports and their demolitions, airfields, Air Points and declarations.

use super::Sicily;
use super::known::Capture;
use super::look::{accuse, holds, nearest, turn};
use super::state::{Account, Scenario, Weather};
use super::supply::Supply;
use super::units::{ALLIED, Nation};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_23 = [
        /// At each capture of a port a die is rolled: 5 closes it to depots for the following turn, 6 for two.
        ///
        /// Breaks it: Licata falls on turn 4 with a 6, and a depot goes there on turn 6. Put right: it goes there on turn 7.
        DEMOLITION = "SIC-22.41", "Port demolitions", "22.41", Resolution;
        /// Palermo is closed for two turns more.
        ///
        /// Breaks it: Palermo falls on turn 8 with a 2, and a depot goes there on turn 9. Put right: it goes there on turn 11.
        PALERMO = "SIC-22.42", "Demolitions of Palermo", "22.42", Resolution,
            not_of_play "it is added to the roll: a depot that comes too early is judged under 21.23";
        /// An airfield is Allied when an Allied unit is in it or was the last one there, and no supplied Axis unit is next to it.
        ///
        /// Breaks it: seven airfields are counted with four in Allied hands. Put right: four are counted.
        CAPTURED = "SIC-23.11", "Captured airfields", "23.11", State;
        /// The airfields are counted in Bookkeeping, for the whole turn.
        FIXED = "SIC-23.12", "Airfields are counted once a turn", "23.12", Sequence,
            not_of_play "it says which count rules: a count at another time is judged under 16.1";
        /// The Airfield Chart gives the Air Points of the turn, half of them in rain.
        AIR_POINTS = "SIC-23.21", "Air Points of a turn", "23.21", Budget,
            unobservable "the printed Airfield Chart is lost: no count of airfields gives a certain number of Air Points";
        /// From turn 4, with at most eight airfields, Emergency Bombing may be declared; it gives two Air Points that need no roll,
        /// one in rain, and the Axis eight support points. Not together with Maximum Interdiction.
        ///
        /// Breaks it: it is declared on turn 3. Put right: on turn 4.
        BOMBING = "SIC-23.25", "Emergency Bombing", "23.25", Budget;
    ];
}

/// Emergency Bombing may be declared from this turn on, with at most so many airfields.
const BOMBING_FROM: (i32, i32) = (4, 8);
/// Palermo stays closed so much longer.
const PALERMO_MORE: i32 = 2;

/// The turn on which a depot may come to a port, as far as its demolition roll is known.
pub(super) fn opens_on(play: &Play<'_, Sicily>, port: Place) -> Option<i32> {
    let known = play.state.known.capture(port)?;
    let palermo = play.setting.land.places.town("Palermo") == Some(port);
    // Palermo is closed for two turns whatever the die shows.
    let (taken, die) = known.port.or(palermo.then_some((known.turn, 1)))?;
    let closed = match die {
        5 => 1,
        6 => 2,
        _ => 0,
    };
    Some(taken + 1 + closed + if palermo { PALERMO_MORE } else { 0 })
}

/// An Allied unit takes a hex: for the first time, and with what the demolition die said when it is a port.
pub(super) fn capture(
    play: &mut Play<'_, Sicily>,
    at: Place,
    first: Option<bool>,
    die: Option<u8>,
    said: &mut Judgement,
) {
    let (space, now) = (&play.setting.space, turn(play));
    let is_port = play.setting.land.places.is_port(space, at);
    let known = play.state.known.capture(at).copied();
    let first = first.unwrap_or(known.is_none());
    if is_port && die.is_none() && !play.exact {
        said.leave_unchecked(DEMOLITION, "the demolition die of this port is not in the log");
    }
    let taken = Capture {
        at,
        turn: known.map_or(now, |known| known.turn),
        port: die.map(|die| (now, die)),
        retaken: false,
    };
    play.state.known.captures.retain(|other| other.at != at);
    play.state.known.captures.push(taken);
    super::support::city_lost(play, at, first);
    super::support::tell(play, said);
}

/// How many airfields the Allies hold.
pub(super) fn airfields(play: &Play<'_, Sicily>) -> u32 {
    let (known, places) = (&play.state.known, &play.setting.land.places);
    if let Some(last) = &known.last_through {
        let held = last.iter().filter(|at| !known.contested.contains(at));
        return held.map(|at| places.airfields_in(*at)).sum();
    }
    let held =
        places.all_airfields().filter(|(at, _)| is_held(play, *at) && !is_contested(play, *at));
    held.map(|(_, count)| count).sum()
}

fn is_held(play: &Play<'_, Sicily>, at: Place) -> bool {
    let landing = super::look::scenario(play) == Scenario::UsLanding;
    let ours = |unit| {
        let known = play.unit(unit);
        known.side == ALLIED && (!landing || known.nation == Some(Nation::Us))
    };
    let taken = play.state.known.capture(at).is_some_and(|capture| !capture.retaken);
    play.position.stack(at).any(ours) || taken && !holds(play, 1 - ALLIED, at)
}

fn is_contested(play: &Play<'_, Sicily>, at: Place) -> bool {
    let supplied =
        |unit| play.unit(unit).side != ALLIED && super::supply::of(play, unit) == Supply::In;
    nearest(play, at, supplied).is_some_and(|far| far <= 1)
}

/// The Allied player announces a count of airfields.
pub(super) fn count(play: &mut Play<'_, Sicily>, told: i32, said: &mut Judgement) {
    // Who went through a hex last is seldom in the log: more than ever were reached is certain.
    let certain = i32::try_from(airfields(play)).unwrap_or(i32::MAX);
    let all: u32 = play.setting.land.places.all_airfields().map(|(_, count)| count).sum();
    if i64::from(told) > i64::from(all) {
        let message = format!("{told} airfields are counted, and there are {all}");
        accuse(play, said, CAPTURED, &[], None, message);
    } else if told != certain {
        said.leave_unchecked(CAPTURED, "the log does not tell who was the last in each airfield");
    }
    let before = play.ledgers.of(Account::Airfields);
    play.ledgers.add(Account::Airfields, Scope::Game, told - before);
}

/// What the Allied player declares in Bookkeeping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Declared {
    EmergencyBombing,
    MaximumInterdiction,
}

/// The Allied player declares.
pub(super) fn declare(play: &mut Play<'_, Sicily>, what: Declared, said: &mut Judgement) {
    super::sequence::is_too_early(play, &[], "a declaration", said);
    let about = (super::sequence::BOOKKEEPING, [].as_slice(), "something is declared");
    super::sequence::judge_phase(play, ("declare", ALLIED), about, said);
    let both = play.ledgers.add(Account::Declarations, Scope::Turn, 1) > 1;
    let told = play.ledgers.get(Account::Airfields);
    let rain = play.state.weather == Weather::Rain;
    let (from, most) = BOMBING_FROM;
    let (rule, why) = match what {
        Declared::EmergencyBombing if turn(play) < from => {
            (BOMBING, format!("Emergency Bombing is declared on turn {}", turn(play)))
        }
        Declared::EmergencyBombing if told.is_some_and(|told| told > most) => {
            (BOMBING, format!("Emergency Bombing is declared with {} airfields", told.unwrap_or(0)))
        }
        Declared::MaximumInterdiction if rain => {
            (super::evacuation::INTERDICTION, "Maximum Interdiction is declared in rain".to_owned())
        }
        Declared::MaximumInterdiction => match super::evacuation::too_few(play) {
            Some(few) => (
                super::evacuation::INTERDICTION,
                format!("Maximum Interdiction is declared after {few} Axis units were evacuated"),
            ),
            None if both => (BOMBING, "both declarations are made on one turn".to_owned()),
            None => (BOMBING, String::new()),
        },
        _ if both => (BOMBING, "both declarations are made on one turn".to_owned()),
        _ => (BOMBING, String::new()),
    };
    if !why.is_empty() {
        accuse(play, said, rule, &[], None, why);
    }
    match what {
        Declared::EmergencyBombing => play.state.known.bombing = true,
        Declared::MaximumInterdiction => play.state.known.interdiction = true,
    }
}
