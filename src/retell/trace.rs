//! What virtualtabletop traced of a game: the room at the beginning, then every message.
//!
//! A piece that is dragged is somewhere only when it is let go. Dice of one throw may come one by one.

use super::room::Room;
use super::state::begun;
use super::story::{Act, Lying, Step, Story};
use super::{broken, not_ours};
use crate::vassal::{Limits, Unreadable};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Reads a trace. One that was not closed has no bracket at its end.
pub(super) fn read(text: &str, limits: &Limits) -> Result<Story, Unreadable> {
    let mut reader = Reader::default();
    let mut messages = 0;
    let mut take = |message: &Value, reader: &mut Reader| {
        messages += 1;
        Limits::check("", "messages", messages, limits.commands as u64, "--max-commands")?;
        limits.check_time("")?;
        reader.take(message);
        Limits::check("", "steps", reader.told as u64, limits.commands as u64, "--max-commands")?;
        Ok::<(), Unreadable>(())
    };
    match serde_json::from_str::<Vec<Value>>(text) {
        Ok(all) => {
            for message in &all {
                take(message, &mut reader)?;
            }
        }
        Err(error) => {
            // As the program writes it while the room is open: a message a line, a comma after each.
            let lines = text.lines().map(|line| line.trim().trim_end_matches(','));
            let mut cut = None;
            for line in lines.filter(|line| !matches!(*line, "" | "[" | "]")) {
                if let Some(error) = &cut {
                    return Err(broken(error));
                }
                match serde_json::from_str(line) {
                    Ok(message) => take(&message, &mut reader)?,
                    // The last line of a trace that is still written may be half a line.
                    Err(error) => cut = Some(error),
                }
            }
            if reader.story.is_none() {
                return Err(broken(&cut.unwrap_or(error)));
            }
            if cut.is_some() {
                reader.note("the last message is cut off");
            }
        }
    }
    reader.finish().ok_or_else(not_ours)
}

#[derive(Debug, Default)]
struct Reader {
    room: Room,
    story: Option<Story>,
    /// Pieces as they lay when nobody dragged them.
    settled: BTreeMap<String, Lying>,
    /// How often each die was rolled.
    rolls: BTreeMap<String, u64>,
    /// Dice of which not all have come yet.
    rolling: BTreeMap<String, BTreeMap<u32, u32>>,
    log: String,
    turn: Option<String>,
    /// Everything told so far, each piece of a move by itself.
    told: usize,
}

impl Reader {
    fn note(&mut self, what: &str) {
        if let Some(story) = &mut self.story {
            story.notes.push(what.to_owned());
        }
    }

    fn take(&mut self, message: &Value) {
        let state = |name: &str| message.get(name).and_then(Value::as_object);
        if let Some(whole) = state("initialState").or(state("state")) {
            self.begin(whole.clone());
            return;
        }
        if message.get("source").and_then(Value::as_str) != Some("broadcast") {
            return;
        }
        let args = message.get("args");
        match message.get("func").and_then(Value::as_str) {
            Some("state") => {
                if let Some(Value::Object(whole)) = args {
                    self.begin(whole.clone());
                }
            }
            Some("delta") => {
                let delta = args.and_then(|args| args.get("s")).and_then(Value::as_object);
                let who = message.get("exceptPlayer").and_then(Value::as_str);
                if let Some(delta) = delta {
                    let touched = self.room.change(delta);
                    self.changed(&touched, who);
                }
            }
            _ => {}
        }
    }

    /// The room is another one, or the same as it already was: some programs say it twice.
    fn begin(&mut self, widgets: Map<String, Value>) {
        if widgets == self.room.widgets {
            return;
        }
        self.room = Room::new(widgets);
        let told = self.story.as_ref().map_or(0, |story| story.steps.len());
        self.story = begun(&self.room);
        if told > 0 {
            self.note(&format!("another room was loaded after {told} steps: the log begins there"));
        }
        self.settled =
            self.room.pieces().into_iter().map(|piece| (piece.id.clone(), piece)).collect();
        self.rolls = self.room.rolls();
        self.rolling.clear();
        self.log = self.room.log().to_owned();
        self.turn = self.room.turn().map(str::to_owned);
    }

    fn push(&mut self, who: Option<&str>, act: Act) {
        self.told += if let Act::Move(moves) = &act { moves.len() } else { 1 };
        if let Some(story) = &mut self.story {
            story.steps.push(Step { who: who.map(str::to_owned), act });
        }
    }

    fn changed(&mut self, touched: &BTreeSet<String>, who: Option<&str>) {
        let Some(story) = &mut self.story else { return };
        for seat in self.room.seats() {
            if !story.seats.contains(&seat) {
                story.seats.push(seat);
            }
        }
        self.pieces(touched, who);
        self.dice(touched, who);
        let log = self.room.log().to_owned();
        if log != self.log {
            let new = log.strip_prefix(self.log.as_str()).unwrap_or(&log).to_owned();
            for line in new.lines().filter(|line| !line.trim().is_empty()) {
                self.push(who, Act::Say(line.trim().to_owned()));
            }
            self.log = log;
        }
        let turn = self.room.turn().map(str::to_owned);
        if turn != self.turn {
            if let Some(turn) = &turn {
                self.push(who, Act::Turn(turn.clone()));
            }
            self.turn = turn;
        }
    }

