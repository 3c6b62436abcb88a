//! The module for online tabletops, and the declarations it offers.

use super::{Scope, keys};
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::keys::{self as model_keys, taken as taken_keys};
use crate::model::{
    ComponentPlace, CounterKind, Declaration, Game, LinePart, ModuleSettings, OwnComponent,
    OwnTrait, PieceGroup, Question, Replacement,
};
use crate::source::format::{
    At, DeclarationSource, GameFile, ModuleSource, ReplacementSource, Text, TraitSource,
};

/// Counters are known by now: traits may name them.
pub(in crate::source) fn module(scope: &mut Scope<'_>, main: &GameFile, game: &mut Game) {
    if let Some(source) = &main.module {
        game.module = settings(scope, source, game);
        for source in &source.replacements {
            replacement(scope, source, game);
        }
    }
    game.module.hidden_units |=
        game.scenarios.iter().any(|scenario| scenario.set_ups.iter().any(|set_up| set_up.hidden));
    for source in &main.declarations {
        if let Some(declaration) = declaration(scope, source, game) {
            alike(scope, source, &declaration, game);
            scope.define(&mut game.declarations, "declaration", source.id.span(), declaration);
        }
    }
}

fn settings(scope: &mut Scope<'_>, source: &ModuleSource, game: &Game) -> ModuleSettings {
    let mut settings = ModuleSettings {
        line_of_sight: source.line_of_sight,
        hidden_units: source.hidden_units,
        ..ModuleSettings::default()
    };
    if let Some(pixels) = &source.counter_pixels {
        if (24..=400).contains(&pixels.value) {
            settings.counter_pixels = pixels.value;
        } else {
            scope.error("wrong-value", pixels.span(), "counters are 24 to 400 pixels wide");
        }
    }
    if let Some(style) = &source.map_style {
        settings.map_style.clone_from(style);
    }
    settings.concealed_by =
        source.concealed_by.as_ref().and_then(|id| scope.find(&game.counters, "counter", id));
    settings.drawn_under =
        source.drawn_under.as_ref().and_then(|id| scope.find(&game.counters, "counter", id));
    for word in source.facing.0.iter().flat_map(split) {
        settings.facing.extend(scope.find(&game.unit_types, "unit type", &word));
    }
    settings.facing_towards = source.facing_towards;
    if let Some(hexes) = &source.arc_hexes {
        if hexes.value <= 12 && !settings.facing.is_empty() {
            settings.arc_hexes = hexes.value;
        } else {
            let message = "an arc reaches at most 12 hexes, and needs units that face somewhere";
            scope.error("wrong-value", hexes.span(), message);
        }
    }
    for source in &source.traits {
        let Some(on) = group(scope, source, game) else { continue };
        let text = source.text.value.to_string();
        if text.is_empty() || text.contains('\t') {
            scope.error(
                "wrong-value",
                source.text.span(),
                "a trait is one text without tabs, such as `mark;Name`",
            );
            continue;
        }
        let state = source.state.as_ref().map(|state| state.value.to_string()).unwrap_or_default();
        settings.traits.push(OwnTrait { on, text, state });
    }
    for source in &source.components {
        let place = source.within.as_ref();
        let within = match place.map_or("module", |place| place.value.as_str()) {
            "module" => ComponentPlace::Module,
            "map" => ComponentPlace::Map,
            "prototypes" => ComponentPlace::Prototypes,
            other => {
                let span = place.map(At::span).unwrap_or_default();
                let help = nearest(other, ["module", "map", "prototypes"].into_iter());
                scope.unknown("place for a component", other, span, help);
                continue;
            }
        };
        let limits = crate::vassal::Limits::default();
        match crate::vassal::build::Element::parse("xml", &source.xml.value, &limits) {
            Ok(_) => {
                settings
                    .components
                    .push(OwnComponent { within, xml: source.xml.value.to_string() });
            }
            Err(error) => scope.error("wrong-value", source.xml.span(), error.to_string()),
        }
    }
    settings
}

