//! The game file: sides, dice, the turn.

use super::{Imported, fresh_id, id_from};
use crate::vassal::build::{Element, Prototypes, TurnTracker};
use crate::vassal::file::ModuleFile;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// A side: id and name.
pub(super) type Sides = Vec<(String, String)>;

/// The sides that players may take; two in their place where the module has none.
pub(super) fn sides(build: &Element) -> Sides {
    let mut taken = BTreeSet::new();
    let entries = build.all("PlayerRoster").flat_map(|roster| &roster.children);
    let named: Sides = entries
        .filter(|entry| entry.tag == "entry" && !entry.text.is_empty())
        .map(|entry| (fresh_id(&entry.text, &mut taken), entry.text.clone()))
        .collect();
    if !named.is_empty() {
        return named;
    }
    [("side-1", "First side"), ("side-2", "Second side")]
        .map(|(id, name)| (id.to_owned(), name.to_owned()))
        .to_vec()
}

fn table<const N: usize>(pairs: [(&str, Value); N]) -> Value {
    Value::Table(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn list(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::from(*text)).collect())
}

pub(super) fn write(
    module: &ModuleFile,
    title: &str,
    (sides, colours): (&Sides, &[String]),
    imported: &mut Imported,
) {
    let build = &module.build;
    let trackers = TurnTracker::all(build);
    let mut game = Table::new();
    game.insert("title".into(), title.into());
    game.insert(
        "version".into(),
        build.get("version").filter(|text| !text.is_empty()).unwrap_or("0.1").into(),
    );
    game.insert("summary".into(), build.get("description").unwrap_or_default().into());
    game.insert("turns".into(), Value::Array(vec![1.into(), 20.into()]));
    game.insert(
        "counters".into(),
        table([
            ("template", "marker".into()),
            ("marker_template", "marker".into()),
            ("size", "5/8".into()),
        ]),
    );
    game.insert(
        "counter_size".into(),
        Value::Array(vec![table([("id", "5/8".into()), ("width", "5/8in".into())])]),
    );
    game.insert("dice".into(), Value::Array(dice(build, imported)));
    let rows = sides.iter().zip(colours).map(|((id, name), colour)| {
        table([
            ("id", id.as_str().into()),
            ("name", name.as_str().into()),
            ("colour", colour.as_str().into()),
        ])
    });
    game.insert("side".into(), Value::Array(rows.collect()));
    game.insert(
        "movement_class".into(),
        Value::Array(vec![table([("id", "any".into()), ("name", "Any".into())])]),
    );
    game.insert("phase".into(), Value::Array(phases(&trackers, sides)));
    let cost = table([("any", 1.into())]);
    let clear = table([
        ("id", "clear".into()),
        ("name", "As the board shows".into()),
        ("cost", cost),
        ("provenance", "reconstructed".into()),
    ]);
    game.insert("terrain".into(), Value::Array(vec![clear]));
    imported.leave_out(
        "terrain, roads and rivers: a module holds only a picture of the map; every hex is `clear`",
    );
    imported.leave_out("the number of turns: a module does not tell; 20 are written");
    if trackers.len() > 1 {
        imported.leave_out(format!("{} more turn trackers", trackers.len() - 1));
    }
    let path = format!("games/{}.toml", imported.game);
    imported.toml(path, &game);
}

fn dice(build: &Element, imported: &mut Imported) -> Vec<Value> {
    let mut taken = BTreeSet::new();
    let mut dice = Vec::new();
    for button in build.all("DiceButton") {
        let name = button.get("name").unwrap_or("Dice");
        let (count, faces): (i64, i64) = (button.number("nDice", 2), button.number("nSides", 6));
        if !(1..=100).contains(&count) || !(2..=1000).contains(&faces) {
            imported.leave_out(format!("dice button {name:?}: {count} dice with {faces} sides"));
            continue;
        }
        let id = fresh_id(name, &mut taken);
        dice.push(table([
            ("id", id.into()),
            ("name", name.into()),
            ("count", count.into()),
            ("faces", faces.into()),
        ]));
    }
    dice
}

/// The phases: the innermost list of the first tracker, each with the side it names.
fn phases(trackers: &[TurnTracker], sides: &Sides) -> Vec<Value> {
    let mut names = Vec::new();
    let mut level = trackers.first().and_then(|tracker| tracker.levels.first());
    while let Some(here) = level {
        if let Some(list) = &here.list {
            names.clone_from(list);
        }
        level = here.levels.first();
    }
    if names.is_empty() {
        names.push("Play".to_owned());
    }
    let mut taken = BTreeSet::new();
    let phase = |name: &String| {
        let words = id_from(name);
        let side = sides.iter().find(|(id, _)| words.split('-').any(|word| word == id));
        let side = side.map_or("both", |(id, _)| id.as_str());
        table([
            ("id", fresh_id(name, &mut taken).into()),
            ("name", name.as_str().into()),
            ("side", side.into()),
            ("actions", list(&["move", "attack"])),
        ])
    };
    names.iter().map(phase).collect()
}

/// Lists the components that have no place in sources, by class.
pub(super) fn list_left_out(build: &Element, prototypes: &Prototypes, imported: &mut Imported) {
    const CARRIED: [&str; 30] = [
        "GameModule",
        "ModuleExtension",
        "ExtensionElement",
        "PlayerRoster",
        "PrototypesContainer",
        "PrototypeDefinition",
        "PieceWindow",
        "ListWidget",
        "PanelWidget",
        "TabWidget",
        "BoxWidget",
        "MapWidget",
        "PieceSlot",
        "CardSlot",
        "DiceButton",
        "TurnTracker",
        "CounterTurnLevel",
        "ListTurnLevel",
        "Map",
        "BoardPicker",
        "Board",
        "HexGrid",
        "HexGridNumbering",
        "SetupStack",
        "PredefinedSetup",
        "BasicCommandEncoder",
        "Chatter",
        "KeyNamer",
        "Language",
        "Documentation",
    ];
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for element in build.walk().filter(|element| element.tag.contains('.')) {
        if !CARRIED.contains(&element.class()) {
            *classes.entry(element.class()).or_default() += 1;
        }
    }
    for (class, count) in classes {
        imported.leave_out(format!("{count} × component {class}"));
    }
    if !prototypes.by_name.is_empty() {
        let count = prototypes.by_name.len();
        imported.leave_out(format!("{count} prototypes: their values stand in every counter row, their menu commands nowhere"));
    }
}
