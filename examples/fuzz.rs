//! Throws damaged files at the readers of VASSAL's formats: no panic, nothing
//! slow, memory bounded, and whatever can be read is written back unchanged.
//!
//! `cargo xtask fuzz` runs it for half a minute;
//! `cargo run --release --example fuzz -- --runs 1000000` for as long as it takes.
//! Seeds are the files of `tests/logs` and, if it is set, the folder `HEXWRIGHT_CORPUS`.

use hexwright::replay::{GameSummary, Guide, Replay, Tableau};
use hexwright::vassal::build::{Catalogue, DefinedPiece, Element};
use hexwright::vassal::command::{Command, Leaf, Tree};
use hexwright::vassal::lint::lint;
use hexwright::vassal::nested::{join_chain, split_chain};
use hexwright::vassal::obfuscation::{Veil, lift, veil};
use hexwright::vassal::piece::{Definition, TraitBook};
use hexwright::vassal::sequence::{join, split};
use hexwright::vassal::{Limits, ModuleFile, Opened, SavedGame, open, open_bytes};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const SLOWEST: Duration = Duration::from_secs(2);
const MOST_MEMORY: u64 = 512 << 20;

/// A small generator of numbers; the same seed gives the same run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, sides: usize) -> usize {
        (self.roll() % sides.max(1) as u64) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Archive,
    Commands,
    Build,
    Piece,
    Sequence,
    Veil,
}

struct Seed {
    target: Target,
    bytes: Vec<u8>,
}

fn main() {
    let mut runs = 20_000usize;
    let mut seconds = u64::MAX;
    let mut start = 0x9e37_79b9_7f4a_7c15u64;
    let mut args = std::env::args().skip(1);
    while let Some(flag) = args.next() {
        let value =
            args.next().and_then(|value| value.parse::<u64>().ok()).unwrap_or_else(|| usage());
        match flag.as_str() {
            "--runs" => runs = value as usize,
            "--seconds" => (seconds, runs) = (value, usize::MAX),
            "--seed" => start = value | 1,
            _ => usage(),
        }
    }
    let seeds = seeds();
    let guide = guide();
    println!("{} seeds", seeds.len());
    std::panic::set_hook(Box::new(|_| {}));
    let mut dice = Dice(start);
    let began = Instant::now();
    let mut thrown: BTreeMap<Target, usize> = BTreeMap::new();
    let (mut done, mut read, mut slowest, mut failures) = (0usize, 0usize, Duration::ZERO, 0usize);
    while done < runs && began.elapsed().as_secs() < seconds {
        let seed = pick(&seeds, &mut dice);
        let other = pick(&seeds, &mut dice);
        let state = dice.0;
        *thrown.entry(seed.target).or_default() += 1;
        let mut bytes = seed.bytes.clone();
        for _ in 0..=dice.below(4) {
            mutate(&mut bytes, &other.bytes, &mut dice);
        }
        let clock = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| try_it(seed.target, &bytes, &guide)));
        let taken = clock.elapsed();
        slowest = slowest.max(taken);
        let complaint = match outcome {
            Err(_) => Some("panic".to_owned()),
            Ok(Err(complaint)) => Some(complaint),
            Ok(Ok(_)) if taken > SLOWEST => Some(format!("took {taken:?}")),
            Ok(Ok(was_read)) => {
                read += usize::from(was_read);
                None
            }
        };
        if let Some(complaint) = complaint {
            failures += 1;
            let path = std::env::temp_dir().join(format!("hexwright-fuzz-{failures}.bin"));
            let _ = std::fs::write(&path, &bytes);
            println!(
                "run {done} ({:?}, state {state}): {complaint}; see {}",
                seed.target,
                path.display()
            );
        }
        done += 1;
        if done.is_multiple_of(50_000) {
            println!(
                "{done} runs, {} s, slowest {slowest:?}, {} MB",
                began.elapsed().as_secs(),
                peak_memory() >> 20
            );
        }
    }
    let memory = peak_memory();
    println!("thrown: {thrown:?}");
    println!(
        "{done} runs in {} s: {read} still readable, {failures} failures, slowest {slowest:?}, peak {} MB",
        began.elapsed().as_secs(),
        memory >> 20
    );
    if failures > 0 || memory > MOST_MEMORY {
        std::process::exit(1);
    }
}

fn usage() -> ! {
    println!("fuzz [--runs N | --seconds N] [--seed N]");
    std::process::exit(2)
}

