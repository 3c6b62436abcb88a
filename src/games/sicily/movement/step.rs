//! One step of a move, sentence by sentence.

use super::super::Sicily;
use super::super::airborne::MISSION_TURN;
use super::super::boundary;
use super::super::first_turn::{FIRST_TURN_HALVES, NO_STRATEGIC};
use super::super::landings::{DISRUPTED_STAYS, UNOPPOSED};
use super::super::special::{
    AOSTA, AREA, BOUNDARY, BRIDGING, CROWDED_ROAD, FREEZE, HALT_LINE, NEVER_STRATEGIC, TOWN,
};
use super::super::state::{Scenario, Weather};
use super::super::supply::{self, Supply};
use super::super::units::{ALLIED, CROSSED, Class, DISRUPTED, LANDED, Nation, PACK, Type};
use super::super::weather::RAIN_CLOSES;
use super::{
    ALLOWANCE, CLOSED, ENEMY_HEX, LEAVE_ZONE, Mode, RIVER, SECOND_ZONE, STOP_IN_ZONE,
    STRATEGIC_DISTANCE, ZONE_TO_ZONE, allowance,
};
use crate::model::Provenance;
use crate::referee::frame::Play;
use crate::referee::ground::{Fine, OFF, Place};
use crate::referee::march;
use crate::referee::tell::{Clause, Clauses, Said, Tell, clauses};
use crate::referee::walk::{Exit, Stand, Walk};
use crate::referee::world::{Space, Unit};
use crate::referee::{RuleId, Shade};

// In the order in which they are blamed; the allowance comes last, because everything else may exhaust it.
clauses! {
    mod clause = [
        ENEMY_HEX, DISRUPTED_STAYS, STOP_IN_ZONE, LEAVE_ZONE, ZONE_TO_ZONE, SECOND_ZONE, FREEZE, AOSTA, HALT_LINE, AREA,
        BOUNDARY, RAIN_CLOSES,
        BRIDGING, RIVER, CLOSED, CROWDED_ROAD, TOWN, NEVER_STRATEGIC, MISSION_TURN, UNOPPOSED, NO_STRATEGIC,
        STRATEGIC_DISTANCE,
        FIRST_TURN_HALVES, ALLOWANCE,
    ];
}

/// These rules as clauses; those that a step does not ask are none.
pub(super) fn clauses_of(rules: &[RuleId]) -> Clauses {
    let number = |rule: &RuleId| clause::RULES.iter().position(|known| known == rule);
    let each = rules.iter().filter_map(number).map(|number| clause::EACH[number]);
    each.fold(Clauses::NONE, Clauses::and)
}

/// Bridging a river costs so many points.
const BRIDGE: Fine = 6;
/// Columns up to this one are frozen on the first turns.
const WEST: u8 = 22;

/// What tells two arrivals in one hex apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::games::sicily) struct Steps {
    /// The unit has made its first step.
    moved: bool,
    /// That step led out of an enemy zone.
    left_zone: bool,
}

/// The march of one unit in one manner.
pub(in crate::games::sicily) struct March<'p> {
    play: &'p Play<'p, Sicily>,
    unit: Unit,
    side: u8,
    class: Class,
    pub(super) mode: Mode,
    begin: Place,
    /// Hexes that are too near to the enemy.
    near: &'p [bool],
    /// Whether it came into its hex in this phase.
    came_in: bool,
    /// In fractions: with the first turn's halving, and without.
    allowance: (Fine, Fine),
}

/// The march of a unit in each manner.
pub(super) fn in_each_mode<'p>(
    play: &'p Play<'p, Sicily>,
    unit: Unit,
    near: &'p mut Vec<bool>,
) -> [March<'p>; 2] {
    let lattice = &play.setting.space.lattice;
    near.clear();
    near.resize(lattice.len(), false);
    let side = play.unit(unit).side;
    for enemy in play.setting.roster.those(|other| other.side != side) {
        let Some(there) = play.position.place(enemy) else { continue };
        near[there as usize] = true;
        for &next in lattice.around(there).iter().filter(|next| **next != OFF) {
            near[next as usize] = true;
            for &far in lattice.around(next).iter().filter(|far| **far != OFF) {
                near[far as usize] = true;
            }
        }
    }
    let near: &'p [bool] = near;
    [Mode::Tactical, Mode::Strategic].map(|mode| March::new(play, unit, mode, near))
}

