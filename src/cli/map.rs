//! `hexwright map`: asks questions of a map, so that mistakes in it become visible.

use super::check::{FormatArgs, counted, open_sound};
use super::out::ForceArgs;
use super::{Console, Exit, Failure, Outcome, answers, board, sight};
use crate::diagnostic::nearest;
use crate::draw::map::{MapOptions, Route, draw_map};
use crate::hex::Hex;
use crate::model::{Game, Id, Map, MovementClass, MovementPoints};
use crate::print::{Dpi, picture_png};
use crate::source::Loaded;
use crate::survey::{CheapestRoute, MapStats, cheapest_route, hex_facts, line_of_sight};
use clap::Subcommand;
use std::path::{Path, PathBuf};

/// Ask a map: statistics, cheapest paths, lines of sight, everything known of a hex
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  hexwright map stats\n  hexwright map hex 0304\n  \
    hexwright map path 0101 1212 --unit infantry --draw path.png\n  hexwright map los 0304 0709\n  \
    hexwright map los-check pairs.csv --game asl-sk2 --map w")]
pub struct Args {
    #[command(subcommand)]
    question: Question,
    /// The project
    #[arg(long, default_value = ".", global = true)]
    project: PathBuf,
    /// The game (default: the only one)
    #[arg(long, global = true)]
    game: Option<String>,
    /// The map or board (default: the only one)
    #[arg(long, global = true)]
    map: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Terrain counts, regions cut off, roads that end nowhere; exit code 1 if anything looks wrong
    Stats {
        #[command(flatten)]
        format: FormatArgs,
    },
    /// The cheapest path from hex to hex, with what each step costs
    Path {
        /// Where it starts
        from: String,
        /// Where it ends
        to: String,
        /// A unit type or movement class
        #[arg(long)]
        unit: Option<String>,
        /// What "all movement points" counts as
        #[arg(long, default_value = "6")]
        points: MovementPoints,
        /// Draw the path on the map, as a PNG or SVG file
        #[arg(long, value_name = "FILE")]
        draw: Option<PathBuf>,
        #[command(flatten)]
        force: ForceArgs,
        /// Style of that drawing
        #[arg(long, default_value = "modern")]
        style: String,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Whether one hex sees another: by the game's `sight.toml`, else by the heights of its terrain
    Los {
        /// The viewer's hex
        from: String,
        /// The hex looked at
        to: String,
        #[command(flatten)]
        sight: sight::SightArgs,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Compare lines of sight with pairs known to be clear or blocked: confusion table and trade-off
    ///
    /// The CSV has columns `from`, `to`, `blocked` (0 or 1) and `hindrance`. Exit code 1 if an answer is wrong.
    LosCheck {
        /// Files of pairs; without one, every pair in range is compared with the imported grid
        #[arg(value_name = "CSV")]
        pairs: Vec<PathBuf>,
        /// The longest range to compare
        #[arg(long, default_value_t = 12)]
        range: i32,
        #[command(flatten)]
        sight: sight::SightArgs,
    },
    /// Take the terrain grid from a VASL board archive that you own: lines of sight become exact
    ///
    /// The grid is kept in `.hexwright/boards`; `map los` and `map los-check` use it from then on.
    ImportBoard {
        /// The board archive
        file: PathBuf,
        #[command(flatten)]
        force: ForceArgs,
    },
    /// Everything known of a hex
    Hex {
        /// The hex
        id: String,
        #[command(flatten)]
        format: FormatArgs,
    },
}

/// Answers a question about a map.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let loaded = open_sound(&args.project, console)?;
    let game = pick_game(&loaded, args.game.as_deref())?;
    let map = pick_map(game, args.map.as_deref())?;
    match &args.question {
        Question::Stats { format } => stats(game, map, *format, console),
        Question::Path { from, to, unit, points, draw, force, style, format } => {
            let class = pick_class(game, unit.as_deref())?;
            let route =
                cheapest_route(game, map, class, hex_of(map, from)?, hex_of(map, to)?, *points)
                    .map_err(|error| Failure::new(format_args!("from {from} to {to}: {error}")))?;
            if format.json() {
                console.say(format_args!("{:#}", answers::path(game, map, class, &route)));
            } else {
                path(game, map, class, &route, console);
            }
            if let Some(file) = draw {
                let drawing = (file.as_path(), *force, style.as_str(), loaded.root.as_path());
                draw_route(game, map, &route, drawing, console)?;
            }
            Ok(Exit::Fine)
        }
        Question::Los { from, to, sight, format } => match sight::sight_rules(game, sight) {
            Some(rules) => {
                let exact = sight.exact(&loaded.root, game, map, &rules)?;
                let ends = (from.as_str(), to.as_str());
                sight::los(game, map, (&rules, exact.as_ref()), ends, *format, console)
            }
            None => los(game, map, (from, to), *format, console),
        },
        Question::LosCheck { pairs, range, sight } => {
            let Some(rules) = sight::sight_rules(game, sight) else {
                return Err(Failure::new(format_args!("`{}` has no sight.toml", game.id)));
            };
            let exact = sight.exact(&loaded.root, game, map, &rules)?;
            sight::los_check(game, map, &rules, exact.as_ref(), (pairs, *range), console)
        }
        Question::ImportBoard { file, force } => {
            let Some(rules) = &game.sight else {
                return Err(Failure::new(format_args!("`{}` has no sight.toml", game.id)));
            };
            let given = (file.as_path(), *force);
            board::import_board((&loaded.root, game, map), rules, given, console)
        }
        Question::Hex { id, format } => {
            let facts = hex_facts(game, map, hex_of(map, id)?);
            if format.json() {
                console.say(format_args!("{:#}", answers::hex(map, id, &facts)));
                return Ok(Exit::Fine);
            }
            for (what, words) in facts {
                console.say(format_args!("{what:<14}{words}"));
            }
            Ok(Exit::Fine)
        }
    }
}

fn pick<'a, T: crate::model::Named>(
    all: &'a crate::model::Registry<T>,
    wanted: Option<&str>,
    what: &str,
) -> Result<&'a T, Failure> {
    let failure = match wanted {
        Some(name) => match all.get(name) {
            Some(found) => return Ok(found),
            None => {
                let failure = Failure::new(format_args!("there is no {what} `{name}`"));
                return Err(nearest(name, all.names()).into_iter().fold(failure, Failure::help));
            }
        },
        None => match all.first() {
            Some(only) if all.len() == 1 => return Ok(&all[only]),
            Some(_) => Failure::new(format_args!("there are {} {what}s", all.len())),
            None => return Err(Failure::new(format_args!("there is no {what}"))),
        },
    };
    let names: Vec<&str> = all.names().collect();
    Err(failure.help(format_args!("say which with --{what}: {}", names.join(", "))))
}

