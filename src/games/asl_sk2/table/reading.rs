//! The table of a case, read from its words.

use super::super::ground::Ground;
use super::super::number::Q;
use super::super::units::{Acquired, Arm, Facts, Possessor, States, Weapon, Whereabouts, pair};
use super::{Phase, Piece, Smoke, Table};
use crate::hex::{Grid, Hex};
use crate::referee::Problem;
use crate::referee::case::{Node, Situation};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What a case says of its moment.
const WHEN: [&str; 5] = ["scenario", "date", "turn", "side", "phase"];
/// What lies in a hex.
const COUNTERS: [&str; 5] = ["residual", "smoke", "hindrance", "placed-by", "placed"];
/// Kinds of smoke.
const SMOKE: [&str; 3] = ["full", "dispersed", "grenade"];

impl Table {
    /// Lays the table of a case.
    pub(in super::super) fn read(situation: &Situation, grid: &Grid) -> Result<Table, Problem> {
        let when = &situation.when;
        for (key, value) in when.pairs() {
            super::super::words::check(key, &WHEN, value, "part of `when` in this game")?;
        }
        let mut ground = Ground::read(situation.map.as_ref(), grid)?;
        let scenario = when.word("scenario").map(str::to_owned);
        let date = when.word("date").and_then(|date| {
            let (year, month) = date.split_once('-')?;
            Some((year.parse().ok()?, month.parse().ok()?))
        });
        ground.month = date.map(|(_, month)| month);
        ground.grain_by_rule = matches!(scenario.as_deref(), Some("S10" | "S13"));
        ground.muddy_slopes = scenario.as_deref() == Some("S16");
        let mut table = Table::bare(Arc::new(ground), scenario, date);
        table.turn = when.get("turn").map(Node::read).transpose()?.unwrap_or(1);
        table.side = when.word("side").unwrap_or_default().to_owned();
        table.phase = when.get("phase").map(Node::read).transpose()?.unwrap_or(Phase::Movement);
        table.read_units(&situation.units)?;
        table.read_state(&situation.state)?;
        Ok(table)
    }

    fn read_units(&mut self, units: &Node) -> Result<(), Problem> {
        let mut names = HashMap::new();
        let mut weapons = Vec::new();
        for (id, node) in units.pairs() {
            let facts: Facts = node.read()?;
            node.get("state").map_or(Ok(()), super::super::words::known_states)?;
            let at = match facts.at.as_str() {
                "off-map" => Whereabouts::OffMap,
                "eliminated" | "" => Whereabouts::Gone,
                id => Whereabouts::Hex(self.place(id, node)?.0),
            };
            match facts.unit(id, at, node)? {
                Some(unit) => {
                    names.insert(id.clone(), Piece::Unit(self.units.len()));
                    self.units.push(unit);
                }
                None => weapons.push((id, facts, node)),
            }
        }
        for (id, facts, node) in weapons {
            let weapon = self.weapon(id, &facts, &names, node)?;
            names.insert(id.clone(), Piece::Weapon(self.weapons.len()));
            self.weapons.push(weapon);
        }
        self.names = Arc::new(names);
        Ok(())
    }

