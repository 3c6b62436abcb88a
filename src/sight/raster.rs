//! Exact answers from a terrain grid: the thread is followed point by point over what is really painted.

use super::field::{Cell, Field, FieldError};
use super::look::{Block, ByRange, Certainty, Dispute, Ends, Hindrance, Reason, Screen, Sight};
use super::thread::{Meeting, Spot, Thread};
use crate::model::{BetweenLevels, Effect, KindId, SightRules};
use crate::vassal::board::Board;
use std::collections::HashMap;
use std::fmt;

/// What a terrain code of a grid is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Material {
    /// Nothing that a thread would notice.
    Open,
    /// A depiction, and its height where that is not the kind's own.
    Painted(KindId, Option<f32>),
    /// Not known: a thread across it is disputed.
    Unknown,
}

/// A board with its terrain grid.
#[derive(Debug, Clone)]
pub struct Raster {
    /// Levels and names; its own answers are those without the grid.
    field: Field,
    board: Board,
    materials: Vec<Material>,
    /// Points from column to column of hexes, and from side to side of a hex.
    step: (f64, f64),
    /// What fills its hex, where something does.
    fillings: HashMap<Spot, KindId>,
}

/// Why a grid cannot be looked across.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RasterError {
    /// Hexes of the grid do not lie as on geomorphic boards.
    NotGeomorphic,
    /// The hexes make no field.
    Field(FieldError),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RasterError::NotGeomorphic => {
                f.write_str("the hexes of this board do not lie as on geomorphic boards")
            }
            RasterError::Field(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RasterError {}

impl Raster {
    /// A board as a field: hexes named `A1`, `B0` … after their column and row.
    pub fn new(rules: SightRules, board: Board) -> Result<Self, RasterError> {
        if !board.is_geomorphic() {
            return Err(RasterError::NotGeomorphic);
        }
        let step = (
            board.width as f64 / f64::from(board.columns - 1),
            board.height as f64 / f64::from(board.rows),
        );
        let mut materials = vec![Material::Unknown; 256];
        for grid in &rules.grids {
            let material = match grid.kind.as_deref().and_then(|kind| rules.kind(kind)) {
                Some(kind) => Material::Painted(kind, grid.height),
                None => Material::Open,
            };
            for code in &grid.codes {
                materials[usize::from(*code)] = material;
            }
        }
        let mut fillings = HashMap::new();
        let mut hexes = Vec::new();
        for column in 0..board.columns {
            // Columns in turn have their hexes from 1, and one more from 0.
            let (first, count) =
                if column % 2 == 0 { (1, board.rows) } else { (0, board.rows + 1) };
            for row in first..first + count {
                let spot =
                    Spot { x: 3 * column, y: if column % 2 == 0 { 2 * row - 1 } else { 2 * row } };
                let (x, y) = place(step, spot);
                let (level, _) = sample(&board, x, y).unwrap_or((0, 0));
                if let Some(kind) = filling(&rules, &board, &materials, (step, spot)) {
                    fillings.insert(spot, kind);
                }
                let cell = Cell { level, ..Cell::default() };
                hexes.push((spot, format!("{}{row}", letters(column)), cell));
            }
        }
        let field = Field::new(rules, hexes).map_err(RasterError::Field)?;
        Ok(Self { field, board, materials, step, fillings })
    }

    /// Names and levels of the hexes.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Looks from hex to hex. `None` if one of them is not on the board.
    pub fn look(&self, from: Spot, to: Spot, screens: &[Screen]) -> Option<Sight> {
        let (a, b) = (self.field.level(from)?, self.field.level(to)?);
        let ends = Ends { low: a.min(b), high: a.max(b) };
        let upper = if a >= b { from } else { to };
        let rules = self.field.rules();
        let range = from.range(to);
        let mut hindrance = Hindrance::default();
        for screen in screens.iter().filter(|s| s.hex == from || s.hex == to) {
            hindrance.add_surely(screen.drm);
        }
        if range < 2 {
            return Some(Sight::Clear(hindrance));
        }
        let mut terrain = ByRange::new(rules.same_range);
        let mut smoke = ByRange::new(crate::model::SameRange::Each);
        let mut doubt = None;
        let thread = Thread::new(from, to);
        for (x, first, last) in thread.columns() {
            for y in first..=last {
                let hex = Spot { x, y };
                if hex.range(from) >= range
                    || hex.range(to) >= range
                    || self.field.level(hex).is_none()
                {
                    continue;
                }
                if (y - self.field.column_start(x)).rem_euclid(2) != 0 {
                    continue;
                }
                let meeting = thread.meets(hex);
                if meeting == Meeting::Misses {
                    continue;
                }
                let place = (hex.range(from), meeting);
                let screen: u8 = screens.iter().filter(|s| s.hex == hex).map(|s| s.drm).sum();
                if screen > 0 && meeting != Meeting::Corner {
                    smoke.add(&mut hindrance, place, screen, Certainty::Yes);
                }
                let found = self.follow(&thread, hex, ends, upper);
                if let Some(reason) = found.blocked {
                    return Some(Sight::Blocked(Block { hex, reason }));
                }
                if let (Some(reason), None) = (found.doubt, doubt) {
                    doubt = Some((hex, reason));
                }
                if found.drm > 0 {
                    terrain.add(&mut hindrance, place, found.drm, Certainty::Yes);
                }
                if hindrance.least >= rules.hindrance_limit {
                    return Some(Sight::Blocked(Block { hex, reason: Reason::Hindrances }));
                }
                if hindrance.most >= rules.hindrance_limit && doubt.is_none() {
                    doubt = Some((hex, Reason::Hindrances));
                }
            }
        }
        Some(match doubt {
            Some((hex, reason)) => Sight::Disputed(Dispute { hex, reason, hindrance }),
            None => Sight::Clear(hindrance),
        })
    }

    /// Follows the thread through one hex.
    fn follow(&self, thread: &Thread, hex: Spot, ends: Ends, upper: Spot) -> Found {
        let mut found = Found::default();
        let Some((start, end)) = thread.inside(hex) else { return found };
        let (a, b) = (place(self.step, thread.from), place(self.step, thread.to));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let points = (dx.abs().max(dy.abs()) * (end - start) * 2.0).ceil().clamp(1.0, 10_000.0);
        let filling = self.fillings.get(&hex).copied();
        let base = self.field.level(hex).unwrap_or(0);
        let beside_upper = hex.range(upper) == 1 && base < ends.high;
        for nth in 0..=points as u32 {
            let t = start + (end - start) * f64::from(nth) / points;
            let (x, y) = (a.0 + dx * t, a.1 + dy * t);
            let Some((level, code)) = sample(&self.board, x, y) else { continue };
            let ground = i16::from(level) * 2;
            // The slope of the upper hex may spill over its side; that is still its own crest.
            let spill = beside_upper && level == ends.high;
            if ends.are_hidden_by(ground) && !spill {
                let reason = if level > ends.high { Reason::Ground } else { Reason::BehindCrest };
                found.blocked = Some(reason);
                return found;
            }
            match self.materials[usize::from(code)] {
                Material::Open => {}
                Material::Unknown => {
                    found.doubt.get_or_insert(Reason::Unknown(code));
                }
                Material::Painted(kind, height) => {
                    self.painted(&mut found, (kind, height), (level, filling), ends);
                    if found.blocked.is_some() {
                        return found;
                    }
                }
            }
        }
        found
    }

    fn painted(
        &self,
        found: &mut Found,
        (id, height): (KindId, Option<f32>),
        (level, filling): (i8, Option<KindId>),
        ends: Ends,
    ) {
        let kind = &self.field.rules()[id];
        // What fills its own hex does not spill into the next.
        if kind.inherent && filling != Some(id) {
            return;
        }
        let top = i16::from(level) * 2 + (height.unwrap_or(kind.height) * 2.0) as i16;
        let hidden = ends.are_hidden_by(top);
        let same = ends.low == ends.high;
        let obstacle = match kind.effect {
            Effect::Obstacle => hidden,
            Effect::Hindrance if !same => {
                if kind.between_levels == BetweenLevels::Hindrance && hidden {
                    found.drm = found.drm.max(kind.drm);
                }
                kind.between_levels == BetweenLevels::Obstacle && hidden
            }
            Effect::Hindrance => {
                if level == ends.low {
                    found.drm = found.drm.max(kind.drm);
                }
                false
            }
            Effect::Nothing => false,
        };
        if obstacle {
            found.blocked = Some(if top > i16::from(ends.high) * 2 {
                Reason::Obstacle(id)
            } else {
                Reason::HidesLower(id)
            });
        }
    }
}

#[derive(Debug, Default)]
struct Found {
    blocked: Option<Reason>,
    doubt: Option<Reason>,
    drm: u8,
}

/// The kind of those that fill their hex which covers most of one: more than a third, for a road may run
/// through it. Trees of the next hex that reach over the side are less.
fn filling(
    rules: &SightRules,
    board: &Board,
    materials: &[Material],
    (step, spot): ((f64, f64), Spot),
) -> Option<KindId> {
    let centre = place(step, spot);
    let mut counts = vec![0_usize; rules.kinds.len()];
    let mut all = 0;
    for (u, v) in (-20..=20).flat_map(|u| (-10..=10).map(move |v| (u, v))) {
        // Tenths of the lattice, inside |x| + |y| ≤ 2.
        if i32::abs(u) + i32::abs(v) > 19 {
            continue;
        }
        let (x, y) = (f64::from(u) / 30.0 * step.0, f64::from(v) / 20.0 * step.1);
        let Some((_, code)) = sample(board, centre.0 + x, centre.1 + y) else { continue };
        all += 1;
        if let Material::Painted(kind, _) = materials[usize::from(code)]
            && rules[kind].inherent
        {
            counts[kind.index()] += 1;
        }
    }
    let (most, count) = counts.iter().enumerate().max_by_key(|(_, count)| **count)?;
    if count * 3 > all { rules.kind(&rules.kinds[most].id) } else { None }
}

/// The point of a grid where a place of the lattice lies.
fn place(step: (f64, f64), spot: Spot) -> (f64, f64) {
    (f64::from(spot.x) / 3.0 * step.0, f64::from(spot.y) / 2.0 * step.1)
}

fn sample(board: &Board, x: f64, y: f64) -> Option<(i8, u8)> {
    // Centres of half hexes lie on the very edge; the last point of the grid stands for them.
    let inside = |value: f64, size: usize| {
        let last = size.saturating_sub(1) as f64;
        if (-1.0..=last + 1.5).contains(&value) {
            Some(value.clamp(0.0, last) as usize)
        } else {
            None
        }
    };
    board.point(inside(x, board.width)?, inside(y, board.height)?)
}

/// A … Z, AA, BB … as on the boards.
fn letters(column: i32) -> String {
    let letter = char::from(b'A' + u8::try_from(column % 26).unwrap_or(0));
    std::iter::repeat_n(letter, usize::try_from(column / 26).unwrap_or(0) + 1).collect()
}
