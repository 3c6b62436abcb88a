//! The bot keeps house: weather, Initial, Recovery and Supply Phases.

use super::super::entry::{self, Entry};
use super::super::ground::{Off, Place};
use super::super::position::Who;
use super::super::replacements::serves;
use super::super::tables::Kind;
use super::super::words::{Nation, Order, ReplacementType, Side, SupplyMark, Weather};
use super::{Bot, Crime};
use crate::deeds::Act;

impl Bot<'_> {
    pub(super) fn weather(&mut self) {
        let die = self.die();
        self.roll("1d6", &[die]);
        let Some(from) = self.work.position.when.weather else { return };
        let spaces = self.work.position.tables.weather_steps(die).unwrap_or(0);
        let reached = from.index() + spaces;
        let mut to = Weather::ALL[reached % 6];
        if self.wants(Crime::WrongWeather) {
            to = Weather::ALL[(reached + 1) % 6];
        }
        self.shift("weather", &format!("weather:{}", to.word()));
        if self.wants(Crime::WrongWeather) {
            self.guilty();
            return;
        }
        self.work.position.when.weather = Some(to);
        let turn = self.work.position.when.turn;
        let most = self.work.position.tables.most_supply_points();
        if let Some(gain) = self.work.position.supply_gain(to, turn) {
            for side in Side::BOTH {
                let had = self.work.position.facts.supply_points[side as usize].unwrap_or(0);
                let mut points = (had + gain[side as usize]).min(most);
                if self.wants(Crime::WrongPoints) && points < most {
                    points += 1;
                    self.show_points(side, points);
                    self.guilty();
                } else {
                    self.show_points(side, points);
                }
            }
        }
        let wrapped = reached >= 6;
        let mut free = [(2..=4).contains(&die); 2];
        for who in 0..self.work.position.units.len() {
            let unit = &self.work.position.units[who];
            let fit = unit.at.on_map()
                && unit.fired
                && unit.good_order()
                && self.work.position.has_line(who);
            let readied = fit
                && match unit.class.kind {
                    Kind::DivisionArtillery => wrapped,
                    Kind::Nebelwerfer => std::mem::take(&mut free[0]),
                    Kind::HeavyHowitzer => std::mem::take(&mut free[1]),
                    _ => false,
                };
            if readied {
                self.flip(who, 0, 1);
                self.work.position.units[who].fired = false;
                self.tally("free readyings");
            }
        }
    }

    pub(super) fn initial(&mut self) {
        let side = self.side();
        self.leavers(side);
        self.arrivals(side);
        self.relocations(side);
        self.replacements(side);
        self.ready(side);
        if side == Side::German && self.dice.chance(60) {
            self.fortify();
        }
    }

    /// A unit of a side, by its id.
    fn own(&self, id: &str, side: Side) -> Option<Who> {
        let units = &self.work.position.units;
        self.work.position.who(id).filter(|who| units[*who].side == side)
    }

    fn leavers(&mut self, side: Side) {
        let facts = &self.work.position.facts;
        let removals = facts.removals_due.clone();
        let withdrawals = facts.withdrawals_due.clone();
        for id in &removals {
            let Some(who) = self.own(id, side) else { continue };
            if self.wants(Crime::StaysOn) && self.work.position.units[who].at.on_map() {
                self.guilty();
                continue;
            }
            let from = self.work.position.units[who].at;
            let entry = entry::Remove { unit: Some(id.clone()), ..entry::Remove::default() };
            // What it forfeits is the bot's to know, too.
            self.lawful(&Entry::Remove(entry));
            self.went(who, from, Place::Off(Off::Removed));
            self.tally("removals");
        }
        for id in &withdrawals {
            let Some(who) = self.own(id, side) else { continue };
            let returns = self
                .scenario
                .withdrawals
                .iter()
                .find(|w| w.units.iter().any(|u| self.game.counters[u.counter].id == *id));
            let turn = returns.and_then(|w| w.returns).unwrap_or(32);
            let from = self.spot(self.work.position.units[who].at);
            let to = self.named(&format!("turn:{turn}"));
            self.emit(Act::Move { unit: self.unit(who), from, to });
            self.work.position.units[who].at = Place::Off(Off::Withdrawn);
            self.tally("withdrawals");
        }
    }

    fn arrivals(&mut self, side: Side) {
        let Some(turn) = self.work.position.when.turn else { return };
        for who in 0..self.work.position.units.len() {
            let unit = &self.work.position.units[who];
            if unit.side != side || unit.at != Place::Off(Off::NotArrived) {
                continue;
            }
            let Some(arrival) = self.work.position.facts.schedule.get(&unit.id).cloned() else {
                continue;
            };
            let early = self.wants(Crime::ComesEarly)
                && arrival.turn.is_some_and(|due| due > turn && due < turn + 4);
            if arrival.turn != Some(turn) && !early {
                continue;
            }
            let names = arrival.at.iter().flat_map(|at| match at.as_str() {
                "naples" => self
                    .work
                    .position
                    .facts
                    .naples
                    .iter()
                    .map(|hex| self.work.position.ground.hex_name(*hex))
                    .collect(),
                "formia" => self
                    .work
                    .position
                    .facts
                    .formia
                    .iter()
                    .map(|hex| self.work.position.ground.hex_name(*hex))
                    .collect(),
                code if self.work.position.ground.place(&format!("entry-{code}")).is_some() => {
                    vec![format!("entry-{code}")]
                }
                other => vec![other.to_owned()],
            });
            let names: Vec<String> = names.collect();
            for name in names {
                let Some(place) = self.work.position.ground.place(&name) else { continue };
                if place.hex().is_some_and(|hex| !self.fits(who, hex)) {
                    continue;
                }
                let from = self.named(&format!("turn:{}", arrival.turn.unwrap_or(turn)));
                self.emit(Act::Move { unit: self.unit(who), from, to: self.spot(place) });
                self.work.position.units[who].at = place;
                if early {
                    self.guilty();
                }
                self.tally("arrivals");
                break;
            }
        }
    }

    /// I43 5.8.1.
    fn relocations(&mut self, side: Side) {
        if side != Side::German {
            return;
        }
        for who in self.units_of(side) {
            let unit = &self.work.position.units[who];
            let Some(section) = self.work.position.ground.section_of(unit.at) else { continue };
            if self.work.position.section_owner(section) != Side::Allied {
                continue;
            }
            let before = unit.order;
            let ground = std::sync::Arc::clone(&self.work.position.ground);
            let goal = ground.all_hexes().find(|hex| {
                let right = match section.next() {
                    Some(next) => ground.hex(*hex).section == Some(next),
                    None => {
                        ground.hex_name(*hex).starts_with("36")
                            && ground.hex(*hex).section.is_none()
                    }
                };
                right
                    && ground.terrain(*hex) != super::super::ground::Terrain::Sea
                    && self.fits(who, *hex)
            });
            if let Some(goal) = goal {
                self.go(who, Place::Hex(goal));
                self.show_order(who, before, before.worse());
                self.tally("relocations");
            }
        }
    }

    fn replacements(&mut self, side: Side) {
        let nations: &[Nation] = match side {
            Side::German => &[Nation::German],
            Side::Allied => &[Nation::Us, Nation::British, Nation::French, Nation::Italian],
        };
        for nation in nations {
            let Some(left) = self.work.left(*nation) else { continue };
            for kind in left {
                self.replace(side, *nation, kind);
            }
        }
    }

    fn replace(&mut self, side: Side, nation: Nation, kind: ReplacementType) {
        let word = match kind {
            ReplacementType::Infantry => "infantry",
            ReplacementType::Special => "special",
            ReplacementType::Tank => "tank",
        };
        for who in self.units_of(side) {
            let unit = &self.work.position.units[who];
            let worn = unit.nation == nation
                && !unit.artillery()
                && !unit.remnant
                && unit.steps < unit.full_steps;
            let crime = self.wants(Crime::WrongType) && worn && !serves(kind, unit);
            if !worn || (!serves(kind, unit) && !crime) {
                continue;
            }
            let steps = unit.steps;
            let entry = entry::Replace {
                unit: Some(unit.id.clone()),
                r#type: Some(kind),
                ..entry::Replace::default()
            };
            if !crime && !self.lawful(&Entry::Replace(entry)) {
                continue;
            }
            self.say("replacement", &[who], None, &[("type", word)]);
            self.flip(who, steps, steps + 1);
            if crime {
                self.guilty();
            }
            self.set_state(who, "replacement", true);
            self.tally("replacements");
            return;
        }
    }

    /// Supply points ready artillery.
    fn ready(&mut self, side: Side) {
        for who in self.units_of(side) {
            let unit = &self.work.position.units[who];
            let points = self.work.position.facts.supply_points[side as usize].unwrap_or(0);
            let fit = unit.artillery() && unit.fired && !unit.is(Kind::HeavyHowitzer);
            if !fit || !self.dice.chance(60) {
                continue;
            }
            let entry = entry::Flip {
                unit: Some(unit.id.clone()),
                to: Some("ready".to_owned()),
                ..entry::Flip::default()
            };
            if points == 0
                && self.wants(Crime::NoPoints)
                && unit.good_order()
                && self.work.position.has_line(who)
            {
                self.flip(who, 0, 1);
                self.guilty();
                self.work.position.units[who].fired = false;
            } else if points > 0 && self.lawful(&Entry::Flip(entry)) {
                self.flip(who, 0, 1);
                self.show_points(side, points - 1);
                self.tally("readyings");
            }
        }
    }

    pub(super) fn recovery(&mut self) {
        let side = self.side();
        for who in self.units_of(side) {
            let unit = &self.work.position.units[who];
            let before = unit.order;
            for marker in ["truck", "replacement", "half-effective"] {
                if self.work.position.units[who].shows(marker) {
                    self.set_state(who, marker, false);
                }
            }
            if before == Order::GoodOrder {
                continue;
            }
            let unit = &self.work.position.units[who];
            let in_zone =
                unit.hex().is_some_and(|hex| self.work.position.in_zone_of(hex, side.enemy()));
            if !in_zone {
                self.show_order(who, before, before.better());
                self.tally("recoveries");
            } else if self.wants(Crime::RallyWithoutDie) {
                self.show_order(who, before, before.better());
                self.guilty();
            } else {
                self.say("rally", &[who], None, &[]);
                let die = self.die();
                self.roll("1d6", &[die]);
                let entry = entry::Rally {
                    unit: Some(self.work.position.units[who].id.clone()),
                    roll: i32::try_from(die).ok(),
                };
                let _ = self.work.perform(Entry::Rally(entry));
                let after = self.work.position.units[who].order;
                self.show_order(who, before, after);
                self.tally("rallies");
            }
        }
    }

    pub(super) fn supply(&mut self) {
        let side = self.side();
        let mut newly: Vec<Who> = Vec::new();
        for who in self.units_of(side) {
            let was = self.work.position.units[who].supply;
            let mut is = self.work.right_mark(who);
            let crime = self.wants(Crime::WrongSupply)
                && is == SupplyMark::None
                && self.work.position.units[who].hex().is_some();
            if crime {
                is = SupplyMark::OutOfSupply;
            }
            for (mark, state) in
                [(SupplyMark::OutOfSupply, "out-of-supply"), (SupplyMark::Isolated, "isolated")]
            {
                if (was == mark) != (is == mark) {
                    self.set_state(who, state, is == mark);
                    self.tally("supply markers");
                }
            }
            if crime {
                self.guilty();
            }
            if is == SupplyMark::Isolated && was != is {
                newly.push(who);
            }
            self.work.position.units[who].supply = is;
        }
        self.work.phase.newly_marked.extend(newly);
        for who in self.units_of(side) {
            if self.work.rolls_attrition(who) {
                self.attrition(who);
            }
        }
        self.ready(side);
    }

    fn attrition(&mut self, who: Who) {
        self.say("attrition", &[who], None, &[]);
        let die = self.die();
        self.roll("1d6", &[die]);
        let id = Some(self.work.position.units[who].id.clone());
        let entry =
            entry::Attrition { unit: id.clone(), roll: i32::try_from(die).ok(), traces_to: None };
        let _ = self.work.perform(Entry::Attrition(entry));
        self.tally("attrition rolls");
        if self.work.phase.attrition.get(&who) == Some(&true) {
            let (steps, from) =
                (self.work.position.units[who].steps, self.work.position.units[who].at);
            let _ =
                self.work.perform(Entry::Lose(entry::Lose { unit: id, ..entry::Lose::default() }));
            if steps <= 1 {
                let to = self.spot(Place::Off(Off::EliminatedBox));
                self.emit(Act::Move { unit: self.unit(who), from: self.spot(from), to });
            } else {
                self.flip(who, steps, steps - 1);
            }
        }
    }
}
