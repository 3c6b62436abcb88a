//! Where units set up (1.3 and the cards).

use super::*;

/// `set-up`.
pub(in crate::games::asl_sk2) fn judge_set_up(
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

pub(super) fn set_up_unit(
    table: &mut Table,
    unit: usize,
    hex: Hex,
    group: Option<&str>,
    ruling: &mut Ruling,
) {
    let (row, number) = hexrow(table, hex);
    let nation = table.units[unit].nation.clone();
    let id = table.units[unit].id.clone();
    let letter = |letters: &str| row_number(letters);
    let scenario = table.scenario.clone();
    let after = |other: &str| {
        table.units.iter().any(|unit| unit.nation == other && table.set_up.contains(&unit.id))
    };
    // Who sets up first has finished before the others begin (1.3).
    let late = match (scenario.as_deref(), nation.as_str()) {
        (Some("S15"), "american") => after("german"),
        (Some("S16"), "free-french") => group != Some("second-company") && after("german"),
        _ => false,
    };
    // A log begins with everybody in place; only a case tells who was placed when.
    if late && !table.script.is_empty() {
        ruling.breach("SK2-1.3-ORDER", format!("{id} sets up before the Germans do"));
    }
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
            let held = french_buildings(table);
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
            let held = table.units_in(hex).any(|(_, other)| other.side != table.units[unit].side);
            if held || table.stronghold.contains(&hex) {
                wrong("SK2-S16-SETUP", "not in the building of the French".to_owned());
            }
        }
        _ => {}
    }
    table.units[unit].at = Whereabouts::Hex(hex);
    table.set_up.insert(id);
    fortify(table);
}

pub(super) fn set_up_weapon(
    table: &mut Table,
    weapon: usize,
    hex: Hex,
    hidden: bool,
    ruling: &mut Ruling,
) {
    let (row, number) = hexrow(table, hex);
    let gun = table.weapons[weapon].clone();
    let id = gun.id.clone();
    if table.owner(weapon).is_none() {
        ruling.breach("SK2-4.0-SETUP-POSS", format!("{id} sets up with a possessor"));
    }
    let building = table.ground.terrain(hex).is_building();
    let at_or_infantry =
        matches!(gun.arm, super::super::units::Arm::AtGun | super::super::units::Arm::InfantryGun);
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
