//! PDF pages as an independent reader paints them: poppler's `pdftoppm`, from Debian's poppler-utils.
//! Where it is not installed these tests say that they were skipped.

use hexwright::draw::chart::{ChartPaper, draw_charts};
use hexwright::draw::map::{MapOptions, Picture, draw_map, style_names};
use hexwright::draw::{ArtOptions, Artist, FaceSide};
use hexwright::print::{Dpi, pages_pdf, picture_png};
use hexwright::source::load;
use image::{GrayImage, RgbImage};
use std::path::Path;
use std::process::Command;

/// The first page of a PDF as poppler paints it; `None` without poppler.
fn painted(pdf: &[u8], dpi: u32) -> Option<RgbImage> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.pdf"), pdf).unwrap();
    let run = Command::new("pdftoppm")
        .args(["-r", &dpi.to_string(), "-png", "-singlefile", "in.pdf", "out"])
        .current_dir(folder.path())
        .status();
    match run {
        Ok(status) => {
            assert!(status.success(), "pdftoppm cannot read the file");
            Some(image::open(folder.path().join("out.png")).unwrap().to_rgb8())
        }
        Err(_) => {
            eprintln!("skipped: pdftoppm is not installed (apt-get install poppler-utils)");
            None
        }
    }
}

fn map_of(project: &str, game: &str, map: &str) -> Picture {
    let loaded = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(project));
    let game = loaded.game(game).expect("the game");
    draw_map(game, game.maps.get(map).unwrap(), &MapOptions::default()).unwrap().picture
}

/// A name on a map: what it says, its middle and base line, its size.
struct Name {
    text: String,
    at: (f64, f64),
    size: f64,
}

/// The names that a drawing letters level, with a rim.
fn names(svg: &str) -> Vec<Name> {
    let attribute = |tag: &str, key: &str| -> Option<f64> {
        tag.split_once(&format!(" {key}=\""))?.1.split('"').next()?.parse().ok()
    };
    let mut names: Vec<Name> = Vec::new();
    for element in svg.split("<text").skip(1) {
        let Some((tag, rest)) = element.split_once('>') else { continue };
        let text = rest.split('<').next().unwrap_or_default().to_owned();
        let (Some(x), Some(y), Some(size)) =
            (attribute(tag, "x"), attribute(tag, "y"), attribute(tag, "font-size"))
        else {
            continue;
        };
        if text.chars().filter(|c| c.is_alphabetic()).count() > 3 && tag.contains("stroke") {
            names.push(Name { text, at: (x, y), size });
        }
    }
    names
}

/// How much dark ink there is where a name stands.
fn ink(picture: &GrayImage, name: &Name, dpi: f64) -> f64 {
    let pixel = |mm: f64| (mm * dpi / 25.4).max(0.0) as u32;
    let half = name.text.chars().count() as f64 * name.size * 0.35;
    let (left, right) = (pixel(name.at.0 - half), pixel(name.at.0 + half).min(picture.width()));
    let (top, bottom) =
        (pixel(name.at.1 - name.size), pixel(name.at.1 + name.size * 0.3).min(picture.height()));
    let mut sum = 0.0;
    for y in top..bottom {
        for x in left..right {
            sum += f64::from(155_u8.saturating_sub(picture.get_pixel(x, y).0[0]));
        }
    }
    sum
}

/// The names of a map of which its PDF shows less than its PNG; how many names there are.
fn eaten(map: &Picture, dpi: u32) -> Option<(usize, Vec<String>)> {
    let pdf = pages_pdf(&[map], &Default::default()).unwrap();
    let printed = painted(&pdf, dpi)?;
    let screen = picture_png(map, "map", Dpi::new(dpi).unwrap()).unwrap();
    let screen = image::load_from_memory(&screen).unwrap().to_luma8();
    let printed = image::DynamicImage::ImageRgb8(printed).to_luma8();
    let names = names(&map.svg());
    let eaten = names
        .iter()
        .map(|name| {
            let wanted = ink(&screen, name, f64::from(dpi));
            (name, ink(&printed, name, f64::from(dpi)) / wanted.max(1.0))
        })
        .filter(|(_, kept)| *kept < 0.9)
        .map(|(name, kept)| format!("{} ({:.0} %)", name.text, kept * 100.0))
        .collect();
    Some((names.len(), eaten))
}

