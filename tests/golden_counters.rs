//! Pictures of counters, compared with the ones a person has looked at.
//!
//! `HEXWRIGHT_GOLDEN=update cargo test --test golden_counters` draws them anew; look at every one
//! that changed before committing it.

use hexwright::draw::{ArtOptions, Artist, DrawnFace, FaceSide, bundled_templates};
use hexwright::model::{
    Back, Counter, CounterKind, CounterSize, Face, Formation, Game, Length, Nationality, Provenance, Registry, Rules,
    Shape, Side, TurnSpan, UnitType,
};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How far a channel may be off before a pixel counts as different.
const CHANNEL_TOLERANCE: u8 = 24;
/// How many pixels in a thousand may be different.
const PIXEL_TOLERANCE: usize = 2;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/counters")
}

fn side(id: &str, colour: &str, text: &str) -> Side {
    Side { id: id.into(), name: id.into(), colour: colour.into(), text: text.into(), accent: None }
}

fn empty_game() -> Game {
    Game {
        id: "golden".into(),
        title: "Golden".into(),
        subtitle: String::new(),
        version: String::new(),
        credits: vec![],
        summary: String::new(),
        scale: vec![],
        sides: Registry::default(),
        nationalities: Registry::default(),
        formations: Registry::default(),
        movement_classes: Registry::default(),
        unit_types: Registry::default(),
        counter_sizes: Registry::default(),
        dice: Registry::default(),
        points: Registry::default(),
        sequence: vec![],
        turns: TurnSpan { first: 1, last: None },
        turn_labels: vec![],
        terrain: Registry::default(),
        hexsides: Registry::default(),
        paths: Registry::default(),
        charts: Registry::default(),
        options: Registry::default(),
        rules: Rules::default(),
        maps: Registry::default(),
        counters: Registry::default(),
        scenarios: Registry::default(),
    }
}

/// The counters of `counters.csv`: a row a counter, its template values as `name=value` pairs.
fn golden_game() -> Game {
    let mut game = empty_game();
    let axis = game.sides.insert(side("axis", "#9aa694", "#141414")).unwrap();
    let allied = game.sides.insert(side("allied", "#b9a97a", "#141414")).unwrap();
    game.sides.insert(side("neutral", "#f1ead8", "#141414")).unwrap();
    for (id, side, colour, text, accent) in [
        ("german", axis, "#a9b2ab", "#141414", None),
        ("ss", axis, "#2b2b2b", "#f4f4f4", Some("#d8d8d8")),
        ("luftwaffe", axis, "#8fb2cc", "#141414", None),
        ("italian", axis, "#d8cf9a", "#141414", Some("#4f8f58")),
        ("us", allied, "#93a36a", "#141414", None),
        ("british", allied, "#cdb083", "#141414", Some("#b8523a")),
        ("french", allied, "#7fa3d1", "#141414", None),
        ("soviet", allied, "#c9884d", "#141414", Some("#c0392b")),
        ("polish", allied, "#d9b8a8", "#141414", Some("#b5202f")),
        ("asl-german", axis, "#9db7cf", "#141414", None),
        ("asl-us", allied, "#8fae6b", "#141414", None),
        ("asl-soviet", allied, "#b98b5e", "#141414", None),
    ] {
        let accent = accent.map(str::to_owned);
        let nation = Nationality {
            id: id.into(),
            name: id.into(),
            side,
            colour: Some(colour.into()),
            text: Some(text.into()),
            accent,
        };
        game.nationalities.insert(nation).unwrap();
    }
    for (id, colour) in [("red", "#a61c1c"), ("blue", "#1f4e9c"), ("yellow", "#e8c020"), ("green", "#1e6b3a")] {
        let formation = Formation { id: id.into(), name: id.into(), side: None, parent: None, colour: Some(colour.into()) };
        game.formations.insert(formation).unwrap();
    }
    for (id, w, h, shape) in [
        ("half", "1/2in", "1/2in", Shape::Square),
        ("nine", "9/16in", "9/16in", Shape::Square),
        ("five", "5/8in", "5/8in", Shape::Square),
        ("round", "5/8in", "5/8in", Shape::Rounded),
        ("inch", "1in", "1in", Shape::Rounded),
        ("wide", "1in", "1/2in", Shape::Square),
        ("mm20", "20mm", "20mm", Shape::Square),
    ] {
        let size = CounterSize { id: id.into(), width: w.parse().unwrap(), height: h.parse().unwrap(), shape };
        game.counter_sizes.insert(size).unwrap();
    }
    let mut reader = csv::Reader::from_path(folder().join("counters.csv")).unwrap();
    for row in reader.deserialize() {
        let row: BTreeMap<String, String> = row.unwrap();
        let counter = counter(&mut game, &row);
        game.counters.insert(counter).unwrap_or_else(|_| panic!("{} twice", row["id"]));
    }
    game
}

