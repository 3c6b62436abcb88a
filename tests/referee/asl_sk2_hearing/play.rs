//! A log written by hand, deed by deed.

use hexwright::deeds::{Act, Declared, Deed, Moment, Spot, Standing, UnitId};
use hexwright::games::referee;
use hexwright::hex::Location;
use hexwright::model::{Game, Id, Side};
use hexwright::referee::{Ruling, Severity};
use hexwright::source::Loaded;
use std::path::Path;
use std::sync::{Arc, OnceLock};

pub fn game() -> &'static Game {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let loaded =
        LOADED.get_or_init(|| hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR"))));
    loaded.game("asl-sk2").expect("the game")
}

/// A log being written.
pub struct Play {
    pub scenario: &'static str,
    pub pieces: Vec<Standing>,
    deeds: Vec<Deed>,
    step: usize,
    side: &'static str,
    turn: i32,
}

pub fn spot(id: &str) -> Spot {
    let found = game().maps.entries().find_map(|(map, one)| {
        let board = id.starts_with(one.id.as_str());
        let hex = one.grid.parse(id).ok().filter(|_| board)?;
        Some(Spot::At(map, Location::Hex(hex)))
    });
    found.unwrap_or_else(|| Spot::Elsewhere(Arc::from(id)))
}

pub fn side(id: &str) -> Option<Id<Side>> {
    game().sides.find(id)
}

impl Play {
    pub fn new(scenario: &'static str, side: &'static str) -> Self {
        Play { scenario, pieces: Vec::new(), deeds: Vec::new(), step: 0, side, turn: 2 }
    }

    pub fn piece(mut self, unit: &str, at: &str) -> Self {
        assert!(game().counters.find(UnitId::new(unit).counter()).is_some(), "{unit}");
        self.pieces.push(Standing {
            unit: UnitId::new(unit),
            at: spot(at),
            steps: Some(1),
            states: Vec::new(),
        });
        self
    }

    pub fn broken(mut self, unit: &str, at: &str) -> Self {
        self = self.piece(unit, at);
        let last = self.pieces.last_mut().unwrap();
        last.steps = Some(0);
        last.states.push("desperation-morale".to_owned());
        self
    }

    pub fn malfunctioned(mut self, weapon: &str, at: &str) -> Self {
        self = self.piece(weapon, at);
        self.pieces.last_mut().unwrap().steps = Some(0);
        self
    }

    pub fn act(mut self, act: Act) -> Self {
        self.step += 1;
        self.deeds.push(Deed { step: self.step, by: None, act });
        self
    }

    pub fn phase(self, phase: &str) -> Self {
        let moment = moment(self.turn, phase, self.side);
        self.act(Act::Turn(moment))
    }

    /// The player turn passes to the other side.
    pub fn other_side(self) -> Self {
        let other = if self.side == "axis" { "allied" } else { "axis" };
        self.act(Act::Turn(moment(2, "rally", other)))
    }

    /// A later player turn begins.
    pub fn passes_to(mut self, turn: i32, side: &'static str) -> Self {
        (self.turn, self.side) = (turn, side);
        self.phase("rally")
    }

    pub fn moves(self, units: &[&str], from: &str, to: &str) -> Self {
        let mut play = self;
        for unit in units {
            let (from, to) = (spot(from), spot(to));
            play = play.act(Act::Move { unit: UnitId::new(unit), from, to });
        }
        play
    }

    pub fn says(self, id: &str, units: &[&str], place: &str, values: &[(&str, &str)]) -> Self {
        self.act(Act::Declare(Declared {
            id: id.to_owned(),
            units: units.iter().map(|unit| UnitId::new(unit)).collect(),
            places: if place.is_empty() { Vec::new() } else { vec![spot(place)] },
            values: values.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        }))
    }

    pub fn fires(self, units: &[&str], place: &str, kind: &str) -> Self {
        self.says("fire", units, place, &[("kind", kind), ("direction", "no leader directs")])
    }

    pub fn checks(self, unit: &str, check: &str) -> Self {
        self.says("check", &[unit], "", &[("check", check)])
    }

    pub fn rolls(self, faces: &[u32]) -> Self {
        let dice = if faces.len() == 2 { "DR" } else { "dr" };
        self.act(Act::Roll { dice: dice.to_owned(), faces: faces.to_vec() })
    }

    pub fn turns(self, unit: &str, back: bool) -> Self {
        let (from, to) = if back { (1, 0) } else { (0, 1) };
        self.act(Act::Steps { unit: UnitId::new(unit), from, to })
    }

    pub fn marks(self, unit: &str, state: &str) -> Self {
        self.act(Act::State { unit: UnitId::new(unit), state: state.to_owned(), on: true })
    }

    pub fn lost(self, unit: &str, at: &str) -> Self {
        self.act(Act::Leave { unit: UnitId::new(unit), from: spot(at) })
    }

    /// Another counter takes the place of a unit.
    pub fn becomes(self, unit: &str, other: &str, at: &str) -> Self {
        let standing =
            Standing { unit: UnitId::new(other), at: spot(at), steps: Some(1), states: Vec::new() };
        self.lost(unit, at).act(Act::Arrive(standing))
    }

    pub fn marker(self, marker: &str, at: &str) -> Self {
        let to = Some(spot(at));
        self.act(Act::Marker { marker: marker.to_owned(), from: None, to })
    }

    pub fn heard(self) -> Vec<Ruling> {
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
    pub fn found(self) -> Vec<(usize, Vec<String>, String)> {
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

    pub fn comes_clean(self) {
        assert_eq!(self.found(), []);
    }

    pub fn breaks(self, rule: &str) {
        let found = self.found();
        assert_eq!(found.len(), 1, "one mistake, one finding: {found:?}");
        assert!(found[0].1.iter().any(|known| known == rule), "{rule}: {found:?}");
    }
}

pub fn moment(turn: i32, phase: &str, of: &str) -> Moment {
    Moment { turn, phase: vec!["player-turn".to_owned(), phase.to_owned()], side: side(of) }
}

pub const SQUAD: &str = "german-squad-4-6-7";
pub const SECOND: &str = "german-squad-4-6-7#2";
pub const LEADER: &str = "german-leader-8-1";
pub const LMG: &str = "german-lmg";
pub const YANK: &str = "american-squad-6-6-6";

/// The attacker is German, on board x in December.
pub fn germans() -> Play {
    Play::new("S12", "axis")
}
