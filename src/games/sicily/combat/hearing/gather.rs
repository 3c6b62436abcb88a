//! Combats as a log tells them: what was declared, the dice, and everything until the next dice.

use super::super::super::Sicily;
use super::super::super::units::Nation;
use super::super::table::Outcome;
use super::Reading;
use crate::referee::frame::{Announced, Event, Play, What};
use crate::referee::ground::Place;
use crate::referee::world::Unit;

/// A combat as a log tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) step: usize,
    pub(super) units: Vec<Unit>,
    pub(super) targets: Vec<Place>,
    pub(super) guns: Vec<Unit>,
    /// Air Points, each by its step.
    pub(super) air: Vec<usize>,
    /// Salvos: step, whose, and the die.
    pub(super) ships: Vec<(usize, Option<Nation>, Option<u32>)>,
    /// The dice: step and sum.
    pub(super) rolled: Option<(usize, u32)>,
    /// The column that was told, from 1.
    pub(super) column: Option<u32>,
    pub(super) result: Option<Outcome>,
    pub(super) broke_through: bool,
    /// Pieces moved or turned since its dice.
    pub(super) after: Vec<Event>,
    /// Dice right after its own.
    again: Option<(usize, u32)>,
}

impl Told {
    pub(super) fn is_declared(&self) -> bool {
        !self.units.is_empty() && !self.targets.is_empty()
    }

    fn is_open(&self) -> bool {
        self.rolled.is_none()
    }

    /// The combat of the dice right after its own, when somebody who had no part in this one was moved or turned then.
    fn other(&mut self, play: &Play<'_, Sicily>) -> Option<Told> {
        let (step, sum) = self.again.take()?;
        let place = |unit: Unit| play.position.place(unit);
        let own: Vec<Option<Place>> = self.units.iter().map(|unit| place(*unit)).collect();
        let is_of_it = |at: Place| self.targets.contains(&at) || own.contains(&Some(at));
        let stranger = |event: &Event| event.unit().and_then(place).is_some_and(|at| !is_of_it(at));
        self.after.iter().any(stranger).then(|| Told {
            step,
            rolled: Some((step, sum)),
            after: std::mem::take(&mut self.after),
            ..Told::default()
        })
    }
}

struct Gather<'p> {
    play: &'p Play<'p, Sicily>,
    reading: Reading,
    told: Vec<Told>,
    /// In the order of their dice: numbers in `told`.
    rolled: Vec<usize>,
    /// What the next die was said to be for.
    die_is_for: Option<String>,
    /// Pieces touched before any dice.
    early: Vec<Event>,
}

/// The combats of a stretch, in the order of their dice; those without dice come last. Deeds before all dice belong to the
/// first combat.
pub(super) fn gather(play: &Play<'_, Sicily>, stretch: &[Event], reading: Reading) -> Vec<Told> {
    let mut gather = Gather {
        play,
        reading,
        told: Vec::new(),
        rolled: Vec::new(),
        die_is_for: None,
        early: Vec::new(),
    };
    for event in stretch {
        gather.hear(event);
    }
    let Gather { mut told, rolled, early, .. } = gather;
    // What was declared, and neither rolled nor told a result for, was not fought.
    let fought =
        |combat: &Told| combat.is_open() && (combat.result.is_some() || combat.broke_through);
    let unrolled: Vec<usize> = (0..told.len()).filter(|number| fought(&told[*number])).collect();
    let order: Vec<usize> = rolled.into_iter().chain(unrolled).collect();
    let mut combats: Vec<Told> = Vec::new();
    for number in order {
        let mut combat = std::mem::take(&mut told[number]);
        let other = combat.other(play);
        combats.push(combat);
        combats.extend(other);
    }
    if !early.is_empty() {
        match combats.first_mut().filter(|combat| combat.rolled.is_some()) {
            Some(first) => {
                first.after.splice(0..0, early);
            }
            None => {
                let step = early.first().map_or(0, |event| event.step);
                combats.push(Told { step, after: early, ..Told::default() });
            }
        }
    }
    combats
}

