//! Pictures of a module become art of the project.

use super::letters::with_generic_family;
use super::{Imported, id_from};
use crate::bitmap::{self, Format};
use crate::vassal::file::ModuleFile;
use crate::vassal::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};

/// The most pixels of a picture that has to be converted; a larger one is no counter.
const MOST_PIXELS: u64 = 64_000_000;

/// Pictures that were asked for, and where each now lies.
#[derive(Debug, Default)]
pub(super) struct Gallery {
    carried: BTreeMap<String, Option<String>>,
    taken: BTreeSet<String>,
    /// Fonts of vector pictures, for which another stands in where they are not there.
    families: BTreeSet<String>,
}

impl Gallery {
    /// Copies a picture into the project; says where it lies.
    pub(super) fn carry(
        &mut self,
        image: &str,
        module: &mut ModuleFile,
        limits: &Limits,
        imported: &mut Imported,
    ) -> Option<String> {
        if image.trim().is_empty() {
            return None;
        }
        if let Some(known) = self.carried.get(image) {
            return known.clone();
        }
        let picture =
            read(image, module, limits).and_then(|bytes| convert(bytes, &mut self.families));
        let path = picture.map(|(bytes, ending)| {
            let path = self.fresh_path(&imported.game, image, ending);
            imported.files.insert(path.clone(), bytes);
            path
        });
        self.carried.insert(image.to_owned(), path.clone());
        path
    }

    /// Two names that differ only in case or signs get two files.
    fn fresh_path(&mut self, game: &str, image: &str, ending: &str) -> String {
        let stem = image.rsplit_once('.').map_or(image, |(stem, _)| stem);
        let id = id_from(stem);
        let mut path = format!("art/{game}/{id}.{ending}");
        let mut number = 2;
        while !self.taken.insert(path.clone()) {
            path = format!("art/{game}/{id}-{number}.{ending}");
            number += 1;
        }
        path
    }

    /// Lists what could not be carried over.
    pub(super) fn list_left_out(&self, imported: &mut Imported) {
        const SHOWN: usize = 20;
        if !self.families.is_empty() {
            let families: Vec<&str> =
                self.families.iter().take(SHOWN).map(String::as_str).collect();
            imported.leave_out(format!(
                "fonts of vector pictures, unless they are bundled: a plain one stands in for {}",
                families.join(", ")
            ));
        }
        let missing: Vec<&str> = self
            .carried
            .iter()
            .filter_map(|(name, path)| path.is_none().then_some(name.as_str()))
            .collect();
        if missing.is_empty() {
            return;
        }
        let more = match missing.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let shown = missing[..missing.len().min(SHOWN)].join(", ");
        imported.leave_out(format!(
            "{} pictures that are not in the module or cannot be read: {shown}{more}",
            missing.len()
        ));
    }
}

/// The bytes of a picture. VASSAL looks for a name without an ending as a GIF.
fn read(image: &str, module: &mut ModuleFile, limits: &Limits) -> Option<Vec<u8>> {
    let archive = module.archive.as_mut()?;
    let names = [format!("images/{image}"), format!("images/{image}.gif")];
    let name = names.iter().find(|name| archive.declared_size(name).is_some())?;
    archive.read(name, &limits.restarted()).ok()
}

/// A picture in a format that counters take, with its ending: what is inside counts, not what it is called.
fn convert(bytes: Vec<u8>, families: &mut BTreeSet<String>) -> Option<(Vec<u8>, &'static str)> {
    match Format::of(&bytes) {
        Some(Format::Png) => Some((bytes, "png")),
        Some(Format::Jpeg) => Some((bytes, "jpg")),
        Some(Format::Gif) => {
            let picture = bitmap::decode(&bytes, MOST_PIXELS * 4).ok()?;
            Some((picture.to_png().ok()?, "png"))
        }
        None => {
            let text = std::str::from_utf8(&bytes).ok()?;
            text.contains("<svg").then(|| (with_generic_family(text, families).into_bytes(), "svg"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn a_gif_becomes_a_png_and_nonsense_becomes_nothing() {
        let pixel = image::DynamicImage::new_rgba8(3, 2);
        let mut gif = Cursor::new(Vec::new());
        pixel.write_to(&mut gif, image::ImageFormat::Gif).expect("written");
        let (png, ending) = convert(gif.into_inner(), &mut BTreeSet::new()).expect("a picture");
        assert_eq!(ending, "png");
        let read = image::load_from_memory_with_format(&png, image::ImageFormat::Png);
        assert_eq!(read.map(|read| (read.width(), read.height())).ok(), Some((3, 2)));
        let mut families = BTreeSet::new();
        assert_eq!(convert(b"no picture".to_vec(), &mut families), None);
        let svg = convert(b"<svg/>".to_vec(), &mut families);
        assert_eq!(svg.map(|(_, ending)| ending), Some("svg"));
    }

    #[test]
    fn names_that_differ_only_in_case_get_files_of_their_own() {
        let mut gallery = Gallery::default();
        assert_eq!(gallery.fresh_path("g", "A/b.PNG", "png"), "art/g/a-b.png");
        assert_eq!(gallery.fresh_path("g", "a/B.png", "png"), "art/g/a-b-2.png");
    }
}
