//! One look along a thread. No allocation; a few dozen operations a hex.

use super::field::{Field, Prepared};
use super::thread::{Meeting, Spot, Thread};
use crate::model::{BetweenLevels, Effect, KindId, SameRange};

/// What a thread is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Nothing stops it.
    Clear(Hindrance),
    /// Something surely stops it.
    Blocked(Block),
    /// It passes between a core and a hull: hex facts cannot tell.
    Disputed(Dispute),
}

/// Modifiers along the thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hindrance {
    /// Surely at least this.
    pub least: u8,
    /// Surely at most this.
    pub most: u8,
    /// The best single number.
    pub likely: u8,
}

impl Hindrance {
    /// Whether hex facts give one number.
    pub fn is_certain(self) -> bool {
        self.least == self.most
    }

    pub(super) fn add_surely(&mut self, drm: u8) {
        for part in [&mut self.least, &mut self.likely, &mut self.most] {
            *part = part.saturating_add(drm);
        }
    }
}

/// What stops a thread, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// The hex.
    pub hex: Spot,
    /// Why.
    pub reason: Reason,
}

/// What may stop a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dispute {
    /// The first hex in question, from the viewer.
    pub hex: Spot,
    /// Why it might be blocked.
    pub reason: Reason,
    /// The modifiers if it is not.
    pub hindrance: Hindrance,
}

/// Why a thread is blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// An obstacle stands higher than both ends.
    Obstacle(KindId),
    /// An obstacle is as high as the upper end, and hides the lower one.
    HidesLower(KindId),
    /// The ground is higher than both ends.
    Ground,
    /// The ground of the upper end goes on past its hex: the thread does not leave it by a crest.
    BehindCrest,
    /// The modifiers add up to the limit.
    Hindrances,
    /// Something stands there that is not known, by the code of a terrain grid.
    Unknown(u8),
}

/// A smoke counter or anything else that hinders by its hex: sides and both ends count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Its hex.
    pub hex: Spot,
    /// Its modifier.
    pub drm: u8,
}

/// How surely a thread meets something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    No,
    /// Not surely; the best single answer.
    Perhaps(bool),
    Yes,
}

impl Field {
    /// Looks from hex to hex, centre to centre. `None` if one of them is not on the field.
    ///
    /// The same both ways but for the hex that is named.
    pub fn look(&self, from: Spot, to: Spot, screens: &[Screen]) -> Option<Sight> {
        let (a, b) = (self.cell(from)?, self.cell(to)?);
        let ends = Ends { low: a.level.min(b.level), high: a.level.max(b.level) };
        let range = from.range(to);
        let mut hindrance = Hindrance::default();
        for screen in screens.iter().filter(|s| s.hex == from || s.hex == to) {
            hindrance.add_surely(screen.drm);
        }
        let mut terrain = ByRange::new(self.rules.same_range);
        let mut smoke = ByRange::new(SameRange::Each);
        let mut doubt: Option<(Spot, Reason)> = None;
        if range < 2 {
            return Some(Sight::Clear(hindrance));
        }
        let thread = Thread::new(from, to);
        for (x, first, last) in thread.columns() {
            let mut y = first + (first - self.column_start(x)).rem_euclid(2);
            while y <= last {
                let hex = Spot { x, y };
                y += 2;
                // Terrain in the hexes of both ends does not count, nor what lies beside or behind them.
                if hex.range(from) >= range || hex.range(to) >= range {
                    continue;
                }
                let Some(cell) = self.cell(hex) else { continue };
                let screen: u8 = screens.iter().filter(|s| s.hex == hex).map(|s| s.drm).sum();
                if cell.is_plain(ends) && screen == 0 {
                    continue;
                }
                let meeting = thread.meets(hex);
                if meeting == Meeting::Misses {
                    continue;
                }
                let place = (hex.range(from), meeting);
                if screen > 0 {
                    smoke.add(&mut hindrance, place, screen, inherent(meeting));
                }
                match self.stops(&thread, hex, cell, meeting, ends) {
                    Met::Blocks(Certainty::Yes, reason) => {
                        return Some(Sight::Blocked(Block { hex, reason }));
                    }
                    Met::Blocks(_, reason) if doubt.is_none() => doubt = Some((hex, reason)),
                    Met::Hinders(certainty) => {
                        terrain.add(&mut hindrance, place, cell.drm, certainty);
                    }
                    _ => {}
                }
                if hindrance.least >= self.rules.hindrance_limit {
                    return Some(Sight::Blocked(Block { hex, reason: Reason::Hindrances }));
                }
                if hindrance.most >= self.rules.hindrance_limit && doubt.is_none() {
                    doubt = Some((hex, Reason::Hindrances));
                }
            }
        }
        Some(match doubt {
            Some((hex, reason)) => Sight::Disputed(Dispute { hex, reason, hindrance }),
            None => Sight::Clear(hindrance),
        })
    }

