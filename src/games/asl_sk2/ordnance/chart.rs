//! Numbers and modifiers of the To Hit roll (3.2.4, 6.10).

use super::*;

/// Whether the red numbers count (3.2.4).
pub(super) fn red(table: &Table, weapon: usize) -> bool {
    let gun = &table.weapons[weapon];
    let early = gun.nation == "american" && table.date.is_some_and(|(year, _)| year < 1944);
    let nation = matches!(gun.nation.as_str(), "russian" | "italian" | "greek");
    nation
        || early
        || unqualified(table, weapon)
        || table.is_captured(weapon)
        || table.owner(weapon).is_some_and(|unit| table.is_inexperienced(unit))
}

/// A Gun that no crew serves (3.2.4).
pub(super) fn unqualified(table: &Table, weapon: usize) -> bool {
    table.is_unqualified(weapon)
}

/// Number, critical number, and whether an original 2 is critical.
pub(super) fn number(
    table: &Table,
    weapon: usize,
    method: Method,
    range: i32,
) -> Option<(i32, Option<i32>)> {
    let gun = &table.weapons[weapon];
    match method {
        Method::AntiTankWeapon => {
            // Only one number of the anti-tank weapons is known.
            (range == 2).then_some((8, None))
        }
        Method::AreaTarget => {
            Some((tables::ordnance(&gun.nation, &gun.calibre)?.area_target(range)?, None))
        }
        _ => {
            let (number, critical) = tables::ordnance(&gun.nation, &gun.calibre)?
                .infantry_target(range, red(table, weapon))?;
            Some((number, Some(critical)))
        }
    }
}

/// The rate of fire that the shot leaves, and the rule that lowers it.
pub(super) fn rate(table: &Table, shooting: &Shooting) -> (Option<i32>, &'static str) {
    let gun = &table.weapons[shooting.weapon];
    let Some(mut rate) = gun.rof else { return (None, "SK2-1.2.4.1-ROF") };
    let mut rule = "SK2-1.2.4.1-ROF";
    let medium_mortar = gun.arm == Arm::Mortar
        && matches!(gun.calibre.as_str(), "81mm" | "82mm" | "3in" | "76mm" | "80mm");
    let mut lower = |yes: bool| {
        if yes {
            rate -= 1;
            rule = "SK2-3.2.4-ROF-LOWER";
        }
    };
    lower(shooting.turn > 0 && !gun.all_round && !medium_mortar);
    lower(table.is_captured(shooting.weapon));
    lower(unqualified(table, shooting.weapon));
    (Some(rate), rule)
}

pub(super) fn firer_modifiers(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    shooting: &Shooting,
) -> Modifiers {
    let gun = &table.weapons[shooting.weapon];
    let owner = table.owner(shooting.weapon);
    let mut found = Modifiers::new();
    let mut add = |name: &str, by: i32| found.push((name.to_owned(), by));
    if shooting.mode == Mode::Advancing {
        add("advancing-fire", 2);
    }
    if owner.is_some_and(|unit| table.units[unit].has("pinned")) {
        add("pinned", 2);
    }
    if owner.is_some_and(|unit| table.units[unit].has("exhausted")) {
        add("exhausted", 1);
    }
    if unqualified(table, shooting.weapon) {
        add("non-qualified", 2);
    }
    if table.is_captured(shooting.weapon) {
        add("captured", 2);
    }
    if entry.word("intensive") == Some("true") {
        add("intensive-fire", 2);
    }
    if matches!(shooting.ammo.as_str(), "smoke" | "wp") && shooting.range < 13 {
        add("smoke-shot", -2);
    }
    if entry.word("backblast") == Some("avoided") {
        add("backblast-avoided", 2);
    }
    // Leaders direct support weapons, never Guns.
    if !gun.arm.is_gun()
        && let Some(leader) = firers.leaders.first()
    {
        let led: Vec<usize> = owner.into_iter().collect();
        add("leader", table.units[*leader].current_leadership());
        add("other-nation", foreign_leader(table, *leader, &led));
    }
    let cramped = table.ground.terrain(shooting.hex).is_cover();
    let factor = if cramped { 2 } else { 1 };
    if gun.all_round {
        if shooting.turn > 0 {
            add("covered-arc-turn-360", shooting.turn * factor);
        }
    } else {
        for spine in 1..=shooting.turn {
            match spine {
                1 => add("covered-arc-first-spine", 3 * factor),
                2 => add("covered-arc-second-spine", factor),
                _ => add("covered-arc-third-spine", factor),
            }
        }
    }
    found
}

pub(super) fn target_modifiers(table: &Table, shooting: &Shooting) -> Modifiers {
    let mut found = Modifiers::new();
    let first = shooting.targets.first().copied();
    if matches!(shooting.method, Method::InfantryTarget | Method::AntiTankWeapon) {
        found.extend(cover(table, first, shooting.at, &[shooting.hex], false, false));
    }
    let sight = table.sight(shooting.hex, shooting.at);
    found.extend(hindrances(table, &sight));
    if let Some(by) = acquired(table, shooting) {
        found.push(("acquired".to_owned(), by));
    }
    if let Some(target) = first {
        let first_fire = matches!(shooting.mode, Mode::First | Mode::Subsequent | Mode::Protective);
        let high = found.iter().any(|(name, _)| name == "height-advantage");
        let hindered = sight.hindrance() > 0;
        let from = [shooting.hex];
        found.extend(movement(table, target, shooting.at, first_fire, hindered, high, &from));
    }
    if let Some(target) = gun_target(table, shooting.at, &shooting.targets)
        && target != shooting.weapon
    {
        match table.weapons[target].target_size.as_str() {
            "small" => found.push(("small-target".to_owned(), -1)),
            "large" => found.push(("large-target".to_owned(), 1)),
            _ => {}
        }
    }
    let hidden = !shooting.targets.is_empty()
        && shooting.targets.iter().all(|unit| table.units[*unit].has("hidden"));
    if hidden {
        found.push(("hidden-target".to_owned(), 2));
    }
    found
}

/// What acquisition counts against this target.
pub(super) fn acquired(table: &Table, shooting: &Shooting) -> Option<i32> {
    let gun = &table.weapons[shooting.weapon];
    if gun.arm.is_latw() {
        return None;
    }
    let acquired = gun.acquired.as_ref()?;
    same_target(table, &acquired.target, shooting).then_some(acquired.level)
}

pub(super) fn same_target(table: &Table, target: &str, shooting: &Shooting) -> bool {
    let by_hex = target.eq_ignore_ascii_case(&table.ground.name(shooting.at));
    // A unit may have another counter, and so another name, than when it was acquired.
    by_hex
        || matches!(table.find(target), Some(Piece::Unit(unit)) if shooting.targets.contains(&unit))
}
