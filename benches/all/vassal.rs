//! Reading VASSAL files: decoding beside merely unpacking the same bytes, and replay; in processor time of one thread.
//!
//! With `HEXWRIGHT_CORPUS` set, the largest save, the largest module and the
//! log with most bytes of that folder are read too.

use crate::cost::Cost;
use hexwright::replay::Replay;
use hexwright::vassal::archive::Archive;
use hexwright::vassal::build::{Catalogue, Element};
use hexwright::vassal::obfuscation::lift;
use hexwright::vassal::piece::{Definition, TraitBook};
use hexwright::vassal::{Limits, Opened, SavedGame, command::Command, open};
use std::hint::black_box;
use std::path::{Path, PathBuf};

pub fn run() {
    for path in game_files() {
        println!("{}", path.display());
        game(&path);
    }
    for path in module_files() {
        println!("{}", path.display());
        module(&path);
    }
}

fn limits() -> Limits {
    Limits { time: std::time::Duration::from_secs(3600), ..Limits::default() }
}

fn corpus(ends: &[&str]) -> Option<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(std::env::var_os("HEXWRIGHT_CORPUS")?)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let size = entry.metadata().map(|data| data.len()).unwrap_or(0);
            if path.is_dir() {
                folders.push(path);
            } else if ends.iter().any(|end| path.to_string_lossy().ends_with(end)) {
                found.push((size, path));
            }
        }
    }
    found.into_iter().max().map(|(_, path)| path)
}

/// The files to read: our own, and the largest of the corpus.
fn game_files() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/big.vlog");
    let found = [Some(own), corpus(&[".vsav", ".sav"]), corpus(&[".vlog", ".log"])];
    found.into_iter().flatten().collect()
}

fn module_files() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/mini.vmod");
    [Some(own), corpus(&[".vmod"])].into_iter().flatten().collect()
}

fn saved(path: &Path) -> SavedGame {
    match open(path, &limits()) {
        Ok(Opened::Saved(saved)) => *saved,
        _ => panic!("{} is no saved game", path.display()),
    }
}

const MEGABYTE: f64 = 1e6;

fn game(path: &Path) {
    let game = saved(path);
    let tree = game.commands(&limits()).expect("decodes");
    let size = game.text.len() as f64 / MEGABYTE;
    let unpacking = Cost::of(|| {
        let mut archive = Archive::open(path, &limits()).expect("opens");
        lift("savedGame", archive.read("savedGame", &limits()).expect("reads")).expect("lifts")
    });
    unpacking.tell("unzip and XOR only", size, "MB");
    let reading = Cost::of(|| {
        let saved = saved(path);
        black_box(saved.commands(&limits()).expect("decodes"));
    });
    reading.tell("unzip, XOR and decode commands", size, "MB");
    println!("  = {:.2} x unzip and XOR only", reading.times(unpacking));
    Cost::of(|| game.commands(&limits()).expect("decodes")).tell("decode commands", size, "MB");
    Cost::of(|| tree.encode()).tell("encode commands", size, "MB");
    let pieces = Cost::of(|| {
        let mut book = TraitBook::default();
        for leaf in tree.leaves() {
            if let Command::Add(add) = &leaf.command {
                let definition = Definition::decode(&add.kind, &mut book);
                black_box(definition.split_state(&add.state));
            }
        }
    });
    pieces.tell("decode pieces trait by trait", size, "MB");
    let play = || Replay::start(&tree, None, &limits()).expect("starts").finish().expect("plays");
    Cost::of(play).tell("replay", play().len() as f64, "steps");
}

fn module(path: &Path) {
    let read = || match open(path, &limits()) {
        Ok(Opened::Module(module)) => *module,
        _ => panic!("{} is no module", path.display()),
    };
    let text = read().build_text;
    let size = text.len() as f64 / MEGABYTE;
    Cost::of(|| Element::parse("buildFile.xml", &text, &limits()).expect("parses")).tell(
        "parse the build file",
        size,
        "MB",
    );
    Cost::of(|| Catalogue::of(&mut read())).tell("list what the module has", 1.0, "modules");
}
