//! Movement: is there any way from where a unit stood to where it stands?

use super::super::ground::{Fine, OFF, Place, entry_cost};
use super::super::march::{self, March as _, Way, accuse, fairest, is_fair};
use super::super::tell::{Clause, Clauses, Tell};
use super::super::walk::{Culprit, Exit, Search, Stand, Walk, follow};
use super::super::world::{Entry, Position, Space, Unit};
use super::super::{Finding, Judgement, RuleId, Shade};
use super::board::Board;
use super::roster::with_steps;
use crate::model::{MovementPoints, Provenance, Topic, ZocEntry};

// In the order in which they are blamed when several would explain a move as well.
const MAY_NOT: Clause = Clause::nth(0);
pub(crate) const ENEMY: Clause = Clause::nth(1);
pub(crate) const CLOSED: Clause = Clause::nth(2);
pub(crate) const SHUNS: Clause = Clause::nth(3);
pub(crate) const ZONE_TO_ZONE: Clause = Clause::nth(4);
pub(crate) const STOPPED: Clause = Clause::nth(5);
pub(crate) const TOO_FAR: Clause = Clause::nth(6);

/// What is left out to name a culprit: each rule by itself, and what stands in one paragraph together.
const LEFT_OUT: [Clauses; 8] = [
    Clauses::of(&[MAY_NOT]),
    Clauses::of(&[ENEMY]),
    Clauses::of(&[CLOSED]),
    Clauses::of(&[SHUNS]),
    Clauses::of(&[ZONE_TO_ZONE]),
    Clauses::of(&[ZONE_TO_ZONE, STOPPED]),
    Clauses::of(&[STOPPED]),
    Clauses::of(&[TOO_FAR]),
];

/// Whether a unit has left the road that it set out on, and with it the bonus.
type OffRoad = bool;

/// Where a move begins.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Start<'a> {
    /// In a hex.
    Hex(Place),
    /// In an entry box.
    Entry(&'a Entry),
}

/// The march of one unit over the map.
pub(crate) struct March<'a> {
    board: Board<'a>,
    position: &'a Position,
    unit: Unit,
    side: u8,
    class: usize,
    start: Start<'a>,
    allowance: Fine,
    bonus: Option<Fine>,
    any_hex: bool,
    stop: bool,
    entering: Fine,
    leaving: Fine,
    zone_to_zone: bool,
    shuns: Option<&'a str>,
    may_not: Option<&'a str>,
}

impl<'a> March<'a> {
    /// The march of a unit; none when the sources do not say how it moves.
    pub(crate) fn new(
        board: Board<'a>,
        position: &'a Position,
        unit: Unit,
        start: Start<'a>,
    ) -> Option<Self> {
        let facts = &board.roster[unit];
        let rules = &board.game.rules;
        let (allowance, may_not) = match board.allowance(position, unit) {
            Ok(allowance) => (allowance, None),
            Err(state) => (with_steps(facts, position.steps(unit)).allowance, Some(state)),
        };
        let zones = rules.zones.as_ref();
        let scale = board.space.scale;
        let movement = rules.movement.as_ref();
        Some(March {
            board,
            position,
            unit,
            side: facts.side,
            class: facts.class?,
            start,
            allowance,
            bonus: movement.and_then(|m| m.road_bonus).map(|points| scale.fine(points)),
            any_hex: movement.is_some_and(|m| m.minimum_one_hex),
            stop: zones.is_some_and(|zones| zones.entering == ZocEntry::Stop),
            entering: match zones.map(|zones| zones.entering) {
                Some(ZocEntry::Cost(points)) => scale.fine(points),
                _ => 0,
            },
            leaving: zones.and_then(|zones| zones.leaving).map_or(0, |points| scale.fine(points)),
            zone_to_zone: zones.is_none_or(|zones| zones.zone_to_zone),
            shuns: board.shuns(position, unit),
            may_not,
        })
    }

    /// Every hex that can be reached, with its cost.
    pub(crate) fn reachable(
        &self,
        search: &mut Search<OffRoad>,
        left_out: Clauses,
        mut visit: impl FnMut(Place, Fine),
    ) {
        search.flood(self, self.begin(), left_out, |found| {
            if found.stand != self.begin() {
                visit(found.stand.place, found.cost);
            }
        });
    }

    /// The cheapest legal way, its cost and how it looks, when there is one.
    pub(crate) fn work_out(
        &self,
        search: &mut Search<OffRoad>,
        to: Place,
        judgement: &mut Judgement,
    ) {
        if let Some(fair) = fairest(std::slice::from_ref(self), search, Way::To(to)) {
            judgement.value("cost", self.board.space.scale.points(fair.cost).to_string());
            judgement.working = self.lines(&fair.route);
            judgement.sketch = Some(Box::new(self.drawn(&fair.route)));
        }
    }

