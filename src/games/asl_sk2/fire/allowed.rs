//! Whether an attack may be made at all: groups, sight, marks, rate of fire, movers (3.2.1, 3.2.2, 3.3.1, 3.4).

use super::*;

/// Ordnance, IFE and flamethrowers attack alone; squads use one weapon beside their own firepower (3.2.2, 4.0).
pub(super) fn combines(
    table: &Table,
    firers: &Firers,
    method: Option<Method>,
    ruling: &mut Ruling,
) -> bool {
    let parts = firers.men.len() + firers.weapons.len();
    let flame = firers.weapons.iter().any(|weapon| table.weapons[*weapon].arm == Arm::Flamethrower);
    if parts > 1 && (flame || method == Some(Method::Flamethrower)) {
        ruling.breach_of(&["SK2-4.2-FT-USE", "SK2-3.2.2-FG-ORD"], "a flamethrower attacks alone");
        return false;
    }
    if parts > 1 && method == Some(Method::InfantryEquivalent) {
        ruling.breach_of(
            &["SK2-3.2.2-FG-ORD", "SK2-6.8-IFE-RESTR"],
            "a Gun that fires as infantry joins no fire group",
        );
        return false;
    }
    if flame
        && let Some(unit) = firers.weapons.iter().find_map(|weapon| table.owner(*weapon))
        && table.units[unit].has("pinned")
    {
        ruling.breach_of(
            &["SK2-4.2-FT-USE", "SK2-3.2.3-PIN-EFFECT"],
            "a pinned unit fires no flamethrower",
        );
        return false;
    }
    true
}

/// One connected chain of hexes; a hex with only a leader is no link (3.2.2).
pub(super) fn linked(table: &Table, firers: &Firers, from: &[Hex], ruling: &mut Ruling) -> bool {
    if connected(table, from) {
        return true;
    }
    let mut with_leaders = from.to_vec();
    with_leaders.extend(firers.leaders.iter().filter_map(|leader| table.units[*leader].hex()));
    for (index, a) in from.iter().enumerate() {
        for b in &from[index + 1..] {
            ruling.range(table, *a, *b);
        }
    }
    let rules: &[&'static str] = if connected(table, &with_leaders) {
        &["SK2-3.2.2-FG-LDR-LINK", "SK2-3.2.2-FG-ADJ"]
    } else {
        &["SK2-3.2.2-FG-ADJ"]
    };
    ruling.breach_of(
        rules,
        "the hexes of a fire group form one chain of neighbours with firing units",
    );
    false
}

pub(super) fn connected(table: &Table, hexes: &[Hex]) -> bool {
    let mut reached: Vec<Hex> = hexes.first().copied().into_iter().collect();
    let mut at = 0;
    while let Some(&hex) = reached.get(at) {
        at += 1;
        for next in hexes {
            if !reached.contains(next) && table.ground.range(hex, *next) <= 1 {
                reached.push(*next);
            }
        }
    }
    hexes.iter().all(|hex| reached.contains(hex))
}

/// Everybody needs a line of sight (3.2.1).
pub(in super::super) fn sees(
    table: &Table,
    from: &[Hex],
    target: Hex,
    ruling: &mut Ruling,
) -> bool {
    let mut blocked = None;
    let mut clear = 0;
    for hex in from {
        match table.sight(*hex, target).blocked {
            Some(block) => blocked = Some((*hex, block)),
            None => clear += 1,
        }
    }
    let Some((hex, block)) = blocked else { return true };
    let message = format!(
        "no line of sight from {} to {}: {} ({})",
        table.ground.name(hex),
        table.ground.name(target),
        block.why,
        table.ground.name(block.at)
    );
    let mut rules = Vec::new();
    if clear > 0 {
        rules.push("SK2-3.2.2-FG-LOS");
    }
    rules.extend([block.rule, "SK2-3.2.1-LOS-REQ"]);
    ruling.value("los", "blocked");
    ruling.breach_of(&rules, message);
    false
}

