//! Moves, advances, set-up and the order of phases.

use super::play::{LEADER, LMG, Play, SECOND, SQUAD, YANK, game, germans, side};
use hexwright::deeds::{Act, Deed, Moment};
use hexwright::games::referee;

#[test]
fn a_squad_moves_four_hexes_in_the_open() {
    let way = ["xS10", "xR10", "xQ10", "xP9", "xO10"];
    let mut play = germans().piece(SQUAD, way[0]).piece(YANK, "xA2").phase("movement");
    for pair in way.windows(2) {
        play = play.moves(&[SQUAD], pair[0], pair[1]);
    }
    play.phase("defensive-fire").comes_clean();
}

#[test]
fn a_squad_does_not_move_six_hexes() {
    let way = ["xS10", "xR10", "xQ10", "xP9", "xO10", "xN9", "xM10"];
    let mut play = germans().piece(SQUAD, way[0]).piece(YANK, "xA2").phase("movement");
    for pair in way.windows(2) {
        play = play.moves(&[SQUAD], pair[0], pair[1]);
    }
    let found = play.phase("defensive-fire").found();
    assert!(found.iter().all(|(_, rules, _)| rules.iter().any(|rule| rule == "SK2-3.3-MF-COST")));
    assert!(!found.is_empty());
}

#[test]
fn the_enemy_does_not_move_in_the_movement_phase() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xA2")
        .phase("movement")
        .moves(&[YANK], "xA2", "xA3")
        .phase("defensive-fire")
        .breaks("SK2-3-SIDES");
}

#[test]
fn a_stack_with_its_leader_moves_further() {
    let way = ["xS10", "xR10", "xQ10", "xP9", "xO10", "xN9", "xM10"];
    let mut play = germans()
        .piece(SQUAD, way[0])
        .piece(LEADER, way[0])
        .piece(LMG, way[0])
        .piece(YANK, "xA2")
        .phase("movement");
    for pair in way.windows(2) {
        play = play.moves(&[SQUAD, LEADER, LMG], pair[0], pair[1]);
    }
    play.phase("defensive-fire").comes_clean();
}

#[test]
fn a_unit_put_back_has_not_moved() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xA2")
        .phase("prep-fire")
        .moves(&[SQUAD], "xS10", "xR10")
        .moves(&[SQUAD], "xR10", "xS10")
        .phase("movement")
        .comes_clean();
}

#[test]
fn nobody_moves_in_the_prep_fire_phase() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xA2")
        .phase("prep-fire")
        .moves(&[SQUAD], "xS10", "xR10")
        .phase("movement")
        .breaks("SK2-3-PHASES");
}

#[test]
fn who_fired_in_prep_fire_does_not_move() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(SECOND, "xS9")
        .piece(YANK, "xQ10")
        .phase("prep-fire")
        .fires(&[SQUAD], "xQ10", "prep fire")
        .rolls(&[6, 5])
        .marks(SQUAD, "prep-fired")
        .phase("movement")
        .moves(&[SQUAD], "xS10", "xR10")
        .phase("defensive-fire")
        .breaks("SK2-3.3-MOVE-ELIG");
}

#[test]
fn an_advance_is_one_hex_and_pinned_units_make_none() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xA2")
        .phase("advance")
        .moves(&[SQUAD], "xS10", "xR10")
        .phase("close-combat")
        .comes_clean();
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xA2")
        .phase("advance")
        .moves(&[SQUAD], "xS10", "xR10")
        .moves(&[SQUAD], "xR10", "xQ10")
        .phase("close-combat")
        .breaks("SK2-3.7-ELIG");
}

#[test]
fn a_leader_dragged_after_his_squad_lends_it_his_pace() {
    let way = ["xS10", "xR10", "xQ10", "xP9", "xO10", "xN9", "xM10"];
    let mut play =
        germans().piece(SQUAD, way[0]).piece(LEADER, way[0]).piece(YANK, "xA2").phase("movement");
    for unit in [SQUAD, LEADER] {
        for pair in way.windows(2) {
            play = play.moves(&[unit], pair[0], pair[1]);
        }
    }
    play.phase("defensive-fire").comes_clean();
}

