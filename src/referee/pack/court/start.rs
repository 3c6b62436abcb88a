//! The table at the beginning, and whether the set-up is what the scenario says.

use super::super::super::ground::{Place, entry_cost};
use super::super::super::sequence::Sequence;
use super::super::super::world::Unit;
use super::super::super::{Hearing, Judgement, Ruling};
use super::Court;
use crate::deeds::{Act, Deed, Moment, Spot, Standing};
use crate::model::{MovementPoints, Topic};
use std::sync::Arc;

impl Court<'_> {
    /// The table when the log begins.
    pub(super) fn sit_down(
        &mut self,
        pieces: &[Standing],
        markers: &[(String, Spot)],
        moment: Option<&Moment>,
        scenario: Option<&str>,
        rulings: &mut Vec<Ruling>,
    ) {
        if let Some(named) = scenario.and_then(|id| self.board.game.scenarios.get(id)) {
            self.scenario = Some(named);
            self.schedule = self.board.schedule(named);
            self.sequence = Arc::new(Sequence::new(self.board.game, named.first_side));
        }
        let unknown: Vec<String> = pieces
            .iter()
            .filter(|standing| self.board.find(&standing.unit).is_none())
            .map(|standing| standing.unit.to_string())
            .collect();
        for standing in pieces {
            self.stand(standing);
        }
        let mut blown = Vec::new();
        for (marker, spot) in markers {
            let Some(place) = self.at(spot).place() else { continue };
            match self.marker_bit(marker) {
                Some(bit) => self.lay_out(bit, place),
                None if self.is_blown(marker) => blown.push(place),
                None => {}
            }
        }
        self.blown_before(&blown);
        if !unknown.is_empty() {
            let mut judgement = Judgement::default();
            judgement.leave_unchecked(
                self.board.rule(Topic::Units),
                format!("these are no units of the game: {}", unknown.join(", ")),
            );
            self.rule(rulings, 0, "the table at the beginning", judgement);
        }
        match moment {
            Some(moment) => self.begin(moment),
            None => self.new_phase(),
        }
        self.continues = self.begins_amid();
        self.check_whether_set_up(rulings);
    }

    /// Whether the game begins here, and if so, whether units stand already where they may start.
    fn check_whether_set_up(&mut self, rulings: &mut Vec<Ruling>) {
        let Some(scenario) = self.scenario else { return };
        let begins = match self.clock.now {
            None => true,
            // Where units move in the first phase, they may have left where they started.
            Some(now @ (turn, 0)) => {
                turn == scenario.turns.first
                    && self.sequence.stage(now).is_some_and(|stage| !stage.allows("move"))
            }
            Some(_) => false,
        };
        if !begins {
            return;
        }
        let units = 0..self.board.roster.len() as Unit;
        if units.clone().all(|unit| self.objection_to_start(unit).is_none()) {
            self.judge_set_up(rulings);
        } else {
            self.setting_up = true;
        }
    }

    /// After how many deeds of the first phase the set-up last was what the scenario says, after all of them
    /// when it never was; none when the log does not set up.
    pub(in super::super) fn last_set_up(mut self, deeds: &[Deed]) -> Option<usize> {
        self.hear(deeds.first()?, &mut Vec::new());
        if !self.setting_up {
            return None;
        }
        let in_phase = deeds.iter().skip(1).take_while(|deed| !matches!(deed.act, Act::Turn(_)));
        let in_phase = 1 + in_phase.count();
        let mut last = None;
        for (number, deed) in deeds.iter().enumerate().take(in_phase) {
            if number > 0 {
                self.hear(deed, &mut Vec::new());
            }
            for event in std::mem::take(&mut self.pending) {
                self.apply(&event);
            }
            let units = 0..self.board.roster.len() as Unit;
            if self.scenario.is_some()
                && units.clone().all(|u| self.objection_to_start(u).is_none())
            {
                last = Some(number + 1);
            }
        }
        Some(last.or_else(|| self.set_up_goes_on(deeds, in_phase)).unwrap_or(in_phase))
    }

    /// The same when units are still set up after the first click, before any dice: after how many deeds the set-up
    /// is right for the first time.
    fn set_up_goes_on(&mut self, deeds: &[Deed], from: usize) -> Option<usize> {
        self.scenario?;
        let later = deeds.iter().enumerate().skip(from);
        let before_dice =
            later.take_while(|(_, deed)| !matches!(deed.act, Act::Roll { .. } | Act::Declare(_)));
        for (number, deed) in before_dice.filter(|(_, deed)| !matches!(deed.act, Act::Turn(_))) {
            self.hear(deed, &mut Vec::new());
            for event in std::mem::take(&mut self.pending) {
                self.apply(&event);
            }
            let mut units = 0..self.board.roster.len() as Unit;
            if units.all(|unit| self.objection_to_start(unit).is_none()) {
                return Some(number + 1);
            }
        }
        None
    }

    /// Every unit stands where the scenario says.
    pub(in super::super) fn judge_set_up(&mut self, rulings: &mut Vec<Ruling>) {
        let board = self.board;
        let units = 0..board.roster.len() as Unit;
        let mut judgement = Judgement::default();
        let mut seen: Vec<Place> = Vec::new();
        for unit in units {
            if let Some(message) = self.objection_to_start(unit) {
                let place = self.position.place(unit).map(|place| board.place(place));
                judgement.report(board.violation(Topic::SetUp, message, &[unit]).hexes(place));
            }
            let Some(place) = self.position.place(unit).filter(|place| !seen.contains(place))
            else {
                continue;
            };
            seen.push(place);
            let side = board.roster[unit].side;
            let tally = board.tally(&self.position, side, place, None);
            if !tally.fits() {
                let stack: Vec<Unit> = self.position.stack(place).collect();
                let message = format!(
                    "{} are set up in {}, where {} may stand",
                    board.units(stack.iter().copied()),
                    board.place(place),
                    board.field.scale.points(tally.limit)
                );
                let finding = board.violation(Topic::SetUp, message, &stack);
                judgement
                    .report(finding.hexes([board.place(place)]).or(board.rule(Topic::Stacking)));
            }
        }
        self.rule(rulings, 0, "the set-up", judgement);
    }

    /// Why a unit may not start where it stands.
    fn objection_to_start(&self, unit: Unit) -> Option<String> {
        let board = self.board;
        let name = || board.unit(unit);
        let steps = board.roster[unit].steps;
        let asked = (unit, steps, &name as &dyn Fn() -> String);
        if let Some(objection) = self.schedule.objection(board.field, &self.position, asked) {
            return Some(objection);
        }
        let place = self.position.place(unit)?;
        self.is_prohibited(unit, place).then(|| {
            format!("{} is set up in {}, which is prohibited to it", name(), board.place(place))
        })
    }

    /// Whether a unit could never be in a hex: its terrain is prohibited and no path leads through it.
    fn is_prohibited(&self, unit: Unit, place: Place) -> bool {
        let board = self.board;
        let class = board.roster[unit].class;
        let class = class.and_then(|class| board.game.movement_classes.entries().nth(class));
        let Some((class, _)) = class else { return false };
        let (map, hex) = board.field.lattice.hex(place);
        board.field.paths[place as usize] == 0
            && entry_cost(board.game, map, class, hex, MovementPoints::ZERO).is_err()
    }
}
