//! 13.0 Disruption and recovery.

use super::entry::{Mark, Named, Rally, Unmark};
use super::pending::Want;
use super::play::Play;
use super::position::{Position, Who};
use super::sequence::RECOVERY_MENU;
use super::words::{Order, Phase, Quality, SupplyMark};
use super::{artillery, options, replacements};
use crate::referee::{Problem, RuleId, rules};

rules! {
    pub(crate) static DISRUPTION = [
        /// A unit is in Good Order, Disrupted or in Full Retreat; stacking does not spread it.
        THREE_STATES = "I43-13.1.1", "Three states", "13.1.1", State;
        /// A unit that retreats by a combat result becomes Disrupted.
        ///
        /// Breaks it: the Recovery Phase begins and a unit that retreated two hexes carries no marker.
        RETREAT_DISRUPTS = "I43-13.1.2", "Retreat disrupts", "13.1.2", Resolution;
        /// DR4, DS and automatic DS put the survivors into Full Retreat.
        FULL_RETREAT_RESULT = "I43-13.1.3a", "Full Retreat by result", "13.1.3", Resolution;
        /// A Disrupted unit that is disrupted again goes into Full Retreat.
        DISRUPTED_TWICE = "I43-13.1.3b", "Disrupted twice", "13.1.3", Resolution;
        /// A Disrupted unit moves tactically only, and not out of an entry area.
        DISRUPTED_MOVE = "I43-13.2.1a", "Disrupted units move tactically", "13.2.1", Transition;
        /// A Disrupted unit does not attack, lead, bond, fire, receive replacements, nor is it readied.
        DISRUPTED_LIMITS = "I43-13.2.1b", "What Disrupted units cannot do", "13.2.1", Transition;
        /// A unit in Full Retreat may use its full allowance, extended too, and pays nothing to leave a zone.
        FULL_RETREAT_MOVE = "I43-13.3.1", "Moving in Full Retreat", "13.3.1, 13.3.2", Transition;
        /// A unit in Full Retreat has no zone and no bond.
        FULL_RETREAT_ZONE = "I43-13.3.2a", "No zone in Full Retreat", "13.3.2", State;
        /// It ends its move next to an enemy only with a friend in better order in its hex.
        FULL_RETREAT_ADJACENT = "I43-13.3.2b", "Full Retreat keeps away", "13.3.2", State;
        /// It does not enter an enemy city.
        FULL_RETREAT_CITY = "I43-13.3.2c", "Full Retreat and cities", "13.3.2", Transition;
        /// Alone next to an enemy when his Movement or Combat Phase begins, it is eliminated.
        FULL_RETREAT_ELIMINATED = "I43-13.3.2d", "Full Retreat caught", "13.3.2", State;
        /// It defends with 0, has no tank rating and cannot lead; another retreat does it no further harm.
        FULL_RETREAT_COMBAT = "I43-13.3.2e", "Full Retreat in combat", "13.3.2", Resolution;
        /// When an enemy comes next to it and no friend in better order is there, it retreats two hexes at once.
        ///
        /// Breaks it: it stays, or it goes though nobody came.
        AUTOMATIC_RETREAT = "I43-13.3.2f", "Automatic retreat", "13.3.2", Transition;
        /// It still keeps extended movement away and still slows road movement within two hexes.
        FULL_RETREAT_LEFT = "I43-13.3.3", "What Full Retreat still does", "13.3.3", Transition;
        /// A unit that has not moved may be put into Full Retreat in its own Movement Phase, and then move.
        VOLUNTARY_FULL_RETREAT = "I43-13.3.4", "Voluntary Full Retreat", "13.3.4", Transition;
        /// Outside enemy zones a unit recovers one level in its Recovery Phase, without a die.
        RECOVERY = "I43-13.4", "Recovery", "13.4", Resolution;
        /// In an enemy zone it rolls: 5 or 6 recovers a level; +2 in a city or completed fort, +1 elite, −1 low quality.
        RALLY = "I43-13.5", "Rally", "13.5", Resolution;
    ];
}

impl Position<'_> {
    /// A unit next to an enemy with nobody in better order in its hex.
    pub(super) fn exposed(&self, who: Who) -> bool {
        let unit = &self.units[who];
        let Some(hex) = unit.hex() else { return false };
        self.adjacent_to(hex, unit.side.enemy())
            && self.side_in_hex(hex, unit.side).all(|other| self.units[other].full_retreat())
    }
}

