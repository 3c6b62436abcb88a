//! What a module holds, gathered from its components.

use super::{DefinedPiece, Element, PrototypeFault, Prototypes, TurnTracker};
use crate::vassal::file::ModuleFile;
use crate::vassal::grid::Atlas;
use crate::vassal::piece::TraitBook;
use crate::vassal::traits::Meaning;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A slot that pieces or cards are taken from.
#[derive(Debug, Clone, Serialize)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Its id, which pieces in play refer to.
    pub gpid: String,
    /// The components around it: palette, panel, list.
    pub path: Vec<String>,
    /// How many traits, prototypes spelled out.
    pub traits: usize,
    /// The piece as defined.
    #[serde(skip)]
    pub piece: Option<DefinedPiece>,
}

/// A board of a map, for listing.
#[derive(Debug, Clone, Serialize)]
pub struct BoardEntry {
    /// Its name.
    pub name: String,
    /// Width and height in pixels, when known.
    pub size: Option<(i32, i32)>,
    /// What kind of grid it has.
    pub grid: Option<&'static str>,
}

/// A map, for listing.
#[derive(Debug, Clone, Serialize)]
pub struct MapEntry {
    /// Its name.
    pub name: String,
    /// Its boards.
    pub boards: Vec<BoardEntry>,
    /// Stacks of pieces placed at the start.
    pub at_start: usize,
    /// Decks.
    pub decks: Vec<String>,
}

/// A dice button.
#[derive(Debug, Clone, Serialize)]
pub struct DiceEntry {
    /// Its name.
    pub name: String,
    /// How many dice.
    pub dice: String,
    /// With how many sides.
    pub sides: String,
}

/// A set-up to start from.
#[derive(Debug, Clone, Serialize)]
pub struct SetupEntry {
    /// Its name.
    pub name: String,
    /// The save it loads, if any.
    pub file: Option<String>,
}

/// What a module holds.
#[derive(Debug, Clone, Serialize)]
pub struct Catalogue {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The VASSAL it was made with.
    pub vassal_version: String,
    /// Its description.
    pub description: String,
    /// A module or an extension.
    pub kind: &'static str,
    /// Entries in the archive.
    pub entries: usize,
    /// Pictures in the archive.
    pub images: usize,
    /// Bytes of all pictures.
    pub image_bytes: u64,
    /// The sides.
    pub sides: Vec<String>,
    /// The maps.
    pub maps: Vec<MapEntry>,
    /// Prototypes.
    pub prototypes: usize,
    /// Dice buttons.
    pub dice: Vec<DiceEntry>,
    /// Turn trackers.
    pub turn_trackers: Vec<String>,
    /// Global properties.
    pub properties: usize,
    /// Set-ups.
    pub setups: Vec<SetupEntry>,
    /// How many slots for pieces and cards there are.
    pub slot_count: usize,
    /// The slots.
    #[serde(skip)]
    pub slots: Vec<Slot>,
    /// Components by class.
    pub components: BTreeMap<String, usize>,
    /// Classes that are not VASSAL's own.
    pub custom_classes: BTreeMap<String, usize>,
    /// Traits by id, as the slots and prototypes use them.
    pub traits: BTreeMap<String, usize>,
    /// Traits that are not VASSAL's own.
    pub unknown_traits: BTreeMap<String, usize>,
    /// Slots whose text could not be read.
    pub unreadable_slots: Vec<String>,
    /// Prototypes that are used and not defined.
    pub undefined_prototypes: BTreeSet<String>,
    /// Prototypes that use themselves.
    pub circular_prototypes: BTreeSet<String>,
}

