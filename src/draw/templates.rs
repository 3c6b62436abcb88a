//! The counter templates: the program's own, and a project's over them.

use super::DrawError;
use crate::input::{ProjectFolder, Refused};
use crate::templates::TEMPLATES;
use std::collections::BTreeMap;
use std::path::Path;

/// The largest template file of a project.
const MOST_TEMPLATE_BYTES: u64 = 1024 * 1024;

/// What a template says about itself in the comment at its top.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateCard {
    /// The name that counter rows give.
    pub name: String,
    /// One line about it.
    pub title: String,
    /// Placeholders that a counter should have values for.
    pub needs: Vec<String>,
    /// Placeholders that may stay empty.
    pub takes: Vec<String>,
}

/// A template's text and where it comes from.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    pub card: TemplateCard,
    /// The file, for errors.
    pub file: String,
    pub text: String,
    /// Whether it places the counter's art itself.
    pub places_art: bool,
}

/// Reads the comment at the top of a template.
fn read_card(name: &str, text: &str) -> TemplateCard {
    let mut card = TemplateCard { name: name.to_owned(), ..TemplateCard::default() };
    let head = text
        .trim_start()
        .strip_prefix("{#")
        .and_then(|rest| rest.split_once("#}"))
        .map_or("", |(head, _)| head);
    for line in head.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        let list =
            || value.split([',', ' ']).map(str::trim).filter(|w| !w.is_empty()).map(str::to_owned);
        match key.trim().trim_start_matches('-').trim() {
            "title" => card.title = value.trim().to_owned(),
            "needs" => card.needs.extend(list()),
            "takes" => card.takes.extend(list()),
            _ => {}
        }
    }
    card
}

/// The name of a template from its file name: `marker.svg.j2` and `marker.svg` are both `marker`.
fn template_name(file: &str) -> Option<&str> {
    [".svg.j2", ".svg.jinja", ".svg"].iter().find_map(|ending| file.strip_suffix(ending))
}

/// The templates that come with the program, in order of name; names with `_` are shared parts.
pub fn bundled_templates() -> Vec<TemplateCard> {
    bundled().into_values().filter(|t| !t.card.name.starts_with('_')).map(|t| t.card).collect()
}

fn bundled() -> BTreeMap<String, Template> {
    TEMPLATES
        .get_dir("counters")
        .into_iter()
        .flat_map(include_dir::Dir::files)
        .filter_map(|file| {
            let file_name = file.path().file_name()?.to_str()?;
            let name = template_name(file_name)?;
            let text = file.contents_utf8()?;
            let template = Template {
                card: read_card(name, text),
                file: file_name.to_owned(),
                text: text.to_owned(),
                places_art: false,
            };
            Some((name.to_owned(), template))
        })
        .collect()
}

/// All templates of a project: the program's, with the project's own over them.
pub(crate) fn gather(root: Option<&Path>) -> Result<BTreeMap<String, Template>, DrawError> {
    let mut templates = bundled();
    let Some(root) = root else { return Ok(templates) };
    for (name, file, text) in read_folder(root, "templates/counters")? {
        templates.insert(
            name.clone(),
            Template { card: read_card(&name, &text), file, text, places_art: false },
        );
    }
    Ok(templates)
}

/// A project's own unit symbol parts or silhouettes, by name.
pub(crate) fn gather_parts(
    root: Option<&Path>,
    folder: &str,
) -> Result<BTreeMap<String, String>, DrawError> {
    let Some(root) = root else { return Ok(BTreeMap::new()) };
    let mut parts = BTreeMap::new();
    for (name, file, text) in read_folder(root, folder)? {
        // A part is put into a drawing as it is, so it must be harmless and whole by itself.
        super::inspect::inspect(&format!("<svg>{text}</svg>"), &file)?;
        parts.insert(name, text);
    }
    Ok(parts)
}

/// The SVG files of a folder of the project: name, path from the root, text; sorted by name.
fn read_folder(root: &Path, folder: &str) -> Result<Vec<(String, String, String)>, DrawError> {
    let root = ProjectFolder::new(root);
    let fault = |template: &str, refused: &Refused| DrawError::Template {
        template: template.to_owned(),
        line: None,
        message: match refused {
            Refused::TooLarge(_) => format!("{refused}; put pictures into art files"),
            refused => refused.to_string(),
        },
        help: None,
    };
    let mut found = Vec::new();
    for file_name in root.names(Path::new(folder)).map_err(|refused| fault(folder, &refused))? {
        let Some(name) = template_name(&file_name) else { continue };
        let file = format!("{folder}/{file_name}");
        let text = root
            .read_text(Path::new(&file), MOST_TEMPLATE_BYTES)
            .map_err(|refused| fault(&file, &refused))?;
        found.push((name.to_owned(), file, text));
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_says_what_it_needs() {
        let card = read_card(
            "x",
            "{#\n  title: A thing: nice\n  needs: attack, defence\n  takes: setup\n#}<svg/>",
        );
        assert_eq!(card.title, "A thing: nice");
        assert_eq!(card.needs, ["attack", "defence"]);
        assert_eq!(card.takes, ["setup"]);
    }

    #[test]
    fn every_bundled_template_has_a_title() {
        let cards = bundled_templates();
        assert!(cards.len() >= 18, "{}", cards.len());
        for card in cards {
            assert!(!card.title.is_empty(), "{}", card.name);
        }
    }

    #[test]
    fn bundled_templates_use_what_they_declare_and_declare_what_they_use() {
        let all = bundled();
        let mut env = minijinja::Environment::new();
        for (name, template) in &all {
            env.add_template(name, &template.text).unwrap();
        }
        let variables = |name: &str| env.get_template(name).unwrap().undeclared_variables(false);
        for (name, template) in &all {
            let mut used = variables(name);
            for part in
                all.keys().filter(|part| template.text.contains(&format!("include \"{part}\"")))
            {
                used.extend(variables(part));
            }
            let declared: Vec<&String> =
                template.card.needs.iter().chain(&template.card.takes).collect();
            if name.starts_with('_') {
                continue;
            }
            for placeholder in &declared {
                assert!(
                    used.contains(*placeholder),
                    "{name} declares `{placeholder}` and does not use it"
                );
            }
            for placeholder in &used {
                let known = declared.contains(&placeholder)
                    || super::super::context::STANDARD.contains(&placeholder.as_str())
                    || super::super::functions::NAMES.contains(&placeholder.as_str());
                assert!(known, "{name} uses `{placeholder}` and does not declare it");
            }
        }
    }
}
