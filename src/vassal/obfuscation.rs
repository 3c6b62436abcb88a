//! The thin veil over saved games: every byte XOR-ed with one key byte.
//!
//! It keeps players from reading the file by accident and nothing more.
//! Three forms exist: plain text, the classic hex form (`!VCSK`), and the raw
//! form of newer versions (`VOBS`).

use super::error::{Result, Unreadable};

const HEX: &[u8] = b"!VCSK";
const RAW: &[u8] = b"VOBS";
const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// How a saved game was veiled, with its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Veil {
    /// Not at all.
    Plain,
    /// `!VCSK`, the key and every byte as two hex digits.
    Hex(u8),
    /// `VOBS`, the key and every byte as they are.
    Raw(u8),
}

impl Veil {
    /// The name of the form, as its header spells it.
    pub fn name(self) -> &'static str {
        match self {
            Veil::Plain => "plain",
            Veil::Hex(_) => "!VCSK",
            Veil::Raw(_) => "VOBS",
        }
    }

    /// The key byte, if the form has one.
    pub fn key(self) -> Option<u8> {
        match self {
            Veil::Plain => None,
            Veil::Hex(key) | Veil::Raw(key) => Some(key),
        }
    }
}

/// Lifts the veil: which one it was, and the bytes beneath.
pub fn lift(place: &str, mut bytes: Vec<u8>) -> Result<(Veil, Vec<u8>)> {
    if let Some(digits) = bytes.strip_prefix(HEX) {
        let header = HEX.len();
        let (pairs, odd) = digits.as_chunks::<2>();
        if !odd.is_empty() {
            return Err(Unreadable::new(place, "cut short in the middle of a byte")
                .help("the file was not written or copied completely; ask for it again"));
        }
        let mut plain = Vec::with_capacity(pairs.len());
        for (index, [high, low]) in pairs.iter().enumerate() {
            let (high, low) = (NIBBLE[usize::from(*high)], NIBBLE[usize::from(*low)]);
            if (high | low) > 0x0f {
                let at = header + 2 * index;
                return Err(Unreadable::new(place, format_args!("no hex digits at byte {at}")));
            }
            plain.push(high << 4 | low);
        }
        if plain.is_empty() {
            return Err(Unreadable::new(place, "cut short before the key"));
        }
        let key = plain.remove(0);
        xor(&mut plain, key);
        return Ok((Veil::Hex(key), plain));
    }
    if bytes.starts_with(RAW) {
        let Some(&key) = bytes.get(RAW.len()) else {
            return Err(Unreadable::new(place, "cut short before the key"));
        };
        bytes.drain(..=RAW.len());
        xor(&mut bytes, key);
        return Ok((Veil::Raw(key), bytes));
    }
    Ok((Veil::Plain, bytes))
}

/// Veils bytes.
pub fn veil(veil: Veil, plain: &[u8]) -> Vec<u8> {
    match veil {
        Veil::Plain => plain.to_vec(),
        Veil::Hex(key) => {
            let mut bytes = Vec::with_capacity(HEX.len() + 2 + 2 * plain.len());
            bytes.extend_from_slice(HEX);
            for byte in std::iter::once(key).chain(plain.iter().map(|byte| byte ^ key)) {
                bytes.push(DIGITS[usize::from(byte >> 4)]);
                bytes.push(DIGITS[usize::from(byte & 0x0f)]);
            }
            bytes
        }
        Veil::Raw(key) => {
            RAW.iter().copied().chain([key]).chain(plain.iter().map(|byte| byte ^ key)).collect()
        }
    }
}

fn xor(bytes: &mut [u8], key: u8) {
    for byte in bytes {
        *byte ^= key;
    }
}

/// The value of each hex digit, 0xff for anything else.
const NIBBLE: [u8; 256] = {
    let mut table = [0xff; 256];
    let mut value = 0;
    while value < 16 {
        table[DIGITS[value] as usize] = value as u8;
        table[DIGITS[value].to_ascii_uppercase() as usize] = value as u8;
        value += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_and_key_gives_back_the_same_bytes() {
        let text = "begin_save\u{1b}é".as_bytes();
        for key in 0..=255 {
            for form in [Veil::Hex(key), Veil::Raw(key)] {
                assert_eq!(lift("x", veil(form, text)), Ok((form, text.to_vec())));
            }
        }
        assert_eq!(lift("x", text.to_vec()), Ok((Veil::Plain, text.to_vec())));
    }

    #[test]
    fn upper_case_digits_are_read() {
        assert_eq!(lift("x", b"!VCSKA0C1".to_vec()), Ok((Veil::Hex(0xa0), vec![0x61])));
    }

    #[test]
    fn damage_is_named_with_its_place() {
        assert!(
            lift("savedGame", b"!VCSKa0c".to_vec())
                .is_err_and(|e| e.to_string().contains("cut short"))
        );
        assert!(
            lift("savedGame", b"!VCSKa0xx".to_vec())
                .is_err_and(|e| e.to_string().contains("byte 7"))
        );
        assert!(lift("savedGame", b"!VCSK".to_vec()).is_err());
        assert!(lift("savedGame", b"VOBS".to_vec()).is_err());
    }
}
