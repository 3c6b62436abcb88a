//! Wounds, losses, and leaders that rise (3.2.3, 4.0, 5.3).

use super::*;

/// `wound-roll`.
pub(in crate::games::asl_sk2) fn judge_wound(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "who is wounded?"));
    };
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    if !table.units[unit].is_leader() {
        ruling.breach("SK2-3.2.3-WOUND", "only leaders roll for wounds");
        return Ok(());
    }
    let again = i32::from(table.units[unit].has("wounded"));
    let dead = die + again >= 5;
    let mut shown = json!({ "die": die, "result": if dead { "eliminated" } else { "wounded" } });
    if again != 0 {
        shown["drm"] = json!(again);
    }
    ruling.value("wound", shown);
    let id = table.units[unit].id.clone();
    ruling.reason(&id, "SK2-3.2.3-WOUND");
    if dead {
        lose(table, unit);
    } else {
        table.units[unit].set("wounded");
        ruling.fact(&id, "mf", 3);
        ruling.fact(&id, "capacity", 0);
        if let Some(attack) = &mut table.attack {
            attack.wounded.push(unit);
        }
    }
    Ok(())
}

/// A unit is eliminated; those who saw a leader fall will check.
pub(super) fn lose(table: &mut Table, unit: usize) {
    let lost = &table.units[unit];
    // Leaders lost in close combat shake nobody.
    if lost.is_leader()
        && table.phase != Phase::CloseCombat
        && let Some(hex) = lost.hex()
    {
        let (morale, leadership) = (lost.current_morale(), lost.current_leadership());
        table.losses_seen.push(LeaderLoss { hex, morale, leadership, broke: false });
    }
    table.eliminate(unit);
}

/// `break`, `pin`, `eliminate`.
pub(in crate::games::asl_sk2) fn judge_given(
    table: &mut Table,
    entry: &Node,
    verb: &str,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    for unit in units(table, entry)? {
        let id = table.units[unit].id.clone();
        match verb {
            "break" => {
                if table.units[unit].is_broken() {
                    ruling.breach(
                        "SK2-3.2.3-MC-BROKEN",
                        format!("{id} is broken already: it suffers casualty reduction"),
                    );
                }
                break_unit(table, unit);
            }
            "pin" => {
                if table.units[unit].pinned_before || table.units[unit].has("pinned") {
                    ruling.breach(
                        "SK2-3.2.3-PIN-ONCE",
                        format!("{id} was pinned already in this player turn"),
                    );
                } else if table.units[unit].is_broken() {
                    ruling.breach_of(
                        &["SK2-3.2.3-PIN-EFFECT", "SK2-3.2.3-PIN-ONCE"],
                        format!("{id} is broken and cannot be pinned"),
                    );
                }
                pin(table, unit);
            }
            _ if entry.word("reason") == Some("failure-to-rout") => {
                super::super::rout::judge_failure(table, unit, ruling);
                table.eliminate(unit);
            }
            _ => lose(table, unit),
        }
    }
    if verb == "eliminate" {
        kills(table, entry, ruling)?;
    }
    Ok(())
}

/// After `nKIA` so many die, and everybody else breaks.
pub(super) fn kills(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let Some(attack) = table.attack.clone() else { return Ok(()) };
    let Some(count) = attack.result.strip_suffix("KIA").and_then(|n| n.parse::<usize>().ok())
    else {
        return Ok(());
    };
    if entry.word("reason").is_some() || attack.targets.is_empty() {
        return Ok(());
    }
    let dead = units(table, entry)?.len();
    let due = count.min(attack.targets.len());
    if dead > due {
        ruling.breach(
            "SK2-3.2.3-KIA",
            format!("{dead} were eliminated; {} eliminates {due}", attack.result),
        );
    }
    for target in &attack.targets {
        if table.units[*target].hex().is_none() {
            continue;
        }
        let id = table.units[*target].id.clone();
        ruling.reason(&id, "SK2-3.2.3-KIA");
        if table.units[*target].is_broken() {
            casualty_reduction(table, *target);
        } else {
            break_unit(table, *target);
        }
    }
    Ok(())
}

