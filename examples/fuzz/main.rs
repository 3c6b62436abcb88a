//! Throws damaged files at every command that reads one: no panic, no signal, nothing over 512 MB or 10 seconds of
//! processor time, and whatever can be read is written back unchanged.
//!
//! `cargo xtask fuzz` runs it for ten minutes; `--runs 1000000` for as long as it takes, `--seed N` for other files,
//! `--only RUN` for one run again, `--sound` to see which commands refuse even their undamaged files. The same seed and
//! run are the same file. `--keep FOLDER` keeps what came of the runs in a folder that is not there yet, and
//! `--sum FOLDER…` adds up what several calls kept.

mod archives;
mod commands;
mod dice;
mod format;
mod ground;
mod judges;
mod mutate;
mod pictures;
mod readers;
mod record;
mod shelf;
mod table;
mod worker;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use worker::Share;

/// A worker that has written nothing for so long will never.
const STUCK: Duration = Duration::from_secs(600);

struct Flags {
    runs: u64,
    time: Duration,
    seed: u64,
    workers: usize,
    only: Option<u64>,
    sound: bool,
    keep: Option<PathBuf>,
    sum: Vec<PathBuf>,
    worker: Option<(PathBuf, u64, u64)>,
}

fn flags() -> Option<Flags> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let mut flags = Flags {
        runs: u64::MAX,
        time: Duration::from_secs(600),
        seed: 1,
        workers: cores,
        only: None,
        sound: false,
        keep: None,
        sum: Vec::new(),
        worker: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(flag) = words.next() {
        if flag == "--sound" {
            flags.sound = true;
            continue;
        }
        let value = words.next()?;
        let number = value.parse::<u64>();
        match flag.as_str() {
            "--runs" => (flags.runs, flags.time) = (number.ok()?, Duration::MAX),
            "--seconds" => flags.time = Duration::from_secs(number.ok()?),
            "--seed" => flags.seed = number.ok()?,
            "--workers" => flags.workers = usize::try_from(number.ok()?).ok()?.max(1),
            "--keep" => flags.keep = Some(PathBuf::from(value)),
            "--sum" => {
                flags.sum.push(PathBuf::from(value));
                flags.sum.extend(words.by_ref().map(PathBuf::from));
            }
            "--only" => flags.only = Some(number.ok()?),
            "--worker" => {
                let mut rest = || words.next()?.parse::<u64>().ok();
                flags.worker = Some((PathBuf::from(value), rest()?, rest()?));
            }
            _ => return None,
        }
    }
    Some(flags)
}

fn main() -> ExitCode {
    let Some(flags) = flags() else {
        eprintln!(
            "fuzz [--runs N | --seconds N] [--seed N] [--workers N] [--only RUN] [--sound] [--keep FOLDER] [--sum FOLDER...]"
        );
        return ExitCode::from(2);
    };
    let done = match &flags.worker {
        _ if flags.sound => tempfile::tempdir_in(scratch())
            .map_err(Into::into)
            .and_then(|folder| worker::sound(folder.path())),
        Some((folder, from, every)) => {
            let share = Share { seed: flags.seed, from: *from, every: *every, runs: flags.runs };
            worker::work(folder, share).map(|()| true)
        }
        None if !flags.sum.is_empty() => Ok(table::print(&flags.sum, "all together", None)),
        None => lead(&flags),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// A worker and its folder.
struct Hand {
    folder: PathBuf,
    number: u64,
    child: Child,
    written: (u64, Instant),
}

/// Has the runs done by workers, and tells what came of them.
fn lead(flags: &Flags) -> Result<bool, Box<dyn Error>> {
    let temporary = match &flags.keep {
        None => Some(tempfile::Builder::new().prefix("hexwright-fuzz-").tempdir_in(scratch())?),
        Some(folder) => {
            std::fs::create_dir(folder)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
            None
        }
    };
    let named = || flags.keep.as_ref().map(|folder| folder.canonicalize());
    let held = match &temporary {
        Some(temporary) => temporary.path().to_owned(),
        None => named().ok_or("no folder")??,
    };
    let mut program = blake3::Hasher::new();
    program.update_reader(std::fs::File::open(std::env::current_exe()?)?)?;
    std::fs::write(held.join(table::PROGRAM), program.finalize().to_hex().as_str())?;
    let began = Instant::now();
    let workers = if flags.only.is_some() { 1 } else { flags.workers as u64 };
    let mut hands = Vec::new();
    for number in 0..workers {
        let folder = held.join(number.to_string());
        std::fs::create_dir_all(&folder)?;
        let child = hire(flags, &folder, flags.only.unwrap_or(number), workers)?;
        hands.push(Hand { folder, number, child, written: (0, Instant::now()) });
    }
    let mut told = Instant::now();
    while !hands.is_empty() && began.elapsed() < flags.time {
        std::thread::sleep(Duration::from_millis(100));
        let mut at_work = Vec::new();
        for mut hand in hands {
            if attend(&mut hand, flags, workers)? {
                at_work.push(hand);
            }
        }
        hands = at_work;
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            println!("{} s: {} runs", began.elapsed().as_secs(), table::count(&held));
        }
    }
    for mut hand in hands {
        // What it is just doing is not counted.
        let last = hand.folder.join("last");
        let _ = hand.child.kill();
        let _ = hand.child.wait();
        std::fs::write(last, "")?;
    }
    let what = format!("seed {}", flags.seed);
    let fine = table::print(std::slice::from_ref(&held), &what, Some(began.elapsed()));
    if !fine {
        println!("the files are in {}", held.display());
        temporary.map(tempfile::TempDir::keep);
    }
    Ok(fine)
}

/// Whether a worker still works; another takes the place of one that died.
fn attend(hand: &mut Hand, flags: &Flags, workers: u64) -> Result<bool, Box<dyn Error>> {
    let records = hand.folder.join("records");
    let size = std::fs::metadata(&records).map_or(0, |data| data.len());
    if size != hand.written.0 {
        hand.written = (size, Instant::now());
    }
    if hand.child.try_wait()?.is_none() {
        if hand.written.1.elapsed() > STUCK {
            let _ = hand.child.kill();
        }
        return Ok(true);
    }
    let next = record::read(&records).last().map(|record| record.run + workers);
    match next {
        _ if flags.only.is_some() => Ok(false),
        None => Err("a worker died before its first run".into()),
        Some(next) if next >= flags.runs => Ok(false),
        Some(next) => {
            hand.child = hire(flags, &hand.folder, next, workers)?;
            hand.written.1 = Instant::now();
            debug_assert_eq!(next % workers, hand.number % workers);
            Ok(true)
        }
    }
}

/// Starts a worker. What it says is nobody's concern; more than 4 GB it does not get, whatever happens.
fn hire(flags: &Flags, folder: &Path, from: u64, every: u64) -> Result<Child, Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v 6000000; ulimit -c 0; exec \"$0\" \"$@\""]).arg(program);
        shell
    } else {
        Command::new(program)
    };
    let runs = if flags.only.is_some() { from + 1 } else { flags.runs };
    command.args(["--runs", &runs.to_string(), "--seed", &flags.seed.to_string(), "--worker"]);
    command.arg(folder).args([from.to_string(), every.to_string()]);
    // What programs of this user remember is none of these runs' business, and none of theirs.
    command.env("XDG_STATE_HOME", folder.join("state"));
    let errors = if flags.only.is_some() { Stdio::inherit() } else { Stdio::null() };
    Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors).spawn()?)
}

/// Where files are written and read fastest.
fn scratch() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}
