//! Whole builds of a small project, as a designer meets them.

use hexwright::model::Game;
use hexwright::print::geometry::um;
use hexwright::print::*;
use hexwright::{embedded, source};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A project in a folder of its own.
struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in embedded::starter("skirmish", "Skirmish & <Sons>") {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Site { folder }
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn out(&self) -> PathBuf {
        self.root().join("build/skirmish")
    }

    fn game(&self) -> Game {
        let loaded = source::load(self.root());
        assert_eq!(loaded.diagnostics.errors(), 0, "{:?}", loaded.diagnostics);
        loaded.game("skirmish").unwrap().clone()
    }

    fn request(&self) -> SheetRequest {
        SheetRequest {
            png: Some(Dpi::new(100).unwrap()),
            project_root: Some(self.root().to_owned()),
            ..SheetRequest::new(&self.out())
        }
    }

    fn build(&self, request: &SheetRequest) -> Result<SheetReport, PrintError> {
        build_sheets(&self.game(), &self.out(), request, &mut Album::default(), &|_| {})
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.root().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} is not in {file}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    /// Every output with its bytes; the cache is not an output.
    fn outputs(&self) -> BTreeMap<String, Vec<u8>> {
        let mut outputs = BTreeMap::new();
        let mut folders = vec![self.out()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                if path.file_name().unwrap() == ".cache" {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name =
                        path.strip_prefix(self.out()).unwrap().to_string_lossy().replace('\\', "/");
                    outputs.insert(name, std::fs::read(path).unwrap());
                }
            }
        }
        outputs
    }
}

const UNITS: &str = "counters/skirmish/units.csv";

#[test]
fn a_build_writes_sheets_and_manifest_and_a_second_one_has_nothing_to_do() {
    let site = Site::new();
    let first = site.build(&site.request()).unwrap();
    let names: Vec<String> = site.outputs().into_keys().collect();
    assert_eq!(
        names,
        [
            "counters.pdf",
            "manifest.csv",
            "manifest.html",
            "sheets/counters-1-back.png",
            "sheets/counters-1-front.png"
        ]
    );
    assert_eq!(first.counters_per_sheet, [12]);
    assert_eq!((first.reused, first.written.len()), (0, 5));

    let second = site.build(&site.request()).unwrap();
    assert_eq!((second.written.len(), second.current), (0, 5));
    // A face with a warning is drawn again, so that the warning is repeated.
    assert_eq!(second.drawn, second.looks.len());
}

#[test]
fn changing_one_row_redraws_one_counter() {
    let site = Site::new();
    let first = site.build(&site.request()).unwrap();
    let before = site.outputs();
    site.edit(
        UNITS,
        "blue-1,1st Foot,blue,infantry,regiment,1,2,4,5,4,2,3,4",
        "blue-1,1st Foot,blue,infantry,regiment,1,2,9,5,4,7,3,4",
    );
    let second = site.build(&site.request()).unwrap();
    let warned = first.looks.len();
    assert_eq!(second.drawn - warned, 2, "front and back of one counter");
    assert_eq!(second.reused, first.drawn - 2 - warned);
    let after = site.outputs();
    for name in [
        "counters.pdf",
        "sheets/counters-1-front.png",
        "sheets/counters-1-back.png",
        "manifest.html",
    ] {
        assert!(before[name] != after[name], "{name} is the same");
    }

    // Back again gives the very same files.
    site.edit(UNITS, "regiment,1,2,9,5,4,7,3,4", "regiment,1,2,4,5,4,2,3,4");
    let third = site.build(&site.request()).unwrap();
    assert_eq!(third.drawn, warned, "the old faces are still in the cache");
    assert!(site.outputs() == before);
}

#[test]
fn what_was_kept_gives_the_bytes_of_a_build_from_nothing() {
    let site = Site::new();
    site.build(&site.request()).unwrap();
    site.edit(UNITS, "regiment,1,2,4,5,4,2,3,4", "regiment,1,2,9,5,4,7,3,4");
    site.build(&site.request()).unwrap();
    let kept = site.outputs();
    std::fs::remove_dir_all(site.out()).unwrap();
    let cold = site.build(&site.request()).unwrap();
    assert_eq!((cold.reused, cold.written.len()), (0, 5));
    assert!(site.outputs() == kept);
}

