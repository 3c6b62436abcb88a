//! The audit as a tournament director meets it: real logs, wrong modules, damaged files.

use crate::support::hexwright;
use hexwright::audit::{Audit, Court, Request, Source};
use hexwright::module::vassal::declare::Said;
use hexwright::module::vassal::log::LogWriter;
use hexwright::module::vassal::{Kit, ModuleError};
use hexwright::page::{Options, audited_page};
use hexwright::referee::case::{Node, Situation};
use hexwright::referee::court::Customs;
use hexwright::referee::{Hearing, Judgement, Problem, Referee, Rule};
use hexwright::vassal::Limits;
use hexwright::vassal::file::{Opened, SavedGame, open_bytes};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The module of Bridgehead, built once.
fn module() -> &'static Path {
    static MODULE: OnceLock<PathBuf> = OnceLock::new();
    MODULE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit");
        let _ = std::fs::remove_dir_all(&folder);
        let demo = folder.to_str().unwrap();
        let made = hexwright(&["demo", demo]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        folder.join("build/bridgehead/bridgehead-1.0.vmod")
    })
}

fn audit(log: &str, more: &[&str]) -> Output {
    let mut args = vec!["audit", log, "--module", module().to_str().unwrap()];
    args.extend(more);
    hexwright(&args)
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn the_five_planted_violations_are_named_and_nothing_else() {
    let output = audit("tests/logs/bridgehead-planted.vlog", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    let mut found: Vec<(String, String)> = report["audits"][0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
            (text("rule"), text("moment"))
        })
        .collect();
    found.sort();
    let movement = "turn 1, Lorn: Movement Phase";
    let planted = [
        ("BH-2.0", "turn 1, Lorn: Rally Phase"),
        ("BH-3.0", movement),
        ("BH-4.0", "turn 1, Kess: Movement Phase"),
        ("BH-5.0", movement),
        ("BH-5.0", movement),
    ]
    .map(|(rule, moment)| (rule.to_owned(), moment.to_owned()));
    assert_eq!(found, planted);
}

#[test]
fn a_game_of_the_project_is_audited_without_its_module() {
    let log = "tests/logs/bridgehead-planted.vlog";
    let output = hexwright(&["audit", log, "--game", "bridgehead", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let by_game = json(&output);
    let by_module = json(&audit(log, &["--format", "json"]));
    assert_eq!(by_game["audits"][0]["findings"], by_module["audits"][0]["findings"]);
    assert_eq!(by_game["audits"][0]["coverage"], by_module["audits"][0]["coverage"]);
    let neither = hexwright(&["audit", log]);
    assert_eq!(neither.status.code(), Some(2));
}

#[test]
fn findings_carry_a_sketch() {
    let report = json(&audit("tests/logs/bridgehead-planted.vlog", &["--format", "json"]));
    let findings = report["audits"][0]["findings"].as_array().unwrap().clone();
    let of = |rule: &str| findings.iter().find(|finding| finding["rule"] == rule).unwrap().clone();
    let route = of("BH-5.0")["sketch"]["routes"][0].clone();
    assert!(route["steps"].as_array().unwrap().len() > 2, "{route}");
    assert_eq!(of("BH-3.0")["sketch"]["marks"][0]["at"], "0508");
    assert_eq!(of("BH-4.0")["sketch"]["zones"][0]["side"], "lorn");
}

#[test]
fn legal_moves_and_attacks_are_worked_out_when_asked() {
    let text = |step: &str| {
        let output = audit("tests/logs/bridgehead-legal.vlog", &["--explain", step]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let route = text("24");
    assert!(route.contains("legal") && route.contains("1107 → 1106"), "{route}");
    assert!(route.contains("total 3 of 4"), "{route}");
    let odds = text("34");
    assert!(odds.contains("odds ") && odds.contains("roll 6 in column"), "{odds}");
}

#[test]
fn a_legal_game_is_clean() {
    let output = audit("tests/logs/bridgehead-legal.vlog", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let report = json(&output);
    let audit = &report["audits"][0];
    assert_eq!(audit["findings"].as_array().map(Vec::len), Some(0));
    assert!(audit["coverage"]["judged"].as_u64().unwrap() > 20);
}

#[test]
fn house_rules_allow_and_are_told() {
    let output = audit("tests/logs/bridgehead-planted.vlog", &["--allow", "BH-3.0"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("4 violations"), "{text}");
    assert!(text.contains("Allowed by house rules"), "{text}");
}

#[test]
fn a_step_is_explained_with_its_arithmetic() {
    let output = audit("tests/logs/bridgehead-planted.vlog", &["--explain", "27"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1207 → 1206") && text.contains("5 of 4"), "{text}");
}

#[test]
fn sarif_and_junit_name_every_finding() {
    let sarif = json(&audit("tests/logs/bridgehead-planted.vlog", &["--format", "sarif"]));
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(5));
    let junit = audit("tests/logs/bridgehead-planted.vlog", &["--format", "junit"]);
    let text = String::from_utf8_lossy(&junit.stdout).into_owned();
    assert_eq!(text.matches("<failure").count(), 5, "{text}");
    let mut reader = quick_xml::Reader::from_str(&text);
    while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
}

#[test]
fn a_foreign_module_is_audited_through_its_mapping() {
    let output = hexwright(&[
        "audit",
        "tests/logs/mini.vlog",
        "--module",
        "tests/logs/mini.vmod",
        "--mapping",
        "examples/foreign-module/mapping.toml",
        "--project",
        "examples/foreign-module",
        "--format",
        "json",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    let audit = &report["audits"][0];
    let rules: Vec<&str> = audit["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|finding| finding["rule"].as_str())
        .collect();
    assert!(rules.contains(&"MINI-1"), "{rules:?}");
    assert!(audit["gaps"]["unknown_pieces"].as_object().unwrap().is_empty());
}

#[test]
fn a_log_of_another_game_is_told_and_accuses_nobody() {
    let output = audit("tests/logs/mini.vlog", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let report = json(&output);
    let audit = &report["audits"][0];
    let notices = audit["notices"].to_string();
    assert!(notices.contains("Mini"), "{notices}");
    assert!(!audit["gaps"]["unknown_pieces"].as_object().unwrap().is_empty());
    assert_eq!(audit["findings"].as_array().map(Vec::len), Some(0));
}

#[test]
fn damaged_and_missing_logs_end_with_a_reason_and_no_panic() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-damaged");
    std::fs::create_dir_all(&folder).unwrap();
    let whole = std::fs::read("tests/logs/bridgehead-planted.vlog").unwrap();
    for length in [0, 10, whole.len() / 2, whole.len() - 20] {
        let path = folder.join(format!("cut-{length}.vlog"));
        std::fs::write(&path, &whole[..length]).unwrap();
        let output = audit(path.to_str().unwrap(), &[]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(!told.contains("panicked"), "{told}");
    }
    let output = audit("tests/logs/nowhere.vlog", &[]);
    assert_eq!(output.status.code(), Some(2));
    let output = hexwright(&["audit", "tests/logs/mini.vlog", "--module", "tests/logs/mini.vmod"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--mapping"));
}

/// Audits a log written for the purpose.
fn audited(
    write: impl FnOnce(&mut LogWriter<'_>) -> Result<(), ModuleError>,
    change: impl FnOnce(&mut SavedGame),
) -> Audit {
    let loaded = hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let game = loaded.game("bridgehead").unwrap();
    let kit = Kit::new(game, None).unwrap();
    let limits = Limits::default();
    let mut log = LogWriter::new(&kit, "crossing", Vec::new()).unwrap();
    write(&mut log).unwrap();
    let Opened::Saved(mut saved) = open_bytes(log.pack("").unwrap(), &limits).unwrap() else {
        panic!("no log")
    };
    change(&mut saved);
    let court = Court {
        game,
        referee: &*hexwright::games::referee(game).unwrap(),
        mapping: &kit.mapping(),
        guide: &kit.guide().unwrap(),
        limits: &limits,
    };
    court.audit("made", &saved, &Request::default()).unwrap()
}

/// Puts a unit into a hex.
fn put(log: &mut LogWriter<'_>, unit: &str, hex: &str) -> Result<(), ModuleError> {
    let game = log.game();
    let map = game.maps.find("sarn").unwrap();
    let at = game.maps[map].grid.parse(hex).unwrap();
    log.relocate(&[unit], map, at.into())
}

#[test]
fn a_log_cut_off_in_a_fight_accuses_nobody_of_what_is_missing() {
    let audit = audited(
        |log| {
            put(log, "l-71", "0508")?;
            log.turn(1, 1);
            log.turn(1, 2);
            let units = vec![("l-71".to_owned(), "0508".to_owned())];
            log.declare("attack", &Said { units, place: "0507".to_owned(), ..Said::default() })?;
            log.roll("1d6", &[1])
        },
        |_| {},
    );
    let told: Vec<String> =
        audit.coverage.unchecked().iter().map(|one| one.what.reason.to_string()).collect();
    assert!(told.iter().any(|reason| reason.contains("the log ends before")), "{told:?}");
    let combat = audit.findings.iter().filter(|entry| entry.finding.rule.starts_with("BH-6"));
    assert_eq!(combat.count(), 0, "{:#?}", audit.findings);
}

#[test]
fn another_version_and_an_impossible_position_are_told() {
    let audit = audited(
        |log| {
            put(log, "l-71", "0507")?;
            log.turn(1, 1);
            put(log, "l-71", "0506")
        },
        |saved| {
            if let Some(data) = &mut saved.moduledata {
                data.version = "0.9".to_owned();
            }
        },
    );
    assert!(audit.notices.iter().any(|notice| notice.contains("version 0.9")), "{audit:#?}");
    assert!(audit.findings.iter().any(|entry| entry.finding.rule == "BH-1.1"), "{audit:#?}");
}

#[test]
fn a_separate_bridge_marker_takes_the_road_off_the_river() {
    let crossing = |blown: bool| {
        let audit = audited(
            |log| {
                let game = log.game();
                let map = game.maps.find("sarn").unwrap();
                put(log, "l-12r", "0509")?;
                put(log, "k-221", "0301")?;
                put(log, "k-31", "0302")?;
                if blown {
                    let hex = game.maps[map].grid.parse("0507").unwrap();
                    log.add("bridge-blown", "bridge-blown", map, hex.into())?;
                }
                log.begin_here();
                log.turn(1, 1);
                put(log, "l-12r", "0507")?;
                log.turn(1, 2);
                Ok(())
            },
            |_| {},
        );
        audit.findings.iter().any(|entry| {
            entry.finding.rule == "BH-5.0" && entry.finding.units.contains(&"l-12r".to_owned())
        })
    };
    assert!(!crossing(false), "the bridge stands");
    assert!(crossing(true), "the bridge is gone");
}

#[test]
fn a_piece_nudged_within_its_hex_and_a_drag_in_hops_are_one_move() {
    let audit = audited(
        |log| {
            put(log, "l-71", "0509")?;
            log.begin_here();
            log.turn(1, 1);
            put(log, "l-71", "0509")?;
            put(log, "l-71", "0801")?;
            put(log, "l-71", "0509")?;
            put(log, "l-71", "0508")?;
            log.turn(1, 2);
            Ok(())
        },
        |_| {},
    );
    assert_eq!(audit.gaps.nudges, 1, "{:?}", audit.gaps);
    let moves = audit.findings.iter().filter(|entry| entry.finding.rule == "BH-5.0");
    assert_eq!(moves.count(), 0, "{:#?}", audit.findings);
}

/// A referee that counts how often it begins to hear a log.
struct Counting<'r> {
    inner: &'r dyn Referee,
    heard: AtomicUsize,
}

impl Referee for Counting<'_> {
    fn rules(&self) -> Vec<&Rule> {
        self.inner.rules()
    }

    fn play(&self, situation: &Situation, log: &[Node]) -> Result<Vec<Judgement>, Problem> {
        self.inner.play(situation, log)
    }

    fn hearing(&self, scenario: Option<&str>) -> Option<Box<dyn Hearing + '_>> {
        self.heard.fetch_add(1, Ordering::Relaxed);
        self.inner.hearing(scenario)
    }

    fn customs(&self) -> Option<&dyn Customs> {
        self.inner.customs()
    }
}

#[test]
fn a_tidy_log_is_heard_once_for_its_report_and_its_page_together() {
    let loaded = hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let limits = Limits::default();
    for (id, log) in [("bridgehead", "bridgehead-legal"), ("italy43", "italy43-example")] {
        let game = loaded.game(id).unwrap();
        let kit = Kit::new(game, None).unwrap();
        let inner = hexwright::games::referee(game).unwrap();
        let referee = Counting { inner: &*inner, heard: AtomicUsize::new(0) };
        let bytes = std::fs::read(format!("tests/logs/{log}.vlog")).unwrap();
        let Opened::Saved(saved) = open_bytes(bytes, &limits).unwrap() else { panic!("no log") };
        let (mapping, guide) = (kit.mapping(), kit.guide().unwrap());
        let (mapping, guide, limits) = (&mapping, &guide, &limits);
        let court = Court { game, referee: &referee, mapping, guide, limits };
        let sources = [Source { name: log, saved: &saved }];
        let options = Options::default();
        let (audit, page) =
            audited_page(&court, &sources, false, &Request::default(), None, &options).unwrap();
        assert_eq!(referee.heard.load(Ordering::Relaxed), 1, "{id}");
        assert!(audit.account.judged > 0 && page.contains("\"overlays\""), "{id}");
    }
}

#[test]
fn a_log_of_which_nothing_can_be_judged_is_neither_clean_nor_guilty() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing-judged");
    std::fs::create_dir_all(&folder).unwrap();
    for (game, scenario) in [("bridgehead", "crossing"), ("italy43", ""), ("asl-sk2", "")] {
        let log = empty_log(game, scenario);
        let path = folder.join(format!("{game}.vlog"));
        std::fs::write(&path, log).unwrap();
        let run = |more: &[&str]| {
            let mut args = vec!["audit", path.to_str().unwrap(), "--game", game];
            args.extend(more);
            hexwright(&args)
        };
        let text = run(&[]);
        assert_eq!(
            text.status.code(),
            Some(3),
            "{game}: {}",
            String::from_utf8_lossy(&text.stdout)
        );
        assert!(String::from_utf8_lossy(&text.stdout).contains("NOTHING WAS JUDGED"), "{game}");
        let report = json(&run(&["--format", "json"]));
        assert_eq!(report["audits"][0]["verdict"], "little judged", "{game}");
        let account = &report["audits"][0]["account"];
        let sum = |counts: &Value| -> u64 {
            counts.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum()
        };
        let all = account["judged"].as_u64().unwrap()
            + sum(&account["unchecked"])
            + sum(&account["aside"]);
        assert_eq!(account["deeds"], all, "{game}: every deed ends somewhere");
        let page = folder.join(format!("{game}.html"));
        let made = run(&["--format", "html", "--force", "--out", page.to_str().unwrap()]);
        assert_eq!(made.status.code(), Some(3), "{game}");
        assert!(std::fs::read_to_string(page).unwrap().contains("NOTHING WAS JUDGED"), "{game}");
    }
}

/// A log in which somebody only talks.
fn empty_log(game: &str, scenario: &str) -> Vec<u8> {
    let loaded = hexwright::source::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let game = loaded.game(game).unwrap();
    let kit = Kit::new(game, None).unwrap();
    let first = game.scenarios.iter().next().unwrap().id.clone();
    let scenario = if scenario.is_empty() { first.as_str() } else { scenario };
    let mut log = LogWriter::new(&kit, scenario, Vec::new()).unwrap();
    log.chat("ready?");
    log.pack("").unwrap()
}
