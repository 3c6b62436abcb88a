//! Logs of Sicily, by hand: a Combat Phase that is legal is clean however it is told, and what is not is found under its rule.

use hexwright::deeds::{Act, Asides, Declared, Deed, Moment, Spot, Standing, UnitId};
use hexwright::games;
use hexwright::model::Game;
use hexwright::referee::court::hear;
use hexwright::referee::{Judgement, Severity};
use hexwright::source::Loaded;
use std::path::Path;
use std::sync::OnceLock;

fn game() -> &'static Game {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    LOADED.get_or_init(|| hexwright::source::load(root)).game("sicily").unwrap()
}

fn spot(hex: &str) -> Spot {
    let (map, sheet) = game().maps.entries().next().unwrap();
    Spot::At(map, sheet.grid.parse(hex).unwrap().into())
}

fn moment(side: &str, phase: &str) -> Moment {
    Moment { turn: 6, phase: vec![phase.to_owned()], side: game().sides.find(side) }
}

fn goes(unit: &str, from: &str, to: &str) -> Act {
    Act::Move { unit: UnitId::new(unit), from: spot(from), to: spot(to) }
}

fn dies(unit: &str, from: &str) -> Act {
    Act::Leave { unit: UnitId::new(unit), from: spot(from) }
}

fn rolls(faces: [u32; 2]) -> Act {
    Act::Roll { dice: "2d6".to_owned(), faces: faces.to_vec() }
}

fn says(id: &str, key: &str, value: &str) -> Act {
    let values = [(key.to_owned(), value.to_owned())].into();
    Act::Declare(Declared { id: id.to_owned(), values, ..Declared::default() })
}

fn attacks(units: &[&str], hex: &str) -> Act {
    Act::Declare(Declared {
        id: "attack".to_owned(),
        units: units.iter().map(|unit| UnitId::new(unit)).collect(),
        places: vec![spot(hex)],
        ..Declared::default()
    })
}

/// The plain by Marsala: three battalions of Rangers before three Italian ones.
const TABLE: [(&str, &str); 7] = [
    ("us-1-ranger", "0810"),
    ("us-4-ranger", "0810"),
    ("us-3-ranger", "0809"),
    ("it-17-ccnn", "0910"),
    ("it-19-ccnn", "0910"),
    ("it-pd-palermo", "0910"),
    ("it-171-ccnn", "1815"),
];

const RANGERS: [&str; 3] = ["us-1-ranger", "us-4-ranger", "us-3-ranger"];

/// An Allied Combat Phase of turn 6 with these deeds, its end included.
fn log(table: &[(&str, &str)], acts: Vec<Act>) -> Vec<Deed> {
    let pieces = table.iter().map(|(unit, hex)| Standing {
        unit: UnitId::new(unit),
        at: spot(hex),
        steps: None,
        states: Vec::new(),
    });
    let begin = Act::SetUp {
        pieces: pieces.collect(),
        markers: Vec::new(),
        moment: Some(moment("allied", "combat")),
        scenario: Some("campaign".to_owned()),
    };
    // Play goes on, so that nothing can be taken for a deed of a later turn.
    let after = [
        Act::Turn(moment("axis", "supply")),
        Act::Turn(moment("axis", "movement")),
        goes("it-171-ccnn", "1815", "1915"),
        Act::Turn(moment("axis", "combat")),
    ];
    let acts = std::iter::once(begin).chain(acts).chain(after);
    acts.enumerate().map(|(step, act)| Deed { step, by: None, act }).collect()
}

/// What a hearing says of it as the tracker tells it.
fn heard(table: &[(&str, &str)], acts: Vec<Act>) -> Vec<Judgement> {
    let referee = games::referee(game()).unwrap();
    let mut hearing = referee.hearing(Some("campaign")).unwrap();
    let mut rulings = Vec::new();
    for deed in log(table, acts) {
        hearing.hear(&deed, &mut rulings);
    }
    rulings.into_iter().map(|ruling| ruling.judgement).collect()
}

