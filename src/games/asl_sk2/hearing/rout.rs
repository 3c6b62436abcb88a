//! The rout phase: ways of routers, interdiction, those who stay.

use super::super::judge;
use super::super::rout::{must_rout, way};
use super::super::ruling::Ruling as Said;
use super::super::table::{Piece, Table, View};
use super::Log;
use super::act::{Act, Verdict};
use super::entry::Entry;
use super::possession::give;
use super::scene::Hop;
use super::shown::{Event, Place, names};
use crate::deeds::Declared;
use crate::hex::Hex;
use crate::model::Provenance;
use crate::referee::{Finding, Judgement, Ruling};

/// A rout under way.
#[derive(Debug, Clone)]
pub(super) struct Route {
    step: usize,
    units: Vec<usize>,
    weapons: Vec<usize>,
    path: Vec<Hex>,
    /// Interdiction rolls: step, who, where, dice.
    checks: Vec<(usize, usize, Hex, Vec<i32>)>,
    /// Wounds that were rolled on the way: step, declaration, dice.
    wounds: Vec<(usize, Declared, Vec<i32>)>,
    /// The routers left the board.
    gone: bool,
}

impl Log<'_> {
    /// A hop in the rout phase.
    pub(super) fn rout_on(&mut self, hop: &Hop, rulings: &mut Vec<Ruling>) {
        let Some(first) = self.router_of(&hop.units) else { return };
        let goes_on = self.scene.route.as_ref().is_some_and(|route| {
            route.units.first() == Some(&first)
                && route.path.last().copied().map(Place::Hex) == Some(hop.from)
        });
        if !goes_on {
            self.end_route(rulings);
            let Place::Hex(from) = hop.from else { return };
            let mut units = vec![first];
            units.extend(hop.units.iter().copied().filter(|unit| *unit != first));
            self.scene.route = Some(Route {
                step: hop.step,
                units,
                weapons: hop.weapons.clone(),
                path: vec![from],
                checks: Vec::new(),
                wounds: Vec::new(),
                gone: false,
            });
        }
        if let Some(route) = &mut self.scene.route {
            match hop.to {
                Place::Hex(to) => route.path.push(to),
                Place::Off | Place::Gone => route.gone = true,
            }
        }
    }

    /// Whether something happens to a unit that is no part of the rout under way.
    pub(super) fn is_elsewhere(&self, event: &Event) -> bool {
        let Some(route) = &self.scene.route else { return false };
        match event {
            Event::Lost(Piece::Unit(unit))
            | Event::Came(Piece::Unit(unit), _)
            | Event::Turned { piece: Piece::Unit(unit), .. }
            | Event::Became { unit, .. } => !route.units.contains(unit),
            _ => false,
        }
    }

    /// The unit that routs among those that go: the broken one.
    fn router_of(&self, units: &[usize]) -> Option<usize> {
        units
            .iter()
            .copied()
            .find(|unit| self.table.units[*unit].is_broken())
            .or(units.first().copied())
    }

    /// A router has stopped.
    pub(super) fn end_route(&mut self, rulings: &mut Vec<Ruling>) {
        let Some(route) = self.scene.route.take() else { return };
        self.settle(rulings);
        let unit = route.units[0];
        if route.gone {
            route.units.iter().for_each(|unit| self.follow_place(*unit));
            return;
        }
        let path = self.whole_way(unit, &route.path);
        let (Some(from), Some(to)) = (path.first(), path.last()) else { return };
        let crawls = self.scene.modes.get(&unit).is_some_and(|manner| manner == "low crawl");
        let entry = Entry::new("rout")
            .list("units", names(&self.table, &route.units, &[]))
            .list("path", path.iter().map(|hex| self.hex_name(*hex)))
            .list("carries", names(&self.table, &[], &route.weapons))
            .perhaps("mode", crawls.then_some("low-crawl"))
            .perhaps("stopped", self.was_stopped(&route, *to).then_some("interdiction"));
        let subject = format!(
            "{} routs {} to {}",
            self.names(&route.units, &route.weapons),
            self.hex_name(*from),
            self.hex_name(*to)
        );
        let act = Act {
            step: route.step,
            subject: subject.clone(),
            entries: vec![entry],
            weapons: &route.weapons,
            units: route.units.clone(),
            hexes: path.clone(),
        };
        // A leader wounded on the way began it unhurt.
        let hurt = self.table.units[unit].has("wounded") && self.wounded_now(unit);
        if hurt {
            self.table.units[unit].clear("wounded");
        }
        let before = self.table.clone();
        let due = self.surely_interdicted(&before, &act, unit);
        let verdict = self.act(act, rulings);
        if hurt {
            self.table.units[unit].set("wounded");
        }
        // Who ran, however wrongly, is not told to run again.
        self.scene.stayed.extend(&route.units);
        if verdict == Verdict::Legal {
            for (step, who, at, dice) in &route.checks {
                let entry = Entry::new("interdiction-check")
                    .list("units", names(&self.table, &[*who], &[]))
                    .word("at", self.hex_name(*at))
                    .list("dice", dice);
                let subject = format!("{} checks for interdiction", self.names(&[*who], &[]));
                self.check_of(*step, subject, entry, *who, rulings);
            }
            for (step, declared, dice) in &route.wounds {
                self.check(*step, declared, dice, rulings);
            }
            self.skipped_interdiction(&route, &subject, due, rulings);
        }
        self.settle(rulings);
        for unit in &route.units {
            self.follow_place(*unit);
        }
        self.carried_by(&route.weapons, &route.units);
        self.left_behind(&route.units, &route.weapons);
    }

    /// Whether a unit is marked wounded in this phase.
    fn wounded_now(&self, unit: usize) -> bool {
        self.scene.coming.iter().any(|(_, event)| {
            matches!(event, Event::Marked { piece: Piece::Unit(one), state, on: true }
                if *one == unit && state == "wounded")
        })
    }

    /// Whether interdiction ended the rout before its goal: the last check pinned, or a wound slowed the leader.
    fn was_stopped(&self, route: &Route, end: Hex) -> bool {
        if !route.wounds.is_empty() {
            return true;
        }
        let morale = self.table.units[route.units[0]].current_morale();
        route
            .checks
            .last()
            .is_some_and(|(_, _, at, dice)| *at == end && dice.iter().sum::<i32>() >= morale)
    }

    /// Hexes between those that the log shows, the way that the rules allow.
    fn whole_way(&self, unit: usize, told: &[Hex]) -> Vec<Hex> {
        let mut path: Vec<Hex> = told.first().copied().into_iter().collect();
        for pair in told.windows(2) {
            if self.table.ground.range(pair[0], pair[1]) == 1 {
                path.push(pair[1]);
            } else {
                path.extend(way(&self.table, unit, pair[0], pair[1]).into_iter().skip(1));
            }
        }
        path
    }

    /// Weapons of those who may interdict an act of the rout phase, where it matters who has them: some who may are
    /// broken, pinned, tired or leaders, and others not.
    pub(super) fn doubtful_interdictors(&self, act: &Act<'_>) -> Vec<usize> {
        let verb = act.entries.first().map(Entry::verb);
        if !matches!(verb, Some("rout" | "stay" | "interdiction-check" | "eliminate")) {
            return Vec::new();
        }
        let Some(side) = act.units.first().map(|unit| &self.table.units[*unit].side) else {
            return Vec::new();
        };
        let able = |unit: &usize| {
            let unit = &self.table.units[*unit];
            let idle = ["pinned", "exhausted", "melee"].iter().any(|state| unit.has(state));
            !unit.is_broken() && !idle && !unit.is_leader()
        };
        let doubtful = |weapon: &usize| {
            let carriers = &self.carriers[*weapon];
            carriers.iter().any(able)
                && (!carriers.iter().all(able)
                    || self.table.weapons[*weapon].has("perhaps-abandoned"))
                && carriers.iter().all(|unit| self.table.units[*unit].side != *side)
        };
        (0..self.carriers.len()).filter(doubtful).collect()
    }

    /// Hexes of a way that are under fire however open lines of sight are taken, whoever has the weapons.
    fn surely_interdicted(&self, before: &Table, act: &Act<'_>, unit: usize) -> Vec<Hex> {
        let Some(entry) = act.entries.first() else { return Vec::new() };
        let (readings, complete) = self.readings(&[], &self.doubtful_interdictors(act), &act.units);
        if !complete {
            return Vec::new();
        }
        let mut sure: Option<Vec<Hex>> = None;
        for reading in readings {
            let mut table = before.clone();
            give(&mut table, &reading);
            table.view = View::Shut;
            if judge(&mut table, &entry.clone().node(), &mut Said::default()).is_err() {
                return Vec::new();
            }
            let due = |hex: &Hex| table.interdictions.contains(&(unit, *hex));
            match &mut sure {
                Some(sure) => sure.retain(due),
                None => sure = Some(act.hexes.iter().copied().filter(due).collect()),
            }
        }
        sure.unwrap_or_default()
    }

    fn skipped_interdiction(
        &mut self,
        route: &Route,
        subject: &str,
        sure: Vec<Hex>,
        rulings: &mut Vec<Ruling>,
    ) {
        let unit = route.units[0];
        let left: Vec<Hex> = self
            .table
            .interdictions
            .iter()
            .filter(|(who, _)| *who == unit)
            .map(|(_, hex)| *hex)
            .collect();
        self.table.interdictions.clear();
        let due: Vec<Hex> = left.iter().copied().filter(|hex| sure.contains(hex)).collect();
        let loose = !self.scene.loose.is_empty();
        if !left.is_empty() && (due.is_empty() || loose) {
            let reason = "whether the way was under fire hangs on lines of sight that hex facts leave open, or on dice that nobody declared";
            self.unchecked(rulings, route.step, subject, "SK2-3.6-INTERDICT", reason);
        }
        if due.is_empty() || loose {
            return;
        }
        let hexes: Vec<String> = due.iter().map(|hex| self.hex_name(*hex)).collect();
        let name = self.name(Piece::Unit(route.units[0]));
        let message = format!(
            "{name} ran through the open under fire in {} and did not check",
            hexes.join(", ")
        );
        let finding = Finding::violation("SK2-3.6-INTERDICT", message)
            .units([self.table.units[route.units[0]].id.clone()])
            .hexes(hexes)
            .rests_on(Provenance::Reconstructed);
        let mut judgement = Judgement::default();
        judgement.report(finding);
        self.rule(rulings, route.step, subject, judgement);
    }

    /// `check: interdiction`: kept until the router's whole way is known.
    pub(super) fn interdiction(
        &mut self,
        step: usize,
        unit: usize,
        faces: &[i32],
        rulings: &mut Vec<Ruling>,
    ) {
        let Some(route) = &mut self.scene.route else {
            let subject = format!("{} checks for interdiction", self.names(&[unit], &[]));
            let reason = "nobody routs";
            self.unchecked(rulings, step, &subject, "SK2-3.6-INTERDICT", reason);
            return;
        };
        if let Some(at) = route.path.last().copied() {
            route.checks.push((step, unit, at, faces.to_vec()));
        }
    }

    /// A wound on the way does not slow the steps before it: it is kept as well. Whether it was.
    pub(super) fn wounded_on_the_way(
        &mut self,
        step: usize,
        declared: &Declared,
        unit: usize,
        faces: &[i32],
    ) -> bool {
        let Some(route) = &mut self.scene.route else { return false };
        let routs = route.units.contains(&unit);
        if routs {
            route.wounds.push((step, declared.clone(), faces.to_vec()));
        }
        routs
    }

    /// `rout: stays`.
    pub(super) fn stays(&mut self, step: usize, units: &[usize], rulings: &mut Vec<Ruling>) {
        for unit in units {
            let entry = Entry::new("stay").list("units", names(&self.table, &[*unit], &[]));
            let act = Act {
                step,
                subject: format!("{} stays", self.names(&[*unit], &[])),
                entries: vec![entry],
                weapons: &[],
                units: vec![*unit],
                hexes: self.table.units[*unit].hex().into_iter().collect(),
            };
            self.act(act, rulings);
            self.scene.stayed.insert(*unit);
        }
    }

    /// Nobody broken stays next to an unbroken enemy, or in the open under fire (3.6).
    pub(super) fn end_of_rout(&mut self, rulings: &mut Vec<Ruling>) {
        let Some(step) = self.scene.coming.last().map(|(step, _)| *step).or(self.last_step) else {
            return;
        };
        let stayed: Vec<usize> = (0..self.table.units.len())
            .filter(|unit| {
                self.table.units[*unit].is_broken()
                    && self.shown.units.get(*unit).is_some_and(|seen| seen.at != Place::Gone)
                    && !self.table.routed.contains(unit)
                    && !self.scene.stayed.contains(unit)
                    && must_rout(&self.table, *unit)
            })
            .collect();
        self.stays(step, &stayed, rulings);
    }
}
