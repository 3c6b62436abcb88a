//! Movement: is there any way from where a unit stood to where it stands?

use super::super::ground::{Fine, Place, entry_cost};
use super::super::routes::{Breach, Country, Culprit, Leg, Node, Search, Way, follow};
use super::super::{
    Evidence, Finding, Judgement, Mark, MarkKind, Route, RouteKind, Sketch, Waypoint,
};
use super::board::Board;
use super::field::Entry;
use super::position::Position;
use super::roster::Unit;
use crate::model::{MovementPoints, Topic, ZocEntry};

pub(super) const TOO_FAR: Breach = 1;
pub(super) const CLOSED: Breach = 2;
pub(super) const ENEMY: Breach = 4;
pub(super) const STOPPED: Breach = 8;
pub(super) const ZONE_TO_ZONE: Breach = 16;
pub(super) const SHUNS: Breach = 32;
const MAY_NOT: Breach = 64;

/// In the order in which they are blamed when several would explain a move as well.
const RULES: [Breach; 7] = [MAY_NOT, ENEMY, CLOSED, SHUNS, ZONE_TO_ZONE, STOPPED, TOO_FAR];

/// What is relaxed to name a culprit: each by itself, and what stands in one paragraph together.
const RELAXED: [Breach; 8] =
    [MAY_NOT, ENEMY, CLOSED, SHUNS, ZONE_TO_ZONE, STOPPED, ZONE_TO_ZONE | STOPPED, TOO_FAR];

/// Where a move begins.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start<'a> {
    /// In a hex.
    Hex(Place),
    /// In an entry box.
    Entry(&'a Entry),
}

