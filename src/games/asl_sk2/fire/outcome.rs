//! Cowering, the result, and what the shot does to weapons (3.2.2, 3.2.3, 4.0).

use super::*;

#[expect(clippy::too_many_arguments, reason = "everything that bears on an attack")]
pub(super) fn resolve(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    terms: &[Term],
    firepower: Q,
    readings: Vec<(Modifiers, Vec<usize>)>,
    targets: &[usize],
    mode: Mode,
    method: Option<Method>,
    leadership: Option<i32>,
    ruling: &mut Ruling,
) {
    let Some((coloured, white)) = dice(entry) else { return };
    let Some((modifiers, _)) = readings.first().cloned() else { return };
    let cowers = can_cower(table, firers, method, leadership);
    let columns = if cowers && coloured == white { cower_columns(table, firers) } else { 0 };
    let full = tables::column(firepower);
    let column = full.and_then(|column| tables::lower(column, columns));
    let read = |modifiers: &Modifiers| {
        let last = coloured + white + sum(modifiers);
        (last, column.map_or("none", |column| tables::fire(column, last)))
    };
    let (_, result) = read(&modifiers);
    let mut shown: Vec<Value> = readings
        .iter()
        .map(|(modifiers, _)| {
            let (last, result) = read(modifiers);
            let mut fire = json!({
                "terms": terms.iter().map(Term::value).collect::<Vec<_>>(),
                "firepower": value(firepower),
                "column": column.unwrap_or(0),
                "drm": modifiers_value(modifiers),
                "dice": [coloured, white],
                "final": last,
                "result": result,
            });
            if columns > 0 {
                fire["cowering"] = json!(columns);
            }
            fire
        })
        .collect();
    let one = shown.len() == 1;
    ruling.value("fire", if one { shown.remove(0) } else { Value::Array(shown) });
    // What was counted may be right for any of the targets.
    let counted = readings
        .iter()
        .find(|(modifiers, _)| {
            let mut trial = Ruling::default();
            compare_claim(&mut trial, entry, modifiers, &rule_in(table), "SK2-3.2.3-IFT-DRM");
            trial.is_legal()
        })
        .map_or(&modifiers, |(modifiers, _)| modifiers);
    compare_claim(ruling, entry, counted, &rule_in(table), "SK2-3.2.3-IFT-DRM");
    for (name, _) in &modifiers {
        ruling.hint("result", rule_in(table)(name));
    }
    claimed_hindrance(entry, &modifiers, ruling);
    let fits = readings
        .iter()
        .map(|(modifiers, _)| read(modifiers).1)
        .find(|own| entry.get("applied").and_then(|applied| applied.word("result")) == Some(own));
    applied_result(entry, column, columns, fits.unwrap_or(result), ruling);
    weapons_after(table, firers, mode, coloured, coloured + white, columns, method, ruling);
    let outside: i32 = modifiers
        .iter()
        .filter(|(name, by)| {
            *by > 0
                && (matches!(
                    name.as_str(),
                    "orchard"
                        | "grain"
                        | "hindrance"
                        | "exhausted"
                        | "leader"
                        | "other-nation"
                        | "out-of-smoke"
                ) || name.starts_with("smoke"))
        })
        .map(|(_, by)| by)
        .sum();
    // Smoke in the target's own hex is no condition outside it (3.3.1).
    let target = entry.get("at").and_then(|at| table.hex(at).ok());
    let inside = target.and_then(|hex| table.smoke.get(&hex)).map_or(0, |smoke| smoke.hindrance);
    let outside = (outside - inside).max(0);
    let lasting: Q = terms
        .iter()
        .filter(|term| {
            term.weapon.is_none_or(|weapon| {
                let gun = &table.weapons[weapon];
                gun.is_working() && gun.shot.is_none_or(|shot| !shot.kept)
            })
        })
        .map(Term::total)
        .sum();
    let left_column =
        tables::column(lasting.min(firepower)).and_then(|column| tables::lower(column, columns));
    let by = cower_columns(table, firers);
    let fates = readings.iter().flat_map(|(modifiers, like)| {
        let fate = |unit: &usize| Fate {
            unit: *unit,
            drm: sum(modifiers),
            result: read(modifiers).1,
            dangerous: dangerous(column_of(full), sum(modifiers), cowers, by),
        };
        like.iter().map(fate).collect::<Vec<_>>()
    });
    table.attack = Some(Attack {
        targets: targets.to_vec(),
        fates: fates.collect(),
        result: result.to_owned(),
        column: column.unwrap_or(0),
        dice: vec![coloured, white],
        desperate: desperate(table, firers, mode),
        leadership,
        residual_column: left_column.unwrap_or(0),
        residual_less: outside,
        unled: modifiers
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "leader" | "other-nation"))
            .map(|(_, by)| by)
            .sum(),
        leaves_residual: matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective),
        dangerous: dangerous(column_of(full), sum(&modifiers), cowers, by),
        ..Attack::default()
    });
}

