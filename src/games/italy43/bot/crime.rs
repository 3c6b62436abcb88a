//! Crimes with a label: what was done, and which rules it breaks.

use super::super::entry::{self, Entry};
use super::super::ground::{Place, Terrain};
use super::super::position::Who;
use super::super::unit::Unit;
use super::super::words::{Army, Side};
use super::Bot;
use crate::games::crimes::crimes;
use crate::hex::{Hex, distance};
use crate::referee::Judgement;
use std::collections::HashSet;

crimes! {
    TooFar "a unit moves farther than any mode allows" ["I43-5.", "I43-6.2", "I43-7.2", "I43-21.4", "I43-13.2.1a", "I43-16.4a"],
    EnemyMoves "a unit of the side that is not to move is moved" ["I43-3.4"],
    Frozen "a frozen unit moves" ["I43-S3.3", "I43-S2.3", "I43-5.11"],
    MovesInCombat "a unit moves in the Combat Phase" ["I43-3.5", "I43-14.1a"],
    Overstack "too many points in a hex when the Movement Phase ends" ["I43-4."],
    WrongColumn "a wrong column is announced" ["I43-8.", "I43-9."],
    TwoArmies "British and Americans attack together" ["I43-8.6.1"],
    AttackTwice "a unit attacks twice in a phase" ["I43-8.1b", "I43-8.2"],
    DisruptedAttack "a Disrupted unit attacks" ["I43-13.2.1b"],
    NoLoss "the defender does not take his loss" ["I43-10.1", "I43-11.2.1a"],
    ShortRetreat "a unit retreats too few hexes" ["I43-12."],
    NoMarker "a unit that retreated is not marked" ["I43-13.1"],
    RallyWithoutDie "a unit in an enemy zone recovers without a die" ["I43-13.5", "I43-13.4"],
    WrongSupply "a unit in supply is marked out of supply" ["I43-16.1"],
    NoPoints "artillery is readied without a supply point" ["I43-17.5"],
    WrongType "a replacement of the wrong type is used" ["I43-20.1"],
    ComesEarly "a reinforcement comes before its turn" ["I43-21.1"],
    StaysOn "a unit that is due to be removed stays" ["I43-22."],
    WrongWeather "the weather marker goes to the wrong space" ["I43-23.1"],
    WrongPoints "a supply marker is set too high" ["I43-23.3"],
    ThirdTruck "a third unit is trucked" ["I43-5.7a"],
    TruckedAttack "a trucked unit attacks" ["I43-5.7d"],
    ReplacedAttack "a unit attacks out of a hex with a Replacement marker" ["I43-20.4"],
    WeakAutoDs "an automatic DS at less than 10-1" ["I43-8.7"],
    MarkedAttack "a unit with an Auto DS marker attacks" ["I43-8.7"],
    AdvanceTooFar "a unit advances farther than any result allows" ["I43-14.", "I43-7.2", "I43-10.1"],
    UnearnedBreakthrough "a breakthrough after an advance of one hex" ["I43-15."],
    DisengageAfterAttack "a unit that attacked tries to disengage" ["I43-25.4"],
    LeavesAfterFailing "a unit leaves although it failed to disengage" ["I43-25.4"],
    FreeDice "more dice for a major assault without supply points" ["I43-25.1"],
    TwoForts "two forts in one turn" ["I43-18.1"],
    FortTooSoon "a fort is completed before eight were started" ["I43-18.1.3c"],
    FortStays "a fort stays though an Allied unit entered its hex" ["I43-18.2.3"],
}

