//! 27.1 and 27.2 Reinforcements: where, when, and what they cost.

use super::Sicily;
use super::look::{accuse, in_zone, name, turn};
use super::places::Harbour;
use super::state::{Account, Scenario};
use super::units::{ALLIED, Nation, Type};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::{At, Unit};
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_27 = [
        /// Allied reinforcements come in at a depot of their army, on their printed turn or later.
        ///
        /// Breaks it: a US regiment comes in at 3724, and the depots are elsewhere. Put right: it comes in at a depot.
        ALLIED_ENTRY = "SIC-27.11", "Where Allied reinforcements come in", "27.11", Transition;
        /// Axis reinforcements come in at Messina; with the option 3/1FJ at an airfield near Catania, 4/1FJ in 5314.
        ///
        /// Breaks it: a panzergrenadier regiment comes in at Catania. Put right: at Messina.
        AXIS_ENTRY = "SIC-27.12", "Where Axis reinforcements come in", "27.12", Transition;
        /// Nobody comes in in an enemy zone of control, unless a friend is there.
        ///
        /// Breaks it: a battalion comes in at a depot next to a German regiment, and no friend is there.
        /// Put right: it waits.
        WATCHED = "SIC-27.13", "Entry under enemy control", "27.13", Transition;
        /// A unit that comes in pays for its entry hex and then moves on, tactically or strategically.
        PRICE = "SIC-27.14", "The cost of entry", "27.14", Transition,
            not_of_play "it gives a cost: a unit that comes in and goes too far is judged under 5.42";
        /// Reinforcements may wait, and never come early.
        ///
        /// Breaks it: a regiment of turn 5 comes in on turn 4. Put right: on turn 5.
        DELAY = "SIC-27.15", "Not before its turn", "27.15", Sequence;
        /// An optional regiment costs two points, an optional battalion one, when it comes in.
        ///
        /// Breaks it: an optional regiment is paid with one point. Put right: with two.
        OPTIONAL = "SIC-27.16", "Optional units are paid", "27.16", Budget;
        /// Port battalions come in one a turn, at a major port with a UK depot that is clear of demolitions.
        ///
        /// Breaks it: two of them come in on one turn. Put right: one does.
        PORT = "SIC-27.17", "Port battalions", "27.17", Transition;
        /// Two dice on turn 3 give letters of variable reinforcements; M and MX begin the desertion.
        ROLL = "SIC-27.22", "The variable reinforcement roll", "27.22", Resolution,
            unobservable "the printed table is lost: what the players announce counts";
        /// Variable units come in from turn 5, three a turn, with a letter that was rolled, for two points or one.
        ///
        /// Breaks it: a variable regiment comes in on turn 4. Put right: on turn 5.
        VARIABLE = "SIC-27.23", "Variable units", "27.23", Budget;
    ];
}

/// Variable units come in from this turn on, so many a turn.
const VARIABLES: (i32, i32) = (5, 3);
/// The airlanding option takes 3/1FJ so near to Catania, and 4/1FJ there.
const AIRLANDING: u32 = 4;

/// A reinforcement comes in.
pub(super) fn enter(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    at: Option<Place>,
    said: &mut Judgement,
) {
    let known = play.unit(unit);
    judge_turn(play, unit, said);
    if let Some(at) = at {
        judge_place(play, unit, at, said);
        let side = known.side;
        if in_zone(play, side, at) && !super::known::is_held_by(play, side, at) {
            let message = format!(
                "{} comes in at {}, in an enemy zone of control and with no friend there",
                known.words(),
                name(play, at)
            );
            accuse(play, said, WATCHED, &[unit], Some(at), message);
        }
        play.put(unit, At::Map(at));
        play.state.known.came_in.push(unit);
    }
    play.state.known.arrived.push(unit);
    let late = known.optional || known.turn().is_some_and(|turn| turn > 3);
    if super::look::scenario(play) == Scenario::UsLanding && (known.side != ALLIED || late) {
        let message = format!("{} comes in, and this scenario does not have it", known.words());
        accuse(play, said, super::victory::LANDING_LENGTH, &[unit], at, message);
    }
    if play.state.known.evacuated.contains(&unit) {
        let message = format!("{} comes back after its evacuation", known.words());
        accuse(play, said, super::evacuation::WHERE, &[unit], at, message);
    }
    let told = play.state.known.letters_told && known.side != ALLIED && known.set_up.is_none();
    if known.code("VAR").is_some() || told {
        judge_variable(play, unit, said);
    } else if known.optional {
        let price = super::support::price(play, unit);
        if let Some(nation) = known.nation {
            super::support::bill(play, (nation, price), Some(unit), OPTIONAL);
        }
    } else if known.set_up.as_deref() == Some("Port") {
        judge_port(play, unit, at, said);
    }
}

