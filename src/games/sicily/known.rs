//! What earlier turns and this phase have brought, as cases tell it and logs show it.

use super::Sicily;
use super::airborne::Scattered;
use super::places::Harbour;
use super::state::Account;
use super::units::{ALLIED, Nation};
use crate::referee::Problem;
use crate::referee::case::Part;
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::Unit;
use serde::Deserialize;

/// A hex that the Allies took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Capture {
    pub(super) at: Place,
    /// When it was taken first.
    pub(super) turn: i32,
    /// When its port was taken last, and what its demolition die showed.
    pub(super) port: Option<(i32, u8)>,
    /// Whether the Axis holds it again.
    pub(super) retaken: bool,
}

/// A chain of Allied hexes with a gap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chain {
    pub(super) has_gap: bool,
    pub(super) gap_in_zone: bool,
}

/// What is known beyond the table.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    pub(super) captures: Vec<Capture>,
    /// Towns that a case names as taken.
    pub(super) towns: Vec<String>,
    /// The one source that a unit's path reaches.
    pub(super) only_source: Vec<(Unit, Place)>,
    /// Units that stand on a road, when a case tells that instead of the hexes.
    pub(super) on_road: Vec<Unit>,
    /// The nearest hex with water of a hex, when a case tells that instead of the coast.
    pub(super) water: Vec<(Place, Place)>,
    /// Units that have not come yet, by id.
    pub(super) not_entered: Vec<String>,
    /// What kind of places the depots of a nation lie in, when a case tells that instead of the hexes.
    pub(super) harbours: Vec<(Nation, Harbour)>,
    /// Depots lost, and when.
    pub(super) lost_depots: Vec<(Unit, i32)>,
    /// Nations of which every depot is gone.
    pub(super) without_depots: Vec<Nation>,
    /// Airfields through which Allied units went last, and those that a supplied Axis unit contests.
    pub(super) last_through: Option<Vec<Place>>,
    pub(super) contested: Vec<Place>,
    pub(super) axis_airlift_over: bool,
    pub(super) bombing: bool,
    pub(super) interdiction: bool,
    /// Whether a case says which letters were rolled.
    pub(super) letters_told: bool,
    /// Letters of variable reinforcements; none when the roll is not known.
    pub(super) letters: Option<String>,
    /// Units that dropped; none when it is not known who did.
    pub(super) dropped: Option<Vec<Unit>>,
    pub(super) mandatory_done: bool,
    pub(super) scattered: Option<Scattered>,
    /// Turns on which it rained, as far as known.
    pub(super) rain: Vec<i32>,
    /// Hexes of which is told whether the acting side stands in them.
    pub(super) occupied: Vec<(Place, bool)>,
    pub(super) front_line_is_new: bool,
    pub(super) had_front_line: bool,
    /// The last turn of the halt line, once that is settled.
    pub(super) halt_line_until: Option<i32>,
    pub(super) chain: Option<Chain>,
    pub(super) all_isolated: bool,
    pub(super) tally: Option<super::victory::Tally>,
    /// Opposed landings of this phase: the beach, and the sea hex chosen for it.
    pub(super) at_sea: Vec<(Place, Place)>,
    /// Targets of this phase's drops: the hex, its unit type's being gliders, and how many.
    pub(super) targets: Vec<(Place, bool, u32)>,
    /// Units that came in this turn, and are in supply for it.
    pub(super) arrived: Vec<Unit>,
    /// Units that came into their hex in this phase, and paid for it.
    pub(super) came_in: Vec<Unit>,
    /// Units that landed, and units that dropped, on this turn.
    pub(super) from_the_sea: Vec<Unit>,
    pub(super) dropped_now: Vec<Unit>,
    /// Units supplied by air or sea this turn.
    pub(super) lifted: Vec<Unit>,
    /// Optional and variable units, replacements, and packs not yet paid: whose points, how many, and who.
    pub(super) bills: Vec<Bill>,
    /// What a stack looked like when its owner's movement ended, and how many were removed since.
    pub(super) overfull: Vec<(Place, u32)>,
    pub(super) removed: u32,
    /// Units that were evacuated, and never come back.
    pub(super) evacuated: Vec<Unit>,
    /// Axis units evacuated this turn.
    pub(super) evacuated_now: i32,
}

