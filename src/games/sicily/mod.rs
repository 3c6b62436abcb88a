//! Sicily (Victory in the West): the referee, in the order of the rulebook.
//!
//! A section is a file: its rules, and the code that judges them. `verb` says what players can do, `state` what is known
//! beyond who stands where, `units` what a unit is, `land` what the rules ask of the map, `door` how cases and
//! counters become numbers, `plans` what the deeds of a log may have meant.

mod airborne;
mod arrivals;
mod bot;
mod boundary;
mod combat;
mod deeds;
mod depots;
mod desertion;
mod door;
mod end;
mod end_runs;
mod evacuation;
mod first_turn;
mod known;
mod land;
mod landings;
mod look;
mod movement;
mod places;
mod plans;
mod ports;
mod replacements;
mod sequence;
mod setup;
mod special;
mod stacking;
mod state;
mod supply;
mod support;
mod units;
mod variable;
mod verb;
mod victory;
mod weather;
mod zones;

use crate::bots::{self, Crime, Manner, Played, Plays};
use crate::deeds::{Declared, Moment, UnitId};
use crate::model::{Counter, Game, MovementPoints};
use crate::referee::case::{Part, Patch};
use crate::referee::court::Matter;
use crate::referee::frame::{Event, Plan, Play, Rulebook, Umpire, Unknown};
use crate::referee::world::{Enrolled, Position, Space, Unit};
use crate::referee::{Judgement, Problem, Referee, Rule, RuleId};
use land::Land;
use state::{Account, Due, State};
use units::Facts;
use verb::Verb;

/// The referee of a loaded game; a problem when its sources lack what the rules speak of.
pub fn referee(game: &Game) -> Result<impl Referee + '_, Problem> {
    umpire(game)
}

fn umpire(game: &Game) -> Result<Umpire<'_, Sicily>, Problem> {
    Umpire::new(Sicily, game)
}

/// A game of the bot; none when there is no such scenario.
pub fn bot_game(game: &Game, scenario: &str, manner: Manner) -> Option<Played> {
    bots::play(&umpire(game).ok()?, scenario, manner)
}

/// The crimes that the bot commits, by number.
pub fn crimes() -> Vec<Crime> {
    Sicily.crimes()
}

/// The rulebook of Sicily.
#[derive(Debug, Clone, Copy)]
struct Sicily;

impl Rulebook for Sicily {
    type Facts = Facts;
    type Land = Land;
    type State = State;
    type Verb = Verb;
    type Due = Due;
    type Account = Account;
    type Scratch = movement::Scratch;

