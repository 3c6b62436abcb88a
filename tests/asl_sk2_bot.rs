//! Random turns of ASL Starter Kit #2: legal ones are clean, labelled crimes are found under their rule.
//! `cargo xtask bot --game asl-sk2` plays more of them, through logs of the module.

use hexwright::games::asl_sk2::bot::{self, Manner};
use hexwright::source::Loaded;
use std::path::Path;
use std::sync::OnceLock;

fn loaded() -> &'static Loaded {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    LOADED.get_or_init(|| hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR"))))
}

#[test]
fn legal_turns_are_clean() {
    let game = loaded().game("asl-sk2").expect("the game");
    for (scenario, seed) in [
        ("S9", 1),
        ("S10", 2),
        ("S11", 3),
        ("S12", 4),
        ("S13", 5),
        ("S14", 6),
        ("S15", 7),
        ("S16", 8),
    ] {
        let manner = Manner { seed, turns: 3, crime: None };
        let begun = std::time::Instant::now();
        let played = bot::play(game, scenario, manner).expect("the scenario");
        println!(
            "{scenario}: {} deeds, {:?} {:?}",
            played.deeds.len(),
            begun.elapsed(),
            played.tally
        );
    }
}