#[test]
fn a_change_on_one_sheet_leaves_the_other_sheets_alone() {
    let site = Site::new();
    let mut request = site.request();
    request.options.per_sheet = Some(6);
    request.options.backs = Backs::None;
    site.build(&request).unwrap();
    // Markers come first; the last unit is on the second sheet.
    site.edit(UNITS, "red-2,2nd Rifles", "red-2,3rd Rifles");
    let report = site.build(&request).unwrap();
    let written: Vec<_> = report.written.iter().filter_map(|p| p.file_name()?.to_str()).collect();
    assert!(written.contains(&"counters-2-front.png"), "{written:?}");
    assert!(!written.contains(&"counters-1-front.png"), "{written:?}");
}

#[test]
fn an_album_spares_reading_pictures_again() {
    let site = Site::new();
    let mut album = Album::default();
    build_sheets(&site.game(), &site.out(), &site.request(), &mut album, &|_| {}).unwrap();
    let held = album.len();
    assert!(held > 10);
    site.edit(UNITS, "1,2,4,5,4", "1,2,8,5,4");
    build_sheets(&site.game(), &site.out(), &site.request(), &mut album, &|_| {}).unwrap();
    assert_eq!(album.len(), held);
}

#[test]
fn the_same_sources_give_the_same_bytes_anywhere() {
    let (here, there) = (Site::new(), Site::new());
    let request = |site: &Site| SheetRequest {
        single_png: Some(Dpi::new(120).unwrap()),
        single_svg: true,
        ..site.request()
    };
    here.build(&request(&here)).unwrap();
    there.build(&request(&there)).unwrap();
    assert!(here.outputs() == there.outputs());
    assert!(here.outputs().len() > 20);
}

#[test]
fn a_file_of_the_users_stops_the_build_and_stays() {
    let site = Site::new();
    std::fs::create_dir_all(site.out()).unwrap();
    std::fs::write(site.out().join("counters.pdf"), "my own").unwrap();
    let error = site.build(&site.request()).unwrap_err();
    assert!(error.to_string().contains("counters.pdf"), "{error}");
    assert!(error.help().unwrap().contains("--force"));
    assert_eq!(std::fs::read(site.out().join("counters.pdf")).unwrap(), b"my own");

    let forced = SheetRequest { force: true, ..site.request() };
    site.build(&forced).unwrap();
    assert!(std::fs::read(site.out().join("counters.pdf")).unwrap().starts_with(b"%PDF"));
}

#[test]
fn sheets_no_longer_needed_are_taken_away() {
    let site = Site::new();
    let mut request = site.request();
    request.options.per_sheet = Some(5);
    site.build(&request).unwrap();
    assert!(site.outputs().contains_key("sheets/counters-3-front.png"));
    request.options.per_sheet = None;
    let report = site.build(&request).unwrap();
    assert_eq!(report.removed.len(), 4);
    assert!(!site.outputs().contains_key("sheets/counters-3-front.png"));
}

#[test]
fn every_counter_that_cannot_be_drawn_is_named() {
    let site = Site::new();
    let folder = site.root().join("templates/counters");
    std::fs::create_dir_all(&folder).unwrap();
    let template = site.game().counters.iter().find(|c| c.id == "blue-1").unwrap().template.clone();
    std::fs::write(folder.join(format!("{template}.svg")), "<svg><not closed").unwrap();
    let error = site.build(&site.request()).unwrap_err().to_string();
    for counter in ["blue-1", "blue-2", "red-1"] {
        assert!(error.contains(&format!("counter `{counter}`")), "{error}");
    }
    assert!(!site.out().join("counters.pdf").exists());
}

