//! Whether games saved with the module before can go on with this one.

use super::piece::spelled;
use crate::vassal::build::{DefinedPiece, Element, Prototypes};
use crate::vassal::file::ModuleFile;
use crate::vassal::piece::{Heart, TraitBook};
use crate::vassal::traits::{Meaning, Trait};
use std::collections::{BTreeMap, BTreeSet};

/// A change that saved games feel.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SaveBreak {
    /// A map window has gone or has another name: its pieces lie nowhere.
    Map(String),
    /// A board has gone or has another name: `map: board`.
    Board(String),
    /// A side has gone or has another name: its player has no seat.
    Side(String),
    /// A property of the module has gone or has another name.
    Property(String),
    /// A turn tracker has gone or has another name.
    Turn(String),
    /// A slot has gone: its pieces stay as they are for good.
    Slot(String),
    /// Pieces of a slot have other traits or values now: they stay as they were until refreshed.
    Traits(String),
}

impl SaveBreak {
    /// Whether a saved game cannot simply go on, rather than needing its counters refreshed.
    pub fn is_grave(&self) -> bool {
        !matches!(self, SaveBreak::Traits(_))
    }

    /// The name of the kind, for diagnostics.
    pub fn code(&self) -> &'static str {
        match self {
            SaveBreak::Map(_) => "saves-lose-map",
            SaveBreak::Board(_) => "saves-lose-board",
            SaveBreak::Side(_) => "saves-lose-side",
            SaveBreak::Property(_) => "saves-lose-property",
            SaveBreak::Turn(_) => "saves-lose-turn",
            SaveBreak::Slot(_) => "saves-lose-slot",
            SaveBreak::Traits(_) => "saves-need-refresh",
        }
    }

    /// What has happened, in words.
    pub fn message(&self) -> String {
        match self {
            SaveBreak::Map(name) => format!("the map `{name}` is gone or has another name"),
            SaveBreak::Board(name) => format!("the board `{name}` is gone or has another name"),
            SaveBreak::Side(name) => format!("the side `{name}` is gone or has another name"),
            SaveBreak::Property(name) => format!("the property `{name}` is gone"),
            SaveBreak::Turn(name) => format!("the turn tracker `{name}` is gone"),
            SaveBreak::Slot(name) => format!("there is no slot for `{name}` any more"),
            SaveBreak::Traits(name) => format!("`{name}` has other traits or values than before"),
        }
    }
}

/// What saves know a module by.
struct Footing {
    maps: BTreeSet<String>,
    boards: BTreeSet<String>,
    sides: BTreeSet<String>,
    properties: BTreeSet<String>,
    turns: BTreeSet<String>,
    /// Name, and all that a piece keeps from its slot, by slot.
    slots: BTreeMap<String, (String, Vec<String>)>,
}

impl Footing {
    fn of(build: &Element) -> Self {
        let name = |element: &Element| element.get("name").unwrap_or_default().to_owned();
        let mut footing = Footing {
            maps: BTreeSet::new(),
            boards: BTreeSet::new(),
            sides: BTreeSet::new(),
            properties: build.all("GlobalProperty").map(name).collect(),
            turns: build.all("TurnTracker").map(name).collect(),
            slots: BTreeMap::new(),
        };
        for map in build.walk().filter(|element| element.get("mapName").is_some()) {
            let own = map.get("mapName").unwrap_or_default();
            footing.maps.insert(own.to_owned());
            footing.boards.extend(map.all("Board").map(|board| format!("{own}: {}", name(board))));
        }
        for roster in build.all("PlayerRoster") {
            let entries = roster.children.iter().filter(|child| child.tag == "entry");
            footing.sides.extend(entries.map(|entry| entry.text.clone()));
        }
        let mut book = TraitBook::default();
        let prototypes = Prototypes::of(build, &mut book);
        for slot in build.walk().filter(|e| matches!(e.class(), "PieceSlot" | "CardSlot")) {
            let Some(gpid) = slot.get("gpid").filter(|gpid| !gpid.is_empty()) else { continue };
            let Some(piece) = DefinedPiece::decode(&slot.text, &mut book) else { continue };
            let spelled = prototypes.spell_out(&piece, &mut Vec::new());
            let name = slot.get("entryName").unwrap_or_default().to_owned();
            footing.slots.insert(gpid.to_owned(), (name, kept(&spelled)));
        }
        footing
    }
}

