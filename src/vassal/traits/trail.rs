//! Draws the way the piece went.

use super::fields::{Colour, Decimal, KeyStroke};
use super::{Named, record};
use crate::vassal::sequence::{Joiner, split};

record! {
    /// Draws the way the piece went.
    Trail = "footprint;" {
        /// Its key.
        key: KeyStroke = KeyStroke::None,
        /// Menu text.
        command: String = String::new(),
        /// Shown from the start.
        initially_visible: bool = false,
        /// Shown to all players.
        globally_visible: bool = false,
        /// Of the circles.
        radius: i32 = 10,
        /// Inside the circles.
        fill: Colour = Colour(None),
        /// The lines.
        line: Colour = Colour(None),
        /// Percent.
        selected_transparency: i32 = 100,
        /// Percent.
        unselected_transparency: i32 = 0,
        /// Pixels.
        edge_point_buffer: i32 = 20,
        /// Pixels.
        edge_display_buffer: i32 = 30,
        /// Pixels.
        line_width: Decimal = Decimal(1.0),
        /// Key to show.
        on_key: KeyStroke = KeyStroke::None,
        /// Key to hide.
        off_key: KeyStroke = KeyStroke::None,
        /// Key to forget.
        clear_key: KeyStroke = KeyStroke::None,
        /// The designer's note.
        description: String = String::new(),
    }
}

/// The way a piece went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Footprints {
    /// Shown to all.
    pub visible: bool,
    /// The map it began on, as `Map0`.
    pub map: String,
    /// The places it left, oldest first, in map pixels.
    pub points: Vec<(i32, i32)>,
    /// Has been set up once.
    pub initialised: bool,
}

impl Footprints {
    /// Reads the state.
    pub fn decode(state: &str) -> Self {
        let mut fields = split(';', state);
        let visible = fields.flag(false);
        let map = fields.text().into_owned();
        let count = fields.int(0);
        let mut points = Vec::new();
        for _ in 0..count {
            let Some(point) = fields.next() else { break };
            let mut parts = split(',', &point);
            points.push((parts.int(0), parts.int(0)));
        }
        Footprints { visible, map, points, initialised: fields.flag(false) }
    }

    /// Writes the state.
    pub fn encode(&self) -> String {
        let mut fields = Joiner::new(';');
        fields.push_value(self.visible).push(&self.map).push_value(self.points.len());
        for (x, y) in &self.points {
            fields.push_value(format_args!("{x},{y}"));
        }
        fields.push_value(self.initialised);
        fields.finish()
    }
}

impl Named for Trail {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Trail>(
            r"footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;0;20;30;1.0;;;;",
        );
    }
}
