//! Parts of a counter that are printed over one another.
//!
//! Looked at are the drawn boxes of all parts, and where they meet, the ink: a figure may stand in
//! the empty corner of a silhouette's box, but not on its wheels. A text on a shape that holds it
//! whole stands on a plate; plate and text are then one thing to everything else.

mod parts;

use super::DrawnFace;
use super::wrap::is_document;
use parts::{Area, Kind, Part, meet, parts, tree};

/// Dots that two parts may share: letters are rounded to dots.
const SPARE: usize = 3;

/// Two parts of a face that are printed over one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Collision {
    /// What they are, whatever they say: the same for all counters of a template.
    pub(super) kinds: String,
    /// What is wrong, with the words of this counter.
    pub(super) message: String,
}

/// Everything of a face that is printed over something else of it.
pub(super) fn collisions(face: &DrawnFace) -> Vec<Collision> {
    let document = face.svg.find('\n').is_some_and(|end| is_document(&face.svg[end..]));
    let Some(tree) = tree(face) else { return Vec::new() };
    let mut parts = parts(&tree, document);
    name_plates(&mut parts);
    let size = tree.size();
    let mut found = Vec::new();
    for (index, below) in parts.iter().enumerate() {
        for above in &parts[index + 1..] {
            let clash =
                meet(below.area, above.area) && clash(below, above, (size.width(), size.height()));
            if clash {
                let kinds = format!("{:?} {:?}", below.kind, above.kind);
                found
                    .push(Collision { kinds, message: format!("{above} is printed over {below}") });
            }
        }
    }
    found
}

/// Gives shapes that hold a text whole the words of that text.
fn name_plates(parts: &mut [Part<'_>]) {
    for index in 0..parts.len() {
        let (before, after) = parts.split_at_mut(index + 1);
        let shape = &mut before[index];
        if shape.kind != Kind::Shape {
            continue;
        }
        let text = after.iter().find(|text| text.kind == Kind::Text && held(text, shape));
        if let Some(text) = text {
            shape.what = text.what.clone();
        }
    }
}

/// Whether a part's ink lies wholly on another's.
fn held(part: &Part<'_>, ground: &Part<'_>) -> bool {
    meet(part.area, ground.area) && {
        let (shared, alone) = part.against(ground);
        shared > 0 && alone <= SPARE
    }
}

/// Whether one part spoils another that was printed before it.
fn clash(below: &Part<'_>, above: &Part<'_>, page: (f32, f32)) -> bool {
    match (below.kind, above.kind) {
        (Kind::Shape, Kind::Shape) => {
            let plate = !below.what.is_empty() || !above.what.is_empty();
            plate && !spans(below.area, page) && shared(below, above) && !held(above, below)
        }
        (Kind::Shape, Kind::Text) => {
            !spans(below.area, page) && shared(below, above) && !held(above, below)
        }
        // A pale field below a silhouette is nothing unusual; the plate of a text is.
        (Kind::Shape, _) => {
            !below.what.is_empty() && !spans(below.area, page) && shared(below, above)
        }
        (Kind::Text, Kind::Text) => true,
        // A caption on a picture; whether it can be read there is a question of contrast.
        (Kind::Art, Kind::Text) => false,
        _ => shared(below, above),
    }
}

fn shared(a: &Part<'_>, b: &Part<'_>) -> bool {
    a.against(b).0 > SPARE
}

/// Whether a shape runs from one edge of the face to the other: a band or bar, which lies below others.
fn spans(area: Area, (width, height): (f32, f32)) -> bool {
    let most = 0.99;
    area[2] - area[0] >= width * most || area[3] - area[1] >= height * most
}
