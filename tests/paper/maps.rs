//! Maps and charts as the program makes them: golden pictures, printed geometry, bad input.

use crate::support::{hexwright, said};
use hexwright::draw::chart::{ChartPaper, draw_charts};
use hexwright::draw::map::{
    MapOptions, Picture, draw_boards, draw_map, lay_out_map, map_fingerprint, style_names,
};
use hexwright::hex::Point;
use hexwright::model::{Game, Length, Registry, Spot};
use hexwright::print::{Dpi, TileOptions, pages_pdf, picture_png, tiled_pdf};
use hexwright::source::{Loaded, load};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static GALLERY: LazyLock<Loaded> = LazyLock::new(|| {
    let loaded = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/maps/project"));
    assert_eq!(loaded.diagnostics.errors(), 0);
    loaded
});

fn game(id: &str) -> &'static Game {
    GALLERY.game(id).expect("the gallery has the game")
}

fn options(style: &str) -> MapOptions {
    MapOptions { style: style.to_owned(), ..MapOptions::default() }
}

fn drawn(game: &Game, map: &str, options: &MapOptions) -> Picture {
    draw_map(game, game.maps.get(map).expect("the map"), options).expect("it can be drawn").picture
}

/// Compares a picture with a golden one: a few pixels may differ by rounding, not more.
fn golden(name: &str, picture: &Picture, dpi: u32) {
    let png = picture_png(picture, name, Dpi::new(dpi).unwrap()).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/maps").join(name);
    if std::env::var_os("HEXWRIGHT_GOLDEN").is_some_and(|value| value == "update") {
        std::fs::write(&path, &png).unwrap();
        return;
    }
    let wanted = std::fs::read(&path)
        .unwrap_or_else(|_| panic!("{name} is missing; HEXWRIGHT_GOLDEN=update writes it"));
    if wanted == png {
        return;
    }
    let read = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgb8();
    let (a, b) = (read(&wanted), read(&png));
    assert_eq!(a.dimensions(), b.dimensions(), "{name} has another size");
    let differing = a
        .pixels()
        .zip(b.pixels())
        .filter(|(p, q)| p.0.iter().zip(q.0).any(|(x, y)| x.abs_diff(y) > 12))
        .count();
    let pixels = (a.width() * a.height()) as usize;
    assert!(
        differing * 2000 < pixels,
        "{name}: {differing} of {pixels} pixels differ; look at the picture, then HEXWRIGHT_GOLDEN=update"
    );
}

#[test]
fn every_style_draws_the_gallery_as_its_golden_picture() {
    for style in style_names() {
        golden(
            &format!("gallery-{style}.png"),
            &drawn(game("harrow"), "gallery", &options(style)),
            80,
        );
    }
}

#[test]
fn every_style_draws_every_terrain_in_its_effects_chart() {
    for style in style_names() {
        let aids = draw_charts(game("harrow"), &options(style), ChartPaper::default()).unwrap();
        let chart = aids.iter().find(|aid| aid.name == "terrain").unwrap();
        for (i, page) in chart.pages.iter().enumerate() {
            golden(&format!("terrain-{style}-{}.png", i + 1), page, 60);
        }
    }
}

#[test]
fn the_thirty_by_thirty_map_looks_like_its_golden_picture() {
    golden("coast-modern.png", &drawn(game("harrow"), "coast", &options("modern")), 60);
    golden("coast-classic.png", &drawn(game("harrow"), "coast", &options("classic")), 60);
}

#[test]
fn boards_butt_edge_to_edge_and_can_be_flipped() {
    let boards = game("boards");
    let map = boards.maps.find("y").unwrap();
    let spots = [
        Spot { map, flipped: false, at: (0, 0) },
        Spot { map, flipped: true, at: (1, 0) },
        Spot { map, flipped: true, at: (0, 1) },
        Spot { map, flipped: false, at: (1, 1) },
    ];
    let table = draw_boards(boards, &spots, &options("modern")).unwrap();
    let single = drawn(boards, "y", &MapOptions { surround: false, ..options("modern") });
    assert!((table.width - 2.0 * single.width).abs() < 1e-9);
    assert!((table.height - 2.0 * single.height).abs() < 1e-9);
    golden("boards.png", &table, 60);
}

