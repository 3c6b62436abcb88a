//! Pictures of pixels, as files bring them: what they are, how large, their pixels, and the same written anew.
//!
//! PNG, JPEG and GIF are read by the very crates that the renderers read them with, so that what is accepted here
//! is what can be drawn.

mod bands;
mod read;
mod write;

pub use bands::{Band, png_of};

/// A format that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Lossless, with transparency.
    Png,
    /// Photographs.
    Jpeg,
    /// Old modules are full of it; of an animation the first picture counts.
    Gif,
}

impl Format {
    /// What the first bytes of a file say it is, whatever its name says.
    pub fn of(bytes: &[u8]) -> Option<Format> {
        match bytes {
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(Format::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Format::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Format::Gif),
            _ => None,
        }
    }

    /// As media types call it.
    pub fn word(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Jpeg => "jpeg",
            Format::Gif => "gif",
        }
    }
}

/// What a picture is called whose format counters do not take; `None` if it begins as none that is known.
pub fn name_of(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'G', b'I', b'F', b'8', ..] => Some("GIF"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("WEBP"),
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some("BMP"),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Some("TIFF"),
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f', ..] => Some("AVIF"),
        [0, 0, 1, 0, ..] => Some("ICO"),
        _ => None,
    }
}

/// A decoded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Four bytes a pixel, row by row: red, green, blue, and how opaque it is.
    pub rgba: Vec<u8>,
}

/// Width and height from the header alone.
pub fn size_of(bytes: &[u8]) -> Result<(u32, u32), String> {
    match Format::of(bytes).ok_or("it is neither a PNG, a JPEG nor a GIF picture")? {
        Format::Png => read::png_size(bytes),
        Format::Jpeg => read::jpeg_size(bytes),
        Format::Gif => read::gif_size(bytes),
    }
}

/// The pixels of a picture; one that would take more than so many bytes is refused by its header.
pub fn decode(bytes: &[u8], most_bytes: u64) -> Result<Bitmap, String> {
    let (width, height) = size_of(bytes)?;
    if u64::from(width) * u64::from(height) > most_bytes / 4 {
        return Err(format!("{width} × {height} pixels are too many"));
    }
    let rgba = match Format::of(bytes) {
        Some(Format::Png) => read::png(bytes),
        Some(Format::Jpeg) => read::jpeg(bytes),
        Some(Format::Gif) => read::gif(bytes),
        None => Err("it is no picture".to_owned()),
    }?;
    // A decoder that contradicts the header must not move anybody's rows.
    if rgba.len() as u64 != u64::from(width) * u64::from(height) * 4 {
        return Err("its pixels are fewer than its header says".to_owned());
    }
    Ok(Bitmap { width, height, rgba })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: u64 = 1 << 24;

    fn gradient(width: u32, height: u32) -> Bitmap {
        let pixel = |at: u32| [(at % width * 7) as u8, (at / width * 11) as u8, 90, 255];
        Bitmap { width, height, rgba: (0..width * height).flat_map(pixel).collect() }
    }

    #[test]
    fn a_png_comes_back_pixel_by_pixel() {
        let mut picture = gradient(31, 17);
        let png = picture.to_png().unwrap();
        assert_eq!((Format::of(&png), size_of(&png)), (Some(Format::Png), Ok((31, 17))));
        assert_eq!(decode(&png, ROOM).unwrap(), picture);
        picture.rgba[7] = 128;
        assert_eq!(decode(&picture.to_png().unwrap(), ROOM).unwrap(), picture);
    }

    #[test]
    fn pngs_of_every_depth_become_eight_bits() {
        for (colour, depth, data, first) in [
            (png::ColorType::Grayscale, png::BitDepth::One, vec![0b1000_0000], [255; 4]),
            (png::ColorType::GrayscaleAlpha, png::BitDepth::Eight, vec![9, 5, 0, 0], [9, 9, 9, 5]),
            (
                png::ColorType::Rgb,
                png::BitDepth::Sixteen,
                vec![1, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0],
                [1, 2, 3, 255],
            ),
        ] {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
            encoder.set_color(colour);
            encoder.set_depth(depth);
            encoder.write_header().unwrap().write_image_data(&data).unwrap();
            let read = decode(&bytes, ROOM).unwrap();
            assert_eq!(read.rgba[..4], first, "{colour:?} {depth:?}");
        }
    }

    #[test]
    fn a_jpeg_looks_like_what_it_was_made_from() {
        let picture = gradient(40, 24);
        let jpeg = picture.to_jpeg(90).unwrap();
        assert_eq!((Format::of(&jpeg), size_of(&jpeg)), (Some(Format::Jpeg), Ok((40, 24))));
        let read = decode(&jpeg, ROOM).unwrap();
        let worst = read.rgba.iter().zip(&picture.rgba).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst < Some(24), "{worst:?}");
    }

    #[test]
    fn of_a_gif_the_first_picture_lies_where_its_frame_says() {
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, 3, 2, &[]).unwrap();
        let mut frame = gif::Frame::from_rgba(1, 1, &mut [200, 100, 50, 255]);
        (frame.left, frame.top) = (2, 1);
        encoder.write_frame(&frame).unwrap();
        drop(encoder);
        let read = decode(&bytes, ROOM).unwrap();
        assert_eq!((read.width, read.height), (3, 2));
        assert_eq!((&read.rgba[..4], &read.rgba[20..]), (&[0; 4][..], &[200, 100, 50, 255][..]));
    }

    #[test]
    fn damage_and_size_are_refused() {
        let png = gradient(64, 64).to_png().unwrap();
        let jpeg = gradient(64, 64).to_jpeg(80).unwrap();
        assert!(decode(&png[..png.len() / 2], ROOM).is_err());
        assert!(decode(&png, 100).is_err_and(|error| error.contains("64 × 64")));
        assert!(decode(&jpeg[..20], ROOM).is_err());
        assert!(decode(b"GIF89a", ROOM).is_err() && decode(b"", ROOM).is_err());
    }

    #[test]
    fn a_smaller_picture_keeps_its_shape_and_its_mean() {
        let smaller = gradient(300, 100).no_wider_than(90);
        assert_eq!((smaller.width, smaller.height), (90, 30));
        let flat = Bitmap { width: 7, height: 5, rgba: [10, 20, 30, 255].repeat(35) };
        assert_eq!(flat.clone().no_wider_than(3).rgba, [10, 20, 30, 255].repeat(3 * 2));
        assert_eq!(flat.clone().no_wider_than(7), flat);
    }
}
