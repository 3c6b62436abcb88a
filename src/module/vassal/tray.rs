//! Trays as boards of VASSAL.

use super::component::Component;
use super::components::board::{Board, Zone, ZoneHighlighter, ZonedGrid};
use crate::module::table::Tray;
use crate::vassal::build::Element;

impl Tray {
    /// The board as a component.
    pub fn element(&self) -> Element {
        let zones = self.places.iter().map(|(name, frame)| {
            Zone { name: name.clone(), path: frame.path(), ..Zone::default() }.element()
        });
        let board = Board { name: self.name.clone(), image: self.image.clone(), reversible: false };
        let grid = ZonedGrid::default().element().holding(zones);
        board.element().holding([grid.holding([ZoneHighlighter {}.element()])])
    }
}
