//! Objects of a save.

use serde_json::{Value, json};

/// A point in the program's space: across, up, away from the player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) z: f64,
}

/// Four decimals are a hundredth of a hair.
pub(super) fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e4).round() / 1e4;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Where an object lies, how it is turned, how large it is.
pub(super) fn transform(at: Place, scale: f64, (turned, over): (f64, f64)) -> Value {
    let (scale, up) = (rounded(scale), 1.0);
    json!({
        "posX": rounded(at.x), "posY": rounded(at.y), "posZ": rounded(at.z),
        "rotX": 0.0, "rotY": turned, "rotZ": over,
        "scaleX": scale, "scaleY": up, "scaleZ": scale,
    })
}

/// An object with the fields that every one has, and its own.
pub(super) fn object(name: &str, guid: &str, transform: Value, own: Value) -> Value {
    let white = json!({ "r": 1.0, "g": 1.0, "b": 1.0 });
    let mut object = json!({
        "GUID": guid, "Name": name, "Transform": transform, "Nickname": "", "Description": "", "GMNotes": "",
        "Memo": "", "AltLookAngle": { "x": 0.0, "y": 0.0, "z": 0.0 }, "ColorDiffuse": white, "Tags": [],
        "LayoutGroupSortIndex": 0, "Value": 0, "Locked": false, "Grid": true, "Snap": true, "IgnoreFoW": false,
        "MeasureMovement": false, "DragSelectable": true, "Autoraise": true, "Sticky": true, "Tooltip": true,
        "GridProjection": false, "HideWhenFaceDown": false, "Hands": false, "LuaScript": "", "LuaScriptState": "",
        "XmlUI": "",
    });
    if let Value::Object(own) = own {
        for (key, value) in own {
            object[key] = value;
        }
    }
    object
}

/// The pictures of a tile.
pub(super) fn tile(front: &str, back: &str) -> Value {
    json!({
        "ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0,
        "CustomTile": { "Type": 0, "Thickness": 0.1, "Stackable": false, "Stretch": true },
    })
}

/// Gives out ids of six hex digits.
#[derive(Debug)]
pub(super) struct Guids {
    seed: String,
    taken: std::collections::BTreeSet<String>,
}

impl Guids {
    pub(super) fn new(seed: String) -> Self {
        Guids { seed, taken: Default::default() }
    }

    /// The id of an object: the same in every build, unless two of a save would have the same.
    pub(super) fn of(&mut self, name: &str) -> String {
        let hash = |nth: usize| {
            let text = format!("{}/{name}/{nth}", self.seed);
            blake3::hash(text.as_bytes()).to_hex()[..6].to_owned()
        };
        // A save of sixteen million objects cannot be.
        let free = (0..).map(hash).find(|guid| !self.taken.contains(guid)).unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }
}
