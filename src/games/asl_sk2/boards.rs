//! The ground of a scenario: its boards edge to edge, some turned, the half hexes of a seam one hex.

use super::ground::{Ground, HexFacts};
use super::terrain::Terrain;
use crate::hex::{Grid, GridSpec, Hex, Hexside, Location, Span};
use crate::model::{Game, Id, Map, Scenario};
use crate::sight::{Block, Field, Placed, Reason, Screen, Sight, Spot, field_of};
use std::collections::{HashMap, HashSet};

/// Hexrows and hexes from one board to the next: the half hexes at the edges are shared.
const ACROSS: i32 = 32;
const DOWN: i32 = 10;

/// A board and where it lies.
#[derive(Debug, Clone)]
pub(super) struct Seat {
    pub(super) map: Id<Map>,
    /// The letter before its hex ids.
    pub(super) board: String,
    grid: Grid,
    turned: bool,
    shift: Hex,
    /// The sum of a hex and the one it changes places with when the board is turned.
    turn: Hex,
}

impl Seat {
    /// The hex of the ground that a hex of the board is.
    pub(super) fn lay(&self, hex: Hex) -> Hex {
        if self.turned { self.turn - hex + self.shift } else { hex + self.shift }
    }

    /// The hex of the board that a hex of the ground is.
    pub(super) fn lift(&self, hex: Hex) -> Option<Hex> {
        let hex = hex - self.shift;
        let hex = if self.turned { self.turn - hex } else { hex };
        self.grid.contains(hex).then_some(hex)
    }

    pub(super) fn parse(&self, id: &str) -> Option<Hex> {
        self.grid.parse(id).ok().map(|hex| self.lay(hex))
    }

    pub(super) fn name(&self, hex: Hex) -> Option<String> {
        Some(self.grid.id(self.lift(hex)?)?.to_string())
    }
}

/// Lines of sight over boards: clear, blocked or disputed.
#[derive(Debug)]
pub(super) struct Lookout {
    field: Field,
    /// The corner of the first board, where the field has its zero.
    corner: (i32, i32),
}

/// What a thread over boards is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thread {
    Clear { least: i32, most: i32 },
    Blocked { at: Hex, rule: &'static str },
    Disputed { at: Hex, rule: &'static str, least: i32, most: i32 },
}

impl Lookout {
    fn spot(&self, hex: Hex) -> Spot {
        let (x, y) = raw(hex);
        Spot { x: x - self.corner.0, y: y - self.corner.1 }
    }

    fn hex(&self, spot: Spot) -> Hex {
        let x = (spot.x + self.corner.0) / 3;
        Hex::new(x, (spot.y + self.corner.1 - x) / 2)
    }

    /// Looks from hex to hex; smoke and the like hinder by their numbers.
    pub(super) fn look(&self, from: Hex, to: Hex, smoke: &[(Hex, i32)]) -> Option<Thread> {
        let screens: Vec<Screen> = smoke
            .iter()
            .map(|(hex, by)| Screen { hex: self.spot(*hex), drm: u8::try_from(*by).unwrap_or(0) })
            .collect();
        let sight = self.field.look(self.spot(from), self.spot(to), &screens)?;
        Some(match sight {
            Sight::Clear(by) => Thread::Clear { least: by.least.into(), most: by.most.into() },
            Sight::Blocked(Block { hex, reason }) => {
                Thread::Blocked { at: self.hex(hex), rule: rule_of(reason) }
            }
            Sight::Disputed(dispute) => Thread::Disputed {
                at: self.hex(dispute.hex),
                rule: rule_of(dispute.reason),
                least: dispute.hindrance.least.into(),
                most: dispute.hindrance.most.into(),
            },
        })
    }
}

fn rule_of(reason: Reason) -> &'static str {
    match reason {
        Reason::Obstacle(_) | Reason::HidesLower(_) => "SK2-3.2.1-LOS-OBST",
        Reason::Ground => "SK2-1.1.1-HILL",
        Reason::BehindCrest => "SK2-3.2.1-LOS-CREST",
        Reason::Hindrances => "SK2-3.2.1-LOS-SIX",
        Reason::Unknown(_) => "SK2-3.2.1-LOS-REQ",
    }
}

/// The place of a hex on the lattice of sight: three to a hexrow, two to a hex.
fn raw(hex: Hex) -> (i32, i32) {
    (3 * hex.x, 2 * hex.y + hex.x)
}

