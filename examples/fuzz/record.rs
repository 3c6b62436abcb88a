//! What came of each run, in a file that outlives the worker.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// More than this is a failure, whatever the limits of a command are.
pub const MOST_MEGABYTES: u32 = 512;
pub const MOST_MILLISECONDS: u32 = 10_000;

const SIZE: usize = 24;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    /// It began and was not heard of again: the worker ended by a signal.
    #[default]
    Signal,
    Done,
    /// The command says that it cannot, or that a limit was reached.
    Refused,
    Panic,
    /// What was read is written differently.
    Complaint,
}

impl Outcome {
    const ALL: [Outcome; 5] =
        [Outcome::Signal, Outcome::Done, Outcome::Refused, Outcome::Panic, Outcome::Complaint];
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Record {
    pub run: u64,
    pub target: u32,
    pub outcome: Outcome,
    pub milliseconds: u32,
    pub megabytes: u32,
}

impl Record {
    pub fn is_failure(&self) -> bool {
        matches!(self.outcome, Outcome::Signal | Outcome::Panic | Outcome::Complaint)
            || self.megabytes > MOST_MEGABYTES
            || self.milliseconds > MOST_MILLISECONDS
    }

    fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.run.to_le_bytes());
        let outcome = Outcome::ALL.iter().position(|one| *one == self.outcome).unwrap_or(0) as u32;
        for (nth, number) in
            [self.target, outcome, self.milliseconds, self.megabytes].into_iter().enumerate()
        {
            bytes[8 + nth * 4..12 + nth * 4].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn of_bytes(bytes: &[u8; SIZE]) -> Self {
        let number = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Record {
            run: u64::from(number(0)) | (u64::from(number(4)) << 32),
            target: number(8),
            outcome: Outcome::ALL.get(number(12) as usize).copied().unwrap_or_default(),
            milliseconds: number(16),
            megabytes: number(20),
        }
    }
}

/// A file of records: a run is written down when it begins, and again in the same place when it ends.
#[derive(Debug, Clone)]
pub struct Records(Arc<Mutex<(File, Option<u64>)>>);

impl Records {
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Records(Arc::new(Mutex::new((file, None)))))
    }

    pub fn write(&self, record: &Record) -> io::Result<()> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, last) = &mut *held;
        if *last == Some(record.run) {
            file.seek(SeekFrom::Current(-(SIZE as i64)))?;
        }
        *last = Some(record.run);
        file.write_all(&record.to_bytes())
    }
}

/// All records of a file.
pub fn read(path: &Path) -> Vec<Record> {
    let mut bytes = Vec::new();
    let _ = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    let (records, _) = bytes.as_chunks::<SIZE>();
    records.iter().map(Record::of_bytes).collect()
}
