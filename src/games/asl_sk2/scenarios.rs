//! The scenarios S9 to S16: set-up, entry, exit, victory (1.3 and the cards).

use super::number::{Q, whole};
use super::ruling::{Ruling, pieces, units};
use super::stacking;
use super::table::{Phase, Piece, Table};
use super::units::{Size, Unit, Whereabouts};
use crate::hex::Hex;
use crate::rules::Problem;
use crate::rules::case::Node;
use serde_json::{Map, Value, json};

/// Hexrow of a hex, A = 1, and its number.
fn hexrow(table: &Table, hex: Hex) -> (i32, i32) {
    table.ground.grid.column_row(hex).unwrap_or((0, 0))
}

/// The number of a hexrow by its letters: `GG` is 33.
fn row_number(letters: &str) -> i32 {
    let count = i32::try_from(letters.len()).unwrap_or(0);
    letters.bytes().next().map_or(0, |letter| i32::from(letter - b'A') + 1 + (count - 1) * 26)
}

/// Whether a hex is in the playable area of the scenario (1.3).
fn playable(table: &Table, hex: Hex, board: Option<char>) -> bool {
    if !table.ground.seats.is_empty() {
        return table.ground.is_playable(hex);
    }
    let (row, _) = hexrow(table, hex);
    let within = |first: &str, last: &str| (row_number(first)..=row_number(last)).contains(&row);
    match (table.scenario.as_deref(), board) {
        (Some("S10"), _) => within("A", "CC"),
        (Some("S11"), Some('w')) => within("U", "GG"),
        (Some("S11"), Some('x')) => within("A", "E"),
        (Some("S14"), _) => within("A", "P"),
        _ => true,
    }
}

/// `check: position`.
pub(super) fn position(table: &Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let node = entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?;
    let (hex, board) = table.place(node.text().unwrap_or_default(), node)?;
    if !playable(table, hex, board) {
        ruling.breach_of(
            &["SK2-1.3-AREA", "SK2-1.1-HEX"],
            format!("{} is outside the playable area", node.text().unwrap_or_default()),
        );
    }
    for unit in units(table, entry)? {
        if table.units[unit].hex() != Some(hex) {
            ruling.breach("SK2-1.1-HEX", format!("{} is not there", table.units[unit].id));
        }
    }
    Ok(())
}

/// `set-up`.
pub(super) fn judge_set_up(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let set = pieces(table, entry, &["unit", "units", "weapon", "weapons"])?;
    let places = entry.get("at").map(Node::items).unwrap_or_default();
    let hidden = entry.word("hidden") == Some("true");
    for (index, piece) in set.iter().enumerate() {
        let Some(node) = places.get(index).or(places.first()) else {
            return Err(Problem::at(entry, "where?"));
        };
        let (hex, board) = table.place(node.text().unwrap_or_default(), node)?;
        if !playable(table, hex, board) {
            ruling.breach_of(
                &["SK2-1.3-AREA", "SK2-1.1-HEX"],
                format!("{} is outside the playable area", node.text().unwrap_or_default()),
            );
        }
        match piece {
            Piece::Unit(unit) => set_up_unit(table, *unit, hex, entry.word("group"), ruling),
            Piece::Weapon(weapon) => set_up_weapon(table, *weapon, hex, hidden, ruling),
        }
    }
    let sides: std::collections::BTreeSet<(i32, i32, String)> = set
        .iter()
        .filter_map(|piece| match piece {
            Piece::Unit(unit) => Some(&table.units[*unit]),
            Piece::Weapon(_) => None,
        })
        .filter_map(|unit| unit.hex().map(|hex| (hex.x, hex.y, unit.side.clone())))
        .collect();
    for (x, y, side) in sides {
        stacking::check(table, Hex::new(x, y), &side, ruling);
    }
    Ok(())
}