impl Catalogue {
    /// Gathers what a module holds.
    pub fn of(module: &mut ModuleFile) -> Self {
        let atlas = Atlas::of(module);
        let mut book = TraitBook::default();
        let build = &module.build;
        let prototypes = Prototypes::of(build, &mut book);
        let data = module.extension.as_ref().or(module.metadata.as_ref());
        let own = |name: &str, told: Option<&str>| {
            build.get(name).filter(|text| !text.is_empty()).or(told).unwrap_or_default().to_owned()
        };
        let mut catalogue = Catalogue {
            name: own("name", module.metadata.as_ref().map(|data| data.name.as_str())),
            version: own("version", data.map(|data| data.version.as_str())),
            vassal_version: own("VassalVersion", data.map(|data| data.vassal_version.as_str())),
            description: own("description", data.map(|data| data.description.as_str())),
            kind: if module.is_extension() { "extension" } else { "module" },
            entries: 0,
            images: 0,
            image_bytes: 0,
            sides: Vec::new(),
            maps: Vec::new(),
            prototypes: prototypes.by_name.len(),
            dice: Vec::new(),
            turn_trackers: TurnTracker::all(build)
                .into_iter()
                .map(|tracker| tracker.name)
                .collect(),
            properties: build.all("GlobalProperty").count(),
            setups: Vec::new(),
            slot_count: 0,
            slots: Vec::new(),
            components: BTreeMap::new(),
            custom_classes: BTreeMap::new(),
            traits: BTreeMap::new(),
            unknown_traits: BTreeMap::new(),
            unreadable_slots: Vec::new(),
            undefined_prototypes: BTreeSet::new(),
            circular_prototypes: BTreeSet::new(),
        };
        if let Some(archive) = &module.archive {
            catalogue.entries = archive.names().len();
            for image in archive
                .names()
                .iter()
                .filter(|name| name.starts_with("images/") && !name.ends_with('/'))
            {
                catalogue.images += 1;
                catalogue.image_bytes += archive.declared_size(image).unwrap_or(0);
            }
        }
        let elements: Vec<&Element> =
            build.walk().filter(|element| element.get("mapName").is_some()).collect();
        for (sheet, element) in atlas.maps.iter().zip(elements.iter().filter(|element| {
            element.all("Board").next().is_some()
                || element.children.iter().any(|c| c.class().ends_with("BoardPicker"))
        })) {
            catalogue.maps.push(MapEntry {
                name: sheet.name.clone(),
                boards: sheet
                    .boards
                    .iter()
                    .map(|board| BoardEntry {
                        name: board.name.clone(),
                        size: board.size,
                        grid: board.grid.as_ref().map(crate::vassal::grid::Grid::kind),
                    })
                    .collect(),
                at_start: element.all("SetupStack").count(),
                decks: sheet.decks.iter().map(|(name, ..)| name.clone()).collect(),
            });
        }
        catalogue.visit(build, &mut Vec::new(), &prototypes, &mut book);
        for prototype in prototypes.by_name.values() {
            catalogue.count_traits(prototype);
        }
        catalogue.slot_count = catalogue.slots.len();
        catalogue
    }

    fn visit(
        &mut self,
        element: &Element,
        path: &mut Vec<String>,
        prototypes: &Prototypes,
        book: &mut TraitBook,
    ) {
        // Plain elements inside components, such as the sides of the roster, are no components.
        if element.tag.contains('.') {
            *self.components.entry(element.tag.clone()).or_default() += 1;
            if !element.tag.starts_with("VASSAL.") {
                *self.custom_classes.entry(element.tag.clone()).or_default() += 1;
            }
        }
        let text = |name: &str| element.get(name).unwrap_or_default().to_owned();
        match element.class() {
            "PieceSlot" | "CardSlot" => self.slot(element, path, prototypes, book),
            "PlayerRoster" => {
                let sides = element.children.iter().filter(|child| child.tag == "entry");
                self.sides.extend(sides.map(|side| side.text.clone()));
            }
            "DiceButton" => self.dice.push(DiceEntry {
                name: text("name"),
                dice: text("nDice"),
                sides: text("nSides"),
            }),
            "SpecialDiceButton" | "InternetDiceButton" => {
                self.dice.push(DiceEntry {
                    name: text("name"),
                    dice: text("nDice"),
                    sides: text("nSides"),
                });
            }
            "PredefinedSetup" => {
                let file = element
                    .get("file")
                    .filter(|file| !file.is_empty() && element.flag("useFile", true));
                self.setups.push(SetupEntry { name: text("name"), file: file.map(str::to_owned) });
            }
            _ => {}
        }
        path.push(element.label().unwrap_or(element.class()).to_owned());
        for child in &element.children {
            self.visit(child, path, prototypes, book);
        }
        path.pop();
    }

    fn slot(
        &mut self,
        element: &Element,
        path: &[String],
        prototypes: &Prototypes,
        book: &mut TraitBook,
    ) {
        let name = element.get("entryName").unwrap_or_default().to_owned();
        let piece = DefinedPiece::decode(&element.text, book);
        let mut traits = 0;
        match &piece {
            None => self.unreadable_slots.push(name.clone()),
            Some(piece) => {
                self.count_traits(piece);
                let mut faults = Vec::new();
                traits = prototypes.spell_out(piece, &mut faults).definition.traits.len();
                for fault in faults {
                    match fault {
                        PrototypeFault::Undefined(name) => self.undefined_prototypes.insert(name),
                        PrototypeFault::Circular(name) => self.circular_prototypes.insert(name),
                        PrototypeFault::TooLarge => {
                            self.circular_prototypes.insert(format!("(too many traits in {name})"))
                        }
                    };
                }
            }
        }
        let gpid = element.get("gpid").unwrap_or_default().to_owned();
        self.slots.push(Slot {
            name,
            gpid,
            path: path.iter().skip(1).cloned().collect(),
            traits,
            piece,
        });
    }

    fn count_traits(&mut self, piece: &DefinedPiece) {
        for (one, _) in piece.traits() {
            let id = one.id();
            if one.meaning == Meaning::Unknown {
                *self.unknown_traits.entry(id.clone()).or_default() += 1;
            }
            *self.traits.entry(id).or_default() += 1;
        }
    }
}
