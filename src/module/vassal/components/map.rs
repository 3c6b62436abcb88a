//! A map window and what belongs to it.

use crate::module::vassal::component::component;
use crate::vassal::traits::fields::{Colour, KeyStroke};

component! {
    /// A map window.
    Map = "VASSAL.build.module.Map" {
        /// Its name.
        name as "mapName": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// Pieces that move are marked as moved.
        marks_moved as "markMoved": String = String::from("Always"),
        /// On the button that takes the marks away.
        unmoved_text as "markUnmovedText": String = String::new(),
        /// Above that button.
        unmoved_tooltip as "markUnmovedTooltip": String = String::new(),
        /// That button's picture.
        unmoved_icon as "markUnmovedIcon": String = String::from("/images/unmoved.gif"),
        /// That button's key.
        unmoved_key as "markUnmovedHotkey": KeyStroke = KeyStroke::None,
        /// What it reports.
        unmoved_report as "markUnmovedReport": String = String::new(),
        /// Free space at the left.
        edge_width as "edgeWidth": i32 = 0,
        /// Free space at the top.
        edge_height as "edgeHeight": i32 = 0,
        /// Behind the boards.
        background as "backgroundcolor": Colour = Colour(Some([255, 255, 255])),
        /// Several boards side by side.
        several_boards as "allowMultiple": bool = false,
        /// Around the selected piece.
        selection as "color": Colour = Colour(Some([200, 30, 30])),
        /// How thick.
        selection_thickness as "thickness": i32 = 3,
        /// Opened by a button; else part of the main window.
        opened_by_button as "launch": bool = false,
        /// On that button.
        button as "buttonName": String = String::new(),
        /// Above that button.
        tooltip as "tooltip": String = String::new(),
        /// That button's picture.
        icon as "icon": String = String::new(),
        /// That button's key.
        key as "hotkey": KeyStroke = KeyStroke::None,
        /// Key to show it.
        show_key as "showKey": KeyStroke = KeyStroke::None,
        /// Key to hide it.
        hide_key as "hideKey": KeyStroke = KeyStroke::None,
        /// Moves within a place are not reported.
        only_changes as "onlyReportChangedLocation": bool = false,
        /// Report of a move on this map.
        move_within as "moveWithinFormat": String = String::new(),
        /// Report of a move to this map.
        move_to as "moveToFormat": String = String::new(),
        /// Report of a new piece.
        create as "createFormat": String = String::new(),
        /// Report of a changed piece.
        change as "changeFormat": String = String::from("$message$"),
        /// Key sent to every piece that moves.
        move_key as "moveKey": KeyStroke = KeyStroke::None,
    }
}

component! {
    /// How stacks are drawn and walked through.
    StackMetrics = "VASSAL.build.module.map.StackMetrics" {
        /// No stacks.
        disabled as "disabled": bool = false,
        /// Pixels apart when fanned out.
        expanded_x as "exSepX": i32 = 12,
        /// Pixels apart when fanned out.
        expanded_y as "exSepY": i32 = 24,
        /// Pixels apart when not.
        folded_x as "unexSepX": i32 = 4,
        /// Pixels apart when not.
        folded_y as "unexSepY": i32 = 4,
        /// Key: to the top.
        top as "top": KeyStroke = KeyStroke::Key { code: 38, modifiers: 0 },
        /// Key: to the bottom.
        bottom as "bottom": KeyStroke = KeyStroke::Key { code: 40, modifiers: 0 },
        /// Key: one up.
        up as "up": KeyStroke = KeyStroke::Key { code: 39, modifiers: 0 },
        /// Key: one down.
        down as "down": KeyStroke = KeyStroke::Key { code: 37, modifiers: 0 },
    }
}

component! {
    /// Pieces that are drawn from a pile. Its settings beyond these are VASSAL's own.
    DrawPile = "VASSAL.build.module.map.DrawPile" {
        /// Its name.
        name as "name": String = String::new(),
        /// The board it lies on.
        board as "owningBoard": String = String::new(),
        /// Pixels from the left.
        x as "x": i32 = 0,
        /// Pixels from the top.
        y as "y": i32 = 0,
        /// Of the place where pieces are dropped.
        width as "width": i32 = 40,
        /// Of the place where pieces are dropped.
        height as "height": i32 = 40,
        /// Several can be drawn at once.
        several as "allowMultiple": bool = false,
        /// Players may choose what they draw.
        choice as "allowSelect": bool = false,
        /// Whether its pieces lie face down.
        face_down as "faceDown": String = String::from("Always"),
        /// Pieces are seen by all when they are drawn.
        face_up as "drawFaceUp": bool = false,
        /// When it is shuffled; `Always`: before every draw.
        shuffle as "shuffle": String = String::from("Always"),
        /// It can be turned around.
        reversible as "reversible": bool = false,
        /// An empty one shows its outline.
        outline as "draw": bool = true,
        /// In this colour.
        colour as "color": Colour = Colour(Some([51, 51, 51])),
        /// How many pieces it seems to have at most.
        thickness as "maxStack": i32 = 10,
    }
}

