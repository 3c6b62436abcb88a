//! Fire that sees nothing, or nobody, or each target otherwise (3.2.1, 3.2.2).

use super::*;

/// The same roll as it is read for each target: those that read alike together, the first first.
pub(in super::super) fn readings(
    targets: &[usize],
    modifiers: impl Fn(Option<usize>) -> Modifiers,
) -> Vec<(Modifiers, Vec<usize>)> {
    let mut found: Vec<(Modifiers, Vec<usize>)> = Vec::new();
    for target in targets {
        let own = modifiers(Some(*target));
        match found.iter_mut().find(|(known, _)| *known == own) {
            Some((_, like)) => like.push(*target),
            None => found.push((own, vec![*target])),
        }
    }
    if found.is_empty() {
        found.push((modifiers(None), Vec::new()));
    }
    found
}

/// Nobody is shot at off the map (3.3).
pub(in super::super) fn off_map(
    table: &Table,
    entry: &Node,
    at: &Node,
    ruling: &mut Ruling,
) -> Result<bool, Problem> {
    let outside = |piece: &Piece| match piece {
        Piece::Unit(unit) => table.units[*unit].at == super::super::units::Whereabouts::OffMap,
        Piece::Weapon(_) => false,
    };
    let away = super::super::ruling::pieces(table, entry, &["against"])?.iter().any(outside);
    if away || at.text() == Some("off-map") {
        ruling.breach_of(
            &["SK2-3.3-OFF-LOS", "SK2-3.2.1-LOS-REQ"],
            "there is no line of sight to units off the map",
        );
    }
    Ok(!ruling.is_legal())
}

/// Whether an attack was only announced, and found to have no line of sight (3.2.1).
pub(in super::super) fn blind(table: &Table, entry: &Node, from: &[Hex], at: Hex) -> bool {
    let carried_through = match entry.word("resolved") {
        Some(told) => told == "true",
        None => dice(entry).is_some(),
    };
    !carried_through && !from.is_empty() && from.iter().all(|hex| !table.sight(*hex, at).is_clear())
}

/// Who announced fire without a line of sight has fired all the same (3.2.1).
pub(in super::super) fn fired_blind(table: &mut Table, firers: &Firers, mode: Mode) {
    let mark = mark_of(mode);
    for unit in firers.men.iter().chain(&firers.leaders) {
        let unit = &mut table.units[*unit];
        Table::mark(&mut unit.states, mark);
        unit.used_inherent = true;
        let id = unit.id.clone();
        table.fired_blind.insert(id);
    }
    for weapon in &firers.weapons {
        let weapon = &mut table.weapons[*weapon];
        Table::mark(&mut weapon.states, mark);
        let denied_by = "SK2-3.2.1-LOS-FIRED";
        weapon.shot = Some(Shot { coloured: 0, kept: false, denied_by });
    }
}

/// Those announced with an attack who dropped out for want of sight have fired all the same (3.2.1, 3.2.2).
pub(super) fn dropped_out(table: &mut Table, entry: &Node, mode: Mode) -> Result<(), Problem> {
    let mark = mark_of(mode);
    for piece in super::super::ruling::pieces(table, entry, &["declared-with"])? {
        match piece {
            Piece::Unit(unit) => {
                let unit = &mut table.units[unit];
                Table::mark(&mut unit.states, mark);
                unit.used_inherent = true;
                let id = unit.id.clone();
                table.fired_blind.insert(id);
            }
            Piece::Weapon(weapon) => {
                let weapon = &mut table.weapons[weapon];
                Table::mark(&mut weapon.states, mark);
                let denied_by = "SK2-3.2.1-LOS-FIRED";
                weapon.shot = Some(Shot { coloured: 0, kept: false, denied_by });
            }
        }
    }
    Ok(())
}
