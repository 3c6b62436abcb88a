//! Sources inside the program: the tutorial game and the start of a new project.

use include_dir::{Dir, include_dir};
use std::path::PathBuf;

static GAMES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/games");
static COUNTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/counters/bridgehead");
static MAPS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/maps/bridgehead");
static SCENARIOS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/scenarios/bridgehead");
static STARTER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/project");

/// A log of the tutorial game in which players broke five rules.
pub static BRIDGEHEAD_LOG: &[u8] =
    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/logs/bridgehead-planted.vlog"));

/// The files of a project that holds the tutorial game alone.
pub fn bridgehead() -> Vec<(PathBuf, Vec<u8>)> {
    let project = "#:schema .hexwright/schema/project.json\nname = \"Bridgehead\"\ngames = [\"bridgehead\"]\n";
    let mut files = vec![(PathBuf::from("hexwright.toml"), project.as_bytes().to_vec())];
    let mut add = |folder: &str, file: &include_dir::File<'_>| {
        files.push((PathBuf::from(folder).join(file.path()), file.contents().to_vec()));
    };
    GAMES
        .files()
        .filter(|file| file.path().file_stem().is_some_and(|stem| stem == "bridgehead"))
        .for_each(|file| add("games", file));
    GAMES
        .get_dir("bridgehead")
        .into_iter()
        .flat_map(Dir::files)
        .for_each(|file| add("games", file));
    COUNTERS.files().for_each(|file| add("counters/bridgehead", file));
    MAPS.files().for_each(|file| add("maps/bridgehead", file));
    SCENARIOS.files().for_each(|file| add("scenarios/bridgehead", file));
    files
}

/// The files of a new project for a game with that id and title.
pub fn starter(id: &str, title: &str) -> Vec<(PathBuf, String)> {
    fn collect(folder: &Dir<'_>, id: &str, title: &str, files: &mut Vec<(PathBuf, String)>) {
        for file in folder.files() {
            let path = file.path().to_string_lossy().replace("GAME", id);
            let text = String::from_utf8_lossy(file.contents());
            files.push((
                PathBuf::from(path),
                text.replace("{{id}}", id).replace("{{title}}", title),
            ));
        }
        folder.dirs().for_each(|folder| collect(folder, id, title, files));
    }
    let mut files = Vec::new();
    collect(&STARTER, id, title, &mut files);
    files
}
