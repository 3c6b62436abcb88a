//! Art that a designer brings: read from the project only, and refused before it can do harm.

use super::DrawError;
use super::fonts::{missing_families, other_families};
use super::halo::split_halos;
use super::inspect::inspect;
use crate::bitmap::{self, Format};
use crate::input::{ProjectFolder, Refused};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest art file.
pub const MOST_ART_BYTES: u64 = 32 * 1024 * 1024;
/// The longest side of a picture in pixels; 8,000 is an inch at 8,000 dpi.
pub const MOST_ART_SIDE: u32 = 8_000;
/// The most pixels of a picture.
pub const MOST_ART_PIXELS: u64 = 32_000_000;

/// A picture ready to be put into a drawing.
#[derive(Debug)]
pub(crate) struct Picture {
    /// As a `data:` URL.
    pub url: String,
    /// Pixels, unless it is a vector drawing.
    pub pixels: Option<(u32, u32)>,
    /// Hash of the file.
    pub hash: blake3::Hash,
}

/// The project's art, each file read once.
#[derive(Debug, Default)]
pub(crate) struct Gallery {
    root: Option<ProjectFolder>,
    pictures: Mutex<HashMap<PathBuf, Result<Arc<Picture>, DrawError>>>,
}

impl Gallery {
    pub(crate) fn new(root: Option<PathBuf>) -> Self {
        Gallery { root: root.as_deref().map(ProjectFolder::new), pictures: Mutex::default() }
    }

    /// The picture in a file of the project.
    pub(crate) fn picture(&self, file: &Path) -> Result<Arc<Picture>, DrawError> {
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = pictures.get(file) {
            return known.clone();
        }
        let picture = self
            .read(file)
            .map(Arc::new)
            .map_err(|message| DrawError::Art { file: file.to_owned(), message });
        pictures.insert(file.to_owned(), picture.clone());
        picture
    }

    fn read(&self, file: &Path) -> Result<Picture, String> {
        let root = self.root.as_ref().ok_or("art needs a project folder")?;
        let bytes = root.read(file, MOST_ART_BYTES).map_err(|refused| match refused {
            Refused::TooLarge(_) => format!("{refused}; export it smaller"),
            refused => refused.to_string(),
        })?;
        crate::budget::grant_art(bytes.len());
        picture(&bytes, &file.display().to_string())
    }
}

/// A picture from the bytes of its file.
fn picture(bytes: &[u8], name: &str) -> Result<Picture, String> {
    let hash = blake3::hash(bytes);
    let kind = match Format::of(bytes) {
        Some(format @ (Format::Png | Format::Jpeg)) => format.word(),
        _ => return drawing(bytes, name, bitmap::name_of(bytes), hash),
    };
    let pixels = pixels(bytes)?;
    let url = format!("data:image/{kind};base64,{}", base64(bytes));
    Ok(Picture { url, pixels: Some(pixels), hash })
}

/// A vector drawing from the bytes of its file.
fn drawing(
    bytes: &[u8],
    name: &str,
    format: Option<&str>,
    hash: blake3::Hash,
) -> Result<Picture, String> {
    let ending = Path::new(name).extension().unwrap_or_default().to_ascii_lowercase();
    let said = match ending.to_str() {
        Some("png") => Some("PNG"),
        Some("jpg" | "jpeg") => Some("JPEG"),
        _ => None,
    };
    if let Some(format) = format {
        return Err(format!("is a {format}; save it as PNG, JPEG or SVG"));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) if said.is_none() || text.contains("<svg") => text,
        _ => {
            return Err(match said {
                _ if bytes.is_empty() => "is an empty file; export it again".to_owned(),
                Some(said) => format!(
                    "is a broken {said}: it does not begin as one; export it again, and copy it as a binary file"
                ),
                None => "is neither a PNG, a JPEG nor an SVG picture".to_owned(),
            });
        }
    };
    inspect(text, name).map_err(|error| match error {
        DrawError::Svg { line: Some(line), message, .. } => format!("line {line}: {message}"),
        DrawError::Svg { message, .. } => message,
        other => other.to_string(),
    })?;
    let _task = crate::budget::drawing(name);
    let tree = usvg::Tree::from_str(text, &super::svg_options())
        .map_err(|error| format!("cannot be drawn: {error}"))?;
    super::reach::within(&tree)?;
    if let Some(family) = missing_families(&tree).first() {
        return Err(format!("the font `{family}` is not there; {}", other_families()));
    }
    let url = format!("data:image/svg+xml;base64,{}", base64(split_halos(text).as_bytes()));
    Ok(Picture { url, pixels: None, hash })
}

