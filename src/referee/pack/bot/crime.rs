//! Crimes: one illegal act in an otherwise legal game, with the rules whose breach it is.

use super::super::super::ground::Place;
use super::super::super::schedule::Ground;
use super::super::super::sequence::Stage;
use super::super::super::world::{At, Unit};
use super::Bot;
use crate::deeds::Act;
use crate::model::Topic;

/// An illegal act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "`Crime::words` says what each is")]
pub enum Crime {
    SetUp,
    TooFar,
    Prohibited,
    EnemyHex,
    ThroughZone,
    ZoneToZone,
    ShunnedZone,
    Overstack,
    WrongPhase,
    WrongSide,
    EarlyReinforcement,
    WrongEntry,
    NoWithdrawal,
    FalseWithdrawal,
    AttackTwice,
    HexTwice,
    ZeroAttacks,
    TooFarToAttack,
    NoPassage,
    SupportAlone,
    DisruptedAttacks,
    WrongColumn,
    ForgottenShift,
    NoLoss,
    ExtraLoss,
    NoRetreat,
    RetreatIntoZone,
    ShortRetreat,
    NoMarker,
    WrongAdvance,
    AdvanceOntoDefender,
    SupplyMarker,
    EarlyRally,
    NoRally,
    RegainedStep,
    SkippedAttack,
    FalseDemolition,
    DemolitionTwice,
    DemolitionFromAfar,
}

impl Crime {
    /// All of them.
    pub const ALL: [Crime; 39] = [
        Crime::SetUp,
        Crime::TooFar,
        Crime::Prohibited,
        Crime::EnemyHex,
        Crime::ThroughZone,
        Crime::ZoneToZone,
        Crime::ShunnedZone,
        Crime::Overstack,
        Crime::WrongPhase,
        Crime::WrongSide,
        Crime::EarlyReinforcement,
        Crime::WrongEntry,
        Crime::NoWithdrawal,
        Crime::FalseWithdrawal,
        Crime::AttackTwice,
        Crime::HexTwice,
        Crime::ZeroAttacks,
        Crime::TooFarToAttack,
        Crime::NoPassage,
        Crime::SupportAlone,
        Crime::DisruptedAttacks,
        Crime::WrongColumn,
        Crime::ForgottenShift,
        Crime::NoLoss,
        Crime::ExtraLoss,
        Crime::NoRetreat,
        Crime::RetreatIntoZone,
        Crime::ShortRetreat,
        Crime::NoMarker,
        Crime::WrongAdvance,
        Crime::AdvanceOntoDefender,
        Crime::SupplyMarker,
        Crime::EarlyRally,
        Crime::NoRally,
        Crime::RegainedStep,
        Crime::SkippedAttack,
        Crime::FalseDemolition,
        Crime::DemolitionTwice,
        Crime::DemolitionFromAfar,
    ];

