//! Hexsides, the directions they face, and the corners where they meet.

use super::{Hex, Orientation};
use hexx::EdgeDirection;
use std::{cmp::Ordering, fmt, str::FromStr};

/// A compass direction across a hexside.
///
/// A flat-topped hex has sides N, NE, SE, S, SW and NW; a pointy-topped one NE, E,
/// SE, SW, W and NW. Functions that take a direction the orientation does not have
/// answer `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "compass points explain themselves")]
pub enum Direction {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

use Direction::{E, N, NE, NW, S, SE, SW, W};

/// Sides in the order of hexx's edge indices, which run clockwise.
const FLAT: [Direction; 6] = [SE, S, SW, NW, N, NE];
const POINTY: [Direction; 6] = [E, SE, SW, W, NW, NE];

impl Direction {
    /// The six sides of a hex, clockwise from the top.
    ///
    /// ```
    /// use hexwright::hex::{Direction, Orientation};
    ///
    /// assert_eq!(Direction::all(Orientation::Flat)[0], Direction::N);
    /// assert_eq!(Direction::all(Orientation::Pointy)[0], Direction::NE);
    /// ```
    pub const fn all(orientation: Orientation) -> [Self; 6] {
        match orientation {
            Orientation::Flat => [N, NE, SE, S, SW, NW],
            Orientation::Pointy => [NE, E, SE, SW, W, NW],
        }
    }

    /// Whether hexes of this orientation have such a side.
    pub fn exists(self, orientation: Orientation) -> bool {
        Self::all(orientation).contains(&self)
    }

    /// The way back.
    pub const fn opposite(self) -> Self {
        match self {
            N => S,
            NE => SW,
            E => W,
            SE => NW,
            S => N,
            SW => NE,
            W => E,
            NW => SE,
        }
    }

    /// The side reached by turning clockwise over `sixths` hexsides (counter-clockwise
    /// if negative).
    ///
    /// ```
    /// use hexwright::hex::{Direction, Orientation};
    ///
    /// assert_eq!(Direction::N.rotated(Orientation::Flat, 2), Some(Direction::SE));
    /// assert_eq!(Direction::NE.rotated(Orientation::Pointy, -1), Some(Direction::NW));
    /// assert_eq!(Direction::E.rotated(Orientation::Flat, 1), None);
    /// ```
    pub fn rotated(self, orientation: Orientation, sixths: i32) -> Option<Self> {
        let turn = u8::try_from(sixths.rem_euclid(6)).unwrap_or(0);
        Some(Self::from_edge(orientation, self.edge(orientation)?.rotate_cw(turn)))
    }

    /// The same direction as hexx knows it.
    pub fn edge(self, orientation: Orientation) -> Option<EdgeDirection> {
        let sides = match orientation {
            Orientation::Flat => FLAT,
            Orientation::Pointy => POINTY,
        };
        let place = sides.iter().position(|&side| side == self)?;
        EdgeDirection::ALL_DIRECTIONS.get(place).copied()
    }

    /// A direction of hexx, named.
    pub fn from_edge(orientation: Orientation, edge: EdgeDirection) -> Self {
        let place = usize::from(edge.index() % 6);
        match orientation {
            Orientation::Flat => FLAT[place],
            Orientation::Pointy => POINTY[place],
        }
    }

    /// Reads a direction that hexes of this orientation have.
    pub fn parse(text: &str, orientation: Orientation) -> Result<Self, DirectionError> {
        let wrong = || DirectionError {
            text: text.chars().take(40).collect(),
            orientation: Some(orientation),
        };
        let direction = Self::from_str(text).map_err(|_| wrong())?;
        if direction.exists(orientation) { Ok(direction) } else { Err(wrong()) }
    }

    /// The name as printed.
    pub const fn name(self) -> &'static str {
        match self {
            N => "N",
            NE => "NE",
            E => "E",
            SE => "SE",
            S => "S",
            SW => "SW",
            W => "W",
            NW => "NW",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Direction {
    type Err = DirectionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [N, NE, E, SE, S, SW, W, NW]
            .into_iter()
            .find(|direction| direction.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| DirectionError {
                text: text.chars().take(40).collect(),
                orientation: None,
            })
    }
}

/// A text that names no side of a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectionError {
    /// The text, shortened if very long.
    pub text: String,
    /// The orientation it was read for, if any.
    pub orientation: Option<Orientation>,
}

impl fmt::Display for DirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = match self.orientation {
            Some(Orientation::Flat) => "the sides of a flat-topped hex are N, NE, SE, S, SW and NW",
            Some(Orientation::Pointy) => {
                "the sides of a pointy-topped hex are NE, E, SE, SW, W and NW"
            }
            None => "directions are N, NE, E, SE, S, SW, W and NW",
        };
        write!(f, "{:?} is not a side of a hex; {sides}", self.text)
    }
}

impl std::error::Error for DirectionError {}

/// A hexside, the same value from whichever of its two hexes it is named.
/// One of the two may be off the map.
///
/// ```
/// use hexwright::hex::{Hex, Hexside};
///
/// let (a, b) = (Hex::ZERO, Hex::new(1, 0));
/// assert_eq!(Hexside::between(a, b), Hexside::between(b, a));
/// assert_eq!(Hexside::between(a, Hex::new(2, 0)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexside {
    hex: Hex,
    /// 0 to 2: which of [`Hexside::KEPT`] this is.
    slot: u8,
}

