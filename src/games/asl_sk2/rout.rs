//! The rout phase: who must, where to, interdiction (3.6).

use super::movement::{Allowance, movement_value, step_cost};
use super::number::{Q, whole, words};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum, units};
use super::stacking;
use super::table::{Phase, Table};
use super::units::{Size, Whereabouts};
use crate::hex::{Hex, Hexside};
use crate::rules::Problem;
use crate::rules::case::Node;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

/// Enemies that a unit in a hex can see.
fn known(table: &Table, side: &str, from: Hex) -> Vec<(usize, Hex)> {
    let seen = |(index, unit): (usize, &super::units::Unit)| {
        let hex = unit.hex()?;
        table.sight(from, hex).is_clear().then_some((index, hex))
    };
    table.enemies(side).filter_map(seen).collect()
}

/// Whether a broken unit must leave its hex: next to an unbroken enemy it sees, or in the open under fire.
pub(super) fn must_rout(table: &Table, unit: usize) -> bool {
    let router = &table.units[unit];
    let Some(hex) = router.hex() else { return false };
    if !router.is_broken() || router.has("melee") {
        return false;
    }
    let beside = |(enemy, at): &(usize, Hex)| {
        table.ground.range(hex, *at) <= 1 && !table.units[*enemy].is_broken()
    };
    known(table, &router.side, hex).iter().any(beside)
        || interdicted(table, unit, hex, router.came_from)
}

/// Whether a router in the open is under the fire of an interdictor; `from` is the hex it came from.
fn interdicted(table: &Table, unit: usize, hex: Hex, from: Option<Hex>) -> bool {
    let router = &table.units[unit];
    let by_road = from.is_some_and(|from| table.ground.is_road(from, hex));
    table.enemies(&router.side).any(|(enemy, shooter)| {
        shooter.hex().is_some_and(|at| {
            let open = super::modifiers::in_open(table, by_road, hex, &[at]);
            open && interdicts(table, enemy, hex, from)
        })
    })
}

/// Whether an enemy interdicts a hex: steady, in sight without hindrance, within normal range.
fn interdicts(table: &Table, enemy: usize, hex: Hex, from: Option<Hex>) -> bool {
    let shooter = &table.units[enemy];
    let Some(at) = shooter.hex() else { return false };
    let steady = !shooter.is_broken()
        && !shooter.has("pinned")
        && !shooter.has("exhausted")
        && !shooter.has("melee");
    let range = table.ground.range(at, hex);
    let sight = table.sight(at, hex);
    // Who climbs over the very crest that the enemy looks across has no height advantage.
    let climbs = from.is_some_and(|from| {
        table.ground.level(from) < table.ground.level(hex)
            && super::sight::enters_from(&table.ground, at, hex) == Some(from)
    });
    let low = table.ground.level(at) < table.ground.level(hex) && !climbs;
    if !steady || !sight.is_clear() || sight.hindrance() > 0 || low || range == 0 {
        return false;
    }
    let own = !shooter.is_leader() && shooter.firepower > 0 && range <= shooter.range;
    let weapon = table.weapons_of(enemy).any(|(_, weapon)| {
        let crewed = !shooter.is_leader();
        let reaches = weapon.arm.is_machine_gun() && range <= weapon.range
            || weapon.arm.is_ordnance()
                && !weapon.arm.is_latw()
                && weapon.limits.is_none_or(|(least, most)| (least..=most).contains(&range))
                && range <= 16
                && super::arc::inside(table, at, weapon.arc, hex);
        crewed && weapon.is_working() && reaches
    });
    own || weapon
}

/// The first rule that a step of a rout breaks.
fn step_breach(
    table: &Table,
    unit: usize,
    from: Hex,
    to: Hex,
    seen: &BTreeSet<usize>,
) -> Option<(&'static str, String)> {
    let side = &table.units[unit].side;
    if table.units_in(to).any(|(_, other)| other.side != *side && !other.has("hidden")) {
        return Some(("SK2-3.6-ENEMY-HEX", format!("{} holds an enemy", table.ground.name(to))));
    }
    for (enemy, other) in table.enemies(side) {
        let Some(at) = other.hex() else { continue };
        let (now, then) = (table.ground.range(from, at), table.ground.range(to, at));
        if now == 1 && then == 1 {
            return Some((
                "SK2-3.6-ADJ",
                format!(
                    "{} and {} are both next to {}",
                    table.ground.name(from),
                    table.ground.name(to),
                    other.id
                ),
            ));
        }
        let sees = seen.contains(&enemy) || table.sight(from, at).is_clear();
        if sees && then < now {
            return Some((
                "SK2-3.6-TOWARD",
                format!("the range to {} falls from {now} to {then}", other.id),
            ));
        }
    }
    None
}

