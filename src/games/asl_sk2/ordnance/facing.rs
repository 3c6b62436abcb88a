//! Covered arcs, and Guns that are turned (3.2.4).

use super::*;

/// The arc before and after turning: the spines turned, or none when the target stays outside.
pub(in crate::games::asl_sk2) fn covered_arc(
    table: &mut Table,
    entry: &Node,
    weapon: usize,
    hex: Hex,
    at: Hex,
    ruling: &mut Ruling,
) -> Result<Option<i32>, Problem> {
    let gun = &table.weapons[weapon];
    let (Some(now), true) = (gun.arc, gun.arm.is_gun()) else {
        // Where the arc is not known, the players say by how much it was turned.
        return Ok(Some(entry.get("turned").map(Node::read).transpose()?.unwrap_or(0)));
    };
    let told = match entry.get("covered-arc") {
        Some(node) => Some(table.spine(node.text().unwrap_or_default(), node)?),
        None => None,
    };
    let tell = |spine: (Hex, Hex)| {
        json!({
            "gun": table.ground.name(hex),
            "spine": arc::name(table, spine),
            "target": table.ground.name(at),
            "inside": arc::inside(table, hex, Some(spine), at),
        })
    };
    let spine = told.unwrap_or(now);
    let turned = arc::turned(table, hex, now, spine);
    let shown = if turned > 0 { json!([tell(now), tell(spine)]) } else { tell(spine) };
    ruling.value("covered-arc", shown);
    if !arc::inside(table, hex, Some(spine), at) {
        ruling.breach(
            "SK2-3.2.4-CA",
            format!("{} is outside the arc {}", table.ground.name(at), arc::name(table, spine)),
        );
        return Ok(None);
    }
    table.weapons[weapon].arc = Some(spine);
    Ok(Some(turned))
}

/// `turn-gun`: without a shot, only at the end of a friendly fire phase (3.2.4).
pub(in crate::games::asl_sk2) fn judge_turn(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which Gun?"))?;
    let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
    let owner = table.owner(weapon);
    let attacker = owner.is_none_or(|unit| table.units[unit].side == table.side);
    let phase_fits = match table.phase {
        Phase::PrepFire | Phase::AdvancingFire => attacker,
        Phase::DefensiveFire => !attacker,
        Phase::SetUp => true,
        _ => false,
    };
    if !phase_fits {
        ruling.breach(
            "SK2-3.2.4-CA-FREE",
            format!("a Gun is not turned in the {} phase", table.phase.word()),
        );
        return Ok(());
    }
    if owner.is_some_and(|unit| table.units[unit].used_inherent) {
        ruling.breach("SK2-3.2.4-CA-FREE", "those who man it have fired their own firepower");
        return Ok(());
    }
    if table.weapons[weapon].has("malfunctioned") {
        ruling.breach("SK2-3.2.4-CA-FREE", "it does not work");
        return Ok(());
    }
    let arc = entry.get("covered-arc").ok_or_else(|| Problem::at(entry, "turned to where?"))?;
    let spine = table.spine(arc.text().unwrap_or_default(), arc)?;
    let gun = &mut table.weapons[weapon];
    gun.arc = Some(spine);
    gun.turned = true;
    gun.acquired = None;
    gun.acquisition_lost = Some("SK2-6.10-ACQ-LOSE");
    gun.states.remove("hidden");
    if let Some(owner) = owner {
        table.units[owner].clear("hidden");
    }
    Ok(())
}
