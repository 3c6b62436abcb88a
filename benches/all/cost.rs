//! Measures work by processor time: what else the machine does hardly matters, as it would by the clock.

use cpu_time::{ProcessTime, ThreadTime};
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
    /// Runs work again and again that one thread does.
    pub fn of<T>(mut work: impl FnMut() -> T) -> Cost {
        let thread = || ThreadTime::now().as_duration();
        Cost::by(thread, FEWEST, PATIENCE, || (), |()| work())
    }

    /// Runs work again and again that is spread over cores: the time of all threads together.
    pub fn of_all<T>(work: impl FnMut() -> T) -> Cost {
        let mut work = work;
        Cost::from(|| (), |()| work())
    }

    /// The same for work on something that is made anew for each run, which is not counted.
    pub fn from<I, T>(make: impl FnMut() -> I, work: impl FnMut(&mut I) -> T) -> Cost {
        let all = || ProcessTime::now().as_duration();
        Cost::by(all, FEWEST, PATIENCE, make, work)
    }

    /// A single run of work that takes long, after one to warm up.
    pub fn once<I, T>(make: impl FnMut() -> I, work: impl FnMut(&mut I) -> T) -> Cost {
        let all = || ProcessTime::now().as_duration();
        Cost::by(all, 1, Duration::ZERO, make, work)
    }

    fn by<I, T>(
        clock: impl Fn() -> Duration,
        fewest: usize,
        patience: Duration,
        mut make: impl FnMut() -> I,
        mut work: impl FnMut(&mut I) -> T,
    ) -> Cost {
        let (mut runs, mut spent) = (Vec::new(), Duration::ZERO);
        // Once for the caches of the machine.
        black_box(work(&mut make()));
        while runs.len() < fewest || spent < patience {
            let mut of = make();
            let began = clock();
            let made = black_box(work(&mut of));
            let run = clock().saturating_sub(began);
            drop(made);
            spent += run;
            runs.push(run);
        }
        runs.sort_unstable();
        Cost { least: runs[0], median: runs[runs.len() / 2], runs: runs.len() }
    }

    /// What stands over a table.
    pub fn head() {
        println!("processor time: cheapest run, median, speed of the cheapest");
    }

    /// A line of the table, with how much of something each second of the cheapest run gets through.
    pub fn tell(self, what: &str, amount: f64, unit: &str) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let rate = amount / self.least.as_secs_f64();
        println!(
            "  {what:<42} {:>9.3} ms {:>9.3} ms {rate:>12.1} {unit}/s {:>6} runs",
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
