//! Maps to paper: a campaign map of 60 × 40 hexes of 16 mm to SVG, to PNG at 150 dpi and to PDF,
//! beside the lower bound of reading and rendering the same SVG with resvg in one piece.
//!
//! The last rows show that the cost grows with the hexes and not faster.
//! The size of the outputs and the most memory the process ever held are printed first.

use crate::cost::Cost;
use hexwright::draw::map::{MapOptions, Picture, draw_map};
use hexwright::draw::svg_options;
use hexwright::print::{Dpi, pages_pdf, picture_png, tiled_pdf};
use hexwright::source::{self, Loaded};
use std::fmt::Write;
use std::path::Path;

pub fn run() {
    println!("  memory before: {} MB", memory());
    let campaign = project(60, 40, "16mm");
    let picture = draw(&campaign);
    let svg = picture.svg();
    println!(
        "  60 x 40 hexes, {:.0} x {:.0} mm; SVG {} kB; memory {} MB",
        picture.width,
        picture.height,
        svg.len() / 1000,
        memory()
    );
    // 34 x 22 inches at 300 dpi: what a print shop asks for.
    let poster = draw(&project(60, 40, "13.2mm"));
    let png = picture_png(&poster, "poster", Dpi::SHEETS).expect("a picture");
    println!(
        "  poster of {:.1} x {:.1} in at 300 dpi: PNG {} kB; most memory {} MB",
        poster.width / 25.4,
        poster.height / 25.4,
        png.len() / 1000,
        memory()
    );
    Cost::of_all(|| draw(&campaign).svg().len()).tell("model to SVG", 1.0, "maps");
    let full = || pages_pdf(&[&picture], &Default::default()).expect("a file").len();
    Cost::of_all(full).tell("SVG to PDF in full size", 1.0, "maps");
    let tiled =
        || tiled_pdf(&picture, &Default::default(), &Default::default()).expect("a file").0.len();
    Cost::of_all(tiled).tell("SVG to PDF over A4", 1.0, "maps");
    let pixels = Cost::of_all(|| picture_png(&picture, "bench", Dpi::MAPS).expect("drawn").len());
    pixels.tell("SVG to PNG at 150 dpi, encoded", 1.0, "maps");
    let alone = Cost::of(|| resvg_alone(&svg));
    alone.tell("resvg alone at 150 dpi, not encoded", 1.0, "maps");
    for (columns, rows) in [(15, 10), (30, 20), (60, 40), (99, 80)] {
        let loaded = project(columns, rows, "16mm");
        let hexes = f64::from(columns * rows);
        let what = format!("model to SVG, {columns} x {rows} hexes");
        Cost::of_all(|| draw(&loaded).svg().len()).tell(&what, hexes, "hexes");
    }
}

/// The most memory the process ever held, in MB, where the system tells.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn draw(loaded: &Loaded) -> Picture {
    let game = loaded.project.games.iter().next().expect("a game");
    let map = game.maps.iter().next().expect("a map");
    draw_map(game, map, &MapOptions::default()).expect("a drawing").picture
}

/// A map of every terrain in patches, with rivers, roads and towns in proportion to its size.
fn project(columns: u32, rows: u32, hex_size: &str) -> Loaded {
    let root = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("hexwright.toml", "name = \"Bench\"\ngames = [\"harrow\"]\n");
    let gallery =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/maps/project/games/harrow.toml");
    write("games/harrow.toml", &std::fs::read_to_string(gallery).expect("the gallery"));
    let kinds = [
        "woods",
        "forest",
        "hill",
        "mountain",
        "marsh",
        "grain",
        "orchard",
        "rough",
        "wooded-hill",
        "brush",
        "sea",
    ];
    let mut map = format!(
        "title = \"Bench\"\ndefault = \"clear\"\n[grid]\norientation = \"flat\"\ncolumns = {columns}\nrows = {rows}\nstagger = \"even-down\"\nnumbering = \"CCRR\"\nhex_size = \"{hex_size}\"\n"
    );
    // Patches of seven hexes in a pattern that keeps clear of the roads and rivers.
    for (i, (column, row)) in
        (1..columns / 6).flat_map(|c| (1..rows / 6).map(move |r| (c * 6, r * 6))).enumerate()
    {
        let _ = writeln!(
            map,
            "[[terrain]]\ntype = \"{}\"\nhexes = \"{:02}{:02}:{:02}{:02}\"",
            kinds[i % kinds.len()],
            column - 1,
            row - 1,
            column + 1,
            row + 1
        );
        let _ = writeln!(
            map,
            "[[place]]\nname = \"Town {i}\"\nhex = \"{:02}{:02}\"\nfeatures = \"town\"",
            column - 3,
            row - 3
        );
    }
    for row in (3..rows).step_by(6) {
        let hexes: Vec<String> =
            (1..=columns).map(|column| format!("{column:02}{row:02}")).collect();
        let _ = writeln!(map, "[[path]]\ntype = \"road\"\nalong = \"{}\"", hexes.join(" "));
    }
    for column in (3..columns - 1).step_by(6) {
        let _ = writeln!(
            map,
            "[[hexside]]\ntype = \"river\"\nname = \"River {column}\"\nbanks = [\"{column:02}01-{column:02}{rows:02}\", \"{0:02}01-{0:02}{rows:02}\"]",
            column + 1
        );
    }
    write("maps/harrow/m.toml", &map);
    let loaded = source::load(root.path());
    let wrong: Vec<&str> = loaded.diagnostics.sorted().iter().map(|d| d.message.as_str()).collect();
    assert_eq!(loaded.diagnostics.errors(), 0, "{wrong:?}");
    loaded
}

/// The same SVG at 150 dpi with resvg alone, on one core and in one piece, without encoding.
fn resvg_alone(svg: &str) -> usize {
    let tree = usvg::Tree::from_str(svg, &svg_options()).expect("an SVG");
    let scale = 150.0 / 96.0;
    let (w, h) = ((tree.size().width() * scale) as u32, (tree.size().height() * scale) as u32);
    let mut pixmap = resvg::tiny_skia::Pixmap::new(w, h).expect("a picture");
    let transform = resvg::tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap.data().len()
}
