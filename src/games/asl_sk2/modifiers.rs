//! Modifiers of fire: cover, hindrances, leadership, movement (3.2.3, 3.2.4, 3.3.1).

use super::arc;
use super::ruling::Modifiers;
use super::sight::{Sight, enters_from};
use super::table::{Phase, Table};
use crate::hex::Hex;

/// The rule behind a modifier.
pub(super) fn rule_of(name: &str) -> &'static str {
    match name {
        "leader" => "SK2-3.2.2-LDR-HEX",
        "orchard" | "grain" | "hindrance" => "SK2-3.2.1-LOS-HIND",
        "out-of-smoke" => "SK2-1.2.5-SMOKE-HIND",
        name if name.starts_with("smoke") && name != "smoke-shot" => "SK2-1.2.5-SMOKE-HIND",
        "ffmo" => "SK2-3.3.1-FFMO",
        "ffnam" => "SK2-3.3.1-FFNAM",
        "exhausted" => "SK2-3.3-CX-DRM",
        "hazardous-movement" => "SK2-6.5-MH-HAZ",
        "flamethrower-carried" => "SK2-4.2-FT-TARGET",
        "emplacement" => "SK2-6.3-EMPLACE",
        "gunshield" => "SK2-6.6-SHIELD",
        "height-advantage" => "SK2-1.1.1-HEIGHT",
        "acquired" => "SK2-6.10-ACQ-LOSE",
        "intensive-fire" => "SK2-3.2.4-INTENSIVE",
        "non-qualified" => "SK2-3.2.4-NONQUAL",
        "captured" => "SK2-5.5-CAPTURED",
        "small-target" | "large-target" => "SK2-6.7-SIZE",
        "backblast-avoided" => "SK2-4.4.2-BACKBLAST",
        "fortified-building" => "SK2-S16-SSR",
        "other-nation" => "SK2-S9-SSR",
        name if name.starts_with("covered-arc") => "SK2-3.2.4-CA-DRM",
        "air-burst" => "SK2-1.1.1-WOODS",
        "advancing-fire" | "pinned" | "smoke-shot" => "SK2-3.2.4-DRM-FIRER",
        _ => "SK2-3.2.4-TEM",
    }
}

/// The rule of a modifier, where scenarios have one of their own.
pub(super) fn rule_in(table: &Table) -> impl Fn(&str) -> &'static str + use<> {
    let foreign =
        if table.scenario.as_deref() == Some("S13") { "SK2-S13-SSR" } else { "SK2-S9-SSR" };
    move |name| if name == "other-nation" { foreign } else { rule_of(name) }
}

/// The best single cover of a target in a hex against fire from these hexes: terrain, emplacement, height, shield.
pub(super) fn cover(
    table: &Table,
    target: Option<usize>,
    hex: Hex,
    from: &[Hex],
    by_mortar: bool,
    shields: bool,
) -> Modifiers {
    let ground = &table.ground;
    let terrain = ground.terrain(hex);
    let (mut name, mut by) = terrain.tem();
    if table.stronghold.contains(&hex) && terrain.is_building() {
        (name, by) = ("fortified-building", 4);
    }
    let unit = target.map(|target| &table.units[target]);
    // Who used the road rate through woods is in the open for fire at its movement.
    let on_road = table.phase == Phase::Movement
        && unit.is_some_and(|unit| unit.by_road && down_the_road(table, hex, from));
    if terrain == super::terrain::Terrain::WoodsRoad && on_road {
        (name, by) = ("open", 0);
    }
    if terrain.is_woods() && by_mortar {
        return vec![("air-burst".to_owned(), -1)];
    }
    let gun = target.and_then(|target| {
        table.weapons_of(target).find(|(_, weapon)| weapon.arm.is_gun()).map(|(at, _)| at)
    });
    let gun = gun.or_else(|| {
        target
            .is_none()
            .then(|| table.weapons.iter().position(|w| w.arm.is_gun() && w.lies_at == Some(hex)))
            .flatten()
    });
    if let Some(gun) = gun {
        let weapon = &table.weapons[gun];
        let crewed = unit.is_none_or(|unit| unit.size == super::units::Size::Crew);
        if weapon.has("emplaced") && crewed && by < 2 {
            (name, by) = ("emplacement", 2);
        }
        let ready = unit.is_none_or(|unit| unit.good_order() && !unit.has("hazardous-movement"));
        let through_arc = from.iter().all(|firer| arc::inside(table, hex, weapon.arc, *firer));
        let shield = if by_mortar { 1 } else { 2 };
        if shields
            && weapon.arm.has_shield()
            && crewed
            && ready
            && through_arc
            && by < shield
            && weapon.arc.is_some()
        {
            (name, by) = ("gunshield", shield);
        }
    }
    if by == 0
        && !by_mortar
        && from.iter().any(|firer| ground.level(*firer) < ground.level(hex))
        && !crossed_crest(table, target, hex, from)
    {
        (name, by) = ("height-advantage", 1);
    }
    if by == 0 { Vec::new() } else { vec![(name.to_owned(), by)] }
}

