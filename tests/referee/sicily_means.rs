//! Logs of Sicily written deed by deed: landings, drops, reinforcements, points, declarations, evacuation.

use hexwright::deeds::{Act, Declared, Deed, Moment, Spot, Standing, UnitId};
use hexwright::games;
use hexwright::hex::{BoxId, Location};
use hexwright::model::Game;
use hexwright::source::{Loaded, load};
use std::path::Path;
use std::sync::{Arc, OnceLock};

fn game() -> &'static Game {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| load(Path::new(env!("CARGO_MANIFEST_DIR"))));
    loaded.game("sicily").unwrap()
}

/// A hex, or a box by its name.
fn spot(id: &str) -> Spot {
    let (map, own) = game().maps.entries().next().unwrap();
    if let Ok(hex) = own.grid.parse(id) {
        return Spot::At(map, Location::Hex(hex));
    }
    let number = own.box_locations.iter().position(|location| location == id);
    match number.and_then(|number| u16::try_from(number).ok()) {
        Some(number) => Spot::At(map, Location::Box(BoxId(number))),
        None => Spot::Elsewhere(Arc::from(id)),
    }
}

/// A log being written.
struct Log {
    deeds: Vec<Deed>,
    turn: i32,
    side: &'static str,
}

impl Log {
    /// Begins in a phase of a side, with these units.
    fn begin(turn: i32, side: &'static str, phase: &str, pieces: &[(&str, &str)]) -> Log {
        let stand = |(unit, at): &(&str, &str)| {
            assert!(game().counters.find(UnitId::new(unit).counter()).is_some(), "{unit}");
            let (unit, at) = (UnitId::new(unit), spot(at));
            Standing { unit, at, steps: None, states: Vec::new() }
        };
        let mut log = Log { deeds: Vec::new(), turn, side };
        let act = Act::SetUp {
            pieces: pieces.iter().map(stand).collect(),
            markers: Vec::new(),
            moment: Some(log.moment(phase)),
            scenario: Some("campaign".to_owned()),
        };
        log.deeds.push(Deed { step: 0, by: None, act });
        log
    }

    fn moment(&self, phase: &str) -> Moment {
        Moment {
            turn: self.turn,
            phase: vec![phase.to_owned()],
            side: game().sides.find(self.side),
        }
    }

    fn act(mut self, act: Act) -> Self {
        self.deeds.push(Deed { step: self.deeds.len(), by: None, act });
        self
    }

    fn goes(self, unit: &str, from: &str, to: &str) -> Self {
        self.act(Act::Move { unit: UnitId::new(unit), from: spot(from), to: spot(to) })
    }

    fn says(self, id: &str, units: &[&str], values: &[(&str, &str)]) -> Self {
        self.act(Act::Declare(Declared {
            id: id.to_owned(),
            units: units.iter().map(|unit| UnitId::new(unit)).collect(),
            places: Vec::new(),
            values: values.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        }))
    }

    fn rolls(self, faces: &[u32]) -> Self {
        self.act(Act::Roll { dice: "1d6".to_owned(), faces: faces.to_vec() })
    }

    fn marks(self, marker: &str, to: &str) -> Self {
        self.act(Act::Marker { marker: marker.to_owned(), from: None, to: Some(spot(to)) })
    }

    /// The phase ends with the next one, and these rules were broken in it.
    fn breaks(self, next: &str, rules: &[&str]) {
        let moment = self.moment(next);
        let log = self.act(Act::Turn(moment));
        let referee = games::referee(game()).unwrap();
        let rulings = referee.hear_all(Some("campaign"), &log.deeds).unwrap();
        let findings = rulings.iter().flat_map(|ruling| &ruling.judgement.findings);
        let said: Vec<_> = findings.filter(|found| found.accuses()).collect();
        let broken: Vec<&str> = said.iter().map(|found| found.rule.as_str()).collect();
        assert_eq!(broken, rules, "{said:#?}");
    }

    fn ends_well(self, next: &str) {
        self.breaks(next, &[]);
    }
}

#[test]
fn a_second_wave_lands_in_its_own_box_and_goes_on_with_what_is_left() {
    let begin = || Log::begin(1, "allied", "special-movement", &[("us-18-1", "kool-box")]);
    begin().goes("us-18-1", "kool-box", "3724").ends_well("special-combat");
    begin()
        .goes("us-18-1", "kool-box", "3724")
        .goes("us-18-1", "3724", "3723")
        .ends_well("special-combat");
    begin().goes("us-18-1", "kool-box", "4027").breaks("special-combat", &["SIC-18.22"]);
}

