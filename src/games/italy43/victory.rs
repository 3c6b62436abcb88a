//! 24.0 Victory points and automatic victory.

use super::ground::{Off, Place};
use super::play::Play;
use super::position::Position;
use super::tables::{Kind, Tables};
use super::words::{Phase, Side};
use crate::referee::rules;

rules! {
    pub(crate) static VICTORY = [
        /// Allied VP hexes count if they have a line of supply to Naples or a friendly entry area in the Victory Check.
        COUNT = "I43-24.1.1", "Victory points", "24.1.1", State;
        /// One point less for each Allied airborne or glider regiment and Allied artillery in the Eliminated Box, one more
        /// for German artillery there.
        CRITICAL = "I43-24.1.2", "Critical units", "24.1.2, 16.5.6", State;
        /// From turn 2: five above the benchmark or 20 points, and the Allies win; five below, and the Germans do.
        AUTOMATIC = "I43-24.2a", "Automatic victory", "24.2.1", State;
        /// At the end: 7 points in the first scenario, 18 in the others.
        SCENARIO = "I43-24.2b", "Scenario victory", "S1.2, S2.2, S3.2", State;
    ];
}

impl Position<'_> {
    /// I43 24.1.2: points for what is in the Eliminated Box.
    pub(super) fn critical_points(&self) -> i32 {
        let boxed = self
            .units
            .iter()
            .filter(|unit| unit.at == Place::Off(Off::EliminatedBox) || unit.lost_to_attrition);
        boxed
            .map(|unit| {
                // A regiment has more than one step; remnants and battalions do not count.
                let regiment = matches!(unit.class.kind, Kind::Airborne | Kind::Glider)
                    && unit.full_steps > 1
                    && !unit.remnant;
                match unit.side {
                    Side::German => i32::from(unit.artillery()),
                    Side::Allied => -i32::from(unit.artillery() || regiment),
                }
            })
            .sum()
    }

    /// I43 24.1.1: Allied VP hexes with a line.
    fn held_points(&self) -> i32 {
        let counts = |(hex, _): &(&crate::hex::Hex, &i32)| {
            self.controller(**hex) == Some(Side::Allied)
                && !self.facts.cut_off.contains(hex)
                && (!self.facts.trace || self.hex_supplied(**hex, Side::Allied))
        };
        self.facts.vp_hexes.iter().filter(counts).map(|(_, points)| points).sum()
    }
}

impl Play<'_> {
    pub(super) fn mark_victory_points(&mut self, value: Option<i32>, change: Option<i32>) {
        let now = match (value, change, self.position.facts.vp) {
            (Some(value), _, _) => value,
            (None, Some(change), Some(before)) => before + change,
            _ => return,
        };
        let critical = self.position.critical_points();
        let base = if self.position.facts.vp_hexes.is_empty() {
            self.position.facts.vp.map(|vp| vp - self.critical_at_start)
        } else if self.position.when.phase == Some(Phase::VictoryCheck) || change.is_none() {
            Some(self.position.held_points())
        } else {
            self.position.facts.vp.map(|vp| vp - self.critical_at_start)
        };
        if let Some(base) = base
            && now != base + critical
        {
            let right = base + critical;
            let by_units = critical != self.critical_at_start || change.is_some();
            let (rule, also) = if by_units { (CRITICAL, COUNT) } else { (COUNT, CRITICAL) };
            let message = format!("the Allies have {right} victory points, not {now}");
            self.violation_or(rule, &[also], &[], message);
        }
        self.position.facts.vp = Some(now);
        self.critical_at_start = critical;
    }
}

/// Who has won at the end of a turn.
pub(super) fn winner(
    tables: &Tables<'_>,
    scenario: Option<&str>,
    turn: i32,
    vp: i32,
    benchmark: Option<i32>,
) -> &'static str {
    let last = if scenario == Some("S1") { 7 } else { 32 };
    let wanted = if scenario == Some("S1") { 7 } else { 18 };
    // The first scenario names no automatic victory (ruling A-33).
    if scenario != Some("S1") && turn >= 2 {
        let benchmark = benchmark.or_else(|| tables.benchmark(turn));
        if vp >= 20 || benchmark.is_some_and(|benchmark| vp >= benchmark + 5) {
            return "allied";
        }
        if benchmark.is_some_and(|benchmark| vp <= benchmark - 5) {
            return "german";
        }
    }
    match turn >= last {
        true if vp >= wanted => "allied",
        true => "german",
        false => "none",
    }
}
