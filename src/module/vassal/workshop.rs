//! A game's module from its parts: the kit, its pictures, the archive.

use super::buildfile::{RULES_PAGE, SPLASH, build_file, has_rules, rules_entry};
use super::error::ModuleError;
use super::kit::{Kit, undrawable};
use super::manifest::{ENTRY, Manifest};
use super::names::file_word;
use super::pictures::{PictureTally, Source, make_all, store};
use super::pieces::{ARC_IMAGE, Arc, chips};
use super::save::metadata;
use super::setup::MAIN_MAP;
use super::{declare, splash};
use crate::draw::Look;
use crate::draw::chart::{ChartPaper, draw_charts};
use crate::draw::map::{MapOptions, Picture};
use crate::draw::studio::{
    Dpi, FACE_BLEED, FaceOrder, FaceTally, Progress, Raster, StudioError, draw_all,
};
use crate::model::{Game, Registry};
use crate::output::Store;
use crate::vassal::build::Element;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where a module is made.
#[derive(Debug, Clone)]
pub struct ModuleRequest {
    /// The project's folder: where its own templates and art are.
    pub project_root: Option<PathBuf>,
    /// Hash of the sources that boards are painted from, where that is known: the model has far more to hash.
    pub ground: Option<blake3::Hash>,
    /// Where drawn faces and pictures are kept between builds.
    pub cache: PathBuf,
}

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
    let charts = chart_pages(game, request)?;
    let mut looks = Vec::new();
    let store = store(&request.cache);
    let (pictures, tally) = pictures(&kit, &charts, request, &store, progress, &mut looks)?;
    let pages: Vec<(String, String)> =
        charts.iter().map(|page| (page.name.clone(), page.image.clone())).collect();
    let build = build_file(&kit, &pages)?;
    let mut manifest = Manifest::of(game, MAIN_MAP, &kit.slots, &kit.faces, &kit.sequence);
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
    request: &ModuleRequest,
    store: &Store,
    progress: &(dyn Fn(Progress) + Sync),
    looks: &mut Vec<Look>,
) -> Result<(BTreeMap<String, Vec<u8>>, PictureTally), ModuleError> {
    let game = kit.game;
    let dpi = face_dpi(kit)?;
    // With the bleed of counter sheets, so that both targets share the cache of faces.
    let bleed = FACE_BLEED;
    let order =
        FaceOrder { project_root: request.project_root.as_deref(), cache: &request.cache, bleed };
    let mut tally = FaceTally::default();
    let drawn = draw_all(game, order, progress, &mut tally)?;
    looks.append(&mut tally.looks);
    let title = splash::splash(game, &kit.style);
    let small = small_pictures(kit);
    let mut wanted: Vec<(String, Source<'_>)> = Vec::new();
    for (face, images) in drawn.iter().zip(&kit.faces) {
        for (drawn, image) in [(&face.front, &images.front), (&face.back, &images.back)] {
            if let (Some((_, drawn)), Some(image)) = (drawn, image) {
                wanted.push((image.clone(), Source::Face(drawn, dpi)));
            }
        }
    }
    let bare = bare(game);
    for board in &kit.boards {
        let key = board.fingerprint(&bare, request.ground.as_ref())?;
        wanted.push((board.image.clone(), Source::Board(board, &bare, key)));
    }
    for tray in kit.trays() {
        wanted.push((tray.image.clone(), Source::Drawing(&tray.picture, tray.raster)));
    }
    for page in charts {
        let raster = at_dpi(&page.picture, 110.0);
        wanted.push((page.image.clone(), Source::Drawing(&page.picture, raster)));
    }
    for (image, picture, raster) in &small {
        wanted.push((image.clone(), Source::Drawing(picture, *raster)));
    }
    let arc = kit.arc.map(|arc| (arc, arc.picture()));
    if let Some((arc, picture)) = &arc {
        wanted.push((ARC_IMAGE.to_owned(), Source::Overlay(picture, arc_raster(arc))));
    }
    wanted.push((SPLASH.to_owned(), Source::Drawing(&title, at_dpi(&title, 110.0))));
    progress(Progress::Stage("pictures", wanted.len() as u64));
    make_all(&wanted, store, &|| progress(Progress::Step))
}

/// The resolution of faces, so that counters have the width in pixels that the game asks for.
pub(super) fn face_dpi(kit: &Kit<'_>) -> Result<Dpi, StudioError> {
    Dpi::new(((kit.scale * 25.4).round() as u32).clamp(36, 2400))
}

/// What a board is painted from: a changed counter leaves it as it was.
pub(super) fn bare(game: &Game) -> Game {
    Game { counters: Registry::default(), scenarios: Registry::default(), ..game.clone() }
}

/// What lies on counters: badges of declarations, chips of states.
pub(super) fn small_pictures(kit: &Kit<'_>) -> Vec<(String, Picture, Raster)> {
    let badges = declare::badges(kit.game, &kit.style).into_iter().map(|(image, picture)| {
        let raster = at_dpi(&picture, 100.0);
        (image, picture, raster)
    });
    let (chips, pixels) = chips(kit.game, &kit.style);
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

struct ChartPage {
    name: String,
    /// The name without the number that tells pages about the same apart.
    about: String,
    image: String,
    picture: Picture,
}

fn chart_pages(game: &Game, request: &ModuleRequest) -> Result<Vec<ChartPage>, ModuleError> {
    let options = MapOptions {
        style: game.module.map_style.clone(),
        project_root: request.project_root.clone(),
        ..MapOptions::default()
    };
    let aids = draw_charts(game, &options, ChartPaper::default())
        .map_err(|error| undrawable("charts", &error))?;
    let mut pages = Vec::new();
    for aid in aids {
        for (nth, (picture, topics)) in aid.pages.into_iter().zip(&aid.topics).enumerate() {
            let name = chart_name(aid.name, topics);
            let again = pages.iter().filter(|page: &&ChartPage| page.about == name).count();
            pages.push(ChartPage {
                name: if again == 0 { name.clone() } else { format!("{name} ({})", again + 1) },
                about: name,
                image: format!("chart-{}-{}.png", aid.name, nth + 1),
                picture,
            });
        }
    }
    Ok(pages)
}

/// What a page of a player aid is about, for the list of charts.
fn chart_name(aid: &str, topics: &[String]) -> String {
    let topics = topics.join(", ");
    let title = match aid {
        "terrain" => return "Terrain effects".to_owned(),
        "charts" => return if topics.is_empty() { "Tables".to_owned() } else { topics },
        "sequence" => return "Sequence of play".to_owned(),
        "reinforcements" => "Set-up",
        "turns" => "Turns",
        other => other,
    };
    if topics.is_empty() { title.to_owned() } else { format!("{title}: {topics}") }
}

fn at_dpi(picture: &Picture, dpi: f64) -> Raster {
    let scale = dpi / 25.4;
    let pixels = |mm: f64| (mm * scale).round().max(1.0) as u32;
    let size = (pixels(picture.width), pixels(picture.height));
    Raster { size, scale: (scale, scale), shift: (0.0, 0.0) }
}
