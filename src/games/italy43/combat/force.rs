//! The main assault force: declared, or any choice that works.

use super::super::play::Play;
use super::super::position::Who;
use super::super::tables::Kind;
use super::super::words::Nation;
use super::rules::*;
use std::collections::HashSet;

impl Play<'_> {
    /// The units of a declared main assault force, attachments included; none when nothing was declared.
    pub(in super::super) fn declared_force(
        &self,
        attackers: &[Who],
        declared: Option<&str>,
        attached: &[Who],
    ) -> Option<HashSet<Who>> {
        let declared = declared?;
        let mut force: HashSet<Who> = self.core_of(attackers, declared).into_iter().collect();
        force.extend(attached);
        Some(force)
    }

    /// Attackers that belong to a formation, or the independent unit of that name.
    fn core_of(&self, attackers: &[Who], declared: &str) -> Vec<Who> {
        let units = &self.position.units;
        let in_formation = |who: &&Who| units[**who].formation.as_deref() == Some(declared);
        let core: Vec<Who> = attackers.iter().filter(in_formation).copied().collect();
        if !core.is_empty() {
            return core;
        }
        let named = attackers.iter().find(|who| units[**who].id == declared).copied();
        match named {
            // Naming a unit of a formation names its formation.
            Some(who) => match units[who].formation.clone() {
                Some(formation) => self.core_of(attackers, &formation),
                None => vec![who],
            },
            None => Vec::new(),
        }
    }

    /// Judges what was declared.
    pub(in super::super) fn judge_force(
        &mut self,
        attackers: &[Who],
        declared: &str,
        attached: &[Who],
    ) {
        let core = self.core_of(attackers, declared);
        if core.is_empty() {
            let message = format!("no unit of {declared}, the main assault force, attacks");
            self.violation(MAIN_FORCE, attackers, message);
        }
        let extra: Vec<Who> = attached.iter().filter(|who| !core.contains(who)).copied().collect();
        let (mut tanks, mut others) = (0, 0);
        for who in &extra {
            let unit = &self.position.units[*who];
            let id = unit.id.clone();
            if unit.class.silhouette {
                tanks += 1;
            } else if unit.class.infantry_type || unit.is(Kind::Recon) {
                others += 1;
            } else {
                let message = format!("{id} is neither a silhouetted tank nor infantry nor recon");
                self.violation(ATTACHMENTS, &[*who], message);
            }
            if !attackers.contains(who) {
                let message = format!("{id} is attached but does not attack");
                self.violation(ATTACHMENTS, &[*who], message);
            }
            let at = self.position.units[*who].at;
            if !core.iter().any(|unit| self.position.units[*unit].at == at) {
                let message = format!("{id} is not stacked with an attacking unit of {declared}");
                self.violation(ATTACHMENTS, &[*who], message);
            }
            self.judge_attached_nation(*who, &core, declared);
        }
        if tanks > 1 || others > 1 {
            let message = format!(
                "{declared} has {tanks} tank and {others} infantry or recon units attached; one of each is allowed"
            );
            self.violation(ATTACHMENTS, &extra, message);
        }
    }

    fn judge_attached_nation(&mut self, who: Who, core: &[Who], declared: &str) {
        let nation = self.position.units[who].nation;
        let id = self.id(who).to_owned();
        let nations: Vec<Nation> =
            core.iter().map(|unit| self.position.units[*unit].nation).collect();
        if nations.iter().any(|other| other.army() != nation.army()) {
            let message = format!("{id} and {declared} are of different armies");
            self.violation_or(ATTACHMENTS, &[BRITISH_APART], &[who], message);
        } else if nations.iter().any(|other| french_and_italian(*other, nation)) {
            let message = format!(
                "{id} is attached to {declared}: French and Italians do not attach to each other"
            );
            self.suspect(
                US_ARMY,
                &[ATTACHMENTS],
                &[who],
                message,
                "A-17: only Americans attach to French and Italians",
            );
        }
    }

    /// Every main assault force that the attackers could form.
    pub(super) fn possible_forces(&self, attackers: &[Who], attached: &[Who]) -> Vec<HashSet<Who>> {
        let units = &self.position.units;
        let mut cores: Vec<Vec<Who>> = Vec::new();
        for who in attackers {
            let core = match &units[*who].formation {
                Some(formation) => self.core_of(attackers, formation),
                None => vec![*who],
            };
            if !cores.contains(&core) {
                cores.push(core);
            }
        }
        let mut forces = Vec::new();
        for core in cores {
            let may_attach = |who: &&Who| {
                let unit = &units[**who];
                !core.contains(who)
                    && core.iter().any(|other| units[*other].at == unit.at)
                    && core.iter().all(|other| {
                        units[*other].army() == unit.army()
                            && !french_and_italian(units[*other].nation, unit.nation)
                    })
            };
            let candidates: Vec<Who> = if attached.is_empty() {
                attackers.iter().filter(may_attach).copied().collect()
            } else {
                attached.to_vec()
            };
            let tanks = candidates.iter().filter(|who| units[**who].class.silhouette);
            let others = candidates
                .iter()
                .filter(|who| units[**who].class.infantry_type || units[**who].is(Kind::Recon));
            let tanks: Vec<Option<Who>> =
                std::iter::once(None).chain(tanks.copied().map(Some)).collect();
            let others: Vec<Option<Who>> =
                std::iter::once(None).chain(others.copied().map(Some)).collect();
            for tank in &tanks {
                for other in &others {
                    let mut force: HashSet<Who> = core.iter().copied().collect();
                    force.extend(tank);
                    force.extend(other);
                    forces.push(force);
                }
            }
        }
        forces
    }
}

fn french_and_italian(a: Nation, b: Nation) -> bool {
    matches!((a, b), (Nation::French, Nation::Italian) | (Nation::Italian, Nation::French))
}
