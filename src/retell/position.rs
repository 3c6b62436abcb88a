//! The end of a log of a generated module, as pieces to be put on any table.

use crate::model::Game;
use crate::module::table::{Placed, Position, Tabletop, Window};
use crate::module::vassal::pieces::{COPY, STEP, UNIT_ID};
use crate::module::vassal::setup::{BOX_MAP, MAIN_MAP, SET_UP_MAP};
use crate::replay::Replay;

/// What a position tells, and what could not be told of it.
#[derive(Debug)]
pub struct Left {
    /// The position.
    pub position: Position,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// Where a log that was played to its end left the game; none if it does not tell the scenario.
pub fn position(replay: &mut Replay<'_, '_>, top: &Tabletop<'_>) -> Option<Left> {
    let game = top.game;
    let told = replay.position().table.property("Module", crate::module::vassal::declare::SCENARIO);
    let scenario = told.map(str::to_owned).filter(|id| game.scenarios.find(id).is_some())?;
    let setting = game.scenarios.find(&scenario).and_then(|id| top.settings.get(id.index()))?;
    let shown = replay.turns().into_iter().find_map(|(_, shown, _)| shown);
    let moment = shown.as_deref().and_then(|shown| top.sequence.moment(shown));
    let mut notes = Vec::new();
    if moment.is_none() {
        notes
            .push("it does not tell the turn: the table stands at the scenario's first".to_owned());
    }
    let ids: Vec<String> =
        replay.position().counters().iter().map(|piece| piece.id.to_string()).collect();
    let (mut pieces, mut unknown, mut off) = (Vec::new(), 0, 0);
    for id in ids {
        let Some(at) = replay.locate(&id) else { continue };
        let Some(piece) = replay.position().piece(&id) else { continue };
        let properties = piece.properties();
        let get = |name: &str| {
            properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        let Some(counter) = get(UNIT_ID).and_then(|unit| game.counters.find(unit)) else {
            unknown += 1;
            continue;
        };
        let window = match at.map.as_deref() {
            Some(MAIN_MAP) => Window::Main,
            Some(SET_UP_MAP) if setting.tray.is_some() => Window::SetUp,
            Some(BOX_MAP) if top.boxes.is_some() => Window::Boxes,
            _ => {
                off += 1;
                continue;
            }
        };
        let level = format!("{STEP}_Level");
        let level = get(&level).and_then(|level| level.parse::<usize>().ok()).unwrap_or(1);
        let active = |id: &str| get(&format!("{id}_Active")) == Some("true");
        let cup = replay.position().deck_of(piece).is_some();
        let place = at.location.clone().unwrap_or_default();
        pieces.push(Placed {
            id: id.clone(),
            counter,
            copy: get(COPY).and_then(|copy| copy.parse().ok()).unwrap_or(1),
            window,
            at: (at.x, at.y),
            cup: cup_at(game, top, (at.x, at.y)).filter(|_| cup),
            place,
            face: level.saturating_sub(1),
            states: game
                .rules
                .states
                .iter()
                .map(|one| one.id.clone())
                .filter(|id| active(id))
                .collect(),
            hidden: false,
        });
    }
    for (count, what) in [(unknown, "are no counters of the game"), (off, "lie on no map")] {
        if count > 0 {
            notes.push(format!("{count} pieces {what}, and are left out"));
        }
    }
    let moment = moment.unwrap_or(setting.moment);
    Some(Left { position: Position { scenario, pieces, moment }, notes })
}

fn cup_at(game: &Game, top: &Tabletop<'_>, at: (i32, i32)) -> Option<String> {
    let cups = crate::module::table::setup::cup_boxes(game, &top.boards);
    cups.into_iter().find(|(_, known)| *known == at).map(|(name, _)| name)
}