fn set_up_unit(table: &mut Table, unit: usize, hex: Hex, group: Option<&str>, ruling: &mut Ruling) {
    let (row, number) = hexrow(table, hex);
    let nation = table.units[unit].nation.clone();
    let id = table.units[unit].id.clone();
    let letter = |letters: &str| row_number(letters);
    let scenario = table.scenario.clone();
    let mut wrong = |rule: &'static str, why: String| ruling.breach(rule, format!("{id}: {why}"));
    match (scenario.as_deref(), nation.as_str()) {
        (Some("S9"), "italian") => {
            if let Ok(centre) = table.ground.grid.parse("S6") {
                let far = table.ground.range(centre, hex);
                if far > 7 {
                    wrong("SK2-S9-SETUP", format!("{far} hexes from S6; 7 are allowed"));
                }
                ruling.range(table, centre, hex);
            }
        }
        (Some("S9"), "american" | "british") => {
            wrong("SK2-S9-SETUP", "enters during play".to_owned())
        }
        (Some("S10"), _) => wrong("SK2-S10-ENTRY", "enters during play".to_owned()),
        (Some("S11"), "german") => wrong("SK2-S11-SETUP", "enters during play".to_owned()),
        (Some("S12"), "american") if !(3..=7).contains(&number) => {
            wrong("SK2-S12-SETUP", "hexes numbered 3 to 7 only".to_owned())
        }
        (Some("S12"), "german") => wrong("SK2-S12-SETUP", "enters during play".to_owned()),
        (Some("S13"), "german") => wrong("SK2-S13-SETUP", "enters during play".to_owned()),
        (Some("S13"), "greek") => {
            let mixed = table
                .units_in(hex)
                .any(|(_, other)| matches!(other.nation.as_str(), "british" | "australian"));
            if mixed {
                wrong(
                    "SK2-S13-SETUP",
                    "Greeks set up apart from British and Australians".to_owned(),
                );
            }
        }
        (Some("S14"), "german") if number > 7 => {
            wrong("SK2-S14-SETUP", "hexes numbered up to 7 only".to_owned())
        }
        (Some("S14"), "american") => wrong("SK2-S14-SETUP", "enters during play".to_owned()),
        (Some("S15"), "american") => {
            if row > letter("L") {
                wrong("SK2-S15-SETUP", "on or west of hexrow L".to_owned());
            }
            let others = table
                .units_in(hex)
                .filter(|(other, unit)| {
                    !unit.is_leader() && table.set_up.contains(&table.units[*other].id)
                })
                .count();
            if !table.units[unit].is_leader() && others > 0 {
                wrong("SK2-S15-SETUP", "one squad, half-squad or crew in a hex".to_owned());
            }
        }
        (Some("S15"), "german") if row < letter("K") || table.ground.level(hex) < 1 => {
            wrong("SK2-S15-SETUP", "on or east of hexrow K, on the hill".to_owned());
        }
        (Some("S16"), "free-french") if group == Some("second-company") && row < letter("U") => {
            wrong("SK2-S16-SETUP", "the second company: on or south of hexrow U".to_owned());
        }
        (Some("S16"), "free-french") if group != Some("second-company") => {
            let ground = &table.ground;
            let building = |id: &str| {
                let hex = ground.grid.parse(id).ok()?;
                Some(ground.building_of(hex).cloned().unwrap_or_else(|| [hex].into()))
            };
            let held: Vec<_> = ["P9", "O6"].into_iter().filter_map(building).collect();
            let here = held.iter().position(|building| building.contains(&hex));
            let elsewhere = held.iter().enumerate().any(|(index, building)| {
                let set = |(_, other): (usize, &Unit)| {
                    other.nation == "free-french" && table.set_up.contains(&other.id)
                };
                Some(index) != here && building.iter().any(|hex| table.units_in(*hex).any(set))
            });
            if here.is_none() {
                wrong("SK2-S16-SETUP", "in the building of P9 or of O6".to_owned());
            } else if elsewhere {
                wrong("SK2-S16-SETUP", "all of the company in one of the two buildings".to_owned());
            }
        }
        (Some("S16"), "german") => {
            if row > letter("S") {
                wrong("SK2-S16-SETUP", "on or north of hexrow S".to_owned());
            }
            if table.units_in(hex).any(|(_, other)| other.side != table.units[unit].side) {
                wrong("SK2-S16-SETUP", "not in the building of the French".to_owned());
            }
        }
        _ => {}
    }
    table.units[unit].at = Whereabouts::Hex(hex);
    table.set_up.insert(id);
}

