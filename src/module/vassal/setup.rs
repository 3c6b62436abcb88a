//! Predefined set-ups: every scenario as a table that is ready to play.

use super::board::{BoardPlan, Frame};
use super::crowd::{berths, fold};
use super::cups::cups;
use super::error::ModuleError;
use super::pieces::{COPY, STEP};
use super::play::moves;
use super::save::{BoardSpot, Table, TablePiece};
use super::tray::{Tray, TrayBox, TrayPlace};
use super::turns::Sequence;
use crate::hex::{BoxId, Location};
use crate::model::{BoxKind, Counter, Game, Id, Map, Placement, Scenario, SetUp, Side, Spot};
use crate::vassal::build::DefinedPiece;
use crate::vassal::traits::Meaning;
use crate::vassal::traits::layer::Level;
use std::collections::{BTreeMap, HashMap};

/// The map that the game is played on.
pub const MAIN_MAP: &str = "Main Map";
/// The map with the boards of units that set up freely.
pub const SET_UP_MAP: &str = "Set-up";
/// The map with the boxes of boards that have no room for them.
pub const BOX_MAP: &str = "Boxes";

/// A set-up in the tray: a line of the scenario whose units choose their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeGroup {
    /// The name of its place in the tray.
    pub place: String,
    /// What the scenario says.
    pub caption: String,
    /// The side.
    pub side: Option<Id<Side>>,
    /// Which entry of [`Scenario::set_ups`].
    pub entry: usize,
}

/// Which set-ups go where.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Spread {
    /// On the main map.
    Map(Id<Map>, Location),
    /// In the tray, as this group.
    Tray(usize),
}

/// What a scenario's set-up needs besides the boards.
#[derive(Debug, Clone)]
pub struct SetUpPlan {
    /// Groups in the tray.
    pub groups: Vec<FreeGroup>,
    spreads: Vec<Spread>,
}

impl SetUpPlan {
    /// Sorts the units of a scenario.
    pub fn of(game: &Game, scenario: &Scenario) -> Self {
        let mut groups: Vec<FreeGroup> = Vec::new();
        let mut spreads = Vec::new();
        for (entry, set_up) in scenario.set_ups.iter().enumerate() {
            let on_map = match (&set_up.placement, set_up.turn) {
                (Placement::At(map, location), None) => Some((*map, *location)),
                (Placement::Entry(map, id), None) => box_of(game, *map, *id).map(|at| (*map, at)),
                (_, Some(turn)) => turn_space(game, scenario, turn),
                _ => None,
            };
            spreads.push(match on_map {
                Some((map, location)) => Spread::Map(map, location),
                None => {
                    let nth = groups.len();
                    groups.push(FreeGroup {
                        place: format!("set-up:{}", nth + 1),
                        caption: caption(game, set_up),
                        side: set_up
                            .units
                            .first()
                            .and_then(|unit| game.counters[unit.counter].side),
                        entry,
                    });
                    Spread::Tray(nth)
                }
            });
        }
        SetUpPlan { groups, spreads }
    }

    /// The boxes of the tray.
    pub fn boxes(&self, game: &Game, scenario: &Scenario) -> Vec<TrayBox> {
        let one = |group: &FreeGroup| {
            let colours = group.side.map(|side| {
                let side = &game.sides[side];
                (side.colour.clone(), side.text.clone())
            });
            let counters =
                scenario.set_ups[group.entry].units.iter().map(|unit| unit.count as usize).sum();
            let place = TrayPlace { name: group.place.clone(), label: String::new(), counters };
            TrayBox { caption: group.caption.clone(), colours, places: vec![place] }
        };
        self.groups.iter().map(one).collect()
    }
}

fn box_of(game: &Game, map: Id<Map>, id: Id<crate::model::MapBox>) -> Option<Location> {
    let map = &game.maps[map];
    location_named(map, &map.boxes[id].id)
}

pub(super) fn location_named(map: &Map, name: &str) -> Option<Location> {
    let index = map.box_locations.iter().position(|known| known == name)?;
    Some(Location::Box(BoxId(u16::try_from(index).ok()?)))
}

