//! Measures the referee: random legal games must be found legal, labelled crimes must be found.
//!
//! `cargo xtask bot [--games N] [--crimes N] [--silent]`; `--silent` leaves attacks undeclared.

use hexwright::rules::pack::Pack;
use hexwright::rules::pack::bot::Trial;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |flag: &str, usual: usize| {
        let at = args.iter().position(|arg| arg == flag);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let (games, crimes) = (number("--games", 1000), number("--crimes", 100));
    let declares = !args.iter().any(|arg| arg == "--silent");
    let loaded = hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let Some(pack) = loaded.game("bridgehead").and_then(Pack::new) else {
        eprintln!("Bridgehead has no rules to judge by");
        return ExitCode::from(2);
    };
    let begun = Instant::now();
    let trial = Trial::run(&pack, games, crimes, declares);
    let (committed, found) = trial.crimes_found();
    println!("{} games, {} actions, {} rulings", trial.games, trial.actions, trial.rulings);
    println!("false accusations: {}", trial.false_accusations.len());
    for (seed, text) in trial.false_accusations.iter().take(20) {
        println!("  game {seed}, {text}");
    }
    for (crime, (committed, found)) in &trial.crimes {
        println!("  {found:>5} of {committed:<5} {}", crime.words());
    }
    let share = 100.0 * found as f64 / committed.max(1) as f64;
    println!("crimes found with the right rule: {found} of {committed} ({share:.2} %)");
    for unfound in trial.unfound.iter().take(40) {
        println!(
            "  not found: {} (game {}, step {}): {}",
            unfound.crime.words(),
            unfound.seed,
            unfound.step,
            unfound.said.first().map_or("nothing was said", String::as_str)
        );
    }
    println!("findings beside the crime: {}", trial.beside.len());
    for (seed, crime, text) in trial.beside.iter().take(15) {
        println!("  game {seed}, {}: {text}", crime.words());
    }
    println!("{:.1} s", begun.elapsed().as_secs_f64());
    let fine = trial.false_accusations.is_empty() && found * 100 >= committed * 98;
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