fn set_up_weapon(table: &mut Table, weapon: usize, hex: Hex, hidden: bool, ruling: &mut Ruling) {
    let (row, number) = hexrow(table, hex);
    let gun = table.weapons[weapon].clone();
    let id = gun.id.clone();
    if table.owner(weapon).is_none() {
        ruling.breach("SK2-4.0-SETUP-POSS", format!("{id} sets up with a possessor"));
    }
    let building = table.ground.terrain(hex).is_building();
    let at_or_infantry =
        matches!(gun.arm, super::units::Arm::AtGun | super::units::Arm::InfantryGun);
    if gun.arm.is_gun()
        && building
        && !(gun.target_size == "small" || at_or_infantry && gun.target_size != "large")
    {
        ruling.breach("SK2-1.2.6-GUN-BLDG", format!("{id} does not set up in buildings"));
    }
    let scenario = table.scenario.clone();
    if hidden {
        match scenario.as_deref() {
            Some("S12") => ruling.breach_of(
                &["SK2-S12-SETUP", "SK2-6.4-HIP-SETUP"],
                "nothing is hidden in this scenario",
            ),
            Some("S13") => ruling.breach_of(
                &["SK2-S13-SETUP", "SK2-6.4-HIP-SETUP"],
                "nothing is hidden in this scenario",
            ),
            _ if !gun.arm.is_gun() => ruling.breach("SK2-6.4-HIP-SETUP", "only Guns set up hidden"),
            _ => {}
        }
    }
    if gun.arm.is_gun() {
        let others: Vec<Hex> = table
            .weapons
            .iter()
            .enumerate()
            .filter(|(index, other)| {
                *index != weapon && other.arm.is_gun() && table.set_up.contains(&other.id)
            })
            .filter_map(|(index, _)| table.weapon_hex(index))
            .collect();
        for other in &others {
            ruling.range(table, *other, hex);
        }
        let nearest = others.iter().map(|other| table.ground.range(*other, hex)).min();
        let to_building = table
            .ground
            .grid
            .hexes()
            .filter(|other| table.ground.terrain(*other).is_building())
            .map(|other| table.ground.range(other, hex))
            .min();
        match scenario.as_deref() {
            Some("S12") if gun.nation == "american" => {
                if !(row_number("G")..=row_number("W")).contains(&row) || !(3..=7).contains(&number)
                {
                    ruling.breach("SK2-S12-SETUP", "Guns set up in hexrows G to W, hexes 3 to 7");
                } else if nearest.is_some_and(|far| far < 2) {
                    ruling.breach("SK2-S12-SETUP", "Guns are two hexes apart at least");
                } else if to_building.is_some_and(|far| far < 2) {
                    ruling
                        .breach("SK2-S12-SETUP", "Guns are two hexes from every building at least");
                }
            }
            Some("S13") if gun.nation == "british" => {
                if to_building.is_some_and(|far| far < 3) {
                    ruling.breach(
                        "SK2-S13-SETUP",
                        "AA Guns are three hexes from every building at least",
                    );
                } else if nearest.is_some_and(|far| far <= 1) {
                    ruling.breach("SK2-S13-SETUP", "AA Guns are not adjacent");
                } else if nearest.is_some_and(|far| far > 5) {
                    ruling.breach("SK2-S13-SETUP", "an AA Gun is within five hexes of another");
                }
            }
            _ => {}
        }
    }
    if let Some(owner) = table.owner(weapon) {
        table.units[owner].at = Whereabouts::Hex(hex);
    }
    table.set_up.insert(id);
}