impl<'p> March<'p> {
    fn new(play: &'p Play<'p, Sicily>, unit: Unit, mode: Mode, near: &'p [bool]) -> Self {
        let one = play.setting.space.scale.one();
        let facts = play.unit(unit);
        let (begin, class) = (play.position.place(unit).unwrap_or(OFF), facts.kind.class());
        // Who landed or came in has paid for the hex in which it stands.
        let came_in = begin != OFF && play.state.known.came_in.contains(&unit);
        let paid = if came_in { play.setting.land.entering(begin, class as usize) } else { None };
        let has = |halved| (allowance(play, unit, halved) * one).saturating_sub(paid.unwrap_or(0));
        March {
            play,
            unit,
            side: facts.side,
            class,
            mode,
            near,
            begin,
            came_in,
            allowance: (has(true), has(false)),
        }
    }

    /// The same march from another hex.
    pub(super) fn starting_in(self, begin: Place) -> Self {
        March { begin, ..self }
    }

    fn has(&self, tell: &Tell<'_>) -> Fine {
        if tell.holds(clause::FIRST_TURN_HALVES) { self.allowance.0 } else { self.allowance.1 }
    }

    fn words(&self) -> String {
        self.play.unit(self.unit).words()
    }

    /// What keeps the unit from any move in this manner, by rule, in words.
    pub(super) fn objections(&self) -> Vec<(RuleId, String)> {
        let mut heard = Vec::new();
        let mut tell = Tell::listening(&mut heard, Clauses::NONE);
        let here = self.play.position.place(self.unit);
        if self.play.is(self.unit, DISRUPTED) {
            tell.bars(clause::DISRUPTED_STAYS, || {
                format!("{} is disrupted and moves", self.words())
            });
        }
        if self.mode == Mode::Strategic {
            self.never(&mut tell);
            if let Some(here) = here.filter(|here| self.near[*here as usize]) {
                self.too_near(here, &mut tell);
            }
        }
        let rule = |said: Said| Some((clause::RULES[said.clause?.number()], said.words));
        heard.into_iter().filter_map(rule).collect()
    }

    fn too_near(&self, place: Place, tell: &mut Tell<'_>) {
        tell.bars(clause::STRATEGIC_DISTANCE, || {
            format!(
                "{} needs strategic movement, and in {} an enemy is nearer than three hexes",
                self.words(),
                self.play.setting.space.lattice.name(place)
            )
        });
    }

    /// What only strategic movement forbids.
    fn strategic(&self, first: bool, from: Place, to: Place, tell: &mut Tell<'_>) {
        if first {
            self.never(tell);
        }
        for place in [from, to].iter().skip(usize::from(!first)) {
            if self.near[*place as usize] {
                self.too_near(*place, tell);
            }
        }
    }

    /// Who moves strategically on no account, or not on this turn.
    fn never(&self, tell: &mut Tell<'_>) {
        let facts = self.play.unit(self.unit);
        let never = matches!(facts.kind, Type::Mountain | Type::Coastal);
        if never || self.play.is(self.unit, PACK) {
            tell.bars(clause::NEVER_STRATEGIC, || {
                format!("{} may not move strategically", self.words())
            });
        }
        if self.play.state.known.came_ashore(self.unit) || self.play.is(self.unit, LANDED) {
            let (rule, what) = if facts.is_airborne() && !self.play.is(self.unit, LANDED) {
                (clause::MISSION_TURN, "drops")
            } else {
                (clause::UNOPPOSED, "lands")
            };
            tell.bars(rule, || {
                format!("{} needs strategic movement on the turn on which it {what}", self.words())
            });
        }
        if self.side == ALLIED && self.play.clock.turn() == Some(1) {
            tell.bars(clause::NO_STRATEGIC, || {
                format!(
                    "{} needs strategic movement, and the Allies have none on turn 1",
                    self.words()
                )
            });
        }
    }

