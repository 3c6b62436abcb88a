//! What a unit shows of its moves: the trail and the mark.

use super::{Keys, Worn, plain, with};
use crate::model::Game;
use crate::module::vassal::play::{BEGUN, YES, arrived};
use crate::module::vassal::setup::MAIN_MAP;
use crate::vassal::traits::fields::{Colour, Decimal, KeyStrokes};
use crate::vassal::traits::moved::Moved;
use crate::vassal::traits::trail::{Footprints, Trail};
use crate::vassal::traits::trigger::Trigger;

/// VASSAL's own picture of an arrow.
const ICON: &str = "/images/moved.gif";

/// Outermost first.
pub(super) fn motion(game: &Game) -> Vec<Worn> {
    let pixels = i32::try_from(game.module.counter_pixels).unwrap_or(76);
    // VASSAL marks whatever is dragged onto the map. What came from another window, or came before the first phase
    // has ended, was set up.
    let set_up = Trigger {
        name: "Set up, not moved".to_owned(),
        key: arrived(),
        filter: format!(
            r#"{{!GetString("OldMap").equals("{MAIN_MAP}") || !GetString("{BEGUN}").equals("{YES}")}}"#
        ),
        action_keys: KeyStrokes(vec![Keys::unmoved()]),
        ..Trigger::default()
    };
    let trail = Trail {
        key: Keys::trail(),
        command: "Movement trail".to_owned(),
        globally_visible: true,
        radius: 8,
        fill: Colour(Some([255, 255, 255])),
        line: Colour(Some([40, 40, 40])),
        line_width: Decimal(2.0),
        ..Trail::default()
    };
    let moved = Moved {
        icon: ICON.to_owned(),
        // Beside the counter, where it covers no value.
        x: pixels / 2 - 3,
        y: -pixels / 4,
        command: "Moved".to_owned(),
        key: Keys::moved(),
        clear_key: Keys::unmoved(),
        ..Moved::default()
    };
    vec![plain(set_up), with(trail, Footprints::default().encode()), with(moved, "false")]
}
