//! `huge-image`: a picture that fills the memory of the players' machines.
//!
//! VASSAL unpacks a picture into four bytes for each pixel. A map of 50 million
//! pixels takes 200 MB; a counter of 2000 pixels is drawn at a thirtieth of its
//! size, once for every zoom.

use super::Check;
use super::bench::Bench;
use super::pictures::FOLDER;
use crate::vassal::grid::picture_size;

pub(super) const CHECK: Check = Check {
    codes: &["huge-image"],
    looks_for: "pictures that need more memory than they are worth",
    run,
};

const MOST_PIXELS: i64 = 50_000_000;
const MOST_PIECE_SIDE: i32 = 2_000;
/// JPEGs keep their size behind other data; this much has always been enough.
const HEAD: u64 = 1 << 18;

fn run(bench: &mut Bench<'_>) {
    let Some(archive) = bench.archive.as_mut() else { return };
    let mut sized = Vec::new();
    for name in &bench.pictures.in_archive {
        // A vector picture needs no memory until it is drawn.
        if name.to_lowercase().ends_with(".svg") {
            continue;
        }
        let start = archive.read_start(&format!("{FOLDER}{name}"), HEAD);
        if let Some(size) = start.as_deref().and_then(picture_size) {
            sized.push((name.clone(), size));
        }
    }
    for (name, (width, height)) in sized {
        let pixels = i64::from(width) * i64::from(height);
        let stem = name.strip_suffix(".gif").unwrap_or(&name);
        let named = &bench.pictures.named;
        let mention = named.get(&name).or_else(|| named.get(stem)).cloned();
        let place = mention.as_ref().map(|mention| mention.place.clone()).unwrap_or_default();
        let on_piece = mention.is_some_and(|mention| mention.on_piece);
        if pixels > MOST_PIXELS {
            // Four bytes a pixel; a header may claim more of them than can be counted.
            let (millions, memory) = (pixels / 1_000_000, pixels / 250_000);
            let message = format!(
                "`{name}` is {width} × {height}, {millions} million pixels: {memory} MB in memory"
            );
            let help = "a board seldom needs more than 200 pixels to the hex";
            bench.warning("huge-image", &place, message, help);
        } else if on_piece && width.max(height) > MOST_PIECE_SIDE {
            let message = format!("the piece picture `{name}` is {width} × {height} pixels");
            let help = "pieces are shown at a hundred pixels or so; make it smaller";
            bench.warning("huge-image", &place, message, help);
        }
    }
}
