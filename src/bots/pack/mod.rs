//! How a bot plays a rule pack: random but legal, through the referee's own mechanics, with one labelled crime on request.

mod crime;
mod demolish;
mod fight;
mod march;

pub use crime::Crime;

use super::{Manner, Played, Plays};
use crate::deeds::Act;
use crate::model::Scenario;
use crate::referee::RuleId;
use crate::referee::ground::{OFF, Place};
use crate::referee::pack::Pack;
use crate::referee::pack::board::states_that;
use crate::referee::pack::charter::Charter;
use crate::referee::pack::land::Bridge;
use crate::referee::pack::supply::Supply;
use crate::referee::schedule::Ground;
use crate::referee::sequence::Stage;
use crate::referee::world::{At, Off, Position, Unit};

/// The bot at the table of a pack.
type Bot<'a> = super::Bot<'a, Charter>;

/// What the bot remembers of a game.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Phases that have begun.
    phases: u32,
    attackers: Vec<Unit>,
    attacked: Vec<Place>,
    /// Units that have moved in this phase.
    moved: Vec<Unit>,
    /// The unit that retreated and was not marked, in this phase.
    unmarked: Option<Unit>,
    /// Attempts to blow a bridge so far.
    tried: u32,
    /// Bridges that went in this phase.
    gone: Vec<Bridge>,
    /// The unit that moved out of its phase: it stays there, for who goes back has put it right.
    culprit: Option<Unit>,
    /// The first unit that may be set up astray, when that is the crime.
    astray: Option<Option<Unit>>,
}

/// Plays a scenario; none when there is no such scenario.
pub fn bot_game(pack: &Pack<'_>, scenario: &str, manner: Manner) -> Option<Played> {
    super::play(&pack.0, scenario, manner)
}

/// The game of that number: its scenario, and what was played.
pub fn numbered_game<'g>(
    pack: &Pack<'g>,
    number: u64,
    manner: Manner,
) -> Option<(&'g Scenario, Played)> {
    let game = pack.0.setting().game;
    let scenarios = game.scenarios.len().max(1);
    let scenario = game.scenarios.iter().nth(number as usize % scenarios)?;
    Some((scenario, bot_game(pack, &scenario.id, manner)?))
}

/// The rules that a finding may cite for a crime.
pub fn rules_against(pack: &Pack<'_>, crime: Crime) -> Vec<RuleId> {
    rules(pack.0.book(), crime)
}

fn rules(charter: &Charter, crime: Crime) -> Vec<RuleId> {
    crime.topics().iter().map(|topic| charter.rule(*topic)).collect()
}

impl Plays for Charter {
    type Memory = Memory;

    fn crimes(&self) -> Vec<super::Crime> {
        let crime = |crime: &Crime| super::Crime {
            name: crime.name(),
            words: crime.words(),
            rules: rules(self, *crime).into(),
        };
        Crime::ALL.iter().map(crime).collect()
    }

    fn start(&self, bot: &mut Bot<'_>, unit: Unit, ground: &Ground) -> Option<Place> {
        let place = bot.starting_place(unit, ground)?;
        if bot.memory.astray.is_none() {
            let chosen =
                bot.wants(Crime::SetUp).then(|| bot.dice.below(bot.play.setting.roster.len()));
            bot.memory.astray = Some(chosen.map(|unit| unit as Unit));
        }
        let astray = bot.memory.astray.flatten().is_some_and(|chosen| unit >= chosen);
        let elsewhere =
            if astray && !bot.is_guilty() { bot.start_astray(unit, ground) } else { None };
        elsewhere.or(Some(place))
    }

    fn act(&self, bot: &mut Bot<'_>, stage: &Stage) {
        bot.memory.phases += 1;
        bot.phase(stage);
    }
}

impl Bot<'_> {
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
            self.memory.attackers.clear();
            self.memory.attacked.clear();
            self.fight_all(side);
        }
        self.rally(stage, side);
        self.bridges_go();
        if let Some(unit) = self.memory.unmarked.take()
            && self.play.position.place(unit).is_none()
        {
            self.excuse("the unit was eliminated before the phase ended, when markers are judged");
        }
    }

    fn units(&self, side: u8) -> Vec<Unit> {
        self.play.setting.roster.those(|unit| unit.side == side).collect()
    }

    /// Units of a side that stand on the map.
    fn on_map(&self, side: u8) -> Vec<Unit> {
        let mut units = self.units(side);
        units.retain(|unit| self.play.position.place(*unit).is_some());
        units
    }

    /// Throws a die of the game.
    fn throw(&mut self) -> u32 {
        self.throw_at_least(1)
    }

    /// Throws a die that shows so much or more.
    fn throw_at_least(&mut self, least: u32) -> u32 {
        let face = (1 + self.dice.below(6) as u32).max(least);
        let die = self.play.setting.game.dice.iter().next();
        let dice = die.map(|die| die.id.clone()).unwrap_or_default();
        self.say(Act::Roll { dice, faces: vec![face] });
        face
    }

    /// Whether a unit is withdrawn in this turn.
    fn withdraws(&self, unit: Unit) -> bool {
        let due = self.play.schedule.withdrawals[usize::from(unit)];
        due.is_some() && due == self.play.clock.turn()
    }

    fn starting_place(&mut self, unit: Unit, ground: &Ground) -> Option<Place> {
        let board = self.play.board();
        let side = board.roster[unit].side;
        let class = board.roster[unit].class;
        let fits = |position: &Position, place: Place| {
            let open = class.is_none_or(|class| {
                board.space.lattice.around(place).iter().enumerate().any(|(direction, next)| {
                    *next != OFF
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
        places.retain(|place| fits(&self.play.position, *place));
        self.dice.pick(&places)
    }

    fn judge_supply(&mut self, side: u8) {
        let board = self.play.board();
        let Some(state) = board.game.rules.supply.as_ref().and_then(|supply| supply.state) else {
            return;
        };
        let state = state.index();
        let mut supply = Supply::default();
        supply.draw(board, &self.play.position, side);
        let mut wrong = self.wants(Crime::SupplyMarker);
        for unit in self.on_map(side) {
            let Some(place) = self.play.position.place(unit) else { continue };
            let mut cut = !supply.reaches(place);
            if wrong && !self.withdraws(unit) {
                wrong = false;
                cut = !cut;
                self.mark(unit, state, cut);
                self.commit(Crime::SupplyMarker);
                continue;
            }
            self.mark(unit, state, cut);
        }
    }

    fn withdraw(&mut self, side: u8) {
        for unit in self.on_map(side) {
            if self.withdraws(unit) {
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
            states_that(self.play.setting.game, |state| state.ends.as_deref() == Some(stage.id()));
        if ending == 0 {
            return;
        }
        for unit in self.on_map(side) {
            for state in (0..32).filter(|state| ending & (1 << state) != 0) {
                if !self.play.is(unit, 1 << state) {
                    continue;
                }
                if self.wants(Crime::NoRally) {
                    self.commit(Crime::NoRally);
                } else {
                    self.mark(unit, state, false);
                }
            }
        }
    }
}
