//! Declarations: lines of chat in a form that the module writes and the referee reads.

use std::collections::BTreeMap;

/// A line with fields in braces: `Attack: {units} -> {place}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Texts and fields by turns; a text comes first, perhaps empty.
    texts: Vec<String>,
    fields: Vec<String>,
}

impl Pattern {
    /// Reads a pattern; braces that do not match are text.
    pub fn new(line: &str) -> Self {
        let (mut texts, mut fields) = (Vec::new(), Vec::new());
        let mut rest = line;
        let mut text = String::new();
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else { break };
            text.push_str(&rest[..open]);
            fields.push(rest[open + 1..open + length].to_owned());
            texts.push(std::mem::take(&mut text));
            rest = &rest[open + length + 1..];
        }
        text.push_str(rest);
        texts.push(text);
        Pattern { texts, fields }
    }

    /// The fields of a line that fits; each field takes as little as it can, the last one the rest.
    pub fn read<'l>(&self, line: &'l str) -> Option<BTreeMap<&str, &'l str>> {
        let mut rest = line.strip_prefix(self.texts.first()?.as_str())?;
        let mut found = BTreeMap::new();
        for (index, field) in self.fields.iter().enumerate() {
            let after = self.texts.get(index + 1)?;
            let last = index + 1 == self.fields.len();
            let length = match (after.is_empty(), last) {
                (true, true) => rest.len(),
                (true, false) => return None,
                (false, true) => rest.strip_suffix(after.as_str())?.len(),
                (false, false) => rest.find(after.as_str())?,
            };
            found.insert(field.as_str(), rest[..length].trim());
            rest = rest.get(length + after.len()..)?;
        }
        rest.is_empty().then_some(found)
    }

    /// The line with its fields filled in.
    pub fn write(&self, value: impl Fn(&str) -> String) -> String {
        let mut line = self.texts.first().cloned().unwrap_or_default();
        for (field, text) in self.fields.iter().zip(self.texts.iter().skip(1)) {
            line.push_str(&value(field));
            line.push_str(text);
        }
        line
    }
}

/// The items of a list as a line has it: separated by commas, each perhaps with a remark in brackets.
pub fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ';'])
        .map(|item| item.split_once('(').map_or(item, |(name, _)| name).trim())
        .filter(|item| !item.is_empty())
}

/// A report line without what VASSAL puts before it.
pub fn bare(line: &str) -> &str {
    line.trim_start_matches(['*', ' ']).trim_end_matches(['*', ' '])
}