/// Where and when units may enter, by the card.
pub(super) fn entry(
    table: &Table,
    entry: &Node,
    group: &[usize],
    hexes: &[Hex],
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(unit) = group.first().map(|unit| &table.units[*unit]) else { return Ok(()) };
    let edge = entry.word("edge");
    let nation = unit.nation.as_str();
    let rows = |first: &str, last: &str| {
        hexes.first().is_none_or(|hex| {
            (row_number(first)..=row_number(last)).contains(&hexrow(table, *hex).0)
        })
    };
    let edges = |allowed: &[&str]| edge.is_none_or(|edge| allowed.contains(&edge));
    let (rule, place, turn): (&'static str, bool, std::ops::RangeInclusive<i32>) =
        match (table.scenario.as_deref(), nation) {
            (Some("S9"), "american") => ("SK2-S9-SETUP", edges(&["north"]), 1..=1),
            (Some("S9"), "british") => ("SK2-S9-SETUP", edges(&["south"]), 4..=4),
            (Some("S10"), "italian") => ("SK2-S10-ENTRY", edges(&["east"]), 1..=1),
            (Some("S10"), "greek") if entry.word("group") == Some("flank") => {
                ("SK2-S10-ENTRY", edges(&["north", "south"]), 2..=4)
            }
            (Some("S10"), "greek") => ("SK2-S10-ENTRY", edges(&["east"]), 1..=1),
            (Some("S11"), "german") => ("SK2-S11-SETUP", edges(&["north"]), 1..=1),
            (Some("S12"), "american") => ("SK2-S12-SETUP", edges(&["north"]), 4..=4),
            (Some("S12"), "german") => ("SK2-S12-SETUP", edges(&["south", "east", "west"]), 1..=1),
            (Some("S13"), "german") => ("SK2-S13-SETUP", true, 1..=99),
            (Some("S14"), "american") => match entry.word("group") {
                Some("2nd-battalion") => {
                    ("SK2-S14-SETUP", edges(&["north"]) && rows("M", "P"), 2..=99)
                }
                _ => ("SK2-S14-SETUP", edges(&["north"]) && rows("E", "H"), 1..=99),
            },
            (Some("S15"), "american") => ("SK2-S15-SETUP", edges(&["west"]), 3..=3),
            _ => return Ok(()),
        };
    if !turn.contains(&table.turn) {
        ruling.breach_of(
            &["SK2-3.1a-REINF", rule, "SK2-3.3-ENTRY"],
            format!("{} does not enter on turn {}", unit.id, table.turn),
        );
    } else if !place {
        ruling.breach_of(&[rule, "SK2-3.3-ENTRY"], format!("{} does not enter there", unit.id));
    }
    Ok(())
}

/// MF that units have spent before they reach the board.
pub(super) fn spent_on_entry(table: &Table, group: &[usize]) -> Q {
    let greek = group.iter().any(|unit| table.units[*unit].nation == "greek");
    whole(if table.scenario.as_deref() == Some("S10") && greek { 2 } else { 0 })
}

/// Points for a unit, by the scenario.
fn worth(table: &Table, size: &str, leadership: i32) -> i32 {
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

fn unit_worth(table: &Table, unit: &Unit) -> i32 {
    worth(table, unit.size.word(), unit.leadership)
}

fn points(table: &Table, side: &str) -> i32 {
    let listed = table
        .exited
        .get(side)
        .map_or(0, |list| list.iter().map(|size| worth(table, size, 0)).sum());
    table.points.get(side).copied().unwrap_or(0) + listed
}

/// `exit`.
pub(super) fn judge_exit(
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
    let mut totals = Map::new();
    totals.insert(side.clone(), json!(points(table, &side)));
    ruling.value("victory-points", Value::Object(totals));
    ruling.value("victory-points-gained", json!({ side: gained }));
    Ok(())
}

/// Whether a side has won now.
fn has_won(table: &Table, side: &str, entry: &Node) -> Option<bool> {
    let near = |nation: &str, far: i32, test: &dyn Fn(&Unit, Hex) -> bool| {
        let centre = table.ground.grid.parse("S6").ok();
        table.units.iter().any(|unit| {
            unit.nation == nation
                && unit.hex().zip(centre).is_some_and(|(hex, centre)| {
                    table.ground.range(hex, centre) <= far && test(unit, hex)
                })
        })
    };
    let american_losses = || {
        table
            .losses
            .get("german")
            .map_or(0, |list| list.iter().map(|size| worth(table, size, 0)).sum::<i32>())
    };
    let won = match (table.scenario.as_deref()?, side) {
        ("S9", "italian") => near("italian", 7, &|unit, _| !unit.is_leader() && !unit.is_broken()),
        ("S9", _) => !near("italian", 7, &|unit, _| !unit.is_leader() && !unit.is_broken()),
        ("S10", "italian") => points(table, "italian") >= 10,
        ("S11", "german") => points(table, "german") >= 9 && american_losses() < 11,
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
fn guns(table: &Table, entry: &Node, nation: &str) -> bool {
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
fn controlled(table: &Table, entry: &Node) -> i32 {
    if let Some(told) = entry.get("buildings") {
        if let Some(number) = told.text().and_then(|text| text.parse().ok()) {
            return number;
        }
        let named = told.items().iter().filter(|name| named_building(table, name) != Some(false));
        return i32::try_from(named.count()).unwrap_or(0);
    }
    let held = table.ground.buildings.iter().filter(|building| {
        let between = building
            .iter()
            .all(|hex| (row_number("I")..=row_number("Q")).contains(&hexrow(table, *hex).0));
        building.len() > 1 && between && french_hold(table, building)
    });
    i32::try_from(held.count()).unwrap_or(0)
}

/// Whether the French control the building that a hex names; none when the map does not show it.
fn named_building(table: &Table, name: &Node) -> Option<bool> {
    let hex = table.hex(name).ok()?;
    Some(french_hold(table, table.ground.building_of(hex)?))
}

/// A Good Order squad or half-squad is in it, and no enemy (2).
fn french_hold(table: &Table, building: &std::collections::HashSet<Hex>) -> bool {
    let any = |test: &dyn Fn(&Unit) -> bool| {
        building.iter().any(|hex| table.units_in(*hex).any(|(_, unit)| test(unit)))
    };
    any(&|unit| unit.nation == "free-french" && unit.good_order() && unit.size != Size::Leader)
        && !any(&|unit| unit.nation == "german")
}

/// `claim-victory`, `end-game`.
pub(super) fn judge_victory(table: &Table, entry: &Node, ruling: &mut Ruling) {
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
    let totals: Map<String, Value> =
        table.exited.keys().map(|side| (side.clone(), json!(points(table, side)))).collect();
    ruling.value("victory-points", Value::Object(totals));
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
