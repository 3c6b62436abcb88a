//! Keys that a game gives to its own commands: real ones, and each only once.

use super::Scope;
use crate::diagnostic::Diagnostic;
use crate::source::format::{At, Text};
use crate::vassal::traits::fields::KeyStroke;

/// Checks a key against those that are taken, each with what it does.
pub(super) fn check<'a>(
    scope: &mut Scope<'_>,
    key: &At<Text>,
    taken: impl Iterator<Item = (&'a str, &'a str)>,
) {
    let place = scope.place(key.span());
    let Some(stroke) = KeyStroke::from_words(&key.value) else {
        let message = format!("`{}` is no key", key.value);
        scope.push(
            Diagnostic::error("wrong-value", place, message)
                .help("write Ctrl+A, Ctrl+Shift+A, Alt+5 or F4"),
        );
        return;
    };
    let same = |other: &str| KeyStroke::from_words(other).as_ref() == Some(&stroke);
    if let Some((_, holder)) = taken.into_iter().find(|(other, _)| same(other)) {
        let message =
            format!("`{}` is already the key of “{holder}”: both would happen", key.value);
        scope.push(
            Diagnostic::error("key-taken", place, message)
                .help("choose another key, or leave it out: the menu entry needs none"),
        );
    }
}
