//! The colour of a side: the one that most of its counters are painted with.

use super::Imported;
use super::counters::Roster;
use super::game::Sides;
use crate::bitmap;
use std::collections::BTreeMap;

/// So many faces of a side are looked at; more do not change the answer.
const FACES: usize = 40;

/// A face has at most so many pixels; a larger picture is no counter.
const MOST_PIXELS: u64 = 1_000_000;

/// Colours that stay apart on a map and for the colour-blind, for sides whose counters tell none.
const APART: [&str; 6] = ["#2f4b7c", "#f0d9b5", "#4d7c5f", "#b5b5b5", "#8a5a83", "#d8c25a"];

/// A colour for each side, in their order.
pub(super) fn of(sides: &Sides, roster: &Roster, imported: &mut Imported) -> Vec<String> {
    let mut chosen: Vec<String> = Vec::new();
    for (number, (side, name)) in sides.iter().enumerate() {
        let painted = painted(side, roster, imported).filter(|colour| !chosen.contains(colour));
        chosen.push(painted.unwrap_or_else(|| {
            imported.leave_out(format!(
                "the colour of {name}: no picture of its counters tells one; {} was chosen",
                APART[number % APART.len()]
            ));
            APART[number % APART.len()].to_owned()
        }));
    }
    chosen
}

/// The colour that covers most of a side's faces.
fn painted(side: &str, roster: &Roster, imported: &Imported) -> Option<String> {
    let mut covers: BTreeMap<[u8; 3], Cover> = BTreeMap::new();
    let faces = roster.faces_of(side).filter_map(|path| imported.files.get(path));
    for face in faces.take(FACES) {
        let Ok(picture) = bitmap::decode(face, MOST_PIXELS * 4) else { continue };
        let opaque = picture.rgba.chunks_exact(4).filter(|pixel| pixel[3] > 200);
        let all = opaque.clone().count().max(1) as f64;
        for pixel in opaque {
            // Shades that lie near each other are one colour of paint.
            let cover = covers.entry([pixel[0] >> 4, pixel[1] >> 4, pixel[2] >> 4]).or_default();
            cover.share += 1.0 / all;
            cover.pixels += 1.0;
            for (sum, part) in cover.sums.iter_mut().zip(pixel) {
                *sum += f64::from(*part);
            }
        }
    }
    // Lines and letters are black, and paper is white: a colour, where there is one of any extent, tells more.
    let all: f64 = covers.values().map(|cover| cover.share).sum();
    let most = |lively: bool| {
        let fits = |cover: &&Cover| !lively || (cover.is_lively() && cover.share > all / 20.0);
        let best = covers.values().filter(fits);
        best.max_by(|one, other| one.share.total_cmp(&other.share)).map(Cover::hex)
    };
    most(true).or_else(|| most(false))
}

/// How much of the faces a colour covers.
#[derive(Debug, Default)]
struct Cover {
    /// Every face counts as one, however large it is.
    share: f64,
    pixels: f64,
    sums: [f64; 3],
}

impl Cover {
    fn mean(&self) -> [f64; 3] {
        self.sums.map(|sum| sum / self.pixels.max(1.0))
    }

    /// Neither black nor white.
    fn is_lively(&self) -> bool {
        let mean = self.mean();
        let (most, least) =
            (mean.into_iter().fold(0.0, f64::max), mean.into_iter().fold(255.0, f64::min));
        most > 60.0 && least < 235.0
    }

    fn hex(&self) -> String {
        let [red, green, blue] = self.mean().map(|part| part.round() as u8);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}
