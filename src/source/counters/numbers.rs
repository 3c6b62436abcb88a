//! Values that rules reckon with must be numbers, and slips of the hand among numbers are asked about.

use super::habits::is_date;
use crate::model::{MovementPoints, RulesFile};

/// The columns that the rules of a game reckon with.
#[derive(Debug, Default)]
pub(in crate::source) struct Numbers {
    strengths: Vec<String>,
    points: Vec<String>,
}

impl Numbers {
    /// The columns that rule packs name, or leave to their defaults.
    pub(in crate::source) fn of<'r>(packs: impl Iterator<Item = &'r RulesFile>) -> Self {
        let mut numbers = Numbers::default();
        for pack in packs {
            if let Some(combat) = &pack.combat {
                let named = |name: &Option<String>, default: &str| {
                    name.clone().unwrap_or_else(|| default.to_owned())
                };
                numbers.strengths.push(named(&combat.attack, "attack"));
                numbers.strengths.push(named(&combat.defence, "defence"));
            }
            if let Some(movement) = &pack.movement {
                let allowance = movement.allowance.clone();
                numbers.points.push(allowance.unwrap_or_else(|| "movement".to_owned()));
            }
            let count = pack.stacking.as_ref().and_then(|stacking| stacking.count.clone());
            numbers.points.extend(count.filter(|count| count != "units"));
        }
        numbers
    }

    /// Whether the rules reckon with a column.
    pub(super) fn reckon_with(&self, column: &str) -> bool {
        let column = column.strip_prefix("back_").unwrap_or(column);
        self.strengths.iter().chain(&self.points).any(|known| known == column)
    }

    /// What is wrong with a value, if the rules reckon with its column and cannot read it.
    pub(super) fn refuse(&self, column: &str, text: &str) -> Option<&'static str> {
        let column = column.strip_prefix("back_").unwrap_or(column);
        // A dash says that there is none.
        if matches!(text, "-" | "–" | "—" | "−") {
            return None;
        }
        let is = |columns: &[String]| columns.iter().any(|known| known == column);
        if is(&self.strengths) {
            let strength = text.trim_matches(['(', ')', '[', ']']).parse::<u32>();
            return strength
                .is_err()
                .then_some("write a whole number, in brackets if it is for defence only");
        }
        let points = || text.parse::<MovementPoints>().ok().filter(|p| *p >= MovementPoints::ZERO);
        (is(&self.points) && points().is_none()).then_some("write 4, 4 1/2 or 4½")
    }
}

/// Whether a text is a number but for a slip: `4,5`, `O` for 0, `l2` for 12.
pub(super) fn is_slip(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let mended: String = text
        .chars()
        .map(|c| match c {
            'O' | 'o' => '0',
            'l' | 'I' => '1',
            ',' => '.',
            other => other,
        })
        .collect();
    (digits > 0 || matches!(text, "O" | "o" | "l"))
        && text.parse::<f64>().is_err()
        && mended.parse::<f64>().is_ok()
}

/// Whether values are numbers, slips and dates aside: some are, and none has letters.
pub(super) fn are_numbers<'t>(values: impl Iterator<Item = &'t str>) -> bool {
    let mut some = false;
    let mut plain = values.filter(|text| !text.is_empty() && !is_date(text) && !is_slip(text));
    plain.all(|text| {
        some |= text.contains(|c: char| c.is_ascii_digit());
        !text.contains(char::is_alphabetic)
    }) && some
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_designations_and_numbers() {
        for slip in ["4,5", "O", "1O", "l2"] {
            assert!(is_slip(slip), "{slip}");
        }
        for value in ["4", "4.5", "I", "II", "I/104", "3-4", "", "1,2,3", "Lee"] {
            assert!(!is_slip(value), "{value}");
        }
        assert!(are_numbers(["4", "(3)", "O", ""].into_iter()));
        assert!(!are_numbers(["4", "5a"].into_iter()));
        assert!(!are_numbers(["O", ""].into_iter()));
    }
}
