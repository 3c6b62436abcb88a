//! A room of virtualtabletop, widget by widget, as messages change it.

use super::story::{Lying, Where};
use crate::module::vtt::controls::die_id;
use crate::module::vtt::{DECKS, GAME, HAND, LOG, OWN, TURN};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Deeper than this nothing lies in anything.
const DEEPEST: usize = 32;

/// All widgets by id.
#[derive(Debug, Clone, Default)]
pub(super) struct Room {
    pub(super) widgets: Map<String, Value>,
}

/// Which game a room is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) game: String,
    pub(super) version: String,
    pub(super) scenario: String,
}

impl Room {
    /// A room as it is saved.
    pub(super) fn new(widgets: Map<String, Value>) -> Self {
        Room { widgets }
    }

    /// Changes widgets: properties by id, `null` for what goes away. The ids touched come back.
    pub(super) fn change(&mut self, delta: &Map<String, Value>) -> BTreeSet<String> {
        let mut touched = BTreeSet::new();
        for (id, changes) in delta {
            touched.insert(id.clone());
            let Value::Object(changes) = changes else {
                self.widgets.remove(id);
                continue;
            };
            let widget =
                self.widgets.entry(id.clone()).or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(fields) = widget else { continue };
            for (name, value) in changes {
                if value.is_null() {
                    fields.remove(name);
                } else {
                    fields.insert(name.clone(), value.clone());
                }
            }
        }
        touched
    }

    pub(super) fn get(&self, id: &str, field: &str) -> Option<&Value> {
        self.widgets.get(id)?.get(field)
    }

    fn text(&self, id: &str, field: &str) -> Option<&str> {
        self.get(id, field)?.as_str()
    }

    fn number(&self, id: &str, field: &str) -> Option<f64> {
        self.get(id, field)?.as_f64().filter(|number| number.is_finite())
    }

    /// What Hexwright wrote about the room.
    pub(super) fn label(&self) -> Option<Label> {
        let told = self.get(GAME, "hexwright")?;
        let text = |name: &str| Some(told.get(name)?.as_str()?.to_owned());
        Some(Label { game: text("game")?, version: text("version")?, scenario: text("scenario")? })
    }

    /// Who sits where: side by id, player.
    pub(super) fn seats(&self) -> Vec<(String, String)> {
        let prefix = format!("{OWN}seat-");
        let seats = self.widgets.keys().filter_map(|id| {
            let side = id.strip_prefix(&prefix)?;
            let player = self.text(id, "player").filter(|player| !player.is_empty())?;
            Some((side.to_owned(), player.to_owned()))
        });
        seats.collect()
    }

    /// The turn as it is shown.
    pub(super) fn turn(&self) -> Option<&str> {
        self.text(TURN, "text")
    }

    /// What was declared so far.
    pub(super) fn log(&self) -> &str {
        self.text(LOG, "text").unwrap_or_default()
    }

    /// Whether a widget, or what it lies in, is being dragged.
    pub(super) fn is_dragged(&self, id: &str) -> bool {
        self.chain(id).any(|id| self.get(id, "dragging").is_some_and(|value| !value.is_null()))
    }

    /// A widget, what it lies in, what that lies in.
    fn chain<'r>(&'r self, id: &'r str) -> impl Iterator<Item = &'r str> {
        std::iter::successors(Some(id), |id| self.text(id, "parent")).take(DEEPEST)
    }

    /// Where a widget is on the surface.
    fn corner(&self, id: &str) -> (f64, f64) {
        self.chain(id).fold((0.0, 0.0), |(x, y), id| {
            let at = |field| self.number(id, field).unwrap_or(0.0);
            (x + at("x"), y + at("y"))
        })
    }

    fn card_default(&self, id: &str, field: &str) -> Option<f64> {
        let deck = self.text(id, "deck")?;
        self.widgets.get(deck)?.get("cardDefaults")?.get(field)?.as_f64()
    }

    /// A piece of the game; none for what is only furniture.
    pub(super) fn piece(&self, id: &str) -> Option<Lying> {
        if self.text(id, "type") != Some("card") || id.starts_with(OWN) {
            return None;
        }
        let within = |holder: &str| self.chain(id).any(|id| id == holder);
        if within(DECKS) {
            return None;
        }
        let counter = self.text(id, "cardType")?.to_owned();
        let face = self.get(id, "activeFace").and_then(Value::as_u64).unwrap_or(0);
        let size =
            |field| self.number(id, field).or_else(|| self.card_default(id, field)).unwrap_or(0.0);
        let (x, y) = self.corner(id);
        let middle = (x + size("width") / 2.0, y + size("height") / 2.0);
        let at = if within(HAND) { Where::Off } else { self.panel(middle) };
        let height = self.number(id, "z").unwrap_or(0.0);
        Some(Lying {
            id: id.to_owned(),
            counter,
            at,
            face: usize::try_from(face).unwrap_or(0).min(64),
            height,
        })
    }

    fn panel(&self, (x, y): (f64, f64)) -> Where {
        let prefix = format!("{OWN}board-");
        let panels = self.widgets.keys().filter_map(|id| Some((id, id.strip_prefix(&prefix)?)));
        for (id, name) in panels {
            let get = |field| self.number(id, field);
            let (Some(width), Some(height)) = (get("width"), get("height")) else { continue };
            let (left, top) = self.corner(id);
            let (across, down) = ((x - left) / width, (y - top) / height);
            if (0.0..1.0).contains(&across) && (0.0..1.0).contains(&down) {
                return Where::Panel(name.to_owned(), across, down);
            }
        }
        Where::Off
    }

    /// All pieces, from the bottom up.
    pub(super) fn pieces(&self) -> Vec<Lying> {
        let mut pieces: Vec<Lying> = self.widgets.keys().filter_map(|id| self.piece(id)).collect();
        pieces.sort_by(|a, b| a.height.total_cmp(&b.height).then_with(|| a.id.cmp(&b.id)));
        pieces
    }

    /// The dice that a widget is one of, its number among them, how often it was rolled and what it shows.
    pub(super) fn die(&self, id: &str) -> Option<(String, u32, u64, u32)> {
        let rest = id.strip_prefix(OWN)?.strip_prefix("die-")?;
        let (dice, nth) = rest.rsplit_once('-')?;
        let nth = nth.parse().ok().filter(|nth| die_id(dice, *nth) == id)?;
        let rolled = self.get(id, "rollCount").and_then(Value::as_u64).unwrap_or(0);
        let face = self.get(id, "activeFace").and_then(Value::as_u64).unwrap_or(0);
        let faces = self.get(id, "faces").and_then(Value::as_array);
        let shown = faces.and_then(|faces| faces.get(usize::try_from(face).ok()?)?.as_u64());
        let shown = shown.unwrap_or(face.saturating_add(1));
        Some((dice.to_owned(), nth, rolled, u32::try_from(shown).ok()?))
    }

    /// How many dice are rolled together.
    pub(super) fn dice_of(&self, dice: &str) -> u32 {
        (1..).take_while(|nth| self.widgets.contains_key(&die_id(dice, *nth))).count() as u32
    }

    /// How often every die was rolled.
    pub(super) fn rolls(&self) -> BTreeMap<String, u64> {
        let dice = self.widgets.keys().filter_map(|id| {
            let (.., rolled, _) = self.die(id)?;
            Some((id.clone(), rolled))
        });
        dice.collect()
    }
}
