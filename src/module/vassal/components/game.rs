//! The module itself, its players and its options.

use crate::module::vassal::component::component;
use crate::vassal::traits::fields::KeyStroke;

component! {
    /// The module.
    GameModule = "VASSAL.build.GameModule" {
        /// Its name.
        name as "name": String = String::new(),
        /// Its version.
        version as "version": String = String::new(),
        /// In a sentence.
        description as "description": String = String::new(),
        /// Free text for the module manager.
        other_1 as "ModuleOther1": String = String::new(),
        /// Free text for the module manager.
        other_2 as "ModuleOther2": String = String::new(),
        /// The VASSAL it was made for.
        vassal_version as "VassalVersion": String = String::new(),
        /// The id that the next piece slot made in the editor gets.
        next_slot as "nextPieceSlotId": i32 = 1,
    }
}

component! {
    /// Writes and reads commands.
    BasicCommandEncoder = "VASSAL.build.module.BasicCommandEncoder" {}
}

component! {
    /// The chat window.
    Chatter = "VASSAL.build.module.Chatter" {}
}

component! {
    /// Names of keys.
    KeyNamer = "VASSAL.build.module.KeyNamer" {}
}

component! {
    /// Translations of the module.
    Language = "VASSAL.i18n.Language" {}
}

component! {
    /// Texts to translate.
    TranslatableMessages = "VASSAL.build.module.properties.GlobalTranslatableMessages" {}
}

component! {
    /// Who plays; the sides are its parts.
    PlayerRoster = "VASSAL.build.module.PlayerRoster" {
        /// On the button.
        button as "buttonText": String = String::new(),
        /// Above the button.
        tooltip as "buttonToolTip": String = String::new(),
        /// The button's picture.
        icon as "buttonIcon": String = String::new(),
        /// The button's key.
        key as "buttonKeyStroke": KeyStroke = KeyStroke::None,
    }
}

component! {
    /// What holds for the whole module.
    GlobalOptions = "VASSAL.build.module.GlobalOptions" {
        /// Who may turn masked pieces of others.
        unmasking as "nonOwnerUnmaskable": String = String::from("Never"),
        /// Asked for that permission.
        unmasking_prompt as "promptString": String = String::from("Opponents can unmask my pieces"),
        /// Moves are reported in the chat.
        auto_report as "autoReport": String = String::from("Always"),
        /// How a player is called in reports.
        player_format as "playerIdFormat": String = String::from("$playerSide$ ($playerName$)"),
        /// HTML in the chat.
        html as "chatterHTMLSupport": String = String::from("Never"),
        /// Keys work in closed windows.
        keys_everywhere as "hotKeysOnClosedWindows": String = String::from("Never"),
        /// Inventories show everything to everybody.
        inventory_for_all as "inventoryForAll": String = String::from("Never"),
        /// Pieces that are sent somewhere leave a trail.
        sent_trails as "sendToLocationMoveTrails": String = String::from("Never"),
        /// `0101` stays a text and does not become 101.
        keep_leading_zeros as "storeLeadingZeroIntegersAsStrings": bool = true,
    }
}

component! {
    /// Holds the properties of the module.
    GlobalProperties = "VASSAL.build.module.properties.GlobalProperties" {}
}

component! {
    /// A property of the module.
    GlobalProperty = "VASSAL.build.module.properties.GlobalProperty" {
        /// Its name.
        name as "name": String = String::new(),
        /// At the start.
        initial as "initialValue": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// A number.
        numeric as "isNumeric": bool = false,
        /// At least.
        least as "min": String = String::from("null"),
        /// At most.
        most as "max": String = String::from("null"),
        /// After the most comes the least.
        wraps as "wrap": bool = false,
    }
}

component! {
    /// A set-up to start from.
    PredefinedSetup = "VASSAL.build.module.PredefinedSetup" {
        /// Its name.
        name as "name": String = String::new(),
        /// The designer's note.
        description as "description": String = String::new(),
        /// Only a menu of others.
        menu as "isMenu": bool = false,
        /// Loads a save; else an empty table.
        uses_file as "useFile": bool = true,
        /// The save.
        file as "file": String = String::new(),
    }
}
