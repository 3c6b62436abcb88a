//! What changed between two modules.

use super::{DefinedPiece, Element};
use crate::vassal::file::ModuleFile;
use crate::vassal::piece::TraitBook;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A setting that changed; nothing on a side where it is not written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingChange {
    /// The setting.
    pub name: String,
    /// What it was.
    pub old: Option<String>,
    /// What it is.
    pub new: Option<String>,
}

/// A component that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ComponentChange {
    /// Where it is: the components around it and itself.
    pub path: String,
    /// Its settings.
    pub settings: Vec<SettingChange>,
    /// Its text before and after, a line for each trait of a piece; empty when the same.
    pub text: Option<(Vec<String>, Vec<String>)>,
    /// It stands elsewhere among its neighbours, or in another one.
    pub moved_from: Option<String>,
}

/// What changed between two modules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ModuleDifference {
    /// Components only in the second.
    pub added: Vec<String>,
    /// Components only in the first.
    pub removed: Vec<String>,
    /// Components in both.
    pub changed: Vec<ComponentChange>,
    /// Files of the archive only in the second.
    pub files_added: Vec<String>,
    /// Files of the archive only in the first.
    pub files_removed: Vec<String>,
    /// Files of the archive with other contents.
    pub files_changed: Vec<String>,
}

impl ModuleDifference {
    /// Compares two modules.
    pub fn between(old: &ModuleFile, new: &ModuleFile) -> Self {
        let mut difference = ModuleDifference::default();
        difference.components(&old.build, &new.build);
        difference.files(old, new);
        difference
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == ModuleDifference::default()
    }

    fn components(&mut self, old: &Element, new: &Element) {
        let (before, after) = (keyed(old), keyed(new));
        let mut book = TraitBook::default();
        let index: HashMap<&str, &Keyed<'_>> =
            after.iter().map(|found| (found.key.as_str(), found)).collect();
        let known: BTreeSet<&str> = before.iter().map(|found| found.key.as_str()).collect();
        for found in &before {
            match index.get(found.key.as_str()) {
                None => gather(&mut self.removed, &found.path),
                Some(now) => self.changed.extend(compare(found, now, &mut book)),
            }
        }
        let added = after.iter().filter(|found| !known.contains(found.key.as_str()));
        for found in added {
            gather(&mut self.added, &found.path);
        }
    }

    fn files(&mut self, old: &ModuleFile, new: &ModuleFile) {
        let list = |module: &ModuleFile| -> BTreeMap<String, (Option<u32>, Option<u64>)> {
            let Some(archive) = &module.archive else { return BTreeMap::new() };
            // The build file is compared component by component, the metadata holds the date of saving.
            let data = [module.build_name.as_str(), "moduledata", "extensiondata"];
            let names = archive
                .names()
                .iter()
                .filter(|name| !data.contains(&name.as_str()) && !name.ends_with('/'));
            names
                .map(|name| (name.clone(), (archive.checksum(name), archive.declared_size(name))))
                .collect()
        };
        let (before, after) = (list(old), list(new));
        for (name, print) in &before {
            match after.get(name) {
                None => self.files_removed.push(name.clone()),
                Some(now) if now != print => self.files_changed.push(name.clone()),
                Some(_) => {}
            }
        }
        self.files_added.extend(after.keys().filter(|name| !before.contains_key(*name)).cloned());
    }
}

/// Adds a component to a list, unless the one around it is there already.
fn gather(list: &mut Vec<String>, path: &str) {
    let inside = |outer: &String| {
        path.strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with(" / "))
    };
    if !list.last().is_some_and(inside) {
        list.push(path.to_owned());
    }
}

struct Keyed<'a> {
    key: String,
    path: String,
    element: &'a Element,
}

/// All components with a key that the same component has in another version:
/// the slot's id for pieces, else where it stands and what it is called.
fn keyed(root: &Element) -> Vec<Keyed<'_>> {
    let mut gpids: HashMap<&str, usize> = HashMap::new();
    for slot in root.walk().filter(|element| is_slot(element)) {
        *gpids.entry(slot.get("gpid").unwrap_or_default()).or_default() += 1;
    }
    let mut found = Vec::new();
    let mut pending = vec![(root, String::new(), String::new())];
    while let Some((element, key, path)) = pending.pop() {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut children = Vec::new();
        for child in &element.children {
            let gpid = child.get("gpid").unwrap_or_default();
            let name = child.label().unwrap_or_default();
            let own = format!("{}[{name}]", child.class());
            let nth = seen.entry(own.clone()).or_default();
            *nth += 1;
            let child_key = if is_slot(child) && !gpid.is_empty() && gpids.get(gpid) == Some(&1) {
                format!("slot {gpid}")
            } else {
                format!("{key}/{own}{nth}")
            };
            let label = if name.is_empty() { child.class().to_owned() } else { own };
            let child_path = if path.is_empty() { label } else { format!("{path} / {label}") };
            children.push((child, child_key, child_path));
        }
        found.push(Keyed {
            key,
            path: if path.is_empty() { element.class().to_owned() } else { path },
            element,
        });
        pending.extend(children.into_iter().rev());
    }
    found
}

