//! A bot that plays legal games at random, and commits a labelled crime when it is asked to.
//!
//! It plays through the same mechanics as the referee, but says nothing to it beyond what a log shows. Whether
//! the referee, hearing only that, finds what there is and nothing else, is measured.

mod aftermath;
mod crime;
mod disengage;
mod exploit;
mod fight;
mod forts;
mod march;
mod upkeep;

pub use crime::{Committed, Crime, Manner, Played};

use super::Italy43;
use super::entry::Entry;
use super::ground::{Off, Place};
use super::hearing::Log;
use super::play::Play;
use super::position::Who;
use super::words::{Order, Phase, Side};
use crate::bots::Dice;
use crate::deeds::{Act, Declared, Deed, Moment, Spot, Standing, UnitId};
use crate::hex::{BoxId, Hex, Location};
use crate::model::{Game, Id, Map, Placement, Scenario};
use crate::referee::{Hearing, Judgement, Severity};
use std::collections::BTreeMap;

impl Italy43<'_> {
    /// Plays some turns of a scenario; none when there is no such scenario.
    pub fn bot_game(&self, scenario: &str, manner: Manner) -> Option<Played> {
        let scenario = self.game.scenarios.get(scenario)?;
        let log = Log::new(self.game, Some(&scenario.id))?;
        let mut bot = Bot {
            game: self.game,
            map: self.game.maps.first()?,
            scenario,
            work: log.play().clone(),
            log,
            dice: Dice::new(manner.seed),
            crime: manner.crime,
            played: Played::default(),
            step: 0,
            markers: BTreeMap::new(),
            prey: None,
        };
        bot.play(manner.turns);
        Some(bot.played)
    }
}

struct Bot<'a> {
    game: &'a Game,
    map: Id<Map>,
    scenario: &'a Scenario,
    /// The referee, who hears what the log shows.
    log: Log<'a>,
    /// The game as the bot knows it.
    work: Play<'a>,
    dice: Dice,
    /// The crime that is still to be committed.
    crime: Option<Crime>,
    played: Played,
    step: usize,
    /// Where markers of tracks lie.
    markers: BTreeMap<String, Spot>,
    /// The enemy that the bot closes in on in this phase.
    prey: Option<Hex>,
}

impl<'a> Bot<'a> {
    fn play(&mut self, turns: i32) {
        let first = self.scenario.turns.first;
        let start = self.set_up();
        if let Act::SetUp { markers, .. } = &start {
            self.markers = markers.iter().cloned().collect();
        }
        self.hear(0, start);
        let last = (first + turns - 1).min(self.scenario.turns.last.unwrap_or(first));
        let mut last = last;
        for turn in first..=last {
            if self.played.crime.is_some() {
                // The turn of the crime is over; the rest would tell nothing more of it.
                last = turn - 1;
                break;
            }
            for (index, moment) in self.log.moments(turn).into_iter().enumerate() {
                if turn == first
                    && (moment.phase.last().is_some_and(|id| id == "weather") || index == 0)
                {
                    continue;
                }
                let begins = turn == first && index == 1;
                if !begins {
                    self.emit(Act::Turn(moment));
                }
                self.work = self.log.play().clone();
                self.phase();
            }
        }
        // One more stage, so that the last one is over.
        if let Some(moment) = self.log.moments(last + 1).into_iter().next() {
            self.emit(Act::Turn(moment));
        }
    }

    fn phase(&mut self) {
        match self.work.position.when.phase {
            Some(Phase::Weather) => self.weather(),
            Some(Phase::Initial) => self.initial(),
            Some(Phase::Movement) => self.movement(),
            Some(Phase::Combat) => self.combat(),
            Some(Phase::Recovery) => self.recovery(),
            Some(Phase::Supply) => self.supply(),
            Some(Phase::VictoryCheck) | None => {}
        }
    }

    // Deeds

    fn hear(&mut self, step: usize, act: Act) {
        let deed = Deed { step, by: None, act };
        // Followed, not judged: what the referee says of it is asked afterwards.
        self.log.hear(&deed, &mut Vec::new());
        self.played.deeds.push(deed);
    }

    fn emit(&mut self, act: Act) {
        self.step += 1;
        self.hear(self.step, act);
    }

    fn tally(&mut self, what: &'static str) {
        *self.played.tally.entry(what).or_default() += 1;
    }

    /// Notes that the crime was committed in the last step.
    fn guilty(&mut self) {
        if let Some(crime) = self.crime.take() {
            self.played.crime = Some(Committed { crime, step: self.step });
        }
    }

    fn wants(&self, crime: Crime) -> bool {
        self.crime == Some(crime)
    }

    fn unit(&self, who: Who) -> UnitId {
        UnitId::new(&self.work.position.units[who].id)
    }

    fn location(&self, name: &str) -> Option<Location> {
        let at = self.game.maps[self.map].box_locations.iter().position(|known| known == name)?;
        Some(Location::Box(BoxId(u16::try_from(at).ok()?)))
    }

    fn named(&self, name: &str) -> Spot {
        match self.location(name) {
            Some(at) => Spot::At(self.map, at),
            None => Spot::Elsewhere(name.into()),
        }
    }

