//! Where a scenario is played, who is there, and how they set up.

use super::super::ground::Ground;
use super::super::hearing::entry::Entry;
use super::super::hearing::laying;
use super::super::ruling::Ruling;
use super::super::table::{Phase, Table};
use super::super::units::{Possessor, Size, Unit, Whereabouts};
use crate::bots::Dice;
use crate::deeds::{Act, Moment, Spot, Standing, UnitId};
use crate::hex::{Hex, Location, distance};
use crate::model::{Counter, CounterKind, Game, Placement, Scenario, SetUp};
use crate::referee::case::Node;
use crate::referee::sequence::Sequence;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The boards of a scenario and what its card says.
pub(super) struct Setting<'a> {
    game: &'a Game,
    scenario: &'a Scenario,
    ground: Arc<Ground>,
    /// Units that come later: the turn, and where they wait.
    pub(super) waiting: BTreeMap<String, Waiting>,
}

/// A unit or weapon that has not come yet.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub(super) turn: i32,
    pub(super) at: Spot,
    /// Where the card lets it in; all edges when it does not say.
    pub(super) set_up: usize,
}

/// The pieces of one line of the card.
struct Line {
    units: Vec<usize>,
    weapons: Vec<usize>,
}

impl<'a> Setting<'a> {
    /// Lays the table; none when the boards are not there.
    pub(super) fn new(
        game: &'a Game,
        scenario: &'a Scenario,
        dice: &mut Dice,
    ) -> Option<(Self, Table, Act)> {
        let ground = Arc::new(Ground::of_scenario(game, scenario)?);
        let mut date = scenario.date.split('-');
        let date = date.next()?.parse().ok().zip(date.next()?.parse().ok());
        let mut table = Table::bare(Arc::clone(&ground), Some(scenario.id.clone()), date);
        for force in &scenario.forces {
            let nation = force.nationality.map(|id| game.nationalities[id].id.clone());
            if let (Some(nation), Some(elr)) = (nation, force.values.get("elr")) {
                table.elr.insert(nation, *elr);
            }
        }
        table.phase = Phase::SetUp;
        let mut setting = Setting { game, scenario, ground, waiting: BTreeMap::new() };
        let mut copies: HashMap<String, u32> = HashMap::new();
        let mut malfunctioned: Vec<usize> = Vec::new();
        let mut last: Vec<usize> = Vec::new();
        for (index, set_up) in scenario.set_ups.iter().enumerate() {
            let line = setting.line(&mut table, set_up, &mut copies);
            // A weapon with a line of its own is carried by those of the line before.
            let carriers =
                if line.units.is_empty() { std::mem::take(&mut last) } else { line.units.clone() };
            share_out(&mut table, &line.weapons, &carriers);
            last = carriers;
            if set_up.states.iter().any(|state| state == "malfunctioned") {
                malfunctioned.extend(&line.weapons);
            }
            match set_up.turn {
                Some(turn) => setting.wait(&table, &line, turn, index),
                None => setting.place(&mut table, &line, set_up, dice),
            }
        }
        for weapon in malfunctioned {
            table.weapons[weapon].set("malfunctioned");
        }
        let start = setting.start(&table);
        Some((setting, table, start))
    }

    /// Makes the units and weapons of a line of the card.
    fn line(&self, table: &mut Table, set_up: &SetUp, copies: &mut HashMap<String, u32>) -> Line {
        let mut line = Line { units: Vec::new(), weapons: Vec::new() };
        let force = set_up.force.and_then(|force| self.scenario.forces.get(force));
        let nation = force.and_then(|force| force.nationality);
        let nation = nation.map(|id| self.game.nationalities[id].id.to_string());
        for count in &set_up.units {
            let counter = &self.game.counters[count.counter];
            if counter.kind == CounterKind::Marker {
                continue;
            }
            for _ in 0..count.count {
                let copy = copies.entry(counter.id.to_string()).or_default();
                *copy += 1;
                let id = match *copy {
                    1 => counter.id.to_string(),
                    copy => format!("{}#{copy}", counter.id),
                };
                if let Some(mut unit) = laying::unit(self.game, &id, counter) {
                    if let Some(nation) = &nation {
                        unit.nation.clone_from(nation);
                    }
                    line.units.push(table.seat_unit(unit));
                } else if let Some(weapon) = laying::weapon(self.game, table, &id, counter) {
                    line.weapons.push(table.seat_weapon(weapon));
                }
            }
        }
        line
    }

