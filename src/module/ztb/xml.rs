//! Elements with attributes, as the program reads them.

/// An element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    inside: Vec<Tag>,
}

impl Tag {
    pub(super) fn new(name: &'static str) -> Self {
        Tag { name, attributes: Vec::new(), inside: Vec::new() }
    }

    /// Sets an attribute.
    pub(super) fn set(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.attributes.push((name, value.to_owned()));
        self
    }

    /// Puts an element inside.
    pub(super) fn push(&mut self, inside: Tag) {
        self.inside.push(inside);
    }

    /// As a document.
    pub(super) fn document(&self) -> Vec<u8> {
        let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_owned();
        self.write(0, &mut text);
        text.into_bytes()
    }

    fn write(&self, depth: usize, text: &mut String) {
        text.push_str(&" ".repeat(depth));
        text.push('<');
        text.push_str(self.name);
        for (name, value) in &self.attributes {
            text.push_str(&format!(" {name}=\"{}\"", escaped(value)));
        }
        if self.inside.is_empty() {
            text.push_str(" />\n");
            return;
        }
        text.push_str(">\n");
        self.inside.iter().for_each(|one| one.write(depth + 1, text));
        text.push_str(&format!("{}</{}>\n", " ".repeat(depth), self.name));
    }
}

/// Text of an attribute: what XML cannot hold becomes a blank.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
