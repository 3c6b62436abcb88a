//! Where pieces come from: slots, prototypes and the windows that hold them.

use crate::module::vassal::component::component;
use crate::vassal::traits::fields::KeyStroke;

component! {
    /// The window with the pieces.
    PieceWindow = "VASSAL.build.module.PieceWindow" {
        /// Its name.
        name as "name": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// Not shown.
        hidden as "hidden": bool = false,
        /// On the button.
        text as "text": String = String::from("Pieces"),
        /// Above the button.
        tooltip as "tooltip": String = String::from("All pieces of the game"),
        /// The button's picture.
        icon as "icon": String = String::from("/images/counter.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 80, modifiers: 195 },
        /// Size of the pieces.
        scale as "scale": f64 = 1.0,
        /// Width in the main window.
        width as "defaultWidth": i32 = 0,
    }
}

component! {
    /// Parts behind tabs.
    Tabs = "VASSAL.build.widget.TabWidget" {
        /// Its name.
        name as "entryName": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
    }
}

component! {
    /// Parts side by side.
    Panel = "VASSAL.build.widget.PanelWidget" {
        /// Its name.
        name as "entryName": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// Of a fixed number of columns.
        fixed as "fixed": bool = true,
        /// That number.
        columns as "nColumns": i32 = 5,
        /// From top to bottom.
        vertical as "vert": bool = false,
        /// Size of the pieces.
        scale as "scale": f64 = 1.0,
    }
}

component! {
    /// Parts in a list.
    List = "VASSAL.build.widget.ListWidget" {
        /// Its name.
        name as "entryName": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// Size of the pieces.
        scale as "scale": f64 = 1.0,
        /// Pixels.
        width as "width": i32 = 300,
        /// Pixels.
        height as "height": i32 = 300,
        /// Pixels from the top.
        divider as "divider": i32 = 150,
    }
}

component! {
    /// A piece to take; its text is the piece.
    PieceSlot = "VASSAL.build.widget.PieceSlot" {
        /// Its name.
        name as "entryName": String = String::new(),
        /// Its id, which pieces in play refer to.
        gpid as "gpid": String = String::new(),
        /// Pixels.
        width as "width": i32 = 0,
        /// Pixels.
        height as "height": i32 = 0,
    }
}

component! {
    /// Holds the prototypes.
    Prototypes = "VASSAL.build.module.PrototypesContainer" {}
}

component! {
    /// A prototype; its text is a piece.
    PrototypeDefinition = "VASSAL.build.module.PrototypeDefinition" {
        /// Its name.
        name as "name": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
    }
}
