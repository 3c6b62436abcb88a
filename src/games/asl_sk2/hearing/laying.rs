//! Counters of the game as the units and weapons that the rules know.

use super::super::table::{Piece, Table};
use super::super::units::{Class, Facts, Unit, Weapon, Whereabouts};
use crate::model::{Counter, Game};
use crate::referee::case::{Node, Tree};
use std::collections::{BTreeMap, HashMap};

/// A unit as its counter shows it; none when the counter is no unit.
pub(in super::super) fn unit(game: &Game, id: &str, counter: &Counter) -> Option<Unit> {
    let facts = facts(game, counter)?;
    facts.unit(id, Whereabouts::OffMap, &Node::default()).ok()?
}

/// A weapon as its counter shows it; none when the counter is no weapon.
pub(in super::super) fn weapon(
    game: &Game,
    table: &Table,
    id: &str,
    counter: &Counter,
) -> Option<Weapon> {
    let facts = facts(game, counter)?;
    let kind = Node { tree: Tree::Text(facts.kind.clone()), at: (1, 1) };
    let node = Node { tree: Tree::Map(vec![("type".to_owned(), kind)]), at: (1, 1) };
    let mut weapon = table.weapon(id, &facts, &HashMap::new(), &node).ok()?;
    weapon.nation = facts.nation;
    if let Some(number) = breakdown(counter) {
        weapon.removal = number.or(weapon.removal);
    }
    Some(weapon)
}

/// `X10`: the original roll that removes a weapon; `B12` removes nothing.
fn breakdown(counter: &Counter) -> Option<Option<i32>> {
    let text = counter.value("breakdown")?;
    Some(text.strip_prefix('X').and_then(|number| number.parse().ok()))
}

/// What a counter shows, in the words of cases.
fn facts(game: &Game, counter: &Counter) -> Option<Facts> {
    let kind = game.unit_types[counter.unit_type?].id.clone();
    let side = game.sides[counter.side?].id.clone();
    let nation = counter.nationality.map(|id| game.nationalities[id].id.clone());
    let text = |column: &str| counter.value(column).unwrap_or_default().to_owned();
    let number = |column: &str| counter.value(column).and_then(|value| value.parse::<i32>().ok());
    let values = match (kind.as_str(), number("morale")) {
        ("leader", Some(morale)) => match number("leadership").unwrap_or(0) {
            0 => format!("{morale}-0"),
            bad if bad > 0 => format!("{morale}+{bad}"),
            good => format!("{morale}{good}"),
        },
        (_, Some(morale)) => {
            format!(
                "{}-{}-{morale}",
                number("firepower").unwrap_or(0),
                number("range").unwrap_or(0)
            )
        }
        (_, None) => match (number("firepower"), number("range")) {
            (Some(firepower), Some(range)) => format!("{firepower}-{range}"),
            _ => String::new(),
        },
    };
    let class = match counter.value("quality") {
        Some("elite") => Some(Class::Elite),
        Some("first-line") => Some(Class::FirstLine),
        Some("second-line") => Some(Class::SecondLine),
        Some("green") => Some(Class::Green),
        Some("conscript") => Some(Class::Conscript),
        _ => None,
    };
    let calibre = match (counter.value("calibre"), counter.value("reading")) {
        (Some(calibre), _) => calibre.to_owned(),
        (None, Some(reading)) => reading.trim_end_matches('*').to_owned(),
        (None, None) => String::new(),
    };
    let repair = counter.value("repair").and_then(|text| {
        let word = text.split_whitespace().find(|word| word.starts_with('R'))?;
        Some(word[1..].to_owned())
    });
    Some(Facts {
        nation: nation.unwrap_or_else(|| side.clone()),
        side,
        kind,
        values,
        class,
        broken_morale: number("broken_morale"),
        smoke_exponent: number("smoke"),
        assault_fire: counter.value("assault") == Some("yes"),
        calibre,
        rof: counter.value("rof").map(str::to_owned),
        range: text("range"),
        ife: number("infantry_fire"),
        mount: text("mount"),
        manhandling: number("manhandling"),
        quick_set_up: counter.value("quick_set_up").map(|word| word == "yes"),
        target_size: text("target_size"),
        portage: number("portage").unwrap_or(0),
        repair,
        ammo: ammo(&text("ammo")),
        ..Facts::default()
    })
}

/// `H6 s7 WP8`: the depletion numbers of special ammunition.
fn ammo(text: &str) -> BTreeMap<String, i32> {
    text.split_whitespace()
        .filter_map(|word| {
            let digits = word.find(|c: char| c.is_ascii_digit())?;
            let kind = match &word[..digits] {
                "H" => "heat",
                "HE" => "he",
                "s" => "smoke",
                "WP" => "wp",
                _ => return None,
            };
            Some((kind.to_owned(), word[digits..].parse().ok()?))
        })
        .collect()
}

/// Values of a counter that no text shows: nobody is accused over them.
pub(in super::super) fn is_unsure(game: &Game, id: &str, column: &str) -> bool {
    let counter = id.split('#').next().and_then(|id| game.counters.get(id));
    counter
        .and_then(|counter| counter.value("unsure"))
        .is_some_and(|columns| columns.split_whitespace().any(|name| name == column))
}

/// A piece by its name in the log.
pub(in super::super) fn id_of(table: &Table, piece: Piece) -> &str {
    match piece {
        Piece::Unit(unit) => &table.units[unit].id,
        Piece::Weapon(weapon) => &table.weapons[weapon].id,
    }
}
