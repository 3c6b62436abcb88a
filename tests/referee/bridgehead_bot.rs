//! Games of Bridgehead that a bot plays, heard without a log: legal ones are found legal, crimes are found.

use hexwright::bots::Manner;
use hexwright::bots::pack::{Crime, numbered_game, rules_against};
use hexwright::deeds::{Act, Asides, Deed, Spot, UnitId};
use hexwright::model::Game;
use hexwright::referee::Finding;
use hexwright::referee::court;
use hexwright::referee::pack::Pack;
use hexwright::source::load;
use std::collections::HashMap;
use std::path::Path;

fn bridgehead() -> Game {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    loaded.game("bridgehead").unwrap().clone()
}

fn manner(number: u64, declares: bool, crime: Option<Crime>) -> Manner {
    let crime = crime.map(|crime| crime as usize);
    Manner { seed: number, declares, crime, sets_up: number % 4 < 2, ..Manner::default() }
}

fn accusations(pack: &Pack<'_>, deeds: &[Deed]) -> Vec<Finding> {
    let verdict = court::hear(pack, None, deeds, &Asides::default(), false, None).unwrap();
    let findings = verdict.rulings.into_iter().flat_map(|ruling| ruling.judgement.findings);
    findings.filter(Finding::accuses).collect()
}

fn legal_games_are_legal(pack: &Pack<'_>, games: u64, declares: bool) {
    for number in 0..games {
        let (_, played) = numbered_game(pack, number, manner(number, declares, None)).unwrap();
        let said = accusations(pack, &played.deeds);
        assert!(said.is_empty(), "game {number}: {said:#?}");
    }
}

/// Crimes committed in so many games, and how many were found under their rules.
fn crimes_of(pack: &Pack<'_>, crime: Crime, games: u64) -> (usize, usize) {
    let rules = rules_against(pack, crime);
    let (mut committed, mut found) = (0, 0);
    for number in 0..games {
        let manner = manner(1_000_000 + number, true, Some(crime));
        let (_, played) = numbered_game(pack, number, manner).unwrap();
        if played.crime.is_none_or(|done| done.unobservable.is_some()) {
            continue;
        }
        committed += 1;
        let said = accusations(pack, &played.deeds);
        let mut cited = said.iter().flat_map(Finding::cited);
        found += usize::from(cited.any(|rule| rules.contains(&rule)));
    }
    (committed, found)
}

#[test]
fn legal_games_are_found_legal_and_crimes_are_found() {
    let game = bridgehead();
    let pack = Pack::new(&game).unwrap();
    legal_games_are_legal(&pack, 12, true);
    let (mut committed, mut found) = (0, 0);
    for crime in Crime::ALL {
        let (did, named) = crimes_of(&pack, *crime, 2);
        committed += did;
        found += named;
    }
    assert!(committed > 30, "{committed}");
    assert!(found * 100 >= committed * 95, "{found} of {committed}");
}

#[test]
fn legal_games_without_declarations_are_found_legal() {
    let game = bridgehead();
    legal_games_are_legal(&Pack::new(&game).unwrap(), 4, false);
}

#[test]
fn attacks_that_must_be_made_are_missed_when_they_are_not() {
    let mut game = bridgehead();
    game.rules.combat.as_mut().unwrap().mandatory = true;
    let pack = Pack::new(&game).unwrap();
    legal_games_are_legal(&pack, 8, true);
    let (committed, found) = crimes_of(&pack, Crime::SkippedAttack, 4);
    assert!(committed > 0 && found == committed, "{found} of {committed}");
}

#[test]
fn legal_games_with_separate_markers_are_found_legal() {
    let game = bridgehead();
    let pack = Pack::new(&game).unwrap();
    for number in 0..24 {
        let (_, played) = numbered_game(&pack, number, manner(number, true, None)).unwrap();
        let deeds = with_separate_markers(&game, &played.deeds);
        let markers = deeds.iter().filter(|deed| matches!(deed.act, Act::Marker { .. }));
        assert!(markers.count() > 0 || deeds.len() < 50);
        let said = accusations(&pack, &deeds);
        assert!(said.is_empty(), "game {number}: {said:#?}");
    }
}

/// Puts a marker down wherever a state is set, takes it away where it ends, and drags it along with
/// its unit, as players of modules without states on pieces do.
fn with_separate_markers(game: &Game, deeds: &[Deed]) -> Vec<Deed> {
    let mut at: HashMap<UnitId, Spot> = HashMap::new();
    let mut marked: HashMap<UnitId, Vec<String>> = HashMap::new();
    let marker_of = |state: &str| {
        let marker = game.rules.states.get(state)?.marker?;
        Some(game.counters[marker].id.to_string())
    };
    let mut out = Vec::with_capacity(deeds.len());
    for deed in deeds {
        match &deed.act {
            Act::SetUp { pieces, .. } => {
                at.extend(pieces.iter().map(|piece| (piece.unit.clone(), piece.at.clone())));
            }
            Act::State { unit, state, on } => {
                let spot = at.get(unit).cloned();
                if let (Some(marker), Some(spot)) = (marker_of(state), spot) {
                    let list = marked.entry(unit.clone()).or_default();
                    let (from, to) = if *on {
                        list.push(marker.clone());
                        (None, Some(spot))
                    } else {
                        list.retain(|known| *known != marker);
                        (Some(spot), None)
                    };
                    out.push(Deed { act: Act::Marker { marker, from, to }, ..deed.clone() });
                    continue;
                }
            }
            Act::Move { unit, to, .. } => {
                let before = at.insert(unit.clone(), to.clone());
                out.push(deed.clone());
                follow(unit, before, Some(to), &mut marked, deed, &mut out);
                continue;
            }
            Act::Leave { unit, from } => {
                at.remove(unit);
                out.push(deed.clone());
                follow(unit, Some(from.clone()), None, &mut marked, deed, &mut out);
                continue;
            }
            _ => {}
        }
        out.push(deed.clone());
    }
    out
}

/// Markers go where their unit goes; off the map they are taken away.
fn follow(
    unit: &UnitId,
    from: Option<Spot>,
    to: Option<&Spot>,
    marked: &mut HashMap<UnitId, Vec<String>>,
    deed: &Deed,
    out: &mut Vec<Deed>,
) {
    let on_map = |spot: &&Spot| spot.location().is_some_and(|(_, at)| at.hex().is_some());
    let to = to.filter(on_map).cloned();
    for marker in marked.get(unit).into_iter().flatten() {
        let act = Act::Marker { marker: marker.clone(), from: from.clone(), to: to.clone() };
        out.push(Deed { act, ..deed.clone() });
    }
    if to.is_none() {
        marked.remove(unit);
    }
}
