//! The turn tracker.

use crate::module::vassal::component::component;
use crate::vassal::traits::fields::{KeyStroke, Names};

component! {
    /// Counts turns and phases.
    Tracker = "VASSAL.build.module.turn.TurnTracker" {
        /// Its name.
        name as "name": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// On the button.
        text as "buttonText": String = String::from("Turn"),
        /// The button's picture.
        icon as "icon": String = String::new(),
        /// The button's key.
        key as "hotkey": KeyStroke = KeyStroke::Key { code: 84, modifiers: 195 },
        /// Key: the next.
        next_key as "nexthotkey": KeyStroke = KeyStroke::None,
        /// Key: the one before.
        previous_key as "prevhotkey": KeyStroke = KeyStroke::None,
        /// How the turn is shown.
        format as "turnFormat": String = String::new(),
        /// What is reported.
        report as "reportFormat": String = String::new(),
        /// Above the button.
        tooltip as "tooltip": String = String::from("Turn and phase"),
        /// How its width is found.
        length_style as "lengthStyle": String = String::from("Maximum"),
        /// A fixed width.
        length as "length": i32 = -1,
    }
}

component! {
    /// A key that the tracker presses at its steps.
    TurnKey = "VASSAL.build.module.turn.TurnGlobalHotkey" {
        /// Its name.
        name as "name": String = String::new(),
        /// The key.
        key as "hotkey": KeyStroke = KeyStroke::None,
        /// Only if this holds.
        when as "match": String = String::new(),
        /// What it reports.
        report as "reportFormat": String = String::new(),
    }
}

component! {
    /// Numbers.
    CounterLevel = "VASSAL.build.module.turn.CounterTurnLevel" {
        /// Its name.
        name as "name": String = String::new(),
        /// The property that holds it.
        property as "property": String = String::new(),
        /// How it is shown.
        format as "turnFormat": String = String::from("$value$"),
        /// The first.
        start as "start": i32 = 1,
        /// By how many.
        step as "incr": i32 = 1,
        /// After the last comes the first.
        loops as "loop": bool = false,
        /// The last.
        last as "loopLimit": i32 = -1,
    }
}

component! {
    /// Names, one after another.
    ListLevel = "VASSAL.build.module.turn.ListTurnLevel" {
        /// Its name.
        name as "name": String = String::new(),
        /// The property that holds it.
        property as "property": String = String::new(),
        /// How it is shown.
        format as "turnFormat": String = String::from("$value$"),
        /// They.
        list as "list": Names = Names::default(),
        /// Players choose which.
        choose_list as "configList": bool = false,
        /// Players choose the first.
        choose_first as "configFirst": bool = false,
        /// Asked for the first.
        prompt as "prompt": String = String::new(),
    }
}
