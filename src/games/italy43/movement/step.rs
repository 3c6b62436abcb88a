//! One step of a move: what it costs, and which rules it breaks.

use super::super::areas::ENTERING;
use super::super::bonds::BOND_MOVE;
use super::super::disruption::{
    DISRUPTED_MOVE, FULL_RETREAT_CITY, FULL_RETREAT_LEFT, FULL_RETREAT_MOVE,
};
use super::super::ground::{Place, SideFacts, Terrain};
use super::super::options::{HALF_EFFECT, PONTOON, PONTOON_USE};
use super::super::position::{Position, Who};
use super::super::replacements::REPLACEMENT_MARKER;
use super::super::supply::UNSUPPLIED_MOVE;
use super::super::tables::points;
use super::super::weather::GROUND;
use super::super::words::Side;
use super::super::zones::{Front, LEAVING_ZONE, STOP_IN_ZONE, ZONE_TO_ZONE};
use super::*;
use crate::hex::Hex;
use crate::model::Provenance;
use crate::referee::{Evidence, RuleId};

/// A way of moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Mode {
    Regular,
    Extended,
    Tactical,
}

impl Mode {
    pub(super) const ALL: [Mode; 3] = [Mode::Regular, Mode::Extended, Mode::Tactical];

    pub(super) fn word(self) -> &'static str {
        match self {
            Mode::Regular => "regular",
            Mode::Extended => "extended",
            Mode::Tactical => "tactical",
        }
    }
}

/// A rule that a step breaks.
#[derive(Debug, Clone)]
pub(super) struct Breach {
    pub(super) rule: RuleId,
    pub(super) also: Vec<RuleId>,
    pub(super) message: String,
}

/// Who moves.
#[derive(Debug, Clone)]
pub(in super::super) struct Mover {
    pub(super) who: Who,
    pub(super) side: Side,
    pub(super) trucked: bool,
}

/// How far a move has got in one mode.
#[derive(Debug, Clone)]
pub(in super::super) struct Progress {
    pub(in super::super) mode: Mode,
    pub(super) at: Place,
    pub(super) spent: i64,
    pub(in super::super) hexes: u32,
    pub(super) stopped: Option<RuleId>,
    /// Parts of `spent` that a single rule adds.
    pub(super) left_zone: i64,
    rivers: i64,
    /// Times it crossed what makes a unit half effective.
    pub(super) crossings: u32,
    /// Where it began, and what it entered since.
    pub(super) began: Option<Place>,
    pub(super) entered: Vec<Place>,
    pub(super) breaches: Vec<Breach>,
    pub(super) lines: Vec<Evidence>,
    pub(super) provenance: Provenance,
    over: bool,
    /// A search tries thousands of steps that nobody reads of: no words are made.
    pub(super) quiet: bool,
}

impl Progress {
    pub(super) fn start(mode: Mode, at: Place) -> Self {
        Progress {
            mode,
            at,
            spent: 0,
            hexes: 0,
            stopped: None,
            left_zone: 0,
            rivers: 0,
            crossings: 0,
            began: Some(at),
            entered: Vec::new(),
            breaches: Vec::new(),
            lines: Vec::new(),
            provenance: Provenance::Printed,
            over: false,
            quiet: false,
        }
    }

    /// The same without words, and without the places behind it.
    pub(super) fn silent(&self) -> Self {
        let mut silent = Progress { quiet: true, ..self.clone() };
        silent.lines = Vec::new();
        silent.entered = Vec::new();
        silent
    }

    pub(super) fn legal(&self) -> bool {
        self.breaches.is_empty()
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped.is_some()
    }

    pub(super) fn breach(
        &mut self,
        rule: RuleId,
        also: &[RuleId],
        message: impl FnOnce() -> String,
    ) {
        if self.breaches.iter().any(|breach| breach.rule == rule) {
            return;
        }
        let breach = match self.quiet {
            true => Breach { rule, also: Vec::new(), message: String::new() },
            false => Breach { rule, also: also.to_vec(), message: message() },
        };
        self.breaches.push(breach);
    }

    /// A line of arithmetic: what a step cost, and what the move costs up to here.
    pub(super) fn tell(&mut self, cost: i64, what: impl FnOnce() -> String) {
        if !self.quiet {
            let total = format!("{} (total {})", points(cost), points(self.spent));
            self.lines.push(Evidence::new(what(), total));
        }
    }
}

