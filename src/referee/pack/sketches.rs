//! What findings look like on the map.

use super::super::ground::{OFF, Place};
use super::super::world::{Position, Unit};
use super::super::{Line, LineKind, Mark, MarkKind, Route, RouteKind, Shade, Sketch, Waypoint};
use super::board::Board;
use super::combat::Attack;

impl Board<'_> {
    /// The id of a side by number.
    pub(crate) fn side_id(&self, side: u8) -> String {
        let found = self.game.sides.iter().nth(usize::from(side));
        found.map(|side| side.id.clone()).unwrap_or_default()
    }

    fn sides(&self) -> impl Iterator<Item = u8> + use<> {
        0..u8::try_from(self.game.sides.len()).unwrap_or(u8::MAX)
    }

    /// The zones of every side, hex by hex, where a place is asked for.
    pub(crate) fn shades(
        &self,
        position: &Position,
        mut asked: impl FnMut(u8, Place) -> bool,
    ) -> Vec<Shade> {
        let mut shades = Vec::new();
        for side in self.sides() {
            let places = self.space.lattice.places();
            let covered: Vec<String> = places
                .filter(|place| position.in_own_zone(side, *place) && asked(side, *place))
                .map(|place| self.place(place))
                .collect();
            if !covered.is_empty() {
                shades.push(Shade { side: self.side_id(side), hexes: covered });
            }
        }
        shades
    }

    /// The zones of a side's enemies in and around these hexes.
    pub(crate) fn enemy_zones(&self, position: &Position, side: u8, near: &[Place]) -> Vec<Shade> {
        self.shades(position, |other, place| {
            let around = self.space.lattice.around(place);
            other != side
                && near.iter().any(|here| *here == place || *here != OFF && around.contains(here))
        })
    }

    /// One hex to point at.
    pub(crate) fn pointed(&self, kind: MarkKind, place: Place, label: String) -> Sketch {
        let marks = vec![Mark::new(kind, self.place(place), label)];
        Sketch { marks, ..Sketch::default() }
    }

    /// A unit that went from hex to hex, nobody knows which way.
    pub(crate) fn leap(&self, kind: RouteKind, unit: Unit, from: Place, to: Place) -> Route {
        let steps = vec![
            Waypoint::at(self.place(from)),
            Waypoint { breaks: true, ..Waypoint::at(self.place(to)) },
        ];
        let unit = Some(self.roster[unit].id.to_string());
        Route { kind, unit, allowance: String::new(), steps }
    }

    /// Who attacks whom.
    pub(crate) fn assault(&self, position: &Position, attack: &Attack) -> Sketch {
        let mut lines: Vec<Line> = Vec::new();
        let to = self.place(attack.target);
        for unit in &attack.units {
            let Some(from) = position.place(*unit).map(|place| self.place(place)) else { continue };
            if !lines.iter().any(|line| line.from == from) {
                lines.push(Line {
                    kind: LineKind::Attack,
                    side: Some(self.side_id(attack.side)),
                    from,
                    to: to.clone(),
                    blocked: None,
                    label: String::new(),
                });
            }
        }
        let marks = vec![Mark::new(MarkKind::Target, to, "")];
        Sketch { lines, marks, ..Sketch::default() }
    }
}
