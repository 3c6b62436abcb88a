//! Loading a large project beside the lower bounds: merely reading its bytes, and
//! parsing its TOML and CSV without types.
//!
//! 5,000 counter rows, a 100×100 map with 10,000 drawn hexes and 100 roads, two scenarios.

use crate::cost::Cost;
use hexwright::source;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub fn run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    make_project(folder.path()).expect("the project is written");
    let files = files(folder.path());
    let bytes: u64 =
        files.iter().filter_map(|path| std::fs::metadata(path).ok()).map(|data| data.len()).sum();
    println!("  project: {} files, {} kB, 5000 counters, 100×100 hexes", files.len(), bytes / 1000);
    let size = bytes as f64 / 1e6;
    Cost::of_all(|| load(folder.path())).tell("the whole load", size, "MB");
    let one_core =
        rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
    let whole = Cost::of_all(|| one_core.install(|| load(folder.path())));
    whole.tell("the whole load on one core", size, "MB");
    Cost::of_all(|| read_bytes(&files)).tell("bytes read and thrown away", size, "MB");
    Cost::of_all(|| parse_untyped(&files)).tell("parsed untyped", size, "MB");
    let untyped = Cost::of_all(|| one_core.install(|| parse_untyped(&files)));
    untyped.tell("parsed untyped on one core", size, "MB");
    println!("  = {:.2} x parsed untyped", whole.times(untyped));
}

/// The project's TOML and CSV.
fn files(root: &Path) -> Vec<PathBuf> {
    walkdir::WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|kind| kind == "toml" || kind == "csv"))
        .collect()
}

fn make_project(root: &Path) -> std::io::Result<()> {
    let write =
        |path: &str, text: &str| hexwright::output::write_whole(&root.join(path), text.as_bytes());
    for (path, text) in hexwright::embedded::starter("large", "Large") {
        if !path.starts_with("maps") && !path.starts_with("scenarios") {
            hexwright::output::write_whole(&root.join(path), text.as_bytes())?;
        }
    }
    let mut units = String::from(
        "id,name,side,type,echelon,count,steps,attack,defence,movement,back_attack,back_defence,back_movement\n",
    );
    for n in 0..5000 {
        let (side, kind) = (["blue", "red"][n % 2], ["infantry", "armour"][n / 2 % 2]);
        let _ =
            writeln!(units, "u{n},\"Regiment {n}\",{side},{kind},regiment,1,2,{},5,4,2,3,4", n % 9);
    }
    write("counters/large/many.csv", &units)?;

    let mut map = String::from(
        "title = \"Large\"\ndefault = \"clear\"\n[grid]\norientation = \"flat\"\ncolumns = 100\nrows = 100\n\
         stagger = \"even-down\"\nnumbering = \"CCRR\"\ndigits = 3\n\
         [drawing]\nkey = { \".\" = \"clear\", w = \"woods\" }\nrows = [\n",
    );
    for row in 0..100 {
        let letters: String = (0..100)
            .map(|column| if (row * 7 + column * 3) % 11 < 3 { 'w' } else { '.' })
            .collect();
        let _ = writeln!(map, "    \"{letters}\",");
    }
    map.push_str("]\n");
    for column in 1..=100 {
        let _ =
            writeln!(map, "[[path]]\ntype = \"road\"\nalong = \"{column:03}001-{column:03}100\"");
    }
    write("maps/large/map.toml", &map)?;
    for scenario in 0..2 {
        let mut text = format!(
            "title = \"Scenario {scenario}\"\nturns = [1, 6]\nreserve = \"blue-1 blue-2 blue-tanks red-1 red-2\"\n"
        );
        for n in (scenario..5000).step_by(2) {
            let _ = writeln!(
                text,
                "[[setup]]\nunits = \"u{n}\"\nat = \"{:03}{:03}\"",
                n / 2 % 100 + 1,
                n / 200 % 100 + 1
            );
        }
        write(&format!("scenarios/large/s{scenario}.toml"), &text)?;
    }
    Ok(())
}

/// The whole load, as every command does it: read, parse, check shapes, resolve names, check set-ups.
fn load(root: &Path) -> usize {
    let loaded = source::load(root);
    assert_eq!(loaded.diagnostics.errors(), 0, "{:?}", loaded.diagnostics.sorted().first());
    loaded.project.games.len()
}

/// Lower bound: the same bytes, read and thrown away.
fn read_bytes(files: &[PathBuf]) -> usize {
    files.iter().map(|path| std::fs::read(path).map_or(0, |bytes| bytes.len())).sum()
}

/// Lower bound: the same bytes read and parsed as untyped TOML tables and CSV records, file by file.
fn parse_untyped(files: &[PathBuf]) -> usize {
    files.par_iter().map(|path| parse_file(path)).sum()
}

fn parse_file(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    if path.extension().is_some_and(|kind| kind == "toml") {
        text.parse::<toml::Table>().map_or(0, |table| table.len())
    } else {
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        reader.records().flatten().count()
    }
}