fn png_size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn pictures_have_the_pixels_of_their_size_and_say_their_resolution() {
    let site = Site::new();
    let dpi = Dpi::new(240).unwrap();
    let request =
        SheetRequest { png: Some(dpi), single_png: Some(dpi), single_svg: true, ..site.request() };
    site.build(&request).unwrap();
    let outputs = site.outputs();
    let sheet = &outputs["sheets/counters-1-front.png"];
    assert_eq!(png_size(sheet), (1984, 2806), "210 × 297 mm");
    // 240 dpi are 9449 dots a metre.
    let chunk =
        [b"pHYs".as_slice(), &9449_u32.to_be_bytes(), &9449_u32.to_be_bytes(), &[1]].concat();
    assert!(sheet.windows(chunk.len()).any(|window| window == chunk));
    assert_eq!(png_size(&outputs["counters/blue-1.png"]), (150, 150), "5/8 in");
    image::load_from_memory(sheet).unwrap();
    image::load_from_memory(&outputs["counters/blue-1-back.png"]).unwrap();
    let svg = String::from_utf8(outputs["counters/blue-1.svg"].clone()).unwrap();
    assert!(svg.starts_with(r#"<svg width="15.875mm" height="15.875mm""#), "{}", &svg[..80]);
    assert!(!svg.contains("<text"), "letters are outlines");
}

#[test]
fn a_sheet_shows_each_counter_in_its_place_and_white_elsewhere() {
    let site = Site::new();
    let game = site.game();
    site.build(&site.request()).unwrap();
    let sheet =
        image::load_from_memory(&site.outputs()["sheets/counters-1-front.png"]).unwrap().to_rgb8();
    let pieces: Vec<Piece> = game
        .counters
        .iter()
        .map(|counter| {
            let size = &game.counter_sizes[counter.size];
            Piece {
                size: (um(size.width), um(size.height)),
                shape: size.shape,
                count: counter.count,
                has_back: true,
            }
        })
        .collect();
    let layout = impose(&pieces, &SheetOptions::default()).unwrap();
    let pixel =
        |x: i64, y: i64| sheet.get_pixel((x as f64 / 254.0) as u32, (y as f64 / 254.0) as u32).0;
    for slot in &layout.pages[0].slots {
        let counter = game.counters.iter().nth(slot.piece).unwrap();
        let (paper, ..) = game.colours(counter);
        let corner = pixel(slot.trim.x + 700, slot.trim.bottom() - 700);
        let hex = format!("#{:02x}{:02x}{:02x}", corner[0], corner[1], corner[2]);
        assert_eq!(hex, paper.to_lowercase(), "{}", counter.id);
    }
    assert_eq!(pixel(105_000, 200_000), [255, 255, 255]);
}

#[test]
fn the_manifest_names_every_counter_and_hides_no_markup() {
    let site = Site::new();
    site.edit(UNITS, "1st Foot", "<b>1st</b> & Foot");
    site.build(&site.request()).unwrap();
    let outputs = site.outputs();
    let html = String::from_utf8(outputs["manifest.html"].clone()).unwrap();
    assert!(html.contains("Skirmish &amp; &lt;Sons&gt;"));
    assert!(html.contains("&lt;b&gt;1st&lt;&#x2f;b&gt; &amp; Foot"), "escaped");
    assert!(!html.contains("<b>1st"));
    assert!(!html.to_lowercase().contains("<script"));
    for counter in &site.game().counters {
        assert!(html.contains(&format!("<code>{}</code>", counter.id)), "{}", counter.id);
    }
    assert!(html.contains("1 on turn 2"), "reinforcements");
    // Nothing is fetched: the only addresses are the pictures inside.
    for source in html.split("src=\"").skip(1) {
        assert!(source.starts_with("data:image/svg+xml,"));
    }
    let csv = String::from_utf8(outputs["manifest.csv"].clone()).unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|h| h == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), site.game().counters.len());
    let blue = rows.iter().find(|row| &row[0] == "blue-1").unwrap();
    assert_eq!(&blue[column("name")], "<b>1st</b> & Foot");
    assert_eq!((&blue[column("attack")], &blue[column("back_attack")]), ("4", "2"));
    assert_eq!(&blue[column("source")], "counters/skirmish/units.csv:4");
}

#[test]
fn ids_that_make_the_same_file_name_are_refused() {
    let site = Site::new();
    site.edit(UNITS, "blue-2,", "BLUE-1,");
    site.edit("scenarios/skirmish/first-battle.toml", "blue-2", "BLUE-1");
    let request = SheetRequest { single_svg: true, ..site.request() };
    let error = site.build(&request).unwrap_err().to_string();
    assert!(error.contains("two counters"), "{error}");
}
