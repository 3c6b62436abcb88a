//! How the bot moves.

use super::Bot;
use super::crime::Crime;
use crate::referee::ground::{OFF, Place};
use crate::referee::pack::movement::{
    CLOSED, ENEMY, March, SHUNS, STOPPED, Start, TOO_FAR, ZONE_TO_ZONE,
};
use crate::referee::schedule::Ground;
use crate::referee::tell::Clauses;
use crate::referee::world::{At, Off, Unit};

impl Bot<'_> {
    pub(super) fn move_all(&mut self, side: u8) {
        let mut units = self.units(side);
        self.dice.shuffle(&mut units);
        let innocent = !self.is_guilty();
        self.memory.moved.clear();
        for unit in units {
            if self.memory.moved.contains(&unit) || self.memory.culprit == Some(unit) {
                continue;
            }
            // Nobody moves away again from a hex that was overstacked.
            if innocent && self.has_committed(Crime::Overstack) {
                return;
            }
            self.memory.moved.push(unit);
            match self.play.position.at(unit) {
                At::Map(from) => self.march(unit, from),
                At::Off(Off::Entry(_)) => self.enter(unit),
                At::Off(_) => {}
            }
        }
    }

    /// Where a unit can go with these rules left out.
    pub(super) fn reach(&mut self, unit: Unit, start: Start<'_>, left_out: Clauses) -> Vec<Place> {
        let mut places = Vec::new();
        let (board, play) = (self.play.board(), &mut self.play);
        if let Some(march) = March::new(board, &play.position, unit, start) {
            march.reachable(&mut play.scratch.search, left_out, |place, _| places.push(place));
        }
        places
    }

    fn fits(&self, unit: Unit, place: Place) -> bool {
        let side = self.play.board().roster[unit].side;
        !self.play.position.has_enemy(side, place)
            && self.play.board().tally(&self.play.position, side, place, Some(unit)).fits()
    }

    fn march(&mut self, unit: Unit, from: Place) {
        if self.wrong_march(unit, from) || !self.dice.chance(75) {
            return;
        }
        let mut places = self.reach(unit, Start::Hex(from), Clauses::NONE);
        places.retain(|place| self.fits(unit, *place));
        if let Some(to) = self.choose(unit, &places) {
            self.drags(unit, from, to);
        }
    }

    /// One of the places, more often than not near an enemy.
    fn choose(&mut self, unit: Unit, places: &[Place]) -> Option<Place> {
        let side = self.play.board().roster[unit].side;
        let enemies: Vec<Place> = (0..self.play.board().game.sides.len() as u8)
            .filter(|other| *other != side)
            .flat_map(|other| self.on_map(other))
            .filter_map(|enemy| self.play.position.place(enemy))
            .collect();
        let lattice = &self.play.board().space.lattice;
        let far = |place: Place| {
            enemies.iter().filter_map(|enemy| lattice.distance(place, *enemy)).min().unwrap_or(0)
        };
        let tries = if self.dice.chance(60) { 4 } else { 1 };
        let mut best: Option<Place> = None;
        for _ in 0..tries {
            let next = self.dice.pick(places)?;
            if best.is_none_or(|known| far(next) < far(known)) {
                best = Some(next);
            }
        }
        best
    }

    /// Drags a piece to its goal as players do: in one go, in hops, with a change of mind.
    fn drags(&mut self, unit: Unit, from: Place, to: Place) {
        match self.dice.below(10) {
            0 => {
                let places: Vec<Place> = self.play.board().space.lattice.places().collect();
                if let Some(by_mistake) = self.dice.pick(&places) {
                    self.go(unit, At::Map(by_mistake));
                    if by_mistake != from {
                        self.go(unit, At::Map(from));
                    }
                }
            }
            1 | 2 => {
                let near: Vec<Place> = self.play.board().space.lattice.around(from).to_vec();
                if let Some(hop) = self.dice.pick(&near)
                    && hop != OFF
                {
                    self.go(unit, At::Map(hop));
                }
            }
            _ => {}
        }
        if self.play.position.at(unit) != At::Map(to) {
            let in_one_go = self.play.position.at(unit) == At::Map(from);
            self.go(unit, At::Map(to));
            if in_one_go && self.dice.chance(40) {
                self.take_along(unit, from, to);
            }
        }
    }

    /// Drags a unit of the same stack along, if it may go there too.
    fn take_along(&mut self, unit: Unit, from: Place, to: Place) {
        let side = self.play.board().roster[unit].side;
        let others: Vec<Unit> = self
            .play
            .position
            .stack(from)
            .filter(|other| {
                self.play.board().roster[*other].side == side && !self.memory.moved.contains(other)
            })
            .filter(|other| self.memory.culprit != Some(*other))
            .collect();
        let Some(other) = self.dice.pick(&others) else { return };
        if self.fits(other, to) && self.reach(other, Start::Hex(from), Clauses::NONE).contains(&to)
        {
            self.go(other, At::Map(to));
            self.memory.moved.push(other);
        }
    }

    fn enter(&mut self, unit: Unit) {
        let Some(arrival) = self.play.schedule.arrivals[usize::from(unit)].clone() else { return };
        let Ground::Entry(number) = arrival.ground else { return };
        let early = self.play.clock.turn().is_some_and(|turn| turn < arrival.turn);
        if early && !self.wants(Crime::EarlyReinforcement) {
            return;
        }
        let entries = &self.play.setting.space.entries;
        if !early && self.wants(Crime::WrongEntry) {
            let others: Vec<Place> = entries
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != usize::from(number))
                .flat_map(|(_, entry)| entry.touches.iter().map(|(place, _)| *place))
                .collect();
            let legal =
                self.reach(unit, Start::Entry(&entries[usize::from(number)]), Clauses::NONE);
            let mut wrong: Vec<Place> =
                others.into_iter().filter(|place| !legal.contains(place)).collect();
            wrong.retain(|place| self.fits(unit, *place));
            if let Some(to) = self.dice.pick(&wrong) {
                self.go(unit, At::Map(to));
                self.commit(Crime::WrongEntry);
                return;
            }
        }
        if !self.dice.chance(80) && !early {
            return;
        }
        let mut places =
            self.reach(unit, Start::Entry(&entries[usize::from(number)]), Clauses::NONE);
        places.retain(|place| self.fits(unit, *place));
        if let Some(to) = self.choose(unit, &places) {
            self.go(unit, At::Map(to));
            if early {
                self.commit(Crime::EarlyReinforcement);
            }
        }
    }

    /// Commits a crime of movement when it is asked for and there is an opportunity.
    fn wrong_march(&mut self, unit: Unit, from: Place) -> bool {
        let Some(crime) = self.wanted_crime() else { return false };
        let left_out = match crime {
            Crime::TooFar => TOO_FAR.into(),
            Crime::Prohibited => CLOSED.into(),
            Crime::EnemyHex => ENEMY.into(),
            Crime::ThroughZone => STOPPED.into(),
            Crime::ZoneToZone => ZONE_TO_ZONE.into(),
            Crime::ShunnedZone => SHUNS.into(),
            Crime::Overstack => Clauses::NONE,
            _ => return false,
        };
        if !self.wants(crime) {
            return false;
        }
        let legal = self.reach(unit, Start::Hex(from), Clauses::NONE);
        let side = self.play.board().roster[unit].side;
        let mut places = if crime == Crime::Overstack {
            let mut full = legal;
            full.retain(|place| {
                !self.play.position.has_enemy(side, *place)
                    && self.play.position.has(side, *place)
                    && !self
                        .play
                        .board()
                        .tally(&self.play.position, side, *place, Some(unit))
                        .fits()
            });
            full
        } else {
            let mut beyond = self.reach(unit, Start::Hex(from), left_out);
            beyond.retain(|place| *place != from && !legal.contains(place));
            beyond.retain(|place| match crime {
                Crime::EnemyHex => self.play.position.has_enemy(side, *place),
                _ => self.fits(unit, *place),
            });
            beyond
        };
        // The nearest misses are the hardest to find.
        let lattice = &self.play.board().space.lattice;
        places.sort_by_key(|place| lattice.distance(from, *place));
        places.truncate(6);
        let Some(to) = self.dice.pick(&places) else { return false };
        self.go(unit, At::Map(to));
        self.commit(crime);
        true
    }
}
