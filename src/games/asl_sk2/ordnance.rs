//! Guns, mortars and light anti-tank weapons: To Hit, effect, ammunition, acquisition (3.2.4, 4.4, 6).

use super::arc;
use super::fire::{Firers, Mode, able, claimed_hindrance, left_hex, mode, sees, targets};
use super::modifiers::{cover, foreign_leader, hindrances, hint, movement, rule_of};
use super::number::{value, whole};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, sum};
use super::table::{Attack, Phase, Piece, Table};
use super::tables;
use super::units::{Acquired, Arm, LastShot, Method, Possessor, Shot, Size};
use crate::hex::Hex;
use crate::rules::Problem;
use crate::rules::case::Node;
use serde_json::{Value, json};

/// `fire` by ordnance: the To Hit roll.
pub(super) fn judge(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    weapon: usize,
    method: Option<Method>,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let at = table.hex(entry.get("at").ok_or_else(|| Problem::at(entry, "fire at what?"))?)?;
    let gun = table.weapons[weapon].clone();
    let id = gun.id.clone();
    let Some(mode) = mode(table, entry, firers, ruling) else { return Ok(()) };
    if !able(table, firers, ruling) {
        return Ok(());
    }
    if firers.men.len() + firers.weapons.len() > 1 {
        ruling.breach("SK2-3.2.2-FG-ORD", "ordnance attacks alone");
        return Ok(());
    }
    let Some(hex) =
        entry.get("from").map(|from| table.hex(from)).transpose()?.or(table.weapon_hex(weapon))
    else {
        return Err(Problem::at(entry, format!("{id} is not on the map")));
    };
    ruling.range(table, hex, at);
    let range = table.ground.range(hex, at);
    let ammo = entry.word("ammo").unwrap_or("he").to_owned();
    let method = method.unwrap_or(match gun.arm {
        arm if arm.is_latw() => Method::AntiTankWeapon,
        arm if arm.is_mortar() => Method::AreaTarget,
        _ if matches!(ammo.as_str(), "smoke" | "wp") => Method::AreaTarget,
        _ => Method::InfantryTarget,
    });
    let side = table
        .owner(weapon)
        .map_or_else(|| table.side.clone(), |unit| table.units[unit].side.clone());
    let targets = targets(table, entry, at, &side, mode)?;
    let manning = entry.get("fired-by").map_or(1, |list| list.items().len());
    if !manned(table, weapon, mode, manning, ruling)
        || !target_type(&gun, method, &ammo, ruling)
        || !ammunition(table, weapon, &ammo, mode, &side, ruling)
        || !suitable(table, &gun, &ammo, at, &targets, ruling)
        || !in_range(&gun, range, ruling)
        || !shot_left(table, entry, weapon, mode, ruling)
    {
        return Ok(());
    }
    let Some(turn) = covered_arc(table, entry, weapon, hex, at, ruling)? else { return Ok(()) };
    if !sees(table, &[hex], at, ruling) {
        return Ok(());
    }
    if mode == Mode::First
        && !table.movers.is_empty()
        && targets.iter().any(|target| !table.movers.contains(target))
    {
        ruling.breach_of(
            &["SK2-3.3.1-DFF-TRIGGER", "SK2-3.3.1-DFF-ONLY"],
            "only units that have just spent MF there may be shot at",
        );
        return Ok(());
    }
    if matches!(mode, Mode::First | Mode::Subsequent | Mode::Protective)
        && left_hex(table, &targets, at, ruling)
    {
        return Ok(());
    }
    if gun.has("hidden") && entry.word("stays-hidden") == Some("true") {
        ruling.breach("SK2-6.4-HIP-LOSE-ACT", format!("{id} fires and is hidden no longer"));
        return Ok(());
    }
    hint(table, &[hex], at, &targets, ruling);
    if gun.acquired.is_some() {
        ruling.hint("acquired", "SK2-6.10-ACQ-TRACK");
    }
    let shooting = Shooting { weapon, hex, at, range, method, ammo, mode, turn, targets };
    let rolled = to_hit(table, entry, firers, &shooting, ruling)?;
    after_shot(table, entry, &shooting, rolled, ruling);
    Ok(())
}

/// A To Hit roll that may be made.
struct Shooting {
    weapon: usize,
    hex: Hex,
    at: Hex,
    range: i32,
    method: Method,
    ammo: String,
    mode: Mode,
    /// Spines turned for the shot.
    turn: i32,
    targets: Vec<usize>,
}

/// What the roll gave; none without dice.
#[derive(Clone, Copy)]
struct Rolled {
    coloured: i32,
    original: i32,
    hit: bool,
    critical: bool,
    fired: bool,
}

