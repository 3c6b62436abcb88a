//! Who attacks whom: every enemy that must be attacked is, and everybody who must attack does, where he can.

use super::super::super::bot::Player;
use super::super::super::units::RETREATED;
use super::super::duty::must;
use super::super::strength::is_regiment;
use super::{is_depot, is_mixed};
use crate::referee::ground::{OFF, Place};
use crate::referee::world::Unit;

/// Units that attack together.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    pub(super) with: Vec<Unit>,
    pub(super) against: Vec<Place>,
    /// Whether one of the hexes must be attacked.
    pub(super) is_owed: bool,
    from: Vec<Place>,
}

/// Of a hundred units that need not attack so many do.
const BOLD: usize = 35;

/// A hex with units that may attack, and the hexes that they may attack.
struct Stack {
    here: Place,
    units: Vec<Unit>,
    targets: Vec<Place>,
}

/// The attacks of a phase.
pub(super) fn of(bot: &mut Player<'_>, side: u8) -> Vec<Group> {
    let mut stacks = stacks(bot, side);
    bot.dice.shuffle(&mut stacks);
    // Who waits at sea must win his beach.
    stacks.sort_by_key(|stack| !bot.play.setting.land.heights.is_sea(stack.here));
    let mut groups: Vec<Group> = Vec::new();
    for stack in &stacks {
        for &target in &stack.targets {
            if groups.iter().any(|group| group.against.contains(&target)) {
                continue;
            }
            let near = |stack: &&Stack| stack.targets.contains(&target);
            let owed = stacks.iter().filter(near).any(|own| owes(bot, own, target));
            if !owed && !bot.dice.chance(BOLD) {
                continue;
            }
            // Whoever is next to it may take it; who has a fight already takes it on, if all are near.
            let own = groups.iter_mut().find(|group| group.from == [stack.here]);
            match own {
                Some(group) => {
                    group.against.push(target);
                    group.is_owed |= owed;
                }
                None => groups.push(Group {
                    with: stack.units.clone(),
                    against: vec![target],
                    is_owed: owed,
                    from: vec![stack.here],
                }),
            }
        }
    }
    for stack in &stacks {
        joins(bot, stack, &mut groups);
    }
    bot.dice.shuffle(&mut groups);
    groups
}

/// Whether a stack must attack a hex; who waits at sea has no other way.
fn owes(bot: &Player<'_>, stack: &Stack, target: Place) -> bool {
    bot.play.setting.land.heights.is_sea(stack.here)
        || must(&bot.play, stack.here, target).is_some()
}

/// A stack without a fight of its own joins one, if it must or likes to.
fn joins(bot: &mut Player<'_>, stack: &Stack, groups: &mut [Group]) {
    if groups.iter().any(|group| group.from.contains(&stack.here)) {
        return;
    }
    for group in groups.iter_mut() {
        let near = group.against.iter().all(|target| stack.targets.contains(target));
        let owes = group.against.iter().any(|target| owes(bot, stack, *target));
        let all: Vec<Unit> = group.with.iter().chain(&stack.units).copied().collect();
        if near && !is_mixed(bot, &all) && (owes || bot.dice.chance(BOLD)) {
            group.with = all;
            group.from.push(stack.here);
            return;
        }
    }
}

fn stacks(bot: &mut Player<'_>, side: u8) -> Vec<Stack> {
    let mut stacks = Vec::new();
    for here in bot.play.setting.space.lattice.places() {
        if !bot.play.position.has(side, here) {
            continue;
        }
        let play = &bot.play;
        let around = play.setting.space.lattice.around(here).iter().copied();
        let mut targets: Vec<Place> = around
            .filter(|target| *target != OFF && play.position.has_enemy(side, *target))
            .collect();
        if play.setting.land.heights.is_sea(here) {
            let beaches = &play.state.known.at_sea;
            targets.retain(|target| beaches.contains(&(*target, here)));
        }
        let able = |unit: &Unit| {
            play.unit(*unit).side == side && !is_depot(bot, *unit) && !play.is(*unit, RETREATED)
        };
        let mut units: Vec<Unit> = play.position.stack(here).filter(able).collect();
        bot.dice.shuffle(&mut units);
        // One regiment of a hex attacks, and every battalion.
        let first = units.iter().copied().find(|unit| is_regiment(&bot.play, *unit));
        units.retain(|unit| !is_regiment(&bot.play, *unit) || Some(*unit) == first);
        bot.dice.shuffle(&mut targets);
        if !units.is_empty() && !targets.is_empty() {
            stacks.push(Stack { here, units, targets });
        }
    }
    stacks
}
