//! Fire at movers, and attacks that must be made together (3.2.2, 3.3.1).

use super::*;

/// First fire comes too late when its target has gone on (3.3.1).
pub(in super::super) fn left_hex(
    table: &Table,
    targets: &[usize],
    hex: Hex,
    ruling: &mut Ruling,
) -> bool {
    let gone = targets
        .iter()
        .map(|target| &table.units[*target])
        .find(|unit| unit.hex().is_some_and(|at| at != hex));
    if let Some(unit) = gone {
        ruling.breach_of(
            &["SK2-3.3.1-DFF-TRIGGER", "SK2-3.3.1-DFF-PACE"],
            format!("{} is no longer in {}", unit.id, table.ground.name(hex)),
        );
    }
    gone.is_some()
}

/// Fire in the enemy's movement phase: at the mover, within range, not too often (3.3.1).
pub(super) fn may_shoot_mover(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    targets: &[usize],
    hex: Hex,
    mode: Mode,
    ruling: &mut Ruling,
) -> Result<bool, Problem> {
    if !matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective) {
        return Ok(true);
    }
    let mover: Vec<usize> = match entry.get("mover") {
        Some(mover) => mover
            .items()
            .iter()
            .map(|node| table.unit(node.text().unwrap_or_default(), node))
            .collect::<Result<_, _>>()?,
        None => table.movers.clone(),
    };
    let told = entry.get("mover").is_some() || !table.movers.is_empty();
    if told && targets.iter().any(|target| !mover.contains(target)) {
        ruling.breach_of(
            &["SK2-3.3.1-DFF-TRIGGER", "SK2-3.3.1-DFF-ONLY"],
            "only units that have just spent MF there may be shot at",
        );
        return Ok(false);
    }
    if left_hex(table, targets, hex, ruling) {
        return Ok(false);
    }
    let parts = super::parts(table, firers);
    if !often_enough(table, entry, &parts, targets, hex, ruling)? {
        return Ok(false);
    }
    match mode {
        Mode::Subsequent => return Ok(nearest(table, firers, hex, ruling)),
        Mode::Protective => {
            // A marked squad fires all it has, not its machine gun alone.
            let silent =
                firers.weapons.iter().filter_map(|weapon| table.owner(*weapon)).find(|unit| {
                    let owner = &table.units[*unit];
                    owner.size == Size::Squad
                        && owner.has("final-fired")
                        && !firers.men.contains(unit)
                        && firers.weapons.iter().filter(|w| table.owner(**w) == Some(*unit)).count()
                            < 2
                });
            if let Some(unit) = silent {
                ruling.breach_of(
                    &["SK2-3.3.1-FPF-ALL", "SK2-3.3.1-FPF-ELIG"],
                    format!("{} must fire as well", table.units[unit].id),
                );
                return Ok(false);
            }
            let far = firers.weapons.iter().any(|weapon| {
                table.weapons[*weapon].has("final-fired")
                    && table.weapon_hex(*weapon).is_some_and(|at| table.ground.range(at, hex) != 1)
            });
            if far {
                ruling
                    .breach("SK2-3.3.1-FPF-ELIG", "final protective fire is at the next hex only");
                return Ok(false);
            }
            for unit in &firers.men {
                let shooter = &table.units[*unit];
                let Some(own) = shooter.hex() else { continue };
                if shooter.has("final-fired") && table.ground.range(own, hex) != 1 {
                    ruling.breach(
                        "SK2-3.3.1-FPF-ELIG",
                        "final protective fire is at the next hex only",
                    );
                    return Ok(false);
                }
                // Who joins the group without a mark fires what he likes.
                let desperate = shooter.has("final-fired")
                    || !firers.men.iter().any(|other| table.units[*other].has("final-fired"));
                let missing = table.weapons_of(*unit).filter(|_| desperate).find(|(at, weapon)| {
                    weapon.arm.is_machine_gun()
                        && weapon.is_working()
                        && !firers.weapons.contains(at)
                });
                if let Some((_, weapon)) = missing {
                    ruling.breach(
                        "SK2-3.3.1-FPF-ALL",
                        format!("{} can fire and must join", weapon.id),
                    );
                    return Ok(false);
                }
            }
        }
        _ => {}
    }
    Ok(true)
}

