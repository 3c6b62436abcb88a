//! The table at the beginning, and whether the set-up is what the scenario says.

use super::super::Play;
use crate::model::{MovementPoints, Topic};
use crate::referee::Judgement;
use crate::referee::ground::{Place, entry_cost};
use crate::referee::world::{At, Unit};

impl Play<'_> {
    /// A log or a case begins, with these markers on the table.
    pub(crate) fn sit_down(&mut self, markers: &[(&str, At)]) {
        let mut blown = Vec::new();
        for (marker, at) in markers {
            let Some(place) = at.place() else { continue };
            match self.board().marker_bit(marker) {
                Some(bit) => self.lay_out(bit, place),
                None if self.board().is_blown(marker) => blown.push(place),
                None => {}
            }
        }
        self.blown_before(&blown);
        self.state.start.copy_from(&self.position);
        // What came before a case, the case says.
        self.state.continues = !self.exact && self.begins_amid();
    }

    /// Every unit stands where the scenario says.
    pub(crate) fn judge_set_up(&self, judgement: &mut Judgement) {
        let board = self.board();
        let name = |unit: Unit| self.position.place(unit).map(|place| board.place(place));
        for (unit, message) in self.objections() {
            let finding = board.violation(Topic::SetUp, message, &[unit]);
            judgement.report(finding.hexes(name(unit)));
        }
        let mut seen: Vec<Place> = Vec::new();
        for (unit, own) in board.roster.iter() {
            let Some(place) = self.position.place(unit) else { continue };
            if self.is_prohibited(unit, place) {
                let place = board.place(place);
                let message =
                    format!("{} is set up in {place}, which is prohibited to it", own.words());
                judgement.report(board.violation(Topic::SetUp, message, &[unit]).hexes([place]));
            }
            if seen.contains(&place) {
                continue;
            }
            seen.push(place);
            let tally = board.tally(&self.position, own.side, place, None);
            if !tally.fits() {
                let stack: Vec<Unit> = self.position.stack(place).collect();
                let message = format!(
                    "{} are set up in {}, where {} may stand",
                    board.units(stack.iter().copied()),
                    board.place(place),
                    board.space.scale.points(tally.limit)
                );
                let finding = board.violation(Topic::SetUp, message, &stack);
                judgement
                    .report(finding.hexes([board.place(place)]).or(board.rule(Topic::Stacking)));
            }
        }
    }

    /// Whether a unit could never be in a hex: its terrain is prohibited and no path leads through it.
    fn is_prohibited(&self, unit: Unit, place: Place) -> bool {
        let board = self.board();
        let class = board.roster[unit].class;
        let class = class.and_then(|class| board.game.movement_classes.entries().nth(class));
        let Some((class, _)) = class else { return false };
        let (map, hex) = board.space.lattice.hex(place);
        board.ways.paths[place as usize] == 0
            && entry_cost(board.game, map, class, hex, MovementPoints::ZERO).is_err()
    }
}
