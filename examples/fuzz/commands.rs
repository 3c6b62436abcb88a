//! Every command that reads a file, and each format it reads.

use crate::format::*;
use crate::ground::walk;
use crate::judges::GAMES;
use crate::readers::Reader;
use hexwright::cli::Prepared;

/// How a damaged file is made and where it is put.
#[derive(Debug, Clone, Copy)]
pub enum Throw {
    /// Parts of a text are moved about.
    Text(&'static Format),
    /// An archive's entries are changed, and its headers.
    Archive,
    /// The text of a save is changed and veiled again.
    Veil,
    /// A picture's parts are changed.
    Picture,
}

/// What is done with a damaged file.
#[derive(Debug)]
pub enum Run {
    /// One of these commands is carried out.
    Command(Vec<Prepared>),
    /// It is read, and written again.
    Reader(Reader),
    /// It is the text of a log of a bundled game, which the referee of that number hears.
    Judged(usize),
}

/// A command and a format.
#[derive(Debug)]
pub struct Target {
    pub command: String,
    pub format: &'static str,
    pub throw: Throw,
    /// The files that may be damaged, one of them in each run.
    pub seeds: Vec<String>,
    /// Where the damaged file is put: there, or in the seed's own place.
    pub place: Option<&'static str>,
    pub run: Run,
    /// How often, of ten thousand runs about: what costs much is tried less often, nothing less than a few times.
    pub weight: usize,
}

const SAVED: &[&str] = &["mini.vlog.text", "mini_end.vsav.text", "battle.vlog.text"];
const LOGS: &[&str] = &["mini.vlog", "mini_end.vsav", "battle.vlog"];
const OWN_LOG: &[&str] = &["battle.vlog", "mini.vlog"];
const OWN_TEXT: &[&str] = &["battle.vlog.text", "mini.vlog.text"];
const ROOMS: &[&str] = &["game.trace"];
const MODULES: &[&str] = &["mini.vmod", "grids.vmod"];
const BUILDS: &[&str] = &["mini.xml", "grids.xml"];

/// Commands without spaces in their words; several ways to run one are alternatives.
fn target(
    command: &str,
    format: &'static str,
    throw: Throw,
    (seeds, place): (&[&str], Option<&'static str>),
    weight: usize,
    ways: &[&str],
) -> Target {
    let prepared = ways.iter().filter_map(|way| {
        let words: Vec<&str> = way.split_whitespace().collect();
        Prepared::new(&words).map_err(|error| eprintln!("{way}: {error}")).ok()
    });
    Target {
        command: command.to_owned(),
        format,
        throw,
        seeds: seeds.iter().map(|seed| (*seed).to_owned()).collect(),
        place,
        run: Run::Command(prepared.collect()),
        weight,
    }
}

pub fn all() -> Vec<Target> {
    let mut all = logs();
    all.extend(modules());
    all.extend(sides());
    all.extend(projects(&walk("project")));
    all.extend(books(&walk("book")));
    all.extend(readers());
    all
}

/// Commands that read a log or save.
fn logs() -> Vec<Target> {
    let text = Throw::Text;
    let mut all = Vec::new();
    let inspect: &[&str] = &[
        "inspect thrown --pieces --steps --chat --dice",
        "inspect thrown --format json --pieces --steps",
        "inspect thrown",
        "inspect thrown --module mini.vmod --steps",
        "inspect --chain mini.vlog thrown",
    ];
    let export: &[&str] = &[
        "export thrown --format csv",
        "export thrown --format json --anonymise --module mini.vmod",
    ];
    let diff: &[&str] = &[
        "diff mini.vlog thrown",
        "diff thrown mini.vmod",
        "diff mini_end.vsav thrown --format json",
    ];
    let replay: &[&str] = &[
        "replay thrown --out out/page.html --force",
        "replay thrown --anonymise --module mini.vmod --out out/page.html --force",
    ];
    let audit: &[&str] = &[
        "audit thrown --game battle --project project",
        "audit thrown --game battle --project project --jsonl",
        "audit thrown --module battle.vmod --project project --format sarif",
        "audit thrown --game battle --project project --explain 3 --anonymise",
        "audit thrown --game battle --project project --format junit --from 2 --to 9",
    ];
    let chain: &[&str] = &[
        "audit --chain thrown battle.vlog --game battle --project project",
        "audit --chain battle.vlog thrown --game battle --project project --format json --from thrown:1",
    ];
    let audited: &[&str] = &[
        "audit thrown --game battle --project project --format html --out out/page.html --force",
        "replay thrown --game battle --project project --anonymise --reveal --out out/page.html --force",
    ];
    let interpret: &[&str] = &[
        "interpret thrown --game battle --project project",
        "interpret thrown --module battle.vmod --project project --json",
    ];
    let thrown = Some("thrown");
    for (command, ways, weights, own) in [
        ("inspect", inspect, [900, 700, 600], false),
        ("export", export, [400, 250, 300], false),
        ("diff", diff, [450, 350, 300], false),
        ("replay", replay, [40, 25, 25], false),
        ("audit", audit, [25, 13, 12], true),
        ("interpret", interpret, [25, 13, 12], true),
        ("audit --chain", chain, [15, 8, 8], true),
        ("audit, replay as a page", audited, [10, 5, 5], true),
    ] {
        let (texts, logs) = if own { (OWN_TEXT, OWN_LOG) } else { (SAVED, LOGS) };
        let [commands, traits, archive] = weights;
        all.push(target(command, "commands", text(&COMMANDS), (texts, thrown), commands, ways));
        all.push(target(command, "traits", text(&PIECES), (texts, thrown), traits, ways));
        all.push(target(command, "archive", Throw::Archive, (logs, thrown), archive, ways));
    }
    all.push(target("inspect", "veiled text", Throw::Veil, (LOGS, thrown), 400, inspect));
    all.push(target(
        "inspect",
        "metadata",
        text(&METADATA),
        (&["mini.data"], thrown),
        400,
        &["inspect thrown", "inspect thrown --format json"],
    ));
    // Tables tell their files apart by their names.
    let rooms: &[&str] = &[
        "inspect thrown.trace --steps",
        "interpret thrown.trace --game battle --project project",
        "audit thrown.trace --game battle --project project",
        "convert thrown.trace --project project --target vassal --out out/log.vlog --force",
    ];
    let room = (ROOMS, Some("thrown.trace"));
    all.push(target("retell", "JSON", text(&JSON), room, 200, rooms));
    all
}

/// Commands that read a module or an extension.
fn modules() -> Vec<Target> {
    let (text, thrown) = (Throw::Text, Some("thrown"));
    let mut all = Vec::new();
    let modules: [(&str, &[&str], [usize; 4]); 5] = [
        (
            "inspect",
            &["inspect thrown", "inspect thrown --format json --pieces"],
            [350, 250, 250, 100],
        ),
        ("check", &["check thrown", "check thrown --format json"], [250, 200, 150, 80]),
        (
            "diff",
            &["diff mini.vmod thrown", "diff thrown grids.vmod --format json"],
            [200, 150, 100, 60],
        ),
        ("extract", &["extract thrown out/parts"], [40, 40, 30, 20]),
        ("import", &["import thrown out/imported"], [50, 50, 30, 20]),
    ];
    for (command, ways, [build, traits, archive, extension]) in modules {
        all.push(target(command, "build file", text(&XML), (BUILDS, thrown), build, ways));
        all.push(target(command, "traits", text(&PIECES), (BUILDS, thrown), traits, ways));
        all.push(target(command, "archive", Throw::Archive, (MODULES, thrown), archive, ways));
        let seed = (&["extension.xml"][..], thrown);
        all.push(target(command, "extension", text(&XML), seed, extension, ways));
    }
    let module: &[&str] = &[
        "export mini.vlog --module thrown",
        "replay mini.vlog --module thrown --out out/page.html --force",
    ];
    all.push(target(
        "export, replay --module",
        "build file",
        text(&XML),
        (BUILDS, thrown),
        60,
        module,
    ));
    let pack: &[&str] = &["pack parts out/packed.vmod"];
    let parts = walk("parts");
    all.push(target("pack", "build file", text(&XML), (&of(&parts, ".xml"), None), 50, pack));
    all.push(target("pack", "JSON", text(&JSON), (&of(&parts, ".json"), None), 60, pack));
    all.push(target(
        "build --previous",
        "archive",
        Throw::Archive,
        (&["battle.vmod"], thrown),
        2,
        &["build battle --project project --target vassal --out out --previous thrown"],
    ));
    all
}

/// The files of a list that end so.
fn of<'f>(files: &'f [String], end: &str) -> Vec<&'f str> {
    files.iter().map(String::as_str).filter(|file| file.ends_with(end)).collect()
}

