//! A bot that plays legal games at random, and commits a labelled crime when it is asked to.
//!
//! It knows what is lawful from the mechanics that judge rule cases, acts only along lines of sight that are certain,
//! and shows on the table what players of the module would show: pieces dragged in hops, declarations, dice, counters.
//! The referee who hears the deeds is never asked.

mod close;
mod crime;
mod enter;
mod march;
mod misdeeds;
mod ordnance;
mod rally;
mod rout;
mod setting;
mod shoot;
mod show;
mod suffer;

pub use crime::{Committed, Crime, Manner, Played};

use super::judge;
use super::ruling::Ruling;
use super::table::{Phase, Table};
use crate::bots::Dice;
use crate::deeds::{Act, Declared, Deed, Moment, Spot, UnitId};
use crate::hex::Hex;
use crate::model::{Game, Id, Scenario, Side};
use crate::referee::Judgement;
use crate::referee::case::Node;
use crate::referee::sequence::Sequence;
use setting::Setting;
use std::collections::HashMap;

/// Plays some turns of a scenario; none when there is no such scenario, or its boards are not there.
pub fn play(game: &Game, scenario: &str, manner: Manner) -> Option<Played> {
    let scenario = game.scenarios.get(scenario)?;
    let mut dice = Dice::new(manner.seed);
    let (setting, mut table, start) = Setting::new(game, scenario, &mut dice)?;
    super::scenarios::fortify(&mut table);
    let hurries = dice.chance(30);
    let mut bot = Bot {
        hurries,
        game,
        scenario,
        setting,
        table,
        dice,
        crime: manner.crime,
        played: Played::default(),
        step: 0,
        pieces: HashMap::new(),
        residual: HashMap::new(),
        smoke: HashMap::new(),
    };
    bot.play(manner.turns, start);
    Some(bot.played)
}

struct Bot<'a> {
    game: &'a Game,
    scenario: &'a Scenario,
    setting: Setting<'a>,
    /// The game as the bot knows it.
    table: Table,
    dice: Dice,
    /// The crime that is still to be committed.
    crime: Option<Crime>,
    played: Played,
    step: usize,
    /// Units whose counter is another one now, by the name that they began with.
    pieces: HashMap<String, UnitId>,
    /// Markers that lie on the map, by hex.
    residual: HashMap<Hex, String>,
    /// Whether those who win by leaving the map run for its edge.
    hurries: bool,
    smoke: HashMap<Hex, String>,
}

/// Two dice: the coloured one, the white one.
type Pair = [u32; 2];