    fn pieces(&mut self, touched: &BTreeSet<String>, who: Option<&str>) {
        // Where nothing was let go and nothing is gone, nobody is anywhere else.
        let all_dragged =
            touched.iter().all(|id| self.room.widgets.contains_key(id) && self.room.is_dragged(id));
        if all_dragged {
            return;
        }
        let gone: Vec<String> =
            self.settled.keys().filter(|id| self.room.piece(id).is_none()).cloned().collect();
        for id in gone {
            self.settled.remove(&id);
            self.push(who, Act::Go(id));
        }
        let (mut moved, mut acts) = (Vec::new(), Vec::new());
        for piece in self.room.pieces() {
            if self.room.is_dragged(&piece.id) {
                continue;
            }
            match self.settled.get(&piece.id) {
                None => acts.push(Act::Come(piece.clone())),
                Some(was) => {
                    if was.at != piece.at {
                        moved.push((piece.id.clone(), piece.at.clone()));
                    }
                    if was.face != piece.face {
                        acts.push(Act::Face(piece.id.clone(), piece.face));
                    }
                    if *was == piece {
                        continue;
                    }
                }
            }
            self.settled.insert(piece.id.clone(), piece);
        }
        if !moved.is_empty() {
            self.push(who, Act::Move(moved));
        }
        acts.into_iter().for_each(|act| self.push(who, act));
    }

    fn dice(&mut self, touched: &BTreeSet<String>, who: Option<&str>) {
        for id in touched {
            let Some((dice, nth, rolled, shown)) = self.room.die(id) else { continue };
            let before = self.rolls.insert(id.clone(), rolled);
            if before == Some(rolled) || rolled == 0 {
                continue;
            }
            let mut whole = None;
            let rolling = self.rolling.entry(dice.clone()).or_default();
            if rolling.insert(nth, shown).is_some() {
                whole = Some("a die was rolled by itself");
            }
            let all = self.room.dice_of(&dice) as usize;
            if rolling.len() >= all {
                let faces = std::mem::take(rolling).into_values().collect();
                self.push(who, Act::Roll(dice, faces));
            } else if let Some(what) = whole {
                self.note(what);
            }
        }
    }

    fn finish(mut self) -> Option<Story> {
        if self.rolling.values().any(|dice| !dice.is_empty()) {
            self.note("of some throws not all dice were rolled");
        }
        self.story
    }
}

#[cfg(test)]
mod tests {
    use super::super::story::Where;
    use super::*;

    fn room(x: f64) -> Value {
        serde_json::json!({
            "_meta": { "version": 22 },
            "hw-game": { "hexwright": { "game": "g", "version": "1", "scenario": "s" } },
            "hw-board-m": { "x": 0, "y": 0, "width": 1000, "height": 1000 },
            "hw-die-1d6-1": { "type": "dice", "faces": [1, 2, 3, 4, 5, 6] },
            "d": { "type": "deck", "cardDefaults": { "width": 50, "height": 50 } },
            "a": { "type": "card", "deck": "d", "cardType": "a", "x": x, "y": 100.0 },
        })
    }

    fn delta(widgets: Value) -> Value {
        serde_json::json!({
            "func": "delta", "args": { "s": widgets, "id": 1 }, "exceptPlayer": "Ann", "source": "broadcast",
        })
    }

    fn read_all(messages: &[Value]) -> Story {
        let text = serde_json::to_string(messages).expect("texts");
        read(&text, &Limits::default()).expect("a trace")
    }

    #[test]
    fn a_piece_is_somewhere_when_it_is_let_go_and_a_roll_is_what_the_die_shows() {
        let begin = serde_json::json!({ "initialState": room(100.0), "source": "client" });
        let story = read_all(&[
            begin,
            delta(serde_json::json!({ "a": { "dragging": "Ann", "x": 300 } })),
            delta(serde_json::json!({ "a": { "dragging": null, "x": 475 } })),
            delta(serde_json::json!({ "a": { "activeFace": 1 } })),
            delta(serde_json::json!({ "hw-die-1d6-1": { "rollCount": 1, "activeFace": 3 } })),
        ]);
        let acts: Vec<&Act> = story.steps.iter().map(|step| &step.act).collect();
        let there = Where::Panel("m".to_owned(), 0.5, 0.125);
        assert_eq!(
            acts,
            [
                &Act::Move(vec![("a".to_owned(), there)]),
                &Act::Face("a".to_owned(), 1),
                &Act::Roll("1d6".to_owned(), vec![4]),
            ]
        );
        assert!(story.steps.iter().all(|step| step.who.as_deref() == Some("Ann")));
    }

    #[test]
    fn a_trace_that_is_still_written_is_read_up_to_its_last_whole_line() {
        let begin = serde_json::json!({ "initialState": room(100.0), "source": "client" });
        let text = format!(
            "[\n  {begin},\n  {},\n  {{\"func\": \"del",
            delta(serde_json::json!({ "a": null }))
        );
        let story = read(&text, &Limits::default()).expect("a trace");
        assert_eq!(story.steps.len(), 1);
        assert_eq!(story.notes, ["the last message is cut off"]);
    }

    #[test]
    fn a_piece_that_lies_in_itself_is_no_trouble() {
        let mut widgets = room(100.0);
        widgets["a"]["parent"] = serde_json::json!("a");
        let begin = serde_json::json!({ "initialState": widgets, "source": "client" });
        assert_eq!(read_all(&[begin]).start.len(), 1);
    }
}
