//! The set-up, and stages of play in their order.

use super::super::ground::Place;
use super::super::scenarios::{BERNHARD, CAMPAIGN, VOLTURNO};
use super::super::words::{Phase, Side};
use super::table::Table;
use super::{Log, Unit};
use crate::deeds::{Act, Deed, Standing, UnitId};
use crate::hex::Location;
use crate::model::{Placement, Provenance};
use crate::referee::{Finding, Judgement, Ruling};

impl Log<'_> {
    /// A log that begins with a scenario's first phase must begin with its set-up.
    pub(super) fn judge_set_up(&mut self, rulings: &mut Vec<Ruling>) {
        let Some(scenario) = self.scenario else { return };
        let at_start = self.now.is_some_and(|(turn, _)| turn == scenario.turns.first)
            && self.play.position.when.phase == Some(Phase::Initial)
            && self.play.position.when.side == Some(Side::German);
        if !at_start {
            return;
        }
        let rule = match scenario.id.as_str() {
            "S1" => VOLTURNO,
            "S2" => BERNHARD,
            _ => CAMPAIGN,
        };
        let mut judgement = Judgement::default();
        for set_up in scenario.set_ups.iter().filter(|set_up| set_up.turn.is_none()) {
            let Placement::At(_, location) = &set_up.placement else { continue };
            let Location::Hex(hex) = location else { continue };
            for unit in &set_up.units {
                let id = UnitId::new(&self.game.counters[unit.counter].id);
                let Some(who) = self.table.who(&id) else { continue };
                let at = self.table.pieces[who].at;
                if at != Place::Hex(*hex) {
                    let message = format!(
                        "{} is set up in {}, not in {}",
                        self.name(who),
                        self.ground.hex_name(*hex),
                        self.ground.name(at)
                    );
                    let mut finding = Finding::violation(rule, message)
                        .units([id.to_string()])
                        .hexes([self.ground.hex_name(*hex)]);
                    if set_up.provenance == Provenance::Reconstructed {
                        finding.severity = crate::referee::Severity::Suspect;
                        finding.reading =
                            Some("the set-up card of these sources is reconstructed".to_owned());
                    }
                    judgement.report(finding.rests_on(set_up.provenance));
                }
            }
        }
        self.rule(rulings, 0, format!("the set-up of {}", scenario.title), judgement);
    }

    /// A piece comes to the table.
    pub(super) fn arrive(&mut self, standing: &Standing) {
        let tables = super::Tables::of(self.game);
        let Some(counter) = self.game.counters.get(standing.unit.counter()) else { return };
        let Some(unit) = Unit::of_counter(self.game, &tables, &standing.unit.0, counter) else {
            return;
        };
        let piece = Table::piece(self.game, self.map, &self.ground, standing, &unit);
        if self.table.who(&standing.unit).is_none() {
            self.table.add(standing.unit.clone(), piece);
            self.play.position.units.push(unit);
            self.sync();
        }
    }

    /// Judges deeds of a phase together with those of phases that the log passes over; false when there is no
    /// telling which belongs to which.
    pub(super) fn judge_stages(
        &mut self,
        stages: &[(i32, usize)],
        deeds: Vec<Deed>,
        step: usize,
        rulings: &mut Vec<Ruling>,
    ) -> bool {
        let mut parts: Vec<Vec<Deed>> = vec![Vec::new(); stages.len()];
        let mut at = 0;
        for deed in &deeds {
            let fits = |stage: &usize| self.allowed(stages[*stage], &deed.act);
            match (at..stages.len()).find(fits) {
                // A deed that the phase does not allow opens the next one that does.
                Some(later) => at = later,
                // Players who pass over phases do not keep to their order either: no telling what belongs where.
                None if (0..at).any(|earlier| fits(&earlier)) => {
                    self.leave_alone(deeds, rulings);
                    return false;
                }
                None => {}
            }
            parts[at].push(deed.clone());
        }
        for (index, (stage, deeds)) in stages.iter().zip(parts).enumerate() {
            if index > 0 {
                self.pass_to(*stage, step, rulings);
                self.moment = self.sequence.moment(*stage);
            }
            self.judge_stage(*stage, &deeds, true, rulings);
        }
        true
    }

    /// Whether deeds belong to a later phase of the turn that the log ends without naming.
    pub(super) fn ahead_of_the_tracker(&self, now: (i32, usize), deeds: &[Deed]) -> bool {
        let later = now.1 + 1..self.sequence.turn(now.0).len();
        deeds.iter().any(|deed| {
            !self.allowed(now, &deed.act)
                && later.clone().any(|stage| self.allowed((now.0, stage), &deed.act))
        })
    }

    /// Whether a phase is for such deeds.
    fn allowed(&self, stage: (i32, usize), act: &Act) -> bool {
        let Some((side, phase)) = self.stage_of(stage) else { return false };
        let own = |unit: &UnitId| {
            self.table.who(unit).is_none_or(|who| {
                side.is_none_or(|side| self.play.position.units[who].side == side)
            })
        };
        let is_artillery = |unit: &UnitId| {
            self.table.who(unit).is_some_and(|who| self.play.position.units[who].artillery())
        };
        match act {
            Act::Move { unit, .. } => match phase {
                Phase::Movement => own(unit),
                Phase::Combat => true,
                Phase::Initial => {
                    let off = |who: usize| !self.table.pieces[who].at.on_map();
                    own(unit) && self.table.who(unit).is_some_and(off)
                }
                _ => false,
            },
            Act::Steps { unit, from, to } if to > from => match phase {
                Phase::Initial => own(unit),
                Phase::Supply => own(unit) && is_artillery(unit),
                Phase::Weather => is_artillery(unit),
                _ => false,
            },
            Act::Steps { .. } | Act::Leave { .. } => {
                matches!(phase, Phase::Combat | Phase::Supply | Phase::Movement)
            }
            Act::State { state, on, .. } => match state.as_str() {
                "out-of-supply" | "isolated" => phase == Phase::Supply,
                "truck" if *on => phase == Phase::Movement,
                "replacement" if *on => phase == Phase::Initial,
                "auto-ds" => matches!(phase, Phase::Movement | Phase::Combat),
                _ if *on => matches!(phase, Phase::Movement | Phase::Combat | Phase::Initial),
                _ => phase == Phase::Recovery,
            },
            Act::Declare(said) => {
                let phases =
                    self.game.declarations.get(&said.id).map(|declaration| &declaration.phases);
                let word = self.sequence.turn(stage.0).get(stage.1).map_or("", |stage| stage.id());
                phases.is_none_or(|phases| {
                    phases.is_empty() || phases.iter().any(|phase| phase == word)
                })
            }
            Act::Roll { .. } => matches!(
                phase,
                Phase::Weather | Phase::Combat | Phase::Recovery | Phase::Supply | Phase::Initial
            ),
            _ => true,
        }
    }

    /// Judges the deeds of one phase; `closing` when it is over.
    pub(super) fn judge_stage(
        &mut self,
        stage: (i32, usize),
        deeds: &[Deed],
        closing: bool,
        rulings: &mut Vec<Ruling>,
    ) {
        let Some((_, phase)) = self.stage_of(stage) else { return };
        match phase {
            Phase::Weather => self.weather_phase(deeds, rulings),
            Phase::Initial => self.initial_phase(deeds, rulings),
            Phase::Movement => self.movement(deeds, rulings),
            Phase::Combat => self.combats(deeds, closing, rulings),
            Phase::Recovery => self.recovery_phase(deeds, rulings),
            Phase::Supply => self.supply_phase(deeds, closing, rulings),
            Phase::VictoryCheck => self.victory_phase(deeds, rulings),
        }
        if !matches!(phase, Phase::Combat | Phase::Movement) {
            self.out_of_place(deeds, rulings);
        }
    }

    /// Attacks declared in a phase that is not for them.
    fn out_of_place(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        for deed in deeds {
            let Act::Declare(said) = &deed.act else { continue };
            if !matches!(said.id.as_str(), "attack" | "breakthrough" | "auto-ds") {
                continue;
            }
            if let Some((attackers, target)) = self.force_of(said) {
                let phase = self.play.position.when.phase;
                let message = format!("an attack in the {}", self.play.position.when.describe());
                let rule = phase.map_or(super::super::sequence::TURN, super::super::sequence::menu);
                let names = attackers.iter().map(|who| self.play.position.units[*who].id.clone());
                let finding = Finding::violation(rule, message)
                    .units(names)
                    .hexes([self.ground.hex_name(target)])
                    .or(super::super::combat::ATTACKERS);
                let mut judgement = Judgement::default();
                judgement.report(finding);
                self.rule(
                    rulings,
                    deed.step,
                    format!("attack on {}", self.ground.hex_name(target)),
                    judgement,
                );
            }
        }
    }

    /// The phase is over and the next one begins: what was left open is judged.
    pub(super) fn pass_to(&mut self, next: (i32, usize), step: usize, rulings: &mut Vec<Ruling>) {
        let Some((side, phase)) = self.stage_of(next) else { return };
        let before = self.play.position.when.clone();
        let entry = super::super::entry::Pass {
            turn: Some(next.0),
            side: Some(side.map_or("none", Side::word).to_owned()),
            phase: Some(phase_id(phase).to_owned()),
        };
        self.play.now = Judgement::default();
        // The words are the game's own, so this cannot fail.
        let _ = self.play.pass(&entry);
        let mut judgement = std::mem::take(&mut self.play.now);
        self.soften(&mut judgement);
        if before.phase == Some(Phase::Combat) {
            self.play.combats.clear();
            self.play.current = None;
        }
        if before.turn != Some(next.0) {
            self.due_this_turn();
        }
        self.table.turn_over();
        // Markers that Play takes off by itself lie on the table until a player does.
        self.sync();
        self.play.position.facts.supply_points = self.table.supply;
        let subject = format!("the end of the {}", before.describe());
        self.rule(rulings, step, subject, judgement);
    }
}

/// The word of a phase.
fn phase_id(phase: Phase) -> &'static str {
    match phase {
        Phase::Weather => "weather",
        Phase::Initial => "initial",
        Phase::Movement => "movement",
        Phase::Combat => "combat",
        Phase::Recovery => "recovery",
        Phase::Supply => "supply",
        Phase::VictoryCheck => "victory-check",
    }
}
