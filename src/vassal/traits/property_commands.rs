//! The menu commands of a property: how its value is changed.

use super::fields::KeyStroke;
use crate::vassal::sequence::{Joiner, join, split};
use std::borrow::Cow;

/// How a property is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertyChange {
    /// To this value.
    Set(String),
    /// By this much.
    Add(String),
    /// To what the player types.
    Ask(String),
    /// To what the player chooses.
    Choose(String, Vec<String>),
}

impl PropertyChange {
    /// Reads a change.
    pub fn decode(text: &str) -> Self {
        let mut fields = split(',', text);
        let code = fields.text();
        let value = fields.text().into_owned();
        match &*code {
            "I" => PropertyChange::Add(value),
            "R" => PropertyChange::Ask(value),
            "E" => {
                let values = fields.next().unwrap_or_default();
                PropertyChange::Choose(value, split(',', &values).map(Cow::into_owned).collect())
            }
            _ => PropertyChange::Set(value),
        }
    }

    /// Writes the change.
    pub fn encode(&self) -> String {
        match self {
            PropertyChange::Set(value) => join(',', ["P", value]),
            PropertyChange::Add(value) => join(',', ["I", value]),
            PropertyChange::Ask(prompt) => join(',', ["R", prompt]),
            PropertyChange::Choose(prompt, values) => join(',', ["E", prompt, &join(',', values)]),
        }
    }
}

/// A menu command that changes a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyCommand {
    /// Menu text; none is shown when empty.
    pub command: String,
    /// Its key.
    pub key: KeyStroke,
    /// What it does.
    pub change: PropertyChange,
}

/// The commands of a property in one field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PropertyCommands(pub Vec<PropertyCommand>);

impl PropertyCommands {
    /// Reads the list.
    pub fn decode(text: &str) -> Self {
        if text.is_empty() {
            return PropertyCommands::default();
        }
        let one = |text: Cow<'_, str>| {
            let mut fields = split(':', &text);
            PropertyCommand {
                command: fields.text().into_owned(),
                key: KeyStroke::decode(&fields.text()),
                change: PropertyChange::decode(&fields.text()),
            }
        };
        PropertyCommands(split(',', text).map(one).collect())
    }

    /// Writes the list.
    pub fn encode(&self) -> String {
        join(
            ',',
            self.0.iter().map(|one| {
                let mut fields = Joiner::new(':');
                fields.push(&one.command).push(&one.key.encode()).push(&one.change.encode());
                fields.finish()
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_as_they_were_read() {
        let commands = PropertyCommands(vec![
            PropertyCommand {
                command: "More, and: more".into(),
                key: KeyStroke::ctrl('m'),
                change: PropertyChange::Add("1".into()),
            },
            PropertyCommand {
                command: String::new(),
                key: KeyStroke::named("clear"),
                change: PropertyChange::Set(String::new()),
            },
            PropertyCommand {
                command: "Mode".into(),
                key: KeyStroke::None,
                change: PropertyChange::Choose("Which?".into(), vec!["a,b".into(), "c:d".into()]),
            },
            PropertyCommand {
                command: "Ask".into(),
                key: KeyStroke::None,
                change: PropertyChange::Ask("Target, please:".into()),
            },
        ]);
        assert_eq!(PropertyCommands::decode(&commands.encode()), commands);
        // As a genuine trait has it.
        assert_eq!(PropertyCommands::decode(r"More:43\,130:I\,1").encode(), r"More:43\,130:I\,1");
    }
}
