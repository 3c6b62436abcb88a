//! 5. Movement.

mod step;

use super::Sicily;
use super::supply::{self, Supply};
use super::units::Type;
use crate::referee::frame::Play;
use crate::referee::ground::{Fine, Place};
use crate::referee::march::{self, Way, accuse, fairest, is_fair};
use crate::referee::tell::Clauses;
use crate::referee::walk::Search;
use crate::referee::world::{At, Unit};
use crate::referee::{Judgement, RuleId, rules};
use serde::Deserialize;
pub(super) use step::Steps;
use step::clauses_of;

rules! {
    pub(super) static SECTION_5 = [
        /// A moving unit never enters a hex in which an enemy unit stands, a depot included.
        ///
        /// Breaks it: infantry walks from 3010 into 3210, where a German battalion stands. Put right: it stops in 3110,
        /// or goes round.
        ENEMY_HEX = "SIC-5.21", "Enemy-occupied hexes are closed", "5.21", Transition;
        /// A unit that enters a hex in an enemy zone of control moves no further in this phase.
        ///
        /// Breaks it: infantry goes 3210–3310–3309 with a German regiment in 3410: it enters the zone in 3310 and goes on.
        /// Put right: it stops in 3310, or goes by 3209.
        STOP_IN_ZONE = "SIC-5.22a", "Stop on entering an enemy zone", "5.22", Transition;
        /// To leave an enemy zone of control costs half of the unit's allowance of this phase, besides the first hex.
        ///
        /// Breaks it: infantry with 8 points leaves a zone and goes five level hexes: 4 and 5 make 9. Put right: it goes four.
        LEAVE_ZONE = "SIC-5.22b", "The price of leaving an enemy zone", "5.22", Transition;
        /// The first hex entered on leaving an enemy zone must be free of enemy zones.
        ///
        /// Breaks it: a unit steps from 3310 to 3311 with an enemy regiment in 3410, next to both.
        /// Put right: it steps back to 3210.
        ZONE_TO_ZONE = "SIC-5.22c", "Not from zone to zone", "5.22", Transition;
        /// A unit that has left an enemy zone in this phase enters no enemy zone any more in it.
        ///
        /// Breaks it: a unit leaves the zone of one regiment and ends its move next to another.
        /// Put right: it ends its move in the open.
        SECOND_ZONE = "SIC-5.22d", "No second zone after leaving one", "5.22", Transition;
        /// A unit that is not mechanized may always move one hex, whatever it costs, unless the hex is closed to it or
        /// both hexes are in enemy zones.
        ONE_HEX = "SIC-5.25", "One hex is always possible on foot", "5.25", Transition,
            not_of_play "it only allows: what it saves is judged under the rules it lifts";
        /// What a move costs in all may not exceed the unit's allowance: printed, then reduced for supply, then halved on
        /// the first turn, fractions dropped.
        ///
        /// Breaks it: infantry with 8 points goes nine level hexes. Put right: it goes eight.
        ALLOWANCE = "SIC-5.42", "Movement allowance", "5.42", Transition;
        /// A strategic move stays three hexes away from every enemy unit: where it starts, on its way, and where it ends.
        ///
        /// Breaks it: a regiment goes 30 road hexes and ends two hexes from an enemy battalion. Put right: it stops a hex
        /// earlier.
        STRATEGIC_DISTANCE = "SIC-5.51", "Strategic movement keeps three hexes off", "5.51", Transition;
        /// In strategic movement a hex entered along a road costs half a point.
        STRATEGIC_RATE = "SIC-5.52", "The strategic rate", "5.52", Transition,
            not_of_play "it only allows: a move that would need more is judged under 5.42";
        /// A mechanized unit crosses a river only along a road.
        ///
        /// Breaks it: a panzergrenadier regiment goes from 3110 to 3210 across a river without a road. Put right: it takes
        /// the bridge.
        RIVER = "SIC-5.61", "Mechanized units need bridges", "5.61", Transition;
        /// Terrain that the chart closes to a class is never entered by it: the sea, swamps and the highest mountains for
        /// mechanized units.
        ///
        /// Breaks it: a tank battalion goes into a swamp. Put right: it goes along the road round it.
        CLOSED = "SIC-5.62", "Prohibited terrain", "5.62", Transition;
    ];
}

/// The manner of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Mode {
    Tactical,
    Strategic,
}

/// A move: whole, from where the unit stood when its phase began to where it stands at its end.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) unit: Unit,
    /// Every hex after the first, when they are told.
    pub(super) path: Vec<Place>,
    pub(super) to: Place,
    /// None when nobody has said.
    pub(super) mode: Option<Mode>,
}

