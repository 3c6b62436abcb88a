//! The To Hit roll and what it leaves behind (3.2.4, 4.4.2).

use super::*;

pub(super) fn to_hit(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    shooting: &Shooting,
    ruling: &mut Ruling,
) -> Result<Option<Rolled>, Problem> {
    let Some((coloured, white)) = dice(entry) else { return Ok(None) };
    let original = coloured + white;
    let depletion = table.weapons[shooting.weapon].ammo.get(&shooting.ammo).copied();
    if let Some(number) = depletion {
        let result = match original.cmp(&number) {
            std::cmp::Ordering::Less => "available",
            std::cmp::Ordering::Equal => "last-round",
            std::cmp::Ordering::Greater => "none",
        };
        ruling.value(
            "depletion",
            json!({ "number": number, "dice": [coloured, white], "result": result }),
        );
        if result != "available" {
            table.weapons[shooting.weapon].depleted.insert(shooting.ammo.clone());
        }
        if result == "none" {
            let intensive = entry.word("intensive") == Some("true");
            let broken = original >= 12 - break_penalty(table, shooting.weapon, intensive);
            return Ok(Some(Rolled {
                coloured,
                original,
                hit: false,
                critical: false,
                // Such a roll may still break the Gun, which has fired then (6.2).
                fired: broken,
                outside: 0,
            }));
        }
    }
    let Some((number, critical_number)) =
        number(table, shooting.weapon, shooting.method, shooting.range)
    else {
        ruling
            .judgement
            .leave_unchecked("SK2-3.2.4-TH-NUM", "the To Hit number for this range is not known");
        return Ok(None);
    };
    let mut modifiers = firer_modifiers(table, entry, firers, shooting);
    modifiers.extend(target_modifiers(table, shooting));
    modifiers.retain(|(_, by)| *by != 0);
    let last = original + sum(&modifiers);
    let hit = last <= number;
    let critical = hit && critical_number.map_or(original == 2, |critical| last <= critical);
    let (rate, _) = rate(table, shooting);
    let kept = rate_kept(table, shooting, coloured, entry);
    let mut shown = json!({
        "number": number,
        "drm": modifiers_value(&modifiers),
        "dice": [coloured, white],
        "final": last,
        "hit": hit,
        "critical": critical,
        "rof-kept": kept,
    });
    match critical_number {
        Some(critical) => shown["critical-number"] = json!(critical),
        None => shown["critical-on-2"] = json!(true),
    }
    if let Some(rate) = rate {
        shown["rof"] = json!(rate);
    }
    ruling.value("to-hit", shown);
    // Armour-piercing shot has a column of its own, known at once.
    if shooting.ammo == "ap" && hit {
        let column = armour_piercing(&table.weapons[shooting.weapon].calibre);
        ruling.value(
            "fire",
            json!({ "terms": [[column, 1]], "firepower": column, "column": column }),
        );
    }
    let lost = table.weapons[shooting.weapon].acquisition_lost;
    let own = rule_in(table);
    let rule = move |name: &str| match (name, lost) {
        ("acquired", Some(rule)) => rule,
        ("acquired", None) => "SK2-6.10-ACQ-GAIN",
        (name, _) => own(name),
    };
    compare_claim(ruling, entry, &modifiers, &rule, "SK2-3.2.4-DRM-TARGET");
    claimed_hindrance(entry, &modifiers, ruling);
    if let Some(claimed) = entry.get("applied").and_then(|applied| applied.word("hit"))
        && (claimed == "true") != hit
        && ruling.is_legal()
    {
        let mut rules = vec!["SK2-3.2.4-TH-RESULT", "SK2-3.2.4-TH-NUM", "SK2-3.2.4-TH-RED"];
        rules.extend(["SK2-3.2.4-DRM-FIRER", "SK2-3.2.4-DRM-TARGET"]);
        rules.extend(modifiers.iter().map(|(name, _)| rule_in(table)(name)));
        ruling.breach_of(
            &rules,
            format!("{last} against {number} is {}", if hit { "a hit" } else { "a miss" }),
        );
    }
    backblast(table, entry, shooting, ruling);
    Ok(Some(Rolled {
        coloured,
        original,
        hit,
        critical,
        fired: true,
        outside: outside(table, shooting, &modifiers),
    }))
}

