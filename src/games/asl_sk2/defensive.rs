//! Residual firepower: what first fire leaves in a hex, and its attacks (3.3.1).

use super::modifiers::{cover, movement, rule_of};
use super::number::{value, whole};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum};
use super::table::{Attack, Phase, Piece, Table};
use super::tables;
use crate::referee::Problem;
use crate::referee::case::Node;
use serde_json::json;

/// `place-counter: residual`.
pub(super) fn judge_residual_counter(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
    let strength: i32 =
        entry.get("strength").ok_or_else(|| Problem::at(entry, "how strong?"))?.read()?;
    let (column, less) = match entry.get("left-by") {
        Some(left_by) => {
            let firepower = left_by
                .get("firepower")
                .map(super::table::fraction)
                .transpose()?
                .unwrap_or(whole(0));
            let through = left_by.get("through").map_or(0, |list| list.items().len());
            for piece in super::ruling::pieces(table, left_by, &["with"])? {
                if let Some(hex) = super::movement::hex_of(table, piece) {
                    ruling.range(table, hex, at);
                }
            }
            (tables::column(firepower).unwrap_or(0), i32::try_from(through).unwrap_or(0))
        }
        None => match &table.attack {
            Some(attack) if attack.leaves_residual => {
                (attack.residual_column, attack.residual_less)
            }
            _ => {
                ruling.breach(
                    "SK2-3.3.1-RES-AMOUNT",
                    "no first fire at this hex leaves residual firepower",
                );
                return Ok(());
            }
        },
    };
    let left = tables::residual_lower(tables::residual(column), less);
    let mut shown = json!({ "column": column, "left": left });
    if less > 0 {
        shown["columns-less"] = json!(less);
    }
    ruling.value("residual", shown);
    let there = table.residual.get(&at).copied().unwrap_or(0);
    // A counter may show the plain half, 3 or 10, which is no column: it attacks on the one below.
    let plain = less == 0 && strength == (column / 2).min(12);
    if strength != left && !plain {
        let rules: &[&'static str] = if less > 0 {
            &["SK2-3.3.1-RES-REDUCE", "SK2-3.3.1-RES-AMOUNT"]
        } else {
            &["SK2-3.3.1-RES-AMOUNT"]
        };
        ruling.breach_of(rules, format!("the {column} column leaves {left} here, not {strength}"));
        return Ok(());
    }
    if there > left {
        ruling.breach("SK2-3.3.1-RES-ONE", format!("{there} lies there already and stays"));
        return Ok(());
    }
    table.residual.insert(at, left);
    Ok(())
}

/// Cover, smoke and movement of a unit attacked by residual firepower.
fn residual_modifiers(table: &Table, target: Option<usize>, at: crate::hex::Hex) -> Modifiers {
    let mut modifiers = cover(table, target, at, &[], false, false);
    let smoke = table.smoke.get(&at).map(|smoke| smoke.hindrance);
    if let Some(smoke) = smoke {
        modifiers.push(("smoke".to_owned(), smoke));
    }
    if let Some(target) = target {
        modifiers.extend(movement(table, target, at, true, smoke.is_some(), false, &[]));
    }
    modifiers.retain(|(_, by)| *by != 0);
    modifiers
}

/// Whether a unit that was attacked in this hex has spent more MF there and is easier to hurt now.
fn attacked_anew(table: &Table, unit: usize, at: crate::hex::Hex) -> bool {
    let Some((before, spent)) = table.residual_taken.get(&(unit, at)) else { return false };
    let more = table.here.get(&(unit, at)).is_some_and(|now| now > spent);
    table.units[unit].hex() == Some(at)
        && more
        && sum(&residual_modifiers(table, Some(unit), at)) < *before
}

/// No residual counter is placed: none may be due.
pub(super) fn no_residual(table: &Table, at: crate::hex::Hex, ruling: &mut Ruling) {
    let Some(attack) = table.attack.as_ref().filter(|attack| attack.leaves_residual) else {
        return;
    };
    let left =
        tables::residual_lower(tables::residual(attack.residual_column), attack.residual_less);
    ruling.value("residual", json!({ "column": attack.residual_column, "left": left }));
    if left > table.residual.get(&at).copied().unwrap_or(0) {
        ruling.breach("SK2-3.3.1-RES-AMOUNT", format!("the shot leaves {left} in its hex"));
    }
}

