//! What a room must be, as far as it is known from another program's importer.

use super::SCHEMA;
use crate::vassal::Limits;
use crate::vassal::archive::Archive;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is wrong with a room; empty when it is sound.
pub fn check(bytes: &[u8]) -> Vec<String> {
    let limits = Limits::default();
    let mut archive = match Archive::from_bytes(bytes.to_vec(), &limits) {
        Ok(archive) => archive,
        Err(error) => return vec![error.to_string()],
    };
    let mut wrong = Vec::new();
    match archive.read_text("schemaVersion", &limits) {
        Ok(version) if version == SCHEMA => {}
        Ok(version) => wrong.push(format!("schemaVersion {version} instead of {SCHEMA}")),
        Err(error) => wrong.push(error.to_string()),
    }
    let text = archive.read_text("widgets.json", &limits);
    let widgets: Vec<Value> = match text.map(|text| serde_json::from_str(&text)) {
        Ok(Ok(widgets)) => widgets,
        Ok(Err(error)) => return vec![error.to_string()],
        Err(error) => return vec![error.to_string()],
    };
    let mut decks: BTreeMap<&str, &Value> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for widget in &widgets {
        let id = widget["id"].as_str().unwrap_or_default();
        if id.is_empty() || !ids.insert(id) {
            wrong.push(format!("`{id}`: no id, or one that another has"));
        }
        if widget["type"] == "cardDeck" {
            decks.insert(id, &widget["cardTypes"]);
        }
    }
    for piece in widgets.iter().filter(|widget| widget["type"] == "piece") {
        let card = piece["cardType"].as_str().unwrap_or_default();
        let deck = decks.get(piece["deck"].as_str().unwrap_or_default());
        if deck.and_then(|cards| cards.get(card)).is_none() {
            wrong.push(format!("{}: its deck has no `{card}`", piece["id"]));
        }
    }
    let mut shown = BTreeSet::new();
    widgets.iter().for_each(|widget| pictures(widget, &mut shown));
    let there: BTreeSet<String> =
        archive.names().iter().filter(|name| name.starts_with("userassets/")).cloned().collect();
    wrong.extend(shown.difference(&there).map(|name| format!("{name}: there is no such picture")));
    wrong.extend(there.difference(&shown).map(|name| format!("{name}: shown nowhere")));
    wrong
}

fn pictures(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            found.extend(text.strip_prefix("package://").map(str::to_owned));
        }
        Value::Array(list) => list.iter().for_each(|one| pictures(one, found)),
        Value::Object(fields) => fields.values().for_each(|one| pictures(one, found)),
        _ => {}
    }
}
