//! One game: its files read, parsed and resolved on all cores.
//!
//! Counter sheets, maps and scenario files are independent until scenarios put counters on maps.

use super::files::Files;
use super::format::{GameFile, MapFile, ScenarioFile};
use super::resolve::{self, Definitions, MainFiles, Scope};
use super::{Parsed, SchemaKind, counters, parse};
use crate::diagnostic::{Diagnostic, Diagnostics, Place, SourceFile, nearest};
use crate::model::{Counter, Game, Id, Map, Registry, Scenario};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Loads the game of that id. `None` only when its main file is unusable.
pub(super) fn load(
    files: &Files,
    id: &str,
    listed: Place,
    diagnostics: &mut Diagnostics,
) -> Option<Game> {
    let main = main_files(files, id, listed, diagnostics)?;
    let mut definitions = Definitions::default();
    let mut game = resolve::basics(id, &main, diagnostics, &mut definitions);

    let folder = |kind: &str, extension| files.list(Path::new(&format!("{kind}/{id}")), extension);
    // The longest first: scenario files are many or large, and a core that is done takes the next.
    let (scenarios, (counters, maps)) = rayon::join(
        || {
            on_all_cores(folder("scenarios", "toml"), |path, found| {
                let parsed = files
                    .read(&path, found)
                    .and_then(|file| parse::<ScenarioFile>(SchemaKind::Scenario, file, found));
                if parsed.is_none() {
                    found.lose("scenario", stem(&path).as_deref());
                }
                parsed
            })
        },
        || {
            rayon::join(
                || {
                    Found::by(|found| {
                        let mut paths = folder("counters", "csv");
                        paths.extend(folder("counters", "tsv"));
                        workbooks(&folder, &paths, found);
                        sheets(files, &paths, &main.game, &game, found)
                    })
                },
                || {
                    on_all_cores(folder("maps", "toml"), |path, found| {
                        let map = map(files, &path, &game, found);
                        if map.is_none() {
                            found.lose("map", stem(&path).as_deref());
                        }
                        map
                    })
                },
            )
        },
    );

    let (counters, places) = counters.into_value(diagnostics);
    game.counters = counters;
    definitions.extend(places);
    for found in maps {
        let Some((file, map)) = found.into_value(diagnostics) else { continue };
        let mut scope = Scope { file: &file, diagnostics, definitions: &mut definitions };
        scope.define(&mut game.maps, "map", 0..0, map);
    }
    resolve::rules(&main.rules, &mut game, diagnostics, &mut definitions);
    let scenarios: Vec<_> =
        scenarios.into_iter().filter_map(|found| found.into_value(diagnostics)).collect();
    let scenarios = on_all_cores(scenarios, |parsed, found| scenario(parsed, &game, found));
    let mut named = Vec::new();
    for found in scenarios {
        let (file, scenario, also_named) = found.into_value(diagnostics);
        named.extend(also_named);
        let mut scope = Scope { file: &file, diagnostics, definitions: &mut definitions };
        scope.define(&mut game.scenarios, "scenario", 0..0, scenario);
    }
    let mut scope = Scope { file: &main.game.file, diagnostics, definitions: &mut definitions };
    resolve::module(&mut scope, &main.game.content, &mut game);
    resolve::across_files(&mut scope, &game, &named);
    Some(game)
}

/// Reports workbooks: they are not read, and their counters would be missing in silence. One whose
/// sheet lies beside it as CSV is where the designer keeps it.
fn workbooks(
    folder: &impl Fn(&str, &'static str) -> Vec<PathBuf>,
    sheets: &[PathBuf],
    diagnostics: &mut Diagnostics,
) {
    for path in
        ["xlsx", "xlsm", "xls", "ods", "numbers"].map(|kind| folder("counters", kind)).concat()
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // `~$units.xlsx` and `.~lock.units.ods` lie there while the workbook is open.
        let open = name.starts_with("~$") || name.starts_with('.');
        if open || sheets.iter().any(|sheet| sheet.with_extension("") == path.with_extension("")) {
            continue;
        }
        let message = format!("{name} is a workbook, and counters are read from CSV");
        diagnostics.lose("counter", None);
        diagnostics.push(Diagnostic::about("workbook", &path, message).help(
            "save each sheet beside it as CSV (UTF-8), under the same name if there is one sheet",
        ));
    }
}

/// What work on its own made, and the mistakes it met.
struct Found<T> {
    value: T,
    diagnostics: Diagnostics,
}

impl<T> Found<T> {
    fn by(work: impl FnOnce(&mut Diagnostics) -> T) -> Self {
        let mut diagnostics = Diagnostics::default();
        Found { value: work(&mut diagnostics), diagnostics }
    }

    fn into_value(self, diagnostics: &mut Diagnostics) -> T {
        diagnostics.append(self.diagnostics);
        self.value
    }
}

