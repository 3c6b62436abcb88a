//! Every command that reads a file, and each format it reads.

use crate::format::*;
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
}

/// What is done with a damaged file.
#[derive(Debug)]
pub enum Run {
    /// One of these commands is carried out.
    Command(Vec<Prepared>),
    /// It is read, and written again.
    Reader(Reader),
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
    /// How often, among all.
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

pub fn all(parts: &[String], project: &[String]) -> Vec<Target> {
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
    ];
    let interpret: &[&str] = &[
        "interpret thrown --game battle --project project",
        "interpret thrown --module battle.vmod --project project --json",
    ];
    let thrown = Some("thrown");
    for (command, ways, weight, own) in [
        ("inspect", inspect, 150, false),
        ("export", export, 100, false),
        ("diff", diff, 60, false),
        ("replay", replay, 14, false),
        ("audit", audit, 14, true),
        ("interpret", interpret, 14, true),
    ] {
        let (texts, logs) = if own { (OWN_TEXT, OWN_LOG) } else { (SAVED, LOGS) };
        all.push(target(command, "commands", text(&COMMANDS), (texts, thrown), weight, ways));
        all.push(target(command, "traits", text(&PIECES), (texts, thrown), weight / 2, ways));
        all.push(target(command, "archive", Throw::Archive, (logs, thrown), weight / 2, ways));
    }
    all.push(target("inspect", "veiled text", Throw::Veil, (LOGS, thrown), 60, inspect));
    all.push(target(
        "inspect",
        "metadata",
        text(&METADATA),
        (&["mini.data"], thrown),
        60,
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
    all.push(target("retell", "JSON", text(&JSON), room, 40, rooms));
    let modules: [(&str, &[&str], usize); 5] = [
        ("inspect", &["inspect thrown", "inspect thrown --format json --pieces"], 60),
        ("check", &["check thrown", "check thrown --format json"], 40),
        ("diff", &["diff mini.vmod thrown", "diff thrown grids.vmod --format json"], 40),
        ("extract", &["extract thrown out/parts"], 30),
        ("import", &["import thrown out/imported"], 16),
    ];
    for (command, ways, weight) in modules {
        all.push(target(command, "build file", text(&XML), (BUILDS, thrown), weight, ways));
        all.push(target(command, "traits", text(&PIECES), (BUILDS, thrown), weight, ways));
        all.push(target(command, "archive", Throw::Archive, (MODULES, thrown), weight, ways));
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
        20,
        module,
    ));
    let pack: &[&str] = &["pack parts out/packed.vmod"];
    let of = |end: &str| -> Vec<&str> {
        parts.iter().map(String::as_str).filter(|file| file.ends_with(end)).collect()
    };
    all.push(target("pack", "build file", text(&XML), (&of(".xml"), None), 30, pack));
    all.push(target("pack", "JSON", text(&JSON), (&of(".json"), None), 30, pack));
    let board: &[&str] =
        &["map import-board thrown --map map --project project", "map los-check --project project"];
    all.push(target(
        "map import-board",
        "archive",
        Throw::Archive,
        (&["board.zip"], thrown),
        8,
        &board[..1],
    ));
    let pairs: &[&str] = &["map los-check thrown --project project"];
    all.push(target("map los-check", "CSV", text(&CSV), (&["pairs.csv"], thrown), 20, pairs));
    let mapped: &[&str] = &[
        "interpret battle.vlog --module battle.vmod --mapping thrown --project project",
        "audit battle.vlog --module battle.vmod --mapping thrown --project project",
    ];
    all.push(target(
        "interpret, audit --mapping",
        "TOML",
        text(&TOML),
        (&["mapping.toml"], thrown),
        20,
        mapped,
    ));
    all.push(target(
        "audit --house-rules",
        "TOML",
        text(&TOML),
        (&["allowed.toml"], thrown),
        20,
        &["audit battle.vlog --game battle --project project --house-rules thrown"],
    ));
    all.push(target(
        "replay --strings",
        "JSON",
        text(&JSON),
        (&["words.json"], thrown),
        20,
        &["replay mini.vlog --strings thrown --out out/page.html --force"],
    ));
    all.push(target(
        "case",
        "YAML case",
        text(&YAML),
        (&["cases.yaml"], Some("thrown.yaml")),
        60,
        &[
            "case thrown.yaml --project project",
            "case thrown.yaml --project project --json --game battle",
        ],
    ));
    all.push(target(
        "build --previous",
        "archive",
        Throw::Archive,
        (&["battle.vmod"], thrown),
        2,
        &["build battle --project project --target vassal --out out --previous thrown"],
    ));
    let files = |ends: &[&str]| -> Vec<&str> {
        project
            .iter()
            .map(String::as_str)
            .filter(|file| ends.iter().any(|end| file.ends_with(end)))
            .collect()
    };
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
    let ways: [(&str, &[&str], usize); 7] = [
        ("games", &["games project", "games project --json"], 12),
        ("check", &["check project", "check project --format json --all"], 8),
        ("map", asks, 8),
        ("rules", &["rules battle --project project", "rule BATTLE-5.0 --project project"], 8),
        ("case", &["case cases.yaml --project project"], 6),
        (
            "audit",
            &[
                "audit battle.vlog --game battle --project project",
                "interpret battle.vlog --game battle --project project",
            ],
            4,
        ),
        ("build", draws, 1),
    ];
    for (command, ways, weight) in ways {
        all.push(target(
            command,
            "TOML",
            text(&TOML),
            (&files(&[".toml"]), None),
            weight * 2,
            ways,
        ));
        all.push(target(command, "CSV", text(&CSV), (&files(&[".csv"]), None), weight, ways));
        if matches!(command, "check" | "build") {
            all.push(target(
                command,
                "template",
                text(&TEMPLATE),
                (&files(&["marker.svg"]), None),
                weight,
                ways,
            ));
            all.push(target(
                command,
                "SVG",
                text(&SVG),
                (&files(&["flag.svg"]), None),
                weight,
                ways,
            ));
        }
    }
    all.push(target(
        "rules",
        "YAML case",
        text(&YAML),
        (&files(&["own.yaml"]), None),
        8,
        &["rules battle --project project"],
    ));
    let draw: &[&str] =
        &["map path 0101 0404 --unit infantry --project project --draw out/way.png --force"];
    for (format, throw, seeds, reader) in [
        ("archive", Throw::Archive, [LOGS, MODULES].concat(), Reader::Archive),
        ("commands", text(&COMMANDS), SAVED.to_vec(), Reader::Commands),
        ("build file", text(&XML), BUILDS.to_vec(), Reader::Build),
        ("traits", text(&PIECES), vec!["mini.pieces"], Reader::Piece),
        ("sequences", text(&PIECES), vec!["mini.pieces"], Reader::Sequence),
        ("veiled text", Throw::Veil, vec!["mini.vlog"], Reader::Veil),
        ("board", Throw::Archive, vec!["board.zip"], Reader::Board),
    ] {
        let own = target("(written back)", format, throw, (&seeds, None), 12, &[]);
        all.push(Target { run: Run::Reader(reader), ..own });
    }
    all.push(target("map --draw", "TOML", text(&TOML), (&files(&["map.toml"]), None), 2, draw));
    all
}
