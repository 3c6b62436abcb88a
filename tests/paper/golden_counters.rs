//! Pictures of counters, compared with the ones a person has looked at.
//!
//! `HEXWRIGHT_GOLDEN=update cargo test --test paper golden_counters` draws them anew; look at every one
//! that changed before committing it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use crate::drawing::{counter, folder, golden_game, golden_options};
use hexwright::draw::{ArtOptions, Artist, DrawnFace, FaceSide, bundled_templates};
use hexwright::model::{Game, Length};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How far a channel may be off before a pixel counts as different.
const CHANNEL_TOLERANCE: u8 = 24;
/// How many pixels in a thousand may be different.
const PIXEL_TOLERANCE: usize = 2;

/// Every drawn face by picture name.
fn faces(game: &Game) -> BTreeMap<String, DrawnFace> {
    let artist = Artist::new(game, golden_options()).unwrap();
    let mut faces = BTreeMap::new();
    for counter in &game.counters {
        for (side, ending) in [(FaceSide::Front, ""), (FaceSide::Back, "-back")] {
            match artist.draw(counter, side) {
                Ok(Some(face)) => drop(faces.insert(format!("{}{ending}", counter.id), face)),
                Ok(None) => {}
                Err(error) => panic!("{}: {error}", counter.id),
            }
        }
    }
    faces
}

fn picture(face: &DrawnFace) -> Pixmap {
    face.render(240.0).unwrap()
}

fn different(a: &Pixmap, b: &Pixmap) -> bool {
    if (a.width(), a.height()) != (b.width(), b.height()) {
        return true;
    }
    let off =
        |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > CHANNEL_TOLERANCE);
    let count = a.data().chunks(4).zip(b.data().chunks(4)).filter(off).count();
    count * 1000 > PIXEL_TOLERANCE * (a.width() * a.height()) as usize
}

#[test]
fn counters_look_as_they_did_when_a_person_looked_at_them() {
    let game = golden_game();
    let faces = faces(&game);
    let update = std::env::var("HEXWRIGHT_GOLDEN").is_ok_and(|value| value == "update");
    let mut wrong = Vec::new();
    for (name, face) in &faces {
        let path = folder().join(format!("{name}.png"));
        let drawn = picture(face);
        match Pixmap::load_png(&path) {
            Ok(golden) if !different(&golden, &drawn) => {}
            _ if update => drawn.save_png(&path).unwrap(),
            _ => wrong.push(name.as_str()),
        }
    }
    if update {
        sheet(&faces, &golden_order(&faces), "counters.png");
    }
    assert!(
        wrong.is_empty(),
        "these look different: {}; see the top of this file",
        wrong.join(", ")
    );
    assert!(faces.len() >= 40, "{} pictures", faces.len());
}

#[test]
fn no_golden_picture_is_left_over_and_every_template_has_one() {
    let game = golden_game();
    let faces = faces(&game);
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "png") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(faces.contains_key(&name), "{name}.png is drawn by nothing");
        }
    }
    let used: BTreeSet<&str> = game.counters.iter().map(|c| &*c.template).collect();
    for card in bundled_templates().iter() {
        assert!(used.contains(card.name.as_str()), "no golden picture shows `{}`", card.name);
    }
}

#[test]
fn drawing_twice_gives_the_same_bytes() {
    let game = golden_game();
    assert_eq!(faces(&game), faces(&game));
}

