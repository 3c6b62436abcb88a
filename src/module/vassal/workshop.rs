//! A game's module from its parts.

use super::board::BoardPlan;
use super::component::Component;
use super::components::document::{AboutScreen, Documentation};
use super::components::game::{
    BasicCommandEncoder, Chatter, GameModule, GlobalOptions, GlobalProperties, KeyNamer, Language,
    PlayerRoster, PredefinedSetup, TranslatableMessages,
};
use super::error::ModuleError;
use super::gpid::Gpids;
use super::manifest::{ENTRY, Manifest};
use super::names::file_word;
use super::palette::{self, SlotPlan};
use super::pictures::{PictureTally, Source, make_all};
use super::pieces::{FaceImages, Grave, Wardrobe, checked, prototypes};
use super::save::{VASSAL_VERSION, metadata};
use super::setup::{BOX_MAP, MAIN_MAP, SET_UP_MAP, SetUpPlan, Stage, location_named};
use super::tray::{Tray, TrayBox, TrayPlace};
use super::turns::Sequence;
use super::{declare, maps, splash, toolbar};
use crate::draw::Look;
use crate::draw::chart::{ChartPaper, draw_charts};
use crate::draw::map::{MapOptions, Picture, Style};
use crate::model::{BoxKind, ComponentPlace, Game, Id, Map, MapBox, Side};
use crate::print::studio::{FaceOrder, FaceTally, Faces, draw_all};
use crate::print::{Dpi, Progress, Raster, SheetOptions};
use crate::vassal::build::{DefinedPiece, Element, Prototypes};
use crate::vassal::piece::TraitBook;
use crate::vassal::traits::fields::KeyStroke;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where a module is made.
#[derive(Debug, Clone)]
pub struct ModuleRequest {
    /// The project's folder: where its own templates and art are.
    pub project_root: Option<PathBuf>,
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

/// Makes the module of a game.
pub fn build_module(
    game: &Game,
    request: &ModuleRequest,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<BuiltModule, ModuleError> {
    check_texts(game)?;
    let style = style(game, request)?;
    let boards = boards(game, request)?;
    // Counters are drawn at the scale of the board that most of them lie on.
    let scale = boards.first().map_or(wish(game), BoardPlan::scale);
    let dpi = Dpi::new(((scale * 25.4).round() as u32).clamp(36, 2400))?;
    let bleed = SheetOptions::default().bleed;
    let order =
        FaceOrder { project_root: request.project_root.as_deref(), cache: &request.cache, bleed };
    let mut tally = FaceTally::default();
    let drawn = draw_all(game, order, progress, &mut tally)?;
    let faces = face_images(game, &drawn);

    let counter = largest_counter(game);
    let boxes = loose_boxes(game, &boards);
    let box_tray = (!boxes.is_empty())
        .then(|| Tray::new("boxes", "Boxes and tracks", &boxes, &style, counter, scale))
        .transpose()
        .map_err(|error| undrawable("boxes", &error))?;
    let graves = graves(game, &boards, box_tray.as_ref());
    let mut gpids = Gpids::default();
    let wardrobe = Wardrobe { game, faces: &faces, graves: &graves };
    let prototypes = prototypes(&wardrobe);
    let slots = slots(game, &wardrobe, &mut gpids, scale)?;
    let spelled = spell_out(&prototypes, &slots);

    let sequence = Sequence::of(game);
    let stage = Stage {
        game,
        boards: &boards,
        pieces: &spelled,
        boxes: box_tray.as_ref(),
        sequence: &sequence,
    };
    let mut manifest = Manifest::of(game, MAIN_MAP, &slots, &faces, &sequence);
    let mut entries: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut trays = Vec::new();
    let mut setups = Vec::new();
    for scenario in &game.scenarios {
        let plan = SetUpPlan::of(game, scenario);
        let free = plan.boxes(game, scenario);
        let tray = (!free.is_empty())
            .then(|| {
                let title = format!("{}: set-up", scenario.title);
                Tray::new(&scenario.id, &title, &free, &style, counter, scale)
            })
            .transpose()
            .map_err(|error| undrawable(&scenario.id, &error))?;
        let table = stage.table(scenario, &plan, tray.as_ref())?;
        let file = format!("setup-{}.vsav", file_word(&scenario.id));
        manifest.add(scenario, &file, &table);
        entries.insert(file.clone(), table.pack(game, &scenario.title)?);
        setups.push(
            PredefinedSetup {
                name: scenario.title.clone(),
                description: scenario.summary.clone(),
                file,
                ..PredefinedSetup::default()
            }
            .element(),
        );
        trays.extend(tray);
    }

    let charts = chart_pages(game, request)?;
    let title = splash::splash(game, &style);
    let badges = declare::badges(game, &style);
    let mut wanted: Vec<(String, Source<'_>)> = Vec::new();
    for (face, images) in drawn.iter().zip(&faces) {
        for (drawn, image) in [(&face.front, &images.front), (&face.back, &images.back)] {
            if let (Some((_, drawn)), Some(image)) = (drawn, image) {
                wanted.push((image.clone(), Source::Face(drawn, dpi)));
            }
        }
    }
    for board in &boards {
        wanted.push((board.image.clone(), Source::Drawing(&board.picture, board.raster)));
    }
    for tray in trays.iter().chain(&box_tray) {
        wanted.push((tray.image.clone(), Source::Drawing(&tray.picture, tray.raster)));
    }
    for page in &charts {
        let raster = at_dpi(&page.picture, 110.0);
        wanted.push((page.image.clone(), Source::Drawing(&page.picture, raster)));
    }
    for (image, picture) in &badges {
        wanted.push((image.clone(), Source::Drawing(picture, at_dpi(picture, 100.0))));
    }
    wanted.push((SPLASH.to_owned(), Source::Drawing(&title, at_dpi(&title, 110.0))));
    progress(Progress::Stage("pictures", wanted.len() as u64));
    let store = request.cache.join("module-pictures.zip");
    let (pictures, pictures_tally) = make_all(&wanted, &store, &|| progress(Progress::Step))?;

    let build = build_file(
        game,
        &Parts {
            prototypes,
            boards: &boards,
            trays: &trays,
            box_tray: box_tray.as_ref(),
            slots: &slots,
            sequence: &sequence,
            charts: charts.iter().map(|page| (page.name.clone(), page.image.clone())).collect(),
            setups,
            next_slot: gpids.next(),
        },
    )?;
    entries.insert("buildFile.xml".to_owned(), build.to_xml().into_bytes());
    entries.insert("moduledata".to_owned(), metadata(game).encode().into_bytes());
    entries.insert(ENTRY.to_owned(), manifest.to_json().into_bytes());
    let mapping = serde_json::to_vec_pretty(&manifest.mapping(game)).unwrap_or_default();
    entries.insert(crate::interpret::ENTRY.to_owned(), mapping);
    for (name, bytes) in pictures {
        entries.insert(format!("images/{name}"), bytes);
    }
    super::previous::record(&mut entries);
    let bytes = crate::vassal::archive::pack(
        entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())),
    )?;
    let name = format!("{}-{}.vmod", file_word(&game.id), file_word(&game.version));
    Ok(BuiltModule { name, bytes, manifest, build, pictures: pictures_tally, looks: tally.looks })
}

const SPLASH: &str = "splash.png";

fn undrawable(what: &str, error: &dyn std::fmt::Display) -> ModuleError {
    ModuleError::Map { map: what.to_owned(), reason: error.to_string() }
}

/// Names that stand in many places are checked once; those of counters when they are dressed.
fn check_texts(game: &Game) -> Result<(), ModuleError> {
    checked(&game.title, || "title of the game".to_owned())?;
    checked(&game.version, || "version of the game".to_owned())?;
    for side in &game.sides {
        checked(&side.name, || format!("name of side {}", side.id))?;
    }
    for phase in game.leaf_phases() {
        checked(&phase.name, || format!("name of phase {}", phase.id))?;
    }
    for map in &game.maps {
        for location in &map.box_locations {
            checked(location, || "id of a box".to_owned())?;
        }
    }
    for scenario in &game.scenarios {
        checked(&scenario.title, || format!("title of scenario {}", scenario.id))?;
    }
    Ok(())
}

fn style(game: &Game, request: &ModuleRequest) -> Result<Style, ModuleError> {
    Style::load(&game.module.map_style, request.project_root.as_deref())
        .map_err(|error| undrawable(&game.module.map_style, &error))
}

/// Pixels to the millimetre that give the most common counter its width.
fn wish(game: &Game) -> f64 {
    let mut sizes: BTreeMap<usize, u32> = BTreeMap::new();
    for counter in &game.counters {
        *sizes.entry(counter.size.index()).or_default() += counter.count;
    }
    let common = sizes.into_iter().max_by_key(|(index, count)| (*count, std::cmp::Reverse(*index)));
    let width = common
        .and_then(|(index, _)| game.counter_sizes.iter().nth(index))
        .map_or(15.875, |size| size.width.to_mm());
    f64::from(game.module.counter_pixels) / width
}

fn largest_counter(game: &Game) -> f64 {
    let sizes = game.counter_sizes.iter().map(|size| size.width.to_mm().max(size.height.to_mm()));
    sizes.fold(12.0, f64::max)
}

/// Every map as a board. Maps that a scenario lays beside others have no title and boxes around them.
fn boards(game: &Game, request: &ModuleRequest) -> Result<Vec<BoardPlan>, ModuleError> {
    let scale = wish(game);
    game.maps
        .entries()
        .map(|(id, map)| {
            let beside = game.scenarios.iter().any(|scenario| {
                scenario.maps.len() > 1 && scenario.maps.iter().any(|spot| spot.map == id)
            });
            let options = MapOptions {
                style: game.module.map_style.clone(),
                project_root: request.project_root.clone(),
                surround: !beside && game.maps.len() == 1,
                ..MapOptions::default()
            };
            BoardPlan::new(game, map, &options, scale)
        })
        .collect()
}

/// The boxes of boards that have no room for them.
fn loose_boxes(game: &Game, boards: &[BoardPlan]) -> Vec<TrayBox> {
    let mut boxes: Vec<TrayBox> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    for (map, _) in game.maps.iter().zip(boards).filter(|(_, board)| !board.surround) {
        for one in &map.boxes {
            let place =
                |name: String, label: String, counters: usize| TrayPlace { name, label, counters };
            let mut places: Vec<TrayPlace> = if one.spaces.is_empty() {
                vec![place(one.id.clone(), String::new(), 9)]
            } else {
                let space = |space: &String| place(format!("{}:{space}", one.id), space.clone(), 1);
                one.spaces.iter().map(space).collect()
            };
            // Boards may share a track: it is drawn once.
            places.retain(|place| known.insert(place.name.clone()));
            let colours = one.owner.map(|side| {
                let side = &game.sides[side];
                (side.colour.clone(), side.text.clone())
            });
            if !places.is_empty() {
                boxes.push(TrayBox { caption: one.name.clone(), colours, places });
            }
        }
    }
    boxes
}

/// Where the dead of each side go: its own box, else one for all.
fn graves(game: &Game, boards: &[BoardPlan], tray: Option<&Tray>) -> Vec<Option<Grave>> {
    let maps = || game.maps.iter().zip(boards);
    let dead = |owner: Option<Id<Side>>| {
        maps().flat_map(|(map, board)| map.boxes.iter().map(move |one| (map, board, one))).find(
            |(_, _, one)| {
                one.kind == BoxKind::Eliminated && one.owner == owner && one.spaces.is_empty()
            },
        )
    };
    let grave = |(map, board, one): (&Map, &BoardPlan, &MapBox)| {
        let on_board = location_named(map, &one.id).and_then(|at| board.place(map, at));
        if let Some(at) = on_board {
            return Some(Grave { map: MAIN_MAP.to_owned(), board: board.name.clone(), at });
        }
        let tray = tray?;
        let at = tray.place(&one.id, 0)?;
        Some(Grave { map: BOX_MAP.to_owned(), board: tray.name.clone(), at })
    };
    let sides = game.sides.entries().map(|(id, _)| id);
    sides.map(|side| dead(Some(side)).or_else(|| dead(None)).and_then(grave)).collect()
}

fn face_images(game: &Game, drawn: &[Faces]) -> Vec<FaceImages> {
    let pairs = game.counters.iter().zip(drawn);
    pairs
        .map(|(counter, faces)| {
            let word = file_word(&counter.id);
            FaceImages {
                front: faces.front.as_ref().map(|_| format!("{word}.png")),
                back: faces.back.as_ref().map(|_| format!("{word}-back.png")),
            }
        })
        .collect()
}

fn slots<'a>(
    game: &'a Game,
    wardrobe: &Wardrobe<'_>,
    gpids: &mut Gpids,
    scale: f64,
) -> Result<Vec<SlotPlan<'a>>, ModuleError> {
    game.counters
        .iter()
        .map(|counter| {
            let gpid = gpids.of(&format!("counter:{}", counter.id));
            let size = &game.counter_sizes[counter.size];
            let pixels = |mm: f64| (mm * scale).round() as i32;
            Ok(SlotPlan {
                counter,
                piece: wardrobe.dress(counter, &gpid)?,
                gpid,
                size: (pixels(size.width.to_mm()), pixels(size.height.to_mm())),
            })
        })
        .collect()
}

