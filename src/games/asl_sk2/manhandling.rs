//! Pushing Guns (6.5).

use super::movement::{allowance, may_move, movement_value};
use super::number::{Q, whole};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum, units};
use super::table::Table;
use super::units::{Size, Whereabouts};
use crate::referee::Problem;
use crate::referee::case::Node;
use serde_json::json;

/// `manhandle`.
pub(super) fn judge(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which Gun?"))?;
    let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
    let group = units(table, entry)?;
    let to = table.hex(entry.get("to").ok_or_else(|| Problem::at(entry, "where to?"))?)?;
    let gun = table.weapons[weapon].clone();
    for unit in &group {
        let mut able = Ruling::default();
        if !may_move(table, *unit, &mut able) {
            for finding in able.judgement.findings {
                ruling.judgement.report(finding.or("SK2-6.5-MH-ELIG"));
            }
            return Ok(());
        }
        let loaded = table.weapons_of(*unit).find(|(_, weapon)| !weapon.arm.is_gun());
        if let Some((_, weapon)) = loaded.filter(|(_, weapon)| weapon.portage > 0) {
            ruling.breach(
                "SK2-6.5-MH-ELIG",
                format!("who pushes a Gun carries nothing: {} is dropped first", weapon.id),
            );
            return Ok(());
        }
    }
    if gun.quick_set_up == Some(false) {
        ruling.breach_of(
            &["SK2-1.2.6-GUN-LIMBERED", "SK2-6.5-MH-ELIG"],
            format!("{} is limbered and never moves", gun.id),
        );
        return Ok(());
    }
    if entry.word("mode") == Some("assault") {
        ruling.breach_of(
            &["SK2-6.5-MH-ELIG", "SK2-3.3-ASSAULT"],
            "a Gun is not pushed by assault movement",
        );
        return Ok(());
    }
    let manned_by = match entry.get("manned-by") {
        Some(node) => Some(table.unit(node.text().unwrap_or_default(), node)?),
        None => table.owner(weapon),
    };
    let Some(from) = table.weapon_hex(weapon) else {
        return Err(Problem::at(entry, "the Gun is not on the map"));
    };
    let Some(main) = manned_by.filter(|unit| group.contains(unit)) else {
        ruling.breach("SK2-6.5-MH-ELIG", "those who have the Gun push it");
        return Ok(());
    };
    if table.ground.range(from, to) != 1 {
        ruling.breach("SK2-3.3-ADJ-STEP", "a Gun is pushed into the next hex");
        return Ok(());
    }
    let large = gun.target_size == "large";
    let at_or_infantry =
        matches!(gun.arm, super::units::Arm::AtGun | super::units::Arm::InfantryGun);
    if table.ground.terrain(to).is_building()
        && !(gun.target_size == "small" || at_or_infantry && !large)
    {
        ruling.breach("SK2-1.2.6-GUN-BLDG", format!("{} does not go into buildings", gun.id));
        return Ok(());
    }
    let side = table.units[main].side.clone();
    if table.enemies_in(to, &side).next().is_some() {
        ruling.breach("SK2-3.3-NO-ENEMY", "an enemy is there");
        return Ok(());
    }
    // Twice the normal cost, then smoke.
    let cost =
        table.ground.step_cost(from, to) * 2 + whole(i32::from(table.smoke.contains_key(&to)));
    let leader = group.iter().copied().find(|unit| table.units[*unit].is_leader());
    let double = entry.word("exhausted-counter") == Some("placed");
    let made = allowance(table, main, leader, false, double, 0);
    let mut costs = table.spent.get(&main).cloned().unwrap_or_default();
    costs.push(cost);
    ruling.value("movement", movement_value(&made, &costs));
    if costs.iter().sum::<Q>() > made.total() {
        ruling.breach_of(&["SK2-6.5-MH-DR", "SK2-3.3-MF-COST"], "there are not enough MF for that");
        return Ok(());
    }
    let modifiers = modifiers(table, &group, main, leader, from, to, cost);
    let Some(number) = gun.manhandling else {
        ruling
            .judgement
            .leave_unchecked("SK2-6.5-MH-DR", "the manhandling number of this Gun is not known");
        return Ok(());
    };
    let Some((coloured, white)) = dice(entry) else {
        return Err(Problem::at(entry, "the dice are missing"));
    };
    let last = coloured + white + sum(&modifiers);
    let result = match last.cmp(&number) {
        std::cmp::Ordering::Less => "moves",
        std::cmp::Ordering::Equal => "moves-and-stops",
        std::cmp::Ordering::Greater => "stays",
    };
    ruling.value("manhandling", json!({ "number": number, "drm": modifiers_value(&modifiers), "dice": [coloured, white], "final": last, "result": result }));
    compare_claim(ruling, entry, &modifiers, &|_| "SK2-6.5-MH-DRM", "SK2-6.5-MH-DRM");
    let moves = result != "stays";
    for unit in &group {
        let pusher = &mut table.units[*unit];
        pusher.set("manhandled");
        pusher.set("hazardous-movement");
        pusher.set("moved");
        if moves {
            pusher.at = Whereabouts::Hex(to);
        }
        if result != "moves" {
            pusher.move_ended = Some("SK2-6.5-MH-DR");
        }
        let id = pusher.id.clone();
        ruling.reason(&id, "SK2-6.5-MH-DR");
        table.spent.insert(*unit, costs.clone());
        table.off_road.insert(*unit);
    }
    let gun = &mut table.weapons[weapon];
    gun.set("manhandled");
    // The attempt alone gives a hidden Gun away (6.4).
    gun.states.remove("hidden");
    if moves {
        gun.set("moved");
        gun.states.remove("emplaced");
        gun.acquired = None;
    }
    let id = gun.id.clone();
    for unit in &group {
        table.units[*unit].clear("hidden");
    }
    if moves {
        super::stacking::check(table, to, &side, ruling);
    }
    ruling.fact(&id, "may-turn", moves);
    ruling.reason(&id, "SK2-6.5-MH-DR");
    Ok(())
}

fn modifiers(
    table: &Table,
    group: &[usize],
    main: usize,
    leader: Option<usize>,
    from: crate::hex::Hex,
    to: crate::hex::Hex,
    cost: Q,
) -> Modifiers {
    let mut found = Modifiers::new();
    let (_, cover) = table.ground.terrain(to).tem();
    found.push(("terrain".to_owned(), cover));
    found.push(("movement-cost".to_owned(), cost.to_integer()));
    if let Some(leader) = leader {
        found.push(("leader".to_owned(), table.units[leader].current_leadership()));
    }
    let mut help = 0;
    let mut extra = |name: &str, by: i32| {
        // Helpers give four at the most.
        let by = by.max(-4 - help);
        if by < 0 {
            help += by;
            found.push((name.to_owned(), by));
        }
    };
    if table.units[main].size == Size::Squad {
        extra("squad-instead-of-crew", -1);
    }
    for unit in group.iter().filter(|unit| **unit != main && !table.units[**unit].is_leader()) {
        match table.units[*unit].size {
            Size::Squad => extra("extra-squad", -2),
            _ => extra("extra-half-squad", -1),
        }
    }
    if table.ground.is_road(from, to) {
        found.push(("road-hexside".to_owned(), -2));
    }
    found.retain(|(_, by)| *by != 0);
    found
}
