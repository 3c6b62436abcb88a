//! A game made of the counters of `tests/golden/counters/counters.csv`, for tests that draw.
#![allow(dead_code, reason = "each test binary uses its part")]

use hexwright::draw::ArtOptions;
use hexwright::model::{
    Art, Back, Counter, CounterKind, CounterSize, Face, Formation, Game, Nationality, Provenance,
    Registry, Rules, Shape, Side, TurnSpan, UnitType,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/counters")
}

fn side(id: &str, colour: &str, text: &str) -> Side {
    Side { id: id.into(), name: id.into(), colour: colour.into(), text: text.into(), accent: None }
}

pub fn empty_game() -> Game {
    Game {
        id: "golden".into(),
        code: String::new(),
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
        sight: None,
        options: Registry::default(),
        declarations: Registry::default(),
        module: hexwright::model::ModuleSettings::default(),
        rules: Rules::default(),
        maps: Registry::default(),
        counters: Registry::default(),
        scenarios: Registry::default(),
    }
}

/// How to draw the golden counters: their art is beside them.
pub fn golden_options() -> ArtOptions {
    ArtOptions { project_root: Some(folder()), ..ArtOptions::default() }
}

/// The counters of `counters.csv`: a row a counter, its template values as `name=value` pairs.
pub fn golden_game() -> Game {
    let mut game = empty_game();
    let axis = game.sides.insert(side("axis", "#9aa694", "#141414")).unwrap();
    let allied = game.sides.insert(side("allied", "#b9a97a", "#141414")).unwrap();
    game.sides.insert(side("neutral", "#f1ead8", "#141414")).unwrap();
    for (id, side, colour, text, accent) in [
        ("german", axis, "#a9b2ab", "#141414", None),
        ("ss", axis, "#2b2b2b", "#f4f4f4", Some("#d8d8d8")),
        ("luftwaffe", axis, "#8fb2cc", "#141414", None),
        ("italian", axis, "#d8cf9a", "#141414", Some("#86bd8e")),
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
    for (id, colour) in
        [("red", "#a61c1c"), ("blue", "#1f4e9c"), ("yellow", "#e8c020"), ("green", "#1e6b3a")]
    {
        let formation = Formation {
            id: id.into(),
            name: id.into(),
            side: None,
            parent: None,
            colour: Some(colour.into()),
        };
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
        let size = CounterSize {
            id: id.into(),
            width: w.parse().unwrap(),
            height: h.parse().unwrap(),
            shape,
        };
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

pub fn counter(game: &mut Game, row: &BTreeMap<String, String>) -> Counter {
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
    let front_art = front
        .iter()
        .position(|(name, _)| name == "art")
        .map(|index| Art { file: PathBuf::from(front.remove(index).1) });
    let symbol = &row["symbol"];
    let unit_type = (!symbol.is_empty()).then(|| {
        let made = UnitType {
            id: symbol.clone(),
            name: symbol.clone(),
            symbol: symbol.clone(),
            class: None,
            flags: vec![],
            back: String::new(),
        };
        game.unit_types.insert(made).unwrap_or_else(|holder| holder)
    });
    let nationality = game.nationalities.find(&row["nation"]);
    Counter {
        id: row["id"].as_str().into(),
        name: row["id"].as_str().into(),
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
        template: row["template"].as_str().into(),
        back: if row["back"].is_empty() {
            Back::Blank
        } else {
            Back::Template(row["back"].as_str().into())
        },
        front: Face::new(front),
        back_face: Face::new(back_face),
        art: front_art,
        back_art: None,
        reserve: false,
        provenance: Provenance::Printed,
        row: (Path::new("counters.csv").into(), 0),
    }
}