/// Residual firepower attacks first, and nobody shoots oftener than MF were spent in the hex (3.3.1).
pub(in super::super) fn often_enough(
    table: &Table,
    entry: &Node,
    parts: &[String],
    targets: &[usize],
    hex: Hex,
    ruling: &mut Ruling,
) -> Result<bool, Problem> {
    if table.residual_due.iter().any(|(unit, due)| targets.contains(unit) && *due == hex) {
        ruling.breach(
            "SK2-3.3.1-RES-ATTACK",
            "the residual firepower in the hex attacks before anybody fires",
        );
        return Ok(false);
    }
    for target in targets {
        let spent = match entry.get("mf-spent-here") {
            Some(spent) => Some(super::super::table::fraction(spent)?),
            None => table.here.get(&(*target, hex)).copied(),
        };
        let Some(spent) = spent else { continue };
        for part in parts {
            let shots = table.shots_at.get(&(part.clone(), *target, hex)).copied().unwrap_or(0);
            if shots + 1 > spent.floor().to_integer().max(1) {
                ruling.breach_of(
                    &["SK2-3.3.1-MF-SHOTS", "SK2-3.3.1-REFIRE"],
                    format!(
                        "{part} has shot {shots} times there; {} MF were spent",
                        super::super::number::words(spent)
                    ),
                );
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Subsequent first fire is at the nearest enemy in sight, within normal range: of units and of machine guns.
fn nearest(table: &Table, firers: &Firers, hex: Hex, ruling: &mut Ruling) -> bool {
    let men = firers.men.iter().map(|unit| (*unit, table.units[*unit].range));
    let guns = firers.weapons.iter().filter_map(|weapon| {
        let gun = &table.weapons[*weapon];
        let range = if gun.arm.is_gun() { 16 } else { gun.range };
        table.owner(*weapon).map(|unit| (unit, range))
    });
    for (unit, normal) in men.chain(guns) {
        let unit = &table.units[unit];
        let Some(own) = unit.hex() else { continue };
        let range = table.ground.range(own, hex);
        for (_, enemy) in table.enemies(&unit.side) {
            let Some(at) = enemy.hex() else { continue };
            ruling.range(table, own, at);
            if table.ground.range(own, at) < range && table.sight(own, at).is_clear() {
                ruling.breach(
                    "SK2-3.3.1-SFF-ELIG",
                    format!("{} is nearer to {} than the target", enemy.id, unit.id),
                );
                return false;
            }
        }
        if range > normal {
            ruling.breach(
                "SK2-3.3.1-SFF-ELIG",
                format!("range {range} is beyond the normal range {normal} of {}", unit.id),
            );
            return false;
        }
    }
    true
}

/// Units in one hex that shoot at the same target combine (3.2.2).
pub(super) fn mandatory_group(
    table: &Table,
    firers: &Firers,
    from: &[Hex],
    at: Hex,
    mode: Mode,
    method: Option<Method>,
    ruling: &mut Ruling,
) -> bool {
    let alone = matches!(method, Some(Method::InfantryEquivalent | Method::Flamethrower));
    let flame = firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower);
    // A further shot by rate of fire stands alone.
    let again = firers.men.is_empty()
        && firers.weapons.iter().all(|weapon| table.weapons[*weapon].shot.is_some());
    if alone || flame || again {
        return true;
    }
    // Who shoots once more at the same mover does so alone; so does a squad in subsequent fire without its weapon.
    let now = super::parts(table, firers);
    let owned = |piece: &String| match table.find(piece) {
        Some(Piece::Weapon(weapon)) => {
            table.owner(weapon).is_some_and(|unit| firers.men.contains(&unit))
        }
        _ => false,
    };
    let apart = |made: &Made| {
        made.by.iter().any(|before| now.contains(before))
            || mode == Mode::Subsequent && made.by.iter().all(owned)
    };
    let clash = table
        .made
        .iter()
        .find(|made| !made.alone && made.at == at && from.contains(&made.from) && !apart(made));
    if let Some(clash) = clash {
        ruling.breach_of(
            &["SK2-3.2.2-FG-MANDATORY", "SK2-4.1-MG-FG"],
            format!(
                "{} fired from the same hex at the same target: they had to fire together",
                clash.by.join(", ")
            ),
        );
        return false;
    }
    true
}
