//! Crimes of the rout phase.

use super::super::super::hearing::entry::Entry;
use super::super::super::movement::step_cost;
use super::super::super::number::whole;
use super::super::super::ruling::Ruling;
use super::super::super::units::Size;
use super::super::{Bot, Crime, judge};
use crate::hex::Hex;

impl Bot<'_> {
    /// Crimes with a broken unit; whether one was committed.
    pub(in super::super) fn rout_crimes(&mut self, unit: usize, must: bool) -> bool {
        let Some(crime) = self.crime else { return false };
        let Some(start) = self.table.units[unit].hex() else { return false };
        // Who takes along more than he can carry breaks another rule first.
        if !self.table.units[unit].has("desperation-morale") || !self.too_heavy(unit).is_empty() {
            return false;
        }
        match crime {
            Crime::StaysInRout if must && self.beside_steady_enemy(unit, start) => {
                self.guilty();
                true
            }
            Crime::RoutTowards => {
                let wrong = ["SK2-3.6-TOWARD", "SK2-3.6-ADJ"];
                let near: Vec<Hex> = self.table.ground.neighbours(start).collect();
                let to = near.into_iter().find(|to| {
                    self.plain_from(unit, &[start, *to])
                        && self.breaks(unit, &[start, *to], "running", &wrong)
                });
                self.run_anyway(unit, to.map(|to| vec![to]), "running")
            }
            Crime::RoutTooFar => {
                // Nothing else must be wrong with the way.
                let way = (0..20).find_map(|_| {
                    let way = self.endless_way(unit, start)?;
                    let whole: Vec<Hex> = std::iter::once(start).chain(way.clone()).collect();
                    let fits = self.plain_from(unit, &whole)
                        && self.breaks(unit, &whole, "running", &["SK2-3.6-MF"]);
                    fits.then_some(way)
                });
                self.run_anyway(unit, way, "running")
            }
            Crime::CrawlTooFar => {
                let way = self.endless_way(unit, start).filter(|way| way.len() >= 2);
                self.run_anyway(unit, way.map(|way| way[..2].to_vec()), "low crawl")
            }
            _ => false,
        }
    }

    /// An unbroken squad runs.
    pub(in super::super) fn rout_unbroken(&mut self, side: &str) {
        if !self.wants(Crime::RoutUnbroken) {
            return;
        }
        for unit in self.units_of(side) {
            let one = &self.table.units[unit];
            let gun = self.table.weapons_of(unit).next().is_some();
            if one.is_broken() || one.size != Size::Squad || one.has("melee") || gun {
                continue;
            }
            if let Some(to) = self.empty_neighbour(unit) {
                self.run_anyway(unit, Some(vec![to]), "running");
                return;
            }
        }
    }

    fn run_anyway(&mut self, unit: usize, way: Option<Vec<Hex>>, manner: &str) -> bool {
        let Some(way) = way else { return false };
        let piece = self.piece(unit);
        self.say("rout", [piece], None, &[("manner", manner)]);
        for hex in way {
            self.drag(unit, hex);
        }
        self.guilty();
        true
    }

    /// Whether every line from the hexes of a way is certain.
    fn plain_from(&self, unit: usize, way: &[Hex]) -> bool {
        let side = &self.table.units[unit].side;
        let enemies: Vec<Hex> =
            self.table.enemies(side).filter_map(|(_, enemy)| enemy.hex()).collect();
        way.iter().all(|hex| enemies.iter().all(|at| !self.table.sight(*hex, *at).disputed))
    }

    /// Whether a rout along a way breaks one of these rules.
    fn breaks(&self, unit: usize, way: &[Hex], manner: &str, rules: &[&str]) -> bool {
        let mut table = self.table.clone();
        let mut ruling = Ruling::default();
        let mut entry = Entry::new("rout")
            .list("unit", self.ids(&[unit]))
            .list("path", way.iter().map(|hex| self.name(*hex)));
        if manner == "low crawl" {
            entry = entry.word("mode", "low-crawl");
        }
        let judged = judge(&mut table, &entry.node(), &mut ruling);
        judged.is_ok()
            && ruling.judgement.findings.iter().any(|found| rules.contains(&&*found.rule))
    }

    /// A way of more than six movement factors, straight away.
    fn endless_way(&mut self, unit: usize, start: Hex) -> Option<Vec<Hex>> {
        let side = self.table.units[unit].side.clone();
        let (mut here, mut cost, mut way) = (start, whole(0), Vec::new());
        while cost <= whole(7) {
            let mut next: Vec<Hex> = self.table.ground.neighbours(here).collect();
            next.retain(|hex| {
                self.table.units_in(*hex).all(|(_, other)| other.side == side)
                    && self.room(*hex, &[unit])
                    && self.table.ground.range(start, *hex) as usize == way.len() + 1
            });
            let step = self.dice.pick(&next)?;
            cost += step_cost(&self.table, here, step);
            way.push(step);
            here = step;
        }
        Some(way)
    }

    pub(in super::super) fn beside_steady_enemy(&self, unit: usize, hex: Hex) -> bool {
        let side = &self.table.units[unit].side;
        self.table.enemies(side).any(|(_, enemy)| {
            !enemy.is_broken()
                && enemy.hex().is_some_and(|at| self.table.ground.range(hex, at) == 1)
        })
    }
}
