//! What units wear so that players can declare from their menus.

use super::{Names, gathers};
use crate::model::{Declaration, Game, Id, LinePart, Offered, UnitType};
use crate::module::vassal::pieces::{UNIT, Worn, plain, with};
use crate::vassal::traits::calculated::Calculated;
use crate::vassal::traits::fields::{Decimal, KeyStroke, KeyStrokes};
use crate::vassal::traits::layer::{Layer, Level};
use crate::vassal::traits::property_commands::{PropertyChange, PropertyCommand, PropertyCommands};
use crate::vassal::traits::report::Report;
use crate::vassal::traits::set_global_property::SetGlobalProperty;
use crate::vassal::traits::submenu::SubMenu;
use crate::vassal::traits::trigger::Trigger;

/// Traits that every unit wears: declarations for all types, and naming the target of any.
pub(in crate::module::vassal) fn unit_traits(game: &Game) -> Vec<Worn> {
    let mut worn = Vec::new();
    for declaration in game.declarations.iter().filter(|one| one.offered == Offered::Unit) {
        if declaration.types.is_empty() {
            worn.extend(declares(game, declaration));
        }
        if gathers(declaration) && declaration.has_targets() {
            worn.extend(join_targets(game, declaration));
        }
        if gathers(declaration) && declaration.has_place() {
            worn.extend(target(declaration));
        }
    }
    worn.extend(together(game));
    worn
}

/// More entries than this make a menu of their own.
const MOST_ENTRIES: usize = 8;

/// Many declarations in one menu within the menu; keys work all the same.
fn together(game: &Game) -> Option<Worn> {
    let mut entries: Vec<String> = Vec::new();
    for one in game.declarations.iter().filter(|one| one.offered == Offered::Unit) {
        entries.push(one.menu.clone());
        if gathers(one) && (one.has_place() || one.has_targets()) {
            entries.push(one.here.clone());
        }
    }
    (entries.len() > MOST_ENTRIES).then(|| {
        plain(SubMenu {
            name: "Declare".to_owned(),
            commands: crate::vassal::traits::fields::Names(entries),
            description: String::new(),
        })
    })
}

/// Traits of declarations that only units of a type make.
pub(in crate::module::vassal) fn type_traits(game: &Game, unit_type: Id<UnitType>) -> Vec<Worn> {
    let offered =
        |one: &&Declaration| one.offered == Offered::Unit && one.types.contains(&unit_type);
    game.declarations.iter().filter(offered).flat_map(|one| declares(game, one)).collect()
}

fn declares(game: &Game, declaration: &Declaration) -> Vec<Worn> {
    if gathers(declaration) { join(game, declaration) } else { speaks(declaration) }
}

/// The key that players press.
pub(super) fn player_key(declaration: &Declaration) -> Option<KeyStroke> {
    declaration.key.as_deref().and_then(KeyStroke::from_words)
}

/// Adds the unit to those that declare.
fn join(game: &Game, declaration: &Declaration) -> Vec<Worn> {
    let names = Names::of(declaration);
    let gathering = Gathering {
        property: names.units(),
        joined: names.joined(),
        command: declaration.menu.clone(),
        key: key_or(declaration, &names, "join"),
        several: declaration.gathers(),
        badge: badge_image(declaration),
        name: format!("{} badge", declaration.id),
    };
    gathering.traits(game)
}

/// Adds the unit to those that are the targets.
fn join_targets(game: &Game, declaration: &Declaration) -> Vec<Worn> {
    let names = Names::of(declaration);
    let gathering = Gathering {
        property: names.targets(),
        joined: format!("{}_targeted", names.stem),
        command: declaration.here.clone(),
        key: names.key("aim"),
        several: true,
        badge: target_image(declaration),
        name: format!("{} target badge", declaration.id),
    };
    gathering.traits(game)
}

/// A list of units in a property of the module, and a badge on every unit in it.
struct Gathering {
    property: String,
    joined: String,
    command: String,
    key: KeyStroke,
    several: bool,
    badge: String,
    name: String,
}