    /// The rule behind a reason, as the caller's data cites it.
    pub fn rule(&self, reason: Reason) -> &str {
        match reason {
            Reason::Obstacle(kind) | Reason::HidesLower(kind) => &self.rules[kind].rule,
            Reason::Ground | Reason::BehindCrest => &self.rules.ground.rule,
            Reason::Hindrances => &self.rules.hindrance_limit_rule,
            Reason::Unknown(_) => "",
        }
    }

    /// A reason in words.
    pub fn explain(&self, reason: Reason) -> String {
        match reason {
            Reason::Obstacle(kind) => format!("{} in the way", self.rules[kind].id),
            Reason::HidesLower(kind) => {
                format!("{} hides what lies lower behind it", self.rules[kind].id)
            }
            Reason::Ground => "the ground is higher than both ends".into(),
            Reason::BehindCrest => "the thread does not leave the height by a crest".into(),
            Reason::Hindrances => {
                format!("hindrances of {} or more", self.rules.hindrance_limit)
            }
            Reason::Unknown(code) => format!("terrain of the unknown code {code}"),
        }
    }

    /// What a hex does to the thread that meets it.
    fn stops(
        &self,
        thread: &Thread,
        hex: Spot,
        cell: &Prepared,
        meeting: Meeting,
        ends: Ends,
    ) -> Met {
        let offset = thread.offset(hex);
        let mut met = Met::Nothing;
        if ends.are_hidden_by(i16::from(cell.level) * 2) {
            let (ground, margin) = (&self.rules.ground, self.rules.margin);
            let (near, spokes) =
                (offset.abs(), thread.distance_of_spokes(offset, cell.ridge, true));
            let reason = if cell.level > ends.high { Reason::Ground } else { Reason::BehindCrest };
            if near <= ground.core - margin || spokes <= ground.spoke_core - margin {
                return Met::Blocks(Certainty::Yes, reason);
            }
            if near < ground.hull + margin || spokes < ground.spoke_hull + margin {
                met = Met::Blocks(Certainty::Perhaps(false), reason);
            }
        }
        let (Some(kind), Some(acts)) = (cell.kind, cell.acts(ends)) else { return met };
        let mut certainty = cell.met_by(thread, offset, meeting);
        if cell.gap != 0 && certainty != Certainty::No {
            let off = thread.off_road(hex, cell.gap);
            if off <= self.rules.road_inside {
                certainty = Certainty::No;
            } else if off < self.rules.road_outside {
                certainty = Certainty::Perhaps(false);
            }
        }
        if acts == Effect::Obstacle && certainty == Certainty::Yes && !ends.are_hidden_by(cell.top)
        {
            certainty = Certainty::Perhaps(true);
        }
        match (acts, certainty, met) {
            (_, Certainty::No, _) => met,
            // Higher ground may block where a hindrance on it surely hinders; the doubt is the graver.
            (Effect::Hindrance, _, Met::Blocks(..)) => met,
            (Effect::Hindrance, certainty, _) => Met::Hinders(certainty),
            (_, Certainty::Perhaps(_), Met::Blocks(..)) => met,
            (_, certainty, _) => Met::Blocks(
                certainty,
                if cell.top > i16::from(ends.high) * 2 {
                    Reason::Obstacle(kind)
                } else {
                    Reason::HidesLower(kind)
                },
            ),
        }
    }
}

/// What a hex does to a thread.
#[derive(Debug, Clone, Copy)]
enum Met {
    Nothing,
    Hinders(Certainty),
    Blocks(Certainty, Reason),
}

