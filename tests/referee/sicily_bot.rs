//! Games of Sicily that a bot plays: legal ones are found legal, crimes are found under their rules.

use hexwright::bots::Manner;
use hexwright::games::{self, sicily};
use hexwright::source::load;
use std::path::Path;

#[test]
fn legal_games_are_found_legal_and_crimes_are_found_under_their_rules() {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let game = loaded.game("sicily").unwrap();
    let referee = games::referee(game).unwrap();
    let accused = |scenario: &str, deeds: &[hexwright::deeds::Deed]| {
        let rulings = referee.hear_all(Some(scenario), deeds).unwrap();
        let findings = rulings.into_iter().flat_map(|ruling| ruling.judgement.findings);
        findings.filter(|finding| finding.accuses()).collect::<Vec<_>>()
    };
    let mut moves = 0;
    for seed in 0..4 {
        let scenario = ["campaign", "us-landing"][seed as usize % 2];
        let manner = Manner { seed, turns: 2, crime: None, ..Manner::default() };
        let played = sicily::bot_game(game, scenario, manner).unwrap();
        moves += played.tally.values().sum::<usize>();
        let said = accused(scenario, &played.deeds);
        assert!(said.is_empty(), "{scenario} {seed}: {said:#?}");
    }
    assert!(moves > 100, "{moves} moves");
    let mut committed = 0;
    // Those of moving; `cargo xtask bot --game sicily` has all.
    for (number, crime) in sicily::crimes().iter().enumerate().take(11) {
        for seed in 100..102 {
            let manner = Manner { seed, turns: 2, crime: Some(number), ..Manner::default() };
            let played = sicily::bot_game(game, "campaign", manner).unwrap();
            if played.crime.is_none() {
                continue;
            }
            committed += 1;
            let said = accused("campaign", &played.deeds);
            let named =
                said.iter().any(|found| found.cited().any(|rule| crime.rules.contains(&rule)));
            assert!(named, "{} in game {seed}, step {:?}: {said:#?}", crime.words, played.crime);
        }
    }
    assert!(committed > 4, "{committed} crimes");
}

#[test]
fn legal_moves_are_worked_out_when_somebody_asks() {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let game = loaded.game("sicily").unwrap();
    let referee = games::referee(game).unwrap();
    let manner = Manner { seed: 7, turns: 1, crime: None, ..Manner::default() };
    let played = sicily::bot_game(game, "campaign", manner).unwrap();
    let mut hearing = referee.hearing(None).unwrap();
    hearing.work_out();
    let mut rulings = Vec::new();
    for deed in &played.deeds {
        hearing.hear(deed, &mut rulings);
    }
    let mut said = rulings.iter().map(|ruling| &ruling.judgement);
    assert!(said.any(|said| said.values.contains_key("cost") && said.sketch.is_some()));
}
