//! No counter prints one of its parts over another, and `check` says so where one does.

use crate::drawing::{golden_game, golden_options};
use hexwright::draw::{ArtOptions, Artist, Look, Proofs, lint_looks};
use hexwright::model::{Game, Registry};
use hexwright::source::load;
use std::path::Path;

/// The collisions that the lint finds on a game's counters.
fn collisions(game: &Game, options: ArtOptions) -> Vec<Look> {
    let artist = Artist::new(game, options).unwrap();
    let mut looks = lint_looks(game, &artist, &Proofs::default());
    looks.retain(|look| look.code == "parts-collide");
    looks
}

#[test]
fn no_part_of_a_bundled_counter_is_printed_over_another() {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let (mut found, mut counters) = (Vec::new(), 0);
    for id in ["italy43", "bridgehead", "asl-sk2"] {
        let game = loaded.game(id).expect("the game");
        counters += game.counters.len();
        found.extend(collisions(game, ArtOptions::default()));
    }
    // Every template, with every value that it takes.
    let golden = golden_game();
    counters += golden.counters.len();
    found.extend(collisions(&golden, golden_options()));
    let told: Vec<String> = found.iter().map(Look::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    assert!(counters > 350, "{counters} counters");
}

/// What the lint says of two alike counters on a template of the project's own.
fn told_of(template: &str) -> Vec<String> {
    let project = tempfile::tempdir().unwrap();
    let folder = project.path().join("templates/counters");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("own.svg"), template).unwrap();
    let mut game = golden_game();
    let mut first = game.counters.get("us-inf-179").unwrap().clone();
    first.template = "own".into();
    let mut second = first.clone();
    second.id = "twin".into();
    game.counters = Registry::default();
    game.counters.insert(first).unwrap();
    game.counters.insert(second).unwrap();
    let options =
        ArtOptions { project_root: Some(project.path().to_owned()), ..ArtOptions::default() };
    collisions(&game, options).iter().map(Look::to_string).collect()
}

#[test]
fn both_parts_of_a_collision_are_named_once_for_all_counters_of_a_template() {
    let told = told_of(
        r#"{{ fit_text("R1 X6", 5, 5, 60, 20, size=20) }}{{ fit_text("M10", 40, 10, 40, 20, size=20) }}"#,
    );
    assert_eq!(told.len(), 1, "{told:?}");
    let sentence = "on the front, the text `M10` is printed over the text `R1 X6`; one more counter has the like";
    assert!(told[0].contains(sentence), "{told:?}");
}

#[test]
fn texts_bars_discs_symbols_and_silhouettes_are_all_parts() {
    for (template, below, above) in [
        (
            r##"{{ draw_symbol("infantry", 25, 25, 50, 40) }}<rect x="20" y="40" width="60" height="12" fill="#fff"/>{{ fit_text("FIRED", 22, 41, 56, 10) }}"##,
            "the unit symbol `infantry`",
            "the box of `FIRED`",
        ),
        (
            r##"<circle cx="15" cy="45" r="9" fill="#fff"/>{{ fit_text("12", 9, 40, 12, 10) }}<rect x="20" y="40" width="60" height="12" fill="#eee"/>{{ fit_text("FIRED", 26, 41, 50, 10) }}"##,
            "the box of `12`",
            "the box of `FIRED`",
        ),
        (
            r#"{{ draw_silhouette("mortar", 20, 20, 60, 40) }}{{ fit_text("[3-75]", 30, 45, 40, 12) }}"#,
            "the silhouette `mortar`",
            "the text `[3-75]`",
        ),
        (
            r##"{{ draw_echelon("XX", 30, 20, 40, 10) }}<path d="M0 24L90 27" stroke="#000" stroke-width="2"/>"##,
            "the echelon mark",
            "a shape",
        ),
        (
            r##"{{ draw_echelon("XX", 30, 20, 40, 10) }}<path d="M0 25H90" stroke="#000" stroke-width="2"/>"##,
            "the echelon mark",
            "a shape",
        ),
        (
            r##"<circle cx="80" cy="80" r="9" fill="#fff"/>{{ fit_text("M10", 74, 75, 24, 10, size=14) }}"##,
            "a shape",
            "the text `M10`",
        ),
    ] {
        let told = told_of(template).join("\n");
        let sentence = format!("{above} is printed over {below}");
        assert!(told.contains(&sentence), "{template}\nwanted: {sentence}\ntold: {told}");
    }
}

#[test]
fn plates_bands_corners_and_declared_grounds_are_no_collisions() {
    for template in [
        r##"<rect x="20" y="40" width="60" height="20" fill="#fff"/>{{ fit_text("12", 30, 43, 40, 14) }}"##,
        r##"<rect y="40" width="100" height="12" fill="#fff"/>{{ draw_symbol("infantry", 25, 25, 50, 40) }}"##,
        r##"<circle cx="50" cy="50" r="20" fill="#fff"/>{{ draw_silhouette("gun", 20, 30, 60, 40) }}"##,
        r##"<circle class="ground" cx="80" cy="80" r="9" fill="#fff"/>{{ fit_text("M10", 74, 75, 24, 10, size=14) }}"##,
        // The upper right corner of the mortar's box is empty.
        r#"{{ draw_silhouette("mortar", 20, 20, 60, 40) }}{{ fit_text("B", 66, 20, 10, 8, size=9) }}"#,
        r#"{{ fit_text("One", 5, 5, 90, 20, size=18, halo="\#ffffff") }}{{ fit_text("Two", 5, 40, 90, 40, lines=2, size=18) }}"#,
    ] {
        let template = template.replace('\\', "");
        let told = told_of(&template);
        assert!(told.is_empty(), "{template}\n{}", told.join("\n"));
    }
}
