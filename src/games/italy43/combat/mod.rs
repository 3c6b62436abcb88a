//! 8.0 Combat.

mod attack;
mod eligible;
mod force;
mod reckon;
mod rules;

pub(super) use reckon::{Assault, column_name, odds_index, odds_name};
pub(super) use rules::*;

use super::entry::{Support, Underway};
use super::ground::Place;
use super::play::Play;
use super::position::Who;
use super::tables::{Background, Outcome};
use super::words::{Advance, Crt};
use crate::hex::Hex;
use crate::referee::Problem;
use std::collections::{HashMap, HashSet};

/// What kind of combat it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CombatKind {
    Attack,
    AutoDs,
    Breakthrough,
}

/// A combat, from its declaration to the last advance.
#[derive(Debug, Clone)]
pub(super) struct Combat {
    pub(super) kind: CombatKind,
    pub(super) attackers: Vec<Who>,
    /// None when nobody said and more than one choice would do.
    pub(super) main_force: Option<HashSet<Who>>,
    pub(super) target: Hex,
    pub(super) defenders: Vec<Who>,
    pub(super) attacker_support: Vec<String>,
    pub(super) defender_support: Vec<String>,
    pub(super) howitzer: Option<String>,
    pub(super) column: Option<i32>,
    pub(super) assault: Option<Assault>,
    pub(super) extra_dice: u32,
    pub(super) dice: Vec<u32>,
    pub(super) applied: Option<u32>,
    pub(super) result: Option<Crt>,
    pub(super) background: Option<Background>,
    pub(super) advance: Option<Advance>,
    /// The result was known before the log began: its losses may have been taken.
    pub(super) assumed: bool,
    pub(super) attacker_losses: u32,
    pub(super) defender_losses: u32,
    pub(super) retreated: HashSet<Who>,
    /// Defenders who were told to have no way out, or eliminated in retreat.
    pub(super) defence: Defence,
    /// How far each attacker has advanced, its starting hex first.
    pub(super) advanced: HashMap<Who, Vec<Hex>>,
    /// Attackers who advanced before any breakthrough combat, in order.
    pub(super) advance_order: Vec<Who>,
    pub(super) breakthrough_fought: bool,
    pub(super) group: Vec<Who>,
    pub(super) joined: HashSet<Who>,
    /// The combat whose advance this breakthrough belongs to.
    pub(super) parent: Option<usize>,
    pub(super) vacated: bool,
    pub(super) closed: bool,
}

/// The determined defences of a combat.
#[derive(Debug, Clone, Default)]
pub(super) struct Defence {
    pub(super) rolls: u32,
    pub(super) last: Option<Outcome>,
    pub(super) supported: Vec<String>,
    pub(super) lead: Option<Who>,
    /// Steps that the lead unit still has to lose, and by which rule.
    pub(super) lead_owes: u32,
    pub(super) attacker_owes: u32,
    /// A partial success that forces the defender out.
    pub(super) forced: bool,
    /// The number that the battle marker must show.
    pub(super) marker: Option<u8>,
}

impl Combat {
    pub(super) fn new(kind: CombatKind, target: Hex) -> Self {
        Combat {
            kind,
            attackers: Vec::new(),
            main_force: None,
            target,
            defenders: Vec::new(),
            attacker_support: Vec::new(),
            defender_support: Vec::new(),
            howitzer: None,
            column: None,
            assault: None,
            extra_dice: 0,
            dice: Vec::new(),
            applied: None,
            result: None,
            background: None,
            advance: None,
            assumed: false,
            attacker_losses: 0,
            defender_losses: 0,
            retreated: HashSet::new(),
            defence: Defence::default(),
            advanced: HashMap::new(),
            advance_order: Vec::new(),
            breakthrough_fought: false,
            group: Vec::new(),
            joined: HashSet::new(),
            parent: None,
            vacated: false,
            closed: false,
        }
    }

    /// Steps that the defender must lose by the combat results table.
    pub(super) fn defender_owes(&self) -> u32 {
        u32::from(!self.assumed && self.result.is_some_and(Crt::defender_loses))
            .saturating_sub(self.defender_losses)
    }

    pub(super) fn attacker_owes(&self) -> u32 {
        u32::from(!self.assumed && self.result.is_some_and(Crt::attacker_loses))
            .saturating_sub(self.attacker_losses)
    }

    /// Whether a determined defence cancelled the retreat.
    pub(super) fn held(&self) -> bool {
        match self.defence.last {
            Some(Outcome::Hold) => true,
            Some(Outcome::Partial) => !self.defence.forced,
            Some(Outcome::Fail) | None => false,
        }
    }
}

impl Play<'_> {
    pub(super) fn combat(&self) -> Option<&Combat> {
        self.current.map(|index| &self.combats[index])
    }

    pub(super) fn combat_mut(&mut self) -> Option<&mut Combat> {
        self.current.map(|index| &mut self.combats[index])
    }

    /// A combat that was under way when the log began.
    pub(super) fn resume_combat(&mut self, underway: Underway) -> Result<(), Problem> {
        let kind = match underway.kind.as_deref() {
            Some("auto-ds") => CombatKind::AutoDs,
            Some("breakthrough") => CombatKind::Breakthrough,
            _ => CombatKind::Attack,
        };
        let target = self.hex_at(underway.against.as_ref().or(underway.vacated.as_ref()))?;
        let mut combat = Combat::new(kind, target);
        combat.attackers = self.all(&underway.with)?;
        let attached = self.all(&underway.attached)?;
        combat.main_force =
            self.declared_force(&combat.attackers, underway.maf.as_deref(), &attached);
        let side = combat
            .attackers
            .first()
            .map(|who| self.position.units[*who].side)
            .or(self.position.when.side);
        combat.defenders = self
            .position
            .in_hex(target)
            .filter(|who| side.is_none_or(|side| self.position.units[*who].side != side))
            .collect();
        let Support { attacker, defender } =
            underway.support.unwrap_or(Support { attacker: Vec::new(), defender: Vec::new() });
        combat.attacker_support = attacker;
        combat.defender_support = defender;
        combat.howitzer = underway.howitzer;
        combat.result = underway.crt;
        combat.assumed = underway.crt.is_some();
        combat.advance = underway.advance.as_deref().and_then(Advance::read);
        combat.vacated = underway.vacated.is_some();
        for who in &combat.attackers {
            if combat.vacated && self.position.units[*who].at == Place::Hex(target) {
                combat.advanced.insert(*who, vec![target, target]);
                combat.advance_order.push(*who);
            }
        }
        if kind != CombatKind::AutoDs {
            self.phase.attacked.extend(&combat.attackers);
            self.phase.was_attacked.extend(&combat.defenders);
        }
        self.combats.push(combat);
        self.current = Some(self.combats.len() - 1);
        Ok(())
    }
}
