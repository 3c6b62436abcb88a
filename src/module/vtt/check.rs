//! What the program asks of a file, checked before a player's browser does.

use super::grid::{Lattice, snap};
use super::{MOST_PICTURE, VERSION, address};
use crate::vassal::Limits;
use crate::vassal::archive::Archive;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The largest description of a room.
const MOST_TEXT: usize = 20 << 20;

/// Everything that is wrong with a file; empty when it is sound.
pub fn check(bytes: &[u8]) -> Vec<String> {
    let limits = Limits::default();
    let mut archive = match Archive::from_bytes(bytes.to_vec(), &limits) {
        Ok(archive) => archive,
        Err(error) => return vec![error.to_string()],
    };
    let names = archive.names().to_vec();
    let (mut wrong, mut pictures, mut rooms) = (Vec::new(), BTreeSet::new(), Vec::new());
    for name in &names {
        let bytes = match archive.read(name, &limits) {
            Ok(bytes) => bytes,
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        match name.strip_prefix("assets/") {
            Some(known) => {
                if known != address(&bytes) {
                    wrong.push(format!("{name}: its content makes it {}", address(&bytes)));
                }
                if bytes.len() >= MOST_PICTURE {
                    wrong.push(format!("{name}: {} bytes fail the whole upload", bytes.len()));
                }
                if !matches!(bytes.first(), Some(0x89 | 0xff | b'<' | b'G' | b'R')) {
                    wrong.push(format!("{name}: no picture that the program knows"));
                }
                pictures.insert(format!("/assets/{known}"));
            }
            None if name.contains('/') || !name.ends_with(".json") => {
                wrong.push(format!("{name}: only variants and assets/ belong into the file"));
            }
            None if bytes.len() >= MOST_TEXT => wrong.push(format!("{name}: too large")),
            None => match serde_json::from_slice::<Map<String, Value>>(&bytes) {
                Ok(room) => rooms.push((name.clone(), room)),
                Err(error) => wrong.push(format!("{name}: {error}")),
            },
        }
    }
    if rooms.is_empty() {
        wrong.push("no variant: none of the entries is a room".to_owned());
    }
    let mut shown = BTreeSet::new();
    for (name, room) in &rooms {
        Variant { room, pictures: &pictures, shown: &mut shown }
            .check(&mut |what| wrong.push(format!("{name}: {what}")));
    }
    wrong.extend(pictures.difference(&shown).map(|picture| format!("{picture}: shown nowhere")));
    wrong
}

struct Variant<'v> {
    room: &'v Map<String, Value>,
    pictures: &'v BTreeSet<String>,
    shown: &'v mut BTreeSet<String>,
}

impl Variant<'_> {
    fn check(&mut self, tell: &mut dyn FnMut(String)) {
        let meta = self.room.get("_meta");
        match meta.and_then(|meta| meta.get("version")?.as_u64()) {
            Some(version) if version <= u64::from(VERSION) => {}
            version => tell(format!("version {version:?} is not known to the program")),
        }
        let mut piles: BTreeSet<String> = BTreeSet::new();
        for (id, widget) in self.room.iter().filter(|(id, _)| *id != "_meta") {
            if widget.get("id").and_then(Value::as_str) != Some(id) {
                tell(format!("{id}: its own `id` is another"));
            }
            self.parents(id, tell);
            match widget.get("type").and_then(Value::as_str) {
                Some("card") => self.card(id, widget, tell),
                Some("deck") => {
                    let pile = widget.pointer("/cardDefaults/onPileCreation");
                    let pile = pile.cloned().unwrap_or_default();
                    // Counters of one size merge only where this is the same text.
                    let size =
                        ["width", "height"].map(|side| widget["cardDefaults"][side].to_string());
                    piles.insert(format!("{size:?} {pile}"));
                    if piles.iter().filter(|known| known.starts_with(&format!("{size:?} "))).count()
                        > 1
                    {
                        tell(format!("{id}: counters of its size pile in another way"));
                    }
                }
                _ => {}
            }
        }
        let mut links = Vec::new();
        self.room.values().for_each(|value| addresses(value, &mut links));
        for link in links {
            if !self.pictures.contains(&link) {
                tell(format!("{link}: there is no such picture in the file"));
            }
            self.shown.insert(link);
        }
        self.room.values().for_each(|value| limits(value, tell));
    }

    fn parents(&self, id: &str, tell: &mut dyn FnMut(String)) {
        let mut seen = BTreeSet::from([id]);
        let mut next = id;
        while let Some(parent) =
            self.room.get(next).and_then(|widget| widget.get("parent")?.as_str())
        {
            if !self.room.contains_key(parent) {
                tell(format!("{next}: there is no `{parent}` for it to lie in"));
                return;
            }
            if !seen.insert(parent) {
                tell(format!("{id}: lies within itself"));
                return;
            }
            next = parent;
        }
    }

    fn card(&self, id: &str, card: &Value, tell: &mut dyn FnMut(String)) {
        let text = |name: &str| card.get(name).and_then(Value::as_str).unwrap_or_default();
        let Some(deck) = self.room.get(text("deck")).filter(|deck| deck["type"] == "deck") else {
            return tell(format!("{id}: there is no deck `{}`", text("deck")));
        };
        if deck.get("cardTypes").and_then(|types| types.get(text("cardType"))).is_none() {
            tell(format!("{id}: its deck has no `{}`", text("cardType")));
        }
        let faces = deck["faceTemplates"].as_array().map_or(0, Vec::len);
        let shown = card.get("activeFace").and_then(Value::as_u64).unwrap_or(0);
        if shown >= faces.max(1) as u64 {
            tell(format!("{id}: shows face {shown} of {faces}"));
        }
        // On a lattice that would hold it, it must lie on a point of it: the first touch would shift it.
        let (x, y) = (card.get("x").and_then(Value::as_f64), card.get("y").and_then(Value::as_f64));
        if let (Some(x), Some(y), None) = (x, y, card.get("parent").and_then(Value::as_str)) {
            let grid = deck.pointer("/cardDefaults/grid").and_then(Value::as_array);
            let lattices: Vec<Lattice> =
                grid.into_iter().flatten().filter_map(Lattice::read).collect();
            let near = snap(&lattices, (x, y));
            let off = (near.0 - x).abs().max((near.1 - y).abs());
            if off > 0.0 && off < 2.0 {
                tell(format!("{id}: lies {off} pixels beside its place"));
            }
        }
    }
}

/// All addresses of pictures in a value.
fn addresses(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.starts_with("/assets/") => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|one| addresses(one, found)),
        Value::Object(fields) => fields.values().for_each(|one| addresses(one, found)),
        _ => {}
    }
}

/// A limit of 0 is none for the program.
fn limits(value: &Value, tell: &mut dyn FnMut(String)) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| limits(one, tell)),
        Value::Object(fields) => {
            for (key, value) in fields {
                if matches!(key.as_str(), "minX" | "minY" | "maxX" | "maxY")
                    && value.as_f64() == Some(0.0)
                {
                    tell(format!("a lattice with {key} 0 has no limit there"));
                }
                limits(value, tell);
            }
        }
        _ => {}
    }
}
