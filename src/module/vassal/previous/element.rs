//! Components, three ways: as built, as worked on by hand, as built anew.

use super::Merge;
use super::piece;
use crate::vassal::build::Element;
use std::collections::{BTreeMap, BTreeSet};

/// The component as built anew, with what was done by hand.
pub(super) fn merge(
    built: &Element,
    hand: &Element,
    new: &Element,
    place: &str,
    report: &mut Merge,
) -> Element {
    let mut merged = new.clone();
    settings(built, hand, new, place, &mut merged, report);
    text(built, hand, new, place, &mut merged, report);
    merged.children = children(built, hand, new, place, report);
    merged
}

/// Whether a setting is one that VASSAL keeps up to date by itself: its own version, the size of a slot's picture,
/// of a list as it happens to stand on the screen.
fn is_bookkeeping(element: &Element, name: &str) -> bool {
    match element.class() {
        "PieceSlot" | "CardSlot" => matches!(name, "width" | "height"),
        "ListWidget" => matches!(name, "width" | "height" | "divider"),
        _ => name == "VassalVersion",
    }
}

/// A setting without the numbers that VASSAL gives to named keys: it counts them anew whenever it saves.
pub(super) fn without_key_numbers(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits =
            rest[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - start);
        let (before, number) = (&rest[..start], &rest[start..start + digits]);
        plain.push_str(before);
        // Named keys live in the private area of Unicode.
        match number.parse() {
            Ok(0xE000..=0xF8FF_u32) => plain.push_str("key"),
            _ => plain.push_str(number),
        }
        rest = &rest[start + digits..];
    }
    plain.push_str(rest);
    plain
}

/// What VASSAL's editor writes for a setting that the build left out.
fn default_of(class: &str, setting: &str) -> Option<&'static str> {
    include_str!("defaults.txt").lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let (known, rest) = line.split_once(' ')?;
        let (name, value) = rest.split_once(' ')?;
        (known == class && name == setting).then_some(value)
    })
}

/// Whether two values of a setting mean the same.
fn means_same(one: &str, other: &str) -> bool {
    one == other || without_key_numbers(one) == without_key_numbers(other)
}

fn settings(
    built: &Element,
    hand: &Element,
    new: &Element,
    place: &str,
    merged: &mut Element,
    report: &mut Merge,
) {
    let some = |element: &Element, name: &str| {
        element.get(name).filter(|value| !value.is_empty()).map(str::to_owned)
    };
    for (name, value) in &hand.attributes {
        let (was, now) = (some(built, name), some(new, name));
        let by_hand = some(hand, name);
        let told = |other: &Option<String>| match (&by_hand, other) {
            (Some(hand), Some(other)) => means_same(hand, other),
            (hand, other) => hand == other,
        };
        if told(&was) || told(&now) || is_bookkeeping(hand, name) {
            continue;
        }
        if name == "nextPieceSlotId" {
            let highest = |text: &Option<String>| text.as_ref().and_then(|t| t.parse::<i64>().ok());
            merged.set(name, highest(&by_hand).max(highest(&now)).unwrap_or(0).to_string());
            continue;
        }
        if built.get(name).is_none() && new.get(name).is_none() {
            // The editor writes out every setting, also those that the build left to VASSAL.
            match default_of(hand.class(), name) {
                Some(default) if default == value => {}
                Some(default) => {
                    report.carried(place, format!("setting `{name}`: `{default}` → `{value}`"));
                    merged.set(name, value.clone());
                }
                // Of components that builds do not make: a default, or set by hand. Either way it stays as it is.
                None => {
                    report.report.filled_in += 1;
                    merged.set(name, value.clone());
                }
            }
            continue;
        }
        let shown = |text: &Option<String>| text.clone().unwrap_or_default();
        let what = format!("setting `{name}`: `{}` → `{value}`", shown(&was));
        let hand_wins = if was == now {
            report.carried(place, what);
            true
        } else {
            let source = format!("{what}; the sources now say `{}`", shown(&now));
            report.conflict(place, source)
        };
        if hand_wins {
            merged.set(name, value.clone());
        }
    }
}

fn text(
    built: &Element,
    hand: &Element,
    new: &Element,
    place: &str,
    merged: &mut Element,
    report: &mut Merge,
) {
    if hand.text == built.text || hand.text == new.text {
        return;
    }
    if let Some(outcome) = piece::merge(&built.text, &hand.text, &new.text) {
        for what in outcome.carried {
            report.carried(place, what);
        }
        let mut hand_wins = true;
        for what in &outcome.conflicts {
            hand_wins = report.conflict(place, what);
        }
        merged.text = match (outcome.conflicts.is_empty(), hand_wins) {
            (true, _) => outcome.text,
            (false, true) => hand.text.clone(),
            (false, false) => new.text.clone(),
        };
        return;
    }
    let hand_wins = if built.text == new.text {
        report.carried(place, "text changed");
        true
    } else {
        report.conflict(place, "text changed by hand, and the sources now give another")
    };
    if hand_wins {
        merged.text.clone_from(&hand.text);
    }
}