/// Pieces as games hold them: prototypes in their place.
fn spell_out(prototypes: &Element, slots: &[SlotPlan<'_>]) -> Vec<DefinedPiece> {
    let known = Prototypes::of(prototypes, &mut TraitBook::default());
    // Every prototype used is one of those just written.
    slots.iter().map(|slot| known.spell_out(&slot.piece, &mut Vec::new())).collect()
}

struct ChartPage {
    name: String,
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
        let title = match aid.name {
            "terrain" => "Terrain",
            "charts" => "Tables",
            "sequence" => "Sequence",
            "reinforcements" => "Set-up",
            "turns" => "Turns",
            other => other,
        };
        let several = aid.pages.len() > 1;
        for (nth, picture) in aid.pages.into_iter().enumerate() {
            let number = if several { format!(" {}", nth + 1) } else { String::new() };
            pages.push(ChartPage {
                name: format!("{title}{number}"),
                image: format!("chart-{}-{}.png", aid.name, nth + 1),
                picture,
            });
        }
    }
    Ok(pages)
}

fn at_dpi(picture: &Picture, dpi: f64) -> Raster {
    let scale = dpi / 25.4;
    let pixels = |mm: f64| (mm * scale).round().max(1.0) as u32;
    let size = (pixels(picture.width), pixels(picture.height));
    Raster { size, scale: (scale, scale), shift: (0.0, 0.0) }
}

