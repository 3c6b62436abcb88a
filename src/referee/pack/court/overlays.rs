//! What the court sees on the table now.

use super::super::super::schedule::Ground;
use super::super::super::tell::Clauses;
use super::super::super::walk::Search;
use super::super::super::world::{At, Position, Unit};
use super::super::super::{Overlays, Reach, Reached, Stacked, Supplied};
use super::super::movement::{March, Start};
use super::super::supply::Supply;
use super::Court;

impl Court<'_> {
    /// The table with everything heard, judged or not.
    fn table_now(&self) -> Position {
        let mut now = self.position.clone();
        for event in &self.pending {
            event.change(self.board, &mut now);
        }
        now
    }

    pub(super) fn look(&self) -> Overlays {
        let board = self.board;
        let now = self.table_now();
        let mut overlays =
            Overlays { zones: board.shades(&now, |_, _| true), ..Overlays::default() };
        let sides = 0..u8::try_from(board.game.sides.len()).unwrap_or(u8::MAX);
        for side in sides {
            self.look_at_stacks(&now, side, &mut overlays);
            self.look_at_supply(&now, side, &mut overlays);
        }
        overlays
    }

    fn look_at_stacks(&self, now: &Position, side: u8, overlays: &mut Overlays) {
        let board = self.board;
        if board.game.rules.stacking.is_none() {
            return;
        }
        let scale = board.field.scale;
        for place in board.field.lattice.places().filter(|place| now.has(side, *place)) {
            let tally = board.tally(now, side, place, None);
            overlays.stacking.push(Stacked {
                at: board.place(place),
                side: board.side_id(side),
                total: scale.points(tally.points).to_string(),
                limit: scale.points(tally.limit).to_string(),
                over: !tally.fits(),
            });
        }
    }

    fn look_at_supply(&self, now: &Position, side: u8, overlays: &mut Overlays) {
        let board = self.board;
        if board.game.rules.supply.is_none() {
            return;
        }
        let mut supply = Supply::default();
        supply.draw(board, now, side);
        for unit in 0..board.roster.len() as Unit {
            let Some(place) = now.place(unit).filter(|_| board.roster[unit].side == side) else {
                continue;
            };
            overlays.supply.push(Supplied {
                unit: board.roster[unit].id.to_string(),
                at: board.place(place),
                supplied: supply.reaches(place),
                line: supply.way(now, place).iter().map(|p| board.place(*p)).collect(),
            });
        }
    }

    /// Where a unit could go from where it stands, with the enemy as he stands.
    pub(super) fn look_around(&self, unit: Unit) -> Option<Reach> {
        let board = self.board;
        let now = self.table_now();
        let arrival = self.schedule.arrivals[usize::from(unit)].as_ref();
        let start = match (now.at(unit), arrival.map(|arrival| &arrival.ground)) {
            (At::Map(place), _) => Start::Hex(place),
            (At::Off(_), Some(Ground::Entry(entry))) => {
                Start::Entry(board.field.entries.get(usize::from(*entry))?)
            }
            _ => return None,
        };
        let march = March::new(board, &now, unit, start)?;
        let side = board.roster[unit].side;
        let scale = board.field.scale;
        let mut hexes = Vec::new();
        march.reachable(&mut Search::new(), Clauses::NONE, |place, cost| {
            if board.tally(&now, side, place, Some(unit)).fits() {
                let cost = scale.points(cost).to_string();
                hexes.push(Reached { at: board.place(place), cost });
            }
        });
        let allowance = board.allowance(&now, unit).map(|fine| scale.points(fine).to_string());
        Some(Reach {
            unit: board.roster[unit].id.to_string(),
            allowance: allowance.unwrap_or_default(),
            hexes,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::deeds::{Act, Deed, Spot, Standing, UnitId};
    use crate::referee::pack::Pack;
    use crate::referee::{Referee, RouteKind};

    #[test]
    fn overlays_show_the_table_after_the_last_deed_heard() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let game = loaded.game("bridgehead").unwrap();
        let pack = Pack::new(game).unwrap();
        let mut hearing = pack.hearing(None).unwrap();
        let map = game.maps.find("sarn").unwrap();
        let at = |hex: &str| Spot::At(map, game.maps[map].grid.parse(hex).unwrap().into());
        let stand = |unit: &str, hex: &str| Standing {
            unit: UnitId::new(unit),
            at: at(hex),
            steps: None,
            states: Vec::new(),
        };
        let pieces = vec![stand("l-71", "0507"), stand("k-31", "0502")];
        let set_up = Act::SetUp { pieces, markers: Vec::new(), moment: None, scenario: None };
        let mut rulings = Vec::new();
        hearing.hear(&Deed { step: 0, by: None, act: set_up }, &mut rulings);
        let moved = Act::Move { unit: UnitId::new("l-71"), from: at("0507"), to: at("0504") };
        hearing.hear(&Deed { step: 1, by: None, act: moved }, &mut rulings);
        let seen = hearing.overlays();
        let lorn = seen.zones.iter().find(|shade| shade.side == "lorn").unwrap();
        assert!(lorn.hexes.iter().any(|hex| hex == "0503"), "{:?}", lorn.hexes);
        assert!(!lorn.hexes.iter().any(|hex| hex == "0508"), "{:?}", lorn.hexes);
        let stack = seen.stacking.iter().find(|stack| stack.side == "lorn").unwrap();
        assert_eq!((stack.at.as_str(), stack.total.as_str(), stack.over), ("0504", "1", false));
        assert_eq!(seen.supply.len(), 2);
        let reach = hearing.reach(&UnitId::new("l-71")).unwrap();
        assert!(reach.hexes.iter().any(|hex| hex.at == "0503" && !hex.cost.is_empty()));
        assert!(reach.hexes.iter().all(|hex| hex.at != "0502"), "an enemy stands there");
    }

    #[test]
    fn a_move_too_far_is_drawn_as_a_route_with_its_costs() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let pack = Pack::new(loaded.game("bridgehead").unwrap()).unwrap();
        let trial = (0..40).find_map(|seed| {
            let crime = Some(crate::referee::pack::bot::Crime::TooFar);
            let scenario = pack.game.scenarios.iter().next()?;
            let manner =
                crate::referee::pack::bot::Manner { seed, declares: true, crime, sets_up: false };
            let played = pack.bot_game(scenario, manner);
            let mut hearing = pack.hearing(None)?;
            let mut rulings = Vec::new();
            played.deeds.iter().for_each(|deed| hearing.hear(deed, &mut rulings));
            let findings = rulings.into_iter().flat_map(|ruling| ruling.judgement.findings);
            findings.filter_map(|finding| finding.sketch).next()
        });
        let sketch = trial.unwrap();
        let route = &sketch.routes[0];
        assert_eq!(route.kind, RouteKind::Move);
        assert!(route.steps[1..].iter().all(|step| !step.cost.is_empty()), "{route:?}");
        assert!(route.steps.iter().any(|step| step.breaks), "{route:?}");
    }
}
