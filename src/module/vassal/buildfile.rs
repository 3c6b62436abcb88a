//! The build file: all components of a module in their order.

use super::component::Component;
use super::components::document::{AboutScreen, BrowserHelpFile, Documentation};
use super::components::game::{
    BasicCommandEncoder, Chatter, GameModule, GlobalOptions, GlobalProperties, KeyNamer, Language,
    PlayerRoster, PredefinedSetup, TranslatableMessages,
};
use super::cups::{Cup, cups};
use super::kit::Kit;
use super::save::VASSAL_VERSION;
use super::setup::{BOX_MAP, MAIN_MAP, SET_UP_MAP};
use super::{declare, maps, palette, play, toolbar};
use crate::model::{ComponentPlace, Game};
use crate::module::error::ModuleError;
use crate::module::table::Tray;
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
    let game = kit.top.game;
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
        options(),
        GlobalProperties {}
            .element()
            .holding(declare::properties(game))
            .holding(play::properties()),
        TranslatableMessages {}.element(),
        add_own(game, kit.prototypes.clone(), ComponentPlace::Prototypes)?,
    ];
    let reversible = |id| {
        game.scenarios.iter().any(|s| s.maps.iter().any(|spot| spot.map == id && spot.flipped))
    };
    let boards = game
        .maps
        .entries()
        .zip(&kit.top.boards)
        .map(|((id, map), board)| board.element(map, reversible(id) || !board.surround))
        .collect();
    let cups = cups(game, &kit.top.boards).iter().map(Cup::element).collect();
    all.push(add_own(game, maps::main_map(game, MAIN_MAP, boards, cups), ComponentPlace::Map)?);
    let key = |letter: u8| KeyStroke::Key { code: i32::from(letter), modifiers: 195 };
    let trays: Vec<Element> = kit
        .top
        .settings
        .iter()
        .filter_map(|setting| setting.tray.as_ref())
        .map(Tray::element)
        .collect();
    if !trays.is_empty() {
        let tip = "Units that choose where they set up";
        all.push(maps::side_map(game, SET_UP_MAP, tip, key(b'S'), trays));
    }
    if let Some(tray) = &kit.top.boxes {
        let tip = "Boxes and tracks";
        all.push(maps::side_map(game, BOX_MAP, tip, key(b'B'), vec![tray.element()]));
    }
    // First on the toolbar: whose turn it is.
    all.push(kit.top.sequence.element(game));
    all.push(palette::window(game, &kit.slots));
    all.extend(toolbar::dice(game));
    all.extend(declare::buttons(game));
    all.extend(toolbar::clearing(game));
    all.push(play::unmarking());
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

