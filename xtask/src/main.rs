//! Everything a developer of Hexwright runs: `cargo xtask ci`, `bench`, `golden`.

mod against;
mod pictures;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
cargo xtask TASK

  ci       format, lints, documentation, all tests: what must pass before a change lands
  bench    all benchmarks, or those named: cargo xtask bench load
  bench --against OLD [NEW]   an older release program and this one, or the one named, side by side
  fuzz     ten minutes of damaged files, thrown at every command: --runs 1000000, --seed 7, --only RUN
  bot      random legal games and labelled crimes, judged by the referee: --games 1000 --crimes 100
  rulings  every ruling of all cases and logs: --freeze FILE, later --against FILE
  kills    builds interrupted at random moments, then resumed: --runs 200
  pictures the pictures of reports, pages and Sicily in docs/, by chromium; look at them before you commit them
  golden   writes the golden files anew; look at the difference before you commit it
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let task = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let fine = match task.as_str() {
        "ci" => ci(),
        "bench" => bench(&rest),
        "fuzz" => fuzz(&rest),
        "bot" => bot(&rest),
        "rulings" => rulings(&rest),
        "kills" => kills(&rest),
        "pictures" => pictures_of_docs(),
        "golden" => golden(),
        _ => {
            print!("{HELP}");
            task == "help" || task == "--help"
        }
    };
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Builds the program and has chromium show what it writes.
fn pictures_of_docs() -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let built = step("program", cargo(&["build", "--quiet", "--bin", "hexwright"]));
    let program = target.join("debug").join(format!("hexwright{}", std::env::consts::EXE_SUFFIX));
    let shown = pictures::write(&program, root);
    if let Err(error) = &shown {
        eprintln!("{error}");
    }
    built && shown.is_ok()
}

fn ci() -> bool {
    step("format", cargo(&["fmt", "--all", "--check"]))
        && step(
            "lints",
            cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
        )
        && step(
            "documentation",
            cargo(&["doc", "--workspace", "--no-deps", "--quiet"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        )
        && step("tests", cargo(&["test", "--workspace", "--quiet"]).env("HEXWRIGHT_LONG", "1"))
}

fn bench(names: &[String]) -> bool {
    match names {
        [flag, old] if flag == "--against" => return bench_against(old, None),
        [flag, old, new] if flag == "--against" => return bench_against(old, Some(new)),
        _ => {}
    }
    let mut command = cargo(&["bench", "--quiet", "--bench", "all", "--"]);
    command.args(names);
    step("benchmarks", &mut command)
}

/// Runs a program beside an older one: the one that is named, or this one, built as it is released.
fn bench_against(old: &str, new: Option<&String>) -> bool {
    let released =
        target().join("release").join(format!("hexwright{}", std::env::consts::EXE_SUFFIX));
    let built = new.is_some()
        || step("release", cargo(&["build", "--release", "--quiet", "--bin", "hexwright"]));
    let compared = against::compare(Path::new(old), new.map_or(&released, Path::new), root());
    if let Err(error) = &compared {
        eprintln!("{error}");
    }
    built && compared.is_ok()
}

/// Damaged files, thrown at every command: built fast, with sums that overflow being found.
fn fuzz(args: &[String]) -> bool {
    let mut command = cargo(&["run", "--profile", "fuzz", "--quiet", "--example", "fuzz", "--"]);
    command.args(args);
    step("damaged files", &mut command)
}

fn bot(args: &[String]) -> bool {
    let mut command = cargo(&["run", "--release", "--quiet", "--example", "bot", "--"]);
    command.args(args);
    step("the referee, measured", &mut command)
}

fn rulings(args: &[String]) -> bool {
    let mut command = cargo(&["run", "--quiet", "--example", "rulings", "--"]);
    command.args(args);
    step("rulings", &mut command)
}

/// Kills builds and resumes them: the same test that `ci` runs a few times, as often as asked.
fn kills(args: &[String]) -> bool {
    let runs = match args {
        [] => "200",
        [flag, runs] if flag == "--runs" => runs,
        _ => {
            print!("{HELP}");
            return false;
        }
    };
    let built = step(
        "the program",
        cargo(&["build", "--profile", "fuzz", "--quiet", "--bin", "hexwright"]),
    );
    let mut command = cargo(&["test", "--quiet", "--test", "hostile", "--"]);
    command.args(["--exact", "kills::an_interrupted_build_is_resumed", "--nocapture"]);
    let program = target().join("fuzz").join(format!("hexwright{}", std::env::consts::EXE_SUFFIX));
    command.env("HEXWRIGHT_KILLS", runs).env("HEXWRIGHT_PROGRAM", program);
    built && step("interrupted builds", &mut command)
}

fn golden() -> bool {
    step(
        "golden files",
        cargo(&["test", "--workspace", "--quiet"]).env("HEXWRIGHT_GOLDEN", "update"),
    )
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from)
}

/// A cargo command, run by the cargo that runs this.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// Runs a step, says how long it took, and whether it passed.
fn step(name: &str, mut command: impl std::borrow::BorrowMut<Command>) -> bool {
    println!("==> {name}");
    let started = Instant::now();
    let passed = command.borrow_mut().status().is_ok_and(|status| status.success());
    let verdict = if passed { "passed" } else { "FAILED" };
    println!("==> {name} {verdict} in {:.0} s", started.elapsed().as_secs_f64());
    passed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every `cargo xtask …` of the documentation, with the page it stands on.
    fn documented() -> Vec<(PathBuf, String)> {
        let docs = std::fs::read_dir(root().join("docs")).expect("the documentation");
        let mut pages: Vec<PathBuf> = docs.flatten().map(|entry| entry.path()).collect();
        pages.push(root().join("README.md"));
        let pages =
            pages.into_iter().filter(|page| page.extension().is_some_and(|end| end == "md"));
        let mut all = Vec::new();
        for page in pages {
            let text = std::fs::read_to_string(&page).expect("a page");
            for line in text.lines() {
                for command in line.split("cargo xtask ").skip(1) {
                    let end = command.find(['`', '#']).unwrap_or(command.len());
                    all.push((page.clone(), command[..end].trim().to_owned()));
                }
            }
        }
        all
    }

    #[test]
    fn every_task_and_flag_of_the_documentation_is_one() {
        let all = documented();
        assert!(all.len() > 15, "{all:?}");
        let sources = [
            "xtask/src/main.rs",
            "examples/bot/main.rs",
            "examples/fuzz/main.rs",
            "examples/rulings/main.rs",
        ];
        let sources: String = sources
            .iter()
            .map(|file| std::fs::read_to_string(root().join(file)).expect("a source"))
            .collect();
        for (page, command) in all {
            let mut words = command.split_whitespace();
            let task = words.next().unwrap_or_default();
            let is_task = HELP.lines().any(|line| line.split_whitespace().next() == Some(task));
            assert!(is_task, "{}: {command}", page.display());
            if task == "bench" {
                for bench in words.by_ref().take_while(|word| !word.starts_with('-')) {
                    let bench = bench.trim_end_matches(';');
                    let file = root().join("benches/all").join(format!("{bench}.rs"));
                    assert!(file.is_file(), "{}: {command}", page.display());
                }
            }
            for flag in words.filter(|word| word.starts_with("--")) {
                // Matched by its text, or a field that its parser reads.
                let field = format!("    {}: ", flag.trim_start_matches('-').replace('-', "_"));
                let known = sources.contains(&format!("\"{flag}\"")) || sources.contains(&field);
                assert!(known, "{}: {command}: {flag}", page.display());
            }
        }
    }
}
