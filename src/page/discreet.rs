//! What may not be told is taken out of a page when all of it is written: the lists above were made from what
//! was really said, so that nothing is mistaken for something else.

use super::document::{Document, FindingSheet};
use crate::replay::Discretion;

/// Takes out of a page what may not be told. What the referee found has been seen to by the audit.
pub(super) fn document(document: &mut Document, discretion: &Discretion) {
    let hush = |text: &mut String| discretion.hush(text);
    [&mut document.log, &mut document.title].into_iter().for_each(hush);
    document.notices.iter_mut().chain(&mut document.files).for_each(hush);
    document.players.iter_mut().flatten().for_each(hush);
    document.spots.iter_mut().for_each(|(.., name)| hush(name));
    for face in &mut document.faces {
        hush(&mut face.word);
        face.labels.iter_mut().for_each(|(text, ..)| discretion.hush_value(text));
    }
    for condition in &mut document.conditions {
        hush(&mut condition.name);
        condition.states.iter_mut().for_each(hush);
        condition.values.iter_mut().for_each(|(_, value)| discretion.hush_value(value));
    }
    document.pieces.iter_mut().for_each(|piece| discretion.hush_value(&mut piece.id));
    for step in &mut document.steps {
        step.who.iter_mut().chain(&mut step.deeds).for_each(hush);
        step.chat.iter_mut().flat_map(|(who, what)| [who, what]).for_each(hush);
        step.rolls.iter_mut().for_each(|(dice, _)| hush(dice));
    }
    for moment in &mut document.moments {
        [&mut moment.label, &mut moment.phase].into_iter().for_each(hush);
    }
    for finding in &mut document.findings {
        // In the words of the text report, which has the names of files and players once more.
        let FindingSheet { player, text, at, .. } = finding;
        [player, text, at].into_iter().for_each(hush);
    }
    let statistics = &mut document.statistics;
    statistics.dice.iter_mut().flat_map(|dice| [&mut dice.who, &mut dice.dice]).for_each(hush);
    statistics.turns.iter_mut().for_each(hush);
    statistics.pace.iter_mut().for_each(|(who, _)| hush(who));
}