fn is_slot(element: &Element) -> bool {
    matches!(element.class(), "PieceSlot" | "CardSlot")
}

fn compare(old: &Keyed<'_>, new: &Keyed<'_>, book: &mut TraitBook) -> Option<ComponentChange> {
    let mut settings = Vec::new();
    for (name, value) in &old.element.attributes {
        let now = new.element.get(name);
        if now != Some(value) {
            settings.push(SettingChange {
                name: name.clone(),
                old: Some(value.clone()),
                new: now.map(str::to_owned),
            });
        }
    }
    for (name, value) in &new.element.attributes {
        if old.element.get(name).is_none() {
            settings.push(SettingChange {
                name: name.clone(),
                old: None,
                new: Some(value.clone()),
            });
        }
    }
    let text = (old.element.text != new.element.text)
        .then(|| (lines(&old.element.text, book), lines(&new.element.text, book)));
    let moved_from = (old.path != new.path).then(|| old.path.clone());
    if settings.is_empty() && text.is_none() && moved_from.is_none() {
        return None;
    }
    Some(ComponentChange { path: new.path.clone(), settings, text, moved_from })
}

/// The text of a component for people: a piece trait by trait.
pub fn lines(text: &str, book: &mut TraitBook) -> Vec<String> {
    let Some(piece) = DefinedPiece::decode(text, book) else {
        return text.lines().map(str::to_owned).collect();
    };
    let mut lines: Vec<String> =
        piece
            .traits()
            .map(|(one, state)| {
                if state.is_empty() { one.encode() } else { format!("{}  = {state}", one.encode()) }
            })
            .collect();
    let heart = piece.definition.with_traits(Vec::new()).encode();
    lines.push(format!(
        "{heart}  = {}",
        piece.states.last().map(String::as_str).unwrap_or_default()
    ));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::limits::Limits;

    fn between(old: &str, new: &str) -> ModuleDifference {
        let limits = Limits::default();
        let mut difference = ModuleDifference::default();
        let parse = |xml: &str| Element::parse("x", xml, &limits).expect("parses");
        difference.components(&parse(old), &parse(new));
        difference
    }

    #[test]
    fn a_changed_piece_is_told_trait_by_trait() {
        let slot = |kind: &str| {
            format!(
                "<m><w.ListWidget entryName='L'><w.PieceSlot gpid='7' entryName='A'>+/null/{kind}\tpiece;;;a.png;A/\tnull;0;0;7;0</w.PieceSlot></w.ListWidget></m>"
            )
        };
        let difference = between(&slot("mark;X"), &slot("mark;Y"));
        let change = &difference.changed[0];
        assert_eq!(change.path, "ListWidget[L] / PieceSlot[A]");
        let (old, new) = change.text.clone().expect("the text");
        assert_eq!((old[0].as_str(), new[0].as_str()), ("mark;X", "mark;Y"));
        assert_eq!(old[1], new[1]);
    }

    #[test]
    fn a_piece_is_known_by_its_id_when_it_moves_to_another_list() {
        let slot = "<w.PieceSlot gpid='7' entryName='A'/>";
        let difference = between(
            &format!("<m><a.L name='1'>{slot}</a.L><a.L name='2'/></m>"),
            &format!("<m><a.L name='1'/><a.L name='2'>{slot}</a.L></m>"),
        );
        assert_eq!(difference.changed.len(), 1);
        assert_eq!(difference.changed[0].moved_from.as_deref(), Some("L[1] / PieceSlot[A]"));
        assert!(difference.added.is_empty() && difference.removed.is_empty());
    }

    #[test]
    fn added_removed_and_changed_components_are_told() {
        let difference = between(
            "<m v='1'><a.X name='a'/><a.Y name='b'/></m>",
            "<m v='2'><a.X name='a'/><a.Z name='c'/></m>",
        );
        assert_eq!(
            (difference.added.as_slice(), difference.removed.as_slice()),
            (["Z[c]".to_owned()].as_slice(), ["Y[b]".to_owned()].as_slice())
        );
        assert_eq!(difference.changed[0].settings[0].new.as_deref(), Some("2"));
    }
}