/// A column of ids of other counters; each of them must be one.
fn replacement(scope: &mut Scope<'_>, source: &ReplacementSource, game: &mut Game) {
    if let Some(key) = &source.key {
        let built_in = taken_keys(game);
        keys::check(scope, key, built_in.iter().map(|(key, what)| (key.as_str(), what.as_str())));
    }
    let column = &source.column;
    let named: Vec<&str> =
        game.counters.iter().filter_map(|counter| counter.front.value(&column.value)).collect();
    if named.is_empty() {
        let columns = game.counters.iter().flat_map(|counter| counter.front.values());
        let columns: std::collections::BTreeSet<&str> = columns.map(|(name, _)| name).collect();
        let help = nearest(&column.value, columns.into_iter());
        scope.unknown("column", &column.value, column.span(), help);
        return;
    }
    for id in named.into_iter().filter(|id| !id.is_empty()) {
        if game.counters.find(id).is_none() {
            let help = nearest(id, game.counters.iter().map(|counter| counter.id.as_str()));
            scope.unknown("counter", id, column.span(), help);
            return;
        }
    }
    game.module.replacements.push(Replacement {
        menu: source.menu.value.to_string(),
        key: source.key.as_ref().map(|key| key.value.to_string()),
        column: column.value.to_string(),
    });
}

fn group(scope: &mut Scope<'_>, source: &TraitSource, game: &Game) -> Option<PieceGroup> {
    let on = &source.on;
    let part = |prefix: &str| on.value.strip_prefix(prefix);
    if let Some(side) = part("side:") {
        return scope.find_word(&game.sides, "side", side, on.span()).map(PieceGroup::Side);
    }
    if let Some(kind) = part("type:") {
        return scope
            .find_word(&game.unit_types, "unit type", kind, on.span())
            .map(PieceGroup::Type);
    }
    Some(match on.value.as_str() {
        "all" => PieceGroup::All,
        "unit" => PieceGroup::Kind(CounterKind::Unit),
        "weapon" => PieceGroup::Kind(CounterKind::Weapon),
        "marker" => PieceGroup::Kind(CounterKind::Marker),
        "chit" => PieceGroup::Kind(CounterKind::Chit),
        _ => PieceGroup::Counter(scope.find(&game.counters, "counter", on)?),
    })
}

/// Lines are told apart by how they begin.
fn alike(scope: &mut Scope<'_>, source: &DeclarationSource, new: &Declaration, game: &Game) {
    let start = |one: &Declaration| match one.line.first() {
        Some(LinePart::Words(words)) => words.clone(),
        _ => String::new(),
    };
    let own = start(new);
    let same = |known: &&Declaration| {
        let other = start(known);
        own.starts_with(&other) || other.starts_with(&own)
    };
    if let Some(known) = game.declarations.iter().find(same) {
        let message = format!("the line begins like that of `{}`", known.id);
        let place = scope.place(source.line.span());
        scope.push(
            Diagnostic::error("wrong-line", place, message)
                .help("let every declaration begin with words of its own"),
        );
    }
}

/// Names that mean something else in a line.
const FIXED: [&str; 5] = ["unit", "units", "targets", "place", "side"];

