//! Prototypes: what all pieces of a kind, side or type can do.

use super::{
    Keys, STEP, Wardrobe, Worn, changing_columns, declarations, declares, facing, kind_prototype,
    motion, piece, plain, side_prototype, states, type_prototype, with,
};
use crate::model::{Counter, CounterKind, Game, Id, PieceGroup, Side};
use crate::module::vassal::component::Component;
use crate::module::vassal::components::palette::{PrototypeDefinition, Prototypes};
use crate::module::vassal::declare;
use crate::vassal::build::Element;
use crate::vassal::piece::BasicPiece;
use crate::vassal::traits::Trait;
use crate::vassal::traits::calculated::Calculated;
use crate::vassal::traits::copy::Copy;
use crate::vassal::traits::delete::Delete;
use crate::vassal::traits::fields::{Colour, KeyStroke, KeyStrokes};
use crate::vassal::traits::invisible::Invisible;
use crate::vassal::traits::mask::Mask;
use crate::vassal::traits::report::Report;
use crate::vassal::traits::send_to::SendTo;
use crate::vassal::traits::trigger::Trigger;
use std::collections::BTreeSet;

/// All prototypes of a game.
pub fn prototypes(wardrobe: &Wardrobe<'_>) -> Element {
    let game = wardrobe.game;
    let mut parts = Vec::new();
    let kinds = [CounterKind::Unit, CounterKind::Weapon, CounterKind::Marker, CounterKind::Chit];
    for kind in kinds {
        if game.counters.iter().any(|counter| counter.kind == kind) {
            let worn = of_kind(wardrobe, kind);
            parts.push(definition(kind_prototype(kind), own(game, worn, PieceGroup::Kind(kind))));
        }
    }
    for (id, side) in game.sides.entries() {
        let worn = of_side(wardrobe, id);
        parts.push(definition(&side_prototype(&side.id), own(game, worn, PieceGroup::Side(id))));
    }
    for (id, unit_type) in game.unit_types.entries() {
        let mut worn = declare::type_traits(game, id);
        if game.module.facing.contains(&id) {
            worn.extend(facing::turning(game, wardrobe.arc));
        }
        let name = type_prototype(&unit_type.id);
        parts.push(definition(&name, own(game, worn, PieceGroup::Type(id))));
    }
    Prototypes::default().element().holding(parts)
}

fn definition(name: &str, worn: Vec<Worn>) -> Element {
    let definition =
        PrototypeDefinition { name: name.to_owned(), ..PrototypeDefinition::default() };
    definition.element().saying(piece(worn, BasicPiece::default(), "").encode())
}

/// Adds the designer's own traits, outermost.
fn own(game: &Game, worn: Vec<Worn>, group: PieceGroup) -> Vec<Worn> {
    let added = game.module.traits.iter().filter(|own| own.on == group);
    added.map(|own| (Trait::decode(&own.text), own.state.clone())).chain(worn).collect()
}

/// Outermost first: what hides a piece must be around all that it hides, a report around what it reports.
fn of_kind(wardrobe: &Wardrobe<'_>, kind: CounterKind) -> Vec<Worn> {
    let game = wardrobe.game;
    let mut worn = reports(game);
    let fights = declares(kind);
    if fights && game.module.hidden_units {
        worn.push(with(
            Invisible {
                key: Keys::hide(),
                command: "Hide".to_owned(),
                background: Colour(Some([80, 80, 80])),
                access: "side:".to_owned(),
                no_report: true,
                ..Invisible::default()
            },
            "null",
        ));
    }
    if fights && let Some(cover) = concealment(wardrobe) {
        worn.push(cover);
    }
    worn.extend(declarations(game, kind));
    if fights {
        worn.extend(motion::motion(game));
        worn.extend(states::states(game));
    }
    worn.extend(present_values(game, kind));
    if kind != CounterKind::Unit {
        worn.push(plain(Copy {
            command: "Copy".to_owned(),
            key: Keys::copy(),
            description: String::new(),
        }));
    }
    worn.extend(deletion());
    worn
}