/// Who checks for final protective fire: those of the group who are marked, and leaders who direct it (3.3.1).
fn desperate(table: &Table, firers: &Firers, mode: Mode) -> Vec<usize> {
    if mode != Mode::Protective {
        return Vec::new();
    }
    let marked = |unit: &usize| table.units[*unit].has("final-fired");
    let mut found: Vec<usize> = firers.men.iter().copied().filter(marked).collect();
    if found.is_empty() {
        found.clone_from(&firers.men);
    }
    found.extend(&firers.leaders);
    found
}

pub(super) fn column_of(column: Option<i32>) -> i32 {
    column.unwrap_or(0)
}

/// Whether some roll of this attack gives a morale check or worse (3.2.3).
pub(super) fn dangerous(column: i32, modifiers: i32, cowers: bool, by: i32) -> bool {
    (1..=6).any(|a| {
        (1..=6).any(|b| {
            let column =
                if cowers && a == b { tables::lower(column, by).unwrap_or(0) } else { column };
            !matches!(tables::fire(column, a + b + modifiers), "none" | "PTC")
        })
    })
}

/// Cowering is for undirected attacks of squads, half-squads and crews (3.2.2).
pub(super) fn can_cower(
    table: &Table,
    firers: &Firers,
    method: Option<Method>,
    leadership: Option<i32>,
) -> bool {
    if leadership.is_some()
        || !firers.leaders.is_empty()
            && firers.men.len() + firers.weapons.len() > 0
            && leadership.is_some()
    {
        return false;
    }
    if method == Some(Method::InfantryEquivalent) {
        return false;
    }
    let mut shooters: Vec<usize> = firers.men.clone();
    shooters.extend(firers.weapons.iter().filter_map(|weapon| table.owner(*weapon)));
    let troops: Vec<usize> =
        shooters.into_iter().filter(|unit| !table.units[*unit].is_leader()).collect();
    let exempt = |unit: &usize| {
        let unit = &table.units[*unit];
        match table.scenario.as_deref() {
            Some("S9") => unit.nation == "british" && unit.class == Class::FirstLine,
            Some("S13") => {
                unit.nation == "british" && unit.size == Size::Crew
                    || unit.nation == "australian" && unit.class == Class::FirstLine
            }
            _ => false,
        }
    };
    !troops.is_empty() && !troops.iter().all(exempt)
}

pub(super) fn cower_columns(table: &Table, firers: &Firers) -> i32 {
    let owners = firers.weapons.iter().filter_map(|weapon| table.owner(*weapon));
    let green = firers.men.iter().copied().chain(owners).any(|unit| table.is_inexperienced(unit));
    if green { 2 } else { 1 }
}

/// `claim: {hindrance: n}`.
pub(in super::super) fn claimed_hindrance(
    entry: &Node,
    modifiers: &Modifiers,
    ruling: &mut Ruling,
) {
    let Some(claimed) = entry
        .get("claim")
        .and_then(|claim| claim.get("hindrance"))
        .and_then(|n| n.read::<i32>().ok())
    else {
        return;
    };
    let is_smoke =
        |name: &str| name.starts_with("smoke") && name != "smoke-shot" || name == "out-of-smoke";
    let hinder = |name: &str| is_smoke(name) || matches!(name, "orchard" | "grain" | "hindrance");
    let right: i32 = modifiers.iter().filter(|(name, _)| hinder(name)).map(|(_, by)| by).sum();
    if claimed != right {
        let smoke = modifiers.iter().any(|(name, _)| is_smoke(name));
        let mut rules = ruling.hinted("hindrance");
        if smoke {
            rules.push("SK2-1.2.5-SMOKE-HIND");
        }
        rules.push("SK2-3.2.1-LOS-HIND");
        ruling.breach_of(&rules, format!("hindrance was counted as {claimed:+}, it is {right:+}"));
    }
}