/// Pictures on one sheet, for the README and the designers' guide.
fn sheet(faces: &BTreeMap<String, DrawnFace>, order: &[&String], file: &str) {
    let (columns, cell) = (12u32, 172u32);
    let rows = (order.len() as u32).div_ceil(columns);
    let mut sheet = Pixmap::new(columns * cell + 12, rows * cell + 12).unwrap();
    sheet.fill(resvg::tiny_skia::Color::from_rgba8(0x3c, 0x46, 0x41, 0xff));
    for (index, name) in order.iter().enumerate() {
        let face = &faces[*name];
        let largest = face.width.to_inches().max(face.height.to_inches());
        let drawn = face.render(160.0 / largest).unwrap();
        let x = (index as u32 % columns) * cell + 12 + (160 - drawn.width()) / 2;
        let y = (index as u32 / columns) * cell + 12 + (160 - drawn.height()) / 2;
        sheet.draw_pixmap(
            x as i32,
            y as i32,
            drawn.as_ref(),
            &PixmapPaint::default(),
            Transform::identity(),
            None,
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    sheet.save_png(path).unwrap();
}

/// Names in the order of `counters.csv`, fronts before their backs.
fn golden_order(faces: &BTreeMap<String, DrawnFace>) -> Vec<&String> {
    let text = std::fs::read_to_string(folder().join("counters.csv")).unwrap();
    let rank: BTreeMap<&str, usize> = text
        .lines()
        .enumerate()
        .filter_map(|(index, line)| Some((line.split(',').next()?, index)))
        .collect();
    let mut order: Vec<&String> = faces.keys().collect();
    order.sort_by_key(|name| (rank.get(name.trim_end_matches("-back")).copied(), name.len()));
    order
}

/// Lengths are exact: the document is as large as the counter, to the micrometre.
#[test]
fn a_drawing_is_as_large_as_its_counter_and_its_bleed() {
    let game = golden_game();
    let options = ArtOptions { bleed: Length::mm(2.0), ..ArtOptions::default() };
    let artist = Artist::new(&game, options).unwrap();
    let counter = game.counters.get("us-inf-179").unwrap();
    let face = artist.draw(counter, FaceSide::Front).unwrap().unwrap();
    assert!(
        face.svg.contains(r#"width="19.875mm" height="19.875mm" viewBox="-2 -2 19.875 19.875""#),
        "{}",
        face.svg
    );
}

/// Every unit symbol on one sheet, and every silhouette on another, for the designers' guide.
#[test]
fn every_symbol_and_silhouette_can_be_drawn() {
    let mut game = golden_game();
    let mut rows: Vec<BTreeMap<String, String>> = Vec::new();
    let row = |id: &str, template: &str, symbol: &str, values: String| {
        let pairs = [
            ("id", id),
            ("template", template),
            ("back", ""),
            ("nation", "german"),
            ("formation", ""),
            ("symbol", symbol),
            ("echelon", ""),
            ("steps", "1"),
            ("size", "five"),
            ("values", &values),
        ];
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
    };
    let symbols = hexwright::draw::symbol_names();
    for name in &symbols {
        rows.push(row(&format!("symbol-{name}"), "gallery", name, format!("name={name}")));
    }
    let silhouettes = hexwright::draw::silhouette_names();
    for name in &silhouettes {
        rows.push(row(
            &format!("silhouette-{name}"),
            "gallery",
            "",
            format!("icon={name};name={name}"),
        ));
    }
    for row in &rows {
        let made = counter(&mut game, row);
        game.counters.insert(made).unwrap();
    }
    let artist = Artist::new(&game, golden_options()).unwrap();
    let draw = |kind: &str, names: &[String]| -> BTreeMap<String, DrawnFace> {
        let face = |name: &String| {
            let counter = game.counters.get(&format!("{kind}-{name}")).unwrap();
            (name.clone(), artist.draw(counter, FaceSide::Front).unwrap().unwrap())
        };
        names.iter().map(face).collect()
    };
    let (symbols, silhouettes) = (draw("symbol", &symbols), draw("silhouette", &silhouettes));
    assert!(symbols.len() >= 90 && silhouettes.len() >= 35);
    if std::env::var("HEXWRIGHT_GOLDEN").is_ok_and(|value| value == "update") {
        sheet(&symbols, &symbols.keys().collect::<Vec<_>>(), "symbols.png");
        sheet(&silhouettes, &silhouettes.keys().collect::<Vec<_>>(), "silhouettes.png");
    }
}

/// The gallery in the designers' guide is written from what the templates say about themselves.
#[test]
fn the_guide_lists_every_template_with_its_placeholders() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/counters.md");
    let guide = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- templates: begin -->\n", "<!-- templates: end -->");
    let start = guide.find(begin).unwrap() + begin.len();
    let stop = guide.find(end).unwrap();
    let mut table = String::from("| template | for | needs | takes |\n|---|---|---|---|\n");
    for card in bundled_templates() {
        let list = |names: &[String]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        table += &format!(
            "| `{}` | {} | {} | {} |\n",
            card.name,
            card.title,
            list(&card.needs),
            list(&card.takes)
        );
    }
    if std::env::var("HEXWRIGHT_GOLDEN").is_ok_and(|value| value == "update") {
        std::fs::write(&path, format!("{}{table}{}", &guide[..start], &guide[stop..])).unwrap();
    } else {
        assert_eq!(&guide[start..stop], table);
    }
}
