//! Measures the referee: random legal games must be found legal, labelled crimes must be found.
//!
//! `cargo xtask bot`. Each game is written as a real log of the generated module, and the log is
//! decoded, replayed, interpreted and audited, as `hexwright audit` does.

mod asl;
mod chain;
mod italy;
mod mess;
mod season;

use chain::Chain;
use clap::Parser;
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;
use hexwright::referee::pack::Pack;
use hexwright::referee::pack::bot::{Crime, Heard, Manner, Plan, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Random legal games of Bridgehead, Italy ’43 or ASL Starter Kit #2 and labelled crimes, judged by the referee
#[derive(Debug, Parser)]
struct Args {
    /// The game: bridgehead, italy43, or asl-sk2
    #[arg(long, default_value = "bridgehead")]
    game: String,
    /// Legal games
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Games for each kind of crime
    #[arg(long, default_value_t = 100)]
    crimes: usize,
    /// Turns of a game of ASL Starter Kit #2; of Italy ’43 at most: games with a crime, and one legal game in
    /// sixteen, most have one or two
    #[arg(long, default_value_t = 4)]
    turns: i32,
    /// One game of Italy ’43 or the Starter Kit, by its number, with all that was done in it
    #[arg(long, value_name = "NUMBER")]
    only: Option<u64>,
    /// One kind of crime of Italy ’43 or the Starter Kit: NoLoss, WeakAutoDs, TooFar …
    #[arg(long, value_name = "KIND")]
    crime: Option<String>,
    /// Where chance begins: other seeds, other games
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Leave attacks undeclared, as in logs of modules that do not offer declarations
    #[arg(long)]
    silent: bool,
    /// Judge the deeds directly, without writing and reading logs
    #[arg(long)]
    direct: bool,
    /// Apply each kind of mess that people make throughout the games, and print what is accused and found then
    #[arg(long)]
    mess: bool,
    /// One kind of mess, by the beginning of its name
    #[arg(long, value_name = "KIND", requires = "mess")]
    kind: Option<String>,
    /// Leave the logs and the module in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "direct")]
    write: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = hexwright::source::load(root);
    let game = loaded.game(&args.game).ok_or_else(|| format!("there is no {}", args.game))?;
    if let Some(folder) = &args.write {
        chain::write_module(game, root, folder)?;
    }
    match args.game.as_str() {
        "italy43" => italy::run(game, args),
        "asl-sk2" => asl::run(game, args),
        "bridgehead" => bridgehead(game, args),
        other => Err(format!("nobody plays {other} yet: bridgehead, italy43 or asl-sk2")),
    }
}

fn bridgehead(game: &Game, args: &Args) -> Result<bool, String> {
    let plan =
        Plan { games: args.games, crimes: args.crimes, declares: !args.silent, seed: args.seed };
    println!("Bridgehead");
    if args.mess {
        return messy(game, args);
    }
    let fine = measure(game, plan, args)?;
    // Bridgehead's attacks are voluntary: the duty to attack is measured on a variant of it.
    let mut variant = game.clone();
    if let Some(combat) = &mut variant.rules.combat {
        combat.mandatory = true;
    }
    println!("\nBridgehead, if attacks had to be made");
    let fewer = Plan { games: args.games.div_ceil(10), crimes: args.crimes.div_ceil(4), ..plan };
    Ok(measure(&variant, fewer, args)? && fine)
}

/// Bridgehead as people play it.
fn messy(game: &Game, args: &Args) -> Result<bool, String> {
    let pack = Pack::new(game).ok_or("Bridgehead has no rules to judge by")?;
    let play = |number: u64, crime: Option<usize>| {
        let crime = crime.map(|nth| Crime::ALL[nth]);
        let sets_up = number % 4 < 2;
        let seed = args.seed.wrapping_add(number);
        let manner = Manner { seed, declares: !args.silent, crime, sets_up };
        let (scenario, played) = pack.numbered_game(number, manner)?;
        let committed = played.crime.filter(|done| done.unobservable.is_none());
        let broken = committed.map(|done| pack.rules_against(done.crime));
        let setting_up = if sets_up { SettingUp::InTheLog } else { SettingUp::Before };
        let scenario = scenario.id.clone();
        Some(mess::Game { scenario, deeds: played.deeds, setting_up, broken })
    };
    let crimes = Crime::ALL.iter().map(|crime| format!("{crime:?}")).collect();
    let season = mess::Season { id: "bridgehead", crimes, play: &play };
    let chain = Chain::new(game, &pack, args.write.as_deref())?;
    mess::run(&season, &chain, args)
}

fn measure(game: &Game, plan: Plan, args: &Args) -> Result<bool, String> {
    let pack = Pack::new(game).ok_or("Bridgehead has no rules to judge by")?;
    let begun = Instant::now();
    let trial = if args.direct {
        Trial::run(&pack, plan, |_, _, played| Ok(Heard::directly(&pack, played)))
    } else {
        let chain = Chain::new(game, &pack, args.write.as_deref())?;
        Trial::run(&pack, plan, |scenario, manner, played| {
            let setting_up = if manner.sets_up { SettingUp::InTheLog } else { SettingUp::Before };
            let crime = manner.crime.map_or("legal".to_owned(), |crime| format!("{crime:?}"));
            let name = format!("{crime}-{}", manner.seed);
            let audit = chain.hear(&scenario.id, &played.deeds, setting_up, &name)?;
            let findings = audit.findings.into_iter().map(|entry| (entry.step, entry.finding));
            Ok(Heard {
                actions: audit.deeds,
                rulings: audit.coverage.judged,
                findings: findings.collect(),
            })
        })
    };
    Ok(report(&trial, begun.elapsed().as_secs_f64()))
}

/// Prints what came out; whether it is as it should be.
fn report(trial: &Trial, seconds: f64) -> bool {
    println!(
        "{} legal games, {} actions, {} rulings: {} false accusations",
        trial.games,
        trial.actions,
        trial.rulings,
        trial.false_accusations.len()
    );
    for (seed, text) in trial.false_accusations.iter().take(20) {
        println!("  game {seed}, {text}");
    }
    for (seed, error) in trial.unread.iter().take(20) {
        println!("  game {seed} could not be heard: {error}");
    }
    for (crime, (committed, found)) in &trial.crimes {
        println!("  {found:>5} of {committed:<5} {}", crime.words());
    }
    let (committed, found) = trial.crimes_found();
    let share = |count: usize| 100.0 * count as f64 / committed.max(1) as f64;
    println!(
        "crimes found under the right rule: {found} of {committed} ({:.2} %), named first in {} ({:.2} %)",
        share(found),
        trial.named_first,
        share(trial.named_first)
    );
    for unfound in trial.unfound.iter().take(40) {
        println!(
            "  not found: {} (game {}, step {}): {}",
            unfound.crime.words(),
            unfound.seed,
            unfound.step,
            match (unfound.unobservable, unfound.said.first()) {
                (Some(reason), _) => format!("unobservable, {reason}"),
                (None, Some(said)) => said.clone(),
                (None, None) => "nothing was said".to_owned(),
            }
        );
    }
    println!("findings beside the crime: {}", trial.beside.len());
    for (seed, crime, text) in trial.beside.iter().take(15) {
        println!("  game {seed}, {}: {text}", crime.words());
    }
    println!("{seconds:.1} s");
    trial.false_accusations.is_empty() && trial.unread.is_empty() && found * 100 >= committed * 98
}
