//! `hexwright map import-board`: takes the terrain grid from a board archive that the user owns, so that
//! lines of sight on that map are exact.

use super::check::counted;
use super::map::name;
use super::out::ForceArgs;
use super::{Console, Exit, Failure, Outcome};
use crate::input::ProjectFolder;
use crate::model::{Game, Map, SightRules};
use crate::output::below;
use crate::sight::raster::Raster;
use crate::sight::{Placed, field_of};
use crate::vassal::archive::pack;
use crate::vassal::board::Board;
use crate::vassal::limits::Limits;
use std::path::{Path, PathBuf};

/// Where the grid of a map is kept: beside the sources, outside what is shared with others.
fn kept(game: &Game, map: &Map) -> PathBuf {
    Path::new(".hexwright/boards").join(&game.id).join(format!("{}.board", map.id))
}

/// The grid of a map, if one was imported.
pub fn imported(
    root: &Path,
    game: &Game,
    map: &Map,
    rules: &SightRules,
) -> Result<Option<Raster>, Failure> {
    let (file, limits) = (kept(game, map), Limits::default());
    let fail = |e: &dyn std::fmt::Display| Failure::new(format_args!("{}: {e}", file.display()));
    let bytes = match ProjectFolder::new(root).read(&file, limits.entry_bytes) {
        Err(refused) if refused.is_missing() => return Ok(None),
        read => read.map_err(|refused| fail(&refused))?,
    };
    let board = Board::from_bytes(bytes, &limits).map_err(|e| fail(&e))?;
    Ok(Some(Raster::new(rules.clone(), board).map_err(|e| fail(&e))?))
}

/// Reads an archive, compares it with the map, and keeps its grid.
pub fn import_board(
    (root, game, map): (&Path, &Game, &Map),
    rules: &SightRules,
    (file, force): (&Path, ForceArgs),
    console: &Console,
) -> Outcome {
    let fail = |e: &dyn std::fmt::Display| Failure::new(format_args!("{}: {e}", file.display()));
    let limits = Limits::default();
    let board = Board::open(file, &limits).map_err(|e| {
        let failure = fail(&e);
        e.advice().into_iter().fold(failure, Failure::help)
    })?;
    console.say(format_args!(
        "{}: {} by {} hexes, a grid of {} by {} points",
        file.display(),
        board.columns,
        board.rows,
        board.width,
        board.height
    ));
    let (codes, (low, high)) = board.census();
    let known = |code: u8| rules.grids.iter().find(|grid| grid.codes.contains(&code));
    let points = board.width * board.height;
    for (code, count) in codes {
        let what = match known(code) {
            Some(grid) => grid.kind.as_deref().unwrap_or("open"),
            None => "not known: threads across it are disputed",
        };
        let share = count as f64 * 100.0 / points as f64;
        console.say(format_args!("  code {code:>3}{share:>8.2} %   {what}"));
    }
    console.say(format_args!("  levels {low} to {high}"));
    let raster = Raster::new(rules.clone(), board).map_err(|e| fail(&e))?;
    let (same, compared) = agreement(game, map, rules, &raster)?;
    console.say(format_args!(
        "levels agree with {} in {same} of {}",
        map.title,
        counted(compared, "hex").replace("hexs", "hexes")
    ));
    // A board of another letter agrees in most flat hexes; one of another shape in none.
    if same * 10 < compared * 9 || compared < map.grid.len() {
        return Err(
            fail(&format_args!("this is not {}", map.title)).help("say which map it is with --map")
        );
    }
    let packed = {
        let mut archive =
            crate::vassal::archive::Archive::open(file, &limits).map_err(|e| fail(&e))?;
        let grid = archive.read("LOSData", &limits).map_err(|e| fail(&e))?;
        pack([("LOSData", grid.as_slice())]).map_err(|e| fail(&e))?
    };
    let target = below(root, &kept(game, map))?;
    force.write(&target, &packed)?;
    console.note(format_args!(
        "kept in {}; lines of sight on {} are exact now",
        target.display(),
        map.title
    ));
    Ok(Exit::Fine)
}

/// In how many hexes of the map the grid has the same level, of how many that both have.
fn agreement(
    game: &Game,
    map: &Map,
    rules: &SightRules,
    raster: &Raster,
) -> Result<(usize, usize), Failure> {
    let facts = field_of(game, rules, &[Placed::alone(map)]).map_err(Failure::new)?;
    let prefix = map.grid.spec().prefix.as_deref().unwrap_or_default();
    let (mut same, mut compared) = (0, 0);
    for hex in map.grid.hexes() {
        let id = name(map, hex);
        let bare = id.strip_prefix(prefix).unwrap_or(&id);
        let (Some(here), Some(there)) = (facts.find(&id), raster.field().find(bare)) else {
            continue;
        };
        compared += 1;
        same += usize::from(facts.level(here) == raster.field().level(there));
    }
    Ok((same, compared))
}