/// Commands that read a file of another kind beside a log or a project.
fn sides() -> Vec<Target> {
    let (text, thrown) = (Throw::Text, Some("thrown"));
    let mut all = Vec::new();
    let board: &[&str] =
        &["map import-board thrown --map map --project project", "map los-check --project project"];
    all.push(target(
        "map import-board",
        "archive",
        Throw::Archive,
        (&["board.zip"], thrown),
        25,
        &board[..1],
    ));
    let pairs: &[&str] = &["map los-check thrown --project project"];
    all.push(target("map los-check", "CSV", text(&CSV), (&["pairs.csv"], thrown), 25, pairs));
    let mapped: &[&str] = &[
        "interpret battle.vlog --module battle.vmod --mapping thrown --project project",
        "audit battle.vlog --module battle.vmod --mapping thrown --project project",
    ];
    all.push(target(
        "interpret, audit --mapping",
        "TOML",
        text(&TOML),
        (&["mapping.toml"], thrown),
        50,
        mapped,
    ));
    all.push(target(
        "audit --house-rules",
        "TOML",
        text(&TOML),
        (&["allowed.toml"], thrown),
        15,
        &["audit battle.vlog --game battle --project project --house-rules thrown"],
    ));
    all.push(target(
        "replay --strings",
        "JSON",
        text(&JSON),
        (&["words.json"], thrown),
        50,
        &["replay mini.vlog --strings thrown --out out/page.html --force"],
    ));
    all.push(target(
        "case",
        "YAML case",
        text(&YAML),
        (&["cases.yaml"], Some("thrown.yaml")),
        50,
        &[
            "case thrown.yaml --project project",
            "case thrown.yaml --project project --json --game battle",
        ],
    ));
    all.push(target(
        "build",
        "ledger",
        text(&JSON),
        (&["ledger.json"], Some("out/.cache/battle/rules.json")),
        8,
        &["build battle --project project --target rules --out out"],
    ));
    all
}

