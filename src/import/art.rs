//! Pictures of a module become art of the project.

use super::{Imported, id_from};
use crate::vassal::file::ModuleFile;
use crate::vassal::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

/// The most pixels of a picture that has to be converted; a larger one is no counter.
const MOST_PIXELS: u64 = 64_000_000;

/// Pictures that were asked for, and where each now lies.
#[derive(Debug, Default)]
pub(super) struct Gallery {
    carried: BTreeMap<String, Option<String>>,
    taken: BTreeSet<String>,
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
        let picture = read(image, module, limits).and_then(convert);
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
fn convert(bytes: Vec<u8>) -> Option<(Vec<u8>, &'static str)> {
    match image::guess_format(&bytes) {
        Ok(image::ImageFormat::Png) => Some((bytes, "png")),
        Ok(image::ImageFormat::Jpeg) => Some((bytes, "jpg")),
        Ok(format @ image::ImageFormat::Gif) => {
            let reader = image::ImageReader::with_format(Cursor::new(&bytes), format);
            let (width, height) = reader.into_dimensions().ok()?;
            if u64::from(width) * u64::from(height) > MOST_PIXELS {
                return None;
            }
            let picture = image::load_from_memory_with_format(&bytes, format).ok()?;
            let mut png = Cursor::new(Vec::new());
            picture.write_to(&mut png, image::ImageFormat::Png).ok()?;
            Some((png.into_inner(), "png"))
        }
        _ => {
            let text = std::str::from_utf8(&bytes).ok()?;
            text.contains("<svg").then_some((bytes, "svg"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gif_becomes_a_png_and_nonsense_becomes_nothing() {
        let pixel = image::DynamicImage::new_rgba8(3, 2);
        let mut gif = Cursor::new(Vec::new());
        pixel.write_to(&mut gif, image::ImageFormat::Gif).expect("written");
        let (png, ending) = convert(gif.into_inner()).expect("a picture");
        assert_eq!(ending, "png");
        let read = image::load_from_memory_with_format(&png, image::ImageFormat::Png);
        assert_eq!(read.map(|read| (read.width(), read.height())).ok(), Some((3, 2)));
        assert_eq!(convert(b"no picture".to_vec()), None);
        assert_eq!(convert(b"<svg/>".to_vec()).map(|(_, ending)| ending), Some("svg"));
    }

    #[test]
    fn names_that_differ_only_in_case_get_files_of_their_own() {
        let mut gallery = Gallery::default();
        assert_eq!(gallery.fresh_path("g", "A/b.PNG", "png"), "art/g/a-b.png");
        assert_eq!(gallery.fresh_path("g", "a/B.png", "png"), "art/g/a-b-2.png");
    }
}
