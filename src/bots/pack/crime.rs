//! Crimes: one illegal act in an otherwise legal game, with the rules whose breach it is.

use super::Bot;
use crate::deeds::Act;
use crate::model::Topic;
use crate::referee::ground::{OFF, Place};
use crate::referee::pack::board::states_that;
use crate::referee::schedule::Ground;
use crate::referee::sequence::Stage;
use crate::referee::world::{At, Unit};

/// Declares the crimes: each with what it is, and the topics of the rules that a finding may cite for it.
macro_rules! crimes {
    ($( $name:ident $words:literal [$($topic:ident),*], )*) => {
        /// An illegal act.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Crime { $( #[doc = $words] $name ),* }

        impl Crime {
            /// All of them.
            pub const ALL: &'static [Crime] = &[ $( Crime::$name ),* ];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $( Crime::$name => stringify!($name) ),* }
            }

            /// What it is.
            pub fn words(self) -> &'static str {
                match self { $( Crime::$name => $words ),* }
            }

            /// The topics of the rules that a finding may cite for it.
            pub(super) fn topics(self) -> &'static [Topic] {
                match self { $( Crime::$name => &[ $( Topic::$topic ),* ] ),* }
            }
        }
    };
}

crimes! {
    SetUp "a unit set up where it may not" [SetUp],
    TooFar "a move beyond the allowance" [Movement],
    Prohibited "a move through prohibited ground" [Movement],
    EnemyHex "a move into an enemy's hex" [Stacking],
    ThroughZone "a move on after an enemy zone" [ZoneOfControl],
    ZoneToZone "a move from enemy zone to enemy zone" [ZoneOfControl],
    ShunnedZone "a disrupted unit moves into an enemy zone" [States],
    Overstack "too many units in a hex" [Stacking],
    WrongPhase "a move in another phase" [Sequence],
    WrongSide "a move of the other side" [Sequence],
    EarlyReinforcement "a reinforcement before its turn" [Reinforcements],
    WrongEntry "a reinforcement from another box" [Reinforcements],
    NoWithdrawal "a withdrawal left out" [Withdrawals],
    FalseWithdrawal "a withdrawal of a unit that stays" [Withdrawals],
    AttackTwice "a unit attacks twice" [Attacks],
    HexTwice "a hex is attacked twice" [Attacks],
    ZeroAttacks "a unit without attack strength attacks" [Attacks],
    TooFarToAttack "an attack from too far away" [Attacks, Combat],
    NoPassage "an attack where the unit could not move" [Combat],
    SupportAlone "artillery attacks alone from a distance" [Combat],
    DisruptedAttacks "a disrupted unit attacks" [States],
    WrongColumn "the result of another column" [Combat, Shifts],
    ForgottenShift "the result of the column without one shift" [Combat, Shifts],
    NoLoss "a loss not taken" [Results],
    ExtraLoss "a loss too many" [Results],
    NoRetreat "a retreat not made" [Results, Retreat],
    RetreatIntoZone "a retreat into an enemy zone" [Retreat],
    ShortRetreat "a retreat too short" [Retreat],
    NoMarker "a retreated unit not marked" [Retreat],
    WrongAdvance "an advance of a unit that may not" [Advance],
    AdvanceOntoDefender "an advance while the defender stands" [Advance],
    SupplyMarker "a supply marker wrong" [Supply],
    EarlyRally "a rally in another phase" [States],
    NoRally "a rally left out" [States],
    RegainedStep "a step regained" [Units],
    SkippedAttack "an attack left out that must be made" [Combat, Attacks],
    FalseDemolition "a bridge blown with a roll that fails" [Demolition],
    DemolitionTwice "a second demolition" [Demolition],
    DemolitionFromAfar "a bridge blown that nobody holds" [Demolition],
}