    /// What entering the hex costs, and the rivers on the way to it.
    fn ground(&self, from: Stand<Steps>, exit: Exit, tell: &mut Tell<'_>) {
        let (space, land) = (&self.play.setting.space, &self.play.setting.land);
        let (to, direction, one) = (exit.to, usize::from(exit.number), space.scale.one());
        let name = |place| space.lattice.name(place);
        let tactical = self.mode == Mode::Tactical;
        let mechanized = self.class == Class::Mechanized;
        let town = space.terrain[to as usize] & land.town != 0;
        if space.paths[from.place as usize] & (1 << direction) != 0 {
            let cost = if tactical { one } else { one / 2 };
            tell.costs(cost, || format!("road {}", space.scale.points(cost)));
        } else {
            let entering = land.entering(to, self.class as usize);
            if entering.is_none() {
                tell.bars(clause::CLOSED, || {
                    format!("{} may not enter {}", self.words(), name(to))
                });
            }
            let cost = entering.unwrap_or(one);
            tell.costs(cost, || format!("terrain {}", space.scale.points(cost)));
            if space.sides[from.place as usize][direction] & land.river != 0 {
                self.river(from.place, to, tell);
            }
        }
        if tactical && mechanized && town {
            tell.charges(clause::TOWN, land.town_costs, || "town 1".to_owned());
        }
        let road = space.paths[to as usize] != 0;
        let friend = || {
            let mut here = self.play.position.stack(to);
            here.any(|unit| {
                let other = self.play.unit(unit);
                unit != self.unit && other.side == self.side && other.kind != Type::Depot
            })
        };
        if tactical && road && friend() {
            tell.charges(clause::CROWDED_ROAD, one, || "a friend on the road 1".to_owned());
        }
    }

    fn river(&self, from: Place, to: Place, tell: &mut Tell<'_>) {
        let play = self.play;
        let (space, one) = (&play.setting.space, play.setting.space.scale.one());
        let across = || format!("from {} to {}", space.lattice.name(from), space.lattice.name(to));
        let rain = play.state.weather == Weather::Rain;
        if rain {
            tell.bars(clause::RAIN_CLOSES, || {
                format!("{} crosses a river without a bridge {} in rain", self.words(), across())
            });
        }
        if self.class != Class::Mechanized {
            let costs = play.setting.land.river_costs;
            tell.costs(costs, || format!("river {}", space.scale.points(costs)));
            return;
        }
        let supplied = supply::of(play, self.unit) == Supply::In;
        if self.side != ALLIED || !supplied {
            tell.bars(clause::RIVER, || {
                format!("{} crosses a river without a bridge {}", self.words(), across())
            });
            return;
        }
        tell.charges(clause::BRIDGING, BRIDGE * one, || format!("bridging {BRIDGE}"));
        let watched = |place| {
            play.position.has_enemy(self.side, place)
                || play.position.in_enemy_zone(self.side, place)
        };
        if let Some(bank) = [from, to].into_iter().find(|place| watched(*place)) {
            tell.bars(clause::BRIDGING, || {
                let bank = space.lattice.name(bank);
                format!(
                    "{} bridges a river {}, and the bank {bank} is in an Axis zone of control",
                    self.words(),
                    across()
                )
            });
        }
    }

    /// Enemies and their zones.
    fn zones(&self, from: Stand<Steps>, to: Place, tell: &mut Tell<'_>) -> bool {
        let position = &self.play.position;
        let lattice = &self.play.setting.space.lattice;
        let name = |place| lattice.name(place);
        let first = !from.state.moved;
        let leaves = first && !self.came_in && position.in_enemy_zone(self.side, from.place);
        let enters = position.in_enemy_zone(self.side, to);
        if position.has_enemy(self.side, to) {
            tell.bars(clause::ENEMY_HEX, || {
                let others = position.stack(to).filter(|u| self.play.unit(*u).side != self.side);
                format!(
                    "{} enters {}, where {} stands",
                    self.words(),
                    name(to),
                    self.play.units(others)
                )
            });
        }
        if (!first || self.came_in) && position.in_enemy_zone(self.side, from.place) {
            tell.bars(clause::STOP_IN_ZONE, || {
                let (at, to) = (name(from.place), name(to));
                format!(
                    "{} enters an enemy zone of control in {at} and goes on to {to}",
                    self.words()
                )
            });
        }
        if leaves {
            let half = self.has(tell) / self.play.setting.space.scale.one() / 2;
            let points = half * self.play.setting.space.scale.one();
            tell.charges(clause::LEAVE_ZONE, points, || format!("leaving an enemy zone {half}"));
        }
        if leaves && enters {
            tell.bars(clause::ZONE_TO_ZONE, || {
                let (at, to) = (name(from.place), name(to));
                format!(
                    "{} goes from one enemy zone in {at} straight to another in {to}",
                    self.words()
                )
            });
        } else if from.state.left_zone && enters {
            tell.bars(clause::SECOND_ZONE, || {
                format!(
                    "{} has left an enemy zone and enters another in {}",
                    self.words(),
                    name(to)
                )
            });
        }
        leaves
    }

