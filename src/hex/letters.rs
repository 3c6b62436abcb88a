//! Letter labels: what comes after Z.

use std::fmt::{self, Write};

/// How a map goes on after column Z. `A` is number 1.
///
/// ```
/// use hexwright::hex::Letters;
///
/// assert_eq!(Letters::Doubled.number("GG"), Some(33));
/// assert_eq!(Letters::Spreadsheet.number("AG"), Some(33));
/// assert_eq!(Letters::Doubled.number("AG"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letters {
    /// A … Z, AA, BB, CC … ZZ, AAA …: the letter is repeated, as on ASL boards.
    Doubled,
    /// A … Z, AA, AB, AC … AZ, BA …: as spreadsheets do.
    Spreadsheet,
}

/// Labels longer than this are no sensible column of any map; the limit keeps
/// arithmetic on hostile input from overflowing.
const LONGEST: usize = 8;

impl Letters {
    /// The number of a label, `None` when it is not one of this kind.
    /// Only capitals count: small letters name boards (`xK2`).
    pub fn number(self, label: &str) -> Option<i32> {
        let bytes = label.as_bytes();
        let first = *bytes.first()?;
        if bytes.len() > LONGEST || !bytes.iter().all(u8::is_ascii_uppercase) {
            return None;
        }
        match self {
            Self::Doubled => {
                let rounds = i32::try_from(bytes.len()).ok()? - 1;
                let same = bytes.iter().all(|&b| b == first);
                same.then(|| rounds * 26 + i32::from(first - b'A') + 1)
            }
            Self::Spreadsheet => bytes.iter().try_fold(0_i32, |number, &b| {
                number.checked_mul(26)?.checked_add(i32::from(b - b'A') + 1)
            }),
        }
    }

    /// Writes the label of a number from 1 on; nothing for smaller numbers.
    pub fn write(self, number: i32, out: &mut impl Write) -> fmt::Result {
        if number < 1 {
            return Ok(());
        }
        match self {
            Self::Doubled => {
                let letter = capital((number - 1) % 26);
                (0..=(number - 1) / 26).try_for_each(|_| out.write_char(letter))
            }
            Self::Spreadsheet => {
                if number > 26 {
                    self.write((number - 1) / 26, out)?;
                }
                out.write_char(capital((number - 1) % 26))
            }
        }
    }
}

/// The capital at a place from 0 to 25.
fn capital(place: i32) -> char {
    char::from(b'A' + u8::try_from(place).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(letters: Letters, number: i32) -> String {
        let mut out = String::new();
        letters.write(number, &mut out).unwrap();
        out
    }

    #[test]
    fn doubled_letters_follow_z_with_aa_and_bb() {
        assert_eq!(label(Letters::Doubled, 26), "Z");
        assert_eq!(label(Letters::Doubled, 27), "AA");
        assert_eq!(label(Letters::Doubled, 28), "BB");
        assert_eq!(label(Letters::Doubled, 33), "GG");
        assert_eq!(label(Letters::Doubled, 53), "AAA");
    }

    #[test]
    fn spreadsheet_letters_follow_z_with_aa_and_ab() {
        assert_eq!(label(Letters::Spreadsheet, 26), "Z");
        assert_eq!(label(Letters::Spreadsheet, 27), "AA");
        assert_eq!(label(Letters::Spreadsheet, 28), "AB");
        assert_eq!(label(Letters::Spreadsheet, 702), "ZZ");
        assert_eq!(label(Letters::Spreadsheet, 703), "AAA");
    }

    #[test]
    fn every_label_reads_back_as_its_number() {
        for letters in [Letters::Doubled, Letters::Spreadsheet] {
            for number in 1..=200 {
                assert_eq!(letters.number(&label(letters, number)), Some(number));
            }
        }
    }

    #[test]
    fn hostile_labels_are_refused_without_overflow() {
        for text in ["", "a", "A1", "Ä", &"Z".repeat(8), &"Z".repeat(1000)] {
            assert_eq!(Letters::Spreadsheet.number(text), None, "{text}");
        }
    }
}
