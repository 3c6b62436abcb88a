//! Play goes on: what ends with a phase, and what with a player turn.

use super::super::units::{FIRE_MARKS, Possessor, States};
use super::{Phase, Table};

/// What a player turn leaves on nobody.
const PLAYER_TURN_STATES: [&str; 9] = [
    "moved",
    "manhandled",
    "hazardous-movement",
    "prep-fired",
    "prep-fired-weapon",
    "advancing-fired",
    "first-fired",
    "final-fired",
    "intensive-fired",
];

impl Table {
    /// Play goes on to a later phase of the same player turn.
    pub(in super::super) fn go_to(&mut self, phase: Phase) {
        if phase == self.phase {
            return;
        }
        if self.phase <= Phase::DefensiveFire && phase > Phase::DefensiveFire {
            self.clear_marks(&["first-fired", "final-fired", "intensive-fired"], false);
        }
        if self.phase <= Phase::AdvancingFire && phase > Phase::AdvancingFire {
            self.clear_marks(&["prep-fired", "intensive-fired"], true);
        }
        if self.phase == Phase::Movement {
            self.residual.clear();
            self.smoke.retain(|_, smoke| smoke.kind != "grenade");
        }
        // A weapon that kept its rate of fire but did not use it has still fired (3.2).
        let spent = self.phase == Phase::PrepFire;
        for weapon in &mut self.weapons {
            if weapon.shot.take().is_some() && spent {
                Table::mark(&mut weapon.states, "prep-fired");
            }
        }
        self.phase = phase;
        self.movers.clear();
        self.finished.clear();
        self.spent.clear();
        self.here.clear();
        self.off_road.clear();
        self.on_road.clear();
        self.residual_due.clear();
        self.residual_taken.clear();
        self.led.clear();
        self.shots_at.clear();
        self.made.clear();
        self.fired_other_than_smoke.clear();
        self.attack = None;
        for weapon in &mut self.weapons {
            weapon.turned = false;
        }
    }

    /// The player turn of a side begins: nobody has done anything in it yet.
    pub(in super::super) fn begin_player_turn(&mut self, turn: i32, side: &str) {
        self.go_to(Phase::GameEnd);
        self.turn = turn;
        self.side = side.to_owned();
        self.phase = Phase::Rally;
        let over = |state: &String| PLAYER_TURN_STATES.contains(&state.as_str());
        for unit in &mut self.units {
            unit.states.retain(|state| !over(state));
            unit.was_exhausted = unit.has("exhausted");
            unit.assaults = false;
            unit.by_road = false;
            unit.came_from = None;
            unit.rallied = false;
            unit.acted_in_rally = false;
            unit.smoked = false;
            unit.move_ended = None;
            unit.used_inherent = false;
            unit.used_weapons.clear();
            unit.directed.clear();
            unit.manned_weapon = false;
            unit.cowered = false;
            unit.pinned_before = unit.has("pinned");
        }
        for weapon in &mut self.weapons {
            weapon.states.retain(|state| !over(state));
            weapon.moved_by.clear();
            weapon.recovered = false;
            weapon.repair_tried = false;
            weapon.shot = None;
            weapon.intensive = false;
        }
        self.self_rallied = false;
        self.routed.clear();
        self.rout_paths.clear();
        self.companions.clear();
        self.interdictions.clear();
        self.close_attacks.clear();
        self.close_start.clear();
        self.risen = None;
        self.own_rally = None;
        self.charges.clear();
        self.led.clear();
        self.fired_blind.clear();
        self.ambush = None;
        self.advanced.clear();
        self.losses_seen.clear();
        self.spent_before.clear();
    }

    /// Forgets how open lines of sight were taken.
    pub(in super::super) fn close_eyes(&mut self) {
        self.view = super::View::default();
        self.shut.clear();
        self.forget_doubts();
    }

    /// Forgets which open lines of sight were met.
    pub(in super::super) fn forget_doubts(&self) {
        self.doubts.borrow_mut().clear();
    }

    /// Takes marks off the units and weapons of the ATTACKER, or of the other side.
    pub(in super::super) fn clear_marks(&mut self, marks: &[&str], of_attacker: bool) {
        let side = self.side.clone();
        for unit in self.units.iter_mut().filter(|unit| (unit.side == side) == of_attacker) {
            unit.states.retain(|state| !marks.contains(&state.as_str()));
        }
        let owners: Vec<bool> = self
            .weapons
            .iter()
            .map(|weapon| match weapon.possessor {
                Possessor::Unit(unit) => (self.units[unit].side == side) == of_attacker,
                _ => false,
            })
            .collect();
        for (weapon, cleared) in self.weapons.iter_mut().zip(owners) {
            if cleared {
                weapon.states.retain(|state| !marks.contains(&state.as_str()));
            }
        }
    }

    /// Marks a unit or weapon as having fired; the older mark goes.
    pub(in super::super) fn mark(states: &mut States, mark: &str) {
        states.retain(|state| !FIRE_MARKS.contains(&state.as_str()));
        states.insert(mark.to_owned());
    }
}
