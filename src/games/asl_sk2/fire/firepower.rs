//! The firepower of each component of an attack (3.2.2, 3.5, 4.1).

use super::*;

/// One component of an attack.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) firepower: i32,
    pub(super) multiplier: Q,
    pub(super) assault: bool,
    pub(super) weapon: Option<usize>,
}

impl Term {
    pub(super) fn total(&self) -> Q {
        let total = whole(self.firepower) * self.multiplier;
        // Assault fire adds one after everything else, and the squad's total is rounded up.
        if self.assault { (total + whole(1)).ceil() } else { total }
    }

    pub(super) fn value(&self) -> Value {
        let mut parts = vec![json!(self.firepower), value(self.multiplier)];
        if self.assault {
            parts.push(json!("assault-fire"));
        }
        Value::Array(parts)
    }
}

/// The firepower of each component.
pub(super) fn terms(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    target: Hex,
    mode: Mode,
    targets: &[usize],
    ruling: &mut Ruling,
) -> Result<Option<Vec<Term>>, Problem> {
    let manning = entry.get("fired-by").map_or(0, |list| list.items().len());
    let directed = !firers.leaders.is_empty();
    let hidden =
        !targets.is_empty() && targets.iter().all(|target| table.units[*target].has("hidden"));
    let from = entry.get("from").map(|from| table.hex(from)).transpose()?;
    let marked = |states: &States| states.contains("first-fired") || states.contains("final-fired");
    // Fire of marked units is halved for those who carry the mark; where none is shown, for all.
    let shown = firers.men.iter().any(|unit| marked(&table.units[*unit].states))
        || firers.weapons.iter().any(|weapon| marked(&table.weapons[*weapon].states));
    bearing(table, firers, from, target, mode, ruling);
    let mut terms = Vec::new();
    for unit in &firers.men {
        let shooter = &table.units[*unit];
        let Some(hex) = from.or(shooter.hex()) else { continue };
        let range = table.ground.range(hex, target);
        let Some(mut multiplier) = distance(range, shooter.range, true) else {
            ruling.breach(
                "SK2-3.2.2-LONG",
                format!(
                    "range {range} is more than twice the range {} of {}",
                    shooter.range, shooter.id
                ),
            );
            return Ok(None);
        };
        multiplier *= area(
            table,
            *unit,
            mode,
            marked(&shooter.states) || !shown && mode != Mode::Final,
            hidden,
        );
        let assault =
            mode == Mode::Advancing && range <= shooter.range && has_assault_fire(table, *unit);
        terms.push(Term { firepower: shooter.firepower, multiplier, assault, weapon: None });
    }
    for weapon in &firers.weapons {
        let gun = &table.weapons[*weapon];
        let Some(hex) = from.or(table.weapon_hex(*weapon)) else { continue };
        let range = table.ground.range(hex, target);
        let ife = gun.ife.filter(|_| gun.arm.is_gun());
        let (firepower, normal) = match ife {
            Some(ife) => (ife, 16),
            None => (gun.firepower, gun.range),
        };
        let flame = gun.arm == Arm::Flamethrower;
        let Some(mut multiplier) = distance(range, normal, !flame) else {
            ruling.breach(
                "SK2-3.2.2-LONG",
                format!("range {range} is more than twice the range {normal} of {}", gun.id),
            );
            return Ok(None);
        };
        if gun.arm.is_machine_gun() && range > 16 {
            if !directed {
                ruling.breach(
                    "SK2-4.1-MG-16",
                    format!("{} reaches beyond 16 hexes only when a leader directs it", gun.id),
                );
                return Ok(None);
            }
            // Broken infantry is not spared by the distance.
            if targets.is_empty() || targets.iter().any(|unit| !table.units[*unit].is_broken()) {
                multiplier *= half();
            }
        }
        if let Some(owner) = table.owner(*weapon) {
            let marked = marked(&gun.states) || !shown && mode != Mode::Final;
            let mut factor = area(table, owner, mode, marked, hidden);
            if flame && mode == Mode::Advancing {
                factor *= 2;
            }
            multiplier *= factor;
            // One leader alone fires a machine gun at half its firepower, two together at all of it.
            if table.units[owner].is_leader() && gun.arm.is_machine_gun() && manning < 2 {
                multiplier *= half();
            }
        }
        terms.push(Term { firepower, multiplier, assault: false, weapon: Some(*weapon) });
    }
    Ok(Some(terms))
}

/// The rules that bear on the firepower of an attack, should the players have it wrong.
fn bearing(
    table: &Table,
    firers: &Firers,
    from: Option<Hex>,
    target: Hex,
    mode: Mode,
    ruling: &mut Ruling,
) {
    let men = firers.men.iter().map(|unit| (table.units[*unit].hex(), table.units[*unit].range));
    let guns = firers
        .weapons
        .iter()
        .map(|weapon| (table.weapon_hex(*weapon), table.weapons[*weapon].range));
    for (hex, normal) in men.chain(guns) {
        let Some(range) = from.or(hex).map(|hex| table.ground.range(hex, target)) else { continue };
        match range {
            1 => ruling.hint("column", "SK2-3.2.2-PBF"),
            range if range > normal => ruling.hint("column", "SK2-3.2.2-LONG"),
            _ => {}
        }
    }
    ruling.hint("column", "SK2-2-AREAFIRE");
    let own: &[&'static str] = match mode {
        Mode::Advancing => &["SK2-3.5-HALF", "SK2-3.5-ASSAULT-FIRE"],
        Mode::Subsequent => &["SK2-3.3.1-SFF-FP"],
        Mode::Protective => &["SK2-3.3.1-FPF-FP"],
        Mode::Final => &["SK2-3.4-FINAL-FIRST"],
        Mode::Prep | Mode::First => &[],
    };
    own.iter().for_each(|rule| ruling.hint("column", rule));
    if firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower) {
        ruling.hint("column", "SK2-4.2-FT");
    }
}

/// Point-blank, normal, long range; none beyond.
pub(super) fn distance(range: i32, normal: i32, doubles: bool) -> Option<Q> {
    match range {
        1 if doubles => Some(whole(2)),
        range if range <= normal => Some(whole(1)),
        range if range <= 2 * normal => Some(half()),
        _ => None,
    }
}

/// Halvings that do not depend on range: pinned, advancing fire, marks, hidden targets.
pub(super) fn area(table: &Table, unit: usize, mode: Mode, marked: bool, hidden: bool) -> Q {
    let mut factor = whole(1);
    if table.units[unit].has("pinned") {
        factor *= half();
    }
    if mode == Mode::Advancing {
        factor *= half();
    }
    if matches!(mode, Mode::Subsequent | Mode::Protective | Mode::Final) && marked {
        factor *= half();
    }
    if hidden {
        factor *= half();
    }
    factor
}

pub(super) fn has_assault_fire(table: &Table, unit: usize) -> bool {
    let unit = &table.units[unit];
    let by_rule = table.scenario.as_deref() == Some("S16")
        && unit.nation == "german"
        && unit.values() == "4-4-7";
    unit.size == Size::Squad && (unit.assault_fire || by_rule)
}
