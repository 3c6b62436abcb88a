//! Boards as components: a picture with a grid that gives every place of it the name it has in the sources.

mod numbering;
mod zones;

pub use numbering::hex_grid;

use super::component::Component;
use super::components::board::Board;
use crate::model::Map;
use crate::module::table::{BoardPlan, Frame};
use crate::vassal::build::Element;

impl Frame {
    /// As VASSAL writes outlines.
    pub(super) fn path(self) -> String {
        let Frame { left, top, right, bottom } = self;
        format!("{left},{top};{right},{top};{right},{bottom};{left},{bottom}")
    }
}

impl BoardPlan {
    /// The board as a component, with its grid.
    pub fn element(&self, map: &Map, reversible: bool) -> Element {
        let board = Board { name: self.name.clone(), image: self.image.clone(), reversible };
        let grid = if self.surround {
            zones::zoned(self, map)
        } else {
            hex_grid(&map.grid, &|hex| self.centre(map, hex), self.pitch, self.size())
        };
        board.element().holding([grid])
    }
}