/// Movement factors of a router.
fn factors(table: &Table, unit: usize) -> i32 {
    if table.units[unit].is_leader() && table.units[unit].has("wounded") { 3 } else { 6 }
}

/// Every hex that a router can lawfully reach, with its cost and the hex before.
pub(super) fn reach(table: &Table, unit: usize, start: Hex) -> HashMap<Hex, (Q, Hex)> {
    let limit = whole(factors(table, unit));
    let seen: BTreeSet<usize> =
        known(table, &table.units[unit].side, start).into_iter().map(|(enemy, _)| enemy).collect();
    let mut best = HashMap::from([(start, (whole(0), start))]);
    let mut open = BinaryHeap::from([Reverse((whole(0), start.x, start.y))]);
    while let Some(Reverse((cost, x, y))) = open.pop() {
        let here = Hex::new(x, y);
        for next in table.ground.neighbours(here) {
            let total = cost + step_cost(table, here, next);
            if total > limit
                || step_breach(table, unit, here, next, &seen).is_some()
                || full(table, unit, next)
            {
                continue;
            }
            if best.get(&next).is_none_or(|(known, _)| total < *known) {
                best.insert(next, (total, here));
                open.push(Reverse((total, next.x, next.y)));
            }
        }
    }
    best
}

/// A lawful way from hex to hex, or the straight leap when there is none.
pub(super) fn way(table: &Table, unit: usize, from: Hex, to: Hex) -> Vec<Hex> {
    let reached = reach(table, unit, from);
    let mut path = vec![to];
    while let Some(&at) = path.last()
        && at != from
    {
        match reached.get(&at) {
            Some((_, before)) => path.push(*before),
            None => {
                let side = &table.units[unit].side;
                let cheapest = super::movement::cheapest(table, side, from, to);
                return cheapest.unwrap_or_else(|| vec![from, to]);
            }
        }
    }
    path.reverse();
    path
}

fn full(table: &Table, unit: usize, hex: Hex) -> bool {
    let router = &table.units[unit];
    let (squads, leaders) = table.stack(hex, &router.side);
    match router.size {
        Size::Leader => leaders >= 4,
        Size::Squad => squads + 1 > whole(3),
        _ => squads + super::number::half() > whole(3),
    }
}

/// Where a router may end: the nearest cover, and nearer cover that it may pass over.
fn destinations(table: &Table, unit: usize, start: Hex) -> BTreeSet<(i32, i32)> {
    let reached = reach(table, unit, start);
    let enemies = known(table, &table.units[unit].side, start);
    let may_skip = |hex: Hex| {
        let near = enemies
            .iter()
            .any(|(_, at)| table.ground.range(hex, *at) <= table.ground.range(start, *at));
        let own = table.ground.building_of(start).is_some_and(|building| building.contains(&hex));
        near || own
    };
    let mut cover: Vec<(Q, Hex)> = reached
        .iter()
        .filter(|(hex, _)| **hex != start && table.ground.terrain(**hex).is_cover())
        .map(|(hex, (cost, _))| (*cost, *hex))
        .collect();
    cover.sort_by_key(|(cost, hex)| (*cost, hex.x, hex.y));
    // Where every cover may be passed over, any hex will do.
    let nearest = cover.iter().find(|(_, hex)| !may_skip(*hex)).map(|(cost, _)| *cost);
    let Some(nearest) = nearest else { return BTreeSet::new() };
    let allowed = cover.iter().filter(|(cost, _)| *cost <= nearest);
    allowed.map(|(_, hex)| (hex.x, hex.y)).collect()
}

