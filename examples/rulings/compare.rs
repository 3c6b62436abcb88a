//! What differs between two sets of rulings.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The most differences of a kind that are listed unless all are asked for.
const MOST_LISTED: usize = 3;

/// Rulings that are only in one of the sets, with the number of times, by what they are of.
type Surplus<'v> = BTreeMap<&'v str, i64>;

/// Compares with a frozen file; whether nothing differs.
pub fn against(file: &Path, now: &[Value], game: Option<&str>, all: bool) -> Result<bool, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let of_game = |of: &str| game.is_none_or(|game| of.split(' ').nth(1) == Some(game));
    let before: Vec<String> = text
        .lines()
        .filter(|line| {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            of_game(value["of"].as_str().unwrap_or_default())
        })
        .map(str::to_owned)
        .collect();
    let now: Vec<String> = now.iter().map(Value::to_string).collect();
    let mut surplus = Surplus::new();
    for line in &before {
        *surplus.entry(line).or_default() -= 1;
    }
    for line in &now {
        *surplus.entry(line).or_default() += 1;
    }
    surplus.retain(|_, count| *count != 0);
    println!("{} rulings before, {} now", before.len(), now.len());
    if surplus.is_empty() {
        println!("nothing differs");
        return Ok(true);
    }
    report(&surplus, all);
    Ok(false)
}

/// A ruling that differs, and whether it is gone or new.
struct Difference {
    gone: bool,
    value: Value,
}

/// Differences by kind: the game, and the rules that were cited before and are cited now.
fn report(surplus: &Surplus<'_>, all: bool) {
    let mut by_step: BTreeMap<(String, u64), Vec<Difference>> = BTreeMap::new();
    for (line, count) in surplus {
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        let key = (value["of"].to_string(), value["step"].as_u64().unwrap_or_default());
        for _ in 0..count.unsigned_abs() {
            by_step
                .entry(key.clone())
                .or_default()
                .push(Difference { gone: *count < 0, value: value.clone() });
        }
    }
    let mut kinds: BTreeMap<String, Vec<&[Difference]>> = BTreeMap::new();
    for ((of, _), differences) in &by_step {
        let side = |gone: bool| -> String {
            let these = differences.iter().filter(|difference| difference.gone == gone);
            let words: Vec<String> = these.map(|difference| verdict(&difference.value)).collect();
            if words.is_empty() { "nothing".to_owned() } else { words.join(" and ") }
        };
        let game = of.split(' ').nth(1).unwrap_or_default();
        let kind = format!("{game}: {} became {}", side(true), side(false));
        kinds.entry(kind).or_default().push(differences);
    }
    println!("{} places differ, in {} ways", by_step.len(), kinds.len());
    for (kind, places) in kinds {
        println!("\n{} times {kind}", places.len());
        for differences in places.iter().take(if all { usize::MAX } else { MOST_LISTED }) {
            for difference in *differences {
                println!("  {} {}", if difference.gone { '-' } else { '+' }, difference.value);
            }
        }
    }
}

/// What a ruling says, in short: the rules it cites, or that it is legal.
fn verdict(ruling: &Value) -> String {
    let mut said: Vec<String> = Vec::new();
    for finding in ruling["findings"].as_array().into_iter().flatten() {
        let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
        said.push(format!("{} {}", text("severity"), text("rule")));
    }
    for unchecked in ruling["unchecked"].as_array().into_iter().flatten() {
        said.push(format!("unchecked {}", unchecked["rule"].as_str().unwrap_or_default()));
    }
    if said.is_empty() { "legal".to_owned() } else { said.join(", ") }
}