impl Gathering {
    fn traits(self, game: &Game) -> Vec<Worn> {
        let Gathering { property, joined, command, key, several, badge, name } = self;
        let me = format!(r#"GetString("{UNIT}") + " (" + GetString("LocationName") + ")""#);
        let among =
            format!(r#"(", " + GetString("{property}") + ",").contains(", " + {me} + ",")"#);
        let value = if several {
            format!(
                r#"{{GetString("{property}").length() < 1 ? {me} : {among} ? GetString("{property}") : GetString("{property}") + ", " + {me}}}"#
            )
        } else {
            format!("{{{me}}}")
        };
        let pixels = i32::try_from(game.module.counter_pixels).unwrap_or(76);
        let layer = Layer {
            activate_modifiers: 128,
            up_modifiers: 128,
            down_modifiers: 128,
            // Off the upper right corner, where it covers neither values nor the name.
            x: pixels / 2 + 6,
            y: -pixels / 2 - 6,
            images: crate::vassal::traits::fields::Names(vec![String::new(), badge]),
            names: crate::vassal::traits::fields::Names(vec![String::new(), String::new()]),
            name,
            follows: true,
            followed: joined.clone(),
            version: 1,
            scale: Decimal(1.0),
            ..Layer::default()
        };
        vec![
            set(&property, command, key, PropertyChange::Set(value)),
            with(layer, Level { level: 1, active: true }.encode()),
            plain(Calculated {
                name: joined,
                expression: format!("{{{among} ? 2 : 1}}"),
                description: String::new(),
            }),
        ]
    }
}

/// The picture of a declaration's badge.
pub(super) fn badge_image(declaration: &Declaration) -> String {
    format!("badge-{}.png", crate::module::names::file_word(&declaration.id))
}

/// The picture of the badge of its targets.
pub(super) fn target_image(declaration: &Declaration) -> String {
    format!("badge-{}-target.png", crate::module::names::file_word(&declaration.id))
}

fn key_or(declaration: &Declaration, names: &Names, what: &str) -> KeyStroke {
    player_key(declaration).unwrap_or_else(|| names.key(what))
}

/// Names the hex of this piece as the target of those gathered, and says the line.
fn target(declaration: &Declaration) -> Vec<Worn> {
    let names = Names::of(declaration);
    let units = names.units();
    let mut worn = Vec::new();
    let asks = questions(declaration, &names, &mut worn);
    let mut actions = asks.clone();
    actions.push(names.key("finish"));
    // Pieces called to be targets have `here` as their own entry.
    let command = if declaration.has_targets() {
        format!("{}: this hex", declaration.here)
    } else {
        declaration.here.clone()
    };
    let mut gathered = format!(r#"GetString("{units}").length() > 0"#);
    if declaration.has_targets() {
        gathered += &format!(r#" && GetString("{}").length() > 0"#, names.targets());
    }
    worn.push(plain(Trigger {
        name: declaration.id.clone(),
        command,
        key: names.key("here"),
        filter: format!("{{{gathered}}}"),
        action_keys: KeyStrokes(actions),
        ..Trigger::default()
    }));
    worn.push(finish(declaration, &names));
    worn.push(report(declaration, &names, &format!("${units}$")));
    worn.push(set(&units, String::new(), names.key("clear"), PropertyChange::Set(String::new())));
    if declaration.has_targets() {
        let clear = names.key("clear");
        worn.push(set(&names.targets(), String::new(), clear, PropertyChange::Set(String::new())));
    }
    worn
}

/// Says the line for this unit alone.
fn speaks(declaration: &Declaration) -> Vec<Worn> {
    let names = Names::of(declaration);
    let me = format!("${UNIT}$ ($LocationName$)");
    let mut worn = Vec::new();
    let key = key_or(declaration, &names, "start");
    match declaration.questions.as_slice() {
        [question] if !question.choices.is_empty() && question.choices.len() <= 12 => {
            // A menu within the menu needs no dialogue.
            let entry = |choice: &String| format!("{}: {choice}", declaration.menu);
            for (nth, choice) in question.choices.iter().enumerate() {
                let pick = names.key(&format!("pick{}", nth + 1));
                worn.push(plain(Trigger {
                    name: declaration.id.clone(),
                    command: entry(choice),
                    key: names.key(&format!("choice{}", nth + 1)),
                    action_keys: KeyStrokes(vec![pick, names.key("say")]),
                    ..Trigger::default()
                }));
            }
            let commands = question.choices.iter().map(entry).collect();
            worn.push(plain(SubMenu {
                name: declaration.menu.clone(),
                commands: crate::vassal::traits::fields::Names(commands),
                description: String::new(),
            }));
            worn.push(report(declaration, &names, &me));
            let picks = question.choices.iter().enumerate().map(|(nth, choice)| PropertyCommand {
                command: String::new(),
                key: names.key(&format!("pick{}", nth + 1)),
                change: PropertyChange::Set(choice.clone()),
            });
            worn.push(setter(&names.answer(declaration, 0), picks.collect()));
        }
        [] => {
            worn.push(plain(Trigger {
                name: declaration.id.clone(),
                command: declaration.menu.clone(),
                key,
                action_keys: KeyStrokes(vec![names.key("say")]),
                ..Trigger::default()
            }));
            worn.push(report(declaration, &names, &me));
        }
        _ => {
            let mut actions = questions(declaration, &names, &mut worn);
            actions.push(names.key("finish"));
            worn.push(plain(Trigger {
                name: declaration.id.clone(),
                command: declaration.menu.clone(),
                key,
                action_keys: KeyStrokes(actions),
                ..Trigger::default()
            }));
            worn.push(finish(declaration, &names));
            worn.push(report(declaration, &names, &me));
        }
    }
    worn
}

/// Asks every question anew; returns the keys that do so, in order.
fn questions(declaration: &Declaration, names: &Names, worn: &mut Vec<Worn>) -> Vec<KeyStroke> {
    let mut keys = Vec::new();
    for (nth, question) in declaration.questions.iter().enumerate() {
        let (wipe, ask) =
            (names.key(&format!("wipe{}", nth + 1)), names.key(&format!("ask{}", nth + 1)));
        let asked = if question.choices.is_empty() {
            PropertyChange::Ask(question.prompt.clone())
        } else {
            PropertyChange::Choose(question.prompt.clone(), question.choices.clone())
        };
        let command = |key: &KeyStroke, change| PropertyCommand {
            command: String::new(),
            key: key.clone(),
            change,
        };
        worn.push(setter(
            &names.answer(declaration, nth),
            vec![command(&wipe, PropertyChange::Set(String::new())), command(&ask, asked)],
        ));
        keys.extend([wipe, ask]);
    }
    keys
}

/// Says the line only when every question was answered: a cancelled dialogue cancels the declaration.
fn finish(declaration: &Declaration, names: &Names) -> Worn {
    let answered: Vec<String> = (0..declaration.questions.len())
        .map(|nth| format!(r#"GetString("{}").length() > 0"#, names.answer(declaration, nth)))
        .collect();
    let filter =
        if answered.is_empty() { String::new() } else { format!("{{{}}}", answered.join(" && ")) };
    let mut actions = vec![names.key("say")];
    if gathers(declaration) {
        actions.push(names.key("clear"));
    }
    plain(Trigger {
        name: format!("{} finish", declaration.id),
        key: names.key("finish"),
        filter,
        action_keys: KeyStrokes(actions),
        ..Trigger::default()
    })
}

/// The line as VASSAL fills it in; `units` is what stands for the units.
fn report(declaration: &Declaration, names: &Names, units: &str) -> Worn {
    let part = |part: &LinePart| match part {
        LinePart::Words(words) => words.clone(),
        LinePart::Unit | LinePart::Units => units.to_owned(),
        LinePart::Targets => format!("${}$", names.targets()),
        LinePart::Place => "$LocationName$".to_owned(),
        LinePart::Side => "$PlayerSide$".to_owned(),
        LinePart::Answer(nth) => format!("${}$", names.answer(declaration, *nth)),
    };
    let report = Report {
        keys: KeyStrokes(vec![names.key("say")]),
        format: declaration.line.iter().map(part).collect(),
        not_suppressed: true,
        ..Report::default()
    };
    with(report, "-1")
}

fn set(property: &str, command: String, key: KeyStroke, change: PropertyChange) -> Worn {
    setter(property, vec![PropertyCommand { command, key, change }])
}

/// Changes a property of the module.
fn setter(property: &str, commands: Vec<PropertyCommand>) -> Worn {
    plain(SetGlobalProperty {
        name: property.to_owned(),
        constraints: "false,0,100,false".to_owned(),
        commands: PropertyCommands(commands).encode(),
        description: String::new(),
        level: "Current Zone/Current Map/Module".to_owned(),
        search_name: String::new(),
    })
}
