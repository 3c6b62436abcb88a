//! PNG sheets band by band: what is kept, and that nobody sees it.

use super::specimen;
use hexwright::draw::FaceSide;
use hexwright::model::Shape;
use hexwright::output::Store;
use hexwright::print::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A portfolio that notes whose pictures were asked for.
struct Asked<'a>(&'a [Pictures], Mutex<BTreeSet<usize>>);

impl Portfolio for Asked<'_> {
    fn hash(&self, piece: usize, side: FaceSide) -> Option<blake3::Hash> {
        self.0.hash(piece, side)
    }

    fn picture(&self, piece: usize, side: FaceSide) -> Result<Option<Arc<Picture>>, PrintError> {
        self.1.lock().unwrap().insert(piece);
        self.0.picture(piece, side)
    }
}

/// The first page as PNG, and the counters whose pictures it took to make it.
fn page(pieces: &[Piece], pictures: &[Pictures], store: &Path) -> (Vec<u8>, BTreeSet<usize>) {
    let options = SheetOptions { cut_lines: true, ..SheetOptions::default() };
    let layout = impose(pieces, &options).unwrap();
    let heading = Heading { title: "Bands".into(), what: "Counters".into(), sheets: 1 };
    let furniture = furnish(&layout.pages[0], &heading, &options).unwrap();
    let asked = Asked(pictures, Mutex::default());
    let store = Store::open(store, "test");
    let dpi = Dpi::new(100).unwrap();
    let png = page_png(&layout.pages[0], &furniture, &asked, dpi, &store).unwrap();
    store.close();
    (png, asked.1.into_inner().unwrap())
}

fn counters(changed: usize) -> (Vec<Piece>, Vec<Pictures>) {
    let name = |i: usize| if i == changed { "other".to_owned() } else { format!("U{i}") };
    (0..100).map(|i| specimen::counter(&name(i), (15.875, 15.875), 1, 1.5, Shape::Square)).unzip()
}

#[test]
fn after_one_change_one_row_of_counters_is_painted_and_the_page_is_that_of_a_build_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, fresh) = (folder.path().join("kept"), folder.path().join("fresh"));
    let (pieces, pictures) = counters(usize::MAX);
    let (before, asked) = page(&pieces, &pictures, &kept);
    assert_eq!(asked.len(), 100);
    assert_eq!(page(&pieces, &pictures, &kept), (before.clone(), BTreeSet::new()));

    let (pieces, pictures) = counters(57);
    let (after, asked) = page(&pieces, &pictures, &kept);
    assert!(asked.contains(&57) && asked.len() <= 11, "{asked:?}");
    assert!(after != before);
    let (cold, _) = page(&pieces, &pictures, &fresh);
    assert!(after == cold, "a build that keeps bands gives another page");
}

#[test]
fn counters_of_different_heights_share_a_page_without_losing_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let (pieces, pictures) = specimen::mixed(1.5);
    let (png, _) = page(&pieces, &pictures, &folder.path().join("store"));
    let picture = image::load_from_memory(&png).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), (827, 1169));
    // Paper at the corners, art in the middle.
    assert_eq!(picture.get_pixel(2, 2).0, [255; 3]);
    assert_eq!(picture.get_pixel(824, 1166).0, [255; 3]);
    assert_ne!(picture.get_pixel(413, 400).0, [255; 3]);
}
