//! How real play is heard: a tidy turn of Bridgehead, played as people play it.

mod corrections;
mod declarations;
mod dice;
mod habits;
mod habits_guilty;
mod parts;
mod people;
mod people_guilty;
mod tracker;
mod untouched;

use hexwright::deeds::{Act, Asides, Declared, Deed, Moment, Spot, Talk, UnitId};
use hexwright::interpret::{Codebook, interpret};
use hexwright::model::{Game, Id, Side};
use hexwright::module::vassal::Kit;
use hexwright::referee::court::{Verdict, hear};
use hexwright::referee::pack::Pack;
use hexwright::referee::{Finding, Severity};
use hexwright::replay::Replay;
use hexwright::source::Loaded;
use hexwright::vassal::Limits;
use hexwright::vassal::file::{Opened, open_bytes};
use std::path::Path;
use std::sync::OnceLock;

fn game() -> &'static Game {
    static LOADED: OnceLock<Loaded> = OnceLock::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    LOADED.get_or_init(|| hexwright::source::load(root)).game("bridgehead").unwrap()
}

/// A log as deeds, to be made untidy.
#[derive(Clone)]
struct Log {
    deeds: Vec<Deed>,
    asides: Asides,
}

impl Log {
    /// A legal turn of both sides, and the beginning of the next.
    fn tidy() -> Self {
        static DEEDS: OnceLock<Vec<Deed>> = OnceLock::new();
        let deeds = DEEDS.get_or_init(|| {
            let path =
                Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs/bridgehead-legal.vlog");
            let limits = Limits::default();
            let bytes = std::fs::read(path).unwrap();
            let Opened::Saved(saved) = open_bytes(bytes, &limits).unwrap() else { panic!() };
            let kit = Kit::new(game(), None).unwrap();
            let (guide, mapping) = (kit.guide().unwrap(), kit.mapping());
            let tree = saved.commands(&limits).unwrap();
            let mut codebook = Codebook::new(&mapping, game(), &guide).unwrap();
            let mut replay = Replay::start(&tree, Some(&guide), &limits).unwrap();
            interpret(&mut replay, &mut codebook).unwrap().deeds
        });
        // Steps far apart leave room for what is put between.
        let spread = |deed: &Deed| Deed { step: deed.step * 10, ..deed.clone() };
        Log { deeds: deeds.iter().map(spread).collect(), asides: Asides::default() }
    }

    /// Where a phase of a side is clicked in turn 1.
    fn click(&self, side: &str, phase: &str) -> usize {
        let side = Some(self::side(side));
        let is = |deed: &Deed| {
            matches!(&deed.act, Act::Turn(moment) if moment.turn == 1
                && moment.side == side && moment.phase.iter().any(|id| id == phase))
        };
        self.deeds.iter().position(is).unwrap()
    }

    /// Where a unit goes to a hex.
    fn move_to(&self, unit: &str, hex: &str) -> usize {
        let (unit, hex) = (UnitId::new(unit), spot(hex));
        let is = |deed: &Deed| matches!(&deed.act, Act::Move { unit: u, to, .. } if *u == unit && *to == hex);
        self.deeds.iter().position(is).unwrap()
    }

    /// The nth deed of a kind, from zero.
    fn nth(&self, nth: usize, is: impl Fn(&Act) -> bool) -> usize {
        let found = self.deeds.iter().enumerate().filter(|(_, deed)| is(&deed.act));
        found.map(|(at, _)| at).nth(nth).unwrap()
    }

    fn roll(&self, nth: usize) -> usize {
        self.nth(nth, |act| matches!(act, Act::Roll { .. }))
    }

    fn attack(&self, nth: usize) -> usize {
        self.nth(nth, |act| matches!(act, Act::Declare(declared) if declared.id == "attack"))
    }

    /// Puts deeds in after one.
    fn after(&mut self, at: usize, acts: impl IntoIterator<Item = Act>) {
        let step = self.deeds[at].step;
        for (offset, act) in acts.into_iter().enumerate() {
            let deed = Deed { step: step + 1 + offset, by: None, act };
            self.deeds.insert(at + 1 + offset, deed);
        }
    }

    /// Puts a deed elsewhere: before the deed that is at a place now.
    fn shift(&mut self, from: usize, before: usize) {
        let deed = self.deeds.remove(from);
        let before = before - usize::from(from < before);
        self.deeds.insert(before, deed);
        self.renumber();
    }

    fn renumber(&mut self) {
        for (number, deed) in self.deeds.iter_mut().enumerate() {
            deed.step = number * 10;
        }
    }

    /// Somebody of a side types something after a deed.
    fn say(&mut self, at: usize, by: &str, text: &str) {
        let talk = Talk { step: self.deeds[at].step, by: Some(side(by)), text: text.to_owned() };
        self.asides.talk.push(talk);
    }

    fn heard(&self) -> Verdict {
        let pack = Pack::new(game()).unwrap();
        hear(&pack, None, &self.deeds, &self.asides, false, None).unwrap()
    }