impl Bot<'_> {
    fn play(&mut self, turns: i32, start: Act) {
        let sequence = Sequence::new(self.game, self.scenario.first_side);
        let first = self.scenario.turns.first;
        let last = (first + turns - 1).min(self.scenario.turns.last.unwrap_or(first));
        self.played.deeds.push(Deed { step: 0, by: None, act: start });
        let mut begun = false;
        for turn in first..=last + 1 {
            for stage in sequence.turn(turn) {
                let moment = Moment { turn, phase: stage.path.clone(), side: stage.side() };
                let side = moment.side;
                // The log begins in the first phase.
                if begun {
                    self.emit(Act::Turn(moment));
                }
                begun = true;
                self.begin(turn, side, stage.id());
                // One more phase begins, so that the last one is over. After the player turn of the crime
                // the rest would tell nothing more of it.
                if turn > last || stage.id() == "rally" && self.played.crime.is_some() {
                    return;
                }
                self.phase(stage.id());
            }
        }
    }

    /// A phase begins.
    fn begin(&mut self, turn: i32, side: Option<Id<Side>>, phase: &str) {
        let before = self.table.clone();
        let Some(phase) = Phase::named(phase) else { return };
        if phase == Phase::Rally {
            let side = side.map(|side| self.game.sides[side].id.to_string()).unwrap_or_default();
            self.table.begin_player_turn(turn, &side);
        } else {
            self.table.go_to(phase);
        }
        self.show(&before);
    }

    fn phase(&mut self, phase: &str) {
        match phase {
            "rally" => self.rally_phase(),
            "prep-fire" => self.prep_fire(),
            "movement" => self.movement(),
            "defensive-fire" => self.final_fire(),
            "advancing-fire" => self.advancing_fire(),
            "rout" => self.rout_phase(),
            "advance" => self.advance_phase(),
            _ => self.close_combat(),
        }
    }

    // Deeds

    fn emit(&mut self, act: Act) {
        self.step += 1;
        let by = self.acting();
        self.played.deeds.push(Deed { step: self.step, by, act });
    }

    /// The player who has the mouse: the log does not tell who threw dice for whom.
    fn acting(&self) -> Option<Id<Side>> {
        self.game.sides.find(&self.table.side)
    }

    fn tally(&mut self, what: &'static str) {
        *self.played.tally.entry(what).or_default() += 1;
    }

    fn wants(&self, crime: Crime) -> bool {
        self.crime == Some(crime)
    }

    /// Notes that the crime was committed in the last step.
    fn guilty(&mut self) {
        if let Some(crime) = self.crime.take() {
            self.played.crime = Some(Committed { crime, step: self.step });
        }
    }

    fn pair(&mut self) -> Pair {
        [self.die(), self.die()]
    }

    fn die(&mut self) -> u32 {
        self.dice.below(6) as u32 + 1
    }

    fn roll_pair(&mut self, pair: Pair) {
        self.emit(Act::Roll { dice: "DR".to_owned(), faces: pair.to_vec() });
    }

    fn roll_die(&mut self, face: u32) {
        self.emit(Act::Roll { dice: "dr".to_owned(), faces: vec![face] });
    }

    fn say(
        &mut self,
        id: &str,
        units: impl IntoIterator<Item = UnitId>,
        at: Option<Hex>,
        values: &[(&str, &str)],
    ) {
        let declared = Declared {
            id: id.to_owned(),
            units: units.into_iter().collect(),
            places: at.into_iter().map(|hex| self.spot(hex)).collect(),
            values: values
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
        };
        self.emit(Act::Declare(declared));
    }

    /// `Check: unit, …`, then the dice.
    fn say_check(&mut self, unit: usize, check: &str) {
        let piece = self.piece(unit);
        self.say("check", [piece], None, &[("check", check)]);
    }

    // Names

    /// The counter that stands for a unit now.
    fn piece(&self, unit: usize) -> UnitId {
        let id = &self.table.units[unit].id;
        self.pieces.get(id).cloned().unwrap_or_else(|| UnitId::new(id))
    }

    fn weapon_piece(&self, weapon: usize) -> UnitId {
        UnitId::new(&self.table.weapons[weapon].id)
    }

    fn ids(&self, units: &[usize]) -> Vec<String> {
        units.iter().map(|unit| self.table.units[*unit].id.clone()).collect()
    }

    fn weapon_ids(&self, weapons: &[usize]) -> Vec<String> {
        weapons.iter().map(|weapon| self.table.weapons[*weapon].id.clone()).collect()
    }

    fn name(&self, hex: Hex) -> String {
        self.table.ground.name(hex)
    }

    fn spot(&self, hex: Hex) -> Spot {
        self.setting.spot(hex)
    }

    // What is lawful

    /// Does something in the bot's own game if nothing speaks against it.
    fn lawful(&mut self, entry: &Node) -> Option<Judgement> {
        let before = self.table.clone();
        let mut ruling = Ruling::default();
        let done = judge(&mut self.table, entry, &mut ruling);
        if done.is_ok() && ruling.is_legal() {
            return Some(ruling.judgement);
        }
        self.table = before;
        None
    }

    // Who is where

    fn attacker(&self) -> String {
        self.table.side.clone()
    }

    /// The side that is not the ATTACKER.
    fn defender(&self) -> String {
        let other = self.game.sides.iter().find(|side| *side.id != *self.table.side);
        other.map(|side| side.id.to_string()).unwrap_or_default()
    }

    /// Units of a side on the map, in another order each time.
    fn units_of(&mut self, side: &str) -> Vec<usize> {
        let units = self.table.units.iter().enumerate();
        let mut list: Vec<usize> = units
            .filter(|(_, unit)| unit.side == side && unit.hex().is_some())
            .map(|(index, _)| index)
            .collect();
        self.dice.shuffle(&mut list);
        list
    }

    /// Hexes where a side has units, in another order each time.
    fn hexes_of(&mut self, side: &str) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self
            .table
            .units
            .iter()
            .filter(|unit| unit.side == side)
            .filter_map(super::units::Unit::hex)
            .collect();
        hexes.sort_by_key(|hex| (hex.x, hex.y));
        hexes.dedup();
        self.dice.shuffle(&mut hexes);
        hexes
    }

    /// Units of a side in a hex.
    fn stack(&self, hex: Hex, side: &str) -> Vec<usize> {
        self.table
            .units_in(hex)
            .filter(|(_, unit)| unit.side == side)
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether a line of sight is clear, and nobody can doubt it or its hindrances.
    fn sees_surely(&self, from: Hex, to: Hex) -> bool {
        let sight = self.table.sight(from, to);
        sight.is_clear() && !sight.disputed
    }

    /// Whether somebody is in a hex together with his enemy.
    fn contested(&self, hex: Hex) -> bool {
        let mut sides = self.table.units_in(hex).map(|(_, unit)| unit.side.as_str());
        let first = sides.next();
        sides.any(|side| Some(side) != first)
    }
}
