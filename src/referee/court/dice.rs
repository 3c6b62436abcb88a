//! Dice: rolls made again, taken back, left over, or told without having been thrown.

use super::super::Finding;
use super::Session;
use super::customs::Matter;
use super::reading::{Item, Reading, touches};
use super::repair::SURPLUS;
use crate::deeds::{Act, Deed};
use crate::model::{Id, Side};
use std::collections::BTreeMap;

fn shown(faces: &[u32]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn faces(deed: &Deed) -> &[u32] {
    match &deed.act {
        Act::Roll { faces, .. } => faces,
        _ => &[],
    }
}

/// What is to be said about the dice of a log.
pub(super) fn about_dice(session: &Session<'_>, reading: &Reading) -> Vec<(usize, Finding)> {
    let mut out = Vec::new();
    for &(first, used) in &reading.rerolls {
        let (first, used) = (&session.deeds[first], &session.deeds[used]);
        let told = (faces(first), faces(used));
        out.push((used.step, again(session, (first.step, used.step), told, "rolled again")));
    }
    undone(session, reading, &mut out);
    surplus(session, reading, &mut out);
    out
}

/// A roll whose later number was used: a suspect, unless somebody said why.
fn again(
    session: &Session<'_>,
    (first, used): (usize, usize),
    told: (&[u32], &[u32]),
    how: &str,
) -> Finding {
    let (rule, others) = session.customs.rule(Matter::Dice);
    let numbers = format!("a roll of {} was {how}, and {} was used", shown(told.0), shown(told.1));
    if let Some(why) = session.has_word(first.saturating_sub(1), used + 2) {
        return Finding::note(rule, format!("{numbers} (“{why}”)"));
    }
    if told.0 == told.1 {
        return Finding::note(rule, numbers);
    }
    let mut finding =
        Finding::suspect(rule, numbers, "nobody said why the first roll does not count");
    for other in others {
        finding = finding.or(other);
    }
    finding
        .because(session.asides.steps(&[first], 1), shown(told.0))
        .because(session.asides.steps(&[used], 1), shown(told.1))
}

/// Rolls that were taken back, and what was rolled in their place.
fn undone(session: &Session<'_>, reading: &Reading, out: &mut Vec<(usize, Finding)>) {
    for gone in &session.asides.undone_rolls {
        if let Some(step) = gone.left_for {
            let is_roll = |deed: &&Deed| deed.step == step && matches!(deed.act, Act::Roll { .. });
            if let Some(next) = session.deeds.iter().find(is_roll) {
                let how = "left behind with its file, rolled again in another";
                let told = (gone.faces.as_slice(), faces(next));
                out.push((step, again(session, (gone.step, step), told, how)));
            }
            continue;
        }
        let after = reading.items.iter().filter_map(|item| match item {
            Item::Deed(number) => Some(&session.deeds[*number]),
            Item::Told(_) => None,
        });
        let mut after = after.skip_while(|deed| deed.step < gone.step);
        // The roll in its place: before anything was done.
        let next = after
            .find(|deed| matches!(deed.act, Act::Roll { .. } | Act::Turn(_)) || touches(&deed.act));
        let Some(next) = next.filter(|deed| matches!(deed.act, Act::Roll { .. })) else {
            let (rule, _) = session.customs.rule(Matter::Dice);
            let words = format!("a roll of {} was taken back", shown(&gone.faces));
            out.push((gone.step, Finding::note(rule, words)));
            continue;
        };
        let told = (gone.faces.as_slice(), faces(next));
        out.push((
            next.step,
            again(session, (gone.step, next.step), told, "undone and rolled again"),
        ));
    }
}

/// Whose rolls, and their steps.
type Rolls = (Option<Id<Side>>, Vec<usize>);

/// Rolls that nothing needed, counted by player: one note each.
fn surplus(session: &Session<'_>, reading: &Reading, out: &mut Vec<(usize, Finding)>) {
    let mut by: BTreeMap<Option<usize>, Rolls> = BTreeMap::new();
    let used_again: Vec<usize> = reading.rerolls.iter().map(|(first, _)| *first).collect();
    for (number, why) in &reading.aside {
        if *why == SURPLUS && !used_again.contains(number) {
            let deed = &session.deeds[*number];
            let entry = by.entry(deed.by.map(Id::index)).or_insert((deed.by, Vec::new()));
            entry.1.push(deed.step);
        }
    }
    for (_, (side, steps)) in by {
        let (rule, _) = session.customs.rule(Matter::Dice);
        let who = side.map_or_else(|| "somebody".to_owned(), |side| session.customs.side(side));
        let count =
            if steps.len() == 1 { "a roll".to_owned() } else { format!("{} rolls", steps.len()) };
        let listed = session.asides.steps(&steps, 30);
        let words = format!("{count} by {who} that nothing needed: {listed}");
        out.push((steps[0], Finding::note(rule, words)));
    }
}
