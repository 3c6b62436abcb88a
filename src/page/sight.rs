//! Which hexes of a map see which, by terrain alone: two bits for every pair.

use super::document::MapSheet;
use crate::deeds::Spot;
use crate::hex::Location;
use crate::model::{Game, Id, Map};
use crate::sight::{Field, Placed, Sight, field_of};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;

/// Maps with more hexes are left without: the table grows with the square.
const MOST_HEXES: usize = 1500;

const BLOCKED: u8 = 0;
const DISPUTED: u8 = 1;
const SEEN: u8 = 2;
/// Hexes of different boards: how boards join is not part of their facts.
const UNKNOWN: u8 = 3;

/// Writes the table of sight of a map, when the game has rules of sight. `spots` are the places of the sheet.
pub(super) fn write(sheet: &mut MapSheet, spots: &[Spot], game: &Game) {
    let Some(rules) = &game.sight else { return };
    if spots.len() > MOST_HEXES {
        return;
    }
    let mut fields: BTreeMap<usize, (Id<Map>, Field)> = BTreeMap::new();
    for spot in spots {
        if let Spot::At(map, Location::Hex(_)) = spot
            && !fields.contains_key(&map.index())
            && let Ok(field) = field_of(game, rules, &[Placed::alone(&game.maps[*map])])
        {
            fields.insert(map.index(), (*map, field));
        }
    }
    let found: Vec<_> = spots
        .iter()
        .map(|spot| {
            let (map, location) = spot.location()?;
            let (_, field) = fields.get(&map.index())?;
            Some((map, field, field.find(&game.maps[map].location_name(location))?))
        })
        .collect();
    if found.iter().flatten().count() < 2 {
        return;
    }
    let count = found.len();
    let mut bits = vec![0u8; (count * count * 2).div_ceil(8)];
    let mut set = |from: usize, to: usize, value: u8| {
        let bit = (from * count + to) * 2;
        bits[bit >> 3] |= value << (bit & 7);
    };
    for (from, one) in found.iter().enumerate() {
        for (to, other) in found.iter().enumerate().skip(from + 1) {
            let value = match (one, other) {
                (Some((map, field, a)), Some((same, _, b))) if map == same => {
                    match field.look(*a, *b, &[]) {
                        Some(Sight::Clear(_)) => SEEN,
                        Some(Sight::Blocked(_)) => BLOCKED,
                        Some(_) => DISPUTED,
                        None => UNKNOWN,
                    }
                }
                _ => UNKNOWN,
            };
            set(from, to, value);
            set(to, from, value);
        }
    }
    sheet.sight = STANDARD.encode(bits);
    sheet.sight_places = count;
}
