//! What players do besides moving and fighting: landings, drops, depots, points, declarations, dice.

use super::Sicily;
use super::airborne::Mission;
use super::boundary::Frontier;
use super::movement::Mode;
use super::ports::Declared;
use super::replacements::Point;
use super::state::Weather;
use super::support::{Change, Purpose};
use super::units::{Nation, Type};
use super::{
    airborne, arrivals, boundary, depots, desertion, end_runs, evacuation, landings, movement,
    ports, replacements, sequence, setup, supply, support, variable, victory, weather,
};
use crate::referee::case::{Part, unknown};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::{At, Off, Unit};
use crate::referee::{Judgement, Problem};
use serde::Deserialize;

/// What a player does besides moving and fighting.
#[derive(Debug, Clone)]
pub(super) enum Deed {
    /// An ordinary move of which only that much is told: in a Special Stage or not, and in which manner.
    Ordinary(Unit, bool, Option<Mode>),
    /// A depot goes from one place to another.
    Transfer(Unit, Place),
    /// A unit lands in a hex, or waits in it before a beach.
    Land(Unit, Place, Option<Place>),
    /// An end-run, and the beach it is meant for when it waits at sea.
    EndRun(Unit, Option<Place>, Option<Place>),
    Drop(Unit, Option<Mission>, Option<Place>),
    /// So many units drop.
    Drops(i32),
    /// A unit that scattered onto an enemy is moved on by a side.
    Displace(Unit, Place, Option<u8>),
    /// A disruption marker is put on, or left off.
    Mark(Unit, bool),
    Plot(Unit, Place),
    Roll(Dice, i32, Option<Unit>, Option<bool>),
    /// A depot comes back.
    Return(Unit, Place),
    /// A unit is put onto the map.
    Put(Unit, Place),
    /// So many special coastal units are set up.
    Coastals(i32),
    Enter(Unit, Option<Place>),
    Evacuate(Unit, Option<Place>),
    /// A hex is taken: for the first time, and with this demolition die.
    Capture(Place, Option<bool>, Option<u8>),
    Points(Change),
    Replace(Unit, Option<Point>),
    Pack(Unit),
    AirSupply(Unit, Option<i32>),
    SeaSupply(Unit),
    Declare(Declared),
    SetBoundary(Frontier),
    FrontLine,
    Airfields(i32),
    Allowance(Nation, i32, i32),
    Letters(String),
    Weather(Weather),
    /// A unit is taken off: lost.
    Lost(Unit),
    Check(Question, Vec<Unit>, Option<Place>),
    /// A unit was shifted by nobody's rule in a phase that is not for moving.
    Shift(Unit, At),
}

/// What dice are rolled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Dice {
    SpecialCoastals,
    Weather,
    Desertion,
    AirborneMissions,
}

/// What somebody asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Question {
    Supply,
    Airfields,
    FrontLine,
    Stacking,
    Victory,
}

/// Verbs of cases.
pub(super) const WORDS: &[&str] = &[
    "land",
    "end-run",
    "drop",
    "displace",
    "mark",
    "plot",
    "roll",
    "place",
    "enter",
    "evacuate",
    "capture",
    "spend",
    "gain",
    "replace",
    "pack",
    "air-supply",
    "sea-supply",
    "declare",
    "set-boundary",
    "check",
    "remove",
];

/// The deed of an entry; none when its verb is another section's.
pub(super) fn read(
    play: &Play<'_, Sicily>,
    word: &str,
    entry: &mut Part<'_>,
) -> Result<Option<Deed>, Problem> {
    if !WORDS.contains(&word) {
        return Ok(None);
    }
    let named = |entry: &mut Part<'_>| entry.unit("unit")?.ok_or_else(|| entry.missing("unit"));
    let place = |entry: &mut Part<'_>, key| entry.place(key)?.ok_or_else(|| entry.missing(key));
    Ok(Some(match word {
        "land" => {
            let unit = named(entry)?;
            Deed::Land(unit, place(entry, "at")?, entry.place("against")?)
        }
        "end-run" => Deed::EndRun(named(entry)?, entry.place("to")?, entry.place("against")?),
        "drop" => match entry.unit("unit")? {
            Some(unit) => Deed::Drop(unit, entry.read("mission")?, entry.place("at")?),
            None => Deed::Drops(entry.need("count")?),
        },
        "displace" => {
            let unit = named(entry)?;
            Deed::Displace(unit, place(entry, "to")?, entry.side("by")?)
        }
        "mark" => Deed::Mark(named(entry)?, entry.is("disrupted")?),
        "plot" => {
            let unit = named(entry)?;
            Deed::Plot(unit, place(entry, "at")?)
        }
        "roll" => return roll(entry),
        "place" => match entry.unit("unit")? {
            None => {
                let _ = entry.word("what");
                Deed::Coastals(entry.need("count")?)
            }
            Some(unit) if play.unit(unit).kind == Type::Depot => {
                Deed::Return(unit, place(entry, "at")?)
            }
            Some(unit) => Deed::Put(unit, place(entry, "at")?),
        },
        "remove" => {
            let unit = named(entry)?;
            let _ = entry.word("reason");
            Deed::Lost(unit)
        }
        "enter" => Deed::Enter(named(entry)?, entry.place("at")?),
        "evacuate" => Deed::Evacuate(named(entry)?, entry.place("at")?),
        "capture" => {
            let (at, first) = (place(entry, "at")?, entry.read("first")?);
            let _ = entry.unit("unit")?;
            Deed::Capture(at, first, entry.read("roll")?)
        }
        "spend" | "gain" => Deed::Points(change(word, entry)?),
        "replace" => Deed::Replace(named(entry)?, entry.read("point")?),
        "pack" => Deed::Pack(named(entry)?),
        "air-supply" => Deed::AirSupply(named(entry)?, entry.read("roll")?),
        "sea-supply" => Deed::SeaSupply(named(entry)?),
        "declare" => Deed::Declare(entry.need("what")?),
        "set-boundary" => Deed::SetBoundary(Frontier::Column(entry.need("column")?)),
        _ => {
            let what = entry.need("what")?;
            Deed::Check(what, entry.units("units")?, entry.place("at")?)
        }
    }))
}

