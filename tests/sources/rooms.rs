//! Data flows one way: no room imports from one that `ARCHITECTURE.md` does not let it use.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The rooms and the rooms they may use, in the order of `ARCHITECTURE.md`.
fn arrows() -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = text.split_once("```arrows\n").expect("ARCHITECTURE.md lists the arrows");
    let (list, _) = rest.split_once("```").unwrap();
    let read = |line: &str| {
        let (room, uses) = line.split_once(':').unwrap();
        (room.to_owned(), uses.split_whitespace().map(str::to_owned).collect())
    };
    list.lines().map(read).collect()
}

/// The code of a file without comments and without its tests, which may load games from sources.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The rooms that some code names: after `crate::`, alone or in braces.
fn named(code: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String {
        text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut rooms = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split_once('}').map_or(list, |(list, _)| list);
                rooms.extend(list.split(',').map(word));
            }
            None => drop(rooms.insert(word(rest))),
        }
    }
    rooms
}

#[test]
fn no_room_uses_one_that_the_architecture_does_not_let_it_use() {
    let arrows: BTreeMap<String, BTreeSet<String>> = arrows().into_iter().collect();
    let src = Path::new(ROOT).join("src");
    let mut wrong = Vec::new();
    let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in walkdir::WalkDir::new(&src).into_iter().map(|entry| entry.unwrap().into_path()) {
        if file.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let path = file.strip_prefix(&src).unwrap();
        let first = path.components().next().unwrap().as_os_str().to_string_lossy();
        let room = first.trim_end_matches(".rs").to_owned();
        // The command line may ask every room.
        if matches!(room.as_str(), "lib" | "main" | "cli") {
            continue;
        }
        let Some(uses) = arrows.get(&room) else {
            wrong.push(format!("ARCHITECTURE.md does not list the room {room}"));
            continue;
        };
        for used in named(&code(&file)) {
            if used == "cli" || (arrows.contains_key(&used) && used != room) {
                if !uses.contains(&used) {
                    wrong.push(format!("{}: {room} may not use {used}", file.display()));
                }
                seen.entry(room.clone()).or_default().insert(used);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (room, uses) in arrows {
        let seen = seen.remove(&room).unwrap_or_default();
        let unused: Vec<&String> = uses.difference(&seen).collect();
        assert!(unused.is_empty(), "{room} no longer uses {unused:?}: take the arrow away");
    }
}

#[test]
fn the_arrows_of_the_architecture_go_one_way() {
    let mut known = BTreeSet::new();
    for (room, uses) in arrows() {
        let later: Vec<&String> = uses.difference(&known).collect();
        assert!(later.is_empty(), "{room} uses {later:?}, which stand after it");
        known.insert(room);
    }
}
