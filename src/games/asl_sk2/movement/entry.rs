//! Entry, smoke grenades, and returns from hidden Guns (3.3, 6.4).

use super::*;

/// `enter`: from off the map, over an edge.
pub(in crate::games::asl_sk2) fn judge_enter(
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
    super::super::scenarios::entry(table, entry, &group, &hexes, ruling)?;
    let spent = super::super::scenarios::spent_on_entry(table, &group);
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
pub(in crate::games::asl_sk2) fn judge_grenade(
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
    spend(table, unit, whole(1 + far), "SK2-3.3-SMK-GREN", ruling);
    let tired = i32::from(table.units[unit].has("exhausted"));
    let success = die + tired <= exponent;
    let mut roll = json!({ "die": die, "need": exponent, "success": success });
    if tired != 0 {
        roll["drm"] = json!(tired);
    }
    ruling.value("roll", roll);
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
pub(in crate::games::asl_sk2) fn judge_put_back(
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
