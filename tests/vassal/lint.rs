//! Every check of modules, on a module that has the mistake and one that has not.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use crate::support::{hexwright, said};
use hexwright::vassal::archive::pack;
use hexwright::vassal::lint::{CHECKS, Linted, lint};
use hexwright::vassal::{Limits, Opened, open_bytes};
use std::io::Cursor;
use std::path::Path;

/// A module in the making: what is in it, and what is in its archive.
#[derive(Default, Clone)]
struct Made {
    components: String,
    pieces: Vec<(String, String)>,
    prototypes: Vec<(String, String)>,
    files: Vec<(String, Vec<u8>)>,
    root: &'static str,
}

fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    image::DynamicImage::new_luma8(width, height)
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a picture");
    png.into_inner()
}

impl Made {
    /// A module without mistakes: a board with hexes, two pieces, a set-up.
    fn sound() -> Self {
        let mut made = Made { root: "VASSAL.build.GameModule", ..Made::default() };
        made.add_piece("Red", "1", "prototype;Flips\tpiece;;;red.png;Red", "\tnull;0;0;1;0");
        made.add_piece("Blue", "2", "mark;Side\tpiece;;;blue.png;Blue", "Blue\tnull;0;0;2;0");
        made.prototypes
            .push(("Flips".into(), "+/null/delete;Delete;68,130;\tpiece;;;;/\tnull;0;0;;0".into()));
        made.components.push_str(&board("<VASSAL.build.module.map.boardPicker.board.HexGrid dx=\"50\" dy=\"60\" x0=\"30\" y0=\"30\"/>"));
        made.components.push_str("<VASSAL.build.module.PredefinedSetup name=\"Start\" file=\"start.vsav\" useFile=\"true\" isMenu=\"false\"/>");
        made.add_file("images/red.png", picture(4, 4));
        made.add_file("images/blue.png", picture(4, 4));
        made.add_file("images/board.png", picture(400, 300));
        made.add_file(
            "start.vsav",
            save("+/1/delete;Delete;68,130;\tpiece;;;red.png;Red/\tMain;30;30;1;0", "B"),
        );
        made
    }

    fn add_piece(&mut self, name: &str, gpid: &str, kind: &str, state: &str) {
        self.pieces.push((
            format!("entryName=\"{name}\" gpid=\"{gpid}\""),
            format!("+/null/{kind}/{state}"),
        ));
    }

    fn add_file(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.retain(|(other, _)| other != name);
        self.files.push((name.to_owned(), bytes));
    }

    fn without(mut self, name: &str) -> Self {
        self.files.retain(|(other, _)| other != name);
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
        let mut build = format!("<{} name=\"M\" version=\"1\">{}", self.root, self.components);
        build.push_str("<VASSAL.build.module.PrototypesContainer>");
        for (name, text) in &self.prototypes {
            build.push_str(&format!("<VASSAL.build.module.PrototypeDefinition name=\"{name}\">{}</VASSAL.build.module.PrototypeDefinition>", escape(text)));
        }
        build.push_str("</VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PieceWindow name=\"Pieces\">");
        for (settings, text) in &self.pieces {
            build.push_str(&format!(
                "<VASSAL.build.widget.PieceSlot {settings}>{}</VASSAL.build.widget.PieceSlot>",
                escape(text)
            ));
        }
        build.push_str(&format!("</VASSAL.build.module.PieceWindow></{}>", self.root));
        let mut entries = vec![("buildFile.xml", build.into_bytes())];
        entries.extend(self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())));
        pack(entries.iter().map(|(name, bytes)| (*name, bytes.as_slice()))).expect("packs")
    }

    fn lint(&self) -> Linted {
        let limits = Limits::default();
        let Ok(Opened::Module(mut module)) = open_bytes(self.bytes(), &limits) else {
            panic!("a module")
        };
        lint(Path::new("made.vmod"), &mut module, &limits)
    }

    /// The findings as `code: message`.
    fn findings(&self) -> Vec<String> {
        let told = |found: &hexwright::diagnostic::Diagnostic| {
            format!("{}: {}", found.code, found.message)
        };
        self.lint().findings.iter().map(told).collect()
    }
}

fn board(grid: &str) -> String {
    format!(
        "<VASSAL.build.module.Map mapName=\"Main\"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name=\"B\" image=\"board.png\">{grid}</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>"
    )
}

fn save(pieces: &str, board: &str) -> Vec<u8> {
    let text =
        format!("begin_save\u{1b}{pieces}\u{1b}MainBoardPicker\t{board}\t0\t0\u{1b}end_save");
    pack([("savedGame", text.as_bytes())]).expect("packs")
}

