//! The field: every hex with what a thread may meet in it, ready for fast looks.

use super::thread::Spot;
use crate::model::{BetweenLevels, Effect, KindId, SightRules};
use std::collections::HashMap;
use std::fmt;

/// The facts of one hex.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cell {
    /// The level of its centre dot.
    pub level: i8,
    /// What is painted in it.
    pub kind: Option<KindId>,
    /// Percent of the hex that it covers; 0 when not known.
    pub cover: u8,
    /// Sides that the painting reaches across, a bit each, clockwise from the top.
    pub joined: u8,
    /// Sides at which the ground falls or rises.
    pub crests: u8,
    /// Sides that a road crosses.
    pub roads: u8,
    /// Whether the painting leaves out the centre dot.
    pub off_centre: bool,
}

/// What a look needs of a hex, worked out once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prepared {
    pub level: i8,
    pub kind: Option<KindId>,
    /// Top of the depiction in half levels.
    pub top: i16,
    /// The same where it may be higher than facts tell.
    pub top_at_most: i16,
    pub effect: Effect,
    pub between: BetweenLevels,
    pub drm: u8,
    pub inherent: bool,
    /// Whether little of a terrain that fills its hex is painted.
    pub sparse: bool,
    /// Distances in hexes.
    pub core: f32,
    pub hull: f32,
    pub likely: f32,
    pub spoke_core: f32,
    pub spoke_hull: f32,
    pub joined: u8,
    pub corners: bool,
    /// Sides beyond which the ground is as high.
    pub ridge: u8,
    /// Roads that are a gap in the depiction.
    pub gap: u8,
}

/// A field of hexes: one board, or several laid edge to edge.
#[derive(Debug, Clone)]
pub struct Field {
    pub(super) rules: SightRules,
    low: Spot,
    parity: i32,
    columns: i32,
    rows: i32,
    cells: Vec<Option<Prepared>>,
    names: Vec<String>,
    by_name: HashMap<String, Spot>,
}

/// Why hexes make no field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldError {
    /// There are none.
    Empty,
    /// They spread over more than a million places.
    TooLarge,
    /// A hex is not on the lattice.
    OffLattice(String),
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldError::Empty => f.write_str("a field needs a hex"),
            FieldError::TooLarge => f.write_str("the field is too large"),
            FieldError::OffLattice(name) => {
                write!(f, "hex {name} does not lie on the field's grid")
            }
        }
    }
}

impl std::error::Error for FieldError {}

/// Below this percentage, pictures leave open whether a terrain that fills its hex is there at all.
const SPARSE: u8 = 50;

const LARGEST: i64 = 1_000_000;

impl Field {
    /// Builds a field. A hex given twice, as the two halves at the seam of two boards, is one hex: it
    /// keeps the name given first, and the facts of both.
    pub fn new(
        rules: SightRules,
        hexes: impl IntoIterator<Item = (Spot, String, Cell)>,
    ) -> Result<Self, FieldError> {
        let mut facts: HashMap<Spot, (String, Cell)> = HashMap::new();
        let mut by_name = HashMap::new();
        let mut shift = None;
        for (spot, name, cell) in hexes {
            if spot.x % 3 != 0 || *shift.get_or_insert(parity(spot)) != parity(spot) {
                return Err(FieldError::OffLattice(name));
            }
            by_name.insert(name.clone(), spot);
            match facts.get_mut(&spot) {
                Some((_, known)) => *known = joined(*known, cell),
                None => {
                    facts.insert(spot, (name, cell));
                }
            }
        }
        let bounds = |pick: fn(&Spot) -> i32| {
            let all = || facts.keys().map(pick);
            Some((all().min()?, all().max()?))
        };
        let (Some((x0, x1)), Some((y0, y1))) = (bounds(|s| s.x), bounds(|s| s.y)) else {
            return Err(FieldError::Empty);
        };
        let low = Spot { x: x0, y: y0 };
        let (columns, rows) =
            (i64::from(x1) / 3 - i64::from(x0) / 3 + 1, (i64::from(y1) - i64::from(y0)) / 2 + 1);
        if columns * rows > LARGEST {
            return Err(FieldError::TooLarge);
        }
        let size = usize::try_from(columns * rows).unwrap_or(0);
        let mut field = Self {
            rules,
            low,
            parity: shift.unwrap_or(0),
            columns: i32::try_from(columns).unwrap_or(0),
            rows: i32::try_from(rows).unwrap_or(0),
            cells: vec![None; size],
            names: vec![String::new(); size],
            by_name,
        };
        for (spot, (name, cell)) in &facts {
            let Some(index) = field.index(*spot) else { continue };
            let level_at = |side| facts.get(&spot.across(side)).map(|(_, c)| c.level);
            field.names[index].clone_from(name);
            field.cells[index] = Some(prepare(&field.rules, *cell, level_at));
        }
        Ok(field)
    }

