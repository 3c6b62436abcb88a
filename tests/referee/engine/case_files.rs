//! Case files: nodes with their places, patches of map, examples of rules.

use hexwright::referee::RuleId;
use hexwright::referee::case::{Node, Patch, read_cases};
use hexwright::referee::pack::Pack;
use hexwright::report::example;
use serde::Deserialize;
use std::collections::BTreeMap;

#[test]
fn scalars_stay_as_written_and_know_their_place() {
    let node = Node::parse("a: 0512\nb: {c: 2 1/3, d: [x, 'y: z']}\n").unwrap();
    assert_eq!(node.word("a"), Some("0512"));
    let b = node.get("b").unwrap();
    assert_eq!(b.word("c"), Some("2 1/3"));
    let d = b.get("d").unwrap();
    assert_eq!(d.items()[1].text(), Some("y: z"));
    assert_eq!(d.items()[1].at.0, 2);
}

#[test]
fn patches_merge_mappings_and_replace_lists() {
    let base = Node::parse("u: {a: {at: A1, state: [x, y]}}").unwrap();
    let patch = Node::parse("u: {a: {state: [z]}, b: {at: B2}}").unwrap();
    let merged = base.patched(&patch);
    let expected = Node::parse("u: {a: {at: A1, state: [z]}, b: {at: B2}}").unwrap();
    assert_eq!(merged.to_value(), expected.to_value());
}

#[test]
fn mistakes_in_the_text_are_told_with_their_place() {
    assert_eq!(Node::parse("a: 1\na: 2\n").unwrap_err().at, Some((2, 1)));
    assert!(Node::parse("a: [1, 2").is_err());
    assert!(Node::parse(&"[".repeat(100)).is_err());
    assert!(Node::parse("a: &x [1]\nb: *x\n").is_err());
}

#[test]
fn in_letters_the_even_columns_are_half_a_hex_lower() {
    let patch =
        Patch::read(&Node::parse("{grid: letters, hexes: {D4: hill}}").unwrap(), None).unwrap();
    let hex = |id: &str| patch.grid.parse(id).unwrap();
    let around = |id: &str| {
        let mut ids: Vec<String> = patch
            .grid
            .neighbours(hex(id))
            .map(|(_, h)| patch.grid.id(h).unwrap().to_string())
            .collect();
        ids.sort();
        ids
    };
    assert_eq!(around("D4"), ["C4", "C5", "D3", "D5", "E4", "E5"]);
    assert_eq!(around("C4"), ["B3", "B4", "C3", "C5", "D3", "D4"]);
    assert_eq!(patch.words(hex("D4")), ["hill"]);
    assert_eq!(patch.words(hex("A1")), ["clear"]);
}

#[test]
fn a_road_that_jumps_is_refused_with_its_place() {
    let node = Node::parse("grid: letters\npaths: [{kind: road, along: [A1, C1]}]\n").unwrap();
    let problem = Patch::read(&node, None).unwrap_err();
    assert_eq!(problem.message, "A1 and C1 are not adjacent");
    assert_eq!(problem.at.map(|at| at.0), Some(2));
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    Truck,
    OnFoot,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Move {
    units: Vec<String>,
    to: Option<String>,
    mode: Option<Mode>,
    #[serde(default)]
    dice: Vec<u8>,
    #[serde(default)]
    values: BTreeMap<String, i32>,
}

#[test]
fn scalars_are_read_as_the_type_asks() {
    let text = "{units: a, to: 0512, mode: on-foot, dice: [3, 4], values: {x: +2}}";
    let read: Move = Node::parse(text).unwrap().read().unwrap();
    assert_eq!(read.units, ["a"]);
    assert_eq!(read.to.as_deref(), Some("0512"));
    assert_eq!(read.mode, Some(Mode::OnFoot));
    assert_eq!(read.dice, [3, 4]);
    assert_eq!(read.values["x"], 2);
}

#[test]
fn mistakes_are_placed() {
    let node = Node::parse("units: a\ndice: [3, x]\n").unwrap();
    let problem = node.read::<Move>().unwrap_err();
    assert_eq!(problem.at, Some((2, 11)));
    let node = Node::parse("units: a\nspeed: 3\n").unwrap();
    assert!(node.read::<Move>().unwrap_err().message.contains("speed"));
}

#[test]
fn the_smallest_change_that_puts_it_right_is_shown() {
    super::with_bridgehead(|game| {
        let pack = Pack::new(game).unwrap();
        let cases = read_cases(
        "- id: far\n  title: too far\n  rules: [BH-5.0]\n  when: {turn: 1, side: lorn, phase: movement}\n  \
         map: {grid: letters}\n  units: {a: {side: lorn, type: infantry, values: 5-4-2, at: D4}}\n  variants:\n    \
         - log: [{do: move, unit: a, path: [D4, D5]}]\n      expect: legal\n    \
         - log: [{do: move, unit: a, path: [D4, D5, D6]}]\n      expect: legal\n    \
         - log: [{do: move, unit: a, path: [D4, D5, D6, D7]}]\n      expect: {violation: BH-5.0, at: 1}\n",
    )
    .unwrap();
        let rule = RuleId::declared("BH-5.0");
        let found = example(&pack, &cases, rule).unwrap();
        assert_eq!(found.table, ["turn 1, lorn, movement", "a: lorn infantry 5-4-2 in D4"]);
        assert_eq!(found.broken.deeds, ["move unit a, path D4 D5 D6 D7"]);
        assert!(found.broken.said.unwrap().contains("it has 2"));
        assert_eq!(found.broken.evidence.len(), 3);
        assert_eq!(found.kept.unwrap().deeds, ["move unit a, path D4 D5 D6"]);
        assert_eq!(example(&pack, &cases, RuleId::declared("BH-6.0")), None);
    });
}