    fn spot(&self, place: Place) -> Spot {
        match place {
            Place::Hex(hex) => Spot::At(self.map, Location::Hex(hex)),
            Place::Area(_) => self.named(&self.work.position.ground.name(place)),
            Place::Off(Off::EliminatedBox) => self.named("eliminated-box"),
            Place::Off(Off::Removed) => self.named("removed-box"),
            Place::Off(_) => self.named("not-arrived"),
        }
    }

    /// Moves a piece on the table and in the bot's own game.
    fn go(&mut self, who: Who, to: Place) {
        let from = self.spot(self.work.position.units[who].at);
        let act = Act::Move { unit: self.unit(who), from, to: self.spot(to) };
        self.work.position.units[who].at = to;
        self.emit(act);
    }

    fn flip(&mut self, who: Who, from: u32, to: u32) {
        let act = Act::Steps { unit: self.unit(who), from, to };
        self.emit(act);
    }

    fn set_state(&mut self, who: Who, state: &str, on: bool) {
        let act = Act::State { unit: self.unit(who), state: state.to_owned(), on };
        self.emit(act);
    }

    /// Shows a unit's order.
    fn show_order(&mut self, who: Who, was: Order, is: Order) {
        for (order, state) in
            [(Order::Disrupted, "disrupted"), (Order::FullRetreat, "full-retreat")]
        {
            if (was == order) != (is == order) {
                self.set_state(who, state, is == order);
            }
        }
        self.work.position.units[who].order = is;
    }

    fn roll(&mut self, dice: &str, faces: &[u32]) {
        self.emit(Act::Roll { dice: dice.to_owned(), faces: faces.to_vec() });
    }

    fn die(&mut self) -> u32 {
        self.dice.below(6) as u32 + 1
    }

    fn say(&mut self, id: &str, units: &[Who], place: Option<Place>, values: &[(&str, &str)]) {
        let declared = Declared {
            id: id.to_owned(),
            units: units.iter().map(|who| self.unit(*who)).collect(),
            places: place.into_iter().map(|place| self.spot(place)).collect(),
            values: values
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
        };
        self.emit(Act::Declare(declared));
    }

    /// Moves a supply marker to where it belongs.
    fn show_points(&mut self, side: Side, points: i32) {
        self.work.position.facts.supply_points[side as usize] = Some(points);
        self.shift(&format!("supply-{}", side.word()), &format!("records:{points}"));
    }

    /// Moves a marker on its track.
    fn shift(&mut self, marker: &str, to: &str) {
        let to = self.named(to);
        let from = self.markers.insert(marker.to_owned(), to.clone());
        if from.as_ref() != Some(&to) {
            self.emit(Act::Marker { marker: marker.to_owned(), from, to: Some(to) });
        }
    }

    // What is lawful

    /// Does something in the bot's own game if nothing speaks against it.
    fn lawful(&mut self, entry: &Entry) -> bool {
        let mut play = self.work.clone();
        play.now = Judgement::default();
        let done = play.perform(entry.clone());
        let clean = done.is_ok() && play.now.findings.iter().all(|f| f.severity == Severity::Note);
        if clean {
            self.work = play;
        }
        clean
    }

    fn side(&self) -> Side {
        self.work.position.when.side.unwrap_or(Side::German)
    }

    /// Units of a side on the map, in another order each time.
    fn units_of(&mut self, side: Side) -> Vec<Who> {
        let units = &self.work.position.units;
        let mut list: Vec<Who> = (0..units.len())
            .filter(|who| units[*who].side == side && units[*who].at.on_map())
            .collect();
        self.dice.shuffle(&mut list);
        list
    }

    fn hexes_of(&self, side: Side) -> Vec<Hex> {
        let mut hexes: Vec<_> = self
            .work
            .position
            .units
            .iter()
            .filter(|unit| unit.side == side)
            .filter_map(|unit| unit.hex())
            .collect();
        hexes.sort_by_key(|hex| (hex.x, hex.y));
        hexes.dedup();
        hexes
    }

    // The table at the beginning

    fn set_up(&self) -> Act {
        let map = &self.game.maps[self.map];
        let mut pieces = Vec::new();
        let mut markers = Vec::new();
        for set_up in &self.scenario.set_ups {
            let at = match (&set_up.placement, set_up.turn) {
                (_, Some(turn)) => self.named(&format!("turn:{turn}")),
                (Placement::At(_, location), None) => Spot::At(self.map, *location),
                (Placement::Entry(_, entry), None) => self.named(&map.boxes[*entry].id),
                _ => continue,
            };
            for unit in &set_up.units {
                let counter = &self.game.counters[unit.counter];
                for copy in 1..=unit.count {
                    if counter.kind == crate::model::CounterKind::Marker {
                        markers.push((counter.id.to_string(), at.clone()));
                        continue;
                    }
                    let id = if copy == 1 {
                        counter.id.to_string()
                    } else {
                        format!("{}#{copy}", counter.id)
                    };
                    let full = counter.steps.max(1);
                    let steps = if set_up.reduced { full - 1 } else { full };
                    let states = set_up
                        .states
                        .iter()
                        .filter(|state| self.game.rules.states.get(state).is_some());
                    pieces.push(Standing {
                        unit: UnitId::new(&id),
                        at: at.clone(),
                        steps: Some(steps),
                        states: states.cloned().collect(),
                    });
                }
            }
        }
        let moment: Option<Moment> = self.log.moments(self.scenario.turns.first).into_iter().nth(1);
        Act::SetUp { pieces, markers, moment, scenario: Some(self.scenario.id.clone()) }
    }
}
