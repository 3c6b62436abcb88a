//! The movement phase: allowance, cost, double time, assault movement, portage, smoke grenades (3.3, 4.0).

use super::number::{Q, value, whole, words};
use super::ruling::{Ruling, of, units};
use super::stacking;
use super::table::{Phase, Piece, Smoke, Table};
use super::units::{Size, Whereabouts};
use crate::hex::{Hex, Hexside};
use crate::rules::Problem;
use crate::rules::case::Node;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// What a movement allowance is made of.
#[derive(Debug, Clone, Default)]
pub(super) struct Allowance {
    pub(super) base: i32,
    pub(super) inexperienced: i32,
    pub(super) leader: i32,
    pub(super) double_time: i32,
    pub(super) road: i32,
    pub(super) spent: Q,
    pub(super) portage: i32,
    pub(super) capacity: i32,
}

impl Allowance {
    pub(super) fn total(&self) -> Q {
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
pub(super) fn movement_value(allowance: &Allowance, costs: &[Q]) -> Value {
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
pub(super) fn capacity(table: &Table, unit: usize, tired: bool) -> i32 {
    let unit = &table.units[unit];
    match unit.size {
        Size::Leader if unit.has("wounded") => 0,
        Size::Leader => 1 - i32::from(tired),
        _ => 3 - i32::from(tired),
    }
}

/// What a unit may spend: alone, or with a leader from start to end.
pub(super) fn allowance(
    table: &Table,
    unit: usize,
    with: Option<usize>,
    tired: bool,
    double: bool,
    portage: i32,
) -> Allowance {
    let mover = &table.units[unit];
    let mut made = Allowance { portage, ..Allowance::default() };
    made.base = match mover.size {
        Size::Leader if mover.has("wounded") => 3,
        Size::Leader => 6,
        _ => 4,
    };
    // With a leader green troops are steady; conscripts never are.
    let steadied = with.is_some() && mover.class == super::units::Class::Green;
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

/// MF to enter a hex, smoke included.
pub(super) fn step_cost(table: &Table, from: Hex, to: Hex) -> Q {
    table.ground.step_cost(from, to) + whole(i32::from(table.smoke.contains_key(&to)))
}

/// Whether a unit may act in the movement phase at all; says why not.
pub(super) fn may_move(table: &Table, unit: usize, ruling: &mut Ruling) -> bool {
    let mover = &table.units[unit];
    let id = &mover.id;
    if table.phase != Phase::Movement {
        ruling.breach("SK2-3-PHASES", format!("{id} moves in the {} phase", table.phase.word()));
    } else if mover.side != table.side {
        ruling.breach(
            "SK2-3-SIDES",
            format!("{id} is of the DEFENDER and does not move in this phase"),
        );
    } else if mover.has("melee") {
        ruling
            .breach_of(&["SK2-3.8-MELEE", "SK2-3.3-MOVE-ELIG"], format!("{id} is locked in melee"));
    } else if mover.is_broken() {
        ruling.breach_of(
            &["SK2-3.2.3-BROKEN-LIMIT", "SK2-3.3-MOVE-ELIG"],
            format!("{id} is broken: it only routs and rallies"),
        );
    } else if mover.has("pinned") {
        ruling.breach_of(&["SK2-3.2.3-PIN-EFFECT", "SK2-3.3-MOVE-ELIG"], format!("{id} is pinned"));
    } else if mover.has("prep-fired") && mover.is_leader() {
        ruling.breach_of(
            &["SK2-3.2.2-LDR-ONE", "SK2-3.3-MOVE-ELIG", "SK2-3.2.5-PREP-MARK"],
            format!("{id} directed fire in the prep fire phase and counts as having fired"),
        );
    } else if ["prep-fired", "prep-fired-weapon", "intensive-fired"]
        .iter()
        .any(|mark| mover.has(mark))
    {
        ruling.breach_of(
            &["SK2-3.3-MOVE-ELIG", "SK2-3.2.5-PREP-MARK"],
            format!("{id} fired in the prep fire phase"),
        );
    } else if let Some(rule) = mover.move_ended {
        ruling.breach(rule, format!("the movement of {id} has ended for this phase"));
    } else if table.finished.contains(&unit) {
        ruling.breach_of(
            &["SK2-3.3-MOVE-ONCE", "SK2-3.3-STACKMOVE"],
            format!("{id} had finished; others have moved since"),
        );
    } else {
        return true;
    }
    false
}

/// `move`.
pub(super) fn judge_move(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let group = units(table, entry)?;
    let Some(&first) = group.first() else { return Err(Problem::at(entry, "who moves?")) };
    let path = path(table, entry, first)?;
    if !group.iter().all(|unit| may_move(table, *unit, ruling)) {
        return Ok(());
    }
    let starts = group.iter().all(|unit| table.units[*unit].hex() == path.first().copied());
    if !starts {
        ruling.breach("SK2-3.3-ADJ-STEP", "the path does not begin where the units stand");
        return Ok(());
    }
    if !table.residual_due.is_empty()
        && group.iter().any(|unit| table.residual_due.iter().any(|(due, _)| due == unit))
    {
        ruling.breach(
            "SK2-3.3.1-RES-ATTACK",
            "the residual firepower of its hex must attack it first",
        );
        return Ok(());
    }
    begin(table, &group);
    walk(table, entry, &group, &path, ruling, whole(0))
}

/// A new mover: everybody who moved before has finished.
fn begin(table: &mut Table, group: &[usize]) {
    // Attacks on other movement factors were other attacks (3.2.2).
    table.made.clear();
    let continues = group.iter().all(|unit| table.movers.contains(unit));
    if !continues {
        let before = std::mem::take(&mut table.movers);
        table.finished.extend(before);
        table.movers = group.to_vec();
    }
}

/// The hexes of a move: as told, or the cheapest way when only its ends are.
fn path(table: &Table, entry: &Node, first: usize) -> Result<Vec<Hex>, Problem> {
    if let Some(path) = entry.get("path") {
        return path.items().iter().map(|node| table.hex(node)).collect();
    }
    let to = entry
        .get("to")
        .or_else(|| entry.get("at"))
        .ok_or_else(|| Problem::at(entry, "where to?"))?;
    let goal = table.hex(to)?;
    let from = match entry.get("from") {
        Some(from) => table.hex(from)?,
        None => {
            table.units[first].hex().ok_or_else(|| Problem::at(entry, "it is not on the map"))?
        }
    };
    Ok(cheapest(table, &table.units[first].side, from, goal).unwrap_or_else(|| vec![from, goal]))
}

/// The cheapest way that enters no hex with an enemy.
pub(super) fn cheapest(table: &Table, side: &str, from: Hex, goal: Hex) -> Option<Vec<Hex>> {
    let mut best: HashMap<Hex, (Q, Hex)> = HashMap::from([(from, (whole(0), from))]);
    let mut open = BinaryHeap::from([Reverse((whole(0), from.x, from.y))]);
    while let Some(Reverse((cost, x, y))) = open.pop() {
        let here = Hex::new(x, y);
        if here == goal {
            let mut path = vec![goal];
            while let Some(&at) = path.last()
                && at != from
            {
                path.push(best.get(&at)?.1);
            }
            path.reverse();
            return Some(path);
        }
        if best.get(&here).is_some_and(|(known, _)| *known < cost) {
            continue;
        }
        for next in table.ground.neighbours(here) {
            if table.enemies_in(next, side).next().is_some() {
                continue;
            }
            let total = cost + step_cost(table, here, next);
            if best.get(&next).is_none_or(|(known, _)| total < *known) {
                best.insert(next, (total, here));
                open.push(Reverse((total, next.x, next.y)));
            }
        }
    }
    None
}

/// Walks a path, hex by hex, and judges the whole of the movement so far.
pub(super) fn walk(
    table: &mut Table,
    entry: &Node,
    group: &[usize],
    path: &[Hex],
    ruling: &mut Ruling,
    extra_spent: Q,
) -> Result<(), Problem> {
    let side = table.units[group[0]].side.clone();
    if entry.word("exhausted-counter") == Some("removed") {
        shake_off(table, group, ruling);
    }
    let carried = carried(table, entry, group, ruling)?;
    let double = match entry.word("exhausted-counter") {
        Some("placed") => true,
        _ => group.iter().any(|unit| {
            table.spent.contains_key(unit)
                && table.units[*unit].has("exhausted")
                && !table.units[*unit].was_exhausted
        }),
    };
    // When it is not allowed, the move is judged on without it, so that its numbers are told.
    let allowed_double = double && double_time_allowed(table, group, ruling) && ruling.is_legal();
    let mut costs: Vec<Q> = table.spent.get(&lead(table, group)).cloned().unwrap_or_default();
    let mut all_road = group.iter().all(|unit| !table.off_road.contains(unit));
    for step in path.windows(2) {
        if Hexside::between(step[0], step[1]).is_none() {
            ruling.breach(
                "SK2-3.3-ADJ-STEP",
                format!(
                    "{} and {} are not adjacent",
                    table.ground.name(step[0]),
                    table.ground.name(step[1])
                ),
            );
            return Ok(());
        }
        ruling.range(table, step[0], step[1]);
        costs.push(step_cost(table, step[0], step[1]));
        all_road &= table.ground.is_road(step[0], step[1]);
    }
    if let (Some(a), Some(b)) = (path.first(), path.last()) {
        ruling.range(table, *a, *b);
    }
    let mut made = group_allowance(table, group, allowed_double, &carried);
    made.spent += extra_spent;
    made.road = i32::from(all_road && path.len() > 1);
    ruling.value("movement", movement_value(&made, &costs));
    let cost: Q = costs.iter().sum();
    if cost > made.total() && ruling.is_legal() {
        overspent(table, group, path, &made, cost, entry, extra_spent, ruling);
    }
    for hex in path.iter().skip(1) {
        if let Some((_, enemy)) = table.enemies_in(*hex, &side).next() {
            ruling.breach(
                "SK2-3.3-NO-ENEMY",
                format!("{} holds {}", table.ground.name(*hex), enemy.id),
            );
            return Ok(());
        }
    }
    if entry.word("mode") == Some("assault") {
        let steps = costs.len();
        if steps != 1 || cost >= made.total() {
            ruling.breach(
                "SK2-3.3-ASSAULT",
                format!(
                    "assault movement is one hex for less than all MF: {steps} hexes, {}",
                    of(cost, made.total())
                ),
            );
        }
    }
    step_through(table, group, path, &carried, ruling);
    for unit in group {
        table.spent.insert(*unit, costs.clone());
        if !all_road {
            table.off_road.insert(*unit);
        }
        if double {
            table.units[*unit].set("exhausted");
        }
        table.units[*unit].set("moved");
        let legal_assault =
            entry.word("mode") == Some("assault") && path.len() == 2 && cost < made.total();
        table.units[*unit].assaults = legal_assault;
        let id = table.units[*unit].id.clone();
        ruling.fact(&id, "ffnam", !legal_assault);
    }
    Ok(())
}

/// The counter comes off at the start of the owner's next movement phase, not in the one that placed it (3.3).
fn shake_off(table: &mut Table, group: &[usize], ruling: &mut Ruling) {
    for unit in group {
        let unit = &mut table.units[*unit];
        if unit.has("exhausted") && !unit.was_exhausted {
            ruling
                .breach("SK2-3.3-CX-REMOVE", format!("{} has only just become exhausted", unit.id));
        } else {
            unit.clear("exhausted");
        }
    }
}

/// Moves the units and checks each hex on the way: stacking, residual firepower, hidden guns.
fn step_through(
    table: &mut Table,
    group: &[usize],
    path: &[Hex],
    carried: &[usize],
    ruling: &mut Ruling,
) {
    let side = table.units[group[0]].side.clone();
    for (index, step) in path.windows(2).enumerate() {
        let (from, to) = (step[0], step[1]);
        let last = index + 2 == path.len();
        let hidden = table.units_in(to).any(|(_, unit)| unit.side != side && unit.has("hidden"));
        let mut paid = step_cost(table, from, to);
        if table.ground.terrain(to) == super::terrain::Terrain::WoodsRoad
            && !table.ground.is_road(from, to)
        {
            paid = paid.max(whole(2));
        }
        for unit in group {
            let road = table.ground.is_road(from, to);
            let mover = &mut table.units[*unit];
            mover.came_from = Some(from);
            mover.by_road = road;
            mover.at = Whereabouts::Hex(to);
            *table.here.entry((*unit, to)).or_insert(whole(0)) += paid;
        }
        for weapon in carried {
            table.weapons[*weapon].moved_by = Some(group[0]);
            table.weapons[*weapon].set("moved");
        }
        if hidden && last {
            for unit in group {
                table.units[*unit].move_ended = Some("SK2-6.4-HIP-ENTER");
            }
        }
        stacking::check(table, to, &side, ruling);
        if table.residual.get(&to).is_some_and(|left| *left > 0) {
            if last {
                table.residual_due.extend(group.iter().map(|unit| (*unit, to)));
            } else if ruling.is_legal() {
                ruling.breach(
                    "SK2-3.3.1-RES-ATTACK",
                    format!("the residual firepower in {} did not attack", table.ground.name(to)),
                );
            }
        }
    }
}

/// The unit whose numbers are told: a squad before its leader.
fn lead(table: &Table, group: &[usize]) -> usize {
    group.iter().copied().find(|unit| !table.units[*unit].is_leader()).unwrap_or(group[0])
}

/// What the group may spend together: a stack cannot outrun its leader.
fn group_allowance(table: &Table, group: &[usize], double: bool, carried: &[usize]) -> Allowance {
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
pub(super) fn load(table: &Table, group: &[usize], unit: usize, carried: &[usize]) -> i32 {
    let trooper = |owner: &usize| group.contains(owner) && !table.units[*owner].is_leader();
    let bearer =
        |weapon: usize| table.owner(weapon).filter(trooper).unwrap_or_else(|| lead(table, group));
    let own = carried.iter().filter(|weapon| bearer(**weapon) == unit);
    own.map(|weapon| table.weapons[*weapon].portage).sum()
}

/// The weapons that go along: those named, or all that the units have.
fn carried(
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
        if gun.moved_by.is_some_and(|by| !group.contains(&by)) {
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

fn double_time_allowed(table: &Table, group: &[usize], ruling: &mut Ruling) -> bool {
    for unit in group {
        let mover = &table.units[*unit];
        if mover.has("wounded") {
            ruling.breach_of(
                &["SK2-3.2.3-WOUNDED", "SK2-3.3-DT"],
                format!("{} is wounded and cannot double-time", mover.id),
            );
            return false;
        }
        if mover.was_exhausted {
            ruling.breach_of(
                &["SK2-3.3-DT", "SK2-3.3-CX-REMOVE"],
                format!("{} was exhausted when its movement phase began", mover.id),
            );
            return false;
        }
        if mover.has("pinned") {
            ruling.breach("SK2-3.3-DT", format!("{} is pinned and cannot double-time", mover.id));
            return false;
        }
    }
    true
}

/// Names every single rule whose relaxation would make the move affordable.
#[expect(clippy::too_many_arguments, reason = "everything that the cost was made of")]
fn overspent(
    table: &Table,
    group: &[usize],
    path: &[Hex],
    made: &Allowance,
    cost: Q,
    entry: &Node,
    extra_spent: Q,
    ruling: &mut Ruling,
) {
    let total = made.total();
    let steps = || path.windows(2);
    let mut culprits: Vec<&'static str> = Vec::new();
    let mut relax = |rule: &'static str, allowance: Q, price: Q| {
        if price <= allowance {
            culprits.push(rule);
        }
    };
    if extra_spent > whole(0) {
        relax("SK2-S10-ENTRY", total + extra_spent, cost);
    }
    if table.ground.muddy_slopes {
        let slopes: i32 =
            steps().map(|s| (table.ground.level(s[1]) - table.ground.level(s[0])).abs()).sum();
        if slopes > 0 {
            relax("SK2-S16-SSR", total, cost - whole(slopes));
        }
    }
    if made.double_time == 0 && entry.word("exhausted-counter") == Some("not-placed") {
        relax("SK2-3.3-DT", total + 2, cost);
    }
    if made.leader == 0 && !table.units[lead(table, group)].is_leader() {
        let near = |leader: &super::units::Unit| {
            leader.is_leader() && leader.side == table.units[group[0]].side
        };
        if table.units.iter().any(near) {
            relax("SK2-3.3-LDR-BONUS", total + 2, cost);
        }
    }
    if table.ground.grain_by_rule
        && steps().any(|s| table.ground.terrain(s[1]) == super::terrain::Terrain::Grain)
    {
        relax("SK2-1.1.1-GRAIN", total, cost - super::number::half());
    }
    if made.portage > made.capacity {
        relax("SK2-4.0-IPC", total + (made.portage - made.capacity), cost);
    }
    culprits.push("SK2-3.3-MF-COST");
    culprits.push("SK2-3.3-MF-BASE");
    if made.inexperienced > 0 {
        culprits.push("SK2-5.4-INEXP");
    }
    if made.double_time == 0 {
        culprits.push("SK2-3.3-DT");
    }
    if made.road == 0 {
        culprits.push("SK2-3.3-ROAD-BONUS");
    }
    if steps().any(|s| table.ground.level(s[1]) > table.ground.level(s[0])) {
        culprits.push("SK2-1.1.1-CREST-MF");
    }
    for step in steps() {
        let rule = match table.ground.terrain(step[1]) {
            super::terrain::Terrain::Grain => "SK2-1.1.1-GRAIN",
            super::terrain::Terrain::StoneBuilding | super::terrain::Terrain::WoodenBuilding => {
                "SK2-1.1.1-BLDG"
            }
            super::terrain::Terrain::Woods => "SK2-1.1.1-WOODS",
            super::terrain::Terrain::WoodsRoad => "SK2-1.1.1-WOODSROAD",
            _ => continue,
        };
        culprits.push(rule);
    }
    if steps().any(|s| table.smoke.contains_key(&s[1])) {
        culprits.push("SK2-1.2.5-SMOKE-MF");
    }
    culprits.dedup();
    ruling
        .breach_of(&culprits, format!("{} MF are needed, {} are there", words(cost), words(total)));
}

/// `enter`: from off the map, over an edge.
pub(super) fn judge_enter(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let group = units(table, entry)?;
    if table.phase != Phase::Movement {
        ruling.breach("SK2-3-PHASES", "units enter in their movement phase");
        return Ok(());
    }
    if group.iter().any(|unit| table.units[*unit].side != table.side) {
        ruling.breach("SK2-3-SIDES", "only the ATTACKER enters units");
        return Ok(());
    }
    let hexes: Vec<Hex> = match entry.get("path").or_else(|| entry.get("at")) {
        Some(path) => path.items().iter().map(|node| table.hex(node)).collect::<Result<_, _>>()?,
        None => return Err(Problem::at(entry, "where do they enter?")),
    };
    super::scenarios::entry(table, entry, &group, &hexes, ruling)?;
    let spent = super::scenarios::spent_on_entry(table, &group);
    let Some(&first) = hexes.first() else { return Ok(()) };
    // The step on to the board costs like any other step into that hex.
    let mut costs = vec![table.ground.terrain(first).cost(false, table.ground.grain_in_season())];
    costs.extend(hexes.windows(2).map(|step| step_cost(table, step[0], step[1])));
    let carried = carried(table, entry, &group, ruling)?;
    let double = entry.word("exhausted-counter") == Some("placed");
    let mut made = group_allowance(table, &group, double, &carried);
    made.spent += spent;
    ruling.value("movement", movement_value(&made, &costs));
    let cost: Q = costs.iter().sum();
    if cost > made.total() && ruling.is_legal() {
        overspent(table, &group, &hexes, &made, cost, entry, spent, ruling);
    }
    let side = table.units[group[0]].side.clone();
    begin(table, &group);
    for hex in &hexes {
        if table.enemies_in(*hex, &side).next().is_some() {
            ruling
                .breach("SK2-3.3-NO-ENEMY", format!("{} holds an enemy", table.ground.name(*hex)));
        }
        for unit in &group {
            table.units[*unit].at = Whereabouts::Hex(*hex);
        }
        stacking::check(table, *hex, &side, ruling);
    }
    for unit in &group {
        table.spent.insert(*unit, costs.clone());
        table.units[*unit].set("moved");
    }
    if let Some(last) = hexes.last().filter(|hex| table.residual.get(hex).is_some_and(|r| *r > 0)) {
        table.residual_due.extend(group.iter().map(|unit| (*unit, *last)));
    }
    Ok(())
}

/// `smoke-grenade`.
pub(super) fn judge_grenade(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let group = units(table, entry)?;
    let Some(&unit) = group.first() else { return Err(Problem::at(entry, "who throws?")) };
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where to?"))?)?;
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    if table.scenario.as_deref() == Some("S16") {
        ruling.breach_of(
            &["SK2-S16-SSR", "SK2-3.3-SMK-GREN"],
            "no smoke may be placed in this scenario",
        );
        return Ok(());
    }
    if !may_move(table, unit, ruling) {
        return Ok(());
    }
    let thrower = &table.units[unit];
    let Some(hex) = thrower.hex() else { return Err(Problem::at(entry, "it is not on the map")) };
    let Some(exponent) = thrower.smoke_exponent else {
        ruling.breach("SK2-3.3-SMK-GREN", format!("{} has no smoke grenades", thrower.id));
        return Ok(());
    };
    if thrower.smoked {
        ruling
            .breach("SK2-3.3-SMK-GREN", format!("{} has tried already in this phase", thrower.id));
        return Ok(());
    }
    let far = table.ground.range(hex, at);
    if far > 1 {
        ruling.breach("SK2-3.3-SMK-GREN", "a grenade reaches the own hex and the next");
        return Ok(());
    }
    begin(table, &[unit]);
    let cost = whole(1 + far);
    let mut costs = table.spent.get(&unit).cloned().unwrap_or_default();
    costs.push(cost);
    let made = group_allowance(table, &[unit], false, &[]);
    ruling.value("movement", movement_value(&made, &costs));
    if costs.iter().sum::<Q>() > made.total() {
        ruling.breach_of(
            &["SK2-3.3-MF-COST", "SK2-3.3-SMK-GREN"],
            "it has not enough MF left for the attempt",
        );
    }
    let tired = i32::from(table.units[unit].has("exhausted"));
    let success = die + tired <= exponent;
    let mut roll = json!({ "die": die, "need": exponent, "success": success });
    if tired != 0 {
        roll["drm"] = json!(tired);
    }
    ruling.value("roll", roll);
    table.spent.insert(unit, costs);
    table.off_road.insert(unit);
    *table.here.entry((unit, hex)).or_insert(whole(0)) += cost;
    if success {
        let side = Some(table.units[unit].side.clone());
        table.smoke.insert(at, Smoke { kind: "grenade".to_owned(), hindrance: 2, placed_by: side });
    }
    let thrower = &mut table.units[unit];
    thrower.smoked = true;
    // An original 6 ends the movement on the spot, whatever the modifiers.
    if die == 6 {
        thrower.move_ended = Some("SK2-3.3-SMK-GREN");
    }
    Ok(())
}

/// `put-back`: a mover that met a hidden gun returns to the hex before.
pub(super) fn judge_put_back(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where to?"))?)?;
    for unit in units(table, entry)? {
        let mover = &mut table.units[unit];
        if mover.came_from.is_some_and(|from| from != at) {
            ruling.breach(
                "SK2-6.4-HIP-ENTER",
                format!("{} goes back to the hex it came from", mover.id),
            );
        }
        mover.at = Whereabouts::Hex(at);
        mover.move_ended = Some("SK2-6.4-HIP-ENTER");
    }
    Ok(())
}

/// The piece that a node names is in a hex.
pub(super) fn hex_of(table: &Table, piece: Piece) -> Option<Hex> {
    match piece {
        Piece::Unit(unit) => table.units[unit].hex(),
        Piece::Weapon(weapon) => table.weapon_hex(weapon),
    }
}
