//! What a box must be: what the program's own verifier asks, and that every number is a piece, which it does not ask.

use crate::vassal::Limits;
use crate::vassal::archive::Archive;
use crate::vassal::build::Element;
use std::collections::BTreeSet;

/// Everything that is wrong with a box; empty when it is sound.
pub fn check(bytes: &[u8]) -> Vec<String> {
    let limits = Limits::default();
    let mut archive = match Archive::from_bytes(bytes.to_vec(), &limits) {
        Ok(archive) => archive,
        Err(error) => return vec![error.to_string()],
    };
    let mut wrong = Vec::new();
    let names: BTreeSet<String> = archive.names().iter().cloned().collect();
    let mut read = |name: &str, wrong: &mut Vec<String>| {
        let text = archive.read_text(name, &limits);
        match text.and_then(|text| Element::parse(name, &text, &limits)) {
            Ok(element) => Some(element),
            Err(error) => {
                wrong.push(error.to_string());
                None
            }
        }
    };
    let Some(game) = read("game-box.xml", &mut wrong) else { return wrong };
    let mut shown: BTreeSet<String> = BTreeSet::from(["game-box.xml".to_owned()]);
    needs(&game, &["name", "description", "copyright", "startup-scenario"], &mut wrong);
    let (mut boards, mut sheets) = (BTreeSet::new(), Vec::new());
    for part in &game.children {
        let name = part.get("name").unwrap_or_default().to_owned();
        for image in ["image-file", "front-image-file", "back-image-file"] {
            let Some(file) = part.get(image) else { continue };
            if !names.contains(file) {
                wrong.push(format!("{name}: there is no picture {file}"));
            }
            shown.insert(file.to_owned());
        }
        match part.tag.as_str() {
            "dice-hand" => needs(part, &["type"], &mut wrong),
            "map" => needs(part, &["name", "image-file", "resolution"], &mut wrong),
            "counter-sheet" | "terrain-sheet" => {
                needs(part, &["name", "front-image-file"], &mut wrong);
                let pieces: usize = part.children.iter().map(pieces).sum();
                sheets.push((name.clone(), if part.tag == "counter-sheet" { pieces } else { 0 }));
            }
            other => wrong.push(format!("`{other}` does not belong into a box")),
        }
        if matches!(part.tag.as_str(), "map" | "counter-sheet" | "terrain-sheet")
            && !boards.insert(name.clone())
        {
            wrong.push(format!("two boards are called `{name}`"));
        }
    }
    let scenarios: Vec<&String> = names.iter().filter(|name| name.ends_with(".zts")).collect();
    if game.get("startup-scenario").is_none_or(|first| !names.contains(first)) {
        wrong.push("the scenario to begin with is not there".to_owned());
    }
    for name in scenarios {
        shown.insert(name.clone());
        let Some(scenario) = read(name, &mut wrong) else { continue };
        needs(
            &scenario,
            &["game-box", "scenario-name", "scenario-description", "scenario-copyright"],
            &mut wrong,
        );
        if scenario.get("game-box") != game.get("name") {
            wrong.push(format!("{name}: is of another box"));
        }
        self::scenario(name, &scenario, (&boards, &sheets), &mut wrong);
    }
    wrong.extend(names.difference(&shown).map(|name| format!("{name}: shown nowhere")));
    wrong
}

fn needs(element: &Element, attributes: &[&str], wrong: &mut Vec<String>) {
    for attribute in attributes {
        if element.get(attribute).is_none() {
            wrong.push(format!("a {} without {attribute}", element.tag));
        }
    }
}

/// How many pieces a section makes.
fn pieces(section: &Element) -> usize {
    let count = |name: &str| section.get(name).and_then(|text| text.parse().ok()).unwrap_or(1);
    let all: [usize; 3] = [count("rows"), count("columns"), count("supply")];
    all.into_iter().fold(1, usize::saturating_mul)
}

fn scenario(
    name: &str,
    scenario: &Element,
    (boards, sheets): (&BTreeSet<String>, &[(String, usize)]),
    wrong: &mut Vec<String>,
) {
    let laid: BTreeSet<&str> =
        scenario.all("layout").filter_map(|layout| layout.get("board")).collect();
    for board in laid.iter().filter(|board| !boards.contains(**board)) {
        wrong.push(format!("{name}: there is no board `{board}`"));
    }
    for (sheet, _) in sheets.iter().filter(|(sheet, _)| !laid.contains(sheet.as_str())) {
        wrong.push(format!("{name}: `{sheet}` is not laid out, so its pieces do not exist"));
    }
    let all: usize = sheets.iter().map(|(_, pieces)| pieces).sum();
    let mut taken = BTreeSet::new();
    for piece in scenario.all("counter") {
        match piece.get("id").and_then(|id| id.parse::<usize>().ok()) {
            Some(id) if id < all => {
                if !taken.insert(id) {
                    wrong.push(format!("{name}: piece {id} lies in two places"));
                }
            }
            id => wrong.push(format!("{name}: there is no piece {id:?}")),
        }
    }
}