/// What the process needed at most; nothing where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) << 10
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// Files as they are, and what is inside them, so that mutations reach every layer.
fn seeds() -> Vec<Seed> {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs"), &mut paths);
    if let Some(corpus) = std::env::var_os("HEXWRIGHT_CORPUS") {
        files(Path::new(&corpus), &mut paths);
    }
    paths.sort();
    let limits = Limits::default();
    let mut seeds = Vec::new();
    for path in paths {
        let Ok(opened) = open(&path, &limits) else { continue };
        let mut add = |target: Target, bytes: Vec<u8>| seeds.push(Seed { target, bytes });
        if std::fs::metadata(&path).is_ok_and(|data| data.len() < 400_000) {
            add(Target::Archive, std::fs::read(&path).unwrap_or_default());
        }
        match opened {
            Opened::Saved(saved) => saved_seeds(&saved, &mut add),
            Opened::Module(module) => module_seeds(&module, &mut add),
            Opened::Metadata(_) => {}
        }
    }
    seeds
}

fn saved_seeds(saved: &SavedGame, add: &mut impl FnMut(Target, Vec<u8>)) {
    let Ok(tree) = saved.commands(&Limits::default()) else { return };
    for leaf in tree.leaves().step_by(97).take(8) {
        if let Command::Add(piece) = &leaf.command {
            add(Target::Piece, format!("{}\u{1b}{}", piece.kind, piece.state).into_bytes());
            add(Target::Sequence, piece.kind.clone().into_owned().into_bytes());
        }
    }
    if saved.text.len() < 2_000_000 {
        add(Target::Commands, saved.text.clone().into_bytes());
        // The start and the end of a log, small enough to be thrown often.
        let tokens: Vec<&str> = saved.text.split('\u{1b}').collect();
        let short: Vec<&str> =
            tokens.iter().take(60).chain(tokens.iter().rev().take(60).rev()).copied().collect();
        add(Target::Commands, short.join("\u{1b}").into_bytes());
    }
    if saved.text.len() < 100_000 {
        add(Target::Veil, veil(Veil::Hex(77), saved.text.as_bytes()));
        add(Target::Veil, veil(Veil::Raw(200), saved.text.as_bytes()));
    }
}

fn module_seeds(module: &ModuleFile, add: &mut impl FnMut(Target, Vec<u8>)) {
    for slot in
        module.build.walk().filter(|element| element.text.starts_with("+/")).step_by(53).take(20)
    {
        add(Target::Piece, slot.text.clone().into_bytes());
    }
    if module.build_text.len() < 1_200_000 {
        add(Target::Build, module.build_text.clone().into_bytes());
    }
}

fn guide() -> Guide {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/mini.vmod");
    match open(&path, &Limits::default()) {
        Ok(Opened::Module(mut module)) => Guide::of(&mut module),
        _ => Guide::default(),
    }
}

/// First what is thrown at, then with what: whole files and their commands most
/// often, and small seeds more often than large ones.
fn pick<'a>(seeds: &'a [Seed], dice: &mut Dice) -> &'a Seed {
    use Target::{Archive, Build, Commands, Piece, Sequence, Veil};
    let turns =
        [Archive, Archive, Commands, Commands, Commands, Build, Piece, Piece, Sequence, Veil];
    let target = turns[dice.below(turns.len())];
    for _ in 0..10_000 {
        let seed = &seeds[dice.below(seeds.len())];
        if seed.target == target && dice.below(1 + seed.bytes.len() / 4_000) == 0 {
            return seed;
        }
    }
    &seeds[dice.below(seeds.len())]
}

fn mutate(bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    const TELLING: &[u8] = b"\x1b\t;\\/,'|\"<>&#\0\xff\xc0+-DM0987\n$:@~(";
    let at = dice.below(bytes.len() + 1).min(bytes.len());
    let length = dice.below(1 + dice.0 as usize % 64).min(bytes.len() - at);
    match dice.below(11) {
        0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
        1 if at < bytes.len() => bytes[at] = TELLING[dice.below(TELLING.len())],
        2 => bytes.insert(at, TELLING[dice.below(TELLING.len())]),
        3 => drop(bytes.drain(at..at + length)),
        4 => {
            let copy = bytes[at..at + length].to_vec();
            bytes.splice(at..at, copy);
        }
        5 => bytes.truncate(at),
        6 => {
            let from = dice.below(other.len() + 1).min(other.len());
            let to = (from + dice.below(200)).min(other.len());
            bytes.splice(at..at + length, other[from..to].iter().copied());
        }
        7 => {
            let numbers =
                ["2147483647", "-2147483648", "99999999999999999999", "1e308", "NaN", "-1", "0"];
            bytes.splice(at..at + length, numbers[dice.below(numbers.len())].bytes());
        }
        8 => {
            let chunk: Vec<u8> = bytes[at..at + length].to_vec();
            let times = dice.below(300);
            bytes.splice(at..at, chunk.repeat(times));
        }
        9 => {
            let byte = TELLING[dice.below(TELLING.len())];
            bytes.splice(at..at, std::iter::repeat_n(byte, dice.below(2000)));
        }
        _ => {
            let end = at + length;
            bytes[at..end].reverse();
        }
    }
}