#[test]
fn reinforcements_come_in_at_their_depots_and_not_early() {
    let begin = |turn| {
        let pieces = [("us-depot-1", "3724"), ("us-39-9", "nowhere")];
        Log::begin(turn, "allied", "movement", &pieces)
    };
    begin(3).goes("us-39-9", "nowhere", "3724").ends_well("combat");
    begin(4).goes("us-39-9", "nowhere", "3722").ends_well("combat");
    begin(2).goes("us-39-9", "nowhere", "3724").breaks("combat", &["SIC-27.15"]);
    begin(3).goes("us-39-9", "nowhere", "3305").breaks("combat", &["SIC-27.11"]);
}

#[test]
fn a_drop_reinforces_next_to_a_friend() {
    let begin = || {
        let pieces = [("us-1-504-82", "airborne-bases"), ("us-16-1", "3822")];
        Log::begin(2, "allied", "movement", &pieces)
    };
    let said = |log: Log, target| {
        let values = [("mission", "reinforcement"), ("target", target)];
        log.says("airborne", &["us-1-504-82"], &values).goes(
            "us-1-504-82",
            "airborne-bases",
            target,
        )
    };
    said(begin(), "3722").ends_well("combat");
    said(begin(), "3620").breaks("combat", &["SIC-19.23b"]);
}

#[test]
fn depots_bring_what_their_places_are_worth() {
    let begin =
        || Log::begin(5, "allied", "supply", &[("us-depot-1", "3724"), ("us-depot-2", "3623")]);
    let gains = |change| {
        begin().says(
            "support-points",
            &[],
            &[("nation", "US"), ("change", change), ("reason", "depots"), ("left", "9")],
        )
    };
    gains("5").breaks("movement", &["SIC-22.32"]);
    // Gela is a minor port, 3623 a beach.
    gains("3").ends_well("movement");
}

#[test]
fn an_optional_regiment_is_paid_in_full() {
    let begin = || {
        let pieces = [("us-depot-1", "3724"), ("us-141-36", "optional")];
        Log::begin(8, "allied", "movement", &pieces).goes("us-141-36", "optional", "3724")
    };
    let pays = |change| {
        begin().says(
            "support-points",
            &[],
            &[("nation", "US"), ("change", change), ("reason", "an optional unit"), ("left", "3")],
        )
    };
    pays("-2").ends_well("combat");
    pays("-1").breaks("combat", &["SIC-27.16"]);
    begin().ends_well("combat");
}

#[test]
fn axis_units_leave_from_the_strait_only() {
    let begin = |at| Log::begin(18, "axis", "movement", &[("ge-104-15pg", at)]);
    let leaves = |log: Log, at| {
        log.says("evacuate", &["ge-104-15pg"], &[]).goes("ge-104-15pg", at, "evacuated")
    };
    leaves(begin("5903"), "5903").ends_well("combat");
    leaves(begin("5703"), "5703").breaks("combat", &["SIC-26.11"]);
}

#[test]
fn emergency_bombing_waits_for_turn_4() {
    let declares = |turn| {
        Log::begin(turn, "allied", "bookkeeping", &[])
            .says("bookkeeping", &[], &[("what", "airfields"), ("number", "0")])
            .says("bookkeeping", &[], &[("what", "Emergency Bombing"), ("number", "")])
    };
    declares(4).ends_well("supply");
    declares(3).breaks("supply", &["SIC-23.25"]);
}

#[test]
fn an_italian_who_rolls_high_loses_a_step() {
    let begin =
        || {
            Log::begin(8, "axis", "bookkeeping", &[("it-33-liv", "3418"), ("us-16-1", "3419")])
                .says("roll", &[], &[("purpose", "desertion"), ("what", "it-33-liv")])
        };
    let loses = |log: Log| log.act(Act::Steps { unit: UnitId::new("it-33-liv"), from: 2, to: 1 });
    // Morale 2 takes one off, the regiment beside it adds one.
    loses(begin().rolls(&[6])).ends_well("supply");
    begin().rolls(&[3]).ends_well("supply");
    // The chit of a regiment may have been turned, which no log shows; a battalion has none.
    begin().rolls(&[6]).ends_well("supply");
    let pieces = [("it-19-ccnn", "3418"), ("us-16-1", "3419")];
    Log::begin(8, "axis", "bookkeeping", &pieces)
        .says("roll", &[], &[("purpose", "desertion"), ("what", "it-19-ccnn")])
        .rolls(&[6])
        .breaks("supply", &["SIC-27.32"]);
}

#[test]
fn nobody_drops_in_rain() {
    let turn = |space| {
        let pieces = [("us-1-504-82", "airborne-bases"), ("us-16-1", "3822")];
        let log = Log::begin(2, "", "weather", &pieces).marks("weather", space);
        let log = Log { side: "allied", ..log };
        let moment = log.moment("movement");
        log.act(Act::Turn(moment)).goes("us-1-504-82", "airborne-bases", "3722")
    };
    turn("weather:rain").breaks("combat", &["SIC-19.24"]);
    turn("weather:good").ends_well("combat");
}
