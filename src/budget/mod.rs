//! One budget of memory and processor time for a whole run, however many files and parts it reads.
//!
//! Limits of single parts add up: a thousand parts, each within its limit, are a thousand times too much.
//! So the process itself is measured, and whoever runs it (see [`crate::cli`]) ends it when it needs more
//! than its budget. The budget grows with the work that honest input brings, by [`grant`].

use cpu_time::ProcessTime;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What the work counted so far adds to the time, in microseconds.
static GRANTED: AtomicU64 = AtomicU64::new(0);
/// What is being worked on: the newest last.
static UNDER_WAY: Mutex<Vec<(u64, String)>> = Mutex::new(Vec::new());
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Unoptimised programs are slower; the budget is that of an optimised one.
const SLOWNESS: u32 = if cfg!(debug_assertions) { 10 } else { 1 };

/// How much a run may need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of memory.
    pub memory: u64,
    /// Processor time, of all cores together.
    pub time: Duration,
}

/// What ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exceeded {
    /// Memory, and its limit in bytes.
    Memory(u64),
    /// Processor time, and its limit.
    Time(Duration),
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exceeded::Memory(limit) => {
                write!(f, "more than {} MB of memory would be needed", limit >> 20)
            }
            Exceeded::Time(limit) => {
                write!(f, "more than {} s of processor time would be needed", limit.as_secs())
            }
        }
    }
}

impl Exceeded {
    /// The flag that raises what ran out.
    pub fn flag(&self) -> &'static str {
        match self {
            Exceeded::Memory(_) => "--max-memory",
            Exceeded::Time(_) => "--max-cpu-seconds",
        }
    }
}

/// A budget and when its run began.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    began: ProcessTime,
}

impl Meter {
    /// Starts measuring now.
    pub fn start(budget: Budget) -> Self {
        GRANTED.store(0, Ordering::Relaxed);
        Meter { budget, began: ProcessTime::now() }
    }

    /// What has run out, if anything has.
    pub fn exceeded(&self) -> Option<Exceeded> {
        let granted = Duration::from_micros(GRANTED.load(Ordering::Relaxed));
        let time = self.budget.time.saturating_add(granted);
        if self.began.elapsed() > time.saturating_mul(SLOWNESS) {
            return Some(Exceeded::Time(time));
        }
        let used = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
        (used > self.budget.memory).then_some(Exceeded::Memory(self.budget.memory))
    }
}

/// Adds the time that a piece of honest work takes, such as a counter that is drawn.
pub fn grant(time: Duration) {
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    GRANTED.fetch_add(micros, Ordering::Relaxed);
}

/// A part of the work; it is under way until this is dropped.
#[derive(Debug)]
pub struct Task(u64);

/// Says what is worked on from now, so that a run that is ended can name the file and the part.
pub fn under_way(part: impl fmt::Display) -> Task {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut tasks = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    tasks.push((number, part.to_string()));
    Task(number)
}

impl Drop for Task {
    fn drop(&mut self) {
        let mut tasks = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|(number, _)| *number != self.0);
    }
}

/// What is being worked on: files first, then their parts, and of parts the one that takes longest.
pub fn what_is_under_way() -> Option<String> {
    let tasks = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    let names: Vec<&str> = tasks.iter().take(2).map(|(_, name)| name.as_str()).collect();
    (!names.is_empty()).then(|| names.join(": "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_longest_is_named_until_it_is_done() {
        let file = under_way("file.vlog");
        let part = under_way("chat");
        let named = what_is_under_way().expect("two tasks");
        assert!(named.contains("file.vlog"), "{named}");
        drop(part);
        drop(file);
        assert!(!what_is_under_way().unwrap_or_default().contains("file.vlog"));
    }

    #[test]
    fn a_budget_of_nothing_is_exceeded_at_once() {
        let meter = Meter::start(Budget { memory: 1, time: Duration::from_secs(1000) });
        assert_eq!(meter.exceeded(), Some(Exceeded::Memory(1)));
    }
}