component! {
    /// Keys go to the pieces.
    ForwardToKeyBuffer = "VASSAL.build.module.map.ForwardToKeyBuffer" {}
}
component! {
    /// Scrolls.
    Scroller = "VASSAL.build.module.map.Scroller" {}
}
component! {
    /// Letters go to the chat.
    ForwardToChatter = "VASSAL.build.module.map.ForwardToChatter" {}
}
component! {
    /// Menus of pieces.
    MenuDisplayer = "VASSAL.build.module.map.MenuDisplayer" {}
}
component! {
    /// Centres the map.
    MapCenterer = "VASSAL.build.module.map.MapCenterer" {}
}
component! {
    /// Fans stacks out.
    StackExpander = "VASSAL.build.module.map.StackExpander" {}
}
component! {
    /// Moves pieces.
    PieceMover = "VASSAL.build.module.map.PieceMover" {}
}
component! {
    /// Selects pieces.
    KeyBufferer = "VASSAL.build.module.map.KeyBufferer" {}
}
component! {
    /// Shows selections.
    SelectionHighlighters = "VASSAL.build.module.map.SelectionHighlighters" {}
}

component! {
    /// Shows what moved last.
    HighlightLastMoved = "VASSAL.build.module.map.HighlightLastMoved" {
        /// In use.
        enabled as "enabled": bool = true,
        /// In this colour.
        colour as "color": Colour = Colour(Some([255, 60, 0])),
        /// How thick.
        thickness as "thickness": i32 = 2,
    }
}

component! {
    /// Zooms.
    Zoomer = "VASSAL.build.module.map.Zoomer" {
        /// The level at the start, counted from the largest.
        start as "zoomStart": i32 = 1,
        /// The levels.
        levels as "zoomLevels": String = String::new(),
        /// Above the button.
        in_tooltip as "inTooltip": String = String::from("Zoom in"),
        /// On the button.
        in_text as "inButtonText": String = String::new(),
        /// The button's picture.
        in_icon as "inIconName": String = String::from("/images/zoomIn.gif"),
        /// The button's key.
        in_key as "zoomInKey": KeyStroke = KeyStroke::Key { code: 61, modifiers: 130 },
        /// Above the button.
        pick_tooltip as "pickTooltip": String = String::from("Choose a zoom"),
        /// On the button.
        pick_text as "pickButtonText": String = String::new(),
        /// The button's picture.
        pick_icon as "pickIconName": String = String::from("/images/zoom.png"),
        /// The button's key.
        pick_key as "zoomPickKey": KeyStroke = KeyStroke::None,
        /// Above the button.
        out_tooltip as "outTooltip": String = String::from("Zoom out"),
        /// On the button.
        out_text as "outButtonText": String = String::new(),
        /// The button's picture.
        out_icon as "outIconName": String = String::from("/images/zoomOut.gif"),
        /// The button's key.
        out_key as "zoomOutKey": KeyStroke = KeyStroke::Key { code: 45, modifiers: 130 },
    }
}