impl Gather<'_> {
    fn hear(&mut self, event: &Event) {
        match &event.what {
            What::Declared(said) => self.declared(event.step, said),
            What::Rolled(faces) => self.rolled(event.step, faces),
            What::Went(..) | What::Steps(..) => match self.rolled.last() {
                Some(last) => self.told[*last].after.push(event.clone()),
                None => self.early.push(event.clone()),
            },
            What::State(..) | What::Marker(..) | What::Boxed(..) | What::Points(..) => {}
        }
    }

    fn declared(&mut self, step: usize, said: &Announced) {
        let place = || {
            let named =
                said.values.get("hex").and_then(|hex| self.play.setting.space.lattice.parse(hex));
            said.places.first().copied().or(named)
        };
        let value = |key: &str| said.values.get(key).map(String::as_str);
        match said.id.as_str() {
            "attack" => {
                if let Some(place) = place() {
                    self.attack(step, &said.units, place);
                }
            }
            "artillery" => {
                if let Some(focus) = self.focus(None) {
                    focus.guns.extend(&said.units);
                }
            }
            "air-support" => {
                let place = place();
                if let Some(focus) = self.focus(place) {
                    focus.air.push(step);
                }
            }
            "naval-support" => {
                let place = place();
                let nation = match value("nation") {
                    Some("UK") => Some(Nation::Uk),
                    Some("US") => Some(Nation::Us),
                    _ => None,
                };
                if let Some(focus) = self.focus(place) {
                    focus.ships.push((step, nation, None));
                }
            }
            "column" => {
                let column = value("column").and_then(|text| text.trim().parse().ok());
                if let Some(focus) = self.focus(None) {
                    focus.column = column;
                }
            }
            "result" => {
                let result = value("result").and_then(|text| Outcome::parse(text.trim()));
                let last = self.rolled.last().copied().or(self.told.len().checked_sub(1));
                if let Some(combat) = last.and_then(|number| self.told.get_mut(number)) {
                    combat.result = result;
                }
            }
            "breakthrough" => {
                let last = self.rolled.last().copied().or(self.told.len().checked_sub(1));
                if let Some(combat) = last.and_then(|number| self.told.get_mut(number)) {
                    combat.broke_through = true;
                }
            }
            "roll" => self.die_is_for = value("purpose").map(str::to_owned),
            _ => {}
        }
    }

    /// An attack is declared: a new one, more units for one, or one more hex of one.
    fn attack(&mut self, step: usize, units: &[Unit], place: Place) {
        let open = self.told.iter_mut().filter(|combat| combat.is_open());
        let mut open: Vec<&mut Told> = open.collect();
        if let Some(known) = open.iter_mut().find(|combat| combat.targets.contains(&place)) {
            let more = units.iter().filter(|unit| !known.units.contains(unit));
            let more: Vec<Unit> = more.copied().collect();
            known.units.extend(more);
            return;
        }
        let same = |combat: &&mut Told| {
            !units.is_empty() && units.iter().all(|unit| combat.units.contains(unit))
        };
        if let Some(known) = open.into_iter().rev().find(same) {
            if self.reading.takes_back {
                known.targets.clear();
            }
            known.targets.push(place);
            return;
        }
        self.told.push(Told {
            step,
            units: units.to_vec(),
            targets: vec![place],
            ..Told::default()
        });
    }

    /// The combat that is talked about: the one against this hex, the last one declared and not rolled for, or the one
    /// rolled for last.
    fn focus(&mut self, place: Option<Place>) -> Option<&mut Told> {
        let against = |combat: &Told| place.is_some_and(|place| combat.targets.contains(&place));
        let open = |combat: &Told| combat.is_open();
        let found = self
            .told
            .iter()
            .rposition(against)
            .or_else(|| self.told.iter().rposition(open))
            .or(self.rolled.last().copied());
        found.and_then(|number| self.told.get_mut(number))
    }

    /// The attack whose dice were thrown just now, if nothing was done about them yet: when they are thrown again the first
    /// ones count, and the court tells of the others.
    fn just_rolled(&self) -> Option<usize> {
        let last = *self.rolled.last()?;
        let combat = self.told.get(last)?;
        (combat.is_declared() && combat.after.is_empty()).then_some(last)
    }

    fn rolled(&mut self, step: usize, faces: &[u32]) {
        let purpose = self.die_is_for.take();
        let combat = purpose.as_deref().is_none_or(|purpose| purpose == "combat");
        if let ([die], true) = (faces, purpose.as_deref().is_none_or(|p| p == "naval gunfire")) {
            let mut ships = self.told.iter_mut().rev().flat_map(|combat| combat.ships.iter_mut());
            if let Some(salvo) = ships.find(|salvo| salvo.2.is_none()) {
                salvo.2 = Some(*die);
            }
            return;
        }
        if !combat || faces.len() != 2 {
            return;
        }
        let sum = faces.iter().sum();
        let mut open = (0..self.told.len()).filter(|number| self.told[*number].is_open());
        let next = if self.reading.latest_first { open.next_back() } else { open.next() };
        if let (None, Some(last)) = (next, self.just_rolled()) {
            self.told[last].again.get_or_insert((step, sum));
            return;
        }
        let number = next.unwrap_or_else(|| {
            self.told.push(Told { step, ..Told::default() });
            self.told.len() - 1
        });
        self.told[number].rolled = Some((step, sum));
        self.rolled.push(number);
    }
}
