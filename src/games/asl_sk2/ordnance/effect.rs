//! The effect of a hit (3.2.4, 6.2).

use super::*;

/// `effect-roll`: what a hit does.
pub(in crate::games::asl_sk2) fn judge_effect(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(Piece::Weapon(weapon)) =
        super::super::ruling::pieces(table, entry, &["with"])?.into_iter().next()
    else {
        return Err(Problem::at(entry, "which weapon?"));
    };
    let against = super::super::ruling::pieces(table, entry, &["against"])?;
    let mut targets: Vec<usize> = against
        .iter()
        .filter_map(|piece| if let Piece::Unit(unit) = piece { Some(*unit) } else { None })
        .collect();
    let last = table.weapons[weapon].last.clone();
    let (method, critical) = match (entry.word("after"), &last) {
        (Some("infantry-target-hit"), _) => (Method::InfantryTarget, false),
        (Some("area-target-hit"), _) => (Method::AreaTarget, false),
        (Some("critical-hit"), _) => (Method::InfantryTarget, true),
        (_, Some(last)) if last.hit => (last.method, last.critical),
        _ => {
            ruling.breach("SK2-3.2.4-TH-REQ", "there was no hit before it");
            return Ok(());
        }
    };
    let at = match entry.get("at") {
        Some(at) => Some(table.hex(at)?),
        None => targets.first().and_then(|unit| table.units[*unit].hex()),
    };
    if targets.is_empty()
        && let Some(last) = &last
    {
        targets = last.targets.clone();
    }
    let Some(at) = at else { return Err(Problem::at(entry, "who was hit?")) };
    let gun = table.weapons[weapon].clone();
    let ammo = last.as_ref().map_or("he", |last| last.ammo.as_str()).to_owned();
    let Some(column) = effect_column(&gun, method, critical, &ammo) else {
        ruling
            .judgement
            .leave_unchecked("SK2-3.2.4-EFFECT-COL", "the column of this weapon is not known");
        return Ok(());
    };
    let gun_hit = against
        .iter()
        .find_map(|piece| if let Piece::Weapon(gun) = piece { Some(*gun) } else { None })
        .or_else(|| gun_target(table, at, &targets));
    let Some((coloured, white)) = dice(entry) else { return Ok(()) };
    let dice = (coloured, white);
    let victims = super::super::ruling::pieces(table, entry, &["critical-against"])?;
    let struck: Vec<usize> = if victims.is_empty() {
        targets.clone()
    } else {
        let unit = |piece: &Piece| if let Piece::Unit(unit) = piece { Some(*unit) } else { None };
        victims.iter().filter_map(unit).collect()
    };
    // The same roll is read for each target with its own cover.
    let groups = super::super::fire::readings(&struck, |target| {
        let targets: Vec<usize> = target.into_iter().collect();
        effect_modifiers(table, &gun, method, critical, at, &targets)
    });
    let Some((modifiers, _)) = groups.first().cloned() else { return Ok(()) };
    let first = Reading::new(column, modifiers, dice);
    let mut result = first.result;
    let fate = |unit: usize, reading: &Reading| Fate {
        unit,
        drm: sum(&reading.modifiers),
        result: reading.result,
        dangerous: true,
    };
    let mut fates: Vec<Fate> = Vec::new();
    let mut readings = Vec::new();
    for (modifiers, like) in &groups {
        let reading = Reading::new(column, modifiers.clone(), dice);
        fates.extend(like.iter().map(|unit| fate(*unit, &reading)));
        readings.push(reading.value());
    }
    compare_claim(ruling, entry, &first.modifiers, &rule_of, "SK2-3.2.4-TEM");
    if entry.get("claim").and_then(|claim| claim.word("halved-for")).is_some() {
        ruling.breach("SK2-3.2.4-ORD-NOMOD", "the firepower of ordnance is not halved");
    }
    let others = spared(table, entry, critical, ruling)?;
    if !others.is_empty()
        && let Some(column) = effect_column(&gun, method, false, &ammo)
    {
        // The same roll is an ordinary hit on everybody else.
        let modifiers = effect_modifiers(table, &gun, method, false, at, &others);
        let reading = Reading::new(column, modifiers, dice);
        fates.extend(others.iter().map(|unit| fate(*unit, &reading)));
        readings.push(reading.value());
    }
    if let Some(gun_hit) = gun_hit {
        direct_hit(table, gun_hit, &targets, result, &ammo, critical, ruling);
        let near_miss = !result.ends_with("KIA") && !result.starts_with("K/") && !critical;
        let from = table.weapon_hex(weapon);
        let shield = shield(table, entry, gun_hit, gun.arm.is_mortar(), from);
        if near_miss && shield > sum(&first.modifiers) {
            // A near miss: the shield counts for the crew on the same roll (6.7).
            ruling.value("near-miss", true);
            let shielded = Reading::new(column, vec![("gunshield".to_owned(), shield)], dice);
            result = shielded.result;
            fates.retain(|fate| table.owner(gun_hit) != Some(fate.unit));
            fates.extend(table.owner(gun_hit).map(|unit| fate(unit, &shielded)));
            readings.push(shielded.value());
        }
    }
    applied_effect(entry, &readings, &modifiers_of(&groups), ruling);
    let fire = if readings.len() == 1 { readings.remove(0) } else { Value::Array(readings) };
    ruling.value("fire", fire);
    let first_fire = table.phase == Phase::Movement;
    let kept = gun.shot.is_some_and(|shot| shot.kept);
    let normal = effect_column(&gun, method, false, &ammo).unwrap_or(column);
    table.attack = Some(Attack {
        targets,
        result: result.to_owned(),
        fates,
        column,
        dice: vec![coloured, white],
        // A critical hit leaves what the ordinary hit would; a Gun that keeps its rate leaves nothing.
        residual_column: if kept || !gun.is_working() { 0 } else { normal },
        unled: sum(&first.modifiers),
        residual_less: last.as_ref().map_or(0, |last| last.outside),
        leaves_residual: first_fire && ammo != "ap",
        dangerous: true,
        ..Attack::default()
    });
    Ok(())
}

