//! A build that is killed at any moment is resumed by the next one, whatever was edited between the two.
#![cfg(unix)]

use crate::ground::{Machine, edit, files};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing here needs `--force`.
const BUILD: [&str; 9] =
    ["build", "--project", "battle", "--dpi", "40", "--map-dpi", "40", "--single", "png,svg"];

/// The project in one of its states: another title, another version (another name of the module), a counter more
/// or less (outputs that come and go), another map.
fn state(project: &Path, pristine: &BTreeMap<PathBuf, Vec<u8>>, nth: usize) {
    for (path, bytes) in pristine {
        std::fs::write(project.join(path), bytes).unwrap();
    }
    let game = project.join("games/battle.toml");
    match nth {
        0 => {}
        1 => edit(&game, "title = \"battle\"", "title = \"Another battle\""),
        2 => edit(&game, "version = \"0.1\"", "version = \"0.2\""),
        3 => edit(&project.join("counters/battle/units.csv"), "blue-1,1st Foot", "blue-9,9th Foot"),
        _ => {
            edit(&project.join("counters/battle/units.csv"), "blue-2,2nd Foot", "blue-2,2nd Guards")
        }
    }
}

const STATES: usize = 5;

/// Numbers that only look random, so that a failure comes again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[test]
pub fn an_interrupted_build_is_resumed() {
    let runs: usize =
        std::env::var("HEXWRIGHT_KILLS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(6);
    let machine = Machine::new();
    let project = machine.battle();
    // The state that renames a counter needs no set-up that names it.
    let scenario = project.join("scenarios/battle/first-battle.toml");
    let text = std::fs::read_to_string(&scenario).unwrap();
    std::fs::write(&scenario, text.replace("\"blue-1 blue-2\"", "\"blue-2\"")).unwrap();
    let pristine = files(&project);
    let build = &BUILD[..];

    let mut clean = Vec::new();
    for nth in 0..STATES {
        state(&project, &pristine, nth);
        let out = format!("clean{nth}");
        machine.expect(0, &[build, &["--out", &out]].concat());
        clean.push(files(&machine.path(&out)));
    }
    machine.expect(0, build);

    let mut dice = Dice(runs as u64);
    let (mut killed, mut early, mut torn, mut unfinished) = (0, 0, 0, 0);
    // How long a build over existing outputs takes: moments are spread over that.
    let mut usual = Duration::from_millis(500);
    let build_folder = project.join("build");
    let interrupt = if deaf_to_interrupts() { "-TERM" } else { "-INT" };
    while killed < runs {
        state(&project, &pristine, dice.roll(STATES as u64) as usize);
        let mut child =
            machine.program(build).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(dice.roll(usual.as_micros() as u64)));
        // Half of them as by Ctrl-C, half without a chance to do anything about it.
        let signal = if killed % 2 == 0 { "-KILL" } else { interrupt };
        if child.try_wait().unwrap().is_none() {
            Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        }
        // A build that was done before its kill counts for nothing.
        if child.wait().unwrap().code().is_some() {
            early += 1;
            assert!(early < 20 * (runs + 1), "builds are done before they can be killed");
            continue;
        }
        killed += 1;
        let left = leftovers(&build_folder);
        let is_journal = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "journal");
        torn += usize::from(left.iter().any(is_journal));
        unfinished += left.iter().filter(|path| !is_journal(path)).count();

        let next = dice.roll(STATES as u64) as usize;
        state(&project, &pristine, next);
        let started = Instant::now();
        let output = machine.run(build);
        usual = (usual * 3 + started.elapsed()) / 4;
        let said = crate::support::said(&output);
        assert!(output.status.success(), "kill {killed}, state {next}: {said}");
        let made = files(&build_folder);
        let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&made), names(&clean[next]), "kill {killed}, state {next}");
        assert!(made == clean[next], "kill {killed}, state {next}: not the bytes of a clean build");
        assert_eq!(leftovers(&build_folder), Vec::<PathBuf>::new(), "kill {killed}");
    }
    println!(
        "{killed} builds killed over existing outputs ({torn} while they wrote, leaving {unfinished} unfinished files; \
         {early} more were done before their kill and are not counted); each then edited and built: {killed} of \
         {killed} succeed, bytes equal a clean build, nothing left over"
    );
}

/// Whether this run, and with it every program that it starts, was made deaf to Ctrl-C, as a script's commands in the
/// background are.
fn deaf_to_interrupts() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & 0b10 != 0)
}

/// What only an unfinished build has.
fn leftovers(folder: &Path) -> Vec<PathBuf> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .flatten()
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy();
            name.starts_with(".hexwright-") || name.ends_with(".journal")
        })
        .map(walkdir::DirEntry::into_path)
        .collect()
}