#[test]
fn the_same_sources_give_the_same_bytes() {
    let once = || drawn(game("harrow"), "gallery", &options("classic")).svg();
    assert!(once() == once());
}

/// An empty map whose hex centres alone are printed, in a colour of their own.
fn dotted(orientation: &str) -> (tempfile::TempDir, Loaded) {
    let root = tempfile::tempdir().unwrap();
    write(&root.path().join("hexwright.toml"), "name = \"T\"\ngames = [\"g\"]\n");
    write(
        &root.path().join("games/g.toml"),
        &std::fs::read_to_string(GALLERY.root.join("games/harrow.toml")).unwrap(),
    );
    write(
        &root.path().join("maps/g/m.toml"),
        &format!(
            "title = \"M\"\ndefault = \"clear\"\n[grid]\norientation = \"{orientation}\"\ncolumns = 23\nrows = 17\nstagger = \"odd-down\"\nnumbering = \"CCRR\"\nhex_size = \"5/8in\"\n"
        ),
    );
    write(
        &root.path().join("templates/maps/dots.toml"),
        "[grid]\nmode = \"none\"\ncolour = \"#ff00ff\"\ndots = true\n[numbers]\ncolour = \"#e7e4c6\"\n[terrain]\nclear = { fill = \"#ffffff\", ink = \"none\" }\n",
    );
    let loaded = load(root.path());
    assert_eq!(loaded.diagnostics.errors(), 0);
    (root, loaded)
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn hex_centres_in_the_picture_are_where_the_grid_says_within_half_a_pixel() {
    for orientation in ["flat", "pointy"] {
        let (root, loaded) = dotted(orientation);
        let game = loaded.game("g").unwrap();
        let map = game.maps.get("m").unwrap();
        let options = MapOptions { project_root: Some(root.path().to_owned()), ..options("dots") };
        let drawn = draw_map(game, map, &options).unwrap();
        let dpi = 150;
        let png = picture_png(&drawn.picture, "dots", Dpi::new(dpi).unwrap()).unwrap();
        let picture = image::load_from_memory(&png).unwrap().to_rgb8();
        let scale = f64::from(dpi) / 25.4;
        for hex in map.grid.hexes() {
            let centre = drawn.grid.centre(hex);
            let want = Point::new(centre.x * scale, centre.y * scale);
            let (mut sum, mut x, mut y) = (0.0, 0.0, 0.0);
            for py in (want.y as i64 - 8)..(want.y as i64 + 9) {
                for px in (want.x as i64 - 8)..(want.x as i64 + 9) {
                    let Some(pixel) = picture.get_pixel_checked(px as u32, py as u32) else {
                        continue;
                    };
                    // Magenta on white: green is what is missing.
                    let ink = f64::from(255 - pixel.0[1]);
                    sum += ink;
                    x += ink * (px as f64 + 0.5);
                    y += ink * (py as f64 + 0.5);
                }
            }
            let found = Point::new(x / sum, y / sum);
            assert!(
                found.distance(want) < 0.5,
                "{orientation} {:?}: {found:?}, not {want:?}",
                map.grid.id(hex)
            );
        }
    }
}

/// Straight lines of a PDF page in points, with the transformations in force applied.
fn segments(pdf: &[u8], page: u32) -> Vec<[Point; 2]> {
    type Matrix = [f64; 6];
    let times = |m: Matrix, n: Matrix| -> Matrix {
        [
            m[0] * n[0] + m[1] * n[2],
            m[0] * n[1] + m[1] * n[3],
            m[2] * n[0] + m[3] * n[2],
            m[2] * n[1] + m[3] * n[3],
            m[4] * n[0] + m[5] * n[2] + n[4],
            m[4] * n[1] + m[5] * n[3] + n[5],
        ]
    };
    let document = lopdf::Document::load_mem(pdf).unwrap();
    let content = document.get_page_content(document.get_pages()[&page]);
    let content = lopdf::content::Content::decode(&content).unwrap();
    let mut stack: Vec<Matrix> = Vec::new();
    let mut now: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut start = None;
    let mut found = Vec::new();
    for operation in &content.operations {
        let n: Vec<f64> =
            operation.operands.iter().filter_map(|o| o.as_float().ok()).map(f64::from).collect();
        let at = |m: Matrix| {
            Point::new(n[0] * m[0] + n[1] * m[2] + m[4], n[0] * m[1] + n[1] * m[3] + m[5])
        };
        match (operation.operator.as_str(), n.len()) {
            ("q", _) => stack.push(now),
            ("Q", _) => now = stack.pop().unwrap_or(now),
            ("cm", 6) => now = times([n[0], n[1], n[2], n[3], n[4], n[5]], now),
            ("m", 2) => start = Some(at(now)),
            ("l", 2) => {
                if let Some(from) = start {
                    found.push([from, at(now)]);
                }
                start = Some(at(now));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn hexes_on_the_pdf_have_their_nominal_width_within_a_thousandth() {
    let gallery = game("harrow");
    let map = gallery.maps.get("gallery").unwrap();
    let plan = draw_map(gallery, map, &options("modern")).unwrap();
    let pdf = pages_pdf(&[&plan.picture], &Default::default()).unwrap();
    let lines = segments(&pdf, 1);
    let points = |mm: f64| mm * 72.0 / 25.4;
    let height = points(plan.picture.height);
    let mut checked = 0;
    for side in map.grid.hexsides() {
        let inner = side.hexes().iter().all(|hex| map.grid.contains(*hex));
        if !inner {
            continue;
        }
        let [a, b] =
            plan.grid.hexside_ends(side).map(|p| Point::new(points(p.x), height - points(p.y)));
        let near = |p: Point, q: Point| p.distance(q) < 0.02;
        let line = lines
            .iter()
            .find(|[p, q]| (near(*p, a) && near(*q, b)) || (near(*p, b) && near(*q, a)));
        let [p, q] = line.unwrap_or_else(|| {
            panic!("hexside {:?} is not on the page", map.grid.hexside_id(side))
        });
        // A hexside is the hex width over the square root of three.
        let width = p.distance(*q) * 3.0_f64.sqrt() * 25.4 / 72.0;
        assert!((width / 19.0 - 1.0).abs() < 0.001, "hex width {width} mm");
        checked += 1;
    }
    assert!(checked > 150, "{checked}");
}

#[test]
fn tiles_show_the_parts_their_plan_says_and_overlap_exactly() {
    let picture = drawn(game("harrow"), "gallery", &options("low-ink"));
    let options = TileOptions { overlap: Length::mm(12.0), ..TileOptions::default() };
    let (pdf, plan) = tiled_pdf(&picture, &options, &Default::default()).unwrap();
    let document = lopdf::Document::load_mem(&pdf).unwrap();
    let pages = document.get_pages();
    assert_eq!(pages.len(), 1 + plan.columns * plan.rows);
    for (i, tile) in plan.tiles().iter().enumerate() {
        let content = document.get_page_content(pages[&(i as u32 + 2)]);
        let content = lopdf::content::Content::decode(&content).unwrap();
        let moves: Vec<(f64, f64)> = content
            .operations
            .iter()
            .filter(|o| o.operator == "cm")
            .filter_map(|o| {
                let n: Vec<f64> =
                    o.operands.iter().filter_map(|v| v.as_float().ok()).map(f64::from).collect();
                (n.len() == 6).then(|| (n[4], n[5]))
            })
            .collect();
        let want = (
            (plan.margin - tile.corner.0) * 72.0 / 25.4,
            (plan.margin - tile.corner.1) * 72.0 / 25.4,
        );
        let is_there = moves.iter().any(|(x, y)| {
            (x - want.0).abs() < 0.01 && (plan.paper.1 * 72.0 / 25.4 - y - want.1).abs() < 0.01
        });
        assert!(is_there, "{}: {want:?} not among {moves:?}", tile.name);
    }
    // Whatever lies in an overlap is printed at places that differ by the step alone.
    let tiles = plan.tiles();
    let (a, b) = (&tiles[0], &tiles[1]);
    assert!((a.corner.0 + a.size.0 - b.corner.0 - 12.0).abs() < 1e-9);
}

fn project(map: &str, change: impl Fn(String) -> String) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    write(&root.path().join("hexwright.toml"), "name = \"T\"\ngames = [\"g\"]\n");
    let game = std::fs::read_to_string(GALLERY.root.join("games/harrow.toml")).unwrap();
    write(&root.path().join("games/g.toml"), &change(game));
    write(
        &root.path().join("maps/g/m.toml"),
        &format!(
            "title = \"M\"\ndefault = \"clear\"\n[grid]\norientation = \"flat\"\ncolumns = 10\nrows = 10\nstagger = \"even-down\"\nnumbering = \"CCRR\"\n{map}"
        ),
    );
    root
}

fn build(root: &Path, more: &[&str]) -> String {
    let out = root.join("out");
    let mut args = vec!["build", "--target", "map", "--no-map-png", "--project"];
    let (root, out) = (root.display().to_string(), out.display().to_string());
    args.extend([root.as_str(), "--out", out.as_str()]);
    args.extend(more);
    let output = hexwright(&args);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    said(&output)
}

#[test]
fn a_misspelt_drawing_part_is_named_with_a_suggestion() {
    let root = project("", |game| game.replace("draw = \"sand\"", "draw = \"sannd\""));
    let text = build(root.path(), &[]);
    let wrong = "terrain `sand` is drawn as `sannd`, which no map style knows";
    assert!(text.contains(wrong) && text.contains("did you mean `sand`?"), "{text}");
}

#[test]
fn a_misspelt_style_is_named_with_a_suggestion() {
    let root = project("", |game| game);
    let text = build(root.path(), &["--map-style", "modren"]);
    assert!(text.contains("there is no map style `modren` (did you mean `modern`?"), "{text}");
}

#[test]
fn a_road_through_the_sea_and_a_river_between_strangers_are_diagnosed() {
    let root = project(
        "[[terrain]]\ntype = \"sea\"\nhexes = \"0303\"\n[[path]]\ntype = \"road\"\nalong = \"0203 0303 0403\"\n[[hexside]]\ntype = \"river\"\nsides = \"0101/0505\"\n",
        |game| game,
    );
    let text = build(root.path(), &[]);
    assert!(text.contains("the road runs through Sea at 0303"), "{text}");
    assert!(text.contains("0101 and 0505 are not adjacent"), "{text}");
    assert!(text.contains("m.toml:"), "{text}");
}

fn with_art(points: &str, size: (u32, u32)) -> tempfile::TempDir {
    let root = project(
        &format!("[backdrop]\nimage = \"art.png\"\ndraw_grid = true\npoints = {{ {points} }}\n"),
        |game| game,
    );
    image::RgbImage::from_pixel(size.0, size.1, image::Rgb([200, 220, 180]))
        .save(root.path().join("art.png"))
        .unwrap();
    root
}

#[test]
fn art_is_refused_when_its_points_lie_on_a_line_or_the_grid_does_not_fit_it() {
    let root =
        with_art("\"0101\" = [50, 50], \"0103\" = [50, 150], \"0105\" = [50, 250]", (600, 700));
    let text = build(root.path(), &[]);
    assert!(text.contains("lie on one straight line") && text.contains("m.toml:10:9"), "{text}");
    let root =
        with_art("\"0101\" = [50, 50], \"0103\" = [50, 250], \"0301\" = [223, 50]", (300, 300));
    let text = build(root.path(), &[]);
    assert!(text.contains("corner of the grid would lie at pixel"), "{text}");
}

#[test]
fn art_lies_under_the_grid_with_its_residual_told_and_a_proof_drawn() {
    let root =
        with_art("\"0101\" = [50, 50], \"0110\" = [50, 500], \"1001\" = [439.7, 75]", (600, 700));
    let out = root.path().join("out");
    let output = hexwright(&[
        "build",
        "--target",
        "map",
        "--project",
        root.path().to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("3 points: 50.0"), "{}", said(&output));
    let proof: PathBuf = out.join("g/map/m-proof.png");
    assert!(image::open(proof).unwrap().width() > 100);
}

#[test]
fn the_map_answers_questions_at_the_command_line() {
    let root = GALLERY.root.display().to_string();
    let ask = |args: &[&str]| {
        let mut all = vec!["map"];
        all.extend(args);
        all.extend(["--project", root.as_str(), "--game", "harrow", "--map", "coast"]);
        hexwright(&all)
    };
    let output = ask(&["path", "0107", "1421", "--unit", "armour"]);
    assert!(
        said(&output).contains("0107 to 1421, Mechanized: 8 1/3 movement points"),
        "{}",
        said(&output)
    );
    let output = ask(&["hex", "1919"]);
    assert!(said(&output).contains("Sillbridge"), "{}", said(&output));
    let output = ask(&["los", "1919", "2020"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("the game has no line of sight"), "{}", said(&output));
    let output = ask(&["path", "0107", "9999", "--unit", "armour"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let output = ask(&["path", "0107", "1421", "--unit", "armor"]);
    assert!(said(&output).contains("did you mean `armour`?"), "{}", said(&output));
}

#[test]
fn a_map_is_laid_out_without_painting_as_it_is_painted_and_without_counters_as_with_them() {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    for game in &loaded.project.games {
        let bare = hexwright::model::Game {
            counters: hexwright::model::Registry::default(),
            scenarios: hexwright::model::Registry::default(),
            ..game.clone()
        };
        for map in game.maps.iter().take(2) {
            let options = MapOptions {
                project_root: Some(env!("CARGO_MANIFEST_DIR").into()),
                ..MapOptions::default()
            };
            let drawn = draw_map(game, map, &options).unwrap();
            let laid = lay_out_map(&bare, map, &options).unwrap();
            assert_eq!(
                (laid.width, laid.height),
                (drawn.picture.width, drawn.picture.height),
                "{}",
                map.id
            );
            assert_eq!(laid.boxes, drawn.boxes, "{}", map.id);
            for hex in map.grid.hexes() {
                assert_eq!(laid.grid.centre(hex), drawn.grid.centre(hex), "{}", map.id);
            }
            let again = draw_map(&bare, map, &options).unwrap();
            assert!(again.picture.svg() == drawn.picture.svg(), "{}", map.id);
            let (one, two) = (blake3::hash(b"one"), blake3::hash(b"two"));
            let other = MapOptions { style: "classic".to_owned(), ..options.clone() };
            for sources in [None, Some(&one)] {
                let key = map_fingerprint(&bare, map, &options, sources).unwrap();
                assert_ne!(key, map_fingerprint(&bare, map, &other, sources).unwrap());
                assert_ne!(key, map_fingerprint(&bare, map, &options, Some(&two)).unwrap());
            }
        }
    }
}

/// The tutorial game with one change to a file: hashes of all its sources and of its ground, and the model of all that
/// maps are drawn from.
fn ground(file: &str, from: &str, to: &str) -> (blake3::Hash, blake3::Hash, String) {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in hexwright::embedded::bridgehead() {
        let mut text = String::from_utf8(bytes).unwrap();
        if path == Path::new(file) {
            assert!(text.contains(from), "{file} has no {from}");
            text = text.replacen(from, to, 1);
        }
        hexwright::output::write_whole(&folder.path().join(path), text.as_bytes()).unwrap();
    }
    let loaded = load(folder.path());
    assert_eq!(loaded.diagnostics.errors(), 0, "{file}");
    let game = loaded.game("bridgehead").unwrap().clone();
    let bare = Game { counters: Registry::default(), scenarios: Registry::default(), ..game };
    (loaded.fingerprint, loaded.ground, format!("{bare:?}"))
}

#[test]
fn what_maps_are_drawn_from_does_not_change_with_counters_or_set_ups() {
    let (sources, own, model) = ground("", "", "");
    for (file, from, to) in [
        ("counters/bridgehead/kess.csv", "31st Guards", "31st Rifles"),
        ("counters/bridgehead/lorn.csv", "regiment,2,5,4,4", "regiment,2,6,4,4"),
        ("scenarios/bridgehead/crossing.toml", "The Crossing", "Across"),
    ] {
        let changed = ground(file, from, to);
        assert_ne!(changed.0, sources, "{file}");
        assert_eq!(changed.1, own, "{file}");
        assert!(changed.2 == model, "{file} changes what maps are drawn from");
    }
    for (file, from, to) in [
        ("maps/bridgehead/sarn.toml", "The River Sarn", "The Sarn"),
        ("games/bridgehead.toml", "Forcing the River Sarn", "Forcing the Sarn"),
    ] {
        assert_ne!(ground(file, from, to).1, own, "{file}");
    }
}