/// Marks, rate of fire and use of weapons so far allow this shot.
pub(super) fn unspent(
    table: &Table,
    firers: &Firers,
    mode: Mode,
    target: Hex,
    entry: &Node,
    ruling: &mut Ruling,
) -> bool {
    for unit in &firers.men {
        let unit = &table.units[*unit];
        let id = &unit.id;
        let adjacent = unit.hex().is_some_and(|hex| table.ground.range(hex, target) == 1);
        let breach: Option<(&[&'static str], &str)> = match mode {
            Mode::Prep if unit.has("prep-fired") && unit.cowered => {
                Some((&["SK2-3.2.2-COWER-MARK", "SK2-3.2-ONCE"], "cowered and is marked"))
            }
            _ if unit.used_inherent && table.fired_blind.contains(id) => Some((
                &["SK2-3.2.1-LOS-FIRED", "SK2-3.2.2-FG-LOS", "SK2-3.2-ONCE"],
                "has fired, although it saw no target",
            )),
            Mode::Prep if unit.used_inherent => Some((&["SK2-3.2-ONCE"], "has fired already")),
            Mode::Advancing if unit.has("prep-fired") => {
                Some((&["SK2-3.2-ONCE", "SK2-3.5-ELIG"], "fired in the prep fire phase"))
            }
            Mode::Advancing if unit.has("manhandled") => {
                Some((&["SK2-6.5-MH-AFTER", "SK2-3.5-ELIG"], "pushed a Gun this turn"))
            }
            Mode::Advancing if unit.used_inherent => Some((&["SK2-3.5-ONCE"], "has fired already")),
            Mode::First if unit.has("final-fired") => {
                Some((&["SK2-3.3.1-SFF-MARK", "SK2-3.3.1-DFF-MARK"], "is marked Final Fire"))
            }
            Mode::First if unit.has("first-fired") => {
                Some((&["SK2-3.3.1-DFF-MARK", "SK2-3.3.1-SFF-ELIG"], "is marked First Fire"))
            }
            Mode::Subsequent if unit.has("final-fired") => {
                Some((&["SK2-3.3.1-SFF-MARK"], "is marked Final Fire"))
            }
            Mode::Final if unit.has("final-fired") => {
                Some((&["SK2-3.4-FINAL-FINAL"], "is marked Final Fire"))
            }
            Mode::Final if unit.has("first-fired") && !adjacent => Some((
                &["SK2-3.4-FINAL-FIRST"],
                "is marked First Fire and may only shoot at the next hex",
            )),
            _ => None,
        };
        if let Some((rules, why)) = breach {
            ruling.breach_of(rules, format!("{id} {why}"));
            return false;
        }
        let crew_or_half = matches!(unit.size, Size::HalfSquad | Size::Crew);
        let own_weapons = firers
            .weapons
            .iter()
            .filter(|weapon| table.owner(**weapon) == table.find(id).and_then(unit_of))
            .count();
        let used_before =
            unit.used_weapons.iter().filter(|weapon| !firers.weapons.contains(weapon)).count();
        if crew_or_half && own_weapons + used_before > 0 {
            // To destroy a weapon is to use it.
            let wrecked = unit.used_weapons.iter().any(|w| table.weapons[*w].has("destroyed"));
            let rules: &[&'static str] =
                if wrecked { &["SK2-4.0-USE-HS", "SK2-4.0-DESTROY"] } else { &["SK2-4.0-USE-HS"] };
            ruling
                .breach_of(rules, format!("{id} used a weapon and so has no firepower of its own"));
            return false;
        }
        if !crew_or_half && own_weapons + used_before > 1 {
            two_weapons(table, entry, firers, target, mode, ruling);
            return false;
        }
    }
    for weapon in &firers.weapons {
        if !weapon_unspent(table, *weapon, firers, mode, target, entry, ruling) {
            return false;
        }
    }
    true
}

pub(super) fn unit_of(piece: Piece) -> Option<usize> {
    match piece {
        Piece::Unit(unit) => Some(unit),
        Piece::Weapon(_) => None,
    }
}

/// A squad that fires two weapons gives up its own firepower: the right sum is told.
pub(super) fn two_weapons(
    table: &Table,
    entry: &Node,
    firers: &Firers,
    target: Hex,
    mode: Mode,
    ruling: &mut Ruling,
) {
    let alone = Firers { men: Vec::new(), ..firers.clone() };
    let from = hexes(table, firers);
    if let Ok(Some(terms)) = terms(table, entry, &alone, target, mode, &[], ruling) {
        let mut modifiers = attack_modifiers(table, firers, &from, target, None, mode, None, None);
        modifiers.retain(|(_, by)| *by != 0);
        let firepower: Q = terms.iter().map(Term::total).sum();
        let column = tables::column(firepower).unwrap_or(0);
        if let Some((coloured, white)) = dice(entry) {
            let last = coloured + white + sum(&modifiers);
            ruling.value(
                "fire",
                json!({
                    "terms": terms.iter().map(Term::value).collect::<Vec<_>>(),
                    "firepower": value(firepower),
                    "column": column,
                    "drm": modifiers_value(&modifiers),
                    "dice": [coloured, white],
                    "final": last,
                    "result": tables::fire(column, last),
                }),
            );
        }
    }
    ruling.breach("SK2-4.0-USE-SQ", "a squad that fires two weapons gives up its own firepower");
}

/// Whether a weapon may still shoot.
pub(super) fn weapon_unspent(
    table: &Table,
    weapon: usize,
    firers: &Firers,
    mode: Mode,
    target: Hex,
    entry: &Node,
    ruling: &mut Ruling,
) -> bool {
    let gun = &table.weapons[weapon];
    let id = gun.id.clone();
    let owner = table.owner(weapon);
    let breach = |ruling: &mut Ruling, rules: &[&'static str], why: &str| {
        ruling.breach_of(rules, format!("{id} {why}"));
        false
    };
    if mode == Mode::Advancing {
        if gun.has("manhandled") || owner.is_some_and(|unit| table.units[unit].has("manhandled")) {
            return breach(ruling, &["SK2-6.5-MH-AFTER", "SK2-3.5-ELIG"], "was pushed this turn");
        }
        if gun.has("prep-fired") {
            return breach(
                ruling,
                &["SK2-3.2-ONCE", "SK2-3.5-ELIG"],
                "fired in the prep fire phase",
            );
        }
        if gun.shot.is_some() && gun.has("advancing-fired") {
            return breach(
                ruling,
                &["SK2-3.5-ONCE", "SK2-1.2.4.1-ROF"],
                "has fired in this phase; there is no rate of fire in it",
            );
        }
        let heavy =
            matches!(gun.arm, Arm::Mmg | Arm::Hmg) || gun.arm.is_gun() || gun.arm.is_mortar();
        let moved = gun.has("moved")
            || owner.is_some_and(|unit| table.units[unit].has("moved") && gun.arm.is_gun());
        if heavy && moved {
            return breach(ruling, &["SK2-3.5-ELIG"], "moved in the movement phase");
        }
    }
    if gun.has("intensive-fired") {
        return breach(
            ruling,
            &["SK2-3.2.4-INTENSIVE"],
            "used Intensive Fire and is done for this turn",
        );
    }
    if let Some(owner) = owner {
        let unit = &table.units[owner];
        let used: BTreeSet<usize> = unit
            .used_weapons
            .iter()
            .copied()
            .chain(firers.weapons.iter().copied().filter(|w| table.owner(*w) == Some(owner)))
            .collect();
        let most = match unit.size {
            Size::Squad => 2,
            _ => 1,
        };
        if used.len() > most {
            let rule = match unit.size {
                Size::Squad => "SK2-4.0-USE-SQ",
                Size::Leader => "SK2-4.0-USE-SMC",
                _ => "SK2-4.0-USE-HS",
            };
            return breach(ruling, &[rule], "is one weapon too many for its unit");
        }
        if matches!(unit.size, Size::HalfSquad | Size::Crew)
            && unit.used_inherent
            && !firers.men.contains(&owner)
        {
            return breach(
                ruling,
                &["SK2-4.0-USE-HS"],
                "cannot be fired: its unit used its own firepower",
            );
        }
    }
    let adjacent = table.weapon_hex(weapon).is_some_and(|hex| table.ground.range(hex, target) == 1);
    match mode {
        Mode::Final if gun.has("final-fired") => {
            return breach(ruling, &["SK2-3.4-FINAL-FINAL"], "is marked Final Fire");
        }
        Mode::Final if gun.has("first-fired") && !adjacent => {
            return breach(
                ruling,
                &["SK2-3.4-FINAL-FIRST"],
                "is marked First Fire and may only shoot at the next hex",
            );
        }
        Mode::First if gun.has("final-fired") => {
            return breach(ruling, &["SK2-3.3.1-SFF-MARK"], "is marked Final Fire");
        }
        Mode::First if gun.has("first-fired") && gun.shot.is_none_or(|shot| !shot.kept) => {
            return breach(
                ruling,
                &["SK2-3.3.1-DFF-MARK", "SK2-1.2.4.1-ROF"],
                "is marked First Fire",
            );
        }
        Mode::Subsequent | Mode::Protective => return true,
        _ => {}
    }
    if entry.word("after") == Some("rof-lost") {
        return true;
    }
    match gun.shot {
        Some(shot) if !shot.kept => {
            let rules: Vec<&'static str> = if table.phase == Phase::AdvancingFire
                || gun.has("prep-fired") && mode == Mode::Advancing
            {
                vec!["SK2-3.2-ONCE"]
            } else {
                vec![shot.denied_by, "SK2-1.2.4.1-ROF", "SK2-3.2-ONCE"]
            };
            breach(
                ruling,
                &rules,
                &format!("lost its rate of fire (coloured die {})", shot.coloured),
            )
        }
        None if gun.has("prep-fired") && mode == Mode::Prep => {
            breach(ruling, &["SK2-3.2-ONCE", "SK2-1.2.4.1-ROF"], "has fired already")
        }
        _ => true,
    }
}