/// The size of a PNG or JPEG that can be drawn whole. Huge ones are refused by their header, before
/// a pixel is decoded; broken ones are refused because renderers leave out what they cannot decode,
/// and a blank counter must not come of it.
pub(crate) fn pixels(bytes: &[u8]) -> Result<(u32, u32), String> {
    let format = Format::of(bytes).filter(|format| *format != Format::Gif);
    let kind = format.ok_or("is not a PNG or JPEG picture")?.word().to_uppercase();
    let broken = |error: String| format!("is a broken {kind}: {error}; export it again");
    let (width, height) = bitmap::size_of(bytes).map_err(broken)?;
    if width.max(height) > MOST_ART_SIDE || u64::from(width) * u64::from(height) > MOST_ART_PIXELS {
        return Err(format!(
            "is {width} × {height} pixels; the most is {MOST_ART_SIDE} on a side and {} million in all",
            MOST_ART_PIXELS / 1_000_000
        ));
    }
    bitmap::decode(bytes, MOST_ART_PIXELS * 4).map_err(broken)?;
    Ok((width, height))
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |sum, byte| (sum << 8) | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for index in 0..4 {
            if index <= chunk.len() {
                text.push(char::from(ALPHABET[(group >> (18 - 6 * index)) as usize & 63]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

/// Decodes base64, ignoring white space; `None` when it is not base64.
pub(crate) fn unbase64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut group, mut held) = (0u32, 0);
    for symbol in text.bytes().filter(|b| !b.is_ascii_whitespace()).take_while(|b| *b != b'=') {
        let value = ALPHABET.iter().position(|letter| *letter == symbol)? as u32;
        group = (group << 6) | value;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((group >> held) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn base64_goes_there_and_back() {
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE=");
        for length in 0..9 {
            let bytes: Vec<u8> = (0..length).map(|n: u8| n.wrapping_mul(37)).collect();
            assert_eq!(unbase64(&base64(&bytes)), Some(bytes));
        }
        assert_eq!(unbase64("§"), None);
    }

    /// A PNG that claims to be 20,000 × 20,000 and holds no pixels at all.
    fn huge_png() -> Vec<u8> {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend(20_000u32.to_be_bytes());
        png.extend(20_000u32.to_be_bytes());
        png.extend([8, 6, 0, 0, 0]);
        let crc = png[12..].iter().fold(!0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |c, _| {
                if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 }
            })
        });
        png.extend((!crc).to_be_bytes());
        png.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
        png
    }

    #[test]
    fn a_huge_picture_is_refused_by_its_header() {
        let error = picture(&huge_png(), "huge.png").unwrap_err();
        assert!(error.contains("20000 × 20000"), "{error}");
    }

    #[test]
    fn a_broken_picture_is_called_by_its_kind() {
        let mut png = Vec::new();
        image::RgbImage::new(8, 8)
            .write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
            .unwrap();
        assert!(picture(&png, "whole.png").is_ok());
        let cut = &png[..png.len() - 30];
        // What copying as text makes of it.
        let text: Vec<u8> =
            png.iter().flat_map(|b| if *b == 10 { vec![13, 10] } else { vec![*b] }).collect();
        for (bytes, name) in
            [(cut, "cut.png"), (&text[..], "text.png"), (&b"not found"[..], "404.PNG")]
        {
            let error = picture(bytes, name).unwrap_err();
            assert!(error.starts_with("is a broken PNG"), "{name}: {error}");
        }
        assert!(picture(b"", "a.png").unwrap_err().contains("empty"));
        assert!(picture(b"GIF89a\x01\0\x01\0", "a.png").unwrap_err().contains("is a GIF"));
    }

    #[test]
    fn a_font_that_is_not_there_is_refused_unless_another_may_stand_for_it() {
        let svg = |family: &str| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text y='5' font-family=\"{family}\">A</text></svg>"
            )
        };
        let error = picture(svg("Frutiger").as_bytes(), "a.svg").unwrap_err();
        assert!(error.contains("`Frutiger`") && error.contains("DejaVu Sans"), "{error}");
        for family in ["DejaVu Serif", "Frutiger, sans-serif", "Frutiger, 'DejaVu Sans'"] {
            picture(svg(family).as_bytes(), "a.svg").unwrap();
        }
        // Where nothing is lettered, a font is left over from drawing.
        let bare = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g style='font-family:Frutiger'><rect width='9' height='9'/></g></svg>";
        picture(bare.as_bytes(), "a.svg").unwrap();
    }

    #[test]
    fn art_outside_the_project_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(
            folder.path().join("secret.svg"),
            "<svg xmlns='http://www.w3.org/2000/svg'/>",
        )
        .unwrap();
        let gallery = Gallery::new(Some(root.clone()));
        for path in ["../secret.svg", "/etc/passwd"] {
            let error = gallery.picture(Path::new(path)).unwrap_err().to_string();
            assert!(error.contains("inside the project"), "{error}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("secret.svg"), root.join("link.svg"))
                .unwrap();
            let error = gallery.picture(Path::new("link.svg")).unwrap_err().to_string();
            assert!(error.contains("leads out"), "{error}");
        }
    }

    #[test]
    fn art_that_is_no_picture_is_refused() {
        let error = picture(&[0xff, 0xfe, 0x00, 0x80], "x.bin").unwrap_err();
        assert!(error.contains("neither"), "{error}");
        let error = picture(b"<svg><script/></svg>", "x.svg").unwrap_err();
        assert!(error.contains("script"), "{error}");
    }
}