/// `rout`.
pub(super) fn judge(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let group = units(table, entry)?;
    // An unbroken leader may go along with a broken unit.
    let broken = group.iter().find(|unit| table.units[**unit].is_broken());
    let Some(&unit) = broken.or(group.first()) else {
        return Err(Problem::at(entry, "who routs?"));
    };
    let path: Vec<Hex> = entry
        .get("path")
        .ok_or_else(|| Problem::at(entry, "along which path?"))?
        .items()
        .iter()
        .map(|node| table.hex(node))
        .collect::<Result<_, _>>()?;
    let router = &table.units[unit];
    let id = router.id.clone();
    let side = router.side.clone();
    for (_, enemy) in table.enemies(&side) {
        let Some(at) = enemy.hex() else { continue };
        for hex in &path {
            ruling.range(table, at, *hex);
        }
    }
    if table.phase != Phase::Rout {
        ruling.breach("SK2-3-PHASES", format!("{id} routs in the {} phase", table.phase.word()));
        return Ok(());
    }
    if router.has("melee") {
        ruling.breach("SK2-3.8-MELEE", format!("{id} is locked in melee"));
        return Ok(());
    }
    if !router.is_broken() {
        ruling.breach_of(&["SK2-3.6-MAY", "SK2-3.6-LDR-WITH"], format!("{id} is not broken"));
        return Ok(());
    }
    if !router.has("desperation-morale") && !must_rout(table, unit) {
        ruling.breach("SK2-3.6-MAY", format!("{id} is not under DM and need not leave"));
        return Ok(());
    }
    if side == table.side && table.routed.iter().any(|other| table.units[*other].side != side) {
        ruling.suspect(
            "SK2-3.6-ORDER",
            &format!("{id} of the ATTACKER routs after units of the DEFENDER"),
            "the ATTACKER routs first; here it makes no difference",
        );
    }
    if let Some(stray) =
        group.iter().find(|other| **other != unit && !goes_along(table, unit, **other))
    {
        ruling.breach(
            "SK2-3.6-LDR-WITH",
            format!("{} is no unbroken leader in the hex of {id}", table.units[*stray].id),
        );
        return Ok(());
    }
    if !dropped(table, entry, unit, ruling)? {
        return Ok(());
    }
    let crawl = entry.word("mode") == Some("low-crawl");
    if crawl && path.len() != 2 {
        ruling.breach("SK2-3.6-LOWCRAWL", "a unit crawls one hex");
        return Ok(());
    }
    if path.windows(2).any(|step| Hexside::between(step[0], step[1]).is_none()) {
        ruling.breach("SK2-3.3-ADJ-STEP", "the hexes of a rout are adjacent");
        return Ok(());
    }
    let costs: Vec<Q> = path.windows(2).map(|step| step_cost(table, step[0], step[1])).collect();
    let allowance = Allowance { base: factors(table, unit), ..Allowance::default() };
    ruling.value("movement", movement_value(&allowance, &costs));
    let cost: Q = costs.iter().sum();
    if cost > allowance.total() {
        ruling.breach(
            "SK2-3.6-MF",
            format!("{} MF are needed, a router has {}", words(cost), words(allowance.total())),
        );
        return Ok(());
    }
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for step in path.windows(2) {
        seen.extend(known(table, &side, step[0]).into_iter().map(|(enemy, _)| enemy));
        if let Some((rule, why)) = step_breach(table, unit, step[0], step[1], &seen) {
            ruling.breach(rule, format!("{id}: {why}"));
            return Ok(());
        }
    }
    for hex in path.iter().skip(1) {
        if full(table, unit, *hex) {
            ruling.breach_of(
                &["SK2-3.6-STACK", "SK2-3.3-STACK-MMC"],
                format!("{} is full: {id} must pass it by", table.ground.name(*hex)),
            );
            return Ok(());
        }
    }
    // Who crawls, or is stopped by interdiction, needs only be on his way.
    let stopped = entry.word("stopped").is_some();
    let on_the_way = path
        .first()
        .zip(path.last())
        .is_some_and(|(start, end)| stopped && reach(table, unit, *start).contains_key(end));
    if !on_the_way {
        check_destination(table, unit, &path, crawl || stopped, ruling);
    }
    if ruling.is_breached() {
        return Ok(());
    }
    if let Some(&end) = path.last() {
        for one in &group {
            table.units[*one].at = Whereabouts::Hex(end);
            table.units[*one].came_from =
                path.len().checked_sub(2).and_then(|at| path.get(at)).copied();
        }
        stacking::check(table, end, &side, ruling);
    }
    if !crawl {
        for step in path.windows(2) {
            if interdicted(table, unit, step[1], Some(step[0])) {
                table.interdictions.push((unit, step[1]));
            }
        }
    }
    table.rout_paths.insert(unit, path.clone());
    table.companions.extend(group.iter().filter(|one| **one != unit).map(|one| (*one, unit)));
    if entry.word("interdiction") == Some("skipped")
        && table.interdictions.iter().any(|(who, _)| *who == unit)
    {
        ruling.breach("SK2-3.6-INTERDICT", format!("{id} must check in every open hex under fire"));
    }
    table.routed.push(unit);
    Ok(())
}

