//! Steps lost.

use super::super::Sicily;
use super::super::units::{CADRE, CHIT, RETREATED, Type};
use super::state::Combat;
use super::strength::Span;
use super::{PARTICIPANTS_FIRST, RESULT, STEPS, TANKS_FIRST};
use crate::referee::Judgement;
use crate::referee::frame::Play;
use crate::referee::world::{At, Off, Unit};
use serde::Deserialize;

/// What a unit looks like when it has lost steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::games::sicily) enum Becomes {
    FlippedChit,
    Cadre,
    Eliminated,
}

/// Steps that a unit loses.
#[derive(Debug, Clone, Copy)]
pub(in crate::games::sicily) struct Loss {
    pub(super) unit: Unit,
    /// Of a regiment in a log it is not seen how many they are: its chit may have been turned before.
    pub(super) steps: Span,
    pub(super) becomes: Option<Becomes>,
}

/// Whether a unit has steps left to lose.
pub(super) fn is_alive(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    play.position.steps(unit) > 0 && !matches!(play.position.at(unit), At::Off(Off::Eliminated(_)))
}

/// Whether a loss is none of the combat's: whoever retreated into an attacked hex dies with it, and a depot with its stack.
fn is_beside(play: &Play<'_, Sicily>, unit: Unit) -> bool {
    let Some(combat) = play.state.fights.current() else { return false };
    let there = play.position.place(unit).is_some_and(|place| combat.targets.contains(&place));
    let passenger = play.is(unit, RETREATED) && there;
    let depot = play.unit(unit).kind == Type::Depot;
    passenger || depot && !combat.participants.contains(&unit)
}

pub(super) fn perform(play: &mut Play<'_, Sicily>, loss: &Loss, said: &mut Judgement) {
    if play.unit(loss.unit).kind == Type::Depot && loss.becomes == Some(Becomes::Eliminated) {
        super::super::depots::is_lost(play, loss.unit);
    }
    if loss.becomes == Some(Becomes::Eliminated) && is_beside(play, loss.unit) {
        play.position.set_steps(loss.unit, 0);
        return play.put(loss.unit, At::Off(Off::Eliminated(None)));
    }
    if play.unit(loss.unit).kind != Type::Depot {
        shape(play, loss, said);
        if let Some(combat) = play.state.fights.current() {
            order(play, combat, loss, said);
        }
    }
    let (step, side) = (play.step, play.unit(loss.unit).side);
    if let Some(combat) = play.state.fights.current_mut()
        && combat.is_lost_by(side) != Some(false)
    {
        combat.lost = combat.lost + loss.steps;
        combat.last = step;
    }
    super::settle::too_much(play, said);
    let left = steps_left(play, loss.unit).saturating_sub(loss.steps.low as u8);
    let left = match loss.becomes {
        Some(Becomes::Eliminated) => 0,
        Some(Becomes::Cadre) => 1,
        _ => left,
    };
    play.position.set_steps(loss.unit, left);
    if left == 0 {
        play.put(loss.unit, At::Off(Off::Eliminated(None)));
    } else if left == 1 && play.unit(loss.unit).has_cadre() {
        play.set(loss.unit, CADRE, true);
        play.set(loss.unit, CHIT, false);
    }
}

/// A unit that could not land is lost: for a result, or because the fighting is over.
pub(super) fn drown(play: &mut Play<'_, Sicily>, unit: Unit) {
    let most = Span { low: 0, high: u32::from(play.position.steps(unit)) + 1 };
    let side = play.unit(unit).side;
    if let Some(combat) = play.state.fights.current_mut()
        && combat.is_lost_by(side) == Some(true)
    {
        combat.lost = combat.lost + most;
    }
    play.position.set_steps(unit, 0);
    play.put(unit, At::Off(Off::Eliminated(None)));
}

/// The steps that a unit has left; a cadre has one, whatever a case says of its parent.
fn steps_left(play: &Play<'_, Sicily>, unit: Unit) -> u8 {
    let steps = play.position.steps(unit);
    if play.is(unit, CADRE) { steps.min(1) } else { steps }
}

/// Whether the unit looks as it should after its losses.
fn shape(play: &Play<'_, Sicily>, loss: &Loss, said: &mut Judgement) {
    let facts = play.unit(loss.unit);
    let words = facts.words();
    let original = facts.chit_strength;
    let left = steps_left(play, loss.unit);
    let wrong = match loss.becomes {
        Some(Becomes::FlippedChit) if !facts.has_cadre() || play.is(loss.unit, CADRE) => {
            Some(format!("{words} has no chit to turn"))
        }
        Some(Becomes::FlippedChit) => original.filter(|strength| *strength <= 2).map(|strength| {
            format!(
                "{words} had a strength of {strength} and becomes a cadre, with no step between"
            )
        }),
        Some(Becomes::Cadre)
            if original.is_some_and(|strength| strength >= 3)
                && left == facts.steps
                && loss.steps == Span::exactly(1) =>
        {
            Some(format!("{words} becomes a cadre with its first step; its chit is turned before"))
        }
        _ if loss.steps.low > u32::from(left) && play.exact => {
            Some(format!("{words} loses {} steps and has {left}", loss.steps))
        }
        _ => None,
    };
    if let Some(message) = wrong {
        said.report(play.violation(STEPS, message, &[loss.unit]));
    }
}

/// Whether it was this unit's turn to lose.
fn order(play: &Play<'_, Sicily>, combat: &Combat, loss: &Loss, said: &mut Judgement) {
    let (unit, side) = (loss.unit, play.unit(loss.unit).side);
    let words = play.unit(unit).words();
    let lost = combat.is_lost_by(side);
    if lost == Some(false) && combat.sure {
        let outcome = combat.outcome.map(|outcome| outcome.to_string()).unwrap_or_default();
        let message = format!("{words} loses a step, and the result is {outcome}");
        said.report(play.violation(RESULT, message, &[unit]));
        return;
    }
    // What zones on the way of a retreat take may fall on anybody in the stack.
    if lost == Some(false) || combat.zones > 0 {
        return;
    }
    let able = |other: &&Unit| play.unit(**other).side == side && is_alive(play, **other);
    if combat.bystanders.contains(&unit) {
        if let Some(&first) = combat.participants.iter().find(able) {
            let message = format!(
                "{words} took no part and loses a step; {} took part and has steps left",
                play.unit(first).words()
            );
            said.report(play.violation(PARTICIPANTS_FIRST, message, &[unit, first]));
        }
        return;
    }
    if combat.attacker != Some(side) || play.unit(unit).kind == Type::Tank {
        return;
    }
    let mut tanks = combat.participants.iter().filter(able);
    if let Some(&tank) = tanks.find(|other| play.unit(**other).kind == Type::Tank) {
        let message = format!(
            "{words} loses a step of its own side's attack before {}",
            play.unit(tank).words()
        );
        said.report(play.violation(TANKS_FIRST, message, &[unit, tank]));
    }
}
