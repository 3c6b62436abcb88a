//! Bad templates, bad art, bad letters, bad colours: each is told in words a designer can act on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use crate::drawing::{golden_game, golden_options};
use hexwright::draw::{ArtOptions, Artist, DrawError, FaceSide, Look, Proofs, lint_looks};
use hexwright::model::{Art, Counter, Face, Game, Length, Registry};
use std::path::{Path, PathBuf};

/// A game with one of the golden counters, changed.
fn game_with(id: &str, change: impl Fn(&mut Counter)) -> Game {
    let mut game = golden_game();
    let mut counter = game.counters.get(id).unwrap().clone();
    change(&mut counter);
    game.counters = Registry::default();
    game.counters.insert(counter).unwrap();
    game
}

fn with_values(counter: &mut Counter, changes: &[(&str, &str)]) {
    let mut values: Vec<(String, String)> =
        counter.front.values().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    for (name, value) in changes {
        values.retain(|(own, _)| own != name);
        values.push(((*name).to_owned(), (*value).to_owned()));
    }
    counter.front = Face::new(values);
}

struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        Project(tempfile::tempdir().unwrap())
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.0.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    fn options(&self) -> ArtOptions {
        ArtOptions { project_root: Some(self.0.path().to_owned()), bleed: Length::mm(0.0) }
    }
}

/// What drawing the front of a counter with the project's template `own` gives.
fn draw_own(template: &str) -> Result<String, DrawError> {
    let project = Project::new();
    project.write("templates/counters/own.svg", template);
    let game = game_with("us-inf-179", |counter| counter.template = "own".into());
    let artist = Artist::new(&game, project.options())?;
    let counter = game.counters.get("us-inf-179").unwrap();
    Ok(artist.draw(counter, FaceSide::Front)?.unwrap().svg)
}

fn looks(game: &Game, options: ArtOptions) -> Vec<Look> {
    lint_looks(game, &Artist::new(game, options).unwrap(), &Proofs::default())
}

fn codes(looks: &[Look]) -> Vec<&str> {
    looks.iter().map(|look| look.code).collect()
}

#[test]
fn an_unknown_placeholder_names_template_line_and_nearest_column() {
    let error =
        draw_own("<g>\n<text>{{ attack }}</text>\n<text>{{ defense }}</text>\n</g>").unwrap_err();
    assert_eq!(
        error.to_string(),
        "templates/counters/own.svg:3: unknown placeholder `defense` (did you mean `defence`?)"
    );
    let error = draw_own("{{ fit_text(atack, 0, 0, 10, 10) }}").unwrap_err().to_string();
    assert!(
        error.contains("own.svg:1: unknown placeholder `atack`") && error.contains("`attack`"),
        "{error}"
    );
    let error = draw_own("{% if zzz %}1{% endif %}").unwrap_err().to_string();
    assert!(error.contains("unknown placeholder `zzz`"), "{error}");
}

#[test]
fn a_template_that_cannot_be_parsed_names_the_line() {
    let error = draw_own("<g>\n{% if attack %}\n</g>").unwrap_err().to_string();
    assert!(error.starts_with("templates/counters/own.svg:"), "{error}");
    let error = draw_own("{{ draw_symbol('infantrie', 0, 0, 10, 10) }}").unwrap_err().to_string();
    assert!(error.contains("`infantrie`") && error.contains("`infantry`"), "{error}");
    let error =
        draw_own("{{ fit_text(attack, 0, 0, 10, 10, colour='red') }}").unwrap_err().to_string();
    assert!(error.contains("colour"), "{error}");
}

#[test]
fn a_template_that_never_ends_is_stopped() {
    let error = draw_own(
        "{% for a in range(9999) %}{% for b in range(9999) %}{{ a * b }}{% endfor %}{% endfor %}",
    );
    assert!(error.unwrap_err().to_string().contains("fuel"));
}

#[test]
fn malformed_svg_names_the_line() {
    let error = draw_own("<g>\n<rect>\n</g>").unwrap_err().to_string();
    assert!(error.starts_with("templates/counters/own.svg:3: is not well-formed SVG"), "{error}");
}