    /// Those who come later lie on the turn track.
    fn wait(&mut self, table: &Table, line: &Line, turn: i32, set_up: usize) {
        let at = self.turn_space(turn);
        let units = line.units.iter().map(|unit| &table.units[*unit].id);
        let weapons = line.weapons.iter().map(|weapon| &table.weapons[*weapon].id);
        for id in units.chain(weapons) {
            self.waiting.insert(id.clone(), Waiting { turn, at: at.clone(), set_up });
        }
    }

    pub(super) fn turn_space(&self, turn: i32) -> Spot {
        let name = format!("turn:{turn}");
        let maps = self.scenario.maps.iter().map(|spot| spot.map);
        let found = maps.into_iter().find_map(|map| {
            let boxes = &self.game.maps[map].box_locations;
            let at = boxes.iter().position(|known| *known == name)?;
            Some(Spot::At(map, Location::Box(crate::hex::BoxId(u16::try_from(at).ok()?))))
        });
        found.unwrap_or_else(|| Spot::Elsewhere(name.into()))
    }

    // Setting up

    fn place(&self, table: &mut Table, line: &Line, set_up: &SetUp, dice: &mut Dice) {
        let mut hexes = self.hexes(&set_up.placement);
        dice.shuffle(&mut hexes);
        // Guns first: they are the choosiest.
        for weapon in line.weapons.iter().copied() {
            if table.weapons[weapon].arm.is_gun() {
                self.set_up_gun(table, weapon, &hexes);
            }
        }
        let second = set_up.force.is_some_and(|force| {
            self.scenario.forces.get(force).is_some_and(|force| force.id == "2e-compagnie")
        });
        for unit in line.units.iter().copied() {
            if table.units[unit].hex().is_some() {
                continue;
            }
            // A leader joins others of his line.
            let company: Vec<Hex> =
                line.units.iter().filter_map(|other| table.units[*other].hex()).collect();
            let mut choices: Vec<Hex> = Vec::new();
            if table.units[unit].is_leader() || dice.chance(30) {
                choices.extend(dice.pick(&company));
            }
            choices.extend((0..60).filter_map(|_| dice.pick(&hexes)));
            for hex in choices {
                let mut note = Entry::new("set-up")
                    .word("unit", &table.units[unit].id)
                    .list("at", [self.ground.name(hex)]);
                if second {
                    note = note.word("group", "second-company");
                }
                if self.free_of_others(table, unit, hex) && try_on(table, &note.node()) {
                    break;
                }
            }
        }
    }

    /// Nobody sets up with the enemy, nor among those of another nation (S13).
    fn free_of_others(&self, table: &Table, unit: usize, hex: Hex) -> bool {
        let own = &table.units[unit];
        table.units_in(hex).all(|(_, other)| other.side == own.side && other.nation == own.nation)
    }

    fn set_up_gun(&self, table: &mut Table, weapon: usize, hexes: &[Hex]) {
        let id = table.weapons[weapon].id.clone();
        let Some(owner) = table.owner(weapon) else { return };
        for hex in hexes {
            let paved = table.ground.neighbours(*hex).any(|next| table.ground.is_road(*hex, next));
            if paved || table.units_in(*hex).next().is_some() {
                continue;
            }
            let entry = Entry::new("set-up")
                .list("weapons", [&id])
                .list("at", [self.ground.name(*hex)])
                .node();
            if try_on(table, &entry) {
                table.units[owner].at = Whereabouts::Hex(*hex);
                // 6.3: off the roads a Gun is set up dug in.
                table.weapons[weapon].set("emplaced");
                return;
            }
        }
    }

