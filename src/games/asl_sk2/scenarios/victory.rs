//! Exit, points and victory (2 and the cards).

use super::*;

/// Points for a unit, by the scenario.
pub(super) fn worth(table: &Table, size: &str, leadership: i32) -> i32 {
    match (size, table.scenario.as_deref()) {
        ("squad", _) => 2,
        ("half-squad" | "crew", _) => 1,
        ("leader", Some("S10")) => 1,
        ("leader", _) => match leadership {
            ..=-2 => 3,
            -1 => 2,
            _ => 1,
        },
        _ => 0,
    }
}

pub(super) fn unit_worth(table: &Table, unit: &Unit) -> i32 {
    worth(table, unit.size.word(), unit.leadership)
}

/// What a listed type is worth; leaders may be listed by their values.
fn listed_worth(table: &Table, listed: &str) -> i32 {
    let leadership = listed.find(['-', '+']).and_then(|at| {
        listed[..at].parse::<i32>().ok()?;
        listed[at..].trim_start_matches('+').parse().ok()
    });
    match leadership {
        Some(leadership) => worth(table, "leader", leadership),
        None => worth(table, listed, 0),
    }
}

/// The points of a side: who left over the edge, and in S11 what the Germans have lost.
pub(super) fn points(table: &Table, side: &str) -> i32 {
    let sum = |list: Option<&Vec<String>>| {
        list.map_or(0, |list| list.iter().map(|one| listed_worth(table, one)).sum::<i32>())
    };
    let kills = table.scenario.as_deref() == Some("S11") && side == "american";
    let listed = if kills { sum(table.losses.get("german")) } else { sum(table.exited.get(side)) };
    table.points.get(side).copied().unwrap_or(0) + listed
}

/// The points of every side that has any.
fn totals(table: &Table) -> Map<String, Value> {
    let mut sides: std::collections::BTreeSet<&str> =
        table.exited.keys().chain(table.points.keys()).map(String::as_str).collect();
    if table.scenario.as_deref() == Some("S11") {
        sides.insert("american");
    }
    sides.into_iter().map(|side| (side.to_owned(), json!(points(table, side)))).collect()
}

/// `exit`.
pub(in crate::games::asl_sk2) fn judge_exit(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let group = units(table, entry)?;
    let edge = entry.word("edge").unwrap_or_default().to_owned();
    let mut gained = 0;
    for unit in &group {
        let leaver = &table.units[*unit];
        let id = leaver.id.clone();
        let (victory_side, victory_edge) = match table.scenario.as_deref() {
            Some("S10") => ("italian", "west"),
            Some("S11") => ("german", "south"),
            Some("S14") => ("american", "south"),
            _ => ("", ""),
        };
        if leaver.nation != victory_side || edge != victory_edge || !leaver.good_order() {
            ruling.breach(
                "SK2-3.3-EXIT",
                format!("{id} may leave only for victory, over the right edge, in Good Order"),
            );
            return Ok(());
        }
        if table.phase != Phase::Movement && table.phase != Phase::Advance {
            ruling.breach_of(
                &["SK2-3.3-EXIT", "SK2-3-PHASES"],
                "units leave in their movement or advance phase",
            );
            return Ok(());
        }
        if table.scenario.as_deref() == Some("S14") {
            let at = match entry.get("at") {
                Some(at) => Some(table.hex(at)?),
                None => leaver.hex(),
            };
            let right = at.is_some_and(|hex| {
                let (row, number) = hexrow(table, hex);
                (row_number("F")..=row_number("L")).contains(&row) && number <= 1
            });
            if !right {
                ruling.breach_of(
                    &["SK2-S14-VC", "SK2-3.3-EXIT"],
                    format!("{id} leaves between F0 and L0 only"),
                );
                return Ok(());
            }
        }
        gained += unit_worth(table, leaver);
    }
    if table.phase == Phase::Movement {
        let mut able = Ruling::default();
        if !group.iter().all(|unit| super::super::movement::may_move(table, *unit, &mut able)) {
            for finding in able.judgement.findings {
                ruling.judgement.report(finding.or("SK2-3.3-EXIT"));
            }
            return Ok(());
        }
        // The step off the map costs one MF.
        for unit in &group {
            super::super::movement::spend(table, *unit, whole(1), "SK2-3.3-EXIT", ruling);
        }
        if !ruling.is_legal() {
            return Ok(());
        }
    }
    for unit in &group {
        let (side, size) =
            (table.units[*unit].side.clone(), table.units[*unit].size.word().to_owned());
        let worth = unit_worth(table, &table.units[*unit]);
        // A leader's worth is not in his size: it is kept as points.
        if size == "leader" {
            *table.points.entry(side).or_insert(0) += worth;
        } else {
            table.exited.entry(side).or_default().push(size);
        }
        table.units[*unit].at = Whereabouts::Gone;
        table.units[*unit].set("exited");
    }
    let side = group.first().map(|unit| table.units[*unit].side.clone()).unwrap_or_default();
    ruling.value("victory-points", Value::Object(totals(table)));
    ruling.value("victory-points-gained", json!({ side: gained }));
    Ok(())
}

