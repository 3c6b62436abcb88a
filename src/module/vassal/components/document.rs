//! Charts, help and the about entry.

use crate::module::vassal::component::component;
use crate::vassal::traits::fields::KeyStroke;

component! {
    /// The help menu.
    Documentation = "VASSAL.build.module.Documentation" {}
}

component! {
    /// The picture shown at the start and under About.
    AboutScreen = "VASSAL.build.module.documentation.AboutScreen" {
        /// In the help menu.
        title as "title": String = String::new(),
        /// The picture.
        image as "fileName": String = String::new(),
    }
}

component! {
    /// A page in a window.
    HelpFile = "VASSAL.build.module.documentation.HelpFile" {
        /// In the help menu.
        title as "title": String = String::new(),
        /// The page.
        file as "fileName": String = String::new(),
        /// `archive`: in the module.
        kind as "fileType": String = String::from("archive"),
    }
}

component! {
    /// Pages for the browser: a zip in the module.
    BrowserHelpFile = "VASSAL.build.module.documentation.BrowserHelpFile" {
        /// In the help menu.
        title as "title": String = String::new(),
        /// The page to start with.
        start as "startingPage": String = String::new(),
    }
}

component! {
    /// A window with charts.
    ChartWindow = "VASSAL.build.module.ChartWindow" {
        /// Its name.
        name as "name": String = String::from("Charts"),
        /// The designer's note.
        description as "description": String = String::new(),
        /// On the button.
        text as "text": String = String::from("Charts"),
        /// Above the button.
        tooltip as "tooltip": String = String::from("Charts and tables"),
        /// The button's picture.
        icon as "icon": String = String::from("/images/chart.gif"),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 65, modifiers: 195 },
    }
}

component! {
    /// A picture in it.
    Chart = "VASSAL.build.widget.Chart" {
        /// Its name.
        name as "chartName": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// The picture.
        image as "fileName": String = String::new(),
    }
}
