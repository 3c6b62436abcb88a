//! 22.0 Withdrawals, returns and removals; 5.8.1 relocation.

use super::defence::BATTLE_MARKER_OFF;
use super::entry::{Relocate, Remove, Withdraw};
use super::ground::{Off, Place};
use super::movement::RELOCATION;
use super::play::Play;
use super::sequence::INITIAL_MENU;
use super::words::{Order, Phase, Side};
use crate::referee::{Problem, rules};

rules! {
    pub(crate) static WITHDRAWALS = [
        /// On its turn a unit is withdrawn wherever it is, keeps its steps, and returns as a reinforcement.
        WITHDRAWAL = "I43-22.1", "Withdrawal and return", "22.1", Transition;
        /// A removed unit does not come back.
        REMOVAL = "I43-22.2.1", "Removal", "22.2.1", Transition;
        /// Removing a unit that is eliminated or a remnant costs its nation a replacement this turn; two of a group, all.
        FORFEIT = "I43-22.2.2", "Forfeited replacements", "22.2.2", Budget;
    ];
}

impl Play<'_> {
    pub(super) fn remove(&mut self, entry: &Remove) -> Result<(), Problem> {
        if let Some(marker) = entry.marker.as_deref() {
            let hex = self.hex_at(entry.at.as_ref())?;
            match marker {
                "battle" | "battle-1" | "battle-2" => self.remove_battle_marker(hex),
                _ => self.remove_fort(hex),
            }
            return Ok(());
        }
        let who = self.one(entry.unit.as_ref())?;
        let unit = &self.position.units[who];
        let (id, side) = (unit.id.clone(), unit.side);
        let due = self.position.facts.removals_due.contains(&id);
        let late = self.position.when.phase.is_some_and(|phase| phase != Phase::Initial)
            || !self.phasing(side);
        if !due || late {
            let why = if due { "in its own Initial Phase only" } else { "though it is not due" };
            let message = format!("{id} is removed {why}");
            self.violation_or(REMOVAL, &[INITIAL_MENU], &[who], message);
        }
        if matches!(
            self.position.units[who].at,
            Place::Off(Off::EliminatedBox | Off::RemnantDisplay)
        ) {
            self.removed_from_box.insert(who);
        }
        self.position.units[who].at = Place::Off(Off::Removed);
        Ok(())
    }

    fn remove_battle_marker(&mut self, hex: crate::hex::Hex) {
        let forced =
            self.combats.iter().any(|combat| combat.target == hex && combat.defence.forced);
        let defended = self.position.in_hex(hex).next().map(|who| self.position.units[who].side);
        let enemy = defended.unwrap_or(Side::German).enemy();
        let alone = !self.position.adjacent_to(hex, enemy);
        let taken = self.phasing_side_holds(hex);
        if !forced && !alone && !taken && defended.is_some() {
            let name = self.position.ground.hex_name(hex);
            let message =
                format!("the Battle marker in {name} stays while the enemy is next to it");
            self.violation(BATTLE_MARKER_OFF, &[], message);
        }
        self.position.facts.battle_markers.remove(&hex);
    }

    fn phasing_side_holds(&self, hex: crate::hex::Hex) -> bool {
        self.position.when.side == Some(Side::Allied) && self.position.holds(hex, Side::Allied)
    }

    pub(super) fn withdraw(&mut self, entry: &Withdraw) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        let unit = &self.position.units[who];
        let (id, side) = (unit.id.clone(), unit.side);
        let due = &self.position.facts.withdrawals_due;
        let not_due = !due.is_empty() && !due.contains(&id);
        let late = self.position.when.phase.is_some_and(|phase| phase != Phase::Initial)
            || !self.phasing(side);
        if not_due || late {
            let why =
                if not_due { "though it is not due" } else { "in its own Initial Phase only" };
            let message = format!("{id} is withdrawn {why}");
            self.violation_or(WITHDRAWAL, &[INITIAL_MENU], &[who], message);
        }
        if entry.steps_after.is_some() && entry.steps_before != entry.steps_after {
            let message = format!("{id} keeps its steps when it is withdrawn");
            self.violation(WITHDRAWAL, &[who], message);
        }
        self.withdrawn.insert(who, entry.returns);
        self.position.units[who].at = Place::Off(Off::Withdrawn);
        Ok(())
    }

    /// The end of the Initial Phase: what was due is gone.
    pub(super) fn close_removals(&mut self) {
        let side = self.position.when.side;
        let lists = [
            (REMOVAL, Off::Removed, self.position.facts.removals_due.clone()),
            (WITHDRAWAL, Off::Withdrawn, self.position.facts.withdrawals_due.clone()),
        ];
        for (rule, off, due) in lists {
            for id in due {
                let Some(who) = self.position.who(&id) else { continue };
                if Some(self.position.units[who].side) != side {
                    continue;
                }
                if self.position.units[who].at != Place::Off(off) {
                    let message = format!("{id} was due to leave this turn and is still there");
                    self.violation(rule, &[who], message);
                }
            }
        }
    }

    pub(super) fn relocate(&mut self, entry: &Relocate) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        let word = entry.to.as_deref().ok_or_else(|| Problem::new("relocated to where?"))?;
        let to = self.where_is(word)?;
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        let before = unit.order;
        let section = self.position.ground.section_of(unit.at);
        let lost = section.filter(|section| self.position.section_owner(*section) == Side::Allied);
        let late = self.position.when.phase.is_some_and(|phase| phase != Phase::Initial)
            || !self.phasing(Side::German);
        if late || lost.is_none() || unit.side != Side::German {
            let message = format!(
                "{id} is relocated only out of a lost section, in the German Initial Phase"
            );
            self.violation(RELOCATION, &[who], message);
        }
        if let Some(section) = lost {
            let arrived = self.position.ground.section_of(to);
            let right = match section.next() {
                Some(next) => arrived == Some(next),
                None => arrived.is_none(),
            };
            if !right {
                let next = section.next().map_or("N4", |next| next.word());
                let message = format!("units of {} go to {next}", section.word());
                self.violation(RELOCATION, &[who], message);
            }
        }
        let after = entry.mark.unwrap_or(before);
        match before {
            Order::GoodOrder if after == Order::GoodOrder => {
                let message = format!("{id} is relocated and must be Disrupted");
                self.violation(RELOCATION, &[who], message);
            }
            Order::Disrupted if after != Order::FullRetreat => {
                let message = format!("{id} was Disrupted already when it was relocated");
                self.suspect(
                    RELOCATION,
                    &[super::disruption::DISRUPTED_TWICE],
                    &[who],
                    message,
                    "A-29: it goes into Full Retreat",
                );
            }
            _ => {}
        }
        let unit = &mut self.position.units[who];
        unit.order = after;
        unit.at = to;
        Ok(())
    }

    /// No German unit is left in a lost section when the Initial Phase ends.
    pub(super) fn close_relocations(&mut self, side: Side) {
        if side != Side::German {
            return;
        }
        for who in 0..self.position.units.len() {
            let unit = &self.position.units[who];
            let lost = self
                .position
                .ground
                .section_of(unit.at)
                .is_some_and(|section| self.position.section_owner(section) == Side::Allied);
            if unit.side == Side::German && lost {
                let message = format!("{} is still in a lost section of the zone", unit.id);
                self.violation(RELOCATION, &[who], message);
            }
        }
    }
}