impl Bot<'_> {
    /// A hex next to a unit where it could stand, whatever the rules say about going there.
    fn next_door(&self, who: Who) -> Option<Place> {
        let unit = &self.work.position.units[who];
        let (at, enemy) = (unit.hex()?, unit.side.enemy());
        let ground = &self.work.position.ground;
        let free = |hex: &Hex| {
            ground.terrain(*hex) != Terrain::Sea
                && !self.work.position.holds(*hex, enemy)
                && self.fits(who, *hex)
        };
        ground.neighbours(at).find(free).map(Place::Hex)
    }

    /// Moves the first of some units that has somewhere to go.
    fn sidestep(&mut self, units: impl IntoIterator<Item = Who>) -> bool {
        for who in units {
            if let Some(to) = self.next_door(who) {
                self.go(who, to);
                self.guilty();
                return true;
            }
        }
        false
    }

    /// Crimes of movement; whether one was committed with this unit.
    pub(super) fn move_crime(&mut self, who: Who, side: Side) -> bool {
        let unit = &self.work.position.units[who];
        let Some(from) = unit.hex() else { return false };
        if self.wants(Crime::TooFar) && unit.good_order() && !unit.class.mechanised {
            let reach: HashSet<Place> =
                self.work.reach(who).into_iter().map(|(place, ..)| place).collect();
            // Trucks carry a unit on foot five points and three.
            let mut play = self.work.clone();
            play.position.units[who].truck = true;
            let trucked: HashSet<Place> =
                play.reach(who).into_iter().map(|(place, ..)| place).collect();
            let ground = std::sync::Arc::clone(&self.work.position.ground);
            let beyond = ground.all_hexes().find(|hex| {
                let place = Place::Hex(*hex);
                distance(*hex, from) > 8
                    && distance(*hex, from) < 14
                    && !reach.contains(&place)
                    && !trucked.contains(&place)
                    && ground.terrain(*hex) != Terrain::Sea
                    && !self.work.position.holds(*hex, side.enemy())
                    && self.fits(who, *hex)
            });
            if let Some(hex) = beyond {
                self.go(who, Place::Hex(hex));
                self.guilty();
                return true;
            }
        }
        if self.wants(Crime::Frozen) {
            let frozen: Vec<Who> = self
                .units_of(side)
                .into_iter()
                .filter(|who| super::super::scenarios::frozen(&self.work.position, *who).is_some())
                .collect();
            return self.sidestep(frozen);
        }
        false
    }

    pub(super) fn move_an_enemy(&mut self, side: Side) {
        let steady = |bot: &Self, who: &Who| !bot.work.position.units[*who].full_retreat();
        let units: Vec<Who> =
            self.units_of(side).into_iter().filter(|who| steady(self, who)).collect();
        self.sidestep(units);
    }

    /// Puts a unit on top of a full stack within its reach.
    pub(super) fn overstack(&mut self, side: Side) {
        for who in self.units_of(side) {
            if self.work.position.units[who].at != self.log.place_of(who) {
                continue;
            }
            let reach = self.work.reach(who);
            let full = reach.into_iter().find(|(to, ..)| {
                to.hex()
                    .is_some_and(|hex| self.work.position.holds(hex, side) && !self.fits(who, hex))
            });
            if let Some((to, ..)) = full {
                self.go(who, to);
                self.guilty();
                return;
            }
        }
    }

    /// Crimes at the end of a Combat Phase.
    pub(super) fn combat_crimes(&mut self, side: Side, fought: &HashSet<Who>) {
        match self.crime {
            Some(Crime::MovesInCombat) => {
                let idle: Vec<Who> =
                    self.units_of(side).into_iter().filter(|who| !fought.contains(who)).collect();
                self.sidestep(idle);
            }
            Some(
                Crime::TwoArmies
                | Crime::AttackTwice
                | Crime::DisruptedAttack
                | Crime::TruckedAttack
                | Crime::ReplacedAttack
                | Crime::MarkedAttack,
            ) => {
                for target in self.hexes_of(side.enemy()) {
                    if self.forbidden_attack(side, target, fought) {
                        return;
                    }
                }
            }
            _ => {}
        }
    }

    /// A way of retreat that is one hex too short, and not one that may stop there.
    pub(super) fn short_way(&self, who: Who, hexes: u32) -> Option<Vec<Place>> {
        let from = self.work.position.units[who].at;
        let ways = self.work.position.ways_of_retreat(who, hexes);
        ways.iter().filter(|way| way.len() as u32 == hexes + 1).find_map(|way| {
            let short = way[..way.len() - 1].to_vec();
            let to = *short.last()?;
            let lawful = self.work.position.way_of_retreat(who, to, hexes, hexes).is_some();
            (short.len() > 1
                && to != from
                && !lawful
                && to.hex().is_some_and(|hex| self.fits(who, hex)))
            .then_some(short)
        })
    }

    /// Declares an attack that the crime asked for makes unlawful.
    fn forbidden_attack(&mut self, side: Side, target: Hex, fought: &HashSet<Who>) -> bool {
        let near: Vec<Who> = (0..self.work.position.units.len())
            .filter(|who| {
                let unit = &self.work.position.units[*who];
                unit.side == side
                    && unit.attack.is_some_and(|attack| attack > 0)
                    && unit.hex().is_some_and(|hex| distance(hex, target) == 1)
            })
            .collect();
        let fresh: Vec<Who> = near.iter().filter(|who| !fought.contains(who)).copied().collect();
        let unit = |who: &Who| &self.work.position.units[*who];
        let with: Vec<Who> = match self.crime {
            Some(Crime::TwoArmies) => {
                let british = fresh
                    .iter()
                    .any(|who| unit(who).army() == Army::British && unit(who).good_order());
                let us =
                    fresh.iter().any(|who| unit(who).army() == Army::Us && unit(who).good_order());
                if british && us { fresh } else { return false }
            }
            Some(Crime::AttackTwice) => {
                match near.iter().find(|who| fought.contains(who) && unit(who).good_order()) {
                    Some(who) => vec![*who],
                    None => return false,
                }
            }
            other => {
                let bars = |unit: &Unit| match other {
                    Some(Crime::TruckedAttack) => unit.truck && unit.good_order(),
                    Some(Crime::ReplacedAttack) => unit.replacement && unit.good_order(),
                    Some(Crime::MarkedAttack) => unit.auto_ds && unit.good_order(),
                    _ => !unit.good_order(),
                };
                match fresh.iter().find(|who| bars(unit(who))) {
                    Some(who) => vec![*who],
                    None => return false,
                }
            }
        };
        let entry = entry::Attack {
            with: with.iter().map(|who| unit(who).id.clone()).collect(),
            against: Some(self.work.position.ground.hex_name(target)),
            ..entry::Attack::default()
        };
        self.work.now = Judgement::default();
        let _ = self.work.perform(Entry::Attack(entry));
        self.say("attack", &with, Some(Place::Hex(target)), &[]);
        self.guilty();
        self.roll("1d6", &[1]);
        self.say("result", &[], None, &[("result", "A1")]);
        let loser = with.iter().copied().find(|who| self.work.position.units[*who].steps > 1);
        if let Some(who) = loser {
            let steps = self.work.position.units[who].steps;
            self.flip(who, steps, steps - 1);
        }
        true
    }
}
