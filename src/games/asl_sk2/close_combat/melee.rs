//! Where both sides stay in a hex (3.8).

use super::super::ruling::Ruling;
use super::super::table::Table;
use super::super::units::Unit;
use crate::hex::Hex;

/// Whether a melee is fought in a hex: infantry of both sides, and somebody unbroken (3.8).
fn is_melee(table: &Table, at: Hex) -> bool {
    let has = |test: &dyn Fn(&Unit) -> bool| {
        table.units_in(at).any(|(_, unit)| !unit.has("hidden") && test(unit))
    };
    let first = table.units_in(at).next().map(|(_, unit)| unit.side.clone()).unwrap_or_default();
    has(&|unit| unit.side != first) && has(&|unit| !unit.is_broken())
}

/// A melee counter belongs where both sides still have infantry and somebody is unbroken.
pub(in crate::games::asl_sk2) fn judge_melee(
    table: &mut Table,
    at: Hex,
    placed: bool,
    ruling: &mut Ruling,
) {
    match (is_melee(table, at), placed) {
        (false, true) => ruling
            .breach("SK2-3.8-MELEE", "a melee needs infantry of both sides, and somebody unbroken"),
        (true, false) => {
            ruling.breach("SK2-3.8-MELEE", "both sides are still there: they are locked in melee")
        }
        _ => {}
    }
    if placed && ruling.is_legal() {
        let here: Vec<usize> = table.units_in(at).map(|(index, _)| index).collect();
        here.into_iter().for_each(|unit| table.units[unit].set("melee"));
    }
}

/// The close combat phase ends: who faces enemies in his hex is in melee, nobody else is.
pub(in crate::games::asl_sk2) fn lock(table: &mut Table) {
    for unit in 0..table.units.len() {
        let Some(hex) = table.units[unit].hex() else { continue };
        if is_melee(table, hex) {
            table.units[unit].set("melee");
        } else {
            table.units[unit].clear("melee");
        }
    }
}
