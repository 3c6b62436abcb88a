//! Ways of retreats and advances: hexes and hexsides that units may not pass, and enemies near them.

use super::super::Sicily;
use super::super::state::Weather;
use super::super::units::Type;
use super::super::weather::RAIN_CLOSES;
use super::retreat::{IMPASSABLE, PRIORITIES};
use crate::referee::RuleId;
use crate::referee::frame::Play;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::Unit;

/// Why a step may not be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Barred {
    pub(super) rule: RuleId,
    pub(super) words: String,
}

/// Tanks and mechanized infantry: bound to bridges, and free of the path in an advance.
pub(super) fn is_mobile(kind: Type) -> bool {
    matches!(kind, Type::Tank | Type::Mechanized)
}

/// What keeps units from going from one hex to the next, besides enemies in it.
pub(super) fn barrier(
    play: &Play<'_, Sicily>,
    units: &[Unit],
    from: Place,
    to: Place,
) -> Option<Barred> {
    let (space, land) = (&play.setting.space, &play.setting.land);
    let direction = space.lattice.direction(from, to)?;
    if space.paths[from as usize] & (1 << direction) != 0 {
        return None;
    }
    let river = space.sides[from as usize][direction] & land.river != 0;
    let (a, b) = (space.lattice.name(from), space.lattice.name(to));
    for &unit in units {
        let facts = play.unit(unit);
        let words = facts.words();
        if river && is_mobile(facts.kind) {
            let words = format!("{words} crosses a river without a bridge from {a} to {b}");
            return Some(Barred { rule: IMPASSABLE, words });
        }
        if river && play.state.weather == Weather::Rain {
            let words = format!("{words} crosses a river without a bridge from {a} to {b} in rain");
            return Some(Barred { rule: RAIN_CLOSES, words });
        }
        if land.entering(to, facts.kind.class() as usize).is_none() {
            let words = format!("{words} may not enter {b}");
            return Some(Barred { rule: IMPASSABLE, words });
        }
    }
    None
}

/// How far the nearest enemy of a side is.
pub(super) fn nearest_enemy(play: &Play<'_, Sicily>, side: u8, place: Place) -> u32 {
    let lattice = &play.setting.space.lattice;
    let others = play.setting.roster.iter().filter(|(_, unit)| unit.side != side);
    let far = others.filter_map(|(unit, _)| lattice.distance(place, play.position.place(unit)?));
    far.min().unwrap_or(u32::MAX)
}

/// A way, its first hex the one that is left.
pub(super) struct Way<'w> {
    pub(super) play: &'w Play<'w, Sicily>,
    pub(super) units: &'w [Unit],
    pub(super) side: u8,
}

/// So many ways of one retreat are remembered.
const MOST_WAYS: usize = 256;

impl Way<'_> {
    /// Whether a step can be taken at all.
    fn is_open(&self, from: Place, to: Place) -> bool {
        to != OFF
            && !self.play.position.has_enemy(self.side, to)
            && barrier(self.play, self.units, from, to).is_none()
    }

    /// The hexes to which a path can go on.
    pub(super) fn steps(&self, from: Place, done: &[Place]) -> Vec<Place> {
        let around = self.play.setting.space.lattice.around(from).iter().copied();
        around.filter(|to| !done.contains(to) && self.is_open(from, *to)).collect()
    }

    /// What is wrong with a step.
    fn wrong(&self, done: &[Place], to: Place) -> Option<Barred> {
        let from = *done.last()?;
        let name = self.play.setting.space.lattice.name(to);
        let units = || self.play.units(self.units.iter().copied());
        if self.play.position.has_enemy(self.side, to) {
            let words = format!("{} retreats into {name}, where an enemy stands", units());
            return Some(Barred { rule: PRIORITIES, words });
        }
        if done.contains(&to) {
            let words = format!("{} enters {name} twice in one retreat", units());
            return Some(Barred { rule: PRIORITIES, words });
        }
        barrier(self.play, self.units, from, to)
    }

    /// The zones entered on a path.
    pub(super) fn zones(&self, path: &[Place]) -> u32 {
        let zone = |place: &&Place| self.play.position.in_enemy_zone(self.side, **place);
        path.iter().skip(1).filter(zone).count() as u32
    }

    /// What bars a path.
    pub(super) fn barred(&self, path: &[Place]) -> Option<Barred> {
        (1..path.len()).find_map(|number| self.wrong(&path[..number], path[number]))
    }

    /// Whether each hex of a path is as far from the enemy as can be, and out of his zones if it can.
    fn is_best_step_by_step(&self, path: &[Place]) -> bool {
        (1..path.len()).all(|number| {
            let (done, to) = (&path[..number], path[number]);
            let from = done[number - 1];
            let rank = |place: Place| {
                let zone = self.play.position.in_enemy_zone(self.side, place);
                (nearest_enemy(self.play, self.side, place), !zone)
            };
            let own = rank(to);
            let around = self.play.setting.space.lattice.around(from).iter();
            let mut others = around
                .filter(|other| **other != OFF && !done.contains(other))
                .filter(|other| self.is_open(from, **other));
            others.all(|other| rank(*other) <= own)
        })
    }

    /// Whether a path keeps to the priorities, hex by hex or by where it ends.
    pub(super) fn keeps_away(&self, path: &[Place]) -> bool {
        let Some(&end) = path.last() else { return true };
        if self.is_best_step_by_step(path) {
            return true;
        }
        let own = nearest_enemy(self.play, self.side, end);
        let mut best = 0;
        self.each(path[0], path.len() - 1, &mut |other| {
            let there = other.last().copied().unwrap_or(end);
            best = best.max(nearest_enemy(self.play, self.side, there));
            true
        });
        own >= best
    }

    /// Shows every open path of so many hexes, until told to stop.
    pub(super) fn each(&self, from: Place, hexes: usize, show: &mut dyn FnMut(&[Place]) -> bool) {
        let mut path = vec![from];
        self.walk(&mut path, hexes, show);
    }

    fn walk(
        &self,
        path: &mut Vec<Place>,
        left: usize,
        show: &mut dyn FnMut(&[Place]) -> bool,
    ) -> bool {
        if left == 0 {
            return show(path);
        }
        let Some(&from) = path.last() else { return true };
        for &to in self.play.setting.space.lattice.around(from) {
            if path.contains(&to) || !self.is_open(from, to) {
                continue;
            }
            path.push(to);
            let goes_on = self.walk(path, left - 1, show);
            path.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Every open path from one hex to another of at most so many hexes.
    pub(super) fn paths(&self, from: Place, to: Place, most: usize) -> Vec<Vec<Place>> {
        let mut found = Vec::new();
        for hexes in 1..=most {
            self.each(from, hexes, &mut |path| {
                if path.last() == Some(&to) {
                    found.push(path.to_vec());
                }
                found.len() < MOST_WAYS
            });
        }
        found
    }
}