    /// What it is.
    pub fn words(self) -> &'static str {
        match self {
            Crime::SetUp => "a unit set up where it may not",
            Crime::TooFar => "a move beyond the allowance",
            Crime::Prohibited => "a move through prohibited ground",
            Crime::EnemyHex => "a move into an enemy's hex",
            Crime::ThroughZone => "a move on after an enemy zone",
            Crime::ZoneToZone => "a move from enemy zone to enemy zone",
            Crime::ShunnedZone => "a disrupted unit moves into an enemy zone",
            Crime::Overstack => "too many units in a hex",
            Crime::WrongPhase => "a move in another phase",
            Crime::WrongSide => "a move of the other side",
            Crime::EarlyReinforcement => "a reinforcement before its turn",
            Crime::WrongEntry => "a reinforcement from another box",
            Crime::NoWithdrawal => "a withdrawal left out",
            Crime::FalseWithdrawal => "a withdrawal of a unit that stays",
            Crime::AttackTwice => "a unit attacks twice",
            Crime::HexTwice => "a hex is attacked twice",
            Crime::ZeroAttacks => "a unit without attack strength attacks",
            Crime::TooFarToAttack => "an attack from too far away",
            Crime::NoPassage => "an attack where the unit could not move",
            Crime::SupportAlone => "artillery attacks alone from a distance",
            Crime::DisruptedAttacks => "a disrupted unit attacks",
            Crime::WrongColumn => "the result of another column",
            Crime::ForgottenShift => "the result of the column without one shift",
            Crime::NoLoss => "a loss not taken",
            Crime::ExtraLoss => "a loss too many",
            Crime::NoRetreat => "a retreat not made",
            Crime::RetreatIntoZone => "a retreat into an enemy zone",
            Crime::ShortRetreat => "a retreat too short",
            Crime::NoMarker => "a retreated unit not marked",
            Crime::WrongAdvance => "an advance of a unit that may not",
            Crime::AdvanceOntoDefender => "an advance while the defender stands",
            Crime::SupplyMarker => "a supply marker wrong",
            Crime::EarlyRally => "a rally in another phase",
            Crime::NoRally => "a rally left out",
            Crime::RegainedStep => "a step regained",
            Crime::SkippedAttack => "an attack left out that must be made",
            Crime::FalseDemolition => "a bridge blown with a roll that fails",
            Crime::DemolitionTwice => "a second demolition",
            Crime::DemolitionFromAfar => "a bridge blown that nobody holds",
        }
    }

    /// The rules that a finding may cite for it.
    pub fn topics(self) -> &'static [Topic] {
        match self {
            Crime::SetUp => &[Topic::SetUp],
            Crime::TooFar | Crime::Prohibited => &[Topic::Movement],
            Crime::EnemyHex | Crime::Overstack => &[Topic::Stacking],
            Crime::ThroughZone | Crime::ZoneToZone => &[Topic::ZoneOfControl],
            Crime::ShunnedZone | Crime::DisruptedAttacks | Crime::EarlyRally | Crime::NoRally => {
                &[Topic::States]
            }
            Crime::WrongPhase | Crime::WrongSide => &[Topic::Sequence],
            Crime::EarlyReinforcement | Crime::WrongEntry => &[Topic::Reinforcements],
            Crime::NoWithdrawal | Crime::FalseWithdrawal => &[Topic::Withdrawals],
            Crime::AttackTwice | Crime::HexTwice | Crime::ZeroAttacks => &[Topic::Attacks],
            Crime::TooFarToAttack => &[Topic::Attacks, Topic::Combat],
            Crime::NoPassage | Crime::SupportAlone => &[Topic::Combat],
            Crime::WrongColumn | Crime::ForgottenShift => &[Topic::Combat, Topic::Shifts],
            Crime::NoLoss | Crime::ExtraLoss => &[Topic::Results],
            // The result orders the retreat; how it is made stands in another paragraph.
            Crime::NoRetreat => &[Topic::Results, Topic::Retreat],
            Crime::SkippedAttack => &[Topic::Combat, Topic::Attacks],
            Crime::FalseDemolition | Crime::DemolitionTwice | Crime::DemolitionFromAfar => {
                &[Topic::Demolition]
            }
            Crime::RetreatIntoZone | Crime::ShortRetreat | Crime::NoMarker => &[Topic::Retreat],
            Crime::WrongAdvance | Crime::AdvanceOntoDefender => &[Topic::Advance],
            Crime::SupplyMarker => &[Topic::Supply],
            Crime::RegainedStep => &[Topic::Units],
        }
    }
}

/// A crime as it was committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// What.
    pub crime: Crime,
    /// The step of the deed.
    pub step: usize,
    /// Why no log can show it, when none can.
    pub unobservable: Option<&'static str>,
}

