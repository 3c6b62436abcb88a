//! The commands on VASSAL files, run as a user runs them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test or benchmark that cannot go on has failed"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(name)
}

fn hexwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexwright")).args(args).output().expect("the program starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// A zip with entries as they are, also such as no honest program writes.
fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).expect("starts");
        std::io::Write::write_all(&mut writer, bytes).expect("writes");
    }
    writer.finish().expect("finishes").into_inner()
}

#[test]
fn passwords_are_nowhere_in_what_is_printed_or_exported() {
    let (log, save, module) = (file("mini.vlog"), file("mini_end.vsav"), file("mini.vmod"));
    let (log, save, module) = (path(&log), path(&save), path(&module));
    let runs: [&[&str]; 9] = [
        &["inspect", log, save, "--module", module, "--pieces", "--steps", "--chat", "--dice"],
        &["inspect", log, "--format", "json", "--pieces", "--steps", "--chat", "--dice"],
        &["inspect", log, "-vv"],
        &["export", log, "--format", "json"],
        &["export", log, "--format", "csv", "--module", module],
        &["export", log, "--format", "csv", "--anonymise"],
        &["diff", log, save, "--format", "json"],
        &["diff", save, log],
        &["diff", module, log, "--format", "json"],
    ];
    // The file does hold it, so looking for it means something.
    let text = {
        let Ok(hexwright::vassal::Opened::Saved(saved)) =
            hexwright::vassal::open(Path::new(log), &Default::default())
        else {
            panic!("a log")
        };
        saved.text
    };
    assert!(text.contains("alicepw"));
    for args in runs {
        let output = hexwright(args);
        assert_ne!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(!out(&output).contains("alicepw") && !err(&output).contains("alicepw"), "{args:?}");
        assert!(!out(&output).is_empty() || args[0] == "diff", "{args:?}");
    }
}

#[test]
fn anonymised_exports_hold_no_names() {
    let log = file("mini.vlog");
    for format in ["json", "csv"] {
        let plain = out(&hexwright(&["export", path(&log), "--format", format]));
        let hidden = out(&hexwright(&["export", path(&log), "--format", format, "--anonymise"]));
        assert!(plain.contains("Alice"));
        assert!(!hidden.contains("Alice") && hidden.contains("Player 1"), "{format}");
    }
}

#[test]
fn every_step_becomes_rows_with_hex_names() {
    let (log, module) = (file("mini.vlog"), file("mini.vmod"));
    let csv = out(&hexwright(&["export", path(&log), "--module", path(&module)]));
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let headers = table.headers().expect("headers").clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let rows: Vec<_> = table.records().map(|row| row.expect("a row")).collect();
    let first_move = rows.iter().find(|row| &row[column("event")] == "move").expect("a move");
    assert_eq!(
        (&first_move[column("from_location")], &first_move[column("to_location")]),
        ("0305", "0404")
    );
    let steps: std::collections::BTreeSet<&str> =
        rows.iter().map(|row| &row[column("step")]).collect();
    assert_eq!(steps.len(), 19);
}

#[test]
fn formulas_of_strangers_are_not_handed_to_a_spreadsheet() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("x.vlog");
    std::fs::write(&log, "begin_save\u{1b}end_save\u{1b}LOG\tCHAT=HYPERLINK(\"http://x\")")
        .expect("writes");
    let csv = out(&hexwright(&["export", path(&log)]));
    assert!(csv.contains("'=HYPERLINK"), "{csv}");
}

#[test]
fn a_module_taken_apart_is_put_together_to_the_same_entries() {
    let folder = tempfile::tempdir().expect("a folder");
    let parts = folder.path().join("mini");
    let again = folder.path().join("again.vmod");
    let module = file("mini.vmod");
    assert_eq!(hexwright(&["extract", path(&module), path(&parts)]).status.code(), Some(0));
    assert!(parts.join("build/PieceWindow/ListWidget-units/PieceSlot-red-inf.xml").is_file());
    let refused = hexwright(&["extract", path(&module), path(&parts)]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("--replace"));
    assert_eq!(hexwright(&["pack", path(&parts), path(&again)]).status.code(), Some(0));
    let same = hexwright(&["diff", path(&module), path(&again)]);
    assert_eq!((same.status.code(), out(&same).as_str()), (Some(0), ""));
    let read = |path: &Path| {
        let limits = hexwright::vassal::Limits::default();
        let mut archive = hexwright::vassal::archive::Archive::open(path, &limits).expect("opens");
        let names = archive.names().to_vec();
        names
            .into_iter()
            .map(|name| (archive.read(&name, &limits).expect("reads"), name))
            .collect::<Vec<_>>()
    };
    assert!(read(&module) == read(&again));
    // An edit is one changed file and one told difference.
    let slot = parts.join("build/PieceWindow/ListWidget-units/PieceSlot-red-inf.xml");
    let text = std::fs::read_to_string(&slot).expect("reads").replace("Red,4,6", "Red,5,6");
    std::fs::write(&slot, text).expect("writes");
    assert_eq!(hexwright(&["pack", path(&parts), path(&again), "--force"]).status.code(), Some(0));
    let changed = hexwright(&["diff", path(&module), path(&again)]);
    assert_eq!(changed.status.code(), Some(1));
    assert!(out(&changed).contains("+ mark;Side,CF,MF  = Red,5,6"), "{}", out(&changed));
}

