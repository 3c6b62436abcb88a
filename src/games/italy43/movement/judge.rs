//! Judging a move: any mode that explains it will do; if none does, the culprit is named.

use super::super::entry::{self, Named};
use super::super::ground::Place;
use super::super::pending::Want;
use super::super::play::Play;
use super::super::position::Who;
use super::super::words::Side;
use super::super::zones::Front;
use super::super::{
    artillery, combat, defence, disruption, fortifications, options, scenarios, sequence,
};
use super::search::{Found, routes};
use super::step::{Breach, Mode, Mover, Progress};
use super::*;
use crate::hex::Hex;
use crate::referee::{
    Finding, Line, LineKind, Problem, Route, RouteKind, RuleId, Shade, Sketch, Waypoint,
};
use serde_json::Value;
use std::collections::HashMap;

/// Extended movement reaches farthest, so what stops it is the best explanation.
const PREFERRED: [Mode; 3] = [Mode::Extended, Mode::Regular, Mode::Tactical];

impl Play<'_> {
    pub(in super::super) fn move_units(&mut self, entry: &entry::Move) -> Result<(), Problem> {
        let units = self.all(&entry.named())?;
        let (path, to) = self.way(&entry.path, entry.to.as_deref())?;
        if units.is_empty() {
            return Err(Problem::new("which unit moves?"));
        }
        for who in &units {
            let start = path.first().copied().or(match &entry.from {
                Some(word) => Some(self.where_is(word)?),
                None => None,
            });
            let at = self.position.units[*who].at;
            if start.is_some_and(|start| start != at) {
                let name = self.position.ground.name(at);
                return Err(Problem::new(format!("{} is in {name}", self.id(*who))));
            }
        }
        self.phase.declared_mode = entry.mode.clone();
        let trucked = entry.mode.as_deref() == Some("truck");
        for who in &units {
            if trucked && !self.position.units[*who].truck {
                self.place_truck(*who);
            }
        }
        for who in &units {
            self.judge_move(*who, &path, to);
        }
        self.phase.last_moved = units;
        Ok(())
    }

    fn judge_move(&mut self, who: Who, path: &[Place], to: Place) {
        let menu = self.move_menu(who);
        let frozen = self.frozen(who);
        self.check_once(who);
        let unit = &self.position.units[who];
        let side = unit.side;
        let mover = Mover { who, side, trucked: unit.truck };
        if unit.auto_ds {
            let message = format!("{} made an automatic DS possible and is done moving", unit.id);
            self.violation(combat::AUTO_DS_MARKERS, &[who], message);
        }
        if let Some((rule, message)) = frozen {
            self.violation_or(rule, &[FROZEN], &[who], message);
        }
        let front = Front::of(&self.position, side);
        let starts = self.starts(&mover);
        let ended = if path.len() > 1 {
            self.judge_path(&front, &mover, &starts, path, menu.is_some())
        } else {
            self.judge_ends(&front, &mover, &starts, to, menu.is_some())
        };
        if let Some(rule) = menu {
            let message =
                format!("{} moves in the {}", self.id(who), self.position.when.describe());
            self.violation_or(rule, &[MOVES_ONCE], &[who], message);
        }
        let steps: Vec<Place> = if path.len() > 1 { path[1..].to_vec() } else { vec![to] };
        self.follow(&mover, &steps, &ended);
        self.phase.progress.insert(who, ended);
        self.turn.moved.insert(who);
    }

    /// I43 3.0: only the phasing side moves, and only in its Movement Phase.
    fn move_menu(&self, who: Who) -> Option<RuleId> {
        sequence::menu_of_movement(&self.position.when, self.position.units[who].side)
    }

    /// I43 5.1: one move, not interrupted.
    fn check_once(&mut self, who: Who) {
        if self.phase.progress.contains_key(&who) {
            if !self.phase.last_moved.contains(&who) {
                let message = format!("{} goes on after another unit has moved", self.id(who));
                self.suspect(
                    INTERRUPTED,
                    &[STACK_PACE, MOVES_ONCE],
                    &[who],
                    message,
                    "the move was really interrupted, not shown in two parts",
                );
            }
        } else if self.turn.moved.contains(&who) {
            let message =
                format!("{} has moved in an earlier Movement Phase of this turn", self.id(who));
            self.violation(MOVES_ONCE, &[who], message);
        }
    }

    /// Where the unit's move stands, in every mode it may be using.
    fn starts(&self, mover: &Mover) -> Vec<Progress> {
        let at = self.position.units[mover.who].at;
        if let Some(going) = self.phase.progress.get(&mover.who)
            && going.iter().all(|progress| progress.at == at)
        {
            return going.clone();
        }
        let declared = self.phase.declared_mode.as_deref();
        let named = |mode: &Mode| {
            !Mode::ALL.iter().any(|m| declared == Some(m.word())) || declared == Some(mode.word())
        };
        let modes = Mode::ALL
            .into_iter()
            .filter(|mode| !mover.trucked || *mode != Mode::Tactical)
            .filter(named);
        modes.map(|mode| self.position.begin(mover, mode)).collect()
    }

    fn judge_path(
        &mut self,
        front: &Front,
        mover: &Mover,
        starts: &[Progress],
        path: &[Place],
        silent: bool,
    ) -> Vec<Progress> {
        let go = |start: &Progress| {
            let mut progress = start.clone();
            for to in &path[1..] {
                progress = self.position.step(front, mover, &progress, *to);
            }
            progress
        };
        let ended: Vec<Progress> = starts.iter().map(go).collect();
        self.tell_cost(&ended);
        let legal: Vec<Progress> = ended.iter().filter(|p| p.legal()).cloned().collect();
        if !legal.is_empty() {
            return legal;
        }
        if !silent {
            let places: Vec<String> =
                path.iter().map(|place| self.position.ground.name(*place)).collect();
            self.accuse(mover, &ended, &places);
        }
        ended.into_iter().map(forgiven).collect()
    }

    fn judge_ends(
        &mut self,
        front: &Front,
        mover: &Mover,
        starts: &[Progress],
        to: Place,
        silent: bool,
    ) -> Vec<Progress> {
        let mut legal = Vec::new();
        let mut pruned = std::collections::BTreeSet::new();
        for start in starts {
            let found = routes(&self.position, front, mover, start, None);
            legal.extend(found.told(&self.position, front, mover, start, to));
            pruned.extend(found.pruned_by);
        }
        if !legal.is_empty() {
            self.tell_cost(&legal);
            return legal;
        }
        // Each rule that cut a way off is left out in turn: those that open one are to blame.
        let mut ended: Vec<Progress> = Vec::new();
        for rule in &pruned {
            for start in starts {
                let found = routes(&self.position, front, mover, start, Some(*rule));
                ended.extend(found.told(&self.position, front, mover, start, to));
            }
        }
        if ended.is_empty() {
            let mut lost = Progress::start(Mode::Extended, to);
            lost.breaches.push(Breach {
                rule: EXTENDED,
                also: vec![ALLOWANCE],
                message: "no route leads there".to_owned(),
            });
            ended.push(lost);
        }
        if !silent {
            let unit = &self.position.units[mover.who];
            let places = [self.position.ground.name(unit.at), self.position.ground.name(to)];
            self.accuse(mover, &ended, &places);
        }
        ended.into_iter().map(forgiven).collect()
    }

    fn tell_cost(&mut self, ended: &[Progress]) {
        let Some(cheapest) = ended.iter().min_by_key(|progress| progress.spent) else { return };
        self.now.value("mp", points(cheapest.spent).to_string());
        self.now.working.extend(cheapest.lines.iter().cloned());
        if self.sketches
            && let Some(legal) = ended.iter().filter(|p| p.legal()).min_by_key(|p| p.spent)
        {
            self.now.sketch =
                Some(Box::new(Sketch { routes: vec![self.route(legal)], ..Sketch::default() }));
        }
        let modes = ended.iter().filter(|progress| progress.legal());
        let words: Vec<Value> = modes.map(|progress| progress.mode.word().into()).collect();
        self.now.value("modes", words);
    }

    /// A way as a page draws it; the last step of one that breaks a rule is where it does.
    fn route(&self, way: &Progress) -> Route {
        let start = way.began.map(|place| Waypoint::at(self.position.ground.name(place)));
        let steps = way.entered.iter().zip(&way.lines).map(|(place, line)| {
            let (cost, total) = line.value.split_once(" (total ").unwrap_or((&line.value, ""));
            Waypoint {
                at: self.position.ground.name(*place),
                cost: cost.to_owned(),
                total: total.trim_end_matches(')').to_owned(),
                breaks: false,
            }
        });
        let mut steps: Vec<Waypoint> = start.into_iter().chain(steps).collect();
        if let Some(last) = steps.last_mut() {
            last.breaks = !way.legal();
        }
        Route { kind: RouteKind::Move, unit: None, allowance: String::new(), steps }
    }

    /// The way, and the enemy's zones and bonds along it.
    fn sketch_of(&self, mover: &Mover, way: &Progress) -> Sketch {
        let front = Front::of(&self.position, mover.side);
        let along: Vec<Hex> = way.entered.iter().filter_map(|place| place.hex()).collect();
        let near = |hex: &&Hex| along.iter().any(|step| crate::hex::distance(*step, **hex) <= 1);
        let enemy = mover.side.enemy().word().to_owned();
        let mut hexes: Vec<String> = front
            .zones
            .iter()
            .filter(near)
            .map(|hex| self.position.ground.hex_name(*hex))
            .collect();
        hexes.sort();
        let lines = front.bonds.0.iter().map(|bond| Line {
            kind: LineKind::Bond,
            side: Some(enemy.clone()),
            from: bond.ends[0].clone(),
            to: bond.ends[1].clone(),
            blocked: None,
            label: String::new(),
        });
        Sketch {
            routes: vec![Route { unit: Some(self.id(mover.who).to_owned()), ..self.route(way) }],
            lines: lines.collect(),
            zones: vec![Shade { side: enemy, hexes }],
            ..Sketch::default()
        }
    }

    /// Names the rules that, each alone, keep the move from being legal; or the fewest together.
    fn accuse(&mut self, mover: &Mover, ended: &[Progress], places: &[String]) {
        let fewest = ended.iter().map(|progress| progress.breaches.len()).min().unwrap_or(0);
        let mut nearest: Vec<&Progress> =
            ended.iter().filter(|progress| progress.breaches.len() == fewest).collect();
        let budget = |progress: &Progress| {
            progress.breaches.iter().all(|b| [ALLOWANCE, EXTENDED, TACTICAL].contains(&b.rule))
        };
        let rank = |progress: &Progress| {
            let mode = PREFERRED.iter().position(|mode| *mode == progress.mode);
            (places.len() == 2 && budget(progress), mode)
        };
        nearest.sort_by_key(|progress| rank(progress));
        let Some(best) = nearest.first() else { return };
        let Some(first) = best.breaches.first() else { return };
        let unit = &self.position.units[mover.who];
        let mut finding = Finding::violation(
            first.rule,
            format!("{} moves {}: {}", unit.id, places.join("–"), first.message),
        )
        .units([unit.id.clone()])
        .hexes(places.to_vec())
        .evidence(best.lines.iter().cloned())
        .rests_on(best.provenance)
        .sketch(self.sketch_of(mover, best));
        for progress in &nearest {
            for breach in &progress.breaches {
                for rule in std::iter::once(breach.rule).chain(breach.also.iter().copied()) {
                    if rule != first.rule && !finding.alternatives.contains(&rule) {
                        finding = finding.or(rule).because(
                            format!("{} movement", progress.mode.word()),
                            breach.message.clone(),
                        );
                    }
                }
            }
        }
        self.report(finding);
    }

    /// Moves the unit and notes what follows from it.
    fn follow(&mut self, mover: &Mover, steps: &[Place], ended: &[Progress]) {
        let who = mover.who;
        for place in steps {
            self.position.units[who].at = *place;
            if let Place::Hex(hex) = place {
                self.entered(who, *hex);
            }
        }
        let hexes = ended.iter().map(|progress| progress.hexes).min().unwrap_or(0);
        self.phase.hexes_moved.insert(who, hexes);
        let unit = &self.position.units[who];
        if unit.artillery() && hexes > 2 && unit.good_order() {
            let message = format!("{} moved {hexes} hexes and must be Disrupted", unit.id);
            let want = Want::Order(super::super::words::Order::Disrupted);
            self.owe(artillery::ARTILLERY_MOVED, &[], Some(who), want, message, false);
        }
        let crossed = ended.iter().all(|progress| progress.crossings > 0);
        if crossed {
            self.crossed_obstacle(who);
        }
    }

    /// I43 25.2: a unit crossed what makes it half effective.
    pub(in super::super) fn crossed_obstacle(&mut self, who: Who) {
        self.turn.crossed.insert(who);
        let unit = &self.position.units[who];
        let near = unit.hex().is_some_and(|hex| self.position.adjacent_to(hex, unit.side.enemy()));
        if self.position.when.option("half-effectiveness") && near && !unit.half_effective {
            let message = format!(
                "{} crossed mountains or a river and is not marked half effective",
                unit.id
            );
            self.owe(options::HALF_MARKER, &[], Some(who), Want::HalfEffective, message, false);
        }
    }

    /// What happens when a unit enters a hex: units in Full Retreat give way, control passes, markers go.
    pub(in super::super) fn entered(&mut self, who: Who, hex: Hex) {
        let side = self.position.units[who].side;
        if self.position.has_control(hex) {
            self.position.facts.control.insert(hex, side);
        }
        self.release_frozen();
        self.trigger_full_retreats(side, hex);
        let name = self.position.ground.hex_name(hex);
        if side == Side::Allied && self.position.facts.forts.contains_key(&hex) {
            let message = format!("an Allied unit entered {name}, but the fort is still there");
            self.owe(fortifications::FORT_REMOVAL, &[], None, Want::NoFort(hex), message, false);
        }
        // Whoever enters a hex that his side did not hold has taken it.
        let held = self.position.side_in_hex(hex, side).any(|other| other != who);
        if self.position.facts.battle_markers.contains_key(&hex) && !held {
            let message = format!("{name} was entered, but its Battle marker is still there");
            let want = Want::NoBattleMarker(hex);
            self.owe(defence::BATTLE_MARKER_OFF, &[], None, want, message, false);
        }
    }

    /// I43 13.3.2: lone units in Full Retreat that an enemy comes next to must retreat at once.
    fn trigger_full_retreats(&mut self, side: Side, hex: Hex) {
        for near in self.position.ground.neighbours(hex).collect::<Vec<_>>() {
            self.expose_full_retreat(near, side.enemy());
        }
    }

    /// Units of `side` in Full Retreat in a hex, with nobody in better order, must leave it.
    pub(in super::super) fn expose_full_retreat(&mut self, hex: Hex, side: Side) {
        let units: Vec<Who> = self.position.side_in_hex(hex, side).collect();
        if units.iter().all(|who| self.position.units[*who].full_retreat()) {
            for who in units {
                let message =
                    format!("{} is in Full Retreat and should have given way", self.id(who));
                let rule = disruption::AUTOMATIC_RETREAT;
                self.owe(rule, &[], Some(who), Want::Left(hex), message, false);
            }
        }
    }

    pub(in super::super) fn place_trucks(&mut self, entry: &entry::Units) -> Result<(), Problem> {
        for who in self.all(&entry.named())? {
            self.place_truck(who);
        }
        Ok(())
    }

    fn place_truck(&mut self, who: Who) {
        let unit = &self.position.units[who];
        let side = unit.side;
        let why = if unit.class.mechanised {
            Some("is mechanised already")
        } else if !unit.good_order() {
            Some("is not in Good Order")
        } else if !self.position.has_line(who) {
            Some("is not in supply at the start of the phase")
        } else {
            None
        };
        if let Some(why) = why {
            let message = format!("{} {why} and may not be trucked", self.id(who));
            self.violation(TRUCK_ELIGIBLE, &[who], message);
        }
        if sequence::menu_of_movement(&self.position.when, side).is_some() {
            let message =
                format!("trucks are used in the Movement Phase of {}'s side", self.id(who));
            self.violation(sequence::MOVEMENT_MENU, &[who], message);
        }
        self.position.units[who].truck = true;
        self.phase.trucked.push(who);
        // A single marker that lay there when the log began may be left over; two are all there are.
        let before = self.position.units.iter().filter(|u| u.side == side && u.truck).count()
            - self.phase.trucked.len();
        let carried = self.phase.trucked.len() + if before >= 2 { before } else { 0 };
        if carried > 2 {
            let message =
                format!("{} is unit number {carried} that the {side} side trucks", self.id(who));
            self.violation(TWO_TRUCKS, &[who], message);
        }
    }

    /// Everywhere that a unit could move to now, with the cheapest way of some mode and its points.
    pub(in super::super) fn reach(&self, who: Who) -> Vec<(Place, Vec<Place>, i64)> {
        let front = Front::of(&self.position, self.position.units[who].side);
        let searches = self.searches(&front, who);
        let list = self.cheapest(who, &searches).into_iter().map(|(place, (cost, search))| {
            let way = searches.get(search).and_then(|found| found.way(place));
            (place, way.unwrap_or_default(), cost)
        });
        let mut list: Vec<_> = list.collect();
        // The order of a hash map is no order to play by.
        list.sort_by_cached_key(|(place, ..)| self.position.ground.name(*place));
        list
    }

    /// Everywhere that a unit could move to now and its points, in no order; `front` is its side's.
    pub(in super::super) fn range(&self, front: &Front, who: Who) -> Vec<(Place, i64)> {
        let reached = self.cheapest(who, &self.searches(front, who)).into_iter();
        reached.map(|(place, (cost, _))| (place, cost)).collect()
    }

    /// What a unit that may move finds in each mode.
    fn searches(&self, front: &Front, who: Who) -> Vec<Found> {
        let unit = &self.position.units[who];
        if !unit.at.on_map() || unit.auto_ds || self.frozen(who).is_some() {
            return Vec::new();
        }
        let mover = Mover { who, side: unit.side, trucked: unit.truck };
        let modes = Mode::ALL.into_iter().filter(|mode| !mover.trucked || *mode != Mode::Tactical);
        modes
            .map(|mode| {
                let start = self.position.begin(&mover, mode);
                routes(&self.position, front, &mover, &start, None)
            })
            .collect()
    }

    /// The least points that lead to each place, and the number of the search that found them.
    fn cheapest(&self, who: Who, searches: &[Found]) -> HashMap<Place, (i64, usize)> {
        let at = self.position.units[who].at;
        let mut reached: HashMap<Place, (i64, usize)> = HashMap::new();
        for (search, found) in searches.iter().enumerate() {
            for (place, spent) in found.places().filter(|(place, _)| *place != at) {
                let best = reached.entry(place).or_insert((spent, search));
                if spent < best.0 {
                    *best = (spent, search);
                }
            }
        }
        reached
    }

    /// Whether a unit could move to some hex that `wanted` accepts.
    pub(in super::super) fn could_move(&self, who: Who, wanted: &dyn Fn(Hex) -> bool) -> bool {
        let unit = &self.position.units[who];
        let mover = Mover { who, side: unit.side, trucked: false };
        let front = Front::of(&self.position, unit.side);
        Mode::ALL.into_iter().any(|mode| {
            let start = self.position.begin(&mover, mode);
            let found = routes(&self.position, &front, &mover, &start, None);
            found.places().any(|(place, _)| place.hex().is_some_and(wanted))
        })
    }

    /// I43 S3.3: why a unit may not move.
    fn frozen(&self, who: Who) -> Option<(RuleId, String)> {
        scenarios::frozen(&self.position, who)
    }
}

/// What was done stays done; later deeds are judged afresh.
fn forgiven(mut progress: Progress) -> Progress {
    progress.breaches.clear();
    progress
}

use super::super::tables::points;
