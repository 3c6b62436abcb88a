//! Chance that is the same on every machine: nothing on a map is drawn by a clock or a thread.

use crate::hex::{Hex, Point};

/// A seeded stream of numbers.
#[derive(Debug, Clone)]
pub struct Dice(u64);

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Dice {
    /// Dice of one hex for one purpose.
    pub fn of(hex: Hex, purpose: u64) -> Self {
        let seed = (u64::from(hex.x as u32) << 32) | u64::from(hex.y as u32);
        Dice(mix(seed ^ mix(purpose.wrapping_mul(0x9E37_79B9_7F4A_7C15))))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// From 0 up to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From −1 to 1.
    pub fn signed(&mut self) -> f64 {
        self.unit() * 2.0 - 1.0
    }

    /// Between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Whether something of that probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

/// A number from −1 to 1 for a lattice point.
fn lattice(x: i64, y: i64, purpose: u64) -> f64 {
    let seed =
        mix((x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mix(y as u64 ^ (purpose << 40)));
    (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Smooth noise from −1 to 1, varying over a distance of 1.
pub fn noise(p: Point, purpose: u64) -> f64 {
    let (x0, y0) = (p.x.floor(), p.y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(p.x - x0), ease(p.y - y0));
    let (x, y) = (x0 as i64, y0 as i64);
    let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
    mix(
        mix(lattice(x, y, purpose), lattice(x + 1, y, purpose), tx),
        mix(lattice(x, y + 1, purpose), lattice(x + 1, y + 1, purpose), tx),
        ty,
    )
}

/// Bends straight geometry into natural lines: every line that runs along the same hexside is
/// bent the same way, so that woods, river and shore still fit each other.
#[derive(Debug, Clone, Copy)]
pub struct Warp {
    /// Hex size in millimetres.
    pub size: f64,
    /// How far points move, as a part of the hex size.
    pub strength: f64,
}

impl Warp {
    /// Where a point goes.
    pub fn bend(self, p: Point) -> Point {
        if self.strength == 0.0 {
            return p;
        }
        let at = |scale: f64| Point::new(p.x / (self.size * scale), p.y / (self.size * scale));
        let shift = |a: u64, b: u64| {
            let broad = 0.75 * noise(at(1.35), a ^ 0x40);
            let fine = 0.6 * noise(at(0.55), a) + 0.4 * noise(at(0.24), b);
            self.size * self.strength * (broad + fine)
        };
        Point::new(p.x + shift(11, 13), p.y + shift(17, 19))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_hex_always_rolls_the_same_and_others_do_not() {
        let roll = |x, y, purpose| Dice::of(Hex::new(x, y), purpose).unit();
        assert_eq!(roll(3, 4, 1), roll(3, 4, 1));
        assert_ne!(roll(3, 4, 1), roll(4, 3, 1));
        assert_ne!(roll(3, 4, 1), roll(3, 4, 2));
    }

    #[test]
    fn noise_stays_in_range_and_is_smooth() {
        for i in 0..2000 {
            let p = Point::new(f64::from(i) * 0.037 - 20.0, f64::from(i) * 0.021);
            let here = noise(p, 5);
            assert!((-1.0..=1.0).contains(&here));
            assert!((noise(Point::new(p.x + 0.001, p.y), 5) - here).abs() < 0.01);
        }
    }
}