#[test]
fn hostile_and_broken_files_end_with_a_clear_word_and_exit_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = "<a.b>".repeat(3000);
    let bomb = vec![b'0'; 4 << 20];
    let whole = std::fs::read(file("mini.vlog")).expect("reads");
    let nested = format!(
        "begin_save{}",
        (0..1500).map(|depth| "\\".repeat(depth) + "\u{1b}x").collect::<String>()
    );
    let cases: [(&str, Vec<u8>, &str); 10] = [
        ("empty", Vec::new(), "not a file that VASSAL writes"),
        ("text", b"hello".to_vec(), "not a file that VASSAL writes"),
        ("cut", whole[..whole.len() / 2].to_vec(), "zip"),
        ("climbs", zip_of(&[("../evil", b"x"), ("savedGame", b"begin_save")]), "../evil"),
        ("bomb", zip_of(&[("savedGame", &bomb)]), "--max-entry-bytes"),
        ("odd", zip_of(&[("savedGame", b"!VCSK123")]), "cut short"),
        ("latin", zip_of(&[("savedGame", b"begin_save\x1bCHAT\xe9")]), "byte 15"),
        ("entities", b"<!DOCTYPE a [<!ENTITY x \"ha\">]><a.b>&x;</a.b>".to_vec(), "&x;"),
        ("deep", deep.into_bytes(), "--max-nesting"),
        ("nested", nested.into_bytes(), "--max-nesting"),
    ];
    for (name, bytes, word) in cases {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("writes");
        let output =
            hexwright(&["inspect", path.to_str().expect("plain"), "--max-entry-bytes", "4000000"]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", out(&output));
        assert!(
            err(&output).contains(word) && err(&output).contains(name),
            "{name}: {}",
            err(&output)
        );
        assert!(!err(&output).contains("panicked"), "{name}");
    }
}

