//! Can be turned.

use super::fields::{Field, KeyStroke};
use super::{Kind, Named, Properties};
use crate::vassal::sequence::{Joiner, Split};

/// Can be turned: freely, or to one of several facings.
#[derive(Debug, Clone, PartialEq)]
pub struct Rotator {
    /// How many facings; 1 turns freely.
    pub facings: i32,
    /// Key and menu text to set a free angle.
    pub free: (KeyStroke, String),
    /// Keys to turn right and left.
    pub turn_keys: (KeyStroke, KeyStroke),
    /// Menu texts to turn right and left.
    pub turn_commands: (String, String),
    /// Key and menu text for a random facing.
    pub random: (KeyStroke, String),
    /// Its name.
    pub name: String,
    /// The designer's note.
    pub description: String,
    /// Key and menu text to turn to a facing that an expression gives.
    pub direct: (KeyStroke, String),
    /// That expression.
    pub expression: String,
    /// It gives a facing, not an angle.
    pub by_facing: bool,
}

impl Rotator {
    /// The facing in degrees, clockwise, as VASSAL counts them.
    pub fn degrees(&self, state: &str) -> f64 {
        if self.facings <= 1 {
            return -state.parse::<f64>().unwrap_or(0.0);
        }
        let facing: i32 = state.parse().unwrap_or(0);
        f64::from(facing) * 360.0 / f64::from(self.facings)
    }
}

impl Kind for Rotator {
    const ID: &'static str = "rotate;";

    fn read(mut fields: Split<'_>) -> Self {
        fn key(fields: &mut Split<'_>) -> KeyStroke {
            KeyStroke::read(fields, KeyStroke::None)
        }
        fn text(fields: &mut Split<'_>) -> String {
            fields.text().into_owned()
        }
        let fields = &mut fields;
        let facings = fields.int(6);
        let mut rotator = Rotator {
            facings,
            free: Default::default(),
            turn_keys: Default::default(),
            turn_commands: Default::default(),
            random: Default::default(),
            name: String::new(),
            description: String::new(),
            direct: Default::default(),
            expression: String::new(),
            by_facing: true,
        };
        if facings == 1 {
            rotator.free = (key(fields), text(fields));
        } else {
            rotator.turn_keys = (key(fields), key(fields));
            rotator.turn_commands = (text(fields), text(fields));
        }
        rotator.random = (key(fields), text(fields));
        rotator.name = text(fields);
        rotator.description = text(fields);
        rotator.direct = (key(fields), text(fields));
        rotator.expression = text(fields);
        rotator.by_facing = fields.flag(true);
        rotator
    }

    fn write(&self) -> String {
        let mut fields = Joiner::after(Self::ID, ';');
        fields.push_value(self.facings);
        if self.facings == 1 {
            fields.push(&self.free.0.encode()).push(&self.free.1);
        } else {
            fields.push(&self.turn_keys.0.encode()).push(&self.turn_keys.1.encode());
            fields.push(&self.turn_commands.0).push(&self.turn_commands.1);
        }
        fields.push(&self.random.0.encode()).push(&self.random.1);
        fields.push(&self.name).push(&self.description);
        fields.push(&self.direct.0.encode()).push(&self.direct.1);
        fields.push(&self.expression).push_value(self.by_facing);
        fields.finish()
    }
}

impl Named for Rotator {
    fn properties(&self, state: &str, properties: &mut Properties) {
        let prefix = if self.name.is_empty() { String::new() } else { format!("{}_", self.name) };
        if self.facings > 1 {
            let facing: i32 = state.parse().unwrap_or(0);
            properties.push((format!("{prefix}Facing"), facing.saturating_add(1).to_string()));
        }
        properties.push((format!("{prefix}Degrees"), self.degrees(state).to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<Rotator>("rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;;;;true");
        round_trips::<Rotator>("rotate;1;93,130;Turn;;;;;;;;true");
    }

    #[test]
    fn a_facing_becomes_degrees() {
        let rotator = Rotator::read(crate::vassal::sequence::split(';', "6"));
        assert_eq!(rotator.degrees("2"), 120.0);
    }
}