component! {
    /// A small picture of the whole map.
    GlobalMap = "VASSAL.build.module.map.GlobalMap" {
        /// Above the button.
        tooltip as "tooltip": String = String::from("Overview of the map"),
        /// On the button.
        text as "buttonText": String = String::new(),
        /// The button's picture.
        icon as "icon": String = String::from("/images/overview.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 79, modifiers: 195 },
        /// How much smaller.
        scale as "scale": f64 = 0.2,
        /// Around what the map shows.
        colour as "color": Colour = Colour(Some([255, 0, 0])),
    }
}

component! {
    /// Shows what lies in a stack under the mouse.
    StackViewer = "VASSAL.build.module.map.CounterDetailViewer" {
        /// Of the format of these settings.
        version as "version": String = String::from("4"),
        /// The designer's note.
        description as "description": String = String::new(),
        /// Milliseconds.
        delay as "delay": i32 = 700,
        /// Key to show it at once.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 32, modifiers: 130 },
        /// Behind it.
        background as "bgColor": Colour = Colour(Some([250, 247, 238])),
        /// Its text.
        foreground as "fgColor": Colour = Colour(Some([0, 0, 0])),
        /// Its frame.
        border as "borderColor": Colour = Colour(Some([90, 90, 90])),
        /// Only for so many pieces.
        least_pieces as "minDisplayPieces": i32 = 1,
        /// Only when the map is zoomed smaller than this.
        zoom_level as "zoomlevel": f64 = 10.0,
        /// Shows the pieces.
        graphics as "showgraph": bool = true,
        /// Size of the pieces.
        graphics_zoom as "graphicsZoom": f64 = 1.0,
        /// Also for a single piece.
        graphics_single as "showgraphsingle": bool = true,
        /// Pixels around pieces.
        border_width as "borderWidth": i32 = 4,
        /// Shows text.
        text as "showtext": bool = true,
        /// Also for a single piece.
        text_single as "showtextsingle": bool = true,
        /// Size of the text.
        font_size as "fontSize": i32 = 12,
        /// Text above all.
        summary as "summaryReportFormat": String = String::from("$LocationName$"),
        /// Text below each piece.
        counter as "counterReportFormat": String = String::from("$PieceName$"),
        /// Text of an empty place.
        empty as "emptyHexReportForma": String = String::new(),
        /// Which layers.
        display as "display": String = String::from("from all layers"),
        /// Also pieces that do not move.
        non_movable as "showNonMovable": bool = true,
        /// Also pieces that never stack.
        non_stacking as "showNoStack": bool = true,
        /// Pieces are shown upright.
        unrotated as "unrotatePieces": bool = false,
    }
}

component! {
    /// Hides all pieces to see the map.
    HidePieces = "VASSAL.build.module.map.HidePiecesButton" {
        /// On the button.
        text as "buttonText": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::from("Hide all pieces"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 74, modifiers: 195 },
        /// The button's picture.
        showing_icon as "showingIcon": String = String::from("/images/globe_unselected.gif"),
        /// The button's picture while pieces are hidden.
        hidden_icon as "hiddenIcon": String = String::from("/images/globe_selected.gif"),
    }
}

component! {
    /// Measures a line of sight.
    SightThread = "VASSAL.build.module.map.LOS_Thread" {
        /// Its name.
        name as "threadName": String = String::new(),
        /// On the button.
        text as "label": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::from("Line of sight"),
        /// The button's picture.
        icon as "iconName": String = String::from("/images/thread.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 76, modifiers: 195 },
        /// What it reports.
        report as "report": String = String::new(),
        /// Stays.
        persistence as "persistence": String = String::from("Ctrl-Click & Drag"),
        /// Shown to all.
        global as "global": String = String::from("When Persisting"),
        /// Starts at a centre.
        snap_start as "snapStart": bool = true,
        /// Ends at a centre.
        snap_end as "snapEnd": bool = true,
        /// Shows the range.
        draw_range as "drawRange": bool = true,
        /// The width.
        thickness as "losThickness": i32 = 2,
        /// In this colour.
        colour as "threadColor": Colour = Colour(Some([200, 0, 0])),
    }
}

component! {
    /// Points at something.
    Flare = "VASSAL.build.module.map.Flare" {
        /// Its name.
        name as "flareName": String = String::from("Flare"),
        /// With which key held.
        key as "flareKey": String = String::from("Alt"),
        /// Pixels.
        size as "circleSize": i32 = 100,
        /// In this colour.
        colour as "circleColor": Colour = Colour(Some([255, 0, 0])),
        /// What it reports.
        report as "reportFormat": String = String::new(),
    }
}

component! {
    /// Saves a picture of the map.
    ImageSaver = "VASSAL.build.module.map.ImageSaver" {
        /// On the button.
        text as "buttonText": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::from("Save a picture of the map"),
        /// The button's picture.
        icon as "icon": String = String::from("/images/camera.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::None,
    }
}

component! {
    /// Draws pieces in layers, by a property.
    Layers = "VASSAL.build.module.map.LayeredPieceCollection" {
        /// That property.
        property as "property": String = String::new(),
        /// Its values, from the lowest layer up.
        order as "layerOrder": crate::vassal::traits::fields::Names = crate::vassal::traits::fields::Names::default(),
    }
}