    fn sections(&self) -> Vec<&'static [Rule]> {
        vec![
            movement::SECTION_5,
            sequence::SECTION_5_REST,
            zones::SECTION_6,
            stacking::SECTION_7,
            combat::SECTION_8,
            combat::SECTION_9,
            combat::SECTION_10,
            combat::SECTION_11,
            supply::SECTION_11,
            sequence::SECTION_15,
            sequence::SECTION_16_ORDER,
            first_turn::SECTION_16,
            setup::SECTION_17,
            landings::SECTION_18,
            end_runs::SECTION_18_END_RUNS,
            airborne::SECTION_19,
            weather::SECTION_20,
            supply::SECTION_21,
            depots::SECTION_21_DEPOTS,
            support::SECTION_22,
            ports::SECTION_23,
            special::SECTION_24,
            boundary::SECTION_24_BOUNDARY,
            replacements::SECTION_24_PACK,
            evacuation::SECTION_26,
            arrivals::SECTION_27,
            desertion::SECTION_27_DESERTION,
            replacements::SECTION_27_REPLACEMENTS,
            victory::SECTION_28,
            variable::SECTION_29,
        ]
    }

    fn states(&self) -> Vec<&str> {
        units::STATES.to_vec()
    }

    fn state(&self, _: &Position) -> State {
        State::default()
    }

    fn quiet(&self) -> u32 {
        units::CADRE
    }

    fn fractions(&self) -> Vec<MovementPoints> {
        MovementPoints::fraction(1, 2).into_iter().collect()
    }

    fn land(
        &self,
        game: &Game,
        space: &mut Space<'_>,
        _patch: Option<&Patch>,
    ) -> Result<Land, Problem> {
        Land::new(game, space)
    }

    fn counter(&self, game: &Game, counter: &Counter, id: UnitId) -> Option<Enrolled<Facts>> {
        units::of_counter(game, counter, id)
    }

    fn unit(&self, id: &str, part: &mut Part<'_>) -> Result<Enrolled<Facts>, Problem> {
        units::of_case(id, part)
    }

    fn moment(&self, when: &mut Part<'_>) -> Result<Option<Moment>, Problem> {
        door::moment(when)
    }

    fn situation(
        &self,
        play: &mut Play<'_, Self>,
        when: &mut Part<'_>,
        state: &mut Part<'_>,
    ) -> Result<(), Problem> {
        door::situation(play, when, state)
    }

    fn verb(&self, play: &Play<'_, Self>, entry: &mut Part<'_>) -> Result<Verb, Problem> {
        verb::read(play, entry)
    }

    fn perform(&self, play: &mut Play<'_, Self>, verb: &Verb, said: &mut Judgement) {
        match verb {
            Verb::Move(order) => {
                sequence::judge_move(play, order.unit, said);
                if !play.state.known.came_ashore(order.unit) {
                    sequence::moves(play, order.unit, false, said);
                }
                movement::perform(play, order, said);
            }
            Verb::Place(unit, to) => play.put(*unit, *to),
            Verb::End(what) => end::judge(play, *what, said),
            Verb::Deed(deed) => deeds::perform(play, deed, said),
            Verb::Fight(verb) => verb.perform(play, said),
        }
    }

    fn opens(&self, play: &mut Play<'_, Self>) {
        sequence::opens(play);
        combat::opens(play);
    }

    fn worn(&self, play: &mut Play<'_, Self>, unit: Unit) {
        let facts = play.unit(unit);
        if facts.has_cadre() {
            let cadre = play.position.steps(unit) < facts.steps;
            play.set(unit, units::CADRE, cadre);
        }
    }

    fn outstanding(&self, play: &mut Play<'_, Self>) {
        for (step, finding) in combat::outstanding(play) {
            play.accuse(step, finding);
        }
    }

    fn closes(&self, play: &mut Play<'_, Self>, said: &mut Judgement) {
        end::closes(play, said);
    }

    fn plans(&self, play: &Play<'_, Self>, stretch: &[Event]) -> Vec<Plan<Verb>> {
        plans::of(play, stretch)
    }

    fn words(&self, play: &Play<'_, Self>, verb: &Verb) -> String {
        verb::words(play, verb)
    }

    fn set_up(&self, play: &mut Play<'_, Self>, said: &mut Judgement) {
        setup::judge(play, said);
        setup::begins(play);
    }

    fn matters(&self, about: Matter) -> &'static [RuleId] {
        match about {
            Matter::Order | Matter::Counters => &[sequence::ORDER, combat::NO_COMBAT_IN_MOVEMENT],
            Matter::Dice => &[combat::LOOKUP, combat::ONE_AT_A_TIME],
            Matter::Declarations => &[combat::MANDATORY, combat::NO_COMBAT_IN_MOVEMENT],
        }
    }

    fn joins(&self, earlier: &Declared, later: &Declared) -> bool {
        combat::joins(earlier, later)
    }

    fn is_for_both(&self, declared: &Declared) -> bool {
        declared.id != "attack"
    }

    fn rests_on(&self, unknown: Unknown) -> &'static [RuleId] {
        match unknown {
            Unknown::Piece => &[],
            Unknown::Phase => &[movement::ALLOWANCE, stacking::LIMIT, combat::MANDATORY],
            Unknown::End => &[stacking::LIMIT, combat::MANDATORY, combat::RESULT],
        }
    }
}
