//! Cups: boxes whose counters are drawn unseen and at random. VASSAL calls them decks.

use super::component::Component;
use super::components::map::DrawPile;
use super::setup::MAIN_MAP;
use crate::model::{BoxKind, Counter, CounterKind, Game, Id, Placement};
use crate::module::table::BoardPlan;
use crate::module::table::setup::cup_boxes;
use crate::vassal::build::Element;
use crate::vassal::piece::{DeckState, DeckType};

/// A cup on the main map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cup {
    /// Its name: the id of its box.
    pub name: String,
    board: String,
    /// The pixel of its board, which is the main map's: boards laid side by side have no boxes.
    pub at: (i32, i32),
    counter: i32,
    face_up: bool,
}

/// The cups of the boards that have their boxes around them.
pub fn cups(game: &Game, boards: &[BoardPlan]) -> Vec<Cup> {
    let cup = |(name, at): (String, (i32, i32))| {
        let board = game.maps.iter().find(|map| map.boxes.find(&name).is_some())?;
        let chits =
            drawn_from(game, &name).any(|counter| game.counters[counter].kind == CounterKind::Chit);
        Some(Cup {
            board: board.id.clone(),
            name,
            at,
            counter: i32::try_from(game.module.counter_pixels).unwrap_or(76),
            face_up: !chits,
        })
    };
    cup_boxes(game, boards).into_iter().filter_map(cup).collect()
}

/// The counters that some scenario puts into a cup.
fn drawn_from<'a>(game: &'a Game, cup: &'a str) -> impl Iterator<Item = Id<Counter>> + 'a {
    let set_ups = game.scenarios.iter().flat_map(|scenario| &scenario.set_ups);
    let into = move |placement: &Placement| match placement {
        Placement::At(map, at) => game.maps[*map].location_name(*at) == cup,
        _ => false,
    };
    set_ups.filter(move |one| into(&one.placement)).flat_map(|one| &one.units).map(|u| u.counter)
}

/// The cup that a counter is drawn from and goes back to.
pub fn cup_of<'g>(game: &'g Game, counter: &Counter) -> Option<&'g str> {
    let id = game.counters.find(&counter.id)?;
    let boxes = game.maps.iter().flat_map(|map| &map.boxes);
    let mut cups = boxes.filter(|one| one.kind == BoxKind::Cup).map(|one| one.id.as_str());
    cups.find(|cup| drawn_from(game, cup).any(|drawn| drawn == id))
}

impl Cup {
    /// The component.
    pub fn element(&self) -> Element {
        DrawPile {
            name: self.name.clone(),
            board: self.board.clone(),
            x: self.at.0,
            y: self.at.1,
            width: self.counter,
            height: self.counter,
            face_up: self.face_up,
            ..DrawPile::default()
        }
        .element()
    }

    /// What it is in a save: the component's settings in VASSAL's order.
    pub fn definition(&self) -> String {
        let pile = DrawPile::default();
        let (size, up) = (self.counter.to_string(), self.face_up.to_string());
        let head = ["true", "51,51,51", &size, &size, &pile.face_down, &pile.shuffle];
        let draws = ["false", "false", "false", "", "", "", &self.name, "", "", "", &up, "false"];
        let keys = ["", "", "10", "", "false", "", "false", "", "$BasicName$", "", "false", ""];
        let words = ["Shuffle", "Reverse", "", "Draw multiple cards", "Draw specific cards"];
        let faces = ["Face up", "Face down", "", "", "", ""];
        let files = ["Save Deck", "", "Deck Saved", "Load Deck", "", "Deck Loaded", "false", ""];
        let all = head.into_iter().chain(draws).chain(keys).chain(words).chain(faces).chain(files);
        DeckType { settings: all.map(str::to_owned).collect() }.encode()
    }