    /// What a move breaks: nothing when there is a legal way.
    pub(crate) fn judge(&self, search: &mut Search<OffRoad>, to: Place) -> Option<Finding> {
        let alone = std::slice::from_ref(self);
        if is_fair(alone, search, to) {
            return None;
        }
        let accused = accuse(alone, search, Way::To(to));
        Some(accused.unwrap_or_else(|| {
            let board = &self.board;
            let message = format!(
                "{} goes from {} to {}, and no way at all leads there",
                board.unit(self.unit),
                self.from(),
                board.place(to)
            );
            board.violation(Topic::Movement, message, &[self.unit])
        }))
    }

    /// What a declared route breaks, and its cost.
    pub(crate) fn follow(&self, path: &[Place]) -> (Vec<Finding>, Option<Fine>) {
        let (legs, whole) = follow(self, self.begin(), path, Clauses::NONE);
        let mut findings = Vec::new();
        if let (false, Some(&next)) = (whole, path.get(legs.len())) {
            let message = format!(
                "{} goes to {}, which is not next to the hex before",
                self.board.unit(self.unit),
                self.board.place(next)
            );
            let topic = match (self.start, legs.len()) {
                (Start::Entry(_), 0) => Topic::Reinforcements,
                _ => Topic::Movement,
            };
            findings.push(self.board.violation(topic, message, &[self.unit]));
        }
        let broken = legs.iter().fold(Clauses::NONE, |all, leg| all.and(leg.barred));
        findings.extend(broken.iter().map(|rule| self.finding(rule.into(), &legs)));
        (findings, whole.then(|| legs.last().map_or(0, |leg| leg.spent)))
    }

    fn from(&self) -> String {
        match self.start {
            Start::Hex(place) => self.board.place(place),
            Start::Entry(entry) => format!("the entry box {}", entry.name),
        }
    }

    fn class_id(&self) -> Option<crate::model::Id<crate::model::MovementClass>> {
        self.board.game.movement_classes.entries().map(|(id, _)| id).nth(self.class)
    }

    /// The items of a step's cost as the terrain effects chart has them, or what it forbids.
    fn ground(&self, from: Place, to: Place) -> Result<String, String> {
        let lattice = &self.board.space.lattice;
        let game = self.board.game;
        let class = self.class_id().ok_or_else(String::new)?;
        let (map, hex) = lattice.hex(to);
        let cost = if (from as usize) < lattice.len() {
            self.board.step_cost(class, from, to)?
        } else {
            entry_cost(game, map, class, hex, MovementPoints::ZERO)?
        };
        let items: Vec<String> =
            cost.items.iter().map(|item| format!("{} {}", item.what, item.points)).collect();
        Ok(items.join(", "))
    }

    fn why_closed(&self, from: Place, to: Place) -> String {
        let class = self.class_id().map(|class| &self.board.game.movement_classes[class]);
        let reason = match (self.ground(from, to), class) {
            (Err(reason), Some(class)) => format!("{reason} to {}", class.name.to_lowercase()),
            (Err(_), None) => String::new(),
            (Ok(_), _) => "it is closed to it".to_owned(),
        };
        let (from, to) = (self.name(from), self.board.place(to));
        format!("{} goes from {from} to {to}: {reason}", self.board.unit(self.unit))
    }
}

impl march::March for March<'_> {
    const TOO_FAR: Clause = TOO_FAR;

    fn space(&self) -> &Space<'_> {
        self.board.space
    }

    fn begin(&self) -> Stand<OffRoad> {
        let place = match self.start {
            Start::Hex(place) => place,
            // The box that a unit enters from comes after all hexes.
            Start::Entry(_) => self.board.space.lattice.len() as Place,
        };
        Stand { place, state: false }
    }

    fn allowance(&self) -> Fine {
        self.allowance
    }

    fn unit(&self) -> String {
        self.board.unit(self.unit)
    }

    fn id(&self) -> String {
        self.board.roster[self.unit].id.to_string()
    }

    fn relaxed(&self) -> &'static [Clauses] {
        &LEFT_OUT
    }

    fn rule(&self, clause: Clause) -> RuleId {
        self.board.rule(topic(clause))
    }

    fn provenance(&self) -> Provenance {
        self.board.roster[self.unit].provenance
    }

    fn zones(&self, near: &[Place]) -> Vec<Shade> {
        self.board.enemy_zones(self.position, self.side, near)
    }

    fn name(&self, place: Place) -> String {
        if place as usize >= self.board.space.lattice.len() {
            self.from()
        } else {
            self.board.place(place)
        }
    }

    fn first(&self) -> String {
        match self.start {
            Start::Hex(place) => self.board.place(place),
            Start::Entry(entry) => entry.id.clone(),
        }
    }

    /// The smaller, the likelier it is what was meant.
    fn weight(&self, culprit: &Culprit<OffRoad>) -> u32 {
        if culprit.broken == TOO_FAR.into() {
            let spent = culprit.route.last().map_or(0, |leg| leg.spent);
            spent.saturating_sub(self.allowance).div_ceil(self.board.space.scale.one().max(1))
        } else {
            culprit.route.iter().filter(|leg| !leg.barred.is_empty()).count() as u32
        }
    }
}

