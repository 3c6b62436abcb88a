//! Map windows with all that belongs to them.

use super::component::Component;
use super::components::board::BoardPicker;
use super::components::game::GlobalProperties;
use super::components::map::{
    Flare, ForwardToChatter, ForwardToKeyBuffer, GlobalMap, HidePieces, HighlightLastMoved,
    ImageSaver, KeyBufferer, Map, MapCenterer, MenuDisplayer, PieceMover, Scroller,
    SelectionHighlighters, SightThread, StackExpander, StackMetrics, StackViewer, Zoomer,
};
use super::pieces::{LABEL, VIEWER_FONT, VIEWER_ZOOM, changing_columns};
use crate::model::{CounterKind, Game};
use crate::module::table::crowd::fold;
use crate::vassal::build::Element;
use crate::vassal::traits::fields::KeyStroke;
use std::collections::BTreeMap;

/// The map that the game is played on.
pub fn main_map(game: &Game, name: &str, boards: Vec<Element>, cups: Vec<Element>) -> Element {
    let several = boards.len() > 1;
    let map = Map {
        name: name.to_owned(),
        several_boards: several,
        unmoved_tooltip: "Mark all pieces as not moved".to_owned(),
        unmoved_report: "All pieces are marked as not moved".to_owned(),
        unmoved_text: "Clear moved".to_owned(),
        unmoved_key: KeyStroke::Key { code: 77, modifiers: 195 },
        only_changes: true,
        move_key: super::play::arrived(),
        ..reporting()
    };
    let mut parts = window(game, boards);
    parts.extend(cups);
    parts.push(GlobalMap::default().element());
    parts.push(HidePieces::default().element());
    if game.module.line_of_sight {
        let thread = SightThread {
            name: "Line of sight".to_owned(),
            text: "LOS".to_owned(),
            report: "Line of sight: $FromLocation$ -> $ToLocation$, range $Range$".to_owned(),
            ..SightThread::default()
        };
        parts.push(thread.element());
    }
    parts.push(ImageSaver::default().element());
    parts.push(GlobalProperties {}.element());
    let mut map = map.element();
    // Only maps that a button opens have one; VASSAL drops it from others.
    map.attributes.retain(|(name, _)| name != "tooltip");
    map.holding(parts)
}

/// A map in a window of its own, behind a button.
pub fn side_map(
    game: &Game,
    name: &str,
    tooltip: &str,
    key: KeyStroke,
    boards: Vec<Element>,
) -> Element {
    let map = Map {
        name: name.to_owned(),
        opened_by_button: true,
        button: name.to_owned(),
        tooltip: tooltip.to_owned(),
        icon: "/images/map.gif".to_owned(),
        key,
        marks_moved: "Never".to_owned(),
        only_changes: true,
        ..reporting()
    };
    let mut parts = window(game, boards);
    parts.push(GlobalProperties {}.element());
    map.element().holding(parts)
}

/// Reports in one form on all maps: `71st Regiment, 7th Division HQ: 0507 -> 0506`.
fn reporting() -> Map {
    let moves = "$pieceName$: $previousLocation$ -> $location$".to_owned();
    Map {
        move_within: moves.clone(),
        move_to: moves,
        create: "$pieceName$ placed in $location$".to_owned(),
        ..Map::default()
    }
}

fn window(game: &Game, boards: Vec<Element>) -> Vec<Element> {
    // A counter on its neighbour leaves the values of both to be read.
    let pixels = i32::try_from(game.module.counter_pixels).unwrap_or(76);
    let stacking = StackMetrics {
        expanded_x: pixels / 5,
        expanded_y: pixels / 3,
        folded_x: fold(pixels),
        folded_y: fold(pixels),
        ..StackMetrics::default()
    };
    vec![
        BoardPicker::default().element().holding(boards),
        stacking.element(),
        ForwardToKeyBuffer {}.element(),
        Scroller {}.element(),
        ForwardToChatter {}.element(),
        MenuDisplayer {}.element(),
        MapCenterer {}.element(),
        StackExpander {}.element(),
        PieceMover {}.element(),
        KeyBufferer {}.element(),
        SelectionHighlighters {}.element(),
        HighlightLastMoved::default().element(),
        Flare::default().element(),
        zoomer().element(),
        viewer(game).element(),
    ]
}

fn zoomer() -> Zoomer {
    // Ascending, as VASSAL writes them.
    let levels = ["0.25", "0.33", "0.5", "0.75", "1.0", "1.5", "2.0"];
    Zoomer { levels: levels.join(","), start: 3, ..Zoomer::default() }
}

/// What lies under the mouse: each piece half as large again and called by a name that fits below it; above them
/// the place and the sums.
fn viewer(game: &Game) -> StackViewer {
    let columns = summed(game);
    let sums: String =
        columns.iter().map(|column| format!("  {column} $sum(current_{column})$")).collect();
    StackViewer {
        summary: format!("$LocationName${sums}"),
        counter: format!("${LABEL}$"),
        empty: "$LocationName$".to_owned(),
        graphics_zoom: VIEWER_ZOOM,
        border_width: 6,
        font_size: VIEWER_FONT,
        ..StackViewer::default()
    }
}

/// Values that most units have as numbers and that steps change: attack and defence.
fn summed(game: &Game) -> Vec<&str> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let units: Vec<_> =
        game.counters.iter().filter(|counter| counter.kind == CounterKind::Unit).collect();
    for counter in &units {
        for column in changing_columns(counter) {
            let number = |text: Option<&str>| text.is_some_and(|t| t.parse::<i32>().is_ok());
            let word = column.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if word
                && number(counter.front.value(column))
                && number(counter.back_face.value(column))
            {
                *numbers.entry(column).or_default() += 1;
            }
        }
    }
    numbers.retain(|_, count| *count * 2 >= units.len());
    numbers.into_keys().take(3).collect()
}
