//! Counters to paper: 280 double-sided counters, the size of a magazine game, to PDF and to
//! 300-dpi PNG sheets; cold, and after one row was changed; beside the lower bound of reading
//! and rendering the same drawings with resvg alone, on as many cores.
//!
//! The last rows show that the cost grows with the counters and not faster.

use crate::cost::Cost;
use hexwright::draw::{ArtOptions, Artist, DrawnFace, FaceSide, svg_options};
use hexwright::model::{Game, Length};
use hexwright::print::{Album, Dpi, SheetReport, SheetRequest, build_sheets};
use hexwright::source;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::Path;
use tempfile::TempDir;

const MAGAZINE: u32 = 280;

pub fn run() {
    let magazine = game(MAGAZINE, 0);
    let faces = faces(&magazine);
    let bytes: usize = faces.iter().map(|face| face.svg.len()).sum();
    let folder = folder();
    let report = build(&magazine, folder.path(), &pdf(folder.path()), &mut Album::default());
    let size = std::fs::metadata(folder.path().join("counters.pdf")).map_or(0, |data| data.len());
    println!(
        "  {MAGAZINE} counters, {} faces, {} kB of SVG; {} sheets, PDF of {} kB; {} threads",
        faces.len(),
        bytes / 1000,
        report.counters_per_sheet.len(),
        size / 1000,
        rayon::current_num_threads()
    );
    builds("to PDF", &magazine, pdf);
    builds("to PDF and 300-dpi PNG", &magazine, pdf_and_png);
    let tell = |what: &str, cost: Cost| cost.tell(what, f64::from(MAGAZINE), "counters");
    tell("lower bound: drawing alone", Cost::of(|| self::faces(&magazine).len()));
    let read = |face: &DrawnFace| usvg::Tree::from_str(&face.svg, &svg_options()).is_ok();
    let usvg = Cost::of_all(|| faces.par_iter().filter(|face| read(face)).count());
    tell("lower bound: usvg alone", usvg);
    let options = svg_options();
    let drawn = |face: &&DrawnFace| resvg_face(face, &options).is_some();
    let resvg = Cost::of_all(|| faces.par_iter().filter(drawn).count());
    tell("lower bound: resvg alone, 300 dpi", resvg);
    for counters in [280, 2_800, 28_000] {
        let game = game(counters, 0);
        let cold = Cost::once(self::folder, |folder| cold(&game, folder, pdf));
        cold.tell(&format!("{counters} counters to PDF, cold"), f64::from(counters), "counters");
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Builds from nothing, after one row was changed with and without what the run before knows, and of nothing new.
fn builds(what: &str, magazine: &Game, request: fn(&Path) -> SheetRequest) {
    let tell = |how: &str, cost: Cost| {
        cost.tell(&format!("{what}, {how}"), f64::from(MAGAZINE), "counters")
    };
    let cold = Cost::from(folder, |folder| cold(magazine, folder, request));
    tell("cold", cold);
    let (kept, mut album, mut change) = (folder(), Album::default(), 0);
    let request = request(kept.path());
    build(magazine, kept.path(), &request, &mut album);
    // A row that no build has seen.
    let mut next = || {
        change += 1;
        game(MAGAZINE, change)
    };
    let one = Cost::from(&mut next, |game| {
        let report = build(game, kept.path(), &request, &mut Album::default());
        assert!(report.drawn <= 1, "one row, whose back did not change");
    });
    tell("one row changed", one);
    println!("  = {:.1} % of a build from nothing", 100.0 * one.times(cold));
    let watching = Cost::from(next, |game| build(game, kept.path(), &request, &mut album));
    tell("one row changed, watching", watching);
    build(magazine, kept.path(), &request, &mut album);
    let same =
        Cost::of_all(|| build(magazine, kept.path(), &request, &mut Album::default()).current);
    tell("nothing changed", same);
    println!("  = {:.1} % of a build from nothing", 100.0 * same.times(cold));
}

fn cold(game: &Game, folder: &TempDir, request: fn(&Path) -> SheetRequest) -> SheetReport {
    build(game, folder.path(), &request(folder.path()), &mut Album::default())
}

/// A game of so many types of counter, all different, printed once each. Another `change`
/// gives another value to the first of them.
fn game(counters: u32, change: u32) -> Game {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut units = String::from(
        "id,name,side,type,echelon,count,steps,attack,defence,movement,back_attack,back_defence,back_movement\n",
    );
    for unit in 0..counters {
        let side = if unit % 2 == 0 { "blue" } else { "red" };
        let (kind, echelon) =
            [("infantry", "regiment"), ("armour", "battalion"), ("infantry", "division")]
                [(unit % 3) as usize];
        let attack = if unit == 0 { change % 90 } else { unit % 9 + 1 };
        let movement = unit / 9 % 8 + 2;
        let _ = writeln!(
            units,
            "u{unit},{unit} Reg,{side},{kind},{echelon},1,2,{attack},{},{movement},{},{},{movement}",
            unit % 7 + 1,
            unit % 5 + 1,
            unit % 4 + 1,
        );
    }
    for (path, text) in hexwright::embedded::starter("bench", "Bench") {
        let text = match path.to_string_lossy().as_ref() {
            "counters/bench/units.csv" => units.clone(),
            "counters/bench/markers.csv" => continue,
            path if path.starts_with("scenarios") => continue,
            _ => text,
        };
        hexwright::output::write_whole(&folder.path().join(path), text.as_bytes())
            .expect("the project is written");
    }
    let loaded = source::load(folder.path());
    let game = loaded.game("bench").expect("the game loads").clone();
    assert_eq!(game.counters.len(), counters as usize);
    game
}

fn faces(game: &Game) -> Vec<DrawnFace> {
    let art = ArtOptions { project_root: None, bleed: Length::mm(1.5) };
    let artist = Artist::new(game, art).expect("an artist");
    let side = |counter, side| artist.draw(counter, side).expect("drawn").expect("not blank");
    let counters = game.counters.iter();
    counters.flat_map(|c| [side(c, FaceSide::Front), side(c, FaceSide::Back)]).collect()
}

fn pdf(folder: &Path) -> SheetRequest {
    SheetRequest { manifest: false, ..SheetRequest::new(folder) }
}

/// PDF and PNG: what `hexwright build --target sheets` makes, but for the manifest.
fn pdf_and_png(folder: &Path) -> SheetRequest {
    SheetRequest { png: Dpi::new(300).ok(), ..pdf(folder) }
}

fn build(game: &Game, folder: &Path, request: &SheetRequest, album: &mut Album) -> SheetReport {
    build_sheets(game, folder, request, album, &|_| {}).expect("sheets are built")
}

fn resvg_face(face: &DrawnFace, options: &usvg::Options) -> Option<resvg::tiny_skia::Pixmap> {
    let tree = usvg::Tree::from_str(&face.svg, options).ok()?;
    let scale = 300.0 / 96.0;
    let size = tree.size().to_int_size().scale_by(scale)?;
    let mut pixmap = resvg::tiny_skia::Pixmap::new(size.width(), size.height())?;
    let transform = resvg::tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    Some(pixmap)
}
