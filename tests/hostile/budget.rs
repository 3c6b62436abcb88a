//! Files that are small to send and huge to read: each ends within its budget, with a reason.
//!
//! Every attack is made here, nothing large is kept. The run is measured from outside.

use crate::measure::{folder, withstands};
use hexwright::vassal::archive::pack;
use std::fmt::Write as _;
use std::path::Path;

fn log(folder: &Path, text: &str) {
    let bytes = pack([("savedGame", text.as_bytes())]).unwrap();
    assert!(bytes.len() < 3 << 20, "{} bytes are no small file", bytes.len());
    std::fs::write(folder.join("x.vlog"), bytes).unwrap();
}

#[test]
pub fn hundreds_of_thousands_of_chat_lines_are_read_in_linear_time() {
    let (_held, at) = folder();
    let mut text = String::from("begin_save\u{1b}end_save");
    for n in 0..140_000 {
        write!(text, "\u{1b}LOG\tCHATx{}", n % 7).unwrap();
    }
    log(&at, &text);
    withstands("140,000 lines of chat", &at, &["export", "x.vlog", "-o", "x.jsonl"], &[""]);
}

#[test]
pub fn stacks_of_millions_are_refused() {
    let (_held, at) = folder();
    let members = ";1".repeat(20_000_000);
    log(&at, &format!("begin_save\u{1b}+/1/stack/Map;1;1{members}\u{1b}end_save"));
    withstands("a stack of 20 million pieces", &at, &["inspect", "x.vlog"], &["--max-memory"]);
}

#[test]
pub fn millions_of_escapes_are_refused() {
    let (_held, at) = folder();
    log(&at, &"\u{1b}".repeat(40_000_000));
    withstands("40 million escape characters", &at, &["inspect", "x.vlog"], &["raise --max-"]);
}

#[test]
pub fn parts_that_double_are_refused() {
    let (_held, at) = folder();
    let build = at.join("m/build");
    std::fs::create_dir_all(&build).unwrap();
    std::fs::write(build.join("component.xml"), "<a><?part x0?></a>").unwrap();
    for n in 0..60 {
        let next = n + 1;
        std::fs::write(
            build.join(format!("x{n}")),
            format!("<a><?part x{next}?><?part x{next}?></a>\n"),
        )
        .unwrap();
    }
    std::fs::write(build.join("x60"), "<a/>\n").unwrap();
    std::fs::write(
        at.join("m/hexwright-module.json"),
        r#"{"layout":1,"build_file":"buildFile.xml","entries":["buildFile.xml"]}"#,
    )
    .unwrap();
    withstands(
        "parts that name a part twice, 60 deep",
        &at,
        &["pack", "m", "m.vmod"],
        &["together"],
    );
}

#[test]
pub fn pieces_of_one_name_are_extracted_in_linear_time() {
    let (_held, at) = folder();
    let slot = "<w.PieceSlot entryName=\"A\">+/null/x/y</w.PieceSlot>";
    let xml = format!("<m.Module name=\"M\">{}</m.Module>", slot.repeat(20_000));
    std::fs::write(at.join("x.vmod"), pack([("buildFile.xml", xml.as_bytes())]).unwrap()).unwrap();
    withstands(
        "20,000 pieces of one name",
        &at,
        &["extract", "x.vmod", "out"],
        &["20001 components"],
    );
}

#[test]
pub fn deep_trees_are_not_extracted() {
    let (_held, at) = folder();
    let deep = |levels: usize| {
        let open = "<VASSAL.build.widget.TabWidget entryName=\"t\">".repeat(levels);
        format!(
            "<VASSAL.build.module.BasicModule name=\"M\">{open}{}</VASSAL.build.module.BasicModule>",
            "</VASSAL.build.widget.TabWidget>".repeat(levels)
        )
    };
    std::fs::write(at.join("x.vmod"), pack([("buildFile.xml", deep(900).as_bytes())]).unwrap())
        .unwrap();
    withstands(
        "900 folders inside each other",
        &at,
        &["extract", "x.vmod", "out"],
        &["folders deep"],
    );
    let entry = "a/".repeat(900) + "b";
    let entries = [("buildFile.xml", deep(1).into_bytes()), (entry.as_str(), Vec::new())];
    let entries = entries.iter().map(|(name, bytes)| (*name, bytes.as_slice()));
    std::fs::write(at.join("y.vmod"), pack(entries).unwrap()).unwrap();
    withstands("an entry 900 folders deep", &at, &["extract", "y.vmod", "out"], &["folders deep"]);
    assert!(!at.join("out").exists());
    std::fs::write(at.join("z.vmod"), pack([("buildFile.xml", deep(20).as_bytes())]).unwrap())
        .unwrap();
    withstands(
        "20 folders inside each other",
        &at,
        &["extract", "z.vmod", "out"],
        &["components and pieces"],
    );
}

/// An archive of which all entries are the same bytes of the file.
fn overlapping(entries: u32) -> Vec<u8> {
    let one = pack([("n000000", vec![b'x'; 1 << 20].as_slice())]).unwrap();
    let end = one.len() - 22;
    let central = u32::from_le_bytes(one[end + 16..end + 20].try_into().unwrap()) as usize;
    let record = &one[central..end];
    let mut bytes = one[..central].to_vec();
    for n in 0..entries {
        let mut own = record.to_vec();
        own[46..53].copy_from_slice(format!("n{n:06}").as_bytes());
        bytes.extend(own);
    }
    let size = (bytes.len() - central) as u32;
    let mut tail = one[end..].to_vec();
    tail[8..10].copy_from_slice(&(entries as u16).to_le_bytes());
    tail[10..12].copy_from_slice(&(entries as u16).to_le_bytes());
    tail[12..16].copy_from_slice(&size.to_le_bytes());
    bytes.extend(tail);
    bytes
}

