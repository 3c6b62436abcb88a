//! What became of units and weapons, compared with what the dice gave.

use super::super::table::Piece;
use super::super::units::{Size, Unit, Whereabouts};
use super::Log;
use super::laying;
use super::scene::Open;
use super::shown::{Event, Place};
use crate::model::Provenance;
use crate::referee::{Finding, Judgement, Ruling};

impl Log<'_> {
    /// Everything that an attack or check brought about has been carried out by now.
    pub(super) fn settle(&mut self, rulings: &mut Vec<Ruling>) {
        let Some(open) = self.scene.open.take() else { return };
        if !open.muted && open.loose > 0 {
            let reason = "dice were rolled of which nobody said what they were for";
            self.unchecked(rulings, open.step, &open.subject, "SK2-3.2.3-MC", reason);
        } else if !open.muted {
            let mut judgement = Judgement::default();
            self.missing_checks(&open, &mut judgement);
            for unit in open.units.difference(&open.vague) {
                self.compare_unit(&open, *unit, &mut judgement);
            }
            for weapon in &open.weapons {
                self.compare_weapon(*weapon, &mut judgement);
            }
            if judgement != Judgement::default() {
                self.rule(rulings, open.step, &open.subject, judgement);
            }
        }
        for unit in &open.units {
            self.force_unit(*unit);
        }
        for weapon in &open.weapons {
            self.follow_weapon(*weapon);
        }
        self.table.attack = None;
        self.guess_possession();
    }

    fn report(&self, judgement: &mut Judgement, rule: &'static str, unit: usize, message: String) {
        let hexes = self.shown.units.get(unit).and_then(|seen| seen.at.hex());
        let finding = Finding::violation(rule, message)
            .units([self.table.units[unit].id.clone()])
            .hexes(hexes.map(|hex| self.hex_name(hex)))
            .rests_on(Provenance::Reconstructed);
        judgement.report(finding);
    }

    /// 3.2: everybody in the target hex checks.
    fn missing_checks(&self, open: &Open, judgement: &mut Judgement) {
        let Some(attack) = &self.table.attack else { return };
        for unit in &attack.targets {
            let result = attack.result_of(*unit);
            let pins = result == "PTC";
            if !pins && !result.ends_with("MC") && !result.starts_with("K/") {
                continue;
            }
            let target = &self.table.units[*unit];
            let seen = &self.shown.units[*unit];
            let spared = target.hex().is_none()
                || pins && (target.is_broken() || target.has("pinned"))
                || seen.at == Place::Gone
                || seen.back != target.is_broken();
            if spared || open.checked.contains(unit) {
                continue;
            }
            let name = self.name(Piece::Unit(*unit));
            let message = format!("{name} is a target of a {result} and did not check");
            self.report(judgement, "SK2-3.2-TARGET-ALL", *unit, message);
        }
    }

    fn compare_unit(&self, open: &Open, unit: usize, judgement: &mut Judgement) {
        let right = &self.table.units[unit];
        let seen = &self.shown.units[unit];
        let name = self.name(Piece::Unit(unit));
        let reason =
            |default: &'static str| self.scene.reasons.get(&right.id).copied().unwrap_or(default);
        let gone = right.at == Whereabouts::Gone;
        let shown_gone = seen.at == Place::Gone || seen.at == Place::Off;
        let mut wrong = |rule: &'static str, message: String| {
            self.report(judgement, rule, unit, message);
        };
        if gone != shown_gone {
            let message = if gone {
                format!("{name} is eliminated, but stays on the board")
            } else {
                format!("{name} is not eliminated, but was taken from the board")
            };
            return wrong(reason("SK2-3.2.3-KIA"), message);
        }
        if gone {
            return;
        }
        if right.is_broken() != seen.back {
            let message = if seen.back {
                format!("{name} does not break, but was turned over")
            } else {
                format!("{name} is broken, but its good side is up")
            };
            return wrong(reason("SK2-3.2.3-MC"), message);
        }
        let before = open.before.get(&unit);
        let was_pinned = before.is_some_and(|before| before.has("pinned"));
        if right.has("pinned") && !seen.states.contains("pinned") && !was_pinned {
            return wrong(
                reason("SK2-3.2.3-PIN-EXACT"),
                format!("{name} is pinned, but not marked"),
            );
        }
        let newly_pinned = self.marked_since(open, unit, "pinned");
        if !right.has("pinned") && newly_pinned && !right.is_broken() {
            return wrong(
                reason("SK2-3.2.3-PIN-EXACT"),
                format!("{name} is not pinned, but was marked so"),
            );
        }
        if right.has("wounded") && !seen.states.contains("wounded") {
            return wrong("SK2-3.2.3-WOUND", format!("{name} is wounded, but not marked"));
        }
        if let Some(before) = before {
            self.compare_counter(unit, before, judgement);
        }
    }

    /// Whether a state was set after an attack was declared.
    fn marked_since(&self, open: &Open, unit: usize, state: &str) -> bool {
        let range = open.at..self.scene.at.max(open.at);
        self.scene.coming.get(range).into_iter().flatten().any(|(_, event)| {
            matches!(event, Event::Marked { piece: Piece::Unit(one), state: of, on: true }
                if *one == unit && of == state)
        })
    }

    /// Casualty reduction and replacement put the right counter in a unit's place (3.2.3, 5.1).
    fn compare_counter(&self, unit: usize, before: &Unit, judgement: &mut Judgement) {
        let right = &self.table.units[unit];
        let seen = &self.shown.units[unit];
        let counter = |id: &str| id.split('#').next().unwrap_or_default().to_owned();
        let (old, new) = (counter(&before.id), counter(&seen.id));
        let follow = |id: &str, column: &str| {
            self.game.counters.get(id).and_then(|one| one.value(column)).map(str::to_owned)
        };
        let reduced = before.size == Size::Squad && right.size == Size::HalfSquad;
        let replaced = right.has("replaced") && !before.has("replaced");
        let half = |id: &str| follow(id, "reduces_to");
        let lower = |id: &str| follow(id, "replaced_by");
        let fits = match (reduced, replaced) {
            (false, false) => new == old,
            (true, false) => half(&old).as_ref() == Some(&new),
            (false, true) => lower(&old).as_ref() == Some(&new),
            (true, true) => {
                half(&old).and_then(|id| lower(&id)).as_ref() == Some(&new)
                    || lower(&old).and_then(|id| half(&id)).as_ref() == Some(&new)
            }
        };
        if fits {
            return;
        }
        let unsure = ["reduces_to", "replaced_by"]
            .iter()
            .any(|column| laying::is_unsure(self.game, &old, column));
        let name = self.name(Piece::Unit(unit));
        let rule = if reduced { "SK2-3.2.3-CR" } else { "SK2-5.1-ELR" };
        let dropped = lower(&old).as_ref() == Some(&new);
        // By how much a check failed may hang on a value that no text shows.
        if unsure && (new != old || !reduced) || !reduced && dropped && right.is_broken() {
            judgement.leave_unchecked(
                rule,
                "the counter that takes the unit's place is not known from any text",
            );
            return;
        }
        let message = match (reduced, replaced) {
            (true, _) => {
                format!("{name} is reduced to a half-squad, but the counter is not that one")
            }
            (false, true) => {
                format!("{name} is replaced by a lower class, but the counter is not that one")
            }
            (false, false) => format!("{name} was exchanged for another counter without a reason"),
        };
        self.report(judgement, rule, unit, message);
    }

    fn compare_weapon(&self, weapon: usize, judgement: &mut Judgement) {
        let right = &self.table.weapons[weapon];
        let seen = &self.shown.weapons[weapon];
        if laying::is_unsure(self.game, &right.id, "breakdown") {
            return;
        }
        let name = self.name(Piece::Weapon(weapon));
        let ended = right.has("destroyed") || right.has("eliminated");
        let rule = self.scene.reasons.get(&right.id).copied().unwrap_or("SK2-4.1-MG-BREAK");
        let message = if ended && seen.at != Place::Gone {
            format!("{name} is removed by its roll, but stays on the board")
        } else if !ended && right.has("malfunctioned") && !seen.back && seen.at != Place::Gone {
            format!("{name} malfunctions by its roll, but its good side is up")
        } else if !right.has("malfunctioned") && !ended && seen.back {
            format!("{name} works, but its malfunctioned side is up")
        } else {
            return;
        };
        let finding = Finding::violation(rule, message).units([right.id.clone()]);
        judgement.report(finding);
    }

    /// Sets a unit to what the log shows after results were carried out.
    pub(super) fn force_unit(&mut self, unit: usize) {
        let Some(seen) = self.shown.units.get(unit).cloned() else { return };
        let was_broken = self.table.units[unit].is_broken();
        self.take_counter(unit);
        self.follow_unit(unit);
        let one = &mut self.table.units[unit];
        if seen.back && !was_broken {
            one.set("desperation-morale");
            one.clear("pinned");
        }
        if seen.states.contains("pinned") && !seen.back {
            one.set("pinned");
        } else {
            one.clear("pinned");
        }
        if seen.states.contains("wounded") {
            one.set("wounded");
        } else {
            one.clear("wounded");
        }
    }

    /// The right counter in a unit's place brings its broken side with it, for what is rolled before all is compared.
    pub(super) fn take_back(&mut self, unit: usize) {
        let Some(id) = self.shown.units.get(unit).map(|seen| seen.id.clone()) else { return };
        let counter = id.split('#').next().and_then(|id| self.game.counters.get(id));
        let fresh = counter.and_then(|counter| laying::unit(self.game, &id, counter));
        let one = &mut self.table.units[unit];
        if let Some(fresh) = fresh.filter(|fresh| fresh.values() == one.values()) {
            one.broken_morale = fresh.broken_morale;
        }
    }

    /// A unit is the counter that the log shows.
    pub(super) fn take_counter(&mut self, unit: usize) {
        let Some(seen) = self.shown.units.get(unit) else { return };
        if seen.id == self.table.units[unit].id {
            return;
        }
        let id = seen.id.clone();
        let counter = id.split('#').next().and_then(|id| self.game.counters.get(id));
        let fresh = counter.and_then(|counter| laying::unit(self.game, &id, counter));
        let Some(fresh) = fresh else { return };
        self.rename(unit, &fresh.id);
        let one = &mut self.table.units[unit];
        one.size = fresh.size;
        one.class = fresh.class;
        (one.firepower, one.range) = (fresh.firepower, fresh.range);
        (one.morale, one.leadership) = (fresh.morale, fresh.leadership);
        one.broken_morale = fresh.broken_morale;
        one.smoke_exponent = fresh.smoke_exponent;
        one.assault_fire = fresh.assault_fire;
    }

    /// A unit is known by another name, also where it is remembered by the old one.
    fn rename(&mut self, unit: usize, new: &str) {
        let old = std::mem::replace(&mut self.table.units[unit].id, new.to_owned());
        self.table.call(new, Piece::Unit(unit));
        for leader in &mut self.table.units {
            for led in leader.directed.iter_mut().filter(|led| **led == old) {
                new.clone_into(led);
            }
        }
        let shots = std::mem::take(&mut self.table.shots_at);
        self.table.shots_at = shots
            .into_iter()
            .map(|((by, at, hex), count)| {
                ((if by == old { new.to_owned() } else { by }, at, hex), count)
            })
            .collect();
    }
}