#[test]
fn scripts_and_outside_references_in_templates_are_refused() {
    for template in [
        "<script>x</script>",
        "<image href='https://example.com/x.png' width='9' height='9'/>",
        "<image href='/etc/passwd' width='9' height='9'/>",
        "<rect onload='x()'/>",
    ] {
        let error = draw_own(template).unwrap_err();
        assert!(matches!(error, DrawError::Svg { .. }), "{error}");
    }
}

#[test]
fn a_whole_document_from_a_drawing_program_is_a_template_too() {
    let svg = draw_own(
        "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16mm\" height=\"16mm\" \
         viewBox=\"0 0 16 16\"><text font-size=\"4\" y=\"8\">{{ attack }}-{{ movement }}</text></svg>",
    )
    .unwrap();
    assert!(svg.contains(">6-3</text>"), "{svg}");
    assert!(usvg::Tree::from_str(&svg, &hexwright::draw::svg_options()).is_ok());
}

#[test]
fn values_cannot_break_out_of_a_template() {
    let game = game_with("us-inf-179", |c| with_values(c, &[("designation", "<script>\"&'")]));
    let artist = Artist::new(&game, ArtOptions::default()).unwrap();
    let face =
        artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front).unwrap().unwrap();
    assert!(!face.svg.contains("<script>"));
    let svg = {
        let project = Project::new();
        project.write("templates/counters/own.svg", "<text font-size='9'>{{ designation }}</text>");
        let game = game_with("us-inf-179", |counter| {
            with_values(counter, &[("designation", "</text><script/>")]);
            counter.template = "own".into();
        });
        let artist = Artist::new(&game, project.options()).unwrap();
        artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front).unwrap().unwrap().svg
    };
    assert!(!svg.contains("<script/>"), "{svg}");
}

#[test]
fn an_unknown_template_names_the_nearest() {
    let game = game_with("us-inf-179", |counter| counter.template = "rating-bux".into());
    let artist = Artist::new(&game, ArtOptions::default()).unwrap();
    let error = artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no counter template `rating-bux`; did you mean `rating-box`?"
    );
}

#[test]
fn a_letter_no_bundled_font_has_is_an_error_and_is_drawn_as_a_question() {
    let game = game_with("us-inf-179", |c| with_values(c, &[("designation", "第師")]));
    let artist = Artist::new(&game, ArtOptions::default()).unwrap();
    let face =
        artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front).unwrap().unwrap();
    let missing: Vec<&Look> =
        face.warnings.iter().filter(|look| look.code == "missing-glyph").collect();
    // One name is one mistake, however many of its letters are wanting.
    assert_eq!(missing.len(), 1);
    assert!(["U+7B2C", "U+5E2B"].iter().all(|letter| missing[0].message.contains(letter)));
    assert!(face.svg.contains("\u{fffd}\u{fffd}"));
    let game = game_with("us-inf-179", |c| with_values(c, &[("designation", "Żółw 3-я")]));
    assert!(!codes(&looks(&game, ArtOptions::default())).contains(&"missing-glyph"));
}

#[test]
fn text_that_cannot_be_read_is_told_and_text_that_fits_is_not() {
    let long = "Reichsverteidigungskommissariatsbataillon";
    let game = game_with("us-inf-179", |c| with_values(c, &[("designation", long)]));
    let found = looks(&game, ArtOptions::default());
    assert!(codes(&found).contains(&"text-illegible"), "{found:?}");
    let game = game_with("us-inf-179", |_| {});
    assert_eq!(looks(&game, ArtOptions::default()), []);
}

#[test]
fn pale_text_on_pale_paper_is_told() {
    let game = game_with("classic-inf", |c| with_values(c, &[("ink", "#c8c8c8")]));
    let found = looks(&game, ArtOptions::default());
    let pale = |text: &str| {
        found.iter().any(|look| look.code == "low-contrast" && look.message.contains(text))
    };
    assert!(pale("`94`") && pale("`5-7-4`"), "{found:?}");
}

#[test]
fn a_missing_value_names_the_column_of_its_side() {
    let game = game_with("us-inf-179", |counter| {
        let values = counter.back_face.values().filter(|(name, _)| *name != "defence");
        let kept: Vec<_> =
            values.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        counter.back_face = Face::new(kept);
    });
    let found = looks(&game, ArtOptions::default());
    let look = found.iter().find(|look| look.code == "value-missing").unwrap();
    assert!(
        look.message.contains("the back has no `defence`") && look.help.contains("back_defence"),
        "{look:?}"
    );
}

