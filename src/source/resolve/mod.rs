//! From typed files to the model: every name is looked up, every mistake reported.

mod basics;
mod charts;
mod checks;
mod map;
mod map_lines;
mod map_places;
mod module;
mod rules;
mod scenario;
mod scope;
mod sequence;
mod sight;
mod terrain;

use super::files::Files;
use super::{GameSources, counters};
use crate::diagnostic::Diagnostics;
use crate::model::{Game, Registry, Rules, TurnSpan};
pub(super) use map_places::image;
pub(super) use scope::{Definitions, Scope};

/// Makes the model of one game. `None` only when its main file is unusable.
pub(super) fn game(
    sources: &GameSources,
    files: &Files,
    diagnostics: &mut Diagnostics,
) -> Option<Game> {
    let mut definitions = Definitions::new();
    let main = &sources.game.content;
    let mut game = Game {
        id: sources.id.clone(),
        code: basics::default_code(&sources.id),
        title: main.title.clone(),
        subtitle: main.subtitle.clone(),
        version: main.version.clone(),
        credits: main.credits.clone(),
        summary: main.summary.clone(),
        scale: main.scale.clone(),
        sides: Registry::default(),
        nationalities: Registry::default(),
        formations: Registry::default(),
        movement_classes: Registry::default(),
        unit_types: Registry::default(),
        counter_sizes: Registry::default(),
        dice: Registry::default(),
        points: Registry::default(),
        sequence: Vec::new(),
        turns: TurnSpan { first: main.turns[0], last: Some(main.turns[1]) },
        turn_labels: main.turn_labels.clone(),
        terrain: Registry::default(),
        hexsides: Registry::default(),
        paths: Registry::default(),
        charts: Registry::default(),
        sight: None,
        options: Registry::default(),
        declarations: Registry::default(),
        module: crate::model::ModuleSettings::default(),
        rules: Rules::default(),
        maps: Registry::default(),
        counters: Registry::default(),
        scenarios: Registry::default(),
    };
    let mut scope = |file, work: &mut dyn FnMut(&mut Scope<'_>, &mut Game)| {
        let mut scope = Scope { file, diagnostics, definitions: &mut definitions };
        work(&mut scope, &mut game);
    };
    scope(&sources.game.file, &mut |scope, game| {
        basics::basics(scope, main, game);
        terrain::terrain(scope, main, game);
        sequence::sequence(scope, main, game);
    });
    for parsed in &sources.charts {
        scope(&parsed.file, &mut |scope, game| charts::charts(scope, &parsed.content, game));
    }
    if let Some(parsed) = &sources.sight {
        scope(&parsed.file, &mut |scope, game| sight::sight(scope, &parsed.content, game));
    }
    for file in &sources.counters {
        scope(file, &mut |scope, game| counters::counters(scope, &main.counters, files, game));
    }
    for parsed in &sources.maps {
        scope(&parsed.file, &mut |scope, game| map::map(scope, &parsed.content, files, game));
    }
    for parsed in &sources.rules {
        scope(&parsed.file, &mut |scope, game| rules::rules(scope, &parsed.content, game));
    }
    for parsed in &sources.scenarios {
        scope(&parsed.file, &mut |scope, game| scenario::scenario(scope, &parsed.content, game));
    }
    scope(&sources.game.file, &mut |scope, game| module::module(scope, main, game));
    scope(&sources.game.file, &mut |scope, game| checks::across_files(scope, game));
    Some(game)
}
