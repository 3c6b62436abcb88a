//! A process that carries out one run after the other, measures each, and writes down what came of it.
//!
//! What a run does to its process cannot harm the next one: when a worker dies another takes over after that run.

use crate::archives::mutate_archive;
use crate::commands::{Run, Target, Throw, all};
use crate::dice::Dice;
use crate::ground;
use crate::judges::{self, Judge};
use crate::mutate::mutate;
use crate::pictures::mutate_picture;
use crate::readers;
use crate::record::{Outcome, Record, Records};
use crate::table::PAIRS;
use cpu_time::ProcessTime;
use hexwright::budget::{Budget, Meter};
use hexwright::cli::{DRAWING_STACK, Exit, STACK};
use hexwright::replay::Guide;
use hexwright::vassal::obfuscation::{Veil, lift, veil};
use std::collections::HashMap;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// How often a run is measured, as the program itself does.
const EVERY: Duration = Duration::from_millis(5);

/// Whether something panicked since it was last asked, on whatever thread.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// Which runs are a worker's: from one on, every so many.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    pub seed: u64,
    pub from: u64,
    pub every: u64,
    pub runs: u64,
}

/// What is being done, for whoever ends the process.
type UnderWay = Arc<Mutex<Option<(Meter, Record, ProcessTime)>>>;

/// Works in this folder until its share is done.
pub fn work(folder: &Path, share: Share) -> Result<(), Box<dyn Error>> {
    let log = folder.join("panics.txt");
    std::panic::set_hook(Box::new(move |panic| {
        PANICKED.store(true, Ordering::SeqCst);
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let said = panic.payload();
        let words = said.downcast_ref::<&str>().copied();
        let said = words.or(said.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
        let _ = std::fs::write(&log, format!("{place}: {said}"));
    }));
    let _ = rayon::ThreadPoolBuilder::new().stack_size(DRAWING_STACK).build_global();
    take_place(folder)?;
    let pairs = all().into_iter().map(|target| format!("{}\t{}\n", target.command, target.format));
    std::fs::write(folder.with_file_name(PAIRS), pairs.collect::<String>())?;
    let records = Records::open(&folder.join("records"))?;
    let under_way: UnderWay = Arc::default();
    let (at_work, ended) = mpsc::channel::<()>();
    let theirs = (under_way.clone(), records.clone());
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let _at_work = at_work;
        let bench = Bench::new(share.seed);
        let mut run = share.from;
        while run < share.runs {
            bench.run(run, &theirs.0, &theirs.1);
            run += share.every;
        }
    })?;
    while ended.recv_timeout(EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
        let now = under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((meter, record, began)) = &*now
            && meter.exceeded().is_some()
        {
            // As the program does when its budget is used up: it says so and ends.
            let milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
            let (outcome, megabytes) = (Outcome::Refused, peak_megabytes());
            records.write(&Record { outcome, milliseconds, megabytes, ..*record })?;
            std::process::exit(0);
        }
    }
    worker.join().map_err(|_| "the worker ended by a panic of its own".into())
}

/// Prepares the ground once, and works on a copy: a worker that died left its last damaged file where it was.
fn take_place(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (ground, place) = (folder.join("ground"), folder.join("work"));
    if !folder.join("ready").exists() {
        std::fs::create_dir_all(&ground)?;
        std::env::set_current_dir(&ground)?;
        ground::prepare()?;
        std::fs::write(folder.join("ready"), "")?;
    }
    let _ = std::fs::remove_dir_all(&place);
    std::env::set_current_dir(&ground)?;
    for file in ground::walk(".") {
        ground::write(&place.join(&file), &std::fs::read(&file)?)?;
    }
    std::env::set_current_dir(&place)?;
    Ok(std::fs::create_dir_all("out")?)
}

/// Carries out every command with its files as they are: what refuses sound files would never be tried by damaged
/// ones. Tells which do.
pub fn sound(folder: &Path) -> Result<bool, Box<dyn Error>> {
    std::env::set_current_dir(folder)?;
    ground::prepare()?;
    let bench = Bench::new(0);
    let mut all = true;
    // A board that is read to its end is none of the project's, which counts its hexes otherwise.
    let foreign = |target: &&Target| target.command != "map import-board";
    for target in bench.targets.iter().filter(foreign) {
        for seed in &target.seeds {
            let place = target.place.unwrap_or(seed);
            ground::write(Path::new(place), &bench.seeds[seed])?;
            let fine = match &target.run {
                Run::Command(ways) => ways.iter().all(|way| way.perform() != Exit::Cannot),
                Run::Reader(reader) => {
                    readers::read(*reader, &bench.seeds[seed], &bench.guide) == Ok(true)
                }
                Run::Judged(number) => {
                    bench.judges.get(*number).is_some_and(|judge| judge.hear(&bench.seeds[seed]))
                }
            };
            if !fine {
                all = false;
                println!("{} refuses {seed} as it is ({})", target.command, target.format);
            }
            let _ = std::fs::remove_dir_all("out");
            let _ = std::fs::create_dir("out");
        }
    }
    Ok(all)
}

