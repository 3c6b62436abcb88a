//! Who surprises whom (3.8).

use super::super::ruling::Ruling;
use super::super::table::Table;
use crate::referee::Problem;
use crate::referee::case::Node;
use serde_json::json;

/// `ambush-roll`.
pub(in crate::games::asl_sk2) fn judge_ambush(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "where?"))?)?;
    let die = |key: &str| -> Result<i32, Problem> {
        entry
            .get(key)
            .ok_or_else(|| Problem::at(entry, format!("the die of the {key} is missing")))?
            .read()
    };
    let (attacker, defender) = (die("attacker")?, die("defender")?);
    if !table.ground.terrain(at).is_cover() {
        ruling.breach("SK2-3.8-AMBUSH-WHEN", "ambushes happen in woods and buildings only");
        return Ok(());
    }
    if table.units_in(at).any(|(_, unit)| unit.has("melee")) {
        ruling.breach_of(
            &["SK2-3.8-AMBUSH-WHEN", "SK2-3.8-MELEE-REINF"],
            "there was a melee before: nobody is ambushed",
        );
        return Ok(());
    }
    let modifier = |attacking: bool| {
        let here: Vec<usize> = table
            .units_in(at)
            .filter(|(_, unit)| (unit.side == table.side) == attacking)
            .map(|(index, _)| index)
            .collect();
        let any = |test: &dyn Fn(usize) -> bool| i32::from(here.iter().any(|unit| test(*unit)));
        let leader = here
            .iter()
            .filter(|unit| {
                let leader = &table.units[**unit];
                leader.is_leader() && leader.good_order() && !leader.has("pinned")
            })
            .map(|unit| table.units[*unit].current_leadership())
            .min();
        let accompanied = here.len() > 1;
        any(&|unit| table.is_inexperienced(unit))
            + any(&|unit| table.units[unit].has("pinned"))
            + any(&|unit| table.units[unit].has("exhausted"))
            + leader.filter(|_| accompanied).unwrap_or(0)
    };
    let (for_attacker, for_defender) = (modifier(true), modifier(false));
    let (a, d) = (attacker + for_attacker, defender + for_defender);
    let result = if a + 3 <= d {
        "attacker"
    } else if d + 3 <= a {
        "defender"
    } else {
        "none"
    };
    ruling.value(
        "ambush",
        json!({
            "attacker": { "die": attacker, "drm": for_attacker },
            "defender": { "die": defender, "drm": for_defender },
            "result": result,
        }),
    );
    if let Some(told) = entry.get("applied").and_then(|applied| applied.word("result"))
        && told != result
    {
        ruling.breach("SK2-3.8-AMBUSH-DR", format!("{a} against {d}: the ambush is {result}"));
    }
    let side = match result {
        "attacker" => Some(table.side.clone()),
        "defender" => table
            .units_in(at)
            .find(|(_, unit)| unit.side != table.side)
            .map(|(_, unit)| unit.side.clone()),
        _ => None,
    };
    table.ambush = side.map(|side| (at, side));
    Ok(())
}