#[test]
fn a_sound_module_has_no_findings_and_nothing_is_left_out() {
    let linted = Made::sound().lint();
    assert_eq!(Made::sound().findings(), [""; 0]);
    assert_eq!(linted.unchecked, [""; 0]);
    assert_eq!(linted.looked_at, (2, 1, 3));
}

#[test]
fn a_missing_picture_is_told_with_the_piece_that_shows_it() {
    let made = Made::sound().without("images/red.png");
    assert_eq!(made.findings(), ["missing-image: there is no picture `red.png`"]);
    let linted = made.lint();
    assert_eq!(linted.findings[0].component.as_deref(), Some("Pieces / Red"));
    let mut other_case = made;
    other_case.add_file("images/Red.PNG", picture(4, 4));
    let help = other_case.lint().findings[0].help.clone();
    assert!(help.is_some_and(|help| help.contains("Red.PNG")));
}

#[test]
fn a_missing_picture_of_a_layer_a_button_or_a_placed_piece_is_found() {
    let mut made = Made::sound();
    made.components.push_str("<VASSAL.build.module.DiceButton name=\"2d6\" icon=\"dice.png\"/>");
    made.add_piece(
        "Layered",
        "3",
        "emb2;;;;;;;;;;;;1;false;0;0;a.png,,b.png;;;;;\tpiece;;;;x",
        "1\tnull;0;0;3;0",
    );
    made.add_piece("Placer", "4", "placemark;Put;80,130;+\\/null\\/piece\\;\\;\\;\\;c.png\\;Mark\\/null\\;0\\;0;null;0;0;false;;;5\tpiece;;;;x", "\tnull;0;0;4;0");
    made.pieces[3].1 = made.pieces[3].1.replace("piece\\;\\;\\;\\;c.png", "piece\\;\\;\\;c.png");
    let found = made.findings();
    for name in ["a.png", "b.png", "c.png", "dice.png"] {
        let wanted = format!("missing-image: there is no picture `{name}`");
        assert!(found.contains(&wanted), "{name}: {found:?}");
    }
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn pictures_of_vassal_itself_and_names_worked_out_in_play_are_not_missing() {
    let mut made = Made::sound();
    made.components.push_str("<VASSAL.build.module.DiceButton name=\"a\" icon=\"/images/die.gif\"/><VASSAL.build.module.DiceButton name=\"b\" icon=\"die.gif\"/>");
    made.add_piece("Odd", "3", "piece;;;$Side$.png;Odd", "null;0;0;3;0");
    made.add_piece("Legacy", "4", "piece;;;tank;Tank", "null;0;0;4;0");
    made.add_file("images/tank.gif", b"GIF89a\x01\0\x01\0".to_vec());
    assert_eq!(made.findings(), [""; 0]);
}

#[test]
fn a_picture_that_nothing_names_is_told_unless_it_might_be_named_unseen() {
    let mut made = Made::sound();
    made.add_file("images/old.png", picture(4, 4));
    assert_eq!(made.findings(), ["unused-image: nothing names the picture `old.png` (1 kB)"]);
    for page in ["<html><img src=\"old.png\"></html>", "<html><img src=\"$x$.png\"></html>"] {
        let mut with_page = made.clone();
        with_page.add_file("help/page.html", page.into());
        assert_eq!(with_page.findings(), [""; 0], "{page}");
    }
    let mut with_save = made.clone();
    with_save.add_file(
        "start.vsav",
        save("+/1/delete;Delete;68,130;\tpiece;;;old.png;Red/\tMain;30;30;1;0", "B"),
    );
    assert_eq!(with_save.findings(), [""; 0]);
    let mut with_class = made.clone();
    with_class.components.push_str("<my.own.Thing/>");
    assert_eq!(with_class.findings(), [""; 0]);
    assert!(with_class.lint().unchecked[0].contains("1 are named nowhere"));
}

#[test]
fn a_piece_picture_of_thousands_of_pixels_is_huge_and_a_board_of_that_size_is_not() {
    let mut made = Made::sound();
    made.add_file("images/board.png", picture(2500, 2500));
    assert_eq!(made.findings(), [""; 0]);
    made.add_file("images/red.png", picture(2500, 10));
    assert_eq!(made.findings(), ["huge-image: the piece picture `red.png` is 2500 × 10 pixels"]);
    made.add_file("images/red.png", picture(4, 4));
    made.add_file("images/board.png", picture(10_000, 5_001));
    assert!(made.findings()[0].contains("50 million pixels: 200 MB"), "{:?}", made.findings());
}

#[test]
fn prototypes_that_are_not_there_or_use_themselves_are_told() {
    let mut made = Made::sound();
    made.add_piece("Bad", "3", "prototype;Flipz\tpiece;;;;Bad", "\tnull;0;0;3;0");
    let linted = made.lint();
    assert_eq!(
        made.findings(),
        ["undefined-prototype: there is no prototype `Flipz`; 1 piece would have it"]
    );
    assert_eq!(linted.findings[0].help.as_deref(), Some("did you mean `Flips`?"));
    let mut circle = Made::sound();
    circle.prototypes.push(("A".into(), "+/null/prototype;B\tpiece;;;;/\tnull;0;0;;0".into()));
    circle.prototypes.push(("B".into(), "+/null/prototype;A\tpiece;;;;/\tnull;0;0;;0".into()));
    assert!(circle.findings().iter().all(|found| found.starts_with("circular-prototype")));
    assert!(!circle.findings().is_empty());
}

#[test]
fn two_slots_of_one_id_are_told_once() {
    let mut made = Made::sound();
    made.add_piece("Twin", "1", "piece;;;;Twin", "null;0;0;1;0");
    assert_eq!(made.findings(), ["duplicate-gpid: the piece id 1 is also that of `Pieces / Red`"]);
}

#[test]
fn two_menu_entries_on_one_key_are_told_and_two_with_one_name_or_a_condition_are_not() {
    let piece = |traits: &str| {
        let mut made = Made::sound();
        made.add_piece("Clash", "3", &format!("{traits}\\\tpiece;;;;Clash"), "\t\\\tnull;0;0;3;0");
        made.findings()
    };
    let clash = piece("delete;Delete;68,130;\tclone;Clone;68,130;");
    assert_eq!(
        clash,
        ["key-collision: Ctrl+D is both `Delete` and `Clone`: choosing one does both"]
    );
    for fine in [
        "delete;Delete;68,130;\tclone;Clone;67,130;",
        "delete;Both;68,130;\tclone;Both;68,130;",
        "delete;;68,130;\tclone;Clone;68,130;",
        "macro;t;Flip;68,130;Level = 1;;\tclone;Clone;68,130;",
        "delete;Delete;57348,0,go;\tclone;Clone;57348,0,go;",
    ] {
        assert_eq!(piece(fine), [""; 0], "{fine}");
    }
}

#[test]
fn grids_and_places_beside_the_board_are_told() {
    let with = |grid: &str| {
        let mut made = Made::sound();
        made.components = made.components.replace("<VASSAL.build.module.map.boardPicker.board.HexGrid dx=\"50\" dy=\"60\" x0=\"30\" y0=\"30\"/>", grid);
        made.findings()
    };
    let hexes = |dx: &str| {
        format!(
            "<VASSAL.build.module.map.boardPicker.board.HexGrid dx=\"{dx}\" dy=\"{dx}\" x0=\"-20\" y0=\"0\"/>"
        )
    };
    assert_eq!(with(&hexes("50")), [""; 0]);
    assert_eq!(
        with(&hexes("900")),
        ["grid-off-board: a cell is 900 × 900 pixels, the board 400 × 300"]
    );
    let zone = |path: &str| {
        format!(
            "<VASSAL.build.module.map.boardPicker.board.ZonedGrid><VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name=\"Z\" path=\"{path}\"/></VASSAL.build.module.map.boardPicker.board.ZonedGrid>"
        )
    };
    assert_eq!(with(&zone("10,10;90,10;90,90;10,90")), [""; 0]);
    assert_eq!(with(&zone("350,10;490,10;490,90;350,90")), [""; 0], "sticking out is common");
    assert_eq!(
        with(&zone("500,10;590,10;590,90;500,90")),
        ["zone-off-board: the zone `Z` lies wholly outside the board of 400 × 300"]
    );
    let region = |x: &str| {
        format!(
            "<VASSAL.build.module.map.boardPicker.board.RegionGrid><VASSAL.build.module.map.boardPicker.board.Region name=\"R\" originx=\"{x}\" originy=\"5\"/></VASSAL.build.module.map.boardPicker.board.RegionGrid>"
        )
    };
    assert_eq!(with(&region("5")), [""; 0]);
    assert_eq!(
        with(&region("405")),
        ["region-off-board: the region `R` is at 405,5, the board is 400 × 300"]
    );
    let mut stack = Made::sound();
    stack.components = stack.components.replace("</VASSAL.build.module.Map>", "<VASSAL.build.module.map.SetupStack name=\"S\" owningBoard=\"Gone\"/></VASSAL.build.module.Map>");
    assert_eq!(
        stack.findings(),
        ["unknown-board: `S` belongs to the board `Gone`, which its map does not have"]
    );
}

#[test]
fn set_ups_that_do_not_fit_are_told() {
    let with = |pieces: &str, board: &str| {
        let mut made = Made::sound();
        made.add_file("start.vsav", save(pieces, board));
        made.findings()
    };
    assert_eq!(
        Made::sound().without("start.vsav").findings(),
        ["missing-setup: the set-up's file `start.vsav` is not in the module"]
    );
    let mut damaged = Made::sound();
    damaged.add_file("start.vsav", b"PK\x03\x04 nonsense".to_vec());
    assert!(damaged.findings()[0].starts_with("unreadable-setup"), "{:?}", damaged.findings());
    assert_eq!(
        with("+/1/piece;;;;Ghost/Main;30;30;99;0", "B"),
        [
            "setup-stranger: 1 of 1 pieces in `start.vsav` come from slots that the module does not have: Ghost"
        ]
    );
    assert_eq!(
        with("+/1/piece;;;red.png;Red/Main;30;30;1;0", "B"),
        [
            "setup-outdated: 1 of 1 pieces in `start.vsav` have other traits than their slots have now: Red"
        ]
    );
    assert_eq!(
        with("+/1/piece;;;;Guest/Main;30;30;ext:99;0", "B"),
        [""; 0],
        "pieces of extensions"
    );
    assert_eq!(
        with("", "Gone"),
        [
            "setup-board: `start.vsav` shows the board `Gone` on `Main`, which the module does not have"
        ]
    );
}

#[test]
fn texts_that_do_not_come_out_as_meant_are_told() {
    let with = |kind: &str, state: &str| {
        let mut made = Made::sound();
        let state = state.replace('/', "\\/");
        made.add_piece("T", "3", &format!("{kind}\tpiece;;;;T"), &format!("{state}\tnull;0;0;3;0"));
        made.findings()
    };
    assert_eq!(with("mark;Name,Side", "Fox\\, The,Red"), [""; 0]);
    assert_eq!(
        with("mark;Name,Side", "Fox, The,Red"),
        ["unescaped-comma: the marker `Name, Side` has 3 values: `Fox`, ` The`, `Red`"]
    );
    assert_eq!(with("report;70\\,130;$PieceName$ flips;;;", ""), [""; 0]);
    assert_eq!(
        with("report;70\\,130;$PieceName costs 5;;;", ""),
        ["unpaired-dollar: a `$` stands alone in the report `$PieceName costs 5`"]
    );
    assert_eq!(with("label;;", "<html><b>Big</b>"), [""; 0]);
    assert_eq!(
        with("label;;", "<html><b>Big"),
        ["broken-html: the label `<html><b>Big` never closes <b>"]
    );
    assert_eq!(
        with("label;;", "<b>Big</b>"),
        ["html-without-html: the label `<b>Big</b>` has tags and does not start with <html>"]
    );
    assert_eq!(with("label;;", "3 < 4"), [""; 0]);
}

#[test]
fn an_extension_is_not_blamed_for_what_its_module_has() {
    let mut made = Made::sound();
    made.root = "VASSAL.build.module.ModuleExtension";
    made.prototypes.clear();
    let made = made.without("images/red.png");
    assert_eq!(made.findings(), [""; 0]);
    assert_eq!(made.lint().unchecked.len(), 2);
}

#[test]
fn the_command_tells_findings_in_text_and_json_and_exits_with_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, made: &Made| {
        let path = folder.path().join(name);
        std::fs::write(&path, made.bytes()).expect("written");
        path.to_str().expect("plain").to_owned()
    };
    let sound = write("sound.vmod", &Made::sound());
    let output = hexwright(&["check", &sound, "--deny-warnings"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("no mistakes found"));
    let mut twin = Made::sound();
    twin.add_piece("Twin", "1", "piece;;;;Twin", "null;0;0;1;0");
    let twin = write("twin.vmod", &twin);
    assert_eq!(hexwright(&["check", &twin]).status.code(), Some(0), "a warning is no finding");
    let output = hexwright(&["check", &twin, "--deny-warnings", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["diagnostics"][0]["code"], "duplicate-gpid");
    assert_eq!(told["diagnostics"][0]["component"], "Pieces / Twin");
    let missing = write("missing.vmod", &Made::sound().without("images/red.png"));
    let output = hexwright(&["check", &missing]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("error[missing-image]"), "{}", said(&output));
    assert!(said(&output).contains("missing.vmod: Pieces / Red"), "{}", said(&output));
}

#[test]
fn every_code_is_explained_in_the_guide() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/vassal.md"));
    let guide = guide.expect("the guide");
    for check in CHECKS {
        for code in check.codes {
            assert!(guide.contains(&format!("`{code}`")), "{code}");
        }
    }
}
