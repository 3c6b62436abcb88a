//! A game's module from its parts: the kit, its pictures, the archive.

use super::buildfile::{RULES_PAGE, SPLASH, build_file, has_rules, rules_entry};
use super::kit::Kit;
use super::manifest::{ENTRY, Manifest};
use super::pieces::{ARC_IMAGE, Arc, chips};
use super::save::metadata;
use super::setup::MAIN_MAP;
use super::{declare, splash};
use crate::draw::Look;
use crate::draw::map::Picture;
use crate::draw::studio::{Progress, Raster};
use crate::model::Game;
use crate::module::error::ModuleError;
use crate::module::names::file_word;
use crate::module::table::charts::{ChartPage, at_dpi, chart_pages};
use crate::module::table::gallery::{CHART_DPI, ModuleRequest, Pictures, gallery};
use crate::module::table::pictures::{PictureTally, Source, store};
use crate::output::Store;
use crate::vassal::build::Element;
use std::collections::BTreeMap;

/// A module, packed.
#[derive(Debug)]
pub struct BuiltModule {
    /// The file's name: `bridgehead-1.0.vmod`.
    pub name: String,
    /// The archive.
    pub bytes: Vec<u8>,
    /// What it is.
    pub manifest: Manifest,
    /// The build file.
    pub build: Element,
    /// Pictures made and reused.
    pub pictures: PictureTally,
    /// What is wrong with the looks of counters.
    pub looks: Vec<Look>,
}

/// What a game's module is called: `bridgehead-1.0.vmod`.
pub fn module_name(game: &Game) -> String {
    format!("{}-{}.vmod", file_word(&game.id), file_word(&game.version))
}

/// Makes the module of a game.
pub fn build_module(
    game: &Game,
    request: &ModuleRequest,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<BuiltModule, ModuleError> {
    let kit = Kit::new(game, request.project_root.as_deref())?;
    let charts = chart_pages(game, request.project_root.as_deref())?;
    let mut looks = Vec::new();
    let store = store(&request.cache);
    let (pictures, tally) = pictures(&kit, &charts, (request, &store), progress, &mut looks)?;
    let pages: Vec<(String, String)> =
        charts.iter().map(|page| (page.name.clone(), page.image.clone())).collect();
    let build = build_file(&kit, &pages)?;
    let mut manifest = Manifest::of(game, MAIN_MAP, &kit.slots, &kit.top.faces, &kit.top.sequence);
    let mut entries: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (scenario, set_up) in game.scenarios.iter().zip(&kit.set_ups) {
        manifest.add(scenario, &set_up.file, &set_up.table);
        let packed = set_up.table.pack_once(game, &scenario.title, &store)?;
        entries.insert(set_up.file.clone(), packed);
    }
    store.close();
    entries.insert("buildFile.xml".to_owned(), build.to_xml().into_bytes());
    entries.insert("moduledata".to_owned(), metadata(game).encode().into_bytes());
    entries.insert(ENTRY.to_owned(), manifest.to_json().into_bytes());
    let mapping = serde_json::to_vec_pretty(&manifest.mapping(game)).unwrap_or_default();
    entries.insert(crate::interpret::ENTRY.to_owned(), mapping);
    if has_rules(game) {
        let page = crate::rulebook::render(game).map_err(|error| ModuleError::Verbatim {
            what: "the rules of play".to_owned(),
            reason: error.to_string(),
        })?;
        let help = crate::vassal::archive::pack([(RULES_PAGE, page.as_bytes())])?;
        entries.insert(rules_entry(), help);
    }
    for (name, bytes) in pictures {
        entries.insert(format!("images/{name}"), bytes);
    }
    super::previous::record(&mut entries);
    let bytes = crate::vassal::archive::pack(
        entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())),
    )?;
    let name = module_name(game);
    Ok(BuiltModule { name, bytes, manifest, build, pictures: tally, looks })
}

/// All pictures by name.
fn pictures(
    kit: &Kit<'_>,
    charts: &[ChartPage],
    place: (&ModuleRequest, &Store),
    progress: &(dyn Fn(Progress) + Sync),
    looks: &mut Vec<Look>,
) -> Result<(Pictures, PictureTally), ModuleError> {
    let title = splash::splash(kit.top.game, &kit.top.style);
    let small = small_pictures(kit);
    let mut more: Vec<(String, Source<'_>)> = Vec::new();
    for (image, picture, raster) in &small {
        more.push((image.clone(), Source::Drawing(picture, *raster)));
    }
    let arc = kit.arc.map(|arc| (arc, arc.picture()));
    if let Some((arc, picture)) = &arc {
        more.push((ARC_IMAGE.to_owned(), Source::Overlay(picture, arc_raster(arc))));
    }
    more.push((SPLASH.to_owned(), Source::Drawing(&title, at_dpi(&title, CHART_DPI))));
    gallery(&kit.top, charts, more, place, progress, looks)
}

/// What lies on counters: badges of declarations, chips of states.
pub(super) fn small_pictures(kit: &Kit<'_>) -> Vec<(String, Picture, Raster)> {
    let badges =
        declare::badges(kit.top.game, &kit.top.style).into_iter().map(|(image, picture)| {
            let raster = at_dpi(&picture, 100.0);
            (image, picture, raster)
        });
    let (chips, pixels) = chips(kit.top.game, &kit.top.style);
    let chips = chips.into_iter().map(|(image, picture)| {
        let scale = f64::from(pixels) / picture.width;
        let raster = Raster { size: (pixels, pixels), scale: (scale, scale), shift: (0.0, 0.0) };
        (image, picture, raster)
    });
    badges.chain(chips).collect()
}

/// The arc of a counter, pixel for pixel.
pub(super) fn arc_raster(arc: &Arc) -> Raster {
    let size = (arc.radius.ceil() as u32, arc.radius.ceil() as u32);
    Raster { size, scale: (1.0, 1.0), shift: (0.0, 0.0) }
}
