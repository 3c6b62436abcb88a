//! What came of all runs, for each command and format.

use crate::record::{MOST_MEGABYTES, MOST_MILLISECONDS, Outcome, Record, read};
use std::collections::BTreeSet;
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
            "{command:<26} {format:<12} {:>9} {:>9} {:>6} {:>7} {:>7} {:>8} {:>6} {:>6} {:>7.2} {:>7.2}",
            self.runs,
            self.refused,
            self.panics,
            self.signals,
            self.complaints,
            self.large,
            self.slow,
            self.most_megabytes,
            f64::from(self.most_milliseconds) / 1000.0,
            self.milliseconds as f64 / self.runs.max(1) as f64
        );
    }
}

/// What came of the runs of one call: a folder for each worker, and what they have in common.
pub const PAIRS: &str = "pairs";
pub const PROGRAM: &str = "program";

/// The folders of the workers.
fn folders(held: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(held).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.retain(|path| path.is_dir());
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

/// Every run that was counted, by command and format in the order of the first call.
#[derive(Debug, Default)]
struct Sum {
    pairs: Vec<(String, String)>,
    rows: Vec<Row>,
    failed: Vec<(Record, String, String)>,
    programs: BTreeSet<String>,
}

impl Sum {
    fn row(&mut self, pair: &(String, String)) -> usize {
        self.pairs.iter().position(|known| known == pair).unwrap_or_else(|| {
            self.pairs.push(pair.clone());
            self.rows.push(Row::default());
            self.pairs.len() - 1
        })
    }

    fn add(&mut self, held: &Path) {
        let text = |name: &str| std::fs::read_to_string(held.join(name)).unwrap_or_default();
        let pairs = text(PAIRS);
        let pairs = pairs.lines().filter_map(|line| line.split_once('\t'));
        let pairs: Vec<(String, String)> =
            pairs.map(|(command, format)| (command.to_owned(), format.to_owned())).collect();
        let rows: Vec<usize> = pairs.iter().map(|pair| self.row(pair)).collect();
        self.programs.insert(text(PROGRAM));
        for folder in folders(held) {
            for record in records(&folder) {
                let Some(row) = rows.get(record.target as usize) else { continue };
                self.rows[*row].count(&record);
                if record.is_failure() {
                    let said = folder.join(format!("failures/{}.txt", record.run));
                    let said = std::fs::read_to_string(said).unwrap_or_default();
                    let (command, format) = &self.pairs[*row];
                    let pair = format!("{}: {command}, {format}", held.display());
                    self.failed.push((record, pair, said));
                }
            }
        }
    }
}

/// Prints the table of one call or of several, and the runs that failed; whether none did.
pub fn print(held: &[PathBuf], what: &str, took: Option<Duration>) -> bool {
    let mut sum = Sum::default();
    held.iter().for_each(|held| sum.add(held));
    println!(
        "{:<26} {:<12} {:>9} {:>9} {:>6} {:>7} {:>7} {:>8} {:>6} {:>6} {:>7} {:>7}",
        "command",
        "format",
        "runs",
        "refused",
        "panics",
        "signals",
        "altered",
        ">512 MB",
        ">10 s",
        "most MB",
        "most s",
        "mean ms"
    );
    let mut whole = Row::default();
    for ((command, format), row) in sum.pairs.iter().zip(&sum.rows) {
        row.print(command, format);
        whole.add(row);
    }
    whole.print("all", "");
    let took = took.map(|took| format!(" in {} s", took.as_secs())).unwrap_or_default();
    println!(
        "{what}: {} runs{took}, {} s of processor time, {} commands and formats, {} program{}; {} refused; {} panics, {} signals, {} written differently, {} over {MOST_MEGABYTES} MB, {} over {} s",
        whole.runs,
        whole.milliseconds / 1000,
        sum.rows.iter().filter(|row| row.runs > 0).count(),
        sum.programs.len(),
        if sum.programs.len() == 1 { "" } else { "s" },
        whole.refused,
        whole.panics,
        whole.signals,
        whole.complaints,
        whole.large,
        whole.slow,
        MOST_MILLISECONDS / 1000
    );
    for (record, pair, said) in sum.failed.iter().take(50) {
        println!(
            "{pair}: run {}: {:?}, {} ms, {} MB {said}",
            record.run, record.outcome, record.milliseconds, record.megabytes
        );
    }
    whole.failures() == 0 && whole.runs > 0
}
