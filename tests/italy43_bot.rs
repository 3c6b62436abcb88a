//! Random turns of Italy '43: legal ones are clean, labelled crimes are found under their rule.
//! `cargo xtask bot --game italy43` plays more of them, through logs of the module.

use hexwright::games::italy43::Italy43;
use hexwright::games::italy43::bot::{Crime, Manner};
use hexwright::source::Loaded;
use std::path::Path;
use std::sync::OnceLock;

fn referee() -> Italy43<'static> {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let loaded =
        LOADED.get_or_init(|| hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR"))));
    Italy43::new(loaded.game("italy43").expect("the game"))
}

#[test]
fn legal_turns_are_clean() {
    for (scenario, seed) in [("S1", 1), ("S2", 2), ("S3", 3)] {
        let manner = Manner { seed, turns: 1, crime: None };
        let played = referee().bot_game(scenario, manner).expect("the scenario");
        assert!(played.deeds.len() > 60, "{scenario}: the bot did hardly anything");
        assert_eq!(played.accusations(), [], "{scenario}");
    }
}

#[test]
fn crimes_are_found_under_their_rule() {
    let crimes = [
        Crime::TooFar,
        Crime::EnemyMoves,
        Crime::Frozen,
        Crime::MovesInCombat,
        Crime::ThirdTruck,
        Crime::WeakAutoDs,
    ];
    for crime in crimes {
        let manner = Manner { seed: 5, turns: 1, crime: Some(crime) };
        let played = referee().bot_game("S3", manner).expect("the scenario");
        let committed = played.crime.expect("an opportunity");
        let accusations = played.accusations();
        let found = accusations.iter().any(|(_, rules, _)| committed.cited_by(rules));
        assert!(found, "{}: {accusations:?}", crime.words());
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let manner = Manner { seed: 11, turns: 1, crime: None };
    let play = || referee().bot_game("S1", manner).expect("the scenario").deeds;
    assert_eq!(play(), play());
}