fn declaration(
    scope: &mut Scope<'_>,
    source: &DeclarationSource,
    game: &Game,
) -> Option<Declaration> {
    let mut questions: Vec<Question> = Vec::new();
    for ask in &source.ask {
        let id = ask.id.value.to_string();
        let word = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !word || FIXED.contains(&id.as_str()) || questions.iter().any(|known| known.id == id) {
            let message = format!("`{id}` cannot name a question");
            let place = scope.place(ask.id.span());
            scope.push(
                Diagnostic::error("wrong-value", place, message)
                    .help("use a word of letters and digits that is not taken"),
            );
            continue;
        }
        for choice in &ask.choices {
            if choice.value.contains('$') || choice.value.trim_start().starts_with('{') {
                let message = "VASSAL would take this choice for an expression";
                scope.error("wrong-value", choice.span(), message);
            }
        }
        questions.push(Question {
            id,
            prompt: ask.prompt.value.to_string(),
            choices: ask.choices.iter().map(|choice| choice.value.to_string()).collect(),
            answer: ask.answer,
        });
    }
    let mut types = Vec::new();
    for word in source.types.0.iter().flat_map(split) {
        types.extend(scope.find(&game.unit_types, "unit type", &word));
    }
    let known = phase_ids(game);
    let mut phases = Vec::new();
    for word in source.phases.0.iter().flat_map(split) {
        if known.contains(&word.value.as_str()) {
            phases.push(word.value.to_string());
        } else {
            let help = nearest(&word.value, known.iter().copied());
            scope.unknown("phase", &word.value, word.span(), help);
        }
    }
    if let Some(key) = &source.key {
        let built_in = taken_keys(game);
        let built_in = built_in.iter().map(|(key, what)| (key.as_str(), what.as_str()));
        let declared = model_keys::declared(game, source.on, &types);
        keys::check(scope, key, built_in.chain(declared));
    }
    let line = line(scope, &source.line, &questions)?;
    Some(Declaration {
        id: source.id.value.to_string(),
        menu: source.menu.value.to_string(),
        here: source
            .here
            .as_ref()
            .map_or_else(|| format!("{} here", source.menu.value), |here| here.value.to_string()),
        key: source.key.as_ref().map(|key| key.value.to_string()),
        offered: source.on,
        types,
        questions,
        line,
        phases,
        rule: source.rule.clone(),
    })
}

/// Reads `Attack: {units} -> {place}`.
fn line(scope: &mut Scope<'_>, source: &At<Text>, questions: &[Question]) -> Option<Vec<LinePart>> {
    let mut parts = Vec::new();
    let mut rest = source.value.as_str();
    let mut wrong = |message: String, help: &str| {
        let place = scope.place(source.span());
        scope.push(Diagnostic::error("wrong-line", place, message).help(help));
    };
    while let Some(start) = rest.find('{') {
        let (words, after) = rest.split_at(start);
        if !words.is_empty() {
            parts.push(LinePart::Words(words.to_owned()));
        }
        let Some(end) = after.find('}') else {
            wrong(
                "a `{` is not closed".to_owned(),
                "write {unit}, {units}, {targets}, {place} or {side}",
            );
            return None;
        };
        let name = &after[1..end];
        rest = &after[end + 1..];
        let part = match name {
            "unit" => LinePart::Unit,
            "units" => LinePart::Units,
            "targets" => LinePart::Targets,
            "place" => LinePart::Place,
            "side" => LinePart::Side,
            _ => match questions.iter().position(|question| question.id == name) {
                Some(index) => LinePart::Answer(index),
                None => {
                    let names = FIXED.into_iter().chain(questions.iter().map(|q| q.id.as_str()));
                    let help = nearest(name, names).unwrap_or_else(|| {
                        "write {unit}, {units}, {targets}, {place}, {side} or the id of a question".to_owned()
                    });
                    wrong(format!("nothing is called `{{{name}}}` here"), &help);
                    return None;
                }
            },
        };
        if !matches!(parts.last(), None | Some(LinePart::Words(_))) {
            wrong(
                "two `{…}` stand side by side: nobody could tell them apart".to_owned(),
                "put a word or a sign between them",
            );
            return None;
        }
        parts.push(part);
    }
    if !rest.is_empty() {
        parts.push(LinePart::Words(rest.to_owned()));
    }
    let starts = matches!(parts.first(), Some(LinePart::Words(words)) if !words.trim().is_empty());
    if !starts || source.value.contains(['$', '\n', '\\']) {
        wrong(
            "a line starts with words of its own, and has no `$`, `\\` or line break".to_owned(),
            "write something like: Attack: {units} -> {place}",
        );
        return None;
    }
    Some(parts)
}

fn split(words: &At<Text>) -> Vec<At<Text>> {
    words.value.split_whitespace().map(|word| At { value: word.into(), span: words.span }).collect()
}

fn phase_ids(game: &Game) -> Vec<&str> {
    fn walk<'a>(phases: &'a [crate::model::Phase], ids: &mut Vec<&'a str>) {
        for phase in phases {
            ids.push(&phase.id);
            walk(&phase.phases, ids);
        }
    }
    let mut ids = Vec::new();
    walk(&game.sequence, &mut ids);
    ids
}
