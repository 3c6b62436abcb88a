//! What a unit may spend, and what it carries (3.3, 4.0).

use super::*;

/// What a movement allowance is made of.
#[derive(Debug, Clone, Default)]
pub(in crate::games::asl_sk2) struct Allowance {
    pub(in crate::games::asl_sk2) base: i32,
    pub(in crate::games::asl_sk2) inexperienced: i32,
    pub(in crate::games::asl_sk2) leader: i32,
    pub(in crate::games::asl_sk2) double_time: i32,
    pub(in crate::games::asl_sk2) road: i32,
    pub(in crate::games::asl_sk2) spent: Q,
    pub(in crate::games::asl_sk2) portage: i32,
    pub(in crate::games::asl_sk2) capacity: i32,
}

impl Allowance {
    pub(in crate::games::asl_sk2) fn total(&self) -> Q {
        let excess = (self.portage - self.capacity).max(0);
        let factors =
            self.base - self.inexperienced + self.leader + self.double_time + self.road - excess;
        (whole(factors) - self.spent).max(whole(0))
    }

    fn value(&self) -> Value {
        let mut made = Map::new();
        made.insert("base".to_owned(), json!(self.base));
        let parts = [
            ("inexperienced", self.inexperienced),
            ("leader", self.leader),
            ("double-time", self.double_time),
            ("road", self.road),
            ("portage", self.portage),
        ];
        for (name, part) in parts.into_iter().filter(|(_, part)| *part != 0) {
            made.insert(name.to_owned(), json!(part));
        }
        if self.spent != whole(0) {
            made.insert("spent".to_owned(), value(self.spent));
        }
        made.insert("capacity".to_owned(), json!(self.capacity));
        Value::Object(made)
    }
}

/// The movement of a unit as a value.
pub(in crate::games::asl_sk2) fn movement_value(allowance: &Allowance, costs: &[Q]) -> Value {
    let cost: Q = costs.iter().sum();
    json!({
        "from": allowance.value(),
        "allowance": value(allowance.total()),
        "costs": costs.iter().map(|cost| value(*cost)).collect::<Vec<_>>(),
        "cost": value(cost),
        "enough": cost <= allowance.total(),
    })
}

/// PP that a unit carries without slowing down: 3 for squads and crews, 1 for leaders, one less when exhausted.
pub(in crate::games::asl_sk2) fn capacity(table: &Table, unit: usize, tired: bool) -> i32 {
    bears(&table.units[unit], tired)
}

/// What a unit bears, exhausted or not.
pub(in crate::games::asl_sk2) fn bears(unit: &super::super::units::Unit, tired: bool) -> i32 {
    match unit.size {
        Size::Leader if unit.has("wounded") => 0,
        Size::Leader => 1 - i32::from(tired),
        _ => 3 - i32::from(tired),
    }
}

/// The movement factors of a unit by its size and wounds.
pub(in crate::games::asl_sk2) fn factors(unit: &super::super::units::Unit) -> i32 {
    match unit.size {
        Size::Leader if unit.has("wounded") => 3,
        Size::Leader => 6,
        _ => 4,
    }
}

/// What a unit may spend: alone, or with a leader from start to end.
pub(in crate::games::asl_sk2) fn allowance(
    table: &Table,
    unit: usize,
    with: Option<usize>,
    tired: bool,
    double: bool,
    portage: i32,
) -> Allowance {
    let mover = &table.units[unit];
    let mut made = Allowance { portage, ..Allowance::default() };
    made.base = factors(mover);
    // With a leader green troops are steady; conscripts never are.
    let steadied = with.is_some() && mover.class == super::super::units::Class::Green;
    made.inexperienced = i32::from(!mover.is_leader() && !steadied && table.is_inexperienced(unit));
    made.leader = if with.is_some() && !mover.is_leader() { 2 } else { 0 };
    made.double_time = if double { 2 } else { 0 };
    made.capacity = capacity(table, unit, tired || double);
    if let Some(leader) = with
        && !mover.is_leader()
    {
        let leader_tired = table.units[leader].has("exhausted") || double;
        made.capacity += capacity(table, leader, leader_tired);
    }
    made.spent = table.spent_before.get(&unit).copied().unwrap_or(whole(0));
    made
}