/// What the court says of it, which looks for what people meant.
fn in_court(table: &[(&str, &str)], acts: Vec<Act>) -> Vec<Judgement> {
    let referee = games::referee(game()).unwrap();
    let deeds = log(table, acts);
    let verdict = hear(referee.as_ref(), Some("campaign"), &deeds, &Asides::default(), false, None);
    verdict.unwrap().rulings.into_iter().map(|ruling| ruling.judgement).collect()
}

/// The rules that somebody is accused of having broken.
fn accused(judgements: &[Judgement]) -> Vec<String> {
    let findings = judgements.iter().flat_map(|judgement| &judgement.findings);
    let accused = findings.filter(|finding| finding.severity != Severity::Note);
    accused.map(|finding| format!("{}: {}", finding.rule, finding.message)).collect()
}

#[track_caller]
fn is_clean(acts: Vec<Act>) -> Vec<Judgement> {
    let said = heard(&TABLE, acts.clone());
    assert_eq!(accused(&said), Vec::<String>::new());
    assert_eq!(accused(&in_court(&TABLE, acts)), Vec::<String>::new(), "in court");
    said
}

#[track_caller]
fn breaks(rule: &str, acts: Vec<Act>) {
    let named = |said: &String| said.split(':').next() == Some(rule);
    let found = accused(&heard(&TABLE, acts.clone()));
    assert!(found.iter().any(named), "{rule} is not among {found:?}");
    // The court may find a milder explanation of so short a log, but none in which nobody did wrong.
    let found = accused(&in_court(&TABLE, acts));
    assert!(!found.is_empty(), "the court accuses nobody of {rule}");
}

/// The same for what could also be a move of the next turn, as far as the court can see.
#[track_caller]
fn breaks_by_the_tracker(rule: &str, acts: Vec<Act>) {
    let named = |said: &String| said.split(':').next() == Some(rule);
    let found = accused(&heard(&TABLE, acts));
    assert!(found.iter().any(named), "{rule} is not among {found:?}");
}

/// 6 to 4 on level 1 is 1-1, column 5; a 4 is D1(1), a firm cell.
fn declared() -> Vec<Act> {
    vec![attacks(&RANGERS, "0910"), says("column", "column", "5"), rolls([1, 3])]
}

fn result() -> Act {
    says("result", "result", "D1(1)")
}

/// One battalion dies, the others go a hex, a victor follows.
fn carried_out() -> Vec<Act> {
    vec![
        dies("it-17-ccnn", "0910"),
        goes("it-19-ccnn", "0910", "1010"),
        goes("it-pd-palermo", "0910", "1010"),
        goes("us-3-ranger", "0809", "0910"),
    ]
}

fn with(first: Vec<Act>, then: Vec<Act>) -> Vec<Act> {
    first.into_iter().chain(then).collect()
}

#[test]
fn a_combat_that_is_declared_and_carried_out_is_clean() {
    let said = is_clean(with(declared(), carried_out()));
    assert!(said.len() > 3, "everything that was done is judged: {said:?}");
    is_clean(with(with(declared(), vec![result()]), carried_out()));
}

#[test]
fn losses_and_retreats_come_in_any_order_and_by_hops() {
    let acts = vec![
        goes("it-19-ccnn", "0910", "0911"),
        goes("it-19-ccnn", "0911", "1010"),
        goes("us-3-ranger", "0809", "0910"),
        goes("it-pd-palermo", "0910", "1010"),
        dies("it-17-ccnn", "0910"),
    ];
    is_clean(with(declared(), acts));
}

#[test]
fn an_attack_that_nobody_declared_is_explained_by_what_was_done() {
    let said = is_clean(with(vec![rolls([1, 3])], carried_out()));
    let unchecked = said.iter().flat_map(|judgement| &judgement.unchecked);
    let rules: Vec<&str> = unchecked.map(|unchecked| unchecked.rule.as_str()).collect();
    assert!(rules.contains(&"SIC-9.11"), "who had to attack is not known: {rules:?}");
}