#[test]
fn double_time_needs_no_word_when_the_counter_is_there() {
    let way = ["xS10", "xR10", "xQ10", "xP9", "xO10", "xN9", "xM10"];
    let march = |tired: bool| {
        let mut play = germans().piece(SQUAD, way[0]).piece(YANK, "xA2").phase("movement");
        for pair in way.windows(2) {
            play = play.moves(&[SQUAD], pair[0], pair[1]);
        }
        let play = if tired { play.marks(SQUAD, "exhausted") } else { play };
        play.phase("defensive-fire")
    };
    march(true).comes_clean();
    march(false).breaks("SK2-3.3-DT");
}

#[test]
fn the_boards_of_a_scenario_are_one_ground() {
    // The half hexes of the seam are one hex, whichever board names it.
    Play::new("S11", "axis")
        .piece(SQUAD, "wFF9")
        .piece("russian-squad-4-4-7", "wV1")
        .phase("movement")
        .moves(&[SQUAD], "wFF9", "wGG10")
        .says("check", &[SQUAD], "", &[("check", "random selection")])
        .moves(&[SQUAD], "xA10", "xB9")
        .phase("defensive-fire")
        .comes_clean();
    Play::new("S11", "axis")
        .piece(SQUAD, "wFF9")
        .piece("russian-squad-4-4-7", "xB9")
        .phase("movement")
        .moves(&[SQUAD], "wFF9", "wGG10")
        .moves(&[SQUAD], "xA10", "xB9")
        .phase("defensive-fire")
        .breaks("SK2-3.3-NO-ENEMY");
}

#[test]
fn a_set_up_outside_its_place_is_found() {
    let set_up = |at: &'static str| {
        let referee = referee(game()).expect("a referee");
        let mut hearing = referee.hearing(None).expect("a hearing");
        let mut rulings = Vec::new();
        let pieces = Play::new("S9", "allied").piece("italian-squad-3-4-6", at).pieces;
        let moment = Moment {
            turn: 1,
            phase: vec!["player-turn".to_owned(), "rally".to_owned()],
            side: side("allied"),
        };
        let act = Act::SetUp {
            pieces,
            markers: Vec::new(),
            moment: Some(moment.clone()),
            scenario: Some("S9".to_owned()),
        };
        hearing.hear(&Deed { step: 0, by: None, act }, &mut rulings);
        let next =
            Moment { phase: vec!["player-turn".to_owned(), "prep-fire".to_owned()], ..moment };
        hearing.hear(&Deed { step: 1, by: None, act: Act::Turn(next) }, &mut rulings);
        rulings.into_iter().flat_map(|ruling| ruling.judgement.findings).collect::<Vec<_>>()
    };
    assert_eq!(set_up("wS6"), []);
    assert!(set_up("wA5").iter().any(|finding| finding.rule == "SK2-S9-SETUP"));
}

#[test]
fn findings_add_up_line_by_line() {
    let way = ["xS10", "xR10", "xQ10", "xP9", "xO10", "xN9"];
    let mut play = germans().piece(SQUAD, way[0]).piece(YANK, "xA2").phase("movement");
    for pair in way.windows(2) {
        play = play.moves(&[SQUAD], pair[0], pair[1]);
    }
    let rulings = play.phase("defensive-fire").heard();
    let finding =
        rulings.iter().flat_map(|ruling| &ruling.judgement.findings).next().expect("a finding");
    assert!(finding.message.contains("German 4-6-7 squad moves"), "{}", finding.message);
    let told = |what: &str| {
        finding.evidence.iter().find(|line| line.what == what).map(|line| line.value.as_str())
    };
    assert_eq!(told("MF it has"), Some("4"));
    assert!(told("MF of each hex").is_some_and(|costs| costs.split(" + ").count() >= 5));
    assert_eq!(finding.hexes.last().map(String::as_str), Some("xN9"));
    assert!(finding.sketch.as_ref().is_some_and(|sketch| sketch.routes[0].steps.len() == 2));
}

#[test]
fn a_phase_the_tracker_leapt_over_still_has_its_deeds() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xA2")
        .phase("prep-fire")
        .moves(&[SQUAD], "xS10", "xR10")
        .phase("defensive-fire")
        .comes_clean();
}