    pub(in super::super) fn weapon(
        &self,
        id: &str,
        facts: &Facts,
        names: &HashMap<String, Piece>,
        node: &Node,
    ) -> Result<Weapon, Problem> {
        let arm: Arm = node.get("type").ok_or_else(|| Problem::at(node, "what is it?"))?.read()?;
        let possessor = match facts.possessed_by.as_str() {
            "nobody" | "" => Possessor::Nobody,
            "not-shown" => Possessor::NotShown,
            unit => match names.get(unit) {
                Some(Piece::Unit(unit)) => Possessor::Unit(*unit),
                _ => return Err(Problem::at(node, format!("there is no unit `{unit}`"))),
            },
        };
        let owner = match possessor {
            Possessor::Unit(unit) => self.units[unit].nation.clone(),
            _ => String::new(),
        };
        let owner_side = match possessor {
            Possessor::Unit(unit) => self.units[unit].side.clone(),
            _ => String::new(),
        };
        let arc = match facts.covered_arc.as_str() {
            "" => None,
            spine => Some(self.spine(spine, node)?),
        };
        let limits = facts
            .range
            .split_once(['-', '–'])
            .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (firepower, range) = pair(&facts.values).unwrap_or(match arm {
            Arm::Flamethrower => (24, 1),
            Arm::DemolitionCharge => (30, 1),
            _ => (0, 0),
        });
        Ok(Weapon {
            id: id.to_owned(),
            nation: if facts.nation.is_empty() { owner } else { facts.nation.clone() },
            arm,
            possessor,
            lies_at: if facts.at.is_empty() { None } else { Some(self.place(&facts.at, node)?.0) },
            firepower,
            range,
            calibre: facts.calibre.clone(),
            rof: facts.rof.as_deref().and_then(|rof| rof.parse().ok()),
            no_rate: facts.rof.as_deref() == Some("none"),
            limits,
            ife: facts.ife,
            all_round: facts.mount == "360",
            arc,
            manhandling: facts.manhandling,
            quick_set_up: facts.quick_set_up,
            target_size: facts.target_size.clone(),
            removal: facts.removal.or((arm == Arm::Flamethrower).then_some(10)),
            portage: facts.portage,
            repair: facts.repair.as_deref().and_then(|repair| repair.parse().ok()),
            ammo: facts.ammo.clone(),
            acquired: facts.acquired.as_ref().map(|acquired| Acquired {
                target: self.acquired_target(&acquired.target, arm, &owner_side),
                level: acquired.level,
            }),
            states: facts.state.iter().cloned().collect::<States>(),
            moved_by: Vec::new(),
            recovered: false,
            repair_tried: false,
            shot: None,
            intensive: false,
            depleted: BTreeSet::new(),
            last: None,
            acquisition_lost: None,
            turned: false,
        })
    }

    /// What a Gun has acquired: mortars a hex, other Guns the unit that stands in it (6.10, 6.11).
    fn acquired_target(&self, target: &str, arm: Arm, side: &str) -> String {
        let hex = self.ground.find(target).filter(|_| !arm.is_mortar() && !side.is_empty());
        let enemy = hex.and_then(|hex| {
            self.units.iter().find(|unit| unit.hex() == Some(hex) && unit.side != side)
        });
        enemy.map_or_else(|| target.to_owned(), |unit| unit.id.clone())
    }

    fn read_state(&mut self, state: &Node) -> Result<(), Problem> {
        for (key, value) in state.pairs() {
            match key.as_str() {
                "elr" => self.elr = value.read()?,
                "exited" => self.exited = value.read()?,
                "losses" => self.losses = value.read()?,
                "victory-points" => self.points = value.read()?,
                "counters" => {
                    for (id, facts) in value.pairs() {
                        let (hex, _) = self.place(id, facts)?;
                        self.lay_counters(hex, facts)?;
                    }
                }
                "mf-spent" => {
                    for (id, spent) in value.pairs() {
                        let unit = self.unit(id, spent)?;
                        self.spent_before.insert(unit, fraction(spent)?);
                    }
                }
                other => {
                    return Err(Problem::at(
                        value,
                        format!("`{other}` is no part of the state of this game"),
                    ));
                }
            }
        }
        Ok(())
    }

    fn lay_counters(&mut self, hex: Hex, facts: &Node) -> Result<(), Problem> {
        for (key, value) in facts.pairs() {
            super::super::words::check(key, &COUNTERS, value, "a counter in a hex")?;
        }
        if let Some(kind) = facts.get("smoke") {
            let word = kind.text().unwrap_or_default();
            super::super::words::check(word, &SMOKE, kind, "a kind of smoke")?;
        }
        if let Some(residual) = facts.get("residual") {
            self.residual.insert(hex, residual.read()?);
        }
        if let Some(kind) = facts.word("smoke") {
            let hindrance = match facts.get("hindrance") {
                Some(by) => by.read()?,
                None => match kind {
                    "full" => 3,
                    _ => 2,
                },
            };
            let placed_by = facts.word("placed-by").map(str::to_owned);
            self.smoke.insert(hex, Smoke { kind: kind.to_owned(), hindrance, placed_by });
        }
        Ok(())
    }
}

/// A number with a fraction: `1 1/2`.
pub(in super::super) fn fraction(node: &Node) -> Result<Q, Problem> {
    let text = node.text().unwrap_or_default();
    let points: crate::model::MovementPoints =
        text.parse().map_err(|_| Problem::at(node, format!("`{text}` is not a number")))?;
    let (top, bottom) = points.parts();
    Ok(Q::new(i32::try_from(top).unwrap_or(i32::MAX), i32::try_from(bottom).unwrap_or(1)))
}
