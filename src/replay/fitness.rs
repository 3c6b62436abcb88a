//! Whether a log fits a module: made with this version, or another.

use super::Replay;
use crate::vassal::build::{Catalogue, DefinedPiece, Prototypes};
use crate::vassal::file::{ModuleFile, SavedGame};
use crate::vassal::piece::TraitBook;
use crate::vassal::traits::id_of;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Where a saved game and a module do not agree.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Misfit {
    /// The module's name in the save and its own, when they differ.
    pub name: Option<(String, String)>,
    /// The version in the save and the module's own, when they differ.
    pub version: Option<(String, String)>,
    /// Maps of the save that the module does not have.
    pub missing_maps: BTreeSet<String>,
    /// Boards of the save that the module does not have, as `map: board`.
    pub missing_boards: BTreeSet<String>,
    /// Pieces whose slot the module does not have: name and how many.
    pub missing_slots: BTreeMap<String, usize>,
    /// Pieces whose traits are others than the module now gives them: name, and the traits lost and gained.
    pub other_traits: BTreeMap<String, (Vec<String>, Vec<String>)>,
    /// How many counters were compared.
    pub counters: usize,
}

impl Misfit {
    /// Compares a saved game, as it stands, with a module.
    pub fn between(saved: &SavedGame, replay: &Replay<'_, '_>, module: &mut ModuleFile) -> Self {
        let catalogue = Catalogue::of(module);
        let atlas = crate::vassal::grid::Atlas::of(module);
        let prototypes = Prototypes::of(&module.build, &mut TraitBook::default());
        let mut misfit = Misfit::default();
        if let Some(data) = &saved.moduledata {
            let pair =
                |told: &String, own: &String| (told != own).then(|| (told.clone(), own.clone()));
            misfit.name = pair(&data.name, &catalogue.name);
            misfit.version = pair(&data.version, &catalogue.version);
        }
        let position = replay.position();
        for (map, boards) in &position.table.boards {
            let Some(sheet) = atlas.map(map) else {
                misfit.missing_maps.insert(map.clone());
                continue;
            };
            for board in
                boards.iter().filter(|board| sheet.boards.iter().all(|own| own.name != board.name))
            {
                misfit.missing_boards.insert(format!("{map}: {}", board.name));
            }
        }
        let slots: HashMap<&str, &DefinedPiece> = catalogue
            .slots
            .iter()
            .filter_map(|slot| Some((slot.gpid.as_str(), slot.piece.as_ref()?)))
            .collect();
        let mut known: HashMap<String, Vec<String>> = HashMap::new();
        for piece in position.counters() {
            misfit.counters += 1;
            let gpid = piece.basic().gpid;
            if gpid.is_empty() {
                continue;
            }
            let name = piece.definition.basic_name().to_owned();
            let Some(slot) = slots.get(gpid.as_str()) else {
                // Pieces that a trait places have slots inside that trait, as `12:3`.
                if !gpid.contains(':') {
                    *misfit.missing_slots.entry(name).or_default() += 1;
                }
                continue;
            };
            let now = known.entry(gpid).or_insert_with(|| {
                let spelled = prototypes.spell_out(slot, &mut Vec::new());
                ids(&spelled.definition)
            });
            let was = ids(&piece.definition);
            if was != *now {
                let only = |a: &[String], b: &[String]| {
                    let mut rest = b.to_vec();
                    let gone =
                        a.iter().filter(|id| match rest.iter().position(|other| other == *id) {
                            Some(at) => {
                                rest.swap_remove(at);
                                false
                            }
                            None => true,
                        });
                    gone.cloned().collect::<Vec<_>>()
                };
                misfit.other_traits.insert(name, (only(&was, now), only(now, &was)));
            }
        }
        misfit
    }

    /// Whether the save fits the module.
    pub fn is_empty(&self) -> bool {
        Misfit { counters: 0, ..self.clone() } == Misfit::default()
    }
}

fn ids(definition: &crate::vassal::piece::Definition) -> Vec<String> {
    definition.traits.iter().map(|one| id_of(&one.encode()).to_owned()).collect()
}
