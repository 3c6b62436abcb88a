//! Rolls: read from the properties that dice buttons set, or from the chat of older versions.

use serde::Serialize;

/// Where a roll was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RollSource {
    /// The properties that a dice button sets.
    Property,
    /// The report in the chat.
    Chat,
    /// The faces of special dice.
    Special,
}

/// A roll of dice. That it was made, not that it was honest: no file can show that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// The button.
    pub button: String,
    /// What the dice showed, or the total when only that was reported.
    pub dice: Vec<i64>,
    /// The total, if it was reported.
    pub total: Option<i64>,
    /// Who rolled, if told.
    pub who: Option<String>,
    /// Where this was read.
    pub source: RollSource,
}

impl Roll {
    /// Begins a roll from a property that was set, if it is one of a dice button.
    pub fn from_property(name: &str, value: &str) -> Option<Self> {
        let button = name.strip_suffix("_result")?;
        let dice = numbers(value)?;
        Some(Roll {
            button: button.to_owned(),
            dice,
            total: None,
            who: None,
            source: RollSource::Property,
        })
    }

    /// Adds what another property of the same button tells.
    pub fn add_property(&mut self, name: &str, value: &str) {
        if name.strip_suffix("_total") == Some(&self.button) {
            self.total = value.parse().ok();
        }
    }

    /// Reads a roll from a report: `*** 2d6 = 4,1 *** <Alice>`, `*** (IFT DR) 6,6 ***   <test>`.
    pub fn from_chat(line: &str) -> Option<Self> {
        let body = line.strip_prefix('*')?.trim_start_matches('*').trim_start();
        let (told, rest) = match body.split_once("***") {
            Some((told, rest)) => (told.trim(), rest),
            None => (body.trim(), ""),
        };
        let (button, values) = match told.rsplit_once('=') {
            Some((button, values)) => (button.trim(), values.trim()),
            None => {
                let (button, values) = told.rsplit_once(' ')?;
                (button.trim(), values)
            }
        };
        // Reports speak of many numbers; only dice stand between stars or are named like dice.
        let like_dice = rest.contains('<') || is_dice_name(button);
        let dice = numbers(values)?;
        if button.is_empty() || !like_dice {
            return None;
        }
        let who = rest
            .split_once('<')
            .and_then(|(_, name)| name.split_once('>'))
            .map(|(name, _)| name.to_owned());
        Some(Roll { button: button.to_owned(), dice, total: None, who, source: RollSource::Chat })
    }
}

fn is_dice_name(name: &str) -> bool {
    let Some((count, sides)) = name.split_once(['d', 'D']) else { return false };
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    digits(count) && digits(sides) && !sides.is_empty()
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_dice_are_read() {
        let roll = Roll::from_chat("*** 2d6 = 4,1 *** <Alice>").expect("a roll");
        assert_eq!(
            (roll.button.as_str(), roll.dice.as_slice(), roll.who.as_deref()),
            ("2d6", [4, 1].as_slice(), Some("Alice"))
        );
        let roll =
            Roll::from_chat("*** (IFT DR) 6,6 ***   <test>      [2 / 3   avg   10.00 (10.00)]")
                .expect("a roll");
        assert_eq!((roll.button.as_str(), roll.dice.as_slice()), ("(IFT DR)", [6, 6].as_slice()));
    }

    #[test]
    fn other_lines_are_no_rolls() {
        for line in [
            "* Red Inf moves 0305 -> 0404 *",
            "<Alice> - d6 = 3",
            "* * <Alice> Turn updated from 1 to 2",
            "*",
            "",
        ] {
            assert_eq!(Roll::from_chat(line), None, "{line}");
        }
    }

    #[test]
    fn the_total_is_read_from_its_own_property() {
        let mut roll = Roll::from_property("2d6_result", "4,1").expect("a roll");
        roll.add_property("2d6_total", "5");
        roll.add_property("d10_total", "9");
        assert_eq!(roll.total, Some(5));
        assert_eq!(Roll::from_property("VP", "7"), None);
    }
}
