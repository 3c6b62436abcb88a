//! 21.0 Reinforcements and entry areas.

use super::entry;
use super::ground::{Off, Place};
use super::play::Play;
use super::position::Who;
use super::scenarios::FORMIA_REGIMENT;
use super::sequence::INITIAL_MENU;
use super::stacking;
use super::withdrawals::{REMOVAL, WITHDRAWAL};
use super::words::Phase;
use crate::hex::Hex;
use crate::referee::{Problem, rules};

rules! {
    pub(crate) static AREAS = [
        /// Reinforcements are placed on their turn, in the owner's Initial Phase, in the entry area listed.
        PLACEMENT = "I43-21.1.1", "Placing reinforcements", "21.1.1", Transition;
        /// Units for Naples are placed in any of its hexes, within the stacking limit if possible.
        NAPLES = "I43-21.1.2", "Arriving at Naples", "21.1.2", Transition;
        /// They come on with their full allowance, paying for the first hex, or stay, or go to an adjacent friendly area.
        ENTERING = "I43-21.1.3", "Coming on", "21.1.3", Transition;
        /// Nobody enters an enemy entry area.
        ENEMY_AREA = "I43-21.2.1", "Friendly and enemy areas", "21.2.1", Transition;
        /// The eastern areas are never used for reinforcements.
        EAST_AREAS = "I43-21.2.2", "Eastern areas", "21.2.2", Transition;
        /// No attack into or out of an area, no support from one; only units in Good Order come on.
        AREA_PROPERTIES = "I43-21.3", "What areas are", "21.3", Transition;
        /// Entering an area costs one point or one tactical hex, and ends the move until the next turn.
        INTO_AREA = "I43-21.4.1", "Entering an area", "21.4.1", Transition;
        /// Going from area to area costs the whole allowance: adjacent, friendly, in Good Order.
        BETWEEN_AREAS = "I43-21.4.2", "Between areas", "21.4.2", Transition;
    ];
}

impl Play<'_> {
    pub(super) fn place(&mut self, entry: &entry::Place) -> Result<(), Problem> {
        if let Some(marker) = &entry.marker {
            let hex = self.hex_at(entry.at.as_ref())?;
            return self.place_marker(marker, hex);
        }
        let who = self.one(entry.unit.as_ref())?;
        let word = entry.at.as_deref().ok_or_else(|| Problem::new("where is it placed?"))?;
        let place = self.where_is(word)?;
        self.judge_arrival_time(who);
        self.judge_arrival_place(who, place, word);
        self.position.units[who].at = place;
        Ok(())
    }

    fn place_marker(&mut self, marker: &str, hex: Hex) -> Result<(), Problem> {
        let number = match marker {
            "battle-1" => 1,
            "battle-2" => 2,
            other => return Err(Problem::new(format!("`{other}` is no marker to place"))),
        };
        let due = self
            .combats
            .iter()
            .rev()
            .find(|combat| combat.target == hex)
            .and_then(|combat| combat.defence.marker);
        if due != Some(number) {
            let name = self.position.ground.hex_name(hex);
            let [rule, other] = self.battle_rule(hex);
            let message = match due {
                None => format!("no partial success calls for a Battle marker in {name}"),
                Some(0) => format!("the defender of {name} must go: no Battle marker"),
                Some(due) => format!("{name} gets a Battle {due} marker, not {number}"),
            };
            self.violation_or(rule, &[other, super::defence::PARTIAL], &[], message);
        }
        self.position.facts.battle_markers.insert(hex, number);
        Ok(())
    }

    fn judge_arrival_time(&mut self, who: Who) {
        let unit = &self.position.units[who];
        let (id, side, at) = (unit.id.clone(), unit.side, unit.at);
        let late = self.position.when.phase.is_some_and(|phase| phase != Phase::Initial);
        if late || !self.phasing(side) {
            let message = format!("{id} is placed in its own Initial Phase only");
            self.violation_or(PLACEMENT, &[INITIAL_MENU], &[who], message);
        }
        if at == Place::Off(Off::Removed) {
            let message = format!("{id} was removed and does not come back");
            self.violation(REMOVAL, &[who], message);
        }
        if let Some(Some(returns)) = self.withdrawn.get(&who)
            && self.position.when.turn.is_some_and(|turn| turn < *returns)
        {
            let message = format!("{id} returns on turn {returns}");
            self.violation_or(WITHDRAWAL, &[PLACEMENT], &[who], message);
        }
        let arrival = self.position.facts.schedule.get(&id).and_then(|arrival| arrival.turn);
        if let (Some(due), Some(turn)) = (arrival, self.position.when.turn)
            && due != turn
        {
            let message = format!("{id} arrives on turn {due}, not {turn}");
            self.violation(PLACEMENT, &[who], message);
        }
    }

    fn judge_arrival_place(&mut self, who: Who, place: Place, word: &str) {
        let unit = &self.position.units[who];
        let (id, side) = (unit.id.clone(), unit.side);
        if let Place::Area(area) = place {
            let code = word.strip_prefix("entry-").unwrap_or(word);
            if code.starts_with('E') {
                let message = format!("{id}: no reinforcement arrives in {word}");
                self.violation_or(EAST_AREAS, &[PLACEMENT], &[who], message);
                return;
            }
            if self.position.area_owner(area) != Some(side) {
                let message = format!("{word} is no area of {id}'s side");
                self.violation_or(ENEMY_AREA, &[PLACEMENT], &[who], message);
                return;
            }
        }
        let Some(arrival) = self.position.facts.schedule.get(&id).cloned() else { return };
        if arrival.at.is_empty() {
            return;
        }
        let code = word.strip_prefix("entry-").unwrap_or(word).to_owned();
        let naples = arrival.at.iter().any(|at| at == "naples");
        let formia = arrival.at.iter().any(|at| at == "formia");
        let right = arrival.at.contains(&code)
            || (naples && place.hex().is_some_and(|hex| self.position.facts.naples.contains(&hex)))
            || (formia && place.hex() == self.position.facts.formia && place.hex().is_some());
        if !right {
            let (rule, also) = match (naples, formia) {
                (true, _) => (NAPLES, PLACEMENT),
                (_, true) => (FORMIA_REGIMENT, PLACEMENT),
                _ => (PLACEMENT, NAPLES),
            };
            let message = format!("{id} arrives at {}, not in {word}", arrival.at.join(" or "));
            self.violation_or(rule, &[also], &[who], message);
        } else if naples {
            self.judge_naples_stacking(who, place);
        }
    }

    /// I43 21.1.2: within the limit if one of the hexes has room.
    fn judge_naples_stacking(&mut self, who: Who, place: Place) {
        let Some(hex) = place.hex() else { return };
        let side = self.position.units[who].side;
        let fits = |hex: Hex| {
            let mut stack: Vec<Who> = self.position.side_in_hex(hex, side).collect();
            stack.push(who);
            self.position.stacking_values(&stack).iter().sum::<i32>() <= stacking::LIMIT
        };
        let room = self.position.facts.naples.iter().any(|hex| fits(*hex));
        if !fits(hex) && room {
            let name = self.position.ground.hex_name(hex);
            let message = format!("{} overstacks {name} though Naples has room", self.id(who));
            self.violation_or(NAPLES, &[stacking::SIX_POINTS], &[who], message);
        }
    }
}
