//! Logs of ASL Starter Kit #2, by hand: legal play is clean, what is not is found under its rule.

use hexwright::games::referee;
use hexwright::hex::Location;
use hexwright::model::{Game, Id, Side};
use hexwright::rules::{Act, Declared, Deed, Moment, Ruling, Severity, Spot, Standing, UnitId};
use hexwright::source::Loaded;
use std::path::Path;
use std::sync::{Arc, OnceLock};

fn game() -> &'static Game {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let loaded =
        LOADED.get_or_init(|| hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR"))));
    loaded.game("asl-sk2").expect("the game")
}

/// A log being written.
struct Play {
    scenario: &'static str,
    pieces: Vec<Standing>,
    deeds: Vec<Deed>,
    step: usize,
    side: &'static str,
}

fn spot(id: &str) -> Spot {
    let found = game().maps.entries().find_map(|(map, one)| {
        let board = id.starts_with(one.id.as_str());
        let hex = one.grid.parse(id).ok().filter(|_| board)?;
        Some(Spot::At(map, Location::Hex(hex)))
    });
    found.unwrap_or_else(|| Spot::Elsewhere(Arc::from(id)))
}

fn side(id: &str) -> Option<Id<Side>> {
    game().sides.find(id)
}

impl Play {
    fn new(scenario: &'static str, side: &'static str) -> Self {
        Play { scenario, pieces: Vec::new(), deeds: Vec::new(), step: 0, side }
    }

    fn piece(mut self, unit: &str, at: &str) -> Self {
        assert!(game().counters.find(UnitId::new(unit).counter()).is_some(), "{unit}");
        self.pieces.push(Standing {
            unit: UnitId::new(unit),
            at: spot(at),
            steps: Some(1),
            states: Vec::new(),
        });
        self
    }

    fn broken(mut self, unit: &str, at: &str) -> Self {
        self = self.piece(unit, at);
        let last = self.pieces.last_mut().unwrap();
        last.steps = Some(0);
        last.states.push("desperation-morale".to_owned());
        self
    }

    fn act(mut self, act: Act) -> Self {
        self.step += 1;
        self.deeds.push(Deed { step: self.step, by: None, act });
        self
    }

    fn phase(self, phase: &str) -> Self {
        let moment = moment(2, phase, self.side);
        self.act(Act::Turn(moment))
    }

    /// The player turn passes to the other side.
    fn other_side(self) -> Self {
        let other = if self.side == "axis" { "allied" } else { "axis" };
        self.act(Act::Turn(moment(2, "rally", other)))
    }

    fn moves(self, units: &[&str], from: &str, to: &str) -> Self {
        let mut play = self;
        for unit in units {
            let (from, to) = (spot(from), spot(to));
            play = play.act(Act::Move { unit: UnitId::new(unit), from, to });
        }
        play
    }

    fn says(self, id: &str, units: &[&str], place: &str, values: &[(&str, &str)]) -> Self {
        self.act(Act::Declare(Declared {
            id: id.to_owned(),
            units: units.iter().map(|unit| UnitId::new(unit)).collect(),
            places: if place.is_empty() { Vec::new() } else { vec![spot(place)] },
            values: values.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        }))
    }

    fn fires(self, units: &[&str], place: &str, kind: &str) -> Self {
        self.says("fire", units, place, &[("kind", kind), ("direction", "no leader directs")])
    }

    fn checks(self, unit: &str, check: &str) -> Self {
        self.says("check", &[unit], "", &[("check", check)])
    }

    fn rolls(self, faces: &[u32]) -> Self {
        let dice = if faces.len() == 2 { "DR" } else { "dr" };
        self.act(Act::Roll { dice: dice.to_owned(), faces: faces.to_vec() })
    }

    fn turns(self, unit: &str, back: bool) -> Self {
        let (from, to) = if back { (1, 0) } else { (0, 1) };
        self.act(Act::Steps { unit: UnitId::new(unit), from, to })
    }

