//! Board archives of the ASL module: a zip whose entry `LOSData` is the board as a grid of points, each
//! with the level of its ground and a code of what stands there.
//!
//! `LOSData` is gzip around Java's object stream with nothing but block data in it: four big-endian
//! numbers (columns and rows of hexes, width and height of the grid), then level and terrain code of
//! every point, column by column, then a byte a hex which is of no use here.

use super::archive::Archive;
use super::error::{Result, Unreadable};
use super::limits::Limits;
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::Path;

/// The grid of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Columns of hexes.
    pub columns: i32,
    /// Hexes of the first column.
    pub rows: i32,
    /// Points from left to right.
    pub width: usize,
    /// Points from top to bottom.
    pub height: usize,
    /// Level and terrain code of each point, column by column.
    points: Vec<(i8, u8)>,
}

const ENTRY: &str = "LOSData";
/// The largest board known has some 9 million points.
const MOST_POINTS: u64 = 40_000_000;
const MOST_HEXES: i32 = 500;

impl Board {
    /// Reads the grid of a board archive.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self> {
        let mut archive = Archive::open(path, limits)?;
        Self::from_archive(&mut archive, limits)
    }

    /// Reads the grid of an archive in memory.
    pub fn from_bytes(bytes: Vec<u8>, limits: &Limits) -> Result<Self> {
        let mut archive = Archive::from_bytes(bytes, limits)?;
        Self::from_archive(&mut archive, limits)
    }

    fn from_archive(archive: &mut Archive, limits: &Limits) -> Result<Self> {
        if !archive.contains(ENTRY) {
            return Err(Unreadable::new("", format_args!("the archive has no entry `{ENTRY}`"))
                .help("only board archives with line-of-sight data can be used"));
        }
        let packed = archive.read(ENTRY, limits)?;
        let most = 64 + MOST_POINTS * 2 + MOST_POINTS / 8;
        let mut stream = Vec::new();
        GzDecoder::new(packed.as_slice())
            .take(most + 1)
            .read_to_end(&mut stream)
            .map_err(|error| Unreadable::new(ENTRY, error))?;
        if stream.len() as u64 > most {
            return Err(Unreadable::new(ENTRY, "unpacks to more than any board needs"));
        }
        limits.check_time(ENTRY)?;
        Self::from_stream(&stream)
    }

    /// Reads the unpacked stream.
    fn from_stream(stream: &[u8]) -> Result<Self> {
        let data = block_data(stream)?;
        let number = |nth: usize| {
            let bytes = data.get(nth * 4..nth * 4 + 4)?;
            Some(i32::from_be_bytes(bytes.try_into().ok()?))
        };
        let (Some(columns), Some(rows), Some(width), Some(height)) =
            (number(0), number(1), number(2), number(3))
        else {
            return Err(Unreadable::new(ENTRY, "ends before its sizes"));
        };
        let points = i64::from(width) * i64::from(height);
        if !(1..=MOST_HEXES).contains(&columns) || !(1..=MOST_HEXES).contains(&rows) {
            return Err(Unreadable::new(ENTRY, format_args!("{columns} by {rows} hexes")));
        }
        if width < 1 || height < 1 || points as u64 > MOST_POINTS {
            return Err(Unreadable::new(
                ENTRY,
                format_args!("a grid of {width} by {height} points"),
            ));
        }
        // Checked above to be positive and small.
        let (width, height) = (width as usize, height as usize);
        let grid = data
            .get(16..16 + width * height * 2)
            .ok_or_else(|| Unreadable::new(ENTRY, "ends before its last point"))?;
        let points = grid.chunks_exact(2).map(|p| (p[0] as i8, p[1])).collect();
        Ok(Self { columns, rows, width, height, points })
    }

    /// Level and terrain code of a point; `None` off the board.
    pub fn point(&self, x: usize, y: usize) -> Option<(i8, u8)> {
        if x >= self.width || y >= self.height {
            return None;
        }
        self.points.get(x * self.height + y).copied()
    }

    /// Whether hexes lie as on geomorphic boards: half hexes at the sides, ten or so to a column.
    pub fn is_geomorphic(&self) -> bool {
        if self.columns < 2 {
            return false;
        }
        let step = self.width as f64 / f64::from(self.columns - 1);
        let high = self.height as f64 / f64::from(self.rows);
        // Three quarters of a regular hex's width to its height, as the boards have it within a hundredth.
        (step / high - 0.872).abs() < 0.02
    }

    /// How often each code occurs, with the lowest and highest level.
    pub fn census(&self) -> (Vec<(u8, usize)>, (i8, i8)) {
        let mut counts = [0_usize; 256];
        let (mut low, mut high) = (i8::MAX, i8::MIN);
        for (level, code) in &self.points {
            counts[usize::from(*code)] += 1;
            low = low.min(*level);
            high = high.max(*level);
        }
        let found = (0..=255_u8).zip(counts).filter(|(_, count)| *count > 0).collect();
        (found, (low, high))
    }
}

/// What block data there is in a Java object stream that holds nothing else.
fn block_data(stream: &[u8]) -> Result<Vec<u8>> {
    const MAGIC: [u8; 4] = [0xAC, 0xED, 0, 5];
    const SHORT_BLOCK: u8 = 0x77;
    const LONG_BLOCK: u8 = 0x7A;
    let Some(mut rest) = stream.strip_prefix(&MAGIC) else {
        return Err(Unreadable::new(ENTRY, "not the stream that boards are written as"));
    };
    let mut data = Vec::with_capacity(rest.len());
    while let Some((kind, after)) = rest.split_first() {
        let (length, after) = match (*kind, after) {
            (SHORT_BLOCK, [n, after @ ..]) => (usize::from(*n), after),
            (LONG_BLOCK, [a, b, c, d, after @ ..]) => {
                (u32::from_be_bytes([*a, *b, *c, *d]) as usize, after)
            }
            _ => {
                let at = stream.len() - rest.len();
                return Err(Unreadable::new(ENTRY, format_args!("no block of data at byte {at}")));
            }
        };
        let Some((block, after)) = after.split_at_checked(length) else {
            return Err(Unreadable::new(ENTRY, "a block of data is cut short"));
        };
        data.extend_from_slice(block);
        rest = after;
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_that_are_cut_short_or_strange_are_refused() {
        let whole = {
            let mut bytes = vec![0xAC, 0xED, 0, 5, 0x77, 16 + 8];
            for n in [2_i32, 1, 2, 2] {
                bytes.extend(n.to_be_bytes());
            }
            bytes.extend([0, 60, 1, 0, 0, 0, 0, 24]);
            bytes
        };
        let board = Board::from_stream(&whole).unwrap();
        assert_eq!(board.point(0, 1), Some((1, 0)));
        assert_eq!(board.point(1, 1), Some((0, 24)));
        assert_eq!(board.point(2, 0), None);
        for length in 0..whole.len() {
            assert!(Board::from_stream(&whole[..length]).is_err(), "{length} bytes");
        }
        let mut huge = whole.clone();
        huge[14..18].copy_from_slice(&i32::MAX.to_be_bytes());
        assert!(Board::from_stream(&huge).unwrap_err().to_string().contains("points"));
        let mut object = whole;
        object[4] = 0x73;
        assert!(Board::from_stream(&object).unwrap_err().to_string().contains("byte 4"));
    }
}
