//! The parts of the referee's engine, each by itself.

mod books;
mod case_files;
mod declarations;
mod ground;
mod overlays;
mod reckoning;
mod sink;
mod walks;

use hexwright::model::Game;
use hexwright::referee::case::{Node, Patch};
use hexwright::referee::ground::Lattice;

fn with_bridgehead(work: impl FnOnce(&Game)) {
    let loaded = hexwright::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    work(loaded.game("bridgehead").unwrap());
}

/// A patch of map in letters, in the terrain of Bridgehead.
fn on_letters(patch: &str, work: impl FnOnce(&Game, &Lattice<'_>)) {
    with_bridgehead(|game| {
        let patch = Patch::read(&Node::parse(patch).unwrap(), None).unwrap();
        let map = patch.to_map(game).unwrap();
        work(game, &Lattice::new([(None, &map)]));
    });
}
