//! Options of `hexwright build --target map,charts`, and the targets themselves.

use super::check::counted;
use super::site::Site;
use super::{Console, Failure};
use crate::draw::chart::ChartPaper;
use crate::draw::map::MapOptions;
use crate::model::{Game, Length};
use crate::print::geometry::to_mm;
use crate::print::{
    Dpi, MapReport, MapRequest, Orientation, Paper, TileOptions, build_charts, build_map,
};
use std::path::PathBuf;

/// How maps and charts are drawn and printed.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Maps and charts")]
pub struct MapArgs {
    /// Style: modern, classic, high-contrast, low-ink, or one of the project's templates/maps
    #[arg(long, value_name = "NAME", default_value = "modern")]
    map_style: String,
    /// Resolution of the PNG pictures
    #[arg(long, value_name = "DPI", default_value = "150")]
    map_dpi: Dpi,
    /// Make no PNG pictures of maps and charts
    #[arg(long)]
    no_map_png: bool,
    /// Paper of tiled maps and of charts
    #[arg(long, value_name = "PAPER", default_value = "A4")]
    map_paper: Paper,
    /// How far the sheets of a tiled map repeat each other
    #[arg(long, value_name = "LENGTH", default_value = "10mm")]
    map_overlap: Length,
    /// Margin of the sheets of a tiled map
    #[arg(long, value_name = "LENGTH", default_value = "8mm")]
    map_margin: Length,
    /// Draw the field of hexes alone, without title, legend, boxes and tracks
    #[arg(long)]
    map_bare: bool,
}

impl Default for MapArgs {
    fn default() -> Self {
        let tiles = TileOptions::default();
        MapArgs {
            map_style: MapOptions::default().style,
            map_dpi: Dpi::MAPS,
            no_map_png: false,
            map_paper: tiles.paper,
            map_overlap: tiles.overlap,
            map_margin: tiles.margin,
            map_bare: false,
        }
    }
}

impl MapArgs {
    fn request(&self, site: Site<'_>) -> MapRequest {
        let (width, height) = self.map_paper.laid(Orientation::Portrait);
        MapRequest {
            options: MapOptions {
                style: self.map_style.clone(),
                project_root: Some(site.root.to_owned()),
                surround: !self.map_bare,
                ..MapOptions::default()
            },
            png: (!self.no_map_png).then_some(self.map_dpi),
            tiles: Some(TileOptions {
                paper: self.map_paper.clone(),
                orientation: None,
                margin: self.map_margin,
                overlap: self.map_overlap,
            }),
            charts: ChartPaper { width: to_mm(width), height: to_mm(height) },
            made_from: site.made_from(),
            cache: site.cache.to_owned(),
            force: site.force,
        }
    }
}

/// Draws the maps of a game and returns the files written.
pub fn make_map(
    game: &Game,
    args: &MapArgs,
    site: Site<'_>,
    console: &Console,
) -> Result<Vec<PathBuf>, Failure> {
    let report = build_map(game, site.folder, &args.request(site))?;
    Ok(told(report, console))
}

/// Draws the player aids of a game and returns the files written.
pub fn make_charts(
    game: &Game,
    args: &MapArgs,
    site: Site<'_>,
    console: &Console,
) -> Result<Vec<PathBuf>, Failure> {
    let report = build_charts(game, site.folder, &args.request(site))?;
    Ok(told(report, console))
}

fn told(report: MapReport, console: &Console) -> Vec<PathBuf> {
    for note in &report.notes {
        console.note(note);
    }
    for file in &report.removed {
        console.detail(format_args!("removed {}", file.display()));
    }
    if report.current > 0 {
        console.detail(format_args!("up to date: {}", counted(report.current, "file")));
    }
    report.written
}