impl Hexside {
    /// The three directions in which a hex keeps its own sides; the other three
    /// belong to the neighbours. On a flat map N, NE, SE; on a pointy one NW, NE, E.
    pub(super) const KEPT: [EdgeDirection; 3] =
        [EdgeDirection::NEG_Y, EdgeDirection::X_NEG_Y, EdgeDirection::X];

    /// The side of a hex in a direction of hexx.
    pub fn new(hex: Hex, edge: EdgeDirection) -> Self {
        let kept = |wanted| Self::KEPT.iter().zip(0_u8..).find(|(e, _)| **e == wanted);
        match kept(edge) {
            Some((_, slot)) => Self { hex, slot },
            None => {
                let slot = kept(edge.const_neg()).map_or(0, |(_, slot)| slot);
                Self { hex: hex.neighbor(edge), slot }
            }
        }
    }

    /// The side two hexes share, `None` if they are not adjacent.
    pub fn between(a: Hex, b: Hex) -> Option<Self> {
        // Hexes far beyond any map would overflow the subtraction inside hexx.
        let step = Hex::new(b.x.checked_sub(a.x)?, b.y.checked_sub(a.y)?);
        let edge = Hex::ZERO.neighbor_direction(step)?;
        Some(Self::new(a, edge))
    }

    /// The two hexes, always in the same order.
    pub fn hexes(self) -> [Hex; 2] {
        [self.hex, self.hex.neighbor(self.edge())]
    }

    /// The hex on the other side, `None` if `hex` is not one of the two.
    pub fn across(self, hex: Hex) -> Option<Hex> {
        let [a, b] = self.hexes();
        if hex == a {
            Some(b)
        } else if hex == b {
            Some(a)
        } else {
            None
        }
    }

    /// The two corners where the side ends, counter-clockwise end first as seen
    /// from the first hex.
    pub fn corners(self) -> [Vertex; 2] {
        let edge = self.edge();
        let [a, b] = self.hexes();
        [edge.counter_clockwise(), edge.clockwise()]
            .map(|beside| Vertex::new(a, b, a.neighbor(beside)))
    }

    /// The direction in which the first hex faces the second.
    pub fn edge(self) -> EdgeDirection {
        Self::KEPT[usize::from(self.slot % 3)]
    }

    /// The hex that keeps the side, and which of its three it is.
    pub(super) fn keeper(self) -> (Hex, u8) {
        (self.hex, self.slot)
    }

    /// The side a hex keeps at a slot from 0 to 2.
    pub(super) fn kept(hex: Hex, slot: u8) -> Self {
        Self { hex, slot: slot % 3 }
    }
}

impl Ord for Hexside {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.hex.to_array(), self.slot).cmp(&(other.hex.to_array(), other.slot))
    }
}

impl PartialOrd for Hexside {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A corner of hexes: the point where three of them meet, some perhaps off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex {
    hexes: [Hex; 3],
}

impl Vertex {
    /// Sorted, so that the same corner is the same value from every side.
    fn new(a: Hex, b: Hex, c: Hex) -> Self {
        let mut hexes = [a, b, c];
        hexes.sort_by_key(|hex| hex.to_array());
        Self { hexes }
    }

    /// The three hexes that meet here, always in the same order.
    pub fn hexes(self) -> [Hex; 3] {
        self.hexes
    }
}

impl Ord for Vertex {
    fn cmp(&self, other: &Self) -> Ordering {
        self.hexes.map(Hex::to_array).cmp(&other.hexes.map(Hex::to_array))
    }
}

impl PartialOrd for Vertex {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Orientation; 2] = [Orientation::Flat, Orientation::Pointy];

    #[test]
    fn turning_clockwise_visits_the_sides_in_order() {
        for orientation in BOTH {
            let sides = Direction::all(orientation);
            for (i, side) in sides.into_iter().enumerate() {
                assert_eq!(side.rotated(orientation, 1), Some(sides[(i + 1) % 6]));
                assert_eq!(side.rotated(orientation, -7), Some(sides[(i + 5) % 6]));
                assert_eq!(side.rotated(orientation, 3), Some(side.opposite()));
            }
        }
    }

    #[test]
    fn directions_read_back_as_printed() {
        for orientation in BOTH {
            for side in Direction::all(orientation) {
                assert_eq!(Direction::parse(&side.to_string(), orientation), Ok(side));
                assert_eq!(Direction::parse(&side.name().to_lowercase(), orientation), Ok(side));
            }
        }
    }

    #[test]
    fn a_flat_topped_hex_has_no_east_side() {
        let error = Direction::parse("E", Orientation::Flat).unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"E\" is not a side of a hex; the sides of a flat-topped hex are N, NE, SE, S, SW and NW"
        );
    }

    #[test]
    fn a_side_is_the_same_from_both_hexes() {
        let hex = Hex::new(3, -2);
        for edge in EdgeDirection::iter() {
            let side = Hexside::new(hex, edge);
            let other = hex.neighbor(edge);
            assert_eq!(side, Hexside::new(other, -edge));
            assert_eq!(Some(side), Hexside::between(other, hex));
            assert_eq!(side.across(hex), Some(other));
        }
    }

    #[test]
    fn neighbouring_sides_of_a_hex_share_one_corner() {
        let hex = Hex::new(3, -2);
        let mut corners = Vec::new();
        for edge in EdgeDirection::iter() {
            let here = Hexside::new(hex, edge).corners();
            let next = Hexside::new(hex, edge.clockwise()).corners();
            assert_eq!(here.iter().filter(|corner| next.contains(corner)).count(), 1);
            corners.extend(here);
        }
        corners.sort();
        corners.dedup();
        assert_eq!(corners.len(), 6);
    }
}