impl Bot<'_> {
    /// The crime that was asked for.
    fn asked(&self) -> Option<Crime> {
        self.manner.crime.and_then(|number| Crime::ALL.get(number).copied())
    }

    /// The crime that is still to be committed.
    pub(super) fn wanted_crime(&self) -> Option<Crime> {
        self.asked().filter(|_| !self.is_guilty())
    }

    /// Whether this crime is to be committed at this opportunity.
    pub(super) fn wants(&mut self, crime: Crime) -> bool {
        let set_up = crime == Crime::SetUp;
        if self.wanted_crime() != Some(crime)
            || !set_up && self.memory.phases <= 1 && self.manner.sets_up
        {
            return false;
        }
        self.takes_the_chance() || set_up
    }

    pub(super) fn commit(&mut self, crime: Crime) {
        if self.wanted_crime() == Some(crime) {
            self.guilty();
        }
    }

    /// Whether this crime has been committed.
    pub(super) fn has_committed(&self, crime: Crime) -> bool {
        self.is_guilty() && self.asked() == Some(crime)
    }

    /// Where a unit is set up that is set up wrongly.
    pub(super) fn start_astray(&mut self, unit: Unit, ground: &Ground) -> Option<Place> {
        let Ground::Hexes(places) = ground else { return None };
        let side = self.play.unit(unit).side;
        let all = self.play.setting.space.lattice.places();
        let free =
            |place: &Place| !places.contains(place) && !self.play.position.has_enemy(side, *place);
        let elsewhere: Vec<Place> = all.filter(free).collect();
        let place = self.dice.pick(&elsewhere);
        if place.is_some() {
            self.commit(Crime::SetUp);
        }
        place
    }

    /// Crimes that need no opportunity but a phase.
    pub(super) fn idle_crimes(&mut self, stage: &Stage, side: u8) {
        let Some(crime) = self.wanted_crime() else { return };
        let moves = stage.allows("move");
        match crime {
            Crime::WrongPhase if !moves => self.shove(side, crime),
            Crime::WrongSide if moves => {
                let sides = self.play.board().game.sides.len() as u8;
                if let Some(other) = (0..sides).find(|other| *other != side) {
                    self.shove(other, crime);
                }
            }
            Crime::EarlyRally => {
                let lasting = states_that(self.play.board().game, |state| {
                    state.ends.as_deref().is_some_and(|ends| ends != stage.id())
                });
                for unit in self.on_map(side) {
                    let on = self.play.position.states(unit) & lasting;
                    if on != 0 && self.wants(crime) {
                        self.mark(unit, on.trailing_zeros() as usize, false);
                        self.commit(crime);
                        return;
                    }
                }
            }
            Crime::RegainedStep => {
                for unit in self.on_map(side) {
                    let (now, full) =
                        (self.play.position.steps(unit), self.play.board().roster[unit].steps);
                    if now < full && self.wants(crime) {
                        self.turn_over(unit, full);
                        self.play.position.set_steps(unit, full);
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
        let Some(from) = self.play.position.place(unit) else { return };
        let free: Vec<Place> = self
            .play
            .board()
            .space
            .lattice
            .around(from)
            .iter()
            .copied()
            .filter(|place| *place != OFF)
            .filter(|place| !self.play.position.has_enemy(side, *place))
            .filter(|place| {
                self.play.board().tally(&self.play.position, side, *place, Some(unit)).fits()
            })
            .filter(|place| !self.came_from(unit, *place))
            .collect();
        let Some(to) = self.dice.pick(&free) else { return };
        if self.wants(crime) {
            self.go(unit, At::Map(to));
            self.commit(crime);
            self.memory.culprit = Some(unit);
        }
    }

    /// Whether a unit stood in a hex in this phase or the three before it: going back there puts something right.
    fn came_from(&self, unit: Unit, place: Place) -> bool {
        const PHASES: usize = 4;
        let (id, spot) = (self.id(unit), self.spot(At::Map(place)));
        let mut phases = 0;
        self.deeds()
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
