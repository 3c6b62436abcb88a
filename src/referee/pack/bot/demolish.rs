//! How the bot blows bridges.

use super::super::super::world::{At, Unit};
use super::super::board::Board;
use super::super::court::holds;
use super::super::land::Bridge;
use super::Bot;
use super::crime::Crime;
use crate::deeds::{Act, Declared};
use std::collections::BTreeMap;

impl Bot<'_> {
    /// Tries to blow a bridge, now and then, in a phase in which a side may.
    pub(super) fn demolish(&mut self, phase: &str, side: u8) {
        let Some(rules) = &self.board.game.rules.demolition else { return };
        let may = rules.side.index() == usize::from(side)
            && rules.phases.iter().any(|allowed| allowed == phase);
        if !may {
            return;
        }
        let mut held: Vec<Bridge> = self
            .board
            .land
            .bridges
            .iter()
            .copied()
            .filter(|one| !self.board.ways.broken.contains(one))
            .collect();
        if self.tried >= rules.times {
            if let Some(one) = self.dice.pick(&held)
                && self.wants(Crime::DemolitionTwice)
            {
                self.blow(one, side, true);
                self.commit(Crime::DemolitionTwice);
            }
            return;
        }
        let unheld: Vec<Bridge> =
            held.iter().copied().filter(|one| !holds(&self.position, side, *one)).collect();
        if let Some(one) = self.dice.pick(&unheld)
            && self.wants(Crime::DemolitionFromAfar)
        {
            self.blow(one, side, true);
            self.commit(Crime::DemolitionFromAfar);
            return;
        }
        held.retain(|one| holds(&self.position, side, *one));
        if let Some(one) = self.dice.pick(&held)
            && self.dice.chance(15)
        {
            self.blow(one, side, false);
        }
    }

    /// Declares, rolls, and puts the marker down if the bridge goes, or at any rate.
    fn blow(&mut self, one: Bridge, side: u8, at_any_rate: bool) {
        let Some(rules) = &self.board.game.rules.demolition else { return };
        let (succeeds, marker) =
            (rules.succeeds, self.board.game.counters[rules.marker].id.to_string());
        let declaration = self.board.game.declarations.get("demolition");
        let declaration = declaration.map(|declaration| declaration.id.clone());
        let own = |place| self.position.has(side, place);
        let (here, there) = if own(one.1) && !own(one.0) { (one.1, one.0) } else { one };
        let unit: Option<Unit> =
            self.position.stack(here).find(|unit| self.board.roster[*unit].side == side);
        if let (Some(id), Some(unit), true) = (declaration, unit, self.manner.declares) {
            let (units, places) = (vec![self.id(unit)], vec![self.spot(At::Map(there))]);
            self.say(Act::Declare(Declared { id, units, places, values: BTreeMap::new() }));
        }
        let mut roll = 1 + self.dice.below(6) as u32;
        if at_any_rate {
            roll = roll.max(succeeds);
        }
        let dice = self.board.game.dice.iter().next().map(|die| die.id.clone()).unwrap_or_default();
        self.say(Act::Roll { dice, faces: vec![roll] });
        self.tried += 1;
        let mut goes = roll >= succeeds;
        if !goes && self.wants(Crime::FalseDemolition) {
            self.commit(Crime::FalseDemolition);
            goes = true;
        }
        if goes {
            let to = Some(self.spot(At::Map(there)));
            self.say(Act::Marker { marker, from: None, to });
            self.gone.push(one);
        }
    }

    /// Bridges that went in the phase that is over are gone for everybody.
    pub(super) fn bridges_go(&mut self) {
        if self.gone.is_empty() {
            return;
        }
        let side = self.board.game.rules.demolition.as_ref().map(|rules| rules.side.index() as u8);
        let held = |one: &Bridge| side.is_some_and(|side| holds(&self.position, side, *one));
        if self.crime_is_now(Crime::DemolitionFromAfar) && self.gone.iter().any(held) {
            self.excuse(
                "somebody holds the bridge when the phase ends, and the order within it is free",
            );
        }
        let gone = std::mem::take(&mut self.gone);
        self.ways = self.board.land.without(self.ways, &gone);
        self.board = Board::new(self.setting, self.ways);
        self.position.refit(self.board.space, &self.board.ways.reach);
    }
}
