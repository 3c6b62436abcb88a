//! What a piece looks like: its pictures one over the other, read from its traits.

use super::document::Face;
use super::pictures::Pictures;
use crate::replay::Piece;
use crate::vassal::piece::Heart;
use crate::vassal::traits::fields::Colour;
use crate::vassal::traits::label::Label;
use crate::vassal::traits::layer::{Layer, Level};
use crate::vassal::traits::{Meaning, invisible, mask};

/// A picture on a piece; lengths in hundredths of a pixel, so that looks can be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Coat {
    image: String,
    x: i32,
    y: i32,
    /// In thousandths.
    scale: i32,
    /// In tenths of degrees.
    turn: i32,
}

/// A text on a piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Inscription {
    text: String,
    edge: (String, String),
    offset: (i32, i32),
    size: i32,
    colours: (String, String),
}

/// What a piece looks like.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Look {
    coats: Vec<Coat>,
    inscriptions: Vec<Inscription>,
    /// Its name, for pieces without pictures.
    word: String,
}

/// Whether a piece lies face down.
pub(super) fn concealed(piece: &Piece) -> bool {
    mask_of(piece).is_some()
}

/// What others call a piece that lies face down.
pub(super) fn mask_name(piece: &Piece) -> String {
    mask_of(piece).map(|mask| mask.mask_name.clone()).unwrap_or_default()
}

fn mask_of(piece: &Piece) -> Option<&mask::Mask> {
    piece.definition.traits.iter().zip(&piece.states).find_map(|(one, state)| match &one.meaning {
        Meaning::Mask(found) if mask::masked_by(state).is_some() => Some(&**found),
        _ => None,
    })
}

/// Whether a piece is hidden from the other players.
pub(super) fn hidden(piece: &Piece) -> bool {
    piece.definition.traits.iter().zip(&piece.states).any(|(one, state)| {
        matches!(one.meaning, Meaning::Invisible(_)) && invisible::hidden_by(state).is_some()
    })
}

/// Reads the look of a piece from its traits and their states.
pub(super) fn look(piece: &Piece, properties: &[(String, String)], masked: bool) -> Look {
    if masked {
        let image = mask_of(piece).map(|mask| mask.image.clone()).unwrap_or_default();
        return Look {
            coats: coat(&image, 0, 0, 1000).into_iter().collect(),
            word: mask_name(piece),
            ..Look::default()
        };
    }
    let mut look = Look { word: piece.name(), ..Look::default() };
    if let Heart::Piece(basic) = &piece.definition.heart {
        look.coats.extend(coat(&basic.image, 0, 0, 1000));
    }
    // Traits are listed from the outside in, and drawn from the inside out.
    for (one, state) in piece.definition.traits.iter().zip(&piece.states).rev() {
        match &one.meaning {
            Meaning::Layer(layer) => {
                let level = level(layer, state, properties);
                let scale = (layer.scale.0 * 1000.0).clamp(1.0, 100_000.0) as i32;
                let image = layer.image(level).unwrap_or_default();
                look.coats.extend(coat(image, layer.x, layer.y, scale));
            }
            Meaning::Moved(moved) if state == "true" => {
                look.coats.extend(coat(&moved.icon, moved.x, moved.y, 1000));
            }
            Meaning::Rotator(rotator) => {
                let turn = rotator.degrees(state).rem_euclid(360.0);
                look.coats.iter_mut().for_each(|coat| coat.turn_by(turn));
            }
            Meaning::Label(label) => {
                look.inscriptions.extend(inscription(label, state, properties))
            }
            _ => {}
        }
    }
    // The word only shows when there is no picture.
    if !look.coats.is_empty() {
        look.word.clear();
    }
    look
}

impl Coat {
    fn turn_by(&mut self, degrees: f64) {
        if degrees == 0.0 {
            return;
        }
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        (self.x, self.y) = ((x * cos - y * sin).round() as i32, (x * sin + y * cos).round() as i32);
        self.turn = (self.turn + (degrees * 10.0).round() as i32) % 3600;
    }
}

fn coat(image: &str, x: i32, y: i32, scale: i32) -> Option<Coat> {
    let image = image.trim().rsplit('/').next().unwrap_or_default();
    let centre = |at: i32| at.clamp(-10_000, 10_000) * 100;
    (!image.is_empty()).then(|| Coat {
        image: image.to_owned(),
        x: centre(x),
        y: centre(y),
        scale,
        turn: 0,
    })
}