fn judge_turn(play: &Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    let variable = super::look::scenario(play) == Scenario::VariableCampaign;
    let Some(printed) = known.turn().filter(|_| !variable) else { return };
    if turn(play) < printed {
        let message =
            format!("{} comes in on turn {}, and its turn is {printed}", known.words(), turn(play));
        accuse(play, said, DELAY, &[unit], None, message);
    }
}

fn judge_place(play: &Play<'_, Sicily>, unit: Unit, at: Place, said: &mut Judgement) {
    let known = play.unit(unit);
    let places = &play.setting.land.places;
    let messina = places.town("Messina") == Some(at);
    let near_catania = places
        .town("Catania")
        .is_some_and(|catania| super::look::distance(play, at, catania) <= AIRLANDING);
    let airlanding =
        known.is_of("1FJ") && places.is_airfield(&play.setting.space, at) && near_catania;
    let depot = |other| {
        let other = play.unit(other);
        other.kind == Type::Depot && (known.nation.is_none() || other.nation == known.nation)
    };
    let (rule, right) = if known.side == ALLIED {
        (ALLIED_ENTRY, play.position.stack(at).any(depot))
    } else {
        (AXIS_ENTRY, messina || airlanding && (play.state.airlanding || !play.exact))
    };
    if !right {
        let message =
            format!("{} comes in at {}, which is no place for it", known.words(), name(play, at));
        accuse(play, said, rule, &[unit], Some(at), message);
    }
}

fn judge_variable(play: &mut Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    let count = play.ledgers.add(Account::Variables, Scope::Turn, 1);
    let (from, most) = VARIABLES;
    let letter = known.code("VAR").unwrap_or_default();
    let rolled = play.state.known.letters.as_deref();
    let why = if turn(play) < from {
        format!("on turn {}", turn(play))
    } else if count > most {
        format!("after {most} on this turn")
    } else if rolled.is_some_and(|rolled| !letter.is_empty() && !rolled.contains(letter)) {
        format!("and letter {letter} was not rolled")
    } else {
        String::new()
    };
    if !why.is_empty() {
        let message = format!("the variable unit {} comes in {why}", known.words());
        accuse(play, said, VARIABLE, &[unit], None, message);
    } else if rolled.is_none() {
        said.leave_unchecked(VARIABLE, "the letters that were rolled are not in the log");
    }
    let price = super::support::price(play, unit);
    if let Some(nation) = known.nation {
        super::support::bill(play, (nation, price), Some(unit), VARIABLE);
    }
}

fn judge_port(play: &mut Play<'_, Sicily>, unit: Unit, at: Option<Place>, said: &mut Judgement) {
    let known = play.unit(unit);
    let count = play.ledgers.add(Account::Ports, Scope::Turn, 1);
    let space = &play.setting.space;
    let harbour = |at| play.setting.land.places.harbour(space, at);
    // A case need not say of a hex that it is a port; a coast without one is none.
    let told = |at| {
        let coast = play.setting.land.places.is_coastal(space, at);
        !play.exact || coast || harbour(at) != Harbour::Beach
    };
    let major = at.is_none_or(|at| !told(at) || harbour(at) == Harbour::PortMajor);
    let uk =
        |other| play.unit(other).kind == Type::Depot && play.unit(other).nation == Some(Nation::Uk);
    let open = at.and_then(|at| super::ports::opens_on(play, at));
    let why = if count > 1 {
        "as the second Port battalion of this turn"
    } else if !major || at.is_some_and(|at| !play.position.stack(at).any(uk)) {
        "at no major port with a UK depot"
    } else if open.is_some_and(|open| open > turn(play)) {
        "at a port with demolitions"
    } else {
        return;
    };
    accuse(play, said, PORT, &[unit], at, format!("{} comes in {why}", known.words()));
}
