//! The words of cases: one that nobody knows must not pass in silence.

use super::table::Table;
use crate::diagnostic::nearest;
use crate::referee::Problem;
use crate::referee::case::Node;

/// The keys of log entries.
const ENTRY: [&str; 82] = [
    "do",
    "phase",
    "unit",
    "units",
    "weapon",
    "weapons",
    "with",
    "at",
    "against",
    "led-by",
    "dice",
    "die",
    "assigned",
    "claim",
    "applied",
    "note",
    "why",
    "assume",
    "mode",
    "mover",
    "mf-spent-here",
    "method",
    "covered-arc",
    "turned",
    "intensive",
    "ammo",
    "backblast",
    "fired-by",
    "from",
    "to",
    "firepower",
    "split",
    "resolved",
    "declared-with",
    "stays-hidden",
    "after",
    "critical-against",
    "normal-against",
    "through-covered-arc",
    "placed-by",
    "coloured",
    "kind",
    "again",
    "cause",
    "chosen",
    "reason",
    "path",
    "carries",
    "exhausted-counter",
    "edge",
    "group",
    "manned-by",
    "dropped",
    "interdiction",
    "stopped",
    "attacker",
    "defender",
    "attacks",
    "leader",
    "when",
    "counter",
    "as",
    "level",
    "size",
    "strength",
    "left-by",
    "hindrance",
    "hidden",
    "side",
    "buildings",
    "guns",
    "winner",
    "player-turns-done",
    "what",
    "thread",
    "range",
    "final",
    "smoke",
    "los",
    "result",
    "damage",
    "mf",
];

/// What players say they counted.
const CLAIM: [&str; 6] = ["drm", "hindrance", "rof-shot", "halved-for", "los", "result"];

/// What players put on the map, beside pieces.
const APPLIED: [&str; 9] =
    ["result", "column", "hit", "leader", "checked", "cowered", "counters", "los", "odds"];

/// The states of units and weapons.
const STATES: [&str; 30] = [
    "broken",
    "desperation-morale",
    "pinned",
    "pinned-since-last-turn",
    "exhausted",
    "wounded",
    "melee",
    "prep-fired",
    "first-fired",
    "final-fired",
    "intensive-fired",
    "moved",
    "moved-earlier",
    "hidden",
    "emplaced",
    "hazardous-movement",
    "manhandled",
    "malfunctioned",
    "eliminated",
    "destroyed",
    "working",
    "unbroken",
    "rallied",
    "replaced",
    "unharmed",
    "move-ended",
    "exited",
    "advancing-fired",
    "good-order",
    "captured",
];

/// Refuses an entry with a word that means nothing.
pub(super) fn known(entry: &Node, table: &Table) -> Result<(), Problem> {
    for (key, value) in entry.pairs() {
        check(key, &ENTRY, value, "a key of log entries")?;
        match key.as_str() {
            "claim" => {
                for (word, value) in value.pairs() {
                    check(word, &CLAIM, value, "something players count")?;
                }
            }
            "applied" => {
                for (word, facts) in value.pairs() {
                    if table.find(word).is_none() {
                        check(word, &APPLIED, facts, "a piece, nor a result")?;
                    } else if let Some(states) = facts.get("state") {
                        known_states(states)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Refuses states that nobody knows.
pub(super) fn known_states(states: &Node) -> Result<(), Problem> {
    states
        .items()
        .iter()
        .try_for_each(|state| check(state.text().unwrap_or_default(), &STATES, state, "a state"))
}

/// Refuses a word that is none of these.
pub(super) fn check(word: &str, known: &[&str], at: &Node, what: &str) -> Result<(), Problem> {
    if known.contains(&word) {
        return Ok(());
    }
    let mut problem = Problem::at(at, format!("`{word}` is not {what}"));
    problem.help = nearest(word, known.iter().copied());
    Err(problem)
}
