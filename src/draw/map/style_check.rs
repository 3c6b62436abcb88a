//! What is wrong with a project's own map styles, told before somebody draws with them.

use super::part::{PathPart, SidePart, TerrainPart};
use super::style::{self, LARGEST_STYLE, STYLE_FOLDER};
use crate::diagnostic::nearest;
use crate::draw::fonts::{has_family, other_families};
use crate::input::ProjectFolder;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// A mistake in a style file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleMistake {
    /// The file, relative to the project.
    pub file: PathBuf,
    /// Its text, and where in it the mistake is.
    pub place: Option<(String, Range<usize>)>,
    /// `unknown-style-key`, `unknown-font`, `bad-style`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// The mistakes of all styles under a project's `templates/maps/`.
pub fn check_styles(root: &Path) -> Vec<StyleMistake> {
    let folder = ProjectFolder::new(root);
    let mut mistakes = Vec::new();
    for name in style::own_names(root) {
        let file = Path::new(STYLE_FOLDER).join(format!("{name}.toml"));
        let mut told = |place, (code, message, help): Words| {
            mistakes.push(StyleMistake { file: file.clone(), place, code, message, help });
        };
        match folder.read_text(&file, LARGEST_STYLE) {
            Err(refused) => told(None, ("bad-style", refused.to_string(), None)),
            Ok(text) => {
                for (span, words) in check(&text) {
                    told(Some((text.clone(), span)), words);
                }
            }
        }
    }
    mistakes
}

/// A mistake's code, message and help.
type Words = (&'static str, String, Option<String>);

/// Tables whose entries are drawing parts, what these are called, and their keys with an example.
const TERRAIN: &[(&str, &str)] =
    &[("fill", "\"\""), ("edge", "\"\""), ("ink", "\"\""), ("light", "\"\""), ("dark", "\"\"")];
const LINES: &[(&str, &str)] = &[
    ("colour", "\"\""),
    ("casing", "\"\""),
    ("width", "0.1"),
    ("casing_width", "0.1"),
    ("dash", "[]"),
];

/// The mistakes of one style.
fn check(text: &str) -> Vec<(Range<usize>, Words)> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut found: Vec<(Range<usize>, Words)> = errors
        .iter()
        .map(|error| {
            (error.span().unwrap_or(0..0), ("bad-style", error.message().to_owned(), None))
        })
        .collect();
    let usual = style::usual();
    for (key, value) in document.get_ref() {
        let name: &str = key.get_ref();
        match (name, value.get_ref()) {
            ("base", DeValue::String(base)) => {
                if !style::style_names().any(|own| own == base.as_ref()) {
                    let help = nearest(base, style::style_names());
                    let message = format!("there is no map style `{base}` to start from");
                    found.push((value.span(), ("bad-style", message, help)));
                }
            }
            ("terrain", DeValue::Table(parts)) => {
                parts_of(parts, "terrain", TerrainPart::names().collect(), TERRAIN, &mut found);
            }
            ("path", DeValue::Table(parts)) => {
                parts_of(parts, "path", PathPart::names().collect(), LINES, &mut found);
            }
            ("hexside", DeValue::Table(parts)) => {
                parts_of(parts, "hexside", SidePart::names().collect(), LINES, &mut found);
            }
            // Symbols are named by whoever draws them.
            ("symbol", DeValue::Table(_)) => {}
            (_, given) => match (usual.get(name), given) {
                (Some(toml::Value::Table(known)), DeValue::Table(own)) => {
                    keys_of(own, known, &format!("`[{name}]`"), &mut found);
                    if name == "fonts" {
                        fonts(own, &mut found);
                    }
                }
                (Some(known), _) => kind(name, known, value, &mut found),
                (None, _) => {
                    let names = usual.keys().map(String::as_str).chain(["base"]);
                    let message = format!("map styles have no `{name}`");
                    found.push((key.span(), ("unknown-style-key", message, nearest(name, names))));
                }
            },
        }
    }
    found
}

