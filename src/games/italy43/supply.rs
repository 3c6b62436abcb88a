//! 16.0 Supply and isolation.

use super::bonds::BOND_SUPPLY;
use super::entry::Attrition;
use super::ground::{Place, Terrain};
use super::pending::Want;
use super::play::Play;
use super::position::{Position, Who};
use super::sequence::SUPPLY_ORDER;
use super::tables::Kind;
use super::words::{Phase, Side, SupplyMark};
use super::zones::Front;
use crate::hex::Hex;
use crate::referee::{Problem, rules};
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

rules! {
    pub(crate) static SUPPLY = [
        /// In its Supply Phase a side marks the units without a line of supply and unmarks those that have one again;
        /// markers change at no other time.
        ///
        /// Breaks it: a marker comes off in the Movement Phase, when the line was opened.
        STATUS = "I43-16.1", "Supply is judged in the Supply Phase", "16.1", State;
        /// German sources are the northern entry areas and eastern ones still German.
        GERMAN_SOURCES = "I43-16.2.1", "German sources", "16.2.1", State;
        /// Allied sources are Allied hexes of Naples, the southern areas, and eastern ones that are Allied.
        ALLIED_SOURCES = "I43-16.2.2", "Allied sources", "16.2.2", State;
        /// A line runs overland first, then by road; either part may be missing.
        LINE = "I43-16.3.1", "Shape of a line of supply", "16.3.1", State;
        /// Five hexes overland at most; marsh off the road counts two.
        OVERLAND = "I43-16.3.2a", "Overland length", "16.3.2", State;
        /// Not over sea or bare mountain sides, not into enemies, bonds or two zone hexes in a row.
        OVERLAND_BARRED = "I43-16.3.2b", "What bars the overland part", "16.3.2, 19.3", State;
        /// By road any length, but no hex of it in an enemy zone unless a friend is there, nor in an enemy city or VP hex.
        BY_ROAD = "I43-16.3.3", "Road part", "16.3.3", State;
        /// The last to occupy or pass through a city or VP hex controls it.
        CONTROL = "I43-16.3.4a", "Control", "16.3.4", State;
        /// Vacant enemy cities, VP hexes and, for the Allies, forts block a line.
        BLOCKED = "I43-16.3.4b", "Controlled hexes block", "16.3.4, 18.2.1", State;
        /// Mechanised units marked out of supply move tactically only.
        UNSUPPLIED_MOVE = "I43-16.4a", "Moving out of supply", "16.4", Transition;
        /// Units marked out of supply attack at half.
        UNSUPPLIED_COMBAT = "I43-16.4b", "Attacking out of supply", "16.4", Resolution;
        /// Units without a line are neither readied nor replaced.
        UNSUPPLIED_SERVICES = "I43-16.4c", "No services out of supply", "16.4, 17.5, 20.2", Transition;
        /// A unit is isolated when it has no line of communication: a line of any length that may cross one bare mountain side at its own hex.
        ISOLATION = "I43-16.5.1", "Isolation", "16.5.1", State;
        /// Units isolated already before this Supply Phase and next to an enemy roll for attrition; artillery does not.
        ATTRITION_WHO = "I43-16.5.2a", "Who rolls for attrition", "16.5.2, 16.5.4", Resolution;
        /// Isolated artillery that neither stacks with nor reaches another kind of unit is eliminated.
        LOST_ARTILLERY = "I43-16.5.2b", "Isolated artillery", "16.5.2", State;
        /// 4 or less loses a step.
        ATTRITION_TABLE = "I43-16.5.3", "Attrition table", "16.5.3", Resolution;
        /// +2 with a line to a friendly city or corps artillery, once; +1 for Allied units in clear weather.
        ATTRITION_MODIFIERS = "I43-16.5.5", "Attrition modifiers", "16.5.5", Resolution;
        /// What attrition kills is never replaced.
        PERMANENT = "I43-16.5.6", "Lost for good", "16.5.6", State;
    ];
}

