//! Buttons of the module: dice, inventory, notes, charts.

use super::component::Component;
use super::components::document::{Chart, ChartWindow};
use super::components::palette::Tabs;
use super::components::toolbar::{DiceButton, Inventory, KeyButton, NotesWindow, ToolbarMenu};
use super::pieces::{Keys, stroke};
use crate::model::{Die, Game, keys};
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

/// Buttons that take a state off all units, under one menu.
pub fn clearing(game: &Game) -> Vec<Element> {
    let mut all = Vec::new();
    let mut labels = Vec::new();
    for (nth, state) in game.rules.states.iter().enumerate() {
        let label = format!("Clear {}", state.name);
        let button = KeyButton {
            name: label.clone(),
            text: label.clone(),
            tooltip: format!("Take “{}” off all units", state.name),
            sent: Keys::state(nth, &state.id),
            filter: format!(r#"{{GetString("{}_Active").equals("true")}}"#, state.id),
            report: format!("{label}: all units"),
            ..KeyButton::default()
        };
        all.push(button.element());
        labels.push(label);
    }
    if !labels.is_empty() {
        let menu = ToolbarMenu {
            description: "States".to_owned(),
            text: "Clear".to_owned(),
            tooltip: "Take the marks of a state off all units".to_owned(),
            items: Names(labels),
            ..ToolbarMenu::default()
        };
        all.push(menu.element());
    }
    all
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

/// A window with charts: title and picture of each.
pub fn charts(pages: &[(String, String)]) -> Option<Element> {
    if pages.is_empty() {
        return None;
    }
    let parts = pages.iter().map(|(name, image)| {
        Chart { name: name.clone(), image: image.clone(), ..Chart::default() }.element()
    });
    let tabs = Tabs { name: "Charts".to_owned(), ..Tabs::default() }.element().holding(parts);
    Some(ChartWindow::default().element().holding([tabs]))
}
