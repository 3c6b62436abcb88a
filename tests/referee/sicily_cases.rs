//! The rule cases of Sicily.

use hexwright::games;
use hexwright::referee::case::{Node, Situation, read_cases, run_case};
use hexwright::source::{Loaded, load};
use std::path::Path;

fn project() -> Loaded {
    load(Path::new(env!("CARGO_MANIFEST_DIR")))
}

#[test]
fn every_case_comes_out_as_expected() {
    let loaded = project();
    let referee = games::referee(loaded.game("sicily").unwrap()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/sicily");
    let (mut played, mut wrong) = (0, Vec::new());
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for case in read_cases(&text).unwrap() {
            let report = run_case(referee.as_ref(), &case);
            played += report.variants;
            for failure in report.failures {
                wrong.push(format!("{}: {}", report.id, failure.differences.join("; ")));
            }
        }
    }
    assert!(played > 30, "only {played} variants were played");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_word_that_no_section_reads_is_refused_with_the_nearest_one_and_its_place() {
    let loaded = project();
    let referee = games::referee(loaded.game("sicily").unwrap()).unwrap();
    let problem = |units: &str, state: &str, entry: &str| {
        let situation = Situation {
            when: Node::parse("{scenario: campaign, turn: 5, side: axis, phase: movement}")
                .unwrap(),
            map: Some(Node::parse("{grid: game, default: level-1}").unwrap()),
            units: Node::parse(units).unwrap(),
            state: Node::parse(state).unwrap(),
            ..Situation::default()
        };
        referee.play(&situation, &[Node::parse(entry).unwrap()]).unwrap_err()
    };
    let unit = "{g: {side: axis, type: tank, movement: 24, at: 3010}}";
    let go = "{do: move, unit: g, to: 3110}";
    let told = |problem: hexwright::referee::Problem| {
        assert!(problem.at.is_some(), "{}", problem.message);
        (problem.message, problem.help.unwrap_or_default())
    };
    for (units, state, entry, message, help) in [
        (
            "{g: {side: axis, typ: tank, at: 3010}}",
            "{}",
            go,
            "`typ` is no part of a unit",
            "`type`",
        ),
        ("{g: {side: axis, type: tanks, at: 3010}}", "{}", go, "`tanks`", "`tank`"),
        ("{g: {side: axes, at: 3010}}", "{}", go, "there is no side `axes`", "`axis`"),
        ("{g: {side: axis, at: 3010, state: cadr}}", "{}", go, "no state `cadr`", "`cadre`"),
        (unit, "{halt-lin: true}", go, "`halt-lin` is no part of a state", "`halt-line`"),
        (unit, "{}", "{do: mov, unit: g, to: 3110}", "no verb `mov`", "`move`"),
        (unit, "{}", "{do: move, unit: h, to: 3110}", "no unit `h`", "`g`"),
        (unit, "{}", "{do: move, unit: g, too: 3110, to: 3110}", "`too` is no part", "`to`"),
    ] {
        let (said, helped) = told(problem(units, state, entry));
        assert!(said.contains(message), "{said}");
        assert!(helped.contains(help), "{said}: {helped}");
    }
}