impl Walk for March<'_> {
    type State = OffRoad;

    fn places(&self) -> usize {
        // One more for the box that the unit enters from.
        self.board.space.lattice.len() + 1
    }

    fn exits(&self, from: Place, mut show: impl FnMut(Exit)) {
        let lattice = &self.board.space.lattice;
        if (from as usize) < lattice.len() {
            for (number, &to) in (0..).zip(lattice.around(from)) {
                if to != OFF {
                    show(Exit { number, to });
                }
            }
        } else if let Start::Entry(entry) = self.start {
            (0..).zip(&entry.touches).for_each(|(number, (to, _))| show(Exit { number, to: *to }));
        }
    }

    fn step(&self, from: Stand<OffRoad>, spent: Fine, exit: Exit, tell: &mut Tell<'_>) -> OffRoad {
        let (space, position) = (self.board.space, self.position);
        let (here, to, number) = (from.place, exit.to, usize::from(exit.number));
        let unit = || self.board.unit(self.unit);
        let name = |place| self.board.place(place);
        let (cost, on_path) = match self.start {
            Start::Entry(entry) if here as usize == space.lattice.len() => {
                (entry.touches[number].1[self.class], false)
            }
            _ => {
                let going = self.board.ways.grounds[self.class].from(here)[number];
                let left = if going.takes_all() { self.allowance.saturating_sub(spent) } else { 0 };
                (going.cost().map(|cost| cost.max(left)), going.on_path())
            }
        };
        let boxed = here as usize == space.lattice.len();
        let first = boxed || matches!(self.start, Start::Hex(start) if start == here);
        let leaves = !boxed && position.in_enemy_zone(self.side, here);
        let enters = position.in_enemy_zone(self.side, to);
        let road = self.bonus.is_some() && !boxed && !from.state && on_path;

        if let Some(state) = self.may_not {
            tell.bars(MAY_NOT, || format!("{} is {state} and may not move", unit()));
        }
        let words = || if boxed { String::new() } else { either(self.ground(here, to)) };
        tell.costs(cost.unwrap_or(space.scale.one()), words);
        if cost.is_none() {
            tell.bars(CLOSED, || self.why_closed(here, to));
        }
        if leaves && self.leaving > 0 {
            let points = if cost.is_some() { self.leaving } else { 0 };
            let words = || format!("leaving an enemy zone {}", space.scale.points(self.leaving));
            tell.costs(points, words);
        }
        if enters {
            tell.costs(self.entering, || "into an enemy zone".to_owned());
            if let Some(state) = self.shuns {
                let words = "moves into the enemy zone of control in";
                tell.bars(SHUNS, || format!("{} is {state} and {words} {}", unit(), name(to)));
            }
        }
        if position.has_enemy(self.side, to) {
            let others = || position.stack(to).filter(|u| self.board.roster[*u].side != self.side);
            tell.bars(ENEMY, || {
                format!(
                    "{} goes through {}, where {} stands",
                    unit(),
                    name(to),
                    self.board.units(others())
                )
            });
        }
        if leaves && enters && !self.zone_to_zone {
            tell.bars(ZONE_TO_ZONE, || {
                format!(
                    "{} moves from one enemy zone of control in {} directly to another in {}",
                    unit(),
                    name(here),
                    name(to)
                )
            });
        }
        if leaves && self.stop && !first {
            tell.bars(STOPPED, || {
                let words = "enters an enemy zone of control in";
                format!("{} {words} {} and moves on to {}", unit(), name(here), name(to))
            });
        }
        let most = self.allowance + if road { self.bonus.unwrap_or(0) } else { 0 };
        if spent + tell.cost() > most && !(first && self.any_hex) {
            tell.bars(TOO_FAR, String::new);
        }
        self.bonus.is_some() && !road
    }
}

fn either(words: Result<String, String>) -> String {
    words.unwrap_or_else(|reason| reason)
}

fn topic(rule: Clause) -> Topic {
    match rule {
        ENEMY => Topic::Stacking,
        STOPPED | ZONE_TO_ZONE => Topic::ZoneOfControl,
        SHUNS | MAY_NOT => Topic::States,
        _ => Topic::Movement,
    }
}
