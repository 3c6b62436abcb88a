//! Ends a run that needs more memory or time than its budget, with the reason and the flag that raises it.

use super::{Command, Console, Exit, Failure};
use crate::budget::{Budget, Exceeded, Meter, what_is_under_way};
use std::sync::mpsc;
use std::time::Duration;

/// How much the whole run may need.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits of the whole run")]
pub struct BudgetArgs {
    /// Megabytes of memory, beside 32 times the art beyond 4 MB [default: 480]
    #[arg(long, value_name = "MB", global = true)]
    max_memory: Option<u64>,
    /// Seconds of processor time, beside 2 s for every log, and 15 ms for every face up to 20 s and 4 s for every MB of art [default: 7]
    #[arg(long, value_name = "N", global = true)]
    max_cpu_seconds: Option<u64>,
}

/// How often the run is measured: memory cannot grow by more than a few megabytes in between.
const EVERY: Duration = Duration::from_millis(5);
/// Megabytes of memory, unless a flag says otherwise.
const MEMORY: u64 = 480;
/// Seconds of processor time, unless a flag says otherwise.
const TIME: u64 = 7;
/// How long one drawing of a counter may take; the usual ones take milliseconds.
const DRAWING: Duration = Duration::from_secs(2);
/// The stack of the thread that works: every nesting that is let in fits many times over.
pub const STACK: usize = 128 << 20;
/// The same for each of the threads that draw.
pub const DRAWING_STACK: usize = 64 << 20;

impl BudgetArgs {
    /// The budget of a run.
    pub fn budget(&self) -> Budget {
        Budget {
            memory: self.max_memory.unwrap_or(MEMORY) << 20,
            time: Duration::from_secs(self.max_cpu_seconds.unwrap_or(TIME)),
            drawing: DRAWING.max(Duration::from_secs(self.max_cpu_seconds.unwrap_or(0))),
        }
    }

    /// Runs `work` within its budget, on a stack of known size.
    pub fn within(
        &self,
        command: &Command,
        console: &Console,
        work: impl FnOnce() -> Exit + Send,
    ) -> Exit {
        // A second call finds the pool built already, which is as good.
        let _ = rayon::ThreadPoolBuilder::new().stack_size(DRAWING_STACK).build_global();
        let meter = Meter::start(self.budget());
        // Watching goes on for hours by design; each of its builds is the user's own edit.
        let endless = matches!(command, Command::Build(args) if args.watches());
        std::thread::scope(|scope| {
            // Dropped when the work ends, also by a panic: nobody waits longer than needed.
            let (at_work, ended) = mpsc::channel::<()>();
            let work = move || {
                let _at_work = at_work;
                work()
            };
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let Ok(worker) = worker else {
                console.failure(&Failure::new("no thread to work on can be started"));
                return Exit::Cannot;
            };
            while ended.recv_timeout(EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                if !endless && let Some(exceeded) = meter.exceeded() {
                    let place = match &exceeded {
                        Exceeded::Drawing(..) => None,
                        _ => what_is_under_way(),
                    };
                    let place = place.map(|at| at + ": ").unwrap_or_default();
                    let flag = exceeded.flag();
                    console.failure(
                        &Failure::new(format_args!("{place}{exceeded}"))
                            .help(format_args!("raise {flag} if you trust these files")),
                    );
                    // The worker cannot be stopped from outside; files are written whole or not at all.
                    std::process::exit(Exit::Cannot as i32);
                }
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}