fn pick_game<'a>(loaded: &'a Loaded, wanted: Option<&str>) -> Result<&'a Game, Failure> {
    pick(&loaded.project.games, wanted, "game")
}

fn pick_map<'a>(game: &'a Game, wanted: Option<&str>) -> Result<&'a Map, Failure> {
    pick(&game.maps, wanted, "map")
}

fn pick_class(game: &Game, wanted: Option<&str>) -> Result<Id<MovementClass>, Failure> {
    let Some(name) = wanted else {
        return match game.movement_classes.first() {
            Some(only) if game.movement_classes.len() == 1 => Ok(only),
            Some(_) => {
                let names: Vec<&str> = game.movement_classes.names().collect();
                Err(Failure::new("costs depend on who moves").help(format_args!(
                    "say who with --unit: {}, or a unit type",
                    names.join(", ")
                )))
            }
            None => Err(Failure::new("the game has no movement classes, so nothing has a cost")),
        };
    };
    if let Some(class) = game.movement_classes.find(name) {
        return Ok(class);
    }
    match game.unit_types.get(name) {
        Some(unit) => unit
            .class
            .ok_or_else(|| Failure::new(format_args!("unit type `{name}` has no movement class"))),
        None => {
            let failure =
                Failure::new(format_args!("there is no unit type or movement class `{name}`"));
            let known = game.unit_types.names().chain(game.movement_classes.names());
            Err(nearest(name, known).into_iter().fold(failure, Failure::help))
        }
    }
}

pub(super) fn hex_of(map: &Map, id: &str) -> Result<Hex, Failure> {
    map.grid.parse(id).map_err(Failure::new)
}

pub(super) fn name(map: &Map, hex: Hex) -> String {
    map.grid.id(hex).map(|id| id.to_string()).unwrap_or_default()
}

fn names(map: &Map, hexes: &[Hex]) -> String {
    let first: Vec<String> = hexes.iter().take(12).map(|hex| name(map, *hex)).collect();
    let more =
        if hexes.len() > 12 { format!(", … ({} in all)", hexes.len()) } else { String::new() };
    first.join(", ") + &more
}