/// Said first, done then: a piece that is gone lies nowhere.
fn deletion() -> [Worn; 3] {
    let (say, act) = (KeyStroke::named("delete_say"), KeyStroke::named("delete_do"));
    let report = Report {
        keys: KeyStrokes(vec![say.clone()]),
        format: "Delete: $Unit$ ($location$): $newPieceName$".to_owned(),
        ..Report::default()
    };
    let trigger = Trigger {
        name: "Delete".to_owned(),
        command: "Delete".to_owned(),
        key: Keys::delete(),
        action_keys: KeyStrokes(vec![say, act.clone()]),
        ..Trigger::default()
    };
    let delete = Delete { command: String::new(), key: act, description: String::new() };
    [with(report, "-1"), plain(trigger), plain(delete)]
}

/// One line for every change of a piece: `Flip: l-71 (0507): 71st Regiment (reduced)`,
/// `Eliminate: l-71 (0507) -> lorn-eliminated`.
fn reports(game: &Game) -> Vec<Worn> {
    let mut keys = vec![Keys::flip(), Keys::flip_back()];
    let states = game.rules.states.iter().enumerate();
    keys.extend(states.map(|(nth, state)| Keys::state(nth, &state.id)));
    let report = |keys: Vec<KeyStroke>, format: &str| {
        let keys = KeyStrokes(keys);
        with(Report { keys, format: format.to_owned(), ..Report::default() }, "-1")
    };
    vec![
        report(keys, "$menuCommand$: $Unit$ ($location$): $newPieceName$"),
        report(vec![Keys::eliminate()], "$menuCommand$: $Unit$ ($oldLocation$) -> $location$"),
    ]
}

/// Values that a lost step changes, as they are now: `current_attack`.
fn present_values(game: &Game, kind: CounterKind) -> Vec<Worn> {
    let mut columns: BTreeSet<&str> = BTreeSet::new();
    let of_kind = |counter: &&Counter| counter.kind == kind;
    for counter in game.counters.iter().filter(of_kind) {
        columns.extend(changing_columns(counter));
    }
    let expression = |column: &str| {
        format!(
            r#"{{GetString("{STEP}_Level").equals("2") && GetString("back_{column}").length() > 0 ? GetString("back_{column}") : GetString("{column}")}}"#
        )
    };
    let plain_word = |column: &&str| column.chars().all(|c| c.is_alphanumeric() || c == '_');
    columns
        .into_iter()
        .filter(plain_word)
        .map(|column| {
            plain(Calculated {
                name: format!("current_{column}"),
                expression: expression(column),
                description: String::new(),
            })
        })
        .collect()
}

/// Under a marker that tells the other side nothing.
fn concealment(wardrobe: &Wardrobe<'_>) -> Option<Worn> {
    let id = wardrobe.game.module.concealed_by?;
    let image = wardrobe.faces.get(id.index())?.front.clone()?;
    let mask = Mask {
        key: Keys::conceal(),
        image,
        command: "Conceal".to_owned(),
        style: "I".to_owned(),
        mask_name: wardrobe.game.counters[id].name.to_string(),
        access: "side:".to_owned(),
        peek_command: "Look".to_owned(),
        ..Mask::default()
    };
    Some(with(mask, "null;"))
}

/// By pixels, not by zone: VASSAL looks for a zone also while no game is open, and complains.
fn of_side(wardrobe: &Wardrobe<'_>, side: Id<Side>) -> Vec<Worn> {
    let Some(Some(grave)) = wardrobe.graves.get(side.index()) else { return Vec::new() };
    vec![with(
        SendTo {
            command: "Eliminate".to_owned(),
            key: Keys::eliminate(),
            map: grave.map.clone(),
            board: grave.board.clone(),
            x: grave.at.0.to_string(),
            y: grave.at.1.to_string(),
            ..SendTo::default()
        },
        ";;",
    )]
}