/// What a line is traced to.
struct Trace<'t> {
    side: Side,
    /// Overland hexes at most; none for a line of communication.
    longest: Option<u32>,
    /// Whether one bare mountain side at the first hex may be crossed.
    mountain: bool,
    goal: &'t dyn Fn(Hex) -> bool,
    /// Whether friendly entry areas are sources.
    areas: bool,
}

/// What lines of one side are traced through, and what is known of it already.
struct Country {
    front: Front,
    /// Hexes that touch friendly entry areas, and those of them with a road.
    gates: HashSet<Hex>,
    road_gates: HashSet<Hex>,
    /// Whether a road leads on from a hex to the goal, as far as somebody has tried.
    roads: RefCell<HashMap<Hex, bool>>,
}

impl Country {
    fn of(position: &Position<'_>, side: Side, areas: bool) -> Self {
        let own = |(index, _): &(usize, _)| areas && position.area_owner(*index) == Some(side);
        let friendly = || position.ground.areas.iter().enumerate().filter(own);
        Country {
            front: Front::of(position, side),
            gates: friendly().flat_map(|(_, area)| area.touches.iter().copied()).collect(),
            road_gates: friendly().flat_map(|(_, area)| area.roads.keys().copied()).collect(),
            roads: RefCell::default(),
        }
    }
}

