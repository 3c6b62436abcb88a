//! Close combat: attacks, odds and results (3.8).

mod advance;
mod ambush;
mod melee;

pub(super) use advance::judge_advance;
pub(super) use ambush::judge_ambush;
pub(super) use melee::{judge_melee, lock};

use super::number::{Q, half, value, whole};
use super::ruling::{Modifiers, Ruling, compare_claim, dice, modifiers_value, pieces, sum};
use super::table::{CloseAttack, Phase, Piece, Table};
use super::tables;
use crate::hex::Hex;
use crate::referee::Problem;
use crate::referee::case::Node;
use serde_json::{Value, json};

/// `close-combat`: one attack, or the announcement of several.
pub(super) fn judge(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    let attacks: Vec<&Node> = match entry.get("attacks") {
        Some(list) => list.items().iter().collect(),
        None => vec![entry],
    };
    let mut shown = Vec::new();
    for attack in attacks {
        if let Some(value) = one(table, attack, entry, ruling)? {
            shown.push(value);
        }
        if !ruling.is_legal() {
            break;
        }
    }
    match shown.len() {
        0 => {}
        1 => ruling.value("close-combat", shown.remove(0)),
        _ => ruling.value("close-combat", Value::Array(shown)),
    }
    Ok(())
}

fn men(table: &Table, node: &Node, key: &str) -> Result<Vec<usize>, Problem> {
    let found = pieces(table, node, &[key])?;
    Ok(found
        .into_iter()
        .filter_map(|piece| if let Piece::Unit(unit) = piece { Some(unit) } else { None })
        .collect())
}

/// Firepower of a unit in close combat: a leader counts one, weapons nothing.
fn own_strength(table: &Table, unit: usize) -> Q {
    let unit = &table.units[unit];
    whole(if unit.is_leader() { 1 } else { unit.firepower })
}

/// Whether somebody was ambushed in this hex.
fn is_ambushed(table: &Table, hex: Option<Hex>) -> bool {
    table.ambush.as_ref().is_some_and(|(at, _)| Some(*at) == hex)
}

/// The strength of units: as they were before the first attack, for all fight at once; as they are when an
/// ambush made them fight one after the other. Pinned attackers count half.
fn strength(table: &Table, units: &[usize], attacking: bool) -> Q {
    let of = |unit: &usize| {
        let one_by_one = is_ambushed(table, table.units[*unit].hex());
        let before = table.close_start.get(unit).filter(|_| !one_by_one).copied();
        let own = before.unwrap_or_else(|| own_strength(table, *unit));
        if attacking && table.units[*unit].has("pinned") { own * half() } else { own }
    };
    units.iter().map(of).sum()
}

/// The side and the hex of a close combat attack that the log of a case still holds.
fn comes_later(table: &Table, hex: Option<Hex>, side: &str) -> bool {
    table.to_come().iter().filter(|entry| entry.word("do") == Some("close-combat")).any(|entry| {
        men(table, entry, "with").is_ok_and(|with| {
            with.first().is_some_and(|unit| {
                table.units[*unit].side == side && table.units[*unit].hex() == hex
            })
        })
    })
}

/// One hex after the other; in each the ATTACKER fights first, or whoever has ambushed (3.8).
fn out_of_turn(table: &Table, hex: Option<Hex>, side: &str, ruling: &mut Ruling) -> bool {
    let made = &table.close_attacks;
    let left = made.last().is_some_and(|last| last.hex != hex);
    if left && made.iter().any(|made| made.hex == hex) {
        ruling.breach("SK2-3.8-ORDER", "one hex is fought to its end before the next");
        return true;
    }
    let ambusher = table.ambush.as_ref().filter(|_| is_ambushed(table, hex)).map(|(_, side)| side);
    let first = ambusher.unwrap_or(&table.side);
    if side != first && comes_later(table, hex, first) {
        let rule = if ambusher.is_some() { "SK2-3.8-AMBUSH-SEQ" } else { "SK2-3.8-ORDER" };
        ruling.breach_of(&[rule, "SK2-3.8-ORDER"], format!("{first} fights all its attacks first"));
        return true;
    }
    false
}

/// Whether those who fight are in one hex; who was lost to an earlier attack has been there.
fn apart(table: &Table, with: &[usize], against: &[usize]) -> Option<String> {
    let hexes = |units: &[usize]| units.iter().find_map(|unit| table.units[*unit].hex());
    let hex = hexes(with).or(hexes(against))?;
    let elsewhere = |unit: &&usize| table.units[**unit].hex().is_some_and(|at| at != hex);
    let stray = with.iter().chain(against).find(elsewhere)?;
    Some(format!("{} is in another hex", table.units[*stray].id))
}