#[test]
fn a_reduced_side_like_the_full_one_is_told() {
    let game = game_with("us-inf-179", |counter| counter.back_face = counter.front.clone());
    assert_eq!(codes(&looks(&game, ArtOptions::default())), ["back-same-as-front"]);
}

/// Two sides in these colours, one counter each.
fn two_sides(first: &str, second: &str) -> Vec<Look> {
    let mut game = golden_game();
    let mut one = game.counters.get("classic-inf").unwrap().clone();
    let mut two = one.clone();
    one.nationality = None;
    two.nationality = None;
    two.id = "other".into();
    let mut sides = Registry::default();
    for (index, (id, colour)) in [("red", first), ("green", second)].into_iter().enumerate() {
        let mut side = game.sides.iter().nth(index).unwrap().clone();
        (side.id, side.name, side.colour) = (id.into(), id.into(), colour.into());
        let made = sides.insert(side).unwrap();
        if index == 0 { one.side = Some(made) } else { two.side = Some(made) }
    }
    game.sides = sides;
    game.counters = Registry::default();
    game.counters.insert(one).unwrap();
    game.counters.insert(two).unwrap();
    let found = looks(&game, ArtOptions::default());
    found.into_iter().filter(|look| look.code == "sides-look-alike").collect()
}

#[test]
fn sides_that_merge_for_colour_blind_players_are_told() {
    let found = two_sides("#c98a74", "#a39b6c");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.contains("green-blind"), "{}", found[0].message);
    assert_eq!(two_sides("#e8d9b0", "#4f6fa5"), []);
    assert!(two_sides("#c0c0c0", "#c4c4c4")[0].message.contains("all players"));
}

fn png(side: u32) -> Vec<u8> {
    let mut pixmap = resvg::tiny_skia::Pixmap::new(side, side).unwrap();
    pixmap.fill(resvg::tiny_skia::Color::from_rgba8(200, 30, 30, 255));
    pixmap.encode_png().unwrap()
}

fn with_art(file: &str) -> Game {
    let file = PathBuf::from(file);
    game_with("us-inf-179", |counter| {
        counter.art = Some(Art { file: file.clone() });
        counter.template = "art".into();
    })
}

#[test]
fn backgrounds_and_bands_run_out_to_the_bleed() {
    let game = game_with("us-inf-179", |_| {});
    let options = ArtOptions { bleed: Length::mm(2.0), ..ArtOptions::default() };
    let artist = Artist::new(&game, options).unwrap();
    let face =
        artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front).unwrap().unwrap();
    let picture = face.render(127.0).unwrap();
    assert_eq!(picture.width(), 99, "15.875 mm and twice 2 mm at 5 pixels to the millimetre");
    let colour = |x, y| picture.pixel(x, y).map(|p| [p.red(), p.green(), p.blue()]).unwrap();
    assert_eq!(colour(1, 1), [0x1e, 0x6b, 0x3a], "the formation's band");
    assert_eq!(colour(1, 97), [0x93, 0xa3, 0x6a], "the paper");
}

#[test]
fn corners_are_cut_round_only_when_nobody_else_cuts_them() {
    let corner = |bleed: f64| {
        let game = game_with("ctl-br", |_| {});
        let options = ArtOptions { bleed: Length::mm(bleed), ..ArtOptions::default() };
        let artist = Artist::new(&game, options).unwrap();
        let face =
            artist.draw(game.counters.get("ctl-br").unwrap(), FaceSide::Front).unwrap().unwrap();
        face.render(150.0).unwrap().pixel(0, 0).unwrap().alpha()
    };
    assert_eq!((corner(0.0), corner(1.5)), (0, 255));
}

#[test]
fn coarse_art_is_told_and_sharp_art_is_drawn() {
    let project = Project::new();
    project.write("art/coarse.png", png(60)).write("art/sharp.png", png(200));
    let found = looks(&with_art("art/coarse.png"), project.options());
    assert!(codes(&found).contains(&"art-too-coarse"), "{found:?}");
    assert!(found[0].message.contains("60 × 60 pixels, only 96 dpi"), "{}", found[0].message);
    let game = with_art("art/sharp.png");
    assert!(!codes(&looks(&game, project.options())).contains(&"art-too-coarse"));
    let artist = Artist::new(&game, project.options()).unwrap();
    let face =
        artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front).unwrap().unwrap();
    let pixel = face.render(100.0).unwrap().pixel(30, 30).unwrap();
    assert_eq!((pixel.red(), pixel.green()), (200, 30));
}

