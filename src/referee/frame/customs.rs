//! What the court must know of a game whose rules are code.

use super::super::court::{Customs, Fit, Matter, Trial};
use super::super::sequence::{Sequence, Stage};
use super::super::{RuleId, world::At};
use super::hearing::Heard;
use super::{Rulebook, Umpire};
use crate::deeds::{Act, Declared, Deed, Spot, UnitId};
use crate::model::{CounterKind, Id, Side};

impl<R: Rulebook> Umpire<'_, R> {
    fn is_on_map(&self, spot: &Spot) -> bool {
        matches!(self.setting.at(spot), At::Map(_))
    }

    /// A chit that the game has: it lies in its cup or beside a unit, and is none itself.
    fn is_chit(&self, piece: &UnitId) -> bool {
        let counter = self.setting.game.counters.get(piece.counter());
        counter.is_some_and(|counter| {
            let copies = (2..=counter.count).map(|copy| format!("{}#{copy}", counter.id));
            let piece = piece.to_string();
            counter.kind == CounterKind::Chit
                && (piece == counter.id.as_str() || copies.into_iter().any(|copy| copy == piece))
        })
    }

    /// A declaration belongs into the phases that the sources offer it in, to the side whose units it names.
    fn fit_of_declaration(&self, declared: &Declared, stage: &Stage, own: bool) -> Fit {
        let known = self.setting.game.declarations.get(&declared.id);
        match known.map(|known| known.phases.as_slice()) {
            None | Some([]) => Fit::Anywhere,
            Some(phases) if !phases.iter().any(|phase| phase == stage.id()) => Fit::Never,
            Some(_) if own || self.book.is_for_both(declared) => Fit::Proper,
            Some(_) => Fit::Never,
        }
    }
}

impl<R: Rulebook> Customs for Umpire<'_, R> {
    fn sequence(&self, scenario: Option<&str>) -> Sequence {
        let scenario = scenario.and_then(|id| self.setting.game.scenarios.get(id));
        Sequence::new(self.setting.game, scenario.and_then(|scenario| scenario.first_side))
    }

    fn trial<'t>(&'t self, scenario: Option<&str>) -> Option<Box<dyn Trial<'t> + 't>> {
        let scenario = scenario.and_then(|id| self.setting.game.scenarios.get(id));
        Some(Box::new(Heard::new(&self.book, &self.setting, scenario)))
    }

    fn fit(&self, deed: &Deed, stage: &Stage) -> Fit {
        let own = |unit: &UnitId| match (self.owner(unit), stage.side()) {
            (Some(owner), Some(side)) => owner == side,
            _ => false,
        };
        let whose = match &deed.act {
            Act::State { unit, .. } => own(unit),
            Act::Declare(declared) => declared.units.first().is_none_or(own),
            _ => false,
        };
        if let Some(fit) = self.book.fit(&self.setting, deed, stage, whose) {
            return fit;
        }
        match &deed.act {
            Act::Move { unit, from, to } => {
                Fit::of_travel(stage, own(unit), self.is_on_map(from), self.is_on_map(to))
            }
            Act::Arrive(standing) => {
                Fit::of_travel(stage, own(&standing.unit), false, self.is_on_map(&standing.at))
            }
            Act::Leave { unit, from } => {
                Fit::of_travel(stage, own(unit), self.is_on_map(from), false)
            }
            Act::Steps { from, to, .. } if to < from && stage.allows("step-loss") => Fit::Possible,
            Act::Declare(declared) => self.fit_of_declaration(declared, stage, whose),
            _ => Fit::Anywhere,
        }
    }

    fn is_weighty(&self, stage: &Stage) -> bool {
        stage.allows("move") && stage.side().is_some()
    }

    fn owner(&self, unit: &UnitId) -> Option<Id<Side>> {
        let side = self.setting.roster[self.setting.roster.find(unit)?].side;
        let sides = self.setting.game.sides.entries();
        sides.map(|(id, _)| id).find(|id| id.index() == usize::from(side))
    }

    fn has(&self, unit: &UnitId) -> bool {
        self.setting.roster.find(unit).is_some() || self.is_chit(unit)
    }

    fn needs_dice(&self, declared: &Declared) -> bool {
        self.book.needs_dice(declared)
    }

    fn joins(&self, earlier: &Declared, later: &Declared) -> bool {
        self.book.joins(earlier, later)
    }

    fn set_up_ends(&self, scenario: Option<&str>, deeds: &[Deed]) -> Option<usize> {
        let scenario = scenario.and_then(|id| self.setting.game.scenarios.get(id));
        Heard::new(&self.book, &self.setting, scenario).last_set_up(deeds)
    }

    fn rule(&self, about: Matter) -> (RuleId, Vec<RuleId>) {
        match self.book.matters(about) {
            [] => (RuleId::declared(""), Vec::new()),
            [first, others @ ..] => (*first, others.to_vec()),
        }
    }

    fn unit(&self, unit: &UnitId) -> String {
        let counter = self.setting.game.counters.get(unit.counter());
        counter.map_or_else(|| unit.to_string(), |counter| counter.name.to_string())
    }

    fn side(&self, side: Id<Side>) -> String {
        self.setting.game.sides[side].name.clone()
    }
}