    /// Where it is and what lies in it.
    pub fn state(&self, members: Vec<String>) -> String {
        let (x, y) = self.at;
        DeckState { map: Some(MAIN_MAP.to_owned()), x, y, face_down: true, members }.encode()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::vassal::kit::Kit;
    use crate::vassal::build::Prototypes;
    use crate::vassal::piece::TraitBook;
    use crate::vassal::traits::Meaning;

    fn sicily() -> Game {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        loaded.game("sicily").cloned().expect("a game with cups")
    }

    #[test]
    fn chits_begin_in_their_cup_and_in_no_stack() {
        let game = sicily();
        let kit = Kit::new(&game, None).expect("a kit");
        let table = &kit.set_ups[0].table;
        let text = crate::vassal::command::Tree::Group(table.commands(&game)).encode();
        for (cup, count) in [("strength-1", 16), ("strength-2", 25), ("strength-3", 14)] {
            let inside: Vec<_> =
                table.pieces.iter().filter(|piece| piece.cup.as_deref() == Some(cup)).collect();
            assert_eq!(inside.len(), count, "{cup}");
            assert!(inside.iter().all(|piece| !piece.stacks && piece.place == cup));
            assert!(text.contains(&format!("cup:{cup}")), "{cup}");
            assert!(!text.contains(&format!("stack:{}", inside[0].id)));
        }
        assert_eq!(table.cups.len(), 4);
        let build = kit.build_file(&[]).expect("a build file");
        let piles: Vec<&str> = build.all("DrawPile").filter_map(|pile| pile.get("name")).collect();
        assert_eq!(piles, ["strength-1", "strength-2", "strength-3", "special-coastals"]);
        let open = |pile: &&Element| pile.get("drawFaceUp") == Some("true");
        assert_eq!(build.all("DrawPile").filter(open).count(), 1, "units are drawn for all to see");
    }

    #[test]
    fn a_piece_that_leaves_its_cup_joins_stacks_again() {
        let game = sicily();
        let kit = Kit::new(&game, None).expect("a kit");
        let mut table = kit.set_ups[0].table.clone();
        let chit = table.pieces.iter_mut().find(|piece| piece.cup.is_some()).expect("a chit");
        chit.put(MAIN_MAP, (500, 500), "0101");
        assert!(chit.stacks && chit.cup.is_none());
    }

    #[test]
    fn chits_are_covered_and_go_back_and_drawn_units_only_go_back() {
        let game = sicily();
        let kit = Kit::new(&game, None).expect("a kit");
        let build = kit.build_file(&[]).expect("a build file");
        let known = Prototypes::of(&build, &mut TraitBook::default());
        let wears = |id: &str| {
            let text = kit.slot_text(id).expect("a slot");
            let piece =
                crate::vassal::build::DefinedPiece::decode(&text, &mut TraitBook::default());
            let piece = known.spell_out(&piece.expect("a piece"), &mut Vec::new());
            let traits = &piece.definition.traits;
            let masked = traits.iter().any(|one| matches!(one.meaning, Meaning::Mask(_)));
            let back = traits.iter().find_map(|one| match &one.meaning {
                Meaning::ReturnToDeck(back) => Some(back.deck.clone()),
                _ => None,
            });
            (masked, back)
        };
        assert_eq!(wears("chit-2-6-5-3"), (true, Some("strength-2".to_owned())));
        assert_eq!(wears("it-374-special"), (false, Some("special-coastals".to_owned())));
        assert_eq!(wears("us-7-3"), (false, None));
    }

    #[test]
    fn a_cup_in_a_save_is_what_the_real_program_writes() {
        let cup = Cup {
            name: "Deck".to_owned(),
            board: "Board".to_owned(),
            at: (540, 40),
            counter: 60,
            face_up: false,
        };
        // As in `mini.vsav`, but for the colour, the shuffle before every draw and no choice among the counters.
        let real = "deck;true;51,51,51;60;60;Always;Always;false;false;false;;;;Deck;;;;false;false;;;10;;false;;false;;$BasicName$;;false;;Shuffle;Reverse;;Draw multiple cards;Draw specific cards;Face up;Face down;;;;;Save Deck;;Deck Saved;Load Deck;;Deck Loaded;false;";
        assert_eq!(cup.definition(), real);
        assert_eq!(cup.state(vec!["a".into(), "b".into()]), "Main Map;540;40;true;a,b");
    }
}
