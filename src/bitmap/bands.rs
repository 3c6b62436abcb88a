//! A PNG made of bands of rows, each packed by itself: on all cores, and kept from one build to the next.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// What Adler-32 counts modulo.
const ADLER: u64 = 65_521;
/// A deflate block with nothing in it, the last of its stream.
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];
/// How a zlib stream starts that was packed fast, with the usual window.
const ZLIB: [u8; 2] = [0x78, 0x01];
const RGB: u8 = 3;

/// Some rows of a picture, packed so that others can follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// Adler-32 of the rows before they were packed, and how many bytes they were.
    sum: (u32, u64),
    packed: Vec<u8>,
}

impl Band {
    /// Packs rows of opaque pixels, four bytes each, so many pixels wide.
    pub fn pack(width: u32, rgba: &[u8]) -> Result<Band, String> {
        let across = width as usize;
        let line = across * usize::from(RGB);
        let mut rows = Vec::with_capacity(rgba.len());
        let (mut above, mut row) = (vec![0; line], vec![0; line]);
        for (nth, pixels) in rgba.chunks_exact((across * 4).max(1)).enumerate() {
            for (to, from) in row.chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
                to.copy_from_slice(&from[..3]);
            }
            // Each row as its difference from the one above; the first stands by itself, whatever lies above it, and
            // its difference from nothing is the row.
            rows.push(if nth == 0 { 0 } else { 2 });
            rows.extend(row.iter().zip(&above).map(|(now, above)| now.wrapping_sub(*above)));
            std::mem::swap(&mut above, &mut row);
        }
        let packed = deflate(&rows)?;
        Ok(Band { sum: (simd_adler32::adler32(&rows.as_slice()), rows.len() as u64), packed })
    }

    /// The band as bytes to be kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (sum, length) = self.sum;
        [&sum.to_le_bytes()[..], &length.to_le_bytes(), &self.packed].concat()
    }

    /// A band from its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Band> {
        let (sum, rest) = bytes.split_first_chunk()?;
        let (length, packed) = rest.split_first_chunk()?;
        let sum = (u32::from_le_bytes(*sum), u64::from_le_bytes(*length));
        Some(Band { sum, packed: packed.to_vec() })
    }
}

/// The picture that these bands make one below the other, with so many pixels to the metre.
pub fn png_of((width, height): (u32, u32), per_metre: u32, bands: &[Band]) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // Eight bits of red, green and blue; the only packing, the only filters, no interlacing.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut png, *b"IHDR", &[&header]);
    chunk(&mut png, *b"pHYs", &[&per_metre.to_be_bytes(), &per_metre.to_be_bytes(), &[1]]);
    let mut sum = 1;
    for (nth, band) in bands.iter().enumerate() {
        sum = joined(sum, band.sum);
        let start: &[u8] = if nth == 0 { &ZLIB } else { &[] };
        chunk(&mut png, *b"IDAT", &[start, &band.packed]);
    }
    chunk(&mut png, *b"IDAT", &[&LAST_BLOCK, &sum.to_be_bytes()]);
    chunk(&mut png, *b"IEND", &[]);
    png
}

fn chunk(png: &mut Vec<u8>, kind: [u8; 4], parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    png.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
    let mut crc = Crc::new();
    for part in [&kind[..]].iter().chain(parts) {
        crc.update(part);
        png.extend_from_slice(part);
    }
    png.extend(crc.sum().to_be_bytes());
}

/// Deflated as far as a byte's end, so that another stream can follow.
fn deflate(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut packer = Compress::new(Compression::fast(), false);
    let mut packed = Vec::with_capacity(bytes.len() / 16 + 64);
    loop {
        let done = usize::try_from(packer.total_in()).unwrap_or(usize::MAX);
        let rest = bytes.get(done..).unwrap_or_default();
        let status = packer
            .compress_vec(rest, &mut packed, FlushCompress::Sync)
            .map_err(|error| error.to_string())?;
        let all = packer.total_in() == bytes.len() as u64;
        if status == Status::StreamEnd || (all && packed.len() < packed.capacity()) {
            return Ok(packed);
        }
        packed.reserve(packed.capacity().max(64));
    }
}

/// Adler-32 of two pieces one behind the other.
fn joined(first: u32, (second, length): (u32, u64)) -> u32 {
    let halves = |sum: u32| (u64::from(sum & 0xffff), u64::from(sum >> 16));
    let ((a, b), (c, d)) = (halves(first), halves(second));
    let low = (a + c + ADLER - 1) % ADLER;
    let high = (b + d + (length % ADLER) * (a + ADLER - 1)) % ADLER;
    ((high << 16) | low) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitmap::decode;

    #[test]
    fn bands_make_the_picture_that_they_were_cut_from() {
        let (width, height) = (37, 50);
        let pixel = |n: u32| [(n * n / 7) as u8, (n / 3) as u8, (n % 251) as u8, 255];
        let rgba: Vec<u8> = (0..width * height).flat_map(pixel).collect();
        let line = width as usize * 4;
        for cuts in [vec![0, 50], vec![0, 1, 50], vec![0, 7, 8, 31, 50]] {
            let bands: Vec<Band> = cuts
                .windows(2)
                .map(|cut| Band::pack(width, &rgba[cut[0] * line..cut[1] * line]).unwrap())
                .map(|band| Band::from_bytes(&band.to_bytes()).unwrap())
                .collect();
            let png = png_of((width, height), 11_811, &bands);
            // The crate checks every sum on the way.
            assert!(decode(&png, 1 << 20).unwrap().rgba == rgba, "{cuts:?}");
        }
    }

    #[test]
    fn a_band_larger_than_any_buffer_is_packed_whole() {
        let mut seed = 1_u32;
        let noise = |_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = seed.to_be_bytes();
            [a, b, c, 255]
        };
        let rgba: Vec<u8> = (0..300 * 400).flat_map(noise).collect();
        let png = png_of((300, 400), 1, &[Band::pack(300, &rgba).unwrap()]);
        assert!(decode(&png, 1 << 22).unwrap().rgba == rgba);
    }
}
