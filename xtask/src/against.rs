//! Two programs side by side on the same work: `cargo xtask bench --against OLD`.
//!
//! Each job is done by the old program and the new one in turn, several times; the best run of each counts, because
//! other work on the machine only ever makes a run slower. Beside the clock stands the processor time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const GAME: &str = "italy43";
const SHEET: &str = "counters/italy43/allied-british.csv";
/// A row of that sheet, up to a value that a designer might change.
const ROW: &str = "british-infantry-remnant,5,6,3";
const CHANGED: &str = "british-infantry-remnant,7,6,3";
const ROUNDS: usize = 3;
const PAGES: usize = 100;

/// Seconds by the clock and of the processor.
#[derive(Clone, Copy)]
struct Cost {
    clock: f64,
    processor: f64,
}

const DEAR: Cost = Cost { clock: f64::INFINITY, processor: f64::INFINITY };

impl Cost {
    fn least(self, other: Cost) -> Cost {
        Cost { clock: self.clock.min(other.clock), processor: self.processor.min(other.processor) }
    }
}

/// A program, its copy of the sources, and its best runs by job.
struct Contender {
    program: PathBuf,
    folder: PathBuf,
    best: Vec<(String, Cost)>,
}

/// Compares; false if a program failed at a job.
pub fn compare(old: &Path, new: &Path, root: &Path) -> Result<(), String> {
    let place = root.join("target/against");
    let mut contenders = Vec::new();
    for (name, program) in [("old", old), ("new", new)] {
        let folder = place.join(name);
        let _ = fs::remove_dir_all(&folder);
        for part in ["games", "counters", "maps", "scenarios", "hexwright.toml"] {
            copy(&root.join(part), &folder.join(part))
                .map_err(|error| format!("{part}: {error}"))?;
        }
        for page in 0..PAGES {
            let log = folder.join(format!("logs/{page}.vlog"));
            copy(&root.join("tests/logs/italy43-example.vlog"), &log)
                .map_err(|error| format!("{}: {error}", log.display()))?;
        }
        fs::create_dir_all(folder.join("pages")).map_err(|error| error.to_string())?;
        let program =
            fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?;
        contenders.push(Contender { program, folder, best: Vec::new() });
    }
    for round in 0..ROUNDS {
        for contender in &mut contenders {
            contender.round(round)?;
        }
    }
    let [old, new] = contenders.as_slice() else { return Ok(()) };
    println!("{:<24} {:>17} {:>17}  faster", "clock (processor), s", "old", "new");
    for ((job, before), (_, after)) in old.best.iter().zip(&new.best) {
        let cost = |cost: &Cost| format!("{:.3} ({:.2})", cost.clock, cost.processor);
        let faster = before.clock / after.clock;
        println!("{job:<24} {:>17} {:>17}  {faster:.2} x", cost(before), cost(after));
    }
    let of = |job: &str| new.best.iter().find(|(own, _)| own == job).map(|(_, cost)| cost.clock);
    for target in ["sheets", "vassal"] {
        let cold = of(&format!("{target} cold"));
        for kind in ["one changed", "unchanged"] {
            if let (Some(part), Some(cold)) = (of(&format!("{target} {kind}")), cold) {
                println!("{target} {kind}: {:.1} % of cold", 100.0 * part / cold);
            }
        }
    }
    Ok(())
}

impl Contender {
    fn round(&mut self, round: usize) -> Result<(), String> {
        let sheet = self.folder.join(SHEET);
        let text = fs::read_to_string(&sheet).map_err(|error| error.to_string())?;
        for target in ["sheets", "map", "vassal"] {
            let _ = fs::remove_dir_all(self.folder.join("build"));
            let build = ["build", GAME, "--target", target];
            self.job(&format!("{target} cold"), &build)?;
            let changed = text.replacen(ROW, CHANGED, 1);
            if changed == text {
                return Err(format!("{SHEET} has no `{ROW}` any more"));
            }
            fs::write(&sheet, changed).map_err(|error| error.to_string())?;
            self.job(&format!("{target} one changed"), &build)?;
            self.job(&format!("{target} unchanged"), &build)?;
            fs::write(&sheet, &text).map_err(|error| error.to_string())?;
        }
        self.job("check", &["check"])?;
        // The slowest job by far: once is enough.
        if round == 0 {
            let logs: Vec<String> = (0..PAGES).map(|page| format!("logs/{page}.vlog")).collect();
            let mut args = vec!["audit", "--game", GAME, "--format", "html", "--out", "pages"];
            args.extend(logs.iter().map(String::as_str));
            self.job(&format!("{PAGES} pages"), &args)?;
        }
        Ok(())
    }

    fn job(&mut self, job: &str, args: &[&str]) -> Result<(), String> {
        let (began, processor) = (Instant::now(), processor_of_children());
        let mut command = Command::new(&self.program);
        command.args(args).current_dir(&self.folder).stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status().map_err(|error| error.to_string())?;
        let clock = began.elapsed().as_secs_f64();
        // 1 tells of findings.
        if !matches!(status.code(), Some(0 | 1)) {
            return Err(format!(
                "{} {}: {status}",
                self.program.display(),
                args[..4.min(args.len())].join(" ")
            ));
        }
        let cost = Cost { clock, processor: processor_of_children() - processor };
        match self.best.iter_mut().find(|(own, _)| own == job) {
            Some((_, best)) => *best = best.least(cost),
            None => self.best.push((job.to_owned(), DEAR.least(cost))),
        }
        Ok(())
    }
}

/// Processor seconds of all children that have ended; not a number where the system does not tell.
fn processor_of_children() -> f64 {
    /// Linux counts in hundredths of a second, whatever the kernel does inside.
    const TICKS: f64 = 100.0;
    let told = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // The program's name may hold anything; numbers follow its closing bracket.
        let fields: Vec<f64> =
            stat.rsplit_once(')')?.1.split(' ').filter_map(|field| field.parse().ok()).collect();
        // The first of them is the parent's id, field 4; user and system time of children are 16 and 17.
        Some((fields.get(12)? + fields.get(13)?) / TICKS)
    });
    told.unwrap_or(f64::NAN)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).map(drop)
}
