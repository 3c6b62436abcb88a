//! A module built before and worked on by hand: what is carried over, what is refused, what is warned of.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use crate::support::{hexwright, said};
use hexwright::module::vassal::previous::{Carried, Prefer, SaveBreak, breaks, carry_over, record};
use hexwright::vassal::archive::pack;
use hexwright::vassal::{Limits, ModuleFile, Opened, open_bytes};
use std::collections::BTreeMap;

const BUILD: &str = "<VASSAL.build.GameModule name=\"M\" version=\"1.0\" nextPieceSlotId=\"9\">\
    <VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Blue</entry></VASSAL.build.module.PlayerRoster>\
    <VASSAL.build.module.Map mapName=\"Main\"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name=\"B\" image=\"b.png\"/></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>\
    <VASSAL.build.module.PieceWindow name=\"Pieces\">\
    <VASSAL.build.widget.PieceSlot entryName=\"Tank\" gpid=\"1\">+/null/mark;CF\tpiece;;;t.png;Tank/4\tnull;0;0;1;0</VASSAL.build.widget.PieceSlot>\
    <VASSAL.build.widget.PieceSlot entryName=\"Gun\" gpid=\"2\">+/null/mark;CF\tpiece;;;g.png;Gun/2\tnull;0;0;2;0</VASSAL.build.widget.PieceSlot>\
    </VASSAL.build.module.PieceWindow>\
    <VASSAL.build.module.DiceButton name=\"2d6\" nDice=\"2\"/></VASSAL.build.GameModule>";

type Entries = BTreeMap<String, Vec<u8>>;

/// A module as Hexwright builds it, with its record.
fn built(build: &str, files: &[(&str, &str)]) -> Entries {
    let mut entries = Entries::new();
    entries.insert("buildFile.xml".into(), build.into());
    for (name, text) in files {
        entries.insert((*name).to_owned(), (*text).into());
    }
    record(&mut entries);
    entries
}

fn packed(entries: &Entries) -> Vec<u8> {
    pack(entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))).expect("packs")
}

fn opened(bytes: Vec<u8>) -> ModuleFile {
    match open_bytes(bytes, &Limits::default()) {
        Ok(Opened::Module(module)) => *module,
        other => panic!("{other:?}"),
    }
}

const FILES: [(&str, &str); 2] = [("images/t.png", "tank"), ("images/g.png", "gun")];

/// The build file after `edit` by hand and `change` in the sources.
fn after(edit: &[(&str, &str)], change: &[(&str, &str)], prefer: Prefer) -> (Carried, ModuleFile) {
    let swap = |pairs: &[(&str, &str)]| {
        pairs.iter().fold(BUILD.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        })
    };
    let mut edited = built(BUILD, &FILES);
    edited.insert("buildFile.xml".into(), swap(edit).into());
    let new = packed(&built(&swap(change), &FILES));
    let carried = carry_over(&new, &mut opened(packed(&edited)), prefer, &Limits::default());
    let carried = carried.expect("merges");
    let module = opened(carried.bytes.clone());
    (carried, module)
}