impl Position<'_> {
    /// Rules that forbid a mode to a unit altogether.
    pub(super) fn begin(&self, mover: &Mover, mode: Mode) -> Progress {
        let unit = &self.units[mover.who];
        let mut progress = Progress::start(mode, unit.at);
        if mode == Mode::Tactical {
            return progress;
        }
        if unit.order == super::super::words::Order::Disrupted {
            progress.breach(DISRUPTED_MOVE, &[], || {
                format!("{} is Disrupted and may only move tactically", unit.id)
            });
        }
        if unit.class.mechanised && unit.marked_unsupplied() {
            progress.breach(UNSUPPLIED_MOVE, &[], || {
                format!("{} is mechanised and out of supply: it may only move tactically", unit.id)
            });
        }
        progress
    }

    /// The allowance of a mode, in sixths; none for tactical movement.
    pub(super) fn budget(&self, mover: &Mover, mode: Mode) -> Option<i64> {
        let unit = &self.units[mover.who];
        let mechanised = unit.class.mechanised || mover.trucked;
        let allowance = if mover.trucked { 30 } else { unit.allowance };
        match mode {
            Mode::Regular => Some(allowance),
            // I43 5.3.
            Mode::Extended => Some(allowance + if mechanised { 18 } else { 12 }),
            Mode::Tactical => None,
        }
    }

    /// One step, with every rule that it breaks.
    pub(super) fn step(
        &self,
        front: &Front,
        mover: &Mover,
        before: &Progress,
        to: Place,
    ) -> Progress {
        let mut after = before.clone();
        if let Some(rule) = before.stopped {
            let also: &[RuleId] = match (rule == STOP_IN_ZONE, before.mode) {
                (true, Mode::Tactical) => &[TACTICAL_ZONES, TACTICAL, ZONE_TO_ZONE],
                (true, _) if before.left_zone > 0 => &[ZONE_TO_ZONE],
                _ => &[],
            };
            let name = || self.ground.name(before.at);
            after.breach(rule, also, || format!("it had to stop in {}", name()));
        }
        after.stopped = None;
        match (before.at, to) {
            (Place::Hex(from), Place::Hex(to)) => self.hex_step(front, mover, &mut after, from, to),
            (Place::Hex(from), Place::Area(area)) => {
                self.leave_map(front, mover, &mut after, from, area);
            }
            (Place::Area(area), Place::Hex(to)) => {
                self.enter_map(front, mover, &mut after, area, to);
            }
            (Place::Area(from), Place::Area(to)) => self.change_area(mover, &mut after, from, to),
            _ => after.breach(ALLOWANCE, &[], || "there is no way from there".to_owned()),
        }
        after.at = to;
        after.hexes += 1;
        if !after.quiet {
            after.entered.push(to);
        }
        self.check_length(mover, &mut after);
        after
    }

    fn hex_step(&self, front: &Front, mover: &Mover, after: &mut Progress, from: Hex, to: Hex) {
        let unit = &self.units[mover.who];
        let side = self.ground.side(from, to);
        let names = || format!("{} to {}", self.ground.hex_name(from), self.ground.hex_name(to));
        if crate::hex::distance(from, to) != 1 {
            after.breach(ALLOWANCE, &[TACTICAL], || format!("{} is no step", names()));
        }
        let went_on = after.hexes > 0;
        self.crossing(mover, after, side, from, to, &names);
        let (cost, by_road) = self.step_cost(front, mover, after, to, side);
        let mut cost = cost;
        // I43 6.2, 13.3.2: not in Full Retreat. Going on from where it had to stop is a breach of its own.
        if front.zones.contains(&from) && !unit.full_retreat() && !went_on {
            cost += 12;
            after.left_zone += 12;
        }
        after.spent += cost;
        after.tell(cost, || self.step_words(from, to, by_road));
        self.arrive(front, mover, after, Some(from), to, by_road);
    }

    fn step_words(&self, from: Hex, to: Hex, by_road: bool) -> String {
        let what = if by_road { "by road" } else { self.ground.terrain(to).word() };
        format!("{} → {}, {what}", self.ground.hex_name(from), self.ground.hex_name(to))
    }

    /// What the hexside forbids.
    fn crossing(
        &self,
        mover: &Mover,
        after: &mut Progress,
        side: SideFacts,
        from: Hex,
        to: Hex,
        names: &dyn Fn() -> String,
    ) {
        let unit = &self.units[mover.who];
        let class = unit.class;
        let first = after.hexes == 0;
        if self.ground.sea_between(from, to) {
            after.breach(ALLOWANCE, &[TACTICAL], || {
                format!("{} leads into or over the sea", names())
            });
        }
        if side.bare_mountain() {
            if class.vehicle {
                after.breach(VEHICLE_MOUNTAIN, &[], || {
                    format!("{} crosses a mountain hexside without road or pass", names())
                });
            } else if after.mode != Mode::Tactical || !(first || class.mountain) {
                let also: &[RuleId] = if class.mountain { &[MOUNTAIN_UNITS] } else { &[] };
                after.breach(
                    INFANTRY_MOUNTAIN,
                    also,
                    || format!("{} crosses a mountain hexside other than as the first hex of tactical movement", names()),
                );
            }
        }
        if side.major_river
            && side.unbridged()
            && (after.mode != Mode::Tactical || !(first || self.pontoon(mover.side, to)))
        {
            let also: &[RuleId] =
                if self.when.option("pontoons") { &[PONTOON, PONTOON_USE] } else { &[] };
            after.breach(
                MAJOR_RIVER,
                also,
                || format!("{} crosses an unbridged major river other than as the first hex of tactical movement", names()),
            );
        }
        if class.vehicle && side.unbridged() && self.when.rain() {
            after.breach(RAIN, &[GROUND], || {
                format!("{} takes a vehicle over an unbridged river in rain", names())
            });
        }
        if self.makes_half_effective(mover.who, side) {
            after.crossings += 1;
            if self.when.option("half-effectiveness")
                && (unit.half_effective || after.crossings > 1)
            {
                after.breach(HALF_EFFECT, &[], || {
                    format!("{} would earn a second half-effectiveness marker this turn", names())
                });
            }
        }
    }

    /// I43 25.2: what earns the marker.
    pub(in super::super) fn makes_half_effective(&self, who: Who, side: SideFacts) -> bool {
        let class = self.units[who].class;
        (side.bare_mountain() && !class.mountain) || (class.vehicle && side.unbridged())
    }

    /// Points for hex and hexside, and whether the step follows a road.
    pub(super) fn step_cost(
        &self,
        front: &Front,
        mover: &Mover,
        after: &mut Progress,
        to: Hex,
        side: SideFacts,
    ) -> (i64, bool) {
        let mechanised = self.units[mover.who].class.mechanised || mover.trucked;
        if let Some(road) = side.road {
            let (rate, provenance) = self.tables.road_cost(road, mechanised);
            after.provenance = after.provenance.max(provenance);
            let near = mechanised && front.enemy_within_two(to);
            return (if near { 6 } else { rate }, true);
        }
        let (mut cost, provenance) = self.tables.hex_cost(self.ground.terrain(to), mechanised);
        after.provenance = after.provenance.max(provenance);
        if side.minor_river && side.unbridged() {
            let (extra, _) = self.tables.river_cost(mechanised);
            cost += extra;
            after.rivers += extra;
        }
        if side.mountain && side.pass {
            let (extra, provenance) = self.tables.pass_cost(mechanised);
            cost += extra;
            after.provenance = after.provenance.max(provenance);
        }
        (cost, false)
    }

    /// What the hex entered forbids, and whether the unit must stop in it.
    pub(super) fn arrive(
        &self,
        front: &Front,
        mover: &Mover,
        after: &mut Progress,
        from: Option<Hex>,
        to: Hex,
        by_road: bool,
    ) {
        let unit = &self.units[mover.who];
        let name = || self.ground.hex_name(to);
        if front.enemies.contains(&to) {
            after.breach(ENEMY_HEX, &[], || format!("an enemy unit is in {}", name()));
        }
        if let Some(bond) = front.bonds.bars(from, to) {
            let ends = || bond.ends.join(" and ");
            after.breach(BOND_MOVE, &[], || {
                format!("the enemy bond between {} bars the way to {}", ends(), name())
            });
        }
        self.closed_section(mover, after, from, to, &name);
        if unit.full_retreat()
            && self.ground.terrain(to).city()
            && self.controller(to) == Some(mover.side.enemy())
        {
            after.breach(FULL_RETREAT_CITY, &[], || {
                format!("{} is in Full Retreat and {} is an enemy city", unit.id, name())
            });
        }
        let in_zone = front.zones.contains(&to);
        if after.mode == Mode::Extended {
            if in_zone {
                let first =
                    after.hexes == 0 && from.is_some_and(|from| front.zones.contains(&from));
                let (rule, also): (_, &[RuleId]) =
                    if first { (EXTENDED_START, &[EXTENDED]) } else { (EXTENDED, &[]) };
                after.breach(rule, also, || {
                    format!("extended movement may not enter the enemy zone in {}", name())
                });
            }
            if front.near_full_retreat.contains(&to) {
                after.breach(
                    EXTENDED_NEAR_FULL_RETREAT,
                    &[FULL_RETREAT_LEFT],
                    || format!("extended movement may not come next to the enemy in Full Retreat beside {}", name()),
                );
            }
        }
        if in_zone {
            after.stopped = Some(STOP_IN_ZONE);
        } else if self.ground.terrain(to) == Terrain::Marsh && !by_road {
            after.stopped = Some(MARSH_STOP);
        }
    }

    /// I43 5.8: the Eighth Army zone.
    fn closed_section(
        &self,
        mover: &Mover,
        after: &mut Progress,
        from: Option<Hex>,
        to: Hex,
        name: &dyn Fn() -> String,
    ) {
        let Some(section) = self.ground.hex(to).section else { return };
        match mover.side {
            Side::Allied => {
                // A unit that a retreat drove into the zone may cross it on its way out.
                let inside = from.is_some_and(|from| self.ground.hex(from).section.is_some());
                if !inside {
                    after.breach(ALLIES_AND_ZONE, &[], || {
                        format!(
                            "{} is in the Eighth Army zone, which Allied units may not enter",
                            name()
                        )
                    });
                }
            }
            Side::German if self.section_owner(section) == Side::Allied => {
                after.breach(GERMANS_AND_ZONE, &[SECTIONS], || {
                    format!("{} is in section {}, which is lost", name(), section.word())
                });
            }
            Side::German => {}
        }
    }

    /// I43 5.1, 5.3, 5.4, 20.4: how far.
    fn check_length(&self, mover: &Mover, after: &mut Progress) {
        let unit = &self.units[mover.who];
        if unit.replacement && after.hexes > 1 {
            after.breach(REPLACEMENT_MARKER, &[], || {
                format!("{} carries a Replacement marker and may move one hex", unit.id)
            });
        }
        match self.budget(mover, after.mode) {
            None if after.hexes > 2 => {
                let hexes = after.hexes;
                after.breach(TACTICAL, &[], || format!("{hexes} hexes are more than two"));
            }
            Some(budget) if after.spent > budget && !after.over => {
                after.over = true;
                let rule = if after.mode == Mode::Extended { EXTENDED } else { ALLOWANCE };
                let (mode, spent) = (after.mode.word(), after.spent);
                let message = || {
                    let (allowed, spent) = (points(budget), points(spent));
                    format!("{mode} movement allows {allowed} points, and it takes {spent}")
                };
                let unit = &self.units[mover.who];
                let mut also: Vec<RuleId> = Vec::new();
                if matches!(after.began, Some(Place::Area(_))) {
                    also.push(ENTERING);
                }
                if unit.full_retreat() {
                    also.push(FULL_RETREAT_MOVE);
                }
                after.breach(rule, &also, message);
            }
            _ => {}
        }
        if after.over
            && !after.quiet
            && let Some(budget) = self.budget(mover, after.mode)
        {
            // Which single rule, were it not there, would let the move fit?
            let also: Vec<RuleId> = [
                (LEAVING_ZONE, after.left_zone),
                (MINOR_RIVER, after.rivers),
                (TRUCK_MOVE, if mover.trucked { i64::MAX } else { 0 }),
            ]
            .into_iter()
            .filter(|(_, part)| *part > 0 && after.spent.saturating_sub(*part) <= budget)
            .map(|(rule, _)| rule)
            .collect();
            let rule = if after.mode == Mode::Extended { EXTENDED } else { ALLOWANCE };
            let spent = points(after.spent);
            if let Some(breach) = after.breaches.iter_mut().find(|breach| breach.rule == rule) {
                breach.also = also;
                breach.message = format!(
                    "{} movement allows {} points, and it takes {spent}",
                    after.mode.word(),
                    points(budget)
                );
            }
        }
    }
}