impl Position<'_> {
    /// Whether a unit is in supply at this moment.
    pub(super) fn has_line(&self, who: Who) -> bool {
        let unit = &self.units[who];
        if !self.facts.trace {
            return !unit.marked_unsupplied();
        }
        match unit.at {
            Place::Hex(hex) => self.supplied_at(who, hex),
            Place::Area(area) => self.area_owner(area) == Some(unit.side),
            Place::Off(_) => false,
        }
    }

    /// Whether a unit would have a line of supply in a hex.
    pub(super) fn supplied_at(&self, who: Who, hex: Hex) -> bool {
        let unit = &self.units[who];
        let goal = |hex| self.is_source(hex, unit.side);
        let mountain = unit.class.mountain;
        self.trace(
            hex,
            &Trace { side: unit.side, longest: Some(5), mountain, goal: &goal, areas: true },
        )
    }

    /// Whether a unit has a line of communication.
    pub(super) fn has_communication(&self, who: Who) -> bool {
        let unit = &self.units[who];
        if !self.facts.trace {
            return unit.supply != SupplyMark::Isolated;
        }
        let goal = |hex| self.is_source(hex, unit.side);
        match unit.at {
            Place::Hex(hex) => self.trace(
                hex,
                &Trace { side: unit.side, longest: None, mountain: true, goal: &goal, areas: true },
            ),
            Place::Area(area) => self.area_owner(area) == Some(unit.side),
            Place::Off(_) => false,
        }
    }

    /// Whether a hex is in supply for a side (18.1.3, 20.3.1).
    pub(super) fn hex_supplied(&self, hex: Hex, side: Side) -> bool {
        if let Some(supplied) = &self.facts.supplied_hexes {
            return supplied.contains(&hex);
        }
        let goal = |hex| self.is_source(hex, side);
        !self.facts.trace
            || self.trace(
                hex,
                &Trace { side, longest: Some(5), mountain: false, goal: &goal, areas: true },
            )
    }

    /// I43 16.2: sources on the map.
    fn is_source(&self, hex: Hex, side: Side) -> bool {
        let naples = side == Side::Allied
            && self.facts.naples.contains(&hex)
            && self.controller(hex) != Some(Side::German);
        naples || self.facts.sources[side as usize].contains(&hex)
    }

    /// Steps over land to the nearest source; none when there is none.
    pub(super) fn source_distance(&self, hex: Hex, side: Side) -> Option<u32> {
        let gate = |hex: Hex| {
            self.ground.areas.iter().enumerate().any(|(index, area)| {
                self.area_owner(index) == Some(side) && area.touches.contains(&hex)
            })
        };
        let on_map = self.ground.land_distance(hex, &|hex| self.is_source(hex, side));
        let off_map = self.ground.land_distance(hex, &gate).map(|far| far + 1);
        on_map.into_iter().chain(off_map).min()
    }

    /// I43 16.5.5: a line to a friendly city or corps artillery.
    fn has_depot(&self, who: Who) -> bool {
        let unit = &self.units[who];
        let Some(hex) = unit.hex() else { return false };
        let side = unit.side;
        let goal = |hex: Hex| {
            let city = self.ground.terrain(hex).city() && self.controller(hex) == Some(side);
            city || self
                .side_in_hex(hex, side)
                .any(|other| self.units[other].is(Kind::CorpsArtillery))
        };
        let mountain = unit.class.mountain;
        self.trace(hex, &Trace { side, longest: Some(5), mountain, goal: &goal, areas: false })
    }

    /// I43 16.5.2: isolated artillery with nobody to hold on to.
    pub(super) fn lost_artillery(&self, who: Who) -> bool {
        let unit = &self.units[who];
        let Some(hex) = unit.hex().filter(|_| unit.artillery()) else { return false };
        let isolated = unit.supply == SupplyMark::Isolated
            || self.facts.isolated_now.as_ref().is_some_and(|now| now.contains(&unit.id));
        let other =
            |hex: Hex| self.side_in_hex(hex, unit.side).any(|who| !self.units[who].artillery());
        if !isolated || other(hex) {
            return false;
        }
        // Without tracing, a marked unit reaches nobody.
        !self.facts.trace
            || !self.trace(
                hex,
                &Trace {
                    side: unit.side,
                    longest: Some(5),
                    mountain: false,
                    goal: &other,
                    areas: false,
                },
            )
    }

    /// Which units of a side are in supply, worked out together.
    pub(super) fn supplied_units(&self, side: Side) -> HashSet<Who> {
        let country = Country::of(self, side, true);
        let goal = |hex| self.is_source(hex, side);
        // What holds of a hex holds of everybody in it, but for mountain units.
        let mut known: HashMap<(Hex, bool), bool> = HashMap::new();
        let supplied = |who: &Who| {
            let unit = &self.units[*who];
            match unit.at {
                Place::Hex(hex) => *known.entry((hex, unit.class.mountain)).or_insert_with(|| {
                    let mountain = unit.class.mountain;
                    let line = Trace { side, longest: Some(5), mountain, goal: &goal, areas: true };
                    self.trace_in(&country, hex, &line)
                }),
                Place::Area(area) => self.area_owner(area) == Some(side),
                Place::Off(_) => false,
            }
        };
        let own = |who: &Who| self.units[*who].side == side;
        (0..self.units.len()).filter(own).filter(supplied).collect()
    }

    /// I43 16.3: overland, then by road, to a goal.
    fn trace(&self, start: Hex, line: &Trace<'_>) -> bool {
        self.trace_in(&Country::of(self, line.side, line.areas), start, line)
    }

    /// Lines through one country have one goal.
    fn trace_in(&self, country: &Country, start: Hex, line: &Trace<'_>) -> bool {
        let mut best: HashMap<(Hex, bool), u32> = HashMap::new();
        let mut heap = BinaryHeap::from([Reverse((0_u32, start.x, start.y, false))]);
        while let Some(Reverse((cost, x, y, in_zone))) = heap.pop() {
            let hex = Hex::new(x, y);
            if best.get(&(hex, in_zone)).is_some_and(|old| *old <= cost) {
                continue;
            }
            best.insert((hex, in_zone), cost);
            let left = line.longest.is_none_or(|longest| cost < longest);
            if (line.goal)(hex) || (left && country.gates.contains(&hex)) {
                return true;
            }
            if self.ground.is_road_hex(hex) && self.trace_road(country, hex, line) {
                return true;
            }
            for to in self.ground.neighbours(hex) {
                let side = self.ground.side(hex, to);
                let over_mountain = side.bare_mountain();
                if over_mountain && !(line.mountain && hex == start) {
                    continue;
                }
                if !self.may_trace(&country.front, hex, to, line) {
                    continue;
                }
                let zone = self.zone_for_supply(&country.front, to, line.side);
                if zone && in_zone {
                    continue;
                }
                let marsh = self.ground.terrain(to) == Terrain::Marsh && side.road.is_none();
                let next = cost + if marsh { 2 } else { 1 };
                if line.longest.is_none_or(|longest| next <= longest) {
                    heap.push(Reverse((next, to.x, to.y, zone)));
                }
            }
        }
        false
    }

    /// Whether a road leads from a hex to the goal. What one line has found out serves the next.
    fn trace_road(&self, country: &Country, start: Hex, line: &Trace<'_>) -> bool {
        let mut known = country.roads.borrow_mut();
        if let Some(known) = known.get(&start) {
            return *known;
        }
        if self.zone_for_supply(&country.front, start, line.side) {
            return false;
        }
        // Each with the hex that the road came from.
        let mut seen: HashMap<Hex, Hex> = HashMap::from_iter([(start, start)]);
        let mut open = vec![start];
        while let Some(hex) = open.pop() {
            if country.road_gates.contains(&hex)
                || (line.goal)(hex)
                || known.get(&hex) == Some(&true)
            {
                let mut back = hex;
                loop {
                    known.insert(back, true);
                    match seen.get(&back) {
                        Some(before) if *before != back => back = *before,
                        _ => return true,
                    }
                }
            }
            for to in self.ground.neighbours(hex) {
                if self.ground.side(hex, to).road.is_some()
                    && !seen.contains_key(&to)
                    && known.get(&to) != Some(&false)
                    && self.may_trace(&country.front, hex, to, line)
                    && !self.zone_for_supply(&country.front, to, line.side)
                {
                    seen.insert(to, hex);
                    open.push(to);
                }
            }
        }
        known.extend(seen.into_keys().map(|hex| (hex, false)));
        false
    }

    /// I43 16.3.2: a friend cancels the zone in his hex.
    fn zone_for_supply(&self, front: &Front, hex: Hex, side: Side) -> bool {
        front.zones.contains(&hex) && !self.holds(hex, side)
    }

    /// What bars a step of any part of a line.
    fn may_trace(&self, front: &Front, from: Hex, to: Hex, line: &Trace<'_>) -> bool {
        if self.ground.sea_between(from, to)
            || front.enemies.contains(&to)
            || front.bonds.bars(Some(from), to).is_some()
        {
            return false;
        }
        // Who stands there is asked last: it takes longest.
        let enemy_city = || self.has_control(to) && self.controller(to) == Some(line.side.enemy());
        let fort = line.side == Side::Allied && self.fort_level(to) > 0;
        if (fort || enemy_city()) && !self.holds(to, line.side) {
            return false;
        }
        // I43 5.8.2, 5.8.3: only through sections of one's own.
        self.ground.hex(to).section.is_none_or(|section| self.section_owner(section) == line.side)
    }
}

