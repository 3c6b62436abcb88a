//! What may not be told is taken out of a page when all of it is written: the lists above were made from what
//! was really said, so that nothing is mistaken for something else.

use super::document::{Document, FindingSheet};
use crate::replay::Discretion;

/// Takes out of a page what may not be told. What the referee found has been seen to by the audit.
pub(super) fn document(document: &mut Document, discretion: &Discretion) {
    let hush = |text: &mut String| discretion.hush(text);
    [&mut document.log, &mut document.title, &mut document.module].into_iter().for_each(hush);
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
        for (name, value) in &mut condition.values {
            hush(name);
            discretion.hush_value(value);
        }
    }
    for map in &mut document.maps {
        let places = map.places.iter_mut().map(|(name, ..)| name);
        places.chain([&mut map.name]).for_each(hush);
    }
    for piece in &mut document.pieces {
        let facts = piece.facts.iter_mut().flat_map(|(name, value)| [name, value]);
        let values = piece.values.iter_mut().flat_map(|(name, was, is)| [name, was, is]);
        facts.chain(values).for_each(hush);
        discretion.hush_value(&mut piece.id);
    }
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
