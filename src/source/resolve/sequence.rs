//! The turn: who acts in which phase.

use super::Scope;
use crate::diagnostic::{Diagnostic, Place, nearest};
use crate::model::{Actor, Game, Phase, TurnSpan};
use crate::source::format::{At, GameFile, PhaseSource, Text};
use std::collections::HashMap;

/// Phases nested deeper than this are a mistake.
const DEEPEST: usize = 8;

pub(super) fn sequence(scope: &mut Scope<'_>, main: &GameFile, game: &mut Game) {
    let mut seen = HashMap::new();
    game.sequence = phases(scope, &main.phases, None, game, &mut seen, 0);
}

fn phases(
    scope: &mut Scope<'_>,
    sources: &[PhaseSource],
    around: Option<Actor>,
    game: &Game,
    seen: &mut HashMap<String, Place>,
    depth: usize,
) -> Vec<Phase> {
    let mut phases = Vec::new();
    for source in sources {
        let place = scope.place(source.id.span());
        if depth == DEEPEST {
            scope.push(Diagnostic::error(
                "too-deep",
                place,
                format!("phases are nested more than {DEEPEST} deep"),
            ));
            return phases;
        }
        if let Some(first) = seen.get(source.id.value.as_str()).cloned() {
            scope.duplicate("phase", &source.id.value, place.clone(), Some(first));
        } else {
            seen.insert(source.id.value.to_string(), place.clone());
        }
        let own = source.side.as_ref().and_then(|side| actor(scope, side, game));
        let inner = self::phases(scope, &source.phases, own.or(around), game, seen, depth + 1);
        let Some(actor) = own.or(around).or((!inner.is_empty()).then_some(Actor::Nobody)) else {
            if source.side.is_none() {
                scope.push(
                    Diagnostic::error(
                        "phase-without-side",
                        place,
                        format!("nobody acts in phase `{}`", source.id.value),
                    )
                    .help("add side = \"…\": a side, both, each, first, second or nobody"),
                );
            }
            scope.diagnostics.lose("phase", Some(&source.id.value));
            continue;
        };
        if source.repeat.is_some_and(|times| times == 0 || times > 100) {
            scope.push(Diagnostic::error(
                "wrong-value",
                place,
                "a phase is repeated 1 to 100 times",
            ));
        }
        phases.push(Phase {
            id: source.id.value.to_string(),
            name: source.name.clone(),
            actor,
            repeat: source.repeat.unwrap_or(1),
            turns: source.turns.as_ref().and_then(|turns| turn_span(scope, turns)),
            actions: source.actions.clone(),
            summary: source.summary.clone(),
            phases: inner,
        });
    }
    phases
}

fn actor(scope: &mut Scope<'_>, side: &At<Text>, game: &Game) -> Option<Actor> {
    Some(match side.value.as_str() {
        "both" => Actor::Both,
        "nobody" => Actor::Nobody,
        "each" => Actor::Each,
        "first" => Actor::First,
        "second" => Actor::Second,
        name => match game.sides.find(name) {
            Some(id) => Actor::Side(id),
            None => {
                let words = ["both", "each", "first", "second", "nobody"];
                let help = nearest(name, game.sides.names().chain(words));
                scope.unknown("side", name, side.span(), help);
                return None;
            }
        },
    })
}

/// Reads `3`, `2-7` or `8-`.
pub(super) fn turn_span(scope: &mut Scope<'_>, text: &At<Text>) -> Option<TurnSpan> {
    let span = match text.value.split_once('-') {
        None => {
            text.value.trim().parse().ok().map(|turn| TurnSpan { first: turn, last: Some(turn) })
        }
        Some((first, "")) => first.trim().parse().ok().map(|first| TurnSpan { first, last: None }),
        Some((first, last)) => match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if first <= last => Some(TurnSpan { first, last: Some(last) }),
            _ => None,
        },
    };
    if span.is_none() {
        let place = scope.place(text.span());
        scope.push(
            Diagnostic::error("wrong-value", place, format!("`{}` names no turns", text.value))
                .help("write \"3\", \"2-7\" or \"8-\""),
        );
    }
    span
}