/// What a piece in a saved game keeps from the slot that it came from: its traits in their words, the values of
/// its markers, its picture and name.
fn kept(piece: &DefinedPiece) -> Vec<String> {
    let one = |(one, state): (&std::sync::Arc<Trait>, &str)| match &one.meaning {
        Meaning::Marker(_) => spelled(one, state),
        _ => spelled(one, ""),
    };
    let mut kept: Vec<String> = piece.traits().map(one).collect();
    if let Heart::Piece(heart) = &piece.definition.heart {
        kept.push(heart.encode());
    }
    kept
}

/// What games saved with the previous module would feel.
pub fn breaks(previous: &ModuleFile, new: &Element) -> Vec<SaveBreak> {
    let (old, new) = (Footing::of(&previous.build), Footing::of(new));
    let mut breaks = Vec::new();
    let mut gone =
        |old: &BTreeSet<String>, new: &BTreeSet<String>, kind: fn(String) -> SaveBreak| {
            breaks.extend(old.difference(new).cloned().map(kind));
        };
    gone(&old.maps, &new.maps, SaveBreak::Map);
    // The boards of a map that is gone need not be told one by one.
    let kept_maps =
        |board: &&String| new.maps.iter().any(|map| board.starts_with(&format!("{map}: ")));
    let old_boards: BTreeSet<String> = old.boards.iter().filter(kept_maps).cloned().collect();
    gone(&old_boards, &new.boards, SaveBreak::Board);
    gone(&old.sides, &new.sides, SaveBreak::Side);
    gone(&old.properties, &new.properties, SaveBreak::Property);
    gone(&old.turns, &new.turns, SaveBreak::Turn);
    for (gpid, (name, traits)) in &old.slots {
        match new.slots.get(gpid) {
            None => breaks.push(SaveBreak::Slot(name.clone())),
            Some((_, now)) if now != traits => breaks.push(SaveBreak::Traits(name.clone())),
            Some(_) => {}
        }
    }
    breaks
}

/// What the version should do, if it does not do it: a word of advice.
///
/// VASSAL compares the version in a save with that of the module and warns when they differ. So a
/// module that differs needs another version; and one that old games cannot go on with needs a
/// new first number (the second while the first is 0).
pub fn version_advice(
    previous: &str,
    new: &str,
    breaks: &[SaveBreak],
    differs: bool,
) -> Option<String> {
    let numbers = |version: &str| -> Vec<u64> {
        version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
    };
    let (old, now) = (numbers(previous), numbers(new));
    if new == previous {
        return differs.then(|| format!("the module differs from the previous release and both are version {new}; raise `version` in the game file"));
    }
    if now < old {
        return Some(format!("version {new} is lower than the previous release, {previous}"));
    }
    let grave = breaks.iter().filter(|found| found.is_grave()).count();
    let place = usize::from(old.first() == Some(&0));
    let raised = now.get(..=place) > old.get(..=place);
    (grave > 0 && !raised).then(|| {
        let number = if place == 0 { "first" } else { "second" };
        format!("games saved with {previous} cannot simply go on; raise the {number} number of the version, not only to {new}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_rises_with_what_has_changed() {
        let grave = [SaveBreak::Map("M".into())];
        let light = [SaveBreak::Traits("P".into())];
        assert_eq!(version_advice("1.0", "1.0", &[], false), None);
        assert!(version_advice("1.0", "1.0", &[], true).is_some());
        assert_eq!(version_advice("1.0", "1.1", &light, true), None);
        assert!(version_advice("1.0", "1.1", &grave, true).is_some());
        assert_eq!(version_advice("1.0", "2.0", &grave, true), None);
        assert!(version_advice("0.3", "0.3.1", &grave, true).is_some());
        assert_eq!(version_advice("0.3", "0.4", &grave, true), None);
        assert!(version_advice("1.10", "1.9", &[], true).is_some());
    }
}
