//! A bot that plays random but legal games of a rule pack through the referee's own mechanics,
//! and, on request, commits one labelled crime in a game.
//!
//! It exists to measure the referee: legal games must be found legal, crimes must be found.

mod crime;
mod demolish;
mod fight;
mod march;

pub use super::super::dice::Dice;
pub use crime::{Committed, Crime};

use super::super::frame::Setting;
use super::super::schedule::{Ground, Schedule};
use super::super::scribe::Scribe;
use super::super::sequence::{Sequence, Stage};
use super::super::walk::Search;
use super::super::world::{At, Off, Position, Unit};
use super::Pack;
use super::board::{Board, states_that};
use super::charter::Charter;
use super::combat::Table;
use super::land::Bridge;
use super::supply::Supply;
use crate::deeds::{Act, Deed, Spot, Standing, UnitId};
use crate::model::Scenario;

/// A game as the bot played it.
#[derive(Debug, Clone)]
pub struct Played {
    /// What was done, the table at the beginning first.
    pub deeds: Vec<Deed>,
    /// The crime, when one was asked for and there was an opportunity.
    pub crime: Option<Committed>,
}

/// How the bot plays.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Chance.
    pub seed: u64,
    /// Whether attacks are declared.
    pub declares: bool,
    /// The crime to commit.
    pub crime: Option<Crime>,
    /// Whether units are set up in the log itself. What is done before the first phase ends is
    /// set-up then, so that no other crime can be seen in it, and none is committed.
    pub sets_up: bool,
}

impl Pack<'_> {
    /// Plays a scenario.
    pub fn bot_game(&self, scenario: &Scenario, manner: Manner) -> Played {
        let setting = self.0.setting();
        let board = Board::new(setting, 0);
        let schedule = Schedule::new(board.game, board.space, board.roster, scenario);
        let quiet = states_that(board.game, |state| state.no_zone);
        let sides = board.game.sides.len();
        let mut bot = Bot {
            board,
            setting,
            ways: 0,
            table: board.land.table.as_deref(),
            schedule,
            position: Position::new(board.space, board.roster.bodies(), sides, quiet),
            dice: Dice::new(manner.seed),
            manner,
            scribe: Scribe::new(board.game, board.space),
            turn: scenario.turns.first,
            crime: None,
            patience: 0,
            search: Search::new(),
            attackers: Vec::new(),
            attacked: Vec::new(),
            moved: Vec::new(),
            first_phase: true,
            tried: 0,
            unmarked: None,
            gone: Vec::new(),
            culprit: None,
        };
        bot.patience = bot.dice.below(12);
        bot.play(scenario);
        Played { deeds: bot.scribe.deeds, crime: bot.crime }
    }
}

struct Bot<'a> {
    board: Board<'a>,
    setting: &'a Setting<'a, Charter>,
    ways: usize,
    table: Option<&'a Table>,
    schedule: Schedule,
    position: Position,
    dice: Dice,
    manner: Manner,
    scribe: Scribe<'a>,
    turn: i32,
    crime: Option<Committed>,
    /// Opportunities that are let pass before the crime.
    patience: usize,
    search: Search<bool>,
    attackers: Vec<Unit>,
    attacked: Vec<super::super::ground::Place>,
    /// Units that have moved in this phase.
    moved: Vec<Unit>,
    /// Whether the first phase is still played.
    first_phase: bool,
    /// The unit that retreated and was not marked, in this phase.
    unmarked: Option<Unit>,
    /// Attempts to blow a bridge so far.
    tried: u32,
    /// Bridges that went in this phase.
    gone: Vec<Bridge>,
    /// The unit that moved out of its phase: it stays there, for who goes back has put it right.
    culprit: Option<Unit>,
}

/// After a crime the game goes on for so many phases, so that the referee has seen their ends.
const PHASES_AFTER: usize = 10;

