//! Writing down a game that is played by a bot: deeds as a log of it would tell them.

use crate::deeds::{Act, Deed, Moment, Spot};
use crate::hex::{BoxId, Location};
use crate::model::{BoxKind, Game, Id, Map};
use crate::referee::world::{At, Off, Space};
use std::sync::Arc;

/// Writes deeds down.
#[derive(Debug)]
pub struct Scribe<'a> {
    game: &'a Game,
    space: &'a Space<'a>,
    /// What was done, the table at the beginning first.
    pub deeds: Vec<Deed>,
    /// The last step.
    pub step: usize,
}

impl<'a> Scribe<'a> {
    /// An empty page.
    pub fn new(game: &'a Game, space: &'a Space<'a>) -> Self {
        Scribe { game, space, deeds: Vec::new(), step: 0 }
    }

    /// The table at the beginning.
    pub fn begin(&mut self, act: Act) {
        self.deeds.push(Deed { step: 0, by: None, act });
    }

    /// A deed.
    pub fn say(&mut self, act: Act) {
        self.step += 1;
        self.deeds.push(Deed { step: self.step, by: None, act });
    }

    /// Play passes on.
    pub fn turn(&mut self, moment: Option<Moment>) {
        if let Some(moment) = moment {
            self.say(Act::Turn(moment));
        }
    }

    /// The place on the table of a place of the rules.
    pub fn spot(&self, at: At) -> Spot {
        match at {
            At::Map(place) => {
                let (_, hex) = self.space.lattice.hex(place);
                let map = self.space.lattice.map_id(place);
                map.map_or_else(away("patch"), |map| Spot::At(map, Location::Hex(hex)))
            }
            At::Off(Off::Entry(entry)) => {
                let entry = &self.space.entries[usize::from(entry)];
                let found = self.game.maps.entries().find(|(id, _)| Some(*id) == entry.map);
                let found = found.and_then(|(id, map)| box_of(id, map, |name| *name == entry.id));
                found.unwrap_or_else(away("entry"))
            }
            At::Off(Off::Eliminated(side)) => {
                let found = self.game.maps.entries().find_map(|(id, map)| {
                    box_of(id, map, |name| {
                        map.boxes.get(name).is_some_and(|found| {
                            found.kind == BoxKind::Eliminated
                                && found.owner.map(|owner| owner.index() as u8) == side
                        })
                    })
                });
                found.unwrap_or_else(away("eliminated"))
            }
            At::Off(Off::Away) => away("tray")(),
        }
    }
}

fn away(name: &'static str) -> impl FnOnce() -> Spot {
    move || Spot::Elsewhere(Arc::from(name))
}

fn box_of(id: Id<Map>, map: &Map, is: impl Fn(&String) -> bool) -> Option<Spot> {
    let at = map.box_locations.iter().position(is)?;
    Some(Spot::At(id, Location::Box(BoxId(at as u16))))
}
