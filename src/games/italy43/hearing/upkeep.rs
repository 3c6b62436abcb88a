//! Weather, Recovery, Supply and Victory Check Phases.

use super::super::entry::{self, Entry};
use super::super::play::Play;
use super::super::position::Who;
use super::super::supply::STATUS;
use super::super::victory;
use super::super::words::{Order, Side, SupplyMark};
use super::Log;
use super::march::Stretch;
use super::table::Piece;
use super::trial::{Deed as Do, Item};
use crate::deeds::{Act, Deed};
use crate::referee::{Judgement, Ruling};
use std::collections::HashSet;

impl Log<'_> {
    pub(super) fn id_of(&self, who: Who) -> Option<String> {
        Some(self.play.position.units[who].id.clone())
    }

    /// I43 3.0 A: the die, the marker, supply points, free readying.
    pub(super) fn weather_phase(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        let (space, points) = (self.table.weather, self.table.supply);
        let die = deeds.iter().find_map(|deed| match &deed.act {
            Act::Roll { faces, .. } if faces.len() == 1 => Some((deed.step, faces[0])),
            _ => None,
        });
        let stretch = self.stretch(deeds);
        let last = deeds.last().map_or(0, |deed| deed.step);
        let moved = self.table.weather != space;
        if let Some((step, roll)) = die {
            let entry = entry::RollWeather { roll: Some(roll), to: self.table.weather };
            self.judge_one(step, "the weather".to_owned(), Entry::Weather(entry), rulings);
        } else if moved {
            let mut judgement = Judgement::default();
            judgement.leave_unchecked(
                super::super::weather::ROLL,
                "the log shows no die for the weather",
            );
            self.rule(rulings, last, "the weather".to_owned(), judgement);
            self.play.position.when.weather = self.table.weather;
            self.play.turn.assets_used.clear();
        }
        if self.table.supply != points || die.is_some() {
            let entry =
                entry::SetPoints { german: self.table.supply[0], allied: self.table.supply[1] };
            self.judge_one(last, "supply points".to_owned(), Entry::SupplyPoints(entry), rulings);
        }
        for who in 0..self.table.pieces.len() {
            if self.readied(&stretch, who) {
                let entry = entry::Flip {
                    unit: self.id_of(who),
                    to: Some("ready".to_owned()),
                    free: true,
                    ..entry::Flip::default()
                };
                let subject = format!("{} is readied for free", self.name(who));
                self.judge_one(stretch.step(who), subject, Entry::Flip(entry), rulings);
            }
        }
        self.misplaced(&stretch, rulings);
        self.sync();
    }

    /// Whether artillery was turned to its ready side; one that comes back from the box is judged as it does.
    pub(super) fn readied(&self, stretch: &Stretch, who: Who) -> bool {
        let (was, is) = (&stretch.before[who], &self.table.pieces[who]);
        let turned = was.steps == 0 && is.steps > 0;
        self.play.position.units[who].artillery() && turned && is.at.on_map() && !was.dead()
    }

    /// I43 3.0 B4.
    pub(super) fn recovery_phase(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        let mut dice: Vec<(usize, u32, bool)> = Vec::new();
        let mut rallies: Vec<(usize, Who, Option<usize>)> = Vec::new();
        for deed in deeds {
            match &deed.act {
                Act::Declare(said) if said.id == "rally" => {
                    if let Some(who) = said.units.first().and_then(|unit| self.table.who(unit)) {
                        rallies.push((deed.step, who, None));
                    }
                }
                Act::Roll { faces, .. } if faces.len() == 1 => {
                    let waiting = rallies.iter_mut().find(|(_, _, die)| die.is_none());
                    let taken = waiting.is_some();
                    if let Some((_, _, die)) = waiting {
                        *die = Some(dice.len());
                    }
                    dice.push((deed.step, faces[0], taken));
                }
                _ => {}
            }
        }
        let stretch = self.stretch(deeds);
        let after = self.table.pieces.clone();
        for (step, who, die) in rallies {
            let roll = die.and_then(|die| i32::try_from(dice[die].1).ok());
            let entry = entry::Rally { unit: self.id_of(who), roll };
            self.judge_one(
                step,
                format!("{} rolls to rally", self.name(who)),
                Entry::Rally(entry),
                rulings,
            );
        }
        for (who, piece) in after.iter().enumerate() {
            let now = self.play.position.units[who].order;
            let shows = piece.order();
            let step = stretch.step(who);
            if shows < now && piece.at.on_map() {
                let mut plans = vec![vec![self.mark_item(who, shows, step)]];
                // A die that nobody said anything about may have been this unit's.
                for (at, (die_step, roll, taken)) in dice.clone().into_iter().enumerate() {
                    if !taken && self.play.rallies_with(who, roll) == shows {
                        let entry =
                            entry::Rally { unit: self.id_of(who), roll: i32::try_from(roll).ok() };
                        let subject = format!("{} rolls to rally", self.name(who));
                        plans.push(vec![Item {
                            step: die_step,
                            subject,
                            deed: Do::Verb(Entry::Rally(entry)),
                        }]);
                        dice[at].2 = true;
                        break;
                    }
                }
                self.judge(&plans, rulings);
            } else if shows > now && stretch.before[who].order() < shows {
                self.mark(who, shows, step, rulings);
            }
            self.take_off(who, &stretch.before[who], piece, step, rulings);
        }
        self.misplaced(&stretch, rulings);
        self.sync();
    }

    /// Markers that came off.
    fn take_off(
        &mut self,
        who: Who,
        was: &Piece,
        is: &Piece,
        step: usize,
        rulings: &mut Vec<Ruling>,
    ) {
        for marker in ["truck", "replacement", "half-effective"] {
            if was.states.contains(marker) && !is.states.contains(marker) {
                let entry =
                    entry::Unmark { unit: self.id_of(who), marker: Some(marker.to_owned()) };
                let subject = format!("the {marker} marker of {} comes off", self.name(who));
                self.judge_one(step, subject, Entry::Unmark(entry), rulings);
            }
        }
    }

    /// I43 3.0 B5.
    pub(super) fn supply_phase(
        &mut self,
        deeds: &[Deed],
        closing: bool,
        rulings: &mut Vec<Ruling>,
    ) {
        self.play.position.facts.supply_points = self.table.supply;
        let mut rolls: Vec<(usize, Who, Option<u32>)> = Vec::new();
        for deed in deeds {
            match &deed.act {
                Act::Declare(said) if said.id == "attrition" => {
                    if let Some(who) = said.units.first().and_then(|unit| self.table.who(unit)) {
                        rolls.push((deed.step, who, None));
                    }
                }
                Act::Roll { faces, .. } if faces.len() == 1 => {
                    if let Some((_, _, die)) = rolls.iter_mut().find(|(_, _, die)| die.is_none()) {
                        *die = Some(faces[0]);
                    }
                }
                _ => {}
            }
        }
        let stretch = self.stretch(deeds);
        let after = self.table.pieces.clone();
        let last = deeds.last().map_or(0, |deed| deed.step);
        let side = self.acting();
        for (who, piece) in after.iter().enumerate() {
            let (was, is) = (stretch.before[who].supply(), piece.supply());
            let own = Some(self.play.position.units[who].side) == side;
            if !own && was != is && piece.at.on_map() {
                let entry = entry::Mark {
                    unit: self.id_of(who),
                    r#as: Some(is.word().replace(' ', "-")),
                    ..entry::Mark::default()
                };
                let subject = format!("{} is marked {}", self.name(who), is.word());
                self.judge_one(stretch.step(who), subject, Entry::Mark(entry), rulings);
            }
            if own {
                if is == SupplyMark::Isolated && was != SupplyMark::Isolated {
                    self.play.phase.newly_marked.insert(who);
                }
                self.play.position.units[who].supply = is;
            }
        }
        for (step, who, die) in rolls {
            let entry = entry::Attrition {
                unit: self.id_of(who),
                roll: die.and_then(|die| i32::try_from(die).ok()),
                traces_to: None,
            };
            let subject = format!("isolation attrition of {}", self.name(who));
            self.judge_one(step, subject, Entry::Attrition(entry), rulings);
        }
        for (who, is) in after.iter().enumerate() {
            let was = &stretch.before[who];
            let artillery = self.play.position.units[who].artillery();
            let lost = if artillery { 0 } else { was.steps.saturating_sub(is.steps) }
                + u32::from(is.dead() && !was.dead());
            if lost > 0 && self.play.phase.attrition_rolled.contains(&who) {
                let entry = entry::Lose { unit: self.id_of(who), ..entry::Lose::default() };
                self.judge_one(
                    stretch.step(who),
                    format!("{} loses a step", self.name(who)),
                    Entry::Lose(entry),
                    rulings,
                );
            }
            if self.readied(&stretch, who) {
                let entry = entry::Flip {
                    unit: self.id_of(who),
                    to: Some("ready".to_owned()),
                    ..entry::Flip::default()
                };
                self.judge_one(
                    stretch.step(who),
                    format!("{} is readied", self.name(who)),
                    Entry::Flip(entry),
                    rulings,
                );
            }
        }
        if closing {
            self.judge_supply(last, rulings);
        }
        self.misplaced(&stretch, rulings);
        self.sync();
    }

    /// Supply markers when the phase ends: wrong only if they are, whoever controls what nobody knows.
    pub(super) fn judge_supply(&mut self, step: usize, rulings: &mut Vec<Ruling>) {
        let Some(side) = self.acting() else { return };
        let unknown = self.play.position.unknown_control();
        let mut positions = vec![self.play.clone()];
        for owner in Side::BOTH {
            if !unknown.is_empty() {
                let mut play = self.play.clone();
                play.position.facts.control.extend(unknown.iter().map(|hex| (*hex, owner)));
                positions.push(play);
            }
        }
        let in_supply: Vec<_> =
            positions.iter().map(|play| play.position.supplied_units(side)).collect();
        for who in 0..self.table.pieces.len() {
            let unit = &self.play.position.units[who];
            if unit.side != side || !unit.at.on_map() {
                continue;
            }
            let shows = self.table.pieces[who].supply();
            let right = positions.iter().zip(&in_supply).any(|(play, supplied)| match shows {
                SupplyMark::None => supplied.contains(&who),
                _ => !supplied.contains(&who) && play.right_mark(who) == shows,
            });
            if right {
                // Nothing more is said of it when the phase ends.
                self.play.phase.told.insert(who);
                continue;
            }
            self.play.now = Judgement::default();
            self.play.judge_mark(who, shows);
            let mut judgement = std::mem::take(&mut self.play.now);
            self.soften(&mut judgement);
            self.rule(rulings, step, format!("supply of {}", self.name(who)), judgement);
        }
        if !unknown.is_empty() {
            let mut judgement = Judgement::default();
            judgement.leave_unchecked(
                STATUS,
                "who controls some vacant cities and VP hexes is not known",
            );
            self.rule(rulings, step, "lines of supply through vacant cities".to_owned(), judgement);
        }
    }

    /// I43 24.0.
    pub(super) fn victory_phase(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        let stretch = self.stretch(deeds);
        let last = deeds.last().map_or(0, |deed| deed.step);
        let vp_known = {
            let position = &self.play.position;
            position.facts.vp_hexes.keys().all(|hex| position.controller(*hex).is_some())
        };
        if self.table.victory != self.play.position.facts.vp {
            if vp_known {
                let entry = entry::Mark {
                    marker: Some("victory-points".to_owned()),
                    value: self.table.victory,
                    ..entry::Mark::default()
                };
                self.judge_one(last, "victory points".to_owned(), Entry::Mark(entry), rulings);
            } else {
                let mut judgement = Judgement::default();
                judgement
                    .leave_unchecked(victory::COUNT, "who controls some VP hexes is not known");
                self.rule(rulings, last, "victory points".to_owned(), judgement);
                self.play.position.facts.vp = self.table.victory;
            }
        }
        self.misplaced(&stretch, rulings);
        self.sync();
    }

    /// Units that were moved in a phase in which nobody moves, and markers in hexes.
    pub(super) fn misplaced(&mut self, stretch: &Stretch, rulings: &mut Vec<Ruling>) {
        self.judge_markers(stretch, &HashSet::new(), rulings);
        let after = self.table.pieces.clone();
        for (who, step) in stretch.moves(&after) {
            if after[who].at.on_map() && stretch.before[who].at.on_map() {
                let item = self.move_item(who, after[who].at, step);
                self.judge(&[vec![item]], rulings);
            }
        }
    }
}

impl Play<'_> {
    /// The order that a unit would be in after a rally roll.
    fn rallies_with(&self, who: Who, roll: u32) -> Order {
        let mut play = self.clone();
        let entry =
            entry::Rally { unit: Some(self.id(who).to_owned()), roll: i32::try_from(roll).ok() };
        // The unit is known, so this cannot fail.
        let _ = play.rally(&entry);
        play.position.units[who].order
    }
}
