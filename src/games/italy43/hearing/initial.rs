//! The Initial Phase: who leaves, who comes, who is restored, what is built.

use super::super::entry::{self, Entry};
use super::super::ground::{Off, Place};
use super::super::position::Who;
use super::super::words::{ReplacementType, Side};
use super::Log;
use super::table::Piece;
use super::trial::{Deed as Do, Item};
use crate::deeds::{Act, Deed};
use crate::referee::Ruling;

impl Log<'_> {
    /// I43 3.0 B1.
    pub(super) fn initial_phase(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        // What the marker shows when the phase begins is what there is to spend.
        self.play.position.facts.supply_points = self.table.supply;
        let stretch = self.stretch(deeds);
        let after = self.table.pieces.clone();
        let side = self.acting();
        let forts = self.build(deeds, rulings);
        for (who, is) in after.iter().enumerate() {
            let was = &stretch.before[who];
            let step = stretch.step(who);
            if is.steps > was.steps
                && was.at.on_map()
                && is.at.on_map()
                && !self.play.position.units[who].artillery()
            {
                self.replaced(who, is.steps - was.steps, is, deeds, step, rulings);
            }
        }
        // What leaves goes first: it makes room and forfeits replacements.
        for (who, step) in stretch.moves(&after) {
            if !after[who].at.on_map() {
                self.departs(who, &after[who], step, rulings);
            }
        }
        for (who, step) in stretch.moves(&after) {
            let own = Some(self.play.position.units[who].side) == side;
            if after[who].at.on_map() {
                self.comes(who, &stretch.before[who], &after[who], own, deeds, step, rulings);
            }
        }
        for who in (0..after.len()).filter(|who| self.readied(&stretch, *who)).collect::<Vec<_>>() {
            let entry = entry::Flip {
                unit: self.id_of(who),
                to: Some("ready".to_owned()),
                ..entry::Flip::default()
            };
            let subject = format!("{} is readied", self.name(who));
            self.judge_one(stretch.step(who), subject, Entry::Flip(entry), rulings);
        }
        self.judge_markers(&stretch, &forts, rulings);
        self.sync();
    }

    fn departs(&mut self, who: Who, is: &Piece, step: usize, rulings: &mut Vec<Ruling>) {
        let unit = self.id_of(who);
        let name = self.name(who);
        match is.at {
            Place::Off(Off::Removed) => {
                let entry = entry::Remove { unit, ..entry::Remove::default() };
                self.judge_one(step, format!("{name} is removed"), Entry::Remove(entry), rulings);
            }
            Place::Off(Off::NotArrived) => {
                let entry =
                    entry::Withdraw { unit, returns: is.waits_for, ..entry::Withdraw::default() };
                self.judge_one(
                    step,
                    format!("{name} is withdrawn"),
                    Entry::Withdraw(entry),
                    rulings,
                );
            }
            // Where else a counter is laid aside is nobody's concern.
            _ => self.play.position.units[who].at = is.at,
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one arrival, with all that may explain it")]
    fn comes(
        &mut self,
        who: Who,
        was: &Piece,
        is: &Piece,
        own: bool,
        deeds: &[Deed],
        step: usize,
        rulings: &mut Vec<Ruling>,
    ) {
        let (unit, name) = (self.id_of(who), self.name(who));
        let at = self.ground.name(is.at);
        match was.at {
            Place::Off(Off::NotArrived | Off::Withdrawn) => {
                let entry = entry::Place { unit, at: Some(at.clone()), marker: None };
                self.judge_one(
                    step,
                    format!("{name} arrives at {at}"),
                    Entry::Place(entry),
                    rulings,
                );
            }
            Place::Off(Off::EliminatedBox) => {
                let artillery = self.play.position.units[who].artillery();
                let face =
                    artillery.then(|| if is.steps == 0 { "fired" } else { "ready" }.to_owned());
                let full = self.play.position.units[who].full_steps;
                let shown = match full.saturating_sub(is.steps) {
                    _ if artillery || full == 1 || is.steps <= 1 => None,
                    0 => Some("full".to_owned()),
                    _ => Some("reduced".to_owned()),
                };
                let r#type = self.replacement_of(who, deeds);
                let entry = entry::Return { unit, at: Some(at.clone()), step: shown, face, r#type };
                self.judge_one(
                    step,
                    format!("{name} returns at {at}"),
                    Entry::Return(entry),
                    rulings,
                );
            }
            Place::Hex(_) | Place::Area(_) => {
                let lost = self.ground.section_of(was.at).is_some_and(|section| {
                    self.play.position.section_owner(section) == Side::Allied
                });
                if own && lost && self.play.position.units[who].side == Side::German {
                    let entry =
                        entry::Relocate { unit, to: Some(at.clone()), mark: Some(is.order()) };
                    self.judge_one(
                        step,
                        format!("{name} is relocated to {at}"),
                        Entry::Relocate(entry),
                        rulings,
                    );
                } else {
                    let item = self.move_item(who, is.at, step);
                    self.judge(&[vec![item]], rulings);
                }
            }
            Place::Off(_) => self.play.position.units[who].at = is.at,
        }
    }

    /// The type that a player named for a unit.
    fn replacement_of(&self, who: Who, deeds: &[Deed]) -> Option<ReplacementType> {
        let id = &self.play.position.units[who].id;
        deeds.iter().find_map(|deed| match &deed.act {
            Act::Declare(said) if said.id == "replacement" => {
                said.units.iter().find(|unit| *unit.0 == **id)?;
                match said.values.get("type").map(String::as_str) {
                    Some("infantry") => Some(ReplacementType::Infantry),
                    Some("special") => Some(ReplacementType::Special),
                    Some("tank") => Some(ReplacementType::Tank),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    fn replaced(
        &mut self,
        who: Who,
        steps: u32,
        is: &Piece,
        deeds: &[Deed],
        step: usize,
        rulings: &mut Vec<Ruling>,
    ) {
        let r#type = self.replacement_of(who, deeds);
        let subject = format!("{} regains a step", self.name(who));
        let entry = entry::Replace { unit: self.id_of(who), r#type, ..entry::Replace::default() };
        let mut plan =
            vec![
                Item { step, subject: subject.clone(), deed: Do::Verb(Entry::Replace(entry)) };
                steps as usize
            ];
        if is.states.contains("replacement") {
            let mark = entry::Mark {
                unit: self.id_of(who),
                r#as: Some("replacement".to_owned()),
                ..entry::Mark::default()
            };
            plan.push(Item {
                step,
                subject: format!("{} is marked", self.name(who)),
                deed: Do::Verb(Entry::Mark(mark)),
            });
        }
        self.judge(&[plan], rulings);
    }
}
