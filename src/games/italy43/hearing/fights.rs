//! The Combat Phase, taken apart: which declarations, dice and changes belong to which combat.

use super::super::combat::{ATTACKERS, CombatKind};
use super::super::position::Who;
use super::Log;
use crate::deeds::{Act, Deed};
use crate::hex::Hex;
use crate::referee::{Judgement, Ruling};

/// A determined defence.
#[derive(Debug, Clone, Default)]
pub(super) struct Stand {
    pub(super) step: usize,
    pub(super) lead: Option<String>,
    pub(super) support: Vec<String>,
    pub(super) dice: Vec<u32>,
    pub(super) rerolls: Vec<u32>,
}

/// A combat as the log tells it.
#[derive(Debug, Clone)]
pub(super) struct Fight {
    pub(super) step: usize,
    pub(super) kind: CombatKind,
    pub(super) attackers: Vec<Who>,
    pub(super) target: Hex,
    pub(super) said: Said,
    pub(super) dice: Vec<u32>,
    pub(super) rolled: Option<usize>,
    pub(super) result: Option<(usize, String)>,
    pub(super) stands: Vec<Stand>,
    /// What was done to pieces: before the first determined defence, after it, after the next.
    pub(super) blocks: Vec<Vec<Deed>>,
}

/// What is said of a combat before the dice.
#[derive(Debug, Clone, Default)]
pub(super) struct Said {
    pub(super) maf: Option<String>,
    pub(super) attached: Vec<String>,
    pub(super) support: Vec<String>,
    pub(super) column: Option<String>,
    pub(super) more_dice: Option<u32>,
}

/// A stretch of the Combat Phase.
#[derive(Debug, Clone)]
pub(super) enum Part {
    Fight(Box<Fight>),
    Disengagement {
        step: usize,
        units: Vec<Who>,
        roll: Option<u32>,
        deeds: Vec<Deed>,
    },
    /// Dice that nobody declared an attack for, and what came after them.
    Undeclared {
        step: usize,
        deeds: Vec<Deed>,
    },
    /// Before anything was declared.
    Loose(Vec<Deed>),
}

impl Log<'_> {
    pub(super) fn combats(&mut self, deeds: &[Deed], closing: bool, rulings: &mut Vec<Ruling>) {
        let parts = self.parts(deeds);
        let last = parts.len().saturating_sub(1);
        for (index, part) in parts.into_iter().enumerate() {
            match part {
                Part::Fight(fight) => self.judge_fight(&fight, closing || index < last, rulings),
                Part::Disengagement { step, units, roll, deeds } => {
                    self.judge_disengagement(step, &units, roll, &deeds, rulings);
                }
                Part::Undeclared { step, deeds } => {
                    self.stretch(&deeds);
                    self.sync();
                    let mut judgement = Judgement::default();
                    judgement.leave_unchecked(
                        ATTACKERS,
                        "the attack was not declared: who attacked whom is not known",
                    );
                    self.rule(rulings, step, "dice in the Combat Phase".to_owned(), judgement);
                }
                Part::Loose(deeds) => self.judge_loose(&deeds, rulings),
            }
        }
        self.unturned(deeds.last().map_or(0, |deed| deed.step), rulings);
    }

    /// Sorts the deeds of a Combat Phase.
    fn parts(&self, deeds: &[Deed]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut ahead = Said::default();
        for deed in deeds {
            match &deed.act {
                Act::Declare(said) => match said.id.as_str() {
                    "attack" | "breakthrough" => {
                        if let Some((attackers, target)) = self.force_of(said) {
                            let kind = if said.id == "attack" {
                                CombatKind::Attack
                            } else {
                                CombatKind::Breakthrough
                            };
                            parts.push(Part::Fight(Box::new(Fight {
                                step: deed.step,
                                kind,
                                attackers,
                                target,
                                said: std::mem::take(&mut ahead),
                                dice: Vec::new(),
                                rolled: None,
                                result: None,
                                stands: Vec::new(),
                                blocks: vec![Vec::new()],
                            })));
                        } else {
                            parts.push(Part::Undeclared { step: deed.step, deeds: Vec::new() });
                        }
                    }
                    "disengage" => {
                        let units =
                            said.units.iter().filter_map(|unit| self.table.who(unit)).collect();
                        parts.push(Part::Disengagement {
                            step: deed.step,
                            units,
                            roll: None,
                            deeds: Vec::new(),
                        });
                    }
                    _ => match parts.last_mut() {
                        Some(Part::Fight(fight)) => fight.hear(deed.step, said, &mut ahead),
                        _ => ahead.hear(said),
                    },
                },
                Act::Roll { faces, .. } => roll(&mut parts, deed.step, faces),
                _ => match parts.last_mut() {
                    Some(Part::Fight(fight)) => {
                        if let Some(block) = fight.blocks.last_mut() {
                            block.push(deed.clone());
                        }
                    }
                    Some(
                        Part::Disengagement { deeds, .. }
                        | Part::Undeclared { deeds, .. }
                        | Part::Loose(deeds),
                    ) => deeds.push(deed.clone()),
                    None => parts.push(Part::Loose(vec![deed.clone()])),
                },
            }
        }
        parts
    }
}