/// Commands that read a project, one of whose files is damaged.
fn projects(project: &[String]) -> Vec<Target> {
    let text = Throw::Text;
    let mut all = Vec::new();
    let draws: &[&str] = &[
        "build battle --project project --out out --dpi 36 --map-dpi 36",
        "build battle --project project --out out --target vassal",
        "build battle --project project --out out --target charts,rules --no-map-png --dpi 36",
    ];
    let asks: &[&str] = &[
        "map stats --project project",
        "map hex 0204 --project project",
        "map path 0101 0404 --unit infantry --project project",
        "map los 0101 0404 --project project",
    ];
    let audit: &[&str] = &[
        "audit battle.vlog --game battle --project project",
        "interpret battle.vlog --game battle --project project",
    ];
    // Of the files in TOML, in CSV, templates and drawings.
    let ways: [(&str, &[&str], [usize; 4]); 7] = [
        ("games", &["games project", "games project --json"], [30, 20, 0, 0]),
        ("check", &["check project", "check project --format json --all"], [20, 20, 10, 10]),
        ("map", asks, [25, 20, 0, 0]),
        (
            "rules",
            &["rules battle --project project", "rule BATTLE-5.0 --project project"],
            [20, 15, 0, 0],
        ),
        ("case", &["case cases.yaml --project project"], [20, 15, 0, 0]),
        ("audit", audit, [15, 12, 0, 0]),
        ("build", draws, [3, 6, 3, 4]),
    ];
    for (command, ways, [toml, csv, template, svg]) in ways {
        all.push(target(command, "TOML", text(&TOML), (&of(project, ".toml"), None), toml, ways));
        all.push(target(command, "CSV", text(&CSV), (&of(project, ".csv"), None), csv, ways));
        if matches!(command, "check" | "build") {
            let seeds = (&of(project, "marker.svg")[..], None);
            all.push(target(command, "template", text(&TEMPLATE), seeds, template, ways));
            let seeds = (&of(project, "flag.svg")[..], None);
            all.push(target(command, "SVG", text(&SVG), seeds, svg, ways));
        }
    }
    all.push(target(
        "rules",
        "YAML case",
        text(&YAML),
        (&of(project, "own.yaml"), None),
        20,
        &["rules battle --project project"],
    ));
    let draw: &[&str] =
        &["map path 0101 0404 --unit infantry --project project --draw out/way.png --force"];
    all.push(target("map --draw", "TOML", text(&TOML), (&of(project, "map.toml"), None), 7, draw));
    all
}