#[test]
fn an_attack_that_is_declared_anew_is_meant_as_it_was_said_last() {
    let acts = with(vec![attacks(&RANGERS, "0911")], declared());
    is_clean(with(acts, carried_out()));
    let joined =
        vec![attacks(&RANGERS[..2], "0910"), attacks(&RANGERS[2..], "0910"), rolls([1, 3])];
    is_clean(with(joined, carried_out()));
}

#[test]
fn a_wrong_column_and_a_wrong_result_are_found() {
    let mut acts = declared();
    acts[1] = says("column", "column", "7");
    breaks("SIC-9.0b", with(acts, carried_out()));
    let acts = with(declared(), vec![says("result", "result", "D2(1)")]);
    breaks("SIC-9.88", with(acts, carried_out()));
}

#[test]
fn a_result_that_is_not_carried_out_is_found() {
    let mut acts = carried_out();
    acts[0] = goes("it-17-ccnn", "0910", "1010");
    breaks("SIC-9.83", with(declared(), acts));
    breaks("SIC-9.83", declared());
    breaks("SIC-9.83", with(declared(), vec![dies("us-1-ranger", "0810")]));
    let stays = vec![dies("it-17-ccnn", "0910"), goes("it-19-ccnn", "0910", "1010")];
    breaks("SIC-9.91a", with(declared(), stays));
}

#[test]
fn a_retreat_towards_the_enemy_is_found() {
    let acts = vec![
        dies("it-17-ccnn", "0910"),
        goes("it-19-ccnn", "0910", "0911"),
        goes("it-pd-palermo", "0910", "0911"),
    ];
    breaks("SIC-9.91b", with(declared(), acts));
}

#[test]
fn an_advance_too_far_or_beside_the_way_is_found() {
    let mut acts = carried_out();
    acts[3] = goes("us-3-ranger", "0809", "1009");
    breaks_by_the_tracker("SIC-9.94", with(declared(), acts.clone()));
    acts[3] = goes("us-3-ranger", "0809", "0909");
    breaks_by_the_tracker("SIC-9.95a", with(declared(), acts));
}

#[test]
fn who_does_not_attack_is_found() {
    breaks("SIC-9.11", Vec::new());
    let acts = vec![attacks(&["us-3-ranger", "us-1-ranger"], "0910"), rolls([3, 4])];
    breaks("SIC-7.21c", acts);
}

#[test]
fn who_attacks_twice_or_from_afar_is_found() {
    let again = vec![attacks(&RANGERS, "0910"), rolls([6, 6])];
    breaks("SIC-9.14", with(with(declared(), vec![dies("it-17-ccnn", "0910")]), again));
    breaks("SIC-9.22", vec![attacks(&RANGERS, "1110"), rolls([1, 3])]);
}

#[test]
fn who_goes_somewhere_without_a_combat_is_found() {
    breaks("SIC-5.12", vec![goes("us-3-ranger", "0809", "0808")]);
}

#[test]
fn a_result_from_a_cell_that_is_not_firm_accuses_nobody() {
    // 6 to 4, column 5: a 9 is D2(1), or D1(1), or D1, or A1(1).
    let acts = vec![attacks(&RANGERS, "0910"), says("column", "column", "5"), rolls([4, 5])];
    for told in ["D1(1)", "A1(2)"] {
        let said = heard(&TABLE, with(acts.clone(), vec![says("result", "result", told)]));
        let found = accused(&said);
        assert!(!found.iter().any(|said| said.starts_with("SIC-9.88")), "{told}: {found:?}");
    }
    let said = heard(&TABLE, with(acts, vec![goes("it-pd-palermo", "0910", "1010")]));
    let found = accused(&said);
    assert!(!found.iter().any(|said| said.starts_with("SIC-9.83")), "{found:?}");
}