#[test]
fn names_on_all_printed_maps_are_whole() {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let mut seen = 0;
    for game in &loaded.project.games {
        for map in &game.maps {
            let drawn = draw_map(game, map, &MapOptions::default()).unwrap().picture;
            let Some((names, eaten)) = eaten(&drawn, 150) else { return };
            let id = &map.id;
            assert!(
                eaten.is_empty(),
                "the PDF of {id} shows less than its PNG: {}",
                eaten.join(", ")
            );
            seen += names;
        }
    }
    assert!(seen > 80, "{seen} names");
}

/// Texts of a drawing that have both rim and letters: a PDF paints them letter by letter, each rim
/// over the letter before it.
fn rimmed_in_one(svg: &str) -> Vec<String> {
    let attribute = |tag: &str, key: &str| -> Option<String> {
        Some(tag.split_once(&format!(" {key}=\""))?.1.split('"').next()?.to_owned())
    };
    let mut rimmed = Vec::new();
    for element in ["<text", "<tspan"].iter().flat_map(|name| svg.split(name).skip(1)) {
        let Some((tag, rest)) = element.split_once('>') else { continue };
        let stroked = attribute(tag, "stroke").is_some_and(|stroke| stroke != "none");
        let filled = attribute(tag, "fill").is_none_or(|fill| fill != "none");
        if (stroked && filled) || tag.contains("paint-order") {
            rimmed.push(rest.split('<').next().unwrap_or_default().to_owned());
        }
    }
    rimmed
}

#[test]
fn nothing_that_is_printed_letters_rim_and_fill_in_one() {
    assert_eq!(rimmed_in_one("<text stroke=\"#fff\" fill=\"#000\">A</text>"), ["A"]);
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let (mut drawings, mut rims) = (0, 0);
    let mut look = |what: &str, svg: &str| {
        let rimmed = rimmed_in_one(svg);
        assert!(rimmed.is_empty(), "{what}: {}", rimmed.join(", "));
        drawings += 1;
        rims += svg.matches("stroke-linejoin=\"round\"").count();
    };
    for game in &loaded.project.games {
        for style in style_names() {
            let options = MapOptions { style: style.to_owned(), ..MapOptions::default() };
            for map in &game.maps {
                let svg = draw_map(game, map, &options).unwrap().picture.svg();
                look(&format!("{} in {style}", map.id), &svg);
            }
        }
        for aid in draw_charts(game, &MapOptions::default(), ChartPaper::default()).unwrap() {
            aid.pages.iter().for_each(|page| look(aid.name, &page.svg()));
        }
        let artist = Artist::new(game, ArtOptions::default()).unwrap();
        for counter in &game.counters {
            for side in [FaceSide::Front, FaceSide::Back] {
                let face = artist.draw(counter, side).unwrap();
                face.iter().for_each(|face| look(&counter.id, &face.svg));
            }
        }
    }
    // Templates for designers that no bundled game uses.
    let golden = crate::drawing::golden_game();
    let artist = Artist::new(&golden, crate::drawing::golden_options()).unwrap();
    for counter in &golden.counters {
        let face = artist.draw(counter, FaceSide::Front).unwrap();
        face.iter().for_each(|face| look(&counter.id, &face.svg));
    }
    assert!(drawings > 500 && rims > 100, "{drawings} drawings, {rims} rims");
}

#[test]
fn printed_pages_look_as_they_did_when_a_person_looked_at_them() {
    let map = map_of("tests/golden/maps/project", "harrow", "gallery");
    let pdf = pages_pdf(&[&map], &Default::default()).unwrap();
    let Some(page) = painted(&pdf, 100) else { return };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pdf/gallery-modern.png");
    if std::env::var_os("HEXWRIGHT_GOLDEN").is_some_and(|value| value == "update") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        page.save(&path).unwrap();
        return;
    }
    let wanted = image::open(&path).expect("HEXWRIGHT_GOLDEN=update writes it").to_rgb8();
    assert_eq!(wanted.dimensions(), page.dimensions());
    let differing = wanted
        .pixels()
        .zip(page.pixels())
        .filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 40))
        .count();
    let pixels = (page.width() * page.height()) as usize;
    assert!(differing * 500 < pixels, "{differing} of {pixels} pixels differ; look at the page");
}
