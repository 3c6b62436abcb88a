//! Buttons of the module: dice, inventory, notes, charts.

use super::component::Component;
use super::components::document::{Chart, ChartWindow};
use super::components::palette::{List, Tabs};
use super::components::toolbar::{DiceButton, Inventory, KeyButton, NotesWindow, ToolbarMenu};
use super::pieces::{Keys, stroke};
use super::play::quoted;
use crate::model::{CounterKind, Die, Game, keys};
use crate::vassal::build::Element;
use crate::vassal::traits::fields::{KeyStroke, Names};

/// The name of a dice button, which its properties begin with: `1d6_result`.
pub fn dice_name(die: &Die) -> &str {
    &die.id
}

/// The line a dice button says, without VASSAL's `* ` before it.
///
/// `Roll 2d6: 4,1 = 5 [Lorn]`; of dice told apart by colour the first is the coloured one:
/// `Roll 2d6: coloured 4, white 1 = 5 [Lorn]`.
fn dice_format(die: &Die) -> String {
    let dice = if die.coloured && die.count == 2 {
        "coloured $result1$, white $result2$ = $numericalTotal$"
    } else if die.count == 1 {
        "$result$"
    } else {
        "$result$ = $numericalTotal$"
    };
    format!("Roll $name$: {dice} [$PlayerSide$]")
}

/// A button for each kind of dice.
pub fn dice(game: &Game) -> Vec<Element> {
    game.dice
        .iter()
        .enumerate()
        .map(|(nth, die)| {
            let key = keys::dice(nth).map_or(KeyStroke::None, |key| stroke(&key));
            DiceButton {
                name: dice_name(die).to_owned(),
                text: die.name.clone(),
                tooltip: format!("Roll {}", die.id),
                key,
                report: dice_format(die),
                dice: i32::try_from(die.count).unwrap_or(1),
                sides: i32::try_from(die.faces).unwrap_or(6),
                ..DiceButton::default()
            }
            .element()
        })
        .collect()
}

/// Buttons that take a state off the units of a side, under one menu: whoever rallies clears his own marks, not the enemy's.
pub fn clearing(game: &Game) -> Vec<Element> {
    let owners = owners(game);
    let mut all = Vec::new();
    let mut menus: Vec<(String, Vec<String>)> = Vec::new();
    for (id, name) in &owners {
        let mut labels = Vec::new();
        for (nth, state) in game.rules.states.iter().enumerate() {
            let label = format!("{}: {name}", state.name);
            let button = KeyButton {
                name: format!("Clear {label}"),
                text: label.clone(),
                tooltip: format!("Take “{}” off all units of {name}", state.name),
                sent: Keys::state(nth, &state.id),
                filter: format!(
                    r#"{{GetString({}).equals("true") && GetString("Side").equals({})}}"#,
                    quoted(&format!("{}_Active", state.id)),
                    quoted(id)
                ),
                report: format!("Clear {}: all units of {name}", state.name),
                ..KeyButton::default()
            };
            all.push(button.element());
            labels.push(label);
        }
        menus.push((format!("{name} units"), labels));
    }
    let entries: usize = menus.iter().map(|(_, labels)| labels.len()).sum();
    if entries == 0 {
        return all;
    }
    let menu = |text: &str, tooltip: String, items: Vec<String>| {
        let items = Names(items);
        let (description, text) = (text.to_owned(), text.to_owned());
        ToolbarMenu { description, text, tooltip, items, ..ToolbarMenu::default() }.element()
    };
    let whole = "Take the marks of a state off the units of a side".to_owned();
    if entries <= MOST_CLEARINGS {
        let labels = menus.into_iter().flat_map(|(_, labels)| labels).collect();
        all.push(menu("Clear", whole, labels));
        return all;
    }
    // A menu that VASSAL finds among the buttons becomes a menu within the menu.
    let names = menus.iter().map(|(name, _)| name.clone()).collect();
    for (name, labels) in menus {
        all.push(menu(&name, format!("{name}: take them off"), labels));
    }
    all.push(menu("Clear", whole, names));
    all
}

/// More entries than this are told apart by side first.
const MOST_CLEARINGS: usize = 8;

/// Those whose units can be in a state, by the value of their property `Side`.
fn owners(game: &Game) -> Vec<(String, String)> {
    let able = |kind| matches!(kind, CounterKind::Unit | CounterKind::Weapon);
    let has = |side| game.counters.iter().any(|one| able(one.kind) && one.side == side);
    let sides = game.sides.entries().filter(|(id, _)| has(Some(*id)));
    let mut owners: Vec<(String, String)> =
        sides.map(|(_, side)| (side.id.clone(), side.name.clone())).collect();
    if has(None) {
        owners.push((String::new(), "no side".to_owned()));
    }
    owners
}

/// The list of all pieces in play.
pub fn inventory() -> Element {
    Inventory {
        name: "Inventory".to_owned(),
        filter: r#"{Kind == "Unit" || Kind == "Weapon"}"#.to_owned(),
        group_by: Names(vec!["Side".to_owned(), "Formation".to_owned()]),
        piece_format: "$PieceName$ [$Unit$] $LocationName$".to_owned(),
        ..Inventory::default()
    }
    .element()
}

/// The window for notes.
pub fn notes() -> Element {
    NotesWindow::default().element()
}

/// A window with charts: title and picture of each. Many are listed: their tabs would take several rows.
pub fn charts(pages: &[(String, String)]) -> Option<Element> {
    if pages.is_empty() {
        return None;
    }
    let parts = pages.iter().map(|(name, image)| {
        Chart { name: name.clone(), image: image.clone(), ..Chart::default() }.element()
    });
    let name = "Charts".to_owned();
    let inner = if pages.len() <= MOST_TABS {
        Tabs { name, ..Tabs::default() }.element()
    } else {
        // As wide as a page and the list beside it.
        List { name, width: 1280, height: 800, divider: 940, ..List::default() }.element()
    };
    Some(ChartWindow::default().element().holding([inner.holding(parts)]))
}

/// As many tabs as stand in one row.
const MOST_TABS: usize = 5;
