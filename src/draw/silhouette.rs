//! Silhouettes of vehicles, weapons and men, each a file of `templates/silhouettes/`.
//!
//! They are drawn 60 wide and 40 high, standing on the line y = 36, facing left, in one ink with
//! details knocked out in the colour below.

use super::svg::num;
use crate::diagnostic::nearest;
use crate::templates::TEMPLATES;
use std::collections::BTreeMap;

/// The silhouettes: the program's, with a project's own over them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Silhouettes {
    own: BTreeMap<String, String>,
}

/// All silhouettes that come with the program.
pub fn silhouette_names() -> Vec<String> {
    let mut names: Vec<String> = TEMPLATES
        .get_dir("silhouettes")
        .into_iter()
        .flat_map(include_dir::Dir::files)
        .filter_map(|file| {
            file.path().file_name()?.to_str()?.strip_suffix(".svg").map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

impl Silhouettes {
    pub(crate) fn new(own: BTreeMap<String, String>) -> Self {
        Silhouettes { own }
    }

    /// A project's own silhouettes, for fingerprints.
    pub(crate) fn own(&self) -> &BTreeMap<String, String> {
        &self.own
    }

    /// Draws a silhouette centred in a box; `flip` makes it face right.
    pub(crate) fn draw(
        &self,
        name: &str,
        (x, y, w, h): (f64, f64, f64, f64),
        ink: &str,
        field: &str,
        flip: bool,
    ) -> Result<String, String> {
        let bundled = || {
            TEMPLATES
                .get_file(format!("silhouettes/{name}.svg"))
                .and_then(|file| file.contents_utf8())
        };
        let Some(text) = self.own.get(name).map(String::as_str).or_else(bundled) else {
            let names = silhouette_names();
            let help = nearest(name, names.iter().chain(self.own.keys()).map(String::as_str));
            return Err(format!("there is no silhouette `{name}`; {}", help.unwrap_or_default()));
        };
        let scale = (w / 60.0).min(h / 40.0);
        let (left, top) = (x + (w - 60.0 * scale) / 2.0, y + (h - 40.0 * scale) / 2.0);
        let turn = if flip {
            format!(
                "translate({} {}) scale({:.5} {scale:.5})",
                num(left + 60.0 * scale),
                num(top),
                -scale
            )
        } else {
            format!("translate({} {}) scale({scale:.5})", num(left), num(top))
        };
        let text = text
            .trim()
            .replace("\"ink\"", &format!("\"{ink}\""))
            .replace("\"field\"", &format!("\"{field}\""));
        Ok(format!(r#"<g transform="{turn}" fill="{ink}">{text}</g>"#))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_silhouette_names_the_nearest() {
        let error = Silhouettes::default()
            .draw("tnak", (0.0, 0.0, 9.0, 9.0), "#000", "#fff", false)
            .unwrap_err();
        assert!(error.contains("`tank`"), "{error}");
    }
}
