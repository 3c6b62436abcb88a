//! Declaring an attack, an automatic DS or a breakthrough.

use super::super::areas::AREA_PROPERTIES;
use super::super::entry::Attack;
use super::super::ground::Place;
use super::super::play::Play;
use super::super::position::Who;
use super::super::words::{Advance, Crt, Phase};
use super::super::{breakthrough as bt, sequence, stacking, values};
use super::reckon::Reckoning;
use super::rules::*;
use super::{Assault, Combat, CombatKind, column_name, odds_name};
use crate::hex::Hex;
use crate::model::Provenance;
use crate::referee::{Line, LineKind, Mark, MarkKind, Problem, Sketch};
use std::collections::HashSet;

impl Play<'_> {
    pub(in super::super) fn attack(&mut self, entry: &Attack) -> Result<(), Problem> {
        self.judge_attack_phase(entry)?;
        if self.phase.auto_ds_advanced {
            let message = "units with Auto DS markers advance after all other combats".to_owned();
            let attackers = self.all(&entry.with)?;
            self.violation_or(AUTO_DS_ADVANCE, &[sequence::COMBAT_MENU], &attackers, message);
        }
        self.assault(entry, CombatKind::Attack)
    }

    fn judge_attack_phase(&mut self, entry: &Attack) -> Result<(), Problem> {
        if let Some(phase) = self.position.when.phase
            && phase != Phase::Combat
        {
            let message = format!("an attack in the {}", self.position.when.describe());
            let attackers = self.all(&entry.with)?;
            self.violation_or(sequence::menu(phase), &[ATTACKERS], &attackers, message);
        }
        Ok(())
    }

    pub(in super::super) fn auto_ds(&mut self, entry: &Attack) -> Result<(), Problem> {
        let attackers = self.all(&entry.with)?;
        if self.position.when.phase.is_some_and(|phase| phase != Phase::Movement) {
            let message = "automatic DS is declared in the Movement Phase only".to_owned();
            self.violation_or(AUTO_DS, &[AUTO_DS_MARKERS], &attackers, message);
        }
        self.judge_attack_stacking(&attackers);
        self.assault(entry, CombatKind::AutoDs)?;
        for who in attackers {
            self.position.units[who].auto_ds = true;
        }
        Ok(())
    }

    pub(in super::super) fn breakthrough(&mut self, entry: &Attack) -> Result<(), Problem> {
        self.judge_attack_phase(entry)?;
        let attackers = self.all(&entry.with)?;
        self.judge_attack_stacking(&attackers);
        self.judge_group(&attackers);
        self.assault(entry, CombatKind::Breakthrough)
    }

    /// I43 4.4: stacking binds at the moment of an automatic DS or breakthrough.
    fn judge_attack_stacking(&mut self, attackers: &[Who]) {
        let mut seen: HashSet<Hex> = HashSet::new();
        for who in attackers {
            let unit = &self.position.units[*who];
            let Some(hex) = unit.hex() else { continue };
            let (points, lines) = self.position.stacking_points(hex, unit.side);
            if points > stacking::LIMIT && seen.insert(hex) {
                let name = self.position.ground.hex_name(hex);
                let message =
                    format!("{points} stacking points in {name} at the moment of the attack");
                let also = [stacking::SIX_POINTS, bt::MODIFIERS];
                let finding = self.finding(stacking::WHEN_TESTED, &also, &[*who], message);
                self.report(finding.evidence(lines));
            }
        }
    }

    fn assault(&mut self, entry: &Attack, kind: CombatKind) -> Result<(), Problem> {
        let attackers = self.all(&entry.with)?;
        let word = entry.against.as_deref().unwrap_or_default();
        let target = match self.where_is(word)? {
            Place::Hex(hex) => hex,
            Place::Area(_) => {
                let message = format!("{word} is an entry area, which cannot be attacked");
                self.violation_or(AREA_PROPERTIES, &[PROHIBITED_ATTACK], &attackers, message);
                return Ok(());
            }
            Place::Off(_) => return Err(Problem::new(format!("`{word}` cannot be attacked"))),
        };
        let side = attackers
            .first()
            .map(|who| self.position.units[*who].side)
            .ok_or_else(|| Problem::new("who attacks?"))?;
        let defenders: Vec<Who> = self.position.side_in_hex(target, side.enemy()).collect();
        let named = match &entry.defenders {
            Some(ids) => Some(self.all(ids)?),
            None => None,
        };
        self.judge_attackers(&attackers, target, kind);
        self.judge_defenders(target, &defenders, named.as_deref(), kind);
        let attached = self.all(&entry.attached)?;
        if let Some(declared) = entry.maf.as_deref() {
            self.judge_force(&attackers, declared, &attached);
        }
        let mut combat = Combat::new(kind, target);
        combat.attackers.clone_from(&attackers);
        combat.defenders.clone_from(&defenders);
        combat.parent = if kind == CombatKind::Breakthrough {
            self.breakthrough_parent(&attackers)
        } else {
            None
        };
        let support = entry.support.as_ref();
        let shift = self.judge_support(support, &mut combat);
        let assault = Assault {
            attackers: attackers.clone(),
            main_force: HashSet::new(),
            target,
            defenders: defenders.clone(),
            breakthrough: kind == CombatKind::Breakthrough,
            support: if kind == CombatKind::Attack { shift } else { 0 },
        };
        let declared = self.declared_force(&attackers, entry.maf.as_deref(), &attached);
        combat.main_force.clone_from(&declared);
        let (assault, reckoning) =
            self.best_force(assault, declared, &attached, entry.announced_column.as_deref());
        self.judge_reckoning(entry, kind, &assault, &reckoning);
        if self.sketches || !self.now.findings.is_empty() {
            self.now.sketch = Some(Box::new(self.sketch_attack(&attackers, target)));
        }
        combat.column = Some(reckoning.column);
        combat.assault = Some(assault);
        if let Some(die) = entry.roll {
            combat.dice = vec![die];
        }
        self.note_result(&mut combat);
        if kind == CombatKind::AutoDs {
            combat.result = Some(Crt::Ds);
            combat.advance = Some(Advance::TwoPlus);
        } else if kind == CombatKind::Attack {
            self.phase.attacked.extend(&attackers);
            self.phase.was_attacked.extend(&defenders);
        }
        self.combats.push(combat);
        self.current = Some(self.combats.len() - 1);
        Ok(())
    }

    /// The attackers' hexes and the one they attack.
    fn sketch_attack(&self, attackers: &[Who], target: Hex) -> Sketch {
        let at = self.position.ground.hex_name(target);
        let mut from: Vec<String> = attackers
            .iter()
            .filter_map(|who| self.position.units[*who].hex())
            .map(|hex| self.position.ground.hex_name(hex))
            .collect();
        from.sort();
        from.dedup();
        let side = attackers.first().map(|who| self.position.units[*who].side.word().to_owned());
        let line = |from: String| Line {
            kind: LineKind::Attack,
            side: side.clone(),
            from,
            to: at.clone(),
            blocked: None,
            label: String::new(),
        };
        Sketch {
            lines: from.into_iter().map(line).collect(),
            marks: vec![Mark::new(MarkKind::Target, at.clone(), "")],
            ..Sketch::default()
        }
    }

    /// The declared force, or the one that suits the attacker best, or the announcement.
    fn best_force(
        &self,
        mut assault: Assault,
        declared: Option<HashSet<Who>>,
        attached: &[Who],
        announced: Option<&str>,
    ) -> (Assault, Reckoning) {
        if let Some(force) = declared {
            assault.main_force = force;
            let reckoning = self.position.reckon(&assault, &[]);
            return (assault, reckoning);
        }
        let forces = self.possible_forces(&assault.attackers, attached);
        let choices = forces.into_iter().map(|force| {
            let choice = Assault { main_force: force, ..assault.clone() };
            let reckoning = self.position.reckon(&choice, &[]);
            (choice, reckoning)
        });
        let rank = |(choice, reckoning): &(Assault, Reckoning)| {
            let fits = announced.is_some_and(|word| column_name(reckoning.column) == word);
            (fits, reckoning.column, reckoning.attack, choice.main_force.len())
        };
        match choices.max_by_key(rank) {
            Some(best) => best,
            None => {
                let reckoning = self.position.reckon(&assault, &[]);
                (assault, reckoning)
            }
        }
    }

    fn judge_reckoning(
        &mut self,
        entry: &Attack,
        kind: CombatKind,
        assault: &Assault,
        reckoning: &Reckoning,
    ) {
        let now = &mut self.now;
        now.value("attack", reckoning.attack);
        now.value("defence", reckoning.defence);
        now.value("odds", odds_name(reckoning.odds));
        let shifts: serde_json::Map<String, serde_json::Value> = reckoning
            .shifts
            .iter()
            .map(|(name, shift)| ((*name).to_owned(), (*shift).into()))
            .collect();
        now.value("shifts", shifts);
        now.value("net-shift", reckoning.net);
        let column = column_name(reckoning.column);
        now.value("column", column.clone());
        now.working.extend(reckoning.lines.iter().cloned());
        if reckoning.odds < -2 && !assault.defenders.is_empty() {
            let message = format!(
                "{} to {} is {}, below 1-3 before shifts",
                reckoning.attack,
                reckoning.defence,
                odds_name(reckoning.odds)
            );
            let finding = self.finding(LOWEST_ODDS, &[], &assault.attackers, message);
            self.report(finding.evidence(reckoning.lines.clone()));
        }
        if kind == CombatKind::AutoDs && column != "DS" {
            let message = format!("the column is {}, not 10-1", odds_name(reckoning.column));
            let finding = self.finding(AUTO_DS, &[], &assault.attackers, message);
            self.report(finding.evidence(reckoning.lines.clone()));
        }
        if let Some(announced) = &entry.announced_column {
            self.judge_announced(announced, assault, reckoning);
        }
        if let Some(claimed) = entry.claimed_strength
            && claimed != reckoning.attack
        {
            let slips = self.position.slips_for(assault, &|other| other.attack == claimed);
            let message = format!("the attack strength is {}, not {claimed}", reckoning.attack);
            let rule = values::SIDE_SHOWING;
            let finding = self.finding(rule, &slips, &assault.attackers, message);
            self.report(finding.evidence(reckoning.lines.clone()));
        }
    }

    /// The players announced a column: if it is wrong, which rule did they miss?
    pub(in super::super) fn judge_announced(
        &mut self,
        announced: &str,
        assault: &Assault,
        reckoning: &Reckoning,
    ) {
        let column = column_name(reckoning.column);
        if announced == column || announced == odds_name(reckoning.column) {
            return;
        }
        let fits = |other: &Reckoning| column_name(other.column) == announced;
        let slips = self.position.slips_for(assault, &fits);
        let message = format!("the column is {column}, not {announced}");
        let (rule, also) = match slips.split_first() {
            Some((rule, also)) => (*rule, also.to_vec()),
            None => (ODDS, vec![NET_SHIFT]),
        };
        let finding = self.finding(rule, &also, &assault.attackers, message);
        self.report(finding.evidence(reckoning.lines.clone()));
    }

    /// Looks up the result once column and die are known.
    pub(in super::super) fn note_result(&mut self, combat: &mut Combat) {
        let Some(column) = combat.column else { return };
        let name = column_name(column);
        if name == "DS" {
            combat.result = Some(Crt::Ds);
            combat.advance = Some(Advance::TwoPlus);
            self.now.value("result", "DS");
            return;
        }
        let die = combat.applied.or(match combat.dice[..] {
            [die] => Some(die),
            _ => None,
        });
        let Some(cell) = die.and_then(|die| self.position.tables.crt(&name, die)) else { return };
        self.now.value("result", cell.result.word());
        combat.background = Some(cell.background);
        // A reconstructed cell proves nothing: only what the players announce then stands.
        if cell.provenance != Provenance::Reconstructed {
            combat.result = Some(cell.result);
            combat.advance = cell.advance;
        }
    }
}