    /// The rules that it was built with.
    pub fn rules(&self) -> &SightRules {
        &self.rules
    }

    /// The hex with a name.
    pub fn find(&self, name: &str) -> Option<Spot> {
        self.by_name.get(name).copied()
    }

    /// The name of a hex.
    pub fn name(&self, spot: Spot) -> Option<&str> {
        self.index(spot).map(|index| self.names[index].as_str()).filter(|name| !name.is_empty())
    }

    /// The level of a hex.
    pub fn level(&self, spot: Spot) -> Option<i8> {
        self.cell(spot).map(|cell| cell.level)
    }

    /// All hexes.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        self.by_name.values().copied()
    }

    fn index(&self, spot: Spot) -> Option<usize> {
        let (column, row) = ((spot.x - self.low.x) / 3, (spot.y - self.low.y) / 2);
        let inside = spot.x >= self.low.x
            && spot.y >= self.low.y
            && column < self.columns
            && row < self.rows;
        inside.then(|| usize::try_from(column * self.rows + row).unwrap_or(usize::MAX))
    }

    pub(super) fn cell(&self, spot: Spot) -> Option<&Prepared> {
        self.cells.get(self.index(spot)?)?.as_ref()
    }

    /// A number with the same parity as the places of a column: columns are shifted in turn.
    pub(super) fn column_start(&self, x: i32) -> i32 {
        self.parity + x / 3
    }
}

fn parity(spot: Spot) -> i32 {
    (spot.y - spot.x / 3).rem_euclid(2)
}

/// The facts of a hex whose halves lie on two boards: the one that shows more counts.
fn joined(a: Cell, b: Cell) -> Cell {
    let (more, less) =
        if b.kind.is_some() && (a.kind.is_none() || b.cover > a.cover) { (b, a) } else { (a, b) };
    Cell {
        level: a.level.max(b.level),
        joined: more.joined | if more.kind == less.kind { less.joined } else { 0 },
        crests: a.crests | b.crests,
        roads: a.roads | b.roads,
        ..more
    }
}

/// The radius of a disc that covers so many percent of a hex which is 1 from side to side.
fn disc(cover: u8) -> f32 {
    const HEX_AREA: f32 = 0.866_025_4;
    (f32::from(cover.min(100)) / 100.0 * HEX_AREA / std::f32::consts::PI).sqrt()
}

fn prepare(rules: &SightRules, cell: Cell, level_at: impl Fn(usize) -> Option<i8>) -> Prepared {
    let ridge = (0..6)
        .filter(|&side| cell.crests & (1 << side) == 0 && level_at(side) == Some(cell.level))
        .fold(0, |sides, side| sides | (1 << side));
    let plain = Prepared {
        level: cell.level,
        kind: None,
        top: i16::from(cell.level) * 2,
        top_at_most: i16::from(cell.level) * 2,
        effect: Effect::Nothing,
        between: BetweenLevels::Nothing,
        drm: 0,
        inherent: false,
        sparse: false,
        core: 0.0,
        hull: 0.0,
        likely: 0.0,
        spoke_core: 0.0,
        spoke_hull: 0.0,
        joined: 0,
        corners: false,
        ridge,
        gap: 0,
    };
    let Some(id) = cell.kind else { return plain };
    let kind = &rules[id];
    // Facts without a share: anything from a small patch to the whole hex.
    let (small, large) =
        if cell.cover == 0 { (disc(15), disc(100)) } else { (disc(cell.cover), disc(cell.cover)) };
    let arms = if cell.joined == 0 { 1.0 } else { kind.joined_core };
    let core = if cell.off_centre { 0.0 } else { kind.core * arms * small };
    let hull =
        if cell.off_centre { kind.hull_limit } else { (kind.hull * large).min(kind.hull_limit) };
    Prepared {
        kind: Some(id),
        // Heights are checked to be halves of at most 50.
        top: i16::from(cell.level) * 2 + (kind.height * 2.0) as i16,
        top_at_most: i16::from(cell.level) * 2
            + (kind.height_at_most.unwrap_or(kind.height) * 2.0) as i16,
        effect: kind.effect,
        between: kind.between_levels,
        drm: kind.drm,
        inherent: kind.inherent,
        sparse: kind.inherent && (1..SPARSE).contains(&cell.cover),
        core: core - rules.margin,
        hull: hull + rules.margin,
        likely: kind.likely.map_or(f32::midpoint(core, hull), |l| l * large),
        spoke_core: kind.spoke_core - rules.margin,
        spoke_hull: kind.spoke_hull + rules.margin,
        joined: cell.joined,
        corners: kind.fills_corners,
        gap: if kind.road_is_gap { cell.roads } else { 0 },
        ..plain
    }
}
