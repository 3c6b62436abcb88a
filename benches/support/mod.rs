//! Measures work by the processor time of the thread that does it: what else the machine does hardly matters, as it
//! would by the clock.

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::time::Duration;

/// How long each piece of work is repeated, in processor time.
const PATIENCE: Duration = Duration::from_millis(1500);
const FEWEST: usize = 5;

/// What repeating a piece of work has cost.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// The cheapest run.
    pub least: Duration,
    /// The run in the middle.
    pub median: Duration,
    /// How often it was run.
    pub runs: usize,
}

impl Cost {
    /// Runs the work again and again.
    pub fn of<T>(mut work: impl FnMut() -> T) -> Cost {
        let began = ThreadTime::now();
        let mut runs = Vec::new();
        // Once for the caches of the machine.
        black_box(work());
        while runs.len() < FEWEST || began.elapsed() < PATIENCE {
            let run = ThreadTime::now();
            black_box(work());
            runs.push(run.elapsed());
        }
        runs.sort_unstable();
        Cost { least: runs[0], median: runs[runs.len() / 2], runs: runs.len() }
    }

    /// A line of the table, with how much of something each second of the cheapest run gets through.
    pub fn tell(self, what: &str, amount: f64, unit: &str) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let rate = amount / self.least.as_secs_f64();
        println!(
            "  {what:<34} {:>9.3} ms {:>9.3} ms {rate:>12.1} {unit}/s {:>6} runs",
            ms(self.least),
            ms(self.median),
            self.runs
        );
    }

    /// How many times as much as another.
    pub fn times(self, other: Cost) -> f64 {
        self.least.as_secs_f64() / other.least.as_secs_f64()
    }
}
