//! 16. The order of play, and what may be done when.

use super::Sicily;
use super::look::{accuse, turn};
use super::state::{Account, Scenario};
use crate::referee::frame::Play;
use crate::referee::world::Unit;
use crate::referee::{Judgement, RuleId, rules};

rules! {
    pub(super) static SECTION_5_REST = [
        /// Players move as many of their units as they like, as far as they like within the allowance.
        FREE = "SIC-5.11", "Free choice to move", "5.11", Transition, not_of_play "it only allows";
        /// A unit's move is finished before the next unit moves.
        ONE_BY_ONE = "SIC-5.0a", "One unit after the other", "5.0", Sequence,
            unobservable "players of every table correct their moves: a log does not tell a corrected move from a resumed one, so a unit's hops are one move";
        /// Tanks, mechanized infantry, self-propelled artillery and reconnaissance move as mechanized units.
        CLASS = "SIC-5.31", "Movement classes", "5.31", State,
            not_of_play "it says which costs are a unit's: a move that needs others is judged under 5.42";
        /// Friends are passed freely.
        PASSING = "SIC-5.71", "Passing through friends", "5.71", Transition, not_of_play "it only allows";
    ];
}

rules! {
    pub(super) static SECTION_15 = [
        /// A player may not lower his own odds.
        NO_REDUCTION = "SIC-9.7", "No voluntary odds reduction", "9.7", Resolution,
            unobservable "a stated column that is too low is judged under 9.0; why it is too low is not in a log";
        /// A turn is two days, a hex three miles; what the abbreviations on counters mean.
        SCALE = "SIC-15.0", "Scale and identity", "15.0", State, not_of_play "it explains the counters";
    ];
}

rules! {
    pub(super) static SECTION_16_ORDER = [
        /// Weather; Bookkeeping of the Allies, then of the Axis; then each side's supply, movement and combat; on an invasion
        /// turn a Special Stage. Each side acts in its own phases.
        ///
        /// Breaks it: an Italian regiment is moved in the Allied Movement Phase. Put right: it waits for its own.
        ORDER = "SIC-16.1a", "The order of a turn", "16.1", Sequence;
        /// Airfields, declarations, the boundary and end-run numbers are settled in the Allied Bookkeeping, variable
        /// reinforcements and desertion in the Axis one.
        ///
        /// Breaks it: Emergency Bombing is declared in the Allied Combat Phase. Put right: it is declared in Bookkeeping.
        BOOKKEEPING = "SIC-16.1b", "What belongs to Bookkeeping", "16.1", Sequence;
        /// Airborne missions, landings and depots come before the ordinary moves of the Allied Movement Phase.
        ///
        /// Breaks it: a regiment walks, and then another makes an end-run. Put right: the end-run comes first.
        SEGMENTS = "SIC-16.1c", "Drops, landings and depots before moves", "16.1", Sequence;
        /// In one Movement Phase a unit moves tactically or strategically.
        ///
        /// Breaks it: a tank battalion goes twenty road hexes at half a point and the last two next to the enemy.
        /// Put right: it stops three hexes away.
        ONE_MODE = "SIC-16.1d", "One manner of moving", "16.1", Transition,
            not_of_play "a whole move is judged in one manner: what would need both is judged under 5.51 and 5.42";
        /// Turn 1 has no Bookkeeping and no Supply Phases.
        ///
        /// Breaks it: the Allies spend a replacement point on turn 1. Put right: they wait for turn 2.
        NO_MEANS = "SIC-16.21", "No Bookkeeping and no supply on turn 1", "16.21", Sequence;
        /// Only an invasion turn has a Special Stage: one more Movement and Combat Phase of each side.
        ///
        /// Breaks it: on turn 2 the Allies move again after the Axis Combat Phase. Put right: turn 3 begins.
        SPECIAL = "SIC-16.23", "The Special Stage", "16.23", Sequence;
    ];
}

/// What belongs to a Supply Phase or to Bookkeeping is not done on turn 1.
pub(super) fn is_too_early(
    play: &Play<'_, Sicily>,
    units: &[Unit],
    what: &str,
    said: &mut Judgement,
) -> bool {
    let early = turn(play) == 1;
    if early {
        let message = format!("{what} on turn 1, which has no Bookkeeping and no Supply Phases");
        accuse(play, said, NO_MEANS, units, None, message);
    }
    early
}

