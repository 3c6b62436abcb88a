//! What a save must be, as far as documentation and published files tell.

use serde_json::Value;
use std::collections::BTreeSet;

/// Fields that every object of published saves has.
const FIELDS: [&str; 12] = [
    "GUID",
    "Name",
    "Transform",
    "Nickname",
    "Description",
    "GMNotes",
    "ColorDiffuse",
    "Locked",
    "Grid",
    "Snap",
    "LuaScript",
    "LuaScriptState",
];
/// Fields of a transform.
const PLACES: [&str; 9] =
    ["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"];

/// Whether a file may be a save.
pub(super) fn looks_like(name: &str, bytes: &[u8]) -> bool {
    name.ends_with(".json") && bytes.windows(14).any(|window| window == b"\"ObjectStates\"")
}

/// Everything that is wrong with a save; empty when it is sound.
pub fn check(bytes: &[u8]) -> Vec<String> {
    let save: Value = match serde_json::from_slice(bytes) {
        Ok(save) => save,
        Err(error) => return vec![error.to_string()],
    };
    let mut wrong = Vec::new();
    for field in ["SaveName", "GameMode", "TabStates", "Table", "Sky", "ObjectStates"] {
        if save.get(field).is_none() {
            wrong.push(format!("no {field}"));
        }
    }
    let mut guids = BTreeSet::new();
    for object in save["ObjectStates"].as_array().into_iter().flatten() {
        self::object(object, &mut guids, &mut wrong);
    }
    wrong
}

fn object(object: &Value, guids: &mut BTreeSet<String>, wrong: &mut Vec<String>) {
    let guid = object["GUID"].as_str().unwrap_or_default();
    if guid.len() != 6 || !guid.bytes().all(|b| b.is_ascii_hexdigit()) {
        wrong.push(format!("{guid:?} is no GUID of six hex digits"));
    }
    if !guids.insert(guid.to_owned()) {
        wrong.push(format!("{guid}: two objects have this GUID"));
    }
    for field in FIELDS {
        if object.get(field).is_none() {
            wrong.push(format!("{guid}: no {field}"));
        }
    }
    for field in PLACES {
        if !object["Transform"][field].is_number() {
            wrong.push(format!("{guid}: no {field} in its Transform"));
        }
    }
    if object["Name"] == "Custom_Tile" {
        let image = &object["CustomImage"];
        if image["ImageURL"].as_str().is_none_or(str::is_empty) {
            wrong.push(format!("{guid}: a tile without a picture"));
        }
        if !image["CustomTile"]["Type"].is_number() {
            wrong.push(format!("{guid}: a tile without a shape"));
        }
    }
    for point in object["AttachedSnapPoints"].as_array().into_iter().flatten() {
        let inside = ["x", "z"]
            .iter()
            .all(|axis| point["Position"][axis].as_f64().is_some_and(|at| at.abs() <= 1.0 + 1e-9));
        if !inside {
            wrong.push(format!("{guid}: a snap point beside the tile"));
        }
    }
    let inner = object["ContainedObjects"].as_array().into_iter().flatten();
    let states = object["States"].as_object().into_iter().flatten().map(|(_, state)| state);
    for one in inner.chain(states) {
        self::object(one, guids, wrong);
    }
}