/// The names of all modifiers that counted.
fn modifiers_of(groups: &[(Modifiers, Vec<usize>)]) -> Vec<String> {
    groups
        .iter()
        .flat_map(|(modifiers, _)| modifiers.iter().map(|(name, _)| name.clone()))
        .collect()
}

/// `applied: {column, result}`: right for one of the targets at least.
fn applied_effect(entry: &Node, readings: &[Value], names: &[String], ruling: &mut Ruling) {
    let Some(applied) = entry.get("applied") else { return };
    for fact in ["column", "result"] {
        let Some(told) = applied.get(fact) else { continue };
        let fits = |reading: &Value| super::super::ruling::same(told, &reading[fact]);
        if readings.iter().any(fits) {
            continue;
        }
        let mut rules = vec!["SK2-3.2.4-EFFECT-COL", "SK2-3.2.3-IFT-RESULT", "SK2-3.2.4-TEM"];
        rules.extend(["SK2-3.2.4-ORD-NOMOD", "SK2-6.1-CH-EFFECT", "SK2-6.2-AP", "SK2-6.2-HEAT"]);
        rules.extend(names.iter().map(|name| rule_of(name)));
        let right: Vec<String> = readings.iter().map(|reading| reading[fact].to_string()).collect();
        ruling.breach_of(&rules, format!("the {fact} is {}", right.join(" or ")));
    }
}

/// An effect roll as it is read for one kind of target.
pub(super) struct Reading {
    column: i32,
    modifiers: Modifiers,
    dice: (i32, i32),
    last: i32,
    result: &'static str,
}

impl Reading {
    fn new(column: i32, modifiers: Modifiers, dice: (i32, i32)) -> Self {
        let last = dice.0 + dice.1 + sum(&modifiers);
        Reading { column, modifiers, dice, last, result: tables::fire(column, last) }
    }

    fn value(&self) -> Value {
        json!({
            "terms": [[self.column, 1]],
            "firepower": value(whole(self.column)),
            "column": self.column,
            "drm": modifiers_value(&self.modifiers),
            "dice": [self.dice.0, self.dice.1],
            "final": self.last,
            "result": self.result,
        })
    }
}

