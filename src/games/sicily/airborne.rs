//! 19. Airborne missions.

use super::Sicily;
use super::look::{accuse, distance, holds, in_zone, name, nearest, turn};
use super::state::{Account, Scenario, Weather};
use super::units::{ALLIED, DISRUPTED, Type};
use crate::referee::case::Part;
use crate::referee::frame::Play;
use crate::referee::ground::{OFF, Place};
use crate::referee::ledger::Scope;
use crate::referee::world::{At, Off, Unit};
use crate::referee::{Judgement, Problem, RuleId, rules};
use serde::Deserialize;

rules! {
    pub(super) static SECTION_19 = [
        /// Allied paratroops and gliders drop, each once in the game, and none that came by sea.
        ///
        /// Breaks it: an infantry regiment drops. Put right: a parachute battalion does.
        WHO = "SIC-19.0", "Who may drop", "19.0", Transition;
        /// Airborne units with a printed hex assault it on turn 1, unless it rains.
        ///
        /// Breaks it: a battalion of 3821 is still at its base when the first Allied movement is over.
        /// Put right: it drops at 3821.
        PRINTED = "SIC-19.11", "Printed missions", "19.11", Sequence;
        /// 1/504/82 and 2/504/82 reinforce by air on turn 2, or on the first turn after it without rain.
        ///
        /// Breaks it: turn 2 is dry and 2/504/82 stays at its base. Put right: it drops next to a friend.
        TURN_2 = "SIC-19.12a", "The drop of turn 2", "19.12", Sequence;
        /// As long as Catania is not taken, the three battalions of 1/1 Airborne assault near it on turn 3, or on the first
        /// turn after it without rain, as near to it as targets are allowed.
        ///
        /// Breaks it: on a dry turn 3, with Catania in Axis hands, 1/1/1 Airborne stays at its base. Put right: it assaults.
        TURN_3 = "SIC-19.12b", "The drop at Catania", "19.12", Sequence;
        /// Other missions wait until the prescribed ones are done, and a die tells how many units drop in a turn.
        ///
        /// Breaks it: the die shows 2 and three battalions drop. Put right: two do.
        OPTIONAL = "SIC-19.14", "Optional drops", "19.14", Budget;
        /// Kind and target of a mission are announced before it.
        ANNOUNCED = "SIC-19.21", "Missions are announced", "19.21", Sequence,
            unobservable "players announce aloud: a drop that is legal as either kind of mission was meant as that one";
        /// Paratroops drop at levels 1 to 3, gliders at level 1; nobody into a city, a swamp or an enemy; one type and
        /// three units a hex.
        ///
        /// Breaks it: a glider battalion lands at level 2. Put right: it lands in the plain.
        TARGET = "SIC-19.22", "Targets of drops", "19.22", Transition;
        /// An assault targets a hex two or more away from every friend and at most two from an enemy.
        ///
        /// Breaks it: a battalion assaults a hex next to a US regiment. Put right: it assaults one hex further on.
        ASSAULT = "SIC-19.23a", "Targets of assaults", "19.23", Transition;
        /// A reinforcement targets a vacant hex next to a friend and out of every enemy zone.
        ///
        /// Breaks it: a battalion reinforces a hex next to a German regiment. Put right: it drops behind its friends.
        REINFORCEMENT = "SIC-19.23b", "Targets of reinforcements", "19.23", Transition;
        /// Nobody drops in rain.
        ///
        /// Breaks it: a battalion drops on a rain turn. Put right: it waits.
        NO_RAIN = "SIC-19.24", "No drops in rain", "19.24", Sequence;
        /// A modified die on the loss part of the table: nothing, disrupted, a step, or both.
        LOSS = "SIC-19.31", "Losses of drops", "19.31", Resolution,
            unobservable "the printed table is lost: what its reconstruction says binds nobody";
        /// A second die gives the scatter.
        SCATTER = "SIC-19.32", "Scatter of drops", "19.32", Resolution,
            unobservable "the printed table is lost: what its reconstruction says binds nobody, so a unit may come down anywhere near its target";
        /// Coming down where it may not drop makes a unit's loss one grade worse; the open sea kills it.
        ///
        /// Breaks it: paratroops without a loss scatter to level 4 and are not disrupted. Put right: they are.
        BAD_GROUND = "SIC-19.33", "Scatter onto bad ground", "19.33", Resolution;
        /// A unit scattered onto an enemy is moved by the Axis player to a neighbouring hex: one where it might drop if there is any.
        ///
        /// Breaks it: it is put into a swamp with open ground beside it. Put right: it goes to the open ground.
        ONTO_ENEMY = "SIC-19.34", "Scatter onto the enemy", "19.34", Resolution;
        /// On the turn of its mission a unit may move tactically, and strategically only when it has had supply since.
        ///
        /// Breaks it: a battalion drops and goes ten road hexes at half a point. Put right: it goes four.
        MISSION_TURN = "SIC-19.35a", "Moves of units that dropped", "19.35", Transition;
    ];
}

