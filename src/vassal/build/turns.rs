//! Turn trackers: from the state in a file to the turn that players see.

use super::Element;
use crate::vassal::grid::fill;
use crate::vassal::sequence::split;

/// A level of a turn tracker: turns, or the phases within.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnLevel {
    /// Its name.
    pub name: String,
    /// The property that holds its value.
    pub property: String,
    /// How its value is shown.
    pub format: String,
    /// The values, for a level that is a list; a counter has none.
    pub list: Option<Vec<String>>,
    /// Levels within.
    pub levels: Vec<TurnLevel>,
}

/// A turn tracker of the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnTracker {
    /// VASSAL's own id: `TurnTracker0`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How the turn is shown.
    pub format: String,
    /// Its levels.
    pub levels: Vec<TurnLevel>,
}

impl TurnTracker {
    /// All trackers of a module.
    pub fn all(build: &Element) -> Vec<Self> {
        let is_tracker = |element: &&Element| element.class().ends_with("TurnTracker");
        build
            .walk()
            .filter(is_tracker)
            .enumerate()
            .map(|(index, element)| TurnTracker {
                id: format!("TurnTracker{index}"),
                name: element.get("name").unwrap_or_default().to_owned(),
                format: element.get("turnFormat").unwrap_or_default().to_owned(),
                levels: levels(element),
            })
            .collect()
    }

    /// The values of the levels that a state means, outermost first, without decoration.
    pub fn values(&self, state: &str) -> Vec<String> {
        self.read(state, &|_, value| value.to_owned())
    }

    fn read(&self, state: &str, show: &dyn Fn(&TurnLevel, &str) -> String) -> Vec<String> {
        let mut fields = split('|', state);
        let current = usize::try_from(fields.int(0)).unwrap_or(0);
        let states: Vec<_> = fields.collect();
        let mut shown = Vec::new();
        if let (Some(level), Some(state)) = (self.levels.get(current), states.get(current)) {
            level.read(state, show, &mut shown);
        }
        shown
    }

    /// The turn a state means, as players see it.
    pub fn describe(&self, state: &str) -> String {
        let shown = self.read(state, &|level, value| fill(&level.format, &[("value", value)]));
        if self.format.is_empty() {
            return shown.join(" ");
        }
        let names: Vec<String> =
            (1..=shown.len().max(9)).map(|number| format!("level{number}")).collect();
        let values: Vec<(&str, &str)> = names
            .iter()
            .enumerate()
            .map(|(index, name)| {
                (name.as_str(), shown.get(index).map(String::as_str).unwrap_or_default())
            })
            .collect();
        fill(&self.format, &values)
    }
}

impl TurnLevel {
    fn read(
        &self,
        state: &str,
        show: &dyn Fn(&TurnLevel, &str) -> String,
        shown: &mut Vec<String>,
    ) {
        let mut fields = split(';', state);
        let current = fields.text();
        let within = usize::try_from(fields.int(0)).unwrap_or(0);
        let value = match &self.list {
            None => current.into_owned(),
            Some(list) => current
                .parse()
                .ok()
                .and_then(|index: usize| list.get(index).cloned())
                .unwrap_or_default(),
        };
        shown.push(show(self, &value));
        // Both kinds of level keep two more fields before the levels within.
        let below: Vec<_> = fields.skip(2).collect();
        if let (Some(level), Some(state)) = (self.levels.get(within), below.get(within)) {
            level.read(state, show, shown);
        }
    }
}

fn levels(element: &Element) -> Vec<TurnLevel> {
    let level = |child: &Element| {
        let list = match child.class() {
            "CounterTurnLevel" => None,
            "ListTurnLevel" => {
                let names = child.get("list").unwrap_or_default();
                Some(split(',', names).map(std::borrow::Cow::into_owned).collect())
            }
            _ => return None,
        };
        let text = |name: &str| child.get(name).unwrap_or_default().to_owned();
        let format = child.get("turnFormat").unwrap_or("$value$").to_owned();
        Some(TurnLevel {
            name: text("name"),
            property: text("property"),
            format,
            list,
            levels: levels(child),
        })
    };
    element.children.iter().filter_map(level).collect()
}
