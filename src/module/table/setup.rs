//! Set-ups: every scenario as what lies where on a table that is ready to play.

use super::board::{BoardPlan, Frame};
use super::crowd::{berths, fold};
use super::sequence::Sequence;
use super::tray::{Tray, TrayBox, TrayPlace};
use crate::hex::{BoxId, Location};
use crate::model::{BoxKind, Counter, Game, Id, Map, Placement, Scenario, SetUp, Side, Spot};
use crate::module::error::ModuleError;
use std::collections::{BTreeMap, HashMap};

/// A surface that pieces lie on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Window {
    /// The boards that the game is played on.
    Main,
    /// The tray of units that set up freely.
    SetUp,
    /// The boxes of boards that have no room for them.
    Boxes,
}

/// A piece where it lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Its id: its counter's, `id#2` for the second of a type.
    pub id: String,
    /// What it is.
    pub counter: Id<Counter>,
    /// Which of its type, from one.
    pub copy: u32,
    /// The surface.
    pub window: Window,
    /// The pixel of the surface.
    pub at: (i32, i32),
    /// The name of that place.
    pub place: String,
    /// The cup it lies in, by the id of its box.
    pub cup: Option<String>,
    /// Which of its faces shows, from zero.
    pub face: usize,
    /// Its states, by id.
    pub states: Vec<String>,
    /// Hidden from the other side.
    pub hidden: bool,
}

/// A moment of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The scenario, by id.
    pub scenario: String,
    /// Pieces from the bottom of their stacks up.
    pub pieces: Vec<Placed>,
    /// The turn, and the step of the sequence.
    pub moment: (i32, usize),
}

/// A scenario laid out.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Pieces from the bottom of their stacks up.
    pub pieces: Vec<Placed>,
    /// The boards, and the pixel of the main surface where each begins.
    pub boards: Vec<(Spot, (i32, i32))>,
    /// The tray of units that set up freely.
    pub tray: Option<Tray>,
    /// The first turn, and the step of the sequence that it begins with.
    pub moment: (i32, usize),
}

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

pub(in crate::module) fn location_named(map: &Map, name: &str) -> Option<Location> {
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

    /// What lies where when a scenario begins.
    pub fn setting(
        &self,
        scenario: &Scenario,
        plan: &SetUpPlan,
        tray: Option<Tray>,
    ) -> Result<Setting, ModuleError> {
        let game = self.game;
        let origins = self.origins(&self.spots(scenario));
        let cups = cup_boxes(game, self.boards);
        let mut pieces = Vec::new();
        let mut copies: HashMap<Id<Counter>, u32> = HashMap::new();
        let mut places =
            Places { in_tray: BTreeMap::new(), crowds: self.crowds(scenario, plan, &origins) };
        for (set_up, spread) in scenario.set_ups.iter().zip(&plan.spreads) {
            for unit in &set_up.units {
                let counter = &game.counters[unit.counter];
                // A state that is the back of the counter: a machine gun that begins malfunctioned.
                let back = counter.unit_type.map_or("", |id| game.unit_types[id].back.as_str());
                for _ in 0..unit.count {
                    let copy = copies.entry(unit.counter).or_default();
                    *copy += 1;
                    let (window, at, place) = self
                        .spread(spread, plan, tray.as_ref(), &origins, &mut places)
                        .ok_or_else(|| ModuleError::SetUp {
                            scenario: scenario.id.clone(),
                            reason: format!("there is no place on the table for {}", counter.id),
                        })?;
                    let cup = cups.iter().find(|(name, _)| *name == place);
                    pieces.push(Placed {
                        id: piece_id(&counter.id, *copy),
                        counter: unit.counter,
                        copy: *copy,
                        window,
                        at: cup.map_or(at, |(_, at)| *at),
                        cup: cup.map(|(name, _)| name.clone()),
                        place,
                        face: usize::from(
                            set_up.reduced || set_up.states.iter().any(|state| state == back),
                        ),
                        states: set_up.states.clone(),
                        hidden: set_up.hidden,
                    });
                }
            }
        }
        let turn = scenario.turns.first;
        let step =
            self.sequence.first_step(scenario.first_phase.as_deref(), scenario.first_side, turn);
        Ok(Setting { pieces, boards: origins, tray, moment: (turn, step) })
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
    ) -> Option<(Window, (i32, i32), String)> {
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
                Some((Window::SetUp, at, place.clone()))
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
    ) -> Option<(Window, (i32, i32))> {
        if let Some(at) = self.pixel(origins, map, location) {
            return Some((Window::Main, at));
        }
        let name = self.game.maps[map].location_name(location);
        Some((Window::Boxes, self.boxes?.place(&name, 0)?))
    }

    /// Where a piece in a place lies while a scenario is played: the surface and its pixel.
    pub fn spot(
        &self,
        scenario: &Scenario,
        map: Id<Map>,
        location: Location,
    ) -> Option<(Window, (i32, i32))> {
        self.on_map(&self.origins(&self.spots(scenario)), map, location)
    }
}

/// The boxes that counters are drawn from unseen, of boards that have their boxes around them: id, and the pixel of
/// the main surface, which is the board's, as boards laid side by side have no boxes.
pub fn cup_boxes(game: &Game, boards: &[BoardPlan]) -> Vec<(String, (i32, i32))> {
    let surrounded = game.maps.iter().zip(boards).filter(|(_, board)| board.surround);
    let cups = surrounded.flat_map(|(map, board)| {
        let cups = map.boxes.iter().filter(|one| one.kind == BoxKind::Cup);
        cups.filter_map(move |one| {
            let at = board.place(map, location_named(map, &one.id)?)?;
            Some((one.id.clone(), at))
        })
    });
    cups.collect()
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
