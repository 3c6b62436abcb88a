//! What the log shows although a rule asked for something else.

use super::entry::Observe;
use super::ground::Place;
use super::pending::Want;
use super::play::Play;
use super::position::Who;
use super::sequence::RECOVERY_MENU;
use super::tables::Kind;
use super::words::{Order, Phase};
use super::{artillery, defence, fortifications, modifiers, replacements, supply, weather};
use crate::referee::Problem;

impl Play<'_> {
    pub(super) fn observe(&mut self, entry: &Observe) -> Result<(), Problem> {
        if let Some(marker) = entry.marker.as_deref() {
            let hex = self.hex_at(entry.at.as_ref())?;
            self.observe_marker(marker, hex);
            return Ok(());
        }
        let who = self.one(entry.unit.as_ref())?;
        if let Some(word) = &entry.at {
            let place = self.where_is(word)?;
            self.observe_place(who, place);
        }
        for word in &entry.shows {
            self.observe_state(who, word);
        }
        Ok(())
    }

    fn observe_marker(&mut self, marker: &str, hex: crate::hex::Hex) {
        let fort = !marker.starts_with("battle");
        let due = self.pending.iter().find(|duty| match duty.want {
            Want::NoBattleMarker(at) => !fort && at == hex,
            Want::NoFort(at) => fort && at == hex,
            _ => false,
        });
        if let Some(duty) = due.cloned() {
            self.violation_or(duty.rule, &duty.also, &[], duty.message);
            return;
        }
        let name = self.position.ground.hex_name(hex);
        if fort && self.position.holds(hex, super::words::Side::Allied) {
            let message = format!("an Allied unit is in {name}, but the fort is still there");
            self.violation(fortifications::FORT_REMOVAL, &[], message);
        } else if !fort
            && let Some(combat) = self.combats.iter().rev().find(|combat| combat.target == hex)
            && combat.defence.marker == Some(0)
        {
            let [rule, other] = self.battle_rule(hex);
            self.violation_or(
                rule,
                &[other, defence::BATTLE_MARKER_OFF],
                &[],
                format!("the Battle marker in {name} goes"),
            );
        }
    }

    fn observe_place(&mut self, who: Who, place: Place) {
        let due = self.pending.iter().find(|duty| {
            duty.unit == Some(who)
                && match duty.want {
                    Want::At(at) => at != place,
                    Want::Gone => place.on_map(),
                    Want::Left(hex) => place == Place::Hex(hex),
                    _ => false,
                }
        });
        if let Some(duty) = due.cloned() {
            self.violation_or(duty.rule, &duty.also, &[who], duty.message);
            return;
        }
        if self.phase.needs_remnant.contains(&who)
            && place.on_map()
            && self.position.units[who].at == place
        {
            let message = format!(
                "{} is on its third step: a remnant takes its place, or it is eliminated",
                self.id(who)
            );
            self.violation_or(
                super::results::REMNANT,
                &[super::results::REMNANT_FREE],
                &[who],
                message,
            );
            return;
        }
        if place.on_map() && self.position.lost_artillery(who) {
            let message = format!(
                "{} is isolated artillery without a unit to trace to: it is eliminated",
                self.id(who)
            );
            self.violation(supply::LOST_ARTILLERY, &[who], message);
        }
        let defending = self.combat().is_some_and(|combat| combat.defenders.contains(&who));
        if defending && self.position.units[who].at == place {
            let entry =
                super::entry::Units { unit: Some(self.id(who).to_owned()), units: Vec::new() };
            // The unit is known, so this cannot fail.
            let _ = self.stay(&entry);
        }
    }

    fn observe_state(&mut self, who: Who, word: &str) {
        let order = match word {
            "good-order" => Some(Order::GoodOrder),
            "disrupted" => Some(Order::Disrupted),
            "full-retreat" => Some(Order::FullRetreat),
            _ => None,
        };
        let due = self.pending.iter().find(|duty| {
            duty.unit == Some(who)
                && match &duty.want {
                    Want::Order(required) => order.is_some_and(|order| order < *required),
                    Want::ReplacementMarker => word == "no-marker" || word == "good-order",
                    Want::HalfEffective => word == "no-marker" || word == "good-order",
                    Want::Gone | Want::Left(_) => order.is_some(),
                    _ => false,
                }
        });
        if let Some(duty) = due.cloned() {
            self.violation_or(duty.rule, &duty.also, &[who], duty.message);
            return;
        }
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        if unit.shows(word) && !matches!(word, "truck" | "replacement" | "half-effective" | "fired")
        {
            return;
        }
        match word {
            "ready" if self.returned_fired.contains(&who) => {
                let message = format!("{id} returned and shows its ready side");
                self.violation_or(
                    replacements::RETURN_FIRED,
                    &[artillery::ARTILLERY_FACTS],
                    &[who],
                    message,
                );
            }
            "ready" if unit.fired => {
                let rule = if unit.is(Kind::DivisionArtillery) {
                    modifiers::DIVISION_SUPPORT
                } else {
                    modifiers::CORPS_SUPPORT
                };
                let message = format!("{id} was used and must show its fired side");
                self.violation_or(
                    rule,
                    &[modifiers::DEFENSIVE_ARTILLERY, artillery::READYING],
                    &[who],
                    message,
                );
            }
            "fired" if self.phase.weather_wrapped && unit.is(Kind::DivisionArtillery) => {
                let message = format!("{id} is readied when the marker passes from F to A");
                self.violation(weather::DIVISION_BONUS, &[who], message);
            }
            "truck" | "replacement" | "half-effective" => {
                let over = matches!(
                    self.position.when.phase,
                    Some(Phase::Supply | Phase::VictoryCheck | Phase::Weather)
                );
                if over {
                    let message = format!("the {word} marker of {id} went in the Recovery Phase");
                    self.violation_or(
                        RECOVERY_MENU,
                        &[replacements::REPLACEMENT_MARKER],
                        &[who],
                        message,
                    );
                }
            }
            _ => {}
        }
    }
}
