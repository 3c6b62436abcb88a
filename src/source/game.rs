//! One game: its files read, parsed and resolved on all cores.
//!
//! Counter sheets, maps and scenario files are independent until scenarios put counters on maps.

use super::files::Files;
use super::format::{GameFile, MapFile, ScenarioFile};
use super::resolve::{self, Definitions, MainFiles, Scope};
use super::{Parsed, SchemaKind, counters, parse, workbook};
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
    worksheets: &mut Vec<Arc<SourceFile>>,
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
                        let paths = ["csv", "tsv"].map(|kind| folder("counters", kind)).concat();
                        let worksheets = workbooks(files, &folder, &paths, found);
                        sheets(files, (&paths, worksheets), &main, &game, found)
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

    let (counters, places, read) = counters.into_value(diagnostics);
    game.counters = counters;
    worksheets.extend(read);
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

/// The counter sheets of all workbooks. One whose sheet lies beside it as CSV is where the designer keeps it.
fn workbooks(
    files: &Files,
    folder: &impl Fn(&str, &'static str) -> Vec<PathBuf>,
    sheets: &[PathBuf],
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<SourceFile>> {
    let beside = |path: &PathBuf| {
        sheets.iter().find(|sheet| sheet.with_extension("") == path.with_extension(""))
    };
    let all = |kinds: [&'static str; 3]| {
        let mut paths = kinds.map(|kind| folder("counters", kind)).concat();
        paths.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // `~$units.xlsx` and `.~lock.units.ods` lie there while the workbook is open.
            !name.starts_with("~$") && !name.starts_with('.')
        });
        paths.into_iter().partition::<Vec<_>, _>(|path| beside(path).is_none())
    };
    for path in all(workbook::NOT_READ).0 {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let message = format!("{name} is a workbook of a kind that is not read");
        diagnostics.lose("counter", None);
        diagnostics.push(Diagnostic::about("workbook", &path, message).help(
            "save it as .xlsx or .ods, or each sheet beside it as CSV (UTF-8), under the same name if there is one sheet",
        ));
    }
    let mut read = Vec::new();
    let (alone, kept_as_csv) = all(workbook::READ);
    for path in kept_as_csv {
        if let Some(differs) = beside(&path).and_then(|csv| differs_from_csv(files, &path, csv)) {
            diagnostics.push(differs);
        }
    }
    for path in alone {
        match workbook::sheets(files, &path, diagnostics) {
            Some(sheets) => read.extend(with_counters(&path, sheets, diagnostics)),
            None => diagnostics.lose("counter", None),
        }
    }
    read
}

/// A doubt about a workbook that says other things than the CSV beside it: the designer may have gone on in one of them.
fn differs_from_csv(files: &Files, path: &Path, csv: &Path) -> Option<Diagnostic> {
    // The CSV counts: nothing else that may be wrong with the workbook matters.
    let mut unheard = Diagnostics::default();
    let sheets = workbook::sheets(files, path, &mut unheard)?;
    let [sheet] = with_counters(path, sheets, &mut unheard).try_into().ok()?;
    let csv = files.read(csv, &mut unheard)?;
    let row = counters::first_difference(&csv, &sheet)?;
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (book, csv) = (name(path), name(&csv.path));
    let message = format!("{book} says other things than {csv}, which counts: see row `{row}`");
    let help = format!("save it as {csv} again, or remove {csv}, so that {book} is read");
    Some(Diagnostic::doubt("workbook-differs", path, message).help(help))
}

/// The sheets of a workbook that hold counters; others are told about, unless their names begin with `#`.
fn with_counters(
    path: &Path,
    sheets: Vec<Arc<SourceFile>>,
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<SourceFile>> {
    let remark =
        |file: &Arc<SourceFile>| file.sheet.as_ref().is_some_and(|name| name.starts_with('#'));
    let (fitting, others): (Vec<_>, Vec<_>) =
        sheets.into_iter().filter(|file| !remark(file)).partition(|file| counters::is_sheet(file));
    if fitting.is_empty() {
        if others.is_empty() {
            let message = "the workbook has no cells";
            diagnostics.push(Diagnostic::doubt("empty-workbook", path, message));
        }
        // What the first lacks is told as of any sheet.
        return others.into_iter().take(1).collect();
    }
    for file in others {
        let name = file.sheet.as_deref().unwrap_or_default();
        let message = format!("sheet '{name}' has no column `id`: it is not read");
        diagnostics.push(
            Diagnostic::warning("sheet-not-read", Place::new(&file, 0..0), message)
                .help(format!("name the sheet `#{name}` if it holds no counters")),
        );
    }
    fitting
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
    (paths, worksheets): (&[PathBuf], Vec<Arc<SourceFile>>),
    main: &MainFiles,
    game: &Game,
    diagnostics: &mut Diagnostics,
) -> (Registry<Counter>, Definitions, Vec<Arc<SourceFile>>) {
    let mut counters = Registry::default();
    let mut definitions = Definitions::default();
    let defaults = &main.game.content.counters;
    let numbers = counters::Numbers::of(main.rules.iter().map(|parsed| &parsed.content));
    let mut scope = Scope { file: &main.game.file, diagnostics, definitions: &mut definitions };
    counters::check_defaults(&mut scope, defaults, files, game);
    let mut texts = Vec::with_capacity(paths.len());
    for path in paths {
        match files.read(path, diagnostics) {
            Some(file) => texts.push(file),
            None => diagnostics.lose("counter", None),
        }
    }
    for file in texts.iter().chain(&worksheets) {
        let mut scope = Scope { file, diagnostics, definitions: &mut definitions };
        counters::counters(&mut scope, defaults, files, (game, &numbers), &mut counters);
    }
    (counters, definitions, worksheets)
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