/// Who may serve it (3.2.4, 4.4.1, 4.5).
fn manned(table: &Table, weapon: usize, mode: Mode, manning: usize, ruling: &mut Ruling) -> bool {
    let gun = &table.weapons[weapon];
    if mode == Mode::Advancing {
        let pushed = gun.has("manhandled")
            || table.owner(weapon).is_some_and(|unit| table.units[unit].has("manhandled"));
        if pushed {
            ruling.breach_of(
                &["SK2-6.5-MH-AFTER", "SK2-3.5-ELIG"],
                format!("{} was pushed this turn", gun.id),
            );
            return false;
        }
        let moved = gun.has("moved")
            || table.owner(weapon).is_some_and(|unit| table.units[unit].has("moved"));
        if moved && !gun.arm.is_latw() {
            ruling.breach("SK2-3.5-ELIG", format!("{} moved in the movement phase", gun.id));
            return false;
        }
    }
    let Some(owner) = table.owner(weapon) else { return true };
    let unit = &table.units[owner];
    if unit.is_leader() && gun.arm.is_latw() && manning < 2 {
        ruling.breach("SK2-4.4.1-BAZ-CREW", format!("a leader alone does not fire {}", gun.id));
        return false;
    }
    if unit.is_leader() && gun.arm.is_gun() {
        ruling.breach(
            "SK2-3.2.4-PHASES",
            format!("{} needs an unbroken squad, half-squad or crew", gun.id),
        );
        return false;
    }
    true
}

/// Infantry or area target (3.2.4).
fn target_type(
    gun: &super::units::Weapon,
    method: Method,
    ammo: &str,
    ruling: &mut Ruling,
) -> bool {
    let smoke = matches!(ammo, "smoke" | "wp");
    match method {
        Method::InfantryTarget if gun.arm.is_mortar() => {
            let mut rules = vec!["SK2-3.2.4-ITT", "SK2-6.9-MTR"];
            if ammo == "wp" {
                rules.push("SK2-6.2-WP");
            }
            ruling.breach_of(&rules, format!("{} fires at areas only", gun.id));
        }
        Method::InfantryTarget if gun.arm.is_latw() => {
            ruling.breach("SK2-3.2.4-ITT", format!("{} has its own To Hit table", gun.id))
        }
        Method::InfantryTarget if smoke => {
            let own = if ammo == "wp" { "SK2-6.2-WP" } else { "SK2-1.2.5-SMOKE-ORD" };
            ruling.breach_of(&["SK2-3.2.4-ATT", "SK2-3.2.4-ITT", own], "smoke is fired at areas")
        }
        Method::AreaTarget if matches!(ammo, "ap" | "heat") => ruling
            .breach_of(&["SK2-3.2.4-ATT", "SK2-6.2-AP"], format!("{ammo} is not fired at areas")),
        Method::AreaTarget if gun.arm.is_latw() => {
            ruling.breach("SK2-3.2.4-ATT", format!("{} is not fired at areas", gun.id))
        }
        Method::AntiTankWeapon if !gun.arm.is_latw() => {
            ruling.breach("SK2-4.4-LATW-TH", format!("{} is no light anti-tank weapon", gun.id))
        }
        _ => return true,
    }
    false
}

/// Special ammunition: dates, depletion, smoke first (6.2, 3.2.5).
fn ammunition(
    table: &Table,
    weapon: usize,
    ammo: &str,
    mode: Mode,
    side: &str,
    ruling: &mut Ruling,
) -> bool {
    let gun = &table.weapons[weapon];
    if gun.depleted.contains(ammo) {
        ruling.breach("SK2-6.2-DEPLETE", format!("{} has no more {ammo}", gun.id));
        return false;
    }
    let before = |year: i32, month: u32| table.date.is_some_and(|date| date < (year, month));
    if ammo == "he" && gun.calibre == "57L" && gun.nation == "american" && before(1944, 6) {
        ruling.breach_of(
            &["SK2-6.2-DATE", "SK2-6.0-SCORE"],
            format!("{} has no HE before June 1944", gun.id),
        );
        return false;
    }
    if ammo == "ap" && gun.calibre.ends_with('*') {
        ruling.breach("SK2-6.0-SCORE", format!("{} has no AP", gun.id));
        return false;
    }
    if matches!(ammo, "smoke" | "wp") {
        if table.scenario.as_deref() == Some("S16") {
            ruling.breach("SK2-S16-SSR", "no smoke may be placed in this scenario");
            return false;
        }
        if table.fired_other_than_smoke.contains(side) && mode != Mode::First {
            ruling.breach(
                "SK2-3.2.5-SMOKE-FIRST",
                format!("{side} has fired something else in this phase"),
            );
            return false;
        }
        let allowed =
            matches!(mode, Mode::Prep | Mode::Final) || ammo == "wp" && mode == Mode::First;
        if !allowed {
            ruling.breach_of(
                &["SK2-3.2.5-SMOKE-FIRST", "SK2-6.2-WP"],
                "smoke is fired at the start of the prep or defensive fire phase",
            );
            return false;
        }
    }
    let available = match gun.arm {
        Arm::Bazooka43 => !before(1942, 11),
        Arm::Bazooka44 => !before(1944, 1),
        Arm::Bazooka45 => !before(1945, 1),
        Arm::Panzerschreck => !before(1943, 9),
        _ => true,
    };
    if !available {
        ruling.breach("SK2-4.4.1-DATES", format!("{} did not exist yet", gun.id));
    }
    available
}

/// Whether a gun is among the targets, or lies in the hex.
fn gun_target(table: &Table, at: Hex, targets: &[usize]) -> Option<usize> {
    let by_crew = targets
        .iter()
        .find_map(|unit| table.weapons_of(*unit).find(|(_, w)| w.arm.is_gun()).map(|(at, _)| at));
    by_crew.or_else(|| {
        table
            .weapons
            .iter()
            .enumerate()
            .position(|(index, w)| w.arm.is_gun() && table.weapon_hex(index) == Some(at))
    })
}