    /// Lines that armies may not cross, and where units stay for now.
    fn lines(&self, first: bool, from: Place, to: Place, tell: &mut Tell<'_>) {
        let (land, state) = (&self.play.setting.land, &self.play.state);
        let name = || self.play.setting.space.lattice.name(to);
        let facts = self.play.unit(self.unit);
        let turn = self.play.clock.turn().unwrap_or(i32::MAX);
        // In the variable campaign the Axis deploys freely, and moves freely.
        if self.side != ALLIED && state.scenario != Scenario::VariableCampaign {
            let aosta = facts.is_of("Aosta");
            let free = aosta || ["15PG", "Assietta", "19CCNN"].iter().any(|own| facts.is_of(own));
            if first && turn <= 2 && land.column(from) <= WEST && !free {
                tell.bars(clause::FREEZE, || {
                    format!("{} moves in the west of the island before turn 3", self.words())
                });
            }
            if aosta && turn < 4 && land.column(to) > WEST {
                tell.bars(clause::AOSTA, || {
                    format!("{} enters {} before turn 4", self.words(), name())
                });
            }
        }
        let free = self.play.is(self.unit, CROSSED);
        if facts.nation == Some(Nation::Us)
            && state.halt_line
            && !free
            && land.is_beyond_halt_line(to)
        {
            tell.bars(clause::HALT_LINE, || {
                format!("{} crosses the US halt line into {}", self.words(), name())
            });
        }
        if first && self.play.is(self.unit, DISRUPTED) {
            tell.bars(clause::DISRUPTED_STAYS, || {
                format!("{} is disrupted and moves", self.words())
            });
        }
        let landing = state.scenario == Scenario::UsLanding;
        let comes_in = !land.is_in_landing_area(from)
            && land.column(to) <= WEST
            && super::super::setup::comes_from_outside(facts, &facts.id.0);
        if landing && !land.is_in_landing_area(to) && !comes_in {
            tell.bars(clause::AREA, || {
                format!("{} leaves columns 23 to 44 for {}", self.words(), name())
            });
        }
        let is_abroad = |place| {
            facts.nation.is_some_and(|nation| boundary::is_abroad(self.play, nation, place))
        };
        // Who is in the other army's part, because the boundary moved or after a retreat, goes home.
        let goes_home = is_abroad(from)
            && state.boundary.is_some_and(|frontier| {
                land.beyond(to, frontier).abs() <= land.beyond(from, frontier).abs()
            });
        if is_abroad(to) && !goes_home {
            tell.bars(clause::BOUNDARY, || {
                format!("{} crosses the army boundary into {}", self.words(), name())
            });
        }
    }
}

impl Walk for March<'_> {
    type State = Steps;

    fn places(&self) -> usize {
        self.play.setting.space.lattice.len()
    }

    fn exits(&self, from: Place, mut show: impl FnMut(Exit)) {
        for (number, &to) in (0..).zip(self.play.setting.space.lattice.around(from)) {
            if to != OFF {
                show(Exit { number, to });
            }
        }
    }

    fn step(&self, from: Stand<Steps>, spent: Fine, exit: Exit, tell: &mut Tell<'_>) -> Steps {
        let (here, to, first) = (from.place, exit.to, !from.state.moved);
        self.ground(from, exit, tell);
        let leaves = self.zones(from, to, tell);
        self.lines(first, here, to, tell);
        if self.mode == Mode::Strategic {
            self.strategic(first, here, to, tell);
        }
        // 5.25: on foot one hex is always possible.
        let one_hex = first && !self.came_in && self.class != Class::Mechanized;
        if spent + tell.cost() > self.has(tell) && !one_hex {
            tell.bars(clause::ALLOWANCE, String::new);
        }
        Steps { moved: true, left_zone: from.state.left_zone || leaves }
    }
}

impl march::March for March<'_> {
    const TOO_FAR: Clause = clause::ALLOWANCE;

    fn space(&self) -> &Space<'_> {
        &self.play.setting.space
    }

    fn begin(&self) -> Stand<Steps> {
        Stand { place: self.begin, state: Steps::default() }
    }

    fn allowance(&self) -> Fine {
        self.allowance.0
    }

    fn unit(&self) -> String {
        self.words()
    }

    fn id(&self) -> String {
        self.play.unit(self.unit).id.to_string()
    }

    fn relaxed(&self) -> &'static [Clauses] {
        clause::EACH
    }

    fn rule(&self, clause: Clause) -> RuleId {
        clause::RULES[clause.number()]
    }

    fn provenance(&self) -> Provenance {
        self.play.unit(self.unit).provenance
    }

    fn zones(&self, _near: &[Place]) -> Vec<Shade> {
        Vec::new()
    }
}
