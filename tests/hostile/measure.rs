//! Running the program on something hostile, measured from outside.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run may need at most.
const MOST_MEMORY: u64 = 512 << 20;
/// Ten seconds; the program of the tests is not optimised, and gets ten times as much.
const MOST_CPU: Duration = Duration::from_secs(if cfg!(debug_assertions) { 100 } else { 10 });

/// How a run ended, and what it needed.
pub struct Ran {
    pub code: Option<i32>,
    pub said: String,
    pub memory: u64,
    pub cpu: Duration,
}

/// Runs the program and measures it; ends it when it takes far too long.
pub fn run(folder: &Path, args: &[&str]) -> Ran {
    let log = folder.join("said.txt");
    let file = std::fs::File::create(&log).unwrap();
    let mut child = Command::new(crate::support::program())
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .spawn()
        .unwrap();
    let (mut memory, mut cpu) = (0, Duration::ZERO);
    let began = Instant::now();
    let code = loop {
        let (now, spent) = measure(child.id());
        (memory, cpu) = (memory.max(now), cpu.max(spent));
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if memory > 4 * MOST_MEMORY || began.elapsed() > Duration::from_secs(240) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let said = std::fs::read(log).unwrap_or_default();
    Ran { code, said: String::from_utf8_lossy(&said).into_owned(), memory, cpu }
}

/// Peak memory and processor time of a process; nothing where the system does not tell.
fn measure(process: u32) -> (u64, Duration) {
    let read =
        |name: &str| std::fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default();
    let status = read("status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let peak = peak.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0);
    let stat = read("stat");
    let fields: Vec<i64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .filter_map(|field| field.parse().ok())
        .collect();
    // After the state letter: user and system time are the 11th and 12th numbers, in hundredths of a second.
    let ticks = fields.get(10).copied().unwrap_or(0) + fields.get(11).copied().unwrap_or(0);
    (peak << 10, Duration::from_millis(u64::try_from(ticks).unwrap_or(0) * 10))
}

/// An attack must end by itself within its budget, and say all of this.
pub fn withstands(attack: &str, folder: &Path, args: &[&str], says: &[&str]) {
    let ran = run(folder, args);
    let first = ran.said.lines().find(|line| line.starts_with("error")).unwrap_or("done");
    println!(
        "{attack:<44} | {:<9} | exit {:?}, {} MB, {:.1} s: {first:.110}",
        args[0],
        ran.code,
        ran.memory >> 20,
        ran.cpu.as_secs_f64()
    );
    assert!(
        matches!(ran.code, Some(0..=2)),
        "{attack}: {args:?} ended by a signal or a panic: {:.2000}",
        ran.said
    );
    assert!(ran.memory <= MOST_MEMORY, "{attack}: {args:?}: {} MB", ran.memory >> 20);
    assert!(ran.cpu <= MOST_CPU, "{attack}: {args:?}: {:?}", ran.cpu);
    // What came to nothing has nothing to say.
    for words in
        says.iter().filter(|_| ran.code == Some(2) || says.iter().all(|words| !words.is_empty()))
    {
        assert!(
            ran.said.contains(words),
            "{attack}: {args:?}: expected `{words}` in: {:.2000}",
            ran.said
        );
    }
}

pub fn folder() -> (tempfile::TempDir, PathBuf) {
    let held = tempfile::tempdir().unwrap();
    let path = held.path().to_owned();
    (held, path)
}