/// The kind of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Mission {
    Assault,
    Reinforcement,
}

/// What a drop did to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
pub(super) enum Loss {
    #[default]
    #[serde(rename = "none")]
    None,
    #[serde(rename = "D")]
    Disrupted,
    #[serde(rename = "-1", alias = "−1")]
    Step,
    #[serde(rename = "-1D", alias = "−1D")]
    StepDisrupted,
}

/// A unit that came down elsewhere.
#[derive(Debug, Clone, Default)]
pub(super) struct Scattered {
    unit: Option<Unit>,
    loss: Loss,
    to: Option<Place>,
    enemy_there: bool,
    targetable: Vec<Place>,
    other: Vec<Place>,
}

impl Scattered {
    /// As a case tells it.
    pub(super) fn read(part: &mut Part<'_>) -> Result<Self, Problem> {
        let mut drop = Scattered {
            unit: part.unit("unit")?,
            loss: part.read("loss-result")?.unwrap_or_default(),
            to: part.place("scattered-to")?,
            enemy_there: part.is("enemy-there")?,
            ..Scattered::default()
        };
        if let Some(mut around) = part.part("neighbours", "the neighbours") {
            drop.targetable = around.places("targetable")?;
            drop.other = around.places("other")?;
            around.finish()?;
        }
        Ok(drop)
    }
}

/// A drop takes at most so many units of one hex.
const MOST: u32 = 3;
/// An assault is so near to an enemy, and so far from friends.
const ASSAULT_RANGE: u32 = 2;
/// Battalions that may assault on turn 1 of the variable campaign.
const FIRST_ASSAULT: i32 = 9;