/// Whether somebody may go along with a routing unit: an unbroken leader of its hex (3.6).
fn goes_along(table: &Table, unit: usize, other: usize) -> bool {
    let leader = &table.units[other];
    leader.is_leader()
        && leader.good_order()
        && leader.side == table.units[unit].side
        && leader.hex() == table.units[unit].hex()
}

/// Guns, and weapons beyond its capacity, stay behind (4.0).
fn dropped(
    table: &mut Table,
    entry: &Node,
    unit: usize,
    ruling: &mut Ruling,
) -> Result<bool, Problem> {
    let mut carried = Vec::new();
    let named = |key: &str, table: &Table| -> Result<Vec<usize>, Problem> {
        entry
            .get(key)
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .map(|node| table.weapon_named(node.text().unwrap_or_default(), node))
            .collect()
    };
    let left = named("dropped", table)?;
    match entry.get("carries") {
        Some(_) => carried.extend(named("carries", table)?),
        None => carried.extend(
            table.weapons_of(unit).map(|(at, _)| at).filter(|weapon| !left.contains(weapon)),
        ),
    }
    let load: i32 = carried.iter().map(|weapon| table.weapons[*weapon].portage).sum();
    let capacity = super::movement::capacity(table, unit, table.units[unit].has("exhausted"));
    let told = entry.get("carries").is_some();
    let guns = carried.iter().any(|weapon| table.weapons[*weapon].arm.is_gun());
    if told && (guns || load > capacity) {
        ruling.breach(
            "SK2-3.6-DROP",
            format!(
                "{load} PP are more than {capacity}, and Guns always stay: they are dropped first"
            ),
        );
        return Ok(false);
    }
    let hex = table.units[unit].hex();
    for weapon in left {
        table.weapons[weapon].possessor = super::units::Possessor::Nobody;
        table.weapons[weapon].lies_at = hex;
    }
    Ok(true)
}

/// The nearest cover that can be reached; on the way to it when crawling.
fn check_destination(table: &Table, unit: usize, path: &[Hex], short: bool, ruling: &mut Ruling) {
    let (Some(&start), Some(&end)) = (path.first(), path.last()) else { return };
    let allowed = destinations(table, unit, start);
    // Past cover the path goes on only into other cover, or where the cover may be passed over.
    for pair in path[1..].windows(2) {
        let stops =
            table.ground.terrain(pair[0]).is_cover() && !table.ground.terrain(pair[1]).is_cover();
        let beside = table
            .enemies(&table.units[unit].side)
            .any(|(_, enemy)| enemy.hex().is_some_and(|at| table.ground.range(at, pair[0]) <= 1));
        let skippable = known(table, &table.units[unit].side, start)
            .iter()
            .any(|(_, at)| table.ground.range(pair[0], *at) <= table.ground.range(start, *at));
        // Out of the building in which it began a unit may always go.
        let own = table.ground.building_of(start).is_some_and(|own| own.contains(&pair[0]));
        if stops && !beside && !skippable && !own {
            ruling.breach(
                "SK2-3.6-STOP",
                format!("{} is cover: the rout ends there", table.ground.name(pair[0])),
            );
            return;
        }
    }
    // From cover it may go on into the next cover.
    let ends_in_cover = table.ground.terrain(end).is_cover();
    let through = path[1..].iter().any(|hex| allowed.contains(&(hex.x, hex.y)));
    if allowed.is_empty() || allowed.contains(&(end.x, end.y)) || ends_in_cover && through {
        return;
    }
    if short {
        let nearer = allowed.iter().any(|(x, y)| {
            let goal = Hex::new(*x, *y);
            table.ground.range(end, goal) < table.ground.range(start, goal)
        });
        if nearer {
            return;
        }
    }
    let names: Vec<String> =
        allowed.iter().map(|(x, y)| table.ground.name(Hex::new(*x, *y))).collect();
    ruling.breach(
        "SK2-3.6-DEST",
        format!("it must head for the nearest woods or building: {}", names.join(", ")),
    );
}

/// `stay`: a unit declines to rout.
pub(super) fn judge_stay(table: &Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    for unit in units(table, entry)? {
        if must_rout(table, unit) {
            ruling.breach(
                "SK2-3.6-MUST",
                format!("{} must rout or be eliminated", table.units[unit].id),
            );
        }
    }
    Ok(())
}

/// `eliminate: failure-to-rout`.
pub(super) fn judge_failure(table: &Table, unit: usize, ruling: &mut Ruling) {
    let router = &table.units[unit];
    if let Some(hex) = router.hex() {
        for next in table.ground.neighbours(hex).collect::<Vec<_>>() {
            for (_, enemy) in table.enemies(&router.side) {
                if let Some(at) = enemy.hex() {
                    ruling.range(table, next, at);
                    ruling.range(table, hex, at);
                }
            }
        }
    }
    if !must_rout(table, unit) {
        ruling.breach("SK2-3.6-MUST", format!("{} need not rout: it is not eliminated", router.id));
    }
}