/// Commands that read workbooks and pictures of a project.
fn books(book: &[String]) -> Vec<Target> {
    let mut all = Vec::new();
    let sheets = [of(book, ".xlsx"), of(book, ".ods")].concat();
    let art = [of(book, ".png"), of(book, ".jpg")].concat();
    let check: &[&str] = &["check book", "games book"];
    let build: &[&str] = &[
        "build battle --project book --out out --target vassal",
        "build battle --project book --out out --dpi 36 --no-map-png",
    ];
    for (command, ways, weight) in [("check", check, 20), ("build", build, 4)] {
        all.push(target(command, "workbook", Throw::Archive, (&sheets, None), weight, ways));
        all.push(target(command, "picture", Throw::Picture, (&art, None), weight, ways));
    }
    all
}

/// The readers of single formats, and the referees of games with code.
fn readers() -> Vec<Target> {
    let text = Throw::Text;
    let mut all = Vec::new();
    for (format, throw, seeds, reader) in [
        ("archive", Throw::Archive, [LOGS, MODULES].concat(), Reader::Archive),
        ("commands", text(&COMMANDS), SAVED.to_vec(), Reader::Commands),
        ("build file", text(&XML), BUILDS.to_vec(), Reader::Build),
        ("traits", text(&PIECES), vec!["mini.pieces"], Reader::Piece),
        ("sequences", text(&PIECES), vec!["mini.pieces"], Reader::Sequence),
        ("veiled text", Throw::Veil, vec!["mini.vlog"], Reader::Veil),
        ("board", Throw::Archive, vec!["board.zip"], Reader::Board),
    ] {
        let own = target("(written back)", format, throw, (&seeds, None), 400, &[]);
        all.push(Target { run: Run::Reader(reader), ..own });
    }
    let weights = [[10, 4], [4, 3], [2, 2], [10, 8]];
    for (number, ((game, _), [commands, traits])) in GAMES.into_iter().zip(weights).enumerate() {
        let log = format!("{game}.vlog.text");
        for (format, how, weight) in
            [("commands", &COMMANDS, commands), ("traits", &PIECES, traits)]
        {
            let words = format!("(judged) {game}");
            let own = target(&words, format, text(how), (&[&log], None), weight, &[]);
            all.push(Target { run: Run::Judged(number), ..own });
        }
    }
    all
}