#[test]
pub fn entries_over_each_other_are_refused() {
    let (_held, at) = folder();
    std::fs::write(at.join("x.vmod"), overlapping(16_000)).unwrap();
    withstands(
        "16,000 entries over each other",
        &at,
        &["extract", "x.vmod", "out"],
        &["over each other"],
    );
    assert!(!at.join("out").exists());
}

/// A log of pieces, each with a picture of its own, and the module that has the pictures.
fn gallery(at: &Path, pieces: usize, picture: impl Fn(usize) -> Vec<u8>) {
    let mut text = String::from("begin_save");
    let mut module = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut add = |name: &str, bytes: &[u8]| {
        module.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut module, bytes).unwrap();
    };
    add("buildFile.xml", b"<VASSAL.build.module.BasicModule name=\"M\" version=\"1\"/>");
    for n in 0..pieces {
        write!(text, "\u{1b}+/{n}/piece;;;p{n}.png;P{n}/Map;{n};1;{n};0").unwrap();
        add(&format!("images/p{n}.png"), &picture(n));
    }
    text.push_str("\u{1b}end_save\u{1b}LOG\tCHATx");
    log(at, &text);
    let module = module.finish().unwrap().into_inner();
    assert!(module.len() < 12 << 20, "{} bytes are no small file", module.len());
    std::fs::write(at.join("m.vmod"), module).unwrap();
}

/// A picture of one grey; what follows its end is nobody's business and a megabyte long.
fn png(side: u32, padding: usize) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::GrayImage::new(side, side).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let mut bytes = bytes.into_inner();
    bytes.resize(bytes.len() + padding, 0);
    bytes
}

#[test]
pub fn thousands_of_pictures_in_a_page() {
    let (_held, at) = folder();
    let picture = png(2, 1 << 20);
    gallery(&at, 1000, |n| {
        let mut own = picture.clone();
        own.extend(n.to_le_bytes());
        own
    });
    withstands(
        "1,000 pictures of a megabyte",
        &at,
        &["replay", "x.vlog", "--module", "m.vmod"],
        &[],
    );
    withstands("1,000 pictures, looked at", &at, &["check", "m.vmod"], &[]);
    withstands("1,000 pictures, imported", &at, &["import", "m.vmod", "game"], &[]);
}

#[test]
pub fn pictures_that_are_huge_when_decoded() {
    let (_held, at) = folder();
    let picture = png(5600, 0);
    gallery(&at, 12, |_| picture.clone());
    withstands(
        "12 pictures of 31 million pixels",
        &at,
        &["replay", "x.vlog", "--module", "m.vmod"],
        &[],
    );
    assert_eq!(crate::measure::run(&at, &["new", "war"]).code, Some(0));
    let mut rows = String::from(
        "id,name,kind,count,template,art\nturn,Turn,marker,1,marker,\ndisrupted,Disrupted,marker,1,marker,\n",
    );
    for n in 0..12 {
        writeln!(rows, "m{n},M{n},marker,1,art,p{n}.png").unwrap();
        std::fs::write(at.join(format!("war/p{n}.png")), &picture).unwrap();
    }
    std::fs::write(at.join("war/counters/war/markers.csv"), rows).unwrap();
    withstands("the same as art, checked", &at, &["check", "war"], &[]);
    withstands("the same as art, built", &at, &["build", "--project", "war"], &[]);
    // A header that claims as many pixels as it can: four bytes of each are more than can be counted.
    let mut endless = png(2, 0);
    endless[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    let (_held, at) = folder();
    gallery(&at, 2, |_| endless.clone());
    let attack = "pictures of 4 billion billion pixels";
    withstands(attack, &at, &["check", "m.vmod"], &[]);
    withstands(attack, &at, &["replay", "x.vlog", "--module", "m.vmod"], &[]);
}

#[test]
pub fn counters_without_number() {
    let (_held, at) = folder();
    assert_eq!(crate::measure::run(&at, &["new", "war"]).code, Some(0));
    let mut rows = String::from(
        "id,name,kind,count,text\nturn,Turn,marker,1,T\ndisrupted,Disrupted,marker,1,D\n",
    );
    for n in 0..60_000 {
        writeln!(rows, "m{n},Marker {n},marker,9,text {n}").unwrap();
    }
    std::fs::write(at.join("war/counters/war/markers.csv"), rows).unwrap();
    for command in [
        &["games", "war"][..],
        &["map", "stats", "--project", "war"],
        &["rules", "war", "--project", "war"],
    ] {
        withstands("60,000 counters, 9 of each", &at, command, &[]);
    }
}

#[test]
pub fn maps_without_end() {
    for (columns, rows) in
        [(2_000_000_000u32, 2_000_000_000u32), (100_000, 1), (900, 900), (300, 300)]
    {
        let (_held, at) = folder();
        assert_eq!(crate::measure::run(&at, &["new", "war"]).code, Some(0));
        let map = at.join("war/maps/war/map.toml");
        crate::forge::edit(&map, "columns = 10", &format!("columns = {columns}"));
        crate::forge::edit(&map, "rows = 8", &format!("rows = {rows}"));
        for command in [
            &["check", "war"][..],
            &["build", "--project", "war"],
            &["map", "stats", "--project", "war"],
            &["map", "los-check", "--project", "war"],
        ] {
            withstands(&format!("a map of {columns} by {rows}"), &at, command, &[]);
        }
    }
}
