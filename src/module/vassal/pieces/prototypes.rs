//! Prototypes: what all pieces of a kind, side or type can do.

use super::{
    FaceImages, Keys, STEP, Wardrobe, Worn, changing_columns, declarations, declares, facing,
    kind_prototype, piece, plain, side_prototype, type_prototype, with,
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
use crate::vassal::traits::fields::{Colour, Decimal, KeyStroke, KeyStrokes, Names};
use crate::vassal::traits::invisible::Invisible;
use crate::vassal::traits::layer::{Layer, Level};
use crate::vassal::traits::mask::Mask;
use crate::vassal::traits::moved::Moved;
use crate::vassal::traits::report::Report;
use crate::vassal::traits::send_to::SendTo;
use crate::vassal::traits::submenu::SubMenu;
use crate::vassal::traits::trail::{Footprints, Trail};
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
    let pixels = i32::try_from(game.module.counter_pixels).unwrap_or(76);
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
        worn.push(with(
            Trail {
                key: Keys::trail(),
                command: "Movement trail".to_owned(),
                globally_visible: true,
                radius: 8,
                fill: Colour(Some([255, 255, 255])),
                line: Colour(Some([40, 40, 40])),
                line_width: Decimal(2.0),
                ..Trail::default()
            },
            Footprints::default().encode(),
        ));
        worn.push(with(
            Moved {
                icon: MOVED_ICON.to_owned(),
                // Beside the counter, where it covers no value.
                x: pixels / 2 - 3,
                y: -pixels / 4,
                command: "Moved".to_owned(),
                key: Keys::moved(),
                ..Moved::default()
            },
            "false",
        ));
        worn.extend(states(wardrobe));
    }
    worn.extend(present_values(game, kind));
    if kind != CounterKind::Unit {
        worn.push(plain(Copy {
            command: "Copy".to_owned(),
            key: Keys::copy(),
            description: String::new(),
        }));
    }
    worn.push(plain(Delete {
        command: "Delete".to_owned(),
        key: Keys::delete(),
        description: String::new(),
    }));
    worn
}

/// VASSAL's own picture of an arrow.
const MOVED_ICON: &str = "/images/moved.gif";

/// One line for every change of a piece: `Flip: l-71 (0507): 71st Regiment (reduced)`,
/// `Eliminate: l-71 (0507) -> lorn-eliminated`.
fn reports(game: &Game) -> Vec<Worn> {
    let mut keys = vec![Keys::flip(), Keys::flip_back(), Keys::delete()];
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

/// States that a unit can be in, shown as a small copy of their marker.
fn states(wardrobe: &Wardrobe<'_>) -> Vec<Worn> {
    let game = wardrobe.game;
    let mut worn = Vec::new();
    for (nth, state) in game.rules.states.iter().enumerate() {
        let marker = state.marker;
        let image = marker
            .and_then(|id| wardrobe.faces.get(id.index()))
            .and_then(|faces: &FaceImages| faces.front.clone());
        // Along the left edge, then the right, then the middle, one below the other.
        let place = i32::try_from(nth).unwrap_or(0);
        let (down, across) = (place % 3, [-1, 1, 0][nth / 3 % 3]);
        let quarter = i32::try_from(game.module.counter_pixels / 4).unwrap_or(19);
        let layer = Layer {
            activate_command: state.name.clone(),
            activate_modifiers: 128,
            activate_key: Keys::state(nth, &state.id),
            up_modifiers: 128,
            down_modifiers: 128,
            x: across * (quarter + quarter / 2),
            y: (down - 1) * quarter * 5 / 4,
            images: Names(vec![image.unwrap_or_default()]),
            names: Names(vec![format!("+ ({})", state.name)]),
            name: state.id.clone(),
            version: 1,
            always_active: false,
            scale: Decimal(0.45),
            ..Layer::default()
        };
        worn.push(with(layer, Level { level: 1, active: false }.encode()));
    }
    if worn.len() > MOST_STATES {
        let commands = game.rules.states.iter().map(|state| state.name.clone()).collect();
        let menu = SubMenu {
            name: "Mark".to_owned(),
            commands: Names(commands),
            description: String::new(),
        };
        worn.insert(0, plain(menu));
    }
    worn
}

/// More states than this make a menu of their own.
const MOST_STATES: usize = 4;

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