fn roll(entry: &mut Part<'_>) -> Result<Option<Deed>, Problem> {
    let node = entry.node("for").ok_or_else(|| entry.missing("for"))?;
    if matches!(node.text(), Some("combat")) {
        return Ok(None);
    }
    let dice: Dice = node.read().map_err(|_| {
        let known = ["special-coastals", "weather", "desertion", "airborne-missions", "combat"];
        unknown(node, "roll", known.into_iter())
    })?;
    let faces: Vec<i32> = entry.read("dice")?.unwrap_or_default();
    let sum = entry.read("roll")?.unwrap_or_else(|| faces.iter().sum());
    let lost: Option<i32> = entry.read("loses")?;
    Ok(Some(Deed::Roll(dice, sum, entry.unit("unit")?, lost.map(|lost| lost > 0))))
}

fn change(word: &str, entry: &mut Part<'_>) -> Result<Change, Problem> {
    let points: Option<i32> = entry.read("points")?;
    Ok(Change {
        nation: entry.need("nation")?,
        points: points.map(|points| if word == "spend" { -points } else { points }),
        purpose: entry.read::<Purpose>("for")?,
        left: entry.read("left")?,
    })
}

/// Judges a deed, and does it.
pub(super) fn perform(play: &mut Play<'_, Sicily>, deed: &Deed, said: &mut Judgement) {
    match deed {
        Deed::Ordinary(unit, special, mode) => {
            sequence::moves(play, *unit, *special, said);
            movement::somewhere(play, *unit, *mode, said);
        }
        Deed::Transfer(unit, to) => depots::transfer(play, *unit, *to, said),
        Deed::Land(unit, at, against) => landings::land(play, *unit, *at, *against, said),
        Deed::EndRun(unit, to, against) => end_runs::run(play, *unit, *to, *against, said),
        Deed::Drop(unit, mission, at) => airborne::drop(play, *unit, *mission, *at, said),
        Deed::Drops(count) => airborne::count(play, *count, None, said),
        Deed::Displace(unit, to, by) => airborne::displace(play, *unit, *to, *by, said),
        Deed::Mark(unit, disrupted) => airborne::mark(play, *unit, *disrupted, said),
        Deed::Plot(unit, at) => variable::plot(play, *unit, *at, said),
        Deed::Roll(dice, sum, unit, lost) => rolled(play, (*dice, *sum), *unit, *lost, said),
        Deed::Return(depot, at) => depots::comes_back(play, *depot, *at, said),
        Deed::Put(unit, at) => {
            if play.clock.now.is_some() {
                setup::comes_late(play, *unit, said);
            }
            play.put(*unit, At::Map(*at));
        }
        Deed::Coastals(count) => setup::coastals(play, *count, said),
        Deed::Enter(unit, at) => arrivals::enter(play, *unit, *at, said),
        Deed::Evacuate(unit, at) => evacuation::evacuate(play, *unit, *at, said),
        Deed::Capture(at, first, die) => ports::capture(play, *at, *first, *die, said),
        Deed::Points(change) => support::change(play, *change, said),
        Deed::Replace(unit, point) => replacements::replace(play, *unit, *point, said),
        Deed::Pack(unit) => replacements::pack(play, *unit, said),
        Deed::AirSupply(unit, die) => depots::by_air(play, *unit, *die, said),
        Deed::SeaSupply(unit) => depots::by_sea(play, *unit, said),
        Deed::Declare(what) => ports::declare(play, *what, said),
        Deed::SetBoundary(to) => boundary::set(play, *to, said),
        Deed::FrontLine => boundary::front_line(play, said),
        Deed::Airfields(count) => ports::count(play, *count, said),
        Deed::Allowance(nation, regiments, battalions) => {
            for (regiment, most) in [(true, *regiments), (false, *battalions)] {
                let account = super::state::Account::EndRunsAllowed(*nation, regiment);
                let before = play.ledgers.of(account);
                play.ledgers.add(account, Scope::Game, most - before);
            }
        }
        Deed::Letters(letters) => play.state.known.letters = Some(letters.clone()),
        Deed::Weather(weather) => weather::set(play, *weather, said),
        Deed::Lost(unit) => lost(play, *unit, said),
        Deed::Check(what, units, at) => check(play, *what, units, *at, said),
        Deed::Shift(unit, to) => shift(play, *unit, *to, said),
    }
}

