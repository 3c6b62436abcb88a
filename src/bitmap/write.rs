//! Pictures written anew, and made smaller.

use super::Bitmap;

impl Bitmap {
    fn rgb(&self) -> Vec<u8> {
        self.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }

    /// As PNG, without transparency if nothing shows through.
    pub fn to_png(&self) -> Result<Vec<u8>, String> {
        let opaque = self.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
        let written = if opaque {
            writer.write_image_data(&self.rgb())
        } else {
            writer.write_image_data(&self.rgba)
        };
        written.and_then(|()| writer.finish()).map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    /// As JPEG of a quality from 1 to 100, colours as sharp as shades: letters stay crisp.
    pub fn to_jpeg(&self, quality: u8) -> Result<Vec<u8>, String> {
        let side = |pixels: u32| {
            u16::try_from(pixels).map_err(|_| format!("{pixels} pixels are too many for a JPEG"))
        };
        let (width, height) = (side(self.width)?, side(self.height)?);
        let mut bytes = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, quality);
        encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_1_1);
        encoder
            .encode(&self.rgb(), width, height, jpeg_encoder::ColorType::Rgb)
            .map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    /// The same picture with its longer side no longer than this: each pixel the mean of those it stands for.
    #[must_use]
    pub fn no_wider_than(self, longest: u32) -> Bitmap {
        let longer = self.width.max(self.height);
        if longer <= longest {
            return self;
        }
        let side = |pixels: u32| {
            let shrunk = u64::from(pixels) * u64::from(longest) / u64::from(longer);
            u32::try_from(shrunk.max(1)).unwrap_or(longest)
        };
        let (width, height) = (side(self.width), side(self.height));
        // From `old` to `new` pixels: those that the `n`-th stands for.
        let stands_for = |n: u32, new: u32, old: u32| {
            let edge = |n: u32| (u64::from(n) * u64::from(old) / u64::from(new)) as usize;
            edge(n)..edge(n + 1).max(edge(n) + 1)
        };
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for row in 0..height {
            for column in 0..width {
                let columns = stands_for(column, width, self.width);
                let (mut sums, mut count) = ([0_u64; 4], 0);
                for y in stands_for(row, height, self.height) {
                    let start = y * self.width as usize;
                    let line = &self.rgba[(start + columns.start) * 4..(start + columns.end) * 4];
                    for pixel in line.chunks_exact(4) {
                        sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u64::from(*part));
                        count += 1;
                    }
                }
                rgba.extend(sums.map(|sum| ((sum + count / 2) / count) as u8));
            }
        }
        Bitmap { width, height, rgba }
    }
}
