//! Set-ups become scenarios.

use super::counters::Roster;
use super::maps::WrittenMap;
use super::{Imported, fresh_id};
use crate::replay::{Guide, Replay};
use crate::vassal::build::{DefinedPiece, Element, Prototypes, TurnTracker};
use crate::vassal::file::{ModuleFile, Opened, open_bytes};
use crate::vassal::grid::Atlas;
use crate::vassal::limits::Limits;
use crate::vassal::piece::TraitBook;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// What stands where: map and location, reduced or not, and how many of each counter.
type Standing = BTreeMap<(String, String, bool), BTreeMap<String, usize>>;

/// Writes a scenario for every set-up; says how many there are.
pub(super) fn write(
    module: &mut ModuleFile,
    atlas: &Atlas,
    maps: &[WrittenMap],
    roster: &mut Roster,
    limits: &Limits,
    imported: &mut Imported,
) -> usize {
    let mut taken = BTreeSet::new();
    let mut written = 0;
    let mut book = TraitBook::default();
    let prototypes = Prototypes::of(&module.build, &mut book);
    let at_start = at_start(&module.build, &prototypes, &mut book, roster);
    let setups: Vec<(String, Option<String>)> = module
        .build
        .all("PredefinedSetup")
        .filter(|setup| !setup.flag("isMenu", false))
        .map(|setup| {
            let file =
                setup.get("file").filter(|file| !file.is_empty() && setup.flag("useFile", true));
            (setup.get("name").unwrap_or("Set-up").to_owned(), file.map(str::to_owned))
        })
        .collect();
    let guide = Guide { atlas: atlas.clone(), trackers: TurnTracker::all(&module.build) };
    for (title, file) in setups {
        let standing = match file {
            None => continue,
            Some(file) => match played(module, &file, &guide, roster, limits, imported) {
                Some(standing) => standing,
                None => {
                    imported.leave_out(format!("set-up {title:?}: {file} cannot be read"));
                    continue;
                }
            },
        };
        scenario(&title, &standing, maps, roster, &mut taken, imported);
        written += 1;
    }
    if written == 0 || !at_start.is_empty() {
        scenario("At start", &at_start, maps, roster, &mut taken, imported);
        written += 1;
    }
    written
}

/// The stacks that the module itself places.
fn at_start(
    build: &Element,
    prototypes: &Prototypes,
    book: &mut TraitBook,
    roster: &Roster,
) -> Standing {
    let mut standing = Standing::new();
    for map in build.walk().filter(|element| element.get("mapName").is_some()) {
        for stack in map.all("SetupStack") {
            let place = match stack.get("location").filter(|_| stack.flag("useGridLocation", false))
            {
                Some(location) => location.to_owned(),
                None => stack.get("name").unwrap_or_default().to_owned(),
            };
            for slot in &stack.children {
                let Some(piece) = DefinedPiece::decode(&slot.text, book) else { continue };
                let spelled = prototypes.spell_out(&piece, &mut Vec::new());
                let gpid = slot.get("gpid").unwrap_or_default();
                let Some(id) = roster.find(gpid, &spelled.definition) else { continue };
                let key = (map.get("mapName").unwrap_or_default().to_owned(), place.clone(), false);
                *standing.entry(key).or_default().entry(id.to_owned()).or_default() += 1;
            }
        }
    }
    standing
}

/// Where the pieces of a saved set-up stand.
fn played(
    module: &mut ModuleFile,
    file: &str,
    guide: &Guide,
    roster: &Roster,
    limits: &Limits,
    imported: &mut Imported,
) -> Option<Standing> {
    let bytes = module.archive.as_mut()?.read(file, limits).ok()?;
    let Ok(Opened::Saved(saved)) = open_bytes(bytes, limits) else { return None };
    let tree = saved.commands(limits).ok()?;
    let mut replay = Replay::start(&tree, Some(guide), limits).ok()?;
    let ids: Vec<_> = replay.position().counters().iter().map(|piece| piece.id.clone()).collect();
    let mut standing = Standing::new();
    let mut strangers = 0;
    for id in ids {
        let at = replay.locate(&id)?;
        let piece = replay.position().piece(&id)?;
        let Some(counter) = roster.find(&piece.basic().gpid, &piece.definition) else {
            strangers += 1;
            continue;
        };
        let reduced =
            piece.properties().iter().any(|(name, value)| name.ends_with("_Level") && value == "2");
        let Some(map) = at.map else { continue };
        let key = (map, at.location.unwrap_or_default(), reduced);
        *standing.entry(key).or_default().entry(counter.to_owned()).or_default() += 1;
    }
    if strangers > 0 {
        imported
            .leave_out(format!("{file}: {strangers} pieces that come from no slot of the module"));
    }
    Some(standing)
}

fn scenario(
    title: &str,
    standing: &Standing,
    maps: &[WrittenMap],
    roster: &mut Roster,
    taken: &mut BTreeSet<String>,
    imported: &mut Imported,
) {
    // The map with most counters is the scenario's map; what stands elsewhere is told in words.
    let on = |map: &WrittenMap| {
        standing
            .iter()
            .filter(|((name, ..), _)| *name == map.map)
            .map(|(_, units)| units.len())
            .sum::<usize>()
    };
    let main = maps.iter().max_by_key(|map| on(map));
    let mut file = Table::new();
    file.insert("title".into(), title.into());
    file.insert("turns".into(), Value::Array(vec![1.into(), 20.into()]));
    if let Some(main) = main {
        file.insert("map".into(), main.id.as_str().into());
    }
    let mut needed: BTreeMap<&String, usize> = BTreeMap::new();
    let mut setups = Vec::new();
    for ((map, location, reduced), units) in standing {
        let mut words = Vec::new();
        for (id, count) in units {
            *needed.entry(id).or_default() += count;
            words.push(if *count == 1 { id.clone() } else { format!("{id}*{count}") });
        }
        let mut setup = Table::new();
        setup.insert("units".into(), Value::Array(words.into_iter().map(Value::from).collect()));
        if main.is_some_and(|main| main.map == *map && main.hexes.contains(location)) {
            setup.insert("at".into(), location.as_str().into());
        } else {
            setup.insert("free".into(), format!("{map}: {location}").into());
        }
        if *reduced {
            setup.insert("note".into(), "shows its second side in the module".into());
        }
        setups.push(Value::Table(setup));
    }
    for (id, count) in needed {
        roster.need(id, count);
    }
    file.insert("setup".into(), Value::Array(setups));
    let path = format!("scenarios/{}/{}.toml", imported.game, fresh_id(title, taken));
    imported.toml(path, &file);
}
