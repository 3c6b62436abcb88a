//! Why a move costs too much.

use super::*;

/// Names every single rule whose relaxation would make the move affordable.
#[expect(clippy::too_many_arguments, reason = "everything that the cost was made of")]
pub(super) fn overspent(
    table: &Table,
    group: &[usize],
    path: &[Hex],
    made: &Allowance,
    cost: Q,
    entry: &Node,
    extra_spent: Q,
    ruling: &mut Ruling,
) {
    let total = made.total();
    let steps = || path.windows(2);
    let mut culprits: Vec<&'static str> = Vec::new();
    let mut relax = |rule: &'static str, allowance: Q, price: Q| {
        if price <= allowance {
            culprits.push(rule);
        }
    };
    if extra_spent > whole(0) {
        relax("SK2-S10-ENTRY", total + extra_spent, cost);
    }
    if table.ground.muddy_slopes {
        let slopes: i32 =
            steps().map(|s| (table.ground.level(s[1]) - table.ground.level(s[0])).abs()).sum();
        if slopes > 0 {
            relax("SK2-S16-SSR", total, cost - whole(slopes));
        }
    }
    if made.double_time == 0 && entry.word("exhausted-counter") == Some("not-placed") {
        relax("SK2-3.3-DT", total + 2, cost);
    }
    if made.leader == 0 && !table.units[lead(table, group)].is_leader() {
        let near = |leader: &super::super::units::Unit| {
            leader.is_leader() && leader.side == table.units[group[0]].side
        };
        if table.units.iter().any(near) {
            relax("SK2-3.3-LDR-BONUS", total + 2, cost);
        }
    }
    if table.ground.grain_by_rule
        && steps().any(|s| table.ground.terrain(s[1]) == super::super::terrain::Terrain::Grain)
    {
        relax("SK2-1.1.1-GRAIN", total, cost - super::super::number::half());
    }
    if made.portage > made.capacity {
        relax("SK2-4.0-IPC", total + (made.portage - made.capacity), cost);
    }
    culprits.push("SK2-3.3-MF-COST");
    culprits.push("SK2-3.3-MF-BASE");
    if made.inexperienced > 0 {
        culprits.push("SK2-5.4-INEXP");
    }
    if made.double_time == 0 {
        culprits.push("SK2-3.3-DT");
    }
    if made.road == 0 {
        culprits.push("SK2-3.3-ROAD-BONUS");
    }
    if steps().any(|s| table.ground.level(s[1]) > table.ground.level(s[0])) {
        culprits.push("SK2-1.1.1-CREST-MF");
    }
    for step in steps() {
        let rule = match table.ground.terrain(step[1]) {
            super::super::terrain::Terrain::Grain => "SK2-1.1.1-GRAIN",
            super::super::terrain::Terrain::StoneBuilding
            | super::super::terrain::Terrain::WoodenBuilding => "SK2-1.1.1-BLDG",
            super::super::terrain::Terrain::Woods => "SK2-1.1.1-WOODS",
            super::super::terrain::Terrain::WoodsRoad => "SK2-1.1.1-WOODSROAD",
            _ => continue,
        };
        culprits.push(rule);
    }
    if steps().any(|s| table.smoke.contains_key(&s[1])) {
        culprits.push("SK2-1.2.5-SMOKE-MF");
    }
    culprits.dedup();
    ruling
        .breach_of(&culprits, format!("{} MF are needed, {} are there", words(cost), words(total)));
}