struct Parts<'a> {
    prototypes: Element,
    boards: &'a [BoardPlan],
    trays: &'a [Tray],
    box_tray: Option<&'a Tray>,
    slots: &'a [SlotPlan<'a>],
    sequence: &'a Sequence,
    charts: Vec<(String, String)>,
    setups: Vec<Element>,
    next_slot: i32,
}

fn build_file(game: &Game, parts: &Parts<'_>) -> Result<Element, ModuleError> {
    let module = GameModule {
        name: game.title.clone(),
        version: game.version.clone(),
        description: game.subtitle.clone(),
        vassal_version: VASSAL_VERSION.to_owned(),
        next_slot: parts.next_slot,
        ..GameModule::default()
    };
    let about = AboutScreen { title: format!("About {}", game.title), image: SPLASH.to_owned() };
    let mut all = vec![
        BasicCommandEncoder {}.element(),
        Documentation {}.element().holding([about.element()]),
        roster(game),
        GlobalOptions::default().element(),
        GlobalProperties {}.element().holding(declare::properties(game)),
        TranslatableMessages {}.element(),
        add_own(game, parts.prototypes.clone(), ComponentPlace::Prototypes)?,
    ];
    let reversible = |id| {
        game.scenarios.iter().any(|s| s.maps.iter().any(|spot| spot.map == id && spot.flipped))
    };
    let boards = game
        .maps
        .entries()
        .zip(parts.boards)
        .map(|((id, map), board)| board.element(map, reversible(id) || !board.surround))
        .collect();
    all.push(add_own(game, maps::main_map(game, MAIN_MAP, boards), ComponentPlace::Map)?);
    let key = |letter: u8| KeyStroke::Key { code: i32::from(letter), modifiers: 195 };
    if !parts.trays.is_empty() {
        let boards = parts.trays.iter().map(Tray::element).collect();
        let tip = "Units that choose where they set up";
        all.push(maps::side_map(game, SET_UP_MAP, tip, key(b'S'), boards));
    }
    if let Some(tray) = parts.box_tray {
        let tip = "Boxes and tracks";
        all.push(maps::side_map(game, BOX_MAP, tip, key(b'B'), vec![tray.element()]));
    }
    all.push(palette::window(game, parts.slots));
    all.extend(toolbar::dice(game));
    all.push(parts.sequence.element(game));
    all.extend(declare::buttons(game));
    all.extend(toolbar::charts(&parts.charts));
    all.push(toolbar::inventory());
    all.push(toolbar::notes());
    all.extend(parts.setups.iter().cloned());
    all.extend([Chatter {}.element(), KeyNamer {}.element(), Language {}.element()]);
    add_own(game, module.element().holding(all), ComponentPlace::Module)
}

fn roster(game: &Game) -> Element {
    let roster = PlayerRoster {
        button: "Retire".to_owned(),
        tooltip: "Leave your side, or change sides".to_owned(),
        ..PlayerRoster::default()
    };
    let sides = game.sides.iter().map(|side| Element::new("entry").saying(side.name.clone()));
    roster.element().holding(sides)
}

/// Adds the designer's own components at the end.
fn add_own(game: &Game, element: Element, place: ComponentPlace) -> Result<Element, ModuleError> {
    let mut own = Vec::new();
    for component in game.module.components.iter().filter(|own| own.within == place) {
        let limits = crate::vassal::Limits::default();
        own.push(Element::parse("[[module.component]]", &component.xml, &limits)?);
    }
    Ok(element.holding(own))
}
