//! What a shot leaves behind (3.2.5, 3.3.1).

use super::*;

/// What the shot leaves behind: marks, directed leaders, shots counted.
pub(super) fn record(
    table: &mut Table,
    firers: &Firers,
    from: &[Hex],
    at: Hex,
    targets: &[usize],
    mode: Mode,
    entry: &Node,
) {
    let names = parts(table, firers);
    let cowered = dice(entry).is_some_and(|(a, b)| a == b)
        && can_cower(table, firers, entry.get("method").and_then(|m| m.read().ok()), None)
        && firers.leaders.is_empty();
    let mark = if mode == Mode::First && cowered { "final-fired" } else { mark_of(mode) };
    for unit in &firers.men {
        let shooter = &mut table.units[*unit];
        Table::mark(&mut shooter.states, mark);
        shooter.used_inherent = true;
        shooter.cowered = cowered;
        table.lose_acquisition(*unit);
    }
    let manning: Vec<String> = entry
        .get("fired-by")
        .map(Node::items)
        .unwrap_or_default()
        .iter()
        .filter_map(|node| node.text().map(str::to_owned))
        .collect();
    for name in manning {
        if let Some(Piece::Unit(unit)) = table.find(&name) {
            table.units[unit].manned_weapon = true;
        }
    }
    for weapon in &firers.weapons {
        let kept = table.weapons[*weapon].shot.is_some_and(|shot| shot.kept);
        if !kept {
            Table::mark(&mut table.weapons[*weapon].states, mark);
        }
        if mode == Mode::Advancing {
            table.weapons[*weapon].set("advancing-fired");
        }
        if let Some(owner) = table.owner(*weapon) {
            let user = &mut table.units[owner];
            if !user.used_weapons.contains(weapon) {
                user.used_weapons.push(*weapon);
            }
            user.manned_weapon |= user.is_leader();
            if mode == Mode::Prep {
                user.set("prep-fired-weapon");
            }
        }
    }
    // Subsequent first fire leaves the unit and all its weapons marked.
    if matches!(mode, Mode::Subsequent | Mode::Protective) {
        for unit in &firers.men {
            for weapon in &mut table.weapons {
                if weapon.possessor == Possessor::Unit(*unit) {
                    Table::mark(&mut weapon.states, "final-fired");
                }
            }
        }
    }
    for leader in &firers.leaders {
        let leader = &mut table.units[*leader];
        leader.directed.extend(names.iter().cloned());
        Table::mark(&mut leader.states, mark);
    }
    let method: Option<Method> = entry.get("method").and_then(|method| method.read().ok());
    let alone = matches!(method, Some(Method::InfantryEquivalent | Method::Flamethrower))
        || firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower);
    for hex in from {
        table.made.push(Made { from: *hex, at, by: names.clone(), alone });
    }
    for target in targets {
        for part in &names {
            *table.shots_at.entry((part.clone(), *target, at)).or_insert(0) += 1;
        }
    }
    if let Some(side) = firing_side(table, firers) {
        table.fired_other_than_smoke.insert(side);
    }
}