/// What made the shot harder outside the target's hex: it thins the residual firepower (3.3.1).
fn outside(table: &Table, shooting: &Shooting, modifiers: &Modifiers) -> i32 {
    let counts = |name: &str| {
        name.starts_with("smoke") && name != "smoke-shot"
            || name.starts_with("covered-arc")
            || matches!(
                name,
                "orchard"
                    | "grain"
                    | "hindrance"
                    | "out-of-smoke"
                    | "exhausted"
                    | "leader"
                    | "other-nation"
                    | "pinned"
                    | "non-qualified"
                    | "captured"
                    | "intensive-fire"
                    | "backblast-avoided"
            )
    };
    let by: i32 =
        modifiers.iter().filter(|(name, by)| *by > 0 && counts(name)).map(|(_, by)| by).sum();
    (by - table.smoke.get(&shooting.at).map_or(0, |smoke| smoke.hindrance)).max(0)
}

/// A launcher in a building blows back, or aims worse (4.4.2).
pub(super) fn backblast(table: &mut Table, entry: &Node, shooting: &Shooting, ruling: &mut Ruling) {
    let inside = table.weapons[shooting.weapon].arm.is_latw()
        && table.ground.terrain(shooting.hex).is_building();
    match entry.word("backblast") {
        Some("ignored") if inside => ruling.breach(
            "SK2-4.4.2-BACKBLAST",
            "from a building: +2 to hit, or a backblast attack on everybody there",
        ),
        Some("taken") => {
            let coloured = dice(entry).map_or(0, |(coloured, _)| coloured);
            table.backblast = Some((shooting.hex, coloured));
        }
        _ => {}
    }
}

pub(super) fn rate_kept(table: &Table, shooting: &Shooting, coloured: i32, entry: &Node) -> bool {
    let gun = &table.weapons[shooting.weapon];
    let (rate, _) = rate(table, shooting);
    let pinned = table.owner(shooting.weapon).is_some_and(|unit| table.units[unit].has("pinned"));
    let lone = gun.arm == Arm::LightMortar
        && table.owner(shooting.weapon).is_some_and(|unit| table.units[unit].is_leader());
    let area = shooting.method == Method::AreaTarget && !gun.arm.is_mortar();
    let stopped = pinned
        || lone
        || area
        || shooting.mode == Mode::Advancing
        || matches!(shooting.mode, Mode::Subsequent | Mode::Protective)
        || entry.word("intensive") == Some("true");
    !stopped && rate.is_some_and(|rate| coloured <= rate)
}

