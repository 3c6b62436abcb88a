//! Units by name in what is told: referees speak of ids, readers of the 157th Infantry.

use crate::deeds::UnitId;
use crate::interpret::unit_name;
use crate::model::Game;
use crate::referee::Finding;

/// Puts names before ids: the first time `157th Infantry (us-157)`, then the name alone.
pub(super) fn name_units(game: &Game, finding: &mut Finding) {
    let mut told = Vec::new();
    let units = std::mem::take(&mut finding.units);
    let mut name = |text: &mut String| {
        if let Some(named) = named(game, text, &units, &mut told) {
            *text = named;
        }
    };
    name(&mut finding.message);
    for line in &mut finding.evidence {
        name(&mut line.what);
        name(&mut line.value);
    }
    finding.remedy.iter_mut().for_each(&mut name);
    finding.units = units;
}

/// A text with names in it; none when it has no ids.
fn named(game: &Game, text: &str, units: &[String], told: &mut Vec<String>) -> Option<String> {
    let is_id = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '#' | '.');
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find(|c| !is_id(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let id = word.trim_end_matches(['.', '-']);
        match name_of(game, id, units).filter(|_| !out.ends_with('(')) {
            Some(name) => {
                changed = true;
                out.push_str(&name);
                // Whoever stands in the text with his name has been introduced.
                if !told.iter().any(|known| known == id) {
                    told.push(id.to_owned());
                    out.push_str(&format!(" ({id})"));
                }
                out.push_str(&word[id.len()..]);
            }
            None => out.push_str(word),
        }
        let gap = after.find(is_id).unwrap_or(after.len());
        out.push_str(&after[..gap]);
        rest = &after[gap..];
    }
    changed.then_some(out)
}

/// The name of a unit that is called by its id: one that the finding is about, or a word that can be nothing else.
fn name_of(game: &Game, id: &str, units: &[String]) -> Option<String> {
    let plain = id.contains(['-', '#']) && id.contains(|c: char| c.is_ascii_digit());
    if id.is_empty() || !(plain || units.iter().any(|unit| unit == id)) {
        return None;
    }
    let name = unit_name(game, &UnitId::new(id));
    (name != id && game.counters.get(UnitId::new(id).counter()).is_some()).then_some(name)
}