/// Modifiers by distance from the viewer: of hexes at the same distance the greatest counts, where the
/// rules say so, and always of the two hexes beside a hexside along which the thread runs.
pub(super) struct ByRange {
    rule: SameRange,
    least: [u8; FARTHEST],
    likely: [u8; FARTHEST],
    most: [u8; FARTHEST],
}

/// Hexes further off share the last place; no thread is that long on any board.
const FARTHEST: usize = 128;

impl ByRange {
    pub(super) fn new(rule: SameRange) -> Self {
        Self { rule, least: [0; FARTHEST], likely: [0; FARTHEST], most: [0; FARTHEST] }
    }

    pub(super) fn add(
        &mut self,
        total: &mut Hindrance,
        (range, meeting): (i32, Meeting),
        drm: u8,
        certainty: Certainty,
    ) {
        let (least, likely) = match certainty {
            Certainty::No => return,
            Certainty::Perhaps(likely) => (0, if likely { drm } else { 0 }),
            Certainty::Yes => (drm, drm),
        };
        let place = usize::try_from(range).unwrap_or(0).min(FARTHEST - 1);
        let once = |total: &mut u8, known: &mut u8, new: u8| {
            *total = total.saturating_add(new.saturating_sub(*known));
            *known = new.max(*known);
        };
        let (least_once, most_once) = match (self.rule, meeting) {
            (_, Meeting::Side) | (SameRange::Once, _) => (true, true),
            (SameRange::Either, _) => (true, false),
            (SameRange::Each, _) => (false, false),
        };
        if least_once {
            once(&mut total.least, &mut self.least[place], least);
            once(&mut total.likely, &mut self.likely[place], likely);
        } else {
            total.least = total.least.saturating_add(least);
            total.likely = total.likely.saturating_add(likely);
        }
        if most_once {
            once(&mut total.most, &mut self.most[place], drm);
        } else {
            total.most = total.most.saturating_add(drm);
        }
    }
}

/// Levels of the lower and the upper end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    pub low: i8,
    pub high: i8,
}

impl Ends {
    /// Whether something of this height, in half levels, hides one from the other: higher than both, or as
    /// high as the upper one, which then cannot look down past it.
    pub(super) fn are_hidden_by(self, top: i16) -> bool {
        let (low, high) = (i16::from(self.low) * 2, i16::from(self.high) * 2);
        top > high || (top == high && top > low)
    }
}

impl Prepared {
    fn is_plain(&self, ends: Ends) -> bool {
        self.kind.is_none() && !ends.are_hidden_by(i16::from(self.level) * 2)
    }

    /// What the depiction does to a thread between such ends.
    fn acts(&self, ends: Ends) -> Option<Effect> {
        let level = ends.low == ends.high;
        match self.effect {
            Effect::Obstacle if ends.are_hidden_by(self.top_at_most) => Some(Effect::Obstacle),
            Effect::Hindrance if level && self.level == ends.low => Some(Effect::Hindrance),
            Effect::Hindrance if !level && ends.are_hidden_by(self.top) => match self.between {
                BetweenLevels::Nothing => None,
                BetweenLevels::Hindrance => Some(Effect::Hindrance),
                BetweenLevels::Obstacle => Some(Effect::Obstacle),
            },
            _ => None,
        }
    }

    fn met_by(&self, thread: &Thread, offset: f32, meeting: Meeting) -> Certainty {
        if self.inherent {
            return match inherent(meeting) {
                Certainty::Yes if self.sparse => Certainty::Perhaps(false),
                certainty => certainty,
            };
        }
        let (near, spokes) =
            (offset.abs(), thread.distance_of_spokes(offset, self.joined, self.corners));
        if near <= self.core || spokes <= self.spoke_core {
            Certainty::Yes
        } else if near < self.hull || spokes < self.spoke_hull {
            Certainty::Perhaps(near <= self.likely)
        } else {
            Certainty::No
        }
    }
}

fn inherent(meeting: Meeting) -> Certainty {
    match meeting {
        Meeting::Inside | Meeting::Side => Certainty::Yes,
        Meeting::Corner => Certainty::Perhaps(false),
        Meeting::Misses => Certainty::No,
    }
}
