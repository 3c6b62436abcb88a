//! What a log says in so many words: points, bookkeeping, captures, weather, dice with a name.

use super::super::Sicily;
use super::super::boundary::Frontier;
use super::super::deeds::{Deed, Dice};
use super::super::known::nation;
use super::super::ports::Declared;
use super::super::replacements::Point;
use super::super::state::Account;
use super::super::support::{Change, Purpose};
use super::super::units::Nation;
use super::super::verb::Verb;
use super::super::weather;
use crate::referee::frame::{Announced, Event, Plan, Play, What};
use crate::referee::world::Unit;

/// The entries of the books, in their order.
pub(super) fn entries(play: &Play<'_, Sicily>, stretch: &[Event]) -> Plan<Verb> {
    let mut plan: Plan<Verb> = Vec::new();
    // What the next dice were announced for.
    let mut purpose: Option<&Announced> = None;
    let mut waiting: Option<(usize, Unit)> = None;
    let rolls_weather =
        play.clock.stage(&play.sequence).is_some_and(|stage| stage.allows("roll-weather"));
    for event in stretch {
        let mut tell = |deed| plan.push((event.step, Verb::Deed(deed)));
        match &event.what {
            What::Declared(said) if said.id == "roll" => purpose = Some(said),
            What::Declared(said) if said.id == "supply" => match supply(said) {
                Some(Deed::AirSupply(unit, _)) => waiting = Some((event.step, unit)),
                Some(deed) => tell(deed),
                None => {}
            },
            What::Declared(said) => declared(play, said).into_iter().for_each(tell),
            What::Rolled(faces) => {
                let sum = faces.iter().map(|face| i32::try_from(*face).unwrap_or(0)).sum();
                match (purpose.take(), waiting.take()) {
                    (Some(said), lifted) => {
                        let for_air =
                            said.values.get("purpose").is_some_and(|to| to == "air supply");
                        if let (Some((_, unit)), true) = (lifted, for_air) {
                            tell(Deed::AirSupply(unit, Some(sum)));
                        } else {
                            rolled(play, said, sum, stretch).into_iter().for_each(tell);
                            waiting = lifted;
                        }
                    }
                    (None, Some((_, unit))) => tell(Deed::AirSupply(unit, Some(sum))),
                    (None, None) if rolls_weather && faces.len() == 2 => {
                        tell(Deed::Roll(Dice::Weather, sum, None, None));
                    }
                    (None, None) => {}
                }
            }
            What::Boxed(marker, space) => tracked(marker, space).into_iter().for_each(tell),
            What::Points(kind, _, now) => {
                let id = &play.setting.game.points[*kind].id;
                let own = id.strip_suffix("-support").and_then(nation);
                own.and_then(|own| track(play, own, *now)).into_iter().for_each(tell);
            }
            _ => {}
        }
    }
    if let Some((step, unit)) = waiting {
        plan.push((step, Verb::Deed(Deed::AirSupply(unit, None))));
    }
    plan
}

/// A track of support points shows another number now; nothing when it is the one that was said.
fn track(play: &Play<'_, Sicily>, nation: Nation, now: i32) -> Option<Deed> {
    let before = play.ledgers.get(Account::Support(nation))?;
    let told = Change { nation, points: None, purpose: None, left: Some(now) };
    (before != now).then_some(Deed::Points(told))
}

fn number(said: &Announced, key: &str) -> Option<i32> {
    let text = said.values.get(key)?.trim().replace('−', "-");
    text.trim_start_matches('+').parse().ok()
}

fn declared(play: &Play<'_, Sicily>, said: &Announced) -> Option<Deed> {
    match said.id.as_str() {
        "support-points" => {
            let reason = said.values.get("reason").map(String::as_str).unwrap_or_default();
            Some(Deed::Points(Change {
                nation: nation(said.values.get("nation")?)?,
                points: number(said, "change"),
                purpose: purpose(reason),
                left: number(said, "left"),
            }))
        }
        "capture" => {
            let named =
                said.values.get("hex").and_then(|hex| play.setting.space.lattice.parse(hex));
            let at = said.places.first().copied().or(named)?;
            let die = match said.values.get("demolition").map(String::as_str) {
                Some("none") => Some(1),
                Some("one turn") => Some(5),
                Some("two turns") => Some(6),
                _ => None,
            };
            Some(Deed::Capture(at, None, die))
        }
        "bookkeeping" => bookkeeping(said),
        _ => None,
    }
}