/// Whether fire at a road hex comes along its road, and so crosses no trees; residual fire comes from nowhere.
fn down_the_road(table: &Table, hex: Hex, from: &[Hex]) -> bool {
    from.iter().all(|firer| {
        enters_from(&table.ground, *firer, hex).is_some_and(|by| table.ground.is_road(by, hex))
    })
}

/// Whether a unit that came by road is in the open for those who look at it from these hexes (1.1.1).
pub(super) fn in_open(table: &Table, by_road: bool, hex: Hex, from: &[Hex]) -> bool {
    let terrain = table.ground.terrain(hex);
    let by_road = by_road
        && (terrain != super::terrain::Terrain::WoodsRoad || down_the_road(table, hex, from));
    terrain.is_open(by_road, table.ground.grain_in_season())
}

/// Whether a mover came over the very crest that the fire crosses (1.1.1).
fn crossed_crest(table: &Table, target: Option<usize>, hex: Hex, from: &[Hex]) -> bool {
    let Some(came) = target.and_then(|target| table.units[target].came_from) else { return false };
    matches!(table.phase, Phase::Movement | Phase::Rout)
        && table.ground.level(came) < table.ground.level(hex)
        && !from.is_empty()
        && from.iter().all(|firer| enters_from(&table.ground, *firer, hex) == Some(came))
}

/// Rules that bear on the numbers of an attack beyond those that made them.
pub(super) fn hint(
    table: &Table,
    from: &[Hex],
    hex: Hex,
    targets: &[usize],
    ruling: &mut super::ruling::Ruling,
) {
    if from.iter().any(|firer| table.sight(*firer, hex).along_road) {
        ruling.hint("hindrance", "SK2-1.1.1-ORCHROAD");
        ruling.hint("orchard", "SK2-1.1.1-ORCHROAD");
    }
    for target in targets {
        let unit = &table.units[*target];
        if crossed_crest(table, Some(*target), hex, from) {
            ruling.hint("height-advantage", "SK2-1.1.1-HEIGHT-EXC");
        }
        for name in ["ffmo", "ffnam"] {
            if unit.is_broken() {
                ruling.hint(name, "SK2-3.3.1-BROKEN-DRM");
            }
            if unit.has("hazardous-movement") {
                ruling.hint(name, "SK2-6.5-MH-HAZ");
            }
        }
    }
}

/// The hindrances of a line of sight, by name; several smoke hexes are named each.
pub(super) fn hindrances(table: &Table, sight: &Sight) -> Modifiers {
    let mut found: Modifiers = Vec::new();
    let clouds = sight.hindrances.iter().filter(|(name, _, _)| *name == "smoke").count();
    for (name, hex, by) in &sight.hindrances {
        let name = match *name {
            "smoke" if clouds > 1 => format!("smoke-{}", table.ground.name(*hex).to_lowercase()),
            other => other.to_owned(),
        };
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += by,
            None => found.push((name, *by)),
        }
    }
    found
}

/// What the movement of a target adds to first fire at it: FFMO, FFNAM, or hazardous movement.
pub(super) fn movement(
    table: &Table,
    target: usize,
    hex: Hex,
    first_fire: bool,
    hindered: bool,
    high: bool,
    from: &[Hex],
) -> Modifiers {
    let unit = &table.units[target];
    let mut found = Modifiers::new();
    if unit.has("hazardous-movement") && !unit.has("pinned") {
        found.push(("hazardous-movement".to_owned(), -2));
        return found;
    }
    if !first_fire || unit.has("pinned") {
        return found;
    }
    if !unit.assaults {
        found.push(("ffnam".to_owned(), -1));
    }
    if in_open(table, unit.by_road, hex, from) && !hindered && !high {
        found.push(("ffmo".to_owned(), -1));
    }
    found
}

/// Leadership of leaders of another nation counts one worse (S9, S13).
pub(super) fn foreign_leader(table: &Table, leader: usize, led: &[usize]) -> i32 {
    let nation = |unit: usize| {
        let nation = table.units[unit].nation.as_str();
        // British and Australians count as one.
        if nation == "australian" { "british".to_owned() } else { nation.to_owned() }
    };
    let applies = matches!(table.scenario.as_deref(), Some("S9" | "S13"));
    i32::from(applies && led.iter().any(|unit| nation(*unit) != nation(leader)))
}