    fn marks(self, unit: &str, state: &str) -> Self {
        self.act(Act::State { unit: UnitId::new(unit), state: state.to_owned(), on: true })
    }

    fn lost(self, unit: &str, at: &str) -> Self {
        self.act(Act::Leave { unit: UnitId::new(unit), from: spot(at) })
    }

    fn heard(self) -> Vec<Ruling> {
        let referee = referee(game()).expect("a referee");
        let mut hearing = referee.hearing(None).expect("a hearing");
        let mut rulings = Vec::new();
        let set_up = Act::SetUp {
            pieces: self.pieces,
            markers: Vec::new(),
            moment: Some(moment(2, "rally", self.side)),
            scenario: Some(self.scenario.to_owned()),
        };
        hearing.hear(&Deed { step: 0, by: None, act: set_up }, &mut rulings);
        for deed in &self.deeds {
            hearing.hear(deed, &mut rulings);
        }
        hearing.close(&mut rulings);
        rulings
    }

    /// Steps, rules and messages of violations.
    fn found(self) -> Vec<(usize, Vec<String>, String)> {
        let mut found = Vec::new();
        for ruling in self.heard() {
            for finding in ruling.judgement.findings {
                if finding.severity == Severity::Violation {
                    let mut rules = vec![finding.rule.to_string()];
                    rules.extend(finding.alternatives.iter().map(ToString::to_string));
                    found.push((ruling.step, rules, finding.message));
                }
            }
        }
        found
    }

    fn comes_clean(self) {
        assert_eq!(self.found(), []);
    }

    fn breaks(self, rule: &str) {
        let found = self.found();
        assert_eq!(found.len(), 1, "one mistake, one finding: {found:?}");
        assert!(found[0].1.iter().any(|known| known == rule), "{rule}: {found:?}");
    }
}

fn moment(turn: i32, phase: &str, of: &str) -> Moment {
    Moment { turn, phase: vec!["player-turn".to_owned(), phase.to_owned()], side: side(of) }
}

const SQUAD: &str = "german-squad-4-6-7";
const SECOND: &str = "german-squad-4-6-7#2";
const LEADER: &str = "german-leader-8-1";
const LMG: &str = "german-lmg";
const YANK: &str = "american-squad-6-6-6";

/// The attacker is German, on board x in December.
fn germans() -> Play {
    Play::new("S12", "axis")
}

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
fn a_target_that_fails_its_check_breaks() {
    let shot = || {
        germans()
            .piece(SQUAD, "xS10")
            .piece(YANK, "xQ10")
            .phase("prep-fire")
            .fires(&[SQUAD], "xQ10", "prep fire")
            .rolls(&[2, 1])
            .checks(YANK, "morale check")
            .rolls(&[5, 3])
    };
    shot().turns(YANK, true).phase("movement").comes_clean();
    shot().phase("movement").breaks("SK2-3.2.3-MC");
}

#[test]
fn a_target_that_does_not_check_is_found() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xQ10")
        .phase("prep-fire")
        .fires(&[SQUAD], "xQ10", "prep fire")
        .rolls(&[2, 1])
        .phase("movement")
        .breaks("SK2-3.2-TARGET-ALL");
}

#[test]
fn a_rally_that_fails_leaves_the_unit_broken() {
    let rally = |dice: [u32; 2]| {
        germans()
            .broken(SQUAD, "xS10")
            .piece(LEADER, "xS10")
            .piece(YANK, "xA2")
            .says("rally", &[SQUAD], "", &[("how", "by a leader")])
            .rolls(&dice)
    };
    rally([1, 1]).turns(SQUAD, false).phase("prep-fire").comes_clean();
    rally([6, 5]).phase("prep-fire").comes_clean();
    rally([6, 5]).turns(SQUAD, false).phase("prep-fire").breaks("SK2-3.1f-RALLY-DR");
}

