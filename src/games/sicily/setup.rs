//! 17 and 22.0. Setting up.

use super::Sicily;
use super::look::{accuse, name};
use super::state::{Account, Scenario};
use super::units::{ALLIED, Nation, Type};
use crate::referee::frame::Play;
use crate::referee::ledger::Scope;
use crate::referee::world::{At, Off, Unit};
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_17 = [
        /// A unit with a hex on its counter starts there: the Axis on the map, the Allies when they land or drop.
        ///
        /// Breaks it: a regiment of Livorno with 3418 is set up in 3419. Put right: in 3418.
        HEXES = "SIC-17.0a", "Units start where their counters say", "17.0", State;
        /// Units coded with an invasion box wait in it; units coded with a turn or letter are off the map.
        ///
        /// Breaks it: a US tank battalion of the Dime box lies in the Cent box. Put right: in the Dime box.
        BOXES = "SIC-17.0b", "Second waves wait in their boxes", "17.0", State;
        /// The total of two dice is the number of special coastal units; they go to their printed hexes.
        ///
        /// Breaks it: the dice show 7 and eight are set up. Put right: seven.
        COASTALS = "SIC-17.0c", "The special coastal units", "17.0", Resolution;
        /// Special coastal units that are not drawn are dead, and scored.
        ///
        /// Breaks it: on turn 4 a special coastal unit that was not drawn is put on the map. Put right: it stays away.
        UNDRAWN = "SIC-17.0d", "Undrawn special coastal units", "17.0", State;
        /// Support points at the start: Italians 4, the others 6; in The U.S. Landing US 6, Germans 4, Italians 3.
        ///
        /// Breaks it: the Germans begin The U.S. Landing with 6. Put right: with 4.
        POINTS = "SIC-22.0a", "Support points at the start", "22.0", State;
        /// The U.S. Landing has only US units, and of the Axis only those of columns 23 to 44, with 15th Panzergrenadier, Assietta
        /// and 19CCNN.
        ///
        /// Breaks it: a regiment of Aosta is set up in 1308. Put right: it is left out.
        LANDING = "SIC-30.2", "The set-up of The U.S. Landing", "30.2", State;
    ];
}

/// The units that come into The U.S. Landing from outside.
const FROM_OUTSIDE: [&str; 3] = ["15PG", "Assietta", "19CCNN"];

/// Whether a unit may come in from outside its area.
pub(super) fn comes_from_outside(known: &super::units::Facts, id: &str) -> bool {
    FROM_OUTSIDE.iter().any(|own| known.is_of(own)) || id == "19CCNN" || id == "it-19-ccnn"
}

/// The set-up is over.
pub(super) fn judge(play: &Play<'_, Sicily>, said: &mut Judgement) {
    judge_points(play, said);
    for (unit, known) in play.setting.roster.iter() {
        match play.position.at(unit) {
            At::Map(at) => {
                judge_hex(play, unit, at, said);
                judge_landing(play, unit, at, said);
                super::variable::judge_set_up(play, unit, at, said);
            }
            At::Off(Off::Entry(number)) => judge_box(play, unit, number, said),
            At::Off(_) => {}
        }
        let uk = known.nation == Some(Nation::Uk);
        if uk
            && super::look::scenario(play) == Scenario::UsLanding
            && play.position.place(unit).is_some()
        {
            let message = format!("{} takes part in The U.S. Landing", known.words());
            accuse(play, said, LANDING, &[unit], None, message);
        }
    }
}

fn judge_points(play: &Play<'_, Sicily>, said: &mut Judgement) {
    let landing = super::look::scenario(play) == Scenario::UsLanding;
    let id = match super::look::scenario(play) {
        Scenario::Campaign => "campaign",
        Scenario::UsLanding => "us-landing",
        Scenario::VariableCampaign => "variable-campaign",
    };
    let game = play.setting.game;
    let Some(scenario) = game.scenarios.get(id) else { return };
    for start in &scenario.points {
        let kind = &game.points[start.kind].id;
        let Some(nation) = kind.strip_suffix("-support").and_then(super::known::nation) else {
            continue;
        };
        let has = play.ledgers.get(Account::Support(nation));
        if let Some(has) = has.filter(|has| *has != start.value) {
            let what = if landing { "The U.S. Landing" } else { "this scenario" };
            let message = format!(
                "{nation:?} begins {what} with {has} support points instead of {}",
                start.value
            );
            accuse(play, said, POINTS, &[], None, message);
        }
    }
}