fn purpose(reason: &str) -> Option<Purpose> {
    Some(match reason {
        "an attack" => Purpose::Attack,
        "depots" => Purpose::Depots,
        "an optional unit" => Purpose::OptionalUnit,
        "a variable unit" => Purpose::VariableUnit,
        "pack transport" => Purpose::Pack,
        "a replacement" => Purpose::Replacement,
        "a lost depot" => Purpose::LostDepot,
        "the airfield roll" => Purpose::Airfields,
        "Emergency Bombing" => Purpose::EmergencyBombing,
        "a lost city" => Purpose::LostCity,
        _ => return None,
    })
}

fn bookkeeping(said: &Announced) -> Option<Deed> {
    let text = said.values.get("number").map(String::as_str).unwrap_or_default();
    let count = number(said, "number");
    match said.values.get("what")?.as_str() {
        "airfields" => count.map(Deed::Airfields),
        "Emergency Bombing" => Some(Deed::Declare(Declared::EmergencyBombing)),
        "Maximum Interdiction" => Some(Deed::Declare(Declared::MaximumInterdiction)),
        "army boundary column" => {
            let column = u8::try_from(count?).ok()?;
            Some(Deed::SetBoundary(Frontier::Column(column)))
        }
        "continuous front line" => Some(Deed::FrontLine),
        "end-runs US" => allowance(Nation::Us, text),
        "end-runs UK" => allowance(Nation::Uk, text),
        "variable letters" => Some(Deed::Letters(text.to_ascii_uppercase())),
        _ => None,
    }
}

/// Regiments and battalions: `2/1`.
fn allowance(nation: Nation, text: &str) -> Option<Deed> {
    let (regiments, battalions) = text.split_once('/')?;
    Some(Deed::Allowance(nation, regiments.trim().parse().ok()?, battalions.trim().parse().ok()?))
}

fn supply(said: &Announced) -> Option<Deed> {
    let unit = *said.units.first()?;
    match said.values.get("means")?.as_str() {
        "air supply" => Some(Deed::AirSupply(unit, None)),
        "sea supply" => Some(Deed::SeaSupply(unit)),
        "pack transport" => Some(Deed::Pack(unit)),
        "infantry replacement" => Some(Deed::Replace(unit, Some(Point::Infantry))),
        "armour replacement" => Some(Deed::Replace(unit, Some(Point::Armour))),
        _ => None,
    }
}

/// Dice that were announced: for what, and for whom.
fn rolled(play: &Play<'_, Sicily>, said: &Announced, sum: i32, stretch: &[Event]) -> Option<Deed> {
    let what = said.values.get("what").map(String::as_str).unwrap_or_default();
    match said.values.get("purpose")?.as_str() {
        "weather" => Some(Deed::Roll(Dice::Weather, sum, None, None)),
        "special coastals" => Some(Deed::Roll(Dice::SpecialCoastals, sum, None, None)),
        "airborne missions" => Some(Deed::Roll(Dice::AirborneMissions, sum, None, None)),
        "desertion" => {
            let unit = said.units.first().copied().or_else(|| named(play, what))?;
            // Whether it lost a step is what the rest of the phase shows.
            let before = play.position.steps(unit);
            let lost = stretch.iter().any(|event| match event.what {
                What::Steps(who, now) => who == unit && now < before,
                What::Went(who, to) => who == unit && to.place().is_none(),
                _ => false,
            });
            // The chit of a regiment that is not yet a cadre is turned unseen.
            let seen = lost || !play.unit(unit).has_cadre() || before < play.unit(unit).steps;
            Some(Deed::Roll(Dice::Desertion, sum, Some(unit), seen.then_some(lost)))
        }
        _ => None,
    }
}

/// The unit that a player's word means, when only one can be meant.
fn named(play: &Play<'_, Sicily>, word: &str) -> Option<Unit> {
    let means = |known: &str| known.eq_ignore_ascii_case(word.trim());
    let mut found = play
        .setting
        .roster
        .iter()
        .filter(|(_, known)| means(&known.name) || means(&known.id.0))
        .map(|(unit, _)| unit);
    let unit = found.next()?;
    found.next().is_none().then_some(unit)
}

/// A marker lies on a space of a track.
fn tracked(marker: &str, space: &str) -> Option<Deed> {
    let (track, value) = space.split_once(':')?;
    match (marker, track) {
        ("weather", "weather") => weather::named(value).map(Deed::Weather),
        ("boundary-stage", "boundary") => match value {
            "free" => None,
            stage => stage.parse().ok().map(|stage| Deed::SetBoundary(Frontier::Stage(stage))),
        },
        ("airfields", "records") => value.parse().ok().map(Deed::Airfields),
        _ => None,
    }
}