/// Entries that must be drawing parts, each with known keys.
fn parts_of(
    entries: &DeTable<'_>,
    what: &str,
    parts: Vec<&str>,
    keys: &[(&str, &str)],
    found: &mut Vec<(Range<usize>, Words)>,
) {
    let example = |(key, value): &(&str, &str)| format!("{key} = {value}\n");
    let known: toml::Table =
        toml::from_str(&keys.iter().map(example).collect::<String>()).unwrap_or_default();
    for (key, value) in entries {
        let name: &str = key.get_ref();
        if !parts.contains(&name) {
            let message = format!("no {what} is drawn as `{name}`");
            let help = nearest(name, parts.iter().copied());
            found.push((key.span(), ("unknown-style-key", message, help)));
            continue;
        }
        match value.get_ref() {
            DeValue::Table(own) => keys_of(own, &known, &format!("`[{what}.{name}]`"), found),
            _ => {
                let message = format!("`{what}.{name}` is a table such as {{ {} = … }}", keys[0].0);
                found.push((value.span(), ("bad-style", message, None)));
            }
        }
    }
}

/// Keys that must be known, with values of the known kind.
fn keys_of(
    own: &DeTable<'_>,
    known: &toml::Table,
    place: &str,
    found: &mut Vec<(Range<usize>, Words)>,
) {
    for (key, value) in own {
        let name: &str = key.get_ref();
        match known.get(name) {
            Some(known) => kind(name, known, value, found),
            None => {
                let message = format!("{place} of a map style has no `{name}`");
                let help = nearest(name, known.keys().map(String::as_str));
                found.push((key.span(), ("unknown-style-key", message, help)));
            }
        }
    }
}

/// A value that must be of the same kind as the usual one.
fn kind(
    name: &str,
    known: &toml::Value,
    value: &toml::Spanned<DeValue<'_>>,
    found: &mut Vec<(Range<usize>, Words)>,
) {
    let wanted = match (known, value.get_ref()) {
        (
            toml::Value::Float(_) | toml::Value::Integer(_),
            DeValue::Float(_) | DeValue::Integer(_),
        )
        | (toml::Value::String(_), DeValue::String(_))
        | (toml::Value::Boolean(_), DeValue::Boolean(_))
        | (toml::Value::Array(_), DeValue::Array(_)) => return,
        (toml::Value::Float(_) | toml::Value::Integer(_), _) => "a number",
        (toml::Value::String(_), _) => "a text",
        (toml::Value::Boolean(_), _) => "true or false",
        (toml::Value::Array(_), _) => "a list",
        _ => "a table",
    };
    found.push((value.span(), ("bad-style", format!("`{name}` is {wanted}"), None)));
}

/// Typefaces that must be there.
fn fonts(own: &DeTable<'_>, found: &mut Vec<(Range<usize>, Words)>) {
    for (_, value) in own {
        if let DeValue::String(family) = value.get_ref()
            // Maps letter in condensed cuts by the name of the cut.
            && !has_family(family.strip_suffix(" Condensed").unwrap_or(family))
        {
            let message = format!("the font `{family}` is not there");
            found.push((value.span(), ("unknown-font", message, Some(other_families()))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, String)> {
        check(text)
            .into_iter()
            .map(|(span, (_, message, help))| {
                (text[span].to_owned(), format!("{message}; {}", help.unwrap_or_default()))
            })
            .collect()
    }

    #[test]
    fn every_mistake_of_a_style_has_its_place() {
        let text = "base = \"modrn\"\nwrap = 1\n[fonts]\ntitle = \"Frutiger\"\n[grid]\ncolor = \"red\"\nwidth = \"1\"\n\
                    [terrain.swamp]\nfill = \"#000\"\n[terrain.woods]\ncolour = \"#000\"\n[path]\nroad = 4\n";
        let told = told(text);
        for (place, words) in [
            ("\"modrn\"", "`modern`"),
            ("wrap", "`warp`"),
            ("\"Frutiger\"", "DejaVu Serif"),
            ("color", "`colour`"),
            ("\"1\"", "a number"),
            ("swamp", "no terrain is drawn as"),
            ("colour", "has no `colour`"),
            ("4", "is a table"),
        ] {
            let here = |(at, said): &(String, String)| at == place && said.contains(words);
            assert!(told.iter().any(here), "{place}: {words} is not among {told:#?}");
        }
        assert_eq!(told.len(), 8, "{told:#?}");
    }

    #[test]
    fn the_built_in_styles_have_no_mistakes() {
        for (name, text) in style::BUILT_IN {
            let told = told(text);
            assert!(told.is_empty(), "{name}: {told:?}");
        }
    }
}