/// The unit whose numbers are told: a squad before its leader.
pub(super) fn lead(table: &Table, group: &[usize]) -> usize {
    group.iter().copied().find(|unit| !table.units[*unit].is_leader()).unwrap_or(group[0])
}

/// What the group may spend together: a stack cannot outrun its leader.
pub(super) fn group_allowance(
    table: &Table,
    group: &[usize],
    double: bool,
    carried: &[usize],
) -> Allowance {
    let leader = group.iter().copied().find(|unit| table.units[*unit].is_leader());
    let first = lead(table, group);
    let troops = group.iter().copied().filter(|unit| !table.units[*unit].is_leader());
    let each = troops.map(|unit| {
        let tired = table.units[unit].has("exhausted") && !table.units[unit].was_exhausted;
        let with = leader.filter(|leader| table.units[*leader].good_order());
        allowance(table, unit, with, tired, double, load(table, group, unit, carried))
    });
    each.min_by_key(Allowance::total).unwrap_or_else(|| {
        let tired = table.units[first].has("exhausted") && !table.units[first].was_exhausted;
        let portage = carried.iter().map(|weapon| table.weapons[*weapon].portage).sum();
        allowance(table, first, None, tired, double, portage)
    })
}

/// PP that a unit of a group carries: its own weapons; the first takes those that none of the troops has.
pub(in crate::games::asl_sk2) fn load(
    table: &Table,
    group: &[usize],
    unit: usize,
    carried: &[usize],
) -> i32 {
    let trooper = |owner: &usize| group.contains(owner) && !table.units[*owner].is_leader();
    let bearer =
        |weapon: usize| table.owner(weapon).filter(trooper).unwrap_or_else(|| lead(table, group));
    let own = carried.iter().filter(|weapon| bearer(**weapon) == unit);
    own.map(|weapon| table.weapons[*weapon].portage).sum()
}

/// The weapons that go along: those named, or all that the units have.
pub(super) fn carried(
    table: &Table,
    entry: &Node,
    group: &[usize],
    ruling: &mut Ruling,
) -> Result<Vec<usize>, Problem> {
    let mut carried = Vec::new();
    match entry.get("carries") {
        Some(list) => {
            for node in list.items() {
                carried.push(table.weapon_named(node.text().unwrap_or_default(), node)?);
            }
        }
        None => {
            for unit in group {
                carried.extend(
                    table
                        .weapons_of(*unit)
                        .filter(|(_, weapon)| !weapon.arm.is_gun())
                        .map(|(at, _)| at),
                );
            }
        }
    }
    for weapon in &carried {
        let gun = &table.weapons[*weapon];
        if gun.arm.is_gun() {
            let rules: &[&'static str] = if gun.quick_set_up == Some(false) {
                &["SK2-1.2.6-GUN-LIMBERED", "SK2-6.5-MH-ELIG"]
            } else {
                &["SK2-6.5-MH-ELIG", "SK2-4.0-MOVE-ONCE"]
            };
            ruling.breach_of(rules, format!("{} is a Gun: it is manhandled or stays", gun.id));
        }
        if !gun.moved_by.is_empty() && !gun.moved_by.iter().any(|by| group.contains(by)) {
            ruling.breach(
                "SK2-4.0-MOVE-ONCE",
                format!("{} was carried in this phase already", gun.id),
            );
        }
        if let Some(owner) = table.owner(*weapon)
            && table.units[owner].is_leader()
        {
            let load: i32 = carried
                .iter()
                .filter(|other| table.owner(**other) == Some(owner))
                .map(|other| table.weapons[*other].portage)
                .sum();
            if load > 2 {
                ruling.breach(
                    "SK2-4.0-SMC-2PP",
                    format!(
                        "{} carries {load} PP; a leader never carries more than 2",
                        table.units[owner].id
                    ),
                );
                break;
            }
        }
    }
    Ok(carried)
}