/// `residual-attack`.
pub(super) fn judge_residual_attack(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
    let mut targets: Vec<usize> = super::ruling::pieces(table, entry, &["against"])?
        .into_iter()
        .filter_map(|piece| if let Piece::Unit(unit) = piece { Some(unit) } else { None })
        .collect();
    if table.phase != Phase::Movement {
        ruling.breach_of(
            &["SK2-3.3.1-RES-ATTACK", "SK2-3.3.1-RES-ONE"],
            "residual firepower is gone after the movement phase",
        );
        return Ok(());
    }
    let Some(&left) = table.residual.get(&at).filter(|left| **left > 0) else {
        ruling.breach("SK2-3.3.1-RES-ATTACK", "there is no residual firepower in that hex");
        return Ok(());
    };
    let repeated = targets.iter().find(|unit| {
        table.residual_taken.contains_key(&(**unit, at)) || table.units[**unit].hex() != Some(at)
    });
    if let Some(&unit) = repeated.filter(|unit| !attacked_anew(table, **unit, at)) {
        ruling.breach_of(
            &["SK2-3.3.1-RES-REPEAT", "SK2-3.3.1-RES-ATTACK"],
            format!(
                "residual firepower attacks {} once where it spends MF, again only if that worsens its cover",
                table.units[unit].id
            ),
        );
        return Ok(());
    }
    let movers = table.movers.clone();
    let others: Vec<usize> = if movers.is_empty() {
        Vec::new()
    } else {
        targets.iter().copied().filter(|unit| !movers.contains(unit)).collect()
    };
    if let Some(other) = others.first() {
        ruling.breach("SK2-3.3.1-DFF-ONLY", format!("{} did not move", table.units[*other].id));
        targets.retain(|unit| movers.contains(unit));
    }
    let modifiers = residual_modifiers(table, targets.first().copied(), at);
    let Some((coloured, white)) = dice(entry) else {
        return Err(Problem::at(entry, "the dice are missing"));
    };
    let column = tables::column(whole(left)).unwrap_or(0);
    let last = coloured + white + sum(&modifiers);
    let result = tables::fire(column, last);
    ruling.value(
        "fire",
        json!({
            "terms": [[left, 1]], "firepower": value(whole(left)), "column": column,
            "drm": modifiers_value(&modifiers), "dice": [coloured, white], "final": last, "result": result,
        }),
    );
    compare_claim(ruling, entry, &modifiers, &rule_of, "SK2-3.3.1-RES-ATTACK");
    if let Some(told) = entry.get("applied").and_then(|applied| applied.word("result"))
        && told != result
    {
        ruling.breach_of(
            &["SK2-3.3.1-RES-ATTACK", "SK2-3.2.3-IFT-RESULT"],
            format!("the result is {result}, not {told}"),
        );
    }
    table.residual_due.retain(|(unit, hex)| *hex != at || !targets.contains(unit));
    for unit in &targets {
        let spent = table.here.get(&(*unit, at)).copied().unwrap_or(whole(0));
        table.residual_taken.insert((*unit, at), (sum(&modifiers), spent));
    }
    table.attack = Some(Attack {
        targets,
        result: result.to_owned(),
        column,
        dice: vec![coloured, white],
        ..Attack::default()
    });
    Ok(())
}

