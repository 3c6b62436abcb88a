//! Ends a run that needs more memory or time than its budget, with the reason and the flag that raises it.

use super::{Command, Console, Exit, Failure};
use crate::budget::{Budget, Meter, what_is_under_way};
use std::time::Duration;

/// How much the whole run may need.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits of the whole run")]
pub struct BudgetArgs {
    /// Megabytes of memory [default: 500; 2000 where paper or modules are drawn]
    #[arg(long, value_name = "MB", global = true)]
    max_memory: Option<u64>,
    /// Seconds of processor time, beside 2 s for every log and 15 ms for every face [default: 7; 300 where paper or modules are drawn]
    #[arg(long, value_name = "N", global = true)]
    max_cpu_seconds: Option<u64>,
}

/// How often the run is measured: memory cannot grow by more than a few megabytes in between.
const EVERY: Duration = Duration::from_millis(5);
/// The stack of the thread that works: every nesting that is let in fits many times over.
const STACK: usize = 128 << 20;
/// The same for each of the threads that draw.
const DRAWING_STACK: usize = 64 << 20;

impl BudgetArgs {
    fn budget(&self, command: &Command) -> Budget {
        // Sheets and maps are mostly pixels: their cost is that of the paper, not of the sources.
        let draws = matches!(
            command,
            Command::Build(_) | Command::Print(_) | Command::Map(_) | Command::Demo(_)
        );
        let (memory, time) = if draws { (2000, 300) } else { (500, 7) };
        Budget {
            memory: self.max_memory.unwrap_or(memory) << 20,
            time: Duration::from_secs(self.max_cpu_seconds.unwrap_or(time)),
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
        let meter = Meter::start(self.budget(command));
        // Watching goes on for hours by design; each of its builds is the user's own edit.
        let endless = matches!(command, Command::Build(args) if args.watches());
        std::thread::scope(|scope| {
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let Ok(worker) = worker else {
                console.failure(&Failure::new("no thread to work on can be started"));
                return Exit::Cannot;
            };
            while !worker.is_finished() {
                if !endless && let Some(exceeded) = meter.exceeded() {
                    let place = what_is_under_way().map(|at| at + ": ").unwrap_or_default();
                    let flag = exceeded.flag();
                    console.failure(
                        &Failure::new(format_args!("{place}{exceeded}"))
                            .help(format_args!("raise {flag} if you trust these files")),
                    );
                    // The worker cannot be stopped from outside; files are written whole or not at all.
                    std::process::exit(Exit::Cannot as i32);
                }
                std::thread::park_timeout(EVERY);
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}