/// The log begins with the set-up: each nation has its points.
pub(super) fn begins(play: &mut Play<'_, Sicily>) {
    play.state.from_the_start = true;
    let points = play.scenario.map(|scenario| scenario.points.as_slice()).unwrap_or_default();
    for start in points {
        let kind = &play.setting.game.points[start.kind].id;
        let nation = kind.strip_suffix("-support").and_then(super::known::nation);
        if let Some(account) = nation.map(Account::Support) {
            let before = play.ledgers.of(account);
            play.ledgers.add(account, Scope::Game, start.value - before);
        }
    }
}

/// The Axis starts on the map in its printed hexes.
fn judge_hex(
    play: &Play<'_, Sicily>,
    unit: Unit,
    at: crate::referee::ground::Place,
    said: &mut Judgement,
) {
    let known = play.unit(unit);
    let own = known.set_up.as_deref().and_then(|code| play.setting.space.lattice.parse(code));
    let variable = super::look::scenario(play) == Scenario::VariableCampaign;
    if known.side != ALLIED && !variable && own.is_some_and(|own| own != at) {
        let message = format!(
            "{} is set up in {} instead of {}",
            known.words(),
            name(play, at),
            known.set_up.as_deref().unwrap_or_default()
        );
        accuse(play, said, HEXES, &[unit], Some(at), message);
    }
}

fn judge_landing(
    play: &Play<'_, Sicily>,
    unit: Unit,
    at: crate::referee::ground::Place,
    said: &mut Judgement,
) {
    let known = play.unit(unit);
    let inside = play.setting.land.is_in_landing_area(at);
    if super::look::scenario(play) == Scenario::UsLanding
        && known.side != ALLIED
        && !inside
        && !comes_from_outside(known, &known.id.0)
    {
        let message = format!("{} is set up in {}, out of the area", known.words(), name(play, at));
        accuse(play, said, LANDING, &[unit], Some(at), message);
    }
}

/// Second waves wait in the boxes that their counters name, by the first letters of the box.
fn judge_box(play: &Play<'_, Sicily>, unit: Unit, number: u16, said: &mut Judgement) {
    let known = play.unit(unit);
    let entry = play.setting.space.entries.get(usize::from(number));
    let (Some(code), Some(entry)) = (known.set_up.as_deref(), entry) else { return };
    if super::look::scenario(play) == Scenario::VariableCampaign || !entry.id.ends_with("-box") {
        return;
    }
    let own = code.to_ascii_lowercase().replace(' ', "-");
    if code.starts_with(|first: char| first.is_ascii_alphabetic()) && !entry.id.starts_with(&own) {
        let message = format!("{} waits in {}, and its box is {code}", known.words(), entry.name);
        accuse(play, said, BOXES, &[unit], None, message);
    }
}

/// Special coastal units are set up, so many of them.
pub(super) fn coastals(play: &Play<'_, Sicily>, count: i32, said: &mut Judgement) {
    if let Some(dice) = play.ledgers.get(Account::Coastals).filter(|dice| *dice != count) {
        let message = format!("the dice give {dice} special coastal units, and {count} are set up");
        accuse(play, said, COASTALS, &[], None, message);
    }
}

/// Two dice tell how many special coastal units there are.
pub(super) fn roll_coastals(play: &mut Play<'_, Sicily>, dice: i32) {
    let before = play.ledgers.of(Account::Coastals);
    play.ledgers.add(Account::Coastals, Scope::Game, dice - before);
}

/// A special coastal unit comes onto the map after the set-up.
pub(super) fn comes_late(play: &Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    if is_special_coastal(known) {
        let message =
            format!("{} comes onto the map, and was not drawn in the set-up", known.words());
        accuse(play, said, UNDRAWN, &[unit], None, message);
    }
}

/// The special coastal units are battalions.
pub(super) fn is_special_coastal(known: &super::units::Facts) -> bool {
    known.kind == Type::Coastal && !known.is_regiment()
}