impl Play<'_> {
    pub(super) fn mark_supply(&mut self, who: Who, mark: SupplyMark) {
        let unit = &self.position.units[who];
        let (id, side) = (unit.id.clone(), unit.side);
        let now = self.position.when.phase;
        if now.is_some_and(|phase| phase != Phase::Supply) || !self.phasing(side) {
            let message = format!("{id}: supply markers change in the owner's Supply Phase only");
            self.violation(STATUS, &[who], message);
        } else {
            if !self.phase.flipped.is_empty() {
                let message =
                    format!("the status of {id} is judged after supply points were spent");
                self.suspect(
                    SUPPLY_ORDER,
                    &[],
                    &[who],
                    message,
                    "the order of the log is the order of play",
                );
            }
            if self.position.facts.trace {
                self.judge_mark(who, mark);
            }
        }
        if mark == SupplyMark::Isolated && self.position.units[who].supply != SupplyMark::Isolated {
            self.phase.newly_marked.insert(who);
        }
        self.position.units[who].supply = mark;
    }

    /// The marker that a unit should carry.
    pub(super) fn right_mark(&self, who: Who) -> SupplyMark {
        if self.position.has_line(who) {
            SupplyMark::None
        } else if self.position.has_communication(who) {
            SupplyMark::OutOfSupply
        } else {
            SupplyMark::Isolated
        }
    }

    pub(super) fn judge_mark(&mut self, who: Who, mark: SupplyMark) {
        if self.phase.told.contains(&who) {
            return;
        }
        let right = self.right_mark(who);
        if right == mark {
            return;
        }
        self.phase.told.insert(who);
        let message = format!("{} is {}, not {}", self.id(who), right.word(), mark.word());
        let reasons = [OVERLAND, OVERLAND_BARRED, BY_ROAD, LINE, BLOCKED, BOND_SUPPLY];
        if right != SupplyMark::None && mark != SupplyMark::None {
            self.violation_or(ISOLATION, &[STATUS], &[who], message);
        } else {
            self.violation_or(STATUS, &reasons, &[who], message);
        }
    }

    /// The end of the Supply Phase.
    pub(super) fn close_supply(&mut self, side: Side) {
        for who in 0..self.position.units.len() {
            let unit = &self.position.units[who];
            if unit.side != side || !unit.at.on_map() {
                continue;
            }
            if self.position.facts.trace {
                let mark = unit.supply;
                self.judge_mark(who, mark);
            }
            if self.rolls_attrition(who) && !self.phase.attrition_rolled.contains(&who) {
                let message = format!("{} did not roll for isolation attrition", self.id(who));
                self.violation(ATTRITION_WHO, &[who], message);
            }
        }
    }

    /// I43 16.5.2: isolated before and still, next to an enemy, no artillery.
    pub(super) fn rolls_attrition(&self, who: Who) -> bool {
        let unit = &self.position.units[who];
        let Some(hex) = unit.hex() else { return false };
        let facts = &self.position.facts;
        let still = match &facts.isolated_now {
            Some(now) => now.contains(&unit.id),
            None if facts.trace => !self.position.has_communication(who),
            None => unit.supply == SupplyMark::Isolated,
        };
        let this_turn = facts
            .isolated_since
            .get(&unit.id)
            .is_some_and(|since| Some(*since) == self.position.when.turn);
        unit.supply == SupplyMark::Isolated
            && still
            && !this_turn
            && !self.phase.newly_marked.contains(&who)
            && !unit.artillery()
            && self.position.adjacent_to(hex, unit.side.enemy())
    }

    pub(super) fn attrition(&mut self, entry: &Attrition) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        let side = self.position.units[who].side;
        let id = self.id(who).to_owned();
        let wrong_time = self.position.when.phase.is_some_and(|phase| phase != Phase::Supply)
            || !self.phasing(side);
        if wrong_time || !self.rolls_attrition(who) || self.phase.attrition_rolled.contains(&who) {
            let message = format!("{id} does not roll for isolation attrition now");
            self.violation(ATTRITION_WHO, &[who], message);
        }
        if !self.phase.flipped.is_empty() {
            let message = format!("{id} rolls after supply points were spent");
            self.suspect(
                SUPPLY_ORDER,
                &[],
                &[who],
                message,
                "the order of the log is the order of play",
            );
        }
        let depot = match &entry.traces_to {
            Some(traced) => traced.iter().any(|word| word == "city" || word == "corps-artillery"),
            None => self.position.has_depot(who),
        };
        let clear = side == Side::Allied && self.position.when.weather.is_some_and(|w| w.clear());
        let modifier = if depot { 2 } else { 0 } + i32::from(clear);
        self.now.value("modifier", modifier);
        self.phase.attrition_rolled.insert(who);
        let Some(roll) = entry.roll else { return Ok(()) };
        let total = roll + modifier;
        let row = total.clamp(1, 6) as u32;
        let loses = self.position.tables.roll("isolation-attrition", row) == Some("loses a step");
        self.now.value("total", total);
        self.now.value("steps-lost", i32::from(loses));
        self.phase.attrition.insert(who, loses);
        if loses {
            let left = self.position.units[who].steps.saturating_sub(1);
            let message = format!("{id} must lose a step by attrition");
            self.owe(ATTRITION_TABLE, &[], Some(who), Want::Steps(left), message, false);
        }
        Ok(())
    }
}