/// Drops, landings, end-runs and depots come before the ordinary moves of their phase.
pub(super) fn judge_segment(play: &Play<'_, Sicily>, unit: Unit, what: &str, said: &mut Judgement) {
    if play.ledgers.of(Account::Moves) > 0 {
        let message =
            format!("{} {what} after ordinary movement has begun", play.unit(unit).words());
        accuse(play, said, SEGMENTS, &[unit], None, message);
    }
}

/// Units move in the Movement Phases of their own side.
pub(super) fn judge_move(play: &Play<'_, Sicily>, unit: Unit, said: &mut Judgement) {
    let own = play.unit(unit).side;
    if play.clock.now.is_none() || play.clock.allows(&play.sequence, "move", own) {
        return;
    }
    let fights = play.clock.stage(&play.sequence).is_some_and(|stage| stage.allows("attack"));
    let phase = play.clock.words(&play.sequence, play.setting.game);
    let message = format!("{} moves in {phase}", play.unit(unit).words());
    let rules = if fights { (super::combat::NO_COMBAT_IN_MOVEMENT, ORDER) } else { (ORDER, ORDER) };
    super::look::accuse_or(play, said, rules, &[unit], None, message);
}

/// An ordinary move is made, or begun.
pub(super) fn moves(play: &mut Play<'_, Sicily>, unit: Unit, special: bool, said: &mut Judgement) {
    if special && !has_special_stage(play) {
        let message = format!(
            "{} moves in a Special Stage, and turn {} is no invasion turn",
            play.unit(unit).words(),
            turn(play)
        );
        accuse(play, said, SPECIAL, &[unit], None, message);
    }
    play.ledgers.add(Account::Moves, crate::referee::ledger::Scope::Phase, 1);
}

/// Whether this turn has a Special Stage, as far as that is known.
fn has_special_stage(play: &Play<'_, Sicily>) -> bool {
    let second = super::look::scenario(play) == Scenario::VariableCampaign;
    turn(play) == 1 || second
}

/// The play goes on into a new turn.
pub(super) fn begins_turn(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    if play.state.known.all_isolated {
        let message = "the game goes on, and every Axis unit on the map was isolated".to_owned();
        accuse(play, said, super::victory::ENDS, &[], None, message);
    }
}

/// Something belongs to the phases of a side that allow an action.
pub(super) fn judge_phase(
    play: &Play<'_, Sicily>,
    (action, side): (&str, u8),
    (rule, units, what): (RuleId, &[Unit], &str),
    said: &mut Judgement,
) {
    if !play.clock.allows(&play.sequence, action, side) {
        let phase = play.clock.words(&play.sequence, play.setting.game);
        accuse(play, said, rule, units, None, format!("{what} in {phase}"));
    }
}

/// A stage begins: what the last one remembered is forgotten.
pub(super) fn opens(play: &mut Play<'_, Sicily>) {
    let Some(stage) = play.clock.stage(&play.sequence) else { return };
    play.state.historical |= has_option(play, "historical-weather");
    play.state.airlanding |= has_option(play, "airlanding");
    let (weather, moves, supply) =
        (stage.allows("roll-weather"), stage.allows("move"), stage.allows("judge-supply"));
    let known = &mut play.state.known;
    if moves {
        known.at_sea.clear();
        known.targets.clear();
        known.came_in.clear();
    }
    if weather {
        known.front_line_is_new = false;
        known.bombing = false;
        known.interdiction = false;
        known.arrived.clear();
        known.from_the_sea.clear();
        known.dropped_now.clear();
        if let Some(last) = known.halt_line_until
            && turn_of(play.clock.turn()) > last
        {
            play.state.halt_line = false;
        }
    }
    if supply {
        play.state.known.lifted.clear();
        super::supply::opens(play);
    }
    if moves && turn(play) == 1 {
        // The lines of the campaign hold from the start.
        let lines = super::look::scenario(play) != Scenario::VariableCampaign;
        play.state.halt_line |= lines && !play.exact;
        if super::look::scenario(play) == Scenario::Campaign && !play.exact {
            play.state.boundary.get_or_insert(super::boundary::Frontier::Stage(1));
        }
    }
}

/// Whether an option of the scenario is in force.
fn has_option(play: &Play<'_, Sicily>, id: &str) -> bool {
    let options = play.scenario.map(|scenario| scenario.options.as_slice()).unwrap_or_default();
    options.iter().any(|option| play.setting.game.options[*option].id == id)
}

fn turn_of(turn: Option<i32>) -> i32 {
    turn.unwrap_or(0)
}
