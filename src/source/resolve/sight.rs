//! Sight: numbers that make sense, names that exist.

use super::Scope;
use crate::diagnostic::nearest;
use crate::model::{Game, SightRules};

pub(super) fn sight(scope: &mut Scope<'_>, rules: &SightRules, game: &mut Game) {
    if let Err(error) = rules.check() {
        scope.error("wrong-value", 0..0, error.to_string());
        return;
    }
    let text = scope.file.text.clone();
    let mut unknown = |code: &'static str, what: &str, name: &str, known: Vec<&str>| {
        // Names are quoted in the file; the first of this spelling is one of those meant.
        let start = text.find(&format!("\"{name}\"")).map_or(0, |at| at + 1);
        let hint = nearest(name, known.iter().copied()).unwrap_or_default();
        let message = format!("there is no {what} `{name}`");
        let message = if hint.is_empty() { message } else { format!("{message}; {hint}") };
        scope.error(code, start..start + name.len(), message);
    };
    let names = || game.terrain.names().collect::<Vec<_>>();
    for name in rules.kinds.iter().flat_map(|kind| &kind.terrain) {
        if game.terrain.get(name).is_none() {
            unknown("unknown-terrain", "terrain", name, names());
        }
    }
    let joins = rules.kinds.iter().filter_map(|kind| kind.joined.as_ref());
    for name in joins.chain(&rules.ground.crests) {
        if game.hexsides.get(name).is_none() {
            unknown("unknown-hexside-type", "hexside type", name, game.hexsides.names().collect());
        }
    }
    game.sight = Some(rules.clone());
}