impl Bot<'_> {
    /// Whether this crime is to be committed at this opportunity.
    pub(super) fn wants(&mut self, crime: Crime) -> bool {
        if self.manner.crime != Some(crime) || self.crime.is_some() {
            return false;
        }
        if crime != Crime::SetUp && self.first_phase && self.manner.sets_up {
            return false;
        }
        // Some of the opportunities are let pass, so that crimes spread over the game.
        let now = self.patience == 0;
        self.patience = self.patience.saturating_sub(1);
        now || crime == Crime::SetUp
    }

    pub(super) fn commit(&mut self, crime: Crime) {
        if self.manner.crime == Some(crime) && self.crime.is_none() {
            self.crime = Some(Committed { crime, step: self.scribe.step, unobservable: None });
        }
    }

    /// Whether this crime has been committed.
    pub(super) fn crime_is_now(&self, crime: Crime) -> bool {
        self.crime.as_ref().is_some_and(|done| done.crime == crime)
    }

    /// The crime turned out to be one that no log can show.
    pub(super) fn excuse(&mut self, reason: &'static str) {
        if let Some(done) = &mut self.crime {
            done.unobservable = Some(reason);
        }
    }

    /// Where a unit is set up that is set up wrongly.
    pub(super) fn start_astray(&mut self, unit: Unit, at: At) -> At {
        let (At::Map(_), None) = (at, &self.crime) else { return at };
        let start = self.schedule.starts[usize::from(unit)].clone();
        let Some(Ground::Hexes(places)) = start.map(|start| start.ground) else { return at };
        let side = self.board.roster[unit].side;
        let elsewhere: Vec<Place> = self
            .board
            .space
            .lattice
            .places()
            .filter(|place| !places.contains(place) && !self.position.has_enemy(side, *place))
            .collect();
        match self.dice.pick(&elsewhere) {
            Some(place) => {
                self.commit(Crime::SetUp);
                At::Map(place)
            }
            None => at,
        }
    }

    /// Crimes that need no opportunity but a phase.
    pub(super) fn idle_crimes(&mut self, stage: &Stage, side: u8) {
        let Some(crime) = self.manner.crime else { return };
        let moves = stage.allows("move");
        match crime {
            Crime::WrongPhase if !moves => self.shove(side, crime),
            Crime::WrongSide if moves => {
                let sides = self.board.game.sides.len() as u8;
                if let Some(other) = (0..sides).find(|other| *other != side) {
                    self.shove(other, crime);
                }
            }
            Crime::EarlyRally => {
                let lasting = super::states_that(self.board.game, |state| {
                    state.ends.as_deref().is_some_and(|ends| ends != stage.id())
                });
                for unit in self.on_map(side) {
                    let on = self.position.states(unit) & lasting;
                    if on != 0 && self.wants(crime) {
                        self.set_state(unit, on & on.wrapping_neg(), false);
                        self.commit(crime);
                        return;
                    }
                }
            }
            Crime::RegainedStep => {
                for unit in self.on_map(side) {
                    let (now, full) = (self.position.steps(unit), self.board.roster[unit].steps);
                    if now < full && self.wants(crime) {
                        self.position.set_steps(unit, full);
                        let id = self.id(unit);
                        self.say(Act::Steps {
                            unit: id,
                            from: u32::from(now),
                            to: u32::from(full),
                        });
                        self.commit(crime);
                        return;
                    }
                }
            }
            _ => {}
        }
    }

    /// Moves a unit of a side to a neighbouring hex.
    fn shove(&mut self, side: u8, crime: Crime) {
        let units = self.on_map(side);
        let Some(unit) = self.dice.pick(&units) else { return };
        let Some(from) = self.position.place(unit) else { return };
        let free: Vec<Place> = self
            .board
            .space
            .lattice
            .around(from)
            .iter()
            .copied()
            .filter(|place| *place != super::super::super::ground::OFF)
            .filter(|place| !self.position.has_enemy(side, *place))
            .filter(|place| self.board.tally(&self.position, side, *place, Some(unit)).fits())
            .filter(|place| !self.came_from(unit, *place))
            .collect();
        let Some(to) = self.dice.pick(&free) else { return };
        if self.wants(crime) {
            self.go(unit, At::Map(to));
            self.commit(crime);
            self.culprit = Some(unit);
        }
    }

    /// Whether a unit stood in a hex in this phase or the three before it: going back there puts something right.
    fn came_from(&self, unit: Unit, place: Place) -> bool {
        const PHASES: usize = 4;
        let (id, spot) = (self.id(unit), self.spot(At::Map(place)));
        let mut phases = 0;
        self.scribe.deeds
            .iter()
            .rev()
            .take_while(|deed| {
                phases += usize::from(matches!(deed.act, Act::Turn(_)));
                phases < PHASES
            })
            .any(|deed| {
                matches!(&deed.act, Act::Move { unit, from, .. } if *unit == id && *from == spot)
            })
    }
}
