//! Reduced, replaced, broken, pinned (3.2.3, 5.1).

use super::*;

/// What a squad becomes when it is reduced, what a unit becomes when its quality fails: nation, from, to.
pub(super) const REDUCED: [(&str, &str, &str); 12] = [
    ("german", "5-4-8", "2-3-8"),
    ("german", "4-6-7", "2-4-7"),
    ("german", "4-4-7", "2-3-7"),
    ("american", "7-4-7", "3-3-7"),
    ("american", "6-6-6", "3-4-6"),
    ("american", "5-4-6", "2-3-6"),
    ("american", "5-3-6", "2-2-6"),
    ("russian", "4-2-6", "2-2-6"),
    ("russian", "4-4-7", "2-3-7"),
    ("russian", "5-2-7", "2-2-7"),
    ("italian", "3-4-7", "1-3-7"),
    ("italian", "3-4-6", "1-3-6"),
];

pub(super) const REPLACED: [(&str, &str, &str); 9] = [
    ("german", "5-4-8", "4-6-7"),
    ("german", "4-6-7", "4-4-7"),
    ("german", "2-4-7", "2-3-7"),
    ("american", "7-4-7", "6-6-6"),
    ("american", "6-6-6", "5-4-6"),
    ("american", "5-4-6", "5-3-6"),
    ("american", "3-3-7", "3-4-6"),
    ("italian", "3-4-7", "3-4-6"),
    ("italian", "1-3-7", "1-3-6"),
];

/// Leaders from best to worst.
pub(super) const LEADERS: [(i32, i32); 7] =
    [(10, -2), (9, -2), (9, -1), (8, -1), (8, 0), (7, 0), (6, 1)];

pub(super) fn take_values(table: &mut Table, unit: usize, values: &str) {
    let parts: Vec<i32> = values.split('-').filter_map(|part| part.parse().ok()).collect();
    if let [firepower, range, morale] = parts[..] {
        let unit = &mut table.units[unit];
        (unit.firepower, unit.range, unit.morale) = (firepower, range, morale);
    }
}

/// Squad to half-squad; half-squad and crew gone; a leader rolls for his wound.
pub(in crate::games::asl_sk2) fn casualty_reduction(table: &mut Table, unit: usize) {
    match table.units[unit].size {
        Size::Squad => {
            let (nation, values) = (table.units[unit].nation.clone(), table.units[unit].values());
            let known = REDUCED
                .iter()
                .find(|(of, from, _)| *of == nation && *from == values)
                .map(|(_, _, to)| *to);
            let half = {
                let squad = &table.units[unit];
                format!("{}-{}-{}", squad.firepower / 2, (squad.range - 1).max(1), squad.morale)
            };
            take_values(table, unit, known.unwrap_or(&half));
            table.units[unit].size = Size::HalfSquad;
        }
        Size::HalfSquad | Size::Crew => table.eliminate(unit),
        Size::Leader => {}
    }
}

/// A unit that fails by more than its ELR is exchanged for the next lower quality (5.1).
pub(super) fn replace(table: &mut Table, unit: usize) -> bool {
    if table.units[unit].size == Size::Crew {
        return false;
    }
    if table.units[unit].is_leader() {
        let leader = &mut table.units[unit];
        let at = LEADERS.iter().position(|known| *known == (leader.morale, leader.leadership));
        let Some((morale, leadership)) = at.and_then(|at| LEADERS.get(at + 1)) else {
            return false;
        };
        (leader.morale, leader.leadership) = (*morale, *leadership);
        leader.set("replaced");
        return true;
    }
    let (nation, values) = (table.units[unit].nation.clone(), table.units[unit].values());
    let Some((_, _, lower)) =
        REPLACED.iter().find(|(of, from, _)| *of == nation && *from == values)
    else {
        return false;
    };
    take_values(table, unit, lower);
    let replaced = &mut table.units[unit];
    replaced.class = match replaced.class {
        Class::Elite => Class::FirstLine,
        _ => Class::SecondLine,
    };
    replaced.set("replaced");
    true
}

pub(in crate::games::asl_sk2) fn break_unit(table: &mut Table, unit: usize) {
    table.lose_acquisition(unit);
    let broken = &mut table.units[unit];
    broken.set("broken");
    broken.set("desperation-morale");
    broken.clear("pinned");
    broken.assaults = false;
    if broken.is_leader()
        && let Some(hex) = broken.hex()
    {
        let morale = broken.morale - i32::from(broken.has("wounded"));
        let leadership = broken.current_leadership();
        table.losses_seen.push(LeaderLoss { hex, morale, leadership, broke: true });
    }
}

pub(super) fn pin(table: &mut Table, unit: usize) {
    let unit = &mut table.units[unit];
    if !unit.pinned_before {
        unit.set("pinned");
        unit.pinned_before = true;
    }
}
