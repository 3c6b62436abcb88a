//! What a module does by itself as play goes on: it shows the phase on the toolbar, and takes the marks of moves away.

use super::component::Component;
use super::components::game::GlobalProperty;
use super::components::toolbar::{KeyButton, PropertyButton};
use super::components::turn::TurnKey;
use super::pieces::Keys;
use crate::model::Game;
use crate::module::table::sequence::{Sequence, Standing};
use crate::vassal::build::Element;
use crate::vassal::traits::fields::KeyStroke;
use crate::vassal::traits::property_commands::PropertyChange;

/// Whether the set-up is over.
pub const BEGUN: &str = "Begun";
/// Its value once the first phase has ended.
pub const YES: &str = "yes";

/// The tracker's next step: Alt+N.
pub(super) const NEXT: KeyStroke = KeyStroke::Key { code: 78, modifiers: 520 };

/// Sent to pieces that were dragged onto the map.
pub(super) fn arrived() -> KeyStroke {
    KeyStroke::named("arrived")
}

/// Ends the set-up.
fn begin() -> KeyStroke {
    KeyStroke::named("play_begins")
}

/// Takes the marks of moves away.
fn unmark() -> KeyStroke {
    KeyStroke::named("marks_of_moves_end")
}

/// Properties of the module, with what changes them.
pub(super) fn properties() -> Vec<Element> {
    let preset = |name: &str, initial: &str| {
        let (name, initial) = (name.to_owned(), initial.to_owned());
        GlobalProperty { name, initial, ..GlobalProperty::default() }.element()
    };
    let change = PropertyChange::Set(YES.to_owned()).encode();
    let starts = PropertyButton { key: begin(), change, ..PropertyButton::default() };
    vec![
        preset(BEGUN, "").holding([starts.element()]),
        // What VASSAL reads before the player has chosen otherwise: the turn stands on the toolbar, in bold.
        preset("TurnTracker.defaultDocked", "true"),
        preset("TurnTracker.defaultFontBold", "true"),
    ]
}

/// A button that is not shown; its key takes the marks off all units.
pub(super) fn unmarking() -> Element {
    KeyButton {
        name: "Marks of moves end".to_owned(),
        button_key: unmark(),
        sent: Keys::unmoved(),
        filter: r#"{GetString("Moved").equals("true")}"#.to_owned(),
        ..KeyButton::default()
    }
    .element()
}

/// What the turn tracker does at its steps.
pub(super) fn turn_keys(game: &Game, sequence: &Sequence) -> Vec<Element> {
    let begins = TurnKey {
        name: "Play begins".to_owned(),
        key: begin(),
        when: format!(r#"{{!GetString("{BEGUN}").equals("{YES}")}}"#),
        ..TurnKey::default()
    };
    let steps = fresh_steps(game, &sequence.standings);
    let when = match steps.len() {
        all if all == sequence.standings.len() => String::new(),
        _ => format!("{{{}}}", steps.into_iter().map(stands).collect::<Vec<_>>().join(" || ")),
    };
    let fresh = TurnKey {
        name: "Marks of moves end".to_owned(),
        key: unmark(),
        when,
        ..TurnKey::default()
    };
    let mut keys = vec![begins.element(), fresh.element()];
    keys.extend(skips(&sequence.standings).map(|skip| skip.element()));
    keys
}

/// The tracker steps on by itself from what is not played this turn.
fn skips(standings: &[Standing]) -> impl Iterator<Item = TurnKey> {
    let skip = |standing: &Standing| {
        let turn = r#"Integer.parseInt(GetString("Turn"))"#;
        let span = standing.turns?;
        let late = span.last.map(|last| format!("{turn} > {last}"));
        let early = format!("{turn} < {}", span.first);
        let idle = late.map_or(early.clone(), |late| format!("({early} || {late})"));
        Some(TurnKey {
            name: "Skip".to_owned(),
            key: NEXT,
            when: format!("{{{} && {idle}}}", stands(standing)),
            ..TurnKey::default()
        })
    };
    standings.iter().filter_map(skip)
}

/// Whether the tracker stands at a step: the whole of what it shows, the turn, then the step.
fn stands(standing: &Standing) -> String {
    format!(
        r#"GetString("Turn_value").equals("Turn " + GetString("Turn") + {})"#,
        quoted(&standing.shown)
    )
}

/// The steps at which nobody has moved yet: the first of a turn, the first of a side, and every phase of movement.
fn fresh_steps<'a>(game: &Game, standings: &'a [Standing]) -> Vec<&'a Standing> {
    let fresh = |nth: usize| {
        let other = nth.checked_sub(1).and_then(|before| standings.get(before));
        other.is_none_or(|before| before.actor != standings[nth].actor)
            || moves(game, &standings[nth])
    };
    (0..standings.len()).filter(|nth| fresh(*nth)).map(|nth| &standings[nth]).collect()
}

/// Whether units move in a step.
pub(super) fn moves(game: &Game, standing: &Standing) -> bool {
    let leaf = standing.path.last().map(String::as_str).unwrap_or_default();
    let phases = game.leaf_phases();
    phases
        .into_iter()
        .any(|phase| phase.id == leaf && phase.actions.iter().any(|one| one == "move"))
}

/// A text inside an expression.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tracker_steps_over_what_is_not_played_this_turn() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let skipped = |game: &str| -> Vec<String> {
            let sequence = Sequence::of(loaded.game(game).expect("a game"));
            let keys: Vec<TurnKey> = skips(&sequence.standings).collect();
            assert!(keys.iter().all(|key| key.key == NEXT));
            keys.into_iter().map(|key| key.when).collect()
        };
        // Two phases of Bookkeeping and two of Supply from turn 2 on, and four of the Special Stage on turn 1.
        let sicily = skipped("sicily");
        let early = r#"Integer.parseInt(GetString("Turn")) < 2}"#;
        let other = r#"(Integer.parseInt(GetString("Turn")) < 1 || Integer.parseInt(GetString("Turn")) > 1)}"#;
        assert_eq!(sicily.iter().filter(|when| when.ends_with(early)).count(), 4, "{sicily:#?}");
        assert_eq!(sicily.iter().filter(|when| when.ends_with(other)).count(), 4, "{sicily:#?}");
        assert!(sicily.iter().any(|when| when.contains(", Allied Bookkeeping Phase")));
        assert!(skipped("bridgehead").is_empty());
    }
}
