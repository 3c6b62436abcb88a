//! Routers under fire in the open: who interdicts, and the check (3.6).

use super::*;

/// Whether a router in the open is under the fire of an interdictor.
pub(super) fn interdicted(table: &Table, unit: usize, hex: Hex) -> bool {
    let router = &table.units[unit];
    let by_road = router.came_from.is_some_and(|from| table.ground.is_road(from, hex));
    if !table.ground.terrain(hex).is_open(by_road, table.ground.grain_in_season()) {
        return false;
    }
    table.enemies(&router.side).any(|(enemy, _)| interdicts(table, enemy, hex))
}

/// Whether an enemy interdicts a hex: steady, in sight without hindrance, within normal range.
fn interdicts(table: &Table, enemy: usize, hex: Hex) -> bool {
    let shooter = &table.units[enemy];
    let Some(at) = shooter.hex() else { return false };
    let steady = !shooter.is_broken()
        && !shooter.has("pinned")
        && !shooter.has("exhausted")
        && !shooter.has("melee");
    let range = table.ground.range(at, hex);
    let sight = table.sight(at, hex);
    let low = table.ground.level(at) < table.ground.level(hex);
    if !steady || !sight.is_clear() || sight.hindrance() > 0 || low || range == 0 {
        return false;
    }
    let own = !shooter.is_leader() && shooter.firepower > 0 && range <= shooter.range;
    let weapon = table.weapons_of(enemy).any(|(_, weapon)| {
        let crewed = !shooter.is_leader();
        let reaches = weapon.arm.is_machine_gun() && range <= weapon.range
            || weapon.arm.is_ordnance()
                && range <= 16
                && super::super::arc::inside(table, at, weapon.arc, hex);
        crewed && weapon.is_working() && reaches
    });
    own || weapon
}

/// `interdiction-check`.
pub(in super::super) fn judge_interdiction(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who checks?"));
    };
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
    let id = table.units[unit].id.clone();
    if !interdicted(table, unit, at) {
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
    let morale = table.units[unit].current_morale();
    let original = coloured + white;
    let result = match original.cmp(&morale) {
        std::cmp::Ordering::Less => "pass",
        std::cmp::Ordering::Equal => "pin",
        std::cmp::Ordering::Greater => "fail",
    };
    ruling.value("morale-check", json!({ "morale": morale, "broken": true, "dice": [coloured, white], "final": original, "result": result, "by": original - morale }));
    match result {
        "pin" => {
            ruling.reason(&id, "SK2-3.6-INTERDICT-PIN");
            table.units[unit].at = Whereabouts::Hex(at);
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
                super::super::morale::casualty_reduction(table, unit);
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
