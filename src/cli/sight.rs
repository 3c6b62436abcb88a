//! `hexwright map los` and `map los-check`: lines of sight by thread, and how far they can be trusted.

use super::check::{FormatArgs, counted};
use super::map::{hex_of, name};
use super::{Console, Exit, Failure, Outcome, board};
use crate::hex::Hex;
use crate::model::{Game, Map};
use crate::sight::raster::Raster;
use crate::sight::truth::{Confusion, Pair, read_pairs};
use crate::sight::{Field, Month, Placed, Sight, SightRules, Spot, field_of};
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Files of pairs are small; more than this is a mistake.
const LARGEST_FILE: u64 = 64 << 20;

/// Questions about sight share these.
#[derive(Debug, clap::Args)]
pub struct SightArgs {
    /// The month, 1 to 12, for crops and leaves (default: everything in season)
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=12))]
    pub month: Option<Month>,
    /// Answer from hex facts even where a board's grid was imported
    #[arg(long)]
    pub facts: bool,
}

/// What the game says of sight, in the month asked for.
pub fn sight_rules(game: &Game, args: &SightArgs) -> Option<SightRules> {
    let rules = game.sight.clone()?;
    Some(match args.month {
        Some(month) => rules.in_month(month),
        None => rules,
    })
}

impl SightArgs {
    /// The imported grid of the map, unless only facts are asked for.
    pub fn exact(
        &self,
        root: &Path,
        game: &Game,
        map: &Map,
        rules: &SightRules,
    ) -> Result<Option<Raster>, Failure> {
        if self.facts { Ok(None) } else { board::imported(root, game, map, rules) }
    }
}

/// Who answers: hex facts, or the grid of an imported board.
enum Eye<'a> {
    Facts(Box<Field>),
    Grid(&'a Raster),
}

impl Eye<'_> {
    fn look(&self, from: Spot, to: Spot) -> Option<Sight> {
        match self {
            Eye::Facts(field) => field.look(from, to, &[]),
            Eye::Grid(raster) => raster.look(from, to, &[]),
        }
    }

    fn field(&self) -> &Field {
        match self {
            Eye::Facts(field) => field,
            Eye::Grid(raster) => raster.field(),
        }
    }

    /// A hex of the map; grids know no board letter.
    fn find(&self, map: &Map, hex: Hex) -> Option<Spot> {
        let id = name(map, hex);
        let prefix = map.grid.spec().prefix.as_deref().unwrap_or_default();
        let field = self.field();
        field.find(&id).or_else(|| field.find(id.strip_prefix(prefix)?))
    }
}

fn build(game: &Game, rules: &SightRules, map: &Map) -> Result<Field, Failure> {
    field_of(game, rules, &[Placed::alone(map)]).map_err(Failure::new)
}

/// One thread, in words.
pub fn los(
    game: &Game,
    map: &Map,
    (rules, exact): (&SightRules, Option<&Raster>),
    (from, to): (&str, &str),
    format: FormatArgs,
    console: &Console,
) -> Outcome {
    let eye = match exact {
        Some(raster) => Eye::Grid(raster),
        None => Eye::Facts(Box::new(build(game, rules, map)?)),
    };
    let field = eye.field();
    let spot = |id: &str| {
        let hex = hex_of(map, id)?;
        eye.find(map, hex).ok_or_else(|| Failure::new(format_args!("{id} is not on the map")))
    };
    let (a, b) = (spot(from)?, spot(to)?);
    let Some(sight) = eye.look(a, b) else {
        return Err(Failure::new("the hex is not on the map"));
    };
    let range = a.range(b);
    let hexes = counted(usize::try_from(range).unwrap_or(0), "hex").replace("hexs", "hexes");
    let place = |spot: Spot| field.name(spot).unwrap_or_default().to_owned();
    let cite = |rule: &str| if rule.is_empty() { String::new() } else { format!(" ({rule})") };
    let (words, exit) = match sight {
        Sight::Clear(h) if h.most == 0 => ("clear".to_owned(), Exit::Fine),
        Sight::Clear(h) if h.is_certain() => {
            (format!("clear, hindrance +{}", h.likely), Exit::Fine)
        }
        Sight::Clear(h) => (
            format!("clear, hindrance +{} to +{}, likely +{}", h.least, h.most, h.likely),
            Exit::Fine,
        ),
        Sight::Blocked(block) => (
            format!(
                "blocked in {}: {}{}",
                place(block.hex),
                field.explain(block.reason),
                cite(field.rule(block.reason))
            ),
            Exit::Findings,
        ),
        Sight::Disputed(dispute) => (
            format!(
                "disputed in {}: perhaps {}{}",
                place(dispute.hex),
                field.explain(dispute.reason),
                cite(field.rule(dispute.reason))
            ),
            Exit::Findings,
        ),
    };
    if format.json() {
        let (answer, certain) = match sight {
            Sight::Clear(h) => ("clear", Some([h.least, h.likely, h.most])),
            Sight::Blocked(_) => ("blocked", None),
            Sight::Disputed(_) => ("disputed", None),
        };
        let told = json!({
            "from": from, "to": to, "range": range, "answer": answer, "words": words,
            "hindrance": certain.map(|[least, likely, most]| json!({ "least": least, "likely": likely, "most": most })),
        });
        console.say(format_args!("{told:#}"));
    } else {
        console.say(format_args!("{from} to {to}, {hexes}: {words}"));
    }
    Ok(exit)
}