/// The space of the turn track for a turn.
fn turn_space(game: &Game, scenario: &Scenario, turn: i32) -> Option<(Id<Map>, Location)> {
    let maps = scenario.maps.iter().map(|spot| spot.map);
    let all = maps.chain(game.maps.entries().map(|(id, _)| id));
    all.flat_map(|id| game.maps[id].boxes.iter().map(move |track| (id, track)))
        .filter(|(_, track)| track.kind == BoxKind::TurnTrack)
        .find_map(|(id, track)| {
            Some((id, location_named(&game.maps[id], &format!("{}:{turn}", track.id))?))
        })
}

/// What a scenario says about where units go, in a line.
fn caption(game: &Game, set_up: &SetUp) -> String {
    let name = |map: &Id<Map>, location: &Location| game.maps[*map].location_name(*location);
    let place = match &set_up.placement {
        Placement::At(map, location) => format!("in {}", name(map, location)),
        Placement::AnyOf(map, locations) => {
            let names: Vec<String> = locations.iter().map(|at| name(map, at)).collect();
            format!("in any of {}", names.join(", "))
        }
        Placement::Within(map, hexes, centre) => {
            let hex = name(map, &Location::Hex(*centre));
            let plural = if *hexes == 1 { "hex" } else { "hexes" };
            format!("within {hexes} {plural} of {hex}")
        }
        Placement::Area(map, area) => format!("in {}", game.maps[*map].areas[*area].name),
        Placement::Entry(map, entry) => format!("from {}", game.maps[*map].boxes[*entry].name),
        Placement::Free(text) => text.clone(),
    };
    let side = set_up.units.first().and_then(|unit| game.counters[unit.counter].side);
    let side = side.map(|side| format!("{} ", game.sides[side].name)).unwrap_or_default();
    let turn = set_up.turn.map(|turn| format!("turn {turn}, ")).unwrap_or_default();
    let note = if set_up.note.is_empty() { String::new() } else { format!(" ({})", set_up.note) };
    format!("{side}{turn}{place}{note}")
}

/// The pixels of the counters that share a box or a space, in the order in which they come.
type Berths = HashMap<(Id<Map>, Location), std::vec::IntoIter<(i32, i32)>>;

/// What is taken of places that hold several counters.
struct Places {
    in_tray: BTreeMap<String, usize>,
    crowds: Berths,
}

/// What set-ups are made from.
#[derive(Debug, Clone, Copy)]
pub struct Stage<'a> {
    /// The game.
    pub game: &'a Game,
    /// A board per map, in the game's order.
    pub boards: &'a [BoardPlan],
    /// The pieces, prototypes spelled out, in the order of the counters.
    pub pieces: &'a [DefinedPiece],
    /// The boxes of boards without room for them.
    pub boxes: Option<&'a Tray>,
    /// The sequence.
    pub sequence: &'a Sequence,
}