impl Bot<'_> {
    fn play(&mut self, scenario: &Scenario) {
        let sequence = Sequence::new(self.board.game, scenario.first_side);
        let last = scenario.turns.last.unwrap_or(scenario.turns.first + 5);
        self.set_up(scenario, &sequence);
        let mut after = 0;
        for turn in scenario.turns.first..=last {
            self.turn = turn;
            for (number, stage) in sequence.turn(turn).iter().enumerate() {
                if (turn, number) != (scenario.turns.first, 0) {
                    self.scribe.turn(sequence.moment((turn, number)));
                }
                self.phase(stage);
                self.first_phase = false;
                after += usize::from(self.crime.is_some());
                if after > PHASES_AFTER {
                    return;
                }
            }
        }
        // The last phase ends too.
        self.scribe.turn(sequence.moment((last + 1, 0)));
    }

    fn phase(&mut self, stage: &Stage) {
        let Some(side) = stage.side().map(|side| side.index() as u8) else { return };
        self.idle_crimes(stage, side);
        self.demolish(stage.id(), side);
        if stage.allows("judge-supply") {
            self.judge_supply(side);
        }
        if stage.allows("withdraw") {
            self.withdraw(side);
        }
        if stage.allows("move") {
            self.move_all(side);
        }
        if stage.allows("attack") {
            self.attackers.clear();
            self.attacked.clear();
            self.fight_all(side);
        }
        self.rally(stage, side);
        self.bridges_go();
        if let Some(unit) = self.unmarked.take()
            && self.position.place(unit).is_none()
        {
            self.excuse("the unit was eliminated before the phase ended, when markers are judged");
        }
    }

    /// Adds a deed.
    fn say(&mut self, act: Act) {
        self.scribe.say(act);
    }

    fn units(&self, side: u8) -> Vec<Unit> {
        let count = self.board.roster.len() as Unit;
        (0..count).filter(|unit| self.board.roster[*unit].side == side).collect()
    }

    /// Units of a side that stand on the map.
    fn on_map(&self, side: u8) -> Vec<Unit> {
        let mut units = self.units(side);
        units.retain(|unit| self.position.place(*unit).is_some());
        units
    }

    fn id(&self, unit: Unit) -> UnitId {
        self.board.roster[unit].id.clone()
    }

    fn spot(&self, at: At) -> Spot {
        self.scribe.spot(at)
    }

    /// Moves a piece.
    fn go(&mut self, unit: Unit, to: At) {
        let from = self.spot(self.position.at(unit));
        let target = self.spot(to);
        self.position.put(self.board.space, unit, to);
        let unit = self.id(unit);
        self.say(Act::Move { unit, from, to: target });
    }

    fn set_state(&mut self, unit: Unit, bit: u32, on: bool) {
        let states = self.position.states(unit);
        let to = if on { states | bit } else { states & !bit };
        if to == states {
            return;
        }
        self.position.set_states(self.board.space, unit, to);
        let found = self
            .board
            .game
            .rules
            .states
            .entries()
            .find(|(id, _)| bit == 1u32 << id.index().min(31));
        if let Some((_, state)) = found {
            let state = state.id.clone();
            let unit = self.id(unit);
            self.say(Act::State { unit, state, on });
        }
    }

    fn set_up(&mut self, scenario: &Scenario, sequence: &Sequence) {
        let count = self.board.roster.len() as Unit;
        let mut pieces = Vec::new();
        let astray = self.wants(Crime::SetUp).then(|| self.dice.below(usize::from(count)));
        // Those with the least choice first, so that nobody takes their place.
        let mut units: Vec<Unit> = (0..count).collect();
        units.sort_by_key(|unit| match &self.schedule.starts[usize::from(*unit)] {
            Some(start) => match &start.ground {
                Ground::Hexes(places) => places.len(),
                _ => usize::MAX,
            },
            None => 0,
        });
        for unit in units {
            let number = usize::from(unit);
            let start = self.schedule.starts[number].clone();
            let at = match (&start, &self.schedule.arrivals[number]) {
                (Some(start), _) => match self.starting_place(unit, &start.ground) {
                    Some(place) => At::Map(place),
                    None => continue,
                },
                (None, Some(arrival)) => match arrival.ground {
                    Ground::Entry(entry) => At::Off(Off::Entry(entry)),
                    _ => At::Off(Off::Away),
                },
                (None, None) => continue,
            };
            if start.is_some_and(|start| start.reduced) {
                let steps = self.board.roster[unit].steps.saturating_sub(1);
                self.position.set_steps(unit, steps);
            }
            let at = if astray.is_some_and(|chosen| number >= chosen) {
                self.start_astray(unit, at)
            } else {
                at
            };
            self.position.put(self.board.space, unit, at);
            pieces.push(Standing {
                unit: self.id(unit),
                at: self.spot(at),
                steps: Some(u32::from(self.position.steps(unit))),
                states: Vec::new(),
            });
        }
        let act = Act::SetUp {
            pieces,
            markers: Vec::new(),
            moment: sequence.moment((scenario.turns.first, 0)),
            scenario: Some(scenario.id.clone()),
        };
        self.scribe.begin(act);
    }

    fn starting_place(
        &mut self,
        unit: Unit,
        ground: &Ground,
    ) -> Option<super::super::ground::Place> {
        let board = self.board;
        let side = board.roster[unit].side;
        let class = board.roster[unit].class;
        let fits = |position: &Position, place| {
            let open = class.is_none_or(|class| {
                board.space.lattice.around(place).iter().enumerate().any(|(direction, next)| {
                    *next != super::super::ground::OFF
                        && board.ways.grounds[class].from(*next)[(direction + 3) % 6]
                            .cost()
                            .is_some()
                        && board.ways.paths[place as usize] == 0
                }) || board.ways.paths[place as usize] != 0
            });
            open && !position.has_enemy(side, place)
                && board.tally(position, side, place, Some(unit)).fits()
        };
        let mut places: Vec<_> = match ground {
            Ground::Hexes(places) => places.clone(),
            Ground::Unread => board.space.lattice.places().collect(),
            Ground::Entry(_) => return None,
        };
        places.retain(|place| fits(&self.position, *place));
        self.dice.pick(&places)
    }

    fn judge_supply(&mut self, side: u8) {
        let board = self.board;
        let Some(state) = board.game.rules.supply.as_ref().and_then(|supply| supply.state) else {
            return;
        };
        let bit = 1u32 << state.index().min(31);
        let mut supply = Supply::default();
        supply.draw(board, &self.position, side);
        let mut wrong = self.wants(Crime::SupplyMarker);
        for unit in self.on_map(side) {
            let Some(place) = self.position.place(unit) else { continue };
            let mut cut = !supply.reaches(place);
            if wrong && self.schedule.withdrawals[usize::from(unit)] != Some(self.turn) {
                wrong = false;
                cut = !cut;
                self.set_state(unit, bit, cut);
                self.commit(Crime::SupplyMarker);
                continue;
            }
            self.set_state(unit, bit, cut);
        }
    }

    fn withdraw(&mut self, side: u8) {
        for unit in self.on_map(side) {
            if self.schedule.withdrawals[usize::from(unit)] == Some(self.turn) {
                if self.wants(Crime::NoWithdrawal) {
                    self.commit(Crime::NoWithdrawal);
                } else {
                    self.go(unit, At::Off(Off::Away));
                }
            } else if self.wants(Crime::FalseWithdrawal) {
                self.go(unit, At::Off(Off::Away));
                self.commit(Crime::FalseWithdrawal);
            }
        }
    }

    fn rally(&mut self, stage: &Stage, side: u8) {
        let ending =
            states_that(self.board.game, |state| state.ends.as_deref() == Some(stage.id()));
        if ending == 0 {
            return;
        }
        for unit in self.on_map(side) {
            for bit in (0..32).map(|n| 1u32 << n).filter(|bit| bit & ending != 0) {
                if self.position.states(unit) & bit == 0 {
                    continue;
                }
                if self.wants(Crime::NoRally) {
                    self.commit(Crime::NoRally);
                } else {
                    self.set_state(unit, bit, false);
                }
            }
        }
    }
}

impl<'g> Pack<'g> {
    /// The game of that number: its scenario, and what was played.
    pub fn numbered_game(&self, number: u64, manner: Manner) -> Option<(&'g Scenario, Played)> {
        let game = self.0.setting().game;
        let scenarios = game.scenarios.len().max(1);
        let scenario = game.scenarios.iter().nth(number as usize % scenarios)?;
        Some((scenario, self.bot_game(scenario, manner)))
    }

    /// The rules that a finding may cite for a crime, by id.
    pub fn rules_against(&self, crime: Crime) -> Vec<String> {
        crime
            .topics()
            .iter()
            .map(|topic| self.0.setting().land.book.id(*topic).to_string())
            .collect()
    }
}
