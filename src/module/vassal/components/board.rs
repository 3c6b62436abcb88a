//! Boards and their grids.

use crate::module::vassal::component::component;
use crate::vassal::traits::fields::Colour;

const BLACK: Colour = Colour(Some([0, 0, 0]));

component! {
    /// Offers the boards of a map.
    BoardPicker = "VASSAL.build.module.map.BoardPicker" {
        /// Title of its dialogue.
        title as "title": String = String::from("Choose boards"),
        /// Width of a place for a board.
        slot_width as "slotWidth": i32 = 350,
        /// Height of a place for a board.
        slot_height as "slotHeight": i32 = 125,
        /// How much smaller boards are shown.
        slot_scale as "slotScale": f64 = 0.2,
        /// On a button.
        add_row as "addRowText": String = String::from("Add row"),
        /// On a button.
        add_column as "addColumnText": String = String::from("Add column"),
        /// What it asks.
        prompt as "boardPrompt": String = String::from("Select board"),
    }
}

component! {
    /// A board.
    Board = "VASSAL.build.module.map.boardPicker.Board" {
        /// Its name.
        name as "name": String = String::new(),
        /// Its picture.
        image as "image": String = String::new(),
        /// It may be turned upside down.
        reversible as "reversible": bool = false,
    }
}

component! {
    /// Hexes.
    HexGrid = "VASSAL.build.module.map.boardPicker.board.HexGrid" {
        /// Hexes with a point at the top.
        sideways as "sideways": bool = false,
        /// Centre of the first hex.
        x0 as "x0": i32 = 0,
        /// Centre of the first hex.
        y0 as "y0": i32 = 0,
        /// Height of a hex.
        dy as "dy": f64 = 64.0,
        /// Between the centres of adjacent columns.
        dx as "dx": f64 = 55.425_625_842_204_07,
        /// Pieces are drawn to the centres.
        snaps as "snapTo": bool = true,
        /// And to hexsides.
        edges as "edgesLegal": bool = false,
        /// And to corners.
        corners as "cornersLegal": bool = false,
        /// VASSAL draws it.
        visible as "visible": bool = false,
        /// VASSAL draws the centres.
        dots as "dotsVisible": bool = false,
        /// In this colour.
        colour as "color": Colour = BLACK,
    }
}

component! {
    /// How hexes are named.
    HexGridNumbering = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering" {
        /// `H`: the column comes first.
        first as "first": String = String::from("H"),
        /// Between column and row.
        separator as "sep": String = String::new(),
        /// Columns: `N` numbers, `A` letters.
        column_type as "hType": String = String::from("N"),
        /// Zeros in front: 1 makes two digits.
        column_leading as "hLeading": i32 = 1,
        /// Added to the index.
        column_offset as "hOff": i32 = 1,
        /// Counted from the far edge.
        column_descending as "hDescend": bool = false,
        /// Rows: `N` numbers, `A` letters.
        row_type as "vType": String = String::from("N"),
        /// Zeros in front.
        row_leading as "vLeading": i32 = 1,
        /// Added to the index.
        row_offset as "vOff": i32 = 1,
        /// Counted from the far edge.
        row_descending as "vDescend": bool = false,
        /// Around the name.
        format as "locationFormat": String = String::from("$gridLocation$"),
        /// VASSAL writes it.
        visible as "visible": bool = false,
        /// How large.
        font_size as "fontSize": i32 = 9,
        /// In this colour.
        colour as "color": Colour = BLACK,
        /// Degrees.
        rotation as "rotateText": i32 = 0,
        /// Pixels from the place it usually has.
        draw_x as "hDrawOff": i32 = 0,
        /// Pixels from the place it usually has.
        draw_y as "vDrawOff": i32 = 0,
        /// Odd columns count one row further.
        stagger as "stagger": bool = false,
    }
}

component! {
    /// Named points.
    RegionGrid = "VASSAL.build.module.map.boardPicker.board.RegionGrid" {
        /// Pieces are drawn to the points.
        snaps as "snapto": bool = true,
        /// VASSAL writes the names.
        visible as "visible": bool = false,
        /// How large.
        font_size as "fontsize": i32 = 9,
    }
}

component! {
    /// A named point.
    Region = "VASSAL.build.module.map.boardPicker.board.Region" {
        /// Its name.
        name as "name": String = String::new(),
        /// Pixels from the left.
        x as "originx": i32 = 0,
        /// Pixels from the top.
        y as "originy": i32 = 0,
    }
}

component! {
    /// Zones over a background grid.
    ZonedGrid = "VASSAL.build.module.map.boardPicker.board.ZonedGrid" {}
}

component! {
    /// Colours for zones; we have none, but VASSAL's editor writes the part in any case.
    ZoneHighlighter = "VASSAL.build.module.map.boardPicker.board.mapgrid.ZonedGridHighlighter" {}
}

component! {
    /// A part of a board.
    Zone = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone" {
        /// Its name.
        name as "name": String = String::new(),
        /// What names a place in it.
        format as "locationFormat": String = String::from("$name$"),
        /// Its outline.
        path as "path": String = String::new(),
        /// It uses the grid around it.
        uses_parent as "useParentGrid": bool = false,
        /// It can be highlighted.
        highlights as "useHighlight": bool = false,
        /// The property that says how.
        highlight_property as "highlightProperty": String = String::new(),
    }
}