/// `demolition-attack`, `place-demolition-charge` (4.3).
pub(super) fn judge_demolition(
    table: &mut Table,
    entry: &Node,
    placing: bool,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
    let placer = entry.get("placed-by").or_else(|| entry.get("unit"));
    let placer =
        placer.map(|node| table.unit(node.text().unwrap_or_default(), node)).transpose()?;
    if placing {
        let Some(unit) = placer else { return Err(Problem::at(entry, "who places it?")) };
        let mut able = Ruling::default();
        if !super::movement::may_move(table, unit, &mut able) {
            for finding in able.judgement.findings {
                ruling.judgement.report(finding.or("SK2-4.3-DC-PLACE"));
            }
            return Ok(());
        }
        let near = table.units[unit].hex().is_some_and(|hex| table.ground.range(hex, at) == 1);
        if !near {
            ruling.breach("SK2-4.3-DC-PLACE", "a demolition charge is placed into the next hex");
            return Ok(());
        }
        let shown =
            |weapon: &super::units::Weapon| weapon.arm == super::units::Arm::DemolitionCharge;
        let has = table.weapons_of(unit).any(|(_, weapon)| shown(weapon) && weapon.is_working());
        if !has && table.weapons.iter().any(shown) {
            ruling.breach_of(
                &["SK2-4.3-DC-PLACE", "SK2-1.2.4-POSSESS"],
                format!("{} has no charge", table.units[unit].id),
            );
            return Ok(());
        }
        if let Some(hex) = table.units[unit].hex() {
            let cost = super::movement::step_cost(table, hex, at);
            super::movement::spend(table, unit, cost, "SK2-4.3-DC-PLACE", ruling);
            table.charges.push((unit, at));
        }
        return Ok(());
    }
    if table.phase != Phase::AdvancingFire {
        ruling.breach_of(
            &["SK2-4.3-DC-ATTACK", "SK2-3-PHASES"],
            "a charge goes off in the advancing fire phase",
        );
        return Ok(());
    }
    // Who was pinned or broken while he placed it has not placed it.
    let shaken = placer.filter(|unit| {
        table.charges.contains(&(*unit, at))
            && (table.units[*unit].is_broken() || table.units[*unit].has("pinned"))
    });
    if shaken.is_some() {
        ruling.breach_of(
            &["SK2-4.3-DC-PLACE", "SK2-4.3-DC-ATTACK"],
            "those who placed it were pinned or broken before it lay",
        );
        return Ok(());
    }
    let mut modifiers = Modifiers::new();
    let target = table
        .units_in(at)
        .find(|(_, unit)| placer.is_none_or(|placer| unit.side != table.units[placer].side))
        .map(|(index, _)| index);
    modifiers.extend(cover(table, target, at, &[], false, false));
    if placer.is_some_and(|unit| table.units[unit].has("exhausted")) {
        modifiers.push(("exhausted".to_owned(), 1));
    }
    let Some((coloured, white)) = dice(entry) else {
        return Err(Problem::at(entry, "the dice are missing"));
    };
    let last = coloured + white + sum(&modifiers);
    let mut dud = 12;
    if let Some(unit) = placer {
        dud -= if table.units[unit].class == super::units::Class::Elite { 0 } else { 2 };
        dud -= i32::from(table.is_inexperienced(unit));
    }
    let result = if coloured + white >= dud { "none" } else { tables::fire(30, last) };
    ruling.value(
        "fire",
        json!({
            "terms": [[30, 1]], "firepower": 30, "column": 30,
            "drm": modifiers_value(&modifiers), "dice": [coloured, white], "final": last, "result": result,
        }),
    );
    compare_claim(ruling, entry, &modifiers, &rule_of, "SK2-4.3-DC-ATTACK");
    if let Some(told) = entry.get("applied").and_then(|applied| applied.word("result"))
        && told != result
    {
        ruling.breach_of(
            &["SK2-4.3-DC-ATTACK", "SK2-3.2.3-IFT-RESULT"],
            format!("the result is {result}, not {told}"),
        );
    }
    // A charge does to Guns what shells do (6.7).
    let guns: Vec<usize> = (0..table.weapons.len())
        .filter(|gun| table.weapons[*gun].arm.is_gun() && table.weapon_hex(*gun) == Some(at))
        .collect();
    for gun in guns {
        super::ordnance::direct_hit(table, gun, &[], result, "he", false, ruling);
    }
    let targets = table
        .units_in(at)
        .filter(|(_, unit)| placer.is_none_or(|placer| unit.side != table.units[placer].side))
        .map(|(index, _)| index)
        .collect();
    table.attack = Some(Attack {
        targets,
        result: result.to_owned(),
        column: 30,
        dice: vec![coloured, white],
        ..Attack::default()
    });
    Ok(())
}

/// `backblast`: the 1 column by the coloured die alone (4.4.2).
pub(super) fn judge_backblast(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
    let coloured: i32 = entry
        .get("coloured")
        .ok_or_else(|| Problem::at(entry, "the coloured die is missing"))?
        .read()?;
    if let Some((hex, die)) = table.backblast
        && (hex != at || die != coloured)
    {
        ruling.breach(
            "SK2-4.4.2-BACKBLAST",
            "the backblast uses the coloured die of the shot, in the firer's hex",
        );
        return Ok(());
    }
    let result = tables::fire(1, coloured);
    if let Some(told) = entry.get("applied").and_then(|applied| applied.word("result"))
        && told != result
    {
        ruling.breach("SK2-4.4.2-BACKBLAST", format!("the result is {result}, not {told}"));
    }
    ruling.value("backblast", json!({ "coloured": coloured, "column": 1, "result": result }));
    let targets = table.units_in(at).map(|(index, _)| index).collect();
    table.attack =
        Some(Attack { targets, result: result.to_owned(), column: 1, ..Attack::default() });
    Ok(())
}