/// Targets that this weapon and ammunition may be fired at (4.4, 6.2).
fn suitable(
    table: &Table,
    gun: &super::units::Weapon,
    ammo: &str,
    at: Hex,
    targets: &[usize],
    ruling: &mut Ruling,
) -> bool {
    let building = table.ground.terrain(at).is_building();
    let guns = gun_target(table, at, targets).is_some();
    if gun.arm.is_latw() && !building && !guns {
        ruling.breach(
            "SK2-4.4-LATW-TARGET",
            format!("{} is fired only at infantry in buildings and at Guns", gun.id),
        );
        return false;
    }
    if ammo == "heat" && !building && !guns {
        ruling.breach("SK2-6.2-HEAT", "HEAT is fired only into buildings and at Guns");
        return false;
    }
    true
}

fn in_range(gun: &super::units::Weapon, range: i32, ruling: &mut Ruling) -> bool {
    if let Some((least, most)) = gun.limits
        && !(least..=most).contains(&range)
    {
        ruling.breach_of(
            &["SK2-3.2.4-RANGE", "SK2-6.9-MTR"],
            format!("{} fires at ranges {least} to {most}, not {range}", gun.id),
        );
        return false;
    }
    if gun.arm.is_latw() && gun.range > 0 && range > gun.range {
        ruling.breach("SK2-3.2.4-RANGE", format!("{} reaches {} hexes", gun.id, gun.range));
        return false;
    }
    if range > 24 && !gun.arm.is_latw() {
        ruling.breach("SK2-3.2.4-RANGE", "the chart ends at 24 hexes");
        return false;
    }
    true
}

/// Rate of fire, intensive fire (1.2.4.1, 3.2.4).
fn shot_left(table: &Table, entry: &Node, weapon: usize, mode: Mode, ruling: &mut Ruling) -> bool {
    let gun = &table.weapons[weapon];
    let intensive = entry.word("intensive") == Some("true");
    let done = gun.shot.is_some_and(|shot| !shot.kept)
        || ["prep-fired", "first-fired", "final-fired"].iter().any(|mark| gun.has(mark))
        || entry.word("after") == Some("rof-lost");
    if intensive {
        let why = if !gun.arm.is_gun() {
            "only Guns use Intensive Fire"
        } else if gun.intensive || gun.has("intensive-fired") {
            "it has been used already"
        } else if mode == Mode::Advancing {
            "not in the advancing fire phase"
        } else if !done {
            "the rate of fire is not lost yet"
        } else {
            return true;
        };
        let rules: &[&'static str] = if gun.arm.is_gun() && gun.no_rate {
            &["SK2-3.2.4-INTENSIVE", "SK2-3.2.4-NOROF-CA"]
        } else if gun.arm.is_gun() {
            &["SK2-3.2.4-INTENSIVE"]
        } else {
            &["SK2-3.2.4-INTENSIVE", "SK2-4.5-LMTR"]
        };
        ruling.breach_of(rules, format!("{}: no Intensive Fire, {why}", gun.id));
        return false;
    }
    if gun.intensive || gun.has("intensive-fired") {
        ruling.breach("SK2-3.2.4-INTENSIVE", format!("{} is done for this player turn", gun.id));
        return false;
    }
    match gun.shot {
        Some(shot) if !shot.kept => {
            ruling.breach_of(
                &[shot.denied_by, "SK2-1.2.4.1-ROF", "SK2-3.2-ONCE"],
                format!("{} lost its rate of fire (coloured die {})", gun.id, shot.coloured),
            );
            false
        }
        None if done && entry.word("after").is_none() => {
            let rules: &[&'static str] = match mode {
                Mode::Final if gun.has("final-fired") => &["SK2-3.4-FINAL-FINAL"],
                Mode::Final => &["SK2-3.4-FINAL-FIRST"],
                Mode::First => &["SK2-3.3.1-GUN-IF", "SK2-3.3.1-DFF-MARK"],
                _ => &["SK2-3.2-ONCE", "SK2-1.2.4.1-ROF"],
            };
            ruling.breach_of(rules, format!("{} has fired already", gun.id));
            false
        }
        _ => true,
    }
}