fn told(list: &[hexwright::module::vassal::previous::HandWork]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

#[test]
fn without_hand_work_the_new_module_is_the_one_built() {
    let new = packed(&built(BUILD, &FILES));
    let (carried, _) = after(&[], &[], Prefer::Neither);
    assert_eq!((carried.report.carried.len(), carried.report.conflicts.len()), (0, 0));
    assert_eq!(
        opened(carried.bytes).build,
        hexwright::vassal::build::Element {
            span: opened(packed(&built(&opened(new).build.to_xml(), &[]))).build.span,
            ..opened(packed(&built(&opened(packed(&built(BUILD, &FILES))).build.to_xml(), &[])))
                .build
        }
    );
}

#[test]
fn settings_components_and_traits_done_by_hand_are_carried_over() {
    let edit = [
        ("nDice=\"2\"", "nDice=\"3\" icon=\"die.gif\" lockDice=\"false\" keepDice=\"true\""),
        ("<entry>Blue</entry>", "<entry>Blue</entry><entry>Umpire</entry>"),
        (
            "+/null/mark;CF\tpiece;;;t.png;Tank/4\tnull",
            "+/null/mark;CF\tVASLthing;x\\\tpiece;;;t.png;Tank/4\t\\\tnull",
        ),
        (
            "</VASSAL.build.module.PieceWindow>",
            "<VASSAL.build.widget.PieceSlot entryName=\"New\" gpid=\"9\">+/null/piece;;;;New/null;0;0;9;0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.PieceWindow>",
        ),
        ("nextPieceSlotId=\"9\"", "nextPieceSlotId=\"10\""),
    ];
    // Meanwhile the sources gave the tank another value and the gun another name.
    let change = [("Tank/4\tnull", "Tank/6\tnull"), ("g.png;Gun", "g.png;Big Gun")];
    let (carried, module) = after(&edit, &change, Prefer::Neither);
    assert_eq!(told(&carried.report.conflicts), [""; 0]);
    let list = told(&carried.report.carried);
    assert!(list.contains(&"2d6: setting `nDice`: `2` → `3`".to_owned()), "{list:?}");
    assert!(list.contains(&"2d6: setting `keepDice`: `false` → `true`".to_owned()), "{list:?}");
    assert!(!list.iter().any(|work| work.contains("lockDice")), "VASSAL's own default: {list:?}");
    assert!(list.iter().any(|work| work.ends_with("trait `VASLthing;x` added")), "{list:?}");
    assert!(list.contains(&"Pieces / New: PieceSlot added".to_owned()), "{list:?}");
    assert!(list.iter().any(|work| work.ends_with("entry added")), "{list:?}");
    assert_eq!(carried.report.filled_in, 1, "the icon was left to VASSAL");
    let slot = |gpid: &str| {
        let found = module.build.all("PieceSlot").find(|slot| slot.get("gpid") == Some(gpid));
        found.map(|slot| slot.text.clone()).unwrap_or_default()
    };
    assert!(slot("1").contains("VASLthing;x") && slot("1").contains("/6\t"), "{}", slot("1"));
    assert!(slot("2").contains("Big Gun"));
    assert!(slot("9").contains("New"));
    assert_eq!(module.build.get("nextPieceSlotId"), Some("10"));
    let dice = module.build.all("DiceButton").next().expect("dice");
    assert_eq!((dice.get("nDice"), dice.get("icon")), (Some("3"), Some("die.gif")));
}

#[test]
fn the_record_in_the_new_module_is_of_what_was_built_so_hand_work_is_seen_again() {
    let edit = [("nDice=\"2\"", "nDice=\"3\"")];
    let (carried, _) = after(&edit, &[], Prefer::Neither);
    let again = packed(&built(BUILD, &FILES));
    let second =
        carry_over(&again, &mut opened(carried.bytes), Prefer::Neither, &Limits::default());
    let second = second.expect("merges");
    assert_eq!(told(&second.report.carried), ["2d6: setting `nDice`: `2` → `3`"]);
}

#[test]
fn the_same_thing_changed_twice_is_told_and_goes_as_chosen() {
    let edit = [("nDice=\"2\"", "nDice=\"3\"")];
    let change = [("nDice=\"2\"", "nDice=\"4\"")];
    for (prefer, wanted) in [(Prefer::Neither, "4"), (Prefer::Sources, "4"), (Prefer::Hand, "3")] {
        let (carried, module) = after(&edit, &change, prefer);
        assert_eq!(
            told(&carried.report.conflicts),
            ["2d6: setting `nDice`: `2` → `3`; the sources now say `4`"]
        );
        let dice = module.build.all("DiceButton").next().expect("dice");
        assert_eq!(dice.get("nDice"), Some(wanted), "{prefer:?}");
    }
    let (both, _) = after(&edit, &edit, Prefer::Neither);
    assert_eq!((both.report.carried.len(), both.report.conflicts.len()), (0, 0), "the same change");
}

#[test]
fn what_one_side_removes_stays_away_unless_the_other_worked_on_it() {
    let dice = "<VASSAL.build.module.DiceButton name=\"2d6\" nDice=\"2\"/>";
    let (carried, module) = after(&[(dice, "")], &[], Prefer::Neither);
    assert_eq!(told(&carried.report.carried), ["2d6: DiceButton removed"]);
    assert_eq!(module.build.all("DiceButton").count(), 0);
    let (carried, module) = after(&[], &[(dice, "")], Prefer::Neither);
    assert_eq!((carried.report.carried.len(), module.build.all("DiceButton").count()), (0, 0));
    let worked_on = [("nDice=\"2\"", "nDice=\"3\"")];
    let (carried, _) = after(&worked_on, &[(dice, "")], Prefer::Neither);
    assert_eq!(
        told(&carried.report.conflicts),
        ["2d6: changed by hand, and the sources no longer have it"]
    );
    let (carried, _) = after(&[(dice, "")], &worked_on, Prefer::Neither);
    assert_eq!(
        told(&carried.report.conflicts),
        ["2d6: removed by hand, and the sources have changed it"]
    );
}

#[test]
fn files_changed_added_and_removed_by_hand_are_carried_over() {
    let mut edited = built(BUILD, &FILES);
    edited.insert("images/t.png".into(), b"better tank".to_vec());
    edited.insert("images/extra.png".into(), b"extra".to_vec());
    edited.remove("images/g.png");
    let new = packed(&built(BUILD, &FILES));
    let limits = Limits::default();
    let carried = carry_over(&new, &mut opened(packed(&edited)), Prefer::Neither, &limits).unwrap();
    assert_eq!(
        told(&carried.report.carried),
        [
            "images/extra.png: file added",
            "images/g.png: file removed",
            "images/t.png: file changed"
        ]
    );
    let mut module = opened(carried.bytes);
    let archive = module.archive.as_mut().expect("an archive");
    assert_eq!(archive.read("images/t.png", &limits).unwrap(), b"better tank");
    assert!(archive.contains("images/extra.png") && !archive.contains("images/g.png"));
    let newer = packed(&built(BUILD, &[("images/t.png", "new tank"), FILES[1]]));
    let carried =
        carry_over(&newer, &mut opened(packed(&edited)), Prefer::Neither, &limits).unwrap();
    assert_eq!(
        told(&carried.report.conflicts),
        ["images/t.png: file changed by hand, and the sources now give another"]
    );
}

#[test]
fn a_module_without_a_record_is_not_guessed_at() {
    let mut entries = Entries::new();
    entries.insert("buildFile.xml".into(), BUILD.into());
    let new = packed(&built(BUILD, &FILES));
    let refused = carry_over(&new, &mut opened(packed(&entries)), Prefer::Hand, &Limits::default());
    assert!(refused.is_err_and(|error| error.to_string().contains("record of a build")));
}

#[test]
fn changes_that_saved_games_feel_are_named() {
    let breaks_of = |pairs: &[(&str, &str)]| {
        let new = pairs.iter().fold(BUILD.to_owned(), |text, (from, to)| text.replace(from, to));
        breaks(&opened(packed(&built(BUILD, &[]))), &opened(packed(&built(&new, &[]))).build)
    };
    assert_eq!(breaks_of(&[]), []);
    assert_eq!(breaks_of(&[("nDice=\"2\"", "nDice=\"3\"")]), []);
    // Pieces in saved games would go on counting 4 under a picture that says 6.
    assert_eq!(breaks_of(&[("Tank/4", "Tank/6")]), [SaveBreak::Traits("Tank".into())]);
    assert_eq!(breaks_of(&[("g.png;Gun", "g.png;Big Gun")]), [SaveBreak::Traits("Gun".into())]);
    assert_eq!(
        breaks_of(&[("mapName=\"Main\"", "mapName=\"Map\"")]),
        [SaveBreak::Map("Main".into())]
    );
    assert_eq!(breaks_of(&[("name=\"B\"", "name=\"C\"")]), [SaveBreak::Board("Main: B".into())]);
    assert_eq!(breaks_of(&[("<entry>Blue", "<entry>Green")]), [SaveBreak::Side("Blue".into())]);
    assert_eq!(breaks_of(&[("gpid=\"2\"", "gpid=\"3\"")]), [SaveBreak::Slot("Gun".into())]);
    let traits = [(
        "mark;CF\tpiece;;;t.png;Tank/4\t",
        "delete;D;68,130;\tmark;CF\\\tpiece;;;t.png;Tank/\t4\\\t",
    )];
    assert_eq!(breaks_of(&traits), [SaveBreak::Traits("Tank".into())]);
}

/// The whole way: a project, its module, work done in it, a change of the sources.
#[test]
fn a_module_edited_by_hand_survives_the_next_build() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("plain").to_owned();
    let run = |args: &[&str]| hexwright(args);
    let made = run(&["new", &path("battle")]);
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    let project = path("battle");
    let build = ["build", "battle", "--project", &project, "--target", "vassal"];
    let output = run(&build);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let module = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    // Somebody opens it in VASSAL's editor and gives the dice another name.
    let limits = Limits::default();
    let mut opened = opened(std::fs::read(&module).expect("the module"));
    let archive = opened.archive.as_mut().expect("an archive");
    let names = archive.names().to_vec();
    let mut entries = Entries::new();
    for name in names {
        entries.insert(name.clone(), archive.read(&name, &limits).expect("reads"));
    }
    let text = String::from_utf8(entries["buildFile.xml"].clone()).expect("text");
    let worked_on = text.replacen(
        "<VASSAL.build.module.Chatter",
        "<my.own.Thing name=\"Mine\"/><VASSAL.build.module.Chatter",
        1,
    );
    assert_ne!(text, worked_on);
    entries.insert("buildFile.xml".into(), worked_on.into_bytes());
    let edited = path("edited.vmod");
    std::fs::write(&edited, packed(&entries)).expect("written");
    let mut again = build.to_vec();
    again.extend(["--previous", &edited]);
    let output = run(&again);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("Mine: Thing added"), "{text}");
    let rebuilt = std::fs::read(&module).expect("the module");
    let Ok(Opened::Module(rebuilt)) = open_bytes(rebuilt, &limits) else { panic!("a module") };
    assert_eq!(rebuilt.build.all("Thing").count(), 1);
    // Without the previous module the hand's work would be lost: that is a change like any other,
    // and the file on disk is still one that a build wrote.
    let missing = run(&[
        "build",
        "battle",
        "--project",
        &project,
        "--previous",
        &path("none.vmod"),
        "--target",
        "vassal",
    ]);
    assert_eq!(missing.status.code(), Some(2), "{}", said(&missing));
}