fn rolled(
    play: &mut Play<'_, Sicily>,
    (dice, sum): (Dice, i32),
    unit: Option<Unit>,
    lost: Option<bool>,
    said: &mut Judgement,
) {
    match dice {
        Dice::SpecialCoastals => setup::roll_coastals(play, sum),
        Dice::Weather => weather::roll(play, sum, said),
        Dice::AirborneMissions => airborne::allow(play, sum, said),
        Dice::Desertion => {
            if let Some(unit) = unit {
                desertion::roll(play, unit, sum, lost, said);
            }
        }
    }
}

/// A unit is gone for good.
fn lost(play: &mut Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    if known.kind == Type::Depot {
        depots::is_lost(play, unit);
        support::tell(play, said);
    }
    play.put(unit, At::Off(Off::Eliminated(Some(known.side))));
}

/// A unit is moved in a phase in which it may not be.
fn shift(play: &mut Play<'_, Sicily>, unit: Unit, to: At, said: &mut Judgement) {
    let known = play.unit(unit);
    let stage = play.clock.words(&play.sequence, play.setting.game);
    if play.position.at(unit) != to {
        // Whether a click only came late, the court finds out.
        let message = format!("{} is moved in {stage}", known.words());
        super::look::accuse(play, said, sequence::ORDER, &[unit], to.place(), message);
        play.put(unit, to);
    }
}

fn check(
    play: &Play<'_, Sicily>,
    what: Question,
    units: &[Unit],
    at: Option<Place>,
    said: &mut Judgement,
) {
    match what {
        Question::Supply => supply::tell(play, units, said),
        Question::Airfields => said.value("airfields", ports::airfields(play)),
        Question::FrontLine => said.value("front-line", boundary::is_continuous(play)),
        Question::Stacking => super::stacking::check(play, at, said),
        Question::Victory => victory::count(play, said),
    }
}

/// A deed in words.
pub(super) fn words(play: &Play<'_, Sicily>, deed: &Deed) -> String {
    let who = |unit: &Unit| play.unit(*unit).words();
    let at = |place: &Place| super::look::name(play, *place);
    match deed {
        Deed::Ordinary(unit, ..) => format!("{} moves", who(unit)),
        Deed::Transfer(unit, to) => format!("{} is moved to {}", who(unit), at(to)),
        Deed::Land(unit, to, _) => format!("{} lands in {}", who(unit), at(to)),
        Deed::EndRun(unit, ..) => format!("{} makes an end-run", who(unit)),
        Deed::Drop(unit, ..) => format!("{} drops", who(unit)),
        Deed::Drops(count) => format!("{count} units drop"),
        Deed::Displace(unit, to, _) => format!("{} is moved on to {}", who(unit), at(to)),
        Deed::Mark(unit, on) => {
            format!("{} is {}disrupted", who(unit), if *on { "" } else { "not " })
        }
        Deed::Plot(unit, to) => format!("{} is plotted for {}", who(unit), at(to)),
        Deed::Roll(dice, sum, ..) => format!("{sum} is rolled for {dice:?}"),
        Deed::Return(unit, to) => format!("{} comes back in {}", who(unit), at(to)),
        Deed::Put(unit, to) => format!("{} is put in {}", who(unit), at(to)),
        Deed::Coastals(count) => format!("{count} special coastal units are set up"),
        Deed::Enter(unit, _) => format!("{} comes in", who(unit)),
        Deed::Evacuate(unit, _) => format!("{} is evacuated", who(unit)),
        Deed::Capture(place, ..) => format!("{} is captured", at(place)),
        Deed::Points(change) => format!("{:?} support points change", change.nation),
        Deed::Replace(unit, _) => format!("{} is restored", who(unit)),
        Deed::Pack(unit) => format!("{} gets pack transport", who(unit)),
        Deed::AirSupply(unit, _) => format!("{} is supplied by air", who(unit)),
        Deed::SeaSupply(unit) => format!("{} is supplied by sea", who(unit)),
        Deed::Declare(what) => format!("{what:?} is declared"),
        Deed::SetBoundary(to) => format!("the boundary goes to {}", boundary::words(*to)),
        Deed::FrontLine => "the front line is continuous".to_owned(),
        Deed::Airfields(count) => format!("{count} airfields are counted"),
        Deed::Allowance(nation, ..) => format!("{nation:?} end-runs are announced"),
        Deed::Letters(letters) => format!("letters {letters} are rolled"),
        Deed::Weather(weather) => format!("the weather is {weather:?}"),
        Deed::Lost(unit) => format!("{} is eliminated", who(unit)),
        Deed::Check(what, ..) => format!("somebody asks for {what:?}"),
        Deed::Shift(unit, _) => format!("{} is moved", who(unit)),
    }
}
