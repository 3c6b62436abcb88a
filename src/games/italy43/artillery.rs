//! 17.0 Artillery support units.

use super::disruption::DISRUPTED_LIMITS;
use super::entry::Flip;
use super::play::Play;
use super::position::Who;
use super::sequence::TWICE_A_TURN;
use super::special::{HOWITZER, NEBELWERFER};
use super::supply::UNSUPPLIED_SERVICES;
use super::tables::Kind;
use super::weather::{AVAILABILITY, DIVISION_BONUS, FREE_FLIPS};
use super::words::Phase;
use crate::referee::{Problem, rules};

rules! {
    pub(crate) static ARTILLERY = [
        /// Artillery has one step, no stacking value, a zone but no bond; it never advances and never leads.
        ARTILLERY_FACTS = "I43-17.2", "Artillery", "17.2", State;
        /// Artillery that moves more than two hexes becomes Disrupted, and so gives no support that turn.
        ///
        /// Breaks it: the Combat Phase begins, and a battery that moved three hexes carries no marker.
        ARTILLERY_MOVED = "I43-17.3", "Moving artillery", "17.3", Transition;
        /// Range is counted in hexes to the defender's hex, through anything.
        RANGE = "I43-17.4", "Range", "17.4", Transition;
        /// A supply point readies one unit in its owner's Initial or Supply Phase, in Good Order and in supply.
        READYING = "I43-17.5", "Readying", "17.5", Budget;
        /// Only ready artillery in Good Order, in range and on the map supports.
        READY_ONLY = "I43-17.6.1", "Who supports", "17.6.3", Transition;
        /// Division artillery supports its division, German corps artillery any Germans, Allied corps artillery its army.
        WHOM = "I43-17.6.3", "Whom artillery supports", "17.6.3", Transition;
        /// Artillery has no attack strength; attacked, it may still support the defence.
        ATTACKED_ARTILLERY = "I43-17.7", "Artillery in combat", "17.7", Transition;
    ];
}

impl Play<'_> {
    pub(super) fn flip(&mut self, entry: &Flip) -> Result<(), Problem> {
        match entry.to.as_deref() {
            Some("fired" | "used") => return self.fire(entry),
            Some("ready") => {}
            _ => return Err(Problem::new("flipped to `ready` or `fired`?")),
        }
        if let Some(marker) = &entry.marker {
            self.ready_marker(marker);
            return Ok(());
        }
        let who = self.one(entry.unit.as_ref())?;
        let unit = &self.position.units[who];
        if !unit.artillery() {
            let message = format!("{} is no artillery", unit.id);
            self.violation(READYING, &[who], message);
        } else if entry.free || self.position.when.phase == Some(Phase::Weather) {
            self.ready_free(who);
        } else {
            self.ready_for_points(who, entry.spend.unwrap_or(1));
        }
        self.position.units[who].fired = false;
        self.returned_fired.remove(&who);
        Ok(())
    }

    fn ready_for_points(&mut self, who: Who, spend: i32) {
        let unit = &self.position.units[who];
        let (id, side, good_order) = (unit.id.clone(), unit.side, unit.good_order());
        if unit.is(Kind::HeavyHowitzer) {
            let message = format!("{id} is never readied by supply points");
            self.violation_or(HOWITZER, &[READYING], &[who], message);
        }
        if !good_order {
            let message = format!("{id} is not in Good Order and cannot be readied");
            self.violation_or(DISRUPTED_LIMITS, &[READYING], &[who], message);
        }
        let phase = self.position.when.phase;
        if phase.is_some_and(|phase| !matches!(phase, Phase::Initial | Phase::Supply))
            || !self.phasing(side)
        {
            let message = format!("{id} is readied in its own Initial or Supply Phase only");
            self.violation(READYING, &[who], message);
        }
        if !self.position.has_line(who) {
            let message = format!("{id} has no line of supply and cannot be readied");
            self.violation_or(READYING, &[UNSUPPLIED_SERVICES], &[who], message);
        }
        if spend != 1 {
            let message = format!("readying {id} costs one supply point, not {spend}");
            self.violation(READYING, &[who], message);
        }
        if let Some(points) = &mut self.position.facts.supply_points[side as usize] {
            *points -= spend;
            if *points < 0 {
                *points = 0;
                let message = format!("the {side} side has no supply point left for {id}");
                self.violation(READYING, &[who], message);
            }
        }
        if !self.phase.readied.insert(who) {
            let message = format!("{id} was readied in this phase already");
            self.violation_or(TWICE_A_TURN, &[READYING], &[who], message);
        }
        if phase == Some(Phase::Supply) {
            self.phase.flipped.push(who);
        }
    }

    /// I43 23.3.3, 23.3.4: free readying in the Weather Phase.
    fn ready_free(&mut self, who: Who) {
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        let kind = unit.class.kind;
        let fit = unit.good_order() && self.position.has_line(who);
        let on_map = unit.at.on_map();
        if self.position.when.phase.is_some_and(|phase| phase != Phase::Weather) {
            let message = format!("{id} is readied for free in the Weather Phase only");
            self.violation_or(FREE_FLIPS, &[READYING], &[who], message);
            return;
        }
        match kind {
            Kind::Nebelwerfer | Kind::HeavyHowitzer => {
                let own = if kind == Kind::Nebelwerfer { NEBELWERFER } else { HOWITZER };
                let die = self.phase.weather_die;
                if die.is_some_and(|die| !(2..=4).contains(&die)) {
                    let message =
                        format!("a weather die of {} readies nobody", die.unwrap_or_default());
                    self.violation_or(FREE_FLIPS, &[own], &[who], message);
                }
                if !fit || !on_map {
                    let message = format!("{id} is not in supply and in Good Order");
                    self.violation_or(FREE_FLIPS, &[own], &[who], message);
                }
                let done = match kind {
                    Kind::Nebelwerfer => std::mem::replace(&mut self.phase.free_nebelwerfer, true),
                    _ => std::mem::replace(&mut self.phase.free_howitzer, true),
                };
                if done {
                    let message = format!("{id} is the second to be readied for free");
                    self.violation_or(FREE_FLIPS, &[own], &[who], message);
                }
            }
            Kind::DivisionArtillery => {
                if !on_map || (self.phase.weather_die.is_some() && !self.phase.weather_wrapped) {
                    let message =
                        format!("{id} is readied when the marker passes from F to A, on the map");
                    self.violation_or(DIVISION_BONUS, &[FREE_FLIPS], &[who], message);
                } else if !fit {
                    let message = format!("{id} is Disrupted or out of supply");
                    self.suspect(
                        DIVISION_BONUS,
                        &[],
                        &[who],
                        message,
                        "A-31: such artillery is left out",
                    );
                }
            }
            _ => {
                let message = format!("{id} is never readied for free");
                self.violation_or(DIVISION_BONUS, &[FREE_FLIPS, READYING], &[who], message);
            }
        }
    }

    /// I43 23.2: air and naval markers.
    fn ready_marker(&mut self, marker: &str) {
        let Some(space) = self.position.when.weather else { return };
        let tables = &self.position.tables;
        let available = match marker {
            "naval" => tables.naval(space),
            "air-us" => tables.air(space, "US"),
            "air-british" => tables.air(space, "British"),
            _ => tables.air(space, "US") || tables.air(space, "British"),
        };
        let wrong_time = self.position.when.phase.is_some_and(|phase| phase != Phase::Weather);
        if !available || wrong_time {
            let message = format!("no {marker} support becomes ready on space {}", space.word());
            self.violation(AVAILABILITY, &[], message);
        }
        self.turn.assets_used.remove(marker);
    }
}
