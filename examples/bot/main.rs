//! Measures the referee: random legal games must be found legal, labelled crimes must be found.
//!
//! `cargo xtask bot`. Each game is written as a real log of the generated module, and the log is
//! decoded, replayed, interpreted and audited, as `hexwright audit` does.

mod asl;
mod bridgehead;
mod chain;
mod italy;
mod mess;
mod season;
mod sicily;

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Random legal games of Bridgehead, Italy ’43, ASL Starter Kit #2 or Sicily and labelled crimes, judged by the referee
#[derive(Debug, Clone, Parser)]
struct Args {
    /// The game: bridgehead, italy43, asl-sk2 or sicily
    #[arg(long, default_value = "bridgehead")]
    game: String,
    /// Legal games
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Games for each kind of crime
    #[arg(long, default_value_t = 100)]
    crimes: usize,
    /// Turns of a game of ASL Starter Kit #2 or Sicily; of Italy ’43 at most: games with a crime, and one legal game in
    /// sixteen, most have one or two
    #[arg(long, default_value_t = 4)]
    turns: i32,
    /// One game by its number, with all that was done in it
    #[arg(long, value_name = "NUMBER")]
    only: Option<u64>,
    /// One kind of crime: NoLoss, WeakAutoDs, TooFar …
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
        "bridgehead" => bridgehead::run(game, args),
        "sicily" => sicily::run(game, args),
        other => Err(format!("nobody plays {other} yet: bridgehead, italy43, asl-sk2 or sicily")),
    }
}