    /// The hexes that a line of the card allows.
    fn hexes(&self, placement: &Placement) -> Vec<Hex> {
        let playable = || {
            let mut all: Vec<Hex> =
                self.ground.grid.hexes().filter(|hex| self.ground.is_playable(*hex)).collect();
            // Half hexes at the edge are left to those who enter.
            all.retain(|hex| !self.ground.is_edge(*hex));
            all
        };
        match placement {
            Placement::AnyOf(map, places) => places
                .iter()
                .filter_map(|at| self.ground.hex_of(*map, *at))
                .filter(|hex| self.ground.is_playable(*hex))
                .collect(),
            Placement::Within(map, far, centre) => {
                let Some(centre) = self.ground.hex_of(*map, Location::Hex(*centre)) else {
                    return Vec::new();
                };
                let mut all = playable();
                all.retain(|hex| distance(*hex, centre) <= *far);
                all
            }
            _ => playable(),
        }
    }

    // The table at the beginning

    fn start(&self, table: &Table) -> Act {
        let mut pieces = Vec::new();
        let stands = |id: &str, at: Option<Hex>, works: bool| Standing {
            unit: UnitId::new(id),
            at: match (at, self.waiting.get(id)) {
                (Some(hex), _) => self.spot(hex),
                (None, Some(waiting)) => waiting.at.clone(),
                (None, None) => Spot::Elsewhere("off the table".into()),
            },
            steps: Some(u32::from(works)),
            states: Vec::new(),
        };
        for unit in &table.units {
            pieces.push(stands(&unit.id, unit.hex(), true));
        }
        for (index, weapon) in table.weapons.iter().enumerate() {
            let works = !weapon.has("malfunctioned");
            pieces.push(stands(&weapon.id, table.weapon_hex(index), works));
        }
        let first = self.scenario.turns.first;
        let sequence = Sequence::new(self.game, self.scenario.first_side);
        let moment = sequence.turn(first).first().map(|stage| Moment {
            turn: first,
            phase: stage.path.clone(),
            side: stage.side(),
        });
        Act::SetUp { pieces, markers: Vec::new(), moment, scenario: Some(self.scenario.id.clone()) }
    }

    // Places

    /// The place on a board that a hex is.
    pub(super) fn spot(&self, hex: Hex) -> Spot {
        let found = self
            .ground
            .seats
            .iter()
            .find_map(|seat| Some(Spot::At(seat.map, Location::Hex(seat.lift(hex)?))));
        found.unwrap_or_else(|| Spot::Elsewhere(self.ground.name(hex).into()))
    }

    pub(super) fn in_play(&self, hex: Hex) -> bool {
        self.ground.is_playable(hex)
    }

    /// The hexes over which a line of the card lets units in, and the word for the edge.
    pub(super) fn entry_hexes(&self, set_up: usize) -> (Vec<Hex>, &'static str) {
        let Some(set_up) = self.scenario.set_ups.get(set_up) else { return (Vec::new(), "") };
        if let Placement::AnyOf(..) = set_up.placement {
            return (self.hexes(&set_up.placement), "north");
        }
        let Placement::Free(text) = &set_up.placement else { return (Vec::new(), "") };
        let all: Vec<Hex> =
            self.ground.grid.hexes().filter(|hex| self.ground.is_playable(*hex)).collect();
        let at = |hex: &Hex| self.ground.grid.centre(*hex);
        let least = |of: &dyn Fn(&Hex) -> f64| all.iter().map(of).fold(f64::MAX, f64::min);
        let (left, top) = (least(&|hex| at(hex).x), least(&|hex| at(hex).y));
        let (right, bottom) = (-least(&|hex| -at(hex).x), -least(&|hex| -at(hex).y));
        let hex_high = self.ground.grid.hexes().next().map_or(1.0, |hex| {
            let corners = self.ground.grid.corners(hex);
            corners.iter().map(|c| c.y).fold(f64::MIN, f64::max)
                - corners.iter().map(|c| c.y).fold(f64::MAX, f64::min)
        });
        let near = |a: f64, b: f64| (a - b).abs() < hex_high * 0.6;
        let edge = if text.contains("on the left") || text.contains("west edge") {
            ("west", left)
        } else if text.contains("east edge") {
            ("east", right)
        } else if text.contains("north") && !text.contains("or the south") {
            ("north", top)
        } else {
            ("south", bottom)
        };
        let hexes = all
            .iter()
            .copied()
            .filter(|hex| match edge.0 {
                "west" | "east" => near(at(hex).x, edge.1),
                _ => near(at(hex).y, edge.1),
            })
            .collect();
        // S11 turns the board: its north is on the left.
        (hexes, if text.contains("on the left") { "north" } else { edge.0 })
    }

