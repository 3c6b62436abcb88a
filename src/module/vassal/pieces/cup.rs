//! Counters that are drawn from a cup: they go back to it, and chits lie face down for the other side.

use super::{Wardrobe, Worn, with};
use crate::model::{Counter, CounterKind};
use crate::module::vassal::cups::cup_of;
use crate::vassal::traits::fields::KeyStroke;
use crate::vassal::traits::mask::Mask;
use crate::vassal::traits::return_to_deck::ReturnToDeck;

/// What a counter wears that some scenario puts into a cup.
pub(super) fn drawn(wardrobe: &Wardrobe<'_>, counter: &Counter) -> Vec<Worn> {
    let Some(cup) = cup_of(wardrobe.game, counter) else { return Vec::new() };
    let mut worn = Vec::new();
    if counter.kind == CounterKind::Chit {
        worn.extend(cover(wardrobe));
    }
    let back = ReturnToDeck {
        command: "Return to the cup".to_owned(),
        key: KeyStroke::named("return_to_cup"),
        deck: cup.to_owned(),
        choose: false,
        ..ReturnToDeck::default()
    };
    worn.push(with(back, ""));
    worn
}

/// VASSAL turns face down what is drawn unseen, if it can be: the drawer and his side still read it.
fn cover(wardrobe: &Wardrobe<'_>) -> Option<Worn> {
    let id = wardrobe.game.module.drawn_under?;
    let mask = Mask {
        key: KeyStroke::named("cover_chit"),
        image: wardrobe.faces.get(id.index())?.front.clone()?,
        command: "Show or hide".to_owned(),
        style: "I".to_owned(),
        mask_name: wardrobe.game.counters[id].name.to_string(),
        access: "side:".to_owned(),
        ..Mask::default()
    };
    Some(with(mask, "null;"))
}