/// `weapon-destruction-roll`: the weapons of those who died (4.0).
pub(in crate::games::asl_sk2) fn judge_weapon_destruction(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which weapon?"))?;
    let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    let (column, drm) =
        table.attack.as_ref().map_or((0, 0), |attack| (attack.column, attack.unled));
    let fate = |by: i32| {
        let result = super::super::tables::fire(column, die + by);
        if result.ends_with("KIA") {
            Some("destroyed")
        } else {
            result.starts_with("K/").then_some("malfunctioned")
        }
    };
    let id = table.weapons[weapon].id.clone();
    ruling.reason(&id, "SK2-4.0-KIA-WPN");
    let told = entry.get("applied").and_then(|applied| applied.get(&id)?.get("state"));
    let told = told.and_then(|state| state.items().first()?.text());
    let fits = |fate: Option<&str>| told == Some(fate.unwrap_or("working"));
    let mut by = drm;
    // The rules do not say whether the modifiers of the attack count once more.
    if told.is_some() && !fits(fate(drm)) && fits(fate(0)) {
        by = 0;
        ruling.suspect(
            "SK2-4.0-KIA-WPN",
            "the modifiers of the attack were left out",
            "the roll on the same column takes the same modifiers, without leadership",
        );
    }
    if let Some(state) = fate(by) {
        table.weapons[weapon].set(state);
    }
    let result = super::super::tables::fire(column, die + by);
    ruling.value("roll", json!({ "die": die, "drm": by, "result": result }));
    Ok(())
}

/// `leader-creation`: a leader rises from the ranks (5.3).
pub(in crate::games::asl_sk2) fn judge_leader_creation(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(&unit) = units(table, entry)?.first() else {
        return Err(Problem::at(entry, "of which unit?"));
    };
    let die: i32 =
        entry.get("die").ok_or_else(|| Problem::at(entry, "the die is missing"))?.read()?;
    let rolled = table.close_attacks.iter().rev().find(|attack| attack.with.contains(&unit));
    let alone = table.own_rally.filter(|rally| rally.unit == unit);
    let original = rolled.and_then(|attack| attack.original).or(alone.map(|rally| rally.original));
    if original.is_some_and(|original| original != 2) {
        ruling.breach("SK2-5.3-PROMO", "only an original 2 may make a leader");
        return Ok(());
    }
    if table.units[unit].is_leader() {
        ruling.breach("SK2-5.3-PROMO", "leaders rise from squads, half-squads and crews");
        return Ok(());
    }
    let base = &table.units[unit];
    // The morale and the state of the moment of the roll count: who rallied himself was broken.
    let morale = alone.map_or(base.morale, |rally| rally.morale);
    let mut modifiers = Modifiers::new();
    match base.nation.as_str() {
        "american" | "german" | "british" => modifiers.push((base.nation.clone(), -1)),
        "russian" | "italian" => modifiers.push((base.nation.clone(), 1)),
        _ => {}
    }
    if morale >= 8 {
        modifiers.push(("morale-8".to_owned(), -1));
    } else if morale <= 6 {
        modifiers.push(("morale-6".to_owned(), 1));
    }
    if base.is_broken() || alone.is_some() {
        modifiers.push(("broken".to_owned(), 1));
    }
    let odds = table.close_attacks.iter().rev().find(|attack| attack.with.contains(&unit));
    let without_odds = modifiers.clone();
    if let Some(attack) = odds {
        let below = super::super::tables::columns_below_even(
            super::super::tables::close_combat(attack.attack, attack.defence).0,
        );
        if below > 0 {
            modifiers.push(("odds-below-1-1".to_owned(), -below));
        }
    }
    let leader = |last: i32| match last {
        ..=1 => "8-1",
        2 | 3 => "8-0",
        4 | 5 => "7-0",
        6 => "6+1",
        _ => "none",
    };
    let last = die + sum(&modifiers);
    ruling.value("leader-creation", json!({ "die": die, "drm": modifiers_value(&modifiers), "final": last, "leader": leader(last) }));
    let told = entry.get("applied").and_then(|applied| applied.word("leader")).map(str::to_owned);
    let claimed = entry
        .get("claim")
        .and_then(|claim| claim.get("drm"))
        .and_then(|drm| drm.read::<i32>().ok());
    let wrong = told.as_deref().is_some_and(|told| told != leader(last))
        || claimed.is_some_and(|claimed| claimed != sum(&modifiers));
    if wrong {
        let by_example = die + sum(&without_odds);
        let as_example = told.as_deref().is_none_or(|told| told == leader(by_example))
            && claimed.is_none_or(|claimed| claimed == sum(&without_odds));
        if as_example {
            // What is told is the reading that was played.
            ruling.value("leader-creation", json!({
                "die": die, "drm": modifiers_value(&without_odds), "final": by_example, "leader": leader(by_example),
            }));
            table.risen = (leader(by_example) != "none").then_some(unit);
            ruling.suspect(
                "SK2-5.3-PROMO",
                "the odds below 1-1 were left out",
                "the printed example leaves them out, the table counts them",
            );
        } else {
            ruling.breach("SK2-5.3-PROMO", format!("the roll gives {}", leader(last)));
        }
    } else {
        table.risen = (leader(last) != "none").then_some(unit);
    }
    Ok(())
}
