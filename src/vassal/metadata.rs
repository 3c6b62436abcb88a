//! The small XML entries that tell what an archive is: `moduledata`,
//! `savedata`, `extensiondata`.

use super::build::Element;
use super::error::Result;
use super::limits::Limits;

/// What an archive says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Metadata {
    /// The module's name.
    pub name: String,
    /// The version of the module, extension or of the module that wrote the save.
    pub version: String,
    /// The VASSAL that wrote it.
    pub vassal_version: String,
    /// When it was saved, in milliseconds since 1970, as VASSAL writes it.
    pub saved: Option<i64>,
    /// The description or the save's comment.
    pub description: String,
}

impl Metadata {
    /// Reads one of the entries.
    pub fn decode(place: &str, xml: &str, limits: &Limits) -> Result<Self> {
        let data = Element::parse(place, xml, limits)?;
        let text = |tag: &str| data.child(tag).map(|child| child.text.clone()).unwrap_or_default();
        Ok(Metadata {
            name: text("name"),
            version: text("version"),
            vassal_version: text("VassalVersion"),
            saved: text("dateSaved").parse().ok(),
            description: text("description"),
        })
    }

    /// Writes the entry as VASSAL does.
    pub fn encode(&self) -> String {
        let mut data = Element::new("data");
        data.set("version", "1");
        let mut add =
            |tag: &str, text: String| data.children.push(Element { text, ..Element::new(tag) });
        add("version", self.version.clone());
        add("extra1", String::new());
        add("extra2", String::new());
        add("VassalVersion", self.vassal_version.clone());
        add("dateSaved", self.saved.map(|time| time.to_string()).unwrap_or_default());
        add("description", self.description.clone());
        if !self.name.is_empty() {
            add("name", self.name.clone());
        }
        data.to_xml()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_survives_writing_and_reading() {
        let data = Metadata {
            name: "Bridge & <Head>".into(),
            version: "1.2".into(),
            vassal_version: "3.7.26".into(),
            saved: Some(1_794_793_284_200),
            description: "\"quoted\"".into(),
        };
        assert_eq!(Metadata::decode("moduledata", &data.encode(), &Limits::default()), Ok(data));
    }
}