/// Everything that stays the same from run to run.
struct Bench {
    seed: u64,
    targets: Vec<Target>,
    weights: usize,
    guide: Guide,
    judges: Vec<Judge>,
    seeds: HashMap<String, Vec<u8>>,
}

impl Bench {
    fn new(seed: u64) -> Self {
        let targets = all();
        let judges = judges::all().unwrap_or_default();
        let weights = targets.iter().map(|target| target.weight).sum();
        let names = targets.iter().flat_map(|target| &target.seeds);
        let seeds =
            names.map(|name| (name.clone(), std::fs::read(name).unwrap_or_default())).collect();
        Bench { seed, targets, weights, guide: readers::guide(), judges, seeds }
    }

    fn run(&self, run: u64, under_way: &UnderWay, records: &Records) {
        let mut dice = Dice::of(self.seed, run);
        let number = self.pick(&mut dice);
        let target = &self.targets[number];
        if target.seeds.is_empty() {
            return;
        }
        let (name, other) = (dice.pick(&target.seeds), dice.pick(&target.seeds));
        let thrown = throw(target.throw, &self.seeds[name], &self.seeds[other], &mut dice);
        let place = target.place.unwrap_or(name);
        let mut record = Record { run, target: number as u32, ..Record::default() };
        if ground::write(Path::new(place), &thrown).is_err() || records.write(&record).is_err() {
            return;
        }
        let budget = match &target.run {
            Run::Command(ways) => {
                ways.get(run as usize % ways.len().max(1)).map(|way| way.budget())
            }
            Run::Reader(_) | Run::Judged(_) => None,
        };
        let meter = Meter::start(budget.unwrap_or(Budget {
            memory: 500 << 20,
            time: Duration::from_secs(7),
            drawing: Duration::from_secs(2),
        }));
        *under_way.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((meter, record, ProcessTime::now()));
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        PANICKED.store(false, Ordering::SeqCst);
        let began = ProcessTime::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| match &target.run {
            Run::Command(ways) => {
                ways.get(run as usize % ways.len().max(1)).map_or(Outcome::Complaint, |way| {
                    match way.perform() {
                        Exit::Fine | Exit::Findings | Exit::Little => Outcome::Done,
                        Exit::Cannot => Outcome::Refused,
                    }
                })
            }
            Run::Reader(reader) => match readers::read(*reader, &thrown, &self.guide) {
                Ok(true) => Outcome::Done,
                Ok(false) => Outcome::Refused,
                Err(_) => Outcome::Complaint,
            },
            Run::Judged(number) => {
                let heard = self.judges.get(*number).is_some_and(|judge| judge.hear(&thrown));
                if heard { Outcome::Done } else { Outcome::Refused }
            }
        }));
        record.milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        record.megabytes = peak_megabytes();
        record.outcome = if PANICKED.load(Ordering::SeqCst) {
            Outcome::Panic
        } else {
            outcome.unwrap_or(Outcome::Panic)
        };
        *under_way.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let _ = records.write(&record);
        if record.is_failure() {
            keep(&record, &thrown);
        }
        if target.place.is_none() {
            let _ = std::fs::write(name, &self.seeds[name]);
        }
        let _ = std::fs::remove_dir_all("out");
        let _ = std::fs::create_dir("out");
    }

    fn pick(&self, dice: &mut Dice) -> usize {
        let mut left = dice.below(self.weights);
        for (number, target) in self.targets.iter().enumerate() {
            match left.checked_sub(target.weight) {
                Some(rest) => left = rest,
                None => return number,
            }
        }
        0
    }
}

/// The damaged file.
fn throw(how: Throw, seed: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    match how {
        Throw::Text(format) => {
            let mut bytes = seed.to_vec();
            // Some changes change nothing.
            while bytes == seed {
                mutate(format, &mut bytes, other, dice);
            }
            bytes
        }
        Throw::Picture => mutate_picture(seed, other, dice),
        Throw::Archive => mutate_archive(seed, other, dice),
        Throw::Veil => {
            let text =
                crate::archives::entries(seed).into_iter().find(|(name, _)| name == "savedGame");
            let text = text
                .and_then(|(_, content)| lift("seed", content).ok())
                .map(|(_, text)| text)
                .unwrap_or_default();
            let key = (dice.roll() & 0xff) as u8;
            let mut bytes =
                veil(if dice.once_in(2) { Veil::Hex(key) } else { Veil::Raw(key) }, &text);
            mutate(&crate::format::COMMANDS, &mut bytes, other, dice);
            bytes
        }
    }
}

/// Keeps what made a run fail.
fn keep(record: &Record, thrown: &[u8]) {
    let folder = Path::new("../failures");
    let _ = std::fs::create_dir_all(folder);
    let _ = std::fs::write(folder.join(format!("{}.thrown", record.run)), thrown);
    let said = std::fs::read_to_string("../panics.txt").unwrap_or_default();
    let _ = std::fs::write(folder.join(format!("{}.txt", record.run)), said);
}

/// What the process needed at most since it was last set back; nothing where the system does not tell.
pub fn peak_megabytes() -> u32 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u32>().ok()).unwrap_or(0) >> 10
}
