//! The components of a module, each with the settings that VASSAL 3.7 knows.

pub mod board;
pub mod document;
pub mod game;
pub mod map;
pub mod palette;
pub mod toolbar;
pub mod turn;

#[cfg(test)]
mod tests {
    use crate::module::vassal::component::Component;
    use crate::vassal::build::Element;
    use crate::vassal::limits::Limits;
    use std::collections::BTreeMap;

    /// What VASSAL 3.7 knows: settings by class.
    fn known() -> BTreeMap<&'static str, Vec<&'static str>> {
        let lines = include_str!("../../../../tests/vassal/components.txt").lines();
        let line = |line: &'static str| {
            let mut words = line.split(' ');
            Some((words.next()?, words.collect()))
        };
        lines.filter(|line| !line.starts_with('#')).filter_map(line).collect()
    }

    const ODD: &str = "a \"b\" 'c' ; , / \\ | : $ & <é>\t\n|";

    fn check<T: Component + Default + PartialEq + std::fmt::Debug>() {
        let known = known();
        let settings = known.get(T::TAG).unwrap_or_else(|| panic!("VASSAL has no {}", T::TAG));
        for setting in T::SETTINGS {
            assert!(settings.contains(setting), "{} has no setting {setting}", T::TAG);
        }
        assert_eq!(T::read(&T::default().element()), T::default());
        // Whatever is read is written again, through XML; what is no number stays at its default.
        let mut odd = T::default().element();
        for (name, value) in &mut odd.attributes {
            if value.is_empty() && !name.to_ascii_lowercase().contains("key") {
                ODD.clone_into(value);
            }
        }
        let once = T::read(&odd);
        let xml = once.element().to_xml();
        let again = Element::parse("x", &xml, &Limits::default()).expect("well-formed");
        assert_eq!(T::read(&again), once, "{}", T::TAG);
    }

    macro_rules! every {
        ($($module:ident: $($name:ident)*;)*) => {
            #[test]
            fn every_component_is_one_of_vassals_and_reads_back() {
                $( $( check::<super::$module::$name>(); )* )*
            }
        };
    }

    every! {
        board: BoardPicker Board HexGrid HexGridNumbering RegionGrid Region ZonedGrid ZoneHighlighter
            Zone;
        document: Documentation AboutScreen HelpFile BrowserHelpFile ChartWindow Chart;
        game: GameModule BasicCommandEncoder Chatter KeyNamer Language TranslatableMessages
            PlayerRoster GlobalOptions GlobalProperties GlobalProperty PredefinedSetup;
        map: Map StackMetrics ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer
            StackExpander PieceMover KeyBufferer SelectionHighlighters HighlightLastMoved Zoomer
            GlobalMap StackViewer HidePieces SightThread Flare ImageSaver Layers;
        palette: PieceWindow Tabs Panel List PieceSlot Prototypes PrototypeDefinition;
        toolbar: DiceButton Inventory NotesWindow ActionButton PropertyButton KeyButton ToolbarMenu;
        turn: Tracker CounterLevel ListLevel;
    }
}
