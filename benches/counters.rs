//! Counters to paper: 280 double-sided counters, the size of a magazine game, to PDF and to
//! 300-dpi PNG sheets; cold, and after one row was changed; beside the lower bound of reading
//! and rendering the same drawings with resvg alone, on as many cores.
//!
//! `cost_per_counter` shows that the cost grows with the counters and not faster: its items
//! are counters.

#![allow(clippy::expect_used, reason = "a benchmark without its project cannot run")]

use divan::Bencher;
use divan::counter::ItemsCount;
use hexwright::draw::{ArtOptions, Artist, DrawnFace, FaceSide, svg_options};
use hexwright::model::{Game, Length};
use hexwright::print::{Album, Dpi, SheetReport, SheetRequest, build_sheets};
use hexwright::source;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

const MAGAZINE: u32 = 280;

fn main() {
    let faces: usize = FACES.len();
    let bytes: usize = FACES.iter().map(|face| face.svg.len()).sum();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = build(&MAGAZINE_GAME, folder.path(), &pdf(folder.path()), &mut Album::default());
    let size = std::fs::metadata(folder.path().join("counters.pdf")).map_or(0, |data| data.len());
    println!(
        "{MAGAZINE} counters, {faces} faces, {} kB of SVG; {} sheets, PDF of {} kB; {} threads",
        bytes / 1000,
        report.counters_per_sheet.len(),
        size / 1000,
        rayon::current_num_threads()
    );
    divan::main();
}

static MAGAZINE_GAME: LazyLock<Game> = LazyLock::new(|| game(MAGAZINE, 0));

static FACES: LazyLock<Vec<DrawnFace>> = LazyLock::new(|| faces(&MAGAZINE_GAME));

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

/// The same game with one row changed, in a way not seen before.
fn changed() -> Game {
    static CHANGE: AtomicU32 = AtomicU32::new(1);
    game(MAGAZINE, CHANGE.fetch_add(1, Ordering::Relaxed))
}

fn cold(bencher: Bencher, request: fn(&Path) -> SheetRequest) {
    let folder = || tempfile::tempdir().expect("a temporary folder");
    bencher.with_inputs(folder).bench_refs(|folder| {
        build(&MAGAZINE_GAME, folder.path(), &request(folder.path()), &mut Album::default())
    });
}

fn after_one_change(bencher: Bencher, request: fn(&Path) -> SheetRequest) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    build(&MAGAZINE_GAME, folder.path(), &request(folder.path()), &mut Album::default());
    bencher.with_inputs(changed).bench_refs(|game| {
        let report = build(game, folder.path(), &request(folder.path()), &mut Album::default());
        assert_eq!(report.drawn, 1, "one row, whose back did not change");
    });
}

fn after_one_change_watching(bencher: Bencher, request: fn(&Path) -> SheetRequest) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut album = Album::default();
    build(&MAGAZINE_GAME, folder.path(), &request(folder.path()), &mut album);
    bencher
        .with_inputs(changed)
        .bench_local_refs(|game| build(game, folder.path(), &request(folder.path()), &mut album));
}

mod magazine_to_pdf {
    use super::*;

    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn cold(bencher: Bencher) {
        super::cold(bencher, pdf);
    }

    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn after_one_change(bencher: Bencher) {
        super::after_one_change(bencher, pdf);
    }

    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn after_one_change_watching(bencher: Bencher) {
        super::after_one_change_watching(bencher, pdf);
    }

    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn nothing_changed(bencher: Bencher) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        build(&MAGAZINE_GAME, folder.path(), &pdf(folder.path()), &mut Album::default());
        bencher.bench_local(|| {
            build(&MAGAZINE_GAME, folder.path(), &pdf(folder.path()), &mut Album::default())
        });
    }
}

mod magazine_to_pdf_and_300_dpi_png {
    use super::*;

    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn cold(bencher: Bencher) {
        super::cold(bencher, pdf_and_png);
    }

    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn after_one_change(bencher: Bencher) {
        super::after_one_change(bencher, pdf_and_png);
    }

    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn after_one_change_watching(bencher: Bencher) {
        super::after_one_change_watching(bencher, pdf_and_png);
    }
}

mod lower_bound {
    use super::*;

    /// Drawing the templates: no reading, no rendering.
    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn drawing_alone() -> usize {
        faces(&MAGAZINE_GAME).len()
    }

    /// Reading the drawings: XML, styles, fonts, shaping.
    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn usvg_alone() -> usize {
        let read = |face: &DrawnFace| usvg::Tree::from_str(&face.svg, &svg_options()).is_ok();
        FACES.par_iter().filter(|face| read(face)).count()
    }

    /// Reading and rendering each face once at 300 dpi.
    #[divan::bench(sample_count = 10, sample_size = 1)]
    fn resvg_alone_300_dpi() -> usize {
        FACES.par_iter().filter(|face| resvg_face(face, &svg_options()).is_some()).count()
    }
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

/// Cold builds to PDF; divide by the items to see the cost of one counter.
#[divan::bench(args = [280, 2_800, 28_000], sample_count = 1, sample_size = 1)]
fn cost_per_counter(bencher: Bencher, counters: u32) {
    let game = game(counters, 0);
    bencher
        .counter(ItemsCount::new(counters))
        .with_inputs(|| tempfile::tempdir().expect("a temporary folder"))
        .bench_refs(|folder| {
            build(&game, folder.path(), &pdf(folder.path()), &mut Album::default())
        });
}