fn one(
    table: &mut Table,
    attack: &Node,
    entry: &Node,
    ruling: &mut Ruling,
) -> Result<Option<Value>, Problem> {
    let (with, against) = (men(table, attack, "with")?, men(table, attack, "against")?);
    if table.phase != Phase::CloseCombat {
        ruling.breach(
            "SK2-3-PHASES",
            format!("there is no close combat in the {} phase", table.phase.word()),
        );
        return Ok(None);
    }
    let Some(&first) = with.first() else { return Err(Problem::at(attack, "who attacks?")) };
    let side = table.units[first].side.clone();
    let hex_of = |table: &Table, unit: usize| table.units[unit].hex();
    let lone_leader = with.iter().all(|unit| table.units[*unit].is_leader());
    let modifiers = modifiers(table, &with, &against, hex_of(table, first));
    // A leader who attacks alone uses no leadership, whoever asks for it.
    if lone_leader && claims_leader(entry) {
        ruling.breach_of(
            &["SK2-3.8-SMC", "SK2-3.8-ONCE"],
            "a leader who attacks alone uses no leadership",
        );
        return Ok(None);
    }
    if let Some(why) = apart(table, &with, &against) {
        ruling.breach("SK2-3.8-WHO", why);
        return Ok(None);
    }
    let hex = hex_of(table, first).or_else(|| against.iter().find_map(|unit| hex_of(table, *unit)));
    for unit in &with {
        let attacker = &table.units[*unit];
        if attacker.is_broken() {
            ruling.breach("SK2-3.8-WHO", format!("{} is broken and only defends", attacker.id));
            return Ok(None);
        }
        if attacker.hex().is_none() && is_ambushed(table, hex) {
            ruling.breach_of(
                &["SK2-3.8-AMBUSH-SEQ", "SK2-3.8-WHO"],
                format!("{} fell to the ambush and fights no more", attacker.id),
            );
            return Ok(None);
        }
        if table.close_attacks.iter().any(|made| made.with.contains(unit)) {
            ruling.breach("SK2-3.8-ONCE", format!("{} has attacked already", attacker.id));
            return Ok(None);
        }
    }
    for unit in &against {
        if table.close_attacks.iter().any(|made| made.against.contains(unit)) {
            ruling.breach(
                "SK2-3.8-ONCE",
                format!("{} has been attacked already", table.units[*unit].id),
            );
            return Ok(None);
        }
    }
    if let Some(message) = torn_apart(table, &against) {
        ruling.breach("SK2-3.8-SMC", message);
        return Ok(None);
    }
    if dice(attack).is_some() && out_of_turn(table, hex, &side, ruling) {
        return Ok(None);
    }
    if table.close_attacks.is_empty() {
        table.close_start =
            (0..table.units.len()).map(|unit| (unit, own_strength(table, unit))).collect();
    }
    let (attack_strength, defence_strength) =
        (strength(table, &with, true), strength(table, &against, false));
    let (odds, kill) = tables::close_combat(attack_strength, defence_strength);
    let mut shown = json!({
        "attack": value(attack_strength), "defence": value(defence_strength), "odds": odds, "kill": kill,
        "drm": modifiers_value(&modifiers),
    });
    table.close_attacks.push(CloseAttack {
        with: with.clone(),
        against: against.clone(),
        attack: attack_strength,
        defence: defence_strength,
        original: dice(attack).map(|(coloured, white)| coloured + white),
        last: dice(attack).map(|(coloured, white)| coloured + white + sum(&modifiers)),
        hex,
    });
    let Some((coloured, white)) = dice(attack) else { return Ok(Some(shown)) };
    let last = coloured + white + sum(&modifiers);
    let result = outcome(last, kill);
    shown["dice"] = json!([coloured, white]);
    shown["final"] = json!(last);
    shown["result"] = json!(result);
    let rule_of = move |name: &str| {
        if name == "leader" && lone_leader { "SK2-3.8-SMC" } else { "SK2-3.8-DRM" }
    };
    compare_claim(ruling, entry, &modifiers, &rule_of, "SK2-3.8-DRM");
    if let Some(told) = entry.get("applied").and_then(|applied| applied.word("result"))
        && told != result
    {
        ruling.breach_of(
            &["SK2-3.8-RESULT", "SK2-3.8-ODDS"],
            format!("{last} against {kill} is {result}"),
        );
    }
    for unit in &against {
        let id = table.units[*unit].id.clone();
        ruling.reason(&id, "SK2-3.8-RESULT");
    }
    match result {
        "eliminated" => against.iter().for_each(|unit| table.eliminate(*unit)),
        "casualty-reduction" => {
            if let Some(victim) =
                against.iter().find(|unit| !table.units[**unit].is_leader()).or(against.first())
            {
                super::morale::casualty_reduction(table, *victim);
            }
        }
        _ => {}
    }
    Ok(Some(shown))
}