impl Ground {
    /// The ground of a scenario; none when it has no boards of this kind.
    pub(super) fn of_scenario(game: &Game, scenario: &Scenario) -> Option<Ground> {
        let spots = &scenario.maps;
        let left = spots.iter().map(|spot| spot.at.0).min()?;
        let top = spots.iter().map(|spot| spot.at.1).min()?;
        let wide = spots.iter().map(|spot| spot.at.0 - left).max()? + 1;
        let high = spots.iter().map(|spot| spot.at.1 - top).max()? + 1;
        let spec = GridSpec {
            columns: ACROSS.checked_mul(wide)? + 1,
            rows: DOWN.checked_mul(high)?,
            even_lines: Some(Span { first: 0, count: DOWN.checked_mul(high)? + 1 }),
            ..GridSpec::asl_board("")
        };
        let mut ground = Ground::bare(Grid::new(spec).ok()?);
        let mut placed = Vec::new();
        let origin = ground.grid.parse("A1").ok()?;
        for spot in spots {
            let map = &game.maps[spot.map];
            let (first, last) = (map.grid.parse("A1").ok()?, map.grid.parse("GG10").ok()?);
            let (across, down) = (spot.at.0 - left, spot.at.1 - top);
            let shift =
                Hex::new(ACROSS * across, DOWN * down - ACROSS / 2 * across) + origin - first;
            let seat = Seat {
                map: spot.map,
                board: map.id.clone(),
                grid: map.grid.clone(),
                turned: spot.flipped,
                shift,
                turn: first + last,
            };
            ground.lay_board(game, map, &seat);
            ground.seats.push(seat);
            let at = (ACROSS * across, 2 * DOWN * down);
            placed.push(Placed { map, at, turned: spot.flipped });
        }
        ground.month = month_of(scenario);
        ground.grain_by_rule = matches!(scenario.id.as_str(), "S10" | "S13");
        ground.muddy_slopes = scenario.id == "S16";
        ground.set_playable(scenario);
        ground.lookout = lookout(game, &ground, &placed).map(std::sync::Arc::new);
        Some(ground)
    }

    fn lay_board(&mut self, game: &Game, map: &Map, seat: &Seat) {
        for hex in map.grid.hexes() {
            let Some(data) = map.hex(hex) else { continue };
            let words = std::iter::once(&data.terrain).chain(&data.features).rev();
            let terrain = words
                .filter_map(|id| Terrain::read(&game.terrain[*id].id))
                .find(|terrain| *terrain != Terrain::OpenGround)
                .unwrap_or(Terrain::OpenGround);
            let here = seat.lay(hex);
            let known = self.at(here);
            // Of the two halves of a seam the one with something in it is drawn.
            if known.terrain == Terrain::OpenGround {
                let level = data.level.max(known.level);
                self.set(here, HexFacts { terrain, level });
            }
        }
        let side = |at: &Hexside| {
            let [a, b] = at.hexes();
            Hexside::between(seat.lay(a), seat.lay(b))
        };
        let mut walls = Vec::new();
        for (at, kinds) in &map.hexsides {
            let Some(at) = side(at) else { continue };
            for kind in kinds {
                match game.hexsides[*kind].id.as_str() {
                    "crest" => self.add_crest(at),
                    "building-across" => walls.push(at),
                    _ => {}
                }
            }
        }
        for at in map.crossings.keys() {
            if let Some(at) = side(at) {
                self.add_road(at);
            }
        }
        self.join_buildings(&walls);
    }

    /// Building hexes that one depiction joins are one building.
    fn join_buildings(&mut self, walls: &[Hexside]) {
        let built: Vec<Hex> =
            self.grid.hexes().filter(|hex| self.terrain(*hex).is_building()).collect();
        let mut next: HashMap<Hex, Vec<Hex>> = HashMap::new();
        for wall in walls {
            let [a, b] = wall.hexes();
            next.entry(a).or_default().push(b);
            next.entry(b).or_default().push(a);
        }
        for hex in built {
            if self.building_of(hex).is_some() {
                continue;
            }
            let mut building = HashSet::from([hex]);
            let mut open = vec![hex];
            while let Some(at) = open.pop() {
                for near in next.get(&at).into_iter().flatten() {
                    if building.insert(*near) {
                        open.push(*near);
                    }
                }
            }
            self.buildings.push(building);
        }
    }

    fn set_playable(&mut self, scenario: &Scenario) {
        if scenario.playable.is_empty() {
            return;
        }
        let mut playable = HashSet::new();
        for seat in &self.seats {
            let limits: Vec<&Vec<Hex>> = scenario
                .playable
                .iter()
                .filter(|(map, _)| *map == seat.map)
                .map(|(_, hexes)| hexes)
                .collect();
            if limits.is_empty() {
                playable.extend(seat.grid.hexes().map(|hex| seat.lay(hex)));
            }
            playable.extend(limits.into_iter().flatten().map(|hex| seat.lay(*hex)));
        }
        self.playable = Some(playable);
    }

    /// The hex of the ground that a place of one of its boards is.
    pub(super) fn hex_of(&self, map: Id<Map>, location: Location) -> Option<Hex> {
        let Location::Hex(hex) = location else { return None };
        let seat = self.seats.iter().find(|seat| seat.map == map)?;
        Some(seat.lay(hex))
    }

    /// Whether a hex lies at the edge of what is in play.
    pub(super) fn is_edge(&self, hex: Hex) -> bool {
        self.neighbours(hex).count() < 6
    }
}

fn month_of(scenario: &Scenario) -> Option<u32> {
    scenario.date.split('-').nth(1)?.parse().ok()
}

fn lookout(game: &Game, ground: &Ground, placed: &[Placed<'_>]) -> Option<Lookout> {
    let mut rules = game.sight.clone()?;
    if ground.grain_by_rule {
        rules = rules.with_season("grain");
    }
    if let Some(month) = ground.month.and_then(|month| u8::try_from(month).ok()) {
        rules = rules.in_month(month);
    }
    let field = field_of(game, &rules, placed).ok()?;
    // The field's zero is the least of both measures over the first board.
    let first = &ground.seats.first()?.grid;
    let shift = ground.grid.parse("A1").ok()? - first.parse("A1").ok()?;
    let corner =
        first.hexes().map(|hex| raw(hex + shift)).reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)))?;
    Some(Lookout { field, corner })
}