/// The same work on each item; what comes out is in the order of the items.
fn on_all_cores<T: Send, Made: Send>(
    items: Vec<T>,
    work: impl Fn(T, &mut Diagnostics) -> Made + Sync,
) -> Vec<Found<Made>> {
    items.into_par_iter().map(|item| Found::by(|found| work(item, found))).collect()
}

fn main_file(
    files: &Files,
    id: &str,
    listed: Place,
    diagnostics: &mut Diagnostics,
) -> Option<Parsed<GameFile>> {
    let main = PathBuf::from(format!("games/{id}.toml"));
    if files.exists(&main) || files.refused(&main).is_some() {
        return parse(SchemaKind::Game, files.read(&main, diagnostics)?, diagnostics);
    }
    let others = files.list(Path::new("games"), "toml");
    let names: Vec<String> = others
        .iter()
        .filter(|path| path.parent() == Some(Path::new("games")))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    let message = format!("game `{id}` has no file {}", main.display());
    diagnostics.push(
        Diagnostic::error("missing-file", listed, message)
            .maybe_help(nearest(id, names.iter().map(String::as_str))),
    );
    None
}

/// The main file and those in the folder beside it.
fn main_files(
    files: &Files,
    id: &str,
    listed: Place,
    diagnostics: &mut Diagnostics,
) -> Option<MainFiles> {
    let game = main_file(files, id, listed, diagnostics)?;
    let mut main = MainFiles { game, charts: Vec::new(), rules: Vec::new(), sight: None };
    for path in files.list(&PathBuf::from(format!("games/{id}")), "toml") {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some(file) = files.read(&path, diagnostics) else {
            ["chart", "state"].iter().for_each(|kind| diagnostics.lose(kind, None));
            continue;
        };
        if stem.starts_with("charts") {
            match parse(SchemaKind::Charts, file, diagnostics) {
                Some(charts) => main.charts.push(charts),
                None => diagnostics.lose("chart", None),
            }
        } else if stem.starts_with("rules") {
            match parse(SchemaKind::Rules, file, diagnostics) {
                Some(rules) => main.rules.push(rules),
                None => diagnostics.lose("state", None),
            }
        } else if stem == "sight" {
            main.sight = parse(SchemaKind::Sight, file, diagnostics);
        } else {
            diagnostics.push(
                Diagnostic::about("unknown-file", &path, "no kind of source file has this name")
                    .help("files beside a game are called charts….toml, rules….toml or sight.toml"),
            );
        }
    }
    Some(main)
}

/// The counters of all sheets, in the order of the files, and where each was defined.
fn sheets(
    files: &Files,
    paths: &[PathBuf],
    main: &Parsed<GameFile>,
    game: &Game,
    diagnostics: &mut Diagnostics,
) -> (Registry<Counter>, Definitions) {
    let mut counters = Registry::default();
    let mut definitions = Definitions::default();
    let defaults = &main.content.counters;
    let mut scope = Scope { file: &main.file, diagnostics, definitions: &mut definitions };
    counters::check_defaults(&mut scope, defaults, files, game);
    for path in paths {
        let Some(file) = files.read(path, diagnostics) else {
            diagnostics.lose("counter", None);
            continue;
        };
        let mut scope = Scope { file: &file, diagnostics, definitions: &mut definitions };
        counters::counters(&mut scope, defaults, files, game, &mut counters);
    }
    (counters, definitions)
}

fn map(
    files: &Files,
    path: &Path,
    game: &Game,
    diagnostics: &mut Diagnostics,
) -> Option<(Arc<SourceFile>, Map)> {
    let file = files.read(path, diagnostics)?;
    let Parsed { file, content } = parse::<MapFile>(SchemaKind::Map, file, diagnostics)?;
    let definitions = &mut Definitions::default();
    let map =
        resolve::map(&mut Scope { file: &file, diagnostics, definitions }, &content, files, game)?;
    Some((file, map))
}

fn scenario(
    parsed: Parsed<ScenarioFile>,
    game: &Game,
    diagnostics: &mut Diagnostics,
) -> (Arc<SourceFile>, Scenario, Vec<Id<Counter>>) {
    let Parsed { file, content } = parsed;
    let definitions = &mut Definitions::default();
    let mut scope = Scope { file: &file, diagnostics, definitions };
    let scenario = resolve::scenario(&mut scope, &content, game);
    // A set-up whose place means nothing was dropped; its units are used all the same.
    let whole = content.set_ups.len() + content.reinforcements.len() == scenario.set_ups.len();
    let named = if whole { Vec::new() } else { resolve::named(&file, &content, game) };
    (file, scenario, named)
}

/// The name of a file without its folder and ending: the id of what it describes.
fn stem(path: &Path) -> Option<String> {
    Some(path.file_stem()?.to_string_lossy().into_owned())
}
