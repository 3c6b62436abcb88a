//! How the bot blows bridges.

use super::Bot;
use super::crime::Crime;
use crate::deeds::Act;
use crate::referee::pack::court::holds;
use crate::referee::pack::land::Bridge;
use crate::referee::world::{At, Unit};

impl Bot<'_> {
    /// Tries to blow a bridge, now and then, in a phase in which a side may.
    pub(super) fn demolish(&mut self, phase: &str, side: u8) {
        let Some(rules) = &self.play.board().game.rules.demolition else { return };
        let may = rules.side.index() == usize::from(side)
            && rules.phases.iter().any(|allowed| allowed == phase);
        if !may {
            return;
        }
        let mut held: Vec<Bridge> = self
            .play
            .board()
            .land
            .bridges
            .iter()
            .copied()
            .filter(|one| !self.play.board().ways.broken.contains(one))
            .collect();
        if self.memory.tried >= rules.times {
            if let Some(one) = self.dice.pick(&held)
                && self.wants(Crime::DemolitionTwice)
            {
                self.blow(one, side, true);
                self.commit(Crime::DemolitionTwice);
            }
            return;
        }
        let unheld: Vec<Bridge> =
            held.iter().copied().filter(|one| !holds(&self.play.position, side, *one)).collect();
        if let Some(one) = self.dice.pick(&unheld)
            && self.wants(Crime::DemolitionFromAfar)
        {
            self.blow(one, side, true);
            self.commit(Crime::DemolitionFromAfar);
            return;
        }
        held.retain(|one| holds(&self.play.position, side, *one));
        if let Some(one) = self.dice.pick(&held)
            && self.dice.chance(15)
        {
            self.blow(one, side, false);
        }
    }

    /// Declares, rolls, and puts the marker down if the bridge goes, or at any rate.
    fn blow(&mut self, one: Bridge, side: u8, at_any_rate: bool) {
        let game = self.play.setting.game;
        let Some(rules) = &game.rules.demolition else { return };
        let own = |place| self.play.position.has(side, place);
        let (here, there) = if own(one.1) && !own(one.0) { (one.1, one.0) } else { one };
        let is_own = |unit: &Unit| self.play.unit(*unit).side == side;
        let unit = self.play.position.stack(here).find(is_own);
        let offered = self.manner.declares && game.declarations.get("demolition").is_some();
        if let (Some(unit), true) = (unit, offered) {
            self.declare("demolition", &[unit], &[At::Map(there)], &[]);
        }
        let roll = if at_any_rate { self.throw_at_least(rules.succeeds) } else { self.throw() };
        self.memory.tried += 1;
        let mut goes = roll >= rules.succeeds;
        if !goes && self.wants(Crime::FalseDemolition) {
            self.commit(Crime::FalseDemolition);
            goes = true;
        }
        if goes {
            let marker = game.counters[rules.marker].id.to_string();
            let to = Some(self.spot(At::Map(there)));
            self.say(Act::Marker { marker, from: None, to });
            self.memory.gone.push(one);
        }
    }

    /// Bridges that went in the phase that is over are gone for everybody.
    pub(super) fn bridges_go(&mut self) {
        if self.memory.gone.is_empty() {
            return;
        }
        let side =
            self.play.board().game.rules.demolition.as_ref().map(|rules| rules.side.index() as u8);
        let held = |one: &Bridge| side.is_some_and(|side| holds(&self.play.position, side, *one));
        if self.has_committed(Crime::DemolitionFromAfar) && self.memory.gone.iter().any(held) {
            self.excuse(
                "somebody holds the bridge when the phase ends, and the order within it is free",
            );
        }
        let gone = std::mem::take(&mut self.memory.gone);
        let land = &self.play.setting.land;
        self.play.state.ways = land.without(self.play.state.ways, &gone);
        let reach = &land.ways[self.play.state.ways].reach;
        self.play.position.refit(&self.play.setting.space, reach);
    }
}
