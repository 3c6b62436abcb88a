//! The little language of hex lists: `0304 0305-0309 0401:0503`, `0304/0305,0404`, `0304:N,NE`.

use super::format::{At, Text, Words};
use crate::diagnostic::SourceFile;
use crate::hex::{Direction, Grid, Hex, HexIdError, Hexside};
use std::ops::Range;

/// A word of a list with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub span: Range<usize>,
}

/// Splits a list into words at white space, and at commas unless they mean something.
pub(super) fn split<'a>(
    file: &'a SourceFile,
    words: &'a Words,
    at_commas: bool,
) -> impl DoubleEndedIterator<Item = Word<'a>> {
    words.0.iter().flat_map(move |text| split_text(file, text, at_commas))
}

fn split_text<'a>(
    file: &SourceFile,
    text: &'a At<Text>,
    at_commas: bool,
) -> impl DoubleEndedIterator<Item = Word<'a>> + use<'a> {
    let inner = inner_start(file, text);
    let value = text.value.as_str();
    value
        .split(move |c: char| c.is_whitespace() || (at_commas && c == ','))
        .filter(|word| !word.is_empty())
        .map(move |word| {
            let offset = word.as_ptr() as usize - value.as_ptr() as usize;
            let span = match inner {
                Some(start) => start + offset..start + offset + word.len(),
                None => text.span(),
            };
            Word { text: word, span }
        })
}

/// Where the characters of a string start in the file; `None` when escapes make them differ.
pub(super) fn inner_start(file: &SourceFile, text: &At<Text>) -> Option<usize> {
    let raw = file.text.get(text.span())?;
    let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
    let inner = raw.get(quotes..)?;
    let inner = match quotes {
        3 => inner.strip_prefix("\r\n").or(inner.strip_prefix('\n')).unwrap_or(inner),
        _ => inner,
    };
    inner.starts_with(text.value.as_str()).then(|| text.span().end - quotes - text.value.len())
}

/// Why a word of a hex list means nothing on this grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WordError {
    pub code: &'static str,
    pub message: String,
    pub help: Option<String>,
}

impl From<HexIdError> for WordError {
    fn from(error: HexIdError) -> Self {
        let code = match error {
            HexIdError::OffMap { .. } => "off-map",
            HexIdError::NotAnId { .. } => "unknown-hex",
        };
        WordError { code, message: error.to_string(), help: None }
    }
}

/// The hexes a word means: one id, a straight run `a-b` or a rectangle `a:b`.
pub(super) fn hexes(grid: &Grid, word: &str) -> Result<Vec<Hex>, WordError> {
    let single = match grid.parse(word) {
        Ok(hex) => return Ok(vec![hex]),
        Err(error) => error,
    };
    if let Some((from, to)) = word.split_once(':') {
        return Ok(grid.rectangle(grid.parse(from)?, grid.parse(to)?));
    }
    // Ids may themselves contain a hyphen (`3-14`): any hyphen may be the one between two ids.
    let cuts = word.match_indices('-').map(|(at, _)| (&word[..at], &word[at + 1..]));
    let mut error = None;
    for (from, to) in cuts {
        match (grid.parse(from), grid.parse(to)) {
            (Ok(a), Ok(b)) => {
                return grid.straight(a, b).ok_or_else(|| WordError {
                    code: "not-straight",
                    message: format!("{from} and {to} are not on one straight run of hexes"),
                    help: Some("a run follows a hex row or a printed column or row; list the hexes instead".into()),
                });
            }
            (Err(e), _) | (_, Err(e)) => error = Some(e),
        }
    }
    Err(error.unwrap_or(single).into())
}

/// The hexsides a word means: `a/b`, `a/b,c` or `a:N,NE`.
pub(super) fn sides(grid: &Grid, word: &str) -> Result<Vec<Hexside>, WordError> {
    if let Some((hex, others)) = word.split_once('/') {
        let from = grid.parse(hex)?;
        return others
            .split(',')
            .map(|other| {
                let to = grid.parse(other)?;
                Hexside::between(from, to).ok_or_else(|| WordError {
                    code: "not-adjacent",
                    message: format!(
                        "{hex} and {other} are not adjacent, so no hexside lies between them"
                    ),
                    help: Some(format!("{hex} touches {}", touching(grid, from))),
                })
            })
            .collect();
    }
    if let Some((hex, names)) = word.split_once(':') {
        let from = grid.parse(hex)?;
        return names
            .split(',')
            .map(|name| {
                let direction = Direction::parse(name, grid.orientation()).map_err(|error| {
                    WordError { code: "unknown-hexside", message: error.to_string(), help: None }
                })?;
                grid.hexside(from, direction).ok_or_else(|| WordError {
                    code: "off-map",
                    message: format!("{hex} has no hexside {name} on this map"),
                    help: None,
                })
            })
            .collect();
    }
    Err(WordError {
        code: "unknown-hexside",
        message: format!("`{word}` is not a hexside"),
        help: Some("write 0304/0305 for the side between two hexes, or 0304:N by its name".into()),
    })
}

/// The neighbours of a hex as a list for people.
pub(super) fn touching(grid: &Grid, hex: Hex) -> String {
    let ids: Vec<String> =
        grid.neighbours(hex).filter_map(|(_, hex)| Some(grid.id(hex)?.to_string())).collect();
    ids.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{GridSpec, Stagger};

    fn grid() -> Grid {
        Grid::new(GridSpec::flat(16, 12, Stagger::EvenDown)).unwrap()
    }

    fn ids(grid: &Grid, word: &str) -> Vec<String> {
        hexes(grid, word).unwrap().iter().map(|hex| grid.id(*hex).unwrap().to_string()).collect()
    }

    #[test]
    fn runs_and_rectangles_are_spelt_out() {
        let grid = grid();
        assert_eq!(ids(&grid, "0304"), ["0304"]);
        assert_eq!(ids(&grid, "0304-0306"), ["0304", "0305", "0306"]);
        assert_eq!(ids(&grid, "0304:0405"), ["0304", "0305", "0404", "0405"]);
    }

    #[test]
    fn a_bent_run_and_a_side_between_distant_hexes_are_refused() {
        let grid = grid();
        assert_eq!(hexes(&grid, "0304-0711").unwrap_err().code, "not-straight");
        assert_eq!(sides(&grid, "0304/0306").unwrap_err().code, "not-adjacent");
        assert_eq!(sides(&grid, "0304:E").unwrap_err().code, "unknown-hexside");
        assert_eq!(hexes(&grid, "0499").unwrap_err().code, "off-map");
        assert_eq!(hexes(&grid, "Rome").unwrap_err().code, "unknown-hex");
    }

    #[test]
    fn words_know_their_place_even_in_texts_of_several_lines() {
        let text = "a = \"\"\"\n0101 02x\n0303\"\"\"\n";
        let file = SourceFile { path: "m.toml".into(), text: text.into(), sheet: None };
        #[derive(serde::Deserialize)]
        struct Doc {
            a: Words,
        }
        let doc: Doc = toml::from_str(text).unwrap();
        let words = split(&file, &doc.a, true);
        let places: Vec<_> = words.map(|word| &text[word.span]).collect();
        assert_eq!(places, ["0101", "02x", "0303"]);
    }
}