pub(super) fn after_shot(
    table: &mut Table,
    entry: &Node,
    shooting: &Shooting,
    rolled: Option<Rolled>,
    ruling: &mut Ruling,
) {
    let Some(rolled) = rolled else { return };
    let weapon = shooting.weapon;
    if !rolled.fired {
        return;
    }
    let side = table.owner(weapon).map(|unit| table.units[unit].side.clone());
    let kept = rate_kept(table, shooting, rolled.coloured, entry);
    let (_, rate_rule) = rate(table, shooting);
    let intensive = entry.word("intensive") == Some("true");
    let penalty = break_penalty(table, weapon, intensive);
    let smoke = matches!(shooting.ammo.as_str(), "smoke" | "wp");
    let again = table.weapons[weapon]
        .acquired
        .as_ref()
        .is_some_and(|acquired| same_target(table, &acquired.target, shooting));
    let name = match shooting.method {
        Method::InfantryTarget => {
            shooting.targets.first().map(|unit| table.units[*unit].id.clone())
        }
        _ => None,
    };
    let place = table.ground.name(shooting.at);
    let denied_by =
        if shooting.method == Method::AreaTarget && !table.weapons[weapon].arm.is_mortar() {
            "SK2-3.2.4-ATT-ROF"
        } else {
            rate_rule
        };
    let mark = match shooting.mode {
        Mode::Prep => "prep-fired",
        Mode::First => "first-fired",
        Mode::Advancing => "advancing-fired",
        _ => "final-fired",
    };
    let gun = &mut table.weapons[weapon];
    gun.shot = Some(Shot { coloured: rolled.coloured, kept, denied_by });
    gun.intensive |= intensive;
    if !kept {
        Table::mark(&mut gun.states, if intensive { "intensive-fired" } else { mark });
    }
    // Without a rate of fire, turning takes all the time there is (3.2.4).
    if shooting.turn > 0 && gun.no_rate && gun.arm.is_gun() {
        gun.intensive = true;
        Table::mark(&mut gun.states, "intensive-fired");
    }
    gun.states.remove("hidden");
    if !gun.arm.is_latw() && !smoke {
        let level =
            if again { (gun.acquired.as_ref().map_or(0, |a| a.level) - 1).max(-2) } else { -1 };
        let target = name.unwrap_or(place);
        gun.acquired = Some(Acquired { target, level });
        gun.acquisition_lost = None;
    } else if smoke {
        gun.acquired = None;
        gun.acquisition_lost = Some("SK2-6.10-ACQ-GAIN");
    }
    gun.last = Some(LastShot {
        outside: rolled.outside,
        method: shooting.method,
        hit: rolled.hit,
        critical: rolled.critical,
        ammo: shooting.ammo.clone(),
        targets: shooting.targets.clone(),
    });
    let id = gun.id.clone();
    let number = gun.removal.filter(|_| gun.arm.is_latw()).unwrap_or(12) - penalty;
    ruling.fact(&id, "breakdown", number);
    ruling.reason(&id, if gun.arm.is_latw() { "SK2-4.4-LATW-TH" } else { "SK2-6.12-BREAK" });
    ruling.also(&id, "SK2-4.0-PENALTY");
    ruling.also(&id, "SK2-3.2.4-NONQUAL");
    ruling.also(&id, "SK2-5.5-CAPTURED");
    ruling.also(&id, "SK2-3.2.4-INTENSIVE");
    if rolled.original >= number {
        let gone = gun.arm.is_latw() || penalty > 0 && rolled.original == 12;
        gun.set(if gone { "destroyed" } else { "malfunctioned" });
        gun.acquired = None;
    }
    if let Some(owner) = table.owner(weapon) {
        table.units[owner].clear("hidden");
        // Intensive Fire at movers is the last shot of those who man the Gun (3.3.1).
        if intensive && shooting.mode == Mode::First {
            Table::mark(&mut table.units[owner].states, "final-fired");
            for other in (0..table.weapons.len()).filter(|other| *other != weapon) {
                if table.owner(other) == Some(owner) {
                    Table::mark(&mut table.weapons[other].states, "final-fired");
                }
            }
        }
    }
    let shooter = table.weapons[weapon].id.clone();
    for target in &shooting.targets {
        *table.shots_at.entry((shooter.clone(), *target, shooting.at)).or_insert(0) += 1;
    }
    if shooting.mode == Mode::First && !rolled.hit {
        table.attack = None;
    }
    if rolled.hit && shooting.ammo == "wp" {
        let targets = shooting.targets.clone();
        table.attack = Some(Attack {
            targets,
            result: "NMC".to_owned(),
            dangerous: true,
            ..Attack::default()
        });
    }
    if let Some(owner) = table.owner(weapon)
        && !table.units[owner].used_weapons.contains(&weapon)
    {
        table.units[owner].used_weapons.push(weapon);
        if shooting.mode == Mode::Prep {
            table.units[owner].set("prep-fired-weapon");
        }
    }
    if smoke {
        let (kind, by) = match (shooting.mode, shooting.ammo.as_str()) {
            (Mode::Prep, "smoke") => ("smoke-full", 3),
            (_, "smoke") => ("smoke-dispersed", 2),
            (Mode::Prep, _) => ("smoke-full", 2),
            _ => ("smoke-dispersed", 1),
        };
        table.smoke_shot = Some(crate::games::asl_sk2::table::SmokeShot {
            at: shooting.at,
            hit: rolled.hit,
            counter: kind,
            hindrance: by,
            phosphorus: shooting.ammo == "wp",
            by_mortar: table.weapons[weapon].arm.is_mortar(),
            critical: rolled.critical,
        });
    } else if let Some(side) = side {
        table.fired_other_than_smoke.insert(side);
    }
}

/// What lowers the breakdown number of ordnance (6.12).
pub(super) fn break_penalty(table: &Table, weapon: usize, intensive: bool) -> i32 {
    let mut by = 0;
    if unqualified(table, weapon) {
        by += 2;
    }
    if table.is_captured(weapon) {
        by += 2;
    }
    if intensive {
        by += 2;
    }
    if table.owner(weapon).is_some_and(|unit| table.is_inexperienced(unit)) {
        by += 1;
    }
    by
}
