//! Loading a large project beside the lower bounds: merely reading its bytes, and
//! parsing its TOML and CSV without types.
//!
//! 5,000 counter rows, a 100×100 map with 10,000 drawn hexes and 100 roads, two scenarios.

use hexwright::source;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

fn main() {
    let bytes: u64 =
        FILES.iter().filter_map(|path| std::fs::metadata(path).ok()).map(|data| data.len()).sum();
    println!("project: {} files, {} kB, 5000 counters, 100×100 hexes", FILES.len(), bytes / 1000);
    divan::main();
}

static PROJECT: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    make_project(folder.path()).expect("the project is written");
    folder
});

static ONE_CORE: LazyLock<rayon::ThreadPool> = LazyLock::new(|| {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread")
});

static FILES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    walkdir::WalkDir::new(PROJECT.path())
        .sort_by_file_name()
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|kind| kind == "toml" || kind == "csv"))
        .collect()
});

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
#[divan::bench]
fn load_typed() -> usize {
    let loaded = source::load(PROJECT.path());
    assert_eq!(loaded.diagnostics.errors(), 0, "{:?}", loaded.diagnostics.sorted().first());
    loaded.project.games.len()
}

/// The whole load on one core.
#[divan::bench]
fn load_typed_on_one_core() -> usize {
    ONE_CORE.install(load_typed)
}

/// Lower bound: the same bytes, read and thrown away.
#[divan::bench]
fn read_bytes() -> usize {
    FILES.iter().map(|path| std::fs::read(path).map_or(0, |bytes| bytes.len())).sum()
}

/// Lower bound: the same bytes read and parsed as untyped TOML tables and CSV records, file by
/// file on all cores.
#[divan::bench]
fn parse_untyped() -> usize {
    FILES.par_iter().map(|path| parse_file(path)).sum()
}

/// The same on one core.
#[divan::bench]
fn parse_untyped_on_one_core() -> usize {
    ONE_CORE.install(parse_untyped)
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
