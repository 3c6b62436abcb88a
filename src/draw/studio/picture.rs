//! Drawn faces, read once and ready to be set on any page.

use super::{StudioError, Um, um};
use crate::draw::DrawnFace;
use std::collections::HashMap;
use std::sync::Arc;

/// A face of a counter, read and laid out, with a name that says what it looks like.
#[derive(Debug)]
pub struct Picture {
    /// The drawing; its canvas is the trim box with bleed on every side.
    pub tree: usvg::Tree,
    /// Width and height as cut.
    pub size: (Um, Um),
    /// How far the art runs beyond the cut.
    pub bleed: Um,
    /// Whose drawing it is, for those who wait for it.
    pub of: String,
    /// Hash of the drawing: equal pictures are stored once.
    pub hash: blake3::Hash,
}

impl Picture {
    /// Reads a drawn face; `counter` names it in errors.
    pub fn read(face: &DrawnFace, counter: &str) -> Result<Self, StudioError> {
        let picture = |reason: String| StudioError::Picture { counter: counter.to_owned(), reason };
        let _task = crate::budget::drawing(format_args!("the drawing of `{counter}`"));
        let tree = usvg::Tree::from_str(&face.svg, &crate::draw::svg_options())
            .map_err(|error| picture(error.to_string()))?;
        let size = (um(face.width), um(face.height));
        let bleed = um(face.bleed);
        let drawn = f64::from(tree.size().width()) / f64::from(tree.size().height());
        let meant = (size.0 + 2 * bleed) as f64 / (size.1 + 2 * bleed) as f64;
        // Stretched art would print values that nobody drew.
        if (drawn / meant - 1.0).abs() > 0.01 {
            return Err(picture(format!(
                "the drawing is {} × {} but the counter with its bleed is {} × {} mm",
                tree.size().width(),
                tree.size().height(),
                (size.0 + 2 * bleed) as f64 / 1000.0,
                (size.1 + 2 * bleed) as f64 / 1000.0,
            )));
        }
        Ok(Picture { tree, size, bleed, of: counter.to_owned(), hash: hash(face) })
    }

    /// Somebody draws it now, and must be done in time.
    pub fn being_drawn(&self) -> crate::budget::Task {
        crate::budget::drawing(format_args!("the drawing of `{}`", self.of))
    }

    /// Width and height of the drawing with its bleed.
    pub fn canvas(&self) -> (Um, Um) {
        (self.size.0 + 2 * self.bleed, self.size.1 + 2 * self.bleed)
    }

    /// The drawing as SVG without text or fonts: letters are outlines, so that any
    /// program shows the same picture. As cut, or with its bleed.
    pub fn outlined_svg(&self, with_bleed: bool) -> String {
        let svg = self.tree.to_string(&usvg::WriteOptions {
            preserve_text: false,
            coordinates_precision: 4,
            transforms_precision: 6,
            indent: usvg::Indent::None,
            attributes_indent: usvg::Indent::None,
            ..usvg::WriteOptions::default()
        });
        let (width, height) = if with_bleed { self.canvas() } else { self.size };
        let inset = if with_bleed { 0 } else { self.bleed };
        // usvg writes the canvas in its own pixels; the frame is given in millimetres.
        let scale = f64::from(self.tree.size().width()) / self.canvas().0 as f64;
        let head = format!(
            r#"<svg width="{}mm" height="{}mm" viewBox="{2} {2} {3} {4}" xmlns="#,
            width as f64 / 1000.0,
            height as f64 / 1000.0,
            inset as f64 * scale,
            width as f64 * scale,
            height as f64 * scale,
        );
        match svg.split_once("xmlns=") {
            Some((_, rest)) => head + rest,
            None => svg,
        }
    }
}

/// Hash of what a face looks like.
pub fn hash(face: &DrawnFace) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for length in [face.width, face.height, face.bleed] {
        hasher.update(&um(length).to_le_bytes());
    }
    hasher.update(face.svg.as_bytes());
    hasher.finalize()
}

/// Pictures that were read before, kept between builds of one run.
#[derive(Debug, Default)]
pub struct Album {
    pictures: HashMap<blake3::Hash, Arc<Picture>>,
}

impl Album {
    /// A picture by the hash of its face.
    pub fn get(&self, hash: &blake3::Hash) -> Option<Arc<Picture>> {
        self.pictures.get(hash).cloned()
    }

    /// Keeps exactly these pictures.
    pub fn keep(&mut self, pictures: impl Iterator<Item = Arc<Picture>>) {
        self.pictures = pictures.map(|picture| (picture.hash, picture)).collect();
    }

    /// How many pictures there are.
    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }
}
