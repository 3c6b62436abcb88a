//! Two programs side by side on the same work: `cargo xtask bench --against OLD`, or `--against OLD NEW`.
//!
//! Each job is done by the old program and the new one in turn, several times. What counts is processor time, of all
//! threads together and in the mean of all runs: other work on the machine hardly changes it. The best run by the clock
//! stands beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const GAME: &str = "italy43";
const SHEET: &str = "counters/italy43/allied-british.csv";
/// A row of that sheet, up to a value that a designer might change, and the same with another value.
const ROW: &str = "british-infantry-remnant,5,6,3";
const CHANGED: &str = "british-infantry-remnant,{},6,3";
const ROUNDS: usize = 3;
/// How often the cheap jobs are done in a round: systems count processor time in hundredths of a second.
const CHANGES: usize = 4;
const REPEATS: usize = 10;
const PAGES: usize = 100;

/// What a job has cost: seconds by the clock in the best run, and of the processor in all of them.
#[derive(Clone, Copy)]
struct Cost {
    clock: f64,
    processor: f64,
    runs: f64,
}

impl Cost {
    fn and(self, other: Cost) -> Cost {
        Cost {
            clock: self.clock.min(other.clock),
            processor: self.processor + other.processor,
            runs: self.runs + other.runs,
        }
    }

    fn mean(self) -> f64 {
        self.processor / self.runs
    }
}

/// A program, its copy of the sources, and what its jobs cost.
struct Contender {
    program: PathBuf,
    folder: PathBuf,
    costs: Vec<(String, Cost)>,
}

/// Compares; false if a program failed at a job.
pub fn compare(old: &Path, new: &Path, root: &Path) -> Result<(), String> {
    let place = root.join("target/against");
    let mut contenders = Vec::new();
    for (name, program) in [("old", old), ("new", new)] {
        let folder = place.join(name);
        let _ = fs::remove_dir_all(&folder);
        // A project of one game, as most are.
        for part in ["counters", "games", "maps", "scenarios"] {
            let part = format!("{part}/{GAME}");
            copy(&root.join(&part), &folder.join(&part))
                .map_err(|error| format!("{part}: {error}"))?;
        }
        let file = format!("games/{GAME}.toml");
        copy(&root.join(&file), &folder.join(&file)).map_err(|error| format!("{file}: {error}"))?;
        fs::write(
            folder.join("hexwright.toml"),
            format!("name = \"Bench\"\ngames = [\"{GAME}\"]\n"),
        )
        .map_err(|error| error.to_string())?;
        for page in 0..PAGES {
            let log = folder.join(format!("logs/{page}.vlog"));
            copy(&root.join("tests/logs/italy43-example.vlog"), &log)
                .map_err(|error| format!("{}: {error}", log.display()))?;
        }
        fs::create_dir_all(folder.join("pages")).map_err(|error| error.to_string())?;
        let program =
            fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?;
        contenders.push(Contender { program, folder, costs: Vec::new() });
    }
    for round in 0..ROUNDS {
        for contender in &mut contenders {
            contender.round(round)?;
        }
    }
    let [old, new] = contenders.as_slice() else { return Ok(()) };
    println!("{:<24} {:>17} {:>17}  faster", "processor (clock), s", "old", "new");
    for ((job, before), (_, after)) in old.costs.iter().zip(&new.costs) {
        let cost = |cost: &Cost| format!("{:.3} ({:.2})", cost.mean(), cost.clock);
        let faster = before.mean() / after.mean();
        println!("{job:<24} {:>17} {:>17}  {faster:.2} x", cost(before), cost(after));
    }
    let page = |contender: &Contender, job: &str| {
        contender.costs.iter().find(|(own, _)| own == job).map(|(_, cost)| cost.mean())
    };
    for job in ["page cold", "page again"] {
        if let (Some(before), Some(after)) = (page(old, job), page(new, job)) {
            println!("{job}: {:.1} % of the old one's", 100.0 * after / before);
        }
    }
    for (name, contender) in [("old", old), ("new", new)] {
        let of = |job: &str| contender.costs.iter().find(|(own, _)| own == job);
        for target in ["sheets", "vassal"] {
            let Some((_, cold)) = of(&format!("{target} cold")) else { continue };
            for kind in ["one changed", "unchanged"] {
                let Some((_, part)) = of(&format!("{target} {kind}")) else { continue };
                println!(
                    "{name}: {target} {kind}: {:.1} % of cold",
                    100.0 * part.mean() / cold.mean()
                );
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
            for change in 0..CHANGES {
                // A value that no build has seen.
                let changed = CHANGED.replace("{}", &(6 + change).to_string());
                let changed = text.replacen(ROW, &changed, 1);
                if changed == text {
                    return Err(format!("{SHEET} has no `{ROW}` any more"));
                }
                fs::write(&sheet, changed).map_err(|error| error.to_string())?;
                self.job(&format!("{target} one changed"), &build)?;
            }
            for _ in 0..REPEATS {
                self.job(&format!("{target} unchanged"), &build)?;
            }
            fs::write(&sheet, &text).map_err(|error| error.to_string())?;
        }
        let _ = fs::remove_dir_all(self.folder.join("build"));
        self.job("map PDF cold", &["build", GAME, "--target", "map", "--no-map-png"])?;
        self.job("check", &["check"])?;
        self.job("check again", &["check"])?;
        let log = "logs/0.vlog";
        let page = ["audit", "--game", GAME, "--format", "html", "--out", "page.html", log];
        let _ = fs::remove_dir_all(self.folder.join("build"));
        self.job("page cold", &page)?;
        for _ in 0..CHANGES {
            self.job("page again", &page)?;
        }
        self.job("audit as text", &["audit", "--game", GAME, log])?;
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
        let cost = Cost { clock, processor: processor_of_children() - processor, runs: 1.0 };
        match self.costs.iter_mut().find(|(own, _)| own == job) {
            Some((_, before)) => *before = before.and(cost),
            None => self.costs.push((job.to_owned(), cost)),
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
