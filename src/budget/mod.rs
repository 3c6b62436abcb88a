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
/// What the faces drawn so far add, in microseconds, as far as [`drawn`] lets them.
static DRAWN: AtomicU64 = AtomicU64::new(0);
/// Bytes of art that were read.
static ART: AtomicU64 = AtomicU64::new(0);

/// A sheet of text can ask for any number of faces: what they add to the time is bounded by this,
const MOST_DRAWN: Duration = Duration::from_secs(20);
/// and by the size of what was really brought along: this for every megabyte of art.
const DRAWN_PER_MEGABYTE: Duration = Duration::from_secs(4);
/// Memory that each byte of art adds, beyond the first four megabytes.
const MEMORY_PER_BYTE: u64 = 32;
const USUAL_ART: u64 = 4 << 20;
/// What is being worked on: the newest last.
static UNDER_WAY: Mutex<Vec<Part>> = Mutex::new(Vec::new());
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Unoptimised programs are slower; the budget is that of an optimised one.
const SLOWNESS: u32 = if cfg!(debug_assertions) { 10 } else { 1 };

/// A part that is being worked on.
struct Part {
    number: u64,
    name: String,
    /// When it began, if it is one that must not take long.
    began: Option<ProcessTime>,
}

/// What paints is optimised in development builds as well.
const DRAWING_SLOWNESS: u32 = 3;

/// How much a run may need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of memory.
    pub memory: u64,
    /// Processor time, of all cores together.
    pub time: Duration,
    /// Processor time of one drawing, see [`drawing`].
    pub drawing: Duration,
}

/// What ran out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exceeded {
    /// Memory, and its limit in bytes.
    Memory(u64),
    /// Processor time, and its limit.
    Time(Duration),
    /// The time of one drawing: which one, and the limit.
    Drawing(String, Duration),
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exceeded::Memory(limit) => {
                write!(f, "more than {} MB of memory would be needed", limit >> 20)
            }
            Exceeded::Time(limit) => {
                write!(f, "more than {} s of processor time would be needed", limit.as_secs())?;
                f.write_str(if SLOWNESS > 1 {
                    " (this is a development build: ten times as much)"
                } else {
                    ""
                })
            }
            Exceeded::Drawing(part, limit) => {
                write!(f, "{part}: one drawing takes more than {} s", limit.as_secs())
            }
        }
    }
}

impl Exceeded {
    /// The flag that raises what ran out.
    pub fn flag(&self) -> &'static str {
        match self {
            Exceeded::Memory(_) => "--max-memory",
            Exceeded::Time(_) | Exceeded::Drawing(..) => "--max-cpu-seconds",
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
        for count in [&GRANTED, &DRAWN, &ART] {
            count.store(0, Ordering::Relaxed);
        }
        Meter { budget, began: ProcessTime::now() }
    }

    /// What has run out, if anything has.
    pub fn exceeded(&self) -> Option<Exceeded> {
        let granted = Duration::from_micros(GRANTED.load(Ordering::Relaxed));
        let art = ART.load(Ordering::Relaxed);
        let time = self.budget.time.saturating_add(granted).saturating_add(drawn(art));
        if self.began.elapsed() > time.saturating_mul(SLOWNESS) {
            return Some(Exceeded::Time(time));
        }
        if let Some(part) = overdue(self.budget.drawing) {
            return Some(Exceeded::Drawing(part, self.budget.drawing));
        }
        let used = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
        let memory = MEMORY_PER_BYTE.saturating_mul(art.saturating_sub(USUAL_ART));
        let memory = self.budget.memory.saturating_add(memory);
        (used > memory).then_some(Exceeded::Memory(memory))
    }
}

/// What the faces drawn so far add to the time.
fn drawn(art: u64) -> Duration {
    let asked = Duration::from_micros(DRAWN.load(Ordering::Relaxed));
    let megabytes = u32::try_from(art >> 20).unwrap_or(u32::MAX);
    asked.min(MOST_DRAWN.saturating_add(DRAWN_PER_MEGABYTE.saturating_mul(megabytes)))
}

/// Adds the time that a piece of honest work takes, such as a log that the user named.
pub fn grant(time: Duration) {
    GRANTED.fetch_add(micros(time), Ordering::Relaxed);
}

/// Adds the time that it takes to draw a face.
pub fn grant_face(time: Duration) {
    DRAWN.fetch_add(micros(time), Ordering::Relaxed);
}

/// Counts art that was read: whoever brings much of it may use more.
pub fn grant_art(bytes: usize) {
    ART.fetch_add(bytes as u64, Ordering::Relaxed);
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// A part of the work; it is under way until this is dropped.
#[derive(Debug)]
pub struct Task(u64);

/// Says what is worked on from now, so that a run that is ended can name the file and the part.
pub fn under_way(part: impl fmt::Display) -> Task {
    begin(part, None)
}

/// The same for a drawing by a stranger's hand: it must be done in a short time, however much the run still has.
///
/// The run cannot take back what a thread does; when the time is up it ends, and names the drawing.
pub fn drawing(part: impl fmt::Display) -> Task {
    begin(part, Some(ProcessTime::now()))
}

fn begin(part: impl fmt::Display, began: Option<ProcessTime>) -> Task {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let part = Part { number, name: part.to_string(), began };
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).push(part);
    Task(number)
}

impl Drop for Task {
    fn drop(&mut self) {
        let mut tasks = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|part| part.number != self.0);
    }
}

/// The drawing that has been under way for too long, if there is one.
fn overdue(most: Duration) -> Option<String> {
    // All threads that draw use up the time of the process; each drawing has its share of it.
    let threads = u32::try_from(rayon::current_num_threads()).unwrap_or(1).max(1);
    let most = most.saturating_mul(SLOWNESS.min(DRAWING_SLOWNESS)).saturating_mul(threads);
    let tasks = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    let late = |part: &&Part| part.began.is_some_and(|began| began.elapsed() > most);
    tasks.iter().find(late).map(|part| part.name.clone())
}

/// What is being worked on: files first, then their parts, and of parts the one that takes longest.
pub fn what_is_under_way() -> Option<String> {
    let tasks = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    let names: Vec<&str> = tasks.iter().take(2).map(|part| part.name.as_str()).collect();
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
        let time = Duration::from_secs(1000);
        let meter = Meter::start(Budget { memory: 1, time, drawing: time });
        assert_eq!(meter.exceeded(), Some(Exceeded::Memory(1)));
    }

    #[test]
    fn faces_add_time_but_not_without_end() {
        // Other tests draw at the same time: whatever they add, the bound holds.
        grant_face(Duration::from_secs(100_000));
        assert_eq!(drawn(0), MOST_DRAWN);
        assert_eq!(drawn(3 << 20), MOST_DRAWN + 3 * DRAWN_PER_MEGABYTE);
    }

    #[test]
    fn a_drawing_that_takes_long_is_named() {
        let drawn = drawing("flag.svg");
        let began = std::time::Instant::now();
        while began.elapsed() < Duration::from_millis(50) {
            std::hint::spin_loop();
        }
        assert_eq!(overdue(Duration::ZERO).as_deref(), Some("flag.svg"));
        assert_eq!(overdue(Duration::from_secs(1000)), None);
        drop(drawn);
    }
}