/// Dice belong to what waits for them.
fn roll(parts: &mut Vec<Part>, step: usize, faces: &[u32]) {
    match parts.last_mut() {
        Some(Part::Fight(fight)) if fight.rolled.is_none() => {
            fight.dice = faces.to_vec();
            fight.rolled = Some(step);
        }
        Some(Part::Fight(fight)) if faces.len() == 2 => fight.defend(step, faces),
        Some(Part::Fight(fight)) if faces.len() == 1 && fight.rerolls() => {
            if let Some(stand) = fight.stands.last_mut() {
                stand.rerolls.extend(faces);
            }
        }
        Some(Part::Disengagement { roll: roll @ None, .. }) if faces.len() == 1 => {
            *roll = faces.first().copied()
        }
        _ => parts.push(Part::Undeclared { step, deeds: Vec::new() }),
    }
}

impl Said {
    fn hear(&mut self, said: &crate::deeds::Declared) {
        let units = || said.units.iter().map(ToString::to_string);
        match said.id.as_str() {
            "main-force" => self.maf = units().next(),
            "attached" => self.attached.extend(units()),
            "support" => self.support.extend(units()),
            "support-marker" => self.support.extend(said.values.get("marker").cloned()),
            "column" => self.column = said.values.get("column").cloned(),
            "major-assault" => {
                self.more_dice = said.values.get("dice").and_then(|dice| dice.parse().ok())
            }
            _ => {}
        }
    }
}

impl Fight {
    fn hear(&mut self, step: usize, said: &crate::deeds::Declared, ahead: &mut Said) {
        match said.id.as_str() {
            "determined-defence" => {
                let lead = said.units.first().map(ToString::to_string);
                self.stands.push(Stand { step, lead, ..Stand::default() });
            }
            "result" => self.result = said.values.get("result").map(|word| (step, word.clone())),
            "support" | "support-marker" if !self.stands.is_empty() => {
                let mut more = Said::default();
                more.hear(said);
                if let Some(stand) = self.stands.last_mut() {
                    stand.support.extend(more.support);
                }
            }
            // The attacker's words after the dice are about his next attack.
            "main-force" | "attached" | "major-assault" if self.rolled.is_some() => {
                ahead.hear(said)
            }
            _ => self.said.hear(said),
        }
    }

    /// Two dice: of the determined defence that was declared, or of one that was not.
    fn defend(&mut self, step: usize, faces: &[u32]) {
        match self.stands.last_mut() {
            Some(stand) if stand.dice.is_empty() => stand.dice = faces.to_vec(),
            last => {
                let lead = last.and_then(|stand| stand.lead.clone());
                self.stands.push(Stand { step, lead, dice: faces.to_vec(), ..Stand::default() });
            }
        }
        self.blocks.push(Vec::new());
    }

    /// Whether a die may be a natural six rolled again.
    fn rerolls(&self) -> bool {
        self.stands.last().is_some_and(|stand| {
            stand.rerolls.len() < stand.dice.iter().filter(|die| **die == 6).count()
        })
    }
}