#[test]
fn first_fire_stops_a_mover() {
    let shot = || {
        germans()
            .piece(SQUAD, "xS10")
            .piece(YANK, "xP9")
            .phase("movement")
            .moves(&[SQUAD], "xS10", "xR10")
            .fires(&[YANK], "xR10", "defensive first fire")
            .rolls(&[4, 3])
            .checks(SQUAD, "morale check")
            .rolls(&[5, 4])
            .turns(SQUAD, true)
    };
    shot().phase("defensive-fire").comes_clean();
    shot().moves(&[SQUAD], "xR10", "xQ10").phase("defensive-fire").breaks("SK2-3.2.3-BROKEN-LIMIT");
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
fn close_combat_takes_the_loser_away() {
    let fight = || {
        germans()
            .piece(SQUAD, "xR10")
            .piece(YANK, "xR10")
            .phase("close-combat")
            .says("close-combat", &[SQUAD], "", &[("targets", "american-squad-6-6-6 (xR10)")])
            .rolls(&[1, 1])
    };
    fight().lost(YANK, "xR10").other_side().comes_clean();
    fight().other_side().breaks("SK2-3.8-RESULT");
}

#[test]
fn fire_needs_a_line_of_sight() {
    germans()
        .piece(SQUAD, "xO6")
        .piece(YANK, "xO10")
        .phase("prep-fire")
        .fires(&[SQUAD], "xO10", "prep fire")
        .rolls(&[6, 5])
        .phase("movement")
        .breaks("SK2-3.2.1-LOS-REQ");
}

#[test]
fn first_fire_comes_too_late_when_the_mover_has_gone_on() {
    germans()
        .piece(SQUAD, "xS10")
        .piece(YANK, "xP9")
        .phase("movement")
        .moves(&[SQUAD], "xS10", "xR10")
        .moves(&[SQUAD], "xR10", "xQ10")
        .fires(&[YANK], "xR10", "defensive first fire")
        .rolls(&[6, 5])
        .phase("defensive-fire")
        .breaks("SK2-3.3.1-DFF-TRIGGER");
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
fn whoever_fires_a_machine_gun_has_it() {
    let fire = |other: &'static str| {
        germans()
            .piece(SQUAD, "xS10")
            .piece(SECOND, "xS10")
            .piece(LMG, "xS10")
            .piece(YANK, "xQ10")
            .phase("prep-fire")
            .fires(&[SECOND, LMG], "xQ10", "prep fire")
            .rolls(&[6, 5])
            .phase("movement")
            .moves(&[other], "xS10", "xT10")
            .phase("defensive-fire")
    };
    fire(SQUAD).comes_clean();
    fire(SECOND).breaks("SK2-3.3-MOVE-ELIG");
}

#[test]
fn desperation_morale_stays_on_next_to_an_enemy() {
    let rally = |at: &'static str| {
        germans()
            .broken(SQUAD, "xS10")
            .piece(YANK, at)
            .act(Act::State {
                unit: UnitId::new(SQUAD),
                state: "desperation-morale".to_owned(),
                on: false,
            })
            .phase("prep-fire")
    };
    rally("xA2").comes_clean();
    rally("xR10").breaks("SK2-3.1g-DM-REMOVE");
}

#[test]
fn a_broken_unit_next_to_an_enemy_must_rout() {
    germans()
        .broken(SQUAD, "xS10")
        .piece(YANK, "xR10")
        .phase("rout")
        .phase("advance")
        .breaks("SK2-3.6-MUST");
}

#[test]
fn a_router_goes_to_the_nearest_cover_and_not_to_the_enemy() {
    let rout = |way: &[&'static str]| {
        let mut play = germans().broken(SQUAD, way[0]).piece(YANK, "xR10").phase("rout");
        for pair in way.windows(2) {
            play = play.moves(&[SQUAD], pair[0], pair[1]);
        }
        play.phase("advance")
    };
    rout(&["xS10", "xT10"]).comes_clean();
    rout(&["xS10", "xR9"]).breaks("SK2-3.6-ADJ");
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
