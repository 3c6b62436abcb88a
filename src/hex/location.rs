//! Where a counter can be: in a hex, or in a box beside the map.

use super::Hex;
use std::cmp::Ordering;

/// The place of an off-map box or track space in its map's list of boxes.
/// The names live with the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxId(pub u16);

impl BoxId {
    /// The index into the map's list of boxes.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A hex or a box.
///
/// ```
/// use hexwright::hex::{BoxId, Hex, Location};
///
/// let somewhere = Location::from(Hex::ZERO);
/// assert_eq!(somewhere.hex(), Some(Hex::ZERO));
/// assert_eq!(Location::Box(BoxId(3)).hex(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// On the map.
    Hex(Hex),
    /// In an off-map box or on a space of a track.
    Box(BoxId),
}

impl Location {
    /// The hex, if it is one.
    pub fn hex(self) -> Option<Hex> {
        match self {
            Self::Hex(hex) => Some(hex),
            Self::Box(_) => None,
        }
    }

    /// The box, if it is one.
    pub fn as_box(self) -> Option<BoxId> {
        match self {
            Self::Hex(_) => None,
            Self::Box(id) => Some(id),
        }
    }
}

impl From<Hex> for Location {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex)
    }
}

impl From<BoxId> for Location {
    fn from(id: BoxId) -> Self {
        Self::Box(id)
    }
}

// Written out because hexx gives `Hex` no order; ordered collections of
// locations are what keeps outputs the same on every machine.
impl Ord for Location {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Hex(a), Self::Hex(b)) => a.to_array().cmp(&b.to_array()),
            (Self::Hex(_), Self::Box(_)) => Ordering::Less,
            (Self::Box(_), Self::Hex(_)) => Ordering::Greater,
            (Self::Box(a), Self::Box(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Location {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_sort_before_boxes() {
        let mut places = [
            Location::Box(BoxId(1)),
            Location::Hex(Hex::new(2, 0)),
            Location::Box(BoxId(0)),
            Location::Hex(Hex::new(1, 5)),
        ];
        places.sort();
        assert_eq!(
            places,
            [
                Location::Hex(Hex::new(1, 5)),
                Location::Hex(Hex::new(2, 0)),
                Location::Box(BoxId(0)),
                Location::Box(BoxId(1)),
            ]
        );
    }
}