    /// Where a piece that has not come yet lies.
    pub(super) fn waits_at(&self, unit: &UnitId) -> Spot {
        let waiting = self.waiting.get(&*unit.0).map(|waiting| waiting.at.clone());
        waiting.unwrap_or_else(|| Spot::Elsewhere("off the table".into()))
    }

    /// The edge over which units of a nation leave for victory, when a hex lies on it.
    pub(super) fn way_out(&self, nation: &str, hex: Hex) -> Option<&'static str> {
        let places: Vec<(i32, i32)> = self
            .ground
            .grid
            .hexes()
            .filter(|hex| self.ground.is_playable(*hex))
            .filter_map(|hex| self.ground.grid.column_row(hex))
            .collect();
        let (column, row) = self.ground.grid.column_row(hex)?;
        let columns = || places.iter().map(|(column, _)| *column);
        let rows = || places.iter().filter(|(other, _)| *other == column).map(|(_, row)| *row);
        let (edge, there) = match (self.scenario.id.as_str(), nation) {
            ("S10", "italian") => ("west", columns().min() == Some(column)),
            // On this card north is on the left.
            ("S11", "german") => ("south", columns().max() == Some(column)),
            ("S14", "american") => ("south", rows().min() == Some(row)),
            _ => return None,
        };
        there.then_some(edge)
    }

    /// The name of the group in the cases, where the card has several.
    pub(super) fn group_of(&self, set_up: usize) -> Option<&'static str> {
        let force = self.scenario.set_ups.get(set_up)?.force?;
        match self.scenario.forces.get(force)?.id.as_str() {
            "2-506-pir" => Some("2nd-battalion"),
            "greek-flank" => Some("flank"),
            _ => None,
        }
    }

    /// Gives a unit the values of another counter.
    pub(super) fn dress(&self, unit: &mut Unit, counter: &Counter) {
        let Some(new) = laying::unit(self.game, &unit.id, counter) else { return };
        unit.size = new.size;
        unit.firepower = new.firepower;
        unit.range = new.range;
        unit.morale = new.morale;
        unit.leadership = new.leadership;
        unit.class = new.class;
        unit.broken_morale = new.broken_morale;
        unit.smoke_exponent = new.smoke_exponent;
        unit.assault_fire = new.assault_fire;
    }
}

/// Does an entry on a table if nothing speaks against it.
fn try_on(table: &mut Table, entry: &Node) -> bool {
    let before = table.clone();
    let mut ruling = Ruling::default();
    let done = super::judge(table, entry, &mut ruling);
    if done.is_ok() && ruling.is_legal() {
        return true;
    }
    *table = before;
    false
}

/// Every weapon gets somebody who has it: Guns their crews, the others squads first.
fn share_out(table: &mut Table, weapons: &[usize], units: &[usize]) {
    for weapon in weapons {
        let gun = table.weapons[*weapon].arm.is_gun();
        let free = |unit: &&usize| {
            let crew = table.units[**unit].size == Size::Crew;
            let has = table.weapons_of(**unit).next().is_some();
            !table.units[**unit].is_leader() && crew == gun && !has
        };
        let squad = |unit: &&usize| !gun && table.units[**unit].size == Size::Squad;
        let owner = units.iter().find(free).or_else(|| units.iter().find(squad));
        if let Some(owner) = owner.copied() {
            table.weapons[*weapon].possessor = Possessor::Unit(owner);
        }
    }
}