fn level(layer: &Layer, state: &str, properties: &[(String, String)]) -> Level {
    let value = |name: &str| properties.iter().find(|(known, _)| known == name).map(|(_, v)| v);
    let mut level = Level::decode(state);
    if layer.follows {
        let followed = value(&layer.followed).and_then(|value| value.trim().parse::<i32>().ok());
        if let Some(followed) = followed {
            let most = i32::try_from(layer.images.0.len()).unwrap_or(i32::MAX);
            let wanted = followed.saturating_sub(layer.first_level).saturating_add(1);
            level.level = wanted.clamp(1, most.max(1));
        }
    }
    level.active |= layer.always_active && state.is_empty();
    if !layer.shown_if.is_empty() {
        level.active &= value(&layer.shown_if).is_some_and(|shown| *shown == layer.shown_if_value);
    }
    level
}

fn inscription(label: &Label, state: &str, properties: &[(String, String)]) -> Option<Inscription> {
    let mut text = state.trim().to_owned();
    for (name, value) in properties.iter().filter(|_| state.contains('$')) {
        text = text.replace(&format!("${name}$"), value);
    }
    let text: String = without_tags(&text).chars().take(60).collect();
    let colour = |Colour(colour): Colour| {
        colour.map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}")).unwrap_or_default()
    };
    (!text.trim().is_empty()).then(|| Inscription {
        text,
        edge: (label.horizontal.clone(), label.vertical.clone()),
        offset: (label.horizontal_offset, label.vertical_offset),
        size: label.font_size.clamp(6, 60),
        colours: (colour(label.foreground), colour(label.background)),
    })
}

/// VASSAL shows labels that begin with `<html>` as such; here they are text.
fn without_tags(text: &str) -> String {
    if !text.trim_start().get(..6).is_some_and(|start| start.eq_ignore_ascii_case("<html>")) {
        return text.to_owned();
    }
    let mut inside = false;
    text.chars()
        .filter(|c| {
            inside = *c == '<' || (inside && *c != '>');
            !inside && *c != '>'
        })
        .collect()
}

/// The looks as the page draws them.
pub(super) fn draw(looks: &[Look], pictures: &mut Pictures<'_>) -> Vec<Face> {
    looks.iter().map(|look| face(look, pictures)).collect()
}

/// The size of a piece without a picture.
const PLAIN: (i32, i32) = (56, 56);

fn face(look: &Look, pictures: &mut Pictures<'_>) -> Face {
    let mut face = Face::default();
    for coat in &look.coats {
        let Some((picture, (width, height))) = pictures.piece(&coat.image) else { continue };
        let scale = f64::from(coat.scale) / 1000.0;
        let (width, height) = (f64::from(width) * scale, f64::from(height) * scale);
        if face.layers.is_empty() {
            (face.width, face.height) = (width.round() as i32, height.round() as i32);
        }
        face.layers.push((
            picture,
            f64::from(coat.x) / 100.0,
            f64::from(coat.y) / 100.0,
            width,
            height,
            f64::from(coat.turn) / 10.0,
        ));
    }
    if face.layers.is_empty() {
        (face.width, face.height) = PLAIN;
        let image = look.coats.first().map(|coat| coat.image.clone());
        face.word =
            if look.word.is_empty() { image.unwrap_or_default() } else { look.word.clone() };
    }
    for text in &look.inscriptions {
        let along = |edge: &str, low: &str, high: &str, length: i32| {
            let half = f64::from(length) / 2.0;
            if edge == low {
                -half
            } else if edge == high {
                half
            } else {
                0.0
            }
        };
        let x = along(&text.edge.0, "l", "r", face.width) - f64::from(text.offset.0);
        let y = along(&text.edge.1, "t", "b", face.height) - f64::from(text.offset.1);
        let (ink, ground) = text.colours.clone();
        face.labels.push((text.text.clone(), x, y, text.size, ink, ground));
    }
    face
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_in_html_are_shown_as_their_text() {
        assert_eq!(without_tags("<html><b>Sunk</b> & gone"), "Sunk & gone");
        assert_eq!(without_tags("a < b"), "a < b");
    }

    #[test]
    fn a_coat_beside_the_centre_goes_round_with_the_piece() {
        let mut one = coat("/images/x.png", 10, 0, 1000).unwrap();
        one.turn_by(90.0);
        assert_eq!((one.image.as_str(), one.x, one.y, one.turn), ("x.png", 0, 1000, 900));
    }
}
