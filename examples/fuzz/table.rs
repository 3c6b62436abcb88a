//! What came of all runs, for each command and format.

use crate::commands::all;
use crate::ground;
use crate::record::{MOST_MEGABYTES, MOST_MILLISECONDS, Outcome, Record, read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What came of the runs of one command and format.
#[derive(Debug, Default, Clone)]
struct Row {
    runs: u64,
    refused: u64,
    panics: u64,
    signals: u64,
    complaints: u64,
    large: u64,
    slow: u64,
    most_megabytes: u32,
    most_milliseconds: u32,
    milliseconds: u64,
}

impl Row {
    fn count(&mut self, record: &Record) {
        self.runs += 1;
        match record.outcome {
            Outcome::Signal => self.signals += 1,
            Outcome::Panic => self.panics += 1,
            Outcome::Complaint => self.complaints += 1,
            Outcome::Refused => self.refused += 1,
            Outcome::Done => {}
        }
        self.large += u64::from(record.megabytes > MOST_MEGABYTES);
        self.slow += u64::from(record.milliseconds > MOST_MILLISECONDS);
        self.most_megabytes = self.most_megabytes.max(record.megabytes);
        self.most_milliseconds = self.most_milliseconds.max(record.milliseconds);
        self.milliseconds += u64::from(record.milliseconds);
    }

    fn add(&mut self, other: &Row) {
        self.runs += other.runs;
        self.refused += other.refused;
        self.panics += other.panics;
        self.signals += other.signals;
        self.complaints += other.complaints;
        self.large += other.large;
        self.slow += other.slow;
        self.most_megabytes = self.most_megabytes.max(other.most_megabytes);
        self.most_milliseconds = self.most_milliseconds.max(other.most_milliseconds);
        self.milliseconds += other.milliseconds;
    }

    fn failures(&self) -> u64 {
        self.panics + self.signals + self.complaints + self.large + self.slow
    }

    fn print(&self, command: &str, format: &str) {
        println!(
            "{command:<26} {format:<12} {:>9} {:>9} {:>6} {:>7} {:>7} {:>8} {:>6} {:>6} {:>7.2}",
            self.runs,
            self.refused,
            self.panics,
            self.signals,
            self.complaints,
            self.large,
            self.slow,
            self.most_megabytes,
            f64::from(self.most_milliseconds) / 1000.0
        );
    }
}

/// The folders of the workers.
fn folders(held: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(held).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// The runs of a worker that were done.
fn records(folder: &Path) -> Vec<Record> {
    let mut records = read(&folder.join("records"));
    // It was ended by us, in the middle of its last run.
    if folder.join("last").exists()
        && records.last().is_some_and(|last| last.outcome == Outcome::Signal)
    {
        records.pop();
    }
    records
}

/// How many runs there were so far.
pub fn count(held: &Path) -> usize {
    folders(held).iter().map(|folder| read(&folder.join("records")).len()).sum()
}

/// Prints the table, and the runs that failed; whether none did.
pub fn print(held: &Path, seed: u64, took: Duration) -> bool {
    let folders = folders(held);
    let names = folders.first().and_then(|folder| std::env::set_current_dir(folder).ok());
    let targets = if names.is_some() {
        all(&ground::walk("parts"), &ground::walk("project"))
    } else {
        Vec::new()
    };
    let mut rows = vec![Row::default(); targets.len()];
    let mut failed = Vec::new();
    for folder in &folders {
        for record in records(folder) {
            if let Some(row) = rows.get_mut(record.target as usize) {
                row.count(&record);
            }
            if record.is_failure() {
                let said =
                    std::fs::read_to_string(folder.join(format!("failures/{}.txt", record.run)));
                failed.push((record, said.unwrap_or_default()));
            }
        }
    }
    println!(
        "{:<26} {:<12} {:>9} {:>9} {:>6} {:>7} {:>7} {:>8} {:>6} {:>6} {:>7}",
        "command",
        "format",
        "runs",
        "refused",
        "panics",
        "signals",
        "altered",
        ">512 MB",
        ">10 s",
        "MB",
        "s CPU"
    );
    let mut whole = Row::default();
    for (target, row) in targets.iter().zip(&rows) {
        row.print(&target.command, target.format);
        whole.add(row);
    }
    whole.print("all", "");
    println!(
        "seed {seed}: {} runs in {} s, {} s of processor time; {} refused; {} panics, {} signals, {} written differently, {} over {MOST_MEGABYTES} MB, {} over {} s",
        whole.runs,
        took.as_secs(),
        whole.milliseconds / 1000,
        whole.refused,
        whole.panics,
        whole.signals,
        whole.complaints,
        whole.large,
        whole.slow,
        MOST_MILLISECONDS / 1000
    );
    for (record, said) in failed.iter().take(50) {
        let target = targets
            .get(record.target as usize)
            .map(|target| (target.command.as_str(), target.format));
        println!(
            "run {} {target:?}: {:?}, {} ms, {} MB {said}",
            record.run, record.outcome, record.milliseconds, record.megabytes
        );
    }
    whole.failures() == 0 && whole.runs > 0
}
