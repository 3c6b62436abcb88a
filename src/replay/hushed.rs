//! What may not be told, taken out of all that is told of a game: wherever a file's own words can stand.

use super::{
    Discretion, Event, GameDifference, GameSummary, Misfit, PieceName, Step, ValueChange,
    Whereabouts,
};
use serde_json::Value;

impl Discretion {
    /// Takes out of a summary what may not be told.
    pub fn summary(&self, summary: &mut GameSummary) {
        for player in &mut summary.players {
            self.hush(&mut player.name);
            self.hush(&mut player.side);
        }
        let told = [&mut summary.comment, &mut summary.module, &mut summary.module_version];
        told.into_iter().for_each(|text| self.hush(text));
        summary.extensions.iter_mut().for_each(|(name, version)| {
            self.hush(name);
            self.hush(version);
        });
        summary.turns.values_mut().for_each(|turn| self.hush(turn));
        self.hush_names(&mut summary.turns, |_, _| {});
        summary.boards.values_mut().flatten().for_each(|board| self.hush(board));
        self.hush_names(&mut summary.boards, |boards, more| boards.extend(more));
        self.hush_names(&mut summary.dice, |dice, more| dice.add(more));
        let commands = &mut summary.commands;
        for counts in [
            &mut summary.counters_by_map,
            &mut summary.steps_by_player,
            &mut commands.setup_kinds,
            &mut commands.logged_kinds,
            &mut commands.added,
            &mut commands.live_after_setup,
            &mut commands.live_at_end,
            &mut commands.unknown_commands,
            &mut commands.unknown_traits,
        ] {
            self.hush_counts(counts);
        }
    }

    /// Takes out of steps what may not be told.
    pub fn steps(&self, steps: &mut [Step]) {
        for step in steps {
            step.who.iter_mut().for_each(|who| self.hush(who));
            step.events.iter_mut().for_each(|event| self.event(event));
        }
    }

    /// Takes out of the values of pieces what may not be told, names of values included.
    pub fn pieces(&self, pieces: &mut Value) {
        for piece in pieces.as_array_mut().into_iter().flatten() {
            self.hush_json(piece);
            let Some(values) = piece["values"].as_object_mut() else { continue };
            let told = std::mem::take(values).into_iter();
            values.extend(told.map(|(name, value)| (self.text(&name).into_owned(), value)));
        }
    }

    /// Takes out of what changed between two games what may not be told.
    pub fn difference(&self, difference: &mut GameDifference) {
        let GameDifference { moved, altered, appeared, vanished, table, players, notes } =
            difference;
        for moved in moved {
            self.piece(&mut moved.piece);
            self.place(&mut moved.from);
            self.place(&mut moved.to);
        }
        for altered in altered {
            self.piece(&mut altered.piece);
            altered.was_called.iter_mut().for_each(|name| self.hush(name));
            altered.values.iter_mut().for_each(|value| self.change(value));
        }
        for (piece, at) in appeared.iter_mut().chain(vanished) {
            self.piece(piece);
            self.place(at);
        }
        table.iter_mut().for_each(|value| self.change(value));
        let lists = players.iter_mut().chain(notes);
        lists.flat_map(|(old, new)| old.iter_mut().chain(new)).for_each(|line| self.hush(line));
    }

    /// Takes out of what does not fit a module what may not be told.
    pub fn misfit(&self, misfit: &mut Misfit) {
        let pairs = misfit.name.iter_mut().chain(&mut misfit.version);
        pairs.flat_map(|(told, own)| [told, own]).for_each(|text| self.hush(text));
        for names in [&mut misfit.missing_maps, &mut misfit.missing_boards] {
            let told = std::mem::take(names).into_iter();
            names.extend(told.map(|name| self.text(&name).into_owned()));
        }
        self.hush_counts(&mut misfit.missing_slots);
        let traits = misfit.other_traits.values_mut();
        traits
            .flat_map(|(lost, gained)| lost.iter_mut().chain(gained))
            .for_each(|id| self.hush(id));
        self.hush_names(&mut misfit.other_traits, |(lost, gained), (more, also)| {
            lost.extend(more);
            gained.extend(also);
        });
    }

    fn piece(&self, piece: &mut PieceName) {
        self.hush_value(&mut piece.id);
        self.hush(&mut piece.name);
    }

    fn place(&self, at: &mut Whereabouts) {
        let Whereabouts { map, board, zone, location, .. } = at;
        [map, board, zone, location].into_iter().flatten().for_each(|name| self.hush(name));
    }

    fn change(&self, change: &mut ValueChange) {
        self.hush(&mut change.name);
        self.hush_value(&mut change.old);
        self.hush_value(&mut change.new);
    }

    fn event(&self, event: &mut Event) {
        match event {
            Event::Chat { speaker, text } => {
                speaker.iter_mut().chain([text]).for_each(|text| self.hush(text));
            }
            Event::Roll(roll) => {
                roll.who.iter_mut().chain([&mut roll.button]).for_each(|text| self.hush(text));
            }
            Event::Property { container, change } => {
                self.hush(container);
                self.change(change);
            }
            Event::Change { piece, was_called, at, values, .. } => {
                self.piece(piece);
                self.place(at);
                was_called.iter_mut().for_each(|name| self.hush(name));
                values.iter_mut().for_each(|value| self.change(value));
            }
            Event::Move { piece, from, to, .. } => {
                self.piece(piece);
                self.place(from);
                self.place(to);
            }
            Event::Mismatch { piece, at, told, .. } => {
                self.piece(piece);
                self.place(at);
                self.place(told);
            }
            Event::Create { piece, at } | Event::Remove { piece, at } => {
                self.piece(piece);
                self.place(at);
            }
            Event::Reorder { deck: piece, .. } => self.piece(piece),
            Event::Turn { tracker, turn, state } => {
                turn.iter_mut().chain([tracker, state]).for_each(|text| self.hush(text));
            }
            Event::Boards { map, boards } => {
                boards.iter_mut().chain([map]).for_each(|text| self.hush(text));
            }
            Event::Missing { id } => self.hush_value(id),
            Event::Unknown { kind } => self.hush(kind),
            Event::LineOfSight { .. } => {}
        }
    }
}
