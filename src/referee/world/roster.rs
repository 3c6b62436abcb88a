//! The units of a game or a case, by number and by id.

use super::position::{Body, Unit};
use crate::deeds::UnitId;
use crate::model::{Counter, CounterKind, Game, Provenance};
use std::collections::HashMap;
use std::ops::{Deref, DerefMut, Index};

/// A unit, with what its game knows of it.
#[derive(Debug, Clone)]
pub struct Enrolled<F> {
    /// Its id.
    pub id: UnitId,
    /// Its name in texts.
    pub name: String,
    /// Its side, by number.
    pub side: u8,
    /// Its steps at full strength.
    pub steps: u8,
    /// Whether it has a zone of control at all.
    pub has_zone: bool,
    /// What its values rest on.
    pub provenance: Provenance,
    /// What the rules of the game ask of it.
    pub facts: F,
}

impl<F> Enrolled<F> {
    /// A unit of one step with a zone, called by its id.
    pub fn new(id: UnitId, side: u8, facts: F) -> Self {
        let name = id.to_string();
        let provenance = Provenance::Printed;
        Enrolled { id, name, side, steps: 1, has_zone: true, provenance, facts }
    }

    /// The unit that a counter makes; none when it belongs to no side.
    pub fn of_counter(counter: &Counter, id: UnitId, facts: F) -> Option<Self> {
        let side = u8::try_from(counter.side?.index()).ok()?;
        Some(Enrolled {
            name: counter.name.to_string(),
            steps: u8::try_from(counter.steps).unwrap_or(u8::MAX),
            provenance: counter.provenance,
            ..Enrolled::new(id, side, facts)
        })
    }

    /// In words: `71st Regiment (l-71)`.
    pub fn words(&self) -> String {
        if *self.id.0 == *self.name {
            self.name.clone()
        } else {
            format!("{} ({})", self.name, self.id)
        }
    }
}

impl<F> Deref for Enrolled<F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.facts
    }
}

impl<F> DerefMut for Enrolled<F> {
    fn deref_mut(&mut self) -> &mut F {
        &mut self.facts
    }
}

/// The units, by number and by id.
#[derive(Debug, Clone)]
pub struct Roster<F> {
    units: Vec<Enrolled<F>>,
    by_id: HashMap<UnitId, Unit>,
}

impl<F> Default for Roster<F> {
    fn default() -> Self {
        Roster { units: Vec::new(), by_id: HashMap::new() }
    }
}

impl<F> Roster<F> {
    /// All units that a game's counters make.
    pub fn of_game(
        game: &Game,
        enrol: impl Fn(&Counter, UnitId) -> Option<Enrolled<F>>,
    ) -> Roster<F> {
        let mut roster = Roster::default();
        let is_unit =
            |counter: &&Counter| matches!(counter.kind, CounterKind::Unit | CounterKind::Weapon);
        for counter in game.counters.iter().filter(is_unit) {
            for copy in 1..=counter.count.max(1) {
                let id = match copy {
                    1 => UnitId::new(&counter.id),
                    more => UnitId::new(&format!("{}#{more}", counter.id)),
                };
                if let Some(unit) = enrol(counter, id) {
                    roster.add(unit);
                }
            }
        }
        roster
    }

    /// Adds a unit; its number, or none when there are too many.
    pub fn add(&mut self, unit: Enrolled<F>) -> Option<Unit> {
        let number = Unit::try_from(self.units.len()).ok().filter(|n| *n < Unit::MAX)?;
        self.by_id.insert(unit.id.clone(), number);
        self.units.push(unit);
        Some(number)
    }

    /// The unit of this id.
    pub fn find(&self, id: &UnitId) -> Option<Unit> {
        self.by_id.get(id).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// All of them, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Unit, &Enrolled<F>)> {
        (0..).zip(&self.units)
    }

    /// The numbers of those for which something holds.
    pub fn those<'r>(
        &'r self,
        mut holds: impl FnMut(&Enrolled<F>) -> bool + 'r,
    ) -> impl Iterator<Item = Unit> + 'r {
        self.iter().filter(move |(_, unit)| holds(unit)).map(|(number, _)| number)
    }

    /// What the table must know of each.
    pub fn bodies(&self) -> Vec<Body> {
        let body = |unit: &Enrolled<F>| Body {
            side: unit.side,
            steps: unit.steps,
            has_zone: unit.has_zone,
        };
        self.units.iter().map(body).collect()
    }

    /// Units in words.
    pub fn words(&self, units: impl IntoIterator<Item = Unit>) -> String {
        let names: Vec<String> = units.into_iter().map(|unit| self[unit].words()).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

impl<F> Index<Unit> for Roster<F> {
    type Output = Enrolled<F>;

    fn index(&self, unit: Unit) -> &Enrolled<F> {
        &self.units[usize::from(unit)]
    }
}
