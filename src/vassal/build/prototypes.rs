//! Prototypes: traits that many pieces share, written once.

use super::Element;
use crate::vassal::command::AddPiece;
use crate::vassal::piece::{Definition, TraitBook};
use crate::vassal::traits::{Meaning, Trait};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A piece as the module defines it.
#[derive(Debug, Clone, PartialEq)]
pub struct DefinedPiece {
    /// What it is.
    pub definition: Definition,
    /// Its states at the start, one per trait, the heart's last.
    pub states: Vec<String>,
}

impl DefinedPiece {
    /// Reads the text of a piece slot, card slot or prototype.
    pub fn decode(text: &str, book: &mut TraitBook) -> Option<Self> {
        let (add, _) = AddPiece::decode(text.strip_prefix("+/")?)?;
        let definition = Definition::decode(&add.kind, book);
        let states = definition.split_state(&add.state);
        Some(DefinedPiece { definition, states })
    }

    /// Writes the text.
    pub fn encode(&self) -> String {
        let add = AddPiece {
            id: "null".into(),
            kind: self.definition.encode().into(),
            state: Definition::join_state(&self.states).into(),
        };
        add.encode()
    }

    /// The traits with their states, outermost first.
    pub fn traits(&self) -> impl DoubleEndedIterator<Item = (&Arc<Trait>, &str)> {
        self.definition.traits.iter().zip(self.states.iter().map(String::as_str))
    }
}

/// The prototypes of a module by name.
#[derive(Debug, Default)]
pub struct Prototypes {
    /// The definitions.
    pub by_name: BTreeMap<String, DefinedPiece>,
}

/// What kept a piece from being spelled out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrototypeFault {
    /// It uses a prototype that the module does not define.
    Undefined(String),
    /// A prototype uses itself, directly or through others.
    Circular(String),
    /// Prototypes multiply beyond all use.
    TooLarge,
}

/// No genuine piece has more; prototypes that double each other reach any number.
const MOST_TRAITS: usize = 20_000;

impl Prototypes {
    /// Reads the prototypes of a module.
    pub fn of(build: &Element, book: &mut TraitBook) -> Self {
        let mut by_name = BTreeMap::new();
        for element in build.all("PrototypeDefinition") {
            if let Some(piece) = DefinedPiece::decode(&element.text, book) {
                by_name.insert(element.get("name").unwrap_or_default().to_owned(), piece);
            }
        }
        Prototypes { by_name }
    }

    /// The piece with the traits of its prototypes in their place, as a game holds it.
    pub fn spell_out(
        &self,
        piece: &DefinedPiece,
        faults: &mut Vec<PrototypeFault>,
    ) -> DefinedPiece {
        let mut traits = Vec::new();
        let mut states = Vec::new();
        self.collect(piece, &mut Vec::new(), &mut traits, &mut states, faults);
        states.push(piece.states.last().cloned().unwrap_or_default());
        DefinedPiece { definition: piece.definition.with_traits(traits), states }
    }

    fn collect<'a>(
        &'a self,
        piece: &'a DefinedPiece,
        within: &mut Vec<&'a str>,
        traits: &mut Vec<Arc<Trait>>,
        states: &mut Vec<String>,
        faults: &mut Vec<PrototypeFault>,
    ) {
        for (one, state) in piece.traits() {
            if traits.len() >= MOST_TRAITS {
                if faults.last() != Some(&PrototypeFault::TooLarge) {
                    faults.push(PrototypeFault::TooLarge);
                }
                return;
            }
            let Meaning::UsePrototype(used) = &one.meaning else {
                traits.push(Arc::clone(one));
                states.push(state.to_owned());
                continue;
            };
            if within.contains(&used.name.as_str()) {
                faults.push(PrototypeFault::Circular(used.name.clone()));
                continue;
            }
            match self.by_name.get_key_value(&used.name) {
                Some((name, prototype)) => {
                    within.push(name);
                    self.collect(prototype, within, traits, states, faults);
                    within.pop();
                }
                None => faults.push(PrototypeFault::Undefined(used.name.clone())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::limits::Limits;

    fn prototypes(pairs: &[(&str, &str)]) -> Prototypes {
        let mut xml = String::from("<a>");
        for (name, kind) in pairs {
            xml += &format!(
                "<x.PrototypeDefinition name=\"{name}\">+/null/{kind}\tpiece;;;;/\tnull;0;0;;0</x.PrototypeDefinition>"
            );
        }
        let build = Element::parse("x", &(xml + "</a>"), &Limits::default()).expect("parses");
        Prototypes::of(&build, &mut TraitBook::default())
    }

    fn piece(kind: &str) -> DefinedPiece {
        DefinedPiece::decode(
            &format!("+/null/{kind}\tpiece;;;;X/\tnull;0;0;1;0"),
            &mut TraitBook::default(),
        )
        .expect("a piece")
    }

    #[test]
    fn prototypes_are_spelled_out_in_their_place() {
        let known = prototypes(&[("Unit", "delete;Delete;68,130;"), ("Red", "prototype;Unit")]);
        let mut faults = Vec::new();
        let spelled = known.spell_out(&piece("prototype;Red"), &mut faults);
        assert_eq!(spelled.definition.traits.len(), 1);
        assert_eq!(spelled.definition.traits[0].id(), "delete;");
        assert_eq!(spelled.states, ["", "null;0;0;1;0"]);
        assert!(faults.is_empty());
    }

    #[test]
    fn circles_and_gaps_are_reported_and_harmless() {
        let known = prototypes(&[("A", "prototype;B"), ("B", "prototype;A")]);
        let mut faults = Vec::new();
        known.spell_out(&piece("prototype;A"), &mut faults);
        known.spell_out(&piece("prototype;C"), &mut faults);
        assert_eq!(
            faults,
            [PrototypeFault::Circular("A".into()), PrototypeFault::Undefined("C".into())]
        );
    }
}