/// The march of one unit over the map.
pub(super) struct March<'a> {
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
    pub(super) fn new(
        board: Board<'a>,
        position: &'a Position,
        unit: Unit,
        start: Start<'a>,
    ) -> Option<Self> {
        let facts = &board.roster[unit];
        let rules = &board.game.rules;
        let (allowance, may_not) = match board.allowance(position, unit) {
            Ok(allowance) => (allowance, None),
            Err(state) => (facts.values(position.steps(unit)).allowance, Some(state)),
        };
        let zones = rules.zones.as_ref();
        let scale = board.field.scale;
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

    fn start_node(&self) -> Node {
        match self.start {
            Start::Hex(place) => Node::at(place),
            Start::Entry(_) => Node::at(self.board.field.lattice.len() as Place),
        }
    }

    /// Whether the unit still follows a road all the way.
    fn modes_used(&self) -> bool {
        self.bonus.is_some()
    }

    /// Every hex that can be reached, with its cost.
    pub(super) fn reachable(
        &self,
        search: &mut Search,
        allowed: Breach,
        mut visit: impl FnMut(Place, Fine),
    ) {
        search.flood(self, self.start_node(), allowed, |found| {
            if found.node != self.start_node() {
                visit(found.node.place, found.cost);
            }
        });
    }

    /// The cheapest legal way, its cost and how it looks, when there is one.
    pub(super) fn work_out(&self, search: &mut Search, to: Place, judgement: &mut Judgement) {
        let goal = |node: Node| node.place == to;
        if let Some(found) = search.cheapest(self, self.start_node(), 0, goal) {
            let route = search.route(self, found, 0);
            judgement.value("cost", self.board.field.scale.points(found.cost).to_string());
            judgement.working = self.lines(&route);
            judgement.sketch = Some(Box::new(self.drawn(&route)));
        }
    }

    /// What a move breaks: nothing when there is a legal way.
    pub(super) fn judge(&self, search: &mut Search, to: Place) -> Option<Finding> {
        let goal = |node: Node| node.place == to;
        if search.cheapest(self, self.start_node(), 0, goal).is_some() {
            return None;
        }
        let mut culprits = search.why_not(self, self.start_node(), &RELAXED, goal);
        culprits.sort_by_key(|culprit| self.size(culprit));
        let Some(nearest) = culprits.first() else {
            let board = &self.board;
            let message = format!(
                "{} goes from {} to {}, and no way at all leads there",
                board.unit(self.unit),
                self.from(),
                board.place(to)
            );
            return Some(board.violation(Topic::Movement, message, &[self.unit]));
        };
        let mut finding = self.finding(nearest.broken, &nearest.route, to);
        for other in culprits[1..].iter().flat_map(|culprit| topics(culprit.broken)) {
            let rule = self.board.rule(other);
            if rule != finding.rule && !finding.alternatives.contains(&rule) {
                finding = finding.or(rule);
            }
        }
        Some(finding)
    }

    /// What a declared route breaks, and its cost.
    pub(super) fn follow(&self, path: &[Place]) -> (Vec<Finding>, Option<Fine>) {
        let (legs, whole) = follow(self, self.start_node(), path);
        let to = path.last().copied().unwrap_or(0);
        let mut findings = Vec::new();
        if !whole {
            let next = path.get(legs.len()).copied().unwrap_or(to);
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
        let broken = legs.iter().fold(0, |all, leg| all | leg.way.breaks);
        for rule in RULES {
            if broken & rule != 0 {
                findings.push(self.finding(rule, &legs, to));
            }
        }
        (findings, whole.then(|| legs.last().map_or(0, |leg| leg.spent)))
    }

    /// How far from legal a culprit's route is: the smaller, the likelier it is what was meant.
    fn size(&self, culprit: &Culprit) -> (u32, usize) {
        let order = RULES.iter().position(|rule| culprit.broken & rule != 0).unwrap_or(RULES.len());
        let size = if culprit.broken == TOO_FAR {
            let spent = culprit.route.last().map_or(0, |leg| leg.spent);
            spent.saturating_sub(self.allowance).div_ceil(self.board.field.scale.one().max(1))
        } else {
            culprit.route.iter().filter(|leg| leg.way.breaks != 0).count() as u32
        };
        (size, order)
    }

    fn from(&self) -> String {
        match self.start {
            Start::Hex(place) => self.board.place(place),
            Start::Entry(entry) => format!("the entry box {}", entry.name),
        }
    }

    /// The finding about a route that breaks these rules.
    fn finding(&self, broken: Breach, route: &[Leg], to: Place) -> Finding {
        let board = &self.board;
        let unit = board.unit(self.unit);
        let leg = route.iter().find(|leg| leg.way.breaks & broken != 0);
        let name = |place: Place| board.place(place);
        let (here, there) = leg.map_or((to, to), |leg| (leg.from.place, leg.way.to.place));
        let rule = RULES.into_iter().find(|rule| broken & rule != 0).unwrap_or(TOO_FAR);
        let message = match rule {
            MAY_NOT => format!("{unit} is {} and may not move", self.may_not.unwrap_or_default()),
            ENEMY => format!(
                "{unit} goes through {}, where {} stands",
                name(there),
                board.units(
                    self.position.stack(there).filter(|u| board.roster[*u].side != self.side)
                )
            ),
            CLOSED => format!(
                "{unit} goes from {} to {}: {}",
                self.place_or_box(here),
                name(there),
                self.why_closed(here, there)
            ),
            SHUNS => format!(
                "{unit} is {} and moves into the enemy zone of control in {}",
                self.shuns.unwrap_or_default(),
                name(there)
            ),
            ZONE_TO_ZONE => format!(
                "{unit} moves from one enemy zone of control in {} directly to another in {}",
                name(here),
                name(there)
            ),
            STOPPED => format!(
                "{unit} enters an enemy zone of control in {} and moves on to {}",
                name(here),
                name(there)
            ),
            _ => {
                let spent = route.last().map_or(0, |leg| leg.spent);
                format!(
                    "{unit} moves from {} to {} for {} movement points; it has {}",
                    self.from(),
                    name(to),
                    board.field.scale.points(spent),
                    board.field.scale.points(self.allowance),
                )
            }
        };
        let mut finding = board
            .violation(topic(rule), message, &[self.unit])
            .hexes(leg.map(|leg| name(leg.way.to.place)))
            .evidence(self.lines(route))
            .sketch(self.drawn(route));
        for more in topics(broken & !rule) {
            let more = board.rule(more);
            if more != finding.rule {
                finding = finding.or(more);
            }
        }
        let legal = route.iter().take_while(|leg| leg.way.breaks == 0).last();
        match legal {
            Some(leg) => finding.remedy(format!(
                "On this way it may go as far as {}, for {}.",
                name(leg.way.to.place),
                board.field.scale.points(leg.spent)
            )),
            None => finding.remedy("It may not take the first step of this way."),
        }
    }

    fn place_or_box(&self, place: Place) -> String {
        if place as usize >= self.board.field.lattice.len() {
            self.from()
        } else {
            self.board.place(place)
        }
    }

    fn class_id(&self) -> Option<crate::model::Id<crate::model::MovementClass>> {
        self.board.game.movement_classes.entries().map(|(id, _)| id).nth(self.class)
    }

    fn why_closed(&self, from: Place, to: Place) -> String {
        let lattice = &self.board.field.lattice;
        let (map, hex) = lattice.hex(to);
        let Some(class) = self.class_id() else { return String::new() };
        let cost = if (from as usize) < lattice.len() {
            self.board.field.step_cost(self.board.game, class, from, to)
        } else {
            entry_cost(self.board.game, map, class, hex, MovementPoints::ZERO)
        };
        cost.err().map_or_else(
            || "it is closed to it".to_owned(),
            |reason| {
                format!(
                    "{reason} to {}",
                    self.board.game.movement_classes[class].name.to_lowercase()
                )
            },
        )
    }

    /// A route line by line: each step, its items and the sum.
    fn lines(&self, route: &[Leg]) -> Vec<Evidence> {
        let lattice = &self.board.field.lattice;
        let scale = self.board.field.scale;
        let mut lines = Vec::with_capacity(route.len());
        for leg in route {
            let mut items = Vec::new();
            if (leg.from.place as usize) < lattice.len()
                && let Some(class) = self.class_id()
            {
                let (from, to) = (leg.from.place, leg.way.to.place);
                match self.board.field.step_cost(self.board.game, class, from, to) {
                    Ok(cost) => items.extend(
                        cost.items.iter().map(|item| format!("{} {}", item.what, item.points)),
                    ),
                    Err(reason) => items.push(reason),
                }
                if self.position.in_enemy_zone(self.side, leg.from.place) && self.leaving > 0 {
                    items.push(format!("leaving an enemy zone {}", scale.points(self.leaving)));
                }
            }
            if self.position.in_enemy_zone(self.side, leg.way.to.place) {
                items.push("into an enemy zone".to_owned());
            }
            let what = format!(
                "{} → {}{}{}",
                self.place_or_box(leg.from.place),
                self.board.place(leg.way.to.place),
                if items.is_empty() { "" } else { ": " },
                items.join(", ")
            );
            let value = format!(
                "{} (total {} of {})",
                scale.points(leg.way.cost),
                scale.points(leg.spent),
                scale.points(self.allowance)
            );
            lines.push(Evidence::new(what, value));
        }
        lines
    }

    /// A route as it looks on the map, with the enemy zones along it.
    fn drawn(&self, route: &[Leg]) -> Sketch {
        let scale = self.board.field.scale;
        let begins = match self.start {
            Start::Hex(place) => self.board.place(place),
            Start::Entry(entry) => entry.id.clone(),
        };
        let mut steps = vec![Waypoint::at(begins)];
        let mut near = Vec::with_capacity(route.len() + 1);
        if let Start::Hex(place) = self.start {
            near.push(place);
        }
        for leg in route {
            near.push(leg.way.to.place);
            steps.push(Waypoint {
                at: self.board.place(leg.way.to.place),
                cost: scale.points(leg.way.cost).to_string(),
                total: scale.points(leg.spent).to_string(),
                breaks: leg.way.breaks != 0,
            });
        }
        let mut marks = Vec::new();
        if let Some(wrong) = steps.iter().position(|step| step.breaks) {
            marks.push(Mark::new(MarkKind::Offence, steps[wrong].at.clone(), ""));
            if wrong > 1 {
                marks.push(Mark::new(MarkKind::Limit, steps[wrong - 1].at.clone(), ""));
            }
        }
        let unit = Some(self.board.roster[self.unit].id.to_string());
        let allowance = scale.points(self.allowance).to_string();
        Sketch {
            routes: vec![Route { kind: RouteKind::Move, unit, allowance, steps }],
            zones: self.board.enemy_zones(self.position, self.side, &near),
            marks,
            ..Sketch::default()
        }
    }

    fn enter(&self, to: Place, cost: Option<Fine>, first: bool, spent: Fine, road: bool) -> Way {
        let mut breaks = if self.may_not.is_some() { MAY_NOT } else { 0 };
        let mut total = cost.unwrap_or_else(|| {
            breaks |= CLOSED;
            self.board.field.scale.one()
        });
        if self.position.has_enemy(self.side, to) {
            breaks |= ENEMY;
        }
        if self.position.in_enemy_zone(self.side, to) {
            total += self.entering;
            if self.shuns.is_some() {
                breaks |= SHUNS;
            }
        }
        let most = self.allowance + if road { self.bonus.unwrap_or(0) } else { 0 };
        if spent + total > most && !(first && self.any_hex) {
            breaks |= TOO_FAR;
        }
        let mode = u8::from(self.modes_used() && !road);
        Way { to: Node { place: to, mode }, cost: total, breaks }
    }
}

impl Country for March<'_> {
    fn places(&self) -> usize {
        // One more for the box that the unit enters from.
        self.board.field.lattice.len() + 1
    }

    fn modes(&self) -> u8 {
        if self.modes_used() { 2 } else { 1 }
    }

    fn ways(&self, from: Node, spent: Fine, offer: &mut dyn FnMut(Way)) {
        let field = self.board.field;
        if let Start::Entry(entry) = self.start
            && from.place as usize == field.lattice.len()
        {
            for (place, costs) in &entry.touches {
                offer(self.enter(*place, costs[self.class], true, 0, false));
            }
            return;
        }
        let first = matches!(self.start, Start::Hex(place) if place == from.place);
        let in_zone = self.position.in_enemy_zone(self.side, from.place);
        let going = field.grounds[self.class].from(from.place);
        let road = self.modes_used() && from.mode == 0;
        for (&to, going) in field.lattice.around(from.place).iter().zip(going) {
            if to == super::super::ground::OFF {
                continue;
            }
            let mut cost = going.cost();
            if going.takes_all() {
                cost = cost.map(|cost| cost.max(self.allowance.saturating_sub(spent)));
            }
            if in_zone {
                cost = cost.map(|cost| cost + self.leaving);
            }
            let mut way = self.enter(to, cost, first, spent, road && going.on_path());
            if in_zone {
                if self.stop && !first {
                    way.breaks |= STOPPED;
                }
                if !self.zone_to_zone && self.position.in_enemy_zone(self.side, to) {
                    way.breaks |= ZONE_TO_ZONE;
                }
            }
            offer(way);
        }
    }
}

fn topic(rule: Breach) -> Topic {
    match rule {
        ENEMY => Topic::Stacking,
        STOPPED | ZONE_TO_ZONE => Topic::ZoneOfControl,
        SHUNS | MAY_NOT => Topic::States,
        _ => Topic::Movement,
    }
}

fn topics(broken: Breach) -> impl Iterator<Item = Topic> {
    RULES.into_iter().filter(move |rule| broken & rule != 0).map(topic)
}
