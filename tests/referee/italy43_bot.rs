//! Random turns of Italy '43: legal ones are clean, labelled crimes are found under their rule.
//! `cargo xtask bot --game italy43` plays more of them, through logs of the module.

use hexwright::deeds::{Act, Deed};
use hexwright::games::italy43::Italy43;
use hexwright::games::italy43::bot::{Crime, Manner};
use hexwright::referee::{Finding, Referee};
use hexwright::source::Loaded;
use std::path::Path;
use std::sync::OnceLock;

fn referee() -> Italy43<'static> {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let loaded =
        LOADED.get_or_init(|| hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR"))));
    Italy43::new(loaded.game("italy43").expect("the game"))
}

/// What the referee accuses somebody of.
fn accusations(scenario: &str, deeds: &[Deed]) -> Vec<Finding> {
    let rulings = referee().hear_all(Some(scenario), deeds).expect("a hearing");
    let findings = rulings.into_iter().flat_map(|ruling| ruling.judgement.findings);
    findings.filter(Finding::accuses).collect()
}

#[test]
fn legal_turns_are_clean() {
    for (scenario, seed) in [("S1", 1), ("S2", 2), ("S3", 3)] {
        let manner = Manner { seed, turns: 1, crime: None };
        let played = referee().bot_game(scenario, manner).expect("the scenario");
        assert!(played.deeds.len() > 60, "{scenario}: the bot did hardly anything");
        assert_eq!(accusations(scenario, &played.deeds), [], "{scenario}");
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
        let accusations = accusations("S3", &played.deeds);
        let found = accusations.iter().any(|finding| committed.cited_by(finding));
        assert!(found, "{}: {accusations:?}", crime.words());
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let manner = Manner { seed: 11, turns: 1, crime: None };
    let play = || referee().bot_game("S1", manner).expect("the scenario").deeds;
    assert_eq!(play(), play());
}

/// A player may lay the printed marker beside a unit instead of marking the unit.
#[test]
fn a_separate_marker_is_no_missing_marker() {
    let crime = Some(Crime::NoMarker);
    let games = (0..12).map(|seed| Manner { seed, turns: 1, crime });
    let found = games
        .filter_map(|manner| referee().bot_game("S1", manner))
        .find_map(|played| played.crime.map(|crime| (crime, played)));
    let (committed, mut played) = found.expect("some unit retreated");
    let cited =
        |deeds: &[Deed]| accusations("S1", deeds).iter().any(|finding| committed.cited_by(finding));
    assert!(cited(&played.deeds));
    let at = played.deeds.iter().position(|deed| deed.step == committed.step).expect("the deed");
    let Act::Move { to, .. } = &played.deeds[at].act else { panic!("a retreat is a move") };
    let laid = Act::Marker { marker: "disrupted".to_owned(), from: None, to: Some(to.clone()) };
    played.deeds.insert(at + 1, Deed { step: committed.step, by: None, act: laid });
    assert!(!cited(&played.deeds));
}