/// Who takes the ordinary hit beside the one victim of a critical hit (6.1).
pub(super) fn spared(
    table: &Table,
    entry: &Node,
    critical: bool,
    ruling: &mut Ruling,
) -> Result<Vec<usize>, Problem> {
    let victims = super::super::ruling::pieces(table, entry, &["critical-against"])?;
    if !victims.is_empty() && !critical {
        ruling.breach("SK2-6.1-CH-WHEN", "the hit was not critical");
    }
    // A Gun and those who man it are one target.
    let crews = victims.iter().filter(|piece| match piece {
        Piece::Unit(unit) => !victims.iter().any(|other| match other {
            Piece::Weapon(gun) => table.owner(*gun) == Some(*unit),
            Piece::Unit(_) => false,
        }),
        Piece::Weapon(_) => true,
    });
    if crews.count() > 1 {
        ruling.breach("SK2-6.1-CH-ONE", "a critical hit strikes one target only, chosen at random");
    }
    let others = super::super::ruling::pieces(table, entry, &["normal-against"])?;
    let unit = |piece: &Piece| if let Piece::Unit(unit) = piece { Some(*unit) } else { None };
    Ok(others.iter().filter_map(unit).collect())
}

/// What the shield of a Gun gives its crew against this shot; nothing from outside its arc (6.6).
pub(super) fn shield(
    table: &Table,
    entry: &Node,
    gun: usize,
    mortar: bool,
    from: Option<Hex>,
) -> i32 {
    let target = &table.weapons[gun];
    let through = match entry.word("through-covered-arc") {
        Some(told) => told != "false",
        None => from
            .zip(table.weapon_hex(gun))
            .is_none_or(|(from, at)| arc::inside(table, at, target.arc, from)),
    };
    let crewed = table.owner(gun).is_none_or(|unit| {
        let unit = &table.units[unit];
        unit.size == Size::Crew && unit.good_order() && !unit.has("hazardous-movement")
    });
    match target.arm.has_shield() && through && crewed {
        true if mortar => 1,
        true => 2,
        false => 0,
    }
}

pub(super) fn effect_column(
    gun: &super::super::units::Weapon,
    method: Method,
    critical: bool,
    ammo: &str,
) -> Option<i32> {
    if gun.arm.is_latw() {
        let column = if gun.arm == Arm::Panzerschreck { 12 } else { 8 };
        return Some(if critical { column * 2 } else { column });
    }
    if ammo == "ap" {
        return Some(armour_piercing(&gun.calibre));
    }
    let row = tables::ordnance(&gun.nation, &gun.calibre)?;
    let column = match (critical, method) {
        (true, _) => row.critical?,
        (false, Method::AreaTarget) => row.area?,
        _ => row.infantry?,
    };
    if ammo == "heat" { tables::lower(column, 1) } else { Some(column) }
}

/// Cover counts on this roll after an area hit; a critical hit turns it round (3.2.4, 6.1).
pub(super) fn effect_modifiers(
    table: &Table,
    gun: &super::super::units::Weapon,
    method: Method,
    critical: bool,
    at: Hex,
    targets: &[usize],
) -> Modifiers {
    let first = targets.first().copied();
    let found = cover(table, first, at, &[], gun.arm.is_mortar(), false);
    match (critical, method) {
        (true, _) => found
            .into_iter()
            .map(|(name, by)| if by > 0 { (format!("{name}-reversed"), -by) } else { (name, by) })
            .collect(),
        (false, Method::AreaTarget) => found,
        _ => Modifiers::new(),
    }
}

/// A hit on a Gun: destroyed, malfunctioned, or a near miss (6.7).
pub(in crate::games::asl_sk2) fn direct_hit(
    table: &mut Table,
    gun: usize,
    targets: &[usize],
    result: &str,
    ammo: &str,
    critical: bool,
    ruling: &mut Ruling,
) {
    let id = table.weapons[gun].id.clone();
    ruling.reason(&id, if critical { "SK2-6.1-CH-GUN" } else { "SK2-6.7-DIRECT" });
    let crew: Vec<usize> = match table.weapons[gun].possessor {
        Possessor::Unit(unit) => vec![unit],
        _ => targets.to_vec(),
    };
    let killed = critical || result.ends_with("KIA");
    let casualty = result.starts_with("K/");
    if killed || casualty && ammo == "ap" {
        table.weapons[gun].set("eliminated");
    } else if casualty {
        table.weapons[gun].set("malfunctioned");
    }
    if killed || casualty {
        for unit in crew {
            let name = table.units[unit].id.clone();
            ruling.reason(&name, "SK2-6.7-DIRECT");
            if killed {
                table.eliminate(unit);
            } else {
                super::super::morale::casualty_reduction(table, unit);
            }
        }
    }
}

pub(super) fn armour_piercing(calibre: &str) -> i32 {
    let size: String = calibre.chars().take_while(char::is_ascii_digit).collect();
    if size.parse::<i32>().is_ok_and(|size| size < 37) { 1 } else { 2 }
}