/// What a roll does to those attacked.
fn outcome(last: i32, kill: i32) -> &'static str {
    match last.cmp(&kill) {
        std::cmp::Ordering::Less => "eliminated",
        std::cmp::Ordering::Equal => "casualty-reduction",
        std::cmp::Ordering::Greater => "none",
    }
}

fn claims_leader(entry: &Node) -> bool {
    let claimed =
        entry.get("claim").and_then(|claim| claim.get("drm")).and_then(|drm| drm.word("leader"));
    claimed.is_some_and(|text| text != "0")
}

/// Why a leader cannot be attacked like this: who attacked alone defends alone, who attacked with
/// others defends with them (3.8).
fn torn_apart(table: &Table, against: &[usize]) -> Option<String> {
    for &unit in against.iter().filter(|unit| table.units[**unit].is_leader()) {
        let id = &table.units[unit].id;
        let Some(made) = table.close_attacks.iter().find(|made| made.with.contains(&unit)) else {
            continue;
        };
        let hex = table.units[unit].hex();
        let missing = made
            .with
            .iter()
            .find(|other| !against.contains(other) && table.units[**other].hex() == hex);
        if made.with.len() == 1 && against.len() > 1 {
            return Some(format!("{id} attacked alone and defends alone"));
        } else if let Some(missing) = missing {
            let other = &table.units[*missing].id;
            return Some(format!("{id} attacked together with {other} and defends with it"));
        }
    }
    None
}

fn modifiers(table: &Table, with: &[usize], against: &[usize], hex: Option<Hex>) -> Modifiers {
    let mut found = Modifiers::new();
    let side = with.first().map(|unit| table.units[*unit].side.clone());
    if let Some((at, ambusher)) = &table.ambush
        && Some(*at) == hex
    {
        let ambushing = side.as_ref() == Some(ambusher);
        found.push(if ambushing {
            ("ambusher".to_owned(), -1)
        } else {
            ("ambushed".to_owned(), 1)
        });
    }
    let leader = with
        .iter()
        .filter(|unit| table.units[**unit].is_leader() && !table.units[**unit].has("pinned"))
        .min_by_key(|unit| table.units[**unit].current_leadership());
    let accompanied = with.iter().any(|unit| !table.units[*unit].is_leader());
    if let Some(leader) = leader.filter(|_| accompanied) {
        let name = if table.units[*leader].has("wounded") { "leader-wounded" } else { "leader" };
        found.push((name.to_owned(), table.units[*leader].current_leadership()));
    }
    if with.iter().any(|unit| table.units[*unit].has("exhausted")) {
        found.push(("exhausted".to_owned(), 1));
    }
    if against.iter().any(|unit| table.units[*unit].has("exhausted")) {
        found.push(("exhausted-target".to_owned(), -1));
    }
    if against.iter().any(|unit| table.units[*unit].is_broken()) {
        found.push(("broken-target".to_owned(), -2));
    }
    found.retain(|(_, by)| *by != 0);
    found
}

/// `check: close-combat-odds`: all attacks of the hex again, with a leader that has just risen.
pub(super) fn check_odds(table: &Table, ruling: &mut Ruling) {
    let shown: Vec<Value> = table
        .close_attacks
        .iter()
        .map(|made| {
            // He fights with the unit that he rose from, in attack and defence.
            let risen = |units: &[usize]| {
                whole(i32::from(table.risen.is_some_and(|unit| units.contains(&unit))))
            };
            let attack = made.attack + risen(&made.with);
            let defence = made.defence + risen(&made.against);
            let (odds, kill) = tables::close_combat(attack, defence);
            let mut shown = json!({
                "attack": value(attack), "defence": value(defence), "odds": odds, "kill": kill,
            });
            if let Some(last) = made.last {
                shown["final"] = json!(last);
                shown["result"] = json!(outcome(last, kill));
            }
            shown
        })
        .collect();
    ruling.value(
        "close-combat",
        if shown.len() == 1 {
            shown.into_iter().next().unwrap_or(Value::Null)
        } else {
            Value::Array(shown)
        },
    );
}