impl Stage<'_> {
    /// Where boards of a scenario lie: the map's pixel of each corner.
    fn origins(&self, spots: &[Spot]) -> Vec<(Spot, (i32, i32))> {
        let size = |spot: &Spot| self.boards[spot.map.index()].size();
        let spots: Vec<Spot> = normal(spots);
        let origin = |one: &Spot| {
            let left = spots.iter().filter(|s| s.at.1 == one.at.1 && s.at.0 < one.at.0);
            let above = spots.iter().filter(|s| s.at.0 == one.at.0 && s.at.1 < one.at.1);
            (left.map(|s| size(s).0).sum(), above.map(|s| size(s).1).sum())
        };
        spots.iter().map(|spot| (*spot, origin(spot))).collect()
    }

    /// The pixel of the main map for a place on one of its boards.
    fn pixel(
        &self,
        origins: &[(Spot, (i32, i32))],
        map: Id<Map>,
        at: Location,
    ) -> Option<(i32, i32)> {
        let (spot, (left, top)) = origins.iter().find(|(spot, _)| spot.map == map)?;
        let board = &self.boards[map.index()];
        let (x, y) = board.place(&self.game.maps[map], at)?;
        let (width, height) = board.size();
        let (x, y) = if spot.flipped {
            ((width - x).min(width - 1), (height - y).min(height - 1))
        } else {
            (x, y)
        };
        Some((left + x, top + y))
    }

    /// The table of a scenario.
    pub fn table(
        &self,
        scenario: &Scenario,
        plan: &SetUpPlan,
        tray: Option<&Tray>,
    ) -> Result<Table, ModuleError> {
        let game = self.game;
        let spots = self.spots(scenario);
        let origins = self.origins(&spots);
        let cups = cups(game, self.boards);
        let mut table = Table { scenario: scenario.id.clone(), cups, ..Table::default() };
        let mut copies: HashMap<Id<Counter>, u32> = HashMap::new();
        let mut places =
            Places { in_tray: BTreeMap::new(), crowds: self.crowds(scenario, plan, &origins) };
        for (set_up, spread) in scenario.set_ups.iter().zip(&plan.spreads) {
            for unit in &set_up.units {
                for _ in 0..unit.count {
                    let copy = copies.entry(unit.counter).or_default();
                    *copy += 1;
                    let (map_name, at, place) = self
                        .spread(spread, plan, tray, &origins, &mut places)
                        .ok_or_else(|| ModuleError::SetUp {
                            scenario: scenario.id.clone(),
                            reason: format!(
                                "there is no place on the table for {}",
                                game.counters[unit.counter].id
                            ),
                        })?;
                    let piece = self.piece(unit.counter, *copy, set_up);
                    let name = piece_id(&game.counters[unit.counter].id, *copy);
                    let mut piece = TablePiece::new(&name, &piece, map_name, at, &place);
                    if let Some(cup) = table.cups.iter().find(|cup| cup.name == place) {
                        piece.put(map_name, cup.at, &place);
                        piece.drop_into(&cup.name);
                    }
                    table.pieces.push(piece);
                }
            }
        }
        let turn = scenario.turns.first;
        let step =
            self.sequence.first_step(scenario.first_phase.as_deref(), scenario.first_side, turn);
        table.turn = self.sequence.state(turn, step, scenario.first_side);
        // A scenario that begins with moves has no phase to set up in.
        table.begun = self.sequence.standings.get(step).is_some_and(|first| moves(game, first));
        let main: Vec<BoardSpot> = origins
            .iter()
            .map(|(spot, _)| (game.maps[spot.map].id.clone(), spot.flipped, spot.at))
            .collect();
        table.boards.push((MAIN_MAP.to_owned(), main));
        for (map, board) in [(SET_UP_MAP, tray), (BOX_MAP, self.boxes)] {
            if let Some(board) = board {
                table.boards.push((map.to_owned(), vec![(board.name.clone(), false, (0, 0))]));
            }
        }
        Ok(table)
    }

    /// The boards of a scenario; the game's first map when it names none.
    pub fn spots(&self, scenario: &Scenario) -> Vec<Spot> {
        if !scenario.maps.is_empty() {
            return normal(&scenario.maps);
        }
        self.game
            .maps
            .first()
            .map(|map| Spot { map, flipped: false, at: (0, 0) })
            .into_iter()
            .collect()
    }

    fn spread(
        &self,
        spread: &Spread,
        plan: &SetUpPlan,
        tray: Option<&Tray>,
        origins: &[(Spot, (i32, i32))],
        places: &mut Places,
    ) -> Option<(&'static str, (i32, i32), String)> {
        match spread {
            Spread::Map(map, location) => {
                let (window, middle) = self.on_map(origins, *map, *location)?;
                let crowd = places.crowds.get_mut(&(*map, *location));
                let at = crowd.and_then(Iterator::next).unwrap_or(middle);
                Some((window, at, self.game.maps[*map].location_name(*location)))
            }
            Spread::Tray(group) => {
                let place = &plan.groups.get(*group)?.place;
                let nth = places.in_tray.entry(place.clone()).or_default();
                let at = tray?.place(place, *nth)?;
                *nth += 1;
                Some((SET_UP_MAP, at, place.clone()))
            }
        }
    }

    /// Where the counters lie that share a box or a space of a track.
    fn crowds(
        &self,
        scenario: &Scenario,
        plan: &SetUpPlan,
        origins: &[(Spot, (i32, i32))],
    ) -> Berths {
        let mut crowds: HashMap<(Id<Map>, Location), usize> = HashMap::new();
        for (set_up, spread) in scenario.set_ups.iter().zip(&plan.spreads) {
            if let Spread::Map(map, location @ Location::Box(_)) = spread {
                let count: u32 = set_up.units.iter().map(|unit| unit.count).sum();
                *crowds.entry((*map, *location)).or_default() += count as usize;
            }
        }
        let counter = i32::try_from(self.game.module.counter_pixels).unwrap_or(76);
        let lay_out = |((map, location), count): ((Id<Map>, Location), usize)| {
            let frame = self.frame(origins, map, location)?;
            Some(((map, location), berths(frame, counter, fold(counter), count).into_iter()))
        };
        crowds.into_iter().filter_map(lay_out).collect()
    }

    /// The frame of a box in its window; none on a board that is turned.
    fn frame(&self, origins: &[(Spot, (i32, i32))], map: Id<Map>, at: Location) -> Option<Frame> {
        let Location::Box(id) = at else { return None };
        match origins.iter().find(|(spot, _)| spot.map == map) {
            Some((spot, origin)) if self.pixel(origins, map, at).is_some() => {
                let frame = self.boards[map.index()].frame(id)?;
                (!spot.flipped).then(|| frame.moved(*origin))
            }
            _ => self.boxes?.frame(&self.game.maps[map].location_name(at)),
        }
    }

    /// A place on one of the boards, or in the window with the boxes of boards.
    fn on_map(
        &self,
        origins: &[(Spot, (i32, i32))],
        map: Id<Map>,
        location: Location,
    ) -> Option<(&'static str, (i32, i32))> {
        if let Some(at) = self.pixel(origins, map, location) {
            return Some((MAIN_MAP, at));
        }
        let name = self.game.maps[map].location_name(location);
        Some((BOX_MAP, self.boxes?.place(&name, 0)?))
    }

    /// Where a piece in a place lies while a scenario is played: the map window and its pixel.
    pub fn spot(
        &self,
        scenario: &Scenario,
        map: Id<Map>,
        location: Location,
    ) -> Option<(&'static str, (i32, i32))> {
        self.on_map(&self.origins(&self.spots(scenario)), map, location)
    }

    /// A piece as it starts: which copy, on which side, in which states.
    fn piece(&self, id: Id<Counter>, copy: u32, set_up: &SetUp) -> DefinedPiece {
        let counter = &self.game.counters[id];
        let mut piece = self.pieces[id.index()].clone();
        let side = counter.side.map(|side| self.game.sides[side].name.clone());
        // A state that is the back of the counter: a machine gun that begins malfunctioned.
        let back = counter.unit_type.map_or("", |id| self.game.unit_types[id].back.as_str());
        let turned = set_up.reduced || set_up.states.iter().any(|state| state == back);
        for (one, state) in piece.definition.traits.iter().zip(&mut piece.states) {
            match &one.meaning {
                Meaning::DynamicProperty(property) if property.name == COPY && copy > 1 => {
                    *state = copy.to_string();
                }
                Meaning::Layer(layer) if layer.name == STEP && turned => {
                    *state = Level { level: 2, active: true }.encode();
                }
                Meaning::Layer(layer) if set_up.states.contains(&layer.name) => {
                    *state = Level { level: 1, active: true }.encode();
                }
                Meaning::Invisible(_) if set_up.hidden => {
                    *state = side.clone().unwrap_or_else(|| "null".to_owned());
                }
                _ => {}
            }
        }
        piece
    }
}

/// The id of a piece in set-ups and logs: its counter's id, `id#2` for the second of a type.
pub fn piece_id(counter: &str, copy: u32) -> String {
    if copy > 1 { format!("{counter}#{copy}") } else { counter.to_owned() }
}

/// Boards counted from column and row 0.
fn normal(spots: &[Spot]) -> Vec<Spot> {
    let left = spots.iter().map(|spot| spot.at.0).min().unwrap_or(0);
    let top = spots.iter().map(|spot| spot.at.1).min().unwrap_or(0);
    spots.iter().map(|spot| Spot { at: (spot.at.0 - left, spot.at.1 - top), ..*spot }).collect()
}
