//! What can be laid over the map at any step, told by its changes.
//!
//! While the log is heard, the referee is asked after every step what it sees; only what is different from the step
//! before is written. How far units can go is asked when a phase begins, and only of the sides that move in it.

use super::document::{BondSheet, Document, Overlays, ReachSheet, StackSheet};
use crate::deeds::{Act, Deed, UnitId};
use crate::model::Game;
use crate::referee::{Hearing, LineKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Looks on while a log is heard.
pub(super) struct Watch {
    glass: Option<Glass>,
    /// By the first step of each phase: the sides that move in it.
    moving: BTreeMap<usize, BTreeSet<usize>>,
    /// The step being heard, and what happens in it.
    step: Option<usize>,
    changed: bool,
    turned: bool,
}

impl Watch {
    pub(super) fn new(document: &Document, game: &Game, deeds: &[Deed]) -> Self {
        let map = (0..document.maps.len())
            .filter(|map| !document.maps[*map].hex.is_empty())
            .max_by_key(|map| document.maps[*map].places.len());
        let glass = map.map(|map| Glass::new(document, map));
        let moving = moving_sides(game, deeds);
        Watch { glass, moving, step: None, changed: false, turned: false }
    }

    /// Before each deed, and at the end with none: all deeds of the step before were heard.
    pub(super) fn hears(&mut self, deed: Option<&Deed>, hearing: &dyn Hearing) {
        let next = deed.map(|deed| deed.step);
        if let (Some(step), Some(glass)) = (self.step, &mut self.glass)
            && next != Some(step)
        {
            if self.changed {
                glass.look(step, hearing);
            }
            if self.turned {
                let none = BTreeSet::new();
                glass.measure(step, hearing, self.moving.get(&step).unwrap_or(&none));
            }
            (self.changed, self.turned) = (false, false);
        }
        self.step = next;
        if let Some(deed) = deed {
            self.changed |= changes_the_table(deed);
            self.turned |= matches!(deed.act, Act::SetUp { .. } | Act::Turn(_));
        }
    }

    pub(super) fn finish(self) -> Overlays {
        self.glass.map(Glass::finish).unwrap_or_default()
    }
}

fn changes_the_table(deed: &Deed) -> bool {
    !matches!(deed.act, Act::Declare(_) | Act::Roll { .. } | Act::Points { .. })
}

/// By the first step of each phase: the sides that move in it.
fn moving_sides(game: &Game, deeds: &[Deed]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut moving: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut began = 0;
    for deed in deeds {
        match &deed.act {
            Act::Turn(_) | Act::SetUp { .. } => began = deed.step,
            Act::Move { unit, .. } => {
                let counter = game.counters.get(unit.counter());
                let side = counter.and_then(|counter| counter.side);
                moving.entry(began).or_default().extend(side.map(|side| side.index()));
            }
            _ => {}
        }
    }
    moving
}

/// What a stack counts, in words, and whether that is too much.
type Total = (String, bool);

/// Sees the table through the referee's eyes.
struct Glass {
    /// Numbers of places and pieces by name, sides by id.
    places: HashMap<String, usize>,
    pieces: Vec<(UnitId, usize, Option<usize>)>,
    units: HashMap<String, usize>,
    sides: HashMap<String, usize>,
    zones: Vec<BTreeSet<usize>>,
    bonds: Vec<BondSheet>,
    cut_off: BTreeSet<usize>,
    totals: BTreeMap<(usize, usize), Total>,
    reach: BTreeMap<usize, Vec<ReachSheet>>,
    overlays: Overlays,
}

impl Glass {
    fn new(document: &Document, map: usize) -> Self {
        let places = document.maps[map].places.iter().enumerate();
        let sides = document.sides.iter().enumerate();
        let pieces = document.pieces.iter().enumerate().filter(|(_, piece)| piece.kind == "unit");
        let pieces: Vec<(UnitId, usize, Option<usize>)> =
            pieces.map(|(number, piece)| (UnitId::new(&piece.id), number, piece.side)).collect();
        Glass {
            places: places.map(|(number, (name, ..))| (name.clone(), number)).collect(),
            units: pieces.iter().map(|(unit, number, _)| (unit.to_string(), *number)).collect(),
            pieces,
            sides: sides.map(|(number, side)| (side.id.clone(), number)).collect(),
            zones: vec![BTreeSet::new(); document.sides.len()],
            bonds: Vec::new(),
            cut_off: BTreeSet::new(),
            totals: BTreeMap::new(),
            reach: BTreeMap::new(),
            overlays: Overlays {
                map,
                zones: vec![Vec::new(); document.sides.len()],
                ..Overlays::default()
            },
        }
    }

    /// Notes what is different on the table.
    fn look(&mut self, step: usize, hearing: &dyn Hearing) {
        let seen = hearing.overlays();
        for shade in &seen.zones {
            let Some(&side) = self.sides.get(&shade.side) else { continue };
            let places = shade.hexes.iter().filter_map(|hex| self.places.get(hex).copied());
            let now: BTreeSet<usize> = places.collect();
            if now != self.zones[side] {
                let toggled = now.symmetric_difference(&self.zones[side]).copied().collect();
                self.overlays.zones[side].push((step, toggled));
                self.zones[side] = now;
            }
        }
        let lines = seen.lines.iter().filter(|line| line.kind == LineKind::Bond);
        let bonds: Vec<BondSheet> = lines
            .filter_map(|line| {
                let side = self.sides.get(line.side.as_deref()?)?;
                Some((*side, line.from.clone(), line.to.clone()))
            })
            .collect();
        if bonds != self.bonds {
            self.overlays.bonds.push((step, bonds.clone()));
            self.bonds = bonds;
        }
        if !seen.supply.is_empty() {
            let out = seen.supply.iter().filter(|unit| !unit.supplied);
            let now: BTreeSet<usize> =
                out.filter_map(|unit| self.units.get(&unit.unit).copied()).collect();
            let rows = self.overlays.supply.get_or_insert_default();
            if now != self.cut_off {
                rows.push((step, now.symmetric_difference(&self.cut_off).copied().collect()));
                self.cut_off = now;
            }
        }
        self.weigh(step, &seen);
    }

    fn weigh(&mut self, step: usize, seen: &crate::referee::Overlays) {
        let mut now: BTreeMap<(usize, usize), Total> = BTreeMap::new();
        for stack in &seen.stacking {
            let place = self.places.get(&stack.at);
            if let (Some(&place), Some(&side)) = (place, self.sides.get(&stack.side)) {
                let words = format!("{} / {}", stack.total, stack.limit);
                now.insert((place, side), (words, stack.over));
            }
        }
        let gone = self.totals.keys().filter(|key| !now.contains_key(*key));
        let mut rows: Vec<StackSheet> =
            gone.map(|(place, side)| (*place, *side, String::new(), false)).collect();
        let fresh = now.iter().filter(|(key, total)| self.totals.get(*key) != Some(*total));
        rows.extend(
            fresh.map(|((place, side), (words, over))| (*place, *side, words.clone(), *over)),
        );
        if !rows.is_empty() {
            self.overlays.stacking.get_or_insert_default().push((step, rows));
            self.totals = now;
        }
    }

    /// Notes how far the units of the sides that move in a phase can go.
    fn measure(&mut self, step: usize, hearing: &dyn Hearing, sides: &BTreeSet<usize>) {
        let moves = |side: &Option<usize>| side.is_some_and(|side| sides.contains(&side));
        let movers = self.pieces.iter().filter(|(.., side)| moves(side));
        let movers: Vec<UnitId> = movers.map(|(unit, ..)| unit.clone()).collect();
        let mut reaches = hearing.reaches(&movers).into_iter();
        for (_, number, side) in &self.pieces {
            let reach = if moves(side) { reaches.next().flatten() } else { None };
            let (allowance, hexes) = match reach {
                Some(reach) => {
                    let mut by_cost: BTreeMap<String, Vec<usize>> = BTreeMap::new();
                    for hex in reach.hexes {
                        if let Some(place) = self.places.get(&hex.at) {
                            by_cost.entry(hex.cost).or_default().push(*place);
                        }
                    }
                    (reach.allowance, by_cost.into_iter().collect())
                }
                None => (String::new(), Vec::new()),
            };
            let rows = self.reach.entry(*number).or_default();
            let same = rows.last().is_some_and(|(_, points, list): &ReachSheet| {
                *points == allowance && *list == hexes
            });
            let idle = rows.is_empty() && hexes.is_empty();
            if !same && !idle {
                rows.push((step, allowance, hexes));
            }
        }
    }

    fn finish(mut self) -> Overlays {
        let reach = std::mem::take(&mut self.reach).into_iter();
        self.overlays.reach = reach.filter(|(_, rows)| !rows.is_empty()).collect();
        self.overlays
    }
}
