//! The sequence of a game as tables track it: lists of phases, one within the other.
//!
//! A tracker plays the levels within a level one after another, for every value of
//! the level around them. So phases without phases inside that follow each
//! other are one list; a phase with phases inside is a list of its own whose
//! values are the sides that play it.

use crate::model::{Actor, Game, Id, Phase, Side, TurnSpan};

/// A value of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::module) struct Item {
    /// What players see.
    pub(in crate::module) name: String,
    /// The phase.
    phase: String,
    pub(in crate::module) actor: Actor,
    turns: Option<TurnSpan>,
}

/// A level: its values, and the levels within each of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::module) struct Level {
    pub(in crate::module) items: Vec<Item>,
    pub(in crate::module) levels: Vec<Level>,
}

/// One step of the turn, and where the tracker stands at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Ids of the phases from the outermost to the innermost.
    pub path: Vec<String>,
    /// Who acts.
    pub actor: Actor,
    /// The turns in which it is played.
    pub turns: Option<TurnSpan>,
    /// What players see after the turn's number.
    pub shown: String,
    /// For each depth: which level, and which of its values.
    pub(in crate::module) at: Vec<(usize, usize)>,
}

/// The sequence of a game as tables track it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    pub(in crate::module) levels: Vec<Level>,
    /// The steps of a turn, in order.
    pub standings: Vec<Standing>,
}

impl Sequence {
    /// The sequence of a game.
    pub fn of(game: &Game) -> Self {
        let levels = levels(game, &game.sequence, false);
        let mut standings = Vec::new();
        walk(&levels, &mut Vec::new(), &mut Vec::new(), &mut standings);
        Sequence { levels, standings }
    }

    /// The first step of a scenario: that of its first phase and side.
    pub fn first_step(&self, phase: Option<&str>, side: Option<Id<Side>>, turn: i32) -> usize {
        let played = |standing: &&Standing| standing.turns.is_none_or(|span| span.contains(turn));
        let wanted = |standing: &&Standing| {
            phase.is_none_or(|id| standing.path.iter().any(|known| known == id))
                && side.is_none_or(|side| match standing.actor {
                    Actor::Side(actor) => actor == side,
                    _ => true,
                })
        };
        let find = |test: &dyn Fn(&&Standing) -> bool| {
            self.standings.iter().position(|standing| played(&standing) && test(&standing))
        };
        find(&wanted).or_else(|| find(&|_| true)).unwrap_or(0)
    }

    /// The turn and step that players see like this.
    pub fn moment(&self, shown: &str) -> Option<(i32, usize)> {
        let rest = shown.strip_prefix("Turn ")?;
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
        let turn = rest[..digits].parse().ok()?;
        let step = self.standings.iter().position(|step| step.shown == rest[digits..])?;
        Some((turn, step))
    }

    /// What players see at a turn and step.
    pub fn shown(&self, turn: i32, step: usize) -> String {
        let phase = self.standings.get(step).map(|standing| standing.shown.as_str());
        format!("Turn {turn}{}", phase.unwrap_or_default())
    }
}

/// Between the turn, the side and the phase. VASSAL cuts white space off the ends of a format.
pub(in crate::module) const BETWEEN: &str = ", ";

impl Level {
    /// Whether its values are the sides, each playing the same phase.
    pub(in crate::module) fn sides_alternate(&self) -> bool {
        self.items.len() > 1 && self.items.iter().all(|item| item.phase == self.items[0].phase)
    }
}

/// `acting`: a side acts in the phase around these.
fn levels(game: &Game, phases: &[Phase], acting: bool) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    let mut open = false;
    for phase in phases {
        let leaf = phase.phases.is_empty();
        let items = items(game, phase, acting);
        match levels.last_mut().filter(|_| open && leaf) {
            Some(list) => list.items.extend(items),
            None => {
                let within = matches!(phase.actor, Actor::Each | Actor::Side(_));
                levels.push(Level { items, levels: self::levels(game, &phase.phases, within) });
            }
        }
        open = leaf;
    }
    levels
}

fn items(game: &Game, phase: &Phase, acting: bool) -> Vec<Item> {
    let item = |name: String, actor: Actor| Item {
        name,
        phase: phase.id.clone(),
        actor,
        turns: phase.turns,
    };
    let once: Vec<Item> = if phase.actor == Actor::Each && !acting {
        let of_side = |(id, side): (Id<Side>, &Side)| {
            let name = if phase.phases.is_empty() {
                format!("{} {}", side.name, phase.name)
            } else {
                side.name.clone()
            };
            item(name, Actor::Side(id))
        };
        game.sides.entries().map(of_side).collect()
    } else {
        vec![item(phase.name.clone(), phase.actor)]
    };
    let times = usize::try_from(phase.repeat.max(1)).unwrap_or(1);
    (0..times).flat_map(|_| once.iter().cloned()).collect()
}

fn walk(
    levels: &[Level],
    at: &mut Vec<(usize, usize)>,
    above: &mut Vec<Item>,
    standings: &mut Vec<Standing>,
) {
    for (nth, level) in levels.iter().enumerate() {
        for (index, item) in level.items.iter().enumerate() {
            at.push((nth, index));
            above.push(item.clone());
            if level.levels.is_empty() {
                // Inside a side's turn, "each" means the side whose turn it is.
                let own = above.iter().rev().map(|item| item.actor).find(|a| *a != Actor::Each);
                standings.push(Standing {
                    path: above.iter().map(|item| item.phase.clone()).collect(),
                    actor: own.unwrap_or(Actor::Both),
                    turns: above.iter().rev().find_map(|item| item.turns),
                    shown: above.iter().map(|item| format!("{BETWEEN}{}", item.name)).collect(),
                    at: at.clone(),
                });
            }
            walk(&level.levels, at, above, standings);
            above.pop();
            at.pop();
        }
    }
}
