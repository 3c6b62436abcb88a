//! The table as the log shows it: where every piece is, what it shows, and what was said.

use super::super::ground::{Ground, Off, Place};
use super::super::position::Who;
use super::super::unit::Unit;
use super::super::words::{Order, SupplyMark, Weather};
use crate::deeds::{Act, Spot, Standing, UnitId};
use crate::hex::{Hex, Location};
use crate::model::{Game, Id, Map};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A unit as the table shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) at: Place,
    /// The turn whose space of the track it lies on.
    pub(super) waits_for: Option<i32>,
    /// Steps left; for artillery 1 is ready and 0 fired.
    pub(super) steps: u32,
    pub(super) states: BTreeSet<String>,
}

impl Piece {
    pub(super) fn order(&self) -> Order {
        if self.states.contains("full-retreat") {
            Order::FullRetreat
        } else if self.states.contains("disrupted") {
            Order::Disrupted
        } else {
            Order::GoodOrder
        }
    }

    pub(super) fn supply(&self) -> SupplyMark {
        if self.states.contains("isolated") {
            SupplyMark::Isolated
        } else if self.states.contains("out-of-supply") {
            SupplyMark::OutOfSupply
        } else {
            SupplyMark::None
        }
    }

    /// Whether it lies in the Eliminated Box or was taken off the table.
    pub(super) fn dead(&self) -> bool {
        self.at == Place::Off(Off::EliminatedBox)
    }
}

/// The table.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub(super) pieces: Vec<Piece>,
    names: HashMap<UnitId, Who>,
    pub(super) weather: Option<Weather>,
    /// Supply points by the markers, Germans first.
    pub(super) supply: [Option<i32>; 2],
    pub(super) victory: Option<i32>,
    /// Fort and battle markers in hexes, by counter id.
    pub(super) markers: Vec<(String, Hex)>,
    /// Markers of states that lie in hexes by themselves: whom they mark is not told.
    loose: Vec<(String, Hex)>,
    /// Hexes where such a marker lies, or has lain in this phase.
    loose_hexes: HashSet<Hex>,
}

impl Table {
    pub(super) fn who(&self, unit: &UnitId) -> Option<Who> {
        self.names.get(unit).copied()
    }

    /// Whether a fort or battle marker lies in a hex.
    pub(super) fn lies(&self, marker: &str, hex: Hex) -> bool {
        self.markers.iter().any(|(known, at)| known == marker && *at == hex)
    }

    /// Whether a marker of a state lies there by itself, or has in this phase.
    pub(super) fn loosely_marked(&self, hex: Hex) -> bool {
        self.loose_hexes.contains(&hex)
    }

    /// A new phase: what lay somewhere earlier no longer matters.
    pub(super) fn turn_over(&mut self) {
        self.loose_hexes = self.loose.iter().map(|(_, hex)| *hex).collect();
    }

    /// A new piece; its number is the next one.
    pub(super) fn add(&mut self, unit: UnitId, piece: Piece) {
        self.names.insert(unit, self.pieces.len());
        self.pieces.push(piece);
    }

    /// A piece as it stands.
    pub(super) fn piece(
        game: &Game,
        map: Id<Map>,
        ground: &Ground,
        standing: &Standing,
        unit: &Unit,
    ) -> Piece {
        let (at, waits_for) = place(game, map, ground, &standing.at);
        Piece {
            at,
            waits_for,
            steps: standing.steps.unwrap_or(unit.full_steps),
            states: standing.states.iter().cloned().collect(),
        }
    }

    /// Changes the table as a deed tells.
    pub(super) fn apply(&mut self, game: &Game, map: Id<Map>, ground: &Ground, act: &Act) {
        match act {
            Act::Move { unit, to, .. } => {
                if let Some(who) = self.who(unit) {
                    let (at, waits_for) = place(game, map, ground, to);
                    self.pieces[who].at = at;
                    self.pieces[who].waits_for = waits_for;
                }
            }
            Act::Leave { unit, .. } => {
                if let Some(who) = self.who(unit) {
                    self.pieces[who].at = Place::Off(Off::EliminatedBox);
                }
            }
            Act::Steps { unit, to, .. } => {
                if let Some(who) = self.who(unit) {
                    self.pieces[who].steps = *to;
                }
            }
            Act::State { unit, state, on } => {
                if let Some(who) = self.who(unit) {
                    let states = &mut self.pieces[who].states;
                    if *on {
                        states.insert(state.clone());
                    } else {
                        states.remove(state);
                    }
                }
            }
            Act::Marker { marker, from, to } => {
                self.marker(game, map, marker, from.as_ref(), to.as_ref())
            }
            _ => {}
        }
    }

    /// A marker on a track, or in a hex.
    pub(super) fn marker(
        &mut self,
        game: &Game,
        map: Id<Map>,
        marker: &str,
        from: Option<&Spot>,
        to: Option<&Spot>,
    ) {
        let name = |spot: &Spot| spot.location().map(|(_, at)| game.maps[map].location_name(at));
        let space = to.and_then(name).unwrap_or_default();
        let number = space.strip_prefix("records:").and_then(|n| n.parse::<i32>().ok());
        match marker {
            "weather" => {
                let letter = space.strip_prefix("weather:");
                self.weather = letter
                    .and_then(|letter| Weather::ALL.into_iter().find(|w| w.word() == letter))
                    .or(self.weather);
            }
            "supply-german" => self.supply[0] = number.or(self.supply[0]),
            "supply-allied" => self.supply[1] = number.or(self.supply[1]),
            "victory-points" => self.victory = number.or(self.victory),
            "level-1" | "level-2" | "battle" => shift(&mut self.markers, marker, from, to),
            _ if game.rules.states.iter().any(|state| {
                state.marker.is_some_and(|id| game.counters[id].id.as_str() == marker)
            }) =>
            {
                shift(&mut self.loose, marker, from, to);
                self.loose_hexes.extend([from, to].into_iter().flatten().filter_map(hex_of));
            }
            _ => {}
        }
    }
}

fn hex_of(spot: &Spot) -> Option<Hex> {
    match spot.location() {
        Some((_, Location::Hex(hex))) => Some(hex),
        _ => None,
    }
}

/// A marker goes from one hex to another; either may be somewhere else.
fn shift(markers: &mut Vec<(String, Hex)>, marker: &str, from: Option<&Spot>, to: Option<&Spot>) {
    if let Some(hex) = from.and_then(hex_of)
        && let Some(at) = markers.iter().position(|(known, at)| known == marker && *at == hex)
    {
        markers.remove(at);
    }
    if let Some(hex) = to.and_then(hex_of) {
        markers.push((marker.to_owned(), hex));
    }
}

/// The place that a spot of the table is, and the turn whose space it is.
pub(super) fn place(
    game: &Game,
    map: Id<Map>,
    ground: &Ground,
    spot: &Spot,
) -> (Place, Option<i32>) {
    let Some((on, location)) = spot.location().filter(|(on, _)| *on == map) else {
        return (Place::Off(Off::Elsewhere), None);
    };
    match location {
        Location::Hex(hex) => (Place::Hex(hex), None),
        Location::Box(_) => {
            let name = game.maps[on].location_name(location);
            let turn = name.strip_prefix("turn:").and_then(|turn| turn.parse().ok());
            let at = match name.as_str() {
                "removed-box" => Place::Off(Off::Removed),
                _ if turn.is_some() => Place::Off(Off::NotArrived),
                other => ground.place(other).unwrap_or(Place::Off(Off::Elsewhere)),
            };
            (at, turn)
        }
    }
}
