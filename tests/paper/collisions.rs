//! No bundled counter prints one text over another.

use hexwright::draw::{ArtOptions, Artist, FaceSide, svg_options};
use hexwright::source::load;
use std::path::Path;

/// The ink boxes of all texts: what each says, left, top, right, bottom.
fn texts(group: &usvg::Group, found: &mut Vec<(String, [f32; 4])>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => texts(inner, found),
            usvg::Node::Text(text) => {
                let said: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                let ink = text.flattened().abs_bounding_box();
                found.push((said, [ink.left(), ink.top(), ink.right(), ink.bottom()]));
            }
            _ => {}
        }
    }
}

#[test]
fn no_text_of_a_bundled_counter_touches_another() {
    let loaded = load(Path::new(env!("CARGO_MANIFEST_DIR")));
    let (mut collisions, mut faces) = (Vec::new(), 0);
    for game in ["italy43", "bridgehead", "asl-sk2"] {
        let game = loaded.game(game).expect("the game");
        let artist = Artist::new(game, ArtOptions::default()).unwrap();
        for counter in &game.counters {
            for side in [FaceSide::Front, FaceSide::Back] {
                let Some(face) = artist.draw(counter, side).unwrap() else { continue };
                faces += 1;
                let tree = usvg::Tree::from_str(&face.svg, &svg_options()).unwrap();
                let mut found = Vec::new();
                texts(tree.root(), &mut found);
                for (index, (a, [left, top, right, bottom])) in found.iter().enumerate() {
                    for (b, other) in &found[index + 1..] {
                        let apart = *right <= other[0]
                            || other[2] <= *left
                            || *bottom <= other[1]
                            || other[3] <= *top;
                        // The rim below a text is the text again.
                        if !apart && a != b {
                            collisions.push(format!("{} {side:?}: `{a}` and `{b}`", counter.id));
                        }
                    }
                }
            }
        }
    }
    assert!(faces > 300, "{faces} faces");
    assert!(collisions.is_empty(), "{}", collisions.join("\n"));
}