impl Play<'_> {
    pub(super) fn mark(&mut self, entry: &Mark) -> Result<(), Problem> {
        if let Some(marker) = entry.marker.as_deref() {
            if marker == "victory-points" {
                self.mark_victory_points(entry.value, entry.change);
            }
            return Ok(());
        }
        let word = entry.r#as.as_deref().ok_or_else(|| Problem::new("marked as what?"))?;
        for who in self.all(&entry.named())? {
            match word {
                "good-order" => self.mark_order(who, Order::GoodOrder),
                "disrupted" => self.mark_order(who, Order::Disrupted),
                "full-retreat" => self.mark_order(who, Order::FullRetreat),
                "out-of-supply" => self.mark_supply(who, SupplyMark::OutOfSupply),
                "isolated" => self.mark_supply(who, SupplyMark::Isolated),
                "in-supply" => self.mark_supply(who, SupplyMark::None),
                "replacement" => {
                    self.position.units[who].replacement = true;
                    self.forget(who, &Want::ReplacementMarker);
                }
                "half-effective" => {
                    self.position.units[who].half_effective = true;
                    self.forget(who, &Want::HalfEffective);
                }
                "auto-ds" => self.position.units[who].auto_ds = true,
                "truck" => self.position.units[who].truck = true,
                "fired" => self.position.units[who].fired = true,
                other => return Err(Problem::new(format!("`{other}` is no marker"))),
            }
        }
        Ok(())
    }

    fn forget(&mut self, who: Who, want: &Want) {
        self.pending.retain(|duty| duty.unit != Some(who) || duty.want != *want);
    }

    fn mark_order(&mut self, who: Who, order: Order) {
        let before = self.position.units[who].order;
        self.position.units[who].order = order;
        let id = self.id(who).to_owned();
        let due = self
            .pending
            .iter()
            .position(|duty| duty.unit == Some(who) && matches!(duty.want, Want::Order(_)));
        if let Some(due) = due {
            let duty = self.pending.remove(due);
            let Want::Order(required) = duty.want else { return };
            if order < required {
                let message = format!("{id} must be {}, not {}", required.word(), order.word());
                self.violation_or(duty.rule, &duty.also, &[who], message);
            } else if order > required && duty.rule != artillery::ARTILLERY_MOVED {
                let message = format!("{id} becomes {}, not {}", required.word(), order.word());
                self.violation_or(RETREAT_DISRUPTS, &[duty.rule, DISRUPTED_TWICE], &[who], message);
            }
            return;
        }
        let when = self.position.when.clone();
        let own = self.phasing(self.position.units[who].side);
        match when.phase {
            _ if order == before => {}
            Some(Phase::Recovery) if order < before => {
                self.judge_recovery(who, before, order, own);
            }
            Some(_) if order < before => {
                let message = format!("{id} recovers outside its Recovery Phase");
                self.violation_or(RECOVERY, &[RECOVERY_MENU, RALLY], &[who], message);
            }
            Some(Phase::Movement) if order == Order::FullRetreat => {
                let moved = self.phase.progress.contains_key(&who);
                if moved || !own {
                    let why =
                        if moved { "has moved already" } else { "is not of the phasing side" };
                    let message = format!("{id} {why} and may not be put into Full Retreat");
                    self.violation(VOLUNTARY_FULL_RETREAT, &[who], message);
                }
            }
            Some(Phase::Movement | Phase::Combat)
                if own
                    && !self.position.units[who].artillery()
                    && !self.position.units[who].retreated
                    && !self.phase.disengaged.contains_key(&who) =>
            {
                let message = format!("nothing makes {id} {}", order.word());
                self.violation_or(THREE_STATES, &[RETREAT_DISRUPTS], &[who], message);
            }
            Some(Phase::Combat)
                if !own
                    && !self.combats.is_empty()
                    && !self.position.units[who].retreated
                    && !self.combats.iter().any(|combat| combat.defenders.contains(&who)) =>
            {
                let message =
                    format!("{id} was not driven out, and nothing makes it {}", order.word());
                let also = [RETREAT_DISRUPTS, super::retreat::SPLITTING];
                self.violation_or(THREE_STATES, &also, &[who], message);
            }
            _ => {}
        }
    }

    fn judge_recovery(&mut self, who: Who, before: Order, order: Order, own: bool) {
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        let in_zone =
            unit.hex().is_some_and(|hex| self.position.in_zone_of(hex, unit.side.enemy()));
        if !own {
            let message = format!("{id} is not of the side that recovers");
            self.violation_or(RECOVERY_MENU, &[RECOVERY], &[who], message);
        }
        if order != before.better() {
            let message = format!("{id} recovers one level at most");
            self.violation(RECOVERY, &[who], message);
        } else if self.phase.rallied.contains(&who) || in_zone {
            let message =
                format!("{id} is in an enemy zone: only a rally roll of 5 or more recovers it");
            self.violation_or(RALLY, &[RECOVERY], &[who], message);
        }
    }

    pub(super) fn rally(&mut self, entry: &Rally) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        let side = unit.side;
        let city = unit.hex().is_some_and(|hex| {
            self.position.ground.terrain(hex).city() || self.position.fort_level(hex) > 0
        });
        let quality = match unit.quality {
            Quality::Elite => 1,
            Quality::Normal => 0,
            Quality::Low => -1,
        };
        let before = unit.order;
        let in_zone = unit.hex().is_some_and(|hex| self.position.in_zone_of(hex, side.enemy()));
        let wrong_time = self.position.when.phase.is_some_and(|phase| phase != Phase::Recovery);
        if wrong_time || !self.phasing(side) {
            let message = format!("{id} rallies in its own Recovery Phase only");
            self.violation_or(RECOVERY_MENU, &[RALLY], &[who], message);
        }
        if before == Order::GoodOrder {
            let message = format!("{id} is in Good Order and has nothing to rally from");
            self.violation(RALLY, &[who], message);
        } else if !in_zone && !wrong_time {
            let note = crate::referee::Finding::note(
                RECOVERY,
                format!("{id} is in no enemy zone and recovers without a die"),
            );
            self.report(note.units([id.clone()]));
        }
        if !self.phase.rallied.insert(who) {
            let message = format!("{id} has rolled already this phase");
            self.violation(RALLY, &[who], message);
        }
        let Some(roll) = entry.roll else { return Ok(()) };
        let total = (roll + quality + if city { 2 } else { 0 }).clamp(1, 6);
        let recovers =
            self.position.tables.roll("rally", total as u32) == Some("recovers one level");
        let after = if recovers { before.better() } else { before };
        self.now.value("total", total);
        self.now.value("after", after.word());
        self.position.units[who].order = after;
        Ok(())
    }

    pub(super) fn unmark(&mut self, entry: &Unmark) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        let marker = entry.marker.as_deref().unwrap_or_default();
        let phase = self.position.when.phase;
        let own = self.phasing(self.position.units[who].side);
        let id = self.id(who).to_owned();
        match marker {
            "out-of-supply" | "isolated" => self.mark_supply(who, SupplyMark::None),
            "disrupted" => self.mark_order(who, Order::GoodOrder),
            "full-retreat" => self.mark_order(who, Order::Disrupted),
            "replacement" | "truck" | "half-effective" => {
                if phase.is_some_and(|phase| phase != Phase::Recovery) || !own {
                    let also: &[RuleId] = match marker {
                        "replacement" => &[replacements::REPLACEMENT_MARKER],
                        "truck" => &[super::movement::TRUCK_MOVE],
                        _ => &[options::HALF_EFFECT],
                    };
                    let message = format!("the {marker} marker of {id} goes in its Recovery Phase");
                    self.violation_or(RECOVERY_MENU, also, &[who], message);
                }
                let unit = &mut self.position.units[who];
                match marker {
                    "replacement" => unit.replacement = false,
                    "truck" => unit.truck = false,
                    _ => unit.half_effective = false,
                }
            }
            "auto-ds" => {
                if phase == Some(Phase::Movement) {
                    let message = format!("the Auto DS marker of {id} stays until it has advanced");
                    self.violation_or(
                        super::combat::AUTO_DS_MARKERS,
                        &[super::combat::AUTO_DS_ADVANCE],
                        &[who],
                        message,
                    );
                }
                self.position.units[who].auto_ds = false;
            }
            other => return Err(Problem::new(format!("`{other}` is no marker"))),
        }
        Ok(())
    }
}
