//! Routers under fire in the open: who interdicts, and the check (3.6).

use super::*;

/// Whether a router in the open is under the fire of an interdictor; `from` is the hex it came from.
pub(super) fn interdicted(table: &Table, unit: usize, hex: Hex, from: Option<Hex>) -> bool {
    let router = &table.units[unit];
    let by_road = from.is_some_and(|from| table.ground.is_road(from, hex));
    table.enemies(&router.side).any(|(enemy, shooter)| {
        shooter.hex().is_some_and(|at| {
            let open = super::super::modifiers::in_open(table, by_road, hex, &[at]);
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
            && super::super::sight::enters_from(&table.ground, at, hex) == Some(from)
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