/// The confusion table and the trade-off against files of known pairs.
pub fn los_check(
    game: &Game,
    map: &Map,
    rules: &SightRules,
    exact: Option<&Raster>,
    (files, longest): (&[PathBuf], i32),
    console: &Console,
) -> Outcome {
    let eye = match exact {
        Some(raster) if !files.is_empty() => Eye::Grid(raster),
        _ => Eye::Facts(Box::new(build(game, rules, map)?)),
    };
    let mut pairs = match exact {
        Some(raster) if files.is_empty() => grid_pairs(map, &eye, raster, longest),
        None if files.is_empty() => {
            return Err(Failure::new("nothing to compare with").help(
                "name a CSV file of pairs, or import the board first: hexwright map import-board",
            ));
        }
        _ => Vec::new(),
    };
    for file in files {
        let fail = |error: &dyn std::fmt::Display| {
            Failure::new(format_args!("{}: {error}", file.display()))
        };
        let size = std::fs::metadata(file).map_err(|e| fail(&e))?.len();
        if size > LARGEST_FILE {
            return Err(fail(&"larger than 64 MiB"));
        }
        let text = std::fs::read_to_string(file).map_err(|e| fail(&e))?;
        let find = |id: &str| eye.find(map, map.grid.parse(id).ok()?);
        pairs.extend(read_pairs(&text, find).map_err(|e| fail(&e))?);
    }
    pairs.retain(|pair| pair.from.range(pair.to) <= longest);
    let by_grid = matches!(eye, Eye::Grid(_));
    let source = if by_grid { "the imported grid" } else { "hex facts" };
    console.say(format_args!(
        "{}, {source}, {} up to range {longest}",
        map.title,
        counted(pairs.len(), "pair")
    ));
    console.say(Confusion::of(|a, b| eye.look(a, b), &pairs));
    if !by_grid {
        console.say("\ntrade-off: cores smaller and hulls larger by a margin (hexes)");
        console.say("  margin   answered      right   hindrance exact");
        for step in -3..=5_i8 {
            let margin = f32::from(step) * 0.02;
            let field = build(game, &rules.clone().with_margin(rules.margin + margin), map)?;
            let table = Confusion::of(|a, b| field.look(a, b, &[]), &pairs);
            console.say(format_args!(
                "  {margin:>+6.2}{:>9.2} %{:>9.2} %{:>10.2} %",
                table.coverage() * 100.0,
                table.agreement() * 100.0,
                table.hindrance_exact() * 100.0
            ));
        }
    }
    let wrong: Vec<&Pair> = pairs.iter().filter(|pair| is_wrong(&eye, pair)).collect();
    if !wrong.is_empty() {
        console.say("\nanswered otherwise");
    }
    for pair in &wrong {
        let field = eye.field();
        let id = |spot: Spot| field.name(spot).unwrap_or_default();
        let why = match eye.look(pair.from, pair.to) {
            Some(Sight::Blocked(block)) => {
                format!("blocked in {}: {}", id(block.hex), field.explain(block.reason))
            }
            _ => "clear".to_owned(),
        };
        console.say(format_args!("  {:<6}{:<6}{why}", id(pair.from), id(pair.to)));
    }
    Ok(if wrong.is_empty() { Exit::Fine } else { Exit::Findings })
}

/// What the grid says of every pair of hexes in range.
fn grid_pairs(map: &Map, facts: &Eye<'_>, raster: &Raster, longest: i32) -> Vec<Pair> {
    let grid = Eye::Grid(raster);
    let places: Vec<(Spot, Spot)> = map
        .grid
        .hexes()
        .filter_map(|hex| Some((facts.find(map, hex)?, grid.find(map, hex)?)))
        .collect();
    let of = |n: usize| {
        let (from, seen_from) = places[n];
        let later = places[n + 1..].iter().filter(move |(to, _)| from.range(*to) <= longest);
        later.filter_map(move |(to, seen)| match raster.look(seen_from, *seen, &[])? {
            Sight::Clear(h) => Some(Pair { from, to: *to, blocked: false, hindrance: h.likely }),
            Sight::Blocked(_) => Some(Pair { from, to: *to, blocked: true, hindrance: 0 }),
            Sight::Disputed(_) => None,
        })
    };
    (0..places.len()).into_par_iter().flat_map_iter(of).collect()
}

fn is_wrong(eye: &Eye<'_>, pair: &Pair) -> bool {
    match eye.look(pair.from, pair.to) {
        Some(Sight::Clear(_)) => pair.blocked,
        Some(Sight::Blocked(_)) => !pair.blocked,
        _ => false,
    }
}