    fn findings(&self) -> Vec<Finding> {
        let rulings = self.heard().rulings.into_iter();
        rulings.flat_map(|ruling| ruling.judgement.findings).collect()
    }

    /// Nobody is accused; the notes.
    #[track_caller]
    fn excused(&self) -> Vec<String> {
        let (accused, notes) = self.said();
        assert!(accused.is_empty(), "{accused:?}");
        notes
    }

    /// The only accusation.
    #[track_caller]
    fn accused(&self, severity: Severity, rule: &str) -> String {
        let findings = self.findings();
        let mut accused = findings.iter().filter(|finding| finding.accuses());
        let (first, more) = (accused.next(), accused.next());
        let Some(first) = first else { panic!("nobody is accused: {findings:?}") };
        assert!(more.is_none(), "{findings:?}");
        assert_eq!(first.severity, severity, "{}", first.message);
        let cited: Vec<String> = first.cited().map(|rule| rule.to_string()).collect();
        assert!(cited.iter().any(|cited| cited == rule), "{cited:?} {}", first.message);
        first.message.clone()
    }

    /// Nobody clicks.
    fn without_clicks(mut self) -> Self {
        self.deeds.retain(|deed| !matches!(deed.act, Act::Turn(_)));
        self
    }

    /// Only these clicks of turn 1 are made; those of later turns are not.
    fn with_clicks(mut self, kept: &[(&str, &str)]) -> Self {
        let kept: Vec<usize> = kept.iter().map(|(side, phase)| self.click(side, phase)).collect();
        let mut at = 0;
        self.deeds.retain(|deed| {
            at += 1;
            !matches!(deed.act, Act::Turn(_)) || kept.contains(&(at - 1))
        });
        self
    }

    /// Leaves out deeds.
    fn without(mut self, is: impl Fn(&Act) -> bool) -> Self {
        let before = self.deeds.len();
        self.deeds.retain(|deed| !is(&deed.act));
        assert!(self.deeds.len() < before, "nothing was left out");
        self
    }

    /// Turns a deed into another.
    fn instead(mut self, at: usize, act: Act) -> Self {
        self.deeds[at].act = act;
        self
    }

    /// Puts deeds in after one.
    fn with(mut self, at: usize, acts: impl IntoIterator<Item = Act>) -> Self {
        self.after(at, acts);
        self
    }

    /// A slip: no violation, and one suspicion at most.
    #[track_caller]
    fn forgiven(&self) {
        let findings = self.findings();
        let accused: Vec<&Finding> = findings.iter().filter(|finding| finding.accuses()).collect();
        let violations = accused.iter().filter(|one| one.severity == Severity::Violation).count();
        let (words, _) = self.said();
        assert!(violations == 0 && accused.len() <= 1, "{words:?}");
    }

    /// Somebody is accused under one of these rules.
    #[track_caller]
    fn guilty(&self, rules: &[&str]) {
        let findings = self.findings();
        let mut accused = findings.iter().filter(|finding| finding.accuses());
        let fits = |rule: hexwright::referee::RuleId| rules.iter().any(|known| *rule == **known);
        let (words, _) = self.said();
        assert!(accused.any(|finding| finding.cited().any(fits)), "{words:?}");
    }

    /// Accusations and notes in words.
    fn said(&self) -> (Vec<String>, Vec<String>) {
        let words = |finding: &Finding| format!("{} {}", finding.rule, finding.message);
        let findings = self.findings();
        let (accused, notes): (Vec<&Finding>, Vec<&Finding>) =
            findings.iter().partition(|finding| finding.accuses());
        (accused.into_iter().map(words).collect(), notes.into_iter().map(words).collect())
    }
}

fn side(id: &str) -> Id<Side> {
    game().sides.find(id).unwrap()
}

fn spot(hex: &str) -> Spot {
    let (map, sheet) = game().maps.entries().next().unwrap();
    Spot::At(map, sheet.grid.parse(hex).unwrap().into())
}

fn moves(unit: &str, from: &str, to: &str) -> Act {
    Act::Move { unit: UnitId::new(unit), from: spot(from), to: spot(to) }
}

fn state(unit: &str, on: bool) -> Act {
    Act::State { unit: UnitId::new(unit), state: "disrupted".to_owned(), on }
}

fn rolls(face: u32) -> Act {
    Act::Roll { dice: "1d6".to_owned(), faces: vec![face] }
}

fn attack(units: &[&str], hex: &str) -> Act {
    Act::Declare(Declared {
        id: "attack".to_owned(),
        units: units.iter().map(|unit| UnitId::new(unit)).collect(),
        places: vec![spot(hex)],
        ..Declared::default()
    })
}

fn turn(deed: &Deed) -> Moment {
    match &deed.act {
        Act::Turn(moment) => moment.clone(),
        other => panic!("{other:?} is no click"),
    }
}

#[test]
fn a_tidy_log_is_heard_without_a_word() {
    assert_eq!(Log::tidy().excused(), Vec::<String>::new());
}
