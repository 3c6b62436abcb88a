//! Units that face somewhere: turning them, and the arc they cover.

use super::{Keys, Worn, plain, with};
use crate::draw::map::pen::num;
use crate::draw::map::picture::{EVERYWHERE, Picture};
use crate::hex::Orientation;
use crate::model::{Facing, Game};
use crate::vassal::traits::calculated::Calculated;
use crate::vassal::traits::fields::{KeyStroke, KeyStrokes, Names};
use crate::vassal::traits::layer::{Layer, Level};
use crate::vassal::traits::report::Report;
use crate::vassal::traits::rotator::Rotator;
use crate::vassal::traits::trigger::Trigger;

/// The name of the trait that turns a piece; its property `Facing_Facing` counts from 1.
const FACING: &str = "Facing";
/// The property with the hour on a clock's face that the piece looks at.
const HOUR: &str = "FacingHour";
/// The picture of the arc.
pub(in crate::module::vassal) const ARC_IMAGE: &str = "covered-arc.png";

/// Whether the first direction, clockwise from straight up, is half a hexside away from it.
fn starts_aside(game: &Game) -> bool {
    let flat = game.maps.iter().next().is_none_or(|m| m.grid.orientation() == Orientation::Flat);
    // Straight up from the middle of a flat hex is a side, from that of a pointy one a corner.
    flat == (game.module.facing_towards == Facing::Hexspine)
}

/// Six directions, named by the hours on a clock's face.
pub(super) fn turning(game: &Game, arc: Option<Arc>) -> Vec<Worn> {
    let aside = starts_aside(game);
    let (right, left) = ("Turn right".to_owned(), "Turn left".to_owned());
    let keys = (Keys::turn_right(), Keys::turn_left());
    let report = Report {
        keys: KeyStrokes(vec![keys.0.clone(), keys.1.clone()]),
        format: format!("$menuCommand$: $Unit$ ($location$) faces ${HOUR}$ o'clock"),
        ..Report::default()
    };
    let step = if aside { 1 } else { 2 };
    let hour = Calculated {
        name: HOUR.to_owned(),
        expression: format!("{{{FACING}_Facing == 1 ? 12 : ({FACING}_Facing - 1) * {step}}}"),
        description: String::new(),
    };
    let mut worn = vec![with(report, "-1"), plain(hour)];
    let mut rotator = Rotator {
        facings: if aside { 12 } else { 6 },
        free: Default::default(),
        turn_keys: keys.clone(),
        turn_commands: (right.clone(), left.clone()),
        random: Default::default(),
        name: FACING.to_owned(),
        description: String::new(),
        direct: Default::default(),
        expression: String::new(),
        by_facing: true,
    };
    if aside {
        // VASSAL's first direction is always straight up: so there are twelve, and every turn is two.
        let halves = (KeyStroke::named("half_turn_right"), KeyStroke::named("half_turn_left"));
        for (command, key, half) in [(right, keys.0, &halves.0), (left, keys.1, &halves.1)] {
            worn.push(plain(Trigger {
                name: command.clone(),
                command,
                key,
                action_keys: KeyStrokes(vec![half.clone(), half.clone()]),
                ..Trigger::default()
            }));
        }
        rotator.turn_keys = halves;
        rotator.turn_commands = Default::default();
    }
    worn.push(with(rotator, if aside { "1" } else { "0" }));
    worn.extend(arc.map(Arc::layer));
    worn
}

/// The wedge of hexes on either side of the direction a piece looks at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arc {
    /// How far it reaches, in pixels.
    pub radius: f64,
    /// Where it begins: outside of the counter.
    pub begins: f64,
}

impl Arc {
    /// The arc of a game's units on a board whose neighbouring hexes are so many pixels apart.
    pub fn of(game: &Game, hex: f64) -> Option<Self> {
        let hexes = game.module.arc_hexes;
        let begins = f64::from(game.module.counter_pixels) * 0.75;
        (hexes > 0).then(|| Arc { radius: f64::from(hexes) * hex, begins })
    }

    /// Shown on demand; inside the trait that turns the piece, so that it turns too.
    fn layer(self) -> Worn {
        let layer = Layer {
            activate_command: "Covered arc".to_owned(),
            activate_modifiers: 128,
            activate_key: Keys::arc(),
            up_modifiers: 128,
            down_modifiers: 128,
            // The arc must not be what a click on the map beside the unit takes hold of.
            underneath: true,
            y: -(self.radius / 2.0).round() as i32,
            images: Names(vec![ARC_IMAGE.to_owned()]),
            names: Names(vec![String::new()]),
            name: "Arc".to_owned(),
            version: 1,
            always_active: false,
            ..Layer::default()
        };
        with(layer, Level { level: 1, active: false }.encode())
    }

    /// The wedge, looking straight up; the unit is at the middle of the lower edge. One millimetre is one pixel.
    pub fn picture(self) -> Picture {
        let Arc { radius, begins } = self;
        let mut picture = Picture::new(radius, radius);
        let (sine, cosine) = (0.5, 0.866_025_403_784_438_6);
        let at = |distance: f64, side: f64| {
            format!(
                "{} {}",
                num(radius / 2.0 + side * sine * distance),
                num(radius - cosine * distance)
            )
        };
        let far = num(radius);
        picture.put(
            EVERYWHERE,
            format!(
                "<path d=\"M{} L{} A{far} {far} 0 0 1 {} L{} Z\" fill=\"#c1121f\" fill-opacity=\".10\"/>\
                 <path d=\"M{} L{} M{} L{}\" stroke=\"#c1121f\" stroke-opacity=\".8\" stroke-width=\"3\" stroke-dasharray=\"14 8\" fill=\"none\"/>",
                at(begins, -1.0), at(radius, -1.0), at(radius, 1.0), at(begins, 1.0),
                at(begins, -1.0), at(radius, -1.0), at(begins, 1.0), at(radius, 1.0),
            ),
        );
        picture
    }
}