/// Buttons of VASSAL itself, as it writes them out whenever its editor saves: so an edited module shows only edits.
fn options() -> Element {
    let settings = [
        ("newHotKey", "87,520"),
        ("endHotKey", "87,585"),
        ("stepIcon", "/images/StepForward16.gif"),
        ("stepHotKey", "34,0"),
        ("undoIcon", "/images/Undo16.gif"),
        ("undoHotKey", ""),
        ("serverControlsIcon", "/images/connect.gif"),
        ("serverControlsHotKey", "83,520"),
        ("debugControlsIcon", ""),
        ("debugControlsHotKey", ""),
        ("scenarioPropertiesIcon", ""),
        ("scenarioPropertiesHotKey", ""),
    ];
    let option = |(name, value): (&str, &str)| {
        let mut option = Element::new("option").saying(value);
        option.set("name", name);
        option
    };
    GlobalOptions::default().element().holding(settings.map(option))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Answer, Declaration, LinePart, Named, Offered, Question, Registry};
    use crate::vassal::build::DefinedPiece;
    use crate::vassal::limits::Limits;
    use crate::vassal::piece::TraitBook;
    use crate::vassal::sequence::split;
    use crate::vassal::traits::Meaning;
    use crate::vassal::traits::property_commands::{PropertyChange, PropertyCommands};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static BRIDGEHEAD: LazyLock<Game> = LazyLock::new(|| {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        loaded.game("bridgehead").cloned().expect("the tutorial game")
    });

    fn remade<T: Named + Clone>(registry: &Registry<T>, edit: impl Fn(&mut T)) -> Registry<T> {
        let mut remade = Registry::default();
        for mut item in registry.iter().cloned() {
            edit(&mut item);
            assert!(remade.insert(item).is_ok(), "two of one name");
        }
        remade
    }

    /// Bridgehead with this name wherever a designer can write one.
    fn named(name: &str) -> Game {
        let mut game = BRIDGEHEAD.clone();
        let place = name.replace('\t', " ");
        game.scenarios = Registry::default();
        game.dice = remade(&game.dice, |die| name.clone_into(&mut die.name));
        game.sides = remade(&game.sides, |side| side.name = format!("{name}{}", side.id));
        game.unit_types = remade(&game.unit_types, |one| one.id = format!("{name}{}", one.id));
        game.formations = remade(&game.formations, |one| name.clone_into(&mut one.name));
        game.maps = remade(&game.maps, |map| {
            let old = std::mem::take(&mut map.box_locations);
            map.box_locations = old.iter().map(|id| format!("{place}{id}")).collect();
            map.boxes = remade(&map.boxes, |one| one.id = format!("{place}{}", one.id));
        });
        let choices = vec![name.to_owned(), "plain".to_owned()];
        let question = |choices| Question {
            id: "how".into(),
            prompt: name.to_owned(),
            choices,
            answer: Answer::Text,
        };
        let declaration = |id: &str, questions, line| Declaration {
            id: id.into(),
            menu: format!("{name}{id}"),
            here: format!("{name}{id} here"),
            key: None,
            offered: Offered::Unit,
            types: vec![],
            questions,
            line,
            phases: vec![],
            rule: String::new(),
        };
        let words = |words: &str| LinePart::Words(words.to_owned());
        let mode = vec![words("Mode: "), LinePart::Unit, words(" "), LinePart::Answer(0)];
        let fight = vec![words("Fight: "), LinePart::Units, words(" -> "), LinePart::Targets];
        game.declarations = Registry::default();
        for one in [
            declaration("mode", vec![question(choices)], mode),
            declaration("fight", vec![], fight),
        ] {
            assert!(game.declarations.insert(one).is_ok());
        }
        game.module.replacements = vec![crate::model::Replacement {
            menu: name.to_owned(),
            key: None,
            column: "becomes".into(),
        }];
        game.counters = remade(&game.counters, |counter| {
            if counter.id == "l-71" {
                let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
                let values: Vec<(String, String)> =
                    counter.front.values().chain([("becomes", "l-72")]).map(own).collect();
                counter.front = crate::model::Face::new(values);
            }
        });
        game
    }

    fn pieces(build: &Element, class: &str) -> Vec<DefinedPiece> {
        let text =
            |element: &Element| DefinedPiece::decode(&element.text, &mut TraitBook::default());
        build.all(class).map(|element| text(element).expect("a piece")).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn names_of_declarations_dice_zones_and_prototypes_survive_the_build_file(
            odd in prop_oneof![r#"[ab"';,/\\|:&<>\t{}()+é字 -]{0,24}"#, "[^\\pC$\\\\]{300}"]
        ) {
            // White space at the ends of texts is nobody's; of choices that look like expressions the sources warn.
            let name = format!("x{odd}z");
            let game = named(&name);
            let kit = Kit::new(&game, None).expect("a kit");
            let xml = build_file(&kit, &[]).expect("a build file").to_xml();
            let build = Element::parse("buildFile.xml", &xml, &Limits::default()).expect("well-formed");
            let has = |class: &str, setting: &str, value: &str| {
                build.all(class).any(|element| element.get(setting) == Some(value))
            };
            prop_assert!(has("DiceButton", "text", &name));
            prop_assert!(has("PanelWidget", "entryName", &name));
            let place = name.replace('\t', " ");
            let zone = format!("{place}lorn-eliminated");
            prop_assert!(has("Zone", "name", &zone));
            let prototype = format!("Type {name}infantry");
            prop_assert!(has("PrototypeDefinition", "name", &prototype));
            let menu = build.all("ToolbarMenu").find(|menu| menu.get("text") == Some("Declare"));
            let items: Vec<String> = split(',', menu.and_then(|menu| menu.get("menuItems")).unwrap_or_default())
                .map(std::borrow::Cow::into_owned).collect();
            prop_assert!(items.contains(&"Fight".to_owned()), "{:?}", items);
            let entries: Vec<&str> = build.all("PlayerRoster").flat_map(|r| &r.children).map(|e| e.text.as_str()).collect();
            prop_assert_eq!(entries, game.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>());
            let (mut commands, mut choices, mut uses, mut paths) = (vec![], vec![], vec![], vec![]);
            for piece in pieces(&build, "PrototypeDefinition").into_iter().chain(pieces(&build, "PieceSlot")) {
                for one in &piece.definition.traits {
                    match &one.meaning {
                        Meaning::Trigger(trigger) => commands.push(trigger.command.clone()),
                        Meaning::SubMenu(menu) => commands.extend(menu.commands.0.clone()),
                        Meaning::UsePrototype(used) => uses.push(used.name.clone()),
                        Meaning::Replace(replace) => paths.push(replace.spec.clone()),
                        Meaning::SetGlobalProperty(set) => {
                            for command in PropertyCommands::decode(&set.commands).0 {
                                commands.push(command.command);
                                if let PropertyChange::Set(value) = command.change {
                                    choices.push(value);
                                }
                            }
                        }
                        _ => {}
                    }
                }
            }
            for menu in [format!("{name}mode: {name}"), format!("{name}fight"), format!("{name}fight here"), name.clone()] {
                prop_assert!(commands.contains(&menu), "{menu:?} among {commands:?}");
            }
            prop_assert!(choices.contains(&name));
            prop_assert!(uses.contains(&prototype));
            let steps: Vec<String> = split('/', &paths[0]).map(std::borrow::Cow::into_owned).collect();
            let last: Vec<String> = split(':', &steps[4]).map(std::borrow::Cow::into_owned).collect();
            prop_assert_eq!(&last[1], &game.counters.get("l-72").expect("there").name);
            let panel: Vec<String> = split(':', &steps[3]).map(std::borrow::Cow::into_owned).collect();
            prop_assert_eq!(&panel[1], &name);
        }
    }

    #[test]
    fn no_name_may_end_in_a_backslash_and_no_place_hold_a_tab() {
        let error =
            Kit::new(&named("a\\"), None).map(drop).expect_err("the name of dice ends in one");
        assert!(error.to_string().contains("ends in a backslash"), "{error}");
        let mut game = BRIDGEHEAD.clone();
        game.maps = remade(&game.maps, |map| map.box_locations[0].push_str("\tx"));
        let error = Kit::new(&game, None).map(drop).expect_err("VASSAL would lose pieces there");
        assert!(error.to_string().contains("tab"), "{error}");
    }
}
