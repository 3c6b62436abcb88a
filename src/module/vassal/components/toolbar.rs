//! Buttons: dice, inventory, notes, actions.

use crate::module::vassal::component::component;
use crate::vassal::traits::fields::{KeyStroke, KeyStrokes, Names};

component! {
    /// Rolls dice.
    DiceButton = "VASSAL.build.module.DiceButton" {
        /// Its name.
        name as "name": String = String::new(),
        /// On the button.
        text as "text": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::new(),
        /// The button's picture.
        icon as "icon": String = String::from("/images/die.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::None,
        /// What it reports.
        report as "reportFormat": String = String::new(),
        /// Asks every time.
        asks as "prompt": bool = false,
        /// How many dice.
        dice as "nDice": i32 = 1,
        /// With how many sides.
        sides as "nSides": i32 = 6,
        /// Added to each die.
        plus as "plus": i32 = 0,
        /// Added to the total.
        add_to_total as "addToTotal": i32 = 0,
        /// The result is the total.
        total as "reportTotal": bool = false,
        /// The dice are sorted.
        sorted as "sortDice": bool = false,
    }
}

component! {
    /// Lists pieces.
    Inventory = "VASSAL.build.module.Inventory" {
        /// Its name.
        name as "name": String = String::new(),
        /// On the button.
        text as "text": String = String::from("Inventory"),
        /// Above the button.
        tooltip as "tooltip": String = String::from("All pieces in play"),
        /// The button's picture.
        icon as "icon": String = String::from("/images/inventory.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 73, modifiers: 195 },
        /// Which pieces.
        filter as "include": String = String::new(),
        /// By which properties they are grouped.
        group_by as "groupBy": Names = Names::default(),
        /// How a group is shown.
        group_format as "nonLeafFormat": String = String::from("$PropertyValue$"),
        /// Only groups.
        groups_only as "foldersOnly": bool = false,
        /// How a piece is shown.
        piece_format as "leafFormat": String = String::from("$PieceName$"),
        /// Pieces are sorted.
        sorts as "sortPieces": bool = true,
        /// By this.
        sort_format as "sortFormat": String = String::from("$PieceName$"),
        /// How: alpha, length or numeric.
        sorting as "sorting": String = String::from("alpha"),
        /// A click centres the map on the piece.
        centres as "centerOnPiece": bool = true,
        /// Keys go to the piece.
        forwards_keys as "forwardKeystroke": bool = true,
        /// The piece's menu.
        menu as "showMenu": bool = true,
        /// Shows the pieces.
        draws as "drawPieces": bool = true,
        /// Size of the pieces.
        zoom as "pieceZoom": f64 = 0.33,
        /// For which sides; all when none.
        sides as "sides": Names = Names::default(),
    }
}

component! {
    /// Notes.
    NotesWindow = "VASSAL.build.module.NotesWindow" {
        /// On the button.
        text as "buttonText": String = String::from("Notes"),
        /// Above the button.
        tooltip as "tooltip": String = String::from("Notes"),
        /// The button's picture.
        icon as "icon": String = String::from("/images/notes.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 78, modifiers: 195 },
    }
}

component! {
    /// Reports something, and presses other keys.
    ActionButton = "VASSAL.build.module.DoActionButton" {
        /// Its name.
        name as "name": String = String::new(),
        /// On the button.
        text as "text": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::new(),
        /// The button's picture.
        icon as "icon": String = String::new(),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::None,
        /// Reports.
        reports as "doReport": bool = false,
        /// This.
        report as "reportFormat": String = String::new(),
        /// Plays a sound.
        sounds as "doSound": bool = false,
        /// This.
        sound as "soundClip": String = String::new(),
        /// Presses keys.
        presses as "doHotkey": bool = false,
        /// These.
        keys as "hotkeys": KeyStrokes = KeyStrokes::default(),
    }
}

component! {
    /// Changes the property of the module that holds it.
    PropertyButton = "VASSAL.build.module.properties.ChangePropertyButton" {
        /// On the button.
        text as "text": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::new(),
        /// The button's picture.
        icon as "icon": String = String::new(),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::None,
        /// What is changed, for reports.
        description as "desc": String = String::new(),
        /// What it reports.
        report as "reportFormat": String = String::new(),
        /// How, as [`PropertyChange`](crate::vassal::traits::property_commands::PropertyChange) writes it.
        change as "propChanger": String = String::from("P,"),
    }
}

component! {
    /// Sends a key to pieces of the whole module.
    KeyButton = "VASSAL.build.module.GlobalKeyCommand" {
        /// Its name.
        name as "name": String = String::new(),
        /// On the button.
        text as "buttonText": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::new(),
        /// The button's picture.
        icon as "icon": String = String::new(),
        /// The button's key.
        button_key as "buttonHotkey": KeyStroke = KeyStroke::None,
        /// The key sent.
        sent as "hotkey": KeyStroke = KeyStroke::None,
        /// Where pieces are looked for, as VASSAL writes it.
        target as "target": String = String::from("MODULE|false|MAP|||||0|0||true|Selected|true|EQUALS||"),
        /// To which pieces.
        filter as "filter": String = String::new(),
        /// How many cards of a deck: -1 for all.
        deck as "deckCount": i32 = 0,
        /// Pieces do not report one by one.
        report_once as "reportSingle": bool = true,
        /// What it reports.
        report as "reportFormat": String = String::new(),
    }
}

component! {
    /// Several buttons in one menu.
    ToolbarMenu = "VASSAL.build.module.ToolbarMenu" {
        /// The designer's note.
        description as "description": String = String::new(),
        /// On the button.
        text as "text": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::new(),
        /// The button's picture.
        icon as "icon": String = String::new(),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::None,
        /// The texts of those buttons.
        items as "menuItems": Names = Names::default(),
    }
}