/// Whether a side has won now.
pub(super) fn has_won(table: &Table, side: &str, entry: &Node) -> Option<bool> {
    let near = |nation: &str, far: i32, test: &dyn Fn(&Unit, Hex) -> bool| {
        let centre = table.ground.grid.parse("S6").ok();
        table.units.iter().any(|unit| {
            unit.nation == nation
                && unit.hex().zip(centre).is_some_and(|(hex, centre)| {
                    table.ground.range(hex, centre) <= far && test(unit, hex)
                })
        })
    };
    let won = match (table.scenario.as_deref()?, side) {
        ("S9", "italian") => near("italian", 7, &|unit, _| !unit.is_leader() && !unit.is_broken()),
        ("S9", _) => !near("italian", 7, &|unit, _| !unit.is_leader() && !unit.is_broken()),
        ("S10", "italian") => points(table, "italian") >= 10,
        ("S11", "german") => points(table, "german") >= 9 && points(table, "american") < 11,
        ("S12", "german") => guns(table, entry, "american"),
        ("S13", "german") => guns(table, entry, "british"),
        ("S14", "american") => points(table, "american") >= 7,
        ("S15", "german") => !near("american", 2, &|unit, hex| {
            !unit.is_leader() && unit.good_order() && table.ground.terrain(hex).is_building()
        }),
        ("S15", "american") => near("american", 2, &|unit, hex| {
            !unit.is_leader() && unit.good_order() && table.ground.terrain(hex).is_building()
        }),
        ("S16", "free-french") => controlled(table, entry) >= 4,
        ("S16", "german") => controlled(table, entry) < 4,
        _ => return None,
    };
    Some(won)
}

/// Whether all Guns of a nation are gone, taken, or alone with the enemy.
pub(super) fn guns(table: &Table, entry: &Node, nation: &str) -> bool {
    if let Some(told) = entry.get("guns") {
        let fates: Vec<&str> = told.items().iter().filter_map(Node::text).collect();
        let fates = if fates.is_empty() {
            told.pairs().iter().filter_map(|(_, fate)| fate.text()).collect()
        } else {
            fates
        };
        let taken = |fate: &&str| matches!(*fate, "eliminated" | "captured" | "destroyed");
        let held = |fate: &&str| taken(fate) || **fate == *"held-by-germans-only";
        return if table.scenario.as_deref() == Some("S13") {
            fates.iter().all(held)
        } else {
            fates.iter().all(taken)
        };
    }
    table
        .weapons
        .iter()
        .enumerate()
        .filter(|(_, weapon)| weapon.arm.is_gun() && weapon.nation == nation)
        .all(|(index, weapon)| {
            !weapon.is_working() && weapon.has("eliminated")
                || weapon.has("destroyed")
                || table.owner(index).is_some_and(|unit| table.units[unit].nation == "german")
        })
}