/// Points that are owed for something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bill {
    pub(super) nation: Nation,
    pub(super) points: i32,
    pub(super) unit: Option<Unit>,
    pub(super) rule: crate::referee::RuleId,
    /// Whether a case has counted it already.
    pub(super) counted: bool,
}

impl Known {
    /// Whether a unit landed or dropped on this turn: reinforcements may go on strategically.
    pub(super) fn came_ashore(&self, unit: Unit) -> bool {
        self.from_the_sea.contains(&unit) || self.dropped_now.contains(&unit)
    }

    /// What is known of a hex that the Allies took.
    pub(super) fn capture(&self, at: Place) -> Option<&Capture> {
        self.captures.iter().find(|capture| capture.at == at)
    }

    /// Whether a town is in Allied hands.
    pub(super) fn has_taken(&self, name: &str, at: Option<Place>) -> bool {
        let held = at.and_then(|at| self.capture(at)).is_some_and(|capture| !capture.retaken);
        held || self.towns.iter().any(|town| town.eq_ignore_ascii_case(name))
    }
}

/// The nation that a word names.
pub(super) fn nation(word: &str) -> Option<Nation> {
    match word.to_ascii_lowercase().as_str() {
        "us" => Some(Nation::Us),
        "uk" => Some(Nation::Uk),
        "german" => Some(Nation::German),
        "italian" => Some(Nation::Italian),
        _ => None,
    }
}

/// Regiments and battalions.
#[derive(Deserialize)]
struct Sizes {
    regiment: i32,
    battalion: i32,
}

/// What a case says of earlier turns.
pub(super) fn read(play: &mut Play<'_, Sicily>, state: &mut Part<'_>) -> Result<(), Problem> {
    points(play, state)?;
    places(play, state)?;
    let mut known = std::mem::take(&mut play.state.known);
    known.towns = state.read("captured-towns")?.unwrap_or_default();
    for (id, node) in state.pairs("only-source-in-reach") {
        let unit = state.unit_of(&Part::named(id, node))?;
        known.only_source.push((unit, state.place_of(node)?));
    }
    known.on_road = state.units("on-road")?;
    known.not_entered = state.read("not-entered")?.unwrap_or_default();
    for (id, node) in state.pairs("nearest-water") {
        let at = state.place_of(&Part::named(id, node))?;
        known.water.push((at, state.place_of(node)?));
    }
    for (id, node) in state.pairs("depot-places") {
        let kinds: Vec<Harbour> = node.read()?;
        if let Some(nation) = nation(id) {
            known.harbours.extend(kinds.into_iter().map(|kind| (nation, kind)));
        }
    }
    for (id, node) in state.pairs("depot-lost") {
        known.lost_depots.push((state.unit_of(&Part::named(id, node))?, node.read()?));
    }
    known.without_depots = state.read("depots-eliminated")?.unwrap_or_default();
    known.axis_airlift_over = state.is("axis-air-supply-ended")?;
    known.bombing = state.is("emergency-bombing")?;
    known.letters_told = state.node("variable-letters").is_some();
    known.letters = state
        .read::<Vec<String>>("variable-letters")?
        .or(play.exact.then(Vec::new))
        .map(|letters| letters.concat());
    known.mandatory_done = state.is("mandatory-drops-done")?;
    known.dropped = state.node("dropped").is_some().then_some(state.units("dropped")?);
    for (turn, weather) in state.pairs("earlier-weather") {
        if let (Ok(turn), Some("rain")) = (turn.parse(), weather.text()) {
            known.rain.push(turn);
        }
    }
    if let Some(mut drop) = state.part("drop", "a drop") {
        known.scattered = Some(Scattered::read(&mut drop)?);
        drop.finish()?;
    }
    known.front_line_is_new = state.word("front-line") == Some("first-turn");
    let gap_in_zone = state.is("gap-in-allied-zoc")?;
    if let Some(mut line) = state.part("allied-line", "a chain") {
        let gap = line.places("gap")?;
        let _ = (line.places("through")?, line.node("from"), line.node("to"));
        line.finish()?;
        known.chain = Some(Chain { has_gap: !gap.is_empty(), gap_in_zone });
    }
    known.all_isolated = state.word("end-of-last-turn") == Some("all-axis-isolated");
    known.tally = state.read("tally")?;
    for (id, node) in state.pairs("stack-after-movement") {
        let at = state.place_of(&Part::named(id, node))?;
        // Counters by name, or how many.
        let count = node.read::<u32>().unwrap_or_else(|_| node.items().len() as u32);
        known.overfull.push((at, count));
    }
    known.removed = match state.node("removed") {
        None => 0,
        Some(node) => node.read::<u32>().unwrap_or_else(|_| node.items().len() as u32),
    };
    play.state.known = known;
    Ok(())
}

