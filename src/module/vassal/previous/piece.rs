//! Pieces, three ways: trait by trait.

use super::element::without_key_numbers;
use crate::vassal::build::DefinedPiece;
use crate::vassal::piece::TraitBook;
use crate::vassal::traits::Trait;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::sync::Arc;

/// A piece with what was done to it by hand.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct MergedPiece {
    pub(super) text: String,
    pub(super) carried: Vec<String>,
    pub(super) conflicts: Vec<String>,
}

/// All traits of a piece, spelled.
fn keys(piece: &DefinedPiece) -> Vec<String> {
    piece.traits().map(|(one, state)| spelled(one, state)).collect()
}

/// A trait and its state as one text. VASSAL may write a trait anew in other
/// words that mean the same, so it is spelled as VASSAL 3.7 does, without the numbers of named keys.
pub(super) fn spelled(one: &Trait, state: &str) -> String {
    let spelled = one.meaning.write().unwrap_or_else(|| one.encode());
    format!("{}\u{1}{state}", without_key_numbers(&spelled))
}

/// A trait as a person would name it.
fn shown(key: &str) -> String {
    key.split('\u{1}').next().unwrap_or_default().chars().take(60).collect()
}

/// Whether two texts are the same piece. Where the slot's own piece lies says nothing.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let mut book = TraitBook::default();
    match (DefinedPiece::decode(one, &mut book), DefinedPiece::decode(other, &mut book)) {
        (Some(one), Some(other)) => {
            keys(&one) == keys(&other) && one.definition.heart == other.definition.heart
        }
        _ => false,
    }
}

/// Merges the texts of a piece; nothing if one of them is no piece.
pub(super) fn merge(built: &str, hand: &str, new: &str) -> Option<MergedPiece> {
    let mut book = TraitBook::default();
    let built = DefinedPiece::decode(built, &mut book)?;
    let hand = DefinedPiece::decode(hand, &mut book)?;
    let now = DefinedPiece::decode(new, &mut book)?;
    let mut merged = MergedPiece::default();
    let (before, by_hand) = (keys(&built), keys(&hand));
    let mut now_keys = keys(&now);
    let mut traits = now.definition.traits.clone();
    let mut states = now.states.clone();
    for change in capture_diff_slices(Algorithm::Myers, &before, &by_hand) {
        let (gone, added) = match change {
            DiffOp::Equal { .. } => continue,
            other => (other.old_range(), other.new_range()),
        };
        // Both made the same change.
        if !added.is_empty() && by_hand[added.clone()].iter().all(|key| now_keys.contains(key)) {
            continue;
        }
        let places: Option<Vec<usize>> =
            before[gone.clone()].iter().map(|key| position(&now_keys, key)).collect();
        let Some(mut places) = places else {
            for key in &before[gone.clone()] {
                let what = if added.is_empty() { "removed" } else { "changed" };
                merged.conflicts.push(format!(
                    "trait `{}` {what} by hand, and the sources have changed it",
                    shown(key)
                ));
            }
            continue;
        };
        let mut at = match places.first() {
            Some(first) => *first,
            None => beside(&now_keys, &before, gone.start),
        };
        places.sort_unstable();
        for place in places.into_iter().rev() {
            now_keys.remove(place);
            traits.remove(place);
            states.remove(place);
            at -= usize::from(place < at);
        }
        for key in &before[gone.clone()] {
            merged.carried.push(format!("trait `{}` removed", shown(key)));
        }
        for (offset, index) in added.enumerate() {
            merged.carried.push(format!("trait `{}` added", shown(&by_hand[index])));
            now_keys.insert(at + offset, by_hand[index].clone());
            traits.insert(at + offset, Arc::clone(&hand.definition.traits[index]));
            states.insert(at + offset, hand.states[index].clone());
        }
    }
    let heart_by_hand = hand.definition.heart != built.definition.heart
        && hand.definition.heart != now.definition.heart;
    let mut definition = now.definition.with_traits(traits.clone());
    if heart_by_hand {
        if now.definition.heart == built.definition.heart {
            merged.carried.push("the basic piece changed".to_owned());
            definition = hand.definition.with_traits(traits);
        } else {
            let what = "the basic piece changed by hand, and the sources now give another";
            merged.conflicts.push(what.to_owned());
        }
    }
    merged.text = DefinedPiece { definition, states }.encode();
    Some(merged)
}