/// `applied: {column, result, cowered}`.
pub(super) fn applied_result(
    entry: &Node,
    column: Option<i32>,
    cowering: i32,
    result: &str,
    ruling: &mut Ruling,
) {
    let Some(applied) = entry.get("applied") else { return };
    if let Some(told) = applied.get("column").and_then(|node| node.read::<i32>().ok())
        && Some(told) != column
    {
        let mut rules = if cowering > 0 {
            vec!["SK2-3.2.2-COWER", "SK2-3.2.3-IFT-COL"]
        } else {
            vec!["SK2-3.2.3-IFT-COL", "SK2-3.2.2-COWER-NA", "SK2-3.2.2-FRACTION"]
        };
        rules.extend(ruling.hinted("column"));
        ruling.breach_of(
            &rules,
            format!("the {told} column was used; the right one is {}", column.unwrap_or(0)),
        );
    }
    if let Some(told) = applied.word("result")
        && told != result
    {
        let mut rules = vec!["SK2-3.2.3-IFT-RESULT", "SK2-3.2.3-IFT-COL", "SK2-3.2.3-IFT-DRM"];
        if cowering > 0 {
            rules.push("SK2-3.2.2-COWER");
        }
        rules.extend(ruling.hinted("column"));
        rules.extend(ruling.hinted("result"));
        ruling.breach_of(&rules, format!("the result is {result}, not {told}"));
    }
    if applied.word("cowered") == Some("true") && cowering == 0 {
        ruling.breach_of(&["SK2-3.2.2-COWER-NA", "SK2-3.2.2-COWER"], "this attack does not cower");
    }
    if applied.word("cowered") == Some("false") && cowering > 0 {
        ruling.breach("SK2-3.2.2-COWER", format!("this attack cowers {cowering}"));
    }
}

/// Rate of fire, breakdown and marks after the shot.
#[expect(clippy::too_many_arguments, reason = "everything that bears on a weapon")]
pub(super) fn weapons_after(
    table: &mut Table,
    firers: &Firers,
    mode: Mode,
    coloured: i32,
    original: i32,
    cowering: i32,
    method: Option<Method>,
    ruling: &mut Ruling,
) {
    for weapon in &firers.weapons {
        let penalty = penalty(table, *weapon, mode);
        let pinned = table.owner(*weapon).is_some_and(|unit| table.units[unit].has("pinned"));
        let captured = table.is_captured(*weapon);
        let unqualified = table.is_unqualified(*weapon);
        let gun = &mut table.weapons[*weapon];
        let mut rate = gun.rof.unwrap_or(0);
        let mut denied = "SK2-1.2.4.1-ROF";
        if captured {
            rate -= 1;
            denied = "SK2-5.5-CAPTURED";
        }
        if method == Some(Method::InfantryEquivalent) {
            rate -= 1 + i32::from(unqualified);
            denied = "SK2-3.2.4-ROF-LOWER";
            gun.acquired = None;
            gun.acquisition_lost = Some("SK2-6.10-ACQ-LOSE");
        }
        let lost = cowering > 0
            || pinned
            || mode == Mode::Advancing
            || matches!(mode, Mode::Subsequent | Mode::Protective);
        if cowering > 0 {
            denied = "SK2-3.2.2-COWER-MARK";
        }
        gun.shot = Some(Shot { coloured, kept: !lost && coloured <= rate, denied_by: denied });
        let id = gun.id.clone();
        if gun.arm == Arm::Flamethrower {
            let number = gun.removal.unwrap_or(10) - penalty;
            ruling.fact(&id, "breakdown", number);
            ruling.reason(&id, "SK2-4.2-FT-X");
            if original >= number {
                gun.set("destroyed");
            }
        } else {
            let number = 12 - penalty;
            ruling.fact(&id, "breakdown", number);
            ruling
                .reason(&id, if gun.arm.is_gun() { "SK2-6.12-BREAK" } else { "SK2-4.1-MG-BREAK" });
            ruling.also(&id, "SK2-4.0-PENALTY");
            ruling.also(&id, if gun.arm.is_gun() { "SK2-6.8-IFE-SFF" } else { "SK2-5.5-CAPTURED" });
            if original >= number {
                gun.set(if penalty > 0 && original == 12 && gun.arm.is_gun() {
                    "destroyed"
                } else {
                    "malfunctioned"
                });
            }
        }
    }
}

/// What lowers the breakdown or removal number (4.0).
pub(super) fn penalty(table: &Table, weapon: usize, mode: Mode) -> i32 {
    let gun = &table.weapons[weapon];
    let mut by = 0;
    if table.is_captured(weapon) {
        by += 2;
    }
    if table.is_unqualified(weapon) {
        by += 2;
    }
    if let Some(owner) = table.owner(weapon) {
        if table.is_inexperienced(owner) {
            by += 1;
        }
        if gun.arm == Arm::Flamethrower && table.units[owner].class != Class::Elite {
            by += 2;
        }
    }
    let marked = gun.has("first-fired") || gun.has("final-fired");
    let bare = !marked
        && !table.owner(weapon).is_some_and(|unit| {
            table.units[unit].has("first-fired") || table.units[unit].has("final-fired")
        });
    let sustained = match mode {
        Mode::Subsequent | Mode::Protective => marked || bare,
        _ => mode == Mode::Final && marked,
    };
    if sustained && (gun.arm.is_machine_gun() || gun.ife.is_some()) {
        by += 2;
    }
    by
}
