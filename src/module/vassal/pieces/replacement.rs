//! Another counter in a unit's place: a squad becomes a half-squad, or one of a lower class.

use super::{COPY, Keys, STEP, UNIT, Worn, plain, stroke, with};
use crate::model::{Counter, Game, Replacement};
use crate::module::vassal::gpid::Gpids;
use crate::module::vassal::palette;
use crate::vassal::sequence::join;
use crate::vassal::traits::calculated::Calculated;
use crate::vassal::traits::fields::{KeyStroke, KeyStrokes};
use crate::vassal::traits::place_marker::Replace;
use crate::vassal::traits::report::Report;
use crate::vassal::traits::trigger::Trigger;

/// Whether pieces of a counter can come into play in the place of others.
pub(super) fn is_target(game: &Game, counter: &Counter) -> bool {
    let names = |other: &Counter, one: &Replacement| {
        other.front.value(&one.column) == Some(counter.id.as_str())
    };
    let replacements = &game.module.replacements;
    replacements.iter().any(|one| game.counters.iter().any(|other| names(other, one)))
}

/// The commands of a counter that put another in its place.
pub(super) fn replacements(game: &Game, counter: &Counter, gpids: &mut Gpids) -> Vec<Worn> {
    let mut worn = Vec::new();
    for (nth, one) in game.module.replacements.iter().enumerate() {
        let other = counter.front.value(&one.column).and_then(|id| game.counters.get(id));
        let Some(other) = other else { continue };
        let names = |what: &str| KeyStroke::named(format!("replace_{}_{what}", nth + 1));
        // Its copies are numbered after the piece it came from, so that no two pieces have one id:
        // squad#2 becomes half-squad#2a, the same squad lowered half-squad#2b.
        let letter = char::from(b'a' + u8::try_from(nth % 26).unwrap_or(0));
        let copy = format!("Copy_{letter}");
        let say = Report {
            keys: KeyStrokes(vec![names("say")]),
            format: format!("{}: ${UNIT}$ ($location$) -> {}#${copy}$", one.menu, other.id),
            ..Report::default()
        };
        let act = Trigger {
            name: one.menu.clone(),
            command: one.menu.clone(),
            key: one.key.as_deref().map_or_else(|| names("start"), stroke),
            action_keys: KeyStrokes(vec![names("say"), names("do")]),
            ..Trigger::default()
        };
        // A broken squad leaves a broken half-squad: what comes for a unit on its back is turned over at once.
        let mut acts = Vec::new();
        for (face, back) in [("front", false), ("back", true)] {
            acts.push(plain(Trigger {
                name: format!("{} ({face})", one.menu),
                key: names("do"),
                filter: format!(r#"{{GetString("{STEP}_Level").equals("2") == {back}}}"#),
                action_keys: KeyStrokes(vec![names(face)]),
                ..Trigger::default()
            }));
            acts.push(plain(Replace {
                key: names(face),
                spec: palette::path(game, other),
                match_rotation: true,
                after_key: if back { Keys::flip() } else { KeyStroke::None },
                gpid: gpids.of(&format!("replace:{}:{}:{face}", one.column, counter.id)),
                // Above the piece that goes.
                placement: 2,
                parameters: join(',', [join(':', [COPY, &format!("${copy}$")])]),
                version: 1,
                ..Replace::default()
            }));
        }
        let number = Calculated {
            name: copy,
            expression: format!(
                r#"{{(GetString("{COPY}").length() < 1 ? "1" : GetString("{COPY}")) + "{letter}"}}"#
            ),
            description: String::new(),
        };
        worn.extend([with(say, "-1"), plain(act)]);
        worn.extend(acts);
        worn.push(plain(number));
    }
    worn
}