fn stats(game: &Game, map: &Map, format: FormatArgs, console: &Console) -> Outcome {
    let stats = MapStats::of(game, map);
    let exit = if stats.has_findings() { Exit::Findings } else { Exit::Fine };
    if format.json() {
        console.say(format_args!("{:#}", answers::stats(map, &stats)));
        return Ok(exit);
    }
    let bounds =
        map.grid.with_layout(map.grid.fitted(map.hex_size.to_mm(), crate::hex::Point::default()));
    let size = bounds
        .map(|grid| grid.bounds())
        .map(|b| format!(", {:.0} × {:.0} mm", b.width(), b.height()));
    console.say(format_args!(
        "{}: {}, {} across the flats{}",
        map.title,
        counted(map.grid.len(), "hex").replace("hexs", "hexes"),
        map.hex_size,
        size.unwrap_or_default()
    ));
    for (title, list, unit) in [
        ("terrain", &stats.terrain, "hexes"),
        ("hexsides", &stats.hexsides, "hexsides"),
        ("paths", &stats.paths, "hexsides crossed"),
    ] {
        if list.iter().any(|(_, count)| *count > 0) {
            console.say(format_args!("\n{title} ({unit})"));
        }
        for (name, count) in list.iter().filter(|(_, count)| *count > 0) {
            let part = if title == "terrain" {
                format!("{:>6.1} %", *count as f64 * 100.0 / map.grid.len() as f64)
            } else {
                String::new()
            };
            console.say(format_args!("  {name:<24}{count:>6}{part}"));
        }
    }
    if stats.levels.len() > 1 {
        console.say("\nlevels (hexes)");
        for (level, count) in &stats.levels {
            console.say(format_args!("  {level:<24}{count:>6}"));
        }
    }
    console.say("\nregions that units cannot leave");
    for (class, regions) in &stats.regions {
        let sizes: Vec<String> =
            regions.iter().take(8).map(|r| r.hexes.len().to_string()).collect();
        console.say(format_args!(
            "  {class:<24}{} of {} hexes",
            counted(regions.len(), "region"),
            sizes.join(", ")
        ));
        for region in regions.iter().skip(1).take(8) {
            console.say(format_args!("  {:<24}cut off: {}", "", names(map, &region.hexes)));
        }
    }
    if !stats.enclosed.is_empty() {
        console.say(format_args!("\nunreachable: {}", names(map, &stats.enclosed)));
    }
    for road in &stats.stranded {
        console.say(format_args!("\n{} ends nowhere, in {}", road.name, name(map, road.end)));
    }
    for (path, hex) in &stats.drowned {
        console.say(format_args!("\n{path} passes {}, which no unit may enter", name(map, *hex)));
    }
    Ok(exit)
}

fn path(
    game: &Game,
    map: &Map,
    class: Id<MovementClass>,
    route: &CheapestRoute,
    console: &Console,
) {
    let end = route.steps.last().map_or(route.start, |step| step.hex);
    console.say(format_args!(
        "{} to {}, {}: {} movement points, {}",
        name(map, route.start),
        name(map, end),
        game.movement_classes[class].name,
        route.total(),
        counted(route.steps.len(), "step")
    ));
    for step in &route.steps {
        let items: Vec<String> =
            step.cost.items.iter().map(|i| format!("{} {}", i.what, i.points)).collect();
        let all = if step.cost.takes_all { " (all movement points)" } else { "" };
        console.say(format_args!(
            "  {:<8}{:>7}{:>8}   {}{all}",
            name(map, step.hex),
            step.cost.total.to_string(),
            step.spent.to_string(),
            items.join(" + ")
        ));
    }
}

/// Draws a route on its map, into a PNG or SVG file.
fn draw_route(
    game: &Game,
    map: &Map,
    route: &CheapestRoute,
    (file, force, style, root): (&Path, ForceArgs, &str, &Path),
    console: &Console,
) -> Result<(), Failure> {
    let steps = route.steps.iter().map(|step| (step.hex, step.spent.to_string())).collect();
    let options = MapOptions {
        style: style.to_owned(),
        project_root: Some(root.to_owned()),
        route: Some(Route { start: Some(route.start), steps }),
        ..MapOptions::default()
    };
    let drawn = draw_map(game, map, &options).map_err(Failure::new)?;
    let bytes = match file.extension().and_then(|e| e.to_str()) {
        Some("svg") => drawn.picture.svg().into_bytes(),
        Some("png") => picture_png(&drawn.picture, &map.id, Dpi::MAPS)?,
        _ => {
            return Err(Failure::new(format_args!("{} is neither .png nor .svg", file.display())));
        }
    };
    force.write(file, &bytes)?;
    console.note(format_args!("drawn in {}", file.display()));
    Ok(())
}

fn los(
    game: &Game,
    map: &Map,
    (from, to): (&str, &str),
    format: FormatArgs,
    console: &Console,
) -> Outcome {
    let sight = line_of_sight(game, map, hex_of(map, from)?, hex_of(map, to)?).map_err(|error| {
        Failure::new(error).help("give terrain a height, e.g. effects = { height = \"1\" }, or use the game's own rules")
    })?;
    let exit = if sight.is_clear() { Exit::Fine } else { Exit::Findings };
    if format.json() {
        console.say(format_args!("{:#}", answers::sight(map, (from, to), &sight)));
        return Ok(exit);
    }
    console.say(format_args!(
        "{from} (level {}) {} {to} (level {})",
        sight.ends[0],
        if sight.is_clear() { "sees" } else { "does not see" },
        sight.ends[1]
    ));
    for step in &sight.between {
        console.say(format_args!(
            "  {:<8}top {:>4.1}  line {:>4.1}  {}{}",
            name(map, step.hex),
            step.top,
            step.line,
            step.obstacle.as_deref().unwrap_or("open"),
            if step.blocks { "  BLOCKS" } else { "" }
        ));
    }
    Ok(exit)
}
