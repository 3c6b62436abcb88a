//! A save of Tabletop Simulator: what lies where.

use super::story::{Lying, Story, Where};
use super::{broken, not_ours};
use crate::module::tts::BoardNote;
use crate::vassal::{Limits, Unreadable};
use serde_json::Value;

/// Bags in bags beyond these are not looked into.
const DEEPEST: usize = 8;

/// A board as it lies.
struct Board {
    note: BoardNote,
    at: (f64, f64),
    /// Its edge, in the program's units.
    side: f64,
}

impl Board {
    fn of(object: &Value) -> Option<Self> {
        let note = BoardNote::read(object.get("Memo")?.as_str()?)?;
        let place = object.get("Transform")?;
        let get = |name: &str| place.get(name)?.as_f64().filter(|number| number.is_finite());
        Some(Board { note, at: (get("posX")?, get("posZ")?), side: 2.0 * get("scaleX")? })
    }

    /// The share of the board's picture at a point; its picture lies in the middle of a square.
    fn share(&self, (x, z): (f64, f64)) -> Option<(f64, f64)> {
        let (width, height) = (self.note.width, self.note.height);
        let edge = width.max(height);
        let one = |at: f64, length: f64| ((at + 0.5) * edge - (edge - length) / 2.0) / length;
        let across = one((x - self.at.0) / self.side, width);
        let down = one((self.at.1 - z) / self.side, height);
        let inside = (0.0..1.0).contains(&across) && (0.0..1.0).contains(&down);
        inside.then_some((across, down))
    }
}

/// Reads a save.
pub(super) fn read(text: &str, limits: &Limits) -> Result<Story, Unreadable> {
    let save: Value = serde_json::from_str(text).map_err(|error| broken(&error))?;
    let objects = save.get("ObjectStates").and_then(Value::as_array).ok_or_else(not_ours)?;
    let boards: Vec<Board> = objects.iter().filter_map(Board::of).collect();
    let label = boards.iter().find_map(|board| board.note.label.clone()).ok_or_else(not_ours)?;
    let mut story = Story {
        game: label.game,
        version: label.version,
        scenario: label.scenario,
        notes: vec![
            "a save of this table tells positions, and no turn, no moves and no dice".to_owned(),
        ],
        ..Story::default()
    };
    let mut reader = Reader { boards: &boards, found: &mut story.start, limits };
    for object in objects {
        reader.object(object, None, 0)?;
    }
    story.start.sort_by(|a, b| a.height.total_cmp(&b.height));
    // The program gives every copy the name of what it was copied from.
    let mut taken = std::collections::BTreeSet::new();
    for (nth, piece) in story.start.iter_mut().enumerate() {
        if !taken.insert(piece.id.clone()) {
            piece.id = format!("{} {nth}", piece.id);
        }
    }
    Ok(story)
}

struct Reader<'r> {
    boards: &'r [Board],
    found: &'r mut Vec<Lying>,
    limits: &'r Limits,
}

impl Reader<'_> {
    fn object(
        &mut self,
        object: &Value,
        bag: Option<(f64, f64)>,
        depth: usize,
    ) -> Result<(), Unreadable> {
        let text = |name: &str| object.get(name).and_then(Value::as_str).unwrap_or_default();
        let place = object.get("Transform");
        let get = |name: &str| {
            let number = place.and_then(|place| place.get(name)).and_then(Value::as_f64);
            number.filter(|number| number.is_finite()).unwrap_or(0.0)
        };
        let at = bag.unwrap_or((get("posX"), get("posZ")));
        let memo: Option<Value> = serde_json::from_str(text("Memo")).ok();
        let counter = memo.as_ref().and_then(|memo| memo.get("counter")?.as_str());
        if let Some(counter) = counter {
            let many = self.found.len() as u64 + 1;
            Limits::check("", "pieces", many, self.limits.commands as u64, "--max-commands")?;
            let over = (get("rotZ").rem_euclid(360.0) - 180.0).abs() < 90.0;
            self.found.push(Lying {
                id: text("GMNotes").to_owned(),
                counter: counter.to_owned(),
                at: self.place(at),
                face: 2 * (state(object) - 1) + usize::from(over),
                height: get("posY"),
            });
        }
        // What is in an endless bag was never in the game.
        if text("Name") == "Infinite_Bag" || depth >= DEEPEST {
            return Ok(());
        }
        for inside in object.get("ContainedObjects").and_then(Value::as_array).into_iter().flatten()
        {
            self.object(inside, Some(at), depth + 1)?;
        }
        Ok(())
    }

    fn place(&self, at: (f64, f64)) -> Where {
        let on = |board: &Board| {
            let (across, down) = board.share(at)?;
            Some(Where::Panel(board.note.board.clone(), across, down))
        };
        self.boards.iter().find_map(on).unwrap_or(Where::Off)
    }
}

/// The state that an object shows, from one: the first that is not among those it could turn into.
fn state(object: &Value) -> usize {
    let others = object.get("States").and_then(Value::as_object);
    let there = |nth: &usize| others.is_some_and(|others| others.contains_key(&nth.to_string()));
    (1..=64).find(|nth| !there(nth)).unwrap_or(1)
}
