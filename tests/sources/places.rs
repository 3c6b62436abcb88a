//! Where the commands of the documentation are given: folders with what their reader has.

use crate::support::{hexwright_in, said};
use hexwright::embedded;
use std::path::{Path, PathBuf};

/// A folder as the reader of the documentation has it: the tutorial game with its module taken apart, a project begun,
/// a log, a correspondence.
fn desk() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = |from: &str, to: &str| {
        let to = folder.path().join(to);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        let from = [root, folder.path()].map(|place| place.join(from));
        std::fs::copy(from.iter().find(|path| path.is_file()).unwrap(), to).unwrap();
    };
    let run = |place: &str, args: &[&str]| {
        let run = hexwright_in(&folder.path().join(place), args);
        assert!(run.status.success(), "{}", said(&run));
    };
    for (path, bytes) in embedded::bridgehead() {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    run("", &["build", "bridgehead", "--target", "vassal"]);
    copy("build/bridgehead/bridgehead-1.0.vmod", "game.vmod");
    run("", &["extract", "game.vmod", "parts"]);
    run("", &["new", "battle"]);
    run("battle", &["build", "--target", "vassal"]);
    copy("battle/build/battle/battle-0.1.vmod", "battle/edited.vmod");
    copy("tests/logs/bridgehead-planted.vlog", "game.vlog");
    copy("tests/logs/bridgehead-legal.vlog", "turn-1.vlog");
    copy("tests/logs/bridgehead-three-gravities.vlog", "turn-2.vlog");
    for log in std::fs::read_dir(root.join("tests/logs/chains")).unwrap() {
        let name = log.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".vlog") {
            copy(&format!("tests/logs/chains/{name}"), &format!("letters/{name}"));
        }
    }
    folder
}

/// A copy of folders and files of this repository, elsewhere.
fn copy_of(parts: &[&str]) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in parts {
        for entry in walkdir::WalkDir::new(root.join(part)).into_iter().map(Result::unwrap) {
            let to = copy.path().join(entry.path().strip_prefix(root).unwrap());
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            if entry.file_type().is_file() {
                std::fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    copy
}

/// A board archive whose ground lies as high as that of board w.
fn board_w() -> Vec<u8> {
    let loaded = hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let map = loaded.game("asl-sk2").unwrap().maps.get("w").unwrap();
    let level = |column: usize, row: usize| -> i8 {
        let letter = char::from(b'A' + u8::try_from(column % 26).unwrap());
        let letters = letter.to_string().repeat(1 + column / 26);
        let hex = map.grid.parse(&format!("w{letters}{row}"));
        hex.ok().and_then(|hex| map.hex(hex)).map_or(0, |data| i8::try_from(data.level).unwrap())
    };
    // Columns of hexes begin with A1 half a hex down, and with half of B0.
    let levels: Vec<Vec<i8>> = (0..33)
        .map(|column| (0..11).map(|row| level(column, row + 1 - column % 2)).collect())
        .collect();
    super::sight::archive(|x, y| {
        let column = (x as f64 / 56.25).round() as usize;
        let down = y as f64 / 64.5 + if column % 2 == 1 { 0.5 } else { 0.0 };
        (levels[column][down as usize], 0)
    })
}

/// The places in which commands are given.
pub struct Places {
    desk: tempfile::TempDir,
    /// The larger games, with what a reader has of his own.
    table: tempfile::TempDir,
    /// A project for a module that Hexwright did not build.
    foreign: tempfile::TempDir,
    gallery: tempfile::TempDir,
}

impl Places {
    pub fn new() -> Self {
        let table = copy_of(&["hexwright.toml", "games", "counters", "maps", "scenarios"]);
        std::fs::write(table.path().join("pairs.csv"), "from,to,blocked,hindrance\nwE2,wH5,1,0\n")
            .unwrap();
        let board = board_w();
        std::fs::write(table.path().join("bdw"), board).unwrap();
        let foreign = copy_of(&["examples/foreign-module"]);
        for (log, name) in [("mini.vlog", "game.vlog"), ("mini.vmod", "game.vmod")] {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(log);
            std::fs::copy(from, foreign.path().join("examples/foreign-module").join(name)).unwrap();
        }
        Places { desk: desk(), table, foreign, gallery: copy_of(&["tests/golden/maps/project"]) }
    }

    /// The folder of the tutorial game.
    pub fn desk(&self) -> &Path {
        self.desk.path()
    }

    /// Where a command is given, by what it names.
    pub fn of(&self, command: &str) -> PathBuf {
        // Cases and logs of the larger games are read where they lie.
        let read = ["asl_sk2", "SK2-", "I43-"];
        let of_table = ["asl-sk2", "italy43", "sicily", "soft-underbelly"];
        let has = |parts: &[&str]| parts.iter().any(|part| command.contains(part));
        match () {
            () if has(&["tests/"]) && !has(&["--out", "--draw"]) => {
                env!("CARGO_MANIFEST_DIR").into()
            }
            () if has(&["mapping.toml"]) => self.foreign.path().join("examples/foreign-module"),
            () if has(&["harrow"]) => self.gallery.path().join("tests/golden/maps/project"),
            () if has(&[" battle"]) || ["check", "build"].contains(&command) => {
                self.desk.path().join("battle")
            }
            () if has(&read) && !has(&["--out", "--draw"]) => env!("CARGO_MANIFEST_DIR").into(),
            () if has(&of_table) && !has(&[".vlog"]) => self.table.path().to_owned(),
            () if has(&of_table) && !has(&["--out"]) => env!("CARGO_MANIFEST_DIR").into(),
            () => self.desk.path().to_owned(),
        }
    }
}
