//! 21.0: steps into, out of and between entry areas.

use super::super::areas::{AREA_PROPERTIES, BETWEEN_AREAS, ENEMY_AREA, INTO_AREA};
use super::super::disruption::DISRUPTED_MOVE;
use super::super::ground::{SideFacts, Terrain};
use super::super::position::Position;
use super::super::replacements::REPLACEMENT_MARKER;
use super::super::zones::Front;
use super::step::{Mode, Mover, Progress};
use super::{ALLOWANCE, TACTICAL};
use crate::hex::Hex;

impl Position<'_> {
    pub(super) fn leave_map(
        &self,
        front: &Front,
        mover: &Mover,
        after: &mut Progress,
        from: Hex,
        area: usize,
    ) {
        let unit = &self.units[mover.who];
        let entry = &self.ground.areas[area];
        if self.area_owner(area) != Some(mover.side) {
            after.breach(ENEMY_AREA, &[], || format!("{} is no friendly entry area", entry.name));
        }
        if !entry.touches.contains(&from) {
            let name = || self.ground.hex_name(from);
            after.breach(INTO_AREA, &[], || format!("{} does not touch {}", name(), entry.name));
        }
        if unit.replacement {
            after.breach(REPLACEMENT_MARKER, &[], || {
                format!("{} carries a Replacement marker and may not enter an area", unit.id)
            });
        }
        let mut cost = 6;
        if front.zones.contains(&from) && !unit.full_retreat() {
            cost += 12;
            after.left_zone += 12;
        }
        after.spent += cost;
        after.tell(cost, || format!("{} → {}", self.ground.hex_name(from), entry.name));
        after.stopped = Some(INTO_AREA);
    }

    pub(super) fn enter_map(
        &self,
        front: &Front,
        mover: &Mover,
        after: &mut Progress,
        area: usize,
        to: Hex,
    ) {
        let unit = &self.units[mover.who];
        let entry = &self.ground.areas[area];
        if !unit.good_order() {
            after.breach(AREA_PROPERTIES, &[DISRUPTED_MOVE], || {
                format!("{} is not in Good Order and may not come on from {}", unit.id, entry.name)
            });
        }
        if unit.replacement {
            after.breach(REPLACEMENT_MARKER, &[], || {
                format!("{} carries a Replacement marker and may not leave an area", unit.id)
            });
        }
        if !entry.touches.contains(&to) {
            let name = || self.ground.hex_name(to);
            after.breach(INTO_AREA, &[], || format!("{} does not touch {}", name(), entry.name));
        }
        if self.ground.terrain(to) == Terrain::Sea {
            after.breach(ALLOWANCE, &[TACTICAL], || "it leads into the sea".to_owned());
        }
        let road = SideFacts { road: entry.roads.get(&to).copied(), ..SideFacts::default() };
        let (cost, by_road) = self.step_cost(front, mover, after, to, road);
        after.spent += cost;
        after.tell(cost, || format!("{} → {}", entry.name, self.ground.hex_name(to)));
        self.arrive(front, mover, after, None, to, by_road);
    }

    pub(super) fn change_area(&self, mover: &Mover, after: &mut Progress, from: usize, to: usize) {
        let unit = &self.units[mover.who];
        let (a, b) = (&self.ground.areas[from], &self.ground.areas[to]);
        let adjacent = a.next_to.contains(&b.name) || b.next_to.contains(&a.name);
        if !adjacent {
            after.breach(BETWEEN_AREAS, &[], || {
                format!("{} and {} are not adjacent", a.name, b.name)
            });
        }
        if self.area_owner(to) != Some(mover.side) {
            after.breach(ENEMY_AREA, &[], || format!("{} is no friendly entry area", b.name));
        }
        if !unit.good_order() {
            after.breach(BETWEEN_AREAS, &[AREA_PROPERTIES, DISRUPTED_MOVE], || {
                format!("{} is not in Good Order", unit.id)
            });
        }
        if unit.replacement {
            after.breach(REPLACEMENT_MARKER, &[], || {
                format!("{} carries a Replacement marker and may not change areas", unit.id)
            });
        }
        if after.hexes > 0 {
            after.breach(BETWEEN_AREAS, &[], || {
                "changing areas costs the whole allowance".to_owned()
            });
        }
        after.spent += self.budget(mover, Mode::Regular).unwrap_or(0);
        after.stopped = Some(BETWEEN_AREAS);
    }
}
