//! The words of the page: English, or whatever a file of strings says.

use std::collections::BTreeMap;
use std::fmt;

const ENGLISH: &str = include_str!("../../templates/page/strings.en.json");

/// The words of the page, by key; `lang` is the language they are in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strings(BTreeMap<String, String>);

impl Default for Strings {
    fn default() -> Self {
        // The file is part of the program; a test reads it.
        Strings(serde_json::from_str(ENGLISH).unwrap_or_default())
    }
}

/// Why a file of strings cannot be used.
#[derive(Debug)]
pub enum StringsError {
    /// It is no JSON object of texts.
    Json(serde_json::Error),
    /// It has keys that the page does not know.
    Unknown(Vec<String>),
}

impl fmt::Display for StringsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StringsError::Json(error) => error.fmt(f),
            StringsError::Unknown(keys) => {
                write!(f, "the page has no strings {}", keys.join(", "))
            }
        }
    }
}

impl std::error::Error for StringsError {}

impl Strings {
    /// Reads a translation; what it leaves out stays English.
    pub fn parse(text: &str) -> Result<Self, StringsError> {
        let own: BTreeMap<String, String> =
            serde_json::from_str(text).map_err(StringsError::Json)?;
        let mut strings = Strings::default();
        let unknown: Vec<String> =
            own.keys().filter(|key| !strings.0.contains_key(*key)).cloned().collect();
        if !unknown.is_empty() {
            return Err(StringsError::Unknown(unknown));
        }
        strings.0.extend(own);
        Ok(strings)
    }

    /// The file of English strings, to be translated.
    pub fn english() -> &'static str {
        ENGLISH
    }

    pub(super) fn table(&self) -> &BTreeMap<String, String> {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_translation_leaves_out_stays_english() {
        let german = Strings::parse(r#"{"lang": "de", "play": "Abspielen"}"#).unwrap();
        assert_eq!(german.table()["play"], "Abspielen");
        assert_eq!(german.table()["findings"], Strings::default().table()["findings"]);
        assert!(Strings::parse(r#"{"paly": "x"}"#).is_err());
    }

    #[test]
    fn the_page_names_no_string_that_is_not_there() {
        let strings = Strings::default();
        let assets = super::super::html::assets();
        let mut used = 0;
        for key in assets.split("say(\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(strings.table().contains_key(key), "{key}");
            used += 1;
        }
        for key in assets.split("{{ say.").skip(1).map(|rest| rest.split(' ').next().unwrap()) {
            assert!(strings.table().contains_key(key), "{key}");
            used += 1;
        }
        assert!(used > 40, "{used}");
    }
}