fn position(keys: &[String], key: &String) -> Option<usize> {
    keys.iter().position(|other| other == key)
}

/// Where something that stood before `at` belongs now: before the nearest trait that is still there, else innermost.
fn beside(now: &[String], before: &[String], at: usize) -> usize {
    let following = before[at..].iter().find_map(|key| position(now, key));
    let preceding = || before[..at].iter().rev().find_map(|key| position(now, key));
    following.or_else(|| preceding().map(|at| at + 1)).unwrap_or(now.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(traits: &[&str]) -> String {
        let mut texts: Vec<&str> = traits.to_vec();
        texts.push("piece;;;a.png;A");
        let states = vec![""; traits.len()];
        let mut states: Vec<&str> = states;
        states.push("null;0;0;1;0");
        let kind = crate::vassal::nested::join_chain('\t', &texts);
        let state = crate::vassal::nested::join_chain('\t', &states);
        let add = crate::vassal::command::AddPiece {
            id: "null".into(),
            kind: kind.into(),
            state: state.into(),
        };
        add.encode()
    }

    #[test]
    fn a_trait_added_by_hand_stays_when_the_sources_change_another() {
        let built = piece(&["delete;D;68,130;", "clone;C;67,130;"]);
        let hand = piece(&["delete;D;68,130;", "VASLthing;x", "clone;C;67,130;"]);
        let new = piece(&["delete;Kill;68,130;", "clone;C;67,130;"]);
        let merged = merge(&built, &hand, &new).unwrap();
        assert_eq!(merged.conflicts, [""; 0]);
        assert_eq!(merged.text, piece(&["delete;Kill;68,130;", "VASLthing;x", "clone;C;67,130;"]));
        assert_eq!(merged.carried, ["trait `VASLthing;x` added"]);
    }

    #[test]
    fn the_same_trait_changed_twice_is_a_conflict_and_changed_alike_is_none() {
        let built = piece(&["delete;D;68,130;"]);
        let hand = piece(&["delete;Away;68,130;"]);
        let new = piece(&["delete;Kill;68,130;"]);
        let merged = merge(&built, &hand, &new).unwrap();
        assert_eq!(merged.conflicts.len(), 1, "{merged:?}");
        let merged = merge(&built, &hand, &hand).unwrap();
        assert_eq!((merged.conflicts.len(), merged.text.as_str()), (0, hand.as_str()));
    }

    #[test]
    fn a_trait_removed_by_hand_stays_away() {
        let built = piece(&["delete;D;68,130;", "clone;C;67,130;"]);
        let hand = piece(&["delete;D;68,130;"]);
        let merged = merge(&built, &hand, &built).unwrap();
        assert_eq!(merged.text, hand);
        assert_eq!(merged.carried, ["trait `clone;C;67,130;` removed"]);
    }

    #[test]
    fn named_keys_that_vassal_counts_anew_are_no_hand_work() {
        let built = piece(&["macro;Turn;Turn;93,130;;;57348\\,0\\,half_turn"]);
        let saved = piece(&["macro;Turn;Turn;93,130;;;57467\\,0\\,half_turn"]);
        assert!(is_same(&built, &saved));
        let merged = merge(&built, &saved, &built).unwrap();
        assert_eq!((merged.carried, merged.conflicts), (vec![], vec![]));
        assert_eq!(merged.text, built);
    }

    #[test]
    fn a_piece_written_in_fewer_words_is_the_same() {
        let short = piece(&["delete;D;68,130"]);
        let long = piece(&["delete;D;68,130;"]);
        assert!(is_same(&short, &long));
        assert!(!is_same(&short, &piece(&["delete;E;68,130"])));
    }
}
