//! Questions: what a value is, with nothing done.

use super::bonds::Bonds;
use super::combat::{column_name, odds_index, odds_name};
use super::entry::Check;
use super::play::Play;
use super::stacking;
use super::victory;
use super::words::Side;
use crate::referee::Problem;
use serde_json::{Value, json};

impl Play<'_> {
    pub(super) fn check(&mut self, entry: &Check) -> Result<(), Problem> {
        let what = entry.what.as_deref().ok_or_else(|| Problem::new("check what?"))?;
        match what {
            "bonds" => {
                let side = entry.side.ok_or_else(|| Problem::new("whose bonds?"))?;
                let bonds = Bonds::of(&self.position, side);
                let list: Vec<Value> = bonds
                    .0
                    .iter()
                    .map(|bond| json!([bond.kind(), bond.ends[0], bond.ends[1]]))
                    .collect();
                self.now.value("bonds", list);
            }
            "zoc" => {
                let who = self.one(entry.unit.as_ref())?;
                let hexes = self.position.zone(who);
                let names: Vec<Value> = hexes
                    .into_iter()
                    .map(|hex| self.position.ground.hex_name(hex).into())
                    .collect();
                self.now.value("zoc", names);
            }
            "line-of-supply" => {
                let who = self.one(entry.unit.as_ref())?;
                self.now.value("line", self.position.has_line(who));
            }
            "line-of-communication" => {
                let who = self.one(entry.unit.as_ref())?;
                self.now.value("line", self.position.has_communication(who));
            }
            "stacking" => self.check_stacking(entry)?,
            "odds" => {
                let (attack, defence) = (entry.attack.unwrap_or(0), entry.defence.unwrap_or(0));
                self.now.value("odds", odds_name(odds_index(attack, defence)));
            }
            "column" => {
                let word = entry.odds.as_deref().unwrap_or_default();
                let odds =
                    read_odds(word).ok_or_else(|| Problem::new(format!("`{word}` are no odds")))?;
                self.now.value("column", column_name(odds + entry.net_shift));
            }
            "supply-point-gain" => self.check_gain(entry)?,
            "victory-points" => self.check_points(entry),
            "victory" => {
                let (turn, vp) = (entry.turn.unwrap_or(0), entry.vp.unwrap_or(0));
                let scenario = entry.scenario.as_deref();
                let winner =
                    victory::winner(&self.position.tables, scenario, turn, vp, entry.benchmark);
                self.now.value("winner", winner);
            }
            "scenario-start" => self.check_start(entry)?,
            other => return Err(Problem::new(format!("`{other}` is nothing to ask"))),
        }
        Ok(())
    }

    fn check_stacking(&mut self, entry: &Check) -> Result<(), Problem> {
        let word = entry.at.as_deref().unwrap_or_default();
        let side = entry.side.ok_or_else(|| Problem::new("whose stack?"))?;
        let place = self.where_is(word)?;
        let Some(hex) = place.hex() else {
            // I43 21.3: no limit in entry areas.
            let units: Vec<usize> = (0..self.position.units.len())
                .filter(|who| {
                    self.position.units[*who].at == place && self.position.units[*who].side == side
                })
                .collect();
            let points: i32 = self.position.stacking_values(&units).iter().sum();
            self.now.value("points", points);
            return Ok(());
        };
        let (points, lines) = self.position.stacking_points(hex, side);
        self.now.value("points", points);
        self.now.working.extend(lines.iter().cloned());
        if points > stacking::LIMIT {
            let units: Vec<usize> = self.position.side_in_hex(hex, side).collect();
            let message = format!("{points} stacking points in {word}");
            let also = [stacking::WHEN_TESTED, stacking::FREE_TANK];
            let finding = self.finding(stacking::SIX_POINTS, &also, &units, message);
            self.report(finding.evidence(lines));
        }
        Ok(())
    }

    fn check_gain(&mut self, entry: &Check) -> Result<(), Problem> {
        let space = entry
            .weather
            .or(self.position.when.weather)
            .ok_or_else(|| Problem::new("on which space?"))?;
        let turn = entry.turn.or(self.position.when.turn);
        let gain = self
            .position
            .supply_gain(space, turn)
            .ok_or_else(|| Problem::new("the game has no weather track"))?;
        self.now.value("gain", json!({ "german": gain[0], "allied": gain[1] }));
        if let Some(before) = &entry.before {
            let most = self.position.tables.most_supply_points();
            let after = |side: Side| {
                let before = before.get(side.word()).copied().unwrap_or(0);
                (before + gain[side as usize]).min(most)
            };
            let after = json!({ "german": after(Side::German), "allied": after(Side::Allied) });
            self.now.value("after", after);
        }
        Ok(())
    }

    /// I43 24.1.
    fn check_points(&mut self, entry: &Check) {
        let held: i32 = entry.held.iter().sum();
        let cut_off: i32 = entry.cut_off.iter().sum();
        let count = |key: &str| entry.eliminated.get(key).copied().unwrap_or(0);
        let vp = held - cut_off - count("allied-airborne-regiments") - count("allied-artillery")
            + count("german-artillery")
            + count("german-artillery-lost-to-attrition");
        self.now.value("vp", vp);
    }

    /// I43 S1.1, S2.1, S3.1.
    fn check_start(&mut self, entry: &Check) -> Result<(), Problem> {
        let scenario = entry.scenario.as_deref().unwrap_or_default();
        let (turn, weather, allied, german, vp) = match scenario {
            "S1" | "S3" => (1, "E", 0, 1, 0),
            "S2" => (13, "B", 3, 1, 10),
            other => return Err(Problem::new(format!("`{other}` is no scenario"))),
        };
        self.now.value("turn", turn);
        self.now.value("weather", weather);
        self.now.value("supply-points", json!({ "allied": allied, "german": german }));
        self.now.value("vp", vp);
        self.now.value("first", "german initial");
        Ok(())
    }
}

/// `3-1` is 2, `1-2` is −1.
fn read_odds(text: &str) -> Option<i32> {
    let (attack, defence) = text.split_once('-')?;
    let (attack, defence): (i32, i32) = (attack.parse().ok()?, defence.parse().ok()?);
    match (attack, defence) {
        (attack, 1) if attack >= 1 => Some(attack - 1),
        (1, defence) if defence >= 1 => Some(1 - defence),
        _ => None,
    }
}