/// Whether the damaged thing could still be read; a complaint when it could and was not kept.
fn try_it(target: Target, bytes: &[u8], guide: &Guide) -> Result<bool, String> {
    let limits = Limits { time: Duration::from_millis(1500), ..Limits::default() };
    let text = || String::from_utf8_lossy(bytes).into_owned();
    match target {
        Target::Archive => match open_bytes(bytes.to_vec(), &limits) {
            Ok(Opened::Saved(saved)) => play(&saved, guide, &limits),
            Ok(Opened::Module(mut module)) => {
                let catalogue = Catalogue::of(&mut module);
                lint(Path::new("thrown.vmod"), &mut module, &limits);
                Ok(catalogue.slot_count > 0)
            }
            Ok(Opened::Metadata(_)) => Ok(true),
            Err(_) => Ok(false),
        },
        Target::Commands => {
            let saved = SavedGame {
                entries: Vec::new(),
                veil: Veil::Plain,
                text: text(),
                savedata: None,
                moduledata: None,
            };
            play(&saved, guide, &limits)
        }
        Target::Build => {
            let Ok(build) = Element::parse("buildFile.xml", &text(), &limits) else {
                return Ok(false);
            };
            let again = Element::parse("again", &build.to_xml(), &limits);
            if again.is_err() {
                return Err(
                    "a build file that was read and written cannot be read again".to_owned()
                );
            }
            let mut module = ModuleFile {
                archive: None,
                build_name: String::new(),
                build_text: text(),
                build,
                metadata: None,
                extension: None,
            };
            Catalogue::of(&mut module);
            let files = hexwright::vassal::folder::unfold(&module.build_text, &module.build);
            let read = |name: &str| {
                files.iter().find(|(file, _)| file == name).map(|(_, text)| text.clone())
            };
            if files.len() < 50
                && hexwright::vassal::folder::fold(&read, 1000)
                    .is_ok_and(|folded| folded != module.build_text)
            {
                return Err("a build file taken apart comes back changed".to_owned());
            }
            Ok(true)
        }
        Target::Piece => {
            let text = text();
            let (kind, state) = text.split_once('\u{1b}').unwrap_or((&text, ""));
            let definition = Definition::decode(kind, &mut TraitBook::default());
            if definition.encode() != kind {
                return Err("a piece is written differently".to_owned());
            }
            let states = definition.split_state(state);
            definition.name(&states);
            definition.properties(&states);
            if let Some(piece) = DefinedPiece::decode(&text, &mut TraitBook::default()) {
                piece.encode();
            }
            Ok(true)
        }
        Target::Sequence => {
            let text = text();
            for delimiter in [';', '\t', ',', '/', '|'] {
                let mut tokens = split(delimiter, &text);
                let list: Vec<_> = tokens.by_ref().collect();
                if tokens.faithful() != (join(delimiter, list) == text) {
                    return Err("a faithful split is not joined back".to_owned());
                }
                let chain = split_chain(delimiter, &text, usize::MAX);
                if chain.faithful && join_chain(delimiter, &chain.links) != text {
                    return Err("a faithful chain is not joined back".to_owned());
                }
            }
            Leaf::decode(&text);
            Ok(true)
        }
        Target::Veil => Ok(lift("x", bytes.to_vec()).is_ok()),
    }
}

fn play(saved: &SavedGame, guide: &Guide, limits: &Limits) -> Result<bool, String> {
    let Ok(tree) = Tree::decode(&saved.text, limits) else { return Ok(false) };
    if tree.encode() != saved.text {
        return Err("commands are written differently".to_owned());
    }
    let Ok(mut replay) = Replay::start(&tree, Some(guide), limits) else { return Ok(false) };
    let Ok(steps) = replay.finish() else { return Ok(false) };
    for step in &steps {
        for event in &step.events {
            event.readable();
        }
    }
    if GameSummary::of(saved, &tree, &replay, &steps, limits).is_err() {
        return Ok(false);
    }
    Tableau::of(&mut replay);
    Ok(true)
}