/// What a component is called among its neighbours.
fn keys(element: &Element) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let key = |child: &Element| {
        let setting = |name: &str| child.get(name).filter(|value| !value.is_empty());
        let own = match child.class() {
            "PieceSlot" | "CardSlot" => setting("gpid").or_else(|| setting("entryName")),
            // Sides are told apart by what they say, options by their names.
            _ if !child.tag.contains('.') => setting("name").or(Some(child.text.as_str())),
            _ => ["name", "mapName", "entryName", "title"].iter().find_map(|name| setting(name)),
        };
        format!("{} {}", child.tag, own.unwrap_or_default())
    };
    let number = |child: &Element| {
        let key = key(child);
        let nth = seen.entry(key.clone()).or_default();
        *nth += 1;
        format!("{key} {nth}")
    };
    element.children.iter().map(number).collect()
}

fn children(
    built: &Element,
    hand: &Element,
    new: &Element,
    place: &str,
    report: &mut Merge,
) -> Vec<Element> {
    let (built_keys, hand_keys, new_keys) = (keys(built), keys(hand), keys(new));
    let find = |keys: &[String], key: &String| keys.iter().position(|other| other == key);
    let inner = |child: &Element| {
        let label = child.label().unwrap_or(child.class());
        if place == "module" { label.to_owned() } else { format!("{place} / {label}") }
    };
    let mut merged: Vec<(String, Element)> = Vec::new();
    for (key, now) in new_keys.iter().zip(&new.children) {
        let was = find(&built_keys, key).map(|at| &built.children[at]);
        let by_hand = find(&hand_keys, key).map(|at| &hand.children[at]);
        let kept = match (was, by_hand) {
            (Some(was), Some(by_hand)) => Some(self::merge(was, by_hand, now, &inner(now), report)),
            (None, None) => Some(now.clone()),
            (Some(was), None) => removed(was, now, &inner(now), report),
            // Added by both: as if it had been built empty.
            (None, Some(by_hand)) => {
                Some(self::merge(&Element::new(now.tag.clone()), by_hand, now, &inner(now), report))
            }
        };
        merged.extend(kept.map(|kept| (key.clone(), kept)));
    }
    let known: BTreeSet<&String> = new_keys.iter().collect();
    for (at, key) in hand_keys.iter().enumerate().filter(|(_, key)| !known.contains(key)) {
        let by_hand = &hand.children[at];
        let wanted = match find(&built_keys, key).map(|at| &built.children[at]) {
            None => {
                report.carried(&inner(by_hand), format!("{} added", by_hand.class()));
                true
            }
            // The sources no longer have it; that counts unless somebody worked on it.
            Some(was) if is_same(was, by_hand) => false,
            Some(_) => {
                let what = "changed by hand, and the sources no longer have it";
                report.conflict(&inner(by_hand), what)
            }
        };
        if wanted {
            // Behind the neighbour it stood behind.
            let before = hand_keys[..at].iter().rev();
            let neighbour =
                before.filter_map(|key| merged.iter().position(|(other, _)| other == key)).next();
            let index = neighbour.map_or(0, |at| at + 1);
            merged.insert(index, (key.clone(), by_hand.clone()));
        }
    }
    merged.into_iter().map(|(_, element)| element).collect()
}

/// A component that was removed by hand stays away unless the sources changed it since.
fn removed(was: &Element, now: &Element, place: &str, report: &mut Merge) -> Option<Element> {
    if is_same(was, now) {
        report.carried(place, format!("{} removed", now.class()));
        return None;
    }
    let what = "removed by hand, and the sources have changed it";
    (!report.conflict(place, what)).then(|| now.clone())
}

/// Whether two components say the same: nothing was done to one by hand.
fn is_same(built: &Element, other: &Element) -> bool {
    let settings = |element: &Element, against: &Element| {
        element.attributes.iter().all(|(name, value)| {
            // What only one of them has is a default that an editor wrote out.
            against.get(name).is_none_or(|other| means_same(other, value))
                || is_bookkeeping(element, name)
        })
    };
    built.tag == other.tag
        && settings(built, other)
        && (built.text == other.text || piece::is_same(&built.text, &other.text))
        && built.children.len() == other.children.len()
        && built.children.iter().zip(&other.children).all(|(a, b)| is_same(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_keys_that_vassal_counted_anew_are_the_same() {
        assert!(means_same(
            r"57348\,0\,say_attack,57348\,0\,wipe",
            r"57345\,0\,say_attack,57363\,0\,wipe"
        ));
        assert!(!means_same(r"57348\,0\,say_attack", r"57348\,0\,say_nothing"));
        assert!(!means_same("70,130", "71,130"));
    }
}