/// Multi-hex buildings in hexrows I to Q that the French control.
pub(super) fn controlled(table: &Table, entry: &Node) -> i32 {
    if let Some(told) = entry.get("buildings") {
        if let Some(number) = told.text().and_then(|text| text.parse().ok()) {
            return number;
        }
        // A building that the map does not show is taken at the players' word.
        let (mut shown, mut told_only) = (Vec::new(), 0);
        for name in told.items() {
            let hex = table.hex(name).ok();
            let called = table.ground.building_called(name.text().unwrap_or_default());
            match called.or_else(|| hex.and_then(|hex| table.ground.building_of(hex))) {
                Some(building) if shown.contains(&building) => {}
                Some(building) => shown.push(building),
                // Of one hex.
                None if hex.is_some_and(|hex| table.ground.terrain(hex).is_building())
                    && !table.ground.buildings.is_empty() => {}
                None => told_only += 1,
            }
        }
        shown.retain(|building| counts(table, building));
        return i32::try_from(shown.len() + told_only).unwrap_or(0);
    }
    let held = table.ground.buildings.iter().filter(|building| counts(table, building));
    i32::try_from(held.count()).unwrap_or(0)
}

/// Whether the French control a building of several hexes between the hexrows I and Q.
fn counts(table: &Table, building: &std::collections::HashSet<Hex>) -> bool {
    let between = building
        .iter()
        .all(|hex| (row_number("I")..=row_number("Q")).contains(&hexrow(table, *hex).0));
    building.len() > 1 && between && french_hold(table, building)
}

/// A Good Order squad or half-squad is in it, and no enemy (2).
pub(super) fn french_hold(table: &Table, building: &std::collections::HashSet<Hex>) -> bool {
    let any = |test: &dyn Fn(&Unit) -> bool| {
        building.iter().any(|hex| table.units_in(*hex).any(|(_, unit)| test(unit)))
    };
    any(&|unit| unit.nation == "free-french" && unit.good_order() && unit.size != Size::Leader)
        && !any(&|unit| unit.nation == "german")
}

/// `claim-victory`, `end-game`.
pub(in crate::games::asl_sk2) fn judge_victory(table: &Table, entry: &Node, ruling: &mut Ruling) {
    let side = entry.word("side").or_else(|| entry.word("winner")).unwrap_or_default();
    let rule = match table.scenario.as_deref() {
        Some("S9") => "SK2-S9-VC",
        Some("S10") => "SK2-S10-VC",
        Some("S11") => "SK2-S11-VC",
        Some("S12") => "SK2-S12-VC",
        Some("S13") => "SK2-S13-VC",
        Some("S14") => "SK2-S14-VC",
        Some("S15") => "SK2-S15-VC",
        Some("S16") => "SK2-S16-VC",
        _ => return ruling.judgement.leave_unchecked("SK2-1.3-OB", "the scenario is not known"),
    };
    let winner = side;
    ruling.value("victory-points", Value::Object(totals(table)));
    match has_won(table, winner, entry) {
        Some(true) => {}
        Some(false) => {
            let mut rules = vec![rule];
            if rule == "SK2-S16-VC" {
                rules.push("SK2-2-CONTROL");
            }
            ruling.breach_of(&rules, format!("{winner} has not met its victory conditions"));
        }
        // The other side wins when the game ends without it.
        None if entry.word("winner").is_some() => {
            let other = match table.scenario.as_deref() {
                Some("S10") => "italian",
                Some("S14") => "american",
                _ => "german",
            };
            if has_won(table, other, entry) == Some(true) {
                ruling.breach(rule, format!("{other} has met its victory conditions"));
            }
        }
        None => ruling.breach(rule, format!("{winner} wins only at the end")),
    }
}