/// What keeps a unit from dropping into a hex; nothing when it may.
fn bad_ground(play: &Play<'_, Sicily>, unit: Unit, at: Place) -> Option<&'static str> {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let highest = if play.unit(unit).kind == Type::Glider { 1 } else { 3 };
    if places.is_sea(space, at) {
        Some("which is open sea")
    } else if places.is_city(space, at) {
        Some("which is a city")
    } else if places.is_swamp(space, at) {
        Some("which is a swamp")
    } else if places.level(at) > highest {
        Some("which is too high for it")
    } else if play.position.has_enemy(ALLIED, at) {
        Some("where an enemy stands")
    } else {
        None
    }
}

/// A unit drops at its target; its mission is told, or one that allows it.
pub(super) fn drop(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    mission: Option<Mission>,
    at: Option<Place>,
    said: &mut Judgement,
) {
    super::sequence::judge_segment(play, unit, "drops", said);
    let known = play.unit(unit);
    if play.state.weather == Weather::Rain {
        let message = format!("{} drops in rain", known.words());
        accuse(play, said, NO_RAIN, &[unit], at, message);
    }
    judge_who(play, unit, said);
    if let Some(at) = at {
        if let Some(why) = bad_ground(play, unit, at) {
            let message = format!("{} drops into {}, {why}", known.words(), name(play, at));
            accuse(play, said, TARGET, &[unit], Some(at), message);
        }
        judge_crowd(play, unit, at, said);
        judge_mission(play, unit, mission, at, said);
        play.put(unit, At::Map(at));
    }
    dropped(play, unit);
    count(play, 1, is_optional(play, unit).then_some(unit), said);
}

/// A unit has made its mission.
fn dropped(play: &mut Play<'_, Sicily>, unit: Unit) {
    play.state.known.dropped.get_or_insert_default().push(unit);
    play.state.known.arrived.push(unit);
    play.state.known.dropped_now.push(unit);
}

fn judge_who(play: &Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let known = play.unit(unit);
    let again = play.state.known.dropped.as_ref().is_some_and(|all| all.contains(&unit));
    let why = if known.side != ALLIED || !known.is_airborne() {
        "and is neither paratroops nor gliders"
    } else if known.by_sea {
        "and came by sea"
    } else if known.mission_used || again {
        "for the second time"
    } else {
        return;
    };
    accuse(play, said, WHO, &[unit], None, format!("{} drops, {why}", known.words()));
}

fn judge_crowd(play: &mut Play<'_, Sicily>, unit: Unit, at: Place, said: &mut Judgement) {
    let glider = play.unit(unit).kind == Type::Glider;
    let targets = &mut play.state.known.targets;
    let found = targets.iter_mut().find(|(place, ..)| *place == at);
    let (gliders, before) = match found {
        Some((_, gliders, count)) => {
            *count += 1;
            (*gliders, *count - 1)
        }
        None => {
            targets.push((at, glider, 1));
            return;
        }
    };
    if before >= MOST || gliders != glider {
        let message = format!(
            "{} drops into {} after {before} {}",
            play.unit(unit).words(),
            name(play, at),
            if gliders { "glider units" } else { "parachute units" }
        );
        accuse(play, said, TARGET, &[unit], Some(at), message);
    }
}

fn judge_mission(
    play: &Play<'_, Sicily>,
    unit: Unit,
    mission: Option<Mission>,
    at: Place,
    said: &mut Judgement,
) {
    let wrong = |mission| match mission {
        Mission::Assault => not_assaulted(play, at).map(|why| (ASSAULT, why)),
        Mission::Reinforcement => not_reinforced(play, at).map(|why| (REINFORCEMENT, why)),
    };
    let tried = match mission {
        Some(mission) => wrong(mission),
        None => wrong(Mission::Reinforcement).and(wrong(Mission::Assault)),
    };
    if let Some((rule, why)) = tried {
        let message = format!("{} drops at {}, {why}", play.unit(unit).words(), name(play, at));
        accuse(play, said, rule, &[unit], Some(at), message);
    }
}

/// Whether a unit on the table came with the drops of this phase.
fn is_fellow(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    let all = play.state.known.dropped.as_ref();
    play.unit(unit).is_airborne()
        && all.is_some_and(|all| all.contains(&unit))
        && play.state.known.dropped_now.contains(&unit)
}

/// Why a hex may not be assaulted.
fn not_assaulted(play: &Play<'_, Sicily>, at: Place) -> Option<String> {
    let friend = |unit| play.unit(unit).side == ALLIED && !is_fellow(play, unit);
    if nearest(play, at, friend).is_some_and(|far| far < ASSAULT_RANGE) {
        return Some("which is next to a friend".to_owned());
    }
    let enemy = nearest(play, at, |unit| play.unit(unit).side != ALLIED);
    let near = enemy.is_some_and(|far| far <= ASSAULT_RANGE);
    (!near).then(|| format!("which is more than {ASSAULT_RANGE} hexes from any enemy"))
}

/// Why a hex may not be reinforced.
fn not_reinforced(play: &Play<'_, Sicily>, at: Place) -> Option<String> {
    if in_zone(play, ALLIED, at) {
        return Some("which is in an enemy zone of control".to_owned());
    }
    let others = |unit: Unit| !is_fellow(play, unit);
    if play.position.stack(at).any(others) {
        return Some("which is not vacant".to_owned());
    }
    let friend = |unit| play.unit(unit).side == ALLIED && others(unit);
    let beside = nearest(play, at, friend) == Some(1);
    (!beside).then(|| "which is next to no friend".to_owned())
}

/// Whether a unit drops because its owner likes it to.
fn is_optional(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    let known = play.unit(unit);
    let variable = super::look::scenario(play) == Scenario::VariableCampaign;
    variable || !(is_turn_2(known, &known.id.0) || is_turn_3(known) || is_printed(play, unit))
}

fn is_printed(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    let code = play.unit(unit).set_up.as_deref();
    code.and_then(|code| play.setting.space.lattice.parse(code)).is_some()
}

/// The battalions that drop on turn 2, as counters and as cases call them.
fn is_turn_2(known: &super::units::Facts, id: &str) -> bool {
    known.kind == Type::Paratroop
        && (known.set_up.as_deref() == Some("2") || matches!(id, "P504a" | "P504b"))
}

/// The battalions that drop near Catania.
fn is_turn_3(known: &super::units::Facts) -> bool {
    known.kind == Type::Paratroop && known.set_up.as_deref() == Some("3") && known.is_of("1AB")
}

/// So many units more drop; when one is named, it is one that need not.
pub(super) fn count(
    play: &mut Play<'_, Sicily>,
    units: i32,
    one: Option<Unit>,
    said: &mut Judgement,
) {
    if one.is_none() && units == 1 {
        return;
    }
    let all = play.ledgers.add(Account::Drops, Scope::Turn, units);
    let first = super::look::scenario(play) == Scenario::VariableCampaign && turn(play) == 1;
    let most = if first { Some(FIRST_ASSAULT) } else { play.ledgers.get(Account::DropsAllowed) };
    let Some(most) = most else {
        if !play.exact {
            said.leave_unchecked(OPTIONAL, "the die for the number of drops was not named");
        }
        return;
    };
    if all > most {
        let message = format!("{all} units drop, and {most} may on this turn");
        accuse(play, said, OPTIONAL, one.as_slice(), None, message);
    }
}

/// A die tells how many units may drop.
pub(super) fn allow(play: &mut Play<'_, Sicily>, die: i32, said: &mut Judgement) {
    let before = play.ledgers.of(Account::DropsAllowed);
    play.ledgers.add(Account::DropsAllowed, Scope::Turn, die - before);
    let known = &play.state.known;
    let owed = mandatory(play).next().is_some();
    if owed && !known.mandatory_done && known.dropped.is_some() && play.exact {
        let message = "optional missions are rolled for before the prescribed ones are done";
        accuse(play, said, OPTIONAL, &[], None, message.to_owned());
    }
}

/// Units that must have dropped by now and have not.
fn mandatory<'p>(play: &'p Play<'_, Sicily>) -> impl Iterator<Item = (Unit, RuleId)> + use<'p> {
    let catania = play.setting.land.places.town("Catania");
    let taken = play.state.known.has_taken("Catania", catania);
    let variable = super::look::scenario(play) == Scenario::VariableCampaign;
    play.setting.roster.iter().filter_map(move |(unit, known)| {
        let waits = match play.position.at(unit) {
            At::Map(_) => false,
            At::Off(off) => play.exact || matches!(off, Off::Entry(_)),
        };
        let waits = waits && known.is_airborne();
        let done = play.state.known.dropped.as_ref().is_some_and(|all| all.contains(&unit));
        if variable || !waits || done || known.by_sea || known.mission_used {
            return None;
        }
        if is_printed(play, unit) {
            (turn(play) == 1).then_some((unit, PRINTED))
        } else if is_turn_2(known, &known.id.0) {
            (turn(play) >= 2).then_some((unit, TURN_2))
        } else {
            let now = is_turn_3(known) && turn(play) >= 3 && !taken;
            now.then_some((unit, TURN_3))
        }
    })
}

/// The rules that prescribe missions.
pub(super) const PRESCRIBED: [RuleId; 3] = [PRINTED, TURN_2, TURN_3];

/// Whether a unit must drop by now.
pub(super) fn is_due(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    mandatory(play).any(|(due, _)| due == unit)
}

/// The Airborne Segment is over: who had to drop has dropped.
pub(super) fn judge_end(play: &Play<'_, Sicily>, said: &mut Judgement) {
    if play.state.weather == Weather::Rain || play.state.known.mandatory_done {
        return;
    }
    let mut late: Vec<_> = mandatory(play).collect();
    late.retain(|(unit, _)| !matches!(play.position.at(*unit), At::Off(off) if is_dead(off)));
    for (unit, rule) in late {
        // On later turns it can be late only because it was late before, which was told then.
        if play.exact || !is_old(play, rule) {
            let message = format!("{} had to drop by now", play.unit(unit).words());
            accuse(play, said, rule, &[unit], None, message);
        }
    }
    // A case may say that neither of the two has dropped without naming them.
    let named = play.setting.roster.iter().any(|(_, known)| is_turn_2(known, &known.id.0));
    let nobody = play.state.known.dropped.as_ref().is_some_and(Vec::is_empty);
    if play.exact && turn(play) >= 2 && nobody && !named {
        let message = "1/504/82 and 2/504/82 had to drop by now".to_owned();
        accuse(play, said, TURN_2, &[], None, message);
    }
}

fn is_dead(off: Off) -> bool {
    matches!(off, Off::Eliminated(_))
}

/// Whether a prescribed mission fell due on an earlier dry turn.
fn is_old(play: &Play<'_, Sicily>, rule: RuleId) -> bool {
    let due = if rule == TURN_2 {
        2
    } else if rule == TURN_3 {
        3
    } else {
        1
    };
    (due..turn(play)).any(|turn| !play.state.known.rain.contains(&turn))
}

/// Players put a disruption marker on a unit, or leave it off.
pub(super) fn mark(play: &mut Play<'_, Sicily>, unit: Unit, disrupted: bool, said: &mut Judgement) {
    play.set(unit, DISRUPTED, disrupted);
    let Some(drop) = &play.state.known.scattered else { return };
    let Some(to) = drop.to.filter(|_| drop.unit == Some(unit)) else { return };
    let bad = bad_ground(play, unit, to).is_some() || drop.enemy_there;
    let loss = match (drop.loss, bad) {
        (loss, false) => loss,
        (Loss::None, true) => Loss::Disrupted,
        (Loss::Disrupted, true) => Loss::Step,
        (_, true) => Loss::StepDisrupted,
    };
    let asked = matches!(loss, Loss::Disrupted | Loss::StepDisrupted);
    if asked != disrupted {
        let message = format!(
            "{} comes down in {} with {loss:?} and is {}disrupted",
            play.unit(unit).words(),
            name(play, to),
            if disrupted { "" } else { "not " }
        );
        accuse(play, said, BAD_GROUND, &[unit], Some(to), message);
    }
}

/// A unit that came down on an enemy is moved on by the Axis player.
pub(super) fn displace(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    to: Place,
    by: Option<u8>,
    said: &mut Judgement,
) {
    let drop = play.state.known.scattered.clone().unwrap_or_default();
    let from = drop.to.or(play.position.place(unit));
    let lattice = &play.setting.space.lattice;
    let around: Vec<Place> = from.map_or(Vec::new(), |from| {
        lattice.around(from).iter().copied().filter(|to| *to != OFF).collect()
    });
    let good = |place: &Place| {
        drop.targetable.contains(place)
            || drop.targetable.is_empty()
                && drop.other.is_empty()
                && bad_ground(play, unit, *place).is_none()
    };
    let better =
        drop.targetable.first().copied().or(around.iter().copied().find(|place| good(place)));
    let told = drop.targetable.contains(&to) || drop.other.contains(&to);
    let far = from.is_some_and(|from| distance(play, from, to) != 1) && !told;
    let why = if by == Some(ALLIED) {
        "by the Allied player".to_owned()
    } else if far {
        "which is not next to where it came down".to_owned()
    } else if holds(play, 1 - ALLIED, to) {
        "where an enemy stands".to_owned()
    } else if let (false, Some(better)) = (good(&to), better) {
        format!("and it could drop in {}", name(play, better))
    } else {
        play.put(unit, At::Map(to));
        return;
    };
    let message = format!("{} is moved on to {}, {why}", play.unit(unit).words(), name(play, to));
    accuse(play, said, ONTO_ENEMY, &[unit], Some(to), message);
    play.put(unit, At::Map(to));
}
