//! Random turns of ASL Starter Kit #2: legal ones are clean, labelled crimes are found under their rule.
//! `cargo xtask bot --game asl-sk2` plays more of them, through logs of the module.

use hexwright::games::asl_sk2::bot::{self, Crime, Manner, Played};
use hexwright::games::referee;
use hexwright::model::Game;
use hexwright::referee::Finding;
use hexwright::source::Loaded;
use std::path::Path;
use std::sync::OnceLock;

fn game() -> &'static Game {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let loaded =
        LOADED.get_or_init(|| hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR"))));
    loaded.game("asl-sk2").expect("the game")
}

fn play(scenario: &str, manner: Manner) -> Played {
    bot::play(game(), scenario, manner).expect("the scenario")
}

/// What the referee accuses somebody of.
fn accusations(scenario: &str, played: &Played) -> Vec<Finding> {
    let referee = referee(game()).expect("the referee");
    let rulings = referee.hear_all(Some(scenario), &played.deeds).expect("a hearing");
    let findings = rulings.into_iter().flat_map(|ruling| ruling.judgement.findings);
    findings.filter(Finding::accuses).collect()
}

#[test]
fn legal_turns_are_clean() {
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
        let played = play(scenario, Manner { seed, turns: 1, crime: None });
        assert!(played.deeds.len() > 60, "{scenario}: the bot did hardly anything");
        assert_eq!(accusations(scenario, &played), [], "{scenario}");
    }
}

#[test]
fn crimes_are_found_under_their_rule() {
    for (crime, scenario) in [
        (Crime::TooFar, "S15"),
        (Crime::EnemyMoves, "S9"),
        (Crime::OutOfRange, "S12"),
        (Crime::Blocked, "S16"),
        (Crime::FiresTwice, "S16"),
        (Crime::IgnoresBreak, "S10"),
        (Crime::StaysInRout, "S10"),
        (Crime::AdvanceTwo, "S13"),
    ] {
        let committed = (1..20).find_map(|seed| {
            let played = play(scenario, Manner { seed, turns: 2, crime: Some(crime) });
            played.crime.map(|committed| (committed, played))
        });
        let (committed, played) = committed.expect("an opportunity");
        let accusations = accusations(scenario, &played);
        let found = accusations.iter().any(|finding| committed.cited_by(finding));
        assert!(found, "{}: {accusations:?}", crime.words());
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let deeds = || play("S11", Manner { seed: 11, turns: 1, crime: None }).deeds;
    assert_eq!(deeds(), deeds());
}
