//! What the toolbar offers: declarations of the module, and targets that are typed.

use super::traits::{badge_image, player_key, target_image};
use super::{Names, SCENARIO, gathers, property_names};
use crate::draw::map::Style;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::draw::map::picture::{EVERYWHERE, Picture};
use crate::hex::Point;
use crate::model::{Declaration, Game, LinePart, Offered};
use crate::module::vassal::component::Component;
use crate::module::vassal::components::game::GlobalProperty;
use crate::module::vassal::components::toolbar::{ActionButton, PropertyButton, ToolbarMenu};
use crate::vassal::build::Element;
use crate::vassal::traits::fields::{self, KeyStroke, KeyStrokes};
use crate::vassal::traits::property_commands::PropertyChange;

/// The properties, each with the hidden buttons that change it.
pub(in crate::module::vassal) fn properties(game: &Game) -> Vec<Element> {
    let mut all: Vec<Element> = vec![property(SCENARIO).element()];
    for declaration in &game.declarations {
        let names = Names::of(declaration);
        for name in names.all(declaration) {
            let mut parts = vec![hidden(names.key("wipe"), PropertyChange::Set(String::new()))];
            if name == names.place() {
                let prompt = "Target hex".to_owned();
                parts.push(hidden(names.key("type_place"), PropertyChange::Ask(prompt)));
            }
            for (nth, question) in declaration.questions.iter().enumerate() {
                if name == names.answer(declaration, nth) {
                    let asked = if question.choices.is_empty() {
                        PropertyChange::Ask(question.prompt.clone())
                    } else {
                        PropertyChange::Choose(question.prompt.clone(), question.choices.clone())
                    };
                    parts.push(hidden(names.key(&format!("type{}", nth + 1)), asked));
                }
            }
            all.push(property(&name).element().holding(parts));
        }
    }
    all
}

fn property(name: &str) -> GlobalProperty {
    GlobalProperty { name: name.to_owned(), ..GlobalProperty::default() }
}

/// A button without text or picture: VASSAL does not show it, its key works.
fn hidden(key: KeyStroke, change: PropertyChange) -> Element {
    PropertyButton { key, change: change.encode(), ..PropertyButton::default() }.element()
}

/// The buttons, gathered under one menu.
pub(in crate::module::vassal) fn buttons(game: &Game) -> Vec<Element> {
    let mut all = Vec::new();
    let mut items = Vec::new();
    for declaration in &game.declarations {
        let typed = gathers(declaration);
        if declaration.offered == Offered::Unit && !typed {
            continue;
        }
        let names = Names::of(declaration);
        let label = if typed && declaration.has_targets() {
            opening(declaration)
        } else if typed && declaration.has_place() {
            format!("{} …", declaration.here)
        } else {
            declaration.menu.clone()
        };
        let mut keys = Vec::new();
        if !typed {
            keys.push(names.key("wipe"));
        }
        if declaration.has_place() {
            keys.push(names.key("type_place"));
        }
        keys.extend((1..=declaration.questions.len()).map(|nth| names.key(&format!("type{nth}"))));
        keys.push(names.key("speak"));
        let key = if typed { None } else { player_key(declaration) };
        all.push(
            ActionButton {
                name: declaration.id.clone(),
                text: label.clone(),
                tooltip: format!("Declare: {}", declaration.menu),
                key: key.unwrap_or_default(),
                presses: true,
                keys: KeyStrokes(keys),
                ..ActionButton::default()
            }
            .element(),
        );
        items.push(label);
        all.push(
            ActionButton {
                name: format!("{} (says it)", declaration.id),
                key: names.key("speak"),
                reports: true,
                report: spoken(declaration, &names),
                presses: true,
                keys: KeyStrokes(vec![names.key("wipe")]),
                ..ActionButton::default()
            }
            .element(),
        );
    }
    if !property_names(game).is_empty() {
        let label = "Cancel declarations".to_owned();
        let wipes = game.declarations.iter().map(|one| Names::of(one).key("wipe")).collect();
        all.push(
            ActionButton {
                name: label.clone(),
                text: label.clone(),
                tooltip: "Forget the units gathered so far".to_owned(),
                presses: true,
                keys: KeyStrokes(wipes),
                ..ActionButton::default()
            }
            .element(),
        );
        items.push(label);
    }
    if !items.is_empty() {
        let menu = ToolbarMenu {
            description: "Declarations".to_owned(),
            text: "Declare".to_owned(),
            tooltip: "Say what you do, so that everybody and the log know".to_owned(),
            items: fields::Names(items),
            ..ToolbarMenu::default()
        };
        all.push(menu.element());
    }
    all
}

/// The words that the line begins with: `Close combat`.
fn opening(declaration: &Declaration) -> String {
    match declaration.line.first() {
        Some(LinePart::Words(words)) => words.trim_end_matches([' ', ':', '(']).to_owned(),
        _ => declaration.menu.clone(),
    }
}

/// The line as an expression; nothing is said while something is missing.
fn spoken(declaration: &Declaration, names: &Names) -> String {
    let quoted = |words: &str| format!("\"{}\"", words.replace('"', "\\\""));
    let value = |name: String| format!("GetString(\"{name}\")");
    let part = |part: &LinePart| match part {
        LinePart::Words(words) => quoted(words),
        LinePart::Unit | LinePart::Units => value(names.units()),
        LinePart::Targets => value(names.targets()),
        LinePart::Place => value(names.place()),
        LinePart::Side => value("PlayerSide".to_owned()),
        LinePart::Answer(nth) => value(names.answer(declaration, *nth)),
    };
    let line: Vec<String> = declaration.line.iter().map(part).collect();
    let missing: Vec<String> = names
        .all(declaration)
        .into_iter()
        .map(|name| format!("{}.length() < 1", value(name)))
        .collect();
    let line = line.join(" + ");
    if missing.is_empty() {
        return format!("{{{line}}}");
    }
    format!("{{{} ? \"\" : {line}}}", missing.join(" || "))
}

/// Badges of declarations that gather units: the first letter of its id, red for those who declare, blue for targets.
pub(in crate::module::vassal) fn badges(game: &Game, style: &Style) -> Vec<(String, Picture)> {
    let mut badges = Vec::new();
    for declaration in game.declarations.iter().filter(|one| gathers(one)) {
        badges.push((badge_image(declaration), badge(declaration, style, "#c1121f")));
        if declaration.has_targets() {
            badges.push((target_image(declaration), badge(declaration, style, "#1d4e89")));
        }
    }
    badges
}

fn badge(declaration: &Declaration, style: &Style, colour: &str) -> Picture {
    let size = 6.0;
    let mut picture = Picture::new(size, size);
    let letter: String =
        declaration.id.chars().next().into_iter().flat_map(char::to_uppercase).collect();
    let face = Face::bold(&style.fonts.body);
    let middle = Point::new(size / 2.0, size * 0.72);
    picture.put(
        EVERYWHERE,
        format!(
            "<rect width=\"{0}\" height=\"{0}\" fill=\"#ffffff\"/><rect x=\".4\" y=\".4\" width=\"{1}\" height=\"{1}\" rx=\".9\" fill=\"{colour}\"/>{2}",
            num(size),
            num(size - 0.8),
            text(middle, &letter, face, 4.4, "#ffffff", Anchor::Middle)
        ),
    );
    picture
}