/// The account of a nation's regiments, or of its battalions.
type AccountOf = fn(Nation, bool) -> Account;

fn points(play: &mut Play<'_, Sicily>, state: &mut Part<'_>) -> Result<(), Problem> {
    let mut set = |account, amount| {
        play.ledgers.add(account, Scope::Game, amount);
    };
    for (id, node) in state.pairs("support-points") {
        if let Some(nation) = nation(id) {
            set(Account::Support(nation), node.read()?);
        }
    }
    if let Some(count) = state.read("airfields")? {
        set(Account::Airfields, count);
    }
    if let Some(count) = state.read("axis-evacuated-earlier")? {
        set(Account::EvacuatedBefore, count);
    }
    let accounts: [(_, AccountOf); 2] =
        [("end-run-allowance", Account::EndRunsAllowed), ("end-runs-used", Account::EndRunsInAll)];
    for (key, account) in accounts {
        for (id, node) in state.pairs(key) {
            let sizes: Sizes = node.read()?;
            if let Some(nation) = nation(id) {
                set(account(nation, true), sizes.regiment);
                set(account(nation, false), sizes.battalion);
            }
        }
    }
    Ok(())
}

fn places(play: &mut Play<'_, Sicily>, state: &mut Part<'_>) -> Result<(), Problem> {
    for (id, node) in state.pairs("captured") {
        let at = state.place_of(&Part::named(id, node))?;
        let turn = node.get("turn").map(|turn| turn.read()).transpose()?.unwrap_or(1);
        let roll: Option<u8> = node.get("demolition-roll").map(|roll| roll.read()).transpose()?;
        let port = roll.map(|roll| (turn, roll));
        play.state.known.captures.push(Capture { at, turn, port, retaken: false });
    }
    if let Some(mut control) = state.part("control", "control") {
        let axis = control.places("axis")?;
        control.finish()?;
        let captures = &mut play.state.known.captures;
        captures.iter_mut().filter(|c| axis.contains(&c.at)).for_each(|c| c.retaken = true);
    }
    if let Some(mut last) = state.part("last-through", "last-through") {
        play.state.known.last_through = Some(last.places("allied")?);
        last.finish()?;
    }
    play.state.known.contested = state.places("next-to-supplied-axis")?;
    for (id, node) in state.pairs("occupied") {
        let at = state.place_of(&Part::named(id, node))?;
        play.state.known.occupied.push((at, node.read()?));
    }
    Ok(())
}

/// Whether the Allies have a combat unit in a hex.
pub(super) fn is_held(play: &Play<'_, Sicily>, at: Place) -> bool {
    is_held_by(play, ALLIED, at)
}

/// Whether a side has a combat unit in a hex.
pub(super) fn is_held_by(play: &Play<'_, Sicily>, side: u8, at: Place) -> bool {
    let told = play.state.known.occupied.iter().find(|(place, _)| *place == at);
    told.map_or_else(|| super::look::holds(play, side, at), |(_, held)| *held)
}