/// End of the phase: nobody broken stays next to an unbroken enemy, or in the open under fire.
pub(super) fn judge_end(table: &Table, entry: &Node, ruling: &mut Ruling) {
    let named: Vec<usize> = match entry.get("applied") {
        Some(applied) => applied
            .pairs()
            .iter()
            .filter_map(|(id, _)| match table.find(id) {
                Some(super::table::Piece::Unit(unit)) => Some(unit),
                _ => None,
            })
            .collect(),
        None => (0..table.units.len()).collect(),
    };
    for unit in named {
        let Some(hex) = table.units[unit].hex() else { continue };
        for (_, enemy) in table.enemies(&table.units[unit].side) {
            if let Some(at) = enemy.hex() {
                ruling.range(table, hex, at);
            }
        }
        if must_rout(table, unit) {
            ruling.breach(
                "SK2-3.6-MUST",
                format!("{} stays where it must not", table.units[unit].id),
            );
        }
    }
}

/// `interdiction-check`.
pub(super) fn judge_interdiction(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who checks?"));
    };
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
    let id = table.units[unit].id.clone();
    let path = table.rout_paths.get(&unit).cloned().unwrap_or_default();
    let before = path.windows(2).find(|step| step[1] == at).map(|step| step[0]);
    let crawled = path.len() == 2 && !table.interdictions.contains(&(unit, at));
    if crawled || !interdicted(table, unit, at, before.or(table.units[unit].came_from)) {
        ruling.breach_of(
            &["SK2-3.6-INTERDICT", "SK2-3.6-INTERDICTOR"],
            format!("{} is not an open hex under fire: nobody checks there", table.ground.name(at)),
        );
        return Ok(());
    }
    table.interdictions.retain(|due| *due != (unit, at));
    let Some((coloured, white)) = dice(entry) else {
        return Err(Problem::at(entry, "the dice are missing"));
    };
    let morale = table.morale_of(unit);
    let original = coloured + white;
    // A leader who goes along helps.
    let along: Vec<usize> =
        table.companions.iter().filter(|(_, of)| *of == unit).map(|(leader, _)| *leader).collect();
    let mut modifiers = Modifiers::new();
    let helper = along.iter().filter(|leader| !table.units[**leader].has("pinned"));
    if let Some(by) = helper.map(|leader| table.units[*leader].current_leadership()).min() {
        modifiers.push(("leader".to_owned(), by));
    }
    let last = original + sum(&modifiers);
    let result = match last.cmp(&morale) {
        std::cmp::Ordering::Less => "pass",
        std::cmp::Ordering::Equal => "pin",
        std::cmp::Ordering::Greater => "fail",
    };
    ruling.value("morale-check", json!({ "morale": morale, "broken": true, "drm": modifiers_value(&modifiers), "dice": [coloured, white], "final": last, "result": result, "by": last - morale }));
    compare_claim(ruling, entry, &modifiers, &|_| "SK2-3.6-LDR-WITH", "SK2-3.6-INTERDICT");
    if result == "fail" {
        for leader in &along {
            let name = table.units[*leader].id.clone();
            ruling.reason(&name, "SK2-3.6-LDR-WITH");
            table.eliminate(*leader);
        }
    }
    match result {
        "pin" => {
            ruling.reason(&id, "SK2-3.6-INTERDICT-PIN");
            for one in along.iter().chain([&unit]) {
                table.units[*one].at = Whereabouts::Hex(at);
            }
            let beside = table.enemies(&table.units[unit].side).any(|(_, enemy)| {
                !enemy.is_broken()
                    && enemy.hex().is_some_and(|hex| table.ground.range(hex, at) <= 1)
            });
            if beside {
                table.eliminate(unit);
            }
            ruling.fact(&id, "may-go-on", false);
        }
        "fail" => {
            ruling.reason(&id, "SK2-3.6-INTERDICT-FAIL");
            if original == 12 {
                table.eliminate(unit);
            } else {
                super::morale::casualty_reduction(table, unit);
            }
            ruling.fact(&id, "may-go-on", table.units[unit].hex().is_some());
        }
        _ => {
            ruling.reason(&id, "SK2-3.6-INTERDICT");
            ruling.fact(&id, "may-go-on", true);
        }
    }
    Ok(())
}
