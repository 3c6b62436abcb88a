//! The build file: all components of a module in their order.

use super::component::Component;
use super::components::document::{AboutScreen, BrowserHelpFile, Documentation};
use super::components::game::{
    BasicCommandEncoder, Chatter, GameModule, GlobalOptions, GlobalProperties, KeyNamer, Language,
    PlayerRoster, PredefinedSetup, TranslatableMessages,
};
use super::error::ModuleError;
use super::kit::Kit;
use super::save::VASSAL_VERSION;
use super::setup::{BOX_MAP, MAIN_MAP, SET_UP_MAP};
use super::tray::Tray;
use super::{declare, maps, palette, toolbar};
use crate::model::{ComponentPlace, Game};
use crate::vassal::build::Element;
use crate::vassal::traits::fields::KeyStroke;

/// The picture shown at the start.
pub(super) const SPLASH: &str = "splash.png";

/// The help entry with the rules of play.
const RULES: &str = "Rules of play";
/// The page in it.
pub(super) const RULES_PAGE: &str = "rules.html";

/// Whether the sources say anything about the rules in words.
pub(super) fn has_rules(game: &Game) -> bool {
    !game.rules.notes.is_empty()
}

/// Where VASSAL looks for the zip file with the pages of [`RULES`].
pub(super) fn rules_entry() -> String {
    format!("help/{}", RULES.replace(' ', "_"))
}

/// The whole module. `charts` are names and pictures.
pub(super) fn build_file(
    kit: &Kit<'_>,
    charts: &[(String, String)],
) -> Result<Element, ModuleError> {
    let game = kit.game;
    let module = GameModule {
        name: game.title.clone(),
        version: game.version.clone(),
        description: game.subtitle.clone(),
        vassal_version: VASSAL_VERSION.to_owned(),
        next_slot: kit.next_slot,
        ..GameModule::default()
    };
    let about = AboutScreen { title: format!("About {}", game.title), image: SPLASH.to_owned() };
    let mut help = vec![about.element()];
    if has_rules(game) {
        let rules = BrowserHelpFile { title: RULES.to_owned(), start: RULES_PAGE.to_owned() };
        help.push(rules.element());
    }
    let mut all = vec![
        BasicCommandEncoder {}.element(),
        Documentation {}.element().holding(help),
        roster(game),
        GlobalOptions::default().element(),
        GlobalProperties {}.element().holding(declare::properties(game)),
        TranslatableMessages {}.element(),
        add_own(game, kit.prototypes.clone(), ComponentPlace::Prototypes)?,
    ];
    let reversible = |id| {
        game.scenarios.iter().any(|s| s.maps.iter().any(|spot| spot.map == id && spot.flipped))
    };
    let boards = game
        .maps
        .entries()
        .zip(&kit.boards)
        .map(|((id, map), board)| board.element(map, reversible(id) || !board.surround))
        .collect();
    all.push(add_own(game, maps::main_map(game, MAIN_MAP, boards), ComponentPlace::Map)?);
    let key = |letter: u8| KeyStroke::Key { code: i32::from(letter), modifiers: 195 };
    let trays: Vec<Element> =
        kit.set_ups.iter().filter_map(|set_up| set_up.tray.as_ref()).map(Tray::element).collect();
    if !trays.is_empty() {
        let tip = "Units that choose where they set up";
        all.push(maps::side_map(game, SET_UP_MAP, tip, key(b'S'), trays));
    }
    if let Some(tray) = &kit.box_tray {
        let tip = "Boxes and tracks";
        all.push(maps::side_map(game, BOX_MAP, tip, key(b'B'), vec![tray.element()]));
    }
    all.push(palette::window(game, &kit.slots));
    all.extend(toolbar::dice(game));
    all.push(kit.sequence.element(game));
    all.extend(declare::buttons(game));
    all.extend(toolbar::charts(charts));
    all.push(toolbar::inventory());
    all.push(toolbar::notes());
    for (scenario, set_up) in game.scenarios.iter().zip(&kit.set_ups) {
        let entry = PredefinedSetup {
            name: scenario.title.clone(),
            description: scenario.summary.clone(),
            file: set_up.file.clone(),
            ..PredefinedSetup::default()
        };
        all.push(entry.element());
    }
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