#[test]
fn two_entries_of_one_name_are_refused() {
    // The library that writes archives refuses to: so a second name is changed into the first.
    let mut bytes = zip_of(&[("savedGame", b"begin_save"), ("savedGamf", b"other")]);
    let at: Vec<usize> = bytes
        .windows(9)
        .enumerate()
        .filter(|(_, window)| *window == b"savedGamf")
        .map(|(at, _)| at)
        .collect();
    for at in at {
        bytes[at + 8] = b'e';
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("twice.vsav");
    std::fs::write(&file, bytes).expect("writes");
    let output = hexwright(&["inspect", path(&file)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains("same name") || err(&output).contains("twice"),
        "{}",
        err(&output)
    );
}

#[test]
fn lossy_text_is_read_when_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("latin.vlog");
    std::fs::write(&file, zip_of(&[("savedGame", b"begin_save\x1bend_save\x1bLOG\tCHATcaf\xe9")]))
        .expect("writes");
    let output = hexwright(&["inspect", path(&file), "--lossy-text", "--chat"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("caf\u{fffd}"));
}

#[test]
fn both_veils_are_lifted() {
    use hexwright::vassal::obfuscation::{Veil, veil};
    let folder = tempfile::tempdir().expect("a folder");
    for (name, form) in [("hex", Veil::Hex(200)), ("raw", Veil::Raw(7))] {
        let file = folder.path().join(name);
        let payload = veil(form, "begin_save\u{1b}end_save\u{1b}LOG\tCHAThello".as_bytes());
        std::fs::write(&file, zip_of(&[("savedGame", &payload)])).expect("writes");
        let output = hexwright(&["inspect", path(&file), "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
        assert_eq!(json["game"]["commands"]["format"], form.name());
        assert_eq!(json["game"]["commands"]["logged_kinds"]["CHAT"], 1);
    }
}

#[test]
fn logs_that_continue_each_other_are_told() {
    let (log, save) = (file("mini.vlog"), file("mini_end.vsav"));
    let output = out(&hexwright(&["inspect", path(&log), path(&save)]));
    assert!(output.contains("continues it exactly"), "{output}");
    let output = out(&hexwright(&["inspect", path(&save), path(&log)]));
    assert!(output.contains("counters differ"), "{output}");
}

#[test]
fn an_imported_module_is_a_project_without_mistakes() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("mini");
    let module = file("mini.vmod");
    let output = hexwright(&["import", path(&module), path(&project)]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains(": 6 counter types, 1 map, 2 scenarios"), "{}", out(&output));
    assert!(out(&output).contains("DrawPile"), "{}", out(&output));
    let check = hexwright(&["check", path(&project)]);
    assert_eq!(check.status.code(), Some(0), "{}{}", out(&check), err(&check));
    let scenario = std::fs::read_to_string(project.join("scenarios/mini/scenario-1.toml"))
        .expect("a scenario");
    assert!(scenario.contains("at = \"0805\""), "{scenario}");
    // Finished faces keep their look, and where a piece lay in the palette is kept beside it.
    let pieces =
        std::fs::read_to_string(project.join("counters/mini/pieces.csv")).expect("a sheet");
    let mut rows = csv::Reader::from_reader(pieces.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let column = |name: &str| header.iter().position(|column| column == name).expect("a column");
    for row in rows.records().map(|row| row.expect("a row")) {
        assert_eq!(row[column("template")] == *"art", !row[column("art")].is_empty(), "{row:?}");
    }
    assert!(pieces.contains(",art,art/mini/"), "{pieces}");
    let notes = std::fs::read_to_string(project.join("IMPORT.md")).expect("notes");
    assert!(!notes.contains(": \n") && !notes.contains(",  "), "{notes}");
    column("palette");
    let again = hexwright(&["import", path(&module), path(&project)]);
    assert_eq!(again.status.code(), Some(2));
}

/// A module so old that its slots have no ids, with a picture that is named without an ending.
fn old_module() -> Vec<u8> {
    let mut gif = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgba8(4, 4).write_to(&mut gif, image::ImageFormat::Gif).expect("gif");
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgba8(400, 400)
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("png");
    let slot = |name: &str, image: &str| {
        format!(
            "<VASSAL.build.widget.PieceSlot entryName=\"{name}\">+/null/piece;;;{image};{name}/null;0;0</VASSAL.build.widget.PieceSlot>"
        )
    };
    let build = format!(
        "<VASSAL.launch.BasicModule name=\"Old\" version=\"1\"><VASSAL.build.module.Map mapName=\"Main\">\
        <VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name=\"B\" image=\"board.png\">\
        <VASSAL.build.module.map.boardPicker.board.HexGrid dx=\"50\" dy=\"60\" x0=\"30\" y0=\"30\" sideways=\"false\">\
        <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first=\"H\" hOff=\"1\" vOff=\"1\" hLeading=\"1\" vLeading=\"1\" sep=\"\" locationFormat=\"$gridLocation$\"/>\
        </VASSAL.build.module.map.boardPicker.board.HexGrid></VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>\
        <VASSAL.build.module.PieceWindow>{}{}</VASSAL.build.module.PieceWindow>\
        <VASSAL.build.module.PredefinedSetup name=\"Start\" file=\"start.sav\" useFile=\"true\" isMenu=\"false\"/></VASSAL.launch.BasicModule>",
        slot("Red", "red"),
        slot("Blue", "red")
    );
    let save = "begin_save\u{1b}+/1/piece;;;red;Red/Main;30;30\u{1b}+/2/piece;;;other;Blue/Main;80;60\u{1b}MainBoardPicker\tB\t0\t0\u{1b}end_save";
    zip_of(&[
        ("buildFile", build.as_bytes()),
        ("images/red.gif", gif.get_ref()),
        ("images/board.png", png.get_ref()),
        ("start.sav", &zip_of(&[("savedGame", save.as_bytes())])),
    ])
}

#[test]
fn a_module_without_slot_ids_is_imported_by_the_looks_of_its_pieces() {
    let folder = tempfile::tempdir().expect("a folder");
    let (module, project) = (folder.path().join("old.mod"), folder.path().join("old"));
    std::fs::write(&module, old_module()).expect("written");
    let output = hexwright(&["import", path(&module), path(&project)]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    let scenario =
        std::fs::read_to_string(project.join("scenarios/old/start.toml")).expect("a scenario");
    for (unit, hex) in [("red", "0101"), ("blue", "0201")] {
        assert!(scenario.contains(&format!("units = [\"{unit}\"]\nat = \"{hex}\"")), "{scenario}");
    }
    assert!(project.join("art/old/red.png").is_file(), "the GIF is carried over as a PNG");
    let check = Command::new(env!("CARGO_BIN_EXE_hexwright"))
        .arg("check")
        .current_dir(&project)
        .output()
        .expect("runs");
    assert!(!out(&check).contains("error["), "{}{}", out(&check), err(&check));
}

#[test]
fn imported_sides_have_the_colours_of_their_counters() {
    // A black frame and letters on a ground of one colour.
    let face = |ground: [u8; 3]| {
        let picture = image::RgbImage::from_fn(60, 60, |x, y| {
            let is_ink = !(4..56).contains(&x) || (20..40).contains(&y) && x % 3 != 0;
            image::Rgb(if is_ink { [0, 0, 0] } else { ground })
        });
        let mut png = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut png, image::ImageFormat::Png).expect("png");
        png.into_inner()
    };
    let slot = |name: &str| {
        format!(
            "<VASSAL.build.widget.PieceSlot entryName=\"{name}\" gpid=\"{name}\">+/null/piece;;;{name}.png;{name}/null;0;0;{name};0</VASSAL.build.widget.PieceSlot>"
        )
    };
    let palette = |side: &str, slots: &[&str]| {
        let slots: String = slots.iter().map(|name| slot(name)).collect();
        format!(
            "<VASSAL.build.widget.ListWidget entryName=\"{side}\">{slots}</VASSAL.build.widget.ListWidget>"
        )
    };
    let build = format!(
        "<VASSAL.launch.BasicModule name=\"Colours\" version=\"1\"><VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Green</entry><entry>Umpire</entry></VASSAL.build.module.PlayerRoster>\
        <VASSAL.build.module.PieceWindow name=\"Pieces\">{}{}</VASSAL.build.module.PieceWindow></VASSAL.launch.BasicModule>",
        palette("Red", &["guard", "line"]),
        palette("Green", &["jaeger"]),
    );
    let module = zip_of(&[
        ("buildFile.xml", build.as_bytes()),
        ("images/guard.png", &face([200, 30, 40])),
        ("images/line.png", &face([200, 30, 40])),
        ("images/jaeger.png", &face([40, 120, 60])),
    ]);
    let folder = tempfile::tempdir().expect("a folder");
    let (file, project) = (folder.path().join("colours.vmod"), folder.path().join("colours"));
    std::fs::write(&file, module).expect("written");
    let output = hexwright(&["import", path(&file), path(&project)]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    let game = std::fs::read_to_string(project.join("games/colours.toml")).expect("a game");
    assert!(game.contains("\"#c81e28\"") && game.contains("\"#28783c\""), "{game}");
    // Nothing tells the umpire's: a colour is chosen, and said to be.
    let notes = std::fs::read_to_string(project.join("IMPORT.md")).expect("notes");
    assert!(
        notes.contains("the colour of Umpire") && !notes.contains("the colour of Red"),
        "{notes}"
    );
}

#[test]
fn builds_of_imported_art_tell_few_of_many_doubts() {
    let mut entries = Vec::new();
    let mut slots = String::new();
    for number in 0..14_u8 {
        let picture = image::RgbImage::from_pixel(20, 20, image::Rgb([number * 9, 90, 200]));
        let mut png = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut png, image::ImageFormat::Png).expect("png");
        entries.push((format!("images/u{number}.png"), png.into_inner()));
        slots.push_str(&format!(
            "<VASSAL.build.widget.PieceSlot entryName=\"u{number}\" gpid=\"{number}\">+/null/piece;;;u{number}.png;u{number}/null;0;0;{number};0</VASSAL.build.widget.PieceSlot>"
        ));
    }
    let build = format!(
        "<VASSAL.launch.BasicModule name=\"Coarse\" version=\"1\"><VASSAL.build.module.PieceWindow name=\"Pieces\">{slots}</VASSAL.build.module.PieceWindow></VASSAL.launch.BasicModule>"
    );
    entries.push(("buildFile.xml".to_owned(), build.into_bytes()));
    let entries: Vec<(&str, &[u8])> =
        entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let (file, project) = (folder.path().join("coarse.vmod"), folder.path().join("coarse"));
    std::fs::write(&file, zip_of(&entries)).expect("written");
    let output = hexwright(&["import", path(&file), path(&project)]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    for target in ["vassal", "sheets"] {
        let build = Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .args(["build", "--target", target])
            .current_dir(&project)
            .output()
            .expect("runs");
        let told = err(&build);
        assert_eq!(build.status.code(), Some(0), "{told}");
        assert_eq!(told.matches("warning[art-too-coarse]").count(), 10, "{target}: {told}");
        assert!(told.contains("… and 4 more art-too-coarse"), "{target}: {told}");
    }
}