fn counter(game: &mut Game, row: &BTreeMap<String, String>) -> Counter {
    let (mut front, mut back_face) = (Vec::new(), Vec::new());
    for pair in row["values"].split(';').filter(|pair| !pair.trim().is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, "yes"));
        match name.trim().strip_prefix("back_") {
            Some(name) => back_face.push((name.to_owned(), value.to_owned())),
            None => front.push((name.trim().to_owned(), value.to_owned())),
        }
    }
    for (name, value) in &front {
        if !back_face.iter().any(|(own, _)| own == name) {
            back_face.push((name.clone(), value.clone()));
        }
    }
    let symbol = &row["symbol"];
    let unit_type = (!symbol.is_empty()).then(|| {
        let made = UnitType { id: symbol.clone(), name: symbol.clone(), symbol: symbol.clone(), class: None, flags: vec![] };
        game.unit_types.insert(made).unwrap_or_else(|holder| holder)
    });
    let nationality = game.nationalities.find(&row["nation"]);
    Counter {
        id: row["id"].clone(),
        name: row["id"].clone(),
        kind: CounterKind::Unit,
        count: 1,
        side: nationality.map(|n| game.nationalities[n].side).or(game.sides.find("neutral")),
        nationality,
        formation: game.formations.find(&row["formation"]),
        unit_type,
        echelon: row["echelon"].parse().ok(),
        steps: row["steps"].parse().unwrap_or(1),
        remnant: None,
        size: game.counter_sizes.find(&row["size"]).unwrap(),
        template: row["template"].clone(),
        back: if row["back"].is_empty() { Back::Blank } else { Back::Template(row["back"].clone()) },
        front: Face::new(front),
        back_face: Face::new(back_face),
        art: None,
        back_art: None,
        reserve: false,
        provenance: Provenance::Printed,
        row: (PathBuf::from("counters.csv"), 0),
    }
}

/// Every drawn face by picture name.
fn faces(game: &Game) -> BTreeMap<String, DrawnFace> {
    let artist = Artist::new(game, ArtOptions::default()).unwrap();
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
    let off = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > CHANNEL_TOLERANCE);
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
        contact_sheet(&faces);
    }
    assert!(wrong.is_empty(), "these look different: {}; see the top of this file", wrong.join(", "));
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
    let used: BTreeSet<&str> = game.counters.iter().map(|c| c.template.as_str()).collect();
    for card in bundled_templates().iter().filter(|card| card.name != "art") {
        assert!(used.contains(card.name.as_str()), "no golden picture shows `{}`", card.name);
    }
}

#[test]
fn drawing_twice_gives_the_same_bytes() {
    let game = golden_game();
    assert_eq!(faces(&game), faces(&game));
}

/// All pictures on one sheet, for the README.
fn contact_sheet(faces: &BTreeMap<String, DrawnFace>) {
    let (columns, cell) = (12u32, 172u32);
    let order: Vec<&String> = golden_order(faces);
    let rows = (order.len() as u32).div_ceil(columns);
    let mut sheet = Pixmap::new(columns * cell + 12, rows * cell + 12).unwrap();
    sheet.fill(resvg::tiny_skia::Color::from_rgba8(0x3c, 0x46, 0x41, 0xff));
    for (index, name) in order.iter().enumerate() {
        let face = &faces[*name];
        let largest = face.width.to_inches().max(face.height.to_inches());
        let drawn = face.render(160.0 / largest).unwrap();
        let x = (index as u32 % columns) * cell + 12 + (160 - drawn.width()) / 2;
        let y = (index as u32 / columns) * cell + 12 + (160 - drawn.height()) / 2;
        sheet.draw_pixmap(x as i32, y as i32, drawn.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/counters.png");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    sheet.save_png(path).unwrap();
}

/// Names in the order of `counters.csv`, fronts before their backs.
fn golden_order(faces: &BTreeMap<String, DrawnFace>) -> Vec<&String> {
    let text = std::fs::read_to_string(folder().join("counters.csv")).unwrap();
    let rank: BTreeMap<&str, usize> =
        text.lines().enumerate().filter_map(|(index, line)| Some((line.split(',').next()?, index))).collect();
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
    assert!(face.svg.contains(r#"width="19.875mm" height="19.875mm" viewBox="-2 -2 19.875 19.875""#), "{}", face.svg);
}
