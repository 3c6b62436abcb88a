//! From typed files to the model: every name is looked up, every mistake reported.

mod basics;
mod charts;
mod checks;
mod keys;
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

use super::Parsed;
use super::format::{ChartFile, GameFile};
use crate::diagnostic::Diagnostics;
use crate::model::{Game, Registry, Rules, RulesFile, SightRules, TurnSpan};
pub(super) use checks::{across_files, named};
pub(super) use map::map;
pub(super) use map_places::image;
pub(super) use module::module;
pub(super) use scenario::scenario;
pub(super) use scope::{Definitions, Scope};

/// The files of a game that refer to neither counters nor maps, and its rules.
pub(super) struct MainFiles {
    pub game: Parsed<GameFile>,
    pub charts: Vec<Parsed<ChartFile>>,
    pub rules: Vec<Parsed<RulesFile>>,
    pub sight: Option<Parsed<SightRules>>,
}

/// A game with all that its main file, its charts and its rules of sight say.
pub(super) fn basics(
    id: &str,
    files: &MainFiles,
    diagnostics: &mut Diagnostics,
    definitions: &mut Definitions,
) -> Game {
    let source = &files.game.content;
    let mut game = Game {
        id: id.to_owned(),
        code: basics::default_code(id),
        title: source.title.clone(),
        subtitle: source.subtitle.clone(),
        version: source.version.clone(),
        credits: source.credits.clone(),
        summary: source.summary.clone(),
        scale: source.scale.clone(),
        sides: Registry::default(),
        nationalities: Registry::default(),
        formations: Registry::default(),
        movement_classes: Registry::default(),
        unit_types: Registry::default(),
        counter_sizes: Registry::default(),
        dice: Registry::default(),
        points: Registry::default(),
        sequence: Vec::new(),
        turns: TurnSpan { first: source.turns[0], last: Some(source.turns[1]) },
        turn_labels: source.turn_labels.clone(),
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
    let mut scope = Scope { file: &files.game.file, diagnostics, definitions };
    basics::basics(&mut scope, source, &mut game);
    terrain::terrain(&mut scope, source, &mut game);
    sequence::sequence(&mut scope, source, &mut game);
    for parsed in &files.charts {
        let mut scope = Scope { file: &parsed.file, diagnostics, definitions };
        charts::charts(&mut scope, &parsed.content, &mut game);
    }
    if let Some(parsed) = &files.sight {
        let mut scope = Scope { file: &parsed.file, diagnostics, definitions };
        sight::sight(&mut scope, &parsed.content, &mut game);
    }
    game
}

/// Adds the rules, which refer to everything but scenarios.
pub(super) fn rules(
    rules: &[Parsed<RulesFile>],
    game: &mut Game,
    diagnostics: &mut Diagnostics,
    definitions: &mut Definitions,
) {
    for parsed in rules {
        let mut scope = Scope { file: &parsed.file, diagnostics, definitions };
        Rules::read(&mut scope, &parsed.content, game);
    }
}
