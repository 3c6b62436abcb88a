//! 10.4, 20.3.5: remnants take the place of three-step units, and give it back.

use super::entry::Swap;
use super::ground::{Off, Place};
use super::play::Play;
use super::position::Who;
use super::replacements;
use super::results::{REMNANT, REMNANT_FREE};
use super::tables::Kind;
use super::unit::Unit;
use crate::referee::Problem;

impl Play<'_> {
    pub(super) fn swap(&mut self, entry: &Swap) -> Result<(), Problem> {
        let out = self.one(entry.out.as_ref())?;
        let into = self.one(entry.r#in.as_ref())?;
        let at = self.position.units[out].at;
        let place = match &entry.at {
            Some(word) => self.where_is(word)?,
            None => at,
        };
        let out_to = match &entry.out_to {
            Some(word) => self.where_is(word)?,
            None => Place::Off(Off::RemnantDisplay),
        };
        if self.position.units[into].remnant {
            self.judge_remnant(out, into, out_to, place);
            let parent = self.position.units[out].clone();
            let remnant = &mut self.position.units[into];
            // Ruling A-30: it inherits order, supply and markers.
            remnant.order = parent.order;
            remnant.supply = parent.supply;
            remnant.retreated = parent.retreated;
            remnant.replacement = parent.replacement;
            remnant.remnant_of = Some(parent.id);
            remnant.steps = 1;
            self.inherit(out, into);
        } else {
            self.judge_rebuilt(out, into, out_to, place, entry.step.as_deref());
            let remnant = self.position.units[out].clone();
            let parent = &mut self.position.units[into];
            parent.steps = if entry.step.as_deref() == Some("full") { 3 } else { 2 };
            parent.order = remnant.order;
            parent.replacement = remnant.replacement;
            for duty in &mut self.pending {
                if duty.unit == Some(out) {
                    duty.unit = Some(into);
                }
            }
            if self.turn.replaced.contains(&out) {
                self.turn.replaced.insert(into);
            }
        }
        self.position.units[into].at = place;
        self.position.units[out].at = out_to;
        Ok(())
    }

    pub(super) fn inherit(&mut self, out: Who, into: Who) {
        for combat in &mut self.combats {
            for list in [&mut combat.attackers, &mut combat.defenders] {
                if list.contains(&out) {
                    list.push(into);
                }
            }
            if let Some(force) = &mut combat.main_force
                && force.contains(&out)
            {
                force.insert(into);
            }
        }
        for facts in [&mut self.phase.attacked, &mut self.phase.was_attacked] {
            if facts.contains(&out) {
                facts.insert(into);
            }
        }
    }

    /// I43 10.4.1, 10.4.2.
    pub(super) fn judge_remnant(&mut self, out: Who, into: Who, out_to: Place, place: Place) {
        let (parent, remnant) = (&self.position.units[out], &self.position.units[into]);
        let names = format!("{} for {}", remnant.id, parent.id);
        let mut wrong = Vec::new();
        if !same_class(parent, remnant) {
            wrong.push((REMNANT_FREE, format!("{names}: the remnant is of another kind")));
        }
        if remnant.at != Place::Off(Off::RemnantDisplay) {
            wrong.push((REMNANT_FREE, format!("{names}: the remnant is not free")));
        }
        if out_to != Place::Off(Off::RemnantDisplay) {
            wrong.push((REMNANT, format!("{} goes to the Remnant Display", parent.id)));
        }
        if parent.full_steps != 3 || parent.steps > 1 {
            wrong.push((
                REMNANT,
                format!("{} is not a three-step unit on its third step", parent.id),
            ));
        }
        if place != parent.at {
            wrong.push((REMNANT, format!("{names}: the remnant takes the unit's place")));
        }
        for (rule, message) in wrong {
            self.violation_or(rule, &[REMNANT], &[out, into], message);
        }
    }

    /// I43 20.3.5: a replacement turns a remnant into its parent.
    pub(super) fn judge_rebuilt(
        &mut self,
        out: Who,
        into: Who,
        out_to: Place,
        place: Place,
        step: Option<&str>,
    ) {
        let (remnant, parent) = (&self.position.units[out], &self.position.units[into]);
        let mut wrong = Vec::new();
        if !remnant.remnant || remnant.remnant_of.as_deref().is_some_and(|id| id != parent.id) {
            wrong.push(format!("{} is not the remnant of {}", remnant.id, parent.id));
        }
        if out_to != Place::Off(Off::RemnantDisplay) {
            wrong.push(format!("{} goes back to the Remnant Display", remnant.id));
        }
        if place != remnant.at {
            wrong.push(format!("{} takes the remnant's place", parent.id));
        }
        if step.is_some_and(|step| step != "reduced") {
            wrong.push(format!("{} comes back on its reduced side", parent.id));
        }
        if !self.turn.replaced.contains(&out) {
            wrong.push(format!("{} received no replacement", remnant.id));
        }
        for message in wrong {
            self.violation_or(replacements::REBUILT, &[], &[out, into], message);
        }
    }
}

/// I43 10.4.1: remnants by nationality and kind; gliders use airborne ones, mountain infantry infantry ones.
fn same_class(parent: &Unit, remnant: &Unit) -> bool {
    let kind = |kind: Kind| match kind {
        Kind::Glider => Kind::Airborne,
        Kind::MountainInfantry => Kind::Infantry,
        other => other,
    };
    parent.nation == remnant.nation
        && kind(parent.class.kind) == kind(remnant.class.kind)
        && remnant.formation.as_ref().is_none_or(|own| parent.formation.as_ref() == Some(own))
}
