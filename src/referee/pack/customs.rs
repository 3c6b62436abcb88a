//! What the court must know of a declarative game.

use super::super::RuleId;
use super::super::court::{Customs, Fit, Matter, Trial};
use super::super::sequence::{Sequence, Stage};
use super::super::world::At;
use super::Pack;
use super::court::Court;
use crate::deeds::{Act, Declared, Deed, Spot, UnitId};
use crate::model::{Id, Side, Topic};

impl Pack<'_> {
    fn on_map(&self, spot: &Spot) -> bool {
        let at = match spot {
            Spot::At(map, location) => self.field.locate(Some(*map), *location),
            Spot::Elsewhere(_) => return false,
        };
        matches!(at, At::Map(_))
    }

    fn fit_of_state(&self, state: &str, on: bool, stage: &Stage, own: bool) -> Fit {
        let rules = &self.game.rules;
        let Some(known) = rules.states.find(state) else { return Fit::Anywhere };
        let supply = rules.supply.as_ref().filter(|supply| supply.state == Some(known));
        if let Some(supply) = supply {
            let here = supply.moments.iter().any(|moment| moment == stage.id());
            return if own && here || supply.moments.is_empty() { Fit::Proper } else { Fit::Never };
        }
        match (on, &rules.states[known].ends) {
            (true, _) if stage.allows("retreat") => Fit::Proper,
            (false, Some(ends)) if own && ends == stage.id() => Fit::Proper,
            (false, None) => Fit::Anywhere,
            _ => Fit::Never,
        }
    }
}

impl<'t> Trial<'t> for Court<'t> {
    fn fork(&self) -> Box<dyn Trial<'t> + 't> {
        Box::new(self.clone())
    }
}

impl Customs for Pack<'_> {
    fn trial<'t>(&'t self, scenario: Option<&str>) -> Option<Box<dyn Trial<'t> + 't>> {
        let scenario = scenario.and_then(|id| self.game.scenarios.get(id));
        Some(Box::new(Court::of_log(self.board(), self.table.as_ref(), scenario)))
    }

    fn sequence(&self, scenario: Option<&str>) -> Sequence {
        let scenario = scenario.and_then(|id| self.game.scenarios.get(id));
        Sequence::new(self.game, scenario.and_then(|scenario| scenario.first_side))
    }

    fn fit(&self, deed: &Deed, stage: &Stage) -> Fit {
        let own = |unit: &UnitId| match (self.owner(unit), stage.side()) {
            (Some(owner), Some(side)) => owner == side,
            _ => false,
        };
        match &deed.act {
            Act::Move { unit, from, to } => {
                Fit::of_travel(stage, own(unit), self.on_map(from), self.on_map(to))
            }
            Act::Arrive(standing) => {
                let to = self.on_map(&standing.at);
                Fit::of_travel(stage, own(&standing.unit), false, to)
            }
            Act::Leave { unit, from } => Fit::of_travel(stage, own(unit), self.on_map(from), false),
            Act::Steps { from, to, .. } if to < from && !stage.allows("step-loss") => Fit::Never,
            Act::Steps { .. } => Fit::Anywhere,
            Act::State { unit, state, on } => self.fit_of_state(state, *on, stage, own(unit)),
            Act::Declare(declared) if declared.id == "attack" => {
                let mine = declared.units.first().is_none_or(own);
                if stage.allows("attack") && mine { Fit::Proper } else { Fit::Never }
            }
            _ => Fit::Anywhere,
        }
    }

    fn is_weighty(&self, stage: &Stage) -> bool {
        stage.allows("move") && stage.side().is_some()
    }

    fn owner(&self, unit: &UnitId) -> Option<Id<Side>> {
        let side = self.roster[self.roster.find(unit)?].side;
        self.game.sides.entries().nth(usize::from(side)).map(|(id, _)| id)
    }

    fn has(&self, unit: &UnitId) -> bool {
        self.roster.find(unit).is_some()
    }

    fn needs_dice(&self, declared: &Declared) -> bool {
        let demolishes = || declared.id == "demolition" && self.game.rules.demolition.is_some();
        declared.id == "attack" || demolishes()
    }

    fn set_up_ends(&self, scenario: Option<&str>, deeds: &[Deed]) -> Option<usize> {
        let scenario = scenario.and_then(|id| self.game.scenarios.get(id));
        Court::of_log(self.board(), self.table.as_ref(), scenario).last_set_up(deeds)
    }

    fn rule(&self, about: Matter) -> (RuleId, Vec<RuleId>) {
        let topics: &[Topic] = match about {
            Matter::Order => &[Topic::Sequence],
            Matter::Dice => &[Topic::Results, Topic::Attacks],
            Matter::Counters => {
                &[Topic::Units, Topic::Reinforcements, Topic::Sequence, Topic::SetUp]
            }
            Matter::Declarations => &[Topic::Attacks],
        };
        let mut rules = topics.iter().map(|topic| self.book.id(*topic));
        let first = rules.next().unwrap_or(RuleId::declared(""));
        (first, rules.collect())
    }

    fn unit(&self, unit: &UnitId) -> String {
        let counter = self.game.counters.get(unit.counter());
        counter.map_or_else(|| unit.to_string(), |counter| counter.name.to_string())
    }

    fn side(&self, side: Id<Side>) -> String {
        self.game.sides[side].name.clone()
    }
}
