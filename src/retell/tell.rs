//! A story as the game's own module would have logged it.

use super::story::{Act, Lying, Story, Where};
use crate::deeds::{self, Declared, Deed, UnitId};
use crate::hex::Location;
use crate::interpret::{Pattern, items};
use crate::model::{Game, Id, Map, Scenario};
use crate::module::error::ModuleError;
use crate::module::table::{Setting, Surface, Tabletop, Window, levels, piece_id};
use crate::module::vassal::Kit;
use crate::module::vassal::log::{LogWriter, SettingUp};
use crate::module::vassal::save::Seat;
use crate::module::vassal::setup::{MAIN_MAP, map_name};
use crate::vassal::SavedGame;
use hashbrown::HashMap;

/// A story, told.
#[derive(Debug)]
pub struct Told {
    /// The log, or the save if nothing was done.
    pub saved: SavedGame,
    /// What could not be told, and what the reader should know.
    pub notes: Vec<String>,
}

/// The name of the place of pieces that are in a hand, in a bag, or beside everything.
const OFF: &str = "off the board";
/// Hexes reach this far from their middle, in hexes.
const REACH: f64 = 0.58;

/// Tells a story of a game. The kit is that of the game's module.
pub fn tell(story: &Story, kit: &Kit<'_>) -> Result<Told, ModuleError> {
    let game = kit.top.game;
    let found = game.scenarios.find(&story.scenario).and_then(|id| {
        let setting = kit.top.settings.get(id.index())?;
        Some((&game.scenarios[id], setting))
    });
    let Some((scenario, setting)) = found else {
        return Err(ModuleError::Log(format!(
            "it is of a scenario `{}`, which {} does not have",
            story.scenario, game.title
        )));
    };
    let mut notes = story.notes.clone();
    if story.version != game.version {
        notes.push(format!(
            "it was played with version {} of the game; the sources are version {}",
            story.version, game.version
        ));
    }
    let side = |id: &str| game.sides.get(id).map(|side| side.name.clone());
    let seats = story.seats.iter().filter_map(|(id, player)| {
        let password = format!("{id} {player}");
        Some(Seat { name: player.clone(), password, side: side(id)? })
    });
    let log = LogWriter::new(kit, &scenario.id, seats.collect())?;
    let surface = Surface::of(&kit.top, setting);
    let seats = story.seats.iter().filter_map(|(id, player)| Some((player.clone(), side(id)?)));
    let mut teller = Teller {
        top: &kit.top,
        scenario,
        setting,
        surface,
        log,
        names: HashMap::new(),
        faces: HashMap::new(),
        places: HashMap::new(),
        seats: seats.collect(),
        notes,
        unknown: 0,
    };
    teller.begin(story)?;
    for step in &story.steps {
        teller.act_as(step.who.as_deref());
        teller.act(&step.act)?;
    }
    if teller.unknown > 0 {
        teller.notes.push(format!("{} pieces are no counters of the game", teller.unknown));
    }
    let saved = teller.log.saved(&scenario.title);
    Ok(Told { saved, notes: teller.notes })
}

/// A place in a map window of the module.
#[derive(Debug, Clone, PartialEq)]
struct Spot {
    window: &'static str,
    at: (i32, i32),
    name: String,
}

struct Teller<'t, 'g> {
    top: &'t Tabletop<'g>,
    scenario: &'t Scenario,
    setting: &'t Setting,
    surface: Surface,
    log: LogWriter<'t>,
    /// Pieces of the module by the table's ids.
    names: HashMap<String, String>,
    /// Which face each shows.
    faces: HashMap<String, usize>,
    /// Where each lies.
    places: HashMap<String, Spot>,
    /// Players and their sides.
    seats: HashMap<String, String>,
    notes: Vec<String>,
    unknown: usize,
}