#[test]
fn svg_art_is_drawn_and_dangerous_or_missing_art_is_refused() {
    let project = Project::new();
    let square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9' fill='#0000ff'/></svg>";
    project.write("art/square.svg", square).write("art/bad.svg", "<svg><script/></svg>");
    let draw = |file: &str| {
        let game = with_art(file);
        let artist = Artist::new(&game, project.options()).unwrap();
        artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front).map(Option::unwrap)
    };
    let pixel = draw("art/square.svg").unwrap().render(100.0).unwrap().pixel(30, 30).unwrap();
    assert_eq!((pixel.red(), pixel.blue()), (0, 255));
    let error = draw("art/bad.svg").unwrap_err().to_string();
    assert!(error.contains("art/bad.svg") && error.contains("<script> is not allowed"), "{error}");
    for file in ["art/none.png", "../secret.png"] {
        assert!(matches!(draw(file), Err(DrawError::Art { .. })), "{file}");
    }
}

#[test]
fn damaged_pictures_and_drawings_that_grow_without_end_are_refused() {
    let project = Project::new();
    let whole = png(200);
    let mut bomb = String::from(
        "<svg xmlns='http://www.w3.org/2000/svg'><defs><rect id='a0' width='1' height='1'/>",
    );
    for level in 1..40 {
        let below = level - 1;
        bomb += &format!("<g id='a{level}'><use href='#a{below}'/><use href='#a{below}'/></g>");
    }
    bomb += "</defs><use href='#a39'/></svg>";
    project.write("art/cut.png", &whole[..whole.len() / 2]).write("art/bomb.svg", bomb);
    for (file, words) in [("art/cut.png", "is a broken PNG"), ("art/bomb.svg", "by reference")] {
        let game = with_art(file);
        let artist = Artist::new(&game, project.options()).unwrap();
        let drawn = artist.draw(game.counters.get("us-inf-179").unwrap(), FaceSide::Front);
        let error = drawn.unwrap_err().to_string();
        assert!(error.contains(file) && error.contains(words), "{error}");
    }
}

#[test]
fn a_fingerprint_changes_with_everything_the_drawing_depends_on_and_with_nothing_else() {
    let project = Project::new();
    project.write("art/a.png", png(200));
    let print = |game: &Game, options: ArtOptions, side| {
        let artist = Artist::new(game, options).unwrap();
        artist.fingerprint(game.counters.get("us-inf-179").unwrap(), side)
    };
    let front = |game: &Game| print(game, project.options(), FaceSide::Front);
    let plain = game_with("us-inf-179", |_| {});
    let base = front(&plain);
    assert_eq!(base, front(&plain));
    assert_ne!(base, print(&plain, project.options(), FaceSide::Back));
    assert_ne!(base, front(&game_with("us-inf-179", |c| with_values(c, &[("attack", "7")]))));
    assert_eq!(
        base,
        front(&game_with("us-inf-179", |c| c.row = (Path::new("moved.csv").into(), 99)))
    );
    let bleeding = ArtOptions { bleed: Length::mm(2.0), ..project.options() };
    assert_ne!(base, print(&plain, bleeding, FaceSide::Front));
    let painted = front(&with_art("art/a.png"));
    project.write("art/a.png", png(201));
    assert_ne!(painted, front(&with_art("art/a.png")));
    project.write("templates/counters/rating-box.svg", "<g/>");
    assert_ne!(base, front(&plain));
    assert!(
        Path::new("templates/counters/rating-box.svg.j2").exists(),
        "the bundled one is still there"
    );
}

#[test]
fn the_bundled_templates_are_readable_in_the_colours_of_the_golden_counters() {
    let game = golden_game();
    let found = looks(&game, golden_options());
    let bad: Vec<String> = found
        .iter()
        .filter(|look| matches!(look.code, "low-contrast" | "text-illegible" | "cannot-draw"))
        .map(Look::to_string)
        .collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
