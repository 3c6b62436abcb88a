//! Leadership and the other modifiers of an attack (3.2.2, 3.2.3).

use super::*;

/// The leadership of the attack: none when nobody directs it. The outer option is none after a breach.
pub(super) fn leadership(
    table: &Table,
    firers: &Firers,
    from: &[Hex],
    mode: Mode,
    ruling: &mut Ruling,
) -> Option<Option<i32>> {
    for leader in &firers.leaders {
        let unit = &table.units[*leader];
        if unit.has("pinned") {
            ruling.breach_of(
                &["SK2-1.2.1-LDR-ELIG", "SK2-3.2.3-PIN-EFFECT"],
                format!("{} is pinned and lends no leadership", unit.id),
            );
            return None;
        }
        let serves = firers.weapons.iter().any(|weapon| table.owner(*weapon) == Some(*leader));
        if unit.manned_weapon || serves {
            ruling.breach_of(
                &["SK2-3.2.2-LDR-SW", "SK2-4.0-USE-SMC"],
                format!("{} fires a weapon and lends no leadership", unit.id),
            );
            return None;
        }
        let now: Vec<String> = parts(table, firers);
        let again = firers.men.is_empty() && now.iter().all(|part| unit.directed.contains(part));
        let defending =
            matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective | Mode::Final);
        let subset = now.iter().all(|part| unit.directed.contains(part));
        if !(unit.directed.is_empty() || again || defending && subset) {
            let rules: &[&'static str] = if defending {
                &["SK2-3.4-LDR-REUSE", "SK2-3.2.2-LDR-ONE"]
            } else {
                &["SK2-3.2.2-LDR-ONE", "SK2-1.2.1-LDR-ONE-ACTION"]
            };
            ruling.breach_of(rules, format!("{} has directed other fire this turn", unit.id));
            return None;
        }
        if from.len() == 1 && unit.hex() != from.first().copied() {
            ruling.breach_of(
                &["SK2-3.2.2-LDR-HEX", "SK2-1.2.1-LDR-ELIG"],
                format!("{} is not with those he directs", unit.id),
            );
            return None;
        }
    }
    // In several hexes a leader must direct in each, and the worst of them counts.
    let directed =
        |hex: &Hex| firers.leaders.iter().any(|leader| table.units[*leader].hex() == Some(*hex));
    if firers.leaders.is_empty() || !from.iter().all(directed) {
        return Some(None);
    }
    let men = led(table, firers);
    let best_in = |hex: &Hex| {
        let here = firers.leaders.iter().filter(|leader| table.units[**leader].hex() == Some(*hex));
        here.map(|leader| {
            table.units[*leader].current_leadership() + foreign_leader(table, *leader, &men)
        })
        .min()
    };
    Some(from.iter().filter_map(best_in).max())
}

/// Those whom leaders of an attack direct.
fn led(table: &Table, firers: &Firers) -> Vec<usize> {
    let manning = firers.weapons.iter().filter_map(|weapon| table.owner(*weapon));
    firers.men.iter().copied().chain(manning).collect()
}

#[expect(clippy::too_many_arguments, reason = "everything that bears on an attack")]
pub(super) fn attack_modifiers(
    table: &Table,
    firers: &Firers,
    from: &[Hex],
    target: Hex,
    target_unit: Option<usize>,
    mode: Mode,
    method: Option<Method>,
    leadership: Option<i32>,
) -> Modifiers {
    let flame = method == Some(Method::Flamethrower)
        || firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower);
    let mut found = Modifiers::new();
    if let Some(leadership) = leadership.filter(|_| !flame) {
        let led = led(table, firers);
        let foreign = |leader: &usize| foreign_leader(table, *leader, &led);
        // Leaders of another nation count one worse, which is a line of its own.
        let foreign = firers.leaders.iter().map(foreign).min().unwrap_or(0);
        found.push(("leader".to_owned(), leadership - foreign));
        if foreign != 0 {
            found.push(("other-nation".to_owned(), foreign));
        }
    }
    let first = target_unit;
    if !flame {
        found.extend(cover(table, first, target, from, false, true));
    }
    // One attack, several lines of sight: the worst hindrance counts for all.
    let worst = from
        .iter()
        .map(|hex| table.sight(*hex, target))
        .max_by_key(super::super::sight::Sight::hindrance);
    let hindered = worst.as_ref().is_some_and(|sight| sight.hindrance() > 0);
    if let Some(sight) = &worst {
        found.extend(hindrances(table, sight));
    }
    let tired =
        firers.men.iter().chain(&firers.leaders).any(|unit| table.units[*unit].has("exhausted"))
            || firers
                .weapons
                .iter()
                .filter_map(|weapon| table.owner(*weapon))
                .any(|unit| table.units[unit].has("exhausted"));
    if tired {
        found.push(("exhausted".to_owned(), 1));
    }
    if let Some(target_unit) = first {
        let high = found.iter().any(|(name, _)| name == "height-advantage");
        let first_fire = matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective);
        found.extend(movement(table, target_unit, target, first_fire, hindered, high, from));
        let flames = table
            .weapons_of(target_unit)
            .filter(|(_, weapon)| weapon.arm == Arm::Flamethrower)
            .count();
        if flames > 0 {
            found.push(("flamethrower-carried".to_owned(), -i32::try_from(flames).unwrap_or(0)));
        }
    }
    found
}
