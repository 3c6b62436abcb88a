//! Reading VASSAL files: decoding beside merely unpacking the same bytes, and replay.
//!
//! With `HEXWRIGHT_CORPUS` set, the largest save, the largest module and the
//! log with most bytes of that folder are read too.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use hexwright::replay::Replay;
use hexwright::vassal::archive::Archive;
use hexwright::vassal::build::{Catalogue, Element};
use hexwright::vassal::obfuscation::lift;
use hexwright::vassal::piece::{Definition, TraitBook};
use hexwright::vassal::{Limits, Opened, SavedGame, command::Command, open};
use std::path::{Path, PathBuf};

fn main() {
    divan::main();
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
fn game_files() -> Vec<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/big.vlog");
    let found = [Some(own), corpus(&[".vsav", ".sav"]), corpus(&[".vlog", ".log"])];
    found.into_iter().flatten().map(|path| path.display().to_string()).collect()
}

fn module_files() -> Vec<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/mini.vmod");
    [Some(own), corpus(&[".vmod"])]
        .into_iter()
        .flatten()
        .map(|path| path.display().to_string())
        .collect()
}

fn saved(path: &str) -> SavedGame {
    match open(Path::new(path), &limits()) {
        Ok(Opened::Saved(saved)) => *saved,
        _ => panic!("{path} is no saved game"),
    }
}

#[divan::bench(args = game_files())]
fn unzip_and_xor_only(bencher: Bencher, path: &str) {
    let size = saved(path).text.len();
    bencher.counter(BytesCount::new(size)).bench(|| {
        let mut archive = Archive::open(Path::new(path), &limits()).expect("opens");
        lift("savedGame", archive.read("savedGame", &limits()).expect("reads")).expect("lifts")
    });
}

#[divan::bench(args = game_files())]
fn unzip_xor_and_decode_commands(bencher: Bencher, path: &str) {
    let size = saved(path).text.len();
    bencher.counter(BytesCount::new(size)).bench(|| {
        let saved = saved(path);
        black_box(saved.commands(&limits()).expect("decodes"));
    });
}

#[divan::bench(args = game_files())]
fn decode_commands(bencher: Bencher, path: &str) {
    let saved = saved(path);
    bencher
        .counter(BytesCount::new(saved.text.len()))
        .bench(|| saved.commands(&limits()).expect("decodes"));
}

#[divan::bench(args = game_files())]
fn encode_commands(bencher: Bencher, path: &str) {
    let saved = saved(path);
    let tree = saved.commands(&limits()).expect("decodes");
    bencher.counter(BytesCount::new(saved.text.len())).bench(|| tree.encode());
}

#[divan::bench(args = game_files())]
fn decode_pieces_trait_by_trait(bencher: Bencher, path: &str) {
    let saved = saved(path);
    let tree = saved.commands(&limits()).expect("decodes");
    bencher.counter(BytesCount::new(saved.text.len())).bench(|| {
        let mut book = TraitBook::default();
        for leaf in tree.leaves() {
            if let Command::Add(add) = &leaf.command {
                let definition = Definition::decode(&add.kind, &mut book);
                black_box(definition.split_state(&add.state));
            }
        }
    });
}

#[divan::bench(args = game_files())]
fn replay_steps(bencher: Bencher, path: &str) {
    let saved = saved(path);
    let tree = saved.commands(&limits()).expect("decodes");
    let steps =
        Replay::start(&tree, None, &limits()).expect("starts").finish().expect("plays").len();
    bencher
        .counter(ItemsCount::new(steps))
        .bench(|| Replay::start(&tree, None, &limits()).expect("starts").finish().expect("plays"));
}

#[divan::bench(args = module_files())]
fn parse_build_file(bencher: Bencher, path: &str) {
    let Ok(Opened::Module(module)) = open(Path::new(path), &limits()) else { panic!("no module") };
    bencher
        .counter(BytesCount::new(module.build_text.len()))
        .bench(|| Element::parse("buildFile.xml", &module.build_text, &limits()).expect("parses"));
}

#[divan::bench(args = module_files())]
fn inspect_module(bencher: Bencher, path: &str) {
    bencher.bench(|| {
        let Ok(Opened::Module(mut module)) = open(Path::new(path), &limits()) else {
            panic!("no module")
        };
        Catalogue::of(&mut module)
    });
}