/// Buffers of searches.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    search: Search<Steps>,
    /// Hexes that are too near to the enemy for a strategic move.
    near: Vec<bool>,
}

/// Judges a move, and makes it.
pub(super) fn perform(play: &mut Play<'_, Sicily>, order: &Order, said: &mut Judgement) {
    let mut scratch = std::mem::take(&mut play.scratch);
    judge(play, order, &mut scratch, said);
    play.scratch = scratch;
    play.put(order.unit, At::Map(order.to));
}

fn judge(play: &Play<'_, Sicily>, order: &Order, scratch: &mut Scratch, said: &mut Judgement) {
    let Some(from) = play.position.place(order.unit) else { return };
    if from == order.to && order.path.is_empty() {
        return;
    }
    let Scratch { search, near } = scratch;
    let marches = step::in_each_mode(play, order.unit, near);
    let tried = match order.mode {
        Some(Mode::Tactical) => &marches[..1],
        Some(Mode::Strategic) => &marches[1..],
        None => &marches[..],
    };
    let way = if order.path.is_empty() { Way::To(order.to) } else { Way::Along(&order.path) };
    if let (false, Way::To(to)) = (play.works_out, way)
        && is_fair(tried, search, to)
    {
        return;
    }
    if let Some(fair) = fairest(tried, search, way) {
        if play.works_out {
            use crate::referee::march::March as _;
            let march = &tried[fair.march];
            let cost = play.setting.space.scale.points(fair.cost);
            said.value("cost", cost.to_string());
            let strategic = march.mode == Mode::Strategic;
            said.value("mode", if strategic { "strategic" } else { "tactical" });
            said.working = march.lines(&fair.route);
            said.sketch = Some(Box::new(march.drawn(&fair.route)));
        }
        return;
    }
    said.report(accuse(tried, search, way).unwrap_or_else(|| {
        let name = |place| play.setting.space.lattice.name(place);
        let unit = play.unit(order.unit).words();
        let message = format!(
            "{unit} goes from {} to {}, and no way leads there",
            name(from),
            name(order.to)
        );
        play.violation(ALLOWANCE, message, &[order.unit])
    }));
}

/// A move of which neither way nor end are told: whether the unit may move at all, in that manner.
pub(super) fn somewhere(
    play: &Play<'_, Sicily>,
    unit: Unit,
    mode: Option<Mode>,
    said: &mut Judgement,
) {
    let mut near = Vec::new();
    let marches = step::in_each_mode(play, unit, &mut near);
    let march = &marches[usize::from(mode == Some(Mode::Strategic))];
    for (rule, message) in march.objections() {
        said.report(play.violation(rule, message, &[unit]));
    }
}

/// Where a unit can move; or where it can only by breaking one of these rules.
pub(super) fn reach(
    play: &mut Play<'_, Sicily>,
    unit: Unit,
    broken: Option<&[RuleId]>,
) -> Vec<Place> {
    let mut scratch = std::mem::take(&mut play.scratch);
    let Scratch { search, near } = &mut scratch;
    let marches = step::in_each_mode(play, unit, near);
    let places = match broken {
        Some(rules) => march::only_without(&marches, search, clauses_of(rules)),
        None => march::reach(&marches, search, Clauses::NONE),
    };
    play.scratch = scratch;
    places
}

/// The allowance of a unit in points: printed, then for its supply, then for the first turn.
pub(super) fn allowance(play: &Play<'_, Sicily>, unit: Unit, first_turn_halves: bool) -> u32 {
    let facts = play.unit(unit);
    let mechanized = facts.kind.is_mechanized();
    let printed = facts.movement;
    // Self-propelled artillery moves as mechanized, and supply treats it as all others.
    let motor = mechanized && facts.kind != Type::SpArtillery;
    let supplied = match (motor, supply::of(play, unit)) {
        (true, Supply::Isolated) => printed.min(6),
        (false, Supply::Isolated) | (true, Supply::Out) => printed / 2,
        _ => printed,
    };
    if first_turn_halves && play.clock.turn() == Some(1) { supplied / 2 } else { supplied }
}

/// The least that a unit spends from one hex to another, in fractions of a point; none when it cannot.
pub(super) fn cheapest(
    play: &Play<'_, Sicily>,
    unit: Unit,
    from: Place,
    to: Place,
) -> Option<Fine> {
    let mut scratch = Scratch::default();
    let Scratch { search, near } = &mut scratch;
    let marches = step::in_each_mode(play, unit, near).map(|march| march.starting_in(from));
    fairest(&marches, search, Way::To(to)).map(|fair| fair.cost)
}