/// The arc before and after turning: the spines turned, or none when the target stays outside.
pub(super) fn covered_arc(
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

/// Whether the red numbers count (3.2.4).
fn red(table: &Table, weapon: usize) -> bool {
    let gun = &table.weapons[weapon];
    let early = gun.nation == "american" && table.date.is_some_and(|(year, _)| year < 1944);
    let nation = matches!(gun.nation.as_str(), "russian" | "italian" | "greek");
    nation
        || early
        || unqualified(table, weapon)
        || table.is_captured(weapon)
        || table.owner(weapon).is_some_and(|unit| table.is_inexperienced(unit))
}

/// A Gun that no crew serves (3.2.4).
fn unqualified(table: &Table, weapon: usize) -> bool {
    table.weapons[weapon].arm.is_gun()
        && table.owner(weapon).is_some_and(|unit| table.units[unit].size != Size::Crew)
}

/// Number, critical number, and whether an original 2 is critical.
fn number(table: &Table, weapon: usize, method: Method, range: i32) -> Option<(i32, Option<i32>)> {
    let gun = &table.weapons[weapon];
    match method {
        Method::AntiTankWeapon => {
            // Only one number of the anti-tank weapons is known.
            (range == 2).then_some((8, None))
        }
        Method::AreaTarget => {
            Some((tables::ordnance(&gun.nation, &gun.calibre)?.area_target(range)?, None))
        }
        _ => {
            let (number, critical) = tables::ordnance(&gun.nation, &gun.calibre)?
                .infantry_target(range, red(table, weapon))?;
            Some((number, Some(critical)))
        }
    }
}

/// `check: to-hit-number`.
pub(super) fn check_number(
    table: &Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let node = entry.get("weapon").ok_or_else(|| Problem::at(entry, "which weapon?"))?;
    let weapon = table.weapon_named(node.text().unwrap_or_default(), node)?;
    let method: Method =
        entry.get("method").map(Node::read).transpose()?.unwrap_or(Method::InfantryTarget);
    let range: i32 =
        entry.get("range").ok_or_else(|| Problem::at(entry, "at which range?"))?.read()?;
    let Some((number, critical)) = number(table, weapon, method, range) else {
        ruling.breach("SK2-3.2.4-RANGE", "the chart has no number for this range");
        return Ok(());
    };
    let mut shown = json!({ "number": number });
    if let Some(critical) = critical {
        shown["critical-number"] = json!(critical);
    }
    if let Some(last) = entry.get("final") {
        let last: i32 = last.read()?;
        shown["hit"] = json!(last <= number);
        shown["critical"] = json!(critical.is_some_and(|critical| last <= critical));
    }
    ruling.value("to-hit", shown);
    Ok(())
}

/// The rate of fire that the shot leaves, and the rule that lowers it.
fn rate(table: &Table, shooting: &Shooting) -> (Option<i32>, &'static str) {
    let gun = &table.weapons[shooting.weapon];
    let Some(mut rate) = gun.rof else { return (None, "SK2-1.2.4.1-ROF") };
    let mut rule = "SK2-1.2.4.1-ROF";
    let medium_mortar = gun.arm == Arm::Mortar
        && matches!(gun.calibre.as_str(), "81mm" | "82mm" | "3in" | "76mm" | "80mm");
    let mut lower = |yes: bool| {
        if yes {
            rate -= 1;
            rule = "SK2-3.2.4-ROF-LOWER";
        }
    };
    lower(shooting.turn > 0 && !gun.all_round && !medium_mortar);
    lower(table.is_captured(shooting.weapon));
    lower(unqualified(table, shooting.weapon));
    (Some(rate), rule)
}

fn firer_modifiers(table: &Table, entry: &Node, firers: &Firers, shooting: &Shooting) -> Modifiers {
    let gun = &table.weapons[shooting.weapon];
    let owner = table.owner(shooting.weapon);
    let mut found = Modifiers::new();
    let mut add = |name: &str, by: i32| found.push((name.to_owned(), by));
    if shooting.mode == Mode::Advancing {
        add("advancing-fire", 2);
    }
    if owner.is_some_and(|unit| table.units[unit].has("pinned")) {
        add("pinned", 2);
    }
    if owner.is_some_and(|unit| table.units[unit].has("exhausted")) {
        add("exhausted", 1);
    }
    if unqualified(table, shooting.weapon) {
        add("non-qualified", 2);
    }
    if table.is_captured(shooting.weapon) {
        add("captured", 2);
    }
    if entry.word("intensive") == Some("true") {
        add("intensive-fire", 2);
    }
    if matches!(shooting.ammo.as_str(), "smoke" | "wp") && shooting.range < 13 {
        add("smoke-shot", -2);
    }
    if entry.word("backblast") == Some("avoided") {
        add("backblast-avoided", 2);
    }
    // Leaders direct support weapons, never Guns.
    if !gun.arm.is_gun()
        && let Some(leader) = firers.leaders.first()
    {
        let led: Vec<usize> = owner.into_iter().collect();
        add(
            "leader",
            table.units[*leader].current_leadership() + foreign_leader(table, *leader, &led),
        );
    }
    let cramped = table.ground.terrain(shooting.hex).is_cover();
    let factor = if cramped { 2 } else { 1 };
    if gun.all_round {
        if shooting.turn > 0 {
            add("covered-arc-turn-360", shooting.turn * factor);
        }
    } else {
        for spine in 1..=shooting.turn {
            match spine {
                1 => add("covered-arc-first-spine", 3 * factor),
                2 => add("covered-arc-second-spine", factor),
                _ => add("covered-arc-third-spine", factor),
            }
        }
    }
    found
}

fn target_modifiers(table: &Table, shooting: &Shooting) -> Modifiers {
    let gun = &table.weapons[shooting.weapon];
    let mut found = Modifiers::new();
    let first = shooting.targets.first().copied();
    if matches!(shooting.method, Method::InfantryTarget | Method::AntiTankWeapon) {
        found.extend(cover(table, first, shooting.at, &[shooting.hex], false, false));
    }
    let sight = table.sight(shooting.hex, shooting.at);
    found.extend(hindrances(table, &sight));
    if let Some(by) = acquired(table, shooting) {
        found.push(("acquired".to_owned(), by));
    }
    if let Some(target) = first {
        let first_fire = matches!(shooting.mode, Mode::First | Mode::Subsequent | Mode::Protective);
        let high = found.iter().any(|(name, _)| name == "height-advantage");
        found.extend(movement(table, target, shooting.at, first_fire, sight.hindrance() > 0, high));
    }
    if let Some(target) = gun_target(table, shooting.at, &shooting.targets)
        && target != shooting.weapon
    {
        match table.weapons[target].target_size.as_str() {
            "small" => found.push(("small-target".to_owned(), -1)),
            "large" => found.push(("large-target".to_owned(), 1)),
            _ => {}
        }
    }
    let hidden = !shooting.targets.is_empty()
        && shooting.targets.iter().all(|unit| table.units[*unit].has("hidden"));
    if hidden {
        found.push(("hidden-target".to_owned(), 2));
    }
    let _ = gun;
    found
}

/// What acquisition counts against this target.
fn acquired(table: &Table, shooting: &Shooting) -> Option<i32> {
    let gun = &table.weapons[shooting.weapon];
    if gun.arm.is_latw() {
        return None;
    }
    let acquired = gun.acquired.as_ref()?;
    same_target(table, &acquired.target, shooting).then_some(acquired.level)
}

fn same_target(table: &Table, target: &str, shooting: &Shooting) -> bool {
    let by_hex = target.eq_ignore_ascii_case(&table.ground.name(shooting.at));
    by_hex || shooting.targets.iter().any(|unit| table.units[*unit].id == target)
}

fn to_hit(
    table: &mut Table,
    entry: &Node,
    firers: &Firers,
    shooting: &Shooting,
    ruling: &mut Ruling,
) -> Result<Option<Rolled>, Problem> {
    let Some((coloured, white)) = dice(entry) else { return Ok(None) };
    let original = coloured + white;
    let depletion = table.weapons[shooting.weapon].ammo.get(&shooting.ammo).copied();
    if let Some(number) = depletion {
        let result = match original.cmp(&number) {
            std::cmp::Ordering::Less => "available",
            std::cmp::Ordering::Equal => "last-round",
            std::cmp::Ordering::Greater => "none",
        };
        ruling.value(
            "depletion",
            json!({ "number": number, "dice": [coloured, white], "result": result }),
        );
        if result != "available" {
            table.weapons[shooting.weapon].depleted.insert(shooting.ammo.clone());
        }
        if result == "none" {
            return Ok(Some(Rolled {
                coloured,
                original,
                hit: false,
                critical: false,
                fired: false,
            }));
        }
    }
    let Some((number, critical_number)) =
        number(table, shooting.weapon, shooting.method, shooting.range)
    else {
        ruling
            .judgement
            .leave_unchecked("SK2-3.2.4-TH-NUM", "the To Hit number for this range is not known");
        return Ok(None);
    };
    let mut modifiers = firer_modifiers(table, entry, firers, shooting);
    modifiers.extend(target_modifiers(table, shooting));
    modifiers.retain(|(_, by)| *by != 0);
    let last = original + sum(&modifiers);
    let hit = last <= number;
    let critical = hit && critical_number.map_or(original == 2, |critical| last <= critical);
    let (rate, _) = rate(table, shooting);
    let kept = rate_kept(table, shooting, coloured, entry);
    let mut shown = json!({
        "number": number,
        "drm": modifiers_value(&modifiers),
        "dice": [coloured, white],
        "final": last,
        "hit": hit,
        "critical": critical,
        "rof-kept": kept,
    });
    match critical_number {
        Some(critical) => shown["critical-number"] = json!(critical),
        None => shown["critical-on-2"] = json!(true),
    }
    if let Some(rate) = rate {
        shown["rof"] = json!(rate);
    }
    ruling.value("to-hit", shown);
    // Armour-piercing shot has a column of its own, known at once.
    if shooting.ammo == "ap" && hit {
        let column = armour_piercing(&table.weapons[shooting.weapon].calibre);
        ruling.value(
            "fire",
            json!({ "terms": [[column, 1]], "firepower": column, "column": column }),
        );
    }
    let lost = table.weapons[shooting.weapon].acquisition_lost;
    let rule = move |name: &str| match (name, lost) {
        ("acquired", Some(rule)) => rule,
        ("acquired", None) => "SK2-6.10-ACQ-GAIN",
        (name, _) => rule_of(name),
    };
    compare_claim(ruling, entry, &modifiers, &rule, "SK2-3.2.4-DRM-TARGET");
    claimed_hindrance(entry, &modifiers, ruling);
    if let Some(claimed) = entry.get("applied").and_then(|applied| applied.word("hit"))
        && (claimed == "true") != hit
        && ruling.is_legal()
    {
        ruling.breach(
            "SK2-3.2.4-TH-RESULT",
            format!("{last} against {number} is {}", if hit { "a hit" } else { "a miss" }),
        );
    }
    backblast(table, entry, shooting, ruling);
    Ok(Some(Rolled { coloured, original, hit, critical, fired: true }))
}

/// A launcher in a building blows back, or aims worse (4.4.2).
fn backblast(table: &mut Table, entry: &Node, shooting: &Shooting, ruling: &mut Ruling) {
    let inside = table.weapons[shooting.weapon].arm.is_latw()
        && table.ground.terrain(shooting.hex).is_building();
    match entry.word("backblast") {
        Some("ignored") if inside => ruling.breach(
            "SK2-4.4.2-BACKBLAST",
            "from a building: +2 to hit, or a backblast attack on everybody there",
        ),
        Some("taken") => {
            let coloured = dice(entry).map_or(0, |(coloured, _)| coloured);
            table.backblast = Some((shooting.hex, coloured));
        }
        _ => {}
    }
}

fn rate_kept(table: &Table, shooting: &Shooting, coloured: i32, entry: &Node) -> bool {
    let gun = &table.weapons[shooting.weapon];
    let (rate, _) = rate(table, shooting);
    let pinned = table.owner(shooting.weapon).is_some_and(|unit| table.units[unit].has("pinned"));
    let lone = gun.arm == Arm::LightMortar
        && table.owner(shooting.weapon).is_some_and(|unit| table.units[unit].is_leader());
    let area = shooting.method == Method::AreaTarget && !gun.arm.is_mortar();
    let stopped = pinned
        || lone
        || area
        || shooting.mode == Mode::Advancing
        || matches!(shooting.mode, Mode::Subsequent | Mode::Protective)
        || entry.word("intensive") == Some("true");
    !stopped && rate.is_some_and(|rate| coloured <= rate)
}

fn after_shot(
    table: &mut Table,
    entry: &Node,
    shooting: &Shooting,
    rolled: Option<Rolled>,
    ruling: &mut Ruling,
) {
    let Some(rolled) = rolled else { return };
    let weapon = shooting.weapon;
    if !rolled.fired {
        return;
    }
    let side = table.owner(weapon).map(|unit| table.units[unit].side.clone());
    let kept = rate_kept(table, shooting, rolled.coloured, entry);
    let (_, rate_rule) = rate(table, shooting);
    let intensive = entry.word("intensive") == Some("true");
    let penalty = break_penalty(table, weapon, intensive);
    let smoke = matches!(shooting.ammo.as_str(), "smoke" | "wp");
    let again = table.weapons[weapon]
        .acquired
        .as_ref()
        .is_some_and(|acquired| same_target(table, &acquired.target, shooting));
    let name = match shooting.method {
        Method::InfantryTarget => {
            shooting.targets.first().map(|unit| table.units[*unit].id.clone())
        }
        _ => None,
    };
    let place = table.ground.name(shooting.at);
    let denied_by =
        if shooting.method == Method::AreaTarget && !table.weapons[weapon].arm.is_mortar() {
            "SK2-3.2.4-ATT-ROF"
        } else {
            rate_rule
        };
    let mark = match shooting.mode {
        Mode::Prep => "prep-fired",
        Mode::First => "first-fired",
        Mode::Advancing => "advancing-fired",
        _ => "final-fired",
    };
    let gun = &mut table.weapons[weapon];
    gun.shot = Some(Shot { coloured: rolled.coloured, kept, denied_by });
    gun.intensive |= intensive;
    if !kept {
        Table::mark(&mut gun.states, if intensive { "intensive-fired" } else { mark });
    }
    // Without a rate of fire, turning takes all the time there is (3.2.4).
    if shooting.turn > 0 && gun.no_rate && gun.arm.is_gun() {
        gun.intensive = true;
        Table::mark(&mut gun.states, "intensive-fired");
    }
    gun.states.remove("hidden");
    if !gun.arm.is_latw() && !smoke {
        let level =
            if again { (gun.acquired.as_ref().map_or(0, |a| a.level) - 1).max(-2) } else { -1 };
        let target = name.unwrap_or(place);
        gun.acquired = Some(Acquired { target, level });
        gun.acquisition_lost = None;
    } else if smoke {
        gun.acquired = None;
        gun.acquisition_lost = Some("SK2-6.10-ACQ-GAIN");
    }
    gun.last = Some(LastShot {
        method: shooting.method,
        hit: rolled.hit,
        critical: rolled.critical,
        ammo: shooting.ammo.clone(),
        targets: shooting.targets.clone(),
    });
    let id = gun.id.clone();
    let number = gun.removal.filter(|_| gun.arm.is_latw()).unwrap_or(12) - penalty;
    ruling.fact(&id, "breakdown", number);
    ruling.reason(&id, if gun.arm.is_latw() { "SK2-4.4-LATW-TH" } else { "SK2-6.12-BREAK" });
    if rolled.original >= number {
        let gone = gun.arm.is_latw() || penalty > 0 && rolled.original == 12;
        gun.set(if gone { "destroyed" } else { "malfunctioned" });
        gun.acquired = None;
    }
    if let Some(owner) = table.owner(weapon) {
        table.units[owner].clear("hidden");
    }
    if let Some(owner) = table.owner(weapon)
        && !table.units[owner].used_weapons.contains(&weapon)
    {
        table.units[owner].used_weapons.push(weapon);
        if shooting.mode == Mode::Prep {
            table.units[owner].set("prep-fired-weapon");
        }
    }
    if smoke {
        let (kind, by) = match (shooting.mode, shooting.ammo.as_str()) {
            (Mode::Prep, "smoke") => ("smoke-full", 3),
            (_, "smoke") => ("smoke-dispersed", 2),
            (Mode::Prep, _) => ("smoke-full", 2),
            _ => ("smoke-dispersed", 1),
        };
        table.smoke_shot = rolled.hit.then_some((shooting.at, kind, by));
    } else if let Some(side) = side {
        table.fired_other_than_smoke.insert(side);
    }
}

/// What lowers the breakdown number of ordnance (6.12).
fn break_penalty(table: &Table, weapon: usize, intensive: bool) -> i32 {
    let mut by = 0;
    if unqualified(table, weapon) {
        by += 2;
    }
    if table.is_captured(weapon) {
        by += 2;
    }
    if intensive {
        by += 2;
    }
    if table.owner(weapon).is_some_and(|unit| table.is_inexperienced(unit)) {
        by += 1;
    }
    by
}

fn armour_piercing(calibre: &str) -> i32 {
    let size: String = calibre.chars().take_while(char::is_ascii_digit).collect();
    if size.parse::<i32>().is_ok_and(|size| size < 37) { 1 } else { 2 }
}

/// `effect-roll`: what a hit does.
pub(super) fn judge_effect(
    table: &mut Table,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<(), Problem> {
    let Some(Piece::Weapon(weapon)) =
        super::ruling::pieces(table, entry, &["with"])?.into_iter().next()
    else {
        return Err(Problem::at(entry, "which weapon?"));
    };
    let against = super::ruling::pieces(table, entry, &["against"])?;
    let mut targets: Vec<usize> = against
        .iter()
        .filter_map(|piece| if let Piece::Unit(unit) = piece { Some(*unit) } else { None })
        .collect();
    let last = table.weapons[weapon].last.clone();
    let (method, critical) = match (entry.word("after"), &last) {
        (Some("infantry-target-hit"), _) => (Method::InfantryTarget, false),
        (Some("area-target-hit"), _) => (Method::AreaTarget, false),
        (Some("critical-hit"), _) => (Method::InfantryTarget, true),
        (_, Some(last)) if last.hit => (last.method, last.critical),
        _ => {
            ruling.breach("SK2-3.2.4-TH-REQ", "there was no hit before it");
            return Ok(());
        }
    };
    let at = match entry.get("at") {
        Some(at) => Some(table.hex(at)?),
        None => targets.first().and_then(|unit| table.units[*unit].hex()),
    };
    if targets.is_empty()
        && let Some(last) = &last
    {
        targets = last.targets.clone();
    }
    let Some(at) = at else { return Err(Problem::at(entry, "who was hit?")) };
    let gun = table.weapons[weapon].clone();
    let ammo = last.as_ref().map_or("he", |last| last.ammo.as_str()).to_owned();
    let Some(column) = effect_column(&gun, method, critical, &ammo) else {
        ruling
            .judgement
            .leave_unchecked("SK2-3.2.4-EFFECT-COL", "the column of this weapon is not known");
        return Ok(());
    };
    let gun_hit = against
        .iter()
        .find_map(|piece| if let Piece::Weapon(gun) = piece { Some(*gun) } else { None })
        .or_else(|| gun_target(table, at, &targets));
    let modifiers = effect_modifiers(table, &gun, method, critical, at, &targets);
    let Some((coloured, white)) = dice(entry) else { return Ok(()) };
    let dice = (coloured, white);
    let first = Reading::new(column, modifiers, dice);
    let mut result = first.result;
    let mut readings = vec![first.value()];
    compare_claim(ruling, entry, &first.modifiers, &rule_of, "SK2-3.2.4-TEM");
    if entry.get("claim").and_then(|claim| claim.word("halved-for")).is_some() {
        ruling.breach("SK2-3.2.4-ORD-NOMOD", "the firepower of ordnance is not halved");
    }
    let others = spared(table, entry, critical, ruling)?;
    if !others.is_empty()
        && let Some(column) = effect_column(&gun, method, false, &ammo)
    {
        // The same roll is an ordinary hit on everybody else.
        let modifiers = effect_modifiers(table, &gun, method, false, at, &others);
        readings.push(Reading::new(column, modifiers, dice).value());
    }
    if let Some(gun_hit) = gun_hit {
        direct_hit(table, gun_hit, &targets, result, &ammo, critical, ruling);
        let near_miss = !result.ends_with("KIA") && !result.starts_with("K/") && !critical;
        let from = table.weapon_hex(weapon);
        let shield = shield(table, entry, gun_hit, gun.arm.is_mortar(), from);
        if near_miss && shield > sum(&first.modifiers) {
            // A near miss: the shield counts for the crew on the same roll (6.7).
            ruling.value("near-miss", true);
            let shielded = Reading::new(column, vec![("gunshield".to_owned(), shield)], dice);
            result = shielded.result;
            readings.push(shielded.value());
        }
    }
    let fire = if readings.len() == 1 { readings.remove(0) } else { Value::Array(readings) };
    ruling.value("fire", fire);
    let first_fire = table.phase == Phase::Movement;
    table.attack = Some(Attack {
        targets,
        result: result.to_owned(),
        column,
        dice: vec![coloured, white],
        residual_column: column,
        leaves_residual: first_fire && ammo != "ap",
        dangerous: true,
        ..Attack::default()
    });
    Ok(())
}

/// An effect roll as it is read for one kind of target.
struct Reading {
    column: i32,
    modifiers: Modifiers,
    dice: (i32, i32),
    last: i32,
    result: &'static str,
}

impl Reading {
    fn new(column: i32, modifiers: Modifiers, dice: (i32, i32)) -> Self {
        let last = dice.0 + dice.1 + sum(&modifiers);
        Reading { column, modifiers, dice, last, result: tables::fire(column, last) }
    }

    fn value(&self) -> Value {
        json!({
            "terms": [[self.column, 1]],
            "firepower": value(whole(self.column)),
            "column": self.column,
            "drm": modifiers_value(&self.modifiers),
            "dice": [self.dice.0, self.dice.1],
            "final": self.last,
            "result": self.result,
        })
    }
}

/// Who takes the ordinary hit beside the one victim of a critical hit (6.1).
fn spared(
    table: &Table,
    entry: &Node,
    critical: bool,
    ruling: &mut Ruling,
) -> Result<Vec<usize>, Problem> {
    let victims = super::ruling::pieces(table, entry, &["critical-against"])?;
    if !victims.is_empty() && !critical {
        ruling.breach("SK2-6.1-CH-WHEN", "the hit was not critical");
    }
    // A Gun and those who man it are one target.
    let crews = victims.iter().filter(|piece| match piece {
        Piece::Unit(unit) => !victims.iter().any(|other| match other {
            Piece::Weapon(gun) => table.owner(*gun) == Some(*unit),
            Piece::Unit(_) => false,
        }),
        Piece::Weapon(_) => true,
    });
    if crews.count() > 1 {
        ruling.breach("SK2-6.1-CH-ONE", "a critical hit strikes one target only, chosen at random");
    }
    let others = super::ruling::pieces(table, entry, &["normal-against"])?;
    let unit = |piece: &Piece| if let Piece::Unit(unit) = piece { Some(*unit) } else { None };
    Ok(others.iter().filter_map(unit).collect())
}

/// What the shield of a Gun gives its crew against this shot; nothing from outside its arc (6.6).
fn shield(table: &Table, entry: &Node, gun: usize, mortar: bool, from: Option<Hex>) -> i32 {
    let target = &table.weapons[gun];
    let through = match entry.word("through-covered-arc") {
        Some(told) => told != "false",
        None => from
            .zip(table.weapon_hex(gun))
            .is_none_or(|(from, at)| arc::inside(table, at, target.arc, from)),
    };
    let crewed = table.owner(gun).is_none_or(|unit| {
        let unit = &table.units[unit];
        unit.size == Size::Crew && unit.good_order() && !unit.has("hazardous-movement")
    });
    match target.arm.has_shield() && through && crewed {
        true if mortar => 1,
        true => 2,
        false => 0,
    }
}

fn effect_column(
    gun: &super::units::Weapon,
    method: Method,
    critical: bool,
    ammo: &str,
) -> Option<i32> {
    if gun.arm.is_latw() {
        let column = if gun.arm == Arm::Panzerschreck { 12 } else { 8 };
        return Some(if critical { column * 2 } else { column });
    }
    if ammo == "ap" {
        return Some(armour_piercing(&gun.calibre));
    }
    let row = tables::ordnance(&gun.nation, &gun.calibre)?;
    let column = match (critical, method) {
        (true, _) => row.critical?,
        (false, Method::AreaTarget) => row.area?,
        _ => row.infantry?,
    };
    if ammo == "heat" { tables::lower(column, 1) } else { Some(column) }
}

/// Cover counts on this roll after an area hit; a critical hit turns it round (3.2.4, 6.1).
fn effect_modifiers(
    table: &Table,
    gun: &super::units::Weapon,
    method: Method,
    critical: bool,
    at: Hex,
    targets: &[usize],
) -> Modifiers {
    let first = targets.first().copied();
    let found = cover(table, first, at, &[], gun.arm.is_mortar(), false);
    match (critical, method) {
        (true, _) => found
            .into_iter()
            .map(|(name, by)| if by > 0 { (format!("{name}-reversed"), -by) } else { (name, by) })
            .collect(),
        (false, Method::AreaTarget) => found,
        _ => Modifiers::new(),
    }
}

/// A hit on a Gun: destroyed, malfunctioned, or a near miss (6.7).
fn direct_hit(
    table: &mut Table,
    gun: usize,
    targets: &[usize],
    result: &str,
    ammo: &str,
    critical: bool,
    ruling: &mut Ruling,
) {
    let id = table.weapons[gun].id.clone();
    ruling.reason(&id, if critical { "SK2-6.1-CH-GUN" } else { "SK2-6.7-DIRECT" });
    let crew: Vec<usize> = match table.weapons[gun].possessor {
        Possessor::Unit(unit) => vec![unit],
        _ => targets.to_vec(),
    };
    let killed = critical || result.ends_with("KIA");
    let casualty = result.starts_with("K/");
    if killed || casualty && ammo == "ap" {
        table.weapons[gun].set("eliminated");
    } else if casualty {
        table.weapons[gun].set("malfunctioned");
    }
    if killed || casualty {
        for unit in crew {
            let name = table.units[unit].id.clone();
            ruling.reason(&name, "SK2-6.7-DIRECT");
            if killed {
                table.eliminate(unit);
            } else {
                super::morale::casualty_reduction(table, unit);
            }
        }
    }
}

/// `turn-gun`: without a shot, only at the end of a friendly fire phase (3.2.4).
pub(super) fn judge_turn(
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
    gun.acquired = None;
    gun.acquisition_lost = Some("SK2-6.10-ACQ-LOSE");
    gun.states.remove("hidden");
    Ok(())
}
