//! What has happened: attacks, losses, rolls that others look back to.

use super::super::number::Q;
use crate::hex::Hex;

/// An attack that is being resolved: who must check, by what.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Attack {
    pub(in super::super) targets: Vec<usize>,
    pub(in super::super) result: String,
    pub(in super::super) column: i32,
    /// Leaders that have passed their check and so help the others.
    pub(in super::super) steady: Vec<usize>,
    pub(in super::super) checked: Vec<usize>,
    pub(in super::super) dice: Vec<i32>,
    /// Units that used final protective fire, and the leadership of the shot.
    pub(in super::super) desperate: Vec<usize>,
    pub(in super::super) leadership: Option<i32>,
    /// Residual firepower: the column that counts, and the columns it loses.
    pub(in super::super) residual_column: i32,
    pub(in super::super) residual_less: i32,
    pub(in super::super) leaves_residual: bool,
    /// Whether a roll existed that could have hurt a broken unit.
    pub(in super::super) dangerous: bool,
    /// Its modifiers without leadership, which count for the weapons of those it kills.
    pub(in super::super) unled: i32,
    /// Leaders it has wounded.
    pub(in super::super) wounded: Vec<usize>,
    /// What the one roll is for each target, where they have modifiers of their own.
    pub(in super::super) fates: Vec<Fate>,
}

/// What an attack is for one of its targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Fate {
    pub(in super::super) unit: usize,
    /// All its modifiers added up.
    pub(in super::super) drm: i32,
    pub(in super::super) result: &'static str,
    /// Whether a roll existed that could have hurt it if it was broken.
    pub(in super::super) dangerous: bool,
}

impl Attack {
    /// The result for one target.
    pub(in super::super) fn result_of(&self, unit: usize) -> &str {
        self.fates.iter().find(|fate| fate.unit == unit).map_or(&self.result, |fate| fate.result)
    }

    /// Whether a target could have been hurt.
    pub(in super::super) fn endangers(&self, unit: usize) -> bool {
        let own = self.fates.iter().find(|fate| fate.unit == unit);
        own.map_or(self.dangerous, |fate| fate.dangerous)
    }

    /// Whether the roll takes losses from some targets by another result than from others: the rules do not tell
    /// among whom chance then picks.
    pub(in super::super) fn mixes_losses(&self) -> bool {
        let mixed = self.fates.iter().any(|fate| fate.result != self.result);
        mixed && self.fates.iter().any(|fate| fate.result.contains('K'))
    }
}

/// A leader that was lost or broke, for the checks of those who saw it.
#[derive(Debug, Clone)]
pub(in super::super) struct LeaderLoss {
    pub(in super::super) hex: Hex,
    pub(in super::super) morale: i32,
    pub(in super::super) leadership: i32,
    pub(in super::super) broke: bool,
}

/// An attack already made this phase: from which hex, at which, by whom.
#[derive(Debug, Clone)]
pub(in super::super) struct Made {
    pub(in super::super) from: Hex,
    pub(in super::super) at: Hex,
    pub(in super::super) by: Vec<String>,
    /// A flamethrower or a Gun used like a machine gun, which is part of no fire group.
    pub(in super::super) alone: bool,
}

/// A close combat attack already declared.
#[derive(Debug, Clone)]
pub(in super::super) struct CloseAttack {
    pub(in super::super) with: Vec<usize>,
    pub(in super::super) against: Vec<usize>,
    pub(in super::super) attack: Q,
    pub(in super::super) defence: Q,
    /// The dice added up, once they were rolled.
    pub(in super::super) original: Option<i32>,
    /// Their sum with all modifiers.
    pub(in super::super) last: Option<i32>,
    pub(in super::super) hex: Option<Hex>,
}

/// The last smoke shot: where, and what it places.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct SmokeShot {
    pub(in super::super) at: Hex,
    pub(in super::super) hit: bool,
    pub(in super::super) counter: &'static str,
    pub(in super::super) hindrance: i32,
    pub(in super::super) phosphorus: bool,
    /// Fired by a mortar, whose shells burst in the trees.
    pub(in super::super) by_mortar: bool,
    pub(in super::super) critical: bool,
}

/// A unit's attempt to rally by itself.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct OwnRally {
    pub(in super::super) unit: usize,
    pub(in super::super) original: i32,
    pub(in super::super) morale: i32,
}
