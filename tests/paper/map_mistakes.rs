//! What would misprint on a map or a chart is told by `check`, at its place.

use crate::support::{hexwright_in, said};
use serde_json::Value;
use std::path::Path;

/// A new project, changed.
struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = hexwright_in(folder.path(), &["new", "sill"]);
        assert!(made.status.success(), "{}", said(&made));
        Project(folder)
    }

    fn root(&self) -> std::path::PathBuf {
        self.0.path().join("sill")
    }

    fn change(&self, file: &str, from: &str, to: &str) -> &Self {
        let path = self.root().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
        self
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.root().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// What `check` finds: code, severity, and `file:line:column message (help)`.
    fn found(&self) -> Vec<[String; 3]> {
        let run = hexwright_in(&self.root(), &["check", "--format", "json"]);
        let report: Value = serde_json::from_slice(&run.stdout).expect("JSON");
        let list = report["diagnostics"].as_array().unwrap().clone();
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        list.iter()
            .map(|found| {
                let words = format!("{found}");
                [text(&found["code"]), text(&found["severity"]), words]
            })
            .collect()
    }

    /// What `check` shows people.
    fn shown(&self) -> String {
        said(&hexwright_in(&self.root(), &["check"]))
    }
}

fn map_file(root: &Path) -> String {
    let maps = walk(&root.join("maps"));
    maps.strip_prefix(root).unwrap().display().to_string()
}

/// The first file somewhere below a folder.
fn walk(folder: &Path) -> std::path::PathBuf {
    let first = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    if first.is_dir() { walk(&first) } else { first }
}

#[test]
fn a_new_project_has_none_of_these_mistakes() {
    let project = Project::new();
    let found: Vec<_> = project
        .found()
        .into_iter()
        .filter(|[code, ..]| {
            ["box-in-the-way", "small-hexes", "missing-glyph", "parts-collide", "no-back-art"]
                .contains(&code.as_str())
        })
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn boxes_over_hexes_or_each_other_are_told() {
    let project = Project::new();
    let map = map_file(&project.root());
    let frame = |x: u32, y: u32| format!("frame = [\"{x}mm\", \"{y}mm\", \"60mm\", \"40mm\"]\n");
    project.change(
        &map,
        "spaces = \"1-6\"",
        &format!(
            "spaces = \"1-6\"\n{}\n[[box]]\nid = \"dead\"\nname = \"Dead\"\nkind = \"holding\"\n{}",
            frame(5, 5),
            frame(30, 20)
        ),
    );
    let shown = project.shown();
    assert!(shown.contains("the box `dead` lies over `turns`"), "{shown}");
    assert!(shown.contains("the box `turns` covers 4 hexes: 0201"), "{shown}");
    let found = project.found();
    let boxes: Vec<_> = found.iter().filter(|[code, ..]| code == "box-in-the-way").collect();
    assert_eq!(boxes.len(), 3, "{found:?}");
    assert!(boxes.iter().all(|[_, severity, _]| severity == "warning"), "{found:?}");
}

#[test]
fn counters_larger_than_hexes_are_told() {
    let project = Project::new();
    let map = map_file(&project.root());
    project.change(&map, "hex_size = \"25mm\"", "hex_size = \"14mm\"");
    let shown = project.shown();
    assert!(shown.contains("small-hexes") && shown.contains("15.9 × 15.9 mm"), "{shown}");
    assert!(shown.contains(&format!("{map}:")), "{shown}");
}

#[test]
fn names_that_would_print_as_boxes_are_told_at_their_place() {
    let project = Project::new();
    let map = map_file(&project.root());
    project.change(&map, "name = \"Millbrook\"", "name = \"Mill 京都\"");
    let text = std::fs::read_to_string(project.root().join(&map)).unwrap();
    let line = 1 + text.lines().position(|line| line.contains('京')).unwrap();
    let shown = project.shown();
    assert!(shown.contains("error[missing-glyph]") && shown.contains("U+4EAC"), "{shown}");
    // Line and column: `name = "Mill ` is thirteen letters long.
    assert!(shown.contains(&format!("{map}:{line}:14")), "{shown}");
    let run = hexwright_in(&project.root(), &["check"]);
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn unknown_keys_and_fonts_of_styles_are_told_at_their_place() {
    let project = Project::new();
    project.write(
        "templates/maps/desert.toml",
        "base = \"classic\"\n[fonts]\ntitle = \"Frutiger\"\n[grid]\ncolor = \"#000000\"\n",
    );
    let shown = project.shown();
    assert!(shown.contains("templates/maps/desert.toml:3:9"), "{shown}");
    assert!(shown.contains("the font `Frutiger` is not there"), "{shown}");
    assert!(shown.contains("templates/maps/desert.toml:5:1"), "{shown}");
    assert!(shown.contains("did you mean `colour`?"), "{shown}");
}

#[test]
fn a_style_that_does_not_exist_is_answered_with_those_that_do() {
    let project = Project::new();
    project.write("templates/maps/desert.toml", "base = \"classic\"\n");
    let run = hexwright_in(&project.root(), &["build", "--target", "map", "--map-style", "nope"]);
    let words = said(&run);
    for name in ["modern", "classic", "high-contrast", "low-ink", "desert"] {
        assert!(words.contains(name), "{name}: {words}");
    }
    assert!(words.contains("`map` cannot be drawn: ") && !words.contains("picture of"), "{words}");
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn art_on_one_side_only_is_told() {
    let project = Project::new();
    let units = walk(&project.root().join("counters"));
    let folder = units.parent().unwrap();
    let mut png = Vec::new();
    image::RgbImage::new(400, 400)
        .write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png)
        .unwrap();
    project.write("art/tank.png", &png).write("art/broken.png", &png[..png.len() / 2]);
    std::fs::write(
        folder.join("pictures.csv"),
        "id,name,side,type,steps,template,back,art,back_art\n\
         one,One,blue,armour,2,art,art,art/tank.png,\n\
         two,Two,blue,armour,1,art,,art/broken.png,\n",
    )
    .unwrap();
    let shown = project.shown();
    assert!(shown.contains("the back has no `art`, which the template `art` prints"), "{shown}");
    assert!(shown.contains("back_art"), "{shown}");
    assert!(shown.contains("art/broken.png: is a broken PNG"), "{shown}");
}