impl<'t> Teller<'t, '_> {
    fn game(&self) -> &'t Game {
        self.top.game
    }

    fn act_as(&mut self, who: Option<&str>) {
        match who.and_then(|who| self.seats.get(who)).cloned() {
            Some(side) => self.log.act_as(&side),
            None => self.log.act_as_nobody(),
        }
    }

    /// The table at the beginning: what the scenario set up, put where it lies now.
    fn begin(&mut self, story: &Story) -> Result<(), ModuleError> {
        let there: Vec<String> =
            self.log.table().pieces.iter().map(|piece| piece.id.clone()).collect();
        let set_up: std::collections::HashSet<&str> = there.iter().map(String::as_str).collect();
        let shown: HashMap<&str, usize> =
            self.setting.pieces.iter().map(|placed| (placed.id.as_str(), placed.face)).collect();
        let mut kept = std::collections::HashSet::new();
        for piece in &story.start {
            if set_up.contains(piece.id.as_str()) && deeds_counter(&piece.id) == piece.counter {
                kept.insert(piece.id.as_str());
            }
        }
        for id in there.iter().filter(|id| !kept.contains(id.as_str())) {
            self.log.remove(id)?;
        }
        for piece in &story.start {
            if !kept.contains(piece.id.as_str()) {
                self.come(piece)?;
                continue;
            }
            self.names.insert(piece.id.clone(), piece.id.clone());
            let spot = self.spot(&piece.at);
            self.log.drag(&[&piece.id], spot.window, spot.at, &spot.name)?;
            self.places.insert(piece.id.clone(), spot);
            let before = shown.get(piece.id.as_str()).copied().unwrap_or(0);
            self.faces.insert(piece.id.clone(), before);
            self.face(&piece.id, piece.face)?;
        }
        if let Some(turn) = &story.turn {
            self.turn(turn);
        }
        self.log.begin_here();
        Ok(())
    }

    fn act(&mut self, act: &Act) -> Result<(), ModuleError> {
        match act {
            Act::Move(moves) => self.moves(moves)?,
            Act::Come(piece) => self.come(piece)?,
            Act::Go(id) => {
                if let Some(name) = self.names.remove(id) {
                    self.log.remove(&name)?;
                }
                self.places.remove(id);
            }
            Act::Face(id, face) => self.face(id, *face)?,
            Act::Roll(dice, faces) => {
                if self.log.roll(dice, faces).is_err() {
                    self.notes.push(format!("{faces:?} is no roll of {dice}"));
                }
            }
            Act::Say(line) => self.say(line)?,
            Act::Turn(shown) => self.turn(shown),
            Act::Pass => {
                let (turn, step) = self.log.moment();
                let last = step + 1 >= self.top.sequence.standings.len();
                let next = if last { (turn + 1, 0) } else { (turn, step + 1) };
                self.log.turn(next.0, next.1);
            }
        }
        Ok(())
    }

    /// Pieces that went to the same place from the same place go together.
    fn moves(&mut self, moves: &[(String, Where)]) -> Result<(), ModuleError> {
        let mut groups: Vec<(Spot, Spot, Vec<String>)> = Vec::new();
        for (id, to) in moves {
            let (Some(name), Some(from)) = (self.names.get(id), self.places.get(id)) else {
                continue;
            };
            let to = self.spot(to);
            // Shifted within its hex, it has not moved.
            if (from.window, &from.name) == (to.window, &to.name) && from.name != OFF {
                continue;
            }
            let (name, from) = (name.clone(), from.clone());
            match groups.iter_mut().find(|(a, b, _)| *a == from && *b == to) {
                Some((.., together)) => together.push(name),
                None => groups.push((from, to.clone(), vec![name])),
            }
            self.places.insert(id.clone(), to);
        }
        for (_, to, together) in groups {
            let ids: Vec<&str> = together.iter().map(String::as_str).collect();
            self.log.drag(&ids, to.window, to.at, &to.name)?;
        }
        Ok(())
    }

    fn come(&mut self, piece: &Lying) -> Result<(), ModuleError> {
        if self.game().counters.find(&piece.counter).is_none() {
            self.unknown += 1;
            return Ok(());
        }
        let taken = |name: &str| self.log.table().pieces.iter().any(|one| one.id == name);
        // Numbers are given as they are free; there are fewer pieces than numbers.
        let free = (1..).map(|copy| piece_id(&piece.counter, copy)).find(|name| !taken(name));
        let Some(name) = free else { return Ok(()) };
        let spot = self.spot(&piece.at);
        self.log.take(&name, &piece.counter, spot.window, spot.at, &spot.name)?;
        self.names.insert(piece.id.clone(), name);
        self.places.insert(piece.id.clone(), spot);
        self.faces.insert(piece.id.clone(), 0);
        self.face(&piece.id, piece.face)
    }

    fn face(&mut self, id: &str, face: usize) -> Result<(), ModuleError> {
        let Some(name) = self.names.get(id) else { return Ok(()) };
        let before = self.faces.insert(id.to_owned(), face);
        if before == Some(face) {
            return Ok(());
        }
        let counter = self.game().counters.get(deeds_counter(name));
        let faces = counter.map_or(0, |one| levels(self.game(), &self.top.faces, one).len());
        let level = i32::try_from(face + 1).unwrap_or(1);
        if face >= faces || self.log.flip(name, level).is_err() {
            self.notes.push(format!("{name} has no face {level}"));
        }
        Ok(())
    }

    fn turn(&mut self, shown: &str) {
        let moment = self.top.sequence.moment(shown);
        match moment {
            Some((turn, step)) => self.log.turn(turn, step),
            None => self.notes.push(format!("`{shown}` is no turn of the game")),
        }
    }

    /// A line of the log: a declaration where it has the form of one, else talk.
    fn say(&mut self, line: &str) -> Result<(), ModuleError> {
        for declaration in &self.game().declarations {
            let form =
                crate::module::vassal::declare::DeclarationForm::of(self.game(), declaration);
            let pattern = Pattern::new(&form.line);
            let Some(fields) = pattern.read(line) else { continue };
            let mut declared = Declared { id: declaration.id.clone(), ..Declared::default() };
            for (field, text) in fields {
                match field {
                    "unit" | "units" => {
                        declared.units = items(text).map(|one| self.unit(one)).collect()
                    }
                    "targets" => {
                        let units: Vec<String> =
                            items(text).map(|one| self.unit(one).to_string()).collect();
                        declared.values.insert(field.to_owned(), units.join(", "));
                    }
                    "place" | "places" => {
                        declared.places = items(text).filter_map(|name| self.named(name)).collect();
                    }
                    _ => drop(declared.values.insert(field.to_owned(), text.to_owned())),
                }
            }
            let deed = Deed { step: 0, by: None, act: deeds::Act::Declare(declared) };
            return self.log.deed(&deed, SettingUp::Before);
        }
        self.log.chat(line);
        Ok(())
    }

    /// A unit as a player typed it: its id, or its name where no other piece on the table has it.
    fn unit(&self, typed: &str) -> UnitId {
        let pieces = &self.log.table().pieces;
        let same = |name: &str| name.eq_ignore_ascii_case(typed);
        if let Some(piece) = pieces.iter().find(|piece| same(&piece.id)) {
            return UnitId::new(&piece.id);
        }
        let named = |id: &str| {
            self.game().counters.get(deeds_counter(id)).is_some_and(|counter| same(&counter.name))
        };
        let mut found = pieces.iter().filter(|piece| named(&piece.id));
        match (found.next(), found.next()) {
            (Some(only), None) => UnitId::new(&only.id),
            _ => UnitId::new(typed),
        }
    }

    fn named(&self, name: &str) -> Option<deeds::Spot> {
        self.game().maps.entries().find_map(|(id, map)| {
            let hex = map.grid.parse(name).ok().map(Location::from);
            let at = hex.or_else(|| {
                let nth =
                    map.box_locations.iter().position(|known| known.eq_ignore_ascii_case(name))?;
                Some(Location::Box(crate::hex::BoxId(u16::try_from(nth).ok()?)))
            })?;
            Some(deeds::Spot::At(id, at))
        })
    }

    /// Where the module has a place.
    fn spot(&self, at: &Where) -> Spot {
        self.on_panel(at).unwrap_or_else(|| {
            // Beyond the upper left corner no map has anything.
            Spot { window: MAIN_MAP, at: (-100, -100), name: OFF.to_owned() }
        })
    }

    fn on_panel(&self, at: &Where) -> Option<Spot> {
        let Where::Panel(name, across, down) = at else { return None };
        let panel = self.surface.panels.iter().find(|panel| panel.name == *name)?;
        let pixel =
            |from: i32, length: i32, share: f64| from + (share * f64::from(length)).round() as i32;
        let point =
            (pixel(panel.at.0, panel.size.0, *across), pixel(panel.at.1, panel.size.1, *down));
        let inside = (
            point.0.clamp(panel.at.0, panel.at.0 + panel.size.0 - 1),
            point.1.clamp(panel.at.1, panel.at.1 + panel.size.1 - 1),
        );
        let (window, at) = self.surface.window(inside)?;
        let spot = |at: (i32, i32), name: String| Spot { window: map_name(window), at, name };
        if window != Window::Main {
            let tray = if window == Window::SetUp { &self.setting.tray } else { &self.top.boxes };
            let place = tray.iter().flat_map(|tray| &tray.places).find(|(_, frame)| {
                (frame.left..frame.right).contains(&at.0)
                    && (frame.top..frame.bottom).contains(&at.1)
            });
            let name = place.map_or_else(|| OFF.to_owned(), |(name, _)| name.clone());
            return Some(spot(at, name));
        }
        let (map, location) = self.location(at)?;
        let name = self.game().maps[map].location_name(location);
        match location {
            // In a hex pieces lie in its middle, in a box where they were put.
            Location::Hex(_) => {
                let (_, middle) = self.top.spot(self.scenario, map, location)?;
                Some(spot(middle, name))
            }
            Location::Box(_) => Some(spot(at, name)),
        }
    }

    /// The box or hex at a pixel of the boards.
    fn location(&self, at: (i32, i32)) -> Option<(Id<Map>, Location)> {
        let mut best: Option<(f64, Id<Map>, Location)> = None;
        for (spot, origin) in &self.setting.boards {
            let (map, board) = (&self.game().maps[spot.map], &self.top.boards[spot.map.index()]);
            let (width, height) = board.size();
            let (x, y) = (at.0 - origin.0, at.1 - origin.1);
            let (x, y) = if spot.flipped { (width - x, height - y) } else { (x, y) };
            for nth in 0..map.box_locations.len() {
                let Ok(id) = u16::try_from(nth).map(crate::hex::BoxId) else { break };
                let holds = board.frame(id).is_some_and(|frame| {
                    (frame.left..frame.right).contains(&x) && (frame.top..frame.bottom).contains(&y)
                });
                if holds {
                    return Some((spot.map, Location::Box(id)));
                }
            }
            for (hex, centre) in &board.hexes {
                let away = f64::from(centre.0 - x).hypot(f64::from(centre.1 - y)) / board.hex();
                if away < REACH && best.as_ref().is_none_or(|(nearest, ..)| away < *nearest) {
                    best = Some((away, spot.map, Location::Hex(*hex)));
                }
            }
        }
        best.map(|(_, map, location)| (map, location))
    }
}

/// The counter of a piece's id.
fn deeds_counter(id: &str) -> &str {
    id.split_once('#').map_or(id, |(counter, _)| counter)
}
